"""Tallies: integer counts and sums over deals, which add up in any order."""

from dataclasses import dataclass, field
from operator import add

import numpy as np

from piquet_sim.kernel.batch.batch import TallyArrays, new_tally_arrays
from piquet_sim.kernel.batch.measures import MEASURES, OF, Measure


@dataclass
class Tally:
    """Counts and sums over a set of deals.

    Two tallies of different deals add up to the tally of both, bit for bit, whatever the order;
    memory does not grow with the number of deals (some 300 kB).

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> one, two = (simulate("club", "club", n=500, seed=seed).tally for seed in (1, 2))
    >>> (one + two).deals, one + two == two + one
    (1000, True)
    """

    arrays: TallyArrays = field(default_factory=new_tally_arrays)
    """See `TallyArrays` for what each array counts."""
    own: tuple[int, ...] = ()
    """Sums of measures of one's own, see `running.measures`; none where none is asked for."""
    steadied: tuple[int, ...] = ()
    """Sums with luck taken out of every unit, see `estimates.luck`; none where it is left in."""

    @property
    def units(self) -> int:
        """Independent observations: deals, or pairs where deals are mirrored."""
        return int(self.arrays.counts[0])

    @property
    def deals(self) -> int:
        """Deals counted."""
        return int(self.arrays.counts[1])

    def total(self, name: str) -> int:
        """The sum of a measure over all deals."""
        return int(self.arrays.totals[getattr(OF, name)])

    def total_of_squares(self, name: str) -> int:
        """The sum over units of the square of a measure summed over the unit."""
        return int(self.arrays.squares[getattr(OF, name)])

    def score_counts(self, seat: str) -> np.ndarray:
        """How many deals gave a seat each score: int64, shape (scores,)."""
        return self.arrays.scores.sum(axis=1 if seat == "elder" else 0)

    def difference_counts(self) -> tuple[np.ndarray, np.ndarray]:
        """Elder's score less younger's, and how many deals gave it.

        Returns
        -------
        differences, deals : int64 arrays of the same length
        """
        size = self.arrays.scores.shape[0]
        elder, younger = np.indices(self.arrays.scores.shape)
        counts = np.bincount(
            (elder - younger + size - 1).ravel(), self.arrays.scores.ravel(), 2 * size - 1
        )
        return np.arange(1 - size, size), counts.astype(np.int64)

    def merge(self, other: "Tally") -> None:
        """Add the deals of another tally to this one."""
        is_first, adds_none = not self.units, not other.units
        for mine, theirs in zip(self.arrays, other.arrays, strict=True):
            np.add(mine, theirs, out=mine)
        if self.own and other.own:
            self.own = tuple(map(add, self.own, other.own))
        else:
            self.own = self.own or other.own
        if self.steadied and other.steadied:
            self.steadied = tuple(map(add, self.steadied, other.steadied))
        elif is_first:
            self.steadied = other.steadied
        elif not adds_none:  # of some deals luck was not counted
            self.steadied = ()

    def __add__(self, other: "Tally") -> "Tally":
        both = Tally()
        both.merge(self)
        both.merge(other)
        return both

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Tally)
            and self.own == other.own
            and self.steadied == other.steadied
            and all(map(np.array_equal, self.arrays, other.arrays))
        )


def find_measure(name: str) -> Measure:
    """The measure with this name.

    Examples
    --------
    >>> find_measure("elder_repique").meaning
    'elder makes a repique'
    """
    return MEASURES[getattr(OF, name)]
