"""The AEC environment: PettingZoo's own tests, the engine's deals and parties, what is refused."""

import copy
from contextlib import nullcontext
from functools import partial

import numpy as np
import pytest
from refusals import refuses

from piquet_sim.deals import table as tables
from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.table import CALLS, Table
from piquet_sim.environment import ACTIONS, PLACES, PiquetEnvironment
from piquet_sim.kernel.deal.record import COLUMNS
from piquet_sim.kernel.deal.views import VIEWS, PlayView
from piquet_sim.matches.matches import settle_outcomes
from piquet_sim.strategies import find_strategy

pytest.importorskip("pettingzoo")
KNOWN = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably",
    "We recommend agents to be named in the format",
)
"""What PettingZoo's test says of every environment whose observations are dicts with masks and
which does not stand in its own list, and of agents that are called by what they are."""
AGREED = [column.name for column in COLUMNS]


def begin(game="deal", seed=7, number=0, rules="rubicon"):
    env = PiquetEnvironment(rules, game=game, seed=seed)
    env.reset(options={"number": number})
    return env


def act(env, chance):
    """One legal action at random."""
    legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    env.step(int(chance.choice(legal)))


def play_out(env, seed):
    """Act at random to the end."""
    chance = np.random.default_rng(seed)
    while not env.table.is_over:
        act(env, chance)
    return env.table


@pytest.mark.filterwarnings(*(f"ignore:{words}" for words in KNOWN))
@pytest.mark.parametrize(("game", "rules"), [("deal", "cotton-1674"), ("partie", "rubicon")])
def test_environment__passes_pettingzoos_tests(game, rules, capsys):
    from pettingzoo.test import api_test, seed_test

    api_test(PiquetEnvironment(rules, game=game), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: PiquetEnvironment(rules, game=game), num_cycles=60)


@pytest.mark.parametrize("rules", ["rubicon", "parlett", "cotton-1674", "american"])
def test_table__of_strategies_comes_to_the_engines_deal_and_match(rules):
    players = (find_strategy("club"), find_strategy("random"))

    def play(*asked, **named):
        table = Table(rules, 7, *asked, **named)
        while not table.is_over:
            view, player = table.view, players[table.player]
            name = ("discard", "call", "play")[VIEWS.index(type(view))]
            table.answer(getattr(player, name)(view))
        return table.result

    simulation = Simulation(*players, rules, seed=7)
    for number, record in enumerate(simulation.record_units(0, 3)):
        played = play(number)
        assert [played[name] for name in AGREED] == [record[name] for name in AGREED]
    outcomes, _ = simulation.play_matches(1, 1)
    assert play(1, is_match=True).tolist() == outcomes[0, 0].tolist()


@pytest.mark.parametrize("rules", ["rubicon", "american"])
@pytest.mark.parametrize("game", ["deal", "partie"])
def test_game__is_paid_as_it_is_settled(game, rules):
    env = begin(game, rules=rules)
    table = play_out(env, seed=5)
    if game == "deal":
        worth = int(table.result["elder_score"]) - int(table.result["younger_score"])
    else:
        (worth,) = settle_outcomes(table.rules, table.result[None])
    assert [env.rewards[agent] for agent in env.possible_agents] == [worth, -worth]
    assert worth != 0


@pytest.mark.parametrize("rules", ["rubicon", "cotton-1674", "boussac-1896"])
def test_table__takes_the_calls_that_the_engine_takes(rules):
    table, asked = Table(rules, seed=5), set()  # a deal with calls in every class
    while not isinstance(table.view, PlayView):
        for call in CALLS.get(table.what, ()):
            tried = copy.deepcopy(table)
            tried.answers.append(call)
            refused = pytest.raises(IllegalDecision)
            with nullcontext() if call in table.legal else refused:
                tried._play_on()
        asked.add(table.what)
        table.answer(table.legal[-1])
    assert asked >= set(CALLS)


# ---- What is seen ------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_observations__do_not_depend_on_hidden_cards(seat, monkeypatch):
    given = f"{seat} has AKJ.AQJ8.98.J87"
    monkeypatch.setattr(tables, "Simulation", partial(Simulation, given=given))
    seen, hands = set(), set()
    for number in range(3):
        env, rows = begin(number=number), []
        elder = env.table.view.hand
        for action in (None, 36):
            rows.append(env.observe(seat))
            first = int(env.observe("elder")["action_mask"].argmax())
            env.step(action or first)
        rows.append(env.observe(seat))
        hands.add((elder, env.table.view.hand))
        seen.add(str([{name: row.tolist() for name, row in one.items()} for one in rows]))
    assert (len(hands), len(seen)) == (3, 1)


def test_observations__hold_the_view_of_the_agent_whose_turn_it_is():
    fields = {name for view in VIEWS for name in view._fields} - {"luck", "rules", "kind"}
    assert fields == set(PLACES) - {"question"}
    env, chance, last = begin(seed=3), np.random.default_rng(3), {}
    assert not env.observe("younger")["observation"].any()
    while not env.table.is_over:
        agent, view = env.agent_selection, env.table.view
        last[agent] = seen = env.observe(agent)["observation"]
        flags = np.flatnonzero(seen[PLACES["hand"]])
        assert sum(ACTIONS[one][1] for one in flags) == view.hand
        assert seen[PLACES["score"]] == view.score
        assert not env.observe(env.possible_agents[1 - view.seat])["action_mask"].any()
        assert (env.observe("elder")["observation"] == last["elder"]).all()
        act(env, chance)


@pytest.mark.parametrize("game", ["deal", "partie"])
def test_copies__in_mid_game_play_on_alike_and_apart(game):
    env, chance = begin(game), np.random.default_rng(1)
    for _ in range(9):
        act(env, chance)
    same, other = copy.deepcopy(env), copy.deepcopy(env)
    one, two, three = play_out(env, 2), play_out(same, 2), play_out(other, 3)
    assert one.answers == two.answers != three.answers
    assert (one.result == two.result).all()


# ---- What is refused ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("action", "words"),
    [
        (36, "action: 36 (enough) is not legal; discard: "),
        (10**30, f"action: {10**30} (there is none) is not legal; discard: "),
        (None, "action: expected a whole number, got None"),
        (True, "action: expected a whole number, got True"),
        ("7H", "action: expected a whole number, got '7H'"),
        (np.array([8, 1]), "action: expected a whole number, got int64 of shape (2,)"),
        (np.float32(8), "action: expected a whole number, got np.float32(8.0)"),
    ],
)
def test_environment__refuses_other_actions_in_one_line(action, words):
    with refuses(start=words):
        begin().step(action)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": "rubber"}, "game: expected deal or partie, got 'rubber'"),
        ({"render_mode": "human"}, "render_mode: expected 'ansi' or None"),
        ({"rules": "rubicn"}, "rules: no preset 'rubicn'; did you mean 'rubicon'"),
        ({"seed": 0.5}, "seed: 0.5 is not a whole number"),
    ],
)
def test_environment__refuses_other_parameters(given, said):
    with refuses(said):
        PiquetEnvironment(**given)


def test_environment__refuses_actions_before_a_game_and_after_it():
    env = PiquetEnvironment(seed=1, render_mode="ansi")
    with refuses("step: no game has begun; call reset first"):
        env.step(0)
    with refuses("number: expected a number from 0 to"):
        env.reset(options={"number": -1})
    env.reset()
    assert env.render().startswith("elder, ")
    table = play_out(env, seed=1)
    with refuses("action: the game is over; expected None"):
        env.step(0)
    with refuses("table: the game is over"):
        table.answer(0)
    env.reset()
    assert (env.table.seed, env.table.number) == (1, 1)
