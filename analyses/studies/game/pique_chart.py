"""How often pique, repique and capot are made, by seat."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.rows import Mark, Row, draw_rows
from analyses.charts.style import MM
from analyses.results.analysis import read_estimate
from analyses.statistics.rows import iterate_rows
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.sentences import Sentence, brief_percent

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


def draw_frequencies(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """Five rows, each a dot with its interval, and how rare it is."""
    made = list(iterate_rows(table[table.made_of == _ANYTHING]))
    made.sort(key=lambda one: -one.value)
    found = [read_estimate(one) for one in made]
    rows = [
        Row(f"{one.seat}’s {one.event}", [Mark(share, one.seat, _say_share(share))], seat=one.seat)
        for one, share in zip(made, found, strict=True)
    ]
    return draw_rows(
        rows, say_either(table), "How often each is made, percent of deals",
        f"{say_origin(captions)} Lines at the marks: 95% intervals, "
        f"{say_reach(found, 100, '%')} at most.",
        unit="percent of deals", height=57 * MM, scale=100,
        limits=(0, 2.15 * 100 * max(share.value for share in found) + 0.1), has_zero=False,
    )  # fmt: skip


def _say_share(share: Estimate) -> str:
    if not share.value:
        return "none seen"
    return f"{brief_percent(share)}, one deal in {1 / share.value:,.0f}"
