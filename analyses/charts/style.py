"""The look of charts: in a printed column, on both columns, on a slide and a dark screen, in grey.

A chart has a title that states the finding, a subtitle that says what is measured and in which
unit, and a source line at the bottom. Names stand beside the marks, in their colour. Colours have
meanings: elder is dark and younger light, so that they can be distinguished in grey; they also have
different marks. Where a number has an error, a thin line shows its 95% interval and a thick one the
middle half of it.

Charts refer to colours by name; a `Style` defines what they are.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib import colormaps
from matplotlib.colors import get_named_colors_mapping, to_rgb, to_rgba
from matplotlib.figure import Figure
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from piquet_sim.game.errors import InputError, read_known
from piquet_sim.game.files import replace_file
from piquet_sim.game.terms import SEATS

MM = 1 / 25.4
"""A millimetre in inches."""

NARROW_WIDTH = 60 * MM
"""Inches: a margin, or a column of three."""

COLUMN_WIDTH = 85 * MM
"""Inches: one column of a journal page."""

PAGE_WIDTH = 170 * MM
"""Inches: both columns."""

HIGHEST, HIGHEST_DOUBLE = 75 * MM, 85 * MM
"""Inches: no chart of one column, or of both, is higher."""

SMALLEST = 6.5
"""Points: no letter is smaller in the house style."""

TITLE_SIZE, SUBTITLE_SIZE, SOURCE_SIZE = 9.0, 7.2, SMALLEST
"""Points: the finding over a chart, what it measures, and the line under it."""
COLOURS = {
    "elder": "#004488",
    "younger": "#D9660A",
    "exact": "#1A1A1A",
    "other": "#882255",
    "neutral": "#8A8F98",
    "ink": "#1A1A1A",
    "small": "#59606B",
    "grid": "#DDE0E4",
    "paper": "#FFFFFF",
    "elder_letters": "#004488",
    "younger_letters": "#A84B00",
}
"""The colours that may be changed, with their values in the house style.

Elder and younger; `exact` for what is counted and not played; `other` for what another author
printed; `neutral` for what a chart is not about; then the letters, the grid and the paper. Letters
need more contrast than marks.
"""

_DARK = {
    "elder": "#6AA5E8",
    "younger": "#FFB366",
    "exact": "#F2F2F2",
    "other": "#C44DFF",
    "neutral": "#8D95A1",
    "ink": "#F2F2F2",
    "small": "#B4BAC4",
    "grid": "#323A45",
    "paper": "#14181F",
    "elder_letters": "#8FBEF5",
    "younger_letters": "#FFB366",
}

(
    ELDER_COLOUR,
    YOUNGER_COLOUR,
    EXACT_COLOUR,
    OTHER_COLOUR,
    NEUTRAL_COLOUR,
    INK_COLOUR,
    SMALL_COLOUR,
    GRID_COLOUR,
    PAPER_COLOUR,
    *_LETTERS,
) = (f"piquet:{name}" for name in COLOURS)
"""By which charts name them."""
SEAT_COLOURS: dict[str, str] = dict(zip(SEATS, (ELDER_COLOUR, YOUNGER_COLOUR), strict=True))
SEAT_LETTERS: dict[str, str] = dict(zip(SEATS, _LETTERS, strict=True))
MARKS = {"elder": "o", "younger": "s", "exact": "o", "other": "D", "neutral": "o"}
SEAT_LINES = {"elder": "-", "younger": (0, (5, 1.2))}
HEAT_MAP = "piquet:heat"

POINTS_AN_INCH = 72
"""Unit of letters, in parts of an inch."""
_PNG_COLOURS = 96
"""The number of colours in a PNG: it looks the same as with all colours, at a third of the size."""
_MOST_COLOURS = 3_000
"""Most colours of a picture that is reduced; in a map with more, a thin line would lose its own."""


def _name_all(colours: dict[str, str]) -> None:
    named = get_named_colors_mapping()
    for key, colour in colours.items():  # one by one: matplotlib forgets what it looked up
        named[f"piquet:{key}"] = to_rgba(colour)


_name_all(COLOURS)  # the settings name them

SETTINGS = dict(
    matplotlib.rc_params_from_file(
        Path(__file__).with_name("house.mplstyle"), fail_on_error=True, use_default_template=False
    )
)
"""The settings of matplotlib in the house style."""

_PLAIN = {
    key: one
    for key, one in matplotlib.rcParamsDefault.items()
    if not key.startswith(
        ("backend", "interactive", "toolbar", "webagg", "tk.", "docstring", "figure.max_open")
    )
}
"""What matplotlib draws by where nobody set anything."""

_SLIDE_TIMES = 2.2
"""How much larger letters and lines are on a slide than in print."""
_EDGES = {"narrow": 1 * MM, "column": 1 * MM, "double": 1 * MM, "slide": 7 * MM}


@dataclass(frozen=True)
class Style:
    """How charts look: settings of matplotlib, named colours, and the size."""

    settings: dict[str, Any] = field(default_factory=SETTINGS.copy)
    colours: dict[str, str] = field(default_factory=COLOURS.copy)
    heat_map: str = "Blues"
    """A colour map of matplotlib, furthest from the paper where there is most."""
    size: str = "column"
    """For one column, for both (`double`), for a `narrow` one, or for a slide of 16 to 9."""

    def find_size(
        self, width: float, height: float, keeps_shape: bool = False
    ) -> tuple[float, float]:
        """Width and height in inches of a chart that in print has these.

        Parameters
        ----------
        width, height : float
        keeps_shape : bool
            Whether it has these everywhere, only larger where letters are.
        """
        if keeps_shape:
            times = self.settings["font.size"] / SETTINGS["font.size"]
            edges = 2 * (_EDGES[self.size] - times * _EDGES["column"])
            width, height = times * width + edges, times * height + edges
        elif self.size == "slide":
            width, height = 254 * MM, 142.875 * MM
        elif self.size == "narrow":
            width = NARROW_WIDTH
        elif self.size == "double":
            width, height = PAGE_WIDTH, min(height, HIGHEST_DOUBLE)
        return width, height


def enlarge(settings: dict[str, Any], times: float) -> dict[str, Any]:
    """Settings with letters, lines and marks larger by a factor."""
    return {
        key: value * times if isinstance(value, float) and not key.endswith("dpi") else value
        for key, value in settings.items()
    }


def as_grey(colour: str | tuple[float, ...]) -> str:
    """The grey that is as light as a colour, as a printer without colours makes it."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in to_rgb(colour)
    ]
    light = float(np.dot(linear, (0.2126, 0.7152, 0.0722)))
    part = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{round(255 * part):02X}" + 2 * f"{round(255 * part):02X}"


HOUSE_STYLE = Style()

STYLES = {
    "print": HOUSE_STYLE,
    "double": Style(size="double"),
    "slide": Style(enlarge(SETTINGS, _SLIDE_TIMES), size="slide"),
    "dark": Style(enlarge(SETTINGS, _SLIDE_TIMES), _DARK, "Blues_r", size="slide"),
    "gray": Style(colours={key: as_grey(one) for key, one in COLOURS.items()}, heat_map="Greys"),
    "narrow": Style(size="narrow"),
}
"""The styles by name: a printed column, both columns, a slide, a dark screen, a grey column, and a
narrow one with letters of the same size."""

_current: ContextVar[Style] = ContextVar("style", default=HOUSE_STYLE)


def find_style(name: str) -> Style:
    """The style of a name.

    Raises
    ------
    InputError
        If nothing has that name.

    Examples
    --------
    >>> find_style("dark").size
    'slide'
    """
    key = {"grey": "gray"}.get(name.strip().lower(), name.strip().lower())
    return STYLES[read_known(key, STYLES, "style")]


def _name_colours(style: Style) -> None:
    _name_all(style.colours)
    if HEAT_MAP in colormaps:  # to register it anew would be a warning
        colormaps.unregister(HEAT_MAP)
    colormaps.register(colormaps[style.heat_map], name=HEAT_MAP)


_name_colours(HOUSE_STYLE)


@contextmanager
def use_style(style: Style) -> Iterator[None]:
    """Draw all charts of a block in another style, and save them within it.

    Examples
    --------
    >>> with use_style(STYLES["double"]):
    ...     print(round(new_chart()[0].get_figwidth(), 1))
    6.7
    """
    token = _current.set(style)
    _name_colours(style)
    try:
        yield
    finally:
        _current.reset(token)
        _name_colours(_current.get())


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


@contextmanager
def chart_style() -> Iterator[None]:
    """Draw in the current style, whatever the user's settings are, which stay as they were."""
    with matplotlib.rc_context(_PLAIN | _current.get().settings):
        yield


class Picture(Figure):
    """A figure that a notebook shows without any setting, in the style in which it was drawn."""

    style: Style
    """In which it was drawn."""

    def _repr_png_(self) -> bytes:
        with use_style(self.style), chart_style():
            return _make_png(self, {})


def new_chart(
    rows: int = 1,
    columns: int = 1,
    height: float = 66 * MM,
    width: float = COLUMN_WIDTH,
    keeps_shape: bool = False,
    **options: Any,
) -> tuple[Figure, Any]:
    """A figure with panels.

    Parameters
    ----------
    rows, columns : int
        Numbers of panels.
    height, width : float
        Size of the whole in print, in inches.
    keeps_shape : bool
        Whether it is as wide and high in every style, only larger where letters are.
    **options
        As `Figure.subplots` takes them.

    Returns
    -------
    figure : Figure
    axes : Axes or array of Axes
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    size = _current.get().find_size(width, height, keeps_shape)
    # Letters are fitted to pixels, so that a coarser picture would be laid out otherwise.
    figure = Picture(figsize=size, dpi=_current.get().settings["savefig.dpi"], layout="constrained")
    figure.style = _current.get()
    FigureCanvasAgg(figure)
    edge = find_edge() / size[0]
    figure.get_layout_engine().set(
        rect=(edge, edge, 1 - 2 * edge, 1 - 2 * edge),
        w_pad=0.01 * letters(1),
        h_pad=0.015 * letters(1),
    )
    return figure, figure.subplots(rows, columns, **options)


def find_edge() -> float:
    """How far words stay from the edges, in inches."""
    return _EDGES[_current.get().size]


def is_narrow() -> bool:
    """Whether the current style has no room for what a chart need not say."""
    return _current.get().size == "narrow"


def letters(points: float) -> float:
    """A letter size, or a width of a line, scaled from the house style to the current style."""
    return points * matplotlib.rcParams["font.size"] / SETTINGS["font.size"]


def save_chart(figure: Figure, path: Path | str, metadata: dict[str, str] | None = None) -> None:
    """Write a chart to a file in the current style; equal charts are equal files.

    Parameters
    ----------
    figure : Figure
    path : Path
        Ends in .svg, .png or .pdf.
    metadata : dict, optional
        Texts by name that the file carries.

    Raises
    ------
    InputError
        If it cannot be written, or its name ends otherwise.
    """
    path = Path(path)
    kind = path.suffix.lower().removeprefix(".")
    makers = {"png": _make_png, "svg": lambda *given: draw_svg(*given).encode(), "pdf": _make_pdf}
    if kind not in makers:
        raise InputError(f"chart {path}: expected a name that ends in .svg, .png or .pdf")
    with chart_style(), replace_file(path) as temporary:
        temporary.write_bytes(makers[kind](figure, metadata or {}))


def _settle_layout(figure: Figure) -> None:
    # The solver of the layout adds in the order in which its terms lie in memory, so that equal
    # charts would differ in the last digit of where their panels stand, and in their files.
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)  # ticks follow the room that it gives them
        figure.draw_without_rendering()
        # By default that of the settings: none stays none, and nothing is laid out again.
        with matplotlib.rc_context(
            {"figure.autolayout": False, "figure.constrained_layout.use": False}
        ):
            figure.set_layout_engine(None)
    for axes in figure.axes:
        axes.set_position(np.round(axes.get_position(original=True).bounds, _PLACES))


_PLACES = 10
"""Decimals of a share of the figure, far below what is printed."""


def _make_png(figure: Figure, metadata: dict[str, str]) -> bytes:
    _settle_layout(figure)
    file, texts = BytesIO(), PngInfo()
    for name, text in metadata.items():
        texts.add_itxt(name, text)
    figure.canvas.draw()
    picture = Image.fromarray(np.asarray(figure.canvas.buffer_rgba())).convert("RGB")
    if picture.getcolors(_MOST_COLOURS) is not None:
        picture = picture.quantize(_PNG_COLOURS, dither=Image.Dither.NONE)
    picture.save(file, format="png", dpi=(figure.dpi, figure.dpi), pnginfo=texts)
    return file.getvalue()


def _make_pdf(figure: Figure, metadata: dict[str, str]) -> bytes:
    _settle_layout(figure)
    whole = BytesIO()
    # What a PDF calls some of the metadata.
    texts = {{"Description": "Subject"}.get(name, name): text for name, text in metadata.items()}
    figure.savefig(whole, format="pdf", metadata={"CreationDate": None, **texts})
    return whole.getvalue()


def draw_svg(figure: Figure, metadata: dict[str, str] | None = None) -> str:
    """A chart as the text of an SVG file, with letters that every machine has.

    Matplotlib brings its letters and measures by them; another machine may lack them, and would
    take any. So each family is followed by others that are about as wide, and by `sans-serif`.
    """
    whole = BytesIO()
    with chart_style():
        _settle_layout(figure)
        figure.savefig(whole, format="svg", metadata={"Date": None, **(metadata or {})})
    return _FONT.sub(rf"\g<0>, {_FALLBACKS}", whole.getvalue().decode("utf-8"))


_FONT = re.compile(r"font(-family)?: [^;\"]*'(?=[;\"])")
_FALLBACKS = "'Bitstream Vera Sans', Verdana, Geneva, Arial, sans-serif"
