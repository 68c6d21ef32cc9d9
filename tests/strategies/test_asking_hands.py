"""What policies may ask about a hand, beside the same in sets and lists."""

import random

import pytest
import reference
from naive_odds import value_if_good
from specimens import HAND, PACK

from piquet_sim import (
    ACE,
    cards_of_rank,
    count_rank,
    hand_value,
    longest_suit,
    parse_hand,
    policy,
    say_cards,
)
from piquet_sim.game.cards import RANK_LETTERS
from piquet_sim.kernel.deal.views import DiscardView

HANDS = [frozenset(random.Random(seed).sample(PACK, 12)) for seed in range(40)]


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: "".join(sorted(hand)))
def test_holdings__are_those_of_sets_and_lists(hand):
    mask = parse_hand(" ".join(hand))
    assert hand_value(mask) == value_if_good(hand)
    for rank, letter in enumerate(RANK_LETTERS):
        held = {card for card in hand if card[0] == letter}
        assert set(say_cards(cards_of_rank(mask, rank)).split()) == held
        assert count_rank(mask, rank) == len(held)
    suits = [[card for card in hand if card[1] == suit] for suit in "SHDC"]
    points = [(len(suit), sum(reference.PIPS[card[0]] for card in suit)) for suit in suits]
    assert set(say_cards(longest_suit(mask)).split()) == set(suits[points.index(max(points))])


def test_holdings__of_nothing():
    assert hand_value(0) == longest_suit(0) == count_rank(0, ACE) == 0


def test_holdings__can_be_asked_by_a_policy():
    @policy
    def keep_point(view: DiscardView) -> int:
        others = view.hand & ~longest_suit(view.hand)
        return others & -others if count_rank(view.hand, ACE) < 4 else 0

    view = DiscardView(0, parse_hand(HAND), 1, 5, -1, 0, 0, 0, 0, 0, 1)
    assert say_cards(keep_point(view)) == "JS"
