"""The sums from which the worths of a learned exchange are fitted.

For each dealt hand sixteen discards are finished with the same cards and the same opponent, by
perfect play. The worth of a discard (`discard_values`) is then fitted to what it made more or less
than the other fifteen: a regression centred within the hand, drawn towards the last weights. Its
normal equations are solved by conjugate gradients; only the product with their matrix is
needed, and it is summed here in a fixed order, so that the result is the same to the bit.
"""

from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import (
    ACE,
    HAND_CARDS,
    LANE_BITS,
    LANE_MASK,
    ONE_OF_EACH_SUIT,
    RANKS,
    SEVEN,
    SIX,
    SUITS,
)
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.deal_state import RECORD_SIZE
from piquet_sim.kernel.deal.dealing import deal_cards, draw_by_lot, draw_cards, pack_of
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.players.continuation import continue_deal
from piquet_sim.kernel.players.discard_values import (
    ENTRIES,
    MOST_DISCARDS,
    MOST_TAKEN,
    RANK_AT,
    RANK_ENTRIES,
    SHAPE_AT,
    SHAPE_OF,
    SHAPES,
    SUIT_ENTRIES,
    TAKEN_AT,
    TAKEN_ENTRIES,
    TOP_AT,
    TOP_ENTRIES,
    joint_entries,
    rank_entry,
    rank_numbers,
    suit_entry,
    taken_entry,
    value_discards,
)
from piquet_sim.kernel.players.rollouts import TAKES
from piquet_sim.kernel.players.short_lists import choose_as
from piquet_sim.kernel.random import TRAINING_STREAM, random_below, random_words
from piquet_sim.kernel.shelf import scratch

TRIED = 16
"""Discards tried of each hand."""

_BEST, _NEAR, _SMALLER = 8, 4, 2
_NEAR_WITHIN = 1200
_TRIES = 40
_SMALLER_TAKE_IN = 8
"""In one of this many hands elder takes fewer cards than planned, so younger learns to answer."""


class Trials(NamedTuple):
    """Hands and what the discards tried came to."""

    hands: np.ndarray
    """int64[hand]: the twelve cards dealt."""
    opponent_took: np.ndarray
    """int8[hand]: what the other seat took before; -1 for elder."""
    discards: np.ndarray
    """int64[hand, tried]."""
    scores: np.ndarray
    """int16[hand, tried, 2]: own score of the deal, and the opponent's."""


@inline_kernel
def left_to_younger(laws, taken):
    """How many cards younger may exchange when elder has taken some, and learns to."""
    return min(min(laws.younger_most, laws.stock - taken), MOST_TAKEN)


@kernel
def exchange(laws, one, two, elder, younger):
    """What elder and younger throw who discard by what they have learned (see `choose_as`)."""
    thrown = choose_as(laws, one, 0, elder, laws.elder_least, laws.elder_most, -1)
    return thrown, answer_discard(laws, two, younger, count(thrown))


@kernel
def answer_discard(laws, rival, younger, taken):
    """What younger throws once elder has taken so many cards."""
    least, most = laws.younger_least, left_to_younger(laws, taken)
    return choose_as(laws, rival, 1, younger, least, most, taken)


@inline_kernel
def take_up_hand(laws, seat, rival, elder, younger, elder_least, elder_most):
    """The hand that a seat discards from, and what it knows of the deal then.

    Parameters
    ----------
    elder_least, elder_most : int64
        Between which numbers of cards elder takes who has learned `rival` (see `choose_as`), where
        the seat is younger.

    Returns
    -------
    hand, least, most, opponent_took, answer : int64
        The hand, the bounds of the discard, and for younger how many cards elder took, and which
        elder threw: -1 and 0 for elder.
    """
    if seat == ELDER_SEAT:
        return elder, laws.elder_least, laws.elder_most, -1, 0
    answer = choose_as(laws, rival, 0, elder, elder_least, elder_most, -1)
    took = count(answer)
    return younger, laws.younger_least, left_to_younger(laws, took), took, answer


@inline_kernel
def pair_discards(laws, seat, rival, younger, answer, thrown, answers):
    """Both discards where a seat tries one, the other answering it or having thrown `answer`.

    `answers` keeps younger's by how many cards elder takes; zeros before the first.
    """
    if seat != ELDER_SEAT:
        return answer, thrown
    taken = count(thrown)
    if answers[taken] == 0:
        answers[taken] = answer_discard(laws, rival, younger, taken)
    return thrown, answers[taken]


@inline_kernel
def _pick_discards(values, discards, found, most, luck, chosen):
    # The best eight, some near the best, the best of fewer cards, and any.
    ranked = np.argsort(-values[:found], kind="mergesort")  # of equals the first comes first
    for place in range(_BEST):
        chosen[place] = discards[ranked[place % found]]
    drawn = 0
    for place in range(_BEST, _BEST + _NEAR):
        for _ in range(_TRIES):
            pick = random_below(luck, found, drawn)
            drawn += 1
            if values[pick] >= values[ranked[0]] - _NEAR_WITHIN:
                break
        chosen[place] = discards[pick]
    fewer = most - 1
    for place in range(_BEST + _NEAR, _BEST + _NEAR + _SMALLER):
        pick = ranked[0]
        for one in ranked[::-1]:
            if count(discards[one]) == fewer:
                pick = one
        chosen[place] = discards[pick]
        fewer = 1 + random_below(luck, max(most - 2, 1), drawn)
        drawn += 1
    for place in range(_BEST + _NEAR + _SMALLER, TRIED):
        chosen[place] = discards[random_below(luck, found, drawn)]
        drawn += 1


@kernel
def try_discards(laws, seat, entries, rival, seed, first, solution, memory, trials):
    """Deal hands, try discards and finish the deals.

    Parameters
    ----------
    laws : Laws
    seat : int64
        Whose discards are tried: 0 elder, 1 younger.
    entries : int16 array, shape (2 * ENTRIES,)
        What both seats have learned so far; that of the seat is read.
    rival : int16 array
        What the other seat discards by (see `choose_as`).
    seed, first : int64
        Hands are those of deals `first` and following of this seed.
    solution : PlayTable
    memory : int64 array
        From `live_pique.new_memory`.
    trials : Trials
        Is filled.
    """
    record = scratch(RECORD_SIZE)
    values, discards, chosen = scratch(MOST_DISCARDS), scratch(MOST_DISCARDS), scratch(TRIED)
    answers = scratch(TAKES)
    for hand in range(trials.hands.shape[0]):
        number = first + hand
        elder, younger, _, order = deal_cards(laws.pack, seed, number)
        luck, _ = random_words(seed, number, TRAINING_STREAM + seat, 0)
        elder_least, elder_most = laws.elder_least, laws.elder_most
        if random_below(luck, _SMALLER_TAKE_IN, 500) == 0:
            elder_least += random_below(luck, elder_most - elder_least, 501)
            elder_most = elder_least
        own_hand, least, most, took, answer = take_up_hand(
            laws, seat, rival, elder, younger, elder_least, elder_most
        )
        found = value_discards(
            entries, seat * ENTRIES, own_hand, least, most, took, values, discards
        )
        _pick_discards(values, discards, found, most, luck, chosen)
        trials.hands[hand] = own_hand
        trials.opponent_took[hand] = took
        answers[:] = 0
        for place in range(TRIED):
            thrown = chosen[place]
            trials.discards[hand, place] = thrown
            both = pair_discards(laws, seat, rival, younger, answer, thrown, answers)
            scores = trials.scores[hand, place]
            scores[seat], scores[1 - seat] = continue_deal(
                laws, (elder, younger), both, order, solution, memory, record
            )


# ---- The regression ------------------------------------------------------------------------------
# Its weights: entries as in `discard_values`, but one for each shape, and beside the entry of a
# suit by dealt and kept one by kept alone, towards which it is drawn.
SUIT_WEIGHTS = 0
KEPT_WEIGHTS = SUIT_WEIGHTS + SUIT_ENTRIES
RANK_WEIGHTS = KEPT_WEIGHTS + LANE_MASK + 1
TAKEN_WEIGHTS = RANK_WEIGHTS + RANK_ENTRIES
TOP_WEIGHTS = TAKEN_WEIGHTS + TAKEN_ENTRIES
SHAPE_WEIGHTS = TOP_WEIGHTS + TOP_ENTRIES
WEIGHTS = SHAPE_WEIGHTS + SHAPES
_TERMS = 2 * SUITS + RANKS + 3
_TERMS_OF_HAND = _TERMS * TRIED


@inline_kernel
def _find_terms(hand, discard, opponent_took, first, terms):
    # The weights that the worth of a discard is the sum of.
    kept = hand ^ discard
    for suit in range(SUITS):
        shift = LANE_BITS * suit
        lane = kept >> shift & LANE_MASK
        terms[first + suit] = SUIT_WEIGHTS + suit_entry(lane, discard >> shift & LANE_MASK)
        terms[first + SUITS + suit] = KEPT_WEIGHTS + lane
    at = first + 2 * SUITS
    for rank in range(SEVEN, ACE + 1):
        entry = rank_entry(rank, rank_numbers(hand, rank), rank_numbers(kept, rank))
        terms[at + rank - SEVEN] = RANK_WEIGHTS + entry - RANK_AT
    top, shape = joint_entries(kept)
    at += RANKS - 1
    terms[at] = TAKEN_WEIGHTS + taken_entry(opponent_took, count(discard)) - TAKEN_AT
    terms[at + 1] = TOP_WEIGHTS + top - TOP_AT
    terms[at + 2] = SHAPE_WEIGHTS + SHAPE_OF[shape - SHAPE_AT]
    entry = rank_entry(SIX, rank_numbers(hand, SIX), rank_numbers(kept, SIX))
    terms[at + 3] = RANK_WEIGHTS + entry - RANK_AT


@inline_kernel
def _count_terms(hand):
    # The last term is that of the sixes, where there are any.
    return _TERMS if hand & ONE_OF_EACH_SUIT else _TERMS - 1


@kernel
def sum_residuals(trials, weights, sums, times):
    """The right-hand side: what the weights do not yet explain of both scores.

    Parameters
    ----------
    trials : Trials
    weights : float64 array, shape (WEIGHTS, 2)
        Points for own score and for the opponent's.
    sums : float64 array, shape (WEIGHTS, 2)
        Is filled: centred residuals, summed by weight. Where all scores are 0 that is the normal
        matrix times the weights, negative.
    times : float64 array, shape (WEIGHTS,)
        Is filled: how often each weight occurs.

    Returns
    -------
    float64
        The sum of the squares of the centred residuals of the difference of scores.
    """
    sums[:] = 0.0
    times[:] = 0.0
    squares = 0.0
    terms = scratch(_TERMS_OF_HAND)
    left = np.zeros((TRIED, 2))
    for hand in range(trials.hands.shape[0]):
        dealt, took = trials.hands[hand], np.int64(trials.opponent_took[hand])
        used = _count_terms(dealt)
        for place in range(TRIED):
            _find_terms(dealt, trials.discards[hand, place], took, _TERMS * place, terms)
            for side in range(2):
                worth = np.float64(trials.scores[hand, place, side])
                for term in range(_TERMS * place, _TERMS * place + used):
                    worth -= weights[terms[term], side]
                left[place, side] = worth
        left -= left.sum(axis=0) / TRIED
        for place in range(TRIED):
            one, two = left[place, 0], left[place, 1]
            squares += (one - two) * (one - two)
            for term in range(_TERMS * place, _TERMS * place + used):
                sums[terms[term], 0] += one
                sums[terms[term], 1] += two
                times[terms[term]] += 1.0
    return squares


@kernel
def play_exchanges(laws, one, two, seed, first, solution, memory, scores):
    """Deals between two learned exchanges, calls full and play perfect.

    Parameters
    ----------
    laws : Laws
    one, two : int16 array
        What each discards by (see `choose_as`).
    seed, first : int64
        The number of the first deal; the others follow.
    solution : PlayTable
    memory : int64 array
        From `live_pique.new_memory`.
    scores : int16 array, shape (deals, turns, 2)
        Is filled with elder's and younger's score; in the second turn the exchanges have changed
        seats.
    """
    record = scratch(RECORD_SIZE)
    for deal in range(scores.shape[0]):
        elder, younger, _, order = deal_cards(laws.pack, seed, first + deal)
        for turn in range(scores.shape[1]):
            lead, second = (one, two) if turn == 0 else (two, one)
            both = exchange(laws, lead, second, elder, younger)
            scores[deal, turn, 0], scores[deal, turn, 1] = continue_deal(
                laws, (elder, younger), both, order, solution, memory, record
            )


# ---- What hands tell of their exchange -----------------------------------------------------------
@kernel
def observe_hands(laws, seat, entries, seed, first, trials):
    """Hands of a seat after the exchange beside others that the opponent could as well imagine.

    Of each deal the first hand is the true one, the other fifteen are drawn from the cards that
    the opponent does not see.

    Parameters
    ----------
    laws : Laws
    seat : int64
        Whose hands are told apart.
    entries : int16 array, shape (2 * ENTRIES,)
        By which both discard.
    seed, first : int64
    trials : Trials
        Is filled: `hands` with all cards not seen, `discards` with those of them not in the hand.
    """
    for hand in range(trials.hands.shape[0]):
        number = first + hand
        elder, younger, stock, order = deal_cards(laws.pack, seed, number)
        luck, _ = random_words(seed, number, TRAINING_STREAM + 2 + seat, 0)
        thrown, answer = exchange(laws, entries, entries, elder, younger)
        took = count(thrown)
        elder_drawn = draw_cards(stock, order, 0, took)
        younger_drawn = draw_cards(stock, order, took, count(answer))
        if seat == 0:
            held = elder ^ thrown | elder_drawn
            unseen = pack_of(laws) & ~(younger | younger_drawn)
        else:
            held = younger ^ answer | younger_drawn
            looks = laws.elder_most - took if laws.elder_looks else 0
            looked_at = draw_cards(stock, order, took, looks)
            unseen = pack_of(laws) & ~(elder | elder_drawn | looked_at & ~younger_drawn)
        trials.hands[hand] = unseen
        trials.opponent_took[hand] = 0
        for place in range(TRIED):
            left = draw_by_lot(unseen, count(unseen) - HAND_CARDS, luck, 32 * place)
            trials.discards[hand, place] = left if place else unseen & ~held


@kernel
def sum_choices(trials, weights, sums, times):
    """The gradient of the likelihood that the first hand of each sixteen is the true one.

    Its probability is taken to be proportional to the exponential of its weights' sum.

    Parameters
    ----------
    trials : Trials
        From `observe_hands`.
    weights, sums : float64 array, shape (WEIGHTS, 2)
        The first column is read and filled.
    times : float64 array, shape (WEIGHTS,)
        Is filled: how often each weight occurs.
    """
    sums[:] = 0.0
    times[:] = 0.0
    terms = scratch(_TERMS_OF_HAND)
    for hand in range(trials.hands.shape[0]):
        used, chances = _count_terms(trials.hands[hand]), np.zeros(TRIED)
        for place in range(TRIED):
            _find_terms(trials.hands[hand], trials.discards[hand, place], 0, _TERMS * place, terms)
            for term in range(_TERMS * place, _TERMS * place + used):
                chances[place] += weights[terms[term], 0]
        chances = np.exp(chances - chances.max())
        left = -chances / chances.sum()
        left[0] += 1.0
        for place in range(TRIED):
            for term in range(_TERMS * place, _TERMS * place + used):
                sums[terms[term], 0] += left[place]
                times[terms[term]] += 1.0
