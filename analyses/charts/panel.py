"""A chart of one panel: what it shows above, what was played below, an axis with its unit."""

from collections.abc import Iterator
from contextlib import contextmanager

from matplotlib.axes import Axes

from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.marks import light_grid
from analyses.charts.style import chart_style, new_chart


@contextmanager
def one_panel(
    headline: str,
    subtitle: str = "",
    small_print: str = "",
    *,
    height: float,
    unit: str = "",
    grid: str = "y",
) -> Iterator[Axes]:
    """A block in the current style that draws on the axes of a new figure.

    Parameters
    ----------
    headline, subtitle : str
        The finding, and what is measured, with its unit.
    small_print : str
        What was played, how often, and what the marks are.
    height : float
        Of the figure in one column, in inches.
    unit : str
        Written below the axis.
    grid : str
        Along which axis thin lines run; empty for none.

    Examples
    --------
    >>> from analyses.charts.style import MM
    >>> with one_panel("Elder leads", height=60 * MM) as axes:
    ...     line = axes.plot([1, 2])
    >>> axes.figure.get_suptitle()
    'Elder leads'
    """
    with chart_style():
        figure, axes = new_chart(height=height)
        yield axes
        if unit:
            axes.set_xlabel(unit)
        if grid:
            light_grid(axes, grid)
        add_headline(figure, headline, subtitle)
        add_small_print(figure, small_print)
