"""A picture of what a score is worth: chances by both totals, and what a point counts."""

from pathlib import Path

import numpy as np

from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.marks import light_grid, write_at
from analyses.charts.style import (
    ELDER_COLOUR,
    EXACT_COLOUR,
    HEAT_MAP,
    INK_COLOUR,
    MM,
    OTHER_COLOUR,
    PAGE_WIDTH,
    PAPER_COLOUR,
    SEAT_LINES,
    SMALL_COLOUR,
    YOUNGER_COLOUR,
    chart_style,
    letters,
    new_chart,
    save_chart,
)
from piquet_sim.matches.equity import WIN, ChanceTable
from piquet_sim.sentences import about, about_percent

_AROUND = 100
_STEP = 2


def write_score_chart(
    path: Path,
    table: ChanceTable,
    totals: tuple[int, int],
    deal: int,
    elder: int,
    strategies: tuple[str, str],
) -> None:
    """Draw the chances around a pair of totals, and write them to a file.

    Left, A's chance of winning by both totals; right, what one more point adds to A's expected
    settlement by A's own total, if A scores it and if B does.

    Parameters
    ----------
    path : Path
        Ends in .svg, .png or .pdf.
    table : ChanceTable
    totals : tuple of int
        A's and B's before the deal.
    deal, elder : int
        As `ChanceTable.find_chances` takes them.
    strategies : tuple of str
        A's and B's, for the small print.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    one, two = totals
    with chart_style():
        figure, (heat, worth) = new_chart(1, 2, height=72 * MM, width=PAGE_WIDTH)
        _draw_heat(heat, table, one, two, deal, elder)
        _draw_worth(worth, table, one, two, deal, elder)
        here = table.find_chances(one, two, deal, elder)
        add_headline(
            figure,
            f"At {one}-{two} with deal {deal} to play A wins {about_percent(here.wins)} and "
            f"may expect {about(here.settlement_mean, sign='+')}",
        )
        add_small_print(
            figure,
            f"A ({strategies[0]}) is {'elder' if elder == 0 else 'younger'} in deal {deal}, B "
            f"({strategies[1]}) {'younger' if elder == 0 else 'elder'}; {table.rules.name}; by "
            f"backward recursion from {here.wins.n:,} deals. Dot and solid line: here; dotted: "
            "the rubicon. The steps on the right are those of the scores that deals really have.",
        )
    save_chart(figure, path)


def _range_around(total: int) -> np.ndarray:
    low = max(total - _AROUND, 0)
    return np.arange(low, low + 2 * _AROUND + 1, _STEP)


def _draw_heat(axes, table, one, two, deal, elder) -> None:
    mine, theirs = _range_around(one), _range_around(two)
    chances = (
        table.differences[deal, elder][WIN][mine[None, :] - theirs[:, None] + table.reach] * 100
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
    line = table.line
    if line:
        if mine[0] < line < mine[-1]:
            axes.axvline(line, color=OTHER_COLOUR, linewidth=0.5, linestyle=":")
        if theirs[0] < line < theirs[-1]:
            axes.axhline(line, color=OTHER_COLOUR, linewidth=0.5, linestyle=":")
    axes.set_xlabel("A's total, points")
    axes.set_ylabel("B's total, points")
    axes.set_title("A's chance of winning, percent")


def _draw_worth(axes, table, one, two, deal, elder) -> None:
    mine = np.arange(max(one - _AROUND, 0), max(one - _AROUND, 0) + 2 * _AROUND + 1)
    here = np.array([table.expected_settlement(a, two, deal, elder) for a in mine])
    mine_more = np.array([table.expected_settlement(a + 1, two, deal, elder) for a in mine])
    their_more = np.array([table.expected_settlement(a, two + 1, deal, elder) for a in mine])
    axes.plot(mine, mine_more - here, color=ELDER_COLOUR)
    axes.plot(mine, their_more - here, color=YOUNGER_COLOUR, linestyle=SEAT_LINES["younger"])
    axes.axhline(0, color=EXACT_COLOUR, linewidth=0.6)
    axes.axvline(one, color=OTHER_COLOUR, linewidth=0.8)
    axes.set_xlabel(f"A's total, B having {two}")
    axes.set_ylabel("worth to A's expected settlement, points")
    axes.set_title("What a point is worth")
    for seat, who, steps in (("elder", "A", mine_more - here), ("younger", "B", their_more - here)):
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
    light_grid(axes, "y")
