"""The share of hands that lose more than a few points."""

from dataclasses import dataclass

import numpy as np
import pytest

from analyses.studies.players.slips import estimate_share, find_near, is_slip, share_near
from piquet_sim import Simulation
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.intervals import NORMAL
from piquet_sim.game.cards import parse_hand
from piquet_sim.kernel.questions.held_cards import value_with_one_more


@dataclass
class Hand:
    is_near: bool
    lost: float
    seat: str = "elder"

    @property
    def loss(self):
        return Estimate(self.lost, 0.3, self.lost - 0.6, self.lost + 0.6, 8_192, NORMAL)


def draw_hands(near, others, seed=1):
    """Hands near a repique, a fifth of which lose four points, and others, of which a hundredth."""
    random = np.random.default_rng(seed)
    return [
        Hand(is_near, 4 * (random.random() < (0.2 if is_near else 0.01)) + random.normal(0, 0.3))
        for is_near in [True] * near + [False] * others
    ]


def test_share__undoes_the_weights():
    hands = draw_hands(2_000, 2_000)
    truth = 0.1 * 0.2 + 0.9 * 0.01
    share = estimate_share(hands, 1, 0.1)
    assert abs(share.value - truth) < 4 * share.se
    assert share.low < truth < share.high
    plain = np.mean([is_slip(hand, 1) for hand in hands])
    assert abs(plain - truth) > 8 * share.se


def test_share__noise_makes_no_slips():
    # Hands that lose just under a point, with noise: half would be over it without the margin.
    random = np.random.default_rng(2)
    hands = [
        Hand(is_near, 0.99 + random.normal(0, 0.3))
        for is_near in (True, False)
        for _ in range(2_000)
    ]
    assert np.mean([hand.lost > 1 for hand in hands]) > 0.4
    assert estimate_share(hands, 1, 0.1).value < 0.035


def test_share__its_interval_holds_the_truth():
    truth = 0.1 * 0.2 + 0.9 * 0.01
    shares = [estimate_share(draw_hands(100, 100, seed), 3, 0.1) for seed in range(200)]
    held = np.mean([share.low <= truth <= share.high for share in shares])
    assert held > 0.9


def test_near__holds_thirty_with_one_card_more():
    hands = ["AKQJT.J98.J97.K", "KQJT.J987.AKQJ.", "KT8.K.AQJT98.JT", "K87.A97.QT8.K87"]
    assert [value_with_one_more(parse_hand(hand)) for hand in hands] == [34, 31, 35, 7]


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_near__hands_are_found_as_often_as_they_are_dealt(seat):
    simulation = Simulation("club", "club", seed=4)
    found = list(find_near(simulation, seat, 10, 50))
    assert len(found) == len({one.number for one in found}) == 50
    near = share_near()
    dealt = found[-1].number - 9
    assert abs(50 / dealt - near) < 4 * np.sqrt(near / dealt)
    record = simulation.record_units(found[7].number, 1)[0]
    assert found[7].hand == record[f"{seat}_dealt"]
    assert found[7].took == (None if seat == "elder" else record["elder_exchanged"])
