"""The maxims on chances, against their twin in sets of cards, in deals that judge nothing.

Covers `analyses.maxims.discard_chances`, `analyses.maxims.discard_trial`.
"""

from dataclasses import replace

import numpy as np
import pytest
from naive_set_maxims import aim_at_cards, stop_repique
from naive_worlds import named
from specimens import as_mask

from analyses.maxims import discard_chances
from analyses.maxims.discard_trial import (
    ask,
    deal_pools,
    estimate_share,
    find_hands,
    judge_hand,
    try_discard_maxim,
)
from analyses.maxims.facts import Choices
from analyses.maxims.maxim import OWN_DISCARD
from piquet_sim import Simulation
from piquet_sim.decisions.kinds.discard_table import AGAINST, JUDGED_FROM, DiscardTable
from piquet_sim.decisions.kinds.question import list_learned, rate_discards

EXPERTS = Simulation("expert", "expert", seed=3)
CARDS, SAVE = discard_chances.aim_at_cards, discard_chances.stop_repique
DRAWN_FROM = 2 * JUDGED_FROM
SAVED = (84, 266, 276)
"""Hands of younger to which the second applies; one of fifty is."""


@pytest.fixture(scope="module")
def pools():
    return next(deal_pools(EXPERTS, 400, 1))


def list_choices(pool, place):
    question = ask(pool, place, EXPERTS.seed)
    discards, _ = list_learned(question)
    return question, Choices(pool.pick(slice(place, place + 1)).hands, discards)


def tell(question):
    """What happens in the first deals drawn, straight from the scores and their parts."""

    def ask_of(deals, listed):
        trial = DiscardTable(
            question, np.array([as_mask(one) for one in listed]), 1, DRAWN_FROM, True
        )
        trial.play(list(range(len(listed))), deals)
        told = []
        for choice, made in enumerate(trial.made):
            parts, less = trial.values_of_parts(choice), np.subtract(*made.astype(int).T)
            bonus = parts["pique" + AGAINST] + parts["repique" + AGAINST]
            told.append([np.mean(one) for one in (parts["cards"] > 0, bonus > 0, less + bonus)])
        return told

    return ask_of


def reckon(question):
    """What a discard is worth by what was learned."""
    took = np.array([question.elder_took()])

    def worth(thrown):
        one = np.array([[as_mask(thrown)]])
        return rate_discards(question.seat, np.array([question.hand]), took, one)[0, 0]

    return worth


@pytest.mark.parametrize(
    ("rule", "twin", "seat", "places"),
    [
        (CARDS, aim_at_cards, "elder", range(24)),
        (CARDS, aim_at_cards, "younger", range(24)),
        (SAVE, stop_repique, "younger", (*range(10), *SAVED)),
    ],
)
def test_chances__are_aimed_at_as_the_words_say(pools, rule, twin, seat, places):
    pool, found = pools[seat], []
    fitting = rule.fits(pool.hands)
    for place in places:
        question, choices = list_choices(pool, place)
        listed = [named(int(one)) for one in choices.thrown]
        cards, full = named(question.hand), int(pool.full[place])
        wanted = twin(cards, listed, full, tell(question), reckon(question))
        assert not wanted[0] or fitting[place]
        sides = rule.sides(question, choices)
        told = tuple({named(int(one)) for one in choices.thrown[side]} for side in sides)
        assert not fitting[place] or told == wanted
        found.append(wanted)
    assert sum(bool(follow) for follow, _ in found) >= 2
    assert sum(bool(against) for _, against in found) >= 3


def test_deals_drawn__judge_nothing(pools):
    question, choices = list_choices(pools["elder"], 0)
    played = judge_hand(question, choices.thrown[:1], 64)
    extremes = judge_hand(question, choices.thrown[:1], 64, JUDGED_FROM)
    drawn = judge_hand(question, choices.thrown[:1], 64, DRAWN_FROM)
    assert not (played == drawn).all()
    assert not (extremes == drawn).all()


def test_share__is_of_the_hands_looked_at():
    found, _ = find_hands([CARDS], EXPERTS, 400, 30, 1)
    tried = try_discard_maxim(found, EXPERTS.seed, 2)
    share, judged = tried.share, len(tried.cases)
    assert share.n == found.cases.numbers[-1] + 1 < 400
    assert share.value * share.n == pytest.approx(judged)
    assert judged < 30  # the best that spares the longest suit wins the cards, too
    assert estimate_share(replace(found, fitting=len(found.cases)), judged).n == found.dealt == 400
    plain = replace(found, maxim=replace(CARDS, given=OWN_DISCARD))
    assert estimate_share(plain, judged).value == found.fitting / found.dealt
