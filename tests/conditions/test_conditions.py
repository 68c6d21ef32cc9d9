"""Conditions: what they mean, how many deals fulfil them, and that all of these come up alike.

Covers `conditions.model`, `conditions.attributes`, `conditions.share`,
`kernel.counting.conditional_dealing`.
"""

import ast
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, sqrt

import numpy as np
import pytest
from naive_hand import NaiveHand, judge
from naive_worlds import named
from scipy.stats import chi2

from piquet_sim import duel
from piquet_sim.conditions import counting, dealing
from piquet_sim.conditions.dealing import allot, count_deals
from piquet_sim.conditions.expression import read_given
from piquet_sim.conditions.model import DealtCards
from piquet_sim.conditions.sayings import say_nearest
from piquet_sim.conditions.share import find_share
from piquet_sim.deals.simulation import Simulation
from piquet_sim.exact.census import count_hands_by, count_hands_jointly
from piquet_sim.game.cards import iterate_cards, pack_mask, parse_hand
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet, find_rules
from piquet_sim.kernel.deal.dealing import deal_cards
from piquet_sim.running.run import simulate

CARRIED = {
    "elder has AS AH AD": "elder.has('AS AH AD')",
    "elder has S:AK H:A": "elder.has('AS KS AH')",
    "talon has AS, KH": "talon.has('AS KH')",
    "7C in the talon": "talon.has('7C')",
    "younger lacks AS AH": "younger.count('AS AH') == 0",
    "elder has 5+ spades": "elder.spades >= 5",
    "elder has 2-3 hearts, no club": "2 <= elder.hearts <= 3 and elder.clubs == 0",
    "younger has exactly 3 aces": "younger.aces == 3",
    "elder has 3 or more kings and at most 1 ten": "elder.kings >= 3 and elder.tens <= 1",
    "both hold two aces": "elder.aces == 2 and younger.aces == 2",
    "either has four aces": "elder.aces == 4 or younger.aces == 4",
    "elder has carte blanche": "elder.carte_blanche",
    "elder has no carte blanche and 2 courts": "elder.courts == 2",
    "elder has a quint": "elder.quints >= 1",
    "elder has two tierces": "elder.tierces == 2",
    "younger has a huitième": "younger.huitiemes == 1",
    "elder has a quatorze": "elder.quatorzes >= 1",
    "elder has 2 trios": "elder.trios == 2",
    "elder has no trio": "elder.trios == 0",
    "elder has a trio of kings": "elder.kings == 3",
    "elder has a quatorze of aces": "elder.aces == 4",
    "elder longest_suit>=7": "elder.longest_suit >= 7",
    "elder has best_sequence < 4": "elder.best_sequence <= 3",
    "younger has voids = 1": "younger.voids == 1",
    "elder value > 40": "elder.value >= 41",
    "elder value >= 30 and AS, younger has KS": (
        "elder.has('AS') and elder.value >= 30 and younger.has('KS')"
    ),
    "elder has 2 of AS KS QS JS": "elder.count('AS KS QS JS') == 2",
    "talon has 2+ aces": "talon.aces >= 2",
    "elder aces > younger aces": "elder.aces > younger.aces",
    "not (elder has AS or younger has AS)": "elder.count('AS') == 0 and younger.count('AS') == 0",
    "elder has a quint and younger has a quint": "elder.quints >= 1 and younger.quints >= 1",
    "elder has the ace of spades and the ten of hearts": "elder.has('AS TH')",
    "elder has a point of 6": "elder.longest_suit == 6",
    "elder longest suit >= 7": "elder.longest_suit >= 7",
    "elder has a tierce major": "elder.runs(3, to='A') >= 1",
    "younger has more than 2 aces": "younger.aces >= 3",
    "younger has fewer than 2 aces": "younger.aces <= 1",
    "not elder has AS KS": "elder.count('AS KS') <= 1",
    "elder has 2–3 aces": "2 <= elder.aces <= 3",
    "elder lacks aces and kings": "elder.aces == 0 and elder.kings == 0",
    "elder has no aces or kings": "elder.aces == 0 and elder.kings == 0",
    "elder has 3 of aces and kings": "elder.aces + elder.kings == 3",
    "elder has a quint in hearts": "elder.runs(5, 'H') == 1",
    "elder is void in clubs": "elder.clubs == 0",
    "the ace of spades is in the talon": "talon.has('AS')",
    "elder's point is at least 6": "elder.longest_suit >= 6",
    "elder has a suit of 5": "elder.suits(5) >= 1",
    "elder guards the king of hearts": "elder.has('KH') and elder.hearts >= 2",
    "the dealer has 3 aces or pone has 3 aces": "elder.aces == 3 or younger.aces == 3",
    "elder has a quint or a quatorze": "elder.quints >= 1 or elder.quatorzes >= 1",
    "elder has a tierce to the queen": "elder.runs(3, to='Q') >= 1",
    "elder has a quart minor": "elder.runs(4, to='T') >= 1",
    "younger has more hearts than elder": "elder.hearts < younger.hearts",
    "elder has as many aces as kings": "elder.aces == elder.kings",
    "elder longest_suit > younger longest_suit": "elder.longest_suit > younger.longest_suit",
    "neither has a trio": "elder.trios == 0 and younger.trios == 0",
    "elder trios > younger trios": "elder.trios > younger.trios",
    "nobody has AS or KS": "elder.count('AS KS') == 0 and younger.count('AS KS') == 0",
    "younger has a red king": "younger.count('KH KD') >= 1",
    "elder has no red king": "elder.count('KH KD') == 0",
    "elder has exactly one black queen": "elder.count('QS QC') == 1",
    "elder has at least 8 red cards": "elder.hearts + elder.diamonds >= 8",
    "elder has a red ace and a black king": (
        "elder.count('AH AD') >= 1 and elder.count('KS KC') >= 1"
    ),
    "elder has more red aces than younger": "elder.count('AH AD') > younger.count('AH AD')",
    "elder has A, K and Q of hearts": "elder.has('AH KH QH')",
    "elder has 10, 9 and 8 of spades": "elder.has('TS 9S 8S')",
    "elder has 9-10-J of hearts": "elder.has('JH TH 9H')",
    "elder has the ace, K and 10 of clubs": "elder.has('AC KC TC')",
    "elder has 7 and 8 of diamonds, younger has A and K of diamonds": (
        "elder.has('8D 7D') and younger.has('AD KD')"
    ),
    "elder has no hearts or no spades": "elder.spades == 0 or elder.hearts == 0",
    "younger has more aces than elder has kings": "elder.kings < younger.aces",
    "elder has fewer hearts than younger spades": "elder.hearts < younger.spades",
    "nobody has 4 aces": "elder.aces <= 3 and younger.aces <= 3",
    "neither has 4 kings": "elder.kings <= 3 and younger.kings <= 3",
    "elder does not have 4 tens": "elder.tens <= 3",
    "elder aces > elder of kings and queens": "elder.aces > elder.kings + elder.queens",
    "elder's longest suit is longer than younger's": "elder.longest_suit > younger.longest_suit",
    "elder has a longer suit than younger": "elder.longest_suit > younger.longest_suit",
    "elder has a shorter sequence than younger": "elder.best_sequence < younger.best_sequence",
    "elder's point is longer than younger's": "elder.longest_suit > younger.longest_suit",
    "elder's point is better than younger's": "elder.point > younger.point",
    "elder point = younger point": "elder.point == younger.point",
    "elder's point is worth at least 49": "elder.pips >= 49",
    "elder has a point of 4 and at most 38 pips": "elder.longest_suit == 4 and elder.pips <= 38",
    "younger has a point worth 54 to 57": "54 <= younger.pips <= 57",
    "elder pips > younger pips": "elder.pips > younger.pips",
    "elder's hand is worth at least 40": "elder.value >= 40",
    "elder has at least a quart": "elder.best_sequence >= 4",
    "elder_aces >= 2": "elder.aces >= 2",
    "elder_aces >= 2 && younger_kings = 1": "elder.aces >= 2 and younger.kings == 1",
    "elder has 4 aces || younger has 4 aces": "elder.aces == 4 or younger.aces == 4",
    "elder_value>=15&&younger_value>=15": "elder.value >= 15 and younger.value >= 15",
    "elder is not worth at least 20": "elder.value <= 19",
    "elder has a bare king": "elder.bare('K') >= 1",
    "elder has no bare king": "elder.bare('K') == 0",
    "younger has an unguarded queen": "younger.unguarded('Q') >= 1",
    "elder has an unguarded knave of clubs": "elder.has('JC') and 1 <= elder.clubs <= 3",
    "elder has a guarded king": "elder.guarded('K') >= 1",
}
"""Sentences of players, and how each is said as an expression: none of the package's."""
MEANT = tuple(dict.fromkeys(CARRIED.values()))
DEAR_TO_LAY_OUT = (
    "elder.aces >= 2 and younger.kings == 1",
    "elder.trios == 0 and younger.trios == 0",
    "elder.trios == 2",
    "elder.trios == 0",
    "elder.point > younger.point",
    "elder.pips > younger.pips",
    "elder.best_sequence < younger.best_sequence",
    "elder.value >= 15 and younger.value >= 15",
    "elder.has('AS') and elder.value >= 30 and younger.has('KS')",
    "elder.value >= 40",
    "elder.value >= 41",
    "elder.aces == 3 or younger.aces == 3",
)
"""As others, with seconds of counting: their own deals are dealt in the slow suite, as are those
of most sentences, which are made of the same parts."""


def name_hands(elder, younger):
    """The places of a deal by name."""
    hands = named(elder), named(younger), named(pack_mask(32) & ~elder & ~younger)
    return dict(zip(("elder", "younger", "talon"), map(NaiveHand, hands), strict=True))


@cache
def deal_plainly():
    """Deals under no condition: the hands, and the places by name."""
    dealt = np.array([deal_cards(32, 77, number)[:2] for number in range(1_000)])
    return dealt, [name_hands(*hands) for hands in dealt.tolist()]


@cache
def judge_card_by_card(text):
    """In which of these deals a condition holds, by Python's own reading of it."""
    code = compile(text, "", "eval")
    return np.array([judge(code, names) == 1 for names in deal_plainly()[1]])


count_once = cache(allot)
"""What several tests ask of a condition is counted and laid out for all of them."""


# ---- What the words mean ------------------------------------------------------------------------
@pytest.mark.parametrize("text", MEANT)
def test_condition__means_what_it_says(text):
    """Truth by masks against truth card by card, and of the opposite."""
    is_meant = judge_card_by_card(text)
    elder, younger = deal_plainly()[0].T
    talon = pack_mask(32) & ~(elder | younger)
    condition, cards = read_given(text)[0], DealtCards(elder, younger, talon)
    assert np.array_equal(
        [one.holds(cards, RUBICON) for one in (condition, condition.deny())], [is_meant, ~is_meant]
    )


def test_sentences__have_a_nearest_expression_that_can_be_read():
    """Which is right for a third of them, and is never taken without being typed."""
    right = 0
    for sentence, text in CARRIED.items():
        nearest = say_nearest(sentence)
        ast.parse(nearest or "0", mode="eval")
        with suppress(InputError):
            right += read_given(nearest)[0] == read_given(text)[0]
    assert right > len(CARRIED) / 3


@pytest.mark.parametrize(
    "text",
    [
        text
        if text in MEANT[::3] and text not in DEAR_TO_LAY_OUT
        else pytest.param(text, marks=pytest.mark.slow)
        for text in MEANT
    ],
)
def test_condition__has_deals_that_meet_it_and_their_probability(text):
    """Its own deals card by card, and the probability against the frequency."""
    found = count_once(text, RUBICON)
    sample, attempts = found.deal(5, 0, 300)
    assert all(judge(text, name_hands(*hands)) for hands in sample[:, :2].tolist())
    is_meant = judge_card_by_card(text)
    frequency, deals = is_meant.mean(), len(is_meant)
    probability = float(found.counted) * 300 / attempts
    error = sqrt(frequency * (1 - frequency) / deals + 1e-10)
    error += probability * sqrt((1 - 300 / attempts) / 300)  # none where no deal is rejected
    assert found.rejected or attempts == 300
    assert abs(probability - frequency) < 4.5 * error + 3 / deals


@pytest.mark.parametrize(
    ("text", "as_many"),
    [
        ("elder.aces - younger.aces >= 3", "elder.aces >= 3 and younger.aces == 0"),
        pytest.param(
            "elder.aces - younger.aces >= 2",
            " or ".join(f"elder.aces == {n} and younger.aces <= {n - 2}" for n in (2, 3, 4)),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "elder.aces - younger.aces > 0", "elder.aces > younger.aces", marks=pytest.mark.slow
        ),
        pytest.param(
            "max(elder.aces, younger.aces) == 4",
            "elder.aces == 4 or younger.aces == 4",
            marks=pytest.mark.slow,
        ),
        (
            "max(elder.count('AS KS'), younger.count('AS KS')) == 2",
            "elder.has('AS KS') or younger.has('AS KS')",
        ),
        (
            "elder.carte_blanche + younger.carte_blanche == 1",
            "elder.carte_blanche or younger.carte_blanche",
        ),
        ("elder.aces * elder.kings == 16", "elder.aces == 4 and elder.kings == 4"),
        ("elder.aces + elder.kings == 5", "elder.count('AS AH AD AC KS KH KD KC') == 5"),
        (
            "elder.longest_suit < younger.longest_suit and younger.longest_suit == 4",
            "elder.longest_suit == 3 and younger.longest_suit == 4",
        ),
    ],
)
def test_arithmetic__is_counted_exactly(text, as_many):
    one, two = count_once(text, RUBICON), count_once(as_many, RUBICON)
    assert (one.rejected, one.probability) == ((), two.probability)


def test_large_tree__is_dealt_by_rejection_at_once():
    found = allot("elder.pips_in('S') % 5 + younger.pips_in('H') % 7 == 3")
    assert (len(found.rejected), sum(1 for _ in found.condition.leaves()) > 200) == (1, True)


# ---- How many deals -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "attributes", "is_meant"),
    [
        ("elder.carte_blanche", ["carte_blanche"], bool),
        ("younger.huitiemes == 1", ["best_sequence"], lambda length: length == 8),
        ("elder.quatorzes >= 2", ["quatorzes"], lambda sets: sets > 1),
        ("elder.trios >= 3", ["trios"], lambda sets: sets > 2),
        ("younger.voids >= 1", ["voids"], bool),
        ("elder.longest_suit >= 7", ["longest_suit"], lambda cards: cards > 6),
        ("elder.value >= 45", ["value"], lambda value: value >= 45),
        pytest.param(
            *("younger.value == 30", ["value"], lambda value: value == 30), marks=pytest.mark.slow
        ),
        (
            "elder.carte_blanche and elder.aces == 4",
            ["aces", "carte_blanche"],
            lambda both: all(both) and both[0] == 4,
        ),
        ("elder.courts >= 8", ["courts"], lambda cards: cards > 7),
        (
            "elder.longest_suit == 4 and elder.pips == 41",
            ["point"],
            lambda point: point == 4 << 8 | 41,
        ),
        (
            "elder.longest_suit == 5 and elder.pips == 49",
            ["point"],
            lambda point: point == 5 << 8 | 49,
        ),
        (
            "elder.longest_suit == 8 and elder.pips == 75",
            ["point"],
            lambda point: point == 8 << 8 | 75,
        ),
        ("younger.pips == 54", ["point"], lambda point: point & 255 == 54),
        ("younger.pips == 68", ["point"], lambda point: point & 255 == 68),
        ("elder.pips >= 49", ["point"], lambda point: point & 255 >= 49),
    ],
)
def test_probability__is_that_of_the_census(text, attributes, is_meant):
    count = count_hands_by if len(attributes) == 1 else count_hands_jointly
    assert count_once(text, RUBICON).probability == Fraction(
        sum(n for value, n in count(*attributes).items() if is_meant(value)), comb(32, 12)
    )


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("elder.has('AS KS JS AH QH JH 8H 9D 8D JC 8C 7C')", comb(20, 12)),
        ("younger.has('AS KS JS AH QH JH 8H 9D 8D JC 8C 7C')", comb(20, 12)),
        ("elder.has('AKJ.AQJ8.98.J87') and younger.has('T7.T97.AQJT.KQT')", 1),
        ("talon.has('QS 9S 8S KH KD 7D AC 9C')", comb(24, 12)),
        ("elder.has('AS') and younger.has('KS') and talon.has('QS')", comb(29, 11) * comb(18, 11)),
        ("elder.count('AS') == 0 and younger.count('AS') == 0", comb(31, 12) * comb(19, 12)),
        ("elder.aces == 2 and younger.aces == 2", comb(4, 2) * comb(28, 10) * comb(18, 10)),
        ("elder.spades == 8 and younger.hearts == 8", comb(16, 4) * comb(12, 4)),
        ("talon.spades == 8", comb(24, 12)),
        # Kings, queens and knaves of all suits, or queens, knaves and tens.
        ("elder.value >= 57 and talon.has('AS')", 2 * comb(19, 12)),
    ],
)
def test_deals__counted_by_hand(text, deals):
    found = count_once(text, RUBICON)
    assert (found.probability, found.ways.deals) == (Fraction(deals, count_deals()), deals)


@pytest.mark.parametrize(
    "text",
    [
        "elder.carte_blanche and younger.carte_blanche",
        "elder.spades == 9",
        "elder.has('AS') and younger.has('AS')",
        "elder.has('AS') and talon.has('AS')",
        "elder.aces == 5",
        "elder.spades >= 7 and elder.hearts >= 6",
        "talon.courts == 9",
        "elder.value >= 58",
        "elder.has('AS KS QS JS AH KH QH AD KD QD AC KC QC')",
        "elder.carte_blanche and elder.quints >= 1",
        "elder.quatorzes >= 1 and elder.voids >= 1",
    ],
)
def test_deals__that_cannot_be(text):
    with pytest.raises(InputError, match="impossible"):
        allot(text)


def test_deals__that_are_not_found(monkeypatch):
    assert allot("elder.carte_blanche and younger.carte_blanche", BOOKS[36]).probability > 0
    with pytest.raises(InputError, match="counted as under rubicon"):
        allot("elder.quints >= 1", find_rules("cotton_1674"))
    monkeypatch.setattr(dealing, "_MOST_ATTEMPTS", 1 << 17)
    with pytest.raises(InputError, match="not met once in"):
        allot("elder.trios < younger.trios and elder.trios > younger.trios")


# ---- What is counted although its deals are found by rejection ----------------------------------
BOOKS = {32: RUBICON, 36: RUBICON.replace(pack=36)}
COUNTED_TWICE = (
    "elder.trios >= 3",
    "elder.carte_blanche and elder.aces == 4",
    "elder.value >= 45",
    "elder.aces == 0 or younger.kings == 0",
    "elder.aces > younger.kings",
    "elder.aces == 3 and elder.trios >= 1",
    "elder.aces == 4 or younger.kings == 4",
)
"""The last two take long."""


@pytest.mark.parametrize(
    ("text", "pack"),
    [
        *((text, 32) for text in COUNTED_TWICE[:5]),
        ("elder.carte_blanche and elder.longest_suit >= 5", 32),
        *(
            pytest.param(*one, marks=pytest.mark.slow)
            for one in (*product(COUNTED_TWICE[5:], BOOKS), *product(COUNTED_TWICE[2:5], [36]))
        ),
        *product(("elder.quatorzes >= 1", "elder.carte_blanche"), BOOKS),
    ],
)
def test_share__is_the_count_where_both_count(text, pack):
    rules = BOOKS[pack]
    assert find_share(read_given(text, rules)[0], rules) == count_once(text, rules).probability


def test_bounds__said_apart_are_met_together():
    both = "elder.count('AS AH')"
    found = allot(f"{both} >= 1 and ({both} <= 1 or younger.has('KS'))").probability
    assert found == Fraction(2 * comb(30, 11) + comb(29, 10) * Fraction(12, 20), comb(32, 12))
    one, two = (
        read_given(text) for text in ("elder.aces <= 3 and elder.aces >= 2", "2 <= elder.aces <= 3")
    )
    assert one[0] == two[0]


@pytest.mark.parametrize(
    "text", ["elder.point > younger.point", "elder.has('AS')", "elder.value > younger.value"]
)
def test_share__is_none_of_what_is_not_counted(text):
    assert find_share(read_given(text)[0], RUBICON) is None


def test_answer__is_exact_where_deals_are_rejected():
    text = "elder.trios > younger.trios"
    given = simulate("random", "random", n=200, mirrored=True, given=text).given()
    fought = duel("random", "random", n=4, given=text).as_json()["condition"]
    assert (
        given["method"],
        given["probability"]["numerator"],
        "se" not in given["probability"],
        fought["probability"],
        given["acceptance"],
    ) == (
        "rejection",
        find_share(read_given(text)[0], RUBICON).numerator,
        True,
        given["probability"],
        100 / Simulation(given=text).given.deal(1, 0, 100)[1],  # of pairs
    )


@pytest.mark.parametrize(("rarer", "other"), [("elder", "younger"), ("younger", "elder")])
def test_share__of_the_rarer_seat_is_dealt_and_the_other_rejected(rarer, other, monkeypatch):
    text = f"{rarer}.quints >= 1 and {other}.spades >= 5"
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
    return chi2.sf(((observed - wanted) ** 2 / wanted).sum(), len(wanted) - 1)


def test_dealing__every_hand_of_a_small_condition_alike():
    """Elder has ten given cards: 231 hands, and the rest uniform as well."""
    n, known = 23_100, parse_hand("AKQJT.AKQJT..")
    cards, _ = allot("elder.has('AS KS QS JS TS AH KH QH JH TH')").deal(9, 0, n)
    others = [card for card in iterate_cards(pack_mask(32)) if not card & known]
    expected = {one | two: n / comb(22, 2) for one, two in combinations(others, 2)}
    assert _chi_square(Counter((cards[:, 0] & ~known).tolist()), expected) > 1e-4
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
        "elder.aces == 2 and younger.aces == 2",
        "elder.has('AS AH') and younger.aces == 2",
        "elder.has('AS AH') and elder.aces == younger.aces",
    ],
)
def test_dealing__joint_numbers_follow_the_hypergeometric_law(text):
    """How many kings each has, given the aces: exact probabilities."""
    n = 20_000
    cards, _ = count_once(text, RUBICON).deal(4, 0, n)
    kings = np.bitwise_count(cards[:, :2] & parse_hand("K.K.K.K"))
    counts, of = Counter(map(tuple, kings.tolist())), comb(28, 10) * comb(18, 10)
    expected = {
        (one, two): n
        * comb(4, one)
        * comb(24, 10 - one)
        * comb(4 - one, two)
        * comb(14 + one, 10 - two)
        / of
        for one in range(5)
        for two in range(5 - one)
    }
    assert _chi_square(counts, expected) > 1e-4


@pytest.mark.parametrize("text", ["elder.carte_blanche", "elder.aces > younger.aces"])
def test_dealing__depends_on_the_number_alone(text):
    found = count_once(text, RUBICON)
    whole, attempts = found.deal(8, 0, 500)
    parts = [found.deal(8, first, 100) for first in (400, 0, 100, 300, 200)]
    assert (
        (np.concatenate([parts[k][0] for k in (1, 2, 4, 3, 0)]) == whole).all(),
        sum(tried for _, tried in parts),
        (found.deal(9, 0, 500)[0] != whole).any(),
    ) == (True, attempts, True)


def test_simulation__given_a_rare_holding_agrees_with_exact_odds():
    """Elder with carte blanche shows it always; his aces follow the exact law."""
    result = simulate(given="elder.carte_blanche", n=30_000)
    elder, younger = (result.estimates[f"{seat}_carte_blanche"] for seat in ("elder", "younger"))
    assert (
        elder.exact,
        elder.value,
        younger.exact,
        result.shares_of_all()["elder_carte_blanche"]["value"],
        result.shares_of_all()["elder_wins"]["se"],
    ) == (
        *(1, 1, 0, pytest.approx(323 / 578956)),
        pytest.approx(result.estimates["elder_wins"].se * 323 / 578956),
    )
    estimate = simulate(given="elder.courts <= 1", n=30_000).estimates["elder_carte_blanche"]
    assert (0 < estimate.exact < 1, abs(estimate.z) < 4) == (True, True)


def test_simulation__given_keeps_what_makes_runs_repeat():
    simulation = Simulation("club", "novice", seed=3, mirrored=True, given="elder.quints >= 1")
    records, places = simulation.record_units(0, 10), [0, 1, 7, 19]
    assert [simulation.replay_deal(index).record["elder_dealt"] for index in places] == records[
        "elder_dealt"
    ][places].tolist()
    assert (records["elder_dealt"][::2] == records["elder_dealt"][1::2]).all()
    # What is laid out stays while the rules do.
    assert replace(simulation, mirrored=False, seed=2, younger="novice").given is simulation.given
    assert replace(
        Simulation(given="elder.aces == 4"), rules=RuleSet(pack=36)
    ).given.probability == (Fraction(comb(32, 8), comb(36, 12)))
