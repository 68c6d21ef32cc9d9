"""What a point is worth before the last deal, by both totals."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from analyses.charts.captions import say_alike, say_origin, say_reach
from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.marks import draw_interval, draw_mark, light_grid, tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    EXACT_COLOUR,
    HIGHEST,
    INK_COLOUR,
    NEUTRAL_COLOUR,
    SEAT_COLOURS,
    SEAT_LINES,
    SMALL_COLOUR,
    SMALLEST,
    chart_style,
    letters,
    new_chart,
)
from analyses.maxims.score import RUBICON_LINE
from analyses.maxims.score_rows import CHANCE, MORE_REACHED, USUAL
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.sentences import Sentence, brief, brief_percent, choose, is_within

POINT = "worth of a point"
"""What ten more points add to the expected settlement, for each of them."""
WISH = "worth of being elder in the next deal, level"
OPPONENT = 150
"""The opponent's total where one is taken as an example: safe from the rubicon."""
LOST, SAFE = 40, 150
"""Own totals from which a hundred is far away in one deal, and from which it is none."""
CURVE = tuple(range(0, 221, 2))
"""Own totals of the curve, the opponent's being `OPPONENT`."""
GRID, OTHER_GRID = tuple(range(0, 201, 20)), tuple(range(40, 201, 20))
"""Own totals and the opponent's of the chart."""
_FULL = 0.5
"""How much of the seat's colour the darkest square has: letters in ink stand out from it."""


_SHADES = 9
"""So few that the picture stays a small file."""


def read_points(table: pd.DataFrame, seat: str) -> dict[tuple[int, int], Estimate]:
    """What a point is worth to a seat, by own total and the opponent's."""
    rows = table[(table.quantity == POINT) & (table.seat == seat)]
    return {(int(row.own), int(row.theirs)): read_estimate(row) for row in iterate_rows(rows)}


# ---- By a seat's own total ----------------------------------------------------------------------
def read_curve(table: pd.DataFrame, seat: str) -> dict[int, Estimate]:
    """What a point is worth to a seat by its own total, the opponent's being `OPPONENT`."""
    found = read_points(table, seat)
    return {own: found[own, theirs] for own, theirs in sorted(found) if theirs == OPPONENT}


def _find_peaks(table: pd.DataFrame) -> dict[str, tuple[int, Estimate]]:
    curves = {seat: read_curve(table, seat) for seat in SEATS}
    return {
        seat: max(curve.items(), key=lambda one: one[1].value)
        for seat, curve in curves.items()
        if curve
    }


def say_peak(table: pd.DataFrame) -> Sentence:
    """Where a point is worth most against an opponent who is safe, and to whom."""
    seat, (own, worth) = max(_find_peaks(table).items(), key=lambda one: one[1][1].value)
    return choose(
        Sentence(
            f"With {own} before the last deal, a point is worth {brief(worth, most=1)} to {seat}",
            is_within(f"what a point is worth to {seat} at {own} to {OPPONENT}", worth, above=1),
        ),
        Sentence(
            f"With {own} to {OPPONENT} before the last deal a point is worth "
            f"{brief(worth, sign='+')} to {seat}"
        ),
    )


def draw_curve(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """What a point is worth to both seats, by what they have; the peaks are named."""
    curves = {seat: read_curve(table, seat) for seat in SEATS}
    found = [one for curve in curves.values() for one in curve.values()]
    values = [one.value for one in found]
    low, high = min([0.0, *values]), max([1.0, *values])
    reach = high - low
    with one_panel(
        say_peak(table), f"Worth of a point, in settlement, against an opponent’s {OPPONENT}",
        f"{say_origin(captions)} Mean of the next ten points. 95% intervals: {say_reach(found)} at "
        "most.",
        height=HIGHEST, unit="own total before the last deal",
    ) as axes:  # fmt: skip
        for seat, curve in curves.items():
            axes.plot(list(curve), [one.value for one in curve.values()], color=SEAT_COLOURS[seat],
                      linestyle=SEAT_LINES[seat], linewidth=letters(1.8), zorder=3)  # fmt: skip
        axes.axhline(0, color=EXACT_COLOUR, linewidth=letters(0.9), zorder=1)
        axes.axhline(1, color=NEUTRAL_COLOUR, linewidth=letters(0.9), linestyle=":", zorder=1)
        axes.set_xlim(CURVE[0] - 2, CURVE[-1])
        axes.set_ylim(low - 0.3 * reach, high + 0.14 * reach)
        write_at(axes, CURVE[-1], 0.5, "a point is a point: 1", "neutral", ha="right", bbox=None,
                 fontsize=letters(SMALLEST))  # fmt: skip
        _name_peaks(axes, table)
        _name_level(axes, curves, reach)
        _name_lost(axes, curves, low)
        axes.set_yticks([one for one in axes.get_yticks() if low - 0.5 <= one <= high])
        axes.set_xticks(range(0, CURVE[-1], 50))
        axes.spines["bottom"].set_visible(False)
    return axes.figure


def _name_peaks(axes: Axes, table: pd.DataFrame) -> None:
    # Each seat's greatest worth; of two peaks the left one is named at its left.
    peaks = _find_peaks(table)
    leftmost = min(peaks, key=lambda seat: peaks[seat][0])
    for seat, (own, worth) in peaks.items():
        draw_mark(axes, own, worth.value, seat, 5.4)
        is_left = seat == leftmost and own > _ROOM_LEFT
        said = f"{seat} at {own}: {brief(worth, most=1)}"
        why = "saves the rubicon" if own < RUBICON_LINE else "wins the partie"
        write_at(axes, own, worth.value, f"{said}\n{why}", seat, (-7 if is_left else 7, 3),
                 ha="right" if is_left else "left", va="center", linespacing=1.1,
                 bbox=None)  # fmt: skip


_ROOM_LEFT = 60
"""The least total that leaves room for a name at its left."""


def _name_level(axes: Axes, curves: Mapping[str, Mapping[int, Estimate]], reach: float) -> None:
    level = {seat: curve[SAFE] for seat, curve in curves.items() if SAFE in curve}
    if len(level) < len(SEATS):
        return
    for seat, one in level.items():
        draw_mark(axes, SAFE, one.value, seat, 5.4)
    near = [one.value for curve in curves.values() for own, one in curve.items()
            if SAFE - 40 <= own <= SAFE + 40]  # fmt: skip
    told = ", ".join(say_alike(level.values(), places=1))
    write_at(axes, SAFE, max(near) + 0.06 * reach, f"level at {SAFE}: {told}\nwins the partie",
             ha="center", va="bottom", linespacing=1.1, bbox=None)  # fmt: skip


def _name_lost(axes: Axes, curves: Mapping[str, Mapping[int, Estimate]], low: float) -> None:
    lost = {seat: curve[LOST] for seat, curve in curves.items() if LOST in curve}
    if len(lost) < len(SEATS):
        return
    for seat, one in lost.items():
        draw_mark(axes, LOST, one.value, seat, 5.4)
    told = f"at {LOST}: {', '.join(say_alike(lost.values(), places=1))}"
    words = choose(
        Sentence(f"{told}; a point only adds\nto what is paid", *(
            is_within(f"what a point is worth to {seat} at {LOST}", one, below=0)
            for seat, one in lost.items()
        )),
        Sentence(told),
    )  # fmt: skip
    write_at(axes, CURVE[0], low, words, shift=(0, -6), ha="left", va="top", linespacing=1.1,
             bbox=None)  # fmt: skip


# ---- By both totals -----------------------------------------------------------------------------
def say_point(table: pd.DataFrame, seat: str) -> Sentence:
    """What a point is worth where it is worth most, of the totals that the chart shows."""
    found = read_points(table, seat)
    shown = {(own, theirs): found[own, theirs] for own in GRID for theirs in OTHER_GRID}
    (own, theirs), worth = max(shown.items(), key=lambda one: one[1].value)
    where = f"at {own} to {theirs} before the last deal"
    return choose(
        Sentence(
            f"A point more brings {seat} up to {brief(worth, most=1)}, {where}",
            is_within(f"what a point is worth {where}", worth, above=1),
        ),
        Sentence(f"A point is worth {brief(worth, sign='+')} to {seat} {where}"),
    )


def draw_elder(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """What a point is worth to who is elder in the last deal."""
    return _draw(table, captions, ELDER)


def draw_younger(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """What a point is worth to who is younger in the last deal."""
    return _draw(table, captions, YOUNGER)


def _draw(table: pd.DataFrame, captions: Mapping[str, Any], seat: str) -> Figure:
    found = read_points(table, seat)
    worths = {(own, theirs): found[own, theirs] for theirs in OTHER_GRID for own in GRID}
    values = np.array([[worths[own, theirs].value for own in GRID] for theirs in OTHER_GRID])
    with chart_style():
        figure, axes = new_chart(height=HIGHEST)
        squares = np.empty((*values.shape, 4))
        squares[:] = to_rgba(f"piquet:{seat}")
        shares = np.clip(values, 0, None) / max(values.max(), 1.0)
        squares[..., 3] = _FULL * np.round(shares * _SHADES) / _SHADES
        axes.imshow(squares, aspect="auto", origin="lower")
        for row, theirs in enumerate(OTHER_GRID):
            for column, own in enumerate(GRID):
                one = worths[own, theirs]
                axes.text(
                    column, row, brief(one, most=1), ha="center", va="center",
                    fontsize=letters(6.6), color=INK_COLOUR,
                )  # fmt: skip
        axes.set_xticks(range(len(GRID)), GRID)
        axes.set_yticks(range(len(OTHER_GRID)), OTHER_GRID)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_xlabel("own total")
        axes.set_title("the opponent’s total", color=SMALL_COLOUR, fontweight="normal")
        add_headline(
            figure, say_point(table, seat),
            f"Worth of a point to {seat} of the last deal, in settlement",
        )  # fmt: skip
        add_small_print(
            figure,
            f"{say_origin(captions)} Mean of the next ten points; {say_reach(worths.values())} at "
            "most (95%). The more colour, the more a point is worth.",
        )
    return figure


# ---- Maxims on the score ------------------------------------------------------------------------
_TOLD = 60
"""Points needed of which the title tells."""


def _read_reached(table: pd.DataFrame, seat: str, quantity: str) -> dict[int, Estimate]:
    rows = table[(table["quantity"] == quantity) & (table["seat"] == seat)]
    rows = rows[pd.to_numeric(rows["needed"]).notna()]
    return {int(float(row.needed)): read_estimate(row) for row in iterate_rows(rows)}


def say_reached(table: pd.DataFrame) -> Sentence:
    """What a discard for so many points adds to elder's chance of making them."""
    more = _read_reached(table, ELDER, MORE_REACHED)[_TOLD]
    return choose(
        Sentence(
            f"A discard for {_TOLD} lifts elder’s chance by {brief(more, 100)} percentage points",
            is_within(f"what a discard for {_TOLD} points adds", more, above=0),
        ),
        Sentence(
            f"A discard for {_TOLD} makes {brief(more, 100, sign='+')} percentage points of chance "
            "as elder"
        ),
    )


def draw_reached(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """What a discard for the points needed adds to the chance of making them."""
    with chart_style():
        figure, axes = new_chart(height=HIGHEST)
        ends = [0.0]
        for number, seat in enumerate((ELDER, YOUNGER)):
            more = _read_reached(table, seat, MORE_REACHED)
            usual = _read_reached(table, seat, f"{CHANCE}, {USUAL}")
            for place, (needed, one) in enumerate(more.items()):
                at = place + (number - 0.5) * _BESIDE
                draw_interval(axes, at, one, seat, 100, size=4.2)
                ends += [100 * end for end in (one.low, one.high) if end is not None]
                _write_beside(axes, seat, place, brief_percent(usual[needed]))
            _write_beside(axes, seat, -0.9, seat, fontweight="bold")
        names = list(_read_reached(table, ELDER, MORE_REACHED))
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6), zorder=1)
        axes.set_yticks(range(len(names)), [f"{one} points" for one in names])
        axes.set_ylim(len(names) - 0.4, -1.4)
        low, high = min(ends), max(ends)
        axes.set_xlim(low - 0.05 * (high - low), high + 0.75 * (high - low))
        tick_sparsely(axes.xaxis, 6)
        axes.set_xticks([one for one in axes.get_xticks() if low <= one <= high])
        axes.set_xlabel("percentage points of chance added")
        light_grid(axes, "x")
        add_headline(
            figure, say_reached(table),
            "Against discarding for the mean, in fresh deals",
        )  # fmt: skip
        add_small_print(
            figure,
            f"{say_origin(captions, f'{_count_hands(table):,} hands a seat')} Right: how often the "
            "discard for the mean makes them. Lines: 95% intervals.",
        )
    return figure


def _write_beside(axes: Axes, seat: str, place: float, words: str, **options: Any) -> None:
    # In a seat's column at the right of the chart.
    write_at(axes, _COLUMNS[seat], place, words, seat, xycoords=axes.get_yaxis_transform(),
             ha="right", bbox=None, **options)  # fmt: skip


def _count_hands(table: pd.DataFrame) -> int:
    return int(table[table["quantity"] == MORE_REACHED]["n"].max())


_BESIDE = 0.44
_COLUMNS = {ELDER: 0.78, YOUNGER: 1.0}
"""Where across the chart each seat's usual chance is written."""
_LEFT = ("one", "two", "three", "four", "five", "six")


def _read_wishes(table: pd.DataFrame) -> dict[int, Estimate]:
    rows = table[table["quantity"] == WISH]
    return {len(_LEFT) + 1 - int(row.when): read_estimate(row) for row in iterate_rows(rows)}


def say_wish(table: pd.DataFrame) -> Sentence:
    """What it is worth to be elder in the next deal, one or two being left."""
    wishes = _read_wishes(table)
    if not wishes:
        return Sentence("Elder in the next deal: not reckoned for two who play differently")
    return Sentence(
        f"Level, to be elder in the last deal is worth {brief(wishes[1], most=0)}; in the last but "
        f"one {brief(wishes[2], most=0)}"
    )


def draw_wish(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """What it is worth to be elder in the next deal."""
    rows = {f"{_LEFT[left - 1]} to play": one for left, one in _read_wishes(table).items()}
    with chart_style():
        figure, axes = new_chart(height=HIGHEST)
        for place, one in enumerate(rows.values()):
            draw_interval(axes, place, one, "exact" if one.method == "exact" else "elder")
            end = one.value if one.high is None else one.high
            write_at(axes, max(end, 0.0), place, brief(one, most=0), "ink", (5, 0), bbox=None)
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6), zorder=1)
        axes.set_yticks(range(len(rows)), list(rows))
        axes.set_ylim(max(len(rows), 1) - 0.4, -0.6)
        axes.margins(x=0.14)
        tick_sparsely(axes.xaxis, 5)
        axes.set_xlabel("points of settlement")
        light_grid(axes, "x")
        add_headline(figure, say_wish(table), "Elder less younger in the next deal, by deals left")
        add_small_print(
            figure,
            f"{say_origin(captions)} Level at 25 a deal, the score not heeded: if an even number "
            "is left, exactly 0. Lines: 95% intervals.",
        )
    return figure
