"""Estimates with their errors.

For n independent units (deals, or mirrored pairs) with values x of a measure, the estimate is the
mean, and its standard error is the sample standard deviation over the root of n. `intervals`
computes the 95% interval of each and names the method.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, isfinite, sqrt
from typing import Any

import numpy as np

from piquet_sim.estimates.intervals import (
    EXACT,
    NO_INTERVAL,
    NORMAL,
    Z_95,
    Interval,
    bound_amount,
    bound_mean,
    bound_median,
    bound_proportion,
    bound_share,
    bound_unvaried,
    find_event,
    find_median,
    is_of_share,
    name_sides,
    wilson_interval,
)
from piquet_sim.game.errors import InputError, read_list, read_whole, refuse

_LARGEST = 1e100
"""Limit below which the square of a sum of such numbers is exact."""

PLAIN, PAIRS, CONTROLLED, LUCK_OUT = "plain", "pairs", "controlled", "luck out"
"""What was done with the deals: nothing, taken in mirrored pairs, control variates, luck taken out;
or the number is `EXACT`."""


@dataclass(frozen=True)
class ControlVariateEstimate:
    """An estimate with control variates: corrected by quantities of exactly known expectation."""

    value: float
    se: float
    low: float
    """Lower end of the normal 95% interval."""
    high: float
    gain: float
    """Variance of the plain estimate over that of this one: the factor of deals that it saves."""
    method: str = NORMAL
    estimator: str = CONTROLLED
    """`CONTROLLED`, or `LUCK_OUT` where its coefficients are fixed beforehand."""

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {name: one for name, one in vars(self).items() if name != "estimator"}

    def __str__(self) -> str:
        return str(self.put_into(Estimate(self.value, None, None, None, 0, self.method)))

    def put_into(self, plain: "Estimate") -> "Estimate":
        """The estimate to which this belongs, with these numbers in place of its own."""
        given = {name: one for name, one in vars(self).items() if name != "gain"}
        return replace(plain, reduced=None, **given)


@dataclass(frozen=True)
class Estimate:
    """A number with its error.

    Examples
    --------
    >>> estimate = estimate_proportion(12, 400)
    >>> print(estimate)
    0.030 (0.017 to 0.052)
    >>> estimate.method
    'Wilson'
    """

    value: float
    """The estimate: a fraction of deals, or a mean a deal."""
    se: float | None
    """Its standard error; None if one unit was counted."""
    low: float | None
    """Lower end of the 95% interval."""
    high: float | None
    """Upper end of the 95% interval."""
    n: int
    """Deals counted."""
    method: str
    """How the interval was made."""
    exact: Fraction | None = None
    """The exact value, where it is known."""
    reduced: ControlVariateEstimate | None = None
    """The same estimate with control variates, where these are known exactly."""
    estimator: str = PLAIN
    """What was done with the deals: `PLAIN`, `PAIRS`, `CONTROLLED`, `LUCK_OUT` or `EXACT`."""

    def __sub__(self, other: object) -> "Estimate":
        """Refuse: an estimate does not say whether both come from the same deals."""
        raise TypeError(
            "an estimate does not say of which deals it is: subtract quantities, as in "
            "found['a'] - found['b'] with found = result.numbers(), or use "
            "subtract_estimates(one, two) for two that come from different deals"
        )

    @property
    def z(self) -> float | None:
        """Standard errors by which the estimate exceeds the exact value.

        The error of a proportion is the one that the exact value has in as many cases, so that
        there is one where no case, or every case, was seen.
        """
        if self.exact is None or self.se is None:
            return None
        exact, error = float(self.exact), self.se
        if is_of_share(self.method) and 0 < exact < 1:
            spread = self.value * (1 - self.value)
            error = sqrt(exact * (1 - exact) / (spread / error**2 if spread and error else self.n))
        return (self.value - exact) / error if error else None

    @property
    def is_unvaried(self) -> bool:
        """Whether all cases were alike by chance: then it has a bound and no error."""
        return self.se == 0 and self.low is not None and self.low < self.high

    def as_json(self) -> dict[str, Any]:
        """The estimate as the command line prints it for machines."""
        known = {} if self.exact is None else {"exact": float(self.exact)}
        if self.reduced is not None:
            known["reduced"] = self.reduced.as_json()
        return {
            "value": self.value,
            "se": self.se,
            "low": self.low,
            "high": self.high,
            "n": self.n,
            "method": self.method,
            **known,
        }

    def as_row(self) -> dict[str, Any]:
        """The estimate as a row of a table: what `reduced` has is in columns of its own."""
        row = self.as_json()
        reduced = row.pop("reduced", {})
        return {**row, **{f"reduced_{key}": one for key, one in reduced.items()}}

    def __float__(self) -> float:
        return float(self.value)

    def __round__(self, ndigits: int | None = None) -> float:
        return round(float(self.value), ndigits)

    def __format__(self, written: str) -> str:
        # What only says where it stands leaves the error with it; any other format is the value's.
        is_place = re.fullmatch(r"(.?[<>^])?\d*s?", written)
        return format(str(self) if is_place else self.value, written)

    def __str__(self) -> str:
        from piquet_sim.estimates.quantity import Quantity, Unit, say_range

        return say_range(Quantity("", "", self, Unit("")))


def estimate_proportion(successes: int, n: int) -> Estimate:
    """The estimate of a probability from independent deals.

    Raises
    ------
    InputError
        If they are not whole numbers, there are no deals, or more successes than deals.

    Examples
    --------
    >>> estimate_proportion(12, 400).value
    0.03
    """
    n = read_whole("n", n, least=1)
    successes = read_whole("successes", successes, most=n)
    proportion = successes / n
    se = sqrt(proportion * (1 - proportion) / n)
    return Estimate(proportion, se, *_ends_of(bound_proportion(successes, n), n))


def estimate_median(counts: Sequence[int] | np.ndarray) -> Estimate:
    """The estimate of a median from independent deals.

    Parameters
    ----------
    counts : sequence of int
        Deals by a whole number from 0 on, each taken as spread evenly over half a unit to either
        side.

    Raises
    ------
    ValueError
        If there are no deals.

    Examples
    --------
    >>> print(estimate_median([0, 100, 200, 100]))
    2.000 (1.902 to 2.098)
    """
    deals = int(np.sum(counts))
    if deals < 1:
        raise ValueError("no deals to estimate from")
    ends = bound_median(counts)
    return Estimate(
        find_median(counts), (ends.high - ends.low) / (2 * Z_95), *_ends_of(ends, deals)
    )


def estimate_mean(
    total: int,
    total_of_squares: int,
    units: int,
    deals: int,
    limits: tuple[float, float] = (-inf, inf),
) -> Estimate:
    """The estimate of a mean per deal from integer sums over units.

    Parameters
    ----------
    total : int
        Sum over units.
    total_of_squares : int
        Sum over units of squares.
    units, deals : int
        Independent units, and deals in all of them.
    limits : tuple of float
        The least and the most that it can be in a deal, by which the interval is made where it
        (nearly) never varied.

    Raises
    ------
    ValueError
        If there are no deals.

    Examples
    --------
    >>> estimate = estimate_mean(total=6, total_of_squares=14, units=3, deals=3)
    >>> estimate.value, round(estimate.se, 4)
    (2.0, 0.5774)
    """
    if units < 1:
        raise ValueError("no deals to estimate from")
    value = total / deals
    per_unit = deals / units
    estimator = PLAIN if deals == units else PAIRS
    method = NORMAL if deals == units else f"{NORMAL}, pairs as units"
    if units < 2:
        return estimate_one_unit(value, deals, limits)
    # Exact in integers, so that nothing is lost to cancellation.
    variance = (total_of_squares * units - total * total) / (units * (units - 1))
    se = sqrt(variance / units) / per_unit
    least, most = (end * per_unit for end in limits)
    low, high, method = bound_amount(total, total_of_squares, units, least, most, method)
    return _within(value, se, low / per_unit, high / per_unit, deals, method, estimator)


def _within(
    value: float,
    se: float | None,
    low: float,
    high: float,
    deals: int,
    method: str,
    estimator: str = PLAIN,
) -> Estimate:
    # Without an interval where nothing bounds what never varied.
    if not (isfinite(low) and isfinite(high)):
        return Estimate(value, se, None, None, deals, NO_INTERVAL, estimator=estimator)
    if method == EXACT:
        estimator = EXACT
    return Estimate(value, se, low, high, deals, method, estimator=estimator)


def estimate_one_unit(value: float, deals: int, limits: tuple[float, float]) -> Estimate:
    """A mean of which one unit was counted: no error, and an interval only within limits."""
    # The method of an interval that one unit has.
    return _within(
        value,
        None,
        *limits,
        deals,
        name_sides("one unit: all that is possible", limits[0], value, limits[1]),
    )


def estimate_ratio(
    moments: np.ndarray, is_flag: bool, limits: tuple[float, float] = (-inf, inf)
) -> Estimate:
    r"""A ratio of two sums over units with its error.

    With sums x and y over units the estimate is x / y, and its standard error by the delta method
    that of the mean of :math:`(x_i - r y_i) / \bar y`.

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
        ends = bound_share(value, se, cases)
    elif se == 0:
        ends = bound_amount(value * cases, value * value * cases, cases, *limits)
    else:
        ends = _bound_as_event((x, y, xx, yy, xy), cases, limits)
        ends = ends or bound_mean(value, se, f"{NORMAL}, by units", cases)
    return _within(value, se, ends.low, ends.high, y, ends.method, PAIRS)


def _bound_as_event(
    moments: tuple[int, ...], cases: int, limits: tuple[float, float]
) -> Interval | None:
    # Of an amount that is nearly always at one end of what is possible, see `intervals`.
    x, y, xx, yy, xy = moments
    for end, sign in zip(limits, (1, -1), strict=True):
        if not isfinite(end):
            continue
        away, squares = sign * (x - end * y), xx - 2 * end * xy + end * end * yy
        if event := find_event(away, squares, cases):
            events, size = event[0], sign * event[1] * cases / y
            ends = sorted(end + size * one for one in wilson_interval(events, cases))
            low, high = (min(max(one, limits[0]), limits[1]) for one in ends)
            return Interval(low, high, "Wilson, as an event")
    return None


def careful_error(estimate: Estimate) -> float:
    """The standard error for decisions: never zero just because no event was seen.

    At least that of a normal interval as wide as the estimate's own; infinite where there is none.

    Examples
    --------
    >>> round(careful_error(estimate_proportion(0, 100)), 4)
    0.0094
    """
    if estimate.se is None or estimate.low is None or estimate.high is None:
        return inf
    return max(estimate.se, (estimate.high - estimate.low) / (2 * Z_95))


def negate(estimate: Estimate) -> Estimate:
    """The same number with the other sign.

    Examples
    --------
    >>> negate(estimate_values([28, 31, 19])).value
    -26.0
    """
    low, high = (None if end is None else -end for end in (estimate.high, estimate.low))
    exact = None if estimate.exact is None else -estimate.exact
    return replace(estimate, value=-estimate.value, low=low, high=high, exact=exact, reduced=None)


def scale_estimate(estimate: Estimate, times: float, over: float = 1) -> Estimate:
    """The same number so many times, divided by another; both are above zero.

    Examples
    --------
    >>> scale_estimate(estimate_values([1, 2, 3]), 2).value
    4.0
    """
    numbers = {
        name: None if (one := getattr(estimate, name)) is None else one * times / over
        for name in ("value", "se", "low", "high", "exact")
    }
    return replace(estimate, **numbers, reduced=None)


def know_exactly(value: Fraction | float, n: int = 0) -> Estimate:
    """An exact number as an estimate: its interval is the value itself, and its method says so.

    Parameters
    ----------
    value : Fraction or float
    n : int
        How many cases were counted, where it is known by counting them all.

    Examples
    --------
    >>> know_exactly(Fraction(1, 4)).method
    'exact'
    """
    exact = value if isinstance(value, Fraction) else None
    return Estimate(float(value), 0.0, float(value), float(value), n, EXACT, exact, estimator=EXACT)


def estimate_normal(value: float, se: float, n: int, method: str = NORMAL) -> Estimate:
    """A value whose standard error is known, with the normal interval; exact where that is 0.

    Examples
    --------
    >>> print(estimate_normal(10, 1, 500))
    10.0 (8.0 to 12.0)
    >>> estimate_normal(10, 0, 500).method
    'exact'
    """
    return (
        Estimate(value, se, *_ends_of(bound_mean(value, se, method), n))
        if se
        else know_exactly(value)
    )


def read_values(values: object) -> np.ndarray:
    """A row of numbers as an array of bool, int or float.

    Raises
    ------
    InputError
        If there are none, or one is masked, not finite, or so large that its square is not.
    """
    if np.ma.is_masked(values):
        raise InputError("values: some are masked; leave them out, as in values.compressed()")
    numbers = np.asarray(values)
    if numbers.ndim != 1 or not len(numbers):
        raise InputError(f"values: expected one row of numbers, got shape {numbers.shape}")
    if numbers.dtype.kind not in "biuf" or not np.isfinite(numbers).all():
        raise InputError("values: expected finite numbers only")
    if numbers.dtype.kind == "f" and np.abs(numbers).max() > _LARGEST:
        raise InputError(f"values: expected numbers of at most {_LARGEST:g} in size")
    return numbers


def estimate_values(
    values: Sequence[float] | np.ndarray, unit: int = 1, limits: tuple[float, float] = (-inf, inf)
) -> Estimate:
    """The mean of an array of numbers, one for each deal, with its error.

    Parameters
    ----------
    values : array of bool, int or float, shape (deals,)
        Truth values are counted: the estimate is a proportion, with Wilson's interval.
    unit : int
        Number of consecutive deals that make one independent unit: 1, or 2 for mirrored deals.
    limits : tuple of float
        The least and the most that a number can be, where that is known: numbers that (nearly)
        never vary have an interval only with them.

    Returns
    -------
    Estimate
        Its method says how the interval was made; its n is the number of deals.

    Raises
    ------
    InputError
        If there are no values, one is not finite, or they cannot be split into units.

    Examples
    --------
    >>> print(estimate_values([28, 31, 19, 44, 25, 30]))
    29.5 (20.8 to 38.2)
    >>> estimate_values([True, False, False, True]).method
    'Wilson'
    >>> estimate_values([28, 31, 19, 25], unit=2).estimator
    'pairs'
    """
    numbers, unit = read_values(values), read_whole("unit", unit, least=1)
    limits = read_list("limits", limits, "the least and the most, as in (-150, 150)")
    refuse(
        {
            f"limits: expected the least and the most, got {limits}": (
                len(limits) != 2 or not limits[0] <= limits[1]
            ),
            f"values: {len(numbers)} cannot be split into units of {unit}": len(numbers) % unit,
        }
    )
    deals, units = len(numbers), len(numbers) // unit
    is_flag = numbers.dtype.kind == "b"
    if is_flag and unit == 1:
        return estimate_proportion(int(numbers.sum()), deals)
    sums = numbers.reshape(units, unit).sum(axis=1, dtype=float)
    value = float(sums.mean()) / unit
    method = {1: NORMAL, 2: f"{NORMAL}, pairs as units"}.get(unit, f"{NORMAL}, {unit} deals a unit")
    if units < 2:
        return estimate_one_unit(value, deals, limits)
    se = float(sums.std(ddof=1)) / sqrt(units) / unit
    estimator = PAIRS if unit == 2 else PLAIN
    if is_flag:
        ends = bound_share(value, se, units)
        return _within(value, se, ends.low, ends.high, deals, ends.method, estimator)
    # Around a whole number near the mean, so that nothing is lost to cancellation.
    middle = round(value) * unit
    away = sums - middle
    least, most = (end * unit - middle for end in limits)
    total, squares = float(away.sum()), float((away * away).sum())
    if (sums == sums[0]).all():  # rounding alone would make them vary
        low, high, method = bound_unvaried(total / units, units, least, most)
    else:
        low, high, method = bound_amount(
            total, squares, units, least, most, method, is_whole=numbers.dtype.kind != "f"
        )
    low, high = (low + middle) / unit, (high + middle) / unit
    return _within(value, se, low, high, deals, method, estimator)


def _ends_of(interval: Interval, deals: int) -> tuple[float, float, int, str]:
    # What an estimate has of its interval.
    return interval.low, interval.high, deals, interval.method
