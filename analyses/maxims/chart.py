"""All verdicts on one sheet, and one maxim by itself."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analyses.charts.captions import say_origin, say_share
from analyses.charts.marks import draw_mark, write_at
from analyses.charts.panel import one_sheet
from analyses.charts.plot import draw_numbers
from analyses.charts.style import (
    EXACT_COLOUR,
    GRID_COLOUR,
    MM,
    PAGE_WIDTH,
    SEAT_COLOURS,
    SMALLEST,
    TITLE_SIZE,
    letters,
)
from analyses.findings import Finding, Findings
from analyses.maxims.verdict import (
    AS_ANY,
    BROKEN,
    LOT_OBEYED,
    MOST_RIGHT,
    MOST_WRONG,
    NOT_SETTLED,
    OBEYED,
    VERDICTS,
    WHOLE,
    WORTH,
    find_share,
    list_verdicts,
    say_counts,
)
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.quantity import POINTS, Of, Quantity, Sign
from piquet_sim.estimates.shown import Look, Numbers
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import capitalise

ON_THE_DISCARD = "on the discard"
_NAMES = {
    "CAV-M33": "King or point to stop a repique",
    "CAV-M31": "Keep what one of two improves",
    "CAV-M34": "Keep two trios, leave a card",
    "CAV-M13": "Leave a card to keep a guard",
    "CAV-M28": "Of equal suits, the one near a quint",
    "CAV-M20": "Low trio broken before point",
    "CAV-M29": "Keep a quart to the king, two kings",
    "ACA-M03": "A trio before high cards",
    "SFT-M03": "Keep stoppers, the richest class",
    "PAR-M01": "Guards before a five-card point",
    "CAV-M14": "Of 3-3-3-3, all held, take one card",
    "CAV-P02": "Of like suits, lead the longer",
    "L4E-P01": "Play off masters, long suit first",
    "HOY-P01": "Of like tenaces, the shorter suit",
    "CAV-P11": "Of equal cards, the known one",
    "CAV-P13": "Cards settled, keep the last trick",
    "CAV-P12": "At 5 or 6 tricks, play the winner",
    "CAV-P14": "Put to a card, keep suit of more",
    "CAV-M05": "Guard kings, and queens twice",
    "CAV-M03": "High cards before a weak point",
}
"""Of advice for which there is no room."""
_TOP, _HEAD = 3.8, 1.7
"""Lines over the first group, and for the name of a group."""
_HALF, _WIDE = 85.5, 82.5
"""Millimetres from the left where the right half begins, and how wide a half is."""
_NAME_AT, _AXIS_AT, _AXIS_WIDE = 3.2, 46.5, 24.5
_SHARE_WIDE = 13.0
"""Across what the head of the shares takes."""
_TICKS = (0, 1, 4, 10, 20, 40)


_Line = tuple[Finding, dict[str, Estimate]]
"""A verdict as a line of the sheet, with the numbers of all cases by quantity."""


def _list_groups(found: Findings) -> dict[str, list[_Line]]:
    # The verdicts, the maxims that apply most often first.
    groups: dict[str, list[_Line]] = {verdict: [] for verdict in VERDICTS}
    for row in list_verdicts(found):
        cells = {name: row[name] for name in ("maxim", "seat")}
        numbers = {one["quantity"]: one.estimate for one in found.select(**cells, kind=WHOLE)}
        if OBEYED in numbers and BROKEN in numbers:
            groups[row["verdict"]].append((row, numbers))
    for lines in groups.values():
        lines.sort(key=lambda line: -(share.value if (share := find_share(line[1])) else 1.0))
    return {verdict: lines for verdict, lines in groups.items() if lines}


def _part_groups(groups: dict[str, list[_Line]]) -> tuple[list[str], list[str]]:
    # On two halves about equally high, the better verdicts to the left.
    heights = {verdict: len(lines) + _HEAD for verdict, lines in groups.items()}
    ways = [
        [verdict for verdict, is_left in zip(groups, way, strict=True) if is_left]
        for way in product((True, False), repeat=len(groups))
    ]
    whole = sum(heights.values())
    left = min(ways, key=lambda way: round(abs(2 * sum(heights[one] for one in way) - whole), 6))
    return left, [one for one in groups if one not in left]


def draw_verdicts(found: Findings, what: str) -> Figure:
    """What each maxim costs always obeyed and always broken, in blocks by verdict.

    Parameters
    ----------
    found : Findings
    what : str
        What the maxims are about: "on the discard".
    """
    groups = _list_groups(found)
    halves = _part_groups(groups)
    lines = [numbers for some in groups.values() for _, numbers in some]
    deals = "hands" if what == ON_THE_DISCARD else "deals"
    cases = max((one[WORTH].n for one in lines), default=0)
    tick = " Tick: as many ways, drawn by lot." * any(LOT_OBEYED in one for one in lines)
    heights = [sum(len(groups[one]) + _HEAD for one in half) for half in halves]
    named = (OBEYED, BROKEN, LOT_OBEYED)
    costs = [one[name].value for one in lines for name in named if name in one]
    low, high = (_root(end([*costs, 0.0, 4.0])) for end in (min, max))
    with one_sheet(
        say_counts(found, what)[0],
        "Points lost in a deal to which it applies, against the player’s own choice",
        f"{say_origin(found.about, f'up to {cases:,} {deals} each')}{tick} Verdicts hold together "
        "at 95%. Filled left of hollow: better obeyed.",
        height=(29 + 2.75 * max([*heights, 4])) * MM,
        width=PAGE_WIDTH,
        keeps_shape=True,
    ) as axes:
        axes.set_ylim(max([*heights, 4]) - 0.4, -_TOP)
        write_at(
            axes,
            40.0,
            -_TOP + 0.4,
            "filled: always obeyed   hollow: always broken",
            ha="left",
            bbox=None,
        )
        for x, seat in zip((1.2, 18.0), SEATS, strict=True):
            draw_mark(axes, x, -_TOP + 0.4, seat)
            write_at(
                axes, x, -_TOP + 0.4, seat, seat, (6, 0), ha="left", fontweight="bold", bbox=None
            )
        for half, start, height in zip(halves, (0.0, _HALF), heights, strict=True):
            place = 0.0
            if half:
                _write_scale(axes, start, (low, high), deals, height)
            for verdict in half:
                _write_group(axes, start, place, (low, high), verdict, groups[verdict])
                place += len(groups[verdict]) + _HEAD
    return axes.figure


def _root(value: float) -> float:
    return float(np.sign(value) * np.sqrt(abs(value)))


def _find_place(start: float, value: float, scale: tuple[float, float]) -> float:
    low, high = scale
    return start + _AXIS_AT + _AXIS_WIDE * (_root(value) - low) / (high - low)


def _write_scale(
    axes: Axes, start: float, scale: tuple[float, float], deals: str, height: float
) -> None:
    small = {"fontsize": letters(SMALLEST), "bbox": None}
    write_at(axes, start, -1.1, "points lost (root scale)", "neutral", ha="left", **small)
    write_at(axes, start + _WIDE, -1.1, f"of {deals}", "neutral", ha="right", **small)
    for value in _TICKS:
        if _root(value) <= scale[1]:
            x = _find_place(start, value, scale)
            if x < start + _WIDE - _SHARE_WIDE:
                write_at(axes, x, -1.1, f"{value}", "neutral", ha="center", **small)
            colour = EXACT_COLOUR if value == 0 else GRID_COLOUR
            axes.plot([x, x], [-0.2, height - 0.4], color=colour, linewidth=letters(0.7), zorder=0)


def _write_group(
    axes: Axes,
    start: float,
    top: float,
    scale: tuple[float, float],
    verdict: str,
    lines: Sequence[_Line],
) -> None:
    meaning = "neutral" if verdict in (AS_ANY, NOT_SETTLED) else "ink"
    write_at(
        axes,
        start,
        top + 0.4,
        f"{capitalise(verdict)}: {len(lines)}",
        meaning,
        ha="left",
        fontweight="bold",
        fontsize=letters(TITLE_SIZE - 1),
    )
    small = {"fontsize": letters(SMALLEST), "bbox": None}
    for number, (row, numbers) in enumerate(lines):
        place, seat = top + _HEAD + number, row["seat"]
        if number % 2 == 0:
            axes.add_patch(
                Rectangle(
                    (start, place - 0.5),
                    _WIDE,
                    1.0,
                    color=GRID_COLOUR,
                    alpha=0.4,
                    linewidth=0,
                    zorder=-1,
                )
            )
        name = _NAMES.get(row["maxim"], row["advice"])
        draw_mark(axes, start + 1.2, place, seat, 3.4)
        write_at(axes, start + _NAME_AT, place, name, ha="left", **small)
        ends = [_find_place(start, numbers[one].value, scale) for one in (OBEYED, BROKEN)]
        colour = SEAT_COLOURS[seat]
        axes.plot(ends, [place, place], color=colour, linewidth=letters(1.0), zorder=2)
        draw_mark(axes, ends[0], place, seat, 4.2)
        axes.plot(
            [ends[1]],
            [place],
            marker="o" if seat == SEATS[0] else "s",
            color=colour,
            markerfacecolor="white",
            markersize=letters(3.8),
            zorder=3,
        )
        if LOT_OBEYED in numbers:
            x = _find_place(start, numbers[LOT_OBEYED].value, scale)
            axes.plot(
                [x, x],
                [place - 0.4, place + 0.4],
                color=EXACT_COLOUR,
                linewidth=letters(1.2),
                zorder=4,
            )
        if share := find_share(numbers):
            write_at(axes, start + _WIDE, place, say_share(share), ha="right", **small)


def draw_one(maxim: str, found: Findings) -> Figure:
    """What a maxim costs in each of its seats, and what breaking costs more in classes of cases.

    Parameters
    ----------
    maxim : str
    found : Findings
    """
    given = list(list_verdicts(found, maxim=maxim))
    rows = [
        row
        for row in found.select(maxim=maxim)
        if row.estimate
        and row["kind"] not in (MOST_RIGHT, MOST_WRONG)
        and row["quantity"] in ((WORTH, OBEYED, BROKEN) if row["kind"] == WHOLE else (WORTH,))
    ]
    rows.sort(key=lambda row: (OBEYED, BROKEN, WORTH).index(row["quantity"]))
    kinds = list(dict.fromkeys(row["kind"] for row in rows))
    shown = kinds[:2] + kinds[2:][-_MOST_CLASSES:]
    told = "; ".join(f"{row['seat']}: {row['verdict']}" for row in given)
    if len(given) > 1 and len({row["verdict"] for row in given}) == 1:
        told = f"{given[0]['verdict']}, in both seats"
    advice = given[0]["advice"] if given else maxim
    cases = max((row.estimate.n for row in given), default=0)
    return draw_numbers(
        Numbers(
            say_origin(found.about, f"up to {cases:,} cases each"),
            [_mean_cost(row) for row in rows if row["kind"] in shown],
            [Claim(f"“{advice}”: {told or 'not judged'}")],
            Look(says="Points in a case to which it applies"),
        )
    )


_MOST_CLASSES = 6
"""Of cases on the chart of one maxim: those of its own stand last in the table."""


def _mean_cost(row: Finding) -> Quantity:
    seat, quantity, kind = row["seat"], row["quantity"], row["kind"]
    is_cost = quantity != WORTH
    name = quantity.removesuffix(" costs") if is_cost else "all cases" if kind == WHOLE else kind
    return Quantity(
        f"{seat}_{quantity}_{kind}",
        name,
        row.estimate,
        POINTS,
        Of("case"),
        seat,
        "cost against the player’s own choice" if is_cost else "what breaking costs more",
        Sign.LOSS if is_cost else Sign.CHANGE,
        "the player’s own choice" if is_cost else "always obeying",
    )


def draw_own(found: Findings) -> Figure:
    """What a maxim of one's own costs by seat, always obeyed and always broken."""
    rows = list(list_verdicts(found))
    return draw_one(rows[0]["maxim"] if rows else found.rows[0]["maxim"], found)
