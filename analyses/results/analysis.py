"""Analyses, and how their results are written."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from markupsafe import Markup
from matplotlib.figure import Figure
from pandas.api.types import is_numeric_dtype

from analyses.charts.display import show
from analyses.charts.style import save_chart
from analyses.statistics.rows import iterate_rows
from analyses.words.plain import Words, say_who_sits, say_words
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY
from piquet_sim.estimates.estimate import Estimate, negate
from piquet_sim.estimates.tally import find_measure
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import (
    digest_file,
    make_folder,
    read_json_file,
    replace_file,
    replace_folder,
    say_reason,
    write_text,
)
from piquet_sim.game.rules import RuleSet
from piquet_sim.running.provenance import describe_code, list_packages
from piquet_sim.running.result import Result
from piquet_sim.running.run import Progress
from piquet_sim.strategies.registry import find_strategy, strategy_names


@dataclass(frozen=True)
class Analysis:
    """The answer to one question.

    Examples
    --------
    >>> from analyses.studies.census import count_attributes
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     home = count_attributes(["aces"]).write(Path(folder))
    ...     print(sorted(path.name for path in home.iterdir()))
    ['chart.png', 'chart.svg', 'data.csv', 'meta.json']
    """

    name: str
    title: str
    """The question."""
    table: pd.DataFrame
    draw: Callable[..., Figure]
    """``draw(table, captions)`` draws the chart in the current style."""
    summary: tuple[str, ...]
    """The answer in three sentences."""
    description: dict[str, Any]
    """The simulation: strategies, rules, seed, n."""
    seconds: float
    notes: dict[str, Any] = field(default_factory=dict)
    runs: tuple[Result, ...] = ()
    """The results of the simulations behind it."""
    headlines: tuple[str, ...] = ()
    """The titles of the chart, with their grounds."""
    chart_notes: dict[str, Any] = field(default_factory=dict)
    """Further texts and numbers that the chart shows and no table has, as JSON has them."""
    words: Words | None = None
    """The answer in plain words; None where it has only `summary`."""

    @property
    def captions(self) -> dict[str, Any]:
        """What the chart shows beside its tables: the description, what was derived, and notes."""
        told = read_captions({**self.notes, "description": self.description})
        return {**told, **self.chart_notes}

    @cached_property
    def figure(self) -> Figure:
        """The chart, drawn when it is first needed."""
        return self.draw(self.table, self.captions)

    def _repr_html_(self) -> str:
        # What a notebook shows: question, answer and chart, as wide as the page.
        svg = show(self.draw, self.table, self.captions).svg
        told = say_words(self.words, self.summary)
        return Markup("<h3>{}</h3>{}{}").format(self.title, told, svg)

    def write(self, folder: Path, with_chart: bool = True) -> Path:
        """Write ``data.csv``, ``chart.svg``, ``chart.png`` and ``meta.json`` to a folder.

        The folder is replaced as a whole; what is in it besides stays. A folder whose content would
        not change is left alone, with the date and the seconds of the first time.

        Parameters
        ----------
        folder : Path
        with_chart : bool
            Whether the chart is drawn, which takes most of the time.

        Returns
        -------
        Path
            The folder ``folder / name``.

        Raises
        ------
        InputError
            If it cannot be written.
        """
        home = make_folder(Path(folder)) / self.name
        with replace_folder(home) as beside:
            write_data(self.table, beside / "data.csv")
            code = describe_code(find_strategy(name) for name in self._players())
            told = {**code, **self.description}
            pictures = (
                write_pictures(self.figure, beside, "chart", self.title, told) if with_chart else ()
            )
            meta = {
                "question": self.title,
                **{_NAMES.get(name, name): said for name, said in self._plain.items()},
                "sentences": self.summary,
                "description": self.description,
                **code,
                "packages": list_packages(),
                "seconds": round(self.seconds, 2),
                "date": datetime.now(UTC).date().isoformat(),
                **self.notes,
                "files": {name: digest_file(beside / name) for name in ("data.csv", *pictures)},
            }
            write_meta(beside, {**meta, **_find_times(home, meta)})
        return home

    def describe_answer(self, home: Path) -> dict[str, Any]:
        """The answer as the command line prints it for machines, with the folder it lies in."""
        judged = {"answers": self.notes["answers"]} if "answers" in self.notes else {}
        return {
            "study": self.name,
            "title": self.title,
            **self._plain,
            "summary": list(self.summary),
            "folder": str(home),
            **self.description,
            **judged,
            "table": json.loads(self.table.to_json(orient="records")),
        }

    @property
    def _plain(self) -> dict[str, object]:
        return {} if self.words is None else self.words.as_json()

    def _players(self) -> list[str]:
        # The strategies of the description that can be found by name; runs name their own.
        names = (self.description.get(seat) for seat in ("elder", "younger"))
        known = strategy_names()
        return [
            name for name in dict.fromkeys(names)
            if isinstance(name, str) and name.partition("+")[0].partition("@")[0] in known
        ]  # fmt: skip


_NAMES = {"finding": "headline"}
"""What parts of the plain words are called in ``meta.json``."""
_OF_ONE_RUN = ("date", "seconds")


def _find_times(home: Path, meta: dict[str, Any]) -> dict[str, Any]:
    # When the result in a folder was made and how long it took, if it is the same one.
    try:
        before = read_json_file(home / "meta.json")
        times = {name: before[name] for name in _OF_ONE_RUN}
    except (InputError, KeyError):
        return {}
    return times if before == json.loads(json.dumps({**meta, **times})) else {}


_PICTURES = ("svg", "png")


def write_pictures(
    figure: Figure, home: Path, name: str, title: str, description: dict[str, Any]
) -> tuple[str, ...]:
    """Write a chart as SVG and PNG, with metadata that describe it.

    Returns
    -------
    tuple of str
        The names of the files.

    Raises
    ------
    InputError
        If they cannot be written.
    """
    told = json.dumps(description, ensure_ascii=False)
    for kind in _PICTURES:
        save_chart(figure, home / f"{name}.{kind}", {"Title": title, "Description": told})
    return tuple(f"{name}.{kind}" for kind in _PICTURES)


def describe(simulation: Simulation, n: int) -> dict[str, Any]:
    """The description printed under a result.

    Examples
    --------
    >>> describe(Simulation("club", "novice", seed=3), 1_000)["younger"]
    'novice'
    """
    return {"n": n, **simulation.describe()}


def write_meta(home: Path, meta: Mapping[str, Any]) -> None:
    """Write ``meta.json`` to a folder.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    write_text(home / "meta.json", json.dumps(meta, indent=1, ensure_ascii=False) + "\n")


def note_rules(rules: RuleSet) -> dict[str, Any]:
    """The note of an analysis on rules that the name of a preset does not give."""
    described = rules.describe()
    return {} if isinstance(described, str) else {"laws": described}


class Course:
    """How far a study of several parts is, each with its share of the time.

    Parameters
    ----------
    progress : callable, optional
    n : int
        What the whole comes to, as `progress` has it.

    Examples
    --------
    >>> told = []
    >>> course = Course(told.append, 100)
    >>> told_of = course.begin(0.2, of=4)
    >>> told_of(2)
    >>> told_of = course.begin(0.8)
    >>> told
    [0, 10, 20]
    """

    def __init__(self, progress: Progress | None, n: int) -> None:
        self._progress, self._n, self._before = progress, n, 0.0

    def begin(self, share: float, of: int = 1) -> Progress:
        """The progress of the next part, which is called with what is done of so much of it."""
        before = self._before
        self._before += share

        def show(done: int) -> None:
            if self._progress is not None:
                self._progress(round(self._n * min(before + share * min(done / of, 1), 1)))

        show(0)
        return show


def shift_progress(progress: Progress | None, before: int) -> Progress | None:
    """The progress of one run among several, counted on from the deals of the earlier ones."""
    return None if progress is None else lambda done: progress(before + done)


def say_players(simulation: Simulation) -> str:
    """The players, for the small print: "club v club, seed 1", and the way of play.

    Examples
    --------
    >>> say_players(Simulation("club", "novice", seed=3))
    'club v novice, seed 3'
    """
    told = f"{simulation.elder.name} v {simulation.younger.name}, seed {simulation.seed}"
    return told + (", cards played double-dummy" if simulation.play == DOUBLE_DUMMY else "")


def say_who_plays(simulation: Simulation) -> str:
    """Whose play a finding holds for, before a sentence about it.

    Examples
    --------
    >>> say_who_plays(Simulation("club", "novice"))
    'With club as elder and novice as younger, '
    >>> say_who_plays(Simulation("expert", "expert"))
    'Where expert plays both hands, '
    """
    return say_who_sits({"elder": simulation.elder.name, "younger": simulation.younger.name})


STEADIED_SCORES = (
    "scores: normal, the luck of the draw and of the deal taken out where a strong player plays"
)
"""How the intervals of `estimate_score` are made, as a note."""


def estimate_score(result: Result, measure: str) -> Estimate:
    """An estimate of a simulation; of a score or margin with luck taken out, where that is done.

    Shares stay as they were counted, so that they add up to one.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> result = simulate("expert", "expert", n=500)
    >>> [estimate_score(result, name).method[:18] for name in ("elder_wins", "difference")]
    ['Wilson', 'normal, the luck o']
    """
    if find_measure(measure).is_flag:
        return result.estimates[measure]
    return result.take_luck_out(measure)


def turn_margin(margin: Estimate, seat: str) -> Estimate:
    """Elder's margin as that of a seat: own points less the opponent's.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import know_exactly
    >>> turn_margin(know_exactly(3), "younger").value
    -3.0
    """
    return margin if seat == "elder" else negate(margin)


def estimate_row(name: str, estimate: Estimate, **columns: Any) -> dict[str, Any]:
    """One row of a table: an estimate with its error, and the exact value where known.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> estimate_row("elder_repique", estimate_proportion(12, 400), players="club")["value"]
    0.03
    """
    return {
        **columns,
        "quantity": name,
        "value": estimate.value,
        "se": estimate.se,
        "low": estimate.low,
        "high": estimate.high,
        "n": estimate.n,
        "method": estimate.method,
        "exact": None if estimate.exact is None else float(estimate.exact),
        "z": estimate.z,
    }


def read_estimate(row: Any) -> Estimate:
    """The estimate in a row of a table that `estimate_row` made.

    Parameters
    ----------
    row : namedtuple
        From ``table.itertuples()``.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> table = pd.DataFrame([estimate_row("capot", estimate_proportion(12, 400))])
    >>> read_estimate(next(table.itertuples())) == estimate_proportion(12, 400)
    True
    """
    se, low, high, exact = (
        None if pd.isna(cell) else float(cell) for cell in (row.se, row.low, row.high, row.exact)
    )
    known = None if exact is None else Fraction(exact)
    return Estimate(float(row.value), se, low, high, int(row.n), row.method, known)


def read_estimates(table: pd.DataFrame, **columns: Any) -> dict[str, Estimate]:
    """The estimates of a table by quantity, of the rows that have some values in some columns.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> share = estimate_proportion(12, 400)
    >>> table = pd.DataFrame([estimate_row("capot", share, seat=seat) for seat in ("elder", "")])
    >>> read_estimates(table, seat="elder") == {"capot": share}
    True
    """
    for name, value in columns.items():
        table = table[table[name] == value]
    return {row.quantity: read_estimate(row) for row in iterate_rows(table)}


def pair_scores(scores: np.ndarray) -> pd.DataFrame:
    """How many deals gave each pair of scores, as a table: only pairs that occurred.

    Parameters
    ----------
    scores : int64[elder's score, younger's score]
        Deals, as a tally has them.

    Examples
    --------
    >>> pair_scores(np.array([[0, 3], [2, 0]])).to_numpy().tolist()
    [[0, 1, 3], [1, 0, 2]]
    """
    elder, younger = np.nonzero(scores)
    deals = scores[elder, younger]
    return pd.DataFrame({"elder_score": elder, "younger_score": younger, "deals": deals})


def read_captions(meta: Mapping[str, Any]) -> dict[str, Any]:
    """What a chart shows beside its table, from what stands in ``meta.json``.

    Examples
    --------
    >>> read_captions({"description": {"n": 100}, "matches": 5, "derived": {"ten": 10}})
    {'ten': 10, 'matches': 5, 'n': 100}
    """
    noted = {key: meta[key] for key in _NOTED if key in meta}
    return {**meta.get("derived", {}), **noted, **meta["description"]}


_NOTED = ("matches", "counts")
"""What studies note that charts show."""


_TEXTS = ("elder", "younger", "first", "second", "dealt", "held", "own", "theirs", "needed")
"""Columns that are read as they were written: texts that may all look like numbers, and whole
numbers that not every row has."""


def write_data(table: pd.DataFrame, path: Path) -> None:
    """Write a table to a CSV file, each number with all its digits.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    with replace_file(path) as temporary:
        table.to_csv(temporary, index=False, lineterminator="\n")


def read_data(path: Path) -> pd.DataFrame:
    """The table in a CSV file that `write_data` wrote, each number as it was.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        texts = dict.fromkeys(_TEXTS, str)
        return pd.read_csv(path, dtype=texts, keep_default_na=False, na_values=[""])
    except OSError as error:
        raise InputError(f"cannot read {path}: {say_reason(error)}") from None
    except ValueError:
        raise InputError(f"cannot read {path}: not a table") from None


def derive(**numbers: Any) -> dict[str, Any]:
    """The note of an analysis on numbers in its sentences that have no row in the table.

    Each is a number, or an estimate with its interval; None is left out.
    """
    told = {
        name: one.as_json() if isinstance(one, Estimate) else one
        for name, one in numbers.items()
        if one is not None
    }
    return {"derived": told}


def read_derived(notes: Mapping[str, Any], name: str) -> Estimate | None:
    """One of the derived numbers of a result, as an estimate; None where it has none of that name.

    Parameters
    ----------
    notes : mapping
        As `derive` makes them, or as they stand in ``meta.json``.
    name : str

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_proportion
    >>> share = estimate_proportion(12, 400)
    >>> read_derived(derive(capots=share), "capots") == share
    True
    """
    told = notes["derived"].get(name)
    if told is None:
        return None
    return Estimate(*(told[key] for key in ("value", "se", "low", "high", "n", "method")))


def fill_texts(table: pd.DataFrame) -> pd.DataFrame:
    """A table whose empty texts are texts, as before it was written.

    Examples
    --------
    >>> fill_texts(pd.DataFrame({"seat": ["elder", None], "value": [1.0, None]})).seat.tolist()
    ['elder', '']
    """
    texts = [name for name in table.columns if not is_numeric_dtype(table[name])]
    return table.assign(**{name: table[name].fillna("") for name in texts})
