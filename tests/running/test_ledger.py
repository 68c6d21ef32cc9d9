"""Which units have been counted, and fingerprints of blocks of them."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from stopped_runs import SIMULATION, interrupt_at

from piquet_sim.estimates.tally import Tally
from piquet_sim.running.ledger import LEAST_BLOCK, Blocks, Ledger, join_spans, take_fingerprint
from piquet_sim.running.run import run_simulation


@settings(max_examples=60)
@given(st.integers(0, 10**6).map(random.Random), st.integers(1, 400_000))
def test_ledger__hands_every_unit_out_once(chance, end):
    ledger = Ledger()
    ledger.extend(end)
    taken, seen = [], []
    while True:
        span = ledger.take(chance.randrange(1, max(end // 20, 2)))
        if span is not None:
            assert span[1] <= (span[0] // ledger.blocks.units + 1) * ledger.blocks.units
            taken.append(span)
        if taken and (span is None or chance.random() < 0.6):
            one = taken.pop(chance.randrange(len(taken)))
            if chance.random() < 0.2:
                ledger.put_back(one)
            else:
                ledger.give(one, Tally())
                seen.append(one)
        elif span is None:
            break
    assert join_spans(seen) == [(0, end)] == ledger.done
    assert sum(last - first for first, last in seen) == end
    assert ledger.is_done
    assert len(ledger.blocks.fingerprints) == -(-end // ledger.blocks.units) <= 64
    assert ledger.blocks.units == LEAST_BLOCK or end > 8 * ledger.blocks.units


def test_fingerprint__adds_up_and_tells_deals_apart():
    parts = []
    for first, units in ((0, 30), (30, 70), (0, 100), (0, 99)):
        tally = Tally()
        SIMULATION.count_units(first, units, tally.arrays)
        parts.append(take_fingerprint(tally))
    assert (parts[0] + parts[1]) % 2**64 == parts[2]
    assert len(set(parts)) == 4
    tally = Tally()
    SIMULATION.count_units(0, 100, tally.arrays)
    tally.arrays.totals[3] += 1
    assert take_fingerprint(tally) != parts[2]


def test_blocks__join_as_the_run_grows():
    grown = Blocks()
    one, two = Tally(), Tally()
    SIMULATION.count_units(0, 1024, one.arrays)
    SIMULATION.count_units(1024, 1024, two.arrays)
    grown.stretch(2048)
    grown.add(0, one)
    grown.add(1024, two)
    grown.stretch(1024 * 17)
    assert grown.units == 2048
    assert grown.fingerprints[0] == take_fingerprint(one + two)
    assert len(grown.fingerprints) == 9


def test_blocks__follow_from_what_is_counted():
    """Whatever was asked for: a run that was stopped has those of a run of so many deals."""
    stopped = run_simulation(SIMULATION, 10**9, 2, interrupt_at(200_000))
    assert stopped.blocks == run_simulation(SIMULATION, stopped.deals).blocks
    assert stopped.as_json() == run_simulation(SIMULATION, stopped.deals).as_json()
