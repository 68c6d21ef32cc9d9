"""Dealt hands with a repique within reach."""

import numpy as np

from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.questions.held_cards import value_with_one_more


def is_near_repique(hands: np.ndarray) -> np.ndarray:
    """Whether one card more could bring the thirty of a repique, if all is good.

    Parameters
    ----------
    hands : int64 array
        Of twelve cards each.

    Returns
    -------
    bool array
        Point, sequences and sets of thirteen cards are reckoned under Rubicon.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> hands = [parse_hand("KQJT.J987.AKQJ."), parse_hand("K87.A97.QT8.K87")]
    >>> is_near_repique(np.array(hands)).tolist()
    [True, False]
    """
    counted = np.fromiter(map(value_with_one_more, hands.tolist()), np.int64, len(hands))
    return counted >= RUBICON.pique_needs
