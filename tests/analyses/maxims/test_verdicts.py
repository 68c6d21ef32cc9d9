"""Verdicts follow from costs and from what the words know beside lots."""

import numpy as np
import pytest
from specimens import RESULTS

from analyses.findings import Findings
from analyses.maxims.findings import STUDY_OF
from analyses.maxims.maxim import find_maxim
from analyses.maxims.trial import Options, Trial
from analyses.maxims.verdict import (
    AS_ANY,
    BY_KIND,
    BY_OPTIONS,
    HALF,
    NO_DIFFERENCE,
    NOT_SETTLED,
    RIGHT,
    TOGETHER,
    WRONG,
    decide,
    list_verdicts,
    mean,
    measure_known,
    widen,
)
from piquet_sim.estimates.estimate import estimate_proportion


def plant(obeys, lots):
    """What words know whose better choice obeys in these cases, beside lots."""
    share = estimate_proportion(len(obeys), 2 * len(obeys))
    made = np.zeros((len(obeys), 3))
    return measure_known(Trial(find_maxim("CAV-M01"), "elder", share, made, obeys, lots))


def make_known(q, lots, cases=2_000):
    """The same where it obeys in a share q of made-up cases, and each lot in a share of its own."""
    obeys = (np.random.default_rng(1).permutation(cases) < q * cases).astype(float)
    return plant(obeys, {lot: np.full(cases, p) for lot, p in lots.items()})


def make_difference(value, noise=4.0, cases=2_000):
    spread = np.random.default_rng(2).normal(0, noise, cases)
    return mean(value + spread - spread.mean())


@pytest.mark.parametrize(
    ("difference", "q", "lots", "verdict"),
    [
        (2.0, 0.77, {BY_OPTIONS: 0.02}, RIGHT),
        (2.0, 0.50, {BY_OPTIONS: 0.50}, AS_ANY),
        (2.0, 0.97, {BY_OPTIONS: 0.97}, AS_ANY),
        (2.0, 0.55, {BY_OPTIONS: 0.50}, NOT_SETTLED),  # the odds are 1.22 times those of the lot
        (2.0, 0.77, {BY_OPTIONS: 0.02, BY_KIND: 0.77}, AS_ANY),  # not more than every lot
        (-2.0, 0.40, {BY_OPTIONS: 0.10}, HALF),
        (-2.0, 0.10, {BY_OPTIONS: 0.02}, WRONG),  # more, and yet in few cases
        (-2.0, 0.05, {BY_OPTIONS: 0.10}, WRONG),
        (-2.0, 0.40, {BY_OPTIONS: 0.10, BY_KIND: 0.40}, WRONG),
        (0.0, 0.50, {BY_OPTIONS: 0.50}, NO_DIFFERENCE),
        (0.0, 0.90, {BY_OPTIONS: 0.50}, NO_DIFFERENCE),  # whatever the words know
        (0.0, 0.55, {BY_OPTIONS: 0.50}, NO_DIFFERENCE),
        (-0.2, 0.90, {BY_OPTIONS: 0.50}, HALF),  # surely dearer, be it by little
        (2.0, 1.0, {}, RIGHT),  # nothing is chosen: the costs alone decide
        (-2.0, 0.0, {}, WRONG),
    ],
)
def test_verdict__follows_what_is_so(difference, q, lots, verdict):
    # Costs alike to half a point need a small error.
    noise = 4.0 if abs(difference) > 1 else 1.0
    known = make_known(q, lots, cases=20_000)
    assert decide(make_difference(difference, noise), known) == verdict


def test_verdict__is_open_where_few_cases_were_judged():
    known = make_known(0.9, {BY_OPTIONS: 0.1})
    assert decide(make_difference(0.5, cases=60), known) == NOT_SETTLED
    assert decide(make_difference(20.0, cases=29), known) == NOT_SETTLED


def test_known__has_never_a_smaller_error_than_the_lot():
    (known,) = make_known(1.0, {BY_OPTIONS: 0.5}, cases=400)
    assert known.more.se == pytest.approx((0.25 / 400) ** 0.5)
    assert known.more.value == pytest.approx(0.5)


@pytest.mark.parametrize(("differs", "lots"), [(150, [BY_OPTIONS]), (250, [BY_OPTIONS, BY_KIND])])
def test_known__leaves_out_a_lot_that_differs_in_few_cases(differs, lots):
    chances = np.where(np.arange(2_000) < differs, 0.5, np.nan)
    known = plant(np.ones(2_000), {BY_OPTIONS: np.full(2_000, 0.1), BY_KIND: chances})
    assert [one.lot for one in known] == lots


def test_options__choose_the_own_way_or_the_best_and_draw_as_many():
    follow = np.array([False, True, False, True, False])
    against = np.array([True, False, False, False, True])
    options = Options(np.array([10, 20, 30, 40, 50]), follow, against)
    assert (options.choose(30), options.choose(40)) == ((20, 10), (40, 10))  # 30 is on no side
    assert [options.obeys(one) for one in (30, 40, 50)] == [0, 1, 0]
    assert options.share_following() == 0.5
    assert np.isnan(options.share_following(np.array([True, False, False, False, True])))
    luck = np.random.default_rng(1)
    drawn = [options.draw(30, luck) for _ in range(2_000)]
    # The best of two of four, each as likely: the best itself in half of the draws.
    assert abs(drawn.count(10) / 2_000 - 0.5) < 3 * 0.5 / 2_000**0.5
    assert 30 not in drawn


def test_verdicts__of_all_studies_are_no_more_than_hold_together():
    tables = [Findings.read_file(RESULTS / one / "data.csv") for one in STUDY_OF.values()]
    assert sum(1 for found in tables for _ in list_verdicts(found)) <= TOGETHER


@pytest.mark.parametrize("study", ["maxims", "playing"])
def test_half_right__is_only_what_costs_surely_more_obeyed_than_broken(study):
    found = Findings.read_file(RESULTS / study / "data.csv")
    half = [row.estimate for row in list_verdicts(found) if row["verdict"] == HALF]
    assert [one for one in half if widen(one)[1] >= 0] == []
