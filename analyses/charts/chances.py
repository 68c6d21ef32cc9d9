"""What a lead and a score are worth: chances of winning by the lead and by both totals."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.marks import write_at
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    ELDER_COLOUR,
    EXACT_COLOUR,
    HEAT_MAP,
    INK_COLOUR,
    MM,
    NEUTRAL_COLOUR,
    OTHER_COLOUR,
    PAGE_WIDTH,
    PAPER_COLOUR,
    SEAT_COLOURS,
    SEAT_LINES,
    SMALL_COLOUR,
    chart_style,
    letters,
    new_chart,
)
from piquet_sim.estimates.quantity import SETTLEMENT, Quantity, Sign, write_value
from piquet_sim.matches.equity import WIN, ChanceTable

_LEAD, _MOST_AHEAD = 50, 120
"""Points ahead, as in the title, and the greatest lead shown."""
_AROUND = 100
"""Points on either side of a total."""
_FIRST, _NEXT = 0.12, 0.13
"""Where on its line the first name is, and how much farther along each next one is, as shares of
the greatest lead; side by side they would overlap."""


def draw_chances(table: ChanceTable, caption: str = "") -> Figure:
    """A's chance of winning a partie by A's lead, a line for each number of deals left.

    Parameters
    ----------
    table : ChanceTable
    caption : str
        Description of what was played, for the small print.
    """
    deals = table.rules.partie_deals - 1  # before the first deal there are no totals
    leads = np.arange(_MOST_AHEAD + 1)
    one, other = (
        write_value(Quantity("", "", table.find_chances(_LEAD, 0, deals + 2 - left, 0).wins))
        for left in (1, deals)
    )
    with one_panel(
        f"{_LEAD} points ahead win {one}% with one deal left, {other}% with {deals}",
        "Chance of winning the partie, percent",
        f"{caption} Who is ahead is elder in the deal to be played next.".strip(),
        height=70 * MM,
        unit="points ahead",
    ) as (figure, axes):
        for left in range(1, deals + 1):
            wins = table.differences(table.rules.partie_deals - left + 1, 0)[WIN]
            chances = 100 * wins[leads + table.reach]
            ends = left in (1, deals)
            axes.plot(
                leads,
                chances,
                color=ELDER_COLOUR if ends else NEUTRAL_COLOUR,
                linewidth=letters(1.6 if ends else 1.0),
            )
            place = int((_FIRST + _NEXT * (left - 1)) * _MOST_AHEAD)
            write_at(
                axes,
                place,
                chances[place],
                f"{left} deal{'s' if left > 1 else ''} left" if ends else f"{left}",
                "elder" if ends else "neutral",
                ha="center",
                fontweight="bold" if ends else "normal",
            )
        axes.set(xlim=(0, _MOST_AHEAD), ylim=(min(50.0, axes.get_ylim()[0]), 100))
    return figure


# ---- By both totals -----------------------------------------------------------------------------
def draw_score(
    table: ChanceTable, totals: tuple[int, int], deal: int, elder: int, strategies: tuple[str, str]
) -> Figure:
    """The chances around a pair of totals.

    Left, A's chance of winning by both totals; right, what one more point adds to A's expected
    settlement by A's own total, if A scores it and if B does.

    Parameters
    ----------
    table : ChanceTable
    totals : tuple of int
        A's and B's before the deal.
    deal, elder : int
        As `ChanceTable.find_chances` takes them.
    strategies : tuple of str
        A's and B's, for the small print.
    """
    one, two = totals
    with chart_style():
        figure, (heat, worth) = new_chart(1, 2, height=72 * MM, width=PAGE_WIDTH)
        _draw_heat(heat, table, one, two, deal, elder)
        _draw_worth(worth, table, one, two, deal, elder)
        here = table.find_chances(one, two, deal, elder)
        add_headline(
            figure,
            f"At {one}-{two} with deal {deal} to play A wins "
            f"{write_value(Quantity('', '', here.wins))}% and may expect "
            + write_value(Quantity("", "", here.settlement_mean, SETTLEMENT, sign=Sign.LEAD)),
        )
        add_small_print(
            figure,
            f"A ({strategies[0]}) is {'elder' if elder == 0 else 'younger'} in deal {deal}, B "
            f"({strategies[1]}) {'younger' if elder == 0 else 'elder'}; {table.rules.name}; by "
            f"backward recursion from {here.wins.n:,} deals. Dot and solid line: here; dotted: "
            "the rubicon. The steps on the right are those of the scores that deals really have.",
        )
    return figure


def _list_around(total: int) -> np.ndarray:
    return max(total - _AROUND, 0) + np.arange(2 * _AROUND + 1)


def _draw_heat(axes: Axes, table: ChanceTable, one: int, two: int, deal: int, elder: int) -> None:
    mine, theirs = (_list_around(total)[::2] for total in (one, two))
    chances = (
        table.differences(deal, elder)[WIN][mine[None, :] - theirs[:, None] + table.reach] * 100
    )
    axes.pcolormesh(
        mine, theirs, chances, cmap=HEAT_MAP, vmin=0, vmax=100, shading="nearest", rasterized=True
    )
    lines = axes.contour(
        mine,
        theirs,
        chances,
        levels=[10, 25, 50, 75, 90],
        colors=[SMALL_COLOUR] * 2 + [INK_COLOUR] + [PAPER_COLOUR] * 2,
        linewidths=letters(0.6),
    )
    axes.clabel(lines, fmt="%d%%", fontsize=letters(6.5))
    axes.plot(one, two, marker="o", markersize=5, color=OTHER_COLOUR, markeredgecolor=PAPER_COLOUR)
    for totals, draw in ((mine, axes.axvline), (theirs, axes.axhline)):
        if table.line and totals[0] < table.line < totals[-1]:
            draw(table.line, color=OTHER_COLOUR, linewidth=0.5, linestyle=":")
    axes.set(
        xlabel="A's total, points",
        ylabel="B's total, points",
        title="A's chance of winning, percent",
    )


def _draw_worth(axes: Axes, table: ChanceTable, one: int, two: int, deal: int, elder: int) -> None:
    mine = _list_around(one)
    here, mine_more, their_more = (
        np.array([table.expected_settlement(own + more, two + other, deal, elder) for own in mine])
        for more, other in ((0, 0), (1, 0), (0, 1))
    )
    for seat, who, steps in (("elder", "A", mine_more - here), ("younger", "B", their_more - here)):
        axes.plot(mine, steps, color=SEAT_COLOURS[seat], linestyle=SEAT_LINES[seat])
        place = int(np.abs(steps).argmax())
        write_at(
            axes,
            mine[place],
            steps[place],
            f"a point more for {who}",
            seat,
            (6 if place < len(mine) // 2 else -6, 0),
            fontweight="bold",
            ha="left" if place < len(mine) // 2 else "right",
        )
    axes.axhline(0, color=EXACT_COLOUR, linewidth=0.6)
    axes.axvline(one, color=OTHER_COLOUR, linewidth=0.8)
    axes.set(
        xlabel=f"A's total, B having {two}",
        ylabel="worth to A's expected settlement, points",
        title="What a point is worth",
    )
    axes.grid(axis="y")
