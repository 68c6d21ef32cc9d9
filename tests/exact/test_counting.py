"""What can be counted: the census of hands, who is good, the odds of the draw."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, prod, sqrt

import naive_odds
import numpy as np
import pytest
from naive_worlds import named

from piquet_sim.deals.simulation import Simulation
from piquet_sim.exact import census, draw_odds, odds, who_is_good
from piquet_sim.exact.census import count_kinds_of_hands
from piquet_sim.game.cards import PACK_32_MASK, iterate_cards, parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.kernel.deal.calls import RESULT_NAMES, compare
from piquet_sim.kernel.deal.holdings import evaluate_hand

PACK = list(iterate_cards(PACK_32_MASK))
HAND = parse_hand("AKJ.AQJ8.98.J87")


def _random_hand(luck, cards=12):
    return sum(luck.sample(PACK, cards))


# ---- Census -------------------------------------------------------------------------------------
def test_census__agrees_with_hands_drawn_and_described_by_the_reference():
    luck = random.Random(1)
    n = 4000
    seen = {name: {} for name in census.ATTRIBUTES}
    joint = {}
    for _ in range(n):
        told = naive_odds.hand_attributes(named(_random_hand(luck)))
        told["point"] = told.pop("point_cards") << 8 | told.pop("point_pips")
        assert set(told) == set(census.ATTRIBUTES)
        for name, value in told.items():
            seen[name][value] = seen[name].get(value, 0) + 1
        pair = told["voids"], told["value"]
        joint[pair] = joint.get(pair, 0) + 1
    counts = census.count_all()
    assert set(counts) == set(census.ATTRIBUTES)
    pairs = census.count_hands_jointly("voids", "value")
    every = census.count_hands()
    for exact, drawn in [(pairs, joint), *((counts[name], seen[name]) for name in counts)]:
        assert sum(exact.values()) == every
        assert set(drawn) <= set(exact)
        for value, hands in exact.items():
            p = hands / every
            if n * p > 10:
                z = (drawn.get(value, 0) - n * p) / sqrt(n * p * (1 - p))
                assert abs(z) < 4.8, (value, z)


def test_census__has_its_closed_forms():
    table = census.census_table(census.count_all(), RUBICON)
    assert (table.groupby("attribute")["hands"].sum() == 225_792_840).all()
    blanche = table[(table.attribute == "carte_blanche") & (table.value == 1)].iloc[0]
    assert round(blanche.one_in, 1) == 1792.4
    assert census.count_hands() == 225_792_840
    assert census.count_hands_by("carte_blanche")[1] == comb(20, 12) == 125_970
    assert census.carte_blanche_probability() == Fraction(125_970, 225_792_840)
    assert census.carte_blanche_probability(36) == Fraction(comb(24, 12), comb(36, 12))
    for name, cards in (("aces", 4), ("courts", 12)):
        others = 32 - cards
        assert census.count_hands_by(name) == {
            k: comb(cards, k) * comb(others, 12 - k) for k in range(cards + 1)
        }
    assert census.count_hands_by("aces")[4] == comb(28, 8) == 3_108_105
    assert census.count_hands_jointly("aces", "carte_blanche")[4, 1] == comb(16, 8)
    assert max(census.count_hands_by("value")) == 57
    assert max(census.count_hands_by("courts", RuleSet(pack=36))) == 12
    # Inclusion and exclusion over the five ranks that make quatorzes, and over the suits.
    quatorzes = census.count_hands_by("quatorzes")
    assert quatorzes[3] == comb(5, 3)
    assert sum(k * n for k, n in quatorzes.items()) == 5 * comb(28, 8)
    assert sum(k * n for k, n in census.count_hands_by("trios").items()) == 5 * 4 * comb(28, 9)
    voids = census.count_hands_by("voids")
    assert sum(k * n for k, n in voids.items()) == 4 * comb(24, 12)
    assert sum(comb(k, 2) * n for k, n in voids.items()) == comb(4, 2) * comb(16, 12)
    longest = census.count_hands_by("longest_suit")
    assert longest[8] == 4 * comb(24, 4)
    assert longest[7] == 4 * 8 * comb(24, 5)
    assert longest[3] == comb(8, 3) ** 4
    assert census.count_hands_by("best_sequence")[8] == 4 * comb(24, 4)


# ---- Who is good --------------------------------------------------------------------------------
def test_precedence__agrees_with_dealt_hands():
    n, laws = 20_000, RUBICON.laws()
    records = Simulation("random", "random", seed=3).record_units(0, n)
    counts = np.zeros((3, 4), np.int64)
    for dealt in records[["elder_dealt", "younger_dealt"]].tolist():
        mine, theirs = (evaluate_hand(laws, hand) for hand in dealt)
        for row in range(len(counts)):
            counts[row, compare(mine[row], theirs[row])] += 1
    checked = 0
    for row, kind in enumerate(who_is_good.CLASSES):
        compared = who_is_good.compare_class(kind)
        assert sum(compared.count().values()) == who_is_good.count_deals() == 28_443_124_054_800
        for place, result in enumerate(RESULT_NAMES):
            p = compared.count()[result] / compared.of
            if p:
                z = (counts[row, place] - n * p) / sqrt(n * p * (1 - p))
                assert abs(z) < 4, (kind, result, z)
                # A wrong engine is noticed: one that takes equals for elder's would be far out.
                checked += 1
            else:
                assert counts[row, place] == 0
    assert checked == 10


def test_precedence__of_what_elder_holds():
    """A huitième is beaten by none and equalled by another only; a point by listing hands."""
    sequences = who_is_good.compare_class("sequence")
    huitieme = 8 << 4 | 8
    counts = sequences.count(huitieme)
    assert counts["younger"] == 0
    assert sum(counts.values()) == 4 * comb(24, 4) * comb(20, 12)
    # Younger too: elder's suit, hers, four of the other sixteen each; two suits complete of
    # elder's are not possible in twelve cards.
    assert counts["equal"] == 4 * 3 * comb(16, 4) * comb(12, 4)
    by_elder = who_is_good.compare_class("point").deals.sum(axis=1)
    points = [int(n) // comb(20, 12) for n in by_elder if n]
    assert points == list(census.count_hands_by("point").values())
    with pytest.raises(InputError, match="did you mean 'point'"):
        who_is_good.compare_class("pont")
    with pytest.raises(InputError, match="no hand has"):
        who_is_good.compare_class("point").count(0)


# ---- Odds of the draw ---------------------------------------------------------------------------
def test_odds__of_a_discard_agree_with_all_draws_listed():
    luck = random.Random(7)
    cases = [(HAND, "elder", None, parse_hand("K..98.8"))]
    for number in (1, 2, 3):
        hand = _random_hand(luck)
        discard = sum(luck.sample(list(iterate_cards(hand)), number))
        seat, took = luck.choice([("elder", None), ("younger", 4)])
        cases.append((hand, seat, took, discard))
    for hand, seat, took, discard in cases:
        found = draw_odds.find_odds(hand, discard, seat, took)
        draws, events, mean = naive_odds.draw_events(named(hand), named(discard))
        assert found.draws == draws
        assert found.events == events
        assert found.value_mean == mean


def test_discards__every_legal_one_is_ranked():
    ranked = draw_odds.rank_discards(HAND)
    assert len(ranked) == 1585 == sum(comb(12, number) for number in range(1, 6))
    means = [one.value_mean for one in ranked]
    assert means == sorted(means, reverse=True)
    again = draw_odds.find_odds(HAND, ranked[0].discard)
    assert again.events == ranked[0].events
    for aim in draw_odds.EVENTS:
        rates = [
            (one.rate(aim), one.value_mean)
            for one in draw_odds.rank_discards(HAND, aim, "younger", 5)
        ]
        assert len(rates) == sum(comb(12, number) for number in range(1, 4))
        assert rates == sorted(rates, reverse=True)
    assert len(draw_odds.rank_discards(HAND, seat="younger", took=3)) == 1585


def test_named_odds__are_those_of_listing():
    for wanted, at_least, drawn in [(1, 1, 5), (4, 2, 5), (3, 1, 3), (8, 3, 4)]:
        draws = list(combinations(range(20), drawn)) if drawn < 5 else None
        exact = odds.named_odds(wanted, at_least, drawn)
        if draws:
            hits = sum(sum(card < wanted for card in draw) >= at_least for draw in draws)
            assert exact == Fraction(hits, len(draws))
    assert odds.named_odds(1, 1, 5) == Fraction(1, 4)
    assert odds.named_odds(2, 2, 5) == Fraction(1, 19)
    for wrong in [(21, 1, 5), (4, 5, 5), (4, 1, 21), (-1, 0, 5)]:
        with pytest.raises(InputError):
            odds.named_odds(*wrong)


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(0), "impossible"),
        (Fraction(1), "certain"),
        (Fraction(1, 2), "an even chance"),
        (Fraction(1, 4), "3 to 1 against"),
        (Fraction(3, 4), "3 to 1 on"),
        (Fraction(3, 20), "17 to 3 against"),
        (Fraction(29, 57), "29 to 28 on"),
        (Fraction(1, 15504), "15,503 to 1 against"),
        (Fraction(137, 228), "about 3 to 2 on"),
        (Fraction(499, 1000), "a little less than even"),
    ],
)
def test_odds__said_as_the_books_do(chance, said):
    assert odds.say_odds(chance) == said


# ---- Rules that are not those of Rubicon --------------------------------------------------------
def test_census__under_other_worths_still_counts_every_hand():
    for options in ({"quatorze_scores": 250}, {"trio_scores": 250, "quatorze_scores": 0}):
        rules = RUBICON.replace(**options)
        values = census.count_hands_by("value", rules)
        assert sum(values.values()) == census.count_hands()
        mean = Fraction(sum(value * n for value, n in values.items()), census.count_hands())
        assert mean == census.value_mean(rules)
    with pytest.raises(InputError, match="two different attributes"):
        census.joint_table("aces", "aces")
    with pytest.raises(InputError, match="did you mean 'aces'"):
        census.count_hands_by("acs")
    joint = census.joint_table("trios", "quatorzes")
    assert list(joint.sum(axis=1)) == list(census.count_hands_by("trios").values())
    other = RUBICON.replace(sequence_scores=(9, 9, 9, 9, 9, 9, 9))
    for count in (lambda: census.count_hands_by("value", other),
                  lambda: draw_odds.rank_discards(HAND, rules=other)):  # fmt: skip
        with pytest.raises(InputError, match="sequence_scores"):
            count()
    table = census.census_table(census.count_all(RuleSet(pack=36)), RuleSet(pack=36))
    assert (table.groupby("attribute")["probability"].sum().round(9) == 1).all()


def test_odds__count_only_sets_that_the_rules_count():
    rules = RUBICON.replace(lowest_set="K")
    found = draw_odds.find_odds(HAND, parse_hand("K..98.87"), rules=rules)
    plain = draw_odds.find_odds(HAND, parse_hand("K..98.87"))
    assert found.events["quatorze:J"] == found.events["trio:T"] == 0 < plain.events["quatorze:J"]
    assert found.events["any_quatorze"] == plain.events["quatorze:A"] + plain.events["quatorze:K"]


@pytest.mark.parametrize(("pack", "ranks"), [(32, 8), (36, 9)])
def test_kinds_of_hands__are_the_choices_of_four_suits_in_no_order(pack, ranks):
    kinds = 0
    for sizes in combinations_with_replacement(range(ranks + 1), 4):
        if sum(sizes) == 12:
            # Of suits with as many cards, each a choice of ranks, the order does not matter.
            kinds += prod(
                comb(comb(ranks, size) + alike - 1, alike) for size, alike in Counter(sizes).items()
            )
    assert count_kinds_of_hands(pack) == kinds
