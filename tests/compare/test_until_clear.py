"""Duels that end by themselves: when it is clear who is better, or precise enough."""

from math import sqrt

import numpy as np
import pytest
from command_line import answer, command
from refusals import refuses

from piquet_sim import Simulation
from piquet_sim.compare.duel import play_duel
from piquet_sim.deals.deal import margin
from piquet_sim.estimates.intervals import ALWAYS, FIRST_CLEAR, bound_always
from piquet_sim.estimates.luck import find_luck_of_pairs
from piquet_sim.kernel.questions.draw_luck import PARTS

CLEAR = Simulation("expert", "club", mirrored=True, seed=12)
EQUAL = Simulation("club", "club+sink-point=0.02", mirrored=True, seed=12)


def gains_of_pairs(simulation, pairs):
    records = simulation.record_units(0, pairs)
    less = margin(records).astype(float)
    return less[0::2] - less[1::2] - find_luck_of_pairs(simulation, records) / PARTS


def ever_outside(gains, bound):
    """Which of some duels, one a row, are decided at any look; a look after every 64 pairs."""
    n = np.arange(1, gains.shape[1] + 1)
    means = gains.cumsum(axis=1) / n
    errors = np.sqrt(((gains**2).cumsum(axis=1) / n - means**2) / n)
    decided = np.zeros(len(gains), bool)
    for look in range(FIRST_CLEAR, gains.shape[1] + 1, 64):
        halves = bound(errors[:, look - 1], look)
        decided |= np.abs(means[:, look - 1]) > halves
    return decided


def test_sequence__of_equal_players_is_seldom_decided_however_often_one_looks():
    """Pairs as they are played, of a mean made 0, in an order of their own in 600 duels."""
    pool = gains_of_pairs(CLEAR, 4_000)
    pool -= pool.mean()
    gains = np.random.default_rng(3).choice(pool, (600, 6_000))
    unit = {look: bound_always(0.0, 1.0, look).high for look in range(FIRST_CLEAR, 6_001, 64)}
    decided = ever_outside(gains, lambda error, look: error * unit[look])
    assert decided.mean() < 0.05 + 3 * sqrt(0.05 * 0.95 / 600)
    peeking = ever_outside(gains, lambda error, look: error * 1.96)
    assert peeking.mean() > 0.2  # what looking again and again at 95% intervals does
    better = gains[:100] + 1.5  # points a pair
    assert ever_outside(better, lambda error, look: error * unit[look]).mean() > 0.9


def test_sequence__is_refused_before_its_first_look():
    with pytest.raises(ValueError, match="the first look is later"):
        bound_always(0.0, 1.0, FIRST_CLEAR - 1)
    with pytest.raises(ValueError, match="standard error of 0"):
        bound_always(0.0, 0.0, 500)


def test_duel__ends_when_it_is_clear():
    duel = play_duel(CLEAR, 100_000, until_clear=True)
    assert duel.verdict == "expert"
    assert FIRST_CLEAR <= duel.pairs < 3_000
    assert duel.gain.method == ALWAYS
    assert 0 < duel.gain.low < duel.gain.value < duel.gain.high
    fixed = play_duel(CLEAR, duel.pairs)
    assert fixed.gain.value == duel.gain.value
    assert fixed.gain.high - fixed.gain.low < duel.gain.high - duel.gain.low
    assert fixed.verdict is None
    one = play_duel(CLEAR, 100_000, until_clear=True, threads=1)
    assert (one.pairs, one.gain) == (duel.pairs, duel.gain)
    turned = Simulation("club", "expert", mirrored=True, seed=12)
    assert play_duel(turned, 100_000, until_clear=True).verdict == "expert"
    equal = play_duel(EQUAL, 700, until_clear=True)
    assert (equal.pairs, equal.verdict) == (700, None)


def test_duel__ends_at_a_precision():
    foretold = []
    duel = play_duel(CLEAR, 100_000, precision=0.5, forecast=lambda *told: foretold.append(told))
    assert duel.gain.se <= 0.5
    assert 1_024 <= duel.pairs < 4_000
    assert len(foretold) == 1
    assert play_duel(CLEAR, 100_000, precision=0.5, threads=1).pairs == duel.pairs
    assert play_duel(CLEAR, 600, precision=0.01).pairs == 600


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        *(({"precision": one}, "expected a positive number") for one in (0.0, float("nan"))),
        ({"until_clear": True, "precision": 1.0}, "not both"),
    ],
)
def test_duel__that_cannot_end_is_refused(asked, said):
    with refuses(said):
        play_duel(CLEAR, 100, **asked)


def test_command__until_clear():
    assert answer("duel", "expert", "club", "--precision", "0.6", "--json")["gain"]["se"] <= 0.6
    told = answer("duel", "expert", "novice", "--until-clear", "--json")
    assert told["verdict"] == "expert"
    assert told["gain"]["method"] == ALWAYS
    said = command("duel", "club", "club+sink-point=0.02", "--until-clear", "-n", "512")
    assert "it is not clear who is better" in said.out
    assert "512 pairs do not make it clear" in said.err
    assert "verdict" not in answer("duel", "club", "novice", "-n", "20", "--json")
