"""Batches of games: their records, views, masks and rewards against the engine's own."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest
from played_environments import Decider, keep_views, kept, pick_cards, play_through

from piquet_sim.deals.simulation import Simulation
from piquet_sim.environments import BatchEnvironment
from piquet_sim.environments.actions import (
    ACTIONS,
    CARDS,
    ENOUGH,
    MEANINGS,
    NOTHING,
    list_actions,
    number_call,
    number_card,
    say_action,
)
from piquet_sim.environments.observations import (
    LEFT_OUT,
    OBSERVATION_SIZE,
    PLACES,
    find_view,
    limit_observation,
    read_observation,
)
from piquet_sim.environments.replays import DECIDE
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import PRESETS, RUBICON
from piquet_sim.kernel.batch.matches import OUTCOME
from piquet_sim.kernel.deal.record import AT, COLUMNS
from piquet_sim.kernel.deal.views import VIEWS, CallView, DiscardView
from piquet_sim.matches.match_tally import settle_outcomes
from piquet_sim.strategies import Strategy, find_strategy, outside_policy

BOOKS = tuple(PRESETS)
SEED = 20261125
DEAL_COLUMNS = [column.name for column in COLUMNS if column.name not in ("index", "mirrored")]
ODD_BOOK = RUBICON.replace(
    elder_exchange_least=0, younger_exchange_least=0, younger_exchange_most=12, point_least_pips=35
)


def read_results(games, column):
    return games.results[:, getattr(AT, column)]


def random_actions(games, chance):
    return (chance.random(games.masks.shape) * games.masks).argmax(axis=1)


# ---- Against the engine's own replays -----------------------------------------------------------
@pytest.mark.parametrize("rules", [*BOOKS, ODD_BOOK], ids=str)
@pytest.mark.parametrize("names", [("club", "random"), ("random", "novice")])
def test_deals__of_strategies_come_to_the_engines_records(rules, names):
    players = tuple(map(find_strategy, names))
    games = BatchEnvironment(40, rules, seed=SEED, restarts=False)
    total, _ = play_through(games, players)
    records = Simulation(*players, rules, seed=SEED).record_units(0, 40)
    for column in DEAL_COLUMNS:
        assert read_results(games, column).tolist() == records[column].tolist(), column
    margins = records["elder_score"].astype(int) - records["younger_score"]
    assert total.tolist() == [[one, -one] for one in margins.tolist()]


@pytest.mark.parametrize("rules", BOOKS)
def test_parties__of_strategies_come_to_the_engines_settlements(rules):
    players = (find_strategy("club"), find_strategy("random"))
    games = BatchEnvironment(12, rules, "parties", seed=SEED, restarts=False)
    total, _ = play_through(games, players)
    simulation = Simulation(*players, rules, seed=SEED)
    outcomes, _ = simulation.play_matches(0, 12)
    assert games.results[:, : len(OUTCOME)].tolist() == outcomes[:, 0].tolist()
    paid = settle_outcomes(simulation.rules, outcomes[:, 0])
    assert total.tolist() == [[one, -one] for one in paid.tolist()]


@pytest.mark.parametrize(
    "rules",
    [
        RUBICON.replace(partie_deals=4),
        PRESETS["cotton_1674"].replace(target=600),
        RUBICON.replace(match="games", settlement="games", target=200, games_to_win=3,
                        double_below=50),
    ],
    ids=["four deals", "long race", "won games"],
)  # fmt: skip
def test_parties__of_other_forms_and_many_deals_are_the_engines(rules):
    player = find_strategy("random")
    games = BatchEnvironment(4, rules, "parties", seed=SEED, restarts=False)
    total, _ = play_through(games, (player, player))
    outcomes, _ = Simulation(player, player, rules, seed=SEED).play_matches(0, 4)
    assert games.results[:, : len(OUTCOME)].tolist() == outcomes[:, 0].tolist()
    assert total[:, 0].tolist() == settle_outcomes(rules, outcomes[:, 0]).tolist()
    if rules.match != "partie":
        assert outcomes[:, 0, OUTCOME.deals].max() > 8


def test_parties__of_more_deals_than_rows_were_made_for_go_on():
    rules = RUBICON.replace(match="race", settlement="games", target=1000)
    player = find_strategy("random")
    games = BatchEnvironment(2, rules, "parties", seed=SEED, restarts=False)
    play_through(games, (player, player))
    outcomes, _ = Simulation(player, player, rules, seed=SEED).play_matches(0, 2)
    assert games.results[:, : len(OUTCOME)].tolist() == outcomes[:, 0].tolist()
    assert outcomes[:, 0, OUTCOME.deals].max() > 16


def test_deals__against_an_opponent_are_the_mirrored_pairs_of_a_simulation():
    learner = find_strategy("random")
    games = BatchEnvironment(30, opponent="club", seed=SEED, restarts=False)
    total, _ = play_through(games, (learner, None))  # the opponent is never asked for here
    records = Simulation(learner, "club", seed=SEED, mirrored=True).record_units(0, 15)
    for column in [*DEAL_COLUMNS, "mirrored"]:
        assert read_results(games, column).tolist() == records[column].tolist(), column
    margins = records["elder_score"].astype(int) - records["younger_score"]
    signed = np.where(records["mirrored"], -margins, margins)
    assert total[:, 0].tolist() == signed.tolist()


def test_parties__against_an_opponent_are_the_simulations():
    learner = find_strategy("random")
    games = BatchEnvironment(5, "american", "parties", opponent="novice", seed=3, restarts=False)
    play_through(games, (learner, None))
    outcomes, _ = Simulation(learner, "novice", "american", seed=3).play_matches(0, 5)
    assert games.results[:, : len(OUTCOME)].tolist() == outcomes[:, 0].tolist()


# ---- What is seen ------------------------------------------------------------------------------
@pytest.mark.parametrize("rules", [*BOOKS, ODD_BOOK], ids=str)
@pytest.mark.parametrize("unit", ["deals", "parties"])
def test_views__are_those_that_the_engine_hands_over_field_by_field(rules, unit):
    """And an observation is the view, less its luck and the number of the rule book."""
    games = BatchEnvironment(3, rules, unit, seed=SEED, restarts=False)
    seen = [[] for _ in range(3)]
    rows = games.observe()

    def watch(game, player, view):
        seen[game].append((player, view))
        games.observe(rows)
        read = read_observation(rows[game], view.luck, view.rules)
        assert read.view == view
        assert type(read.view) is type(view)
        assert read.chosen == 0
        assert not games.views[game, len(view) :].any()

    play_through(games, (Decider, Decider), watch)
    kept.clear()
    simulation = Simulation(keep_views(0), keep_views(1), rules, seed=SEED)
    if unit == "deals":
        simulation.record_units(0, 3)
    else:
        simulation.play_matches(0, 3)
    asked = [(player, type(view), *view) for player, view in kept]
    assert [(player, type(view), *view) for one in seen for player, view in one] == asked
    assert {kind for _, kind, *_ in asked} == set(VIEWS)


def test_observations__hold_each_field_once_and_stay_within_their_limits():
    taken = np.zeros(OBSERVATION_SIZE, int)
    for first, size in PLACES.values():
        taken[first : first + size] += 1
    assert (taken == 1).all()
    fields = {name for view in VIEWS for name in view._fields}
    assert fields - set(LEFT_OUT) == set(PLACES) - {"decision"}
    low, high = limit_observation()
    games, chance = BatchEnvironment(64, "cotton-1674", "parties", seed=1), np.random.default_rng(1)
    for _ in range(300):
        rows = games.observe()
        assert (low <= rows).all()
        assert (rows <= high).all()
        games.step(random_actions(games, chance))


def test_observations__hold_the_cards_of_a_discard_that_were_chosen():
    games, chance = BatchEnvironment(1, seed=5), np.random.default_rng(5)
    before = read_observation(games.observe()[0])
    for _ in range(3):
        cards = games.masks[:, :CARDS]
        games.step((chance.random(cards.shape) * cards).argmax(axis=1))
    after = read_observation(games.observe()[0])
    assert after.view == before.view
    assert after.chosen == games.chosen[0]
    assert np.bitwise_count(after.chosen) == 3
    assert not games.masks[0, [number_card(one) for one in pick_cards(after.chosen)]].any()


def test_observations__of_games_that_are_over_are_empty():
    games = BatchEnvironment(1, seed=5, restarts=False)
    play_through(games, (find_strategy("club"),) * 2)
    assert games.observe()[0].nonzero()[0].tolist() == [DECIDE.over]
    assert games.view(0) is None
    assert not games.masks.any()


# ---- What is legal -----------------------------------------------------------------------------
tried: dict[int, int] = {}
"""What is called in a class by the strategy that tries calls."""


@outside_policy
def call_tried(view: CallView) -> int:
    return tried.get(view.kind, view.best)


def is_taken(simulation, number):
    try:
        simulation.record_units(number, 1)
    except InputError:
        return False
    return True


@pytest.mark.parametrize("rules", ["rubicon", "cotton-1674", "boussac-1896", "american"])
def test_masks__of_calls_are_what_the_engine_takes(rules):
    club = find_strategy("club")
    trier = Strategy("trier", discard=club.discard, play=club.play, call=call_tried)
    simulation = Simulation(trier, club, rules, seed=SEED)
    games = BatchEnvironment(4, rules, seed=SEED, restarts=False)
    asked = {}

    def watch(game, player, view):
        if player == 0 and isinstance(view, CallView) and 1 <= view.kind <= 3:
            asked[game, view.kind] = games.masks[game].copy()

    play_through(games, (club, club), watch)
    assert len(asked) >= 6
    for (game, kind), mask in asked.items():
        values = {int(MEANINGS[one]) for one in np.flatnonzero(mask)}
        named = {number_call(kind, one) for one in values}
        assert named == set(np.flatnonzero(mask).tolist())
        for action in range(NOTHING, ACTIONS):
            call = int(MEANINGS[action])
            tried.clear()
            tried[kind] = call
            assert is_taken(simulation, game) == (call in values), (game, kind, say_action(action))
    tried.clear()


def test_masks__of_a_discard_end_it_between_the_least_and_the_most():
    games = BatchEnvironment(1, ODD_BOOK, seed=SEED)
    view = games.view()
    assert (view.least, games.masks[0, ENOUGH]) == (0, 1)
    games = BatchEnvironment(1, seed=SEED)
    view = games.view()
    assert (view.least, games.masks[0, ENOUGH]) == (1, 0)
    thrown = 0
    while isinstance(games.view(), DiscardView) and games.seats[0] == 0:
        assert games.masks[0, ENOUGH] == (thrown >= view.least)
        assert games.masks[0, :CARDS].sum() == 12 - thrown
        games.step(games.masks[:, :CARDS].argmax(axis=1))
        thrown += 1
    assert thrown == view.most


def test_actions__have_words_of_their_own_and_numbers_of_their_own():
    words = [say_action(one, 36) for one in range(ACTIONS)]
    assert len(set(words)) == ACTIONS
    assert [number_card(MEANINGS[one]) for one in range(CARDS)] == list(range(CARDS))
    view = BatchEnvironment(1, ODD_BOOK, seed=1).view()
    assert list_actions(view, 0) == [ENOUGH]


# ---- Rewards -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rules", "unit"),
    [("rubicon", "deals"), ("american", "parties"), ("au-cent", "parties"), ("parlett", "deals")],
)
@pytest.mark.parametrize("shaping", [0.25, 1])
def test_rewards__add_up_to_the_same_whatever_is_paid_before(rules, unit, shaping):
    totals, paid_before = [], []
    for share in (0, shaping):
        games = BatchEnvironment(6, rules, unit, seed=SEED, shaping=share, restarts=False)
        total, steps = play_through(games, (Decider, Decider))
        totals.append(total)
        paid_before.append(sum((one != 0).any(axis=1).sum() for one in steps))
    assert np.allclose(*totals)
    assert np.allclose(totals[0].sum(axis=1), 0)
    assert paid_before[0] <= 6 < paid_before[1]


def test_rewards__paid_before_the_end_are_what_the_player_has_seen_counted():
    games = BatchEnvironment(20, seed=SEED, shaping=0.5, restarts=False)
    chance, paid = np.random.default_rng(2), np.zeros((20, 2))
    while (games.decisions != DECIDE.over).any():
        step = games.step(random_actions(games, chance))
        paid += step.rewards
        for game in np.flatnonzero(games.decisions == DECIDE.play):
            view, player = games.view(game), games.players[game]
            assert paid[game, player] == 0.5 * (view.points - view.opponent_points)


# ---- Batches -----------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize(("unit", "longest"), [("deals", 60), ("parties", 500)])
def test_batches__are_played_at_random(unit, longest):
    """Something is always legal, games end, and at their ends one is paid by the other."""
    games, chance = BatchEnvironment(256, unit=unit, seed=11), np.random.default_rng(11)
    taken = over = paid = 0
    while taken < 1_000_000:
        assert games.masks.any(axis=1).all()
        step = games.step(random_actions(games, chance))
        assert (step.rewards.sum(axis=1) == 0).all()
        assert not step.rewards[~step.is_over].any()
        taken += games.games
        over += int(step.is_over.sum())
        paid += int(step.rewards.any(axis=1).sum())
    assert over > taken / longest
    assert paid > 0.9 * over


@pytest.mark.parametrize("unit", ["deals", "parties"])
def test_batches__that_restart_play_the_numbers_that_follow(unit):
    games, chance = BatchEnvironment(5, unit=unit, seed=SEED, shaping=0.5), np.random.default_rng(1)
    played, total, begun = {}, np.zeros((5, 2)), games.numbers.copy()
    for _ in range(2000):
        rewards, is_over = games.step(random_actions(games, chance))
        total += rewards
        for game in np.flatnonzero(is_over):
            # What is paid at once for the first decision of the next game is nothing.
            played[int(begun[game])] = total[game].tolist()
            total[game] = 0
        begun = games.numbers.copy()
    assert len(played) > 10
    assert sorted(games.numbers.tolist() + list(played)) == list(range(5 + len(played)))
    assert all(one + other == pytest.approx(0) for one, other in played.values())
    assert (games.decisions != DECIDE.over).all()


def test_batches__of_one_seed_are_the_same_and_of_another_not():
    def play(seed):
        games, chance = BatchEnvironment(8, seed=seed), np.random.default_rng(1)
        rows = []
        for _ in range(60):
            rows.append(games.observe().tolist())
            games.step(random_actions(games, chance))
        return rows

    assert play(4) == play(4) != play(5)
    games = BatchEnvironment(8, seed=4)
    again = games.observe().tolist()
    games.step(games.masks.argmax(axis=1))
    games.reset()
    assert games.observe().tolist() == again
    games.reset(5, first=3)
    assert games.numbers.tolist() == list(range(3, 11))
    assert BatchEnvironment(8).seed != BatchEnvironment(8).seed


def test_batches__that_call_everything_are_not_asked_what_to_call():
    games = BatchEnvironment(10, seed=SEED, restarts=False, asks_calls=False)
    kinds = set()
    play_through(games, (find_strategy("club"),) * 2, lambda *seen: kinds.add(type(seen[2])))
    assert CallView not in kinds
    records = Simulation("club", "club", seed=SEED).record_units(0, 10)
    assert read_results(games, "elder_score").tolist() == records["elder_score"].tolist()


def test_batches__take_fifty_thousand_decisions_a_second_of_processor_time():
    """More than a million on the machine where it was written: what is asked is a twentieth."""
    games, chance = BatchEnvironment(1024, seed=1), np.random.default_rng(1)
    games.step(random_actions(games, chance))
    rows = games.observe()
    spent, steps = 0.0, 40
    for _ in range(steps):
        actions = random_actions(games, chance)
        begun = time.process_time()
        games.step(actions)
        games.observe(rows)
        spent += time.process_time() - begun
    assert steps * games.games / spent > 50_000


_UNCOMPILED = """
import numpy as np
from piquet_sim.environments import BatchEnvironment
for unit in ("deals", "parties"):
    games, chance = BatchEnvironment(2, "cotton-1674", unit, seed=9, shaping=0.5), None
    chance = np.random.default_rng(9)
    for _ in range(60):
        rewards, over = games.step((chance.random(games.masks.shape) * games.masks).argmax(axis=1))
        print(games.observe().tolist(), rewards.tolist(), over.tolist(), games.results.tolist())
"""


def test_batches__are_the_same_without_compilation(monkeypatch):
    compiled, plain = (
        subprocess.run(
            [sys.executable, "-W", "error", "-c", _UNCOMPILED], env=environment,
            capture_output=True, text=True, check=True,
        ).stdout
        for environment in make_environments(monkeypatch)
    )  # fmt: skip
    assert compiled == plain
    assert "[True" in compiled or ", True]" in compiled


def make_environments(monkeypatch):
    for off in ("0", "1"):
        monkeypatch.setenv("NUMBA_DISABLE_JIT", off)
        yield dict(os.environ)


# ---- What cannot be right ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"games": 0}, "games: expected at least 1, got 0"),
        ({"games": "2"}, "games: '2' is not a whole number"),
        ({"games": 2_000_000}, "games: expected a number from 0 to 1000000, got 2000000"),
        ({"unit": "hands"}, "unit: expected deals or parties, got 'hands'"),
        ({"shaping": 2}, "shaping: expected a number from 0 to 1, got 2"),
        ({"shaping": "all"}, "shaping: expected a number from 0 to 1, got 'all'"),
        ({"seed": -1}, "seed: expected at least 0, got -1"),
        ({"seed": 0.5}, "seed: 0.5 is not a whole number"),
        ({"rules": "rubicn"}, "rules: no preset 'rubicn'; did you mean 'rubicon'?"),
        ({"opponent": "clb"}, "no strategy 'clb'; did you mean 'club'?"),
    ],
)
def test_batches__refuse_what_cannot_be_right_in_one_line(given, words):
    with pytest.raises(InputError) as refused:
        BatchEnvironment(**{"games": 1, **given})
    assert str(refused.value) == words


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0], "actions: expected 2 whole numbers, got int64 of shape (1,)"),
        ([0.5, 1], "actions: expected 2 whole numbers, got float64 of shape (2,)"),
        ([36, 36], "action: 36 (enough) is not legal in game 0; discard: "),
        ([-1, 36], "action: -1 (there is none) is not legal in game 0; discard: "),
        ([999, 36], "action: 999 (there is none) is not legal in game 0; discard: "),
    ],
)
def test_batches__refuse_illegal_actions_and_take_none(actions, words):
    games = BatchEnvironment(2, seed=1)
    before = games.observe().tolist()
    with pytest.raises(InputError) as refused:
        games.step(np.array(actions))
    said = str(refused.value)
    assert said.startswith(words)
    assert "\n" not in said
    assert games.observe().tolist() == before
    assert find_view(DECIDE.discard) is DiscardView


def test_parties__against_a_player_who_does_not_heed_the_score_come_to_an_end():
    games = BatchEnvironment(1, "rubicon", "parties", opponent="expert", seed=SEED, restarts=False)
    for _ in range(300):
        if games.view() is None:
            break
        games.step(games.masks.argmax(axis=1))
    assert games.view() is None
