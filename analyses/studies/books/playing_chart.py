"""Which of the old maxims on the play are right: all of them, and each of those best known."""

from collections.abc import Mapping
from functools import partial
from textwrap import fill
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin
from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.marks import draw_interval, light_grid, tick_sparsely, write_at
from analyses.charts.style import EXACT_COLOUR, HIGHEST, SMALLEST, chart_style, letters, new_chart
from analyses.maxims.chart import MARKS, draw_one, draw_verdict, say_counts, say_one, shift, weigh
from analyses.maxims.judge import ALL_DEALS, KNOWN, WORTH, read_worths
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.game.terms import SEATS
from piquet_sim.sentences import Sentence, brief, brief_percent, choose, is_within

EXPECTED = "over all hands that fit, perfect play after it"
COUNTED = "against the cards of club"
SAVED, HITS = "the cards are saved", "the card kept wins the last trick"
HITS_MORE = "it wins so much oftener than with unseen cards counted"

_COUNTING, _PUT = "CAV-P15", "CAV-P14"
_COUNTER = "expert"
_NAMES = {
    "CAV-P01": "open a suit to establish", "L4E-P01": "masters, long suit first",
    "SFT-P01": "lead the highest card", "CAV-P02": "longer of like suits",
    "HOY-P01": "shorter of like tenaces", "CAV-P04": "throw no guards",
    "HOY-P02": "bare the king", "CAV-P06": "winners, then the loser",
    "CAV-P08": "keep a losing card", "CAV-P09": "in doubt, the ace",
    "CAV-P11": "of equals the known card", "CAV-P12": "the winner at 5, 6 tricks",
    "CAV-P13": "keep the last trick", "CAV-P14": "put to a card: suit of more",
    "CAV-P15": "count by the calls", "CAV-P17": "winners for a pique",
}  # fmt: skip
"""Names that have room in a chart of all."""
_LINEAR = 1.0
_LABEL = 16
_TICKS = (-30, -10, -3, -1, 0, 1, 3, 10, 30)


def say_playing(table: pd.DataFrame) -> Sentence:
    """How many are good advice, hints, say nothing, and are bad advice."""
    return say_counts("maxims on the play", read_worths(table, KNOWN))


def draw_playing(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """All maxims on the play by what their words know."""
    rows = read_worths(table, KNOWN)
    order = list(dict.fromkeys(maxim for maxim, _ in weigh(table).index))
    names = dict(zip(rows["maxim"], rows["advice"], strict=True)) | _NAMES
    with chart_style():
        figure, axes = new_chart(height=HIGHEST)
        for row in iterate_rows(rows):
            seats = list(rows[rows["maxim"] == row.maxim]["seat"])
            place = list(order).index(row.maxim) + 0.9 * shift(seats, row.seat)
            draw_verdict(axes, place, row, size=3.2)
        axes.set_yticks(
            range(len(order)), [names[one] for one in order], fontsize=letters(SMALLEST)
        )
        axes.set_ylim(max(len(order), 1) - 0.4, -0.6)
        axes.set_xscale("symlog", linthresh=_LINEAR, linscale=0.5)
        axes.margins(x=0.05)
        low, high = axes.get_xlim()
        shown = [tick for tick in _TICKS if low <= tick <= high]
        axes.set_xticks(shown, [f"{tick}".replace("-", "−") for tick in shown])
        axes.minorticks_off()
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6), zorder=1)
        axes.set_xlabel("points a deal in which it comes up")
        light_grid(axes, "x")
        _name_verdicts(axes, rows, list(order))
        add_headline(
            figure, say_playing(table), "Following less breaking, beyond a random rule (log scale)"
        )
        add_small_print(
            figure,
            f"{_say_played(captions)} {_say_counter(captions, rows)}Discs elder, squares younger; "
            "black: good advice, or a hint; grey: neither. Lines: 95% intervals. Sorted by this × "
            "frequency.",
        )
        _part_names(figure, axes, [names[one] for one in order])
    return figure


def _part_names(figure: Figure, axes: Axes, names: list[str]) -> None:
    # Where the rows are too narrow for their names, as on a slide, every other one stands right.
    figure.canvas.draw()
    row = axes.get_window_extent().height / max(len(names), 1)
    if row >= letters(SMALLEST) * figure.dpi / 72:
        return
    right = axes.secondary_yaxis("right")
    right.spines["right"].set_visible(False)
    right.tick_params(length=0)
    for side, first in ((axes, 0), (right, 1)):
        places = range(first, len(names), 2)
        side.set_yticks(places, names[first::2], fontsize=letters(SMALLEST))
    axes.hlines(range(len(names)), *axes.get_xlim(), color=EXACT_COLOUR, alpha=0.2,
                     linewidth=letters(0.4), zorder=0)  # fmt: skip


def _say_played(captions: Mapping[str, Any]) -> str:
    return say_origin(captions, f"up to {captions['deals_each']:,} deals each")


def _say_counter(captions: Mapping[str, Any], rows: pd.DataFrame) -> str:
    # Counting is always played by expert, whichever players are named.
    is_named = captions["elder"] == captions["younger"] == _COUNTER
    is_told = not is_named and (rows["maxim"] == _COUNTING).any()
    return f"Count by the calls: {_COUNTER}. " if is_told else ""


def _name_verdicts(axes: Axes, rows: pd.DataFrame, order: list[str]) -> None:
    # What a colour means, beside the first mark that is good and the last that is bad.
    for meaning, words, side in (("exact", "good", "right"), ("other", "bad", "left")):
        found = rows[[MARKS.get(verdict, "neutral") == meaning for verdict in rows["verdict"]]]
        if not len(found):
            continue
        places = found["maxim"].map(order.index)
        at = places.min() if meaning == "exact" else places.max()
        ends = found[places == at]
        end = ends["low"].min() if side == "right" else ends["high"].max()
        write_at(axes, end, at, words, meaning, (-6 if side == "right" else 6, 0), ha=side,
                 fontweight="bold", bbox=None)  # fmt: skip


# ---- One maxim ----------------------------------------------------------------------------------
draw_one_play = partial(draw_one, say_played=_say_played)
"""Draws one maxim on the play, by its name."""
draw_tenaces = partial(draw_one_play, "HOY-P01")
draw_bare_king = partial(draw_one_play, "HOY-P02")


def say_put(table: pd.DataFrame) -> Sentence:
    """What it brings younger, put to a card, to weigh hands instead of counting unseen cards."""
    rows = _read_put(table)
    if not len(rows):
        return Sentence("Put to a card")
    seat = rows["seat"].iloc[-1]
    own = rows[rows["seat"] == seat]
    hits = {row.kind: read_estimate(row) for row in iterate_rows(own[own["quantity"] == HITS])}
    more = {row.kind: read_estimate(row) for row in iterate_rows(own[own["quantity"] == HITS_MORE])}
    first, last = next(iter(hits)), list(hits)[-2]
    told = f"from {brief_percent(hits[first])} to {brief_percent(hits[last])}"
    words = f"what weighing hands by all that is known adds to the hits of {seat}"
    return choose(
        Sentence(
            f"Put to a card, weighing all that is known lifts {seat}’s hits {told}",
            is_within(words, more[last], above=0),
        ),
        Sentence(
            f"Put to a card, {seat} keeps the winner in {brief_percent(hits[first])} by unseen "
            f"cards, in {brief_percent(hits[last])} by all that is known"
        ),
    )


def _read_put(table: pd.DataFrame) -> pd.DataFrame:
    return table[(table["maxim"] == _PUT) & table["quantity"].isin((HITS, HITS_MORE))]


def draw_put_to_a_card(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """How often the card kept wins the last trick, by the way in which it is chosen."""
    rows = _read_put(table)
    rows = rows[rows["quantity"] == HITS]
    ways = list(dict.fromkeys(rows["kind"]))
    seats = [seat for seat in SEATS if (rows["seat"] == seat).any()]
    with chart_style():
        figure, axes = new_chart(height=HIGHEST)
        for row in iterate_rows(rows):
            place = ways.index(row.kind) + shift(seats, row.seat)
            estimate = read_estimate(row)
            draw_interval(axes, place, estimate, row.seat, scale=100)
            words = brief_percent(estimate)
            if row.kind == ways[0]:
                words = f"{row.seat} {words}"
            write_at(axes, 100 * estimate.high, place, words, row.seat, (4, 0),
                     bbox=None)  # fmt: skip
        axes.set_yticks(range(len(ways)), [fill(one, _LABEL) for one in ways])
        axes.set_ylim(max(len(ways), 1) - 0.4, -0.6)
        axes.margins(x=0.2)
        tick_sparsely(axes.xaxis, 5)
        axes.set_xlabel("% of deals in which it wins")
        light_grid(axes, "x")
        add_headline(figure, say_put(table), "How often the card kept wins the last trick")
        add_small_print(
            figure,
            f"{say_origin(captions, _count_put(rows))} Ten tricks lost, two suits left. Lines: 95% "
            "intervals, thick: the middle half.",
        )
    return figure


def _count_put(rows: pd.DataFrame) -> str:
    most = int(rows["n"].max()) if len(rows) else 0
    return f"up to {most:,} deals a seat"


def draw_counting(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """What counting the opponent's hand makes against those who count less."""
    rows = table[(table["maxim"] == _COUNTING) & (table["quantity"] == WORTH)]
    kinds = {ALL_DEALS: "by the cards alone", COUNTED: "as club plays"}
    with chart_style():
        figure, axes = new_chart(height=0.7 * HIGHEST)
        for row in iterate_rows(rows):
            place = list(kinds).index(row.kind) + shift(list(SEATS), row.seat)
            estimate = read_estimate(row)
            draw_interval(axes, place, estimate, row.seat)
            words = brief(estimate, sign="+")
            if row.kind == ALL_DEALS:
                words = f"{row.seat} {words}"
            end = estimate.value if estimate.high is None else estimate.high
            write_at(axes, end, place, words, row.seat, (5, 0), bbox=None)
        axes.set_yticks(range(len(kinds)), list(kinds.values()))
        axes.set_ylim(len(kinds) - 0.4, -0.6)
        axes.margins(x=0.16)
        axes.set_xlim(min(axes.get_xlim()[0], 0))
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        tick_sparsely(axes.xaxis, 6)
        axes.set_xlabel("what counting adds, in points a deal")
        light_grid(axes, "x")
        add_headline(
            figure,
            say_one(table, _COUNTING),
            "The same exchange and calls, the cards played otherwise",
        )
        deals = int(rows["n"].max()) if len(rows) else 0
        add_small_print(
            figure,
            f"Expert v expert, Rubicon, {deals:,} deals, seed {captions['seed']}, each played with "
            "and without. Lines: 95% intervals.",
        )
    return figure
