"""The numbers of actions: cards, enough, nothing, yes, and everything that can be called.

They are the same under every rule book, so that one network plays them all. A discard is thrown
card by card and ended by `ENOUGH`; it ends by itself with the most that may be exchanged.

The compiled code of this module takes its constants from this file and the engine alone, since the
cache of compiled code notices no change elsewhere; what `replays` numbers is handed over.
"""

import numpy as np

from piquet_sim.deals.call_names import name_call
from piquet_sim.game.cards import (
    ACE,
    LANE_BITS,
    RANKS,
    SUITS,
    TEN,
    card_mask,
    iterate_cards,
    name_card,
)
from piquet_sim.game.terms import CLASSES
from piquet_sim.kernel.base.bits import count
from piquet_sim.kernel.base.suit_tables import LANE_POINT, PIPS_MASK, SHORTEST_SEQUENCE, TOP_SHIFT
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.holdings import holds_sequence, holds_set, point_cards
from piquet_sim.kernel.deal.views import CallView, DiscardView, PlayView

CARDS = SUITS * RANKS
"""Actions below this are cards: nine times the suit (spades, hearts, diamonds, clubs) plus the
rank, from the six to the ace."""
ENOUGH = CARDS
"""The discard is complete."""
NOTHING = CARDS + 1
"""Nothing is called in a class, a carte blanche is not announced, cards left are not faced."""
YES = CARDS + 2
"""A carte blanche is announced, cards left are faced for both."""

POINT_CALLS = np.unique(LANE_POINT)[1:].astype(np.int64)
"""All points that a suit can make: cards times 256 plus pips."""
SEQUENCE_CALLS = np.array(
    [
        length << TOP_SHIFT | top
        for length in range(SHORTEST_SEQUENCE, RANKS + 1)
        for top in range(length - 1, RANKS)
    ],
    np.int64,
)
"""All sequences of a suit: cards times 16 plus the rank of the top card."""
SET_CALLS = np.array(
    [size << TOP_SHIFT | rank for size in (3, 4) for rank in range(TEN, ACE + 1)], np.int64
)
"""All trios and quatorzes: cards times 16 plus the rank."""

FIRST_POINT = YES + 1
FIRST_SEQUENCE = FIRST_POINT + len(POINT_CALLS)
FIRST_SET = FIRST_SEQUENCE + len(SEQUENCE_CALLS)
ACTIONS = FIRST_SET + len(SET_CALLS)
"""How many actions there are; each decision allows a few of them."""

MEANINGS = np.concatenate(
    [
        [card_mask(rank, suit) for suit in range(SUITS) for rank in range(RANKS)],
        [0, 0, 1],
        POINT_CALLS,
        SEQUENCE_CALLS,
        SET_CALLS,
    ]
).astype(np.int64)
"""What each action is to the engine: a card as a mask, or a call; int64, shape (ACTIONS,)."""

_FIRST_CALLS = (FIRST_POINT, FIRST_SEQUENCE, FIRST_SET, ACTIONS)


def number_card(card: int) -> int:
    """The action of a card given as a mask.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_cards
    >>> [number_card(card) for card in parse_cards("7S AS 7H AC")]
    [1, 8, 10, 35]
    """
    suit, rank = divmod(int(card).bit_length() - 1, LANE_BITS)
    return suit * RANKS + rank


def number_call(kind: int, call: int) -> int:
    """The action of an answer to a `CallView`.

    Parameters
    ----------
    kind : int
        0 carte blanche, 1 point, 2 sequence, 3 set, 4 left cards.
    call : int
        In the form in which views have it; 0 for none.

    Examples
    --------
    >>> say_action(number_call(2, 4 << TOP_SHIFT | ACE)), say_action(number_call(0, 1))
    ('a quart major', 'yes')
    """
    if not call:
        return NOTHING
    if not 1 <= kind <= len(CLASSES):
        return YES
    first, after = _FIRST_CALLS[kind - 1 : kind + 1]
    return first + int(np.searchsorted(MEANINGS[first:after], call))


def list_actions(view: DiscardView | CallView | PlayView, answer: int) -> list[int]:
    """The actions that a strategy's answer to a view comes to, one after the other.

    Examples
    --------
    >>> from piquet_sim.environments import BatchEnvironment
    >>> from piquet_sim.strategies import find_strategy
    >>> view = BatchEnvironment(1, seed=1).view()
    >>> [say_action(one) for one in list_actions(view, view.hand & -view.hand)]
    ['seven of spades', 'enough']
    """
    if isinstance(view, CallView):
        return [number_call(view.kind, answer)]
    cards = [number_card(card) for card in iterate_cards(answer)]
    is_short = isinstance(view, DiscardView) and len(cards) < view.most
    return [*cards, ENOUGH] if is_short or not cards else cards


def say_action(action: int, pack: int = 32) -> str:
    """An action in words.

    Examples
    --------
    >>> [say_action(action) for action in (8, ENOUGH, NOTHING, YES, ACTIONS - 1)]
    ['ace of spades', 'enough', 'nothing', 'yes', 'four aces']
    """
    if action < CARDS:
        return name_card(int(MEANINGS[action]))
    if action < FIRST_POINT:
        return ("enough", "nothing", "yes")[action - CARDS]
    kind = sum(action >= first for first in _FIRST_CALLS) - 1
    return name_call(CLASSES[kind], int(MEANINGS[action]), pack)


# ---- What is legal, and what an action answers ---------------------------------------------------
_HAND, _LEAST, _MOST = (DiscardView._fields.index(name) for name in ("hand", "least", "most"))
_BEST, _HELD = (CallView._fields.index(name) for name in ("best", "hand"))
_LEGAL = PlayView._fields.index("legal")


@inline_kernel
def _mark_cards(cards, mask):
    for card in range(CARDS):
        mask[card] = cards >> (card // RANKS * LANE_BITS + card % RANKS) & 1


@inline_kernel
def _mark_class(laws, place, hand, best, mask):
    # Everything that is held in a class (0 point, 1 sequence, 2 set), and what is called at most.
    if place == 0:
        for number in range(FIRST_SEQUENCE - FIRST_POINT):
            call = POINT_CALLS[number]
            is_held = call & PIPS_MASK >= laws.point_least_pips and point_cards(hand, call) != 0
            mask[FIRST_POINT + number] = is_held or call == best
    elif place == 1:
        for number in range(FIRST_SET - FIRST_SEQUENCE):
            call = SEQUENCE_CALLS[number]
            mask[FIRST_SEQUENCE + number] = holds_sequence(laws, hand, call) or call == best
    else:
        for number in range(ACTIONS - FIRST_SET):
            call = SET_CALLS[number]
            mask[FIRST_SET + number] = holds_set(laws, hand, call) or call == best


@kernel
def mark_legal(laws, decide, at, asked, views, chosen, masks):
    """Mark the legal actions of each game.

    Parameters
    ----------
    laws : Laws
    decide : Decisions
    at : AskedPlaces
    asked, views : int64 arrays, shape (games, ...)
        What `replays` filled.
    chosen : int64 array, shape (games,)
        The cards of the discard so far.
    masks : int8 array, shape (games, ACTIONS)
        Is filled: 1 for what is legal; nothing is where a game is over.
    """
    for game in range(masks.shape[0]):
        decision, view, mask = asked[game, at.decision], views[game], masks[game]
        mask[:] = 0
        if decision == decide.discard:
            thrown = count(chosen[game])
            if thrown < view[_MOST]:
                _mark_cards(view[_HAND] & ~chosen[game], mask)
            mask[ENOUGH] = thrown >= view[_LEAST]
        elif decision == decide.play:
            _mark_cards(view[_LEGAL], mask)
        elif decision in (decide.carte_blanche, decide.left_cards):
            mask[NOTHING] = mask[YES] = 1
        elif decision != decide.over:
            mask[NOTHING] = 1
            _mark_class(laws, decision - decide.point, view[_HELD], view[_BEST], mask)


@kernel
def take_actions(decide, at, actions, masks, asked, views, chosen, scripts, due):
    """Write an action of each game into its script.

    Parameters
    ----------
    decide : Decisions
    at : AskedPlaces
    actions : int64 array, shape (games,)
        Not read of games that are over.
    masks : int8 array, shape (games, ACTIONS)
        What is legal.
    asked, views, chosen : int64 arrays
        As of `mark_legal`; a card of a discard is added to those chosen.
    scripts : int64 array, shape (games, deals, answers)
    due : int64 array, shape (games,)
        Is filled: 1 where the engine's question has been answered.

    Returns
    -------
    int64
        The first game whose action is not legal, before anything is written; else -1.
    """
    for game in range(actions.shape[0]):
        action = actions[game]
        if asked[game, at.decision] != decide.over and (
            action < 0 or action >= ACTIONS or masks[game, action] == 0
        ):
            return game
    for game in range(actions.shape[0]):
        due[game] = 0
        decision, action = asked[game, at.decision], actions[game]
        if decision == decide.over:
            continue
        answer = MEANINGS[action]
        if decision == decide.discard:
            chosen[game] |= answer
            if action != ENOUGH and count(chosen[game]) < views[game, _MOST]:
                continue
            answer = chosen[game]
            chosen[game] = 0
        scripts[game, max(asked[game, at.deal] - 1, 0), asked[game, at.slot]] = answer
        due[game] = 1
    return -1
