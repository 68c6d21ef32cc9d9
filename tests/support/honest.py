"""What each number that is written must be: inside its interval, exact, or bounded on a side.

And what may be said of a difference in words.
"""

import math

from scipy.stats import norm

_ENDLESS = ("exact", "one-sided", "all that is possible")
_NONE = ("no interval", "not judged")
_WITHOUT_ERROR = ("all that is possible", "one value seen")
"""Intervals that rest on no spread among the units."""


def find_lies(value, se, low, high, method):
    """What is wrong with one number and its interval, in words; nothing where all is well."""

    def is_missing(number):
        return number is None or math.isnan(number)

    if not isinstance(method, str) or not method:
        return f"{value} without a method"
    if method.startswith(_NONE):
        return None if is_missing(low) and is_missing(high) else f"{method}, but {low} to {high}"
    if is_missing(value):
        return f"no value ({method})"
    if "exact" in method.split(", "):
        return None if low == value == high else f"{value}, exact, but {low} to {high}"
    if is_missing(low) and is_missing(high):
        return f"{value} without ends ({method})"
    below = not is_missing(low) and low < value
    above = not is_missing(high) and value < high
    if below and above:
        is_told = any(word in method for word in _WITHOUT_ERROR) or (not is_missing(se) and se > 0)
        return None if is_told else f"{value} with an error of {se} ({method})"
    if not any(word in method for word in _ENDLESS):
        return f"{low} < {value} < {high} does not hold ({method})"
    return None if below or above else f"{value}: {low} to {high} has no width ({method})"


def find_lies_of(estimate):
    """The same of an estimate, or of what it is as JSON."""
    given = estimate if isinstance(estimate, dict) else estimate.as_json()
    return find_lies(
        given["value"], given.get("se"), given.get("low"), given.get("high"), given.get("method")
    )


def find_lies_of_table(table):
    """The same of every row of a table that has values with intervals."""
    lies = []
    for row in table.to_dict("records"):
        said = find_lies(*(row.get(name) for name in ("value", "se", "low", "high", "method")))
        low, there, high = (row.get(f"published{end}", 0.0) for end in ("_low", "", "_high"))
        if said is None and (low > there or there > high or low >= high > 0):
            said = f"published {there}, but {low} to {high}"
        if said is not None:
            told = {name: cell for name, cell in row.items() if name not in ("source", "n")}
            lies.append(f"{said}: {told}")
    return lies


# ---- Words ---------------------------------------------------------------------------------------
_WIDER = norm.isf(0.001) / norm.isf(0.025)
"""A level of 99.8% instead of 95%."""


def is_shown(difference, than=0.0):
    """What may be said of a difference: more, less, or that none is shown."""
    if None in (difference.low, difference.high):
        return "no difference shown"
    low, high = (
        difference.value + _WIDER * (end - difference.value)
        for end in (difference.low, difference.high)
    )
    return "more" if low > than else "less" if high < than else "no difference shown"
