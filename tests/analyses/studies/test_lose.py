"""What a player loses: to the best that was found, as a weaker player, and without sight."""

from itertools import pairwise

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
    STUDY,
    WEAKER,
    judge_decision,
    name_plan,
)
from piquet_sim import Simulation
from piquet_sim.advice.losses import QUICK_DEALS, judge_discard
from piquet_sim.advice.trials import Question
from piquet_sim.deals.deal import margin_of_first
from piquet_sim.game.terms import SEATS
from piquet_sim.strategies import Strategy, find_strategy

CLUBS = Simulation("club", "club", seed=2)


# ---- A plan is lost once ------------------------------------------------------------------------
def test_plan__is_one_until_the_lead_changes_hands():
    kinds = set()
    for moments in list_moments(CLUBS, 0, 20):
        for seat in SEATS:
            own = [one for one in moments if one.seat == seat and one.is_card]
            for one, two in pairwise(own):
                is_same = name_plan(one) == name_plan(two)
                if bool(one.view.led) != bool(two.view.led):
                    assert not is_same
                elif two.trick == one.trick + 1:
                    assert is_same
                kinds.add((name_plan(one)[0], is_same))
    assert kinds == {(part, is_same) for part in (LEADS, REPLIES) for is_same in (True, False)}


def test_play__counts_the_first_loss_of_each_plan(monkeypatch):
    # Each decision loses its number: of the decisions of a plan the first stands for all.
    asked = []

    def judge(moment, seed):
        asked.append(moment)
        return float(len(asked))

    monkeypatch.setattr(lose, "judge_decision", judge)
    monkeypatch.setattr(lose, "play_in_order", lambda work, parts, threads: map(work, parts))
    question = lose.Asked(CLUBS, 1_000, 1, None)
    lost = lose._judge_play(question, 6)
    slowly = {part: {seat: np.zeros(6) for seat in SEATS} for part in (CALLS, LEADS, REPLIES)}
    seen, deals = set(), list(dict.fromkeys(id(one.deal) for one in asked))
    for number, moment in enumerate(asked, start=1):
        part, seat, _ = plan = name_plan(moment)
        deal = deals.index(id(moment.deal))
        if (deal, plan) not in seen:
            slowly[part][seat][deal] += number
        seen.add((deal, plan))
    for part, seats in slowly.items():
        for seat, values in seats.items():
            assert lost[part][seat].tolist() == values.tolist()


# ---- A decision ---------------------------------------------------------------------------------
@pytest.fixture
def judge(monkeypatch):
    """The loss of a decision whose choices make so much in the deals tried."""
    moment = next(one for deal in list_moments(CLUBS, 0, 4) for one in deal if len(one.choices) > 2)

    def run(chosen, judged):
        tries = iter([chosen, judged])
        monkeypatch.setattr(lose, "try_choices", lambda *asked: next(tries))
        return judge_decision(moment, 1)

    return run


def test_decision__loses_what_other_deals_say_and_not_those_that_chose(judge):
    chosen = np.tile([0.0, 10.0, 4.0], (24, 1)) + np.arange(24)[:, None]
    judged = np.array([[1.0, 3.0]] * 64)
    assert judge(chosen, judged) == 2
    assert judge(chosen, -judged) == -2  # luck of choosing is not lost


def test_decision__loses_nothing_where_none_is_ahead_by_its_error(judge):
    spread = np.array([[0.0, 30.0, -5.0], [0.0, -28.0, -5.0]] * 12)
    assert judge(spread, None) is None
    few = np.tile([0.0, 10.0, 4.0], (7, 1))
    assert judge(few, None) is None
    assert judge(np.tile([0.0, 10.0, 4.0], (24, 1)), few[:, :2]) is None


# ---- The study ----------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def found():
    return STUDY.ask(CLUBS, 4_000, threads=2).found


def test_discards__lose_what_advice_says_of_them(found):
    dealt = CLUBS.record_units(0, found.about["hands"])
    for seat in SEATS:
        losses = []
        for place, deal in enumerate(dealt):
            took = None if seat == "elder" else int(deal["elder_exchanged"])
            question = Question(int(deal[f"{seat}_dealt"]), seat, took, seed=CLUBS.seed + place)
            thrown = int(deal[f"{seat}_discard"])
            losses.append(judge_discard(question, thrown, QUICK_DEALS).estimate.value)
        row = found.find(seat=seat, part=DISCARDS, quantity=LOST)
        assert row.value == pytest.approx(np.mean(losses))


def test_weaker_cards__lose_what_the_same_pairs_say(found):
    pairs = found.about["pairs"][0]
    novice, club = find_strategy("novice"), find_strategy("club")
    weaker = Strategy("weaker", discard=club.discard, call=club.call, play=novice.play)
    margins = [
        margin_of_first(Simulation(one, "club", seed=2, mirrored=True).record_units(0, pairs))
        for one in (club, weaker)
    ]
    for place, seat in enumerate(SEATS):
        row = found.find(seat=seat, part=CARDS, quantity=WEAKER)
        assert row.value == pytest.approx((margins[0] - margins[1])[place::2].mean())
