"""Hands by theme: every one is of its kind, and comes again by its number."""

import pytest
from naive_conditions import courts, longest, of_rank, runs, sets
from naive_worlds import named
from refusals import refuses
from specimens import as_mask

from piquet_sim.decisions.kinds.learned import list_sensible
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.explorer.themes import THEMES, deal_hands
from piquet_sim.game.cards import count_cards
from piquet_sim.game.rules import PRESETS

# Of the cards as texts.
IS_OF = {
    "any": lambda cards: True,
    "close": lambda cards: len(list_sensible(Question(as_mask(cards)), within=0.2)) > 1,
    "repique": lambda cards: max([0, *runs(cards)]) >= 5 or sets(cards, 4) > 0,
    "aces": lambda cards: of_rank(cards, "A") == 3,
    "long": lambda cards: longest(cards) >= 6,
    "weak": lambda cards: of_rank(cards, "A") == 0 and of_rank(cards, "K") <= 1,
    "nothing": lambda cards: (
        not runs(cards) and longest(cards) <= 4 and not sets(cards, 3) + sets(cards, 4)
    ),
    "blanche": lambda cards: courts(cards) == 0,
}


@pytest.mark.parametrize("theme", THEMES)
def test_theme__every_hand_is_of_its_kind_and_comes_again_by_its_number(theme):
    hands = deal_hands(theme, 4127, 10)
    assert deal_hands(theme, 4127, 3) == hands[:3] != deal_hands(theme, 9, 3)
    assert {count_cards(hand) for hand in hands} == {12}
    assert len(set(hands)) == 10
    assert all(IS_OF[theme](named(hand)) for hand in hands)
    others = deal_hands("any", 4127, 40)
    assert all(IS_OF[theme](named(hand)) for hand in others) == (theme == "any")


def test_theme__under_other_rules():
    pack = PRESETS["cotton_1674"]
    (hand,) = deal_hands("aces", 3, 1, rules=pack)
    assert of_rank(named(hand), "A") == 3
    with refuses("under the rules of rubicon, got cotton_1674"):
        deal_hands("close", 3, 1, rules=pack)
    with refuses("did you mean 'aces'"):
        deal_hands("ace", 3)
