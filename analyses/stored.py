"""Stored results of studies, the folders they are written to, and the hands recorded in 1890."""

import json
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from analyses.findings import Findings
from piquet_sim.game.errors import InputError, refuse
from piquet_sim.game.files import check_writable, digest_file, naming, read_json_file, replace_file


@contextmanager
def replace_folder(folder: Path) -> Iterator[Path]:
    """An empty folder whose files go to another one when the block ends without error.

    That other folder is made if it is missing. If not, it stays the same folder, with its mode, its
    owner and what it holds besides; files of these names keep theirs, and a link goes on leading to
    its file. All are written, and their places checked, before the first takes its place; equal
    ones are not touched.

    Parameters
    ----------
    folder : Path

    Raises
    ------
    InputError
        If the folder or one of the files cannot be written.
    """
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    with naming(f"cannot create the folder {folder}", OSError, ValueError):
        folder.mkdir(parents=True, exist_ok=True)
    try:
        with (
            naming(f"cannot write to {folder}", OSError),
            tempfile.TemporaryDirectory(prefix=".piquet-", dir=folder) as aside,
        ):
            try:
                yield Path(aside)
            except InputError as error:  # which names the file that was asked for
                raise InputError(str(error).replace(aside, str(folder))) from None
            written = sorted(os.listdir(aside))
            for name in written:
                check_writable(folder / name)
            for name in written:
                with replace_file(folder / name) as temporary:
                    shutil.move(Path(aside, name), temporary)
    finally:
        for one in made:
            with suppress(OSError):  # unless there is something in it
                one.rmdir()


def read_result(folder: Path, question: str | None = None) -> Findings:
    """The findings of a result, and what was played.

    Parameters
    ----------
    folder : Path
    question : str, optional
        The question that it must answer.

    Raises
    ------
    InputError
        If the folder holds no result, that of another question, or a table of another run.
    """
    home = Path(folder)
    meta = read_json_file(home / "meta.json")
    listed = meta.get("files")
    refuse(
        {
            f"{home / 'meta.json'}: not the description of a result": not isinstance(
                meta.get("description"), dict
            ),
            f"{home}: expected the result that answers {question!r}": (
                question not in (None, meta.get("question"))
            ),
            f"{home / 'meta.json'}: does not list the files of a result": (
                not isinstance(listed, dict)
            ),
        }
    )
    if digest_file(home / "data.csv") != listed.get("data.csv"):
        raise InputError(f"{home}: data.csv is of another run than meta.json, or was changed")
    return Findings.read_file(home / "data.csv", meta["description"])


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
    except (
        LookupError,
        AttributeError,
        TypeError,
        ValueError,
        ArithmeticError,
        RuntimeWarning,
    ) as error:  # what becomes of numbers and texts that no study writes
        raise InputError(f"{folder}: not a result of the study {study}") from error


_INSTALLED, _BESIDE = (home / "results" for home in Path(__file__).resolve().parents[:2])
PUBLISHED = _INSTALLED if _INSTALLED.is_dir() else _BESIDE
"""The folder of the published results: a wheel has it in this package, the project beside it."""


def read_published(study: str) -> Findings:
    """The findings of a published result.

    Parameters
    ----------
    study : str
        As ``piquet study`` takes it.

    Raises
    ------
    InputError
        If there is none.
    """
    if not (PUBLISHED / study / "meta.json").is_file():
        raise InputError(f"{study}: no published result in {PUBLISHED}")
    return read_result(PUBLISHED / study)


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
    code = {
        name: meta[name]
        for name in ("version", "rules_version", "engine", "strategies")
        if name in meta
    }
    about = json.dumps({**code, **meta["description"]}, ensure_ascii=False)
    return {"Title": str(meta["question"]), "Description": about}


def load_table() -> dict[str, Any]:
    """The table of hands recorded in 1890, and the odds that its author drew from it.

    Examples
    --------
    >>> sorted(load_table())[:2]
    ['classes', 'elder']
    """
    return json.loads(
        files("piquet_sim").joinpath("data/hands_of_1890.json").read_text(encoding="utf-8")
    )
