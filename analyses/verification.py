"""Verification: a result is made again from its own description, and compared.

A result of a study, of the census or of the ladder keeps in ``meta.json`` who played, by what
rules, from which seed and how many deals, beside the SHA-256 of its files. The files are compared
with these first. Then the same question is asked again: its table, sentences and numbers must be
the same. Charts are compared as files alone: other versions of their libraries draw otherwise.

With fewer deals a smaller result is made. It can only agree within errors: no row may differ by
more than four standard errors of both, adjusted for the number of rows by Holm's procedure.

Numbers with a fraction count to nine digits, since processors differ in the last ones.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import hypot, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from pandas.api.types import is_integer_dtype, is_numeric_dtype

from analyses.contents import find_study, list_studies
from analyses.findings import ESTIMATE_COLUMNS
from analyses.stored import find_changed
from analyses.studies.census import STUDY as CENSUS
from analyses.studies.census import count_attributes
from analyses.studies.ladder import STUDY as LADDER
from analyses.studies.ladder import climb
from analyses.study import Answer, Study
from piquet_sim.deals.simulation import RECORD_DTYPE, Simulation
from piquet_sim.estimates.significance import adjust_by_holm, normal_tails
from piquet_sim.game.errors import InputError, load_extra
from piquet_sim.game.files import read_json_file
from piquet_sim.game.rules import RUBICON, read_rules
from piquet_sim.running.checkpoint import find_differences, read_simulation
from piquet_sim.running.run import Progress, simulate

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

SAME, AGREES, DIFFERS, NOT_CHECKED = "same", "agrees within errors", "differs", "not checked"
"""What becomes of a result."""

_FARTHEST = 4.0
"""Standard errors by which a row of a smaller result may differ, were it alone."""
_FEWEST = 30
"""Cases of which a mean has an error that can be believed."""
_DIGITS = 9
_RANGE = 8192
"""Deals of a file of records that are played again in one piece."""
_FAULTS = (LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What comes, beside wrong values, of descriptions that no result has."""


@dataclass(frozen=True)
class Verification:
    """Whether a result could be made again."""

    path: Path
    outcome: str
    said: str
    """What was made again, in a sentence."""
    differing: tuple[str, ...] = ()
    """Files, rows and parts of the description that differ."""

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "result": str(self.path),
            "outcome": self.outcome,
            "said": self.said,
            "differing": list(self.differing),
        }


def verify(
    path: Path,
    deals: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Verification:
    """Make a result again, and compare.

    Parameters
    ----------
    path : Path
        A folder of results, what ``piquet simulate --json`` printed, or a Parquet file of records.
    deals : int, optional
        How many deals (pairs of deals in each duel of a ladder) to play instead of all; records are
        always played again as a whole.
    threads : int, optional
        By default one for each processor.
    progress : callable, optional
        Called now and then with the deals done.

    Raises
    ------
    InputError
        If there is no such result, or it cannot be read.

    Examples
    --------
    >>> from analyses.contents import find_study
    >>> with TemporaryDirectory() as folder:
    ...     home = find_study("pique").ask(Simulation("club", "club"), 1_000).write(Path(folder))
    ...     verify(home).outcome, verify(home, 500).outcome
    ('same', 'agrees within errors')
    """
    path = Path(path)
    if path.suffix == ".parquet":
        return _verify_records(path, deals, progress)
    make = partial(_verify_folder if path.is_dir() else _verify_answer, path, deals)
    try:
        return make(threads, progress)
    except InputError:
        raise
    except (ValueError, *_FAULTS) as error:
        raise InputError(f"verify {path}: not the description of a result") from error


# ---- A folder -----------------------------------------------------------------------------------
def _verify_folder(
    path: Path, deals: int | None, threads: int | None, progress: Progress | None
) -> Verification:
    meta = read_json_file(path / "meta.json")
    changed = find_changed(path, meta)
    if changed:
        said = "these files are not those that meta.json describes"
        return Verification(path, DIFFERS, said, tuple(changed))
    about = meta["description"]
    key = "n" if "n" in about else "pairs"
    size = about.get(key, 0)
    make = _find_maker(path.name, meta, threads, progress)
    if make is None:
        return Verification(path, NOT_CHECKED, "no study of this version makes it")
    is_whole = deals is None or deals >= size
    again = make(size if is_whole else deals)
    with TemporaryDirectory() as folder:
        home = again.write(Path(folder), with_chart=False)
        meta_again, table_again = read_json_file(home / "meta.json"), _read_table(home / "data.csv")
    table = _read_table(path / "data.csv")
    if not is_whole:
        rows, others = (dict(_list_rows(one)) for one in (table, table_again))
        return _compare_rows(path, rows, others, f"{deals:,} of {size:,} {_UNITS[key]}")
    differing = _list_differing_rows(table, table_again)
    here = _shorten(_leave_out(meta_again))
    differing += find_differences({name: _shorten(meta.get(name)) for name in here}, here)
    said = f"{len(table):,} rows and all sentences made again"
    if meta.get("engine") != meta_again["engine"]:
        said += f" by another engine ({meta_again['engine']}, not {meta.get('engine')})"
    return Verification(path, DIFFERS if differing else SAME, said, tuple(differing))


def _read_table(path: Path) -> pd.DataFrame:
    try:
        return pd.read_csv(path, keep_default_na=False, na_values=[""])
    except (OSError, ValueError):
        raise InputError(f"cannot read {path}: not a table") from None


def _find_maker(
    folder: str, meta: Mapping[str, Any], threads: int | None, progress: Progress | None
) -> Callable[[int], Answer] | None:
    # What makes a result of the same question, players, rules and seed, of so many deals.
    about, title = meta["description"], meta.get("question")
    if title == CENSUS.question:
        rules = read_rules(about.get("laws", about["rules"]))
        names = [] if folder == "census" else about["attributes"]
        return lambda hands: count_attributes(names, rules)
    if title == LADDER.question:
        rules, error = read_rules(about.get("laws", about["rules"])), about.get("precision")
        names, seed = about["strategies"], about["seed"]
        return lambda pairs: climb(names, pairs, rules, seed, threads, progress, error)
    names = sorted(list_studies(), key=lambda name: name != folder)
    study = next((one for one in map(find_study, names) if one.question == title), None)
    if study is None:
        return None
    options = {"held": about["held"]} if "held" in about else {}
    simulation = _read_simulation(study, meta)
    return lambda n: study.ask(simulation, n, threads, progress, **options)


def _read_simulation(study: Study, meta: Mapping[str, Any]) -> Simulation:
    about = meta["description"]
    rules = RUBICON if study.has_own_rules else read_rules(about.get("laws", about["rules"]))
    return Simulation(
        about["elder"], about["younger"], rules, about["seed"], about["mirrored"], about["play"],
        about.get("given"),
    )  # fmt: skip


_UNITS = {"n": "deals", "pairs": "pairs of deals"}
_OF_THE_RUN = (
    "version", "rules_version", "engine", "strategies", "packages", "seconds", "date", "made_by",
    "files", "origin",
)  # fmt: skip
"""Parts of a description that tell of the run and not of the game."""


def _leave_out(meta: Mapping[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in meta.items() if name not in _OF_THE_RUN}


def _shorten(part: Any) -> Any:
    # What stands in JSON, numbers with as many digits as all processors share.
    if isinstance(part, dict):
        return {name: _shorten(one) for name, one in part.items()}
    if isinstance(part, list):
        return [_shorten(one) for one in part]
    return float(f"{part:.{_DIGITS}g}") if isinstance(part, float) else part


def _list_differing_rows(table: pd.DataFrame, again: pd.DataFrame) -> list[str]:
    if table.shape != again.shape or list(table.columns) != list(again.columns):
        return [f"data.csv has {len(table):,} rows of {len(table.columns)} columns; "
                f"{len(again):,} of {len(again.columns)} were made again"]  # fmt: skip
    there, here = (one.map(_shorten) for one in (table, again))
    same = ((there == here) | (there.isna() & here.isna())).all(axis=1)
    return [f"row {place} of data.csv" for place in np.flatnonzero(~same) + 1]


# ---- Rows within their errors -------------------------------------------------------------------
_JUDGED = ("verdict", "found", "computation")
"""Columns that say in words what the numbers say."""


def _list_rows(table: pd.DataFrame) -> Iterator[tuple[str, Mapping[str, Any]]]:
    # Rows by what they are about: all columns that are no numbers and, where these do not tell rows
    # apart, those of whole numbers, such as the cards of a pack. Rows still alike are left out.
    kept = [name for name in table.columns if name not in (*ESTIMATE_COLUMNS, *_JUDGED)]
    words = [name for name in kept if not is_numeric_dtype(table[name])]
    if table.duplicated(words).any():
        words = [name for name in kept if name in words or is_integer_dtype(table[name])]
    for row in table[~table.duplicated(words, keep=False)].to_dict("records"):
        yield ", ".join(str(row[name]) for name in words if not pd.isna(row[name])), row


def _compare_rows(
    path: Path, there: Mapping[str, Any], here: Mapping[str, Any], size: str
) -> Verification:
    distances = {name: _measure_distance(row, here.get(name)) for name, row in there.items()}
    known = {name: one for name, one in distances.items() if one is not None}
    if not known:
        said = f"{size} played again; none of {len(there)} rows can be compared"
        return Verification(path, NOT_CHECKED, said)
    chances = adjust_by_holm([normal_tails(one) for one in known.values()])
    level = normal_tails(_FARTHEST)
    differing = [name for name, p in zip(known, chances, strict=True) if p < level]
    said = (
        f"{size} played again: {len(known)} of {len(there)} rows compared, at most "
        f"{max(known.values()):.1f} standard errors apart"
    )
    return Verification(path, DIFFERS if differing else AGREES, said, tuple(differing))


def _measure_distance(row: Mapping[str, Any], other: Mapping[str, Any] | None) -> float | None:
    # In standard errors; None where nothing can be said.
    try:
        if other is None or min(int(row["n"]), int(other["n"])) < _FEWEST:
            return None
        value, error, value_here, error_here = (
            float(one[name]) for one in (row, other) for name in ("value", "se")
        )
    except (KeyError, TypeError, ValueError):
        return None
    if not (error_here > 0 and error >= 0):
        return None
    # Where few cases differ at all, the fewer ones know less of their error than the many.
    expected = error * sqrt(int(row["n"]) / int(other["n"]))
    return abs(value - value_here) / hypot(error, max(error_here, expected))


# ---- The answer of a simulation -----------------------------------------------------------------
def _verify_answer(
    path: Path, deals: int | None, threads: int | None, progress: Progress | None
) -> Verification:
    about = read_json_file(path)
    if not isinstance(about.get("estimates"), dict) or not isinstance(about.get("origin"), dict):
        raise InputError(f"verify {path}: not the output of `piquet simulate --json`")
    one = read_simulation(about["origin"].get("simulation"), str(path))
    measures = [f"{name}: {one['expression']}" if name != one["expression"] else name
                for name, one in about.get("measures", {}).items()]  # fmt: skip
    is_whole = deals is None or deals >= about["n"]
    again = simulate(
        one.elder, one.younger, about["n"] if is_whole else deals, rules=one.rules, seed=one.seed,
        mirrored=one.mirrored, play=one.play, given=one.given and one.given.text,
        measures=measures, given_outcome=about.get("given_outcome", {}).get("expression"),
        threads=threads, progress=progress,
    )  # fmt: skip
    here = json.loads(json.dumps(again.as_json()))
    if not is_whole:
        size = f"{again.deals:,} of {about['n']:,} deals"
        return _compare_rows(path, about["estimates"], here["estimates"], size)
    differing = find_differences(*(_shorten(_leave_out(one)) for one in (about, here)))
    said = f"{again.deals:,} deals played again"
    return Verification(path, DIFFERS if differing else SAME, said, tuple(differing))


# ---- Records ------------------------------------------------------------------------------------
def _verify_records(path: Path, deals: int | None, progress: Progress | None) -> Verification:
    pa, pq = (load_extra(name, f"verify {path}") for name in ("pyarrow", "pyarrow.parquet"))
    if deals is not None:
        raise InputError(f"verify {path}: records are played again as a whole; leave out -n")
    try:
        with pq.ParquetFile(path) as file:
            about = json.loads((file.schema_arrow.metadata or {})[b"simulation"])
            simulation = read_simulation(about["origin"]["simulation"], str(path))
            rows, differing = file.metadata.num_rows, []
            said = f"{rows:,} of {about['n']:,} deals played again"
            for first, there in _read_ranges(file):
                here = _play_range(simulation, first, len(there["index"]))
                wrong = np.any([column != here[name] for name, column in there.items()], axis=0)
                differing += [f"deal {first + place}" for place in np.flatnonzero(wrong)]
                if progress is not None:
                    progress(first + len(here))
    except InputError:
        raise
    except (OSError, ValueError, *_FAULTS, pa.ArrowException) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"verify {path}: not a file of records ({reason})") from None
    outcome = DIFFERS if differing else SAME if rows else NOT_CHECKED
    return Verification(path, outcome, said, tuple(differing))


def _read_ranges(file: "ParquetFile") -> Iterator[tuple[int, dict[str, np.ndarray]]]:
    # The columns of the records in a file, range by range, and the number of its first row.
    first, names = 0, RECORD_DTYPE.names
    for rows in file.iter_batches(_RANGE, columns=names):
        yield first, {name: rows.column(name).to_numpy() for name in names}
        first += len(rows)
    if first != file.metadata.num_rows:
        raise ValueError("values are missing")


def _play_range(simulation: Simulation, first: int, deals: int) -> np.ndarray:
    # The records of deals in their order, of which a range may begin or end within a unit.
    unit, turn = divmod(first, simulation.deals_per_unit)
    units = -(-(turn + deals) // simulation.deals_per_unit)
    return simulation.record_units(unit, units)[turn : turn + deals]
