"""Maxims known to be good, bad or empty get their verdicts, by intervals that are right."""

from dataclasses import replace

import numpy as np
import pytest

from analyses.maxims.discard.classes import FACTS, find_class
from analyses.maxims.discard.rule import Rule
from analyses.maxims.discard.trying import Pool, ask, find_hands, judge_hand, play_on, try_rule
from analyses.maxims.facts.hands import QUATORZE, SUIT_MASKS, Hands, count, of_rank
from analyses.maxims.judge import WORTH, judge, measure
from analyses.maxims.maxim import BOTH, ELDER
from analyses.maxims.trial import FOLLOW, Trial
from analyses.studies.books.maxims import RULES, STUDY, tell_headlines
from analyses.words.verdicts import (
    BUT_FOR,
    MOSTLY,
    NO_MATTER,
    NOT_SETTLED,
    RIGHT,
    WRONG,
    mean,
    widen,
)
from piquet_sim import Simulation
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.game.cards import ACE, HAND_CARDS, LANE_BITS, SUITS, parse_hand

EXPERTS = Simulation("expert", "expert")

# ---- Planted maxims -----------------------------------------------------------------------------
_ACES = of_rank(ACE)
GOOD = Rule(
    "T-GOOD", "Keep four aces", ELDER, lambda hands: hands.set_of(QUATORZE, low=ACE) != 0,
    lambda choices: choices.is_full & choices.keeps(_ACES),
    lambda choices: choices.is_full & ~choices.keeps(_ACES),
)  # fmt: skip
BAD = Rule(
    "T-BAD", "Throw the longest suit", BOTH,
    lambda hands: (hands.length >= hands.full) & (count(hands.outside) >= hands.full),
    lambda choices: choices.is_full & choices.keeps(choices.hand.outside),
    lambda choices: choices.is_full & choices.spares,
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


EMPTY = Rule(
    "T-EMPTY", "Of suits alike, throw the first", ELDER,
    lambda hands: find_twins(hands)[0].any(axis=0),
    lambda choices: choices.is_full & (throw_of(choices, 0) > throw_of(choices, 1)),
    lambda choices: choices.is_full & (throw_of(choices, 0) < throw_of(choices, 1)),
)  # fmt: skip


def try_planted(rule, hands, seed=1, deals=40_000):
    """One of them on so many hands, in its first seat."""
    found = find_hands([rule], replace(EXPERTS, seed=seed), deals, hands, 2)[0]
    return try_rule(found, seed, 2)


@pytest.mark.parametrize(("rule", "verdicts"), [(GOOD, (RIGHT, MOSTLY)), (BAD, (WRONG,))])
def test_planted_maxim__gets_its_verdict(rule, verdicts):
    tried = try_planted(rule, 120)
    assert decide(tried, 40) in verdicts
    assert abs(mean(tried.worth).value) > 5


def test_empty_maxim__is_worth_nothing_and_its_interval_says_so():
    held = 0
    for seed in range(1, 13):
        worth = mean(try_planted(EMPTY, 40, seed, 2_000).worth)
        held += worth.low <= 0 <= worth.high
    assert held >= 9  # of 12; fewer have a chance of one in 450 at 95%
    tried = try_planted(EMPTY, 400)
    assert decide(tried, 40, has_class=False) in (NO_MATTER, NOT_SETTLED)


def test_empty_maxim__is_found_by_a_judge_who_prefers_the_first_suit():
    tried = try_planted(EMPTY, 400)
    biased = replace(tried, made=tried.made + np.array([0.0, 1.0, 0.0]))
    assert decide(biased, 40, has_class=False) != decide(tried, 40, has_class=False)


# ---- Verdicts -----------------------------------------------------------------------------------
def make_tried(worth, gain=0.0, noise=4.0, hands=2_000, follows=0.5, seed=1):
    """Made-up hands on which a maxim is worth so much; `worth` may depend on the hand."""
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
    made = np.zeros((hands, 3))
    made[:, 0] = 10 - gain + luck.normal(0, noise / 4, hands)
    made[:, 1] = 10.0
    made[:, 2] = 10 - exact + luck.normal(0, noise, hands)
    made[followed, 0] = made[followed, 1]
    share = estimate_proportion(hands, 2 * hands)
    return Trial(RULES[0], "elder", share, made, followed, pool)


def decide(tried, tests, has_class=True):
    """The verdict, exceptions looked for or not."""
    return judge(measure(tried, find_class(tried, tests) if has_class else None), tests)


def count_aces(hands):
    return hands.number_of(ACE)


@pytest.mark.parametrize(
    ("worth", "gain", "verdict"),
    [
        (2.0, 0.0, RIGHT),
        (2.0, -3.0, MOSTLY),
        (-2.0, -3.0, WRONG),
        (0.0, 0.0, NO_MATTER),
        (lambda hands: np.where(count_aces(hands) >= 2, -4.0, 4.0), 0.0, BUT_FOR),
        (lambda hands: np.where(count_aces(hands) >= 2, -9.0, 4.0), 0.0, WRONG),  # loses in all
        (lambda hands: np.where(count_aces(hands) >= 1, -4.0, 4.0), 0.0, WRONG),
    ],
)
def test_verdict__follows_what_is_so(worth, gain, verdict):
    tried = make_tried(worth, gain)
    assert decide(tried, 44) == verdict


def test_verdict__is_open_where_few_hands_were_judged():
    assert decide(make_tried(0.5, hands=60), 44, has_class=False) == NOT_SETTLED


def test_class__is_the_one_in_which_the_maxim_is_wrong():
    tried = make_tried(lambda hands: np.where(count_aces(hands) >= 2, -4.0, 4.0))
    found = find_class(tried, 44)
    assert found.words in ("2 or more aces", "1 or fewer aces")
    assert found.parts
    worth, rest = (found.worth, found.rest)[:: 1 if "more" in found.words else -1]
    assert worth.low < -4 < worth.high
    assert rest.low < 4 < rest.high


def test_class__is_rarely_found_where_there_is_none():
    parted = sum(
        (found := find_class(make_tried(0.0, hands=400, seed=seed), 44)) is not None and found.parts
        for seed in range(40)
    )
    assert parted <= 1


def test_interval_of_many__is_wider():
    one = mean(np.arange(100.0))
    low, high = widen(one, 44)
    assert low < one.low < one.high < high
    assert (high - one.value) / (one.high - one.value) == pytest.approx(3.2544 / 1.96, rel=1e-3)


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
    tried = try_rule(find_hands([rule], EXPERTS, 2_000, 40, 2)[0], 1, 2)
    pool, (own, follow, against) = tried.cases, tried.ways.T
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
def test_other_judges__agree_with_the_first_on_what_is_plain(seat):
    found = find_hands([BAD], EXPERTS, 4_000, 150, 2)[seat]
    tried = try_rule(found, 1, 2)
    played = mean(play_on(tried, "expert", 4, 1, 2))
    assert played.high < -2
    same = play_on(replace(tried, ways=tried.ways[:, [FOLLOW, FOLLOW, FOLLOW]]), "expert", 2, 1, 2)
    assert (same == 0).all()


# ---- The study ----------------------------------------------------------------------------------
def test_study__has_the_same_bits_for_any_number_of_threads():
    one, two = (STUDY.answer(EXPERTS, 500, threads, rules=RULES[:2]).table for threads in (1, 2))
    assert one.equals(two)


def test_study__judges_rules_of_ones_own():
    answer = STUDY.answer(EXPERTS, 40_000, rules=[GOOD, EMPTY])
    worths = answer.table[
        (answer.table["quantity"] == WORTH) & (answer.table["kind"] == "all hands")
    ]
    assert list(worths["maxim"]) == ["T-GOOD", "T-EMPTY"]
    assert worths["value"].iloc[0] > 5


def test_facts__are_whole_numbers_of_each_hand():
    hands = Hands(np.array([parse_hand("AKJ.AQJ8.98.J87"), parse_hand("AKQJT987.AKQJ..")]))
    told = {fact.say: fact.count(hands).tolist() for fact in FACTS}
    assert told["cards in the longest suit"] == [4, 8]
    assert told["aces and kings"] == [3, 4]
    assert told["trios or quatorzes"] == [1, 0]
    assert told["suits without a card"] == [0, 2]
    assert told["cards in sequence in the longest suit"] == [2, 8]


def test_paragraphs__are_those_of_the_table():
    table = STUDY.answer(EXPERTS, 500, rules=[rule for rule in RULES if rule.id == "CAV-M15"]).table
    (told,) = tell_headlines(table)
    assert told.startswith("Cavendish: “If you must part with ace or king")
    assert told.count("it applies to") == table["seat"].nunique()
    for verdict in table["verdict"].unique():
        assert f": {verdict}." in told
    assert tell_headlines(STUDY.answer(EXPERTS, 40_000, rules=[GOOD]).table) == []
