"""The AEC environments: PettingZoo's own tests, random play, the engine's scores, mistakes."""

import re
import subprocess
import sys

import numpy as np
import pytest
from played_environments import RANDOM_STEPS, ask

import piquet_sim.environments
from piquet_sim.deals.simulation import Simulation
from piquet_sim.environments.actions import ACTIONS, ENOUGH, list_actions
from piquet_sim.environments.batch import BatchEnvironment
from piquet_sim.environments.observations import OBSERVATION_SIZE, read_observation
from piquet_sim.environments.turn_by_turn import DealEnvironment, PartieEnvironment
from piquet_sim.game.errors import InputError
from piquet_sim.kernel.deal.views import CallView
from piquet_sim.matches.match_tally import settle_outcomes
from piquet_sim.strategies import find_strategy

needs_pettingzoo = pytest.mark.skipif(
    piquet_sim.environments.turn_by_turn.spaces is None, reason="PettingZoo is not installed"
)
BOTH = (DealEnvironment, PartieEnvironment)
KNOWN = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably",
    "We recommend agents to be named in the format",
)
"""What PettingZoo's test says of every environment whose observations are dicts with masks and
which does not stand in its own list, and of agents that are called by what they are."""
LIMITED = pytest.mark.filterwarnings(*(f"ignore:{words}" for words in KNOWN))


def play_out(env, decide):
    """Let a function of the environment take actions to the end; what each agent was paid."""
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, is_over, _, _ = env.last()
        paid[agent] += reward
        env.step(None if is_over else decide(env))
    return paid


def play_as(strategies):
    waiting = []

    def decide(env):
        if not waiting:
            strategy = strategies[env.agent_selection]
            waiting.extend(list_actions(env.view, ask(strategy, env.view)))
        return waiting.pop(0)

    return decide


# ---- PettingZoo's own tests --------------------------------------------------------------------
@needs_pettingzoo
@LIMITED
@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("rules", ["rubicon", "cotton-1674", "au-cent"])
def test_environments__pass_the_api_test(kind, rules, capsys):
    from pettingzoo.test import api_test

    api_test(kind(rules, shaping=0.5), num_cycles=1000)
    assert "Passed API test" in capsys.readouterr().out


@needs_pettingzoo
@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("rules", ["rubicon", "cotton-1674"])
def test_environments__pass_the_seed_test(kind, rules):
    from pettingzoo.test import seed_test

    seed_test(lambda: kind(rules), num_cycles=300)


@needs_pettingzoo
@pytest.mark.parametrize(
    "steps", [RANDOM_STEPS, pytest.param(100_000, marks=pytest.mark.slow)], ids=str
)
@pytest.mark.parametrize("kind", BOTH)
def test_environments__are_played_at_random(kind, steps):
    """What is played is legal, ends, and is paid by one to the other.

    Millions of decisions are taken in batches, of which an environment is one of a single game.
    """
    env, chance, taken, games = kind(seed=11), np.random.default_rng(11), 0, 0
    while taken < steps:
        env.reset()
        paid = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, is_over, is_cut, _ = env.last()
            paid[agent] += reward
            assert not is_cut
            if is_over:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            assert len(legal)
            env.step(int(chance.choice(legal)))
            taken += 1
        assert sum(paid.values()) == 0
        assert env.agents == []
        games += 1
    assert games > taken / (60 if kind is DealEnvironment else 500)


# ---- Against the engine ------------------------------------------------------------------------
@needs_pettingzoo
@pytest.mark.parametrize("rules", ["rubicon", "parlett", "cotton-1674"])
def test_deals__are_paid_as_the_engine_scores_them(rules):
    players = (find_strategy("club"), find_strategy("random"))
    env = DealEnvironment(rules, seed=7)
    records = Simulation(*players, rules, seed=7).record_units(0, 15)
    decide = play_as(dict(zip(env.possible_agents, players, strict=True)))
    for record in records:
        env.reset()
        paid = play_out(env, decide)
        margin = int(record["elder_score"]) - int(record["younger_score"])
        assert paid == {"elder": margin, "younger": -margin}


@needs_pettingzoo
@pytest.mark.parametrize("rules", ["rubicon", "au-cent", "american"])
@pytest.mark.parametrize("shaping", [0, 0.5])
def test_parties__are_paid_as_the_engine_settles_them(rules, shaping):
    players = (find_strategy("club"), find_strategy("random"))
    env = PartieEnvironment(rules, seed=7, shaping=shaping)
    simulation = Simulation(*players, rules, seed=7)
    outcomes, _ = simulation.play_matches(0, 4)
    decide = play_as(dict(zip(env.possible_agents, players, strict=True)))
    for worth in settle_outcomes(simulation.rules, outcomes[:, 0]).tolist():
        env.reset()
        assert play_out(env, decide) == pytest.approx({"first": worth, "second": -worth})


@needs_pettingzoo
def test_observations__are_of_the_agent_alone_whose_turn_it_was():
    env = DealEnvironment(seed=3)
    env.reset()
    blank = env.observe("younger")
    assert not blank["observation"].any()
    assert not blank["action_mask"].any()
    last = {}
    club = find_strategy("club")
    decide = play_as({"elder": club, "younger": club})
    while not env.is_over:
        agent = env.agent_selection
        last[agent] = env.observe(agent)
        read = read_observation(last[agent]["observation"], env.view.luck, env.view.rules)
        assert read.view == env.view
        assert read.chosen == env.chosen
        for other in set(last) - {agent}:
            seen = env.observe(other)
            assert seen["observation"].tolist() == last[other]["observation"].tolist()
            assert not seen["action_mask"].any()
        env.step(decide(env))
    for agent in env.possible_agents:
        assert env.observe(agent)["observation"].tolist() == last[agent]["observation"].tolist()


@needs_pettingzoo
def test_environments__that_call_everything_do_not_ask_what_to_call():
    env = DealEnvironment(seed=3, asks_calls=False)
    env.reset()
    while not env.is_over:
        assert not isinstance(env.view, CallView)
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))


@needs_pettingzoo
def test_games__follow_one_another_and_can_be_asked_for_by_number():
    env = DealEnvironment(seed=3)
    env.reset()
    env.reset()
    second = env.observe("elder")["observation"].tolist()
    env.reset(seed=3, options={"number": 1})
    assert env.observe("elder")["observation"].tolist() == second
    env.reset(seed=3)
    assert env.observe("elder")["observation"].tolist() != second
    assert env.observation_space("elder")["observation"].shape == (OBSERVATION_SIZE,)
    assert env.action_space("elder").n == ACTIONS


@needs_pettingzoo
def test_render__says_what_is_to_be_decided():
    env = DealEnvironment(seed=1, render_mode="ansi")
    env.reset()
    said = env.render()
    assert said.startswith("elder, ")
    assert "discard: " in said
    assert DealEnvironment(seed=1).render() is None
    assert str(env) == "piquet_deal_v0"


# ---- What cannot be right ----------------------------------------------------------------------
@needs_pettingzoo
@pytest.mark.parametrize(
    ("action", "words"),
    [
        (ENOUGH, "action: 36 (enough) is not legal in game 0; discard: "),
        (None, "action: expected a whole number, got None"),
        (True, "action: expected a whole number, got True"),
        ("7H", "action: expected a whole number, got '7H'"),
    ],
)
def test_environments__refuse_illegal_actions_in_one_line(action, words):
    env = DealEnvironment(seed=1)
    env.reset()
    with pytest.raises(InputError) as refused:
        env.step(action)
    assert str(refused.value).startswith(words)
    assert "\n" not in str(refused.value)


@needs_pettingzoo
def test_environments__refuse_actions_before_a_game_and_after_it():
    env = DealEnvironment(seed=1)
    with pytest.raises(InputError, match="step: no game has begun; call reset first"):
        env.step(0)
    env.reset()
    while not env.is_over:
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    with pytest.raises(InputError, match="action: the game is over; expected None, got 0"):
        env.step(0)


@needs_pettingzoo
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"render_mode": "human"}, "render_mode: expected 'ansi' or None, got 'human'"),
        ({"rules": "rubicn"}, "rules: no preset 'rubicn'; did you mean 'rubicon'?"),
        ({"shaping": -1}, "shaping: expected a number from 0 to 1, got -1"),
    ],
)
def test_environments__refuse_what_cannot_be_right(given, words):
    with pytest.raises(InputError) as refused:
        PartieEnvironment(**given)
    assert str(refused.value) == words


_ABSENT = """
import sys
sys.modules["pettingzoo"] = None
from piquet_sim.environments import BatchEnvironment, DealEnvironment
from piquet_sim.game.errors import InputError
BatchEnvironment(1)
try:
    DealEnvironment()
except InputError as error:
    print(error)
"""


def test_environments__without_pettingzoo_say_how_to_get_it():
    done = subprocess.run(
        [sys.executable, "-c", _ABSENT], capture_output=True, text=True, check=True
    )
    missing = "PettingZoo is not installed; pip install 'piquet-sim[learn]'"
    assert done.stdout == f"environments: {missing}\n"
    assert BatchEnvironment(1, seed=1).games == 1


@needs_pettingzoo
def test_guide__plays_a_game_in_turns():
    blocks = re.findall(r"(?:^(?:    .*)?\n)+", piquet_sim.environments.__doc__, re.MULTILINE)
    (text,) = (one for one in blocks if "agent_iter" in one)
    names = {}
    exec(compile(re.sub("^    ", "", text, flags=re.MULTILINE), "guide", "exec"), names)
    assert names["env"].is_over
