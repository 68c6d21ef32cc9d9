"""What is said holds by its grounds, or is not said."""

from honest import find_false_grounds

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
