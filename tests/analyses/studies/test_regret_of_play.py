"""What calls and cards lose to the best found."""

import numpy as np
import pytest
from late_policies import compiled

from analyses.studies.players.regret_of_play import (
    JudgedDecision,
    gain_in_seat,
    judge_decision,
    judge_play,
    list_rows,
)
from piquet_sim import Simulation
from piquet_sim.advice.moments import list_moments
from piquet_sim.game.cards import count_cards
from piquet_sim.strategies import PlayView, Strategy, find_strategy

EXPERT = find_strategy("expert")
PLAY = EXPERT.play.compiled
DEALS = 400


def blunder(view: PlayView) -> int:
    """With two cards left leads the lower of the first suit, whatever it is worth."""
    last = view.hand & (view.hand - 1)
    if view.led == 0 and last and last & (last - 1) == 0:
        return view.hand & -view.hand
    return PLAY(view)


def is_last_lead(moment):
    if not moment.is_card or moment.view.led or moment.seat != "elder":
        return False
    return count_cards(moment.view.hand) == 2


def judge_last_leads(player):
    """What elder's last choice of a lead loses, summed over some deals, with its error."""
    moments = [
        one
        for deal in list_moments(Simulation(player, "expert", seed=9), 0, DEALS)
        for one in deal
        if is_last_lead(one)
    ]
    judged = [judge_decision(one, place) for place, one in enumerate(moments)]
    found = [one for one in judged if isinstance(one, JudgedDecision)]
    return sum(one.regret for one in found), np.sqrt(sum(one.regret_se**2 for one in found))


@pytest.mark.slow
def test_regret__is_what_a_blunder_loses():
    blunderer = Strategy("blunderer", discard=EXPERT.discard, play=compiled(blunder))
    margins = []
    for player in (EXPERT, blunderer):
        rows = Simulation(player, "expert", seed=9).record_units(0, DEALS)
        margins.append(rows["elder_score"].astype(int) - rows["younger_score"])
    lost = (margins[0] - margins[1]).sum()  # the same deals up to the last lead
    assert lost > 60
    regret, error = judge_last_leads(blunderer)
    # Judged in the deals that elder may imagine; the one that lay has an error of its own.
    spread = (margins[0] - margins[1]).std(ddof=1) * np.sqrt(DEALS)
    assert abs(regret - lost) < 4 * np.hypot(error, spread)
    assert regret > 0.5 * lost
    assert judge_last_leads(EXPERT)[0] < 0.2 * lost


@pytest.fixture(scope="module")
def played():
    return judge_play(Simulation("club", "novice", seed=2), 25_000, threads=1)


def test_rows__kinds_and_seats_add_up(played):
    rows = {(row["quantity"], row["kind"], row["seat"]): row for row in list_rows(played)}
    total = rows["regret of cards", "all cards", "both seats"]["value"]
    for kinds in (
        [("all cards", "elder"), ("all cards", "younger")],
        [(kind, "both seats") for kind in ("leads", "answers in the suit", "cards thrown off")],
        [(f"trick {number}", "both seats") for number in range(1, 12)],
    ):
        parts = [rows["regret of cards", *kind]["value"] for kind in kinds]
        assert sum(parts) == pytest.approx(total)
    assert total > 0
    assert played.decisions > 5 * len(played.deals)
    assert played.left_out < played.decisions / 2


def test_rows__the_worst_are_positions(played):
    worst = [row for row in list_rows(played) if row["kind"] == "one of the worst cards"]
    assert len(worst) == 5
    assert [row["value"] for row in worst] == sorted((row["value"] for row in worst), reverse=True)
    for row in worst:
        assert row["position"].startswith("deal ")
        assert row["played"] != row["better"]


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_seeing__gains_in_either_seat(seat):
    gains = gain_in_seat(Simulation("expert", "expert", seed=2, mirrored=False), seat, 400)
    assert gains.mean() > 2 * gains.std(ddof=1) / np.sqrt(len(gains))
