"""The grammar of the notation: statements with the places of their words, and what errors say.

`grammar.lark` beside this module has all words.
"""

import re
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from piquet_sim.game.errors import InputError
from piquet_sim.game.wording import join_words
from piquet_sim.notation.places import Place, suggest_word

_EXPECTED = {
    "THROWS": "'throws' or 'draws' and cards",
    "POINT": "a call, as in 'point of five making 49'",
    "BLANCHE": "'carte blanche'",
    "SEMICOLON": "';'",
    "WORD": "cards",
    "UNKNOWN": "'unknown'",
    "RANK": "a rank, as in 'kings'",
    "CARDS": "'cards'",
    "MAKING": "'making' and a number",
    "AMOUNT": "a number",
    "TO": "'to'",
    "YOUNGER": "'younger' and a number",
    "GOOD": "'good', 'not good' or 'equal'",
    "SEAT": "'Elder:' or 'Younger:'",
    "TALON": "'Talon:'",
    "PLAY": "'Play:'",
    "TOTAL": "'Total:'",
}
"""What an error calls the words that may come next, by terminal; the first of these are said."""
_MOST_SAID = 4
_WORD = re.compile(r"[^\s;,#]+|\S")
_LONGEST_WORD = 100
_NAMED_SEAT = re.compile(r"(elder|younger)\s*\(", re.IGNORECASE | re.ASCII)
_BEGUN = re.compile(r"[^\s;,#]*\Z")
"""Of a word in whose middle the grammar stopped."""


@cache
def _parser() -> Lark:
    source = files("piquet_sim.notation").joinpath("grammar.lark").read_text("utf-8")
    return Lark(source, parser="lalr")


def parse_statements(text: str) -> list[Any]:
    """The statements of a text in their order.

    Raises
    ------
    InputError
        At the first word that is not in the grammar, with what was expected there.
    """
    reading = _parser().parse_interactive(text)
    try:
        for token in reading.lexer_thread.lex(reading.parser_state):
            reading.feed_token(token)
        return reading.feed_eof().children
    except UnexpectedInput as error:
        raise _explain(error, text, reading.accepts()) from None


def place_token(token: Token) -> Place:
    """Where a token stands."""
    return Place(str(token), token.line, token.column)


def place_tree(tree: Tree | Token) -> Place:
    """Where the words of a tree begin, with all its words."""
    if isinstance(tree, Token):
        return place_token(tree)
    tokens = list(tree.scan_values(lambda one: isinstance(one, Token)))
    return place_token(tokens[0])._replace(word=" ".join(map(str, tokens)))


def _explain(error: UnexpectedInput, text: str, accepted: set[str]) -> InputError:
    token = getattr(error, "token", None)
    start = getattr(error, "pos_in_stream", None)
    if start is None or (isinstance(token, Token) and token.type == "$END"):
        start = len(text.rstrip())
    if text[start:].strip():
        start -= len(_BEGUN.search(text, max(0, start - _LONGEST_WORD), start)[0])
    found = _WORD.match(text, start)
    line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
    place = Place(found[0] if found else "", line, column)
    if _NAMED_SEAT.match(text, start):
        return place.refuse("expected ')' and a colon after the name, as in 'Elder (Ann):'")
    said = [said for name, said in _EXPECTED.items() if name in accepted][:_MOST_SAID]
    return place.refuse(f"expected {join_words(said, 'or')}{suggest_word(place.word)}")
