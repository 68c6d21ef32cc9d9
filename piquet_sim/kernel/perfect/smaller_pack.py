"""Hands of the pack of 36 as hands of the pack of 32, which the table of perfect play knows.

Of a suit only the order of the cards matters that the two hands hold, and the table has room for
eight of them. So where a six is held, the cards above it move up by one as far as the lowest rank
that neither holds. Where all nine are held, which is seldom and over with the first trick in that
suit, the six is taken for the lowest card of the suit of which both hold fewest: a small card
that wins nothing.
"""

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, RANKS, SEVEN, SIX, SUITS
from piquet_sim.kernel.bits import count, lowest_bit
from piquet_sim.kernel.compile import kernel

_SIX, _SEVEN = 1 << SIX, 1 << SEVEN


@kernel
def take_for_32(own, other, marked):
    """Two hands, and which of their cards are marked, as hands of the pack of 32.

    Parameters
    ----------
    own, other : int64
        Hands of equal size from the pack of 36.
    marked : int64
        Any cards but sixes.

    Returns
    -------
    own, other, marked : int64
    """
    marked &= own | other
    full = 0
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        held = (own | other) >> shift & LANE_MASK
        if held == LANE_MASK:
            full |= 1 << suit
        elif held & _SIX:
            # What lies below the first gap moves up by one rank, that is, counts twice.
            below = ((1 << lowest_bit(~held)) - 1) << shift
            own, other = own + (own & below), other + (other & below)
            marked += marked & below
    while full:
        six = _SIX << LANE_BITS * lowest_bit(full)
        full &= full - 1
        fewest, shift = RANKS + 1, 0
        for suit in range(SUITS):
            cards = count((own | other) >> LANE_BITS * suit & LANE_MASK)
            if cards < fewest:
                fewest, shift = cards, LANE_BITS * suit
        below = ((1 << lowest_bit(~((own | other) >> shift | _SIX))) - 1) << shift
        own, other = own + (own & below), other + (other & below)
        marked += marked & below
        if own & six:
            own ^= six | _SEVEN << shift
        else:
            other ^= six | _SEVEN << shift
    return own, other, marked
