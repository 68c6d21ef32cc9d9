"""Duels that end by themselves: when it is clear who is better, or precise enough."""

from math import sqrt

import numpy as np
import pytest
from command_line import answer, command
from refusals import refuses

from piquet_sim import Simulation
from piquet_sim.compare.duel import play_duel
from piquet_sim.deals.deal import margin_of_first
from piquet_sim.estimates.intervals import ALWAYS, FIRST_CLEAR, bound_always
from piquet_sim.estimates.luck import find_luck_of_pairs
from piquet_sim.kernel.questions.draw_luck import PARTS

CLEAR = Simulation("expert", "club", mirrored=True, seed=12)
EQUAL = Simulation("club", "club+sink-point=0.02", mirrored=True, seed=12)


LOOKS = np.arange(FIRST_CLEAR, 6_001, 64)


def ever_outside(gains, halves):
    """The share of some duels, one a row, that are decided at any look by so many errors."""
    means, squares = (one.cumsum(axis=1)[:, LOOKS - 1] / LOOKS for one in (gains, gains**2))
    errors = np.sqrt((squares - means**2) / LOOKS)
    return (np.abs(means) > halves * errors).any(axis=1).mean()


def test_sequence__of_equal_players_is_seldom_decided_however_often_one_looks():
    """Pairs as they are played, of a mean made 0, in an order of their own in 600 duels."""
    records = CLEAR.record_units(0, 4_000)
    pool = margin_of_first(records).reshape(-1, 2).sum(axis=1)
    pool = pool - find_luck_of_pairs(CLEAR, records) / PARTS
    gains = np.random.default_rng(3).choice(pool - pool.mean(), (600, 6_000))
    halves = np.array([bound_always(0.0, 1.0, int(look)).high for look in LOOKS])
    assert ever_outside(gains, halves) < 0.05 + 3 * sqrt(0.05 * 0.95 / 600)
    assert ever_outside(gains, 1.96) > 0.2  # looking again and again at 95% intervals
    assert ever_outside(gains[:100] + 1.5, halves) > 0.9  # better by points a pair


@pytest.mark.parametrize(
    ("error", "look", "said"),
    [(1.0, FIRST_CLEAR - 1, "the first look is later"), (0.0, 500, "standard error of 0")],
)
def test_sequence__is_refused_before_its_first_look(error, look, said):
    with pytest.raises(ValueError, match=said):
        bound_always(0.0, error, look)


def test_duel__ends_when_it_is_clear():
    duel, one = (play_duel(CLEAR, 100_000, until_clear=True, threads=count) for count in (2, 1))
    assert (one.pairs, one.gain) == (duel.pairs, duel.gain)
    assert (duel.verdict, duel.gain.method) == ("expert", ALWAYS)
    assert FIRST_CLEAR <= duel.pairs < 3_000
    assert 0 < duel.gain.low < duel.gain.value < duel.gain.high
    fixed = play_duel(CLEAR, duel.pairs)
    assert (fixed.gain.value, fixed.verdict) == (duel.gain.value, None)
    assert fixed.gain.high - fixed.gain.low < duel.gain.high - duel.gain.low
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


def test_command__ends_at_a_precision_or_says_that_it_is_not_clear():
    assert answer("duel", "expert", "club", "--precision", "0.6", "--json")["gain"]["se"] <= 0.6
    said = command("duel", "club", "club+sink-point=0.02", "--until-clear", "-n", "512")
    assert "it is not clear who is better" in said.out
    assert "512 pairs do not make it clear" in said.err
