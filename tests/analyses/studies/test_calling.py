"""What sinking costs: the same deals, one thing changed; and candidate hands, gone through anew."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from naive_worlds import best_calls, named
from specimens import compiled

from analyses.studies.calling import _script, _sink_all, count_candidates
from piquet_sim import Simulation
from piquet_sim.deals.deal import margin
from piquet_sim.deals.json import describe_deal
from piquet_sim.decisions.kinds.call_deals import count_fitting
from piquet_sim.decisions.one_hand import read_knowledge
from piquet_sim.game.cards import PACK_32_MASK
from piquet_sim.strategies import CallView, find_strategy

CLUBS = Simulation("club", "club")
DEALS = 300


def call_nothing(view: CallView) -> int:
    """Sink everything."""
    return 0


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_sinking_everything__is_what_a_silent_player_makes(seat):
    sunk = dict(_sink_all(CLUBS, seat, DEALS, 2, {}))["everything"]
    silent = replace(find_strategy("club"), name="silent", call=compiled(call_nothing), origin="-")
    told, made = (one.record_units(0, DEALS) for one in (CLUBS, replace(CLUBS, **{seat: silent})))
    # Who sinks all by a strategy would sink a carte blanche, too.
    assert not (told["elder_carte_blanche"] | told["younger_carte_blanche"]).any()
    calls = [told[f"{seat}_{kind}_call"] > 0 for kind in ("point", "sequence", "set")]
    assert (
        sunk.tolist() == (margin(told, seat) - margin(made, seat))[np.any(calls, axis=0)].tolist()
    )


@pytest.mark.parametrize(
    ("way", "seat", "held", "changes"),
    [
        ("sequence", "younger", [True, False, True], [1, 0, 1]),
        ("trio of a quatorze", "elder", [False, True, False], [0, 1, 0]),
        ("everything", "elder", [True, True, True], [2, 2, 3]),
    ],
)
def test_ways__change_what_they_name_and_nothing_else(way, seat, held, changes):
    scripts, found = _script(way, seat, np.array([[1330, 52, 0], [1074, 0, 72], [1025, 56, 56]]))
    assert (found.tolist(), (scripts >= 0).sum(axis=1).tolist()) == (held, changes)
    trio = [3 * 16 + 72 % 16] if way.startswith("trio") else []
    assert scripts[1][scripts[1] > 0].tolist() == trio


# ---- Candidate hands ----------------------------------------------------------------------------
@pytest.mark.parametrize("index", range(12))
def test_candidates__are_those_of_a_naive_count(index):
    """All that younger may hold, then those that answer elder's calls as younger's hand does."""
    deal, record = describe_deal(CLUBS.replay_deal(index)), CLUBS.replay_deal(index).record
    question = read_knowledge(deal, "elder", "point")
    own, other, thrown, gone = (
        named(int(one))
        for one in (
            record["elder_hand"],
            record["younger_hand"],
            record["elder_discard"],
            question.left,
        )
    )
    mine, theirs, left = best_calls(own), best_calls(other), np.zeros(4, int)
    holds = named(question.hidden.holds)
    for hand in combinations(sorted(named(PACK_32_MASK) - own - thrown - gone), 12):
        if holds <= set(hand):
            its = best_calls(frozenset(hand))
            same = [
                not call or np.sign(call - its[kind]) == np.sign(call - theirs[kind])
                for kind, call in mine.items()
            ]
            left += [all(same[:place]) for place in range(4)]
    assert count_candidates(deal) == tuple(left)
    assert [count_fitting(read_knowledge(deal, "elder", kind)) for kind in mine] == [
        (left[0], fitting) for fitting in left[:3]
    ]
    assert left[0] >= left[-1] >= 1
