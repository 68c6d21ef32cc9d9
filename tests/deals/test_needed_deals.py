"""Staged deals of which only some are played: each has the cards and the luck that it had."""

import numpy as np
import pytest

from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.stages import Stage, lay_out, new_scripts, write_scripts
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY

# Who plays at random shows whether luck is shifted.
AT_RANDOM = Simulation("random", "club", seed=3)


@pytest.mark.parametrize(
    "simulation",
    [AT_RANDOM, Simulation("club", "random", "cotton_1674"), Simulation(play=DOUBLE_DUMMY)],
    ids=["rubicon", "cotton", "double-dummy"],
)
def test_needed__are_what_they_are_in_the_whole_range(simulation):
    stage, numbers = Stage(simulation, has_scripts=True), np.arange(40, 100)
    cards, scripts = lay_out(simulation, numbers), new_scripts(len(numbers))
    whole = stage.play(40, len(numbers), scripts, cards)
    assert (whole == stage.play(40, len(numbers), scripts)).all()
    for needed in (numbers % 3 == 0, numbers % 7 > 0, numbers < 0, numbers > 0):
        some = stage.play_needed(40, needed, scripts, cards)
        assert (some[needed] == whole[needed]).all()
    assert (scripts == -1).all()  # what was given is left as it is


def test_numbers__are_played_as_one_by_one_however_far_apart():
    stage = Stage(AT_RANDOM, has_scripts=True)
    numbers = np.array([0, 1, 5, 261, 262, 9_000, 9_250, 17_400, 1 << 40])
    silent = write_scripts(len(numbers), {}, {0: [0, 0, 0]})
    some = stage.play_numbers(numbers, silent)
    alone = [
        stage.play(int(number), 1, script[None])
        for number, script in zip(numbers, silent, strict=True)
    ]
    assert (some == np.concatenate(alone)).all()
    assert not some["elder_point_call"].any()
    assert len(stage.play_numbers(numbers[:0], silent[:0])) == 0
