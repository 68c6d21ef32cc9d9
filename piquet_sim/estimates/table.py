"""One table for all answers: on a screen, in Markdown, in HTML and as CSV.

The table follows from what its numbers mean: a block for each unit, the seats side by side, a
denominator that all share said once above it, and one that differs in a column. What is the same
everywhere has no column. A range is the 95% interval.
"""

import csv
from collections.abc import Callable, Sequence
from html import escape
from io import StringIO
from itertools import groupby, zip_longest
from textwrap import wrap

from piquet_sim.estimates.quantity import Quantity, write_range, write_value

_GAP = "  "
_INTERVAL = "95% interval"
_RANGES = "Ranges are 95% intervals."

Block = list[list[str]]
"""The heads of a block, then its rows."""


def list_rows(numbers: Sequence[Quantity]) -> list[dict[str, object]]:
    """The numbers with all digits, as rows of a data frame or of a file."""
    further = {
        name: name in ("group", "verdict") and any(getattr(one, name) for one in numbers)
        for name in ("group", "verdict")
    }
    return [
        {
            "key": one.key,
            **({"group": one.group} if further["group"] else {}),
            **one.as_row(),
            **({"verdict": one.verdict} if further["verdict"] else {}),
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
) -> str:
    """A table for a screen.

    Parameters
    ----------
    numbers : sequence of Quantity
    title : str
    width : int, optional
        Cells of a line: where both seats are too wide, one stands below the other; names and
        verdicts are folded, numbers never.
    spell : callable
        Writes a cell in the letters that the screen has.
    """
    most = width or 10_000
    parts = ["\n".join(wrap(spell(one), most)) for one in (title, say_common(numbers)) if one]
    for block in list_blocks(numbers):
        for part in [block] if _find_size(block) <= most else _divide(block):
            spelt = [[spell(cell) for cell in row] for row in part]
            parts.append("\n" + "\n".join(align(spelt, most)))
    return "\n".join(parts)


def write_markdown(numbers: Sequence[Quantity], title: str = "") -> str:
    """A table to be pasted into a text."""
    parts = [f"**{title}**"] * bool(title) + [say_common(numbers)]
    for block in list_blocks(numbers):
        rule = ["---" if is_words else "--:" for is_words in _find_words(block)]
        rows = [[cell.strip().replace("|", r"\|") for cell in row] for row in block]
        lines = (f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:]))
        parts.append("\n".join(lines))
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
    said = []
    shared = {(one.of.many, one.n) for one in numbers}
    if len(shared) == 1 and (of := shared.pop())[0]:
        number = f"{of[1]:,} " if of[1] else ""
        is_counted = all(one.is_exact for one in numbers)
        said.append(f"Of {number}{of[0]}{', counted exactly' * is_counted}.")
    if any(one.ends for one in numbers):
        said.append(_RANGES)
    return " ".join(said)


def list_blocks(numbers: Sequence[Quantity]) -> list[Block]:
    """The blocks of a table, one for each unit, of both seats' numbers and of those of neither."""
    has_n = len({one.n for one in numbers if one.of.many}) > 1
    blocks = (list(own) for _, own in groupby(numbers, lambda one: (one.unit, bool(one.seat))))
    has_range = not all(one.is_exact for one in numbers)
    return [_lay_out(own, has_n, has_range) for own in blocks]


def _lay_out(numbers: list[Quantity], has_n: bool, has_range: bool) -> Block:
    unit, of = numbers[0].unit, numbers[0].of
    seats = list(dict.fromkeys(one.seat for one in numbers if one.seat)) or [""]
    has_of = len({one.of.many for one in numbers}) > 1
    has_verdict = any(one.verdict for one in numbers)
    per = f" a {of.one}" if unit.is_per else f" of {of.many}"
    heads = [unit.name + per * bool(of.many and not has_of)]
    for seat in seats:
        heads += [seat or "value", *[_INTERVAL] * has_range, *["n"] * has_n]
    block, group = [[*heads, *["of"] * has_of, *["verdict"] * has_verdict]], ""
    rows: dict[tuple[str, str], list[Quantity]] = {}
    for one in numbers:
        rows.setdefault((one.group, one.name), []).append(one)
    for (head, name), own in rows.items():
        if head != group:
            group = head
            block.append([head, *[""] * (len(block[0]) - 1)])
        cells = [f"{_GAP * bool(head)}{name}"]
        for seat in seats:
            found = next((one for one in own if one.seat == seat), None)
            cells += _fill(found, has_range, has_n)
        cells += [own[0].of.many] * has_of + [own[0].verdict] * has_verdict
        block.append(cells)
    return block


def _fill(one: Quantity | None, has_range: bool, has_n: bool) -> list[str]:
    if one is None:
        return [""] * (1 + has_range + has_n)
    number = write_value(one) + one.unit.mark.strip() * (one.unit.mark == "%")
    return [number, *[write_range(one)] * has_range, *[f"{one.n:,}" if one.n else ""] * has_n]


# ---- Lines of a screen --------------------------------------------------------------------------
def _find_words(block: Block) -> list[bool]:
    # Which columns are words, and stand at the left.
    return [
        not place
        or not any(row[place][-1:].isdigit() or row[place][-1:] == "%" for row in block[1:])
        for place in range(len(block[0]))
    ]


def _find_size(block: Block) -> int:
    wide = (max(map(len, column)) for column in zip(*block, strict=True))
    return sum(wide) + len(_GAP) * (len(block[0]) - 1)


def _divide(block: Block) -> list[Block]:
    # A block for each seat, where several stand side by side.
    heads = block[0]
    end = next((place for place, one in enumerate(heads) if one in ("of", "verdict")), len(heads))
    starts = [place for place, one in enumerate(heads[:end])
              if place and one not in (_INTERVAL, "n")]  # fmt: skip
    return [
        [
            [row[0], *row[start:stop], *row[end:]]
            for row in block
            if any(row[start:stop]) or not any(row[1:])
        ]
        for start, stop in zip(starts, [*starts[1:], end], strict=True)
    ]


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
        folded = [wrap(cell, size or 1, subsequent_indent=_GAP * cell.startswith(" "),
                       break_long_words=False) or [""]
                  for cell, size in zip(row, sizes, strict=True)]  # fmt: skip
        for cells in zip_longest(*folded, fillvalue=""):
            fitted = (cell.ljust(size) if left else cell.rjust(size)
                      for cell, size, left in zip(cells, sizes, is_words, strict=True))  # fmt: skip
            lines.append(_GAP.join(fitted).rstrip())
    return lines
