"""What a choice loses against the best of its table.

The best is named without the deals that judge: by a race in other deals, or by what players hold to
be best. Where all rows are listed, these name it and judge. Of drawn rows, another takes the first
one's place only where it is better beyond doubt in the deals that judge.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from piquet_sim.decisions.table import Table
from piquet_sim.estimates.estimate import Estimate, careful_error, know_exactly, negate
from piquet_sim.matches.standing import POINTS

DOUBT = 0.005
"""Maximum chance of a wrong verdict in a race, and again among those judged."""
_FEWEST = 100
"""With fewer deals nothing is beyond doubt: the standard errors are too uncertain."""


@dataclass(frozen=True)
class Effort:
    """How much is done to judge a decision."""

    deals: int
    """At most, for each choice: of a discard half of them choose, and half judge."""
    seconds: float | None = None
    threads: int | None = None
    """By default one for each processor; what comes out does not depend on it, but for `seconds`.
    """


@dataclass(frozen=True)
class Loss:
    """What one decision loses against the best."""

    best: tuple[Any, ...]
    """What is best, the first by name: discards as masks, calls of one class, or cards. The one
    made is among them where nothing is lost."""
    estimate: Estimate
    """How much more the best makes, by the deals or hands that judge: points, or the expected
    settlement where the question has a score; exactly 0 where it was made."""
    choices: int = 0
    """How many choices were looked at: of a discard those in the race."""
    worth: Estimate | None = None
    """What the best discard makes: points, or the expected settlement."""
    points: Estimate | None = None
    """How many points more the best makes, where the settlement judges; it may be fewer."""
    hands: int | None = None
    """For a card: how many hands the opponent could hold."""


def limit_errors(chance: float, verdicts: int) -> float:
    """Standard errors beyond which a number of verdicts are jointly wrong with this chance."""
    return NormalDist().inv_cdf(1 - chance / max(verdicts, 1))


def is_beyond(less: Estimate, limit: float) -> bool:
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
    better = [place for place, gain in gains.items() if is_beyond(gain, limit)]
    return max(better, key=lambda place: gains[place].value, default=0)


def find_loss(
    table: Table, made: int, leaders: list[int],
    list_same: Callable[[Any], tuple[Any, ...]] = lambda choice: (),
    hands: int | None = None,
) -> Loss:  # fmt: skip
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
    hands : int, optional
        As `Loss` has it.
    """
    chosen = [table.choices[place] for place in leaders]
    best = tuple(one for choice in chosen for one in (choice, *list_same(choice)))
    lost = points = know_exactly(0.0)
    if made not in leaders:
        lost, points = (table.compare(leaders[0], made, aim) for aim in (None, POINTS))
    if table.stake.aim == POINTS:
        points = None
    return Loss(best, lost, len(table.choices), points=points, hands=hands)
