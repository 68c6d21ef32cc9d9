"""Results of studies on disk, as charts are drawn from them."""

import json
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd

from analyses.results.analysis import read_captions, read_data
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_json_file


def read_result(folder: Path, title: str | None = None) -> tuple[pd.DataFrame, dict[str, Any]]:
    """The table of a result, and what stands beside it on a chart.

    Parameters
    ----------
    folder : Path
    title : str, optional
        The question that it must answer.

    Raises
    ------
    InputError
        If the folder holds no result, or that of another question.
    """
    home = Path(folder)
    meta = read_json_file(home / "meta.json")
    if not isinstance(meta.get("description"), dict):
        raise InputError(f"{home / 'meta.json'}: not the description of a result")
    if title is not None and meta.get("title") != title:
        raise InputError(f"{home}: expected the result that answers {title!r}")
    return read_data(home / "data.csv"), read_captions(meta)


_FAULTS = (
    LookupError, AttributeError, TypeError, ValueError, ArithmeticError, RuntimeWarning,
)  # fmt: skip
"""What becomes of numbers and texts that no study writes, where something is made of them."""


@contextmanager
def trusting(folder: Path, study: str) -> Iterator[None]:
    """A block that takes the files of a result for what the study writes.

    Raises
    ------
    InputError
        If they are something else, whatever fails on them.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)  # as where a number is infinite
            yield
    except InputError:
        raise
    except _FAULTS as error:
        raise InputError(f"{folder}: not a result of the study {study}") from error


PUBLISHED = Path(__file__).resolve().parents[2] / "results"
"""The folder of the published results, where the project lies as a whole."""


def read_published(study: str) -> tuple[pd.DataFrame, dict[str, Any]]:
    """The table of a published result, and what stands beside it on its chart.

    Parameters
    ----------
    study : str
        As ``piquet study`` takes it.

    Raises
    ------
    InputError
        If there is none: only the whole project has them, not an installed package.
    """
    if not (PUBLISHED / study / "meta.json").is_file():
        raise InputError(
            f"{study}: no published result; they are in the folder results of the project"
        )
    return read_result(PUBLISHED / study)


_OF_THE_CODE = ("version", "rules_version", "engine", "strategies")


def describe_result(folder: Path) -> dict[str, str]:
    """What a chart of a result carries as metadata: the question, and what was played by what code.

    Parameters
    ----------
    folder : Path
        As for `read_result`.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    meta = read_json_file(Path(folder) / "meta.json")
    code = {name: meta[name] for name in _OF_THE_CODE if name in meta}
    told = json.dumps({**code, **meta["description"]}, ensure_ascii=False)
    return {"Title": str(meta["title"]), "Description": told}
