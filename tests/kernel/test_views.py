"""The border of information: what a seat sees does not depend on cards hidden from it.

The deals are played in a process without numba, see `recorded_views`.

Covers `kernel.deal.deal_state`.
"""

import json

import pytest
from recorded_views import LEAKS
from specimens import run_uncompiled

from piquet_sim.kernel.deal.deal_state import STEP_BITS
from piquet_sim.kernel.random import PLAYERS_STREAM, random_words

CASES = 250


def play_cases(way, cases, rules="rubicon"):
    return json.loads(run_uncompiled("recorded_views.py", way, cases, rules))


@pytest.fixture(scope="module")
def lenient():
    return play_cases("lenient", CASES)


def test_views__do_not_depend_on_hidden_cards(lenient):
    assert lenient["differences"] == []
    # Most views were reached with equal events, and every question was among them.
    assert lenient["compared"] > 0.6 * lenient["asked"]
    assert lenient["asked"] > 20 * CASES
    kinds = lenient["kinds"]
    assert set(kinds) == {"DiscardView", "PlayView", *(f"CallView{kind}" for kind in range(5))}
    assert min(kinds.values()) >= 20


@pytest.mark.parametrize("rules", ["cotton_1674", pytest.param("american", marks=pytest.mark.slow)])
def test_views__of_other_codes_do_not_depend_on_hidden_cards(rules):
    told = play_cases("lenient", 60, rules)
    assert told["differences"] == []
    assert told["compared"] > 0.5 * told["asked"]
    assert set(told["kinds"]) >= {"DiscardView", "PlayView", "CallView1", "CallView2", "CallView3"}


def test_views__of_elder_before_his_lead_tell_nothing_of_classes_he_did_not_call():
    """If elder calls nothing in a class he has not heard, when he leads, whether younger has it.

    "If not good, the younger calls his sequence ... after the elder has finished calling and has
    led a card" (000); the result of a class that elder did not call is OPEN to him until then.
    """
    assert play_cases("strict", 120)["differences"] == []


def test_luck__differs_from_decision_to_decision(lenient):
    assert lenient["luck_repeated"] == 0


def test_view__of_a_carte_blanche_says_that_nobody_has_exchanged(lenient):
    """`CallView.took` and `opponent_took` are documented as 0 before the exchange."""
    assert lenient["taken_before_the_exchange"]
    assert {tuple(taken) for taken in lenient["taken_before_the_exchange"]} == {(0, 0)}


@pytest.mark.parametrize(
    "leak",
    [
        leak if leak in ("opponents_hand", "luck") else pytest.param(leak, marks=pytest.mark.slow)
        for leak in LEAKS
    ],
)
def test_views__that_leak_are_caught(leak):
    assert play_cases(leak, 60)["differences"]


def test_luck__of_a_deal_is_made_of_number_and_seat_alone():
    """The steps of a deal fit into the bits that `take_seat` clears; seats and deals differ."""
    assert 1 << STEP_BITS >= 8 + 12
    lucks = [
        word >> STEP_BITS
        for number in range(2000)
        for turn in (0, 1)
        for word in random_words(1, number, PLAYERS_STREAM + turn, 0)
    ]
    assert len(set(lucks)) == len(lucks)
