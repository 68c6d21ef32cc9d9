"""Tail probabilities, Holm's procedure, and mid-ranks: against SciPy, case by case, by coverage.

Covers `estimates.distances`, `estimates.significance`.
"""

from math import sqrt

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu, norm, poisson, rankdata

from piquet_sim.estimates.distances import compare_by_ranks, find_mid_ranks
from piquet_sim.estimates.significance import adjust_by_holm, normal_tails, poisson_tail

RUNS = 600


CLASSES = st.lists(st.integers(0, 6), min_size=6, max_size=6)
MORE = CLASSES.filter(lambda counts: sum(counts) > 1)


@given(CLASSES)
@example([977, 1743, 2867, 2105, 902, 76, 166, 664, 106, 20, 88, 210, 40, 2, 18, 16])
def test_mid_ranks__are_those_of_scipy(counts):
    """The example are elder's hands of 1890."""
    cases = np.repeat(np.arange(len(counts)), counts)
    assert np.repeat(find_mid_ranks(counts), counts).tolist() == rankdata(cases).tolist()


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
    above = np.tri(4) - np.eye(4) / 2  # 1 where the first is higher, a half where they are equal
    truth = shares[0] @ above @ shares[1]
    drawn = (
        generator.multinomial(size, one, RUNS) for size, one in zip((400, 150), shares, strict=True)
    )
    found = [compare_by_ranks(*pair) for pair in zip(*drawn, strict=True)]
    errors = np.array([(one.value - truth) / one.se for one in found])
    assert abs(errors.mean()) < 4 / sqrt(RUNS)
    assert abs(errors.std() - 1) < 4 / sqrt(2 * RUNS)
    covered = sum(one.low <= truth <= one.high for one in found) / RUNS
    assert covered > 0.95 - 4 * sqrt(0.95 * 0.05 / RUNS)


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
