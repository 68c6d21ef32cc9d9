"""Whether the letters of a chart can be read at the width of a column."""

from analyses.style import SMALLEST

_SLACK = 1.5
"""Pixels."""


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
    return [one for one in texts if one and one.get_visible() and one.get_text().strip()]


def assert_legible(figure):
    """No letter is too small, none is cut off at the edge, and titles keep clear of legends."""
    figure.canvas.draw()
    edge = figure.bbox
    for text in find_texts(figure):
        said, box = text.get_text(), text.get_window_extent()
        assert text.get_fontsize() >= SMALLEST - 1e-9, said
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
