"""Maxims on the discard: how hands are found, what is tried in them, and beside which lots."""

import numpy as np
import pytest

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
from piquet_sim.deals.branches import lay_out, listen
from piquet_sim.game.cards import parse_hand

EXPERTS = Simulation("expert", "expert")


def plant(name, applies, sides):
    """A maxim on the discard that is in no book."""
    return Maxim(DISCARD, name, f"Planted: {name}", ELDER, sides, applies=applies)


# ---- How they are tried -------------------------------------------------------------------------
def test_hands__are_those_dealt_with_what_their_players_throw():
    found = find_hands(RULES[:1], EXPERTS, 2_000, 30, 2)
    dealt = EXPERTS.record_units(0, 2_000)
    for one in found:
        seat, own = one.seat, one.cases
        assert one.dealt == 2_000
        assert one.fitting == RULES[0].fits(Hands(dealt[f"{seat}_dealt"].astype(np.int64),
                                                     own.full[:1])).sum()  # fmt: skip
        assert (own.cards == dealt[f"{seat}_dealt"][own.numbers]).all()
        assert (own.own == dealt[f"{seat}_discard"][own.numbers]).all()
        other = "younger" if seat == "elder" else "elder"
        assert (own.theirs == dealt[f"{other}_discard"][own.numbers]).all()


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
    assert (follow == own)[obeys].all()
    assert (against == own)[~obeys & is_full].all()
    assert (tried.obeyed[obeys] == 0).all()
    assert tried.worth == pytest.approx(tried.broken - tried.obeyed)
    assert set(tried.lots) == {BY_OPTIONS, BY_KIND}  # the names of suits do not matter


def test_kinds__are_cards_of_suits_suits_emptied_and_ranks():
    hand = parse_hand("AKJ.AQJ8.98.J87")
    thrown = [parse_hand(one) for one in ("K..98.", "..98.8", "J8..9.", ".8.9.J", "AK...8")]
    kinds = find_kinds(hand, np.array([*thrown[:2], parse_hand("AK...8"), parse_hand("..98.7")]))
    assert kinds[0] == kinds[3]  # two of a suit that goes, one of another; three ranks
    assert kinds[1] != kinds[0]  # two ranks
    assert kinds[2] != kinds[0]  # no suit goes


def test_judge__gives_equal_discards_equal_deals():
    found = find_hands(RULES[:1], EXPERTS, 1_000, 1, 1)[0]
    question = ask(found.cases, 0, 1)
    one, two = int(found.cases.own[0]), parse_hand("K..98.87")
    if two & ~found.cases.cards[0]:
        two = one
    points = judge_hand(question, np.array([one, two, one]), 8)
    assert points.shape == (8, 3)
    assert (points[:, 0] == points[:, 2]).all()


def test_renamed_rule__is_the_rule_of_other_suits():
    def throw_spade(choices):
        spades = part(choices.thrown)[0] != 0
        return spades, ~spades

    rule = plant("T-SPADE", all_hands, throw_spade)
    pool = find_hands([rule], EXPERTS, 20, 5, 1)[0].cases
    for place in range(5):
        renamed = list_options(rule, pool, place, 1, (2, 0, 3, 1))
        if renamed is not None:  # what is called spades is the second suit
            assert (renamed.follow == (part(renamed.ways)[1] != 0)).all()


def test_moments_renamed__have_the_same_cards_in_other_suits():
    clubs = Simulation("club", "club")
    _, heard = listen(clubs, lay_out(clubs, range(3)))
    rows, naming = heard[heard[:, :, 3] != 0], (2, 0, 3, 1)
    renamed = rename_heard(rows, naming)
    plain, other = view_of(rows), view_of(renamed)
    assert (other.hand == rename_suits(plain.hand, naming)).all()
    plays = list_plays(plain)
    told = np.where(plays > 0, rename_suits(np.maximum(plays, 0), naming), -1)
    assert (list_plays(other) == told).all()
    assert (rename_heard(renamed, np.argsort(naming)) == rows).all()
