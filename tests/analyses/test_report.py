"""The report: one page with what the studies say, which opens without a network.

Covers `analyses.report.making`.
"""

import json
import re
import shutil
from base64 import b64decode
from html import unescape

import pytest
from specimens import RESULTS

from analyses import find_study
from analyses.findings import Findings
from analyses.report import Order, make_report


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A report of two studies that were played."""
    path = tmp_path_factory.mktemp("report") / "page.html"
    made = make_report(Order(400, ("pique", "hands"), "club", author="A <Player>"), path)
    return made, path.read_text("utf-8")


@pytest.mark.parametrize("name", ["hands", "pique"])
def test_page__says_what_a_study_says_and_holds_its_table(page, name, tmp_path):
    (made, text), study = page, find_study(name)
    asked = f"<code>piquet study {name} -n 400 --strategy club --seed 1</code>"
    assert all(one in unescape(text) for one in (made.answers[name], study.question, asked))
    files = dict(re.findall(r'download="([^"]+)" href="data:[^,]+;base64,([^"]+)"', text))
    assert b64decode(files[f"{name}.svg"]).startswith(b"<?xml")
    (tmp_path / "data.csv").write_bytes(b64decode(files[f"{name}-data.csv"]))
    about = {"elder": "club", "younger": "club", "rules": "rubicon", "n": 400, "seed": 1}
    assert study.words(Findings.read_file(tmp_path / "data.csv", about))[0] == made.answers[name]


def test_page__asks_nothing_of_a_network_and_runs_nothing(page):
    made, text = page
    assert sorted(made.answers) == ["hands", "pique"]
    assert not [
        one
        for one in re.findall(r'\b(?:src|srcset|href)="([^"]*)"', text)
        if not one.startswith(("#", "data:"))
    ]
    assert not re.search(r"<script|@import|url\((?!#)|\son\w+=", text)
    assert ("default-src 'none'" in unescape(text), "A &lt;Player&gt;" in text) == (True, True)


def test_page__of_one_study_has_its_question_for_a_title(tmp_path):
    made = make_report(Order(names=("pique",), results=RESULTS), tmp_path / "pique.html")
    text, home = made.page.read_text("utf-8"), RESULTS / "pique"
    meta = json.loads((home / "meta.json").read_text("utf-8"))
    assert made.answers == {"pique": meta["headline"]}
    capot = {"seat": "elder", "event": "capot", "made_of": "anything"}
    row = Findings.read_file(home / "data.csv").find(**capot)
    assert [one in text for one in (f"<h1>{meta['question']}</h1>", f"{row.n:,}", "<nav")] == [
        *(True, True, False)
    ]
    said = re.sub(r"<[^>]+>", "", text.partition('class="answer">')[2].partition("</p>")[0])
    assert said.replace("\u00a0", " ") == " ".join(meta["sentences"])


def test_results__that_are_missing_are_left_out(tmp_path):
    shutil.copytree(RESULTS / "pique", tmp_path / "pique")
    made = make_report(Order(names=("pique", "hands"), results=tmp_path), tmp_path / "page.html")
    assert (list(made.answers), made.left_out) == (["pique"], ("hands",))
