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

from piquet_sim.game.cards import HAND_CARDS, LANE_BITS, LANE_MASK, SUITS
from piquet_sim.kernel.compile import inline_kernel
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
    MOST_RUNS,
    NO_CHILD,
    RANK_MASK,
    RUNS,
    SIZE_MASK,
    SIZE_SHIFT,
    STRING_CLASSES,
    STRING_OF,
    STRING_START,
    TERNARY,
)

_CLASS = np.arange(STRING_CLASSES)
_TRIPLES = np.argwhere((_CLASS[:, None, None] >= _CLASS[:, None]) & (_CLASS[:, None] >= _CLASS))
"""Falling triples of classes by their numbers."""
STARTS_SHAPE = HAND_CARDS + 1, len(_TRIPLES)
_TWO = _CLASS * (_CLASS + 1) // 2
_THREE = _CLASS * (_CLASS + 1) * (_CLASS + 2) // 6


CHANGES_BITS = 3
CHANGES_MASK = (1 << CHANGES_BITS) - 1
NEVER = 255 ^ CHANGES_MASK
"""An outcome that no second player prefers."""
LOST = 2 << CHANGES_BITS
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


def _after_win(level, outcome):
    """The leader's outcome once the other has won a trick and has this one, being on lead.

    `level` counts the cards each before the trick.
    """
    value = 2 * level - 1 - (outcome >> CHANGES_BITS)
    # One more trick won by a second player, which a new pair of such tricks shows in.
    return (value << CHANGES_BITS) + (outcome & CHANGES_MASK) + (value & 1)


outcome_after_win = inline_kernel(_after_win)


@inline_kernel
def prefer_reply(one, two):
    """Which of two of the leader's outcomes the second player chooses."""
    return min(one ^ CHANGES_MASK, two ^ CHANGES_MASK) ^ CHANGES_MASK


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


def _lay_out() -> tuple[np.ndarray, np.ndarray, int]:
    # Where each tuple of classes begins, or -1 where there is none, by the cards each and the three
    # greater classes; the fourth class; and the number of positions.
    levels = np.arange(HAND_CARDS + 1)[:, None]
    own, other = (levels - cards[_TRIPLES].sum(axis=1) for cards in (CLASS_OWN, CLASS_OTHER))
    fits = (own >= 0) & (other >= 0) & (own + other <= LONGEST)
    fourth = CLASS_OF[own * fits, other * fits]
    fits &= fourth <= _TRIPLES[:, 2]
    sizes = CLASS_SIZE[_TRIPLES].prod(axis=1) * CLASS_SIZE[fourth] * fits
    ends = np.cumsum(sizes).reshape(sizes.shape)
    return np.where(fits, ends - sizes, -1).astype(np.int32), fourth, int(ends[-1, -1])


def _list_ranks(keys: np.ndarray) -> np.ndarray:
    return np.where(keys == NO_CHILD, -1, keys & RANK_MASK)


def build_play_table() -> PlayTable:
    """The table, computed from the last trick backwards: 36,543,159 positions, a byte each."""
    starts, fourth, positions = _lay_out()
    values = np.zeros(positions, np.uint8)
    values[0] = 1 << CHANGES_BITS  # after the last trick
    planes: dict[tuple[int, ...], np.ndarray] = {}

    def see(classes: list[int]) -> np.ndarray:
        # The outcomes of four classes in any order, an axis each.
        order = sorted(range(SUITS), key=lambda suit: -classes[suit])
        return planes[tuple(classes[suit] for suit in order)].transpose(np.argsort(order))

    # Outcomes whose low bits are turned over; the last rank of a suit led stands for no such reply.
    turn, no_reply = np.uint8(CHANGES_MASK), np.uint8(NEVER ^ CHANGES_MASK)
    own, other, class_of = CLASS_OWN.tolist(), CLASS_OTHER.tolist(), CLASS_OF.tolist()
    strings = [slice(at, at + size) for at, size in zip(STRING_START, CLASS_SIZE, strict=True)]
    # A string of fewer runs than others of its class repeats its last.
    runs = np.clip(RUNS[:, None] - 1, 0, np.arange(MOST_RUNS))
    wins, losses = (_list_ranks(np.take_along_axis(of, runs, 1)) for of in (AFTER_WIN, AFTER_LOSS))
    thrown_ranks = _list_ranks(AFTER_DISCARD)
    for level, number in np.argwhere(starts >= 0):
        classes = [*_TRIPLES[number].tolist(), int(fourth[level, number])]
        sizes = CLASS_SIZE[classes]
        plane = values[starts[level, number] :][: sizes.prod()].reshape(sizes)
        planes[tuple(classes)] = plane
        after_win = _after_win(int(level), np.arange(NEVER + 1)).astype(np.uint8) ^ turn
        for suit, led in enumerate(classes):
            if own[led] == 0:
                continue
            left = classes.copy()
            left[suit] = class_of[own[led] - 1][max(other[led] - 1, 0)]
            replies = np.full(sizes, no_reply)
            if other[led]:
                none = replies.take([0], axis=suit)
                # Ranks run backwards in the strings turned round.
                turned = see([class_of[other[one]][own[one]] for one in left])
                won = after_win[turned[::-1, ::-1, ::-1, ::-1]]
                won = np.concatenate([won, none], axis=suit)
                lost = np.concatenate([see(left) + np.uint8(LOST) ^ turn, none], axis=suit)
                for run in range(RUNS[strings[led]].max()):
                    after = won.take(wins[strings[led], run], axis=suit)
                    np.minimum(after, lost.take(losses[strings[led], run], axis=suit), out=after)
                    np.maximum(plane, after ^ turn, out=plane)
                continue
            for thrown, of in enumerate(classes):
                if other[of]:
                    child = left.copy()
                    child[thrown] = class_of[own[of]][other[of] - 1]
                    lost = see(child).take(thrown_ranks[strings[of]], axis=thrown)
                    np.minimum(replies, lost + np.uint8(LOST) ^ turn, out=replies)
            np.maximum(plane, replies ^ turn, out=plane)
    return PlayTable(values, starts)


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
    number = _THREE[one >> CLASS_SHIFT] + _TWO[two >> CLASS_SHIFT] + (three >> CLASS_SHIFT)
    return table.starts[level, number] + place_in_tuple(one, two, three, four)


@inline_kernel
def read_outcome(table, level, one, two, three, four):
    """The outcome for the player on lead of a position given by its four keys in any order."""
    return np.int64(table.values[find_position(table, level, one, two, three, four)])


@inline_kernel
def read_position(table, level, one, two, three, four):
    """The value s for the player on lead of a position given by its four keys in any order."""
    return read_outcome(table, level, one, two, three, four) >> CHANGES_BITS
