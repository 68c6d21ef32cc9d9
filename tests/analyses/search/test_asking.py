"""A writer's question finds what was found, with its number, the command and the chart."""

import json
import shlex

import pytest
from command_line import command, refused

from analyses.contents import CHARTS
from analyses.results.stored import PUBLISHED
from analyses.search import SYNONYMS, list_entries, list_words, search
from piquet_sim.cli.guides import list_guide_sections
from piquet_sim.game.errors import InputError


@pytest.fixture(scope="module")
def entries():
    return list_entries(PUBLISHED)


@pytest.mark.parametrize(
    ("question", "kind", "name"),
    [
        ("quart or point", "study", "holdings"),
        ("how often is a repique made", "study", "pique"),
        ("what does it cost to sink", "study", "calling"),
        ("Hide a small score when you are unguarded", "maxim", "CAV-C06"),
        ("part with the ace and keep the king", "maxim", "CAV-M15"),
        ("four of a kind", "word", "quatorze"),
        ("what is a brelan", "word", "trio"),
        ("CAV-M29", "maxim", "CAV-M29"),
        ("eldest hand", "study", "elder-advantage"),
    ],
)
def test_question__finds_what_answers_it(entries, question, kind, name):
    best = search(question, entries, 3)
    assert (kind, name) in [(one.entry.kind, one.entry.name) for one in best]
    scores = [one.score for one in best]
    assert scores == sorted(scores, reverse=True)


def test_synonyms__find_the_same(entries):
    for one, other in (
        ("throw a jack", "discard a knave"), ("declaring", "calls"), ("retain", "keep"),
    ):  # fmt: skip
        assert search(one, entries) == search(other, entries)


def test_synonyms__stand_in_one_group_each():
    words = [word for group in SYNONYMS for word in group]
    assert len(words) == len(set(words))
    for group in SYNONYMS:
        assert {tuple(list_words(word)) for word in group} == {tuple(list_words(group[0]))}


def test_answer__has_finding_numbers_command_and_chart(entries):
    first = search("quart or point", entries, 1)[0].as_json()
    assert first["command"] == "piquet study holdings"
    assert first["chart"] == "piquet chart holdings"
    numbers = {one["of"]: one["number"] for one in first["numbers"]}
    assert " ± " in numbers["elder, before the exchange, all else being equal, quart"]
    assert " ± " in first["finding"]


def test_numbers__are_those_of_the_table(entries):
    from analyses.results.analysis import read_data, read_estimates

    found = search("quart", [one for one in entries if one.name == "holdings"], 1)[0]
    row = read_estimates(
        read_data(PUBLISHED / "holdings" / "data.csv"),
        seat="younger", when="before the exchange", kind="all else being equal",
    )["quart"]  # fmt: skip
    said = "younger, before the exchange, all else being equal, quart"
    assert dict(found.numbers)[said] == str(row)


def test_every_entry__is_found_by_its_own_title(entries):
    for one in entries[::7]:
        best = search(f"{one.name} {one.title}", entries, 5)
        assert one.name in [found.entry.name for found in best]
        for found in best:
            assert not found.chart or found.chart.removeprefix("piquet chart ") in CHARTS


def test_guides__are_found_too():
    done = command("ask", "how do I resume a run", "--top", "1")
    assert done.code == 0
    assert "Stopping and resuming (guide running)" in done.out
    assert "> piquet help running" in done.out
    topics = {topic for topic, *_ in list_guide_sections()}
    assert {"conditions", "advice", "house"} <= topics


def test_commands__that_are_named_are_there(entries):
    from piquet_sim.cli.commands.playing import app

    names = {one.name or one.callback.__name__ for one in app.registered_commands}
    assert {shlex.split(one.command)[1] for one in entries} <= names
    for line in ("piquet maxim CAV-M29", "piquet glossary carte-blanche"):
        assert line in {one.command for one in entries}
        assert command(*shlex.split(line)[1:]).code == 0


def test_ask__prints_for_people_and_for_programs(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    done = command("ask", "quart", "or", "point")
    assert max(map(len, done.out.splitlines())) <= 80
    assert "> piquet study holdings; piquet chart holdings" in done.out
    told = json.loads(command("ask", "unicorn or point", "--top", "2", "--json").out)
    assert told["unknown"] == ["unicorn"]
    assert len(told["answers"]) == 2
    assert "Nothing was found on: unicorn" in command("ask", "unicorn or point").out


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("zzz",), "nothing is found for 'zzz'"),
        (("the", "of"), "has no word to search for"),
        (("point", "--top", "0"), "top: expected at least 1"),
        (("point", "--results", "no-such-folder"), "no such folder"),
    ],
)
def test_ask__refuses_in_one_line(asked, said):
    assert said in refused("ask", *asked)


def test_results__that_are_missing_or_damaged(tmp_path):
    assert {one.kind for one in list_entries(tmp_path)} == {"word"}
    (tmp_path / "pique").mkdir()
    (tmp_path / "pique" / "meta.json").write_text("{}")
    (tmp_path / "pique" / "data.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="pique: not a result of a study"):
        list_entries(tmp_path)


def test_ask__without_published_results_says_that_it_searches_less(monkeypatch, tmp_path):
    from analyses.results import stored

    monkeypatch.setattr(stored, "PUBLISHED", tmp_path / "none")
    done = command("ask", "quart", "--top", "1")
    assert done.code == 0
    assert "piquet glossary" in done.out
    assert done.err.startswith("piquet: the published results are not installed")
