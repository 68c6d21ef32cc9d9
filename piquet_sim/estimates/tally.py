"""Tallies: integer counts and sums over deals, which add up in any order, and their estimates."""

from dataclasses import dataclass, field, replace
from operator import add

import numpy as np

from piquet_sim.estimates.estimate import Estimate, estimate_mean, estimate_proportion, know_exactly
from piquet_sim.estimates.intervals import bound_share
from piquet_sim.exact.limits import Limits, limit_amounts
from piquet_sim.game.rules import RUBICON, RuleSet
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
    own: dict[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict)
    """Sums of measures of one's own and of groups, see `running.groups`; none where none is asked
    for."""
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
        return np.arange(1 - size, size), np.bincount(
            (elder - younger + size - 1).ravel(), self.arrays.scores.ravel(), 2 * size - 1
        ).astype(np.int64)

    def merge(self, other: "Tally") -> None:
        """Add the deals of another tally to this one."""
        is_first, adds_none = not self.units, not other.units
        for mine, theirs in zip(self.arrays, other.arrays, strict=True):
            np.add(mine, theirs, out=mine)
        for group, sums in other.own.items():
            before = self.own.get(group)
            self.own[group] = sums if before is None else tuple(map(add, before, sums))
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


def has_same_parts(one: object, other: object) -> bool:
    """Whether all attributes of two objects are equal, arrays number by number."""
    return all(
        np.array_equal(value, vars(other)[name])
        if isinstance(value, np.ndarray)
        else value == vars(other)[name]
        for name, value in vars(one).items()
    )


def find_measure(name: str) -> Measure:
    """The measure with this name.

    Examples
    --------
    >>> find_measure("elder_repique").meaning
    'elder makes a repique'
    """
    return MEASURES[getattr(OF, name)]


# ---- Estimates ----------------------------------------------------------------------------------
def estimate_measure(tally: Tally, measure: Measure | str, rules: RuleSet = RUBICON) -> Estimate:
    """The estimate of one measure from a tally.

    Parameters
    ----------
    tally : Tally
    measure : Measure or str
    rules : RuleSet
        The rules that were played: they say what an amount can be.

    Raises
    ------
    ValueError
        If there are no deals, or they cannot have been played under these rules.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> estimate_measure(simulate("club", "club", n=500).tally, "elder_score").n
    500
    """
    if isinstance(measure, str):
        measure = find_measure(measure)
    total, squares = tally.total(measure.name), tally.total_of_squares(measure.name)
    limits = limit_amounts(rules)[measure.name]
    if limits[0] == limits[1] and total != limits[0] * tally.deals:
        raise ValueError(f"{measure.name}: not played under {rules.name}")
    return estimate_sums(total, squares, tally.units, tally.deals, measure.is_flag, limits)


def estimate_sums(
    total: int, squares: int, units: int, deals: int, is_flag: bool, limits: Limits
) -> Estimate:
    """The estimate of a share or a mean from integer sums over units.

    Parameters
    ----------
    total, squares : int
        Sum over units, and sum of squares.
    units, deals : int
        Independent units, and deals in all of them.
    is_flag : bool
        Whether it is a share of deals.
    limits : tuple of int
        The least and the most that it can be in a deal; where they are equal it is exact.

    Raises
    ------
    ValueError
        If there are no deals.

    Examples
    --------
    >>> estimate_sums(12, 12, units=400, deals=400, is_flag=True, limits=(0, 1)).value
    0.03
    """
    if limits[0] == limits[1]:
        return know_exactly(float(limits[0]), deals)
    if not is_flag:
        return estimate_mean(total, squares, units, deals, limits)
    if units == deals:
        return estimate_proportion(total, deals)
    mean = estimate_mean(total, squares, units, deals, (0, 1))
    low, high, method = bound_share(mean.value, mean.se or 0.0, units)
    return replace(mean, low=low, high=high, method=method)


def estimate_lead(tally: Tally, part: str, rules: RuleSet = RUBICON) -> Estimate:
    """Elder's lead over younger in one part of the score, in points per deal.

    Parameters
    ----------
    tally : Tally
    part : str
        "point", "sequences", "sets", "carte_blanche", "play", "cards", "pique" or "repique".
    rules : RuleSet
        The rules that were played.

    Returns
    -------
    Estimate
        Where a part is never scored by both in one deal the squares of the difference add up from
        those of both seats; otherwise, and in mirrored pairs, the errors of both are added.

    Raises
    ------
    ValueError
        If only one deal was counted.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> lead = estimate_lead(simulate("club", "club", n=500).tally, "cards")
    >>> lead.low < lead.value < lead.high
    True
    """
    from piquet_sim.estimates.differences import subtract_dependent

    elder, younger = (f"{seat}_{part}_mean" for seat in ("elder", "younger"))
    never_both = part != "play" and (part != "carte_blanche" or rules.pack == 32)
    if tally.units < tally.deals or not never_both:
        return subtract_dependent(
            *(estimate_measure(tally, one, rules) for one in (elder, younger))
        )
    limits = limit_amounts(rules)
    return estimate_mean(
        tally.total(elder) - tally.total(younger),
        tally.total_of_squares(elder) + tally.total_of_squares(younger),
        tally.units,
        tally.deals,
        (-limits[younger][1], limits[elder][1]),
    )


def estimate_all(tally: Tally, rules: RuleSet = RUBICON) -> dict[str, Estimate]:
    """All estimates of a tally by name.

    What the strategies make (`first_score` and so on) is left out where deals are not mirrored,
    since it is then what the seats make.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> list(estimate_all(simulate("club", "club", n=500).tally))[:3]
    ['elder_score', 'younger_score', 'difference']
    """
    mirrored = tally.units != tally.deals
    return {
        measure.name: estimate_measure(tally, measure, rules)
        for measure in MEASURES
        if mirrored or not measure.is_of_strategy
    }
