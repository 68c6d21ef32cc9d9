"""Hands listed and weighed suit by suit, and the few that stand for them.

Covers `kernel.players.card_values`, `kernel.players.world_values`.
"""

from collections import Counter, defaultdict

import numpy as np
import pytest
from naive_worlds import count_choices
from noted_play import LEARNED, list_and_weigh, play_deals
from specimens import LAWS, SINKING

from analyses.statistics.moments import start_listening, watch_players
from piquet_sim.deals.simulation import Simulation
from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.kernel.deal.deal_state import ROOM_SIZE
from piquet_sim.kernel.opponent.hand_lists import list_weighed_hands, pick_weighed_hands
from piquet_sim.kernel.opponent.knowledge import know_opponent
from piquet_sim.kernel.players.card_values import find_tried
from piquet_sim.kernel.players.world_values import MOST_TOGETHER, add_hands, add_world_with_sixes
from piquet_sim.kernel.random import mix
from piquet_sim.running.records import record_deals

TABLE = find_play_table()
WANTED = 12
NO_ROOM = np.zeros(0, np.int64)


def listed(view, room=NO_ROOM):
    """The hands as masks, with their weights."""
    (hands, weights), known = np.zeros((2, 1 << 16), np.int64), know_opponent(LAWS, view)
    found = list_weighed_hands(LAWS, LEARNED, 1 - view.seat, known, room, hands, weights)
    return dict(zip(hands[:found].tolist(), weights[:found].tolist(), strict=True))


@pytest.fixture(scope="module")
def views():
    """Every view of the play in some deals between two strategies."""
    return [
        one.view
        for pair in (("expert", "club", 5), ("club", "expert", 6))
        for one in play_deals(*pair, range(30))
    ]


def test_hands__are_those_of_the_walk_one_by_one_and_weigh_as_much(views):
    """Also where something was sunk: then there is often none."""
    kinds = Counter()
    for view in [*views, *(one.view for one in play_deals("expert", SINKING, 3, range(20)))]:
        together, single = (
            listed(view),
            dict(zip(*map(np.ndarray.tolist, list_and_weigh(view)), strict=True)),
        )
        assert together == (single if len(single) > 1 else dict.fromkeys(single, 1)), view
        kinds[min(len(single), 2), count_choices(view) > 16] += 1
    assert sum(number >= 3 for number in kinds.values()) == 6


def test_hands__are_crossed_out_where_there_is_room(views):
    """The same in the same order, at every card of a deal."""
    rooms, crossed = defaultdict(lambda: np.zeros(ROOM_SIZE, np.int64)), 0
    for view in views:
        room = rooms[view.seat, view.dealt]
        before = room[0]
        assert list(listed(view, room=room).items()) == list(listed(view).items()), view
        crossed += 0 < room[0] < before
    assert crossed >= 100


@pytest.mark.parametrize(
    ("strategy", "rules", "deals"),
    [
        ("expert", "rubicon", 300),
        ("expert", "american", 60),
        ("expert", "cotton_1674", 30),
        ("master", "parlett", 15),
    ],
)
def test_players__play_the_same_cards_without_a_room(strategy, rules, deals):
    """As their policies answer view by view, of which the engine asks the plain form."""
    simulation = Simulation(strategy, strategy, rules, seed=8)
    start_listening()
    assert record_deals(watch_players(simulation), deals).equals(record_deals(simulation, deals))


# ---- The few that stand for all -----------------------------------------------------------------
def _picked(hands, luck):
    cards, weights = (np.array(list(part), np.int64) for part in (hands, hands.values()))
    found = pick_weighed_hands(luck, WANTED, len(hands), cards, weights)
    return dict(zip(cards[:found].tolist(), weights[:found].tolist(), strict=True))


def test_picked_hands__are_few_and_the_heavy_ones_keep_their_weight(views):
    several = [(view, hands) for view in views if len(hands := listed(view)) > WANTED]
    assert len(several) >= 250
    for view, hands in several:
        picked = _picked(hands, view.luck)
        assert 1 <= len(picked) <= WANTED + 1
        share = max(picked[hand] for hand in picked if picked[hand] != hands[hand])
        for hand, weight in hands.items():
            if weight >= share:
                assert picked[hand] == weight
            elif hand in picked:
                assert picked[hand] == share


def test_picked_hands__have_the_weights_of_all_on_average(views):
    """Over 2,000 draws each hand's mean weight lies within five standard errors of its own."""
    draws = 2_000
    many = [view for view in views if 40 <= len(listed(view)) <= 80][:5]
    assert len(many) == 5
    for view in many:
        hands = listed(view)
        drawn = [_picked(hands, mix(view.luck, draw)) for draw in range(draws)]
        far = 0
        for hand, weight in hands.items():
            weights = np.array([one.get(hand, 0) for one in drawn], float)
            mean, error = weights.mean(), weights.std() / draws**0.5
            assert abs(mean - weight) <= 5 * error + 1e-9 * weight, view
            far += abs(mean - weight / 2) > 5 * error
        assert far > len(hands) / 4  # half the weights would be told from the whole ones


# ---- What cards are worth against them ----------------------------------------------------------
def test_worths__are_those_of_one_hand_after_the_other(views):
    compared = Counter()
    for view in views:
        tried, hands = find_tried(view), listed(view)
        cards = np.array(list(hands)[:MOST_TOGETHER], np.int64)
        weights = np.array(list(hands.values())[:MOST_TOGETHER], np.int64)
        together, single = np.zeros((2, 64), np.int64)
        apart = np.zeros((len(cards), 64), np.int64)
        add_hands(view, TABLE, len(cards), cards, weights, tried, together, 0)
        add_hands(view, TABLE, len(cards), cards, weights, tried, apart.reshape(-1), 64)
        assert (apart.sum(axis=0) == together).all(), view
        for hand, weight in zip(cards, weights, strict=True):
            add_world_with_sixes(view, TABLE, hand, tried, weight, single)
        assert (together == single).all(), view
        compared[view.led != 0, single.any()] += 1
    assert min(compared[is_led, True] for is_led in (True, False)) >= 150
