"""A deal or a match asked one decision at a time is the engine's, and takes what the engine takes.

Covers `deals.table`.
"""

import copy
from contextlib import nullcontext

import pytest
from command_line import refuses

from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.table import CALLS, Table
from piquet_sim.kernel.deal.record import COLUMNS
from piquet_sim.kernel.deal.views import VIEWS, PlayView
from piquet_sim.strategies import find_strategy

AGREED = [column.name for column in COLUMNS]


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


@pytest.mark.parametrize("rules", ["rubicon", "cotton-1674", "boussac-1896"])
def test_table__takes_the_calls_that_the_engine_takes(rules):
    table, asked = Table(rules, seed=5), set()  # a deal with calls in every class
    while not isinstance(table.view, PlayView):
        for call in CALLS.get(table.what, ()):
            tried = copy.deepcopy(table)
            tried.answers.append(call)
            with nullcontext() if call in table.legal else pytest.raises(IllegalDecision):
                tried._play_on()
        asked.add(table.what)
        table.answer(table.legal[-1])
    assert asked >= set(CALLS)


def test_table__refuses_what_is_not_legal_and_answers_after_the_end():
    table = Table(seed=1)
    with refuses("discard: expected 1 to 5 cards of the hand"):
        table.answer(0)
    table.answer(table.legal[-1])  # of eight cards one is taken
    with refuses("discard: expected 1 to 7 cards of the hand"):
        table.answer(sum(table.legal))
    while not table.is_over:
        table.answer(table.legal[-1])
    with refuses("table: the game is over"):
        table.answer(0)
