"""The choices at the first lead, against a slow twin made from their words."""

from random import Random

import numpy as np
import pytest
from naive_lead_choices import CHOICES
from naive_worlds import named

from analyses.statistics.first_leads import LEAD_CHOICES, judge_lead
from piquet_sim import Simulation
from piquet_sim.advice.cards import advise_play
from piquet_sim.advice.knowledge import read_view
from piquet_sim.deals.json import describe_deal
from piquet_sim.game.cards import PACK_32_MASK, iterate_cards, parse_hand

CLUBS = Simulation("club", "club", seed=6)


@pytest.mark.parametrize("choice", LEAD_CHOICES, ids=lambda one: one.name)
def test_sides__are_those_of_the_words(choice):
    luck, cards, faced = Random(1), list(iterate_cards(PACK_32_MASK)), 0
    for _ in range(2_000):
        luck.shuffle(cards)
        hand, thrown = sum(cards[:12]), sum(cards[12:17])
        unseen = PACK_32_MASK & ~hand & ~thrown
        wanted = CHOICES[choice.name](named(hand), named(unseen))
        sides = choice.sides(hand, unseen)
        assert not all(wanted) or tuple(map(named, sides)) == wanted
        assert all(sides) == all(wanted)
        faced += all(sides)
    assert faced > 500


@pytest.mark.parametrize(
    ("name", "hand", "unseen", "first", "second"),
    [
        ("keeping every tenace", "AQ7.98.98.9", "KJ.A.A.A", ".98.98.9", "AQ7..."),
        ("keeping every tenace", "AKJ.98.98.9", "Q.A.A.A", ".98.98.9", "AKJ..."),
        ("keeping every tenace", "KJ.98.98.9", "AQ.A.A.A", ".98.98.9", "KJ..."),
        ("keeping every tenace", "AJ.98.98.9", "K.A.A.A", ".98.98.9", "AJ..."),  # queen thrown
        ("keeping every tenace", "AJ.98.98.9", "KQ.A.A.A", "", ""),
        ("keeping every tenace", "AQ.98.98.9", "J.A.A.A", "", ""),  # the king was thrown
        ("leading from a guarded king", "KQ9.98.98.9", "AJ.A.A.A", "9...", ".98.98.9"),
        ("leading from a guarded king", "KQ9.98.98.9", "A.A.A.A", "", ""),  # all touch
        ("leading from a guarded king", "KQ9.98.98.9", "J.A.A.A", "", ""),  # the king is a master
    ],
)
def test_sides__of_hands_read_by_a_person(name, hand, unseen, first, second):
    choice = next(one for one in LEAD_CHOICES if one.name == name)
    wanted = tuple(parse_hand(one) if one else 0 for one in (first, second))
    sides = choice.sides(parse_hand(hand), parse_hand(unseen))
    assert (sides if all(sides) else (0, 0)) == wanted


def test_choices__are_worth_what_their_best_leads_make():
    seen = 0
    for index in range(8):
        judged = judge_lead(CLUBS, index, None)
        view = read_view(describe_deal(deal := CLUBS.replay_deal(index)), card=1)
        advice = advise_play(view, seed=CLUBS.seed + index)
        worth = {}
        for one in advice.candidates:
            for card in (one.card, *one.same):
                (name,) = named(card)
                worth[name] = one.difference
        chances = [one.pique for one in advice.candidates]
        assert judged.is_live == (max(chances) >= 0.05 and min(chances) <= 0.95)
        for place, choice in enumerate(LEAD_CHOICES):
            sides = CHOICES[choice.name](named(view.hand), named(advice.view.unseen))
            if not all(sides):
                assert np.isnan(judged.choices[place]).all()
                continue
            first, second = (max(map(worth.get, side)) for side in sides)
            found = judged.choices[place, 0]
            assert found == pytest.approx(first - second) or np.isnan(found)
            if not np.isnan(found) and named(deal.plays[0]) <= sides[1]:
                assert judged.choices[place, 2] == 0
            seen += not np.isnan(found)
    assert seen > 8
