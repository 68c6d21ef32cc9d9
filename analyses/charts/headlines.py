"""The words over and under a chart: the finding, what is measured, and the source line."""

from functools import lru_cache
from typing import Any

import matplotlib
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font

from analyses.charts.style import (
    MM,
    POINTS_AN_INCH,
    SETTINGS,
    SMALL_COLOUR,
    SOURCE_SIZE,
    SUBTITLE_SIZE,
    TITLE_SIZE,
    find_edge,
    letters,
)

_FILLED = 0.985
"""Maximum share of the width between the edges for a line of text."""


def add_headline(figure: Figure, text: str, subtitle: str = "") -> None:
    """Write over a chart what it shows, the finding, and what is measured, in a line or two.

    The figure keeps both as it was given them, so that the grounds of what it claims are at hand.
    """
    figure.headline, figure.under = text, subtitle
    wide, high = figure.get_size_inches()
    edge = find_edge()
    end, gap = 1 - edge / high, letters(2.2) / POINTS_AN_INCH / high
    size = letters(TITLE_SIZE)
    over = figure.suptitle(
        "\n".join(_break(figure, text, size, "bold")),
        x=edge / wide,
        y=end,
        ha="left",
        va="top",
        fontsize=size,
        fontweight="bold",
        in_layout=False,
    )
    end = _find_box(figure, over).y0 - gap
    if subtitle:
        size = letters(SUBTITLE_SIZE)
        under = figure.text(
            edge / wide,
            end,
            "\n".join(_break(figure, subtitle, size, "normal")),
            va="top",
            fontsize=size,
            color=SMALL_COLOUR,
            in_layout=False,
            gid=SUBTITLE,
        )
        end = _find_box(figure, under).y0 - gap
    _leave_room(figure, top=end - gap)


SUBTITLE = "subtitle"
"""Mark of the text under a title."""


def add_small_print(figure: Figure, text: str) -> None:
    """Write under a chart what was played, how often, and what the marks are."""
    wide, high = figure.get_size_inches()
    edge, size = find_edge(), letters(SOURCE_SIZE)
    lines = [part for line in text.splitlines() for part in _break(figure, line, size, "normal")]
    under = figure.supxlabel(
        "\n".join(lines),
        x=edge / wide,
        y=edge / high,
        ha="left",
        va="bottom",
        fontsize=size,
        color=SMALL_COLOUR,
        in_layout=False,
    )
    _leave_room(figure, bottom=_find_box(figure, under).y1 + letters(3.5) / POINTS_AN_INCH / high)


def _find_box(figure: Figure, text: Any) -> Any:
    # Where a text stands, in shares of the figure.
    return text.get_window_extent(figure.canvas.get_renderer()).transformed(
        figure.transFigure.inverted()
    )


def _leave_room(figure: Figure, top: float | None = None, bottom: float | None = None) -> None:
    engine = figure.get_layout_engine()
    left, low, wide, high = engine.get()["rect"]
    end = low + high if top is None else top
    low = low if bottom is None else bottom
    engine.set(rect=(left, low, wide, max(end - low, 0.05)))


def _break(figure: Figure, text: str, size: float, weight: str) -> list[str]:
    # A text in as few lines as the figure is wide for, those of a headline equally long.
    most = _FILLED * (figure.get_figwidth() - 2 * find_edge()) * POINTS_AN_INCH / size
    lines = _fill(text, most, weight)
    if weight == "bold" and len(lines) > 1:
        while len(_fill(text, 0.97 * most, weight)) == len(lines):
            most *= 0.97
        lines = _fill(text, most, weight)
    return lines


def fill_lines(text: str, room: float, points: float, weight: str = "normal") -> str:
    """A text broken into lines that a printed sheet has room for.

    Parameters
    ----------
    text : str
    room : float
        Millimetres.
    points : float
        The size of its letters.
    weight : str
        "normal" or "bold".
    """
    return "\n".join(_fill(text, room * MM * POINTS_AN_INCH / points, weight))


def _fill(text: str, most: float, weight: str) -> list[str]:
    # Broken into lines of a maximum width, in sizes of the font.
    family = tuple(matplotlib.rcParams["font.family"])
    lines: list[str] = []
    for word in text.replace(" ± ", "\u00a0±\u00a0").split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if word and lines and _measure(longer, weight, family) <= most:
            lines[-1] = longer
        elif word:
            lines.append(word)
    return lines


def measure(text: str, points: float, weight: str = "normal") -> float:
    """Millimetres of a line of text in the house style, in letters of a size."""
    return _measure(text, weight, tuple(SETTINGS["font.family"])) * points / POINTS_AN_INCH / MM


@lru_cache(4096)
def _measure(line: str, weight: str, family: tuple[str, ...]) -> float:
    # How wide a line is, in sizes of its font.
    font = get_font(findfont(FontProperties(family=list(family), weight=weight)))
    font.set_size(POINTS_AN_INCH, POINTS_AN_INCH)
    font.set_text(line)
    return font.get_width_height()[0] / 64 / POINTS_AN_INCH
