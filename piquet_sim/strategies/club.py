"""A sound club player: the advice of the treatise, put into a few rules.

The exchange gives each card a worth and throws out those worth least. The worth comes from a
table by suit, worked out below in plain Python from the advice: keep the point and what may
become a sequence, keep trios and likely quatorzes, elder throws whole suits and keeps aces and
long suits to lead, younger keeps guards to kings and queens. A card is left only where the
worst card that would be thrown is worth more than a card unseen.

Where sequences go through suits (Cotton 1674) runs are easy to get, and one card of each rank is
kept instead, the more so beside a neighbour. Where a point scores one, it is hardly kept.

In the play they remember every card played, called and shown. Leading, they count their certain
winners and cash them if these make six or seven with the tricks already won; otherwise they lead
from length, the top card first, keep the winners of short suits as stoppers, and leave a suit
whose honours the opponent holds for the opponent to lead. Second, they win as cheaply as they
can; when they cannot follow, they throw what can never win and keep guards and certain winners.

References
----------
Cavendish: The Laws of Piquet with a Treatise on the Game, chapters on discarding and playing.
"""

import numpy as np

from piquet_sim.game.cards import (
    ACE,
    HAND_CARDS,
    KING,
    LANE_BITS,
    LANE_MASK,
    QUEEN,
    RANKS,
    SUITS,
    TEN,
)
from piquet_sim.game.laws import BY_CARDS, LAW
from piquet_sim.kernel.base._jit import inline_kernel, kernel
from piquet_sim.kernel.base.bits import count, highest_bit, lowest_bit
from piquet_sim.kernel.base.rulings import read_law
from piquet_sim.kernel.base.shared_tables import scratch
from piquet_sim.kernel.base.suit_tables import LANE_PIPS, LANE_POINT
from piquet_sim.kernel.deal.cross_suit_runs import all_ranks
from piquet_sim.kernel.deal.holdings import find_ranks
from piquet_sim.kernel.deal.views import DiscardView, PlayView
from piquet_sim.strategies.policies import policy
from piquet_sim.strategies.registry import Strategy
from piquet_sim.strategies.roster import ROSTER

# Only the order of worths matters. The first guesses were made by hand; a score of single changes
# were then tried over mirrored deals, and those that gained were kept. Nothing was fitted.
_RANK_WORTH = {
    0: (0, 0, 1, 2, 5, 8, 12, 20, 40),  # elder: aces and kings lead
    1: (0, 0, 1, 2, 5, 9, 15, 24, 40),  # younger: every honour may stop a suit
}
_LENGTH_WORTH = {0: 6, 1: 4}
_TOUCHING_WORTH = 1
_RUN_WORTH = (0, 0, 0, 4, 7, 17, 19, 21, 23, 25)
_GUARD_WORTH = {0: 3, 1: 12}
_POINT_WORTH = {0: 12, 1: 8}
_TRIO_WORTH = {0: 12, 1: 9}
_QUATORZE_WORTH = {0: 40, 1: 36}
_UNSEEN_WORTH = {0: 52, 1: 58}
_KEY_BITS = 6
_NO_CARD = 1 << 40


def _runs(lane: int) -> dict[int, int]:
    # For each rank in the lane the length of the run that it is part of.
    lengths = {}
    for rank in range(RANKS):
        if lane >> rank & 1:
            low = high = rank
            while low > 0 and lane >> (low - 1) & 1:
                low -= 1
            while high < RANKS - 1 and lane >> (high + 1) & 1:
                high += 1
            lengths[rank] = high - low + 1
    return lengths


def _suit_worths(lane: int, seat: int) -> list[int]:
    """What each card of a suit is worth to a seat that was dealt exactly these cards of it."""
    lengths = _runs(lane)
    worths = [0] * RANKS
    cards = lane.bit_count()
    for rank, run in lengths.items():
        worths[rank] = _RANK_WORTH[seat][rank] + _LENGTH_WORTH[seat] * cards
        worths[rank] += _RUN_WORTH[run]
        worths[rank] += _TOUCHING_WORTH * min(run - 1, 2)
    # A king needs one guard, a queen two; an ace or a card that is led needs none.
    held = sorted(lengths, reverse=True)
    if held and held[0] in (KING, QUEEN):
        guards = ACE - held[0]
        for rank in held[1 : 1 + guards]:
            worths[rank] += _GUARD_WORTH[seat]
        if cards <= guards:
            worths[held[0]] -= _RANK_WORTH[seat][held[0]] // 2
    return worths


_WORTHS = np.array(
    [[_suit_worths(lane, seat) for lane in range(LANE_MASK + 1)] for seat in (0, 1)], np.int16
)
_POINT = np.array([_POINT_WORTH[seat] for seat in (0, 1)])
_TRIO = np.array([_TRIO_WORTH[seat] for seat in (0, 1)])
_QUATORZE = np.array([_QUATORZE_WORTH[seat] for seat in (0, 1)])
_UNSEEN = np.array([_UNSEEN_WORTH[seat] for seat in (0, 1)])


# The worths where sequences go through suits, tried in the same way.
_RANK_WORTH_ACROSS = np.array([0, 1, 2, 3, 6, 7, 9, 12, 20])
_ONLY_CARD = 20
_NEIGHBOUR = 7
_RUFF_CARD = 3
_TRIO_ACROSS = 7
_QUATORZE_ACROSS = 40
_UNSEEN_ACROSS = 24


@kernel
def _discard_across(hand, least, most):
    ranks = all_ranks(hand)
    four, three = find_ranks(hand)
    ruff = best_suit = 0
    for suit in range(SUITS):
        pips = np.int64(LANE_PIPS[hand >> LANE_BITS * suit & LANE_MASK])
        if pips > ruff:
            ruff, best_suit = pips, suit
    keys = scratch(HAND_CARDS)
    found = 0
    for rank in range(RANKS):
        is_first = True
        for suit in range(SUITS - 1, -1, -1):
            if hand >> (LANE_BITS * suit + rank) & 1 == 0:
                continue
            worth = _RANK_WORTH_ACROSS[rank] + (_RUFF_CARD if suit == best_suit else 0)
            if is_first:
                worth += _ONLY_CARD + _NEIGHBOUR * count(ranks & (5 << rank >> 1))
            if rank >= TEN and four >> rank & 1:
                worth += _QUATORZE_ACROSS
            elif rank >= TEN and three >> rank & 1:
                worth += _TRIO_ACROSS
            is_first = False
            key = worth << _KEY_BITS | (LANE_BITS * suit + rank)
            place = found
            while place and keys[place - 1] > key:
                keys[place] = keys[place - 1]
                place -= 1
            keys[place] = key
            found += 1
    thrown = 0
    for place in range(most):
        if keys[place] < _UNSEEN_ACROSS << _KEY_BITS or place < least:
            thrown |= 1 << (keys[place] & ((1 << _KEY_BITS) - 1))
    return thrown


@policy
def discard(view: DiscardView) -> int:
    """The cards worth least, up to five as elder and three as younger."""
    seat = view.seat
    hand = view.hand
    if read_law(view, LAW.across):
        return _discard_across(hand, view.least, view.most)
    four, three = find_ranks(hand)
    four = four >> TEN << TEN
    three = three >> TEN << TEN
    keeps_point = _POINT[seat] if read_law(view, LAW.point_scores) == BY_CARDS else 0
    point = best_suit = 0
    for suit in range(SUITS):
        lane = hand >> LANE_BITS * suit & LANE_MASK
        if LANE_POINT[lane] > point:
            point = np.int64(LANE_POINT[lane])
            best_suit = suit
    # The five least worthy cards, kept in order as worth and number of the bit.
    first = second = third = fourth = fifth = _NO_CARD
    for suit in range(SUITS):
        lane = hand >> LANE_BITS * suit & LANE_MASK
        own_point = keeps_point if suit == best_suit else 0
        cards = lane
        while cards:
            rank = lowest_bit(cards)
            cards &= cards - 1
            worth = np.int64(_WORTHS[seat, lane, rank]) + own_point
            if three >> rank & 1:
                worth += _QUATORZE[seat] if four >> rank & 1 else _TRIO[seat]
            key = worth << _KEY_BITS | (LANE_BITS * suit + rank)
            first, key = min(first, key), max(first, key)
            second, key = min(second, key), max(second, key)
            third, key = min(third, key), max(third, key)
            fourth, key = min(fourth, key), max(fourth, key)
            fifth = min(fifth, key)
    low_six = (1 << _KEY_BITS) - 1
    limit = _UNSEEN[seat] << _KEY_BITS
    wanted = min(view.most, 5 if seat == 0 else 3)
    thrown = 0
    taken = 0
    for key in (first, second, third, fourth, fifth):
        if taken < wanted and (key < limit or taken < view.least):
            thrown |= 1 << (key & low_six)
            taken += 1
    return thrown


@inline_kernel
def _count_winners(own, against):
    # Cards of a lane that win if led from the top: all above what may be against them, and all
    # the rest if that exhausts the suit.
    if own == 0:
        return 0
    if against == 0:
        return count(own)
    winners = count(own >> (highest_bit(against) + 1))
    return count(own) if winners >= count(against) else winners


@inline_kernel
def _lead(view):
    # The best card to lead if certain winners are cashed, and if they are not, in one pass.
    winners = 0
    best_to_cash = best_to_keep = -1000
    cashed = kept = 0
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        own = view.hand >> shift & LANE_MASK
        if own == 0:
            continue
        against = view.opponent_may_hold >> shift & LANE_MASK
        sure = _count_winners(own, against)
        winners += sure
        top = highest_bit(own)
        cards = count(own)
        # Length is led; a suit whose higher cards are all against it waits to be led to.
        to_cash = to_keep = 6 * cards - 6 * count(against >> top)
        if sure:
            to_cash = 40 + 4 * cards + sure
            # A short suit's winner stays at home as a stopper.
            to_keep = 6 * cards + 2 * sure - (12 if cards <= 3 else 0)
        card = 1 << (shift + top)
        if to_cash > best_to_cash:
            best_to_cash = to_cash
            cashed = card
        if to_keep > best_to_keep:
            best_to_keep = to_keep
            kept = card
    # Six tricks divide the cards, the seventh wins them.
    if view.tricks + winners >= 6 or winners == count(view.hand):
        return cashed
    return kept


@inline_kernel
def _throw(view):
    # Not able to follow: the card that is missed least.
    least = 1 << 20
    card = 0
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        own = view.hand >> shift & LANE_MASK
        if own == 0:
            continue
        against = view.opponent_may_hold >> shift & LANE_MASK
        low = own & -own
        top = highest_bit(own)
        cards = count(own)
        above = count(against >> top)
        if against == 0 or low > against:
            loss = 60 + cards  # certain winners
        elif cards <= above:
            loss = top - RANKS  # can never win
        elif cards == above + 1:
            loss = 24 + top - 6 * above  # the last guard
        else:
            loss = 8 - cards + 2 * (above == 0)
        if loss < least:
            least = loss
            card = low << shift
    return card


@policy
def play(view: PlayView) -> int:
    """Lead winners to the seventh trick or from length; win cheaply; throw what cannot win."""
    if view.led == 0:
        return _lead(view)
    higher = view.legal & ~((view.led << 1) - 1)
    suit = LANE_MASK << (highest_bit(view.led) & -LANE_BITS)
    if view.legal & suit == 0:
        return _throw(view)
    if higher:
        return higher & -higher
    return view.legal & -view.legal


STRATEGY = Strategy(
    **ROSTER["club"].describe(),
    discard=discard,
    play=play,
)
