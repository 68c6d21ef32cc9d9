"""The contents: the sections of the report, the studies in them, and the charts of each.

A study is one module, with its charts in another beside it and its plain words in a third. An entry
here makes them known to the command line, the report, completion and tests. Nothing is imported
until it is needed.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from piquet_sim.game.errors import InputError, suggest

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from analyses.words.plain import Words


@dataclass(frozen=True)
class Chart:
    """A chart that can be drawn from the result of a study."""

    study: str
    """The study whose table it shows."""
    home: str
    """The module that draws it."""
    function: str
    shows: str

    def draw(self, table: "pd.DataFrame", captions: Mapping[str, Any]) -> "Figure":
        """Draw it in the current style."""
        home = import_module(self.home)
        if self.home.count(".") == 2 and "studies" in self.home:
            return home.STUDY.charts[self.function].draw(table, captions)
        return getattr(home, self.function)(table, captions)


@dataclass(frozen=True)
class Entry:
    """A study, and its charts."""

    name: str
    module: str
    charts: Mapping[str, Chart]
    """By name: the study writes the one of its own name."""
    called: str = ""
    """What the report calls it, where several studies are in one section."""

    def tell(self, table: "pd.DataFrame", captions: Mapping[str, Any]) -> "Words":
        """What it found in plain words, from its table and what stands beside it on its chart."""
        home = import_module(self.module)
        if hasattr(home.STUDY, "tell"):
            return home.STUDY.tell(table, captions)
        return import_module(f"{self.module}_words").tell(table, captions)


@dataclass(frozen=True)
class Heading:
    """A section of the report."""

    key: str
    title: str
    entries: tuple[Entry, ...]


def _enter(
    room: str, name: str, *charts: tuple[str, str, str], drawn_in: str = "", called: str = ""
) -> Entry:
    module = f"analyses.studies.{room}.{name.replace('-', '_')}"
    home = drawn_in or f"{module}_chart"
    return Entry(name, module, {key: Chart(name, home, *drawn) for key, *drawn in charts}, called)


_FOLDER = Path(__file__).with_name("studies")


def _enter_file(name: str, called: str = "") -> Entry:
    # What the file of a study says of it, read without importing it.
    key = name.replace("-", "_")
    tree = ast.parse((_FOLDER / f"{key}.py").read_text(encoding="utf-8"))
    made = next(one.value for one in tree.body if isinstance(one, ast.Assign)
                and getattr(one.targets[0], "id", "") == "STUDY")  # fmt: skip
    charts = next(one.value for one in made.keywords if one.arg == "charts")
    module = f"analyses.studies.{key}"
    found = {
        chart.value: Chart(name, module, chart.value, ast.literal_eval(one.args[1]))
        for chart, one in zip(charts.keys, charts.values, strict=True)
    }
    return Entry(name, module, found, called)


CONTENTS = (
    Heading(
        "elder-advantage", "Elder's advantage",
        (
            _enter_file("elder-advantage"),
        ),
    ),
    Heading(
        "carte-blanche", "Carte blanche",
        (
            _enter_file("carte-blanche"),
        ),
    ),
    Heading(
        "pique", "Pique and repique",
        (
            _enter_file("pique"),
        ),
    ),
    Heading(
        "calling", "Calling",
        (
            _enter_file("calling"),
        ),
    ),
    Heading(
        "discards", "Discards",
        (
            _enter_file("discards", "The exchange"),
            _enter_file("throwing", "Throwing by heart"),
            _enter_file("maxims", "Maxims on the discard"),
            _enter_file("playing", "Maxims on the play"),
        ),
    ),
    Heading(
        "hands", "Hands",
        (
            _enter_file("hands", "Dealt hands"),
            _enter_file("holdings", "What cards are worth"),
        ),
    ),
    Heading(
        "rule-books", "Rule books",
        (
            _enter_file("codes", "Six codes"),
            _enter_file("sixes", "The sixes"),
        ),
    ),
    Heading(
        "partie", "Parties",
        (
            _enter_file("partie"),
        ),
    ),
    Heading(
        "score", "Playing to the score",
        (
            _enter(
                "parties", "score",
                ("score", "draw_curve", "what a point is worth in the last deal, by own total"),
                ("score-elder", "draw_elder", "the same by both totals, to elder"),
                ("score-younger", "draw_younger", "the same by both totals, to younger"),
                ("points-needed", "draw_reached", "what a discard for the points needed adds"),
                ("elder-next", "draw_wish", "what it is worth to be elder in the next deal"),
            ),
        ),
    ),
    Heading(
        "strategies", "Strategies",
        (
            _enter_file("ladder", "The ladder"),
            _enter_file("lose", "What is lost"),
            _enter_file("leads", "The first lead"),
        ),
    ),
    Heading(
        "published", "Published figures",
        (
            _enter_file("published"),
        ),
    ),
    Heading(
        "experts-of-1890", "The experts of 1890",
        (
            _enter_file("experts-of-1890"),
        ),
    ),
)  # fmt: skip
"""All sections, in the order of `piquet study` and of the report, which puts four studies first."""

CENSUS = _enter_file("census")
"""The census has a command of its own, and no section."""

_ENTRIES = {one.name: one for section in CONTENTS for one in section.entries}

STUDIES = {name: one.module for name, one in _ENTRIES.items() if name != "ladder"}
"""Modules by the names under which ``piquet study`` finds them."""

CHARTS = {name: chart for one in (*_ENTRIES.values(), CENSUS) for name, chart in one.charts.items()}
"""All charts, by name."""


def read_key(name: str) -> str:
    """A name as it stands in the contents, however it was typed.

    Examples
    --------
    >>> read_key(" Elder_advantage")
    'elder-advantage'
    """
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def find_chart(name: str) -> Chart:
    """The chart of a name.

    Raises
    ------
    InputError
        If nothing has that name; the error suggests the nearest.

    Examples
    --------
    >>> find_chart("first-deal").study
    'partie'
    """
    key = read_key(name)
    if key not in CHARTS:
        raise InputError(suggest(key, CHARTS, "chart"))
    return CHARTS[key]


def find_entry(name: str) -> Entry:
    """The study, ladder or census of a name.

    Raises
    ------
    InputError
        If nothing has that name; the error suggests the nearest.

    Examples
    --------
    >>> find_entry("Elder advantage").module
    'analyses.studies.game.elder_advantage'
    """
    key = read_key(name)
    entry = CENSUS if key == CENSUS.name else _ENTRIES.get(key)
    if entry is None:
        raise InputError(suggest(key, [*_ENTRIES, CENSUS.name], "study"))
    return entry
