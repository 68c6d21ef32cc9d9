"""What a lead in a partie is worth: chances of winning by the lead and the deals left."""

import numpy as np
from matplotlib.figure import Figure

from analyses.charts.marks import write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import ELDER_COLOUR, MM, NEUTRAL_COLOUR, figure_of, letters
from piquet_sim.game.errors import InputError
from piquet_sim.matches.equity import WIN, ChanceTable
from piquet_sim.sentences import about_percent

_LEAST = 10
_LEAD = 50
_FIRST, _NEXT = 0.12, 0.13
"""Where on its line the first name is, and how much farther along each next one is, as shares of
the greatest lead; side by side they would overlap."""


def draw_chances(table: ChanceTable, caption: str = "", most: int = 120) -> Figure:
    """A's chance of winning a partie by A's lead, a line for each number of deals left.

    Parameters
    ----------
    table : ChanceTable
    caption : str
        Description of what was played, for the small print.
    most : int
        The greatest lead shown.

    Raises
    ------
    InputError
        If the greatest lead is beyond the table.
    """
    deals = table.rules.partie_deals - 1  # before the first deal there are no totals
    if not _LEAST <= most <= table.reach:
        raise InputError(
            f"charts: expected a greatest lead from {_LEAST} to {table.reach}, got {most}"
        )
    leads = np.arange(0, most + 1)
    one, other = (
        about_percent(table.find_chances(_LEAD, 0, deals + 2 - left, 0).wins) for left in (1, deals)
    )
    with one_panel(
        f"{_LEAD} points ahead win {one} with one deal left, {other} with {deals}",
        "Chance of winning the partie, percent",
        f"{caption} Who is ahead is elder in the deal to be played next.".strip(),
        height=70 * MM,
        unit="points ahead",
    ) as axes:
        for left in range(1, deals + 1):
            chances = 100 * chances_of(table, left, leads)
            ends = left in (1, deals)
            axes.plot(
                leads,
                chances,
                color=ELDER_COLOUR if ends else NEUTRAL_COLOUR,
                linewidth=letters(1.6 if ends else 1.0),
            )
            place = int((_FIRST + _NEXT * (left - 1)) * most)
            words = f"{left} deal{'s' if left > 1 else ''} left" if ends else f"{left}"
            write_at(
                axes,
                place,
                chances[place],
                words,
                "elder" if ends else "neutral",
                ha="center",
                fontweight="bold" if ends else "normal",
            )
        axes.set_xlim(0, most)
        axes.set_ylim(min(50.0, axes.get_ylim()[0]), 100)
    return figure_of(axes)


def chances_of(table: ChanceTable, left: int, lead: np.ndarray) -> np.ndarray:
    """A's chances of winning as elder, with a number of deals left and a lead."""
    deal = table.rules.partie_deals - left + 1
    return table.differences[deal, 0][WIN][lead + table.reach]
