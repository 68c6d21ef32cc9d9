"""Distributions: against records counted slowly, exact cases, coverage, refusals."""

from collections import Counter
from math import sqrt

import numpy as np
import pytest
from refusals import refuses
from scipy.stats import binom

from piquet_sim.cli.options import DISTRIBUTIONS
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.intervals import wilson_interval
from piquet_sim.estimates.tally import Tally
from piquet_sim.kernel.batch.batch import HIGHEST_SCORE
from piquet_sim.running.distribution import (
    AMOUNTS,
    AT_LEAST,
    Distribution,
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
    if bound == 1:
        assert (share.low, share.high) == (
            result.estimates["elder_wins"].low, result.estimates["elder_wins"].high,
        )  # fmt: skip
    if bound == 1:  # counted by pair
        assert share.se == pytest.approx(slow, rel=1e-3)
    elif units == DEALS or result.simulation.elder == result.simulation.younger:
        assert share.se == pytest.approx(slow)  # where both deals of a pair are always alike
        assert (share.low, share.high) == wilson_interval(share.value * units, units)
    else:
        assert share.se > slow
        assert share.method == "Wilson, each pair counted as one deal"


# ---- Exact small cases --------------------------------------------------------------------------
def test_ranks__are_the_published_ones_and_those_of_scipy():
    # Conover's table for a median of 10: the second and the ninth value.
    assert find_ranks(10, 0.5) == (2, 9)
    for units in (1, 5, 6, 37, 400, 10**6, 10**12):
        for share in (0.05, 0.25, 0.5, 0.75, 0.95):
            low, high = find_ranks(units, share)
            assert low == binom.ppf(0.025, units, share)
            assert high == binom.ppf(0.975, units, share) + 1


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


# ---- Refusals -----------------------------------------------------------------------------------
def test_refusal__says_that_no_deals_were_counted():
    with refuses("no deals"):
        find_distribution(Tally(), "difference")


def test_completion__offers_all():
    assert tuple(AMOUNTS) == DISTRIBUTIONS


# ---- Histograms ---------------------------------------------------------------------------------
@pytest.mark.parametrize(("most", "pooled"), [(24, 0.005), (40, 0), (3, 0.1)])
def test_classes__hold_every_deal(most, pooled):
    rng = np.random.default_rng(3)
    for spread in (1, 30, 80):
        values, deals = np.unique(rng.normal(0, spread, 5_000).astype(int), return_counts=True)
        classes = divide_values(values, deals, most, pooled)
        closed = [one for one in classes if None not in (one.low, one.high)]
        assert len(closed) <= most
        for one in closed:
            assert one.deals == deals[(one.low <= values) & (values <= one.high)].sum()
        rest = [one.deals for one in classes if one not in closed]
        assert sum(rest) + sum(one.deals for one in closed) == 5_000
        assert all(0 < one <= pooled * 5_000 for one in rest)


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


def test_bars__are_as_kept():
    lines = draw_bars(SPREAD, 80)
    assert "\n".join(lines) + "\n" == AT_80
    assert {len(line) for line in lines} == {80}
    assert {len(line) for line in draw_bars(SPREAD, 20)} == {20}
    assert draw_bars(made([5], [40]), 20) == ["5 █████████████ 100%"]
    assert draw_bars(made([5], [40]), 1)
