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
from specimens import LAWS, PACK, as_mask

from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.cards import parse_card, suit_mask
from piquet_sim.kernel.deal.views import OWN
from piquet_sim.kernel.opponent.hands import find_hands
from piquet_sim.kernel.opponent.inference import (
    CANDIDATES,
    IMAGINED,
    MOST_JUDGED,
    Mover,
    imagine_own,
    judge_as_needed,
    judge_card,
    judge_worlds,
)
from piquet_sim.kernel.opponent.knowledge import find_earlier, know_own
from piquet_sim.kernel.players.card_values import CARD_PLACES, find_equals, find_tried
from piquet_sim.kernel.players.world_values import MOST_TOGETHER, add_world_with_sixes
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
            continue
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
    for decision in played[::8]:
        view, record = decision.view, decision.deal.record
        if record["elder_exchanged"] != 5 or record["younger_exchanged"] != 3:
            continue
        for trick, mine, renounced in moments(decision)[:: 1 + view.hand.bit_count() // 4]:
            seen = theirs.get((decision.deal.index, 1 - view.seat, trick))
            if seen is None or naive_worlds.count_choices(seen) > 500:
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
    assert len(checked) == 4
    assert min(checked.values()) >= 20


def test_own_hand__is_always_one_that_the_opponent_can_imagine(played):
    for decision in played[::3]:
        for trick, mine, renounced in moments(decision)[::2]:
            assert mine in list_own(decision.view, trick, mine, renounced)


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


# ---- The probability of a card ------------------------------------------------------------------
def _cases(chance, count):
    for _ in range(count):
        cards = chance.sample(PACK, 13)
        size = chance.randint(2, 4)
        hand, rest = frozenset(cards[:size]), cards[size:]
        led = chance.choice((None, rest.pop()))
        own = size - (led is not None)
        numbers = chance.choice(((16,), (10, 6), (6, 6, 4)))
        imagined = [(frozenset(chance.sample(rest, own)), number) for number in numbers]
        card = chance.choice(sorted(naive_inference.legal(hand, led)))
        yield card, hand, led, frozenset(rest), chance.randint(0, 12 - size), imagined


def _judge_as_kernel(card, hand, led, unseen, tricks, imagined):
    hands = np.array([as_mask(mine) for mine, _ in imagined], np.int64)
    times = np.array([number for _, number in imagined], np.int64)
    answered = parse_card(led) if led else 0
    legal = as_mask(naive_inference.legal(hand, led))
    mover = Mover(as_mask(hand), legal, answered, tricks, as_mask(unseen))
    return judge_card(TABLE, mover, parse_card(card), len(hands), hands, times) / SCALE


def test_card__is_as_plausible_as_the_twin_says():
    for case in _cases(random.Random(1), 400):
        expected = naive_inference.plausibility(*case, worth_by_table)
        assert _judge_as_kernel(*case) == pytest.approx(expected, abs=2e-5), case


# ---- The weights of worlds ----------------------------------------------------------------------
def _compare_with_twin(decision, worlds):
    # The greatest difference of shares, kernel less twin, over some worlds of several weights.
    view = decision.view
    weights = SCALE // np.arange(1, len(worlds) + 1)
    found = judged(view, worlds, weights)
    imagined = imagined_of(view)
    expected = weights * [
        naive_inference.plausibility_of_play(
            view.seat,
            fallen_before(decision),
            named(view.hand),
            named(view.discard),
            named(int(world)),
            imagined,
            worth_by_table,
        )
        for world in worlds
    ]
    return np.abs(found / found.sum() - expected / expected.sum()).max()


def test_worlds__are_weighed_as_the_twin_weighs_them(played):
    compared = 0
    for decision in played[3::58]:
        worlds, _ = list_and_weigh(decision.view)
        if len(worlds) > 1 and decision.view.opponent_played:
            assert _compare_with_twin(decision, worlds[:6]) < 5e-3, decision.view
            compared += 1
    assert compared >= 10


def _value_cards(view, worlds, tried):
    values = np.zeros((len(worlds), CARD_PLACES), np.int64)
    for world, row in zip(worlds, values, strict=True):
        add_world_with_sixes(TABLE, view.hand, world, view.led, tried, view.tricks, 1, row)
    return values


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
            values = chance.integers(most + 1, size=(len(worlds), CARD_PLACES))
            values = values if most else _value_cards(view, worlds, tried)
            found = weights.copy()
            judge_as_needed(
                LAWS, view, TABLE, LEARNED, len(worlds), worlds, found, tried, values.ravel()
            )
            best = find_equals(tried, expected @ values)
            assert find_equals(tried, found @ values) == best, view
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


def _draw_independent(player, seed, deals):
    """One decision of each deal, since those of one deal are not independent."""
    chance, by_deal = random.Random(seed), {}
    for one in play_deals(player, player, seed, range(deals)):
        by_deal.setdefault(one.deal.index, []).append(one)
    return [chance.choice(decisions) for decisions in by_deal.values()]


@pytest.fixture(scope="module")
def independent(player):
    return _draw_independent(player, 21, 700)


def _measure(decisions, weigh, allowed=0.0):
    """How far off the worst class of probabilities is, and how much likelier true hands are made:
    both in standard errors. Up to `allowed` as a share of what is expected, a class is not off."""
    expected, held, variance, gains = _count_true(decisions, weigh)
    counted = variance > 3
    assert counted.sum() >= 7
    off = np.maximum(np.abs(held - expected) - allowed * expected, 0)[counted]
    return (off / np.sqrt(variance[counted])).max(), gains.mean() / gains.std() * len(gains) ** 0.5


@pytest.mark.parametrize("weigh", [judged, _squared, _upside_down])
def test_probabilities__come_true_and_true_hands_are_likelier_if_rightly_weighed(
    independent, weigh
):
    """Of hands given a probability the opponent holds as many as it says; wrong weights tell."""
    off, gain = _measure(independent, weigh)
    assert (off < 3.5, off > 5) == (weigh is judged, weigh is not judged)
    assert (gain > 4, gain < 2) == (weigh is judged, weigh is not judged)


@pytest.mark.slow
def test_probabilities__come_true_in_many_deals(player):
    """To a tenth of what they say, no better than before cards were judged; but the true hand is
    made likelier by much."""
    decisions = _draw_independent(player, 22, 12_000)
    off, gain = _measure(decisions, judged, allowed=0.1)
    assert (off < 3, gain > 20) == (True, True)
    assert all(_measure(decisions, weigh, allowed=0.1)[0] > 5 for weigh in (_squared, _upside_down))
