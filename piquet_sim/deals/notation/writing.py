"""Writing records in the notation: as a person would write and read them, or as JSON."""

import json
from collections.abc import Iterable
from textwrap import fill
from typing import Any

from piquet_sim.deals.deal import Deal, ScoredDeal, check_record
from piquet_sim.deals.json import NOTATION, describe_deal, format_talon, read_deal
from piquet_sim.deals.narration import say_call
from piquet_sim.deals.notation.words import say_rules
from piquet_sim.game.cards import format_card, format_hand_symbols
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.holdings import has_carte_blanche

FORMS = ("words", "json")
"""In which files of deals are written."""

_WIDTH = 96
_BOUND = "\N{NO-BREAK SPACE}"
"""Keeps a trick, or the name of a player, on one line."""


def write_deal(deal: "Deal | dict[str, Any]") -> str:
    """The record of a deal in the notation.

    Parameters
    ----------
    deal : dict or Deal
        As `score_deal` reads it; its play may be unfinished. ``name``, ``players``, ``number`` (of
        the deal in the partie), ``score`` (before the deal) and ``totals`` are written, too; the
        ``condition`` under which it was dealt is left out.

    Returns
    -------
    str
        Lines that `read_deals` reads as the same record. Records of different deals have
        different texts.

    Raises
    ------
    InputError
        If anything is illegal; the message says what.

    Examples
    --------
    >>> deal = {
    ...     "elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87"},
    ...     "younger": {"dealt": "T7.T97.AQJT.KQT", "discard": "7.97.."},
    ...     "talon": "9S 8S KH 9C KD QS AC 7D",
    ... }
    >>> print(write_deal(deal), end="")
    Rules: rubicon
    Elder: ♠AKJ ♥AQJ8 ♦98 ♣J87; throws ♠K ♦98 ♣87; point of 5 cards making 49, good; quart major,
      good; trio of knaves, not good
    Younger: ♠T7 ♥T97 ♦AQJT ♣KQT; throws ♠7 ♥97; point of 5 cards making 48, not good; tierce major,
      not good; quatorze of tens, good
    Talon: 9S 8S KH 9C KD QS AC 7D
    """
    return _write_words(check_record(read_deal(deal)))


def _write_words(deal: Deal) -> str:
    heading, scored = deal.heading, deal.before_play
    lines = [f"Deal: {heading['name']}"] if "name" in heading else []
    lines.append(f"Rules: {say_rules(deal.rules.describe())}")
    if "number" in heading:
        lines.append(f"Number: {heading['number']}")
    if "score" in heading:
        lines.append("Score: {} to {}".format(*heading["score"]))
    players = heading.get("players", {})
    lines += (_fold(_say_seat(players, scored, place)) for place in range(len(SEATS)))
    if any(deal.talon):
        lines.append(f"Talon: {format_talon(deal.talon)}")
    if deal.plays:
        plays = list(map(format_card, deal.plays))
        tricks = (plays[number : number + 2] for number in range(0, len(plays), 2))
        numbered = (
            _BOUND.join((f"{number}.", *trick)) for number, trick in enumerate(tricks, start=1)
        )
        lines.append(_fold(f"Play: {' '.join(numbered)}"))
    if "totals" in heading:
        lines.append("Total: {} to {}".format(*heading["totals"]))
    return "\n".join(lines) + "\n"


def write_deals(deals: Iterable[dict[str, object]], form: str = "words") -> str:
    """The text of a file of deals in the notation, which says at its head what it is written in.

    Parameters
    ----------
    deals : iterable of dict
        Records, as for `write_deal`.
    form : str
        "words", or "json" for one object per line.

    Returns
    -------
    str
        What `read_deals` reads as the same records.

    Raises
    ------
    InputError
        If anything is illegal, there is no deal, two have one name, or there is no such form.

    Examples
    --------
    >>> deal = {
    ...     "elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87"},
    ...     "younger": {"dealt": "T7.T97.AQJT.KQT", "discard": "7.97.."},
    ...     "talon": "9S 8S KH 9C KD QS AC 7D",
    ... }
    >>> write_deals([deal, deal]).splitlines()[:3]
    ['Notation: PQN 1', '', 'Rules: rubicon']
    """
    if form not in FORMS:
        raise InputError(suggest(str(form), FORMS, "form"))
    texts, names = [], set()
    for deal in deals:
        read = check_record(read_deal(deal))
        name = read.heading.get("name")
        if name is not None and name in names:
            raise InputError(f"a second deal named {name!r}")
        names.add(name)
        texts.append(_write_words(read) if form == "words" else _write_json(read))
    if not texts:
        raise InputError("no deal to be written")
    return "".join(texts) if form == "json" else "\n".join((f"Notation: {NOTATION}\n", *texts))


def _write_json(deal: Deal) -> str:
    return json.dumps({"notation": NOTATION, **describe_deal(deal)}, ensure_ascii=False) + "\n"


def _fold(text: str) -> str:
    lines = fill(
        text, _WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return lines.replace(_BOUND, " ")


def _say_seat(players: dict[str, str], scored: ScoredDeal, place: int) -> str:
    seat, deal = SEATS[place], scored.deal
    player = players.get(seat)
    head = (seat.capitalize() + (f" ({player})" if player else "")).replace(" ", _BOUND)
    dealt, discard = deal.dealt[place], deal.thrown[place]
    thrown = format_hand_symbols(discard) if discard else "nothing"
    if deal.has_known_draws[place]:
        items = [f"{head}: {format_hand_symbols(dealt)}", f"throws {thrown}"]
    else:
        held = format_hand_symbols(deal.hands[place])
        items = [f"{head}: holds {held}", f"throws {thrown}", "draws unknown"]
    if has_carte_blanche(dealt):
        items.append("carte blanche" + " not shown" * (not deal.announced[place]))
    for kind, call, best in zip(CLASSES, deal.called[place], deal.holdings[place], strict=False):
        result = scored.value(f"{kind}_result")
        if call:
            answer = "equal" if result == 3 else "good" if result == place + 1 else "not good"
            items.append(f"{say_call(kind, call, scored.rules.pack)}, {answer}")
        elif best:
            items.append(f"no {kind}")
    return "; ".join(items)
