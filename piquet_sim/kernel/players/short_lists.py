"""A short list of discards, each reckoned in the same draws, and the one worth most.

The learned worth of a discard (`discard_values`) is a sum, and a sum sees neither that thirty
points in hand are a repique, nor that one card can complete a sequence and a set, nor what the
opponent must hold to spoil it. So the discards of greatest learned worth are tried in seventy-six
draws of the unseen cards: the seat draws, the opponent holds twelve of the others, and both reckon
point, sequences and sets. What that comes to is weighed together with the learned worth; the
factors are learned, too (`training`).

The draws are the blocks of a resolvable design: in each of nineteen rounds four draws share out the
twenty unseen cards, and any two of these are drawn together in four draws. So the cards that a
discard waits for, alone or in pairs, come as often for each discard as they should, and nothing is
left to chance.

References
----------
Colbourn, Dinitz (editors): Handbook of Combinatorial Designs, 2007 (designs from differences).
"""

from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import ACE, LANE_BITS, LANE_MASK, PACK_32_MASK, SEVEN, SUITS, TEN
from piquet_sim.kernel.bits import count, deposit, lowest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.calls import score_point
from piquet_sim.kernel.deal.dealing import PACK_32
from piquet_sim.kernel.deal.holdings import (
    POINT,
    SEQUENCE,
    SET_RANKS,
    SETS,
    call_strength,
    evaluate_hand,
)
from piquet_sim.kernel.deal.learned_blocks import read_laws
from piquet_sim.kernel.players.discard_values import (
    ENTRIES,
    MOST_TAKEN,
    UNIT,
    choose_discard,
    insert_ranked,
    list_best_discards,
)
from piquet_sim.kernel.shelf import scratch, scratch_32, shelf_learned
from piquet_sim.kernel.tables import (
    LANE_POINT,
    LANE_RANKS,
    LANE_SEQUENCE,
    LANE_SEQUENCES_SCORE,
    RANK_BITS,
)

SHORT_LIST = 10
"""Discards that are reckoned at most."""
WITHIN = 250
"""Hundredths of a point: a discard further behind the best is not reckoned."""

ROOM = 576
"""Draws for which there is room: all ways in which a talon falls to two discards, and more."""
ROOM_OF_SUITS = SUITS * ROOM

UNSEEN = 20
_ROUNDS = UNSEEN - 1
_LAST = UNSEEN - 1
_FIRST_ROUND = ((_LAST, 0, 1, 2, 6), (3, 4, 11, 13, 16), (5, 7, 10, 14, 18), (8, 9, 12, 15, 17))
"""The other rounds add 1 to 18 to all but the last number, modulo 19. Among the differences of two
numbers of one draw every one occurs four times, and the last is drawn with each number in turn."""


def _lay_out_draws() -> np.ndarray:
    # A seat that takes fewer than five cards is given the first ones of a draw. From round to round
    # every number but the last moves on by one, so that it meets each place as often;
    # the draw with the last number is turned instead.
    rows = []
    for step in range(_ROUNDS):
        first, *others = _FIRST_ROUND
        turned = first[step % len(first) :] + first[: step % len(first)]
        order = [
            card if card == _LAST else (card + step) % _ROUNDS
            for draw in (turned, *others)
            for card in draw
        ]
        rows += [order[at:] + order[:at] for at in range(0, UNSEEN, len(first))]
    return np.array(rows)


DRAWS = _lay_out_draws()
"""int64[draw, place]: numbers of the unseen cards, the five of the draw first, then the others."""

_DRAWN = len(DRAWS)
_FIRST = np.array([(1 << DRAWS[:, :places]).sum(1) for places in range(MOST_TAKEN + 1)])
"""int64[places, draw]: the first so many numbers of a draw, as a mask of the unseen cards."""

AMOUNTS = 6
"""What is counted of a discard: in how many draws the seat has a repique; in how many twenty to
twenty-nine points, the opponent none; the points of the seat that are good; the opponent's; in how
many draws the opponent has a repique; in how many twenty to twenty-nine, the seat none."""
FACTORS = 1 + AMOUNTS
"""Of a seat: of the learned worth in hundredths, then of each amount in one draw of all, in
hundredths of a point."""
FACTORS_AT = 6 * ENTRIES
"""Where factors lie on the shelf, behind all entries."""

_REPIQUE, _PIQUE = 30, 20

# All that the cards of a suit make, in one number of 32 bits: the ranks of which there are sets,
# the worth of all sequences, the best one, and the point. So a loop over draws is one of vectors.
_WORTH_BITS, _SEQUENCE_BITS = 5, 8
_SEQUENCE_AT = SET_RANKS + _WORTH_BITS
_POINT_AT = _SEQUENCE_AT + _SEQUENCE_BITS
_RANKS, _WORTH, _BELOW = (1 << SET_RANKS) - 1, (1 << _WORTH_BITS) - 1, (1 << _POINT_AT) - 1
_LANE_ALL = (
    LANE_POINT.astype(np.int32) << _POINT_AT
    | LANE_SEQUENCE.astype(np.int32) << _SEQUENCE_AT
    | LANE_SEQUENCES_SCORE.astype(np.int32) << SET_RANKS
    | np.arange(LANE_MASK + 1, dtype=np.int32) >> TEN
)


# In order the four suits of a rank lie side by side (`LANE_RANKS`); those of the longest suit lie
# above all others. A bit so ordered stands for one card.
_ORDERED = RANK_BITS * (ACE - SEVEN + 1)
_CARD_IN_ORDER = np.array(
    2 * [1 << LANE_BITS * suit + rank for rank in range(SEVEN, ACE + 1) for suit in range(SUITS)]
)


@inline_kernel
def _keep_best(cards, away):
    # What one might keep of these cards after throwing so many: the longest suit, and the high
    # cards of the others.
    spades, hearts = cards & LANE_MASK, cards >> LANE_BITS & LANE_MASK
    diamonds, clubs = cards >> 2 * LANE_BITS & LANE_MASK, cards >> 3 * LANE_BITS & LANE_MASK
    best = max(
        max(np.int64(LANE_POINT[spades]) << 2, np.int64(LANE_POINT[hearts]) << 2 | 1),
        max(np.int64(LANE_POINT[diamonds]) << 2 | 2, np.int64(LANE_POINT[clubs]) << 2 | 3),
    )
    ordered = (
        LANE_RANKS[spades]
        | LANE_RANKS[hearts] << 1
        | LANE_RANKS[diamonds] << 2
        | LANE_RANKS[clubs] << 3
    )
    longest = ordered & (LANE_RANKS[LANE_MASK] << (best & 3))
    ordered ^= longest | longest << _ORDERED
    for _ in range(away):
        cards ^= _CARD_IN_ORDER[lowest_bit(ordered)]
        ordered &= ordered - 1
    return cards


class Holdings(NamedTuple):
    """What one holds in each draw, in numbers of 32 bits, so that many are compared together."""

    point: np.ndarray
    """int32[draw]: by what calls are compared, and what they count if they are good."""
    sequence: np.ndarray
    set: np.ndarray
    point_score: np.ndarray
    sequences_score: np.ndarray
    sets_score: np.ndarray


@inline_kernel
def new_holdings():
    """Room for what one holds in so many draws."""
    return Holdings(
        scratch_32(ROOM),
        scratch_32(ROOM),
        scratch_32(ROOM),
        scratch_32(ROOM),
        scratch_32(ROOM),
        scratch_32(ROOM),
    )


@inline_kernel
def _join_suits(laws, draws, suits, holdings):
    low = laws.lowest_set - TEN
    for draw in range(draws):
        a, b = suits[draw], suits[ROOM + draw]
        c, d = suits[2 * ROOM + draw], suits[3 * ROOM + draw]
        holdings.point[draw] = max(max(a, b), max(c, d)) >> _POINT_AT
        four, three = a & b & c & d & _RANKS, ((a & b & (c | d)) | (c & d & (a | b))) & _RANKS
        holdings.set[draw] = four >> low << low << SET_RANKS | three >> low << low
        a, b, c, d = a & _BELOW, b & _BELOW, c & _BELOW, d & _BELOW
        holdings.sequence[draw] = max(max(a, b), max(c, d)) >> _SEQUENCE_AT
        a, b, c, d = a >> SET_RANKS, b >> SET_RANKS, c >> SET_RANKS, d >> SET_RANKS
        holdings.sequences_score[draw] = (a & _WORTH) + (b & _WORTH) + (c & _WORTH) + (d & _WORTH)
    for draw in range(draws):
        sets = SETS[holdings.set[draw]]
        holdings.set[draw] = sets >> 16
        holdings.sets_score[draw] = laws.quatorze * (sets >> 8 & 255) + laws.trio * (sets & 255)


@inline_kernel
def hold_in_draws(laws, kept, before, draws, cards, suits, holdings):
    """What one holds in each draw who keeps some cards, and has others with each.

    Parameters
    ----------
    laws : Laws
    kept, before : int64
        The cards kept, and those of the hand before, whose lanes in `suits` are not looked up again
        where a suit is the same; -1 if there was none.
    draws : int64
        How many there are.
    cards : int64 array
        The others, by the draw.
    suits : int32 array of ROOM_OF_SUITS
    holdings : Holdings
        Is filled.
    """
    if laws.holds_otherwise:
        for draw in range(draws):
            held = evaluate_hand(laws, kept | cards[draw])
            holdings.point[draw], holdings.sequence[draw] = held.point, held.sequence
            holdings.sequences_score[draw] = held.sequences_score
            holdings.set[draw], holdings.sets_score[draw] = held.set, held.sets_score
    else:
        for suit in range(SUITS):
            if (kept ^ before) >> LANE_BITS * suit & LANE_MASK:
                for draw in range(draws):
                    lane = (kept | cards[draw]) >> LANE_BITS * suit & LANE_MASK
                    suits[ROOM * suit + draw] = _LANE_ALL[lane]
        _join_suits(laws, draws, suits, holdings)
    for draw in range(draws):
        point = np.int64(holdings.point[draw])
        holdings.point_score[draw] = score_point(laws, point)
        holdings.point[draw] = call_strength(laws, POINT, point)
        holdings.sequence[draw] = call_strength(laws, SEQUENCE, np.int64(holdings.sequence[draw]))


@inline_kernel
def _reckon_class(needs, so_far, strengths, worths):
    # One class more, without branches: equal ones count for nobody.
    own, other, own_first, other_first = so_far
    own += worths[0] * (strengths[0] > strengths[1])
    other += worths[1] * (strengths[1] > strengths[0])
    own_first |= (own >= needs) & (other == 0)
    other_first |= (other >= needs) & (own == 0)
    return own, other, own_first, other_first


@inline_kernel
def reckon_draw(needs, blanches, mine, theirs, draw):
    """What two seats that call everything make in hand in a draw, and who makes a repique.

    There are no branches, so that several draws are reckoned together.

    Parameters
    ----------
    needs : int64
        Points for a repique.
    blanches : tuple of two int64
        What the seats reckon for carte blanche.
    mine, theirs : Holdings
    draw : int64

    Returns
    -------
    own, other : int64
        The points of both.
    own_first, other_first : bool
        Whether a seat has so many before the other has any.
    """
    own, other = blanches
    made = own, other, (own >= needs) & (other == 0), (other >= needs) & (own == 0)
    made = _reckon_class(
        needs,
        made,
        (mine.point[draw], theirs.point[draw]),
        (mine.point_score[draw], theirs.point_score[draw]),
    )
    made = _reckon_class(
        needs,
        made,
        (mine.sequence[draw], theirs.sequence[draw]),
        (mine.sequences_score[draw], theirs.sequences_score[draw]),
    )
    return _reckon_class(
        needs,
        made,
        (mine.set[draw], theirs.set[draw]),
        (mine.sets_score[draw], theirs.sets_score[draw]),
    )


@inline_kernel
def _count_amounts(mine, theirs, at, amounts):
    # What one comes to in all draws.
    repiques = piques = points = their_points = their_repiques = their_piques = 0
    for draw in range(_DRAWN):
        own, other, own_first, other_first = reckon_draw(_REPIQUE, (0, 0), mine, theirs, draw)
        repiques += own_first
        piques += (own >= _PIQUE) & (own < _REPIQUE) & (other == 0)
        points += own
        their_points += other
        their_repiques += other_first
        their_piques += (other >= _PIQUE) & (other < _REPIQUE) & (own == 0)
    amounts[at], amounts[at + 1], amounts[at + 2] = repiques, piques, points
    amounts[at + 3], amounts[at + 4], amounts[at + 5] = their_points, their_repiques, their_piques


@inline_kernel
def reckon_discards(laws, hand, opponent_took, found, discards, amounts):
    """Count what discards come to before the play in all DRAWS.

    Parameters
    ----------
    laws : Laws
    hand : int64
        The twelve cards dealt.
    opponent_took : int64
        What the other seat exchanged; -1 for elder.
    found : int64
        How many discards there are.
    discards : int64 array
        Of at most MOST_TAKEN cards each.
    amounts : int64 array, of at least AMOUNTS for each discard
        Is filled.
    """
    cards, mine, theirs = scratch(ROOM), new_holdings(), new_holdings()
    unseen, suits = PACK_32_MASK & ~hand, scratch_32(ROOM_OF_SUITS)
    numbers, before = 0, -1
    for choice in range(found):
        numbers |= 1 << count(discards[choice])
    while numbers:
        taken = lowest_bit(numbers)
        numbers &= numbers - 1
        # Younger takes all that elder leaves.
        opponents = MOST_TAKEN - taken if opponent_took < 0 else opponent_took
        if opponents != before:
            before = opponents
            # They have seen all but the cards that were drawn, and those that are left.
            for draw in range(_DRAWN):
                others = unseen ^ deposit(_FIRST[MOST_TAKEN - opponents, draw], unseen)
                cards[draw] = _keep_best(others, opponents)
            hold_in_draws(laws, 0, -1, _DRAWN, cards, suits, theirs)
        for draw in range(_DRAWN):
            cards[draw] = deposit(_FIRST[taken, draw], unseen)
        last = -1
        for choice in range(found):
            if count(discards[choice]) == taken:
                kept = hand ^ discards[choice]
                hold_in_draws(laws, kept, last, _DRAWN, cards, suits, mine)
                last = kept
                _count_amounts(mine, theirs, AMOUNTS * choice, amounts)


@inline_kernel
def weigh_amounts(learned, seat, worth, amounts, choice):
    """The worth of a discard by its learned worth and its amounts (`reckon_discards`).

    In hundredths of a point, times UNIT and the number of draws.
    """
    at = FACTORS_AT + seat * FACTORS
    worth *= np.int64(learned[at]) * _DRAWN
    for amount in range(AMOUNTS):
        factor = UNIT * np.int64(learned[at + 1 + amount])
        worth += factor * amounts[AMOUNTS * choice + amount]
    return worth


@inline_kernel
def list_reckoned_discards(
    laws, learned, seat, hand, least, most, opponent_took, is_reckoned, worths, chosen
):
    """A short list of discards, best first by all that is known of them.

    Parameters
    ----------
    laws : Laws
    learned : int16 array
        As `Learned.lay_out` orders it.
    seat : int64
    hand, least, most, opponent_took : int64
        As for `value_discards`; of the pack of 32.
    is_reckoned : bool
        Whether the draws count beside what was learned.
    worths, chosen : int64 array, of SHORT_LIST
        Are filled: worths in hundredths of a point, of which differences have a meaning.

    Returns
    -------
    int64
        How many there are.
    """
    kept = list_best_discards(
        learned,
        seat * ENTRIES,
        hand,
        least,
        most,
        opponent_took,
        SHORT_LIST,
        WITHIN,
        worths,
        chosen,
    )
    if kept == 1 or not is_reckoned:
        return kept
    amounts = scratch(ROOM)
    reckon_discards(laws, hand, opponent_took, kept, chosen, amounts)
    for choice in range(kept):
        worth = weigh_amounts(learned, seat, worths[choice], amounts, choice)
        insert_ranked(worths, chosen, choice, kept, worth, chosen[choice])
    for choice in range(kept):
        worths[choice] //= UNIT * _DRAWN
    return kept


@inline_kernel
def list_for_view(laws, view, block, worths, chosen):
    """`list_reckoned_discards` for a `DiscardView`, by the block of a number; of the pack of 32.

    Nothing is reckoned where the opponent has shown a carte blanche: the draws know nothing of it.
    """
    return list_reckoned_discards(
        laws,
        shelf_learned(block),
        view.seat,
        view.hand,
        view.least,
        view.most,
        view.opponent_took,
        not view.opponent_carte_blanche,
        worths,
        chosen,
    )


@kernel
def list_otherwise(view, block, worths, chosen):
    """`list_for_view` under laws that the view tells."""
    return list_for_view(read_laws(view), view, block, worths, chosen)


@kernel
def choose_as(laws, learned, seat, hand, least, most, opponent_took):
    """The discard of one who learned so much: by entries alone, or reckoned where factors follow.

    Parameters
    ----------
    laws : Laws
    learned : int16 array
        The entries of both seats, of shape (2 * ENTRIES,), or as `Learned.lay_out` orders all;
        with the sixes nothing is reckoned.
    seat : int64
    hand, least, most, opponent_took : int64
        As for `value_discards`.

    Returns
    -------
    int64
        The cards thrown.
    """
    if learned.shape[0] <= FACTORS_AT or laws.pack != PACK_32:
        return choose_discard(learned, seat * ENTRIES, hand, least, most, opponent_took)
    worths, chosen = scratch(SHORT_LIST), scratch(SHORT_LIST)
    list_reckoned_discards(
        laws, learned, seat, hand, least, most, opponent_took, True, worths, chosen
    )
    return chosen[0]
