"""The hands that an opponent can hold, as the kernels find them, against a naive enumeration.

Strategies play whole deals, and each view of the play in which they are asked is kept.
"""

from collections import Counter
from dataclasses import replace

import naive_worlds
import numpy as np
import pytest
import reference
from hypothesis import given
from naive_worlds import count_choices, list_worlds, named
from noted_play import SEATS, play_deals
from specimens import as_mask, as_text, hands

from piquet_sim import Simulation
from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.calls import EQUAL as EQUAL_RESULT
from piquet_sim.kernel.deal.holdings import LEFT_CARDS, point_cards, reckon_sequences, reckon_sets
from piquet_sim.kernel.deal.tricks import read_trick
from piquet_sim.kernel.deal.views import LEVEL, OPEN, OWN, THEIRS, CallView
from piquet_sim.kernel.opponent.hands import FEW, MOST_PLACES, find_hands, imagine_hands
from piquet_sim.kernel.opponent.knowledge import ANYTHING, know_opponent
from piquet_sim.kernel.random import mix
from piquet_sim.strategies import find_strategy, policy

LAWS = RUBICON.laws()
CLASSES = ("point", "sequence", "set")
ROOM = np.zeros(1 << 18, np.int64)
MOST_WAYS = 1 << 16
"""More than there are ways to take any number of 18 cards: nothing is left to chance."""
MOST_CHOICES = 20_000
"""The naive enumeration takes a third of a second for as many."""
DEALS = 50
FEW_TRIES = 40
"""As many as the expert looks at."""
SINKING = "club+sink-point=0.5+sink-sequences=0.5+sink-sets=0.5"


# ---- The kernels, as functions that Python can call ---------------------------------------------
@kernel
def _imagine(laws, view, luck, most, tries, worlds):
    return imagine_hands(laws, know_opponent(laws, view), luck, most, tries, worlds)


def list_without_calls(view):
    free = {f"{name}_least": 0 for name in CLASSES} | {f"{name}_most": ANYTHING for name in CLASSES}
    return find_hands(LAWS, know_opponent(LAWS, view)._replace(**free, opponent_dealt=0))


@kernel
def _read_trick(view, trick):
    return read_trick(view, trick)


def _exhibit(laws, name, hand, call):
    # The cards of what was called in a class.
    if call == 0:
        return 0
    if name == "point":
        return point_cards(hand, call)
    return (reckon_sequences if name == "sequence" else reckon_sets)(laws, hand, call)[1]


def listed(view):
    """The hands that the kernel lists, as masks; calls left aside where there would be none."""
    hands = find_hands(LAWS, know_opponent(LAWS, view))
    return hands if len(hands) else np.array(imagined(view, MOST_WAYS, MOST_WAYS), np.int64)


def imagined(view, most, tries, luck=None):
    found = _imagine(LAWS, view, view.luck if luck is None else luck, most, tries, ROOM)
    return ROOM[:found].tolist()


def as_worlds(masks):
    return {named(int(mask)) for mask in masks}


# ---- Views of deals that strategies play --------------------------------------------------------
@policy
def call_and_face(view: CallView) -> int:
    return 1 if view.kind == LEFT_CARDS else view.best


# Leaves cards at all places, and has those that younger leaves faced; calls everything.
RANDOM = replace(find_strategy("random"), name="random, all called", call=call_and_face)
PAIRINGS = (("club", "expert"), ("expert", "club"), ("novice", RANDOM), (RANDOM, RANDOM))


def find_cartes_blanches(elder, younger, seed, deals):
    """The numbers of all deals in which one of them has announced a carte blanche."""
    records = Simulation(elder, younger, seed=seed).record_units(0, deals)
    scored = (records["elder_carte_blanche"] > 0) | (records["younger_carte_blanche"] > 0)
    return np.flatnonzero(scored).tolist()


@pytest.fixture(scope="module")
def played():
    """Decisions of those who call everything, for each pairing."""
    return {
        pairing: play_deals(*pairing, seed, range(DEALS)) for seed, pairing in enumerate(PAIRINGS)
    }


@pytest.fixture(scope="module")
def everything(played):
    return [decision for decisions in played.values() for decision in decisions]


@pytest.fixture(scope="module")
def blanches():
    """Decisions of deals with a carte blanche, which chance deals once in nine hundred deals."""
    indices = find_cartes_blanches("club", "expert", 7, 20_000)
    assert len(indices) >= 10
    return play_deals("club", "expert", 7, indices)


@pytest.fixture(scope="module")
def enumerated(everything, blanches):
    """Views with all hands that the naive enumeration finds: many small ones and some large."""
    counted = [(count_choices(one.view), one.view) for one in everything]
    small = [view for choices, view in counted[::3] if choices <= 400]
    large = sorted(
        (pair for pair in counted if 400 < pair[0] <= MOST_CHOICES),
        key=lambda pair: pair[0],
        reverse=True,
    )
    large = [view for _, view in large]
    of_blanches = [one.view for one in blanches if count_choices(one.view) <= 2_000]
    views = [*small, *large[:5], *large[5 :: len(large) // 25], *of_blanches]
    return [(view, list_worlds(view)) for view in views]


@pytest.fixture(scope="module")
def sunk():
    """Decisions of deals in which one of the two often calls nothing of what he has."""
    return [
        one
        for pairing in ((SINKING, "expert"), ("expert", SINKING))
        for one in play_deals(*pairing, 3, range(20))
        if count_choices(one.view) <= 500
    ]


@given(hands())
def test_naive__evaluates_hands_as_the_reference_does(hand):
    cards = as_text(hand)
    length, pips = reference.best_point(cards)
    expected = {"point": length * 256 + pips, "sequence": 0, "set": 0}
    for name, best in (("sequence", reference.best_sequence), ("set", reference.best_set)):
        if found := best(cards):
            expected[name] = found[0] * 16 + naive_worlds.RANK_NUMBERS[found[1]]
    assert naive_worlds.best_calls(frozenset(cards)) == expected


# ---- What was seen, in the order in which it was seen --------------------------------------------
def _recall(view):
    # The cards of complete tricks in order, read from the fields of the view digit by digit.
    fallen = []
    for together in (view.early_tricks, view.middle_tricks, view.late_tricks):
        fallen += [together // 64**place % 64 for place in range(8)]
    return [2 ** (number - 1) for number in fallen if number]


def test_views__recall_the_tricks_in_order_and_nothing_else(everything, blanches):
    for view, deal, _ in [*everything, *blanches]:
        tricks = view.tricks + view.opponent_tricks
        fallen = _recall(view)
        assert tuple(fallen) == deal.plays[: 2 * tricks], view
        assert _cards_of(fallen) | view.led == view.played | view.opponent_played
        for trick in range(12):
            cards = tuple(fallen[2 * trick : 2 * trick + 2]) or (0, 0)
            assert _read_trick(view, trick) == cards


def test_views__recall_all_cards_shown_and_no_others(everything, blanches):
    """The engine puts them together from the calls; here they come from the record."""
    kinds = Counter()
    for view, deal, _ in [*everything, *blanches]:
        record, own = deal.record, SEATS[view.seat]
        shown = 0
        for name in CLASSES:
            if record[f"{name}_result"] in (1 + view.seat, EQUAL_RESULT):
                shown |= _exhibit(LAWS, name, record[f"{own}_hand"], record[f"{own}_{name}_call"])
        assert view.ever_shown == shown, view
        assert view.shown == shown & ~view.played, view
        kinds[view.seat, view.ever_shown == view.shown] += 1
    assert min(kinds.values()) >= 100


# ---- The list of all hands ----------------------------------------------------------------------
def test_hands__are_those_of_the_naive_enumeration(enumerated):
    for view, worlds in enumerated:
        masks = listed(view)
        assert as_worlds(masks) == worlds, view
        assert len(masks) == len(worlds), view


def test_enumerated_views__are_of_every_kind(enumerated):
    kinds = Counter()
    for view, worlds in enumerated:
        assert worlds
        kinds[view.seat, view.led != 0, view.hand.bit_count() >= 8] += 1
        kinds["carte blanche", view.seat] += bool(view.opponent_dealt)
    assert len(kinds) == 10
    assert min(kinds.values()) >= 20
    assert max(count_choices(view) for view, _ in enumerated) > 4_000


def test_hands__hold_the_true_hand_at_every_decision(everything, blanches):
    assert len(everything) > 15 * DEALS * len(PAIRINGS)
    for view, _, true_hand in [*everything, *blanches]:
        worlds = listed(view)
        assert true_hand in worlds, view
        assert np.all(worlds & ~view.opponent_may_hold == 0), view
        assert np.all(worlds & view.opponent_holds == view.opponent_holds), view
        assert np.all(np.bitwise_count(worlds) == true_hand.bit_count()), view


def _cards_of(masks):
    together = 0
    for mask in masks:
        together |= mask
    return together


def _one_card_less(mask):
    return mask & (mask - 1)


WRONG_VIEWS = {
    "a known card is forgotten": lambda view: view._replace(
        opponent_holds=_one_card_less(view.opponent_holds)
    ),
    "a card is thought to be gone": lambda view: view._replace(
        opponent_may_hold=_one_card_less(view.opponent_may_hold & ~view.opponent_holds)
        | view.opponent_holds
    ),
    "a card of one's own is thought to be his": lambda view: view._replace(
        opponent_may_hold=view.opponent_may_hold | (view.discard & -view.discard)
    ),
    "that he has led is forgotten": lambda view: view._replace(led=0),
    "cards played are forgotten": lambda view: view._replace(opponent_played=0),
    "a point is misheard": lambda view: view._replace(
        opponent_point=view.opponent_point + 256 * (view.opponent_point > 0)
    ),
    "a sequence is not heard": lambda view: view._replace(opponent_sequence=0),
    "a set is not heard": lambda view: view._replace(opponent_set=0),
    "good and not good are mixed up": lambda view: view._replace(
        **{f"{name}_result": (OPEN, THEIRS, OWN, LEVEL)[getattr(view, f"{name}_result")]
           for name in CLASSES}
    ),
    "equal counts as good": lambda view: view._replace(
        **{f"{name}_result": (OPEN, OWN, THEIRS, OWN)[getattr(view, f"{name}_result")]
           for name in CLASSES}
    ),
    "a carte blanche is forgotten": lambda view: view._replace(opponent_dealt=0),
    "the seats are mixed up": lambda view: view._replace(seat=1 - view.seat),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("mistake", WRONG_VIEWS)
def test_comparison__finds_what_a_mistaken_seat_would_list(enumerated, mistake):
    change = WRONG_VIEWS[mistake]
    few = [(view, worlds) for view, worlds in enumerated if count_choices(view) <= 100]
    wrong = [as_worlds(listed(change(view))) != worlds for view, worlds in few]
    assert sum(wrong) >= 10


def test_comparison__finds_hands_listed_without_regard_to_calls(enumerated):
    few = [(view, worlds) for view, worlds in enumerated if count_choices(view) <= 100]
    wrong = 0
    for view, worlds in few:
        wrong += as_worlds(list_without_calls(view)) != worlds
    assert wrong >= len(few) / 4


# ---- Hands drawn at random ----------------------------------------------------------------------
def _must_find_one(worlds, choices, tries):
    # Whether so many tries miss every hand that fits less than once in a million times.
    return choices <= FEW or (1 - len(worlds) / choices) ** tries < 1e-6


@pytest.mark.parametrize(("most", "tries"), [(1, 2_000), (10, 2_000), (64, 400), (10, FEW_TRIES)])
def test_imagined_hands__are_those_that_fit(enumerated, most, tries):
    """Where no try fits, though other hands would, calls are left out of account."""
    outside = 0
    for view, worlds in enumerated:
        masks, choices = imagined(view, most, tries), count_choices(view)
        found = as_worlds(masks)
        assert 1 <= len(masks) <= most
        if choices <= FEW:
            assert len(masks) == len(found) == min(most, len(worlds))
        if not found <= worlds:
            assert not _must_find_one(worlds, choices, tries), view
            assert not found & worlds
            assert view.opponent_dealt or found <= list_worlds(view, calls=False), view
            outside += 1
    assert outside < 0.02 * len(enumerated)


def test_hands__too_many_to_list_are_drawn_from_the_list(everything):
    most, drawn = 2_000, 1_500
    views = [one.view for one in everything if count_choices(one.view) > most]
    assert len(views) > 50
    for view in views:
        worlds, found = set(listed(view).tolist()), imagined(view, drawn, drawn)
        assert 1 <= len(found) <= drawn
        if _must_find_one(worlds, count_choices(view), drawn):
            assert set(found) <= worlds


def _deviation(view, worlds, batches, thinned=0):
    """How far from even hands are drawn: chi-square less its mean, in standard deviations.

    Of the hands that hold the card `thinned` every other one is left out.
    """
    counts = {as_mask(world): 0 for world in worlds}
    tries = count_choices(view) - 1  # with more they are taken one after the other
    for batch in range(batches):
        for place, hand in enumerate(imagined(view, tries, tries, luck=mix(view.luck, batch))):
            if not hand & thinned or place % 2:
                counts[hand] += 1
    mean = sum(counts.values()) / len(counts)
    chi_square = sum((count - mean) ** 2 for count in counts.values()) / mean
    freedom = len(counts) - 1
    return (chi_square - freedom) / (2 * freedom) ** 0.5


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
    views = [
        one.view._replace(opponent_may_hold=one.view.opponent_may_hold | one.view.discard)
        for one in everything
    ]
    views = [
        view
        for view in views
        if (view.opponent_may_hold & ~view.opponent_holds).bit_count() > MOST_PLACES
        and count_choices(view) < 4 * MOST_CHOICES
    ]
    assert views
    _check_even(views[0], list_worlds(views[0]), 30)


# ---- Players who sink ---------------------------------------------------------------------------
def test_hands__where_none_fits_heed_no_call(sunk):
    kinds = Counter()
    for view, _, true_hand in sunk:
        worlds = list_worlds(view)
        kinds[view.seat, bool(worlds)] += 1
        if not worlds:
            worlds = list_worlds(view, calls=False)
            assert named(true_hand) in worlds, view
        assert as_worlds(listed(view)) == worlds, view
        found = as_worlds(imagined(view, 10, 500))
        assert found
        assert found <= worlds, view
    assert len(kinds) == 4
    assert min(kinds.values()) >= 20


def test_hands__where_none_fits_keep_to_a_carte_blanche():
    """What was shown for carte blanche is no call: it is certain, whatever else was sunk."""
    indices = find_cartes_blanches("club", "expert", 7, 20_000)
    checked = 0
    for pairing in ((SINKING, "expert"), ("expert", SINKING)):
        for view, _, _ in play_deals(*pairing, 7, indices):
            if view.opponent_dealt and count_choices(view) <= 500 and not list_worlds(view):
                assert as_worlds(listed(view)) == list_worlds(view, calls=False), view
                checked += 1
    assert checked


def test_imagined_hands__of_few_tries_keep_to_a_carte_blanche(blanches):
    checked = 0
    for view, _, _ in blanches:
        if view.opponent_dealt and count_choices(view) <= MOST_CHOICES:
            found = imagined(view, 10, FEW_TRIES)
            for hand in found:
                assert naive_worlds.fits_dealt(view, named(hand | view.opponent_played)), view
            checked += 1
    assert checked >= 100
