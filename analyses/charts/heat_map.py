"""A heat map: a number in each square, with the more colour the larger it is."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analyses.charts.marks import write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import HIGHEST, INK_COLOUR, PAPER_COLOUR, SEAT_COLOURS, SEAT_LETTERS

_FULL = 0.5
"""How much of the seat's colour the darkest square has: letters in ink stand out from it."""


def draw_squares(
    values: Mapping[tuple[Any, Any], tuple[float, str]],
    columns: Sequence[Any],
    rows: Sequence[Any],
    texts: tuple[str, str, str],
    heads: Mapping[str, str],
    seats: Sequence[str],
) -> Figure:
    """Draw numbers by two others; bold where both are the same.

    Parameters
    ----------
    values : mapping
        By column and row: the number, and how it is printed.
    columns, rows : sequence
        From the left, and from above.
    texts : tuple of str
        The finding, what is measured, and the small print.
    heads : mapping of str to str
        What columns are, and what rows are, each with the seat in whose colour they stand, or none.
    seats : sequence of str
        In whose colours are the numbers above zero, and those below if there is a second.
    """
    most = max(abs(value) for value, _ in values.values()) or 1.0
    paper = np.array(to_rgb(PAPER_COLOUR))
    with one_panel(*texts, height=HIGHEST, grid="") as (figure, axes):
        for (column, row), (value, number) in values.items():
            x, y = columns.index(column), rows.index(row)
            share = _FULL * abs(value) / most if value > 0 or seats[1:] else 0.0
            full = np.array(to_rgb(SEAT_COLOURS[seats[-1] if value < 0 else seats[0]]))
            square = tuple(share * full + (1 - share) * paper)
            axes.add_patch(
                Rectangle((x - 0.48, y - 0.48), 0.96, 0.96, facecolor=square, linewidth=0)
            )
            write_at(
                axes,
                x,
                y,
                number,
                ha="center",
                fontweight="bold" if column == row else "normal",
                bbox={"facecolor": square, "linewidth": 0, "pad": 0},
            )
        axes.set(
            xlim=(-0.5, len(columns) - 0.5),
            ylim=(len(rows) - 0.5, -0.5),
            xticks=range(len(columns)),
            xticklabels=columns,
            yticks=range(len(rows)),
            yticklabels=rows,
        )
        axes.xaxis.tick_top()
        axes.xaxis.set_label_position("top")
        (across, over), (down, beside) = heads.items()
        axes.set_xlabel(across, color=SEAT_LETTERS.get(over, INK_COLOUR))
        write_at(
            axes, -0.56, -0.68, down, beside or "ink", ha="right", bbox=None, annotation_clip=False
        )
        for axis, seat in ((axes.xaxis, over), (axes.yaxis, beside)):
            for name in axis.get_ticklabels():
                name.set(color=SEAT_LETTERS.get(seat, INK_COLOUR), fontweight="bold")
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
    return figure
