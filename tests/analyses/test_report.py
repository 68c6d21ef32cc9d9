"""The report: one page with what the studies say, which opens without a network."""

import json
import re
import shutil
from base64 import b64decode
from html import unescape

import pytest
from browser import CHROMIUM, run_chromium
from specimens import RESULTS

from analyses import find_study
from analyses.findings import Findings
from analyses.report import Order, make_report
from piquet_sim.game.errors import InputError


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A report of two studies that were played."""
    path = tmp_path_factory.mktemp("report") / "page.html"
    made = make_report(Order(400, ("pique", "hands"), "club", author="A <Player>"), path)
    return made, path.read_text("utf-8")


def read_files(text):
    """Files that the page holds, by name."""
    found = re.findall(r'download="([^"]+)" href="data:[^,]+;base64,([^"]+)"', text)
    return {name: b64decode(content) for name, content in found}


def test_page__says_what_the_studies_say_and_holds_their_tables(page, tmp_path):
    made, text = page
    assert sorted(made.answers) == ["hands", "pique"]
    for name, headline in made.answers.items():
        study = find_study(name)
        assert headline in unescape(text)
        assert study.question in unescape(text)
        table = tmp_path / "data.csv"
        table.write_bytes(read_files(text)[f"{name}-data.csv"])
        again = Findings.read_file(table, {"elder": "club", "younger": "club"})
        assert study.words(again)[0] == headline
        assert f"<code>piquet study {name} -n 400 --strategy club --seed 1</code>" in text
    assert {f"{name}-0.svg" for name in made.answers} <= set(read_files(text))
    assert all(file.startswith(b"<?xml") or b"," in file for file in read_files(text).values())


def test_page__asks_nothing_of_a_network_and_runs_nothing(page):
    _, text = page
    assert all(
        one.startswith(("#", "data:")) for one in re.findall(r'\b(?:src|href)="([^"]*)"', text)
    )
    assert not re.search(r"<script|@import|url\((?!#)|\son\w+=", text)
    assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text
    assert "A &lt;Player&gt;" in text


def test_page__of_one_study_has_its_question_for_a_title(tmp_path):
    made = make_report(Order(names=("pique",), results=RESULTS), tmp_path / "pique.html")
    text = made.page.read_text("utf-8")
    meta = json.loads((RESULTS / "pique" / "meta.json").read_text("utf-8"))
    assert f"<h1>{meta['question']}</h1>" in text
    assert made.answers == {"pique": meta["headline"]}
    assert "<nav" not in text
    row = Findings.read_file(RESULTS / "pique" / "data.csv").find(
        seat="elder", event="capot", made_of="anything"
    )
    assert f"{row.n:,}" in text
    assert re.sub(r"<[^>]+>", "", text.partition('class="answer">')[2].partition("</p>")[0]) == (
        " ".join(meta["sentences"]).replace(" ± ", "\u00a0±\u00a0")
    )


def test_results__of_which_there_are_none_are_refused_or_told(tmp_path):
    with pytest.raises(InputError, match="no result of any study"):
        make_report(Order(results=tmp_path), tmp_path / "page.html")
    shutil.copytree(RESULTS / "pique", tmp_path / "pique")
    made = make_report(Order(names=("pique", "hands"), results=tmp_path), tmp_path / "page.html")
    assert (list(made.answers), made.left_out) == (["pique"], ("hands",))
    with pytest.raises(InputError, match="expected a name"):
        Order(author=" ")


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no browser here")
def test_browser__opens_the_page_alone(page, tmp_path):
    path, asked, said = tmp_path / "page.html", [], []
    path.write_text(page[1], encoding="utf-8")
    with run_chromium() as browser:
        shown = browser.new_page(viewport={"width": 390, "height": 800}, color_scheme="dark")
        shown.context.set_offline(True)
        shown.on("request", lambda request: asked.append(request.url))
        shown.on("console", lambda message: said.append(message.text))
        shown.goto(path.as_uri())
        shown.locator("summary").first.click()
        assert shown.locator("table").first.is_visible()
        assert shown.evaluate("document.documentElement.scrollWidth") <= 390
        assert all(one.bounding_box()["width"] > 200 for one in shown.locator("figure svg").all())
    assert [one for one in asked if not one.startswith("data:")] == [path.as_uri()]
    assert said == []
