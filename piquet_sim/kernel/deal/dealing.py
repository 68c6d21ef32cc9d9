"""From random words to a deal, exactly uniform.

A deal is three numbers: which of the C(32, 12) hands elder has, which of the C(20, 12) hands
younger has among the cards that are left, and in which of the 8! orders the stock lies (with
the sixes: C(36, 12), C(24, 12) and 12!). The first two are taken from one random word by
multiplication: for a word x of b bits and a bound N, the integer part of x N / 2**b is the
number, and the fraction goes on to the next. For bounds with product P the numbers are exactly
equally likely if words are drawn again whose last fraction is below 2**b mod P (Lemire's
argument, in mixed radix). That happens to one word in 2**17 for the hands (one in 2**10 with
the sixes) and to fewer than one in 2**33 for the order; the next attempt has a counter of its
own. So every deal has exactly the same probability, as far as Philox is uniform.

A hand's number is unranked by halves of the cards that are left: first how many cards lie in
the lower half, then which, by a table of all subsets of a half; the subset's bits are then
deposited into the cards. The order of the stock is kept as places among its cards in ascending
order, four bits each, and turned into cards only when they are drawn.

References
----------
Lemire: Fast random integer generation in an interval. ACM Transactions on Modeling and
Computer Simulation 29, 2019.
"""

from math import comb, factorial
from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import HAND_CARDS, PACK_32_MASK, PACK_36_MASK
from piquet_sim.kernel.bits import count, deposit
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.random import BLOCK, CARDS_STREAM, WORD_BITS, random_below, random_words
from piquet_sim.kernel.shelf import ORDERS, SUBSETS, put_on_shelf, shelf_orders, shelf_subsets

_HALF_BITS = WORD_BITS // 2
_HALF_MASK = (1 << _HALF_BITS) - 1
_PLACE_BITS = 4
_PLACE_MASK = (1 << _PLACE_BITS) - 1
_ASCENDING = 0xBA9876543210
_TABLE_PLACES, _MOST_PLACES = 8, 12
_TABLE_ORDERS = factorial(_TABLE_PLACES)
HALF_PACK = 18
"""Cards of half a pack at most, and of a pool of which all subsets lie in a table."""

# Module-level arrays, which kernels see as constants: an array that is passed along costs a
# reference count at every call. First axis: pack of 32, pack of 36; second axis of _BELOW and
# _CHOOSE: elder, who chooses from the whole pack, younger, who chooses from what elder leaves.
PACK_32 = 32
_PACKS = (PACK_32, 36)
_POOLS = np.array([[pack, pack - HAND_CARDS] for pack in _PACKS])
_CHOOSE = np.array(
    [[[comb(pool // 2, k) for k in range(HAND_CARDS + 1)] for pool in row] for row in _POOLS]
)
_BELOW = np.cumsum(_CHOOSE * _CHOOSE[:, :, ::-1], axis=2)
_HANDS = _BELOW[:, :, -1].copy()
# How many cards lie in the lower half of the hand with which each stretch of numbers begins, so
# that few bounds are compared; and reciprocals, rounded up, in place of a slow division.
_GUIDE_BITS, _RECIPROCAL_BITS = 12, 46
_GUIDE_SHIFT = np.array(
    [[int(hands).bit_length() - _GUIDE_BITS for hands in row] for row in _HANDS]
)
_GUIDE = np.array(
    [
        [
            np.searchsorted(below[:-1], np.arange(1 << _GUIDE_BITS) << shift, side="right")
            for below, shift in zip(*both, strict=True)
        ]
        for both in zip(_BELOW, _GUIDE_SHIFT, strict=True)
    ]
).astype(np.uint8)
_RECIPROCAL = -(-(1 << _RECIPROCAL_BITS) // np.maximum(_CHOOSE, 1))
_HANDS_REJECTED_BELOW = np.array([2**WORD_BITS % int(row.prod()) for row in _HANDS])
_REST_REJECTED_BELOW = np.array([2**WORD_BITS % int(row[1]) for row in _HANDS])
_ORDER_REJECTED_BELOW = np.array([2**WORD_BITS % factorial(pack - 24) for pack in _PACKS])
# All subsets of half a pack by size, then ascending, so that the subsets of a smaller half come
# first in each size and one table serves both packs and both seats.
_SIZES = np.bitwise_count(np.arange(1 << HALF_PACK, dtype=np.int32))
put_on_shelf(SUBSETS, np.argsort(_SIZES, kind="stable").astype(np.int32))
_FIRST_OF_SIZE = np.cumsum([0] + [comb(HALF_PACK, cards) for cards in range(HALF_PACK)])


# All orders of the last places, in lexical order: by each number how many of the places that are
# left lie before the one that is taken, and from the last backwards which places these are.
_PLACES = np.array(np.unravel_index(np.arange(_TABLE_ORDERS), range(_TABLE_PLACES, 0, -1)))
for _place in range(_TABLE_PLACES - 1, -1, -1):
    _PLACES[_place + 1 :] += _PLACES[_place + 1 :] >= _PLACES[_place]
put_on_shelf(ORDERS, ((1 << np.arange(0, 32, _PLACE_BITS)) @ _PLACES).astype(np.int32))


CHOICES = np.array(
    [[comb(pool, cards) for cards in range(HAND_CARDS + 1)] for pool in range(PACK_32)]
)
"""int64[pool, cards]: in how many ways so many cards can be taken from a pool."""


class Cards(NamedTuple):
    """One deal, before anybody has exchanged."""

    elder: int
    younger: int
    stock: int
    """All other cards of the pack."""
    order: int
    """In which order they lie, for `draw_cards`."""


@inline_kernel
def pack_of(laws):
    """All cards that a deal is played with."""
    return PACK_32_MASK if laws.pack == PACK_32 else PACK_36_MASK


@inline_kernel
def _take(word, bound):
    # Integer part and fraction of word * bound / 2**62, in 31-bit halves so that nothing
    # overflows; bounds are below 2**31.
    low = (word & _HALF_MASK) * bound
    high = (word >> _HALF_BITS) * bound + (low >> _HALF_BITS)
    return high >> _HALF_BITS, (high & _HALF_MASK) << _HALF_BITS | (low & _HALF_MASK)


@inline_kernel
def _unrank_hand(pack, seat, number):
    # Twelve of the cards that the seat chooses from, as a compact mask.
    split = np.int64(_GUIDE[pack, seat, number >> _GUIDE_SHIFT[pack, seat]])
    while number >= _BELOW[pack, seat, split]:
        split += 1
    others = HAND_CARDS - split
    ways = _CHOOSE[pack, seat, others]
    number -= _BELOW[pack, seat, split] - _CHOOSE[pack, seat, split] * ways
    which = number * _RECIPROCAL[pack, seat, others] >> _RECIPROCAL_BITS
    lower = np.int64(shelf_subsets(0)[_FIRST_OF_SIZE[split] + which])
    upper = np.int64(shelf_subsets(0)[_FIRST_OF_SIZE[others] + number - which * ways])
    return upper << (_POOLS[pack, seat] >> 1) | lower


@inline_kernel
def shuffle_places(places, word):
    """A uniform order of the places of the stock.

    Beyond eight places one by one, the last eight by table.

    Parameters
    ----------
    places : int64
        8 or 12.
    word : int64
        Random, of WORD_BITS bits.

    Returns
    -------
    order : int64
        For `draw_cards`.
    is_fair : bool
        False if the word must be drawn again, so that all orders are equally likely.
    """
    left = _ASCENDING
    order = drawn = 0
    while places - drawn > _TABLE_PLACES:
        choice, word = _take(word, places - drawn)
        shift = choice * _PLACE_BITS
        order |= ((left >> shift) & _PLACE_MASK) << drawn * _PLACE_BITS
        kept = (1 << shift) - 1
        left = (left & kept) | ((left >> _PLACE_BITS) & ~kept)
        drawn += 1
    choice, word = _take(word, _TABLE_ORDERS)
    rest = np.int64(shelf_orders(0)[choice])
    if drawn == 0:
        return rest, word >= _ORDER_REJECTED_BELOW[0]
    for place in range(_TABLE_PLACES):
        from_left = (rest >> place * _PLACE_BITS & _PLACE_MASK) * _PLACE_BITS
        order |= ((left >> from_left) & _PLACE_MASK) << (drawn + place) * _PLACE_BITS
    return order, word >= _ORDER_REJECTED_BELOW[(places - _TABLE_PLACES) >> 2]


@inline_kernel
def deal_cards(pack_cards, seed, number):
    """The cards of deal number `number`: a pure function of pack, seed and number."""
    hands, order = random_words(seed, number, CARDS_STREAM, 0)
    return deal_from_words(pack_cards, seed, number, hands, order)


@inline_kernel
def deal_from_words(pack_cards, seed, number, hands, order):
    """The cards of a deal whose first random words are known already.

    Parameters
    ----------
    pack_cards : int64
        32 or 36.
    seed, number : int64
        From 0 to 2**63 - 1.
    hands, order : int64
        ``random_words(seed, number, CARDS_STREAM, 0)``.

    Returns
    -------
    Cards
    """
    pack = (pack_cards - 32) >> 2
    attempt = 0
    while True:
        elder_number, hands = _take(hands, _HANDS[pack, 0])
        younger_number, hands = _take(hands, _HANDS[pack, 1])
        order, is_fair = shuffle_places(pack_cards - 2 * HAND_CARDS, order)
        if hands >= _HANDS_REJECTED_BELOW[pack] and is_fair:
            cards = PACK_36_MASK if pack else PACK_32_MASK
            elder = deposit(_unrank_hand(pack, 0, elder_number), cards)
            younger = deposit(_unrank_hand(pack, 1, younger_number), cards ^ elder)
            return Cards(elder, younger, cards ^ elder ^ younger, order)
        attempt += 1
        hands, order = random_words(seed, number, CARDS_STREAM, attempt)


@kernel
def deal_block(pack_cards, seed, first, words, cards):
    """Deal a block of neighbouring deals.

    Parameters
    ----------
    pack_cards : int64
        32 or 36.
    seed, first : int64
    words : int64 array, shape (4, BLOCK)
        From `fill_words`.
    cards : int64 array, shape (at least 3, BLOCK)
        Its rows are filled with elder's hands, younger's hands and the orders of the stock.
    """
    for deal in range(BLOCK):
        dealt = deal_from_words(pack_cards, seed, first + deal, words[0, deal], words[1, deal])
        cards[0, deal], cards[1, deal], cards[2, deal] = dealt.elder, dealt.younger, dealt.order


@kernel
def deal_numbers(pack_cards, seed, dealt):
    """Deal some deals by their numbers.

    Parameters
    ----------
    pack_cards, seed : int64
        As for `deal_cards`.
    dealt : int64 array, shape (deals, 4)
        Of the numbers in its last column elder's hands, younger's hands and the orders of the stock
        are filled in.
    """
    for deal in range(len(dealt)):
        cards = deal_cards(pack_cards, seed, dealt[deal, 3])
        dealt[deal, 0], dealt[deal, 1], dealt[deal, 2] = cards.elder, cards.younger, cards.order


@inline_kernel
def deal_rest(pack_cards, seed, number, stream, hand):
    """Deal the cards that one seat does not see, uniformly.

    Parameters
    ----------
    pack_cards : int64
        32 or 36.
    seed, number, stream : int64
        Key and counter of the cards, as for `random.random_words`.
    hand : int64
        The twelve cards of the seat.

    Returns
    -------
    opponent : int64
        The twelve cards of the other.
    order : int64
        The order of the stock, for `draw_cards`.
    luck : int64
        A random word that depends on the same numbers but not on the cards.
    """
    pack = (pack_cards - PACK_32) >> 2
    attempt = 0
    while True:
        words = random_words(seed, number, stream, 2 * attempt)
        opponent, hands = _take(words[0], _HANDS[pack, 1])
        order, is_fair = shuffle_places(pack_cards - 2 * HAND_CARDS, words[1])
        if hands >= _REST_REJECTED_BELOW[pack] and is_fair:
            luck, _ = random_words(seed, number, stream, 2 * attempt + 1)
            cards = PACK_36_MASK if pack else PACK_32_MASK
            return deposit(_unrank_hand(pack, 1, opponent), cards ^ hand), order, luck
        attempt += 1


@inline_kernel
def pick_subset(pool, cards, number):
    """So many cards of a pool, which is no larger than HALF_PACK, as by `choose_by_number`."""
    return deposit(np.int64(shelf_subsets(0)[_FIRST_OF_SIZE[cards] + number]), pool)


@kernel
def choose_by_number(pool, cards, number):
    """So many cards of a pool: of all ways to take them, in ascending order, that of a number."""
    chosen = 0
    place = count(pool) - 1
    while cards:
        while CHOICES[place, cards] > number:
            place -= 1
        number -= CHOICES[place, cards]
        chosen |= 1 << place
        cards -= 1
        place -= 1
    return deposit(chosen, pool)


@inline_kernel
def draw_by_lot(pool, cards, luck, first):
    """So many cards of a pool, each set as likely as any other.

    Parameters
    ----------
    pool, cards : int64
    luck, first : int64
        As for `random.random_below`, the number of the first draw.
    """
    left = pool
    for place in range(cards):
        left ^= deposit(1 << random_below(luck, count(left), first + place), left)
    return pool ^ left


@inline_kernel
def draw_cards(stock, order, first, cards):
    """The cards that are drawn from the stock after the first few.

    Parameters
    ----------
    stock : int64
        All cards of the stock, drawn or not.
    order : int64
        The order from `deal_cards`.
    first, cards : int64
        How many lie above the drawn cards, and how many are drawn.
    """
    places = 0
    for place in range(_MOST_PLACES):  # all of them: how many are drawn cannot be guessed
        is_drawn = np.int64(first <= place) & np.int64(place < first + cards)
        places |= is_drawn << (order >> place * _PLACE_BITS & _PLACE_MASK)
    return deposit(places, stock)
