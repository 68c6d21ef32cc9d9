"""The charts of maxims: all verdicts on one sheet, and one maxim by itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analyses.charts.captions import say_origin, say_reach, say_share
from analyses.charts.marks import draw_mark, write_at
from analyses.charts.panel import one_sheet
from analyses.charts.style import (
    EXACT_COLOUR,
    GRID_COLOUR,
    MM,
    NARROW_WIDTH,
    NEUTRAL_COLOUR,
    PAGE_WIDTH,
    SEAT_COLOURS,
    SMALLEST,
    TITLE_SIZE,
    is_narrow,
    letters,
)
from analyses.findings import Finding, Findings
from analyses.maxims.maxim import Maxim
from analyses.maxims.verdict import (
    AS_ANY,
    BROKEN,
    BY_LOT,
    HALF,
    LOT_OBEYED,
    MATTERS,
    NO_DIFFERENCE,
    NOT_SETTLED,
    OBEYED,
    OBEYS,
    PERFECT,
    RIGHT,
    VERDICTS,
    WORTH,
    WRONG,
    find_share,
    list_titles,
    list_verdicts,
    read_numbers,
    select_case,
)
from analyses.study import Chart
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.grounds import Claim
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
_MEANT = {
    RIGHT: "costs less obeyed; obeys oftener than by lot",
    AS_ANY: "costs less obeyed; obeys no oftener than by lot",
    HALF: "costs more obeyed, yet obeys oftener than by lot",
    WRONG: "costs more obeyed; obeys hardly oftener or less",
    NO_DIFFERENCE: f"both cost the same to {MATTERS} points",
    NOT_SETTLED: "none of these is sure",
}
_HEAD, _PITCH = 2.7, 2.75
"""Lines of the name of a group, and millimetres of a line."""
_KEYS = {"elder": 0, "younger": 14, "obeyed": 33, "broken": 49, "by lot, obeyed": 65}
"""What the marks are, and where that stands, always or in the second line of a narrow sheet."""
_HALF = 85.5
"""Millimetres from the left where the right half of a page begins."""
_TICKS = (0, 2, 10, 40)

_Line = tuple[Finding, dict[str, Estimate]]
"""A verdict as a line of the sheet, with its numbers by quantity."""


@dataclass(frozen=True)
class _Column:
    # Where things stand across a column, in millimetres, and how many lines a maxim takes.
    axis_at: float
    axis_wide: float
    wide: float
    lines: int
    low: float
    high: float
    start: float = 0.0

    def find(self, points: float) -> float:
        """Where so many points are, on the scale of their roots."""
        low, high, value = (np.sign(one) * abs(one) ** 0.5 for one in (self.low, self.high, points))
        return self.start + self.axis_at + self.axis_wide * (value - low) / (high - low)

    @property
    def ends(self) -> list[float]:
        """Where the columns of shares end: obeys, by lot, how often it applies."""
        return [self.start + self.wide - shift for shift in (14.3, 9.3, 0.0)]

    def measure(self, groups: Sequence[Sequence[_Line]]) -> float:
        """How many lines some groups take."""
        return sum(self.lines * len(one) + _HEAD for one in groups)


def _list_groups(found: Findings) -> dict[str, list[_Line]]:
    # The verdicts, the maxims that apply most often first.
    groups: dict[str, list[_Line]] = {verdict: [] for verdict in VERDICTS}
    for row in list_verdicts(found):
        groups[row["verdict"]].append((row, read_numbers(select_case(found, row))))
    for lines in groups.values():
        lines.sort(key=lambda line: -(share.value if (share := find_share(line[1])) else 1.0))
    return {verdict: lines for verdict, lines in groups.items() if lines}


def _part(groups: dict[str, list[_Line]], column: _Column) -> list[list[str]]:
    # On two halves about equally high, the better verdicts to the left; a narrow sheet has one.
    if column.lines > 1:
        return [list(groups)]
    names = list(groups)
    return min(
        [[names[:place], names[place:]] for place in range(1, len(names) + 1)] or [[]],
        key=lambda way: max(column.measure([groups[one] for one in half]) for half in way),
    )


def draw_verdicts(found: Findings, what: str) -> Figure:
    """What each maxim costs always obeyed and always broken, in blocks by verdict.

    Parameters
    ----------
    found : Findings
    what : str
        What the maxims are about: "on the discard".
    """
    groups = _list_groups(found)
    every = [numbers for lines in groups.values() for _, numbers in lines]
    costs = [one[name] for one in every for name in (OBEYED, BROKEN)]
    lots = [one[LOT_OBEYED].value for one in every if LOT_OBEYED in one]
    scale = (
        min([0.0, *(one.value if one.low is None else one.low for one in costs)]),
        max([_TICKS[-1], *lots, *(one.value if one.high is None else one.high for one in costs)]),
    )
    column = _Column(*(3.0, 32.0, 58.0, 2) if is_narrow() else (45.5, 16.0, 82.5, 1), *scale)
    top = 6.4 if is_narrow() else 4.4
    halves = _part(groups, column)
    height = max([4.0, *(column.measure([groups[one] for one in half]) for half in halves)])
    deals = "hands" if what == ON_THE_DISCARD else "deals"
    cases = max((one[WORTH].n for one in every), default=0)
    with one_sheet(
        next(list_titles(found, what)).say(Numbers("", [])),
        "Points lost where it applies, against the player’s own choice; percent of "
        "cases in which the better choice obeys, and by lot",
        f"{say_origin(found.about, f'up to {cases:,} {deals} each')} By lot: a rule that as "
        f"many ways obey, drawn at random. Lines: 95% intervals, {say_reach(costs)} at most. "
        "Verdicts hold together at 95%.",
        height=(25 + 18 * is_narrow() + _PITCH * (height + top)) * MM,
        width=NARROW_WIDTH if is_narrow() else PAGE_WIDTH,
    ) as (figure, axes):
        axes.set_ylim(height, -top)
        _write_keys(axes, top, bool(lots))
        for half, start in zip(halves, (0.0, _HALF), strict=False):
            if half:
                own = {verdict: groups[verdict] for verdict in half}
                _write_half(axes, replace(column, start=start), own, deals)
    return figure


def _write_keys(axes: Axes, top: float, has_lots: bool) -> None:
    # What the marks are; on a narrow sheet in two lines.
    for name, at in list(_KEYS.items())[: None if has_lots else -1]:
        meaning, is_below = (name, False) if name in SEATS else ("neutral", is_narrow())
        x, y = at - _KEYS["obeyed"] * is_below, 0.7 - top + 1.8 * is_below
        if name == "by lot, obeyed":
            _draw_lot(axes, x + 1.2, y)
        else:
            draw_mark(axes, x + 1.2, y, meaning, is_hollow=name == "broken")
        options = {"fontweight": "bold"} if name in SEATS else {}
        write_at(axes, x + 1.2, y, name, meaning, (5, 0), ha="left", bbox=None, **options)


def _draw_lot(axes: Axes, x: float, y: float) -> None:
    axes.plot([x, x], [y - 0.4, y + 0.4], color=EXACT_COLOUR, linewidth=letters(1.2), zorder=4)


def _write_half(axes: Axes, column: _Column, groups: dict[str, list[_Line]], deals: str) -> None:
    small, start = {"fontsize": letters(SMALLEST), "bbox": None}, column.start
    write_at(axes, start, -1.8, "points lost (root scale)", "neutral", **small)
    for heads, end in zip((("obeys", ""), ("by", "lot"), ("of", deals)), column.ends, strict=True):
        for head, y in zip(heads, (-1.8, -0.7), strict=True):
            write_at(axes, end, y, head, "neutral", ha="right", **small)
    for tick in _TICKS:
        write_at(axes, column.find(tick), -0.7, f"{tick}", "neutral", ha="center", **small)
    place = 0.0
    for verdict, lines in groups.items():
        write_at(
            axes,
            start,
            place + 0.5,
            f"{capitalise(verdict)}: {len(lines)}",
            "neutral" if verdict in (AS_ANY, NOT_SETTLED) else "ink",
            ha="left",
            fontweight="bold",
            fontsize=letters(TITLE_SIZE - 1),
            bbox=None,
        )
        write_at(axes, start, place + 1.7, _MEANT[verdict], "neutral", ha="left", **small)
        place += _HEAD
        for number, line in enumerate(lines):
            if number % 2 == 0:
                axes.add_patch(
                    Rectangle(
                        (start, place - 0.5),
                        column.wide,
                        column.lines,
                        color=GRID_COLOUR,
                        alpha=0.4,
                        linewidth=0,
                        zorder=-1,
                    )
                )
            _write_line(axes, column, place, *line)
            place += column.lines


def _write_line(
    axes: Axes, column: _Column, place: float, row: Finding, numbers: dict[str, Estimate]
) -> None:
    small, seat, start = {"fontsize": letters(SMALLEST), "bbox": None}, row["seat"], column.start
    draw_mark(axes, start + 1.2, place, seat, 3.4)
    write_at(axes, start + 3.2, place, _NAMES.get(row["maxim"], row["advice"]), ha="left", **small)
    place += column.lines - 1
    for share, end in zip(
        (numbers.get(OBEYS), numbers.get(BY_LOT), find_share(numbers)), column.ends, strict=True
    ):
        if share is not None:
            said = say_share(share.value)
            write_at(
                axes, end, place, said if end == column.ends[-1] else said[:-1], ha="right", **small
            )
    for tick in _TICKS:
        colour, height = GRID_COLOUR if tick else EXACT_COLOUR, [place - 0.5, place + 0.5]
        axes.plot([column.find(tick)] * 2, height, color=colour, linewidth=letters(0.7), zorder=0)
    known = [numbers[one] for one in (OBEYED, BROKEN)]
    ends = [column.find(one.value) for one in known]
    axes.plot(ends, [place] * 2, color=NEUTRAL_COLOUR, linewidth=letters(0.7), zorder=2)
    for one, x, is_hollow in zip(known, ends, (False, True), strict=True):
        if one.low is not None:
            between = [column.find(end) for end in (one.low, one.high)]
            axes.plot(
                between, [place] * 2, color=SEAT_COLOURS[seat], linewidth=letters(1.8), zorder=3
            )
        draw_mark(axes, x, place, seat, 4.2, is_hollow)
    if LOT_OBEYED in numbers:
        _draw_lot(axes, column.find(numbers[LOT_OBEYED].value), place)


# ---- One maxim ----------------------------------------------------------------------------------
def chart_one(maxim: Maxim, shows: str = "") -> Chart:
    """The chart of one maxim: its costs by seat, and in what cases breaking costs more.

    These are its own classes of cases, where it has some.
    """
    parts = [PERFECT, *(name for name, _ in maxim.parts)] if maxim.parts else ["*"]
    classes = [f"{WORTH}_{one}" for one in parts]

    def list_titles(found: Findings) -> Iterator[Claim]:
        given = list(list_verdicts(found, maxim=maxim.id))
        said = "; ".join(f"{row['seat']}: {row['verdict']}" for row in given)
        if len(given) > 1 and len({row["verdict"] for row in given}) == 1:
            said = f"{given[0]['verdict']}, in both seats"
        yield Claim(
            "“{advice}”: {said}", fills={"advice": maxim.name, "said": said or "not judged"}
        )

    return Chart(
        Look(
            [f"{maxim.id}_*_{one}" for one in (OBEYED, BROKEN, WORTH, *classes)],
            "Points in a case to which it applies: costs against the player’s own choice, and what "
            "breaking costs more",
        ),
        shows,
        list_titles,
        amount=lambda about: f"up to {about.get('hands_each') or about['deals_each']:,} cases each",
    )
