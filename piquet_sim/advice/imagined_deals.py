"""Deals as a player may imagine them: all that they know is so, and the rest is at random.

What the opponent can have been dealt is listed, and the opponent asked what they throw from each
hand; every draw after it is one deal, so that each deal is as likely as any other. Of these remain
the deals with the cards that the opponent holds or has played, none of a suit in which they
renounced, and holdings that agree with what was called, answered and shown. Only that the opponent
chose the cards that they played says nothing here but that they held them.

Before younger has thrown nothing is known but how many cards elder took; then elder's hands are
listed from which so many are taken.
"""

from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

from piquet_sim.game.cards import HAND_CARDS, PACK_32_MASK, count_cards, iterate_cards
from piquet_sim.game.laws import Laws
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.threads import play_in_order
from piquet_sim.kernel.questions import imagined_exchanges
from piquet_sim.kernel.questions.imagined_exchanges import Known
from piquet_sim.strategies.policies import Policy
from piquet_sim.strategies.registry import Strategy

ANYTHING = 1 << 30
"""No call is higher."""

MOST_HANDS = 8_000
"""How many dealt hands are listed; of more, as many at random. Elder meets 455, younger 6,188
where both exchange as many cards as they may."""

_KEPT = 16
"""Of how many exchanges the list is kept: a deal has two, and each is asked at every decision."""
_PARTS = 64
"""In which elder's hands are listed, so that several threads can do it."""


def list_deals(known: Known, opponent: Strategy, seed: int = 0) -> np.ndarray:
    """The deals that are possible once both have exchanged, whatever is called and played after it.

    Parameters
    ----------
    known : Known
        Of which only what is known when both have exchanged is heeded: the unseen cards, what the
        opponent drew for certain, and how many cards each took.
    opponent : Strategy
        Whose exchange it is; it must be prepared.
    seed : int
        Of what the opponent decides by lot, and of the dealt hands where they are too many to be
        listed.

    Returns
    -------
    int64 array, shape (deals, 3)
        The opponent's twelve cards after the exchange, those of them that were drawn, and the
        discard. Others read the same array: it is not to be changed.
    """
    when_exchanged = Known(
        known.seat, known.unseen, 0, 0, known.drew, known.elder_took, known.younger_took,
        0, ANYTHING, 0, ANYTHING, 0, ANYTHING, 0, 0, 0,
    )  # fmt: skip
    return _list_deals(when_exchanged, opponent.discard, seed)


@lru_cache(_KEPT)
def list_takers(
    laws: Laws, hand: int, took: int, blanche: int, discard: Policy, seed: int, threads: int
) -> tuple[np.ndarray, np.ndarray]:
    """Elder's hands from which so many cards are taken, of all that younger has not seen.

    Parameters
    ----------
    laws : Laws
        With the pack of 32.
    hand : int
        Younger's, as dealt.
    took : int
    blanche : int
        1 if elder has announced a carte blanche.
    discard : Policy
        Elder's.
    seed : int
        Of what elder decides by lot.
    threads : int
        The list does not depend on it.

    Returns
    -------
    dealt, thrown : int64 array
        Hands, each as likely as the others, and what is thrown from them. Others read the same
        arrays: they are not to be changed.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> from piquet_sim.strategies import find_strategy
    >>> club, hand = find_strategy("club"), parse_hand("T7.T97.AQJT.KQT")
    >>> dealt, _ = list_takers(RUBICON.laws(), hand, 5, 0, club.discard, 1, 1)
    >>> len(dealt), comb(20, 12)  # of 47 club leaves a card
    (125923, 125970)
    """
    luck = int(np.random.default_rng(seed).integers(1 << 61))
    every = 1 << count_cards(PACK_32_MASK) - HAND_CARDS

    def search(first: int) -> tuple[np.ndarray, np.ndarray]:
        dealt, thrown = np.zeros((2, every // _PARTS), np.int64)
        found = imagined_exchanges.list_takers(
            laws, hand, took, blanche, discard.entry, luck, first, first + len(dealt), dealt, thrown
        )
        return dealt[:found], thrown[:found]

    parts = play_in_order(search, range(0, every, every // _PARTS), threads)
    dealt, thrown = map(np.concatenate, zip(*parts, strict=True))
    return dealt, thrown


@lru_cache(_KEPT)
def _list_deals(known: Known, discard: Policy, seed: int) -> np.ndarray:
    pool = known.unseen & ~known.drew
    took = (known.younger_took, known.elder_took)[known.seat]
    more, left = took - count_cards(known.drew), count_cards(pool) - HAND_CARDS
    random = np.random.default_rng(seed)
    dealt = pool & ~_list_left(pool, left, random)
    luck = int(random.integers(1 << 61))
    rows = np.zeros((len(dealt) * comb(left, more), 3), np.int64)
    found = imagined_exchanges.list_exchanges(
        RUBICON.laws(), known, discard.entry, dealt, luck, rows
    )
    return rows[:found]


def _list_left(pool: int, left: int, random: np.random.Generator) -> np.ndarray:
    # The cards of a pool that the opponent was not dealt, in all ways, or in many at random.
    cards = np.array(list(iterate_cards(pool)), np.int64)
    if comb(len(cards), left) <= MOST_HANDS:
        return np.array([sum(some) for some in combinations(cards.tolist(), left)], np.int64)
    order = random.random((MOST_HANDS, len(cards))).argsort(axis=1)[:, :left]
    return cards[order].sum(axis=1)


def find_agreeing(known: Known, deals: np.ndarray) -> np.ndarray:
    """The places of the deals that agree with what a player knows: int64 array.

    Parameters
    ----------
    known : Known
    deals : int64 array, shape (deals, 3)
        From `list_deals`.
    """
    agreeing = np.zeros(len(deals), np.int64)
    found = imagined_exchanges.list_agreeing(RUBICON.laws(), known, deals, agreeing)
    return agreeing[:found]


def imagine_deals(known: Known, opponent: Strategy, deals: int, seed: int) -> np.ndarray:
    """Draw deals that agree with what a player knows.

    Parameters
    ----------
    known : Known
    opponent : Strategy
        Whose exchange it is; it must be prepared.
    deals : int
        How many are wanted.
    seed : int
        The same deals follow from the same number.

    Returns
    -------
    int64 array, shape (deals, 3)
        As `list_deals` makes them: all that agree as often as each other, but for one time, and no
        row where none agrees.
    """
    possible = list_deals(known, opponent)
    agreeing = find_agreeing(known, possible)
    if not len(agreeing):
        return possible[:0]
    order = np.random.default_rng(seed).permutation(agreeing)
    return possible[order[np.arange(deals) * len(order) // deals]]


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
    return int(imagined_exchanges.find_shown(RUBICON.laws(), seat, own, opponent, classes))


def list_unseen(seen: int) -> int:
    """All other cards of the pack."""
    return PACK_32_MASK & ~seen
