"""The explorer's view of a deal, in a real browser."""

import re

from explorer_page import HAND, IN_BROWSER, open_page, wait_for_text

pytestmark = IN_BROWSER
DISCARD = "KS 9D 8D 8C 7C"


def test_play__a_deal_is_drawn_and_played_to_the_end(page, server):
    open_page(page, server, hand=HAND, discard=DISCARD, view="play")
    page.wait_for_selector("#draw-grid button")
    page.click("#draw-grid [data-card='TS']")
    page.click("#draw-grid [data-card='JD']")
    wait_for_text(page, "#draw-named", "3 at random")
    page.click("#draw-named")
    page.wait_for_selector("#hands .hand")
    assert "draw=TS+JD" in page.url
    # A card that costs something, taken back again.
    dear = page.locator("#hands .card:has(.cost)").first
    if dear.count():
        dear.click()
        wait_for_text(page, "#turn", "to answer")
        page.click("[data-control=back]")
        wait_for_text(page, "#turn", "to lead")
    page.click("[data-control=best]")
    wait_for_text(page, "#turn", "younger's turn, to answer")
    assert page.evaluate("document.activeElement.dataset.control") == "best"
    page.click("[data-control=finish]")
    wait_for_text(page, "#trick", "The deal is over")
    score = re.search(r"Elder makes (\d+), younger (\d+)", page.inner_text("#turn"))
    page.click("#course summary")
    story = page.inner_text("#course pre")
    assert f"Elder makes {score[1]}:" in story
    assert f"Younger makes {score[2]}:" in story
    page.reload()
    wait_for_text(page, "#trick", "The deal is over")
