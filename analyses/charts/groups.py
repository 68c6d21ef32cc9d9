"""A picture of one estimate by group: a dot with its interval for each value of an expression."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from analyses.charts.marks import interval_bars, tick_sparsely
from analyses.charts.panel import one_panel
from analyses.charts.style import (
    ELDER_COLOUR,
    EXACT_COLOUR,
    MM,
    NEUTRAL_COLOUR,
    OTHER_COLOUR,
    YOUNGER_COLOUR,
    letters,
)
from piquet_sim.game.errors import InputError, read_known
from piquet_sim.game.wording import count_of
from piquet_sim.running.groups import SHARE

if TYPE_CHECKING:
    from piquet_sim.running.groups import Groups

_COLOURS = (ELDER_COLOUR, YOUNGER_COLOUR, EXACT_COLOUR, OTHER_COLOUR, NEUTRAL_COLOUR)
_FEWEST = 30
"""Deals of a group that is drawn."""
_LARGEST, _APART = 90.0, 0.6
"""Area of the dot of all deals, and how far apart the dots of one value may lie."""


def draw_groups(groups: "Groups", estimate: str = SHARE) -> Figure:
    """One estimate by group, with the mean over all groups as a line.

    Dots are as large as groups are frequent. With two expressions the first is along the axis, and
    each value of the second has a colour.

    Parameters
    ----------
    groups : Groups
        `Result.groups`.
    estimate : str
        The name of an estimate, or of a measure of one's own.

    Raises
    ------
    InputError
        If there is no such estimate, or no group of thirty deals.
    """
    for one in groups.estimates.values():
        read_known(estimate, one, "estimate", "groups")
    deals = {key: groups.count(*key) for key in groups.estimates}
    drawn = [key for key in deals if deals[key] >= _FEWEST]
    if not drawn:
        raise InputError(f"groups: no group has {_FEWEST} deals; play more")
    scale = 100 if groups.is_share(estimate) else 1
    every = sum(deals.values())
    found = {key: groups.estimates[key][estimate] for key in deals}
    mean = sum(one.value * deals[key] for key, one in found.items()) / every
    left = len(deals) - len(drawn)
    small = [
        f"{groups.simulation}, {groups.tally.deals:,} deals.",
        "Larger dots: more deals. Line: the mean of all groups."
        if estimate != SHARE
        else "Intervals: 95%.",
        f"Not drawn: {count_of(left, 'groups')} of fewer than {_FEWEST} deals." if left else "",
    ]
    kinds = sorted({key[1:] for key in drawn})
    with one_panel(
        f"{estimate} by {' and '.join(groups.names)}",
        small_print=" ".join(filter(None, small)),
        height=68 * MM,
        unit=groups.names[0],
    ) as (figure, axes):
        if estimate != SHARE:
            axes.axhline(scale * mean, color=EXACT_COLOUR, linewidth=letters(0.6))
        for place, kind in enumerate(kinds):
            keys = [key for key in drawn if key[1:] == kind]
            colour = _COLOURS[place % len(_COLOURS)]
            x = np.array([key[0] for key in keys]) + _APART * ((place + 0.5) / len(kinds) - 0.5)
            shown = [found[key] for key in keys]
            y = [scale * one.value for one in shown]
            axes.errorbar(
                x,
                y,
                interval_bars(shown, scale),
                fmt="none",
                ecolor=colour,
                elinewidth=letters(0.8),
            )
            label = ", ".join(
                f"{name}: {one}" for name, one in zip(groups.names[1:], kind, strict=True)
            )
            sizes = [letters(1) ** 2 * (4 + _LARGEST * deals[key] / every) for key in keys]
            axes.scatter(x, y, sizes, color=colour, label=label or None, zorder=3)
        if len(kinds) > 1:
            axes.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2)
        of = groups.of.many if estimate == SHARE else "the group's deals"
        axes.set_ylabel(f"percent of {of}" if scale == 100 else "mean per deal")
        axes.xaxis.get_major_locator().set_params(integer=True)
        tick_sparsely(axes.yaxis)
    return figure
