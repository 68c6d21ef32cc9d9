"""Distributions: against records counted slowly, exact cases, coverage, refusals, and the chart.

Covers `analyses.charts.distribution`.
"""

import re
from math import ceil, sqrt

import numpy as np
import pytest
from command_line import refuses
from legible import assert_legible
from matplotlib.colors import same_color
from scipy.stats import binom

from analyses.charts.distribution import draw_distribution
from analyses.charts.style import ELDER_COLOUR, EXACT_COLOUR, YOUNGER_COLOUR
from piquet_sim import simulate
from piquet_sim.cli.options import DISTRIBUTIONS
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.intervals import wilson_interval
from piquet_sim.estimates.tally import Tally
from piquet_sim.kernel.batch.batch import HIGHEST_SCORE
from piquet_sim.running.distribution import (
    AMOUNTS,
    AT_LEAST,
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
    "given": Simulation("club", "club", seed=8, given="elder.aces == 4"),
    "kept": Simulation("club", "club", seed=8, given="elder.trios > younger.trios"),
    "other rules": Simulation("club", "club", rules="cotton_1674", seed=8),
}


@pytest.fixture(scope="module", params=KINDS.values(), ids=KINDS)
def played(request):
    """A simulation, its run, and its records with the difference in a column of its own."""
    records = record_deals(request.param, DEALS)
    records["difference"] = records.elder_score.astype(int) - records.younger_score
    return request.param, run_simulation(request.param, DEALS), records


# ---- Against records ----------------------------------------------------------------------------
@pytest.mark.parametrize("name", AMOUNTS)
def test_distribution__is_that_of_the_records(played, name):
    simulation, result, records = played
    amounts, units = np.sort(records[name]), result.tally.units
    table = result.distribution(name)
    assert (list(table.columns), [table.value.tolist(), table.deals.tolist()]) == (
        ["value", "deals", "share", "low", "high"],
        [one.tolist() for one in np.unique(amounts, return_counts=True)],
    )
    is_share = np.isclose(table.share, table.deals / DEALS)
    assert (is_share & (table.low <= table.share) & (table.share <= table.high)).all()
    found, a_unit = find_distribution(result.tally, name, simulation.rules), DEALS // units
    for percent, one in found.quantiles.items():
        first, last = find_ranks(units, percent / 100)
        places = (ceil(percent * DEALS / 100), a_unit * (first - 1) + 1, a_unit * last)
        assert [one.value, one.low, one.high] == [amounts[place - 1] for place in places]
    assert [share.value for share in found.tails.values()] == pytest.approx(
        [
            (amounts >= bound if side == AT_LEAST else amounts <= bound).mean()
            for side, bound in found.tails
        ]
    )


@pytest.mark.parametrize("bound", [-30, 0, 1, 30, 60])
def test_errors_of_shares__are_never_below_those_of_pairs(played, bound):
    _, result, records = played
    units = result.tally.units
    hits = (records["difference"].to_numpy() >= bound).reshape(units, -1)
    slow = float(hits.mean(axis=1).std()) / sqrt(units)
    found = find_distribution(result.tally, "difference", result.simulation.rules)
    share, wins = found.estimate_share((AT_LEAST, bound)), result.estimates["elder_wins"]
    if bound == 1:  # counted by pair
        assert (share.low, share.high, share.se) == (
            wins.low,
            wins.high,
            pytest.approx(slow, rel=1e-3),
        )
    elif units == DEALS or result.simulation.elder == result.simulation.younger:
        assert share.se == pytest.approx(slow)  # where both deals of a pair are always alike
        assert (share.low, share.high) == wilson_interval(share.value * units, units)
    else:
        assert (share.se > slow, share.method) == (True, "Wilson, each pair counted as one deal")


# ---- Exact small cases --------------------------------------------------------------------------
@pytest.mark.parametrize("units", [1, 5, 6, 10, 37, 400, 10**6, 10**12])
@pytest.mark.parametrize("share", [0.05, 0.25, 0.5, 0.75, 0.95])
def test_ranks__are_those_of_scipy(units, share):
    """And of ten, for a median, Conover's: the second and the ninth value."""
    low, high = binom.ppf([0.025, 0.975], units, share)
    assert (find_ranks(units, share), find_ranks(10, 0.5)) == ((low, high + 1), (2, 9))


FEW = np.array([-4, 7, 30]), np.array([1, 2, 1])
TEN = np.arange(10), np.full(10, 10)
BINOMIAL = "binomial order statistics"


@pytest.mark.parametrize(
    ("deals", "units", "percent", "limits", "wanted"),
    [
        (FEW, 4, 50, (-100, 100), (7, -100, 100)),
        (FEW, 4, 25, (-100, 100), (-4,)),
        (FEW, 4, 75, (-100, 100), (7,)),
        (FEW, 4, 76, (-100, 100), (30,)),
        ((np.array([5]), np.array([1])), 1, 5, (1, 5), (5, 1, 5)),
        (TEN, 100, 50, (0, 9), (4, 3, 6, BINOMIAL)),  # values 40 and 61 of 100
        (TEN, 50, 50, (0, 9), (4, 3, 6, f"{BINOMIAL}, each pair counted as one deal")),
        ((np.arange(2), np.array([35, 65])), 50, 50, (0, 1), (1, 0, 1)),  # both deals of the 18th
    ],
)
def test_quantile__of_few_deals(deals, units, percent, limits, wanted):
    found = find_quantile(*deals, units, percent, limits)
    assert (found.value, found.low, found.high, found.method)[: len(wanted)] == wanted


@pytest.mark.parametrize(
    ("name", "pooled"), [("elder_score", 3), ("younger_score", 1), ("difference", 3)]
)
def test_scores_too_high_for_the_tally__are_told(name, pooled):
    tally = Tally()
    tally.arrays.scores[[HIGHEST_SCORE, 20, HIGHEST_SCORE], [3, 10, HIGHEST_SCORE]] = 2, 7, 1
    tally.arrays.counts[:] = 10
    found = find_distribution(tally, name)
    assert found.pooled == found.as_json().get("pooled", 0) == pooled
    with refuses("no deals"):
        find_distribution(Tally(), name)
    assert tuple(AMOUNTS) == DISTRIBUTIONS  # which completion offers


# ---- The chart ----------------------------------------------------------------------------------
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(
    ("name", "label", "colours"),
    [
        (
            "difference",
            "elder's score less younger's, points, in classes of 10",
            {EXACT_COLOUR, YOUNGER_COLOUR, ELDER_COLOUR},
        ),
        ("elder_score", "what elder makes in a deal, points, in classes of 5", {ELDER_COLOUR}),
        ("elder_exchanged", "cards that elder exchanges", {ELDER_COLOUR}),
        ("younger_exchanged", "cards that younger exchanges", {YOUNGER_COLOUR}),
    ],
)
def test_chart__columns_are_the_shares(name, label, colours, mirrored):
    result = simulate("club", "club", n=2_000, seed=1, mirrored=mirrored)
    found = find_distribution(result.tally, name)
    figure = draw_distribution(found, "club v club")
    assert_legible(figure)
    (axes,) = figure.axes
    columns = [one for container in axes.containers for one in getattr(container, "patches", [])]
    assert (axes.get_xlabel(), sum(one.get_height() for one in columns)) == (
        label,
        pytest.approx(100),
    )
    for one in columns:  # what stands under a column, slowly
        colour, low = one.get_facecolor(), one.get_x()
        ahead = ELDER_COLOUR if low + one.get_width() > 1 else YOUNGER_COLOUR
        allowed = {EXACT_COLOUR, ahead} if name == "difference" else colours
        assert any(same_color(colour, each) for each in allowed)
        inside = found.deals[(found.values >= low) & (found.values <= low + one.get_width())].sum()
        if not same_color(colour, EXACT_COLOUR) and low > 9:
            assert one.get_height() == pytest.approx(100 * inside / 2_000)
    # Each interval holds the top of its column, of two colours or one.
    (bars,) = [one.get_segments() for one in axes.collections if hasattr(one, "get_segments")]
    tops = {one.get_x() + one.get_width() / 2: one.get_y() + one.get_height() for one in columns}
    shown = [
        (low, high, [tops[x] for x in tops if abs(x - at) < 0.1]) for (at, low), (_, high) in bars
    ]
    assert [one for one in shown if not one[0] <= max(one[2], default=0) <= one[1]] == []
    most = found.estimate_deals(round(20 * max(tops.values())))
    assert pytest.approx((100 * most.low, 100 * most.high)) in [one[:2] for one in shown]
    small = " ".join(figure._supxlabel.get_text().split())
    said = " ".join(figure.get_suptitle().split()).replace("−", "-")
    low, median, high = (found.quantiles[percent].value for percent in (25, 50, 75))
    assert re.search(rf"club v club, 2,000 deals.*the median, {median} \(95%:", small)
    assert (
        "each pair as one deal" in small,
        "Black: drawn deals" in small,
        {one.get_text(): one.xy[0] for one in axes.texts if one.xy[0] < 1},
        [(one.get_x(), one.get_width()) for one in axes.patches if one not in columns],
        [*axes.lines[0].get_xdata()],
    ) == (
        mirrored,
        name == "difference",
        {"younger makes more": 0.02, "elder makes more": 0.98} if name == "difference" else {},
        [(low - 0.5, high - low + 1)],
        [median] * 2,
    )
    assert (
        f": {median} in {found.deals[found.values == median].sum() // 20}"
        if low == high
        else f": {low} to {high} in the middle half of deals"
    ) in said
