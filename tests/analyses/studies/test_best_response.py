"""What a specialist gains over a player."""

from pathlib import Path

import pandas as pd
import pytest

from analyses.studies.players import best_response
from analyses.studies.players.best_response import Gained, list_gains, measure_gains, say_gain
from piquet_sim import Simulation
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.strategies.learned import find_learned

EXPERTS = Simulation("expert", "expert", seed=4)


@pytest.fixture(scope="module")
def gained():
    return measure_gains(EXPERTS, 60_000, threads=1)


def test_specialists__are_those_of_the_players_who_ship():
    """Who learned against others than those who play now would say nothing of them."""
    first = find_learned(str(best_response.SPECIALIST))
    second = find_learned(str(best_response.SECOND_SPECIALIST))
    assert first.manifest["against"] == find_learned().digest_exchange()
    assert second.manifest["against"] == first.digest_exchange()
    assert first.digest_exchange() != find_learned().digest_exchange()


@pytest.mark.slow
def test_gain__of_a_specialist_is_small_and_has_its_error(gained):
    assert [(one.who, one.over) for one in gained] == [
        ("a specialist", "expert"), ("a second specialist", "the first"),
    ]  # fmt: skip
    for one in gained:
        assert one.gain.n == 6_000
        assert 0 < one.gain.se < 0.1
        assert abs(one.gain.value) < 0.2 + 4 * one.gain.se


def test_gain__of_a_better_exchange_is_seen():
    """The pairs tell who gains, here a player over a weaker one."""
    club = Simulation("club", "club").elder
    gain = best_response.measure_gain(EXPERTS, EXPERTS.elder, club, 500, 1)
    assert gain.value > 5 + 4 * gain.se


@pytest.mark.parametrize("high", [0.07, 0.31])
def test_gains__are_rows_and_a_sentence(high):
    gain = Estimate(high - 0.1, 0.05, high - 0.2, high, 6_000, "normal")
    rows = list_gains(
        [Gained("a specialist", "expert", gain), Gained("a second specialist", "the first", gain)]
    )
    assert [row["quantity"] for row in rows] == [
        "gain of a specialist over expert, a pair",
        "gain of a second specialist over the first, a pair",
    ]
    assert rows[0]["value"] == gain.value
    told = str(say_gain(pd.DataFrame(rows)))
    assert told.startswith(" A specialist who learned to beat expert alone gains ")
    assert ("less than 0.2" in told) == (high < 0.2)
    assert str(say_gain(pd.DataFrame({"quantity": ["regret"]}))) == ""


@pytest.mark.parametrize("players", [("club", "club"), ("expert", "club"), ("club", "expert")])
def test_gains__of_others_are_not_measured(players):
    assert measure_gains(Simulation(*players), 60_000, threads=1) == []


def test_gains__are_not_those_of_a_player_who_has_learned_anew(monkeypatch):
    monkeypatch.setattr(best_response, "SPECIALIST", Path(best_response.SECOND_SPECIALIST))
    assert measure_gains(EXPERTS, 60_000, threads=1) == []
