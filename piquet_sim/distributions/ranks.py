"""Samples compared by ranks, where many cases are equal: in classes, for example, of ten points.

Cases of one class are equal, and each has the mean of the ranks that they would have together,
their mid-rank. Two samples compared by mid-ranks give the probability that a case of the one is
greater than a case of the other, equal ones counted half. Its standard error treats the share of
the other sample below each case, equal ones counted half, as a value of that case.

References
----------
Kendall, Gibbons: Rank Correlation Methods, 5th edition, 1990 (mid-ranks).
DeLong, DeLong, Clarke-Pearson: Comparing the areas under two or more correlated receiver operating
characteristic curves. Biometrics 44, 1988 (the standard error).
"""

from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.intervals import bound_mean, bound_proportion


def find_mid_ranks(counts: ArrayLike) -> np.ndarray:
    """The rank that each case of a class has, from 1 for the lowest; equal ones share the mean.

    Parameters
    ----------
    counts : sequence of int, shape (classes,)
        Cases in each class, the lowest class first.

    Returns
    -------
    ndarray of float, shape (classes,)
        Of an empty class the rank between its neighbours.

    Examples
    --------
    >>> find_mid_ranks([3, 1, 0, 2]).tolist()
    [2.0, 4.0, 4.5, 5.5]
    """
    counts = np.asarray(counts, np.int64)
    return counts.cumsum() - counts + (counts + 1) / 2


def compare_by_ranks(one: ArrayLike, two: ArrayLike) -> Estimate:
    """The probability that a case of one sample is greater than a case of another.

    Parameters
    ----------
    one, two : sequence of int, shape (classes,)
        Independent cases in each class, the lowest class first.

    Returns
    -------
    Estimate
        Equal cases count half; one half if both samples have one distribution. Its n is the number
        of cases in the smaller sample. Where no case varies, the interval is Wilson's for that n.

    Raises
    ------
    ValueError
        If the numbers of classes differ, or a sample has fewer than two cases.

    Examples
    --------
    >>> print(compare_by_ranks([20, 30, 50], [50, 30, 20]))
    0.695 ± 0.035
    """
    one, two = np.asarray(one, np.int64), np.asarray(two, np.int64)
    if one.shape != two.shape or min(one.sum(), two.sum()) < 2:
        raise ValueError(f"samples of {one.shape} and {two.shape} classes, with cases in each")
    n = int(min(one.sum(), two.sum()))
    # For a case of each class: the share of the other sample below it, equal ones counted half.
    below, above = ((find_mid_ranks(other) - 0.5) / other.sum() for other in (two, one))
    value = float(one @ below / one.sum())
    error = sqrt(
        sum(
            float(sample @ (shares - sample @ shares / sample.sum()) ** 2)
            / (sample.sum() - 1)
            / sample.sum()
            for sample, shares in ((one, below), (two, above))
        )
    )
    ends = bound_mean(value, error) if error > 0 else bound_proportion(value * n, n)
    return Estimate(value, error, max(0.0, ends.low), min(1.0, ends.high), n, ends.method)
