"""Attacks by files that are loaded and by players that answer anything."""

import json
from dataclasses import replace

import pytest
from command_line import command, refused
from refusals import refuses

from piquet_sim.cli.options import load_strategies
from piquet_sim.running.run import simulate
from piquet_sim.strategies import CallView, DiscardView, PlayView, find_strategy, outside_policy

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")


# ---- Files that are loaded ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def (", "SyntaxError"),
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("import sys; sys.exit('bye')", "SystemExit: bye"),
        ("raise BaseException('so\\nand so')", "BaseException: so"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("def f(): f()\nf()", "RecursionError"),
        ("class E(Exception):\n def __str__(self): raise E\nraise E", "E"),
        ("x = " + "(" * 300, "SyntaxError"),
        ("\0", "null bytes"),
        ("from piquet_sim.strategies import *\nregister(Strategy(5, None, None))", "must be text"),
        ("raise MemoryError", "MemoryError"),
    ],
)
def test_load__what_fails_is_said_in_one_line(code, said, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(code)
    assert said in refused("simulate", "-n", "4", "--load", path)


RAISES_AS_IT_PLAYS = """
from dataclasses import replace
from piquet_sim.strategies import *

@policy
def play(view: PlayView) -> int:
    if view.led:
        raise ValueError("boom")
    return view.legal & -view.legal

register(replace(find_strategy("club"), name="boom", play=play))
"""


def test_load__what_fails_as_it_plays_is_said_in_one_line(tmp_path):
    path = tmp_path / "boom.py"
    path.write_text(RAISES_AS_IT_PLAYS)
    told = refused("simulate", "-n", "4", "--elder", "boom", "--load", path)
    assert f"ValueError: boom ({path.name}, line 8)" in told


def test_load__what_it_prints_is_no_answer(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("print('hello')")
    code, said, complained = command("help", "players", "--json", "--load", str(path))
    assert (code, complained) == (0, "hello\n")
    json.loads(said)


def test_load__ctrl_c_is_handed_on(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        load_strategies(path)


# ---- Players that answer anything ---------------------------------------------------------------
WILD_ANSWERS = (
    *(None, -1, 2**63 - 1, -(2**63), 2**63, 10**30, 1.5, float("nan"), "12", [], 1 << 40, True),
    *(ValueError("no"), KeyError(1), SystemExit(3), GeneratorExit(), RecursionError("deep")),
)


@pytest.fixture(scope="module")
def guests():
    """Players whose discard, call or play is what stands in the list, which is the first."""
    answer = [None]

    def give(view):
        if isinstance(answer[0], BaseException):
            raise answer[0]
        return answer[0]

    players = {}
    for kind, view in (("discard", DiscardView), ("call", CallView), ("play", PlayView)):
        give.__annotations__["view"] = view
        club = find_strategy("club")
        players[kind] = replace(club, name="guest", **{kind: outside_policy(give)})
    return answer, players


@pytest.mark.parametrize("kind", ["discard", "call", "play"])
@pytest.mark.parametrize("wild", WILD_ANSWERS, ids=repr)
def test_outside_players__answers_that_are_none_stop_the_run(guests, kind, wild):
    guests[0][0] = wild
    with refuses():
        simulate(guests[1][kind], "club", n=20, threads=1)


def test_outside_players__an_interruption_in_a_thread_is_one(guests):
    guests[0][0] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        simulate(guests[1]["play"], "club", n=20, threads=1)
