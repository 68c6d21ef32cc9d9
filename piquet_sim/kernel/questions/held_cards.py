"""What a hand holds: for your own policies, and for anyone who asks about a hand.

These functions are compiled: a policy can call them, and so can ordinary Python.

>>> from piquet_sim import ACE, format_hand, parse_hand
>>> hand = parse_hand("AKQJT.A.A.AK987")
>>> count_rank(hand, ACE), format_hand(longest_suit(hand)), hand_value(hand)
(4, 'AKQJT...', 37)
>>> format_hand(cards_of_rank(hand, ACE))
'A.A.A.A'
"""

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, ONE_OF_EACH_SUIT, RANKS, SUITS, TEN
from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.base.suit_tables import LANE_POINT, LANE_SEQUENCES_SCORE, POINT_SHIFT
from piquet_sim.kernel.compile import kernel

_TRIO, _QUATORZE = RUBICON.trio_scores, RUBICON.quatorze_scores


@kernel
def count_rank(hand, rank):
    """How many cards of a rank a hand holds.

    Parameters
    ----------
    hand : int
        A mask, as `parse_hand` gives it.
    rank : int
        From 0 for the six to 8 for the ace; `ACE`, `KING` and so on name them.
    """
    held = 0
    for suit in range(SUITS):
        held += hand >> (LANE_BITS * suit + rank) & 1
    return held


@kernel
def cards_of_rank(hand, rank):
    """The cards of a rank that a hand holds.

    Parameters
    ----------
    hand, rank : int
        As `count_rank` takes them.
    """
    return hand & ONE_OF_EACH_SUIT << rank


@kernel
def longest_suit(hand):
    """The cards of the suit that makes a hand's point; of equal points those of the first suit.

    Parameters
    ----------
    hand : int
        A mask.
    """
    best = cards = 0
    for suit in range(SUITS):
        lane = hand >> LANE_BITS * suit & LANE_MASK
        if LANE_POINT[lane] > best:
            best = LANE_POINT[lane]
            cards = lane << LANE_BITS * suit
    return cards


@kernel
def hand_value(hand):
    """What a hand counts under Rubicon Piquet if all of it is good, a carte blanche apart.

    That is its point, all its sequences, all its trios and quatorzes, as census and conditions
    count it under the name `value`.

    Parameters
    ----------
    hand : int
        A mask.
    """
    best = value = 0
    for suit in range(SUITS):
        lane = hand >> LANE_BITS * suit & LANE_MASK
        best = max(best, LANE_POINT[lane])
        value += LANE_SEQUENCES_SCORE[lane]
    for rank in range(TEN, RANKS):
        held = count_rank(hand, rank)
        if held == 4:
            value += _QUATORZE
        elif held == 3:
            value += _TRIO
    return value + (best >> POINT_SHIFT)
