"""The guards of what is said: grounds that do not hold, claims without grounds, and lies."""

import pytest
from honest import claims, find_false_grounds, find_lies

from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.sentences import Sentence, choose, compose, exceeds, exceeds_all, is_within

MADE_UP = estimate_proportion(52, 100), estimate_proportion(5_200, 10_000)


def test_sentence__is_said_only_where_its_ground_holds():
    for share, said in zip(MADE_UP, ("52%", "Most"), strict=True):
        most = Sentence("Most", is_within("the share", share, above=0.5))
        assert choose(most, Sentence("52%")) == said
    sure = is_within("the share", MADE_UP[1], above=0.5)
    assert compose("a", Sentence("b", sure), "c").grounds == (sure,)
    assert find_false_grounds(Sentence("Most", is_within("it", MADE_UP[0], above=0.5)))
    assert not find_false_grounds(Sentence("Most", sure))


def test_ground__of_numbers_without_an_interval_never_holds():
    alone = Estimate(0.9, None, None, None, 1, "no interval")
    assert not is_within("the share", alone, above=0.5).holds
    assert not exceeds("which is greater", alone, MADE_UP[1]).holds
    assert not all(one.holds for one in exceeds_all("the greatest", MADE_UP[1], [alone]))


def test_claims__are_found():
    for words in ("Most of the lead is play", "almost as in 1890", "It never happens"):
        assert claims(words)
    for words in ("at most 3%", "makes more in 62% of deals", "at least 2 and at most 3"):
        assert not claims(words)


@pytest.mark.parametrize(
    "row",
    [
        (3.0, 0.0, 3.0, 3.0, "normal"),
        (0.5, 0.1, 0.3, 0.7, ""),
        (0.0, 0.0, 0.0, 0.1, "Wilson"),
        (0.4, 0.0, 0.3, 0.5, "normal"),
        (0.4, 0.1, 0.5, 0.6, "normal"),
        (0.4, 0.0, 0.3, 0.5, "exact"),
        (0.4, None, None, None, "Wilson"),
        (float("nan"), None, None, None, "Wilson"),
        (0.4, None, 0.3, 0.5, "no interval: nothing says how far it may be off"),
    ],
)
def test_lies__are_found(row):
    assert find_lies(*row)


def test_lies__are_not_found_in_what_is_true():
    assert not find_lies(0.5, 0.1, 0.3, 0.7, "normal")
    assert not find_lies(0.0, 0.0, 0.0, 0.1, "Wilson, one-sided")
    assert not find_lies(0.25, 0.0, 0.25, 0.25, "exact")
    assert not find_lies(28.0, None, 0.0, 174.0, "one unit: all that is possible")
