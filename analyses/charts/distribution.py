"""A picture of how an amount spreads over deals: a histogram with median and middle half."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from analyses.charts.marks import interval_bars, tick_sparsely, write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    ELDER_COLOUR,
    EXACT_COLOUR,
    GRID_COLOUR,
    INK_COLOUR,
    MM,
    YOUNGER_COLOUR,
    letters,
)
from piquet_sim.estimates.quantity import Quantity, write_number, write_value
from piquet_sim.game.wording import capitalise
from piquet_sim.running.distribution import EXACTLY, Distribution


def draw_distribution(distribution: Distribution, caption: str = "") -> Figure:
    """The histogram of an amount, elder's in the dark colour and younger's in the light one.

    Parameters
    ----------
    distribution : Distribution
    caption : str
        Description of what was played, for the small print.
    """
    _, low, median, high, _ = distribution.quantiles.values()
    small = [
        f"{caption}, {distribution.n:,} deals.".removeprefix(", "),
        "Grey: the middle half.",
        f"Dashed: the median, {median.value} (95%: {median.low} to {median.high}).".replace(
            "-", "−"
        ),
        "Black: drawn deals." if distribution.name == "difference" else "",
        "Intervals: 95%" + (", each pair as one deal." if distribution.is_paired else "."),
    ]
    with one_panel(
        _say_middle(distribution),
        f"Percent of {distribution.of.many}",
        " ".join(filter(None, small)),
        height=68 * MM,
    ) as (figure, axes):
        width = _draw_columns(axes, distribution)
        axes.axvspan(low.value - 0.5, high.value + 0.5, color=GRID_COLOUR, alpha=0.6, zorder=0)
        axes.axvline(
            median.value, color=EXACT_COLOUR, linestyle=(0, (3, 1.5)), linewidth=letters(0.8)
        )
        classes = f", in classes of {width}" if width > 1 else ""
        axes.set_xlabel(f"{distribution.label}{classes}")
        tick_sparsely(axes.yaxis)
        axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    return figure


_WIDTHS, _MOST_COLUMNS = (1, 2, 5, 10, 20, 50, 100, 200), 40
"""How many values a column may hold, and columns at most."""


def _draw_columns(axes: Axes, distribution: Distribution) -> int:
    # Returns how many values a column holds.
    values, deals = distribution.values, distribution.deals
    low, high = int(values[0]), int(values[-1])
    width = next(one for one in _WIDTHS if high // one - low // one < _MOST_COLUMNS)
    edges = width * np.arange(low // width, high // width + 2)
    middles = edges[:-1] + (width - 1) / 2
    bottom = np.zeros(len(middles))
    for colour, chosen in _list_colours(distribution).items():
        shares = (
            100 * np.histogram(values[chosen], edges, weights=deals[chosen])[0] / distribution.n
        )
        there = shares > 0
        axes.bar(middles[there], shares[there], 0.92 * width, bottom[there], color=colour)
        bottom += shares
    counted, _ = np.histogram(values, edges, weights=deals)
    axes.errorbar(
        middles,
        bottom,
        yerr=interval_bars([distribution.estimate_deals(int(one)) for one in counted], 100),
        fmt="none",
        ecolor=INK_COLOUR,
        elinewidth=letters(0.6),
    )
    if distribution.name == "difference":
        for place, align, seat in ((0.02, "left", "younger"), (0.98, "right", "elder")):
            write_at(
                axes,
                place,
                0.95,
                f"{seat} makes more",
                seat,
                xycoords="axes fraction",
                ha=align,
                fontweight="bold",
            )
        axes.set_ylim(top=1.12 * axes.get_ylim()[1])
    return width


def _list_colours(distribution: Distribution) -> dict[str, np.ndarray]:
    values = distribution.values
    if distribution.name == "difference":
        return {EXACT_COLOUR: values == 0, YOUNGER_COLOUR: values < 0, ELDER_COLOUR: values > 0}
    is_elders = distribution.name.startswith("elder")
    return {ELDER_COLOUR if is_elders else YOUNGER_COLOUR: np.full(len(values), True)}


def _say_middle(distribution: Distribution) -> str:
    _, low, median, high, _ = distribution.quantiles.values()
    name = capitalise(distribution.label.replace("'", "’"))
    if low.value == high.value:
        share = Quantity("", "", distribution.estimate_share((EXACTLY, int(median.value))))
        ends = write_number(median.value, 0)
        return f"{name}: {ends} in {write_value(share)}% of {distribution.of.many}"
    ends = " to ".join(write_number(one.value, 0) for one in (low, high))
    return f"{name}: {ends} in the middle half of {distribution.of.many}"
