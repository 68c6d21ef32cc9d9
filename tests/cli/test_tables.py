"""Tables for people fit the width there is, and lose nothing."""

import re

import pytest
from command_line import command

from piquet_sim.cli.screen import print_table

HEADS = ("quantity", "value ± se", "95% interval", "")
ROWS = [
    ("elder_score", "23.41 ± 0.05", "23.3 to 23.5", "exactly 23.4, as it was counted"),
    ("difference", "1,234,567.1", "–", ""),
    ("[bold]mine", "1", "2", "[a]"),
]


def show(capsys, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    print_table("What [club] made of a thousand deals", HEADS, ROWS)
    return capsys.readouterr().out


@pytest.mark.parametrize("width", range(20, 81, 4))
def test_table__fits_and_loses_nothing(capsys, monkeypatch, width):
    said = show(capsys, monkeypatch, width)
    assert max(map(len, said.splitlines())) <= width
    words = re.sub(r"\s+", " ", said)
    for cell in ("1,234,567.1", "[bold]mine", "[a]", "elder_score", "[club]", "quantity"):
        assert cell in words
    assert "0.05" in words
    assert "23.5" in words


def test_table__of_a_row_a_line_where_there_is_room(capsys, monkeypatch):
    assert len(show(capsys, monkeypatch, 90).splitlines()) == 2 + len(ROWS)
    assert len(show(capsys, monkeypatch, "").splitlines()) == 2 + len(ROWS)
    assert len(show(capsys, monkeypatch, 30).splitlines()) > 10


@pytest.mark.parametrize("width", [20, 33, 80])
def test_table__of_a_command_fits(monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    done = command("census", "aces")
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= width
    assert "30,421,755" in done.out
