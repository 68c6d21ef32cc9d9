"""The sections of a report, and the size of each study in it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from analyses import find_study
from analyses.charts.style import HOUSE_STYLE, Style
from analyses.contents import CONTENTS, read_key
from analyses.results.analysis import Analysis
from analyses.studies.ladder import REPORTED as LADDER_REPORTED
from analyses.studies.ladder import TITLE as LADDER_TITLE
from analyses.studies.ladder import climb
from analyses.studies.ladder_chart import draw_steps
from analyses.study import LEAST, Reported, Study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.files import read_json_file
from piquet_sim.game.rules import RUBICON
from piquet_sim.running.run import Progress, check_count, count_threads
from piquet_sim.strategies import Strategy, find_strategy, strategy_names

DEFAULT_DEALS = 30_000
"""The number of deals with which all studies take about a minute and a half of processor time."""

AUTHOR = "piquet-sim"

_LADDER_DEALS_A_PAIR = 2_000
_LEAST_PAIRS = 10


@dataclass(frozen=True)
class Order:
    """The report that is asked for.

    Raises
    ------
    InputError
        If a number, a strategy or a section is invalid.
    """

    n: int = DEFAULT_DEALS
    strategies: tuple[str, ...] = ()
    """The first plays the studies; all play on the ladder. Empty: those of the studies, and all."""
    sections: tuple[str, ...] = ()
    """Empty: all."""
    seed: int = 1
    threads: int | None = None
    style: Style = field(default=HOUSE_STYLE)
    loaded: str = ""
    """A file that registers strategies, for the commands that are shown."""
    results: Path | None = None
    """Results of studies that are taken as they are, instead of playing: a folder of them, or one
    result."""
    author: str = AUTHOR
    """Who signs."""

    def __post_init__(self) -> None:
        if check_count(self.n) < LEAST:
            raise InputError(f"n: {self.n}; a report requires at least {LEAST} deals")
        for name in (*self.strategies, *self.sections):
            if not name:
                raise InputError("strategies and sections: a name between two commas is missing")
        if not self.author.strip():
            raise InputError("author: expected a name")
        for what, names in (("strategies", self.strategies), ("sections", self.sections)):
            if len(set(names)) < len(names):
                raise InputError(f"{what}: a name is given twice")
        for name in self.strategies:
            find_strategy(name)
        for name in self.sections:
            find_section(name)
        count_threads(self.threads)
        Simulation(self.main, self.main, RUBICON, self.seed)

    @property
    def main(self) -> str:
        """The strategy for parts that are not studies."""
        return self.strategies[0] if self.strategies else Study.strategy

    @property
    def players(self) -> tuple[str, ...]:
        """The strategies on the ladder."""
        return self.strategies or tuple(strategy_names())

    def wanted(self) -> "list[Section]":
        """The sections, in the order of the report."""
        keys = {find_section(name).key for name in self.sections}
        return [one for one in SECTIONS if not keys or one.key in keys]


@dataclass(frozen=True)
class Part:
    """One study in a section."""

    name: str
    """Name of the study and of its folder."""
    called: str = ""
    """What the report calls it."""

    @property
    def reported(self) -> Reported:
        """How it is reported."""
        return find_study(self.name).reported

    def columns_of(self, table: str) -> tuple[str, ...]:
        """The columns in print of one of its tables."""
        return self.reported.columns if table == "data" else ()

    def find_result(self, order: Order) -> Path | None:
        """The folder of its result among those that are taken, if there is one."""
        if (order.results / "meta.json").is_file():  # one result alone
            home = order.results
            return (
                home if read_json_file(home / "meta.json").get("question") == self.title else None
            )
        home = order.results / self.name
        return home if (home / "meta.json").is_file() else None

    @property
    def title(self) -> str:
        """The question."""
        return find_study(self.name).title

    def player(self, order: Order) -> str:
        """The strategy in both seats."""
        return order.strategies[0] if order.strategies else find_study(self.name).strategy

    def size(self, order: Order) -> int:
        """Its number of deals."""
        return max(round(order.n * self.reported.share), self.reported.least)

    def simulation(self, order: Order) -> Simulation:
        """The simulation that is played."""
        name = self.player(order)
        return Simulation(name, name, RUBICON, order.seed)

    def count_runs(self, order: Order) -> int:
        """How many times its deals are played."""
        return find_study(self.name).count_runs(self.simulation(order))

    def involved(self, order: Order) -> list[Strategy]:
        """All strategies whose play the study shows."""
        names = {self.player(order), *find_study(self.name).list_others()}
        return [find_strategy(name) for name in sorted(names)]

    def make(self, order: Order, progress: Progress | None) -> Analysis:
        """Answer the question."""
        size = self.size(order)
        return find_study(self.name).ask(self.simulation(order), size, order.threads, progress)

    def draw(self, *told: Any, **tables: pd.DataFrame) -> Figure:
        """Draw the chart of its tables."""
        return find_study(self.name).draw(*told, **tables)

    def command(self, order: Order) -> str:
        """The command that makes it again."""
        words = ["piquet", "study", self.name, "-n", str(self.size(order))]
        words += ["--strategy", self.player(order), "--seed", str(order.seed)]
        return " ".join(quote(word) for word in words + _load_words(order))


class LadderPart(Part):
    """The ladder, which compares all players."""

    @property
    def reported(self) -> Reported:
        """How it is reported."""
        return LADDER_REPORTED

    @property
    def title(self) -> str:
        """The question."""
        return LADDER_TITLE

    def size(self, order: Order) -> int:
        """Number of pairs of deals per duel."""
        return max(order.n // _LADDER_DEALS_A_PAIR, _LEAST_PAIRS)

    def count_runs(self, order: Order) -> int:
        """Number of duels."""
        return len(order.players) * (len(order.players) - 1) // 2

    def player(self, order: Order) -> str:
        """The first player."""
        return order.main

    def involved(self, order: Order) -> list[Strategy]:
        """All players."""
        return [find_strategy(name) for name in order.players]

    def make(self, order: Order, progress: Progress | None) -> Analysis:
        """Play all against all."""
        names, pairs = list(order.players), self.size(order)
        return climb(names, pairs, RUBICON, order.seed, order.threads, progress)

    def draw(self, *told: Any, **tables: pd.DataFrame) -> Figure:
        """Draw the ladder from its table."""
        return draw_steps(*told, **tables)

    def command(self, order: Order) -> str:
        """The command that makes it again."""
        words = ["piquet", "duel", *order.players, "-n", str(self.size(order))]
        words += ["--seed", str(order.seed)]
        return " ".join(quote(word) for word in words + _load_words(order))


def _load_words(order: Order) -> list[str]:
    return ["--load", order.loaded] if order.loaded else []


@dataclass(frozen=True)
class Section:
    """One section of the report."""

    key: str
    title: str
    parts: tuple[Part, ...]

    def chosen(self, order: Order) -> tuple[Part, ...]:
        """The parts that can be made: with a result, or else a ladder with two players."""
        if order.results is not None:
            return tuple(part for part in self.parts if part.find_result(order) is not None)
        alone = len(order.players) < 2
        return tuple(
            part for part in self.parts if not (alone and isinstance(part, LadderPart))
        )  # fmt: skip

    def folder(self, part: Part) -> str:
        """The folder of a part, beside the page."""
        return self.key if part.name == self.key else f"{self.key}/{part.name}"


SECTIONS = tuple(
    Section(
        one.key,
        one.title,
        tuple(
            (LadderPart if entry.name == "ladder" else Part)(entry.name, entry.called or one.title)
            for entry in one.entries
        ),
    )
    for one in CONTENTS
)
"""All sections, in the order of the contents."""

_FIRST = ("elder-advantage", "skill", "pique", "maxims")
"""Studies with which a report opens; the others follow in the order of the contents."""


def put_in_order(chosen: Iterable[tuple[Section, Part]]) -> list[tuple[Section, Part]]:
    """The parts in the order of the report.

    Examples
    --------
    >>> parts = [(section, part) for section in SECTIONS for part in section.parts]
    >>> [part.name for _, part in put_in_order(parts)][:5]
    ['elder-advantage', 'skill', 'pique', 'maxims', 'carte-blanche']
    """
    return sorted(
        chosen, key=lambda one: _FIRST.index(one[1].name) if one[1].name in _FIRST else len(_FIRST)
    )


def find_section(name: str) -> Section:
    """The section with this name, or with a study of this name.

    Raises
    ------
    InputError
        If there is none, with the nearest name.
    """
    key = read_key(name)
    for section in SECTIONS:
        if key == section.key or key in [part.name for part in section.parts]:
            return section
    raise InputError(suggest(key, [one.key for one in SECTIONS], "section"))
