"""The contents: all studies, and the charts of each, read from their files without importing them.

The file of a study ends with its `Study`, whose name, question, group and charts are plain texts.
So the command line, the report, completion and tests know a study by its file alone, and importing
waits until one is asked. `register` adds a study of one's own.
"""

import ast
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from piquet_sim.game.errors import InputError, read_text, suggest

if TYPE_CHECKING:
    from analyses.study import Chart, Study

_FOLDER = Path(__file__).with_name("studies")
GROUPS = ("game", "players", "parties", "books")
"""What studies are about, in the order in which they are listed."""


@dataclass(frozen=True)
class Entry:
    """What the file of a study says of it."""

    name: str
    question: str
    group: str
    charts: dict[str, str]
    """What each of its charts shows, by name."""
    command: str = "study"
    """The command that asks it."""
    study: "Study | None" = field(default=None, repr=False)
    """The study itself, where it is one's own."""

    def load(self) -> "Study":
        """The study."""
        if self.study is not None:
            return self.study
        return import_module(f"analyses.studies.{self.name.replace('-', '_')}").STUDY


def _read_entry(path: Path) -> Entry:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    made = next(
        one.value
        for one in tree.body
        if isinstance(one, ast.Assign) and getattr(one.targets[0], "id", "") == "STUDY"
    )
    parts = {one.arg: one.value for one in made.keywords}
    shows = {
        name.value: ast.literal_eval(chart.args[1])
        for name, chart in zip(parts["charts"].keys, parts["charts"].values, strict=True)
    }
    named = {name: ast.literal_eval(parts[name]) for name in ("name", "question", "group")}
    command = ast.literal_eval(parts["command"]) if "command" in parts else "study"
    return Entry(**named, charts=shows, command=command)


def _list_entries() -> dict[str, Entry]:
    listed = [_read_entry(path) for path in sorted(_FOLDER.glob("[a-z]*.py"))]
    listed.sort(key=lambda one: GROUPS.index(one.group))
    return {one.name: one for one in listed}


ENTRIES = _list_entries()
"""All studies by name, those that other commands ask among them."""


def list_studies() -> list[str]:
    """The names of the studies that ``piquet study`` asks."""
    return [name for name, one in ENTRIES.items() if one.command == "study"]


def list_charts() -> dict[str, Entry]:
    """The study of each chart, by the name of the chart."""
    return {chart: one for one in ENTRIES.values() for chart in one.charts}


def register(study: "Study") -> None:
    """Add a study of one's own, which commands then find by its name.

    Raises
    ------
    InputError
        If a study or a chart has that name, its first chart has not, or its group is none.
    """
    taken = {*ENTRIES, *list_charts()} & {study.name, *study.charts}
    if taken:
        raise InputError(f"study {study.name}: the name {sorted(taken)[0]!r} is taken")
    if next(iter(study.charts), None) != study.name or study.group not in GROUPS:
        raise InputError(
            f"study {study.name}: its first chart has its name, and its group is one of "
            f"{', '.join(GROUPS)}"
        )
    shows = {name: chart.shows for name, chart in study.charts.items()}
    ENTRIES[study.name] = Entry(
        study.name, study.question, study.group, shows, study.command, study
    )


def read_key(name: str) -> str:
    """A name as it stands in the contents, however it was typed.

    Examples
    --------
    >>> read_key(" Elder_advantage")
    'elder-advantage'
    """
    return read_text("name", name).lower().replace("_", "-").replace(" ", "-")


def find_study(name: str) -> "Study":
    """The study of a name, one that another command asks among them.

    Raises
    ------
    InputError
        If nothing has that name; the error suggests the nearest.

    Examples
    --------
    >>> find_study("Elder advantage").question
    'What is it worth to be elder hand?'
    """
    key = read_key(name)
    if key not in ENTRIES:
        raise InputError(suggest(key, list_studies(), "study"))
    return ENTRIES[key].load()


def find_chart(name: str) -> tuple["Study", "Chart"]:
    """The chart of a name, and its study.

    Raises
    ------
    InputError
        If nothing has that name; the error suggests the nearest.

    Examples
    --------
    >>> find_chart("first-deal")[0].name
    'partie'
    """
    key, charts = read_key(name), list_charts()
    if key not in charts:
        raise InputError(suggest(key, charts, "chart"))
    study = charts[key].load()
    return study, study.charts[key]


def sort_by_length() -> list[str]:
    """The names of all studies, those that take long last."""
    return sorted(list_studies(), key=lambda name: find_study(name).seconds)
