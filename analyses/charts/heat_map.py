"""A heat map: a number in each square, and the more colour the larger it is."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.colors import to_rgb, to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.marks import write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    HIGHEST,
    INK_COLOUR,
    PAPER_COLOUR,
    SEAT_COLOURS,
    SEAT_LETTERS,
    SMALL_COLOUR,
    chart_style,
    figure_of,
    letters,
    new_chart,
)
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.sentences import brief

_FULL = 0.5
"""How much of the seat's colour the darkest square has: letters in ink stand out from it."""
_SHADES = 9
"""Number of shades, so small that the file is small."""


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
                    place,
                    at,
                    brief(values[column, row], most=1),
                    ha="center",
                    va="center",
                    fontsize=letters(6.6),
                    color=INK_COLOUR,
                )
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(rows)), rows)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_xlabel(axes_names[0])
        axes.set_title(axes_names[1], color=SMALL_COLOUR, fontweight="normal")
        add_headline(figure, texts[0], texts[1])
        add_small_print(figure, texts[2])
    return figure


def draw_squares(
    values: Mapping[tuple[str, str], tuple[float, str]],
    players: Sequence[str],
    texts: tuple[str, str, str],
) -> Figure:
    """Draw a number for each pair of players, in the colour of the seat that it favours.

    Parameters
    ----------
    values : mapping
        By elder and younger: the number, positive for elder, and how it is printed.
    players : sequence of str
        From above for elder, and from the right for younger.
    texts : tuple of str
        The finding, what is measured, and the small print.
    """
    most = max(abs(value) for value, _ in values.values()) or 1.0
    paper = np.array(to_rgb(PAPER_COLOUR))
    with one_panel(*texts, height=HIGHEST, grid="") as axes:
        for (elder, younger), (value, number) in values.items():
            x, y = players[::-1].index(younger), players.index(elder)
            share, seat = _FULL * abs(value) / most, "younger" if value < 0 else "elder"
            square = tuple(share * np.array(to_rgb(SEAT_COLOURS[seat])) + (1 - share) * paper)
            axes.add_patch(
                Rectangle((x - 0.48, y - 0.48), 0.96, 0.96, facecolor=square, linewidth=0)
            )
            write_at(
                axes,
                x,
                y,
                number,
                ha="center",
                fontweight="bold" if elder == younger else "normal",
                bbox={"facecolor": square, "linewidth": 0, "pad": 0},
            )
        axes.set(xlim=(-0.5, len(players) - 0.5), ylim=(len(players) - 0.5, -0.5))
        axes.set_xticks(range(len(players)), players[::-1])
        axes.set_yticks(range(len(players)), players)
        axes.xaxis.tick_top()
        axes.xaxis.set_label_position("top")
        axes.set_xlabel("younger is", color=SEAT_LETTERS["younger"])
        write_at(
            axes, -0.56, -0.68, "elder is", "elder", ha="right", bbox=None, annotation_clip=False
        )
        for axis, seat in ((axes.xaxis, "younger"), (axes.yaxis, "elder")):
            for name in axis.get_ticklabels():
                name.set(color=SEAT_LETTERS[seat], fontweight="bold")
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
    return figure_of(axes)
