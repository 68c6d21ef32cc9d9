"""What a seat knows when it is to call in a class, and what it may call."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from piquet_sim.advice.play.exchange_views import (
    SeenExchange,
    cut_exchange,
    describe_exchange,
    describe_heard,
    read_exchange,
    read_heard,
)
from piquet_sim.deals.deal import Deal
from piquet_sim.deals.json import HEADING, read_calls, read_deal
from piquet_sim.game.cards import HAND_CARDS, LANE_BITS, LANE_MASK, RANKS, SUITS, TEN, count_cards
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.files import require_object
from piquet_sim.game.seats import name_seat
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.calls import EQUAL, TO_ELDER, TO_YOUNGER
from piquet_sim.kernel.deal.holdings import (
    POINT,
    call_strength,
    evaluate_hand,
    holds_sequence,
    holds_set,
)
from piquet_sim.kernel.deal.views import ELDER_SEAT, LEVEL, OWN, THEIRS
from piquet_sim.kernel.opponent.knowledge import (
    ANYTHING,
    Knowledge,
    bound_answered,
    bound_heard,
    fits_calls,
)
from piquet_sim.kernel.tables import POINT_SHIFT, SHORTEST_SEQUENCE, TOP_SHIFT

_KEYS = {
    "rules", "seat", "class", "dealt", "held", "discard", "drawn", "left", "calls", "answers",
    "opponent", *HEADING,
}  # fmt: skip
_OPPONENT_KEYS = {"took", "dealt", "holds", "calls"}
_ANSWERS = {"good": 1, "not good": -1, "equal": 0}
_STANDS = {1: OWN, -1: THEIRS, 0: LEVEL}
_MOST_LESSER = 2
"""How many lesser calls are tried in a class: the best."""
_SHORTEST_SUIT = 3
"""A lesser point of fewer cards is as good as none."""


@dataclass(frozen=True)
class CallQuestion(SeenExchange):
    """What a seat knows when it is to call; cards are masks.

    `read_question` makes it and checks it; here nothing is checked.
    """

    first: int
    """The class that is to be called now: 0 point, 1 sequence, 2 set."""
    calls: tuple[int, ...]
    """Own calls in the classes before."""
    answers: tuple[int, ...]
    """Of elder in these: 1 good, 0 equal, -1 not good."""
    heard: tuple[int, ...]
    """Of younger: elder's calls up to the present class; a point may lack its pips."""
    made: int | None = field(default=None, compare=False)
    """What the seat called in this class, where it is cut out of a record; no trial knows it."""

    @property
    def best(self) -> tuple[int, int, int]:
        """What one calls who calls everything."""
        return tuple(int(one) for one in evaluate_hand(self.laws, self.full)[: len(CLASSES)])

    @cached_property
    def opponent(self) -> Knowledge:
        """What this seat knows of the opponent's hand, if the opponent calls everything."""
        laws, bounds = self.laws, [(0, ANYTHING)] * len(CLASSES)
        for place, heard in enumerate(self.heard):
            bounds[place] = bound_heard(laws, POINT + place, heard, 0)
        for place, (call, answer) in enumerate(zip(self.calls, self.answers, strict=False)):
            mine = call_strength(laws, POINT + place, call)
            if call:
                bounds[place] = bound_answered(_STANDS[answer], mine, 0, False)
        return Knowledge(
            self.holds, self.others, HAND_CARDS - count_cards(self.holds), 0,
            self.holds | self.others, *(end for both in bounds for end in both),
        )  # fmt: skip

    def fits(self, opponent: int) -> bool:
        """Whether a hand of the opponent agrees with what was called and answered.

        Parameters
        ----------
        opponent : int
            Twelve cards after the exchange, of one who calls everything.
        """
        return bool(fits_calls(self.laws, self.opponent, opponent))

    def agrees(self, theirs: Sequence[int]) -> bool:
        """Whether calls of the opponent agree with what was called and answered.

        Parameters
        ----------
        theirs : sequence of int
            Point, sequence and set, as far as the classes have been called.
        """
        return all(
            getattr(self.opponent, f"{kind}_least")
            <= call_strength(self.laws, POINT + place, call)
            <= getattr(self.opponent, f"{kind}_most")
            for place, (kind, call) in enumerate(zip(CLASSES, theirs, strict=False))
        )

    def list_ways(self) -> list[tuple[int, int, int]]:
        """The ways to call: everything, in one class less or nothing, and nothing at all.

        Returns
        -------
        list of tuple of three int
            Point, sequence and set; everything first.
        """
        told = (*self.calls, *self.best[self.first :])
        ways = [told]
        for place in range(self.first, len(CLASSES)):
            if not told[place]:
                continue
            lesser = sorted(self._list_lesser(place), reverse=True)[:_MOST_LESSER]
            ways += [(*told[:place], call, *told[place + 1 :]) for call in (*lesser, 0)]
        nothing = (*self.calls, *(0 for _ in CLASSES[self.first :]))
        return ways if nothing in ways else [*ways, nothing]

    def _list_lesser(self, place: int) -> Iterator[int]:
        # What else may be called in a class: other suits of three cards and more, shorter runs,
        # smaller sets.
        laws, best, hand = self.laws, self.best[place], self.full
        strength = call_strength(laws, POINT + place, best)
        if place == 0:
            held = (
                point
                for suit in range(SUITS)
                if (point := evaluate_hand(laws, hand & LANE_MASK << LANE_BITS * suit).point)
                >> POINT_SHIFT
                >= _SHORTEST_SUIT
            )
        elif place == 1:
            runs = (
                length << TOP_SHIFT | top
                for length in range(SHORTEST_SEQUENCE, RANKS + 1)
                for top in range(RANKS)
            )
            held = (run for run in runs if holds_sequence(laws, hand, run))
        else:
            sizes = (size << TOP_SHIFT | rank for size in (3, 4) for rank in range(TEN, RANKS))
            held = (one for one in sizes if holds_set(laws, hand, one))
        for call in {int(one) for one in held if one}:
            if call_strength(laws, POINT + place, call) < strength:
                yield call

    def as_json(self) -> dict[str, Any]:
        """The question in the form that `read_question` reads."""
        view = describe_exchange(self)
        opponent = view.pop("opponent")
        view |= {"class": CLASSES[self.first], "calls": describe_heard(self.calls)}
        if self.seat == ELDER_SEAT:
            said = {result: answer for answer, result in _ANSWERS.items()}
            view["answers"] = {
                kind: said[result]
                for kind, result, call in zip(CLASSES, self.answers, self.calls, strict=False)
                if call
            }
        else:
            opponent["calls"] = describe_heard(self.heard)
        return view | {"opponent": opponent}


def read_question(given: object, seat: str | None = None, kind: str | None = None) -> CallQuestion:
    """Read what a seat knows when it is to call.

    Parameters
    ----------
    given : dict or Deal
        A view (see ``piquet help advice``), or the record of a deal (`deals.json.score_deal`),
        out of which it is cut.
    seat : str, optional
        Of a record: "elder" or "younger"; by default elder.
    kind : str, optional
        "point", "sequence" or "set", the class to be called now; by default that of the view, or
        the point. Of a record, what was called before it is known.

    Raises
    ------
    InputError
        If anything contradicts the laws or itself; the message says what.

    Examples
    --------
    >>> from piquet_sim.deals.json import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = describe_deal(Simulation("club", "club").replay_deal(0))
    >>> question = read_question(deal, "younger", "set")
    >>> read_question(question.as_json()) == question
    True
    """
    if isinstance(given, Deal) or (isinstance(given, dict) and set(SEATS) & set(given)):
        whose, first = name_seat(seat or SEATS[0]), find_class(kind or CLASSES[0])
        return _cut(read_deal(given), SEATS.index(whose), first)
    if seat is not None or kind is not None:
        raise InputError("seat and class require the record of a deal; a view has its own")
    view = require_object(given, _KEYS, "view")
    seen, opponent = read_exchange(view, _OPPONENT_KEYS)
    _check_seen(seen)
    first = find_class(view.get("class", CLASSES[0]))
    calls, answers, heard = _read_calls(seen, first, view, opponent)
    return CallQuestion(**vars(seen), first=first, calls=calls, answers=answers, heard=heard)


def find_class(given: object) -> int:
    """The number of a class: 0 point, 1 sequence, 2 set.

    Raises
    ------
    InputError
        If there is no such class.
    """
    if given not in CLASSES:
        raise InputError(f"class: {suggest(str(given), CLASSES, 'class')}")
    return CLASSES.index(given)


def _check_seen(seen: SeenExchange) -> None:
    # Elder sees the cards of the first few that elder leaves; younger draws these first.
    laws, took = seen.laws, count_cards(seen.discard)
    looks = laws.elder_looks and seen.seat == ELDER_SEAT
    looked = min(laws.elder_most - took, laws.stock - took) if looks else 0
    drawn = min(looked, seen.opponent_took)
    left, holds = count_cards(seen.left), count_cards(seen.holds)
    if (left, holds) != (looked - drawn, drawn):
        raise InputError(
            f"left: with {took} and {seen.opponent_took} cards taken the seat has seen "
            f"{looked - drawn} left and {drawn} that the opponent drew, not {left} and {holds}"
        )


def _read_calls(
    seen: SeenExchange, first: int, view: dict[str, Any], opponent: dict[str, Any]
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    # What was called, answered and heard so far.
    is_elder, whose = seen.seat == ELDER_SEAT, SEATS[seen.seat]
    before, now = CLASSES[:first], CLASSES[: first + 1]
    known = {"calls": before, "answers": before * is_elder}
    told = {name: require_object(view.get(name, {}), set(CLASSES), name) for name in known}
    known["opponent calls"] = () if is_elder else now
    told["opponent calls"] = require_object(
        opponent.get("calls", {}), set(CLASSES), "opponent calls"
    )
    for name, classes in known.items():
        for kind in told[name]:
            if kind not in classes:
                raise InputError(f"{name}: {kind} is not known when the {now[-1]} is to be called")
    laws = seen.laws
    holding = evaluate_hand(laws, seen.full)
    calls = read_calls(whose, told["calls"], seen.full, holding, laws)[:first]
    answers = []
    for kind, call in zip(before * is_elder, calls, strict=False):
        answer = told["answers"].get(kind)
        if call and answer not in _ANSWERS:
            said = "is missing" if answer is None else f"is {answer!r}"
            raise InputError(
                f"answers: {kind} was called, and the answer {said}; expected good, not good or "
                "equal"
            )
        answers.append(_ANSWERS[answer] if call else 0)
    heard = read_heard(told["opponent calls"], SEATS[1 - seen.seat], laws)
    return calls, tuple(answers), heard[: len(known["opponent calls"])]


def _cut(deal: Deal, seat: int, first: int) -> CallQuestion:
    # What a seat knows at the moment, and what it called then.
    seen = cut_exchange(deal, seat)
    _check_seen(seen)
    mine, theirs = deal.called[seat], deal.called[1 - seat]
    results = [deal.before_play.value(f"{kind}_result") for kind in CLASSES]
    answers, heard = (), ()
    if seat == ELDER_SEAT:
        said = {TO_ELDER: 1, TO_YOUNGER: -1, EQUAL: 0}
        answers = tuple(
            said[result] if call else 0 for call, result in zip(mine[:first], results, strict=False)
        )
    else:
        point, *others = theirs[: first + 1]
        is_good = first > 0 and results[0] == TO_ELDER
        has_as_many = point >> POINT_SHIFT == mine[0] >> POINT_SHIFT
        if not (deal.laws.point_by_pips or is_good or has_as_many):
            # Elder has said the number of cards; the pips do not follow.
            point = point >> POINT_SHIFT << POINT_SHIFT
        heard = (point, *others)
    return CallQuestion(
        **vars(seen), first=first, calls=mine[:first], answers=answers, heard=heard,
        made=mine[first],
    )  # fmt: skip
