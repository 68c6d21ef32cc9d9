"""Dealt hands with a repique within reach."""

import numpy as np

from piquet_sim.game.cards import PACK_32_MASK
from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.base.suit_tables import POINT_SHIFT
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.holdings import evaluate_hand


@kernel
def _count_with_one_more(laws, hands, counted):
    for place in range(hands.shape[0]):
        left = PACK_32_MASK & ~hands[place]
        while left:
            card = left & -left
            left ^= card
            holding = evaluate_hand(laws, hands[place] | card)
            worth = (holding.point >> POINT_SHIFT) + holding.sequences_score + holding.sets_score
            counted[place] = max(counted[place], worth)


def count_with_one_more(hands: np.ndarray) -> np.ndarray:
    """What dealt hands count with the best card that they lack, if all is good.

    Parameters
    ----------
    hands : int64 array
        Of twelve cards each.

    Returns
    -------
    int64 array
        Point, sequences and sets of thirteen cards, under Rubicon.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> hands = [parse_hand("KQJT.J987.AKQJ."), parse_hand("K87.A97.QT8.K87")]
    >>> [int(points) for points in count_with_one_more(np.array(hands))]
    [31, 7]
    """
    counted = np.zeros(len(hands), np.int64)
    _count_with_one_more(RUBICON.laws(), np.asarray(hands, np.int64), counted)
    return counted


def is_near_repique(hands: np.ndarray) -> np.ndarray:
    """Whether one card more could bring the thirty of a repique, if all is good."""
    return count_with_one_more(hands) >= RUBICON.pique_needs
