"""Estimates with their errors.

For n independent units (deals, or mirrored pairs) with values x of a measure, the estimate is
the mean, its standard error the sample standard deviation over the root of n. `intervals` makes
the 95% interval of each and says how.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, inf, isfinite, log10, sqrt

import numpy as np

from piquet_sim.estimates.intervals import (
    EXACT,
    NO_INTERVAL,
    NORMAL,
    Z_95,
    Interval,
    bound_amount,
    bound_difference,
    bound_mean,
    bound_median,
    bound_one_unit,
    bound_proportion,
    bound_share,
    find_departures,
    find_median,
    is_of_share,
    name_sides,
)
from piquet_sim.estimates.limits import limit_amounts
from piquet_sim.estimates.tally import Tally, find_measure
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.kernel.batch.measures import MEASURES, OF, Measure


@dataclass(frozen=True)
class Reduced:
    """An estimate with control variates: corrected by quantities of exactly known expectation."""

    value: float
    se: float
    low: float
    """Lower end of the normal 95% interval."""
    high: float
    gain: float
    """Variance of the plain estimate over that of this one: the factor of deals that it saves."""
    method: str = NORMAL

    def as_json(self) -> dict[str, object]:
        """As the command line prints it with `--json`."""
        return vars(self).copy()

    def __str__(self) -> str:
        return format_with_error(self.value, self.se)


@dataclass(frozen=True)
class Estimate:
    """A number with its error.

    Examples
    --------
    >>> estimate = estimate_proportion(12, 400)
    >>> print(estimate)
    0.0300 ± 0.0085
    >>> estimate.method
    'Wilson'
    """

    value: float
    """The estimate: a fraction of deals, or a mean a deal."""
    se: float | None
    """Its standard error; None where one unit was counted."""
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
    reduced: Reduced | None = None
    """The same estimate with control variates, where these are known exactly."""

    @property
    def z(self) -> float | None:
        """Standard errors by which the estimate exceeds the exact value.

        Of a proportion the error is the one that the exact value has in as many cases, which is
        known, too; so it has one where no case, or every case, was seen.
        """
        if self.exact is None or self.se is None:
            return None
        exact, error = float(self.exact), self.se
        if is_of_share(self.method) and 0 < exact < 1:
            spread = self.value * (1 - self.value)
            cases = spread / error**2 if spread and error else self.n
            error = sqrt(exact * (1 - exact) / cases)
        return (self.value - exact) / error if error else None

    @property
    def is_unvaried(self) -> bool:
        """Whether all cases were alike by chance: then it has a bound and no error."""
        return self.se == 0 and self.low is not None and self.low < self.high

    def as_json(self) -> dict[str, object]:
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

    def __str__(self) -> str:
        return format_with_error(self.value, self.se)


def estimate_proportion(successes: int, n: int) -> Estimate:
    """The estimate of a probability from independent deals.

    Raises
    ------
    ValueError
        If there are no deals.

    Examples
    --------
    >>> estimate_proportion(12, 400).value
    0.03
    """
    if n < 1:
        raise ValueError("no deals to estimate from")
    proportion = successes / n
    se = sqrt(proportion * (1 - proportion) / n)
    return Estimate(proportion, se, *_of(bound_proportion(successes, n), n))


def estimate_median(counts: Sequence[int]) -> Estimate:
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
    2.000 ± 0.050
    """
    deals = int(np.sum(counts))
    if deals < 1:
        raise ValueError("no deals to estimate from")
    found = bound_median(counts)
    se = (found.high - found.low) / (2 * Z_95)
    return Estimate(find_median(counts), se, *_of(found, deals))


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
    method = NORMAL if deals == units else f"{NORMAL}, pairs as units"
    if units < 2:
        return _of_one_unit(value, deals, limits)
    # Exact in integers, so that nothing is lost to cancellation.
    variance = (total_of_squares * units - total * total) / (units * (units - 1))
    se = sqrt(variance / units) / per_unit
    least, most = (end * per_unit for end in limits)
    low, high, method = bound_amount(total, total_of_squares, units, least, most, method)
    if not (isfinite(low) and isfinite(high)):  # it never varied, and nothing bounds it
        return Estimate(value, se, None, None, deals, NO_INTERVAL)
    return Estimate(value, se, low / per_unit, high / per_unit, deals, method)


def _of_one_unit(value: float, deals: int, limits: tuple[float, float]) -> Estimate:
    # It has no error.
    found = bound_one_unit(value, *limits)
    if found is None:
        return Estimate(value, None, None, None, deals, NO_INTERVAL)
    return Estimate(value, None, found.low, found.high, deals, found.method)


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
    >>> print(subtract_estimates(estimate_proportion(60, 100), estimate_proportion(40, 100)))
    0.200 ± 0.069
    """
    (one_ends, one_se), (two_ends, two_se) = map(_find_errors, (one, two))
    found = bound_difference(one.value, one_ends, two.value, two_ends)
    se = None if None in (one_se, two_se) else sqrt(one_se**2 + two_se**2)
    return Estimate(one.value - two.value, se, *_of(found, one.n + two.n))


def _find_errors(estimate: Estimate) -> tuple[tuple[float, float], float | None]:
    # The interval, and the standard error if it has one.
    if estimate.low is None or estimate.high is None:
        raise ValueError("a difference of estimates without intervals")
    return (estimate.low, estimate.high), estimate.se


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
    >>> print(subtract_dependent(estimate_proportion(60, 100), estimate_proportion(40, 100)))
    0.200 ± 0.098
    """
    (one_ends, one_se), (two_ends, two_se) = map(_find_errors, (one, two))
    less = one.value - two.value
    low, high = one_ends[0] - two_ends[1], one_ends[1] - two_ends[0]
    se = None if None in (one_se, two_se) else one_se + two_se
    method = name_sides("errors added", low, less, high)
    return Estimate(less, se, low, high, max(one.n, two.n), method)


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


def know_exactly(value: Fraction | float) -> Estimate:
    """An exact number as an estimate: its interval is the value itself, and its method says so.

    Examples
    --------
    >>> know_exactly(Fraction(1, 4)).method
    'exact'
    """
    exact = value if isinstance(value, Fraction) else None
    return Estimate(float(value), 0.0, float(value), float(value), 0, EXACT, exact)


def estimate_values(
    values: Sequence[float] | np.ndarray,
    unit: int = 1,
    limits: tuple[float, float] = (-inf, inf),
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
    29.5 ± 3.4
    >>> estimate_values([True, False, False, True]).method
    'Wilson'
    """
    numbers = np.asarray(values)
    if numbers.ndim != 1 or not len(numbers):
        raise InputError(f"values: expected one row of numbers, got shape {numbers.shape}")
    if numbers.dtype.kind not in "biuf" or not np.isfinite(numbers).all():
        raise InputError("values: expected finite numbers only")
    if unit < 1 or len(numbers) % unit:
        raise InputError(f"values: {len(numbers)} cannot be split into units of {unit}")
    deals, units = len(numbers), len(numbers) // unit
    is_flag = numbers.dtype.kind == "b"
    if is_flag and unit == 1:
        return estimate_proportion(int(numbers.sum()), deals)
    sums = numbers.reshape(units, unit).sum(axis=1, dtype=float)
    value = float(sums.mean()) / unit
    method = {1: NORMAL, 2: f"{NORMAL}, pairs as units"}.get(unit, f"{NORMAL}, {unit} deals a unit")
    if units < 2:
        return _of_one_unit(value, deals, limits)
    se = float(sums.std(ddof=1)) / sqrt(units) / unit
    if is_flag:
        return Estimate(value, se, *_of(bound_share(value, se, units), deals))
    # Around a whole number near the mean, so that nothing is lost to cancellation.
    middle = round(value) * unit
    away = sums - middle
    least, most = (end * unit - middle for end in limits)
    low, high, method = bound_amount(
        float(away.sum()), float((away * away).sum()), units, least, most, method,
        is_whole=numbers.dtype.kind != "f",
    )  # fmt: skip
    if not (isfinite(low) and isfinite(high)):
        return Estimate(value, se, None, None, deals, NO_INTERVAL)
    return Estimate(value, se, (low + middle) / unit, (high + middle) / unit, deals, method)


def _of(interval: Interval, deals: int) -> tuple[float, float, int, str]:
    # The rest of an estimate.
    return interval.low, interval.high, deals, interval.method


def compare_values(
    one: Sequence[float] | np.ndarray,
    two: Sequence[float] | np.ndarray,
    unit: int = 1,
    limits: tuple[float, float] = (-inf, inf),
) -> Estimate:
    """By how much one array of numbers exceeds another on average, deal by deal.

    Both are of the same deals in the same order, so that the luck they share cancels out; the
    error is that of the differences.

    Parameters
    ----------
    one, two : array of bool, int or float, shape (deals,)
    unit, limits
        As in `estimate_values`; the limits are those of a difference.

    Raises
    ------
    InputError
        If they are not equally long, or as `estimate_values`.

    Examples
    --------
    >>> print(compare_values([28, 31, 19, 44], [27, 29, 18, 41]))
    1.75 ± 0.48
    """
    first, second = (
        np.asarray(values).astype(np.result_type(np.asarray(values), np.int8))
        for values in (one, two)
    )
    if first.shape != second.shape:
        raise InputError(
            f"values: shapes {first.shape} and {second.shape}; the values must be paired"
        )
    is_whole = "f" not in (first.dtype.kind, second.dtype.kind)
    less = np.subtract(first, second, dtype=np.int64 if is_whole else float)
    return estimate_values(less, unit, limits)


def count_events(tally: Tally, measure: Measure | str, rules: RuleSet = RUBICON) -> float | None:
    """The number of events on which the estimate of a measure rests.

    Returns
    -------
    float or None
        Of a flag the deals in which it was set, or not set if they are fewer; of an amount that
        is nearly always the same the units in which it departed, see
        `intervals.find_departures`. None for other amounts.
    """
    if isinstance(measure, str):
        measure = find_measure(measure)
    total = tally.total(measure.name)
    if measure.is_flag:
        return min(total, tally.deals - total)
    squares, units = tally.total_of_squares(measure.name), tally.units
    if squares * units == total * total:
        return 0.0
    least, most = limit_amounts(rules)[measure.name]
    a_unit = tally.deals // units
    found = find_departures(total, squares, units, least * a_unit, most * a_unit)
    return None if found is None else found.events


def estimate_measure(tally: Tally, measure: Measure | str, rules: RuleSet = RUBICON) -> Estimate:
    """The estimate of one measure from a tally.

    Parameters
    ----------
    tally : Tally
    measure : Measure or str
    rules : RuleSet
        The rules that were played: they say what an amount can be.

    Raises
    ------
    ValueError
        If there are no deals, or they cannot have been played under these rules.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> estimate_measure(simulate("club", "club", n=500).tally, "elder_score").n
    500
    """
    if isinstance(measure, str):
        measure = find_measure(measure)
    total, squares = tally.total(measure.name), tally.total_of_squares(measure.name)
    units, deals = tally.units, tally.deals
    limits = limit_amounts(rules)[measure.name]
    if limits[0] == limits[1]:  # by the laws
        if total != limits[0] * deals:
            raise ValueError(f"{measure.name}: not played under {rules.name}")
        return replace(know_exactly(float(limits[0])), n=deals)
    if not measure.is_flag:
        return estimate_mean(total, squares, units, deals, limits)
    if units == deals:
        return estimate_proportion(total, deals)
    mean = estimate_mean(total, squares, units, deals, (0, 1))
    low, high, method = bound_share(mean.value, mean.se or 0.0, units)
    return replace(mean, low=low, high=high, method=method)


def estimate_lead(tally: Tally, part: str, rules: RuleSet = RUBICON) -> Estimate:
    """Elder's lead over younger in one part of the score, in points per deal.

    Parameters
    ----------
    tally : Tally
    part : str
        "point", "sequences", "sets", "carte_blanche", "play", "cards", "pique" or "repique".
    rules : RuleSet
        The rules that were played.

    Returns
    -------
    Estimate
        Where a part is never scored by both in one deal the squares of the difference add up from
        those of both seats; otherwise, and in mirrored pairs, the errors of both are added.

    Raises
    ------
    ValueError
        If only one deal was counted.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> lead = estimate_lead(simulate("club", "club", n=500).tally, "cards")
    >>> lead.low < lead.value < lead.high
    True
    """
    elder, younger = (f"{seat}_{part}_mean" for seat in ("elder", "younger"))
    never_both = part != "play" and (part != "carte_blanche" or rules.pack == 32)
    if tally.units < tally.deals or not never_both:
        return subtract_dependent(
            *(estimate_measure(tally, one, rules) for one in (elder, younger))
        )
    limits = limit_amounts(rules)
    return estimate_mean(
        tally.total(elder) - tally.total(younger),
        tally.total_of_squares(elder) + tally.total_of_squares(younger),
        tally.units,
        tally.deals,
        (-limits[younger][1], limits[elder][1]),
    )


_UNITS_A_CONTROL = 50
"""With fewer units per control the coefficients are too uncertain to be used."""


_EVENTS_A_CONTROL = 25
"""With fewer events (or non-events) they are not used either."""


def reduce_error(
    tally: Tally,
    measure: Measure | str,
    expectations: Sequence[Fraction],
    rules: RuleSet = RUBICON,
) -> Reduced | None:
    r"""An estimate with control variates.

    What hands are dealt is luck of which the mean is known. With m the mean of the measure over
    units, c the means of the controls and :math:`\mu` their exact expectations, the estimate is

    .. math:: m - \beta^\top (c - \mu),

    :math:`\beta` being the coefficients of the regression of the measure on the controls in the
    same units; its variance is that of the residuals. The bias is of the order of one unit's
    weight, far below the error.

    Parameters
    ----------
    tally : Tally
    measure : Measure or str
    expectations : sequence of Fraction
        Of `CONTROLS`, a deal.
    rules : RuleSet

    Returns
    -------
    Reduced or None
        None where there are too few units or events, or nothing varies.

    References
    ----------
    Lavenberg, Welch: A perspective on the use of control variables to increase the efficiency
    of Monte Carlo simulations. Management Science 27, 1981.
    """
    if isinstance(measure, str):
        measure = find_measure(measure)
    n, controls = tally.units, len(expectations)
    total, events = tally.total(measure.name), count_events(tally, measure, rules)
    rarer = n if events is None else events
    if n < _UNITS_A_CONTROL * controls or rarer < _EVENTS_A_CONTROL * controls:
        return None
    arrays, a_unit = tally.arrays, tally.deals / tally.units
    # Central moments from exact integers: n * sum of products - product of sums.
    sums = [int(one) for one in arrays.controls]
    among = np.array(
        [
            [
                n * int(arrays.crosses[i, len(MEASURES) + j]) - sums[i] * sums[j]
                for j in range(controls)
            ]
            for i in range(controls)
        ],
        float,
    )
    place = getattr(OF, measure.name)
    across = np.array(
        [n * int(arrays.crosses[i, place]) - sums[i] * total for i in range(controls)], float
    )
    own = n * tally.total_of_squares(measure.name) - total * total
    try:
        slopes = np.linalg.solve(among, across)
    except np.linalg.LinAlgError:
        return None
    residual = (own - float(across @ slopes)) / (n * (n - 1 - controls))
    if own == 0 or residual <= 0:
        return None
    off = [sums[i] / n - float(expectations[i]) * a_unit for i in range(controls)]
    value = (total / n - float(slopes @ off)) / a_unit
    se = sqrt(residual / n) / a_unit
    plain = own / (n * (n - 1))
    low, high, _ = bound_mean(value, se)
    return Reduced(value, se, low, high, plain / residual)


def estimate_all(tally: Tally, rules: RuleSet = RUBICON) -> dict[str, Estimate]:
    """All estimates of a tally by name.

    What the strategies make (`first_score` and so on) is left out where deals are not mirrored,
    since it is then what the seats make.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> list(estimate_all(simulate("club", "club", n=500).tally))[:3]
    ['elder_score', 'younger_score', 'difference']
    """
    mirrored = tally.units != tally.deals
    return {
        measure.name: estimate_measure(tally, measure, rules)
        for measure in MEASURES
        if mirrored or not measure.is_of_strategy
    }


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


def format_with_error(value: float, se: float | None, scale: float = 1.0) -> str:
    """A value with its standard error and no digit that the error does not support.

    Examples
    --------
    >>> format_with_error(31.49823, 0.0214)
    '31.498 ± 0.021'
    """
    if se is None:
        return f"{value * scale:g}"
    decimals = decimals_of(se * scale)
    if se == 0:
        return f"{value * scale:.{decimals}f}".rstrip("0").rstrip(".")
    return f"{value * scale:.{decimals}f} ± {se * scale:.{decimals}f}"


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
    return f"{round(value * scale, digits):{sign},.{max(0, digits)}f}"
