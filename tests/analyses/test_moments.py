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
    random = np.random.default_rng(3)
    found = []
    for one in list_moments(SIMULATION, 0, 24):
        found += [one[place] for place in random.integers(len(one), size=3)]
        found += [moment for moment in one if not moment.is_card][:2]
    return found


@pytest.fixture(scope="module")
def watched():
    return watch_players(SIMULATION)


def count_alike(moment, imagined, watched):
    """In how many deals that were imagined the player sees what was seen at the moment."""
    asked = start_listening()
    scripts, dealt = script_deals(moment, imagined)
    scripts[:, place_in_script(moment)] = OWN
    play_scripts(watched, dealt, scripts)
    views = [view for view, _ in asked if isinstance(view, type(moment.view))]
    return sum(view._replace(luck=0) == moment.view._replace(luck=0) for view in views)


def test_imagined_deals__look_the_same_to_the_player(moments, watched):
    kinds = set()
    for moment in moments:
        imagined = imagine_deals(know(moment), SIMULATION.younger, 5, 7)
        assert count_alike(moment, imagined, watched) == len(imagined), moment
        kinds.add((moment.seat, moment.trick, len(imagined) == 5))
    assert len({seat for seat, _, _ in kinds}) == 2
    assert len({trick for _, trick, is_full in kinds if is_full}) > 8


def test_moments__list_every_choice_but_touching_cards(moments):
    for moment in moments:
        assert moment.choices[0] == moment.choice
        assert len(set(moment.choices)) == len(moment.choices) > 1
        if moment.is_card:
            assert all(
                card & moment.view.legal and count_cards(card) == 1 for card in moment.choices
            )
        else:
            assert set(moment.choices) == {moment.view.best, 0}


def test_try_choices__is_repeated_by_the_same_seed(moments):
    one, two, three = (try_choices(moments[0], 12, seed) for seed in (4, 4, 5))
    assert (one == two).all()
    assert one.shape != three.shape or (one != three).any()
