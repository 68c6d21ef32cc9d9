"""A partie in a real browser, played by a script that sees only the page; Today and My errors."""

import json
import re

import pytest
from command_line import answer
from explorer_page import (
    IN_BROWSER,
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
    page.wait_for_selector(READY, timeout=60_000)
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


def begin(page, server):
    """A new partie against a quick player."""
    server.change("begin", opponent="club")
    open_page(page, server, view="partie")
    hurry(page)
    table_of(page)


def test_partie__a_deal_is_played_and_reviewed_with_the_same_losses(page, server, tmp_path):
    server.change("forget")
    begin(page, server)
    assert page.locator("#cloth .card[data-card]").count() == 12  # no card of the other hand
    assert page.locator("#cloth .back").count() == 12
    while table_of(page).split()[0] != "end":
        decide(page)
    page.wait_for_selector("#sheet .ledger", timeout=120_000)
    told = server.ask("partie")
    result = page.inner_text("#cloth .result")
    assert f"{told['score'][0]} to {told['score'][1]}" in result
    page.wait_for_function("() => document.querySelector('#gave').textContent.length > 10")
    # What the page says was given away is what piquet review says of the record.
    path = tmp_path / "partie.txt"
    path.write_bytes(server.get("/api/file/partie")[2])
    (review,) = answer("review", path, "--json")["deals"]
    own = [one for one in review["decisions"] if one["seat"] == told["seat"]]
    worse = [one["lost"]["value"] for one in own if one["beyond_doubt"]]
    gave = page.inner_text("#gave")
    if not worse:
        assert "Nothing given away" in gave
    else:
        assert float(re.search(r"[\d.]+", gave)[0]) == pytest.approx(sum(worse), abs=0.051)
        page.wait_for_selector("#moment:not([hidden]) .mini", timeout=60_000)
        page.click("[data-control=show]")
        wait_for_text(page, "#moment .verdict", "Better:")
    assert find_violations(page) == []
    page.click("#cloth [data-control=review]")
    page.wait_for_selector("#review-line .flow", timeout=120_000)
    assert state_of(page)["record"] == told["record"]
    page.click("a[data-view=partie]")
    page.click("#cloth [data-control=next]")
    wait_for_text(page, "#sheet .now", "2")


@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), pytest.param(1280, 900, marks=pytest.mark.slow)]
)
def test_partie__fits_the_screen_and_axe_finds_nothing(page, server, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark" if width < 640 else "light")
    begin(page, server)
    while not table_of(page).startswith("play"):
        decide(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for place in ("#cloth .backs", "#cloth .spots", "#cloth .turn h2", "#cloth .hand"):
        assert is_in_view(page, place), place
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
    page.click("[data-control=cards]")  # a hint is asked for, and noted
    page.wait_for_selector("#cloth .hand .note")
    assert server.ask("partie")["helped"]
    dim = page.locator("#cloth .hand button[aria-disabled]")
    while not (table_of(page).startswith("end") or dim.count()):
        decide(page)
    if dim.count():
        dim.first.click(force=True)
        wait_for_text(page, "#say", "Follow ")


def test_today__a_throw_first_and_the_verdict_after(page, server):
    server.change("forget")
    open_page(page, server, day="2026-11-24")
    page.wait_for_selector("#day .big12 button")
    assert "±" not in page.inner_text("#view-today")
    assert page.is_disabled("#day [data-control=throw]")
    cards = page.locator("#day .big12 button")
    for place in range(6):
        cards.nth(place).click()
    wait_for_text(page, "#day .count", "5 of 5")
    wait_for_text(page, "#day .sub", "put one back")
    assert find_violations(page) == []
    page.keyboard.press("Backspace")
    cards.first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_selector("#view-discard:not([hidden]) #ranked tr.mine", timeout=60_000)
    told = server.ask("today", day="2026-11-24")
    assert state_of(page)["discard"] == told["cards"][0]
    wait_until(
        page, "fetch('/api/today?day=2026-11-24').then(one => one.json()).then(one => one.thrown)"
    )
    open_page(page, server, day="2026-11-24")
    wait_for_text(page, "#day .sub", "You threw")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("[data-control=share]")
    wait_for_text(page, "#day .sub", "Copied: Piquet, hand no. 328 of 2026-11-24")
    assert find_violations(page) == []
    page.click("[data-control=another]")
    wait_for_text(page, "#flash .eyebrow", "Hand 1 of 10")
    assert state_of(page)["series"] == "202611241"


def test_errors__are_asked_until_they_are_known(page, server):
    server.change("forget")
    code = server.ask("choices")["example"]
    server.change("keep-deal", record=code, seat="elder", day="2020-01-01")
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, server, view="errors")
    wait_for_text(page, "#flash .eyebrow", "2 due")
    wait_for_text(page, ".views em", "2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("#flash .ring").count() == 0
    assert page.locator("#kept .hid").count() == 2
    for card in ("8H", "9D", "8D", "8C", "7C"):
        page.click(f"#flash [data-card='{card}']")
    page.click("#flash [data-control=throw]")
    wait_for_text(page, "#flash .verdict", "Best.")
    assert find_violations(page) == []
    page.click("#flash [data-control=after]")
    wait_for_text(page, "#flash .ask", "What would you play?")
    page.keyboard.press("x")
    wait_for_text(page, "#flash .verdict", "Better:")
    page.click("#flash [data-control=after]")
    wait_for_text(page, "#flash .ask", "None due today")


def test_ten_hands__are_thrown_from_and_summed_up(page, server):
    open_page(page, server, view="errors", series="4127", throws="-".join("0" * 9))
    wait_for_text(page, "#flash .eyebrow", "Hand 10 of 10")
    assert page.locator("#flash .ring").count() == 0
    page.locator("#flash .mini button").first.click()
    page.click("#flash [data-control=throw]")
    wait_for_text(page, "#flash .verdict", "points")
    page.click("#flash [data-control=next]")
    wait_for_text(page, "#flash .ask", "points lost")
    verdict = server.ask_lines("quiz", series="4127", throws=state_of(page)["throws"])[-1]
    assert verdict["lost"] in page.inner_text("#flash .ask")
    wait_for_text(page, "#flash .sub", f"expert loses {verdict['rivals']['expert']}")
    assert find_violations(page) == []
