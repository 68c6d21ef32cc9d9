"""Conditions: what they mean, how many deals fulfil them, and that all of these come up alike.

Covers `conditions.model`, `conditions.attributes`, `kernel.counting.conditional_dealing`,
`kernel.counting.checking`.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest
from naive_conditions import MEANINGS
from naive_sentences import SENTENCES
from scipy.stats import chi2

from piquet_sim.conditions import counting, dealing
from piquet_sim.conditions.counting import find_share
from piquet_sim.conditions.dealing import allot, count_deals
from piquet_sim.conditions.model import DealtCards
from piquet_sim.conditions.reading import read_condition
from piquet_sim.conditions.wording import say_condition
from piquet_sim.deals.simulation import Simulation
from piquet_sim.exact.census import count_hands_by, count_hands_jointly
from piquet_sim.game.cards import format_card, iterate_cards, pack_mask, parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.kernel.deal.dealing import deal_cards
from piquet_sim.running.run import run_simulation, simulate

PLAIN = 4_000
FEW = 1_500
"""Deals by which sentences in players' words are judged: there are many, of the same parts."""
MEANT = {**MEANINGS, **SENTENCES}
"""What conditions mean, card by card: those of the grammar and those in players' words."""
DEAR_TO_LAY_OUT = (
    "neither has a trio",
    "elder has 2 trios",
    "elder has no trio",
    "elder's point is better than younger's",
    "elder pips > younger pips",
    "elder has a shorter sequence than younger",
    "elder_value>=15&&younger_value>=15",
    "elder value >= 30 and AS, younger has KS",
    "elder's hand is worth at least 40",
    "elder value > 40",
    "the dealer has 3 aces or pone has 3 aces",
)
"""As others, with seconds of counting: their own deals are dealt in the slow suite, as are those
of most sentences, which are made of the same parts."""


def as_sets(elder, younger, pack=32):
    talon = pack_mask(pack) & ~(int(elder) | int(younger))
    return tuple(
        {format_card(card) for card in iterate_cards(int(cards))}
        for cards in (elder, younger, talon)
    )


@cache
def deal_plainly():
    """Deals under no condition."""
    dealt = np.array([deal_cards(32, 77, number)[:2] for number in range(PLAIN)])
    return dealt, [as_sets(*hands) for hands in dealt.tolist()]


@cache
def judge_card_by_card(text):
    """In which of these deals a condition holds, by the meaning of its words."""
    _, cards = deal_plainly()
    deals = PLAIN if text in MEANINGS else FEW
    return np.array([bool(MEANT[text](*one)) for one in cards[:deals]])


# Where deals of a condition are found: several texts may be read as the same one.
allot_reading = cache(allot)


# ---- What the words mean ------------------------------------------------------------------------
@pytest.mark.parametrize("text", MEANT)
def test_condition__means_what_it_says(text):
    """Truth by masks against truth card by card, of the opposite, and back from its reading."""
    is_meant = judge_card_by_card(text)
    elder, younger = deal_plainly()[0][: len(is_meant)].T
    talon = pack_mask(32) & ~(elder | younger)
    condition, cards = read_condition(text), DealtCards(elder, younger, talon)
    assert (condition.holds(cards, RUBICON) == is_meant).all()
    assert (condition.deny().holds(cards, RUBICON) == ~is_meant).all()
    assert read_condition(say_condition(condition)) == condition


@pytest.mark.parametrize(
    "text",
    [
        text
        if text in [*MEANINGS, *[*SENTENCES][::4]] and text not in DEAR_TO_LAY_OUT
        else pytest.param(text, marks=pytest.mark.slow)
        for text in MEANT
    ],
)
def test_condition__has_deals_that_meet_it_and_their_probability(text):
    """Its own deals card by card, and the probability against the frequency."""
    found = allot_reading(say_condition(read_condition(text)))
    sample, attempts = found.deal(5, 0, 300)
    assert all(MEANT[text](*as_sets(*hands)) for hands in sample[:, :2].tolist())
    is_meant = judge_card_by_card(text)
    frequency, deals = is_meant.mean(), len(is_meant)
    probability = float(found.counted) * 300 / attempts
    error = sqrt(frequency * (1 - frequency) / deals + 1e-10)
    if found.rejected:
        error += probability * sqrt((1 - 300 / attempts) / 300)
    else:
        assert attempts == 300
    assert abs(probability - frequency) < 4.5 * error + 3 / deals


# ---- How many deals -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "attributes", "is_meant"),
    [
        ("elder has carte blanche", ["carte_blanche"], bool),
        ("younger has a huitieme", ["best_sequence"], lambda length: length == 8),
        ("elder has quatorzes>=2", ["quatorzes"], lambda sets: sets > 1),
        ("elder has trios>=3", ["trios"], lambda sets: sets > 2),
        ("younger has a void", ["voids"], bool),
        ("elder longest_suit>=7", ["longest_suit"], lambda cards: cards > 6),
        ("elder value>=45", ["value"], lambda value: value >= 45),
        ("younger value=30", ["value"], lambda value: value == 30),
        ("elder has carte blanche and 4 aces", ["aces", "carte_blanche"], lambda both: all(both)
         and both[0] == 4),
        ("elder courts>=8", ["courts"], lambda cards: cards > 7),
        ("elder: longest_suit=4, pips=41", ["point"], lambda point: point == 4 << 8 | 41),
        ("elder: longest_suit=5, pips=49", ["point"], lambda point: point == 5 << 8 | 49),
        ("elder: longest_suit=8, pips=75", ["point"], lambda point: point == 8 << 8 | 75),
        ("younger pips = 54", ["point"], lambda point: point & 255 == 54),
        ("younger pips = 68", ["point"], lambda point: point & 255 == 68),
        ("elder has a point worth at least 49", ["point"], lambda point: point & 255 >= 49),
    ],
)  # fmt: skip
def test_probability__is_that_of_the_census(text, attributes, is_meant):
    count = count_hands_by if len(attributes) == 1 else count_hands_jointly
    hands = sum(n for value, n in count(*attributes).items() if is_meant(value))
    assert allot(text).probability == Fraction(hands, comb(32, 12))


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("elder has AKJ.AQJ8.98.J87", comb(20, 12)),
        ("younger has AKJ.AQJ8.98.J87", comb(20, 12)),
        ("elder has AKJ.AQJ8.98.J87, younger has T7.T97.AQJT.KQT", 1),
        ("talon has 9S 8S KH 9C KD QS AC 7D", comb(24, 12)),
        ("elder has AS, younger has KS, talon has QS", comb(29, 11) * comb(18, 11)),
        ("elder lacks AS and younger lacks AS", comb(31, 12) * comb(19, 12)),
        ("younger has 2 aces and elder has 2 aces",
         comb(4, 2) * comb(28, 10) * comb(18, 10)),
        ("elder has 8 spades and younger has 8 hearts",
         comb(16, 4) * comb(12, 4)),
        ("talon has 8 spades", comb(24, 12)),
    ],
)  # fmt: skip
def test_deals__counted_by_hand(text, deals):
    found = allot(text)
    assert found.probability == Fraction(deals, count_deals())
    assert found.ways.deals == deals


@pytest.mark.parametrize(
    "text",
    [
        "both have carte blanche",
        "elder has 9 spades",
        "elder has AS and younger has AS",
        "elder has AS and talon has AS",
        "elder has 5 aces",
        "elder has 7+ spades and 6+ hearts",
        "talon has 9 courts",
        "elder value>=58",
        "elder has AS AH AD AC KS KH KD KC QS QH QD QC JS",
        "elder has carte blanche and a quint",
        "elder has a quatorze and voids>=1",
    ],
)
def test_deals__that_cannot_be(text):
    with pytest.raises(InputError, match="impossible with 32 cards"):
        allot(text)


def test_deals__that_are_not_found(monkeypatch):
    assert allot("both have carte blanche", RUBICON.replace(pack=36)).probability > 0
    with pytest.raises(InputError, match="counted as under rubicon"):
        allot("elder has a quint", find_rules("cotton_1674"))
    monkeypatch.setattr(dealing, "_MOST_ATTEMPTS", 1 << 17)
    with pytest.raises(InputError, match="not met once in"):
        allot("elder trios > younger trios and younger trios > elder trios")


# ---- What is counted although its deals are found by rejection ----------------------------------
COUNTED_TWICE = (
    "elder has a quatorze",
    "elder has 3 aces and a trio",
    "elder value>=45",
    "elder has 4 aces or younger has 4 kings",
    "elder aces > younger kings",
)


@pytest.mark.parametrize(
    ("text", "pack"),
    [
        *((text, 32) for text in COUNTED_TWICE),
        *(pytest.param(text, 36, marks=pytest.mark.slow) for text in COUNTED_TWICE[1:]),
        ("elder has a quatorze", 36), ("elder has carte blanche", 36),
    ],
)  # fmt: skip
def test_share__is_the_count_where_both_count(text, pack):
    rules = RUBICON.replace(pack=pack)
    assert find_share(read_condition(text, pack), rules) == allot(text, rules).probability


def test_bounds__said_apart_are_met_together():
    found = allot("elder aces >= 2 and (elder aces <= 3 or younger kings >= 4)").probability
    few = Fraction(sum(comb(4, aces) * comb(28, 12 - aces) for aces in (2, 3)), comb(32, 12))
    both = Fraction(comb(24, 8) * comb(16, 8), comb(32, 12) * comb(20, 12))
    assert found == few + both


@pytest.mark.parametrize(
    "text", ["elder point > younger point", "elder has AS", "elder value > younger value"]
)
def test_share__is_none_of_what_is_not_counted(text):
    assert find_share(read_condition(text), RUBICON) is None


def test_answer__is_exact_where_deals_are_rejected():
    text = "elder trios > younger trios"
    given = simulate("random", "random", n=200, given=text, threads=1).given()
    assert given["method"] == "rejection"
    share = find_share(read_condition(text), RUBICON)
    assert given["probability"]["numerator"] == share.numerator
    assert "se" not in given["probability"]


@pytest.mark.parametrize(("rarer", "other"), [("elder", "younger"), ("younger", "elder")])
def test_share__of_the_rarer_seat_is_dealt_and_the_other_rejected(rarer, other, monkeypatch):
    text = f"{rarer} has a quint and {other} has 5+ spades"
    whole = allot(text)
    assert not whole.rejected
    monkeypatch.setattr(counting, "_MOST_EDGES", 1_000)
    some = allot(text)
    assert [one.place for one in some.rejected] == [other]
    share, right = 5_000 / some.deal(3, 0, 5_000)[1], float(whole.counted / some.counted)
    assert abs(share - right) < 4 * right * sqrt((1 - right) / 5_000)


# ---- That all of them come up alike ------------------------------------------------------------
def _chi_square(counts, expected):
    observed = np.array([counts[key] for key in expected])
    wanted = np.array(list(expected.values()))
    assert sum(counts.values()) == observed.sum(), "something was dealt that cannot be"
    statistic = ((observed - wanted) ** 2 / wanted).sum()
    return chi2.sf(statistic, len(wanted) - 1)


def test_dealing__every_hand_of_a_small_condition_alike():
    """Elder has ten given cards: 231 hands, and the rest uniform as well."""
    n = 23_100
    known = parse_hand("AKQJT.AKQJT..")
    found = allot("elder has AKQJT.AKQJT..")
    cards, _ = found.deal(9, 0, n)
    others = [card for card in iterate_cards(pack_mask(32)) if not card & known]
    hands = Counter((cards[:, 0] & ~known).tolist())
    expected = {one | two: n / comb(22, 2) for one, two in combinations(others, 2)}
    assert _chi_square(hands, expected) > 1e-4
    younger = Counter(card for hand in cards[:, 1].tolist() for card in iterate_cards(hand))
    for card in others:
        total = n - np.count_nonzero(cards[:, 0] & card)
        assert abs(younger[card] - total * 0.6) < 4.5 * sqrt(total * 0.24)
    places = Counter((order & 15, order >> 4 & 15) for order in cards[:, 2].tolist())
    pairs = {(a, b): n / 56 for a in range(8) for b in range(8) if a != b}
    assert _chi_square(places, pairs) > 1e-4
    cards[: n // 10] = cards[0]  # if the first of all ways came up a tenth too often
    assert _chi_square(Counter((cards[:, 0] & ~known).tolist()), expected) < 1e-4


@pytest.mark.parametrize(
    "text",
    [
        "elder has 2 aces and younger has 2 aces",
        "elder aces = younger aces and elder has 2 aces",
        "younger has 2 aces, elder has AS AH",
    ],
)
def test_dealing__joint_numbers_follow_the_hypergeometric_law(text):
    """How many kings each has, given the aces: exact probabilities."""
    n = 20_000
    cards, _ = allot(text).deal(4, 0, n)
    kings = parse_hand("K.K.K.K")
    counts = Counter(
        zip(
            np.bitwise_count(cards[:, 0] & kings).tolist(),
            np.bitwise_count(cards[:, 1] & kings).tolist(),
            strict=True,
        )
    )
    of = comb(28, 10) * comb(18, 10)
    expected = {
        (one, two): n * comb(4, one) * comb(24, 10 - one) * comb(4 - one, two)
        * comb(14 + one, 10 - two) / of
        for one in range(5)
        for two in range(5 - one)
    }  # fmt: skip
    if rare := {key for key, value in expected.items() if value < 5}:
        expected["rare"] = sum(expected.pop(key) for key in rare)
        counts["rare"] = sum(counts.pop(key, 0) for key in rare)
    assert _chi_square(counts, expected) > 1e-4


@pytest.mark.parametrize("text", ["elder has carte blanche", "elder aces > younger aces"])
def test_dealing__depends_on_the_number_alone(text):
    found = allot(text)
    whole, attempts = found.deal(8, 0, 500)
    parts = [found.deal(8, first, 100) for first in (400, 0, 100, 300, 200)]
    assert (np.concatenate([parts[k][0] for k in (1, 2, 4, 3, 0)]) == whole).all()
    assert sum(tried for _, tried in parts) == attempts
    assert (allot(text).deal(9, 0, 500)[0] != whole).any()


def test_simulation__given_a_rare_holding_agrees_with_exact_odds():
    """Elder with carte blanche shows it always; his aces follow the exact law."""
    result = simulate(given="elder has carte blanche", n=30_000)
    estimates = result.estimates
    assert estimates["elder_carte_blanche"].exact == 1 == estimates["elder_carte_blanche"].value
    assert estimates["younger_carte_blanche"].exact == 0
    share = result.shares_of_all()["elder_carte_blanche"]
    assert share["value"] == pytest.approx(323 / 578956)
    estimate = simulate(given="elder courts<=1", n=30_000).estimates["elder_carte_blanche"]
    assert 0 < estimate.exact < 1
    assert abs(estimate.z) < 4


def test_simulation__given_keeps_what_makes_runs_repeat():
    simulation = Simulation("club", "novice", seed=3, mirrored=True, given="elder has a quint")
    one, two = (run_simulation(simulation, 10_000, threads=threads) for threads in (1, 2))
    assert one.tally == two.tally
    records = simulation.record_units(0, 10)
    for index in (0, 1, 7, 19):
        assert simulation.replay_deal(index).record["elder_dealt"] == records["elder_dealt"][index]
    assert (records["elder_dealt"][::2] == records["elder_dealt"][1::2]).all()
    # What is laid out stays while the rules do.
    assert replace(simulation, mirrored=False, seed=2, younger="novice").given is simulation.given
    assert replace(
        Simulation(given="elder has 4 aces"), rules=RuleSet(pack=36)
    ).given.probability == (Fraction(comb(32, 8), comb(36, 12)))
