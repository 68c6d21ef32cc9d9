"""Duels end with all their pairs or at a precision, and add up numbers of any size."""

from dataclasses import replace

import pytest
from command_line import answer, command
from refusals import refuses

from piquet_sim import Simulation
from piquet_sim.compare.duel import play_duel
from piquet_sim.deals.deal import margin_of_first
from piquet_sim.game.threads import MOST, REACHED

SIMULATION = Simulation("expert", "club", mirrored=True, seed=12)


def test_gain__comes_of_sums_that_a_twin_adds_up():
    duel = play_duel(SIMULATION, 2_000, plain=True)
    made = margin_of_first(SIMULATION.record_units(0, 2_000)).reshape(-1, 2).sum(axis=1)
    assert duel.gain.value == pytest.approx(made.mean())
    assert duel.gain.se == pytest.approx(made.std(ddof=1) / 2_000**0.5)
    times = 500_000  # a billion pairs
    large = replace(duel, gains=duel.gains * times)
    assert large.pairs == 2_000 * times
    assert large.gain.value == duel.gain.value
    assert large.gain.se == pytest.approx(duel.gain.se / times**0.5, rel=1e-3)


def test_duel__ends_at_a_precision():
    foretold = []
    duel = play_duel(
        SIMULATION, 100_000, precision=0.5, forecast=lambda *told: foretold.append(told)
    )
    assert duel.gain.se <= 0.5
    assert 1_024 <= duel.pairs < 4_000
    assert len(foretold) == 1
    assert play_duel(SIMULATION, 100_000, precision=0.5, threads=1).pairs == duel.pairs
    few = play_duel(SIMULATION, 600, precision=0.01)
    assert (duel.ended, few.ended, few.pairs) == (REACHED, MOST, 600)


@pytest.mark.parametrize("precision", [0.0, -1.0, float("nan"), float("inf")])
def test_duel__that_cannot_end_is_refused(precision):
    with refuses("expected a positive number"):
        play_duel(SIMULATION, 100, precision=precision)


def test_command__ends_at_a_precision_or_says_that_it_is_not_reached():
    assert answer("duel", "expert", "club", "--precision", "0.6", "--json")["gain"]["se"] <= 0.6
    done = command("duel", "club", "novice", "--precision", "0.01", "-n", "512")
    assert done.code == 0
    assert "stopped at 512 pairs; --precision 0.01 not reached" in done.err
