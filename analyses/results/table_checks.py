"""What must be true of a result's table, whatever was played: checks that need no deal.

In most rows the interval and the standard error follow from the value and the number of cases, or
the interval follows from the value and the error. No row may appear twice. Rows that are known
exactly, or that even a few cases would give, must be there.
"""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.estimates.intervals import EXACT, NORMAL, ONE_SIDED, WILSON, bound_mean
from piquet_sim.running.verification import Verification

_CLOSE = 1e-9
"""Of a number: processors differ in the last digits."""
_COLUMNS = {"value", "se", "low", "high", "n", "method"}


def check_table(found: Verification, table: pd.DataFrame) -> None:
    """Add what the rows of a table say of each other: whether intervals follow, and none is double.

    Parameters
    ----------
    found : Verification
    table : DataFrame
    """
    doubled = table[table.duplicated()]
    if len(doubled):
        found.add("rows", False, f"row {doubled.index[0] + 1} stands there twice")
    if not set(table.columns) >= _COLUMNS:
        return
    followed, wrong = 0, []
    for place, row in enumerate(iterate_rows(table), start=1):
        follows = _follows(row)
        followed += follows is not None
        if follows is False:
            wrong.append(place)
    if followed:
        found.add(
            "intervals", not wrong,
            f"of {followed} of {len(table)} rows made again from value, error and number of "
            "cases: " + (f"row {wrong[0]} is different" if wrong else "the same"),
        )  # fmt: skip


def _follows(row: Any) -> bool | None:
    # Whether the rest of an estimate follows from part of it; None where nothing is known.
    try:
        there = _read(row)
        if there is None:
            return None
        return all(_is_close(*pair) for pair in _pair(row, there))
    except (TypeError, ValueError, AttributeError, OverflowError, ZeroDivisionError):
        return False


def _read(row: Any) -> Estimate | None:
    method = str(row.method)
    if method == EXACT:
        value = float(row.value)
        return Estimate(value, 0.0, value, value, 0, EXACT)
    if method in (WILSON, f"{WILSON}, {ONE_SIDED}"):
        n = int(row.n)
        return estimate_proportion(round(float(row.value) * n), n)
    if method.startswith(NORMAL) and float(row.se) > 0:
        value, se = float(row.value), float(row.se)
        return Estimate(value, se, *bound_mean(value, se, method)[:2], int(row.n), method)
    return None


def _pair(row: Any, there: Estimate) -> Iterator[tuple[Any, Any]]:
    for name in ("value", "se", "low", "high", "method"):
        yield getattr(row, name), getattr(there, name)
    if hasattr(row, "z") and not pd.isna(row.z):
        yield row.z, read_estimate(row).z


def _is_close(one: Any, two: Any) -> bool:
    if isinstance(one, str) or isinstance(two, str):
        return one == two
    return abs(float(one) - float(two)) <= _CLOSE * max(1.0, abs(float(two)))
