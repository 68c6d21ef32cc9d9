"""Significance: tail probabilities, and the adjustment of many tests (Holm).

References
----------
Holm: A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics
6, 1979.
"""

from collections.abc import Sequence
from math import atan, cos, erfc, exp, lgamma, log, pi, sin, sqrt
from numbers import Real

import numpy as np

from piquet_sim.game.errors import read_list, refuse

_NEGLIGIBLE = 1e-18
"""Share of a sum below which a term changes no digit of it."""


def normal_tails(z: float) -> float:
    """The two-sided tail probability of a normal variable at z standard errors.

    Examples
    --------
    >>> round(normal_tails(1.96), 4)
    0.05
    """
    return erfc(abs(z) / sqrt(2))


def student_tails(t: float, freedom: int) -> float:
    """The two-sided tail probability of Student's t, by its finite series.

    Parameters
    ----------
    t : float
    freedom : int
        Degrees of freedom.

    References
    ----------
    Abramowitz, Stegun: Handbook of mathematical functions, 1964 (26.7.3 and 26.7.4).

    Examples
    --------
    >>> round(student_tails(2.2622, 9), 4)
    0.05
    """
    angle = atan(abs(t) / sqrt(freedom))
    is_odd = freedom % 2
    term = cos(angle) if is_odd else 1.0
    total = 0.0
    for step in range(1 + is_odd, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * step / (step + 1)
    return 1.0 - (2 / pi * (angle + sin(angle) * total) if is_odd else sin(angle) * total)


def poisson_tail(count: int, mean: float) -> float:
    """The probability that a Poisson variable is at least `count`.

    Where events are rare and the mean exact, as for hands that coincide.

    Examples
    --------
    >>> round(poisson_tail(3, 1.0), 4)
    0.0803
    """
    if count <= 0 or mean <= 0:
        return float(count <= 0)
    # The chances of all numbers from the count on are added up, or of those below it: whichever
    # get smaller from the first to the last.
    is_above = count > mean
    number = count if is_above else count - 1
    term = exp(number * log(mean) - mean - lgamma(number + 1))
    total = 0.0
    while term > total * _NEGLIGIBLE:
        total += term
        term *= mean / (number + 1) if is_above else number / mean
        number += 1 if is_above else -1
    return min(total, 1.0) if is_above else max(1.0 - total, 0.0)


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

    Raises
    ------
    InputError
        If one is not a probability.

    Examples
    --------
    >>> adjust_by_holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    chances = read_list("chances", chances, "p-values")
    refuse(
        {
            f"chances: {chance!r} is not a p-value, from 0 to 1": (
                not isinstance(chance, Real) or not 0 <= chance <= 1
            )
            for chance in chances
        }
    )
    order, adjusted = np.argsort(chances, kind="stable"), np.zeros(len(chances))
    scaled = np.minimum(1.0, np.arange(len(chances), 0, -1) * np.array(chances, float)[order])
    adjusted[order] = np.maximum.accumulate(scaled)
    return adjusted.tolist()
