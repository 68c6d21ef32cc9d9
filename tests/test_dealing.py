r"""Uniform deals: the generator's known answers, the unranking, and the dealt cards by chi-square.

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
    of `piquet_sim.odds`.
stock
    The order of the stock is one of s! (s = 8), or by place and rank in the stock (s = 12).

A dealer is an array of places: for each deal and card 0 elder, 1 younger, 2 the top of the talon
and so on. Wrong dealers go through the same tests, and must fail them.
"""

from itertools import permutations
from math import comb, factorial

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, chisquare, norm

from piquet_sim import census
from piquet_sim.cards import HAND_CARDS, PACK_32_MASK, PACK_36_MASK, format_hand
from piquet_sim.kernel.bits import _deposit_one_by_one, count, deposit, highest_bit, lowest_bit
from piquet_sim.kernel.dealing import (
    _BELOW,
    _HANDS,
    _HANDS_REJECTED_BELOW,
    _ORDER_REJECTED_BELOW,
    _take,
    _unrank_hand,
    deal_cards,
    draw_cards,
    shuffle_places,
)
from piquet_sim.kernel.philox import (
    CARDS_STREAM,
    PLAYERS_STREAM,
    WORD_BITS,
    philox_4x32,
    random_below,
    random_words,
)
from piquet_sim.rules import RuleSet

PINNED = {
    0: ("AQJ987.KT.T.KQ9", "T.Q8.AQJ9.AJT87"),
    2**63 - 1: ("A87.AQJ8.QT8.T7", "KT9.KT97.97.KQJ"),
}
DEALS = 300_000
LEAST_P = 1e-6
WRONG_P = 1e-12
"""A wrong dealer must not fail by a hair."""

PACKS = (32, 36)
WORDS = st.integers(0, 2**WORD_BITS - 1)


# ---- The generator ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("counter", "key", "answer"),
    [
        ("00000000 00000000 00000000 00000000", "00000000 00000000",
         "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff",
         "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0",
         "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
)  # fmt: skip
def test_philox__gives_the_known_answers(counter, key, answer):
    """The kat_vectors of Random123, philox4x32 with ten rounds."""
    words = [np.uint64(int(word, 16)) for word in (counter + " " + key).split()]
    assert " ".join(f"{int(word):08x}" for word in philox_4x32(*words)) == answer


def test_random_words__are_the_upper_bits_of_the_block():
    first, second = random_words(0, 0, 0, 0)
    assert first == 0x6627E8D5E169C58D >> 2
    assert second == 0xBC57AC4C9B00DBD8 >> 2
    # Counter and key are used to their full width.
    asked = [
        (seed, number, stream, attempt)
        for seed in (0, 1, 2**32, 2**63 - 1)
        for number in (0, 1, 2**32, 2**63 - 1)
        for stream in (CARDS_STREAM, PLAYERS_STREAM, PLAYERS_STREAM + 1)
        for attempt in (0, 1)
    ]
    words = [word for one in asked for word in random_words(*one)]
    assert len(set(words)) == 2 * len(asked)
    assert all(0 <= word < 2**WORD_BITS for word in words)


@given(st.integers(0, 2**63 - 1), st.integers(1, 2**31), st.integers(0, 5))
def test_random_below__is_the_product_with_a_splitmix_word(luck, bound, draw):
    """SplitMix64 in Python integers; its word of 62 bits times the bound, the bits above kept."""
    word = (luck + (draw + 1) * 0x9E3779B97F4A7C15) % 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    word = (word ^ word >> 31) >> 2
    assert random_below(luck, bound, draw) == word * bound >> 62


def test_random_below__is_uniform():
    @numba.njit
    def draw(bound, n):
        seen = np.zeros(bound, np.int64)
        for luck in range(n):
            seen[random_below(luck << 5, bound)] += 1
        return seen

    for bound in (2, 3, 12, 1585):
        assert chisquare(draw(bound, 200_000)).pvalue > LEAST_P
    assert chisquare(np.append(draw(12, 200_000), 0)).pvalue < WRONG_P


# ---- Exact arithmetic ---------------------------------------------------------------------------
@given(WORDS, st.integers(1, 2**31 - 1))
def test_take__is_integer_part_and_fraction(word, bound):
    product = word * bound
    assert _take(word, bound) == (product >> WORD_BITS, product % 2**WORD_BITS)


@given(st.sampled_from((0, 1)), st.data())
def test_take__gives_every_deal_the_same_number_of_words(pack, data):
    """Of the words for one pair of hands exactly 2**62 // P are accepted, P being all pairs."""
    elder_hands, younger_hands = (int(number) for number in _HANDS[pack])
    pairs = elder_hands * younger_hands
    assert _HANDS_REJECTED_BELOW[pack] == 2**WORD_BITS % pairs
    assert _ORDER_REJECTED_BELOW[pack] == 2**WORD_BITS % factorial(8 + 4 * pack)
    pair = data.draw(st.integers(0, pairs - 1))
    first = -(-pair * 2**WORD_BITS // pairs)
    last = -(-(pair + 1) * 2**WORD_BITS // pairs) - 1

    def draw(word):
        elder, word = _take(word, elder_hands)
        younger, word = _take(word, younger_hands)
        return elder * younger_hands + younger, word

    for word in (first, last):
        assert draw(word)[0] == pair
    if first:
        assert draw(first - 1)[0] == pair - 1
    # Fractions grow by P from word to word, so that only the first can be rejected.
    rejected = draw(first)[1] < _HANDS_REJECTED_BELOW[pack]
    assert last - first + 1 - rejected == 2**WORD_BITS // pairs


@numba.njit
def _find_rejected(pack, seed, n):
    found = []
    for number in range(n):
        hands, _ = random_words(seed, number, CARDS_STREAM, 0)
        _, hands = _take(hands, _HANDS[pack, 0])
        _, hands = _take(hands, _HANDS[pack, 1])
        if hands < _HANDS_REJECTED_BELOW[pack]:
            found.append(number)
    return found


@numba.njit
def _deal_attempt(pack, seed, number, attempt):
    hands, _ = random_words(seed, number, CARDS_STREAM, attempt)
    elder_number, hands = _take(hands, _HANDS[pack, 0])
    younger_number, _ = _take(hands, _HANDS[pack, 1])
    cards = PACK_36_MASK if pack else PACK_32_MASK
    elder = deposit(_unrank_hand(pack, 0, elder_number), cards)
    return elder, deposit(_unrank_hand(pack, 1, younger_number), cards ^ elder)


@pytest.mark.parametrize(("pack", "n"), [(0, 50_000_000), (1, 1_000_000)])
def test_deal__draws_again_when_a_word_is_rejected(pack, n):
    rejected = _find_rejected(pack, 1, n)
    mean = n * int(_HANDS_REJECTED_BELOW[pack]) / 2**WORD_BITS
    assert mean > 10
    assert abs(len(rejected) - mean) < 5 * mean**0.5
    for number in rejected[:20]:
        dealt = deal_cards(PACKS[pack], 1, number)[:2]
        assert dealt == _deal_attempt(pack, 1, number, 1)
        assert dealt != _deal_attempt(pack, 1, number, 0)


@numba.njit
def _ask_bits(bits, mask):
    if mask == 0:
        return count(mask), deposit(bits, mask), -1, -1
    return count(mask), deposit(bits, mask), lowest_bit(mask), highest_bit(mask)


@given(st.integers(0, 2**36 - 1), st.integers(0, PACK_36_MASK))
def test_bits__agree_with_plain_python(bits, mask):
    mask &= PACK_36_MASK
    bits &= (1 << mask.bit_count()) - 1
    places = [place for place in range(63) if mask >> place & 1]
    chosen = sum(1 << place for index, place in enumerate(places) if bits >> index & 1)
    assert _deposit_one_by_one(bits, mask) == chosen
    ends = (places[0], places[-1]) if places else (-1, -1)
    assert _ask_bits(bits, mask) == (len(places), chosen, *ends)


# ---- Unranking ----------------------------------------------------------------------------------
def rank_of(hand, pool):
    """The number of a hand, from the hand: by split, then colexicographic in either half."""
    half = pool // 2
    low = [place for place in range(half) if hand >> place & 1]
    high = [place - half for place in range(half, pool) if hand >> place & 1]
    before = sum(comb(half, size) * comb(half, HAND_CARDS - size) for size in range(len(low)))

    def colex(places):
        return sum(comb(place, index + 1) for index, place in enumerate(places))

    return before + colex(low) * comb(half, len(high)) + colex(high)


@pytest.mark.parametrize("pack", [0, 1])
def test_unranking__of_younger_is_a_bijection(pack):
    @numba.njit
    def unrank_all(pack, hands):
        masks = np.empty(hands, np.int64)
        for number in range(hands):
            masks[number] = _unrank_hand(pack, 1, number)
        return masks

    pool = PACKS[pack] - HAND_CARDS
    masks = unrank_all(pack, comb(pool, HAND_CARDS))
    assert len(masks) == _HANDS[pack, 1] == (125_970, 2_704_156)[pack]
    assert (np.bitwise_count(masks) == HAND_CARDS).all()
    assert masks.max() < 1 << pool
    assert len(np.unique(masks)) == len(masks)


@pytest.mark.parametrize("pack", [0, 1])
def test_unranking__of_elder_is_undone_by_ranking(pack):
    pool = PACKS[pack]
    hands = comb(pool, HAND_CARDS)
    assert _HANDS[pack, 0] == hands
    ends = {0, hands - 1}
    for below in _BELOW[pack, 0]:
        ends |= {end for end in (int(below) - 1, int(below)) if end < hands}
    sample = ends | {int(number) for number in np.random.default_rng(1).integers(0, hands, 4000)}
    masks = {int(_unrank_hand(pack, 0, number)): number for number in sample}
    assert len(masks) == len(sample)
    for mask, number in masks.items():
        assert mask.bit_count() == HAND_CARDS
        assert mask < 1 << pool
        assert rank_of(mask, pool) == number


def places_of(order, stock):
    return [order >> 4 * place & 15 for place in range(stock)]


def test_order__of_eight_is_a_bijection():
    orders = set()
    for choice in range(factorial(8)):
        word = -(-choice * 2**WORD_BITS // factorial(8))
        orders.add(tuple(places_of(int(shuffle_places(8, word)[0]), 8)))
    assert orders == set(permutations(range(8)))


def test_order__of_twelve_follows_the_digits_of_the_word():
    """The first four places in mixed radix, the last eight by their permutation's number."""
    tail = list(permutations(range(8)))
    seen = set()
    for choice in np.random.default_rng(1).integers(0, factorial(12), 3000).tolist():
        word = -(-choice * 2**WORD_BITS // factorial(12))
        order = places_of(int(shuffle_places(12, word)[0]), 12)
        left, expected, rest, ways = list(range(12)), [], choice, factorial(12)
        for places in (12, 11, 10, 9):
            ways //= places
            expected.append(left.pop(rest // ways))
            rest %= ways
        expected += [left[place] for place in tail[rest]]
        assert order == expected
        seen.add(tuple(order))
    assert len(seen) > 2990


# ---- Dealers ------------------------------------------------------------------------------------
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


@numba.njit
def dealer_of_one_remainder(pack, n):
    """Takes younger's hand from the same word as elder's, not from what is left of it."""
    cards = PACK_36_MASK if pack == 36 else PACK_32_MASK
    which = (pack - 32) >> 2
    places = np.empty((n, pack), np.int8)
    for number in range(n):
        word, order = random_words(1, number, CARDS_STREAM, 0)
        elder_number, _ = _take(word, _HANDS[which, 0])
        younger_number, _ = _take(word, _HANDS[which, 1])
        order, _ = shuffle_places(pack - 24, order)
        elder = deposit(_unrank_hand(which, 0, elder_number), cards)
        younger = deposit(_unrank_hand(which, 1, younger_number), cards ^ elder)
        stock = cards ^ elder ^ younger
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
