"""What is so of every maxim, whatever it is about: it does what its words say to its naive twin.

The twins in `tests/reference` were written from the words in sets of cards, by themselves.

Covers `analyses.maxims.discard`, `analyses.maxims.discard_sets`,
`analyses.maxims.facts`, `analyses.maxims.trial`,
`analyses.studies.maxims`.
"""

from dataclasses import replace
from functools import cache
from random import Random

import naive_maxims
import numpy as np
import pytest
from naive_playing import OF_PLAY
from naive_set_maxims import OF_SETS as NAIVE_OF_SETS
from naive_worlds import named
from noted_play import list_moments
from reference_hands import RANKS
from specimens import PACK, as_mask

from analyses.maxims.card_trial import list_sides
from analyses.maxims.cards import COUNTING
from analyses.maxims.facts import Choices, Hands
from analyses.maxims.maxim import (
    DISCARD,
    OWN_DISCARD,
    PLAY,
    QUESTION,
    find_maxim,
    list_maxims,
    list_rules,
    load_maxims,
)
from piquet_sim import InputError
from piquet_sim.exact.draw_odds import list_discards
from piquet_sim.game.cards import parse_hand

LITERAL = {"L4E-P01", COUNTING.id}
"""Maxims on the play that are read as the file has them."""


def test_maxims__are_all_published_ones():
    published = load_maxims()
    assert list(list_maxims()) == list(published)
    for name, maxim in list_maxims().items():
        assert (maxim.kind, maxim.sides is None) == (published[name].kind, maxim is COUNTING)
        # The author's words stand over the rule.
        assert maxim is COUNTING or " ".join(maxim.sides.__doc__.split()) == published[name].maxim
        assert maxim.reading or maxim.id in LITERAL or maxim.kind != PLAY
        assert find_maxim(name.lower()) is maxim
    with pytest.raises(InputError, match="CAV-M01"):
        find_maxim("CAV-M010")


# ---- Discards against their twins ----------------------------------------------------------------
NAIVE = naive_maxims.OF_SUITS | NAIVE_OF_SETS
"""Twins that take the readings of the studies."""
FULL = {"elder": (5,), "younger": (3, 4), "CAV-M34": (3,)}
"""How many cards are a full discard; the last maxim wants elder to have taken five."""
TRIED = {"elder": 4, "younger": 8}
"""Of how many hands all discards are looked at."""
RANDOM, TO_ORDER = 300, 50


def across(suits, ranks):
    return {rank + suit for rank in ranks for suit in suits}


# What is rare at random; the suits come in any order, other cards fill the hand.
ORDERS = (
    lambda luck, s: across(s[0], luck.sample(RANKS, 6)),
    lambda luck, s: across(s[0], luck.sample(RANKS, 7)),
    lambda luck, s: across(s[0], RANKS),
    lambda luck, s: (
        across(s[0], luck.choice(("KQJT", "QJT9", "JT98", "KJT9")))
        | across(s[1], luck.sample(RANKS, 4))
        | across(s[2:], luck.sample(RANKS, 2))
    ),
    lambda luck, s: across(s[0], luck.sample(RANKS, 4)) | across(s[1], luck.sample(RANKS, 4)),
    lambda luck, s: set().union(*(across(one, luck.sample(RANKS, 3)) for one in s)),
    lambda luck, s: set().union(*(across(one, luck.sample("KQJT98", 3)) for one in s)),
    lambda luck, s: (
        across(s[0], ["A", *luck.sample("KQJT", 3)])
        | across(s[1], ["9", "8", "7", *luck.sample("KQJT", 2)])
        | across(s[2], luck.sample(RANKS, 3))
    ),
    lambda luck, s: across(s[0], "JT987"),
    lambda luck, s: across(s[:2], "JT987"),
    lambda luck, s: across(s[0], "JT987") | across(s[1:], luck.choice("AKQ")),
    lambda luck, s: across(s[0], luck.choice(("AKQJ", "T987", "QJT9"))),
    lambda luck, s: across(s[0], "KQJT8") | across(s[:3], "K"),
    lambda luck, s: across(s[0], "AKQJ") | across(s[:3], "A"),
    lambda luck, s: across(s[:3], "A") | across(s[1:], "K"),
    lambda luck, s: across(s[0], luck.sample(RANKS, 7)) | across(s[1:], luck.choice("AK")),
    lambda luck, s: across(s[0], ["A", "K", *luck.sample("QJT987", 4)]) | across(s[:3], "K"),
    lambda luck, s: across(s[:3], luck.choice("QJT")),
    lambda luck, s: across(s[:3], luck.choice("QJT")) | across(s[3], luck.sample(RANKS, 5)),
    lambda luck, s: across(s[:3], luck.choice("AKQ")) | across(s[1:], luck.choice("JT")),
    lambda luck, s: across(s, luck.choice("KQJT")),
    lambda luck, s: across(s, luck.choice("JT")) | across(s[0], luck.sample(RANKS, 5)),
    lambda luck, s: across(s, luck.sample("KQJT", 2)),
    lambda luck, s: across(s[0], ["K", luck.choice("QJ"), luck.choice("T987")]),
    lambda luck, s: across(s[:2], "Q98"),
)


def deal(luck, order=None):
    held = set(sorted(order(luck, luck.sample("SHDC", 4)) if order else ())[:12])
    return frozenset(held.union(luck.sample(sorted({*PACK} - held), 12 - len(held))))


@cache
def deal_pool():
    """Random hands, then hands made to order; and their masks."""
    luck = Random(1)
    pool = [deal(luck) for _ in range(RANDOM)]
    pool += [deal(luck, order) for order in ORDERS for _ in range(TO_ORDER)]
    return pool, np.array([as_mask(hand) for hand in pool])


def applies(rule, masks, full):
    return rule.fits(Hands(masks, np.array(full)))


def judge_discards(rule, hand, full):
    """All discards of a hand, and which of them follow the maxim and break it."""
    thrown = list_discards(int(hand), range(1, full + 1))
    choices = Choices(Hands(np.array([hand]), np.array([full])), thrown)
    return thrown, *(np.broadcast_to(side, thrown.shape) for side in rule.sides(choices))


def find_discard_breaches(rule, seat):
    naive, (pool, masks) = NAIVE[rule.id], deal_pool()
    for full in FULL.get(rule.id, FULL[seat]):
        found = applies(rule, masks, full)
        yield from np.flatnonzero(found != [naive.applies(hand, full) for hand in pool])
        places = np.flatnonzero(found)
        assert len(places) >= 20
        classes = [has(Hands(masks[places], np.full(len(places), full))) for _, has in rule.parts]
        assert not classes or (np.sum(classes, axis=0) >= 2).all()
        some = np.zeros(2, bool)
        # Some of these hands are random where they are not rare.
        for place in places[:: max(len(places) // TRIED[seat], 1)]:
            hand = pool[place]
            thrown, *sides = judge_discards(rule, masks[place], full)
            sets = [named(int(one)) for one in thrown]
            for side, words in zip(sides, (naive.follows, naive.breaks), strict=True):
                yield from thrown[side != [words(hand, one, full) for one in sets]]
            some |= [side.any() for side in sides]
            # The lowest cards can lie in the fewest suits.
            assert rule.id == "SFT-M02" or not (sides[0] & sides[1]).any()
        assert some.all()  # of one hand, all that breaks it may cost something else


def find_swap_breaches(rule, seat):
    luck, (pool, masks), lists = Random(2), deal_pool(), NAIVE[rule.id].lists
    found, swapped = applies(rule, masks, 5), 0
    yield from np.flatnonzero(
        found != [bool(lists(hand, naive_maxims.ranked(hand, "K"))) for hand in pool]
    )
    for place in np.flatnonzero(found)[::2]:
        for number in (3, 5):
            own = frozenset(luck.sample(sorted(pool[place]), number))
            ways = lists(pool[place], own)
            both = rule.sides(masks[[place]], np.array([as_mask(own)]))
            follow, against = (named(int(one[0])) for one in both)
            if (follow, against) not in ways if ways else follow != against:
                yield pool[place]
            swapped += bool(ways) and own in (follow, against)
    assert swapped >= 50


# ---- Cards against their twins -------------------------------------------------------------------


def find_card_breaches(rule, seat):
    (heard, moments), applied = list_moments(), 0
    sides = list_sides(replace(rule, doubt=None, is_between=False), heard)
    for moment, *both in zip(moments, *sides, strict=True):
        if moment.seat == seat:
            wanted = tuple(side & moment.may_play for side in OF_PLAY[rule.id](moment))
            wanted = wanted if all(wanted) else (frozenset(), frozenset())
            if tuple(named(int(side)) for side in both) != wanted:
                yield moment
            applied += all(wanted)
    # Two come up in these deals in the other seat alone.
    assert applied or (rule.id, seat) in {("HOY-P01", "younger"), ("CAV-P14", "elder")}


# ---- The contract --------------------------------------------------------------------------------
def find_breaches(rule, seat):
    """Where a maxim and its twin differ; it fails where they do not meet often enough."""
    of_discards = find_swap_breaches if rule.given == OWN_DISCARD else find_discard_breaches
    return (find_card_breaches if rule.kind == PLAY else of_discards)(rule, seat)


TWINNED = [
    rule
    for kind in (DISCARD, PLAY)
    for rule in list_rules(kind)
    if kind == PLAY or rule.given != QUESTION
]
"""Those that reckon or are counted have tests of their own."""


@pytest.mark.parametrize(
    ("rule", "seat"),
    [
        pytest.param(
            rule,
            seat,
            # Elder's discards are of every number of cards.
            marks=() if rule.kind == PLAY or seat == rule.seats[0] else pytest.mark.slow,
            id=f"{rule.id}-{seat}",
        )
        for rule in TWINNED
        for seat in rule.seats
    ],
)
def test_maxim__does_what_its_words_say(rule, seat):
    assert list(find_breaches(rule, seat)) == []


@pytest.mark.parametrize(
    ("name", "seat", "change"),
    [
        (
            "CAV-M01",
            "elder",
            lambda rule: {"sides": lambda one: (rule.sides(one)[0] & (one.number < 3), one.spares)},
        ),
        (
            "CAV-M08",
            "younger",
            lambda rule: {"applies": lambda one: rule.applies(one) & (one.full < 4)},
        ),
        ("CAV-M15", "elder", lambda rule: {"sides": lambda *one: rule.sides(*one)[::-1]}),
        (
            "CAV-P12",
            "elder",
            lambda rule: {"sides": lambda view: (rule.sides(view)[0], view.legal)},
        ),
    ],
)
def test_breach__of_a_maxim_is_found(name, seat, change):
    rule = find_maxim(name)
    assert next(find_breaches(replace(rule, **change(rule)), seat), None) is not None


# ---- Hands that decide how the words are read ----------------------------------------------------
# To none of them does the maxim apply.
UNFIT = {
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


@pytest.mark.parametrize("why", [*UNFIT, *DECIDED])
def test_discard__is_judged_as_the_words_say(why):
    maxim, full, text, *thrown = (UNFIT | DECIDED)[why]
    rule, naive, hand = find_maxim(maxim), NAIVE[maxim], parse_hand(text)
    if why in UNFIT:
        fits = applies(rule, np.array([hand]), full)[0], naive.applies(named(hand), full)
        assert fits == (False, False)
    for gone, judged in [thrown] if thrown else ():
        listed, *sides = judge_discards(rule, hand, full)
        assert tuple(side[listed == parse_hand(gone)].item() for side in sides) == judged
        both = naive.follows, naive.breaks
        assert tuple(one(named(hand), named(parse_hand(gone)), full) for one in both) == judged


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
            "king, knave and a small card",
            "king, queen and a small card",
            "no suit is shorter",
        ),
    },
    "CAV-M15": {
        "AK7.QJ987.QT.98": ("one ace, one king", "without queen and knave"),
        "AKJ.KJ987.QT.98": ("one ace, more kings", "with the queen or knave of the suit"),
        "AK8.AJ987.QT.98": ("two aces, one king: his exception", "without queen and knave"),
        "AKQ.AJ987.A8.98": ("three aces or four, one king", "with the queen or knave of the suit"),
        "AK9.AKQ87.A8.98": (
            "two aces or more, two kings or more",
            "with the queen or knave of the suit",
        ),
    },
}


@pytest.mark.parametrize("maxim", CLASSED)
def test_hands__are_in_the_classes_that_their_names_say(maxim):
    rule, told = find_maxim(maxim), CLASSED[maxim]
    hands = Hands(np.array([*map(parse_hand, told)]), np.array([3]))
    found = np.array([has(hands) for _, has in rule.parts]).T
    names = [name for name, _ in rule.parts]
    assert rule.fits(hands).all()
    assert ([tuple(np.compress(one, names)) for one in found], set().union(*told.values())) == (
        [*told.values()],
        {*names} - {"elder left cards"},
    )
