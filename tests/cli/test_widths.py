"""Sentences end at words where the screen ends: nothing is cut, and nothing runs beyond it."""

from types import SimpleNamespace

import pytest
from command_line import command

from piquet_sim.cli.commands import studying

COMMANDS = [
    ("simulate", "--matches", "20"),
    ("chances", "68-155", "--deal", "6", "-n", "1000"),
    ("duel", "club", "novice", "-n", "50", "--given", "elder lacks aces and kings"),
    ("duel", "club", "novice", "-n", "20", "--parties"),
    ("advise", "AKJ.AQJ8.98.J87", "-n", "64"),
    ("odds", "AKJ.AQJ8.98.J87", "--top", "3"),
    ("odds", "AKJ.AQJ8.98.J87", "--discard", ".8.98.87"),
    ("odds", "--named", "5"),
    ("census", "--given", "3 aces, 1+ voids"),
    ("deal",),
    ("odds", "--good", "set"),
    ("rules",),
    ("rules", "rubicon"),
    (),
    ("help",),
    ("help", "players"),
    ("help", "words"),
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_screen__of_eighty_cells_has_no_longer_line(arguments, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    done = command(*arguments)
    assert (done.code, done.err) == (0, "")
    long = [line for line in done.out.splitlines() if len(line) > 80]
    assert long == []


def test_screen__narrow_or_wide_says_the_same_words(monkeypatch):
    said = {}
    for columns in ("60", "100", "1000"):
        monkeypatch.setenv("COLUMNS", columns)
        for arguments in (("deal",), ("duel", "club", "novice", "-n", "50"), ("help", "words")):
            words = command(*arguments).out.split()
            times = [place for place, word in enumerate(words) if word == "s)"]
            for place in times:
                words[place - 1] = "some"
            assert said.setdefault(arguments, words) == words


def test_study__its_sentences_are_wrapped_and_its_claims_hang(monkeypatch, capsys):
    sentence = "elder makes 32.31 ± 0.25 points a deal in this long sentence of a study, and more"
    monkeypatch.setenv("COLUMNS", "40")
    analysis = SimpleNamespace(
        title=sentence, summary=[sentence], notes={"answers": [sentence]},
        description={"n": 1000}, seconds=1.0, words=None,
    )  # fmt: skip
    studying.tell_study(analysis, "results/hands")
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 40
    place = next(i for i, line in enumerate(lines) if line.startswith("  - "))
    assert lines[place + 1].startswith(" " * 4)
    assert sum("32.31 ± 0.25" in line for line in lines) == 3
