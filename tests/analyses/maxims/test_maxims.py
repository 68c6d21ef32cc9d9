"""Maxims known to be good, bad or empty get their verdicts, by intervals that are right."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from specimens import ROOT

from analyses.maxims.discard_trial import (
    Pool,
    ask,
    choose_discards,
    find_hands,
    judge_hand,
    try_discard_maxim,
)
from analyses.maxims.facts import QUATORZE, SUIT_MASKS, Choices, Hands, count, of_rank
from analyses.maxims.findings import STUDY_OF
from analyses.maxims.judge import judge, measure, read_worths
from analyses.maxims.maxim import DISCARD, ELDER, Maxim, all_hands
from analyses.maxims.trial import Trial
from analyses.results.analysis import read_data
from analyses.statistics.exceptions import find_exception
from analyses.studies.books.maxims import FACTS, RULES, STUDY, tell_headlines
from analyses.words import verdicts
from analyses.words.verdicts import HINT, NOT_SETTLED, NOTHING, mean
from piquet_sim import Simulation
from piquet_sim.advice.trials import list_learned
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.game.cards import ACE, HAND_CARDS, LANE_BITS, SUITS, parse_hand

EXPERTS = Simulation("expert", "expert")

# ---- Planted maxims -----------------------------------------------------------------------------
_ACES = of_rank(ACE)


def plant(name, seats, applies, sides):
    """A maxim on the discard that is in no book."""
    return Maxim(DISCARD, name, f"Planted: {name}", seats, sides, applies=applies)


GOOD = plant(
    "T-GOOD", ELDER, lambda hands: hands.set_of(QUATORZE, low=ACE) != 0,
    lambda one: (one.is_full & one.keeps(_ACES), one.is_full & ~one.keeps(_ACES)),
)  # fmt: skip


def find_twins(hands):
    """Two suits alike, the first two there are: by suit, whether it is the first or the second."""
    first = np.zeros(hands.lanes.shape, bool)
    second = np.zeros(hands.lanes.shape, bool)
    for one in range(SUITS):
        for two in range(one + 1, SUITS):
            alike = (hands.lanes[one] == hands.lanes[two]) & (hands.lengths[one] > 1)
            alike &= ~first.any(axis=0)
            first[one] |= alike
            second[two] |= alike
    return first, second


def throw_of(choices, which):
    """How many cards each discard throws of the first or the second of two suits alike."""
    suits = find_twins(choices.hand)[which]
    return sum(choices.throws(SUIT_MASKS[suit]) * suits[suit] for suit in range(SUITS))


def throw_first(choices):
    """Of suits alike the first, or against it the second."""
    first, second = (throw_of(choices, which) for which in (0, 1))
    return choices.is_full & (first > second), choices.is_full & (first < second)


EMPTY = plant("T-EMPTY", ELDER, lambda hands: find_twins(hands)[0].any(axis=0), throw_first)


@cache
def try_planted(rule, hands, seed=1, deals=40_000):
    """One of them on so many hands, in its first seat."""
    found = find_hands([rule], replace(EXPERTS, seed=seed), deals, hands, 2)[0]
    return try_discard_maxim(found, seed, 2)


def test_empty_maxim__is_worth_nothing_and_its_interval_says_so():
    held = 0
    for seed in range(1, 13):
        worth = mean(try_planted(EMPTY, 30, seed, 1_500).worth)
        held += worth.low <= 0 <= worth.high
    assert held >= 9  # of 12; fewer have a chance of one in 450 at 95%
    assert judge(measure(try_planted(EMPTY, 200))) in (NOTHING, NOT_SETTLED)


def test_empty_maxim__is_found_by_a_judge_who_prefers_the_first_suit():
    tried = try_planted(EMPTY, 200)
    biased = replace(tried, made=tried.made + np.array([0.0, 9.0, *5 * [0.0]]))
    assert judge(measure(biased)) == verdicts.GOOD


# ---- Verdicts -----------------------------------------------------------------------------------
def make_tried(worth, gain=0.0, lot=0.0, noise=4.0, hands=2_000, follows=0.5, seed=1):
    """Made-up hands on which a maxim is worth so much, and a random rule `lot`; `worth` may depend
    on the hand.
    """
    luck = np.random.default_rng(seed)
    cards = np.array(
        [
            sum(
                1 << LANE_BITS * (card % SUITS) + 1 + card // SUITS
                for card in luck.choice(32, HAND_CARDS, replace=False).tolist()
            )
            for _ in range(hands)
        ]
    )
    zeros = np.zeros(hands, np.int64)
    pool = Pool(zeros, "elder", cards, zeros, zeros - 1, zeros + 5, zeros, zeros)
    exact = worth(pool.hands) if callable(worth) else np.full(hands, worth)
    followed = luck.random(hands) < follows
    made = np.zeros((hands, 5))
    made[:, 0] = 10 - gain + luck.normal(0, noise / 4, hands)
    made[:, 1] = 10.0
    made[:, 2] = 10 - exact + luck.normal(0, noise, hands)
    made[followed, 0] = made[followed, 1]
    made[:, 3] = lot + luck.normal(0, noise / 2, hands)
    share = estimate_proportion(hands, 2 * hands)
    return Trial(RULES[0], "elder", share, made, followed, pool)


def count_aces(hands):
    return hands.number_of(ACE)


@pytest.mark.parametrize(
    ("worth", "gain", "lot", "verdict"),
    [
        (2.0, 0.0, 0.0, verdicts.GOOD),
        (2.0, -3.0, 0.0, HINT),
        (-2.0, -3.0, 0.0, verdicts.BAD),
        (0.0, 0.0, 0.0, NOTHING),
        (0.1, 0.0, 0.0, NOTHING),  # sizes before signs
        (2.0, 0.0, 2.0, NOTHING),  # as much as by lot
        (-5.0, -5.0, -5.0, NOTHING),
        (-5.0, -5.0, -9.0, HINT),  # far better than by lot, and yet dear
        (2.0, 0.0, 4.0, NOTHING),  # less than by lot, but breaking it makes no more
        (-0.2, 0.0, 4.0, NOT_SETTLED),  # it may yet
        (-2.0, -2.0, 4.0, verdicts.BAD),
        (lambda hands: np.where(count_aces(hands) >= 2, -4.0, 6.0), 0.0, 0.0, verdicts.GOOD),
    ],
)
def test_verdict__follows_what_is_so(worth, gain, lot, verdict):
    assert judge(measure(make_tried(worth, gain, lot))) == verdict


def test_verdict__is_open_where_few_hands_were_judged():
    assert judge(measure(make_tried(0.5, hands=60))) == NOT_SETTLED
    assert judge(measure(make_tried(20.0, hands=29))) == NOT_SETTLED


def test_verdicts__of_all_studies_are_no_more_than_hold_together():
    given = 0
    for study in STUDY_OF.values():
        table = read_data(ROOT / "results" / study / "data.csv")
        worths = read_worths(table)
        given += (worths["verdict"].notna() & (worths["verdict"] != verdicts.NOT_JUDGED)).sum()
    assert 80 < given <= verdicts.TOGETHER


def test_class__is_the_one_in_which_the_maxim_is_wrong():
    tried = make_tried(lambda hands: np.where(count_aces(hands) >= 2, -4.0, 4.0))
    found = find_exception(tried.worth, tried.cases.hands, FACTS)
    assert found.words in ("2 or more aces", "1 or fewer aces")
    assert found.parts
    worth, rest = (found.worth, found.rest)[:: 1 if "more" in found.words else -1]
    assert worth.low < -4 < worth.high
    assert rest.low < 4 < rest.high


# ---- How they are tried -------------------------------------------------------------------------
def test_hands__are_those_dealt_with_what_their_players_throw():
    found = find_hands(RULES[:1], EXPERTS, 2_000, 30, 2)
    dealt = EXPERTS.record_units(0, 2_000)
    for one in found:
        seat, own = one.seat, one.cases
        assert one.dealt == 2_000
        assert one.fitting == RULES[0].applies(Hands(dealt[f"{seat}_dealt"].astype(np.int64),
                                                     own.full[:1])).sum()  # fmt: skip
        assert (own.cards == dealt[f"{seat}_dealt"][own.numbers]).all()
        assert (own.own == dealt[f"{seat}_discard"][own.numbers]).all()
        other = "younger" if seat == "elder" else "elder"
        assert (own.theirs == dealt[f"{other}_discard"][own.numbers]).all()


def test_tried__stands_for_what_it_says():
    rule = RULES[0]
    tried = try_discard_maxim(find_hands([rule], EXPERTS, 2_000, 40, 2)[0], 1, 2)
    pool, (own, follow, against, *_) = tried.cases, tried.ways[:, 0].T
    longest = pool.hands.longest
    assert (own == pool.own).all()
    assert (follow & longest == 0).all()
    assert (against & longest != 0).all()
    is_full = count(own) == pool.full
    assert (tried.is_followed == is_full & (own & longest == 0)).all()
    assert (follow == own)[tried.is_followed].all()
    assert (against == own)[~tried.is_followed & is_full].all()
    assert (tried.gain[tried.is_followed] == 0).all()
    assert len(tried.cost) == tried.is_followed.sum()


def test_judge__gives_equal_discards_equal_deals():
    found = find_hands(RULES[:1], EXPERTS, 1_000, 1, 1)[0]
    question = ask(found.cases, 0, 1)
    one, two = int(found.cases.own[0]), parse_hand("K..98.87")
    if two & ~found.cases.cards[0]:
        two = one
    points = judge_hand(question, np.array([one, two, one]), 8)
    assert points.shape == (8, 3)
    assert (points[:, 0] == points[:, 2]).all()


@pytest.mark.parametrize("seat", [0, 1])
def test_lot__draws_as_many_discards_as_the_maxim_has_and_picks_alike(seat):
    # Of every discard drawn with the same chance: the own one is on a side as often as the side is
    # large, and else the side's best is tried.
    found = find_hands(RULES[:1], EXPERTS, 4_000, 60, 2)[seat]
    places, ways, _ = choose_discards(RULES[0], found.cases, 1, 2)
    expected = drawn = spread = 0.0
    for place, tried in zip(places, ways, strict=True):
        own = int(found.cases.own[place])
        discards, _ = list_learned(ask(found.cases, place, 0))
        choices = Choices(found.cases.pick(slice(place, place + 1)).hands, discards)
        sides = RULES[0].sides(choices)
        either = sides[0] | sides[1]
        for side, column in ((sides[0], 3), (sides[1], 4)):
            share = side.sum() / either.sum() * bool(either[discards == own].any())
            expected += share * len(tried)
            spread += share * (1 - share) * len(tried)
            drawn += (tried[:, column] == own).sum()
        assert np.isin(tried[:, 3:5], discards[either]).all()
        assert np.isin(tried, discards).all()
        assert (tried[:, 3] != tried[:, 4]).all()
        assert (tried[:, 5] != tried[:, 6]).all()
        assert (tried[:, :3] == tried[0, :3]).all()
    assert abs(drawn - expected) < 3 * spread**0.5


def test_lot_of_cards__says_the_maxim_of_other_cards_of_the_hand():
    # Throw one given card, or else another: by lot it is any two cards of the hand.
    def throw_low(choices):
        hand = choices.hand.cards
        highest = 1 << int(hand[0]).bit_length() - 1
        return choices.thrown == (hand & -hand), choices.thrown == highest

    rule = plant("T-CARD", ELDER, all_hands, throw_low)
    (found,) = find_hands([rule], EXPERTS, 100, 50, 1)
    places, ways, _ = choose_discards(rule, found.cases, 1, 1)
    seen = [
        (ways[row, :, column] == card).mean()
        for row, place in enumerate(places)
        for column in (5, 6)
        for card in [int(found.cases.cards[place]) & -int(found.cases.cards[place])]
    ]
    assert (count(ways[:, :, 5:]) == 1).all()
    number = len(places) * 16
    assert abs(np.mean(seen) - 1 / 12) < 3 * (1 / 12 * 11 / 12 / number) ** 0.5
    # Drawn from what follows or breaks there are but these two.
    assert (np.sort(ways[:, :, 3:5], axis=2) == np.sort(ways[:, :, 1:3], axis=2)).all()


# ---- The study ----------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def of_planted():
    """The table of the study of two rules of one's own."""
    return STUDY.answer(EXPERTS, 10_000, rules=[GOOD, EMPTY]).table


def test_facts__are_whole_numbers_of_each_hand():
    hands = Hands(np.array([parse_hand("AKJ.AQJ8.98.J87"), parse_hand("AKQJT987.AKQJ..")]))
    told = {fact.say: fact.count(hands).tolist() for fact in FACTS}
    assert told["cards in the longest suit"] == [4, 8]
    assert told["aces and kings"] == [3, 4]
    assert told["trios or quatorzes"] == [1, 0]
    assert told["suits without a card"] == [0, 2]
    assert told["cards in sequence in the longest suit"] == [2, 8]


def test_paragraphs__are_those_of_the_table(of_planted):
    table = STUDY.answer(EXPERTS, 500, rules=[rule for rule in RULES if rule.id == "CAV-M15"]).table
    (told,) = tell_headlines(table)
    assert told.startswith("Cavendish: “If you must part with ace or king")
    assert told.count("it applies to") == table["seat"].nunique()
    for verdict in table["verdict"].unique():
        assert f": {verdict}." in told
    assert "T-GOOD" in set(of_planted["maxim"])
    assert tell_headlines(of_planted) == []
