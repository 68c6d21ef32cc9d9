"""The benchmark prints its figures, and ratios to earlier ones."""

import json
import runpy

import pytest
from specimens import ROOT

BENCH = runpy.run_path(str(ROOT / ".ci" / "bench.py"))
NAMES = {
    "deals_random", "deals_club", "deals_club_two_threads", "deals_club_exact", "deals_expert",
    "deals_master", "play_table_build", "play_value", "census", "odds_all_discards", "import",
    "help", "first_result_warm", "first_simulate_cold",
}  # fmt: skip


def test_bench__measures_and_compares(capsys, tmp_path):
    ratios = {"s": "1.50", "deals/s": "0.67"}  # of the times for the same work
    for unit, ratio in ratios.items():
        one, two = ({"value": value, "unit": unit} for value in (3.0, 2.0))
        assert BENCH["compare"](one, two) == ratio
    assert set(BENCH["FIGURES"]) == NAMES
    BENCH["main"](["odds_all_discards", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["figures"]["odds_all_discards"]["unit"] == "s"
    path = tmp_path / "before.json"
    path.write_text(json.dumps(found))
    BENCH["main"](["odds_all_discards", "--against", str(path)])
    (machine, figure) = capsys.readouterr().out.splitlines()
    assert machine.count(found["machine"]) == 2
    assert float(figure.split()[-1]) > 0
    with pytest.raises(SystemExit):
        BENCH["main"](["deals_clubs"])
    assert "no figure 'deals_clubs'" in capsys.readouterr().err
