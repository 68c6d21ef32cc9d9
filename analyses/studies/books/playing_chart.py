"""Which of the old maxims on the play are right: all of them, and each of those best known."""

from collections.abc import Iterable, Mapping
from functools import partial
from textwrap import fill
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import say_alike, say_origin, say_share
from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.marks import draw_interval, draw_mark, light_grid, tick_sparsely, write_at
from analyses.charts.panel import add_plot, one_sheet
from analyses.charts.rows import find_ends, widen
from analyses.charts.style import (
    EXACT_COLOUR,
    HIGHEST,
    SEAT_COLOURS,
    SMALLEST,
    chart_style,
    letters,
    new_chart,
)
from analyses.maxims.chart import draw_one, say_counts, say_one, shift
from analyses.maxims.judge import ALL_DEALS, KNOWN, SHARE_OF_DEALS, WORTH, read_worths
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from analyses.words.verdicts import (
    BAD,
    GOOD,
    HINT,
    NOT_SETTLED,
    NOTHING,
    TOGETHER,
    VERDICTS,
    count_verdicts,
)
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import number_word
from piquet_sim.sentences import Sentence, brief, brief_percent, choose, is_so, is_within

EXPECTED = "over all hands that fit, perfect play after it"
COUNTED = "against the cards of club"
SAVED, HITS = "the cards are saved", "the card kept wins the last trick"
HITS_MORE = "it wins so much oftener than with unseen cards counted"

_COUNTING, _PUT = "CAV-P15", "CAV-P14"
_COUNTER = "expert"
_NAMES = {
    "CAV-P01": "Open a suit to establish", "L4E-P01": "Play off masters, long suit first",
    "SFT-P01": "Lead the highest card", "CAV-P02": "Of like suits, lead the longer",
    "HOY-P01": "Of like tenaces, the shorter suit", "CAV-P04": "Throw idle cards, keep guards",
    "HOY-P02": "Bare the king on elder’s run", "CAV-P06": "Cash winners, then the loser",
    "CAV-P08": "Keep a card to give up the lead", "CAV-P09": "In doubt, the ace of ace and king",
    "CAV-P11": "Of equal cards, the known one", "CAV-P12": "At 5 or 6 tricks, play the winner",
    "CAV-P13": "Cards settled, keep the last trick",
    "CAV-P14": "Put to a card, keep the suit of more",
    "CAV-P15": "Count the hand from the calls", "CAV-P17": "Near a pique, run the winners",
}  # fmt: skip
"""Names that have room beside the marks."""
_SHORT = {GOOD: "good", HINT: "hint", NOTHING: "nothing", NOT_SETTLED: "open", BAD: "bad"}
"""Of a maxim that has two verdicts."""
_SHOWN = 8
_FAR = 1.5
"""A maxim worth so many times the next is off the scale: all others would stand at zero."""
_LABEL, _PLOT_AT = 16, 43.5
"""Letters in a line of a name, and millimetres from the left edge at which the plot begins."""
_WIDE, _VERDICT_AT, _VERDICT_ROOM = 100, 45.0, 39.5
"""From what width on verdicts stand beside the names, where, and in how much room; else below."""
_BESIDE = 0.7
"""Two seats stand so much nearer together than in a chart of one maxim."""


def say_playing(table: pd.DataFrame) -> Sentence:
    """How many are good advice, hints, say nothing, and are bad advice."""
    return say_counts("maxims on the play", read_worths(table, KNOWN))


def list_greatest(table: pd.DataFrame) -> list[str]:
    """The maxims whose words know most in either seat, the best first."""
    rows = read_worths(table, KNOWN)
    known = rows.loc[rows["value"].abs().groupby(rows["maxim"]).idxmax()].set_index("maxim")
    greatest = known["value"].abs().sort_values(ascending=False, kind="stable").index[:_SHOWN]
    return list(known["value"][greatest].sort_values(ascending=False, kind="stable").index)


def find_verdict(verdicts: Iterable[str]) -> str:
    """The verdict on a maxim that is judged in two seats: the lesser."""
    return max(verdicts, key=VERDICTS.index)


def say_greatest(table: pd.DataFrame) -> Sentence:
    """Of the maxims that the chart shows, how many are good advice, hints, and bad advice."""
    rows, shown = read_worths(table, KNOWN), list_greatest(table)
    found = count_verdicts(find_verdict(rows[rows["maxim"] == maxim]["verdict"]) for maxim in shown)
    counts = [found[verdict] for verdict in (GOOD, HINT, BAD)]
    known = {maxim: max(own["value"].abs()) for maxim, own in rows.groupby("maxim")}
    least = min((known[maxim] for maxim in shown), default=0.0)
    says_most = all(known[maxim] <= least for maxim in known.keys() - set(shown))
    if not any(counts):
        return Sentence(f"Of the {number_word(len(shown))} maxims of play that say most, none is "
                        "found good or bad")  # fmt: skip
    good, hints, bad = (number_word(one) if one else "none" for one in counts)
    return Sentence(
        f"Of the {number_word(len(shown))} maxims of play that say most, {good} "
        f"{'is' if counts[0] <= 1 else 'are'} good advice, {hints} "
        f"{'hints' if counts[1] > 1 else 'a hint'}, {bad} bad",
        is_so("the words of the maxims shown know more than those of all others", says_most),
    )


def draw_playing(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """The maxims on the play whose words know most."""
    rows, shown = read_worths(table, KNOWN), list_greatest(table)
    others = rows[~rows["maxim"].isin(shown)]
    rows = rows[rows["maxim"].isin(shown)]
    names = dict(zip(rows["maxim"], rows["advice"], strict=True)) | _NAMES
    low, high = _find_scale(rows)
    with one_sheet(
        say_greatest(table), "Points that it brings over a random rule, where it applies",
        f"{_say_played(captions)} {_say_counter(captions, rows)}Lines: 95% intervals. "
        f"{_bound_others(others)}Verdicts allow for {TOGETHER} given together.",
        height=HIGHEST,
    ) as sheet:  # fmt: skip
        sheet.set_ylim(max(len(shown), 1) - 0.45, -1.05)
        is_wide = sheet.get_xlim()[1] > _WIDE
        plot = add_plot(sheet, _PLOT_AT + is_wide * _VERDICT_ROOM)
        plot.set_xlim(*widen(low, high, 0.04, 0.04))
        _name_seats(sheet)
        for place, maxim in enumerate(shown):
            own = rows[rows["maxim"] == maxim]
            seats = list(own["seat"])
            down = 0 if is_wide else 0.22
            write_at(sheet, 0, place - down, names[maxim], ha="left", bbox=None)
            is_bad = find_verdict(own["verdict"]) == BAD
            said = _say_verdict(own, _read_shares(table, maxim))
            write_at(sheet, is_wide * _VERDICT_AT, place + down, said,
                     "other" if is_bad else "neutral", ha="left", bbox=None,
                     fontsize=letters(SMALLEST),
                     fontweight="bold" if is_bad else "normal")  # fmt: skip
            for row in iterate_rows(own):
                at = place + _BESIDE * shift(seats, row.seat)
                _draw_worth(plot, at, read_estimate(row), row.seat, (low, high))
        plot.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.9), zorder=1)
        tick_sparsely(plot.xaxis, 5)
        plot.set_xticks([one for one in plot.get_xticks() if low <= one <= high])
        plot.xaxis.set_major_formatter(lambda value, _: f"{value:+g}".replace("-", "−") if value
                                       else "0")  # fmt: skip
        light_grid(plot, "x")
    return sheet.figure


def _name_seats(sheet: Axes) -> None:
    for x, seat in zip((1.0, 15.0), SEATS, strict=True):
        draw_mark(sheet, x, -0.75, seat)
        write_at(sheet, x, -0.75, seat, seat, (6, 0), ha="left", fontweight="bold", bbox=None)


def _find_scale(rows: pd.DataFrame) -> tuple[float, float]:
    # From the least end of an interval to the greatest, without what lies too far.
    values = rows["value"].abs().sort_values(ascending=False, kind="stable").tolist()
    while len(values) > 2 and values[0] > _FAR * values[1]:
        values.pop(0)
    near = rows[rows["value"].abs() <= max(values, default=1.0)]
    return find_ends((read_estimate(row) for row in iterate_rows(near)), -1.0, 1.0)


def _draw_worth(
    plot: Axes, at: float, worth: Estimate, seat: str, scale: tuple[float, float]
) -> None:
    low, high = scale
    if low <= worth.value <= high:
        draw_interval(plot, at, worth, seat, size=4.4, has_middle=False)
        return
    is_left = worth.value < low
    end, start = plot.get_xlim()[0 if is_left else 1], plot.get_xlim()[1 if is_left else 0]
    tail = end + 0.12 * (start - end)
    plot.annotate(
        "", (end, at), xytext=(tail, at),
        arrowprops={"arrowstyle": "-|>", "color": SEAT_COLOURS[seat], "shrinkA": 0, "shrinkB": 0,
                    "linewidth": letters(1.5), "mutation_scale": letters(7)},
    )  # fmt: skip
    write_at(plot, tail, at, f"{say_alike([worth], sign='+')[0]}, off the scale", seat,
             (3, 0) if is_left else (-3, 0), ha="left" if is_left else "right")  # fmt: skip


def _read_shares(table: pd.DataFrame, maxim: str) -> list[Estimate]:
    own = table[(table["maxim"] == maxim) & (table["quantity"] == SHARE_OF_DEALS)]
    return [read_estimate(row) for row in iterate_rows(own.drop_duplicates("seat"))]


def _say_verdict(own: pd.DataFrame, shares: list[Estimate]) -> str:
    verdicts = dict(zip(own["seat"], own["verdict"], strict=True))
    if len(set(verdicts.values())) == 1:
        said = next(iter(verdicts.values()))
    else:
        lesser = find_verdict(verdicts.values())
        others = [seat for seat in SEATS if verdicts[seat] != lesser]
        said = f"{_SHORT[lesser]} ({others[0]}: {_SHORT[verdicts[others[0]]]})"
    if not shares:
        return said
    least, most = sorted(shares, key=lambda one: one.value)[:: max(len(shares) - 1, 1)] * (
        1 if len(shares) > 1 else 2
    )
    ends = say_share(least), say_share(most)
    if ends[0] == ends[1]:
        often = ends[0]
    elif ends[0].startswith("<"):
        often = f"up to {ends[1]}"
    else:
        often = f"{ends[0][:-1]}–{ends[1]}"
    return f"{said}; in {often}" + " of deals" * (len(set(verdicts.values())) == 1)


def _bound_others(others: pd.DataFrame) -> str:
    # How much the maxims that are not shown move at most.
    number = others["maxim"].nunique()
    if not number:
        return ""
    most = others["value"].abs().max()
    maxims = "other maxim moves" if number == 1 else "other maxims move"
    return f"The {number} {maxims} {most:.1f} points or less. "


def _say_played(captions: Mapping[str, Any]) -> str:
    return say_origin(captions, f"up to {captions['deals_each']:,} deals each")


def _say_counter(captions: Mapping[str, Any], rows: pd.DataFrame) -> str:
    # Counting is always played by expert, whichever players are named.
    is_named = captions["elder"] == captions["younger"] == _COUNTER
    is_told = not is_named and (rows["maxim"] == _COUNTING).any()
    return f"Count by the calls: {_COUNTER}. " if is_told else ""


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
