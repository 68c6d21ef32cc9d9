"""A heat map: a number in each square, and the more colour the larger it is."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.style import HIGHEST, INK_COLOUR, SMALL_COLOUR, chart_style, letters, new_chart
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import brief

_FULL = 0.5
"""How much of the seat's colour the darkest square has: letters in ink stand out from it."""
_SHADES = 9
"""So few that the picture stays a small file."""


def draw_heat_map(
    values: Mapping[tuple[int, int], Estimate],
    columns: Sequence[int],
    rows: Sequence[int],
    seat: str,
    texts: tuple[str, str, str],
    axes_names: tuple[str, str],
) -> Figure:
    """Draw numbers by two others.

    Parameters
    ----------
    values : mapping
        By column and row.
    columns, rows : sequence of int
        From the left, and from below.
    seat : str
        Whose colour it has.
    texts : tuple of str
        The finding, what is measured, and the small print.
    axes_names : tuple of str
        What columns are, and what rows are.
    """
    shown = np.array([[values[column, row].value for column in columns] for row in rows])
    with chart_style():
        figure, axes = new_chart(height=HIGHEST)
        squares = np.empty((*shown.shape, 4))
        squares[:] = to_rgba(f"piquet:{seat}")
        shares = np.clip(shown, 0, None) / max(shown.max(), 1.0)
        squares[..., 3] = _FULL * np.round(shares * _SHADES) / _SHADES
        axes.imshow(squares, aspect="auto", origin="lower")
        for at, row in enumerate(rows):
            for place, column in enumerate(columns):
                axes.text(
                    place, at, brief(values[column, row], most=1), ha="center", va="center",
                    fontsize=letters(6.6), color=INK_COLOUR,
                )  # fmt: skip
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(rows)), rows)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_xlabel(axes_names[0])
        axes.set_title(axes_names[1], color=SMALL_COLOUR, fontweight="normal")
        add_headline(figure, texts[0], texts[1])
        add_small_print(figure, texts[2])
    return figure
