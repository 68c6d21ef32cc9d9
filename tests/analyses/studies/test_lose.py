"""What a player loses: to the best that was found, as a weaker player, and without sight."""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest

from analyses.statistics.moments import list_moments
from analyses.studies import lose
from analyses.studies.lose import (
    CALLS,
    CARDS,
    DISCARDS,
    LEADS,
    LOST,
    REPLIES,
    SEEING,
    STUDY,
    WEAKER,
    judge_decision,
    name_plan,
)
from piquet_sim import Simulation
from piquet_sim.deals.deal import margin, margin_of_first
from piquet_sim.decisions.kinds.discard import QUICK_DEALS, judge_discard
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.decisions.stake import Stake
from piquet_sim.decisions.table import Table
from piquet_sim.game.cards import count_cards
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.strategies import PlayView, Strategy, find_strategy, outside_policy

CLUBS = Simulation("club", "club", seed=2)
EXPERT = find_strategy("expert")
DEALS = 400


# ---- A plan is lost once ------------------------------------------------------------------------
def test_plan__is_one_until_the_lead_changes_hands():
    kinds = set()
    for moments, seat in product(list_moments(CLUBS, 0, 20), SEATS):
        for one, two in pairwise([one for one in moments if one.seat == seat and one.is_card]):
            is_same = name_plan(one) == name_plan(two)
            changes = bool(one.view.led) != bool(two.view.led)
            assert is_same != changes or (two.trick > one.trick + 1 and not changes)
            kinds.add((name_plan(one)[0], is_same))
    assert kinds == {*product((LEADS, REPLIES), (True, False))}


def test_play__counts_the_first_loss_of_each_plan(monkeypatch):
    # Each decision loses its number: of the decisions of a plan the first stands for all.
    asked, first = [], {}

    def judge(moment, seed):
        asked.append(moment)
        return float(len(asked))

    monkeypatch.setattr(lose, "judge_decision", judge)
    monkeypatch.setattr(lose, "play_in_order", lambda work, parts, threads: map(work, parts))
    lost = lose._judge_play(lose.Asked(CLUBS, 1_000, 1, None), 6)
    for number, moment in enumerate(asked, start=1):
        first.setdefault((id(moment.deal), *name_plan(moment)), number)
    for part, seat in product((CALLS, LEADS, REPLIES), SEATS):
        assert lost[part][seat].tolist() == [
            sum(number for plan, number in first.items() if plan[:3] == (deal, part, seat))
            for deal in dict.fromkeys(id(moment.deal) for moment in asked)
        ]


# ---- A decision ---------------------------------------------------------------------------------
BETTER = np.tile([0.0, 10.0, 4.0], (24, 1))
JUDGED = np.tile([1.0, 3.0], (64, 1))


@pytest.mark.parametrize(
    ("tried", "lost"),
    [
        ((BETTER + np.arange(24)[:, None], JUDGED), 2),  # in other deals than those that chose
        ((BETTER + np.arange(24)[:, None], -JUDGED), -2),  # luck of choosing is not lost
        ((np.array([[0.0, 30.0, -5.0], [0.0, -28.0, -5.0]] * 12),), None),  # not by its error
        ((BETTER[:7],), None),  # too few
        ((BETTER, BETTER[:7, :2]), None),
    ],
)
def test_decision__loses_what_the_best_makes_more_where_it_is_ahead(monkeypatch, tried, lost):
    """Where its choices make so much in the deals tried."""
    moment = next(one for deal in list_moments(CLUBS, 0, 4) for one in deal if len(one.choices) > 2)
    tries, seeds = iter(tried), []

    def try_choices(moment, deals, seed, *choices):
        seeds.append(seed)
        made, (tried,) = next(tries).astype(int), choices or (moment.choices,)
        table = Table(tried[: made.shape[1]], Stake(RUBICON, 0))
        table.made = [np.column_stack([one, 0 * one]) for one in made.T]
        return table

    monkeypatch.setattr(lose, "try_choices", try_choices)
    assert judge_decision(moment, 1) == lost
    assert len(set(seeds)) == len(seeds)  # other deals judge than those that chose


def blunder(view: PlayView) -> int:
    """With two cards left leads the lower of the first suit, whatever it is worth."""
    last = view.hand & (view.hand - 1)
    if view.led == 0 and last and last & (last - 1) == 0:
        return view.hand & -view.hand
    return EXPERT.play(view)


def judge_last_leads(player):
    """What elder's last choice of a lead loses, by moment."""
    moments = (
        one
        for deal in list_moments(Simulation(player, "expert", seed=9), 0, DEALS)
        for one in deal
        if one.is_card
        and not one.view.led
        and one.seat == "elder"
        and count_cards(one.view.hand) == 2
    )
    return np.array([judge_decision(one, place) or 0.0 for place, one in enumerate(moments)])


@pytest.mark.slow
def test_loss__is_what_a_blunder_loses():
    blunderer = Strategy("blunderer", discard=EXPERT.discard, play=outside_policy(blunder))
    usual, worse = (
        margin(Simulation(player, "expert", seed=9).record_units(0, DEALS))
        for player in (EXPERT, blunderer)
    )
    lost, found = (usual - worse).sum(), judge_last_leads(blunderer)  # the same deals up to there
    # Judged in the deals that elder may imagine; the one that lay has an error of its own.
    error = np.hypot(np.sqrt((found**2).sum() / 64), (usual - worse).std(ddof=1) * np.sqrt(DEALS))
    assert abs(found.sum() - lost) < 4 * error
    assert found.sum() > 0.5 * lost > 30
    assert judge_last_leads(EXPERT).sum() < 0.2 * lost


# ---- The study ----------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def found():
    return STUDY.ask(CLUBS, 2_000, threads=2).found


@pytest.mark.parametrize("seat", [pytest.param("elder", marks=pytest.mark.slow), "younger"])
def test_discards__lose_what_advice_says_of_them(found, seat):
    losses = []
    for place, deal in enumerate(CLUBS.record_units(0, found.about["hands"])):
        took = None if seat == "elder" else int(deal["elder_exchanged"])
        question = Question(int(deal[f"{seat}_dealt"]), seat, took, seed=CLUBS.seed + place)
        judged = judge_discard(question, int(deal[f"{seat}_discard"]), QUICK_DEALS)
        losses.append(judged.estimate.value)
    assert found.find(seat=seat, part=DISCARDS, quantity=LOST).value == pytest.approx(
        np.mean(losses)
    )


def test_cards__lose_what_the_same_pairs_say_where_they_are_weaker_and_gain_by_sight(found):
    pairs, club = found.about["pairs"][0], find_strategy("club")
    usual, worse = (
        margin_of_first(Simulation(one, "club", seed=2, mirrored=True).record_units(0, pairs))
        for one in (club, replace(club, name="weaker", play=find_strategy("novice").play))
    )
    rows = found.read_by("seat", part=CARDS, quantity=WEAKER)
    assert [rows[seat].value for seat in SEATS] == pytest.approx(
        (usual - worse).reshape(-1, 2).mean(axis=0)
    )
    assert sum(one.value for one in found.read_by("seat", part=CARDS, quantity=SEEING).values()) > 0
