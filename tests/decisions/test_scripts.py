"""Ways tried by scripts: each in the same deals with the same luck, and what is alike once."""

import numpy as np

from piquet_sim.deals import branches
from piquet_sim.deals.branches import lay_out, new_scripts, place_call, play_scripts
from piquet_sim.deals.deal import margin
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions import scripts as room
from piquet_sim.decisions.scripts import ScriptTable
from piquet_sim.decisions.stake import Stake
from piquet_sim.game.rules import RUBICON

AT_RANDOM = Simulation("random", "random", seed=7)


def test_ways__have_cards_and_luck_in_common(monkeypatch):
    dealt, told = lay_out(AT_RANDOM, np.arange(40)), np.repeat(new_scripts(40)[:, None], 3, 1)
    told[::2, 1, place_call(1, 0)] = 0  # in the other deals it is the first way again
    told[:, 2, place_call(1, 1)] = 0
    tried = np.column_stack([np.zeros(40), np.arange(40) % 2 == 0, np.full(40, 2)]).astype(int)
    usual, played = [], []

    def write(span, way, first):
        usual.append(first)
        return told[span, way]

    def play(simulation, cards, scripts):
        played.append(len(cards))
        return branches.play_scripts(simulation, cards, scripts)

    monkeypatch.setattr(room, "play_scripts", play)
    table = ScriptTable(
        "abc", Stake(RUBICON, 1), AT_RANDOM, dealt, write, tried, staged=40,
        keep=lambda records: records["younger_point"],
    )  # fmt: skip
    made = table.play_all()
    assert played == [40, 20, 40]  # what is tried twice in a deal is played once
    for way in range(3):
        alone = play_scripts(AT_RANDOM, dealt, told[:, way])
        assert (made[:, way] == margin(alone, "younger")).all()
        assert (table.kept[way] == alone["younger_point"]).all()
        assert usual[way] is None if way == 0 else (usual[way] == play_first(dealt, told)).all()


def play_first(dealt, told):
    return play_scripts(AT_RANDOM, dealt, told[:, 0])
