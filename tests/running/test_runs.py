"""Runs: the same integers for any threads and chunks, a precision, records, faults, files.

What an interruption does to them is held in `test_stops`, and of all long calls in
`tests/contracts/test_what_users_hand_in`.

Covers `running.run`, `running.precision`, `running.records`, `running.result`,
`deals.simulation`, `game.threads`, `kernel.batch.batch`, `kernel.batch.rubicon_like`.
"""

import json
import re
import threading
from dataclasses import replace
from functools import partial
from itertools import product
from math import hypot

import numpy as np
import pyarrow.parquet as pq
import pytest
from other_processes import BAD, interrupt_at

from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.simulation import RECORD_DTYPE, Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.threads import MOST, REACHED, TIME
from piquet_sim.kernel.deal.record import COLUMNS
from piquet_sim.matches.matches import list_winners, simulate_matches
from piquet_sim.running import blocks, run
from piquet_sim.running import records as records_module
from piquet_sim.running.blocks import count_block
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import (
    FIRST_LOOK,
    MOST_DEALS,
    USUAL_DEALS,
    Target,
    read_precision,
    set_target,
)
from piquet_sim.running.records import record_deals, run_with_records, say_meaning
from piquet_sim.running.run import KeptRecords, run_simulation, simulate

DEALS = 30_000
SETTLED = Simulation("club", "random", seed=6)
PAIRED = Simulation("club", "random", seed=6, mirrored=True)


@pytest.fixture(scope="module", params=[SETTLED, PAIRED], ids=["single", "mirrored"])
def simulation(request):
    return request.param


# ---- The same integers --------------------------------------------------------------------------
MEASURED = read_measures(
    ("spread: abs(difference)", "max(elder_score, younger_score) - 3 * elder_sets"),
    "elder_wins or drawn",
)
RUNS = {
    "single": (SETTLED, Target(DEALS)),
    "mirrored": (PAIRED, Target(DEALS)),
    "own measures": (PAIRED, Target(6_000, measures=MEASURED)),
    "groups": (
        PAIRED,
        Target(6_000, measures=read_measures([], None, RUBICON, "difference // 20")),
    ),
    "given": (
        Simulation("club", "club", seed=8, mirrored=True, given="elder.trios > younger.trios"),
        Target(6_000, measures=MEASURED),
    ),
    "luck taken out": (Simulation("expert", "club"), Target(1_200)),
}


@pytest.fixture(scope="module", params=RUNS.values(), ids=RUNS)
def counted(request):
    return *request.param, run_simulation(*request.param, threads=1)


@pytest.mark.parametrize(("threads", "chunk"), [(1, 74), (2, 4096), (2, 1000), (3, 1000)])
def test_tally__does_not_depend_on_threads_or_blocks(monkeypatch, counted, threads, chunk):
    simulation, target, alone = counted
    monkeypatch.setattr(blocks, "BLOCK", chunk)
    result = run_simulation(  # interrupted too late to leave anything out
        simulation, target, threads, interrupt_at(target.deals), on_interrupt="return"
    )
    assert (result.tally, result.measures, result.deals, result.is_complete) == (
        alone.tally,
        alone.measures,
        target.deals,
        True,
    )


def test_tally__does_not_depend_on_records(counted, tmp_path):
    """Those of a file, and those that are kept while the deals are counted."""
    simulation, target, alone = counted
    kept = KeptRecords(alone.tally.units // 2, ("elder_score", "younger_point", "elder_tricks"))
    assert [
        (recorded.tally, recorded.measures)
        for recorded in (
            run_with_records(simulation, target, tmp_path / "deals.parquet"),
            run_simulation(simulation, target, threads=2, kept=kept),
        )
    ] == [(alone.tally, alone.measures)] * 2
    records = simulation.record_units(0, alone.tally.units // 2)
    assert all(np.array_equal(kept.columns[name], records[name]) for name in kept.columns)


def test_winners__are_those_of_the_matches():
    simulation = Simulation("club", "club", "cotton_1674", seed=4)
    first, second = simulation.play_matches(0, 600)[0][:, 0, :2].T
    winners = list_winners(simulation, 0, 600)
    assert (winners.tolist(), (winners == 1).mean()) == (
        np.where(first > second, 1, 2).tolist(),
        simulate_matches(simulation, 600, threads=2).estimates["first_wins"].value,
    )


def test_tally__adds_up_in_any_order(counted):
    simulation, target, alone = counted
    spans = ((0, 10), (10, 490), (500, alone.tally.units - 500))  # the first unit, and how many
    one, two, three = (count_block(simulation, *span, target.measures) for span in spans)
    assert one + two + three == three + two + one == alone.tally != one + two
    assert one.units == 10  # adding made a third tally
    two.merge(three)
    assert two + one == alone.tally


def test_records__of_a_hundred_begin_those_of_a_thousand(monkeypatch, simulation):
    thousand = record_deals(simulation, 1000)
    assert record_deals(simulation, 100).equals(thousand[:100])
    monkeypatch.setattr(records_module, "_AT_ONCE", 33)
    assert (record_deals(simulation, 1000).equals(thousand), thousand["index"].tolist()) == (
        True,
        list(range(1000)),
    )


def test_mirrored__deals_have_the_same_cards():
    records, single = record_deals(PAIRED, 2000), record_deals(SETTLED, 1000)
    even, odd = records[::2].reset_index(), records[1::2].reset_index()
    assert (even["elder_dealt"].nunique() > 990, {*even["mirrored"], *(odd["mirrored"] - 1)}) == (
        True,
        {0},
    )
    dealt, scores = ["elder_dealt", "younger_dealt"], ["elder_score", "younger_score"]
    assert (even[dealt].equals(odd[dealt]), single[scores].equals(even[scores])) == (True, True)


def test_replay__is_the_recorded_deal(simulation):
    assert [simulation.replay_deal(index).record for index in range(20)] == record_deals(
        simulation, 20
    )[[column.name for column in COLUMNS]].to_dict("records")
    with pytest.raises(InputError, match=r"index: .* got -1"):
        simulation.replay_deal(-1)


# ---- Faults and interruption --------------------------------------------------------------------
UNLUCKY = Simulation("club", BAD, seed=3)


def test_fault__the_earliest_of_several_is_told(monkeypatch):
    """The blocks of two threads both meet a fault, and the later block is the first to end."""
    with pytest.raises(IllegalDecision) as first:
        run_simulation(UNLUCKY, 1_000_000, threads=1)
    index = int(str(first.value).split("deal ")[1].split()[0])
    honest, later_failed = Simulation.count_units, threading.Event()

    def count_units(self, start, units, tally, columns=None):
        if units and start <= index < start + units:
            assert later_failed.wait(60)
        try:
            honest(self, start, units, tally, columns)
        except IllegalDecision:
            later_failed.set()
            raise

    monkeypatch.setattr(Simulation, "count_units", count_units)
    for threads, chunk in ((2, 4096), (4, 1000)):
        later_failed.clear()
        monkeypatch.setattr(blocks, "BLOCK", chunk)
        with pytest.raises(IllegalDecision, match=f"^{re.escape(str(first.value))}$"):
            run_simulation(UNLUCKY, 200_000, threads=threads)


# ---- Files --------------------------------------------------------------------------------------


def test_file__gives_back_the_records(monkeypatch, simulation, tmp_path):
    """With the columns that FORMATS.md promises of `--records`."""
    monkeypatch.setattr(run, "RECORD_CHUNK_UNITS", 4096)
    path, told = tmp_path / "deals.parquet", []
    run_with_records(simulation, DEALS, path, progress=told.append)
    assert (told, [told[-1], *tmp_path.iterdir()]) == (sorted(told), [DEALS, path])
    table = pq.read_table(path)
    assert table.to_pandas().equals(record_deals(simulation, DEALS))
    assert set(table.column_names) >= (
        {"index"}
        | {
            f"{seat}_{one}"
            for seat in ("elder", "younger")
            for one in (
                *(
                    "dealt",
                    "discard",
                    "hand",
                    "score",
                    "tricks",
                    "point",
                    "sequences",
                    "sets",
                    "play",
                ),
                *("cards", "pique", "repique", "carte_blanche"),
            )
        }
    )
    for column in COLUMNS:
        field, words = table.schema.field(column.name), (column.unit, say_meaning(column))
        assert (
            all(words),
            [field.metadata[one].decode() for one in (b"unit", b"meaning")],
            field.type.to_pandas_dtype(),
        ) == (True, [*words], RECORD_DTYPE[column.name])
    described = json.loads(table.schema.metadata[b"simulation"])
    assert (
        {"version", "rules_version", "engine", "strategies", "packages", "date"}
        <= set(described.pop("origin")),
        described,
    ) == (True, {**simulation.describe(), "n": DEALS})


def test_file__is_never_half_there_after_a_failure_or_an_interrupt(monkeypatch, tmp_path):
    monkeypatch.setattr(blocks, "BLOCK", 100)
    monkeypatch.setattr(run, "RECORD_CHUNK_UNITS", 200)
    with pytest.raises(IllegalDecision):
        run_with_records(UNLUCKY, 1_000_000, tmp_path / "deals.parquet")
    assert list(tmp_path.iterdir()) == []
    path = tmp_path / "stopped.parquet"  # of what was counted by then
    result = run_with_records(SETTLED, 10_000, path, progress=interrupt_at(3000))
    assert (
        result.deals,
        result.is_complete,
        pq.read_table(path).to_pandas().equals(record_deals(SETTLED, 3000)),
    ) == (3000, False, True)


# ---- Runs until a precision is reached ----------------------------------------------------------
def test_precision__is_reached_and_agrees_with_the_long_run():
    ask = partial(simulate, "club", "novice", precision=["difference=0.15", "elder_repique=4%"])
    result, again, alone = ask(seed=2), ask(seed=3), ask(seed=2, threads=1)
    long = simulate("club", "novice", 100_000, seed=9).estimates
    difference, repique = (result.estimates[name] for name in ("difference", "elder_repique"))
    assert (
        0.9 < max(difference.se / 0.15, repique.se / repique.value / 0.04) <= 1,
        result.ended,
        result.tally,
    ) == (True, REACHED, alone.tally)
    for one, name in product((result, again), ("difference", "elder_repique")):
        found = one.estimates[name]
        assert abs(found.value - long[name].value) < 4 * hypot(found.se, long[name].se)


@pytest.mark.parametrize(
    ("asked", "ended"),
    [
        ({"precision": "younger_pique=1%", "n": 20_000}, MOST),
        ({"precision": "difference=0.1%", "n": 20_000, "elder": "random"}, MOST),  # below zero
        ({"precision": "younger_pique=1%", "max_time": 0.3}, TIME),
    ],
)
def test_precision__gives_up_at_the_most_deals_or_in_time(asked, ended):
    result = simulate(**asked)
    assert (result.ended, result.is_complete, result.deals, result.tally) == (
        ended,
        True,
        asked.get("n", result.deals),
        simulate(asked.get("elder", "club"), n=result.deals).tally,
    )


@pytest.mark.parametrize(
    ("target", "ended"),
    [
        (set_target(precisions=["younger_pique=1%"], seconds=1e-9), TIME),
        (Target(FIRST_LOOK, seconds=1e-9), REACHED),  # nothing was left to be counted
    ],
)
def test_precision__time_that_ends_with_the_last_block_of_a_look_ends_the_run(target, ended):
    result = run_simulation(Simulation(), target)  # the first block ends with the look
    assert (result.ended, result.deals, result.tally) == (
        ended,
        FIRST_LOOK,
        simulate(n=result.deals).tally,
    )


def test_precision__is_not_reached_by_seeing_nothing():
    """No carte blanche in the first thousand deals is not a standard error of zero."""
    target, simulation = set_target(precisions=["elder_carte_blanche=0.0004"]), Simulation(seed=1)
    tally = count_block(simulation, 0, FIRST_LOOK)
    for sums in (tally.arrays.totals, tally.arrays.squares):
        sums[:] = 0
    assert (target.is_reached(simulation, tally), target.plan(simulation, tally) > FIRST_LOOK) == (
        False,
        True,
    )
    assert run_simulation(simulation, target).deals > 2500


@pytest.mark.parametrize(
    ("limits", "deals"),
    [
        ({}, USUAL_DEALS),
        ({"seconds": 5}, MOST_DEALS),
        ({"precisions": "difference=1"}, MOST_DEALS),
        ({"n": 7, "seconds": 5, "precisions": "difference=1"}, 7),
    ],
)
def test_target__has_so_many_deals_unless_something_else_ends_it(limits, deals):
    assert set_target(**limits).deals == deals


@pytest.mark.parametrize("text", ["difference=0.0123456789", "elder_repique=0.7%"])
def test_precision__is_read_back_exactly(text):
    one = read_precision(text)
    assert (str(one), read_precision(str(replace(one, text=""))).bound) == (
        text,
        pytest.approx(one.bound, rel=1e-15),
    )
