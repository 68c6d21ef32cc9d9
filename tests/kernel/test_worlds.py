"""The hands that an opponent can hold, as the kernels find them, against a naive enumeration.

Strategies play whole deals, and each view of the play in which they are asked is kept.

Covers `kernel.opponent.hands`, `kernel.opponent.knowledge`.
"""

from collections import Counter
from dataclasses import replace
from functools import reduce
from operator import or_

import numpy as np
import pytest
from naive_worlds import count_choices, list_worlds, named
from noted_play import play_deals
from recorded_views import shown
from scipy.stats import chisquare
from specimens import LAWS, SINKING, as_mask, compiled

from piquet_sim import Simulation
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.dealing import HALF_PACK
from piquet_sim.kernel.deal.holdings import LEFT_CARDS
from piquet_sim.kernel.deal.tricks import read_trick
from piquet_sim.kernel.deal.views import CallView
from piquet_sim.kernel.opponent.hands import FEW, find_hands, imagine_hands
from piquet_sim.kernel.opponent.knowledge import know_opponent
from piquet_sim.kernel.random import mix
from piquet_sim.strategies import find_strategy

ROOM = np.zeros(1 << 18, np.int64)
MOST_WAYS = 1 << 16
"""More than there are ways to take any number of 18 cards: nothing is left to chance."""
MOST_CHOICES = 20_000
"""The naive enumeration takes a third of a second for as many."""
DEALS = 50


# ---- The kernels, as functions of a view --------------------------------------------------------
def listed(view):
    """The hands that the kernel lists, as masks; calls left aside where there would be none."""
    hands = find_hands(LAWS, know_opponent(LAWS, view))
    return hands if len(hands) else np.array(imagined(view, MOST_WAYS, MOST_WAYS), np.int64)


def imagined(view, most, tries, batch=0):
    found = imagine_hands(LAWS, know_opponent(LAWS, view), mix(view.luck, batch), most, tries, ROOM)
    return ROOM[:found].tolist()


def as_worlds(masks):
    return {named(int(mask)) for mask in masks}


# ---- Views of deals that strategies play --------------------------------------------------------
def call_and_face(view: CallView) -> int:
    return 1 if view.kind == LEFT_CARDS else view.best


@pytest.fixture(scope="module")
def everything():
    """Decisions of those who call everything."""
    # Leaves cards at all places, and has those that younger leaves faced.
    random = replace(find_strategy("random"), name="all called", call=compiled(call_and_face))
    pairings = (("club", "expert"), ("expert", "club"), ("novice", random), (random, random))
    return [
        decision
        for seed, pairing in enumerate(pairings)
        for decision in play_deals(*pairing, seed, range(DEALS))
    ]


@pytest.fixture(scope="module")
def of_blanches():
    """The numbers of deals with a carte blanche, which chance deals once in nine hundred deals."""
    records = Simulation("club", "expert", seed=7).record_units(0, 20_000)
    return np.flatnonzero(
        records["elder_carte_blanche"] + records["younger_carte_blanche"]
    ).tolist()


@pytest.fixture(scope="module")
def blanches(of_blanches):
    """Decisions in them."""
    return play_deals("club", "expert", 7, of_blanches)


@pytest.fixture(scope="module", params=[3, pytest.param(1, marks=pytest.mark.slow)])
def enumerated(request, everything, blanches):
    """Views with all hands that the naive enumeration finds: many small ones and some large."""
    step, views = request.param, [one.view for one in everything]
    small = [view for view in views[:: 3 * step] if count_choices(view) <= 400]
    large = [view for view in views if 400 < count_choices(view) <= MOST_CHOICES]
    large.sort(key=count_choices, reverse=True)
    of_blanches = [one.view for one in blanches if count_choices(one.view) <= 2_000]
    large = [*large[: 5 // step], *large[5 :: step * len(large) // 25]]
    return [(view, list_worlds(view)) for view in [*small, *large, *of_blanches[::step]]]


# ---- What was seen, in the order in which it was seen --------------------------------------------
def _recall(view):
    # The cards of complete tricks in order, read from the fields of the view digit by digit.
    fallen = []
    for together in (view.early_tricks, view.middle_tricks, view.late_tricks):
        fallen += [together // 64**place % 64 for place in range(8)]
    return [2 ** (number - 1) for number in fallen if number]


def test_views__recall_the_tricks_in_order_and_nothing_else(everything, blanches):
    for view, deal, _ in [*everything, *blanches]:
        fallen = _recall(view)
        assert tuple(fallen) == deal.plays[: 2 * (view.tricks + view.opponent_tricks)], view
        assert (
            sum(fallen) | view.led,
            [card for trick in range(12) for card in read_trick(view, trick)],
        ) == (view.played | view.opponent_played, [*fallen, *[0] * (24 - len(fallen))])


def test_views__recall_all_cards_shown_and_no_others(everything, blanches):
    """The engine puts them together from the calls; here they come from the record."""
    kinds = Counter()
    for view, deal, _ in [*everything, *blanches]:
        record, own = deal.record, SEATS[view.seat]
        ever_shown = reduce(
            or_,
            (shown(record, own, name, record[f"{name}_result"], 1 + view.seat) for name in CLASSES),
        )
        assert (view.ever_shown, view.shown) == (ever_shown, ever_shown & ~view.played), view
        kinds[view.seat, view.ever_shown == view.shown] += 1
    assert sum(number >= 100 for number in kinds.values()) == 4


# ---- The list of all hands ----------------------------------------------------------------------
def test_hands__are_those_of_the_naive_enumeration(enumerated):
    for view, worlds in enumerated:
        masks = listed(view)
        assert (as_worlds(masks), len(masks)) == (worlds, len(worlds) or 1), view
    kinds = Counter(
        (view.seat, view.led != 0, view.hand.bit_count() >= 8) for view, _ in enumerated
    )
    kinds.update(("carte blanche", view.seat, view.opponent_dealt > 0) for view, _ in enumerated)
    assert sum(number >= 20 for number in kinds.values()) == 12


def test_hands__hold_the_true_hand_at_every_decision(everything, blanches):
    assert len(everything) > 15 * DEALS * 4
    for view, _, true_hand in [*everything, *blanches]:
        worlds = listed(view)
        assert true_hand in worlds, view
        is_known = worlds & view.opponent_holds == view.opponent_holds
        is_as_large = np.bitwise_count(worlds) == true_hand.bit_count()
        assert (is_known & is_as_large & (worlds & ~view.opponent_may_hold == 0)).all(), view


# ---- Hands drawn at random ----------------------------------------------------------------------
@pytest.mark.parametrize(("most", "tries"), [(1, 2_000), (10, 2_000), (64, 400), (10, 40)])
def test_imagined_hands__are_those_that_fit(enumerated, most, tries):
    """Where no try fits, though other hands would, calls are left out of account.

    Expert looks at forty.
    """
    outside = 0
    for view, worlds in enumerated:
        masks, choices = imagined(view, most, tries), count_choices(view)
        found = as_worlds(masks)
        assert 1 <= len(masks) <= most
        if choices <= FEW:
            assert len(masks) == len(found) == min(most, len(worlds))
        if not found <= worlds:
            # So many tries miss every hand that fits at least once in a million times.
            assert (choices > FEW) * (1 - len(worlds) / choices) ** tries >= 1e-6, view
            assert found <= list_worlds(view, calls=False) - worlds, view
            outside += 1
    assert outside < 0.02 * len(enumerated)


def _deviation(view, worlds, batches, thinned=0):
    """How far from even hands are drawn: chi-square less its mean, in standard deviations.

    Of the hands that hold the card `thinned` every other one is left out.
    """
    counts = dict.fromkeys(map(as_mask, worlds), 0)
    tries = count_choices(view) - 1  # with more they are taken one after the other
    for batch in range(batches):
        for place, hand in enumerate(imagined(view, tries, tries, batch)):
            if not hand & thinned or place % 2:
                counts[hand] += 1
    freedom = len(counts) - 1
    return (chisquare([*counts.values()]).statistic - freedom) / (2 * freedom) ** 0.5


def _check_even(view, worlds, batches):
    held = Counter(card for world in worlds for card in world)
    card = min(sorted(held), key=lambda card: abs(2 * held[card] - len(worlds)))
    assert abs(_deviation(view, worlds, batches)) < 5
    assert _deviation(view, worlds, batches, thinned=as_mask([card])) > 10


def test_imagined_hands__are_each_as_likely_as_any_other(enumerated):
    views = [
        (view, worlds)
        for view, worlds in enumerated
        if count_choices(view) > 400 and 20 * len(worlds) > count_choices(view)
    ]
    assert len(views) >= 10
    for view, worlds in views[:10]:
        _check_even(view, worlds, 100)


@pytest.mark.slow
def test_imagined_hands__beyond_the_table_of_subsets_are_as_likely(everything):
    """So many places are open only to one who forgets what it threw."""
    view = next(
        view
        for view in (
            one.view._replace(opponent_may_hold=one.view.opponent_may_hold | one.view.discard)
            for one in everything
        )
        if know_opponent(LAWS, view).pool.bit_count() > HALF_PACK
        and count_choices(view) < 4 * MOST_CHOICES
    )
    _check_even(view, list_worlds(view), 30)


# ---- Players who sink ---------------------------------------------------------------------------
@pytest.mark.parametrize("pairing", [(SINKING, "expert"), ("expert", SINKING)])
def test_hands__where_none_fits_heed_no_call_but_keep_to_a_carte_blanche(pairing, of_blanches):
    """What was shown for carte blanche is no call: it is certain, whatever else was sunk."""
    kinds = Counter()
    decisions = play_deals(*pairing, 3, range(12)) + play_deals(*pairing, 7, of_blanches)
    for view, _, true_hand in (one for one in decisions if count_choices(one.view) <= 250):
        worlds = list_worlds(view)
        kinds[view.seat, bool(view.opponent_dealt), bool(worlds)] += 1
        if not worlds:
            worlds = list_worlds(view, calls=False)
            assert named(true_hand) in worlds, view
        assert as_worlds(listed(view)) == worlds, view
        assert set() < as_worlds(imagined(view, 10, 500)) <= worlds, view
    assert sum(number >= 8 for number in kinds.values()) == 6
