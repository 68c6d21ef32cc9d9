"""What the cards of one suit make: a table of 512 entries for each thing that is asked.

A *point* is its cards times 256 plus its pips, a *sequence* its cards times 16 plus the rank of
its top card; 0 is nothing.
"""

import re

import numpy as np

from piquet_sim.game import laws
from piquet_sim.game.cards import ACE, LANE_MASK, RANK_PIPS, SEVEN

POINT_SHIFT = 8
PIPS_MASK = (1 << POINT_SHIFT) - 1
TOP_SHIFT = 4
TOP_MASK = (1 << TOP_SHIFT) - 1
SHORTEST_SEQUENCE = 3

SEQUENCE_SCORES = np.array([0, 0, 0, *laws.SEQUENCE_SCORES])
"""Points for a sequence of so many cards (Law 50: one a card, and ten more from five cards)."""


def find_runs(lane: int) -> list[range]:
    """The ranks of each whole run of touching cards in a suit, from the top."""
    runs = re.finditer("1+", f"{lane:b}"[::-1])
    return [range(*run.span()) for run in runs][::-1]


_LANES = range(LANE_MASK + 1)
SEQUENCES = [
    [(len(run), run[-1]) for run in find_runs(lane) if len(run) >= SHORTEST_SEQUENCE]
    for lane in _LANES
]
"""By lane, of each whole sequence its cards and the rank of its top card, from the top."""

LANE_POINT = np.fromiter(
    (
        lane.bit_count() << POINT_SHIFT
        | sum(pips for rank, pips in enumerate(RANK_PIPS) if lane >> rank & 1)
        for lane in _LANES
    ),
    np.int16,
)
LANE_SEQUENCE = np.fromiter(
    (max((length << TOP_SHIFT | top for length, top in of), default=0) for of in SEQUENCES),
    np.int16,
)
LANE_SEQUENCES_SCORE = np.fromiter(
    (sum(SEQUENCE_SCORES[length] for length, _ in of) for of in SEQUENCES), np.int16
)
LANE_RUN_LENGTHS = np.fromiter(
    (sum(length << 4 * place for place, (length, _) in enumerate(of)) for of in SEQUENCES), np.int16
)
"""Lengths of the two sequences that a suit can have, four bits each."""
LANE_SEQUENCE_CARDS = np.fromiter(
    (sum((1 << length) - 1 << top - length + 1 for length, top in of) for of in SEQUENCES), np.int16
)
LANE_PIPS = LANE_POINT & PIPS_MASK

RANK_BITS = 4
LANE_RANKS = np.array(
    [
        sum((lane >> rank & 1) << RANK_BITS * (rank - SEVEN) for rank in range(SEVEN, ACE + 1))
        for lane in _LANES
    ]
)
"""The ranks from the seven up, four bits each, so that those of four suits add up or lie side by
side."""
