"""Tail probabilities against SciPy, and Holm's procedure."""

import pytest
from scipy.stats import norm, poisson

from piquet_sim.estimates.significance import adjust_by_holm, normal_tails, poisson_tail


@pytest.mark.parametrize("mean", [1e-9, 0.02, 1.0, 7.3, 150.0, 2e4])
def test_poisson_tail__is_that_of_scipy(mean):
    for count in {0, 1, 2, 5, int(mean), int(mean) + 1, int(mean + 4 * mean**0.5), int(mean / 2)}:
        assert poisson_tail(count, mean) == pytest.approx(poisson.sf(count - 1, mean), rel=1e-8)
    assert poisson_tail(3, 0.0) == 0.0
    assert poisson_tail(0, 0.0) == 1.0


@pytest.mark.parametrize("z", [0, 0.5, -2, 10])
def test_normal_tails__are_those_of_scipy(z):
    assert normal_tails(z) == pytest.approx(2 * norm.sf(abs(z)), rel=1e-12)


def test_holm__is_the_procedure():
    assert adjust_by_holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert adjust_by_holm([0.9, 0.8]) == [1.0, 1.0]
    assert adjust_by_holm([]) == []
