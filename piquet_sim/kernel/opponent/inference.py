"""How plausible the opponent's earlier cards are, in each hand that they may hold.

They did not see this seat's hand either. All cards that are not theirs are this seat's hand and
discard, so the hands that they could think this seat held (`know_own`) are the same whatever they
hold themselves. The worth of each card they might have played is its mean over these hands; a
careful player prefers a card by the exponential of its worth in parts of three twentieths of a
point, and plays any card once in five. Of touching cards each is as likely. A careless player plays
any card, always: other players' cards mean something else. That the opponent is one or the other in
this deal is as likely before their cards are looked at. The weight of a hand is multiplied by the
probability of the cards played.

A player imagines a few of this seat's hands for each earlier card (`judge_worlds`), and judges no
more hands than it takes to know which card is best (`judge_as_needed`); who asks for advice has all
of them weighed (`judge_earlier_card`).
"""

from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import TRICKS
from piquet_sim.kernel.bits import count, highest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.tricks import legal_cards, suit_of
from piquet_sim.kernel.opponent.hands import imagine_hands, weigh_hands
from piquet_sim.kernel.opponent.knowledge import find_earlier, know_own
from piquet_sim.kernel.players.card_values import CARD_PLACES, find_best, find_tried
from piquet_sim.kernel.players.world_values import MOST_TOGETHER, add_hands
from piquet_sim.kernel.random import PICK_DRAW, random_below
from piquet_sim.kernel.shelf import scratch, shelf_play_table

IMAGINED = 16
"""Of this seat's hands, for each earlier card."""

CANDIDATES = 48
"""Hands of which these are picked by their weights."""

_TRIES = 48
TEMPERATURE = 0.15
"""Points by which one card must be worth more than another to be preferred e times as often."""
CARELESS, PARTS = 1, 5
"""So many cards of so many are any card, of a careful player, too."""
_CARELESSLY = CARELESS / PARTS
_FULL_BITS = 20
_FULL = 1 << _FULL_BITS
_LIKELY_BITS = 40
_FORGOTTEN_BITS = 10  # so many times less likely than another, a hand is judged no more
_WEIGHT_BITS = 30

MOST_JUDGED = 600
"""Hands for which there is room."""
_EXPONENTIALS = np.array(
    [int(_FULL * np.exp(-behind / (IMAGINED * TEMPERATURE))) for behind in range(64)]
)
"""By how much less a card is worth than the best, added up over the imagined hands."""

_SALT = 0x2545F4914F6CDD << 5
_SALT_STEP_BITS = 54


class Mover(NamedTuple):
    """Of the opponent's view what `kernel.players.card_values` reads of a view."""

    hand: int
    legal: int
    led: int
    tricks: int
    opponent_may_hold: int
    """What this seat held then or had thrown."""


@inline_kernel
def see_as_mover(earlier, hand, thrown):
    """What the opponent saw when they played a card, still holding a hand now.

    Parameters
    ----------
    earlier : EarlierCard
    hand, thrown : int64
        The hand, and this seat's discard.

    Returns
    -------
    Mover
    """
    held, led = hand | earlier.fallen, earlier.led
    return Mover(held, legal_cards(held, led), led, earlier.tricks, earlier.mine | thrown)


@inline_kernel
def _find_alike(mover, tried, card):
    # Of the cards tried that which stands for a card, and how many cards it stands for.
    suit = suit_of(card)
    above = tried & suit & -card
    choice = above & -above
    below = tried & suit & (choice - 1)
    alike = mover.legal & suit & (2 * choice - 1)
    if below:
        alike &= -(2 << highest_bit(below))
    return choice, count(alike)


# ---- By some of this seat's hands ----------------------------------------------------------------
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
    at = random_below(luck, 1 << _FULL_BITS, PICK_DRAW) * total >> _FULL_BITS
    reached = 0
    for place in range(found):
        reached += weights[place] * wanted
        weights[place] = 0
        while at < reached:
            weights[place] += 1
            at += total


@kernel
def imagine_own(laws, view, learned, earlier, hands, times):
    """A few hands that this seat may have held as far as the opponent knew (see `know_own`).

    Parameters
    ----------
    laws : Laws
    view : PlayView
    learned : int16 array
        As `Learned.lay_out` orders it.
    earlier : EarlierCard
    hands, times : int64 array
        Are filled: the hands, and how often each counts, `IMAGINED` together.

    Returns
    -------
    int64
        How many hands there are, at most `IMAGINED`.
    """
    knowledge = know_own(laws, view, earlier)
    luck = view.luck ^ (_SALT + (earlier.trick << _SALT_STEP_BITS))
    found = imagine_hands(laws, knowledge, luck, CANDIDATES, _TRIES, hands)
    weigh_hands(learned, view.seat, knowledge, found, hands, times)
    pick_evenly(luck, IMAGINED, found, times)
    picked = 0
    for place in range(found):
        hands[picked], times[picked] = hands[place], times[place]
        picked += np.int64(times[picked] > 0)
    return picked


@inline_kernel
def _compare(worths, choices, choice):
    # The share of one choice, in parts of _FULL.
    best = find_best(choices, worths)
    last = len(_EXPONENTIALS) - 1
    together = 0
    left = choices
    while left:
        place = highest_bit(left)
        left ^= 1 << place
        together += _EXPONENTIALS[min(best - worths[place], last)]
    return _FULL * _EXPONENTIALS[min(best - worths[highest_bit(choice)], last)] // together


@inline_kernel
def _mix(share, alike, choices):
    # The probability of a card, if a careful player prefers it and its like in so many parts.
    return ((PARTS - CARELESS) * share // alike + CARELESS * _FULL // choices) // PARTS


@kernel
def judge_card(table, mover, card, found, hands, times):
    """The probability that the opponent plays a card, in parts of 2**20.

    Parameters
    ----------
    table : PlayTable
    mover : Mover
    card : int64
    found : int64
        How many hands of this seat are imagined.
    hands, times : int64 array
        These hands, and how often each counts: `IMAGINED` together.
    """
    if mover.legal & (mover.legal - 1) == 0:
        return _FULL
    tried = find_tried(mover)
    choice, alike = _find_alike(mover, tried, card)
    share = _FULL
    if tried != choice:
        worths = scratch(CARD_PLACES)
        worths[:] = 0
        add_hands(mover, table, found, hands, times, tried, worths, 0)
        share = _compare(worths, tried, choice)
    return _mix(share, alike, count(mover.legal))


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
    """Multiply weights of hands by how plausible the opponent's earlier cards are in them.

    Parameters
    ----------
    laws : Laws
    view : PlayView
    table : PlayTable
    learned : int16 array
        As `Learned.lay_out` orders it.
    found : int64
        How many hands there are, `MOST_JUDGED` at most.
    worlds, weights : int64 array
        The cards that the opponent still holds, and their weights, which are changed; the
        greatest is then a number of 30 bits.
    """
    hands, times = scratch(CANDIDATES), scratch(CANDIDATES)
    careful, careless = scratch(MOST_JUDGED), scratch(MOST_JUDGED)
    for place in range(found):
        careful[place] = careless[place] = 1 << _LIKELY_BITS - 1
    for back in range(view.tricks + view.opponent_tricks + 1):
        earlier = find_earlier(view, view.tricks + view.opponent_tricks - back)
        if earlier.card == 0:
            continue
        imagined = imagine_own(laws, view, learned, earlier, hands, times)
        for place in range(found):
            mover = see_as_mover(earlier, worlds[place], view.discard)
            careless[place] //= count(mover.legal)
            if careful[place]:
                careful[place] *= judge_card(table, mover, earlier.card, imagined, hands, times)
                careful[place] >>= _FULL_BITS
        shift = _shift_to(_LIKELY_BITS, found, careful, careless)
        _scale(shift, found, careful)
        _scale(shift, found, careless)
        for place in range(found):
            if careful[place] >> _LIKELY_BITS - 1 - _FORGOTTEN_BITS == 0:
                careful[place] = 0
    _scale(_shift_to(_FULL_BITS, found, weights, weights), found, weights)
    for place in range(found):
        weights[place] *= (careful[place] + careless[place]) >> _LIKELY_BITS - _WEIGHT_BITS
    _scale(_shift_to(_WEIGHT_BITS, found, weights, weights), found, weights)


# ---- As far as it matters ------------------------------------------------------------------------
# Before a hand is judged, the probability of each earlier card has bounds: a careful player prefers
# it never, or always. So have the weights of hands, and the difference of two cards; most decisions
# are certain when a third of the hands are judged, those that decide most first.
_CELLS, _OWN = TRICKS * MOST_TOGETHER, TRICKS * CANDIDATES
_BOUND_BITS = 42
_LOST = 128  # what `judge_worlds` may lose by whole numbers, of 2**42
_DOUBT = 2.0**-26  # and of the greatest weight in the end, with room to spare


@inline_kernel
def _bound_factors(found, steps, low, high, careless, least, most):
    # By what weights are multiplied, at least and at most, from the bounds of each probability.
    for place in range(found):
        least[place] = most[place] = 1 << _BOUND_BITS
    for step in range(0, steps, MOST_TOGETHER):
        greatest = 0
        for place in range(found):
            at = step + place
            least[place] = least[place] * low[at] >> _FULL_BITS
            most[place] = (most[place] * high[at] >> _FULL_BITS) + 1
            greatest = max(greatest, max(most[place], careless[at]))
        for place in range(found):
            kept = least[place] - _LOST << _FORGOTTEN_BITS >= greatest + _LOST
            least[place] *= np.int64(kept)
    for place in range(found):
        at = steps - MOST_TOGETHER + place
        least[place] = max(least[place] + careless[at] - _LOST, 0)
        most[place] += careless[at] + _LOST


@inline_kernel
def _find_doubtful(found, left, tried, values, weights, least, most):
    # Of the hands that are left that which may decide most between the best card and the closest;
    # -1 if it is certain which cards are best, and `found` if it is not though none is left.
    best, leading, heaviest, greatest = -np.inf, 0, 0, 0
    for place in range(found):
        heaviest, greatest = max(heaviest, weights[place]), max(greatest, most[place])
    cards = tried
    while cards:
        card = highest_bit(cards)
        cards ^= 1 << card
        worth = 0.0
        for place in range(found):
            factor = np.float64(least[place] + most[place])
            worth += factor * weights[place] * values[CARD_PLACES * place + card]
        if worth > best:
            best, leading = worth, card
    closest, rival = np.inf, -1
    cards = tried
    while cards:
        card = highest_bit(cards)
        cards ^= 1 << card
        gap, apart = 0.0, 0
        for place in range(found):
            row = CARD_PLACES * place
            ahead = values[row + leading] - values[row + card]
            factor = np.float64(least[place] if ahead > 0 else most[place])
            gap += factor * weights[place] * ahead
            apart += abs(ahead)
        gap -= _DOUBT * greatest * heaviest * apart
        if apart and gap < closest:
            closest, rival = gap, card
    doubtful, deciding = -1 if closest > 0 else found, -1.0
    while left and closest <= 0:
        place = highest_bit(left)
        left ^= 1 << place
        row = CARD_PLACES * place
        ahead = abs(values[row + leading] - values[row + rival])
        decides = np.float64(most[place] - least[place]) * weights[place] * ahead
        if decides > deciding:
            doubtful, deciding = place, decides
    return doubtful


@kernel
def judge_as_needed(laws, view, table, learned, found, worlds, weights, tried, values):
    """As `judge_worlds`, but only until it is certain which cards have the best mean.

    Parameters
    ----------
    laws, view, table, learned, found, worlds, weights
        As for `judge_worlds`, of at most `MOST_TOGETHER` hands. By the weights afterwards the same
        cards have the best mean as by those of `judge_worlds`.
    tried : int64
        The cards that are compared.
    values : int64 array
        What each card is worth against each hand, `CARD_PLACES` for a hand.
    """
    low, high, careless = scratch(_CELLS), scratch(_CELLS), scratch(_CELLS)
    hands, times = scratch(_OWN), scratch(_OWN)
    least, most, imagined = scratch(MOST_TOGETHER), scratch(MOST_TOGETHER), scratch(TRICKS)
    last = view.tricks + view.opponent_tricks - (1 if view.led == 0 else 0)
    left, factor = 0, 1 << _BOUND_BITS
    for place in range(found):
        least[place] = factor
    for back in range(last + 1):
        earlier = find_earlier(view, last - back)
        imagined[back] = 0
        for place in range(found):
            at = MOST_TOGETHER * back + place
            mover = see_as_mover(earlier, worlds[place], view.discard)
            tries, choices = find_tried(mover), count(mover.legal)
            choice, alike = _find_alike(mover, tries, earlier.card)
            least[place] //= choices
            careless[at], high[at] = least[place], _mix(_FULL, alike, choices)
            low[at] = high[at] if tries == choice else _mix(0, alike, choices)
            left |= np.int64(low[at] < high[at]) << place
    _scale(_shift_to(_FULL_BITS, found, weights, weights), found, weights)
    while last >= 0:
        _bound_factors(found, MOST_TOGETHER * (last + 1), low, high, careless, least, most)
        doubtful = _find_doubtful(found, left, tried, values, weights, least, most)
        if doubtful == found:
            break
        if doubtful < 0:
            heaviest = 1.0
            for place in range(found):
                heaviest = max(heaviest, np.float64(least[place]) * weights[place])
            for place in range(found):
                share = np.float64(least[place]) * weights[place] / heaviest
                weights[place] = np.int64(share * (1 << _WEIGHT_BITS))
            return
        left ^= 1 << doubtful
        for back in range(last + 1):
            at, first = MOST_TOGETHER * back + doubtful, CANDIDATES * back
            if low[at] == high[at]:
                continue
            earlier = find_earlier(view, last - back)
            own, number = hands[first : first + CANDIDATES], times[first : first + CANDIDATES]
            if imagined[back] == 0:
                imagined[back] = imagine_own(laws, view, learned, earlier, own, number)
            mover = see_as_mover(earlier, worlds[doubtful], view.discard)
            low[at] = high[at] = judge_card(table, mover, earlier.card, imagined[back], own, number)
    judge_worlds(laws, view, table, learned, found, worlds, weights)


# ---- By all of this seat's hands -----------------------------------------------------------------


@kernel
def judge_earlier_card(earlier, thrown, hands, own, weights, careful, careless):
    """Multiply by the probability of a card that the opponent has played, hand by hand.

    Parameters
    ----------
    earlier : EarlierCard
    thrown : int64
        What this seat has discarded.
    hands : int64 array
        What the opponent may still hold.
    own : int64 array
        The hands that they could think this seat held.
    weights : float64 array
        How likely each of these is, together 1.
    careful, careless : float64 array
        Are multiplied.
    """
    table = shelf_play_table()
    for place in range(len(hands)):
        mover = see_as_mover(earlier, hands[place], thrown)
        choices = count(mover.legal)
        careless[place] /= choices
        if choices == 1:
            continue
        tried = find_tried(mover)
        choice, alike = _find_alike(mover, tried, earlier.card)
        share = 1.0
        if tried != choice:
            worths = np.zeros(CARD_PLACES)
            for first in range(0, len(own), MOST_TOGETHER):
                some = min(MOST_TOGETHER, len(own) - first)
                add_hands(mover, table, some, own[first:], weights[first:], tried, worths, 0)
            # By the exponentials of the worths.
            best, together = find_best(tried, worths), 0.0
            share = np.exp((worths[highest_bit(choice)] - best) / TEMPERATURE)
            while tried:
                card = highest_bit(tried)
                tried ^= 1 << card
                together += np.exp((worths[card] - best) / TEMPERATURE)
            share /= together
        careful[place] *= (1 - _CARELESSLY) * share / alike + _CARELESSLY / choices
