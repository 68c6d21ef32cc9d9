"""What is read and shown: lines, tables, progress."""

import codecs
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from io import TextIOWrapper
from itertools import permutations
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from threading import Timer
from typing import TYPE_CHECKING, Any, TextIO
from unicodedata import normalize

from piquet_sim.cli.forms import is_for_programs
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import say_reason, suggest_file

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from analyses.study import Answer
    from piquet_sim.estimates.estimate import Estimate
    from piquet_sim.running.run import Progress


def is_watched() -> bool:
    """Whether a person waits at a terminal for the answer."""
    return sys.stderr.isatty() and not is_for_programs()


@contextmanager
def show_progress(
    total: int | None, label: str, unit: str = "deals"
) -> "Iterator[Progress | None]":
    """A bar on a terminal, nothing in a pipe; of unknown length where the total is None."""
    if not is_watched():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task) -> Text:
            speed = task.speed or 0
            return Text(f"{speed:,.0f} {unit}/s" if speed >= 1 else f"{speed:.2g} {unit}/s")

    columns = (
        *(TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%")),
        *(Rate(), TimeRemainingColumn()),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.update(task, completed=done)


SECONDS_IN_SILENCE = 1.0
"""After so many a line says what takes long."""


@contextmanager
def say_if_slow(text: str, quiet: bool = False) -> Iterator[None]:
    """A line on a terminal if what is done meanwhile takes more than a second."""
    if quiet or not is_watched():
        yield
        return
    waiting = Timer(SECONDS_IN_SILENCE, say, [text])
    waiting.daemon = True
    waiting.start()
    try:
        yield
    finally:
        waiting.cancel()


def say(text: str) -> None:
    """Print a line to standard error."""
    print(text, file=sys.stderr)


def announce(text: str) -> None:
    """Print a line to standard error that begins with the program's name."""
    print(f"piquet: {text}", file=sys.stderr, flush=True)


_SIZE_IN_A_PIPE = (100, 24)


def find_width() -> int:
    """Cells of a line: of COLUMNS or the terminal, and 100 in a pipe."""
    return get_terminal_size(_SIZE_IN_A_PIPE).columns


_BOUND = "\N{NO-BREAK SPACE}"


def _bind(text: str) -> str:
    # A number and its error stay on one line.
    return text.replace(" ± ", f"{_BOUND}±{_BOUND}")


def wrap_text(text: str, width: int, indent: str = "", hanging: str = "") -> str:
    """A text in lines that end at blanks; words and numbers with their errors are never broken.

    All lines are indented, and those after the first by `hanging` more.

    Examples
    --------
    >>> print(wrap_text("elder makes 32.31 ± 0.25", 20))
    elder makes
    32.31 ± 0.25
    """
    lines = fill(
        _bind(text),
        width,
        initial_indent=indent,
        subsequent_indent=indent + hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace(_BOUND, " ")


def print_text(text: str, indent: str = "", hanging: str = "") -> None:
    """Print a text as wide as the screen."""
    print(wrap_text(text, find_width(), indent, hanging))


def tell_answer(found: "Answer", source: str) -> None:
    """Print what a study found: its question, headline and sentences, and what is not meant.

    Parameters
    ----------
    found : Answer
    source : str
        How much was played, and where it is stored, in brackets.
    """
    print_text(found.study.question)
    for sentence in (f"{found.headline}.", *found.sentences, found.study.not_meant):
        print_text(sentence, "  ")
    print_text(source, "  ")
    print()


def describe_answer(found: "Answer", home: Path) -> dict[str, Any]:
    """What a study found, as the command line prints it for programs.

    Parameters
    ----------
    found : Answer
    home : Path
        The folder that it lies in.
    """
    said = found.as_json()
    table = json.loads(found.table.to_json(orient="records"))
    about = said.pop("description")
    return {"study": found.study.name, **said, "folder": str(home), **about, "table": table}


def print_condition(given: "dict[str, object]", units: int | None = None) -> None:
    """The condition as it was written and read, and how probable it is.

    Parameters
    ----------
    given : dict
        From `Allotment.describe`.
    units : int, optional
        How many deals of the kind were dealt.
    """
    from piquet_sim.estimates.digits import format_exactly, format_with_error

    print_text(f"given: {given['condition']}")
    if given["reading"] != given["condition"]:
        print_text(f"read as: {given['reading']}", "  ")
    if "probability" not in given:  # of one deal nothing can be said
        return
    value = given["probability"]["value"]
    if given["method"] == "exact":
        odds = Fraction(given["probability"]["denominator"], given["probability"]["numerator"])
        often = (
            f"1 in {format_exactly(odds, 6)} deals" if value < _OFTEN else f"{value:.6%} of deals"
        )
        dealt = f"exactly {often}; dealt directly, without rejection sampling"
        if units is not None:
            needed = float(f"{units / value:.4g}")
            dealt += f"; it would take about {needed:,.0f} random deals to meet it as often"
    else:
        error = given["probability"].get("se")
        often = (
            f"exactly {value:.6%}"
            if error is None
            else f"about {format_with_error(value, error, 100)}%"
        )
        dealt = (
            f"{often} of deals; rejection sampling kept {given['acceptance']:.3%} of those dealt"
        )
    print_text(dealt, "  ")


_OFTEN = 0.2


def make_table(
    title: str, heads: tuple[str, ...], rows: list[tuple[str, ...]], width: int
) -> "Table | Text":
    """A table for people; first and last columns are text. Words and numbers are never broken.

    Columns of words are folded so that the table has the fewest lines. Where they are too wide to
    stand beside each other, each row is a paragraph, with a line for each of its columns.
    """
    from rich.table import Table
    from rich.text import Text

    last = len(heads) - 1
    if last and not any((heads[-1], *(row[-1] for row in rows))):  # nothing is said beside the rows
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    widths = _share_width(list(zip(heads, *rows, strict=True)), width)
    if widths is None:
        return _make_paragraphs(title, heads, rows, width)
    # As texts, since the library takes what stands in brackets for a style.
    table = Table(
        title=Text(title), title_justify="left", box=None, pad_edge=False, header_style="bold"
    )
    for place, head in enumerate(heads):
        justify = "left" if place in (0, last) else "right"
        table.add_column(Text(head), justify=justify, width=widths[place])
    for row in rows:
        cells = map(wrap_text, row, [max(cells, 1) for cells in widths])
        table.add_row(*map(Text, cells))
    return table


_GAP = "  "


def _share_width(columns: list[tuple[str, ...]], width: int) -> list[int] | None:
    # The cells of each column; None where their longest words do not fit beside each other.
    cut = [[[len(word) for word in _bind(cell).split(" ")] for cell in column]
           for column in columns]  # fmt: skip
    least = [max(map(max, cells)) for cells in cut]
    widths = [max(map(len, column)) for column in columns]
    excess = sum(widths) + len(_GAP) * (len(widths) - 1) - width
    slack = [most - fewest for most, fewest in zip(widths, least, strict=True)]
    if excess > sum(slack):
        return None

    @cache
    def fold(place: int, cells: int) -> tuple[int, ...]:
        return tuple(_count_lines(words, cells) for words in cut[place])

    def count(shared: list[int]) -> int:
        return sum(map(max, zip(*map(fold, range(len(shared)), shared), strict=True)))

    # What is said beside the numbers is folded first; then cells go where they save lines.
    for place in sorted(range(len(widths)), key=lambda one: (one < len(widths) - 1, -slack[one])):
        folded = max(min(excess, slack[place]), 0)
        widths[place] -= folded
        excess -= folded
    foldable = [place for place, cells in enumerate(slack) if cells]
    fewest, improved = count(widths), True
    while improved:
        improved = False
        for one, other in permutations(foldable, 2):
            for cells in range(1, widths[one] - least[one] + 1):
                shared = list(widths)
                shared[one], shared[other] = shared[one] - cells, shared[other] + cells
                if (lines := count(shared)) < fewest:
                    best, fewest, improved = shared, lines, True
        if improved:
            widths = best
    return widths


def _count_lines(words: list[int], cells: int) -> int:
    lines, left = 1, cells + 1
    for length in words:
        if length >= left and left <= cells:
            lines, left = lines + 1, cells + 1
        left -= length + 1
    return lines


def _make_paragraphs(
    title: str, heads: tuple[str, ...], rows: list[tuple[str, ...]], width: int
) -> "Text":
    from rich.text import Text

    paragraphs = [
        "\n".join(
            wrap_text(f"{head}: {cell}" if head else cell, width)
            for head, cell in zip(heads, row, strict=True)
            if cell
        )
        for row in rows
    ]
    if title:
        paragraphs.insert(0, wrap_text(title, width))
    return Text("\n\n".join(paragraphs), no_wrap=True, overflow="ignore")


def print_table(title: str, heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """Print a table for people, its title above it however narrow it is."""
    if title:
        print_text(title)
    _print(make_table("", heads, rows, find_width()))


def _open_console() -> "Console":
    from rich.console import Console

    console = Console(highlight=False, width=find_width())
    if console.is_terminal:
        _tables_shown.append(console)
    return console


def _print(table: "Table | Text") -> None:
    from rich.text import Text

    _open_console().print(table, crop=False, soft_wrap=isinstance(table, Text))


_tables_shown: list["Console"] = []


_LEAST_BESIDE = 28
"""Cells that an explanation requires at the end of a row; with fewer it goes below the row."""


def print_explained(heads: tuple[str, ...], tables: dict[str, list[tuple[str, ...]]]) -> None:
    """Print tables for people, whose columns are as wide in each and whose rows are explained.

    Parameters
    ----------
    heads : tuple of str
        Of the columns but the last.
    tables : dict of str to list of tuple of str
        Rows by the title of their table; the last column explains the row.
    """
    width = find_width()
    cells = [row[:-1] for rows in tables.values() for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    room = width - sum(widths) - len(_GAP) * (len(widths) - 1)

    def pad(row: tuple[str, ...]) -> tuple[str, ...]:
        return (row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:]))

    for title, rows in tables.items():
        print()
        padded = [pad(row[:-1]) for row in rows]
        said = [row[-1] for row in rows]
        if room < 0:
            _print(_make_paragraphs(title, (*heads, ""), rows, width))
        elif room < _LEAST_BESIDE + len(_GAP):
            _print_below(make_table(title, pad(heads), padded, width), said)
        else:
            beside = [(*row, one) for row, one in zip(padded, said, strict=True)]
            _print(make_table(title, (*pad(heads), ""), beside, width))


def _print_below(table: "Table", explanations: list[str]) -> None:
    console = _open_console()
    with console.capture() as drawn:
        console.print(table)
    lines = drawn.get().splitlines()
    before = len(lines) - len(explanations)
    print(*lines[:before], sep="\n")
    for line, said in zip(lines[before:], explanations, strict=True):
        print(line)
        print_text(said, " " * 4)


def point_to_words() -> None:
    """Say where the words of the tables are explained, once they have been shown to a person."""
    if _tables_shown:
        say("(the game's words: piquet help words)")
        _tables_shown.clear()


def show_interval(estimate: "Estimate", scale: int, unit: str) -> str:
    """A 95% interval with the digits that its error supports; nothing of what is exact."""
    from piquet_sim.estimates.digits import decimals_of
    from piquet_sim.estimates.intervals import EXACT

    if estimate.low is None or estimate.high is None:
        return "–"
    if estimate.method == EXACT:
        return "exact"
    digits = decimals_of((estimate.se or (estimate.high - estimate.low) / 4) * scale)
    return f"{estimate.low * scale:.{digits}f} to {estimate.high * scale:.{digits}f}{unit}"


def announce_long(seconds: float, finer: float) -> None:
    """Say how long a run will take, and how long with a tenth of the error, if that is long."""
    from piquet_sim.running.precision import LONG, say_forecast

    if seconds > LONG:
        announce(say_forecast(seconds, finer))


def show_value(estimate: "Estimate", scale: int, unit: str) -> str:
    """A value with its standard error and its unit."""
    from piquet_sim.estimates.digits import format_with_error

    return format_with_error(estimate.value, estimate.se, scale) + unit


_LONGEST_LINE = 1_000_000
# What is not UTF-8 is let through, and refused with the number of its line.
_AS_TEXT: dict[str, Any] = {"encoding": "utf-8-sig", "errors": "surrogateescape"}


@contextmanager
def open_text(path: str) -> "Iterator[Iterator[str]]":
    """The lines of a file, or of the input for ``-``.

    Raises
    ------
    InputError
        If it cannot be read, or a line is longer than a million characters.
    """
    if path == "-":
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(**_AS_TEXT)  # whatever the terminal's letters are
        yield _lines_of(sys.stdin, "standard input")
        return
    try:
        file = open(path, **_AS_TEXT)  # noqa: SIM115
    except (OSError, ValueError) as error:
        nearby = suggest_file(path) if isinstance(error, FileNotFoundError) else ""
        raise InputError(f"{path}: {say_reason(error)}{nearby}") from None
    with file:
        yield _lines_of(file, path)


def name_file(path: str) -> str:
    """What an error calls a file; nothing for the input."""
    return "" if path == "-" else path


def _lines_of(file: TextIO, path: str) -> Iterator[str]:
    # Errors of reading are kept apart from errors of the code that handles the lines.
    number = 0
    while True:
        number += 1
        try:
            line = file.readline(_LONGEST_LINE + 1)
        except OSError as error:
            raise InputError(f"{path}: {say_reason(error)}") from None
        if len(line) > _LONGEST_LINE:
            raise InputError(f"line {number}: longer than {_LONGEST_LINE:,} characters")
        if not line:
            return
        yield line


@contextmanager
def watch_screen() -> Iterator[Any]:
    """A table on a terminal that is redrawn as it improves; nothing in a pipe."""
    if not (sys.stdout.isatty() and is_watched()):
        yield None
        return
    from rich.console import Console
    from rich.live import Live

    with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as live:

        def show(title: str, heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
            live.update(make_table(title, heads, rows, live.console.width), refresh=True)

        yield show


# ---- Letters -------------------------------------------------------------------------------------
_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_RANKS = frozenset("AKQJT9876")
_PLAIN = {
    "±": "+/-", "–": "-", "—": "-", "−": "-", "×": "x", "·": ".", "…": "...", "≥": ">=",
    "≤": "<=", "≠": "!=", "≈": "~", "→": "->", "←": "<-", "½": "1/2", "\N{NO-BREAK SPACE}": " ",
    "‘": "'", "’": "'", "“": '"', "”": '"', "•": "*",
    **dict.fromkeys("█▉▊▋▌", "#"), **dict.fromkeys("▍▎▏", "|"),
}  # fmt: skip
_HANDLER = "piquet-plain"


def spell_plainly(text: str, encoding: str) -> str:
    """A text as it appears on a console that lacks some letters: suits become theirs.

    Examples
    --------
    >>> spell_plainly("♠AKJ ♥9, then K♦: 3.1 ± 0.2", "ascii")
    'S:AKJ H:9, then KD: 3.1 +/- 0.2'
    >>> spell_plainly("♠AKJ: 3.1 ± 0.2", "cp1252") == "S:AKJ: 3.1 ± 0.2"
    True
    """
    return text.encode(encoding, _HANDLER).decode(encoding)


def _spell_one(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text, spelt = error.object, []
    for place in range(error.start, error.end):
        letter = text[place]
        if letter in _SUITS:
            # Before ranks it is the suit of them all, as in ♠AKJ; after one it ends a card, as K♠.
            before, behind = text[max(place - 1, 0) : place], text[place + 1 : place + 2]
            is_first = behind in _RANKS and before not in _RANKS
            spelt.append(_SUITS[letter] + (":" if is_first else ""))
        else:
            spelt.append(_PLAIN.get(letter) or _take_accent_off(letter))
    return "".join(spelt), error.end


def _take_accent_off(letter: str) -> str:
    # The letter below an accent; the number of a sign that is none.
    plain = normalize("NFKD", letter)[:1]
    return plain if plain.isascii() else letter.encode("ascii", "backslashreplace").decode()


codecs.register_error(_HANDLER, _spell_one)


def let_stream_spell(stream: TextIO | None) -> None:
    """Let a stream spell out the letters that its encoding lacks, rather than fail."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors=_HANDLER)
