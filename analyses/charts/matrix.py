"""Every strategy against every other: a matrix of what the row makes against the column."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from analyses.charts.style import (
    HEAT_MAP,
    HIGHEST,
    MM,
    SMALL_COLOUR,
    add_headline,
    add_small_print,
    as_grey,
    chart_style,
    letters,
    new_chart,
)
from piquet_sim.estimates.digits import format_with_error
from piquet_sim.game.errors import InputError

_FULL = 1.6
"""Factor of the largest value, so that the darkest square is light enough for dark letters."""


def draw_matrix(
    names: Sequence[str],
    values: np.ndarray,
    errors: np.ndarray,
    headline: str,
    caption: str = "",
    columns: str = "against",
    rows: str = "",
    subtitle: str = "",
) -> Figure:
    """Values with their errors in a square, a dash where there is none.

    Parameters
    ----------
    names : sequence of str
        Of rows and columns, in order.
    values, errors : float64[rows, columns]
        NaN where nothing was played.
    headline : str
        The finding.
    caption : str
        Description of what was played, for the small print.
    columns, rows : str
        Labels of columns and rows.
    subtitle : str
        What is measured, with its unit.

    Raises
    ------
    InputError
        If the sizes differ, or nothing was played.
    """
    size = (len(names), len(names))
    if np.shape(values) != size or np.shape(errors) != size or np.isnan(values).all():
        raise InputError("charts: expected a value and an error for each pair of names")
    largest = float(np.nanmax(np.abs(values))) or 1.0
    with chart_style():
        figure, axes = new_chart(height=min((24 + 10 * len(names)) * MM, HIGHEST))
        # Lightness tells the size, so that it is right in grey; the sign is printed.
        image = axes.imshow(
            np.abs(values), cmap=HEAT_MAP, vmin=0, vmax=_FULL * largest, aspect="auto"
        )
        for (row, column), value in np.ndenumerate(values):
            if np.isnan(value):
                axes.text(column, row, "–", ha="center", va="center", color=SMALL_COLOUR)
                continue
            said = format_with_error(value, errors[row, column])
            axes.text(
                column, row, said.replace(" ± ", "\n± ").replace("-", "−"), ha="center",
                va="center", fontsize=letters(6.8), linespacing=1.0,
                color=_find_ink(image.cmap(image.norm(abs(value)))),
            )  # fmt: skip
        axes.set_xticks(range(len(names)), names)
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel(columns)
        axes.set_ylabel(rows)
        axes.xaxis.set_label_position("top")
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        add_headline(figure, headline, subtitle)
        add_small_print(figure, caption)
    return figure


def _find_ink(square: tuple[float, float, float, float]) -> str:
    # Black or white, whichever reads better on the colour of a square.
    grey = int(as_grey(square)[1:3], 16)
    return "#000000" if grey > _MIDDLE_GREY else "#FFFFFF"


_MIDDLE_GREY = 117
"""On this grey black and white letters are equally far in contrast."""
