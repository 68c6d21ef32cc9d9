"""The frame of the explorer's page: its views, its address, its bar."""

from pathlib import Path

import pytest
from explorer_page import HAND, IN_BROWSER, boxes_of, find_violations, open_page, state_of

import piquet_sim.explorer

pytestmark = IN_BROWSER
MOST_BYTES = 180_000


def seen(page):
    return page.locator(".view:not([hidden])").evaluate_all("all => all.map(one => one.id)")


def test_frame__a_view_is_in_the_address_and_back_goes_to_the_one_before(page):
    assert seen(page) == ["view-discard"]
    for view in ("partie", "errors", "review"):
        page.click(f"a[data-view={view}]")
        page.wait_for_selector(f"#view-{view}")
        assert seen(page) == [f"view-{view}"]
        assert state_of(page)["view"] == view
        assert page.get_attribute(f"a[data-view={view}]", "aria-current") == "page"
    for view in ("errors", "partie", "discard"):
        page.go_back()
        page.wait_for_selector(f"#view-{view}")
    assert page.locator("a[aria-current]").count() == 1


def test_frame__opens_on_the_hand_of_the_day_and_a_hand_is_weighed(empty_page, server):
    open_page(empty_page, server)
    assert seen(empty_page) == ["view-today"]
    open_page(empty_page, server, hand=HAND)
    assert seen(empty_page) == ["view-discard"]
    open_page(empty_page, server, view="quiz", series="4127")  # a link from before
    empty_page.wait_for_selector("#flash .sign")
    assert seen(empty_page) == ["view-errors"]


def test_frame__a_link_is_copied_and_the_views_keep_the_hand(empty_page, server):
    empty_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page(empty_page, server, hand=HAND, view="review")
    empty_page.click("#copy")
    empty_page.locator("#copied", has_text="Copied").wait_for()
    assert empty_page.evaluate("navigator.clipboard.readText()") == empty_page.url
    empty_page.click("a[data-view=discard]")
    empty_page.wait_for_selector("#view-discard")
    assert state_of(empty_page) == {"hand": HAND}


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
    page.click("a[data-view=errors]")
    page.wait_for_selector("#view-errors")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for box in boxes_of(page, ".views a"):
        assert 0 <= box["left"] < box["right"] <= width
        assert box["height"] >= 44
        assert box["bottom"] <= 844
    assert find_violations(page) == []
