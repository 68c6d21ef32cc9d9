"""Ten maxims as an independent reader of their words understood them, tried on hands by hand."""

import random
from itertools import combinations

import pytest
from naive_discard_maxims import FULL, PACK, Twin, list_twins, read_cards, swap_parted

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
