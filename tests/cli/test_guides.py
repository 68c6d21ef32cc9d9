"""``piquet help``: guides as they are written, commands, players, words, and what there is not."""

import json
import re

import pytest
from command_line import command, refused

from piquet_sim.cli.guides import (
    GUIDES,
    find_guide,
    list_sections,
    read_guide,
    say_topic,
    show_guide,
)
from piquet_sim.game.glossary import WORDS
from piquet_sim.strategies.roster import ROSTER


@pytest.mark.parametrize("topic", GUIDES)
def test_help__prints_each_guide_word_for_word(topic):
    code, shown, said = command("help", topic)
    assert (code, said) == (0, "")
    written = re.sub(r"^```\w*$", "", read_guide(topic), flags=re.MULTILINE).replace("``", "`")
    words = written.replace("*", "").split()  # what a web page sets in italics
    assert shown.replace("*", "").split()[: len(words)] == words
    indented = {line.strip() for line in re.findall(r"^    .*$", written, re.MULTILINE)}
    assert indented <= {line.strip() for line in shown.splitlines()}


@pytest.mark.parametrize("topic", GUIDES)
def test_guide__says_more_than_its_first_sentence_and_fits_a_narrow_screen(topic):
    assert len(read_guide(topic).split()) > 3 * len(say_topic(topic).split())
    assert len(say_topic(topic)) <= 100
    fenced = re.findall(r"^```\w+\n(.*?)^```$", read_guide(topic), re.DOTALL | re.MULTILINE)
    shown = show_guide(topic, 60).splitlines()
    assert not [line for line in shown if line.startswith("```")]
    kept = {line for block in fenced for line in block.splitlines()}
    prose = [one for one in shown if not one.startswith((" ", ">>>")) and one.strip() not in kept]
    assert max(map(len, prose)) <= 60


@pytest.mark.parametrize("arguments", [("help", "studies"), ("study", "--help")])
def test_studies__are_explained_on_two_screens(arguments, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    assert len(command(*arguments).out.splitlines()) <= 2 * 50


@pytest.mark.parametrize("topic", GUIDES)
def test_guide__is_short_and_begins_with_what_can_be_run(topic):
    assert len(show_guide(topic, 100).split()) <= 900
    first = show_guide(topic, 80).splitlines()[:24]
    assert [line for line in first if line.startswith(("    piquet ", ">>> ", "    # "))]


def test_help__alone_lists_all_topics_with_their_first_sentences(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    code, shown, _ = command("help")
    assert code == 0
    for topic in GUIDES:
        assert re.search(rf"^{topic} +{re.escape(say_topic(topic))}$", shown, re.MULTILINE)
    assert list(json.loads(command("help", "--json").out)) == list(GUIDES)
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, command("help")[1].splitlines())) <= 60


@pytest.mark.parametrize(
    ("name", "meant"),
    [("condtions", "conditions"), ("stratgies", "strategies"), ("simulat", "simulate"),
     ("repiqe", "repique"), ("clbu", "club"), ("plaeyrs", "players")],
)  # fmt: skip
def test_help__of_a_wrong_name_is_one_line_with_what_was_meant(name, meant):
    assert refused("help", name) == (
        f"piquet: help: no topic, command, player or word {name!r}; did you mean {meant!r}?\n"
    )


def test_help__finds_guides_by_other_words_and_by_headings():
    for topic in GUIDES:
        assert find_guide(topic.upper()) == topic
    assert (
        find_guide("precision")
        == find_guide("More than one machine")
        == find_guide("records")
        == ("simulation")
    )
    assert find_guide("hands") == find_guide("Rule books") == "game"
    assert find_guide("Charts for Piquet") == "studies"
    assert "Rule books" in list_sections("game")
    assert find_guide("nothing") is None


def test_help__of_words_explains_them():
    listed = json.loads(command("help", "words", "--json").out)
    assert [one["word"] for one in listed] == [one.name for one in WORDS]
    assert json.loads(command("help", "quatorzes", "--json").out) in listed
    assert json.loads(command("help", "Carte", "blanche", "--json").out) in listed
    for one in WORDS:
        assert one.meaning.split()[-1] in command("help", one.name).out


def test_help__lists_loaded_players(tmp_path, nobody_stays_registered):
    path = tmp_path / "mine.py"
    path.write_text(
        "from dataclasses import replace\n"
        "from piquet_sim.strategies import find_strategy, register\n"
        "register(replace(find_strategy('club'), name='mine', summary='as club'))\n"
    )
    listed = json.loads(command("help", "players", "--json", "--load", path).out)
    assert [one["name"] for one in listed] == [*ROSTER, "mine"]
    assert "as club" in command("help", "mine", "--load", path).out
