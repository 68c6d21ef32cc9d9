"""What a hand holds: for your own policies, and for anyone who asks about a hand.

These functions are compiled: a policy can call them, and so can ordinary Python.

>>> from piquet_sim import ACE, format_hand, parse_hand
>>> hand = parse_hand("AKQJT.A.A.AK987")
>>> count_rank(hand, ACE), format_hand(longest_suit(hand)), hand_value(hand)
(4, 'AKQJT...', 37)
>>> format_hand(cards_of_rank(hand, ACE))
'A.A.A.A'
"""

from piquet_sim.game.cards import ONE_OF_EACH_SUIT
from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.holdings import evaluate_hand, point_cards
from piquet_sim.kernel.tables import POINT_SHIFT

_LAWS = RUBICON.laws()


@kernel
def cards_of_rank(hand, rank):
    """The cards of a rank that a hand holds.

    Parameters
    ----------
    hand : int
        A mask, as `parse_hand` gives it.
    rank : int
        From 0 for the six to 8 for the ace; `ACE`, `KING` and so on name them.
    """
    return hand & ONE_OF_EACH_SUIT << rank


@kernel
def count_rank(hand, rank):
    """How many cards of a rank a hand holds.

    Parameters
    ----------
    hand, rank : int
        As `cards_of_rank` takes them.
    """
    return count(cards_of_rank(hand, rank))


@kernel
def longest_suit(hand):
    """The cards of the suit that makes a hand's point; of equal points those of the first suit.

    Parameters
    ----------
    hand : int
        A mask.
    """
    return point_cards(hand, evaluate_hand(_LAWS, hand).point)


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
    holding = evaluate_hand(_LAWS, hand)
    return (holding.point >> POINT_SHIFT) + holding.sequences_score + holding.sets_score
