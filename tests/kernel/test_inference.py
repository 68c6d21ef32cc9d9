"""What the opponent's cards tell of their hand: against a naive twin, and against the true hands.

Weights are right if of all hands given a probability the opponent holds as many as it says.
"""

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import naive_inference
import naive_worlds
import numpy as np
import pytest
from naive_worlds import list_worlds, named
from noted_play import LEARNED, list_and_weigh, play_deals, worth_by_table
from specimens import LAWS, as_mask

from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.cards import suit_mask
from piquet_sim.kernel.deal.views import OWN
from piquet_sim.kernel.opponent.hands import find_hands
from piquet_sim.kernel.opponent.inference import (
    CANDIDATES,
    IMAGINED,
    MOST_JUDGED,
    imagine_own,
    judge_as_needed,
    judge_worlds,
)
from piquet_sim.kernel.opponent.knowledge import find_earlier, know_own
from piquet_sim.kernel.players.card_values import CARD_PLACES, find_equals, find_tried
from piquet_sim.kernel.players.world_values import MOST_TOGETHER, add_hands
from piquet_sim.strategies import find_strategy

TABLE = find_play_table()
SCALE = 1 << 20
BOUNDS = (0, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 1.001)
"""The ends of the ranges of probability that are looked at one by one."""


# ---- The kernels, as functions of a view --------------------------------------------------------
def list_own(view, trick, mine, renounced):
    """All hands of this seat that the opponent could imagine when they played to a trick."""
    earlier = find_earlier(view, trick)
    assert (earlier.mine, earlier.renounced) == (mine, renounced), view
    return find_hands(LAWS, know_own(LAWS, view, earlier)).tolist()


def judged(view, worlds, weights):
    """The weights multiplied by how plausible the opponent's cards are."""
    assert len(worlds) <= MOST_JUDGED  # the kernel has room for no more, and checks nothing
    weights = weights.copy()
    judge_worlds(LAWS, view, TABLE, LEARNED, len(worlds), worlds, weights)
    return weights


# ---- Deals ---------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def player():
    """The play of master, with an exchange that takes less time."""
    return replace(find_strategy("expert"), name="player", play=find_strategy("master").play)


@pytest.fixture(scope="module")
def played(player):
    return play_deals(player, player, 5, range(60))


def fallen_before(decision):
    """All cards that had fallen, as the deal was played; the card led with them."""
    view = decision.view
    number = (view.played | view.opponent_played).bit_count()
    return [next(iter(named(int(card)))) for card in decision.deal.plays[:number]]


def moments(decision):
    """For each card that the opponent had played: the trick, what this seat held, its renounces."""
    view, seat = decision.view, decision.view.seat
    mine, renounced, found = set(named(view.hand | view.played)), 0, []
    for number, (player, led, card) in enumerate(naive_inference.turns(fallen_before(decision))):
        if player != seat:
            # What was renounced in this very trick was not yet known when it was led.
            found.append((number // 2, as_mask(mine), renounced))
        else:
            mine.remove(card)
            if led and card[1] != led[1]:
                renounced |= suit_mask("SHDC".index(led[1]))
    return found


# ---- What the opponent can imagine --------------------------------------------------------------
def test_own_hands__are_those_that_the_opponent_can_imagine(played):
    """Where every card of the stock was taken, their own view says the same as what is worked out
    from this seat's later one."""
    theirs = {
        (one.deal.index, one.view.seat, one.view.played.bit_count()): one.view for one in played
    }
    checked = Counter()
    for decision in played[::12]:
        view, record = decision.view, decision.deal.record
        is_all_taken = (record["elder_exchanged"], record["younger_exchanged"]) == (5, 3)
        for trick, mine, renounced in moments(decision)[:: 1 + view.hand.bit_count() // 4]:
            seen = theirs.get((decision.deal.index, 1 - view.seat, trick))
            if not (is_all_taken and seen and naive_worlds.count_choices(seen) <= 500):
                continue
            hands, expected = (
                set(map(named, list_own(view, trick, mine, renounced))),
                list_worlds(seen),
            )
            if trick == 0 and view.point_result == OWN:
                # Elder was not asked for pips, so younger has more cards, which the list of
                # elder's view leaves out of account.
                assert hands <= expected, view
            else:
                assert hands == expected, view
            checked[view.seat, trick == 0] += 1
    assert (len(checked), min(checked.values()) >= 12) == (4, True)


def test_own_hand__is_always_one_that_the_opponent_can_imagine(played):
    assert all(
        mine in list_own(decision.view, trick, mine, renounced)
        for decision in played[::3]
        for trick, mine, renounced in moments(decision)[::2]
    )


def imagined_of(view):
    """The hands that the kernel imagines for a trick, as the twin reads them."""
    hands, times = np.zeros((2, CANDIDATES), np.int64)

    @cache
    def imagined(trick, mine):
        earlier = find_earlier(view, trick)
        assert earlier.mine == as_mask(mine)
        found = imagine_own(LAWS, view, LEARNED, earlier, hands, times)
        assert times[:found].sum() == IMAGINED
        return [
            (named(int(hand)), int(number))
            for hand, number in zip(hands[:found], times[:found], strict=True)
        ]

    return imagined


# ---- The weights of worlds ----------------------------------------------------------------------
def test_worlds__are_weighed_as_the_twin_weighs_them(played):
    """The shares of some worlds of several weights."""
    listed = [(one, list_and_weigh(one.view)[0][:6]) for one in played[3::150]]
    weighed = [one for one in listed if len(one[1]) > 1 and one[0].view.opponent_played]
    assert len(weighed) >= 5
    for decision, worlds in weighed:
        view = decision.view
        weights, imagined = SCALE // np.arange(1, len(worlds) + 1), imagined_of(view)
        before = fallen_before(decision), named(view.hand), named(view.discard)
        expected = weights * [
            naive_inference.plausibility_of_play(
                view.seat, *before, named(int(world)), imagined, worth_by_table
            )
            for world in worlds
        ]
        found = judged(view, worlds, weights)
        assert np.abs(found / found.sum() - expected / expected.sum()).max() < 5e-3, view


def test_best_cards__are_the_same_where_hands_are_judged_as_needed(played):
    """By what cards are worth, and by whatever worths: near ones, of which many sums are equal."""
    chance, early, whole = np.random.default_rng(3), 0, 0
    for decision in played[::3]:
        view, tried = decision.view, find_tried(decision.view)
        worlds, weights = (part[:MOST_TOGETHER] for part in list_and_weigh(view))
        if tried & tried - 1 == 0 or len(worlds) == 1:
            continue
        expected = judged(view, worlds, weights)
        for most in (0, 1, 40):
            values, found = (
                chance.integers(most + 1, size=(len(worlds), CARD_PLACES)),
                weights.copy(),
            )
            if most == 0:
                ones = np.ones(len(worlds), np.int64)
                add_hands(view, TABLE, len(worlds), worlds, ones, tried, values.reshape(-1), 64)
            judge_as_needed(
                LAWS, view, TABLE, LEARNED, len(worlds), worlds, found, tried, values.ravel()
            )
            # At the first lead nothing is reckoned from an earlier card, of which there is none.
            assert (
                find_equals(tried, found @ values),
                (found == expected).all() or view.played > 0 or view.led > 0,
            ) == (find_equals(tried, expected @ values), True), view
            early += (found != expected).any()
            whole += (found == expected).all()
    assert (early > 200, whole > 10) == (True, True), (early, whole)


# ---- Whether probabilities come true ------------------------------------------------------------
def _squared(view, worlds, weights):
    return judged(view, worlds, weights).astype(float) ** 2


def _upside_down(view, worlds, weights):
    return weights.astype(float) ** 2 / judged(view, worlds, weights).clip(1)


def _count_true(decisions, weigh):
    """By bounds of probability: how many hands are expected to be held, how many are, and the
    variance of these; and how much likelier the true hands are made, in natural logarithms."""
    expected, held, variance = (np.zeros(len(BOUNDS) - 1) for _ in range(3))
    gains = []
    for view, _, true_hand in decisions:
        worlds, weights = list_and_weigh(view)
        if view.opponent_played == 0 or not 1 < len(worlds) <= MOST_JUDGED:
            continue
        before, after = weights / weights.sum(), weigh(view, worlds, weights)
        after = after / after.sum()
        place = np.searchsorted(BOUNDS, after, side="right") - 1
        np.add.at(expected, place, after)
        np.add.at(variance, place, after * (1 - after))
        is_true = worlds == true_hand
        assert is_true.sum() == 1, (view, true_hand)
        held[place[is_true]] += 1
        gains.append(np.log(after[is_true][0] / before[is_true][0]))
    return expected, held, variance, np.maximum(gains, -5)


@pytest.fixture(scope="module")
def independent(player):
    """One decision of each deal, since those of one deal are not independent."""
    chance, by_deal = random.Random(21), {}
    for one in play_deals(player, player, 21, range(700)):
        by_deal.setdefault(one.deal.index, []).append(one)
    return [chance.choice(decisions) for decisions in by_deal.values()]


@pytest.mark.parametrize("weigh", [judged, _squared, _upside_down])
def test_probabilities__come_true_and_true_hands_are_likelier_if_rightly_weighed(
    independent, weigh
):
    """Of hands given a probability the opponent holds as many as it says; wrong weights tell."""
    expected, held, variance, gains = _count_true(independent, weigh)
    counted = variance > 3
    assert counted.sum() >= 7
    off = (np.abs(held - expected)[counted] / np.sqrt(variance[counted])).max()
    gain = gains.mean() / gains.std() * len(gains) ** 0.5  # both in standard errors
    is_right = weigh is judged
    assert (off < 3.5, off > 5, gain > 4, gain < 2) == (
        is_right,
        not is_right,
        is_right,
        not is_right,
    )
