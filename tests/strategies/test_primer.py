"""The primer: it plays by the printed tree and the counts, and by nothing else."""

import naive_primer
import numpy as np
import pytest
from specimens import as_text

from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.rules import find_rules
from piquet_sim.game.terms import SEATS
from piquet_sim.running.run import simulate
from piquet_sim.strategies import DiscardView, find_strategy
from piquet_sim.strategies.primer import COUNTS, FACTS, THINGS, TREES, list_leaves, read_hands


def deal_hands(seat, pack="rubicon"):
    dealt = Simulation("random", "random", pack, seed=5).record_units(0, 600)
    return dealt[f"{seat}_dealt"].astype(np.int64)


@pytest.mark.parametrize(
    ("seat", "pack", "most"),
    [
        ("elder", "rubicon", 5),
        ("younger", "rubicon", 3),
        ("younger", "rubicon", 5),
        ("elder", "cotton_1674", 8),
        ("younger", "cotton_1674", 4),
    ],
)
def test_primer__throws_what_the_words_of_its_tree_say_and_heeds_nothing_else(seat, pack, most):
    ask, book = find_strategy("primer").discard, find_rules(pack).laws().book
    for number, hand in enumerate(deal_hands(seat, pack)):
        view = DiscardView(
            SEATS.index(seat),
            int(hand),
            1,
            most,
            number % 4,
            number % 2,
            number % 2,
            number,
            2 * number,
            number % 6,
            number,
            rules=book,
        )
        cards = as_text(hand)
        assert set(as_text(ask(view))) == naive_primer.throw(
            cards, len(cards) - most, seat, TREES[seat], COUNTS[seat]
        ), cards


@pytest.mark.parametrize("seat", SEATS)
def test_things_and_facts__are_those_of_sets_and_lists(seat):
    hands = deal_hands(seat)
    for hand, found, held, asked in zip(hands, *read_hands(seat, hands), strict=True):
        cards = as_text(hand)
        things = naive_primer.find_things(cards, COUNTS[seat])
        assert set(things) == set(THINGS)
        assert [
            [set(as_text(one)) for one in some[:number]]
            for some, number in zip(found, held, strict=True)
        ] == [[*map(set, things[thing])] for thing in THINGS], cards
        assert naive_primer.find_facts(cards, seat, things) == dict(
            zip(FACTS, asked.tolist(), strict=True)
        ), cards


def test_tree__is_short_enough_to_learn():
    assert max(len(list_leaves(tree)) for tree in TREES.values()) <= 12


def test_primer__plays_the_cards_as_club_does_and_exchanges_better():
    primer, club = find_strategy("primer"), find_strategy("club")
    assert primer.play is club.play
    gain = simulate("primer", "club", 20_000, mirrored=True, seed=3).estimates["first_less_second"]
    assert gain.low > 0.5
