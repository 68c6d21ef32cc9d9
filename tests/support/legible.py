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


def find_texts(figure):
    """All texts that are drawn."""
    texts = [*figure.texts, figure._suptitle, figure._supxlabel]
    for axes in figure.axes:
        if not axes.get_visible():
            continue
        texts += [*axes.texts, axes.title, axes._left_title]
        if axes.get_legend() is not None:
            texts += axes.get_legend().get_texts()
        if not axes.axison:
            continue
        for axis in (axes.xaxis, axes.yaxis):
            texts.append(axis.label)
            for tick in axis._update_ticks():
                texts += [tick.label1, tick.label2]
    seen = {id(one): one for one in texts if one and one.get_visible() and one.get_text().strip()}
    return list(seen.values())


def assert_legible(figure):
    """No letter is too small, none is cut off at the edge, and titles keep clear of legends."""
    with chart_style():
        figure.draw_without_rendering()
        smallest = letters(SMALLEST)
    edge = figure.bbox
    for text in find_texts(figure):
        said, box = text.get_text(), find_box(text)
        assert text.get_fontsize() >= smallest - 1e-9, said
        assert box.x0 >= edge.x0 - _SLACK, said
        assert box.x1 <= edge.x1 + _SLACK, said
        assert box.y0 >= edge.y0 - _SLACK, said
        assert box.y1 <= edge.y1 + _SLACK, said
    for axes in figure.axes:
        legend, title = axes.get_legend(), axes._left_title
        if legend is not None and title.get_text():
            assert not legend.get_window_extent().overlaps(title.get_window_extent()), (
                title.get_text()
            )


def find_box(text):
    """Where the letters of a text stand; of a callout without its arrow."""
    patch = text.get_bbox_patch()
    text.set_bbox(None)
    box = text.get_window_extent()
    if patch is not None:
        text._bbox_patch = patch
    return box


def find_overlaps(figure):
    """Pairs of texts that stand on each other."""
    boxes = []
    for text in find_texts(figure):
        box, slack = find_box(text), _TOUCH * text.get_fontsize() * figure.dpi / 72
        boxes.append((text.get_text(), box.padded(-slack)))
    return [
        (one, other)
        for (one, here), (other, there) in combinations(boxes, 2)
        if here.overlaps(there)
    ]


def find_covered(figure):
    """Texts that stand on a mark, and those marks, as text and place."""
    boxes = [
        (text.get_text(), find_box(text).padded(-_TOUCH * text.get_fontsize() * figure.dpi / 72))
        for text in find_texts(figure)
    ]
    covered = []
    for axes in figure.axes:
        for line in axes.lines:
            if line.get_marker() in ("None", None, "") or line.get_transform() != axes.transData:
                continue
            places = line.get_transform().transform(line.get_xydata())
            covered += [
                (said, tuple(place)) for place in places for said, box in boxes
                if box.contains(*place)
            ]  # fmt: skip
    return covered


def find_struck(figure):
    """Texts without a box of their own through which a line of the chart or of its grid runs."""
    boxes = [
        (text.get_text(), find_box(text).padded(-_TOUCH * text.get_fontsize() * figure.dpi / 72))
        for text in find_texts(figure)
        if text.get_bbox_patch() is None
    ]
    struck = []
    for axes in figure.axes:
        lines = [one for one in axes.lines if one.get_linestyle() not in ("None", "", " ")]
        for axis in (axes.xaxis, axes.yaxis):
            if axes.axison:
                lines += [one.gridline for one in axis._update_ticks()]
        for line in lines:
            if line.get_visible():
                path = line.get_transform().transform_path(line.get_path())
                struck += [said for said, box in boxes if path.intersects_bbox(box, filled=False)]
    return struck


def contrast(one, other):
    """The contrast of two colours, from 1 to 21, by the guidelines for web content."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour):
    parts = np.array(to_rgb(colour))
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def find_pale(figure):
    """Texts whose contrast with what they stand on is too low: the paper, or a box of their own."""
    paper = figure.get_facecolor()
    pale = []
    for text in find_texts(figure):
        box = text.get_bbox_patch()
        ground = paper if box is None else box.get_facecolor()
        if contrast(text.get_color(), ground) < LEAST_CONTRAST:
            pale.append(text.get_text())
    return pale


def find_outside(figure):
    """Marks and columns that reach beyond their axes."""
    outside = []
    for axes in figure.axes:
        box = axes.bbox.padded(_SLACK)
        for line in axes.lines:
            if (
                line.get_marker() not in ("None", None, "")
                and line.get_transform() == axes.transData
            ):
                places = line.get_transform().transform(line.get_xydata())
                outside += [tuple(one) for one in places if not box.contains(*one)]
        for patch in axes.patches:
            if isinstance(patch, Rectangle) and patch.get_height() and patch.get_width():
                ends = patch.get_window_extent()
                if not (box.x0 <= ends.x0 and ends.x1 <= box.x1 and ends.y1 <= box.y1):
                    outside.append(patch)
    return outside


def find_bars_on_log_axes(figure):
    """Columns whose length is measured along a logarithmic axis."""
    return [
        patch
        for axes in figure.axes
        for patch in axes.patches
        if isinstance(patch, Rectangle) and "log" in (axes.get_xscale(), axes.get_yscale())
    ]
