"""How fast it is, compared with an earlier run: what is slower is said, and never an error."""

import json

import pytest
from command_line import command, refused

from piquet_sim import bench
from piquet_sim.bench import Measured, compare_figures
from piquet_sim.game.errors import InputError

RATE = {"value": 1000.0, "unit": "deals/s"}
WAIT = {"value": 3.0, "unit": "s", "processor": 2.0, "functions": 97}


@pytest.fixture
def measured(monkeypatch):
    """Two figures that are known without measuring."""
    monkeypatch.setattr(bench, "MEASUREMENTS", {"deal_evaluate": lambda: dict(RATE)})
    monkeypatch.setattr(bench, "COMPILATIONS", {"first_simulate_cold": lambda: dict(WAIT)})


def write(path, figures, **more):
    kept = json.loads(command("bench", "--json").out) | {"figures": figures} | more
    path.write_text(json.dumps(kept), encoding="utf-8")
    return path


def test_bench__measures_all_but_compilation_or_what_is_named(measured):
    assert list(json.loads(command("bench", "--json").out)["figures"]) == ["deal_evaluate"]
    assert json.loads(command("bench", "--compile", "--json").out)["figures"] == {
        "first_simulate_cold": WAIT
    }
    named = ("bench", "first_simulate_cold", "deal_evaluate", "--json")
    assert len(json.loads(command(*named).out)["figures"]) == 2
    said = command("bench", "--compile").out
    assert all(part in said for part in ("2 s of the processor", "97 functions", "compiled"))
    assert "did you mean 'deal_evaluate'?" in refused("bench", "deal_evalute")


def test_against__says_what_is_slower_and_ends_well(measured, tmp_path):
    before = {
        "deal_evaluate": RATE | {"value": 1111.0},  # 11.1% more work in the same time
        "first_simulate_cold": WAIT | {"value": 1.0, "processor": 1.9},  # the clock is not asked
        "forgotten": RATE,
    }
    file = write(tmp_path / "before.json", before)
    arguments = ("bench", "deal_evaluate", "first_simulate_cold", "--against", file)
    done = command(*arguments)
    assert (done.code, done.err) == (0, "")
    assert "1 of 2 figures take more than 10% longer than before: deal_evaluate\n" in done.out
    assert "note" not in done.out
    found = json.loads(command(*arguments, "--json").out)["against"]
    assert [(one["name"], one["is_slower"]) for one in found["changes"]] == [
        ("deal_evaluate", True),
        ("first_simulate_cold", False),
    ]
    assert found["changes"][0]["ratio"] == pytest.approx(1.111)
    assert found["changes"][1]["ratio"] == pytest.approx(2.0 / 1.9)
    assert found["notes"] == []


def test_against__another_machine_is_said_and_times_are_relative(measured, tmp_path):
    before = {
        "deal_evaluate": RATE | {"value": 2000.0},
        "first_simulate_cold": WAIT | {"processor": 1.0},
    }
    file = write(tmp_path / "before.json", before, machine="a faster one", version="0.0.9")
    arguments = ("bench", "deal_evaluate", "first_simulate_cold", "--against", file)
    said = command(*arguments).out
    assert "0 of 2 figures" in said
    assert "note: before was version 0.0.9, now is " in said
    assert "note: before was another machine: a faster one\n" in said
    assert "note: all times are relative to that of deal_evaluate\n" in said
    alone = command("bench", "first_simulate_cold", "--against", file).out
    assert "1 of 1 figures" in alone
    assert "note: without deal_evaluate in both" in alone


def test_figures__in_another_unit_are_not_compared():
    one = Measured("m", "v", {"deal_evaluate": RATE})
    two = Measured("m", "v", {"deal_evaluate": RATE | {"unit": "s"}})
    assert compare_figures(one, two) == ([], [])


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"machine": "m"}',
        '{"machine": 1, "figures": {}}',
        '{"machine": "m", "figures": 3}',
        '{"machine": "m", "figures": null}',
        '{"machine": "m", "figures": {"a": 3}}',
        '{"machine": "m", "figures": {"a": {"value": "fast", "unit": "s"}}}',
        '{"machine": "m", "figures": {"a": {"value": 0, "unit": "s"}}}',
        '{"machine": "m", "figures": {"a": {"value": NaN, "unit": "s"}}}',
        '{"machine": "m", "figures": {"a": {"value": 1, "unit": "s", "processor": null}}}',
    ],
)
def test_against__a_file_of_something_else_is_one_line(measured, tmp_path, content):
    file = tmp_path / "before.json"
    file.write_text(content, encoding="utf-8")
    for path in (file, tmp_path / "missing.json"):
        assert refused("bench", "--against", path).startswith(f"piquet: {path}: ")


def test_first_command__is_timed_where_nothing_is_compiled():
    figure = bench.time_first_command("odds", "--good", "point", "--json")
    assert figure["unit"] == "s"
    assert figure["processor"] > 0
    assert figure["functions"] >= 0
    with pytest.raises(InputError, match="no figure"):
        bench.choose_figures(["none"])
