"""Compare two discards part by part, in common deals."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from piquet_sim.decisions.kinds.discard_table import AGAINST, JUDGED_FROM, DiscardTable, Stopped
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.estimates.differences import judge_gap
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.game.errors import InputError
from piquet_sim.game.threads import count_threads
from piquet_sim.matches.standing import POINTS
from piquet_sim.strategies.learned import prepare_learned

_CONTRAST_FIRST = 2_048
MOST_COMPARED = 1 << 17
"""Maximum number of deals in which two discards are compared."""


@dataclass(frozen=True)
class Contrast:
    """Two discards of a table that keeps parts, by their places: the first less the second."""

    table: DiscardTable = field(repr=False)
    one: int = 0
    two: int = 1

    @cached_property
    def gap(self) -> Estimate:
        """By what judges: points, or the expected settlement."""
        return self.table.compare(self.one, self.two)

    @cached_property
    def points(self) -> Estimate:
        """In points, also in a partie."""
        return self.table.compare(self.one, self.two, POINTS)

    @property
    def is_clear(self) -> bool:
        """Whether one is better than the other (`judge_gap`)."""
        return not judge_gap(self.gap, self.table.stake.reach)

    @cached_property
    def less(self) -> dict[str, np.ndarray]:
        """How much better the first did in each part, by deal; nothing where both are the same.

        Fewer points for the opponent count as better.
        """
        if self.one == self.two:
            return {}
        mine, other = map(self.table.values_of_parts, (self.one, self.two))
        return {
            name: (mine[name] - other[name]) * (-1 if name.endswith(AGAINST) else 1)
            for name in mine
        }

    @cached_property
    def parts(self) -> dict[str, Estimate]:
        """The means of the same, the player's and, with `_against`, the opponent's.

        Those of the points add up to the difference of points.
        """
        return {
            name: estimate_values(values, limits=(least - most, most - least))
            for name, values in self.less.items()
            for least, most in [self.table.part_limits[name]]
        }

    @cached_property
    def together(self) -> dict[str, Estimate]:
        """Parts of the points with the player's and the opponent's in one, by the player's name."""
        return {
            name: estimate_values(values + self.less[name + AGAINST])
            for name, values in self.less.items()
            if name + AGAINST in self.less
        }


def watch_contrast(
    question: Question,
    one: int,
    two: int,
    deals: int = MOST_COMPARED,
    threads: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Contrast]:
    """Two discards in ever more common deals.

    Parameters
    ----------
    question : Question
    one, two : int
        Discards, as masks.
    deals : int
        Maximum number of deals, at least 2.
    threads : int, optional
        By default one for each processor; the deals do not depend on it.
    stop : callable, optional
        Called now and then; True stops it.

    Yields
    ------
    Contrast
        After 2,048 deals, and after each doubling.

    Raises
    ------
    InputError
        If a discard is not in the hand or has an illegal number of cards, or both are the same.
    """
    for discard in (one, two):
        question.check_throw(discard)
    if one == two:
        raise InputError("compare: expected two different discards, got the same one twice")
    prepare_learned()
    trial = DiscardTable(
        question, [one, two], count_threads(threads), JUDGED_FROM, True, stop, lists_hands=True
    )
    deals = trial.limit_deals(deals)
    with suppress(Stopped):
        while trial.deals(0) < deals:
            played = trial.deals(0)
            trial.play([0, 1], min(max(played, _CONTRAST_FIRST), deals - played))
            yield Contrast(trial)
