"""Two levels: many cheap deals and few dear ones have the truth of the plain deals."""

import json
from dataclasses import replace
from functools import cache
from math import sqrt

import pytest
from command_line import answer, command
from refusals import refuses

from piquet_sim import Simulation, simulate
from piquet_sim.estimates.tally import Tally
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.kernel.batch.measures import OF
from piquet_sim.kernel.questions.draw_luck import PARTS
from piquet_sim.running.ledger import count_tally, take_fingerprint
from piquet_sim.running.levels import sums as levels
from piquet_sim.running.levels.runs import BOTH, run_levels
from piquet_sim.running.levels.sums import METHOD, Levels, count_cheap, count_dear, find_cheap
from piquet_sim.running.precision import Target, say_forecast, set_target
from piquet_sim.running.verification import verify_result
from piquet_sim.strategies.registry import find_strategy

EXPERTS = Simulation("expert", "expert", seed=41)
# A stand-in that is called dear and is not: it costs two microseconds a deal.
STAND_IN = Simulation(
    replace(find_strategy("club"), name="dear club", is_slow=True), "club", seed=43
)


@cache
def truth_of(name):
    return simulate("club", "club", n=500_000, seed=44).estimates[name]


def test_levels__have_the_truth_of_plain_deals_and_less_error():
    found = run_levels(EXPERTS, 600)
    plain = simulate("expert", "expert", n=12_000, seed=42).estimates
    for name in ("difference", "elder_score", "younger_score", "elder_wins", "elder_repique"):
        one = found.estimates[name]
        assert abs(one.value - plain[name].value) < 4 * sqrt(one.se**2 + plain[name].se ** 2)
        assert one.method == METHOD
        assert one.low < one.value < one.high
    margin = found.estimates["difference"]
    assert margin.se < 40 / sqrt(600) / 2.5
    assert found.gain("difference") > 2.5
    wrong = margin.value + 4  # off by four points it would be seen
    assert abs(wrong - plain["difference"].value) > 4 * sqrt(
        margin.se**2 + plain["difference"].se ** 2
    )


def test_levels__are_the_mean_of_cheap_deals_and_of_the_differences():
    found = run_levels(EXPERTS, 200)
    cheap = find_cheap(EXPERTS)
    more, tally = count_dear(EXPERTS, cheap, 0, 200)
    others = count_cheap(cheap, levels.FIRST_CHEAP, found.cheap_units)
    assert (found.dear_sums == more).all()
    assert (found.cheap_sums == others).all()
    plain = simulate("expert", "expert", n=200, seed=41).tally
    assert found.tally == tally == Tally(plain.arrays)  # the dear deals are the plain run's
    place = OF.elder_tricks  # from which no luck is taken out
    expected = (more[place, 0] / 200 + others[place, 0] / found.cheap_units) / PARTS
    assert found.estimates["elder_tricks"].value == pytest.approx(expected)


def test_levels__are_the_same_for_any_threads():
    one, two = (run_levels(EXPERTS, 150, threads=threads).as_json() for threads in (1, 2))
    assert one == two
    assert one["levels"]["played_deals"] == 150
    assert one["levels"]["cheap_deals"] % 150 == 0
    assert one["levels"]["pilot_deals"] == levels.PILOT


def test_levels__pilot_is_not_among_the_deals():
    found = run_levels(EXPERTS, 64)
    assert levels.FIRST_CHEAP + found.cheap_units < levels.FIRST_OF_PILOT


def _cover(runs, n, name, ratio, shift=0.0):
    # How many of so many runs with the stand-in hold the truth.
    cheap, held, seen = find_cheap(STAND_IN), 0, 0
    truth = truth_of(name)
    value = truth.value if truth.reduced is None else truth.reduced.value
    for run in range(runs):
        dear, tally = count_dear(STAND_IN, cheap, run * n, n)
        others = count_cheap(cheap, levels.FIRST_CHEAP + run * n * ratio, n * ratio)
        found = Levels(STAND_IN, cheap, n, n * ratio, dear, others, tally, 0.0, Target(n))
        one = found.estimates.get(name)
        if one is not None:
            seen += 1
            held += one.low <= value + shift * one.se <= one.high
    return held / seen, seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "n"),
    [
        ("difference", 64), ("difference", 250), ("elder_score", 64), ("elder_wins", 64),
        ("elder_wins", 250), ("elder_repique", 250),
    ],
)  # fmt: skip
def test_levels__intervals_hold_the_truth(name, n):
    held, seen = _cover(400, n, name, 8)
    print(f"{name}, {n} dear deals: {held:.1%} of {seen}")
    noise = sqrt(0.95 * 0.05 / seen)
    assert held > 0.95 - 3.5 * noise
    # A repique seldom differs and is counted as if one more deal did: its interval is too long.
    assert held < 0.95 + 2.5 * noise or name == "elder_repique"


def test_levels__intervals_hold_the_truth_and_a_wrong_control_is_seen():
    held, seen = _cover(60, 64, "difference", 6)
    assert abs(held - 0.95) < 3.5 * sqrt(0.95 * 0.05 / seen)
    assert _cover(20, 64, "difference", 6, shift=4)[0] < 0.3


def test_precision__is_reached_by_two_levels():
    asked = set_target(precisions=["difference=0.25"])
    foretold = []
    found = run_levels(EXPERTS, asked, forecast=lambda *told: foretold.append(told))
    assert found.estimates["difference"].se <= 0.25
    assert len(foretold) == 1
    assert foretold[0][1] == pytest.approx(100 * foretold[0][0])
    assert found.deals < 2_500
    few = run_levels(EXPERTS, set_target(precisions=["difference=0.01"], most=600))
    assert few.deals == 600
    assert few.excess() > 1


@pytest.mark.parametrize(
    ("make", "part"),
    [
        (lambda: find_cheap(Simulation("club", "novice")), "are quick to play"),
        (lambda: find_cheap(Simulation("expert", "club", play="double-dummy")), "not double-dummy"),
        (lambda: find_cheap(Simulation("expert", "club", "cotton-1674")), "a pack of 32"),
        (lambda: run_levels(EXPERTS, 10), "expected at least 64 deals, got 10"),
        (lambda: run_levels(EXPERTS, set_target(100, seconds=3.0)), "not possible"),
    ],
)
def test_levels__refused_in_one_line(make, part):
    with refuses(part):
        make()


def test_levels__exchange_of_master_is_that_of_expert():
    cheap = find_cheap(Simulation("master", "primer"))
    assert (cheap.elder.name, cheap.younger.name, cheap.play) == (
        "expert",
        "primer",
        "double-dummy",
    )


def test_verify__makes_both_levels_again(tmp_path):
    path = tmp_path / "levels.json"
    told = run_levels(EXPERTS, 1_100).as_json()
    path.write_text(json.dumps(told))
    assert verify_result(path, deals=2_000).agrees
    part = verify_result(path, deals=1)
    assert part.agrees
    assert part.not_checked == ["estimates made again"]
    told["estimates"]["difference"]["value"] += 0.05
    path.write_text(json.dumps(told))
    assert verify_result(path, deals=2_000).differs


def test_command__says_how_deals_are_divided():
    said = " ".join(command("simulate", "--levels", "--elder", "expert", "-n", "100").out.split())
    assert "expert as elder and club as younger by two levels" in said
    assert "100 deals as they play them" in said
    assert "after a pilot of 64" in said
    told = answer("simulate", "--levels", "--elder", "expert", "-n", "100", "--json")
    assert told["levels"]["cheap"]["play"] == "double-dummy"
    assert told["estimates"]["difference"]["method"] == METHOD


def test_forecast__in_words():
    assert say_forecast(2, 200) == (
        "this takes about 2 seconds; a tenth of the error would take about 3.3 minutes"
    )


def test_verify__makes_blocks_of_both_levels_again(tmp_path):
    """Of a run with many cheap deals a part is enough to see a change in either level."""
    path = tmp_path / "levels.json"
    whole = run_levels(EXPERTS, 3_000)
    told = whole.as_json()
    path.write_text(json.dumps(told))
    part = verify_result(path, deals=1_000, seed=3)
    said = {check.what: check.said for check in part.checks}
    assert "in 1 of 3 blocks: the same bits" in said[str(EXPERTS)]
    assert "the same bits" in said["cheap deals"]
    assert part.deals < 3_000 + whole.cheap_units / 4
    for level in ("blocks", "cheap_blocks"):
        wrong = json.loads(json.dumps(told))
        prints = wrong["origin"][level]["fingerprints"]
        prints[:] = [f"{(int(one, 16) + 1) % (1 << 64):016x}" for one in prints]
        path.write_text(json.dumps(wrong))
        found = verify_result(path, deals=1_000, seed=3)
        differing = [check.what for check in found.checks if check.agrees is False]
        assert differing == [str(EXPERTS) if level == "blocks" else "cheap deals"]


def test_fingerprints__hold_the_differences_of_a_level(tmp_path):
    tally = count_tally(EXPERTS, 0, 50, new_tally_arrays(), BOTH[0])
    changed = replace(tally, own=(tally.own[0] + 1, *tally.own[1:]))
    assert take_fingerprint(tally) == take_fingerprint(changed)
    assert take_fingerprint(tally, True) != take_fingerprint(changed, True)
    parts = [
        count_tally(EXPERTS, first, units, new_tally_arrays(), BOTH[0])
        for first, units in ((0, 20), (20, 30))
    ]
    added = sum(take_fingerprint(one, True) for one in parts) % (1 << 64)
    assert added == take_fingerprint(tally, True)  # they add up as tallies do


def test_verify__of_a_result_without_fingerprints_of_sums_plays_dear_deals_again(tmp_path):
    told = run_levels(EXPERTS, 200).as_json()
    told["origin"]["blocks"] = simulate("expert", "expert", n=200, seed=41).origin()["blocks"]
    del told["origin"]["cheap_blocks"]
    path = tmp_path / "levels.json"
    path.write_text(json.dumps(told))
    assert verify_result(path, deals=200).agrees
