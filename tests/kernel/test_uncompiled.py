"""The kernels as plain Python: the same deals, and no warning; and no index beyond its array.

Covers `kernel.bits`.
"""

import json
import os
import subprocess
import sys

import pytest
from specimens import PAIRS, ROOT, run_uncompiled
from uncompiled_deals import PARTS, play_all

from piquet_sim.kernel.compile import IS_COMPILED

DEALS = 60


@pytest.fixture(scope="module")
def uncompiled_deals():
    """Deals of all pairs, from one process."""
    return json.loads(run_uncompiled("uncompiled_deals.py", "deals", DEALS))


@pytest.mark.parametrize("place", range(len(PAIRS)), ids=["-".join(pair) for pair in PAIRS])
def test_uncompiled__plays_the_same_deals(uncompiled_deals, place):
    assert IS_COMPILED
    uncompiled = uncompiled_deals[place]
    assert len(uncompiled) == DEALS
    assert uncompiled == play_all(place, DEALS)
    assert len({tuple(record) for record in uncompiled}) == DEALS


@pytest.mark.parametrize("part", PARTS)
def test_uncompiled__finds_the_same(part):
    """Perfect play, the census and the odds; strong players; every code. The table is read."""
    compiled = json.loads(json.dumps(PARTS[part]()))
    assert json.loads(run_uncompiled("uncompiled_deals.py", part)) == compiled
    assert len(compiled) >= 3


PLAY_WITH_BOUNDS = """
from piquet_sim import simulate
from piquet_sim.game.rules import PRESETS
for rules in PRESETS:
    for pair, deals in {"club random": 1000, "expert novice": 100, "master primer": 8}.items():
        elder, younger = pair.split()
        simulate(n=deals, elder=elder, younger=younger, rules=rules, threads=1)
"""


@pytest.mark.slow
def test_index__is_never_below_nought_or_beyond_the_end(tmp_path):
    # Kernels take an index as it is, so one below nought would be read before the array.
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", PLAY_WITH_BOUNDS],
        env=environment, cwd=ROOT, capture_output=True, text=True, check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
