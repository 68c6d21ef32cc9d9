"""Deals by their numbers: the generator's known answers, exact arithmetic, and the unranking."""

from itertools import permutations
from math import comb, factorial

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from piquet_sim.game.cards import HAND_CARDS, PACK_32_MASK, PACK_36_MASK
from piquet_sim.kernel.base.bits import _deposit_one_by_one, count, deposit, highest_bit, lowest_bit
from piquet_sim.kernel.base.philox import (
    CARDS_STREAM,
    PLAYERS_STREAM,
    WORD_BITS,
    philox_4x32,
    random_below,
    random_words,
)
from piquet_sim.kernel.deal.dealing import (
    _BELOW,
    _HANDS,
    _HANDS_REJECTED_BELOW,
    _ORDER_REJECTED_BELOW,
    _take,
    _unrank_hand,
    deal_cards,
    shuffle_places,
)

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
