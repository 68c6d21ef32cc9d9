"""Significance: tail probabilities, and the adjustment of many tests (Holm).

References
----------
Holm: A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics
6, 1979.
"""

from collections.abc import Sequence
from math import erfc, sqrt

SEEN_AT = 2.8
"""Standard errors of a difference that four samples of five tell from nothing: a power of 80%, by
a test at 5%."""


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
    from scipy.special import gammaincc  # slow to import, and few commands test anything

    if degrees < 1:
        raise ValueError("no degrees of freedom")
    return float(gammaincc(degrees / 2, max(statistic, 0) / 2))


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
    from scipy.special import gammainc

    return float(gammainc(count, mean)) if count > 0 else 1.0


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
