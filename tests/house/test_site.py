"""The pages as a site, a few of them built: every link leads somewhere, and the search finds."""

import json
import re
import subprocess
import sys
import threading
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from browser import CHROMIUM, run_chromium
from specimens import ROOT

from piquet_sim.cli.guides import STANDARD, list_sections
from piquet_sim.game.glossary import WORDS

MODULES = (
    "piquet_sim.environments",
    "piquet_sim.notation",
    "piquet_sim.notation.writing",
    "piquet_sim.matches.equity",
)
SUBFOLDER = "some/where"
STARTS = ("index.html", "guides/explorer.html", "piquet_sim/matches/equity.html")
"""Pages from which is searched, the last deep in the site."""


class Page(HTMLParser):
    """What a page links to, loads, and can be linked to."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loads, self.pictures = set(), [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.anchors.add(given.get("id"))
        if tag == "a":
            self.links.append(given.get("href"))
        else:
            self.loads += [given[key] for key in ("src", "href", "data", "srcset") if key in given]
        if tag == "img":
            self.pictures.append(given)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of a small build, below another one, as on a host."""
    folder = tmp_path_factory.mktemp("host") / SUBFOLDER
    made = subprocess.run(
        [sys.executable, "-W", "error", str(ROOT / ".ci" / "make_api.py"), str(folder), *MODULES],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert (made.returncode, made.stderr) == (0, "")
    return folder


@pytest.fixture(scope="module")
def pages(site):
    return {
        path.relative_to(site).as_posix(): Page(path.read_text("utf-8"))
        for path in site.rglob("*.html")
    }


def leads_somewhere(pages, site, start, link):
    path, _, anchor = link.partition("#")
    target = ((site / start).parent / path if path else site / start).resolve()
    found = pages.get(target.relative_to(site.resolve()).as_posix())
    return found is not None and (not anchor or anchor in found.anchors)


def test_links__are_relative_and_lead_somewhere(pages, site):
    named = {f"{name.replace('.', '/')}.html" for name in MODULES}
    prose = {"index.html", "glossary.html", "charts.html", "notation.html",
             "guides/command-line.html", "guides/explorer.html"}  # fmt: skip
    assert set(pages) == named | prose
    for start, page in pages.items():
        for link in page.links:
            assert re.match(r"(?![a-z]+:|/)", link), (start, link)
            assert leads_somewhere(pages, site, start, link), (start, link)


def test_pages__load_nothing_from_elsewhere_and_name_no_folder(pages, site):
    for start, page in pages.items():
        assert [one for one in page.loads if not one.startswith("data:")] == [], start
        text = (site / start).read_text("utf-8")
        assert not re.search(r"(?:url\(|import )[\"']?(?:https?:)?//", text), start
        assert str(ROOT) not in text
        assert 'name="viewport"' in text
        assert "prefers-color-scheme" in text


def test_index__has_the_guides_first(pages, site):
    text = (site / "index.html").read_text("utf-8")
    headings = re.findall(r"<h2>(.*?)</h2>", text)
    assert headings[:3] == ["Guides", "Guides", "Also"]  # in the margin and on the page
    assert "piquet_sim/notation.html" in pages["index.html"].links
    for page in pages.values():
        assert any(link.endswith("index.html") for link in page.links)
        assert any(link.endswith("glossary.html") for link in page.links)


def test_charts__are_all_that_are_published(pages):
    results = sorted(path.parent.name for path in (ROOT / "results").glob("*/chart.svg"))
    page = pages["charts.html"]
    assert len(results) == len(page.pictures) > 15
    assert set(results) <= page.anchors
    for picture in page.pictures:
        assert picture["alt"].startswith("Chart: ")
        assert picture["src"].startswith("data:image/svg+xml;base64,")


def test_standard__is_shown_with_its_schema_and_files(site, pages):
    text = (site / "notation.html").read_text("utf-8")
    vectors = json.loads((STANDARD.parent / "vectors.json").read_text("utf-8"))
    for one in (*vectors["right"], *vectors["wrong"]):
        assert f"<code>{one['file']}</code>" in text
    assert "https://json-schema.org/draft/2020-12/schema" in text
    assert {"what-a-reader-must-refuse", "schema", "wrong-files"} <= pages["notation.html"].anchors


def read_entries(site):
    text = (site / "search.js").read_text("utf-8")
    assert text.startswith("window.siteEntries = ")
    return json.loads(text.removeprefix("window.siteEntries = ").rstrip(";\n"))


def test_search__has_entries_that_lead_somewhere(site, pages):
    entries = read_entries(site)
    for title, address, kind, text in entries:
        assert "" not in (title, kind), address
        assert len(text) <= 400
        assert leads_somewhere(pages, site, "index.html", address), address
    titles = {title for title, *_ in entries}
    assert {word.name for word in WORDS} | {"write_deals", *list_sections("notation")} <= titles
    assert [kind for *_, kind, _ in entries[:3]] == ["guide: notation"] * 3
    assert len((site / "search.js").read_bytes()) < 200_000


@pytest.fixture(scope="module")
def host(site):
    """An address of the host below which the site lies."""
    root = site.parents[SUBFOLDER.count("/")]

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{SUBFOLDER}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")
def test_search__works_from_a_file_and_below_a_path(site, host):
    with run_chromium() as chromium:
        for base, starts in ((site.as_uri(), STARTS), (host, STARTS[-1:])):
            page = chromium.new_page(viewport={"width": 390, "height": 800}, color_scheme="dark")
            asked, failed = [], []
            page.on("request", lambda one, asked=asked: asked.append(one.url))
            page.on("pageerror", lambda error, failed=failed: failed.append(str(error)))
            for start in starts:
                page.goto(f"{base}/{start}")
                width = "document.documentElement.scrollWidth"
                assert page.evaluate(width) <= 390, start
                if start != "index.html":
                    page.click("#navtoggle")
                page.fill(".pdoc input[type=search]", "repique")
                first = page.wait_for_selector(".found dt a")
                assert first.inner_text() == "repique"
                page.fill(".pdoc input[type=search]", "nosuchword")
                page.wait_for_selector(".found h2:has-text('Nothing found')")
                page.fill(".pdoc input[type=search]", "write_deals")
                page.wait_for_selector(".found dt a:has-text('write_deals')")
                page.press(".pdoc input[type=search]", "Enter")
                page.wait_for_url(f"{base}/piquet_sim/notation/writing.html#write_deals")
            assert failed == []
            assert {urlsplit(one).netloc for one in asked} == {urlsplit(base).netloc}
            page.close()
