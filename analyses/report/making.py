"""Make a report: ask every study, or take its result, and write all on one page."""

import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from inspect import cleandoc
from io import StringIO
from pathlib import Path
from shlex import quote
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from analyses.charts.style import HOUSE_STYLE, STYLES, Style, draw_svg, use_style
from analyses.contents import find_study, list_studies, sort_by_length
from analyses.findings import Findings
from analyses.runs import Runs
from analyses.stored import read_result, trusting
from analyses.study import LEAST, Chart, Study
from piquet_sim import __version__
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.table import write_html
from piquet_sim.game.errors import InputError, read_whole, refuse
from piquet_sim.game.files import read_json_file, write_text
from piquet_sim.game.glossary import WORDS, split_words
from piquet_sim.game.threads import count_threads
from piquet_sim.game.wording import capitalise
from piquet_sim.running.run import Progress
from piquet_sim.strategies import find_strategy

DEFAULT_DEALS = 30_000
"""The number of deals with which all studies take about a minute and a half of processor time."""
_SECONDS = 130.0
"""A study of which a million deals take longer plays a share of the deals asked for."""
_MOST_ROWS = 12
_LARGER = 144
"""Pixels for an inch of a chart."""

Watch = Callable[[str, int], AbstractContextManager[Progress | None]]
"""Shows the progress of a study: called with its name and its number of deals."""


@dataclass(frozen=True)
class Order:
    """The report that is asked for.

    Raises
    ------
    InputError
        If a number, a strategy or a study is invalid.
    """

    n: int = DEFAULT_DEALS
    names: tuple[str, ...] = ()
    """Studies; empty for all."""
    strategy: str | None = None
    """Who plays; by default each study's own players."""
    seed: int = 1
    threads: int | None = None
    style: Style = field(default=HOUSE_STYLE)
    loaded: str = ""
    """A file that registers strategies, for the commands that are shown."""
    results: Path | None = None
    """Results of studies that are taken as they are, instead of playing: a folder of them, or one
    result."""
    author: str = "piquet-sim"
    """Who signs."""

    def __post_init__(self) -> None:
        refuse(
            {
                f"n: {self.n}; a report requires at least {LEAST} deals": (
                    read_whole("n", self.n, least=1) < LEAST
                ),
                "author: expected a name": not self.author.strip(),
                "studies: a name is given twice": len(set(self.names)) < len(self.names),
            }
        )
        for name in self.names:
            find_study(name)
        if self.strategy is not None:
            find_strategy(self.strategy)
        count_threads(self.threads)

    @property
    def studies(self) -> list[Study]:
        """The studies, in the order of the contents."""
        chosen = {find_study(name).name for name in self.names} or set(list_studies())
        return [find_study(name) for name in list_studies() if name in chosen]

    def plan(self, study: Study) -> tuple[Study, Simulation, int]:
        """A study, who plays in it, and how many deals."""
        player = self.strategy or study.players
        n = max(round(self.n * min(1.0, _SECONDS / max(study.seconds, 1.0))), LEAST)
        return study, Simulation(player, player, seed=self.seed), n


@dataclass(frozen=True)
class Made:
    """The finished report."""

    page: Path
    answers: dict[str, str]
    """The headline of each study, by name."""
    left_out: tuple[str, ...]
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "page": str(self.page),
            "bytes": self.page.stat().st_size,
            "seconds": round(self.seconds, 2),
            "studies": self.answers,
            "left_out": list(self.left_out),
        }


def make_report(order: Order, page: Path, watch: Watch | None = None) -> Made:
    """Ask all studies, or take their results, and write the page.

    Parameters
    ----------
    order : Order
    page : Path
        The file to write.
    watch : callable, optional
        Makes the progress callback of a study.

    Raises
    ------
    InputError
        If no study has a result, or nothing can be written.
    KeyboardInterrupt
        If a simulation was stopped.
    """
    start, studies = time.perf_counter(), {one.name: one for one in order.studies}
    homes: dict[str, Path | None] = {}
    if order.results is None:
        found: dict[str, Findings] = {}
        names = [one for one in sort_by_length() if one in studies]
        asked = {name: order.plan(studies[name]) for name in names}
        runs = Runs(asked.values())
        for name, (study, simulation, n) in asked.items():
            total = n * study.count_runs(simulation)
            with watch(name, total) if watch else nullcontext() as progress:
                found[name] = study.ask(simulation, n, order.threads, progress, runs).found
    else:
        homes = {name: _find_result(order.results, one) for name, one in studies.items()}
        found = {name: _take(studies[name], home) for name, home in homes.items() if home}
    if not found:
        raise InputError(f"{order.results}: no result of any study that was asked for")
    chosen = [one for one in studies if one in found]
    parts = []
    for name in chosen:
        with trusting(homes[name] or page, name) if homes else nullcontext():
            parts.append(_show(order, studies[name], found[name]))
    text = _TEMPLATES.get_template("page.html.jinja2").render(
        title=parts[0]["question"] if len(parts) == 1 else "Piquet, counted",
        order=order,
        parts=parts,
        words=WORDS,
        version=__version__,
        date=datetime.now(UTC).date().isoformat(),
    )
    write_text(page, text)
    return Made(
        page,
        {name: part["headline"] for name, part in zip(chosen, parts, strict=True)},
        tuple(one for one in studies if one not in found),
        time.perf_counter() - start,
    )


# ---- Results ------------------------------------------------------------------------------------
def _find_result(results: Path, study: Study) -> Path | None:
    # The folder of a study's result among those that are taken, if there is one.
    if (results / "meta.json").is_file():  # one result alone
        meta = read_json_file(results / "meta.json")
        return results if meta.get("question") == study.question else None
    home = results / study.name
    return home if (home / "meta.json").is_file() else None


def _take(study: Study, home: Path) -> Findings:
    with trusting(home, study.name):
        found = read_result(home, study.question)
        study.words(found)
    return found


def _say_again(order: Order, study: Study, about: dict[str, Any]) -> str:
    # The command that makes a result again, from its description.
    seats = [str(about.get(seat, "")) for seat in ("elder", "younger")]
    players = (
        ["--strategy", seats[0]]
        if seats[0] == seats[1]
        else ["--elder", seats[0], "--younger", seats[1]]
    )
    words = ["piquet", "study", study.name, "-n", about["n"], *players, "--seed", about["seed"]]
    loaded = ["--load", order.loaded] if order.loaded else []
    return " ".join(quote(str(word)) for word in (*words, *loaded))


# ---- The page -----------------------------------------------------------------------------------
def _show(order: Order, study: Study, found: Findings) -> dict[str, Any]:
    # What the template shows of a study.
    found.read.clear()
    headline, *sentences = study.words(found)
    read = {id(row.estimate) for row in found.read or found.rows}
    numbers = [one for one in study.read(found).quantities if id(one.estimate) in read]
    about, table = found.about, StringIO()
    found.table().to_csv(table, index=False, lineterminator="\n")
    players = " v ".join(dict.fromkeys(str(about[seat]) for seat in ("elder", "younger")))
    return {
        "name": study.name,
        "group": study.group,
        "headline": headline,
        "question": study.question,
        "sentences": sentences,
        "not_meant": study.not_meant,
        "charts": [
            _show_chart(order.style, f"{name}.svg", chart, found)
            for name, chart in study.charts.items()
        ],
        "table": Markup(write_html(numbers[:_MOST_ROWS])),
        "shown": len(numbers[:_MOST_ROWS]),
        "total": len(found.rows),
        "data": make_address("text/csv", table.getvalue().encode()),
        "method": cleandoc(study.answer.__globals__.get("__doc__") or "").split("\n\n"),
        "assumed": study.assumed,
        "origin": f"{players}, rules {about['rules']}, {about['n']:,} deals, seed {about['seed']}",
        "again": _say_again(order, study, about),
    }


def _show_chart(style: Style, name: str, chart: Chart, found: Findings) -> dict[str, Any]:
    # In the style that is asked for, and in print's own with the colours of a dark screen.
    dark = STYLES["dark"]
    by_night = replace(style, colours=dark.colours, heat_map=dark.heat_map)
    files = []
    for look in [style, by_night] if style == HOUSE_STYLE else [style]:
        with use_style(look):
            figure = chart.draw(found)
            files.append(make_address("image/svg+xml", draw_svg(figure).encode()))
    return {
        "name": name,
        "files": files,
        "headline": figure.headline,
        "width": round(_LARGER * figure.get_figwidth()),
        "shows": capitalise(chart.shows),
    }


def make_address(kind: str, content: bytes) -> str:
    """A file as an address that a link saves."""
    return f"data:{kind};base64,{b64encode(content).decode()}"


def link_words(text: str, linked: set[str]) -> Markup:
    """A text as HTML, each word of the game linked where it first appears.

    Parameters
    ----------
    text : str
    linked : set of str
        Words linked so far; newly linked words are added.
    """

    def pieces() -> Iterator[Markup]:
        for piece, word in split_words(text.replace(" ± ", "\u00a0±\u00a0")):
            if word is None or word.key in linked:
                yield escape(piece)
            else:
                linked.add(word.key)
                yield Markup('<a class="word" href="#word-{}">{}</a>').format(word.key, piece)

    return Markup("").join(pieces())


_TEMPLATES = Environment(
    loader=PackageLoader("analyses.report"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
"""The template of the page; what it shows is escaped."""
_TEMPLATES.filters["link_words"] = link_words
_TEMPLATES.globals["new_set"] = set
