"""What an opponent can have thrown and drawn, and what of it agrees with what a player knows.

The opponent's own strategy is asked what it throws from hands that they can have been dealt
(`list_throws`); every draw then counts as one deal. Before younger has thrown, no more is known
than how many cards elder took: deals are finished with hands of elder's from which a strategy takes
so many.
"""

from typing import NamedTuple

import numpy as np
from numba import int16, int64

from piquet_sim.kernel.compile import borrow, find_place, kernel, kernel_of, store_tuple
from piquet_sim.kernel.deal.calls import score_call
from piquet_sim.kernel.deal.deal import LAWS
from piquet_sim.kernel.deal.deal_state import RECORD_SIZE
from piquet_sim.kernel.deal.dealing import deal_rest
from piquet_sim.kernel.deal.holdings import POINT, call_strength, evaluate_hand
from piquet_sim.kernel.deal.views import LONGEST_VIEW, POLICY, YOUNGER_SEAT
from piquet_sim.kernel.opponent.knowledge import Knowledge, fits_calls
from piquet_sim.kernel.play_table import PLAY_TABLE, PlayTable
from piquet_sim.kernel.players.continuation import continue_deal
from piquet_sim.kernel.players.rollouts import see_as_opponent, write_parts
from piquet_sim.kernel.random import ROLLOUT_STREAM, random_below
from piquet_sim.kernel.shelf import scratch


class Known(NamedTuple):
    """What a player knows of a deal in which nobody has announced a carte blanche."""

    seat: int
    """0 elder, 1 younger."""
    drew: int
    """Cards that the opponent took from the stock for certain, since elder had seen them."""
    elder_took: int
    younger_took: int
    own: int
    """The twelve cards of this seat after the exchange."""
    reckoned: int
    """In how many classes the opponent has shown what is good or equal."""
    shown: int
    """What was shown in these."""
    opponent: Knowledge
    """Of the opponent's hand."""


@kernel_of(
    int64(LAWS, int64, int64, int64, int64, POLICY, int64, int64[::1], int64[::1], int64[::1])
)
def list_throws(laws, seat, elder_took, blanche, own_blanche, answer, luck, dealt, numbers, thrown):
    """Fill in what a strategy throws from hands.

    Parameters
    ----------
    laws : tuple
    seat, elder_took : int64
        Whose discard it is, and for younger how many cards elder took, for elder -1.
    blanche, own_blanche : int64
        1 if this seat, and if the other, has announced a carte blanche.
    answer : policy
    luck : int64
        Of what the policy decides by lot; the number of the hand is added.
    dealt, numbers : int64 array
        The hands and their numbers.
    thrown : int64 array
        Is filled.

    Returns
    -------
    int64
        How many hands there are.
    """
    room = scratch(LONGEST_VIEW)
    for place in range(dealt.shape[0]):
        view = see_as_opponent(
            laws, 1 - seat, dealt[place], elder_took, 0, blanche, own_blanche, luck + numbers[place]
        )
        store_tuple(room, 0, view)
        thrown[place] = answer(find_place(room, 0))
    return dealt.shape[0]


@kernel
def list_agreeing(laws, known, deals, agreeing):
    """Fill the places of the deals that agree with what a player knows; returns how many do."""
    opponent = known.opponent
    holds = opponent.held | opponent.played
    found = 0
    for place in range(deals.shape[0]):
        hand = deals[place, 0]
        if (
            holds & ~hand == 0
            and hand & ~(holds | opponent.pool) == 0
            and fits_calls(laws, opponent, hand)
            and find_shown(laws, known.own, hand, known.reckoned) == known.shown
        ):
            agreeing[found] = place
            found += 1
    return found


@kernel
def find_shown(laws, own, hand, classes):
    """The cards that the opponent of a player, with this hand, shows in the first classes."""
    mine, theirs = evaluate_hand(laws, own), evaluate_hand(laws, hand)
    shown = 0
    for place in range(classes):
        kind, call = POINT + place, theirs[place]
        if call_strength(laws, kind, call) >= call_strength(laws, kind, mine[place]):
            shown |= score_call(laws, kind, hand, theirs, call)[1]
    return shown


@kernel_of(
    int64(
        LAWS,
        int64,
        int64[::1],
        int64[::1],
        int64[::1],
        PLAY_TABLE,
        int64[:, ::1],
        int64,
        int64,
        int16[:, :, ::1],
        int16[:, :, ::1],
    )
)
def finish_listed(
    laws, hand, dealt, thrown, discards, solution, memory, seed, first, scores, parts
):
    """Finish deals for each of some discards of younger's, elder's hand being one of a list.

    Parameters
    ----------
    laws : tuple
    hand : int64
        Younger's, as dealt.
    dealt, thrown : int64 array
        Elder's hands, each as likely as the others, and what is thrown from them.
    discards : int64 array
        What is compared.
    solution : PlayTable
    memory : int64 array
        From `live_pique.new_memory`.
    seed, first : int64
        Continuations are numbered from `first`.
    scores : int16 array, shape (continuations, discards, 2)
        Is filled: younger's score and elder's.
    parts : int16 array, shape (continuations, discards, 16) or (0, discards, 16)
        Is filled, if it has rows: the parts of younger's score and of elder's.

    Returns
    -------
    int64
        How many continuations there are.
    """
    solution = PlayTable(borrow(solution.values), borrow(solution.starts))
    memory, record = borrow(memory), np.zeros(RECORD_SIZE, np.int64)
    for place in range(scores.shape[0]):
        _, order, luck = deal_rest(laws.pack, seed, first + place, ROLLOUT_STREAM, hand)
        chosen = random_below(luck, dealt.shape[0])
        for choice in range(discards.shape[0]):
            elder_score, younger_score = continue_deal(
                laws,
                (dealt[chosen], hand),
                (thrown[chosen], discards[choice]),
                order,
                solution,
                memory,
                record,
            )
            scores[place, choice, 0], scores[place, choice, 1] = younger_score, elder_score
            if parts.shape[0]:
                write_parts(record, YOUNGER_SEAT, parts[place, choice])
    return scores.shape[0]


@kernel
def sum_margins(laws, hands, thrown, orders, solution, memory):
    """Elder's points less younger's, added up over some orders of the stock.

    Both call everything and play the cards perfectly, seeing all.

    Parameters
    ----------
    laws : Laws
    hands, thrown : tuple of two int64
        Elder's and younger's hand as dealt, and their discards.
    orders : int64 array
        As for `dealing.draw_cards`.
    solution : PlayTable
    memory : int64 array
        From `live_pique.new_memory`.
    """
    solution = PlayTable(borrow(solution.values), borrow(solution.starts))
    memory, record = borrow(memory), np.zeros(RECORD_SIZE, np.int64)
    total = 0
    for place in range(len(orders)):
        scores = continue_deal(laws, hands, thrown, orders[place], solution, memory, record)
        total += scores[0] - scores[1]
    return total
