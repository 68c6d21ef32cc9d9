"""Your own figures as rows: what was measured, with its error."""

from collections.abc import Mapping

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.captions import say_alike
from analyses.charts.rows import Mark, Row, draw_rows, find_ends
from analyses.charts.style import EXACT_COLOUR, HIGHEST, MM, letters
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.errors import InputError


def draw_values(
    values: Mapping[str, Estimate],
    title: str,
    subtitle: str = "",
    caption: str = "",
    beside: str | None = None,
) -> Figure:
    """A row for each figure, in the order given: its name, a mark, its 95% interval, its value.

    Parameters
    ----------
    values : mapping of str to Estimate
        By what they are called; all in one unit.
    title : str
        The finding.
    subtitle : str
        What is measured, with its unit.
    caption : str
        The players, and how many deals, for the small print.
    beside : str, optional
        The figure with which the others are to be compared: a line runs through it.

    Raises
    ------
    InputError
        If there is no figure, or none of the name to compare with.
    """
    if not values:
        raise InputError("charts: expected at least one figure")
    if beside is not None and beside not in values:
        raise InputError(f"charts: expected one of {', '.join(values)} to compare with: {beside!r}")
    low, high = find_ends(values.values())
    room = 0.16 * (high - low or 1.0)
    left = room * any(one.value <= 0 for one in values.values())

    def mark_beside(axes: Axes) -> None:
        if beside is not None:
            axes.axvline(values[beside].value, color=EXACT_COLOUR, linewidth=letters(0.6),
                         linestyle=":")  # fmt: skip

    dotted = f"Dotted: {beside}." if beside is not None else ""
    return draw_rows(
        [
            Row(name, [Mark(one, "elder", number, one.value < 0, size=4.8)])
            for (name, one), number in zip(values.items(), say_alike(values.values()), strict=True)
        ],
        title, subtitle, " ".join(filter(None, (caption, "Lines: 95% intervals.", dotted))),
        height=min((24 + 5.4 * len(values)) * MM, HIGHEST),
        limits=(low - left, high + room), below=0.5, further=mark_beside,
    )  # fmt: skip
