"""Expressions over the columns of a record: Python's arithmetic, from a white list.

Python's own parser takes a text apart; every part that is not on the list is refused, and nothing
is executed. An expression is computed on whole columns. What is true of a deal counts as 1, what is
not as 0. The least and the most of every part are known beforehand, so that no number overflows and
no divisor is 0.
"""

import ast
import operator
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial, reduce
from typing import Any, NoReturn

import numpy as np

from piquet_sim.conditions.model import TALON, DealtCards
from piquet_sim.estimates.limits import limit_amounts, limit_parts
from piquet_sim.game.cards import SUITS, TRICKS, pack_mask
from piquet_sim.game.errors import InputError, shorten, suggest
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.base.suit_tables import POINT_SHIFT, TOP_SHIFT
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.kernel.deal.declarations import EQUAL
from piquet_sim.kernel.deal.record import COLUMNS

Columns = Callable[[str], np.ndarray]
"""Gives a column of the records of some deals by its name: int64, one a deal."""

LONGEST = 1000
"""Maximum length of an expression in characters."""

HIGHEST_VALUE = 1_000_000
"""The greatest value of any part of an expression: squares of a range of units then fit into 64
bits."""

_DEEPEST = 60

# ---- Names --------------------------------------------------------------------------------------
_COUNTED_IN = ("points", "cards", "tricks", "class", "call", "flag")
"""Units of the columns that can be used; others hold cards, or the number of the deal."""

_CALLS = {"point": POINT_SHIFT, "sequence": TOP_SHIFT, "set": TOP_SHIFT}
"""Classes of calls, and the bits below the number of cards in each."""

DERIVED = {
    "difference": "elder_score - younger_score",
    "first_score": "elder_score + mirrored * (younger_score - elder_score)",
    "second_score": "younger_score + mirrored * (elder_score - younger_score)",
    "first_less_second": "(1 - 2 * mirrored) * (elder_score - younger_score)",
    "elder_wins": "elder_score > younger_score",
    "younger_wins": "elder_score < younger_score",
    "drawn": "elder_score == younger_score",
    "cards_divided": f"elder_tricks == {TRICKS // 2}",
    "elder_capot": f"elder_tricks == {TRICKS}",
    "younger_capot": "elder_tricks == 0",
    "equal_point": "point_result == 3",
    "elder_sequence": "sequence_result == 1",
    "younger_sequence": "sequence_result == 2",
    "equal_sequence": "sequence_result == 3",
    "elder_set": "set_result == 1",
    "younger_set": "set_result == 2",
    **{
        f"{seat}_{kind}_called": f"{seat}_{kind}_call // {1 << shift}"
        for seat in SEATS
        for kind, shift in _CALLS.items()
    },
    **{one.name: one.name.removesuffix("_mean") for one in MEASURES if one.name.endswith("_mean")},
}
"""Names that are no column, each with the expression that it stands for."""

NAMES = {
    **{one.name: one.meaning.removeprefix("1 if ") for one in COLUMNS if one.unit in _COUNTED_IN},
    **{
        f"{seat}_{kind}_called": f"cards of the {kind} that {seat} calls, 0 for none"
        for seat in SEATS
        for kind in _CALLS
    },
    **{one.name: one.meaning for one in MEASURES if one.name in DERIVED},
}
"""All names of an expression, with what they stand for."""

_OTHER_COLUMNS = {one.name: one.meaning for one in COLUMNS if one.name not in NAMES}
_FLAGS = {one.name for one in COLUMNS if one.unit == "flag"}
_AMBIGUOUS = {one.name: one.meaning for one in MEASURES if one.is_flag and one.name not in DERIVED}
"""Columns of points that bear the name of an estimate which is a share of deals; its meaning."""


@cache
def limit_names(rules: RuleSet) -> dict[str, tuple[int, int]]:
    """The least and the most of the names in a deal, where no arithmetic gives them.

    Examples
    --------
    >>> from piquet_sim.game.rules import RUBICON
    >>> limit_names(RUBICON)["elder_point"], limit_names(RUBICON)["elder_tricks"]
    ((0, 8), (0, 12))
    """
    longest = {"point": rules.pack // SUITS, "sequence": rules.pack // SUITS, "set": SUITS}
    limits = dict(limit_amounts(rules))
    for seat in SEATS:
        limits |= {f"{seat}_{part}": ends for part, ends in limit_parts(rules, seat).items()}
        limits |= {
            f"{seat}_{kind}_call": (0, (longest[kind] + 1 << shift) - 1)
            for kind, shift in _CALLS.items()
        }
        limits[f"{seat}_tricks"] = (0, TRICKS)
    limits |= {f"{kind}_result": (0, EQUAL) for kind in _CALLS}
    return limits | dict.fromkeys(_FLAGS, (0, 1))


# ---- Reading ------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Expression:
    """An expression over the columns of a record."""

    compute: Callable[[Columns], Any]
    """Its value in each of some deals: 1 or 0 for what is true or false."""
    limits: tuple[float, float]
    """The least and the most of its value. Never too narrow; too wide where a name stands twice."""
    is_yes: bool = False
    """Whether it is true or false, not a number."""
    is_whole: bool = True
    """Whether its value is certain to be a whole number."""
    text: str = ""
    """Its normal form."""
    meaning: str = ""
    """What the names in it stand for."""


SIGNS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.GtE: operator.ge,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.Lt: operator.lt,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_TURNS: dict[type, Callable[[Any], Any]] = {
    ast.Not: partial(operator.sub, 1),
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
FUNCTIONS = {"abs": abs, "max": max, "min": min}
_LISTED = "there are + - * / // %, >= <= > < == !=, and, or, not, abs, min, max and brackets"
_SEAT = re.compile(rf"\b(?:{'|'.join(SEATS)}|{TALON})\b", re.IGNORECASE)
"""No name is a seat alone: a text with one is a condition."""
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_WORD = re.compile(r"\w+|\S")
_LONGEST_PART = 60


@lru_cache(maxsize=256)
def read_expression(text: str, rules: RuleSet) -> Expression:
    """An expression from its text.

    Parameters
    ----------
    text : str
        A condition alone may stand without quotes.
    rules : RuleSet
        The rules that are played: they say what a number can be.

    Raises
    ------
    InputError
        If it is too long, nested too deeply, not on the white list, names what does not exist or
        nothing at all, takes a number for true or false, can get too large, or need not be whole.

    Examples
    --------
    >>> from piquet_sim.game.rules import RUBICON
    >>> found = read_expression("2*elder_tricks-12", RUBICON)
    >>> found.text, found.limits, found.is_yes
    ('2 * elder_tricks - 12', (-12, 12), False)
    """
    if len(text) > LONGEST:
        raise InputError(f"{len(text):,} characters; at most {LONGEST:,} are allowed")
    text = text.strip()
    bare = _QUOTED.sub("", text)
    is_condition = _SEAT.search(bare) is not None
    if is_condition and not NAMES.keys().isdisjoint(_WORD.findall(bare)):
        raise InputError(
            "a condition beside a name stands in quotes, as in elder_wins and 'elder has 4 aces'"
        )
    tree = ast.Constant(text) if is_condition else _parse(text)
    reader = _Reader(text, rules)
    found = reader.visit(tree)
    said = ast.unparse(tree)
    if not reader.meanings:
        raise InputError(f"{said!r} names nothing that happens in a deal")
    if said in _AMBIGUOUS:
        raise InputError(
            f"{said} alone might be {_AMBIGUOUS[said]!r}; write {said} > 0, or {said}_mean for "
            "the mean of its points"
        )
    if not found.is_whole:
        raise InputError(f"{said!r} need not be whole; divide by //, or compare it")
    meaning = "; ".join(dict.fromkeys(reader.meanings))
    return replace(found, text=said, meaning=meaning)


def _parse(text: str) -> ast.expr:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tree = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        word = _WORD.match(text, (error.offset or len(text) + 1) - 1)
        where = repr(word[0]) if word else "the end"
        hint = "'==' compares" if where == "'='" else "as in elder_point >= 6 and elder_wins"
        raise InputError(f"at {where} expected a name, a number or a sign; {hint}") from None
    except (ValueError, MemoryError, RecursionError):
        raise InputError("not an expression; write as in elder_point >= 6") from None
    level: list[ast.AST] = [tree]
    for _ in range(_DEEPEST):
        level = [inner for one in level for inner in ast.iter_child_nodes(one)]
    if level:
        raise InputError(f"nested more than {_DEEPEST} deep")
    return tree


class _Reader(ast.NodeVisitor):
    # Makes an expression of a tree of Python's; what has no method here is refused.

    def __init__(self, text: str, rules: RuleSet) -> None:
        self.text, self.rules = text, rules
        self.meanings: list[str] = []

    def visit(self, node: ast.AST) -> Expression:
        found = super().visit(node)
        most = max(-found.limits[0], found.limits[1])
        if most > HIGHEST_VALUE:
            self.refuse(node, f"can reach {most:,}; at most {HIGHEST_VALUE:,} is allowed")
        return found

    def visit_yes(self, node: ast.AST) -> Expression:
        found = self.visit(node)
        if not found.is_yes:
            said = self.say(node)
            raise InputError(f"{said} is a number; compare it, as in {said} > 0")
        return found

    def say(self, node: ast.AST) -> str:
        written = ast.get_source_segment(self.text, node) or self.text
        return shorten(" ".join(written.split()), _LONGEST_PART)

    def refuse(self, node: ast.AST, said: str) -> NoReturn:
        raise InputError(f"{self.say(node)!r} {said}")

    def generic_visit(self, node: ast.AST) -> NoReturn:
        self.refuse(node, f"is not allowed; {_LISTED}")

    def visit_Constant(self, node: ast.Constant) -> Expression:
        value = node.value
        if isinstance(value, str):
            return self.visit_condition(node)
        if type(value) not in (int, float):
            self.generic_visit(node)
        return Expression(lambda _: value, (value, value), is_whole=isinstance(value, int))

    def visit_condition(self, node: ast.Constant) -> Expression:
        # Of the cards dealt, or of the hands that are played; it is put into its normal form.
        from piquet_sim.conditions.reading import LATER, read_condition
        from piquet_sim.conditions.wording import say_condition

        rules, later = self.rules, LATER.search(node.value)
        try:
            condition = read_condition(LATER.sub(" ", node.value, count=1), rules.pack)
            condition.check(rules)
        except InputError as error:
            raise InputError(str(error).removeprefix("given: ")) from None
        if later and any(leaf.place == TALON for leaf in condition.leaves()):
            raise InputError("after the exchange elder and younger hold cards, the talon does not")

        def compute(columns: Columns) -> np.ndarray:
            hands = [columns(f"{seat}_{'hand' if later else 'dealt'}") for seat in SEATS]
            talon = pack_mask(rules.pack) & ~(hands[0] | hands[1])
            return condition.holds(DealtCards(*hands, talon), rules).astype(np.int64)

        said = say_condition(condition, rules.pack)
        node.value = f"after the exchange {said}" if later else said
        hands = "hands after the exchange" if later else "cards dealt"
        self.meanings.append(f"{said}: of the {hands}")
        return Expression(compute, (0, 1), is_yes=True)

    def visit_Name(self, node: ast.Name) -> Expression:
        name = node.id
        if name in _OTHER_COLUMNS:
            self.refuse(node, f"({_OTHER_COLUMNS[name]}) is neither a number nor true or false")
        if name not in NAMES:
            said = suggest(name, NAMES, "name")
            if "did you mean" not in said:
                said = said.partition(";")[0] + "; piquet help measures lists all"
            raise InputError(said)
        self.meanings.append(f"{name}: {NAMES[name]}")
        known = limit_names(self.rules)
        if name not in DERIVED:
            return Expression(lambda columns: columns(name), known[name], name in _FLAGS)
        found = _Reader(DERIVED[name], self.rules).visit(_parse(DERIVED[name]))
        return replace(found, limits=known.get(name, found.limits))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Expression:
        turn = _TURNS.get(type(node.op))
        if turn is None:
            self.generic_visit(node)
        is_yes = isinstance(node.op, ast.Not)
        one = self.visit_yes(node.operand) if is_yes else self.visit(node.operand)
        least, most = sorted(map(turn, one.limits))
        return Expression(
            lambda columns: turn(one.compute(columns)), (least, most), is_yes, one.is_whole
        )

    def visit_BinOp(self, node: ast.BinOp) -> Expression:
        sign = SIGNS.get(type(node.op))
        if sign is None:
            self.generic_visit(node)
        one, two = self.visit(node.left), self.visit(node.right)
        is_whole = one.is_whole and two.is_whole and not isinstance(node.op, ast.Div)
        least, most = two.limits
        if isinstance(node.op, ast.Div | ast.FloorDiv | ast.Mod) and least <= 0 <= most:
            self.refuse(node, "divides by what can be 0")
        if isinstance(node.op, ast.Mod):
            limits = min(least, 0), max(most, 0)
        else:
            ends = [sign(a, b) for a in one.limits for b in two.limits]
            limits = min(ends), max(ends)
        return Expression(
            lambda columns: sign(one.compute(columns), two.compute(columns)),
            limits,
            is_whole=is_whole,
        )

    def visit_BoolOp(self, node: ast.BoolOp) -> Expression:
        parts = [self.visit_yes(one) for one in node.values]
        return _choose(min if isinstance(node.op, ast.And) else max, parts, is_yes=True)

    def visit_Compare(self, node: ast.Compare) -> Expression:
        signs = [SIGNS.get(type(one)) for one in node.ops]
        if None in signs:
            self.generic_visit(node)
        parts = [self.visit(one) for one in (node.left, *node.comparators)]
        return _choose(min, list(map(_compare, signs, parts, parts[1:])), is_yes=True)

    def visit_Call(self, node: ast.Call) -> Expression:
        name = self.say(node.func)
        if name not in FUNCTIONS:
            raise InputError(f"no function {name!r}; there are: {', '.join(FUNCTIONS)}")
        takes = "one number" if name == "abs" else "two numbers or more"
        if node.keywords or not node.args or (len(node.args) > 1) == (name == "abs"):
            self.refuse(node, f"is not allowed; {name} takes {takes}")
        parts = [self.visit(one) for one in node.args]
        if name != "abs":
            return _choose(FUNCTIONS[name], parts)
        (one,) = parts
        least, most = one.limits
        limits = max(least, -most, 0), max(-least, most)
        return Expression(
            lambda columns: np.abs(one.compute(columns)), limits, is_whole=one.is_whole
        )


def _choose(which: Callable[..., Any], parts: list[Expression], is_yes: bool = False) -> Expression:
    # The least or the greatest; of what is true or false, whether all are true, or any.
    choose = np.minimum if which is min else np.maximum
    return Expression(
        lambda columns: reduce(choose, [one.compute(columns) for one in parts]),
        (which(one.limits[0] for one in parts), which(one.limits[1] for one in parts)),
        is_yes,
        all(one.is_whole for one in parts),
    )


def _compare(sign: Callable[[Any, Any], Any], one: Expression, two: Expression) -> Expression:
    # Always true, never true, or open: as the ends of both say that lie in both ranges.
    ends = (*one.limits, *two.limits)
    seen = [
        int(sign(a, b))
        for a in ends
        if one.limits[0] <= a <= one.limits[1]
        for b in ends
        if two.limits[0] <= b <= two.limits[1]
    ]

    def compute(columns: Columns) -> np.ndarray:
        return np.asarray(sign(one.compute(columns), two.compute(columns)), np.int64)

    return Expression(compute, (min(seen), max(seen)), is_yes=True)
