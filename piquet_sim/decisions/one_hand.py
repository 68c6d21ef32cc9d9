"""Read a deal in which a seat is to decide: the whole of it, one hand alone, or a view.

A view is the record of a deal of which one hand is known, and is read as one.
"""

from typing import Any

from piquet_sim.deals.call_names import word_call
from piquet_sim.deals.deal import Deal, Hidden, check_took
from piquet_sim.deals.json import (
    HEADING,
    is_silent,
    read_call,
    read_calls,
    read_deal,
    read_hand,
    read_heading,
    read_play,
)
from piquet_sim.decisions.seen import (
    ANSWERS,
    CALL,
    CARD,
    DISCARD,
    HIGHEST_JUDGING_SEED,
    Seen,
    hide,
    see,
)
from piquet_sim.decisions.stake import AIMS
from piquet_sim.exact.play_table_cache import check_solvable
from piquet_sim.game.cards import HAND_CARDS, TRICKS, count_cards, parse_hand
from piquet_sim.game.errors import InputError, read_whole, refuse, suggest
from piquet_sim.game.files import require_object
from piquet_sim.game.laws import PARTIE_DEALS, Laws
from piquet_sim.game.rules import find_rules
from piquet_sim.game.seats import other, read_seat, turn_pair
from piquet_sim.game.terms import CLASSES, ELDER, SEATS
from piquet_sim.game.wording import say_cards
from piquet_sim.kernel.deal.holdings import POINT, call_strength, evaluate_hand, has_carte_blanche
from piquet_sim.kernel.deal.views import ELDER_SEAT, LEVEL, OPEN, OWN, THEIRS
from piquet_sim.kernel.questions.possible_hands import UNKNOWN
from piquet_sim.kernel.tables import PIPS_MASK, POINT_SHIFT
from piquet_sim.matches.standing import JUDGES, check_judge

_BEFORE, _AFTER = {"dealt", "calls"}, {"dealt", "calls", "discard", "drawn", "left", "answers"}
_OWN = {DISCARD: _BEFORE, CALL: _AFTER, CARD: _AFTER}
"""What is said of the seat that is to decide, by the kind of the decision."""
_TOLD = {"took", "dealt", "calls"}
_DEAL = {"rules", *SEATS, *HEADING}
_MOST_NUMBER = 1000


def read_knowledge(
    given: object,
    seat: str | None = None,
    call: str | None = None,
    card: int | None = None,
    trick: int | None = None,
    kind: str | None = None,
) -> Seen:
    """Read what a seat knows when it is to decide.

    In a view, `left` gives the cards of the talon that the seat has seen and nobody took, and
    `calls` its own. Of the `opponent`, `took` is how many cards they took, `holds` the cards that
    they have shown (or what elder saw and younger drew), `counted` their points for a class, and
    `dealt` a hand shown for carte blanche. For a point, the `length` is enough if the pips are not
    known. Elder's view has `answers` to what elder called (``{"point": "good", "set": "not
    good"}``, or `equal`), and in the opponent's `calls` what younger has counted after the first
    lead. For a card everything except `seat`, `dealt`, `discard`, `drawn` and `took` may be left
    out. A view for a call has `class`, to be called now, and the `calls` (for elder also the
    `answers`) in the classes before.

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
    >>> seen = read_knowledge({"elder": thrown | called, "younger": {"took": 3}})
    >>> seen.kind, read_knowledge(seen.as_json()) == seen
    ('card', True)
    """
    seat = check_asked(seat, call, card, trick)
    has_number = card is not None or trick is not None
    kind = CARD if has_number else CALL if call is not None else kind
    if isinstance(given, Deal):
        return _cut(read_deal(given), seat, call, card, trick, kind or CARD)
    deal, seat = _write_as_record(given, seat)
    seats = {name: deal[name] for name in SEATS if name in deal}
    if all(isinstance(one, dict) for one in seats.values()):
        known = [name for name, one in seats.items() if "dealt" in one]
        to_throw = [name for name in known if not {"discard", "took"} & seats[name].keys()]
        if seat is None and (to_throw or len(known) == 1):
            seat = (to_throw or known)[0]
        whole = [one for one in known if "discard" in seats[one] and "drawn" not in seats[one]]
        if len(whole) < len(SEATS):
            if has_number:
                raise InputError(
                    "card and trick require the record of a deal; a view ends at the decision"
                )
            if isinstance(given, dict) and set(SEATS) & set(given):
                deal = _hide_other(deal, seat or ELDER)
            return _read_one_hand(deal, seat or ELDER, call, kind)
    read = read_deal(deal)  # such as an ending: it is said what it is
    if not read.plays and "calls" not in seats[seat or ELDER]:
        kind = kind or CALL
    return _cut(read, seat, call, card, trick, kind or CARD)


def check_asked(
    seat: str | None = None,
    call: str | None = None,
    card: int | None = None,
    trick: int | None = None,
    aim: str | None = None,
    score: tuple[int, int] | None = None,
    deal: int = PARTIE_DEALS,
    seed: int = 1,
) -> str | None:
    """Refuse what no deal could be asked with, and give the seat by its name.

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
    if call is not None and call not in CLASSES:
        raise InputError(f"class: {suggest(str(call), CLASSES, 'class')}")
    refuse(
        {
            "card and trick: give only one of them": None not in (card, trick),
            f"trick: expected 1 to {TRICKS}, got {trick}": (
                trick is not None and not 1 <= trick <= TRICKS
            ),
            "trick requires a seat": trick is not None and seat is None,
            f"card: expected 1 to {2 * TRICKS}, got {card}": (
                card is not None and not 1 <= card <= 2 * TRICKS
            ),
        }
    )
    read_whole("seed", seed, most=HIGHEST_JUDGING_SEED)
    check_judge(aim, score, deal, AIMS if call is None else JUDGES)
    return None if seat is None else read_seat(seat)


def _write_as_record(given: object, seat: str | None) -> tuple[dict[str, Any], str | None]:
    # Without its seat, which stands beside; what a view says of both stands under their names.
    if not isinstance(given, dict):
        raise InputError("deal: expected a JSON object, as in {...}")
    own = None if given.get("seat") is None else read_seat(given["seat"])
    if None not in (own, seat) and own != seat:
        raise InputError(f"seat: the deal is asked about by {own}, not by {seat}")
    about = {key: value for key, value in given.items() if key != "seat"}
    if set(SEATS) & set(given):
        return about, own or seat
    seat = read_seat(own or seat)
    theirs = about.pop("opponent", {})
    mine = {key: about.pop(key) for key in _AFTER & about.keys()}
    return {**about, seat: mine, other(seat): theirs}, seat


def _hide_other(deal: dict[str, Any], seat: str) -> dict[str, Any]:
    # What a seat knows, of a deal whose other hand is not known or is nobody's to see.
    opponent = dict(deal.get(other(seat), {}))
    if "talon" in deal and "discard" in deal.get(seat, {}):
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
    return {**{key: value for key, value in deal.items() if key != "talon"}, other(seat): opponent}


def _read_one_hand(given: dict[str, Any], own: str, call: str | None, kind: str | None) -> Seen:
    theirs, asked = other(own), given.get(own, {})
    if given.get("play") == "":
        given = {key: value for key, value in given.items() if key != "play"}
    if kind is None:
        is_to_call = "class" in given or not bool("calls" in asked or given.get("play"))
        kind = DISCARD if "discard" not in asked else CALL if is_to_call else CARD
    require_object(
        given, {DISCARD: _DEAL, CALL: _DEAL | {"class"}, CARD: _DEAL | {"play"}}[kind], "deal"
    )
    mine = require_object(asked, _OWN[kind], own)
    # What is said of the other.
    said = require_object(
        given.get(theirs, {}),
        {DISCARD: _TOLD, CALL: _TOLD | {"holds"}, CARD: _TOLD | {"holds", "counted"}}[kind],
        theirs,
    )
    rules, took = find_rules(given.get("rules", "rubicon")), said.get("took")
    pack, laws, heading = rules.pack, rules.laws(), read_heading(given)
    if kind == CARD:
        check_solvable(rules)
    if took is not None:
        took = read_whole(f"{theirs} took", took, most=_MOST_NUMBER)
    shown = said.get("dealt")
    if shown is not None:
        shown = parse_hand(shown, f"what {theirs} was dealt", pack, cards=HAND_CARDS)
        if not has_carte_blanche(shown):
            raise InputError(
                f"{theirs} dealt: only a carte blanche is shown, and this hand has court cards"
            )
    needed = ("dealt", "drawn")[: 1 if kind == DISCARD else 2]
    refuse({f"{own}: {key} is missing": key not in mine for key in needed})
    seat = SEATS.index(own)
    if kind == DISCARD:
        hand = parse_hand(mine["dealt"], f"{own} dealt", pack, cards=HAND_CARDS)
        return Seen(hide(rules, Hidden(1 - seat, took), hand, shown or 0, heading=heading), kind)
    if took is None:
        raise InputError(f"{theirs}: took is missing")
    dealt, discard = read_hand(own, mine, pack)
    drawn, left = (parse_hand(mine.get(key, "..."), key, pack) for key in ("drawn", "left"))
    holds = parse_hand(said.get("holds", "..."), f"{theirs} holds", pack)
    twice = {
        "drawn": drawn & dealt,
        "left": left & (dealt | drawn),
        f"{theirs} holds": holds & (dealt | drawn | left),
        f"{theirs} dealt": (shown or 0) & (dealt | drawn | left),
    }
    refuse(
        {
            f"drawn: {count_cards(drawn)} cards for {count_cards(discard)} discarded": (
                count_cards(drawn) != count_cards(discard)
            ),
            **{
                f"{what}: {own} has seen the {say_cards(cards)[:2]} elsewhere": cards
                for what, cards in twice.items()
            },
        }
    )
    both = turn_pair((count_cards(discard), took), seat)
    check_took(laws, both)
    if sum(both) + count_cards(left) > laws.stock:
        raise InputError(
            f"talon: elder took {both[0]}, younger took {both[1]} and {count_cards(left)} were "
            f"left: {sum(both) + count_cards(left)} cards, but there are {laws.stock}"
        )
    place = len(CLASSES)
    if kind == CALL:
        call = given.get("class", CLASSES[0]) if call is None else call
        check_asked(call=call)
        place = CLASSES.index(call)
    calls, *heard = _read_said(mine, said, own, dealt & ~discard | drawn, laws, place)
    as_seen = hide(
        rules,
        Hidden(1 - seat, took, holds, *heard),
        dealt,
        shown or 0,
        discard,
        drawn,
        left,
        calls,
        is_silent(mine.get("calls")),
        read_play(given.get("play"), rules),
        heading,
    )
    return _check(Seen(as_seen, kind, place))


def _read_said(
    mine: dict[str, Any], said: dict[str, Any], own: str, hand: int, laws: Laws, place: int
) -> tuple[tuple[int, ...], ...]:
    # What was called; and heard, answered and counted of the other, as `Hidden` has it.
    theirs, is_elder, is_call = other(own), own == ELDER, place < len(CLASSES)
    before = CLASSES[:place]
    now = CLASSES[: place + 1] if not is_elder else () if is_call else CLASSES
    given, answers = mine.get("calls", {} if is_call else "full"), mine.get("answers")
    heard = {} if said.get("calls") is None else said["calls"]
    for name, one, classes in (
        (f"{own} calls", given, before),
        ("answers", answers or {}, before),
        (f"{theirs} calls", heard, now),
    ):
        asked = require_object(one, {*CLASSES, "carte_blanche"}, name) if is_call else ()
        refuse(
            {
                f"{name}: {kind} is not known when the {CLASSES[place]} is to be called": (
                    kind not in (*classes, "carte_blanche")
                )
                for kind in asked
            }
        )
    calls = read_calls(own, given, hand, evaluate_hand(laws, hand), laws)[:place]
    called = _read_heard(heard, theirs, laws)
    results, known = _find_results(laws, is_elder, calls, called, answers)
    points = require_object(said.get("counted", {}), set(CLASSES), f"{theirs} counted")
    refuse(
        {
            f"{theirs} counted: {kind}: {theirs}'s is not good": (
                points.get(kind) is not None and result != THEIRS
            )
            for kind, result in zip(before, results, strict=True)
        }
    )
    counted = tuple(
        UNKNOWN
        if points.get(kind) is None
        else read_whole(f"{theirs} counted {kind}", points[kind], most=_MOST_NUMBER)
        for kind in CLASSES
    )
    return calls, (*known, *called[len(known) : len(now)]), results, () if is_call else counted


def _read_heard(given: object, theirs: str, laws: Laws) -> tuple[int, ...]:
    # As in the record of a deal; of a point the length alone will do where pips do not decide.
    calls, heard = require_object(given, set(CLASSES), f"{theirs} calls"), []
    for kind in CLASSES:
        call, what = calls.get(kind), f"{theirs} calls {kind}"
        if kind == "point" and isinstance(call, dict) and "pips" not in call:
            if laws.point_by_pips:
                raise InputError(f"{what}: pips is missing")
            call = {**call, "pips": 0}
        heard.append(0 if call is None else read_call(kind, call, what))
    return tuple(heard)


def _find_results(
    laws: Laws, is_elder: bool, calls: tuple[int, ...], heard: tuple[int, ...], answers: object
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    # How the classes that were called stand, and what was heard of the opponent's.
    if not is_elder and answers is not None:
        raise InputError("answers: only elder gets answers; younger's view has elder's calls")
    said = require_object({} if answers is None else answers, set(CLASSES), "answers")
    meant, results, at_last = {word: one for one, word in ANSWERS.items()}, [], []
    for place, (kind, mine, theirs) in enumerate(zip(CLASSES, calls, heard, strict=False)):
        answer = said.get(kind)
        refuse(
            {
                f"answers: {kind}: expected good, not good or equal, got {answer!r}": (
                    answer not in (None, *meant)
                ),
                f"answers: {kind}: elder called none": answer is not None and not mine,
            }
        )
        result = _compare(laws, place, mine, theirs) if theirs or not is_elder else OPEN
        if is_elder and mine:
            told = result if answer is None else meant[answer]
            meets = f"{word_call(kind, mine)} meets {word_call(kind, theirs)}"
            refuse(
                {
                    f"answers: {kind} is missing; expected good, not good or equal": (
                        answer is None and not theirs
                    ),
                    f"answers: {kind}: {answer}, but {meets}": theirs and told != result,
                }
            )
            result = told
        results.append(result)
        is_heard = not is_elder or result in (THEIRS, LEVEL)
        at_last.append(theirs * is_heard or mine * (result == LEVEL))
    return tuple(results), tuple(at_last)


def _compare(laws: Laws, place: int, mine: int, theirs: int) -> int:
    if not mine or not theirs:
        return OWN if mine else THEIRS if theirs else OPEN
    if place == 0 and not theirs & PIPS_MASK:
        if mine >> POINT_SHIFT == theirs >> POINT_SHIFT:
            raise InputError("point: pips is missing; both have as many cards")
        return OWN if mine > theirs else THEIRS
    own, others = (int(call_strength(laws, POINT + place, call)) for call in (mine, theirs))
    return LEVEL if own == others else OWN if own > others else THEIRS


def _check(seen: Seen) -> Seen:
    # The cards of the talon that the seat must have seen, and those that have fallen, as far as it
    # can tell.
    known, laws, took = seen.hidden, seen.laws, count_cards(seen.discard)
    theirs = known.took or 0
    if seen.kind == CALL:
        # Elder sees the cards of the first few that elder leaves; younger draws these first.
        looks = laws.elder_looks and seen.seat == ELDER_SEAT
        looked = min(laws.elder_most, laws.stock) - took if looks else 0
        drew, holds = min(looked, theirs), known.holds if seen.seat == ELDER_SEAT else 0
        both = count_cards(seen.left), count_cards(holds)
        if both != (looked - drew, drew):
            raise InputError(
                f"left: with {took} and {theirs} cards taken the seat has seen {looked - drew} "
                f"left and {drew} that the opponent drew, not {both[0]} and {both[1]}"
            )
        return seen
    own, other, number = SEATS[seen.seat], SEATS[known.seat], len(seen.plays)
    gone = known.holds & seen.course.renounced(known.seat) & ~seen.course.played(known.seat)
    refuse(
        {
            f"play: {number} cards have been played; there is no decision left": (
                seen.course.is_over
            ),
            f"play: after {number} cards it is {other}'s turn, not {own}'s": (
                seen.course.turn != seen.seat
            ),
            f"{other} holds: {say_cards(gone)[:2]}, but {other} has renounced its suit": gone,
        }
    )
    return seen


def _cut(
    deal: Deal, seat: str | None, call: str | None, card: int | None, trick: int | None, kind: str
) -> Seen:
    if kind == CALL:
        return _check(
            see(deal, SEATS.index(seat or ELDER), CALL, CLASSES.index(call or CLASSES[0]))
        )
    turns, played = [course.turn for course in deal.follow()], len(deal.plays)
    if trick is not None:
        numbers = (2 * trick - 1, 2 * trick)
        own = [one for one in numbers if one <= len(turns) and SEATS[turns[one - 1]] == seat]
        if not own:
            raise InputError(f"trick: {seat} is not to play in trick {trick} after {played} cards")
        card = own[0]
    number, last = played + 1 if card is None else card, min(played + 1, 2 * TRICKS)
    refuse(
        {
            "expected --trick or --call: all cards have been played": (
                card is None and played == 2 * TRICKS
            ),
            f"card: expected 1 to {last}, got {number}": not 1 <= number <= last,
        }
    )
    turn = turns[number - 1]
    if seat is not None and SEATS[turn] != seat:
        raise InputError(f"seat: card {number} is {SEATS[turn]}'s to play, not {seat}'s")
    check_solvable(deal.rules)
    return see(deal, turn, CARD, number=number)
