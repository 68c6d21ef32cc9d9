"""What an article says that a reader would not expect: on grounds, new, and of the table."""

import pytest
from honest import assert_grounded
from plain_words import count_digits, count_sentences, list_numbers

from analyses.contents import STUDIES, find_entry
from analyses.report.articles.studies import find_surprise
from analyses.results.stored import read_published

NAMES = [*STUDIES, "ladder"]


@pytest.mark.parametrize("name", NAMES)
def test_surprise__is_one_grounded_sentence_of_few_numbers(name):
    said = find_surprise(name, *read_published(name))
    assert said is not None
    assert said.grounds
    assert_grounded(said)
    assert said.endswith(".")
    assert count_sentences(said) == 1
    assert len(said.split()) <= 36
    assert all(count_digits(one) <= 3 for one in list_numbers(said))
    assert "±" not in said
    assert "nan" not in said


@pytest.mark.parametrize("name", NAMES)
def test_surprise__repeats_neither_headline_nor_standfirst(name):
    table, captions = read_published(name)
    said, words = find_surprise(name, table, captions), find_entry(name).tell(table, captions)
    known = {*list_numbers(words.headline), *list_numbers(words.standfirst)}
    assert not known & set(list_numbers(said))
    assert all(said not in one for one in words.sentences)
    # Not the same words in another order, either.
    own = {word for word in said.lower().split() if len(word) > 4}
    for one in (words.headline, words.standfirst, *words.brief):
        assert len(own & set(one.lower().split())) < 0.6 * len(own), one


COUNTED = ("hands", "published", "experts-of-1890")
"""Studies whose surprise rests on counts, or on errors of another kind than an interval's."""


@pytest.mark.parametrize("name", [name for name in NAMES if name not in COUNTED])
def test_surprise__is_left_out_where_intervals_are_wide(name):
    table, captions = read_published(name)
    wide = table.assign(low=table["value"] - 99, high=table["value"] + 99)
    far = {
        key: {**one, "low": one["value"] - 99, "high": one["value"] + 99}
        if isinstance(one, dict) and isinstance(one.get("low"), float)
        else one
        for key, one in captions.items()
    }
    assert find_surprise(name, wide, far) is None


def test_surprise__turns_with_what_was_counted():
    table, captions = read_published("hands")
    few = table.assign(hands=table["hands"].where(table["quantity"] != "none", table["of"] * 0.6))
    assert find_surprise("hands", few, captions) is None
    table, captions = read_published("published")
    assert find_surprise("published", table.assign(verdict="right"), captions) is None
    table, captions = read_published("experts-of-1890")
    near = table.assign(difference_z=0.5)
    assert find_surprise("experts-of-1890", near, captions) is None


def test_surprise__none_of_a_study_that_has_none():
    assert find_surprise("census", *read_published("census")) is None
