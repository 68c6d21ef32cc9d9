"""Charts as parts of a page: SVG without external references."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.charts.headlines import SUBTITLE
from analyses.charts.style import COLOURS, STYLES

_HEAD = re.compile(r"^.*?(?=<svg\b)", re.DOTALL)
_METADATA = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_STYLE = re.compile(r"<style\b.*?</style>", re.DOTALL)
_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
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

_LIGHT = {colour.lower(): name.replace("_", "-") for name, colour in reversed(COLOURS.items())}
DARK = {
    name: STYLES["dark"].colours[name.replace("-", "_")] for name in dict.fromkeys(_LIGHT.values())
}
"""The colours of charts on a dark screen, by the names that `recolour` gives them."""


def recolour(svg: str) -> str | None:
    """A chart whose colours a page may change, or None if it has others than those of the style.

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
    return _COLOUR.sub(lambda match: f"var(--chart-{_LIGHT[match[0].lower()]},{match[0]})", svg)


class Picture(NamedTuple):
    """A chart as part of a page."""

    svg: Markup
    width: float
    """The width in points."""
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
    text, width = _HEAD.sub("", svg, count=1), _find_width(svg)
    for pattern in (_METADATA, _COMMENT, _STYLE, _TITLE):
        text = pattern.sub("", text)
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
    return Picture(drawn, width, recoloured is not None)


def _shorten(svg: str) -> str:
    # Hundredths of a point; letters inherit the fonts that the first of them names.
    fonts = set(_FONTS.findall(svg))
    if len(fonts) == 1:
        svg = _FONTS.sub("", svg).replace("<g", f'<g style="{fonts.pop()}"', 1)
    text = _DECIMALS.sub(lambda one: f"{float(one[0]):.2f}".rstrip("0").rstrip("."), svg)
    return _INDENT.sub(" ", text)


def _find_width(svg: str) -> float:
    match = re.search(r'<svg\b[^>]*\swidth="([\d.]+)pt"', svg)
    return float(match.group(1)) if match else 252.0


def describe_figure(figure: Figure) -> str:
    """The panels of a chart, in words."""
    sentences = []
    for axes in figure.axes:
        along = [
            f"{way}: {' '.join(label.split())}"
            for way, label in (("along", axes.get_xlabel()), ("upwards", axes.get_ylabel()))
            if label
        ]
        legend = axes.get_legend()
        if legend is not None:
            along.append("shown: " + ", ".join(_plain(text.get_text() for text in legend.texts)))
        named = _plain(text.get_text() for text in axes.texts)
        if named:
            along.append("named: " + ", ".join(named))
        rows = _plain(text.get_text() for text in axes.get_yticklabels())
        if rows and not all(_is_numeric(row) for row in rows):
            along.append("rows: " + ", ".join(rows))
        title = _title_of(axes)
        said = "; ".join(([title] if title else []) + along)
        if said:
            sentences.append(said + ".")
    under = [text.get_text() for text in figure.texts if text.get_gid() == SUBTITLE]
    sentences = [" ".join(one.split()) + "." for one in under] + sentences
    sentences += [" ".join(figure.get_supxlabel().split())]
    return " ".join(one for one in sentences if one) or "A chart."


def _title_of(axes: Axes) -> str:
    return " ".join((axes.get_title("left") or axes.get_title()).split())


def _plain(texts: Iterable[str]) -> list[str]:
    return [" ".join(text.split()) for text in texts if text.strip()]


def _is_numeric(text: str) -> bool:
    return bool(re.fullmatch(r"[−\-+\d.,%\s]+", text))
