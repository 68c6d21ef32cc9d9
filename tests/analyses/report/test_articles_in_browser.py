"""Articles in a browser: printed on two pages, their method folded, and never wider than a page."""

import re

import pytest
from browser import CHROMIUM, run_chromium

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="NO BROWSER: Chromium is not installed"),
    pytest.mark.browser,
]
MOST_PAGES = 2


@pytest.fixture(scope="module")
def browser():
    with run_chromium() as running:
        yield running


@pytest.fixture(scope="module")
def tab(browser):
    """One page for all articles: to open one takes longer than to load one."""
    page = browser.new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("requestfailed", lambda asked: page.faults.append(asked.url))
    return page


@pytest.fixture
def show(tab):
    """Opens an article; whatever it complains of fails the test."""
    tab.faults.clear()
    tab.emulate_media(media="null", color_scheme="null")

    def show(article, width=1000):
        tab.set_viewport_size({"width": width, "height": 900})
        tab.goto((article.folder / "article.html").as_uri())
        return tab

    yield show
    assert tab.faults == []


def count_pages(printed):
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def test_print__has_one_or_two_pages(written, show):
    for one in written:
        page = show(one)
        assert count_pages(page.pdf(prefer_css_page_size=True)) <= MOST_PAGES, one.study
        assert count_pages(page.pdf(format="Letter")) <= MOST_PAGES, one.study


def test_print__counts_more_pages_where_all_is_unfolded(written, show):
    counts = []
    for one in written:
        page = show(one)
        page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
        counts.append(count_pages(page.pdf(prefer_css_page_size=True)))
    assert max(counts) > MOST_PAGES


def test_method__is_folded_on_screen_and_in_print(written, show):
    for one in written:
        page = show(one)
        for media in ("screen", "print"):
            page.emulate_media(media=media)
            folded = page.locator("details.more")
            assert folded.count() == 2
            heads = [each.inner_text().split("\n")[0] for each in folded.locator("summary").all()]
            assert heads == ["Exactly", "How this was measured"]
            assert not page.locator("details.more table").is_visible()
            assert not page.locator("details.more li").first.is_visible()
            assert page.locator(".answer").is_visible()
        page.emulate_media(media="screen")
        page.locator("details.more summary").first.click()
        assert page.locator("details.more table").is_visible()


def test_pictures__are_there_and_drawn(written, show):
    for one in written:
        page = show(one)
        sizes = page.evaluate(
            "[...document.images].map((one) => [one.complete, one.naturalWidth, one.alt.length])"
        )
        assert len(sizes) == 2
        assert all(done and wide > 100 and alt > 20 for done, wide, alt in sizes)


@pytest.mark.parametrize("width", [390, 1000])
def test_screen__never_scrolls_sideways(written, show, width):
    for one in written:
        page = show(one, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, one.study


def test_screen__nothing_that_axe_complains_of(written, show):
    from axe_playwright_python.sync_playwright import Axe

    page = show(written[0])
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:120]) for one in found] == []
