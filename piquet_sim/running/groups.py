"""Estimates by group: ``--by elder.longest_suit`` takes every estimate among deals that are alike.

The values of one or two expressions make a group. Let a cell be what one unit (a deal, or a
mirrored pair) has in one group: y deals, and x, the sum of a measure over them. Of each group the
sums over cells of y, of its square and of y times the unit's deals are kept, and of each measure
those of x, of its square and of xy: integers, which add up in any order, in memory that does not
grow with the deals. A group is estimated as ``--given-outcome`` would estimate its deals.

Studies ask for several groupings of the same deals, of which the deals alone are counted
(`OwnMeasures.counted`).
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from piquet_sim.conditions.expression import Deals, read_given
from piquet_sim.conditions.model import All, Condition, simplify
from piquet_sim.conditions.share import find_share
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_ratio
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.quantity import PERCENT, Of, Quantity, Unit
from piquet_sim.estimates.shown import Look, Numbers, Shown
from piquet_sim.estimates.tally import Tally
from piquet_sim.exact.limits import limit_amounts
from piquet_sim.game.errors import InputError, read_known
from piquet_sim.game.wording import count_of
from piquet_sim.kernel.batch.measures import MEASURES, measure_deals
from piquet_sim.kernel.deal.record import AT
from piquet_sim.running.meaning import OWN, find_deals, find_unit
from piquet_sim.running.measures import (
    OF_GROUP,
    OF_MEASURE,
    SHARE,
    WHOLE,
    OwnMeasure,
    OwnMeasures,
    estimate_among,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

_SHOWN = ("difference", "elder_wins")
_SHARES = {one.name for one in MEASURES if one.is_flag}
_MOST_EXACT = 60
"""Groups whose shares are counted exactly."""


def sum_groups(
    asked: OwnMeasures, columns: np.ndarray, deals_per_unit: int
) -> dict[tuple[int, ...], tuple[int, ...]]:
    """The sums of all measures over some units, from the records of their deals.

    Parameters
    ----------
    asked : OwnMeasures
    columns : int64 array, shape (len(COLUMNS), deals)
    deals_per_unit : int

    Returns
    -------
    dict
        Of `WHOLE`, the sums over units of y and its square, then for each measure of one's own of
        x, its square, and xy. Of each group, by the place of its grouping and its values, those of
        y, its square, and y times the unit's deals, then for each standard estimate and each
        measure of one's own as before where `by` makes it. Empty if nothing is asked for.
    """
    if not asked:
        return {}
    size = columns.shape[1]
    deals = Deals(lambda name: columns[getattr(AT, name)], asked.rules.pack)

    def compute(one: OwnMeasure) -> np.ndarray:
        return np.broadcast_to(np.asarray(one.expression.compute(deals), np.int64), size)

    there = np.ones(size, bool) if asked.outcome is None else compute(asked.outcome) != 0
    own = [compute(one) for one in asked.measures]
    counted = [there, *(values * there for values in own)]
    y, *measured = (values.reshape(-1, deals_per_unit).sum(axis=1) for values in counted)
    sums = [y, y * y, *(part for x in measured for part in (x, x * x, x * y))]
    whole = {WHOLE: tuple(int(part.sum()) for part in sums)}
    unit, rows = np.arange(size) // deals_per_unit, np.ones((1, size), np.int64)
    standard = np.zeros((len(MEASURES), size if asked.by else 0), np.int16)
    measure_deals(columns, standard.shape[1], standard)
    for place, keys in enumerate(asked.groupings if there.any() else ()):
        if keys:
            cell = np.array([*map(compute, keys), unit])[:, there]
            every = rows if place else np.concatenate([rows, standard, *(one[None] for one in own)])
            whole |= _sum_cells(place, cell, every[:, there])
    return whole


def _sum_cells(
    place: int, cell: np.ndarray, rows: np.ndarray
) -> dict[tuple[int, ...], tuple[int, ...]]:
    # The sums of the groups of a grouping, from the values and the unit of each deal, and from a
    # row of ones before those of its measures.
    every = np.bincount(cell[-1])
    order = np.lexsort(cell[::-1])
    cell, rows = cell[:, order], rows[:, order]
    first = _find_first(cell)
    cell, (y, *measured) = cell[:, first], np.add.reduceat(rows, first, axis=1)
    parts = [y, y * y, y * every[cell[-1]]]
    parts += [part for x in measured for part in (x, x * x, x * y)]
    first = _find_first(cell[:-1])
    totals = np.add.reduceat(np.array(parts), first, axis=1).T.tolist()
    keys = cell[:-1, first].T.tolist()
    return {(place, *key): tuple(sums) for key, sums in zip(keys, totals, strict=True)}


def _find_first(sorted_columns: np.ndarray) -> np.ndarray:
    # Where a column differs from the one before.
    differs = (np.diff(sorted_columns, axis=1) != 0).any(axis=0)
    return np.flatnonzero(np.concatenate([[True], differs]))


@dataclass(frozen=True, repr=False)
class Groups(Shown):
    """The estimates of each group of a run that was asked for ``by``.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> groups = simulate("club", "club", n=1_000, by="elder.carte_blanche").groups
    >>> groups.table("difference").columns.tolist()[:3]
    ['elder.carte_blanche', 'estimate', 'value']
    """

    simulation: Simulation
    asked: OwnMeasures
    tally: Tally
    place: int = 0
    """Of the grouping among those asked for."""

    @property
    def names(self) -> list[str]:
        """What the groups are made by: labels or expressions."""
        return [one.name for one in self.asked.groupings[self.place]]

    @cached_property
    def sums(self) -> dict[tuple[int, ...], tuple[int, ...]]:
        """The sums of each group (`sum_groups`) by its values, in rising order."""
        own = sorted(self.tally.own.items())
        return {key[1:]: sums for key, sums in own if key[:1] == (self.place,)}

    def count(self, *key: int) -> int:
        """How many deals a group has."""
        return self.sums.get(key, (0,))[0]

    def share(self, *key: int) -> Estimate:
        """The share of a group among the deals that are counted."""
        y, yy, both = self.sums.get(key, (0, 0, 0))[:OF_GROUP]
        every, squares = self.tally.own[WHOLE][:2]
        return estimate_ratio((y, every, yy, squares, both), True, (0, 1))

    @cached_property
    def estimates(self) -> dict[tuple[int, ...], dict[str, Estimate]]:
        """All estimates by the values of the group, the groups in rising order."""
        limits = limit_amounts(self.simulation.rules)
        kinds = [(one.name, one.is_flag, limits[one.name]) for one in MEASURES]
        own = [(one.name, one.expression) for one in self.asked.measures]
        kinds += [(name, one.is_yes, one.limits) for name, one in own]
        known = self._count_shares(list(self.sums))
        return {
            key: {SHARE: replace(self.share(*key), exact=known.get(key))}
            | {
                name: estimate_among(*sums[:2], *sums[at : at + OF_MEASURE], is_yes, ends)
                for at, (name, is_yes, ends) in zip(
                    range(OF_GROUP, len(sums), OF_MEASURE), kinds, strict=True
                )
            }
            for key, sums in self.sums.items()
        }

    def _count_shares(self, keys: list[tuple[int, ...]]) -> dict[tuple[int, ...], Fraction]:
        # Exact shares, where the groups follow from the cards dealt and can be counted.
        given, rules = self.simulation.given, self.simulation.rules
        if self.asked.outcome is not None or len(keys) > _MOST_EXACT:
            return {}

        from piquet_sim.conditions.dealing import allot_condition

        def count(condition: Condition) -> Fraction | None:
            share = find_share(simplify(condition, rules.pack), rules)
            return allot_condition(condition, rules).probability if share is None else share

        of, known = (Fraction(1) if given is None else count(given.condition)), {}
        for key in keys if of is not None else ():
            said = " and ".join(
                f"({one.text}) == {value}"
                for one, value in zip(self.asked.groupings[self.place], key, strict=True)
            )
            try:
                condition, _ = read_given(said, rules)
            except InputError:
                return {}
            share = count(condition if given is None else All((given.condition, condition)))
            if share is not None:
                known[key] = share / of
        return known

    @property
    def of(self) -> Of:
        """What a group has a share of: the deals that are counted."""
        if self.asked.outcome is not None:
            return Of(which=f"in which {self.asked.outcome.text}")
        return find_deals(self.simulation)

    def is_share(self, name: str) -> bool:
        """Whether an estimate is a share of deals, not a mean."""
        own = {one.name: one.expression.is_yes for one in self.asked.measures}
        return name == SHARE or own.get(name, name in _SHARES)

    def numbers(self, *names: str) -> Numbers:
        """The share of each group, and some of its estimates: by default who scores more.

        Parameters
        ----------
        names : str
            Estimates, beside measures of one's own.
        """
        measured = [one.name for one in self.asked.measures]
        units: dict[str, Unit] = {
            name: PERCENT if self.is_share(name) else OWN if name in measured else find_unit(name)
            for name in (*(names or _SHOWN), *measured)
        }
        by, own, of = ", ".join(self.names), [], self.of
        for key, one in self.estimates.items():
            group = ", ".join(map(str, key))
            own.append(Quantity(group, group, one[SHARE], of=of, column=f"share of {of.many}"))
            own += [
                Quantity(
                    f"{group} {name}",
                    group,
                    one[name],
                    unit,
                    Of("deal", "of the group"),
                    column=name,
                )
                for name, unit in units.items()
            ]
        own.sort(key=lambda one: one.unit != PERCENT)
        return Numbers(
            f"{self.simulation}, {count_of(self.tally.deals, 'deals')} by {by}",
            own,
            [Claim(f"{count_of(len(self.sums), 'groups')} by {{names}}", (), {"names": by})],
            Look([one.key for one in own if one.of is of]),
        )

    def table(self, *names: str) -> "pd.DataFrame":
        """A tidy data frame: one row for each group and estimate.

        Parameters
        ----------
        names : str
            Estimates; by default `SHARE`, all standard ones, and measures of one's own.

        Returns
        -------
        DataFrame
            The values that make the group, then estimate, value, se, low, high, n, method, and
            exact where the share of a group of dealt cards is counted.

        Raises
        ------
        InputError
            If there is no such estimate.
        """
        import pandas as pd

        rows = []
        for key, estimates in self.estimates.items():
            values = dict(zip(self.names, key, strict=True))
            for name in names or estimates:
                one = estimates[read_known(name, estimates, "estimate", "groups")]
                rows.append({**values, "estimate": name, **one.as_row()})
        return pd.DataFrame(rows)

    def plot(self, estimate: str = SHARE) -> "Figure":
        """One estimate by group, with its mean over all deals: a chart to print.

        Raises
        ------
        InputError
            If there is no such estimate.
        """
        from analyses.charts.groups import draw_groups

        return draw_groups(self, estimate)

    def as_json(self) -> list[dict[str, Any]]:
        """What ``piquet simulate --by … --json`` prints of the groups."""
        return [
            {
                "key": dict(zip(self.names, key, strict=True)),
                "estimates": {name: one.as_json() for name, one in estimates.items()},
            }
            for key, estimates in self.estimates.items()
        ]
