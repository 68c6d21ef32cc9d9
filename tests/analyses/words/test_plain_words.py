"""Plain words of studies: what they may be like, and that the table makes them."""

from dataclasses import replace

import pytest
from honest import assert_grounded
from plain_words import find_faults

from analyses.contents import CENSUS, STUDIES, find_entry
from analyses.results.stored import read_published
from analyses.words.plain import round_off, say_exactly, say_words
from piquet_sim.estimates.estimate import Estimate

NAMES = [*STUDIES, "ladder", CENSUS.name]


@pytest.fixture(scope="module")
def published():
    return {name: read_published(name) for name in NAMES}


# ---- Studies -------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_words__of_published_results_are_few_and_grounded(published, name):
    words = find_entry(name).tell(*published[name])
    assert find_faults(words.as_json()) == []
    for said in (words.finding, *words.brief):
        assert_grounded(said)


def turn(table):
    """A table with every estimate on the other side of zero, or of a half where it is a share."""
    values = {one: -table[one] for one in ("value",)}
    values |= {"low": -table["high"], "high": -table["low"]}
    is_share = table["value"].between(0, 1) & table["low"].between(0, 1)
    turned = table.assign(**values)
    turned.loc[is_share, ["value", "low", "high"]] = (
        1 - table.loc[is_share, ["value", "high", "low"]].to_numpy()
    )
    return turned


TURNED = (
    "elder-advantage", "carte-blanche", "holdings", "codes", "sixes", "calling", "throwing",
    "skill", "leads", "headroom", "ladder",
)  # fmt: skip
"""Studies whose finding has a side on which it lies."""


@pytest.mark.parametrize("name", TURNED)
def test_words__turn_where_the_table_is_turned(published, name):
    table, captions = published[name]
    tell = find_entry(name).tell
    before, after = tell(table, captions), tell(turn(table), captions)
    assert before.finding != after.finding
    assert before.brief != after.brief
    assert find_faults(after.as_json()) == []
    assert (before.standfirst, before.not_meant) == (after.standfirst, after.not_meant)
    for said in (after.finding, *after.brief):
        assert_grounded(said)


def test_words__decide_nothing_where_intervals_are_wide(published):
    table, captions = published["elder-advantage"]
    wide = table.assign(low=table["value"] - 99, high=table["value"] + 99)
    words = find_entry("elder-advantage").tell(wide, captions)
    assert "cannot be told" in words.finding
    assert "grows" not in " ".join(words.brief)


# ---- Numbers and HTML ----------------------------------------------------------------------------
def test_round_off__keeps_three_digits_and_none_that_the_error_does_not_support():
    assert [round_off(one) for one in (99.96, 1792.4, 0, -3.26)] == ["100", "1,790", "0", "−3.3"]
    number = Estimate(14.743, 0.4, 14.0, 15.5, 100, "normal")
    assert round_off(number) == "14.7"
    assert round_off(replace(number, se=4.0)) == "15"


def test_html__folds_the_exact_sentences(published):
    words = find_entry("pique").tell(*published["pique"])
    html = say_words(words, ("1 < 2 ± 0.1.",))
    assert html.endswith(say_exactly(("1 < 2 ± 0.1.",)))
    assert "1 &lt; 2 ± 0.1." in html
    assert html.index(words.brief[0]) < html.index("<details>")
    assert "<details>" not in say_words(None, ("Exact.",))
