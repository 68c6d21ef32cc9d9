"""Measures of one's own: against the estimates, records counted slowly, exact values, resumed."""

from math import sqrt

import numpy as np
import pytest
from refusals import refuses
from stopped_runs import interrupt_at

from piquet_sim import InputError, simulate
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.intervals import NO_INTERVAL, wilson_interval
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.cards import ACE, rank_mask
from piquet_sim.game.threads import INTERRUPTED
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.running import blocks
from piquet_sim.running.checkpoint import read_checkpoint, resume_arguments
from piquet_sim.running.measures import DERIVED, read_measures
from piquet_sim.running.precision import Target, read_precision
from piquet_sim.running.records import record_deals, run_with_records
from piquet_sim.running.run import run_simulation

DEALS = 6_000
KINDS = {
    "single": Simulation("club", "random", seed=8),
    "mirrored": Simulation("club", "random", seed=8, mirrored=True),
    "given": Simulation("club", "club", seed=8, given="elder has 4 aces"),
    "kept": Simulation("club", "club", seed=8, given="elder trios > younger trios"),
    "other rules": Simulation("club", "club", rules="cotton_1674", seed=8),
}
THE_EXAMPLE = "elder_point >= 6 and 7 <= elder_tricks <= 11"


def ask(texts, outcome=None, n=DEALS):
    return Target(n, measures=read_measures(texts, outcome))


@pytest.fixture(scope="module", params=KINDS)
def played(request):
    """A simulation, and its records."""
    simulation = KINDS[request.param]
    return simulation, record_deals(simulation, DEALS)


def by_unit(simulation, values):
    return np.asarray(values, float).reshape(-1, simulation.deals_per_unit).sum(axis=1)


# ---- Shares and means of all deals --------------------------------------------------------------
SAID_OTHERWISE = {
    **{one.name: f"{one.name} > 0" for one in MEASURES if one.is_flag and one.name not in DERIVED},
    "elder_cards": "7 <= elder_tricks <= 11",
    "younger_cards": "1 <= elder_tricks <= 5",
}


def test_measure__that_says_an_estimate_is_that_estimate(played):
    simulation, _ = played
    texts = {
        one.name: SAID_OTHERWISE.get(one.name, one.name)
        for one in MEASURES
        if simulation.mirrored or not one.is_of_strategy
    }
    result = run_simulation(simulation, ask(texts.values()), threads=1)
    for name, text in texts.items():
        own, estimate = result.measures[text], result.estimates[name]
        for field in ("value", "se", "low", "high", "n", "method"):
            assert getattr(own, field) == getattr(estimate, field), (name, field)
    plain = run_simulation(simulation, DEALS)
    assert plain.measures == {}
    assert plain.tally.own == ()
    assert plain.estimates == result.estimates
    result.tally.own = ()
    assert plain.tally == result.tally


HOLDINGS = {
    "elder has 3 aces": ("elder_dealt", 3),
    "after the exchange elder has 3 aces": ("elder_hand", 3),
    "younger holds 4 aces after the exchange": ("younger_hand", 4),
    "younger: 1 ace": ("younger_dealt", 1),
}


def test_measure__takes_the_words_of_a_condition(played):
    """Of the cards dealt, and of the hands that are played."""
    simulation, records = played
    both = "elder_wins and 'elder: 4 aces'"
    result = run_simulation(simulation, ask([*HOLDINGS, both]))
    aces = int(rank_mask(ACE))
    for text, (column, number) in HOLDINGS.items():
        held = np.bitwise_count(records[column].to_numpy() & aces) == number
        assert result.measure(text).value == pytest.approx(held.mean()), text
    held = np.bitwise_count(records.elder_dealt.to_numpy() & aces) == 4
    wins = (records.elder_score > records.younger_score).to_numpy()
    assert result.measure(both).value == pytest.approx((held & wins).mean())


# ---- Given an outcome ---------------------------------------------------------------------------
def test_given_outcome__is_counted_among_its_deals(played):
    simulation, records = played
    texts = ["cards_divided", "difference"]
    result = run_simulation(simulation, ask(texts, "elder_point > 0"))
    came_up = (records.point_result == 1).to_numpy()
    y = by_unit(simulation, came_up)
    assert result.tally.own[0] == came_up.sum()
    shared = result.target.measures.estimate_outcome(result.tally)
    assert shared.value == result.estimates["elder_point"].value
    assert (shared.low, shared.high) == (
        result.estimates["elder_point"].low, result.estimates["elder_point"].high,
    )  # fmt: skip
    for text, values in (
        ("cards_divided", records.elder_tricks.eq(6).to_numpy()),
        ("difference", (records.elder_score - records.younger_score).to_numpy()),
    ):
        own = result.measures[text]
        assert own.n == came_up.sum()
        assert own.value == pytest.approx(values[came_up].mean())
        x = by_unit(simulation, values * came_up)
        residuals = x - own.value * y
        slow = sqrt(float((residuals**2).sum())) / y.sum()  # the delta method
        assert own.se == pytest.approx(slow, rel=2e-3)
        assert own.low < own.value < own.high
        if text == "cards_divided" and not simulation.mirrored:
            hits = (values & came_up).sum()
            assert (own.low, own.high) == wilson_interval(hits, came_up.sum())


def test_given_outcome__that_never_came_up_has_no_estimate():
    measures = ["drawn", "long: elder_point >= 6"]
    result = simulate("club", "club", n=50, measures=measures, given_outcome="elder_score > 150")
    found = result.as_json()
    assert result.measures == {"drawn": None, "long": None}
    assert found["given_outcome"]["deals"] == 0
    assert found["measures"]["drawn"] == {
        "expression": "drawn", "value": None, "se": None, "low": None, "high": None, "n": 0,
        "method": NO_INTERVAL,
    }  # fmt: skip
    sure = simulate("club", "club", n=50, measures=["long: elder_tricks >= 0"])
    assert sure.measure("elder_tricks>=0") is sure.measure("long") is sure.measures["long"]
    assert (sure.measure("long").method, sure.measure("long").value) == ("exact", 1)
    with pytest.raises(InputError, match="no measure 'longer'; did you mean 'long'"):
        sure.measure("longer")


# ---- The same bits ------------------------------------------------------------------------------
TEXTS = (THE_EXAMPLE, "spread: abs(difference)", "max(elder_score, younger_score) - 3 * elder_sets")


@pytest.mark.parametrize("kind", ["single", "mirrored", "kept"])
def test_bits__are_the_same_for_any_threads_and_chunks(kind, monkeypatch):
    target = ask(TEXTS, "elder_wins or drawn")
    one, two = (run_simulation(KINDS[kind], target, threads=threads) for threads in (1, 2))
    assert one.tally == two.tally
    assert one.measures == two.measures
    monkeypatch.setattr(blocks, "BLOCK", 74)
    assert run_simulation(KINDS[kind], target).tally == one.tally


def test_resumed_run__comes_to_the_same_bits(tmp_path):
    path = tmp_path / "run.checkpoint"
    simulation, target = KINDS["mirrored"], ask(TEXTS, "elder_point > 0", 150_000)
    for stop in (1_000, 40_000):
        stopped = run_simulation(
            simulation, target, 2, interrupt_at(stop), on_interrupt="return",
            **resume_arguments(path, simulation, print),
        )  # fmt: skip
        assert stopped.ended == INTERRUPTED
        assert read_checkpoint(path).tally == stopped.tally
        assert read_checkpoint(path).target == target
    result = run_simulation(simulation, target, **resume_arguments(path, simulation, print))
    assert result.tally == run_simulation(simulation, target, threads=1).tally
    assert result.tally.own
    other = ask(TEXTS, "elder_wins", 150_000)
    for asked in (other, Target(150_000)):
        with pytest.raises(InputError, match="checkpoint: it counts other measures") as refused:
            run_simulation(simulation, asked, **resume_arguments(path, simulation, print))
        assert "\n" not in str(refused.value)


def test_records__count_the_same(tmp_path):
    simulation, target = KINDS["mirrored"], ask(TEXTS, "elder_point > 0")
    path, other = tmp_path / "deals.parquet", tmp_path / "other.parquet"
    result = run_with_records(simulation, target, path)
    assert result.tally == run_simulation(simulation, target).tally
    assert result.measures
    run_with_records(simulation, Target(DEALS), other)
    assert path.read_bytes() == other.read_bytes()


# ---- Precision ----------------------------------------------------------------------------------


def test_precision__names_what_is_asked_for():
    asked = read_measures(["seven: elder_tricks == 7", "elder_wins"], "elder_point > 0")
    for text in ("seven=1%", "elder_tricks == 7=1%", "elder_tricks==7 = 1%"):
        assert read_precision(text, asked).name == "seven"
        assert str(read_precision(text, asked)) == "seven=1%"
    every = run_simulation(KINDS["single"], Target(2_000, measures=asked))
    wins = read_precision("elder_wins=1%", asked)  # the estimate of all deals
    told = KINDS["single"], every.tally
    assert wins.excess(*told) == wins.excess(*told, measures=asked)
    for text, said in (
        ("sevn=1%", "did you mean 'seven'?"),
        ("elder_tricks == 8=1%", "no estimate 'elder_tricks == 8'"),
        ("elder_tricks >= 8", "no estimate 'elder_tricks >'"),
    ):
        with refuses(said):
            read_precision(text, asked)


# ---- Asked for ----------------------------------------------------------------------------------


def test_sums__never_overflow():
    big = "1000 * (elder_score + younger_score)"
    asked = read_measures(big)
    arrays = new_tally_arrays()
    arrays.counts[:] = 10**12
    tally = Tally(arrays, (10**12, 10**12, 10**17, 2 * 10**22, 10**17))
    twice = tally + tally
    assert twice.own[3] == 4 * 10**22
    assert asked.estimate(twice, big).value == 10**5
    assert asked.estimate(twice, big).se == pytest.approx(10**5 / sqrt(2 * 10**12))
