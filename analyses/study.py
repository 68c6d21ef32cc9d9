"""A study: a question, and what answers it, puts the answer into words and draws it."""

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from markupsafe import Markup
from matplotlib.figure import Figure

from analyses.charts.captions import say_origin
from analyses.charts.plot import draw_numbers
from analyses.charts.style import save_chart, show
from analyses.contents import ENTRIES, find_study
from analyses.findings import Findings, say_who_plays
from analyses.meaning import Claims, Rows, read_plainly
from analyses.runs import MOST_RECORDS, Asked, Runs
from analyses.stored import replace_folder
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.quantity import Quantity
from piquet_sim.estimates.shown import Look, Numbers, Shown
from piquet_sim.game.errors import InputError, read_whole
from piquet_sim.game.files import check_writable, digest_file, read_json_file, write_text
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.threads import count_threads
from piquet_sim.running.provenance import describe_code, list_packages
from piquet_sim.running.run import Progress
from piquet_sim.strategies.registry import find_strategy, strategy_names

LEAST = 200
"""Minimum number of deals in a report: with fewer, most studies have no result."""

BETWEEN = "The numbers hold between these players; others may make other numbers. "
"""What is assumed by every study in which strategies play."""

UNDER_RUBICON = {"rules": RUBICON}
"""Rubicon's Laws, those of the judges and of the maxims, whatever is asked."""
UNMIRRORED = {**UNDER_RUBICON, "mirrored": False}
"""The same, and each deal once where mirrored pairs are asked for."""
OF_ALL_DEALS = {**UNMIRRORED, "given": None}
"""The same, and all deals where a condition is asked for."""


# ---- What is asked ------------------------------------------------------------------------------
def note_rules(rules: RuleSet) -> dict[str, Any]:
    """The note of an analysis on rules that the name of a preset does not give."""
    described = rules.describe()
    return {} if isinstance(described, str) else {"laws": described}


_FILES = ("data.csv", "chart.svg", "chart.png", "meta.json")


# ---- Studies ------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Chart:
    """A chart that is drawn from the findings of a study, in the current style."""

    draw: Callable[[Findings], Figure] | Look
    """A function that draws; or how the numbers are drawn whose meaning the study gives."""
    shows: str = ""
    """What it shows, as a list of charts says it; of the toolkit's own charts `contents` does."""
    title: Claims = ()
    """What may stand over it; by default the headline of the study."""
    amount: Callable[[Mapping[str, Any]], str] = lambda about: ""
    """What was played, where it is not the deals asked for."""
    change: Callable[[Mapping[str, Any]], dict[str, Any]] = lambda about: {}
    """What of the look depends on what was played."""


def _list_all(some: Any, found: Findings) -> list[Any]:
    return list(some(found) if callable(some) else some)


@dataclass(frozen=True)
class Study:
    """A question that can be asked about any two players.

    All that says something does so from the findings, so that a stored answer is put in words and
    drawn again without a deal. The command line, the report and completion read it; no other file
    knows a study.
    """

    name: str
    """By which it is asked for: its file's, with hyphens."""
    question: str
    group: str
    """What it is about: the game, players, parties or books."""
    answer: Callable[..., Findings]
    """``answer(asked)`` plays, and returns the findings."""
    charts: Mapping[str, Chart]
    """By name; the first, of the study's own name, is written with its table."""
    not_meant: str
    """One sentence: what the finding does not mean."""
    rows: Rows = ()
    """What the numbers of its table mean."""
    headline: Claims = ()
    """What may be said of them in a line: the first that holds is."""
    sentences: Claims = ()
    """What is said of them, as far as it holds; before the first, who plays."""
    derive: Callable[[Mapping[str, Quantity]], Iterable[Quantity]] = lambda numbers: ()
    """Numbers that follow from others."""
    words: Callable[[Findings], tuple[str, ...]] | None = None
    """``words(findings)``: the headline, then two to four sentences; by default those above."""
    assumed: str = BETWEEN
    """What the numbers rest on, in sentences."""
    players: str = "expert"
    """The strategy in both seats where none is named: expert, unless their play changes nothing or
    a million deals would take more than about four minutes on two processors."""
    n: int = 1_000_000
    """Deals of the published result, and who played it where that is not `players`."""
    published_by: str | None = None
    seconds: float = 0.0
    """About how many seconds of one processor a million deals of `players` take, where that is
    long."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Parts of the simulation that are so in this study, whatever is asked."""
    counted: Sequence[str] = ()
    """Expressions by whose values it groups the deals asked for (`Result.group`)."""
    recorded: Sequence[str] = ()
    """Columns of records of these deals that it looks at (`Result.records`)."""
    kept: int = MOST_RECORDS
    """Of how many deals at most."""
    no_condition: str = ""
    """Why its deals can have no condition; empty if they can."""
    count_runs: Callable[[Simulation], int] = lambda simulation: 1
    """How many times the deals asked for are played."""
    list_others: Callable[[], Sequence[str]] = tuple
    """Strategies that play in it beside those of the simulation."""
    command: str = "study"
    """The command that asks it."""

    def __reduce__(self) -> "str | tuple[Any, ...]":
        """A study of the list is itself again where it is read."""
        entry = ENTRIES.get(self.name)
        is_listed = entry is not None and entry.study is None and entry.load() is self
        return (find_study, (self.name,)) if is_listed else super().__reduce_ex__(4)

    def __post_init__(self) -> None:
        """What is said and drawn of numbers with a meaning follows from it."""
        if self.words is None:
            first = next(iter(self.charts.values()), None)
            is_look = first is not None and isinstance(first.draw, Look)
            object.__setattr__(self, "words", partial(self._say, first if is_look else None))
        shows = ENTRIES[self.name].charts if self.name in ENTRIES else {}
        charts = {
            name: replace(
                one,
                draw=partial(self._draw, one) if isinstance(one.draw, Look) else one.draw,
                shows=one.shows or shows.get(name, ""),
            )
            for name, one in self.charts.items()
        }
        object.__setattr__(self, "charts", charts)

    def read(self, findings: Findings, chart: Chart | None = None) -> Numbers:
        """The findings with their meaning.

        Parameters
        ----------
        findings : Findings
        chart : Chart, optional
            The chart that is to be drawn of it; by default the first.
        """
        read = (row.read(findings) for row in _list_all(self.rows, findings))
        numbers = [one for one in read if one is not None] or read_plainly(findings)
        numbers += self.derive({one.key: one for one in numbers})
        amount = (chart or next(iter(self.charts.values()))).amount(findings.about)
        look = (
            replace(chart.draw, counts_hidden=False, **chart.change(findings.about))
            if chart
            else Look()
        )
        claims = _list_all((chart and chart.title) or self.headline, findings)
        return Numbers(
            say_origin(findings.about, amount),
            numbers,
            [*claims, Claim("Too few deals to answer the question")],
            look,
            played=findings.about,
        )

    def _draw(self, chart: Chart, findings: Findings) -> Figure:
        return draw_numbers(self.read(findings, chart))

    def _say(self, chart: Chart | None, findings: Findings) -> tuple[str, ...]:
        # A number has the digits that it has in the chart.
        found = self.read(findings, chart)
        held = [one for one in _list_all(self.sentences, findings) if one.holds(found)]
        printed = {key for one in held for key in one.list_keys(found)}
        findings.read += [
            row.find(findings) for row in _list_all(self.rows, findings) if row.key in printed
        ]
        said = [one.say(found) for one in held]
        is_played = any(not found[key].is_exact for one in held[:1] for key in one.list_keys(found))
        if is_played and (players := say_who_plays(findings)):
            said[0] = players + said[0][:1].lower() + said[0][1:]
        return found.headline, *said

    @property
    def has_own_rules(self) -> bool:
        """Whether its rules are fixed: rule books that it compares, or Rubicon's alone."""
        return "rules" in self.fixed

    def ask(
        self,
        simulation: Simulation,
        n: int,
        threads: int | None = None,
        progress: Progress | None = None,
        runs: Runs | None = None,
        **options: Any,
    ) -> "Answer":
        """Answer the question.

        Parameters
        ----------
        simulation : Simulation
        n : int
        threads : int, optional
        progress : callable, optional
        runs : Runs, optional
            Of this study and others, where deals of several are played once, or runs are kept.
        **options : Any
            What this study alone can be asked besides.

        Raises
        ------
        InputError
            If the study cannot be asked so.
        KeyboardInterrupt
            If it was stopped.
        """
        start = time.perf_counter()
        self.check_condition(simulation)
        n, threads = read_whole("n", n, least=1), count_threads(threads)
        fixed, runs = self.fix(simulation), runs or Runs([(self, simulation, n)])
        asked = Asked(fixed, n, threads, progress, runs)
        findings = runs.answer(self, partial(self.answer, asked, **options))
        findings.about = {
            "n": asked.n,
            **fixed.describe(),
            **note_rules(fixed.rules),
            **findings.about,
        }
        return Answer(self, findings, time.perf_counter() - start)

    def fix(self, simulation: Simulation) -> Simulation:
        """A simulation with the parts that are so in this study."""
        return replace(simulation, **self.fixed)

    def check_condition(self, simulation: Simulation) -> None:
        """Refuse a condition on the deals where the study asks of all.

        Raises
        ------
        InputError
        """
        if self.no_condition and simulation.given is not None:
            raise InputError(f"study {self.name}: {self.no_condition}; leave out the condition")


@dataclass(frozen=True, repr=False)
class Answer(Shown):
    """The findings of a study, which can be shown and written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from analyses.studies.census import count_attributes
    >>> with TemporaryDirectory() as folder:
    ...     home = count_attributes(["aces"]).write(Path(folder))
    ...     print(sorted(path.name for path in home.iterdir()))
    ['chart.png', 'chart.svg', 'data.csv', 'meta.json']
    """

    study: Study
    found: Findings
    seconds: float = field(compare=False)
    name: str = ""
    """Name of its folder, if not the study's own."""

    def __repr__(self) -> str:
        return f"{self.study.question} {self.headline}."

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The headline, and the sentences."""
        return self.study.words(self.found)

    @property
    def headline(self) -> str:
        """The finding, in a line without a stop."""
        return self.words[0]

    @property
    def sentences(self) -> tuple[str, ...]:
        """Two to four sentences with the numbers and their errors."""
        return self.words[1:]

    def numbers(self) -> Numbers:
        """The findings with their meaning, as far as the study gives it."""
        return self.study.read(self.found)

    def plot(self) -> Figure:
        """The chart that is written with its table, drawn anew."""
        return self.chart.draw(self.found)

    @property
    def chart(self) -> Chart:
        """The chart that is written with its table."""
        return next(iter(self.study.charts.values()))

    def as_json(self) -> dict[str, Any]:
        """Its words and what was played, as ``meta.json`` has them and the command line prints."""
        return {
            "question": self.study.question,
            "headline": self.headline,
            "sentences": list(self.sentences),
            "not_meant": self.study.not_meant,
            "description": self.found.about,
        }

    def _repr_html_(self) -> str:
        # The question and the answer in words.
        said = Markup("").join(
            map(Markup("<p>{}</p>").format, (*self.sentences, self.study.not_meant))
        )
        return Markup("<h3>{}</h3><p><b>{}</b></p>{}").format(
            self.study.question, self.headline, said
        )

    def _ipython_display_(self) -> None:
        # Words and chart are two outputs, since of one a host shows either; a picture, not a
        # drawing, since hosts leave drawings out.
        from IPython.display import HTML, display

        display(HTML(self._repr_html_()), show(self.chart.draw, self.found))

    def write(self, folder: Path, **notes: Any) -> Path:
        """Write ``data.csv``, ``chart.svg``, ``chart.png`` and ``meta.json`` to a folder.

        All four take their places, or none does; what is there besides stays. A folder whose
        content would not change is left alone, with the date and the seconds of the first time.

        Parameters
        ----------
        folder : Path
        **notes : Any
            What else ``meta.json`` says.

        Returns
        -------
        Path
            The folder ``folder / name``.

        Raises
        ------
        InputError
            If it cannot be written.
        """
        home = Path(folder) / (self.name or self.study.name)
        known, about = strategy_names(), self.found.about
        code = describe_code(
            find_strategy(name)
            for name in dict.fromkeys(str(about.get(seat, "")) for seat in ("elder", "younger"))
            if name.partition("+")[0].partition("@")[0] in known
        )
        with replace_folder(home) as beside:
            self.found.write(beside / "data.csv")
            metadata = {
                "Title": self.study.question,
                "Description": json.dumps({**code, **about}, ensure_ascii=False),
            }
            (*files, _), figure = _FILES, self.plot()
            for name in files[1:]:
                save_chart(figure, beside / name, metadata)
            meta = {
                **self.as_json(),
                **code,
                "packages": list_packages(),
                "seconds": round(self.seconds, 2),
                "date": datetime.now(UTC).date().isoformat(),
                **notes,
                "files": {name: digest_file(beside / name) for name in files},
            }
            dated = {**meta, **_find_times(home, meta)}
            write_text(beside / "meta.json", json.dumps(dated, indent=1, ensure_ascii=False) + "\n")
        return home


def check_out(folder: Path, *names: str) -> None:
    """Refuse a folder to which answers cannot be written, before they are worked out.

    Parameters
    ----------
    folder : Path
    *names : str
        Names of the answers.

    Raises
    ------
    InputError
        If something else has the name of a folder, such as a link that leads nowhere; the folder,
        that of an answer or a file in it cannot be made or written; or a file is read-only.
    """
    for name in names:
        with replace_folder(folder / name):
            for file in _FILES:
                check_writable(folder / name / file)


def _find_times(home: Path, meta: dict[str, Any]) -> dict[str, Any]:
    # When the result in a folder was made and how long it took, if it is the same one.
    try:
        before = read_json_file(home / "meta.json")
        times = {name: before[name] for name in ("date", "seconds")}
    except (InputError, KeyError):
        return {}
    return times if before == json.loads(json.dumps({**meta, **times})) else {}
