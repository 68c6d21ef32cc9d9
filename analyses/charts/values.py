"""Your own figures as rows: what was measured, with its error."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from analyses.charts.plot import draw_numbers
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.intervals import is_of_share
from piquet_sim.estimates.quantity import NOTHING, PERCENT, Quantity, Unit
from piquet_sim.estimates.shown import Look, Numbers
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
    shares = all(is_of_share(one.method) for one in values.values())
    unit = PERCENT if shares else Unit(subtitle, " ", is_per=False)
    line = None if beside is None else (unit.scale * values[beside].value, beside)
    return draw_numbers(
        Numbers(
            caption,
            [Quantity(name, name, one, unit, NOTHING) for name, one in values.items()],
            [Claim("{title}", fills={"title": title})],
            Look(says=subtitle, beside=line),
        )
    )
