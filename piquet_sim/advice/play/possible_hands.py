"""All hands that the opponent can hold in the play, and how likely each is.

What calls, answers and weights mean is decided by the kernels that the players play by
(`kernel.players.opponent_hands`, `kernel.players.play_inference`). Players look at thirty hands
and a few thousand at most; here every hand is listed that is left, and each is weighed. Besides, a
hand must count in the classes that were good what the opponent has counted.
"""

from typing import NamedTuple

import numpy as np

from piquet_sim.kernel.base._jit import kernel
from piquet_sim.kernel.base.bits import count, deposit
from piquet_sim.kernel.base.shared_tables import scratch, shelf_learned, shelf_play_table
from piquet_sim.kernel.deal.declarations import CLASS_COUNT, score_call
from piquet_sim.kernel.deal.holdings import (
    POINT,
    SEQUENCE,
    SET,
    evaluate_hand,
    holds_sequence,
    holds_set,
    point_cards,
)
from piquet_sim.kernel.deal.tricks import legal_cards
from piquet_sim.kernel.players.opponent_hands import (
    fits_calls,
    fits_dealt,
    know_opponent,
    weigh_hands,
)
from piquet_sim.kernel.players.play_inference import CANDIDATES, imagine_own, judge_card

UNKNOWN = -1
"""In place of points: the opponent has not said what they count."""

RESULT, OWN_POINTS, CALLED, COUNTED = range(4)
"""What is known of a class: how it stands (`kernel.deal.views`), what this seat counts in it, what
the opponent has called as far as it was said in full, and what they have counted."""

_FULL = 1 << 20  # what `judge_card` gives for certain


class EarlierCard(NamedTuple):
    """A card that the opponent has played, and what they knew then."""

    trick: int
    """From 0."""
    card: int
    led: int
    """The card that it answered; 0 where it was led."""
    mine: int
    """What this seat held at that moment."""
    renounced: int
    """All cards of the suits in which this seat had renounced before the trick."""
    fallen: int
    """This card and those that the opponent has played since."""
    tricks: int
    """That the opponent had won."""


@kernel
def know_hand(laws, view):
    """What a `PlayView` tells of the opponent's hand, as `opponent_hands.know_opponent`."""
    return know_opponent(laws, view)


@kernel
def holds_call(laws, place, hand, call):
    """Whether a hand holds what was called in a class: 0 the point, 1 sequence, 2 set."""
    if call == 0:
        return True
    if place + POINT == POINT:
        return point_cards(hand, call) != 0
    if place + POINT == SEQUENCE:
        return holds_sequence(laws, hand, call)
    return holds_set(laws, hand, call)


@kernel
def count_class(laws, place, hand, call):
    """What a hand counts in a class that is good by a call; by its best where `call` is 0."""
    holding = evaluate_hand(laws, hand)
    kind = place + POINT
    if call == 0:
        call = holding.point
        if kind == SEQUENCE:
            call = holding.sequence
        elif kind == SET:
            call = holding.set
    points, _ = score_call(laws, kind, hand, holding, call)
    return points


@kernel
def list_possible_hands(laws, knowledge, classes, hands):
    """All hands that the opponent can hold.

    Parameters
    ----------
    laws : Laws
    knowledge : Knowledge
    classes : int64 array, shape (3, 4)
        Of point, sequence and set: RESULT, OWN_POINTS, CALLED, COUNTED.
    hands : int64 array
        Is filled with the cards they still hold; room for all ways to take so many cards.

    Returns
    -------
    int64
        How many there are.
    """
    places, wanted = count(knowledge.pool), knowledge.wanted
    if wanted < 0 or wanted > places:
        return 0
    found = 0
    chosen, end = (1 << wanted) - 1, 1 << places
    while chosen < end:
        hand = knowledge.held | deposit(chosen, knowledge.pool)
        full = hand | knowledge.played
        if fits_dealt(knowledge, full) and fits_calls(laws, knowledge, full):
            fits = True
            for place in range(CLASS_COUNT):
                called, counted = classes[place, CALLED], classes[place, COUNTED]
                fits &= holds_call(laws, place, full, called)
                if fits and counted != UNKNOWN:
                    fits = count_class(laws, place, full, called) == counted
            if fits:
                hands[found] = hand
                found += 1
        if chosen == 0:
            break
        # The next greater number with as many bits.
        lowest = chosen & -chosen
        carried = chosen + lowest
        chosen = carried | ((chosen ^ carried) >> 2) // lowest
    return found


@kernel
def weigh_possible_hands(block, seat, knowledge, found, hands, weights):
    """How likely the opponent is to have kept each hand, the likeliest 2**20.

    Parameters are those of `opponent_hands.weigh_hands`, but for the number of the block that was
    learned.
    """
    weigh_hands(shelf_learned(block), seat, knowledge, found, hands, weights)


@kernel
def judge_earlier_card(laws, view, block, earlier, found, hands, careful, careless):
    """Multiply by the probability of a card that the opponent has played, hand by hand.

    What a careful and a careless player are is said in `play_inference`.

    Parameters
    ----------
    laws : Laws
    view : PlayView
    block : int64
        Number of the block that was learned.
    earlier : EarlierCard
    found : int64
        How many hands there are.
    hands : int64 array
        What the opponent still holds.
    careful, careless : float64 array
        Are multiplied.
    """
    table, learned = shelf_play_table(), shelf_learned(block)
    own, times = scratch(CANDIDATES), scratch(CANDIDATES)
    imagined = imagine_own(
        laws, view, learned, earlier.trick, earlier.mine, earlier.renounced, own, times
    )
    between = earlier.mine | view.discard | earlier.led
    for place in range(found):
        hand = hands[place] | earlier.fallen
        careless[place] /= count(legal_cards(hand, earlier.led))
        likely = judge_card(
            table, hand, earlier.led, earlier.card, between, earlier.tricks, imagined, own, times
        )
        careful[place] *= np.float64(likely) / _FULL
