"""Trust: what is right is not called wrong, and what is off is found out and said.

How checks are judged, what is known exactly, and the command; intervals and dealing have their own
tests. Seeds are fixed and none was searched for.
"""

import json
from fractions import Fraction
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from command_line import answer, command, refused
from named_checks import WRONG_P, assert_trusted, least_p, named
from scipy.stats import chi2, norm, poisson

from piquet_sim import trust
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.significance import (
    adjust_by_holm,
    chi_square_tail,
    normal_tails,
    poisson_tail,
)
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.rules import RuleSet
from piquet_sim.running.run import run_simulation
from piquet_sim.trust.checks import FEWEST_EVENTS, FINE, OFF, Check, judge_checks
from piquet_sim.trust.coverage import TOO_RARE
from piquet_sim.trust.exactness import check_exact


# ---- Tails --------------------------------------------------------------------------------------
@pytest.mark.parametrize("degrees", [1, 2, 3, 9, 31, 495, 991, 3844])
def test_chi_square__equals_scipy(degrees):
    for p in (1 - 1e-9, 0.999, 0.6, 0.5, 0.1, 1e-9, 1e-100):
        statistic = chi2.isf(p, degrees)
        if statistic > 0:
            theirs = chi2.sf(statistic, degrees)
            assert chi_square_tail(statistic, degrees) == pytest.approx(theirs, rel=1e-8)
    assert chi_square_tail(0, degrees) == 1
    assert chi_square_tail(float("inf"), degrees) == 0


def test_tails__equal_scipy():
    for mean in (1e-7, 0.44, 3, 50, 500):
        for count in (0, 1, 2, 5, 60, 480, 600):
            theirs = poisson.sf(count - 1, mean)
            assert poisson_tail(count, mean) == pytest.approx(theirs, rel=1e-8, abs=1e-300)
    for z in (0, 0.5, -2, 10):
        assert normal_tails(z) == pytest.approx(2 * norm.sf(abs(z)), rel=1e-12)
    with pytest.raises(ValueError, match="no degrees"):
        chi_square_tail(1, 0)


def test_holm__is_the_procedure():
    assert adjust_by_holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert adjust_by_holm([0.9, 0.8]) == [1.0, 1.0]
    assert adjust_by_holm([]) == []
    checks = [Check("exact", "a", "b", 1, p=p) for p in (0.0004, 0.0006)]
    assert [one.verdict for one in judge_checks(checks).checks] == [OFF, OFF]
    checks = [Check("exact", "a", "b", 1, p=p) for p in (0.0006, 0.0006)]
    assert [one.verdict for one in judge_checks(checks).checks] == [FINE, FINE]


def test_judgement__counts_every_order_of_events():
    """A verdict says nothing of a coverage, and Holm nothing of the order of checks."""
    checks = [Check("exact", "a", str(place), 1, p=p) for place, p in enumerate((0.5, 1e-9, 0.2))]
    for order in permutations(checks):
        said = judge_checks([*order, Check("coverage", "b", "c", 1, 0.95, verdict=FINE)])
        assert {one.quantity for one in said.checks if one.verdict == OFF} == {"1"}
        assert not said.is_trusted
    assert FEWEST_EVENTS == 10


# ---- Exact values -------------------------------------------------------------------------------
@pytest.mark.parametrize("mirrored", [False, True])
def test_exact_values__are_met(mirrored):
    simulation = Simulation(seed=4, mirrored=mirrored)
    tally = run_simulation(simulation, 400_000).tally
    checks = check_exact(simulation, tally)
    assert_trusted(checks)
    way = "mirrored" if mirrored else "plain"
    blanche = named(checks, f"{way}, shown", "elder_carte_blanche")[0]
    assert blanche.expected == float(Fraction(125_970, 225_792_840))
    assert blanche.n == tally.units
    assert len(named(checks, f"{way}, dealt")) == 6 + 1 + 6 + 2 * (6 + 7 + 4)


def test_exact_values__of_other_cards_are_found_out():
    """Hands of the pack of 36 are not those of 32."""
    other = run_simulation(Simulation(rules=RuleSet(pack=36), seed=4), 20_000).tally
    checks = check_exact(Simulation(seed=4), other)
    assert least_p(checks, "plain, dealt", "all controls together") < WRONG_P
    assert least_p(checks, "plain, dealt", "younger's point") < WRONG_P
    assert not judge_checks(checks).is_trusted


def test_exact_values__with_one_deal_of_a_hundred_wrong_are_found_out():
    simulation = Simulation(seed=4)
    tally = Tally()
    tally.merge(run_simulation(simulation, 400_000).tally)
    tally.arrays.changes[1, 2, 3, 0] += 4000
    tally.arrays.changes[1, 2, 0] -= np.array([4000] + [0] * 15)
    tally.arrays.controls[2] += 4000
    checks = check_exact(simulation, tally)
    assert least_p(checks, "plain, dealt", "younger's set") < WRONG_P
    assert least_p(checks, "plain, dealt", "younger's sets, kind 3") < WRONG_P
    assert least_p(checks, "plain, dealt", "elder_kings") < WRONG_P
    assert least_p(checks, "plain, dealt", "all controls together") < WRONG_P
    assert least_p(checks, "plain, dealt", "elder_aces") > 1e-6


# ---- The command --------------------------------------------------------------------------------
def test_command__writes_everything(tmp_path):
    size = ("--runs", "32", "--deals", "400", "--dealt", "20_000")
    found = answer("trust", *size, "--json", "--out", tmp_path)
    assert found["trusted"] is True
    assert (found["runs"], found["deals"], found["dealt"]) == (32, 400, 20_000)
    table = pd.read_csv(tmp_path / "trust" / "data.csv")
    assert len(table) == len(found["checks"]) > 250
    assert set(table["part"]) == {"coverage", "uniformity", "exact"}
    assert table["p"].notna().sum() == table["p_holm"].notna().sum() > 100
    meta = json.loads((tmp_path / "trust" / "meta.json").read_text())
    assert meta["trusted"] is True
    assert len(meta["sentences"]) == 3


def test_command__ends_otherwise_if_something_is_off(monkeypatch):
    wrong = judge_checks(
        [
            Check("coverage", "plain", "drawn", 400, 0.88, 0.95, -6.4, verdict=OFF),
            Check("coverage", "plain", "elder_pique", 400, 0.96, 0.95, 0.9, verdict=TOO_RARE),
            Check("exact", "plain", "elder_aces", 10, 1.5, 1.4, 9.0, p=1e-19),
        ]
    )
    monkeypatch.setattr(trust, "measure_trust", lambda *given: wrong)
    code, said, _ = command("trust")
    assert code == 1
    assert "OFF: plain, drawn: 0.88 for 0.95; statistic -6.4" in said
    assert "OFF: plain, elder_aces" in said
    assert "(96.0%)" in said
    assert "2 of 3 checks are off" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--runs", "1"), "runs: expected at least 2, got 1"),
        (("--deals", "401"), "n: 401 is odd"),
        (("--dealt", "x"), "dealt: 'x' is not a whole number"),
        (("--dealt", "0"), "dealt: expected at least 1, got 0"),
        (("--seed", str(2**63 - 1)), "seed: "),
        (("--threads", "0"), "threads: expected at least 1, got 0"),
    ],
)
def test_command__refuses(arguments, said):
    few = ("--runs", "2", "--deals", "400", "--dealt", "1000")
    assert said in refused("trust", *few, *arguments)
