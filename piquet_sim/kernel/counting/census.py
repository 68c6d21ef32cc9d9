"""All hands of twelve cards, counted by classes of suit.

Lanes that agree in every feature that matters are one class, and a hand is a multiset of four
classes: some hundred classes stand for 256 lanes, and every multiset for up to 24 times the
product of their ways. `exact.census` says which features an attribute needs.
"""

from typing import NamedTuple

from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import inline_kernel, kernel


class LaneClass(NamedTuple):
    """What is known of a lane; a feature that does not matter is 0."""

    cards: int
    point: int
    sequence: int
    """Cards of its longest sequence."""
    sequences_score: int
    courts: int
    aces: int
    set_ranks: int
    """The ranks held of which sets are made, lowest first."""


(
    CARTE_BLANCHE,
    LONGEST_SUIT,
    POINT,
    BEST_SEQUENCE,
    SEQUENCES,
    TRIOS,
    QUATORZES,
    VALUE,
    VOIDS,
    ACES,
    COURTS,
) = range(11)
"""Attributes of a hand."""


@inline_kernel
def _count_sets(first, second, third, fourth):
    # Trios and quatorzes of four lanes of set ranks.
    majors, minors = first & second, third & fourth
    four = majors & minors
    three = ((majors & (third | fourth)) | (minors & (first | second))) & ~four
    return count(three), count(four)


@kernel
def _attribute(number, lanes, trio, quatorze):
    # The value of an attribute for a hand of four lane classes.
    one, two, three, four = lanes
    if number == CARTE_BLANCHE:
        return 1 if one.courts + two.courts + three.courts + four.courts == 0 else 0
    if number == LONGEST_SUIT:
        return max(max(one.cards, two.cards), max(three.cards, four.cards))
    if number == POINT:
        return max(max(one.point, two.point), max(three.point, four.point))
    if number == BEST_SEQUENCE:
        return max(max(one.sequence, two.sequence), max(three.sequence, four.sequence))
    if number == VOIDS:
        return (one.cards == 0) + (two.cards == 0) + (three.cards == 0) + (four.cards == 0)
    if number == ACES:
        return one.aces + two.aces + three.aces + four.aces
    if number == COURTS:
        return one.courts + two.courts + three.courts + four.courts
    sequences = (
        one.sequences_score + two.sequences_score + three.sequences_score + four.sequences_score
    )
    if number == SEQUENCES:
        return sequences
    trios, quatorzes = _count_sets(one.set_ranks, two.set_ranks, three.set_ranks, four.set_ranks)
    if number == TRIOS:
        return trios
    if number == QUATORZES:
        return quatorzes
    longest = max(max(one.cards, two.cards), max(three.cards, four.cards))
    return longest + sequences + trio * trios + quatorze * quatorzes


@inline_kernel
def _lane_class(features, place):
    return LaneClass(
        features[place, 0],
        features[place, 1],
        features[place, 2],
        features[place, 3],
        features[place, 4],
        features[place, 5],
        features[place, 6],
    )


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
        `LaneClass` of each class, in falling order of cards.
    ways : int64 array
        Lanes in each class.
    starts : int64 array of 11
        Where the classes with so many cards begin, the last with fewer than none behind all:
        those of c cards stand from ``starts[c]`` to before ``starts[c - 1]``.
    first, second : int64
        Attributes.
    trio, quatorze : int64
        What they count.
    counts : int64 array, shape (values of the first, values of the second)
        Is added to. Where both attributes are the same, the one column 0.
    """
    classes = ways.shape[0]
    for i in range(classes):
        one = _lane_class(features, i)
        for j in range(i, classes):
            two = _lane_class(features, j)
            both = one.cards + two.cards
            if both > HAND_CARDS or both + 2 * two.cards < HAND_CARDS:
                continue
            for k in range(j, classes):
                three = _lane_class(features, k)
                left = HAND_CARDS - both - three.cards
                if left < 0 or left > three.cards:
                    continue
                weight = ways[i] * ways[j] * ways[k]
                end = starts[left - 1] if left else classes
                for m in range(max(k, starts[left]), end):
                    four = _lane_class(features, m)
                    lanes = (one, two, three, four)
                    hands = weight * ways[m] * _count_orders(i, j, k, m)
                    row = _attribute(first, lanes, trio, quatorze)
                    column = 0
                    if second != first:
                        column = _attribute(second, lanes, trio, quatorze)
                    counts[row, column] += hands
