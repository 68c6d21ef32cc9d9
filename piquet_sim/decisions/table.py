"""What each choice makes in the same deals, all of which the seat may be in.

Rows are drawn, and all count alike: the error is that of a sample, deal by deal, and more can be
played. Or all rows are listed, each with its weight: nothing is sampled, and the error of a
difference is what it would be off by if each weight were off by as much as it is itself.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from piquet_sim.decisions.stake import Stake
from piquet_sim.estimates.differences import compare_values
from piquet_sim.estimates.estimate import Estimate, estimate_normal, estimate_values
from piquet_sim.exact.limits import limit_worths

CLOSE = 1e-9
"""Sums of weights that are equal may differ by so much."""


def add_products(weights: np.ndarray, values: np.ndarray) -> float:
    """A weighted sum that every machine adds up in the same order, as no scalar product is."""
    return float((weights * values).sum())


class Table:
    """Choices of one decision and what each has made so far.

    A kind of decision says in `finish` how some more deals end.

    Parameters
    ----------
    choices : sequence
        In their places.
    stake : Stake
    first : int
        Number of the first deal, where they are numbered.
    weights : float64 array, optional
        Of rows that are listed, not drawn; together 1.
    """

    def __init__(
        self,
        choices: Sequence[Any],
        stake: Stake,
        first: int = 0,
        weights: np.ndarray | None = None,
    ) -> None:
        self.choices, self.stake, self.first, self.weights = list(choices), stake, first, weights
        self.made = [np.zeros((0, 2), np.int16) for _ in self.choices]
        """By place int16[deal, (own, theirs)]."""
        self.kept = [np.zeros((0, 0), np.int16) for _ in self.choices]
        """By place what else is kept of a deal."""

    def finish(
        self, places: list[int], first: int, deals: int
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """How some deals end with the choices at some places.

        Returns
        -------
        scores : int array, shape (deals, places, 2)
        kept : array, shape (deals, places, ...), or None
        """
        raise NotImplementedError

    def deals(self, place: int) -> int:
        """In how many deals a choice was tried."""
        return len(self.made[place])

    def play(self, places: list[int], deals: int) -> None:
        """Play more deals for some choices, which have had equally many so far."""
        scores, kept = self.finish(places, self.first + self.deals(places[0]), deals)
        for column, place in enumerate(places):
            had = self.deals(place)
            self.made[place] = np.concatenate([self.made[place], scores[:, column]])
            if kept is not None:
                new = kept[:, column]
                self.kept[place] = np.concatenate([self.kept[place], new]) if had else new

    # ---- What they make --------------------------------------------------------------------------
    def worths(self, place: int, aim: str | None = None) -> np.ndarray:
        """What a choice makes, deal by deal."""
        return self.stake.worths(self.made[place], aim)

    def mean(self, place: int, aim: str | None = None) -> float:
        """What it makes on average."""
        worths = self.worths(place, aim)
        return float(worths.mean()) if self.weights is None else add_products(self.weights, worths)

    def worth(self, place: int) -> Estimate:
        """The same of deals that were drawn, with its error."""
        return estimate_values(
            self.worths(place), limits=limit_worths(self.stake.rules, self.stake.score)
        )

    def compare(self, one: int, two: int, aim: str | None = None) -> Estimate:
        """How much more one choice makes than another, in the deals that they have in common."""
        common = min(self.deals(one), self.deals(two))
        first, second = (self.worths(place, aim)[:common] for place in (one, two))
        if self.weights is None:
            return compare_values(first, second, limits=self.stake.limit_change(aim))
        less = first - second
        value = add_products(self.weights, less)
        error = sqrt(add_products(self.weights**2, (less - value) ** 2))
        return estimate_normal(value, error if error > CLOSE else 0.0, common)

    def list_leaders(self, leader: int, places: Sequence[int]) -> list[int]:
        """The leader, and those that make as much: in each deal, or over all that are listed."""
        made, most = self.made[leader], self.mean(leader)
        return [
            leader,
            *(
                one
                for one in places
                if one != leader
                and (
                    np.array_equal(self.made[one], made)
                    if self.weights is None
                    else most - self.mean(one) <= CLOSE
                )
            ),
        ]
