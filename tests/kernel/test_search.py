"""Whole deals played by the search; endings are compared with brute force in `test_endings`."""

import pytest

from piquet_sim.deals.json import describe_deal, judge_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.kernel.perfect.search import (
    DIFFERENCE,
    Position,
    first_live,
    new_code,
    new_memory,
    search_position,
)


@pytest.mark.parametrize(
    ("preset", "index"),
    [*(("rubicon", index) for index in range(8)),
     *((preset, index) for preset in ("cotton_1674", "american") for index in range(4))],
)  # fmt: skip
def test_search__values_whole_deals_as_they_are_played(preset, index):
    """Those of Rubicon are played by the table, live piques with them."""
    simulation = Simulation("club", "club", preset, seed=3, play="double-dummy")
    played = simulation.replay_deal(index)
    record, scored = played.record, judge_deal(describe_deal(played))
    made, in_hand = [], []
    for seat in ("elder", "younger"):
        assert scored.value(f"{seat}_score") == record[f"{seat}_score"]
        parts = ("carte_blanche", "point", "sequences", "sets")
        in_hand.append(sum(record[f"{seat}_{part}"] for part in parts))
        made.append(record[f"{seat}_score"] - in_hand[-1] - record[f"{seat}_repique"])
    live, needed = first_live(simulation.rules.laws(), *in_hand)
    if record["elder_repique"] or record["younger_repique"]:
        live = needed = 0
    code, memory = new_code(simulation.rules.laws()), new_memory()
    start = Position(record["elder_hand"], record["younger_hand"], 0, 0, live, needed)
    value = search_position(code, memory, start, 0, DIFFERENCE, -1_000, 1_000)
    assert value == made[0] - made[1]
