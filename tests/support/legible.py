"""Whether a chart can be read: what a program can judge of it."""

from itertools import combinations

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from analyses.charts.style import SMALLEST, chart_style, letters

_SLACK = 1.5
"""Pixels."""
_TOUCH = 0.12
"""Share of a letter's height by which the boxes of two texts may touch: no ink is so near."""
LEAST_CONTRAST = 4.5
_BARE = ("None", None, "", " ")


def find_texts(figure):
    """All texts that are drawn."""
    texts = [*figure.texts, figure._suptitle, figure._supxlabel]
    for axes in (one for one in figure.axes if one.get_visible()):
        texts += [*axes.texts, axes.title, axes._left_title]
        for axis in (axes.xaxis, axes.yaxis) if axes.axison else ():
            texts += [
                axis.label,
                *(label for one in axis._update_ticks() for label in (one.label1, one.label2)),
            ]
    return [
        one for one in dict.fromkeys(texts) if one and one.get_visible() and one.get_text().strip()
    ]


def assert_legible(figure):
    """No letter is too small, none is cut off at the edge, and there is no legend."""
    with chart_style():
        figure.draw_without_rendering()
        smallest = letters(SMALLEST)
    edge = figure.bbox.padded(_SLACK)
    assert not [axes for axes in figure.axes if axes.get_legend()]
    for text in find_texts(figure):
        box = Text.get_window_extent(text)  # of a callout without its arrow
        assert (
            all(edge.contains(*corner) for corner in (box.min, box.max)),
            text.get_fontsize() >= smallest - 1e-9,
        ) == (True, True), text.get_text()


def contrast(one, other):
    """The contrast of two colours, from 1 to 21, by the guidelines for web content."""
    parts = np.array([to_rgb(one), to_rgb(other)])
    dark, light = sorted(
        np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
        @ (0.2126, 0.7152, 0.0722)
    )
    return float((light + 0.05) / (dark + 0.05))


def find_faults(figure):
    """What a reader of a chart cannot read, by kind.

    Texts that stand on each other, texts on a mark, texts without a box of their own through which
    a line of the chart or of its grid runs, texts that are too pale for the paper or their box,
    marks and columns that reach beyond their axes, and columns measured on a logarithmic axis.
    """
    texts = [
        (one, Text.get_window_extent(one).padded(-_TOUCH * one.get_fontsize() * figure.dpi / 72))
        for one in find_texts(figure)
    ]
    marks = [
        (axes.bbox.padded(_SLACK), tuple(place))
        for axes in figure.axes
        for line in axes.lines
        if line.get_marker() not in _BARE and line.get_transform() == axes.transData
        for place in axes.transData.transform(line.get_xydata())
    ]
    places = np.array([place for _, place in marks]).reshape(-1, 2)
    columns = [
        (axes, axes.bbox.padded(_SLACK), one, one.get_window_extent())
        for axes in figure.axes
        for one in axes.patches
        if isinstance(one, Rectangle) and one.get_height() and one.get_width()
    ]
    lines = [
        one for axes in figure.axes for one in axes.lines if one.get_linestyle() not in _BARE
    ] + [
        tick.gridline
        for axes in figure.axes
        for axis in (axes.xaxis, axes.yaxis)
        for tick in (axis._update_ticks() if axes.axison else ())
    ]
    paths = [
        one.get_transform().transform_path(one.get_path()) for one in lines if one.get_visible()
    ]
    found = {
        "overlaps": [
            (one.get_text(), other.get_text())
            for (one, here), (other, there) in combinations(texts, 2)
            if here.overlaps(there)
        ],
        "covered": [
            text.get_text()
            for text, box in texts
            if ((box.min <= places) & (places <= box.max)).all(axis=1).any()
        ],
        "struck": [
            text.get_text()
            for text, box in texts
            if text.get_bbox_patch() is None
            and any(path.intersects_bbox(box, filled=False) for path in paths)
        ],
        "pale": [
            text.get_text()
            for text, _ in texts
            if contrast(text.get_color(), (text.get_bbox_patch() or figure.patch).get_facecolor())
            < LEAST_CONTRAST
        ],
        "outside": [place for box, place in marks if not box.contains(*place)]
        + [
            one
            for _, box, one, ends in columns
            if not (box.x0 <= ends.x0 and ends.x1 <= box.x1 and ends.y1 <= box.y1)
        ],
        "columns on a logarithmic axis": [
            one for axes, _, one, _ in columns if "log" in (axes.get_xscale(), axes.get_yscale())
        ],
    }
    return {kind: faults for kind, faults in found.items() if faults}


def assert_readable(figure):
    """It is legible and has none of these faults."""
    assert_legible(figure)
    assert find_faults(figure) == {}
