"""The rules of the maxims against their twin in sets of cards, written from the words."""

from functools import cache
from random import Random

import numpy as np
import pytest
from naive_maxims import OF_SUITS as NAIVE_OF_SUITS
from naive_maxims import Swap, ranked
from naive_set_maxims import OF_SETS as NAIVE_OF_SETS
from naive_worlds import named
from specimens import as_mask

from analyses.maxims.discard.of_sets import OF_SETS
from analyses.maxims.discard.of_suits import OF_SUITS
from analyses.maxims.facts.hands import Choices, Hands
from analyses.maxims.maxim import list_judged
from piquet_sim.exact.draw_odds import list_discards
from piquet_sim.game.cards import pack_mask, parse_hand

NAIVE = {**NAIVE_OF_SUITS, **NAIVE_OF_SETS}
RULES = {rule.id: rule for rule in (*OF_SUITS, *OF_SETS)}
JUDGED = [(rule.id, seat) for rule, seat in list_judged((*OF_SUITS, *OF_SETS))]
OF_DISCARDS = [one for one in JUDGED if not isinstance(NAIVE[one[0]], Swap)]
SWAPS = [rule for rule, naive in NAIVE.items() if isinstance(naive, Swap)]
FULL = {"elder": (5,), "younger": (3, 4), "CAV-M34": (3,)}
"""How many cards are a full discard; the last maxim wants elder to have taken five."""
TRIED = {"elder": 4, "younger": 8}
"""Of how many hands all discards are looked at."""
RANDOM, TO_ORDER = 300, 50

PACK = sorted(named(pack_mask(32)))
RANKS = "AKQJT987"


# ---- Hands --------------------------------------------------------------------------------------
def suited(suit, ranks):
    return {rank + suit for rank in ranks}


def across(suits, ranks):
    return {rank + suit for rank in ranks for suit in suits}


# What is rare at random; the suits come in any order, other cards fill the hand.
ORDERS = (
    lambda luck, s: suited(s[0], luck.sample(RANKS, 6)),
    lambda luck, s: suited(s[0], luck.sample(RANKS, 7)),
    lambda luck, s: suited(s[0], RANKS),
    lambda luck, s: (
        suited(s[0], luck.choice(("KQJT", "QJT9", "JT98", "KJT9")))
        | suited(s[1], luck.sample(RANKS, 4))
        | across(s[2:], luck.sample(RANKS, 2))
    ),
    lambda luck, s: suited(s[0], luck.sample(RANKS, 4)) | suited(s[1], luck.sample(RANKS, 4)),
    lambda luck, s: set().union(*(suited(one, luck.sample(RANKS, 3)) for one in s)),
    lambda luck, s: set().union(*(suited(one, luck.sample("KQJT98", 3)) for one in s)),
    lambda luck, s: (
        suited(s[0], ["A", *luck.sample("KQJT", 3)])
        | suited(s[1], ["9", "8", "7", *luck.sample("KQJT", 2)])
        | suited(s[2], luck.sample(RANKS, 3))
    ),
    lambda luck, s: suited(s[0], "JT987"),
    lambda luck, s: across(s[:2], "JT987"),
    lambda luck, s: suited(s[0], "JT987") | across(s[1:], luck.choice("AKQ")),
    lambda luck, s: suited(s[0], luck.choice(("AKQJ", "T987", "QJT9"))),
    lambda luck, s: suited(s[0], "KQJT8") | across(s[:3], "K"),
    lambda luck, s: suited(s[0], "AKQJ") | across(s[:3], "A"),
    lambda luck, s: across(s[:3], "A") | across(s[1:], "K"),
    lambda luck, s: suited(s[0], luck.sample(RANKS, 7)) | across(s[1:], luck.choice("AK")),
    lambda luck, s: suited(s[0], ["A", "K", *luck.sample("QJT987", 4)]) | across(s[:3], "K"),
    lambda luck, s: across(s[:3], luck.choice("QJT")),
    lambda luck, s: across(s[:3], luck.choice("QJT")) | suited(s[3], luck.sample(RANKS, 5)),
    lambda luck, s: across(s[:3], luck.choice("AKQ")) | across(s[1:], luck.choice("JT")),
    lambda luck, s: across(s, luck.choice("KQJT")),
    lambda luck, s: across(s, luck.choice("JT")) | suited(s[0], luck.sample(RANKS, 5)),
    lambda luck, s: across(s, luck.sample("KQJT", 2)),
    lambda luck, s: suited(s[0], ["K", luck.choice("QJ"), luck.choice("T987")]),
    lambda luck, s: across(s[:2], "Q98"),
)


def deal(luck, order=None):
    suits = luck.sample("SHDC", 4)
    held = order(luck, suits) if order else set()
    held = set(sorted(held)[:12])
    rest = [card for card in PACK if card not in held]
    return frozenset(held | set(luck.sample(rest, 12 - len(held))))


@cache
def deal_pool():
    """Random hands, then hands made to order; and their masks."""
    luck = Random(1)
    pool = [deal(luck) for _ in range(RANDOM)]
    pool += [deal(luck, order) for order in ORDERS for _ in range(TO_ORDER)]
    return pool, np.array([as_mask(hand) for hand in pool])


def applies(maxim, masks, full):
    return np.broadcast_to(RULES[maxim].applies(Hands(masks, np.array(full))), masks.shape)


def find_fitting(maxim, seat, full):
    """Hands to which a maxim applies, some of them random where it is not rare."""
    places = np.flatnonzero(applies(maxim, deal_pool()[1], full))
    step = max(len(places) // TRIED[seat], 1)
    return [deal_pool()[0][place] for place in places[::step]]


def choose(hand, full):
    masks = np.array([as_mask(hand)])
    thrown = list_discards(int(masks[0]), range(1, full + 1))
    return Choices(Hands(masks, np.array([full])), thrown)


def picks(pick, choices):
    return np.broadcast_to(pick(choices), choices.thrown.shape)


# ---- Against the twin ---------------------------------------------------------------------------
def test_maxim_rules__have_a_twin_each():
    assert set(RULES) == set(NAIVE)


@pytest.mark.parametrize(("maxim", "seat"), OF_DISCARDS)
def test_maxim_rules__apply_as_the_words_say(maxim, seat):
    pool, masks = deal_pool()
    for full in FULL.get(maxim, FULL[seat]):
        found = applies(maxim, masks, full)
        assert found.sum() >= 20
        assert found.tolist() == [NAIVE[maxim].applies(hand, full) for hand in pool]


@pytest.mark.parametrize(("maxim", "seat"), OF_DISCARDS)
def test_maxim_rules__are_followed_and_broken_as_the_words_say(maxim, seat):
    rule, naive = RULES[maxim], NAIVE[maxim]
    for full in FULL.get(maxim, FULL[seat]):
        for hand in find_fitting(maxim, seat, full):
            choices = choose(hand, full)
            sets = [named(int(thrown)) for thrown in choices.thrown]
            follow, against = (picks(pick, choices) for pick in (rule.follows, rule.breaks))
            assert follow.tolist() == [naive.follows(hand, thrown, full) for thrown in sets]
            assert against.tolist() == [naive.breaks(hand, thrown, full) for thrown in sets]


@pytest.mark.parametrize(("maxim", "seat"), OF_DISCARDS)
def test_maxim_rules__compare_what_follows_with_something_else(maxim, seat):
    rule = RULES[maxim]
    for full in FULL.get(maxim, FULL[seat]):
        for hand in find_fitting(maxim, seat, full):
            choices = choose(hand, full)
            follow, against = (picks(pick, choices) for pick in (rule.follows, rule.breaks))
            assert follow.any()
            assert against.any()
            if maxim != "SFT-M02":  # the lowest cards can lie in the fewest suits
                assert not (follow & against).any()


@pytest.mark.parametrize("maxim", SWAPS)
def test_maxim_rules__exchange_cards_as_the_words_say(maxim):
    luck, rule, naive = Random(2), RULES[maxim], NAIVE[maxim]
    pool, masks = deal_pool()
    found, swapped = applies(maxim, masks, 5), 0
    kings = [naive.lists(hand, ranked(hand, "K")) for hand in pool]
    assert found.tolist() == [bool(one) for one in kings]
    for place in np.flatnonzero(found)[::2]:
        hand = pool[place]
        for number in (3, 5):
            own = frozenset(luck.sample(sorted(hand), number))
            ways = naive.lists(hand, own)
            follow, against = (
                named(int(one[0])) for one in rule.swap(masks[[place]], np.array([as_mask(own)]))
            )
            assert (follow == against) == (not ways)
            if ways:
                assert (follow, against) in ways
                assert own in (follow, against)
                swapped += 1
    assert swapped >= 50


# ---- Hands that decide how the words are read ---------------------------------------------------
# To none of them does the maxim apply.
LEFT_OUT = {
    "all sequences of a suit are kept": ("SFT-M03", 3, ".AKQT98.AKQ987."),
    "a queen with one guard spares it": ("CAV-M13", 3, "QJ9.A98.QJ.AKT8"),
    "so it does in a short suit beside five": ("PAR-M01", 3, "QJ.AK9.AKT97.QT"),
    "each card unguards a queen": ("CAV-M14", 3, "QT7.QT9.QT9.QT7"),
    "five cards are sure to win": ("CAV-M14", 3, "A87.Q87.KJ7.A98"),
    "a trio of kings is not idle": ("CAV-M12", 5, "K.AKJT87.AK.AJ7"),
    "no discard keeps the trio and the suit": ("CAV-M19", 5, "JT.KQJT98.AQ.AJ"),
    "the higher trio costs nothing": ("CAV-M19", 4, "AQJ97.KQT.T.QT7"),
    "no full discard keeps the point": ("CAV-M20", 5, ".AKQJT987.Q7.QT"),
    "no full discard spares the suit": ("SFT-M01", 5, "AKQJT987.Q9.K7."),
    "the kings make the knaves good": ("CAV-M23", 5, "AKJ.KJ8.KJT.KJ9"),
    "the quint has a higher card": ("CAV-M24", 5, "AJT987.AKQ.K98."),
    "the quint is good, with three knaves": ("CAV-M24", 5, "JT987.AKQJ.KJ.T"),
    "two high cards are few": ("CAV-M24", 5, "JT987.AKJ.T98.9"),
    "elder left a card": ("CAV-M34", 4, "KQJT9.AQJ.QJ.98"),
    "a quatorze is no trio": ("CAV-M34", 3, "KQJT.QJT.QJT.QJ"),
    "three cards are idle": ("CAV-M34", 3, "KQJT.AQJ.QJ.987"),
    "two quints leave two cards": ("CAV-M25", 3, "JT987.JT987.AK."),
    "two quarts leave four cards": ("CAV-M29", 5, "AK.J.KQJT7.KQJT"),
    "quart and kings leave four cards": ("CAV-M31", 5, "AKQJ.KJ8.A7.AKT"),
    "every discard is dear": ("CAV-M32", 3, "KT.AKJT.K987.KT"),
    "a queen's guard is none": ("CAV-M32", 3, "Q.AQJ87.AT.QT87"),
}


@pytest.mark.parametrize("why", LEFT_OUT)
def test_maxim_rules__leave_out_a_hand(why):
    maxim, full, text = LEFT_OUT[why]
    hand = parse_hand(text)
    assert not applies(maxim, np.array([hand]), full)[0]
    assert not NAIVE[maxim].applies(named(hand), full)


# What is thrown; whether that follows the maxim, and breaks it.
DECIDED = {
    "queen and two guards stay": ("CAV-M08", 3, "AKQJ8.QT98.87.A", ".8.87.", (True, False)),
    "no guard is to spare": ("CAV-M08", 4, "AKQJ8.QT98.87.A", ".98.87.", (False, False)),
    "a bare king is no reason": ("CAV-M08", 3, "AKQJ8.QT9.K87.A8", "..87.8", (False, False)),
    "three suits are several": ("CAV-M08", 3, "AKQJ8.QT9.K87.A8", ".9.8.8", (False, True)),
    "one suit goes whole": ("CAV-M08", 3, "AKQJ8.T98.K87.A", ".T98..", (True, False)),
    "a small card stays for nothing": ("CAV-M08", 3, "AKQJ8.T98.K87.A", ".98.7.", (False, False)),
    "a king's one guard stays": ("CAV-M08", 4, "AKQJ8.T98.K87.A", ".T98.7.", (True, False)),
    "a king's second guard does not": ("CAV-M08", 3, "AKQ.T98.K987.A7", ".98..7", (False, False)),
    "a knave stays for the trio": ("CAV-M08", 5, "AKQJ8.J98.J87.7", ".98.87.7", (False, True)),
    "two knaves stay for the trio": ("CAV-M08", 4, "AKQJ8.J98.J87.7", ".98.87.", (True, False)),
    "a trio broken is no reason": ("CAV-M08", 4, "AKQJ8.J98.J87.7", ".J98.7.", (False, False)),
    "one of two threes goes": ("CAV-M10", 3, "KJ8.T97.KJT.KQ8", "KJ8...", (True, False)),
    "one of two threes is unguarded": ("CAV-M10", 3, "KJ8.T97.KJT.KQ8", "J8.7..", (False, False)),
    "who leaves cards breaks nothing": ("HOY-M14", 3, "AKQT..KQ987.QJ7", "...7", (False, False)),
    "who leaves cards can guard": ("CAV-M05", 3, "A7.KT.AKJ7.AK98", "7...", (True, False)),
    "six cards are sure to win": ("CAV-M14", 3, "AQ7.Q87.KJ7.AK8", "...8", (False, False)),
    "of these the lowest goes": ("CAV-M14", 3, "AQ9.Q98.KJ9.AK7", "...7", (True, False)),
    "a quint may be better": ("CAV-M24", 5, "JT987.AKQJ.J7.8", "JT987...", (True, False)),
    "the quint goes": ("CAV-M24", 5, "JT987.AKQ.K98.7", "JT987...", (True, False)),
    "the quint stays": ("CAV-M24", 5, "JT987.AKQ.K98.7", ".Q.K98.7", (False, True)),
    "part of the quint goes": ("CAV-M24", 5, "JT987.AKQ.K98.7", "87..98.7", (False, False)),
    "two cards beside two trios go": ("CAV-M34", 3, "KQJT9.AQJ.QJ.98", "...98", (True, False)),
    "a third breaks a trio": ("CAV-M34", 3, "KQJT9.AQJ.QJ.98", "..J.98", (False, True)),
    "a third breaks the suit": ("CAV-M34", 3, "KQJT9.AQJ.QJ.98", "9...98", (False, False)),
    "a king thrown is neither": ("CAV-M05", 3, "A7.KT.AKJ7.AK98", "A7.K..", (False, False)),
    "of equal ranks the longest stays": ("SFT-M02", 3, "QJ.AKJT8.A8.J87", ".8.8.7", (False, False)),
}


@pytest.mark.parametrize("why", DECIDED)
def test_maxim_rules__judge_a_discard(why):
    maxim, full, text, gone, judged = DECIDED[why]
    rule, naive, hand = RULES[maxim], NAIVE[maxim], named(parse_hand(text))
    thrown = parse_hand(gone)
    choices = choose(hand, full)
    found = [picks(pick, choices)[choices.thrown == thrown] for pick in (rule.follows, rule.breaks)]
    assert np.concatenate(found).tolist() == list(judged)
    assert naive.follows(hand, named(thrown), full) == judged[0]
    assert naive.breaks(hand, named(thrown), full) == judged[1]


# ---- Classes of hands ---------------------------------------------------------------------------
# A hand, and the classes that it is in.
CLASSED = {
    "CAV-M05": {
        "KJ8.AKQJ9.A7.87": ("a king to guard, no queen", "elder took five cards"),
        "QJ8.AKQJ9.A7.87": ("a queen to guard, no king", "elder took five cards"),
        "QJ8.AKQJ9.K7.87": ("a king and a queen to guard", "elder took five cards"),
    },
    "CAV-M10": {
        "KJ8.AQJ98.A987.": ("king, knave and a small card", "a suit is shorter, so likelier led"),
        "KQ8.AQJ.AQ7.987": ("king, queen and a small card", "no suit is shorter"),
        "KQ8.KJ9.AQ7.987": (
            "king, knave and a small card", "king, queen and a small card", "no suit is shorter",
        ),
    },
    "CAV-M15": {
        "AK7.QJ987.QT.98": ("one ace, one king", "without queen and knave"),
        "AKJ.KJ987.QT.98": ("one ace, more kings", "with the queen or knave of the suit"),
        "AK8.AJ987.QT.98": ("two aces, one king: his exception", "without queen and knave"),
        "AKQ.AJ987.A8.98": ("three aces or four, one king", "with the queen or knave of the suit"),
        "AK9.AKQ87.A8.98": (
            "two aces or more, two kings or more", "with the queen or knave of the suit",
        ),
    },
}  # fmt: skip


@pytest.mark.parametrize("maxim", CLASSED)
def test_maxim_rules__class_hands_as_their_names_say(maxim):
    told = set()
    for text, wanted in CLASSED[maxim].items():
        hands = Hands(np.array([parse_hand(text)]), np.array([3]))
        assert RULES[maxim].applies(hands)[0]
        assert tuple(name for name, has in RULES[maxim].parts if has(hands)[0]) == wanted
        told |= set(wanted)
    assert told == {name for name, _ in RULES[maxim].parts} - {"elder left cards"}


@pytest.mark.parametrize("maxim", [one for one, rule in RULES.items() if rule.parts])
def test_maxim_rules__class_every_hand(maxim):
    assert maxim in CLASSED
    for full in (3, 4):
        masks = deal_pool()[1][applies(maxim, deal_pool()[1], full)]
        hands = Hands(masks, np.full(len(masks), full))
        classes = {name: has(hands) for name, has in RULES[maxim].parts}
        assert all(found.shape == masks.shape for found in classes.values())
        assert (sum(found.astype(int) for found in classes.values()) >= 2).all()
