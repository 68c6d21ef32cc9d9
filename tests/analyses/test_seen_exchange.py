"""The exchange of one who sees the hand dealt to the opponent."""

import numpy as np
import pytest

from analyses.statistics.seen_exchange import discard_seeing, mean_over_draws
from piquet_sim import Simulation
from piquet_sim.deals.branches import SCRIPT, lay_out, new_scripts, number_deals, play_scripts
from piquet_sim.game.cards import parse_hand
from piquet_sim.strategies import find_strategy

HANDS = parse_hand("AKJ.AQJ8.98.J87"), parse_hand("T7.T97.AQJT.KQT")
PAIRS = (("K..98.87", "7.97..", 56), (".8.98.7", "T7.7..", 280), ("...7", "7...", 56))


@pytest.mark.parametrize(("elder", "younger", "ways"), PAIRS)
def test_mean_over_draws__is_that_of_all_deals_played_perfectly(elder, younger, ways):
    thrown, answer = parse_hand(elder), parse_hand(younger)
    random = np.random.default_rng(7)
    orders = [random.permutation(8) @ (1 << 4 * np.arange(8)) for _ in range(4000)]
    dealt = np.array([[*HANDS, order] for order in orders])
    scripts = new_scripts(len(dealt))
    scripts[:, SCRIPT.discards : SCRIPT.discards + 2] = thrown, answer
    simulation = Simulation("club", "club", play="double-dummy")
    rows = play_scripts(simulation, number_deals(dealt), scripts)
    _, one_of_each = np.unique(rows[["elder_hand", "younger_hand"]], return_index=True)
    assert len(one_of_each) == ways
    less = rows["elder_score"].astype(int) - rows["younger_score"]
    mean = mean_over_draws(*HANDS, np.array([thrown]), np.array([answer]))[0]
    assert mean == pytest.approx(less[one_of_each].mean())


def test_discard_seeing__is_as_good_as_ones_own_at_least():
    expert = find_strategy("expert")
    rows = Simulation(expert, expert, seed=2).record_units(0, 15)
    changed = 0
    for row in rows:
        hands = int(row["elder_dealt"]), int(row["younger_dealt"])
        own = int(row["younger_discard"])
        threw = int(row["elder_discard"])
        found = discard_seeing("younger", hands, expert, own, threw, 1)
        assert found & hands[1] == found
        one, two = mean_over_draws(*hands, np.array([threw, threw]), np.array([found, own]))
        assert one <= two
        changed += found != own
    assert changed > 3


def test_discard_seeing__elder_foresees_the_answer():
    expert = find_strategy("expert")
    simulation = Simulation(expert, expert, seed=2)
    scripts = new_scripts(12)
    rows = simulation.record_units(0, 12)
    for script, row in zip(scripts, rows, strict=True):
        hands = int(row["elder_dealt"]), int(row["younger_dealt"])
        script[SCRIPT.discards] = discard_seeing(
            "elder", hands, expert, int(row["elder_discard"]), 0, 1
        )
    played = play_scripts(simulation, lay_out(simulation, np.arange(12)), scripts)
    hands = [rows["elder_dealt"], rows["younger_dealt"]]
    for place in range(12):
        means = mean_over_draws(
            *(int(one[place]) for one in hands),
            np.array([played["elder_discard"][place], rows["elder_discard"][place]]),
            np.array([played["younger_discard"][place], rows["younger_discard"][place]]),
        )
        assert means[0] >= means[1]
