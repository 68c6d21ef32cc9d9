"""Hands but for the names of their suits: orbits, beside the raw counts of hands.

Two hands are of one orbit if renaming the suits turns one into the other. By Burnside's lemma, of
some hands there are as many orbits as there are, on average over the 24 ways to rename four suits,
hands that a renaming leaves as they are. Renaming may not lead out of those hands: what is asked of
them must not name a suit. Hands that a renaming leaves are at most a million; they are listed.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial
from typing import Any

import numpy as np

from piquet_sim.conditions.attributes import ALL_SUITS, ATTRIBUTES, COURTS, Attribute
from piquet_sim.conditions.conditional_deals import allot_condition
from piquet_sim.conditions.drawn_hands import read_event
from piquet_sim.conditions.known_shares import find_share
from piquet_sim.conditions.model import Condition, DealtCards, Held
from piquet_sim.exact.census import CIRCLES, count_hands, count_hands_by, find_attribute
from piquet_sim.game.cards import (
    ACE,
    HAND_CARDS,
    LANE_BITS,
    LANE_MASK,
    SIX,
    SUITS,
    pack_mask,
    rank_mask,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.kernel.base.suit_tables import LANE_POINT, LANE_SEQUENCES_SCORE

_OWN = {
    "point": Attribute("point", most=tuple(map(int, LANE_POINT))),
    "sequences": Attribute("sequences", sums=tuple(map(int, LANE_SEQUENCES_SCORE))),
}
"""Attributes of the census of which no condition speaks."""

_ONLY_DRAWN, _ONLY_ONE = "only elder's hand draws", "hands are counted without a seat, or elder's"

_RENAMINGS = {circles: number for circles, number in CIRCLES.items() if len(circles) < SUITS}
"""All but the one that changes nothing and leaves every hand as it is."""


@cache
def list_fixed_hands(circles: tuple[int, ...], pack: int = 32) -> np.ndarray:
    """The hands of twelve cards that a renaming of suits leaves as they are.

    Parameters
    ----------
    circles : tuple of int
        How many suits it moves in each circle, from spades on; 1 for a suit that keeps its name.
    pack : int

    Returns
    -------
    ndarray of int64
        Masks: suits of one circle hold the same ranks.

    Examples
    --------
    >>> len(list_fixed_hands((2, 1, 1))), len(list_fixed_hands((4,)))
    (1008840, 56)
    """
    whole = pack_mask(pack) & LANE_MASK
    lanes = defaultdict(list)
    for lane in range(LANE_MASK + 1):
        if not lane & ~whole:
            lanes[lane.bit_count()].append(lane)
    found, suit = {0: np.zeros(1, np.int64)}, 0
    for size in circles:
        places = sum(1 << LANE_BITS * (suit + turn) for turn in range(size))
        longer = defaultdict(list)
        for cards, hands in found.items():
            for held, own in lanes.items():
                if cards + size * held <= HAND_CARDS:
                    spread = np.array(own, np.int64) * places
                    longer[cards + size * held].append((hands[:, None] | spread).ravel())
        found = {cards: np.concatenate(parts) for cards, parts in longer.items()}
        suit += size
    return found[HAND_CARDS]


def count_orbits_by(
    name: str, rules: RuleSet = RUBICON, counts: Mapping[int, int] | None = None
) -> dict[int, int]:
    """Orbits of hands of twelve cards by an attribute of the census.

    Parameters
    ----------
    name : str
        From `census.ATTRIBUTES`; none of them names a suit.
    rules : RuleSet
    counts : mapping, optional
        The hands by value, as `count_hands_by` returns them, if they are counted already.

    Returns
    -------
    dict
        From values that occur, in order, to the exact number of orbits.

    Raises
    ------
    InputError
        As `count_hands_by`.

    Examples
    --------
    >>> count_orbits_by("quatorzes")
    {0: 8960055, 1: 695595, 2: 6930, 3: 10}
    """
    name = find_attribute(name).name
    hands = count_hands_by(name, rules) if counts is None else counts
    sums = Counter(hands)
    for circles, renamings in _RENAMINGS.items():
        measured = _measure(name, list_fixed_hands(circles, rules.pack), rules)
        for value, number in zip(*np.unique(measured, return_counts=True), strict=True):
            sums[int(value)] += renamings * int(number)
    return {value: sums[value] // factorial(SUITS) for value in hands}


def _measure(name: str, hands: np.ndarray, rules: RuleSet) -> np.ndarray:
    if name == "carte_blanche":
        return (COURTS.measure(hands, rules) == 0).astype(np.int64)
    return (_OWN.get(name) or ATTRIBUTES[name]).measure(hands, rules)


@dataclass(frozen=True)
class HandCount:
    """How many hands meet a condition."""

    condition: str
    """As it was written."""
    reading: str
    """As it was read."""
    hands: int
    of: int
    """All hands."""
    orbits: int | None
    """Those that differ by more than the names of their suits; None where suits are named."""

    @property
    def probability(self) -> Fraction:
        """The probability that a dealt hand meets it: exact."""
        return Fraction(self.hands, self.of)

    def as_json(self) -> dict[str, Any]:
        """What ``piquet census --given … --json`` prints."""
        return {
            "condition": self.condition,
            "reading": self.reading,
            "hands": self.hands,
            "of": self.of,
            "probability": float(self.probability),
            "orbits": self.orbits,
        }


def count_hands_meeting(text: str, rules: RuleSet = RUBICON) -> HandCount:
    """The hands of twelve cards that meet a condition, and their orbits: exact.

    Parameters
    ----------
    text : str
        As a condition is written; the seat need not be named: "3 aces and a void".
    rules : RuleSet

    Raises
    ------
    InputError
        If it cannot be read, is impossible or not about elder's hand, or cannot be counted.

    Examples
    --------
    >>> count_hands_meeting("4 aces")
    HandCount(condition='4 aces', reading='elder: 4 aces', hands=3108105, of=225792840, \
orbits=141897)
    >>> count_hands_meeting("no hearts").orbits is None
    True
    """
    found = allot_condition(_read_of_one_hand(text), rules, text)
    share = find_share(found.condition, rules)
    share = found.probability if share is None else share
    if share is None:
        raise InputError(f"given: {text!r} cannot be counted exactly")
    hands, of = int(share * count_hands(rules.pack)), count_hands(rules.pack)
    orbits = _count_orbits(found.condition, hands, rules)
    return HandCount(text, found.reading, hands, of, orbits)


def _read_of_one_hand(text: str) -> Condition:
    try:
        return read_event(text)
    except InputError as error:
        said = str(error).removeprefix("event: ").replace(_ONLY_DRAWN, _ONLY_ONE)
        raise InputError(f"given: {said}") from None


def _count_orbits(condition: Condition, hands: int, rules: RuleSet) -> int | None:
    if not all(_names_no_suit(leaf, rules.pack) for leaf in condition.leaves()):
        return None
    total = hands
    for circles, renamings in _RENAMINGS.items():
        fixed = list_fixed_hands(circles, rules.pack)
        met = condition.holds(DealtCards(fixed, fixed, fixed), rules)
        total += renamings * int(met.sum())
    return total // factorial(SUITS)


def _names_no_suit(leaf: Condition, pack: int) -> bool:
    # Whether it holds for a hand whenever it holds for that hand with its suits renamed.
    if isinstance(leaf, Held):
        return False
    for attribute in leaf.attributes():
        ranks = [rank_mask(rank) & pack_mask(pack) for rank in range(SIX, ACE + 1)]
        if any(attribute.mask & rank not in (0, rank) for rank in ranks):
            return False
        if attribute.sums and set(attribute.suits) != set(ALL_SUITS):
            return False
    return True
