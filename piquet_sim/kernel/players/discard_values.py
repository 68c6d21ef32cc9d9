r"""What a discard is worth: a sum of learned table entries, and the discard worth most.

A seat was dealt D and keeps K of it. Its worth is read from five tables:

- for each suit an entry by the cards dealt and kept of it (:math:`3^9` cases, the same for all
  four suits);
- for each rank an entry by how many were dealt and how many are kept;
- one for the number of cards taken, for younger given what elder took;
- one for the numbers of aces, kings, queens, knaves and tens kept, jointly;
- one for the shape: the kept suits as a multiset of fifteen classes (length, and ace or guarded
  king on top).

What they mean is fitted by `training`; here they are only added up. Entries are hundredths of a
point. The six comes last everywhere: without it entries lie where they would if there were none.

To find the best of all legal discards the suits are taken in two pairs: every way to throw from
one pair is worked out once, and joining one of each costs a few look-ups.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import (
    ACE,
    HAND_CARDS,
    KING,
    LANE_BITS,
    LANE_MASK,
    ONE_OF_EACH_SUIT,
    RANKS,
    SEVEN,
    SIX,
    SUITS,
    TEN,
)
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.shelf import scratch

UNIT = 100
"""Entries a point."""

_LOW_RANKS = TEN - SIX
_TOP_RANKS = ACE - TEN + 1
_COUNTS = 5
"""A rank is held 0 to 4 times."""
_PAIRS = _COUNTS * (_COUNTS + 1) // 2
"""Numbers dealt and kept of a rank."""

SUIT_ENTRIES = 3**RANKS
SUIT_ENTRIES_WITHOUT_SIX = 3 ** (RANKS - 1)
RANK_ENTRIES = RANKS * _PAIRS
MOST_TAKEN = 8
TAKEN_ENTRIES = (MOST_TAKEN + 1) ** 2
TOP_ENTRIES = _COUNTS**_TOP_RANKS
LOW_ENTRIES = _COUNTS**_LOW_RANKS


def _suit_class(lane: int) -> int:
    # Length, and whether the top card is an ace, a guarded king, or lower.
    length = lane.bit_count()
    has_ace, has_king = lane >> ACE & 1, lane >> KING & 1
    if length == 0:
        return 0
    if length == 1:
        return 1 + has_ace
    if length <= 3:
        return 3 + 3 * (length - 2) + (2 if has_ace else has_king)
    return 9 + 2 * min(length - 4, 2) + has_ace


_CLASSES = 15
_LANES = range(LANE_MASK + 1)
_CLASS = np.array([_suit_class(lane) for lane in _LANES], np.int16)
_more, _less = (choose.outer(*2 * [np.arange(_CLASSES)]) for choose in (np.maximum, np.minimum))
_PAIR_OF_CLASSES = (_more * (_more + 1) // 2 + _less).astype(np.int16)
_CLASS_PAIRS = _CLASSES * (_CLASSES + 1) // 2

SHAPE_ENTRIES = _CLASS_PAIRS**2
"""By the classes of spades and hearts, and of diamonds and clubs; equal for equal multisets."""


def _number_shapes() -> tuple[np.ndarray, int]:
    pairs = np.stack(np.tril_indices(_CLASSES), axis=1)
    classes = np.sort(
        np.hstack([pairs.repeat(_CLASS_PAIRS, axis=0), np.tile(pairs, (_CLASS_PAIRS, 1))])
    )
    shapes = classes @ _CLASSES ** np.arange(classes.shape[1])
    _, first, shape_of = np.unique(shapes, return_index=True, return_inverse=True)
    return first.argsort().argsort()[shape_of], len(first)


SHAPE_OF, SHAPES = _number_shapes()
"""The number of each shape by its entry, and how many different shapes there are."""

SUIT_AT = 0
RANK_AT = SUIT_AT + SUIT_ENTRIES
TAKEN_AT = RANK_AT + RANK_ENTRIES
TOP_AT = TAKEN_AT + TAKEN_ENTRIES
SHAPE_AT = TOP_AT + TOP_ENTRIES
ENTRIES = SHAPE_AT + SHAPE_ENTRIES
"""Entries of one evaluation."""

OWN_AT, KEPT_AT = 2, 4
"""On the shelf lie evaluations of elder and younger: of the difference of scores, then of the own
score, then of the likelihood of a hand after the exchange."""

_PLACE_OF_RANK = tuple((rank - SEVEN) % RANKS for rank in range(RANKS))
"""Ranks in the order of their entries: from the seven up, then the six."""


# The ternary number of a lane: one digit a rank; kept cards count twice what thrown ones do.
_TERNARY = np.array(
    [
        sum(3**place for rank, place in enumerate(_PLACE_OF_RANK) if lane >> rank & 1)
        for lane in _LANES
    ],
    np.int16,
)


_DIGITS = np.arange(SUIT_ENTRIES)[:, None] // 3 ** np.array(_PLACE_OF_RANK) % 3
KEPT_OF_SUIT_ENTRY = (_DIGITS == 2) @ (1 << np.arange(RANKS))
"""The lane kept, by the entry of a suit."""

# What is looked up jointly of the cards kept, packed so that suits add up: the numbers of top
# ranks in base five, above them those of low ranks, then the shape's entry; above all these a way
# carries what its suits are worth.
_LOW_SHIFT, SHAPE_SHIFT, WORTH_SHIFT = 12, 22, 36
_TOP_MASK, _LOW_MASK = (1 << _LOW_SHIFT) - 1, (1 << SHAPE_SHIFT - _LOW_SHIFT) - 1
_SHAPE_MASK = (1 << WORTH_SHIFT - SHAPE_SHIFT) - 1


_PACKED_RANKS = np.array([*range(SEVEN, TEN), SIX, *range(TEN, ACE + 1)])
_HELD = np.arange(LANE_MASK + 1)[:, None] >> _PACKED_RANKS & 1
_LOW, _TOP = (
    held @ _COUNTS ** np.arange(held.shape[1]) for held in np.split(_HELD, [_LOW_RANKS], 1)
)
KEPT_RANKS = (_LOW << _LOW_SHIFT | _TOP).astype(np.int32)
MOST_DISCARDS = sum(comb(HAND_CARDS, cards) for cards in range(MOST_TAKEN + 1))
"""Discards of none to eight of twelve cards: 3,797."""

_SUBSETS = 1 << RANKS
WAY_SIZES = 2 * RANKS + 2
"""Room for the numbers of `Ways`."""
CARDS_AT = 40
"""Bits that are counted of a way beside its number of cards."""


class Ways(NamedTuple):
    """All ways to take cards of one or two suits: to throw them, or to hold them."""

    joint: np.ndarray
    """int64[way]: what the suits are worth, and what is looked up jointly with the others."""
    counts: np.ndarray
    """int64[way]: from CARDS_AT on the number of cards, below it whatever else adds up."""
    cards: np.ndarray
    """int64[way]: the cards."""
    classes: np.ndarray
    """int64[way]: of one suit, the class of the lane that is kept, for `pair_of_suits`."""
    numbers: np.ndarray
    """int64[cards]: of two suits, the first way with so many cards; of one suit, how many ways
    there are with so many."""


@inline_kernel
def rank_numbers(hand, rank):
    """How many cards of a rank are in a hand."""
    return count(hand >> rank & ONE_OF_EACH_SUIT)


@inline_kernel
def lowest_rank(hand):
    """The lowest rank of which entries need be looked at: the six only where there is one."""
    return SIX if hand & ONE_OF_EACH_SUIT else SEVEN


@inline_kernel
def suit_entry(kept, thrown):
    """The entry of a suit by its lanes kept and thrown."""
    return SUIT_AT + 2 * np.int64(_TERNARY[kept]) + np.int64(_TERNARY[thrown])


@inline_kernel
def rank_entry(rank, dealt, kept):
    """The entry of a rank by the numbers dealt and kept."""
    place = rank - SEVEN if rank >= SEVEN else RANKS - 1
    return RANK_AT + place * _PAIRS + dealt * (dealt + 1) // 2 + kept


@inline_kernel
def taken_entry(opponent_took, taken):
    """The entry of the number taken; elder's are those of an opponent who took none."""
    return TAKEN_AT + max(opponent_took, 0) * (MOST_TAKEN + 1) + taken


@inline_kernel
def pair_of_suits(one, two, first_suit):
    """What the classes of two neighbouring kept lanes, from the first or the third suit on, add to
    the entry of a shape.
    """
    return np.int64(_PAIR_OF_CLASSES[one, two]) * (_CLASS_PAIRS if first_suit == 0 else 1)


@inline_kernel
def joint_entries(kept):
    """The entry of the numbers of aces, kings, queens, knaves and tens kept, and of the shape."""
    spades, hearts = kept & LANE_MASK, kept >> LANE_BITS & LANE_MASK
    diamonds, clubs = kept >> 2 * LANE_BITS & LANE_MASK, kept >> 3 * LANE_BITS & LANE_MASK
    packed = KEPT_RANKS[spades] + KEPT_RANKS[hearts] + KEPT_RANKS[diamonds] + KEPT_RANKS[clubs]
    shape = pair_of_suits(_CLASS[spades], _CLASS[hearts], 0)
    shape += pair_of_suits(_CLASS[diamonds], _CLASS[clubs], 2)
    return TOP_AT + (packed & _TOP_MASK), SHAPE_AT + shape


@inline_kernel
def sum_entries(entries, at, dealt, kept):
    """The sum of the entries of cards dealt, of which some are kept, but for that of the number.

    Parameters
    ----------
    entries : int16 array
        Of which those that are read begin at `at`.
    dealt, kept : int64
    """
    thrown = dealt & ~kept
    worth = 0
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        worth += entries[at + suit_entry(kept >> shift & LANE_MASK, thrown >> shift & LANE_MASK)]
    for rank in range(lowest_rank(dealt), ACE + 1):
        entry = rank_entry(rank, rank_numbers(dealt, rank), rank_numbers(kept, rank))
        worth += entries[at + entry]
    top, shape = joint_entries(kept)
    return worth + entries[at + top] + entries[at + shape]


# ---- Suit by suit --------------------------------------------------------------------------------
@inline_kernel
def new_ways():
    """Room for all ways of one suit, of which there are none yet."""
    numbers = scratch(WAY_SIZES)
    numbers[:] = 0
    return Ways(scratch(_SUBSETS), scratch(_SUBSETS), scratch(_SUBSETS), scratch(_SUBSETS), numbers)


@inline_kernel
def add_way(entries, at, kept, thrown, cards, counts, found, ways):
    """Add a way to those of a suit.

    Parameters
    ----------
    entries : int16 array
        Of which those that are read begin at `at`.
    kept, thrown : int64
        The lanes.
    cards, counts : int64
        As in `Ways`.
    found : int64
        How many ways there are.
    ways : Ways
    """
    worth = np.int64(entries[at + suit_entry(kept, thrown)])
    ways.joint[found] = (worth << WORTH_SHIFT) + np.int64(KEPT_RANKS[kept])
    ways.counts[found], ways.cards[found], ways.classes[found] = counts, cards, _CLASS[kept]
    ways.numbers[counts >> CARDS_AT] += 1


@inline_kernel
def pair_suits(one, two, ones, twos, first_suit, least, most, pairs):
    """All ways of two neighbouring suits, in the order of the number of their cards.

    Parameters
    ----------
    one, two : Ways
    ones, twos : int64
        How many there are of each suit.
    first_suit : int64
        The first or the third.
    least, most : int64
        Cards of both suits.
    pairs : Ways
        Is filled, but for `classes`.

    Returns
    -------
    bool
        False if there is no room for them.
    """
    start, place_at = pairs.numbers, scratch(WAY_SIZES)
    start[:] = 0
    for from_one in range(RANKS + 1):
        for from_two in range(max(least - from_one, 0), min(most - from_one, RANKS) + 1):
            start[from_one + from_two + 1] += one.numbers[from_one] * two.numbers[from_two]
    for cards in range(WAY_SIZES - 1):
        start[cards + 1] += start[cards]
        place_at[cards] = start[cards]
    if start[WAY_SIZES - 1] > len(pairs.joint):
        return False
    for left in range(ones):
        for right in range(twos):
            counts = one.counts[left] + two.counts[right]
            cards = counts >> CARDS_AT
            if cards < least or cards > most:
                continue
            way = place_at[cards]
            place_at[cards] = way + 1
            pair = pair_of_suits(one.classes[left], two.classes[right], first_suit)
            pairs.joint[way] = one.joint[left] + two.joint[right] + (pair << SHAPE_SHIFT)
            pairs.counts[way] = counts
            pairs.cards[way] = one.cards[left] | two.cards[right]
    return True


@inline_kernel
def _list_suit(entries, at, hand, suit, most):
    # All ways to throw up to so many cards of a suit, and how many there are.
    ways, found = new_ways(), 0
    lane = hand >> LANE_BITS * suit & LANE_MASK
    thrown = lane
    while True:
        cards = count(thrown)
        if cards <= most:
            away = thrown << LANE_BITS * suit
            add_way(entries, at, lane ^ thrown, thrown, away, cards << CARDS_AT, found, ways)
            found += 1
        if thrown == 0:
            return ways, found
        thrown = (thrown - 1) & lane


@inline_kernel
def _list_ways(entries, at, hand, first_suit, most):
    # All ways to throw up to so many cards from two neighbouring suits.
    one, ones = _list_suit(entries, at, hand, first_suit, most)
    two, twos = _list_suit(entries, at, hand, first_suit + 1, most)
    ways = Ways(
        scratch(MOST_DISCARDS),
        scratch(MOST_DISCARDS),
        scratch(MOST_DISCARDS),
        one.classes,
        scratch(WAY_SIZES),
    )
    pair_suits(one, two, ones, twos, first_suit, 0, most, ways)
    return ways


@kernel
def _sum_some(entries, at, hand, kept, loose, first, last, sums):
    # Of some ranks together, by the numbers kept of each as packed. Each rank multiplies what is
    # there: packed, worth.
    found, worths = scratch(TOP_ENTRIES), scratch(TOP_ENTRIES)
    found[0] = worths[0] = 0
    number = weight = 1
    for place in range(first, last):
        rank, before = _PACKED_RANKS[place], number
        dealt, fewest = rank_numbers(hand, rank), rank_numbers(kept, rank)
        for more in range(rank_numbers(loose, rank), -1, -1):
            left, start = fewest + more, more * before
            worth = np.int64(entries[at + rank_entry(rank, dealt, left)])
            for one in range(before):
                found[start + one] = found[one] + left * weight
                worths[start + one] = worths[one] + worth
        number = before * (rank_numbers(loose, rank) + 1)
        weight *= _COUNTS
    for one in range(number):
        sums[found[one]] = worths[one]
        if first == _LOW_RANKS:
            sums[found[one]] += entries[at + TOP_AT + found[one]]


@inline_kernel
def sum_ranks(entries, at, hand, kept, loose, top, low):
    """Fill in the entries of ranks, and of top ranks jointly, by what is kept of each, as packed.

    Parameters
    ----------
    entries : int16 array
        Of which those that are read begin at `at`.
    hand, kept, loose : int64
        All cards, those of them that are kept anyway, and those that may be kept.
    top, low : int64 array of TOP_ENTRIES, of LOW_ENTRIES
        Are filled where something can be kept so.
    """
    _sum_some(entries, at, hand, kept, loose, 0, _LOW_RANKS, low)
    _sum_some(entries, at, hand, kept, loose, _LOW_RANKS, RANKS, top)


@inline_kernel
def joint_worth(entries, at, joint, top, low):
    """What the cards kept of all suits are worth, apart from their number, by their sum."""
    return (
        (joint >> WORTH_SHIFT)
        + top[joint & _TOP_MASK]
        + low[joint >> _LOW_SHIFT & _LOW_MASK]
        + entries[at + SHAPE_AT + (joint >> SHAPE_SHIFT & _SHAPE_MASK)]
    )


@inline_kernel
def value_discards(entries, at, hand, least, most, opponent_took, values, discards):
    """The worth of every legal discard.

    Parameters
    ----------
    entries : int16 array
        Learned entries, of which those of the seat begin at `at`.
    hand : int64
        The twelve cards dealt.
    least, most : int64
        Cards that may be exchanged, at most 8.
    opponent_took : int64
        What the other seat exchanged; -1 for elder.
    values, discards : int64 array
        Are filled: worths in hundredths of a point, and the cards thrown.

    Returns
    -------
    int64
        How many discards there are: 1,585 if one to five of twelve cards may be exchanged.
    """
    left, right = _list_ways(entries, at, hand, 0, most), _list_ways(entries, at, hand, 2, most)
    top, low, joined = scratch(TOP_ENTRIES), scratch(LOW_ENTRIES), scratch(MOST_DISCARDS)
    sum_ranks(entries, at, hand, 0, hand, top, low)
    found = 0
    for thrown_left in range(most + 1):
        first, last = max(least - thrown_left, 0), most - thrown_left + 1
        for thrown_right in range(first, last):
            entry = taken_entry(opponent_took, thrown_left + thrown_right)
            worth = np.int64(entries[at + entry]) << WORTH_SHIFT
            for two in range(right.numbers[thrown_right], right.numbers[thrown_right + 1]):
                joined[two] = right.joint[two] + worth
        start, end = right.numbers[first], right.numbers[last]
        for one in range(left.numbers[thrown_left], left.numbers[thrown_left + 1]):
            packed, thrown = left.joint[one], left.cards[one]
            for two in range(start, end):
                values[found] = joint_worth(entries, at, packed + joined[two], top, low)
                discards[found] = thrown | right.cards[two]
                found += 1
    return found


@inline_kernel
def insert_ranked(worths, chosen, kept, wanted, worth, choice):
    """Insert something by its worth, the last falling out of a full list.

    Parameters
    ----------
    worths, chosen : int64 array
        Best first, of equals the one that was there first.
    kept, wanted : int64
        How many there are, and at most.
    worth, choice : int64
        In a full list better than the last.

    Returns
    -------
    int64
        How many there are then.
    """
    to = min(kept, wanted - 1)
    while to and worth > worths[to - 1]:
        worths[to], chosen[to] = worths[to - 1], chosen[to - 1]
        to -= 1
    worths[to], chosen[to] = worth, choice
    return min(kept + 1, wanted)


@inline_kernel
def list_best_discards(
    entries, at, hand, least, most, opponent_took, wanted, within, worths, chosen
):
    """The discards worth most, best first, of equals the first in the order of `value_discards`.

    Parameters
    ----------
    entries, at, hand, least, most, opponent_took
        As for `value_discards`.
    wanted, within : int64
        How many are listed at most, and how far behind the best, in hundredths of a point.
    worths, chosen : int64 array
        Are filled: worths in hundredths of a point, and the cards thrown; room for `wanted`.

    Returns
    -------
    int64
        How many there are.
    """
    values, discards = scratch(MOST_DISCARDS), scratch(MOST_DISCARDS)
    found = value_discards(entries, at, hand, least, most, opponent_took, values, discards)
    kept, best = 0, values[0]
    for place in range(1, found):
        best = max(best, values[place])
    for place in range(found):
        value = values[place]
        if value >= best - within and (kept < wanted or value > worths[kept - 1]):
            kept = insert_ranked(worths, chosen, kept, wanted, value, discards[place])
            if kept == wanted and worths[kept - 1] == best:
                break
    return kept


@kernel
def choose_discard(entries, at, hand, least, most, opponent_took):
    """The discard worth most, of equals the first in the order of `value_discards`.

    Parameters are those of `value_discards`.

    Returns
    -------
    int64
        The cards thrown.
    """
    values, discards = scratch(MOST_DISCARDS), scratch(MOST_DISCARDS)
    found = value_discards(entries, at, hand, least, most, opponent_took, values, discards)
    best, first = values[0], found
    for place in range(1, found):
        best = max(best, values[place])
    for place in range(found):  # without branches, so that many are compared together
        first = min(first, place if values[place] == best else found)
    return discards[first]
