"""What the cards of one suit make: a table of 512 entries for everything.

A *point* is its cards times 256 plus its pips, a *sequence* its cards times 16 plus the rank of
its top card; 0 is nothing.
"""

import numpy as np

from piquet_sim.game import laws
from piquet_sim.game.cards import LANE_MASK, RANK_PIPS, RANKS

POINT_SHIFT = 8
PIPS_MASK = (1 << POINT_SHIFT) - 1
TOP_SHIFT = 4
TOP_MASK = (1 << TOP_SHIFT) - 1
SHORTEST_SEQUENCE = 3

SEQUENCE_SCORES = np.array([0, 0, 0, *laws.SEQUENCE_SCORES])
"""Points for a sequence of so many cards (Law 50: one a card, and ten more from five cards)."""


def _runs(lane: int) -> list[tuple[int, int]]:
    # Length and top rank of each maximal run of touching cards in a suit, from the top.
    runs, length = [], 0
    for rank in range(RANKS - 1, -2, -1):
        if rank >= 0 and lane >> rank & 1:
            length += 1
        elif length:
            runs.append((length, rank + length))
            length = 0
    return runs


def _best_sequence(lane: int) -> int:
    runs = [(length, top) for length, top in _runs(lane) if length >= SHORTEST_SEQUENCE]
    return max((length << TOP_SHIFT | top for length, top in runs), default=0)


def _sequences_score(lane: int) -> int:
    return sum(int(SEQUENCE_SCORES[length]) for length, _ in _runs(lane))


def _run_lengths(lane: int) -> int:
    # Lengths of the two runs of three or more that a suit can have, four bits each.
    lengths = [length for length, _ in _runs(lane) if length >= SHORTEST_SEQUENCE]
    return sum(length << 4 * place for place, length in enumerate(lengths))


def _sequence_cards(lane: int) -> int:
    runs = [(length, top) for length, top in _runs(lane) if length >= SHORTEST_SEQUENCE]
    return sum(((1 << length) - 1) << (top - length + 1) for length, top in runs)


def _point(lane: int) -> int:
    pips = sum(RANK_PIPS[rank] for rank in range(RANKS) if lane >> rank & 1)
    return lane.bit_count() << POINT_SHIFT | pips


_LANES = range(LANE_MASK + 1)
LANE_POINT = np.array([_point(lane) for lane in _LANES], np.int16)
LANE_SEQUENCE = np.array([_best_sequence(lane) for lane in _LANES], np.int16)
LANE_SEQUENCES_SCORE = np.array([_sequences_score(lane) for lane in _LANES], np.int16)
LANE_RUN_LENGTHS = np.array([_run_lengths(lane) for lane in _LANES], np.int16)
LANE_SEQUENCE_CARDS = np.array([_sequence_cards(lane) for lane in _LANES], np.int16)

LANE_PIPS = LANE_POINT & PIPS_MASK
