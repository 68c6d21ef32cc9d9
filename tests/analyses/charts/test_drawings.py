"""The charts of the studies, judged as far as a program can, in every style."""

import re
import warnings
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from legible import (
    LEAST_CONTRAST,
    assert_legible,
    contrast,
    find_bars_on_log_axes,
    find_covered,
    find_outside,
    find_overlaps,
    find_pale,
    find_struck,
)
from matplotlib.colors import to_rgb
from matplotlib.font_manager import FontProperties, findfont

import analyses
from analyses.charts.headlines import SUBTITLE, add_headline
from analyses.charts.marks import draw_mark, write_at
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
from analyses.contents import find_chart, list_charts, list_studies
from analyses.stored import read_result

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its docstrings have escapes that Python complains of
    from colorspacious import cspace_convert, deltaE

RESULTS = Path(analyses.__file__).parents[1] / "results"
LAYOUTS = ("print", "double", "dark")
"""Grey is laid out as print, a slide as a dark screen."""
CHARTS = {name: home for name, home in list_charts().items() if (RESULTS / home.name).is_dir()}

SHEETS = {
    "maxims": (170, 136), "playing": (170, 120), "calling-maxims": (170, 100),
    "throwing": (170, 90), "throwing-younger": (170, 90),
}  # fmt: skip
"""Millimetres: what is printed larger than other charts."""
LEAST_APART, LEAST_APART_IN_GREY = 20, 12
"""CIELAB."""


def draw(name):
    study, chart = find_chart(name)
    return chart.draw(read_result(RESULTS / study.name))


@cache
def draw_in(name, style):
    """A chart in a style, drawn once for all tests that look at it."""
    with use_style(STYLES[style]):
        return draw(name)


@pytest.mark.parametrize(
    "style", [LAYOUTS[0], *(pytest.param(one, marks=pytest.mark.slow) for one in LAYOUTS[1:])]
)
@pytest.mark.parametrize("name", CHARTS)
def test_chart__can_be_read(name, style):
    figure = draw_in(name, style)
    with use_style(STYLES[style]):
        assert_legible(figure)
        assert find_overlaps(figure) == []
        assert find_covered(figure) == []
        assert find_struck(figure) == []
        assert find_pale(figure) == []
        assert find_outside(figure) == []
        assert find_bars_on_log_axes(figure) == []
    if style == "print":
        wide, high = SHEETS.get(name, (85, None))
        assert figure.get_figwidth() == pytest.approx(wide * MM)
        assert figure.get_figheight() <= (high * MM if high else HIGHEST) + 1e-9


@pytest.mark.parametrize(
    ("name", "style"),
    [
        pytest.param(name, style, marks=() if style in styles else pytest.mark.slow)
        for name in CHARTS
        if name.startswith("maxim") and name not in SHEETS
        for styles in [("print", "slide") if name == "maxim-bare-king" else ("print",)]
        for style in ("print", "gray", "slide")
    ],
)
def test_maxims__words_keep_off_the_line_at_zero(name, style):
    figure = draw_in(name, style)
    with use_style(STYLES[style]):
        figure.draw_without_rendering()
        (axes,) = figure.axes
        zero = axes.transData.transform((0, 0))[0]
        named = [text.get_window_extent() for text in axes.texts]
    assert named
    assert not [box for box in named if box.x0 < zero < box.x1]


@pytest.mark.parametrize("name", CHARTS)
def test_chart__says_what_is_measured_and_who_played(name):
    figure = draw_in(name, "print")
    assert figure.get_suptitle()
    assert len(figure.get_suptitle().splitlines()) <= 2
    assert [text for text in figure.texts if text.get_gid() == SUBTITLE]
    assert figure.get_supxlabel().count("\n") <= 2
    assert not [axes for axes in figure.axes if axes.get_legend()]
    if "log" in {scale for axes in figure.axes for scale in (axes.get_xscale(), axes.get_yscale())}:
        assert "log scale" in " ".join(text.get_text() for text in figure.texts)


_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])")
NOT_DRAWN = {
    "throwing": 1, "throwing-younger": 2, "lead-choices": 1, "payments": 1, "points-needed": 1,
    "draws": 1, "experts-of-1890": 2, "published": 4, "published-play": 2, "maxims": 4,
    "playing": 4, "calling-maxims": 4,
}  # fmt: skip
"""How many numbers of a title at most are not written on the chart: counts, and what its marks
show without words."""


def list_missing(figure):
    """The numbers of a title that are no string of the marks, the axes or the subtitle."""
    texts = [one for axes in figure.axes for one in axes.texts]
    for axes in figure.axes:
        texts += [*axes.get_xticklabels(), *axes.get_yticklabels()]
    texts += [text for text in figure.texts if text.get_gid() == SUBTITLE]
    shown = {one.rstrip(",") for text in texts for one in _NUMBER.findall(text.get_text())}
    title = " ".join(figure.get_suptitle().split())
    return [one for one in (n.rstrip(",") for n in _NUMBER.findall(title)) if one not in shown]


@pytest.mark.parametrize("name", CHARTS)
def test_title__has_the_strings_of_the_chart(name):
    assert len(list_missing(draw_in(name, "print"))) <= NOT_DRAWN.get(name, 0)


def test_title__of_another_rounding_is_seen():
    figure = draw("ladder")
    figure.suptitle(figure.get_suptitle().replace("0.6", "0.57"))
    assert list_missing(figure) == ["0.57"]


def test_charts__each_study_has_one_of_its_name():
    assert all(list_charts()[name].name == name for name in list_studies())


# ---- Fonts and colours --------------------------------------------------------------------------
def test_svg__every_text_ends_with_letters_that_all_machines_have():
    root = ElementTree.fromstring(draw_svg(draw("sixes")))
    texts = [one for one in root.iter() if one.tag.endswith(("}text", "}tspan"))]
    styled = [one.get("style") for one in texts if "font" in (one.get("style") or "")]
    assert len(styled) > 10
    for style in styled:
        family = re.search(r"font(?:-family)?: ([^;]*)", style.split("font-size")[-1]).group(1)
        assert family.endswith("Arial, sans-serif"), style
    assert {"Verdana", "DejaVu Sans"} <= set(re.findall(r"[A-Z][A-Za-z ]+", styled[0]))


def test_fonts__of_the_house_style_come_with_matplotlib():
    families = FontProperties(family=STYLES["print"].settings["font.family"])
    assert Path(findfont(families, fallback_to_default=False)).name == "DejaVuSans.ttf"


@pytest.mark.parametrize("style", ["print", "dark", "gray"])
def test_colours__stand_out_from_the_paper(style):
    colours = STYLES[style].colours
    for name in ("elder", "younger", "exact", "other", "neutral"):
        assert contrast(colours[name], colours["paper"]) >= 3, name
    for name in ("elder_letters", "younger_letters", "ink", "small", "other", "exact"):
        assert contrast(colours[name], colours["paper"]) >= LEAST_CONTRAST, name


@pytest.mark.parametrize("blindness", ["protanomaly", "deuteranomaly", "tritanomaly"])
@pytest.mark.parametrize("style", ["print", "dark"])
def test_colours__are_apart_for_the_colour_blind(style, blindness):
    space = {"name": "sRGB1+CVD", "cvd_type": blindness, "severity": 100}
    seen = {
        name: np.clip(cspace_convert(to_rgb(STYLES[style].colours[name]), space, "sRGB1"), 0, 1)
        for name in ("elder", "younger", "exact", "other")
    }
    for (one, here), (other, there) in combinations(seen.items(), 2):
        apart = deltaE(here, there, input_space="sRGB1", uniform_space="CIELab")
        assert apart > LEAST_APART, (one, other)


@pytest.mark.parametrize("style", ["print", "dark", "gray"])
def test_colours__of_the_seats_part_in_grey(style):
    light = [
        cspace_convert(to_rgb(as_grey(STYLES[style].colours[seat])), "sRGB1", "CIELab")[0]
        for seat in ("elder", "younger")
    ]
    assert abs(light[0] - light[1]) > LEAST_APART_IN_GREY


def test_grey__has_no_hue():
    for colour in STYLES["gray"].colours.values():
        assert len(set(to_rgb(colour))) == 1
    assert set(STYLES["gray"].colours) == set(COLOURS)


# ---- The judges themselves ----------------------------------------------------------------------
def make_faulty():
    with chart_style():
        figure, axes = new_chart()
        axes.set(xlim=(0, 1), ylim=(0, 1))
        add_headline(figure, "A title")
    return figure, axes


def test_judges__see_faults():
    figure, axes = make_faulty()
    with chart_style():
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
    assert find_overlaps(figure) == [("one", "other")]
    assert find_pale(figure) == ["pale"]
    assert [said for said, _ in find_covered(figure)] == ["pale"]
    assert find_struck(figure) == ["struck"]
    assert len(find_outside(figure)) == 2
    assert len(find_bars_on_log_axes(figure)) == 1


@pytest.mark.parametrize("fault", [{"fontsize": 6}, {"shift": (400, 0)}])
def test_judges__see_letters_that_are_small_or_cut_off(fault):
    figure, axes = make_faulty()
    with chart_style():
        write_at(axes, 0.5, 0.5, "at fault", in_layout=False, **fault)
    with pytest.raises(AssertionError, match="at fault"):
        assert_legible(figure)
