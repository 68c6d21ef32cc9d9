"""What a seat knows when it is to call in a class, and what it may call."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from piquet_sim.deals.referee import describe_call, judge_deal, place_draws, read_call
from piquet_sim.game.cards import (
    HAND_CARDS,
    LANE_BITS,
    LANE_MASK,
    RANKS,
    SUITS,
    TEN,
    count_cards,
    format_card,
    format_hand,
    iterate_cards,
    parse_cards,
    parse_hand,
)
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.files import require_object
from piquet_sim.game.laws import Laws
from piquet_sim.game.rules import RuleSet, read_rules
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.base.suit_tables import PIPS_MASK, POINT_SHIFT, SHORTEST_SEQUENCE, TOP_SHIFT
from piquet_sim.kernel.deal.cross_suit_runs import lay_divisions
from piquet_sim.kernel.deal.declarations import RESULT_NAMES
from piquet_sim.kernel.deal.holdings import (
    POINT,
    call_strength,
    evaluate_hand,
    has_carte_blanche,
    holds_sequence,
    holds_set,
)
from piquet_sim.kernel.deal.views import ELDER_SEAT

_KEYS = {
    "rules", "seat", "class", "dealt", "discard", "drawn", "left", "calls", "answers", "opponent",
}  # fmt: skip
_OPPONENT_KEYS = {"took", "dealt", "holds", "calls"}
_ANSWERS = {"good": 1, "not good": -1, "equal": 0}
_MOST_LESSER = 2
"""How many lesser calls are tried in a class: the best."""


@dataclass(frozen=True)
class CallQuestion:
    """What a seat knows when it is to call; cards are masks.

    `read_question` makes it and checks it; here nothing is checked.
    """

    rules: RuleSet
    seat: int
    """0 elder, 1 younger."""
    first: int
    """The class that is to be called now: 0 point, 1 sequence, 2 set."""
    dealt: int
    discard: int
    drawn: int
    left: int
    """Cards of the talon that this seat has seen and nobody took."""
    calls: tuple[int, ...]
    """Own calls in the classes before."""
    answers: tuple[int, ...]
    """Of elder in these: 1 good, 0 equal, -1 not good."""
    heard: tuple[int, ...]
    """Of younger: elder's calls up to the present class; a point may lack its pips."""
    opponent_took: int
    opponent_dealt: int
    """The opponent's dealt hand where it was shown for carte blanche, else 0."""
    opponent_holds: int
    """Cards that elder saw and younger drew."""

    @property
    def laws(self) -> Laws:
        """The rules as kernels see them."""
        return self.rules.laws()

    @property
    def hand(self) -> int:
        """The twelve cards after the exchange."""
        return self.dealt & ~self.discard | self.drawn

    @property
    def best(self) -> tuple[int, int, int]:
        """What one calls who calls everything."""
        return tuple(int(one) for one in evaluate_hand(self.laws, self.hand)[: len(CLASSES)])

    def fits(self, opponent: int) -> bool:
        """Whether a hand of the opponent agrees with what was called and answered.

        Parameters
        ----------
        opponent : int
            Twelve cards after the exchange, of one who calls everything.
        """
        laws = self.laws
        theirs = evaluate_hand(laws, opponent)
        if self.seat != ELDER_SEAT:
            return all(
                call == heard or (place == 0 and call >> POINT_SHIFT << POINT_SHIFT == heard)
                for place, (call, heard) in enumerate(zip(theirs, self.heard, strict=False))
            )
        for place, (call, answer) in enumerate(zip(self.calls, self.answers, strict=True)):
            mine, other = (call_strength(laws, POINT + place, one) for one in (call, theirs[place]))
            if call and (mine > other) - (mine < other) != answer:
                return False
        return True

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
        # What else may be called in a class: whole suits, shorter runs, smaller sets.
        laws, best, hand = self.laws, self.best[place], self.hand
        strength = call_strength(laws, POINT + place, best)
        if place == 0:
            held = (
                evaluate_hand(laws, hand & LANE_MASK << LANE_BITS * suit).point
                for suit in range(SUITS)
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

    def as_json(self) -> dict[str, object]:
        """The question in the form that `read_question` reads."""
        opponent: dict[str, object] = {"took": self.opponent_took}
        if self.opponent_dealt:
            opponent["dealt"] = format_hand(self.opponent_dealt)
        if self.seat == ELDER_SEAT:
            opponent["holds"] = format_hand(self.opponent_holds)
        else:
            opponent["calls"] = _describe(self.heard)
        told = {
            "rules": self.rules.describe(),
            "seat": SEATS[self.seat],
            "class": CLASSES[self.first],
            "dealt": format_hand(self.dealt),
            "discard": format_hand(self.discard),
            "drawn": format_hand(self.drawn),
            "left": format_hand(self.left),
            "calls": _describe(self.calls),
        }
        if self.seat == ELDER_SEAT:
            said = {result: answer for answer, result in _ANSWERS.items()}
            told["answers"] = {
                kind: said[result]
                for kind, result, call in zip(CLASSES, self.answers, self.calls, strict=False)
                if call
            }
        return told | {"opponent": opponent}


def _describe(calls: tuple[int, ...]) -> dict[str, object]:
    described = {}
    for kind, call in zip(CLASSES, calls, strict=False):
        if call:
            described[kind] = describe_call(kind, call)
            if kind == "point" and not call & PIPS_MASK:
                del described[kind]["pips"]
    return described


def read_question(given: object, seat: str | None = None, kind: str | None = None) -> CallQuestion:
    """Read what a seat knows when it is to call.

    Parameters
    ----------
    given : dict
        A view (see ``piquet help advice``), or the record of a deal (`deals.referee.score_deal`),
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
    >>> from piquet_sim.deals.referee import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = describe_deal(Simulation("club", "club").replay_deal(0))
    >>> question = read_question(deal, "younger", "set")
    >>> read_question(question.as_json()) == question
    True
    """
    if isinstance(given, dict) and set(SEATS) & set(given):
        given = _cut(given, _name(seat or SEATS[0], SEATS, "seat"), _find_class(kind or "point"))
    elif seat is not None or kind is not None:
        raise InputError("seat and class require the record of a deal; a view has its own")
    return _read(given)


def _name(given: object, names: tuple[str, ...], what: str) -> str:
    if given not in names:
        raise InputError(suggest(str(given), names, what))
    return str(given)


def _find_class(given: object) -> int:
    return CLASSES.index(_name(given, CLASSES, "class"))


def _read(given: object) -> CallQuestion:
    view = require_object(given, _KEYS, "view")
    for key in ("seat", "dealt", "discard", "drawn", "opponent"):
        if key not in view:
            raise InputError(f"view: {key} is missing")
    rules = read_rules(view.get("rules", "rubicon"))
    laws = rules.laws()
    if laws.across:
        lay_divisions()
    seat = SEATS.index(_name(view["seat"], SEATS, "seat"))
    first = _find_class(view.get("class", CLASSES[0]))
    cards = {}
    for key, number in (("dealt", HAND_CARDS), ("discard", None), ("drawn", None), ("left", None)):
        cards[key] = parse_hand(view.get(key, "..."), key, rules.pack, cards=number)
    if cards["discard"] & ~cards["dealt"]:
        raise InputError(f"discard: {_first(cards['discard'] & ~cards['dealt'])} was not dealt")
    took = count_cards(cards["discard"])
    if count_cards(cards["drawn"]) != took:
        raise InputError(f"drawn: {count_cards(cards['drawn'])} cards for {took} discarded")
    opponent = require_object(view["opponent"], _OPPONENT_KEYS, "opponent")
    if "took" not in opponent:
        raise InputError("opponent: took is missing")
    took_other = opponent["took"]
    if isinstance(took_other, bool) or not isinstance(took_other, int):
        raise InputError(f"opponent took: {took_other!r} is not a whole number")
    _check_numbers(laws, seat, took, took_other)
    holds = parse_hand(opponent.get("holds", "..."), "opponent holds", rules.pack)
    shown = 0
    if opponent.get("dealt") is not None:
        shown = parse_hand(opponent["dealt"], "opponent dealt", rules.pack, cards=HAND_CARDS)
        if not has_carte_blanche(shown):
            raise InputError("opponent dealt: only a carte blanche is shown, and this has courts")
    _check_apart(
        {"dealt": cards["dealt"], "drawn": cards["drawn"], "left": cards["left"],
         "opponent holds": holds, "opponent dealt": shown}
    )  # fmt: skip
    _check_seen(laws, seat, took, took_other, count_cards(cards["left"]), count_cards(holds))
    question = CallQuestion(
        rules, seat, first, cards["dealt"], cards["discard"], cards["drawn"], cards["left"],
        (), (), (), took_other, shown, holds,
    )  # fmt: skip
    return _add_calls(question, view, opponent)


def _add_calls(
    question: CallQuestion, view: dict[str, object], opponent: dict[str, object]
) -> CallQuestion:
    # What was called and answered so far, checked against the own hand.
    calls = require_object(view.get("calls", {}), set(CLASSES), "calls")
    answers = require_object(view.get("answers", {}), set(CLASSES), "answers")
    theirs = require_object(opponent.get("calls", {}), set(CLASSES), "opponent calls")
    before, now = CLASSES[: question.first], CLASSES[: question.first + 1]
    is_elder = question.seat == ELDER_SEAT
    for what, told, known in (
        ("calls", calls, before),
        ("answers", answers, before if is_elder else ()),
        ("opponent calls", theirs, () if is_elder else now),
    ):
        for kind in told:
            if kind not in known:
                raise InputError(f"{what}: {kind} is not known when the {now[-1]} is to be called")
    own = []
    for place, kind in enumerate(before):
        call = 0 if calls.get(kind) is None else read_call(kind, calls[kind], f"calls {kind}")
        if call and call != question.best[place] and call not in question._list_lesser(place):
            raise InputError(f"calls {kind}: it is not held in {format_hand(question.hand)}")
        own.append(call)
    said = []
    for kind, call in zip(before if is_elder else (), own, strict=False):
        answer = answers.get(kind)
        if call and answer is None:
            raise InputError(f"answers: {kind} was called; its answer is missing")
        said.append(_ANSWERS[_name(answer, tuple(_ANSWERS), "answer")] if call else 0)
    heard = []
    for kind in () if is_elder else now:
        call = theirs.get(kind)
        if kind == "point" and isinstance(call, dict) and "pips" not in call:
            call = {**call, "pips": 0}
        heard.append(0 if call is None else read_call(kind, call, f"opponent calls {kind}"))
    return replace(question, calls=tuple(own), answers=tuple(said), heard=tuple(heard))


def _first(cards: int) -> str:
    return format_card(next(iterate_cards(cards)))


def _check_apart(cards: dict[str, int]) -> None:
    seen: dict[str, int] = {}
    for what, some in cards.items():
        for other, others in seen.items():
            if some & others:
                raise InputError(f"{what}: the {_first(some & others)} is among those {other}, too")
        seen[what] = some


def _check_numbers(laws: Laws, seat: int, took: int, took_other: int) -> None:
    elder, younger = (took, took_other) if seat == ELDER_SEAT else (took_other, took)
    most = min(laws.younger_most, laws.stock - elder)
    for who, number, least, highest in (
        ("elder", elder, laws.elder_least, laws.elder_most),
        ("younger", younger, laws.younger_least, most),
    ):
        if not least <= number <= highest:
            raise InputError(f"{who} took {number} cards; {who} may take {least} to {highest}")


def _check_seen(laws: Laws, seat: int, took: int, took_other: int, left: int, holds: int) -> None:
    # Elder sees the cards of the first few that elder leaves; younger draws these first.
    looked = laws.elder_most - took if seat == ELDER_SEAT and laws.elder_looks else 0
    seen = min(looked, laws.stock - took)
    drawn = min(seen, took_other)
    if (left, holds) != (seen - drawn, drawn):
        raise InputError(
            f"left: with {took} and {took_other} cards taken the seat has seen {seen - drawn} left "
            f"and {drawn} that the opponent drew, not {left} and {holds}"
        )


def _cut(deal: dict[str, object], who: str, first: int) -> dict[str, object]:
    # A record without all that is hidden from a seat at the moment.
    scored = judge_deal({**deal, "play": None})
    rules, laws = scored.rules, scored.rules.laws()
    seat = SEATS.index(who)
    other = SEATS[1 - seat]
    talon = parse_cards(deal["talon"], "talon", rules.pack)
    took = [scored.value(f"{one}_exchanged") for one in SEATS]
    blanches = [bool(scored.value(f"{one}_carte_blanche")) for one in SEATS]
    places = place_draws(laws, blanches[0], *took)
    left = holds = 0
    if seat == ELDER_SEAT and laws.elder_looks:
        start = places[0].stop
        looked = sum(talon[start : start + laws.elder_most - took[0]])
        holds = looked & sum(talon[places[1]])
        left = looked & ~holds
    mine, theirs = (
        tuple(scored.value(f"{one}_{kind}_call") for kind in CLASSES) for one in (who, other)
    )
    results = [scored.value(f"{kind}_result") for kind in CLASSES]
    opponent: dict[str, object] = {"took": took[1 - seat]}
    if blanches[1 - seat]:
        opponent["dealt"] = format_hand(scored.value(f"{other}_dealt"))
    view: dict[str, object] = {
        "rules": deal.get("rules", "rubicon"),
        "seat": who,
        "class": CLASSES[first],
        "dealt": format_hand(scored.value(f"{who}_dealt")),
        "discard": format_hand(scored.value(f"{who}_discard")),
        "drawn": format_hand(sum(talon[places[seat]])),
        "left": format_hand(left),
        "calls": _describe(mine[:first]),
        "opponent": opponent,
    }
    if seat == ELDER_SEAT:
        opponent["holds"] = format_hand(holds)
        view["answers"] = {
            kind: {"elder": "good", "younger": "not good", "equal": "equal"}[RESULT_NAMES[result]]
            for kind, call, result in zip(CLASSES[:first], mine, results, strict=False)
            if call
        }
    else:
        heard = []
        for place, call in enumerate(theirs[: first + 1]):
            # Of a point the number is said, and the pips where younger has as many.
            own = scored.calls[1].point
            number = call >> POINT_SHIFT
            is_told = place or laws.point_by_pips or own >> POINT_SHIFT == number
            heard.append(call if is_told else number << POINT_SHIFT)
        opponent["calls"] = _describe(tuple(heard))
    return view
