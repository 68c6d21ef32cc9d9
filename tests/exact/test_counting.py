"""What can be counted: the census of hands, who is good, the odds of the draw, columns of hands.

Covers `exact.census`, `exact.odds`, `exact.draw_odds`, `exact.kernel_laws`, `exact.asking_hands`,
`kernel.counting.census`.
"""

import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pandas as pd
import pytest
from command_line import refuses
from naive_hand import NEEDED, NaiveHand
from naive_worlds import named
from reference_hands import SUITS

from piquet_sim import ACE, KING, count_rank
from piquet_sim.deals.simulation import Simulation
from piquet_sim.exact import census, draw_odds, odds, who_is_good
from piquet_sim.exact.asking_hands import cards_of_rank, hand_value, longest_suit
from piquet_sim.game.cards import PACK_32_MASK, iterate_cards, parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.kernel.deal.calls import RESULT_NAMES, compare
from piquet_sim.kernel.deal.holdings import evaluate_hand

PACK = list(iterate_cards(PACK_32_MASK))
HAND = parse_hand("AKJ.AQJ8.98.J87")


# ---- Census -------------------------------------------------------------------------------------
def test_census__agrees_with_hands_drawn_and_described_by_the_reference():
    luck, n, drawn = random.Random(1), 4000, defaultdict(Counter)
    counts = {**census.count_all(), "both": census.count_hands_jointly("voids", "value")}
    for _ in range(n):
        hand = NaiveHand(named(sum(luck.sample(PACK, 12))))
        (cards, pips), both = hand.point, (hand.voids, hand.value)
        told = dict(vars(hand), point=cards << 8 | pips, sequences=hand.sequence_points, both=both)
        for name in counts:
            drawn[name][told[name]] += 1
    assert len(counts) == 12
    for name, exact in counts.items():
        assert sum(exact.values()) == census.count_hands() == 225_792_840
        assert set(drawn[name]) <= set(exact)
        for value, hands in exact.items():
            p = hands / census.count_hands()
            assert abs(drawn[name][value] - n * p) < 4.8 * sqrt(n * p * (1 - p)) or n * p < 10, (
                name,
                value,
            )


@pytest.mark.parametrize(
    ("attribute", "times", "hands"),
    [
        ("carte_blanche", {1: 1}, 125_970),
        *(("aces", {aces: 1}, comb(4, aces) * comb(28, 12 - aces)) for aces in range(5)),
        *(("courts", {held: 1}, comb(12, held) * comb(20, 12 - held)) for held in range(13)),
        ("quatorzes", {3: 1}, comb(5, 3)),
        ("longest_suit", {8: 1}, 4 * comb(24, 4)),
        ("longest_suit", {7: 1}, 4 * 8 * comb(24, 5)),
        ("longest_suit", {3: 1}, comb(8, 3) ** 4),
        ("best_sequence", {8: 1}, 4 * comb(24, 4)),
        # Inclusion and exclusion over the five ranks that make quatorzes, and over the suits.
        ("quatorzes", {1: 1, 2: 2, 3: 3}, 5 * comb(28, 8)),
        ("trios", {1: 1, 2: 2, 3: 3, 4: 4}, 5 * 4 * comb(28, 9)),
        ("voids", {1: 1, 2: 2}, 4 * comb(24, 12)),
        ("voids", {2: 1}, comb(4, 2) * comb(16, 12)),
    ],
)
def test_census__has_its_closed_forms(attribute, times, hands):
    """Hands with each value, counted so many times."""
    counts = census.count_hands_by(attribute)
    assert sum(counts[value] * number for value, number in times.items()) == hands


def test_census__of_carte_blanche_and_in_other_packs():
    table = census.census_table(census.count_all(), RUBICON)
    assert (
        round(table[(table.attribute == "carte_blanche") & (table.value == 1)].iloc[0].one_in, 1),
        (census.carte_blanche_probability(), census.carte_blanche_probability(36)),
        census.count_hands_jointly("aces", "carte_blanche")[4, 1],
        max(census.count_hands_by("value")),
    ) == (1792.4, tuple(Fraction(comb(n - 12, 12), comb(n, 12)) for n in (32, 36)), comb(16, 8), 57)
    joint, other = census.joint_table("trios", "point"), RuleSet(pack=36)
    assert (list(joint.sum(axis=1)), [*joint.columns][-1], len(joint.columns)) == (
        list(census.count_hands_by("trios").values()),
        "8 cards, 75",
        len(census.count_hands_by("point")),
    )
    table = census.census_table(census.count_all(other), other)
    assert (table.groupby("attribute")["probability"].sum().round(9) == 1).all()


# ---- Who is good --------------------------------------------------------------------------------
def test_precedence__agrees_with_dealt_hands():
    n, laws, counts = 8_000, RUBICON.laws(), Counter()
    records = Simulation("random", "random", seed=3).record_units(0, n)
    for dealt in records[["elder_dealt", "younger_dealt"]].tolist():
        mine, theirs = (evaluate_hand(laws, hand) for hand in dealt)
        for kind, *both in zip(who_is_good.CLASSES, mine, theirs, strict=False):
            counts[kind, RESULT_NAMES[compare(*both)]] += 1
    for kind in who_is_good.CLASSES:
        compared = who_is_good.compare_class(kind)
        assert sum(compared.count().values()) == who_is_good.count_deals() == 28_443_124_054_800
        for result in RESULT_NAMES:
            p = compared.count()[result] / who_is_good.count_deals()
            assert abs(counts[kind, result] - n * p) <= 4 * sqrt(n * p * (1 - p)), (kind, result)


def test_precedence__of_what_elder_holds():
    """A huitième is beaten by none and equalled by another only; a point by listing hands."""
    counts = who_is_good.compare_class("sequence").count(8 << 4 | 8)
    assert (counts["younger"], sum(counts.values())) == (0, 4 * comb(24, 4) * comb(20, 12))
    # Younger too: elder's suit, hers, four of the other sixteen each; two suits complete of
    # elder's are not possible in twelve cards.
    assert counts["equal"] == 4 * 3 * comb(16, 4) * comb(12, 4)
    assert [int(n) for n in who_is_good.compare_class("point").deals.sum(axis=1) if n] == [
        n * comb(20, 12) for n in census.count_hands_by("point").values()
    ]
    with pytest.raises(InputError, match="no hand has"):
        who_is_good.compare_class("point").count(0)


# ---- Odds of the draw ---------------------------------------------------------------------------
def list_events(hand):
    """Which events of the odds a hand has, by name."""
    found, ranks = NaiveHand(hand), Counter(card[0] for card in hand)
    return [
        *(f"point>={size}" for size in range(3, found.longest_suit + 1)),
        *(f"sequence>={size}" for size in range(3, found.best_sequence + 1)),
        *(f"trio:{rank}" for rank in "TJQKA" if ranks[rank] == 3),
        *(f"quatorze:{rank}" for rank in "TJQKA" if ranks[rank] == 4),
        *(f"guard:{suit}" for suit in SUITS if any(found.guards(r + suit) for r in NEEDED)),
        *(["any_quatorze"] if found.quatorzes else []),
    ]


def test_odds__of_a_discard_agree_with_all_draws_listed():
    cases = [(HAND, "elder", None, parse_hand("K..98."))]
    for number, asked in enumerate([("elder", None), ("younger", 4), ("younger", 4)], 1):
        hand = random.Random(number).sample(PACK, 12)
        cases.append((sum(hand), *asked, sum(hand[:number])))
    for hand, seat, took, discard in cases:
        found = draw_odds.find_odds(hand, discard, seat, took)
        unseen, kept = sorted(named(PACK_32_MASK & ~hand)), named(hand & ~discard)
        draws = [kept.union(draw) for draw in combinations(unseen, discard.bit_count())]
        assert (found.draws, found.events, found.value_mean) == (
            len(draws),
            dict.fromkeys(draw_odds.EVENTS, 0)
            | Counter(event for full in draws for event in list_events(full)),
            Fraction(sum(NaiveHand(one).value for one in draws), len(draws)),
        )


def test_discards__every_legal_one_is_ranked():
    means = [one.value_mean for one in draw_odds.rank_by_value(HAND)]
    assert (len(means), means, len(draw_odds.rank_by_value(HAND, "younger", 5))) == (
        sum(comb(12, number) for number in range(1, 6)),
        sorted(means, reverse=True),
        sum(comb(12, number) for number in range(1, 4)),
    )


@pytest.mark.parametrize(("wanted", "at_least", "drawn"), [(1, 1, 5), (2, 2, 5), (8, 3, 4)])
def test_named_odds__are_those_of_listing(wanted, at_least, drawn):
    hits = [
        sum(card < wanted for card in draw) >= at_least for draw in combinations(range(20), drawn)
    ]
    assert odds.named_odds(wanted, at_least, drawn) == Fraction(sum(hits), len(hits))


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
        (0.25, "3 to 1 against"),
        (np.float64(0.1), "9 to 1 against"),
        (0.9, "9 to 1 on"),
        (1.0, "certain"),
        (Fraction(137, 228), "about 3 to 2 on"),
        (Fraction(499, 1000), "a little less than even"),
    ],
)
def test_odds__said_as_the_books_do(chance, said):
    assert odds.say_odds(chance) == said


# ---- Rules that are not those of Rubicon --------------------------------------------------------
@pytest.mark.parametrize(
    "options", [{"quatorze_scores": 250}, {"trio_scores": 250, "quatorze_scores": 0}]
)
def test_census__under_other_worths_still_counts_every_hand(options):
    rules, hands = RUBICON.replace(**options), census.count_hands()
    values = census.count_hands_by("value", rules)
    mean = Fraction(sum(value * n for value, n in values.items()), hands)
    assert (sum(values.values()), mean) == (hands, census.value_mean(rules))


def test_odds__count_only_sets_that_the_rules_count():
    found = draw_odds.find_odds(HAND, parse_hand("K..98.87"), rules=RUBICON.replace(lowest_set="K"))
    plain = draw_odds.find_odds(HAND, parse_hand("K..98.87"))
    assert found.events["quatorze:J"] == found.events["trio:T"] == 0 < plain.events["quatorze:J"]
    assert found.events["any_quatorze"] == plain.events["quatorze:A"] + plain.events["quatorze:K"]


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("AKJ.AQJ8.98.J87", "got 'AKJ.AQJ8.98.J87'"),
        (-1, "got -1"),
        (8192, "got 8192"),
        (1.0, "got 1.0"),
        (True, "got True"),
        (None, "got None"),
        (pd.Series([1, 2]), "got a Series; ask(frame, 'elder.after.aces') asks a whole frame"),
        (np.array([1, 2]), "got a ndarray; ask(frame"),
        (pd.DataFrame({"elder_hand": [1]}), "expected one hand"),
    ],
)
def test_hand__that_is_none_is_refused_in_one_line(hand, said):
    for asked, *rank in ((count_rank, ACE), (cards_of_rank, KING), (longest_suit,), (hand_value,)):
        with refuses(said, start=asked.__name__):
            asked(hand, *rank)
    with refuses("expected a rank from 0 for the six to 8 for the ace"):
        count_rank(1, "A")
