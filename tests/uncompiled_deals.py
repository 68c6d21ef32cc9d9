"""Plays deals without numba and prints their records: uncompiled_deals.py PLACE DEALS."""

import json
import sys

from specimens import PAIRS

from piquet_sim.kernel._jit import IS_COMPILED
from piquet_sim.simulation import Simulation


def play_all(place, deals):
    elder, younger = PAIRS[place]
    records = Simulation(elder, younger, seed=21, mirrored=True).record_units(0, deals // 2)
    return [list(map(int, record)) for record in records.tolist()]


if __name__ == "__main__":
    assert not IS_COMPILED
    print(json.dumps(play_all(int(sys.argv[1]), int(sys.argv[2]))))
