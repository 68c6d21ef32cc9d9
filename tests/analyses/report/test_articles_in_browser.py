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


@pytest.fixture
def show(browser):
    """Opens articles; whatever they complain of fails the test."""
    opened, faults = [], []

    def show(article, width=1000):
        context = browser.new_context(viewport={"width": width, "height": 900})
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("requestfailed", lambda asked: faults.append(asked.url))
        page.goto((article.folder / "article.html").as_uri())
        return page

    yield show
    for context in opened:
        context.close()
    assert faults == []


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
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:120]) for one in found] == []
