"""Results are made again from their descriptions, and what was changed after that is found out.

Covers `analyses.studies.census`, `analyses.studies.ladder`.
"""

import json
import shutil
from functools import reduce
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from attacks import attacks
from command_line import command
from hypothesis import given
from hypothesis import strategies as st
from refusals import refuses
from specimens import RESULTS

from analyses import find_study
from analyses.contents import ENTRIES
from analyses.statistics import first_leads
from analyses.stored import read_result
from analyses.studies.census import count_attributes
from analyses.studies.ladder import climb
from analyses.verification import AGREES, DIFFERS, NOT_CHECKED, SAME, verify
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game import files
from piquet_sim.game.files import digest_file
from piquet_sim.running.records import run_with_records
from piquet_sim.running.run import simulate

CLUBS = Simulation("club", "club", seed=3)
DEALS = 1_000
ANSWERS = {
    "one": {"rules": "cotton_1674"},
    "given": {"given": "elder has carte blanche", "mirrored": True},
    "own": {"measures": ["long: elder_point >= 6", "elder_cards > 0"],
            "given_outcome": "elder_wins"},
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Results of each kind: of deals, of cases, of duels, and of counts."""
    out = tmp_path_factory.mktemp("results")
    found = [find_study(name).ask(CLUBS, DEALS) for name in ("pique", "sixes", "leads")]
    found += [climb(["random", "novice", "club"], 100), count_attributes([])]
    return {one.name or one.study.name: one.write(out) for one in found}


@pytest.fixture
def copy(made, tmp_path):
    return lambda name: shutil.copytree(made[name], tmp_path / name)


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What `simulate --json` prints."""
    home = tmp_path_factory.mktemp("answers")
    for name, options in ANSWERS.items():
        (home / f"{name}.json").write_text(json.dumps(simulate(n=4_000, **options).as_json()))
    return home


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    path = tmp_path_factory.mktemp("records") / "deals.parquet"
    run_with_records(Simulation("club", "random", seed=6, mirrored=True), 3000, path)
    return path


@pytest.fixture(scope="module")
def few_records(tmp_path_factory):
    path = tmp_path_factory.mktemp("records") / "few.parquet"
    run_with_records(Simulation("club", "random", seed=6), 40, path)
    return path


def change_json(path, way, value):
    """Put a value where a way of keys leads."""
    about = json.loads(path.read_text())
    *keys, last = way.split()
    reduce(dict.get, keys, about)[last] = value
    path.write_text(json.dumps(about))


def change_rows(home, change):
    """Change a table, and put its digest into the description."""
    change(pd.read_csv(home / "data.csv")).to_csv(home / "data.csv", index=False)
    change_json(home / "meta.json", "files data.csv", digest_file(home / "data.csv"))


# ---- Made again ---------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["pique", "sixes", "leads", "ladder", "census"])
def test_verify__a_result_is_made_again_as_it_was(made, name):
    assert verify(made[name]).outcome == SAME
    part = verify(made[name], 50 if name == "ladder" else 500, threads=2)
    assert part.outcome == (SAME if name == "census" else AGREES)


def test_verify__answers_and_records_are_played_again(answers, records):
    for path in (*answers.iterdir(), records):
        assert verify(path).outcome == SAME, path
    for path in answers.iterdir():
        assert verify(path, 2_000).outcome == AGREES, path


SMALLER = {
    "ladder": 40, "lose": 80_000, "maxims": 2_000, "throwing": 2_000, "score": 13_000,
    "published": 5_120,
}  # fmt: skip
"""Deals, or pairs of the ladder, where a thousand are too few or take long."""


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.parent.name for path in RESULTS.glob("*/meta.json")))
def test_published_result__agrees_with_a_smaller_one(name):
    found = verify(RESULTS / name, SMALLER.get(name, 1_000))
    assert found.outcome == (SAME if name == "census" else AGREES), found.differing


def test_published_results__are_those_of_all_studies_and_have_their_files():
    assert {path.parent.name for path in RESULTS.glob("*/meta.json")} == set(ENTRIES)
    for home in RESULTS.iterdir():
        read_result(home)


ROWS = {
    "a value": lambda rows: rows.assign(value=rows.value.where(rows.index != 1, rows.value * 1.01)),
    "an error": lambda rows: rows.assign(se=rows.se.where(rows.index != 1, rows.se * 1.5)),
    "a row twice": lambda rows: pd.concat([rows, rows[1:2]]),
    "a row less": lambda rows: rows.drop(2),
}


@pytest.mark.parametrize("what", ROWS)
def test_verify__finds_other_rows_though_their_digest_was_replaced(copy, what):
    home = copy("sixes")
    change_rows(home, ROWS[what])
    found = verify(home)
    assert (found.outcome, "data.csv" in found.differing[0]) == (DIFFERS, True)


@pytest.mark.parametrize(
    ("key", "other"),
    [("headline", "Surely."), ("sentences", ["In 91.5% of deals."]), ("not_meant", "Surely.")],
)
def test_verify__finds_another_sentence_or_number(copy, key, other):
    home = copy("sixes")
    change_json(home / "meta.json", key, other)
    found = verify(home)
    assert (found.outcome, found.differing[0].startswith(key)) == (DIFFERS, True)


def test_verify__says_so_of_another_engine(copy):
    home = copy("leads")
    change_json(home / "meta.json", "engine", "0123")
    found = verify(home)
    assert (found.outcome, "not 0123" in found.said) == (SAME, True)


def test_verify__finds_another_rule(made, monkeypatch):
    own = first_leads.find_kind
    monkeypatch.setattr(first_leads, "find_kind", lambda *cards: (own(*cards) + 1) % 8)
    assert verify(made["leads"]).outcome == DIFFERS


@pytest.mark.parametrize(("errors", "outcome"), [(4.2, AGREES), (6, DIFFERS)])
def test_verify__rows_differ_beyond_four_errors_after_holm(copy, errors, outcome):
    """Of 27 rows one may be off by 4.7 errors, hence 4.2 is none and 6 is too much."""
    home, again = copy("pique"), find_study("pique").ask(CLUBS, DEALS // 2).table

    def move(table):
        error = np.hypot(table.se[0], max(again.se[0], table.se[0] * 2**0.5))
        return table.assign(value=[again.value[0] + errors * error, *table.value[1:]])

    change_rows(home, move)
    assert verify(home, DEALS // 2).outcome == outcome


def test_verify__what_cannot_be_made_again_is_not_checked(copy, tmp_path):
    home = copy("pique").rename(tmp_path / "mine")
    change_json(home / "meta.json", "question", "Who dealt?")
    done = command("verify", home, "--json")
    assert (done.code, json.loads(done.out)["outcome"]) == (3, NOT_CHECKED)
    assert verify(copy("pique"), 2).outcome == NOT_CHECKED  # no row has an error


@pytest.mark.parametrize(
    ("way", "value", "n", "differing"),
    [
        ("estimates elder_score value", 20.0, None, "estimates elder_score value"),
        ("measures long low", 0.1, None, "measures long low"),
        ("origin simulation seed", 5, None, "seed 1 there, 5 here"),
        ("estimates younger_score value", 99.0, 2_000, "younger_score"),
    ],
)
def test_verify__finds_another_number_in_an_answer(answers, tmp_path, way, value, n, differing):
    path = Path(shutil.copy(answers / "own.json", tmp_path))
    change_json(path, way, value)
    found = verify(path, n)
    assert (found.outcome, found.differing[0].startswith(differing)) == (DIFFERS, True)


def put(table, name, values):
    """A table of records with other values in a column, or one more in its seventh deal."""
    if values is None:
        values = table.column(name).to_numpy() + (np.arange(len(table)) == 7)
    return table.set_column(table.schema.get_field_index(name), name, pa.array(values))


PLAYED = {
    "a score": (lambda all_: put(all_, "elder_score", None), ("deal 7",)),
    "a hand": (lambda all_: put(all_, "younger_hand", None), ("deal 7",)),
    "an answer": (lambda all_: put(all_, "set_result", None), ("deal 7",)),
    "a deal less": (
        lambda all_: pa.concat_tables([all_.slice(0, 100), all_.slice(101)]), ("deal 100",),
    ),
    "no deals": (lambda all_: all_.slice(0, 0), NOT_CHECKED),
    "a run that was stopped": (lambda all_: all_.slice(0, 1_000), SAME),
}  # fmt: skip
"""Records that are others, with the first deal that differs, or what is said of them."""


@pytest.mark.parametrize("what", PLAYED)
def test_verify__names_deals_that_differ(records, tmp_path, what):
    change, wanted = PLAYED[what]
    pq.write_table(change(pq.read_table(records)), tmp_path / "deals.parquet")
    found = verify(tmp_path / "deals.parquet")
    assert wanted in (found.outcome, found.differing[:1])


# ---- Refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ((), 0, ": same; "),
        (("-n", "500"), 0, ": agrees within errors; "),
        (("--threads", "0"), 2, "from 1 to 1024"),
    ],
)
def test_verify__on_the_command_line(made, options, code, said):
    done = command("verify", made["pique"], *options)
    assert done.code == code
    assert said in " ".join([*done.out.split(), *done.err.split()])


def test_verify__of_other_files_ends_with_code_1(copy):
    home = copy("pique")
    (home / "data.csv").write_text("quantity,value,se\n")
    done = command("verify", home)
    assert (done.code, "different: data.csv" in done.out) == (1, True)


def test_verify__of_other_deals_ends_with_code_1(records, tmp_path):
    table, path = pq.read_table(records), tmp_path / "deals.parquet"
    pq.write_table(put(table, "elder_score", table.column("elder_score").to_numpy() + 1), path)
    done = command("verify", path)
    assert done.code == 1
    assert "different: deal 0" in done.out
    assert "2,9" in done.out.partition("and ")[2]  # and how many more


@pytest.mark.parametrize(
    "make",
    [
        lambda table: pa.table({"index": [1]}),
        lambda table: put(table, "index", [None] * len(table)),
        lambda table: put(table, "index", ["x"] * len(table)),
        lambda table: table.replace_schema_metadata({"simulation": "[" * 100_000}),
    ],
)
def test_verify__of_strange_records_is_refused_in_one_line(tmp_path, records, make):
    pq.write_table(make(pq.read_table(records)), tmp_path / "x.parquet")
    with refuses(tmp_path):
        verify(tmp_path / "x.parquet")


def test_verify__of_no_result_is_refused_in_one_line(tmp_path, records, few_records):
    (tmp_path / "x.json").write_text("{}")
    (tmp_path / "x.parquet").write_bytes(b"PAR1 not quite PAR1")
    rows, more = b"\x16\x50\x19", b"\x16\x52\x19"  # forty, and one that is not there
    (tmp_path / "y.parquet").write_bytes(few_records.read_bytes().replace(rows, more))
    for name in (".", "none", "x.json", "x.parquet", "y.parquet"):
        with refuses(tmp_path / name):
            verify(tmp_path / name)
    with refuses("leave out -n"):
        verify(records, 40)


@attacks(60)
@given(place=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255))
def test_verify__damaged_records_are_refused_or_differ_in_one_line(few_records, place, byte):
    """Exit code 2 and a line, 1 where deals differ, 0 where none does."""
    whole, rows = few_records.read_bytes(), pq.read_table(few_records)
    damaged = bytearray(whole)
    damaged[int(place * len(whole))] = byte
    path = few_records.with_name("damaged.parquet")
    path.write_bytes(damaged)
    code, out, err = command("verify", path)
    assert (err.count("\n"), out == "") == ((1, True) if code == 2 else (0, False))
    assert code in (1, 2) or pq.read_table(path).equals(rows)


# ---- Written as a whole -------------------------------------------------------------------------
@pytest.mark.parametrize("failing", ["data.csv", "chart.svg", "chart.png", "meta.json"])
def test_write__a_full_disk_leaves_the_folder_before(copy, tmp_path, monkeypatch, failing):
    home, honest = copy("pique"), files.replace_file_at
    (home / "mine.txt").write_text("kept")
    before = {path: path.read_bytes() for path in home.iterdir()}

    def write(path, by):
        if path.name == failing:
            raise OSError(28, "No space left on device")
        honest(path, by)

    other = find_study("pique").ask(CLUBS, 2 * DEALS)
    with monkeypatch.context() as patched:
        patched.setattr(files, "replace_file_at", write)
        with refuses("no space left on device"):
            other.write(tmp_path)
    assert {path: path.read_bytes() for path in home.iterdir()} == before
    assert list(tmp_path.iterdir()) == [home]
    other.write(tmp_path)
    assert set(home.iterdir()) == set(before)
    assert (home / "mine.txt").read_text() == "kept"
