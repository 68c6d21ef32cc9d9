"""Conditions in the words of players and books: what they mean, and what is asked about."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from naive_conditions import SUITS, sets, worth
from naive_sentences import SENTENCES, pips
from refusals import refuses

from piquet_sim import simulate
from piquet_sim.conditions.conditional_deals import allot
from piquet_sim.conditions.drawn_hands import find_event_odds, read_event
from piquet_sim.conditions.known_shares import find_share
from piquet_sim.conditions.model import DealtCards
from piquet_sim.conditions.reading.nouns import PIPS, POINT_RANK
from piquet_sim.conditions.reading.parser import read_condition
from piquet_sim.conditions.wording import say_condition
from piquet_sim.game.cards import format_card, iterate_cards, pack_mask, parse_hand
from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.deal.dealing import deal_cards

DEALS, SOME = 1_500, 60


def as_sets(masks):
    return {format_card(card) for card in iterate_cards(int(masks))}


def as_deals(elder, younger):
    talon = pack_mask(32) & ~(elder | younger)
    places = zip(elder.tolist(), younger.tolist(), talon.tolist(), strict=True)
    return DealtCards(elder, younger, talon), [tuple(map(as_sets, one)) for one in places]


@pytest.fixture(scope="module")
def dealt():
    cards = np.array([deal_cards(32, 905, number)[:2] for number in range(DEALS)])
    return as_deals(cards[:, 0], cards[:, 1])


DEAR_TO_LAY_OUT = (
    "elder's point is better than younger's",
    "elder's point equals younger's",
    "elder pips > younger pips",
    "elder has at least a trio",
    "elder has a shorter sequence than younger",
    "elder_value>=15&&younger_value>=15",
)
"""As others, with a second of counting: their own deals are dealt in the slow suite."""


@cache
def allot_reading(reading):
    """Where deals of a condition are found: several sentences may be read as the same one."""
    return allot(reading)


# ---- What sentences mean ------------------------------------------------------------------------
@pytest.mark.parametrize("text", SENTENCES)
def test_sentence__means_what_it_says(dealt, text):
    """Deal by deal, of the opposite, and back from its reading."""
    condition, meant = read_condition(text), SENTENCES[text]
    cards, hands = dealt
    is_meant = np.array([bool(meant(*one)) for one in hands])
    assert (condition.holds(cards, RUBICON) == is_meant).all()
    assert (condition.deny().holds(cards, RUBICON) == ~is_meant).all()
    reading = say_condition(condition)
    assert read_condition(reading) == condition, reading


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, marks=pytest.mark.slow) if text in DEAR_TO_LAY_OUT else text
        for text in SENTENCES
    ],
)
def test_sentence__has_deals_that_meet_it_and_their_probability(dealt, text):
    """Its own deals card by card, and the probability against the frequency."""
    meant, found = SENTENCES[text], allot_reading(say_condition(read_condition(text)))
    _, hands = dealt
    is_meant = np.array([bool(meant(*one)) for one in hands])
    own, attempts = found.deal(7, 0, SOME)
    _, hands = as_deals(own[:, 0], own[:, 1])
    assert all(meant(*one) for one in hands)
    if not found.rejected:
        assert attempts == SOME
        chance = float(found.probability)
        error = (chance * (1 - chance) / DEALS) ** 0.5
        assert abs(is_meant.mean() - chance) < 4.5 * error + 3 / DEALS


def test_sentence__read_otherwise_is_seen(dealt):
    """The check above fails for what was read before, or would be the nearest mistake."""
    cards, hands = dealt
    for text, mistaken in (
        ("elder and younger together have four aces", "elder: 4 aces; younger: 4 aces"),
        ("elder has at least a suit of 6", "elder: 1+ suits of 6"),
        ("elder's point is better than younger's", "elder longest_suit > younger longest_suit"),
        ("elder has a suit of 6 or 7", "elder: longest_suit=6"),
        ("elder has no hearts or no spades", "elder: 0 hearts, 0 spades"),
    ):
        is_meant = [bool(SENTENCES[text](*one)) for one in hands]
        assert read_condition(mistaken).holds(cards, RUBICON).tolist() != is_meant


def test_pips__count_hands_as_the_order_of_points_does():
    """More cards of a suit have more pips, and more pips come later in the order."""
    ordered = {}
    for lane in range(0, 512, 2):
        ordered.setdefault(PIPS.most[lane], set()).add(POINT_RANK.most[lane])
    ranks = [ordered[one] for one in sorted(ordered)]
    assert all(len(one) == 1 for one in ranks)
    assert [one.pop() for one in ranks] == list(range(len(ranks)))
    assert len(ranks) < 64  # two such numbers are counted side by side
    assert pips({"AH", "KH", "QH", "JH", "TH", *(f"7{suit}" for suit in SUITS)})[1] == 58


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
@pytest.mark.parametrize(
    ("text", "is_meant"),
    [
        ("either player has a quatorze", lambda e, y, t: sets(e, 4) or sets(y, 4)),
        ("elder trios > younger trios", lambda e, y, t: sets(e, 3) > sets(y, 3)),
        ("elder value >= 20", lambda e, y, t: worth(e) >= 20),
        ("elder value >= 20 and elder has 3 aces",
         lambda e, y, t: worth(e) >= 20 and sum(card[0] == "A" for card in e) == 3),
        ("elder has a trio and talon has 2 aces",
         lambda e, y, t: sets(e, 3) and sum(card[0] == "A" for card in t) == 2),
    ],
)  # fmt: skip
def test_share__is_exact_and_that_of_the_deals(dealt, text, is_meant):
    _, hands = dealt
    share = float(find_share(read_condition(text), RUBICON))
    often = np.mean([bool(is_meant(*one)) for one in hands])
    assert abs(often - share) < 4.5 * (share * (1 - share) / DEALS) ** 0.5
    assert round(float(find_share(read_condition("elder value >= 20"), RUBICON)), 6) == 0.096308


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
    ("text", "reading"),
    [
        ("elder has both black aces", "elder: AS AC"),
        ("elder has a red king", "elder: 1+ of KH KD"),
        ("elder has A, K and Q of hearts", "elder: AH KH QH"),
        ("elder has 9-10-J of hearts", "elder: JH TH 9H"),
        ("elder and younger together have four aces", "talon: 0 aces"),
        ("elder has a suit of 6 or 7", "elder: 1+ suits of 6 or 1 suit of 7"),
        ("elder has at least a tierce", "elder: best_sequence>=3"),
        ("elder has a fourteen of aces", "elder: 4 aces"),
        ("elder is worth at least 20", "elder: value>=20"),
        ("nobody has 4 aces", "elder: 0-3 aces; younger: 0-3 aces"),
        ("neither player has 4 aces", "elder: 0-3 aces; younger: 0-3 aces"),
        ("elder has no hearts or no spades", "elder: 0 spades or 0 hearts"),
        ("elder has each ace", "elder: 4 aces"),
        ("elder has a point worth 49", "elder: pips=49"),
        ("elder point > younger point", "elder point > younger point"),
        ("AS and KS are not in the talon", "talon: no AS KS"),
        ("elder has 14 of aces or kings", None),
    ],
)
def test_sentence__is_read_as(text, reading):
    if reading is None:
        with refuses("impossible"):
            read_condition(text)
    else:
        assert say_condition(read_condition(text)) == reading


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


@pytest.mark.parametrize("text", ["elder has each AS or KS", "elder and younger do not have AS"])
def test_refusal__names_no_word_that_nobody_typed(text):
    with refuses() as refusal:
        read_condition(text)
    assert "'both' " not in str(refusal.value)


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
