"""Two simulations in the same deals, and duels, which end with all pairs or at a precision.

Covers `compare.paired`, `compare.duel`, `estimates.differences`.
"""

from dataclasses import replace
from functools import partial
from operator import attrgetter

import numpy as np
import pandas as pd
import pytest
from other_processes import interrupt_at
from scipy import stats

from piquet_sim import Simulation, compare_simulations, compare_values, estimate_values, simulate
from piquet_sim.compare.duel import play_duel
from piquet_sim.compare.paired import COLUMNS, MARGIN
from piquet_sim.deals.deal import margin_of_first
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.game.threads import MOST, REACHED
from piquet_sim.running.records import record_deals

DRAWN = np.random.default_rng(7).integers(-40, 80, 600)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(
    ("name", "find"),
    [
        ("elder_score", lambda rows: rows.elder_score),
        ("difference", lambda rows: rows.elder_score.astype(int) - rows.younger_score),
        ("elder_repique", lambda rows: rows.elder_repique > 0),
    ],
)
def test_values__of_deals_or_pairs_are_what_a_run_of_them_says(name, find, mirrored):
    rows = record_deals(Simulation("club", "novice", mirrored=mirrored), 4_000)
    expected = simulate("club", "novice", n=4_000, mirrored=mirrored).estimates[name]
    read = attrgetter("value", "se", "low", "high")
    found = estimate_values(find(rows), unit=1 + mirrored)
    assert (found.method, read(found)) == (expected.method, pytest.approx(read(expected), rel=1e-9))


@pytest.mark.parametrize(
    ("one", "two", "value", "se"),
    [
        (DRAWN + np.arange(600) % 3, DRAWN, 1, stats.sem(np.arange(600) % 3)),
        # One byte holds no difference of two, and truth values have none.
        (np.array([200, 7], np.uint8), np.array([7, 200], np.uint8), 0, 193),
        ([True, True], [False, True], 0.5, 0.5),
    ],
)
def test_values__compared_deal_by_deal(one, two, value, se):
    found = compare_values(one, two)
    assert (found.value, found.se) == (pytest.approx(value), pytest.approx(se))


def test_values__of_columns_are_paired_by_their_index():
    rows = pd.DataFrame({"one": DRAWN + np.arange(600) % 3, "two": DRAWN})
    shuffled, expected = rows.two.sample(frac=1, random_state=1), compare_values(rows.one, rows.two)
    assert compare_values(rows.one, shuffled) == expected
    # Paired as they stand they would have another error.
    assert compare_values(rows.one, shuffled.to_numpy()).se > 1.5 * expected.se
    apart = subtract_estimates(estimate_values(rows.one), estimate_values(shuffled))
    assert (apart.value, apart.n) == (pytest.approx(expected.value), 1_200)
    assert estimate_values([3, 5], unit=2).se is None  # of one unit


# ---- Two simulations ----------------------------------------------------------------------------
@pytest.mark.parametrize("mirrored", [False, True])
def test_pairing__is_the_difference_of_the_records(mirrored):
    both = [Simulation(name, "novice", seed=5, mirrored=mirrored) for name in ("club", "random")]
    found = compare_simulations(*both, 20_000)
    ours, theirs = (
        rows.assign(margin=rows.elder_score.astype(int) - rows.younger_score)
        for rows in (record_deals(one, 20_000) for one in both)
    )
    assert set(found.table().index) == {*COLUMNS, MARGIN}
    for name, estimate in found.estimates.items():
        expected = compare_values(ours[name], theirs[name], 1 + mirrored)
        assert (estimate.value, estimate.se) == (
            pytest.approx(expected.value, abs=1e-12),
            pytest.approx(expected.se, rel=1e-9),
        )
        # Else it has the limits of what is possible, which records do not know.
        assert estimate.method == expected.method or not expected.se
    assert found.estimates[MARGIN] is found.margin


SIMULATION = Simulation("expert", "club", mirrored=True, seed=12)


def test_gain__comes_of_sums_that_a_twin_adds_up():
    duel = play_duel(SIMULATION, 2_000, plain=True)
    made = margin_of_first(SIMULATION.record_units(0, 2_000)).reshape(-1, 2).sum(axis=1)
    assert (duel.gain.value, duel.gain.se) == pytest.approx((made.mean(), stats.sem(made)))
    won = (1 + np.sign(made)) / 2  # a drawn pair is half won
    share, error = won.mean(), won.std() / len(won) ** 0.5
    assert (duel.rating.value, duel.rating.se, duel.won.value, duel.decided.value) == pytest.approx(
        (
            400 * np.log10(share / (1 - share)),
            400 * error / (np.log(10) * share * (1 - share)),
            won[won != 0.5].mean(),
            (won != 0.5).mean(),
        )
    )
    assert (won == 0.5).mean() > 0.01
    large = replace(duel, gains=duel.gains * 500_000)
    assert (large.pairs, large.gain.value, large.gain.se) == (
        1_000_000_000,
        duel.gain.value,
        pytest.approx(duel.gain.se / 500_000**0.5, rel=1e-3),
    )


def test_duel__ends_at_a_precision(tmp_path):
    """What was stopped on its way to another precision looks at once."""
    ask = partial(play_duel, SIMULATION, precision=0.5, checkpoint=tmp_path / "duel", tell=str)
    duel, few = ask(100_000), ask(600, precision=0.01)
    assert (duel.ended, few.ended, few.pairs, duel.gain.se <= 0.5) == (REACHED, MOST, 600, True)
    assert 1_024 <= duel.pairs == ask(100_000, threads=1).pairs < 4_000
    ask(100_000, precision=0.01, progress=interrupt_at(1_280), on_interrupt="return")
    assert ask(100_000) == duel
