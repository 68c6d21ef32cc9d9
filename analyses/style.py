"""How charts look: right at the width of a printed column and on a screen, in colour and grey.

Elder is always the dark colour, younger the light one; they differ in lightness as well as in
hue (blue and orange, which the colour-blind tell apart), and in the shape of their marks.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import wrap

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

COLUMN_WIDTH = 3.5
"""Inches: one column of a journal page."""

ELDER_COLOUR = "#1b4f8a"
YOUNGER_COLOUR = "#f0a03c"
EXACT_COLOUR = "#222222"
GRID_COLOUR = "#d8d8d8"
SEAT_COLOURS = {"elder": ELDER_COLOUR, "younger": YOUNGER_COLOUR}
SEAT_MARKS = {"elder": "o", "younger": "s"}
HEAT_MAP = "Blues"

_LETTERS_AN_INCH = 25
"""Of the small print."""

_SETTINGS = {
    "font.family": "DejaVu Sans",
    "font.size": 7,
    "axes.titlesize": 8,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.linewidth": 0.6,
    "xtick.labelsize": 6.5,
    "ytick.labelsize": 6.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "legend.fontsize": 6.5,
    "legend.frameon": False,
    "lines.linewidth": 1.0,
    "errorbar.capsize": 2,
    "savefig.dpi": 300,
    "svg.hashsalt": "piquet",
    "svg.fonttype": "none",
}


@contextmanager
def chart_style() -> Iterator[None]:
    """Draw in the house style, without a window and without touching the user's settings."""
    with matplotlib.rc_context(_SETTINGS):
        yield


def new_chart(
    rows: int = 1,
    columns: int = 1,
    height: float = 2.4,
    width: float = COLUMN_WIDTH,
    **options: object,
) -> tuple[Figure, object]:
    """A figure with panels; height in inches of the whole.

    Returns
    -------
    figure : Figure
    axes : Axes or array of Axes
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.subplots(rows, columns, **options)


def add_small_print(figure: Figure, text: str) -> None:
    """Say under a chart what was played, how often, and what the error bars are."""
    letters = int(figure.get_figwidth() * _LETTERS_AN_INCH)
    lines = [part for line in text.splitlines() for part in wrap(line, letters)]
    figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=5.5, color="#555555")


def add_headline(figure: Figure, text: str) -> None:
    """Say over a chart what it shows: the finding, in one line."""
    figure.suptitle(text, x=0.01, ha="left", fontsize=8, fontweight="bold")


def light_grid(axes: Axes, axis: str) -> None:
    """Thin lines along one axis, behind the data."""
    axes.grid(axis=axis, color=GRID_COLOUR, linewidth=0.5)
