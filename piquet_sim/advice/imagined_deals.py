"""Deals as a player may imagine them: all that they know is so, and the rest is at random.

The opponent's hand after the exchange is drawn from the cards that the player has not seen, with
those that the opponent holds or has played, none of a suit in which they renounced, and holdings
that agree with what was called, answered and shown. What of it was dealt and what was drawn, and
what was thrown out, is drawn with it; the deal counts if the opponent, asked to exchange the dealt
hand, throws just that. So every deal that agrees is as likely as any other, as it should be. Only
that the opponent chose the cards that they played says nothing here but that they held them.
"""

from typing import NamedTuple

import numpy as np
from numba import int64, types

from piquet_sim.game.cards import PACK_32_MASK
from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.base._jit import inline_kernel, kernel, kernel_of
from piquet_sim.kernel.base.bits import count, deposit
from piquet_sim.kernel.base.borrow import borrow
from piquet_sim.kernel.base.philox import random_below
from piquet_sim.kernel.base.shared_tables import scratch
from piquet_sim.kernel.deal.deal import LAWS
from piquet_sim.kernel.deal.declarations import reckon_class
from piquet_sim.kernel.deal.handover import find_place, store_tuple
from piquet_sim.kernel.deal.holdings import POINT, evaluate_hand, has_carte_blanche
from piquet_sim.kernel.deal.record import AT, COLUMNS
from piquet_sim.kernel.deal.views import ELDER_SEAT, LONGEST_VIEW, POLICY, YOUNGER_SEAT, DiscardView
from piquet_sim.strategies.registry import Strategy

ANYTHING = 1 << 30
"""No call is higher."""

_COLUMNS = len(COLUMNS)
_STEPS = 64
"""Random numbers that one attempt may use."""


class Known(NamedTuple):
    """What a player knows of a deal; nobody has announced a carte blanche."""

    seat: int
    """0 elder, 1 younger."""
    unseen: int
    """The cards that the opponent holds, has played or has thrown, and those that nobody took
    and this seat has not seen."""
    holds: int
    """Cards that the opponent holds or has played."""
    may_hold: int
    """Other cards that the opponent may hold."""
    drew: int
    """Cards that the opponent took from the stock for certain, since elder had seen them."""
    elder_took: int
    younger_took: int
    point_least: int
    """The opponent's best point is this, as calls have it, or better."""
    point_most: int
    sequence_least: int
    sequence_most: int
    set_least: int
    set_most: int
    own: int
    """The twelve cards of this seat after the exchange."""
    reckoned: int
    """In how many classes the opponent has shown what is good or equal."""
    shown: int
    """What was shown in these."""


_KNOWN = types.NamedUniTuple(int64, len(Known._fields), Known)


@inline_kernel
def _take_some(pool, wanted, luck, step):
    # So many cards of a pool, each set equally likely.
    cards = 0
    for drawn in range(wanted):
        left = count(pool)
        card = deposit(1 << random_below(luck, left, step + drawn), pool)
        pool ^= card
        cards |= card
    return cards


@kernel
def _find_shown(laws, seat, own, hand, classes):
    # The cards that the opponent of a seat, with this hand, shows in the first classes.
    record = scratch(_COLUMNS)
    elder, younger = (own, hand) if seat == ELDER_SEAT else (hand, own)
    holdings = evaluate_hand(laws, elder), evaluate_hand(laws, younger)
    shown = 0
    for place in range(classes):
        record[AT.elder_point_call + place] = holdings[0][place]
        record[AT.younger_point_call + place] = holdings[1][place]
        _, elders, youngers = reckon_class(
            laws, POINT + place, elder, younger, holdings[0], holdings[1], record
        )
        shown |= youngers if seat == ELDER_SEAT else elders
    return shown


@kernel_of(int64(LAWS, _KNOWN, POLICY, int64, int64, int64[:, ::1]))
def _imagine(laws, known, answer, luck, attempts, deals):
    # Fills rows with the opponent's hand, what was drawn of it and what was thrown out.
    deals = borrow(deals)
    room = scratch(LONGEST_VIEW)
    opponent = 1 - known.seat
    took = known.younger_took if opponent == YOUNGER_SEAT else known.elder_took
    found = 0
    if opponent == ELDER_SEAT:
        least, most, elder_took = laws.elder_least, laws.elder_most, -1
    else:
        elder_took = known.elder_took
        least, most = laws.younger_least, min(laws.younger_most, laws.stock - elder_took)
    for attempt in range(attempts):
        step = attempt * _STEPS
        hand = known.holds | _take_some(known.may_hold, 12 - count(known.holds), luck, step)
        holding = evaluate_hand(laws, hand)
        if not (
            known.point_least <= holding.point <= known.point_most
            and known.sequence_least <= holding.sequence <= known.sequence_most
            and known.set_least <= holding.set <= known.set_most
        ):
            continue
        if _find_shown(laws, known.seat, known.own, hand, known.reckoned) != known.shown:
            continue
        thrown = _take_some(known.unseen & ~hand, took, luck, step + 16)
        more = took - count(known.drew)
        drawn = known.drew | _take_some(hand & ~known.drew, more, luck, step + 32)
        dealt = hand & ~drawn | thrown
        if has_carte_blanche(dealt):
            continue
        view = DiscardView(
            opponent, dealt, least, most, elder_took, 0, 0, 0, 0, 0, luck + attempt, 0, laws.book
        )
        store_tuple(room, 0, view)
        if answer(find_place(room, 0)) != thrown:
            continue
        deals[found, 0], deals[found, 1], deals[found, 2] = hand, drawn, thrown
        found += 1
        if found == deals.shape[0]:
            return found
    return found


def imagine_deals(
    known: Known, opponent: Strategy, deals: int, luck: int, attempts: int
) -> np.ndarray:
    """Draw deals that agree with what a player knows.

    Parameters
    ----------
    known : Known
    opponent : Strategy
        Whose exchange it is; it must be prepared.
    deals : int
        How many are wanted.
    luck : int
        The same deals follow from the same number.
    attempts : int
        How often it is tried.

    Returns
    -------
    int64 array, shape (deals, 3)
        The opponent's twelve cards after the exchange, those of them that were drawn, and the
        discard; fewer rows than wanted where few deals agree.
    """
    rows = np.zeros((deals, 3), np.int64)
    entry = opponent.discard.entry
    found = _imagine(RUBICON.laws(), known, entry, luck, attempts, rows)
    return rows[:found]


def find_shown(seat: int, own: int, opponent: int, classes: int) -> int:
    """The cards that the opponent of a seat shows in the first classes, both calling everything.

    Parameters
    ----------
    seat : int
        0 elder, 1 younger.
    own, opponent : int
        Both hands after the exchange.
    classes : int
        How many are reckoned, point first.
    """
    return int(_find_shown(RUBICON.laws(), seat, own, opponent, classes))


def list_unseen(seen: int) -> int:
    """All other cards of the pack."""
    return PACK_32_MASK & ~seen
