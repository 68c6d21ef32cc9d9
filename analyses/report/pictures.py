"""Charts as parts of a page: SVG without external references."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.headlines import SUBTITLE
from analyses.charts.style import COLOURS, STYLES

_HEAD = re.compile(r"^.*?(?=<svg\b)", re.DOTALL)
_ASIDE = re.compile(r"<(metadata|style|title)\b.*?</\1>|<!--.*?-->", re.DOTALL)
_IDENTIFIER = re.compile(r'(\bid="|url\(#|href="#)')
_NAMED = re.compile(r' id="([^"]*)"')
_USED = re.compile(r'(?:url\(|href=")#([^)"]*)')
_UNTURNED = re.compile(r' transform="rotate\(-?0 [^)]*\)"')
_SIZE = re.compile(r'\s(?:width|height|version)="[^"]*"')
_FONTS = re.compile(r"(font-family: [^;\"]*);? ?")
_DECIMALS = re.compile(r"-?\b\d+\.\d{3,}\b")
_INDENT = re.compile(r"\s*\n\s*")
_OPENING = re.compile(r"<svg\b[^>]*>")
_COLOUR = re.compile(r"(?<=: )#[0-9a-fA-F]{6}\b")
_NUMBER = re.compile(r"[−\-+\d.,%\s]+")
_WIDTH = re.compile(r'<svg\b[^>]*\swidth="([\d.]+)pt"')
_USUAL_WIDTH = 252.0

_LIGHT = {colour.lower(): name.replace("_", "-") for name, colour in reversed(COLOURS.items())}
DARK = {
    name: STYLES["dark"].colours[name.replace("-", "_")] for name in dict.fromkeys(_LIGHT.values())
}
"""The colours of charts on a dark screen, by the names that `recolour` gives them."""


def recolour(svg: str) -> str | None:
    """A chart whose colours a page may change; None where it has others than those of the style.

    Each colour becomes a variable of the page, with itself where the page sets none.

    Examples
    --------
    >>> recolour('<path style="fill: #004488"/>')
    '<path style="fill: var(--chart-elder,#004488)"/>'
    >>> recolour('<path style="fill: #123456"/>') is None
    True
    """
    if any(colour.lower() not in _LIGHT for colour in _COLOUR.findall(svg)) or "<image" in svg:
        return None
    return _COLOUR.sub(lambda found: f"var(--chart-{_LIGHT[found[0].lower()]},{found[0]})", svg)


class Picture(NamedTuple):
    """A chart as part of a page."""

    svg: Markup
    width: float
    """In points."""
    is_recoloured: bool
    """Whether the page may change its colours; else it keeps its paper on a dark screen."""


def draw_inline(svg: str, key: str, title: str, description: str) -> Picture:
    """An SVG file as an element of a page.

    Parameters
    ----------
    svg : str
        The file as matplotlib writes it.
    key : str
        Prefix of all its identifiers, which makes them unique on the page.
    title, description : str
        Texts for readers who cannot see it.
    """
    text, width = _ASIDE.sub("", _HEAD.sub("", svg, count=1)), _WIDTH.search(svg)
    used = set(_USED.findall(text))
    text = _NAMED.sub(lambda one: one[0] if one[1] in used else "", _UNTURNED.sub("", text))
    text = _IDENTIFIER.sub(rf"\g<1>{key}-", text)
    recoloured = recolour(text)
    text = _shorten(text if recoloured is None else recoloured)
    opening = _OPENING.match(text).group()
    # The style sheet that was taken out is for all elements; these properties are inherited.
    drawn = Markup(
        '{opening} role="img" aria-labelledby="{key}-title {key}-desc" stroke-linejoin="round" '
        'stroke-linecap="butt"><title id="{key}-title">{title}</title>'
        '<desc id="{key}-desc">{description}</desc>{rest}'
    ).format(
        opening=Markup(_SIZE.sub("", opening).removesuffix(">")),
        key=key,
        title=title,
        description=description,
        rest=Markup(text[len(opening) :].strip()),
    )
    return Picture(drawn, float(width[1]) if width else _USUAL_WIDTH, recoloured is not None)


def _shorten(svg: str) -> str:
    # Hundredths of a point; letters inherit the fonts that the first of them names.
    fonts = set(_FONTS.findall(svg))
    if len(fonts) == 1:
        svg = _FONTS.sub("", svg).replace("<g", f'<g style="{fonts.pop()}"', 1)
    text = _DECIMALS.sub(lambda one: f"{float(one[0]):.2f}".rstrip("0").rstrip("."), svg)
    return _INDENT.sub(" ", text)


def describe_figure(figure: Figure) -> str:
    """The panels of a chart, in words."""
    under = _plain(text.get_text() for text in figure.texts if text.get_gid() == SUBTITLE)
    panels = ["; ".join(_describe(axes)) for axes in figure.axes]
    told = [f"{one}." for one in (*under, *panels) if one] + _plain([figure.get_supxlabel()])
    return " ".join(told) or "A chart."


def _describe(axes: Axes) -> Iterator[str]:
    yield from _plain([axes.get_title("left") or axes.get_title()])
    legend = axes.get_legend()
    texts = (legend.texts if legend else (), axes.texts, axes.get_yticklabels())
    shown, named, rows = (_plain(one.get_text() for one in some) for some in texts)
    for name, words in (
        ("along", _plain([axes.get_xlabel()])), ("upwards", _plain([axes.get_ylabel()])),
        ("shown", shown), ("named", named),
        ("rows", [] if all(map(_NUMBER.fullmatch, rows)) else rows),
    ):  # fmt: skip
        if words:
            yield f"{name}: {', '.join(words)}"


def _plain(texts: Iterable[str]) -> list[str]:
    return [" ".join(text.split()) for text in texts if text.strip()]
