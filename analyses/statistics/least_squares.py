r"""Least squares over many deals, from sums of products, with heteroskedasticity-robust errors.

Of rows of columns x and an amount y the weights b solve :math:`X'X b = X'y`. Their covariance is
:math:`(X'X)^{-1} \sum_i u_i u_i' (X'X)^{-1} n / (n - p)`, where :math:`u_i` is the sum of x times
what is left of y over the rows of unit i (HC1): right whatever the spread of the remainder is and
however it depends on the columns. All sums are of whole numbers, so that they are the same in any
order.

References
----------
White: A heteroskedasticity-consistent covariance matrix estimator and a direct test for
heteroskedasticity. Econometrica 48, 1980.
MacKinnon, White: Some heteroskedasticity-consistent covariance matrix estimators with improved
finite sample properties. Journal of Econometrics 29, 1985.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from piquet_sim.estimates.estimate import Estimate, estimate_normal
from piquet_sim.estimates.intervals import NORMAL

LEAST = 50
"""A column is left out whose sum of squares beyond the columns before it is less: for a flag that
none of them foretells, about the number of hands that have it."""

STEPS = 16
"""Steps a point in which what is left of an amount is counted."""


@dataclass(frozen=True)
class Fit:
    """The weights of some columns."""

    chosen: np.ndarray
    """Places of the columns that have weights."""
    weights: np.ndarray
    """float64[column]: 0 for those left out."""
    inverse: np.ndarray
    """float64[column, column]: of the sums of products; 0 for those left out."""


def multiply(rows: np.ndarray) -> np.ndarray:
    """The sums of products of all pairs of columns of whole numbers, exactly.

    Parameters
    ----------
    rows : ndarray, shape (rows, columns)
        No sum may reach 2**53.

    Returns
    -------
    ndarray of int64, shape (columns, columns)

    Examples
    --------
    >>> multiply(np.array([[1, 2], [1, -3]])).tolist()
    [[2, -1], [-1, 13]]
    """
    some = np.zeros((-(-len(rows) // _AT_ONCE), _AT_ONCE, rows.shape[1]))
    some.reshape(-1, rows.shape[1])[: len(rows)] = rows
    return np.rint((some.transpose(0, 2, 1) @ some).sum(axis=0)).astype(np.int64)


_AT_ONCE = 48
"""Rows that are multiplied in one go: with more the library of matrices sets threads of its own to
work, which wait for each other on a busy machine longer than they work."""


def _choose_columns(products: np.ndarray) -> list[int]:
    # Those of which the columns before them leave enough.
    left, kept = products.astype(float), []
    for place in range(len(left)):
        if left[place, place] >= LEAST:
            row = left[place] / sqrt(left[place, place])
            left -= np.outer(row, row)
            kept.append(place)
    return kept


def find_rare(columns: np.ndarray) -> list[int]:
    """The columns that too few rows have for a weight; then rows that have them go, too.

    Parameters
    ----------
    columns : ndarray of int, shape (rows, columns)
        The first is 1 in every row.

    Returns
    -------
    list of int
        Without the rows that have one of these, every other column either has a weight or is in
        most rows what other columns foretell.

    Examples
    --------
    >>> find_rare(np.array([[1, place % 2, place < 9] for place in range(200)]))
    [2]
    """
    rare: list[int] = []
    while True:
        rows = columns[~(columns[:, rare] != 0).any(axis=1)]
        chosen = _choose_columns(multiply(rows))
        more = [
            place
            for place, hands in enumerate(np.count_nonzero(rows, axis=0).tolist())
            if place not in chosen and 0 < hands < len(rows) / 2
        ]
        if not more:
            return rare
        rare += more


def fit_columns(products: np.ndarray) -> Fit:
    """Fit the last column by others.

    Parameters
    ----------
    products : ndarray of int64, shape (columns, columns)
        Sums of products of all columns; the first is 1 in every row. Each is left out of which the
        columns before it leave too little (`LEAST`).

    Returns
    -------
    Fit
        Weights of nothing where there are too few rows.

    Examples
    --------
    >>> hand = np.array([[1, x, 3 * x + 1] for x in range(10)] * 10)
    >>> fit_columns(multiply(hand)).weights.round(6).tolist()
    [1.0, 3.0, 0.0]
    """
    chosen = np.array(_choose_columns(products[:-1, :-1]), int)
    own = products[np.ix_(chosen, chosen)].astype(float)
    scale = np.sqrt(np.diag(own))
    weights, inverse = np.zeros(len(products)), np.zeros(products.shape)
    inverse[np.ix_(chosen, chosen)] = np.linalg.inv(own / np.outer(scale, scale)) / np.outer(
        scale, scale
    )
    weights[chosen] = inverse[np.ix_(chosen, chosen)] @ products[chosen, -1]
    return Fit(chosen, weights, inverse)


def find_covariance(fits: Sequence[Fit], spread: np.ndarray, units: int) -> np.ndarray:
    """The robust covariance of the weights of several fits to the same units, one after the other.

    Parameters
    ----------
    fits : sequence of Fit
    spread : ndarray of int64, shape (fits * columns, fits * columns)
        Sums over units of products of a column and what is left of y, in `STEPS` a point.
    units : int

    Returns
    -------
    ndarray of float64, shape (fits * columns, fits * columns)
    """
    size = len(spread) // len(fits)
    bread = np.zeros(spread.shape)
    for place, fit in enumerate(fits):
        own = slice(place * size, (place + 1) * size)
        bread[own, own] = fit.inverse[:size, :size]
    freedom = units - max(len(fit.chosen) for fit in fits)
    return bread @ (spread / STEPS**2) @ bread * (units / max(freedom, 1))


def estimate_sum(
    times: np.ndarray, weights: np.ndarray, covariance: np.ndarray, units: int
) -> Estimate | None:
    """So many times each weight, added, with its error; None where that is 0."""
    se = sqrt(max(float(times @ covariance @ times), 0.0))
    value = float(times @ weights)
    return estimate_normal(value, se, units, f"{NORMAL}, robust (HC1)") if se else None
