"""What charts are drawn from: kept in a file and recalled as it was; nothing else is made."""

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from analyses.charts import draw_matrix
from analyses.keeping import keep, recall
from piquet_sim import InputError, Simulation, run_simulation
from piquet_sim.game.rules import RUBICON
from piquet_sim.strategies import find_strategy


@dataclass(frozen=True)
class Foreign:
    number: int


def test_keep__values_come_back_as_they_were(tmp_path):
    value = {
        "numbers": [1, 2.5, None, True, Fraction(1, 3)],
        ("a", 2): (RUBICON.replace(name="mine", pack=36), find_strategy("club")),
        "not a number": [float("inf")],
    }
    keep(tmp_path / "kept.npz", value)
    assert recall(tmp_path / "kept.npz") == value


def test_keep__a_result_has_the_same_estimates(tmp_path):
    result = run_simulation(Simulation("club", "novice", seed=5), 500)
    keep(tmp_path / "kept.npz", [result])
    (again,) = recall(tmp_path / "kept.npz")
    assert again.simulation == result.simulation
    assert again.tally == result.tally
    assert again.estimates == result.estimates


def test_keep__equal_values_are_equal_files(tmp_path):
    values = np.array([[np.nan, 2.0], [-2.0, np.nan]])
    drawn = partial(draw_matrix, ["a", "b"], values, abs(values), headline="A beats b")
    for name in ("one", "two"):
        keep(tmp_path / f"{name}.npz", drawn)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    assert recall(tmp_path / "one.npz")().get_suptitle() == "A beats b"


@pytest.mark.parametrize(
    "value",
    [{1, 2}, object(), print, Foreign, replace(find_strategy("club"), sinks=(0.5, 0.0, 0.0))],
)
def test_keep__what_cannot_be_recalled_is_refused(tmp_path, value):
    with pytest.raises(TypeError):
        keep(tmp_path / "kept.npz", value)
    assert not (tmp_path / "kept.npz").exists()


@pytest.mark.parametrize(
    "told",
    [
        {"function": "os:system"},
        {"function": "analyses.analysis:write_pictures"},
        {"function": "analyses.charts.matrix:add_headline"},
        {"object": "pathlib:Path", "fields": {}},
        {"object": "analyses.analysis:Path", "fields": {}},
        {"object": "piquet_sim.estimates.tally:Tally", "fields": {"other": 1}},
        {"object": "piquet_sim.game.files:replace_file", "fields": {}},
        {"array": 3},
        {"nothing": 1},
        {"strategy": "nobody"},
        {},
    ],
)
def test_recall__makes_nothing_but_what_is_kept(tmp_path, told):
    path = tmp_path / "kept.npz"
    np.savez(path, told=np.array(json.dumps(told)))
    with pytest.raises(InputError):
        recall(path)


@pytest.mark.parametrize("content", [b"", b"none", b"PK\x03\x04"])
def test_recall__refuses_other_files(tmp_path, content):
    path = tmp_path / "kept.npz"
    path.write_bytes(content)
    with pytest.raises(InputError):
        recall(path)


def test_recall__says_that_there_is_no_file(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        recall(tmp_path / "none.npz")
