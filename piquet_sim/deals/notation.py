"""Deals in words: records of play, read and written.

This is how ``piquet deal --notation`` writes a deal down:

```text
# Cavendish's example
Deal: the example
Rules: rubicon
Number: 3
Score: 45 to 30
Elder (Ann): ♠AKJ ♥AQJ8 ♦98 ♣J87; throws ♠K ♦98 ♣87; point of 5 cards making 49, good; quart
  major, good; trio of knaves, not good
Younger (Ben): ♠T7 ♥T97 ♦AQJT ♣KQT; throws ♠7 ♥97; point of 5 cards making 48, not good; tierce
  major, not good; quatorze of tens, good
Talon: 9S 8S KH 9C KD QS AC 7D
Play: 1. AH TH 2. KH 7D 3. QH TD 4. JH JD 5. 8H QD 6. KD AD 7. AC 9C 8. KC JC 9. QC 8S 10. TC 9S
  11. QS AS 12. JS TS
Total: 28 to 23
```

What is read is exactly what is written: ``score``, ``review`` and ``advise`` take such a file.

    piquet score deals.txt
    piquet advise deals.txt --seat elder --trick 5

Everything is checked against the laws. A mistake is reported in one line, which names the line, the
column and what was expected there. In Python:

```python
from piquet_sim import read_deals
from piquet_sim.deals.notation import write_deal

for deal in read_deals("deals.txt"):
    print(write_deal(deal))
```

``read_deals`` also reads JSON, one object per line (``piquet help deals``), and returns what
``score_deal`` and ``read_knowledge`` take. ``write_deals`` writes files in either form, with the
name of the notation at their head: ``Notation: PQN 1``.

Statements
----------
A statement begins a line with a word and a colon; statements stand in the order shown, and lines
may be broken between any two words. ``Rules:``, ``Elder:``, ``Younger:`` and ``Talon:`` are
required. ``Rules:`` names a rule book, with what is changed in brackets: ``parlett
(pique_needs=29)``. ``Number:`` is that of the deal in the partie, and ``Score:`` the points before
it, elder's first: with both, advice and reviews judge by the settlement. A name in brackets is the
player's. ``Talon:`` gives the cards in the order in which they are drawn, ``Play:`` those played in
the order in which they fell; the play may stop early or be left out. ``Total:`` repeats the score
of the deal.

After the twelve cards dealt come the cards thrown (``throws nothing`` where there are none), a
``carte blanche`` (or ``carte blanche not shown``), and what was called in each class: a point by
its cards and pips, a ``tierce``, ``quart``, ``quint`` and so on up to ``neuvième`` that is
``major``, ``minor`` or, as in ``quart to the king``, in between, and a ``trio`` or ``quatorze``.
Each is ``good``, ``not good`` or ``equal``. ``no point`` says that a point was held and not called.

Comments
--------
``#`` begins a comment, which ends with the line. The comments of a deal are kept when it is written
again, before its first statement; in JSON they are its ``comment``. An empty line separates deals.
No two deals of a file have the same name, and all are in one form.
"""

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from difflib import get_close_matches
from itertools import chain, zip_longest
from pathlib import Path
from textwrap import fill
from typing import Any

from piquet_sim.deals.call_names import list_calls, word_call
from piquet_sim.deals.deal import Deal, PlayedDeal, ScoredDeal, check_record
from piquet_sim.deals.json import (
    NOTATION,
    check_notation,
    describe_call,
    describe_deal,
    normalise_deal,
    read_deal,
)
from piquet_sim.game.cards import TRICKS, format_card, format_cards, format_hand_symbols
from piquet_sim.game.errors import UNSEEN, InputError, read_known, read_list, shorten
from piquet_sim.game.files import name_encoding, naming, read_content, read_lines
from piquet_sim.game.rules import find_rules
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.calls import RESULT_NAMES
from piquet_sim.kernel.deal.holdings import has_carte_blanche

FORMS = ("words", "json")
"""The forms in which files of deals are written."""

# ---- Writing -------------------------------------------------------------------------------------
_WIDTH = 96
_BOUND = "\N{NO-BREAK SPACE}"
"""A blank that keeps a trick, or the name of a player, on one line."""


def write_deal(deal: "Deal | dict[str, Any]") -> str:
    """The record of a deal in the notation.

    Parameters
    ----------
    deal : dict or Deal
        As `score_deal` reads it; its play may be unfinished. ``comment``, ``name``, ``players``,
        ``number`` (of the deal in the partie), ``score`` (before the deal) and ``totals`` are
        written, too; the ``condition`` under which it was dealt is left out.

    Returns
    -------
    str
        Lines that `read_deals` reads as the same record. Records of different deals have
        different texts.

    Raises
    ------
    InputError
        If anything is illegal; the message says what.

    Examples
    --------
    >>> deal = {
    ...     "elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87"},
    ...     "younger": {"dealt": "T7.T97.AQJT.KQT", "discard": "7.97.."},
    ...     "talon": "9S 8S KH 9C KD QS AC 7D",
    ... }
    >>> print(write_deal(deal), end="")
    Rules: rubicon
    Elder: ♠AKJ ♥AQJ8 ♦98 ♣J87; throws ♠K ♦98 ♣87; point of 5 cards making 49, good; quart major,
      good; trio of knaves, not good
    Younger: ♠T7 ♥T97 ♦AQJT ♣KQT; throws ♠7 ♥97; point of 5 cards making 48, not good; tierce major,
      not good; quatorze of tens, good
    Talon: 9S 8S KH 9C KD QS AC 7D
    """
    return _write_words(check_record(read_deal(deal)))


def write_deals(deals: "Iterable[Deal | dict[str, Any]]", form: str = "words") -> str:
    """The text of a file of deals in the notation, which says at its head what it is written in.

    Parameters
    ----------
    deals : iterable of dict
        Records, as for `write_deal`.
    form : str
        "words", or "json" for one object per line.

    Returns
    -------
    str
        What `read_deals` reads as the same records.

    Raises
    ------
    InputError
        If anything is illegal, there is no deal, two have one name, or there is no such form.

    Examples
    --------
    >>> deal = {
    ...     "elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87"},
    ...     "younger": {"dealt": "T7.T97.AQJT.KQT", "discard": "7.97.."},
    ...     "talon": "9S 8S KH 9C KD QS AC 7D",
    ... }
    >>> write_deals([deal, deal]).splitlines()[:3]
    ['Notation: PQN 1', '', 'Rules: rubicon']
    """
    is_words = read_known(form, FORMS, "form") == "words"
    write = _refuse_names_twice(_write_words if is_words else _write_json)
    texts = [
        write(check_record(read_deal(deal)))
        for deal in read_list("deals", deals, "deals, as in [deal(0), deal(1)]")
    ]
    if not texts:
        raise InputError("no deal to be written")
    return "".join(texts) if form == "json" else "\n".join((f"Notation: {NOTATION}\n", *texts))


def _write_json(deal: Deal) -> str:
    return json.dumps({"notation": NOTATION, **describe_deal(deal)}, ensure_ascii=False) + "\n"


def _write_words(deal: Deal) -> str:
    comment = deal.heading.get("comment")
    lines = [f"# {line}".rstrip() for line in comment.split("\n")] if comment else []
    return "\n".join([*lines, *_write_statements(deal)]) + "\n"


def _write_statements(deal: Deal) -> Iterator[str]:
    heading, scored, rules = deal.heading, deal.before_play, deal.rules.describe()
    if "name" in heading:
        yield f"Deal: {heading['name']}"
    if not isinstance(rules, str):
        changed = ", ".join(f"{option}={value}" for option, value in rules["set"].items())
        rules = f"{rules['preset']} ({changed})"
    yield f"Rules: {rules}"
    if "number" in heading:
        yield f"Number: {heading['number']}"
    if "score" in heading:
        yield "Score: {} to {}".format(*heading["score"])
    yield from (_fold(_say_seat(scored, place)) for place in range(len(SEATS)))
    yield f"Talon: {format_cards(deal.talon)}"
    if deal.plays:
        tricks = zip_longest(*[map(format_card, deal.plays)] * 2, fillvalue="")
        yield _fold(
            "Play: "
            + " ".join(
                _BOUND.join((f"{number}.", *trick)) for number, trick in enumerate(tricks, start=1)
            )
        )
    if "totals" in heading:
        yield "Total: {} to {}".format(*heading["totals"])


def _fold(text: str) -> str:
    return fill(
        text, _WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    ).replace(_BOUND, " ")


def _say_seat(scored: ScoredDeal, place: int) -> str:
    seat, deal = SEATS[place], scored.deal
    player = deal.heading.get("players", {}).get(seat)
    head = (seat.capitalize() + (f" ({player})" if player else "")).replace(" ", _BOUND)
    dealt, thrown = deal.dealt[place], deal.thrown[place]
    items = [
        f"{head}: {format_hand_symbols(dealt)}",
        f"throws {format_hand_symbols(thrown) if thrown else 'nothing'}",
    ]
    if has_carte_blanche(dealt):
        items.append("carte blanche" + " not shown" * (not deal.announced[place]))
    for kind, call, best in zip(CLASSES, deal.called[place], deal.holdings[place], strict=False):
        result = RESULT_NAMES[scored.value(f"{kind}_result")]
        if call:
            answer = {"equal": "equal", SEATS[place]: "good"}.get(result, "not good")
            items.append(f"{word_call(kind, call, deal.rules.pack)}, {answer}")
        elif best:
            items.append(f"no {kind}")
    return "; ".join(items)


# ---- Files ---------------------------------------------------------------------------------------
_MOST_LETTERS = 5_000_000


def read_deals(source: "str | Path") -> list[dict[str, Any]]:
    """The records of the deals in a text or a file.

    Parameters
    ----------
    source : str or Path
        A path, or the text itself: deals in the notation (``piquet help notation``), or one JSON
        object per line. One line is a path, unless it begins with ``{`` or has a colon with
        nothing or a space behind it.

    Returns
    -------
    list of dict
        As `score_deal` reads them, in their normal form, with ``comment``, ``name``, ``players``,
        ``number`` (of the deal in the partie), ``score`` (before the deal) and ``totals`` where
        they are written. The play may be unfinished.

    Raises
    ------
    InputError
        If anything cannot be read, breaks the laws, or is not as `write_deal` writes it; the
        message names the line, and in words the column and what was expected there.

    Examples
    --------
    >>> deals = read_deals('''
    ... Rules: rubicon
    ... Elder (Ann): ♠AKJ ♥AQJ8 ♦98 ♣J87; throws ♠K ♦98 ♣87; no point; quart major, good; no set
    ... Younger (Ben): ♠T7 ♥T97 ♦AQJT ♣KQT; throws ♠7 ♥97; point of 5 cards making 48, good;
    ...   no sequence; quatorze of tens, good
    ... Talon: 9S 8S KH 9C KD QS AC 7D
    ... Play: 1. AH TH 2. KH
    ... ''')
    >>> deals[0]["players"], deals[0]["elder"]["discard"], deals[0]["play"]
    ({'elder': 'Ann', 'younger': 'Ben'}, 'K..98.87', 'AH TH KH')
    """
    if not isinstance(source, str | Path):
        raise InputError(f"deals: expected a path or the text itself, got {type(source).__name__}")
    is_path = isinstance(source, Path) or not (
        re.search(r"\n|^\s*\{|:(\s|$)", source) or source.strip() == ""
    )
    with naming(source if is_path else "", InputError):
        text = _read_file(Path(source)) if is_path else source
        return list(answer_deals(text.splitlines(keepends=True), normalise_deal))


def list_records(given: Any) -> list[dict[str, Any]]:
    """The records of deals, in whatever form these are handed in.

    Parameters
    ----------
    given : str, Path, dict, PlayedDeal or iterable of these
        A file or a text, as `read_deals` takes it; or records.

    Raises
    ------
    InputError
        If it is none of these, an empty list, or as `read_deals`.
    """
    if isinstance(given, str | Path):
        return read_deals(given)
    is_one = isinstance(given, dict | PlayedDeal)
    listed = [given] if is_one else read_list("record", given, "a deal that was played")
    if not listed:
        raise InputError("record: expected a deal that was played, got none")
    return [describe_deal(one) if isinstance(one, PlayedDeal) else one for one in listed]


_MOST_BYTES = 1_000_000_000
"""The most bytes of a file of deals that is read as a whole."""


def _read_file(path: Path) -> str:
    content = read_content(path, _MOST_BYTES)
    with naming("", ValueError):
        return content.decode(name_encoding(content[:2]), "surrogateescape").replace("\r\n", "\n")


def answer_deals(
    lines: Iterable[str], answer: Callable[[Any], Any], source: str = ""
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
    rest, first, before = iter(lines), "", []
    answer = _refuse_names_twice(answer)
    for line in rest:
        before.append(line)
        first = line.lstrip("\ufeff \t\r\n")[:1]
        if first or len(before) > _MOST_LETTERS:  # an empty line has a letter, its end
            break
    if first in ("{", "["):
        yield from read_lines(
            chain(before, rest),
            answer,
            "one deal per line as a JSON object; deals in words cannot stand beside these",
            source,
        )
        return
    with naming(source, InputError):
        deals = _part_deals(_join(chain(before, rest)))
        if not deals:
            raise InputError(
                "no deal; expected deals in words, each with 'Elder:' and a hand (piquet help "
                "notation), or one JSON object per line (piquet help deals)"
            )
        answers = [_answer_words(*deal, answer) for deal in deals]
    yield from answers


def _refuse_names_twice(answer: Callable[[Any], Any]) -> Callable[[Any], Any]:
    names: set[str] = set()

    def answer_new(deal: Any) -> Any:
        about = deal.heading if isinstance(deal, Deal) else deal
        name = about.get("name") if isinstance(about, dict) else None
        if isinstance(name, str):
            if name in names:
                raise InputError(f"a second deal named {name!r}")
            names.add(name)
        return answer(deal)

    return answer_new


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
        raise InputError(
            f"line {text.count(chr(10), 0, error.start) + 1}: not UTF-8 text"
        ) from None
    # How a deal begins in another form, and what is said of it.
    for start, why in {
        r"\{": "this deal is in JSON, the first one in the notation; write all deals of a file in "
        "one form",
        "(?:Deal [0-9]+ of seed |Elder is dealt )": "this deal is as piquet deal prints it for "
        "people; piquet deal --notation prints one that can be read",
    }.items():
        if found := re.search(rf"^[^\S\n]*{start}", text, re.MULTILINE):
            raise InputError(f"line {text.count(chr(10), 0, found.end()) + 1}: {why}")
    return text


def _part_deals(text: str) -> list[tuple[int, str, str]]:
    # Of each deal its first line, its statements without comments, and the comments.
    deals: list[tuple[int, str, str]] = []
    body: list[str] = []
    said: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        words, sign, comment = line.partition("#")
        words = words.translate(UNSEEN)
        said += [comment.removeprefix(" ")] * bool(sign)
        if words.strip().startswith("Notation:") and not any(map(str.strip, body)):
            with naming(f"line {number}", InputError):
                check_notation(" ".join(words.partition(":")[2].split()))
        elif line.strip():
            body.append(words)
        elif any(map(str.strip, body)):
            deals.append((number - len(body), "\n".join(body), "\n".join(said)))
            body, said = [], []
        elif body:
            body, said = [], [*said, ""]
    if deals and said:  # of no deal that follows
        first, last, before = deals.pop()
        deals.append((first, last, "\n".join((before, "", *said))))
    return deals


# ---- Reading -------------------------------------------------------------------------------------
_HEAD = re.compile(r"^[^\S\n]*(\w+)(?:[^\S\n]\((.*?)\))?:", re.MULTILINE)
_STATEMENTS = {
    "Deal": "name",
    "Rules": "rules",
    "Number": "number",
    "Score": "score",
    "Elder": "elder",
    "Younger": "younger",
    "Talon": "talon",
    "Play": "play",
    "Total": "totals",
}
"""The statements in their order, each with the key that it gives to the record."""
_LONGEST_VALUE = 200
_SHOWN_WORDS = 5
_MOST_SHOWN = 60


def _answer_words(first: int, text: str, comment: str, answer: Callable[[Any], Any]) -> Any:
    # `places` has where that stands which an error begins with; other errors are about the deal.
    places = {"": len(text) - len(text.lstrip())}

    def refuse(why: str, place: int) -> InputError:
        line, column = text.count("\n", 0, place), place - text.rfind("\n", 0, place)
        return InputError(f"line {first + line}, column {column}: {why}")

    try:
        deal = check_record(read_deal(_read_words(text, comment, places)))
    except InputError as error:
        named = max((one for one in places if str(error).startswith(one)), key=len)
        raise refuse(str(error), places[named]) from None
    wanted = re.findall(r"\S+", "\n".join(_write_statements(deal)))
    for number, (got, want) in enumerate(zip_longest(re.finditer(r"\S+", text), wanted)):
        if got is None or got[0] != want:
            place = len(text.rstrip()) if got is None else got.start()
            said = "the end" if got is None else repr(shorten(got[0], _MOST_SHOWN))
            more = " ".join(wanted[number : number + _SHOWN_WORDS])
            raise refuse(f"expected {repr(more) if more else 'an empty line'}, got {said}", place)
    try:
        return answer(deal)
    except InputError as error:
        raise refuse(str(error), places[""]) from None


def _read_words(text: str, comment: str, places: dict[str, int]) -> dict[str, Any]:
    # The record as JSON has it; whether it is written as it must be is seen afterwards.
    record: dict[str, Any] = {"comment": comment, "players": {}}
    heads = list(_HEAD.finditer(text))
    if not heads or text[: heads[0].start()].strip():
        first = text.split(maxsplit=1)[0]
        raise InputError(f"expected a statement, as in 'Rules: rubicon'{_suggest(first)}")
    for head, after in zip_longest(heads, heads[1:]):
        key, start, end = _STATEMENTS.get(head[1]), head.end(), after and after.start()
        said = text[start:end].split()
        places[key or head[1]] = head.start(1)
        if key is None:
            raise InputError(f"{head[1]}: is not a statement{_suggest(head[1])}")
        if key in SEATS:
            if head[2] is not None:
                record["players"][key] = head[2]
                places[f"players: {key}"] = head.start(1)
            items = [
                (" ".join(item[0].split()), start + item.start())
                for item in re.finditer(r"[^;\s][^;]*", text[start:end])
            ]
            pack = find_rules(record.get("rules", "rubicon")).pack
            record[key] = _read_seat(key, items, pack, places)
        elif key == "rules":
            record[key] = _find_rules(" ".join(said))
        elif key == "number":
            record[key] = _read_number(" ".join(said))
        elif key in ("score", "totals"):
            record[key] = list(map(_read_number, " ".join(said).split(" to ")))
        elif key == "play":
            cards = list(re.finditer(r"\S*[^\s.](?!\S)", text[start:end]))
            for number, card in enumerate(cards[: 2 * TRICKS], start=1):
                places[f"play: card {number} "] = start + card.start()
                if card[0] in (one[0] for one in cards[: number - 1]):
                    raise InputError(f"play: card {number} ({card[0]}) has been played before")
            record[key] = " ".join(card[0] for card in cards)
        else:
            record[key] = " ".join(said)
    for name in ("Rules", "Elder", "Younger", "Talon"):
        if _STATEMENTS[name] not in record:
            places["expected"] = max(text.find(name), places[""])
            raise InputError(f"expected a statement '{name}:' in this deal")
    return record


def _suggest(word: str) -> str:
    # What a word was probably meant to be.
    near = get_close_matches(word.rstrip(":").capitalize(), _STATEMENTS, n=1)
    return f"; did you mean '{near[0]}:'?" if near else f"; there are: {', '.join(_STATEMENTS)}"


def _read_seat(
    seat: str, items: list[tuple[str, int]], pack: int, places: dict[str, int]
) -> dict[str, Any]:
    # What stands between semicolons, each with its place: the hand, what was thrown, the calls.
    items += [("", places[seat])] * (2 - len(items))
    (dealt, place), (thrown, then), *rest = items
    places |= {f"{seat} dealt": place, f"{seat} discard": then}
    if not thrown.startswith("throws "):
        raise InputError(f"{seat} discard: expected 'throws ♠K ♦98' or 'throws nothing'")
    calls: dict[str, Any] = {}
    for item, place in rest:
        call = item.split(",")[0]
        kind, value = list_calls(pack).get(call, ("", 0))
        places[f"{seat} calls {kind}"] = place
        if value:
            calls[kind] = describe_call(kind, value)
        elif call in ("carte blanche", "carte blanche not shown"):
            calls["carte_blanche"] = call == "carte blanche"
        elif call not in [f"no {kind}" for kind in CLASSES]:
            near = get_close_matches(call[:_MOST_SHOWN], list_calls(pack), n=1)
            raise InputError(
                f"{seat} calls {shorten(call, _MOST_SHOWN)!r}: expected a call, as in "
                f"'{near[0] if near else 'point of 5 cards making 49'}, good', 'no point' or "
                "'carte blanche'"
            )
    thrown = thrown.removeprefix("throws ")
    discard = "..." if thrown == "nothing" else thrown
    return {"dealt": dealt, "discard": discard, "calls": calls or "none"}


def _read_number(said: str) -> int | str:
    return int(said) if re.fullmatch("[0-9]{1,9}", said) else said


def _find_rules(said: str) -> Any:
    # A preset, and in brackets what is changed.
    name, _, changed = said.removesuffix(")").partition(" (")
    options = {}
    for one in re.split(r", (?=\w+=)", changed) if changed else ():
        option, sign, value = one.partition("=")
        if not sign:
            raise InputError(f"rules: expected option=value, got {shorten(one, _MOST_SHOWN)!r}")
        options[option] = value
        with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
            options[option] = ast.literal_eval(value[:_LONGEST_VALUE])
    return {"preset": name, "set": options}
