"""Differences of numbers with errors: of two estimates, or of two rows of values deal by deal.

Where something is claimed, as that one number is more than another, all of the 99.8% interval of
their difference must lie on one side: a study says much, and nothing of it by chance.
"""

from collections.abc import Sequence
from math import inf, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from piquet_sim.estimates.estimate import Estimate, estimate_values, read_values
from piquet_sim.estimates.intervals import Z_95, bound_difference, name_sides
from piquet_sim.game.errors import InputError

UNLIKELY = 0.002
"""A p-value below which a finding is not put down to chance."""

WIDER = NormalDist().inv_cdf(1 - UNLIKELY / 2) / Z_95
"""Factor from the ends of a 95% interval to those of a ground."""

_SURE = f"{1 - UNLIKELY:.1%}"
NOT_SHOWN = f"no difference shown at {_SURE}"
"""What is said of two numbers neither of which is shown to be the greater."""
MORE, LESS = "more", "less"
AS_GOOD, TOO_CLOSE = "as good", "too close to call"
"""What is said of a decision beside the best where no difference that matters is shown."""
SAME_WITHIN = 0.1
"""Points, or points of the settlement: a smaller difference of two decisions does not matter."""
_UNSEEN = 0.025
"""The chance with which an event may be missed that is said not to be more common."""


def subtract_estimates(one: Estimate, two: Estimate) -> Estimate:
    """The difference of two independent estimates.

    Returns
    -------
    Estimate
        Its interval is made of theirs (MOVER); n is of both together.

    Raises
    ------
    ValueError
        If one has no interval.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> print(subtract_estimates(estimate_proportion(60, 100), estimate_proportion(40, 100)))
    0.20 (0.06 to 0.33)
    """
    _check_intervals(one, two)
    ends = bound_difference(one.value, (one.low, one.high), two.value, (two.low, two.high))
    se = None if None in (one.se, two.se) else sqrt(one.se**2 + two.se**2)
    return Estimate(one.value - two.value, se, ends.low, ends.high, one.n + two.n, ends.method)


def _check_intervals(*estimates: Estimate) -> None:
    if any(None in (each.low, each.high) for each in estimates):
        raise ValueError("a difference of estimates without intervals")


def subtract_dependent(one: Estimate, two: Estimate) -> Estimate:
    """The difference of two estimates that may depend on each other.

    The errors are added, as if each were off to the side that makes the difference greatest: the
    interval covers whatever the two have in common.

    Raises
    ------
    ValueError
        If one has no interval.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> print(subtract_dependent(estimate_proportion(60, 100), estimate_proportion(40, 100)))
    0.20 (0.00 to 0.38)
    """
    _check_intervals(one, two)
    less, low, high = one.value - two.value, one.low - two.high, one.high - two.low
    se = None if None in (one.se, two.se) else one.se + two.se
    method = name_sides("errors added", low, less, high)
    return Estimate(less, se, low, high, max(one.n, two.n), method)


def compare_values(
    one: Sequence[float] | np.ndarray,
    two: Sequence[float] | np.ndarray,
    unit: int = 1,
    limits: tuple[float, float] = (-inf, inf),
) -> Estimate:
    """By how much one array of numbers exceeds another on average, deal by deal.

    Both are of the same deals in the same order, so that the luck they share cancels out; the
    error is that of the differences. Two columns of data frames are paired by their index, whatever
    their order.

    Parameters
    ----------
    one, two : array of bool, int or float, shape (deals,)
    unit, limits
        As in `estimate_values`; the limits are those of a difference.

    Raises
    ------
    InputError
        If they are not equally long, their indices differ, or as `estimate_values`.

    Examples
    --------
    >>> print(compare_values([28, 31, 19, 44], [27, 29, 18, 41]))
    1.8 (0.2 to 3.3)
    """
    if hasattr(one, "reindex") and hasattr(two, "reindex"):
        two = _match_rows(one, two)
    first, second = (
        values.astype(np.result_type(values, np.int8)) for values in map(read_values, (one, two))
    )
    if first.shape != second.shape:
        raise InputError(
            f"values: shapes {first.shape} and {second.shape}; the values must be paired, deal by "
            "deal; of two groups of different deals, subtract the means: "
            "subtract_estimates(estimate_values(one), estimate_values(two))"
        )
    is_whole = "f" not in (first.dtype.kind, second.dtype.kind)
    less = np.subtract(first, second, dtype=np.int64 if is_whole else float)
    return estimate_values(less, unit, limits)


def _match_rows(one: Any, two: Any) -> Any:
    # A column in the order of the rows of another one.
    is_unique = one.index.is_unique and two.index.is_unique
    others = one.index.symmetric_difference(two.index, sort=False)
    if not one.index.equals(two.index) and (not is_unique or len(others)):
        raise InputError(
            "values: the columns are of different rows; pair them by a common index, such as "
            "the number of the deal"
        )
    return two if one.index.equals(two.index) else two.reindex(one.index)


def judge_gap(gap: Estimate, reach: float) -> str:
    """What is said of a discard, a call or a card that makes so much less than the best.

    Deals in which two choices end alike say little of a rare one in which they do not. With `n`
    deals the chance of an event that never came is below 1 - 0.025^(1/n), with 97.5% confidence; so
    the interval of what is as good is wider by that times `reach`.

    Parameters
    ----------
    gap : Estimate
    reach : float
        The most by which the choices can differ in one deal, where `gap` is a mean over deals that
        were drawn; 0 where nothing is sampled.

    Returns
    -------
    str
        AS_GOOD where that interval of the difference lies within a tenth of a point, TOO_CLOSE
        where the 95% interval lies there or holds 0; empty where there is a difference.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_values
    >>> near = estimate_values([-0.01, 0.0, 0.01] * 20_000)
    >>> [judge_gap(near, reach) for reach in (0, 400, 4_000)]
    ['as good', 'as good', 'too close to call']
    >>> judge_gap(estimate_values([-1, 0, 2]), 0)
    'too close to call'
    """
    if gap.low is None or gap.high is None:
        return TOO_CLOSE
    if gap.low >= -SAME_WITHIN and gap.high <= SAME_WITHIN:
        rare = 0.0 if (not reach or gap.low == gap.high) else reach * (1 - _UNSEEN ** (1 / gap.n))
        return AS_GOOD if max(-gap.low, gap.high) + rare <= SAME_WITHIN else TOO_CLOSE
    return TOO_CLOSE if gap.low <= 0 <= gap.high else ""


def is_clear(number: Estimate, above: float = -inf, below: float = inf) -> bool:
    """Whether all of a number's 99.8% interval lies above one number and below another.

    Since a study says much, the interval of what it claims is wider than that beside a number.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> [is_clear(estimate_proportion(6 * n, 10 * n), above=0.5) for n in (10, 100)]
    [False, True]
    """
    if number.low is None or number.high is None:
        return False
    low, high = (number.value + WIDER * (end - number.value) for end in (number.low, number.high))
    return above < low and high < below


def say_side(gap: Estimate) -> tuple[str, str]:
    """Whether a difference is more or less by its 95% interval, which stands beside it.

    Returns
    -------
    str
        MORE or LESS; empty where that interval holds 0.
    str
        What must be added where the 99.8% interval holds it.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_values
    >>> say_side(estimate_values([-1, 0, 2])), say_side(estimate_values([1, 2, 2, 3, 3, 7]))
    (('', ''), ('more', ', not shown at 99.8%'))
    """
    if gap.low is None or gap.high is None or gap.low <= 0 <= gap.high:
        return "", ""
    is_shown = is_clear(gap, above=0) or is_clear(gap, below=0)
    return MORE if gap.low > 0 else LESS, "" if is_shown else f", not shown at {_SURE}"
