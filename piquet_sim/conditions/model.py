"""Conditions on the cards that are dealt: what must hold, and whether it does.

A condition is a tree. Its leaves speak of one place (elder's hand, younger's hand, the talon) or
compare two: cards that lie there, a number that the hand has within bounds, one number greater
than another. `All` and `Some` put them together. `simplify` brings a tree into its normal form, in
which nothing is denied and equal conditions are equal trees; `expression` makes trees of text,
`counting` and `dealing` count and deal them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf

import numpy as np

from piquet_sim.conditions.attributes import (
    ATTRIBUTES,
    COURTS,
    Attribute,
    check_attribute,
    count_cards_of,
    split_into_kinds,
)
from piquet_sim.game.cards import HAND_CARDS, card_rank, card_suit, count_cards, iterate_cards
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import ELDER, YOUNGER
from piquet_sim.kernel.tables import SHORTEST_SEQUENCE

TALON = "talon"
PLACES = (ELDER, YOUNGER, TALON)
"""Where a card can lie before the exchange; the talon is the whole stock."""


def cards_in(place: str, pack: int) -> int:
    """How many cards lie in a place.

    Examples
    --------
    >>> cards_in("talon", 32)
    8
    """
    return pack - 2 * HAND_CARDS if place == TALON else HAND_CARDS


# ---- Conditions ---------------------------------------------------------------------------------
@dataclass(frozen=True)
class DealtCards:
    """Many deals before the exchange: int64 masks."""

    elder: np.ndarray
    younger: np.ndarray
    talon: np.ndarray
    measured: dict[tuple[str, Attribute], np.ndarray] = field(default_factory=dict)
    """Numbers that have been asked for, which conditions of many parts ask for again."""

    def measure(self, place: str, attribute: Attribute, rules: RuleSet) -> np.ndarray:
        """A number of what lies in a place, for each deal: int64 array."""
        key = place, attribute
        if key not in self.measured:
            self.measured[key] = attribute.measure(getattr(self, place), rules)
        return self.measured[key]


class Condition:
    """A condition on a deal, which holds or does not."""

    def holds(self, cards: DealtCards, rules: RuleSet) -> np.ndarray:
        """Whether it holds, for each deal: a boolean array."""
        raise NotImplementedError

    def deny(self) -> "Condition":
        """The opposite."""
        raise NotImplementedError

    def leaves(self) -> "Iterator[Leaf]":
        """The conditions that it consists of."""
        raise NotImplementedError

    def check(self, rules: RuleSet) -> None:
        """Check that the rules have what the condition uses.

        Raises
        ------
        InputError
        """
        for leaf in self.leaves():
            for attribute in leaf.attributes():
                check_attribute(attribute, rules)


class Leaf(Condition):
    """A condition without parts."""

    place: str

    def leaves(self) -> "Iterator[Leaf]":  # noqa: D102
        yield self

    def attributes(self) -> tuple[Attribute, ...]:
        """The numbers that it uses."""
        return ()


@dataclass(frozen=True)
class Held(Leaf):
    """A place holds all of some cards."""

    place: str
    cards: int

    def holds(self, cards: DealtCards, rules: RuleSet) -> np.ndarray:  # noqa: D102
        return getattr(cards, self.place) & self.cards == self.cards

    def deny(self) -> Condition:  # noqa: D102
        return Numbering(self.place, count_cards_of(self.cards), 0, count_cards(self.cards) - 1)


@dataclass(frozen=True)
class Numbering(Leaf):
    """A number that a hand has lies within bounds."""

    place: str
    attribute: Attribute
    low: int = 0
    high: float = inf

    def holds(self, cards: DealtCards, rules: RuleSet) -> np.ndarray:  # noqa: D102
        number = cards.measure(self.place, self.attribute, rules)
        return (self.low <= number) & (number <= self.high)

    def deny(self) -> Condition:  # noqa: D102
        below = Numbering(self.place, self.attribute, 0, self.low - 1)
        if self.high == inf:
            return below
        above = Numbering(self.place, self.attribute, int(self.high) + 1)
        return above if self.low <= 0 else Some((below, above))

    def attributes(self) -> tuple[Attribute, ...]:  # noqa: D102
        return (self.attribute,)

    @property
    def names_cards(self) -> bool:
        """Whether it names single cards."""
        return self.attribute.name.startswith("of ")


@dataclass(frozen=True)
class Compared(Leaf):
    """A number of one place is greater than that of another, at least as great, or equal."""

    place: str
    attribute: Attribute
    sign: str
    """`>`, `>=`, `<`, `<=` or `=`."""
    other_place: str
    other: Attribute

    def holds(self, cards: DealtCards, rules: RuleSet) -> np.ndarray:  # noqa: D102
        one = cards.measure(self.place, self.attribute, rules)
        two = cards.measure(self.other_place, self.other, rules)
        return _SIGNS[self.sign](one, two)

    def deny(self) -> Condition:  # noqa: D102
        if self.sign == "=":
            return Some(tuple(self._with(sign) for sign in "<>"))
        return self._with(_OPPOSITES[self.sign])

    def _with(self, sign: str) -> "Compared":
        return Compared(self.place, self.attribute, sign, self.other_place, self.other)

    def is_so(self, one: int, two: int) -> bool:
        """Whether two numbers compare as it says."""
        return bool(_SIGNS[self.sign](one, two))

    def attributes(self) -> tuple[Attribute, ...]:  # noqa: D102
        return (self.attribute, self.other)


_SIGNS = {">": np.greater, ">=": np.greater_equal, "<": np.less, "<=": np.less_equal, "=": np.equal}
_OPPOSITES = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}
_TURNED = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "="}


@dataclass(frozen=True)
class All(Condition):
    """All of several conditions."""

    parts: tuple[Condition, ...]

    def holds(self, cards: DealtCards, rules: RuleSet) -> np.ndarray:  # noqa: D102
        return np.logical_and.reduce([part.holds(cards, rules) for part in self.parts])

    def deny(self) -> Condition:  # noqa: D102
        return Some(tuple(part.deny() for part in self.parts))

    def leaves(self) -> Iterator[Leaf]:  # noqa: D102
        for part in self.parts:
            yield from part.leaves()


@dataclass(frozen=True)
class Some(Condition):
    """At least one of several conditions."""

    parts: tuple[Condition, ...]

    def holds(self, cards: DealtCards, rules: RuleSet) -> np.ndarray:  # noqa: D102
        return np.logical_or.reduce([part.holds(cards, rules) for part in self.parts])

    def deny(self) -> Condition:  # noqa: D102
        return All(tuple(part.deny() for part in self.parts))

    def leaves(self) -> Iterator[Leaf]:  # noqa: D102
        for part in self.parts:
            yield from part.leaves()


# ---- The normal form ----------------------------------------------------------------------------
def simplify(condition: Condition, pack: int = 32) -> Condition:
    """The normal form of a condition: the same deals, and the same tree for the same words.

    Bounds beyond what the cards allow are taken away, cards of one place put together, parts
    flattened, sorted by place, and named once.

    Examples
    --------
    >>> one = Held("elder", 256)
    >>> simplify(All((one, All((one,)))))
    Held(place='elder', cards=256)
    """
    if isinstance(condition, Numbering):
        return _simplify_number(condition, pack)
    if isinstance(condition, Compared):
        return _simplify_comparison(condition)
    if not isinstance(condition, All | Some):
        return condition
    kind = type(condition)
    parts: list[Condition] = []
    for part in condition.parts:
        plain = simplify(part, pack)
        parts += plain.parts if isinstance(plain, kind) else (plain,)
    parts = _join_cards(parts, kind, pack)
    if kind is All:
        parts = _join_numbers(parts)
    parts = sorted(dict.fromkeys(parts), key=_place_in_order)
    return parts[0] if len(parts) == 1 else kind(tuple(parts))


def _simplify_number(number: Numbering, pack: int) -> Condition:
    attribute = number.attribute
    if attribute.mask:
        attribute = count_cards_of(attribute.mask, pack)
    number = Numbering(number.place, attribute, number.low, number.high)
    least, most = attribute.limits(cards_in(number.place, pack), pack)
    low, high = number.low, number.high
    if attribute.name == "best_sequence":  # which is never of one card or two
        low = SHORTEST_SEQUENCE if 0 < low < SHORTEST_SEQUENCE else low
        high = 0 if 0 < high < SHORTEST_SEQUENCE else high
    low, high = 0 if low <= least else low, inf if high >= most else high
    if number.names_cards and high == 0 and (kinds := split_into_kinds(attribute.mask, pack)):
        parts = tuple(Numbering(number.place, ATTRIBUTES[kind], 0, 0) for kind in kinds)
        return All(tuple(sorted(parts, key=_place_in_order)))
    if number.names_cards and low == count_cards(attribute.mask):
        return Held(number.place, attribute.mask)
    return Numbering(number.place, attribute, low, high)


def _simplify_comparison(compared: Compared) -> Compared:
    one, two = (
        (PLACES.index(place), attribute.name)
        for place, attribute in (
            (compared.place, compared.attribute),
            (compared.other_place, compared.other),
        )
    )
    if one <= two:
        return compared
    return Compared(
        compared.other_place,
        compared.other,
        _TURNED[compared.sign],
        compared.place,
        compared.attribute,
    )


def _join_cards(parts: list[Condition], kind: type, pack: int) -> list[Condition]:
    # Of All: cards that a place has become one condition, those that it lacks another. Of Some:
    # that one card at least is missing.
    held, lacked = dict.fromkeys(PLACES, 0), dict.fromkeys(PLACES, 0)
    others = []
    for part in parts:
        if kind is All and isinstance(part, Held):
            held[part.place] |= part.cards
        elif (
            isinstance(part, Numbering)
            and part.names_cards
            and part.low == 0
            and part.high == (0 if kind is All else count_cards(part.attribute.mask) - 1)
        ):
            lacked[part.place] |= part.attribute.mask
        else:
            others.append(part)
    most = {place: 0 if kind is All else count_cards(cards) - 1 for place, cards in lacked.items()}
    joined: list[Condition] = [Held(place, cards) for place, cards in held.items() if cards]
    for place, cards in lacked.items():
        if cards:
            number = Numbering(place, count_cards_of(cards, pack), 0, most[place])
            whole = _simplify_number(number, pack)
            joined += whole.parts if isinstance(whole, All) else (whole,)
    return [*joined, *others]


def _join_numbers(parts: list[Condition]) -> list[Condition]:
    # Bounds of one number become one, if anything lies within both.
    joined: dict[object, Condition] = {}
    for place, part in enumerate(parts):
        if not isinstance(part, Numbering):
            joined[place] = part
            continue
        key = part.place, part.attribute.name
        other = joined.get(key)
        if other is None:
            joined[key] = part
            continue
        low, high = max(part.low, other.low), min(part.high, other.high)
        if low <= high:
            joined[key] = Numbering(part.place, part.attribute, low, high)
        else:
            joined[place] = part
    return list(joined.values())


def _place_in_order(part: Condition) -> tuple:
    # By place: cards, carte blanche, numbers; then what compares or is put together.
    if isinstance(part, Held):
        cards = [(card_suit(card), -card_rank(card)) for card in iterate_cards(part.cards)]
        return PLACES.index(part.place), 0, cards, "", 0, 0, ()
    if isinstance(part, Numbering):
        name = part.attribute.name
        order = list(ATTRIBUTES).index(name) if name in ATTRIBUTES else len(ATTRIBUTES)
        is_blank = part.attribute == COURTS and part.high == 0
        kind = 1 if is_blank else 2
        return PLACES.index(part.place), kind, [(order, 0)], name, part.low, part.high, ()
    if isinstance(part, Compared):
        said = f"{part.place} {part.attribute.name} {part.sign} {part.other_place}"
        return len(PLACES), 0, [], f"{said} {part.other.name}", 0, 0, ()
    inner = tuple(map(_place_in_order, part.parts))
    return len(PLACES), 1 + isinstance(part, Some), [], "", 0, 0, inner
