"""Two hands of the pack of 36 as hands of the pack of 32, for the table of perfect play.

Of a suit only the order of the cards matters that the two hands hold, and the table has room for
eight of them. So where a six is held, the cards above it move up by one as far as the lowest rank
that neither holds. Where all nine are held, which is seldom and over with the first trick in that
suit, the six is taken for the lowest card of the suit of which both hold fewest: a small card
that wins nothing.
"""

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, RANKS, SEVEN, SIX, SUITS
from piquet_sim.kernel.base._jit import inline_kernel, kernel
from piquet_sim.kernel.base.bits import count, highest_bit, lowest_bit
from piquet_sim.kernel.base.play_table import CHANGES_BITS
from piquet_sim.kernel.base.shared_tables import scratch
from piquet_sim.kernel.deal.tricks import suit_of
from piquet_sim.kernel.perfect.lookup import find_lead_outcomes, position_value
from piquet_sim.kernel.players.card_values import CARD_PLACES, DIFFERENCES

_SIX, _SEVEN = 1 << SIX, 1 << SEVEN


@inline_kernel
def _move_up(hand, shift, gap):
    # The cards of a suit below a rank, each by one rank.
    low = hand & ((1 << gap) - 1) << shift
    return hand ^ low | low << 1


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
            gap = lowest_bit(~held)
            own, other = _move_up(own, shift, gap), _move_up(other, shift, gap)
            marked = _move_up(marked, shift, gap)
    while full:
        six = _SIX << LANE_BITS * lowest_bit(full)
        full &= full - 1
        fewest, shift = RANKS + 1, 0
        for suit in range(SUITS):
            cards = count((own | other) >> LANE_BITS * suit & LANE_MASK)
            if cards < fewest:
                fewest, shift = cards, LANE_BITS * suit
        gap = lowest_bit(~((own | other) >> shift | _SIX))
        own, other = _move_up(own, shift, gap), _move_up(other, shift, gap)
        marked = _move_up(marked, shift, gap)
        if own & six:
            own ^= six | _SEVEN << shift
        else:
            other ^= six | _SEVEN << shift
    return own, other, marked


@kernel
def add_world_with_sixes(table, own, opponent, led, tried, tricks, weight, worths):
    """As `card_values.add_world`, with the pack of 36.

    Parameters
    ----------
    table : PlayTable
    own, opponent : int64
        What this seat and the opponent hold.
    led : int64
        The card to be answered; 0 when this seat leads.
    tried, tricks, weight, worths
        As for `add_world`; `tricks` this seat has won.
    """
    if led:
        level, suit = count(own) - 1, suit_of(led)
        while tried:
            card = highest_bit(tried)
            reply = 1 << card
            tried ^= reply
            mine, theirs, _ = take_for_32(own ^ reply, opponent, 0)
            if reply > led and reply & suit:
                value = 2 * (tricks + 1) + position_value(table, level, mine, theirs)
            else:
                left = position_value(table, level, theirs, mine)
                value = 2 * tricks + 2 * level + 1 - left
            worths[card] += weight * DIFFERENCES[value]
        return
    outcomes = scratch(CARD_PLACES)
    mine, theirs, _ = take_for_32(own, opponent, 0)
    find_lead_outcomes(table, count(own), mine, theirs, outcomes)
    at = highest_bit(mine)
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        lane, moved = own >> shift & LANE_MASK, mine >> shift & LANE_MASK
        while lane:
            card = highest_bit(lane)
            lane ^= 1 << card
            if moved:  # else it is the six of a full suit, as good as the card above it
                at = shift + highest_bit(moved)
                moved ^= 1 << at - shift
            if tried >> shift + card & 1:
                value = 2 * tricks + (outcomes[at] >> CHANGES_BITS)
                worths[shift + card] += weight * DIFFERENCES[value]
