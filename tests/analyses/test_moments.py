"""Moments of a deal: what a player knows then, and what other decisions make."""

import numpy as np
import pytest

from analyses.statistics.moments import (
    imagine_deals,
    know,
    list_moments,
    place_in_script,
    script_deals,
    start_listening,
    try_choices,
    watch_players,
)
from piquet_sim import Simulation
from piquet_sim.deals.branches import OWN, play_scripts
from piquet_sim.game.cards import count_cards

SIMULATION = Simulation("expert", "expert", seed=5)


@pytest.fixture(scope="module")
def moments():
    """Three of each deal, and two of its calls."""
    random, found = np.random.default_rng(3), []
    for one in list_moments(SIMULATION, 0, 24):
        found += [one[place] for place in random.integers(len(one), size=3)]
        found += [moment for moment in one if not moment.is_card][:2]
    return found


def count_alike(moment, imagined):
    """In how many deals that were imagined the player sees what was seen at the moment."""
    asked, (scripts, dealt) = start_listening(), script_deals(moment, imagined)
    scripts[:, place_in_script(moment)] = OWN
    play_scripts(watch_players(SIMULATION), dealt, scripts)
    views = [view._replace(luck=0) for view, _ in asked if isinstance(view, type(moment.view))]
    return views.count(moment.view._replace(luck=0))


def test_imagined_deals__look_the_same_to_the_player(moments):
    full = set()
    for moment in moments:
        imagined = imagine_deals(know(moment), SIMULATION.younger, 5, 7)
        assert count_alike(moment, imagined) == len(imagined), moment
        full |= {(moment.seat, moment.trick)} if len(imagined) == 5 else set()
    assert {seat for seat, _ in full} == {"elder", "younger"}
    assert len({trick for _, trick in full}) > 8


def test_moments__list_every_choice_but_touching_cards(moments):
    for moment in moments:
        choices, view = moment.choices, moment.view
        assert choices[0] == moment.choice
        assert len(set(choices)) == len(choices) > 1
        if moment.is_card:
            assert all(card & view.legal and count_cards(card) == 1 for card in choices)
        else:
            assert set(choices) == {view.best, 0}


def test_try_choices__is_repeated_by_the_same_seed(moments):
    one, two, three = (try_choices(moments[0], 12, seed) for seed in (4, 4, 5))
    assert (one == two).all()
    assert one.shape != three.shape or (one != three).any()
