"""What given discards are worth at a glance: the short list of expert, in the same order."""

import numpy as np
import pytest

from piquet_sim.advice.trials import Question, list_sensible, rate_discards
from piquet_sim.deals.simulation import Simulation

HANDS = 150
SHORT_LIST, WITHIN = 10, 2.5


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_worths__are_those_by_which_expert_chooses(seat):
    played = Simulation("expert", "expert", seed=9).record_units(0, HANDS)
    for row in played:
        hand, own = int(row[f"{seat}_dealt"]), int(row[f"{seat}_discard"])
        took = int(row["elder_exchanged"]) if seat == "younger" else None
        question = Question(hand, seat, took)
        listed = list_sensible(question, SHORT_LIST, within=WITHIN)
        tooks = np.array([question.elder_took()])
        worths = rate_discards(seat, np.array([hand]), tooks, listed[None, :])[0]
        assert own in listed
        assert worths[list(listed).index(own)] == worths.max()


def test_worths__of_equal_discards_are_equal():
    hand = int(Simulation("random", "random").record_units(0, 1)["elder_dealt"][0])
    listed = list_sensible(Question(hand), 30, within=None)
    both = np.concatenate([listed, listed[::-1]])
    worths = rate_discards("elder", np.array([hand]), np.array([-1]), both[None, :])[0]
    assert np.array_equal(worths[:30], worths[:29:-1])
    many = list_sensible(Question(hand), 101, within=None)
    with pytest.raises(ValueError, match="more than 100 different"):
        rate_discards("elder", np.array([hand]), np.array([-1]), many[None, :])
