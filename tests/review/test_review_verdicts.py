"""Verdicts of reviews: what they allow for, and that they do not depend on the luck of a sample."""

import numpy as np
from scipy.stats import norm

from piquet_sim import Simulation
from piquet_sim.deals.json import describe_deal
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.review.decisions import (
    CALL,
    DISCARD,
    DOUBT,
    LEAD,
    MODEL_ERRORS,
    MOST_DECISIONS,
    Decision,
    Effort,
)
from piquet_sim.review.discards import judge_discard
from piquet_sim.review.records import read_record


def play_many(name, seed, number):
    simulation = Simulation(name, name, seed=seed)
    return [describe_deal(simulation.replay_deal(index)) for index in range(number)]


def test_verdict__is_beyond_doubt_only_if_beyond_both_errors():
    def judge(kind, value, se):
        loss = Estimate(value, se, value - 2 * se, value + 2 * se, 1000, "normal")
        return Decision(0, kind, 1, "AS", ("KS",), loss, 2)

    limit = norm.isf(DOUBT / MOST_DECISIONS)
    assert [judge(LEAD, limit * by, 1.0).is_error for by in (0.95, 1.05)] == [False, True]
    for kind, model in MODEL_ERRORS.items():
        error = float(np.hypot(model, 0.1))
        found = [judge(kind, limit * error * by, 0.1).is_error for by in (0.95, 1.05)]
        assert found == [False, True]
    assert judge(LEAD, 1.0, 0.0).is_error  # certain
    assert judge(LEAD, 0.0, 0.0).verdict == "best"
    assert judge(DISCARD, -1.0, 0.1).verdict == "too close to call"
    assert judge(LEAD, 2.2, 1.0).verdict == "probably worse"


def test_verdict__that_is_open_is_decided_by_more_deals():
    def judge(value, se, settled=None, kind=CALL):
        estimates = [
            None
            if one is None
            else Estimate(*one, one[0] - 2 * one[1], one[0] + 2 * one[1], 1000, "normal")
            for one in ((value, se), settled)
        ]
        return Decision(0, kind, 0, "sunk", ("called",), estimates[0], 2, settled=estimates[1])

    line = norm.isf(DOUBT / MOST_DECISIONS) * MODEL_ERRORS[CALL]
    assert judge(line, 0.3).is_open
    assert judge(line + 1, 0.3).is_open
    assert judge(line - 1, 0.3).is_open
    assert not judge(line - 2, 0.3).is_open
    assert not judge(line + 3, 0.3).is_open
    assert not judge(0.0, 0.0).is_open
    assert not judge(line, 0.3, kind=LEAD).is_open  # nothing of it is sampled
    assert [judge(line, 0.3, (value, 0.1)).is_error for value in (line - 1, line + 1)] == [
        False, True,
    ]  # fmt: skip


def test_verdicts__do_not_turn_with_the_seed():
    """On discards that are judged by so few deals that many are open."""
    opened = 0
    for deal in play_many("novice", 8, 5):
        record = read_record(deal)
        found = [judge_discard(record, 0, Effort(2_048), seed).decision for seed in (1, 2, 3)]
        opened += any(one.settled is not None for one in found)
        assert len({one.is_error for one in found}) == 1, deal
        settled = {one.settled.value for one in found if one.settled and one.best == found[0].best}
        assert len(settled) <= 1
    assert opened >= 1
