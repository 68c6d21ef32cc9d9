r"""Your own measures: counted deal by deal in whole numbers, and estimated.

Let y be the number of deals in a unit (a deal, or a mirrored pair) in which the outcome occurred,
and x the sum of a measure over these deals. A measure is counted as the sums of x, :math:`x^2` and
:math:`x y` over units, an outcome as those of y and :math:`y^2`. They are integers of Python: they
add up in any order, and never overflow. Without an outcome, the estimate is computed like all
others; with one, it is the ratio of the sums of x and y (`estimates.ratios`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from piquet_sim.conditions.model import PLACES
from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.estimates.ratios import estimate_ratio
from piquet_sim.estimates.tally import Tally
from piquet_sim.estimates.tally_estimates import estimate_sums
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.kernel.deal.record import AT
from piquet_sim.measures.expressions import FUNCTIONS, NAMES, Columns, Expression, read_expression

MOST_MEASURES = 100
"""The maximum number of your own measures in one run."""


_OF_OUTCOME, _OF_MEASURE = 2, 3
"""Sums of each."""


@dataclass(frozen=True)
class OwnMeasure:
    """A measure of one's own."""

    text: str
    """Its expression in normal form."""
    label: str = ""
    rules: RuleSet = field(default=RUBICON, repr=False, compare=False)

    @property
    def expression(self) -> Expression:
        """What it computes; not kept, so that the measure can be pickled."""
        return read_expression(self.text, self.rules)

    @property
    def name(self) -> str:
        """Its label, or its expression in normal form."""
        return self.label or self.text

    @property
    def is_flag(self) -> bool:
        """Whether its estimate is a share of deals."""
        return self.expression.is_yes

    @property
    def meaning(self) -> str:
        """What the names in it stand for."""
        return self.expression.meaning

    def __str__(self) -> str:
        return f"{self.label}: {self.text}" if self.label else self.text


@dataclass(frozen=True)
class OwnMeasures:
    """Your own measures that a run is asked for.

    Examples
    --------
    >>> asked = read_measures(["long: elder_point >= 6"], "elder_tricks > 6")
    >>> asked.describe()
    {'measures': ['long: elder_point >= 6'], 'given_outcome': 'elder_tricks > 6'}
    """

    measures: tuple[OwnMeasure, ...] = ()
    outcome: OwnMeasure | None = None
    """The measures are taken among the deals in which it is true."""

    def __bool__(self) -> bool:
        return bool(self.measures)

    def describe(self) -> dict[str, Any]:
        """As data, for files, from which `read_measures` makes them again; nothing of none."""
        if not self.measures:
            return {}
        given = {} if self.outcome is None else {"given_outcome": self.outcome.text}
        return {"measures": [str(one) for one in self.measures], **given}

    def __str__(self) -> str:
        given = "" if self.outcome is None else f" given {self.outcome.text}"
        return "; ".join(map(str, self.measures)) + given if self.measures else "none"

    def find(self, written: str) -> OwnMeasure | None:
        """The measure with this label or expression, in whatever spelling; None if there is none.

        Examples
        --------
        >>> read_measures(["elder_point >= 6"]).find("elder_point>=6").name
        'elder_point >= 6'
        """
        if written in self._by_name:
            return self._by_name[written]
        try:
            return self._by_name.get(_read_measure(written).text)
        except InputError:
            return None

    @cached_property
    def _by_name(self) -> dict[str, OwnMeasure]:
        return {one.text: one for one in self.measures} | {one.name: one for one in self.measures}

    # ---- Counting -------------------------------------------------------------------------------
    @property
    def size(self) -> int:
        """How many sums there are."""
        return _OF_OUTCOME + _OF_MEASURE * len(self.measures) if self.measures else 0

    def sum_up_rows(self, rows: np.ndarray, deals_per_unit: int) -> tuple[int, ...]:
        """The sums over some units, from their rows of all columns: int64; see `sum_up`."""
        if not self.measures:
            return ()
        held: dict[str, np.ndarray] = {}
        return self.sum_up(partial(_take_column, held, rows), len(rows), deals_per_unit)

    def sum_up(self, columns: Columns, deals: int, deals_per_unit: int) -> tuple[int, ...]:
        """The sums of all measures over some units.

        Parameters
        ----------
        columns : callable
            Gives a column of the records by its name: int64, one a deal.
        deals : int
        deals_per_unit : int

        Returns
        -------
        tuple of int
            Sums over units of y and its square; then for each measure of x, its square, and xy.
        """
        came_up = (
            np.ones(deals, np.int64)
            if self.outcome is None
            else self.outcome.expression.compute(columns)
        )
        y = _sum_units(came_up, deals_per_unit)
        sums = [int(y.sum()), int(y @ y)]
        for one in self.measures:
            x = _sum_units(one.expression.compute(columns) * came_up, deals_per_unit)
            sums += [int(x.sum()), int(x @ x), int(x @ y)]
        return tuple(sums)

    def sum_up_records(self, records: np.ndarray, deals_per_unit: int) -> tuple[int, ...]:
        """The sums of all measures over a range of units, from their records; see `sum_up`."""
        if not self.measures:
            return ()
        return self.sum_up(
            lambda name: records[name].astype(np.int64), len(records), deals_per_unit
        )

    # ---- Estimating -----------------------------------------------------------------------------
    def estimate(self, tally: Tally, name: str, rules: RuleSet = RUBICON) -> Estimate | None:
        """The estimate of one measure; None where the outcome never came up.

        Its n is the number of deals among which it is taken.
        """
        one = self._by_name[name]
        limits = read_expression(one.text, rules).limits
        y, yy = tally.own[:_OF_OUTCOME]
        at = _OF_OUTCOME + _OF_MEASURE * self.measures.index(one)
        x, xx, xy = tally.own[at : at + _OF_MEASURE]
        if self.outcome is None:
            return estimate_sums(x, xx, tally.units, tally.deals, one.is_flag, limits)
        if y == 0:
            return None
        if limits[0] == limits[1]:
            return replace(know_exactly(float(limits[0])), n=y)
        return estimate_ratio((x, y, xx, yy, xy), one.is_flag, limits)

    def estimate_all(self, tally: Tally, rules: RuleSet = RUBICON) -> dict[str, Estimate | None]:
        """The estimates of all measures by name; see `estimate`."""
        return {one.name: self.estimate(tally, one.name, rules) for one in self.measures}

    def count_outcome(self, tally: Tally) -> int:
        """The deals among which the measures are taken."""
        return tally.own[0]

    def estimate_outcome(self, tally: Tally, rules: RuleSet = RUBICON) -> Estimate | None:
        """How often the outcome came up; None where none is asked for."""
        if self.outcome is None:
            return None
        limits = read_expression(self.outcome.text, rules).limits
        return estimate_sums(*tally.own[:_OF_OUTCOME], tally.units, tally.deals, True, limits)


NO_MEASURES = OwnMeasures()
"""For runs without measures of your own."""


def _take_column(held: dict[str, np.ndarray], rows: np.ndarray, name: str) -> np.ndarray:
    # Taken out of the rows once.
    if name not in held:
        held[name] = np.ascontiguousarray(rows[:, getattr(AT, name)])
    return held[name]


def _sum_units(values: np.ndarray, deals_per_unit: int) -> np.ndarray:
    return values if deals_per_unit == 1 else values.reshape(-1, deals_per_unit).sum(axis=1)


# ---- Reading ------------------------------------------------------------------------------------
def read_measures(
    texts: str | Sequence[str], outcome: str | None = None, rules: RuleSet = RUBICON
) -> OwnMeasures:
    """Your own measures from their texts.

    Parameters
    ----------
    texts : str or sequence of str
        Expressions, each with or without a label, as in "long: elder_point >= 6".
    outcome : str, optional
        A statement; the measures are taken among the deals in which it is true.
    rules : RuleSet
        The rules that are played: they say what a number can be.

    Raises
    ------
    InputError
        If one cannot be read, is given twice, or can get too large; or there is an outcome and no
        measure.
    """
    written = [texts] if isinstance(texts, str) else list(texts)
    if not written:
        if outcome is not None:
            raise InputError("--given-outcome requires --measure")
        return NO_MEASURES
    if len(written) > MOST_MEASURES:
        raise InputError(f"measure: at most {MOST_MEASURES} in one run, got {len(written)}")
    measures = tuple(_read_measure(one, rules) for one in written)
    names = [one.name for one in measures]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"measure: {name} is given twice")
    if outcome is None:
        return OwnMeasures(measures)
    given = _read_text(outcome, "given-outcome", rules)
    if not given.expression.is_yes:
        raise InputError(
            f"given-outcome: {given.text} is a number; compare it, as in {given.text} > 0"
        )
    return OwnMeasures(measures, given)


_LABELLED = re.compile(r"\s*([^\W\d][\w-]*)\s*:(.*)", re.DOTALL)
_TAKEN = {*NAMES, *FUNCTIONS}


def _read_measure(text: str, rules: RuleSet = RUBICON) -> OwnMeasure:
    found = _LABELLED.fullmatch(text) if isinstance(text, str) else None
    if found is None or found[1].lower() in PLACES:  # a condition in its normal form
        return _read_text(text, "measure", rules)
    if found[1] in _TAKEN:
        raise InputError(f"measure: {found[1]!r} is the name of something else; choose another")
    return replace(_read_text(found[2], "measure", rules), label=found[1])


def _read_text(text: str, what: str, rules: RuleSet) -> OwnMeasure:
    if not isinstance(text, str):
        raise InputError(f"{what}: {text!r} is not text")
    try:
        return OwnMeasure(read_expression(text, rules).text, rules=rules)
    except InputError as error:
        raise InputError(f"{what}: {error}") from None
