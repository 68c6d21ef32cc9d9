"""All hands of twelve cards, counted by classes of suit.

Lanes that agree in every feature that matters are one class, and a hand is a multiset of four
classes: some hundred classes stand for 256 lanes, and every multiset for up to 24 times the
product of their ways. `exact.census` says which features an attribute needs.
"""

import numpy as np

from piquet_sim.game.cards import HAND_CARDS, LANE_BITS
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.holdings import find_ranks

CARDS, POINT, SEQUENCE, SEQUENCES_SCORE, COURTS, ACES, IS_VOID, SET_RANKS = range(8)
"""What is known of a class of lanes: its cards, what it is as a point, the cards of its longest
sequence, the points of its sequences, its courts and aces, 1 if it is empty, and the ranks held of
which sets are made, lowest first. What does not matter is 0."""

SUM, MOST, NONE, TRIOS, QUATORZES, VALUE = range(6)
"""How an attribute of a hand is made: by the sum, the greatest or the absence of one number of its
lanes; ranks held three or four times; what the hand counts, of which the sum is that of its
sequences."""


@kernel
def _measure(attribute, features, lanes, trio, quatorze):
    # The value of an attribute for a hand of four lane classes.
    kind, column = attribute
    total = most = longest = sets = 0
    for lane in lanes:
        total += features[lane, column]
        sets = sets << LANE_BITS | features[lane, SET_RANKS]
        most = max(most, features[lane, column])
        longest = max(longest, features[lane, CARDS])
    if kind <= MOST:
        return total if kind == SUM else most
    if kind == NONE:
        return np.int64(total == 0)
    four, three = find_ranks(sets)
    trios, quatorzes = count(three ^ four), count(four)
    if kind == VALUE:
        return longest + total + trio * trios + quatorze * quatorzes
    return trios if kind == TRIOS else quatorzes


@inline_kernel
def _count_orders(one, two, three, four):
    # In how many orders four falling numbers can stand.
    orders, alike = 24, 1
    for number, following in ((one, two), (two, three), (three, four)):
        alike = alike + 1 if number == following else 1
        orders //= alike
    return orders


@kernel
def count_jointly(features, ways, starts, first, second, trio, quatorze, counts):
    """Count all hands by two attributes.

    Parameters
    ----------
    features : int64 array, shape (classes, features)
        CARDS and so on of each class, in falling order of cards.
    ways : int64 array
        Lanes in each class.
    starts : int64 array of 11
        Where the classes with so many cards begin, the last with fewer than none behind all:
        those of c cards stand from ``starts[c]`` to before ``starts[c - 1]``.
    first, second : tuple of two int64
        Attributes: how each is made, and of which feature.
    trio, quatorze : int64
        What they count.
    counts : int64 array, shape (values of the first, values of the second)
        Is added to. Where both attributes are the same, the one column 0.
    """
    classes = ways.shape[0]
    for i in range(classes):
        for j in range(i, classes):
            both = features[i, CARDS] + features[j, CARDS]
            if both > HAND_CARDS or both + 2 * features[j, CARDS] < HAND_CARDS:
                continue
            for k in range(j, classes):
                left = HAND_CARDS - both - features[k, CARDS]
                if left < 0 or left > features[k, CARDS]:
                    continue
                weight = ways[i] * ways[j] * ways[k]
                end = starts[left - 1] if left else classes
                for m in range(max(k, starts[left]), end):
                    lanes = (i, j, k, m)
                    hands = weight * ways[m] * _count_orders(i, j, k, m)
                    row = _measure(first, features, lanes, trio, quatorze)
                    is_joint = second != first
                    column = _measure(second, features, lanes, trio, quatorze) if is_joint else 0
                    counts[row, column] += hands
