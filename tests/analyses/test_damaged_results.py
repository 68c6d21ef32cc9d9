"""Results that somebody damaged: refused in one line, and nothing is written of them.

Covers `analyses.stored`.
"""

import json
import shutil
from pathlib import Path

import pytest
from command_line import command, refused
from pandas import read_csv
from specimens import RESULTS

PIQUE = RESULTS / "pique"
TABLE = (PIQUE / "data.csv").read_text(encoding="utf-8")
META = (PIQUE / "meta.json").read_text(encoding="utf-8")
HEAD, FIRST, *REST = TABLE.splitlines()
REPORT = ("report", "--of", "results", "--out", "made.html")
HUGE = "x" * 140_000
"""Longer than a cell may be for Python's reader of CSV."""


def in_column(column, cell):
    """The table with the same cell in a whole column."""
    return read_csv(PIQUE / "data.csv", dtype=str).assign(**{column: cell}).to_csv(index=False)


TABLES = {
    "a huge cell": "\n".join([HEAD, HUGE + FIRST, *REST]),
    "a NUL": TABLE.replace(",", ",\0", 30),
    "not UTF-8": TABLE.encode()[:200] + b"\xff\xfe" + TABLE.encode()[200:],
    "an open quote": TABLE.replace(",frequency", ',"frequency', 1),
    "a short row": "\n".join([HEAD, FIRST, *REST, "elder,pique"]),
    "a long row": "\n".join([HEAD, FIRST + ",1,2", *REST]),
    "empty": "",
    "an empty line": "\n",
    "no rows": HEAD + "\n",
    "a folder": None,
    "no numbers": in_column("value", "many"),
    "an infinite error": in_column("se", "inf"),
    "an infinite exact value": in_column("exact", "Infinity"),
    "a number of 400 digits": in_column("n", "9" * 400),
    "sizes that are missing": in_column("n", ""),
}


def changed(**entries):
    return json.dumps({**json.loads(META), **entries})


METAS = {
    "empty": "",
    "a NUL": "\0" + META,
    "not UTF-8": META.encode()[:50] + b"\xff" + META.encode()[50:],
    "deep": "[" * 100_000,
    "deep behind what is right": META.rstrip()[:-1] + ', "x": ' + "[" * 50_000,
    "a number of 5,000 digits": META.replace('"n": 1000000', f'"n": {"9" * 5_000}'),
    "a key twice": META.rstrip()[:-1] + ', "version": "2"}',
    "half a character": changed(version="\ud800"),
    "a list": "[1]",
    "a folder": None,
    "a description without a seed": changed(description={"n": 1_000, "rules": "rubicon"}),
    "no number of deals": changed(description={**json.loads(META)["description"], "n": "many"}),
}
DAMAGED = [
    pytest.param(file, content, id=f"{file}: {name}")
    for file, damaged in (("data.csv", TABLES), ("meta.json", METAS))
    for name, content in damaged.items()
]


@pytest.fixture
def damage(here):
    """Give one file of a result, in a folder of its own, another content."""
    shutil.copytree(PIQUE, "results/pique")

    def write(name, content):
        path = Path("results/pique", name)
        path.unlink()
        if content is None:
            path.mkdir()
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return write


@pytest.mark.parametrize(("name", "content"), DAMAGED)
def test_damaged__no_report_is_written(damage, name, content):
    damage(name, content)
    told = refused(*REPORT)
    assert ("results" in told, len(told) < 400) == (True, True)
    assert [path.name for path in Path().iterdir()] == ["results"]


def test_damaged__the_report_before_stays_as_it_was(damage):
    assert command(*REPORT).code == 0
    before = Path("made.html").read_bytes()
    damage("data.csv", TABLES["a huge cell"])
    assert (command(*REPORT).code, Path("made.html").read_bytes()) == (2, before)


@pytest.mark.parametrize("name", ["a huge cell", "an infinite error", "a short row", "empty"])
def test_damaged__a_chart_is_drawn_or_refused_in_one_line(damage, name):
    damage("data.csv", TABLES[name])
    done = command("chart", "pique", "--out", "pique.svg")
    assert (done.code, done.err.count("\n")) == ((0, 0) if Path("pique.svg").is_file() else (2, 1))
