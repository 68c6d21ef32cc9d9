"""Compare two samples of classes: how far apart they are, and which has the greater cases.

The distance of two tables of counts is the total variation: half the sum of the absolute
differences of the shares, or the share of cases that would have to lie in another class. Measured
from samples it is too large, the more so the smaller the samples are: two samples from one
distribution never agree exactly. So it is compared with its mean over permutations of the cases of
both samples; its p-value is the share of permutations that give a distance at least as large.

Its interval is conservative: by the triangle inequality the error of the distance is at most the
sum of the distances of the samples from their own distributions, which are bootstrapped.

Where classes are in order, for example of ten points, samples are compared by ranks as well. Cases
of one class are equal, and each has the mean of the ranks that they would have together, their
mid-rank. Two samples compared by mid-ranks give the probability that a case of the one is greater
than a case of the other, equal ones counted half. Its standard error treats the share of the other
sample below each case, equal ones counted half, as a value of that case.

References
----------
Good: Permutation, Parametric, and Bootstrap Tests of Hypotheses, 3rd edition, 2005.
Efron, Tibshirani: An Introduction to the Bootstrap, 1993.
Kendall, Gibbons: Rank Correlation Methods, 5th edition, 1990 (mid-ranks).
DeLong, DeLong, Clarke-Pearson: Comparing the areas under two or more correlated receiver operating
characteristic curves. Biometrics 44, 1988 (the standard error).
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.intervals import bound_mean, bound_proportion, name_sides

DRAWS, _SEED = 2_000, 1
"""Permutations, and as many samples of the bootstrap; and what they are drawn by."""
_LEVEL = 0.95


class Distance(NamedTuple):
    """A total variation distance between two samples."""

    value: float
    se: float
    """Standard error, bootstrapped."""
    low: float
    """Lower end of the 95% interval of the distance of the two distributions."""
    high: float
    by_chance: float
    """Mean distance of two samples of these sizes from one distribution."""
    p: float
    """The p-value: the chance that two such samples from one distribution lie as far apart."""
    method: str


def measure_distance(one: ArrayLike, two: ArrayLike) -> Distance:
    """The total variation distance between two samples.

    Parameters
    ----------
    one, two : sequence of int, shape (classes,)
        Independent cases in each class.

    Returns
    -------
    Distance
        Its p-value is at least one over the number of permutations.

    Raises
    ------
    ValueError
        If the numbers of classes differ, or a sample is empty.

    Examples
    --------
    >>> same = measure_distance([50, 30, 20], [500, 320, 180])
    >>> round(same.value, 3), same.p > 0.5
    (0.02, True)
    >>> measure_distance([50, 30, 20], [200, 320, 480]).p < 0.01
    True
    >>> measure_distance([5, 5], [50, 50]).p
    1.0
    """
    one, two = np.asarray(one, np.int64), np.asarray(two, np.int64)
    if one.shape != two.shape or not one.sum() or not two.sum():
        raise ValueError(f"samples of {one.shape} and {two.shape} classes, with cases in each")
    generator = np.random.default_rng(_SEED)
    value = float(_distances(one, two))
    # Which of all cases the smaller sample got, if that was chance.
    small = int(min(one.sum(), two.sum()))
    pooled = one + two
    drawn = generator.multivariate_hypergeometric(pooled, small, size=DRAWS, method="marginals")
    chances = _distances(drawn, pooled - drawn)
    p = (1 + int((chances >= value - 1e-12).sum())) / (DRAWS + 1)
    again = [
        generator.multinomial(int(sample.sum()), sample / sample.sum(), size=DRAWS)
        for sample in (one, two)
    ]
    off = sum(_distances(drawn, sample) for drawn, sample in zip(again, (one, two), strict=True))
    reach = float(np.quantile(off, _LEVEL))
    se = float(_distances(*again).std(ddof=1))
    low, high = max(0.0, value - reach), min(1.0, value + reach)
    method = name_sides("permutation and bootstrap", low, value, high)
    return Distance(value, se, low, high, float(chances.mean()), p, method)


def _distances(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    # Of samples in rows.
    shares = [sample / sample.sum(axis=-1, keepdims=True) for sample in (one, two)]
    return np.abs(shares[0] - shares[1]).sum(axis=-1) / 2


# ---- Ranks ---------------------------------------------------------------------------------------
def find_mid_ranks(counts: ArrayLike) -> np.ndarray:
    """The rank that each case of a class has, from 1 for the lowest; equal ones share the mean.

    Parameters
    ----------
    counts : sequence of int, shape (classes,)
        Cases in each class, the lowest class first.

    Returns
    -------
    ndarray of float, shape (classes,)
        An empty class has the rank between its neighbours.

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
    0.695 (0.626 to 0.764)
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
