"""What every card of many views makes, over all hands that the opponent can hold, in milliseconds.

All hands are listed and weighed that agree with the cards seen and the calls, as `expert` lists
them (`kernel.players.hand_lists`); `expert` then looks at twelve that stand for all, here all are
looked at. Against each both play on perfectly, seeing all cards. Good enough to choose a card by;
what it then makes is to be judged by deals.

Calls can be left out of account: then the opponent may hold any hand that agrees with the cards,
and cards that were called or shown are no surer than others. A player who plays by such hands is
`UNHEEDING`, otherwise `expert`.
"""

from dataclasses import replace

import numpy as np

from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.base._jit import compile_entry, compile_policy, inline_kernel, kernel
from piquet_sim.kernel.base.bits import count, highest_bit
from piquet_sim.kernel.base.shared_tables import scratch, shelf_learned, shelf_play_table
from piquet_sim.kernel.deal.handover import find_place
from piquet_sim.kernel.deal.learned_blocks import find_block
from piquet_sim.kernel.deal.tricks import suit_of
from piquet_sim.kernel.deal.views import ANSWER, READERS, SIGNATURES, PlayView
from piquet_sim.kernel.players.card_values import (
    CARD_PLACES,
    add_pique,
    find_tried,
    pick_card,
    pique_needs,
)
from piquet_sim.kernel.players.hand_lists import MOST_HANDS, list_weighed_hands, pick_weighed_hands
from piquet_sim.kernel.players.opponent_hands import (
    Knowledge,
    imagine_hands,
    know_opponent,
    weigh_hands,
)
from piquet_sim.kernel.players.world_values import MOST_TOGETHER, add_hands
from piquet_sim.strategies.learned import prepare_learned
from piquet_sim.strategies.policies import Policy
from piquet_sim.strategies.registry import find_strategy

_LAWS = RUBICON.laws()
_ANYTHING = 1 << 20
_DRAWN, _TRIES = 600, 2_400
_HANDS = 12
"""As many as `expert` looks at."""
_WIDTH = len(PlayView._fields)
_read_play = READERS[PlayView]


@inline_kernel
def _know(view, heeds):
    # What is known of the opponent's hand, calls left out of account or not.
    known = know_opponent(_LAWS, view)
    if heeds:
        return known
    return Knowledge(
        0, known.pool | known.held, known.wanted + count(known.held), known.played, known.unseen,
        0, _ANYTHING, 0, _ANYTHING, 0, _ANYTHING, known.opponent_dealt, known.kept,
    )  # fmt: skip


@inline_kernel
def _list_hands(view, heeds, hands, weights):
    known = _know(view, heeds)
    learned = shelf_learned(find_block(view, 0))
    found = list_weighed_hands(_LAWS, learned, 1 - view.seat, known, hands, weights)
    if found <= 0:  # one of the two sank something, or there is no room for all
        found = imagine_hands(_LAWS, known, view.luck, _DRAWN, _TRIES, hands)
        weigh_hands(learned, 1 - view.seat, known, found, hands, weights)
    return found


@inline_kernel
def _add_worths(view, found, hands, weights, tried, worths):
    for place in range(CARD_PLACES):
        worths[place] = 0
    table, needed = shelf_play_table(), pique_needs(view)
    for first in range(0, found, MOST_TOGETHER):
        some = min(MOST_TOGETHER, found - first)
        add_hands(view, table, some, hands[first:], weights[first:], tried, worths)
    if needed:
        for place in range(found):
            add_pique(view, hands[place], tried, needed, weights[place], worths)


@kernel
def _rate(views, width, heeds, rated):
    hands, weights = scratch(MOST_HANDS), scratch(MOST_HANDS)
    worths = scratch(CARD_PLACES)
    for row in range(rated.shape[0]):
        view = _read_play(find_place(views, row * width))
        tried = find_tried(view)
        found = _list_hands(view, heeds, hands, weights)
        _add_worths(view, found, hands, weights, tried, worths)
        total = 0
        for place in range(found):
            total += weights[place]
        # A card is as good as the one tried that touches it, which is higher.
        left, suit, worth = view.legal, 0, 0.0
        while left:
            place = highest_bit(left)
            card = 1 << place
            left ^= card
            if tried & card:
                suit, worth = suit_of(card), worths[place] / total
            if suit & card:
                rated[row, place] = worth


@kernel
def _list_last(views, width, heeds, weighs, chances):
    hands, weights = scratch(MOST_HANDS), scratch(MOST_HANDS)
    for row in range(chances.shape[0]):
        view = _read_play(find_place(views, row * width))
        found = _list_hands(view, heeds, hands, weights)
        total = 0.0
        for place in range(found):
            weight = np.float64(weights[place]) if weighs else 1.0
            total += weight
            left = hands[place]
            while left:
                at = highest_bit(left)
                left ^= 1 << at
                chances[row, at] += weight
        for at in range(CARD_PLACES):
            chances[row, at] /= total


def rate_cards(views: np.ndarray, heeds_calls: bool = True) -> np.ndarray:
    """What each legal card makes on average over all hands that the opponent can hold.

    Parameters
    ----------
    views : ndarray of int64, shape (views, columns)
        Under Rubicon's laws; the first columns are the fields of a `PlayView`.
    heeds_calls : bool
        Whether hands must agree with what was called and answered.

    Returns
    -------
    ndarray of float64, shape (views, 64)
        By the place of the card's bit: points of the deal less the opponent's, up to a constant of
        the view; nan where the card is not legal.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> from piquet_sim.deals import stages
    >>> _, heard = stages.Stage(Simulation("club", "club"), has_scripts=True).listen(0, 1)
    >>> int(np.isfinite(rate_cards(heard[0, :1])).sum())
    12
    """
    _prepare()
    rated = np.full((len(views), CARD_PLACES), np.nan)
    _rate(_flatten(views), _WIDTH, bool(heeds_calls), rated)
    return rated


def find_chances(
    views: np.ndarray, heeds_calls: bool = True, weighs_hands: bool = True
) -> np.ndarray:
    """How likely the opponent holds each card.

    Parameters
    ----------
    views : ndarray of int64, shape (views, columns)
        As for `rate_cards`.
    heeds_calls : bool
        Whether hands must agree with what was called and answered.
    weighs_hands : bool
        Whether each hand is weighed by how likely it was kept; otherwise all are alike.

    Returns
    -------
    ndarray of float64, shape (views, 64)
        By the place of the card's bit.
    """
    _prepare()
    chances = np.zeros((len(views), CARD_PLACES))
    _list_last(_flatten(views), _WIDTH, bool(heeds_calls), bool(weighs_hands), chances)
    return chances


def _flatten(views: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(views[:, :_WIDTH], np.int64).reshape(-1)


def _prepare() -> None:
    prepare_learned()  # and the table of perfect play


# ---- A player ------------------------------------------------------------------------------------
def _play(view: PlayView) -> int:
    tried = find_tried(view)
    worths = scratch(CARD_PLACES)
    if tried & (tried - 1):
        hands, weights = scratch(MOST_HANDS), scratch(MOST_HANDS)
        found = _list_hands(view, False, hands, weights)
        if found > _HANDS:
            found = pick_weighed_hands(view.luck, _HANDS, found, hands, weights)
        _add_worths(view, found, hands, weights, tried, worths)
    return pick_card(view, tried, worths)


def _make_policy() -> Policy:
    # Kept on disk: to compile it takes half a minute.
    compiled = compile_policy(_play, SIGNATURES[PlayView], True)
    entry = compile_entry(compiled, _play, READERS[PlayView], ANSWER, True)
    return Policy("play", PlayView, _play, compiled, entry, lambda in_match: _prepare())


UNHEEDING = replace(
    find_strategy("expert"), name="expert, calls unheeded", play=_make_policy(), call_to_score=None
)
"""Exchanges and calls as `expert`, and plays the cards as if nothing had been called or answered:
by hands that agree with the cards that were seen alone. As elder who has left cards, it does not
heed either which of those younger took."""
