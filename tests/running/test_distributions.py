"""Distributions: against records counted slowly, exact cases, coverage, refusals."""

from collections import Counter
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from refusals import refuses
from scipy.stats import binom

from piquet_sim import InputError
from piquet_sim.cli.options import DISTRIBUTIONS
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.intervals import wilson_interval
from piquet_sim.estimates.tally import Tally
from piquet_sim.kernel.batch.batch import HIGHEST_SCORE
from piquet_sim.running.distribution import (
    AMOUNTS,
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Distribution,
    check_amount,
    divide_values,
    draw_bars,
    find_distribution,
    find_quantile,
    find_ranks,
)
from piquet_sim.running.records import record_deals
from piquet_sim.running.run import run_simulation

DEALS = 3_000
KINDS = {
    "single": Simulation("club", "random", seed=8),
    "mirrored": Simulation("club", "random", seed=8, mirrored=True),
    "alike": Simulation("club", "club", seed=8, mirrored=True),
    "given": Simulation("club", "club", seed=8, given="elder has 4 aces"),
    "kept": Simulation("club", "club", seed=8, given="elder trios > younger trios"),
    "other rules": Simulation("club", "club", rules="cotton_1674", seed=8),
}


@pytest.fixture(scope="module", params=KINDS)
def played(request):
    simulation = KINDS[request.param]
    return simulation, run_simulation(simulation, DEALS), record_deals(simulation, DEALS)


def amounts_of(records, name):
    if name == "difference":
        elder, younger = records["elder_score"].tolist(), records["younger_score"].tolist()
        return [one - two for one, two in zip(elder, younger, strict=True)]
    return records[name].tolist()


def made(values, deals, units=None, name="difference", limits=(-300, 300)):
    deals = np.array(deals)
    return Distribution(name, np.array(values), deals, units or int(deals.sum()), limits, {}, 0)


# ---- Against records ----------------------------------------------------------------------------
@pytest.mark.parametrize("name", AMOUNTS)
def test_distribution__is_that_of_the_records(played, name):
    simulation, result, records = played
    amounts = sorted(amounts_of(records, name))
    table = result.distribution(name)
    assert list(table.columns) == ["value", "deals", "share", "low", "high"]
    often = Counter(amounts)
    assert dict(zip(table.value, table.deals, strict=True)) == often
    assert table.value.tolist() == sorted(often)
    assert np.allclose(table.share, table.deals / DEALS)
    assert ((table.low <= table.share) & (table.share <= table.high)).all()
    found = find_distribution(result.tally, name, simulation.rules)
    for one in found.quantiles:
        slow = next(
            value for place, value in enumerate(amounts, 1) if 100 * place >= one.percent * DEALS
        )
        assert one.value == slow
        first, last = find_ranks(result.tally.units, one.percent / 100)
        a_unit = DEALS // result.tally.units
        assert one.low == amounts[a_unit * first - a_unit]
        assert one.high == amounts[a_unit * last - 1]
        assert one.low <= one.value <= one.high
    for (side, bound), share in found.tails.items():
        above = sum(amount >= bound if side == AT_LEAST else amount <= bound for amount in amounts)
        assert share.value == pytest.approx(above / DEALS)


@pytest.mark.parametrize("bound", [-30, 0, 1, 30, 60])
def test_errors_of_shares__are_never_below_those_of_pairs(played, bound):
    _, result, records = played
    units = result.tally.units
    hits = np.array([one >= bound for one in amounts_of(records, "difference")], float)
    by_unit = hits.reshape(units, -1).mean(axis=1)
    slow = float(by_unit.std()) / sqrt(units)
    found = find_distribution(result.tally, "difference", result.simulation.rules)
    share = found.estimate_share((AT_LEAST, bound))
    if bound == 1:  # counted by pair
        assert share.se == pytest.approx(slow, rel=1e-3)
    elif units == DEALS or result.simulation.elder == result.simulation.younger:
        assert share.se == pytest.approx(slow)  # where both deals of a pair are always alike
        assert (share.low, share.high) == wilson_interval(share.value * units, units)
    else:
        assert share.se > slow
        assert share.method == "Wilson, each pair counted as one deal"


def test_events_of_the_sign__are_the_estimates_of_the_run(played):
    _, result, _ = played
    found = find_distribution(result.tally, "difference", result.simulation.rules)
    for event, name in {
        (AT_LEAST, 1): "elder_wins", (AT_MOST, -1): "younger_wins", (EXACTLY, 0): "drawn",
    }.items():  # fmt: skip
        share, estimate = found.estimate_share(event), result.estimates[name]
        assert (share.value, share.se) == (estimate.value, estimate.se)
        assert (share.low, share.high) == (estimate.low, estimate.high)


# ---- Exact small cases --------------------------------------------------------------------------
def test_ranks__are_the_published_ones_and_those_of_scipy():
    # Conover's table for a median of 10: the second and the ninth value.
    assert find_ranks(10, 0.5) == (2, 9)
    for units in (1, 5, 6, 37, 400, 10**6, 10**12):
        for share in (0.05, 0.25, 0.5, 0.75, 0.95):
            low, high = find_ranks(units, share)
            assert low == binom.ppf(0.025, units, share)
            assert high == binom.ppf(0.975, units, share) + 1


def test_ranks__cover_exactly_and_could_not_be_closer():
    half = Fraction(1, 2)
    for units in range(1, 60):
        low, high = find_ranks(units, 0.5)
        chances = [comb(units, k) * half**units for k in range(units + 1)]
        tails = sum(chances[:low]), sum(chances[high:])
        closer = sum(chances[: low + 1]), sum(chances[high - 1 :])
        assert max(tails) <= Fraction(1, 40) < min(closer)


def test_quantile__of_few_deals():
    values, deals = np.array([-4, 7, 30]), np.array([1, 2, 1])
    wide = find_quantile(values, deals, 4, 50, (-100, 100))
    assert wide[:4] == (50, 7, -100, 100)
    assert find_quantile(values, deals, 4, 25, (-100, 100)).value == -4
    assert find_quantile(values, deals, 4, 75, (-100, 100)).value == 7
    assert find_quantile(values, deals, 4, 76, (-100, 100)).value == 30
    one = find_quantile(np.array([5]), np.array([1]), 1, 5, (1, 5))
    assert one[:4] == (5, 5, 1, 5)
    sure = find_quantile(np.arange(10), np.full(10, 10), 100, 50, (0, 9))
    assert sure == (50, 4, 3, 6, "binomial order statistics")  # values 40 and 61 of 100
    pairs = find_quantile(np.arange(10), np.full(10, 10), 50, 50, (0, 9))
    assert pairs == (50, 4, 3, 6, "binomial order statistics, each pair counted as one deal")


def test_scores_too_high_for_the_tally__are_told():
    tally = Tally()
    tally.arrays.scores[HIGHEST_SCORE, 3] = 2
    tally.arrays.scores[20, 10] = 8
    tally.arrays.counts[:] = 10
    for name, pooled in (("elder_score", 2), ("younger_score", 0), ("difference", 2)):
        found = find_distribution(tally, name)
        assert found.pooled == pooled
        assert found.as_json().get("pooled", 0) == pooled


# ---- Coverage -----------------------------------------------------------------------------------
RUNS = 400


def draw_normal(rng, size):
    return np.round(rng.normal(10, 40, size)).astype(np.int64)


def draw_few(rng, size):
    return rng.choice([0, 10, 40], size, p=[0.5, 0.4, 0.1])


def draw_humps(rng, size):
    return rng.choice([-30, 20, 75], size) + rng.poisson(4, size)


def true_quantile(draw, percent):
    many = np.sort(draw(np.random.default_rng(1), 400_000))
    return int(many[-(-percent * len(many) // 100) - 1])


def measure_coverage(draw, percent, units, treated_as, repeated=1):
    rng = np.random.default_rng(20)
    truth, held = true_quantile(draw, percent), 0
    for _ in range(RUNS):
        values, deals = np.unique(np.repeat(draw(rng, units), repeated), return_counts=True)
        found = find_quantile(values, deals, treated_as, percent, (-500, 500))
        held += found.low <= truth <= found.high
    return held / RUNS


LEAST = 0.95 - 4 * sqrt(0.95 * 0.05 / RUNS)


@pytest.mark.parametrize("percent", [5, 50, 75])
@pytest.mark.parametrize("draw", [draw_normal, draw_few, draw_humps])
def test_quantile_intervals__cover(draw, percent):
    assert measure_coverage(draw, percent, 200, 200) >= LEAST
    assert measure_coverage(draw, percent, 200, 200, repeated=2) >= LEAST  # pairs always alike


def test_coverage__is_missed_by_wrong_intervals():
    assert measure_coverage(draw_normal, 50, 200, 400, repeated=2) < LEAST  # pairs as two deals
    rng, held = np.random.default_rng(20), 0
    truth = true_quantile(draw_normal, 25)
    for _ in range(RUNS):
        values, deals = np.unique(draw_normal(rng, 200), return_counts=True)
        found = find_quantile(values, deals, 200, 50, (-500, 500))
        held += found.low <= truth <= found.high
    assert held / RUNS < LEAST  # the interval of another quantile


# ---- Refusals -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("elder_repique", "a share of deals has no distribution"),
        ("elder_tricks", "only its mean is counted"),
        ("first_score", "only its mean is counted"),
        ("elder_scores", "did you mean 'elder_score'?"),
        ("Difference", "did you mean 'difference'?"),
        ("", "there are: difference"),
    ],
)
def test_refusal__says_what_can_be_asked(name, said):
    with refuses(said) as refused:
        check_amount(name)
    if "did you mean" not in said:
        assert all(one in str(refused.value) for one in AMOUNTS)


def test_refusal__of_no_deals():
    with pytest.raises(InputError, match="no deals"):
        find_distribution(Tally(), "difference")


def test_completion__offers_all():
    assert tuple(AMOUNTS) == DISTRIBUTIONS


# ---- Histograms ---------------------------------------------------------------------------------
def test_classes__hold_every_deal():
    rng = np.random.default_rng(3)
    for spread in (1, 5, 30, 80):
        values, deals = np.unique(rng.normal(0, spread, 5_000).astype(int), return_counts=True)
        for most, pooled in ((24, 0.005), (40, 0), (3, 0.1)):
            classes = divide_values(values, deals, most, pooled)
            assert sum(one.deals for one in classes) == 5_000
            closed = [one for one in classes if None not in (one.low, one.high)]
            assert len(closed) <= most
            for one in closed:
                slow = sum(
                    count
                    for value, count in zip(values, deals, strict=True)
                    if one.low <= value <= one.high
                )
                assert one.deals == slow
            for one in (classes[0], classes[-1]):
                if None in (one.low, one.high):
                    assert pooled
                    assert 0 < one.deals <= pooled * 5_000


SPREAD = made(
    [-150, *range(-80, 60), 75, 130],
    [1, *(1000 // (1 + (v // 10 - 2) ** 2) for v in range(-80, 60)), 900, 3],
)
AT_80 = """\
-71 or less ▌                                                              0.32%
 -70 to -61 ▋                                                              0.42%
 -60 to -51 ▉                                                              0.52%
 -50 to -41 █▏                                                             0.70%
 -40 to -31 █▋                                                             0.94%
 -30 to -21 ██▎                                                            1.32%
 -20 to -11 ███▌                                                           2.02%
  -10 to -1 ██████                                                          3.5%
     0 to 9 ████████████▏                                                   7.0%
   10 to 19 ██████████████████████████████▌                                17.4%
   20 to 29 █████████████████████████████████████████████████████████████  34.9%
   30 to 39 ██████████████████████████████▌                                17.4%
   40 to 49 ████████████▏                                                   7.0%
   50 to 59 ██████                                                          3.5%
   60 to 69                                                                   0%
   70 to 79 █████▍                                                          3.1%
 80 or more ▏                                                             0.010%
"""
AT_20 = """\
-71 or less ▏  0.32%
 -70 to -61 ▏  0.42%
 -60 to -51 ▏  0.52%
 -50 to -41 ▏  0.70%
 -40 to -31 ▏  0.94%
 -30 to -21 ▏  1.32%
 -20 to -11 ▏  2.02%
  -10 to -1 ▏   3.5%
     0 to 9 ▏   7.0%
   10 to 19 ▌  17.4%
   20 to 29 █  34.9%
   30 to 39 ▌  17.4%
   40 to 49 ▏   7.0%
   50 to 59 ▏   3.5%
   60 to 69       0%
   70 to 79 ▏   3.1%
 80 or more ▏ 0.010%
"""


@pytest.mark.parametrize(("width", "kept"), [(80, AT_80), (20, AT_20)])
def test_bars__are_as_kept(width, kept):
    lines = draw_bars(SPREAD, width)
    assert "\n".join(lines) + "\n" == kept
    assert {len(line) for line in lines} == {width}


def test_bars__of_one_value():
    assert draw_bars(made([5], [40]), 20) == ["5 █████████████ 100%"]
    assert draw_bars(made([5], [40]), 1)
