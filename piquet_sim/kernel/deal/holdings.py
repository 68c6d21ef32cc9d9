"""What a hand holds for point, sequences and sets, by one look-up a suit.

Three plain integers stand for what can be called, and greater always means better under the
Laws: a *point* is its cards times 256 plus its pips, a *sequence* its cards times 16 plus the
rank of its top card, a *set* its cards (3 or 4) times 16 plus its rank; 0 is nothing. Where a
rule book compares otherwise, `call_strength` says by what.
"""

from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import (
    COURTS_MASK,
    LANE_BITS,
    LANE_MASK,
    ONE_OF_EACH_SUIT,
    RANKS,
    SUITS,
    TEN,
)
from piquet_sim.game.laws import UsualLaws
from piquet_sim.kernel.bits import count, highest_bit, lowest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel, kernel_unless
from piquet_sim.kernel.deal.cross_suit_runs import (
    all_ranks,
    divide_hand,
    number_hand,
    run_strength,
    run_worth,
    score_division,
)
from piquet_sim.kernel.tables import (
    LANE_POINT,
    LANE_RUN_LENGTHS,
    LANE_SEQUENCE,
    LANE_SEQUENCE_CARDS,
    LANE_SEQUENCES_SCORE,
    PIPS_MASK,
    SHORTEST_SEQUENCE,
    TOP_MASK,
    TOP_SHIFT,
)

# Point, best sequence and the worth of all sequences of a lane in one number, so that a hand is
# four look-ups: the greatest number has the greatest point, and worths add up below the rest.
_WORTH_BITS = 16
_WORTH_MASK = (1 << _WORTH_BITS) - 1
_SEQUENCE_BITS = 2 * _WORTH_BITS
_SEQUENCE_MASK = (1 << _SEQUENCE_BITS) - 1
_LANE_ALL = (
    LANE_POINT.astype(np.int64) << _SEQUENCE_BITS
    | LANE_SEQUENCE.astype(np.int64) << _WORTH_BITS
    | LANE_SEQUENCES_SCORE
)
# By the ranks held four times and at least three times, tens and higher: the best set, and how
# many quatorzes and trios there are.
SET_RANKS = 5
_COUNT_BITS = 8
_COUNT_MASK = (1 << _COUNT_BITS) - 1


def _describe_sets(four: int, three: int) -> int:
    trios = three & ~four
    size, ranks = (4, four) if four else (3, trios)
    best = size << TOP_SHIFT | ranks.bit_length() - 1 + TEN if ranks else 0
    return best << 2 * _COUNT_BITS | four.bit_count() << _COUNT_BITS | trios.bit_count()


SETS = np.array(
    [
        _describe_sets(four, three)
        for four in range(1 << SET_RANKS)
        for three in range(1 << SET_RANKS)
    ],
    np.int32,
)
"""int32[ranks held four times, ranks held at least three times] in one number; 8 bits each from
below: how many trios, how many quatorzes, the best set."""


CARTE_BLANCHE, POINT, SEQUENCE, SET, LEFT_CARDS = range(5)
"""What a call decides: whether to announce carte blanche, what to call in each of the three
classes, and whether younger has the cards left over faced."""


class Holding(NamedTuple):
    """What a hand can call, and what its sequences and sets count together if they are good."""

    point: int
    sequence: int
    set: int
    sequences_score: int
    sets_score: int


@inline_kernel
def call_strength(laws, kind, call):
    """By what two calls of a class are compared; greater is better.

    A point by its cards and then its pips or by its pips alone, a sequence by its cards and then
    its top card or its pips, a set by its cards and then its rank.
    """
    if kind == POINT and laws.point_by_pips:
        return call & PIPS_MASK
    if kind == SEQUENCE and laws.sequence_by_pips and call:
        return run_strength(1, call >> TOP_SHIFT, call & TOP_MASK)
    return call


@kernel
def has_carte_blanche(hand):
    """Whether a hand has neither king, queen nor knave (Law 18)."""
    return hand & COURTS_MASK == 0


@kernel
def find_ranks(hand):
    """The ranks of which a hand has four cards, and of which it has three or four, as lanes."""
    spades = hand & LANE_MASK
    hearts = hand >> LANE_BITS & LANE_MASK
    diamonds = hand >> 2 * LANE_BITS & LANE_MASK
    clubs = hand >> 3 * LANE_BITS
    both_majors, both_minors = spades & hearts, diamonds & clubs
    four = both_majors & both_minors
    three = (both_majors & (diamonds | clubs)) | (both_minors & (spades | hearts))
    return four, three


@inline_kernel
def _hold_as_usual(hand):
    spades = _LANE_ALL[hand & LANE_MASK]
    hearts = _LANE_ALL[hand >> LANE_BITS & LANE_MASK]
    diamonds = _LANE_ALL[hand >> 2 * LANE_BITS & LANE_MASK]
    clubs = _LANE_ALL[hand >> 3 * LANE_BITS & LANE_MASK]
    point = max(max(spades, hearts), max(diamonds, clubs)) >> _SEQUENCE_BITS
    sequence = (
        max(
            max(spades & _SEQUENCE_MASK, hearts & _SEQUENCE_MASK),
            max(diamonds & _SEQUENCE_MASK, clubs & _SEQUENCE_MASK),
        )
        >> _WORTH_BITS
    )
    sequences_score = (spades + hearts + diamonds + clubs) & _WORTH_MASK
    return point, sequence, sequences_score


@kernel_unless(UsualLaws, lambda laws, hand: (0, 0, 0))
def _hold_otherwise(laws, hand):
    # Point, best sequence and the worth of all sequences where they are not Rubicon's.
    point = sequence = sequences_score = 0
    for suit in range(SUITS):
        lane = hand >> LANE_BITS * suit & LANE_MASK
        is_low = LANE_POINT[lane] & PIPS_MASK < laws.point_least_pips
        one = 0 if is_low else np.int64(LANE_POINT[lane])
        if call_strength(laws, POINT, one) > call_strength(laws, POINT, point) or (
            laws.point_by_pips and one & PIPS_MASK == point & PIPS_MASK and one > point
        ):
            point = one
        if not laws.across:
            sequence = max(sequence, np.int64(LANE_SEQUENCE[lane]))
            lengths = np.int64(LANE_RUN_LENGTHS[lane])
            sequences_score += run_worth(laws.sequences, lengths & 15)
            sequences_score += run_worth(laws.sequences, lengths >> 4)
    if laws.across:
        sequence = np.int64(LANE_SEQUENCE[all_ranks(hand)])
        sequences_score = score_division(laws.sequences, laws.sequence_by_pips, number_hand(hand))
    return point, sequence, sequences_score


@inline_kernel
def evaluate_hand(laws, hand):
    """The best point, sequence and set of a hand, and the worth of its sequences and sets.

    Parameters
    ----------
    laws : Laws
    hand : int64

    Returns
    -------
    Holding
    """
    point, sequence, sequences_score = (
        _hold_otherwise(laws, hand) if laws.holds_otherwise else _hold_as_usual(hand)
    )
    four, three = find_ranks(hand)
    low = laws.lowest_set
    sets = np.int64(SETS[(four >> low << low >> TEN << SET_RANKS) | (three >> low << low >> TEN)])
    quatorzes, trios = sets >> _COUNT_BITS & _COUNT_MASK, sets & _COUNT_MASK
    return Holding(
        point,
        sequence,
        sets >> 2 * _COUNT_BITS,
        sequences_score,
        laws.quatorze * quatorzes + laws.trio * trios,
    )


@kernel
def point_cards(hand, point):
    """The cards that make a point, a whole suit if there is one, or 0 if it is not held."""
    for suit in range(SUITS):
        lane = hand >> LANE_BITS * suit & LANE_MASK
        if LANE_POINT[lane] == point:
            return lane << LANE_BITS * suit
    for suit in range(SUITS):
        # The highest cards of a suit that make exactly this point.
        lane = cards = hand >> LANE_BITS * suit & LANE_MASK
        while cards and LANE_POINT[cards] != point:
            cards = (cards - 1) & lane
        if cards:
            return cards << LANE_BITS * suit
    return 0


@kernel
def sequence_cards(hand):
    """All cards of a hand that are in sequences of one suit."""
    cards = 0
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        cards |= np.int64(LANE_SEQUENCE_CARDS[hand >> shift & LANE_MASK]) << shift
    return cards


@kernel_unless(UsualLaws, lambda laws, hand, called: (0, 0))
def _reckon_across(laws, hand, called):
    return divide_hand(laws.sequences, laws.sequence_by_pips, hand, called)


@kernel
def reckon_sequences(laws, hand, called):
    """Score and cards of all sequences no better than the one called.

    Of each unbroken run of a suit the longest, then highest part counts that is not better than
    the call: a player who calls a low sequence, holding a higher, can only reckon those equal to
    or lower than it, but a tierce out of a quart is one of them (document 000; RULES 7). Where
    sequences go through suits it is the best division into runs no better than the call.

    Returns
    -------
    score, cards : int64
        Points if the call is good, and the cards as a mask.
    """
    if laws.across:
        return _reckon_across(laws, hand, called)
    called_length = called >> TOP_SHIFT
    strength = call_strength(laws, SEQUENCE, called)
    score = cards = 0
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        rest = np.int64(LANE_SEQUENCE_CARDS[hand >> shift & LANE_MASK])
        while rest:
            top = highest_bit(rest)
            length = 1
            while length <= top and rest >> (top - length) & 1:
                length += 1
            rest &= (1 << (top - length + 1)) - 1
            part_top, part = top, length
            # The longest part that is good enough, and of these the highest.
            while part >= SHORTEST_SEQUENCE and (
                call_strength(laws, SEQUENCE, part << TOP_SHIFT | part_top) > strength
            ):
                part_top -= 1
                if part_top - part < top - length or part > called_length:
                    part, part_top = part - 1, top
            if part >= SHORTEST_SEQUENCE:
                score += run_worth(laws.sequences, part)
                cards |= ((1 << part) - 1) << (part_top - part + 1) << shift
    return score, cards


@kernel
def reckon_sets(laws, hand, called):
    """Score and cards of all sets no better than the one called.

    Of each rank held three or four times the best set counts that is not better than the call;
    where a trio of four is called, the card of the lowest suit is the one not reckoned.

    Returns
    -------
    score, cards : int64
        Points if the call is good, and the cards as a mask.
    """
    score = cards = 0
    _, three = find_ranks(hand)
    three = three >> laws.lowest_set << laws.lowest_set
    while three:
        rank = lowest_bit(three)
        three &= three - 1
        held = hand & (ONE_OF_EACH_SUIT << rank)
        if count(held) == 4 and (4 << TOP_SHIFT | rank) <= called:
            score += laws.quatorze
            cards |= held
        elif (3 << TOP_SHIFT | rank) <= called:
            score += laws.trio
            cards |= held & (held - 1) if count(held) == 4 else held
    return score, cards


@kernel
def holds_sequence(laws, hand, called):
    """Whether a sequence is held, alone or as part of a longer one."""
    length, top = called >> TOP_SHIFT, called & TOP_MASK
    if length < SHORTEST_SEQUENCE or length > top + 1 or top >= RANKS:
        return False
    run = ((1 << length) - 1) << (top - length + 1)
    if laws.across:
        return all_ranks(hand) & run == run
    for suit in range(SUITS):
        if hand >> LANE_BITS * suit & run == run:
            return True
    return False


@kernel
def holds_set(laws, hand, called):
    """Whether a trio or quatorze is held."""
    size, rank = called >> TOP_SHIFT, called & TOP_MASK
    four, three = find_ranks(hand)
    is_held = (size == 4 and four >> rank & 1 == 1) or (size == 3 and three >> rank & 1 == 1)
    return laws.lowest_set <= rank < RANKS and is_held


@kernel
def holds_call(laws, kind, hand, call):
    """Whether a point, a sequence or a set is held."""
    if kind == POINT:
        return point_cards(hand, call) != 0
    return holds_sequence(laws, hand, call) if kind == SEQUENCE else holds_set(laws, hand, call)
