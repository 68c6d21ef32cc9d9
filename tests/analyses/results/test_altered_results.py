"""A result altered by hand is found out though all its digests were replaced, or is said to be
checked only in part."""

import csv
import json
import re
import shutil

import matplotlib.image
import pandas as pd
import pytest
from command_line import command

from analyses import find_study
from analyses.results.table_checks import check_table
from analyses.verification import verify_study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.files import digest_file
from piquet_sim.running.verification import Verification

STUDIES = ("pique", "sixes")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Results whose sentences read counts and differences."""
    out = tmp_path_factory.mktemp("results")
    club = Simulation("club", "club", seed=3)
    return {name: find_study(name).answer(club, 1_000).write(out) for name in STUDIES}


@pytest.fixture
def copy(made, tmp_path):
    return lambda name: shutil.copytree(made[name], tmp_path / name)


def alter_meta(change):
    def alter(home):
        meta = json.loads((home / "meta.json").read_text())
        change(meta)
        (home / "meta.json").write_text(json.dumps(meta))

    return alter


def alter_rows(change):
    def alter(home):
        with (home / "data.csv").open(newline="") as file:
            head, *rows = csv.reader(file)
        change(head, rows)
        with (home / "data.csv").open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([head, *rows])

    return alter


def alter_cell(column, times):
    def change(head, rows):
        place = head.index(column)
        row = next(row for row in rows if row[place] and 0 < float(row[place]) < 1)
        row[place] = repr(float(row[place]) * times)

    return alter_rows(change)


def make_greater(text):
    """The text with its first decimal number ninety and more greater: 9.2 is 99.2."""
    return re.sub(r"\d+\.\d", lambda number: f"9{number[0]}", text, count=1)


def say_greater(place):
    def change(meta):
        meta["summary"][place] = make_greater(meta["summary"][place])

    return alter_meta(change)


def derive_greater(meta):
    name, told = next((name, one) for name, one in meta["derived"].items() if isinstance(one, dict))
    meta["derived"][name] = {**told, "value": told["value"] * 1.01}


def blot(home):
    picture = matplotlib.image.imread(home / "chart.png").copy()
    picture[40:60, 40:60, :3] = 0
    matplotlib.image.imsave(home / "chart.png", picture)


def ask_another(meta):
    meta["title"] = "Who dealt?"


ALTERATIONS = {
    "the title": (alter_meta(ask_another), "title"),
    "a number in the first sentence": (say_greater(0), "sentences"),
    "a number in the last sentence": (say_greater(-1), "sentences"),
    "a derived number": (alter_meta(derive_greater), "derived numbers"),
    "a value": (alter_cell("value", 1.01), "intervals"),
    "an error": (alter_cell("se", 1.5), "intervals"),
    "an end of an interval": (alter_cell("high", 1.5), "intervals"),
    "a row that stands twice": (alter_rows(lambda _, rows: rows.append(rows[1])), "rows"),
    "a row taken away": (alter_rows(lambda _, rows: rows.pop(2)), "sentences"),
    "a point of the picture": (blot, "chart"),
}


def replace_digests(home):
    meta = json.loads((home / "meta.json").read_text())
    meta["files"] = {name: digest_file(home / name) for name in meta["files"]}
    (home / "meta.json").write_text(json.dumps(meta))


@pytest.mark.parametrize("what", ALTERATIONS)
def test_altered_result__differs_though_its_digests_were_replaced(copy, what):
    alter, part = ALTERATIONS[what]
    home = copy("sixes")
    alter(home)
    replace_digests(home)
    found = verify_study(home, 500, seed=1)
    assert found.outcome == "differs"
    wrong = [check.what for check in found.checks if check.agrees is False and not check.is_note]
    assert part in wrong
    assert not {"data.csv", "chart.svg", "chart.png"} & {*wrong}


def test_altered_result__every_sentence_and_answer_is_held_against_the_table(copy):
    home = copy("sixes")
    meta = json.loads((home / "meta.json").read_text())
    for key in ("summary", "answers"):
        meta[key] = [f"{sentence} Surely." for sentence in meta[key]]
    (home / "meta.json").write_text(json.dumps(meta))
    said = {check.what: check.said for check in verify_study(home, 1, seed=1).checks}
    for part in ("sentences", "answers"):
        assert said[part].endswith("different: number 1, number 2, number 3")


def test_altered_result__the_command_differs_and_names_the_sentence(copy):
    home = copy("pique")
    say_greater(1)(home)
    done = command("verify", home, "-n", "500")
    assert done.code == 1
    assert "DIFFERS sentences: composed again from the table: different: number 2" in " ".join(
        done.out.split()
    )


def test_unaltered_result__what_no_check_covers_is_named_at_the_end_and_for_programs(copy):
    home = copy("pique")
    done = command("verify", home, "-n", "500")
    assert done.code == 0
    last = " ".join(done.out.split()).rpartition(": agrees; not checked: ")[2]
    assert "rest of the table" in last
    told = json.loads(command("verify", home, "-n", "500", "--json").out)
    assert (told["agrees"], told["outcome"]) == (True, "agrees")
    assert told["not_checked"] == last.split(", ")
    assert told["not_checked"] == [one["what"] for one in told["checks"] if one["agrees"] is None]
    whole = command("verify", home, "-n", "1000")
    assert " ".join(whole.out.split()).endswith(": agrees")


@pytest.mark.parametrize(
    "row",
    [
        {"value": 0.5, "se": 0.05, "low": 0.4, "high": 0.6, "n": 100, "method": "Wilson"},
        {"value": 0.301, "se": 0.05, "low": 0.2, "high": 0.4, "n": 10, "method": "Wilson"},
        {"value": 2.0, "se": 1.0, "low": 0.0, "high": 4.0, "n": 9, "method": "normal"},
        {"value": 2.0, "se": 1.0, "low": 2.0, "high": 2.0, "n": 0, "method": "exact"},
        {"value": 2.0, "se": "x", "low": 2.0, "high": 2.0, "n": "y", "method": "Wilson"},
    ],
)
def test_table__intervals_that_do_not_follow_are_found(row):
    found = Verification(None)
    check_table(found, pd.DataFrame([row]))
    assert [(check.what, check.agrees) for check in found.checks] == [("intervals", False)]
