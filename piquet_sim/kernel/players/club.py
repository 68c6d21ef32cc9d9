"""What a club player throws out and which card they play (see `strategies.club`).

Each card dealt has a worth, and those worth least are thrown out. A suit has a worth to lead from
and another to throw from, by tables.
"""

import numpy as np

from piquet_sim.game.cards import (
    ACE,
    HAND_CARDS,
    KING,
    LANE_BITS,
    LANE_MASK,
    ONE_OF_EACH_SUIT,
    QUEEN,
    RANKS,
    SUITS,
    TEN,
)
from piquet_sim.game.laws import BY_CARDS
from piquet_sim.kernel.bits import count, deposit, highest_bit, lowest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.cross_suit_runs import all_ranks
from piquet_sim.kernel.deal.holdings import SET_RANKS, find_ranks
from piquet_sim.kernel.shelf import scratch, scratch_32
from piquet_sim.kernel.tables import LANE_PIPS, LANE_POINT, find_runs

# Only the order of worths matters. The first guesses were made by hand; a score of single changes
# were then tried over mirrored deals, and those that gained were kept. Nothing was fitted.
_RANK_WORTH = {
    0: (0, 0, 1, 2, 5, 8, 12, 20, 40),  # elder: aces and kings lead
    1: (0, 0, 1, 2, 5, 9, 15, 24, 40),  # younger: every honour may stop a suit
}
_LENGTH_WORTH = {0: 6, 1: 4}
_RUN_WORTH = (0, 0, 1, 6, 9, 19, 21, 23, 25, 27)
_GUARD_WORTH = {0: 3, 1: 12}
_TRIO_WORTH = {0: 12, 1: 9}
_QUATORZE_WORTH = {0: 40, 1: 36}
_UNSEEN_WORTH = np.array([52, 58])
_KEY_BITS = 4
_LANES = 1 << _KEY_BITS
_SUIT_BITS = 2
_NO_LEAD = 64
"""Beyond what leading from a suit can lose."""
_NO_CARD = 1 << 30


def _suit_worths(lane: int, seat: int) -> list[int]:
    """What each card of a suit is worth to a seat that was dealt exactly these cards of it."""
    lengths = {rank: len(run) for run in find_runs(lane) for rank in run}
    worths = [0] * RANKS
    cards = lane.bit_count()
    for rank, run in lengths.items():
        worths[rank] = _RANK_WORTH[seat][rank] + _LENGTH_WORTH[seat] * cards + _RUN_WORTH[run]
    # A king needs one guard, a queen two; an ace or a card that is led needs none.
    held = sorted(lengths, reverse=True)
    if held and held[0] in (KING, QUEEN):
        guards = ACE - held[0]
        for rank in held[1 : 1 + guards]:
            worths[rank] += _GUARD_WORTH[seat]
        if cards <= guards:
            worths[held[0]] -= _RANK_WORTH[seat][held[0]] // 2
    return worths


def _worth_of_sets(four: int, three: int, seat: int) -> list[int]:
    """What each card of a suit is worth more, by the ranks held four and at least three times."""
    return [
        _QUATORZE_WORTH[seat] if four >> rank & 1 else _TRIO_WORTH[seat] * (three >> rank & 1)
        for rank in range(RANKS)
    ]


def _in_bytes(worths: list) -> np.ndarray:
    # The worths of the ranks of a suit, the last axis, as two integers of eight bytes each, so that
    # they are added up together; those of a pack of 32 cards stand in the second.
    ranks = np.array(worths, np.uint8)
    padding = [(0, 0)] * (ranks.ndim - 1) + [(_FIRST_BYTE, 0)]
    return np.pad(ranks, padding).view("<i8")


_FIRST_BYTE = 2 * 8 - RANKS
_SEATS = (0, 1)
_WORDS = 2 * SUITS
_WORTHS = _in_bytes(
    [[_suit_worths(lane, seat) for lane in range(LANE_MASK + 1)] for seat in _SEATS]
)
# In one piece: code that reads an array in pieces cannot be kept on disk.
_SETS = np.ascontiguousarray(
    _in_bytes(
        [
            [
                _worth_of_sets(sets >> SET_RANKS << TEN, sets << TEN & LANE_MASK, seat)
                for sets in range(1 << 2 * SET_RANKS)
            ]
            for seat in _SEATS
        ]
    )[:, :, 1]
)
_POINT = np.array([12, 8]) * 0x0101010101010101


# The worths where sequences go through suits, tried in the same way.
_RANK_WORTH_ACROSS = np.array([0, 1, 2, 3, 6, 7, 9, 12, 20])
_ONLY_CARD = 20
_NEIGHBOUR = 7
_RUFF_CARD = 3
_TRIO_ACROSS = 7
_FOURTH_ACROSS = 33
"""A quatorze is worth so much more than a trio."""
_UNSEEN_ACROSS = 24


_HIGHER_SUITS = ONE_OF_EACH_SUIT ^ 1
"""The cards of a rank in the suits after the first, from the first on."""


@inline_kernel
def _least_worthy(hand, keys, taken):
    # The cards of the least keys: each is worth less than all but so many others. The keys stand in
    # the order of the cards.
    thrown = np.int32(0)
    for number in range(HAND_CARDS, _LANES):
        keys[number] = _NO_CARD
    for number in range(_LANES):
        before = np.int32(0)
        for other in range(HAND_CARDS):
            before = np.int32(before + np.int32(keys[other] < keys[number]))
        thrown = np.int32(thrown | np.int32(before < np.int32(taken)) << number)
    return deposit(np.int64(thrown), hand)


@kernel
def _discard_across(hand, least, most):
    ranks = all_ranks(hand)
    four, three = find_ranks(hand)
    four, three = four >> TEN << TEN, three >> TEN << TEN
    best = 0
    for suit in range(SUITS):
        pips = np.int64(LANE_PIPS[hand >> LANE_BITS * suit & LANE_MASK])
        best = max(best, pips << _SUIT_BITS | (SUITS - 1 - suit))
    ruff_shift = LANE_BITS * (SUITS - 1 - (best & SUITS - 1))
    keys = scratch_32(_LANES)
    worthless = 0
    cards = hand
    for number in range(HAND_CARDS):
        place = lowest_bit(cards)
        cards &= cards - 1
        rank = place & LANE_BITS - 1
        is_only = hand >> place & _HIGHER_SUITS == 0
        worth = np.int64(_RANK_WORTH_ACROSS[rank]) + _RUFF_CARD * (place - rank == ruff_shift)
        worth += (_ONLY_CARD + _NEIGHBOUR * count(ranks & (5 << rank >> 1))) * is_only
        worth += _TRIO_ACROSS * (three >> rank & 1) + _FOURTH_ACROSS * (four >> rank & 1)
        keys[number] = worth << _KEY_BITS | number
        worthless += worth < _UNSEEN_ACROSS
    return _least_worthy(hand, keys, min(most, max(worthless, least)))


@inline_kernel
def throw_as_club(seat, hand, least, most, across, point_scores):
    """The cards worth least, up to five as elder and three as younger.

    Parameters are fields of a `DiscardView` and of `Laws`.
    """
    if across:
        return _discard_across(hand, least, most)
    four, three = find_ranks(hand)
    sets = _SETS[seat, four >> TEN << SET_RANKS | three >> TEN]
    keeps_point = _POINT[seat] if point_scores == BY_CARDS else 0
    best = 0
    for suit in range(SUITS):
        point = np.int64(LANE_POINT[hand >> LANE_BITS * suit & LANE_MASK])
        best = max(best, point << _SUIT_BITS | (SUITS - 1 - suit))
    point_suit = SUITS - 1 - (best & SUITS - 1)
    # Sums and not branches, here and below: what a hand holds cannot be guessed.
    worths = scratch(_WORDS)
    for suit in range(SUITS):
        lane = hand >> LANE_BITS * suit & LANE_MASK
        point = keeps_point * (suit == point_suit)
        worths[2 * suit] = _WORTHS[seat, lane, 0] + point
        worths[2 * suit + 1] = _WORTHS[seat, lane, 1] + point + sets
    keys = scratch_32(_LANES)
    worthless = 0
    cards = hand
    for number in range(HAND_CARDS):
        place = lowest_bit(cards) + _FIRST_BYTE
        cards &= cards - 1
        worth = worths[place >> 3] >> 8 * (place & 7) & 0xFF
        keys[number] = worth << _KEY_BITS | number
        worthless += worth < _UNSEEN_WORTH[seat]
    taken = min(most, 5 if seat == 0 else 3, max(worthless, least))
    return _least_worthy(hand, keys, taken)


# What a suit is worth to lead from, or to throw from, depends on the cards that one holds of it and
# on those that may be against them: each card is one, the other or neither, and a suit is a number
# in base three. The six is its first digit, since most packs have none.
_RANK_DIGITS = (*range(1, RANKS), 0)
_DIGITS = sum(
    (np.arange(LANE_MASK + 1) >> rank & 1) * 3**digit for digit, rank in enumerate(_RANK_DIGITS)
)


# The worths of a lead in one number: certain winners, and above them what it is worth if they are
# cashed, and if they are not, each with two bits below it for the suit.
_CASHED_AT, _KEPT_AT = 8, 18
_SURE, _WORTH_MASK = 0xFF, 0xFF << _SUIT_BITS


def _rate_suits() -> tuple[np.ndarray, np.ndarray]:
    # The worth of each suit to lead from, see `_lead`, and to throw from.
    own = against = np.zeros(1, np.int64)
    for rank in _RANK_DIGITS:
        own = np.concatenate([own, own | 1 << rank, own])
        against = np.concatenate([against, against, against | 1 << rank])
    cards, others = np.bitwise_count(own).astype(int), np.bitwise_count(against).astype(int)
    top, top_against = (np.frexp(lane)[1] - 1 for lane in (own, against))
    above = np.bitwise_count(against >> np.maximum(top, 0)).astype(int)

    # Certain winners if led from the top: all above what may be against them, and all the rest if
    # that exhausts the suit.
    winners = np.bitwise_count(own >> top_against + 1).astype(int)
    winners = np.where(winners >= others, cards, winners)
    # Length is led; a suit whose higher cards are all against it waits to be led to; a short
    # suit's winner stays at home as a stopper.
    waits = 6 * cards - 6 * above
    cashed = np.where(winners, 40 + 4 * cards + winners, waits)
    kept = np.where(winners, 6 * cards + 2 * winners - 12 * (cards <= 3), waits)
    cashed, kept = (np.where(cards, worth + _NO_LEAD, 0) for worth in (cashed, kept))

    loss = 8 - cards + 2 * (above == 0)
    loss = np.where(cards == above + 1, 24 + top - 6 * above, loss)  # the last guard
    loss = np.where(cards <= above, top - RANKS, loss)  # can never win
    loss = np.where((own & -own) > against, 60 + cards, loss)  # certain winners
    loss = np.where(cards, loss, np.iinfo(np.int8).max)
    leads = kept << _KEPT_AT + _SUIT_BITS | cashed << _CASHED_AT + _SUIT_BITS | winners
    return leads.astype(np.int32), loss.astype(np.int8)


_LEADS, _LOSSES = _rate_suits()


@inline_kernel
def _find_suit(hand, against, shift):
    return _DIGITS[hand >> shift & LANE_MASK] + 2 * _DIGITS[against >> shift & LANE_MASK]


@inline_kernel
def _rate_lead(hand, against, suit):
    return np.int64(_LEADS[_find_suit(hand, against, LANE_BITS * suit)])


@inline_kernel
def _find_greatest(worths, at):
    # Of the suits' worths from a bit on, with the suit: the first of equals has the greatest.
    return max(
        max(worths[0] >> at & _WORTH_MASK | 3, worths[1] >> at & _WORTH_MASK | 2),
        max(worths[2] >> at & _WORTH_MASK | 1, worths[3] >> at & _WORTH_MASK),
    )


@inline_kernel
def _lead(hand, against, tricks):
    worths = (
        _rate_lead(hand, against, 0),
        _rate_lead(hand, against, 1),
        _rate_lead(hand, against, 2),
        _rate_lead(hand, against, 3),
    )
    winners = worths[0] + worths[1] + worths[2] + worths[3] & _SURE
    # Both are found at once, and neither waits for the winners to be counted.
    cashed, kept = _find_greatest(worths, _CASHED_AT), _find_greatest(worths, _KEPT_AT)
    # Six tricks divide the cards, the seventh wins them.
    cashes = (tricks + winners >= 6) | (winners == count(hand))
    chosen = cashed if cashes else kept
    return 1 << highest_bit(hand & LANE_MASK << LANE_BITS * (SUITS - 1 - (chosen & SUITS - 1)))


@inline_kernel
def _throw(hand, against):
    # Not able to follow: the card that is missed least, of equals that of the first suit.
    least = _NO_CARD
    for suit in range(SUITS):
        loss = np.int64(_LOSSES[_find_suit(hand, against, LANE_BITS * suit)])
        least = min(least, loss << _SUIT_BITS | suit)
    cards = hand & LANE_MASK << LANE_BITS * (least & SUITS - 1)
    return cards & -cards


@inline_kernel
def play_as_club(hand, against, tricks, led, legal):
    """The card that a club player leads, or plays to the card led.

    Parameters
    ----------
    hand, against : int64
        The cards held, and all that the opponent may hold.
    tricks : int64
        Tricks won.
    led, legal : int64
        As in `PlayView`.
    """
    if led == 0:
        return _lead(hand, against, tricks)
    higher = legal & ~((led << 1) - 1)
    suit = LANE_MASK << (highest_bit(led) & -LANE_BITS)
    if legal & suit == 0:
        return _throw(hand, against)
    chosen = higher if higher else legal
    return chosen & -chosen
