"""The study of elder's first lead."""

import numpy as np
import pytest

from analyses.statistics.first_leads import KINDS, find_kind, find_point_suit, judge_lead
from analyses.statistics.moments import list_moments
from analyses.studies.leads import ALL, COST, FIRST_RATED, GAIN, LED, LIVE, STUDY
from piquet_sim import Simulation
from piquet_sim.advice.cards import advise_play
from piquet_sim.advice.knowledge import read_view
from piquet_sim.deals.json import describe_deal
from piquet_sim.game.cards import parse_card, parse_hand

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
    found = find_kind(parse_card(card), parse_hand(HAND), parse_hand(unseen))
    assert KINDS[found] == kind


def test_point_suit__is_the_longest_then_that_of_most_pips():
    assert find_point_suit(parse_hand("AKQ.QT987.98.AK")) == 1
    assert find_point_suit(parse_hand("AKQJ.T987.987.A")) == 0
    assert find_point_suit(parse_hand("T987.AKQJ.987.A")) == 1


def read_all(found, quantity):
    return found.read_by("kind", situation=ALL, quantity=quantity)


@pytest.fixture(scope="module")
def found():
    return STUDY.ask(Simulation("expert", "club", seed=4), 6_000, threads=2).found


def test_study__tells_of_each_lead_once(found):
    shares = read_all(found, LED)
    assert sum(one.value for one in shares.values()) == pytest.approx(1)
    table = found.table
    situations = table[~table.situation.isin([ALL, LIVE]) & (table.kind == ALL)]
    assert situations.value.sum() == pytest.approx(1)
    assert set(situations.n) == {120}


def test_study__counts_what_the_judge_says_of_a_lead():
    simulation = Simulation("expert", "club", seed=4)
    deal = simulation.replay_deal(3)
    advice = advise_play(read_view(describe_deal(deal), card=1), seed=4 + 3)
    own = next(one for one in advice.candidates if deal.plays[0] in (one.card, *one.same))
    judged = judge_lead(simulation, 3, None)
    hand, unseen = advice.view.hand, advice.view.unseen
    for kind in range(len(KINDS)):
        there = [
            one.difference - own.difference
            for one in advice.candidates
            if find_kind(one.card, hand, unseen) == kind
        ]
        if there:
            assert judged.gains[kind] == pytest.approx(max(there))
        else:
            assert np.isnan(judged.gains[kind])
    assert judged.gains[-1] == pytest.approx(np.nanmax(judged.gains[:-1]))
    assert judged.gains[judged.kind] >= 0


def test_leads__played_on_lose_about_what_the_judge_says():
    simulation, judged = Simulation("club", "club", seed=5), []
    for index in range(100):
        (listed,) = list_moments(simulation, index, 1)
        first = next(one for one in listed if one.is_card and one.trick == 1)
        judged.append(judge_lead(simulation, index, first))
    both = [(one.gains[:-1], one.played[:-1]) for one in judged if one.played is not None]
    assert len(both) > 90
    gains, played = (np.array(one) for one in zip(*both, strict=True))
    assert (np.isnan(gains) == np.isnan(played)).all()
    known = ~np.isnan(gains) & (gains < -10)
    lost = np.array([
        (one[here].sum(), two[here].sum())
        for one, two, here in zip(gains, played, known, strict=True)
    ])  # fmt: skip
    share = lost[:, 1].sum() / lost[:, 0].sum()
    error = np.sqrt(((lost[:, 1] - share * lost[:, 0]) ** 2).sum()) / abs(lost[:, 0].sum())
    assert 4 * error < 0.6
    # Seen or unseen, the same cards are thrown away: about as much is lost, not nothing.
    assert abs(share - 1) < 4 * error < share


def test_study__measures_costs_against_the_best_lead(found):
    costs, gains = read_all(found, COST), read_all(found, GAIN)
    assert costs[FIRST_RATED].value == 0
    for kind, one in costs.items():
        assert one.value >= max(0, -gains[kind].value)
