"""What given discards of many hands are worth, computed in microseconds.

The worth is the learned sum together with what each discard comes to in the seventy-six draws of
its short list (`kernel.players.short_lists`), as when `expert` chooses. That is good enough to
choose between plans over many hands; what a plan then loses must be judged by deals
(`advice.trials`).
"""

import numpy as np

from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.players.discard_values import UNIT
from piquet_sim.kernel.questions import discard_ratings
from piquet_sim.strategies.learned import USUAL, Learned, find_blocks, find_learned, prepare_learned

_laid_out: dict[int, tuple[tuple[Learned, ...], np.ndarray]] = {}


def lay_out_learned(family: int = USUAL) -> np.ndarray:
    """What kernels read of the evaluations that players use under a family of laws.

    Laid out once, not for every hand, as long as the same file is used.
    """
    blocks = find_blocks()
    if family not in _laid_out or _laid_out[family][0] is not blocks:
        _laid_out[family] = blocks, find_learned(family=family).lay_out()
    return _laid_out[family][1]


def rate_discards(
    seat: str, hands: np.ndarray, tooks: np.ndarray, discards: np.ndarray
) -> np.ndarray:
    """What discards are worth, in points; only differences within a hand have a meaning.

    Parameters
    ----------
    seat : str
    hands, tooks : ndarray of int64
        The twelve cards dealt, and how many cards elder exchanged; -1 where the seat is elder.
    discards : ndarray of int64, shape (hands, choices)
        At most a hundred different ones of a hand.

    Returns
    -------
    ndarray of float64, shape (hands, choices)

    Raises
    ------
    ValueError
        If there are more of one hand.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> thrown = np.array([[parse_hand("K..98.87"), parse_hand(".8.98.87")]])
    >>> worths = rate_discards("elder", np.array([parse_hand("AKJ.AQJ8.98.J87")]), [-1], thrown)
    >>> bool(worths[0, 1] > worths[0, 0])
    True
    """
    prepare_learned()
    entries = lay_out_learned()
    worths = np.zeros(discards.shape, np.int64)
    hands, tooks = (np.ascontiguousarray(one, np.int64) for one in (hands, tooks))
    if not discard_ratings.rate_discards(
        RUBICON.laws(), entries, SEATS.index(seat), hands, tooks, discards, worths
    ):
        raise ValueError(f"more than {discard_ratings.MOST_RATED} different discards of a hand")
    return worths / UNIT
