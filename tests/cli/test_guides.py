"""``piquet help``: guides as they are written, commands, players, words, and what there is not.

Covers `game.glossary`.
"""

import re

import pytest
from command_line import answer, command

from piquet_sim.cli.guides import GUIDES, find_guide, read_guide, say_topic, show_guide
from piquet_sim.conditions.expression import read_expression
from piquet_sim.conditions.names import PLACES, list_columns
from piquet_sim.conditions.names import WORDS as WORDS_OF_CARDS
from piquet_sim.game.glossary import WORDS, find_word, split_words


@pytest.mark.parametrize("topic", GUIDES)
def test_help__prints_each_guide_word_for_word(topic):
    code, shown, said = command("help", topic)
    written = re.sub(r"^```\w*$", "", read_guide(topic), flags=re.MULTILINE).replace("``", "`")
    words = written.replace("*", "").split()  # what a web page sets in italics
    assert (code, said, shown.replace("*", "").split()[: len(words)]) == (0, "", words)
    assert {line.strip() for line in re.findall(r"^    .*$", written, re.MULTILINE)} <= {
        line.strip() for line in shown.splitlines()
    }


@pytest.mark.parametrize("topic", GUIDES)
def test_guide__is_short_fits_a_narrow_screen_and_begins_with_what_can_be_run(topic):
    assert 3 * len(say_topic(topic).split()) < len(read_guide(topic).split())
    wide, usual, narrow = (show_guide(topic, width) for width in (100, 80, 60))
    first = re.findall("^(?:    piquet |>>> |    # )", "\n".join(usual.splitlines()[:24]), re.M)
    assert (len(wide.split()) <= 900, bool(first)) == (True, True)
    kept = {
        line
        for block in re.findall(r"^```\w+\n(.*?)^```$", read_guide(topic), re.DOTALL | re.MULTILINE)
        for line in block.splitlines()
    }
    prose = [
        one
        for one in narrow.splitlines()
        if not one.startswith((" ", ">>>")) and one.strip() not in kept
    ]
    assert max(map(len, prose)) <= 60
    assert "\n```" not in narrow


def test_guide_of_expressions__has_every_word_and_all_its_examples_are_read():
    shown = command("help", "expressions").out
    assert [
        name
        for names, form in ((PLACES, "\n{} "), (WORDS_OF_CARDS, "\n.{}"), (list_columns(), "\n{} "))
        for name, one in names.items()
        if getattr(one, "is_counted", True) and form.format(name) not in shown
    ] == []
    examples = [
        ("census" if "census" in line else what, text.strip('"').rpartition(": ")[2])
        for line in read_guide("expressions").splitlines()
        for what, text in re.findall(
            r"--(given-outcome|given|measure|by|event|aim) (\"[^\"]+\"|[a-z_.]+\.[a-z_]+)", line
        )
    ]
    assert {what for what, _ in examples} >= {"census", "given", "measure", "event", "aim", "by"}
    for what, text in examples:
        read_expression(text, what=what)


def test_help__alone_lists_all_topics_with_their_first_sentences(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    lines = [line.split() for line in command("help").out.splitlines()]
    assert (
        [line for line in lines if line and line[0] in GUIDES],
        list(answer("help", "--json")),
    ) == ([[topic, *say_topic(topic).split()] for topic in GUIDES], list(GUIDES))
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, command("help").out.splitlines())) <= 60


@pytest.mark.parametrize(
    ("word", "topic"),
    [
        ("precision", "simulation"),
        ("More than one machine", "simulation"),
        ("records", "simulation"),
        ("hands", "game"),
        ("Rule books", "game"),
        ("Charts for Piquet", "studies"),
        ("nothing", None),
        *((topic.upper(), topic) for topic in GUIDES),
    ],
)
def test_help__finds_guides_by_other_words_and_by_headings(word, topic):
    assert find_guide(word) == topic


def test_help__of_words_explains_them():
    listed = answer("help", "words", "--json")
    assert [one["word"] for one in listed] == [one.name for one in WORDS]
    assert all(
        answer("help", *words, "--json") in listed
        for words in (["quatorzes"], ["Carte", "blanche"])
    )
    shown = {one.meaning: command("help", one.name).out for one in WORDS}
    assert [one for one in shown if one.split()[-1] not in shown[one]] == []


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ("Cartes-blanches", "carte blanche"),
        ("huitième", "sequence"),
        ("septieme", "sequence"),
        ("tierce major", "sequence"),
        ("tierce minor", "sequence"),
        ("good", "good holding"),
        ("not good", "good holding"),
        ("equal", "equal holding"),
        ("stock", "talon"),
        ("au_cent", "au cent"),
        ("ruff", "point"),
        ("blank", "carte blanche"),
        ("ternary", "trio"),
        ("rubicn", None),
    ],
)
def test_glossary__forms_lead_to_one_word(asked, word):
    assert getattr(find_word(asked), "name", None) == word


def test_glossary__pieces_make_the_text_again():
    text = "Good: elder repiques; a Carte blanche is no pointless trio: it counts three"
    pieces, known = split_words(text), ["elder", "repique", "carte blanche", "trio"]
    assert ("".join(piece for piece, _ in pieces), [word.name for _, word in pieces if word]) == (
        text,
        known,
    )
    assert "king if the ace is" in find_word("tops").meaning  # of the primer
    assert [word.key for word in WORDS] == sorted({word.key for word in WORDS})
