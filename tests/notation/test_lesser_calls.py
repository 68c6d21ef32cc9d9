"""Calls in a book's words: the best of a class, and what counts with it."""

import pytest
from refusals import refuses

from piquet_sim import read_deals
from piquet_sim.deals.json import score_deal

ELDER = "♠AKQJT ♥AJT9 ♦A ♣AK"
YOUNGER = "♠987 ♥KQ ♦KQ9 ♣QJ87"
DEAL = (
    f"Elder: holds {ELDER}; threw ♥87 ♦JT8; draws unknown; {{}}\n"
    f"Younger: holds {YOUNGER}; threw the rest; draws unknown"
)


def read_calls(said):
    return read_deals(DEAL.format(said))[0]["elder"]["calls"]


@pytest.mark.parametrize(
    "said",
    [
        "four aces",
        "quatorze of aces",
        "quint major; tierce to the knave",
        "quint major, tierce to the knave",
        "quint and tierce",
        "quint major and a tierce",
        "tierce to the knave; quint major",
        "sequence; tierce to the knave",
        "point; quint and tierce, good; quatorze, good",
        "point of five, quint major, tierce to the knave and four aces, good",
    ],
)
def test_lesser_calls__are_read_as_the_best_of_them(said):
    assert read_calls(said) == "full"


@pytest.mark.parametrize(
    ("said", "sequence", "sets"),
    [
        ("quart to the king and tierce; no set", {"length": 4, "top": "K"}, None),
        ("two tierces; no set", {"length": 3, "top": "A"}, None),
        ("tierce to the knave, tierce to the queen; no set", {"length": 3, "top": "Q"}, None),
        ("no sequence; three aces", None, {"size": 3, "rank": "A"}),
    ],
)
def test_lesser_calls__may_be_parts_of_longer_ones(said, sequence, sets):
    called = read_calls(said)
    assert (called.get("sequence"), called.get("set")) == (sequence, sets)


def test_lesser_calls__count_with_the_best():
    calls = ("quint major and tierce to the knave, good; four aces, good",
             "quint major, good; four aces, good")  # fmt: skip
    (deal,), (named,) = (read_deals(DEAL.format(said)) for said in calls)
    assert named == deal
    assert score_deal(deal)["elder"]["sequences"] == 15 + 3


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        ("four aces; three queens", "at 'three queens': elder calls set: no such set is held bes"),
        ("three kings; four aces", "at 'three kings': elder calls set: no such set is held in"),
        ("quint major and quart", "at 'quart': elder calls sequence: no such sequence is"),
        ("quint major; quint major", "at 'quint major': elder calls sequence: no such sequence is"),
        ("two quarts", "at 'two quarts': elder calls sequence: no such sequence is held beside"),
        ("four aces, good; trio of aces, good", "at 'trio of aces': elder calls set: no such set"),
        ("four aces, not good; no set", "at 'no set': elder: set twice"),
        ("calls everything; four aces", "at 'four aces': elder: set twice"),
        ("quint and tierce, equal", "at 'equal': sequence: elder's is good"),
        ("point and point", "expected"),
    ],
)  # fmt: skip
def test_lesser_call__that_is_not_held_is_refused_where_it_stands(said, refusal):
    with refuses(refusal):
        read_calls(said)


def test_lesser_sequences__are_not_named_where_suits_do_not_matter():
    text = (
        "Rules: cotton_1674\nElder: ♠AKQJT9 ♥AKQJT9; throws ♥9; draws ♦A; quint and tierce\n"
        "Younger: ♠876 ♥876 ♦KQJT98; throws ♥6; draws ♦7"
    )
    with refuses("at 'tierce': elder calls sequence: expected only the best, as these rules form"):
        read_deals(text)
