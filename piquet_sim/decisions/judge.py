"""What a choice loses against the best of its table.

The best is named without the deals that judge: by a race in other deals, or by what players hold to
be best. Where all rows are listed, these name it and judge. Of drawn rows, another takes the first
one's place only where it is better beyond doubt in the deals that judge.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import hypot
from statistics import NormalDist
from typing import Any

from piquet_sim.decisions.table import Table
from piquet_sim.estimates.differences import AS_GOOD, TOO_CLOSE, judge_gap
from piquet_sim.estimates.estimate import Estimate, careful_error, know_exactly, negate
from piquet_sim.estimates.intervals import Z_95
from piquet_sim.matches.standing import POINTS, SETTLEMENT

DOUBT = 0.005
"""Maximum chance that a race drops the best, or that another takes its place wrongly."""
_CHANCE = 0.0005
"""Maximum chance of one wrong verdict "beyond doubt": of one in two hundred among ten candidates,
of one in sixty among the 32 discards, calls and cards that a deal can have. It is the same for all,
so that a verdict depends on nothing but what the seat knew."""
_BEYOND = "beyond doubt"
WORSE = f"worse {_BEYOND}"
"""The verdict on an error."""
_LINE = NormalDist().inv_cdf(1 - _CHANCE)
_OPEN = 4.0
"""Standard errors of sampling within which a loss may lie on the other side of the line."""
_FEWEST = 100
"""With fewer deals nothing is beyond doubt: the standard errors are too uncertain."""


@dataclass(frozen=True)
class Effort:
    """How much is done to judge a decision."""

    deals: int
    """At most, for each choice: of a discard half of them choose, and half judge."""
    seconds: float | None = None
    """Without it, more deals, the same for every seed, judge a discard whose verdict is open."""
    threads: int | None = None
    """By default one for each processor; what comes out does not depend on it, but for `seconds`.
    """


@dataclass(frozen=True)
class Doubt:
    """What a difference of two choices may be off by, besides the luck of the deals that judge."""

    reach: float = 0.0
    """The most by which they differ in one deal; 0 where all deals are listed."""
    model: float = 0.0
    """Standard error of the way in which the deals are played on."""

    def is_beyond(self, less: Estimate) -> bool:
        """Whether a choice is worse than the best beyond doubt, that making so much less."""
        return (
            (not self.reach or less.n >= _FEWEST)
            and less.low is not None
            and less.low > 0
            and not judge_gap(less, self.reach)
            and less.value > _LINE * hypot(careful_error(less), self.model)
        )

    def is_open(self, less: Estimate) -> bool:
        """Whether a sample may lie on the wrong side of the line to "worse beyond doubt"."""
        error, nearest = careful_error(less), _LINE * self.model
        return (
            less.value > 0
            and less.value - _OPEN * error < _LINE * hypot(self.model, error)
            and less.value + _OPEN * error > nearest
        )

    def judge(self, less: Estimate, which: str = "worse") -> str:
        """The verdict on a choice that makes so much less than the best."""
        if self.is_beyond(less):
            return f"{which} {_BEYOND}"
        return judge_gap(less, self.reach) or (f"probably {which}" if less.value > 0 else TOO_CLOSE)

    def judge_best(self, gaps: Collection[Estimate]) -> str:
        """The verdict on the best, by how much less each other choice makes."""
        verdicts = {self.judge(gap, "best") for gap in gaps}
        doubts = (TOO_CLOSE, AS_GOOD, "probably best")
        return next((one for one in doubts if one in verdicts), f"best {_BEYOND}")


NO_DOUBT = Doubt()
"""Nothing but the error itself, as where all is listed."""


@dataclass(frozen=True)
class Loss:
    """What one decision loses against the best."""

    best: tuple[Any, ...]
    """What is best, the first by name: discards as masks, calls of one class, or cards. The one
    made is among them where nothing is lost."""
    estimate: Estimate
    """How much more the best makes, by the deals or hands that judge: points, or the expected
    settlement where the question has a score. Of the best itself 0, with the upper limit of
    what the choice next to it may make more."""
    verdict: str
    """In words, as advice has it."""
    doubt: Doubt
    choices: int = 0
    """How many choices were looked at: of a discard those in the race."""
    points: Estimate | None = None
    """How many points more the best makes, where the settlement judges; it may be fewer."""
    hands: int | None = None
    """For a card: how many hands the opponent could hold."""

    @property
    def is_slip(self) -> bool:
        """Whether it is worse than the best: neither as good nor too close to call."""
        return self.estimate.value > 0 and not judge_gap(self.estimate, self.doubt.reach)


def bound_best(gaps: Collection[Estimate]) -> Estimate:
    """What the best may have lost, from how much less each other choice makes."""
    near = min((gap for gap in gaps if gap.low is not None), key=lambda gap: gap.low, default=None)
    if near is None or near.low >= 0:
        return know_exactly(0.0)
    return Estimate(0.0, -near.low / Z_95, 0.0, -near.low, near.n, near.method)


def limit_errors(chance: float, verdicts: int) -> float:
    """Standard errors beyond which a number of verdicts are jointly wrong with this chance."""
    return NormalDist().inv_cdf(1 - chance / max(verdicts, 1))


def exceeds_errors(less: Estimate, limit: float) -> bool:
    """Whether a difference is above 0 by more than so many errors."""
    return (
        less.n >= _FEWEST
        and less.low is not None
        and less.low > 0
        and less.value > limit * careful_error(less)
    )


def find_leader(table: Table, rivals: Collection[int]) -> int:
    """The first place of a table, unless one of some others is better beyond doubt.

    To choose anew between near ones would make the best look better than it is.
    """
    limit = limit_errors(DOUBT, len(rivals))
    gains = {place: negate(table.compare(0, place)) for place in rivals if place}
    better = [place for place, gain in gains.items() if exceeds_errors(gain, limit)]
    return max(better, key=lambda place: gains[place].value, default=0)


def find_doubt(table: Table, leader: int, model: float = 0.0) -> Doubt:
    """The doubt that there is in the differences of a table.

    Parameters
    ----------
    table : Table
    leader : int
    model : float
        Standard error in points. At a score, a point is worth what settlements vary by over what
        points do, in the deals of the leader.
    """
    if table.weights is not None:
        return NO_DOUBT
    varied = float(table.worths(leader, POINTS).std()) if table.stake.aim == SETTLEMENT else 0.0
    scale = float(table.worths(leader).std()) / varied if varied else 1.0
    return Doubt(table.stake.reach, scale * model)


def find_loss(
    table: Table,
    made: int,
    leaders: list[int],
    list_same: Callable[[Any], tuple[Any, ...]] = lambda choice: (),
    model: float = 0.0,
) -> Loss:
    """What the choice at a place loses to the first of the leaders, 0 for one of them.

    Parameters
    ----------
    table : Table
    made : int
        A place.
    leaders : list of int
        Places; the best first.
    list_same : callable
        What else is equal to a choice.
    model : float
        As for `find_doubt`.
    """
    chosen = [table.choices[place] for place in leaders]
    best = tuple(one for choice in chosen for one in (choice, *list_same(choice)))
    doubt, others = find_doubt(table, leaders[0], model), range(len(table.choices))
    if made in leaders:
        gaps = [table.compare(leaders[0], place) for place in others if place not in leaders]
        lost, points, verdict = bound_best(gaps), know_exactly(0.0), doubt.judge_best(gaps)
    else:
        lost, points = (table.compare(leaders[0], made, aim) for aim in (None, POINTS))
        verdict = doubt.judge(lost)
    if table.stake.aim == POINTS:
        points = None
    hands = None if table.weights is None else len(table.weights)
    return Loss(best, lost, verdict, doubt, len(table.choices), points=points, hands=hands)
