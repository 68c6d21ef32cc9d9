"""Hands by theme: every one is of its kind, and comes again by its number."""

import numpy as np
import pytest

from piquet_sim.advice.trials import Question, list_sensible
from piquet_sim.explorer.themes import THEMES, deal_hands
from piquet_sim.game.cards import count_cards, parse_hand, rank_mask, suit_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import PRESETS


def _held(hand, ranks):
    return [count_cards(hand & rank_mask("6789TJQKA".index(rank))) for rank in ranks]


def _longest_run(hand):
    runs = [1]
    for suit in range(4):
        run = 0
        for rank in range(9):
            run = run + 1 if hand & rank_mask(rank) & suit_mask(suit) else 0
            runs.append(run)
    return max(runs)


def _longest_suit(hand):
    return max(count_cards(hand & suit_mask(suit)) for suit in range(4))


IS_OF = {
    "any": lambda hand: True,
    "close": lambda hand: len(list_sensible(Question(hand), within=0.2)) > 1,
    "repique": lambda hand: _longest_run(hand) >= 5 or 4 in _held(hand, "AKQJT"),
    "aces": lambda hand: _held(hand, "A") == [3],
    "long": lambda hand: _longest_suit(hand) >= 6,
    "weak": lambda hand: _held(hand, "A") == [0] and _held(hand, "K")[0] <= 1,
    "nothing": lambda hand: (
        _longest_run(hand) < 3 and _longest_suit(hand) <= 4 and max(_held(hand, "AKQJT")) < 3
    ),
    "blanche": lambda hand: _held(hand, "KQJ") == [0, 0, 0],
}


@pytest.mark.parametrize("theme", THEMES)
def test_theme__every_hand_is_of_its_kind(theme):
    hands = deal_hands(theme, 4127, 10)
    assert [count_cards(hand) for hand in hands] == [12] * 10
    assert len(set(hands)) == 10
    assert all(map(IS_OF[theme], hands))
    if theme != "any":
        assert not all(map(IS_OF[theme], deal_hands("any", 4127, 40)))


@pytest.mark.parametrize("theme", THEMES)
def test_theme__its_number_gives_the_same_hands(theme):
    assert deal_hands(theme, 8, 3) == deal_hands(theme, 8, 10)[:3]
    assert deal_hands(theme, 8, 3) != deal_hands(theme, 9, 3)


def test_theme__any_hand_is_one_of_all():
    hands = np.array(deal_hands("any", 5, 400))
    aces = np.bitwise_count(hands & parse_hand("AS AH AD AC")).mean()
    assert abs(aces - 1.5) < 5 * (0.83 / 20)  # hypergeometric: sd 0.83 a hand


def test_theme__under_other_rules():
    pack = PRESETS["cotton_1674"]
    (hand,) = deal_hands("aces", 3, 1, rules=pack)
    assert _held(hand, "A") == [3]
    with pytest.raises(InputError, match="under the rules of rubicon, got cotton_1674"):
        deal_hands("close", 3, 1, rules=pack)
    with pytest.raises(InputError, match="did you mean 'aces'"):
        deal_hands("ace", 3)
