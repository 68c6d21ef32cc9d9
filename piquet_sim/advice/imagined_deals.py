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

from piquet_sim.game.cards import COURTS_MASK, HAND_CARDS, PACK_32_MASK, count_cards, iterate_cards
from piquet_sim.game.laws import Laws
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.threads import play_in_order
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.questions.imagined_exchanges import Known, list_agreeing, list_throws
from piquet_sim.strategies.policies import Policy
from piquet_sim.strategies.registry import Strategy

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
    took = known.elder_took, known.younger_took
    return _list_deals(known.seat, known.opponent.unseen, known.drew, took, opponent.discard, seed)


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
    unseen = sorted(iterate_cards(PACK_32_MASK & ~hand))
    numbers = np.arange(1 << len(unseen))
    numbers = numbers[np.bitwise_count(numbers) == HAND_CARDS]
    dealt = (numbers[:, None] >> np.arange(len(unseen)) & 1) @ np.array(unseen)
    if blanche:
        numbers, dealt = (part[dealt & COURTS_MASK == 0] for part in (numbers, dealt))
    thrown, some = np.zeros_like(dealt), -(-len(dealt) // _PARTS)

    def ask(first: int) -> int:
        parts = (part[first : first + some] for part in (dealt, numbers, thrown))
        own_blanche = int(has_carte_blanche(hand))
        return list_throws(
            laws, ELDER_SEAT, -1, blanche, own_blanche, discard.entry, luck, *parts
        )  # fmt: skip

    for _ in play_in_order(ask, range(0, len(dealt), some or 1), threads):
        pass
    takes = (np.bitwise_count(thrown) == took) & (thrown & dealt == thrown)
    return dealt[takes], thrown[takes]


@lru_cache(_KEPT)
def _list_deals(
    seat: int, unseen: int, drew: int, took: tuple[int, int], discard: Policy, seed: int
) -> np.ndarray:
    pool, opponent = unseen & ~drew, 1 - seat
    more, left = took[opponent] - count_cards(drew), count_cards(pool) - HAND_CARDS
    random = np.random.default_rng(seed)
    dealt = pool & ~_list_left(pool, left, random)
    luck, numbers, thrown = random.integers(1 << 61), np.arange(len(dealt)), np.zeros_like(dealt)
    elder_took = -1 if opponent == ELDER_SEAT else took[0]
    list_throws(
        RUBICON.laws(), opponent, elder_took, 0, 0, discard.entry, luck, dealt, numbers, thrown
    )
    # A carte blanche would have been announced.
    takes = (np.bitwise_count(thrown) == took[opponent]) & (dealt & COURTS_MASK != 0)
    dealt, thrown = dealt[takes, None], thrown[takes, None]
    rest, lowest = pool & ~dealt[:, 0], []
    for _ in range(left):
        lowest.append(rest & -rest)
        rest &= rest - 1
    ways = [way for way in range(1 << left) if way.bit_count() == more]
    chosen = np.array(ways)[:, None] >> np.arange(left) & 1
    drawn = drew | np.reshape(lowest, (left, -1)).T @ chosen.T
    hands = dealt & ~thrown | drawn
    return np.stack(np.broadcast_arrays(hands, drawn, thrown), axis=-1).reshape(-1, 3)


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
    return agreeing[: list_agreeing(RUBICON.laws(), known, deals, agreeing)]


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
