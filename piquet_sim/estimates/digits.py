"""Printed numbers: no digits that their error does not support."""

from math import floor, isfinite, isnan, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def decimals_of(se: float | None) -> int:
    """How many decimals a standard error supports: those of its own two leading digits.

    Examples
    --------
    >>> decimals_of(0.0214), decimals_of(12)
    (3, 0)
    """
    if not se or not isfinite(se):
        return 4
    return max(0, 1 - floor(log10(se)))


_ROUNDING = 1e-12
"""What is below this, against the value or 1, is the rounding of a sum and no error."""


def format_with_error(value: float, se: float | None, scale: float = 1.0) -> str:
    """A value with its standard error and no digit that the error does not support.

    What is exact has four decimals, and three significant figures at least.

    Examples
    --------
    >>> format_with_error(31.49823, 0.0214)
    '31.498 ± 0.021'
    >>> format_with_error(-0.0003, 2.3)
    '0.0 ± 2.3'
    >>> format_with_error(0.4, 3e-17), format_with_error(1 / 1792, 0)
    ('0.4', '0.000558')
    """
    if se is None:
        return f"{value * scale:g}"
    if se < _ROUNDING * max(1.0, abs(value)):
        se = 0.0
    decimals = decimals_of(se * scale)
    if se == 0:
        size = abs(value * scale)
        if size > _ROUNDING:
            decimals = max(decimals, 2 - floor(log10(size)))
        return f"{value * scale:z.{decimals}f}".rstrip("0").rstrip(".")
    return f"{value * scale:z.{decimals}f} ± {se * scale:.{decimals}f}"


def format_value(value: float, se: float | None, scale: float = 1.0, sign: str = "") -> str:
    """A value alone, to the first digit of its standard error and no further.

    Parameters
    ----------
    value, se : float
    scale : float
        Times both.
    sign : str
        "+" for a sign before what is not negative, too.

    Examples
    --------
    >>> format_value(31.49823, 0.0214), format_value(231.4, 26), format_value(4812, 730, sign="+")
    ('31.50', '230', '+4,800')
    """
    if not se or not isfinite(se):
        return f"{value * scale:{sign},.4g}"
    digits = -floor(log10(se * scale))
    return f"{round(value * scale, digits):{sign}z,.{max(0, digits)}f}"


_SAME_UNIT = ("value", "se", "low", "high", "exact")


def round_to_errors(table: "pd.DataFrame") -> "pd.DataFrame":
    """A table of estimates for reading: no digit that a row's error does not support.

    Parameters
    ----------
    table : DataFrame
        With a column `se`, and `value`, `low`, `high`, `exact` in its unit, as far as there are;
        so `Result.table` and the tables of studies have them. Counts in a column `n`.

    Returns
    -------
    DataFrame
        The same rows and columns, those of numbers as text; what is missing is empty. Columns
        without any entry are left out.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"value": [31.49823, 0.0], "se": [0.0214, 0.0], "n": [5000, 5000]})
    >>> round_to_errors(table).to_numpy().tolist()
    [['31.498', '0.021', '5,000'], ['0', '0', '5,000']]
    """
    shown = table.dropna(axis="columns", how="all").astype(object)
    for place, se in enumerate(table["se"]):
        for column in shown.columns.intersection([*_SAME_UNIT, "n"]):
            where = place, shown.columns.get_loc(column)
            shown.iloc[where] = _print_cell(shown.iloc[where], se, column == "n")
    return shown.where(shown.notna(), "")


def _print_cell(number: float, se: float, is_count: bool) -> str:
    if isnan(number):
        return ""
    if is_count:
        return f"{int(number):,}"
    return f"{number:z.{decimals_of(se)}f}" if se and isfinite(se) else f"{number:g}"
