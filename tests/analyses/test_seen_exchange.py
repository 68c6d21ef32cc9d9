"""The exchange of one who sees the hand dealt to the opponent."""

import numpy as np
import pytest

from analyses.statistics.seen_exchange import discard_seeing, mean_over_draws
from piquet_sim import Simulation
from piquet_sim.deals.branches import SCRIPT, lay_out, new_scripts, number_deals, play_scripts
from piquet_sim.deals.deal import margin
from piquet_sim.game.cards import parse_hand
from piquet_sim.strategies import find_strategy

HANDS = parse_hand("AKJ.AQJ8.98.J87"), parse_hand("T7.T97.AQJT.KQT")
PAIRS = (("K..98.87", "7.97..", 56), (".8.98.7", "T7.7..", 280), ("...7", "7...", 56))


@pytest.mark.parametrize(("elder", "younger", "ways"), PAIRS)
def test_mean_over_draws__is_that_of_all_deals_played_perfectly(elder, younger, ways):
    thrown, answer = parse_hand(elder), parse_hand(younger)
    random = np.random.default_rng(7)
    orders = [random.permutation(8) @ (1 << 4 * np.arange(8)) for _ in range(4000)]
    scripts = new_scripts(len(orders))
    scripts[:, SCRIPT.discards : SCRIPT.discards + 2] = thrown, answer
    dealt = number_deals(np.array([[*HANDS, order] for order in orders]))
    rows = play_scripts(Simulation("club", "club", play="double-dummy"), dealt, scripts)
    _, one_of_each = np.unique(rows[["elder_hand", "younger_hand"]], return_index=True)
    assert len(one_of_each) == ways
    mean = mean_over_draws(*HANDS, np.array([thrown]), np.array([answer]))[0]
    assert mean == pytest.approx(margin(rows)[one_of_each].mean())


EXPERT = find_strategy("expert")
EXPERTS = Simulation(EXPERT, EXPERT, seed=2)
DEALS = 15


@pytest.fixture(scope="module")
def rows():
    """Of deals as experts exchange: hands dealt, and both discards."""
    names = ("elder_dealt", "younger_dealt", "elder_discard", "younger_discard")
    return [[int(row[name]) for name in names] for row in EXPERTS.record_units(0, DEALS)]


def test_discard_seeing__is_as_good_as_ones_own_at_least(rows):
    changed = 0
    for *hands, threw, own in rows:
        found = discard_seeing("younger", hands, EXPERT, own, threw, 1)
        assert found & hands[1] == found
        one, two = mean_over_draws(*hands, np.array([threw, threw]), np.array([found, own]))
        assert one <= two
        changed += found != own
    assert changed > 3


def test_discard_seeing__elder_foresees_the_answer(rows):
    scripts = new_scripts(DEALS)
    scripts[:, SCRIPT.discards] = [
        discard_seeing("elder", hands, EXPERT, own, 0, 1) for *hands, own, _ in rows
    ]
    played = play_scripts(EXPERTS, lay_out(EXPERTS, np.arange(DEALS)), scripts)
    for (*hands, own, answer), deal in zip(rows, played, strict=True):
        threw, answers = (
            np.array(one)
            for one in ([deal["elder_discard"], own], [deal["younger_discard"], answer])
        )
        foreseen, usual = mean_over_draws(*hands, threw, answers)
        assert foreseen >= usual
