"""Many dealt deals counted: where each card lies, which cards lie together, what hands hold.

Which cards lie together is counted for some sixty deals at once: each card has a word with one
bit a deal, and how often two cards meet is the number of bits that their words have in common.
The deals come as an array, so that those of any dealer can be counted.
"""

from collections import namedtuple

from piquet_sim.game.cards import (
    ACE,
    COURTS_MASK,
    HAND_CARDS,
    LANE_BITS,
    LANE_MASK,
    SUITS,
    rank_mask,
)
from piquet_sim.kernel.base.bits import count, lowest_bit
from piquet_sim.kernel.base.philox import BLOCK, fill_words
from piquet_sim.kernel.base.suit_tables import LANE_POINT, POINT_SHIFT, TOP_SHIFT
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.dealing import deal_from_words, draw_cards
from piquet_sim.kernel.deal.declarations import RESULT_NAMES, compare
from piquet_sim.kernel.deal.holdings import evaluate_hand, find_ranks, has_carte_blanche

DEALT = namedtuple("DEALT", "elder younger stock order elder_luck younger_luck")(*range(6))
"""Rows of an array of dealt deals: what `deal_from_words` answers, and the luck of both seats."""

AT_ONCE = 62
"""Deals whose cards are compared at once: the bits of a word that is never negative."""

KINDS = namedtuple(
    "KINDS", "point value suit_and_sequence sets carte_blanche aces courts voids"
)(*range(8))  # fmt: skip
"""What is counted of a dealt hand; see `count_classes`."""

PAIR = 16
"""Two attributes counted together are one number: the first times this, plus the second."""

CELLS = int(LANE_POINT.max()) + 1
"""More than any of `KINDS` comes to."""

RESULTS = len(RESULT_NAMES)
COMMON_CELLS = HAND_CARDS + 1

_ACES = rank_mask(ACE)


@kernel
def deal_range(pack, seed, first, block, dealt):
    """Deal a range of deals.

    Parameters
    ----------
    pack : int64
        Cards of the pack, 32 or 36.
    seed, first : int64
        Deals `first` and on of a seed.
    block : int64 array, shape (4, BLOCK)
        Room for random words.
    dealt : int64 array, shape (6, deals)
        Filled: rows as `DEALT`.
    """
    for deal in range(dealt.shape[1]):
        number, place = first + deal, deal % BLOCK
        if place == 0:
            fill_words(seed, number, 0, block)
        elder, younger, stock, order = deal_from_words(
            pack, seed, number, block[0, place], block[1, place]
        )
        dealt[DEALT.elder, deal] = elder
        dealt[DEALT.younger, deal] = younger
        dealt[DEALT.stock, deal] = stock
        dealt[DEALT.order, deal] = order
        dealt[DEALT.elder_luck, deal] = block[2, place]
        dealt[DEALT.younger_luck, deal] = block[3, place]


@kernel
def count_places(dealt, slots, counts):
    """Count in which place of the stock each card lies.

    Parameters
    ----------
    dealt : int64 array, shape (6, deals)
        Rows as `DEALT`.
    slots : int64 array of 64
        The column of each bit of a mask.
    counts : int64 array, shape (places of the stock, cards)
        Is added to; the first place is the top.
    """
    for deal in range(dealt.shape[1]):
        stock, order = dealt[DEALT.stock, deal], dealt[DEALT.order, deal]
        for place in range(counts.shape[0]):
            counts[place, slots[lowest_bit(draw_cards(stock, order, place, 1))]] += 1


@kernel
def count_together(one, two, slots, words, counts):
    """Count how often each bit of one mask is set together with each bit of another.

    Parameters
    ----------
    one, two : int64 arrays of the same length
        Masks: hands, or words of luck.
    slots : int64 array, shape (2, 64)
        The row of each bit of `one`, and the column of each bit of `two`.
    words : int64 array, shape (2, 64)
        To work in.
    counts : int64 array, shape (bits of one, bits of two)
        Is added to.
    """
    rows, columns = counts.shape
    for first in range(0, one.shape[0], AT_ONCE):
        words[:] = 0
        for deal in range(min(AT_ONCE, one.shape[0] - first)):
            left = one[first + deal]
            while left:
                words[0, slots[0, lowest_bit(left)]] |= 1 << deal
                left &= left - 1
            left = two[first + deal]
            while left:
                words[1, slots[1, lowest_bit(left)]] |= 1 << deal
                left &= left - 1
        for row in range(rows):
            word = words[0, row]
            for column in range(columns):
                counts[row, column] += count(word & words[1, column])


@kernel
def count_common(one, two, counts):
    """Count how many cards two hands have in common.

    Parameters
    ----------
    one, two : int64 arrays of the same length
        Hands of twelve cards.
    counts : int64 array of 13
        Is added to.
    """
    for deal in range(one.shape[0]):
        counts[count(one[deal] & two[deal])] += 1


@kernel
def count_classes(laws, dealt, counts, good):
    """Count what dealt hands hold, and who is good before the exchange.

    Parameters
    ----------
    laws : Laws
    dealt : int64 array, shape (6, deals)
        Rows as `DEALT`.
    counts : int64 array, shape (2, kinds, CELLS)
        Is added to: deals by seat and `KINDS`. The point is its cards and pips; of suit and
        sequence, and of trios and quatorzes, the first times PAIR plus the second.
    good : int64 array, shape (3, RESULTS)
        Is added to: point, sequence and set by result (see `declarations`).
    """
    for deal in range(dealt.shape[1]):
        elder, younger = dealt[DEALT.elder, deal], dealt[DEALT.younger, deal]
        mine, theirs = evaluate_hand(laws, elder), evaluate_hand(laws, younger)
        good[0, compare(mine.point, theirs.point)] += 1
        good[1, compare(mine.sequence, theirs.sequence)] += 1
        good[2, compare(mine.set, theirs.set)] += 1
        for seat in range(2):
            hand, holding = (elder, mine) if seat == 0 else (younger, theirs)
            cards = holding.point >> POINT_SHIFT
            four, three = find_ranks(hand)
            four >>= laws.lowest_set
            trios = count((three >> laws.lowest_set) & ~four)
            voids = 0
            for suit in range(SUITS):
                voids += 1 if (hand >> suit * LANE_BITS) & LANE_MASK == 0 else 0
            value = cards + holding.sequences_score + holding.sets_score
            both = cards * PAIR + (holding.sequence >> TOP_SHIFT)
            counts[seat, KINDS.point, holding.point] += 1
            counts[seat, KINDS.value, value] += 1
            counts[seat, KINDS.suit_and_sequence, both] += 1
            counts[seat, KINDS.sets, trios * PAIR + count(four)] += 1
            counts[seat, KINDS.carte_blanche, 1 if has_carte_blanche(hand) else 0] += 1
            counts[seat, KINDS.aces, count(hand & _ACES)] += 1
            counts[seat, KINDS.courts, count(hand & COURTS_MASK)] += 1
            counts[seat, KINDS.voids, voids] += 1
