"""The grammar of the notation: statements with the places of their words, and what errors say.

`grammar.lark` beside this module has all words.
"""

import re
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from piquet_sim.game.errors import InputError
from piquet_sim.game.wording import join_words
from piquet_sim.notation.places import Place, find_place

_EXPECTED = {
    "SEAT": "'Elder:' or 'Younger:'",
    "TALON": "'Talon:'",
    "PLAY": "'Play:'",
    "TOTAL": "'Total:'",
    "SEMICOLON": "';'",
    "THROWS": "'throws'",
    "DRAWS": "'draws'",
    "WORD": "cards",
    "AMOUNT": "a number",
    "TO": "'to'",
    "YOUNGER": "'younger' and a number",
    "POINT": "a call, as in 'point of five making 49'",
    "SEQUENCE": "'sequence'",
    "RANK": "a rank, as in 'kings'",
    "CARDS": "'cards'",
    "MAKING": "'making' and a number",
    "EVERYTHING": "'everything' or 'nothing'",
    "GOOD": "'good', 'not good' or 'equal'",
}
"""What an error calls the words that may come next, by terminal; the first of these are said."""
_MOST_SAID = 4
_WORDS = (
    "elder:", "younger:", "talon:", "play:", "total:", "deal:", "rules:", "number:", "score:",
    "throws", "draws", "calls", "sinks", "carte blanche", "nothing", "everything", "point",
    "sequence", "set", "tierce", "quart", "quint", "sixième", "septième", "huitième", "neuvième",
    "trio", "quatorze", "making", "major", "minor", "good", "equal", "aces", "kings", "queens",
    "knaves", "tens", "cards",
)  # fmt: skip
_WORD = re.compile(r"[^\s;,#]+|\S")


@cache
def _parser() -> Lark:
    source = files("piquet_sim.notation").joinpath("grammar.lark").read_text("utf-8")
    return Lark(source, parser="lalr")


def parse_statements(text: str) -> list[Tree]:
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
    found = _WORD.match(text, start)
    place = find_place(text, start, found.end() if found else start)
    said = [said for name, said in _EXPECTED.items() if name in accepted][:_MOST_SAID]
    near = get_close_matches(place.word.lower(), _WORDS, n=1, cutoff=0.75)
    meant = f"; did you mean {near[0]!r}?" if near and near[0] != place.word.lower() else ""
    return place.refuse(f"expected {join_words(said, 'or')}{meant}")
