"""Conditions on the cards that are dealt: what must hold, and whether it does.

A condition is a tree: of clauses about one place (elder's hand, younger's hand, the talon), which
`allotment` can count and deal, put together by *and*, *or* and *not*. `phrases` reads it from
text. All of them can be asked whether they hold of many deals at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

import numpy as np

from piquet_sim.cards import (
    ACE,
    COURTS_MASK,
    LANE_BITS,
    LANE_MASK,
    RANK_LETTERS,
    RANK_NAMES,
    SUIT_NAMES,
    SUITS,
    TEN,
    rank_mask,
    suit_mask,
)
from piquet_sim.errors import InputError
from piquet_sim.kernel.lanes import LANE_SEQUENCE, LANE_SEQUENCES_SCORE, SHORTEST_SEQUENCE, _runs
from piquet_sim.rules import RUBICON, RuleSet

ELDER, YOUNGER, TALON = PLACES = ("elder", "younger", "talon")
"""Where a card can lie before the exchange; the talon is the whole stock."""

_LANES = range(LANE_MASK + 1)
SEQUENCE_NAMES = ("tierce", "quart", "quint", "sixieme", "septieme", "huitieme")


@dataclass(frozen=True)
class Attribute:
    """A whole number that a hand has."""

    name: str
    meaning: str
    mask: int = 0
    """Where the number is that of the cards held of these."""
    sums: tuple[int, ...] = ()
    """Where it is a sum over suits: what each of 512 lanes adds."""
    most: tuple[int, ...] = ()
    """Where it is the greatest over suits: what each of 512 lanes has."""
    of_sets: int = 0
    """Where it is the number of ranks that are held so many times."""

    def measure(self, hands: np.ndarray, rules: RuleSet) -> np.ndarray:
        """The number of each hand: int64 array of the shape of `hands`."""
        if self.mask:
            return np.bitwise_count(hands & self.mask).astype(np.int64)
        lanes = [hands >> LANE_BITS * suit & LANE_MASK for suit in range(SUITS)]
        if self.sums:
            return sum(np.array(self.sums, np.int64)[lane] for lane in lanes)
        if self.most:
            return np.max([np.array(self.most, np.int64)[lane] for lane in lanes], axis=0)
        if self.of_sets:
            return sum(
                (np.bitwise_count(hands & rank_mask(rank)) == self.of_sets).astype(np.int64)
                for rank in set_ranks(rules)
            )
        scores = sum(LANE_SEQUENCES_SCORE.astype(np.int64)[lane] for lane in lanes)
        longest = np.max([np.bitwise_count(lane) for lane in lanes], axis=0)
        trios, quatorzes = (
            ATTRIBUTES[name].measure(hands, rules) for name in ("trios", "quatorzes")
        )
        return scores + longest + rules.trio_scores * trios + rules.quatorze_scores * quatorzes


def set_ranks(rules: RuleSet) -> range:
    """The ranks of which sets are made."""
    return range(TEN + RANK_LETTERS[TEN:].index(rules.lowest_set), len(RANK_LETTERS))


def _count_runs(lane: int, cards: int) -> int:
    return sum(length == cards for length, _ in _runs(lane))


_KINDS_OF_CARDS = {
    **{name: suit_mask(suit) for suit, name in enumerate(SUIT_NAMES)},
    **{f"{name}s": rank_mask(rank) for rank, name in enumerate(RANK_NAMES) if name != "six"},
    "sixes": rank_mask(RANK_NAMES.index("six")),
    "courts": COURTS_MASK,
}
ATTRIBUTES: dict[str, Attribute] = {
    one.name: one
    for one in (
        *(Attribute(name, f"{name} held", mask) for name, mask in _KINDS_OF_CARDS.items()),
        Attribute("longest_suit", "cards of the longest suit",
                  most=tuple(lane.bit_count() for lane in _LANES)),
        Attribute("best_sequence", "cards of the longest sequence, 0 if there is none",
                  most=tuple(int(one) >> 4 for one in LANE_SEQUENCE)),
        *(
            Attribute(f"{name}s", f"unbroken runs of exactly {cards} cards",
                      sums=tuple(_count_runs(lane, cards) for lane in _LANES))
            for cards, name in enumerate(SEQUENCE_NAMES, SHORTEST_SEQUENCE)
        ),
        *(
            Attribute(f"{name}_majors", f"unbroken runs of exactly {cards} cards from the ace",
                      sums=tuple(int((cards, ACE) in _runs(lane)) for lane in _LANES))
            for cards, name in enumerate(SEQUENCE_NAMES[:-1], SHORTEST_SEQUENCE)
        ),
        Attribute("trios", "ranks held three times (of those that count)", of_sets=3),
        Attribute("quatorzes", "ranks held four times (of those that count)", of_sets=4),
        Attribute("voids", "suits without a card", sums=tuple(int(not lane) for lane in _LANES)),
        Attribute("value", "what the hand counts if all is good, carte blanche apart"),
    )
}  # fmt: skip
"""What a condition may speak of, by name. Sequences and values are Rubicon's."""

_OF_RUBICON = {
    *("best_sequence", "value"),
    *(f"{name}s" for name in SEQUENCE_NAMES),
    *(f"{name}_majors" for name in SEQUENCE_NAMES[:-1]),
}


@dataclass(frozen=True)
class DealtCards:
    """Many deals before the exchange: int64 masks."""

    elder: np.ndarray
    younger: np.ndarray
    talon: np.ndarray


class Condition:
    """Something that holds of a deal or does not."""

    def holds(self, cards: DealtCards, rules: RuleSet) -> np.ndarray:
        """Of which deals it holds: a boolean each."""
        raise NotImplementedError

    def demands(self) -> "Iterator[Condition]":
        """Conditions that must all hold, and together say the same."""
        yield self

    def check(self, rules: RuleSet) -> None:
        """Refuse what the rules know nothing of.

        Raises
        ------
        InputError
        """


@dataclass(frozen=True)
class Holding(Condition):
    """A place holds all of some cards."""

    place: str
    cards: int

    def holds(self, cards: DealtCards, rules: RuleSet) -> np.ndarray:  # noqa: D102
        return getattr(cards, self.place) & self.cards == self.cards


@dataclass(frozen=True)
class Numbering(Condition):
    """A number that a hand has lies within bounds."""

    place: str
    attribute: Attribute
    low: int = 0
    high: float = inf

    def holds(self, cards: DealtCards, rules: RuleSet) -> np.ndarray:  # noqa: D102
        number = self.attribute.measure(getattr(cards, self.place), rules)
        return (self.low <= number) & (number <= self.high)

    def check(self, rules: RuleSet) -> None:  # noqa: D102
        _check_attribute(self.attribute, rules)


@dataclass(frozen=True)
class Comparison(Condition):
    """A number of one place is greater than that of another, or at least as great."""

    place: str
    attribute: Attribute
    sign: str
    other_place: str
    other: Attribute

    def holds(self, cards: DealtCards, rules: RuleSet) -> np.ndarray:  # noqa: D102
        one = self.attribute.measure(getattr(cards, self.place), rules)
        two = self.other.measure(getattr(cards, self.other_place), rules)
        return _SIGNS[self.sign](one, two)

    def check(self, rules: RuleSet) -> None:  # noqa: D102
        _check_attribute(self.attribute, rules)
        _check_attribute(self.other, rules)


_SIGNS = {
    ">": np.greater, ">=": np.greater_equal, "<": np.less, "<=": np.less_equal, "=": np.equal,
}  # fmt: skip
SIGNS = tuple(_SIGNS)


@dataclass(frozen=True)
class All(Condition):
    """All of several conditions."""

    parts: tuple[Condition, ...]

    def holds(self, cards: DealtCards, rules: RuleSet) -> np.ndarray:  # noqa: D102
        return np.logical_and.reduce([part.holds(cards, rules) for part in self.parts])

    def demands(self) -> Iterator[Condition]:  # noqa: D102
        for part in self.parts:
            yield from part.demands()

    def check(self, rules: RuleSet) -> None:  # noqa: D102
        for part in self.parts:
            part.check(rules)


@dataclass(frozen=True)
class Some(All):
    """At least one of several conditions."""

    def holds(self, cards: DealtCards, rules: RuleSet) -> np.ndarray:  # noqa: D102
        return np.logical_or.reduce([part.holds(cards, rules) for part in self.parts])

    def demands(self) -> Iterator[Condition]:  # noqa: D102
        yield self


@dataclass(frozen=True)
class Denial(Condition):
    """The opposite of a condition."""

    part: Condition

    def holds(self, cards: DealtCards, rules: RuleSet) -> np.ndarray:  # noqa: D102
        return ~self.part.holds(cards, rules)

    def check(self, rules: RuleSet) -> None:  # noqa: D102
        self.part.check(rules)


def _check_attribute(attribute: Attribute, rules: RuleSet) -> None:
    if attribute.name not in _OF_RUBICON:
        return
    for option in ("sequences_of", "sequence_scores", "point_scores"):
        value = getattr(rules, option)
        if value != getattr(RUBICON, option):
            raise InputError(
                f"given: {attribute.name} is counted as under rubicon, and the rules have "
                f"{option}={value!r}"
            )
