"""What given discards of many hands are worth by what was learned and what their draws come to."""

import numpy as np

from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import borrow, kernel
from piquet_sim.kernel.players.discard_values import ENTRIES, UNIT, sum_entries, taken_entry
from piquet_sim.kernel.players.short_lists import AMOUNTS, DRAWS, reckon_discards, weigh_amounts
from piquet_sim.kernel.shelf import scratch

_ROOM = 600
"""For what is counted of as many as a hundred discards of a hand."""
MOST_RATED = _ROOM // AMOUNTS
"""Different discards of a hand at most."""


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
            hand, thrown = hands[place], different[choice]
            entry = sum_entries(entries, seat * ENTRIES, hand, hand ^ thrown)
            entry += entries[seat * ENTRIES + taken_entry(tooks[place], count(thrown))]
            worth = weigh_amounts(entries, seat, entry, amounts, choice)
            different[choice] = worth // (UNIT * draws)
        for choice in range(discards.shape[1]):
            worths[place, choice] = different[np.int64(worths[place, choice])]
    return True
