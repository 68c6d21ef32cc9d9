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

import re
from itertools import product
from math import comb

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

_CLASSES = sorted(
    ((own, other) for own in range(LONGEST + 1) for other in range(LONGEST + 1 - own)),
    key=lambda one: -comb(sum(one), one[0]),
)
STRING_CLASSES = len(_CLASSES)
"""45."""

CLASS_OWN, CLASS_OTHER = (np.array(cards) for cards in zip(*_CLASSES, strict=True))
CLASS_SIZE = np.array([comb(own + other, own) for own, other in _CLASSES])
CLASS_OF = np.full((LONGEST + 1, LONGEST + 1), -1)
"""Number of the class by the leader's cards and the other's; -1 for more than eight cards."""
CLASS_OF[CLASS_OWN, CLASS_OTHER] = np.arange(STRING_CLASSES)

STRING_START = np.cumsum(CLASS_SIZE) - CLASS_SIZE
"""Number of the first string of a class."""
STRINGS = int(CLASS_SIZE.sum())
"""511."""

_STRINGS = sorted(
    ("".join(cards) for length in range(LONGEST + 1) for cards in product("01", repeat=length)),
    key=lambda string: (CLASS_OF[string.count("1"), string.count("0")], string),
)
_OF_CLASS = np.repeat(np.arange(STRING_CLASSES), CLASS_SIZE)
KEYS = _OF_CLASS << CLASS_SHIFT | CLASS_SIZE[_OF_CLASS] << SIZE_SHIFT
KEYS |= np.arange(STRINGS) - STRING_START[_OF_CLASS]
"""Key of each string by its number."""
_KEYS = dict(zip(_STRINGS, KEYS.tolist(), strict=True))


def _turn(string: str) -> str:
    return string.translate({ord("0"): "1", ord("1"): "0"})


def _after(string: str, *played: int) -> int:
    # The key once cards at these places have been played; -1 is the place of no card.
    if -1 in played:
        return NO_CHILD
    return _KEYS["".join(card for place, card in enumerate(string) if place not in played)]


def _count_sure(string: str) -> int:
    top = len(string) - len(string.lstrip("1"))
    return string.count("1") if top >= string.count("0") else top


TURNED = np.array([_KEYS[_turn(string)] for string in _STRINGS])
"""Key of each string as the other player sees it."""
RUNS = np.array([len(re.findall("1+", string)) * ("0" in string) for string in _STRINGS])
"""Runs of touching cards that the leader has in the suit, as long as the other follows."""
SURE = np.array([_count_sure(string) for string in _STRINGS])
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
AFTER_DISCARD = np.array([_after(string, string.rfind("0")) for string in _STRINGS])
"""Key after the other threw their lowest card of the suit away."""
AFTER_RENOUNCE = np.array(
    [NO_CHILD if "0" in string else _after(string, len(string) - 1) for string in _STRINGS]
)
"""Key after the leader led their lowest card of a suit of which the other has none."""

for _number, _string in enumerate(_STRINGS):
    for _run, _cards in enumerate(re.finditer("1+", _string)):
        _place, _end = _cards.span()
        _of_run = slice(_string.count("1", 0, _place), _string.count("1", 0, _end))
        _winner, _loser = _string.rfind("0", 0, _place), _string.rfind("0", _place)
        AFTER_WIN[_number, _run] = _after(_string, _place, _winner)
        AFTER_LOSS[_number, _run] = _after(_string, _place, _loser)
        AFTER_WIN_OF[_number, _of_run] = _after(_turn(_string), _place, _winner)
        AFTER_LOSS_OF[_number, _of_run] = AFTER_LOSS[_number, _run]

# A suit is found by writing it in base three: 0 nobody's, 1 the leader's, 2 the other's card.
TERNARY = np.array(
    [
        sum(3 ** (bit - SEVEN) for bit in range(SEVEN, SEVEN + LONGEST) if lane >> bit & 1)
        for lane in range(LANE_MASK + 1)
    ]
)
_NUMBERS = {string: number for number, string in enumerate(_STRINGS)}
STRING_OF = np.array(
    [_NUMBERS["".join(cards)] for cards in product(("", "1", "0"), repeat=LONGEST)], np.int16
)
"""Number of the string of a suit by its base-three writing."""
