r"""The expected settlement of a partie from every pair of totals, as learned players read it.

With d deals left and totals a of the elder of the next deal and b of the other,

.. math:: E_d(a, b) = \sum_{e, y} p(e, y)\,\bigl(-E_{d-1}(b + y, a + e)\bigr),

:math:`E_0` being the settlement (`partie`) and p the joint distribution of the two scores of one
deal, as the learned players made them in training. A partie that ends level counts nothing: two
more deals favour nobody by much. The sums are correlations, found by Fourier transforms.
"""

from functools import cache

import numpy as np

from piquet_sim.game.laws import PARTIE_DEALS
from piquet_sim.game.settlement import settle_all
from piquet_sim.kernel.players.score_values import FINENESS, TOTALS
from piquet_sim.kernel.shelf import FAMILIES, PROSPECTS, put_on_shelf
from piquet_sim.strategies.learned import (
    SCORES,
    find_blocks,
    find_learned,
    number_learned,
    prepare_learned,
)

_BEYOND = 192


def _extend(expected: np.ndarray) -> np.ndarray:
    # The table with totals beyond it: a point more or less for each point.
    size = TOTALS + _BEYOND
    totals = np.arange(size)
    inside = np.minimum(totals, TOTALS - 1)
    over = totals - inside
    return expected[np.ix_(inside, inside)] + over[:, None] - over[None, :]


def expect_settlements(scores: np.ndarray) -> np.ndarray:
    """Expected settlements by deals left and both totals.

    Parameters
    ----------
    scores : int array, shape (outcomes, 3)
        Elder's score, younger's score, and how many deals ended so.

    Returns
    -------
    ndarray of float64, shape (6, 512, 512)
        ``[left, elder's total, younger's total]`` for who is elder in the next deal; with no
        deal left the settlement itself.
    """
    chance = np.zeros((SCORES, SCORES))
    chance[scores[:, 0], scores[:, 1]] = scores[:, 2] / scores[:, 2].sum()
    turned = np.conj(np.fft.rfft2(chance))
    size = TOTALS + _BEYOND
    totals = np.arange(size)
    after = settle_all(totals[:, None], totals[None, :]).astype(float)
    expected = [after[:TOTALS, :TOTALS]]
    for _ in range(1, PARTIE_DEALS):
        padded = np.zeros((SCORES, SCORES))
        padded[:size, :size] = -after.T
        summed = np.fft.irfft2(np.fft.rfft2(padded) * turned, (SCORES, SCORES))
        expected.append(summed[:TOTALS, :TOTALS])
        after = _extend(expected[-1])
    return np.array(expected)


@cache
def find_prospects() -> np.ndarray:
    """Expected settlements by the scores that the learned players of the usual file make."""
    return expect_settlements(find_learned().scores)


def score_worth(
    expected: np.ndarray, was_elder: bool, deal: int, own: np.ndarray, theirs: np.ndarray
) -> np.ndarray:
    """The settlement that a player may expect after a deal.

    Parameters
    ----------
    expected : ndarray
        Comes from `expect_settlements`.
    was_elder : bool
        Whether the player was elder in the deal.
    deal : int
        Its number in the partie, 1 to 6.
    own, theirs : ndarray of int
        Totals after it.

    Returns
    -------
    ndarray of float64
    """
    left = PARTIE_DEALS - deal
    mine, other = np.minimum(own, TOTALS - 1), np.minimum(theirs, TOTALS - 1)
    beyond = (own - mine) - (theirs - other)
    return (-expected[left, other, mine] if was_elder else expected[left, mine, other]) + beyond


@cache
def _prepare_prospects(content: str) -> None:
    first = PROSPECTS + FAMILIES * number_learned(content)
    laid = {
        id(block): np.rint(expect_settlements(block.scores) * FINENESS).astype(np.int32).ravel()
        for block in find_blocks(content)
    }
    for family in range(FAMILIES):
        put_on_shelf(first + family, laid[id(find_learned(content, family))])


def prepare_to_play(content: str, in_match: bool) -> None:
    """Load what was learned and, for a match, what totals are worth.

    Parameters
    ----------
    content : str
        Comes from `learned.take_learned`; empty for the usual file.
    in_match : bool

    Raises
    ------
    InputError
        If the file cannot be read.
    """
    prepare_learned(content)
    if in_match:
        _prepare_prospects(content)
