"""Whether to call: what each way to call makes, against an opponent who draws conclusions.

The deals drawn agree with everything that the seat knows: the cards that it has not seen are all
equally likely, the opponent throws what they would throw from the hand they were dealt, and what
they called and answered fits their hand. In the same deals each way to call is tried. Then both
strategies play on; one that draws conclusions from the calls is misled by what was not called.
"""

from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any

import numpy as np

from piquet_sim.advice.play.call_deals import draw_deals
from piquet_sim.advice.play.call_questions import CallQuestion, find_class, read_question
from piquet_sim.advice.play.candidate_hands import count_fitting
from piquet_sim.deals.branches import number_deals, play_scripts, write_scripts
from piquet_sim.deals.deal import margin
from piquet_sim.deals.json import describe_call
from piquet_sim.deals.simulation import HIGHEST_SEED, Simulation
from piquet_sim.estimates.differences import compare_values
from piquet_sim.estimates.estimate import Estimate, estimate_proportion, estimate_values
from piquet_sim.estimates.limits import limit_amounts
from piquet_sim.estimates.significance import adjust_by_holm, normal_tails
from piquet_sim.game.errors import InputError, check_number
from piquet_sim.game.seats import name_seat
from piquet_sim.game.settlement import PARTIE_DEALS
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.threads import play_ranges
from piquet_sim.kernel.deal.calls import RESULT_NAMES
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.matches.standing import (
    SETTLEMENT,
    Standing,
    check_judge,
    find_judge,
    find_settlements,
)
from piquet_sim.running.provenance import describe_making
from piquet_sim.running.run import count_threads
from piquet_sim.strategies import find_strategy

DEALS = 1_000
MOST_DEALS = 1_000_000
LEVEL = 0.01
"""A way is called better or worse beyond doubt if Holm's adjusted p-value is below this."""

_BATCH = 64
_STAKES = ("repique", "pique", "cards")


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
    """By class how often the call is good; None where nothing is called."""
    chances: dict[str, Estimate]
    """How often the player makes repique, pique and the cards and, with `_against`, the opponent
    does."""

    @property
    def is_doubtless(self) -> bool:
        """Whether it makes more or less than calling everything beyond doubt."""
        return self.chance < LEVEL

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        calls = {
            kind: describe_call(kind, call) if call else None
            for kind, call in zip(CLASSES, self.calls, strict=True)
        }
        good = {
            kind: one.as_json()
            for kind, one in zip(CLASSES, self.good, strict=True)
            if one is not None
        }
        return {
            "call": calls,
            **self.value.as_json(),
            "loses": None if self.loses is None else self.loses.as_json(),
            "adjusted_p": None if self.loses is None else self.chance,
            "good": good,
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

    question: CallQuestion
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
        return tuple(
            kind for kind, heard in zip(CLASSES, self.question.heard, strict=False) if not heard
        )

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
        """As the command line prints it with `--json`."""
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
    given : dict
        What the seat knows, or the record of a deal; see `questions.read_question`.
    seat, kind : str, optional
        Of a record: whose call it is, and in which class.
    deals : int
        How many are played in each way; the standard errors fall with its root.
    strategy : str
        Who plays the seat's cards once all is called.
    opponent : str
        Who exchanges, calls and plays on the other side; one who does not sink at random.
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
    check_call_options(seat, kind, deals, strategy, opponent, seed, threads, aim, score, deal)
    question = read_question(given, seat, kind)
    standing = None
    if score is not None:
        standing = Standing(score[::-1] if question.seat else score, deal)
    judge = find_judge(given, aim, standing, question.rules)
    ways = question.list_ways()
    if len(ways) < 2:
        which = " or ".join(CLASSES[question.first :])
        raise InputError(f"{SEATS[question.seat]} holds no {which} that could be called")
    at = {} if judge.standing is None else judge.standing.seen_from(question.seat)
    table = CallTable(question, strategy, opponent, seed, rows=deals, **at)
    threads = count_threads(threads)
    told = [table.play(way, 0, deals, threads) for way in ways]
    return CallAdvice(
        question, strategy, opponent, deals, seed, tuple(_judge(table, ways, told)), table,
        judge.why_points,
    )  # fmt: skip


def check_call_options(
    seat: str | None, kind: str | None, deals: int, strategy: str, opponent: str, seed: int,
    threads: int | None, aim: str | None = None, score: tuple[int, int] | None = None,
    deal: int = PARTIE_DEALS,
) -> None:  # fmt: skip
    """Refuse what no view and no deal could be asked with; the parameters are `advise_calls`'s.

    Raises
    ------
    InputError
        The message names the parameter.
    """
    if seat is not None:
        name_seat(seat)
    if kind is not None:
        find_class(kind)
    if not 2 <= deals <= MOST_DEALS:
        raise InputError(f"n: expected 2 to {MOST_DEALS:,} deals, got {deals:,}")
    check_number("seed", seed, HIGHEST_SEED)
    count_threads(threads)
    check_judge(aim, score, deal)
    find_strategy(strategy)
    other = find_strategy(opponent)
    if any(other.sinks):
        raise InputError(f"opponent: {other.name} sinks at random; name a player without +sink")


# ---- The deals -----------------------------------------------------------------------------------


class CallTable:
    """Deals that agree with what a seat knows when it is to call, in which ways are tried.

    Parameters
    ----------
    question : CallQuestion
    strategy, opponent, seed
        As for `advise_calls`.
    rows : int
        How many deals are drawn.
    seconds : float, optional
        When to stop drawing, with those that have been found.
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
        self, question: CallQuestion, strategy: str, opponent: str, seed: int, rows: int,
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
        self._threads = threads
        self._simulation = simulation
        dealt, self._thrown = draw_deals(question, other, rows, seed, seconds, least)
        self._dealt = number_deals(dealt)

    def __len__(self) -> int:
        """How many deals were drawn."""
        return len(self._dealt)

    def play(self, calls: tuple[int, int, int], first: int, end: int, threads: int) -> np.ndarray:
        """The records of some of the deals, called in one way."""
        seat, thrown = self.question.seat, self._thrown[first:end]
        discards = {seat: self.question.discard, 1 - seat: thrown}
        scripts = write_scripts(len(thrown), discards, {seat: calls})
        dealt = self._dealt[first:end]

        def play(begin: int, deals: int) -> np.ndarray:
            chosen = slice(begin, begin + deals)
            return play_scripts(self._simulation, dealt[chosen], scripts[chosen])

        return np.concatenate(list(play_ranges(play, len(dealt), _BATCH, threads)))

    def list_margins(self, calls: tuple[int, int, int], first: int, end: int) -> np.ndarray:
        """The player's points less the opponent's in some of the deals, called in one way,
        int64.
        """
        records = self.play(calls, first, end, count_threads(self._threads))
        return margin(records, SEATS[self.question.seat])

    def list_worths(self, calls: tuple[int, int, int], first: int, end: int) -> np.ndarray:
        """The same or, where the table has a score, the expected settlements, float64."""
        return self.judge(self.play(calls, first, end, count_threads(self._threads)))

    def judge(self, records: np.ndarray) -> np.ndarray:
        """What deals played are worth: points less the opponent's, or the expected settlement."""
        seat = self.question.seat
        if self.score is None:
            return margin(records, SEATS[seat])
        own, theirs = (
            records[f"{name}_score"].astype(np.int64) for name in (SEATS[seat], SEATS[1 - seat])
        )
        return find_settlements(seat, self.score, self.deal, own, theirs)


def compare_ways(
    question: CallQuestion, one: np.ndarray, two: np.ndarray, is_partie: bool = False
) -> Estimate:
    """By how much a deal one way to call makes more than another, in common deals.

    Points or, of a partie, the expected settlement.
    """
    least, most = _limit_worths(question, is_partie)
    return compare_values(one, two, limits=(least - most, most - least))


def _limit_worths(question: CallQuestion, is_partie: bool) -> tuple[float, float]:
    return (-inf, inf) if is_partie else limit_amounts(question.rules)["difference"]


def _judge(
    table: CallTable, ways: list[tuple[int, int, int]], told: list[np.ndarray]
) -> list[WayToCall]:
    question, is_partie = table.question, table.score is not None
    own, other = SEATS[question.seat], SEATS[1 - question.seat]
    limits = _limit_worths(question, is_partie)
    points = [table.judge(records) for records in told]
    loses = [compare_ways(question, points[0], one, is_partie) for one in points[1:]]
    adjusted = adjust_by_holm([_find_chance(one) for one in loses])
    judged = []
    for place, (calls, records) in enumerate(zip(ways, told, strict=True)):
        good = tuple(
            None if not call
            else estimate_proportion(
                int((records[f"{kind}_result"] == RESULT_NAMES.index(own)).sum()), len(records)
            )
            for kind, call in zip(CLASSES, calls, strict=True)
        )  # fmt: skip
        chances = {
            f"{stake}{ending}": estimate_proportion(
                int((records[f"{who}_{stake}"] > 0).sum()), len(records)
            )
            for stake in _STAKES
            for who, ending in ((own, ""), (other, "_against"))
        }
        judged.append(
            WayToCall(
                calls,
                estimate_values(points[place], limits=limits),
                loses[place - 1] if place else None,
                adjusted[place - 1] if place else 1.0,
                good,
                chances,
            )
        )
    return [judged[0], *sorted(judged[1:], key=lambda way: way.loses.value)]


def _find_chance(loses: Estimate) -> float:
    # That a difference is as far from none by chance alone.
    if not loses.se:
        return 1.0 if not loses.value else 0.0
    return normal_tails(loses.value / loses.se)
