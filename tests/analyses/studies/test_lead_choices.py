"""The choices at the first lead, against a slow twin made from their words."""

from random import Random

import numpy as np
import pytest
from naive_worlds import named
from reference_hands import SUITS, height, pips, suits_of

from analyses.statistics.first_leads import KINDS, LEAD_CHOICES, find_kind, judge_lead
from piquet_sim import Simulation
from piquet_sim.deals.json import describe_deal
from piquet_sim.decisions.kinds.card import advise_play
from piquet_sim.decisions.one_hand import read_view
from piquet_sim.game.cards import PACK_32_MASK, format_card, iterate_cards, parse_hand

CLUBS = Simulation("club", "club", seed=6)


@pytest.mark.parametrize("choice", LEAD_CHOICES)
def test_sides__are_those_of_the_words(choice):
    luck, cards, faced = Random(1), list(iterate_cards(PACK_32_MASK)), 0
    for _ in range(2_000):
        luck.shuffle(cards)
        hand, unseen = sum(cards[:12]), sum(cards[17:])
        wanted = CHOICES[choice](named(hand), named(unseen))
        sides = tuple(map(named, LEAD_CHOICES[choice](hand, unseen)))
        assert sides == wanted if all(wanted) else not all(sides)
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
    wanted = tuple(parse_hand(one) if one else 0 for one in (first, second))
    sides = LEAD_CHOICES[name](parse_hand(hand), parse_hand(unseen))
    assert (sides if all(sides) else (0, 0)) == wanted


@pytest.fixture(scope="module", params=range(8))
def judged(request):
    """A first lead with its deal, the advice on it, and the worth of each card by its name."""
    deal = CLUBS.replay_deal(request.param)
    advice = advise_play(read_view(describe_deal(deal), card=1), seed=CLUBS.seed + request.param)
    same = {one: (one.card, *one.same) for one in advice.candidates}
    worth = {format_card(card): one.difference for one in same for card in same[one]}
    return judge_lead(CLUBS, request.param, None), deal, advice, worth


def test_kinds__are_worth_what_their_best_leads_make(judged):
    found, deal, advice, worth = judged
    best, own = dict.fromkeys(range(len(KINDS)), np.nan), worth[format_card(deal.plays[0])]
    for one in advice.candidates:
        kind = find_kind(one.card, advice.view.hand, advice.view.unseen)
        best[kind] = np.fmax(best[kind], one.difference - own)
    assert found.gains[:-1] == pytest.approx(list(best.values()), nan_ok=True)
    assert found.gains[-1] == pytest.approx(np.nanmax(list(best.values())))
    assert found.gains[found.kind] >= 0


def test_choices__are_worth_what_their_best_leads_make(judged):
    found, deal, advice, worth = judged
    chances = [one.chances["pique"] for one in advice.candidates]
    assert found.is_live == (max(chances) >= 0.05 and min(chances) <= 0.95)
    for choice, (made, *_, cost) in zip(LEAD_CHOICES, found.choices, strict=True):
        sides = CHOICES[choice](named(advice.view.hand), named(advice.view.unseen))
        if all(sides):
            first, second = (max(map(worth.get, side)) for side in sides)
            assert made == pytest.approx(first - second) or np.isnan(made)
            assert cost == 0 or np.isnan(made) or format_card(deal.plays[0]) not in sides[1]
        else:
            assert np.isnan(made)


TENACES = ("AQ", "AKJ", "KJ")
"""What is held of the highest cards that are in play; what lies between is not."""


def part_by_suit(hand, suits):
    """The cards of some suits, and the others."""
    own = frozenset(card for card in hand if card[1] in suits)
    return own, hand - own


def keep_tenaces(hand, unseen):
    found = []
    for suit, held, in_play in zip(SUITS, suits_of(hand), suits_of(hand | unseen), strict=True):
        names = dict(zip(in_play, "AKQJT987", strict=False))  # the highest in play is as an ace
        found += [suit] * "".join(map(names.get, held)).startswith(TENACES)
    return part_by_suit(hand, found)[::-1]


def lead_point(hand, unseen):
    return part_by_suit(hand, max(suits_of(hand), key=lambda suit: (len(suit), pips(suit)))[0][1])


def lead_from_king(hand, unseen):
    suits = [suit for suit in suits_of(hand) if len(suit) > 1 and "A" + suit[0][1] in unseen]
    kings, others = part_by_suit(hand, [suit[0][1] for suit in suits if suit[0][0] == "K"])

    def is_low(card):
        return any(height("K") > height(one) > height(card) for one in unseen if one[1] == card[1])

    return frozenset(filter(is_low, kings)), others


CHOICES = {
    "keeping every tenace": keep_tenaces,
    "leading the point suit": lead_point,
    "leading from a guarded king": lead_from_king,
}
