"""The words of the notation: statements by the grammar, cards, rule books, and where each stands.

`grammar.lark` beside this module has all words. Errors point at the line, column and word.
"""

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from piquet_sim.game.cards import (
    RANK_LETTERS,
    SUIT_LETTERS,
    SUIT_SYMBOLS,
    SUITS,
    card_mask,
    format_card,
    name_card,
    pack_mask,
)
from piquet_sim.game.errors import InputError, shorten
from piquet_sim.game.rules import RuleSet, read_rules
from piquet_sim.game.wording import join_words

# ---- Places --------------------------------------------------------------------------------------
_MOST_SHOWN = 60
_CARD = re.compile(rf"\b[{RANK_LETTERS}][{SUIT_LETTERS}]\b")
_WORDS = (
    "Notation:", "Elder:", "Younger:", "Talon:", "Play:", "Total:", "Deal:", "Rules:", "Number:",
    "Score:", "holds", "throws", "draws", "unknown", "calls", "sinks", "carte", "blanche",
    "nothing", "everything", "point", "sequence", "set", "tierce", "quart", "quint", "sixième",
    "septième", "huitième", "neuvième", "trio", "quatorze", "making", "major", "minor", "good",
    "equal", "aces", "kings", "queens", "knaves", "tens", "cards",
)  # fmt: skip


class MisplacedWord(InputError):
    """A refusal that says where its word stands."""


class Place(NamedTuple):
    """A word and where it stands; lines and columns are counted from 1."""

    word: str
    line: int
    column: int

    def refuse(self, why: str) -> MisplacedWord:
        """A refusal that points at this word.

        Examples
        --------
        >>> print(Place("AX", 3, 14).refuse("expected a card"))
        line 3, column 14: at 'AX': expected a card
        """
        at = repr(shorten(self.word, _MOST_SHOWN)) if self.word else "the end"
        return MisplacedWord(f"line {self.line}, column {self.column}: at {at}: {why}")


def suggest_word(word: str) -> str:
    """What a word that was not understood was probably meant to be; nothing if none is near.

    Examples
    --------
    >>> suggest_word("Yuonger:")
    "; did you mean 'Younger:'?"
    """
    known = {one.lower(): one for one in _WORDS}
    near = get_close_matches(word[:_MOST_SHOWN].lower(), known, n=1, cutoff=0.75)
    return f"; did you mean {known[near[0]]!r}?" if near and near[0] != word.lower() else ""


class Placed(NamedTuple):
    """A card and the word in which it stands."""

    card: int
    place: Place


@dataclass
class Pointer:
    """Where everything is that an error can be about, by the words with which the error begins."""

    first: Place
    """The deal begins here; errors about what stands nowhere point to it."""
    places: dict[str, Place] = field(default_factory=dict)
    cards: dict[str, list[Placed]] = field(default_factory=dict)

    def note_cards(self, what: str, cards: list[Placed], head: Place) -> None:
        """Note where cards stand; what is wrong with all of them is said at the first.

        Parameters
        ----------
        what : str
        cards : list of Placed
        head : Place
            Where it is said if there are none.
        """
        self.places[what] = cards[0].place if cards else head
        self.cards[what] = cards

    def point_at(self, error: InputError) -> MisplacedWord:
        """The error, at the first card that it names or where its cards or call begin."""
        said = str(error)
        names = [name for name in self.places if said.startswith(name)]
        if not names:
            return self.first.refuse(said)
        name = max(names, key=len)
        named = _CARD.search(said)
        for card, place in self.cards.get(name, ()):
            if named and format_card(card) == named[0]:
                return place.refuse(said)
        return self.places[name].refuse(said)


# ---- Statements ----------------------------------------------------------------------------------
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
"""Matches the beginning of a word in whose middle the grammar stopped."""


@cache
def _parser() -> Lark:
    source = files("piquet_sim.deals.notation").joinpath("grammar.lark").read_text("utf-8")
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
    word = _WORD.match(text, start)
    line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
    place = Place(word[0] if word else "", line, column)
    if _NAMED_SEAT.match(text, start):
        return place.refuse("expected ')' and a colon after the name, as in 'Elder (Ann):'")
    said = [said for name, said in _EXPECTED.items() if name in accepted][:_MOST_SAID]
    return place.refuse(f"expected {join_words(said, 'or')}{suggest_word(place.word)}")


# ---- Cards ---------------------------------------------------------------------------------------
_LETTERS = str.maketrans(SUIT_SYMBOLS + "♤♡♢♧", SUIT_LETTERS * 2, "\ufe0e\ufe0f")
_RANK, _SUIT = f"[{RANK_LETTERS}]", f"[{SUIT_LETTERS}]"
_OF_SUIT = re.compile(f"({_SUIT}):?({_RANK}*)")
_CARDS = re.compile(f"(?:{_RANK}{_SUIT})+")
_DOTTED = re.compile(rf"{_RANK}*(?:\.{_RANK}*){{{SUITS - 1}}}")


def read_card_words(words: Iterable[Place], what: str, pack: int) -> list[Placed]:
    """The cards of some words, in the order in which they are written.

    Parameters
    ----------
    words : iterable of Place
        Cards (``KS``, ``♠K``, ``10d``), suits (``♠AKJ``, ``S:AKJ``) or ``AKJ.AQJ8.98.J87``.
    what : str
        What the cards are, for the message of an error.
    pack : int
        32 or 36.

    Raises
    ------
    InputError
        At a word that is not a card, or a card that appears twice or is not in the pack.
    """
    cards: list[Placed] = []
    suit = ""
    for place in words:
        said = place.word.translate(_LETTERS)
        said = said.upper().replace("10", "T") if said.isascii() else ""
        if said.count(".") == 1:
            said = said.removesuffix(".")  # the end of a sentence
        listed, of_suit = _CARDS.fullmatch(said), _OF_SUIT.fullmatch(said)
        if of_suit:
            suit = of_suit[1]
            named = [(rank, suit) for rank in of_suit[2]]
        elif listed:
            suit, named = "", list(zip(said[::2], said[1::2], strict=True))
        elif _DOTTED.fullmatch(said):
            suit = ""
            named = [
                (rank, letter)
                for letter, ranks in zip(SUIT_LETTERS, said.split("."), strict=True)
                for rank in ranks
            ]
        elif suit and re.fullmatch(f"{_RANK}+", said):
            named = [(rank, suit) for rank in said]
        else:
            raise place.refuse(
                f"{what}: expected a card, as in KS, ♠KQ or K.Q..87{suggest_word(place.word)}"
            )
        for rank, letter in named:
            card = card_mask(RANK_LETTERS.index(rank), SUIT_LETTERS.index(letter))
            if not card & pack_mask(pack):
                raise place.refuse(f"{what}: the {name_card(card)} is not in the pack of {pack}")
            if any(card == one.card for one in cards):
                raise place.refuse(f"{what}: {format_card(card)} twice")
            cards.append(Placed(card, place))
    return cards


# ---- Rule books ----------------------------------------------------------------------------------
_LONGEST = 1000
_CHANGED_RULES = re.compile(r"([^\s(]+)\s*((?:\(.*\)\s*)?)")


def say_rules(rules: "str | dict[str, Any]") -> str:
    """A rule book as `read_rules_text` reads it.

    Examples
    --------
    >>> say_rules({"preset": "parlett", "set": {"pique_needs": 29}})
    'parlett (pique_needs=29)'
    """
    if isinstance(rules, str):
        return rules
    changed = ", ".join(f"{option}={value}" for option, value in rules["set"].items())
    return f"{rules['preset']} ({changed})" if changed else rules["preset"]


def read_rules_text(text: str) -> RuleSet:
    """A rule book by its name: a preset, and in brackets what is changed.

    Raises
    ------
    InputError
        If there is no such preset, option or value.

    Examples
    --------
    >>> read_rules_text("parlett (pique_needs=29)").pique_needs
    29
    """
    if len(text) > _LONGEST:
        raise InputError(f"rules: {len(text):,} characters; at most {_LONGEST:,} are allowed")
    parts = _CHANGED_RULES.fullmatch(text.strip())
    if parts is None:
        raise InputError(
            f"rules: expected a preset, as in rubicon or parlett (pique_needs=29), got {text!r}"
        )
    options = {}
    for changed in re.findall(r"\((.*?)\)(?=\s*\(|\s*$)", parts[2]):
        for one in re.split(r",\s*(?=\w+\s*=)", changed) if changed.strip() else ():
            option, sign, value = one.partition("=")
            if not sign:
                raise InputError(f"rules: expected option=value, got {one!r}")
            options[option.strip()] = _read_value(value.strip())
    return read_rules({"preset": parts[1], "set": options})


def _read_value(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
