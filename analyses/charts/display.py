"""Charts as a notebook shows them: in the form for both columns, as pictures that hosts show."""

from collections.abc import Callable
from typing import Any

from matplotlib.figure import Figure

from analyses.charts.style import STYLES, use_style


def show(draw: Callable[..., Figure], *arguments: Any, **options: Any) -> Figure:
    """Draw a chart for a notebook, in the form for both columns.

    Parameters
    ----------
    draw : callable
        One of `analyses.charts`, or any that draws a figure with `new_chart`.
    *arguments, **options
        What it is given.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> show(simulate("club", n=400).plot)._repr_png_()[1:4]
    b'PNG'
    """
    with use_style(STYLES["double"]):
        return draw(*arguments, **options)
