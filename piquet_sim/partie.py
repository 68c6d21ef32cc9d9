"""The settlement of a partie of six deals."""

import numpy as np

RUBICON_LINE = 100
"""Who does not reach it is rubiconed (Laws of Rubicon Piquet)."""

PARTIE_DEALS = 6
EXTRA_DEALS = 2
"""Played if a partie is level; if it still is, it is drawn."""
_BONUS = 100


def settle_all(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """What the first player is paid for parties: `settle_totals` with a sign, for arrays.

    Parameters
    ----------
    one, two : ndarray of int
        Totals of both players.

    Returns
    -------
    ndarray of int
        Negative where the second wins, 0 where a partie is drawn.
    """
    loser = np.minimum(one, two)
    paid = np.where(loser < RUBICON_LINE, one + two, np.abs(one - two)) + _BONUS
    return np.sign(one - two) * paid


def settle_totals(one: int, two: int) -> int:
    """What the winner of a partie is paid, under the Laws of Rubicon Piquet.

    The difference and a hundred; if the loser has not reached a hundred, the sum and a hundred.

    Parameters
    ----------
    one, two : int
        Totals of the players over the deals of the partie.

    Returns
    -------
    int
        Points paid by the loser; 0 where the totals are level.

    Examples
    --------
    >>> settle_totals(131, 113), settle_totals(125, 81)
    (118, 306)
    """
    winner, loser = max(one, two), min(one, two)
    if winner == loser:
        return 0
    if loser < RUBICON_LINE:
        return winner + loser + _BONUS
    return winner - loser + _BONUS
