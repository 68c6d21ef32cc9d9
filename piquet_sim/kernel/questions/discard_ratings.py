"""What given discards of many hands are worth by what was learned and what their draws come to."""

import numpy as np

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, RANKS, SIX, SUITS
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import borrow, kernel
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
from piquet_sim.kernel.shelf import scratch

_ROOM = 600
"""For what is counted of as many as a hundred discards of a hand."""
MOST_RATED = _ROOM // AMOUNTS
"""Different discards of a hand at most."""


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
def rate_discards(laws, entries, seat, hands, tooks, discards, worths):
    """Reckon what discards are worth, in UNIT parts of a point; False if there are too many.

    Parameters
    ----------
    laws : Laws
    entries : int64 array
        What was learned.
    seat : int64
    hands, tooks : int64 array
        What was dealt, and how many cards elder exchanged; -1 where the seat is elder.
    discards, worths : int64 array, shape (hands, choices)
    """
    entries, hands, tooks = borrow(entries), borrow(hands), borrow(tooks)
    discards, worths = borrow(discards), borrow(worths)
    amounts, different = scratch(_ROOM), scratch(MOST_RATED)
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
                if found == MOST_RATED:
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
