"""Read input line by line, and print answers in words or JSON, with tables and progress.

A command hands its result to `answer`, once: as data, and with a function that prints it for
people.
"""

import codecs
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import cache, partial
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any, TextIO
from unicodedata import normalize

from piquet_sim.game.errors import InputError
from piquet_sim.game.files import name_encoding, open_file, say_reason, suggest_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from piquet_sim.estimates.quantity import Quantity
    from piquet_sim.estimates.shown import Shown
    from piquet_sim.running.run import Progress


chosen_form: ContextVar[str] = ContextVar("chosen_form", default="")
"""What the command that runs was asked to print: "json", "markdown" or "csv"; empty for people."""

FORMS = ("json", "markdown", "csv", "chart")
"""The options by which an answer is given in another form."""

chosen_chart: ContextVar["Path | None"] = ContextVar("chosen_chart", default=None)
"""The file for the picture of the answer, if one was asked for."""


_DRAWN = Path()
"""In place of the file once the picture is drawn: this object itself, whatever its name."""


def is_for_programs() -> bool:
    """Whether the answer is for a program, so that nothing else is shown to people."""
    return bool(chosen_form.get())


def write_json(shown: object) -> str:
    """One line of JSON, of data or of what has `as_json`; a rule book writes itself."""
    if hasattr(shown, "model_dump_json"):
        return shown.model_dump_json()
    return json.dumps(
        shown,
        default=lambda one: one.as_json() if hasattr(one, "as_json") else one.model_dump(),
        allow_nan=False,
    )


def answer(
    shown: object,
    tell: Callable[[], Any] | None = None,
    describe: "Callable[[], Shown] | None" = None,
    draw: "Callable[[], Figure] | None" = None,
) -> None:
    """Print the result of a command, in the form that was chosen, and draw it where that was asked.

    Parameters
    ----------
    shown : object
        Plain data, or something with `as_json`.
    tell : callable, optional
        Prints the same for people; by default they read JSON, too.
    describe : callable, optional
        Gives the same with its meaning, for a table and a chart; by default what is shown has it.
    draw : callable, optional
        Draws another chart than that.

    Raises
    ------
    InputError
        If a table or a chart was asked for, and there is none.
    """
    form, chart = chosen_form.get(), chosen_chart.get()
    if chart is _DRAWN:
        raise InputError("chart: one answer can be drawn, and this is the second; ask of one alone")
    if chart is not None:
        from analyses.charts.style import save_chart

        figure = draw() if draw else _find_numbers("chart", shown, describe).plot()
        save_chart(figure, chart)
        chosen_chart.set(_DRAWN)
    if form in ("markdown", "csv"):
        numbers = _find_numbers(form, shown, describe)
        print(numbers.to_markdown() if form == "markdown" else numbers.to_csv(), end="")
    elif tell is None or form:
        print(write_json(shown))
    else:
        tell()


def _find_numbers(form: str, shown: object, describe: "Callable[[], Shown] | None") -> "Shown":
    if describe is not None:
        return describe()
    if not hasattr(shown, "to_markdown"):
        raise InputError(f"{form}: there is no table of this answer; --json prints all of it")
    return shown


def answer_each(
    answers: Iterable[Any],
    tell: Callable[[Any], Any],
    describe: "Callable[[Any], Shown] | None" = None,
) -> None:
    """Print several answers as they come, in words with a blank line between them.

    Parameters
    ----------
    answers : iterable
    tell : callable
        Prints one for people.
    describe : callable, optional
        Gives one with its meaning, for a table.
    """
    for place, one in enumerate(answers):
        if place and not is_for_programs():
            print()
        answer(one, partial(tell, one), describe and partial(describe, one))


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
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        *(TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%")),
        *(TextColumn("{task.completed:,.0f} " + unit), TimeRemainingColumn()),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.update(task, completed=done)


def show_work(text: str, quiet: bool = False) -> AbstractContextManager[object]:
    """What is being done, on a terminal and until it is done; nothing in a pipe."""
    if quiet or not is_watched():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(text, spinner="line")


def announce(text: str) -> None:
    """Print a line to standard error that begins with the program's name."""
    print(f"piquet: {text}", file=sys.stderr, flush=True)


def say_how_to_continue(checkpoint: "Path | None") -> None:
    """Say of a run that was stopped what becomes of the deals that it has played."""
    announce(
        "it cannot be continued; --checkpoint FILE keeps the deals played, next time"
        if checkpoint is None
        else f"the same command continues from {checkpoint}"
    )


_SIZE_IN_A_PIPE = (100, 24)


def find_width() -> int:
    """Cells of a line: of COLUMNS or the terminal, and 100 in a pipe."""
    return get_terminal_size(_SIZE_IN_A_PIPE).columns


def print_text(text: str, indent: str = "", hanging: str = "") -> None:
    """Print a text as wide as the screen, in lines that end at blanks; words are never broken.

    All lines are indented, and those after the first by `hanging` more.
    """
    wrapped = fill(
        spell(text),
        find_width(),
        initial_indent=indent,
        subsequent_indent=indent + hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
    print(wrapped)


def print_list(rows: Sequence[tuple[str, str]]) -> None:
    """Print names, each with what is said of it behind the widest."""
    column = max(len(name) for name, _ in rows) + 2
    for name, said in rows:
        print_text(f"{name:{column}}{said}", hanging=" " * column)


def print_condition(given: "dict[str, Any]") -> None:
    """The condition, from `Allotment.describe`, and how probable it is."""
    from piquet_sim.estimates.estimate import estimate_normal
    from piquet_sim.estimates.grounds import say_one_in
    from piquet_sim.estimates.quantity import Quantity, say_range

    print_text(f"given: {given['condition']}")
    if "probability" not in given:  # of one deal nothing can be said
        return
    value, error = given["probability"]["value"], given["probability"].get("se")
    met = Quantity("met", "", estimate_normal(value, error or 0.0, 0))
    how = "dealt directly, without rejection sampling"
    if given["method"] != "exact":
        kept = given["acceptance"]
        how = "dealt by rejection sampling" + (f", which kept {kept:.3%}" if kept else "")
    counted = "counted exactly; " * (error is None)
    print_text(f"{say_range(met)} of deals, {say_one_in(met)}; {counted}{how}", "  ")


Row = tuple[str, ...]


def print_table(title: str, heads: Row, rows: list[Row]) -> None:
    """Print a table of words and counts for people, its title above it."""
    from piquet_sim.estimates.table import align

    if title:
        print_text(title)
    print(*align([[spell(cell) for cell in row] for row in (heads, *rows)], find_width()), sep="\n")


def print_numbers(numbers: "Sequence[Quantity]", title: str = "", says_range: bool = True) -> None:
    """Print numbers with their meaning for people, as tables of the same digits have them."""
    from piquet_sim.estimates.table import write_console

    print(write_console(numbers, title, find_width(), spell, says_range))


_LONGEST_LINE = 1_000_000
# What is not text is let through, and refused with the number of its line.
_NOT_TEXT = "surrogateescape"


@contextmanager
def open_text(path: str) -> Iterator[tuple[Iterator[str], str]]:
    """The lines of a file and its name; for ``-`` those of the input, which has none.

    Raises
    ------
    InputError
        If it cannot be read, or a line is longer than a million characters.
    """
    if path == "-":
        if isinstance(sys.stdin, TextIOWrapper):  # whatever the terminal's letters are
            sys.stdin.reconfigure(encoding=_find_encoding(sys.stdin.buffer), errors=_NOT_TEXT)
        yield _lines_of(sys.stdin, "standard input"), ""
        return
    try:
        content = open_file(path)
        file = TextIOWrapper(content, _find_encoding(content), _NOT_TEXT)
    except (OSError, ValueError) as error:
        nearby = suggest_file(path) if isinstance(error, FileNotFoundError) else ""
        raise InputError(f"{path or repr(path)}: {say_reason(error)}{nearby}") from None
    with file:
        yield _lines_of(file, path), path


def _find_encoding(content: Any) -> str:
    return name_encoding(content.peek(2) if isinstance(content, BufferedReader) else b"")


def _lines_of(file: TextIO, path: str) -> Iterator[str]:
    # Errors of reading are kept apart from errors of the code that handles the lines.
    number = 0
    try:
        for number, line in enumerate(iter(partial(file.readline, _LONGEST_LINE + 1), ""), start=1):
            if len(line) > _LONGEST_LINE:
                raise InputError(f"line {number}: longer than {_LONGEST_LINE:,} characters")
            yield line
    except OSError as error:
        raise InputError(f"{path}: {say_reason(error)}") from None
    except UnicodeError:
        raise InputError(f"{path}: line {number + 1}: not UTF-16 text") from None


# ---- Letters -------------------------------------------------------------------------------------
_SUIT = re.compile("[♠♥♦♣]")
_FIRST_SUIT = re.compile("(?<![AKQJT9876])[♠♥♦♣](?=[AKQJT9876])")
"""A suit of all ranks behind it, as in ♠AKJ; after a rank it ends a card, as in K♠."""
_PLAIN = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C",
    "±": "+/-", "–": "-", "—": "-", "−": "-", "×": "x", "·": ".", "…": "...", "≥": ">=",
    "≤": "<=", "≠": "!=", "≈": "~", "→": "->", "←": "<-", "½": "1/2", "\N{NO-BREAK SPACE}": " ",
    "‘": "'", "’": "'", "“": '"', "”": '"', "•": "*",
    **dict.fromkeys("█▉▊▋▌", "#"), **dict.fromkeys("▍▎▏", "|"),
}  # fmt: skip
_HANDLER = "piquet-plain"


def _spell_one(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text, spelt = error.object, ""
    for place in range(error.start, error.end):
        # The letter below an accent; the number of a sign that is none.
        plain = _PLAIN.get(text[place]) or normalize("NFKD", text[place])[:1]
        spelt += plain if plain.isascii() else ascii(text[place])[1:-1]
        spelt += ":" * bool(_FIRST_SUIT.match(text, place))
    return spelt, error.end


codecs.register_error(_HANDLER, _spell_one)


def spell(text: str) -> str:
    """A text in the letters that the screen has, so that what is put in columns stays there."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if not _has_suits(encoding):  # some letters for suits beside some signs would be two forms
        text = _SUIT.sub(
            lambda one: _spell_one(UnicodeEncodeError(encoding, text, *one.span(), ""))[0], text
        )
    return text.encode(encoding, _HANDLER).decode(encoding)


@cache
def _has_suits(encoding: str) -> bool:
    try:
        return bool("♠♥♦♣".encode(encoding))
    except UnicodeEncodeError:
        return False


def let_stream_spell(stream: TextIO | None) -> None:
    """Let a stream spell out the letters that its encoding lacks, rather than fail."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors=_HANDLER)
