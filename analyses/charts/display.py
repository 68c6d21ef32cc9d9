"""Charts as a notebook shows them: as wide as its page."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from matplotlib.figure import Figure

from analyses.charts.style import STYLES, draw_svg, use_style


@dataclass(frozen=True)
class Shown:
    """A chart that a notebook shows."""

    svg: str

    def _repr_html_(self) -> str:
        return self.svg


def show(draw: Callable[..., Figure], *arguments: Any, **options: Any) -> Shown:
    """Draw a chart for a notebook, in the form for both columns, as wide as its page.

    Parameters
    ----------
    draw : callable
        One of `analyses.charts`, or any that draws a figure with `new_chart`.
    *arguments, **options
        What it is given.

    Examples
    --------
    >>> from analyses.charts import draw_values
    >>> from piquet_sim import simulate
    >>> made = simulate("club", n=400).estimates
    >>> repiques = {seat: made[f"{seat}_repique"] for seat in ("elder", "younger")}
    >>> 'width="100%"' in show(draw_values, repiques, "Repiques", "share of deals").svg
    True
    """
    with use_style(STYLES["double"]):
        svg = draw_svg(draw(*arguments, **options))
    _, opening, rest = _OPENING.split(svg, maxsplit=1)
    wide = _HEIGHT.sub("", _WIDTH.sub(' width="100%"', opening))
    return Shown(Markup(wide + rest))


_OPENING = re.compile(r"(<svg\b[^>]*>)")
_WIDTH, _HEIGHT = re.compile(r' width="[^"]*"'), re.compile(r' height="[^"]*"')
