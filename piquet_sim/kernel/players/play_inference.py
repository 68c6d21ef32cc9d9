"""How plausible the opponent's earlier cards are, in each world that they may hold.

They did not see this seat's hand either. For each card they played, a few hands are imagined that
this seat may have held as far as they knew: what they had seen, been shown and heard, and the
suits in which this seat had renounced. All cards that are not theirs are this seat's hand and
discard, so these hands are the same for all worlds. The worth of each card they might have played
is its mean over the hands; they are taken to prefer a card by the exponential of its worth, in
halves of a point, and now and then to play any card: other players' cards mean something else. Of
touching cards each is as likely. The weight of a world is multiplied by the probability of the
card played.

Measured on mirrored pairs with the exchange of `expert`: against the same play without inference
it gains four tenths of a point a pair, and with three cards of ten taken to be any card it loses
nothing against `club`.
"""

import numpy as np

from piquet_sim.game.cards import LANE_BITS
from piquet_sim.kernel.base._jit import inline_kernel, kernel
from piquet_sim.kernel.base.bits import count, highest_bit
from piquet_sim.kernel.base.philox import random_below
from piquet_sim.kernel.base.play_table import CHANGES_BITS, find_string, read_position
from piquet_sim.kernel.base.shared_tables import scratch
from piquet_sim.kernel.base.suit_strings import KEYS
from piquet_sim.kernel.base.suit_tables import PIPS_MASK, POINT_SHIFT
from piquet_sim.kernel.deal.holdings import evaluate_hand
from piquet_sim.kernel.deal.tricks import beats, legal_cards, read_trick, suit_of
from piquet_sim.kernel.deal.views import ELDER_SEAT, LEVEL, OPEN, OWN, THEIRS
from piquet_sim.kernel.perfect.lookup import find_keys, find_lead_outcomes, with_key
from piquet_sim.kernel.players.card_values import CARD_PLACES, DIFFERENCES
from piquet_sim.kernel.players.opponent_hands import Knowledge, imagine_hands, weigh_hands

IMAGINED = 5
"""Of this seat's hands, for each earlier card."""

_CANDIDATES, _TRIES = 12, 24  # of which they are picked by their weights
_TEMPERATURE = 0.5  # points
_CARELESS, _PARTS = 3, 10  # so many cards of so many are any card
_FULL_BITS = 20
_FULL = 1 << _FULL_BITS
_WEIGHT_BITS = 30
_FORGOTTEN_BITS = 8  # a world so many times less likely than another is dropped
_EXPONENTIALS = np.array(
    [int(_FULL * np.exp(-behind / (IMAGINED * _TEMPERATURE))) for behind in range(40)]
)
"""By how much less a card is worth than the best, added up over the imagined hands."""

_ANYTHING = 1 << 20
_START_DRAW = 1 << 21
_STREAM = 0x2545F4914F6CDD << 5
_STREAM_STEP_BITS = 54


@inline_kernel
def _bound_own(view, place, mine, has_led):
    # What the opponent has heard of this seat's best in a class, once elder `has_led` or before.
    if place == 0:
        result, theirs = view.point_result, view.opponent_point
    elif place == 1:
        result, theirs = view.sequence_result, view.opponent_sequence
    else:
        result, theirs = view.set_result, view.opponent_set
    if view.seat == ELDER_SEAT:
        is_told = place or result != THEIRS or mine >> POINT_SHIFT == theirs >> POINT_SHIFT
        return (mine, mine) if is_told else (mine & ~PIPS_MASK, mine | PIPS_MASK)
    if result == LEVEL or (result == OWN and has_led):
        return mine, mine
    if result == OWN:
        return theirs + 1, _ANYTHING
    if result == OPEN:
        return 0, 0 if has_led else _ANYTHING
    return 0, theirs - 1


@inline_kernel
def know_own(laws, view, trick, mine, renounced):
    """What the opponent knew of this seat's hand when they played to a trick.

    Parameters
    ----------
    laws : Laws
    view : PlayView
        Of this seat, later.
    trick : int64
        From 0.
    mine : int64
        What this seat held then.
    renounced : int64
        All cards of the suits in which it had renounced.

    Returns
    -------
    Knowledge
    """
    holding = evaluate_hand(laws, view.hand | view.played)
    played = view.played & ~mine
    has_led = trick > 0 or view.seat == ELDER_SEAT
    known = view.ever_shown & mine if has_led else 0
    point = _bound_own(view, 0, holding.point, has_led)
    sequence = _bound_own(view, 1, holding.sequence, has_led)
    sets = _bound_own(view, 2, holding.set, has_led)
    return Knowledge(
        known,
        (mine | view.discard) & ~known & ~renounced,
        count(mine) - count(known),
        played,
        view.hand | view.played | view.discard,
        point[0],
        point[1],
        sequence[0],
        sequence[1],
        sets[0],
        sets[1],
        0,
        0,
    )


@kernel
def pick_evenly(luck, wanted, found, weights):
    """Pick some of weighed things at even distances of weight.

    Parameters
    ----------
    luck : int64
    wanted : int64
        How many are picked.
    found : int64
        How many things there are.
    weights : int64 array
        Become how often each is picked.
    """
    total = 0
    for place in range(found):
        total += weights[place]
    # Everything is counted in parts of a weight, so that the distance is a whole number.
    at = random_below(luck, 1 << _FULL_BITS, _START_DRAW) * total >> _FULL_BITS
    reached = 0
    for place in range(found):
        reached += weights[place] * wanted
        weights[place] = 0
        while at < reached:
            weights[place] += 1
            at += total


@inline_kernel
def _find_choices(legal, between):
    # The cards that need be tried: of touching cards the highest (as `find_tried`).
    choices = 0
    left = legal
    while left:
        card = left & -left
        left ^= card
        next_up = left & suit_of(card) & -(left & suit_of(card))
        if next_up == 0 or (next_up - card) & between:
            choices |= card
    return choices


@inline_kernel
def _find_alike(choices, legal, card):
    # Of the choices that which stands for a card, and how many cards it stands for.
    suit = suit_of(card)
    above = choices & suit & -card
    choice = above & -above
    below = choices & suit & (choice - 1)
    alike = legal & suit & (2 * choice - 1)
    if below:
        alike &= -(2 << highest_bit(below))
    return choice, count(alike)


@kernel
def _add_choices(table, hand, mine, led, choices, tricks, times, outcomes, worths):
    # What each choice of the opponent makes if both play on perfectly.
    level = count(hand)
    if led == 0:
        find_lead_outcomes(table, level, hand, mine, outcomes)
        while choices:
            place = highest_bit(choices)
            choices ^= 1 << place
            value = 2 * tricks + (outcomes[place] >> CHANGES_BITS)
            worths[place] += times * DIFFERENCES[value]
        return
    keys = find_keys(mine, hand)
    suit = suit_of(led)
    level -= 1
    while choices:
        place = highest_bit(choices)
        reply = 1 << place
        choices ^= reply
        if reply > led and reply & suit:
            after = find_keys(hand ^ reply, mine)
            left = read_position(table, level, after[0], after[1], after[2], after[3])
            value = 2 * (tricks + 1) + left
        else:
            lane = place // LANE_BITS
            after = with_key(keys, lane, KEYS[find_string(mine, hand ^ reply, lane)])
            left = read_position(table, level, after[0], after[1], after[2], after[3])
            value = 2 * tricks + 2 * level + 1 - left
        worths[place] += times * DIFFERENCES[value]


@inline_kernel
def _compare(worths, choices, choice):
    # The share of one choice, in parts of _FULL.
    best = -(1 << 60)
    left = choices
    while left:
        place = highest_bit(left)
        left ^= 1 << place
        best = max(best, worths[place])
    last = len(_EXPONENTIALS) - 1
    together = 0
    left = choices
    while left:
        place = highest_bit(left)
        left ^= 1 << place
        together += _EXPONENTIALS[min(best - worths[place], last)]
    return _FULL * _EXPONENTIALS[min(best - worths[highest_bit(choice)], last)] // together


@kernel
def judge_card(table, hand, led, card, between, tricks, found, hands, times):
    """The probability that the opponent plays a card, in parts of 2**20.

    Parameters
    ----------
    table : PlayTable
    hand : int64
        What they held, the card included.
    led : int64
        What they answered; 0 where they led.
    card : int64
    between : int64
        Cards that part touching ones: all that they had not seen, and the card led.
    tricks : int64
        That they had won.
    found : int64
        How many hands of this seat are imagined.
    hands, times : int64 array
        These hands, and how often each counts: `IMAGINED` together.
    """
    legal = legal_cards(hand, led)
    if legal & (legal - 1) == 0:
        return _FULL
    choices = _find_choices(legal, between)
    choice, alike = _find_alike(choices, legal, card)
    share = _FULL
    if choices != choice:
        worths, outcomes = scratch(CARD_PLACES), scratch(CARD_PLACES)
        left = choices
        while left:
            place = highest_bit(left)
            left ^= 1 << place
            worths[place] = 0
        for place in range(found):
            if times[place]:
                _add_choices(
                    table, hand, hands[place], led, choices, tricks, times[place], outcomes, worths
                )
        share = _compare(worths, choices, choice)
    careful = (_PARTS - _CARELESS) * share // alike
    return (careful + _CARELESS * _FULL // count(legal)) // _PARTS


@inline_kernel
def _scale_weights(found, weights):
    # The likeliest near 2**30; the least likely forgotten.
    best = 1
    for place in range(found):
        best = max(best, weights[place])
    up = max(_WEIGHT_BITS - 1 - highest_bit(best), 0)
    down = max(highest_bit(best) - _WEIGHT_BITS + 1, 0)
    for place in range(found):
        weight = weights[place]
        weights[place] = 0 if weight < best >> _FORGOTTEN_BITS else weight << up >> down


@kernel
def judge_worlds(laws, view, table, learned, found, worlds, weights):
    """Multiply weights of worlds by how plausible the opponent's earlier cards are in them.

    Parameters
    ----------
    laws : Laws
    view : PlayView
    table : PlayTable
    learned : int16 array
        As `Learned.lay_out` orders it.
    found : int64
        How many worlds there are.
    worlds, weights : int64 array
        The cards that the opponent still holds, and their weights, which are changed: the
        greatest is then near 2**30, and those below a 256th of it are 0.
    """
    suits = scratch(16)
    renounced = 0
    done = view.tricks + view.opponent_tricks
    for trick in range(done):
        suits[trick] = renounced
        led, reply = read_trick(view, trick)
        if reply & view.played and not reply & suit_of(led):
            renounced |= suit_of(led)
    suits[done] = renounced
    hands, times = scratch(_CANDIDATES), scratch(_CANDIDATES)
    mine, fallen, tricks = view.hand, 0, view.opponent_tricks
    _scale_weights(found, weights)
    for back in range(done + 1):
        trick = done - back
        led, reply = read_trick(view, trick) if back else (view.led, 0)
        if led == 0:
            continue
        leads = led & view.opponent_played != 0
        if reply and leads != beats(reply, led):
            tricks -= 1
        card, own = (led, reply) if leads else (reply, led)
        if leads:
            mine |= own
        fallen |= card
        knowledge = know_own(laws, view, trick, mine, suits[trick])
        luck = view.luck ^ (_STREAM + (trick << _STREAM_STEP_BITS))
        imagined = imagine_hands(laws, knowledge, luck, _CANDIDATES, _TRIES, hands)
        weigh_hands(learned, view.seat, knowledge, imagined, hands, times)
        pick_evenly(luck, IMAGINED, imagined, times)
        answered = 0 if leads else led
        between = mine | view.discard | answered
        for place in range(found):
            if weights[place]:
                weights[place] *= judge_card(
                    table, worlds[place] | fallen, answered, card, between, tricks,
                    imagined, hands, times,
                )  # fmt: skip
        _scale_weights(found, weights)
        mine |= own
