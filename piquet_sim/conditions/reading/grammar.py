"""The grammar of conditions: parsing, what may come next, what an error says, examples.

`grammar.lark` beside this module has all words. Nothing here imports the engine, since a shell
asks for completions at every press of a key.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.parsers.lalr_interactive_parser import InteractiveParser

from piquet_sim.game.errors import InputError
from piquet_sim.game.wording import join_words

LONGEST = 2000
"""Maximum length of a condition in characters."""
_DEEPEST = 20
_SHORTEST_WORD = 4
"""Shorter words resemble too many others for a suggestion."""
_LONG_WORD = 6
_PHRASE = re.compile(r"(?:of|in|to|by|with|than)\s+(?:(?:the|an?)\s+)?\w+", re.I)
_END, _CLOSE = "$END", "RPAR"

_TOLD = re.compile(r"^// ([^:\n]+|':'|',')(?:: (.*))?\n(?=([A-Z_]+)(?:\.\d+)?:)", re.MULTILINE)
_EXAMPLE = re.compile(r"^//e\. (.*)$", re.MULTILINE)
_JOINED_SEAT = re.compile(r"\b(elder|younger|talon)_(?=[a-z])", re.IGNORECASE)
"""A seat before a name as measures have it: "elder_aces"."""
LATER = re.compile(
    r"\s*,?\s*\b(?:after|following)\s+(?:(?:the|an?|his|her|their)\s+)?(?:exchange|draw|discard)\b,?"
    r"\s*",
    re.I,
)
"""Words that speak of the hands that are played, not of those dealt."""
_RUNS = ("tierce", "quart", "quint", "sixieme", "septieme", "huitieme")
_BREAKS = re.compile(rf"breaks?\s+every\s+(?:{'|'.join(_RUNS)})", re.I)
_WORD = re.compile(r"[A-Za-zÀ-ÿ_-]+|\S")
_FIRST_SAID = ("'has'", "a number", "a seat", "cards", "a kind of card", "a sign")
_MADE_LATER = {
    "pique", "repique", "capot", "good", "wins", "win", "scores", "score", "makes", "points",
    "discards", "throws", "exchanges", "draws", "tricks", "margin",
}  # fmt: skip


@cache
def _source() -> str:
    return files("piquet_sim.conditions.reading").joinpath("grammar.lark").read_text("utf-8")


@cache
def _list_other_words() -> frozenset[str]:
    # Words of plain English that resemble ours and mean something else: no suggestion is right.
    text = files("piquet_sim.conditions.reading").joinpath("other_words.txt").read_text("utf-8")
    return frozenset(text.split())


@cache
def _parser() -> Lark:
    return Lark(_source(), parser="lalr", propagate_positions=True)


@cache
def _names() -> dict[str, tuple[str, tuple[str, ...]]]:
    # By terminal: what an error calls it, and what completion offers.
    return {
        terminal: (said, tuple(offers.split(", ")) if offers else ())
        for said, offers, terminal in _TOLD.findall(_source())
    }


def list_examples() -> list[str]:
    """A condition for each way to say one, in the order of the grammar."""
    return _EXAMPLE.findall(_source())


def plain_letters(text: str) -> str:
    """The text without accents, on one line; letters that only look alike stay.

    Examples
    --------
    >>> plain_letters("a huitième,  1² aces")
    'a huitieme, 1² aces'
    """
    letters = []
    for letter in " ".join(text.split()):
        parts = unicodedata.normalize("NFD", letter)
        is_accented = len(parts) > 1 and parts[0].isascii()
        letters.append(parts[0] if is_accented else letter)
    plain = _JOINED_SEAT.sub(r"\1 ", "".join(letters))
    if plain.endswith(".") and plain.rpartition(" ")[2].count(".") == 1:
        plain = plain[:-1]  # the end of a sentence, not of a hand
    return plain


def parse_words(text: str) -> Tree:
    """The parse tree of a condition.

    Raises
    ------
    InputError
        If it is too long, nested too deeply, or not in the grammar: the word at which it was not
        understood, what was expected there, and what was probably meant.
    """
    if len(text) > LONGEST:
        raise InputError(f"given: {len(text):,} characters; at most {LONGEST:,} are allowed")
    foreign = next((one for one in text if one.isalpha() and not one.isascii()), None)
    if foreign is not None:
        raise InputError(
            f"given: {foreign!r} ({unicodedata.name(foreign, 'unnamed').lower()}) is not a "
            "letter of the Latin alphabet"
        )
    depth = 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth > _DEEPEST:
            raise InputError(f"given: brackets are nested more than {_DEEPEST} deep")
    reading = _parser().parse_interactive(text)
    try:
        for token in reading.lexer_thread.lex(reading.parser_state):
            reading.feed_token(token)
        return reading.feed_eof()
    except UnexpectedInput as error:
        raise _explain(error, reading, text) from None


# ---- What may come next -------------------------------------------------------------------------
def _accepted(reading: InteractiveParser) -> list[str]:
    # Terminals that may come next, in the order of the grammar.
    accepted = reading.accepts()
    return [name for name in (*_names(), _CLOSE, _END) if name in accepted]


def list_next_words(text: str) -> list[str]:
    """What may follow the beginning of a condition, each with that beginning: for the shell.

    Parameters
    ----------
    text : str
        Its last word may be incomplete.

    Examples
    --------
    >>> list_next_words("elder has 3 ac")
    ['elder has 3 aces']
    """
    plain = plain_letters(text) + (" " if text.endswith(" ") else "")
    starts = [at.end() for at in re.finditer(r"[\s(]|^", plain)]
    for start in starts:  # the longest rest that begins something known
        before, begun = plain[:start], plain[start:].lower()
        reading = _parser().parse_interactive(before)
        try:
            for token in reading.lexer_thread.lex(reading.parser_state):
                reading.feed_token(token)
        except UnexpectedInput:
            continue
        offers = [
            before + word
            for name in _accepted(reading)
            for word in _names().get(name, ("", ()))[1]
            if plain_letters(word).lower().startswith(begun)
        ]
        if offers:
            return list(dict.fromkeys(offers))
    return []


# ---- Messages for invalid conditions ------------------------------------------------------------
def _explain(error: UnexpectedInput, reading: InteractiveParser, text: str) -> InputError:
    if breaks := _BREAKS.search(text):
        return InputError(
            f"given: {breaks[0]!r} is said of a draw, as in: piquet odds HAND --discard CARDS "
            f'--event "{breaks[0]}"'
        )
    place = getattr(error, "pos_in_stream", None)
    token = getattr(error, "token", None)
    is_end = isinstance(token, Token) and token.type == _END
    place = len(text) if is_end or place is None else place
    rest = text[place:]
    word = _WORD.match(rest)[0] if rest.strip() else ""
    found = "the end" if not word else repr(_whole_word(text, place) or word)
    accepted = _accepted(reading)
    begins = text.rfind(" ", 0, place) + 1
    meant = _suggest(text[begins:], accepted) if word else ""
    if not meant and (not word or not text[:place].strip()):
        meant = ", as in 'elder has 4 aces' or 'younger: 5+ hearts, no king'"
    expected = _say_expected(accepted, is_first=not text[:place].strip())
    return InputError(f"given: at {found} expected {expected}{meant}")


def _whole_word(text: str, place: int) -> str:
    # The word that stands at a place, also where the grammar stopped within it; with the word
    # behind it where it is only "of", "in" or the like.
    for match in re.finditer(r"[^\s(),;:<>=]+", text):
        if match.start() <= place < match.end():
            phrase = _PHRASE.match(text, match.start())
            return phrase[0] if phrase else match[0]
    return ""


def _say_expected(accepted: Iterable[str], is_first: bool) -> str:
    if _END in accepted or _CLOSE in accepted:
        return f"'and', 'or' or {'the end' if _END in accepted else repr(')')}"
    if "PLACE" in accepted and "HAS" in accepted:
        return "a seat" if is_first else "a seat, or more of the list"
    said = list(dict.fromkeys(_names()[name][0] for name in accepted))
    chosen = [one for one in _FIRST_SAID if one in said] or said
    return join_words(chosen[:3], "or")


def _suggest(rest: str, accepted: list[str]) -> str:
    words = re.findall(r"[^\s(),;:<>=]+", rest.lower())[:3]
    if not words:
        return ""
    if words[0].rstrip("s") in {one.rstrip("s") for one in _MADE_LATER}:
        return "; conditions describe the cards dealt, not what they score"
    known = _list_words(list(_names()))
    for names in (accepted, list(_names())):
        offered = _list_words(names)
        for length in range(len(words), 0, -1):
            written = plain_letters(" ".join(words[:length]))
            is_ours = not known.keys().isdisjoint(_list_forms(written))
            if is_ours or written in _list_other_words():
                continue
            meant = _find_alike(written, offered)
            if meant:
                return f"; did you mean {offered[meant]!r}?"
    return ""


def _list_words(names: list[str]) -> dict[str, str]:
    # What is offered, and each word of it, without accents.
    return {
        plain_letters(one): one
        for name in names
        for offer in _names().get(name, ("", ()))[1]
        for one in (offer, *offer.split())
    }


def _list_forms(word: str) -> list[str]:
    # One and several: "ace" and "aces"; "acess" is a form of neither.
    one = word if word.endswith("ss") else word.removesuffix("s")
    return [word, f"{word}s", one]


def _find_alike(written: str, offered: Iterable[str]) -> str:
    # What is written in as many words, in each of which one letter differs, or two of six.
    alike = []
    for one in offered:
        pairs = list(zip(written.split(), one.split(), strict=False))
        if len(one.split()) == len(written.split()) and all(_is_slip(*pair) for pair in pairs):
            alike.append((sum(_count_mistakes(*pair) for pair in pairs), one))
    return min(alike)[1] if alike else ""


def _is_slip(written: str, meant: str) -> bool:
    mistakes = _count_mistakes(written, meant)
    if mistakes == 0 or (mistakes == 1 and sorted(written) == sorted(meant)):
        return True  # neighbours swapped give away short words, too: "adn"
    if min(len(written), len(meant)) < _SHORTEST_WORD or not written.isalpha():
        return False
    most = 1 if len(written) < _LONG_WORD else 2
    return min(_count_mistakes(written, form) for form in (meant, f"{meant}s")) <= most


def _count_mistakes(one: str, two: str) -> int:
    # Letters that are missing, added, wrong, or in the place of their neighbours.
    rows = [list(range(len(two) + 1))]
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, other in enumerate(two, 1):
            best = min(row[-1] + 1, rows[-1][j] + 1, rows[-1][j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == two[j - 2] and other == one[i - 2]:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]
