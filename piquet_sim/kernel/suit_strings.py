"""Suits of the play as strings: who holds each card that is left, from the top.

When the cards of both hands are seen, what matters of a suit is only the order in which its
remaining cards belong to the player on lead (ones) and to the other (zeros). A suit of at most
eight cards is one of 511 strings. A string with e ones and y zeros is of *class* (e, y); its
*rank* is its place among the strings of its class, as binary numbers in ascending order. Turned
round, seen from the other player, a string has the rank (size of the class - 1 - rank).

One integer, a *key*, stands for a string: class, size of the class and rank. Classes are
numbered from the largest to the smallest, so that in a sorted tuple of keys the last is
of the class with the most strings (see `play_table` for why).
"""

from itertools import combinations

import numpy as np

from piquet_sim.game.cards import LANE_MASK, SEVEN

LONGEST = 8
"""Cards of a suit in the pack of 32."""

CLASS_SHIFT, SIZE_SHIFT = 16, 8
RANK_MASK = SIZE_MASK = (1 << SIZE_SHIFT) - 1
NO_CHILD = 0
"""Stands where a reply is not possible; no key is 0, since no class has size 0."""

MOST_RUNS = 4
"""A suit of eight cards has at most four runs of the leader's touching cards."""


def _strings_of_class(own: int, other: int) -> list[int]:
    length = own + other
    return sorted(sum(1 << bit for bit in ones) for ones in combinations(range(length), own))


_CLASSES = [
    (own, other, _strings_of_class(own, other))
    for own in range(LONGEST + 1)
    for other in range(LONGEST + 1 - own)
]
_CLASSES.sort(key=lambda one: -len(one[2]))
STRING_CLASSES = len(_CLASSES)
"""45."""

CLASS_OWN = np.array([own for own, _, _ in _CLASSES])
CLASS_OTHER = np.array([other for _, other, _ in _CLASSES])
CLASS_SIZE = np.array([len(strings) for _, _, strings in _CLASSES])
CLASS_OF = np.full((LONGEST + 1, LONGEST + 1), -1)
"""Number of the class by the leader's cards and the other's; -1 for more than eight cards."""
for _number, (_own, _other, _) in enumerate(_CLASSES):
    CLASS_OF[_own, _other] = _number

STRING_START = np.concatenate([[0], np.cumsum(CLASS_SIZE)])[:-1]
"""Number of the first string of a class."""
STRINGS = int(CLASS_SIZE.sum())
"""511."""


def _key(string: int, length: int) -> int:
    own = string.bit_count()
    number = int(CLASS_OF[own, length - own])
    strings = _CLASSES[number][2]
    return number << CLASS_SHIFT | len(strings) << SIZE_SHIFT | strings.index(string)


def _without(string: int, bit: int) -> int:
    return (string >> (bit + 1)) << bit | string & ((1 << bit) - 1)


def _lowest_zero(string: int, length: int, start: int = 0) -> int | None:
    return next((bit for bit in range(start, length) if not string >> bit & 1), None)


def _leads(string: int, length: int) -> list[tuple[int, int, int]]:
    # For each card, from the top: its run of touching cards, and the keys after the cheapest
    # winning and the lowest losing reply.
    children, run = [], -1
    for bit in reversed(range(length)):
        if not string >> bit & 1:
            continue
        run += not string >> (bit + 1) & 1
        winning = _lowest_zero(string, length, bit + 1)
        losing = _lowest_zero(string, length)
        wins = loses = NO_CHILD
        if winning is not None:
            wins = _key(_without(_without(string, winning), bit), length - 2)
        if losing is not None and losing < bit:
            loses = _key(_without(_without(string, bit), losing), length - 2)
        children.append((run, wins, loses))
    return children


KEYS = np.zeros(STRINGS, np.int64)
"""Key of each string by its number."""
TURNED = np.zeros(STRINGS, np.int64)
"""Key of each string as the other player sees it."""
RUNS = np.zeros(STRINGS, np.int64)
"""Runs of touching cards that the leader has in the suit, as long as the other follows."""
SURE = np.zeros(STRINGS, np.int64)
"""Leads that win whatever the other does: the cards from the top, or all if no fewer than theirs
are such."""
AFTER_WIN = np.full((STRINGS, MOST_RUNS), NO_CHILD)
AFTER_LOSS = np.full((STRINGS, MOST_RUNS), NO_CHILD)
"""Key after the leader led a card of a run, the highest run first, and the other won
with the cheapest winning card, or lost the lowest; NO_CHILD where that is impossible."""
AFTER_WIN_OF = np.full((STRINGS, LONGEST), NO_CHILD, np.int32)
AFTER_LOSS_OF = np.full((STRINGS, LONGEST), NO_CHILD, np.int32)
"""The same by each of the leader's cards, the highest first; after a win as the other, who then
leads, sees the suit."""
AFTER_DISCARD = np.full(STRINGS, NO_CHILD)
"""Key after the other threw their lowest card of the suit away."""
AFTER_RENOUNCE = np.full(STRINGS, NO_CHILD)
"""Key after the leader led their lowest card of a suit of which the other has none."""

for _number, (_own, _other, _strings) in enumerate(_CLASSES):
    _length = _own + _other
    for _rank, _string in enumerate(_strings):
        _at = STRING_START[_number] + _rank
        KEYS[_at] = _key(_string, _length)
        _turned = _string ^ ((1 << _length) - 1)
        TURNED[_at] = _key(_turned, _length)
        _top = _length - _turned.bit_length()
        SURE[_at] = _own if _top >= _other else _top
        if _other:
            _bit = _lowest_zero(_string, _length)
            AFTER_DISCARD[_at] = _key(_without(_string, _bit), _length - 1)
            for _card, (_run, _wins, _loses) in enumerate(_leads(_string, _length)):
                AFTER_WIN[_at, _run] = AFTER_WIN_OF[_at, _card] = _wins
                AFTER_LOSS[_at, _run] = AFTER_LOSS_OF[_at, _card] = _loses
                RUNS[_at] = _run + 1
        elif _own:
            AFTER_RENOUNCE[_at] = _key(_without(_string, 0), _length - 1)

AFTER_WIN_OF = np.where(
    AFTER_WIN_OF, TURNED[STRING_START[AFTER_WIN_OF >> CLASS_SHIFT] + (AFTER_WIN_OF & RANK_MASK)], 0
).astype(np.int32)

# A suit is found by writing it in base three: 0 nobody's, 1 the leader's, 2 the other's card.
TERNARY = np.array(
    [
        sum(3 ** (bit - SEVEN) for bit in range(SEVEN, SEVEN + LONGEST) if lane >> bit & 1)
        for lane in range(LANE_MASK + 1)
    ]
)


def _string_numbers() -> np.ndarray:
    numbers = np.zeros((LONGEST + 1, 1 << LONGEST), np.int16)
    for number, (own, other, strings) in enumerate(_CLASSES):
        numbers[own + other, strings] = STRING_START[number] + np.arange(len(strings))
    digits = np.arange(3**LONGEST) // 3 ** np.arange(LONGEST)[:, None] % 3
    strings = lengths = np.zeros(3**LONGEST, np.int64)
    for digit in digits:
        strings = strings | (digit == 1) << lengths
        lengths = lengths + (digit > 0)
    return numbers[lengths, strings]


STRING_OF = _string_numbers()
"""Number of the string of a suit by its base-three writing."""
