"""How many deals tell two players apart: samples of so many do, in four of five."""

from dataclasses import replace

import numpy as np
import pytest

from piquet_sim import Simulation
from piquet_sim.compare.duel import play_duel
from piquet_sim.deals.deal import margin_of_first
from piquet_sim.estimates.significance import SEEN_AT

PAIRS, SAMPLES = 10_000, 300
ERROR = (0.8 * 0.2 / SAMPLES) ** 0.5


SIMULATION = Simulation("expert", "club", mirrored=True)


@pytest.fixture(scope="module")
def made():
    """What expert makes more than club in 10,000 deals as elder, and in the same as younger."""
    return margin_of_first(SIMULATION.record_units(0, PAIRS)).reshape(-1, 2).T


@pytest.fixture(scope="module")
def duel():
    return play_duel(SIMULATION, PAIRS, plain=True)


def share_seen(samples):
    """In what share a test at 5% tells the better; a sample is what they make over two deals."""
    errors = samples.std(axis=1, ddof=1) / samples.shape[1] ** 0.5
    return (samples.mean(axis=1) > 1.96 * errors).mean()


@pytest.mark.parametrize("times", [1.0, 0.5])
def test_needed__shows_the_better_in_four_samples_of_five(duel, made, times):
    """And half as many do not."""
    (elder, younger), luck = made, np.random.default_rng(1)
    plain, mirrored = (
        round(times * one.value / 2) for one in (duel.needed_plain, duel.needed_in_pairs)
    )
    assert plain > 4 * mirrored > 30 * times
    for samples in (
        luck.choice(elder + younger, (SAMPLES, mirrored)),
        luck.choice(elder, (SAMPLES, plain)) + luck.choice(younger, (SAMPLES, plain)),
    ):
        # Student's tails are not the normal ones: a hundredth or two at so few pairs.
        near = abs(share_seen(samples) - 0.8) < 4 * ERROR + 0.02
        assert near == (times == 1)


def test_needed__comes_of_sums_that_a_twin_adds_up(duel, made):
    elder, younger = (one.astype(float) for one in made)
    spread, gain = elder.var(ddof=1) + younger.var(ddof=1), (elder + younger).mean()
    assert duel.needed_plain.value == pytest.approx(2 * SEEN_AT**2 * spread / gain**2)
    in_pairs = 2 * SEEN_AT**2 * (elder + younger).var(ddof=1) / gain**2
    assert duel.needed_in_pairs.value == pytest.approx(in_pairs)
    assert duel.needed_plain.low < duel.needed_plain.value < duel.needed_plain.high


def test_needed__of_players_not_told_apart_has_no_upper_end():
    unclear = play_duel(Simulation("primer", "club", mirrored=True), 20)
    assert unclear.gain.low < 0 < unclear.gain.high
    for needed in (unclear.needed_plain, unclear.needed_in_pairs):
        assert needed.low < needed.value
        assert needed.high is None
    same = play_duel(Simulation("club", "club", mirrored=True), 100)  # against themself
    assert (same.needed_plain, same.needed_in_pairs) == (None, None)


def test_needed__is_right_after_billions_of_pairs(duel):
    times = 50_000  # sums whose squares no 64 bits hold
    large = replace(duel, gains=duel.gains * times, moments=duel.moments * times)
    assert large.pairs == PAIRS * times
    assert large.needed_plain.value == pytest.approx(duel.needed_plain.value, rel=1e-3)
    assert large.needed_plain.low < large.needed_plain.value < large.needed_plain.high
