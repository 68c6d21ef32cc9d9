"""Whole deals played by the search; endings are compared with brute force in `test_endings`."""

import pytest

from piquet_sim.deals.json import describe_deal, judge_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.perfect.search import (
    DIFFERENCE,
    Position,
    first_live,
    new_code,
    new_memory,
    search_position,
)


def value_start(rules, position):
    """The difference that perfect play makes from a position on."""
    code, memory = new_code(rules.laws()), new_memory()
    return search_position(code, memory, position, 0, DIFFERENCE, -1_000, 1_000)


@pytest.mark.parametrize("index", range(8))
def test_search__agrees_with_the_table_under_rubicon(index):
    """Whole deals that the table solves, live piques with them, have the same difference."""
    record = Simulation("club", "club", seed=3, play="double-dummy").replay_deal(index).record
    made, in_hand = [], []
    for seat in ("elder", "younger"):
        parts = ("carte_blanche", "point", "sequences", "sets")
        in_hand.append(sum(record[f"{seat}_{part}"] for part in parts))
        made.append(record[f"{seat}_score"] - in_hand[-1] - record[f"{seat}_repique"])
    live, needed = first_live(RUBICON.laws(), *in_hand)
    if record["elder_repique"] or record["younger_repique"]:
        live = needed = 0
    start = Position(record["elder_hand"], record["younger_hand"], 0, 0, live, needed)
    assert value_start(RUBICON, start) == made[0] - made[1]


@pytest.mark.parametrize("preset", ["cotton_1674", "american"])
def test_search__plays_deals_that_the_referee_scores_alike(preset):
    simulation = Simulation("club", "club", preset, 5, play="double-dummy")
    for index in range(4):
        played = simulation.replay_deal(index)
        scored = judge_deal(describe_deal(played))
        for seat in ("elder", "younger"):
            assert scored.value(f"{seat}_score") == played.record[f"{seat}_score"]
        record = played.record
        hand = {seat: sum(record[f"{seat}_{part}"] for part in
                          ("carte_blanche", "point", "sequences", "sets", "repique"))
                for seat in ("elder", "younger")}  # fmt: skip
        if min(hand.values()) > 0:  # no pique is live
            start = Position(record["elder_hand"], record["younger_hand"], 0, 0, 0, 0)
            value = value_start(simulation.rules, start)
            made = {seat: record[f"{seat}_score"] - hand[seat] for seat in hand}
            assert made["elder"] - made["younger"] == value
