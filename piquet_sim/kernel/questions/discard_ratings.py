"""What given discards of many hands are worth by what was learned and what their draws come to."""

from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.players.discard_values import ENTRIES, UNIT, sum_entries, taken_entry
from piquet_sim.kernel.players.short_lists import AMOUNTS, DRAWS, reckon_discards, weigh_amounts
from piquet_sim.kernel.shelf import scratch

_ROOM = 600
"""For what is counted of as many as a hundred discards of a hand."""
MOST_RATED = _ROOM // AMOUNTS
"""Discards of a hand at most."""


@kernel
def rate_discards(laws, entries, seat, hands, tooks, discards, worths):
    """Reckon what discards are worth, in UNIT parts of a point.

    Parameters
    ----------
    laws : Laws
    entries : int64 array
        What was learned.
    seat : int64
    hands, tooks : int64 array
        What was dealt, and how many cards elder exchanged; -1 where the seat is elder.
    discards, worths : int64 array, shape (hands, choices)
        At most MOST_RATED choices.
    """
    amounts = scratch(_ROOM)
    for place in range(hands.shape[0]):
        hand, took = hands[place], tooks[place]
        reckon_discards(laws, hand, took, discards.shape[1], discards[place], amounts)
        for choice in range(discards.shape[1]):
            thrown = discards[place, choice]
            entry = sum_entries(entries, seat * ENTRIES, hand, hand ^ thrown)
            entry += entries[seat * ENTRIES + taken_entry(took, count(thrown))]
            worth = weigh_amounts(entries, seat, entry, amounts, choice)
            worths[place, choice] = worth // (UNIT * DRAWS.shape[0])
