"""What a carte blanche is worth to each seat, beside the points that it scores."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin, say_reach
from analyses.charts.marks import write_at
from analyses.charts.rows import Mark, Row, draw_rows, find_ends, widen
from analyses.charts.style import EXACT_COLOUR, MM, letters
from analyses.results.analysis import read_estimates
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import Sentence, brief, choose, is_within

_SEATS = ("elder", "younger")


def _read_worths(table: pd.DataFrame) -> dict[str, Estimate]:
    estimates = read_estimates(table)
    return {seat: estimates[f"{seat}: worth"] for seat in _SEATS if f"{seat}: worth" in estimates}


def say_worths(table: pd.DataFrame, captions: Mapping[str, Any]) -> Sentence:
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


def draw_worths(table: pd.DataFrame, captions: Mapping[str, Any]) -> Figure:
    """The worth in both seats with intervals, beside a line at what it scores."""
    worths, ten = _read_worths(table), captions["ten"]

    def show_ten(axes: Axes) -> None:
        axes.axvline(ten, color=EXACT_COLOUR, linewidth=letters(0.9), linestyle=(0, (2, 1.5)))
        write_at(axes, ten, -0.78, f"it scores {ten}", "exact", (-3, 0), ha="right")

    low, high = find_ends(worths.values(), high=1.1 * ten)
    return draw_rows(
        [
            Row(seat, [_mark(seat, worths[seat])] if seat in worths else (), seat=seat)
            for seat in _SEATS
        ],
        say_worths(table, captions), "Points more than the seat makes in an average deal",
        f"{say_origin(captions)} {_say_held(captions)} with a carte blanche in each seat. No court "
        f"cards: it is weak in tricks. 95% intervals: {say_reach(worths.values())} at most.",
        unit="points a deal", ticks=5, height=58 * MM, limits=widen(low, high, 0.14, 0), above=1.0,
        below=0.5, further=show_ten,
    )  # fmt: skip


def _mark(seat: str, worth: Estimate) -> Mark:
    # With its number on the side away from the line at zero.
    return Mark(worth, seat, brief(worth, sign="+"), is_left=worth.value < 0, is_bold=True)


def _say_held(captions: Mapping[str, object]) -> str:
    return f"{captions['held']:,}" if "held" in captions else "As many"
