"""Mid-ranks and what is compared by them: against cases sorted one by one, and by coverage."""

import random
from math import sqrt

import numpy as np
import pytest
from scipy.stats import mannwhitneyu, rankdata

from piquet_sim.estimates.distances import compare_by_ranks, find_mid_ranks

RUNS = 600


def list_cases(counts):
    return np.repeat(np.arange(len(counts)), counts)


def draw_counts(luck):
    return [luck.randrange(7) for _ in range(6)]


def test_mid_ranks__are_those_of_scipy():
    luck = random.Random(1)
    for _ in range(50):
        counts = draw_counts(luck)
        found = find_mid_ranks(counts)
        assert np.repeat(found, counts).tolist() == rankdata(list_cases(counts)).tolist()
    # The hands of 1890: elder's fifth class has 7,692 hands below it, and 902 in it.
    elder = [977, 1743, 2867, 2105, 902, 76, 166, 664, 106, 20, 88, 210, 40, 2, 18, 16]
    assert find_mid_ranks(elder)[4] == 7_692 + (902 + 1) / 2


def test_comparison__is_the_u_of_mann_and_whitney():
    luck = random.Random(2)
    for _ in range(50):
        one, two = draw_counts(luck), draw_counts(luck)
        if min(sum(one), sum(two)) < 2:
            continue
        found, turned = compare_by_ranks(one, two), compare_by_ranks(two, one)
        u = mannwhitneyu(list_cases(one), list_cases(two)).statistic
        assert found.value == pytest.approx(u / (sum(one) * sum(two)))
        assert (found.value, found.se) == pytest.approx((1 - turned.value, turned.se))
        assert 0 <= found.low <= found.value <= found.high <= 1


def test_comparison__errs_as_it_says():
    generator = np.random.default_rng(5)
    shares = np.array([[0.1, 0.3, 0.4, 0.2], [0.25, 0.35, 0.25, 0.15]])
    truth = sum(
        shares[0][a] * shares[1][b] * ((a > b) + (a == b) / 2) for a in range(4) for b in range(4)
    )
    pairs = (
        (generator.multinomial(400, shares[0]), generator.multinomial(150, shares[1]))
        for _ in range(RUNS)
    )
    found = [compare_by_ranks(*pair) for pair in pairs]
    errors = np.array([(one.value - truth) / one.se for one in found])
    assert abs(errors.mean()) < 4 / sqrt(RUNS)
    assert abs(errors.std() - 1) < 4 / sqrt(2 * RUNS)
    covered = sum(one.low <= truth <= one.high for one in found) / RUNS
    assert covered > 0.95 - 4 * sqrt(0.95 * 0.05 / RUNS)


def test_comparison__without_variation_has_an_interval_nevertheless():
    apart = compare_by_ranks([0, 0, 9], [30, 0, 0])
    assert (apart.value, apart.se, apart.n) == (1, 0, 9)
    assert 0.6 < apart.low < 1 == apart.high
    with pytest.raises(ValueError, match="with cases in each"):
        compare_by_ranks([1, 0], [4, 4])
    with pytest.raises(ValueError, match="classes"):
        compare_by_ranks([5, 5], [4, 4, 4])
