"""The frame of the explorer's page: its views, its address, its bar, its words, its connection."""

from pathlib import Path

import pytest
from explorer_page import (
    HAND,
    IN_BROWSER,
    boxes_of,
    check_in_view,
    check_layout,
    click,
    hurry,
    open_page,
    state_of,
    wait_for_text,
)

import piquet_sim.explorer

pytestmark = IN_BROWSER
MOST_BYTES = 200_000


def test_frame__a_view_is_in_the_address_and_back_goes_to_the_one_before(page):
    for view in ("partie", "ten", "review"):
        click(page, f"a[data-view={view}]", f"#view-{view}")
        assert page.locator(".view:not([hidden])").count() == 1
        assert state_of(page)["view"] == view
        assert page.get_attribute("a[aria-current]", "data-view") == view
    for view in ("ten", "partie", "discard"):
        page.go_back()
        page.wait_for_selector(f"#view-{view}")


def test_frame__the_address_is_copied_and_the_words_are_one_tap_away(page, server):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page(page, server, hand=HAND)
    click(page, "#copy", "#copied", "Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.set_viewport_size({"width": 360, "height": 740})
    for view in ("review", "discard"):
        click(page, f"a[data-view={view}]", f"#view-{view}")
        click(page, "header >> text=Words", "#word-repique")
        check_layout(page)
        page.keyboard.press("Escape")
    assert state_of(page) == {"hand": HAND}  # which all views keep
    page.click("#setting > summary")
    page.click("text=Who is elder?")
    check_in_view(page, "#word-elder")


def test_frame__without_a_connection_says_so_and_goes_on_when_there_is_one(page, server):
    open_page(page, server, hand=HAND)
    page.wait_for_selector("#verdict.is-settled")
    hurry(page)
    told = page.inner_text("#best-line")
    page.context.set_offline(True)
    click(page, "#hand [data-card='KS']", "#hand-error", "does not answer")
    assert page.inner_text("#best-line") == told  # all stays
    page.context.set_offline(False)
    wait_for_text(page, "#why-title", "Why yours loses")
    assert page.inner_text("#hand-error") == ""


def test_frame__all_files_of_the_page_are_small(server):
    """As they are sent, without what only people read in them."""
    folder = Path(piquet_sim.explorer.__file__).parent / "page"
    sent = [server.get(f"/{path.name}")[2] for path in folder.iterdir()]
    assert all(sent)
    assert sum(map(len, sent)) <= MOST_BYTES


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (1280, "light")])
def test_frame__fits_the_screen_with_all_views_within_reach(page, width, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 844})
    click(page, "a[data-view=ten]", "#view-ten")
    for box in boxes_of(page, ".views a"):
        assert 0 <= box["left"] < box["right"] <= width
        assert 44 <= box["height"] <= box["bottom"] <= 844
    check_layout(page)
