"""A partie in a real browser, played by a script that sees only the page."""

import json
import re

import pytest
from command_line import answer
from explorer_page import (
    IN_BROWSER,
    boxes_of,
    find_violations,
    hurry,
    is_in_view,
    open_page,
    state_of,
    wait_for_text,
    wait_until,
)

pytestmark = IN_BROWSER
READY = "#cloth[aria-busy=false][data-move]:not([data-move*=waiting])"


@pytest.fixture
def page(empty_page):
    """A page that every test here opens itself."""
    return empty_page


def table_of(page):
    """What is to be decided, once the page waits for it."""
    page.wait_for_selector(READY)
    return page.get_attribute("#cloth", "data-move")


def decide(page):
    """One decision by what stands on the page.

    As many cards go as may: a deal in which elder leaves cards takes ten times as long to review.
    """
    at = table_of(page)
    what = at.split()[0]
    hand = page.locator("#cloth .hand button:not([aria-disabled])")
    if what == "discard":
        for _ in range(5):  # one too many is refused
            page.locator("#cloth .hand button[aria-pressed=false]").last.click()
        page.click("#cloth [data-control=throw]")
    elif what == "play":
        hand.last.click()
    else:
        page.locator("#cloth .turn > .line [data-control^='way ']").first.click()
    wait_until(page, f"document.getElementById('cloth').dataset.move !== {json.dumps(at)}")


def begin(page, server, **settings):
    """A new partie against a quick player."""
    open_page(page, server)
    kept = {"version": 1, "partie": "", "settings": {"opponent": "club", **settings}, "errors": []}
    page.evaluate("kept => localStorage.setItem('piquet', JSON.stringify(kept))", kept)
    open_page(page, server, view="partie")
    hurry(page)
    table_of(page)


def kept_of(page):
    """What the browser keeps."""
    return json.loads(page.evaluate("localStorage.getItem('piquet')"))


def test_partie__a_deal_is_played_and_reviewed_with_the_same_losses(page, server, tmp_path):
    begin(page, server)
    assert page.locator("#cloth .card[data-card]").count() == 12  # no card of the other hand
    while table_of(page).split()[0] != "end":
        decide(page)
    wait_for_text(page, "#gave", "ounting")
    page.wait_for_selector("#sheet .ledger")
    told = server.ask("table", partie=kept_of(page)["partie"])
    assert f"{told['score'][0]} to {told['score'][1]}" in page.inner_text("#cloth .result")
    # What the page says was given away is what piquet review says of the saved deals.
    with page.expect_download() as saved:
        page.click("#cloth [data-control=save]")
    path = tmp_path / "partie.txt"
    saved.value.save_as(path)
    (review,) = answer("review", path, "--json")["deals"]
    own = [one for one in review["decisions"] if one["seat"] == told["seat"]]
    worse = [one["lost"]["value"] for one in own if one["beyond_doubt"]]
    gave = page.inner_text("#gave")
    if worse:
        assert float(re.search(r"[\d.]+", gave)[0]) == pytest.approx(sum(worse), abs=0.051)
    else:
        assert "Nothing given away" in gave
    assert len(kept_of(page)["errors"]) == len(worse)
    assert find_violations(page) == []
    page.click("#cloth [data-control=review]")
    page.wait_for_selector("#review-line .flow")
    assert state_of(page)["record"] == told["record"]
    page.click("a[data-view=partie]")
    page.click("#cloth [data-control=next]")
    wait_for_text(page, "#sheet .now", "2")


def test_partie__stays_on_one_screen_where_nothing_jumps(page, server):
    """From the first card on the table to the fourth trick."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme="dark")
    begin(page, server)
    places = (
        "#cloth .backs",
        "#cloth .turn h2",
        "#cloth .hand",
        "#cloth .won",
        "#cloth .seat >> nth=1",
    )
    tops, asked = set(), set()
    while True:
        asked.add(table_of(page).split()[0])
        for place in places:
            assert is_in_view(page, place), (asked, place)
        tops.add(
            tuple(box["top"] for one in places[:1] + places[2:4] for box in boxes_of(page, one))
        )
        if "play" in asked and page.locator("#cloth .won .y, #cloth .won .n").count() > 2:
            break
        decide(page)
    assert {"discard", "play"} < asked
    assert len(tops) == 1
    assert page.evaluate("[document.documentElement.scrollWidth, scrollY]") == [360, 0]
    assert re.search(r"You have won (?!no )\w+ of (three|four) tricks", page.inner_text("#say"))
    assert find_violations(page) == []


def test_partie__by_keys_alone_and_an_illegal_card_says_why(page, server):
    begin(page, server)
    if table_of(page).startswith("discard"):
        page.focus("#cloth .hand button")
        for key in ("Space", "ArrowRight", "Space"):
            page.keyboard.press(key)
        thrown = page.locator("#cloth .hand [aria-pressed=true]")
        thrown.nth(1).wait_for()
        page.keyboard.press("Enter")
        wait_until(page, "!document.getElementById('cloth').dataset.move.startsWith('discard')")
    while not table_of(page).startswith("play"):
        decide(page)
    assert page.locator("#cloth .note").count() == 0
    page.click("[data-control=cards]")  # a hint
    page.wait_for_selector("#cloth .hand .note")
    dim = page.locator("#cloth .hand button[aria-disabled]")
    while not (table_of(page).startswith("end") or dim.count()):
        decide(page)
    if dim.count():
        dim.first.click(force=True)
        wait_for_text(page, "#say", "Follow ")


def test_partie__is_there_again_and_two_pages_of_a_browser_are_one_player(page, server):
    begin(page, server, rules="american", length="deal")
    wait_for_text(page, "#sheet", "rules of american")
    decide(page)
    at = table_of(page)
    page.reload()
    assert table_of(page) == at
    other = page.context.new_page()
    open_page(other, server, view="partie")
    assert table_of(other) == at
    decide(other)
    wait_for_text(page, "#partie-error", "Another page of this browser has played on")
    wait_until(page, f"document.getElementById('cloth').dataset.move !== {json.dumps(at)}")
    assert table_of(page) == table_of(other)
    other.close()
