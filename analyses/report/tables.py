"""All rows of a data file as Markdown and LaTeX, numbers rounded as their errors support."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite
from pathlib import Path

from piquet_sim.estimates.digits import decimals_of
from piquet_sim.game.files import read_rows

_HEADS = {
    "value": "value",
    "se": "± standard error",
    "low": "95% from",
    "high": "95% to",
    "n": "n",
    "exact": "exact value",
    "z": "errors from exact",
    "difference_z": "errors apart",
    "one_in": "one in",
    "made_of": "made of",
    "by_chance": "by chance",
    "computation": "how it was found",
}
_BY_ERROR = ("value", "low", "high", "exact", "published", "claimed_value")
_TWO_DECIMALS = ("z", "difference_z")
_LEFT_OUT = ("method",)
_IDENTIFIER = re.compile(r"[a-z]+(_[a-z0-9]+)+")
"""Columns with names of estimates or rule books, which are shown as words."""
_NAMES = ("quantity", "rules")


@dataclass(frozen=True)
class Cell:
    """One cell: the text shown, and the value in the file."""

    shown: str
    raw: str
    is_number: bool


@dataclass(frozen=True)
class Table:
    """The rows of a data file, ready to be shown."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    common: tuple[tuple[str, Cell], ...] = ()
    """Heads and cells of constant columns, which are given once."""
    left_out: int = 0
    """Columns that are only in the file."""

    def is_numeric(self, place: int) -> bool:
        """Whether a column has numbers."""
        return any(row[place].is_number for row in self.rows)


def read_table(path: Path, columns: Sequence[str] = ()) -> Table:
    """The rows of a CSV file with the columns that people read.

    Empty columns are left out, and constant columns are given once.

    Parameters
    ----------
    path : Path
    columns : sequence of str
        The columns to show, in order; empty for all.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    rows = read_rows(path)
    names = list(rows[0]) if rows else []
    numbers = {name for name in names if all(_is_number(row[name]) for row in rows)}
    filled = [
        name for name in names
        if name not in _LEFT_OUT and any(row[name] for row in rows)
    ]  # fmt: skip
    wanted = [name for name in columns or filled if name in filled]
    common = [
        name for name in wanted if len(rows) > 1 and len({row[name] for row in rows}) == 1
    ]  # fmt: skip
    kept = [name for name in wanted if name not in common]
    if not columns:  # what a row is about stands before its numbers
        kept.sort(key=lambda name: name in numbers)
    return Table(
        tuple(_head(name) for name in kept),
        tuple(tuple(_make_cell(row, name, name in numbers) for name in kept) for row in rows),
        tuple((_head(name), _make_cell(rows[0], name, name in numbers)) for name in common),
        len(filled) - len(wanted),
    )


def _head(name: str) -> str:
    return _HEADS.get(name, name.replace("_", " "))


def _is_number(text: str) -> bool:
    try:
        return not text or isfinite(float(text))
    except ValueError:
        return False


def _make_cell(row: dict[str, str], name: str, is_number: bool) -> Cell:
    raw = row[name]
    if not is_number or not raw:
        is_name = name in _NAMES and _IDENTIFIER.fullmatch(raw)
        shown = raw.replace("_", " ") if is_name else raw
        return Cell(shown, raw, False)
    value = float(raw)
    error = row.get("se", "")
    if error and float(error) and (name == "se" or name in _BY_ERROR):
        shown = f"{value:,.{decimals_of(float(error))}f}"
    elif name in _TWO_DECIMALS:
        shown = f"{value:,.2f}"
    elif value == int(value) and abs(value) < 1e15:
        shown = f"{int(value):,}"
    else:
        shown = f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.1f}"
    return Cell(shown.replace("-", "−"), raw, True)


def _say_common(table: Table) -> str:
    return "; ".join(f"{head} is {cell.shown} in each row" for head, cell in table.common)


# ---- Markdown and LaTeX -------------------------------------------------------------------------
def table_markdown(table: Table, title: str) -> str:
    """All rows as a table of Markdown under its title."""
    is_number = [table.is_numeric(place) for place in range(len(table.heads))]
    rows = [[cell.shown for cell in row] for row in table.rows]
    lines = [f"**{escape_markdown(title)}**", "", markdown_rows(table.heads, rows, is_number)]
    if table.common:
        lines += ["", escape_markdown(_say_common(table)) + "."]
    return "\n".join(lines) + "\n"


def markdown_rows(
    heads: Sequence[str], rows: Sequence[Sequence[str]], is_number: Sequence[bool] | None = None
) -> str:
    """Rows as a table of Markdown; without `is_number` all columns but the first are at the right.

    Examples
    --------
    >>> print(markdown_rows(["card", "n"], [["ace", "4"]]))
    | card | n |
    | --- | ---: |
    | ace | 4 |
    """
    if is_number is None:
        is_number = [place > 0 for place in range(len(heads))]
    return "\n".join([
        _markdown_row(heads),
        "| " + " | ".join("---:" if one else "---" for one in is_number) + " |",
        *map(_markdown_row, rows),
    ])  # fmt: skip


def _markdown_row(texts: Sequence[str]) -> str:
    return "| " + " | ".join(escape_markdown(text) for text in texts) + " |"


def escape_markdown(text: str) -> str:
    """A text in which no letter has a meaning of Markdown's."""
    for mark in ("\\", "|", "*", "_", "`", "[", "]", "$", "~"):
        text = text.replace(mark, "\\" + mark)
    return _BEGINNING.sub(r"\1\\", " ".join(escape(text, quote=False).split()))


_BEGINNING = re.compile(r"^(?=(?:[#+=-]+|\d+[.)])(?:\s|$))(\d*)")
"""What begins a heading or a list, up to the sign by which it does."""


_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%",
    "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "±": r"\(\pm\)",
    "−": r"\(-\)", "≥": r"\(\geq\)",
}  # fmt: skip


_LONG_TABLE = 30
"""Number of rows from which a table is broken over pages."""
_LETTERS_A_LINE = {r"\footnotesize": 74, r"\scriptsize": 82, r"\tiny": 98}
"""Letters on a line of the class article, by size."""
_BREAKS = re.compile(r"\s|(?<=,)(?=\[)")
"""Places where a line of text may end."""
_SAFE = 0.98
"""Share of its width that a broken text gets, since fonts differ."""
_GAP = 1.5
"""Space between two columns, in letters."""


def table_latex(table: Table, title: str, label: str) -> str:
    """All rows as a LaTeX table; a long one requires the package longtable, and says so."""
    note = _say_common(table)
    caption = _escape_latex(title) + (f" ({_escape_latex(note)})" if note else "")
    size, columns = _latex_columns(table)
    heads = _latex_heads(table)
    rows = [_latex_row([cell.shown for cell in row], columns) for row in table.rows]
    about = [rf"\caption{{{caption}}}", rf"\label{{tab:{label}}}"]
    begin = ["{", size, r"\setlength{\tabcolsep}{3pt}"]
    kinds = "".join(columns)
    if len(rows) < _LONG_TABLE:
        lines = [
            r"\begin{table}[htbp]", *about, *begin, rf"\begin{{tabular}}{{{kinds}}}", r"\hline",
            heads, r"\hline", *rows, r"\hline", r"\end{tabular}", "}", r"\end{table}",
        ]  # fmt: skip
    else:
        head = [r"\hline", heads, r"\hline"]
        lines = [
            r"% needs \usepackage{longtable}", *begin, rf"\begin{{longtable}}{{{kinds}}}",
            about[0] + about[1] + r"\\", *head, r"\endfirsthead", *head, r"\endhead",
            r"\hline", r"\endfoot", *rows, r"\end{longtable}", "}",
        ]  # fmt: skip
    return "\n".join([*lines, ""])


def _latex_columns(table: Table) -> tuple[str, list[str]]:
    # The largest size in which a line holds all columns. If none does, texts are broken between
    # words in the largest size in which that is enough.
    columns = [
        [*head.split(), *(row[place].shown for row in table.rows)]
        for place, head in enumerate(table.heads)
    ]
    natural = [max(map(_count_letters, texts)) for texts in columns]
    narrowest = [
        width if table.is_numeric(place)
        else max(_count_letters(word) for text in texts for word in _BREAKS.split(text))
        for place, (width, texts) in enumerate(zip(natural, columns, strict=True))
    ]  # fmt: skip
    gaps = _GAP * len(columns)
    sizes = list(_LETTERS_A_LINE.items())
    for least, able in ((natural, sizes), (narrowest, sizes[1:])):
        for size, line in able:
            if sum(least) + gaps <= line:
                widths = _narrow(natural, least, line - gaps)
                return size, _latex_kinds(table, widths, natural, line)
    return r"\tiny", _latex_kinds(table, narrowest, natural, _LETTERS_A_LINE[r"\tiny"])


def _count_letters(text: str) -> int:
    # Capitals and wide signs are as wide as one and a half of the others.
    return -(-sum(3 if letter.isupper() or letter in "±−≥+>=" else 2 for letter in text) // 2)


def _narrow(natural: Sequence[int], least: Sequence[int], most: float) -> list[int]:
    # Takes a letter from the widest column that can spare one, until all columns have room.
    widths = list(natural)
    while sum(widths) > most:
        able = [place for place, width in enumerate(widths) if width > least[place]]
        widths[max(able, key=widths.__getitem__)] -= 1
    return widths


def _latex_kinds(
    table: Table, widths: Sequence[int], natural: Sequence[int], line: int
) -> list[str]:
    return [
        "r" if table.is_numeric(place)
        else "l" if width == natural[place]
        else rf"p{{{_SAFE * width / line:.3f}\linewidth}}"
        for place, width in enumerate(widths)
    ]  # fmt: skip


def _latex_heads(table: Table) -> str:
    # One word a line, so that a head makes no column of numbers wide.
    told = []
    for place, head in enumerate(table.heads):
        words = _escape_latex(head).replace(r"\(\pm\) ", r"\(\pm\)~").split()
        side = "r" if table.is_numeric(place) else "l"
        told.append(rf"\shortstack[{side}]{{" + r"\\".join(words) + "}")
    return " & ".join(told) + r" \\"


def _latex_row(texts: Sequence[str], columns: Sequence[str]) -> str:
    cells = [
        (r"\raggedright " if kind.startswith("p") else "") + _escape_latex(text)
        for text, kind in zip(texts, columns, strict=True)
    ]
    return " & ".join(cells) + r" \tabularnewline"


def _escape_latex(text: str) -> str:
    plain = "".join(_LATEX.get(letter, letter) for letter in " ".join(text.split()))
    # A line that begins with one of these would be an option of the line before.
    shield = "{}" if plain.startswith(("[", "*")) else ""
    return shield + plain.replace(",[", r",\allowbreak{}[")
