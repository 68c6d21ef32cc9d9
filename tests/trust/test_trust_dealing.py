"""Dealing that is right passes, and every wrong dealer is found out.

A shuffle that is slightly biased, a dealer who gives elder the aces in one deal of a thousand,
streams that are used twice. Seeds are fixed and none was searched for.
"""

from itertools import combinations
from math import comb, sqrt

import numba
import numpy as np
import pytest
from named_checks import WRONG_P, assert_trusted, least_p, named

from piquet_sim.game.cards import PACK_32_MASK, PACK_36_MASK, rank_mask
from piquet_sim.game.errors import InputError
from piquet_sim.kernel.base.philox import fill_words, random_below, random_words
from piquet_sim.kernel.base.streams import CARDS_STREAM
from piquet_sim.kernel.counting.uniformity import DEALT, KINDS, PAIR
from piquet_sim.trust.checks import compare_counts, judge_checks
from piquet_sim.trust.dealers import Dealing, deal_with_engine
from piquet_sim.trust.overlap import check_luck, check_overlap, check_words
from piquet_sim.trust.uniformity import check_dealt, count_dealt, find_pair_law

DEALS = 1_000_000
PACKS = (32, 36)


# ---- Laws of pairs ------------------------------------------------------------------------------
@pytest.mark.parametrize(("one", "two"), [(3, None), (3, 2)])
def test_pair_law__equals_all_deals_of_a_small_pack(one, two):
    pack = 7
    law = find_pair_law(pack, one, two)
    rows = []
    for hand in combinations(range(pack), one):
        left = [card for card in range(pack) if card not in hand]
        for other in [hand] if two is None else combinations(left, two):
            rows.append([
                i in hand and j in other for i, j in zip(law.first, law.second, strict=True)
            ])  # fmt: skip
    seen = np.array(rows, float)
    assert np.allclose(seen.mean(axis=0), law.probability)
    assert np.allclose(np.cov(seen.T, bias=True), law.covariance)


def test_compare_counts__shares_cells_and_sees_the_impossible():
    ways = {0: 1, 1: 9, 2: 90, 3: 900}
    seen = {1: 5, 2: 95, 3: 900}
    # One and nine of a thousand share the cell of ten.
    assert compare_counts(seen, ways) == (pytest.approx(25 / 10 + 25 / 90), 2)
    assert compare_counts({**seen, 4: 1}, ways)[0] == float("inf")
    with pytest.raises(ValueError, match="told apart"):
        compare_counts({3: 10}, ways)


# ---- Counting, by numpy -------------------------------------------------------------------------
def _hold(hand):
    return [[rank for rank in range(9) if hand >> 16 * suit + rank & 1] for suit in range(4)]


def _longest_run(ranks):
    best = run = 0
    for rank in range(9):
        run = run + 1 if rank in ranks else 0
        best = max(best, run)
    return best if best >= 3 else 0


@pytest.mark.parametrize("pack", PACKS)
def test_counts__equal_numpy(pack):
    n = 3000
    counts = count_dealt(pack, 5, n)
    assert all(
        np.array_equal(mine, theirs)
        for mine, theirs in zip(counts, count_dealt(pack, 5, n, Dealing(threads=1)), strict=True)
    )
    dealt = np.zeros((len(DEALT), n), np.int64)
    deal_with_engine(pack, 5, 0, dealt)
    cards = [1 << 16 * suit + rank for suit in range(4) for rank in range((36 - pack) // 4, 9)]
    assert sum(cards) == (PACK_36_MASK if pack == 36 else PACK_32_MASK)
    elder, younger = (np.array([(hand & card) != 0 for card in cards]).astype(int)
                      for hand in dealt[:2])  # fmt: skip
    assert np.array_equal(counts.elder, elder @ elder.T)
    assert np.array_equal(counts.younger, younger @ younger.T)
    assert np.array_equal(counts.split, elder @ younger.T)
    assert (counts.places.sum(axis=1) == n).all()
    assert np.array_equal(counts.places.sum(axis=0), n - np.diag(counts.elder + counts.younger))
    top = [
        sorted(card for card in cards if stock & card)[order & 15]
        for stock, order in zip(
            dealt[DEALT.stock].tolist(), dealt[DEALT.order].tolist(), strict=True
        )
    ]
    assert counts.places[0].tolist() == [top.count(card) for card in cards]
    for seat in range(2):
        suits = [_hold(hand) for hand in dealt[seat].tolist()]
        of_rank = [[sum(rank in suit for suit in hand) for rank in range(4, 9)] for hand in suits]
        values = {
            "suit_and_sequence": [
                max(map(len, hand)) * PAIR + max(map(_longest_run, hand)) for hand in suits
            ],
            "sets": [ranks.count(3) * PAIR + ranks.count(4) for ranks in of_rank],
            "aces": [ranks[4] for ranks in of_rank],
            "courts": [sum(ranks[1:4]) for ranks in of_rank],
            "carte_blanche": [sum(ranks[1:4]) == 0 for ranks in of_rank],
            "voids": [sum(not suit for suit in hand) for hand in suits],
        }
        for kind, column in values.items():
            seen = np.bincount(column, minlength=counts.classes.shape[2])
            assert np.array_equal(counts.classes[seat, getattr(KINDS, kind)], seen), kind
        for kind in KINDS._fields:
            assert counts.classes[seat, getattr(KINDS, kind)].sum() == n


# ---- Dealers, right and wrong -------------------------------------------------------------------
@numba.njit
def _shuffle(seed, first, dealt, cards, bits):
    # Fisher and Yates, with draws of so many bits reduced by modulo, or exact if there are none.
    pack = cards.shape[0]
    order = np.empty(pack, np.int64)
    for deal in range(dealt.shape[1]):
        luck, _ = random_words(seed, first + deal, 9, 0)
        order[:] = cards
        for place in range(pack - 1):
            if bits:
                other = place + random_below(luck, 1 << bits, place) % (pack - place)
            else:
                other = place + random_below(luck, pack - place, place)
            order[place], order[other] = order[other], order[place]
        dealt[:4, deal] = 0
        for place in range(pack):
            dealt[min(place // 12, 2), deal] |= order[place]
        for place in range(24, pack):
            rank = 0
            for other in range(24, pack):
                rank += 1 if order[other] < order[place] else 0
            dealt[3, deal] |= rank << 4 * (place - 24)


def shuffler(bits):
    def deal(pack, seed, first, dealt):
        mask = PACK_36_MASK if pack == 36 else PACK_32_MASK
        cards = np.array([1 << place for place in range(63) if mask >> place & 1])
        _shuffle(seed, first, dealt, cards, bits)

    return deal


def dealer_of_aces(pack, seed, first, dealt):
    """In one deal of a thousand elder takes the aces and gives his lowest other cards for them."""
    deal_with_engine(pack, seed, first, dealt)
    for deal in range(-first % 1000, dealt.shape[1], 1000):
        elder, younger, stock = (int(hand) for hand in dealt[:3, deal])
        wanted = rank_mask(8) & ~elder
        for card in [1 << place for place in range(63) if wanted >> place & 1]:
            lowest = (elder & ~rank_mask(8)) & -(elder & ~rank_mask(8))
            elder ^= lowest | card
            if younger & card:
                younger ^= lowest | card
            else:
                stock ^= lowest | card
        dealt[:3, deal] = elder, younger, stock


def dealer_of_half_a_seed(pack, seed, first, dealt):
    deal_with_engine(pack, seed % 2**32, first, dealt)


def dealer_of_every_other_seed(pack, seed, first, dealt):
    deal_with_engine(pack, seed // 2 * 2, first, dealt)


def dealer_of_pairs(pack, seed, first, dealt):
    """Younger keeps in every odd deal the ace of spades of the deal before, if he had it."""
    deal_with_engine(pack, seed, first, dealt)
    ace = 1 << 8
    for deal in range(2 - first % 2 + 1 - 2, dealt.shape[1], 2):
        if deal < 1 or not dealt[1, deal - 1] & ace or dealt[1, deal] & ace:
            continue
        lowest = dealt[1, deal] & -dealt[1, deal]
        for row in range(3):
            if dealt[row, deal] & ace or row == 1:
                dealt[row, deal] ^= ace | lowest


def dealer_of_luck(pack, seed, first, dealt):
    """Takes the luck of both seats from the words of which the cards are made."""
    deal_with_engine(pack, seed, first, dealt)
    _use_words(seed, first, dealt)


@numba.njit
def _use_words(seed, first, dealt):
    for deal in range(dealt.shape[1]):
        dealt[4, deal], dealt[5, deal] = random_words(seed, first + deal, CARDS_STREAM, 0)


@pytest.mark.parametrize("pack", PACKS)
def test_dealing__is_uniform(pack):
    said = judge_checks(check_dealt(pack, count_dealt(pack, 3, DEALS)))
    assert said.is_trusted, said.summary()
    assert len(said.checks) == 5 + 2 * len(KINDS) + (3 if pack == 32 else 0)
    # In every deal a hand has as many pairs as in any other; nothing else is always the same.
    pairs = comb(pack, 2)
    degrees = [check.degrees for check in said.checks[:5]]
    assert degrees[0] == (pack - 1) * (pack - 23)
    assert degrees[1:] == [pairs - 1, pairs - 1, 2 * pairs - 1, pairs - 1]


def test_dealing__by_the_book_passes():
    assert_trusted(check_dealt(32, count_dealt(32, 3, DEALS // 4, Dealing(shuffler(0)))))


@pytest.mark.parametrize("pack", PACKS)
def test_dealing__by_a_biased_shuffle_is_found_out(pack):
    """A draw of nine bits and modulo: no card is likelier by more than a fiftieth."""
    counts = count_dealt(pack, 3, DEALS // 4, Dealing(shuffler(9)))
    share = np.diag(counts.elder) / (DEALS // 4) * pack / 12
    assert 0.97 < share.min() < share.max() < 1.03
    checks = check_dealt(pack, counts)
    cards = "" if pack == 32 else ", 36 cards"
    assert least_p(checks, f"places of cards{cards}") < WRONG_P
    assert least_p(checks, f"pairs of cards{cards}", "one each") < WRONG_P
    assert not judge_checks(checks).is_trusted


def test_dealing__with_one_deal_of_a_thousand_wrong_is_found_out():
    checks = check_dealt(32, count_dealt(32, 3, DEALS, Dealing(dealer_of_aces)))
    assert least_p(checks, "dealt hands", "elder's aces") < WRONG_P
    assert not judge_checks(checks).is_trusted


def test_pairs__have_the_law_of_a_chi_square():
    """Over 60 seeds the statistics have mean and variance of chi-squares."""
    found = [check_dealt(32, count_dealt(32, seed, 4000)) for seed in range(60)]
    for place in range(5):
        degrees = found[0][place].degrees
        statistics = np.array([checks[place].statistic for checks in found])
        assert abs(statistics.mean() - degrees) < 4 * sqrt(2 * degrees / len(found))
        assert 0.6 < statistics.var() / (2 * degrees) < 1.6


# ---- What should have nothing in common ---------------------------------------------------------
STEPS = {(1, 0): "the next seed", (2**32, 0): f"seed + {2**32:,}", (0, 1): "the next number"}


def test_overlap__is_what_chance_gives():
    checks = [
        one for step in STEPS for one in check_overlap(32, 10, DEALS // 4, *step)
    ] + check_overlap(36, 10, DEALS // 10, 1, 0)  # fmt: skip
    assert_trusted(checks)
    common = named(checks, "same hands as the next seed", "elder's hand and younger's")[0]
    assert common.expected == pytest.approx(common.n / comb(32, 12))


@pytest.mark.parametrize(
    ("step", "dealer"), [((1, 0), dealer_of_every_other_seed), ((2**32, 0), dealer_of_half_a_seed)]
)
def test_overlap__of_a_stream_used_twice_is_found_out(step, dealer):
    checks = check_overlap(32, 10, 20_000, *step, Dealing(dealer))
    said = STEPS[step]
    same = named(checks, f"same hands as {said}", "elder's hand and elder's")[0]
    assert same.value == 20_000
    assert same.p < WRONG_P
    assert least_p(checks, f"cards in common with {said}") < WRONG_P
    assert least_p(checks, f"correlation with {said}") < WRONG_P


def test_overlap__of_one_card_is_found_out():
    """One card of thirty-two, in a quarter of the deals, is more than the correlation allows."""
    checks = check_overlap(32, 10, DEALS // 4, 0, 1, Dealing(dealer_of_pairs))
    assert least_p(checks, "correlation with the next number") < WRONG_P


def test_luck__says_nothing_of_the_cards():
    assert_trusted(check_luck(32, 10, DEALS // 4) + check_words([1, 2, 2**32 + 1], 20_000))


def test_luck__from_the_words_of_the_cards_is_found_out():
    checks = check_luck(32, 10, DEALS // 4, Dealing(dealer_of_luck))
    assert least_p(checks, "luck and cards", "elder's luck") < WRONG_P


def test_words__that_come_twice_are_found_out():
    def fill_from_one_stream(seed, first, turn, block):
        fill_words(seed, first, turn, block)
        block[2:] = block[:2]

    (check,) = check_words([1, 2], 6400, fill=fill_from_one_stream)
    assert check.n == 2 * 6400 * 6
    assert check.value == 4 * 2 * 6400
    assert check.p < WRONG_P
    with pytest.raises(InputError, match="seeds: expected 1 to 8, got 9"):
        check_words(list(range(9)))
