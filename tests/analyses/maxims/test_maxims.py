"""Maxims on the discard: how hands are found, what is tried in them, and beside which lots."""

from contextlib import nullcontext
from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
import pytest
from naive_worlds import named
from noted_play import list_moments

from analyses.maxims import discard_chances
from analyses.maxims import discard_trial as counting
from analyses.maxims.discard_trial import (
    FRESH_DEALS,
    ORDERS,
    ask,
    count_hands,
    find_facts,
    find_hands,
    find_kinds,
    judge_hand,
    list_classes,
    list_discards,
    list_options,
    order_discards,
    try_discard_maxim,
)
from analyses.maxims.facts import (
    Dealt,
    Hands,
    count,
    list_plays,
    part,
    rename_heard,
    rename_suits,
    view_of,
)
from analyses.maxims.maxim import BOTH, DISCARD, ELDER, Maxim, all_hands, find_maxim
from analyses.maxims.verdict import BY_KIND, BY_OPTIONS
from analyses.studies.maxims import RULES
from piquet_sim import Simulation
from piquet_sim.decisions.kinds.discard_table import JUDGED_FROM
from piquet_sim.decisions.kinds.question import list_learned
from piquet_sim.game.cards import ACE, parse_hand
from piquet_sim.game.seats import other

EXPERTS = Simulation("expert", "expert")


# ---- How they are tried -------------------------------------------------------------------------
def test_hands__are_those_dealt_with_what_their_players_throw():
    dealt = EXPERTS.record_units(0, 2_000)
    for one in find_hands(RULES[:1], EXPERTS, 2_000, 30, 2):
        own, rows = one.cases, dealt[one.cases["number"]]
        every = Hands(dealt[f"{one.seat}_dealt"].astype(np.int64), own["full"][:1])
        assert (one.dealt, one.fitting) == (2_000, RULES[0].fits(every).sum())
        names = f"{one.seat}_dealt", f"{one.seat}_discard", f"{other(one.seat)}_discard"
        assert [own[part].tolist() for part in ("hand", "own", "theirs")] == [
            rows[name].tolist() for name in names
        ]


def test_tried__stands_for_what_it_says():
    tried = try_discard_maxim(find_hands(RULES[:1], EXPERTS, 2_000, 40, 2)[0], 1, 2)
    pool, (own, follow, against, lot) = tried.cases, tried.ways[:, 0].T
    longest, full, said = find_facts(pool).longest, pool["full"], 0
    is_full = count(own) == full
    assert tried.ways.shape == (len(pool), ORDERS, 4)
    is_so = own == pool["own"], follow & longest == 0, against & longest != 0, count(lot) == full
    obeys = is_full & (own & longest == 0)
    is_own = np.where(obeys, follow, against) == own
    obeyed, broken = (tried.made[:, :1] - tried.made[:, 1:3]).T
    assert np.all([*is_so, is_own | ~is_full, (obeyed == 0) | ~obeys])
    assert tried.worth == pytest.approx(broken - obeyed)
    assert set(tried.lots) == {BY_OPTIONS, BY_KIND}  # the names of suits do not matter
    # The better choice is the best in deals that judge nothing.
    for place, obeys in enumerate(tried.obeys):
        question = ask(pool, place, 1)
        places, better = order_discards(question)
        ways = list_discards(question)[places]
        made = judge_hand(question, ways[:4], FRESH_DEALS, 3 * JUDGED_FROM).mean(axis=0)
        best = ways[:4][made == made.max()]
        assert (sorted(ways), set(ways[:4][better > 0]), better.sum()) == (
            sorted(list_learned(question)[0]),
            set(best),
            pytest.approx(1),
        )
        spares = (best & longest[place] == 0)[count(best) == full[place]]
        said += spares.size > 0
        assert obeys == pytest.approx(spares.mean() if spares.size else np.nan, nan_ok=True)
    assert said > 20


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("K..98.", "..98.7", True),  # two of a suit that goes, one of another; three ranks
        ("K..98.", "..98.8", False),  # two ranks
        ("K..98.", "AK...8", False),  # no suit goes
    ],
)
def test_kinds__are_cards_of_suits_suits_emptied_and_ranks(one, other, is_same):
    kinds = find_kinds(parse_hand("AKJ.AQJ8.98.J87"), np.array([*map(parse_hand, (one, other))]))
    assert (kinds[0] == kinds[1]) == is_same


def test_judge__gives_equal_discards_equal_deals():
    pool = find_hands(RULES[:1], EXPERTS, 1_000, 1, 1)[0].cases
    own = int(pool["own"][0])
    one, other, again = judge_hand(ask(pool, 0, 1), np.array([own, own & -own, own]), 8).T.tolist()
    assert (one == again, one == other, len(one)) == (True, False, 8)


def throw_spade(choices):
    spades = part(choices.thrown)[0] != 0
    return spades, ~spades


def test_renamed_rule__is_the_rule_of_other_suits():
    rule = Maxim(DISCARD, "T-SPADE", "Throw a spade", ELDER, throw_spade, applies=all_hands)
    pool = find_hands([rule], EXPERTS, 20, 5, 1)[0].cases
    for place in range(5):
        renamed = list_options(rule, pool, place, 1, (2, 0, 3, 1))
        # What is called spades is the second suit.
        assert renamed is None or (renamed.follow == (part(renamed.ways)[1] != 0)).all()


def test_moments_renamed__have_the_same_cards_in_other_suits():
    rows, naming = list_moments()[0][::50], (2, 0, 3, 1)
    renamed = rename_heard(rows, naming)
    plain, changed = view_of(rows), view_of(renamed)
    letters, plays = str.maketrans("SHDC", "DSCH"), list_plays(plain)
    assert [named(int(hand)) for hand in changed.hand] == [
        {card.translate(letters) for card in named(int(hand))} for hand in plain.hand
    ]
    told = np.where(plays > 0, rename_suits(np.maximum(plays, 0), naming), -1)
    back = rename_heard(renamed, np.argsort(naming))
    assert ((list_plays(changed) == told).all(), (back == rows).all()) == (True, True)


@pytest.mark.parametrize(
    ("lower", "higher"),
    [("KQJT87", "KQJT97"), ("AQT7", "AQJ7")],  # a pip more; as many pips
)
def test_maxim_cards__equal_suits_are_told_apart_by_the_higher_cards(lower, higher):
    hands = np.array([parse_hand(f"{lower}.{higher}.."), parse_hand(f"{higher}.{lower}..")])
    assert Hands(hands, hands).is_longest[0].tolist() == [False, True]


# ---- All hands ----------------------------------------------------------------------------------
@pytest.fixture
def hands_of_three(monkeypatch):
    monkeypatch.setattr(counting, "HAND_CARDS", 3)
    monkeypatch.setattr(counting, "_ALL_HANDS", comb(32, 3))


def test_maxim_counting__small_hands_one_by_one(hands_of_three):
    """Each in its 24 names of suits, fewer where suits are equal."""
    masks, times = map(np.concatenate, zip(*list_classes(), strict=True))
    found = [
        {
            frozenset(rank + names["SHDC".index(suit)] for rank, suit in named(int(mask)))
            for names in permutations("SHDC")
        }
        for mask in masks
    ]
    assert [*map(len, found)] == times.tolist()
    assert len(set().union(*found)) == times.sum() == comb(32, 3)


@pytest.mark.parametrize(
    ("seats", "least", "wanted"),
    [
        (BOTH, lambda hands: 3, [4, 4]),
        (BOTH, lambda hands: 2, [4 + 6 * 28, 4 + 6 * 28]),
        (("younger",), lambda hands: hands.full - 1, [None]),
        # Another share only where elder takes one card and leaves seven.
        (("younger",), lambda hands: hands.full < 7, [None]),
    ],
)
def test_maxim_counting__shares_of_hands_with_aces(hands_of_three, seats, least, wanted):
    """None where the hand alone does not say it."""
    rule = Maxim(
        DISCARD, "CAV-M15", "", seats, applies=lambda hands: hands.number_of(ACE) >= least(hands)
    )
    assert count_hands([discard_chances.aim_at_cards, rule], 1) == [
        *(None, None),
        *(number and Fraction(number, comb(32, 3)) for number in wanted),
    ]


@pytest.mark.parametrize("rule", [one for one in RULES if one.is_of_hand], ids=lambda one: one.id)
def test_maxims__ask_how_many_cards_may_go_where_they_say_so(rule):
    hands = Dealt(np.array([parse_hand("AKJ.AQJ8.98.J87")]))
    with (
        pytest.raises(AttributeError, match="'Dealt' object") if rule.heeds_full else nullcontext()
    ):
        rule.fits(hands)


@pytest.mark.slow
def test_maxim_counting__all_hands():
    kinds, hands = np.sum([(len(one), times.sum()) for one, times in list_classes()], axis=0)
    assert (kinds, hands) == (9_662_590, comb(32, 12))
    # King, queen or knave, and ten to seven: eight such threes in a suit, in up to four suits.
    threes = sum(
        -((-1) ** suits) * comb(4, suits) * 8**suits * comb(32 - 8 * suits, 12 - 3 * suits)
        for suits in range(1, 5)
    )
    assert count_hands([*map(find_maxim, ("CAV-M10", "CAV-M25"))], threads=1) == [
        Fraction(threes, hands),
        # Knave to seven in a suit and not in another.
        Fraction(4 * comb(27, 7) - 2 * comb(4, 2) * comb(22, 2), hands),
    ]
