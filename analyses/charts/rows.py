"""A chart of rows: names at the left, marks with their intervals, a line at zero, a unit below."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.marks import draw_interval, draw_mark, tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    EXACT_COLOUR,
    NEUTRAL_COLOUR,
    POINTS_AN_INCH,
    SEAT_LETTERS,
    figure_of,
    find_edge,
    letters,
)
from piquet_sim.estimates.estimate import Estimate


@dataclass(frozen=True)
class Mark:
    """A number in a row, in the form and the colour of its meaning, and words beside it."""

    value: Estimate | float
    """With its interval; a plain number is a mark alone."""
    meaning: str = "exact"
    words: str = ""
    is_left: bool = False
    """Whether the words stand left of the mark."""
    ink: str = ""
    """The meaning in whose colour the words are; by default the seat's own, of others ink."""
    is_bold: bool = False
    nudge: float = 0.0
    """How far below the middle of its row it stands, in rows."""
    size: float = 5.0
    """In points."""
    is_hollow: bool = False
    up: float = 0.0
    """How far above the mark the words stand, in rows."""
    at: float | None = None
    """Where the words begin along the axis; by default at the end of the interval."""


@dataclass(frozen=True)
class Words:
    """Words in a row that belong to no mark."""

    text: str
    x: float = 1.0
    """As a share of the chart's width."""
    meaning: str = "ink"
    shift: tuple[float, float] = (0, 0)
    """In points."""
    up: float = 0.0
    """How far above the middle of the row, in rows."""
    is_bold: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    """As `write_at` takes them; by default the words end at their place."""


@dataclass(frozen=True)
class Row:
    """A row: its name at the left, its marks, and what else is written in it."""

    name: str = ""
    marks: Sequence[Mark] = ()
    words: Sequence[Words] = ()
    line: tuple[float, float] | None = None
    """The ends of a grey line behind the marks."""
    seat: str = ""
    """The seat in whose colour the name is, if in one's."""
    is_bold: bool = False
    gap: float = 1.0
    """How far below the row before."""


def head_rows(text: str, gap: float = 1.0) -> Row:
    """The head of the rows below, in bold letters at the left edge of the figure."""
    at_edge = {"xycoords": ("figure points", "data"), "ha": "left", "in_layout": False,
               "bbox": None}  # fmt: skip
    edge = find_edge() * POINTS_AN_INCH
    return Row(words=[Words(text, edge, is_bold=True, options=at_edge)], gap=gap)


def end_of(estimate: Estimate | float, is_left: bool = False) -> float:
    """The end of an estimate's 95% interval, or where it has none the value."""
    if not isinstance(estimate, Estimate):
        return estimate
    end = estimate.low if is_left else estimate.high
    return estimate.value if end is None else end


def find_ends(
    estimates: Iterable[Estimate], low: float = 0.0, high: float = 0.0
) -> tuple[float, float]:
    """From where to where some 95% intervals reach, and at least from `low` to `high`."""
    ends = [end for one in estimates for end in (one.value, one.low, one.high) if end is not None]
    return min([low, *ends]), max([high, *ends])


def widen(low: float, high: float, left: float, right: float) -> tuple[float, float]:
    """The ends of an axis with room on both sides, in shares of what lies between."""
    return low - left * (high - low), high + right * (high - low)


def draw_rows(
    rows: Sequence[Row],
    headline: str,
    subtitle: str,
    small_print: str,
    *,
    height: float,
    unit: str = "",
    scale: float = 1.0,
    limits: tuple[float, float] | None = None,
    margin: float = 0.12,
    ticks: int | None = 6,
    ticked: tuple[float, float] | None = None,
    has_zero: bool = True,
    above: float = 0.6,
    below: float = 0.6,
    apart: float = 6.0,
    thick: float = 2.0,
    grid: str = "x",
    words: Sequence[Words] = (),
    further: Callable[[Axes], None] | None = None,
) -> Figure:
    """Rows from the top, each with its name, its marks and their 95% intervals.

    Parameters
    ----------
    rows : sequence of Row
        Those without a name have no label at the left.
    headline, subtitle : str
        The finding, and what is measured, with its unit.
    small_print : str
        What was played, how often, and what the marks are.
    height : float
        Height of the figure in one column, in inches.
    unit : str
        Written below the axis.
    scale : float
        Factor of the estimates; 100 for percentages. Lines and places of words are given scaled.
    limits : tuple of float, optional
        The ends of the axis; by default it has room for what is drawn and for `margin`, a share
        of that, on both sides.
    ticks : int, optional
        How many at most; None leaves them to matplotlib.
    ticked : tuple of float, optional
        From where to where the axis has ticks, if not all along.
    has_zero : bool
        Whether a line stands at zero.
    above, below : float
        Room over the first row and under the last, in rows.
    apart : float
        Points between a mark and its words.
    thick : float
        Points, of the lines behind marks.
    grid : str
        Along which axis thin lines run.
    words : sequence of Words
        Heads of columns, and what else is written in places counted from the first row.
    further : callable, optional
        Draws on the axes what else the chart shows, when the rows are there.
    """
    with one_panel(headline, subtitle, small_print, height=height, unit=unit, grid=grid) as axes:
        places = _draw_all(axes, rows, scale, apart, thick)
        for one in words:
            _write(axes, 0.0, one)
        if has_zero:
            axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        axes.set_ylim(max(places, default=-1.0) + below, -above)
        if limits is None:
            axes.margins(x=margin)
        else:
            axes.set_xlim(*limits)
        if ticks is not None:
            tick_sparsely(axes.xaxis, ticks)
        if ticked is not None:
            axes.set_xticks([one for one in axes.get_xticks() if ticked[0] <= one <= ticked[1]])
        if further is not None:
            further(axes)
    return figure_of(axes)


def _draw_all(
    axes: Axes, rows: Sequence[Row], scale: float, apart: float, thick: float
) -> list[float]:
    # Returns where the rows stand.
    place, places = -1.0, []
    for row in rows:
        place += row.gap
        places.append(place)
        _draw_row(axes, place, row, scale, apart, thick)
    named = [(place, row) for place, row in zip(places, rows, strict=True) if row.name]
    axes.set_yticks([place for place, _ in named], [row.name for _, row in named])
    for tick, (_, row) in zip(axes.get_yticklabels(), named, strict=True):
        if row.seat:
            tick.set_color(SEAT_LETTERS[row.seat])
        tick.set_fontweight("bold" if row.seat or row.is_bold else "normal")
    return places


def _draw_row(axes: Axes, place: float, row: Row, scale: float, apart: float, thick: float) -> None:
    if row.line is not None:
        axes.plot(row.line, [place] * 2, color=NEUTRAL_COLOUR, alpha=0.5, linewidth=letters(thick),
                  zorder=2)  # fmt: skip
    for mark in row.marks:
        at = place + mark.nudge
        if isinstance(mark.value, Estimate):
            draw_interval(axes, at, mark.value, mark.meaning, scale, size=mark.size,
                          is_hollow=mark.is_hollow)  # fmt: skip
        else:
            draw_mark(axes, scale * mark.value, at, mark.meaning, mark.size, mark.is_hollow)
        if mark.words:
            end = scale * end_of(mark.value, mark.is_left) if mark.at is None else mark.at
            own = mark.meaning if mark.meaning in SEAT_LETTERS else "ink"
            write_at(
                axes, end, at - mark.up, mark.words, mark.ink or own,
                (-apart if mark.is_left else apart, 0), ha="right" if mark.is_left else "left",
                fontweight="bold" if mark.is_bold else "normal",
            )  # fmt: skip
    for one in row.words:
        _write(axes, place, one)


def _write(axes: Axes, place: float, one: Words) -> None:
    options = {"xycoords": axes.get_yaxis_transform(), "ha": "right", **one.options}
    if one.is_bold:
        options["fontweight"] = "bold"
    write_at(axes, one.x, place - one.up, one.text, one.meaning, one.shift, **options)
