"""Maxims on the discard: how hands are found, what is tried in them, and beside which lots."""

import numpy as np
import pytest
from naive_worlds import named
from seen_moments import list_moments

from analyses.maxims.discard_trial import (
    ORDERS,
    ask,
    find_hands,
    find_kinds,
    judge_hand,
    list_options,
    try_discard_maxim,
)
from analyses.maxims.facts import (
    Hands,
    count,
    list_plays,
    part,
    rename_heard,
    rename_suits,
    view_of,
)
from analyses.maxims.maxim import DISCARD, ELDER, Maxim, all_hands
from analyses.maxims.verdict import BY_KIND, BY_OPTIONS
from analyses.studies.maxims import RULES
from piquet_sim import Simulation
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.seats import other

EXPERTS = Simulation("expert", "expert")


# ---- How they are tried -------------------------------------------------------------------------
def test_hands__are_those_dealt_with_what_their_players_throw():
    dealt = EXPERTS.record_units(0, 2_000)
    for one in find_hands(RULES[:1], EXPERTS, 2_000, 30, 2):
        own, rows = one.cases, dealt[one.cases.numbers]
        every = Hands(dealt[f"{one.seat}_dealt"].astype(np.int64), own.full[:1])
        assert (one.dealt, one.fitting) == (2_000, RULES[0].fits(every).sum())
        assert (own.cards == rows[f"{one.seat}_dealt"]).all()
        assert (own.own == rows[f"{one.seat}_discard"]).all()
        assert (own.theirs == rows[f"{other(one.seat)}_discard"]).all()


def test_tried__stands_for_what_it_says():
    tried = try_discard_maxim(find_hands(RULES[:1], EXPERTS, 2_000, 40, 2)[0], 1, 2)
    pool, (own, follow, against, lot) = tried.cases, tried.ways[:, 0].T
    longest = pool.hands.longest
    assert tried.ways.shape == (len(pool), ORDERS, 4)
    assert (own == pool.own).all()
    assert (follow & longest == 0).all()
    assert (against & longest != 0).all()
    assert (count(lot) == pool.full).all()
    is_full = count(own) == pool.full
    obeys = is_full & (own & longest == 0)
    assert (tried.obeys[is_full] == obeys[is_full]).all()
    assert (np.where(obeys, follow, against)[is_full] == own[is_full]).all()
    assert (tried.obeyed[obeys] == 0).all()
    assert tried.worth == pytest.approx(tried.broken - tried.obeyed)
    assert set(tried.lots) == {BY_OPTIONS, BY_KIND}  # the names of suits do not matter


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("K..98.", "..98.7", True),  # two of a suit that goes, one of another; three ranks
        ("K..98.", "..98.8", False),  # two ranks
        ("K..98.", "AK...8", False),  # no suit goes
    ],
)
def test_kinds__are_cards_of_suits_suits_emptied_and_ranks(one, other, is_same):
    thrown = np.array([parse_hand(one), parse_hand(other)])
    kinds = find_kinds(parse_hand("AKJ.AQJ8.98.J87"), thrown)
    assert (kinds[0] == kinds[1]) == is_same


def test_judge__gives_equal_discards_equal_deals():
    pool = find_hands(RULES[:1], EXPERTS, 1_000, 1, 1)[0].cases
    own = int(pool.own[0])
    points = judge_hand(ask(pool, 0, 1), np.array([own, own & -own, own]), 8)
    assert points.shape == (8, 3)
    assert (points[:, 0] == points[:, 2]).all()
    assert (points[:, 0] != points[:, 1]).any()


def throw_spade(choices):
    spades = part(choices.thrown)[0] != 0
    return spades, ~spades


def test_renamed_rule__is_the_rule_of_other_suits():
    rule = Maxim(DISCARD, "T-SPADE", "Throw a spade", ELDER, throw_spade, applies=all_hands)
    pool = find_hands([rule], EXPERTS, 20, 5, 1)[0].cases
    for place in range(5):
        renamed = list_options(rule, pool, place, 1, (2, 0, 3, 1))
        if renamed is not None:  # what is called spades is the second suit
            assert (renamed.follow == (part(renamed.ways)[1] != 0)).all()


def test_moments_renamed__have_the_same_cards_in_other_suits():
    rows, naming = list_moments()[0][::50], (2, 0, 3, 1)
    renamed = rename_heard(rows, naming)
    plain, changed = view_of(rows), view_of(renamed)
    letters = str.maketrans("SHDC", "DSCH")
    for one, two in zip(plain.hand, changed.hand, strict=True):
        assert named(int(two)) == {card.translate(letters) for card in named(int(one))}
    plays = list_plays(plain)
    told = np.where(plays > 0, rename_suits(np.maximum(plays, 0), naming), -1)
    assert (list_plays(changed) == told).all()
    assert (rename_heard(renamed, np.argsort(naming)) == rows).all()
