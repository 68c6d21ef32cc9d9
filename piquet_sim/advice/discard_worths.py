"""What given discards of many hands are worth, computed in microseconds.

The worth is the learned sum together with what each discard comes to in the seventy-six draws of
its short list (`kernel.players.short_lists`), as when `expert` chooses. That is good enough to
choose between plans over many hands; what a plan then loses must be judged by deals
(`advice.trials`).
"""

import numpy as np

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, RANKS, SIX, SUITS
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.base._jit import kernel
from piquet_sim.kernel.base.bits import count
from piquet_sim.kernel.base.borrow import borrow
from piquet_sim.kernel.base.shared_tables import scratch
from piquet_sim.kernel.players.discard_values import (
    ENTRIES,
    UNIT,
    rank_entry,
    rank_numbers,
    shape_entry,
    suit_entry,
    taken_entry,
    top_entry,
)
from piquet_sim.kernel.players.short_lists import (
    AMOUNTS,
    DRAWS,
    FACTORS,
    FACTORS_AT,
    reckon_discards,
)
from piquet_sim.strategies.learned import find_learned, prepare_learned

_ROOM = 600
"""For what is counted of as many as a hundred discards of a hand."""
_MOST = _ROOM // AMOUNTS


@kernel
def _sum_entries(entries, at, hand, thrown, took):
    kept = hand ^ thrown
    worth = np.int64(entries[at + taken_entry(took, count(thrown))])
    for suit in range(SUITS):
        lanes = kept >> LANE_BITS * suit & LANE_MASK, thrown >> LANE_BITS * suit & LANE_MASK
        worth += entries[at + suit_entry(lanes[0], lanes[1])]
    for rank in range(SIX + 1, RANKS):
        worth += entries[at + rank_entry(rank, rank_numbers(hand, rank), rank_numbers(kept, rank))]
    spades, hearts = kept & LANE_MASK, kept >> LANE_BITS & LANE_MASK
    diamonds, clubs = kept >> 2 * LANE_BITS & LANE_MASK, kept >> 3 * LANE_BITS & LANE_MASK
    worth += entries[at + top_entry(spades, hearts, diamonds, clubs)]
    return worth + entries[at + shape_entry(spades, hearts, diamonds, clubs)]


@kernel
def _rate_discards(laws, entries, seat, hands, tooks, discards, worths):
    entries, hands, tooks = borrow(entries), borrow(hands), borrow(tooks)
    discards, worths = borrow(discards), borrow(worths)
    amounts, different = scratch(_ROOM), scratch(_MOST)
    at = FACTORS_AT + seat * FACTORS
    draws = DRAWS.shape[0]
    for place in range(hands.shape[0]):
        found = 0
        for choice in range(discards.shape[1]):
            thrown = discards[place, choice]
            same = 0
            while same < found and different[same] != thrown:
                same += 1
            if same == found:
                if found == _MOST:
                    return False
                different[found] = thrown
                found += 1
            worths[place, choice] = same
        reckon_discards(laws, hands[place], tooks[place], found, different, amounts)
        for choice in range(found):
            entry = _sum_entries(
                entries, seat * ENTRIES, hands[place], different[choice], tooks[place]
            )
            worth = np.int64(entries[at]) * entry * draws
            for amount in range(AMOUNTS):
                counted = amounts[AMOUNTS * choice + amount]
                worth += UNIT * np.int64(entries[at + 1 + amount]) * counted
            different[choice] = worth // (UNIT * draws)
        for choice in range(discards.shape[1]):
            worths[place, choice] = different[np.int64(worths[place, choice])]
    return True


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
    entries = find_learned().lay_out()
    worths = np.zeros(discards.shape, np.int64)
    hands, tooks = (np.ascontiguousarray(one, np.int64) for one in (hands, tooks))
    if not _rate_discards(
        RUBICON.laws(), entries, SEATS.index(seat), hands, tooks, discards, worths
    ):
        raise ValueError(f"more than {_MOST} different discards of a hand")
    return worths / UNIT
