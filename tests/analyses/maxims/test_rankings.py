"""The order of all discards of a hand, which maxims share."""

import numpy as np

from analyses.maxims.discard_trial import order_discards
from piquet_sim.advice.trials import Question, list_learned, rate_discards
from piquet_sim.game.cards import parse_hand

HANDS = np.array([parse_hand(one) for one in ("AKJ.AQJ8.98.J87", "KQT.A98.KJ97.Q8")])
TOOKS = np.array([-1, -1])
LISTED = [list_learned(Question(int(hand)))[0] for hand in HANDS]


def test_order__is_that_of_worths_reckoned_one_hand_at_a_time():
    orders = [order_discards("elder", int(hand), -1) for hand in HANDS]
    for hand, listed, order in zip(HANDS, LISTED, orders, strict=True):
        assert sorted(order.tolist()) == list(range(len(listed)))
        worths = np.concatenate([
            rate_discards("elder", np.array([hand]), TOOKS[:1], listed[None, at : at + 100])[0]
            for at in range(0, len(listed), 100)
        ])  # fmt: skip
        ranked = worths[order]
        assert (ranked[:-1] >= ranked[1:]).all()
        equal = ranked[:-1] == ranked[1:]
        assert equal.any()
        assert (order[:-1][equal] < order[1:][equal]).all()
