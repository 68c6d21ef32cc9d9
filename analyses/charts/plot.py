"""One chart for all numbers: a panel for each unit, rows with intervals, the values in columns.

What stands in a chart follows from what its numbers mean. Names stand at the left, values at the
right, one column a seat, so that no mark covers a word wherever it lies. A denominator that is not
the same for all has a column of its own, or stands below the name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, pairwise, zip_longest
from math import inf
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import reach, say_reach, say_share
from analyses.charts.headlines import add_headline, add_small_print, fill_lines, measure
from analyses.charts.marks import draw_interval, draw_mark, tick_sparsely
from analyses.charts.style import (
    COLUMN_WIDTH,
    EXACT_COLOUR,
    GRID_COLOUR,
    HIGHEST,
    HIGHEST_DOUBLE,
    INK_COLOUR,
    MM,
    NEUTRAL_COLOUR,
    OTHER_COLOUR,
    PAGE_WIDTH,
    SEAT_LETTERS,
    SMALL_COLOUR,
    SMALLEST,
    SUBTITLE_SIZE,
    chart_style,
    find_edge,
    letters,
    new_chart,
)
from piquet_sim.estimates.quantity import (
    PERCENT,
    PERCENTAGE_POINTS,
    Quantity,
    Unit,
    find_places,
    write_value,
)
from piquet_sim.estimates.shown import Look, Numbers
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import capitalise

_MOST_ROWS = 24
_PITCH, _APART, _HEAD = 4.3, 5.2, 5.0
"""Millimetres down: a row, one whose marks stand apart, a head."""
_NAME, _UNDER, _BETWEEN = 3.1, 2.8, 1.3
"""Millimetres down: a line of a name, one of what stands below it, and between rows."""
_FOOT, _HEADS, _TOP = 8.6, 4.5, 1.5
"""Millimetres: of the axis, of the heads of columns, and between panels."""
_TIGHTEST, _LEAST_PITCH, _LEAST_UNDER = 0.8, 0.62, 0.85
"""Factor of rows where there is little room, below which letters get smaller, too; and the least:
then a column gets higher, and on a slide rows are left out."""
_MOST_FIXED = 0.7
"""Share of the room that axes may take before a panel is left out."""
_GAP, _AT_NAMES = 2.0, 1.6
"""Millimetres between columns, and between a name and the axis."""
_LEAST_PLOT, _LEAST_NAMES, _MOST_NAMES = 12.0, 0.3, 0.46
"""Millimetres of the axis, and shares of the width that names take."""
_NEXT = 2.0
"""Millimetres: nearer marks stand one above the other."""
_TICKS, _LEAST_TICK = 5, 4.5
"""Most steps of an axis; and millimetres of the least, and between the labels of two ticks."""
_LABELS = 1.2


def draw_numbers(found: Numbers) -> Figure:
    """The chart of an answer, in the current style.

    Parameters
    ----------
    found : Numbers
        Its `look` says which numbers are drawn, and how.
    """
    rows = list(dict.fromkeys(map(_name_row, found.drawn)))[:_MOST_ROWS]
    with chart_style():
        sheet = _lay_out(found, rows)
        while sheet.pitch < sheet.least_pitch and len(rows) > 1:  # a slide has no room for so many
            units = [unit for unit, *_ in rows]
            if sheet.fixed * sheet.scale > _MOST_FIXED * sheet.room and units[0] != units[-1]:
                rows = [row for row in rows if row[0] != units[-1]]
            else:
                fullest = max(dict.fromkeys(units), key=units.count)
                del rows[len(rows) - 1 - units[::-1].index(fullest)]
            sheet = _lay_out(found, rows)
        sheet.draw()
    return sheet.figure


def _name_row(one: Quantity) -> tuple[Unit, str, str]:
    return one.unit, one.group, one.name


def _lay_out(found: Numbers, rows: list[tuple[Unit, str, str]]) -> "_Sheet":
    numbers = [one for one in found.drawn if _name_row(one) in rows]
    written = {
        head: [found[key] for key in found.match(pattern)]
        for head, pattern in found.look.written.items()
    }
    panels = [
        _Panel(list(own), found.look, written) for _, own in groupby(numbers, lambda one: one.unit)
    ]
    for place in zip_longest(*(one.columns for one in panels)):
        beside = [one for one in place if one]
        for one in beside:
            one.width = max(each.width for each in beside)
    small = _say_small(found, numbers, [one for own in written.values() for one in own])
    height, width = 2 * HIGHEST, PAGE_WIDTH if found.look.is_wide else COLUMN_WIDTH
    for _ in range(2):  # how much room the words take is known when they are written
        figure, axes = new_chart(len(panels), height=height, width=width, squeeze=False)
        add_headline(figure, found.headline, found.look.says)
        add_small_print(figure, small)
        sheet = _Sheet(figure, list(axes[:, 0]), panels)
        height = sheet.find_height()
    return sheet


def _say_small(found: Numbers, numbers: Sequence[Quantity], written: Sequence[Quantity]) -> str:
    said = [f"{capitalise(found.about).removesuffix('.')}." * bool(found.about), found.look.note]
    known = [one for one in numbers if one.ends]
    units = {one.unit for one in known}
    if len(units) == 1:
        unit = units.pop()
        own = sorted(
            (one for one in (*known, *written) if one.ends and one.unit == unit),
            key=lambda one: reach([one.estimate]),
        )
        ends = dict.fromkeys(
            say_reach([one.estimate], unit.scale) for one in own[:: len(own) - 1 or 1]
        )
        unit = PERCENTAGE_POINTS if unit == PERCENT else unit
        said.append(f"95% intervals: {unit.after(' to '.join(ends))}.")
    elif known:
        said.append("Lines: 95% intervals.")
    if any(one.ends is None and not one.is_exact for one in numbers):
        said.append("“?” and a hollow mark: no interval.")
    hidden = len(found.quantities if found.look.counts_hidden else found.drawn) - len(numbers)
    if hidden:
        said.append(f"{hidden} further {'number' if hidden == 1 else 'numbers'} in the table.")
    return " ".join(filter(None, said))


# ---- What stands in a panel ---------------------------------------------------------------------
@dataclass
class _Column:
    head: str
    texts: dict[str, str]
    """By key."""
    colour: str = INK_COLOUR
    width: float = 0.0
    is_written: bool = False
    """Whether it may be left out where there is no room."""

    def __post_init__(self) -> None:
        weight = "bold" if self.colour in SEAT_LETTERS.values() else "normal"
        head = measure(self.head, SUBTITLE_SIZE, weight)
        self.width = max([head, *(measure(text, SUBTITLE_SIZE) for text in self.texts.values())])


@dataclass(frozen=True)
class _Line:
    name: str
    numbers: tuple[Quantity, ...] = ()
    under: str = ""
    """Of what, below the name."""
    gap: float = inf
    """Between the intervals of its outermost numbers, as a share of the axis."""
    is_apart: bool = False
    rows: int = 1
    """Of its name."""

    @property
    def height(self) -> float:
        if not self.numbers:
            return _HEAD + _NAME * (self.rows - 1)
        lines = _NAME * self.rows + _UNDER * len(self.under.splitlines())
        return max(_APART if self.is_apart else _PITCH, lines + _BETWEEN)


class _Panel:
    # The lines and columns of the numbers of one unit.

    def __init__(
        self, numbers: list[Quantity], look: Look, written: Mapping[str, Sequence[Quantity]]
    ) -> None:
        self.numbers, self.look = numbers, look
        self.unit, of = numbers[0].unit, numbers[0].of
        owners = list(dict.fromkeys(one.seat for one in numbers if one.seat))
        is_seats = set(owners) <= set(SEATS)
        meanings = {one: one if is_seats else SEATS[place % 2] for place, one in enumerate(owners)}
        meanings |= {look.other: "other"} if look.other else {}
        self.meanings = {
            one.key: meanings.get(one.seat, "exact" if one.is_exact else "elder") for one in numbers
        }
        self.colours = {one: SEAT_LETTERS.get(meanings[one], OTHER_COLOUR) for one in owners}
        own_of = of.many and len({one.of.many for one in numbers}) == 1
        self.axis = look.axis or self.unit.name + (
            f" a {of.one}" if self.unit.is_per else f" of {of.many}"
        ) * bool(own_of)
        rows: dict[object, list[Quantity]] = {}
        for one in numbers:
            rows.setdefault(one.seat if look.is_by_seat else (one.group, one.name), []).append(one)
        listed = list(rows.values())
        if look.is_sorted:
            listed.sort(key=lambda own: -own[0].value)
        self.columns = self._list_columns(listed, owners)
        for head, own in written.items():
            places = find_places(self.numbers if own[0].unit == self.unit else own)
            named = {one.name: one for one in own} | {(one.group, one.name): one for one in own}
            texts = {
                row[0].key: self._write(one, places)
                for row in listed
                if (one := named.get((row[0].group, row[0].name), named.get(row[0].name)))
            }
            self.columns.append(_Column(head, texts, is_written=True))
        self.lines = self._list_lines(listed, bool(own_of))

    def _list_columns(self, rows: list[list[Quantity]], owners: list[str]) -> list[_Column]:
        places = find_places(self.numbers)
        texts = {one.key: self._write(one, places) for one in self.numbers}
        if self.look.is_by_seat or not owners:
            columns = [_Column(self.numbers[0].sign * bool(self.look.written), texts)]
        else:
            columns = [
                _Column(
                    owner,
                    {
                        one.key: texts[one.key]
                        for one in self.numbers
                        if one.seat == owner or (not one.seat and not place)
                    },
                    self.colours[owner],
                )
                for place, owner in enumerate(owners)
            ]
        parts = [{say_share(one.part) for one in own} for own in rows]
        self.has_parts = any(one.of.whole for one in self.numbers)
        counts = {one.n for one in self.numbers if not one.is_exact}
        firsts = [own[0] for own in rows]
        if self.has_parts and all(len(own) == 1 for own in parts):
            of = f"of {firsts[0].of.noun}s"
            columns.append(
                _Column(of, {one.key: say_share(one.part) for one in firsts}, SMALL_COLOUR)
            )
            self.has_parts = False
        elif (
            len(counts) > 1
            and {one.of.many for one in self.numbers} == {firsts[0].of.many} != {""}
            and all(len({one.n for one in own}) == 1 for own in rows)
        ):
            deals = {one.key: f"{one.n:,}" if one.n else "" for one in firsts}
            columns.append(_Column(firsts[0].of.many, deals, SMALL_COLOUR))
        return columns

    def _write(self, one: Quantity, places: int) -> str:
        text = write_value(one, places)
        if one.ends is None and not one.is_exact:
            return f"{text}?"
        return text + "%" * (one.unit == PERCENT)

    def _list_lines(self, rows: list[list[Quantity]], is_one_of: bool) -> list[_Line]:
        lines, group = [], ""
        values = [self.look.begins, *(one.value for one in self.numbers)]
        room = max(values) - min(values) or 1.0
        has_column = any(column.head.startswith("of ") for column in self.columns)
        has_heads = not self.look.is_by_seat and len({one.group for one in self.numbers}) > 1
        for own in rows:
            if own[0].group != group and has_heads:
                group = own[0].group
                lines.append(_Line(group))
            under = ""
            if self.has_parts and any(one.part < 1 for one in own):
                shares = " and ".join(dict.fromkeys(say_share(one.part) for one in own))
                under = f"in {shares} of {own[0].of.noun}s"
            elif not is_one_of and not has_column and not self.has_parts:
                many = own[0].of.many
                under = "" if many.endswith(own[0].name) else f"of {many}" * bool(many)
            name = own[0].seat if self.look.is_by_seat else own[0].name
            ends = [one.ends or (one.value, one.value) for one in own]
            gap = max(low for low, _ in ends) - min(high for _, high in ends)
            lines.append(_Line(name, tuple(own), under, gap / room if len(own) > 1 else inf))
        return lines


# ---- Where it stands ----------------------------------------------------------------------------
class _Sheet:
    # A figure in millimetres, and how its panels share the room that the words leave.

    def __init__(self, figure: Figure, axes: list[Axes], panels: list[_Panel]) -> None:
        self.figure, self.axes, self.panels, self.scale = figure, axes, panels, letters(1.0)
        self.wide, self.tall = (size / MM for size in figure.get_size_inches())
        self.edge = find_edge() / MM
        _, low, _, high = figure.get_layout_engine().get()["rect"]
        self.room, self.top = high * self.tall, (1 - low - high) * self.tall
        self.across = across = (self.wide - 2 * self.edge) / self.scale
        most = (1 - _LEAST_NAMES) * across - _LEAST_PLOT - _AT_NAMES
        for panel in panels:
            if _add_widths(panel) > most:
                panel.columns = [one for one in panel.columns if not one.is_written]
        self.values = max(map(_add_widths, panels))
        self.names = min(_MOST_NAMES * across, across - self.values - _LEAST_PLOT - _AT_NAMES)
        for panel in panels:
            panel.lines = [self._break(one, panel.look) for one in panel.lines]
        self.names = max(
            measure(text, points, weight)
            for panel in panels
            for one in panel.lines
            if one.numbers
            for said, points, weight in (
                (one.name, SUBTITLE_SIZE, _find_weight(one, panel.look)),
                (one.under, SMALLEST, "normal"),
            )
            for text in said.splitlines()
        )
        near = _NEXT / (across - self.names - self.values - _AT_NAMES)
        for panel in panels:
            panel.lines = [replace(one, is_apart=one.gap < near) for one in panel.lines]
        self.rows = sum(one.height for panel in panels for one in panel.lines)
        self.fixed = sum(_FOOT + _TOP + _HEADS * _has_heads(one) for one in panels) - _TOP
        has_under = any(one.under for panel in panels for one in panel.lines)
        self.least_pitch = _LEAST_UNDER if has_under else _LEAST_PITCH
        self.pitch = min(1.0, (self.room / self.scale - self.fixed) / self.rows)
        self.small = min(1.0, self.pitch / _TIGHTEST)

    def find_height(self) -> float:
        """Inches of a figure that has room for all, and is no higher than a column if it can."""
        needed = self.scale * (self.fixed + self.rows) + self.tall - self.room
        if self.wide < COLUMN_WIDTH / MM:  # names take more lines there
            return needed * MM
        tight = needed - (1 - self.least_pitch) * self.scale * self.rows
        highest = HIGHEST if self.wide <= COLUMN_WIDTH / MM else HIGHEST_DOUBLE
        return max(min(needed, highest / MM), tight) * MM

    def _break(self, line: _Line, look: Look) -> _Line:
        weight, room = _find_weight(line, look), self.names if line.numbers else self.across
        name = fill_lines(line.name.replace("\n", " "), room, SUBTITLE_SIZE, weight)
        under = fill_lines(line.under.replace("\n", " "), self.names, SMALLEST)
        return replace(line, name=name, under=under, rows=len(name.splitlines()))

    def write(
        self,
        x: float,
        y: float,
        text: str,
        colour: str = INK_COLOUR,
        *,
        points: float = SUBTITLE_SIZE,
        **options: Any,
    ) -> None:
        """Write at a place in millimetres from the left and from the top."""
        options = {
            "ha": "right",
            "va": "center_baseline",
            "in_layout": False,
            "zorder": 6,
            **options,
        }
        self.figure.text(
            x / self.wide,
            1 - y / self.tall,
            text,
            color=colour,
            fontsize=letters(max(points * self.small, SMALLEST)),
            **options,
        )

    def draw(self) -> None:
        """Draw all panels, from the top."""
        self.figure.set_layout_engine("none")
        top = self.top - self.scale * _TOP
        for axes, panel in zip(self.axes, self.panels, strict=True):
            top = self._draw_panel(axes, panel, top)

    def _draw_panel(self, axes: Axes, panel: _Panel, top: float) -> float:
        # Returns where the next begins.
        scale, pitch = self.scale, self.scale * self.pitch
        left = self.edge + scale * (self.names + _AT_NAMES)
        right = self.wide - self.edge - scale * self.values
        start = top + scale * (_TOP + _HEADS * _has_heads(panel))
        rows = sum(one.height for one in panel.lines)
        high = pitch * rows
        axes.set_position(
            (
                left / self.wide,
                1 - (start + high) / self.tall,
                (right - left) / self.wide,
                high / self.tall,
            )
        )
        axes.set(ylim=(rows, 0), yticks=[])
        self._set_axis(axes, panel, left, start + high, right)
        at = 0.0
        for line in panel.lines:
            middle = at + line.height / 2
            self._write_line(panel, line, left, start + pitch * middle, right)
            _draw_marks(axes, panel, line, middle)
            at += line.height
        end = right
        for column in panel.columns:
            end += scale * (column.width + _GAP)
            self.write(
                end,
                start - scale * 2.2,
                column.head,
                column.colour,
                fontweight="bold" if column.colour in panel.colours.values() else "normal",
            )
        for one in axes.lines:
            one.set_clip_on(False)  # a mark at the end of the axis is whole
        return start + high + scale * _FOOT

    def _set_axis(self, axes: Axes, panel: _Panel, left: float, foot: float, right: float) -> None:
        zero, beside = panel.look.begins, panel.look.beside
        marked = (end for one in panel.numbers for end in (one.value, *(one.ends or ())))
        ends = [zero, *(beside or ())[:1], *marked]
        low, high = min(ends), max(ends)
        room = 0.05 * (high - low or 1.0)
        axes.set_xlim(low - room * (low < zero), high + room)
        first, last = axes.get_xlim()
        millimetre = (last - first) * self.scale / (right - left)
        ticks: list[float] = []
        for most in range(_TICKS, 0, -1):
            tick_sparsely(axes.xaxis, most)
            ticks = [one for one in axes.get_xticks() if first <= one <= last]
            widest = max(measure(f"{one:g}", SUBTITLE_SIZE) for one in ticks) + _LABELS
            if len(ticks) < 3 or ticks[1] - ticks[0] > millimetre * max(widest, _LEAST_TICK):
                break
        axes.set_xticks(ticks)
        ends = accumulate((one.height for one in panel.lines), initial=0.0)
        spans = zip(pairwise(ends), panel.lines, strict=True)
        blocks = [
            [*own]
            for has_numbers, own in groupby(spans, lambda one: bool(one[1].numbers))
            if has_numbers  # a head parts two blocks
        ]
        down = np.array([(own[0][0][0], own[-1][0][1]) for own in blocks]).T
        for place, colour in (*((one, GRID_COLOUR) for one in ticks), (zero, EXACT_COLOUR)):
            axes.plot(
                np.full_like(down, place),
                down,
                color=colour,
                linewidth=letters(0.6),
                solid_capstyle="projecting",
                zorder=1,
            )
        if beside:
            axes.axvline(
                beside[0], color=EXACT_COLOUR, linewidth=letters(0.9), linestyle=(0, (2, 1.5))
            )
            at = left + (right - left) * (beside[0] - first) / (last - first)
            self.write(
                at, foot - (self.scale * 2.2 + axes.get_position().height * self.tall), beside[1]
            )
        start = min(
            left, right + self.scale * self.values - self.scale * measure(panel.axis, SUBTITLE_SIZE)
        )
        self.write(
            max(start, self.edge), foot + self.scale * 6.3, panel.axis, SMALL_COLOUR, ha="left"
        )

    def _write_line(self, panel: _Panel, line: _Line, left: float, y: float, right: float) -> None:
        scale = self.scale
        if not line.numbers:
            self.write(self.edge, y, line.name, ha="left", fontweight="bold", linespacing=1.05)
            return
        is_seat = panel.look.is_by_seat
        colour = panel.colours.get(line.name, INK_COLOUR) if is_seat else INK_COLOUR
        end, half = left - scale * _AT_NAMES, scale / 2  # letters do not shrink with the pitch
        under = len(line.under.splitlines())
        self.write(
            end,
            y - half * _UNDER * under,
            line.name,
            colour,
            linespacing=1.05,
            fontweight=_find_weight(line, panel.look),
        )
        if under:
            self.write(
                end,
                y + half * _NAME * line.rows,
                line.under,
                SMALL_COLOUR,
                points=SMALLEST,
                linespacing=1.05,
            )
        end = right
        for column in panel.columns:
            end += scale * (column.width + _GAP)
            for one in line.numbers:
                if one.key in column.texts:
                    own = panel.colours.get(one.seat) if is_seat else None
                    self.write(end, y, column.texts[one.key], own or column.colour)


def _has_heads(panel: _Panel) -> bool:
    return any(one.head for one in panel.columns) or panel.look.beside is not None


def _add_widths(panel: _Panel) -> float:
    return sum(one.width + _GAP for one in panel.columns)


def _find_weight(line: _Line, look: Look) -> str:
    return "bold" if look.is_by_seat or not line.numbers else "normal"


def _draw_marks(axes: Axes, panel: _Panel, line: _Line, y: float) -> None:
    count = len(line.numbers)
    if count > 1 and not line.is_apart and not panel.look.has_bars:
        axes.plot(
            [one.value for one in line.numbers],
            [y] * count,
            color=NEUTRAL_COLOUR,
            alpha=0.5,
            linewidth=letters(2.0),
            zorder=2,
        )
    is_apart = line.is_apart or (panel.look.has_bars and count > 1)
    for place, one in enumerate(line.numbers):
        meaning = panel.meanings[one.key]
        at = y + _APART / 2 * (place - (count - 1) / 2) * is_apart
        if panel.look.has_bars:
            axes.barh(at, one.value, 2.4 / count, color=f"piquet:{meaning}", zorder=2)
        elif one.ends is None:
            draw_mark(axes, one.value, at, meaning, 4.6, is_hollow=not one.is_exact)
        else:
            draw_interval(axes, at, one.estimate, meaning, one.unit.scale, size=4.6)
    if panel.look.has_bars and (known := [one for one in line.numbers if one.ends]):
        axes.errorbar(
            [one.value for one in known],
            [y] * len(known),
            xerr=np.abs(np.array([one.ends for one in known]).T - [one.value for one in known]),
            fmt="none",
            ecolor=INK_COLOUR,
            elinewidth=letters(0.7),
        )
