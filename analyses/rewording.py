"""Words of a stored result, said again from its table without playing a deal.

Sentences, answers and most derived numbers follow from the rows of a table (`results.retelling`),
and so do the plain words. Where their wording has changed, a result is reworded: its table and its
charts stay as they are.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pandas as pd

from analyses import STUDIES, find_study
from analyses.contents import CENSUS
from analyses.results.analysis import format_meta, read_captions, read_data
from analyses.results.retelling import Retold, tell
from analyses.results.stored import read_result, trusting
from analyses.studies.game.census import TITLE as CENSUS_TITLE
from analyses.studies.players.ladder import TITLE as LADDER_TITLE
from analyses.studies.players.ladder import say_rungs
from analyses.study import Study
from analyses.words.plain import Words
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_json_file, write_text
from piquet_sim.game.rules import RUBICON, read_rules


@dataclass(frozen=True)
class Reworded:
    """What a stored result says, in the words of today."""

    home: Path
    study: str
    """The name of the study, of the ladder or of the census."""
    title: str
    meta: Mapping[str, object]
    """Its description with the words of today: as ``meta.json`` would have it."""
    words: Words

    @property
    def summary(self) -> tuple[str, ...]:
        """The exact sentences."""
        return tuple(map(str, self.meta["summary"]))

    @property
    def answers(self) -> tuple[str, ...]:
        """What books claim, and what is found."""
        return tuple(map(str, self.meta.get("answers", ())))

    def as_json(self) -> dict[str, object]:
        """As the command line prints it with `--json`: the keys of a study just played."""
        judged = {"answers": list(self.answers)} if "answers" in self.meta else {}
        return {
            "study": self.study,
            "title": self.title,
            **self.words.as_json(),
            "summary": list(self.summary),
            "folder": str(self.home),
            **self.meta["description"],
            **judged,
            "table": json.loads(read_data(self.home / "data.csv").to_json(orient="records")),
        }

    def write(self) -> bool:
        """Write ``meta.json`` with these words; whether that changed it.

        Raises
        ------
        InputError
            If it cannot be written.
        """
        path = self.home / "meta.json"
        text = format_meta(self.meta)
        if json.loads(text) == read_json_file(path):
            return False
        write_text(path, text)
        return True


def reword(folder: Path) -> Reworded:
    """Say again what a stored result says, from its table alone.

    Parameters
    ----------
    folder : Path
        Of one result: with ``data.csv`` and ``meta.json``.

    Returns
    -------
    Reworded

    Raises
    ------
    InputError
        If the folder holds no result of a study, of the ladder or of the census, or a damaged one.
    """
    home = Path(folder)
    meta = read_json_file(home / "meta.json")
    table, _ = read_result(home)
    name = _find_name(home.name, meta)
    if name is None:
        raise InputError(f"{home}: not a result of a study of this version")
    with trusting(home, name):
        retell = find_retelling(name, meta)
        said = {key: part for key, part in retell(table).items() if key not in PLAIN}
        told = {**meta, **said}
        if "derived" in said or "derived" in meta:
            told["derived"] = {**meta.get("derived", {}), **said.get("derived", {})}
        words = tell(name, table, read_captions(told))
    return Reworded(home, name, str(meta["title"]), _order(told, words), words)


def _order(told: Mapping[str, object], words: Words) -> dict[str, object]:
    # The plain words stand before the exact ones, as in a result that was just made.
    rest = {key: part for key, part in told.items() if key not in ("title", *PLAIN)}
    return json.loads(json.dumps({"title": told["title"], **words.as_json(), **rest}))


PLAIN = ("finding", "standfirst", "brief", "not_meant")
"""Keys of the plain words."""


def find_study_of(name: str, meta: Mapping[str, object]) -> Study | None:
    """The study that made a result, by its question, its command, or the name of its folder.

    Parameters
    ----------
    name : str
        Of the folder.
    meta : mapping
        Its ``meta.json``.
    """
    command = str(meta.get("made_by", "")).removeprefix("piquet study ").partition(" ")[0]
    named = [find_study(one) for one in (command, name) if one in STUDIES]
    others = (find_study(one) for one in STUDIES)
    asked = (one for studies in (named, others) for one in studies)
    return next((one for one in asked if one.title == meta.get("title")), (*named, None)[0])


def is_of_ladder(about: Mapping[str, object]) -> bool:
    """Whether a description is that of a ladder."""
    return {"pairs", "strategies"} <= set(about) and isinstance(about["strategies"], list)


def is_of_census(about: Mapping[str, object]) -> bool:
    """Whether a description is that of a census."""
    return "hands" in about and "attributes" in about


def _find_name(folder: str, meta: Mapping[str, object]) -> str | None:
    about, title = meta["description"], meta.get("title")
    if is_of_ladder(about):
        return "ladder" if title == LADDER_TITLE else None
    if is_of_census(about):
        return CENSUS.name if title == CENSUS_TITLE else None
    study = find_study_of(folder, meta)
    return study.name if study is not None and study.title == title else None


def read_simulation(study: Study, about: Mapping[str, object]) -> Simulation:
    """The simulation of a result of a study, from its description.

    Raises
    ------
    InputError
        If it names players or rules that there are not.
    """
    rules = RUBICON if study.has_own_rules else read_rules(about["rules"])
    return Simulation(
        about["elder"], about["younger"], rules, about["seed"], about["mirrored"], about["play"],
        about.get("given"),
    )  # fmt: skip


def find_retelling(name: str, meta: Mapping[str, object]) -> Callable[[pd.DataFrame], Retold]:
    """What says again what the table of a result says, plain words included if it keeps some.

    Parameters
    ----------
    name : str
        Of the study, the ladder or the census.
    meta : mapping
        Its ``meta.json``.
    """
    about = meta["description"]
    if name == "ladder":
        retell = partial(_retell_ladder, about)
    elif name == CENSUS.name:
        retell = _retell_nothing
    else:
        study = find_study(name)
        simulation = read_simulation(study, about)

        def retell(table: pd.DataFrame) -> Retold:
            return study.retell(simulation, table, meta)

    def retell_all(table: pd.DataFrame) -> Retold:
        said = retell(table)
        if not set(PLAIN) <= set(meta):  # of an older version
            return said
        derived = {**meta.get("derived", {}), **said.get("derived", {})}
        captions = read_captions({**meta, **said, "derived": derived})
        return {**said, **tell(name, table, captions).as_json()}

    return retell_all


def _retell_nothing(table: pd.DataFrame) -> Retold:
    # What the census says is counted, not read from its table.
    return {}


def _retell_ladder(about: Mapping[str, object], table: pd.DataFrame) -> Retold:
    return {"summary": say_rungs(table, int(about["pairs"]), about.get("precision"))}
