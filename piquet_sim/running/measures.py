"""Measures of your own: the share or the mean of anything that can be said of a deal's outcome.

``--measure EXPRESSION``, which may be repeated, adds an estimate to those that every run has. An
expression that is true or false gives a share of deals, and a whole number gives a mean. Errors and
intervals are computed as for all estimates, with mirrored deals counted as pairs.

    piquet simulate --measure "elder_score - younger_score >= 30"
    piquet simulate --measure "abs(difference)" --measure "landslide: difference >= 60"
    piquet simulate --mirrored --younger novice --measure "first_score > second_score"

In Python:

```python
from piquet_sim import simulate

result = simulate("club", "club", n=100_000, measures=["elder_point >= 6 and elder_tricks > 6"])
result.measure("elder_point >= 6 and elder_tricks > 6")  # value, se, low, high, n, method
```

Given an outcome
----------------
``--given-outcome EXPRESSION`` takes these measures, but no other estimate, over the deals in which
the expression is true: given that elder's point is good, how often does elder win more tricks? The
number of these deals is printed above the measures. ``--given`` restricts what is dealt, and
therefore every estimate; ``--given-outcome`` restricts what is counted after the deal has been
played.

    piquet simulate --measure "elder_tricks > 6" --given-outcome "elder_point > 0"

What the hands hold
-------------------
The words of ``--given`` (``piquet help conditions``) are measures as well. They describe the cards
dealt or, with "after the exchange" before or after them, the hands that are played. In an
expression with names, put a condition in quotes.

    piquet simulate --measure "after the exchange elder has 4 aces"
    piquet simulate --measure "elder_wins and 'elder has a quint'"
    piquet simulate --measure elder_wins --given-outcome "after the exchange elder has 4 aces"

Expressions
-----------
An expression is one of Python's, with numbers, names, ``+ - * / // %``, the comparisons ``>= <= > <
== !=`` (also in a chain: ``3 <= elder_tricks <= 5``), ``and``, ``or``, ``not``, brackets,
``abs(x)``, ``min(x, y)`` and ``max(x, y)``; all else is refused. What is true counts as 1, what is
false as 0: ``elder_wins + 2 * elder_capot`` is a number. The reverse is refused: ``elder_score and
drawn`` must say what of the score, as in ``elder_score > 30 and drawn``. A mean is taken of whole
numbers, so that sums are the same, bit for bit, for any number of threads: ``elder_score / 2 > 20``
is a measure, and ``elder_score / 2`` is refused, but ``elder_score // 2`` is not. What can be 0 is
no divisor.

A name before a colon is a label by which ``--precision`` and ``--json`` know the measure, such as
``landslide`` above; without a label, the expression is the name. In ``--precision``, the name of an
estimate means that estimate.

    piquet simulate --measure "landslide: difference >= 60" --precision landslide=2%

With ``--json`` the answer has the key ``measures``, and ``given_outcome`` where there is one.
``--resume`` and ``--cluster`` keep the measures. Measures have no control variates.

Names
-----
The names are the columns of ``--records`` and the estimates that follow from them. A few columns of
points bear the name of an estimate that is a share of deals. ``elder_point`` is what elder scores
for the point, so ``elder_point > 0`` is true if elder's point is good; the name alone is refused,
since either might be meant, and the mean is written ``elder_point_mean``. ``elder_cards > 0`` is
also true for a capot, while the estimate ``elder_cards`` is ``7 <= elder_tricks <= 11``.

How they are counted
--------------------
It is computed on whole columns. The least and the most of every part are known
beforehand, so that no number overflows and no divisor is 0.

Let y be the number of deals in a unit (a deal, or a mirrored pair) in which the outcome occurred,
and x the sum of a measure over these deals. A measure is counted as the sums of x, of its square
and of x times y over units, an outcome as those of y and of its square: integers of Python, which
add up in any order and never overflow. Without an outcome, the estimate is computed like all
others; with one, it is the ratio of the sums of x and y (`estimates.estimate`).
"""

import ast
import operator
import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache, reduce
from itertools import product
from typing import Any, NoReturn

import numpy as np

from piquet_sim.estimates.estimate import Estimate, estimate_ratio, know_exactly
from piquet_sim.estimates.limits import limit_amounts, limit_parts
from piquet_sim.estimates.tally import Tally, estimate_sums
from piquet_sim.game.cards import SUITS, TRICKS, pack_mask
from piquet_sim.game.errors import InputError, read_texts, shorten, suggest
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.kernel.deal.calls import EQUAL
from piquet_sim.kernel.deal.record import AT, COLUMNS
from piquet_sim.kernel.tables import POINT_SHIFT, TOP_SHIFT

Columns = Callable[[str], np.ndarray]
"""Gives a column of the records of some deals by its name: int64, one a deal."""

LONGEST = 1000
"""Maximum length of an expression in characters."""

HIGHEST_VALUE = 1_000_000
"""The greatest value of any part of an expression: squares of a range of units then fit into 64
bits."""

MOST_MEASURES = 100
"""The maximum number of your own measures in one run."""

_DEEPEST, _LONGEST_PART = 60, 60

# ---- Names --------------------------------------------------------------------------------------
_COUNTED_IN = ("points", "cards", "tricks", "class", "call", "flag")
"""Units of the columns that can be used; others hold cards, or the number of the deal."""

_CALLS = dict(zip(CLASSES, (POINT_SHIFT, TOP_SHIFT, TOP_SHIFT), strict=True))
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
    >>> limit_names(RUBICON)["elder_point"], limit_names(RUBICON)["elder_tricks"]
    ((0, 8), (0, 12))
    """
    longest = {"point": rules.pack // SUITS, "sequence": rules.pack // SUITS, "set": SUITS}
    limits = dict(limit_amounts(rules)) | dict.fromkeys(_FLAGS, (0, 1))
    for kind in CLASSES:
        limits[f"{kind}_result"] = (0, EQUAL)
    for seat in SEATS:
        limits |= {f"{seat}_{part}": ends for part, ends in limit_parts(rules, seat).items()}
        limits[f"{seat}_tricks"] = (0, TRICKS)
        for kind, shift in _CALLS.items():
            limits[f"{seat}_{kind}_call"] = (0, (longest[kind] + 1 << shift) - 1)
    return limits


# ---- Expressions --------------------------------------------------------------------------------
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


_SIGNS: dict[type, Callable[..., Any]] = {
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
    ast.And: np.minimum,
    ast.Or: np.maximum,
    ast.Not: lambda value: 1 - value,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
FUNCTIONS = {"abs": np.abs, "max": np.maximum, "min": np.minimum}
_LISTED = "there are + - * / // %, >= <= > < == !=, and, or, not, abs, min, max and brackets"
_SEAT = re.compile(rf"\b(?:{'|'.join(SEATS)}|talon)\b", re.IGNORECASE)
"""No name is a seat alone: a text with one is a condition."""
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_WORD = re.compile(r"\w+|\S")


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
    >>> expression = read_expression("2*elder_tricks-12", RUBICON)
    >>> expression.text, expression.limits, expression.is_yes
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
    expression = reader.visit(tree)
    said = ast.unparse(tree)
    if not reader.meanings:
        raise InputError(f"{said!r} names nothing that happens in a deal")
    if said in _AMBIGUOUS:
        raise InputError(
            f"{said} alone might be {_AMBIGUOUS[said]!r}; write {said} > 0, or {said}_mean for "
            "the mean of its points"
        )
    if not expression.is_whole:
        raise InputError(f"{said!r} need not be whole; divide by //, or compare it")
    return replace(expression, text=said, meaning="; ".join(dict.fromkeys(reader.meanings)))


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
        expression = super().visit(node)
        most = max(-expression.limits[0], expression.limits[1])
        if most > HIGHEST_VALUE:
            self.refuse(node, f"can reach {most:,}; at most {HIGHEST_VALUE:,} is allowed")
        return expression

    def visit_yes(self, node: ast.AST) -> Expression:
        expression = self.visit(node)
        if not expression.is_yes:
            said = self.say(node)
            raise InputError(f"{said} is a number; compare it, as in {said} > 0")
        return expression

    def say(self, node: ast.AST) -> str:
        written = ast.get_source_segment(self.text, node) or self.text
        return shorten(" ".join(written.split()), _LONGEST_PART)

    def refuse(self, node: ast.AST, said: str) -> NoReturn:
        raise InputError(f"{self.say(node)!r} {said}")

    def generic_visit(self, node: ast.AST) -> NoReturn:
        self.refuse(node, f"is not allowed; {_LISTED}")

    def find_sign(self, node: ast.AST, sign: ast.AST) -> Callable[..., Any]:
        return _SIGNS.get(type(sign)) or self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> Expression:
        value = node.value
        if isinstance(value, str):
            return self.visit_condition(node)
        if type(value) not in (int, float):
            self.generic_visit(node)
        return Expression(lambda _: value, (value, value), is_whole=isinstance(value, int))

    def visit_condition(self, node: ast.Constant) -> Expression:
        # It asks about the cards dealt or the hands played, and is put into its normal form.
        from piquet_sim.conditions.model import TALON, DealtCards
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
        self.meanings.append(
            f"{said}: of the {'hands after the exchange' if later else 'cards dealt'}"
        )
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
        expression = _Reader(DERIVED[name], self.rules).visit(_parse(DERIVED[name]))
        return replace(expression, limits=known.get(name, expression.limits))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Expression:
        sign, is_yes = self.find_sign(node, node.op), isinstance(node.op, ast.Not)
        one = self.visit_yes(node.operand) if is_yes else self.visit(node.operand)
        return replace(_join(sign, one), is_yes=is_yes)

    def visit_BinOp(self, node: ast.BinOp) -> Expression:
        sign = self.find_sign(node, node.op)
        one, two = self.visit(node.left), self.visit(node.right)
        least, most = two.limits
        if not isinstance(node.op, ast.Div | ast.FloorDiv | ast.Mod):
            return _join(sign, one, two)
        if least <= 0 <= most:
            self.refuse(node, "divides by what can be 0")
        result = _join(sign, one, two)
        if isinstance(node.op, ast.Mod):
            return replace(result, limits=(min(least, 0), max(most, 0)))
        return replace(result, is_whole=result.is_whole and isinstance(node.op, ast.FloorDiv))

    def visit_BoolOp(self, node: ast.BoolOp) -> Expression:
        sign = self.find_sign(node, node.op)
        parts = [self.visit_yes(one) for one in node.values]
        return reduce(lambda one, two: replace(_join(sign, one, two), is_yes=True), parts)

    def visit_Compare(self, node: ast.Compare) -> Expression:
        signs = [self.find_sign(node, one) for one in node.ops]
        parts = [self.visit(one) for one in (node.left, *node.comparators)]
        compared = map(_compare, signs, parts, parts[1:])
        return reduce(lambda one, two: replace(_join(np.minimum, one, two), is_yes=True), compared)

    def visit_Call(self, node: ast.Call) -> Expression:
        name = self.say(node.func)
        if name not in FUNCTIONS:
            raise InputError(f"no function {name!r}; there are: {', '.join(FUNCTIONS)}")
        takes = "one number" if name == "abs" else "two numbers or more"
        if node.keywords or not node.args or (len(node.args) > 1) == (name == "abs"):
            self.refuse(node, f"is not allowed; {name} takes {takes}")
        parts = [self.visit(one) for one in node.args]
        if name != "abs":
            return reduce(lambda one, two: _join(FUNCTIONS[name], one, two), parts)
        least, most = parts[0].limits
        return replace(_join(np.abs, parts[0]), limits=(max(least, -most, 0), max(-least, most)))


def _join(sign: Callable[..., Any], *parts: Expression) -> Expression:
    # Its least and most are among those of the ends of its parts.
    ends = [np.asarray(sign(*one)).item() for one in product(*(part.limits for part in parts))]
    return Expression(
        lambda columns: sign(*(part.compute(columns) for part in parts)),
        (min(ends), max(ends)),
        is_whole=all(part.is_whole for part in parts),
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


# ---- Measures -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class OwnMeasure:
    """A measure of one's own."""

    text: str
    """Its expression in normal form."""
    label: str = ""
    rules: RuleSet = field(default=RUBICON, repr=False, compare=False)

    @property
    def expression(self) -> Expression:
        """What it computes; not kept, so that the measure can be pickled."""
        return read_expression(self.text, self.rules)

    @property
    def name(self) -> str:
        """Its label, or its expression in normal form."""
        return self.label or self.text

    def __str__(self) -> str:
        return f"{self.label}: {self.text}" if self.label else self.text


_OF_OUTCOME, _OF_MEASURE = 2, 3
"""Sums of each."""


@dataclass(frozen=True)
class OwnMeasures:
    """Your own measures that a run is asked for.

    Examples
    --------
    >>> asked = read_measures(["long: elder_point >= 6"], "elder_tricks > 6")
    >>> asked.describe()
    {'measures': ['long: elder_point >= 6'], 'given_outcome': 'elder_tricks > 6'}
    """

    measures: tuple[OwnMeasure, ...] = ()
    outcome: OwnMeasure | None = None
    """The measures are taken among the deals in which it is true."""

    def __bool__(self) -> bool:
        return bool(self.measures)

    def describe(self) -> dict[str, Any]:
        """The measures as data, from which `read_measures` makes them again; empty without any."""
        if not self.measures:
            return {}
        given = {} if self.outcome is None else {"given_outcome": self.outcome.text}
        return {"measures": [str(one) for one in self.measures], **given}

    def __str__(self) -> str:
        given = "" if self.outcome is None else f" given {self.outcome.text}"
        return "; ".join(map(str, self.measures)) + given if self.measures else "none"

    def find(self, written: str) -> OwnMeasure | None:
        """The measure with this label or expression, in whatever spelling; None if there is none.

        Examples
        --------
        >>> read_measures(["elder_point >= 6"]).find("elder_point>=6").name
        'elder_point >= 6'
        """
        if written in self._by_name:
            return self._by_name[written]
        try:
            return self._by_name.get(_read_measure(written).text)
        except InputError:
            return None

    @cached_property
    def _by_name(self) -> dict[str, OwnMeasure]:
        return {one.text: one for one in self.measures} | {one.name: one for one in self.measures}

    @property
    def size(self) -> int:
        """How many sums there are."""
        return _OF_OUTCOME + _OF_MEASURE * len(self.measures) if self.measures else 0

    def sum_up(self, columns: np.ndarray, deals_per_unit: int) -> tuple[int, ...]:
        """The sums of all measures over some units, from the records of their deals.

        Parameters
        ----------
        columns : int64 array, shape (len(COLUMNS), deals)
        deals_per_unit : int

        Returns
        -------
        tuple of int
            Sums over units of y and its square; then for each measure of x, its square, and xy.
        """
        if not self.measures:
            return ()

        def read_column(name: str) -> np.ndarray:
            return columns[getattr(AT, name)]

        def sum_units(values: np.ndarray) -> np.ndarray:
            return values.reshape(-1, deals_per_unit).sum(axis=1)

        came_up = np.ones(columns.shape[1], np.int64)
        if self.outcome is not None:
            came_up = self.outcome.expression.compute(read_column)
        y = sum_units(came_up)
        sums = [int(y.sum()), int(y @ y)]
        for one in self.measures:
            x = sum_units(one.expression.compute(read_column) * came_up)
            sums += [int(x.sum()), int(x @ x), int(x @ y)]
        return tuple(sums)

    def estimate(self, tally: Tally, name: str, rules: RuleSet = RUBICON) -> Estimate | None:
        """The estimate of one measure, or None if the outcome never came up.

        Its n is the number of deals among which it is taken, the first of the sums.
        """
        one = self._by_name[name]
        expression = read_expression(one.text, rules)
        y, yy = tally.own[:_OF_OUTCOME]
        at = _OF_OUTCOME + _OF_MEASURE * self.measures.index(one)
        x, xx, xy = tally.own[at : at + _OF_MEASURE]
        if self.outcome is None:
            return estimate_sums(
                x, xx, tally.units, tally.deals, expression.is_yes, expression.limits
            )
        if y == 0:
            return None
        if expression.limits[0] == expression.limits[1]:
            return replace(know_exactly(float(expression.limits[0])), n=y)
        return estimate_ratio((x, y, xx, yy, xy), expression.is_yes, expression.limits)

    def estimate_outcome(self, tally: Tally, rules: RuleSet = RUBICON) -> Estimate | None:
        """The share of deals with the outcome, or None if no outcome is asked for."""
        if self.outcome is None:
            return None
        limits = read_expression(self.outcome.text, rules).limits
        return estimate_sums(*tally.own[:_OF_OUTCOME], tally.units, tally.deals, True, limits)


NO_MEASURES = OwnMeasures()
"""The measures of runs that have none of your own."""


def read_measures(
    texts: str | Sequence[str], outcome: str | None = None, rules: RuleSet = RUBICON
) -> OwnMeasures:
    """Your own measures from their texts.

    Parameters
    ----------
    texts : str or sequence of str
        Expressions, each with or without a label, as in "long: elder_point >= 6".
    outcome : str, optional
        A statement; the measures are taken among the deals in which it is true.
    rules : RuleSet
        The rules that are played: they say what a number can be.

    Raises
    ------
    InputError
        If one cannot be read, is given twice, or can get too large; or there is an outcome and no
        measure.
    """
    written = read_texts("measure", texts)
    if not written:
        if outcome is not None:
            raise InputError("--given-outcome requires --measure")
        return NO_MEASURES
    if len(written) > MOST_MEASURES:
        raise InputError(f"measure: at most {MOST_MEASURES} in one run, got {len(written)}")
    measures = tuple(_read_measure(one, rules) for one in written)
    names = [one.name for one in measures]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"measure: {name} is given twice")
    if outcome is None:
        return OwnMeasures(measures)
    given = _read_text(outcome, "given-outcome", rules)
    if not given.expression.is_yes:
        raise InputError(
            f"given-outcome: {given.text} is a number; compare it, as in {given.text} > 0"
        )
    return OwnMeasures(measures, given)


_LABELLED = re.compile(rf"\s*(?!(?i:{'|'.join(SEATS)}|talon)\b)([^\W\d][\w-]*)\s*:(.*)", re.DOTALL)
"""A label and its expression; a seat before a colon begins a condition in its normal form."""


def _read_measure(text: str, rules: RuleSet = RUBICON) -> OwnMeasure:
    parts = _LABELLED.fullmatch(text) if isinstance(text, str) else None
    if parts is None:
        return _read_text(text, "measure", rules)
    if parts[1] in NAMES or parts[1] in FUNCTIONS:
        raise InputError(f"measure: {parts[1]!r} is the name of something else; choose another")
    return replace(_read_text(parts[2], "measure", rules), label=parts[1])


def _read_text(text: str, what: str, rules: RuleSet) -> OwnMeasure:
    if not isinstance(text, str):
        raise InputError(f"{what}: {text!r} is not text")
    try:
        return OwnMeasure(read_expression(text, rules).text, rules=rules)
    except InputError as error:
        raise InputError(f"{what}: {error}") from None
