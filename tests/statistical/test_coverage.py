"""Intervals of 95% hold the truth in 95 of 100 runs; wrong ones are found out.

The truth is the mean of what all runs say, from the same deals: that moves the coverage by less
than 0.0003 (with R runs the variance of one from all is less by 1/R). A coverage is off if it is
four standard errors away from 95%. Seeds are fixed and none was searched for.
"""

import gc
from dataclasses import replace
from functools import cache
from math import sqrt

import numpy as np
import pytest

from piquet_sim import Simulation, simulate
from piquet_sim.compare.duel import play_duel
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import estimate_median, estimate_values
from piquet_sim.estimates.intervals import EXACT, find_median
from piquet_sim.estimates.tally import estimate_measure
from piquet_sim.exact.limits import limit_amounts
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.score_law import ScoreLaw
from piquet_sim.running.measures import estimate_among
from piquet_sim.running.precision import set_target
from piquet_sim.running.result import reduce_error
from piquet_sim.running.run import run_simulation

pytestmark = pytest.mark.statistical

RUNS = 400


def simulate_runs(names, n, *players, **more):
    """Estimates of many runs of n deals or to a precision, and those whose error can be reduced."""
    simulation = Simulation(*players, **more)
    for seed in range(RUNS):
        tally = run_simulation(replace(simulation, seed=seed), n, 1).tally
        found = {name: estimate_measure(tally, name, simulation.rules) for name in names}
        less = {f"{name}, reduced": reduce_error(simulation, tally, name) for name in names}
        yield found | {name: one for name, one in less.items() if one is not None}


def play_duels(strategy, n):
    for seed in range(RUNS):
        duel = play_duel(Simulation("club", strategy, seed=seed, mirrored=True), n, threads=1)
        yield {name: getattr(duel, name) for name in ("gain", "decided", "won", "rating")}


def find_chances(n):
    """The chances of a partie at 80-95 before its last deal, from the scores of few deals."""
    for seed in range(RUNS // 4):
        yield read_chances(ScoreLaw(simulate(n=n, seed=seed).tally.arrays.scores), 80, 95, 6)


def read_chances(law, *score):
    """Of the partie, a number each that has an error."""
    found = vars(ChanceTable(law, law).find_chances(*score, 0))
    return {name: one for name, one in found.items() if one.method != EXACT}


RUN = {
    "plain": lambda: simulate_runs(
        ("elder_score", "difference", "elder_wins", "younger_cards", "elder_pique_mean"), 1000
    ),
    "mirrored": lambda: simulate_runs(
        ("elder_score", "first_less_second"), 1000, "club", "random", mirrored=True
    ),
    "given": lambda: simulate_runs(
        ("elder_score", "elder_wins"), 200, given="younger.longest_suit >= 7"
    ),
    "luck removed": lambda: simulate_runs(("difference", "elder_score"), 60, "expert", "expert"),
    "precision": lambda: simulate_runs(
        ("difference", "elder_score"), set_target(precisions=["difference=0.6"]), "novice", "novice"
    ),
    "duel": lambda: play_duels("novice", 100),
    "chances": lambda: find_chances(1000),
}


@cache
def measure(case):
    """The values and ends in all runs: float64[3, run]; all have an interval."""
    runs = list(RUN[case]())
    return {
        name: np.array([(run[name].value, run[name].low, run[name].high) for run in runs], float).T
        for name in runs[0]
    }


def is_off(values, low, high, factor=1.0):
    """Whether intervals are, or would be if they were so many times as long."""
    low, high = (values + factor * (end - values) for end in (low, high))
    coverage = ((low <= values.mean()) & (values.mean() <= high)).mean()
    return abs(coverage - 0.95) > 4 * sqrt(0.95 * 0.05 / len(values))


@pytest.mark.parametrize("case", RUN)
def test_intervals__hold_the_truth_as_often_as_they_say(case):
    found = measure(case)
    assert (len(found) > 1, bool({name for name in found if "reduced" in name})) == (
        True,
        case in {"plain", "mirrored", "luck removed", "precision"},
    )
    assert all(np.isfinite(ends).all() for ends in found.values())
    assert not [name for name, ends in found.items() if is_off(*ends)]


@pytest.mark.parametrize(
    ("case", "factor"),
    [
        *(
            (case, factor)
            for case in ("plain", "mirrored", "given", "luck removed", "duel")
            for factor in (0.5, 2)
        ),
        ("chances", 0.5),  # as if from four times the deals
    ],
)
def test_intervals__of_a_wrong_length_are_found_out(case, factor):
    assert not [name for name, ends in measure(case).items() if not is_off(*ends, factor)]


# ---- Few deals ----------------------------------------------------------------------------------
SAMPLES, SIZES = 1_000, (5, 20, 100, 1_000)
SCORES = ("elder_score", "younger_score", "difference")
SOME = {
    "elder's repique": lambda records: records["elder_repique"] > 0,
    "elder's pique": lambda records: records["elder_pique"] > 0,
    "no trick of elder's": lambda records: records["younger_tricks"] == 12,
    "younger ahead": lambda records: records["younger_score"] > records["elder_score"],
}
"""Deals that something else singles out."""
NO_INTERVAL = {
    (kind, some, n)
    for kind in SCORES
    for some in SOME
    for n in (
        (5, 20, 60)
        if (kind, some)
        in {
            ("younger_score", "elder's repique"),
            ("younger_score", "elder's pique"),
            ("elder_score", "no trick of elder's"),
            ("elder_score", "younger ahead"),
            ("younger_score", "younger ahead"),
        }
        else (5, 20)
    )
}
"""Means among few deals singled out that have none; all else has one in nearly every sample."""


@cache
def play_deals():
    return Simulation("club", "club", seed=5).record_units(0, 300_000)


@cache
def list_values():
    """What is drawn from: each kind of answer of many deals."""
    records = play_deals()
    elder, younger = (records[f"{seat}_score"].astype(int) for seat in SEATS)
    return {
        "elder_score": elder,
        "younger_score": younger,
        "difference": elder - younger,
        "elder_wins": elder > younger,
        "younger_repique": records["younger_repique"] > 0,
        "elder_sets_mean": records["elder_sets"].astype(int),
        "elder_repique_mean": records["elder_repique"].astype(int),
        "elder_exchanged": records["elder_exchanged"].astype(int),
    }


def cover(values, limits, n, estimate, truth=None):
    """The share of samples that have an interval, and of these the share that hold the truth."""
    luck, ends = np.random.default_rng(n), []
    for sample in luck.choice(values, (SAMPLES, n)):
        found = estimate(sample, limits=limits)
        assert found.low is None or limits[0] <= found.low <= found.high <= limits[1]
        ends.append((found.low, found.high))
    return count_held(ends, values.mean() if truth is None else truth)


def count_held(ends, truth):
    low, high = np.array(ends, float).T
    held, has = (low <= truth) & (truth <= high), np.isfinite(low)
    return has.mean(), held[has].mean() if has.any() else np.nan


def check_covers(held, n, samples=SAMPLES):
    """In 95 of 100, give or take 2 from a hundred deals on; few rare events are held oftener."""
    least, most = (0.93, 0.97) if n >= 100 else (0.91, 1.0)
    noise = 3 * sqrt(least * (1 - least) / samples)
    assert least - noise <= held <= most + noise


def estimate_some(sample, limits):
    """As of deals that something else singled out."""
    return estimate_among(
        len(sample),
        len(sample),
        int(sample.sum()),
        int((sample * sample).sum()),
        int(sample.sum()),
        False,
        limits,
    )


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize(
    "kind",
    [
        *SCORES,
        "elder_wins",
        "younger_repique",
        "elder_sets_mean",
        "elder_repique_mean",
        "elder_exchanged",
    ],
)
def test_intervals__of_few_deals_hold_the_truth(kind, n):
    values = list_values()[kind]
    limits = limit_amounts(RUBICON)[kind] if values.dtype != bool else (0, 1)
    has, held = cover(values, limits, n, estimate_values)
    assert has == 1
    check_covers(held, n)


@pytest.mark.parametrize("n", [5, 20, 60, 100, 200, 1_000])
@pytest.mark.parametrize("some", SOME)
@pytest.mark.parametrize("kind", SCORES)
def test_intervals__among_some_deals_hold_the_truth_or_there_are_none(kind, some, n):
    has, held = cover(
        list_values()[kind][SOME[some](play_deals())],
        limit_amounts(RUBICON)[kind],
        n,
        estimate_some,
    )
    if (kind, some, n) in NO_INTERVAL:
        assert has < 0.1  # of deals that are all alike
    else:
        assert has > 0.9 or (kind, some) in {("difference", "elder's repique")}
        check_covers(held, n)


@pytest.mark.parametrize("n", SIZES)
def test_intervals__of_few_medians_and_differences_hold_the_truth(n):
    values = list_values()
    scores, *shares = (values[name] for name in ("elder_score", "elder_wins", "younger_repique"))
    luck, median = np.random.default_rng(n), find_median(np.bincount(scores))
    less = (
        subtract_estimates(*(estimate_values(luck.choice(one, n)) for one in shares))
        for _ in range(SAMPLES)
    )
    for has, held in (
        cover(scores, (-1, 200), n, lambda one, **_: estimate_median(np.bincount(one)), median),
        count_held([(one.low, one.high) for one in less], shares[0].mean() - shares[1].mean()),
    ):
        assert has == 1
        check_covers(held, n)


STATES = {
    "first": (0, 0, 1),
    "fifth": (120, 100, 5),
    "after a tie": (120, 120, 7),
    "last": (80, 95, 6),
}
CHANCES = ("wins", "loses", "drawn", "a_rubiconed", "b_rubiconed")


@pytest.mark.parametrize("n", SIZES)
def test_intervals__of_chances_from_few_deals_hold_the_truth_or_there_are_none(n):
    """Those of more than one deal have none from five or twenty."""
    scores = np.zeros((192, 192), np.int64)
    np.add.at(scores, tuple(play_deals()[f"{seat}_score"].astype(int) for seat in SEATS), 1)
    truth, luck, samples = ScoreLaw(scores), np.random.default_rng(n), 150
    drawn = luck.multinomial(n, scores.ravel() / truth.deals, samples)
    found = {name: [] for name in STATES}
    for sample, counts in enumerate(drawn):
        law = ScoreLaw(counts.reshape(scores.shape))
        if sample % 10 == 0:  # tables of chances are large, and refer to themselves
            gc.collect()
        for name, state in STATES.items():
            found[name].append(read_chances(law, *state))
    for name, state in STATES.items():
        for number, true in read_chances(truth, *state).items():
            estimates = [one[number] for one in found[name] if number in one]
            has, held = count_held([(one.low, one.high) for one in estimates], true.value)
            has_none = name != "last" and n < 50 and number in CHANCES
            assert has == (not has_none), (name, number)
            if not has_none:
                check_covers(held, min(n, 99) if number == "drawn" else n, samples)


def test_intervals__of_pairs_counted_as_two_deals_are_found_out():
    """The error of a duel's gain is too small by a root of two."""
    assert is_off(*measure("duel")["gain"], 1 / sqrt(2))
