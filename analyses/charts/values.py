"""Figures of one's own as rows: what was measured, with its error."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from analyses.charts.style import (
    EXACT_COLOUR,
    HIGHEST,
    MM,
    add_headline,
    add_small_print,
    chart_style,
    draw_interval,
    letters,
    light_grid,
    new_chart,
    tick_sparsely,
    write_at,
)
from analyses.words.sentences import brief
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
        Who played, and how many deals, for the small print.
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
    ends = [end for one in values.values() for end in (one.low, one.high) if end is not None]
    ends += [one.value for one in values.values()]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    with chart_style():
        figure, axes = new_chart(height=min((24 + 5.4 * len(values)) * MM, HIGHEST))
        axes.axvline(0, color=EXACT_COLOUR, linewidth=letters(0.6))
        if beside is not None:
            axes.axvline(values[beside].value, color=EXACT_COLOUR, linewidth=letters(0.6),
                         linestyle=":")  # fmt: skip
        for place, one in enumerate(values.values()):
            draw_interval(axes, place, one, "elder", size=4.8)
            side = 1 if one.value >= 0 else -1
            end = (one.high if side > 0 else one.low) or one.value
            write_at(axes, end, place, brief(one), "elder", (6 * side, 0),
                     ha="left" if side > 0 else "right")  # fmt: skip
        axes.set_yticks(range(len(values)), list(values))
        axes.set_ylim(len(values) - 0.5, -0.6)
        room = 0.16 * (high - low or 1.0)
        axes.set_xlim(low - room * any(one.value < 0 for one in values.values()), high + room)
        tick_sparsely(axes.xaxis, 6)
        light_grid(axes, "x")
        add_headline(figure, title, subtitle)
        dotted = f"Dotted: {beside}." if beside is not None else ""
        add_small_print(figure, " ".join(filter(None, (caption, "Lines: 95% intervals.", dotted))))
    return figure
