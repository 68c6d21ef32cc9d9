"""Rare events by classes of deals: the truth of plain deals, weighed by exact shares."""

import json
from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest
from command_line import answer, command
from refusals import refuses

from piquet_sim import Simulation, simulate
from piquet_sim.conditions.conditional_deals import allot
from piquet_sim.game.rules import RUBICON
from piquet_sim.running.levels.classes import CLASSES, divide, find_classes, weigh
from piquet_sim.running.levels.rare import METHOD, run_rare
from piquet_sim.running.precision import set_target
from piquet_sim.running.verification import verify_result

EXPERTS = Simulation("expert", "expert", seed=51)
# In 200,000 plain deals (seed 9,001) experts made 3,309 and 837 of them.
SEEN, PLAIN_DEALS = {"younger_repique": 3_309, "younger_capot": 837}, 200_000


def _plain(event):
    share = SEEN[event] / PLAIN_DEALS
    return share, sqrt(share * (1 - share) / PLAIN_DEALS)


@pytest.mark.parametrize("event", list(CLASSES))
def test_classes__have_every_deal_once(event):
    classes = find_classes(event, RUBICON)
    assert sum(one.weight for one in classes) == Fraction(1)
    assert sum(one.share for one in classes) == pytest.approx(1)
    for one in classes:
        # Hesterberg's defence: no weight is much over two.
        assert float(one.weight) / one.share < 2.6


@pytest.mark.parametrize("event", list(CLASSES))
def test_rare__has_the_truth_of_plain_deals_and_less_error(event):
    found = run_rare(EXPERTS, event, 12_000)
    one, (truth, error) = found.estimates[event], _plain(event)
    assert abs(one.value - truth) < 4 * sqrt(one.se**2 + error**2)
    assert one.low < one.value < one.high
    assert one.method == METHOD
    assert found.gain > 2  # nine and twelve over many runs; few heavy events make it vary


def test_rare__wrong_weight_is_seen():
    found = run_rare(EXPERTS, "younger_repique", 12_000)
    truth, error = _plain("younger_repique")
    # Every class as if it came up as often as it is dealt.
    classes = tuple(
        replace(one, weight=Fraction(one.share).limit_denominator(10**6)) for one in found.classes
    )
    wrong = replace(found, classes=classes)
    assert abs(wrong.value - truth) > 4 * sqrt(wrong.se**2 + error**2)
    # The two commonest classes changed about.
    first, second, *others = (one.weight for one in found.classes)
    turned = (second, first, *others)
    classes = tuple(
        replace(one, weight=weight) for one, weight in zip(found.classes, turned, strict=True)
    )
    wrong = replace(found, classes=classes)
    assert abs(wrong.value - truth) > 4 * sqrt(wrong.se**2 + error**2)


def test_classes__that_leave_deals_out_or_overlap_are_refused():
    with refuses("these classes have 0.62 of all deals"):
        weigh([allot("elder: 0 aces"), allot("elder: 2+ aces")])
    with refuses("of all deals, not all of them"):
        weigh([allot("elder: 0-2 aces"), allot("elder: 2+ aces")])
    with refuses("cannot be counted exactly"):
        weigh([allot("elder value >= 20"), allot("elder value < 20")])


def test_units__are_divided_wholly_and_no_class_loses_any():
    shares = tuple(one.share for one in find_classes("younger_repique", RUBICON))
    before = divide(2_000, shares)
    for units in range(2_001, 2_700):
        counts = divide(units, shares)
        assert sum(counts) == units
        assert all(one <= other for one, other in zip(before, counts, strict=True))
        assert all(
            abs(one - units * share) < 1.5 for one, share in zip(counts, shares, strict=True)
        )
        before = counts


def test_rare__is_the_same_for_any_threads_and_mirrored_pairs_count_once():
    one, two = (run_rare(EXPERTS, "younger_capot", 2_000, threads).as_json() for threads in (1, 2))
    assert one == two
    assert one["n"] == sum(of["deals"] for of in one["rare"]["classes"]) == 2_000
    club = simulate("club", "expert", n=40_000, seed=3, mirrored=True)
    pairs = run_rare(Simulation("club", "expert", seed=4, mirrored=True), "younger_capot", 20_000)
    plain, found = club.estimates["younger_capot"], pairs.estimates["younger_capot"]
    assert abs(found.value - plain.value) < 4 * sqrt(found.se**2 + plain.se**2)


def test_precision__is_reached():
    asked = set_target(precisions=["younger_repique=5%"])
    found = run_rare(EXPERTS, "younger_repique", asked)
    one = found.estimates["younger_repique"]
    assert one.se <= 0.05 * one.value
    assert found.deals < 12_000  # by plain deals 24,000
    assert run_rare(EXPERTS, "younger_repique", found.deals).value == found.value


def _cover(name, event, n, runs):
    truth = simulate(name, name, n=2_000_000, seed=61).estimates[event]
    truth = truth if truth.reduced is None else truth.reduced
    held = seen = 0
    for run in range(runs):
        found = run_rare(Simulation(name, name, seed=7_000 + run), event, n).estimates
        if event in found:
            seen += 1
            held += found[event].low <= truth.value <= found[event].high
    return held / seen, seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("event", "n"), [("younger_repique", 2_000), ("younger_capot", 4_000)]
)  # fmt: skip
def test_rare__intervals_hold_the_truth(event, n):
    # The stand-in, club, plays unlike those by whom the shares of the classes were chosen.
    held, seen = _cover("club", event, n, 400)
    print(f"{event}, {n} deals: {held:.1%} of {seen}")
    assert abs(held - 0.95) < 3.5 * sqrt(0.95 * 0.05 / seen)


@pytest.mark.parametrize(
    ("make", "part"),
    [
        (lambda: run_rare(EXPERTS, "elder_capot", 2_000), "rare event"),
        (
            lambda: run_rare(EXPERTS, "younger_capot", 1_999),
            "expected at least 2000 deals, got 1999",
        ),
        (
            lambda: run_rare(Simulation(given="elder has 4 aces"), "younger_capot", 2_000),
            "leave out --given",
        ),
        (
            lambda: run_rare(Simulation(play="double-dummy"), "younger_capot", 2_000),
            "strategies that play the cards",
        ),
        (
            lambda: run_rare(EXPERTS, "younger_capot", set_target(precisions=["difference=1"])),
            "only younger_capot is estimated",
        ),
    ],
)
def test_rare__refused_in_one_line(make, part):
    with refuses(part):
        make()


def test_verify__makes_a_rare_event_again(tmp_path):
    path = tmp_path / "rare.json"
    told = run_rare(EXPERTS, "younger_repique", 3_000).as_json()
    path.write_text(json.dumps(told))
    assert verify_result(path).agrees
    told["estimates"]["younger_repique"]["value"] *= 1.01
    path.write_text(json.dumps(told))
    assert verify_result(path).differs


def test_command__says_how_deals_are_dealt():
    asked = ("simulate", "--rare", "younger_capot", "-n", "4000")
    said = " ".join(command(*asked).out.split())
    assert "4,000 deals, dealt by 5 classes and weighted by the exact share of each" in said
    assert "younger wins all twelve tricks" in said
    told = answer(*asked, "--json")
    assert told["rare"]["event"] == "younger_capot"
    assert told["estimates"]["younger_capot"]["method"] == METHOD
    for option in (("--levels",), ("--show", "difference"), ("--measure", "elder_capot")):
        done = command(*asked, *option)
        assert done.code == 2
        assert len(done.err.strip().splitlines()) == 1
