"""One door for intervals: whatever a command writes has a method, and no interval is a lie.

Amounts that are nearly always the same have Wilson's, of the event behind them.

Tail probabilities, Holm's procedure and mid-ranks: against SciPy, case by case, by coverage.

Covers `estimates.distances`, `estimates.significance`.
"""

import shlex
from collections import ChainMap
from math import sqrt

import numpy as np
import pytest
from command_line import answer
from honest import find_lies, find_lies_of, find_lies_of_table
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu, norm, poisson, rankdata, sem

from analyses.studies.ladder import climb
from piquet_sim import Simulation
from piquet_sim.compare.paired import compare_players
from piquet_sim.estimates.distances import compare_by_ranks, find_mid_ranks, measure_distance
from piquet_sim.estimates.estimate import estimate_values
from piquet_sim.estimates.intervals import Z_95, bound_amount
from piquet_sim.estimates.significance import adjust_by_holm, normal_tails, poisson_tail
from piquet_sim.estimates.tally import estimate_lead, estimate_measure
from piquet_sim.running.blocks import count_block
from piquet_sim.running.measures import estimate_among
from piquet_sim.running.run import run_simulation

CLUBS = Simulation("club", "club", seed=4)


def list_estimates(told, name=""):
    """All numbers with intervals in a JSON document, by where they stand."""
    items = dict(enumerate(told)) if isinstance(told, list) else told
    if not isinstance(items, dict):
        return {}
    if "value" in items and {"low", "method", "se"} & set(items):
        return {name: told, **list_estimates(told.get("reduced"), f"{name}/reduced")}
    return dict(ChainMap(*(list_estimates(value, f"{name}/{key}") for key, value in items.items())))


@pytest.mark.parametrize(
    "words",
    [
        "simulate -n 2000",
        "simulate -n 20000 --elder club --younger random --mirrored",
        "simulate -n 2",
        "simulate -n 2000 --given 'younger.aces == 0'",
        "simulate -n 20000 --given 'elder.carte_blanche'",
        "chances 0-160 --deal 6 --elder b -n 20000",
        "chances 68-155 --deal 6 -n 2000",
        "chances 100-100 --deal 5 -n 2000",
        "duel club club -n 500",
        "duel random club -n 500",
        "duel club novice -n 20 --parties",
        "simulate --matches 2",
        "simulate --matches 500",
        "simulate --matches 200 --start 70-99 --rules au_cent",
        "advise 'AKJ.AQJ8.98.J87' --deals 600",
    ],
)
def test_command__prints_no_interval_that_is_a_lie(words):
    told = list_estimates(answer(*shlex.split(words), "--json"))
    assert (
        {name: lie for name, one in told.items() if (lie := find_lies_of(one))},
        len(told) > 0,
    ) == ({}, True)


@pytest.mark.parametrize(
    "lie",
    [
        (0.5, 0.1, 0.3, 0.7, ""),
        (0.5, 0.1, 0.6, 0.7, "normal"),
        (0.5, 0.0, 0.4, 0.6, "normal"),
        (0.5, 0.1, None, None, "normal"),
        (None, 0.1, 0.4, 0.6, "normal"),
        (0.5, None, 0.4, 0.6, "exact"),
        (0.5, None, 0.4, 0.6, "no interval"),
        (0.5, 0.1, 0.5, 0.5, "Wilson, one-sided"),
    ],
)
def test_lie__is_seen(lie):
    assert find_lies(*lie) is not None


@pytest.mark.parametrize(
    "make",
    [
        *(lambda n=n: climb(["random", "novice", "club"], n).found for n in (2, 400)),
        *(lambda one=one: compare_players("club", one, 200) for one in ("club", "novice")),
    ],
)
def test_table__has_no_interval_that_is_a_lie(make):
    """Where both play alike nothing varies, and might have by so much."""
    assert find_lies_of_table(make().table()) == []


# ---- Sums of dependent numbers, and distances ---------------------------------------------------
@pytest.mark.parametrize("part", ["point", "sequences", "sets", "pique", "repique", "cards"])
def test_lead__of_two_seats_that_never_both_score_is_their_difference(part):
    """Only one scores for point, so that elder's lead has the error of both counts."""
    tally, records = count_block(CLUBS, 0, 20_000), CLUBS.record_units(0, 20_000)
    mine, theirs = (records[f"{seat}_{part}"].astype(int) for seat in ("elder", "younger"))
    assert not (mine * theirs).any()
    lead, less = estimate_lead(tally, part, CLUBS.rules), mine - theirs
    assert (lead.value, lead.se) == pytest.approx((less.mean(), sem(less)), rel=1e-6)


def test_distance__of_samples_from_one_law_is_what_chance_gives():
    rng, law = np.random.default_rng(3), np.array([0.1, 0.2, 0.4, 0.2, 0.1])
    found = [
        measure_distance(rng.multinomial(500, law), rng.multinomial(20_000, law)) for _ in range(60)
    ]
    assert all(one.low < one.value < one.high or "one-sided" in one.method for one in found)
    assert 0.3 < np.mean([one.p for one in found]) < 0.7  # 0.5 within 5 standard errors
    assert (
        np.mean([one.value / one.by_chance for one in found]),
        np.mean([one.se for one in found]) / np.std([one.value for one in found]),
    ) == pytest.approx((1, 1.2), abs=0.2)  # a bootstrap's distances vary a little more
    moved = rng.multinomial(500, law[[2, 1, 0, 3, 4]])
    assert (
        measure_distance(moved, rng.multinomial(20_000, law)).p < 0.01,
        measure_distance([9, 0], [0, 30]).value,  # all of one would have to move
    ) == (True, 1)


@pytest.mark.parametrize("name", ["younger_exchanged", "elder_score"])
def test_departures__both_ways_are_none(name):
    tally = run_simulation(Simulation("random", "random"), 10_000).tally
    assert estimate_measure(tally, name).method == "normal"


@pytest.mark.parametrize(
    ("others", "chances"),
    [([2], [0.002]), ([4], [0.01]), ([2, 4], [0.004, 0.002])],
    ids=["one card less", "one card more", "both ways"],
)
def test_nearly_always__intervals_cover(others, chances):
    """At least 93.5 in a hundred, though in many runs nothing departs from three."""
    choices, weights = [3, *others], [1 - sum(chances), *chances]
    truth = float(np.dot(choices, weights))
    values = np.random.default_rng(11).choice(choices, (2000, 500), p=weights)
    sums, squares = values.sum(axis=1).tolist(), (values**2).sum(axis=1).tolist()
    found = [bound_amount(*both, 500, 1, 8) for both in zip(sums, squares, strict=True)]
    assert all(
        low <= mean <= high > low
        for (low, high, _), mean in zip(found, values.mean(axis=1), strict=True)
    )
    assert not any(method.startswith("normal") for *_, method in found)
    assert np.mean([low <= truth <= high for low, high, _ in found]) > 0.935
    # Two standard errors either way hold it in far fewer runs.
    assert (np.abs(values.mean(axis=1) - truth) <= Z_95 * sem(values, axis=1)).mean() < 0.935


def test_mean_of_few__near_an_end_has_a_skewed_interval_within_what_is_possible():
    """Of samples of ten as skewed as scores, which can be anything from 0 to 174."""
    samples = np.random.default_rng(1).gamma(1.5, 8, (600, 10))
    found = [estimate_values(sample, limits=(0, 174)) for sample in samples]
    assert (
        {one.method for one in found},
        all(0 < one.low < one.value < one.high < 174 for one in found),
        all(one.high - one.value > one.value - one.low for one in found),
    ) == ({"Student’s t of the logarithm"}, True, True)
    assert np.mean([one.low < samples.mean() < one.high for one in found]) == pytest.approx(
        0.95, abs=4 * (0.95 * 0.05 / len(found)) ** 0.5
    )
    # Where it can as well be less, and in many, it is symmetric.
    for values, limits in ((samples[0], (-174, 174)), (samples[:6].ravel(), (0, 174))):
        one = estimate_values(values, limits=limits)
        assert one.high - one.value == pytest.approx(one.value - one.low)


def test_mean__has_no_end_beyond_what_is_possible():
    assert estimate_values(np.repeat([0, 0, 0, 60, 60, 100], 10)[:50], limits=(0, 100)).low > 0
    low, high, _ = bound_amount(36 * 3, 3 * 36**2, 100, 0, 36)
    assert 0 <= low < high <= 36


@pytest.mark.parametrize(
    ("deals", "has", "method"),
    [(99, False, "no interval"), (100, True, "gamma"), (199, True, "gamma"), (200, True, "normal")],
)
def test_mean_among_some__of_a_skewed_amount_has_no_interval_in_few(deals, has, method):
    values = np.resize([2, 4, 6, 40], deals)
    sums = int(values.sum()), int((values**2).sum()), int(values.sum())
    found, lead = (
        estimate_among(deals, deals, *sums, False, limits) for limits in ((0, 174), (-174, 174))
    )
    assert (found.low is not None, method in found.method) == (has, True)
    if method == "gamma":
        assert found.high - found.value > 1.15 * (found.value - found.low)
    assert (lead.low is not None, found.se, lead.se > 0) == (True, lead.se, True)
    assert estimate_among(49, 49, 90, 400, 90, False, (-174, 174)).low is None


# ---- Ranks and tails ----------------------------------------------------------------------------
RUNS = 600


CLASSES = st.lists(st.integers(0, 6), min_size=6, max_size=6)
MORE = CLASSES.filter(lambda counts: sum(counts) > 1)


@given(CLASSES)
@example([977, 1743, 2867, 2105, 902, 76, 166, 664, 106, 20, 88, 210, 40, 2, 18, 16])
def test_mid_ranks__are_those_of_scipy(counts):
    """The example are elder's hands of 1890."""
    assert np.repeat(find_mid_ranks(counts), counts).tolist() == (
        rankdata(np.repeat(np.arange(len(counts)), counts)).tolist()
    )


@given(MORE, MORE)
def test_comparison__is_the_u_of_mann_and_whitney(one, two):
    found, turned = compare_by_ranks(one, two), compare_by_ranks(two, one)
    u = mannwhitneyu(*(np.repeat(np.arange(6), counts) for counts in (one, two))).statistic
    assert (found.value, 1 - turned.value, turned.se) == pytest.approx(
        (u / (sum(one) * sum(two)), found.value, found.se)
    )
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_comparison__errs_as_it_says():
    generator = np.random.default_rng(5)
    shares = np.array([[0.1, 0.3, 0.4, 0.2], [0.25, 0.35, 0.25, 0.15]])
    # 1 where the first is higher, a half where they are equal.
    truth = shares[0] @ (np.tri(4) - np.eye(4) / 2) @ shares[1]
    drawn = (
        generator.multinomial(size, one, RUNS) for size, one in zip((400, 150), shares, strict=True)
    )
    found = [compare_by_ranks(*pair) for pair in zip(*drawn, strict=True)]
    errors = np.array([(one.value - truth) / one.se for one in found])
    assert abs(errors.mean()) < 4 / sqrt(RUNS)
    assert abs(errors.std() - 1) < 4 / sqrt(2 * RUNS)
    assert sum(one.low <= truth <= one.high for one in found) / RUNS > (
        0.95 - 4 * sqrt(0.95 * 0.05 / RUNS)
    )


def test_comparison__without_variation_has_an_interval_nevertheless():
    apart = compare_by_ranks([0, 0, 9], [30, 0, 0])
    assert (apart.value, apart.se, apart.n, 0.6 < apart.low < 1, apart.high) == (1, 0, 9, True, 1)


@pytest.mark.parametrize(
    ("one", "two", "said"), [([1, 0], [4, 4], "with cases in each"), ([5, 5], [4, 4, 4], "classes")]
)
def test_comparison__of_no_two_samples_is_refused(one, two, said):
    with pytest.raises(ValueError, match=said):
        compare_by_ranks(one, two)


@pytest.mark.parametrize("mean", [1e-9, 0.02, 1.0, 7.3, 150.0, 2e4])
def test_poisson_tail__is_that_of_scipy(mean):
    counts = [0, 1, 2, 5, int(mean), int(mean) + 1, int(mean + 4 * mean**0.5), int(mean / 2)]
    assert (
        [poisson_tail(count, mean) for count in counts],
        poisson_tail(3, 0.0),
        poisson_tail(0, 0.0),
    ) == (pytest.approx([poisson.sf(count - 1, mean) for count in counts], rel=1e-8), 0.0, 1.0)


def test_normal_tails__are_those_of_scipy_and_holm_is_the_procedure():
    tails = {z: 2 * norm.sf(abs(z)) for z in (0, 0.5, -2, 10)}
    assert (
        {z: normal_tails(z) for z in tails},
        adjust_by_holm([0.01, 0.04, 0.03, 0.005]),
        adjust_by_holm([0.9, 0.8]),
        adjust_by_holm([]),
    ) == (pytest.approx(tails, rel=1e-12), pytest.approx([0.03, 0.06, 0.06, 0.02]), [1.0, 1.0], [])
