"""Verdicts follow from costs and from what the words know beside lots."""

import re
from dataclasses import replace

import numpy as np
import pytest
from specimens import RESULTS

from analyses.findings import Findings
from analyses.maxims.findings import STUDY_OF, read_judged
from analyses.maxims.maxim import find_maxim
from analyses.maxims.trial import Options, Trial
from analyses.maxims.verdict import (
    AS_ANY,
    BROKEN,
    BY_KIND,
    BY_OPTIONS,
    COLUMNS,
    HALF,
    NO_DIFFERENCE,
    NOT_SETTLED,
    OBEYED,
    OBEYS,
    RIGHT,
    TOGETHER,
    WORTH,
    WRONG,
    add_judged,
    compare_with_lot,
    decide,
    list_sentences,
    list_titles,
    list_verdicts,
    mean,
    measure_known,
    widen,
)
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.estimates.shown import Numbers


def plant(obeys, lots):
    """What words know whose better choice obeys in these cases, beside lots."""
    share = estimate_proportion(len(obeys), 2 * len(obeys))
    asked = find_maxim("CAV-M01"), "elder", share, np.zeros((len(obeys), 3))
    return measure_known(Trial(*asked, obeys, lots, None, None, None))


def make_known(q, lots, cases=20_000):
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
        (2.0, 1.0, {}, NOT_SETTLED),  # what the words know is not known
        (-2.0, 0.0, {}, NOT_SETTLED),
    ],
)
def test_verdict__follows_what_is_so(difference, q, lots, verdict):
    # Costs alike to half a point need a small error.
    noise = 4.0 if abs(difference) > 1 else 1.0
    assert decide(make_difference(difference, noise), make_known(q, lots)) == verdict
    # It is open where few cases were judged.
    assert (
        decide(make_difference(0.5, cases=60), make_known(0.9, {BY_OPTIONS: 0.1})),
        decide(make_difference(20 * difference, cases=29), make_known(q, lots)),
    ) == (NOT_SETTLED, NOT_SETTLED)


def test_known__has_never_a_smaller_error_than_the_lot():
    (known,) = make_known(1.0, {BY_OPTIONS: 0.5}, cases=400)
    assert (known.more.value, known.more.se) == pytest.approx((0.5, (0.25 / 400) ** 0.5))


def test_known__leaves_out_where_the_better_choice_or_a_lot_says_nothing():
    says, places = np.arange(2_000) % 4 > 0, np.arange(2_000)
    (known,) = plant(np.where(says, 1.0, np.nan), {BY_OPTIONS: np.full(2_000, 0.5)})
    assert (known.obeys.value, known.obeys.n, known.more.n) == (1, 1_500, 1_500)
    assert plant(np.where(places < 29, 1.0, np.nan), {BY_OPTIONS: np.ones(2_000)}) == []
    for differs, wanted in ((150, [BY_OPTIONS]), (250, [BY_OPTIONS, BY_KIND])):
        lots = {BY_OPTIONS: np.full(2_000, 0.1), BY_KIND: np.where(places < differs, 0.5, np.nan)}
        assert [one.lot for one in plant(np.ones(2_000), lots)] == wanted


def test_knowledge__that_varies_by_rounding_alone_does_not_vary():
    rounded, chances = np.where(np.arange(500) % 3, 1, np.nextafter(1, 0)), np.full(500, 0.5)
    known = compare_with_lot(BY_OPTIONS, rounded, chances)
    assert known == compare_with_lot(BY_OPTIONS, np.ones(500), chances)
    assert (known.obeys.method, known.is_more) == ("Wilson, one-sided", True)
    assert 0.99 < known.obeys.low < known.obeys.value == known.obeys.high == 1


def test_words__have_the_lot_that_decided_and_count_what_is_as_any_rule():
    """The second lot obeys oftener, but the words know no more than the first."""
    found, order = Findings({}, COLUMNS), np.random.default_rng(1).permutation(2_000)
    known = [
        compare_with_lot(lot, (order < 2_000 * q).astype(float), np.full(2_000, p))
        for lot, q, p in ((BY_OPTIONS, 0.60, 0.61), (BY_KIND, 0.84, 0.66))
    ]
    numbers = {
        name: make_difference(value) for name, value in ((WORTH, 2.0), (OBEYED, 1.0), (BROKEN, 3.0))
    }
    add_judged(found, find_maxim("CAV-M01"), "elder", numbers, known)
    (row,), (judged,) = list_verdicts(found), read_judged(found, "CAV-M01")
    assert row["verdict"] == AS_ANY
    assert re.search(r"obeys in 60\S*% .* of cases .*, by lot in 61", judged.said)
    assert [judged.numbers[one].value for one in (OBEYS, "by lot")] == [0.6, pytest.approx(0.61)]
    assert [
        one.say(Numbers("", []))
        for some in (list_titles, list_sentences)
        for one in some(found, "on the discard")
        if not one.list_keys(Numbers("", []))
    ][:2] == [
        "Of 1 verdict on maxims on the discard none say right, 1 only as any rule of its kind, "
        "none wrong",
        f"1 verdict on 1 maxim on the discard: 1 {AS_ANY}.",
    ]


def test_options__choose_the_own_way_or_the_best_and_draw_as_many():
    follow = np.array([False, True, False, True, False, True])
    against = np.array([True, False, False, False, True, True])
    ways = np.array([10, 20, 30, 40, 50, 60])
    options = Options(ways, follow, against, np.array([0.25, 0.5, 0.25, 0, 0, 0]))
    assert (options.choose(30), options.choose(40)) == ((20, 10), (40, 10))  # 30 is on no side
    # What is on no side does not count.
    assert (options.obeys(), options.share_following()) == (pytest.approx(2 / 3), 0.5)
    # The first is like the fourth, and the second like nothing: it obeys, as it does.
    assert options.share_of_kind(np.array([1, 2, 3, 1, 4, 5])) == pytest.approx((0.5 + 2) / 3)
    nothing = [
        *(replace(options, better=one).obeys() for one in np.eye(6)[[2, 5]]),  # on no side, on both
        options.share_of_kind(np.arange(6)),
        options.share_following(np.array([True, False, False, False, True, False])),
    ]
    assert np.isnan(nothing).all()
    options = Options(ways[:5], follow[:5], against[:5], np.eye(5)[0])
    drawn = options.draw(30, np.random.default_rng(1), 2_000)
    # The best of two of four, each as likely: the best itself in half of the draws.
    assert abs(drawn.count(10) / 2_000 - 0.5) < 3 * 0.5 / 2_000**0.5
    assert 30 not in drawn


def test_verdicts__of_all_studies_hold_together_and_half_right_costs_surely_more_obeyed():
    tables = [Findings.read_file(RESULTS / one / "data.csv") for one in STUDY_OF.values()]
    rows = [row for found in tables for row in list_verdicts(found)]
    half = [row.estimate for row in rows if row["verdict"] == HALF]
    assert (len(rows) <= TOGETHER, [one for one in half if widen(one)[1] >= 0]) == (True, [])
