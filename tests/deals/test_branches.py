"""Playing on from a decision: scripts, luck that goes by number, a hand shown, what is heard.

Covers `strategies.roster`.
"""

from collections import defaultdict

import numpy as np
import pytest

from piquet_sim import Simulation
from piquet_sim.deals.branches import (
    HEARD,
    OWN,
    lay_out,
    listen,
    new_scripts,
    number_deals,
    play_scripts,
    write_scripts,
)
from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.game.cards import count_cards
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.strategies import PlayView, Strategy, find_strategy, outside_policy
from piquet_sim.strategies.roster import DOUBLE_DUMMY


def play_range(simulation, first, units, scripts, first_sees=False):
    return play_scripts(
        simulation, lay_out(simulation, np.arange(first, first + units)), scripts, first_sees
    )


@pytest.mark.parametrize("mirrored", [False, True])
def test_scripts__that_are_empty_change_nothing(mirrored):
    simulation = Simulation("club", "random", seed=3, mirrored=mirrored)
    expected = simulation.record_units(5, 20)
    played = play_range(simulation, 5, 20, new_scripts(len(expected)))
    records, heard = listen(simulation, lay_out(simulation, range(5, 25)))
    assert played.tolist() == records.tolist() == expected.tolist()
    assert (heard[:, 0, HEARD.index("hand")] == expected["elder_hand"]).all()


def test_scripts__are_followed_by_any_player():
    simulation = Simulation("club", "random", seed=3)
    expected = simulation.record_units(0, 12)
    scripts = write_scripts(
        12,
        {place: expected[f"{seat}_discard"] for place, seat in enumerate(SEATS)},
        {
            place: expected[[f"{seat}_{name}_call" for name in CLASSES]].tolist()
            for place, seat in enumerate(SEATS)
        },
        [simulation.replay_deal(index).plays for index in range(12)],
    )
    other = Simulation("novice", "club", seed=3)
    told = [name for name in expected.dtype.names if name != "faced"]  # is in no script
    assert (play_range(other, 7, 5, scripts[7:])[told] == expected[7:][told]).all()
    assert (play_range(other, 0, 12, new_scripts(12))[told] != expected[told]).any()


def test_scripts__that_are_illegal_are_refused():
    with pytest.raises(IllegalDecision, match="elder") as refused:
        play_range(Simulation("club", "club", seed=3), 40, 2, write_scripts(2, {0: [OWN, 0]}, {}))
    assert refused.value.index == 41


@pytest.mark.parametrize(
    "simulation",
    [
        Simulation("random", "club", seed=3),  # a player at random shows whether luck is shifted
        Simulation("club", "random", "cotton_1674"),
        Simulation(play=DOUBLE_DUMMY),
    ],
    ids=["rubicon", "cotton", "double-dummy"],
)
def test_deals__are_the_same_whichever_are_played_beside_them(simulation):
    numbers = np.array([0, 1, 5, *range(261, 330), 9_000, 9_250, 17_400, 1 << 40])
    dealt, silent = lay_out(simulation, numbers), write_scripts(len(numbers), {}, {0: [0, 0, 0]})
    whole = play_scripts(simulation, dealt, silent)
    assert not whole["elder_point_call"].any()
    assert all(
        np.array_equal(play_scripts(simulation, dealt[chosen], silent[chosen]), whole[chosen])
        for chosen in (numbers % 3 == 0, numbers % 7 > 0, numbers < 0, numbers > 9_000)
    )
    assert (
        play_scripts(simulation, dealt[-1:], new_scripts(1)) == simulation.record_units(1 << 40, 1)
    ).all()
    moved = play_scripts(simulation, number_deals(dealt[:3], 10), new_scripts(3))
    assert (moved["elder_dealt"].tolist(), moved["index"].tolist()) == (
        whole["elder_dealt"][:3].tolist(),
        [10, 11, 12],
    )


@pytest.mark.parametrize("first_sees", [False, True])
def test_shown_hand__is_held_and_seen_by_one_player_alone(first_sees):
    seen = defaultdict(list)

    def watch(name):
        @outside_policy
        def play(view: PlayView) -> int:
            seen[name].append(view)
            return view.legal & -view.legal

        return Strategy(name, discard=find_strategy("club").discard, play=play)

    simulation = Simulation(watch("first"), watch("second"), seed=5, mirrored=True)
    before = simulation.record_units(0, 3)
    seen.clear()
    rows = play_range(simulation, 0, 3, new_scripts(6), first_sees)
    held = {*rows["elder_hand"].tolist(), *rows["younger_hand"].tolist()}
    for name, views in seen.items():
        early = [view for view in views if count_cards(view.opponent_played) < 4]
        parts = [(one.opponent_played, one.opponent_holds, one.opponent_may_hold) for one in early]
        shown = {fallen | part for fallen, *both in parts for part in both}
        is_seen = first_sees and name == "first"
        assert (len(early) > 15, len(shown & held)) == (True, 6 * is_seen)
        assert shown <= held or not is_seen
    assert (simulation.record_units(0, 3) == before).all()  # later deals are as they were
