r"""Your own measures: counted deal by deal in whole numbers, and estimated.

Let y be the number of deals in a unit (a deal, or a mirrored pair) in which the outcome occurred,
and x the sum of a measure over these deals. A measure is counted as the sums of x, :math:`x^2` and
:math:`x y` over units, an outcome as those of y and :math:`y^2`. They are integers of Python: they
add up in any order, and never overflow. Without an outcome, the estimate is computed like all
others; with one, it is the ratio of the sums of x and y (`estimates.ratios`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, know_exactly
from piquet_sim.estimates.limits import Limits
from piquet_sim.estimates.ratios import estimate_ratio
from piquet_sim.estimates.tally import Tally
from piquet_sim.estimates.tally_estimates import estimate_sums
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.kernel.batch.batch import TallyArrays
from piquet_sim.kernel.deal.record import AT, COLUMNS
from piquet_sim.measures.expressions import (
    FUNCTIONS,
    Amount,
    Expression,
    Holding,
    Statement,
    evaluate,
    is_statement,
    limit_expression,
    list_named,
    list_parts,
    say_expression,
)
from piquet_sim.measures.names import NAMES, NUMBERS, STATEMENTS, Columns

MOST_MEASURES = 100
"""The maximum number of your own measures in one run."""

HIGHEST_VALUE = 1_000_000
"""The greatest value of any part of an expression: squares of a range of units then fit into 64
bits."""

CHUNK_UNITS = 4096
"""Units whose records are held at a time: memory does not grow with the number of deals."""

_LABEL = re.compile(r"[^\W\d][\w-]*")
_OF_OUTCOME, _OF_MEASURE = 2, 3
"""Sums of each."""


@dataclass(frozen=True)
class OwnMeasure:
    """A measure of one's own."""

    expression: Expression
    label: str = ""

    @property
    def name(self) -> str:
        """Its label, or its expression in normal form."""
        return self.label or self.text

    @property
    def text(self) -> str:
        """Its expression in normal form."""
        return say_expression(self.expression)

    @property
    def is_flag(self) -> bool:
        """Whether its estimate is a share of deals."""
        return is_statement(self.expression)

    @property
    def meaning(self) -> str:
        """What the names in it stand for."""
        said = dict.fromkeys(list_named(self.expression))
        kinds = [NUMBERS if isinstance(one, Amount) else STATEMENTS for one in said]
        words = [
            f"{one.name}: {kind[one.name].words}" for one, kind in zip(said, kinds, strict=True)
        ]
        words += [
            f"{one.reading}: of the {'hands after the exchange' if one.is_after else 'cards dealt'}"
            for one in dict.fromkeys(list_parts(self.expression))
            if isinstance(one, Holding)
        ]
        return "; ".join(words)

    def __str__(self) -> str:
        return f"{self.label}: {self.text}" if self.label else self.text


@dataclass(frozen=True)
class OwnMeasures:
    """Your own measures that a run is asked for.

    Examples
    --------
    >>> asked = read_measures(["long: elder_point >= 6"], "elder_cards")
    >>> asked.describe()
    {'measures': ['long: elder_point >= 6'], 'given_outcome': 'elder_cards'}
    """

    measures: tuple[OwnMeasure, ...] = ()
    outcome: Statement | None = None
    """The measures are taken among the deals in which it is true."""

    def __bool__(self) -> bool:
        return bool(self.measures)

    def describe(self) -> dict[str, Any]:
        """As data, for files, from which `read_measures` makes them again; nothing of none."""
        if not self.measures:
            return {}
        given = {} if self.outcome is None else {"given_outcome": say_expression(self.outcome)}
        return {"measures": [str(one) for one in self.measures], **given}

    def __str__(self) -> str:
        given = "" if self.outcome is None else f" given {say_expression(self.outcome)}"
        return "; ".join(map(str, self.measures)) + given if self.measures else "none"

    def find(self, written: str) -> OwnMeasure | None:
        """The measure with this label or expression, in whatever spelling; None if there is none.

        Examples
        --------
        >>> read_measures(["elder_point >= 6"]).find("elder_point>=six").name
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

    def count_units(
        self, simulation: Simulation, first: int, units: int, tally: TallyArrays
    ) -> tuple[int, ...]:
        """Play a range of units, add them to a tally, and sum up the measures over them.

        Returns
        -------
        tuple of int
            See `sum_up`; nothing where there are no measures.

        Raises
        ------
        IllegalDecision
            As `Simulation.count_units`.
        """
        if not self.measures:
            simulation.count_units(first, units, tally)
            return ()
        a_unit = simulation.deals_per_unit
        room = np.zeros((min(units, CHUNK_UNITS) * a_unit, len(COLUMNS)), np.int64)
        sums = [0] * self.size
        for start in range(first, first + units, CHUNK_UNITS):
            chunk = min(CHUNK_UNITS, first + units - start)
            rows = room[: chunk * a_unit]
            simulation.count_units(start, chunk, tally, rows)
            found = self.sum_up_rows(rows, a_unit)
            sums = [one + two for one, two in zip(sums, found, strict=True)]
        return tuple(sums)

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
        came_up = None if self.outcome is None else evaluate(self.outcome, columns)
        y = _sum_units(np.ones(deals, bool) if came_up is None else came_up, deals_per_unit)
        sums = [int(y.sum()), int(y @ y)]
        for one in self.measures:
            values = evaluate(one.expression, columns)
            if came_up is not None:
                values = values * came_up
            x = _sum_units(values, deals_per_unit)
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
        limits = limit_expression(one.expression, rules)
        y, yy = tally.own[:_OF_OUTCOME]
        at = _OF_OUTCOME + _OF_MEASURE * self.measures.index(one)
        x, xx, xy = tally.own[at : at + _OF_MEASURE]
        if self.outcome is None:
            return _estimate_sums(x, xx, tally, one.is_flag, limits)
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
        limits = limit_expression(self.outcome, rules)
        return _estimate_sums(*tally.own[:_OF_OUTCOME], tally, True, limits)


NO_MEASURES = OwnMeasures()
"""For runs without measures of your own."""


def _estimate_sums(
    total: int, squares: int, tally: Tally, is_flag: bool, limits: Limits
) -> Estimate:
    return estimate_sums(total, squares, tally.units, tally.deals, is_flag, limits)


def _take_column(held: dict[str, np.ndarray], rows: np.ndarray, name: str) -> np.ndarray:
    # Taken out of the rows once.
    if name not in held:
        held[name] = np.ascontiguousarray(rows[:, getattr(AT, name)])
    return held[name]


def _sum_units(values: np.ndarray, deals_per_unit: int) -> np.ndarray:
    whole = values.astype(np.int64)
    return whole if deals_per_unit == 1 else whole.reshape(-1, deals_per_unit).sum(axis=1)


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
    from piquet_sim.measures.reading import read_statement

    measures = tuple(_read_measure(one, rules) for one in written)
    names = [one.name for one in measures]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"measure: {name} is given twice")
    given = None if outcome is None else read_statement(outcome, "given-outcome", rules)
    for one in measures:
        _check_size(one.expression, rules, "measure")
    if given is not None:
        _check_size(given, rules, "given-outcome")
    return OwnMeasures(measures, given)


def _read_measure(text: str, rules: RuleSet = RUBICON) -> OwnMeasure:
    from piquet_sim.measures.reading import read_expression

    if not isinstance(text, str) or ":" not in _QUOTED.sub("", text) or _SEAT.match(text):
        return OwnMeasure(read_expression(text, rules=rules))
    label, _, rest = (part.strip() for part in text.partition(":"))
    if not _LABEL.fullmatch(label):
        raise InputError(
            f"measure: {label!r} is not a label; write letters, digits, - and _ before the colon"
        )
    if label in _TAKEN:
        raise InputError(f"measure: {label!r} is the name of something else; choose another")
    return OwnMeasure(read_expression(rest, rules=rules), label)


_QUOTED = re.compile(r"(?<!\w)(?:'[^']*'|\"[^\"]*\")")
_SEAT = re.compile(
    r"\s*(?:after\s+the\s+exchange\s+|\()*(?:elder|younger|talon)\s*:", re.IGNORECASE
)
"""A condition in its normal form begins so, and not with a label."""
_TAKEN = {*NAMES, *FUNCTIONS}


def _check_size(expression: Expression, rules: RuleSet, what: str) -> None:
    for part in list_parts(expression):
        least, most = limit_expression(part, rules)
        if max(-least, most) > HIGHEST_VALUE:
            raise InputError(
                f"{what}: {say_expression(part)} can reach {max(-least, most):,}; at most "
                f"{HIGHEST_VALUE:,} is allowed"
            )
