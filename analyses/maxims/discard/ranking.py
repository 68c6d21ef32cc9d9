"""The order of hands' discards by what they are reckoned at, each hand being reckoned once.

Frequent maxims apply to the same hands, and to reckon all discards of a hand takes as long as to
play some tens of deals. So an order is kept as long as another maxim will ask for it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from piquet_sim.advice.discard_worths import rate_discards

_RATED = 100
"""How many discards of a hand are reckoned at a time."""


class Rankings:
    """Orders of the discards of hands, kept for those that come again.

    Parameters
    ----------
    coming : iterable of tuple
        The hands that will be ranked, for each time that they are: the cards dealt, and how many
        cards elder took; -1 where the seat is elder.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> hands, tooks = np.array([parse_hand("AKJ.AQJ8.98.J87")]), np.array([-1])
    >>> listed = np.array([parse_hand("AK...J8"), parse_hand(".8.98.87")])
    >>> Rankings().rank("elder", hands, tooks, [listed])[0].tolist()
    [1, 0]
    """

    def __init__(self, coming: Iterable[tuple[int, int]] = ()) -> None:
        self._coming = Counter(coming)
        self._orders: dict[tuple[int, int], np.ndarray] = {}

    def rank(
        self, seat: str, hands: np.ndarray, tooks: np.ndarray, listed: Sequence[np.ndarray]
    ) -> list[np.ndarray]:
        """The order of each hand's discards, the best first, of equals that listed first.

        Parameters
        ----------
        seat : str
        hands, tooks : ndarray of int64
            The cards dealt, and how many cards elder took; -1 where the seat is elder.
        listed : sequence of ndarray
            The discards of each hand, all that the laws allow and always in the same order.
        """
        keys = list(zip(hands.tolist(), tooks.tolist(), strict=True))
        new = [place for place, key in enumerate(keys) if key not in self._orders]
        found = _order(seat, hands[new], tooks[new], [listed[place] for place in new])
        orders = dict(zip(new, found, strict=True))
        for place in new:
            if self._coming[keys[place]] > 1:
                self._orders[keys[place]] = orders[place]
        return [
            orders[place] if place in orders else self._orders[key]
            for place, key in enumerate(keys)
        ]

    def release(self, hands: np.ndarray, tooks: np.ndarray) -> None:
        """Forget the orders of hands that do not come again after this time."""
        for key in zip(hands.tolist(), tooks.tolist(), strict=True):
            self._coming[key] -= 1
            if self._coming[key] <= 0:
                self._orders.pop(key, None)


def _order(
    seat: str, hands: np.ndarray, tooks: np.ndarray, listed: Sequence[np.ndarray]
) -> list[np.ndarray]:
    if not listed:
        return []
    most = max(map(len, listed))
    every = np.empty((len(listed), most), np.int64)
    for row, one in zip(every, listed, strict=True):
        row[: len(one)], row[len(one) :] = one, one[0]
    worths = np.hstack([
        rate_discards(seat, hands, tooks, every[:, first : first + _RATED])
        for first in range(0, most, _RATED)
    ])  # fmt: skip
    orders = (
        np.argsort(-row[: len(one)], kind="stable") for row, one in zip(worths, listed, strict=True)
    )
    return [order.astype(np.int16) for order in orders]
