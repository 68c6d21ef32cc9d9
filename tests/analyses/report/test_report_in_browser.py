"""The report of the published results in a browser: alone, printed, dark, on a telephone."""

import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from browser import CHROMIUM, run_chromium
from specimens import RESULTS

from analyses.report import Order, make_report

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="NO BROWSER: Chromium is not installed"),
    pytest.mark.browser,
]
CONTRAST = 4.5


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The report on all published results."""
    return make_report(Order(results=RESULTS), tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module")
def alone(whole, tmp_path_factory):
    """The one file in a folder of its own, as it is mailed."""
    return Path(shutil.copy(whole.page, tmp_path_factory.mktemp("mailed") / "mail.html"))


@pytest.fixture(scope="module")
def browser():
    with run_chromium() as running:
        yield running


@pytest.fixture(scope="module")
def tab(browser, alone):
    """One page for all tests: to open one takes longer than to load one."""
    page = browser.new_page()
    page.faults = []

    def notice(asked):
        if asked.url != alone.as_uri() and not asked.url.startswith("data:"):
            page.faults.append(asked.url)

    page.on("request", notice)
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda said: page.faults.append(said.text))
    return page


@pytest.fixture
def show(tab, alone):
    """Opens the file; whatever it asks for or complains of fails the test."""
    tab.faults.clear()

    def show(width=1280, height=900, scheme="light"):
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(media="null", color_scheme=scheme)
        tab.goto(alone.as_uri())
        return tab

    yield show
    assert tab.faults == []


def test_file__alone_saves_every_row(whole, show):
    page = show()
    link = page.locator('a[data-file="pique/data.csv"]').first
    assert not link.is_visible()
    page.locator('section[aria-labelledby="pique"] .exactly > summary').click()
    with page.expect_download() as saving:
        link.click()
    assert saving.value.suggested_filename == "pique-data.csv"
    saved = Path(saving.value.path()).read_bytes()
    pique = next(one for one in whole.parts if one.part.name == "pique")
    assert sha256(saved).hexdigest() == pique.meta["files"]["data.csv"]


def test_file__is_small_enough_to_be_mailed(alone):
    assert alone.stat().st_size < 5e6


def test_print__has_words_charts_and_tables_and_leaves_the_rest_folded(show):
    page = show()
    page.emulate_media(media="print")
    sections = page.locator(".part").count()
    for shown in (".answer", ".part > figure", ".exactly table"):
        found = page.locator(shown).all()
        assert len(found) == sections
        assert all(one.is_visible() for one in found)
    for folded in (".further", ".more", "summary"):
        found = page.locator(folded).all()
        assert found
        assert not any(one.is_visible() for one in found)


def find_spilling(page):
    # Whatever reaches beyond the window, except in a table that can be scrolled.
    return page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.width && box.right > innerWidth + 1 && !one.closest(".wide, svg");
        }).map((one) => one.outerHTML.slice(0, 80))"""
    )


@pytest.mark.parametrize("width", [390, 320, 1280])
def test_screen__page_never_scrolls_sideways(show, width):
    page = show(width, 844)
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert find_spilling(page) == []


_CONTRASTS = """() => {
  const light = (text) => {
    const [r, g, b] = text.match(/[\\d.]+/g).slice(0, 3).map((one) => {
      const part = one / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = light(getComputedStyle(document.body).backgroundColor);
  const against = (colour, ground = paper) => {
    const [low, high] = [ground, light(colour)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const texts = [...document.querySelectorAll("h1, h2, p, li, td, th, caption, figcaption, a")]
    .filter((one) => one.className !== "anchor")
    .map((one) => [one.tagName, against(getComputedStyle(one).color)]);
  const box = (one) => one.parentElement.querySelector(":scope > g > path");  // a text's own
  const ground = (one) => box(one) ? light(getComputedStyle(box(one)).fill) : paper;
  const letters = [...document.querySelectorAll("figure:not(.paper) svg text")]
    .map((one) => ["svg " + one.textContent, against(getComputedStyle(one).fill, ground(one))]);
  return [...texts, ...letters];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_screen__letters_stand_out_light_and_dark(show, scheme):
    page = show(scheme=scheme)
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(255, 255, 255)") == (scheme == "light")
    found = page.evaluate(_CONTRASTS)
    assert sum(name.startswith("svg") for name, _ in found) > 100
    assert [one for one in found if one[1] < CONTRAST] == []


def test_screen__a_folded_word_is_shown_when_it_is_asked_for(show):
    page = show()
    page.locator('.answer a.word[href="#word-elder"]').first.click()
    page.wait_for_function("document.querySelector('#word-elder').getBoundingClientRect().height")
    assert page.locator("#word-elder").is_visible()


def test_screen__nothing_that_axe_complains_of(show):
    from axe_playwright_python.sync_playwright import Axe

    page = show()
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:120]) for one in found] == []
