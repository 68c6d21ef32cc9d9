r"""Ratios of two sums over units, with their errors.

With sums x and y over units the estimate is x / y, and its standard error by the delta method that
of the mean of :math:`(x_i - r y_i) / \bar y`.
"""

from math import inf, isfinite, sqrt

import numpy as np

from piquet_sim.estimates.estimate import (
    Estimate,
    estimate_mean,
    estimate_one_unit,
    estimate_proportion,
)
from piquet_sim.estimates.intervals import (
    NO_INTERVAL,
    Interval,
    bound_amount,
    bound_mean,
    bound_share,
    find_departures,
    wilson_interval,
)


def estimate_ratio(
    moments: np.ndarray, is_flag: bool, limits: tuple[float, float] = (-inf, inf)
) -> Estimate:
    """A ratio of two sums over units with its error.

    Parameters
    ----------
    moments : int64 array of five
        Sums over units of x, y, their squares and their product.
    is_flag : bool
        Whether it is a share; then the interval is Wilson's, for as many independent cases as
        would give the same standard error.
    limits : tuple of float
        Its lowest and highest possible value.

    Raises
    ------
    ValueError
        If y sums to zero.
    """
    x, y, xx, yy, xy = (int(moment) for moment in moments)
    if y == 0:
        raise ValueError("the event could never happen")
    if yy == y:  # each unit once or not at all: independent cases
        return estimate_proportion(x, y) if is_flag else estimate_mean(x, xx, y, y, limits)
    value = x / y
    cases = -(-y * y // yy)  # units in which it could happen, at least
    if cases < 2:
        return estimate_one_unit(value, y, (0, 1) if is_flag else limits)
    # The sum of squares of x - r y, exact in integers but for the last division.
    spread = max(xx * y * y - 2 * x * y * xy + x * x * yy, 0) / (y * y)
    se = sqrt(spread * cases / (cases - 1)) / y
    if is_flag:
        found = bound_share(value, se, cases)
    elif se == 0:
        found = bound_amount(value * cases, value * value * cases, cases, *limits)
    else:
        found = _bound_as_event((x, y, xx, yy, xy), cases, limits)
        found = found or bound_mean(value, se, "normal, by units")
    if not (isfinite(found.low) and isfinite(found.high)):
        return Estimate(value, se, None, None, y, NO_INTERVAL)
    return Estimate(value, se, found.low, found.high, y, found.method)


def _bound_as_event(
    moments: tuple[int, ...], cases: int, limits: tuple[float, float]
) -> Interval | None:
    # Of an amount that is nearly always at one end of what is possible, see `intervals`.
    x, y, xx, yy, xy = moments
    for end, sign in zip(limits, (1, -1), strict=True):
        if not isfinite(end):
            continue
        away, squares = sign * (x - end * y), xx - 2 * end * xy + end * end * yy
        found = find_departures(away, squares, cases, 0, inf, is_whole=False)
        if found:
            size = sign * found.size * cases / y
            ends = sorted(end + size * one for one in wilson_interval(found.events, cases))
            low, high = (min(max(one, limits[0]), limits[1]) for one in ends)
            return Interval(low, high, "Wilson, as an event")
    return None
