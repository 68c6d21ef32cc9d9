"""Files of deals: in the notation, or one JSON object per line."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from piquet_sim.game.errors import InputError
from piquet_sim.game.files import name_encoding, read_lines, say_reason, suggest_file

_MOST_LETTERS = 5_000_000
_NO_DEAL = (
    "no deal; expected deals in words, each with 'Elder:' and a hand (piquet help notation), or "
    "one JSON object per line (piquet help deals)"
)
_JSON_STARTS = ("{", "[")
_LINE_OF_JSON = "one deal per line as a JSON object; deals in words cannot stand beside these"
_NOTATION = re.compile(r"^[^\S\n]*(?:Elder|Younger)\s*(?:\([^\n]*?\)\s*)?:", re.M | re.I)
_JSON = re.compile(r"^[^\S\n]*\{", re.M)
_PRINTED = re.compile(r"^[^\S\n]*(?:Deal \d+ of seed |Elder is dealt |Elder has thrown out )", re.M)
"""How a deal begins as `piquet deal` prints it."""


def read_deals(source: "str | Path") -> list[dict[str, Any]]:
    """The records of the deals in a text or a file.

    Parameters
    ----------
    source : str or Path
        A path, or the text itself: deals in the notation (``piquet help notation``), or one JSON
        object per line. One line without a colon is a path.

    Returns
    -------
    list of dict
        As `score_deal` reads them, in their normal form, with ``name``, ``players``, ``number``
        (of the deal in the partie), ``score`` (before the deal) and ``totals`` where they are
        written. The play may be unfinished.

    Raises
    ------
    InputError
        If anything cannot be read, breaks the laws, or contradicts the totals and answers that are
        written; the message names the line, and in words the column, the word and what was
        expected.

    Examples
    --------
    >>> deals = read_deals('''
    ... Elder (Ann): ♠AKJ ♥AQJ8 ♦98 ♣J87; throws ♠K ♦98 ♣87; point of five, good
    ... Younger (Ben): ♠T7 ♥T97 ♦AQJT ♣KQT; throws ♠7 ♥97
    ... Talon: 9S 8S KH 9C KD QS AC 7D
    ... Play: 1. AH TH 2. KH
    ... ''')
    >>> deals[0]["players"], deals[0]["elder"]["discard"], deals[0]["play"]
    ({'elder': 'Ann', 'younger': 'Ben'}, 'K..98.87', 'AH TH KH')
    """
    from piquet_sim.deals.json import normalise_deal

    if not isinstance(source, str | Path):
        raise InputError(f"deals: expected a path or the text itself, got {type(source).__name__}")
    is_path = isinstance(source, Path) or not (
        any(sign in source for sign in ":\n{[") or source.strip() == ""
    )
    try:
        text = _read_file(Path(source)) if is_path else source
        deals = list(answer_deals(text.splitlines(keepends=True), normalise_deal))
    except InputError as error:
        raise InputError(f"{source}: {error}" if is_path else str(error)) from None
    return deals


def _read_file(path: Path) -> str:
    try:
        with path.open("rb") as file:
            encoding = name_encoding(file.read(2))
        return path.read_text(encoding=encoding, errors="surrogateescape")
    except (OSError, ValueError) as error:
        nearby = suggest_file(path) if isinstance(error, FileNotFoundError) else ""
        raise InputError(f"{say_reason(error)}{nearby}") from None


def answer_deals(
    lines: Iterable[str], answer: Callable[[dict[str, Any]], Any], source: str = ""
) -> Iterator[Any]:
    """Answer the deals of a file: JSON line by line, words when all of them have been read.

    Parameters
    ----------
    lines : iterable of str
        If they begin with ``{``, one JSON object per line.
    answer : callable
        Answers a deal: an object of JSON, or of a text in words a `Deal`.
    source : str
        The name of the file, for errors in words.

    Yields
    ------
    object
        The result of `answer` for each deal.

    Raises
    ------
    InputError
        At the first deal that cannot be read or is refused, with its place; if there is none.
    """
    rest = iter(lines)
    before = []
    for line in rest:
        before.append(line)
        first = line.lstrip("\ufeff \t\r\n")[:1]
        if first:
            break
    else:
        raise InputError(f"{source}: {_NO_DEAL}" if source else _NO_DEAL)
    everything = chain(before, rest)
    if first in _JSON_STARTS:
        yield from read_lines(everything, _refuse_names_twice(answer), _LINE_OF_JSON, source)
        return
    try:
        text = _join(everything)
        try:
            answers = _answer_words(text, answer)
        except InputError as error:
            raise _find_mixture(text) or error from None
    except InputError as error:
        raise InputError(f"{source}: {error}" if source else str(error)) from None
    yield from answers


def _refuse_names_twice(
    answer: Callable[[dict[str, object]], object],
) -> Callable[[dict[str, object]], object]:
    names: set[str] = set()

    def answer_new(deal: dict[str, Any]) -> Any:
        name = deal.get("name") if isinstance(deal, dict) else None
        if isinstance(name, str):
            if name in names:
                raise InputError(f"a second deal named {name!r}")
            names.add(name)
        return answer(deal)

    return answer_new


def _find_mixture(text: str) -> InputError | None:
    # The error for a text in two forms, of which only one was read.
    forms = {"in the notation": _NOTATION, "in JSON": _JSON}
    matches = ((pattern.search(text), form) for form, pattern in forms.items())
    starts = sorted((one.end(), form) for one, form in matches if one)
    if len(starts) < 2:
        return None
    (_, first), (place, other) = starts
    return InputError(
        f"line {text.count(chr(10), 0, place) + 1}: this deal is {other}, the first one {first}; "
        "write all deals of a file in one form"
    )


def _answer_words(text: str, answer: Callable[[dict[str, object]], object]) -> list[object]:
    from piquet_sim.deals.notation.reading import read_notation

    printed = _PRINTED.search(text)
    if printed:
        raise InputError(
            f"line {text.count(chr(10), 0, printed.end()) + 1}: this deal is as piquet deal prints "
            "it for people; piquet deal --notation prints one that can be read"
        )
    names: dict[object, int] = {}
    answers = []
    for record, place in read_notation(text):
        name = record.heading.get("name")
        if name is not None and name in names:
            raise place.refuse(f"a second deal named {name!r}; the first is in line {names[name]}")
        names[name] = place.line
        try:
            answers.append(answer(record))
        except InputError as error:
            raise place.refuse(str(error)) from None
    if not answers:
        raise InputError(_NO_DEAL)
    return answers


def _join(lines: Iterable[str]) -> str:
    parts, letters = [], 0
    for line in lines:
        letters += len(line)
        if letters > _MOST_LETTERS:
            raise InputError(f"more than {_MOST_LETTERS:,} characters; too long for deals in words")
        parts.append(line)
    text = "".join(parts).replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    try:
        text.encode()
    except UnicodeEncodeError as error:  # half a character stands for a byte that is not UTF-8
        number = text.count("\n", 0, error.start) + 1
        raise InputError(f"line {number}: not UTF-8 text") from None
    return text
