"""Conditions in the words of players and books: what they mean, and what is asked about."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from piquet_sim.conditions.reading.parser import read_condition
from refusals import refuses

from piquet_sim import simulate
from piquet_sim.conditions.counting import find_share
from piquet_sim.conditions.dealing import allot
from piquet_sim.conditions.drawn_hands import find_event_odds, read_event
from piquet_sim.conditions.wording import say_condition
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.rules import RUBICON


def count_by_pips():
    """All hands by the cards and pips of their point, suit by suit from sets of ranks."""
    worth_of = (7, 8, 9, 10, 10, 10, 10, 11)
    suits = Counter(
        (len(held), sum(held)) for size in range(9) for held in combinations(worth_of, size)
    )
    states = Counter({(0, (0, 0)): 1})
    for _ in range(4):
        following = Counter()
        for (cards, best), ways in states.items():
            for point, more in suits.items():
                if cards + point[0] <= 12:
                    following[cards + point[0], max(best, point)] += ways * more
        states = following
    return {best: ways for (cards, best), ways in states.items() if cards == 12}


def test_pips__are_counted_exactly():
    hands = count_by_pips()
    assert sum(hands.values()) == comb(32, 12)
    for point in ((4, 41), (5, 49), (6, 54), (7, 68), (8, 75)):
        cards, number = point
        found = Fraction(hands[point], comb(32, 12))
        assert allot(f"elder has a point of {cards} worth {number}").probability == found
        assert allot(f"younger pips = {number}").probability == found
    least = sum(number for point, number in hands.items() if point[1] >= 49)
    assert allot("elder has a point worth at least 49").probability == Fraction(least, comb(32, 12))


# ---- What is counted although its deals are found by rejection ----------------------------------
COUNTED_TWICE = (
    "elder has a quatorze",
    "elder has 3 aces and a trio",
    "elder value>=45",
    "elder has 4 aces or younger has 4 kings",
    "elder aces > younger kings",
)
SOON_WITH_SIXES = ("elder has a quatorze", "elder aces > younger kings")


@pytest.mark.parametrize(
    ("text", "pack"),
    [
        *((text, 32) for text in COUNTED_TWICE),
        *(
            pytest.param(text, 36, marks=() if text in SOON_WITH_SIXES else pytest.mark.slow)
            for text in COUNTED_TWICE
        ),
    ],
)
def test_share__is_the_count_where_both_count(text, pack):
    rules = RUBICON.replace(pack=pack)
    condition = read_condition(text, rules.pack)
    assert find_share(condition, rules) == allot(text, rules).probability


def test_share__of_what_it_does_not_count_is_none():
    for text in ("elder point > younger point", "elder has AS", "elder value > younger value"):
        assert find_share(read_condition(text), RUBICON) is None


def test_answer__is_exact_where_deals_are_rejected():
    result = simulate("random", "random", n=200, given="either player has a quatorze", threads=1)
    given = result.given()
    assert given["method"] == "rejection"
    share = find_share(read_condition("either player has a quatorze"), RUBICON)
    assert given["probability"]["numerator"] == share.numerator
    assert "se" not in given["probability"]
    assert result.shares_of_all()


# ---- How they are read --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("elder has more aces than kings and queens",
         ("elder aces > elder of kings and queens",
          "elder aces > elder kings; elder aces > elder queens")),
        ("elder has more aces than kings or queens",
         ("elder aces > elder of kings and queens",
          "elder aces > elder kings or elder aces > elder queens")),
        ("elder has more aces than younger has kings and queens",
         ("elder aces > younger of kings and queens",
          "elder aces > younger kings; elder aces > younger queens")),
        ("elder has more aces than younger and kings",
         ("elder aces > younger aces; elder kings > younger kings",
          "elder: 1+ kings; elder aces > younger aces")),
        ("elder has not the aces of spades and hearts",
         ("elder: no AS AH", "elder: 0-1 of AS AH")),
        ("elder has not the ace of spades and the ace of hearts",
         ("elder: no AS AH", "elder: 0-1 of AS AH")),
        ("nobody has 3 aces",
         ("(elder: 0-2 aces or 4 aces); (younger: 0-2 aces or 4 aces)",
          "elder: 0-2 aces; younger: 0-2 aces")),
    ],
)  # fmt: skip
def test_sentence__that_is_ambiguous_is_asked_about(text, ways):
    with refuses("two ways", *(f"'{way}'" for way in ways)):
        read_condition(text)
    for way in ways:
        assert say_condition(read_condition(way)) == way


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("elder has a red ace or king", "repeat the word before 'kings'"),
        ("elder has both red aces and kings", "repeat the word before 'kings'"),
        ("elder has no bare kings or queens", "repeat the word before 'queens'"),
        ("elder has the same number of aces", "the same as whom?"),
        ("nobody has the same number of aces", "the same as whom?"),
        ("elder and younger together have a quint", "'together' takes a number of cards"),
        ("elder and younger together lack AS", "'together' denied"),
        ("elder and younger together have 3 aces or kings", "a list after 'together'"),
        ("elder and younger together have 5 aces", "impossible with 32 cards; there are 4"),
        ("elder and younger do not have AS", "write 'nobody has'"),
        ("elder has 2 of the 3 aces", "there are 4 aces, not 3"),
        ("elder has a better suit than younger", "write 'longer' or 'shorter'"),
        ("elder has an unguarded ace", "an ace guards itself"),
        ("elder has a point of 49", "write 'a point worth 49' for its pips"),
        ("elder breaks every sixième", '--event "breaks every sixieme"'),
        ("elder has pips", "pips need a number"),
        ("elder has each quint", "'all quints' has no meaning"),
    ],
)
def test_sentence__is_refused_with_what_to_write(text, said):
    with refuses(said, start="given: ") as refusal:
        read_condition(text)
    assert len(str(refusal.value)) < 240


def test_pips__with_sixes_are_refused():
    for text in ("elder pips >= 49", "elder point = younger point"):
        with refuses("with 32 cards only"):
            read_condition(text, 36)


# ---- After the exchange -------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text", ["after the exchange elder has 4 aces", "elder has 4 aces after the draw"]
)
def test_later__names_the_options_with_words_to_paste(text):
    said = '"after the exchange elder has 4 aces"'
    with refuses(f"--measure {said}", f"--measure elder_wins --given-outcome {said}"):
        read_condition(text)


def test_later__a_mistake_is_named_first():
    with refuses("did you mean 'aces'?"):
        read_condition("after the exchange elder has 4 acse")


def test_event__breaks_every_sequence_with_its_accent():
    hand, thrown = parse_hand("AKJ.AQJ8.98.J87"), parse_hand("K..98.87")
    with_accent = find_event_odds(hand, thrown, "breaks every sixième")
    without = find_event_odds(hand, thrown, "breaks every sixieme")
    assert with_accent.favourable == without.favourable
    assert read_event("4 aces after the draw") == read_event("4 aces")
