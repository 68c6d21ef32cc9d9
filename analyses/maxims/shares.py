"""How often a maxim applies, counted over all hands that differ in more than suits’ names.

Of the 225,792,840 hands of twelve cards, some ten million differ in more than the names of their
suits. Each of these counts as many times as there are ways to name its suits.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb

import numpy as np

from analyses.maxims.facts import Hands
from analyses.maxims.maxim import Maxim, list_judged
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.game.cards import HAND_CARDS, LANE_BITS, LANE_MASK
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_in_order

_BLOCK = 100_000
_NAMINGS = 24
_ALL_HANDS = comb(32, HAND_CARDS)


def list_classes() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """All hands up to the names of suits, in blocks, with how many hands each represents.

    Yields
    ------
    int64 array
        Hands.
    int64 array
        How many.
    """
    lanes = np.arange(0, LANE_MASK + 1, 2, dtype=np.int64)  # without the six
    sizes = np.bitwise_count(lanes).astype(np.int64)
    first, second = np.triu_indices(len(lanes))
    together = sizes[first] + sizes[second]
    by_size = {size: np.flatnonzero(together == size) for size in range(HAND_CARDS + 1)}
    kept: list[np.ndarray] = []
    for pair in np.flatnonzero(together <= HAND_CARDS):
        others = by_size[HAND_CARDS - int(together[pair])]
        others = others[np.searchsorted(first[others], second[pair]) :]
        kept.append(
            np.column_stack(
                [np.full((len(others), 2), (first[pair], second[pair])), first[others],
                 second[others]]
            )
        )  # fmt: skip
        if sum(map(len, kept)) >= _BLOCK:
            yield _weigh(lanes[np.concatenate(kept)])
            kept = []
    if kept:
        yield _weigh(lanes[np.concatenate(kept)])


def _weigh(suits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    # The suits are in order: equal ones lie beside each other.
    same = suits[:, 1:] == suits[:, :-1]
    runs = np.ones(len(suits), np.int64)
    product = np.ones(len(suits), np.int64)
    for place in range(same.shape[1]):
        runs = np.where(same[:, place], runs + 1, 1)
        product *= runs
    return (suits << LANE_BITS * np.arange(suits.shape[1])).sum(axis=1), _NAMINGS // product


def count_hands(maxims: Sequence[Maxim], threads: int) -> list[Fraction | None]:
    """The share of all hands to which each maxim applies in each of its seats.

    None where the hand alone does not say: where the player's own discard matters, how many cards
    elder has taken, or what happens in drawn deals.
    """
    judged = list_judged(maxims)
    ways = [_list_full(seat) for _, seat in judged]

    def count(block: tuple[np.ndarray, np.ndarray]) -> list[list[int]]:
        hands, times = block
        by_full = {one: Hands(hands, np.array(one)) for full in ways for one in full}
        return [
            [int(times[maxim.fits(by_full[one])].sum()) for one in full if maxim.is_of_hand]
            for (maxim, _), full in zip(judged, ways, strict=True)
        ]

    totals = [np.zeros(len(full), np.int64) for full in ways]
    for counted in play_in_order(count, list_classes(), threads):
        for total, own in zip(totals, counted, strict=True):
            total[: len(own)] += np.array(own, np.int64)
    return [
        Fraction(int(total[0]), _ALL_HANDS)
        if maxim.is_of_hand and len(set(total.tolist())) == 1
        else None
        for (maxim, _), total in zip(judged, totals, strict=True)
    ]


def _list_full(seat: str) -> tuple[int, ...]:
    # How many cards may make a full discard.
    if seat == SEATS[0]:
        return (exchange_limits(seat)[-1],)
    return tuple(exchange_limits(seat, took)[-1] for took in exchange_limits(SEATS[0]))
