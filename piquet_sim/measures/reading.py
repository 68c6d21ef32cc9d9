"""Expressions from text: "elder_point >= 6 and elder_cards".

The grammar stands in `grammar.lark` and takes its words and signs from that of conditions. As
there, "and" beside "or" requires brackets. Nothing outside the grammar is evaluated.
"""

import re
from contextlib import suppress
from functools import cache
from importlib.resources import files

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, VisitError

from piquet_sim.conditions.model import TALON
from piquet_sim.conditions.reading.grammar import LATER
from piquet_sim.conditions.reading.parser import read_condition
from piquet_sim.conditions.reading.tokens import find_numbers
from piquet_sim.conditions.wording import say_condition
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.wording import join_words
from piquet_sim.measures.bonus_order import check_bonus_order
from piquet_sim.measures.expressions import (
    FUNCTIONS,
    Amount,
    Call,
    Comparison,
    Event,
    Expression,
    Holding,
    Joined,
    Negative,
    Not,
    Number,
    Product,
    Statement,
    Sum,
    Whole,
    is_statement,
    list_parts,
    say_expression,
)
from piquet_sim.measures.names import BONUS_ORDER, NAMES, NO_NUMBERS, NUMBERS, STATEMENTS

LONGEST = 1000
"""Maximum length of an expression in characters."""
_DEEPEST = 20
_MOST_DIGITS = 9

_HINTS = {
    "**": "there are no powers: multiply",
    "/": "there is no division: multiply the other side",
    ".": "numbers are whole",
    ":": "a name before a colon is letters, digits, - and _",
}
_SIGNS = {"=": "==", "≥": ">=", "≤": "<=", "≠": "!=", "<>": "!="}
_HELD = re.compile(
    r"\b(?:has|have|had|holds?|held|lacks?|without|guards?|void|(?:is|are)\s+(?:not\s+)?in|after|"
    r"following|worth)\b|^\s*(?:elder|younger|talon)\s*:",
    re.IGNORECASE,
)
"""By these words it is a condition."""
_JOINED_SEAT = re.compile(r"\s*(?:elder|younger|talon)_", re.IGNORECASE)
_QUOTE = re.compile(r"(?<!\w)['\"]")
_WORD = re.compile(r"\*\*|[^\W\d]\w*|[\d_.]+|\S")


@cache
def _parser() -> Lark:
    shared = files("piquet_sim.conditions.reading")
    source = files("piquet_sim.measures").joinpath("grammar.lark").read_text("utf-8")
    return Lark(source, parser="lalr", import_paths=[str(shared)])


def read_expression(text: str, what: str = "measure", rules: RuleSet = RUBICON) -> Expression:
    """An expression from its text, in its normal form.

    Parameters
    ----------
    text : str
    what : str
        What it is for, as errors call it.
    rules : RuleSet
        The rules by which a condition in it is counted.

    Raises
    ------
    InputError
        If it is too long, nested too deeply, no expression, names what does not exist, takes
        something true or false for a number or the other way round, or can be read in two ways.

    Examples
    --------
    >>> read_expression("elder_tricks - 6 >= 2")
    Comparison(parts=(Sum(parts=(Amount(name='elder_tricks'), Whole(value=6)), signs=(1, -1)), \
Whole(value=2)), signs=('>=',))
    """
    try:
        return _read(text, rules)
    except InputError as error:
        if isinstance(text, str) and _HELD.search(text) and not _QUOTE.search(text):
            return _read_held(text, rules, what)
        if isinstance(text, str) and _JOINED_SEAT.match(text):  # "elder_aces >= 2"
            with suppress(InputError):
                return _read_held(text, rules, what)
        raise InputError(f"{what}: {error}") from None


def _read_held(text: str, rules: RuleSet, what: str) -> Holding:
    # The words of a condition, of the cards dealt or of the hands that are played.
    later = LATER.search(text)
    try:
        condition = read_condition(LATER.sub(" ", text, count=1) if later else text, rules.pack)
        condition.check(rules)
        if later and any(leaf.place == TALON for leaf in condition.leaves()):
            raise InputError("given: after the exchange elder and younger hold cards, the talon "
                             "does not")  # fmt: skip
    except InputError as error:
        name = next((one for one in _WORD.findall(text) if one.lower() in NAMES), None)
        said = str(error).removeprefix("given: ")
        if name is not None:
            said = (
                f"a condition beside {name} stands in quotes, as in {name} and 'elder has 4 aces'"
            )
        raise InputError(f"{what}: {said}") from None
    return Holding(say_condition(condition, rules.pack), bool(later), condition, rules)


def read_statement(text: str, what: str, rules: RuleSet = RUBICON) -> Statement:
    """An expression that is true or false, from its text; see `read_expression`."""
    expression = read_expression(text, what, rules)
    if not is_statement(expression):
        raise InputError(f"{what}: {_compare_instead(expression)}")
    return expression


def _read(text: str, rules: RuleSet) -> Expression:
    if not isinstance(text, str):
        raise InputError(f"{text!r} is not text")
    if len(text) > LONGEST:
        raise InputError(f"{len(text):,} characters; at most {LONGEST:,} are allowed")
    depth = 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth > _DEEPEST:
            raise InputError(f"brackets are nested more than {_DEEPEST} deep")
    try:
        found = _Builder(rules).transform(_parser().parse(text))
    except UnexpectedInput as error:
        raise _explain(error, text) from None
    except VisitError as error:
        raise error.orig_exc from None
    if isinstance(found, Token):
        found = Event(str(found)) if found in STATEMENTS else Amount(str(found))
    if not any(isinstance(one, Amount | Event | Holding) for one in list_parts(found)):
        raise InputError(f"{' '.join(text.split())!r} names nothing that happens in a deal")
    return found


def _explain(error: UnexpectedInput, text: str) -> InputError:
    place = getattr(error, "pos_in_stream", None)
    token = getattr(error, "token", None)
    is_end = place is None or (isinstance(token, Token) and token.type == "$END")
    if not is_end and text[place - 1 : place + 1] == "**":
        place -= 1
    word = "" if is_end else _WORD.match(text, place)[0]
    accepts = getattr(error, "accepts", None) or getattr(error, "allowed", None) or ()
    expected = "a name or a number"
    if "NAME" not in accepts:
        end = "')'" if text.count("(") > text.count(")") else "the end"
        expected = f"a sign, 'and', 'or' or {end}"
    hint = next((said for sign, said in _HINTS.items() if word.startswith(sign)), "")
    more = f"; {hint}" if hint else ", as in elder_point >= 6 and elder_cards"
    return InputError(f"at {repr(word) if word else 'the end'} expected {expected}{more}")


def _compare_instead(expression: Number) -> str:
    said = say_expression(expression)
    return f"{said} is a number; compare it, as in {said} >= 6"


class _Builder(Transformer):
    # Makes an expression of the parse tree; each method is a rule of the grammar. A name that
    # stands alone stays a token until what is around it says what it is.

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.rules = rules

    def holding(self, children):
        said = children[0][1:-1]
        try:
            return _read_held(said, self.rules, "")
        except InputError as error:
            raise InputError(str(error).removeprefix(": ")) from None

    def start(self, children):
        return children[0]

    bracket = start

    @v_args(inline=True)
    def number(self, token):
        digits = token.replace("_", "").lstrip("0")
        if not token[0].isdigit():
            return Whole(find_numbers(token)[0])
        if len(digits) > _MOST_DIGITS:
            raise InputError(f"{digits[:12]}… is too large a number")
        return Whole(int(digits or "0"))

    @v_args(inline=True)
    def name(self, token):
        name = Token("NAME", token.lower())
        if name in BONUS_ORDER:
            check_bonus_order(self.rules, name, name == "elder_pique_trick")
        if name in NUMBERS or name in STATEMENTS:
            return name
        if name in NO_NUMBERS:
            raise InputError(f"{name} ({NO_NUMBERS[name]}) is neither a number nor true or false")
        said = suggest(str(token), NAMES, "name")
        if "did you mean" not in said:
            said = said.partition(";")[0] + "; piquet help measures lists all"
        raise InputError(said)

    def call(self, children):
        function, *given = children
        if function.lower() not in FUNCTIONS:
            if function.lower() in NAMES:
                raise InputError(f"{function} is not a function; leave out the brackets after it")
            raise InputError(f"no function '{function}'; there are: {', '.join(FUNCTIONS)}")
        name = function.lower()
        parts = [one for one in given if not _is_comma(one)]
        rule = FUNCTIONS[name]
        if len(parts) < rule.least or (rule.most is not None and len(parts) > rule.most):
            takes = "one number" if rule.most == 1 else "two numbers or more"
            raise InputError(f"{name} takes {takes}, got {len(parts)}")
        return Call(name, tuple(_take_number(one, name) for one in parts))

    def factor(self, children):
        *minus, part = children
        if not minus:
            return part
        part = _take_number(part, "-")
        if isinstance(part, Whole):
            return Whole(part.value if len(minus) % 2 == 0 else -part.value)
        # Two do not vanish: a name alone might be taken for a statement.
        return Negative(part) if len(minus) % 2 else Negative(Negative(part))

    def product(self, children):
        if len(children) == 1:
            return children[0]
        return Product(tuple(_take_number(one, "*") for one in children[::2]))

    def sum(self, children):
        if len(children) == 1:
            return children[0]
        signs = tuple(1 if one.type == "PLUS" else -1 for one in children[1::2])
        parts = tuple(_take_number(one, children[1]) for one in children[::2])
        return Sum(parts, (1, *signs))

    def relation(self, children):
        if len(children) == 1:
            return children[0]
        signs = tuple(_plain_sign(one) for one in children[1::2])
        return Comparison(tuple(_take_number(one, signs[0]) for one in children[::2]), signs)

    def denial(self, children):
        *nots, part = children
        if not nots:
            return part
        part = _take_statement(part, "not")
        if len(nots) % 2 == 0:
            return part
        return part.part if isinstance(part, Not) else Not(part)

    def joined(self, children):
        if len(children) == 1:
            return children[0]
        words = [one.type.lower() for one in children[1::2]]
        parts = tuple(_take_statement(one, words[0]) for one in children[::2])
        if len(set(words)) > 1:
            change = next(place for place, one in enumerate(words) if one != words[0])
            one = Joined(words[0], parts[: change + 1])
            two = Joined(words[change], parts[change : change + 2])
            ways = (
                Joined(words[change], (one, parts[change + 1])),
                Joined(words[0], (*parts[:change], two)),
            )
            said = join_words([repr(say_expression(way)) for way in ways], "or")
            raise InputError(
                f"'and' and 'or' in one list can be read in two ways; use brackets, as in {said}"
            )
        return Joined(words[0], parts)


def _is_comma(one: object) -> bool:
    return isinstance(one, Token) and one.type == "COMMA"


def _plain_sign(token: Token) -> str:
    return _SIGNS.get(str(token), str(token))


def _take_number(one: Expression | Token, where: str) -> Number:
    if isinstance(one, Token):
        if one in NUMBERS:
            return Amount(str(one))
        raise InputError(f"{one} is true or false, and {str(where)!r} takes numbers")
    if is_statement(one):
        raise InputError(f"'{say_expression(one)}' is true or false, and {str(where)!r} takes "
                         "numbers")  # fmt: skip
    return one


def _take_statement(one: Expression | Token, where: str) -> Statement:
    if isinstance(one, Token):
        if one in STATEMENTS:
            return Event(str(one))
        one = Amount(str(one))
    if is_statement(one):
        return one
    raise InputError(f"{where!r} takes something true or false: {_compare_instead(one)}")
