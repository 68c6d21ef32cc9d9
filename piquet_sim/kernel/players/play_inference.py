"""How plausible the opponent's earlier cards are, in each world that they may hold.

They did not see this seat's hand either. For each card they played, a few hands are imagined that
this seat may have held as far as they knew: what they had seen, been shown and heard, and the
suits in which this seat had renounced. All cards that are not theirs are this seat's hand and
discard, so these hands are the same for all worlds. The worth of each card they might have played
is its mean over the hands; a careful player prefers a card by the exponential of its worth in
parts of three twentieths of a point, and plays any card once in five. Of touching cards each is as
likely. A careless player plays any card, always: other players' cards mean something else. That
the opponent is one or the other in this deal is as likely before their cards are looked at. The
weight of a world is multiplied by the probability of the cards played.
"""

import numpy as np

from piquet_sim.game.cards import LANE_BITS
from piquet_sim.kernel.base.bits import count, highest_bit
from piquet_sim.kernel.base.philox import random_below
from piquet_sim.kernel.base.play_table import CHANGES_BITS, find_string, read_position
from piquet_sim.kernel.base.shared_tables import scratch
from piquet_sim.kernel.base.suit_strings import KEYS
from piquet_sim.kernel.base.suit_tables import PIPS_MASK, POINT_SHIFT
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.dealing import pack_of
from piquet_sim.kernel.deal.holdings import POINT, call_strength, evaluate_hand
from piquet_sim.kernel.deal.tricks import beats, legal_cards, read_trick, suit_of
from piquet_sim.kernel.deal.views import ELDER_SEAT, LEVEL, OWN, THEIRS
from piquet_sim.kernel.perfect.lookup import find_keys, find_lead_outcomes, with_key
from piquet_sim.kernel.players.card_values import CARD_PLACES, DIFFERENCES
from piquet_sim.kernel.players.opponent_hands import Knowledge, imagine_hands, weigh_hands
from piquet_sim.kernel.players.sunk_sets import bound_silence

IMAGINED = 16
"""Of this seat's hands, for each earlier card."""

CANDIDATES = 48
"""Hands of which these are picked by their weights."""

_TRIES = 48
TEMPERATURE = 0.15
"""Points by which one card must be worth more than another to be preferred e times as often."""
CARELESS, PARTS = 1, 5
"""So many cards of so many are any card, of a careful player, too."""
_FULL_BITS = 20
_FULL = 1 << _FULL_BITS
_LIKELY_BITS = 40
_FORGOTTEN_BITS = 10  # so many times less likely than another, a world is judged no more
_WEIGHT_BITS = 30

MOST_JUDGED = 600
"""Worlds for which there is room."""
_EXPONENTIALS = np.array(
    [int(_FULL * np.exp(-behind / (IMAGINED * TEMPERATURE))) for behind in range(64)]
)
"""By how much less a card is worth than the best, added up over the imagined hands."""

_ANYTHING = 1 << 20
_START_DRAW = 1 << 21
_SALT = 0x2545F4914F6CDD << 5
_SALT_STEP_BITS = 54


@inline_kernel
def _bound_own(laws, view, place, call, has_led):
    # What the opponent has heard of this seat's best in a class, once elder `has_led` or before.
    kind = POINT + place
    mine = call_strength(laws, kind, call)
    if place == 0:
        result, theirs = view.point_result, view.opponent_point
    elif place == 1:
        result, theirs = view.sequence_result, view.opponent_sequence
    else:
        result, theirs = view.set_result, view.opponent_set
    if view.seat == ELDER_SEAT:
        is_told = place or result != THEIRS or call >> POINT_SHIFT == theirs >> POINT_SHIFT
        is_told |= laws.point_by_pips
        return (mine, mine) if is_told else (mine & ~PIPS_MASK, mine | PIPS_MASK)
    if result == LEVEL or (result == OWN and has_led):
        return mine, mine
    if theirs == 0:
        return 0, 0 if has_led else _ANYTHING
    if result == OWN:
        # Where elder has not said their pips, this seat has more cards.
        beaten = theirs | PIPS_MASK
        if place or theirs & PIPS_MASK:
            beaten = call_strength(laws, kind, theirs)
        return beaten + 1, _ANYTHING
    return 0, call_strength(laws, kind, theirs) - 1


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
    point = _bound_own(laws, view, 0, holding.point, has_led)
    sequence = _bound_own(laws, view, 1, holding.sequence, has_led)
    sets = _bound_own(laws, view, 2, holding.set, has_led)
    if view.seat == ELDER_SEAT:
        not_mine = pack_of(laws) & ~(view.dealt | mine | view.played | view.left_seen)
        silent = bound_silence(laws, view.took, view.opponent_took, not_mine)
        if holding.set <= silent:
            sets = 0, silent
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


@kernel
def imagine_own(laws, view, learned, trick, mine, renounced, hands, times):
    """A few hands that this seat may have held as far as the opponent knew (see `know_own`).

    Parameters
    ----------
    laws : Laws
    view : PlayView
    learned : int16 array
        As `Learned.lay_out` orders it.
    trick, mine, renounced : int64
        As `know_own`.
    hands, times : int64 array
        Are filled: the hands, and how often each counts, `IMAGINED` together.

    Returns
    -------
    int64
        How many hands there are, some of which may count no time.
    """
    knowledge = know_own(laws, view, trick, mine, renounced)
    luck = view.luck ^ (_SALT + (trick << _SALT_STEP_BITS))
    found = imagine_hands(laws, knowledge, luck, CANDIDATES, _TRIES, hands)
    weigh_hands(learned, view.seat, knowledge, found, hands, times)
    pick_evenly(luck, IMAGINED, found, times)
    return found


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
    careful = (PARTS - CARELESS) * share // alike
    return (careful + CARELESS * _FULL // count(legal)) // PARTS


@inline_kernel
def _shift_to(bits, found, numbers, others):
    # How far to shift so that the greatest of both is a number of so many bits.
    best = 1
    for place in range(found):
        best = max(best, numbers[place], others[place])
    return bits - 1 - highest_bit(best)


@inline_kernel
def _scale(shift, found, numbers):
    up, down = max(shift, 0), max(-shift, 0)
    for place in range(found):
        numbers[place] = numbers[place] << up >> down


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
        How many worlds there are, `MOST_JUDGED` at most.
    worlds, weights : int64 array
        The cards that the opponent still holds, and their weights, which are changed; the
        greatest is then a number of 30 bits.
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
    hands, times = scratch(CANDIDATES), scratch(CANDIDATES)
    mine, fallen, tricks = view.hand, 0, view.opponent_tricks
    careful, careless = scratch(MOST_JUDGED), scratch(MOST_JUDGED)
    for place in range(found):
        careful[place] = careless[place] = 1 << _LIKELY_BITS - 1
    for back in range(done + 1):
        trick = done - back
        led, reply = read_trick(view, trick) if back else (view.led, 0)
        if led == 0:
            continue
        leads = back == 0 or led & view.opponent_played != 0
        if reply and leads != beats(reply, led):
            tricks -= 1
        card, own = (led, reply) if leads else (reply, led)
        if leads:
            mine |= own
        fallen |= card
        imagined = imagine_own(laws, view, learned, trick, mine, suits[trick], hands, times)
        answered = 0 if leads else led
        between = mine | view.discard | answered
        for place in range(found):
            hand = worlds[place] | fallen
            careless[place] //= count(legal_cards(hand, answered))
            if careful[place]:
                likely = judge_card(
                    table, hand, answered, card, between, tricks, imagined, hands, times
                )
                careful[place] = careful[place] * likely >> _FULL_BITS
        shift = _shift_to(_LIKELY_BITS, found, careful, careless)
        _scale(shift, found, careful)
        _scale(shift, found, careless)
        for place in range(found):
            if careful[place] >> _LIKELY_BITS - 1 - _FORGOTTEN_BITS == 0:
                careful[place] = 0
        mine |= own
    _scale(_shift_to(_FULL_BITS, found, weights, weights), found, weights)
    for place in range(found):
        weights[place] *= (careful[place] + careless[place]) >> _LIKELY_BITS - _WEIGHT_BITS
    _scale(_shift_to(_WEIGHT_BITS, found, weights, weights), found, weights)
