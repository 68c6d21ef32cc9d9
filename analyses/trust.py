"""Trust: are the numbers as good as they say?"""

from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.analysis import Analysis
from analyses.style import (
    ELDER_COLOUR,
    EXACT_COLOUR,
    GRID_COLOUR,
    YOUNGER_COLOUR,
    add_headline,
    add_small_print,
    chart_style,
    light_grid,
    new_chart,
)
from piquet_sim.trust import AS_ONE, CONFIDENCE, FINE, OFF, REDUCED, TOLERANCE, Trust

TITLE = "Are the numbers as good as they say?"


def present(trust: Trust) -> Analysis:
    """The measurements as a table with a chart and three sentences.

    Parameters
    ----------
    trust : Trust
        From `piquet_sim.trust.measure_trust`.
    """
    return Analysis(
        "trust", TITLE, trust.table(), partial(_draw, trust), trust.summary(), trust.description,
        trust.seconds, {"trusted": trust.is_trusted},
    )  # fmt: skip


def _draw(trust: Trust) -> Figure:
    with chart_style():
        figure, (left, right) = new_chart(1, 2, height=2.6)
        _draw_coverage(left, trust)
        _draw_chances(right, trust)
        add_headline(figure, "Nothing is off" if trust.is_trusted else "Something is off")
        add_small_print(
            figure,
            "Left: one mark an estimate, circles plain and squares with the error reduced, hollow "
            "in longer runs; grey where it should lie. Right: p-values of the dealing and of "
            "what is known exactly. "
            f"{trust.description.get('runs', 0):,} runs of "
            f"{trust.description.get('deals', 0):,} deals, {trust.description.get('dealt', 0):,} "
            "dealt of each pack.",
        )
    return figure


def _draw_coverage(axes: Axes, trust: Trust) -> None:
    judged = [
        check for check in trust.checks
        if check.part == "coverage" and check.verdict in (FINE, OFF)
    ]  # fmt: skip
    judged.sort(key=lambda check: check.value)
    axes.axvspan(
        100 * (CONFIDENCE - TOLERANCE), 100 * (CONFIDENCE + TOLERANCE), color=GRID_COLOUR, lw=0
    )
    axes.axvline(100 * CONFIDENCE, color=EXACT_COLOUR, linewidth=0.6)
    for place, check in enumerate(judged):
        reduced = REDUCED in check.check
        colour = YOUNGER_COLOUR if reduced else ELDER_COLOUR
        axes.plot(
            100 * check.value, place, "s" if reduced else "o", color=colour, markersize=1.8,
            markerfacecolor="white" if AS_ONE in check.check else colour, markeredgewidth=0.5,
        )  # fmt: skip
    axes.set_title("Intervals")
    axes.set_xlabel("hold the truth, % of runs")
    axes.set_yticks([])


def _draw_chances(axes: Axes, trust: Trust) -> None:
    chances = np.sort([check.p for check in trust.checks if check.p is not None])
    even = (np.arange(len(chances)) + 0.5) / max(1, len(chances))
    axes.plot([0, 1], [0, 1], color=EXACT_COLOUR, linewidth=0.6)
    axes.plot(even, chances, "o", color=ELDER_COLOUR, markersize=1.6)
    axes.set_title("p-values")
    axes.set_xlabel("if all is right, evenly spread")
    light_grid(axes, "both")
