"""The learner of the guide: what it learns in little time, and what its strategy is."""

import numpy as np
import pytest

from piquet_sim import Simulation, play_duel, simulate
from piquet_sim.environments.table_learner import CELLS, play_by_table, train_table
from piquet_sim.game.errors import InputError


def test_table__of_few_deals_beats_novice_by_far():
    """Twenty thousand deals: three standard errors above ten points a deal, in pairs of two."""
    mine = play_by_table(train_table(20_000, seed=1), "mine")
    gain = play_duel(Simulation(mine, "novice", seed=2, mirrored=True), 1_000, threads=1).gain
    assert gain.value - 3 * gain.se > 2 * 10


def test_table__of_nothing_learned_does_not_beat_novice():
    idle = play_by_table(np.zeros(CELLS), "idle")
    gain = play_duel(Simulation(idle, "novice", seed=2, mirrored=True), 1_000, threads=1).gain
    assert gain.value + 3 * gain.se < 0


def test_table__is_the_same_for_the_same_seed():
    one, same, other = (train_table(300, seed=seed, games=16) for seed in (1, 1, 2))
    assert one.tolist() == same.tolist() != other.tolist()


@pytest.mark.parametrize("rules", ["cotton-1674", "boussac-1896", "parlett"])
def test_table__is_learned_and_played_under_every_rule_book(rules):
    mine = play_by_table(train_table(500, rules=rules, opponent="club", seed=3), "mine")
    assert simulate(mine, "club", n=200, rules=rules, seed=4, mirrored=True, threads=1).deals == 200


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"n": 0}, "n: expected at least 1, got 0"),
        ({"rate": 0}, "rate: expected a number above 0 and at most 1, got 0"),
        ({"rate": "fast"}, "rate: expected a number above 0 and at most 1, got 'fast'"),
        ({"opponent": "nobody"}, "no strategy 'nobody'"),
        ({"games": 0}, "games: expected at least 1, got 0"),
    ],
)
def test_training__refuses_what_cannot_be_right_in_one_line(given, words):
    with pytest.raises(InputError) as refused:
        train_table(**{"n": 10, **given})
    assert str(refused.value).startswith(words)
    assert "\n" not in str(refused.value)


def test_table__of_another_size_is_refused():
    with pytest.raises(InputError, match=f"table: expected {CELLS} numbers, got an array of shape"):
        play_by_table(np.zeros(3))
