"""Verdicts of reviews: what they allow for, and that they do not depend on the luck of a sample."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm
from specimens import estimate

from piquet_sim import Simulation
from piquet_sim.deals.json import describe_deal
from piquet_sim.decisions.judge import Effort
from piquet_sim.decisions.review.luck import add_losses
from piquet_sim.decisions.review.made import list_discards, value
from piquet_sim.decisions.review.records import read_record
from piquet_sim.decisions.review.verdicts import (
    CALL,
    DISCARD,
    DOUBT,
    LEAD,
    MODEL_ERRORS,
    MOST_DECISIONS,
    REPLY,
    Reviewed,
)

LIMIT = norm.isf(DOUBT / MOST_DECISIONS)
LINE = LIMIT * MODEL_ERRORS[CALL]
"""What a call must lose to be an error, known exactly."""


def judge(kind, value, se, **more):
    return Reviewed(0, kind, 1, "AS", ("KS",), estimate(value, se), 2, **more)


@pytest.mark.parametrize("kind", [LEAD, *MODEL_ERRORS])
def test_verdict__is_beyond_doubt_only_if_beyond_both_errors(kind):
    model = MODEL_ERRORS.get(kind, 0)
    limit = LIMIT * float(np.hypot(model, 0.1))
    found = [judge(kind, limit * by, 0.1) for by in (0.95, 1.05)]
    assert [one.is_error for one in found] == [False, True]
    # At a score, where a point is worth two, twice as much is allowed for the model.
    assert replace(found[1], worth=2.0).is_error == (not model)


@pytest.mark.parametrize(
    ("kind", "value", "se", "said"),
    [
        (LEAD, 1, 0, "worse beyond doubt"),
        (LEAD, 0, 0, "best"),
        (DISCARD, -1, 0.1, "too close to call"),
        (LEAD, 2.2, 1, "probably worse"),
    ],
)
def test_verdict__is_in_words(kind, value, se, said):
    assert judge(kind, value, se).verdict == said


@pytest.mark.parametrize(
    ("kind", "value", "worth", "is_open"),
    [
        (CALL, LINE, 1, True), (CALL, LINE + 1, 1, True), (CALL, LINE - 1, 1, True),
        (CALL, LINE - 2, 1, False), (CALL, LINE + 3, 1, False),
        (CALL, LINE, 2, False), (CALL, 2 * LINE, 2, True),
        (LEAD, LINE, 1, False),  # nothing of it is sampled
    ],
)  # fmt: skip
def test_verdict__is_open_where_more_deals_may_turn_it(kind, value, worth, is_open):
    assert judge(kind, value, 0.3, worth=worth).is_open == is_open


def test_verdict__that_was_open_is_that_of_the_further_deals():
    settled = [judge(CALL, LINE, 0.3, settled=estimate(LINE + by, 0.1)) for by in (-1, 1)]
    assert [one.is_error for one in settled] == [False, True]


def test_verdicts__do_not_turn_with_the_seed():
    """On discards that are judged by so few deals that many are open."""
    simulation, opened = Simulation("novice", "novice", seed=8), 0
    for index in range(5):
        record = read_record(describe_deal(simulation.replay_deal(index)))
        made, _ = list_discards(record)
        found = [value(record, made, Effort(2_048), seed)[0] for seed in (1, 2, 3)]
        opened += any(one.settled is not None for one in found)
        assert len({one.is_error for one in found}) == 1
        settled = {one.settled.value for one in found if one.settled and one.best == found[0].best}
        assert len(settled) <= 1
    assert opened >= 1


def test_losses__errors_of_cards_add_up_and_are_independent_of_those_of_throws():
    kinds = {LEAD: 3, REPLY: 1, DISCARD: 4, CALL: 7}
    lost = add_losses([judge(kind, 1, se) for kind, se in kinds.items()])
    assert (lost.value, lost.se) == (4, pytest.approx(np.sqrt((3 + 1) ** 2 + 4**2 + 7**2)))
