"""Choices at the first lead that books on play discuss: which cards are on either side.

A lead of the first side is compared with the best lead of the second. In each suit, only the cards
that elder holds or has not seen count: if elder threw the king, ace and knave are as good as a
tenace.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from analyses.maxims.facts import lane
from piquet_sim.game.cards import ACE, KING, LANE_BITS, RANK_PIPS, SUITS, suit_mask

_TENACES = (
    ((True, False, True), "ace and queen"),
    ((True, True, False, True), "ace, king and knave"),
    ((False, True, False, True), "king and knave"),
)
"""From the highest card that counts on, which ones are held."""


def find_point_suit(hand: int) -> int:
    """The longest suit of a hand, of equals the one with most pips, of these the first.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> find_point_suit(parse_hand("AQ7.KQJT.KQJ9.7"))
    1
    """

    def strength(suit: int) -> tuple[int, int]:
        own = lane(hand, suit)
        return own.bit_count(), sum(RANK_PIPS[rank] for rank in range(ACE + 1) if own >> rank & 1)

    return max(range(SUITS), key=strength)


def has_tenace(hand: int, unseen: int, suit: int) -> bool:
    """Whether a suit has a tenace: ace and queen, ace, king and knave, or king and knave.

    The card between is not seen, nor is the ace above king and knave.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> dealt = parse_hand("AQ7.AK8.KJ.A"), parse_hand("KJ.QJ7.AQ.K")
    >>> [has_tenace(*dealt, suit) for suit in range(4)]
    [True, False, True, False]
    """
    own = lane(hand, suit)
    counts = own | lane(unseen, suit)
    held = tuple(bool(own >> rank & 1) for rank in range(ACE, -1, -1) if counts >> rank & 1)
    return any(held[: len(one)] == one for one, _ in _TENACES)


def has_guarded_king(hand: int, unseen: int, suit: int) -> bool:
    """Whether a suit has the king with another card, the ace being unseen.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> dealt = parse_hand("K7.K.AK8.K8"), parse_hand("AQ.AQ.Q7.7")
    >>> [has_guarded_king(*dealt, suit) for suit in range(4)]
    [True, False, False, False]
    """
    own, theirs = lane(hand, suit), lane(unseen, suit)
    return own.bit_length() == KING + 1 and own.bit_count() > 1 and theirs >> ACE > 0


def _keep_tenaces(hand: int, unseen: int) -> tuple[int, int]:
    tenaces = sum(suit_mask(suit) for suit in range(SUITS) if has_tenace(hand, unseen, suit))
    return _face(hand & ~tenaces, hand & tenaces)


def _lead_point(hand: int, unseen: int) -> tuple[int, int]:
    suit = suit_mask(find_point_suit(hand))
    return _face(hand & suit, hand & ~suit)


def _lead_from_king(hand: int, unseen: int) -> tuple[int, int]:
    suits, follow = 0, 0
    for suit in filter(partial(has_guarded_king, hand, unseen), range(SUITS)):
        suits |= suit_mask(suit)
        # A card lies from under the king if one that is not seen lies between.
        between = lane(unseen, suit) & (1 << KING) - 1
        follow |= hand & suit_mask(suit) & (1 << between.bit_length()) - 1 << LANE_BITS * suit
    return _face(follow, hand & ~suits)


def _face(follow: int, against: int) -> tuple[int, int]:
    return (follow, against) if follow and against else (0, 0)


@dataclass(frozen=True)
class LeadChoice:
    """A choice that elder has at the first lead.

    It is no maxim: of its two sides no author prescribes the one.
    """

    name: str
    """What the leads of the first side do."""
    instead: str
    """What those of the second do."""
    sides: Callable[[int, int], tuple[int, int]]
    """Of elder's hand, and of all cards that younger may hold."""


LEAD_CHOICES = (
    LeadChoice("keeping every tenace", "leading from a suit with a tenace", _keep_tenaces),
    LeadChoice("leading the point suit", "leading another suit", _lead_point),
    LeadChoice("leading from a guarded king", "leading another suit", _lead_from_king),
)
