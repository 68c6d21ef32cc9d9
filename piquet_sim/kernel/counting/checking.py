"""Whether a condition holds of a deal: a small program on the three places.

A program is run from its first step to its last and leaves one truth on a stack of bits. Numbers
of a hand are described by rows of integers; what lanes add to them stands in tables.
"""

from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import LANE_BITS, LANE_MASK, SUITS
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.holdings import find_ranks

COUNTED, SUMMED, MOST, SETS, WORTH = range(5)
"""How a number of a hand is made: cards counted, a sum or the greatest over suits, sets of so many
cards, or what the hand counts."""

HOLDS, BOUNDED, COMPARED, ALL, SOME = range(5)
"""Steps of a program."""

GREATER, AT_LEAST, LESS, AT_MOST, EQUAL = range(5)
"""How two numbers are compared."""


class Checks(NamedTuple):
    """A condition as kernels see it."""

    steps: np.ndarray
    """int64[step, 4]: HOLDS place cards; BOUNDED number low high; COMPARED number sign number; ALL
    or SOME of so many truths before it."""
    numbers: np.ndarray
    """int64[number, 4]: place, how it is made, its cards (or its table, or cards of a set), suits
    over which it is summed."""
    tables: np.ndarray
    """int64[table, lane]: what each lane has."""
    low_rank: int
    """The lowest rank of which sets are made."""
    trio: int
    quatorze: int
    """What they count."""


@kernel
def _count_sets(hand, cards, low_rank):
    four, three = find_ranks(hand)
    return count((four if cards == SUITS else three & ~four) >> low_rank)


@kernel
def _measure(checks, number, hand):
    row = checks.numbers[number]
    kind, what, suits = row[1], row[2], row[3]
    if kind == COUNTED:
        return count(hand & what)
    if kind == SETS:
        return _count_sets(hand, what, checks.low_rank)
    total = longest = 0
    for suit in range(SUITS):
        lane = hand >> LANE_BITS * suit & LANE_MASK
        if suits >> suit & 1:
            more = checks.tables[what, lane]
            total = max(total, more) if kind == MOST else total + more
        longest = max(longest, count(lane))
    if kind == WORTH:
        total += longest
        total += checks.trio * _count_sets(hand, 3, checks.low_rank)
        total += checks.quatorze * _count_sets(hand, 4, checks.low_rank)
    return total


@kernel
def holds(checks, elder, younger, talon):
    """Whether the program ends in truth; an empty one does."""
    stack, hands = 1, (elder, younger, talon)
    for step in range(checks.steps.shape[0]):
        kind = checks.steps[step, 0]
        one, two, three = checks.steps[step, 1], checks.steps[step, 2], checks.steps[step, 3]
        if kind >= ALL:
            parts = (1 << one) - 1
            truth = stack & parts == parts if kind == ALL else stack & parts != 0
            stack >>= one
        elif kind == HOLDS:
            truth = hands[one] & two == two
        else:
            number = _measure(checks, one, hands[checks.numbers[one, 0]])
            if kind == BOUNDED:
                truth = two <= number <= three
            else:
                less = number - _measure(checks, three, hands[checks.numbers[three, 0]])
                truth = (
                    (less > 0 and two <= AT_LEAST)
                    or (less == 0 and (two == EQUAL or two == AT_LEAST or two == AT_MOST))
                    or (less < 0 and (two == LESS or two == AT_MOST))
                )
        stack = stack << 1 | (1 if truth else 0)
    return stack & 1 == 1
