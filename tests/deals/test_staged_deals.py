"""Staged deals: the engine's own, with decisions told beforehand or a hand shown."""

import numpy as np
import pytest

from piquet_sim import Simulation
from piquet_sim.deals import staged_deals
from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.stages import SCRIPT, Stage, new_scripts
from piquet_sim.game.cards import count_cards
from piquet_sim.strategies import PlayView, Strategy, find_strategy, outside_policy


def script_of(deals):
    """Scripts with everything that was decided in some played deals."""
    scripts = new_scripts(len(deals))
    for script, deal in zip(scripts, deals, strict=True):
        for place, seat in enumerate(("elder", "younger")):
            script[SCRIPT.discards + place] = deal.record[f"{seat}_discard"]
            for kind, name in enumerate(("point", "sequence", "set")):
                script[SCRIPT.calls + 3 * place + kind] = deal.record[f"{seat}_{name}_call"]
        script[SCRIPT.plays : SCRIPT.size] = deal.plays
    return scripts


@pytest.mark.parametrize("mirrored", [False, True])
def test_stage__empty_scripts_change_nothing(mirrored):
    simulation = Simulation("club", "random", seed=3, mirrored=mirrored)
    expected = simulation.record_units(5, 20)
    assert (Stage(simulation).play(5, 20) == expected).all()
    scripted = Stage(simulation, has_scripts=True)
    assert (scripted.play(5, 20, new_scripts(len(expected))) == expected).all()


@pytest.mark.parametrize(("sees", "is_told"), [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize("players", [("club", "random"), ("novice", "club+sink-sets=0.5")])
def test_stage__is_to_the_bit_that_of_which_layers_are_compiled(players, sees, is_told):
    simulation = Simulation(*players, seed=6, mirrored=True)
    scripts = new_scripts(60)
    if is_told:
        plain = simulation.record_units(0, 30)
        scripts[::3, SCRIPT.discards] = plain["elder_discard"][::3]
        scripts[1::2, SCRIPT.calls + 2] = 0
    stages = (stage(simulation, sees, is_told) for stage in (Stage, staged_deals.Stage))
    one, two = (stage.play(0, 30, scripts if is_told else None) for stage in stages)
    assert (one == two).all()


def test_stage__any_player_follows_a_script():
    simulation = Simulation("club", "random", seed=3)
    expected = simulation.record_units(0, 12)
    scripts = script_of([simulation.replay_deal(index) for index in range(12)])
    other = Stage(Simulation("novice", "club", seed=3), has_scripts=True)
    told = [name for name in expected.dtype.names if name != "faced"]  # is in no script
    assert (other.play(0, 12, scripts)[told] == expected[told]).all()
    assert (other.play(7, 5, scripts[7:])[told] == expected[7:][told]).all()
    assert (other.play(0, 12, new_scripts(12))[told] != expected[told]).any()


def test_stage__cards_can_be_laid_out():
    simulation = Simulation("club", "club", seed=3)
    other = Simulation("club", "club", seed=4)
    records = other.record_units(0, 3)
    ascending = 0x76543210
    dealt = np.array([[one["elder_dealt"], one["younger_dealt"], ascending] for one in records])
    played = Stage(simulation).play(0, 3, dealt=dealt)
    assert (played["elder_dealt"] == records["elder_dealt"]).all()
    assert (played["younger_dealt"] == records["younger_dealt"]).all()


def test_stage__an_illegal_script_is_refused():
    simulation = Simulation("club", "club", seed=3)
    scripts = new_scripts(2)
    scripts[1, SCRIPT.discards] = 0
    with pytest.raises(IllegalDecision, match="elder"):
        Stage(simulation, has_scripts=True).play(0, 2, scripts)


@pytest.mark.parametrize("first_sees", [False, True])
def test_stage__one_player_alone_is_shown_the_other_hand(first_sees):
    seen = {"first": [], "second": []}

    def watch(name):
        @outside_policy
        def play(view: PlayView) -> int:
            seen[name].append(view)
            return view.legal & -view.legal

        return Strategy(name, discard=find_strategy("club").discard, play=play)

    simulation = Simulation(watch("first"), watch("second"), seed=5, mirrored=True)
    Stage(simulation, first_sees).play(0, 3)
    assert len(seen["first"]) > 40
    for name, views in seen.items():
        for view in views:
            still = 12 - count_cards(view.opponent_played)
            sees = count_cards(view.opponent_may_hold) == still and (
                view.opponent_may_hold == view.opponent_holds
            )
            may_see = first_sees and name == "first"
            assert sees or not may_see
            assert may_see or not (sees and still > 8)
            assert not view.opponent_holds & (view.dealt | view.hand | view.opponent_played)


def test_stage__what_is_shown_is_held():
    # A card that a player is shown in the opponent's hand is played by the opponent later.
    shown = []

    @outside_policy
    def play(view: PlayView) -> int:
        shown.append((view.opponent_played, view.opponent_holds))
        return view.legal & -view.legal

    guest = Strategy("guest", discard=find_strategy("club").discard, play=play)
    rows = Stage(Simulation(guest, "club", seed=6), first_sees=True).play(0, 5)
    hands = set(rows["younger_hand"])
    assert {played | holds for played, holds in shown} == hands


def test_stage__leaves_the_strategies_as_they_were():
    club = find_strategy("club")
    simulation = Simulation(club, club)
    before = simulation.record_units(0, 10)
    Stage(simulation, first_sees=True, has_scripts=True).play(0, 10, new_scripts(10))
    assert simulation.elder is club
    assert find_strategy("club").play.entry is club.play.entry
    assert (simulation.record_units(0, 10) == before).all()


def test_stage__an_expert_gains_by_seeing():
    simulation = Simulation("expert", "expert", seed=8, mirrored=True)
    margins = []
    for first_sees in (False, True):
        rows = Stage(simulation, first_sees).play(0, 300)
        margin = rows["elder_score"].astype(int) - rows["younger_score"]
        margins.append(margin[0::2] - margin[1::2])
    gain = margins[1] - margins[0]
    error = gain.std(ddof=1) / np.sqrt(len(gain))
    # 1.60 points a pair in 20,000 pairs (`study lose`).
    assert gain.mean() > 2 * error
    assert abs(gain.mean() - 1.60) < 4 * error
