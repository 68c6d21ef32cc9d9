"""Published figures against estimates, and calls in words."""

from fractions import Fraction

import numpy as np
import pytest

from piquet_sim import judge_estimate
from piquet_sim.compare.published_claims import AGREES, DIFFERS, UNKNOWN
from piquet_sim.deals.narration import say_call
from piquet_sim.estimates.estimate import estimate_proportion, estimate_values

FOUND, FEW = estimate_proportion(5_640, 10_000), estimate_proportion(1, 60)


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
    assert abs(together.z) < abs(alone.z) == pytest.approx((0.575 - 0.564) / FOUND.se)
    assert alone.p < 0.05 < together.p


NEVER = estimate_values([2] * 1000, limits=(0, 5))
"""Of a thousand deals that all came to two, at most five: three is not what they come to."""
RARE, OFTEN = (estimate_proportion(seen, 1_000_000) for seen in (45, 10_000))
"""Of half a case that is expected in as many hands as the author saw, none is seen more often than
not; of a hundred never."""


@pytest.mark.parametrize(
    ("figure", "found", "counted", "verdict"),
    [
        (0.02, FEW, None, UNKNOWN),
        ({"one_in": 50}, FEW, 10_000, UNKNOWN),
        (0.3, FEW, None, DIFFERS),
        ({"more_than": 0.05}, FEW, None, UNKNOWN),
        (2, NEVER, None, AGREES),
        (2.001, NEVER, None, AGREES),
        (3, NEVER, None, DIFFERS),
        (0.0, RARE, 10_000, AGREES),
        (0.0, OFTEN, 10_000, DIFFERS),
        (0.0, RARE, None, DIFFERS),  # where it is said that there are none
    ],
)
def test_figure__of_what_is_rare_or_never_varied(figure, found, counted, verdict):
    assert judge_estimate(figure, found, counted).verdict == verdict


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


def test_call__in_words_of_the_pack_of_36():
    assert say_call("sequence", {"length": 3, "top": "8"}, pack=36) == "tierce minor"


@pytest.mark.parametrize("share", [0.3, 0.01, 0.001])
def test_share__that_an_author_counted_is_judged_as_often_wrong_as_it_should_be(share):
    found = estimate_proportion(round(share * 4_000_000), 4_000_000)
    drawn = np.random.default_rng(8).binomial(10_000, share, 4_000)
    wrong = sum(judge_estimate(seen / 10_000, found, 10_000).p < 0.05 for seen in drawn)
    assert abs(wrong - 200) < 5 * (200 * 0.95) ** 0.5
