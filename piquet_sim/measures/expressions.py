"""Expressions over deals: what is true or false of a deal, or a whole number in it.

A tree is in its normal form: double negations are removed, and everything else is as it was
written. Values are whole numbers, so that their sums are exactly the same in any order.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import NamedTuple

import numpy as np

from piquet_sim.conditions.model import Condition, DealtCards
from piquet_sim.estimates.limits import Limits, limit_amounts
from piquet_sim.game.cards import pack_mask
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import SEATS
from piquet_sim.measures.names import NUMBERS, STATEMENTS, Columns, limit_numbers

AND, OR = "and", "or"


@dataclass(frozen=True)
class Whole:
    """A whole number."""

    value: int


@dataclass(frozen=True)
class Amount:
    """A number of every deal, by its name."""

    name: str


@dataclass(frozen=True)
class Negative:
    """A number with the other sign."""

    part: "Number"


@dataclass(frozen=True)
class Product:
    """Numbers times each other."""

    parts: "tuple[Number, ...]"


@dataclass(frozen=True)
class Sum:
    """Numbers that are added up or subtracted."""

    parts: "tuple[Number, ...]"
    signs: tuple[int, ...]
    """1 or -1 for each."""


@dataclass(frozen=True)
class Call:
    """A function of numbers."""

    function: str
    """One of `FUNCTIONS`."""
    parts: "tuple[Number, ...]"


Number = Whole | Amount | Negative | Product | Sum | Call


@dataclass(frozen=True)
class Event:
    """What is true or false in every deal, by its name."""

    name: str


@dataclass(frozen=True)
class Holding:
    """That the cards dealt, or the hands that are played, meet a condition."""

    reading: str
    """The condition in its normal form."""
    is_after: bool
    """Whether it speaks of the hands after the exchange."""
    condition: Condition = field(repr=False, compare=False)
    rules: RuleSet = field(repr=False, compare=False)

    def __str__(self) -> str:
        return f"{'after the exchange ' if self.is_after else ''}{self.reading}"

    def compute(self, columns: Columns) -> np.ndarray:
        """Whether it holds, for each deal."""
        hands = [columns(f"{seat}_{'hand' if self.is_after else 'dealt'}") for seat in SEATS]
        talon = pack_mask(self.rules.pack) & ~(hands[0] | hands[1])
        return self.condition.holds(DealtCards(*hands, talon), self.rules)


@dataclass(frozen=True)
class Comparison:
    """Numbers compared with each other, each with the next."""

    parts: tuple[Number, ...]
    signs: tuple[str, ...]
    """Of `SIGNS`; one fewer."""


@dataclass(frozen=True)
class Not:
    """What is true where a statement is not."""

    part: "Statement"


@dataclass(frozen=True)
class Joined:
    """Statements joined by "and" or by "or"."""

    word: str
    parts: "tuple[Statement, ...]"


Statement = Event | Holding | Comparison | Not | Joined
Expression = Number | Statement


def is_statement(expression: Expression) -> bool:
    """Whether it is true or false, not a number."""
    return isinstance(expression, Statement)


class Function(NamedTuple):
    """A function of numbers."""

    compute: Callable[..., np.ndarray]
    least: int
    """The fewest numbers that it takes."""
    most: int | None
    """The most, where there is one."""


FUNCTIONS = {
    "abs": Function(np.abs, 1, 1),
    "max": Function(np.maximum, 2, None),
    "min": Function(np.minimum, 2, None),
}

SIGNS: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    ">=": np.greater_equal,
    "<=": np.less_equal,
    ">": np.greater,
    "<": np.less,
    "==": np.equal,
    "!=": np.not_equal,
}


# ---- In words -----------------------------------------------------------------------------------
_LEVELS: dict[type, int] = {Joined: 0, Not: 1, Comparison: 2, Sum: 3, Product: 4, Negative: 5}
_ATOM = 6


def _level(expression: Expression) -> int:
    if isinstance(expression, Whole) and expression.value < 0:
        return _LEVELS[Negative]
    return _LEVELS.get(type(expression), _ATOM)


def say_expression(expression: Expression) -> str:
    """An expression in its normal form, which can be typed back.

    Examples
    --------
    >>> from piquet_sim.measures.reading import read_expression
    >>> say_expression(read_expression("six <= elder_point & not(elder_cards)"))
    '6 <= elder_point and not elder_cards'
    """
    return _say(expression, 0)


def _say(expression: Expression, least: int) -> str:
    # In brackets where it binds less closely than what stands around it.
    said = _say_plainly(expression)
    return said if _level(expression) >= least else f"({said})"


def _say_plainly(expression: Expression) -> str:
    inner = _level(expression) + 1
    match expression:
        case Whole(value):
            return str(value)
        case Amount(name) | Event(name):
            return name
        case Holding():
            return f"'{expression}'"
        case Negative(part):
            return f"-{_say(part, inner)}"
        case Not(part):
            return f"not {_say(part, inner)}"
        case Product(parts):
            return " * ".join(_say(one, inner) for one in parts)
        case Sum(parts, signs):
            return _interleave(parts, ["-" if one < 0 else "+" for one in signs[1:]], inner)
        case Comparison(parts, signs):
            return _interleave(parts, signs, inner)
        case Joined(word, parts):
            return f" {word} ".join(_say(one, inner) for one in parts)
        case Call(function, parts):
            return f"{function}({', '.join(_say(one, 0) for one in parts)})"
    raise TypeError(f"{expression!r} is no expression")


def _interleave(parts: Sequence[Expression], signs: Sequence[str], least: int) -> str:
    first, *others = (_say(one, least) for one in parts)
    return first + "".join(f" {sign} {one}" for sign, one in zip(signs, others, strict=True))


def list_parts(expression: Expression) -> Iterator[Expression]:
    """All expressions in an expression, from the innermost to itself."""
    match expression:
        case Not(part) | Negative(part):
            yield from list_parts(part)
        case Product(parts) | Sum(parts) | Call(_, parts) | Comparison(parts) | Joined(_, parts):
            for one in parts:
                yield from list_parts(one)
    yield expression


def list_named(expression: Expression) -> Iterator[Amount | Event]:
    """The names in an expression, in order."""
    return (one for one in list_parts(expression) if isinstance(one, Amount | Event))


# ---- In deals -----------------------------------------------------------------------------------
def evaluate(expression: Expression, columns: Columns) -> np.ndarray:
    """The value of an expression in every deal.

    Parameters
    ----------
    expression : Expression
    columns : callable
        Gives a column of the records by its name.

    Returns
    -------
    array of bool or int64, one a deal
        A number alone where the expression names nothing.
    """
    match expression:
        case Whole(value):
            return np.asarray(value, np.int64)
        case Amount(name):
            return NUMBERS[name].compute(columns)
        case Event(name):
            return STATEMENTS[name].compute(columns)
        case Holding():
            return expression.compute(columns)
        case Not(part):
            return ~evaluate(part, columns)
        case Negative(part):
            return -evaluate(part, columns)
    parts = [evaluate(one, columns) for one in expression.parts]
    match expression:
        case Product():
            return reduce(np.multiply, parts)
        case Sum(_, signs):
            return reduce(
                np.add, [one if sign > 0 else -one for one, sign in zip(parts, signs, strict=True)]
            )
        case Call(function):
            compute = FUNCTIONS[function].compute
            return reduce(compute, parts) if len(parts) > 1 else compute(*parts)
        case Comparison(_, signs):
            pairs = zip(signs, parts, parts[1:], strict=False)
            return reduce(np.logical_and, [SIGNS[sign](*pair) for sign, *pair in pairs])
    return reduce(np.logical_and if expression.word == AND else np.logical_or, parts)


# ---- What is possible ---------------------------------------------------------------------------
def limit_expression(expression: Expression, rules: RuleSet) -> Limits:
    """The least and the most that an expression can be in a deal under the rules.

    Of a statement 0 for false and 1 for true. The range is never too narrow; it may be too wide
    where a name stands twice.

    Examples
    --------
    >>> from piquet_sim.game.rules import RUBICON
    >>> from piquet_sim.measures.reading import read_expression
    >>> limit_expression(read_expression("2 * elder_tricks - 12"), RUBICON)
    (-12, 12)
    """
    match expression:
        case Whole(value):
            return value, value
        case Amount(name):
            return limit_numbers(rules)[name]
        case Event(name):
            return limit_amounts(rules).get(name, (0, 1))
        case Holding():
            return 0, 1
        case Not(part):
            least, most = limit_expression(part, rules)
            return 1 - most, 1 - least
        case Negative(part):
            least, most = limit_expression(part, rules)
            return -most, -least
    parts = [limit_expression(one, rules) for one in expression.parts]
    match expression:
        case Product():
            return reduce(_limit_product, parts)
        case Sum(_, signs):
            turned = [
                (least, most) if sign > 0 else (-most, -least)
                for (least, most), sign in zip(parts, signs, strict=True)
            ]
            return sum(least for least, _ in turned), sum(most for _, most in turned)
        case Call("abs"):
            ((least, most),) = parts
            return max(least, -most, 0), max(-least, most)
        case Comparison(_, signs):
            parts = [
                _limit_comparison(sign, *pair)
                for sign, *pair in zip(signs, parts, parts[1:], strict=False)
            ]
    is_greatest = isinstance(expression, Joined) and expression.word == OR
    is_greatest |= isinstance(expression, Call) and expression.function == "max"
    choose = max if is_greatest else min
    return choose(least for least, _ in parts), choose(most for _, most in parts)


def _limit_product(one: Limits, two: Limits) -> Limits:
    corners = [a * b for a in one for b in two]
    return min(corners), max(corners)


def _limit_comparison(sign: str, one: Limits, two: Limits) -> Limits:
    # Always true, never true, or open.
    if sign in ("<", "<="):
        sign, one, two = {"<": ">", "<=": ">="}[sign], two, one
    compare = SIGNS[sign]
    if sign in (">", ">="):
        return int(compare(one[0], two[1])), int(compare(one[1], two[0]))
    is_apart = one[1] < two[0] or two[1] < one[0]
    is_fixed = one[0] == one[1] == two[0] == two[1]
    least, most = int(is_fixed), int(not is_apart)  # that they are equal
    return (least, most) if sign == "==" else (1 - most, 1 - least)
