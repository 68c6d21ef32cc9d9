"""The look of charts: for a printed column and a screen, in colour and grey.

Elder is always the dark colour, younger the light one; they differ in lightness as well as in
hue (blue and orange, which the colour-blind tell apart), and in the shape of their marks.

Colours have names in this project, which charts use; a `Style` says what they are. So an author can
change them, and all else that matplotlib lets them set, without touching a study (`style_file`).
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import get_named_colors_mapping, to_rgba
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.files import replace_file

COLUMN_WIDTH = 3.35
"""Inches: one column of a journal page, 85 mm."""

PAGE_WIDTH = 7.1
"""Inches: both columns and the space between them, 180 mm."""

SMALLEST = 6.5
"""Points: no letter is smaller in the house style."""

COLOURS = {
    "elder": "#1b4f8a",
    "younger": "#f0a03c",
    "exact": "#222222",
    "grid": "#d8d8d8",
    "small": "#555555",
}
"""The colours that may be changed, with their values in the house style."""

ELDER_COLOUR = "piquet:elder"
YOUNGER_COLOUR = "piquet:younger"
EXACT_COLOUR = "piquet:exact"
GRID_COLOUR = "piquet:grid"
SMALL_COLOUR = "piquet:small"
SEAT_COLOURS = {"elder": ELDER_COLOUR, "younger": YOUNGER_COLOUR}
SEAT_MARKS = {"elder": "o", "younger": "s"}
HEAT_MAP = "piquet:heat"

_POINTS_AN_INCH = 72
_FILLED = 0.91
"""Maximum share of a chart's width for a line of text."""
_SPACE = 0.43
"""How wide the space between two words is, with what letters keep from each other, in sizes."""

SETTINGS = dict(
    matplotlib.rc_params_from_file(
        Path(__file__).with_name("house.mplstyle"),
        fail_on_error=True,
        use_default_template=False,
    )
)
"""The settings of matplotlib in the house style."""


@dataclass(frozen=True)
class Style:
    """How charts look: settings of matplotlib, named colours, and the width."""

    settings: dict[str, object] = field(default_factory=SETTINGS.copy)
    colours: dict[str, str] = field(default_factory=COLOURS.copy)
    heat_map: str = "Blues"
    """A colour map of matplotlib, dark where there is most."""
    width: float = 1.0
    """Factor of the width and height that a study gives its chart."""

    def describe(self) -> dict[str, object]:
        """As a style file has it."""
        return {
            "width": self.width,
            "heat_map": self.heat_map,
            "colours": dict(self.colours),
            "matplotlib": dict(self.settings),
        }

    def digest(self) -> str:
        """A digest: charts of equal data in styles of equal digest are equal."""
        text = json.dumps(self.describe(), sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


HOUSE_STYLE = Style()

_current: ContextVar[Style] = ContextVar("style", default=HOUSE_STYLE)


def _name_colours(style: Style) -> None:
    named = get_named_colors_mapping()
    for key, colour in style.colours.items():  # one by one: matplotlib forgets what it looked up
        named[f"piquet:{key}"] = to_rgba(colour)
    if HEAT_MAP in colormaps:  # to register it anew would be a warning
        colormaps.unregister(HEAT_MAP)
    colormaps.register(colormaps[style.heat_map], name=HEAT_MAP)


_name_colours(HOUSE_STYLE)


@contextmanager
def use_style(style: Style) -> Iterator[None]:
    """Draw all charts of a block in another style.

    Examples
    --------
    >>> with use_style(Style(width=2)):
    ...     print(new_chart()[0].get_figwidth())
    6.7
    """
    token = _current.set(style)
    _name_colours(style)
    try:
        yield
    finally:
        _current.reset(token)
        _name_colours(_current.get())


@contextmanager
def chart_style() -> Iterator[None]:
    """Draw in the current style, without a window and without touching the user's settings."""
    with matplotlib.rc_context(_current.get().settings):
        yield


def new_chart(
    rows: int = 1,
    columns: int = 1,
    height: float = 2.4,
    width: float = COLUMN_WIDTH,
    **options: object,
) -> tuple[Figure, object]:
    """A figure with panels; height in inches of the whole.

    Returns
    -------
    figure : Figure
    axes : Axes or array of Axes
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    times = _current.get().width
    figure = Figure(figsize=(times * width, times * height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.subplots(rows, columns, **options)


def letters(points: float) -> float:
    """A letter size, scaled from the house style to the current style."""
    return points * matplotlib.rcParams["font.size"] / SETTINGS["font.size"]


def add_small_print(figure: Figure, text: str) -> None:
    """Write under a chart what was played, how often, and what the error bars are."""
    size = letters(SMALLEST)
    lines = [part for line in text.splitlines() for part in _break(figure, line, size, "normal")]
    figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=size, color=SMALL_COLOUR)


def add_headline(figure: Figure, text: str) -> None:
    """Write over a chart what it shows: the finding, in a line or two."""
    size = letters(8)
    lines = _break(figure, text, size, "bold")
    figure.suptitle("\n".join(lines), x=0.01, ha="left", fontsize=size, fontweight="bold")


def _break(figure: Figure, text: str, size: float, weight: str) -> list[str]:
    # A text in as few lines as the figure is wide for, those of a headline equally long.
    most = _FILLED * figure.get_figwidth() * _POINTS_AN_INCH / size
    lines = _fill(text, most, weight)
    if weight == "bold" and len(lines) > 1:
        while len(_fill(text, 0.97 * most, weight)) == len(lines):
            most *= 0.97
        lines = _fill(text, most, weight)
    return lines


def _fill(text: str, most: float, weight: str) -> list[str]:
    # Broken into lines of a maximum width, in sizes of the font.
    family = tuple(matplotlib.rcParams["font.family"])
    lines: list[list[str]] = [[]]
    filled = 0.0
    for word in text.replace(" ± ", "\u00a0±\u00a0").split(" "):
        if not word:
            continue
        wide = _measure(word, weight, family) + _SPACE
        if lines[-1] and filled + wide > most:
            lines.append([])
            filled = 0.0
        lines[-1].append(word)
        filled += wide
    return [" ".join(line) for line in lines]


@lru_cache(4096)
def _measure(word: str, weight: str, family: tuple[str, ...]) -> float:
    # How wide a word is, in sizes of its font.
    font = FontProperties(family=list(family), weight=weight, size=_POINTS_AN_INCH)
    return TextPath((0, 0), word, prop=font).get_extents().width / _POINTS_AN_INCH


def save_chart(figure: Figure, path: Path) -> None:
    """Write a chart to a file in the current style; equal charts are equal files.

    Parameters
    ----------
    figure : Figure
    path : Path
        Ends in .svg, .png or .pdf.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    kind = path.suffix.lower().removeprefix(".")
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    with chart_style(), replace_file(path) as temporary:
        figure.savefig(temporary, format=kind, metadata=dates.get(kind))


def interval_bars(estimates: Sequence[Estimate], scale: float = 1.0) -> np.ndarray:
    """How far the 95% intervals of estimates reach below and above their values, for `errorbar`.

    Parameters
    ----------
    estimates : sequence of Estimate
    scale : float
        Factor of the estimates; 100 for percentages.

    Returns
    -------
    ndarray of float64, shape (2, estimates)
        Zero where an estimate has no error, as with one unit.
    """
    ends = [
        (0.0, 0.0) if one.se is None or one.low is None or one.high is None
        else (one.value - one.low, one.high - one.value)
        for one in estimates
    ]  # fmt: skip
    return scale * np.maximum(np.array(ends).reshape(-1, 2).T, 0.0)


def light_grid(axes: Axes, axis: str) -> None:
    """Thin lines along one axis, behind the data."""
    axes.grid(axis=axis, color=GRID_COLOUR, linewidth=0.5)
