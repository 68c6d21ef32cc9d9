"""Results that explain themselves: verified, and refused where they have been altered."""

import json
import random
import shutil
from collections import Counter

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from attacks import JSON_VALUES, refusal
from command_line import command
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refuses

from analyses import find_study
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.kernel.deal.record import COLUMNS
from piquet_sim.running.provenance import digest_strategy, list_packages
from piquet_sim.running.records import run_with_records
from piquet_sim.running.run import simulate
from piquet_sim.running.verification import verify_result
from piquet_sim.strategies import CallView, PlayView, Strategy, find_strategy, policy

DEALS = 20_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The results of a study of several simulations."""
    out = tmp_path_factory.mktemp("results")
    return find_study("sixes").answer(Simulation(seed=3), DEALS).write(out)


@pytest.fixture
def study(folder, tmp_path):
    return shutil.copytree(folder, tmp_path / folder.name)


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What `simulate --json` prints, also under a condition."""
    home = tmp_path_factory.mktemp("answers")
    for name, options in (
        ("one", {}),
        ("given", {"given": "elder has carte blanche", "mirrored": True}),
    ):
        result = simulate(n=DEALS, **options)
        (home / f"{name}.json").write_text(json.dumps(result.as_json()))
    return home


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    path = tmp_path_factory.mktemp("records") / "deals.parquet"
    run_with_records(Simulation("club", "random", seed=6, mirrored=True), 3000, path)
    return path


# ---- What stands in a result --------------------------------------------------------------------
def test_result__says_what_made_it(folder, answers):
    meta = json.loads((folder / "meta.json").read_text())
    told = {"version", "rules_version", "engine", "packages", "date", "seconds", "files", "runs"}
    assert told <= set(meta)
    assert len(meta["runs"]) == 4
    for run in meta["runs"]:
        assert run["n"] == DEALS
        assert run["simulation"]["seed"] == 3
        assert run["strategies"] == {"club": digest_strategy(find_strategy("club"))}
        assert run["packages"] == list_packages()
        assert len(run["blocks"]["fingerprints"]) == -(-DEALS // run["blocks"]["units"])
    assert {"python", "numba", "numpy"} <= set(meta["packages"])
    chart = (folder / "chart.svg").read_text()
    assert meta["engine"] in chart
    origin = json.loads((answers / "one.json").read_text())["origin"]
    assert origin["engine"] == meta["engine"]
    assert "seconds" not in origin  # it would differ from run to run


# ---- Verified -----------------------------------------------------------------------------------
def test_verify__agrees_with_what_was_written(study, answers, records):
    for path, deals in ((study, 2000), (answers / "one.json", 5000), (answers / "given.json", 100),
                        (records, 200)):  # fmt: skip
        found = verify_result(path, deals, seed=1)
        assert found.agrees, found.checks
        assert found.deals >= 100
    whole = verify_result(answers / "one.json", 10**9)
    assert whole.agrees
    assert whole.deals == DEALS


def test_verify__is_the_same_on_any_number_of_threads(study):
    told = [
        command("verify", study, "--seed", "3", "-n", "9000", "--threads", number, "--json")
        for number in ("1", "3")
    ]
    assert [one.code for one in told] == [0, 0]
    assert told[0].out == told[1].out
    assert "at least 1" in command("verify", study, "--threads", "0").err


def test_verify__sees_a_changed_table(study):
    table = study / "data.csv"
    table.write_text(table.read_text().replace("7", "8", 1))
    found = verify_result(study)
    assert [check.what for check in found.checks if not check.agrees] == ["data.csv"]


def test_verify__sees_deals_that_are_not_those(study):
    meta = json.loads((study / "meta.json").read_text())
    prints = meta["runs"][1]["blocks"]["fingerprints"]
    prints[5] = f"{int(prints[5], 16) ^ 1:016x}"
    (study / "meta.json").write_text(json.dumps(meta))
    found = verify_result(study, 10**6)
    wrong = [check for check in found.checks if not check.agrees]
    assert len(wrong) == 1
    units = meta["runs"][1]["blocks"]["units"]
    assert f"with deals {5 * units:,} to {6 * units - 1:,}" in wrong[0].said


def test_verify__sees_another_seed_and_other_code(answers, tmp_path):
    about = json.loads((answers / "one.json").read_text())
    about["origin"]["simulation"]["seed"] = 5
    path = tmp_path / "a.json"
    path.write_text(json.dumps(about))
    assert not verify_result(path).agrees
    about = json.loads((answers / "one.json").read_text())
    about["origin"]["engine"] = "0123"
    path.write_text(json.dumps(about))
    found = verify_result(path)
    assert found.agrees, "the same deals came of it"
    assert "engine 0123 there" in next(one.said for one in found.checks if not one.agrees)


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one.update(value=one["value"] + 10 * one["se"], high=10**3),
        lambda one: one.update(low=one["value"] + 1),
        lambda one: one.pop("value"),
        lambda one: one.update(value="x"),
    ],
)
def test_verify__sees_estimates_that_do_not_fit(answers, tmp_path, change):
    about = json.loads((answers / "one.json").read_text())
    change(about["estimates"]["elder_score"])
    path = tmp_path / "a.json"
    path.write_text(json.dumps(about))
    assert not verify_result(path).agrees


def test_verify__sees_a_digit_changed_where_all_deals_are_counted_again(answers, tmp_path):
    """Where only some are, the digits are not checked, and it says so."""
    about = json.loads((answers / "one.json").read_text())
    one = about["estimates"]["elder_score"]
    one["value"] += one["se"] / 10
    path = tmp_path / "a.json"
    path.write_text(json.dumps(about))
    digits = "last digits of the estimates"
    assert verify_result(path, 1_000, seed=1).not_checked == [digits]
    whole = verify_result(path, DEALS)
    assert whole.outcome == "differs"
    assert [one.what for one in whole.checks if one.agrees is False] == [digits]
    for name in ("one", "given"):
        whole = verify_result(answers / f"{name}.json", DEALS)
        assert (whole.outcome, whole.not_checked) == ("agrees", [])


def test_verify__knows_under_which_rules_was_played(tmp_path):
    """Under Rubicon's laws younger makes no pique, under Cotton's one in 73 deals."""
    about = simulate(n=DEALS, rules="cotton_1674").as_json()
    path = tmp_path / "a.json"
    path.write_text(json.dumps(about))
    assert verify_result(path).agrees
    one = about["estimates"]["younger_pique"]
    one.update(value=one["value"] + 10 * one["se"], high=1.0)
    path.write_text(json.dumps(about))
    assert not verify_result(path).agrees


@pytest.mark.parametrize("column", ["elder_score", "younger_hand", "set_result"])
def test_verify__sees_a_changed_row(records, tmp_path, column):
    table = pq.read_table(records)
    values = table.column(column).to_numpy().copy()
    values[7] += 1
    place = table.schema.get_field_index(column)
    changed = table.set_column(place, table.schema.field(column), pa.array(values))
    path = tmp_path / "deals.parquet"
    pq.write_table(changed, path)
    found = verify_result(path, 3000)
    assert not found.agrees
    assert "deal 7 differs" in found.checks[-1].said


def test_verify__sees_rows_that_were_taken_away_or_doubled(records, tmp_path):
    table = pq.read_table(records)
    path = tmp_path / "deals.parquet"
    for changed, part in (
        (pa.concat_tables([table.slice(0, 100), table.slice(101)]), "row 100 is out of order"),
        (pa.concat_tables([table.slice(0, 10), table.slice(9)]), "row 10 is out of order"),
        (table.slice(0, 0), "the file has no rows"),
    ):
        pq.write_table(changed, path)
        found = verify_result(path, 50)
        assert not found.agrees
        assert part in "; ".join(check.said for check in found.checks)
    pq.write_table(table.slice(0, 1000), path)  # of a run that was stopped
    found = verify_result(path, 50)
    assert found.agrees
    assert "1,000 rows, and 3000 deals asked for" in [check.said for check in found.checks]


def test_verify__strange_columns_and_numbers_are_refused(records, answers, tmp_path):
    table = pq.read_table(records)
    path = tmp_path / "deals.parquet"
    place = table.schema.get_field_index("index")
    for values in (pa.nulls(len(table), pa.int64()), pa.array(["x"] * len(table))):
        pq.write_table(table.set_column(place, "index", values), path)
        with pytest.raises(InputError):
            verify_result(path)
    deep = table.replace_schema_metadata({"simulation": "[" * 100_000})
    pq.write_table(deep, path)
    with pytest.raises(InputError):
        verify_result(path)
    about = json.loads((answers / "one.json").read_text())
    for strange in (10**400, float("inf"), None, "1e999"):
        about["estimates"]["elder_score"].update(value=strange, n=strange)
        path = tmp_path / "a.json"
        path.write_text(json.dumps(about))
        assert not verify_result(path, 100).agrees


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
        code, out, err = command("verify", path, "-n", "40")
        codes[code] += 1
        if code == 2:
            assert out == ""
            assert err.startswith("piquet: ")
            assert err.count("\n") == 1
        else:
            agrees = " ".join(out.split()).endswith(": agrees")  # however long the path is
            assert (err, code) == ("", 0 if agrees else 1)
        if code == 0:
            assert pq.read_table(path).equals(rows)
    assert set(codes) == {0, 1, 2}


def test_verify__on_the_command_line(study):
    done = command("verify", study, "-n", "1000")
    assert done.code == 0
    assert ": agrees; not checked: " in " ".join(done.out.split())  # however long the folder is
    (study / "data.csv").write_text("quantity,value,se\n")
    done = command("verify", study, "-n", "1000", "--json")
    assert done.code == 1
    assert json.loads(done.out)["agrees"] is False


def test_verify__refused_in_one_line(tmp_path, answers):
    empty = tmp_path / "empty"
    empty.mkdir()
    other = tmp_path / "x.json"
    other.write_text("{}")
    wrong = tmp_path / "x.parquet"
    wrong.write_bytes(b"PAR1 not quite PAR1")
    plain = tmp_path / "plain.parquet"
    pq.write_table(pa.table({"index": [1]}), plain)
    for path in (empty, tmp_path / "none", other, wrong, plain):
        with refuses(str(path)):
            verify_result(path)


@settings(max_examples=250)
@given(st.data())
def test_verify__wild_manifests_are_judged_or_refused(folder, tmp_path_factory, data):
    meta = json.loads((folder / "meta.json").read_text())
    meta["runs"] = meta["runs"][:1]
    inner = meta
    keys = ["files", "runs", "version", "engine"]
    if data.draw(st.booleans()):
        inner = meta["runs"][0]
        keys = list(inner)
        if data.draw(st.booleans()):
            inner = inner[data.draw(st.sampled_from(["simulation", "blocks", "strategies"]))]
            keys = list(inner)
    inner[data.draw(st.sampled_from(keys))] = data.draw(JSON_VALUES)
    home = tmp_path_factory.getbasetemp() / "wild"
    shutil.copytree(folder, home, dirs_exist_ok=True)
    (home / "meta.json").write_text(json.dumps(meta))
    refusal(lambda: verify_result(home, 100))


# ---- Digests ------------------------------------------------------------------------------------
SHIFT = 1


def make(shift=1):
    @policy
    def play(view: PlayView) -> int:
        return view.legal & -view.legal if shift else 0

    return play


def test_digest__follows_code_data_and_options():
    club = find_strategy("club")
    names = ["club", "novice", "club+sink-sets=0.5", "expert", "master", "expert+score"]
    digests = {digest_strategy(find_strategy(name)) for name in names}
    assert len(digests) == len(names)
    one = Strategy("mine", club.discard, make(1))
    assert digest_strategy(one) == digest_strategy(Strategy("mine", club.discard, make(1)))
    assert digest_strategy(one) != digest_strategy(Strategy("mine", club.discard, make(2)))

    @policy
    def call(view: CallView) -> int:
        return view.best

    with_call = Strategy("mine", club.discard, make(1), call)
    assert digest_strategy(one) != digest_strategy(with_call)


def test_digest__follows_a_helper_that_the_policy_names():
    source = (
        "from piquet_sim.strategies import *\nimport numba\n"
        "@numba.njit\ndef pick(legal):\n    return legal & -legal{}\n"
        "@policy\ndef play(view: PlayView) -> int:\n    return pick(view.legal) + SHIFT\n"
    )
    club = find_strategy("club")
    seen = set()
    for tail, shift in (("", 0), (" + 0", 0), ("", 1), ("", 0)):
        space = {"SHIFT": shift, "__name__": "mine"}
        exec(compile(source.format(tail), "<mine>", "exec"), space)
        seen.add(digest_strategy(Strategy("mine", club.discard, space["play"])))
    assert len(seen) == 3


def test_records__carry_the_meaning_of_their_columns(records):
    schema = pq.read_schema(records)
    assert all(schema.field(one.name).metadata[b"meaning"] for one in COLUMNS)
