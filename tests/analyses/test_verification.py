"""Results are made again from their descriptions, and what was changed after that is found out."""

import csv
import json
import random
import re
import shutil
from collections import Counter

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from command_line import command
from refusals import refuses
from specimens import RESULTS

from analyses import find_study, study
from analyses.contents import ENTRIES
from analyses.findings import Findings
from analyses.statistics import first_leads
from analyses.stored import read_result
from analyses.studies.census import count_attributes
from analyses.studies.ladder import climb
from analyses.verification import AGREES, DIFFERS, NOT_CHECKED, SAME, verify
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import digest_file
from piquet_sim.running.records import run_with_records
from piquet_sim.running.run import simulate

CLUBS = Simulation("club", "club", seed=3)
DEALS = 1_000


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
    for name, options in {
        "one": {"rules": "cotton_1674"},
        "given": {"given": "elder has carte blanche", "mirrored": True},
        "own": {"measures": ["long: elder_point >= 6", "elder_cards > 0"],
                "given_outcome": "elder_wins"},
    }.items():  # fmt: skip
        (home / f"{name}.json").write_text(json.dumps(simulate(n=4_000, **options).as_json()))
    return home


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    path = tmp_path_factory.mktemp("records") / "deals.parquet"
    run_with_records(Simulation("club", "random", seed=6, mirrored=True), 3000, path)
    return path


def change_meta(home, change, digests=False):
    """Change a description, and put the digests of the files as they are into it."""
    meta = json.loads((home / "meta.json").read_text())
    change(meta)
    if digests:
        meta["files"] = {name: digest_file(home / name) for name in meta["files"]}
    (home / "meta.json").write_text(json.dumps(meta))


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


def change_cell(column, times):
    def change(rows):
        row = next(row for row in rows if row[column] and 0 < float(row[column]) < 1)
        row[column] = repr(float(row[column]) * times)

    return change


ROWS = {
    "a value": change_cell("value", 1.01),
    "an error": change_cell("se", 1.5),
    "a row twice": lambda rows: rows.append(rows[1]),
    "a row less": lambda rows: rows.pop(2),
}


@pytest.mark.parametrize("what", ROWS)
def test_verify__finds_other_rows_though_their_digest_was_replaced(copy, what):
    home = copy("sixes")
    with (home / "data.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    ROWS[what](rows)
    pd.DataFrame(rows).to_csv(home / "data.csv", index=False)
    change_meta(home, lambda meta: None, digests=True)
    found = verify(home)
    assert found.outcome == DIFFERS
    assert "data.csv" in found.differing[0]


@pytest.mark.parametrize("key", ["headline", "sentences", "not_meant"])
def test_verify__finds_another_sentence_or_number(copy, key):
    def change(meta):
        text = re.sub(r"\d+\.\d", lambda number: f"9{number[0]}", json.dumps(meta[key]), count=1)
        meta[key] = json.loads(text) if text != json.dumps(meta[key]) else "Surely."

    home = copy("sixes")
    change_meta(home, change)
    found = verify(home)
    assert found.outcome == DIFFERS
    assert found.differing[0].startswith(key)


def test_verify__finds_another_rule_and_says_so_of_another_engine(copy, monkeypatch):
    home = copy("leads")
    change_meta(home, lambda meta: meta.update(engine="0123"))
    found = verify(home)
    assert (found.outcome, "not 0123" in found.said) == (SAME, True)
    own = first_leads.find_kind
    monkeypatch.setattr(first_leads, "find_kind", lambda *cards: (own(*cards) + 1) % 8)
    assert verify(home).outcome == DIFFERS


def test_verify__rows_differ_beyond_four_errors_after_holm(copy):
    """Of 27 rows one may be off by 4.7 errors, hence 4.2 is none and 6 is too much."""
    home = copy("pique")
    for errors, outcome in ((4.2, AGREES), (6, DIFFERS)):
        again = pd.read_csv(verify_small(home) / "data.csv")
        table = pd.read_csv(home / "data.csv")
        se = (table.se[0] ** 2 + max(again.se[0], table.se[0] * 2**0.5) ** 2) ** 0.5
        table.loc[0, "value"] = again.value[0] + errors * se
        table.to_csv(home / "data.csv", index=False)
        change_meta(home, lambda meta: None, digests=True)
        assert verify(home, DEALS // 2).outcome == outcome, errors


def verify_small(home):
    """The same study with half of its deals."""
    return find_study("pique").ask(CLUBS, DEALS // 2).write(home.parent / "small")


def test_verify__what_cannot_be_made_again_is_not_checked(copy, tmp_path):
    home = copy("pique").rename(tmp_path / "mine")
    change_meta(home, lambda meta: meta.update(question="Who dealt?"))
    done = command("verify", home, "--json")
    assert (done.code, json.loads(done.out)["outcome"]) == (3, NOT_CHECKED)
    assert verify(copy("pique"), 2).outcome == NOT_CHECKED  # no row has an error


def test_verify__finds_another_number_in_an_answer(answers, tmp_path):
    path = tmp_path / "a.json"
    for change in (
        lambda one: one["estimates"]["elder_score"].update(value=20.0),
        lambda one: one["measures"]["long"].update(low=0.1),
        lambda one: one["origin"]["simulation"].update(seed=5),
    ):
        about = json.loads((answers / "own.json").read_text())
        change(about)
        path.write_text(json.dumps(about))
        assert verify(path).outcome == DIFFERS
    about = json.loads((answers / "one.json").read_text())
    about["estimates"]["younger_pique"]["value"] += 0.1
    path.write_text(json.dumps(about))
    assert verify(path, 2_000).differing == ("younger_pique",)


@pytest.mark.parametrize("column", ["elder_score", "younger_hand", "set_result"])
def test_verify__names_deals_that_differ(records, tmp_path, column):
    table, path = pq.read_table(records), tmp_path / "deals.parquet"
    values = table.column(column).to_numpy().copy()
    values[7] += 1
    place = table.schema.get_field_index(column)
    pq.write_table(table.set_column(place, table.schema.field(column), pa.array(values)), path)
    assert verify(path).differing == ("deal 7",)
    for changed, first in (
        (pa.concat_tables([table.slice(0, 100), table.slice(101)]), ("deal 100",)),
        (table.slice(0, 0), ()),
    ):
        pq.write_table(changed, path)
        found = verify(path)
        assert found.differing[:1] == first
        assert found.outcome == (DIFFERS if first else NOT_CHECKED)
    pq.write_table(table.slice(0, 1_000), path)  # of a run that was stopped
    assert verify(path).outcome == SAME


# ---- Refused ------------------------------------------------------------------------------------
def test_verify__on_the_command_line(copy):
    home = copy("pique")
    done = command("verify", home)
    assert (done.code, ": same; " in " ".join(done.out.split())) == (0, True)
    assert "from 1 to 1024" in command("verify", home, "--threads", "0").err
    assert ": agrees within errors; " in " ".join(command("verify", home, "-n", "500").out.split())
    (home / "data.csv").write_text("quantity,value,se\n")
    done = command("verify", home)
    assert (done.code, "different: data.csv" in done.out) == (1, True)


def test_verify__is_refused_in_one_line(tmp_path, records):
    empty, other = tmp_path / "empty", tmp_path / "x.json"
    empty.mkdir()
    other.write_text("{}")
    wrong, plain = tmp_path / "x.parquet", tmp_path / "plain.parquet"
    wrong.write_bytes(b"PAR1 not quite PAR1")
    table = pq.read_table(records)
    place = table.schema.get_field_index("index")
    for path in (empty, tmp_path / "none", other, wrong):
        with refuses(str(path)):
            verify(path)
    for strange in (
        pa.table({"index": [1]}),
        table.set_column(place, "index", pa.nulls(len(table), pa.int64())),
        table.set_column(place, "index", pa.array(["x"] * len(table))),
        table.replace_schema_metadata({"simulation": "[" * 100_000}),
    ):
        pq.write_table(strange, plain)
        with refuses(str(plain)):
            verify(plain)
    with refuses("leave out -n"):
        verify(records, 40)


def test_verify__damaged_records_are_refused_or_differ_in_one_line(tmp_path):
    """Bytes changed at random: exit code 2 and a line, 1 where deals differ, 0 where none does."""
    path = tmp_path / "deals.parquet"
    run_with_records(Simulation("club", "random", seed=6), 40, path)
    whole, rows = path.read_bytes(), pq.read_table(path)
    chance, codes = random.Random(1), Counter()
    for _ in range(60):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= chance.randrange(1, 256)
        path.write_bytes(damaged)
        code, out, err = command("verify", path)
        codes[code] += 1
        assert (err.count("\n"), out == "") == ((1, True) if code == 2 else (0, False))
        if code == 0:
            assert pq.read_table(path).equals(rows)
    assert set(codes) == {0, 1, 2}


# ---- Written as a whole -------------------------------------------------------------------------
@pytest.mark.parametrize("failing", ["data.csv", "chart.svg", "chart.png", "meta.json"])
def test_write__a_full_disk_leaves_the_folder_before(copy, tmp_path, monkeypatch, failing):
    home = copy("pique")
    (home / "mine.txt").write_text("kept")
    before = {path.name: path.read_bytes() for path in home.iterdir()}

    def fail(home, name):
        original = getattr(home, name)

        def write(*words):
            if any(str(word).endswith(failing) for word in words):
                raise InputError("no space left on device")
            return original(*words)

        monkeypatch.setattr(home, name, write)

    fail(Findings, "write")
    for name in ("save_chart", "write_text"):
        fail(study, name)
    other = find_study("pique").ask(CLUBS, 2 * DEALS)
    with pytest.raises(InputError):
        other.write(tmp_path)
    assert {path.name: path.read_bytes() for path in home.iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["pique"]
    monkeypatch.undo()
    other.write(tmp_path)
    assert json.loads((home / "meta.json").read_text())["description"]["n"] == 2 * DEALS
    assert sorted(path.name for path in home.iterdir()) == sorted(before)
    assert (home / "mine.txt").read_text() == "kept"
