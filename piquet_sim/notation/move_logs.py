"""Deals logged by another program, abartnof/piquet, read as records of play.

Its rules are those of `RUBICON`, but a call counts there only what it names, where under the laws
the lesser sequences and sets of the same class count with it: a deal in which that makes a
difference is refused with both totals. What it logs is read in two forms, one JSON object per line:
the *move log* of a deal, with every decision of both players, and the *state* of a table, what one
player saw of a partie.

Its *game record* (a seed and the commands of one player) holds nothing that the other player did,
which follows from that program's own players: it is refused, with what to save instead.
"""

import re
from collections.abc import Iterator

from piquet_sim.deals.referee import describe_call, format_talon
from piquet_sim.deals.scoring import lay_talon, place_draws
from piquet_sim.game.cards import (
    HAND_CARDS,
    LANE_BITS,
    LANE_MASK,
    RANK_NAMES,
    SUITS,
    count_cards,
    format_cards,
    format_hand,
    iterate_cards,
    pack_mask,
    parse_cards,
    parse_hand,
)
from piquet_sim.game.errors import InputError, shorten
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.base.suit_tables import (
    LANE_POINT,
    PIPS_MASK,
    POINT_SHIFT,
    TOP_MASK,
    TOP_SHIFT,
)
from piquet_sim.kernel.deal.holdings import evaluate_hand

_RULES = RUBICON
_PHASES = {"declare_point": "point", "declare_sequences": "sequence", "declare_sets": "set"}
_POINT = re.compile(r"point of (\d{1,2}) \((\d{1,3})\)")
_SEQUENCE = re.compile(r"(tierce|quart|quint|sixième|septième|huitième) to the (\w+)")
_SET = re.compile(r"(trio|quatorze) of (\w+?)s")
_RUNS = ("tierce", "quart", "quint", "sixième", "septième", "huitième")
_RANKS = {**{name: rank for rank, name in enumerate(RANK_NAMES)}, "jack": RANK_NAMES.index("knave")}
_SUNK = ("sunk", "nothing")
_LONGEST_QUOTE = 60
_HALF_TOLD = (
    "a seed and the commands of one player do not tell what the other did; expected the state of "
    "that table (its events) or its move log (its decisions)"
)
_COMMANDS = re.compile(r"\s*replay +\d+ +\d+ *$", re.MULTILINE)
"""How the game record begins where it is text."""
_YOU, _THEM = "you", "them"
_CATEGORIES = {"point": "point", "sequences": "sequence", "sets": "set"}
_SHAPE = {
    "point": re.compile(r"point of (\d{1,2})(?:, making (\d{1,3}))?"),
    "sequence": re.compile(r"(tierce|quart|quint|sixième|septième|huitième)(?: to the (\w+))?"),
    "set": re.compile(r"(trio|quatorze)(?: of (\w+?)s)?"),
}
"""What the state has of the other player's calls: the size, the rest where it was asked for."""


def is_move_log(given: object) -> bool:
    """Whether an object read from JSON is something that the other program logs."""
    return isinstance(given, dict) and bool(
        "decisions" in given or ("seed" in given and ("events" in given or "record" in given))
    )


def refuse_commands(text: str) -> None:
    """Refuse the other program's game record where it comes as text, with what to save instead.

    Raises
    ------
    InputError
        If the text is such a record.
    """
    if _COMMANDS.match(text):
        line = text[: text.index("replay")].count("\n") + 1
        raise InputError(f"line {line}: replay: {_HALF_TOLD}")


def take_up_log(given: dict[str, object]) -> Iterator[dict[str, object]]:
    """The deals of a log as records, in the form that the referee reads; not yet judged.

    Parameters
    ----------
    given : dict
        Such that `is_move_log`.

    Raises
    ------
    InputError
        If it does not tell everything that a record needs, or contradicts itself.
    """
    if "decisions" in given:
        yield _read_decisions(given)
    elif "events" in given:
        yield from _read_state(given)
    else:
        raise InputError(f"record: {_HALF_TOLD}")


def _read_decisions(given: dict[str, object]) -> dict[str, object]:
    decisions = given["decisions"]
    if not isinstance(decisions, list) or not all(isinstance(one, dict) for one in decisions):
        raise InputError("decisions: expected a list of JSON objects")
    said = {(_read_seat(one), str(one.get("phase"))): one for one in reversed(decisions)}
    exchanged = [said.get((seat, f"{seat}_exchange")) for seat in SEATS]
    if None in exchanged:
        seat = SEATS[exchanged.index(None)]
        raise InputError(f"decisions: expected one of {seat} in the phase {seat}_exchange")
    dealt, discards = (
        [_read_cards(one, key, seat) for one, seat in zip(exchanged, SEATS, strict=True)]
        for key in ("hand", "choice")
    )
    after = [_find_hand(seat, decisions) for seat in SEATS]
    drawn = [
        held & ~(hand & ~thrown) for held, hand, thrown in zip(after, dealt, discards, strict=True)
    ]
    for seat, held, hand, thrown in zip(SEATS, after, dealt, discards, strict=True):
        if held & thrown or (hand & ~thrown) & ~held or count_cards(held) != HAND_CARDS:
            raise InputError(
                f"decisions: {seat}'s hand after the exchange, {format_hand(held)}, is not what "
                f"was kept and as many cards as were thrown"
            )
    plays = _read_plays(decisions, dict(zip(SEATS, after, strict=True)))
    deal = _lay_out(dealt, discards, drawn)
    for seat in SEATS:
        deal[seat]["calls"] = {
            kind: _read_claims(kind, str(said[seat, phase].get("choice")), f"{seat} {phase}")
            for phase, kind in _PHASES.items()
            if (seat, phase) in said
        }
    if plays:
        deal["play"] = " ".join(plays)
    agents = {seat: given.get(f"{seat}_agent") for seat in SEATS}
    deal["players"] = {seat: name for seat, name in agents.items() if name}
    if len(plays) == 2 * HAND_CARDS and all(f"{seat}_score" in given for seat in SEATS):
        deal["totals"] = [given[f"{seat}_score"] for seat in SEATS]
    return deal


def _read_seat(decision: dict[str, object]) -> str:
    seat = decision.get("player")
    if seat not in SEATS:
        raise InputError(f"decisions: player: expected elder or younger, got {_quote(seat)}")
    return seat


def _read_cards(decision: dict[str, object], key: str, seat: str) -> int:
    return parse_hand(decision.get(key), f"decisions: {seat}'s {key}", _RULES.pack)


def _find_hand(seat: str, decisions: list[dict[str, object]]) -> int:
    # The twelve cards after the exchange: those of the first decision after it.
    for one in decisions:
        if one["player"] == seat and not str(one.get("phase")).endswith("_exchange"):
            return _read_cards(one, "hand", seat)
    raise InputError(
        f"decisions: {seat} decides nothing after the exchange, so that the cards drawn are not "
        "told"
    )


def _read_plays(decisions: list[dict[str, object]], left: dict[str, int]) -> list[str]:
    plays = []
    for one in decisions:
        if one.get("phase") != "play":
            continue
        seat, what = one["player"], f"decisions: card {len(plays) + 1}"
        hand = _read_cards(one, "hand", seat)
        if hand != left[seat]:
            raise InputError(
                f"{what}: {seat}'s hand is {format_hand(hand)}; expected {format_hand(left[seat])}"
            )
        if not isinstance(one.get("choice"), str):
            raise InputError(f"{what}: expected a card, got {_quote(one.get('choice'))}")
        (card, *more) = parse_cards(one["choice"], what, _RULES.pack) or (0,)
        if more or not card & hand:
            raise InputError(f"{what}: {_quote(one['choice'])} is not a card of {seat}'s hand")
        left[seat] &= ~card
        plays.append(format_cards([card]))
    return plays


def _lay_out(
    dealt: list[int], discards: list[int], drawn: list[int], unknown: int | None = None
) -> dict[str, object]:
    # A record without calls and play, the draws in the order of suits. Of the seat at the place
    # `unknown`, whose draws are not known, what is dealt is the hand after the exchange.
    took = list(map(count_cards, discards))
    draws = [
        [0] * many if place == unknown else list(iterate_cards(cards))
        for place, (cards, many) in enumerate(zip(drawn, took, strict=True))
    ]
    seen = sum({*(card for hand in (*dealt, *discards, *drawn) for card in iterate_cards(hand))})
    left = iterate_cards(pack_mask(_RULES.pack) & ~seen)
    talon = lay_talon(place_draws(_RULES.laws(), False, *took), draws, left)
    deal: dict[str, object] = {"rules": _RULES.describe()}
    for place, seat in enumerate(SEATS):
        key = "held" if place == unknown else "dealt"
        deal[seat] = {key: format_hand(dealt[place]), "discard": format_hand(discards[place])}
    return {**deal, "talon": format_talon(talon)}


def _read_claims(kind: str, said: str, what: str) -> dict[str, object] | None:
    # The call that is meant by the claims of one class, as JSON has it; None where it is sunk.
    if said in _SUNK:
        return None
    return describe_call(kind, max(_read_claim(kind, one, what) for one in said.split(", ")))


def _read_claim(kind: str, said: str, what: str) -> int:
    if kind == "point" and (found := _POINT.fullmatch(said)):
        return int(found[1]) << POINT_SHIFT | int(found[2])
    found = (_SEQUENCE if kind == "sequence" else _SET).fullmatch(said)
    if kind == "point" or found is None or found[2] not in _RANKS:
        example = {"point": "point of 5 (49)", "sequence": "quart to the ace",
                   "set": "trio of jacks"}[kind]  # fmt: skip
        raise InputError(f"{what}: expected a {kind}, as in {example!r}, or 'sunk', "
                         f"got {_quote(said)}")  # fmt: skip
    size = _RUNS.index(found[1]) + 3 if kind == "sequence" else 3 + (found[1] == "quatorze")
    return size << TOP_SHIFT | _RANKS[found[2]]


# ---- The state of a table: a partie as one player saw it -----------------------------------------


def _read_state(given: dict[str, object]) -> Iterator[dict[str, object]]:
    events = given["events"]
    if not isinstance(events, list) or not all(isinstance(one, dict) for one in events):
        raise InputError("events: expected a list of JSON objects")
    ended = [one.get("deal") for one in events if one.get("kind") == "deal_ends"]
    if not ended:
        raise InputError(
            "events: no deal of this state is finished; expected one, since only then are the "
            "other player's cards known"
        )
    for number in ended:
        deal = _read_seen([one for one in events if one.get("deal") == number], f"deal {number}")
        name = f"deal {number} of seed {given['seed']}, level {given.get('level')}"
        yield {**deal, "name": name, "number": number}


def _read_seen(events: list[dict[str, object]], what: str) -> dict[str, object]:
    # A finished deal: the other's hand is what they played, and their discard what is nowhere.
    begins, ends = _find_event(events, "deal_begins", what), _find_event(events, "deal_ends", what)
    seats = (_YOU, _THEM) if begins.get("elder") == _YOU else (_THEM, _YOU)
    you = seats.index(_YOU)
    played = [one for one in events if one.get("kind") == "played"]
    plays = parse_cards(" ".join(str(one.get("card")) for one in played), what, _RULES.pack)
    hands = [
        sum(card for card, one in zip(plays, played, strict=False) if one.get("who") == who)
        for who in seats
    ]
    if len(plays) != len(played) or list(map(count_cards, hands)) != [HAND_CARDS] * len(SEATS):
        raise InputError(f"{what}: expected {HAND_CARDS} cards played by each player")
    drew = _find_event(events, "drew", what)
    thrown, took = (_gather(drew.get(key), f"{what}: {key}") for key in ("discarded", "drew"))
    if took & ~hands[you] or thrown & (hands[0] | hands[1]):
        raise InputError(f"{what}: what you threw and drew is not what you did not and did play")
    rest = pack_mask(_RULES.pack) & ~(hands[0] | hands[1] | thrown)
    count = next((one.get("count") for one in events
                  if one.get("kind") == "exchanged" and one.get("who") == _THEM), None)  # fmt: skip
    if count_cards(rest) != count:
        raise InputError(
            f"{what}: {count_cards(rest)} cards were seen by nobody, and {_quote(count)} of them "
            "thrown; a state does not say which"
        )
    dealt = [hand & ~took | thrown if place == you else hand for place, hand in enumerate(hands)]
    discards = [thrown if place == you else rest for place in range(len(SEATS))]
    drawn = [took if place == you else 0 for place in range(len(SEATS))]
    deal = _lay_out(dealt, discards, drawn, 1 - you)
    for place, seat in enumerate(SEATS):
        deal[seat]["calls"] = dict(_list_calls(events, seats[place], hands, place, what))
    return deal | {
        "play": format_cards(plays),
        "players": dict(zip(SEATS, seats, strict=True)),
        "score": [begins.get(f"{who}_total") for who in seats],
        "totals": [ends.get(who) for who in seats],
    }


def _find_event(events: list[dict[str, object]], kind: str, what: str) -> dict[str, object]:
    found = next((one for one in events if one.get("kind") == kind), None)
    if found is None:
        raise InputError(f"{what}: expected an event {kind}")
    return found


def _gather(cards: object, what: str) -> int:
    if not isinstance(cards, list):
        raise InputError(f"{what}: expected a list of cards, got {_quote(cards)}")
    return sum(parse_cards(" ".join(map(str, cards)), what, _RULES.pack))


def _list_calls(
    events: list[dict[str, object]], who: str, hands: list[int], place: int, what: str
) -> Iterator[tuple[str, dict[str, object] | None]]:
    laws = _RULES.laws()
    own, others = (evaluate_hand(laws, hands[one]) for one in (place, 1 - place))
    for category, kind in _CATEGORIES.items():
        of_them = [one for one in events if one.get("who") == who]
        said = [str(one.get("said")) for one in of_them
                if one.get("kind") == "called" and one.get("category") == category]  # fmt: skip
        shown = [str(one.get("what")) for one in of_them if one.get("kind") == "showed"]
        shown = [one for one in shown if _find_kind(one) == kind]
        best = getattr(own, kind)
        if who == _YOU and said:
            yield kind, _read_claims(kind, said[0], what)
        elif shown:
            yield kind, _read_claims(kind, ", ".join(shown), what)
        elif said:
            call = _complete(kind, said[-1], best, hands[place], f"{what}: {category}")
            yield kind, describe_call(kind, call) if call else None
        elif best and best <= getattr(others, kind):  # "good" was all that was said
            yield kind, describe_call(kind, best)
        else:
            yield kind, None


def _find_kind(said: str) -> str | None:
    return next((kind for kind, form in _SHAPE.items() if form.match(said)), None)


def _complete(kind: str, said: str, best: int, hand: int, what: str) -> int:
    # A call of which the size is said. It lost or was equal: the best of that size is meant.
    if said in _SUNK:
        return 0
    found = _SHAPE[kind].fullmatch(said)
    if found is None or (kind != "point" and found[2] and found[2] not in _RANKS):
        raise InputError(f"{what}: expected a {kind}, got {_quote(said)}")
    shift = POINT_SHIFT if kind == "point" else TOP_SHIFT
    if kind == "point":
        size, rest = int(found[1]), int(found[2]) if found[2] else None
    else:
        size = _RUNS.index(found[1]) + 3 if kind == "sequence" else 3 + (found[1] == "quatorze")
        rest = _RANKS[found[2]] if found[2] else None
    if rest is None and size == best >> shift:
        return best
    if rest is None and kind == "point" and size == (best >> shift) - 1:
        rest = _shorten_point(hand, best)
    elif rest is None and size == (best >> shift) - 1:
        rest = best & TOP_MASK
    if rest is None:
        raise InputError(f"{what}: {_quote(said)} is not the best held, nor one card short of it")
    return size << shift | rest


def _shorten_point(hand: int, best: int) -> int:
    # The pips of the suit that makes the point without its lowest card.
    lanes = [hand >> LANE_BITS * suit & LANE_MASK for suit in range(SUITS)]
    lane = next(one for one in lanes if int(LANE_POINT[one]) == best)
    return int(LANE_POINT[lane & (lane - 1)]) & PIPS_MASK


def _quote(value: object) -> str:
    return shorten(repr(value), _LONGEST_QUOTE)
