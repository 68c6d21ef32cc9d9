"""Estimates: closed forms, numpy on the records, coverage.

Covers `estimates.tally`, `exact.limits`.
"""

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_hand import name_values
from scipy.stats import binomtest, t

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import (
    Estimate,
    estimate_mean,
    estimate_proportion,
    estimate_values,
)
from piquet_sim.estimates.intervals import FEW, Z_95, wilson_interval
from piquet_sim.estimates.tally import estimate_all, estimate_measure, find_measure
from piquet_sim.exact import census
from piquet_sim.exact.limits import limit_amounts
from piquet_sim.game.cards import ACE, KING, rank_mask
from piquet_sim.game.rules import HIGHEST_WORTH, RUBICON, RuleSet
from piquet_sim.kernel.batch.batch import TOGETHER
from piquet_sim.kernel.batch.measures import MEASURES, OF
from piquet_sim.kernel.deal.holdings import evaluate_hand
from piquet_sim.running.blocks import count_block
from piquet_sim.running.records import record_deals
from piquet_sim.running.result import add_exact_values, dealt_expectations
from piquet_sim.running.run import run_simulation
from piquet_sim.strategies import find_strategy

DEALS = 20_000


# ---- Against other code -------------------------------------------------------------------------
@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson__equals_scipy(case):
    successes, n = case
    theirs = binomtest(successes, n).proportion_ci(0.95, method="wilson")
    mine = estimate_proportion(successes, n)
    se = sqrt(successes / n * (1 - successes / n) / n)
    assert (wilson_interval(successes, n), (mine.low, mine.high, mine.se)) == (
        (mine.low, mine.high),
        pytest.approx((theirs.low, theirs.high, se), abs=1e-12),
    )
    assert 0 <= mine.low <= mine.value + 1e-12 <= mine.high + 2e-12 <= 1 + 2e-12


@given(st.lists(st.integers(-200, 200), min_size=2, max_size=60))
def test_mean__equals_numpy(values):
    n, se = len(values), np.std(values, ddof=1) / sqrt(len(values))
    mine = estimate_mean(sum(values), sum(value * value for value in values), n, n)
    assert (mine.value, mine.se) == (
        pytest.approx(np.mean(values), abs=1e-12),
        pytest.approx(se, abs=1e-9),
    )
    if len(set(values)) == 1:  # nothing says how far it might have been off
        assert (mine.low, mine.high) == (None, None)
    else:
        times = 1.959963984540054 if n >= FEW else t.ppf(0.975, n - 1)
        assert mine.high - mine.low == pytest.approx(2 * times * se, abs=1e-9)


def test_mean__loses_nothing_to_cancellation():
    """Values 10**9 and 10**9 + 1 in turn, ten million units: the variance is a quarter."""
    units, total, squares = 10**7, 10**16 + 10**7 // 2, 10**7 // 2 * (10**18 + (10**9 + 1) ** 2)
    assert estimate_mean(total, squares, units, units).se == pytest.approx(
        0.5 / sqrt(units - 1), rel=1e-12
    )


def values_of(records):
    """Every measure of every deal, from the records: what the kernel should count."""
    named, tricks = name_values(records.astype(int)), records["elder_tricks"]
    values = {one.name: named[one.name] > 0 if one.is_flag else named[one.name] for one in MEASURES}
    return values | {"elder_cards": tricks.between(7, 11), "younger_cards": tricks.between(1, 5)}


@pytest.mark.parametrize("mirrored", [False, True])
def test_every_measure__equals_numpy_on_the_records(mirrored):
    simulation = Simulation("club", "random", seed=8, mirrored=mirrored)
    result, records = run_simulation(simulation, DEALS), record_deals(simulation, DEALS)
    assert ("first_score" in result.estimates) == simulation.mirrored  # which only pairs have
    assert (set(result.table().index), result.as_json()["n"]) == (set(result.estimates), DEALS)
    estimator = "pairs" if simulation.mirrored else "plain"
    for name, column in values_of(records).items():
        estimate, of_deals = estimate_measure(result.tally, name), column.to_numpy(dtype=float)
        units = of_deals.reshape(-1, simulation.deals_per_unit).mean(axis=1)
        assert (estimate.value, estimate.n) == (pytest.approx(of_deals.mean(), abs=1e-12), DEALS)
        se, is_flag = units.std(ddof=1) / sqrt(len(units)), find_measure(name).is_flag
        if is_flag and not simulation.mirrored:
            se *= sqrt((DEALS - 1) / DEALS)  # Wilson's divides by n
        assert (estimate.se, estimate.estimator) == (
            pytest.approx(se, rel=1e-9, abs=1e-12),
            "exact" if estimate.method == "exact" else estimator,
        ), name
        if estimate.method == "exact":
            assert set(of_deals) == {estimate.value}
            continue
        if is_flag:
            p = of_deals.mean()
            n = p * (1 - p) / se**2 if se else len(units)  # what never happens has no spread
            ends = wilson_interval(p * n, n)
        elif estimate.method == "Wilson, as an event":
            off = units - (5 if name == "elder_exchanged" else 0)
            size = (off**2).sum() / off.sum()
            share = wilson_interval(off.sum() / size, len(units))
            ends = sorted((units - off)[0] + size * end for end in share)
        else:
            ends = (estimate.value - Z_95 * se, estimate.value + Z_95 * se)
            assert not name.endswith(("pique_mean", "blanche_mean"))
        assert (estimate.low, estimate.high) == pytest.approx(ends), name


# ---- Exact values -------------------------------------------------------------------------------
SILENT = replace(find_strategy("club"), name="silent", call=find_strategy("random").call)


@pytest.mark.parametrize(
    ("simulation", "exact"),
    [
        (Simulation("club", SILENT), [Fraction(125_970, 225_792_840), None]),
        (Simulation(SILENT, "expert"), [None, Fraction(125_970, 225_792_840)]),
        (Simulation("club", SILENT, mirrored=True), [None, None]),
    ],
)
def test_exact_value__only_where_every_carte_blanche_is_shown(simulation, exact):
    shown = add_exact_values(
        simulation, estimate_all(run_simulation(Simulation("club", "club"), 100).tally)
    )
    found = [shown[f"{seat}_carte_blanche"] for seat in ("elder", "younger")]
    assert ([one.exact for one in found], [one.as_json().get("exact") for one in found]) == (
        exact,
        [one and float(one) for one in exact],
    )


@pytest.mark.parametrize(
    ("deals", "mirrored", "se", "high", "method"),
    [
        (100, False, 0, 10 * Z_95**2 / (100 + Z_95**2), "Wilson, one value seen, one-sided"),
        (100, True, 0, 10 * Z_95**2 / (50 + Z_95**2), "Wilson, one value seen, one-sided"),
        (1, False, None, 10, "one unit: all that is possible, one-sided"),
    ],
)
def test_unseen_amount__has_an_upper_end(deals, mirrored, se, high, method):
    """A carte blanche is shown in one deal of nine hundred; in a hundred there may be none."""
    result = run_simulation(Simulation(mirrored=mirrored, seed=3), deals)
    unseen = result.estimates["younger_carte_blanche_mean"]
    assert (unseen.value, unseen.se, unseen.low, unseen.method, unseen.high) == (
        0,
        se,
        0,
        method,
        pytest.approx(high),
    )


def test_impossible__is_known_exactly():
    """Elder's first lead counts before younger plays: she can make no pique (Law 68)."""
    estimates = run_simulation(Simulation(), 100).estimates
    assert [
        (one.value, one.low, one.high, one.method)
        for one in (estimates["younger_pique"], estimates["younger_pique_mean"])
    ] == [(0, 0, 0, "exact")] * 2
    american = run_simulation(Simulation(rules="american"), 100).estimates["younger_pique"]
    assert (american.high > 0, american.method) == (True, "Wilson, one-sided")
    with pytest.raises(ValueError, match="not played under rubicon"):
        estimate_measure(
            run_simulation(Simulation(rules="cotton_1674"), 2_000).tally, "younger_pique"
        )


def test_estimate__of_one_unit_has_no_error():
    one = estimate_mean(31, 961, 1, 1)
    assert (one.value, one.se, one.low, one.high, str(one), one.z) == (31, *[None] * 3, "31", None)
    of_exact, of_mean = (
        Estimate(value, 0.1, value - 0.2, value + 0.2, 25, method, exact)
        for value, method, exact in ((0.5, "Wilson", Fraction(1, 4)), (5, "normal", Fraction(4)))
    )
    # The error of the exact value, and that which was measured.
    assert ((of_exact.z, of_mean.z), str(of_exact)) == (
        pytest.approx((0.25 / sqrt(0.25 * 0.75 / 25), 10)),
        "0.50 (0.30 to 0.70)",
    )


# ---- Control variates ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    "rules", [RUBICON, RuleSet(pack=36), RuleSet(lowest_set="J")], ids=["32", "36", "no tens"]
)
def test_reduced__expectations_are_those_of_the_census(rules):
    value, aces = (
        Fraction(sum(amount * n for amount, n in counted.items()), census.count_hands(rules.pack))
        for counted in (census.count_hands_by(name, rules) for name in ("value", "aces"))
    )
    assert dealt_expectations(rules) == (value, aces, aces) * 2


def test_tally__sums_fit_where_everything_counts_most():
    """Units are summed together in 32 bits, of numbers of 16: the most that rules allow fits."""
    options = [name for name in RuleSet.model_fields if name.endswith("_scores")]
    worths = {name: HIGHEST_WORTH for name in options if isinstance(getattr(RUBICON, name), int)}
    rules = RuleSet(**worths, sequence_scores=(HIGHEST_WORTH,) * 7)
    most = max(abs(end) for ends in limit_amounts(rules).values() for end in ends)
    assert (5 * HIGHEST_WORTH < most < 2**14, TOGETHER * (2 * most) ** 2 < 2**31) == (True, True)
    simulation = Simulation("club", "random", rules, seed=8, mirrored=True)
    units = 5 * TOGETHER + 5
    tally, records = count_block(simulation, 0, units).arrays, simulation.record_units(0, units)
    dealt = np.bitwise_count(records["elder_dealt"] & int(rank_mask(ACE)))
    aces = dealt.reshape(units, 2).sum(axis=1, dtype=int)
    for name in ("elder_score", "younger_score"):
        pairs, place = records[name].reshape(units, 2).sum(axis=1, dtype=int), getattr(OF, name)
        assert (tally.totals[place], tally.squares[place], tally.crosses[1, place]) == (
            pairs.sum(),
            (pairs**2).sum(),
            (aces * pairs).sum(),
        )
    assert tally.counts.tolist() == [units, 2 * units, units]
    assert tally.crosses.any(axis=1).all()  # no control is left out


@pytest.mark.parametrize("mirrored", [False, True])
def test_reduced__is_the_regression_on_what_was_dealt(mirrored):
    simulation, n = Simulation("club", "random", seed=6, mirrored=mirrored), 4000
    a_unit, columns, units = simulation.deals_per_unit, [], n // simulation.deals_per_unit
    records = simulation.record_units(0, units)
    for hands in (records["elder_dealt"], records["younger_dealt"]):
        held = [evaluate_hand(RUBICON.laws(), int(hand)) for hand in hands]
        columns.append([(h.point >> 8) + h.sequences_score + h.sets_score for h in held])
        columns += [np.bitwise_count(hands & int(rank_mask(rank))) for rank in (ACE, KING)]
    dealt = np.array(columns, float).T.reshape(units, -1, 6).sum(axis=1)
    made = records["elder_score"].astype(float).reshape(units, -1).sum(axis=1)
    known = np.array(dealt_expectations(RUBICON), float) * a_unit
    slopes, residuals, *_ = np.linalg.lstsq(
        np.column_stack([np.ones(units), dealt - known]), made, rcond=None
    )
    reduced = run_simulation(simulation, n).estimates["elder_score"].reduced
    assert ((reduced.value, reduced.se), reduced.gain > 1.05) == (
        pytest.approx((slopes[0] / a_unit, (sqrt(residuals[0] / (units - 7) / units) / a_unit))),
        True,
    )


def test_reduced__is_left_out_where_it_would_mislead():
    few, many, sunk = (
        run_simulation(Simulation(elder), n)
        for elder, n in (("club", 100), ("club", 2000), ("club+sink-point", 2000))
    )
    assert {estimate.reduced for estimate in few.estimates.values()} == {None}
    plain, never = many.estimates["difference"], sunk.estimates["elder_point"]
    assert 1.05 < plain.reduced.gain == pytest.approx((plain.se / plain.reduced.se) ** 2)
    assert set(many.as_json()["estimates"]["difference"]["reduced"]) == {
        *("value", "se", "low", "high", "gain", "method")
    }
    assert (never.value, never.reduced) == (0, None)


@pytest.mark.parametrize("n", [2, 3, 6, 40])
def test_values__all_alike_do_not_vary_by_rounding(n):
    found = estimate_values(np.full(n, 7 / 44), limits=(0, 1))
    assert (found.se, found.method) == (0, "Wilson, one value seen")


def test_estimate__is_rounded_and_placed_like_a_number_and_a_text():
    one, mean = estimate_proportion(12, 400), estimate_values([28, 31, 19, 44, 25, 30])
    assert (float(one), round(one, 2), round(one), type(round(one))) == (one.value, 0.03, 0, int)
    assert (f"{one}", f"{one:>30}", f"{one:_^25s}", f"{mean}") == (
        "0.030 (0.017 to 0.052)",
        "0.030 (0.017 to 0.052)".rjust(30),
        "_0.030 (0.017 to 0.052)__",
        "29.5 (20.8 to 38.2)",
    )
    assert (f"{one:.1%}", f"{one:+.2f}", f"{one:.1g}") == ("3.0%", "+0.03", "0.03")
