"""The charts of the studies, judged as far as a program can, in every style.

Covers `analyses.charts.headlines`, `analyses.charts.heat_map`, `analyses.charts.marks`,
`analyses.charts.panel`, `analyses.charts.style`, `analyses.maxims.chart`.
"""

import re
import warnings
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from legible import LEAST_CONTRAST, assert_legible, assert_readable, contrast, find_faults
from matplotlib.colors import to_rgb
from specimens import RESULTS

from analyses.charts.headlines import SUBTITLE, add_headline
from analyses.charts.marks import draw_interval, draw_mark, write_at
from analyses.charts.style import (
    COLOURS,
    HIGHEST,
    MM,
    STYLES,
    as_grey,
    chart_style,
    draw_svg,
    new_chart,
    use_style,
)
from analyses.contents import find_chart, list_charts
from analyses.stored import read_result
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.quantity import write_number

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its docstrings have escapes that Python complains of
    from colorspacious import cspace_convert, deltaE

LAYOUTS = ("print", "double", "dark")
"""Grey is laid out as print, a slide as a dark screen."""
CHARTS = {name: home for name, home in list_charts().items() if (RESULTS / home.name).is_dir()}

FIRST = [name for name, home in CHARTS.items() if name == home.name]
"""The first chart of each study, at which the usual suite looks."""
SHEETS = {
    "maxims": (170, 136),
    "playing": (170, 120),
    "throwing": (170, 90),
    "throwing-younger": (170, 90),
    "calling": (170, 85),
    "experts-of-1890": (170, 85),
    "holdings": (170, 85),
    "lose": (170, 85),
    "maxim-ace-or-king": (85, 79),
    "published-play": (85, 77),
}
"""Millimetres: what is printed larger than other charts, or has many names of two lines."""
LEAST_APART, LEAST_APART_IN_GREY = 20, 12
"""CIELAB."""
read_once = cache(read_result)


@cache
def draw_in(name, style):
    """A chart in a style, drawn once for all tests that look at it."""
    study, chart = find_chart(name)
    with use_style(STYLES[style]):
        return chart.draw(read_once(RESULTS / study.name))


_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])")
NOT_DRAWN = {
    "payments": 1,
    "draws": 1,
    "published": 4,
    "published-play": 2,
    "maxims": 4,
    "playing": 4,
}
"""How many numbers of a title at most are not written on the chart: counts, and what its marks
show without words."""


def list_missing(figure):
    """The numbers of a title that are no string of the marks, the axes or the subtitle."""
    texts = [text for text in figure.texts if text not in (figure._suptitle, figure._supxlabel)]
    for axes in figure.axes:
        texts += [*axes.texts, *axes.get_xticklabels(), *axes.get_yticklabels()]
    shown = " ".join(text.get_text() for text in texts)
    title, shown = (
        [one.rstrip(",") for one in _NUMBER.findall(" ".join(said.split()))]
        for said in (figure.get_suptitle(), shown)
    )
    return [one for one in title if one not in shown]


@pytest.mark.parametrize(
    ("name", "style"),
    [
        pytest.param(
            name, style, marks=() if style == "print" and name in FIRST else pytest.mark.slow
        )
        for name, style in product(CHARTS, LAYOUTS)
    ],
)
def test_chart__can_be_read_and_says_what_is_measured_and_who_played(name, style):
    figure = draw_in(name, style)
    with use_style(STYLES[style]):
        assert_readable(figure)
    if style == "print":
        wide, high = SHEETS.get(name, (85, HIGHEST / MM))
        assert figure.get_figwidth() == pytest.approx(wide * MM)
        assert figure.get_figheight() <= high * MM + 1e-9
        assert 1 <= len(figure.get_suptitle().splitlines()) <= 3
        assert figure.get_supxlabel().count("\n") <= 2
        assert SUBTITLE in [text.get_gid() for text in figure.texts]
        small = " ".join(text.get_text() for text in figure.texts)
        scales = {one for axes in figure.axes for one in (axes.get_xscale(), axes.get_yscale())}
        assert "log" not in scales or "log scale" in small
        assert len(list_missing(figure)) <= NOT_DRAWN.get(name, 0)


def test_title__of_another_rounding_is_seen():
    figure = draw_in.__wrapped__("codes", "print")
    figure.suptitle(figure.get_suptitle().replace("6.08", "6.1"))
    assert list_missing(figure) == ["6.1"]


def test_interval__is_drawn_from_end_to_end():
    with chart_style():
        _, axes = new_chart()
        draw_interval(axes, 3, Estimate(0.5, 0.1, 0.4, 0.9, 25, "normal"), "elder", scale=100)
    assert axes.lines[0].get_xdata() == pytest.approx([40, 90])


def test_squares__have_the_number_of_their_column_and_row_and_the_colour_of_who_leads():
    axes, findings = draw_in("pairs", "print").axes[0], read_once(RESULTS / "elder-advantage")
    columns, rows = axes.get_xticklabels(), axes.get_yticklabels()
    shown = {
        (rows[one.xy[1]].get_text(), columns[one.xy[0]].get_text()): (
            one.get_text(),
            one.get_fontweight(),
            np.diff(one.get_bbox_patch().get_facecolor()[:3:2])[0] > 0,  # more blue than red
        )
        for one in axes.texts[:-1]
    }
    assert shown == {
        (row["elder"], row["younger"]): (
            write_number(row.estimate.value, 1, "+"),
            "bold" if row["elder"] == row["younger"] else "normal",
            row.estimate.value > 0,
        )
        for row in findings.select(quantity="difference")
    }


# ---- Fonts and colours --------------------------------------------------------------------------
def test_svg__every_text_ends_with_letters_that_all_machines_have():
    families = re.findall(r"\bfont(?:-family)?: ([^;\"]*)", draw_svg(draw_in("sixes", "print")))
    ends = [one.endswith("Arial, sans-serif") for one in families]
    assert (len(ends) > 10, all(ends)) == (True, True)


STAND_OUT = {
    3: ("elder", "younger", "exact", "other", "neutral"),
    LEAST_CONTRAST: ("elder_letters", "younger_letters", "ink", "small", "other", "exact"),
}
"""Contrast with the paper: of marks, and of letters."""


@pytest.mark.parametrize("style", ["print", "dark", "gray"])
def test_colours__stand_out_from_the_paper_and_seats_part_in_grey(style):
    colours = STYLES[style].colours
    assert [
        (name, least)
        for least, names in STAND_OUT.items()
        for name in names
        if contrast(colours[name], colours["paper"]) < least
    ] == []
    elder, younger = (
        cspace_convert(to_rgb(as_grey(colours[seat])), "sRGB1", "CIELab")[0]
        for seat in ("elder", "younger")
    )
    assert abs(elder - younger) > LEAST_APART_IN_GREY
    # Grey has no hue.
    assert (style == "gray", set(colours)) == (
        len({len(set(to_rgb(one))) for one in colours.values()}) == 1,
        set(COLOURS),
    )


@pytest.mark.parametrize("blindness", ["protanomaly", "deuteranomaly", "tritanomaly"])
@pytest.mark.parametrize("style", ["print", "dark"])
def test_colours__are_apart_for_the_colour_blind(style, blindness):
    space = {"name": "sRGB1+CVD", "cvd_type": blindness, "severity": 100}
    seen = [
        np.clip(cspace_convert(to_rgb(STYLES[style].colours[name]), space, "sRGB1"), 0, 1)
        for name in ("elder", "younger", "exact", "other")
    ]
    assert min(deltaE(*two, "sRGB1", "CIELab") for two in combinations(seen, 2)) > LEAST_APART


# ---- The judges themselves ----------------------------------------------------------------------
def test_judges__see_faults():
    with chart_style():
        figure, axes = new_chart()
        axes.set(xlim=(0, 1), ylim=(0, 1))
        add_headline(figure, "A title")
        write_at(axes, 0.5, 0.5, "one")
        write_at(axes, 0.51, 0.5, "other")
        write_at(axes, 0.2, 0.2, "pale", "grid", ha="center")
        draw_mark(axes, 0.2, 0.2, "younger")
        draw_mark(axes, 1.5, 0.5, "elder")
        write_at(axes, 0.8, 0.8, "struck", bbox=None)
        axes.plot([0.7, 1], [0.8, 0.8])
        axes.bar(0.1, 3, 0.1)
        axes.set_yscale("log")
        axes.set(xlim=(0, 1), ylim=(0.01, 1))
        figure.canvas.draw()
    found = find_faults(figure)
    assert (len(found.pop("outside")), len(found.pop("columns on a logarithmic axis"))) == (2, 1)
    assert found == {
        "overlaps": [("one", "other")],
        "pale": ["pale"],
        "covered": ["pale"],
        "struck": ["struck"],
    }


@pytest.mark.parametrize("fault", [{"fontsize": 6}, {"shift": (400, 0)}])
def test_judges__see_letters_that_are_small_or_cut_off(fault):
    with chart_style():
        figure, axes = new_chart()
        add_headline(figure, "A title")
        write_at(axes, 0.5, 0.5, "at fault", in_layout=False, **fault)
    with pytest.raises(AssertionError, match="at fault"):
        assert_legible(figure)
