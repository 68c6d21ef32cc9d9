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
their ranks, the first suit slowest. A lead changes one suit only, so that for fixed strings of
the other three the positions after it are rows of bytes, which are combined whole: each best
outcome is the greatest of what the second player leaves, the lesser s of a losing and a winning
reply and of equal ones the greater C: the minimum, with the low three bits turned over.
A second player who wins need only try the cheapest winning card, one who loses the lowest; a
discard is the lowest of a suit; of touching cards one is led. (Proved by exhausting all
positions without these reductions; checked here against a search that makes none.)
"""

from typing import NamedTuple

import numpy as np
from numba import int32, types, uint8

from piquet_sim.game.cards import HAND_CARDS, LANE_BITS, LANE_MASK
from piquet_sim.kernel.base.suit_strings import (
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
from piquet_sim.kernel.compile import inline_kernel, kernel

_TRIPLES = STRING_CLASSES * (STRING_CLASSES + 1) * (STRING_CLASSES + 2) // 6
_TWO = np.array([number * (number + 1) // 2 for number in range(STRING_CLASSES)])
_THREE = np.array([number * (number + 1) * (number + 2) // 6 for number in range(STRING_CLASSES)])
_IMPOSSIBLE = np.uint8(255)

CHANGES_BITS = 3
CHANGES_MASK = (1 << CHANGES_BITS) - 1
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
        for one in range(STRING_CLASSES):
            for two in range(one + 1):
                for three in range(two + 1):
                    number = _tuple_number(one, two, three)
                    four = _fourth_class(level, one, two, three)
                    starts[level, number] = -1
                    if four >= 0:
                        starts[level, number] = size
                        size += (
                            CLASS_SIZE[one] * CLASS_SIZE[two] * CLASS_SIZE[three] * CLASS_SIZE[four]
                        )
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
    number = _tuple_number(classes[order[0]], classes[order[1]], classes[order[2]])
    return np.int64(starts[level, number])


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
def _gather(values, start, first, second, third, fourth, strides, sizes, won_at, rows):
    # Copies the positions of a tuple into rows, suit `first` slowest: the leader's outcomes
    # after a trick won by the other (`won_at` cards each) or lost (0), low bits turned over.
    at = 0
    for one in range(sizes[first]):
        from_one = start + one * strides[first]
        for two in range(sizes[second]):
            from_two = from_one + two * strides[second]
            for three in range(sizes[third]):
                place = from_two + three * strides[third]
                step = strides[fourth]
                if won_at:
                    for four in range(sizes[fourth]):
                        outcome = np.int64(values[place + four * step])
                        after = outcome_after_win(won_at, outcome)
                        rows[at + four] = np.uint8(after ^ CHANGES_MASK)
                else:
                    for four in range(sizes[fourth]):
                        after = outcome_after_loss(np.int64(values[place + four * step]))
                        rows[at + four] = np.uint8(after ^ CHANGES_MASK)
                at += sizes[fourth]


@kernel
def _combine_rows(row, size, string, after_loss, after_win, best):
    # The greatest outcome over the leads from one string of the suit.
    out = best[row * size : (row + 1) * size]
    out[:] = 0
    turned = np.uint8(CHANGES_MASK)
    for run in range(RUNS[string]):
        loses, wins = AFTER_LOSS[string, run], AFTER_WIN[string, run]
        loss_row, win_row = loses & RANK_MASK, wins & RANK_MASK
        lost = after_loss[loss_row * size : (loss_row + 1) * size]
        won = after_win[win_row * size : (win_row + 1) * size]
        if loses and wins:
            for place in range(size):
                least = lost[place] if lost[place] < won[place] else won[place]
                least = np.uint8(least ^ turned)
                out[place] = out[place] if out[place] > least else least
        else:
            only = won if wins else lost
            for place in range(size):
                least = np.uint8(only[place] ^ turned)
                out[place] = out[place] if out[place] > least else least


@kernel
def _merge_rows(values, start, first, second, third, fourth, strides, sizes, best):
    # Raises the values of a tuple to the rows, suit `first` slowest.
    at = 0
    for one in range(sizes[first]):
        to_one = start + one * strides[first]
        for two in range(sizes[second]):
            to_two = to_one + two * strides[second]
            for three in range(sizes[third]):
                place = to_two + three * strides[third]
                step = strides[fourth]
                for four in range(sizes[fourth]):
                    to = place + four * step
                    values[to] = max(values[to], best[at + four])
                at += sizes[fourth]


@kernel
def _lead_followed_suit(level, suit, classes, table, room):
    # All leads of a suit of which the other has cards, into the values of a tuple.
    values, starts = table
    integers, after_loss, after_win, best = room
    order, strides, sizes, child, child_strides, turned = integers[:6]
    first, second, third = (suit == 0) * 1, 1 + (suit <= 1), 2 + (suit <= 2)
    size = 1
    for place in range(4):
        sizes[place] = CLASS_SIZE[classes[place]]
        size *= sizes[place]
        child[place] = classes[place]
    start = _place_suits(starts, level, classes, order, strides)
    row_size = size // sizes[suit]
    suit_size, suit_class = sizes[suit], classes[suit]
    child[suit] = CLASS_OF[CLASS_OWN[suit_class] - 1, CLASS_OTHER[suit_class] - 1]
    sizes[suit] = CLASS_SIZE[child[suit]]
    child_start = _place_suits(starts, level - 1, child, order, child_strides)
    _gather(values, child_start, suit, first, second, third, child_strides, sizes, 0, after_loss)
    for place in range(4):
        turned[place] = CLASS_OF[CLASS_OTHER[child[place]], CLASS_OWN[child[place]]]
    child_start = _place_suits(starts, level - 1, turned, order, child_strides)
    for place in range(4):  # ranks run backwards in the strings turned round
        child_start += (sizes[place] - 1) * child_strides[place]
        child_strides[place] = -child_strides[place]
    _gather(values, child_start, suit, first, second, third, child_strides, sizes, level, after_win)
    for row in range(suit_size):
        _combine_rows(row, row_size, STRING_START[suit_class] + row, after_loss, after_win, best)
    sizes[suit] = suit_size
    _merge_rows(values, start, suit, first, second, third, strides, sizes, best)


@kernel
def _lead_bare_suit(level, suit, classes, table, room):
    # The lead of a suit that the other does not hold: the other throws the lowest card of another.
    values, starts = table
    integers, after_loss, _, _ = room
    order, strides, sizes, child, child_strides, _ = integers[:6]
    offsets = integers[6:10]
    size = 1
    for place in range(4):
        sizes[place] = CLASS_SIZE[classes[place]]
        size *= sizes[place]
    after_loss[:size] = _IMPOSSIBLE
    for thrown in range(4):
        thrown_class = classes[thrown]
        if thrown == suit or CLASS_OTHER[thrown_class] == 0:
            continue
        for place in range(4):
            child[place] = classes[place]
        child[suit] = CLASS_OF[CLASS_OWN[classes[suit]] - 1, 0]
        child[thrown] = CLASS_OF[CLASS_OWN[thrown_class], CLASS_OTHER[thrown_class] - 1]
        child_start = _place_suits(starts, level - 1, child, order, child_strides)
        for place in range(4):
            for rank in range(sizes[place]):
                offsets[place, rank] = rank * child_strides[place]
        for rank in range(sizes[thrown]):
            after = AFTER_DISCARD[STRING_START[thrown_class] + rank] & RANK_MASK
            offsets[thrown, rank] = after * child_strides[thrown]
        at = 0
        for one in range(sizes[0]):
            for two in range(sizes[1]):
                for three in range(sizes[2]):
                    place = child_start + offsets[0, one] + offsets[1, two] + offsets[2, three]
                    for four in range(sizes[3]):
                        outcome = np.int64(values[place + offsets[3, four]])
                        after = np.uint8(outcome_after_loss(outcome) ^ CHANGES_MASK)
                        after_loss[at] = min(after_loss[at], after)
                        at += 1
    start = _place_suits(starts, level, classes, order, strides)
    for at in range(size):
        thrown_best = np.uint8(after_loss[at] ^ np.uint8(CHANGES_MASK))
        values[start + at] = max(values[start + at], thrown_best)


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
    classes = room[0][10]
    if level == 0:
        nothing = CLASS_OF[0, 0]
        values[starts[0, _tuple_number(nothing, nothing, nothing)]] = 1 << CHANGES_BITS
        return
    for one in range(STRING_CLASSES):
        for two in range(one + 1):
            for three in range(two + 1):
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
    changes = 2 * (outcome & CHANGES_MASK) + 1 - last
    both = level + changes + last_trick
    leaders = (both + 2 * tricks - level + last) >> 1
    return leaders, both - leaders, tricks


def no_table() -> PlayTable:
    """An empty table, where none is needed."""
    return PlayTable(np.zeros(0, np.uint8), np.zeros((0, 0), np.int32))


def new_starts() -> np.ndarray:
    """Room for the layout."""
    return np.zeros((HAND_CARDS + 1, _TRIPLES), np.int32)


def new_room(starts: np.ndarray, positions: int) -> tuple[np.ndarray, ...]:
    """Room to work in while the table is filled: integers, and rows of bytes for a tuple."""
    used = np.sort(starts[starts >= 0])
    largest = int(np.diff(np.append(used, positions)).max())
    rows = [np.zeros(largest, np.uint8) for _ in range(3)]
    return (np.zeros((11, CLASS_SIZE.max()), np.int64), *rows)


@inline_kernel
def find_string(own, other, suit):
    """Number of the string of a suit, from two hands."""
    shift = LANE_BITS * suit
    return np.int64(
        STRING_OF[TERNARY[own >> shift & LANE_MASK] + 2 * TERNARY[other >> shift & LANE_MASK]]
    )


@inline_kernel
def find_position(table, level, one, two, three, four):
    """The place in the table of a position given by its four keys in any order."""
    one, two = max(one, two), min(one, two)
    three, four = max(three, four), min(three, four)
    one, three = max(one, three), min(one, three)
    two, four = max(two, four), min(two, four)
    two, three = max(two, three), min(two, three)
    number = _tuple_number(one >> CLASS_SHIFT, two >> CLASS_SHIFT, three >> CLASS_SHIFT)
    at = one & RANK_MASK
    at = at * (two >> SIZE_SHIFT & SIZE_MASK) + (two & RANK_MASK)
    at = at * (three >> SIZE_SHIFT & SIZE_MASK) + (three & RANK_MASK)
    at = at * (four >> SIZE_SHIFT & SIZE_MASK) + (four & RANK_MASK)
    return table.starts[level, number] + at


@inline_kernel
def read_outcome(table, level, one, two, three, four):
    """The outcome for the player on lead of a position given by its four keys in any order."""
    return np.int64(table.values[find_position(table, level, one, two, three, four)])


@inline_kernel
def read_position(table, level, one, two, three, four):
    """The value s for the player on lead of a position given by its four keys in any order."""
    return read_outcome(table, level, one, two, three, four) >> CHANGES_BITS
