"""Ten maxims as an independent reader of their words understood them, tried on hands by hand."""

import random
from itertools import combinations

import numpy as np
import pytest
from naive_discard_maxims import FULL, PACK, Twin, list_twins, read_cards, swap_parted

from analyses.maxims.discard.trying import Pool, ask, deal_pools, find_hands, play_on, try_rule
from analyses.maxims.registry import find_maxim
from analyses.words.verdicts import mean
from piquet_sim import Simulation
from piquet_sim.advice.trials import list_learned
from piquet_sim.game.cards import PACK_32_MASK, format_card, iterate_cards
from piquet_sim.strategies import find_strategy

HANDS = 60

# A hand to which the maxim applies, discards of it that follow and that break, and a hand to which
# it does not apply.
EXAMPLES = {
    ("CAV-M01", "elder"): ("AKJ98.Q7.KT7.98", (".Q7.7.98",), ("8.Q7.7.9",), "AKJ98.KQT97.A.8"),
    ("CAV-M01", "younger"): (
        "AKJ98.Q7.KT7.98",
        ("..7.98",),
        ("8...98", "A.Q..8"),
        "AKJ9.KQT7.98.87",
    ),
    ("CAV-M05", "younger"): (
        "AKJ98.K7.QT7.98",
        ("8...98", ".K7..9"),
        (".7..98", "..7.98"),
        "AKJ98.A7.A7.987",
    ),
    ("CAV-M05 king", "younger"): ("AKJ98.K7.QT7.98", ("..7.98",), (".7..98",), "AKJ98.Q97.A7.98"),
    ("CAV-M08", "elder"): (
        "AKJ98.QT7.KT7.9",
        (".QT7.T7.", "J98..T7."),
        (".T7.T7.9", "8.T7.7.9"),
        "AKJ98.QT97.K97.",
    ),
    ("CAV-M08", "younger"): (
        "AKJ98.QT7.KT7.9",
        (".T7..9", ".QT7.."),
        (".7.7.9",),
        "AKJ98.QT97.K97.",
    ),
    ("CAV-M10", "younger"): ("AQJ98.KJ7.A7.98", (".KJ7..",), (".7..98", "8..."), "AQJ98.KQJ.A7.98"),
    ("CAV-M11", "elder"): ("AKJ.AQJ8.98.J87", (".8.98.87",), (".8.98.7", "...7"), None),
    ("CAV-M14", "younger"): ("AT7.K87.Q98.A98", ("7...", ".7.."), ("T7.8..",), "AT7.K87.QJ8.T98"),
    ("CAV-M15", "elder"): ("AKJ98.QT7.A7.98", ("A.T7..98",), ("K.T7..98",), "AQJ98.QT7.K7.98"),
    ("CAV-M15", "younger"): ("AKJ98.QT7.A7.98", ("A.7..8",), ("K.7..8",), "AQJ98.QT7.K7.98"),
    ("CAV-M19", "elder"): ("QJ98.AKT.AT7.KT", ("98.T.T7.",), (".AK.A7.K",), "AKQ98.QT7.A7.98"),
    ("CAV-M19", "younger"): ("QJ98.AKT.AT7.KT", ("8..T7.",), (".K.7.K",), "QJ98.AT9.T87.T7"),
    ("CAV-M22", "younger"): (
        "JT98.AKT.AT7.KT",
        (".T.T7.",),
        ("98..7.", ".AK.A."),
        "AQT.KJT.T98.T87",
    ),
    ("CAV-M25", "younger"): (
        "JT987.AK.AQ.K98",
        (".K..98", ".AK.A."),
        ("7...98",),
        "QT987.AK.AQ.K98",
    ),
}

NEITHER = (
    ("CAV-M01", "younger", "AKJ98.Q7.KT7.98", "...98"),  # not a full discard
    ("CAV-M10", "younger", "AQJ98.KJ7.A7.98", ".J7..9"),  # the king stays, without a guard
    ("CAV-M14", "younger", "AT7.K87.Q98.A98", "..8."),  # it unguards the queen
    ("CAV-M14", "younger", "AT7.K87.Q98.A98", "T..."),  # not the lowest
    ("CAV-M15", "elder", "AKJ98.QT7.A7.98", "AK.7..98"),  # both go
    ("CAV-M19", "elder", "QJ98.AKT.AT7.KT", "98.K.T7."),  # the trio and a king go
    ("CAV-M22", "younger", "JT98.AKT.AT7.KT", "T..T7."),  # the longest suit is broken
)


def list_cases() -> list[tuple[str, str, Twin]]:
    """Each maxim's name, the seat, and its twin."""
    return [(twin.maxim, twin.seat, twin) for twin in list_twins()]


def find_twin(maxim: str, seat: str) -> Twin:
    (twin,) = [twin for *named, twin in list_cases() if named == [maxim, seat]]
    return twin


def test_twins__each_has_examples():
    assert [case[:2] for case in list_cases()] == list(EXAMPLES)


@pytest.mark.parametrize(("maxim", "seat"), EXAMPLES)
def test_twins__examples_from_the_words(maxim, seat):
    twin = find_twin(maxim, seat)
    text, following, breaking, other = EXAMPLES[maxim, seat]
    hand = read_cards(text)
    assert len(hand) == 12
    assert twin.applies(hand)
    for thrown in map(read_cards, following):
        assert thrown <= hand
        assert (twin.follows(hand, thrown), twin.breaks(hand, thrown)) == (True, False)
    for thrown in map(read_cards, breaking):
        assert thrown <= hand
        assert (twin.follows(hand, thrown), twin.breaks(hand, thrown)) == (False, True)
    if other is not None:
        assert len(read_cards(other)) == 12
        assert not twin.applies(read_cards(other))


@pytest.mark.parametrize(("maxim", "seat", "text", "thrown"), NEITHER)
def test_twins__a_discard_that_does_neither(maxim, seat, text, thrown):
    twin = find_twin(maxim, seat)
    hand, cards = read_cards(text), read_cards(thrown)
    assert cards <= hand
    assert not twin.follows(hand, cards)
    assert not twin.breaks(hand, cards)


@pytest.mark.parametrize(("maxim", "seat"), EXAMPLES)
def test_twins__no_discard_follows_and_breaks(maxim, seat):
    """Where a maxim applies there is a choice: one discard follows, another breaks."""
    twin, luck = find_twin(maxim, seat), random.Random(7)
    hands = [frozenset(luck.sample(sorted(PACK), 12)) for _ in range(HANDS)]
    # Unlike the hands drawn, the example is sure to be one to which the maxim applies.
    hands.append(read_cards(EXAMPLES[maxim, seat][0]))
    for hand in [hand for hand in hands if twin.applies(hand)][-4:]:
        follows, breaks = 0, 0
        for number in range(1, FULL[seat] + 1):
            for thrown in map(frozenset, combinations(sorted(hand), number)):
                said = twin.follows(hand, thrown), twin.breaks(hand, thrown)
                assert said != (True, True)
                follows += said[0]
                breaks += said[1]
        assert follows > 0
        assert breaks > 0


def test_swap_parted__ace_for_king():
    hand = read_cards("AKJ98.QT7.A7.98")
    swapped = read_cards("A.7..8"), read_cards("K.7..8")
    assert swap_parted(hand, read_cards("K.7..8")) == swapped
    assert swap_parted(hand, read_cards("A.7..8")) == swapped
    assert swap_parted(hand, read_cards("AK.7..")) is None
    assert swap_parted(hand, read_cards("8.7..8")) is None


# ---- What obeying and disobeying make -----------------------------------------------------------
LIKE = ("CAV-M01", "CAV-M05", "CAV-M10", "CAV-M11", "CAV-M15", "CAV-M19", "CAV-M25")
"""Maxims that both read alike; of CAV-M08, CAV-M14 and CAV-M22 the rules ask more."""
EXPERTS = Simulation("expert", "expert", seed=7)
NUMBER = 250


def spell(cards: int) -> frozenset[str]:
    return frozenset(format_card(card) for card in iterate_cards(int(cards)))


def obey_and_disobey(twin: Twin, pool: Pool, place: int) -> tuple[int, int] | None:
    """What a player throws who always obeys, and one who always disobeys: their own discard where
    it does so, or else the best by what is learned.
    """
    hand, own = spell(pool.cards[place]), int(pool.own[place])
    if twin.maxim == "CAV-M15":
        both = swap_parted(hand, spell(own))
        return both and tuple(pack(cards) for cards in both)
    listed, _ = list_learned(ask(pool, place, 0))
    listed = [own, *listed.tolist()]
    chosen = []
    for side in (twin.follows, twin.breaks):
        found = next((thrown for thrown in listed if side(hand, spell(thrown))), None)
        if found is None:
            return None
        chosen.append(found)
    return tuple(chosen)


def pack(cards: frozenset[str]) -> int:
    return sum(card for card in iterate_cards(PACK_32_MASK) if format_card(card) in cards)


@pytest.mark.slow
@pytest.mark.parametrize("twin", [one for one in list_twins() if one.maxim in LIKE],
                         ids=lambda twin: f"{twin.maxim} {twin.seat}")  # fmt: skip
def test_always_numbers__are_those_of_naive_players(twin):
    find_strategy("expert").prepare()
    rule = find_maxim(twin.maxim)
    (found,) = (
        one for one in find_hands([rule], EXPERTS, 60_000, NUMBER, 1) if one.seat == twin.seat
    )
    tried = try_rule(found, 7, 1)
    pool = next(deal_pools(EXPERTS, 50_000, 1))[twin.seat]
    fits = (
        place
        for place in range(len(pool))
        if pool.tooks[place] in (-1, 5) and twin.applies(spell(pool.cards[place]))
    )
    places, ways = [], []
    for place in fits:
        both = obey_and_disobey(twin, pool, place)
        if both is not None:
            places.append(place)
            ways.append([both] * 8)
        if len(places) == NUMBER:
            break
    made = play_on(pool.pick(np.array(places)), np.array(ways), "expert", 7, 1)
    naive, own = mean((made @ (1, -1)).mean(axis=1)), mean(tried.worth)
    assert naive.n > 100
    assert abs(naive.value - own.value) < 3 * np.hypot(naive.se, own.se)
    for one, other in ((naive, own), (own, naive)):
        if abs(one.value) > 4 * one.se:
            assert one.value * other.value > 0
