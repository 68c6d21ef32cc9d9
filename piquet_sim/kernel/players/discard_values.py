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
from piquet_sim.kernel.players.score_values import plays_to_score, worth_of_scores
from piquet_sim.kernel.shelf import scratch, shelf_learned

UNIT = 100
"""Entries a point."""

_LOW_RANKS = TEN - SIX
_TOP_RANKS = ACE - TEN + 1
_COUNTS = 5
"""A rank is held 0 to 4 times."""
_PAIRS = _COUNTS * (_COUNTS + 1) // 2
"""Numbers dealt and kept of a rank."""

SUIT_ENTRIES = 3**RANKS
_SUIT_ENTRIES_WITHOUT_SIX = 3 ** (RANKS - 1)
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
_PAIR_OF_CLASSES = np.zeros((_CLASSES, _CLASSES), np.int16)
for _one in range(_CLASSES):
    for _two in range(_CLASSES):
        _more, _less = max(_one, _two), min(_one, _two)
        _PAIR_OF_CLASSES[_one, _two] = _more * (_more + 1) // 2 + _less
_CLASS_PAIRS = _CLASSES * (_CLASSES + 1) // 2

SHAPE_ENTRIES = _CLASS_PAIRS**2
"""By the classes of spades and hearts, and of diamonds and clubs; equal for equal multisets."""


def _number_shapes() -> tuple[np.ndarray, int]:
    pairs = {}
    for one in range(_CLASSES):
        for two in range(one + 1):
            pairs[int(_PAIR_OF_CLASSES[one, two])] = (one, two)
    numbers: dict[tuple[int, ...], int] = {}
    shape_of = np.zeros(SHAPE_ENTRIES, np.int64)
    for first, left in pairs.items():
        for second, right in pairs.items():
            shape = tuple(sorted(left + right))
            shape_of[first * _CLASS_PAIRS + second] = numbers.setdefault(shape, len(numbers))
    return shape_of, len(numbers)


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


def _write_lane(lane: int, base: int, ranks: range) -> int:
    return sum(base ** _PLACE_OF_RANK[rank] for rank in ranks if lane >> rank & 1)


# The ternary number of a lane: one digit a rank; kept cards count twice what thrown ones do.
_TERNARY = np.array([_write_lane(lane, 3, range(RANKS)) for lane in _LANES], np.int16)


def _kept_lanes() -> np.ndarray:
    kept, thrown = (lanes.ravel() for lanes in np.meshgrid(*2 * [np.arange(LANE_MASK + 1)]))
    apart = kept & thrown == 0
    lanes = np.zeros(SUIT_ENTRIES, np.int64)
    lanes[2 * _TERNARY[kept[apart]].astype(np.int64) + _TERNARY[thrown[apart]]] = kept[apart]
    return lanes


KEPT_OF_SUIT_ENTRY = _kept_lanes()
"""The lane kept, by the entry of a suit."""

# What is looked up jointly of the cards kept, packed so that suits add up: the numbers of top
# ranks in base five, above them those of low ranks, then the shape's entry; above all these a way
# carries what its suits are worth.
_LOW_SHIFT, SHAPE_SHIFT, WORTH_SHIFT = 12, 22, 36
_TOP_MASK, _LOW_MASK = (1 << _LOW_SHIFT) - 1, (1 << SHAPE_SHIFT - _LOW_SHIFT) - 1
_SHAPE_MASK = (1 << WORTH_SHIFT - SHAPE_SHIFT) - 1


_PACKED_RANKS = np.array([*range(SEVEN, TEN), SIX, *range(TEN, ACE + 1)])
_ALL_CARDS = RANKS * SUITS


def _kept_ranks(lane: int) -> int:
    held = lane >> _PACKED_RANKS & 1
    low, top = (
        int(digits @ _COUNTS ** np.arange(len(digits)))
        for digits in (held[:_LOW_RANKS], held[_LOW_RANKS:])
    )
    return low << _LOW_SHIFT | top


KEPT_RANKS = np.array([_kept_ranks(lane) for lane in _LANES], np.int32)
_CHOOSE = np.zeros((HAND_CARDS + 1, HAND_CARDS + 1), np.int64)
for _one in range(HAND_CARDS + 1):
    _CHOOSE[_one, 0] = 1
    for _two in range(1, _one + 1):
        _CHOOSE[_one, _two] = _CHOOSE[_one - 1, _two - 1] + _CHOOSE[_one - 1, _two]
_MOST_WAYS = int(_CHOOSE[HAND_CARDS, : MOST_TAKEN + 1].sum())
MOST_DISCARDS = _MOST_WAYS
"""Discards of none to eight of twelve cards: 3,797."""


class DiscardWays(NamedTuple):
    """All ways to throw from two suits, ordered by the number of cards thrown."""

    packed: np.ndarray
    """int64[way]: the entries of the two suits, and what is looked up jointly with the others."""
    thrown: np.ndarray
    """int64[way]: the cards thrown."""
    start: np.ndarray
    """int64[cards]: the first way that throws so many."""


@inline_kernel
def rank_numbers(hand, rank):
    """How many cards of a rank are in a hand."""
    cards = hand >> rank
    return (
        (cards & 1)
        + (cards >> LANE_BITS & 1)
        + (cards >> 2 * LANE_BITS & 1)
        + (cards >> 3 * LANE_BITS & 1)
    )


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
    """What two neighbouring kept lanes, from the first or the third suit on, add to the entry of a
    shape.
    """
    pair = np.int64(_PAIR_OF_CLASSES[_CLASS[one], _CLASS[two]])
    return pair * _CLASS_PAIRS if first_suit == 0 else pair


@inline_kernel
def shape_entry(spades, hearts, diamonds, clubs):
    """The entry of the shape of four kept lanes."""
    return SHAPE_AT + pair_of_suits(spades, hearts, 0) + pair_of_suits(diamonds, clubs, 2)


@inline_kernel
def top_entry(spades, hearts, diamonds, clubs):
    """The entry of the numbers of aces, kings, queens, knaves and tens in four kept lanes."""
    packed = KEPT_RANKS[spades] + KEPT_RANKS[hearts] + KEPT_RANKS[diamonds] + KEPT_RANKS[clubs]
    return TOP_AT + (packed & _TOP_MASK)


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
    spades, hearts = kept & LANE_MASK, kept >> LANE_BITS & LANE_MASK
    diamonds, clubs = kept >> 2 * LANE_BITS & LANE_MASK, kept >> 3 * LANE_BITS & LANE_MASK
    worth += entries[at + top_entry(spades, hearts, diamonds, clubs)]
    worth += entries[at + shape_entry(spades, hearts, diamonds, clubs)]
    return worth


@inline_kernel
def _new_ways():
    return DiscardWays(scratch(_MOST_WAYS), scratch(_MOST_WAYS), scratch(16))


@inline_kernel
def _list_ways(entries, at, hand, first_suit, most, ways):
    # All ways to throw up to `most` cards from two neighbouring suits.
    shift = LANE_BITS * first_suit
    one, two = hand >> shift & LANE_MASK, hand >> (shift + LANE_BITS) & LANE_MASK
    cards = count(one) + count(two)
    total = 0
    for thrown in range(most + 2):
        ways.start[thrown] = total
        if thrown <= cards:
            total += _CHOOSE[cards, thrown]
    place_at = scratch(16)
    for thrown in range(most + 1):
        place_at[thrown] = ways.start[thrown]
    scale = _CLASS_PAIRS if first_suit == 0 else 1
    thrown_one = one
    while True:
        from_one = count(thrown_one)
        if from_one <= most:
            kept_one = one ^ thrown_one
            worth_one = np.int64(entries[at + suit_entry(kept_one, thrown_one)])
            packed_one = np.int64(KEPT_RANKS[kept_one])
            class_one = _CLASS[kept_one]
            thrown_two = two
            while True:
                thrown = from_one + count(thrown_two)
                if thrown <= most:
                    kept_two = two ^ thrown_two
                    way = place_at[thrown]
                    place_at[thrown] = way + 1
                    worth = worth_one + entries[at + suit_entry(kept_two, thrown_two)]
                    pair = np.int64(_PAIR_OF_CLASSES[class_one, _CLASS[kept_two]]) * scale
                    ways.packed[way] = (
                        (worth << WORTH_SHIFT)
                        + (pair << SHAPE_SHIFT)
                        + packed_one
                        + np.int64(KEPT_RANKS[kept_two])
                    )
                    ways.thrown[way] = (thrown_one | thrown_two << LANE_BITS) << shift
                if thrown_two == 0:
                    break
                thrown_two = (thrown_two - 1) & two
        if thrown_one == 0:
            break
        thrown_one = (thrown_one - 1) & one


@kernel
def _sum_some(entries, at, hand, kept, loose, most, first, last, sums):
    # Of some ranks together, by the numbers kept of each as packed. Each rank multiplies what is
    # there: packed, thrown so far, worth.
    found, thrown, worths = scratch(TOP_ENTRIES), scratch(TOP_ENTRIES), scratch(TOP_ENTRIES)
    found[0] = thrown[0] = worths[0] = 0
    number = weight = 1
    for place in range(first, last):
        rank = _PACKED_RANKS[place]
        dealt, fewest = rank_numbers(hand, rank), rank_numbers(kept, rank)
        greatest = fewest + rank_numbers(loose, rank)
        before = number
        for left in range(fewest, greatest):
            worth = np.int64(entries[at + rank_entry(rank, dealt, left)])
            away = dealt - left
            for one in range(before):
                if thrown[one] + away <= most:
                    found[number] = found[one] + left * weight
                    thrown[number] = thrown[one] + away
                    worths[number] = worths[one] + worth
                    number += 1
        all_kept = np.int64(entries[at + rank_entry(rank, dealt, greatest)])
        for one in range(before):
            found[one] += greatest * weight
            thrown[one] += dealt - greatest
            worths[one] += all_kept
        weight *= _COUNTS
    for one in range(number):
        sums[found[one]] = worths[one]
        if first == _LOW_RANKS:
            sums[found[one]] += entries[at + TOP_AT + found[one]]


@inline_kernel
def sum_ranks(entries, at, hand, kept, loose, most, top, low):
    """Fill in the entries of ranks, and of top ranks jointly, by what is kept of each, as packed.

    Parameters
    ----------
    entries : int16 array
        Of which those that are read begin at `at`.
    hand, kept, loose : int64
        All cards, those of them that are kept anyway, and those that may be kept.
    most : int64
        Top ranks are looked at only where no more are thrown of them.
    top, low : int64 array of TOP_ENTRIES, of LOW_ENTRIES
        Are filled where something can be kept so.
    """
    _sum_some(entries, at, hand, kept, loose, _ALL_CARDS, 0, _LOW_RANKS, low)
    _sum_some(entries, at, hand, kept, loose, most, _LOW_RANKS, RANKS, top)


@inline_kernel
def _prepare(entries, at, hand, most):
    # Both pairs of suits, and what is looked up jointly.
    left, right = _new_ways(), _new_ways()
    top, low = scratch(TOP_ENTRIES), scratch(LOW_ENTRIES)
    _list_ways(entries, at, hand, 0, most, left)
    _list_ways(entries, at, hand, 2, most, right)
    sum_ranks(entries, at, hand, 0, hand, most, top, low)
    return left, right, top, low


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
def _add_taken(entries, at, thrown_left, least, most, opponent_took, right, joined):
    # The ways of the right pair that go with so many cards thrown from the left, with the worth
    # of the number taken; first and last of them.
    first = max(least - thrown_left, 0)
    for thrown_right in range(first, most - thrown_left + 1):
        taken = thrown_left + thrown_right
        worth = np.int64(entries[at + taken_entry(opponent_took, taken)]) << WORTH_SHIFT
        for two in range(right.start[thrown_right], right.start[thrown_right + 1]):
            joined[two] = right.packed[two] + worth
    return right.start[first], right.start[most - thrown_left + 1]


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
    left, right, top, low = _prepare(entries, at, hand, most)
    found = 0
    joined = scratch(_MOST_WAYS)
    for thrown_left in range(most + 1):
        start, end = _add_taken(entries, at, thrown_left, least, most, opponent_took, right, joined)
        for one in range(left.start[thrown_left], left.start[thrown_left + 1]):
            packed, thrown = left.packed[one], left.thrown[one]
            for two in range(start, end):
                values[found] = joint_worth(entries, at, packed + joined[two], top, low)
                discards[found] = thrown | right.thrown[two]
                found += 1
    return found


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
    left, right, top, low = _prepare(entries, at, hand, most)
    joined = scratch(_MOST_WAYS)
    kept, least_worth = 0, -(1 << 60)
    for thrown_left in range(most + 1):
        start, end = _add_taken(entries, at, thrown_left, least, most, opponent_took, right, joined)
        for one in range(left.start[thrown_left], left.start[thrown_left + 1]):
            packed, thrown = left.packed[one], left.thrown[one]
            for two in range(start, end):
                value = joint_worth(entries, at, packed + joined[two], top, low)
                if value <= least_worth:
                    continue
                to = min(kept, wanted - 1)
                while to and value > worths[to - 1]:
                    worths[to], chosen[to] = worths[to - 1], chosen[to - 1]
                    to -= 1
                worths[to], chosen[to] = value, thrown | right.thrown[two]
                kept = min(kept + 1, wanted)
                least_worth = worths[0] - within - 1
                if kept == wanted:
                    least_worth = max(least_worth, worths[kept - 1])
    while worths[kept - 1] < worths[0] - within:
        kept -= 1
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
    worths, chosen = scratch(1), scratch(1)
    list_best_discards(entries, at, hand, least, most, opponent_took, 1, 0, worths, chosen)
    return chosen[0]


_MEAN_SCORES = ((33, 19), (19, 33))
"""About what elder and younger make of a deal, and the opponent."""
# How far scores lie from their means in so many of a hundred deals, the last standing for piques
# and repiques; and the same from the mean of these, twice, times their number.
_OFFSETS = (-18, -6, 6, 20, 70)
_TIMES = (30, 30, 20, 13, 7)
_LEVERS = tuple(times * (2 * offset - 3) for offset, times in zip(_OFFSETS, _TIMES, strict=True))
_LEVER_SHIFT = 11
_BLEND_SHIFT = 11
_LEAST_SHARE = 4


@inline_kernel
def weigh_scores(view, block):
    """What a point of one's own, and one of the opponent's, changes in the settlement.

    The slopes of the line that comes nearest to what scores are worth, over the scores that deals
    bring: a point is worth much to one who is near a hundred, and little far from it.

    Parameters
    ----------
    view : a view of a match

    Returns
    -------
    own, theirs : int64
        In the same unit. Neither is less than a quarter of the other, since what makes points
        makes piques, too.
    """
    own, theirs = _MEAN_SCORES[view.seat]
    gain = loss = 0
    for place in range(len(_OFFSETS)):
        offset, lever = _OFFSETS[place], _LEVERS[place]
        gain += lever * worth_of_scores(view, own + offset, theirs, block)
        loss -= lever * worth_of_scores(view, own, theirs + offset, block)
    gain, loss = gain >> _LEVER_SHIFT, loss >> _LEVER_SHIFT
    return max(gain, loss // _LEAST_SHARE, 1), max(loss, gain // _LEAST_SHARE, 1)


@inline_kernel
def is_lost(view, block):
    """Whether points of one's own only add to what is paid, be it a few or a repique's."""
    own, theirs = _MEAN_SCORES[view.seat]
    worth = worth_of_scores(view, own, theirs, block)
    for place in range(2, len(_OFFSETS)):
        if worth_of_scores(view, own + _OFFSETS[place], theirs, block) >= worth:
            return False
    return True


@kernel
def blend_entries(view, block, blended):
    """Entries of a seat for one who plays for the settlement: both scores weighed as they count.

    Parameters
    ----------
    view : DiscardView
        Of a match.
    block : int64
        Number of the block that was learned (`learned_blocks`).
    blended : int64 array, shape (ENTRIES,)
        Is filled, as far as the hand of the view needs it.
    """
    learned = shelf_learned(block)
    gain, loss = weigh_scores(view, block)
    difference, own = view.seat * ENTRIES, (OWN_AT + view.seat) * ENTRIES
    suits = SUIT_ENTRIES if lowest_rank(view.hand) == SIX else _SUIT_ENTRIES_WITHOUT_SIX
    for first, last in ((SUIT_AT, suits), (RANK_AT, ENTRIES)):
        for entry in range(first, last):
            worth = (gain - loss) * learned[own + entry] + loss * learned[difference + entry]
            blended[entry] = worth >> _BLEND_SHIFT


@kernel
def discard_learned(view, block):
    """The discard worth most by what was learned, of the block of a number, for a `DiscardView`."""
    learned = shelf_learned(block)
    most = min(view.most, MOST_TAKEN)
    if plays_to_score(view, block):
        blended = scratch(ENTRIES)
        blend_entries(view, block, blended)
        return choose_discard(blended, 0, view.hand, view.least, most, view.opponent_took)
    return choose_discard(
        learned, view.seat * ENTRIES, view.hand, view.least, most, view.opponent_took
    )
