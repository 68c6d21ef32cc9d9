"""Expressions: what is asked of the cards of a deal and of its outcome.

An expression is one of Python's over the names of `names`. Reading checks each part: its least and
its greatest value, whether it is a number or true or false, and whether it is whole. A question of
dealt cards alone also becomes a condition (`model`), which is counted exactly and dealt.
"""

import ast
import operator
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial, reduce
from inspect import signature
from itertools import groupby, product
from math import inf, prod
from typing import Any, NoReturn

import numpy as np

from piquet_sim.conditions.attributes import ATTRIBUTES, Attribute, check_attribute, count_cards_of
from piquet_sim.conditions.model import (
    All,
    Compared,
    Condition,
    DealtCards,
    Numbering,
    Some,
    simplify,
)
from piquet_sim.conditions.names import (
    BY,
    CENSUS,
    EVENT,
    GIVEN,
    MEASURE,
    OF_A_DEAL,
    ORDER,
    OTHER_PLACES,
    OUTCOME,
    PLACES,
    PLACES_OF,
    WORDS,
    YES,
    Place,
    limit_columns,
    limit_word,
    list_columns,
)
from piquet_sim.conditions.sayings import SAID, SUCCESSORS, say_nearest
from piquet_sim.game.cards import pack_mask, parse_hand
from piquet_sim.game.errors import InputError, shorten, suggest
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.terms import ELDER
from piquet_sim.game.wording import say_cards

LONGEST = 1000
"""Maximum length of an expression in characters."""

HIGHEST_VALUE = 1_000_000
"""The greatest value of any part: squares of a range of units then fit into 64 bits."""

_DEEPEST, _LONGEST_PART = 60, 60
_MOST_LISTED = 20_000
"""Combinations of values of which a condition is made."""


# ---- What is read -------------------------------------------------------------------------------
@dataclass(frozen=True)
class Deals:
    """Deals, or hands, of which an expression is asked."""

    column: Callable[[str], np.ndarray]
    """Gives a column by its name: int64, one number a deal."""
    pack: int = 32
    listed: Mapping[str, np.ndarray] = field(default_factory=dict)
    """Values of parts that are known, by their text."""

    def ask(self, part: "Expression") -> Any:
        """The values of a part."""
        return self.listed[part.text] if part.text in self.listed else part.compute(self)

    def cards(self, place: Place) -> np.ndarray:
        """The cards of a place: int64 masks."""
        return place.find(self.column, self.pack)


@dataclass(frozen=True)
class Expression:
    """An expression, or a part of one."""

    compute: Callable[[Deals], Any] = field(repr=False)
    """Its value in each deal: 1 or 0 for what is true or false."""
    limits: tuple[float, float]
    """The least and the most of its value. Never too narrow; too wide where a name stands twice."""
    is_yes: bool = False
    """Whether it is true or false, not a number."""
    is_whole: bool = True
    """Whether its value is certain to be a whole number."""
    text: str = ""
    """Its normal form."""
    meanings: tuple[str, ...] = field(default=(), repr=False)
    """What the names in it stand for."""
    is_order: bool = False
    """Whether it only compares."""
    condition: Condition | None = field(default=None, repr=False)
    """Where it is true or false of the cards dealt alone."""
    number: tuple[str, Attribute] | None = field(default=None, repr=False)
    """Where it is one number of the cards of one place: the name of the place, and the number."""
    inner: "tuple[Expression, ...]" = field(default=(), repr=False)
    """Of what is computed from the cards dealt alone: the parts that are `listed`."""

    @property
    def meaning(self) -> str:
        """What the names in it stand for, in words."""
        return "; ".join(dict.fromkeys(self.meanings))

    @property
    def listed(self) -> "tuple[Expression, ...]":
        """The parts whose values decide its own; none if it asks more than the cards dealt."""
        is_number = self.number is not None and PLACES[self.number[0]].leaf
        return (self,) if is_number or self.condition is not None else self.inner

    @property
    def is_dealt(self) -> bool:
        """Whether it follows from the cards dealt, or is a constant."""
        return bool(self.listed) or not self.meanings

    def bound(self, low: int, high: int) -> Condition:
        """The condition that its value lies within bounds."""
        if self.number is not None:
            place, attribute = self.number
            return Numbering(
                PLACES[place].leaf, attribute, low, inf if high == self.limits[1] else high
            )
        if low != high:
            return Numbering(ELDER, ATTRIBUTES["aces"])  # which all deals meet
        return self.condition if low else self.condition.deny()


_SIGNS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.GtE: operator.ge, ast.LtE: operator.le, ast.Gt: operator.gt, ast.Lt: operator.lt,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.And: np.minimum, ast.Or: np.maximum,
    ast.Not: lambda value: 1 - value, ast.USub: operator.neg, ast.UAdd: operator.pos,
}  # fmt: skip
_COMPARED = {ast.GtE: ">=", ast.LtE: "<=", ast.Gt: ">", ast.Lt: "<", ast.Eq: "=", ast.NotEq: "="}
_INSTEAD = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "!=", ast.Invert: "not"}
FUNCTIONS = {"abs": np.abs, "max": np.maximum, "min": np.minimum}
_ALLOWED = (
    "there are + - * / // %, >= <= > < == !=, in (4, 5), and, or, not, abs, min, max and brackets"
)
_PRINTED = str.maketrans({"≥": ">=", "≤": "<=", "≠": "!="})
_EXAMPLE = "elder.aces == 4 and younger.hearts >= 5"


@lru_cache(maxsize=1024)
def read_expression(text: str, rules: RuleSet = RUBICON, what: str = MEASURE) -> Expression:
    """An expression from its text.

    Parameters
    ----------
    text : str
    rules : RuleSet
        The pack, and what numbers can be.
    what : str
        What it is for: "given" asks the cards dealt, "census", "event" and "aim" one hand,
        "measure", "given-outcome" and "by" all that a deal brings.

    Raises
    ------
    InputError
        If it is too long, nested too deeply, not on the white list, names what does not exist or
        is not known, takes a number for true or false, can get too large, or need not be whole. It
        says which part, where it stands and what to write.

    Examples
    --------
    >>> read = read_expression("2*elder_tricks-12", RUBICON)
    >>> read.text, read.limits, read.is_yes
    ('2 * elder_tricks - 12', (-12, 12), False)
    """
    try:
        return _read(text, rules, what)
    except InputError as error:
        said = GIVEN if what == CENSUS else what
        raise InputError(f"{said}: {str(error).removeprefix('given: ')}") from None


def _read(text: str, rules: RuleSet, what: str) -> Expression:
    if len(text) > LONGEST:
        raise InputError(f"{len(text):,} characters; at most {LONGEST:,} are allowed")
    text = " ".join(text.translate(_PRINTED).split())
    example = "elder" if what in (GIVEN, MEASURE, OUTCOME, BY) else "hand"
    if (known := (SAID | SUCCESSORS).get(text)) is not None:
        written = re.sub(r"\b(elder|hand)\b", example, known)
        raise InputError(f"{text!r} is written {written}")
    read = _Reader(text, rules, what).visit(_parse(text, example))
    if not read.meanings:
        raise InputError(f"{read.text!r} asks nothing of a deal; write as in {example}.aces > 0")
    if (column := list_columns().get(read.text)) and column.share:
        raise InputError(
            f"{read.text} alone might be {column.share!r}; write {read.text} > 0, or "
            f"{read.text}_mean for the mean of its points"
        )
    if read.is_order:
        raise InputError(_say_order(read.text))
    if not read.is_whole:
        raise InputError(f"{read.text!r} need not be whole; divide by //, or compare it")
    if what in (GIVEN, CENSUS, EVENT, OUTCOME) and not read.is_yes:
        raise InputError(
            f'{read.text} is a number; compare it, in quotes: "{read.text} > {int(read.limits[0])}"'
        )
    return read


def read_given(text: str, rules: RuleSet = RUBICON, what: str = GIVEN) -> tuple[Condition, str]:
    """A condition on the cards dealt, and the normal form of its text.

    Raises
    ------
    InputError
        As `read_expression`.

    Examples
    --------
    >>> condition, text = read_given("elder.aces>=3")
    >>> text, condition.low, condition.high
    ('elder.aces >= 3', 3, inf)
    """
    read = read_expression(text, rules, what)
    return simplify(read.condition, rules.pack), read.text


# ---- Reading ------------------------------------------------------------------------------------
def _parse(text: str, place: str) -> ast.expr:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tree = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        at = min((error.offset or len(text) + 1) - 1, len(text))
        rest = text[at:].split(maxsplit=1)
        hint = f"as in {_EXAMPLE.replace('elder', place) if place == 'hand' else _EXAMPLE}"
        if (rest and rest[0].startswith("=")) or re.search(r"[^=<>!]=[^=]", text.partition("(")[0]):
            hint = "'==' compares, as do >= and <="
        elif rest and rest[0].startswith("!"):
            hint = "write 'not'"
        elif "(" in text and not {"'", '"'} & set(text):  # PowerShell takes quotes away
            hint = "cards stand in single quotes, all in double quotes: \"elder.has('AS KS')\""
        elif near := say_nearest(text, place):
            hint = f"did you mean {near}?"
        where = repr(shorten(rest[0], _LONGEST_PART)) if rest else "the end"
        raise InputError(f"at {where} (character {at + 1}): {hint}") from None
    except (ValueError, MemoryError, RecursionError):
        raise InputError(f"not an expression; write as in {_EXAMPLE}") from None
    level: list[ast.AST] = [tree]
    for _ in range(_DEEPEST):
        level = [inner for one in level for inner in ast.iter_child_nodes(one)]
    if level:
        raise InputError(f"nested more than {_DEEPEST} deep")
    return tree


class _Reader(ast.NodeVisitor):
    # What has no method here is refused.

    def __init__(self, text: str, rules: RuleSet, what: str) -> None:
        self.text, self.rules, self.what = text, rules, what
        self.places = PLACES_OF.get(what, OF_A_DEAL)

    def visit(self, node: ast.AST) -> Expression:
        part = super().visit(node)
        most = max(-part.limits[0], part.limits[1])
        if most > HIGHEST_VALUE:
            self.refuse(node, f"can reach {most:,}; at most {HIGHEST_VALUE:,} is allowed")
        return replace(part, text=ast.unparse(node))

    def refuse(self, node: ast.AST, why: str) -> NoReturn:
        written = ast.get_source_segment(self.text, node) or self.text
        raise InputError(
            f"{shorten(written, _LONGEST_PART)!r} (character {node.col_offset + 1}) {why}"
        )

    def generic_visit(self, node: ast.AST) -> NoReturn:
        instead = _INSTEAD.get(type(getattr(node, "op", None)))
        hint = f"write {instead!r}, with brackets where it is needed" if instead else _ALLOWED
        self.refuse(node, f"is not allowed; {hint}")

    def find_sign(self, node: ast.AST, sign: ast.AST) -> Callable[..., Any]:
        return _SIGNS.get(type(sign)) or self.generic_visit(node)

    # ---- Names ----
    def visit_Constant(self, node: ast.Constant) -> Expression:
        value = node.value
        if isinstance(value, str) and (near := say_nearest(value)):
            self.refuse(node, f"is not allowed; did you mean {near}?")
        if type(value) not in (int, float):
            self.generic_visit(node)
        return Expression(lambda _: value, (value, value), is_whole=isinstance(value, int))

    def visit_Name(self, node: ast.Name) -> Expression:
        name, columns = node.id, list_columns()
        place, _, word = name.partition("_")
        if name in PLACES:
            self.refuse(node, f"needs a dot and what is asked, as in {name}.aces")
        if name in OTHER_PLACES:
            self.refuse(node, f"is no place; write {OTHER_PLACES[name]}")
        if name in WORDS and name not in columns:
            self.refuse(node, f"of which cards? as in {self.places[0]}.{name}")
        if name not in columns and place in PLACES and word in WORDS:
            self.refuse(node, f"is no column; a dot asks what cards hold: {place}.{word}")
        if name not in columns:
            self.refuse(node, f"is unknown: {suggest(name, [*columns, *PLACES, *WORDS], 'name')}")
        column, known = columns[name], limit_columns(self.rules)
        if not column.is_counted:
            self.refuse(node, f"({column.meaning}) is neither a number nor true or false")
        if self.what in PLACES_OF:
            self.refuse(
                node,
                f"is known after the deal, and {self.what} asks the cards: see "
                "--given-outcome, --measure",
            )
        if column.formula:
            part = _Reader(column.formula, self.rules, self.what).visit(
                _parse(column.formula, ELDER)
            )
            part = replace(part, limits=known.get(name, part.limits))
        else:
            part = Expression(lambda deals: deals.column(name), known[name], column.is_yes)
        return replace(part, meanings=(f"{name}: {column.meaning}",))

    def visit_Attribute(self, node: ast.Attribute, call: ast.Call | None = None) -> Expression:
        place, name = self.find_place(node.value), node.attr
        if name not in WORDS:
            if f"{place.name}_{name}" in list_columns():
                self.refuse(node, f"is a column, with an underscore: {place.name}_{name}")
            if f"{place.name}.{name}" in PLACES:
                self.refuse(node, f"needs what is asked, as in {place.name}.{name}.aces")
            self.refuse(node, f"is unknown: {suggest(name, WORDS, 'word')}")
        word, rules = WORDS[name], self.rules
        written = f"{place.name}.{name}" + f"({word.takes})" * bool(word.takes)
        if (call is None) == bool(word.takes):
            self.refuse(call or node, f"is written {written}")
        if rules.pack not in word.packs:
            why = "there are no sixes" if rules.pack == 32 else "a longer suit can have fewer pips"
            self.refuse(node, f"is not asked with {rules.pack} cards: {why}")
        try:
            holding = word.holding
            if not isinstance(holding, Attribute):
                arguments = [] if call is None else [ast.literal_eval(one) for one in call.args]
                named = {} if call is None else {
                    one.arg: ast.literal_eval(one.value) for one in call.keywords
                }  # fmt: skip
                asked = signature(holding).bind(rules.pack, *arguments, **named)
                holding = holding(*asked.args, **asked.kwargs)
            part = self.hold(place, holding, word.unit == YES)
        except InputError as error:
            self.refuse(call or node, f"cannot be: {str(error).removeprefix('given: ')}")
        except (ValueError, TypeError):
            self.refuse(call or node, f"takes letters in single quotes, and numbers: {written}")
        if call is not None and word.takes_cards:  # in their order, in the normal form
            cards = parse_hand(asked.args[1], "cards", rules.pack)
            call.args, call.keywords = [ast.Constant(say_cards(cards))], []
        meaning = f"{place.name}.{name}: {word.meaning}, of {place.meaning}"
        return replace(part, is_order=word.unit == ORDER, meanings=(meaning,))

    def find_place(self, node: ast.AST) -> Place:
        name = ast.unparse(node)
        if name in OTHER_PLACES:
            self.refuse(node, f"is no place; write {OTHER_PLACES[name]}")
        if name in self.places:
            return PLACES[name]
        if self.what == GIVEN and name in OF_A_DEAL:
            self.refuse(
                node,
                "is known after the exchange, and given asks the cards dealt: see "
                "--given-outcome, --measure",
            )
        self.refuse(node, f"is not asked here: {suggest(name, self.places, 'place')}")

    def hold(self, place: Place, holding: Any, is_yes: bool) -> Expression:
        rules = self.rules
        if not is_yes:
            check_attribute(holding, rules)
            return Expression(
                lambda deals: holding.measure(deals.cards(place), rules),
                limit_word(place.name, holding, rules),
                number=(place.name, holding),
            )
        condition = holding(place.leaf or ELDER)
        condition.check(rules)

        def judge(deals: Deals) -> np.ndarray:
            cards = deals.cards(place)  # wherever they lie
            return condition.holds(DealtCards(cards, cards, cards), rules).astype(np.int64)

        return Expression(judge, (0, 1), True, condition=condition if place.leaf else None)

    def visit_Call(self, node: ast.Call) -> Expression:
        if isinstance(node.func, ast.Attribute):
            return self.visit_Attribute(node.func, node)
        name = ast.unparse(node.func)
        if name not in FUNCTIONS:
            self.refuse(node, f"is not allowed: no function {name!r}; there are: abs, max, min")
        if node.keywords or not node.args or (len(node.args) > 1) == (name == "abs"):
            takes = "one number" if name == "abs" else "two numbers or more"
            self.refuse(node, f"is not allowed; {name} takes {takes}")
        parts = [self.visit_number(one) for one in node.args]
        if name != "abs":
            return reduce(partial(_join, FUNCTIONS[name]), parts)
        least, most = parts[0].limits
        return replace(_join(np.abs, parts[0]), limits=(max(least, -most, 0), max(-least, most)))

    # ---- Signs ----
    def visit_number(self, node: ast.AST) -> Expression:
        part = self.visit(node)
        if part.is_order:
            self.refuse(node, _say_order(part.text).removeprefix(f"{part.text} "))
        return part

    def visit_yes(self, node: ast.AST) -> Expression:
        part = self.visit_number(node)
        if not part.meanings:
            self.refuse(node, "stands alone; write elder.aces in (3, 4) for one or the other")
        if not part.is_yes:
            self.refuse(node, f"is a number; compare it, as in {part.text} > {part.limits[0]}")
        return part

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Expression:
        sign = self.find_sign(node, node.op)
        if not isinstance(node.op, ast.Not):
            return _join(sign, self.visit_number(node.operand))
        return _deny(self.visit_yes(node.operand))

    def visit_BinOp(self, node: ast.BinOp) -> Expression:
        sign = self.find_sign(node, node.op)
        one, two = self.visit_number(node.left), self.visit_number(node.right)
        if isinstance(node.op, ast.Add) and (cards := self.unite(one, two)) is not None:
            return replace(
                self.hold(PLACES[one.number[0]], cards, False), meanings=one.meanings + two.meanings
            )
        least, most = two.limits
        if not isinstance(node.op, ast.Div | ast.FloorDiv | ast.Mod):
            return _join(sign, one, two)
        if least <= 0 <= most:
            self.refuse(node, "divides by what can be 0")
        joined = _join(sign, one, two)
        if isinstance(node.op, ast.Mod):
            return replace(joined, limits=(min(least, 0), max(most, 0)))
        return replace(joined, is_whole=joined.is_whole and isinstance(node.op, ast.FloorDiv))

    def unite(self, one: Expression, two: Expression) -> Attribute | None:
        # Numbers of different cards of one place are the number of them all.
        if not (one.number and two.number and one.number[0] == two.number[0]):
            return None
        first, second = (part.number[1].mask & pack_mask(self.rules.pack) for part in (one, two))
        if not first or not second or first & second:
            return None
        return count_cards_of(first | second, self.rules.pack)

    def visit_BoolOp(self, node: ast.BoolOp) -> Expression:
        kind = All if isinstance(node.op, ast.And) else Some
        return _join_yes(_SIGNS[type(node.op)], kind, list(map(self.visit_yes, node.values)))

    def visit_Compare(self, node: ast.Compare) -> Expression:
        links, left = [], node.left
        for sign, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(sign, ast.In | ast.NotIn):
                among = self.find_among(left, right)
                links.append(_deny(among) if isinstance(sign, ast.NotIn) else among)
            else:
                links.append(self.compare(node, self.visit(left), sign, self.visit(right)))
            left = right
        return links[0] if len(links) == 1 else _join_yes(np.minimum, All, links)

    def find_among(self, node: ast.AST, listed: ast.AST) -> Expression:
        if not isinstance(listed, ast.Tuple | ast.List) or not listed.elts:
            self.refuse(listed, "is no list; write as in elder.aces in (3, 4)")
        one, others = self.visit_number(node), [self.visit_number(each) for each in listed.elts]
        joined = _join_yes(
            np.maximum, Some, [self.compare(node, one, ast.Eq(), each) for each in others]
        )
        if one.listed and not any(each.meanings for each in others):
            return replace(joined, condition=self.list_values(node, one.listed, joined))
        return joined

    def compare(self, node: ast.AST, one: Expression, sign: ast.AST, two: Expression) -> Expression:
        compare = self.find_sign(node, sign)
        if one.is_order != two.is_order or (one.is_order and one.number[1] != two.number[1]):
            order = one if one.is_order else two
            self.refuse(node, f"compares unlike things: {_say_order(order.text)}")
        if one.number and one.number == two.number:
            self.refuse(node, "compares a number with itself")
        # Always true, never true, or open: as the ends of both say that lie in both ranges.
        ends = (*one.limits, *two.limits)
        seen = [
            int(compare(a, b))
            for a in ends if one.limits[0] <= a <= one.limits[1]
            for b in ends if two.limits[0] <= b <= two.limits[1]
        ]  # fmt: skip

        def judge(deals: Deals) -> np.ndarray:
            return np.asarray(compare(deals.ask(one), deals.ask(two)), np.int64)

        meanings = one.meanings + two.meanings
        if not meanings and self.what in (GIVEN, CENSUS):
            self.refuse(node, "compares numbers alone, which asks nothing of a deal")
        compared = Expression(judge, (min(seen), max(seen)), True, meanings=meanings)
        if not meanings or not (one.is_dealt and two.is_dealt):
            return compared
        if not max(seen):
            text, (least, most) = next(
                (part.text, part.limits) for part in (one, two) if part.meanings
            )
            self.refuse(
                node,
                f"is impossible: {text} is from {least} to {most} with {self.rules.pack} cards",
            )
        if self.what not in (GIVEN, CENSUS):
            return compared
        if one.number and two.number:
            (place, own), (other_place, other) = one.number, two.number
            condition = Compared(
                PLACES[place].leaf, own, _COMPARED[type(sign)], PLACES[other_place].leaf, other
            )
            condition = condition.deny() if isinstance(sign, ast.NotEq) else condition
        else:
            condition = self.list_values(node, (*one.listed, *two.listed), compared)
        return replace(compared, condition=condition)

    def list_values(
        self, node: ast.AST, parts: tuple[Expression, ...], met: Expression
    ) -> Condition | None:
        # For all values of all numbers but that with the most: the bounds of that one.
        if self.what not in (GIVEN, CENSUS):
            return None
        named = {part.text: part for part in parts}
        every = sorted(named.values(), key=lambda part: part.limits[1] - part.limits[0])
        ranges = [np.arange(part.limits[0], part.limits[1] + 1) for part in every]
        if prod(map(len, ranges)) > _MOST_LISTED:
            self.refuse(
                node, "asks too many numbers at once to be dealt; --given-outcome counts such deals"
            )
        grid = np.meshgrid(*ranges, indexing="ij")
        listed = {part.text: values for part, values in zip(every, grid, strict=True)}
        is_met = np.broadcast_to(met.compute(Deals(np.asarray, listed=listed)), grid[0].shape) != 0
        return _bound_values(every, is_met) or self.refuse(node, "is impossible")


def _say_order(text: str) -> str:
    place, _, word = text.rpartition(".")
    numbers = ("longest_suit", "pips") if word == "point" else ("best_sequence",)
    return (
        f"{text} only compares with another {word}, as in the game; for a number write "
        + " or ".join(f"{place}.{one}" for one in numbers)
    )


def _bound_values(parts: list[Expression], met: np.ndarray) -> Condition | None:
    # Neighbouring values of the first number for which the same holds of the others go together.
    first, *rest = parts
    some: list[Condition] = []
    for _, group in groupby(range(len(met)), key=lambda place: met[place].tobytes()):
        places = [int(first.limits[0]) + place for place in group]
        inner = met[places[0] - int(first.limits[0])]
        if not inner.any():
            continue
        own = first.bound(places[0], places[-1])
        if not inner.all():
            others = _bound_values(rest, inner)
            own = others if len(places) == len(met) else All((own, others))
        some.append(own)
    return Some(tuple(some)) if len(some) > 1 else some[0] if some else None


def _join(sign: Callable[..., Any], *parts: Expression) -> Expression:
    # Its least and most are among those of the ends of its parts.
    ends = [np.asarray(sign(*one)).item() for one in product(*(part.limits for part in parts))]
    is_dealt = all(part.is_dealt for part in parts)
    return Expression(
        lambda deals: sign(*map(deals.ask, parts)),
        (min(ends), max(ends)),
        is_whole=all(part.is_whole for part in parts),
        meanings=tuple(said for part in parts for said in part.meanings),
        inner=tuple(inner for part in parts for inner in part.listed) if is_dealt else (),
    )


def _join_yes(sign: Callable[..., Any], kind: type, parts: list[Expression]) -> Expression:
    joined = reduce(partial(_join, sign), parts)
    conditions = tuple(part.condition for part in parts)
    return replace(joined, is_yes=True, condition=None if None in conditions else kind(conditions))


def _deny(part: Expression) -> Expression:
    denied = part.condition and part.condition.deny()
    return replace(_join(_SIGNS[ast.Not], part), is_yes=True, condition=denied)
