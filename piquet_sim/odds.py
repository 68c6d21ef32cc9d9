"""Exact odds of a dealt hand, by combining suits or ranks instead of listing hands.

A hand of twelve cards is a choice for each suit. Where an attribute is the greatest or the sum
of what the suits contribute, hands are counted suit by suit: after each suit it is enough to
know the cards used and the attribute so far. Trios and quatorzes are counted rank by rank in
the same way. All counts are exact integers.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb

from piquet_sim.cards import (
    ACE,
    COURTS_MASK,
    HAND_CARDS,
    RANKS,
    SEVEN,
    SIX,
    SUITS,
    TEN,
    count_cards,
    pack_mask,
)
from piquet_sim.kernel.holdings import LANE_POINT, LANE_SEQUENCE, POINT_SHIFT, TOP_SHIFT


def count_hands(pack: int = 32) -> int:
    """The number of hands of twelve cards: 225,792,840 from 32 cards."""
    return comb(pack, HAND_CARDS)


def carte_blanche_probability(pack: int = 32) -> Fraction:
    """The probability that a dealt hand is a carte blanche: 1 in 1,792.4 with 32 cards."""
    plain = count_cards(pack_mask(pack) & ~COURTS_MASK)
    return Fraction(comb(plain, HAND_CARDS), count_hands(pack))


def _combine(
    groups: Iterable[Counter[tuple[int, int]]], join: Callable[[int, int], int]
) -> dict[int, int]:
    # Each group counts its choices by (cards, attribute).
    states: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for group in groups:
        following: Counter[tuple[int, int]] = Counter()
        for (cards, value), ways in states.items():
            for (more, other), choices in group.items():
                if cards + more <= HAND_CARDS:
                    following[cards + more, join(value, other)] += ways * choices
        states = following
    totals: Counter[int] = Counter()
    for (cards, value), ways in states.items():
        if cards == HAND_CARDS:
            totals[value] += ways
    return dict(sorted(totals.items()))


def _by_suit(pack: int, of_lane: Callable[[int], int]) -> list[Counter[tuple[int, int]]]:
    low = SIX if pack == 36 else SEVEN
    lanes = range(0, 1 << RANKS, 1 << low)
    one = Counter((lane.bit_count(), of_lane(lane)) for lane in lanes)
    return [one] * SUITS


def _by_rank(pack: int, of_rank: Callable[[int, int], int]) -> list[Counter[tuple[int, int]]]:
    ranks = range(SIX if pack == 36 else SEVEN, RANKS)
    return [
        Counter({(held, of_rank(rank, held)): comb(SUITS, held) for held in range(SUITS + 1)})
        for rank in ranks
    ]


def count_longest_suits(pack: int = 32) -> dict[int, int]:
    """Hands by the cards of their longest suit."""
    return _combine(_by_suit(pack, lambda lane: int(LANE_POINT[lane]) >> POINT_SHIFT), max)


def count_best_sequences(pack: int = 32) -> dict[int, int]:
    """Hands by the cards of their longest sequence, 0 where there is none."""
    return _combine(_by_suit(pack, lambda lane: int(LANE_SEQUENCE[lane]) >> TOP_SHIFT), max)


def count_sets(size: int, pack: int = 32) -> dict[int, int]:
    """Hands by their number of trios (size 3) or quatorzes (size 4) of tens or higher."""
    return _combine(
        _by_rank(pack, lambda rank, held: int(rank >= TEN and held == size)), int.__add__
    )


def count_set_kinds(pack: int = 32) -> dict[int, int]:
    """Hands by their sets: 0 none, 1 one trio, 2 two or more trios, 3 a quatorze or more."""
    quatorze = 100
    counts = _combine(
        _by_rank(pack, lambda rank, held: {3: 1, 4: quatorze}.get(held, 0) * (rank >= TEN)),
        int.__add__,
    )
    kinds = dict.fromkeys(range(4), 0)
    for sets, hands in counts.items():
        kinds[3 if sets >= quatorze else min(sets, 2)] += hands
    return kinds


def count_aces(pack: int = 32) -> dict[int, int]:
    """Hands by their number of aces."""
    return _combine(_by_rank(pack, lambda rank, held: held if rank == ACE else 0), int.__add__)


def count_voids(pack: int = 32) -> dict[int, int]:
    """Hands by the number of suits in which they have no card."""
    return _combine(_by_suit(pack, lambda lane: int(lane == 0)), int.__add__)
