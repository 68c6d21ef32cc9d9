"""What a seat knows, read where one hand of a deal is known, or cut out of a whole deal."""

from dataclasses import replace
from typing import Any

from piquet_sim.deals.call_names import word_call
from piquet_sim.deals.deal import Deal, check_took
from piquet_sim.deals.json import (
    HEADING,
    is_silent,
    read_call,
    read_calls,
    read_deal,
    read_hand,
    read_heading,
)
from piquet_sim.decisions.seen import ANSWERS, CALL, CARD, DISCARD, HIGHEST_SEED, Seen, see
from piquet_sim.decisions.stake import AIMS
from piquet_sim.exact.play_table_cache import check_solvable
from piquet_sim.game.cards import (
    HAND_CARDS,
    TRICKS,
    count_cards,
    format_card,
    format_cards,
    iterate_cards,
    parse_cards,
    parse_hand,
)
from piquet_sim.game.errors import InputError, read_whole, suggest
from piquet_sim.game.files import require_object
from piquet_sim.game.laws import Laws
from piquet_sim.game.rules import read_rules
from piquet_sim.game.seats import name_seat, other
from piquet_sim.game.settlement import PARTIE_DEALS
from piquet_sim.game.terms import CLASSES, ELDER, SEATS
from piquet_sim.kernel.deal.holdings import POINT, call_strength, evaluate_hand, has_carte_blanche
from piquet_sim.kernel.deal.views import ELDER_SEAT, LEVEL, OPEN, OWN, THEIRS
from piquet_sim.kernel.questions.possible_hands import UNKNOWN
from piquet_sim.kernel.tables import PIPS_MASK, POINT_SHIFT
from piquet_sim.matches.standing import JUDGES, check_totals

_BEFORE = {"rules", "seat", "dealt", "opponent", "calls", *HEADING}


_AFTER = _BEFORE | {"discard", "drawn", "left", "answers"}


_KEYS = {DISCARD: _BEFORE, CALL: _AFTER | {"class"}, CARD: _AFTER | {"play"}}
"""What is said of a seat that is to decide, by the kind of the decision."""


_TOLD = {"took", "dealt", "calls"}


_OPPONENT_KEYS = {DISCARD: _TOLD, CALL: _TOLD | {"holds"}, CARD: _TOLD | {"holds", "counted"}}


_MOST_NUMBER = 1000


def read_view(
    given: object, seat: str | None = None, card: int | None = None, trick: int | None = None
) -> Seen:
    """Read what a seat knows when it is to play a card.

    In a view, `left` gives the cards of the talon that the seat has seen and nobody took, and
    `calls` its own. Of the `opponent`, `took` is how many cards they took, `holds` the cards that
    they have shown (or what elder saw and younger drew), `counted` their points for a class, and
    `dealt` a hand shown for carte blanche. For a point, the `length` is enough if the pips are not
    known. Elder's view has `answers` to what elder called (``{"point": "good", "set": "not
    good"}``, or `equal`), and in the opponent's `calls` what younger has counted after the first
    lead. Everything except `seat`, `dealt`, `discard`, `drawn` and `took` may be left out. A view
    for a call has `class`, to be called now, and the `calls` (for elder also the `answers`) in the
    classes before.

    Parameters
    ----------
    given : dict or Deal
        A view (see ``piquet help advice``), or the record of a whole or unfinished deal
        (`deals.json.score_deal`), out of which the view is cut.
    seat, card, trick : optional
        In a record: as in `read_knowledge`.

    Raises
    ------
    InputError
        If anything contradicts the laws or itself; the message says what.

    Examples
    --------
    >>> from piquet_sim.deals.json import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = describe_deal(Simulation("club", "club").replay_deal(0))
    >>> view = read_view(deal, "younger", trick=3)
    >>> read_view(view.as_json()) == view
    True
    """
    return read_knowledge(given, seat, card=card, trick=trick, kind=CARD)


def read_knowledge(
    given: object,
    seat: str | None = None,
    call: str | None = None,
    card: int | None = None,
    trick: int | None = None,
    kind: str | None = None,
) -> Seen:
    """Read what a seat knows when it is to decide.

    Parameters
    ----------
    given : dict or Deal
        A view (see ``piquet help advice``), or the record of a deal as far as it has gone
        (`deals.json.score_deal`), out of which the view is cut. Where only one hand is known, it is
        a view.
    seat : str, optional
        "elder" or "younger", where the deal does not say so; by default the seat that is to decide.
    call : str, optional
        "point", "sequence" or "set": what is to be called in it is asked, however far the deal has
        gone.
    card : int, optional
        In a record: the number of the card to be played, 1 to 24; by default the next one.
    trick : int, optional
        In a record, instead of `card`: the number of the trick in which the seat plays.
    kind : str, optional
        CALL or CARD, if that is asked; by default what is to be decided next.

    Raises
    ------
    InputError
        If anything contradicts the laws or itself; the message says what.

    Examples
    --------
    >>> hand = {"dealt": "AKJ.AQJ8.98.J87"}
    >>> read_knowledge({"elder": hand}).kind
    'discard'
    >>> thrown = hand | {"discard": "K..98.87", "drawn": "9S 8S KH 9C KD"}
    >>> read_knowledge({"elder": thrown, "younger": {"took": 3}}).kind
    'call'
    >>> called = {"calls": {"point": {"length": 5, "pips": 49}}, "answers": {"point": "good"}}
    >>> read_knowledge({"elder": thrown | called, "younger": {"took": 3}}).kind
    'card'
    """
    check_asked(seat, call, card, trick)
    if card is not None or trick is not None:
        kind = CARD
    elif call is not None:
        kind = CALL
    deal = given if isinstance(given, Deal) else None
    if isinstance(given, dict):
        given, seat = _agree_on_seat(given, seat)
        seats = {name: given[name] for name in SEATS if name in given}
        if not all(isinstance(one, dict) for one in seats.values()):
            deal = read_deal(given)  # such as an ending: it is said what it is
        elif seats:
            known = [name for name, one in seats.items() if "dealt" in one]
            to_throw = [name for name in known if not {"discard", "took"} & seats[name].keys()]
            if seat is None and (to_throw or len(known) == 1):
                seat = (to_throw or known)[0]
            whole = [one for one in known if "discard" in seats[one] and "drawn" not in seats[one]]
            if len(whole) < len(SEATS):
                given = _cut_known(given, seat or ELDER)
            else:
                deal = read_deal(given)
                if not deal.plays and "calls" not in seats[seat or ELDER]:
                    kind = kind or CALL
    if deal is not None:
        return _cut_view(deal, seat, call, card, trick, kind or CARD)
    if card is not None or trick is not None:
        raise InputError("card and trick require the record of a deal; a view ends at the decision")
    return _read_view(given, call, kind)


def check_asked(
    seat: str | None = None, call: str | None = None, card: int | None = None,
    trick: int | None = None, aim: str | None = None, score: tuple[int, int] | None = None,
    deal: int = PARTIE_DEALS, seed: int = 1,
) -> None:  # fmt: skip
    """Refuse what no deal could be asked with.

    Parameters
    ----------
    seat, call, card, trick
        As in `read_knowledge`.
    aim : str, optional
        One of the AIMS.
    score, deal
        Two totals before the deal, and its number in the partie.
    seed : int

    Raises
    ------
    InputError
        The message names the parameter.
    """
    if seat is not None:
        name_seat(seat)
    if call is not None and call not in CLASSES:
        raise InputError(f"class: {suggest(str(call), CLASSES, 'class')}")
    if card is not None and trick is not None:
        raise InputError("card and trick: give only one of them")
    if trick is not None and not 1 <= trick <= TRICKS:
        raise InputError(f"trick: expected 1 to {TRICKS}, got {trick}")
    if trick is not None and seat is None:
        raise InputError("trick requires a seat")
    if card is not None and not 1 <= card <= 2 * TRICKS:
        raise InputError(f"card: expected 1 to {2 * TRICKS}, got {card}")
    read_whole("seed", seed, most=HIGHEST_SEED)
    aims = AIMS if call is None else JUDGES
    if aim is not None and aim not in aims:
        raise InputError("aim: " + suggest(str(aim), aims, "aim"))
    if score is not None:
        check_totals(score, deal)


def _agree_on_seat(given: dict[str, Any], seat: str | None) -> tuple[dict[str, Any], str | None]:
    # A record is read without its seat, a view with it.
    own = given.get("seat")
    if None not in (own, seat) and own != seat:
        raise InputError(f"seat: the deal is asked about by {own}, not by {seat}")
    if set(SEATS) & set(given):
        deal = {key: value for key, value in given.items() if key != "seat"}
    else:
        deal = given if seat is None else {**given, "seat": seat}
    return deal, seat if own is None else name_seat(own)


def _cut_known(deal: dict[str, Any], seat: str) -> dict[str, Any]:
    # What a seat knows, of a deal whose other hand is not known or is nobody's to see.
    own, opponent = deal.get(seat, {}), dict(deal.get(other(seat), {}))
    if "talon" in deal and "discard" in own:
        raise InputError(
            f"talon: with {seat}'s hand alone, expected what {seat} drew, as in "
            '"drawn": "9S 8S KH", and no talon'
        )
    if "discard" in opponent:
        thrown = parse_hand(opponent.pop("discard"), f"{other(seat)} discard")
        opponent = {"took": count_cards(thrown), **opponent}
    if "dealt" in opponent:
        dealt = parse_hand(opponent["dealt"], f"what {other(seat)} was dealt")
        if not has_carte_blanche(dealt) or is_silent(opponent.get("calls")):
            del opponent["dealt"]
    about = {key: value for key, value in deal.items() if key not in (*SEATS, "talon")}
    return {**about, "seat": seat, **own, "opponent": opponent}


def _read_view(given: object, call: str | None, kind: str | None) -> Seen:
    asked = given if isinstance(given, dict) else {}
    if kind is None:
        has_called = bool("calls" in asked or asked.get("play"))
        is_to_call = "class" in asked or not has_called
        kind = DISCARD if "discard" not in asked else CALL if is_to_call else CARD
    if kind == CALL and asked.get("play") == "":
        given = {key: value for key, value in asked.items() if key != "play"}
    view = require_object(given, _KEYS[kind], "deal")
    rules = read_rules(view.get("rules", "rubicon"))
    if kind == CARD:
        check_solvable(rules)
    seat = SEATS.index(name_seat(view.get("seat")))
    own, theirs = SEATS[seat], SEATS[1 - seat]
    opponent = require_object(view.get("opponent", {}), _OPPONENT_KEYS[kind], "opponent")
    took = opponent.get("took")
    if took is not None:
        took = _read_number(took, "opponent took")
    shown = _read_shown(opponent.get("dealt"), f"what {theirs} was dealt", rules.pack)
    seen = Seen(kind, rules, seat, 0, took, shown, heading=read_heading(view))
    for key in ("dealt", "drawn")[: 1 if kind == DISCARD else 2]:
        if key not in view:
            raise InputError(f"{own}: {key} is missing")
    if kind == DISCARD:
        hand = parse_hand(view["dealt"], f"{own} dealt", rules.pack, cards=HAND_CARDS)
        return replace(seen, dealt=hand)
    if took is None:
        raise InputError("opponent: took is missing")
    seen = _read_exchange(seen, view, opponent)
    if kind == CARD:
        return _follow_view(_read_calls(seen, view, opponent), view.get("play", ""))
    call = view.get("class", CLASSES[0]) if call is None else call
    check_asked(call=call)
    seen = replace(seen, first=CLASSES.index(call))
    _check_seen(seen)
    return _read_calls(seen, view, opponent)


def _read_number(value: object, what: str) -> int:
    # Points or cards.
    return read_whole(what, value, most=_MOST_NUMBER)


def _read_shown(given: Any, what: str, pack: int) -> int:
    if given is None:
        return 0
    shown = parse_hand(given, what, pack, cards=HAND_CARDS)
    if not has_carte_blanche(shown):
        raise InputError(
            "opponent dealt: only a carte blanche is shown, and this hand has court cards"
        )
    return shown


def _read_exchange(seen: Seen, view: dict[str, Any], opponent: dict[str, Any]) -> Seen:
    pack, own = seen.rules.pack, SEATS[seen.seat]
    dealt, discard = read_hand(own, view, pack)
    drawn, took = parse_hand(view.get("drawn", "..."), "drawn", pack), count_cards(discard)
    if drawn & dealt:
        raise InputError(f"drawn: {_name_first(drawn & dealt)} was dealt to {own}")
    if count_cards(drawn) != took:
        raise InputError(f"drawn: {count_cards(drawn)} cards for {took} discarded")
    left = parse_hand(view.get("left", "..."), "left", pack)
    if left & (dealt | drawn):
        raise InputError(f"left: {_name_first(left & (dealt | drawn))} is {own}'s own")
    elder, younger = (took, seen.opponent_took)[:: -1 if seen.seat else 1]
    check_took(seen.laws, (elder, younger))
    taken = elder + younger + count_cards(left)
    if taken > seen.laws.stock:
        raise InputError(
            f"talon: elder took {elder}, younger took {younger} and {count_cards(left)} were left: "
            f"{taken} cards, but there are {seen.laws.stock}"
        )
    holds = parse_hand(opponent.get("holds", "..."), "opponent holds", pack)
    for what, cards in (("dealt", seen.opponent_dealt), ("holds", holds)):
        if cards & (dealt | drawn | left):
            card = _name_first(cards & (dealt | drawn | left))
            raise InputError(f"opponent {what}: {own} has seen the {card} elsewhere")
    return replace(seen, dealt=dealt, discard=discard, drawn=drawn, left=left, holds=holds)


def _name_first(cards: int) -> str:
    return format_card(next(iterate_cards(cards)))


def _check_seen(seen: Seen) -> None:
    # Elder sees the cards of the first few that elder leaves; younger draws these first. Younger
    # has seen what elder has shown, and nothing of the talon.
    laws, took = seen.laws, count_cards(seen.discard)
    looks = laws.elder_looks and seen.seat == ELDER_SEAT
    looked = min(laws.elder_most - took, laws.stock - took) if looks else 0
    drawn = min(looked, seen.opponent_took)
    left, holds = count_cards(seen.left), count_cards(seen.holds)
    if seen.seat != ELDER_SEAT:
        holds = 0
    if (left, holds) != (looked - drawn, drawn):
        raise InputError(
            f"left: with {took} and {seen.opponent_took} cards taken the seat has seen "
            f"{looked - drawn} left and {drawn} that the opponent drew, not {left} and {holds}"
        )


def _read_calls(seen: Seen, view: dict[str, Any], opponent: dict[str, Any]) -> Seen:
    # What was called, answered, heard and counted so far.
    laws, is_elder, theirs = seen.laws, seen.seat == ELDER_SEAT, SEATS[1 - seen.seat]
    own, said, before, now = view.get("calls", "full"), opponent.get("calls", {}), CLASSES, CLASSES
    if seen.kind == CALL:
        own, before = view.get("calls", {}), CLASSES[: seen.place]
        now = () if is_elder else CLASSES[: seen.place + 1]
        asked = {"calls": (own, before), "answers": (view.get("answers", {}), before),
                 "opponent calls": (said, now)}  # fmt: skip
        for name, (given, classes) in asked.items():
            for kind in require_object(given, {*CLASSES, "carte_blanche"}, name):
                if kind not in (*classes, "carte_blanche"):
                    which = CLASSES[seen.place]
                    raise InputError(
                        f"{name}: {kind} is not known when the {which} is to be called"
                    )
    calls = read_calls(SEATS[seen.seat], own, seen.full, evaluate_hand(laws, seen.full), laws)
    calls, heard = calls[: len(before)], _read_heard(said, theirs, laws)
    results, known = _find_results(seen, calls, heard, view.get("answers"))
    counted = require_object(opponent.get("counted", {}), set(CLASSES), "opponent counted")
    for kind, result in zip(before, results, strict=True):
        if counted.get(kind) is not None and result != THEIRS:
            raise InputError(f"opponent counted: {kind}: {theirs}'s is not good")
    points = tuple(
        UNKNOWN if counted.get(kind) is None
        else _read_number(counted[kind], f"opponent counted {kind}")
        for kind in CLASSES
    )  # fmt: skip
    return replace(
        seen, calls=calls, results=results, heard=(*known, *heard[len(known) : len(now)]),
        has_blanche=bool(has_carte_blanche(seen.dealt)) and not is_silent(own),
        counted=points if seen.kind == CARD else (),
    )  # fmt: skip


def _read_heard(given: object, theirs: str, laws: Laws) -> tuple[int, ...]:
    # As in the record of a deal; of a point the length alone will do where pips do not decide.
    calls = require_object({} if given is None else given, set(CLASSES), f"{theirs} calls")
    heard = []
    for kind in CLASSES:
        call, what = calls.get(kind), f"{theirs} calls {kind}"
        if kind == "point" and isinstance(call, dict) and "pips" not in call:
            if laws.point_by_pips:
                raise InputError(f"{what}: pips is missing")
            call = {**call, "pips": 0}
        heard.append(0 if call is None else read_call(kind, call, what))
    return tuple(heard)


def _find_results(
    seen: Seen, calls: tuple[int, ...], heard: tuple[int, ...], answers: object
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    # How the classes that were called stand, and what was heard of the opponent's.
    laws, is_elder = seen.laws, seen.seat == ELDER_SEAT
    if not is_elder and answers is not None:
        raise InputError("answers: only elder gets answers; younger's view has elder's calls")
    said = require_object({} if answers is None else answers, set(CLASSES), "answers")
    results, heard_at_last = [], []
    for place, (kind, mine, theirs) in enumerate(zip(CLASSES, calls, heard, strict=False)):
        answer = said.get(kind)
        if answer is not None and answer not in tuple(ANSWERS):
            raise InputError(f"answers: {kind}: expected good, not good or equal, got {answer!r}")
        if answer is not None and not mine:
            raise InputError(f"answers: {kind}: elder called none")
        result = _compare(laws, place, mine, theirs) if theirs or not is_elder else OPEN
        if is_elder and mine:
            if answer is None and not theirs:
                raise InputError(f"answers: {kind} is missing; expected good, not good or equal")
            said_result = result if answer is None else ANSWERS[answer]
            if theirs and said_result != result:
                raise InputError(
                    f"answers: {kind}: {answer}, but {word_call(kind, mine)} meets "
                    f"{word_call(kind, theirs)}"
                )
            result = said_result
        results.append(result)
        is_heard = not is_elder or result in (THEIRS, LEVEL)
        heard_at_last.append(mine if result == LEVEL else theirs * is_heard)
    return tuple(results), tuple(heard_at_last)


def _compare(laws: Laws, place: int, mine: int, theirs: int) -> int:
    if not mine or not theirs:
        return OWN if mine else THEIRS if theirs else OPEN
    if place == 0 and not theirs & PIPS_MASK:
        if mine >> POINT_SHIFT == theirs >> POINT_SHIFT:
            raise InputError("opponent calls point: pips is missing; both have as many cards")
        return OWN if mine > theirs else THEIRS
    own, other = (int(call_strength(laws, POINT + place, call)) for call in (mine, theirs))
    return LEVEL if own == other else OWN if own > other else THEIRS


def _follow_view(view: Seen, text: object) -> Seen:
    # The view after the cards that have fallen, each checked as far as the seat can see.
    if not isinstance(text, str):
        raise InputError(
            "play: expected text with the cards in the order in which they were played"
        )
    plays = parse_cards(text, "play", view.rules.pack) if text.strip() else ()
    if len(plays) >= 2 * TRICKS:
        raise InputError(f"play: {len(plays)} cards have been played; there is no decision left")
    own, other = SEATS[view.seat], SEATS[1 - view.seat]
    for number, card in enumerate(plays, start=1):
        what = f"play: card {number} (trick {(number + 1) // 2}): {format_card(card)}"
        if view.turn == view.seat:
            if not card & view.legal:
                legal = format_cards(iterate_cards(view.legal))
                raise InputError(f"{what} is not legal; {own}, whose turn it is, may play {legal}")
        elif not card & view.unseen:
            elsewhere = view.dealt | view.drawn | view.left
            why = f"{other} has renounced its suit"
            if card & elsewhere:
                why = f"{own} had it or threw it"
            raise InputError(f"{what} cannot be {other}'s, whose turn it is: {why}")
        view = replace(view, plays=(*view.plays, card))
    if view.turn != view.seat:
        raise InputError(f"play: after {len(plays)} cards it is {other}'s turn, not {own}'s")
    gone = view.holds & view.renounced(1 - view.seat) & ~view.played(1 - view.seat)
    if gone:
        raise InputError(f"opponent holds: {_name_first(gone)}, but {other} has renounced its suit")
    return view


def _cut_view(
    deal: Deal, seat: str | None, call: str | None, card: int | None, trick: int | None, kind: str
) -> Seen:
    if kind == CALL:
        seen = see(deal, SEATS.index(seat or ELDER), CALL, CLASSES.index(call or CLASSES[0]))
        _check_seen(seen)
        return seen
    turns = [course.turn for course in deal.follow()]
    number = _find_card(turns, len(deal.plays), seat, card, trick)
    check_solvable(deal.rules)
    return see(deal, turns[number - 1], CARD, number=number)


def _find_card(
    turns: list[int], played: int, seat: str | None, card: int | None, trick: int | None
) -> int:
    # The number of the card to be played, from 1.
    if trick is not None:
        numbers = (2 * trick - 1, 2 * trick)
        led = [one for one in numbers if one <= len(turns) and SEATS[turns[one - 1]] == seat]
        if not led:
            raise InputError(f"trick: {seat} is not to play in trick {trick} after {played} cards")
        card = led[0]
    if card is None:
        if played == 2 * TRICKS:
            raise InputError("expected --trick, --card or --call: all cards have been played")
        card = played + 1
    if not 1 <= card <= min(played + 1, 2 * TRICKS):
        raise InputError(f"card: expected 1 to {min(played + 1, 2 * TRICKS)}, got {card}")
    if seat is not None and SEATS[turns[card - 1]] != seat:
        raise InputError(f"seat: card {card} is {SEATS[turns[card - 1]]}'s to play, not {seat}'s")
    return card
