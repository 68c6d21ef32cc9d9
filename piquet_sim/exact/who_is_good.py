"""Which seat is good before the exchange, exactly: over all deals of two hands of twelve cards.

There are 28,443,124,054,800 deals of two hands from 32 cards; they are not listed but combined.
Elder's best point is at most a and younger's at most b if that holds in every suit. Apart from the
number of cards, the suits are then independent, so the deals of four suits are the fourth power of
one polynomial in the cards of elder and of younger. From those counts for all pairs (a, b) the
count of each pair follows by differences. Sequences go suit by suit in the same way, trios and
quatorzes rank by rank.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from piquet_sim.game.cards import (
    HAND_CARDS,
    LANE_MASK,
    PACK_32_MASK,
    RANK_LETTERS,
    RANKS,
    SEVEN,
    SUITS,
    TEN,
)
from piquet_sim.game.errors import InputError, read_known
from piquet_sim.game.terms import CLASSES
from piquet_sim.kernel.tables import (
    LANE_POINT,
    LANE_SEQUENCE,
    PIPS_MASK,
    POINT_SHIFT,
    TOP_MASK,
    TOP_SHIFT,
)

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Precedence:
    """How one class compares over all deals of two hands."""

    kind: str
    calls: tuple[int, ...]
    """Calls that a hand can have as its best (see `kernel.deal.holdings`), 0 being none;
    ascending."""
    deals: np.ndarray
    """int64[elder's call, younger's call]: exact numbers of deals."""

    @property
    def held(self) -> tuple[int, ...]:
        """The calls that are the best of some hand."""
        return tuple(
            call for call, deals in zip(self.calls, self.deals, strict=True) if deals.any()
        )

    def count(self, call: int | None = None) -> dict[str, int]:
        """Deals by result, over all deals or where elder's best is a certain call.

        Returns
        -------
        dict
            "elder" (elder's is good), "equal", "younger", and "none" (neither holds any).

        Raises
        ------
        InputError
            If no hand has that call as its best.
        """
        if call is not None and call not in self.held:
            raise InputError(f"{self.kind}: no hand has {name_call(self.kind, call)} as its best")
        # Elder's call is the row: the best below the diagonal, where both hold the same on it.
        deals = self.deals if call is None else self.deals * (np.array(self.calls) == call)[:, None]
        none, *equal = deals.diagonal().tolist()
        return {
            "elder": int(np.tril(deals, -1).sum()),
            "equal": sum(equal),
            "younger": int(np.triu(deals, 1).sum()),
            "none": none,
        }


def count_deals() -> int:
    """Deals of two hands of twelve cards: 28,443,124,054,800.

    Examples
    --------
    >>> count_deals()
    28443124054800
    """
    return comb(32, HAND_CARDS) * comb(32 - HAND_CARDS, HAND_CARDS)


def name_call(kind: str, call: int) -> str:
    """A call in short: "5 cards, 49"; "4 to the K"; "3 J".

    Examples
    --------
    >>> name_call("sequence", 4 << TOP_SHIFT | 8)
    '4 to the A'
    """
    if call == 0:
        return "none"
    if kind == "point":
        return f"{call >> POINT_SHIFT} cards, {call & PIPS_MASK}"
    to = " to the" if kind == "sequence" else ""
    return f"{call >> TOP_SHIFT}{to} {RANK_LETTERS[call & TOP_MASK]}"


def _multiply(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    # Polynomials in the cards of elder and of younger, cut off at twelve each.
    size = HAND_CARDS + 1
    product = np.zeros((size, size), np.int64)
    for elder, younger in zip(*np.nonzero(one), strict=True):
        product[elder:, younger:] += one[elder, younger] * two[: size - elder, : size - younger]
    return product


@cache
def _compare_suits(kind: str) -> tuple[list[int], np.ndarray]:
    # All calls, and the deals in which neither seat's best is above two of them.
    call_of = LANE_POINT if kind == "point" else LANE_SEQUENCE
    lanes = [lane for lane in range(LANE_MASK + 1) if lane & PACK_32_MASK == lane]
    calls = sorted({int(call_of[lane]) for lane in lanes} | {0})
    place = {call: number for number, call in enumerate(calls)}
    # How one suit can be split, by both calls and both numbers of cards.
    splits = np.zeros((len(calls), len(calls), RANKS, RANKS), np.int64)
    for elder, younger in product(lanes, repeat=2):
        if not elder & younger:
            ours, theirs = place[int(call_of[elder])], place[int(call_of[younger])]
            splits[ours, theirs, elder.bit_count(), younger.bit_count()] += 1
    up_to = splits.cumsum(axis=0).cumsum(axis=1)
    at_most = np.zeros((len(calls), len(calls)), np.int64)
    one = np.zeros((HAND_CARDS + 1, HAND_CARDS + 1), np.int64)
    for both in np.ndindex(*at_most.shape):
        one[:RANKS, :RANKS] = up_to[both]
        two = _multiply(one, one)
        # The coefficient of twelve cards each in the square.
        at_most[both] = (two * two[::-1, ::-1]).sum()
    return calls, at_most


@cache
def _compare_sets() -> tuple[list[int], np.ndarray]:
    def best(rank: int, held: int) -> int:
        return held << TOP_SHIFT | rank if rank >= TEN and held >= 3 else 0

    calls = sorted({best(rank, held) for rank in range(RANKS) for held in range(SUITS + 1)})
    at_most = np.zeros((len(calls), len(calls)), np.int64)
    for both in np.ndindex(*at_most.shape):
        elder_most, younger_most = (calls[place] for place in both)
        ways = np.zeros((HAND_CARDS + 1, HAND_CARDS + 1), np.int64)
        ways[0, 0] = 1
        for rank in range(SEVEN, RANKS):
            one = np.zeros_like(ways)
            for elder, younger in np.ndindex(SUITS + 1, SUITS + 1):
                if best(rank, elder) <= elder_most and best(rank, younger) <= younger_most:
                    one[elder, younger] = comb(SUITS, elder) * comb(SUITS - elder, younger)
            ways = _multiply(one, ways)
        at_most[both] = ways[HAND_CARDS, HAND_CARDS]
    return calls, at_most


def compare_class(kind: str) -> Precedence:
    """Which seat is good in one class, over all deals of two hands before the exchange.

    Parameters
    ----------
    kind : str
        "point", "sequence" or "set".

    Returns
    -------
    Precedence

    Raises
    ------
    InputError
        If there is no such class.

    Notes
    -----
    Both call the best they hold; equal points and equal best sequences are equal, as under the
    Laws (the pack of 32; a longer point is better, then more pips).

    Examples
    --------
    >>> compare_class("point").count()["equal"]
    1933861658500
    """
    key = read_known(kind.strip().lower(), CLASSES, "class")
    calls, at_most = _compare_sets() if key == "set" else _compare_suits(key)
    deals = np.diff(np.diff(at_most, axis=0, prepend=0), axis=1, prepend=0)
    return Precedence(key, tuple(calls), deals)


def precedence_table(kind: str) -> "pd.DataFrame":
    """Which seat is good, overall and by what elder holds, as a data frame.

    Returns
    -------
    pandas.DataFrame
        Columns class, elder_holds ("any" first), elder, equal, younger, none, of (exact numbers
        of deals) and good, equal_probability, not_good (probabilities given the holding).

    Raises
    ------
    InputError
        If there is no such class.

    Examples
    --------
    >>> round(float(precedence_table("set").good[0]), 4)
    0.4061
    """
    import pandas as pd

    compared = compare_class(kind)
    return pd.DataFrame(
        {
            "class": compared.kind,
            "elder_holds": "any" if call is None else name_call(compared.kind, call),
            **counts,
            "of": of,
            "good": counts["elder"] / of,
            "equal_probability": counts["equal"] / of,
            "not_good": counts["younger"] / of,
        }
        for call in (None, *compared.held)
        for counts in [compared.count(call)]
        for of in [sum(counts.values())]
    )
