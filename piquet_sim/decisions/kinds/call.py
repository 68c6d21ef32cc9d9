"""Whether to call: what each way to call makes, against an opponent who draws conclusions.

The deals drawn agree with everything that the seat knows: the cards that it has not seen are all
equally likely, the opponent throws what they would throw from the hand they were dealt, and a deal
is kept only where they would have called and answered what was heard, or hold just that. In the
same deals each way to call is tried: everything; less in one class (the two best of a shorter suit
or run, or a smaller set) or nothing in it; and nothing at all. Then both strategies play on; one
that draws conclusions from the calls is misled by what was not called.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import comb, inf
from time import monotonic
from typing import Any

import numpy as np

from piquet_sim.deals.branches import number_deals, order_stock, play_scripts, write_scripts
from piquet_sim.deals.deal import lay_talon, margin, place_draws
from piquet_sim.deals.exchange_view import view_call, view_exchange
from piquet_sim.deals.json import describe_call
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.seen import CALL, Knowledge, check_asked, read_knowledge
from piquet_sim.estimates.differences import compare_values, judge_gap
from piquet_sim.estimates.estimate import Estimate, estimate_proportion, estimate_values
from piquet_sim.estimates.significance import adjust_by_holm, normal_tails
from piquet_sim.exact.limits import limit_change, limit_worths
from piquet_sim.game.cards import (
    HAND_CARDS,
    LANE_BITS,
    LANE_MASK,
    RANKS,
    SUITS,
    TEN,
    count_cards,
    iterate_cards,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.settlement import PARTIE_DEALS
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.threads import play_ranges
from piquet_sim.kernel.deal.calls import RESULT_NAMES
from piquet_sim.kernel.deal.holdings import (
    POINT,
    call_strength,
    evaluate_hand,
    has_carte_blanche,
    holds_sequence,
    holds_set,
)
from piquet_sim.kernel.deal.views import ELDER_SEAT, LEVEL, OWN, THEIRS
from piquet_sim.kernel.opponent.hands import find_hands
from piquet_sim.kernel.tables import POINT_SHIFT, SHORTEST_SEQUENCE, TOP_SHIFT
from piquet_sim.matches.standing import SETTLEMENT, find_settlements
from piquet_sim.running.provenance import describe_making
from piquet_sim.running.run import count_threads
from piquet_sim.strategies import Strategy, call_everything, find_strategy

DEALS = 1_000
MOST_DEALS = 1_000_000
DOUBT = 0.01
"""A way is called better or worse beyond doubt if Holm's adjusted p-value is below this."""

_BATCH = 64
_STAKES = ("repique", "pique", "cards")
_MOST_LESSER = 2
"""How many lesser calls are tried in a class: the best."""
_SHORTEST_SUIT = 3
"""A lesser point of fewer cards is as good as none."""
_MOST_HANDS = 100_000
_ATTEMPTS, _FEWEST_ATTEMPTS = 200, 20_000
"""The most deals drawn: for each one wanted, and before giving up because none agrees."""
_FEW_ATTEMPTS = 20
"""The same where fewer will do than are wanted."""
_FOR_OTHER = {THEIRS: OWN, OWN: THEIRS}
"""How a class stands for the other, by how it stands for the seat; else it is level."""


@dataclass(frozen=True)
class WayToCall:
    """What one way to call makes, in deals that all ways have in common."""

    calls: tuple[int, int, int]
    """Point, sequence and set as they are called, 0 for nothing."""
    value: Estimate
    """The player's points less the opponent's, per deal, or the expected settlement."""
    loses: Estimate | None
    """How much less than calling everything; None of that itself."""
    chance: float
    """p-value of `loses` against no difference, adjusted by Holm for all ways; 1 where None."""
    good: tuple[Estimate | None, ...]
    """By class how often the call is good; None if nothing is called."""
    chances: dict[str, Estimate]
    """How often the player makes repique, pique and the cards and, with `_against`, the opponent
    does."""

    @property
    def is_doubtless(self) -> bool:
        """Whether it makes more or less than calling everything beyond doubt."""
        return self.loses is not None and self.chance < DOUBT and not judge_gap(self.loses)

    @property
    def verdict(self) -> str:
        """How it stands beside calling everything; nothing for that itself."""
        if self.loses is None:
            return ""
        which = "worse" if self.loses.value > 0 else "better"
        said = f"{which} beyond doubt" if self.is_doubtless else f"probably {which}"
        return judge_gap(self.loses) or said

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "call": {
                kind: describe_call(kind, call) if call else None
                for kind, call in zip(CLASSES, self.calls, strict=True)
            },
            **self.value.as_json(),
            "loses": None if self.loses is None else self.loses.as_json(),
            "adjusted_p": None if self.loses is None else self.chance,
            "good": {
                kind: one.as_json()
                for kind, one in zip(CLASSES, self.good, strict=True)
                if one is not None
            },
            "chances": {name: one.as_json() for name, one in self.chances.items()},
        }


@dataclass(frozen=True)
class CallAdvice:
    """What each way to call makes.

    Examples
    --------
    >>> from piquet_sim.deals.json import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = describe_deal(Simulation("club", "club").replay_deal(0))
    >>> advice = advise_calls(deal, deals=100, strategy="club", opponent="club")
    >>> advice.ways[0].loses is None
    True
    """

    question: Knowledge
    strategy: str
    opponent: str
    deals: int
    seed: int
    ways: tuple[WayToCall, ...]
    """Calling everything first, then the others, best first."""
    table: "CallTable" = field(repr=False, compare=False)
    """The deals that were played."""
    why_points: str = ""
    """Why the score of the record is not used, where it has one."""

    @property
    def silent_on(self) -> tuple[str, ...]:
        """The classes in which the opponent is known to have called nothing."""
        if self.question.seat == ELDER_SEAT:
            return ()
        pairs = zip(CLASSES, self.question.heard, strict=False)
        return tuple(kind for kind, heard in pairs if not heard)

    @cached_property
    def candidates(self) -> tuple[int, int] | None:
        """How many hands the opponent may hold by the cards seen, and by the calls, too."""
        return count_fitting(self.question)

    @cached_property
    def best(self) -> WayToCall:
        """The way that is to be chosen: everything, unless another is better beyond doubt."""
        better = [
            way for way in self.ways[1:] if way.is_doubtless and way.loses and way.loses.value < 0
        ]
        return min(better, key=lambda way: way.loses.value, default=self.ways[0])

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`.

        Returns
        -------
        dict
            `question` and `origin`; `silent_on`, the classes in which the opponent is known to have
            called nothing; `ways` and `hands`, how many hands the opponent may hold, and how many
            of them fit the calls; `candidates`, the first of which is to be chosen: calling
            everything, unless another is better beyond doubt. Each has `call`, `value`, `gap`,
            `loses` compared with calling everything, `adjusted_p`, how often each class is `good`,
            and `chances` of repique, pique and the cards.
        """
        asked = {
            "view": self.question.as_json(), "strategy": self.strategy, "opponent": self.opponent,
            "deals": self.deals, "seed": self.seed,
        }  # fmt: skip
        if self.table.score is not None:
            asked |= {"aim": SETTLEMENT, "score": list(self.table.score), "deal": self.table.deal}
        if self.why_points:
            asked["score_not_used"] = self.why_points
        ranked = sorted(
            self.ways, key=lambda way: (way is not self.best, way.loses.value if way.loses else 0)
        )
        return {
            "question": asked,
            "origin": describe_making(map(find_strategy, (self.strategy, self.opponent))),
            "silent_on": list(self.silent_on),
            **dict(zip(("ways", "hands"), self.candidates or (), strict=False)),
            "candidates": [
                {**way.as_json(), "gap": self.best.value.value - way.value.value} for way in ranked
            ],
        }


def advise_calls(
    given: object,
    seat: str | None = None,
    kind: str | None = None,
    deals: int = DEALS,
    strategy: str = "expert",
    opponent: str = "expert",
    seed: int = 1,
    threads: int | None = None,
    aim: str | None = None,
    score: tuple[int, int] | None = None,
    deal: int = PARTIE_DEALS,
) -> CallAdvice:
    """The value of calling everything, less, or nothing.

    Parameters
    ----------
    given : dict, Deal or Knowledge
        What the seat knows, or the record of a deal (`knowledge.read_knowledge`).
    seat, kind : str, optional
        In a record: whose call it is, and in which class.
    deals : int
        How many are played in each way; the standard errors fall with its root.
    strategy : str
        The player of the seat's cards once all is called.
    opponent : str
        The player who exchanges, calls and plays on the other side, and does not sink at random.
    seed : int
        The same deals follow from the same seed.
    threads : int, optional
        The deals do not depend on it.
    aim : str, optional
        "difference" or "settlement"; by default the settlement where there is a score.
    score : tuple of two int, optional
        Own and the opponent's totals of the partie before this deal; by default those of the
        record, if it also says its number in the partie.
    deal : int
        With a score: the number of this deal in the partie, 1 to 6.

    Returns
    -------
    CallAdvice
        Values in points a deal or as expected settlements, with standard errors over deals;
        differences from calling everything in common deals, with Holm's adjustment for how many
        ways there are.

    Raises
    ------
    InputError
        If anything contradicts itself, nothing is held that could be called, the opponent does
        not call everything, or hardly any deal agrees with what is known.

    Examples
    --------
    >>> view = {"seat": "elder", "dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87",
    ...         "drawn": "9S 8S KH 9C KD", "opponent": {"took": 3}}
    >>> advice = advise_calls(view, deals=100, strategy="club", opponent="club")
    >>> len(advice.ways), advice.ways[0].good[0].value
    (8, 1.0)
    """
    check_asked(seat, kind or CLASSES[0], aim=aim, score=score, deal=deal, seed=seed)
    check_players(deals, strategy, opponent, threads)
    question = given
    if not isinstance(question, Knowledge):
        question = read_knowledge(given, seat, kind, kind=CALL)
    at, why_points = question.find_stake(aim, score, deal)
    ways = list_ways(question)
    if len(ways) < 2:
        which = " or ".join(CLASSES[question.place :])
        raise InputError(f"{SEATS[question.seat]} holds no {which} that could be called")
    table = CallTable(question, strategy, opponent, seed, rows=deals, threads=threads, **at)
    played = [table.play(way, 0, deals) for way in ways]
    judged = tuple(_judge(table, ways, played))
    return CallAdvice(question, strategy, opponent, deals, seed, judged, table, why_points)


def check_players(deals: int, strategy: str, opponent: str, threads: int | None) -> None:
    """Refuse what no advice on a call could be asked with; the parameters are `advise_calls`'s.

    Raises
    ------
    InputError
        The message names the parameter.
    """
    if not 2 <= deals <= MOST_DEALS:
        raise InputError(f"n: expected 2 to {MOST_DEALS:,} deals, got {deals:,}")
    count_threads(threads)
    find_strategy(strategy)
    other = find_strategy(opponent)
    if any(other.sinks):
        raise InputError(f"opponent: {other.name} sinks at random; name a player without +sink")


# ---- What may be called, and held ----------------------------------------------------------------
def list_ways(question: Knowledge) -> list[tuple[int, int, int]]:
    """The ways to call: everything, in one class less or nothing, and nothing at all.

    Returns
    -------
    list of tuple of three int
        Point, sequence and set; everything first.
    """
    calls = (*question.calls, *question.best[question.place :])
    ways = [calls]
    for place in range(question.place, len(CLASSES)):
        if calls[place]:
            lesser = sorted(_list_lesser(question, place), reverse=True)[:_MOST_LESSER]
            ways += [(*calls[:place], call, *calls[place + 1 :]) for call in (*lesser, 0)]
    nothing = (*question.calls, *(0 for _ in CLASSES[question.place :]))
    return ways if nothing in ways else [*ways, nothing]


def _list_lesser(question: Knowledge, place: int) -> Iterator[int]:
    # What else may be called in a class: other suits of three cards and more, shorter runs,
    # smaller sets.
    laws, hand = question.laws, question.full
    strength = call_strength(laws, POINT + place, question.best[place])
    suits = (hand & LANE_MASK << LANE_BITS * suit for suit in range(SUITS))
    points = (evaluate_hand(laws, cards).point for cards in suits)
    lengths, sizes = range(SHORTEST_SEQUENCE, RANKS + 1), (3, 4)
    runs = (length << TOP_SHIFT | top for length in lengths for top in range(RANKS))
    sets = (size << TOP_SHIFT | rank for size in sizes for rank in range(TEN, RANKS))
    held = (
        (point for point in points if point >> POINT_SHIFT >= _SHORTEST_SUIT),
        (run for run in runs if holds_sequence(laws, hand, run)),
        (one for one in sets if holds_set(laws, hand, one)),
    )
    for call in {int(one) for one in held[place] if one}:
        if call_strength(laws, POINT + place, call) < strength:
            yield call


def count_candidates(question: Knowledge, opponent: int) -> tuple[int, ...]:
    """How many hands younger may hold, by what elder has heard: exact, by going through all.

    Elder calls everything, and younger answers by what they hold. Where elder has nothing to call
    in a class, there is no answer and no hand goes. Which of two hands would more likely be kept is
    left out of account.

    Parameters
    ----------
    question : Knowledge
        What elder knows before calling.
    opponent : int
        Younger's twelve cards after the exchange, by which the answers are given.

    Returns
    -------
    tuple of four int
        Before any call, and after the answers to point, sequence and set.

    Raises
    ------
    InputError
        If it is younger who calls, or elder has seen some of the cards given to younger elsewhere.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = Simulation("club", "club").replay_deal(2)
    >>> question = read_knowledge(deal, "elder", "point")
    >>> count_candidates(question, deal.record["younger_hand"])
    (455, 84, 84, 51)
    """
    if question.seat != ELDER_SEAT:
        raise InputError("candidates: only elder is answered")
    if opponent & ~(question.others | question.holds) or question.holds & ~opponent:
        raise InputError("candidates: younger cannot hold these cards")
    laws, calls = question.laws, question.best
    theirs = evaluate_hand(laws, opponent)
    answers = []
    for place, call in enumerate(calls):
        mine, other = (call_strength(laws, POINT + place, one) for one in (call, theirs[place]))
        answers.append(LEVEL if mine == other else OWN if mine > other else THEIRS)
    asked = (
        replace(question, calls=calls[:said], results=tuple(answers[:said]))
        for said in range(1 + len(CLASSES))
    )
    return tuple(len(find_hands(laws, one.opponent)) for one in asked)


def count_fitting(question: Knowledge) -> tuple[int, int] | None:
    """How many hands the opponent may hold, and how many agree with what has been called: exact.

    Whether the opponent would have kept such a hand is left out of account.

    Returns
    -------
    tuple of two int, or None
        By the cards that the seat has seen, and by the calls and answers, too; None if they are
        more than a hundred thousand, or the opponent has shown a carte blanche.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = Simulation("club", "club").replay_deal(2)
    >>> count_fitting(read_knowledge(deal, "elder", "sequence"))
    (455, 84)
    """
    known = question.opponent
    ways = comb(count_cards(known.pool), known.wanted)
    if question.opponent_dealt or ways > _MOST_HANDS:
        return None
    return ways, len(find_hands(question.laws, known))


# ---- The deals -----------------------------------------------------------------------------------
class CallTable:
    """Deals that agree with what a seat knows when it is to call, in which ways are tried.

    Parameters
    ----------
    question : Knowledge
    strategy, opponent, seed
        As for `advise_calls`.
    rows : int
        How many deals are drawn.
    seconds : float, optional
        When to stop drawing, with the deals drawn so far.
    least : int, optional
        How many will do where few agree with what is known, of twenty times `rows` that are looked
        at; by default all are wanted, and more are looked at.
    score : tuple of two int, optional
        Own and the opponent's totals before the deal, where the settlement judges.
    deal : int
        With a score: the number of the deal in the partie.
    threads : int, optional
        By default one for each processor.

    Raises
    ------
    InputError
        If hardly any deal agrees with what is known.
    """

    def __init__(
        self, question: Knowledge, strategy: str, opponent: str, seed: int, rows: int,
        seconds: float | None = None, least: int | None = None,
        score: tuple[int, int] | None = None, deal: int = PARTIE_DEALS,
        threads: int | None = None,
    ) -> None:  # fmt: skip
        names = (strategy, opponent) if question.seat == ELDER_SEAT else (opponent, strategy)
        simulation = Simulation(*names, rules=question.rules, seed=seed)
        other = (simulation.elder, simulation.younger)[1 - question.seat]
        self.question = question
        self.score: tuple[int, int] | None = score
        self.deal: int = deal
        self._threads = count_threads(threads)
        self._simulation = simulation
        dealt, self._thrown = draw_deals(question, other, rows, seed, seconds, least)
        self._dealt = number_deals(dealt)

    def __len__(self) -> int:
        """How many deals were drawn."""
        return len(self._dealt)

    def play(self, calls: tuple[int, int, int], first: int, end: int) -> np.ndarray:
        """The records of some of the deals, called in one way."""
        seat, thrown = self.question.seat, self._thrown[first:end]
        discards = {seat: self.question.discard, 1 - seat: thrown}
        scripts = write_scripts(len(thrown), discards, {seat: calls})
        dealt = self._dealt[first:end]

        def play(begin: int, deals: int) -> np.ndarray:
            chosen = slice(begin, begin + deals)
            return play_scripts(self._simulation, dealt[chosen], scripts[chosen])

        return np.concatenate(list(play_ranges(play, len(dealt), _BATCH, self._threads)))

    def judge(self, records: np.ndarray, by_points: bool = False) -> np.ndarray:
        """What deals played are worth: points less the opponent's, or the expected settlement."""
        seat = self.question.seat
        if by_points or self.score is None:
            return margin(records, SEATS[seat])
        own, theirs = (
            records[f"{name}_score"].astype(np.int64) for name in (SEATS[seat], SEATS[1 - seat])
        )
        return find_settlements(seat, self.score, self.deal, own, theirs)

    def change(self, call: int) -> tuple[int, int, int]:
        """Everything called, but for the class that is to be called now."""
        place, full = self.question.place, list_ways(self.question)[0]
        return (*full[:place], call, *full[place + 1 :])

    def compare(self, one: int, two: int, first: int = 0, by_points: bool = False) -> Estimate:
        """How much more one call makes than another, classes after it called in full.

        Parameters
        ----------
        one, two : int
            The calls; 0 for none.
        first : int
            The number of the first deal that counts.
        by_points : bool
            Whether in points where the table has a score, too.
        """
        records = (self.play(self.change(call), first, len(self)) for call in (one, two))
        one_worth, two_worth = (self.judge(record, by_points) for record in records)
        limits = limit_change(self.question.rules, None if by_points else self.score)
        return compare_values(one_worth, two_worth, limits=limits)


def _judge(
    table: CallTable, ways: list[tuple[int, int, int]], played: list[np.ndarray]
) -> list[WayToCall]:
    rules, score, seat = table.question.rules, table.score, table.question.seat
    own, other = SEATS[seat], SEATS[1 - seat]
    limits = limit_change(rules, score)
    points = [table.judge(records) for records in played]
    loses = [compare_values(points[0], one, limits=limits) for one in points[1:]]
    adjusted = adjust_by_holm([_find_chance(one) for one in loses])
    judged = []
    for calls, records, worths, less, chance in zip(
        ways, played, points, (None, *loses), (1.0, *adjusted), strict=True
    ):
        good = tuple(
            None if not call
            else _estimate_share(records[f"{kind}_result"] == RESULT_NAMES.index(own))
            for kind, call in zip(CLASSES, calls, strict=True)
        )  # fmt: skip
        chances = {
            f"{stake}{ending}": _estimate_share(records[f"{who}_{stake}"] > 0)
            for stake in _STAKES
            for who, ending in ((own, ""), (other, "_against"))
        }
        value = estimate_values(worths, limits=limit_worths(rules, score))
        judged.append(WayToCall(calls, value, less, chance, good, chances))
    return [judged[0], *sorted(judged[1:], key=lambda way: way.loses.value)]


def _estimate_share(happened: np.ndarray) -> Estimate:
    return estimate_proportion(int(happened.sum()), len(happened))


def _find_chance(loses: Estimate) -> float:
    # That a difference is as far from none by chance alone.
    if not loses.se:
        return 1.0 if not loses.value else 0.0
    return normal_tails(loses.value / loses.se)


def draw_deals(
    question: Knowledge,
    other: Strategy,
    deals: int,
    seed: int,
    seconds: float | None = None,
    least: int | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Cards of deals that agree with what is known, and what the opponent throws in each.

    Parameters
    ----------
    question : Knowledge
    other : Strategy
        Exchanges for the opponent.
    deals : int
        How many are wanted.
    seed : int
    seconds : float, optional
        After so many no more are looked for.
    least : int, optional
        How many are enough; by default all.

    Returns
    -------
    dealt : int64 array, shape (drawn, 3)
        Elder's hand, younger's, and the order of the stock.
    thrown : int64 array, shape (drawn,)

    Raises
    ------
    InputError
        If too few deals agree before the attempts are used up.
    """
    other.prepare()
    laws, seat, took = question.laws, question.seat, count_cards(question.discard)
    until = inf if seconds is None else monotonic() + seconds
    luck = np.random.default_rng(seed)
    dealt, thrown = np.zeros((deals, 3), np.int64), np.zeros(deals, np.int64)
    answers: dict[int, int] = {}
    drawn_deals, attempts = 0, max(_FEWEST_ATTEMPTS, deals * _ATTEMPTS)
    if least is not None:
        attempts = deals * _FEW_ATTEMPTS
    for attempt, (hand, drawn, rest) in enumerate(_imagine(question, luck, attempts)):
        if attempt == _FEWEST_ATTEMPTS and not drawn_deals:
            attempts = attempt
            break
        if monotonic() > until:
            return dealt[:drawn_deals], thrown[:drawn_deals]
        if hand not in answers:
            view = view_exchange(laws, 1 - seat, hand, question.dealt, took, len(answers))
            answers[hand] = other.discard(view)
        discard = answers[hand]
        if count_cards(discard) != question.opponent_took:
            continue
        if not _calls_as_heard(question, other, hand, discard, hand & ~discard | drawn, attempt):
            continue
        dealt[drawn_deals] = _lay_out(question, hand, drawn, rest)
        thrown[drawn_deals] = discard
        drawn_deals += 1
        if drawn_deals == deals:
            return dealt, thrown
    if drawn_deals >= (deals if least is None else least):
        return dealt[:drawn_deals], thrown[:drawn_deals]
    agree = f"view: if {SEATS[1 - question.seat]} exchanges as {other.name} does,"
    if not drawn_deals:
        raise InputError(
            f"{agree} none of {attempts:,} deals agrees with what is known; try another opponent"
        )
    raise InputError(
        f"{agree} only {drawn_deals:,} of {attempts:,} deals agree with what is known; ask for "
        f"{drawn_deals:,} deals at most, or try another opponent"
    )


def _calls_as_heard(
    question: Knowledge, other: Strategy, dealt: int, discard: int, hand: int, luck: int
) -> bool:
    # Whether the opponent, with this hand, would have called and answered what was heard; or has
    # called all of it, as people do.
    if other.call is call_everything or question.fits(hand):
        return question.fits(hand)
    best = evaluate_hand(question.laws, hand)[: len(CLASSES)]
    is_elder = question.seat == ELDER_SEAT
    results: list[int] = []
    calls: list[int] = []
    for place, heard in enumerate(question.calls if is_elder else question.heard):
        view = view_call(
            question.laws, 1 - question.seat, place, best[place], dealt, discard, hand,
            count_cards(question.discard), heard if is_elder else 0, results, luck,
        )  # fmt: skip
        calls.append(other.call(view) if best[place] else 0)
        if is_elder:
            results.append(_FOR_OTHER.get(question.results[place], LEVEL))
    return question.agrees(calls)


def _imagine(
    question: Knowledge, luck: np.random.Generator, attempts: int
) -> Iterator[tuple[int, int, list[int]]]:
    # The opponent's dealt hand, what they drew, and the other cards that nobody has seen.
    pool = list(iterate_cards(question.others & ~question.opponent_dealt))
    wanted = 0 if question.opponent_dealt else HAND_CARDS
    more = question.opponent_took - count_cards(question.holds)
    for _ in range(attempts):
        order = [pool[place] for place in luck.permutation(len(pool))]
        hand = question.opponent_dealt or sum(order[:wanted])
        if has_carte_blanche(hand) and not question.opponent_dealt:
            continue
        drawn = sum(order[wanted : wanted + more]) | question.holds
        yield hand, drawn, order[wanted + more :]


def _lay_out(question: Knowledge, hand: int, drawn: int, rest: list[int]) -> tuple[int, int, int]:
    # Elder's hand, younger's, and the order of the stock, its lowest card number 0.
    turn = 1 if question.seat == ELDER_SEAT else -1
    # Of what younger draws, elder may have seen the first.
    theirs = [*iterate_cards(drawn & question.holds), *iterate_cards(drawn & ~question.holds)]
    hands, draws = (
        (question.dealt, hand)[::turn],
        ([*iterate_cards(question.drawn)], theirs)[::turn],
    )
    places = place_draws(question.laws, bool(has_carte_blanche(hands[0])), *map(len, draws))
    talon = lay_talon(places, draws, (*iterate_cards(question.left), *rest))
    return (*hands, order_stock(talon))
