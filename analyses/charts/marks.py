"""The marks of a chart: discs and squares, intervals, names beside them, and ticks."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.text import Annotation
from matplotlib.ticker import MaxNLocator

from analyses.charts.style import (
    MARKS,
    PAPER_COLOUR,
    SEAT_LETTERS,
    SMALL_COLOUR,
    SUBTITLE_SIZE,
    letters,
)
from piquet_sim.estimates.estimate import Estimate

_MIDDLE_HALF = 0.344
"""Share of a 95% interval on either side that holds the middle half: 0.6745 of 1.96."""


def interval_bars(estimates: Sequence[Estimate], scale: float = 1.0) -> np.ndarray:
    """How far the 95% intervals of estimates reach below and above their values, for `errorbar`.

    Parameters
    ----------
    estimates : sequence of Estimate
    scale : float
        Factor of the estimates; 100 for percentages.

    Returns
    -------
    ndarray of float64, shape (2, estimates)
        Zero where an estimate has no error, as with one unit.
    """
    ends = [
        (0.0, 0.0)
        if one.se is None or one.low is None or one.high is None
        else (one.value - one.low, one.high - one.value)
        for one in estimates
    ]
    return scale * np.maximum(np.array(ends).reshape(-1, 2).T, 0.0)


def tick_sparsely(axis: Axis, most: int = 5) -> None:
    """Few ticks, at round numbers."""
    axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10]))


def draw_mark(
    axes: Axes,
    x: float,
    y: float,
    meaning: str,
    size: float = 5.0,
    is_hollow: bool = False,
    **options: Any,
) -> None:
    """The mark of a meaning: elder's disc, younger's square, another author's hollow diamond.

    No rim in the colour of the paper parts it from its interval, which it would cut into dots.
    """
    colour, is_hollow = f"piquet:{meaning}", is_hollow or meaning == "other"
    axes.plot(
        x,
        y,
        MARKS[meaning],
        **{
            "color": colour,
            "markersize": letters(0.75 * size if is_hollow else size),
            "markerfacecolor": PAPER_COLOUR if is_hollow else colour,
            "markeredgecolor": colour,
            "markeredgewidth": letters(1.0 if is_hollow else 0.0),
            "linestyle": "none",
            "zorder": 4,
            "in_layout": False,
            **options,
        },
    )


def draw_interval(
    axes: Axes,
    place: float,
    estimate: Estimate,
    meaning: str,
    scale: float = 1.0,
    size: float = 5.0,
) -> None:
    """A mark on a thin line, the 95% interval, and a thick one, its middle half; no caps.

    Parameters
    ----------
    axes : Axes
    place : float
        Along the other axis.
    estimate : Estimate
    meaning : str
        One of `MARKS`.
    scale : float
        Factor of the estimate; 100 for percentages.
    size : float
        Size of the mark, in points.
    """
    value = scale * estimate.value
    below, above = interval_bars([estimate], scale)[:, 0]
    for share, width in ((1.0, 0.9), (_MIDDLE_HALF, 2.4)):
        # The label of the lines of an interval; it begins so that no legend shows it.
        axes.plot(
            [value - share * below, value + share * above],
            [place, place],
            color=f"piquet:{meaning}",
            linewidth=letters(width),
            linestyle="-",
            zorder=3,
            label="_interval",
            in_layout=False,
        )
    draw_mark(axes, value, place, meaning, size)


def write_at(
    axes: Axes,
    x: float,
    y: float,
    text: str,
    meaning: str = "ink",
    shift: tuple[float, float] = (0, 0),
    **options: Any,
) -> Annotation:
    """Write a name beside its mark, in the mark's colour, moved by some points.

    A box in the colour of the paper keeps lines off the letters.
    """
    return axes.annotate(
        text,
        (x, y),
        xytext=[letters(one) for one in shift],
        textcoords="offset points",
        **{
            "color": (SEAT_LETTERS | {"neutral": SMALL_COLOUR}).get(meaning, f"piquet:{meaning}"),
            "va": "center_baseline",
            "bbox": {"facecolor": PAPER_COLOUR, "linewidth": 0, "boxstyle": "square,pad=0.08"},
            "zorder": 5,
            "fontsize": letters(SUBTITLE_SIZE),
            **options,
        },
    )
