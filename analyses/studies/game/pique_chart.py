"""How often pique, repique and capot are made, by seat."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.style import (
    MM,
    SEAT_LETTERS,
    add_headline,
    add_small_print,
    chart_style,
    draw_interval,
    light_grid,
    new_chart,
    tick_sparsely,
    write_at,
)
from analyses.results.analysis import read_estimate
from analyses.words.sentences import (
    Sentence,
    brief_percent,
)
from piquet_sim.estimates.estimate import estimate_proportion

_ANYTHING = "anything"


def say_either(table: pd.DataFrame) -> Sentence:
    """How often elder makes a pique or a repique: never both in one deal."""
    own = table[(table.seat == "elder") & (table.made_of == _ANYTHING)]
    n = int(own.n.iloc[0])
    deals = sum(
        round(float(own.value[own.event == event].iloc[0]) * n) for event in ("pique", "repique")
    )
    return Sentence(
        f"Elder makes a pique or repique in {brief_percent(estimate_proportion(deals, n))} of deals"
    )


def draw_frequencies(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """Five rows, each a dot with its interval, and how rare it is."""
    rows = list(table[table.made_of == _ANYTHING].itertuples())
    rows.sort(key=lambda one: -one.value)
    found = [read_estimate(one) for one in rows]
    with chart_style():
        figure, axes = new_chart(height=57 * MM)
        for place, (one, share) in enumerate(zip(rows, found, strict=True)):
            draw_interval(axes, place, share, one.seat, 100)
            odds = 1 / share.value if share.value else 0.0
            told = f"{brief_percent(share)}, one deal in {odds:,.0f}" if odds else "none seen"
            write_at(axes, 100 * (share.high or share.value), place, told, one.seat, (6, 0))
        axes.set_yticks(range(len(rows)), [f"{one.seat}’s {one.event}" for one in rows])
        for tick, one in zip(axes.get_yticklabels(), rows, strict=True):
            tick.set(color=SEAT_LETTERS[one.seat], fontweight="bold")
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlim(0, 2.15 * 100 * max(share.value for share in found) + 0.1)
        tick_sparsely(axes.xaxis, 6)
        axes.set_xlabel("percent of deals")
        light_grid(axes, "x")
        add_headline(figure, say_either(table), "How often each is made, percent of deals")
        add_small_print(
            figure,
            f"{say_origin(captions)} Lines at the marks: 95% intervals, "
            f"{say_reach(found, 100, '%')} at most.",
        )
    return figure
