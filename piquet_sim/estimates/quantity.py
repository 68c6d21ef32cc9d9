"""A number with its meaning: what it is, in which unit, of what, whose, and against what.

An `Estimate` is arithmetic. Where an answer is given it becomes a `Quantity`, and what a table, a
chart or a sentence prints of it follows from that: its unit, its denominator, its digits and the
95% interval. Two quantities are held against each other only if they measure the same thing; the
error of their difference depends on whether they come from the same deals.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from math import floor, log10, sqrt
from statistics import median_low
from typing import Any

from piquet_sim.estimates.differences import subtract_dependent, subtract_estimates
from piquet_sim.estimates.estimate import Estimate, estimate_normal, negate
from piquet_sim.estimates.intervals import EXACT, MOVER, NORMAL


@dataclass(frozen=True)
class Unit:
    """What a number is counted in: a chart has an axis for each, a table a block."""

    name: str
    """On an axis and over a column."""
    mark: str = ""
    """Behind a number, where that is not the name."""
    scale: float = 1.0
    is_per: bool = True
    """Whether a mean of it is one a deal, and not one of deals."""

    def after(self, number: str) -> str:
        """A written number with its unit: "24.5 points", "9.5%"."""
        name = self.name.removesuffix("s") if number in ("1", "+1", "−1") else self.name
        return number + (self.mark or f" {name}")


POINTS, CARDS, TRICKS, HANDS = map(Unit, ("points", "cards", "tricks", "hands"))
SETTLEMENT = Unit("settlement", " of settlement")
DEALS = Unit("deals", is_per=False)
PERCENT = Unit("percent", "%", 100.0, is_per=False)
PERCENTAGE_POINTS = Unit("percentage points", scale=100.0, is_per=False)
"""Of differences of shares."""


@dataclass(frozen=True)
class Of:
    """A denominator: of what a share is one, or by what an amount is divided.

    Examples
    --------
    >>> Of("hand", "dealt a quart").many, Of("pair", "of deals").one
    ('hands dealt a quart', 'pair of deals')
    """

    noun: str = "deal"
    """Empty for what is no share and no mean: a total."""
    which: str = ""
    """What tells them from all others: "with a quatorze"."""
    whole: int = 0
    """How many there are with all others, where only some are meant."""

    @property
    def one(self) -> str:
        """As in "6.2 points a ..."."""
        return f"{self.noun} {self.which}".strip()

    @property
    def many(self) -> str:
        """As in "9.5% of ..."."""
        ending = "es" if self.noun.endswith("ch") else "s"
        return f"{self.noun}{ending} {self.which}".strip() if self.noun else ""


ALL_DEALS, NOTHING = Of(), Of("")


class Sign(StrEnum):
    """What it means that a number lies above zero."""

    AMOUNT = "amount"
    LEAD = "lead"
    LOSS = "loss"
    GAIN = "gain"
    CHANGE = "change"


@dataclass(frozen=True)
class Quantity:
    """An estimate, and what it is an estimate of."""

    key: str
    """By which it is asked for: unique in an answer."""
    name: str
    """What it is, without seat, unit and denominator."""
    estimate: Estimate
    unit: Unit = PERCENT
    of: Of = ALL_DEALS
    seat: str = ""
    """Whose it is: a seat or a player."""
    group: str = ""
    """The head under which it stands."""
    sign: Sign = Sign.AMOUNT
    against: str = ""
    """What a lead, a loss, a gain or a change is measured against."""
    source: str = "deals"
    """The deals it comes from; quantities of one source may depend on each other."""
    verdict: str = ""
    """What is judged of it."""
    column: str = ""
    """What of its name it is, where several stand side by side: "behind the best"."""

    @property
    def value(self) -> float:
        """In its unit."""
        return self.unit.scale * self.estimate.value

    @property
    def is_exact(self) -> bool:
        """Whether it was counted and not estimated."""
        return self.estimate.method == EXACT

    @property
    def ends(self) -> tuple[float, float] | None:
        """The 95% interval in its unit; None where there is none, or none is needed."""
        low, high = self.estimate.low, self.estimate.high
        if self.is_exact or low is None or high is None:
            return None
        return self.unit.scale * low, self.unit.scale * high

    @property
    def n(self) -> int | None:
        """How many of its denominator it comes from; None for a difference of two runs."""
        return None if self.estimate.method.startswith(MOVER) else self.estimate.n or None

    @property
    def part(self) -> float:
        """The share of all that are of its denominator."""
        return self.estimate.n / self.of.whole if self.of.whole else 1.0

    def __sub__(self, other: "Quantity") -> "Quantity":
        """By how much one exceeds another, as `subtract` has it."""
        return subtract(self, other) if isinstance(other, Quantity) else NotImplemented

    def as_json(self) -> dict[str, Any]:
        """Its key, and its row of a table."""
        return {"key": self.key, **self.as_row()}

    def as_row(self) -> dict[str, Any]:
        """As a row of a table: all digits, and what they mean. Percentages are shares there."""
        one, unit = self.estimate, self.unit.name if self.unit.scale == 1 else "share"
        return {
            "name": self.name,
            "seat": self.seat,
            "value": one.value,
            "low": one.low,
            "high": one.high,
            "se": one.se,
            "unit": unit,
            "of": self.of.many,
            "n": self.n,
            "sign": str(self.sign),
            "against": self.against,
            "method": one.method,
            "estimator": one.estimator,
        }


# ---- Two quantities -----------------------------------------------------------------------------
class NotComparable(ValueError):
    """Two quantities of other units, denominators, signs or baselines, held against each other."""


def check_comparable(one: Quantity, two: Quantity) -> None:
    """Refuse two quantities that do not measure the same thing.

    Raises
    ------
    NotComparable
        If they differ in unit, denominator, sign or baseline.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> share = Quantity("a", "capot", estimate_proportion(12, 400))
    >>> check_comparable(share, replace(share, key="b", of=Of("hand")))
    Traceback (most recent call last):
        ...
    piquet_sim.estimates.quantity.NotComparable: a and b differ in their denominator: deals, hands
    """
    for what, first, second in (
        ("unit", one.unit.name, two.unit.name),
        ("denominator", one.of.many, two.of.many),
        ("sign", one.sign, two.sign),
        ("baseline", one.against, two.against),
    ):
        if first != second:
            named = ", ".join(each or "none" for each in (first, second))
            raise NotComparable(f"{one.key} and {two.key} differ in their {what}: {named}")


def subtract(one: Quantity, two: Quantity) -> Quantity:
    """By how much one exceeds another: of shares in percentage points.

    If both come from the same deals, their errors are added, for they may depend on each other.

    Raises
    ------
    NotComparable
        If they do not measure the same thing.
    """
    check_comparable(one, two)
    less = subtract_dependent if one.source == two.source else subtract_estimates
    gap = less(one.estimate, two.estimate)
    if one.is_exact and two.is_exact:
        gap = replace(gap, method=EXACT, estimator=EXACT)
    unit = PERCENTAGE_POINTS if one.unit == PERCENT else one.unit
    same = one.name == two.name and one.seat != two.seat
    what, against = (one.seat, two.seat) if same else (one.name, two.name)
    return replace(
        one,
        key=f"{one.key}-{two.key}",
        name=f"{one.name}, " * same + f"{what} less {against}",
        seat="" if same else one.seat,
        estimate=gap,
        unit=unit,
        sign=Sign.CHANGE,
        against=against,
    )


def reverse_sign(one: Quantity) -> Quantity:
    """The same with the other sign."""
    return replace(one, estimate=negate(one.estimate))


def spread_over(one: Quantity) -> Quantity:
    """What occurs only in some deals, as a mean over all: nought where it does not occur.

    So costs of different deals get one denominator. The error includes that of the share of deals.
    """
    of = Of(one.of.noun)
    if not one.of.whole or one.of.whole == one.estimate.n:
        return replace(one, of=of)
    known, share, whole = one.estimate, one.part, one.of.whole
    squares = share * (known.se or 0.0) ** 2 * known.n
    se = sqrt((squares + share * (1 - share) * known.value**2) / whole)
    if not se:
        return replace(one, of=of)
    spread = estimate_normal(share * known.value, se, whole, f"{NORMAL}, with noughts")
    return replace(one, of=of, estimate=spread)


# ---- Digits -------------------------------------------------------------------------------------
_FIGURES = 3
"""Of an exact number."""
_ROUNDING = 1e-12
"""What is below this, against the value or 1, is the rounding of a sum and no error."""
_MOST_PLACES = 9


def find_place(one: Quantity, figures: int = 2) -> int:
    """Decimals with which so many figures of half the interval stand, and three of what is exact.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> share = Quantity("a", "capot", estimate_proportion(12, 400))
    >>> find_place(share), write_value(share), write_range(share)
    (1, '3.0', '1.7 to 5.2')
    """
    ends, value = one.ends, abs(one.value)
    half = (ends[1] - ends[0]) / 2 if ends else 0.0
    if all(end == round(end) for end in (value, *(ends or ()))):
        return 0
    if half > _ROUNDING * max(1.0, value):
        return max(0, figures - 1 - floor(log10(half)))
    if one.is_exact or not value:
        return max(0, _FIGURES - 1 - floor(log10(value))) if value else 0
    return max(2 if one.unit.scale == 1 else 1, -floor(log10(value)))


def find_places(numbers: Iterable[Quantity]) -> int:
    """Decimals of a column: one figure of half the intervals stands, as half of its numbers allow.

    Where the greatest would have fewer than three figures, a second one may.
    """
    known = [one for one in numbers if one.ends]
    if not known:
        return _MOST_PLACES
    few, many = (median_low(find_place(one, figures) for one in known) for figures in (1, 2))
    greatest = max(1.0, *(abs(one.value) for one in known))
    return min(many, max(few, _FIGURES - 1 - floor(log10(greatest))))


def write_number(value: float, places: int, sign: str = "") -> str:
    """A number with so many decimals, its minus as printers have it."""
    return f"{round(value, places) + 0.0:{sign},.{places}f}".replace("-", "−")


def write_value(one: Quantity, places: int | None = None) -> str:
    """A quantity without its unit: with a sign if it is a lead or a change.

    Parameters
    ----------
    one : Quantity
    places : int, optional
        Decimals of the column it stands in: it has no more than its own error supports, and no
        fewer than let one figure stand. A share that is smaller still is "<0.01". Of cases
        that were all alike a share is "0" or "100".
    """
    own, value = find_place(one), abs(one.value)
    sign = "+" if value and one.sign in (Sign.LEAD, Sign.CHANGE) else ""
    if one.estimate.is_unvaried and (not value or one.unit == PERCENT):
        return write_number(one.value, 0, sign)
    if places is None:
        return write_number(one.value, own, sign)
    least = 10.0**-places
    if not value or value >= least or one.is_exact:
        return write_number(one.value, own if one.is_exact else min(own, places), sign)
    if own > places and value >= 0.1 * least:
        return write_number(one.value, places + 1, sign)
    if one.unit == PERCENT:
        return f"<{write_number(least, places)}"
    return write_number(one.value, min(own, places), sign)


def write_range(one: Quantity) -> str:
    """The 95% interval, "low to high": the one meaning of a range, wherever it is printed."""
    if one.is_exact:
        return "exact"
    if one.ends is None:
        return "no interval"
    if one.ends[1] - one.ends[0] <= _ROUNDING * max(1.0, abs(one.value)):
        return "no other"
    places = find_place(one)
    low, high = (write_number(end, places) for end in one.ends)
    return f"{low} to {high}"


_SKEW = 0.1
"""Share of an interval by which its middle may lie beside the value that is printed with ±."""


def write_short(one: Quantity) -> str:
    """The value with its interval where there is no room for a column of ranges.

    ± is half the 95% interval; a range follows in brackets where the value is not its middle.
    """
    number = write_value(one) + one.unit.mark.strip() * (one.unit.mark == "%")
    if one.ends is None:
        return number
    low, high = one.ends
    if abs((low + high) / 2 - one.value) > _SKEW * (high - low):
        return f"{number} ({write_range(one)})"
    return f"{number} ± {write_number((high - low) / 2, find_place(one))}"


def say_range(one: Quantity) -> str:
    """A number in a sentence, with its unit and its interval in brackets.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> say_range(Quantity("a", "capot", estimate_proportion(12, 400)))
    '3.0% (1.7 to 5.2)'
    """
    ends = f" ({write_range(one)})" if one.ends else ""
    return one.unit.after(write_value(one)).rstrip() + ends
