"""Verdicts of reviews: what they allow for, and that they do not depend on the luck of a sample."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm
from specimens import estimate

from piquet_sim import Simulation
from piquet_sim.deals.json import describe_deal
from piquet_sim.decisions.judge import (
    NO_DOUBT,
    Doubt,
    Effort,
    bound_best,
    exceeds_errors,
    find_doubt,
    limit_errors,
)
from piquet_sim.decisions.kinds.discard import MODEL_ERROR
from piquet_sim.decisions.review.deal_review import (
    CALL,
    DISCARD,
    LEAD,
    REPLY,
    Reviewed,
    add_losses,
    list_discards,
    value_decision,
)
from piquet_sim.decisions.review.records import read_record
from piquet_sim.decisions.stake import Stake
from piquet_sim.decisions.table import Table
from piquet_sim.estimates.differences import judge_gap
from piquet_sim.estimates.estimate import estimate_values, know_exactly
from piquet_sim.exact.limits import limit_change
from piquet_sim.game.rules import RUBICON

LIMIT = norm.isf(0.0005)
LINE = LIMIT * MODEL_ERROR
"""What a discard must lose to be an error, known exactly."""
SAMPLED = Doubt(400, MODEL_ERROR)


@pytest.mark.parametrize("doubt", [NO_DOUBT, SAMPLED])
def test_verdict__is_beyond_doubt_only_if_beyond_both_errors(doubt):
    limit = LIMIT * float(np.hypot(doubt.model, 0.1))
    assert (
        [doubt.is_beyond(estimate(limit * by, 0.1)) for by in (0.95, 1.05)],
        limit_errors(0.005, 10),  # of ten verdicts together
    ) == ([False, True], pytest.approx(LIMIT))


def test_verdict__needs_a_hundred_deals():
    for deals in (99, 100):
        sure = replace(estimate(9, 0.1), n=deals)
        assert SAMPLED.is_beyond(sure) == exceeds_errors(sure, limit=3) == (deals == 100)


@pytest.mark.parametrize(
    ("doubt", "value", "se", "said"),
    [
        (NO_DOUBT, 1, 0, "worse beyond doubt"),
        (NO_DOUBT, 0, 0, "as good"),
        (SAMPLED, -1, 0.1, "too close to call"),
        (NO_DOUBT, 2.2, 1, "probably worse"),
    ],
)
def test_verdict__is_in_words(doubt, value, se, said):
    assert doubt.judge(estimate(value, se)) == said


def test_best__is_best_only_beside_each_other_choice():
    sure, likely, close = (estimate(value, 0.1) for value in (9, 0.5, 0.1))
    assert [
        SAMPLED.judge_best(gaps) for gaps in ([sure], [sure, likely], [sure, likely, close])
    ] == ["best beyond doubt", "probably best", "too close to call"]
    none, bound = bound_best([sure, likely]), bound_best([sure, close])
    assert (none, bound.value, bound.low, bound.high, bound.se) == (
        *(know_exactly(0.0), 0, 0, -close.low),
        pytest.approx(-close.low / norm.isf(0.025)),
    )


@pytest.mark.parametrize(("value", "is_open"), [(0, True), (1, True), (-2, False), (3, False)])
def test_verdict__is_open_where_more_deals_may_turn_it(value, is_open):
    assert (
        SAMPLED.is_open(estimate(LINE + value, 0.3)),
        [SAMPLED.is_open(estimate(one, 3 * LINE)) for one in (0, 0.01)],
    ) == (is_open, [False, True])


def test_doubt__of_the_way_of_play_is_in_the_unit_that_judges():
    """A point is worth by how much more settlements vary; in points all may be won or lost."""
    table = Table(["AS"], Stake(RUBICON, 0, (70, 82)))
    table.made[0] = np.array([[30, 10], [5, 28], [12, 9], [24, 1]])
    assert (find_doubt(table, 0, 2.0).model, Stake(RUBICON, 0).reach) == pytest.approx(
        (
            2 * np.std(table.worths(0, "settlement")) / np.std(table.worths(0, "difference")),
            limit_change(RUBICON)[1],
        )
    )


def test_as_good__needs_enough_deals_to_have_seen_a_rare_loss():
    """A throw that loses fifty points once in a hundred deals is not as good."""
    luck = np.random.default_rng(3)
    losses = np.where(luck.random((200, 200)) < 0.01, 50, 0) + luck.integers(-1, 2, 200) * 0.1
    said = [judge_gap(estimate_values(one, limits=(-436, 436)), 436) for one in losses]
    alike, less = (
        estimate_values(np.tile([mean - 0.1, mean + 0.1], 1 << 14), limits=(-436, 436))
        for mean in (0, -0.07)
    )
    assert ("as good" in said, judge_gap(alike, 436), judge_gap(less, 436)) == (
        *(False, "as good"),
        "too close to call",
    )


def test_verdicts__do_not_turn_with_the_seed():
    """On discards that are judged by so few deals that many are open."""
    simulation, effort, opened = (Simulation("novice", "novice", seed=8), Effort(2_048), 0)
    for index in range(3):
        record = read_record(describe_deal(simulation.replay_deal(index)))
        made, _ = list_discards(record)
        found = [value_decision(record, made, effort, seed) for seed in (1, 2, 3)]
        more = [one for one in found if one.loss.n > 1_024]
        settled = {one.lost for one in more if one.best == found[0].best}
        assert (
            len({one.is_error for one in found}),
            len(settled) <= 1,
            min(settled, default=1) > 0,
        ) == (1, True, True)
        opened += len(more)
    assert opened >= 1


def test_losses__errors_of_cards_add_up_and_are_independent_of_those_of_throws():
    lost = add_losses(
        Reviewed(0, kind, 1, "AS", ("KS",), estimate(1, se), 2)
        for kind, se in {LEAD: 3, REPLY: 1, DISCARD: 4, CALL: 7}.items()
    )
    assert (lost.value, lost.se) == (4, pytest.approx(np.sqrt((3 + 1) ** 2 + 4**2 + 7**2)))
