r"""Estimates with their errors.

For n independent units (deals, or mirrored pairs) with values x of a measure, the estimate is
the mean, its standard error the sample standard deviation over :math:`\sqrt n`. The 95%
interval of a mean is normal: value :math:`\pm` 1.96 standard errors. The interval of a
proportion is Wilson's, which stays between 0 and 1 and covers for rare events too; where deals
come in pairs, its n is the number of independent deals that would give the same standard error.
So is that of an amount which is nearly always the same, such as the points for carte blanche: it
is an event of one size, with the same sum and sum of squares.

References
----------
Wilson: Probable inference, the law of succession, and statistical inference. Journal of the
American Statistical Association 22, 1927.
Korn, Graubard: Confidence intervals for proportions with small expected number of positive
counts estimated from survey data. Survey Methodology 24, 1998.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, isfinite, log10, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from piquet_sim.errors import InputError
from piquet_sim.kernel.measures import MEASURES, OF, Measure
from piquet_sim.tally import Tally, find_measure

Z_95 = NormalDist().inv_cdf(0.975)
"""Standard errors on either side of a normal 95% interval."""


@dataclass(frozen=True)
class Reduced:
    """An estimate corrected by quantities of exactly known expectation, mostly a better one."""

    value: float
    se: float
    low: float
    """Lower end of the normal 95% interval."""
    high: float
    gain: float
    """Variance of the plain estimate divided by that of this one: so many times the deals."""

    def as_json(self) -> dict[str, float]:
        """As the command line prints it for machines."""
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
    """The same with its error reduced by what was dealt, where that is known exactly."""

    @property
    def z(self) -> float | None:
        """Standard errors by which the estimate exceeds the exact value."""
        if self.exact is None or not self.se:
            return None
        return (self.value - float(self.exact)) / self.se

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


def wilson_interval(successes: float, n: float, z: float = Z_95) -> tuple[float, float]:
    """Wilson's interval for a proportion.

    Parameters
    ----------
    successes, n : float
        Need not be whole: n may be an effective number of observations.
    z : float
        Standard errors of the normal interval of the same level.

    Examples
    --------
    >>> low, high = wilson_interval(0, 100)
    >>> low, round(high, 4)
    (0.0, 0.037)
    """
    proportion = successes / n
    centre = (proportion + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(proportion * (1 - proportion) / n + z * z / (4 * n * n))
    # The ends lie at 0 and 1 for proportions that do, whatever the rounding.
    return max(0.0, min(centre - half, proportion)), min(1.0, max(centre + half, proportion))


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
    low, high = wilson_interval(successes, n)
    se = sqrt(proportion * (1 - proportion) / n)
    return Estimate(proportion, se, low, high, n, "Wilson")


def estimate_mean(total: int, total_of_squares: int, units: int, deals: int) -> Estimate:
    """The estimate of a mean a deal from integer sums over units.

    Parameters
    ----------
    total : int
        Sum over units.
    total_of_squares : int
        Sum over units of squares.
    units, deals : int
        Independent units, and deals in all of them.

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
    method = "normal" if deals == units else "normal, pairs as units"
    if units < 2:
        return Estimate(value, None, None, None, deals, method)
    # Exact in integers, so that nothing is lost to cancellation.
    variance = (total_of_squares * units - total * total) / (units * (units - 1))
    se = sqrt(variance / units) / per_unit
    return Estimate(value, se, value - Z_95 * se, value + Z_95 * se, deals, method)


def _correct_proportion(mean: Estimate, units: int) -> Estimate:
    # Wilson's interval for a share of deals that come in units: its n is that of independent
    # deals with the same standard error.
    effective = float(units)
    if mean.se:
        effective = mean.value * (1 - mean.value) / mean.se**2
    low, high = wilson_interval(mean.value * effective, effective)
    return replace(mean, low=low, high=high, method="Wilson, n corrected for pairs")


def estimate_values(values: Sequence[float] | np.ndarray, unit: int = 1) -> Estimate:
    """The mean of an array of numbers, one for each deal, with its error.

    Parameters
    ----------
    values : array of bool, int or float, shape (deals,)
        Truth values are counted: the estimate is a proportion, with Wilson's interval.
    unit : int
        So many deals in a row make one independent unit: 1, or 2 for mirrored deals.

    Returns
    -------
    Estimate
        Its method says how the interval was made; its n is the number of deals.

    Raises
    ------
    InputError
        If there are none, one is not a finite number, or they do not make whole units.

    Examples
    --------
    >>> print(estimate_values([28, 31, 19, 44, 25, 30]))
    29.5 ± 3.4
    >>> estimate_values([True, False, False, True]).method
    'Wilson'
    """
    numbers = np.asarray(values)
    if numbers.ndim != 1 or not len(numbers):
        raise InputError(f"values: shape {numbers.shape}; one row of numbers is needed")
    if numbers.dtype.kind not in "biuf" or not np.isfinite(numbers).all():
        raise InputError("values: all must be finite numbers")
    if unit < 1 or len(numbers) % unit:
        raise InputError(f"values: {len(numbers)} do not make units of {unit}")
    deals, units = len(numbers), len(numbers) // unit
    is_flag = numbers.dtype.kind == "b"
    if is_flag and unit == 1:
        return estimate_proportion(int(numbers.sum()), deals)
    sums = numbers.reshape(units, unit).sum(axis=1, dtype=float)
    value = float(sums.mean()) / unit
    method = {1: "normal", 2: "normal, pairs as units"}.get(unit, f"normal, {unit} deals a unit")
    if units < 2:
        return Estimate(value, None, None, None, deals, method)
    se = float(sums.std(ddof=1)) / sqrt(units) / unit
    mean = Estimate(value, se, value - Z_95 * se, value + Z_95 * se, deals, method)
    return _correct_proportion(mean, units) if is_flag else mean


def compare_values(
    one: Sequence[float] | np.ndarray, two: Sequence[float] | np.ndarray, unit: int = 1
) -> Estimate:
    """By how much one array of numbers exceeds another on average, deal by deal.

    Both are of the same deals in the same order, so that the luck they share cancels out; the
    error is that of the differences.

    Parameters
    ----------
    one, two : array of bool, int or float, shape (deals,)
    unit : int
        As in `estimate_values`.

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
        raise InputError(f"values: shapes {first.shape} and {second.shape}; deals go by pairs")
    return estimate_values(np.subtract(first, second, dtype=float), unit)


class Departures(NamedTuple):
    """An amount that is the same in most deals, seen as an event of one size."""

    usual: int
    """What it is in most deals."""
    size: float
    """How far it departs from that in a unit, negative where it is less."""
    events: float
    """Units in which it does."""


_SELDOM = ("carte_blanche_mean", "pique_mean", "repique_mean")
_EXCHANGED = "_exchanged"


def find_departures(tally: Tally, measure: Measure | str) -> Departures | None:
    r"""An amount that seldom differs from what it usually is, as an event.

    With d the departures of units from the usual amount, the event has the size
    :math:`\sum d^2 / \sum d` and happened in :math:`(\sum d)^2 / \sum d^2` units: the numbers that
    have the sum and the sum of squares which were counted. Where all departures are of one size,
    as for cartes blanches, that is how often it happened and by how much.

    Returns
    -------
    Departures or None
        None for other amounts; where nothing departed; where it went both ways.

    References
    ----------
    Bohm, Zech: Statistics of weighted Poisson events and its applications. Nuclear Instruments
    and Methods in Physics Research A 748, 2014.
    """
    if isinstance(measure, str):
        measure = find_measure(measure)
    usual = 0
    if measure.name.endswith(_EXCHANGED):
        seat = ("elder", "younger").index(measure.name.removesuffix(_EXCHANGED))
        counts = tally.arrays.exchanged[seat]
        usual = int(counts.argmax())
        if counts[:usual].any() and counts[usual + 1 :].any():
            return None
    elif not measure.name.endswith(_SELDOM):
        return None
    total, a_unit = tally.total(measure.name), tally.deals // tally.units
    of_units = usual * a_unit
    away = total - usual * tally.deals
    if away == 0:
        return None
    squares = (
        tally.total_of_squares(measure.name) - 2 * of_units * total + of_units**2 * tally.units
    )
    return Departures(usual, squares / away, away * away / squares)


def count_events(tally: Tally, measure: Measure | str) -> float | None:
    """How often the rarer of what a measure can be happened.

    Returns
    -------
    float or None
        Of a flag the deals in which it was set, or not set if they are fewer; of an amount that
        is nearly always the same, see `find_departures`, and 0 if it always was. None for other
        amounts.
    """
    if isinstance(measure, str):
        measure = find_measure(measure)
    total = tally.total(measure.name)
    if measure.is_flag:
        return min(total, tally.deals - total)
    departures = find_departures(tally, measure)
    if departures is not None:
        return min(departures.events, tally.units - departures.events)
    return 0.0 if measure.name.endswith(_SELDOM) and total == 0 else None


def estimate_measure(tally: Tally, measure: Measure | str) -> Estimate:
    """The estimate of one measure from a tally.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> estimate_measure(simulate("club", "club", n=500).tally, "elder_score").n
    500
    """
    if isinstance(measure, str):
        measure = find_measure(measure)
    total = tally.total(measure.name)
    if measure.is_flag and tally.units == tally.deals:
        return estimate_proportion(total, tally.deals)
    mean = estimate_mean(total, tally.total_of_squares(measure.name), tally.units, tally.deals)
    if not measure.is_flag:
        departures = find_departures(tally, measure)
        if departures is None:
            return mean
        usual, size, events = departures
        ends = wilson_interval(events, tally.units)
        low, high = sorted(usual + size * end * tally.units / tally.deals for end in ends)
        return replace(mean, low=low, high=high, method="Wilson, as an event")
    return _correct_proportion(mean, tally.units)


def bound_unseen(
    tally: Tally, estimates: Mapping[str, Estimate], sizes: Mapping[str, int]
) -> dict[str, Estimate]:
    """The estimates, with an upper end for amounts that never came up.

    An amount that is at most so much has a mean of at most that times the probability that it
    comes up, of which the upper limit is Wilson's for none of n units.

    Parameters
    ----------
    tally : Tally
    estimates : mapping
        Of the tally, by name.
    sizes : mapping
        Names of amounts that are never negative, and the most that each can be in a deal.
    """
    most = wilson_interval(0, tally.units)[1]
    return {
        name: replace(one, high=sizes[name] * most, method="Wilson, as an event")
        if name in sizes and one.value == 0 and one.se is not None
        else one
        for name, one in estimates.items()
    }


_UNITS_A_CONTROL = 50
"""Fewer units a control than this, and the coefficients are too uncertain to be used."""


_EVENTS_A_CONTROL = 25
"""Nor are they for what happens (or fails to happen) more rarely than this."""


def reduce_error(
    tally: Tally, measure: Measure | str, expectations: Sequence[Fraction]
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
    total, events = tally.total(measure.name), count_events(tally, measure)
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
    return Reduced(value, se, value - Z_95 * se, value + Z_95 * se, plain / residual)


def estimate_all(tally: Tally) -> dict[str, Estimate]:
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
        measure.name: estimate_measure(tally, measure)
        for measure in MEASURES
        if mirrored or not measure.name.startswith(("first_", "second_"))
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
