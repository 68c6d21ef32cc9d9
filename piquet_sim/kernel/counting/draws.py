"""What a hand holds after the draw, counted over all draws without listing them.

Of a discard and a draw each suit sees only which of its cards are kept and which are drawn.
For each suit, each set of cards kept and each number drawn, the draws are counted by what the
suit then holds; the suits are combined by the numbers drawn, and ranks in the same way. All
counts are exact integers.
"""

from math import comb

import numpy as np

from piquet_sim.game.cards import (
    ACE,
    HAND_CARDS,
    KING,
    KNAVE,
    LANE_BITS,
    LANE_MASK,
    ONE_OF_EACH_SUIT,
    PACK_32_MASK,
    QUEEN,
    RANKS,
    SUITS,
    TEN,
)
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.tables import LANE_SEQUENCE, LANE_SEQUENCES_SCORE, TOP_SHIFT

UNSEEN = 20
"""Cards that a player has not seen before the draw."""

SHORTEST, LONGEST = 3, 8
"""Points and sequences that are asked for: of at least so many cards."""
_LENGTHS = LONGEST - SHORTEST + 1
SET_RANKS = ACE - TEN + 1

POINT_AT = 0
SEQUENCE_AT = POINT_AT + _LENGTHS
TRIO_AT = SEQUENCE_AT + _LENGTHS
QUATORZE_AT = TRIO_AT + SET_RANKS
ANY_QUATORZE_AT = QUATORZE_AT + SET_RANKS
GUARD_AT = ANY_QUATORZE_AT + 1
DRAWS_AT = GUARD_AT + SUITS
VALUE_AT = DRAWS_AT + 1
COUNTS = VALUE_AT + 1
"""Events in the order in which they are counted; then all draws, and the sum over draws of what
the hand counts if all is good."""

_SCORE_AT, _HELD_AT = 2 * _LENGTHS, 2 * _LENGTHS + 1
_SUIT_COUNTS = _HELD_AT + 1
_MOST_DRAWN = HAND_CARDS


CHOOSE = np.array(
    [[comb(cards, chosen) for chosen in range(UNSEEN + 1)] for cards in range(UNSEEN + 1)]
)
"""Ways to choose so many of so many cards."""


@inline_kernel
def is_guarded(lane):
    """Whether a suit is guarded: ace, king with one other, queen with two, knave with three."""
    held = count(lane)
    return (
        lane >> ACE & 1
        or (lane >> KING & 1 and held >= 2)
        or (lane >> QUEEN & 1 and held >= 3)
        or (lane >> KNAVE & 1 and held >= 4)
    )


def new_suits() -> np.ndarray:
    """Room for the counts of the suits."""
    return np.zeros((SUITS, LANE_MASK + 1, RANKS + 1, _SUIT_COUNTS), np.int64)


@kernel
def _count_suits(hand, suits):
    # By suit, cards kept and number drawn: draws with fewer cards and with sequences shorter than
    # each length, sum of the points of sequences, and draws that leave the suit guarded.
    suits[:] = 0
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        dealt = hand >> shift & LANE_MASK
        unseen = (PACK_32_MASK & ~hand) >> shift & LANE_MASK
        kept = dealt
        while True:
            drawn = unseen
            while True:
                lane = kept | drawn
                counts = suits[suit, kept, count(drawn)]
                length = LANE_SEQUENCE[lane] >> TOP_SHIFT
                for place in range(_LENGTHS):
                    counts[POINT_AT + place] += count(lane) < SHORTEST + place
                    counts[SEQUENCE_AT + place] += length < SHORTEST + place
                counts[_SCORE_AT] += LANE_SEQUENCES_SCORE[lane]
                counts[_HELD_AT] += 1 if is_guarded(lane) else 0
                if drawn == 0:
                    break
                drawn = (drawn - 1) & unseen
            if kept == 0:
                break
            kept = (kept - 1) & dealt


@inline_kernel
def _times(ways, factor, most):
    # The product of two polynomials in the number of cards drawn, cut off, into the first.
    for drawn in range(most, -1, -1):
        total = 0
        for taken in range(drawn + 1):
            total += ways[drawn - taken] * factor[taken]
        ways[drawn] = total


@kernel
def _count_quatorzes(hand, kept, drawn, lowest_set, ways, factor):
    # Draws without any quatorze.
    low = PACK_32_MASK & ~hand
    ways[:] = 0
    ways[0] = 1
    for rank in range(lowest_set, ACE + 1):
        cards = ONE_OF_EACH_SUIT << rank
        low &= ~cards
        unseen, held = count(cards & ~hand), count(cards & kept)
        for taken in range(drawn + 1):
            ways_to_take = CHOOSE[unseen, taken] if taken <= unseen else 0
            factor[taken] = 0 if held + taken == SUITS else ways_to_take
        _times(ways, factor, drawn)
    for taken in range(drawn + 1):
        factor[taken] = CHOOSE[count(low), taken]
    _times(ways, factor, drawn)
    return ways[drawn]


@kernel
def count_draws(hand, discards, trio, quatorze, lowest_set, suits, counts):
    """Count what a hand holds after the draw, for many discards.

    Parameters
    ----------
    hand : int64
        Twelve cards, as dealt.
    discards : int64 array
        Cards thrown out; as many are drawn from the 20 unseen, all draws being equally likely.
    trio, quatorze, lowest_set : int64
        What sets count, and the lowest rank of which they are made.
    suits : int64 array
        From `new_suits`.
    counts : int64 array, shape (discards, COUNTS)
        Filled: favourable draws by event, all draws, and the sum of values.
    """
    _count_suits(hand, suits)
    ways = np.zeros(_MOST_DRAWN + 1, np.int64)
    factor = np.zeros(_MOST_DRAWN + 1, np.int64)
    for number in range(discards.shape[0]):
        kept = hand & ~discards[number]
        drawn = count(discards[number])
        draws = CHOOSE[UNSEEN, drawn]
        row = counts[number]
        row[DRAWS_AT] = draws
        value = 0
        for event in range(2 * _LENGTHS):
            ways[:] = 0
            ways[0] = 1
            for suit in range(SUITS):
                lane = kept >> LANE_BITS * suit & LANE_MASK
                for taken in range(drawn + 1):
                    factor[taken] = suits[suit, lane, taken, event]
                _times(ways, factor, drawn)
            row[event] = draws - ways[drawn]
        for place in range(_LENGTHS):
            value += row[POINT_AT + place]  # the length is the sum of reaching each length
        value += (SHORTEST - 1) * draws  # twelve cards always make a point of three
        for suit in range(SUITS):
            lane = kept >> LANE_BITS * suit & LANE_MASK
            unseen = LONGEST - count(hand >> LANE_BITS * suit & LANE_MASK)
            guarded = 0
            for taken in range(min(drawn, unseen) + 1):
                others = CHOOSE[UNSEEN - unseen, drawn - taken]
                value += suits[suit, lane, taken, _SCORE_AT] * others
                guarded += suits[suit, lane, taken, _HELD_AT] * others
            row[GUARD_AT + suit] = guarded
        for place in range(SET_RANKS):
            cards = ONE_OF_EACH_SUIT << (TEN + place)
            unseen, held = count(cards & ~hand), count(cards & kept)
            for size in range(3, 5):
                taken = size - held
                ways_to_make = 0
                if 0 <= taken <= min(unseen, drawn) and TEN + place >= lowest_set:
                    ways_to_make = CHOOSE[unseen, taken] * CHOOSE[UNSEEN - unseen, drawn - taken]
                row[(TRIO_AT if size == 3 else QUATORZE_AT) + place] = ways_to_make
                value += ways_to_make * (trio if size == 3 else quatorze)
        row[ANY_QUATORZE_AT] = draws - _count_quatorzes(hand, kept, drawn, lowest_set, ways, factor)
        row[VALUE_AT] = value
