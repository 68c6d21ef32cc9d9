"""Trust: are the numbers as good as they say?"""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.marks import light_grid
from analyses.charts.style import (
    ELDER_COLOUR,
    EXACT_COLOUR,
    GRID_COLOUR,
    MM,
    PAPER_COLOUR,
    YOUNGER_COLOUR,
    chart_style,
    letters,
    new_chart,
)
from analyses.results.analysis import Analysis
from analyses.statistics.rows import iterate_rows
from piquet_sim.trust import AS_ONE, CONFIDENCE, FINE, OFF, REDUCED, TOLERANCE, Trust

TITLE = "Are the numbers as good as they say?"


def present(trust: Trust) -> Analysis:
    """The measurements as a table with a chart and a few sentences.

    Parameters
    ----------
    trust : Trust
        From `piquet_sim.trust.measure_trust`.
    """
    return Analysis(
        "trust", TITLE, trust.table(), _draw, trust.summary(), trust.description,
        trust.seconds, {"trusted": trust.is_trusted},
        headlines=("Nothing is off" if trust.is_trusted else "Something is off",),
        chart_notes={
            "headline": "Nothing is off" if trust.is_trusted else "Something is off",
            **{key: trust.description.get(key, 0) for key in ("runs", "deals", "dealt")},
        },
    )  # fmt: skip


def _draw(table: pd.DataFrame, captions: dict[str, Any]) -> Figure:
    with chart_style():
        figure, (left, right) = new_chart(1, 2, height=68 * MM)
        _draw_coverage(left, table)
        _draw_chances(right, table)
        add_headline(figure, captions["headline"])
        add_small_print(
            figure,
            "Left: one mark an estimate, circles plain and squares with the error reduced, hollow "
            "in longer runs; grey where it should lie. Right: p-values of the dealing and of "
            "what is known exactly. "
            f"{captions['runs']:,} runs of {captions['deals']:,} deals, {captions['dealt']:,} "
            "dealt of each pack.",
        )
    return figure


def _draw_coverage(axes: Axes, table: pd.DataFrame) -> None:
    judged = table[(table.part == "coverage") & table.verdict.isin((FINE, OFF))]
    judged = judged.sort_values("value", kind="stable")
    axes.axvspan(
        100 * (CONFIDENCE - TOLERANCE), 100 * (CONFIDENCE + TOLERANCE), color=GRID_COLOUR, lw=0
    )
    axes.axvline(100 * CONFIDENCE, color=EXACT_COLOUR, linewidth=0.6)
    for place, check in enumerate(iterate_rows(judged)):
        reduced = REDUCED in check.check
        colour = YOUNGER_COLOUR if reduced else ELDER_COLOUR
        axes.plot(
            100 * check.value, place, "s" if reduced else "o", color=colour,
            markersize=letters(1.8), markeredgewidth=letters(0.5),
            markerfacecolor=PAPER_COLOUR if AS_ONE in check.check else colour,
        )  # fmt: skip
    axes.set_title("Intervals")
    axes.set_xlabel("hold the truth, % of runs")
    axes.set_yticks([])


def _draw_chances(axes: Axes, table: pd.DataFrame) -> None:
    chances = np.sort(table.p.dropna())
    even = (np.arange(len(chances)) + 0.5) / max(1, len(chances))
    axes.plot([0, 1], [0, 1], color=EXACT_COLOUR, linewidth=0.6)
    axes.plot(even, chances, "o", color=ELDER_COLOUR, markersize=letters(1.6))
    axes.set_title("p-values")
    axes.set_xlabel("if all is right, evenly spread")
    light_grid(axes, "both")
