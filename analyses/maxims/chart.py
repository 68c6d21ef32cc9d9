"""Which of the old maxims are right: all of them, the best known, and each of those by itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from textwrap import fill
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analyses.charts.captions import capitalise, say_alike, say_origin, say_reach, say_share
from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.marks import draw_interval, draw_mark, light_grid, tick_sparsely, write_at
from analyses.charts.panel import one_sheet
from analyses.charts.style import (
    EXACT_COLOUR,
    GRID_COLOUR,
    HIGHEST,
    MM,
    NEUTRAL_COLOUR,
    PAGE_WIDTH,
    SEAT_COLOURS,
    SMALLEST,
    TITLE_SIZE,
    chart_style,
    letters,
    new_chart,
)
from analyses.maxims.judge import COST, GAIN, KNOWN, SHARES, WORTH, read_worths
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from analyses.words.verdicts import BAD, GOOD, HINT, TOGETHER, VERDICTS, count_verdicts
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.terms import SEATS
from piquet_sim.sentences import Sentence, brief, choose, compose, is_within

MARKS = {GOOD: "exact", HINT: "exact", BAD: "other"}
"""The colours of verdicts; all others are neutral."""
_STEP = 1.0
"""Points: dots are stacked by their worth, to so much."""
_END, _APART = 20, 0.5
"""Letters in a line of a name at an end; how far apart two seats stand in a row."""
_GAP, _LETTER, _BOLD = 0.03, 0.021, 0.026
"""Shares of the width: between a mark and its words, and of a letter of these."""


def say_all(table: pd.DataFrame) -> Sentence:
    """How many are good advice, hints, say nothing, and are bad advice."""
    return say_counts("maxims on the discard", read_worths(table, KNOWN))


def weigh(table: pd.DataFrame) -> pd.Series:
    """What each maxim's words know over all cases: how much, times how often it applies.

    Returns
    -------
    Series
        By maxim and seat, the greatest first.
    """
    worths = read_worths(table, KNOWN).set_index(["maxim", "seat"])["value"]
    shares = table[table["quantity"].isin(SHARES)].drop_duplicates(["maxim", "seat"])
    often = shares.set_index(["maxim", "seat"])
    share = often["exact"].astype(float).fillna(often["value"]).reindex(worths.index).fillna(1.0)
    return (worths * share).sort_values(ascending=False, kind="stable")


def say_counts(what: str, rows: pd.DataFrame) -> Sentence:
    """How many verdicts on some maxims, one for each seat, call them good, a hint, and bad."""
    counts = count_verdicts(rows["verdict"])
    good, hints, bad = (counts[verdict] for verdict in (GOOD, HINT, BAD))
    is_are = "is" if good == 1 else "are"
    return Sentence(
        f"Of {len(rows)} verdicts on {what}, {good} {is_are} good advice, "
        f"{hints} hint{'' if hints == 1 else 's'}, {bad} bad"
    )


@dataclass(frozen=True)
class _Line:
    """A verdict as a line of the sheet: numbers in points a deal, and a share of all."""

    seat: str
    advice: str
    verdict: str
    known: Estimate
    share: Estimate | None
    over_all: float


def _list_lines(table: pd.DataFrame) -> list[_Line]:
    # The verdicts, the greatest over all hands first.
    shares = table[table["quantity"].isin(SHARES)].drop_duplicates(["maxim", "seat"])
    often = {(row.maxim, row.seat): read_estimate(row) for row in iterate_rows(shares)}
    worths, over_all = read_worths(table, KNOWN), weigh(table)
    lines = [
        _Line(row.seat, _NAMES.get(row.maxim, row.advice), row.verdict, read_estimate(row),
              often.get((row.maxim, row.seat)), over_all[row.maxim, row.seat])
        for row in iterate_rows(worths)
    ]  # fmt: skip
    return sorted(lines, key=lambda one: -abs(one.over_all))


def _part_groups(groups: Mapping[str, list[_Line]]) -> tuple[list[str], list[str]]:
    # On two halves about equally high, the better verdicts to the left.
    heights = {verdict: len(lines) + _HEAD for verdict, lines in groups.items()}
    ways = [
        [verdict for verdict, is_left in zip(groups, way, strict=True) if is_left]
        for way in product((True, False), repeat=len(groups))
    ]
    whole = sum(heights.values())
    left = min(ways, key=lambda way: abs(2 * sum(heights[one] for one in way) - whole + _HELP))
    return left, [one for one in groups if one not in left]


def draw_verdicts(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """All verdicts by group, with what the words know over all hands and how often each applies."""
    lines = _list_lines(table)
    groups = {
        verdict: [one for one in lines if one.verdict == verdict]
        for verdict in VERDICTS
        if any(one.verdict == verdict for one in lines)
    }
    halves = _part_groups(groups)
    heights = [sum(len(groups[one]) + _HEAD for one in half) for half in halves]
    low, high = (end([0.0, *(one.over_all for one in lines)]) for end in (min, max))
    known = [one.known for one in lines]
    with one_sheet(
        say_all(table),
        "What following brings over breaking, beyond a random rule of the size: over all hands "
        "(bars), where it applies, and how often",
        f"{_say_played(captions)} The cards then played perfectly. 95% intervals where it applies: "
        f"{say_reach(known)} at most. Verdicts allow for {TOGETHER} given together. No bar: less "
        f"than {_LEAST} a deal.",
        height=_SHEET_HIGH, width=PAGE_WIDTH, keeps_shape=True,
    ) as axes:  # fmt: skip
        lowest = max(heights[0] + _HELP, heights[1]) - 0.5
        axes.set_ylim(lowest, -_TOP)
        scale = _BAR_ROOM / ((high - low) or 1.0)
        zero = _BAR_AT - min(low, 0) * scale
        for half, start in zip(halves, (0.0, _HALF), strict=True):
            _write_heads(axes, start)
            place = 0.0
            for verdict in half:
                _write_group(axes, start, place, zero, scale, verdict, groups[verdict])
                place += len(groups[verdict]) + _HEAD
        _write_help(axes, heights[0], [one for half in halves for one in half], groups)
    return axes.figure


_SHEET_HIGH = 110 * MM
_TOP, _HEAD, _HELP = 2.0, 1.6, 5.2
"""Lines over the first group, for the name of a group, and for how to read the sheet."""
_HALF, _WIDE = 85.5, 82.5
"""Millimetres from the left where the right half begins, and how wide a half is."""
_NAME_AT, _BAR_AT, _BAR_ROOM, _APPLIES_AT = 3.2, 51.5, 7.0, 74.5
_NAMES = {"CAV-M33": "Give up king or point to stop a repique"}
"""Of advice for which there is no room."""
_LEAST, _LABELLED = 0.05, 0.95
"""Points a deal: bars that are drawn, and those with their number beside them."""


def _write_heads(axes: Axes, start: float) -> None:
    for x, text, ha in (
        (_BAR_AT, "over all\nhands", "left"), (_APPLIES_AT, "where it\napplies", "right"),
        (_WIDE, "of all\nhands", "right"),
    ):  # fmt: skip
        write_at(axes, start + x, -1.1, text, "neutral", ha=ha, va="center", linespacing=1.0,
                 fontsize=letters(SMALLEST), bbox=None)  # fmt: skip


def _write_group(
    axes: Axes, start: float, top: float, zero: float, scale: float, verdict: str,
    lines: list[_Line],
) -> None:  # fmt: skip
    meaning = MARKS.get(verdict, "neutral")
    write_at(axes, start, top + 0.3, f"{capitalise(verdict)}: {len(lines)}", meaning, ha="left",
             fontweight="bold", fontsize=letters(TITLE_SIZE - 1), bbox=None)  # fmt: skip
    first = top + _HEAD
    small = {"fontsize": letters(SMALLEST), "bbox": None}
    for number, (line, known) in enumerate(
        zip(lines, say_alike((one.known for one in lines), sign="+", places=1), strict=True)
    ):
        place = first + number
        if number % 2 == 0:
            axes.add_patch(Rectangle((start, place - 0.5), _WIDE, 1.0, color=GRID_COLOUR,
                                     alpha=0.4, linewidth=0, zorder=0))  # fmt: skip
        draw_mark(axes, start + 1.2, place, line.seat, 3.4)
        write_at(axes, start + _NAME_AT, place, line.advice, ha="left", **small)
        length = line.over_all * scale
        if abs(line.over_all) >= _LEAST:
            left = start + zero + min(length, 0)
            axes.add_patch(Rectangle((left, place - 0.36), abs(length), 0.72, linewidth=0,
                                     color=SEAT_COLOURS[line.seat], zorder=2))  # fmt: skip
        if abs(line.over_all) >= _LABELLED:
            over_all = f"{line.over_all:+.1f}".replace("-", "−")
            write_at(axes, start + zero + max(length, 0), place, over_all, shift=(2, 0), ha="left",
                     fontweight="bold", **small)  # fmt: skip
        write_at(axes, start + _APPLIES_AT, place, known, ha="right", **small)
        if line.share is not None:
            write_at(axes, start + _WIDE, place, say_share(line.share), ha="right", **small)
    axes.plot([start + zero] * 2, [first - 0.6, first + len(lines) - 0.4], color=EXACT_COLOUR,
              linewidth=letters(0.9), zorder=3)  # fmt: skip


def _write_help(
    axes: Axes, top: float, order: list[str], groups: Mapping[str, list[_Line]]
) -> None:
    # The seats, and the first line in words.
    for x, seat in zip((1.2, 15.0), SEATS, strict=True):
        draw_mark(axes, x, top + 0.6, seat)
        write_at(axes, x, top + 0.6, seat, seat, (6, 0), ha="left", fontweight="bold", bbox=None)
    if not order:
        return
    one = groups[order[0]][0]
    known, over_all = (f"{value:.1f}" for value in (abs(one.known.value), abs(one.over_all)))
    more = "more" if one.known.value >= 0 else "less"
    often = f" It applies in {say_share(one.share)} of hands: {over_all} a deal over all hands." * (
        one.share is not None
    )
    words = (
        f"The first line: “{one.advice}”, followed by {one.seat}, makes {known} points {more} than "
        f"a rule drawn by lot that allows as many discards.{often}"
    )
    write_at(axes, 0, top + 1.5, fill(words, _HELP_LINE), ha="left", va="top", linespacing=1.25,
             bbox=None)  # fmt: skip


_HELP_LINE = 64


def shift(seats: list[str], seat: str) -> float:
    """How far below the middle of its row a seat's mark is, elder above younger."""
    places = sorted(seats, key=SEATS.index)
    return (places.index(seat) - (len(places) - 1) / 2) * _APART


def _write_beside(
    axes: Axes, place: float, estimate: Estimate, words: str, meaning: str, is_left: bool,
    up: float = 0, **options: Any,
) -> None:  # fmt: skip
    # On the side asked for, or on the other if only there they neither cross zero nor the edge;
    # the edge above all, where names of rows stand beyond.
    low, high = axes.get_xlim()
    letter = _BOLD if "fontweight" in options else _LETTER
    ends = [estimate.value if end is None else end for end in (estimate.low, estimate.high)]
    gap, width = ((high - low) * share for share in (_GAP, letter * len(words)))

    def fits(on_left: bool) -> tuple[bool, bool]:
        end = ends[0 if on_left else 1]
        far = end - gap - width if on_left else end + gap + width
        return low <= far <= high, end * far > 0

    if fits(not is_left) > fits(is_left):
        is_left = not is_left
    write_at(axes, ends[0 if is_left else 1], place, words, meaning, (-5 if is_left else 5, up),
             ha="right" if is_left else "left", **{"zorder": 2, **options})  # fmt: skip


def _say_played(captions: Mapping[str, Any]) -> str:
    return say_origin(captions, f"up to {captions['hands_each']:,} hands each")


def _finish_axes(axes: Axes) -> None:
    axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6), zorder=1)
    tick_sparsely(axes.xaxis, 6)
    axes.set_xlabel("points a deal in which it applies")
    light_grid(axes, "x")


def draw_all(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """Every maxim a dot, stacked by what its words know."""
    rows = read_worths(table, KNOWN).sort_values("value", kind="stable")
    heights: dict[float, int] = {}
    places = []
    with chart_style():
        figure, axes = new_chart(height=70 * MM)
        for one in iterate_rows(rows):
            place = round(one.value / _STEP) * _STEP + 0.0
            heights[place] = height = heights.get(place, 0) + 1
            draw_mark(axes, place, height, MARKS.get(one.verdict, "neutral"), 5.2)
            places.append((place, height, one))
        top = max(heights.values(), default=1)
        axes.set_ylim(0.3, 1.9 * top + 1)
        axes.set_yticks([])
        axes.margins(x=0.15)
        _name_verdicts(axes, rows, top)
        _name_ends(axes, places, top)
        _finish_axes(axes)
        add_headline(
            figure,
            say_all(table),
            "A dot is a maxim in a seat, by what its words know beyond a lot",
        )
        values = [read_estimate(one) for one in iterate_rows(rows)]
        add_small_print(
            figure,
            f"{_say_played(captions)} To a point; 95% intervals: {say_reach(values)} at most. "
            "Black: good advice, or a hint; grey: says nothing, or not settled.",
        )
    return figure


def _name_verdicts(axes: Axes, rows: pd.DataFrame, top: int) -> None:
    # What a colour means, above the middle of its marks.
    for meaning, words, ha in (("other", "bad", "right"), ("exact", "good", "left")):
        is_so = [MARKS.get(verdict, "neutral") == meaning for verdict in rows["verdict"]]
        values = rows["value"][is_so]
        if len(values):
            write_at(axes, values.median(), top + 0.7, words, meaning, ha=ha, fontweight="bold")


def _name_ends(axes: Axes, places: list[tuple[float, int, Any]], top: int) -> None:
    low, high = axes.get_xlim()
    for (place, height, one), side, level in zip(
        (places[0], places[-1]), ("left", "right"), (1.55, 1.2), strict=True
    ):
        label = top * level + 0.9
        axes.plot([place] * 2, [height + 0.4, label], color=NEUTRAL_COLOUR,
                  linewidth=letters(0.8), zorder=1)  # fmt: skip
        # From the left end words would cross the line at zero where that is near.
        crosses = side == "left" and place < 0 < place + _END * _LETTER * (high - low)
        words = fill(f"{one.advice}, {one.seat}", _END // 2 + 2 if crosses else _END)
        write_at(axes, place, label, words, "ink", (0, 1), ha="center" if crosses else side,
                 va="bottom", linespacing=1.05)  # fmt: skip


# ---- One maxim ----------------------------------------------------------------------------------
def say_one(table: pd.DataFrame, maxim: str) -> Sentence:
    """What a maxim is worth in each of its seats."""
    rows = read_worths(table[table["maxim"] == maxim])
    pieces: list[Sentence] = []
    said = ""
    for row in iterate_rows(rows):
        worth = read_estimate(row)
        words = f"what {row.maxim} is worth as {row.seat}"
        verb = choose(
            Sentence("wins", is_within(words, worth, above=0)),
            Sentence("loses", is_within(words, worth, below=0)),
            Sentence("makes"),
        )
        sign = "+" if verb == "makes" else ""
        amount = brief(worth, sign=sign).removeprefix("" if sign else "−")
        if not pieces:
            amount = f"{amount} points"
        start = f"“{row.advice}” {verb}" if not pieces else "," if verb == said else f", {verb}"
        pieces.append(Sentence(f"{start} {amount} as {row.seat}", *verb.grounds))
        said = verb
    return compose(*pieces)


def draw_one(
    maxim: str,
    table: pd.DataFrame,
    captions: Mapping[str, Any],
    say_played: Callable[[Mapping[str, Any]], str] | None = None,
) -> Figure:
    """What a maxim is worth in each of its seats, in all cases and in classes of them.

    Parameters
    ----------
    maxim : str
    table : DataFrame
    captions : mapping
    say_played : callable, optional
        What was played, of the captions; by default so many hands.
    """
    own = table[table["maxim"] == maxim]
    parts = own[own["quantity"].isin((WORTH, KNOWN, GAIN, COST)) & ~own["other"]]
    named = [(row.quantity, row.kind) for row in iterate_rows(parts)]
    order = list(dict.fromkeys(sorted(named, key=lambda one: one[0] != WORTH)))
    classes = sum(quantity == WORTH for quantity, _ in order)
    places = {one: at + _BETWEEN * (at >= classes) for at, one in enumerate(order)}
    with chart_style():
        figure, axes = new_chart(height=HIGHEST, keeps_shape=len(order) > _MOST_ROWS)
        seats = [seat for seat in SEATS if (parts["seat"] == seat).any()]
        for row in iterate_rows(parts):
            place = places[row.quantity, row.kind] + shift(seats, row.seat)
            draw_interval(axes, place, read_estimate(row), row.seat, size=4.2)
        axes.set_yticks(list(places.values()), [_name_row(*one) for one in order])
        axes.set_ylim(max(places.values(), default=0) + 0.6, -0.6)
        axes.margins(x=0.12)
        if classes and classes < len(order):
            axes.axhline(classes - 0.5 + _BETWEEN / 2, color=GRID_COLOUR, linewidth=letters(0.9),
                         zorder=0)  # fmt: skip
        _finish_axes(axes)
        _name_seats(axes, parts, seats)
        add_headline(
            figure, say_one(table, maxim), "Following less breaking; below, against expert’s choice"
            if captions["elder"] == captions["younger"] == "expert"
            else "Following less breaking; below, against the players’ own choice"
        )  # fmt: skip
        add_small_print(
            figure,
            f"{(say_played or _say_played)(captions)} {captions['sources'].get(maxim, maxim)}. "
            "Lines: 95% intervals, thick: the middle half.",
        )
    return figure


_MOST_ROWS = 13
"""More have no room on a slide of 16 to 9: the chart then keeps the shape that it is printed in."""
_BETWEEN = 0.4
"""Rows between what following makes, by classes, and what else is known of a maxim."""


def _name_row(quantity: str, kind: str) -> str:
    if quantity == WORTH:
        return kind
    if quantity == KNOWN:
        return "beyond a random rule"
    return "always following" if quantity == GAIN else "breaking, where followed"


def _name_seats(axes: Axes, parts: pd.DataFrame, seats: list[str]) -> None:
    # The seats' names beside the marks of the first row, the lesser to the left.
    first = read_worths(parts)
    for row in iterate_rows(first):
        _write_beside(axes, shift(seats, row.seat), read_estimate(row), row.seat, row.seat,
                      row.value < first["value"].max(), 2 if row.seat == SEATS[0] else 0,
                      fontweight="bold")  # fmt: skip


draw_longest_suit = partial(draw_one, "CAV-M01")
draw_guards = partial(draw_one, "CAV-M05")
draw_few_suits = partial(draw_one, "CAV-M08")
draw_all_five = partial(draw_one, "CAV-M11")
draw_ace_or_king = partial(draw_one, "CAV-M15")
draw_low_trio = partial(draw_one, "CAV-M19")
draw_low_quint = partial(draw_one, "CAV-M24")
draw_quint_major = partial(draw_one, "ACA-M02")
