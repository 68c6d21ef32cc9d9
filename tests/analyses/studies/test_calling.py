"""What sinking costs: the same deals, one thing changed; and candidate hands, gone through anew."""

from itertools import combinations

import numpy as np
import pytest
from naive_call_maxims import best_calls, compare
from naive_worlds import named

from analyses.studies.calling import _script, _sink_all
from piquet_sim import Simulation
from piquet_sim.advice.calls import count_candidates, count_fitting
from piquet_sim.advice.knowledge import read_knowledge
from piquet_sim.deals.json import describe_deal
from piquet_sim.game.cards import PACK_32_MASK
from piquet_sim.strategies import Strategy, find_strategy, policy

CLUBS = Simulation("club", "club")
DEALS = 300


@policy
def call_nothing(view):
    """Sink everything."""
    return 0


@pytest.fixture(scope="module")
def silent():
    club = find_strategy("club")
    return Strategy("silent", discard=club.discard, call=call_nothing, play=club.play, origin="-")


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_sinking_everything__is_what_a_silent_player_makes(seat, silent):
    sunk = dict(_sink_all(CLUBS, seat, DEALS, 2, {}))["everything"]
    told = CLUBS.record_units(0, DEALS)
    mute = Simulation(*((silent, "club") if seat == "elder" else ("club", silent)))
    made = mute.record_units(0, DEALS)
    less = [one["elder_score"].astype(int) - one["younger_score"] for one in (told, made)]
    cost = (less[0] - less[1]) * (1 if seat == "elder" else -1)
    blanche = (told["elder_carte_blanche"] > 0) | (told["younger_carte_blanche"] > 0)
    held = np.any(
        [told[f"{seat}_{kind}_call"] > 0 for kind in ("point", "sequence", "set")], axis=0
    )
    assert not blanche.any()  # who sinks all by a strategy would sink that, too
    assert sunk.tolist() == cost[held].tolist()


def test_ways__change_what_they_name_and_nothing_else():
    calls = np.array([[1330, 52, 0], [1074, 0, 72], [1025, 56, 56]])
    scripts, held = _script("sequence", "younger", calls)
    assert held.tolist() == [True, False, True]
    assert (scripts >= 0).sum(axis=1).tolist() == [1, 0, 1]
    scripts, held = _script("trio of a quatorze", "elder", calls)
    assert held.tolist() == [False, True, False]
    assert scripts[1][scripts[1] >= 0].tolist() == [3 * 16 + 72 % 16]
    scripts, held = _script("everything", "elder", calls)
    assert (scripts >= 0).sum(axis=1).tolist() == [2, 2, 3]


# ---- Candidate hands ----------------------------------------------------------------------------
def test_candidates__are_those_of_a_naive_count():
    counted = 0
    for index in range(12):
        deal = CLUBS.replay_deal(index)
        question = read_knowledge(describe_deal(deal), "elder", "point")
        record = deal.record
        own, other, thrown = (
            named(int(record[name])) for name in ("elder_hand", "younger_hand", "elder_discard")
        )
        pool = named(PACK_32_MASK) - own - thrown - named(question.left)
        holds = named(question.holds)
        mine, theirs = best_calls(own), best_calls(other)
        left = [0, 0, 0, 0]
        for hand in combinations(sorted(pool), 12):
            if not holds <= (cards := frozenset(hand)):
                continue
            best = best_calls(cards)
            left[0] += 1
            for place in range(3):
                answers = [compare(mine[place], one[place]) for one in (best, theirs)]
                if mine[place] and answers[0] != answers[1]:
                    break
                left[place + 1] += 1
        assert count_candidates(question, record["younger_hand"]) == tuple(left), index
        for place, kind in enumerate(("point", "sequence", "set")):
            asked = read_knowledge(describe_deal(deal), "elder", kind)
            assert count_fitting(asked) == (left[0], left[place])
        assert left[-1] >= 1
        counted += left[0] > left[-1]
    assert counted > 3
