"""What a score of a partie is worth: chances of winning by both totals and deals left."""

import numpy as np
from matplotlib.figure import Figure

from analyses.sentences import Sentence, about_percent
from analyses.style import (
    COLUMN_WIDTH,
    HEAT_MAP,
    add_headline,
    add_small_print,
    chart_style,
    letters,
)
from analyses.style import new_chart as new_panels
from piquet_sim.game.errors import InputError
from piquet_sim.matches.equity import WIN, ChanceTable

_STEP = 5
_LEVELS = (10, 25, 50, 75, 90)
_INK = ("#444444", "#444444", "#111111", "white", "white")
_LEAD = 50
_ALONG = (0.2, -0.2, 0.2, -0.2, 0.2)
_EDGE = 0.12
"""Distances of labels from the middle of their lines and from the edge, as shares of the highest
total."""


def draw_chances(table: ChanceTable, caption: str = "", most: int = 200) -> Figure:
    """A's chance of winning a partie after its first deal, a panel for each number of deals left.

    Parameters
    ----------
    table : ChanceTable
    caption : str
        Description of what was played, for the small print.
    most : int
        The highest total shown.

    Raises
    ------
    InputError
        If the highest total is beyond the table.
    """
    deals = table.rules.partie_deals - 1  # before the first deal there are no totals
    if not 2 * _STEP <= most <= table.reach:
        raise InputError(
            f"charts: expected a highest total from {2 * _STEP} to {table.reach}, got {most}"
        )
    totals = np.arange(0, most + 1, _STEP)
    rows = -(-deals // 2)
    with chart_style():
        figure, panels = new_panels(
            rows, 2, height=0.75 + 1.45 * rows, width=COLUMN_WIDTH, sharex=True, sharey=True,
            squeeze=False,
        )  # fmt: skip
        for axes in panels.flat[deals:]:
            axes.set_visible(False)
        for left, axes in zip(range(1, deals + 1), panels.flat, strict=False):
            chances = 100 * chances_of(table, left, totals[None, :] - totals[:, None])
            mesh = axes.pcolormesh(totals, totals, chances, cmap=HEAT_MAP, vmin=0, vmax=100,
                                   shading="nearest", rasterized=True)  # fmt: skip
            lines = axes.contour(totals, totals, chances, levels=_LEVELS, colors=_INK,
                                 linewidths=0.6)  # fmt: skip
            places = _place_labels(table, left, most)
            if places:
                axes.clabel(lines, fmt="%d%%", fontsize=letters(6.5), manual=places)
            axes.set_title(f"{left} deal{'s' if left > 1 else ''} left", fontsize=letters(7))
            axes.set_aspect("equal")
        for place, axes in enumerate(panels.flat[:deals]):
            if place + 2 >= deals:  # none stands under it
                axes.set_xlabel("A's total, points")
                axes.tick_params(labelbottom=True)
        for axes in panels[:, 0]:
            axes.set_ylabel("B's total, points")
        figure.colorbar(mesh, ax=panels, label="A wins, percent", shrink=0.6, aspect=30)
        ends = [
            about_percent(table.find_chances(_LEAD, 0, deals + 2 - left, 0).wins)
            for left in (1, deals)
        ]
        add_headline(
            figure,
            Sentence(
                f"{_LEAD} points ahead win {ends[0]} with one deal left, {ends[1]} with {deals}"
            ),
        )
        add_small_print(figure, f"{caption} A is elder in the deal to be played next.".strip())
    return figure


def _place_labels(table: ChanceTable, left: int, most: int) -> list[tuple[float, float]]:
    # On the line of each level, those of neighbours apart, and none at the edge.
    leads = np.arange(-most, most + 1)
    chances = 100 * chances_of(table, left, leads)
    places = []
    for level, along in zip(_LEVELS, _ALONG, strict=True):
        lead = float(leads[int(np.abs(chances - level).argmin())])
        place = (most / 2 + lead / 2 + along * most, most / 2 - lead / 2 + along * most)
        if all(_EDGE * most < one < (1 - _EDGE) * most for one in place):
            places.append(place)
    return places


def chances_of(table: ChanceTable, left: int, lead: np.ndarray) -> np.ndarray:
    """A's chances of winning as elder, with a number of deals left and a lead."""
    deal = table.rules.partie_deals - left + 1
    return table.differences[deal, 0][WIN][lead + table.reach]
