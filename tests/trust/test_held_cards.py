"""Whether what is said of the opponent's cards comes true, and whether one would notice if not."""

import numpy as np
import pytest
from refusals import refuses

from piquet_sim.trust.checks import FINE, HOLDINGS, OFF
from piquet_sim.trust.holdings import BINS, measure_holdings, say_hands

DEALS = 80


def _sharpened(power):
    def say(view):
        hands, weights = say_hands(view)
        return hands, weights**power / (weights**power).sum()

    return say


def _upside_down(view):
    hands, weights = say_hands(view)
    turned = 1 / weights.clip(1e-6)
    return hands, turned / turned.sum()


def test_holdings__come_true():
    checks = measure_holdings(DEALS, 1)
    assert {check.verdict for check in checks} == {FINE}
    assert {check.part for check in checks} == {HOLDINGS}
    assert len(checks) >= BINS - 2
    # Said is what lies in the bin, and held is counted apart from it.
    for check in checks:
        low, high = (float(part) / 100 for part in check.quantity.removesuffix("%").split(" to "))
        assert low <= check.expected <= high
    shares = [check.value for check in checks]
    assert np.corrcoef(shares, range(len(shares)))[0, 1] > 0.9


@pytest.mark.parametrize("say", [_sharpened(3), _upside_down])
def test_holdings__of_a_wrong_model_are_off(say):
    checks = measure_holdings(DEALS, 1, say=say)
    assert OFF in {check.verdict for check in checks}


def test_holdings__need_a_deal():
    with refuses("deals"):
        measure_holdings(0, 1)
