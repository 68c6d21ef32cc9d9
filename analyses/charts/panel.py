"""A chart of one panel: what it shows above, what was played below, an axis with its unit.

Or a sheet, on which a chart that is half a table writes and draws wherever it likes.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.headlines import add_headline, add_small_print
from analyses.charts.style import COLUMN_WIDTH, MM, chart_style, find_edge, letters, new_chart


@contextmanager
def one_panel(
    headline: str,
    subtitle: str = "",
    small_print: str = "",
    *,
    height: float,
    unit: str = "",
    grid: str = "y",
) -> Iterator[tuple[Figure, Axes]]:
    """A block in the current style that draws on a new figure with its axes.

    Parameters
    ----------
    headline, subtitle : str
        The finding, and what is measured, with its unit.
    small_print : str
        What was played, how often, and what the marks are.
    height : float
        Height of the figure in one column, in inches.
    unit : str
        Written below the axis.
    grid : str
        Along which axis thin lines run; empty for none.

    Examples
    --------
    >>> from analyses.charts.style import MM
    >>> with one_panel("Elder leads", height=60 * MM) as (figure, axes):
    ...     line = axes.plot([1, 2])
    >>> figure.get_suptitle()
    'Elder leads'
    """
    with chart_style():
        figure, axes = new_chart(height=height)
        yield figure, axes
        if unit:
            axes.set_xlabel(unit)
        if grid:
            axes.grid(axis=grid)
        add_headline(figure, headline, subtitle)
        add_small_print(figure, small_print)


@contextmanager
def one_sheet(
    headline: str,
    subtitle: str = "",
    small_print: str = "",
    *,
    height: float,
    width: float = COLUMN_WIDTH,
) -> Iterator[tuple[Figure, Axes]]:
    """A block in the current style that writes and draws on a new figure, a sheet without any axis.

    The sheet is all that the words over and under it leave. Across it is measured in millimetres,
    which on a slide grow as letters do: it is 83 wide in a column, and 168 on both. Down it is
    measured in what the block sets, by default in shares from the top.

    Parameters
    ----------
    headline, subtitle : str
        The finding, and what is measured, with its unit.
    small_print : str
        What was played, how often, and what the marks are.
    height, width : float
        Size of the figure in print, in inches; it is as wide and high in every style, only larger
        where letters are.

    Examples
    --------
    >>> from analyses.charts.style import MM
    >>> with one_sheet("Elder leads", height=60 * MM) as (_, axes):
    ...     written = axes.text(0, 0.5, "at the left edge")
    >>> axes.axison
    False
    """
    with chart_style():
        figure, axes = new_chart(height=height, width=width, keeps_shape=True)
        add_headline(figure, headline, subtitle)
        add_small_print(figure, small_print)
        axes.set_position(figure.get_layout_engine().get()["rect"])
        figure.set_layout_engine("none")
        axes.axis("off")
        axes.set(xlim=(0, (figure.get_figwidth() - 2 * find_edge()) / letters(MM)), ylim=(1, 0))
        yield figure, axes
