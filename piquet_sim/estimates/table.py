"""One table for all answers: on a screen, in Markdown, in HTML and as CSV.

The table follows from what its numbers mean: a block for each unit, the seats side by side, a
denominator that all share said once above it, and one that differs in a column. What is the same
everywhere has no column. A range is the 95% interval.
"""

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from io import StringIO
from itertools import zip_longest
from textwrap import wrap

from piquet_sim.estimates.estimate import know_exactly
from piquet_sim.estimates.quantity import PERCENT, Quantity, write_range, write_short, write_value
from piquet_sim.exact.odds import say_odds

_GAP = "  "
_INTERVAL = "95% interval"
_RANGES = "Ranges are 95% intervals."
_HALVES = "± is half a 95% interval."

Block = list[list[str]]
"""The heads of a block, then its rows."""


def list_rows(numbers: Sequence[Quantity]) -> list[dict[str, object]]:
    """The numbers with all digits, as rows of a data frame or of a file."""
    group, column, verdict = (
        any(getattr(one, name) for one in numbers) for name in ("group", "column", "verdict")
    )
    return [
        {
            "key": one.key,
            **({"group": one.group} if group else {}),
            **one.as_row(),
            **({"column": one.column} if column else {}),
            **({"verdict": one.verdict} if verdict else {}),
        }
        for one in numbers
    ]


def write_csv(numbers: Sequence[Quantity]) -> str:
    """A row for each number, with all digits and its meaning in columns."""
    file, rows = StringIO(), list_rows(numbers)
    writer = csv.DictWriter(file, rows[0] if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def write_console(
    numbers: Sequence[Quantity],
    title: str = "",
    width: int | None = None,
    spell: Callable[[str], str] = str,
    says_range: bool = True,
) -> str:
    """A table for a screen.

    Parameters
    ----------
    numbers : sequence of Quantity
    title : str
    width : int, optional
        Cells of a line. Where ranges are too wide, half of each stands behind its value; where both
        seats are, one stands below the other; names and verdicts are folded, numbers never.
    spell : callable
        Writes a cell in the letters that the screen has.
    says_range : bool
        Whether to say what a range is; once a screen is enough.
    """
    most = width or 10_000
    printed = [block for own in _divide(numbers) for block in _fit(own, numbers, most)]
    cells = [cell for block in printed for row in block for cell in row]
    halves = _HALVES * any(" ± " in cell for cell in cells)
    has_ranges = any(cell == _INTERVAL or cell.endswith(")") for cell in cells)
    ranges = _RANGES * (has_ranges and says_range)
    both = f"{ranges[:-1]}, {halves}" if ranges and halves else ranges or halves
    said = " ".join(filter(None, (_say_of(numbers), both)))
    parts = ["\n".join(wrap(spell(one), most)) for one in (title, said) if one]
    for block in printed:
        spelt = [[spell(cell) for cell in row] for row in block]
        parts.append("\n" * bool(parts) + "\n".join(align(spelt, most)))
    return "\n".join(parts)


def write_markdown(numbers: Sequence[Quantity], title: str = "") -> str:
    """A table to be pasted into a text."""
    parts = [f"**{title}**"] * bool(title) + [say_common(numbers)]
    for block in list_blocks(numbers):
        rule = ["---" if is_words else "--:" for is_words in _find_words(block)]
        rows = [[cell.strip().replace("|", r"\|") for cell in row] for row in block]
        rows = [row if any(row[1:]) else [f"**{row[0]}**", *row[1:]] for row in rows]
        parts.append("\n".join(f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:])))
    return "\n\n".join(filter(None, parts)) + "\n"


def write_html(numbers: Sequence[Quantity], title: str = "") -> str:
    """A table for a page."""
    text = "".join(f"<p>{escape(one)}</p>" for one in (title, say_common(numbers)) if one)
    for block in list_blocks(numbers):
        sides = ["left" if is_words else "right" for is_words in _find_words(block)]
        text += "<table>"
        for place, row in enumerate(block):
            tag = "td" if place else "th"
            cells = (
                f'<{tag} style="text-align: {side}">{escape(cell.strip())}</{tag}>'
                for side, cell in zip(sides, row, strict=True)
            )
            text += f"<tr>{''.join(cells)}</tr>"
        text += "</table>"
    return text


# ---- What stands in it --------------------------------------------------------------------------
def say_common(numbers: Sequence[Quantity]) -> str:
    """The denominator that all share, and what a range is."""
    return " ".join(filter(None, (_say_of(numbers), *[_RANGES] * any(one.ends for one in numbers))))


def _say_of(numbers: Sequence[Quantity]) -> str:
    shared = {(one.of.many, one.n) for one in numbers}
    of, n = shared.pop() if len(shared) == 1 else ("", None)
    if not of or not n:
        return ""
    is_counted = all(one.is_exact for one in numbers)
    said = numbers[0].of.one if n == 1 else of
    return f"Of {n:,} {said}{', counted exactly' * is_counted}."


def list_blocks(numbers: Sequence[Quantity]) -> list[Block]:
    """The blocks of a table, one for each unit, of both seats' numbers and of those of neither."""
    return [_lay_out(own, numbers) for own in _divide(numbers)]


def _divide(numbers: Sequence[Quantity], by: tuple[str, ...] = ("unit",)) -> list[list[Quantity]]:
    parts: dict[tuple[object, ...], list[Quantity]] = {}
    for one in numbers:
        parts.setdefault((bool(one.seat), *(getattr(one, name) for name in by)), []).append(one)
    return list(parts.values())


def _fit(own: Sequence[Quantity], whole: Sequence[Quantity], most: int) -> list[Block]:
    # One block, with ranges or halves of them; or one for each seat, or for each column.
    for is_short in (False, True):
        block = _lay_out(own, whole, is_short)
        if _find_size(block) <= most:
            return [block]
    for by in ("seat", "column"):
        parts = _divide(own, (by,))
        if len(parts) > 1:
            return [block for part in parts for block in _fit(part, whole, most)]
    return [block]


def _lay_out(
    numbers: Sequence[Quantity], whole: Sequence[Quantity], is_short: bool = False
) -> Block:
    unit, of = numbers[0].unit, numbers[0].of
    columns: dict[tuple[str, str], list[Quantity]] = {}
    rows: dict[tuple[str, str, int], dict[tuple[str, str], Quantity]] = {}
    for one in numbers:
        cell, place = (one.seat, one.column), 0
        columns.setdefault(cell, []).append(one)
        while cell in (row := rows.setdefault((one.group, one.name, place), {})):
            place += 1  # another of the same name: a row of its own
        row[cell] = one
    by_row = [{one.of.many for one in row.values()} for row in rows.values()]
    has_of = len({one.of.many for one in numbers if not one.column}) > 1
    has_of |= all(len(of) == 1 for of in by_row) and len(set().union(*by_row)) > 1
    same_of = len({one.of.many for one in numbers}) == 1
    has_verdict = any(one.verdict for one in numbers)
    has_exact = any(one.estimate.exact is not None and not one.is_exact for one in numbers)
    has_n = len({one.n for one in whole if one.of.many and one.n and not one.column}) > 1
    per = f" a {of.one}" if unit.is_per else f" of {of.many}"
    heads, ranged = [unit.name + per * bool(of.many and same_of)], {}
    for column, own in columns.items():
        ranged[column] = not is_short and any(one.ends for one in own)
        head = " ".join(filter(None, column)) or "value"
        heads += [head, *[_INTERVAL] * ranged[column], *["n"] * has_n]
    # Shares of what was counted to the last one.
    is_counted = all(
        one.is_exact
        and one.estimate.exact is not None
        and one.n
        and one.unit == PERCENT
        and not (one.seat or one.column)
        for one in numbers
    )
    counts = [f"{of.noun}s", "odds"] * is_counted
    known = {one.column for one in numbers if one.estimate.exact is not None}
    exactly = ", ".join(filter(None, [*known, "exactly"])) if len(known) == 1 else "exactly"
    further = ["of"] * has_of + counts + [exactly] * has_exact + ["verdict"] * has_verdict
    block, group = [[*heads, *further]], ""
    for (head, name, _), own in rows.items():
        if head != group:
            group = head
            if head:
                block.append([head, *[""] * (len(block[0]) - 1)])
        cells = [f"{_GAP * bool(head)}{name}"]
        for column, has_range in ranged.items():
            cells += _fill(own.get(column), has_range, has_n, is_short)
        first = next(iter(own.values()))
        cells += [first.of.many] * has_of
        if is_counted:  # how many there are, and the odds as the books give them
            share = first.estimate.exact or 0
            cells += [f"{round(share * (first.n or 0)):,}", say_odds(share)]
        cells += [_say_exactly(own)] * has_exact
        cells += [_say_verdicts(own.values())] * has_verdict
        block.append(cells)
    return block


def _fill(one: Quantity | None, has_range: bool, has_n: bool, is_short: bool) -> list[str]:
    if one is None:
        return [""] * (1 + has_range + has_n)
    mark = one.unit.mark.strip() * (one.unit.mark == "%")
    number = write_short(one) if is_short else write_value(one) + mark
    return [number, *[write_range(one)] * has_range, *[f"{one.n:,}" if one.n else ""] * has_n]


def _say_verdicts(row: Iterable[Quantity]) -> str:
    judged = [(one.seat, one.verdict) for one in row if one.verdict]
    if len({verdict for _, verdict in judged}) == 1:
        return judged[0][1]
    return "; ".join(f"{seat}: {verdict}" for seat, verdict in judged)


def _say_exactly(row: Mapping[tuple[str, str], Quantity]) -> str:
    # What is known beside the estimates of a row: once where it is the same of both seats.
    known = {
        seat: write_value(replace(one, estimate=know_exactly(one.estimate.exact)))
        + one.unit.mark.strip()
        for (seat, _), one in row.items()
        if one.estimate.exact is not None
    }
    if len(known) == len(row) and len(set(known.values())) == 1:
        return next(iter(known.values()))
    return ", ".join(f"{seat} {text}".strip() for seat, text in known.items())


# ---- Lines of a screen --------------------------------------------------------------------------
_NUMBER = re.compile(r"[+−<~-]?\d(.*[\d%)])?")
_REMARK = 16
"""Cells of a word in place of a number."""
_FOLDED = 24
"""Cells of a column of words for which ranges need not be shortened."""


def _find_words(block: Block) -> list[bool]:
    # Which columns are words, and stand at the left.
    columns = [[row[place] for row in block[1:]] for place in range(len(block[0]))]
    return [
        not place
        or not any(map(_NUMBER.fullmatch, cells))
        or any(len(cell) > _REMARK and not _NUMBER.fullmatch(cell) for cell in cells)
        for place, cells in enumerate(columns)
    ]


def _find_size(block: Block) -> int:
    # The width with long words folded.
    wide = [max(map(len, column)) for column in zip(*block, strict=True)]
    folded = (
        min(size, _FOLDED) if is_words else size
        for size, is_words in zip(wide, _find_words(block), strict=True)
    )
    return sum(folded) + len(_GAP) * (len(wide) - 1)


def align(rows: Block, width: int) -> list[str]:
    r"""The lines of a table: words at the left and folded to what there is room for, numbers right.

    Examples
    --------
    >>> print("\n".join(align([["", "points", ""], ["elder", "28", "as the book has it"]], 28)))
           points
    elder      28  as the book
                   has it
    """
    is_words = _find_words(rows)
    sizes = [max(map(len, column)) for column in zip(*rows, strict=True)]
    least = [
        max((len(word) for row in rows for word in row[place].split()), default=0)
        if is_words[place]
        else sizes[place]
        for place in range(len(sizes))
    ]
    while sum(sizes) + len(_GAP) * (len(sizes) - 1) > width:
        spare = [size - few for size, few in zip(sizes, least, strict=True)]
        if not any(spare):
            break
        sizes[spare.index(max(spare))] -= 1
    lines = []
    for row in rows:
        folded = [
            wrap(
                cell,
                size or 1,
                subsequent_indent=_GAP * cell.startswith(" "),
                break_long_words=False,
            )
            or [""]
            for cell, size in zip(row, sizes, strict=True)
        ]
        for cells in zip_longest(*folded, fillvalue=""):
            fitted = (
                cell.ljust(size) if left else cell.rjust(size)
                for cell, size, left in zip(cells, sizes, is_words, strict=True)
            )
            lines.append(_GAP.join(fitted).rstrip())
    return lines
