"""Strategies that fail while they play: named, with the deal and the view that they failed at.

Covers `deals.illegal_decisions`.
"""

import numba
import numpy as np
import pytest
from late_policies import compiled
from refusals import refuses

from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.kinds.discard_table import try_discards
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.running.run import simulate
from piquet_sim.strategies import DiscardView, PlayView, Strategy, find_strategy, outside_policy

CLUB = find_strategy("club")
SIXTEEN = np.arange(16)


@numba.njit
def read_sixteen(place):
    return SIXTEEN[place]


def play_divided(view: PlayView) -> int:
    return (view.legal & -view.legal) // (view.tricks != 3)


def play_beyond(view: PlayView) -> int:
    return read_sixteen(view.tricks + 12) * 0 + (view.legal & -view.legal)


def throw_divided(view: DiscardView) -> int:
    return view.hand // (view.least - view.least)


def play_least(view: PlayView) -> int:
    return -(1 << 63)


def play_out(view: PlayView) -> int:
    return int("three" if view.tricks else view.legal & -view.legal)


def play_words(view: PlayView) -> int:
    return "AS"


FAILURES = {
    "divided": (play_divided, "by zero (test_failing_strategies.py, line ", "tricks=3,"),
    "beyond": (play_beyond, "policy 'play_beyond' failed: IndexError: ", "tricks=4,"),
    "least": (play_least, "policy 'play_least' answers -9223372036854775808", "tricks=0,"),
    "outside": (play_out, "policy 'play_out' failed: ValueError: invalid literal", "tricks=1,"),
    "words": (play_words, "policy 'play_words' answers 'AS', which is no integer", "tricks=0,"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_failure__names_strategy_deal_and_view(name):
    played, said, seen = FAILURES[name]
    make = outside_policy if played in (play_out, play_words) else compiled
    bad = Strategy(name, CLUB.discard, make(played))
    about = (" of seed 5: ", said, "; the view was PlayView(seat=1, ", seen)
    with refuses(*about, start=f"strategy {name!r} as younger, deal ") as refusal:
        simulate("club", bad, n=500, seed=5, threads=2)
    with pytest.raises(IllegalDecision) as again:
        Simulation("club", bad, seed=5).replay_deal(refusal.value.index)
    assert str(again.value) == str(refusal.value)


def test_failure__of_one_decision_asked_from_python():
    view = DiscardView(0, 0, 1, 5, -1, 0, 0, 0, 0, 0, 7)
    with pytest.raises(InputError, match="policy 'throw_divided' failed: ZeroDivisionError"):
        compiled(throw_divided)(view)


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_failure__of_the_opponent_one_is_advised_against(seat, table_of_play):
    """What he answered was taken for a discard, whatever it was."""
    took = None if seat == "elder" else 5
    bad = Strategy("bad", compiled(throw_divided), CLUB.play)
    question = Question(parse_hand("AKJ.AQJ8.98.J87"), seat=seat, took=took, strategy=bad)
    with pytest.raises(IllegalDecision, match=r"strategy 'bad' as .*: policy 'throw_divided' fai"):
        try_discards(question, [parse_hand("8C 7C")], 10)
