"""Tables for people: the same rows as HTML, Markdown and LaTeX, read from the data file.

What is shown is rounded to the digits that its error supports; in HTML every number carries what
stands in the data file as its value.
"""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite
from pathlib import Path

from piquet_sim.errors import InputError
from piquet_sim.estimate import decimals_of
from piquet_sim.files import say_reason

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
}
_BY_ERROR = ("value", "low", "high", "exact", "published", "claimed_value")
_LEFT_OUT = ("method",)
_IDENTIFIER = re.compile(r"[a-z]+(_[a-z0-9]+)+")
"""What studies call an estimate, which people read as words."""
_SHOWN = 10


@dataclass(frozen=True)
class Cell:
    """One cell: what is shown, and what stands in the file."""

    shown: str
    raw: str
    is_number: bool


@dataclass(frozen=True)
class Table:
    """The rows of a data file, ready to be shown."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    same_n: str = ""
    """How many deals, hands or parties all rows have in common; empty if they differ."""


def read_table(path: Path) -> Table:
    """The rows of a CSV file with the columns that people read.

    Columns in which nothing stands are left out, and n where it is the same everywhere.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        with Path(path).open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {say_reason(error)}") from None
    names = list(rows[0]) if rows else []
    numbers = {name for name in names if all(_is_number(row[name]) for row in rows)}
    kept = [
        name for name in names
        if name not in _LEFT_OUT and any(row[name] for row in rows)
    ]  # fmt: skip
    counts = {row.get("n", "") for row in rows} - {""}
    same_n = f"{float(counts.pop()):,.0f}" if len(counts) == 1 and "n" in numbers else ""
    if same_n:
        kept.remove("n")
    # What a row is about stands before its numbers.
    kept.sort(key=lambda name: name in numbers)
    return Table(
        tuple(_HEADS.get(name, name.replace("_", " ")) for name in kept),
        tuple(tuple(_make_cell(row, name, name in numbers) for name in kept) for row in rows),
        same_n,
    )


def _is_number(text: str) -> bool:
    try:
        return not text or isfinite(float(text))
    except ValueError:
        return False


def _make_cell(row: dict[str, str], name: str, is_number: bool) -> Cell:
    raw = row[name]
    if not is_number or not raw:
        is_name = name == "quantity" and _IDENTIFIER.fullmatch(raw)
        shown = raw.replace("_", " ") if is_name else raw
        return Cell(shown, raw, False)
    value = float(raw)
    error = row.get("se", "")
    if error and float(error) and (name == "se" or name in _BY_ERROR):
        shown = f"{value:,.{decimals_of(float(error))}f}"
    elif value == int(value) and abs(value) < 1e15:
        shown = f"{int(value):,}"
    else:
        shown = f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.1f}"
    return Cell(shown.replace("-", "−"), raw, True)


# ---- HTML ---------------------------------------------------------------------------------------
def table_html(table: Table, caption: str, where: str) -> str:
    """A table as HTML: the first rows, the others folded.

    Parameters
    ----------
    table : Table
    caption : str
        What it lists.
    where : str
        The data file, beside the page.
    """
    first, rest = table.rows[:_SHOWN], table.rows[_SHOWN:]
    link = f'<a href="{escape(where)}">{escape(where)}</a>'
    each = f"; n is {table.same_n} in each" if table.same_n else ""
    count = f"{len(first)} of {len(table.rows)} rows" if rest else f"{len(first)} rows"
    said = f"{escape(caption)} ({count}{each}). All in {link}."
    text = _one_table(table, first, said)
    if rest:
        about = f"{escape(caption)} (the other rows{each})."
        text += (
            f"<details><summary>The other {len(rest)} rows</summary>"
            f"{_one_table(table, rest, about)}</details>"
        )
    return text


def _one_table(table: Table, rows: Sequence[tuple[Cell, ...]], caption: str) -> str:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in table.heads)
    body = "".join(f"<tr>{_row_html(row)}</tr>" for row in rows)
    return (
        '<div class="wide" role="group" aria-label="Table" tabindex="0">'
        f"<table><caption>{caption}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _row_html(row: tuple[Cell, ...]) -> str:
    told = []
    for place, cell in enumerate(row):
        if cell.is_number:
            value = f'<data value="{escape(cell.raw)}">{escape(cell.shown)}</data>'
            told.append(f'<td class="number">{value}</td>')
        elif place == 0:
            told.append(f'<th scope="row">{escape(cell.shown)}</th>')
        else:
            told.append(f"<td>{escape(cell.shown)}</td>")
    return "".join(told)


# ---- Markdown and LaTeX -------------------------------------------------------------------------
def table_markdown(table: Table, title: str) -> str:
    """All rows as a table of Markdown under its title."""
    is_number = _numeric_columns(table)
    lines = [f"**{_escape_markdown(title)}**", ""]
    lines.append(_markdown_row(table.heads))
    lines.append("| " + " | ".join("---:" if one else "---" for one in is_number) + " |")
    lines += [_markdown_row([cell.shown for cell in row]) for row in table.rows]
    if table.same_n:
        lines += ["", f"n is {table.same_n} in each row."]
    return "\n".join(lines) + "\n"


def _markdown_row(texts: Sequence[str]) -> str:
    return "| " + " | ".join(_escape_markdown(text) for text in texts) + " |"


def _escape_markdown(text: str) -> str:
    for mark in ("\\", "|", "*", "_", "`", "[", "]", "$"):
        text = text.replace(mark, "\\" + mark)
    return " ".join(escape(text, quote=False).split())


_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%",
    "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "±": r"\(\pm\)",
    "−": r"\(-\)", "≥": r"\(\geq\)",
}  # fmt: skip


def table_latex(table: Table, title: str, label: str) -> str:
    """All rows as a LaTeX table that needs no package."""
    columns = "".join("r" if one else "l" for one in _numeric_columns(table))
    note = f" n is {table.same_n} in each row." if table.same_n else ""
    rows = [_latex_row([cell.shown for cell in row]) for row in table.rows]
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{_escape_latex(title + note)}}}",
            rf"\label{{tab:{label}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\hline",
            _latex_row(table.heads),
            r"\hline",
            *rows,
            r"\hline",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _latex_row(texts: Sequence[str]) -> str:
    return " & ".join(_escape_latex(text) for text in texts) + r" \\"


def _escape_latex(text: str) -> str:
    return "".join(_LATEX.get(letter, letter) for letter in " ".join(text.split()))


def _numeric_columns(table: Table) -> list[bool]:
    return [
        any(row[place].is_number for row in table.rows) for place in range(len(table.heads))
    ]  # fmt: skip
