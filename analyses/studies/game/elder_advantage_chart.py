"""What the elder hand is worth: the margin of a deal, and by who plays."""

import re
from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import reach, say_origin, say_reach
from analyses.charts.marks import interval_bars, tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.rows import Mark, Row, draw_rows, widen
from analyses.charts.style import (
    ELDER_COLOUR,
    EXACT_COLOUR,
    HIGHEST,
    MM,
    NEUTRAL_COLOUR,
    YOUNGER_COLOUR,
    figure_of,
    letters,
)
from analyses.results.analysis import read_estimate, read_estimates
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, brief, choose, is_so, is_within

MARGIN = "elder's score less younger's is "
"""The rows of the margin's distribution begin so."""

HUMPS = {
    60: ("a pique or a capot", "a pique or\na capot"),
    100: ("a repique, or a pique and a capot", "a repique, or\npique + capot"),
}
"""What elder makes in nearly all deals won by this many points to twenty more, by its first point:
as the table has it, and as the chart has it."""

HUMP_WIDTH = 20
CLASS_WIDTH = 10
_SHOWN = (-100, 140)
_NEARLY_ALL = 0.9
_LARGE = 13.0
_PLAIN_ENOUGH = 0.3
"""Percent of deals: intervals that reach less far from the top of a column are not drawn."""

_WHOSE = "points more to younger  ◂  ▸  points more to elder"


def name_hump(low: int) -> str:
    """The row that says what the deals of a hump contain."""
    return f"{HUMPS[low][0]}, of deals that elder wins by {low} to {low + HUMP_WIDTH - 1}"


# ---- The margin of a deal -----------------------------------------------------------------------
def say_worth(table: pd.DataFrame) -> Sentence:
    """What it is worth to be elder, as far as that can be told."""
    own = table.iloc[0]
    margin = read_estimates(table, elder=own.elder, younger=own.younger)["difference"]
    ahead, behind = (
        is_within("elder's margin", margin, **end) for end in ({"above": 0}, {"below": 0})
    )
    alike = is_so("both seats are played alike", own.elder == own.younger)
    size = brief(margin).lstrip("−")
    return choose(
        Sentence(f"To be elder is worth {size} points a deal", ahead, alike),
        Sentence(f"To be elder costs {size} points a deal", behind, alike),
        Sentence(f"Elder leads by {size} points a deal", ahead),
        Sentence(f"Younger leads by {size} points a deal", behind),
        Sentence(f"Who leads cannot be told: elder by {brief(margin, sign='+')} points a deal"),
    )


def draw_margins(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """How elder's margin spreads over deals, coloured by who makes more."""
    own = table.iloc[0]  # the pair of the simulation comes first
    main = read_estimates(table, elder=own.elder, younger=own.younger)
    columns = {
        int(re.match(r"-?\d+", name.removeprefix(MARGIN)).group()): one
        for name, one in main.items()
        if name.startswith(MARGIN)
    }
    shown = {low: one for low, one in columns.items() if _SHOWN[0] <= low < _SHOWN[1]}
    beyond = max(0.0, 1 - sum(one.value for one in shown.values()))
    drawn = main["drawn"].value
    has_lines = reach(shown.values(), 100) > _PLAIN_ENOUGH
    lines = (
        "Lines on columns: 95% intervals."
        if has_lines
        else f"The columns {say_reach(shown.values(), 100)} at most (95%)."
    )
    players = {**captions, "elder": own.elder, "younger": own.younger}
    with one_panel(
        say_worth(table), "Elder’s score less younger’s, in tens of points, percent of deals",
        f"{say_origin(players)} The mean {say_reach([main['difference']])} (95%). {lines} "
        f"Grey: equal scores, {100 * drawn:.1f}%. Beyond the chart: {100 * beyond:.1f}% of "
        "deals.",
        height=70 * MM, unit=_WHOSE,
    ) as axes:  # fmt: skip
        for low, one in shown.items():
            colour = YOUNGER_COLOUR if low < 0 else ELDER_COLOUR
            axes.bar(low + CLASS_WIDTH / 2, 100 * one.value, CLASS_WIDTH - 0.8, color=colour)
        axes.bar(CLASS_WIDTH / 2, 100 * drawn, CLASS_WIDTH - 0.8, color=NEUTRAL_COLOUR)
        if has_lines:
            axes.errorbar(
                [low + CLASS_WIDTH / 2 for low in shown],
                [100 * one.value for one in shown.values()],
                yerr=interval_bars(list(shown.values()), 100), fmt="none", ecolor=EXACT_COLOUR,
                elinewidth=letters(0.9),
            )  # fmt: skip
        top = 1.05 * max((100 * one.high for one in shown.values() if one.high), default=1.0)
        _name_mean(axes, main["difference"], shown, top)
        axes.set_xlim(_SHOWN)
        axes.set_ylim(0, 1.14 * top)
        axes.set_xticks(range(-80, 121, 40), ["−80", "−40", "0", "+40", "+80", "+120"])
        tick_sparsely(axes.yaxis, 4)
        for place, side, seat in ((0.01, "left", "younger"), (0.99, "right", "elder")):
            _write_large(axes, place, side, seat, main[f"{seat}_wins"])
        _name_humps(axes, main, shown)
    return figure_of(axes)


def _name_mean(axes: Axes, mean: Estimate, shown: Mapping[int, Estimate], top: float) -> None:
    low = int(mean.value // CLASS_WIDTH) * CLASS_WIDTH
    foot = 100 * shown[low].value if low in shown else 0.0
    axes.plot([mean.value] * 2, [foot, 1.1 * top], color=EXACT_COLOUR, linewidth=letters(1))
    right = mean.value >= 0
    write_at(
        axes, mean.value, 1.07 * top, f"mean {brief(mean, sign='+')}", "exact",
        (3 if right else -3, 0), ha="left" if right else "right",
    )  # fmt: skip


def _write_large(axes: Axes, place: float, side: str, seat: str, wins: Estimate) -> None:
    # Who makes more, how often, in the largest letters of the chart.
    options = {"xycoords": "axes fraction", "ha": side}
    write_at(axes, place, 0.8, f"{100 * wins.value:.0f}%", seat, fontsize=letters(_LARGE),
             fontweight="bold", **options)  # fmt: skip
    write_at(axes, place, 0.8, f"{seat} makes more", seat, (0, -12), **options)


def _name_humps(axes: Axes, main: Mapping[str, Estimate], shown: Mapping[int, Estimate]) -> None:
    # A hump is named only where nearly all its deals contain what it is named by.
    for low, (_, words) in HUMPS.items():
        share = main.get(name_hump(low))
        if share is None or not is_within("deals of a hump", share, above=_NEARLY_ALL).holds:
            continue
        top = max(
            (100 * shown[one].value for one in (low, low + CLASS_WIDTH) if one in shown),
            default=0.0,
        )
        is_last = low == max(HUMPS)
        place = _SHOWN[1] - 1 if is_last else low + HUMP_WIDTH / 2
        write_at(axes, place, top, words, "neutral", (0, 3), ha="right" if is_last else "center",
                 va="bottom", linespacing=1.0)  # fmt: skip


# ---- By who plays -------------------------------------------------------------------------------
def say_pairs(table: pd.DataFrame) -> Sentence:
    """Between which margins the pairs of players lie."""
    margins = [read_estimate(row) for row in iterate_rows(table[table.quantity == "difference"])]
    least, most = (end(margins, key=lambda one: one.value) for end in (min, max))
    return Sentence(
        f"By who plays, elder’s lead is {brief(least, sign='+')} to {brief(most, sign='+')} points"
    )


def draw_pairs(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """Elder's margin for each pair of players, the greatest on top."""
    rows = table[table.quantity == "difference"]
    first = rows.index[0]
    ordered = list(iterate_rows(rows.sort_values("value", ascending=False, kind="stable")))
    margins = [read_estimate(row) for row in ordered]
    rows = [
        Row(f"{row.elder} v {row.younger}", [_mark_margin(margin, row.Index == first)])
        for row, margin in zip(ordered, margins, strict=True)
    ]
    low, high = (end([0.0, *(one.value for one in margins)]) for end in (min, max))
    return draw_rows(
        rows, say_pairs(table), "Mean points a deal, elder’s player named first",
        f"{captions['n']:,} deals of each pair, {captions['rules'].capitalize()}, seed "
        f"{captions['seed']}. Lines: 95% intervals, {say_reach(margins)} at most.",
        unit=_WHOSE, height=min(24 * MM + 4.6 * MM * len(ordered), HIGHEST),
        limits=widen(low, high, 0.28, 0.2), ticks=None,
    )  # fmt: skip


def _mark_margin(margin: Estimate, is_bold: bool) -> Mark:
    is_behind = margin.value < 0
    leader = "younger" if is_behind else "elder"
    told = brief(margin, sign="+")
    return Mark(margin, leader, told, is_behind, is_bold=is_bold, at=margin.value)
