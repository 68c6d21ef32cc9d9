"""Verification of a study's result: part of it is made again, and each part says whether it was.

Beside its files and simulations (`piquet_sim.running.verification`) a result has cases that were
judged, a table, a chart and sentences. The same study is asked for fewer deals, so that it judges
the first of the same cases: their fingerprints must be those that the result keeps. Rows of the
smaller table must agree with those of the result within the errors of both. The chart is drawn
again from the table, and sentences, answers and derived numbers are composed again from it
(`analyses.results.retelling`), to the last digit. Everything else is named as "not checked".

A smaller study detects a change of a rule if it affects one of the first cases. `deals` says how
many deals to ask for: with as many as the result was made from, all of it is made again.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import hypot, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.image import imread
from pandas.api.types import is_integer_dtype, is_numeric_dtype

from analyses.charts.style import chart_style
from analyses.contents import CENSUS
from analyses.results.analysis import Analysis, write_pictures
from analyses.results.retelling import Retold
from analyses.results.stored import read_result
from analyses.results.table_checks import check_table
from analyses.rewording import (
    PLAIN,
    find_retelling,
    find_study_of,
    is_of_census,
    is_of_ladder,
    read_simulation,
)
from analyses.studies.game.census import count_attributes
from analyses.studies.players.ladder import climb
from analyses.study import Study, keep_making
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_json_file
from piquet_sim.game.rules import find_rules
from piquet_sim.running.checkpoint import find_differences
from piquet_sim.running.provenance import list_packages
from piquet_sim.running.verification import Progress, Verification, shorten_numbers, verify_result

_FARTHEST = 6.0
"""Standard errors by which rows of two studies of the same deals may differ."""
_FEWEST = 30
"""Cases of which a mean has an error that can be believed."""
_LADDER_PAIRS, _DEALS_A_PAIR = 256, 50
_DECIMALS = 9
_DRAWN_BY = ("python", "matplotlib")
_NOT_SO_MADE = (KeyError, AttributeError, IndexError, TypeError, ValueError, StopIteration,
                ZeroDivisionError, OverflowError)  # fmt: skip
"""Errors of a study that is handed another table than it made."""


def verify_study(
    path: Path, deals: int = 100_000, seed: int | None = None, progress: Progress | None = None,
    threads: int | None = None,
) -> Verification:  # fmt: skip
    """Make part of a result again, whatever it is a result of.

    Parameters
    ----------
    path : Path
        A folder of results, what ``piquet simulate --json`` printed, or a Parquet file of records.
    deals : int
        About how many deals to play again in its simulations, and for how many to ask the study.
    seed : int, optional
        Of the sample of deals.
    progress : callable, optional
        Called now and then with the deals played again.
    threads : int, optional
        By default one for each processor.

    Raises
    ------
    InputError
        If there is no such result, or it cannot be read.
    """
    path = Path(path)
    found = verify_result(path, deals, seed, progress, threads)
    if not path.is_dir():
        return found
    meta = read_json_file(path / "meta.json")
    try:
        return _verify_making(found, path, meta, deals)
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError):
        raise InputError(f"verify {path}: meta.json does not describe a result") from None


def _verify_making(
    found: Verification, path: Path, meta: Mapping[str, Any], deals: int
) -> Verification:
    study = find_study_of(path.name, meta)
    if study is not None:
        same = meta.get("title") == study.title
        found.add("title", same, "that of the study" if same else f"it should be: {study.title}")
    maker = _find_maker(study, meta, found.threads)
    if maker is None:
        found.add(
            "study", None, "made by no study of this version; only files and deals were checked"
        )
        return found
    make, retell = maker
    again = make(deals)
    _compare_sources(found, meta, again)
    _compare_cases(found, meta, again)
    table, captions = _read_table(found, path)
    if table is not None:
        check_table(found, table)
        is_whole = _compare_rows(found, table, meta, again)
        _draw_again(found, path, meta, table, captions, again)
        _compare_told(found, meta, table, again, retell, is_whole)
    return found


def _find_maker(
    study: Study | None, meta: Mapping[str, Any], threads: int | None
) -> tuple[Callable[[int], Analysis], Callable[[pd.DataFrame], Retold]] | None:
    # What makes a smaller result of the same question, players, rules and seed, and what says
    # again what a table says.
    about = meta["description"]
    if is_of_ladder(about):
        return partial(_climb, about, threads), find_retelling("ladder", meta)
    if is_of_census(about):
        rules = find_rules(about["rules"])
        count = partial(keep_making, count_attributes, (), rules)
        return lambda deals: count(), find_retelling(CENSUS.name, meta)
    if study is None:
        return None
    simulation = read_simulation(study, about)
    return (
        lambda deals: study.answer(
            simulation, min(max(deals, study.least_checked), int(about["n"])), threads
        ),
        find_retelling(study.name, meta),
    )


def _climb(about: Mapping[str, Any], threads: int | None, deals: int) -> Analysis:
    pairs = min(max(deals // _DEALS_A_PAIR, _LADDER_PAIRS), int(about["pairs"]))
    rules = find_rules(about["rules"])
    return keep_making(
        climb, about["strategies"], pairs, rules, about["seed"], threads, None,
        about.get("precision"),
    )  # fmt: skip


def _compare_sources(found: Verification, meta: Mapping[str, object], again: Analysis) -> None:
    there = meta.get("sources")
    if not isinstance(there, dict) or not there:
        found.add("code of the study", None, "the result does not keep digests of it")
        return
    rooms = [
        room for room in {**there, **again.sources} if there.get(room) != again.sources.get(room)
    ]
    said = f"made by different code: {', '.join(rooms)}" if rooms else "the same"
    found.add("code of the study", not rooms, said, is_note=True)


def _compare_cases(found: Verification, meta: Mapping[str, Any], again: Analysis) -> None:
    there = meta.get("cases")
    if not isinstance(there, dict):
        raise InputError(f"verify {found.path}: meta.json keeps no cases; an older version made it")
    missing, compared = [], 0
    for name, one in there.items():
        here = again.cases.get(name, {"fingerprints": {}})["fingerprints"]
        try:
            marks = {at: str(mark) for at, mark in one["fingerprints"].items()}
            cases = int(one["cases"])
        except (TypeError, KeyError, ValueError, AttributeError):
            raise InputError(
                f"verify {found.path}: meta.json: {name!r} does not hold cases"
            ) from None
        common = sorted(int(at) for at in marks if at in here)
        if not common:
            missing.append(name)
            continue
        wrong = [at for at in common if marks[str(at)] != here[str(at)]]
        found.cases += common[-1]
        compared += 1
        if wrong:
            found.add(name, False, f"of {cases:,} cases the first {wrong[0]:,} come out different")
    if compared:
        all_cases = sum(int(one["cases"]) for one in there.values())
        wrong = sum(
            check.agrees is False and "cases the first" in check.said for check in found.checks
        )
        found.add(
            "cases", not wrong,
            f"the first {found.cases:,} of {all_cases:,} made again, "
            f"in {compared} of {len(there)} streams: "
            + (f"{wrong} streams differ" if wrong else "the same"),
        )  # fmt: skip
    if missing:
        found.add("other cases", None, f"too few made again: {'; '.join(missing)}")


def _read_table(found: Verification, path: Path) -> tuple[pd.DataFrame | None, dict[str, Any]]:
    try:
        return read_result(path)
    except InputError as error:
        found.add("data.csv", False, str(error))
        return None, {}


# ---- Rows ---------------------------------------------------------------------------------------
_NUMBERS = ("value", "se", "low", "high", "n", "method", "exact", "z")
_DRAWN = ("verdict", "found", "computation")
"""Columns that say what the numbers say."""


def _compare_rows(
    found: Verification, table: pd.DataFrame, meta: Mapping[str, Any], again: Analysis
) -> bool:
    # Whether the whole was made again; else rows that mean the same, within their errors.
    other = _as_read(again.table)
    if _is_whole(meta, again):
        same = _round(table).equals(_round(other))
        said = "made again from all deals: " + ("the same" if same else "different")
        found.add("table", same, said)
        found.is_exact = not (found.deals or found.cases)
        return same
    here = dict(_list_rows(other))
    compared, farthest, where = 0, 0.0, ""
    for key, row in _list_rows(table):
        away = _measure_distance(row, here.get(key))
        if away is None:
            continue
        compared += 1
        if away > farthest:
            farthest, where = away, ", ".join(key)
    if compared:
        found.add(
            "table", farthest <= _FARTHEST,
            f"{compared} of {len(table)} rows compared with the same rows of fewer cases: at most "
            f"{farthest:.1f} standard errors apart" + (f" ({where})" if where else ""),
        )  # fmt: skip
    if compared < len(table):
        said = f"{len(table) - compared} of {len(table)} rows were not made again"
        found.add("other rows", None, said)
    size = next(f"{meta['description'][key]:,}" for key in _SIZES if key in meta["description"])
    said = (
        "values within the errors above, numbers of cases, and rows and words on which neither "
        f"chart nor sentences depend: only all {size} can give them again"
    )
    found.add("rest of the table", None, said)
    return False


def _is_whole(meta: Mapping[str, Any], again: Analysis) -> bool:
    there = meta["description"]
    return all(there.get(key) == again.description.get(key) for key in _SIZES)


_SIZES = ("n", "pairs", "held")
"""What a description says of how much was counted."""


def _as_read(table: pd.DataFrame) -> pd.DataFrame:
    # A table as it comes back from a file.
    from analyses.results.analysis import read_data, write_data

    with TemporaryDirectory() as folder:
        write_data(table, Path(folder) / "data.csv")
        return read_data(Path(folder) / "data.csv")


def _round(table: pd.DataFrame) -> pd.DataFrame:
    return table.map(
        lambda cell: float(f"{cell:.{_DECIMALS}g}") if isinstance(cell, float) else cell
    )


def _list_rows(table: pd.DataFrame) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    # Rows by what they mean: all columns that are no numbers and, where these do not tell rows
    # apart, those of whole numbers, such as the cards of a pack. What then is not told apart is
    # left out.
    kept = [name for name in table.columns if name not in (*_NUMBERS, *_DRAWN)]
    words = [name for name in kept if not is_numeric_dtype(table[name])]
    if table.duplicated(words).any():
        words = [name for name in kept if name in words or is_integer_dtype(table[name])]
    alone = table[~table.duplicated(words, keep=False)]
    for row in alone.to_dict("records"):
        yield tuple(str(row[name]) for name in words if not pd.isna(row[name])), row


def _measure_distance(row: Mapping[str, Any], other: Mapping[str, Any] | None) -> float | None:
    # In standard errors; None where nothing can be said.
    try:
        if other is None or not min(int(row["n"]), int(other["n"])) >= _FEWEST:
            return None
        value, error = float(row["value"]), float(row["se"])
        value_here, error_here = float(other["value"]), float(other["se"])
    except (KeyError, TypeError, ValueError):
        return None
    if not error_here > 0 or not error >= 0:
        return None
    # Where few cases differ at all, the fewer ones know less of their error than the many.
    expected = error * sqrt(int(row["n"]) / int(other["n"]))
    return abs(value - value_here) / hypot(error, max(error_here, expected))


# ---- Chart and sentences ------------------------------------------------------------------------
def _draw_again(
    found: Verification,
    path: Path,
    meta: Mapping[str, Any],
    table: pd.DataFrame,
    captions: dict[str, Any],
    again: Analysis,
) -> None:
    if "chart.svg" not in meta["files"]:
        return
    packages = list_packages()
    there = meta.get("packages", {})
    with TemporaryDirectory() as folder, chart_style():
        try:
            figure = again.draw(table, {**captions, **again.chart_notes})
        except _NOT_SO_MADE as error:
            found.add("chart", False, f"cannot be drawn from the table ({type(error).__name__})")
            return
        write_pictures(figure, Path(folder), "chart", str(meta["title"]), {})
        drawn = _strip((Path(folder) / "chart.svg").read_text(encoding="utf-8"))
        same = drawn == _strip((path / "chart.svg").read_text(encoding="utf-8"))
        if "chart.png" in meta["files"]:
            same &= _is_same_picture(path / "chart.png", Path(folder) / "chart.png")
    if not same and any(there.get(name) != packages.get(name) for name in _DRAWN_BY):
        told = "; ".join(find_differences(there, packages))
        found.add("chart", None, f"drawn by other versions ({told})")
        return
    said = "the same" if same else "different"
    found.add("chart", same, f"drawn again from the table: {said}")


def _is_same_picture(one: Path, two: Path) -> bool:
    # Point by point, whatever is said of it.
    try:
        there, here = (imread(path) for path in (one, two))
    except (OSError, ValueError, SyntaxError):
        return False
    return bool(np.array_equal(there, here))


def _strip(svg: str) -> str:
    # What is drawn, without what is said of it.
    return re.sub(r"<(metadata|title)>.*?</\1>", "", svg, flags=re.DOTALL)


def _compare_told(
    found: Verification,
    meta: Mapping[str, Any],
    table: pd.DataFrame,
    again: Analysis,
    retell: Callable[[pd.DataFrame], Retold],
    is_whole: bool,
) -> None:
    # The sentences and numbers of meta.json: made again, or said again from the table.
    plain = {} if again.words is None else again.words.as_json()
    notes = {"summary": again.summary, **plain, **again.notes, "description": again.description}
    try:
        told = notes if is_whole else retell(table)
    except _NOT_SO_MADE as error:
        found.add("sentences", False, f"cannot be said from the table ({type(error).__name__})")
        return
    here, there, notes = (
        shorten_numbers(json.loads(json.dumps(one))) for one in (told, meta, notes)
    )
    how = "made again" if is_whole else "composed again from the table"
    here = {name: part for name, part in here.items() if name not in PLAIN or name in there}
    others = {name: part for name, part in here.items() if name not in (*_WHAT, *PLAIN)}
    parts = {what: (here[name], there.get(name)) for name, what in _WHAT.items() if name in here}
    if plain := [name for name in PLAIN if name in here]:
        parts["plain words"] = tuple({name: one[name] for name in plain} for one in (here, there))
    if others:
        parts["notes"] = others, {name: there.get(name) for name in others}
    for what, pair in parts.items():
        wrong = _list_different(*pair)
        said = f"different: {', '.join(wrong)}" if wrong else "the same"
        found.add(what, not wrong, f"{how}: {said}")
    unlike = [
        name
        for name, part in _flatten(notes).items()
        if name not in (*_flatten(here), *PLAIN) and part != _flatten(there).get(name)
    ]
    if unlike:
        found.add("other numbers", None, f"of all cases, not made again: {', '.join(unlike)}")


_WHAT = {"summary": "sentences", "answers": "answers", "derived": "derived numbers"}
"""What parts of meta.json are called here."""


def _flatten(notes: Mapping[str, Any]) -> dict[str, Any]:
    # Derived numbers and the description beside the other notes.
    flat = dict(notes)
    for part in ("derived", "description"):
        inner = flat.pop(part, None)
        if isinstance(inner, dict):
            flat |= {f"{part} {name}": one for name, one in inner.items()}
    return flat


def _list_different(here: Any, there: Any) -> list[str]:
    # Which sentences, or which numbers by name.
    if here == there:
        return []
    if isinstance(here, dict) and isinstance(there, dict):
        return [str(name) for name, one in here.items() if one != there.get(name)]
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        return [
            f"number {place}"
            for place, (one, two) in enumerate(zip(here, there, strict=True), start=1)
            if one != two
        ]
    return ["all of it"]
