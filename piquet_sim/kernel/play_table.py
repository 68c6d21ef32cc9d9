r"""The table of all positions of the play with both hands seen, and its values.

Let T be the tricks that the player on lead still wins and L be 1 if they win the last. With one
point for every lead, one for a second player who wins, one more for the last trick, and the
cards or capot at the end, the difference of a whole deal is

.. math:: \text{elder} - \text{younger} = 2T - 12 + L + \text{bonus}(T)

for elder's T and L: a trick brings the leader +1 if they win it and nothing if they lose it, that
is half the sum of the signs of its leader and its winner, and who wins a trick leads the next.
The difference rises strictly with :math:`s = 2T + L` wherever the bonus does not fall, so that
best play is best play for s, whatever was won before. What the other player gets is 2n + 1 - s
with n cards each.

Of plays with the same s both prefer the one that brings both more points: each trick that the
second player wins is one more, so that the sum of the points is 13 + C with C such tricks. C is
even if the player on lead wins the last trick and odd if not, so that it needs three bits
beside s. The table holds for every position of 1 to 12 cards each one byte, the *outcome*
8s + floor(C / 2) from the player on lead (`strings` says what matters of a suit).

A position is four keys, sorted by class; within a tuple of classes positions are laid out by
their ranks, the first suit slowest. A lead changes one suit only, so that the positions after it
lie as regularly as those before: each best outcome is the greatest of what the second player
leaves, the lesser s of a losing and a winning reply and of equal ones the greater C: the minimum,
with the low three bits turned over.
A second player who wins need only try the cheapest winning card, one who loses the lowest; a
discard is the lowest of a suit; of touching cards one is led. (Proved by exhausting all
positions without these reductions; checked here against a search that makes none.)
"""

from typing import NamedTuple

import numpy as np
from numba import int32, types, uint8

from piquet_sim.game.cards import HAND_CARDS, LANE_BITS, LANE_MASK
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.suit_strings import (
    AFTER_DISCARD,
    AFTER_LOSS,
    AFTER_WIN,
    CLASS_OF,
    CLASS_OTHER,
    CLASS_OWN,
    CLASS_SHIFT,
    CLASS_SIZE,
    LONGEST,
    RANK_MASK,
    RUNS,
    SIZE_MASK,
    SIZE_SHIFT,
    STRING_CLASSES,
    STRING_OF,
    STRING_START,
    TERNARY,
)

_TRIPLES = np.array(
    [
        (one, two, three)
        for one in range(STRING_CLASSES)
        for two in range(one + 1)
        for three in range(two + 1)
    ]
)
"""Falling triples of classes by their numbers."""
_TWO = np.array([number * (number + 1) // 2 for number in range(STRING_CLASSES)])
_THREE = np.array([number * (number + 1) * (number + 2) // 6 for number in range(STRING_CLASSES)])


CHANGES_BITS = 3
CHANGES_MASK = (1 << CHANGES_BITS) - 1
NEVER = 255 ^ CHANGES_MASK
"""An outcome that no second player prefers."""
_LOST = 2 << CHANGES_BITS
"""What the leader gains by winning a trick, in an outcome."""


class PlayTable(NamedTuple):
    """Values of all positions; see the module."""

    values: np.ndarray
    """uint8[position]: the outcome for the player on lead."""
    starts: np.ndarray
    """int32[cards each, three greater classes]: where a tuple of classes begins in `values`;
    the fourth class follows from the others."""


PLAY_TABLE = types.NamedTuple([uint8[::1], int32[:, ::1]], PlayTable)
"""Its type in explicit signatures."""


@inline_kernel
def _tuple_number(one, two, three):
    # Number of a falling triple of classes.
    return _THREE[one] + _TWO[two] + three


@kernel
def _fourth_class(level, one, two, three):
    # The class that completes a tuple to `level` cards each, if it is not above the third.
    own = level - CLASS_OWN[one] - CLASS_OWN[two] - CLASS_OWN[three]
    other = level - CLASS_OTHER[one] - CLASS_OTHER[two] - CLASS_OTHER[three]
    if own < 0 or other < 0 or own + other > LONGEST:
        return -1
    four = CLASS_OF[own, other]
    return four if four <= three else -1


@kernel
def lay_out(starts):
    """Where each tuple of classes begins.

    Parameters
    ----------
    starts : int32 array, shape (13, triples)
        Is filled; -1 where there is no such tuple.

    Returns
    -------
    int64
        The number of positions stored: bytes of the table.
    """
    size = 0
    for level in range(HAND_CARDS + 1):
        for number in range(starts.shape[1]):
            one, two, three = _TRIPLES[number, 0], _TRIPLES[number, 1], _TRIPLES[number, 2]
            four = _fourth_class(level, one, two, three)
            starts[level, number] = -1
            if four >= 0:
                starts[level, number] = size
                size += CLASS_SIZE[one] * CLASS_SIZE[two] * CLASS_SIZE[three] * CLASS_SIZE[four]
    return size


@kernel
def _place_suits(starts, level, classes, order, strides):
    # Sorts four classes (falling), writes the stride of each in its old order, and returns
    # where their tuple begins.
    for place in range(4):
        order[place] = place
    for place in range(1, 4):
        moved = place
        while moved and classes[order[moved]] > classes[order[moved - 1]]:
            order[moved], order[moved - 1] = order[moved - 1], order[moved]
            moved -= 1
    stride = 1
    for place in range(3, -1, -1):
        strides[order[place]] = stride
        stride *= CLASS_SIZE[classes[order[place]]]
    one, two, three = classes[order[0]], classes[order[1]], classes[order[2]]
    return np.int64(starts[level, _tuple_number(one, two, three)])


@inline_kernel
def outcome_after_win(level, outcome):
    """The leader's outcome once the other has won a trick and has this one, being on lead.

    `level` counts the cards each before the trick.
    """
    value = 2 * level - 1 - (outcome >> CHANGES_BITS)
    # One more trick won by a second player, which a new pair of such tricks shows in.
    return (value << CHANGES_BITS) + (outcome & CHANGES_MASK) + (value & 1)


@inline_kernel
def outcome_after_loss(outcome):
    """The leader's outcome once the other has lost a trick and this one is left."""
    return outcome + _LOST


@inline_kernel
def prefer_reply(one, two):
    """Which of two of the leader's outcomes the second player chooses."""
    return min(one ^ CHANGES_MASK, two ^ CHANGES_MASK) ^ CHANGES_MASK


@kernel
def _lead_followed_suit(level, suit, classes, table, room):
    # All leads of a suit of which the other has cards, into the values of a tuple.
    values, starts = table
    order, here, child, lost, won = room[0][:5]
    first, second, third = (suit == 0) * 1, 1 + (suit <= 1), 2 + (suit <= 2)
    led = classes[suit]
    start = _place_suits(starts, level, classes, order, here)
    for place in range(4):
        child[place] = classes[place]
    child[suit] = CLASS_OF[CLASS_OWN[led] - 1, CLASS_OTHER[led] - 1]
    loss_start = _place_suits(starts, level - 1, child, order, lost)
    for place in range(4):
        child[place] = CLASS_OF[CLASS_OTHER[child[place]], CLASS_OWN[child[place]]]
    win_start = _place_suits(starts, level - 1, child, order, won)
    for place in range(4):  # ranks run backwards in the strings turned round
        win_start += (CLASS_SIZE[child[place]] - 1) * won[place]
        won[place] = -won[place]
    for rank in range(CLASS_SIZE[led]):
        string = STRING_START[led] + rank
        for run in range(RUNS[string]):
            loses, wins = AFTER_LOSS[string, run], AFTER_WIN[string, run]
            for one in range(CLASS_SIZE[classes[first]]):
                for two in range(CLASS_SIZE[classes[second]]):
                    at = start + rank * here[suit] + one * here[first] + two * here[second]
                    loss = loss_start + one * lost[first] + two * lost[second]
                    loss += (loses & RANK_MASK) * lost[suit]
                    win = win_start + one * won[first] + two * won[second]
                    win += (wins & RANK_MASK) * won[suit]
                    for three in range(CLASS_SIZE[classes[third]]):
                        outcome = NEVER
                        if loses:
                            after = np.int64(values[loss + three * lost[third]])
                            outcome = outcome_after_loss(after)
                        if wins:
                            after = np.int64(values[win + three * won[third]])
                            outcome = prefer_reply(outcome, outcome_after_win(level, after))
                        to = at + three * here[third]
                        values[to] = max(values[to], np.uint8(outcome))


@inline_kernel
def _rank_after(is_thrown, suit_class, rank):
    # The rank of a string, or of that after its lowest card was thrown.
    thrown = AFTER_DISCARD[STRING_START[suit_class] + rank] & RANK_MASK
    return thrown if is_thrown else rank


@kernel
def _lead_bare_suit(level, suit, classes, table, room):
    # The lead of a suit that the other does not hold, which has one string: the other throws the
    # lowest card of another suit.
    values, starts = table
    order, strides, child = room[0][:3]
    least = room[1]
    first, second, third = (suit == 0) * 1, 1 + (suit <= 1), 2 + (suit <= 2)
    one_class, two_class, three_class = classes[first], classes[second], classes[third]
    size = CLASS_SIZE[one_class] * CLASS_SIZE[two_class] * CLASS_SIZE[three_class]
    least[:size] = NEVER
    for thrown in range(4):
        if thrown == suit or CLASS_OTHER[classes[thrown]] == 0:
            continue
        for place in range(4):
            child[place] = classes[place]
        child[suit] = CLASS_OF[CLASS_OWN[classes[suit]] - 1, 0]
        child[thrown] = CLASS_OF[CLASS_OWN[classes[thrown]], CLASS_OTHER[classes[thrown]] - 1]
        start = _place_suits(starts, level - 1, child, order, strides)
        at = 0
        for one in range(CLASS_SIZE[one_class]):
            from_one = start + _rank_after(thrown == first, one_class, one) * strides[first]
            for two in range(CLASS_SIZE[two_class]):
                after = _rank_after(thrown == second, two_class, two)
                from_two = from_one + after * strides[second]
                for three in range(CLASS_SIZE[three_class]):
                    after = _rank_after(thrown == third, three_class, three)
                    outcome = np.int64(values[from_two + after * strides[third]])
                    least[at] = prefer_reply(least[at], outcome_after_loss(outcome))
                    at += 1
    start = _place_suits(starts, level, classes, order, strides)
    for at in range(size):
        values[start + at] = max(values[start + at], np.uint8(least[at]))


@kernel
def fill_level(level, table, room):
    """Fill in all positions of so many cards each, those of one card less being known.

    Parameters
    ----------
    level : int64
        Cards each; at level 0 the one outcome is s = 1, for the last trick.
    table : PlayTable
        Laid out.
    room : tuple
        From `new_room`.
    """
    values, starts = table
    classes = room[0][5]
    if level == 0:
        nothing = CLASS_OF[0, 0]
        values[starts[0, _tuple_number(nothing, nothing, nothing)]] = 1 << CHANGES_BITS
        return
    for number in range(starts.shape[1]):
        one, two, three = _TRIPLES[number, 0], _TRIPLES[number, 1], _TRIPLES[number, 2]
        four = _fourth_class(level, one, two, three)
        if four < 0:
            continue
        classes[0], classes[1], classes[2], classes[3] = one, two, three, four
        for suit in range(4):
            if CLASS_OWN[classes[suit]] == 0:
                continue
            if CLASS_OTHER[classes[suit]]:
                _lead_followed_suit(level, suit, classes, table, room)
            else:
                _lead_bare_suit(level, suit, classes, table, room)


@inline_kernel
def split_outcome(last_trick, level, outcome):
    """What both players still make of a position, from its outcome for the player on lead.

    Half the sum and half the difference of what they make; the cards and capot apart.

    Parameters
    ----------
    last_trick : int64
        Points for the last trick.
    level : int64
        Cards each.
    outcome : int64

    Returns
    -------
    leaders, others, tricks : int64
        Points of the player on lead and of the other, and the leader's tricks.
    """
    value = outcome >> CHANGES_BITS
    tricks, last = value >> 1, value & 1
    both = level + 2 * (outcome & CHANGES_MASK) + 1 - last + last_trick
    leaders = (both + 2 * tricks - level + last) >> 1
    return leaders, both - leaders, tricks


def no_table() -> PlayTable:
    """An empty table, where none is needed."""
    return PlayTable(np.zeros(0, np.uint8), np.zeros((0, 0), np.int32))


def new_starts() -> np.ndarray:
    """Room for the layout."""
    return np.zeros((HAND_CARDS + 1, len(_TRIPLES)), np.int32)


def new_room(starts: np.ndarray, positions: int) -> tuple[np.ndarray, ...]:
    """Room to work in while the table is filled: for suits, and for a whole tuple."""
    largest = int(np.diff(np.append(np.sort(starts[starts >= 0]), positions)).max())
    return np.zeros((6, 4), np.int64), np.zeros(largest, np.int64)


@inline_kernel
def find_string(own, other, suit):
    """Number of the string of a suit, from two hands."""
    shift = LANE_BITS * suit
    return np.int64(
        STRING_OF[TERNARY[own >> shift & LANE_MASK] + 2 * TERNARY[other >> shift & LANE_MASK]]
    )


@inline_kernel
def sort_keys(one, two, three, four):
    """Four keys, the greatest first."""
    one, two = max(one, two), min(one, two)
    three, four = max(three, four), min(three, four)
    one, three = max(one, three), min(one, three)
    two, four = max(two, four), min(two, four)
    return one, max(two, three), min(two, three), four


@inline_kernel
def place_in_tuple(one, two, three, four):
    """The place of a position within its tuple of classes, by its sorted keys."""
    at = one & RANK_MASK
    at = at * (two >> SIZE_SHIFT & SIZE_MASK) + (two & RANK_MASK)
    at = at * (three >> SIZE_SHIFT & SIZE_MASK) + (three & RANK_MASK)
    return at * (four >> SIZE_SHIFT & SIZE_MASK) + (four & RANK_MASK)


@inline_kernel
def find_position(table, level, one, two, three, four):
    """The place in the table of a position given by its four keys in any order."""
    one, two, three, four = sort_keys(one, two, three, four)
    number = _tuple_number(one >> CLASS_SHIFT, two >> CLASS_SHIFT, three >> CLASS_SHIFT)
    return table.starts[level, number] + place_in_tuple(one, two, three, four)


@inline_kernel
def read_outcome(table, level, one, two, three, four):
    """The outcome for the player on lead of a position given by its four keys in any order."""
    return np.int64(table.values[find_position(table, level, one, two, three, four)])


@inline_kernel
def read_position(table, level, one, two, three, four):
    """The value s for the player on lead of a position given by its four keys in any order."""
    return read_outcome(table, level, one, two, three, four) >> CHANGES_BITS
