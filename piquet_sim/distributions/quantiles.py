r"""Quantiles of whole numbers, with intervals from binomial order statistics.

The quantile of share p is the least value v that at least the share p of deals do not exceed. Let
X(1) ≤ … ≤ X(n) be the amounts of n independent deals in rising order. That X(r) exceeds the
quantile means that fewer than r deals are at or below it, and each is with probability p or more;
that X(s) falls short of it means that s deals or more are below it, and each is with probability
less than p. So, whatever the distribution,

.. math:: P(X_{(r)} > v) \le P(B < r), \qquad P(X_{(s)} < v) \le P(B \ge s), \qquad B \sim
   \text{binomial}(n, p).

The interval runs from X(r) to X(s), both included, with the greatest r and the least s for which
these are at most 2.5% each: it covers in at least 95% of runs, and in more where many deals have
the same value. Where there is no such r or s it ends at the least or the most possible.

Pairs
-----
Of u mirrored pairs let N deals of 2u be at or below a value, which has probability a in the first
deal of a pair and b in the second, p on average. Whatever the deals of a pair have in common, the
variance of N is at most :math:`u (\sqrt{a(1-a)} + \sqrt{b(1-b)})^2 \le 4 u p (1-p)`, that of twice
a binomial number of u. So r and s are found as for u deals, and each stands for two: ranks 2r - 1
and 2s. No interval is too narrow; if both deals of a pair are always alike, none is too wide.

References
----------
Thompson: On confidence ranges for the median and other expectation distributions for populations
of unknown distribution form. Annals of Mathematical Statistics 7, 1936.
Scheffé, Tukey: Non-parametric estimation. Annals of Mathematical Statistics 16, 1945.
"""

from bisect import bisect_left
from typing import NamedTuple

import numpy as np

from piquet_sim.estimates.intervals import TAIL
from piquet_sim.game.errors import load_extra

ORDER_STATISTICS = "binomial order statistics"
ORDER_STATISTICS_OF_PAIRS = f"{ORDER_STATISTICS}, each pair counted as one deal"


class Quantile(NamedTuple):
    """A quantile with its 95% interval."""

    percent: int
    """Of deals that do not exceed it."""
    value: int
    low: int
    high: int
    method: str


def find_ranks(units: int, share: float) -> tuple[int, int]:
    """Which of n values in rising order are the ends of a quantile's 95% interval.

    Parameters
    ----------
    units : int
        Independent values.
    share : float
        Between 0 and 1.

    Returns
    -------
    r, s : int
        From 1; r is 0 and s is n + 1 where no value is low or high enough.

    Examples
    --------
    >>> find_ranks(100, 0.5), find_ranks(5, 0.5)
    ((40, 61), (0, 6))
    """
    betainc = load_extra("scipy.special", "a distribution").betainc  # slow to import

    def at_most(k: int) -> float:  # P(B <= k), for more units than the library's own can take
        return float(betainc(units - k, k + 1, 1 - share))

    low, high = (bisect_left(range(units), end, key=at_most) for end in (TAIL, 1 - TAIL))
    return low, high + 1


def find_quantile(
    values: np.ndarray, deals: np.ndarray, units: int, percent: int, limits: tuple[int, int]
) -> Quantile:
    """A quantile of whole numbers that were counted.

    Parameters
    ----------
    values : int64 array
        In rising order.
    deals : int64 array
        How many deals had each.
    units : int
        Independent units: deals, or mirrored pairs.
    percent : int
        From 1 to 99.
    limits : tuple of int
        The least and the most that a value can be.

    Examples
    --------
    >>> find_quantile(np.arange(4), np.array([0, 100, 200, 100]), 400, 50, (0, 3))[:4]
    (50, 2, 2, 2)
    """
    reached = deals.cumsum()
    total = int(reached[-1])
    a_unit = total // units

    def value_at(rank: int) -> int:
        return int(values[np.searchsorted(reached, rank)])

    first, last = find_ranks(units, percent / 100)
    return Quantile(
        percent,
        value_at(-(-percent * total // 100)),
        value_at(a_unit * (first - 1) + 1) if first else limits[0],
        value_at(a_unit * last) if last <= units else limits[1],
        ORDER_STATISTICS if a_unit == 1 else ORDER_STATISTICS_OF_PAIRS,
    )
