"""The pages of the API: made without a warning, complete, and every link leads somewhere."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from specimens import ROOT

import piquet_sim
from piquet_sim.cli.guides import GUIDES, list_sections, read_guide
from piquet_sim.game.glossary import WORDS

pytestmark = pytest.mark.slow
MAKER = ROOT / ".ci" / "make_api.py"


class _Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loads = set(), [], []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.anchors.add(given.get("id"))
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag in ("script", "img", "link") and (given.get("src") or given.get("href")):
            self.loads.append(given.get("src") or given["href"])


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("api")
    made = subprocess.run(
        [sys.executable, "-W", "error", str(MAKER), str(folder)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.strip() == str(folder / "index.html")
    return {path.relative_to(folder): _Page(path) for path in folder.rglob("*.html")} | {
        "folder": folder
    }


def test_pages__have_every_public_name(pages):
    assert set(piquet_sim.__all__) - {"__version__"} <= pages[Path("piquet_sim.html")].anchors
    index = pages[Path("index.html")].links
    for name in ("simulate", "Estimate", "parse_hand"):
        assert f"piquet_sim.html#{name}" in index
    assert "piquet_sim/estimates/estimate.html" in index


def test_pages__every_link_leads_somewhere(pages):
    folder = pages["folder"]
    for place, page in pages.items():
        if place == "folder":
            continue
        for link in page.links:
            path, _, anchor = link.partition("#")
            assert not path.startswith(("http:", "https:")), (place, link)
            target = (folder / place).parent / path if path else folder / place
            found = pages.get(target.resolve().relative_to(folder.resolve()))
            assert found is not None, (place, link)
            assert not anchor or anchor in found.anchors, (place, link)


def test_pages__need_no_network_and_show_no_private_name(pages):
    folder = pages["folder"]
    for place, page in pages.items():
        if place == "folder":
            continue
        assert not [one for one in page.loads if not one.startswith("data:")], place
        private = [one for one in page.anchors if one and re.match(r"(.*\.)?_(?!_)", one)]
        assert not private, (place, private)
        text = (folder / place).read_text("utf-8")
        assert str(Path.home()) not in text
        assert ":math:" not in re.sub(r"<details.*?</details>|<pre>.*?</pre>", "", text, flags=re.S)
    assert not (folder / "piquet_sim" / "kernel").exists()


def test_pages__explain_the_words_of_the_game(pages):
    assert {word.key for word in WORDS} <= pages[Path("glossary.html")].anchors
    linked = {
        link.partition("#")[2]
        for place, page in pages.items()
        if place != "folder"
        for link in page.links
        if "glossary.html#" in link
    }
    assert {"elder", "repique", "talon", "partie"} <= linked
    assert "../../glossary.html" in pages[Path("piquet_sim/exact/draw_odds.html")].links


def test_formulas__are_drawn_by_the_browser(pages):
    text = (pages["folder"] / "piquet_sim" / "matches" / "equity.html").read_text("utf-8")
    assert 'display="block"' in text
    assert "FORMULA" not in text
    assert "FORMULA" not in (pages["folder"] / "search.js").read_text("utf-8")


def test_pages__have_the_guides(pages):
    index = pages[Path("index.html")].links
    for topic, package in GUIDES.items():
        if topic in ("explorer", "command-line"):  # of which the pages show nothing
            continue
        place = package.replace(".", "/") + ".html"
        assert place in index
        text = (pages["folder"] / place).read_text("utf-8")
        assert [one for one in list_sections(topic) if f">{one}</h6>" not in text] == []
        shown = text.partition('<input id="mod-')[0]  # what stands before the source
        for command in re.findall(r"^    (piquet \w+)", read_guide(topic), re.MULTILINE):
            assert command in shown, (topic, command)
