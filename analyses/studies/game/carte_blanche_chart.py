"""What a carte blanche is worth to each seat, beside the points that it scores."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.style import (
    EXACT_COLOUR,
    MM,
    SEAT_LETTERS,
    add_headline,
    add_small_print,
    chart_style,
    draw_interval,
    letters,
    light_grid,
    new_chart,
    tick_sparsely,
    write_at,
)
from analyses.results.analysis import read_estimates
from analyses.words.sentences import (
    Sentence,
    brief,
    choose,
    is_within,
)
from piquet_sim.estimates.estimate import Estimate

_SEATS = ("elder", "younger")


def _read_worths(table: pd.DataFrame) -> dict[str, Estimate]:
    estimates = read_estimates(table)
    return {seat: estimates[f"{seat}: worth"] for seat in _SEATS if f"{seat}: worth" in estimates}


def say_worths(table: pd.DataFrame, captions: Mapping[str, object]) -> Sentence:
    """What it is worth, and how that lies to what it scores, as far as that can be told."""
    worths, ten = _read_worths(table), captions["ten"]
    if len(worths) < len(_SEATS):
        return Sentence("What a carte blanche is worth: too few deals to tell")
    told = ", ".join(f"{brief(one)} to {seat}" for seat, one in worths.items())
    plain = f"Carte blanche is worth {told}"
    below, above, gains, costs = (
        {seat: is_within(f"what a carte blanche is worth to {seat}", one, **ends)
         for seat, one in worths.items()}
        for ends in ({"below": ten}, {"above": ten}, {"above": 0}, {"below": 0})
    )  # fmt: skip
    unsure = [seat for seat in worths if not gains[seat].holds and not costs[seat].holds]
    told_from = f": gain or loss to {' and '.join(unsure)} not settled" if unsure else ""
    return choose(
        Sentence(f"{plain}: less than it scores", *below.values()),
        Sentence(f"{plain}: more than it scores", *above.values()),
        Sentence(f"{plain}{told_from}"),
    )


def draw_worths(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """The worth in both seats with intervals, beside a line at what it scores."""
    worths, ten = _read_worths(table), captions["ten"]
    with chart_style():
        figure, axes = new_chart(height=58 * MM)
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        axes.axvline(ten, color=EXACT_COLOUR, linewidth=letters(0.9), linestyle=(0, (2, 1.5)))
        write_at(axes, ten, -0.78, f"it scores {ten}", "exact", (-3, 0), ha="right")
        for place, seat in enumerate(_SEATS):
            if seat in worths:
                draw_interval(axes, place, worths[seat], seat)
                write_at(axes, worths[seat].value, place, brief(worths[seat], sign="+"), seat,
                         (0, 9), ha="center", fontweight="bold")  # fmt: skip
        axes.set_yticks(range(len(_SEATS)), _SEATS)
        for tick, seat in zip(axes.get_yticklabels(), _SEATS, strict=True):
            tick.set(color=SEAT_LETTERS[seat], fontweight="bold")
        axes.set_ylim(1.5, -1.0)
        ends = [end for one in worths.values() for end in (one.low, one.high)]
        low, high = min([0.0, *ends]), max([1.1 * ten, *ends])
        axes.set_xlim(low - 0.06 * (high - low), high)
        tick_sparsely(axes.xaxis)
        axes.set_xlabel("points a deal")
        light_grid(axes, "x")
        add_headline(
            figure, say_worths(table, captions),
            "Points more than the seat makes in an average deal",
        )  # fmt: skip
        add_small_print(
            figure,
            f"{say_origin(captions)} {_say_held(captions)} with a carte blanche in each seat. Thin "
            f"lines: 95% intervals, {say_reach(worths.values())} at most; thick: the middle half.",
        )
    return figure


def _say_held(captions: Mapping[str, object]) -> str:
    return f"{captions['held']:,}" if "held" in captions else "As many"
