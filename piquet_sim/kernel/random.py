"""Random words that are found by number instead of one after another.

Philox is a block cipher with few rounds used as a generator: word number c under key k is
``philox(c, k)``, so that deal *i* is found without computing the deals before it. Ten rounds,
constants and known answers are those of the paper.

A word is found by a seed, the number of a deal, and one of 2**32 streams. Each use has a range of
streams and of numbers of its own, all named here, so that no two questions take the same words; a
test says who takes which. Deal number n of a seed is one and the same wherever it is dealt: so
players who train know the first deals of their seed, and what is measured of them needs another
seed or other numbers.

References
----------
Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3. Proceedings of SC11,
2011.
"""

import numpy as np

from piquet_sim.kernel.compile import IS_COMPILED, inline_kernel, kernel

# ---- Streams -------------------------------------------------------------------------------------
CARDS_STREAM = 0
"""The cards of the deal."""

PLAYERS_STREAM = 1
"""The players' own randomness: by seat in a match, else 1, and 2 in a mirrored deal."""

TRAINING_STREAM = 8
"""What is tried in training: which discards, and which hands, by seat."""

ROLLOUT_STREAM = 16
"""Continuations of a deal, a stream an attempt."""

CONDITION_STREAM = 1 << 20
"""Cards that fulfil a condition, a stream a draw."""

WALK_STREAM = 1 << 21
"""The unseen cards of a deal that is walked through, a stream an attempt."""

JUDGED_FROM = 1 << 18
"""The first continuation that judges what a race has chosen by those before."""

MATCHES_FROM, CHOICES_FROM, SCORES_FROM, FACTORS_FROM = 1 << 40, 1 << 41, 1 << 42, 1 << 43
"""In training: the first deal of matches between rounds, of choices among hands, of counted scores
and of what is learned for short lists; those of rounds come before."""

TURN_DRAW, PICK_DRAW, SINK_DRAW = 1 << 20, 1 << 21, 1000
"""Numbers of draws from the luck of one decision (`random_below`), beside those from 0 on: from
which hand on hands are looked at in turn, from which weight on they are picked, and whether a call
is sunk."""


# ---- Words ---------------------------------------------------------------------------------------
# Unsigned integers live in this module only; what leaves it is a non-negative int64.
_LOW_32 = np.uint64(0xFFFFFFFF)
_BITS_32 = np.uint64(32)
_BITS_2 = np.uint64(2)
_MULTIPLIER_A = np.uint64(0xD2511F53)
_MULTIPLIER_B = np.uint64(0xCD9E8D57)
_WEYL_A = np.uint64(0x9E3779B9)
_WEYL_B = np.uint64(0xBB67AE85)

_LOW_31 = (1 << 31) - 1

WORD_BITS = 62
"""Bits of a random word as the rest of the engine sees it."""


@inline_kernel
def philox_4x32(a, b, c, d, key_a, key_b):
    """Philox4x32-10: four 32-bit words of the counter to four 32-bit words, all uint64."""
    for _ in range(10):
        product_a = _MULTIPLIER_A * a
        product_b = _MULTIPLIER_B * c
        a = (product_b >> _BITS_32) ^ b ^ key_a
        b = product_b & _LOW_32
        c = (product_a >> _BITS_32) ^ d ^ key_b
        d = product_a & _LOW_32
        key_a = (key_a + _WEYL_A) & _LOW_32
        key_b = (key_b + _WEYL_B) & _LOW_32
    return a, b, c, d


@inline_kernel
def random_words(seed, number, stream, attempt):
    """Two independent uniform words of 62 bits, for a seed and a deal's number.

    Parameters
    ----------
    seed, number : int64
        Any value from 0 to 2**63 - 1.
    stream, attempt : int64
        Below 2**32; different streams of one deal have nothing in common.

    Returns
    -------
    tuple of two int64
        Each from 0 to 2**62 - 1.
    """
    key = np.uint64(seed)
    counter = np.uint64(number)
    a, b, c, d = philox_4x32(
        counter & _LOW_32,
        counter >> _BITS_32,
        np.uint64(stream),
        np.uint64(attempt),
        key & _LOW_32,
        key >> _BITS_32,
    )
    first = ((a << _BITS_32) | b) >> _BITS_2
    second = ((c << _BITS_32) | d) >> _BITS_2
    return np.int64(first), np.int64(second)


BLOCK = 64
"""Deals whose words are computed together."""


WORDS = 4
"""The random words of one deal (see `random_words`): that from which both hands are dealt, that
from which the order of the stock comes, and the luck of elder and younger."""


@kernel
def fill_words(seed, first, mirrored, block):
    """The words of BLOCK neighbouring deals: all at once they cost an eighth.

    Parameters
    ----------
    seed, first : int64
    mirrored : int64
        1 for the luck of the second deals of mirrored pairs; the cards are the same.
    block : int64 array, shape (4, BLOCK)
        Filled: the rows are those of `WORDS`.
    """
    for deal in range(BLOCK):
        block[0, deal], block[1, deal] = random_words(seed, first + deal, CARDS_STREAM, 0)
    stream = PLAYERS_STREAM + mirrored
    for deal in range(BLOCK):
        block[2, deal], block[3, deal] = random_words(seed, first + deal, stream, 0)


_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_BITS_30, _BITS_27, _BITS_31 = np.uint64(30), np.uint64(27), np.uint64(31)


def _mix(luck, draw):
    word = np.uint64(luck) + np.uint64(draw + 1) * _GOLDEN
    word = (word ^ (word >> _BITS_30)) * _MIX_A
    word = (word ^ (word >> _BITS_27)) * _MIX_B
    return np.int64((word ^ (word >> _BITS_31)) >> _BITS_2)


# Uncompiled, NumPy would warn of what does not fit in 64 bits.
mix = kernel(_mix) if IS_COMPILED else np.errstate(over="ignore")(_mix)
"""The SplitMix64 generator's word number `draw` from the state `luck`, upper 62 bits."""


@kernel
def random_below(luck, bound, draw=0):
    """A uniform integer below a bound, from the luck that a view carries.

    Parameters
    ----------
    luck : int64
        The field ``luck`` of a view, which differs from decision to decision. Without the seed it
        says nothing of the cards; with the seed it gives the number of the deal, and so all cards.
    bound : int64
        From 1 to 2**31; each value below it has its probability within 2**-61.
    draw : int64
        0, 1, 2 ... for further numbers in one decision.

    Returns
    -------
    int64

    References
    ----------
    Steele, Lea, Flood: Fast splittable pseudorandom number generators. OOPSLA 2014.
    """
    word = mix(luck, draw)
    return ((word >> 31) * bound + ((word & _LOW_31) * bound >> 31)) >> 31
