"""How a hand comes onto the explorer's page: clicks, keys, text, deals by theme; undo."""

import re

import pytest
from explorer_page import DISCARD, HAND, cards_of, go, lay_out, state_of

from piquet_sim.explorer.themes import deal_hands
from piquet_sim.game.cards import format_hand

CARDS = ["AS", "KS", "JS", "AH", "QH", "JH", "8H", "9D", "8D", "JC", "8C", "7C"]
"""Those of `HAND`."""
EMPTY = ("#best-line", "Lay out the twelve cards")
LAID_OUT = "#answer:not([hidden])"


@pytest.fixture
def page(page):
    """A page without advice: nothing is played for it."""
    page.route("**/api/advice*", lambda route: None)
    return page


def test_entry__by_clicking_faster_than_cards_are_read_and_back_and_forth(page):
    go(
        page,
        ("#pack [data-card='AS']", "#best-line", "One of twelve; eleven more"),
        ("#hand [data-card='AS']", *EMPTY),
    )
    page.evaluate(
        """cards => cards.forEach(card => document.querySelector(`#pack [data-card="${card}"]`)
            .click())""",
        CARDS,
    )
    page.wait_for_selector(LAID_OUT)
    typed = page.input_value("#hand-text")
    assert (cards_of(page, "#hand"), state_of(page)["hand"]) == (CARDS, HAND)
    go(
        page,
        ("#setting > summary", "text=younger", ""),
        ("text=younger >> nth=0", "#set-as", "Younger"),
    )
    page.select_option("#took", "3")
    page.wait_for_url("**took=3*")
    sent = page.url
    page.go_back()
    page.wait_for_function("() => document.getElementById('took').value === '5'")
    # An address can be sent, in any form; one that cannot be is mended.
    in_points = page.inner_text("#unit")
    page.goto(sent.replace(HAND, "AKJ+AQJ8+98+J87") + "&discard=K..98.87&score=40-60&deal=4")
    page.wait_for_selector("#hand [aria-pressed=true]")
    assert (typed, page.input_value("input[name=seat]:checked"), page.input_value("#took")) == (
        "AKJ AQJ8 98 J87",
        "younger",
        "3",
    )
    assert cards_of(page, "#hand", "[aria-pressed=true]") == DISCARD.split()
    assert (in_points, page.inner_text("#unit")) == ("points a deal", "settlement of the partie")
    page.goto(sent.replace("took=3", "took=9"))
    go(
        page,
        ("", "body:has(#pack[hidden]) #settings-error", "took: 9", ""),
        ("#setting > summary", "text=elder", ""),
        ("input[name=seat][value=elder]", f"body:has(#settings-error:empty) {LAID_OUT}", ""),
        ("input[name=own]", "#set-as", "no score", "40"),
        ("input[name=theirs]", "#set-as", "no score", "60"),
        ("", "?score", "40-60", "Tab"),
        ("", "?deal", "6", ""),
        ("input[name=own]", "#set-as", "40-60", ""),
        ("", "#set-as", "no score", "Tab"),
        ("", "?deal", None, ""),  # it is that of a score
    )


def test_entry__typed_text_is_left_as_it_is_and_what_cannot_be_read_is_named(page):
    text = "♠AKJ ♥AQJ8 ♦98 ♣J87"
    page.locator("#hand-text").press_sequentially(text)
    page.wait_for_selector(LAID_OUT)
    assert (state_of(page)["hand"], page.input_value("#hand-text")) == (HAND, text)
    go(
        page,
        ("#hand-text", "#hand-error", "“J877”: ♣7 twice", "AKJ AQJ8 98 J877"),
        ("#hand-text", "#hand-error", "“9X”: unkno", "AKJ AQJ8 9X"),
        ("", "#best-line", "Eight of twelve", ""),
    )
    assert cards_of(page, "#hand") == CARDS[:8]
    lay_out(page, then="body:has(#hand-error:empty)")


def test_entry__by_keys_alone_which_mean_nothing_elsewhere(page):
    page.press("#copy", "a")
    page.focus("#pack button")
    go(
        page,
        ("", "#best-line", "One of twelve", "ArrowRight ArrowDown Space"),
        ("", "#pack:has([data-card=KH]:focus)", "", ""),
        ("", "?hand", ".K..", ""),
        ("#undo", *EMPTY),
    )
    page.focus("#table")
    go(
        page,
        ("", "#best-line", "Ten of twelve; two more", "s a k j h a q j 8 d 9 8 c j 8 Backspace"),
        ("", LAID_OUT, "", "8 7"),
        ("", "?hand", HAND, ""),
        # The same keys now throw cards and keep them.
        ("", "#hand [data-card='9D'][aria-pressed=true]", "", "s k d 9"),
        ("", "?discard", "KS 9D", ""),
    )


def test_entry__a_hand_of_a_theme_is_dealt_by_the_server_and_undone(page):
    page.click("#new-hand summary")
    with page.expect_response("**/api/random*") as answered:
        go(page, ("#themes [data-theme=blanche]", LAID_OUT, ""))
    (hand,) = deal_hands("blanche", int(re.search(r"number=(\d+)", answered.value.url)[1]))
    assert state_of(page) == {"hand": format_hand(hand)}
    go(
        page,
        ("#hand .card >> nth=0", "#hand [aria-pressed=true]", ""),
        ("#undo", "#hand:not(:has([aria-pressed=true]))", ""),
        ("#undo", *EMPTY),
        ("[data-control=deal]", LAID_OUT, ""),
        ("#new-hand summary", "#themes [data-theme=none]", ""),
        ("#themes [data-theme=none]", *EMPTY),
    )
