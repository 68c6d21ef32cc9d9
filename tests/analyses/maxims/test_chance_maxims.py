"""The maxims on chances, against their twin in sets of cards, in deals that judge nothing.

Covers `analyses.maxims.discard_chances`, `analyses.maxims.discard_trial`.
"""

from dataclasses import replace
from functools import partial

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
    find_facts,
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


@pytest.fixture(scope="module")
def pools():
    return next(deal_pools(EXPERTS, 400, 1))


def list_choices(pool, place):
    question = ask(pool, place, EXPERTS.seed)
    discards, _ = list_learned(question)
    return question, Choices(find_facts(pool[place : place + 1]), np.sort(discards))


def ask_of(question, deals, listed):
    """What happens in the first deals drawn, straight from the scores and their parts."""
    trial = DiscardTable(question, np.array([*map(as_mask, listed)]), 1, DRAWN_FROM, True)
    trial.play(list(range(len(listed))), deals)
    told = []
    for choice, made in enumerate(trial.made):
        parts, less = trial.values_of_parts(choice), np.subtract(*made.astype(int).T)
        bonus = parts["pique" + AGAINST] + parts["repique" + AGAINST]
        told.append([np.mean(one) for one in (parts["cards"] > 0, bonus > 0, less + bonus)])
    return told


def reckon(question, thrown):
    """What a discard is worth by what was learned."""
    asked = np.array([question.hand]), np.array([question.elder_took()])
    return rate_discards(question.seat, *asked, np.array([[as_mask(thrown)]]))[0, 0]


@pytest.mark.parametrize(
    ("rule", "twin", "seat", "places"),
    [
        (CARDS, aim_at_cards, "elder", range(12)),
        (CARDS, aim_at_cards, "younger", range(12)),
        # It applies to the last three, as to one hand of fifty.
        (SAVE, stop_repique, "younger", (*range(10), 84, 266, 276)),
    ],
)
def test_chances__are_aimed_at_as_the_words_say(pools, rule, twin, seat, places):
    pool, found = pools[seat], []
    fitting = rule.fits(find_facts(pool))
    for place in places:
        question, choices = list_choices(pool, place)
        listed = [named(int(one)) for one in list_learned(question)[0]]
        cards, full = named(question.hand), int(pool["full"][place])
        wanted = twin(cards, listed, full, partial(ask_of, question), partial(reckon, question))
        sides = rule.sides(question, choices)
        told = tuple({named(int(one)) for one in choices.thrown[side]} for side in sides)
        assert told == wanted if fitting[place] else not wanted[0]
        found.append([*map(bool, wanted)])
    assert (np.sum(found, axis=0) >= (2, 3)).all()


def test_deals_drawn__judge_nothing(pools):
    question, choices = list_choices(pools["elder"], 0)
    played, extremes, drawn = (
        judge_hand(question, choices.thrown[:1], 64, first)
        for first in (0, JUDGED_FROM, DRAWN_FROM)
    )
    assert [(one == drawn).all() for one in (played, extremes)] == [False, False]


def test_share__is_of_the_hands_looked_at():
    found, _ = find_hands([CARDS], EXPERTS, 400, 30, 1)
    tried = try_discard_maxim(found, EXPERTS.seed, 2)
    share, judged = tried.share, len(tried.cases)
    assert share.n == found.cases["number"][-1] + 1 < 400
    # The best that spares the longest suit wins the cards, too.
    assert (share.value * share.n, judged < 30) == (pytest.approx(judged), True)
    assert estimate_share(replace(found, fitting=len(found.cases)), judged).n == found.dealt == 400
    plain = replace(found, maxim=replace(CARDS, given=OWN_DISCARD))
    assert estimate_share(plain, judged).value == found.fitting / found.dealt
