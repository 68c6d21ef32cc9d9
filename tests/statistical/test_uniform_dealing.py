"""Uniform and independent deals: the dealt cards by chi-square.

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
neighbours
    Hands of two seeds, or of two numbers, have as many cards in common as two hands drawn apart
    (hypergeometric).

A dealer is an array of places: for each deal and card 0 elder, 1 younger, 2 the top of the talon
and so on. Wrong dealers go through the same tests, and must fail them.
"""

from math import comb, factorial

import numba
import numpy as np
import pytest
from scipy.stats import chi2, chisquare, norm

from piquet_sim.exact import census
from piquet_sim.game.rules import RuleSet
from piquet_sim.kernel.deal.dealing import deal_cards, deal_from_words, draw_cards
from piquet_sim.kernel.random import CARDS_STREAM, WORD_BITS, random_words

pytestmark = pytest.mark.statistical

DEALS = 150_000
LEAST_P = 1e-6
WRONG_P = 1e-12
"""A wrong dealer must not fail by a hair."""

PACKS = (32, 36)


@numba.njit
def _deal_numbers(pack, n, seed, first):
    dealt = np.empty((n, 4), np.int64)
    for number in range(n):
        dealt[number] = deal_cards(pack, seed, first + number)
    return dealt


@numba.njit
def _place_cards(pack, dealt):
    places = np.empty((len(dealt), pack), np.int8)
    for number in range(len(dealt)):
        elder, younger, stock, order = dealt[number]
        left = elder | younger | stock
        for index in range(pack):
            card = left & -left
            left ^= card
            places[number, index] = 0 if elder & card else 1
            for place in range(pack - 24):
                if draw_cards(stock, order, place, 1) == card:
                    places[number, index] = 2 + place
    return places


def engine_dealer(pack, n, seed=1, first=0):
    return _place_cards(pack, _deal_numbers(pack, n, seed, first))


def dealer_of_one_remainder(pack, n):
    """Takes younger's hand from the same word as elder's, not from what is left of it."""
    hands = comb(pack, 12), comb(pack - 12, 12)
    dealt = np.empty((n, 4), np.int64)
    for number in range(n):
        word, order = random_words(1, number, CARDS_STREAM, 0)
        elder, younger = (int(word) * every >> WORD_BITS for every in hands)
        # The second of the words that deal this pair of hands: the first may be rejected.
        word = 1 - (-(elder * hands[1] + younger) << WORD_BITS) // (hands[0] * hands[1])
        dealt[number] = deal_from_words(pack, 1, number, word, order)
    return _place_cards(pack, dealt)


def dealer_of_one_order(pack, n):
    """Draws the stock by an order whose first place never is its lowest card."""
    dealt = _deal_numbers(pack, n, 1, 0)
    order = dealt[:, 3]
    swapped = order >> 4 & 15 | (order & 15) << 4 | order >> 8 << 8
    dealt[:, 3] = np.where(order & 15 == 0, swapped, order)
    return _place_cards(pack, dealt)


def _p_places(places):
    n, pack = places.shape
    groups = np.array([12, 12] + [1] * (pack - 24))
    seen = np.array([np.bincount(one, minlength=len(groups)) for one in places.T])
    expected = n * groups / pack
    statistic = ((seen - expected) ** 2 / expected).sum() * (pack - 1) / pack
    return chi2.sf(statistic, (pack - 1) * (len(groups) - 1))


def _p_pairs(places):
    n, pack = places.shape
    p = 12 * 11 / (pack * (pack - 1))
    held = [(places == seat).astype(np.float32) for seat in (0, 1)]
    both = np.array([(one.T @ one)[np.triu_indices(pack, 1)] for one in held], float)
    return min(1.0, 2 * norm.sf(np.abs(both - n * p).max() / (n * p * (1 - p)) ** 0.5) * both.size)


def _p_of_counts(values, ways):
    # Chi-square of values against exact numbers of hands; rare values share the rarest cell.
    assert np.isin(values, list(ways)).all(), "an impossible value"
    n, total = len(values), sum(ways.values())
    common = sorted((value for value in ways if n * ways[value] >= 10 * total), key=ways.get)
    cells = np.array([((values == value).sum(), n * ways[value] / total) for value in common])
    cells[0] += n - cells.sum(axis=0)
    return chisquare(*cells.T).pvalue


def _p_hands(places):
    pack, found = places.shape[1], []
    for seat in (0, 1):
        # Cards in ascending order; suits are blocks of columns.
        lanes = (places == seat).reshape(len(places), 4, -1)
        run = best = np.zeros((len(lanes), 4), np.int64)
        for rank in range(lanes.shape[2]):
            run = (run + 1) * lanes[:, :, rank]
            best = np.maximum(best, run)
        longest = best.max(axis=1)
        for name, values in (
            ("longest_suit", lanes.sum(axis=2).max(axis=1)),
            ("best_sequence", np.where(longest >= 3, longest, 0)),
            ("aces", lanes[:, :, -1].sum(axis=1)),
        ):
            found.append(_p_of_counts(values, census.count_hands_by(name, RuleSet(pack=pack))))
    return min(1.0, min(found) * len(found))


def _p_stock(places):
    # For each deal the order in which the cards of the stock, ascending, lie in the talon.
    n, stock = len(places), places.shape[1] - 24
    talon = places[places >= 2].reshape(n, stock) - 2
    if stock == 8:
        _, seen = np.unique(talon, axis=0, return_counts=True)
        return chisquare(np.pad(seen, (0, factorial(8) - len(seen)))).pvalue
    seen = np.array([np.bincount(one, minlength=stock) for one in talon.T])
    return chi2.sf(((seen - n / stock) ** 2).sum() / n * (stock - 1), (stock - 1) ** 2)


TESTS = {"places": _p_places, "pairs": _p_pairs, "hands": _p_hands, "stock": _p_stock}


@pytest.fixture(scope="module")
def engine_places():
    return {pack: engine_dealer(pack, 4 * DEALS) for pack in PACKS}


@pytest.mark.parametrize("name", TESTS)
@pytest.mark.parametrize("pack", PACKS)
def test_dealer__is_uniform(engine_places, pack, name):
    places = engine_places[pack]
    # Twelve, twelve, and one card in each place of the talon, in every deal.
    for group, cards in enumerate([12, 12] + [1] * (pack - 24)):
        assert ((places == group).sum(axis=1) == cards).all()
    assert TESTS[name](places) > LEAST_P


@pytest.mark.parametrize(
    ("dealer", "fails"),
    [
        (dealer_of_one_remainder, ("places", "pairs", "hands")),
        (dealer_of_one_order, ("places", "stock")),
    ],
)
@pytest.mark.parametrize("pack", PACKS)
def test_dealer__that_is_wrong_fails_the_same_tests(dealer, fails, pack):
    places = dealer(pack, DEALS)
    for name in fails:
        assert TESTS[name](places) < WRONG_P, name


def _p_common(one, two):
    """The least p-value of the cards that hands of elder and younger have in common."""
    pack = one.shape[1]
    ways = {cards: comb(12, cards) * comb(pack - 12, 12 - cards) for cards in range(13)}
    found = [
        _p_of_counts(((one == mine) & (two == theirs)).sum(axis=1), ways)
        for mine in (0, 1)
        for theirs in (0, 1)
    ]
    return min(1.0, min(found) * len(found))


@pytest.mark.parametrize(("seed_step", "number_step"), [(1, 0), (2**32, 0), (0, 1), (0, 2**32)])
def test_neighbours__have_nothing_in_common(engine_places, seed_step, number_step):
    others = engine_dealer(32, DEALS, 1 + seed_step, number_step)
    assert _p_common(engine_places[32][:DEALS], others) > LEAST_P


def test_neighbours__of_which_one_deal_in_fifty_is_the_same_are_found_out(engine_places):
    others = engine_dealer(32, DEALS, 2)
    others[::50] = engine_places[32][:DEALS:50]
    assert _p_common(engine_places[32][:DEALS], others) < WRONG_P
