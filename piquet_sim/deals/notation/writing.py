"""Writing records in the notation: as a person would write and read them, or as JSON."""

import json
from collections.abc import Iterable
from textwrap import fill
from typing import Any

from piquet_sim.deals.headings import NOTATION, read_heading
from piquet_sim.deals.narration import say_call
from piquet_sim.deals.referee import describe_deal, judge_deal, read_deal
from piquet_sim.deals.scoring import ScoredDeal
from piquet_sim.game.cards import TRICKS, format_hand_symbols
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.notation.rule_words import say_rules


# ---- The normal form -----------------------------------------------------------------------------
def normalise_deal(deal: dict[str, Any]) -> dict[str, Any]:
    """The record of a deal in its normal form; two records of one deal are then equal.

    Parameters
    ----------
    deal : dict
        As `deals.referee.score_deal` reads it; its play may be unfinished. What it says of the
        condition under which it was dealt is left out.

    Raises
    ------
    InputError
        If anything is illegal, or written totals are wrong.

    Examples
    --------
    >>> from piquet_sim.deals.referee import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = describe_deal(Simulation("club", "club").replay_deal(0))
    >>> normalise_deal(deal) == deal
    True
    """
    read = read_deal(deal)
    heading, played = read_heading(deal), len(read.follow()) - 1
    totals = heading.pop("totals", None)
    normal = heading | describe_deal(read)
    if totals is not None:
        normal["totals"] = totals
        if 0 < played < 2 * TRICKS:
            raise InputError(f"totals: given, but only {played} of {2 * TRICKS} cards were played")
        if played:
            judge_deal(deal)  # which compares them
    return normal


# ---- Writing -------------------------------------------------------------------------------------
FORMS = ("words", "json")
"""In which files of deals are written."""

_WIDTH = 96
_BOUND = "\N{NO-BREAK SPACE}"
"""Keeps a trick, or the name of a player, on one line."""


def write_deal(deal: dict[str, Any]) -> str:
    """The record of a deal in the notation.

    Parameters
    ----------
    deal : dict
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
    normal = normalise_deal(deal)
    scored = read_deal(normal).before_play
    lines = [f"Deal: {normal['name']}"] if "name" in normal else []
    lines.append(f"Rules: {say_rules(normal['rules'])}")
    if "number" in normal:
        lines.append(f"Number: {normal['number']}")
    if "score" in normal:
        lines.append("Score: {} to {}".format(*normal["score"]))
    players = normal.get("players", {})
    lines += (_fold(_say_seat(players, scored, place)) for place in range(len(SEATS)))
    if any(scored.deal.talon):
        lines.append(f"Talon: {normal['talon']}")
    if "play" in normal:
        plays = normal["play"].split()
        tricks = (plays[number : number + 2] for number in range(0, len(plays), 2))
        numbered = (
            _BOUND.join((f"{number}.", *trick)) for number, trick in enumerate(tricks, start=1)
        )
        lines.append(_fold(f"Play: {' '.join(numbered)}"))
    if "totals" in normal:
        lines.append("Total: {} to {}".format(*normal["totals"]))
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
        normal = normalise_deal(deal)
        name = normal.get("name")
        if name is not None and name in names:
            raise InputError(f"a second deal named {name!r}")
        names.add(name)
        texts.append(write_deal(normal) if form == "words" else _write_json(normal))
    if not texts:
        raise InputError("no deal to be written")
    return "".join(texts) if form == "json" else "\n".join((f"Notation: {NOTATION}\n", *texts))


def _write_json(normal: dict[str, object]) -> str:
    return json.dumps({"notation": NOTATION, **normal}, ensure_ascii=False) + "\n"


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
