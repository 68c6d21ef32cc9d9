"""Whether a chart can be read: what a program can judge of it."""

from itertools import combinations

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

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
            ticks = axis._update_ticks()
            texts += [axis.label, *(label for one in ticks for label in (one.label1, one.label2))]
    seen = {id(one): one for one in texts if one and one.get_visible() and one.get_text().strip()}
    return list(seen.values())


def find_box(text):
    """Where the letters of a text stand; of a callout without its arrow."""
    patch, text._bbox_patch = text._bbox_patch, None
    box = text.get_window_extent()
    text._bbox_patch = patch
    return box


def list_boxes(figure):
    """Each text with its box, of which the outermost is left out."""
    return [
        (text, find_box(text).padded(-_TOUCH * text.get_fontsize() * figure.dpi / 72))
        for text in find_texts(figure)
    ]


def list_marks(axes):
    """The places of all marks, in pixels."""
    lines = [
        one
        for one in axes.lines
        if one.get_marker() not in _BARE and one.get_transform() == axes.transData
    ]
    return [tuple(place) for one in lines for place in axes.transData.transform(one.get_xydata())]


def list_columns(axes):
    """The rectangles that have a size."""
    found = [one for one in axes.patches if isinstance(one, Rectangle)]
    return [one for one in found if one.get_height() and one.get_width()]


def assert_legible(figure):
    """No letter is too small, none is cut off at the edge, and there is no legend."""
    with chart_style():
        figure.draw_without_rendering()
        smallest = letters(SMALLEST)
    edge = figure.bbox.padded(_SLACK)
    assert not [axes for axes in figure.axes if axes.get_legend()]
    for text in find_texts(figure):
        box = find_box(text)
        is_inside = all(edge.contains(*corner) for corner in (box.min, box.max))
        assert (is_inside, text.get_fontsize() >= smallest - 1e-9) == (True, True), text.get_text()


def find_overlaps(figure):
    """Pairs of texts that stand on each other."""
    return [
        (one.get_text(), other.get_text())
        for (one, here), (other, there) in combinations(list_boxes(figure), 2)
        if here.overlaps(there)
    ]


def find_covered(figure):
    """Texts that stand on a mark."""
    places = [place for axes in figure.axes for place in list_marks(axes)]
    return [
        text.get_text()
        for text, box in list_boxes(figure)
        if any(box.contains(*place) for place in places)
    ]


def find_struck(figure):
    """Texts without a box of their own through which a line of the chart or of its grid runs."""
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
    return [
        text.get_text()
        for text, box in list_boxes(figure)
        if text.get_bbox_patch() is None
        and any(path.intersects_bbox(box, filled=False) for path in paths)
    ]


def contrast(one, other):
    """The contrast of two colours, from 1 to 21, by the guidelines for web content."""
    parts = np.array([to_rgb(one), to_rgb(other)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    dark, light = sorted(linear @ (0.2126, 0.7152, 0.0722))
    return float((light + 0.05) / (dark + 0.05))


def find_pale(figure):
    """Texts whose contrast with what they stand on is too low: the paper, or a box of their own."""
    return [
        text.get_text()
        for text in find_texts(figure)
        if contrast(text.get_color(), (text.get_bbox_patch() or figure.patch).get_facecolor())
        < LEAST_CONTRAST
    ]


def find_outside(figure):
    """Marks and columns that reach beyond their axes."""
    outside = []
    for axes in figure.axes:
        box = axes.bbox.padded(_SLACK)
        outside += [place for place in list_marks(axes) if not box.contains(*place)]
        for column in list_columns(axes):
            ends = column.get_window_extent()
            if not (box.x0 <= ends.x0 and ends.x1 <= box.x1 and ends.y1 <= box.y1):
                outside.append(column)
    return outside


def find_bars_on_log_axes(figure):
    """Columns whose length is measured along a logarithmic axis."""
    on_log = [axes for axes in figure.axes if "log" in (axes.get_xscale(), axes.get_yscale())]
    return [column for axes in on_log for column in list_columns(axes)]


FAULTS = (find_overlaps, find_covered, find_struck, find_pale, find_outside, find_bars_on_log_axes)


def find_faults(figure):
    """What each of these finds, by its name, of what finds anything."""
    found = {find.__name__: find(figure) for find in FAULTS}
    return {name: faults for name, faults in found.items() if faults}


def assert_readable(figure):
    """It is legible and has none of these faults."""
    assert_legible(figure)
    assert find_faults(figure) == {}
