"""What each number that is written must be: inside its interval, exact, or bounded on a side.

And what may be said of a difference in words.
"""

import math
from dataclasses import replace

from scipy.stats import norm


def find_lies(value, se, low, high, method):
    """What is wrong with one number and its interval, in words; nothing where all is well."""
    value, low, high = (
        None if one is None or math.isnan(one) else one for one in (value, low, high)
    )
    method = method if isinstance(method, str) else ""
    below, above = (
        None not in (low, value) and low < value,
        None not in (value, high) and value < high,
    )
    # Some intervals rest on no spread among the units.
    has_error = "all that is possible" in method or "one value seen" in method or (se or 0) > 0
    kinds = (  # of which the first that it is of decides, and what must be so of it
        (not method, False),
        (method.startswith(("no interval", "not judged")), low is None and high is None),
        (value is None, False),
        ("exact" in method.split(", "), low == value == high),
        (low is None and high is None, False),
        (below and above, has_error),
        (
            any(word in method for word in ("exact", "one-sided", "all that is possible")),
            below or above,
        ),
    )
    is_so = next((right for is_kind, right in kinds if is_kind), False)
    return None if is_so else f"{low} < {value} ± {se} < {high} does not hold ({method})"


def find_lies_of(estimate):
    """The same of an estimate, or of what it is as JSON."""
    given = estimate if isinstance(estimate, dict) else estimate.as_json()
    return find_lies(*map(given.get, ("value", "se", "low", "high", "method")))


def find_lies_of_table(table):
    """The same of every row of a table that has values with intervals."""
    rows = table.to_dict("records")
    ends = [[row.get(f"published{end}", 0.0) for end in ("_low", "", "_high")] for row in rows]
    return [row for row in rows if find_lies_of(row)] + [
        row
        for row, (low, there, high) in zip(rows, ends, strict=True)
        if low > there or there > high or low >= high > 0
    ]


def blur(quantity):
    """The same number with an error so wide that nothing can be claimed of it."""
    return (
        quantity
        if quantity.is_exact
        else replace(quantity, estimate=replace(quantity.estimate, se=1e6, low=-1e6, high=1e6))
    )


# ---- Words ---------------------------------------------------------------------------------------
_WIDER = norm.isf(0.001) / norm.isf(0.025)
"""A level of 99.8% instead of 95%."""
NOT_SHOWN = "no difference shown at 99.8%"


def is_shown(difference, than=0.0, times=_WIDER):
    """What may be said of a difference: more, less, or that none is shown."""
    low, high = (
        difference.value + times * (end - difference.value)
        for end in (difference.low, difference.high)
    )
    return "more" if low > than else "less" if high < than else NOT_SHOWN
