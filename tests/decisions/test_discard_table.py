"""Discards tried in common deals: who took what, parts, batches, and what is worth a trial.

The race and the verdicts made of such trials stand in test_discard_advice.py.
"""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import sem
from specimens import HAND, add_up

from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.kinds.discard import advise
from piquet_sim.decisions.kinds.discard_table import DiscardTable, try_discards
from piquet_sim.decisions.kinds.question import Question, list_learned, list_sensible, rate_discards
from piquet_sim.decisions.walkthrough import lay_out_deal, trace_deal
from piquet_sim.estimates.estimate import estimate_values
from piquet_sim.game.cards import parse_hand

MASK = parse_hand(HAND)
RARE = Question(MASK, "younger", 3, strategy="club")
"""Elder seldom takes three."""


# ---- Deals ---------------------------------------------------------------------------------------
def test_trial__deals_younger_what_elder_took():
    """Elder is not made to take four, which costs points, but dealt such a hand.

    The walkthrough deals such hands by a loop of its own and from other cards.
    """
    question, throw = replace(RARE, took=4), parse_hand("..98.87")
    walked = [trace_deal(lay_out_deal(question, throw, number=number))[0] for number in range(150)]
    assert {one.scored.value("elder_exchanged") for one in walked} == {4}
    other = estimate_values([-one.margin for one in walked])
    for lists_hands in (False, True):
        trial = DiscardTable(question, np.array([throw]), threads=2, lists_hands=lists_hands)
        trial.play([0], trial.limit_deals(1_000))
        mean = trial.worth(0)
        assert (
            trial.deals(0),
            abs(mean.value - other.value) < 4 * np.hypot(mean.se, other.se),
        ) == (1_000, True)


@pytest.mark.parametrize("seat_and_took", [("younger", 3), ("younger", 5), ("elder", None)])
def test_trial__with_listed_hands_is_the_same_in_any_batches(seat_and_took):
    question = Question(MASK, *seat_and_took, strategy="club")
    discards = list_sensible(question)[:3]
    whole, parted = (
        DiscardTable(question, discards, 1, 0, True, lists_hands=True) for _ in range(2)
    )
    whole.play([0, 1, 2], 150)
    for deals in (7, 93, 50):
        parted.play([0, 1, 2], deals)
    assert all(map(np.array_equal, (whole.made, whole.kept), (parted.made, parted.kept)))
    assert (question != RARE) == np.array_equal(
        try_discards(question, discards, 150), np.stack(whole.made, axis=1)
    )


def test_trial__plays_fewer_deals_where_elder_has_to_be_sought():
    sought, usual = (
        DiscardTable(question, list_sensible(question)[:1], threads=2).limit_deals(1 << 17)
        for question in (RARE, replace(RARE, took=5))
    )
    assert 1_000 < sought < 5_000
    assert (usual, advise(RARE, deals=1 << 14).candidates[0].deals) == (1 << 17, 1 << 13)


def test_parts__are_those_of_the_deals_with_plain_standard_errors():
    question = Question(MASK)
    trial = DiscardTable(question, list_sensible(question)[:1], 1, with_parts=True)
    trial.play([0], 200)
    values, parts = trial.values_of_parts(0), trial.estimate_parts(0)
    assert np.array_equal(add_up(values), trial.worths(0, "difference"))
    for name, part in parts.items():
        assert (part.value, part.se) == pytest.approx(
            (values[name].mean(), sem(values[name])), abs=1e-12
        )


# ---- At a glance ---------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_worths__are_those_by_which_expert_chooses(seat):
    for row in Simulation("expert", "expert", seed=9).record_units(0, 100):
        hand, own = int(row[f"{seat}_dealt"]), int(row[f"{seat}_discard"])
        question = Question(hand, seat, int(row["elder_exchanged"]) if seat == "younger" else None)
        listed = list_sensible(question, 10, within=2.5)
        tooks = np.array([question.elder_took()])
        worths = rate_discards(seat, np.array([hand]), tooks, listed[None, :])[0]
        assert worths[listed.tolist().index(own)] == worths.max()


def test_worths__of_equal_discards_are_equal_and_not_of_too_many():
    listed = list_learned(Question(MASK))[0][:101]
    asked = "elder", np.array([MASK]), np.array([-1])
    worths = rate_discards(*asked, np.concatenate([listed[:30], listed[29::-1]])[None, :])[0]
    assert np.array_equal(worths[:30], worths[:29:-1])
    with pytest.raises(ValueError, match="more than 100 discards"):
        rate_discards(*asked, listed[None, :])
