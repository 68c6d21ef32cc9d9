"""What maxims say of the first lead: of one hand the cards that follow them, and break them.

They are those of the file of maxims that can be judged by elder's first card alone: a lead that
follows one is held against the best lead that does what the maxim is compared with. `of_leads` asks
them of every lead where the words say so.
"""

from dataclasses import dataclass
from itertools import combinations

from analyses.maxims.maxim import Sides
from piquet_sim.game.cards import (
    ACE,
    KING,
    KNAVE,
    LANE_BITS,
    LANE_MASK,
    QUEEN,
    RANK_PIPS,
    RANKS,
    SUITS,
    suit_mask,
)

_FIVE = 5
_KQJ = 1 << KING | 1 << QUEEN | 1 << KNAVE
_AQJ = 1 << ACE | 1 << QUEEN | 1 << KNAVE
_AKJ = 1 << ACE | 1 << KING | 1 << KNAVE
_AQ = 1 << ACE | 1 << QUEEN


def find_point_suit(hand: int) -> int:
    """The longest suit of a hand, of equals the one with most pips, of these the first.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> find_point_suit(parse_hand("AQ7.KQJT.KQJ9.7"))
    1
    """

    def strength(suit: int) -> tuple[int, int]:
        lane = hand >> LANE_BITS * suit & LANE_MASK
        return lane.bit_count(), sum(RANK_PIPS[rank] for rank in range(ACE + 1) if lane >> rank & 1)

    return max(range(SUITS), key=strength)


@dataclass(frozen=True)
class Dealt:
    """What elder sees before the first lead; cards are masks."""

    hand: int
    unseen: int
    """All cards that younger may hold."""

    def own(self, suit: int) -> int:
        """The ranks held of a suit."""
        return self.hand >> LANE_BITS * suit & LANE_MASK

    def theirs(self, suit: int) -> int:
        """The ranks of a suit that are not seen."""
        return self.unseen >> LANE_BITS * suit & LANE_MASK

    def masters(self, suit: int) -> int:
        """The ranks held that no card not seen can take."""
        theirs = self.theirs(suit)
        return sum(1 << rank for rank in range(RANKS) if self.own(suit) >> rank & 1
                   and theirs >> rank == 0)  # fmt: skip

    @property
    def longest(self) -> int:
        """The suit of the point."""
        return find_point_suit(self.hand)

    def tenace(self, suit: int) -> int:
        """By how many cards not seen the highest card below the masters can be taken."""
        rest = self.own(suit) & ~self.masters(suit)
        return (self.theirs(suit) >> rest.bit_length()).bit_count() if rest else -1


def _cards(suit: int, ranks: int) -> int:
    return ranks << LANE_BITS * suit


def _top(ranks: int) -> int:
    return 1 << ranks.bit_length() - 1


def establish(dealt: Dealt) -> Sides:
    """To lead a suit of four that all but one card makes good, against other suits."""
    follow = suits = 0
    for suit in range(SUITS):
        own = dealt.own(suit)
        is_near = own & (_KQJ | 1 << ACE) == _KQJ or own & (_AQJ | 1 << KING) == _AQJ
        if is_near and own.bit_count() > 3:
            follow |= _cards(suit, _top(own))
            suits |= suit_mask(suit)
    return (follow, dealt.hand & ~suits) if follow else (0, 0)


def run_masters(dealt: Dealt) -> Sides:
    """With three masters and a suit of five, to lead those of the longest suit."""
    masters = [_cards(suit, dealt.masters(suit)) for suit in range(SUITS)]
    every = sum(masters)
    if every.bit_count() < 3 or dealt.own(dealt.longest).bit_count() < _FIVE:
        return 0, 0
    return masters[dealt.longest], dealt.hand & ~every


def lead_highest(dealt: Dealt) -> Sides:
    """To lead the highest card held, of equals that of the longest suit."""
    rank = max(dealt.own(suit).bit_length() for suit in range(SUITS)) - 1
    suits = [suit for suit in range(SUITS) if dealt.own(suit) >> rank & 1]
    longest = max(suits, key=lambda suit: dealt.own(suit).bit_count())
    follow = _cards(longest, 1 << rank)
    return follow, dealt.hand & ~follow


def longer_first(dealt: Dealt) -> Sides:
    """Of two suits alike in masters, and in cards above the next, to lead the longer."""
    follow = against = 0
    for one, two in combinations(range(SUITS), 2):
        masters = dealt.masters(one), dealt.masters(two)
        alike = masters[0].bit_count() == masters[1].bit_count() > 0
        lengths = dealt.own(one).bit_count(), dealt.own(two).bit_count()
        if not alike or dealt.tenace(one) != dealt.tenace(two) or lengths[0] == lengths[1]:
            continue
        pair = [_cards(one, masters[0]), _cards(two, masters[1])]
        longer = lengths[1] > lengths[0]
        follow |= pair[longer]
        against |= pair[not longer]
    return (follow, against) if not follow & against else (0, 0)


def shorter_first(dealt: Dealt) -> Sides:
    """Of like tenaces in five cards and in three, to lead the three."""
    for held, lacking in ((_AKJ, QUEEN), (_AQ, KING)):
        suits = [
            suit for suit in range(SUITS)
            if dealt.own(suit) & (held | 1 << lacking) == held and dealt.theirs(suit) >> lacking & 1
        ]  # fmt: skip
        lengths = {dealt.own(suit).bit_count(): suit for suit in suits}
        if len(suits) == 2 and set(lengths) == {3, _FIVE}:
            others = [suit for suit in range(SUITS) if suit not in suits and dealt.masters(suit)]
            if not others:
                return _cards(lengths[3], 1 << ACE), _cards(lengths[_FIVE], 1 << ACE)
    return 0, 0
