"""Published figures against estimates, and calls in words."""

from fractions import Fraction

import numpy as np
import pytest
from refusals import refuses

from piquet_sim import InputError, judge_estimate, say_call
from piquet_sim.compare.published_claims import AGREES, DIFFERS, UNKNOWN
from piquet_sim.estimates.estimate import estimate_proportion, estimate_values

FOUND = estimate_proportion(5_640, 10_000)


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        (0.56, AGREES),
        (Fraction(9, 16), AGREES),
        ({"fraction": [9, 16]}, AGREES),
        ({"odds_on": [9, 7]}, AGREES),
        (0.6, DIFFERS),
        ({"one_in": 2}, DIFFERS),
        ({"between_probabilities": [0.55, 0.57]}, AGREES),
        ({"between_probabilities": [0.4, 0.5]}, DIFFERS),
        ({"at_least_probability": 0.5}, AGREES),
        ({"at_least_probability": 0.6}, DIFFERS),
        ({"number": 0.56}, AGREES),
        ({"more_than": 0.5}, AGREES),
        ({"more_than": 0.6}, DIFFERS),
    ],
)
def test_figure__is_judged_by_the_error(figure, verdict):
    judged = judge_estimate(figure, FOUND)
    assert judged.verdict == verdict
    assert judged.found is FOUND
    assert 0 <= judged.p <= 1
    assert (abs(judged.z) > 1.9) == (verdict == DIFFERS)


def test_figure__the_authors_own_sample_counts_too():
    alone, together = (judge_estimate(0.575, FOUND, counted) for counted in (None, 1_000))
    assert (alone.verdict, together.verdict) == (DIFFERS, AGREES)
    assert abs(together.z) < abs(alone.z)
    assert alone.p < 0.05 < together.p
    assert alone.z == pytest.approx((0.564 - 0.575) / FOUND.se)


def test_figure__too_few_deals_tell_nothing():
    few = estimate_proportion(1, 60)
    assert judge_estimate(0.02, few).verdict == UNKNOWN
    assert judge_estimate({"one_in": 50}, few, 10_000).verdict == UNKNOWN
    assert judge_estimate(0.3, few).verdict == DIFFERS
    assert judge_estimate({"more_than": 0.05}, few).verdict == UNKNOWN


def test_figure__that_states_nothing_is_refused():
    with pytest.raises(InputError, match="states no number"):
        judge_estimate({"label": "often"}, FOUND)
    with pytest.raises(InputError, match="requires a standard error"):
        judge_estimate(0.5, estimate_values([3]))
    with pytest.raises(InputError, match="requires a standard error"):
        judge_estimate(2, estimate_values([2, 2, 2]))
    # Of a thousand deals that all came to two, at most five: three is not what they come to.
    never = estimate_values([2] * 1000, limits=(0, 5))
    assert judge_estimate(2, never).verdict == AGREES
    assert judge_estimate(2.001, never).verdict == AGREES
    assert judge_estimate(3, never).verdict == DIFFERS


# ---- Calls in words -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "call", "said"),
    [
        ("point", {"length": 5, "pips": 49}, "point of 5 cards making 49"),
        ("point", {"length": 1, "pips": 11}, "point of 1 card making 11"),
        ("sequence", {"length": 4, "top": "J"}, "quart to the knave"),
        ("sequence", {"length": 4, "top": "A"}, "quart major"),
        ("sequence", {"length": 3, "top": "9"}, "tierce minor"),
        ("set", {"size": 3, "rank": "K"}, "trio of kings"),
        ("set", {"size": 4, "rank": "10"}, "quatorze of tens"),
        ("set", None, "no set"),
        ("point", 0, "no point"),
        ("set", 3 << 4 | 7, "trio of kings"),
    ],
)
def test_call__in_words(kind, call, said):
    assert say_call(kind, call) == said
    assert say_call("sequence", {"length": 3, "top": "8"}, pack=36) == "tierce minor"


@pytest.mark.parametrize(
    ("kind", "call", "said"),
    [
        ("points", 0, "did you mean 'point'?"),
        ("set", {"size": 5, "rank": "K"}, "no hand holds such a set"),
        ("set", {"size": 3, "rank": "9"}, "no hand holds such a set"),
        ("sequence", {"length": 4, "top": "8"}, "no hand holds such a sequence"),
        ("sequence", {"length": 4}, "top is missing"),
        ("sequence", {"length": 4, "top": "1"}, "'1' is not a rank"),
        ("point", {"length": 5, "pips": 0}, "no hand holds such a point"),
        ("point", "five", "call"),
    ],
)
def test_call__that_cannot_be(kind, call, said):
    with refuses(said):
        say_call(kind, call)


def test_share__of_which_the_author_saw_none_has_an_error_too():
    # Of half a case that is expected in as many hands, none is seen more often than not; of a
    # hundred never.
    rare = estimate_proportion(45, 1_000_000)
    judged = judge_estimate(0.0, rare, 10_000)
    assert judged.verdict == AGREES
    assert judged.p > 0.4
    often = estimate_proportion(10_000, 1_000_000)
    assert judge_estimate(0.0, often, 10_000).verdict == DIFFERS
    assert judge_estimate(0.0, rare).verdict == DIFFERS  # where it is said that there are none


def test_share__that_an_author_counted_is_judged_as_often_wrong_as_it_should_be():
    luck = np.random.default_rng(8)
    for share in (0.3, 0.01, 0.001):
        found = estimate_proportion(round(share * 4_000_000), 4_000_000)
        wrong = sum(
            judge_estimate(seen / 10_000, found, 10_000).p < 0.05
            for seen in luck.binomial(10_000, share, 4_000)
        )
        assert abs(wrong - 200) < 5 * (200 * 0.95) ** 0.5
