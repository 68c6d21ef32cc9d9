"""Uniform deals: the dealt cards by chi-square.

The statistics of a dealer are p-values of these tests, each against its closed form:

places
    In n deals card c falls n p_g times on average to a group g of m_g of the k places, with
    p_g = m_g / k. Since places and cards pair off, the sum of (N - n p)^2 / (n p) has
    k / (k - 1) times a chi-square of (k - 1)(G - 1) degrees of freedom for G groups.
pairs
    Two given cards are both elder's with probability 12 * 11 / (k (k - 1)), both younger's the
    same; the greatest of all standard errors is judged with Bonferroni's correction.
hands
    The longest suit, the best sequence and the aces of either seat have the exact distributions
    of `piquet_sim.exact.draw_odds`.
stock
    The order of the stock is one of s! (s = 8), or by place and rank in the stock (s = 12).

A dealer is an array of places: for each deal and card 0 elder, 1 younger, 2 the top of the talon
and so on. Wrong dealers go through the same tests, and must fail them.
"""

from math import comb, factorial

import numba
import numpy as np
import pytest
from scipy.stats import chi2, chisquare, norm

from piquet_sim.exact import census
from piquet_sim.game.cards import PACK_32_MASK, PACK_36_MASK, format_hand
from piquet_sim.game.rules import RuleSet
from piquet_sim.kernel.base.philox import CARDS_STREAM, WORD_BITS, random_words
from piquet_sim.kernel.deal.dealing import deal_cards, deal_from_words, draw_cards

PINNED = {
    0: ("AQJ987.KT.T.KQ9", "T.Q8.AQJ9.AJT87"),
    2**63 - 1: ("A87.AQJ8.QT8.T7", "KT9.KT97.97.KQJ"),
}
DEALS = 150_000
LEAST_P = 1e-6
WRONG_P = 1e-12
"""A wrong dealer must not fail by a hair."""

PACKS = (32, 36)


@numba.njit
def _place_cards(elder, younger, stock, order, stock_cards, cards, row):
    index = 0
    left = cards
    while left:
        card = left & -left
        left ^= card
        if elder & card:
            row[index] = 0
        elif younger & card:
            row[index] = 1
        else:
            for place in range(stock_cards):
                if draw_cards(stock, order, place, 1) == card:
                    row[index] = 2 + place
        index += 1


@numba.njit
def engine_dealer(pack, n):
    cards = PACK_36_MASK if pack == 36 else PACK_32_MASK
    places = np.empty((n, pack), np.int8)
    for number in range(n):
        elder, younger, stock, order = deal_cards(pack, 1, number)
        _place_cards(elder, younger, stock, order, pack - 24, cards, places[number])
    return places


def dealer_of_one_remainder(pack, n):
    """Takes younger's hand from the same word as elder's, not from what is left of it."""
    elder_hands, younger_hands = comb(pack, 12), comb(pack - 12, 12)
    words = np.empty((n, 2), np.int64)
    for number in range(n):
        word, order = random_words(1, number, CARDS_STREAM, 0)
        elder, younger = (int(word) * hands >> WORD_BITS for hands in (elder_hands, younger_hands))
        # The second of the words that deal this pair of hands: the first may be rejected.
        pair = elder * younger_hands + younger
        words[number] = 1 - (-pair << WORD_BITS) // (elder_hands * younger_hands), order
    return _deal_words(pack, words)


@numba.njit
def _deal_words(pack, words):
    cards = PACK_36_MASK if pack == 36 else PACK_32_MASK
    places = np.empty((len(words), pack), np.int8)
    for number in range(len(words)):
        hands, shuffle = words[number]
        elder, younger, stock, order = deal_from_words(pack, 1, number, hands, shuffle)
        _place_cards(elder, younger, stock, order, pack - 24, cards, places[number])
    return places


@numba.njit
def dealer_of_one_order(pack, n):
    """Draws the stock by an order whose first place never is its lowest card."""
    cards = PACK_36_MASK if pack == 36 else PACK_32_MASK
    places = np.empty((n, pack), np.int8)
    for number in range(n):
        elder, younger, stock, order = deal_cards(pack, 1, number)
        if order & 15 == 0:
            order = order >> 4 & 15 | (order & 15) << 4 | order >> 8 << 8
        _place_cards(elder, younger, stock, order, pack - 24, cards, places[number])
    return places


def _from_shuffles(shuffled):
    # Cards in the order dealt to the place of each card: elder 12, younger 12, talon.
    pack = shuffled.shape[1]
    group = np.concatenate([np.zeros(12), np.ones(12), np.arange(2, pack - 22)]).astype(np.int8)
    places = np.empty(shuffled.shape, np.int8)
    np.put_along_axis(places, shuffled, np.broadcast_to(group, shuffled.shape), axis=1)
    return places


def _swap_down(pack, n, choose):
    cards = np.tile(np.arange(pack), (n, 1))
    rows = np.arange(n)
    chance = np.random.default_rng(1)
    for place in range(pack - 1):
        other = choose(chance, place, pack, n)
        cards[rows, place], cards[rows, other] = cards[rows, other], cards[rows, place].copy()
    return _from_shuffles(cards)


def dealer_of_swaps(pack, n):
    """The shuffle that swaps every place with any place."""
    return _swap_down(pack, n, lambda chance, place, pack, n: chance.integers(0, pack, n))


def dealer_by_modulo(pack, n):
    """A shuffle with a draw of seven bits, reduced by modulo."""
    return _swap_down(
        pack, n, lambda chance, place, pack, n: place + chance.integers(0, 128, n) % (pack - place)
    )


def dealer_by_the_book(pack, n):
    """A right dealer that shares nothing with the engine: Fisher and Yates with numpy's draws."""
    return _swap_down(pack, n, lambda chance, place, pack, n: chance.integers(place, pack, n))


def _hold(places, seat):
    # One row a deal: which cards, in ascending order, the seat holds.
    return places == seat


def _p_places(places):
    n, pack = places.shape
    groups = np.array([12, 12] + [1] * (pack - 24))
    seen = np.array([np.bincount(places[:, card], minlength=len(groups)) for card in range(pack)])
    expected = n * groups / pack
    statistic = ((seen - expected) ** 2 / expected).sum() * (pack - 1) / pack
    return chi2.sf(statistic, (pack - 1) * (len(groups) - 1))


def _p_pairs(places):
    n, pack = places.shape
    p = 12 * 11 / (pack * (pack - 1))
    worst = 0.0
    for seat in (0, 1):
        held = _hold(places, seat).astype(np.float32)
        both = (held.T @ held).astype(np.float64)[np.triu_indices(pack, 1)]
        worst = max(worst, np.abs(both - n * p).max() / (n * p * (1 - p)) ** 0.5)
    return min(1.0, 2 * norm.sf(worst) * pack * (pack - 1))


def _p_of_counts(values, ways):
    # Chi-square of values against exact numbers of hands; rare values share a cell.
    total, n = sum(ways.values()), len(values)
    seen, expected, rare = [], [], [0, 0.0]
    for value, number in ways.items():
        hits, mean = int((values == value).sum()), n * number / total
        if mean < 10:
            rare = [rare[0] + hits, rare[1] + mean]
        else:
            seen.append(hits)
            expected.append(mean)
    if rare[1] > 5:
        seen.append(rare[0])
        expected.append(rare[1])
    else:  # too few for a cell of their own
        seen[-1] += rare[0]
        expected[-1] += rare[1]
    assert sum(seen) == n, "an impossible value"
    return chisquare(seen, expected).pvalue


def _longest_run(held):
    # Cards of the longest run in any suit, from three up; suits are blocks of columns.
    lanes = held.reshape(len(held), 4, -1)
    best = np.zeros(len(held), np.int64)
    run = np.zeros((len(held), 4), np.int64)
    for rank in range(lanes.shape[2]):
        run = (run + 1) * lanes[:, :, rank]
        best = np.maximum(best, run.max(axis=1))
    return np.where(best >= 3, best, 0)


def _p_hands(places):
    pack = places.shape[1]
    found = []
    for seat in (0, 1):
        held = _hold(places, seat)
        lanes = held.reshape(len(held), 4, -1)
        longest = lanes.sum(axis=2).max(axis=1)
        aces = lanes[:, :, -1].sum(axis=1)
        found += [
            _p_of_counts(longest, census.count_hands_by("longest_suit", RuleSet(pack=pack))),
            _p_of_counts(
                _longest_run(held), census.count_hands_by("best_sequence", RuleSet(pack=pack))
            ),
            _p_of_counts(aces, census.count_hands_by("aces", RuleSet(pack=pack))),
        ]
    return min(1.0, min(found) * len(found))


def _p_stock(places):
    # For each deal the order in which the cards of the stock, ascending, lie in the talon.
    n, pack = places.shape
    stock = pack - 24
    talon = places[places >= 2].reshape(n, stock) - 2
    if stock == 8:
        number = np.zeros(n, np.int64)
        for place in range(stock):
            smaller = (talon[:, place + 1 :] < talon[:, place, None]).sum(axis=1)
            number = number * (stock - place) + smaller
        return chisquare(np.bincount(number, minlength=factorial(8))).pvalue
    seen = np.array([np.bincount(talon[:, card], minlength=stock) for card in range(stock)])
    expected = n / stock
    statistic = ((seen - expected) ** 2 / expected).sum() * (stock - 1) / stock
    return chi2.sf(statistic, (stock - 1) ** 2)


TESTS = {"places": _p_places, "pairs": _p_pairs, "hands": _p_hands, "stock": _p_stock}


@pytest.fixture(scope="module")
def engine_places():
    return {pack: engine_dealer(pack, DEALS) for pack in PACKS}


@pytest.mark.parametrize("name", TESTS)
@pytest.mark.parametrize("pack", PACKS)
def test_dealer__is_uniform(engine_places, pack, name):
    places = engine_places[pack]
    # Twelve, twelve, and one card in each place of the talon, in every deal.
    for group, cards in enumerate([12, 12] + [1] * (pack - 24)):
        assert ((places == group).sum(axis=1) == cards).all()
    assert TESTS[name](places) > LEAST_P


@pytest.mark.parametrize("pack", PACKS)
def test_dealer__by_the_book_passes_the_same_tests(pack):
    places = dealer_by_the_book(pack, DEALS // 3)
    assert min(test(places) for test in TESTS.values()) > LEAST_P


@pytest.mark.parametrize(
    ("dealer", "fails"),
    [
        (dealer_of_one_remainder, ("places", "pairs", "hands")),
        (dealer_of_one_order, ("places", "stock")),
        (dealer_of_swaps, ("places", "pairs")),
        (dealer_by_modulo, ("places", "pairs")),
    ],
)
@pytest.mark.parametrize("pack", PACKS)
def test_dealer__that_is_wrong_fails_the_same_tests(dealer, fails, pack):
    places = dealer(pack, DEALS)
    for name in fails:
        assert TESTS[name](places) < WRONG_P, name


def test_deal__is_a_function_of_its_number():
    one = [deal_cards(32, 5, number) for number in (7, 3, 2**40, 0, 7)]
    assert one[0] == one[4]
    assert len({deal[0] for deal in one}) == 4
    assert one[3] == deal_cards(32, 5, 0)
    assert deal_cards(32, 6, 7) != one[0]
    assert deal_cards(36, 5, 7)[0] != one[0][0]


def test_deal__stays_what_it_was():
    """Deals that were published once must not change: seed 1, numbers 0 and 2**63 - 1."""
    for number, pinned in PINNED.items():
        elder, younger, stock, order = deal_cards(32, 1, number)
        talon = [int(draw_cards(stock, order, place, 1)) for place in range(8)]
        assert sum(talon) == stock
        assert draw_cards(stock, order, 2, 3) == sum(talon[2:5])
        assert draw_cards(stock, order, 0, 0) == 0
        assert (format_hand(elder), format_hand(younger)) == pinned
