"""The study of elder's first lead: kinds, and choices against a slow twin made from their words.

Covers `analyses.statistics.first_leads`.
"""

from random import Random

import numpy as np
import pytest
from naive_worlds import named
from reference_hands import SUITS, height, pips, suits_of

from analyses.statistics.first_leads import KINDS, LEAD_CHOICES, find_kind, judge_lead
from analyses.statistics.moments import list_moments
from analyses.studies.leads import ALL, COST, FIRST_RATED, GAIN, LED, LIVE, STUDY
from piquet_sim import Simulation
from piquet_sim.deals.json import describe_deal
from piquet_sim.decisions.kinds.card import advise_play
from piquet_sim.decisions.one_hand import read_knowledge
from piquet_sim.game.cards import PACK_32_MASK, format_card, iterate_cards, parse_card, parse_hand

CLUBS = Simulation("club", "club", seed=6)
HAND, UNSEEN = "AQ87.K97.KQT98.", "KJ.AQJ.A.AKQJT987"


@pytest.mark.parametrize(
    ("card", "unseen", "kind"),
    [
        ("AS", UNSEEN, "other suit, a master"),
        ("QS", UNSEEN, "other suit, from under a master"),
        ("7S", UNSEEN, "other suit, from under a master"),
        ("QS", "J.AQJ.A.AKQJT987", "other suit, a master"),  # the king is seen
        ("KH", UNSEEN, "other suit, another card"),
        ("7H", UNSEEN, "other suit, from a guarded king"),
        ("7H", "KJ.QJ.A.AKQJT987", "other suit, from under a master"),  # the ace is seen
        ("KD", UNSEEN, "point suit, another card"),
        ("QD", UNSEEN, "point suit, another card"),  # touches the king
        ("TD", UNSEEN, "point suit, another card"),  # so does this, the knave being seen
        ("TD", "KJ.AQJ.AJ.AKQJT987", "point suit, from a guarded king"),
        ("KD", "KJ.AQJ.J.AKQJT987", "point suit, a master"),
        ("TD", "KJ.AQJ.J.AKQJT987", "point suit, from under a master"),
    ],
)
def test_kind__of_a_lead(card, unseen, kind):
    assert KINDS[find_kind(parse_card(card), parse_hand(HAND), parse_hand(unseen))] == kind


# ---- Choices -------------------------------------------------------------------------------------


def part_by_suit(hand, suits):
    """The cards of some suits, and the others."""
    own = frozenset(card for card in hand if card[1] in suits)
    return own, hand - own


def keep_tenaces(hand, unseen):
    found = []
    for suit, held, in_play in zip(SUITS, suits_of(hand), suits_of(hand | unseen), strict=True):
        names = dict(zip(in_play, "AKQJT987", strict=False))  # the highest in play is as an ace
        # A tenace: what lies between the highest that are held is in play and is not held.
        found += [suit] * "".join(map(names.get, held)).startswith(("AQ", "AKJ", "KJ"))
    return part_by_suit(hand, found)[::-1]


def lead_point(hand, unseen):
    return part_by_suit(hand, max(suits_of(hand), key=lambda suit: (len(suit), pips(suit)))[0][1])


def lead_from_king(hand, unseen):
    suits = [suit for suit in suits_of(hand) if len(suit) > 1 and "A" + suit[0][1] in unseen]
    kings, others = part_by_suit(hand, [suit[0][1] for suit in suits if suit[0][0] == "K"])
    low = {
        card
        for card in kings
        if any(one[1] == card[1] and height("K") > height(one) > height(card) for one in unseen)
    }
    return frozenset(low), others


CHOICES = {
    "keeping every tenace": keep_tenaces,
    "leading the point suit": lead_point,
    "leading from a guarded king": lead_from_king,
}


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


@pytest.mark.parametrize("index", range(8))
def test_lead__is_worth_what_advice_says_of_its_card(index):
    deal, found = CLUBS.replay_deal(index), judge_lead(CLUBS, index, None)
    advice = advise_play(read_knowledge(describe_deal(deal), card=1), seed=CLUBS.seed + index)
    same = {one: (one.card, *one.same) for one in advice.candidates}
    worth = {format_card(card): one.difference for one in same for card in same[one]}
    best, led = dict.fromkeys(range(len(KINDS)), np.nan), format_card(deal.plays[0])
    for one in advice.candidates:
        kind = find_kind(one.card, advice.view.hand, advice.view.unseen)
        best[kind] = np.fmax(best[kind], one.difference - worth[led])
    assert found.gains == pytest.approx([*best.values(), np.nanmax([*best.values()])], nan_ok=True)
    assert found.gains[found.kind] >= 0
    chances = [one.chances["pique"] for one in advice.candidates]
    assert found.is_live == (max(chances) >= 0.05 and min(chances) <= 0.95)
    for choice, (made, *_, cost) in zip(LEAD_CHOICES, found.choices, strict=True):
        sides = CHOICES[choice](named(advice.view.hand), named(advice.view.unseen))
        if all(sides):
            first, second = (max(map(worth.get, side)) for side in sides)
            assert made == pytest.approx(first - second) or np.isnan(made)
            assert cost == 0 or np.isnan(made) or led not in sides[1]
        else:
            assert np.isnan(made)


def test_leads__played_on_lose_about_what_the_judge_says():
    simulation, both = Simulation("club", "club", seed=5), []
    for index, listed in enumerate(list_moments(simulation, 0, 100)):
        first = next(one for one in listed if one.is_card and one.trick == 1)
        judged = judge_lead(simulation, index, first)
        both += [] if judged.played is None else [(judged.gains[:-1], judged.played[:-1])]
    gains, played = np.array(both).transpose(1, 0, 2)
    assert (len(both) > 90, (np.isnan(gains) == np.isnan(played)).all()) == (True, True)
    known = np.nan_to_num(gains) < -10
    lost, made = (np.where(known, one, 0).sum(axis=1) for one in (gains, played))
    share = made.sum() / lost.sum()
    error = np.sqrt(((made - share * lost) ** 2).sum()) / abs(lost.sum())
    # Seen or unseen, the same cards are thrown away: about as much is lost, not nothing.
    assert abs(share - 1) < 4 * error < min(share, 0.6)


def test_study__counts_each_lead_once_and_costs_against_the_best():
    found = STUDY.ask(Simulation("expert", "club", seed=4), 6_000, threads=2).found
    shares, costs, gains = (
        found.read_by("kind", situation=ALL, quantity=one) for one in (LED, COST, GAIN)
    )
    assert sum(one.value for one in shares.values()) == pytest.approx(1)
    table = found.table()
    situations = table[~table.situation.isin([ALL, LIVE]) & (table.kind == ALL)]
    assert (
        situations.value.sum(),
        set(situations.n),
        costs[FIRST_RATED].value,
        [kind for kind in costs if costs[kind].value < max(0, -gains[kind].value)],
    ) == (pytest.approx(1), {120}, 0, [])
