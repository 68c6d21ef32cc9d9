"""Estimates: closed forms, numpy on the records, coverage, digits."""

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, t

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.digits import decimals_of, format_with_error
from piquet_sim.estimates.estimate import (
    Estimate,
    estimate_mean,
    estimate_proportion,
    estimate_values,
)
from piquet_sim.estimates.intervals import FEW, STUDENT, Z_95, count_errors, wilson_interval
from piquet_sim.estimates.limits import limit_amounts
from piquet_sim.estimates.tally import estimate_all, estimate_measure, find_measure
from piquet_sim.exact import census
from piquet_sim.game.rules import HIGHEST_WORTH, RUBICON, RuleSet
from piquet_sim.kernel.batch.batch import TOGETHER
from piquet_sim.kernel.batch.measures import MEASURES, OF
from piquet_sim.kernel.deal.holdings import evaluate_hand
from piquet_sim.running.records import record_deals
from piquet_sim.running.result import add_exact_values, dealt_expectations
from piquet_sim.running.run import run_simulation
from piquet_sim.strategies import Strategy, find_strategy

DEALS = 20_000


@pytest.fixture(scope="module", params=[False, True], ids=["single", "mirrored"])
def played(request):
    simulation = Simulation("club", "random", seed=8, mirrored=request.param)
    return simulation, run_simulation(simulation, DEALS), record_deals(simulation, DEALS)


# ---- Against other code -------------------------------------------------------------------------
@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson__equals_scipy(case):
    successes, n = case
    theirs = binomtest(successes, n).proportion_ci(0.95, method="wilson")
    assert wilson_interval(successes, n) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
    mine = estimate_proportion(successes, n)
    assert (mine.low, mine.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
    assert mine.se == pytest.approx(sqrt(successes / n * (1 - successes / n) / n), abs=1e-15)
    assert 0 <= mine.low <= mine.value + 1e-12
    assert mine.value - 1e-12 <= mine.high <= 1


@given(st.lists(st.integers(-200, 200), min_size=2, max_size=60))
def test_mean__equals_numpy(values):
    mine = estimate_mean(
        sum(values), sum(value * value for value in values), len(values), len(values)
    )
    assert mine.value == pytest.approx(np.mean(values), abs=1e-12)
    se = np.std(values, ddof=1) / sqrt(len(values))
    assert mine.se == pytest.approx(se, abs=1e-9)
    if len(set(values)) == 1:  # nothing says how far it might have been off
        assert (mine.low, mine.high) == (None, None)
    elif mine.method in ("normal", STUDENT):
        times = 1.959963984540054 if len(values) >= FEW else t.ppf(0.975, len(values) - 1)
        assert mine.high - mine.low == pytest.approx(2 * times * se, abs=1e-9)
    else:
        assert mine.low < mine.value < mine.high


@pytest.mark.parametrize("cases", [2, 5, 14, 49])
def test_mean__of_few_has_the_interval_of_student(cases):
    assert count_errors(cases) == pytest.approx(t.ppf(0.975, cases - 1), abs=1e-12)
    assert count_errors(FEW) == Z_95


def test_mean__loses_nothing_to_cancellation():
    """Values 10**9 and 10**9 + 1 in turn, ten million units: the variance is a quarter."""
    units = 10**7
    total = units * 10**9 + units // 2
    squares = units // 2 * (10**18 + (10**9 + 1) ** 2)
    mine = estimate_mean(total, squares, units, units)
    assert mine.se == pytest.approx(0.5 / sqrt(units - 1), rel=1e-12)


def values_of(records):
    """Every measure of every deal, by pandas from the records: what the kernel should count."""
    elder, younger = records["elder_score"], records["younger_score"]
    tricks = records["elder_tricks"]
    values = {
        "elder_score": elder,
        "younger_score": younger,
        "difference": elder - younger,
        "elder_wins": elder > younger,
        "younger_wins": younger > elder,
        "drawn": elder == younger,
        "elder_cards": tricks.between(7, 11),
        "younger_cards": tricks.between(1, 5),
        "cards_divided": tricks == 6,
        "elder_capot": tricks == 12,
        "younger_capot": tricks == 0,
        "elder_tricks": tricks,
        "first_score": elder.where(records["mirrored"] == 0, younger),
        "second_score": younger.where(records["mirrored"] == 0, elder),
    }
    values["first_less_second"] = values["first_score"] - values["second_score"]
    for seat, code in (("elder", 1), ("younger", 2)):
        for name in ("pique", "repique", "carte_blanche"):
            values[f"{seat}_{name}"] = records[f"{seat}_{name}"] > 0
        for name in ("point", "sequence", "set"):
            values[f"{seat}_{name}"] = records[f"{name}_result"] == code
        values[f"{seat}_exchanged"] = records[f"{seat}_exchanged"]
        parts = ("carte_blanche", "point", "sequences", "sets", "play", "cards", "pique", "repique")
        for part in parts:
            values[f"{seat}_{part}_mean"] = records[f"{seat}_{part}"]
    values["equal_point"] = records["point_result"] == 3
    values["equal_sequence"] = records["sequence_result"] == 3
    return values


def test_every_measure__equals_numpy_on_the_records(played):
    simulation, result, records = played
    values = values_of(records)
    assert set(values) == {measure.name for measure in MEASURES}
    for name, column in values.items():
        estimate = estimate_measure(result.tally, name)
        of_deals = column.to_numpy(dtype=float)
        units = of_deals.reshape(-1, simulation.deals_per_unit).mean(axis=1)
        assert estimate.value == pytest.approx(of_deals.mean(), abs=1e-12), name
        se = units.std(ddof=1) / sqrt(len(units))
        if find_measure(name).is_flag and not simulation.mirrored:
            se *= sqrt((DEALS - 1) / DEALS)  # Wilson's divides by n
        assert estimate.se == pytest.approx(se, rel=1e-9, abs=1e-12), name
        assert estimate.n == DEALS
        if estimate.method == "exact":
            assert (of_deals == estimate.value).all()
        elif find_measure(name).is_flag:
            p = of_deals.mean()
            n = p * (1 - p) / se**2 if se else len(units)  # what never happens has no spread
            assert (estimate.low, estimate.high) == pytest.approx(wilson_interval(p * n, n))
        elif estimate.method == "Wilson, as an event":
            usual = 5 if name == "elder_exchanged" else 0
            away = of_deals.reshape(-1, simulation.deals_per_unit).mean(axis=1) - usual
            size = (away**2).sum() / away.sum()
            ends = wilson_interval(away.sum() / size, len(away))
            ends = sorted(usual + size * end for end in ends)
            assert (estimate.low, estimate.high) == pytest.approx(ends)
        else:
            half = Z_95 * se
            ends = (estimate.value - half, estimate.value + half)
            assert (estimate.low, estimate.high) == pytest.approx(ends)
            assert not name.endswith(("pique_mean", "blanche_mean"))


def test_estimates__leave_out_what_only_pairs_have(played):
    simulation, result, _ = played
    assert ("first_score" in result.estimates) == simulation.mirrored
    assert set(result.estimates) <= {measure.name for measure in MEASURES}
    assert result.table().index.tolist() == list(result.estimates)
    assert result.as_json()["n"] == DEALS


# ---- Exact values -------------------------------------------------------------------------------


def test_carte_blanche__has_its_exact_probability():
    """Within five standard errors of 125970/225792840; a hand of eleven cards would be outside."""
    result = run_simulation(Simulation("club", "club", seed=12), 200_000)
    for name in ("elder_carte_blanche", "younger_carte_blanche"):
        estimate = result.estimates[name]
        assert estimate.exact == Fraction(125_970, 225_792_840)
        se = sqrt(float(estimate.exact) * (1 - float(estimate.exact)) / estimate.n)
        assert abs(estimate.value - float(estimate.exact)) < 5 * se
        assert abs(estimate.z) < 5
        assert estimate.low < float(estimate.exact) < estimate.high
        assert estimate.as_json()["exact"] == float(estimate.exact)
        assert abs(estimate.value - comb(20, 11) / comb(32, 11)) > 5 * se


def test_exact_value__only_where_every_carte_blanche_is_shown():
    silent = Strategy(
        "silent", find_strategy("club").discard, find_strategy("club").play,
        call=find_strategy("random").call,
    )  # fmt: skip
    estimates = estimate_all(run_simulation(Simulation("club", "club"), 100).tally)
    shown = add_exact_values(Simulation("club", silent), estimates)
    assert shown["elder_carte_blanche"].exact == Fraction(125_970, 225_792_840)
    assert shown["younger_carte_blanche"].exact is None
    mirrored = Simulation("club", silent, mirrored=True)
    assert add_exact_values(mirrored, estimates)["elder_carte_blanche"].exact is None


def test_unseen_amount__has_an_upper_end():
    """A carte blanche is shown in one deal of nine hundred; in a hundred there may be none."""
    for mirrored, units in ((False, 100), (True, 50)):
        result = run_simulation(Simulation(mirrored=mirrored, seed=3), 100)
        unseen = result.estimates["younger_carte_blanche_mean"]
        assert (unseen.value, unseen.se, unseen.low) == (0, 0, 0)
        assert unseen.high == pytest.approx(10 * Z_95**2 / (units + Z_95**2))
        assert unseen.method == "Wilson, one value seen, one-sided"
    one = run_simulation(Simulation(), 1).estimates["younger_carte_blanche_mean"]
    assert (one.se, one.low, one.high) == (None, 0, 10)
    assert one.method == "one unit: all that is possible, one-sided"


def test_impossible__is_known_exactly():
    """Elder's first lead counts before younger plays: she can make no pique (Law 68)."""
    estimates = run_simulation(Simulation(), 100).estimates
    for name in ("younger_pique", "younger_pique_mean"):
        one = estimates[name]
        assert (one.value, one.low, one.high, one.method) == (0, 0, 0, "exact")
    cotton = run_simulation(Simulation(rules="cotton_1674"), 2_000).tally
    with pytest.raises(ValueError, match="not played under rubicon"):
        estimate_measure(cotton, "younger_pique")
    american = run_simulation(Simulation(rules="american"), 100).estimates["younger_pique"]
    assert american.high > 0
    assert american.method == "Wilson, one-sided"


# ---- Digits -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("value", "se", "scale", "text"),
    [
        (31.49823, 0.0214, 1, "31.498 ± 0.021"),
        (31.49823, 0.214, 1, "31.50 ± 0.21"),
        (31.49823, 2.14, 1, "31.5 ± 2.1"),
        (31.49823, 21.4, 1, "31 ± 21"),
        (314.9823, 214, 1, "315 ± 214"),
        (0.0123456, 0.00067, 100, "1.235 ± 0.067"),
        (1.5, None, 1, "1.5"),
        (0.0, 0.0, 1, "0"),
        (12.25, 0.0, 1, "12.25"),
    ],
)
def test_format__prints_no_digit_that_the_error_does_not_support(value, se, scale, text):
    assert format_with_error(value, se, scale) == text


@given(st.floats(-1000, 1000), st.floats(1e-6, 100))
def test_format__keeps_two_digits_of_the_error(value, se):
    shown_value, shown_se = format_with_error(value, se).split(" ± ")
    half = 0.5 * 10.0 ** -decimals_of(se)
    assert abs(float(shown_value) - value) <= half * 1.001
    assert abs(float(shown_se) - se) <= half * 1.001
    assert half <= 0.05 * se * 1.001 or decimals_of(se) == 0


def test_estimate__of_one_unit_has_no_error_and_of_none_is_refused():
    for attempt in (lambda: estimate_proportion(0, 0), lambda: estimate_mean(0, 0, 0, 0)):
        with pytest.raises(ValueError, match=r"no deals to estimate from|n: expected at least 1"):
            attempt()
    one = estimate_mean(31, 961, 1, 1)
    assert (one.value, one.se, one.low, one.high) == (31.0, None, None, None)
    assert str(one) == "31"
    assert one.z is None
    assert Estimate(0.5, 0.1, 0.3, 0.7, 25, "Wilson", Fraction(1, 4)).z == pytest.approx(
        0.25 / sqrt(0.25 * 0.75 / 25)  # by the error of the exact value
    )
    assert Estimate(5, 0.1, 4.8, 5.2, 25, "normal", Fraction(4)).z == pytest.approx(10)
    assert str(Estimate(0.5, 0.1, 0.3, 0.7, 25, "Wilson")) == "0.50 ± 0.10"


# ---- Control variates ---------------------------------------------------------------------------
@pytest.mark.parametrize("rules", [RUBICON, RuleSet(pack=36)], ids=["32", "36"])
def test_reduced__expectations_are_those_of_the_census(rules):
    hands = census.count_hands(rules.pack)
    means = [
        Fraction(sum(value * n for value, n in census.count_hands_by(name, rules).items()), hands)
        for name in ("value", "aces")
    ]
    assert census.value_mean(rules) == means[0]
    if rules == RUBICON:
        assert dealt_expectations(rules) == (means[0], means[1], means[1]) * 2


def test_tally__sums_fit_where_everything_counts_most():
    """Units are summed together in 32 bits, of numbers of 16: the most that rules allow fits."""
    options = [name for name in RuleSet.model_fields if name.endswith("_scores")]
    worths = {name: HIGHEST_WORTH for name in options if isinstance(getattr(RUBICON, name), int)}
    rules = RuleSet(**worths, sequence_scores=(HIGHEST_WORTH,) * 7)
    most = max(abs(end) for ends in limit_amounts(rules).values() for end in ends)
    assert most > 5 * HIGHEST_WORTH
    assert 2 * most < 2**15
    assert TOGETHER * (2 * most) ** 2 < 2**31

    simulation = Simulation("club", "random", rules, seed=8, mirrored=True)
    units = 5 * TOGETHER + 5
    tally = run_simulation(simulation, 2 * units).tally.arrays
    records = simulation.record_units(0, units)
    for name in ("elder_score", "younger_score"):
        pairs = records[name].astype(np.int64).reshape(units, 2).sum(axis=1)
        place = getattr(OF, name)
        assert tally.totals[place] == pairs.sum()
        assert tally.squares[place] == (pairs**2).sum()
        aces = sum((records["elder_dealt"] >> (16 * suit + 8)) & 1 for suit in range(4))
        aces = aces.reshape(units, 2).sum(axis=1)
        assert tally.crosses[1, place] == (aces * pairs).sum()
    assert tally.counts.tolist() == [units, 2 * units, units]
    assert tally.crosses.any(axis=1).all()  # no control is left out


@pytest.mark.parametrize("mirrored", [False, True])
def test_reduced__is_the_regression_on_what_was_dealt(mirrored):
    simulation = Simulation("club", "random", seed=6, mirrored=mirrored)
    n = 4000
    result = run_simulation(simulation, n)
    records = simulation.record_units(0, n // simulation.deals_per_unit)
    units = n // simulation.deals_per_unit
    columns = []
    for seat in ("elder", "younger"):
        hands = [int(hand) for hand in records[f"{seat}_dealt"]]
        held = [evaluate_hand(RUBICON.laws(), hand) for hand in hands]
        columns.append([(h.point >> 8) + h.sequences_score + h.sets_score for h in held])
        for rank in (8, 7):
            columns.append([sum(hand >> (16 * suit + rank) & 1 for suit in range(4))
                            for hand in hands])  # fmt: skip
    dealt = np.array(columns, float).T.reshape(units, -1, 6).sum(axis=1)
    made = records["elder_score"].astype(float).reshape(units, -1).sum(axis=1)
    known = np.array([float(one) for one in dealt_expectations(RUBICON)]) * (n / units)
    design = np.column_stack([np.ones(units), dealt - known])
    slopes, residuals, *_ = np.linalg.lstsq(design, made, rcond=None)
    reduced = result.estimates["elder_score"].reduced
    assert reduced.value == pytest.approx(slopes[0] * units / n)
    expected = sqrt(residuals[0] / (units - 7) / units) * units / n
    assert reduced.se == pytest.approx(expected)
    assert reduced.gain > 1.05


def test_reduced__is_left_out_where_it_would_mislead():
    few = run_simulation(Simulation(), 100)
    assert all(estimate.reduced is None for estimate in few.estimates.values())
    many = run_simulation(Simulation(), 2000)
    plain = many.estimates["difference"]
    assert abs(plain.reduced.value - plain.value) < 4 * plain.se
    assert plain.reduced.gain == pytest.approx((plain.se / plain.reduced.se) ** 2)
    assert plain.reduced.gain > 1.05
    answer = many.as_json()["estimates"]["difference"]
    assert set(answer["reduced"]) == {"value", "se", "low", "high", "gain", "method"}
    never = many.estimates["younger_capot"]
    assert never.value > 0 or never.reduced is None


@pytest.mark.parametrize("n", [2, 3, 6, 40])
def test_values__all_alike_do_not_vary_by_rounding(n):
    found = estimate_values(np.full(n, 7 / 44), limits=(0, 1))
    assert (found.se, found.method) == (0, "Wilson, one value seen")


@pytest.mark.parametrize("cases", [5, 8, 14, 30])
def test_mean__of_few_margins_covers_within_two_points(cases):
    records = Simulation("club", "club", seed=5).record_units(0, 40_000)
    margins = records["elder_score"].astype(int) - records["younger_score"]
    samples = np.random.default_rng(cases).choice(margins, (4_000, cases))
    found = [estimate_values(one) for one in samples]
    assert {one.method for one in found} == {STUDENT}
    covers = np.mean([one.low <= margins.mean() <= one.high for one in found])
    assert abs(covers - 0.95) < 0.02
    normal = np.mean([abs(one.value - margins.mean()) < Z_95 * one.se for one in found])
    assert cases > 14 or normal < 0.94
