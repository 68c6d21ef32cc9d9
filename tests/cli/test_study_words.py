"""What a study says on a screen: plain words on fifteen lines, the exact ones where asked for."""

import json

import pytest
from command_line import command

MOST_LINES = 15
ASKED = ("study", "pique", "-n", "400", "--strategy", "club", "--out")


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What a study answers for programs."""
    return json.loads(command(*ASKED, tmp_path_factory.mktemp("told"), "--json").out)


def test_study__says_all_in_fifteen_lines(told, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    said = command(*ASKED, tmp_path).out
    lines = said.strip().splitlines()
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= 80
    assert "±" not in said
    assert "--all: the exact words)" in " ".join(said.split())


def test_study__all_adds_the_exact_words_and_json_has_both(told, tmp_path):
    plain, full = (
        " ".join(command(*ASKED, tmp_path / str(place), *also).out.split())
        for place, also in enumerate(([], ["--all"]))
    )
    for key in ("title", "summary", "folder", "n", "elder", "table"):
        assert key in told
    for one in (told["finding"], told["standfirst"], *told["brief"], told["not_meant"]):
        assert " ".join(one.split()) in plain
        assert " ".join(one.split()) in full
    for one in told["summary"]:
        assert one in full
        assert one not in plain
