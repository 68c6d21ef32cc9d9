r"""The 95% intervals of shares, means, medians and rare amounts, each with the name of its method.

An interval never has zero width unless the number is exact. The methods:

**Wilson.** The interval of a proportion, which stays between 0 and 1 and covers for rare events
too. Where cases come in pairs or clusters, its n is the number of independent cases that would give
the same standard error. Where all cases were alike the interval is one-sided, and says so.

**Normal.** For a mean: value :math:`\pm` 1.96 standard errors.

**Student's t.** For a mean of fewer than 50 units: as many standard errors as the t distribution
has, from 12.7 for two units to 2.01.

**Student's t of the logarithm.** The same for the mean of an amount that lies within a quarter of
what is possible from its least or its most, as a score does: these are skewed. The interval is that
of the logarithm of the distance from this end, so that it is skewed, too, and ends within what is
possible. Of ten scores Student's own covers 89%, this one 92% to 94%.

**Gamma.** The mean of such an amount among 100 to 199 deals that something else singled out (Fay,
Feuer): it is seen as events of one size, so many that the standard error is theirs; above, one more
may yet be seen, of the size of the greater ones. Of younger's scores in a hundred deals with
elder's repique it covers 93%, where the normal interval covers 91%.

**No interval.** The same among fewer than 100 such deals: the few that matter may be among none of
them. At sixty no interval that was tried holds younger's score in deals with elder's repique or
elder's in those without a trick of theirs in 93 of 100: Student's 89 and 91, of the logarithm 90
and 91, gamma 91 and 94, corrected for skewness 92 and 88, by the bootstrap of t 93 and 90. Nor has
any mean one among fewer than 50 of them: Student's holds elder's score in five deals with elder's
pique in 73 of 100.

**Wilson, as an event.** An amount that is nearly always at its least or its most (the points for a
repique; the five cards that elder exchanges) is treated as an event of one size. With d the
departures from that end, the event has the size :math:`\sum d^2 / \sum d` and happened in
:math:`(\sum d)^2 / \sum d^2` units: the numbers with the sum and the sum of squares that were
counted. The standard error is that of the mean; the interval is as skewed as that of a rare event.

**Wilson, both ways.** An amount that is nearly always the same whole number, but can be more or
less: departures upwards and downwards are two events, of which each has an interval.

**One value seen.** Where nothing departed from one value, the share of units that would depart is
below Wilson's limit for none of n, and a departure goes at most to the least or the most possible.

**One unit.** The error is unknown, so the interval is everything possible.

**Median.** The numbers below which the shares of cases are the ends of Wilson's interval of one
half (Woodruff).

**MOVER.** The difference of two independent estimates from their own intervals: the distances
from value to end are squared and added (method of variance estimates recovery). It is the normal
interval where both are normal, and keeps the skewness of those that are not.

References
----------
Wilson: Probable inference, the law of succession, and statistical inference. Journal of the
American Statistical Association 22, 1927.
Woodruff: Confidence intervals for medians and other position measures. Journal of the American
Statistical Association 47, 1952.
Korn, Graubard: Confidence intervals for proportions with small expected number of positive
counts estimated from survey data. Survey Methodology 24, 1998.
Fay, Feuer: Confidence intervals for directly standardized rates: a method based on the gamma
distribution. Statistics in Medicine 16, 1997.
Bohm, Zech: Statistics of weighted Poisson events and its applications. Nuclear Instruments and
Methods in Physics Research A 748, 2014.
Zou, Donner: Construction of confidence limits about effect measures: a general approach.
Statistics in Medicine 27, 2008.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import exp, inf, isfinite, sqrt
from statistics import NormalDist
from typing import NamedTuple

from piquet_sim.estimates.significance import student_tails

TAIL = 0.025
"""Probability beyond each end of a 95% interval."""

Z_95 = NormalDist().inv_cdf(1 - TAIL)
"""Standard errors on either side of a normal 95% interval."""

WILSON = "Wilson"
WILSON_OF_UNITS = f"{WILSON}, n corrected for pairs"
NORMAL = "normal"
STUDENT = "Student’s t"
FEW = 50
"""Units from which on a mean has the normal interval: Student's is 2.5% wider there."""
EXACT = "exact"
MOVER = "MOVER"
ONE_SIDED = "one-sided"
"""Part of the method's name where an interval ends at the value itself: nothing else was seen."""

_NEAR_AN_END = 0.25
"""An amount is skewed whose mean lies within this share of what is possible from an end."""

_RARE = 0.2
"""Departures from an end of what is possible in fewer units than this share are seen as events."""

_NEARLY_ALWAYS = 0.05
"""An amount that departs from one whole number in fewer units than this share is nearly always
that."""


class Interval(NamedTuple):
    """A 95% interval and how it was made."""

    low: float
    high: float
    method: str


def wilson_interval(successes: float, n: float) -> tuple[float, float]:
    """Wilson's interval for a proportion.

    Parameters
    ----------
    successes, n : float
        Need not be whole: n may be an effective number of observations.

    Examples
    --------
    >>> low, high = wilson_interval(0, 100)
    >>> low, round(high, 4)
    (0.0, 0.037)
    """
    proportion, z = successes / n, Z_95
    centre = (proportion + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(proportion * (1 - proportion) / n + z * z / (4 * n * n))
    # The ends lie at 0 and 1 for proportions that do, whatever the rounding.
    return max(0.0, min(centre - half, proportion)), min(1.0, max(centre + half, proportion))


def name_sides(method: str, low: float, value: float, high: float) -> str:
    """The method's name, with a word for an interval that ends at the value.

    Examples
    --------
    >>> name_sides("Wilson", 0, 0, 0.1)
    'Wilson, one-sided'
    """
    return f"{method}, {ONE_SIDED}" if value in (low, high) and ONE_SIDED not in method else method


def is_of_share(method: str) -> bool:
    """Whether an interval is that of a proportion.

    Examples
    --------
    >>> is_of_share("Wilson, one-sided"), is_of_share("Wilson, as an event")
    (True, False)
    """
    return method.removesuffix(f", {ONE_SIDED}") in (WILSON, WILSON_OF_UNITS)


def bound_proportion(successes: float, n: float, method: str = WILSON) -> Interval:
    """The interval of a proportion of independent cases.

    Examples
    --------
    >>> bound_proportion(0, 100).method
    'Wilson, one-sided'
    """
    low, high = wilson_interval(successes, n)
    return Interval(low, high, name_sides(method, low, successes / n, high))


def bound_share(value: float, se: float, units: float) -> Interval:
    """Wilson's interval of a proportion whose cases come in units, by their effective number."""
    effective = value * (1 - value) / se**2 if 0 < value < 1 and se > 0 else units
    return bound_proportion(value * effective, effective, WILSON_OF_UNITS)


def find_median(counts: Sequence[int], share: float = 0.5) -> float:
    """The median of whole numbers, each spread evenly over half a unit to either side.

    Parameters
    ----------
    counts : sequence of int
        How often each number from 0 on was seen.
    share : float
        Share of the cases below it: one half, or another for another quantile.

    Examples
    --------
    >>> find_median([0, 1, 2, 1]), find_median([0, 4, 1]), find_median([0, 0, 5])
    (2.0, 1.125, 2.0)
    """
    sums = list(accumulate(map(int, counts)))
    wanted = share * sums[-1]
    place = bisect_left(sums, wanted)
    return place + 0.5 - (sums[place] - wanted) / max(int(counts[place]), 1)


def bound_median(counts: Sequence[int]) -> Interval:
    """The interval of a median: where Wilson's interval of the share below holds one half.

    Examples
    --------
    >>> low, high, _ = bound_median([0, 100, 200, 100])
    >>> round(low, 2), round(high, 2)
    (1.9, 2.1)
    """
    cases = int(sum(counts))
    low, high = (find_median(counts, share) for share in wilson_interval(cases / 2, cases))
    return Interval(low, high, f"{WILSON} of one half, inverted")


@cache
def count_errors(units: int) -> float:
    """Standard errors on either side of the 95% interval of a mean of so many units.

    Examples
    --------
    >>> [round(count_errors(units), 3) for units in (2, 10, 1_000)]
    [12.706, 2.262, 1.96]
    """
    if units >= FEW:
        return Z_95
    low, high = 0.0, 16.0
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if student_tails(middle, units - 1) > 2 * TAIL else (low, middle)
    return high


def bound_mean(value: float, se: float, method: str = NORMAL, units: int = FEW) -> Interval:
    """The interval of a mean, or of anything that is nearly normal.

    Parameters
    ----------
    value, se : float
    method : str
        Its name where it is normal.
    units : int
        How many independent ones there are; with few it is Student's.

    Raises
    ------
    ValueError
        If the standard error is not positive.

    Examples
    --------
    >>> low, high, _ = bound_mean(10, 1)
    >>> round(low, 2), round(high, 2)
    (8.04, 11.96)
    """
    if not se > 0:
        raise ValueError(f"a normal interval with a standard error of {se}")
    half = count_errors(units) * se
    name = method if units >= FEW else method.replace(NORMAL, STUDENT)
    return Interval(value - half, value + half, name)


NO_INTERVAL = "no interval: nothing says how far it may be off"
FEW_OF_SOME, MANY_OF_SOME = 100, 200
FEW_NO_INTERVAL = "no interval: too few deals singled out"
"""Of deals that something else singled out: from how many on a skewed amount has an interval, and
the normal one; the method's name of what has none."""
_MOST_TIMES = 30.0
"""Logarithm of what is more than anything possible."""


def find_event(total: float, squares: float, units: int) -> tuple[float, float] | None:
    """Departures from an end of what is possible as an event: in how many units, and its size.

    Parameters
    ----------
    total, squares : float
        Sums of the departures and of their squares over units.
    units : int

    Returns
    -------
    tuple of float, or None
        None where it is no rare event.

    Examples
    --------
    >>> find_event(total=120, squares=7_200, units=1_000)
    (2.0, 60.0)
    """
    events = total * total / squares if squares > 0 < total else units
    return (events, squares / total) if events < _RARE * units else None


def bound_unvaried(value: float, units: int, least: float, most: float) -> Interval:
    """The interval of the mean of an amount that was the same in all units.

    Examples
    --------
    >>> low, high, method = bound_unvaried(5, 1_000, 1, 5)
    >>> round(low, 3), high, method
    (4.985, 5.0, 'Wilson, one value seen, one-sided')
    """
    if least == most:
        return Interval(value, value, EXACT)
    none = wilson_interval(0, units)[1]
    low, high = value - none * (value - least), value + none * (most - value)
    return Interval(low, high, name_sides("Wilson, one value seen", low, value, high))


def find_near_end(value: float, least: float, most: float) -> float | None:
    """The end of what is possible near which the mean of a skewed amount lies; None if none is.

    Examples
    --------
    >>> find_near_end(30, 0, 174), find_near_end(150, 0, 174), find_near_end(15, -174, 174)
    (0, 174, None)
    """
    if not (isfinite(least) and isfinite(most)):
        return None
    end = least if value - least < most - value else most
    return end if 0 < abs(value - end) < _NEAR_AN_END * (most - least) else None


def bound_skewed(value: float, se: float, units: int, end: float) -> Interval:
    """The interval of the mean of a skewed amount near an end of what is possible, by events.

    The ends are quantiles of gamma distributions, as Wilson and Hilferty approximate them.

    Examples
    --------
    >>> low, high, _ = bound_skewed(6.5, 0.98, 100, end=0)
    >>> round(low, 2), round(high, 2)
    (4.72, 8.8)
    """
    events = ((value - end) / se) ** 2
    ends = sorted(
        end
        + (value - end) * many / events * (1 - 1 / (9 * many) + side * Z_95 / (3 * sqrt(many))) ** 3
        for many, side in ((events, -1), (events + 1 + events / units, 1))
    )
    return Interval(*ends, "gamma")


def bound_amount(
    total: float,
    squares: float,
    units: int,
    least: float = -inf,
    most: float = inf,
    method: str = NORMAL,
    is_whole: bool = True,
) -> Interval:
    """The interval of the mean of an amount over independent units, whatever its distribution.

    Parameters
    ----------
    total, squares : float
        Sums of the amount and of its square over units; integers where nothing must be lost.
    units : int
        At least 2.
    least, most : float
        What it can be in a unit. Where it never varied an end that is not known stays open:
        infinite.
    method : str
        Name of the method where it is normal.
    is_whole : bool
        Whether the amount is a whole number.

    Examples
    --------
    >>> low, high, method = bound_amount(3_000, 9_000, 1_000, 1, 3)
    >>> round(low, 3), high, method
    (2.992, 3.0, 'Wilson, one value seen, one-sided')
    """
    value = total / units
    spread = squares * units - total * total
    if spread <= 0 or least == most:
        return bound_unvaried(value, units, least, most)
    for end, sign in ((least, 1), (most, -1)):
        if isfinite(end):
            away = squares - 2 * end * total + end * end * units
            if event := find_event(sign * (total - end * units), away, units):
                events, size = event
                ends = sorted(end + sign * size * one for one in wilson_interval(events, units))
                return Interval(*ends, "Wilson, as an event")
    usual = round(value)
    net, away = total - usual * units, squares - 2 * usual * total + usual * usual * units
    if is_whole and away <= _NEARLY_ALWAYS * units:
        (up_low, up_high), (down_low, down_high) = (
            wilson_interval(count, units) for count in ((away + net) / 2, (away - net) / 2)
        )
        return Interval(usual + up_low - down_high, usual + up_high - down_low, "Wilson, both ways")
    se = sqrt(spread / (units - 1)) / units
    if units < FEW and (end := find_near_end(value, least, most)) is not None:
        times = exp(min(count_errors(units) * se / abs(value - end), _MOST_TIMES))
        ends = sorted(end + (value - end) * one for one in (1 / times, times))
        method = method.replace(NORMAL, f"{STUDENT} of the logarithm")
    else:
        *ends, method = bound_mean(value, se, method, units)
    return Interval(max(ends[0], least), min(ends[1], most), method)


def bound_sum(
    value: float, parts: "list[tuple[float, Interval]]", method: str = NORMAL
) -> Interval:
    """The interval of the sum of independent estimates, by MOVER.

    Parameters
    ----------
    value : float
        The sum, or anything that moves with it.
    parts : list of (float, Interval)
        Values and intervals of what is added up.
    method : str
        Name of the method where all of them are normal.
    """
    low = value - sqrt(sum((one - ends.low) ** 2 for one, ends in parts))
    high = value + sqrt(sum((ends.high - one) ** 2 for one, ends in parts))
    others = dict.fromkeys(ends.method for _, ends in parts if ends.method != NORMAL)
    return Interval(low, high, f"{method}; {'; '.join(others)}" if others else method)


def bound_difference(
    one: float, one_ends: tuple[float, float], two: float, two_ends: tuple[float, float]
) -> Interval:
    """The interval of the difference of two independent estimates, by MOVER.

    Parameters
    ----------
    one, two : float
        The values.
    one_ends, two_ends : tuple of float
        Their intervals.

    Examples
    --------
    >>> low, high, method = bound_difference(5, (4, 6), 1, (0, 3))
    >>> round(low, 2), round(high, 2), method
    (1.76, 5.41, 'MOVER')
    """
    less = one - two
    low = less - sqrt((one - one_ends[0]) ** 2 + (two_ends[1] - two) ** 2)
    high = less + sqrt((one_ends[1] - one) ** 2 + (two - two_ends[0]) ** 2)
    return Interval(low, high, name_sides(MOVER, low, less, high))
