"""The frame of the explorer's page: its views, its address, its bar."""

from pathlib import Path

import pytest
from explorer_page import (
    HAND,
    IN_BROWSER,
    boxes_of,
    find_violations,
    is_in_view,
    open_page,
    state_of,
)

import piquet_sim.explorer

pytestmark = IN_BROWSER
MOST_BYTES = 200_000


def seen(page):
    return page.locator(".view:not([hidden])").evaluate_all("all => all.map(one => one.id)")


def test_frame__a_view_is_in_the_address_and_back_goes_to_the_one_before(page):
    assert seen(page) == ["view-discard"]
    for view in ("partie", "ten", "review"):
        page.click(f"a[data-view={view}]")
        page.wait_for_selector(f"#view-{view}")
        assert seen(page) == [f"view-{view}"]
        assert state_of(page)["view"] == view
        assert page.get_attribute(f"a[data-view={view}]", "aria-current") == "page"
    for view in ("ten", "partie", "discard"):
        page.go_back()
        page.wait_for_selector(f"#view-{view}")
    assert page.locator("a[aria-current]").count() == 1


def test_frame__opens_on_discard_and_the_words_are_one_tap_away(empty_page, server):
    empty_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page(empty_page, server, hand=HAND)
    assert seen(empty_page) == ["view-discard"]
    empty_page.click("#copy")
    empty_page.locator("#copied", has_text="Copied").wait_for()
    assert empty_page.evaluate("navigator.clipboard.readText()") == empty_page.url
    empty_page.set_viewport_size({"width": 360, "height": 740})
    for view in ("review", "discard"):
        empty_page.click(f"a[data-view={view}]")
        empty_page.click("header >> text=Words")
        empty_page.locator("#word-repique").wait_for()
        assert find_violations(empty_page) == []
        empty_page.keyboard.press("Escape")
        assert seen(empty_page) == [f"view-{view}"]
    assert state_of(empty_page) == {"hand": HAND}  # which all views keep
    empty_page.click("#setting > summary")
    empty_page.click("text=Who is elder?")
    assert is_in_view(empty_page, "#word-elder")


def test_frame__all_files_of_the_page_are_small(server):
    """As they are sent, without what only people read in them."""
    folder = Path(piquet_sim.explorer.__file__).parent / "page"
    sent = {path.name: server.get(f"/{path.name}")[2] for path in folder.iterdir()}
    assert all(sent[name] for name in ("index.html", "explorer.js", "table.css"))
    assert sum(map(len, sent.values())) <= MOST_BYTES


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (1280, "light")])
def test_frame__fits_the_screen_with_all_views_within_reach(page, width, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 844})
    page.click("a[data-view=ten]")
    page.wait_for_selector("#view-ten")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for box in boxes_of(page, ".views a"):
        assert 0 <= box["left"] < box["right"] <= width
        assert box["height"] >= 44
        assert box["bottom"] <= 844
    assert find_violations(page) == []
