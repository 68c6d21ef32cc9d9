"""One door for intervals: whatever a command writes has a method, and no interval is a lie."""

import math
import shlex

import numpy as np
import pytest
from command_line import answer
from honest import find_lies_of, find_lies_of_table

from analyses.studies.ladder import climb
from piquet_sim import simulate
from piquet_sim.compare.paired import compare_players
from piquet_sim.estimates.distances import measure_distance
from piquet_sim.estimates.tally import estimate_lead

COMMANDS = (
    "simulate -n 2000",
    "simulate -n 20000 --elder club --younger random --mirrored",
    "simulate -n 2",
    "simulate -n 2000 --given 'younger has no aces'",
    "simulate -n 20000 --given 'elder has carte blanche'",
    "chances 0-160 --deal 6 --elder b -n 20000",
    "chances 68-155 --deal 6 -n 2000",
    "chances 100-100 --deal 5 -n 2000",
    "duel club club -n 500",
    "duel random club -n 500",
    "duel club novice -n 20 --parties",
    "simulate --matches 2",
    "simulate --matches 500",
    "simulate --matches 200 --start 70-99 --rules au_cent",
    "advise 'AKJ.AQJ8.98.J87' --deals 600",
)


def list_estimates(told, name=""):
    """All numbers with intervals in a JSON document, by where they stand."""
    if isinstance(told, dict):
        if "value" in told and {"low", "method", "se"} & set(told):
            return {name: told}
        items = told.items()
    elif isinstance(told, list):
        items = enumerate(told)
    else:
        return {}
    return {
        place: one
        for key, value in items
        for place, one in list_estimates(value, f"{name}/{key}").items()
    }


@pytest.mark.parametrize("words", COMMANDS)
def test_command__prints_no_interval_that_is_a_lie(words):
    told = list_estimates(answer(*shlex.split(words), "--json"))
    assert told
    lies = {name: find_lies_of(one) for name, one in told.items()}
    assert not {name: lie for name, lie in lies.items() if lie}
    for one in told.values():
        if "reduced" in one:
            assert not find_lies_of(one["reduced"])


@pytest.mark.parametrize("pairs", [2, 400])
def test_ladder__its_table_has_no_interval_that_is_a_lie(pairs):
    lies = find_lies_of_table(climb(["random", "novice", "club"], pairs).table)
    assert not lies


def test_pairing__its_intervals_are_no_lies():
    compared = compare_players("club", "novice", 200)
    assert not [lie for lie in map(find_lies_of, compared.estimates.values()) if lie]
    # Nothing varies where both play alike; they might have differed by so much.
    same = compare_players("club", "club", 200).estimates["elder_repique"]
    assert same.value == 0
    assert same.low == -same.high < 0


# ---- Sums of dependent numbers, and distances ---------------------------------------------------
def test_lead__of_two_seats_that_never_both_score_is_their_difference():
    """Only one scores for point, so that elder's lead has the error of both counts."""
    result = simulate("club", "club", n=20_000, seed=4)
    tally, rules = result.tally, result.simulation.rules
    records = result.simulation.record_units(0, 20_000)
    for part in ("point", "sequences", "sets", "pique", "repique", "cards"):
        mine, theirs = (records[f"{seat}_{part}"].astype(int) for seat in ("elder", "younger"))
        assert not (mine * theirs).any(), part
        lead = estimate_lead(tally, part, rules)
        less = mine - theirs
        assert lead.value == pytest.approx(less.mean())
        assert lead.se == pytest.approx(less.std(ddof=1) / math.sqrt(len(less)), rel=1e-6)


def test_distance__of_samples_from_one_law_is_what_chance_gives():
    rng = np.random.default_rng(3)
    law = np.array([0.1, 0.2, 0.4, 0.2, 0.1])
    p, near = [], []
    for _ in range(60):
        one, two = rng.multinomial(500, law), rng.multinomial(20_000, law)
        found = measure_distance(one, two)
        p.append(found.p)
        near.append(found.value / found.by_chance)
        assert found.low < found.value < found.high or "one-sided" in found.method
    assert 0.3 < np.mean(p) < 0.7  # 0.5 within 5 standard errors
    assert np.mean(near) == pytest.approx(1, abs=0.2)
    moved = rng.multinomial(500, law[[2, 1, 0, 3, 4]])
    assert measure_distance(moved, rng.multinomial(20_000, law)).p < 0.01
