"""The study of elder's first lead.

Covers `analyses.statistics.first_leads`.
"""

import numpy as np
import pytest

from analyses.statistics.first_leads import KINDS, find_kind, find_point_suit, judge_lead
from analyses.statistics.moments import list_moments
from analyses.studies.leads import ALL, COST, FIRST_RATED, GAIN, LED, LIVE, STUDY
from piquet_sim import Simulation
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
    assert KINDS[find_kind(parse_card(card), parse_hand(HAND), parse_hand(unseen))] == kind


@pytest.mark.parametrize(
    ("hand", "suit"), [("AKQ.QT987.98.AK", 1), ("AKQJ.T987.987.A", 0), ("T987.AKQJ.987.A", 1)]
)
def test_point_suit__is_the_longest_then_that_of_most_pips(hand, suit):
    assert find_point_suit(parse_hand(hand)) == suit


def read_all(found, quantity):
    return found.read_by("kind", situation=ALL, quantity=quantity)


@pytest.fixture(scope="module")
def found():
    return STUDY.ask(Simulation("expert", "club", seed=4), 6_000, threads=2).found


def test_study__tells_of_each_lead_once(found):
    shares, table = read_all(found, LED), found.table()
    assert sum(one.value for one in shares.values()) == pytest.approx(1)
    situations = table[~table.situation.isin([ALL, LIVE]) & (table.kind == ALL)]
    assert (situations.value.sum(), set(situations.n)) == (pytest.approx(1), {120})


def test_leads__played_on_lose_about_what_the_judge_says():
    simulation, both = Simulation("club", "club", seed=5), []
    for index, listed in enumerate(list_moments(simulation, 0, 100)):
        first = next(one for one in listed if one.is_card and one.trick == 1)
        judged = judge_lead(simulation, index, first)
        both += [] if judged.played is None else [(judged.gains[:-1], judged.played[:-1])]
    assert len(both) > 90
    gains, played = np.array(both).transpose(1, 0, 2)
    assert (np.isnan(gains) == np.isnan(played)).all()
    known = np.nan_to_num(gains) < -10
    lost, made = (np.where(known, one, 0).sum(axis=1) for one in (gains, played))
    share = made.sum() / lost.sum()
    error = np.sqrt(((made - share * lost) ** 2).sum()) / abs(lost.sum())
    assert 4 * error < 0.6
    # Seen or unseen, the same cards are thrown away: about as much is lost, not nothing.
    assert abs(share - 1) < 4 * error < share


def test_study__measures_costs_against_the_best_lead(found):
    costs, gains = read_all(found, COST), read_all(found, GAIN)
    assert costs[FIRST_RATED].value == 0
    for kind, one in costs.items():
        assert one.value >= max(0, -gains[kind].value)
