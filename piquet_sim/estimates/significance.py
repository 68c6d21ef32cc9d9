"""Significance: tail probabilities, and the adjustment of many tests (Holm).

References
----------
NIST Digital Library of Mathematical Functions, 8.7 and 8.9: series and continued fraction of the
incomplete gamma function.
Lentz: Generating Bessel functions in Mie scattering calculations using continued fractions.
Applied Optics 15, 1976.
Holm: A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics
6, 1979.
"""

from collections.abc import Sequence
from math import erfc, exp, inf, lgamma, log, sqrt

_PRECISION = 1e-15
_TINY = 1e-300


def _gamma_series(a: float, x: float) -> float:
    # Of the lower incomplete gamma function, without the factor x**a exp(-x) / gamma(a).
    term = total = 1 / a
    step = a
    while term > _PRECISION * total:
        step += 1
        term *= x / step
        total += term
    return total


def _gamma_fraction(a: float, x: float) -> float:
    # Of the upper incomplete gamma function, without the same factor.
    below = x + 1 - a
    over = 1 / _TINY
    value = inverse = 1 / below
    step = 0
    while True:
        step += 1
        top = -step * (step - a)
        below += 2
        inverse = 1 / (top * inverse + below or _TINY)
        over = below + top / over or _TINY
        factor = over * inverse
        value *= factor
        if abs(factor - 1) < _PRECISION:
            return value


def chi_square_tail(statistic: float, degrees: int) -> float:
    """The probability that a chi-square variable is at least `statistic`.

    Parameters
    ----------
    statistic : float
        0 where it is negative.
    degrees : int
        Degrees of freedom, at least 1.

    Raises
    ------
    ValueError
        If there are no degrees of freedom.

    Examples
    --------
    >>> round(chi_square_tail(3.841, 1), 4)
    0.05
    """
    if degrees < 1:
        raise ValueError("no degrees of freedom")
    if statistic <= 0:
        return 1.0
    a, x = degrees / 2, statistic / 2
    if x == inf:
        return 0.0
    factor = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        return max(0.0, 1 - factor * _gamma_series(a, x))
    return factor * _gamma_fraction(a, x)


def normal_tails(z: float) -> float:
    """The two-sided tail probability of a normal variable at z standard errors.

    Examples
    --------
    >>> round(normal_tails(1.96), 4)
    0.05
    """
    return erfc(abs(z) / sqrt(2))


def poisson_tail(count: int, mean: float) -> float:
    """The probability that a Poisson variable is at least `count`.

    Where events are rare and the mean exact, as for hands that coincide.

    Examples
    --------
    >>> round(poisson_tail(3, 1.0), 4)
    0.0803
    """
    if count <= 0:
        return 1.0
    # The same number as the lower incomplete gamma function of the count.
    factor = exp(count * log(mean) - mean - lgamma(count))
    if mean < count + 1:
        return min(1.0, factor * _gamma_series(count, mean))
    return 1 - factor * _gamma_fraction(count, mean)


def adjust_by_holm(chances: Sequence[float]) -> list[float]:
    """p-values of many tests, adjusted for multiple testing by Holm's procedure.

    For any dependence between the tests, the chance that any adjusted p-value falls below a level
    is at most that level if all hypotheses are true.

    Parameters
    ----------
    chances : sequence of float
        p-values.

    Returns
    -------
    list of float
        In the same order.

    Examples
    --------
    >>> adjust_by_holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    adjusted = [0.0] * len(chances)
    greatest = 0.0
    for rank, place in enumerate(order):
        greatest = max(greatest, min(1.0, (len(chances) - rank) * chances[place]))
        adjusted[place] = greatest
    return adjusted
