"""Sequences through suits: the best division of a hand into runs, each card used once.

Where suits do not matter (Cotton 1674) a hand is nine numbers, how many cards it has of each
rank, written here as one number in base five. The lowest card of a hand either belongs to no run
or is the bottom of one, so that the best division follows from those of smaller hands: by a
table of all of them under the usual scores, which whoever plays such deals lays on the shelf, and
by a search where there is no table or scores were set by hand. Both are exact.
"""

from functools import cache

import numpy as np
from numba import int64

from piquet_sim.game.cards import HAND_CARDS, LANE_BITS, LANE_MASK, ONE_OF_EACH_SUIT, RANKS, SUITS
from piquet_sim.game.laws import SEQUENCE_SCORES, pack_sequences
from piquet_sim.kernel.bits import highest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel, kernel_of
from piquet_sim.kernel.shelf import DIVISIONS, lies_on_shelf, put_on_shelf, shelf_divisions
from piquet_sim.kernel.tables import (
    LANE_PIPS,
    LANE_SEQUENCE,
    SHORTEST_SEQUENCE,
    TOP_MASK,
    TOP_SHIFT,
)

BASE = SUITS + 1

_POWERS = BASE ** np.arange(RANKS + 1)
# What a lane adds to the number of a hand.
_LANE_NUMBER = np.array(
    [sum(int(_POWERS[r]) for r in range(RANKS) if lane >> r & 1) for lane in range(LANE_MASK + 1)]
)
# One card of each of so many ranks, from a rank up.
_RUN_NUMBER = np.array(
    [[int(sum(_POWERS[low : low + cards])) for cards in range(RANKS + 1)] for low in range(RANKS)]
)
_USUAL = pack_sequences(SEQUENCE_SCORES)
BETTER_THAN_ALL = 1 << 30
"""A strength that no run reaches."""


@cache
def lay_divisions() -> None:
    """Lay the table of best divisions under the usual scores on the shelf."""
    put_on_shelf(DIVISIONS, tabulate_divisions(SEQUENCE_SCORES))


def tabulate_divisions(scores: tuple[int, ...]) -> np.ndarray:
    """What the best division of every hand scores.

    Parameters
    ----------
    scores : tuple of seven int
        Points for runs of three to nine cards.

    Returns
    -------
    ndarray of int16, shape (1953125,)
        By the numbers of cards of each rank in base five, the six as the lowest digit.
    """
    best = np.zeros((BASE,) * RANKS, np.int16)  # the first axis is the ace
    for cards, score in enumerate(scores, start=SHORTEST_SEQUENCE):
        for low in range(RANKS - cards + 1):
            ranks = range(RANKS - low - cards, RANKS - low)
            with_run = tuple(slice(1, None) if r in ranks else slice(None) for r in range(RANKS))
            without = tuple(slice(-1) if r in ranks else slice(None) for r in range(RANKS))
            for _ in range(HAND_CARDS // cards):  # so often at most the same run
                np.maximum(best[with_run], best[without] + score, out=best[with_run])
    return best.ravel()


@inline_kernel
def number_hand(hand):
    """How many cards a hand has of each rank, in base five."""
    return (
        _LANE_NUMBER[hand & LANE_MASK]
        + _LANE_NUMBER[hand >> LANE_BITS & LANE_MASK]
        + _LANE_NUMBER[hand >> 2 * LANE_BITS & LANE_MASK]
        + _LANE_NUMBER[hand >> 3 * LANE_BITS & LANE_MASK]
    )


@inline_kernel
def all_ranks(hand):
    """The ranks of which a hand has a card, as a lane."""
    both = hand | hand >> 2 * LANE_BITS
    return (both | both >> LANE_BITS) & LANE_MASK


@kernel
def run_strength(by_pips, length, top):
    """By what two runs are compared: length, then top card or pips."""
    run = ((1 << length) - 1) << (top - length + 1)
    return length << 8 | (np.int64(LANE_PIPS[run]) if by_pips else top)


@inline_kernel
def run_worth(sequences, length):
    """What a run of so many cards scores by `Laws.sequences`, 0 for fewer than three."""
    place = length - SHORTEST_SEQUENCE
    return sequences >> 8 * place & 255 if place >= 0 else 0


@kernel_of(int64(int64, int64, int64, int64, int64))
def _search_division(sequences, by_pips, number, limit, low):
    # The best division of a hand whose ranks below `low` are used up; no run is better than
    # `limit`, a strength.
    while low <= RANKS - SHORTEST_SEQUENCE and number // _POWERS[low] % BASE == 0:
        low += 1
    if low > RANKS - SHORTEST_SEQUENCE:
        return 0
    best = _search_division(sequences, by_pips, number - _POWERS[low], limit, low)
    length = 1
    while low + length < RANKS and number // _POWERS[low + length] % BASE:
        length += 1
        if length >= SHORTEST_SEQUENCE and run_strength(by_pips, length, low + length - 1) <= limit:
            rest = _search_division(
                sequences, by_pips, number - _RUN_NUMBER[low, length], limit, low
            )
            best = max(best, rest + run_worth(sequences, length))
    return best


@kernel
def score_division(sequences, by_pips, number, limit=BETTER_THAN_ALL):
    """What the best division of a hand into runs no better than a limit scores.

    Parameters
    ----------
    sequences, by_pips : int64
        `Laws.sequences` and `Laws.sequence_by_pips`.
    number : int64
        From `number_hand`.
    limit : int64
        From `run_strength`; by default runs of any strength count.
    """
    if limit == BETTER_THAN_ALL and sequences == _USUAL and lies_on_shelf(DIVISIONS):
        return np.int64(shelf_divisions(0)[number])
    return _search_division(sequences, by_pips, number, limit, 0)


@kernel
def divide_hand(sequences, by_pips, hand, called):
    """Score and cards of the best division of a hand into runs no better than the one called.

    Parameters
    ----------
    sequences, by_pips : int64
        `Laws.sequences` and `Laws.sequence_by_pips`.
    hand : int64
    called : int64
        A sequence that is held: its cards times 16 plus the rank of its top.

    Returns
    -------
    score, cards : int64
        Points, and the cards used as a mask; of several cards of a rank those of the last suits.
    """
    limit = run_strength(by_pips, called >> TOP_SHIFT, called & TOP_MASK)
    longest = np.int64(LANE_SEQUENCE[all_ranks(hand)])
    if limit >= run_strength(by_pips, longest >> TOP_SHIFT, longest & TOP_MASK):
        limit = BETTER_THAN_ALL
    number = number_hand(hand)
    whole = score_division(sequences, by_pips, number, limit)
    score, cards = whole, 0
    low = 0
    while whole:
        while number // _POWERS[low] % BASE == 0:
            low += 1
        without = number - _POWERS[low]
        if score_division(sequences, by_pips, without, limit) == whole:
            number = without
            continue
        for length in range(SHORTEST_SEQUENCE, RANKS - low + 1):
            rest = number - _RUN_NUMBER[low, length]
            worth = run_worth(sequences, length)
            if (
                run_strength(by_pips, length, low + length - 1) <= limit
                and score_division(sequences, by_pips, rest, limit) + worth == whole
            ):
                break
        for rank in range(low, low + length):
            cards |= 1 << highest_bit(hand & ~cards & ONE_OF_EACH_SUIT << rank)
        whole -= worth
        number = rest
    return score, cards
