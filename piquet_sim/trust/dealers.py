"""Dealers to be checked, and the counting of many deals.

Deals are counted in chunks that add up, so that no answer depends on the number of threads.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from piquet_sim.game.cards import iterate_cards, pack_mask
from piquet_sim.kernel.base.philox import BLOCK, Words
from piquet_sim.kernel.counting import uniformity as kernel
from piquet_sim.kernel.counting.uniformity import DEALT
from piquet_sim.ordered_threads import play_ranges
from piquet_sim.running.run import Progress, check_count, count_threads

_CHUNK_UNITS = 8192

Dealer = Callable[[int, int, int, np.ndarray], None]
"""Deals into an array: the cards of the pack, a seed, the number of the first deal, and int64 of
shape (6, deals) with rows as `kernel.uniformity.DEALT`."""


def deal_with_engine(pack: int, seed: int, first: int, dealt: np.ndarray) -> None:
    """The dealer of the engine."""
    block = np.zeros((len(Words._fields), BLOCK), np.int64)
    kernel.deal_range(pack, seed, first, block, dealt)


class Dealing(NamedTuple):
    """The dealer, the number of threads, and the progress callback."""

    dealer: Dealer = deal_with_engine
    threads: int | None = None
    """By default one for each processor. The answer does not depend on it."""
    progress: Progress | None = None
    """Called with the deals done."""


BY_ENGINE = Dealing()


@cache
def number_cards(pack: int) -> np.ndarray:
    """The place of each card among those of the pack, by its bit."""
    slots = np.zeros(64, np.int64)
    for place, card in enumerate(sorted(iterate_cards(pack_mask(pack)))):
        slots[card.bit_length() - 1] = place
    return slots


class Buffers:
    """Room for one thread to deal into.

    Parameters
    ----------
    arrays : tuple of int64 arrays
        Counts, which start at 0.
    """

    def __init__(self, *arrays: np.ndarray) -> None:
        self.arrays = arrays
        self.words = np.zeros((2, 64), np.int64)
        self.dealt = [np.zeros((len(DEALT), _CHUNK_UNITS), np.int64) for _ in range(2)]

    def deal(
        self, dealer: Dealer, pack: int, seed: int, first: int, deals: int, which: int = 0
    ) -> np.ndarray:
        """Deal a range of deals; the array is the same every time."""
        if self.dealt[which].shape[1] != deals:
            self.dealt[which] = np.zeros((len(DEALT), deals), np.int64)
        dealer(pack, seed, first, self.dealt[which])
        return self.dealt[which]

    def count_together(
        self, one: np.ndarray, two: np.ndarray, rows: np.ndarray, columns: np.ndarray, at: int
    ) -> None:
        """Add to counts number `at` how often bits of two masks are set together."""
        slots = np.stack([rows, columns])
        kernel.count_together(one, two, slots, self.words, self.arrays[at])


def count_chunks(
    deals: int,
    dealing: Dealing,
    new_room: Callable[[], Buffers],
    count: Callable[[Buffers, int, int], None],
) -> tuple[np.ndarray, ...]:
    """The sums of all chunks: the same whatever the number of threads.

    Parameters
    ----------
    deals : int
    dealing : Dealing
    new_room : callable
        Makes room for a thread.
    count : callable
        Counts a number of deals from a first deal on in a room.

    Returns
    -------
    tuple of arrays
        As the rooms have them.

    Raises
    ------
    InputError
        If deals or threads is invalid.
    """
    check_count(deals, "dealt")
    threads = count_threads(dealing.threads)
    rooms = [new_room() for _ in range(threads)]
    free = rooms.copy()

    def work(first: int, chunk: int) -> int:
        room = free.pop()
        count(room, first, chunk)
        free.append(room)
        return chunk

    done = 0
    for chunk in play_ranges(work, deals, _CHUNK_UNITS, threads):
        done += chunk
        if dealing.progress is not None:
            dealing.progress(done)
    return tuple(sum(arrays) for arrays in zip(*(room.arrays for room in rooms), strict=True))
