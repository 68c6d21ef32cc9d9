"""`piquet report` on the command line."""

import json
import shutil
from pathlib import Path

import pytest
from command_line import answer, command, refused
from report_order import DEALS
from report_order import SECTIONS as CHOSEN
from report_page import Page
from specimens import RESULTS

from analyses import report as reports


def test_command__folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "taken").write_text("")
    refused("report", "-n", "2000", "--sections", "pique", "--out", tmp_path / "taken")


def test_command__json_says_what_was_made(made):
    told = answer("report", "-n", DEALS, "--seed", "3", "--sections", ",".join(CHOSEN),
                  "--out", made.page.parent, "--json")  # fmt: skip
    assert [part["section"] for part in told["parts"]] == [one.section.key for one in made.parts]
    assert not any(part["computed"] for part in told["parts"])
    assert Path(told["page"]) == made.page


def test_command__takes_results_and_plays_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(reports.sections.Part, "make", lambda *_: pytest.fail("played"))
    for name in ("pique", "headroom"):
        shutil.copytree(RESULTS / name, tmp_path / "results" / name)
    done = command("report", "--of", tmp_path / "results", "--style", "gray", "--author", "A. B.",
                   "--out", tmp_path / "made", "--json")  # fmt: skip
    told = json.loads(done.out)
    assert [part["study"] for part in told["parts"]] == ["pique", "headroom"]
    assert "ladder" in told["left_out"]
    page = Page((tmp_path / "made" / "index.html").read_text(encoding="utf-8"))
    assert page.faults == []
    assert "By A. B." in page.shown
    meta = json.loads((RESULTS / "pique" / "meta.json").read_text(encoding="utf-8"))
    shown = " ".join(page.shown.split()).replace("\u00a0", " ")
    assert all(sentence in shown for sentence in meta["sentences"])
    assert "piquet study pique -n 1000000 --strategy expert --seed 1" in shown
    same = [(home / "pique" / "data.csv").read_bytes() for home in (RESULTS, tmp_path / "made")]
    assert same[0] == same[1]


def test_command__result_of_another_study_is_refused(tmp_path):
    shutil.copytree(RESULTS / "hands", tmp_path / "results" / "pique")
    told = refused("report", "--of", tmp_path / "results", "--out", tmp_path / "made")
    assert "expected the result that answers" in told
