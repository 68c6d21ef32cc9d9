"""Deals by their numbers: the generator's known answers, exact arithmetic, and the unranking.

Of the table of random streams no two uses share a word, and none is named elsewhere.

Covers `kernel.random`.
"""

import re
from itertools import accumulate, combinations, cycle, product
from math import comb, factorial, prod
from typing import NamedTuple

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from piquet_sim.game.cards import HAND_CARDS, PACK_32_MASK, PACK_36_MASK, format_hand
from piquet_sim.game.files import PACKAGE
from piquet_sim.kernel import random as streams
from piquet_sim.kernel.bits import count, deposit, highest_bit, lowest_bit
from piquet_sim.kernel.deal.dealing import deal_cards, deal_from_words, draw_cards, shuffle_places
from piquet_sim.kernel.random import (
    CARDS_STREAM,
    CHOICES_FROM,
    CONDITION_STREAM,
    FACTORS_FROM,
    JUDGED_FROM,
    MATCHES_FROM,
    PLAYERS_STREAM,
    ROLLOUT_STREAM,
    SCORES_FROM,
    TRAINING_STREAM,
    WALK_STREAM,
    WORD_BITS,
    philox_4x32,
    random_below,
    random_words,
)

PACKS = (32, 36)


# ---- The generator ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("counter", "key", "answer"),
    [
        (
            "00000000 00000000 00000000 00000000",
            "00000000 00000000",
            "6627e8d5 e169c58d bc57ac4c 9b00dbd8",
        ),
        (
            "ffffffff ffffffff ffffffff ffffffff",
            "ffffffff ffffffff",
            "408f276d 41c83b0e a20bc7c6 6d5451fd",
        ),
        (
            "243f6a88 85a308d3 13198a2e 03707344",
            "a4093822 299f31d0",
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
)
def test_philox__gives_the_known_answers(counter, key, answer):
    """The kat_vectors of Random123, philox4x32 with ten rounds."""
    words = [np.uint64(int(word, 16)) for word in (counter + " " + key).split()]
    assert " ".join(f"{int(word):08x}" for word in philox_4x32(*words)) == answer


def test_random_words__are_the_upper_bits_of_the_block():
    assert random_words(0, 0, 0, 0) == (0x6627E8D5E169C58D >> 2, 0xBC57AC4C9B00DBD8 >> 2)
    # Counter and key are used to their full width.
    wide, streams = (0, 1, 2**32, 2**63 - 1), (CARDS_STREAM, PLAYERS_STREAM, PLAYERS_STREAM + 1)
    asked = [*product(wide, wide, streams, (0, 1))]
    words = {word for one in asked for word in random_words(*one)}
    assert (len(words), 0 <= min(words) < max(words) < 2**WORD_BITS) == (2 * len(asked), True)


@given(st.integers(0, 2**63 - 1), st.integers(1, 2**31), st.integers(0, 5))
def test_random_below__is_the_product_with_a_splitmix_word(luck, bound, draw):
    """SplitMix64 in Python integers; its word of 62 bits times the bound, the bits above kept."""
    word = (luck + (draw + 1) * 0x9E3779B97F4A7C15) % 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    word = (word ^ word >> 31) >> 2
    assert random_below(luck, bound, draw) == word * bound >> 62


# ---- Exact arithmetic ---------------------------------------------------------------------------
MASKS = dict(zip(PACKS, (PACK_32_MASK, PACK_36_MASK), strict=True))
LAST_WORD = 2**WORD_BITS - 1
"""As the word of the order it is not rejected."""


def count_hands(pack):
    """The hands that elder may have, and those that younger may have of the cards left."""
    return comb(pack, HAND_CARDS), comb(pack - HAND_CARDS, HAND_CARDS)


def first_word(choice, choices):
    """The first word whose product with the number of choices has this integer part."""
    return -((-choice << WORD_BITS) // choices)


def colex(places):
    """The number of a set of places among all sets of as many."""
    return sum(comb(place, index + 1) for index, place in enumerate(places))


def rank_of(hand, cards):
    """The number of a hand among some cards: by split, then colexicographic in either half."""
    assert hand & ~cards == 0
    pool = [place for place in range(cards.bit_length()) if cards >> place & 1]
    half = len(pool) // 2
    low = [index for index in range(half) if hand >> pool[index] & 1]
    high = [index - half for index in range(half, len(pool)) if hand >> pool[index] & 1]
    before = sum(comb(half, size) * comb(half, HAND_CARDS - size) for size in range(len(low)))
    return before + colex(low) * comb(half, len(high)) + colex(high)


def number_of(pack, dealt):
    """The number of a pair of hands, from the hands."""
    elder, younger = rank_of(dealt[0], MASKS[pack]), rank_of(dealt[1], MASKS[pack] ^ dealt[0])
    return elder * count_hands(pack)[1] + younger


def find_words(choice, choices):
    """The first and the last word that stand for a choice, and whether the first is rejected.

    Fractions grow by the number of choices from word to word, so that no other can be rejected.
    """
    first, last = first_word(choice, choices), first_word(choice + 1, choices) - 1
    is_rejected = first * choices % 2**WORD_BITS < 2**WORD_BITS % choices
    assert last - first + 1 - is_rejected == 2**WORD_BITS // choices
    return first, last, is_rejected


@given(st.sampled_from(PACKS), st.data())
def test_deal__every_one_comes_from_as_many_words(pack, data):
    """Of the words for one pair of hands exactly 2**62 // P are accepted, P being all pairs."""
    pairs = prod(count_hands(pack))
    pair = data.draw(st.integers(0, pairs - 1))
    first, last, is_rejected = find_words(pair, pairs)
    words = [word for word in (first - 1, first + is_rejected, last) if word >= 0]
    dealt = [deal_from_words(pack, 1, 0, word, LAST_WORD) for word in words]
    assert [number_of(pack, hands) for hands in dealt] == [pair - 1, pair, pair][-len(words) :]
    again = deal_from_words(pack, 1, 0, *random_words(1, 0, CARDS_STREAM, 1))
    assert not is_rejected or deal_from_words(pack, 1, 0, first, LAST_WORD) == again


@given(st.sampled_from((8, 12)), st.data())
def test_order__every_one_comes_from_as_many_words_and_follows_its_digits(stock, data):
    """Places before the last eight in mixed radix, those by their permutation's number."""
    orders = factorial(stock)
    choice = data.draw(st.integers(0, orders - 1))
    first, last, is_rejected = find_words(choice, orders)
    (order, is_fair), same = (shuffle_places(stock, one) for one in (first, last))
    assert (is_fair, same) == (not is_rejected, (order, True))
    left = list(range(stock))
    for size in range(stock, 0, -1):
        place, choice = divmod(choice, factorial(size - 1))
        assert order >> 4 * (stock - size) & 15 == left.pop(place)


@numba.njit
def _ask_bits(bits, mask):
    return count(mask), deposit(bits, mask), lowest_bit(mask), highest_bit(mask)


@given(st.integers(0, 2**36 - 1), st.sets(st.integers(0, 62), min_size=1))
def test_bits__agree_with_plain_python(bits, places):
    bits &= (1 << len(places)) - 1
    assert _ask_bits(bits, sum(1 << place for place in places)) == (
        len(places),
        sum(1 << place for index, place in enumerate(sorted(places)) if bits >> index & 1),
        min(places),
        max(places),
    )


# ---- Unranking ----------------------------------------------------------------------------------
def list_numbers(cards):
    """Numbers of hands among so many cards: both ends of each split, and some between."""
    ways = [comb(cards // 2, size) * comb(cards // 2, 12 - size) for size in range(13)]
    ends = sorted({0, *accumulate(ways)})
    drawn = np.random.default_rng(1).integers(0, sum(ways), 2_000).tolist()
    return [*ends[:-1], *(end - 1 for end in ends[1:]), *drawn]


@pytest.mark.parametrize("pack", PACKS)
def test_unranking__of_both_seats_is_undone_by_ranking(pack):
    for elder, younger in zip(list_numbers(pack), cycle(list_numbers(pack - 12)), strict=False):
        pair = elder * count_hands(pack)[1] + younger
        word = first_word(pair, prod(count_hands(pack))) + 1  # the first may be rejected
        assert number_of(pack, deal_from_words(pack, 1, 0, word, LAST_WORD)) == pair


@pytest.mark.parametrize(
    ("number", "elder", "younger"),
    [(0, "AQJ987.KT.T.KQ9", "T.Q8.AQJ9.AJT87"), (2**63 - 1, "A87.AQJ8.QT8.T7", "KT9.KT97.97.KQJ")],
)
def test_deal__stays_what_it_was(number, elder, younger):
    """Deals that were published once must not change."""
    *hands, stock, order = deal_cards(32, 1, number)
    talon = [int(draw_cards(stock, order, place, 1)) for place in range(8)]
    assert (sum(talon), draw_cards(stock, order, 2, 3), [format_hand(hand) for hand in hands]) == (
        stock,
        sum(talon[2:5]),
        [elder, younger],
    )


# ---- The table of random streams ----------------------------------------------------------------
END_OF_STREAMS, END_OF_NUMBERS = 1 << 22, 1 << 63


class Use(NamedTuple):
    """The streams that a use takes, of the deals with these numbers."""

    streams: range
    numbers: range = range(END_OF_NUMBERS)


CARDS = range(CARDS_STREAM, PLAYERS_STREAM)
ROLLOUTS = range(ROLLOUT_STREAM, CONDITION_STREAM)
PLAYING = {
    "cards": Use(CARDS),
    "players": Use(range(PLAYERS_STREAM, PLAYERS_STREAM + 2)),
    "races": Use(ROLLOUTS, range(JUDGED_FROM)),
    "judgements": Use(ROLLOUTS, range(JUDGED_FROM, END_OF_NUMBERS)),
    "conditions": Use(range(CONDITION_STREAM, WALK_STREAM)),
    "walks": Use(range(WALK_STREAM, END_OF_STREAMS)),
}
TRAINING = {
    "tried": Use(range(TRAINING_STREAM, TRAINING_STREAM + 4)),
    "rounds": Use(CARDS, range(MATCHES_FROM)),
    "matches": Use(CARDS, range(MATCHES_FROM, CHOICES_FROM)),
    "choices": Use(CARDS, range(CHOICES_FROM, SCORES_FROM)),
    "scores": Use(CARDS, range(SCORES_FROM, FACTORS_FROM)),
    "factors": Use(CARDS, range(FACTORS_FROM, END_OF_NUMBERS)),
}


@pytest.mark.parametrize(
    "uses", [PLAYING | {"tried": TRAINING["tried"]}, TRAINING], ids=["playing", "training"]
)
def test_streams__have_nothing_in_common(uses):
    for pair in combinations(uses.values(), 2):
        shared = [
            range(max(one.start, two.start), min(one.stop, two.stop))
            for one, two in zip(*pair, strict=True)
        ]
        assert not all(shared), pair
    corners = {
        (number, stream)
        for use in uses.values()
        for number, stream in product(*((one[0], one[-1]) for one in (use.numbers, use.streams)))
    }
    words = [word for counter in corners for word in random_words(1, *counter, 0)]
    assert len(set(words)) == len(words) > len(uses)
    assert all(0 <= use.streams.start < use.streams.stop <= 1 << 32 for use in uses.values())


def test_streams__start_where_the_table_says():
    assert (
        {value for name, value in vars(streams).items() if name.endswith("_STREAM")},
        len({streams.TURN_DRAW, streams.PICK_DRAW, streams.SINK_DRAW}),
    ) == ({use.streams.start for use in (PLAYING | TRAINING).values()}, 3)


def test_streams__are_numbered_in_one_room():
    numbered = re.compile(r"^\w*(STREAM(_OF_\w+)?|FRESH\w*|_DRAW) *= *\d", re.MULTILINE)
    homes = [*PACKAGE.rglob("*.py"), *(PACKAGE.parent / "analyses").rglob("*.py")]
    assert {path.name for path in homes if numbered.search(path.read_text("utf-8"))} == {
        "random.py"
    }
