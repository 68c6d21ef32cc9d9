"""Every strategy against every other: a matrix of what the row makes against the column."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from analyses.style import HEAT_MAP, add_headline, add_small_print, chart_style, letters, new_chart
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
        figure, axes = new_chart(height=0.9 + 0.45 * len(names))
        # Lightness tells the size, so that it is right in grey; the sign is printed.
        axes.imshow(np.abs(values), cmap=HEAT_MAP, vmin=0, vmax=_FULL * largest, aspect="auto")
        for (row, column), value in np.ndenumerate(values):
            if np.isnan(value):
                axes.text(column, row, "–", ha="center", va="center", color="#777777")
                continue
            said = format_with_error(value, errors[row, column])
            axes.text(
                column, row, said.replace(" ± ", "\n± ").replace("-", "−"), ha="center",
                va="center", fontsize=letters(6.5), color="#111111",
            )  # fmt: skip
        axes.set_xticks(range(len(names)), names)
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel(columns)
        axes.set_ylabel(rows)
        axes.xaxis.set_label_position("top")
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        add_headline(figure, headline)
        add_small_print(figure, caption)
    return figure
