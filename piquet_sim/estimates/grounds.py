"""Sentences with holes for numbers, each said only where the numbers bear it out.

A number comes out of a hole, with its unit and its denominator, so that no text prints it bare. A
text that compares, ranks or counts names its ground: which numbers must exceed which. It is said
only where all of the 99.8% interval of each difference lies on that side; so the titles of an
answer are listed with the boldest first, and the last claims nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import Formatter
from typing import TYPE_CHECKING

from piquet_sim.estimates.differences import NOT_SHOWN, is_clear, say_side
from piquet_sim.estimates.quantity import (
    NOTHING,
    PERCENT,
    Quantity,
    Sign,
    Unit,
    check_comparable,
    find_place,
    reverse_sign,
    write_number,
    write_range,
    write_value,
)
from piquet_sim.game.wording import capitalise, join_words

if TYPE_CHECKING:
    from piquet_sim.estimates.shown import Numbers

_LESS = " - "


@dataclass(frozen=True)
class Exceeds:
    """That some numbers exceed others beyond their errors: all of them, each of the others.

    So "calls lose most" is ``Exceeds("calls", "*")``, and "elder makes more" in a difference is
    ``Exceeds("lead", 0)``.
    """

    more: str | float
    """A key, a pattern of keys, or a number in the unit of the others."""
    than: str | float
    """The same; a number is not held against itself."""

    def holds(self, numbers: "Numbers") -> bool:
        """Whether it is shown."""
        keys = numbers.match(self.more) if isinstance(self.more, str) else [""]
        return bool(keys) and keys == self.list_above(numbers)

    def list_above(self, numbers: "Numbers") -> list[str]:
        """Those that exceed all of the others; of a plain number, "" if it does."""
        if not isinstance(self.more, str):
            keys = numbers.match(str(self.than))
            all_below = all(_is_beyond(numbers[key], below=self.more) for key in keys)
            return [""] if keys and all_below else []
        return [key for key in numbers.match(self.more) if self._is_so(numbers, key)]

    def _is_so(self, numbers: "Numbers", key: str) -> bool:
        if not isinstance(self.than, str):
            return _is_beyond(numbers[key], above=self.than)
        others = [one for one in numbers.match(self.than) if one != key]
        for one in others:
            check_comparable(numbers[key], numbers[one])
        gaps = (numbers.subtract(key, one) for one in others)
        are_bounded = all(numbers[one].estimate.low is not None for one in (key, *others))
        return bool(others) and are_bounded and all(is_clear(gap.estimate, above=0) for gap in gaps)

    def say(self, numbers: "Numbers") -> str:
        """The names of those that do, as a list in words."""
        return join_words([numbers[key].name for key in self.list_above(numbers)])


def _is_beyond(one: Quantity, **ends: float) -> bool:
    return is_clear(one.estimate, **{side: end / one.unit.scale for side, end in ends.items()})


@dataclass(frozen=True)
class Claim:
    """A text with holes for numbers, and the grounds of all else that it says.

    The holes are

    - ``{key}``: the number with unit and denominator, either left out while it is the one said
      before; ``{key:range}`` with its 95% interval, ``{key:size}`` without its sign, where the
      words say the side, ``{key:odds}`` "1 in 28", ``{key:of}`` the denominator alone, ``{key:n}``
      how many cases it is of;
    - ``{one - other}``: their difference, in words with its interval; ``:size`` as above;
    - anything else: what ``fills`` has for it, or what was played.
    """

    text: str
    grounds: Sequence[Exceeds] = ()
    fills: Mapping[str, str | Exceeds] = field(default_factory=dict)
    """Lists, which are their own grounds, and plain texts."""

    def list_keys(self, numbers: "Numbers") -> list[str]:
        """The numbers that it prints."""
        holes = (hole for _, hole, _, _ in Formatter().parse(self.text) if hole)
        known = {*self.fills, *numbers.played}
        return [key for hole in holes if hole not in known for key in hole.split(_LESS)]

    def holds(self, numbers: "Numbers") -> bool:
        """Whether all that it prints is there, and all that it claims is shown."""
        listed = (one for one in self.fills.values() if isinstance(one, Exceeds))
        return (
            all(key in numbers for key in self.list_keys(numbers))
            and all(one.holds(numbers) for one in self.grounds)
            and all(one.list_above(numbers) for one in listed)
        )

    def say(self, numbers: "Numbers", find_places: Callable[[Quantity], int] | None = None) -> str:
        """The text, its numbers with the decimals of their column where they stand in one."""
        words, parts = _Words(numbers, find_places), []
        for before, hole, form, _ in Formatter().parse(self.text):
            parts.append(before)
            if hole in self.fills:
                fill = self.fills[hole]
                parts.append(fill if isinstance(fill, str) else fill.say(numbers))
            elif hole in numbers.played:
                parts.append(str(numbers.played[hole]))
            elif hole and _LESS in hole:
                parts.append(words.compare(*hole.split(_LESS), form == "size"))
            elif hole:
                parts.append(words.fill(numbers[hole], form or ""))
        return "".join(parts)


def claim_either(text: str, key: str, one: str, two: str) -> list[Claim]:
    """That one of two is ahead, or the other: the holes ``{one}`` and ``{two}`` are who, and whom.

    Parameters
    ----------
    text : str
    key : str
        The number that lies above zero where the first is ahead.
    one, two : str
    """
    return [
        Claim(text, [ground], {"one": capitalise(first), "two": second})
        for first, second, ground in ((one, two, Exceeds(key, 0)), (two, one, Exceeds(0, key)))
    ]


def choose(claims: Iterable[Claim], numbers: "Numbers") -> Claim:
    """The first claim that holds."""
    return next(one for one in claims if one.holds(numbers))


class _Words:
    # Numbers one after the other: what was said of unit and denominator is not said again.

    def __init__(self, numbers: "Numbers", find_places: Callable[[Quantity], int] | None) -> None:
        self.numbers, self.find_places = numbers, find_places
        self.unit: Unit | None = None
        self.of = NOTHING.many

    def fill(self, one: Quantity, form: str) -> str:
        if form == "of":
            self.of = one.of.many
            return self.of
        if form == "odds":
            return say_one_in(one)
        if form == "n":
            return f"{one.n:,}"
        if form == "size":
            one = _take_size(one)
        places = self.find_places(one) if self.find_places and form != "range" else None
        number = write_value(one, places)
        is_said, self.unit = self.unit == one.unit and not one.unit.mark, one.unit
        text = number if is_said else one.unit.after(number)
        if form == "range":
            text += f" ({write_range(one)})"
        return text + self._add_of(one)

    def _add_of(self, one: Quantity) -> str:
        if one.of.many in ("", self.of):
            return ""
        self.of = one.of.many
        return f" a {one.of.one}" if one.unit.is_per else f" of {one.of.many}"

    def compare(self, key: str, other: str, is_size: bool) -> str:
        gap, one = self.numbers.subtract(key, other), self.numbers[key]
        size = _take_size(gap)
        if is_size:
            return gap.unit.after(write_value(size)) + self._add_of(one)
        self._add_of(one)
        number = write_number(size.value, find_place(size))
        side, doubt = say_side(gap.estimate)
        if side:
            return f"{gap.unit.after(number)} {side} ({write_range(size)}){doubt}"
        return f"{NOT_SHOWN} ({gap.unit.after(write_range(gap))})"


def _take_size(one: Quantity) -> Quantity:
    return replace(one if one.value >= 0 else reverse_sign(one), sign=Sign.AMOUNT)


_MANY = 10_000
"""Odds that are given to a whole number."""


def say_one_in(one: Quantity) -> str:
    """A share as books give it, as exactly as its interval allows.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> say_one_in(Quantity("a", "capot", estimate_proportion(12, 400)))
    '1 in 33'
    """
    if one.unit != PERCENT or not one.value:
        return "never seen"
    odds = 1 / one.estimate.value
    if one.is_exact:
        return f"1 in {odds:,.{int(odds < _MANY)}f}"
    se = (one.estimate.se or 0.0) * odds * odds
    places = -int(f"{se:e}".split("e")[1])
    return f"1 in {round(odds, places):,.{max(0, places)}f}"
