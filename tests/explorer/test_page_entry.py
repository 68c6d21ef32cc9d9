"""How a hand comes onto the explorer's page: clicks, keys, text, deals by theme; undo."""

import re

from explorer_page import (
    CARDS,
    DISCARD,
    HAND,
    IN_BROWSER,
    cards_of,
    hurry,
    lay_out,
    leave_unplayed,
    open_page,
    state_of,
    wait_for_text,
    wait_until,
)

from piquet_sim.explorer.themes import THEMES, deal_hands
from piquet_sim.game.cards import format_hand

pytestmark = IN_BROWSER


def test_entry__by_clicking_faster_than_cards_are_read(page):
    leave_unplayed(page)
    wait_for_text(page, "#best-line", "Lay out the twelve cards")
    page.click("#pack [data-card='AS']")
    page.click("#pack [data-card='KS']")
    wait_for_text(page, "#best-line", "Two of twelve; ten more")
    page.click("#hand [data-card='AS']")
    wait_for_text(page, "#best-line", "One of twelve; eleven more")
    page.evaluate(
        """cards => cards.forEach(card => document.querySelector(`#pack [data-card="${card}"]`)
            .click())""",
        [card for card in CARDS if card != "KS"],
    )
    page.wait_for_selector("#answer:not([hidden])")
    assert cards_of(page, "#hand") == CARDS
    assert page.locator("#pack button").count() == 0
    assert state_of(page)["hand"] == HAND
    assert page.input_value("#hand-text") == "AKJ AQJ8 98 J87"


def test_entry__typed_text_is_left_as_it_is_and_what_cannot_be_read_is_named(page):
    text = "♠AKJ ♥AQJ8 ♦98 ♣J87"
    leave_unplayed(page)
    page.focus("#hand-text")
    page.keyboard.type(text)
    page.wait_for_selector("#answer:not([hidden])")
    assert (state_of(page)["hand"], page.input_value("#hand-text")) == (HAND, text)
    page.keyboard.press("Enter")
    wait_until(page, "document.getElementById('hand-text').value === 'AKJ AQJ8 98 J87'")
    page.fill("#hand-text", "AKJ AQJ8 98 J877")
    wait_for_text(page, "#hand-error", "“J877”: ♣7 twice")
    assert page.get_attribute("#hand-text", "aria-invalid") == "true"
    page.fill("#hand-text", "AKJ AQJ8 9X")
    wait_for_text(page, "#hand-error", "“9X”: unknown rank")
    wait_until(page, "document.querySelectorAll('#hand [data-card]').length === 8")
    assert cards_of(page, "#hand") == CARDS[:8]
    lay_out(page)
    assert page.inner_text("#hand-error") == ""
    assert page.get_attribute("#hand-text", "aria-invalid") is None


def test_entry__by_keys_alone_which_mean_nothing_elsewhere(page):
    leave_unplayed(page)
    page.focus("#copy")
    page.keyboard.press("a")
    assert "hand" not in state_of(page)
    page.focus("#pack button")
    for key in ("ArrowRight", "ArrowDown", "Space"):
        page.keyboard.press(key)
    wait_for_text(page, "#best-line", "One of twelve")
    assert page.evaluate("document.activeElement.dataset.card") == "KH"
    page.click("#undo")
    wait_for_text(page, "#best-line", "Lay out the twelve cards")
    page.focus("#table")
    for key in "sakjhaqj8d98cj8":
        page.keyboard.press(key)
    wait_for_text(page, "#best-line", "Eleven of twelve; one more")
    page.keyboard.press("Backspace")
    wait_for_text(page, "#best-line", "Ten of twelve; two more")
    page.keyboard.press("8")
    page.keyboard.press("7")
    page.wait_for_selector("#answer:not([hidden])")
    assert cards_of(page, "#hand") == CARDS
    for key in "skd9":  # the same keys now throw cards and keep them
        page.keyboard.press(key)
    page.wait_for_selector("#hand [data-card='9D'][aria-pressed=true]")
    assert state_of(page)["discard"] == "KS 9D"
    page.keyboard.press("Backspace")
    page.wait_for_selector("#hand [data-card='9D'][aria-pressed=false]")
    page.keyboard.press("?")
    page.wait_for_selector("#keys[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("#keys", state="hidden")


def test_entry__a_hand_of_a_theme_is_dealt_by_the_server_and_undone(page):
    leave_unplayed(page)
    shown = page.locator("#themes [data-theme]").evaluate_all(
        "all => all.map(one => [one.dataset.theme, one.textContent])"
    )
    assert all(THEMES[name].title in title for name, title in shown if name in THEMES)
    page.click("#new-hand summary")
    with page.expect_response("**/api/random*") as answered:
        page.click("#themes [data-theme=blanche]")
    (hand,) = deal_hands("blanche", int(re.search(r"number=(\d+)", answered.value.url)[1]))
    wait_until(page, f"location.search === '?hand={format_hand(hand)}'")
    assert not page.locator("#new-hand").evaluate("menu => menu.open")
    page.click("#hand .card >> nth=0")
    page.wait_for_selector("#hand [aria-pressed=true]")
    page.click("#undo")
    wait_until(page, "!document.querySelector('#hand [aria-pressed=true]')")
    page.click("#undo")
    wait_for_text(page, "#best-line", "Lay out the twelve cards")
    assert page.is_disabled("#undo")
    page.click("[data-control=deal]")
    page.wait_for_selector("#answer:not([hidden])")
    page.click("#new-hand summary")
    page.click("#themes [data-theme=none]")  # the table is cleared
    page.wait_for_selector("#answer", state="hidden")
    assert page.locator("#pack button").count() == 32


def test_entry__without_a_connection_says_so_and_goes_on_when_there_is_one(empty_page, server):
    page = empty_page
    open_page(page, server, hand=HAND)
    page.wait_for_selector("#verdict.is-settled")
    hurry(page)
    told = page.inner_text("#best-line")
    page.context.set_offline(True)
    try:
        page.click("#hand [data-card='KS']")
        wait_for_text(page, "#hand-error", "does not answer")
        assert page.inner_text("#best-line") == told  # all stays
    finally:
        page.context.set_offline(False)
    wait_for_text(page, "#why-title", "Why yours loses")
    assert page.inner_text("#hand-error") == ""
    page.complaints[:] = [said for said in page.complaints if "DISCONNECTED" not in said]


def test_entry__back_goes_back_and_an_address_can_be_sent(page):
    leave_unplayed(page)
    lay_out(page)
    page.click("#setting > summary")
    page.click("text=younger >> nth=0")  # the choice, and not the way to the words
    wait_for_text(page, "#set-as", "Younger")
    assert page.is_hidden("#words")
    page.select_option("#took", "3")
    wait_until(page, "location.search.includes('took=3')")
    sent = page.url
    page.go_back()
    wait_until(page, "document.getElementById('took').value === '5'")
    page.go_back()
    page.go_back()
    page.wait_for_selector("#answer", state="hidden")
    page.go_forward()
    page.wait_for_selector("#answer:not([hidden])")
    page.goto(sent)
    page.wait_for_selector("#answer:not([hidden])")
    assert page.is_checked("input[name=seat][value=younger]")
    assert page.input_value("#took") == "3"


def test_entry__an_address_that_cannot_be_is_mended_on_the_page(empty_page, server):
    leave_unplayed(empty_page)
    open_page(empty_page, server, hand="AKQJT987.AKQJT..")
    wait_for_text(empty_page, "#hand-error", "13 cards")
    assert empty_page.input_value("#hand-text") == "AKQJT987.AKQJT.."
    empty_page.fill("#hand-text", "AKQJT98.AKQJT..")
    empty_page.wait_for_selector("#answer:not([hidden])")
    open_page(empty_page, server, hand="AKJ AQJ8 98 J87", discard="K..98.87")  # in any form
    empty_page.wait_for_selector("#hand [aria-pressed=true]")
    assert cards_of(empty_page, "#hand", "[aria-pressed=true]") == DISCARD.split()
    open_page(empty_page, server, hand=HAND, seat="younger", took="9")
    wait_for_text(empty_page, "#settings-error", "took: 9")
    empty_page.click("#setting > summary")
    empty_page.check("input[name=seat][value=elder]")
    empty_page.wait_for_selector("#answer:not([hidden])")
    assert empty_page.inner_text("#settings-error") == ""
