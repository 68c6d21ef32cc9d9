"""Which of the old maxims are right: all of them, the best known, and each of those by itself."""

from collections.abc import Callable, Mapping
from functools import partial
from textwrap import fill
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.marks import draw_interval, draw_mark, light_grid, tick_sparsely, write_at
from analyses.charts.style import (
    EXACT_COLOUR,
    HIGHEST,
    MM,
    NEUTRAL_COLOUR,
    SMALLEST,
    chart_style,
    letters,
    new_chart,
)
from analyses.maxims.judge import COST, GAIN, KNOWN, SHARES, WORTH, read_worths
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from analyses.words.verdicts import BAD, GOOD, HINT, NOT_SETTLED, NOTHING, TOGETHER, count_verdicts
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.terms import SEATS
from piquet_sim.sentences import Sentence, brief, choose, compose, is_within

MARKS = {GOOD: "exact", HINT: "exact", BAD: "other"}
"""The colours of verdicts; all others are neutral."""
_SHORT = {GOOD: "good", HINT: "a hint", NOTHING: "none", NOT_SETTLED: "open", BAD: "bad"}
_STEP = 1.0
"""Points: dots are stacked by their worth, to so much."""
_LABEL, _END, _APART = 22, 20, 0.5
"""Letters in a line of a name, and at an end; how far apart two seats stand in a row."""
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


def draw_headlines(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """The maxims best known, by what their words know."""
    rows = read_worths(table, KNOWN)
    rows = rows[rows["headline"]]
    order = [maxim for maxim, _ in weigh(table).index]
    rows = rows.sort_values("maxim", key=lambda names: names.map(order.index), kind="stable")
    advice = list(dict.fromkeys(rows["advice"]))
    with chart_style():
        figure, axes = new_chart(height=HIGHEST)
        for row in iterate_rows(rows):
            draw_verdict(axes, _place(advice, rows, row), row)
        axes.set_yticks(range(len(advice)), [fill(one, _LABEL) for one in advice],
                        fontsize=letters(SMALLEST), linespacing=0.9)  # fmt: skip
        axes.set_ylim(max(len(advice), 1) - 0.4, -0.6)
        axes.margins(x=0.25)
        low, high = axes.get_xlim()
        if (rows["value"] < 0).any():  # there is room for their names on the left of zero
            axes.set_xlim(low - 0.2 * (high - low), high)
        _finish_axes(axes)
        for row in iterate_rows(rows):
            _name_verdict(axes, _place(advice, rows, row), row)
        add_headline(
            figure,
            say_all(table),
            f"The {rows['maxim'].nunique()} best known: following less breaking, beyond a random "
            "rule of the size",
        )
        add_small_print(
            figure,
            f"{_say_played(captions)} Lines: 95% intervals. Verdicts allow for {TOGETHER} given "
            "together. Sorted by what is known × frequency.",
        )
    return figure


def _place(advice: list[str], rows: pd.DataFrame, row: Any) -> float:
    seats = list(rows[rows["advice"] == row.advice]["seat"])
    return advice.index(row.advice) + shift(seats, row.seat)


def shift(seats: list[str], seat: str) -> float:
    """How far below the middle of its row a seat's mark is, elder above younger."""
    places = sorted(seats, key=SEATS.index)
    return (places.index(seat) - (len(places) - 1) / 2) * _APART


def draw_verdict(axes: Axes, place: float, row: Any, size: float = 4.6) -> None:
    """A mark in the shape of the seat and the colour of the verdict, of the given size in
    points.
    """
    meaning = MARKS.get(row.verdict, "neutral")
    draw_interval(axes, place, read_estimate(row), meaning, size=0, has_middle=False)
    draw_mark(axes, row.value, place, row.seat, size, color=f"piquet:{meaning}",
              markerfacecolor=f"piquet:{meaning}")  # fmt: skip


def _name_verdict(axes: Axes, place: float, row: Any) -> None:
    words = f"{row.seat}: {_SHORT.get(row.verdict, row.verdict)}"
    _write_beside(axes, place, read_estimate(row), words, MARKS.get(row.verdict, "neutral"),
                  row.value < 0, fontsize=letters(SMALLEST))  # fmt: skip


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
    with chart_style():
        figure, axes = new_chart(height=HIGHEST)
        seats = [seat for seat in SEATS if (parts["seat"] == seat).any()]
        for row in iterate_rows(parts):
            place = order.index((row.quantity, row.kind)) + shift(seats, row.seat)
            draw_interval(axes, place, read_estimate(row), row.seat, size=4.2)
        axes.set_yticks(range(len(order)), [_name_row(*one) for one in order])
        axes.set_ylim(max(len(order), 1) - 0.4, -0.6)
        axes.margins(x=0.12)
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
                      row.value < first["value"].max(), 2 if row.seat == SEATS[0] else -2,
                      fontweight="bold")  # fmt: skip


draw_longest_suit = partial(draw_one, "CAV-M01")
draw_guards = partial(draw_one, "CAV-M05")
draw_few_suits = partial(draw_one, "CAV-M08")
draw_all_five = partial(draw_one, "CAV-M11")
draw_ace_or_king = partial(draw_one, "CAV-M15")
draw_low_trio = partial(draw_one, "CAV-M19")
draw_low_quint = partial(draw_one, "CAV-M24")
draw_quint_major = partial(draw_one, "ACA-M02")
