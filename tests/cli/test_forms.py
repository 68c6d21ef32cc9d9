"""An answer as a table to paste, or as a picture: ``--markdown``, ``--csv``, ``--chart``."""

import csv
from io import StringIO

import pytest
from command_line import answer, command
from specimens import HAND, ROOT

ASKED = {
    "simulate": ("simulate", "-n", "200"),
    "matches": ("simulate", "--matches", "20"),
    "duel": ("duel", "club", "novice", "-n", "20"),
    "advise": ("advise", HAND, "-n", "64"),
    "draw": ("odds", HAND, "--discard", "K..98.87"),
    "ranked": ("odds", HAND),
    "census": ("census", "aces"),
    "condition": ("census", "--given", "hand.aces == 4"),
    "chances": ("chances", "68-155", "--deal", "6", "-n", "1000"),
    "settle": ("settle", "--deals", "27-13 15-31"),
    "chouette": ("settle", "--chouette", "150 416 -476"),
    "good": ("odds", "--good", "set"),
    "maxim": ("maxim", "CAV-M01"),
    "maxims": ("maxim",),
    "ladder": ("duel", "club", "novice", "random", "-n", "20"),
    "score": ("score", ROOT / "notebooks" / "cavendish.txt"),
    "review": ("review", ROOT / "notebooks" / "cavendish.txt", "-n", "64"),
}


@pytest.mark.parametrize("name", ASKED)
def test_table__is_pasted_in_two_forms_of_the_same_numbers(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where a ladder is written
    text, sheet = (command(*ASKED[name], form).out for form in ("--markdown", "--csv"))
    rows = list(csv.DictReader(StringIO(sheet)))
    assert rows
    assert all(float(row["value"]) <= float(row["high"] or "inf") for row in rows)
    names = {row["name"].replace("|", "") for row in rows}
    assert {one for one in names if f"\n| {one} |" in text} == names


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("chances", "What a point is worth"),
        ("review", "expected margin in points"),
        *(
            (name, "<?xml")
            for name in ("draw", "duel", "good", "maxim", "score", "settle", "simulate", "matches")
        ),
    ],
)
def test_picture__is_drawn_beside_the_answer(name, said, tmp_path):
    path = tmp_path / "answer.svg"
    assert (
        command(*ASKED[name], "--chart", path).out.splitlines()[:2],
        said in path.read_text("utf-8"),
    ) == (command(*ASKED[name]).out.splitlines()[:2], True)


def test_odds__put_into_a_table_what_is_asked():
    asked = *ASKED["draw"], "--event", "hand.aces != 3", "--csv"
    (row,) = csv.DictReader(StringIO(command(*asked).out))
    kept = answer(*asked[:-1], "--json")["asked"][0]
    assert (row["name"], float(row["value"])) == (kept["event"], kept["probability"])


def test_sheets__are_settled_into_a_table_each_and_drawn_alone(tmp_path):
    sheets = tmp_path / "sheets.jsonl"
    sheets.write_text('{"deals": [[27, 13]]}\n{"deals": [[1, 2]]}\n')
    assert command("settle", str(sheets), "--markdown").out.count("A score sheet") == 2
    drawn = command("settle", str(sheets), "--chart", str(tmp_path / "sheet.svg"))
    assert (drawn.code, "one answer can be drawn" in drawn.err) == (2, True)
