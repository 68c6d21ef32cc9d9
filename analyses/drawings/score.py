"""What a point is worth before the last deal, by both totals."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from analyses.analysis import read_estimate
from analyses.captions import say_origin, say_reach
from analyses.sentences import Sentence, brief, choose, is_within
from analyses.style import (
    HIGHEST,
    INK_COLOUR,
    add_headline,
    add_small_print,
    chart_style,
    letters,
    new_chart,
)
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.terms import ELDER, YOUNGER

POINT = "worth of a point"
"""What ten more points add to the expected settlement, for each of them."""
CHANCE = "what is needed is reached"
BOLD, USUAL = "discarding for it", "discarding for the mean"
MORE_REACHED = "what is needed is reached oftener"
WISH = "worth of being elder in the next deal, level"
SHOWS = {ELDER: 28, YOUNGER: 14}
"""What Cavendish expects each seat to make in a deal."""
OPPONENT = 150
"""The opponent's total where one is taken as an example: safe from the rubicon."""
RUBICON_LINE = 100
GRID, OTHER_GRID = tuple(range(0, 201, 20)), tuple(range(40, 201, 20))
"""Own totals and the opponent's of the chart."""
_FULL = 0.5
"""How much of the seat's colour the darkest square has: letters in ink stand out from it."""


_SHADES = 9
"""So few that the picture stays a small file."""


def read_points(table: pd.DataFrame, seat: str) -> dict[tuple[int, int], Estimate]:
    """What a point is worth to a seat, by own total and the opponent's."""
    rows = table[(table.quantity == POINT) & (table.seat == seat)]
    return {(int(row.own), int(row.theirs)): read_estimate(row) for row in rows.itertuples()}


def say_point(table: pd.DataFrame, seat: str) -> Sentence:
    """What a point is worth to one whose show just saves the rubicon."""
    own = RUBICON_LINE - SHOWS[seat]
    worth = read_points(table, seat)[own, OPPONENT]
    where = f"At {own} to {OPPONENT} before the last deal a point"
    return choose(
        Sentence(
            f"{where} more brings {seat} {brief(worth, most=1)}",
            is_within(f"what a point is worth at {own} to {OPPONENT}", worth, above=1),
        ),
        Sentence(f"{where} is worth {brief(worth, sign='+')} to {seat}"),
    )


def draw_elder(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """What a point is worth to who is elder in the last deal."""
    return _draw(table, captions, ELDER)


def draw_younger(table: pd.DataFrame, captions: Mapping[str, object]) -> Figure:
    """What a point is worth to who is younger in the last deal."""
    return _draw(table, captions, YOUNGER)


def _draw(table: pd.DataFrame, captions: Mapping[str, object], seat: str) -> Figure:
    found = read_points(table, seat)
    worths = {(own, theirs): found[own, theirs] for theirs in OTHER_GRID for own in GRID}
    values = np.array([[worths[own, theirs].value for own in GRID] for theirs in OTHER_GRID])
    with chart_style():
        figure, axes = new_chart(height=HIGHEST)
        squares = np.empty((*values.shape, 4))
        squares[:] = to_rgba(f"piquet:{seat}")
        shares = np.clip(values, 0, None) / max(values.max(), 1.0)
        squares[..., 3] = _FULL * np.round(shares * _SHADES) / _SHADES
        axes.imshow(squares, aspect="auto", origin="lower")
        for row, theirs in enumerate(OTHER_GRID):
            for column, own in enumerate(GRID):
                one = worths[own, theirs]
                axes.text(
                    column, row, brief(one, most=1), ha="center", va="center",
                    fontsize=letters(6.6), color=INK_COLOUR,
                )  # fmt: skip
        axes.set_xticks(range(len(GRID)), GRID)
        axes.set_yticks(range(len(OTHER_GRID)), OTHER_GRID)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_xlabel("own total")
        axes.set_ylabel("the opponent’s total")
        add_headline(
            figure, say_point(table, seat),
            f"Worth of a point to {seat} of the last deal, in settlement",
        )  # fmt: skip
        add_small_print(
            figure,
            f"{say_origin(captions)} Mean of the next ten points; {say_reach(worths.values())} at "
            "most (95%). The more colour, the more a point is worth.",
        )
    return figure
