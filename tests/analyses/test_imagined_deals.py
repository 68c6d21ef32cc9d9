"""Deals as a player may imagine them, and the moments in them: against all ways the cards can lie.

Covers `analyses.statistics.moments`.
"""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from analyses.statistics import moments as imagined_deals
from analyses.statistics.moments import (
    find_agreeing,
    imagine_deals,
    know,
    list_deals,
    list_moments,
    script_deals,
    start_listening,
    try_choices,
    watch_players,
)
from analyses.studies.lose import discard_seeing
from piquet_sim import Simulation
from piquet_sim.deals.branches import OWN, SCRIPT, lay_out, new_scripts, number_deals, play_scripts
from piquet_sim.deals.deal import margin
from piquet_sim.decisions.kinds.question import list_takers
from piquet_sim.decisions.review.records import mean_over_draws
from piquet_sim.game.cards import COURTS_MASK, PACK_32_MASK, iterate_cards, parse_hand
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS
from piquet_sim.strategies import DiscardView, find_strategy

CLUB = find_strategy("club")  # decides nothing by lot


@pytest.fixture(scope="module")
def deals():
    """The moments of each of some deals."""
    CLUB.prepare()
    return list(list_moments(Simulation("club", "club", seed=11), 0, 12))


def list_slowly(known):
    """Every hand that can have been dealt, what club throws from it, every draw: in sets.

    Of a hand without a court card nothing is listed: it would have been announced.
    """
    pool = {*iterate_cards(known.opponent.unseen)} - {*iterate_cards(known.drew)}
    took = known.younger_took if known.seat == 0 else known.elder_took
    limits = (5, -1) if known.seat else (8 - known.elder_took, known.elder_took)
    for hand in combinations(sorted(pool), 12):
        view = DiscardView(1 - known.seat, sum(hand), 1, *limits, *[0] * 6)
        thrown = int(CLUB.discard.compiled(view))
        if thrown.bit_count() == took and sum(hand) & COURTS_MASK:
            for more in combinations(pool - {*hand}, took - known.drew.bit_count()):
                drawn = sum(more) + known.drew
                yield sum(hand) & ~thrown | drawn, drawn, thrown


def test_deals__are_all_that_can_lie(deals):
    for one in deals:
        known = next(know(moment) for moment in one if moment.seat == "elder")
        listed = sorted(map(tuple, list_deals(known, CLUB).tolist()))
        assert (len(listed) > 100, listed) == (True, sorted(list_slowly(known)))


def test_deals__that_agree_hold_the_one_that_lies(deals):
    every = [moment for one in deals for moment in one]
    for moment in every:
        whose, listed = SEATS[1 - moment.view.seat], list_deals(know(moment), CLUB)
        hand, dealt, thrown = (
            moment.deal.record[f"{whose}_{what}"] for what in ("hand", "dealt", "discard")
        )
        agreeing = listed[find_agreeing(know(moment), listed)].tolist()
        assert [hand, hand & ~dealt, thrown] in agreeing, moment
    assert {moment.seat for moment in every} == set(SEATS)


@pytest.mark.parametrize("share", [1 / 3, 1, 3.1])
def test_imagined_deals__are_each_as_often_there(deals, share):
    known = know(deals[0][0])
    agreeing = len(find_agreeing(known, list_deals(known, CLUB)))
    wanted = round(share * agreeing)
    imagined, again, other = (imagine_deals(known, CLUB, wanted, seed) for seed in (5, 5, 6))
    _, times = np.unique(imagined, axis=0, return_counts=True)
    assert (len(imagined), len(times)) == (wanted, min(wanted, agreeing))
    assert times.max() - times.min() <= 1
    assert ((imagined == again).all(), (imagined == other).all()) == (True, False)
    # Where no deal agrees, none is imagined.
    known = known._replace(opponent=known.opponent._replace(point_least=1 << 29))
    assert imagine_deals(known, CLUB, wanted, 5).shape == (0, 3)


def test_deals__too_many_to_list_are_some_of_them(deals, monkeypatch):
    seen = (know(moment) for one in deals for moment in one if moment.seat == "younger")
    known = next(known for known in seen if known.elder_took == 5)
    everything = set(map(tuple, list_deals(known, CLUB).tolist()))
    monkeypatch.setattr(imagined_deals, "MOST_HANDS", 500)
    some = set(map(tuple, list_deals(known, CLUB, seed=1).tolist()))
    assert 300 < len({hand & ~drawn | thrown for hand, drawn, thrown in some}) <= 500
    assert some < everything


@pytest.mark.parametrize(
    ("name", "took"),
    [("club", 4), pytest.param("expert", 4, marks=pytest.mark.slow), ("novice", 5)],
)
def test_takers__are_the_hands_of_which_a_strategy_throws_so_many(name, took):
    strategy, hand = find_strategy(name), parse_hand("T7.T97.AQJT.KQT")
    strategy.prepare()
    asked = RUBICON.laws(), hand, took, 0, strategy.discard, 1
    dealt, thrown = list_takers(*asked, 1)
    assert all(map(np.array_equal, (dealt, thrown), list_takers(*asked, 3)))
    listed = dict(zip(dealt.tolist(), thrown.tolist(), strict=True))
    assert len(listed) == len(dealt) > 0
    cards, luck = list(iterate_cards(PACK_32_MASK ^ hand)), random.Random(1)
    for one in luck.sample(list(listed), 20) + [sum(luck.sample(cards, 12)) for _ in range(200)]:
        throw = strategy.discard(DiscardView(0, one, 1, 5, -1, 0, 0, 0, 0, 0, 0))
        wanted = throw if throw.bit_count() == took else None
        assert (one & hand, one.bit_count(), listed.get(one)) == (0, 12, wanted)


def test_takers__of_a_carte_blanche_have_no_court_card():
    dealt, _ = list_takers(RUBICON.laws(), parse_hand("AKQ.AKQJ.AKQ.AK"), 5, 1, CLUB.discard, 1, 2)
    assert (len(dealt) > 100, np.any(dealt & COURTS_MASK)) == (True, False)


SIMULATION = Simulation("expert", "expert", seed=5)


@pytest.fixture(scope="module")
def moments():
    """Three of each deal, and two of its calls."""
    random, found = np.random.default_rng(3), []
    for one in list_moments(SIMULATION, 0, 14):
        found += [one[place] for place in random.integers(len(one), size=3)]
        found += [moment for moment in one if not moment.is_card][:2]
    return found


def test_imagined_deals__look_the_same_to_the_player(moments):
    full = set()
    for moment in moments:
        imagined, asked = imagine_deals(know(moment), SIMULATION.younger, 5, 7), start_listening()
        scripts, dealt = script_deals(moment, imagined)
        scripts[:, moment.place] = OWN
        play_scripts(watch_players(SIMULATION), dealt, scripts)
        views = [view._replace(luck=0) for view, _ in asked if isinstance(view, type(moment.view))]
        assert views.count(moment.view._replace(luck=0)) == len(imagined), moment
        full |= {moment.seat, moment.trick} if len(imagined) == 5 else set()
    assert (full >= set(SEATS), len(full) > 10) == (True, True)


def test_moments__list_every_choice_but_touching_cards(moments):
    for moment in moments:
        choices, view = moment.choices, moment.view
        assert (choices[0], len(choices)) == (moment.choice, max(len({*choices}), 2))
        cards = set(iterate_cards(view.legal)) if moment.is_card else {view.best, 0}
        assert cards >= set(choices) if moment.is_card else cards == set(choices)


def test_try_choices__is_repeated_by_the_same_seed(moments):
    one, two, three = (np.stack(try_choices(moments[0], 12, seed).made) for seed in (4, 4, 5))
    assert (np.array_equal(one, two), np.array_equal(one, three)) == (True, False)


# ---- A player who sees the other hand ------------------------------------------------------------
HANDS = parse_hand("AKJ.AQJ8.98.J87"), parse_hand("T7.T97.AQJT.KQT")


@pytest.mark.parametrize(
    ("elder", "younger", "ways"),
    [("K..98.87", "7.97..", 56), (".8.98.7", "T7.7..", 280), ("...7", "7...", 56)],
)
def test_mean_over_draws__is_that_of_all_deals_played_perfectly(elder, younger, ways):
    thrown, random = (parse_hand(elder), parse_hand(younger)), np.random.default_rng(7)
    orders = [random.permutation(8) @ (1 << 4 * np.arange(8)) for _ in range(4000)]
    scripts = new_scripts(len(orders))
    scripts[:, SCRIPT.discards : SCRIPT.discards + 2] = thrown
    dealt = number_deals(np.array([[*HANDS, order] for order in orders]))
    rows = play_scripts(Simulation("club", "club", play="double-dummy"), dealt, scripts)
    _, one_of_each = np.unique(rows[["elder_hand", "younger_hand"]], return_index=True)
    assert (len(one_of_each), mean_over_draws(RUBICON, HANDS, thrown)) == (
        ways,
        Fraction(int(margin(rows)[one_of_each].sum()), ways),
    )


def test_discard_seeing__is_as_good_as_ones_own_at_least_and_elder_foresees_the_answer():
    expert, deals = find_strategy("expert"), 15
    experts, scripts, before = Simulation(expert, expert, seed=2), new_scripts(deals), []
    for place, row in enumerate(experts.record_units(0, deals)):
        hands = int(row["elder_dealt"]), int(row["younger_dealt"])
        threw, own = int(row["elder_discard"]), int(row["younger_discard"])
        found = discard_seeing("younger", hands, expert, own, threw, 1)
        one, usual = (mean_over_draws(RUBICON, hands, (threw, way)) for way in (found, own))
        assert (found & hands[1], one <= usual) == (found, True)
        scripts[place, SCRIPT.discards] = discard_seeing("elder", hands, expert, threw, 0, 1)
        before.append((hands, usual, found != own))
    played = play_scripts(experts, lay_out(experts, np.arange(deals)), scripts)
    for (hands, usual, _), deal in zip(before, played, strict=True):
        made = int(deal["elder_discard"]), int(deal["younger_discard"])
        assert mean_over_draws(RUBICON, hands, made) >= usual
    assert sum(changed for *_, changed in before) > 3
