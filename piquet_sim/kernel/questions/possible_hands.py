"""All hands that the opponent can hold in the play, and how likely each is.

The kernels that the players use decide what calls, answers and weights mean
(`kernel.players.opponent_hands`, `kernel.players.play_inference`). Players look at thirty hands, or
a few thousand at most; here every remaining hand is listed and weighted. Also, in the classes that
were good a hand must count what the opponent has counted.
"""

from typing import NamedTuple

import numpy as np

from piquet_sim.kernel.base.bits import count, deposit, highest_bit, lowest_bit
from piquet_sim.kernel.base.shared_tables import shelf_learned, shelf_play_table
from piquet_sim.kernel.compile import inline_kernel, kernel
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
from piquet_sim.kernel.deal.tricks import legal_cards, suit_of
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.players.card_values import CARD_PLACES, add_world, find_tried
from piquet_sim.kernel.players.opponent_hands import Knowledge, fits_calls, fits_dealt, weigh_hands
from piquet_sim.kernel.players.play_inference import CARELESS, PARTS, TEMPERATURE, know_own

UNKNOWN = -1
"""In place of points: the opponent has not said what they count."""

RESULT, OWN_POINTS, CALLED, COUNTED = range(4)
"""What is known of a class: how it stands (`kernel.deal.views`), what this seat counts in it, what
the opponent has called, if it was said in full, and what they have counted."""

_CARELESSLY = CARELESS / PARTS

_SHOWN_AND_CALLED = 2  # one less: what was shown; 0: nothing


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


class Mover(NamedTuple):
    """Of the opponent's view what `kernel.players.card_values` reads of a view."""

    hand: int
    legal: int
    led: int
    tricks: int
    opponent_may_hold: int
    """What this seat held then or had thrown."""


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
def next_choice(chosen):
    """The next greater number with as many bits; of none there is no next."""
    lowest = chosen & -chosen
    carried = chosen + lowest
    return carried | ((chosen ^ carried) >> 2) // lowest


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
        chosen = next_choice(chosen)
    return found


@kernel
def weigh_possible_hands(block, seat, knowledge, found, hands, weights):
    """How likely the opponent is to have kept each hand, the likeliest 2**20.

    Parameters are those of `opponent_hands.weigh_hands`, but for the number of the block that was
    learned.
    """
    weigh_hands(shelf_learned(block), seat, knowledge, found, hands, weights)


@inline_kernel
def _hear_set(known, called):
    # What is known, and the best set besides.
    return Knowledge(
        known.held, known.pool, known.wanted, known.played, known.unseen, known.point_least,
        known.point_most, known.sequence_least, known.sequence_most, called, called,
        known.opponent_dealt, known.kept,
    )  # fmt: skip


@kernel
def list_own_hands(laws, view, block, earlier, set_called, own, weights):
    """All hands that this seat could hold as far as the opponent knew when they played a card.

    If none would have been called as this seat called, calls are left out of account, and then
    what was shown.

    Parameters
    ----------
    laws : Laws
    view : PlayView
        Of this seat, now.
    block : int64
        Number of the block that was learned.
    earlier : EarlierCard
    set_called : int64
        The set that this seat called; 0 for none.
    own, weights : int64 array
        Are filled: the hands, and how likely this seat is to have kept each, the likeliest 2**20;
        room for all ways to take what it held then from what it holds and has thrown.

    Returns
    -------
    int64
        How many hands there are, at least one.
    """
    knowledge = know_own(laws, view, earlier.trick, earlier.mine, earlier.renounced)
    if set_called and view.seat == ELDER_SEAT:  # players who sink such a set take it to be sunk
        knowledge = _hear_set(knowledge, set_called)
    places, wanted = count(knowledge.pool), knowledge.wanted
    found, asked = 0, _SHOWN_AND_CALLED
    while found == 0 and asked >= 0:
        chosen, end = (1 << wanted) - 1, 1 << places
        while chosen < end:
            hand = knowledge.held | deposit(chosen, knowledge.pool)
            full = hand | knowledge.played
            if (asked == 0 or fits_dealt(knowledge, full)) and (
                asked < _SHOWN_AND_CALLED or fits_calls(laws, knowledge, full)
            ):
                own[found] = hand
                found += 1
            if chosen == 0:
                break
            chosen = next_choice(chosen)
        asked -= 1
    weigh_hands(shelf_learned(block), view.seat, knowledge, found, own, weights)
    return found


@kernel
def _share_of(tried, choice, worths):
    # How likely a careful player prefers one choice: by the exponentials of the worths.
    best = worths[choice]
    left = tried
    while left:
        place = highest_bit(left)
        left ^= 1 << place
        best = max(best, worths[place])
    together = 0.0
    left = tried
    while left:
        place = highest_bit(left)
        left ^= 1 << place
        together += np.exp((worths[place] - best) / TEMPERATURE)
    return np.exp((worths[choice] - best) / TEMPERATURE) / together


@kernel
def _count_alike(mover, tried, choice):
    # How many cards one choice stands for, itself included.
    suit = suit_of(1 << choice)
    below = tried & suit & ((1 << choice) - 1)
    alike = mover.legal & suit & ((2 << choice) - 1)
    if below:
        alike &= -(2 << highest_bit(below))
    return count(alike)


@kernel
def judge_earlier_card(earlier, thrown, found, hands, listed, own, weights, careful, careless):
    """Multiply by the probability of a card that the opponent has played, hand by hand.

    What a careful and a careless player are is said in `kernel.players.play_inference`.

    Parameters
    ----------
    earlier : EarlierCard
    thrown : int64
        What this seat has discarded.
    found : int64
        How many hands of the opponent there are.
    hands : int64 array
        What the opponent still holds.
    listed : int64
        How many hands of this seat there are (`list_own_hands`).
    own : int64 array
        These hands.
    weights : float64 array
        How likely each is, together 1.
    careful, careless : float64 array
        Are multiplied.
    """
    table = shelf_play_table()
    worths = np.zeros(CARD_PLACES)
    for place in range(found):
        hand = hands[place] | earlier.fallen
        legal = legal_cards(hand, earlier.led)
        choices = count(legal)
        careless[place] /= choices
        if choices == 1:
            continue
        mover = Mover(hand, legal, earlier.led, earlier.tricks, earlier.mine | thrown)
        tried = find_tried(mover)
        suit = suit_of(earlier.card)
        choice = lowest_bit(tried & suit & -earlier.card)
        share = 1.0
        if tried & (tried - 1):
            worths[:] = 0
            for other in range(listed):
                add_world(mover, table, own[other], tried, weights[other], worths)
            share = _share_of(tried, choice, worths)
        alike = _count_alike(mover, tried, choice)
        careful[place] *= (1 - _CARELESSLY) * share / alike + _CARELESSLY / choices
