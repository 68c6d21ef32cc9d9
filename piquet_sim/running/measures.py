"""Measures of your own: the share or the mean of an expression over deals.

They are computed on whole columns, block by block. Let y be the number of deals in a unit (a deal,
or a mirrored pair) in which the outcome occurred, and x the sum of a measure over these deals. A
measure is counted as the sums of x, of its square and of x times y over units, an outcome as those
of y and of its square: integers of Python, which add up in any order and never overflow. Without an
outcome, the estimate is computed like all others; with one, it is the ratio of the sums of x and y
(`estimates.estimate`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from piquet_sim.conditions.expression import (
    FUNCTIONS,
    MEASURE,
    OUTCOME,
    Deals,
    Expression,
    read_expression,
)
from piquet_sim.conditions.names import PLACES, list_columns
from piquet_sim.estimates.estimate import Estimate, estimate_ratio, know_exactly
from piquet_sim.estimates.tally import Tally, estimate_sums
from piquet_sim.game.errors import InputError, read_texts
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.kernel.deal.record import AT

MOST_MEASURES = 100
"""The maximum number of your own measures in one run."""


# ---- Measures -----------------------------------------------------------------------------------
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

    def __str__(self) -> str:
        return f"{self.label}: {self.text}" if self.label else self.text


_OF_OUTCOME, _OF_MEASURE = 2, 3
"""Sums of each."""


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
        """The measures as data, from which `read_measures` makes them again; empty without any."""
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

    @property
    def size(self) -> int:
        """How many sums there are."""
        return _OF_OUTCOME + _OF_MEASURE * len(self.measures) if self.measures else 0

    def sum_up(self, columns: np.ndarray, deals_per_unit: int) -> tuple[int, ...]:
        """The sums of all measures over some units, from the records of their deals.

        Parameters
        ----------
        columns : int64 array, shape (len(COLUMNS), deals)
        deals_per_unit : int

        Returns
        -------
        tuple of int
            Sums over units of y and its square; then for each measure of x, its square, and xy.
        """
        if not self.measures:
            return ()

        rules = self.measures[0].rules
        deals = Deals(lambda name: columns[getattr(AT, name)], rules.pack)

        def sum_units(values: np.ndarray) -> np.ndarray:
            return values.reshape(-1, deals_per_unit).sum(axis=1)

        came_up = np.ones(columns.shape[1], np.int64)
        if self.outcome is not None:
            came_up = self.outcome.expression.compute(deals)
        y = sum_units(came_up)
        sums = [int(y.sum()), int(y @ y)]
        for one in self.measures:
            x = sum_units(one.expression.compute(deals) * came_up)
            sums += [int(x.sum()), int(x @ x), int(x @ y)]
        return tuple(sums)

    def estimate(self, tally: Tally, name: str, rules: RuleSet = RUBICON) -> Estimate | None:
        """The estimate of one measure, or None if the outcome never came up.

        Its n is the number of deals among which it is taken, the first of the sums.
        """
        one = self._by_name[name]
        expression = read_expression(one.text, rules)
        y, yy = tally.own[:_OF_OUTCOME]
        at = _OF_OUTCOME + _OF_MEASURE * self.measures.index(one)
        x, xx, xy = tally.own[at : at + _OF_MEASURE]
        if self.outcome is None:
            return estimate_sums(
                x, xx, tally.units, tally.deals, expression.is_yes, expression.limits
            )
        if y == 0:
            return None
        if expression.limits[0] == expression.limits[1]:
            return replace(know_exactly(float(expression.limits[0])), n=y)
        return estimate_ratio((x, y, xx, yy, xy), expression.is_yes, expression.limits)

    def estimate_outcome(self, tally: Tally, rules: RuleSet = RUBICON) -> Estimate | None:
        """The share of deals with the outcome, or None if no outcome is asked for."""
        if self.outcome is None:
            return None
        limits = read_expression(self.outcome.text, rules).limits
        return estimate_sums(*tally.own[:_OF_OUTCOME], tally.units, tally.deals, True, limits)


NO_MEASURES = OwnMeasures()
"""The measures of runs that have none of your own."""


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
    written = read_texts("measure", texts)
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
    (outcome,) = read_texts(OUTCOME, [outcome])
    given = OwnMeasure(read_expression(outcome, rules, OUTCOME).text, rules=rules)
    return OwnMeasures(measures, given)


_LABELLED = re.compile(r"\s*([^\W\d][\w-]*)\s*:(.*)", re.DOTALL)
"""A label and its expression."""


def _read_measure(text: str, rules: RuleSet = RUBICON) -> OwnMeasure:
    parts = _LABELLED.fullmatch(text)
    label, text = (parts[1], parts[2]) if parts else ("", text)
    if label in (*list_columns(), *PLACES, *FUNCTIONS):
        raise InputError(f"measure: {label!r} is the name of something else; choose another")
    return OwnMeasure(read_expression(text, rules, MEASURE).text, label, rules)
