"""How a hand comes onto the explorer's page: clicks, keys, text, deals by theme; undo."""

import re

import pytest
from explorer_page import (
    DISCARD,
    HAND,
    cards_of,
    click,
    focus_of,
    lay_out,
    open_page,
    state_of,
    type_keys,
    wait_for_text,
)

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


def test_entry__by_clicking_faster_than_cards_are_read(page):
    click(
        page,
        ("#pack [data-card='AS']", "#best-line", "One of twelve; eleven more"),
        ("#hand [data-card='AS']", *EMPTY),
    )
    page.evaluate(
        """cards => cards.forEach(card => document.querySelector(`#pack [data-card="${card}"]`)
            .click())""",
        CARDS,
    )
    page.wait_for_selector("#answer:not([hidden])")
    assert cards_of(page, "#hand") == CARDS
    assert (state_of(page)["hand"], page.input_value("#hand-text")) == (HAND, "AKJ AQJ8 98 J87")


def test_entry__typed_text_is_left_as_it_is_and_what_cannot_be_read_is_named(page):
    text = "♠AKJ ♥AQJ8 ♦98 ♣J87"
    page.focus("#hand-text")
    page.keyboard.type(text)
    page.wait_for_selector(LAID_OUT)
    assert (state_of(page)["hand"], page.input_value("#hand-text")) == (HAND, text)
    for wrong, said in (("AKJ AQJ8 98 J877", "“J877”: ♣7 twice"), ("AKJ AQJ8 9X", "“9X”: unkno")):
        page.fill("#hand-text", wrong)
        wait_for_text(page, "#hand-error", said)
    wait_for_text(page, "#best-line", "Eight of twelve")
    assert cards_of(page, "#hand") == CARDS[:8]
    lay_out(page)
    assert page.inner_text("#hand-error") == ""


def test_entry__by_keys_alone_which_mean_nothing_elsewhere(page):
    page.focus("#copy")
    type_keys(page, "a")
    page.focus("#pack button")
    type_keys(page, "ArrowRight", "ArrowDown", "Space")
    wait_for_text(page, "#best-line", "One of twelve")
    assert (focus_of(page), state_of(page)["hand"]) == ("KH", ".K..")
    click(page, ("#undo", *EMPTY))
    page.focus("#table")
    type_keys(page, *"sakjhaqj8d98cj8", "Backspace")
    wait_for_text(page, "#best-line", "Ten of twelve; two more")
    type_keys(page, *"87")
    page.wait_for_selector("#answer:not([hidden])")
    assert cards_of(page, "#hand") == CARDS
    type_keys(page, *"skd9")  # the same keys now throw cards and keep them
    page.wait_for_selector("#hand [data-card='9D'][aria-pressed=true]")
    assert state_of(page)["discard"] == "KS 9D"


def test_entry__a_hand_of_a_theme_is_dealt_by_the_server_and_undone(page):
    page.click("#new-hand summary")
    with page.expect_response("**/api/random*") as answered:
        click(page, ("#themes [data-theme=blanche]", LAID_OUT, ""))
    (hand,) = deal_hands("blanche", int(re.search(r"number=(\d+)", answered.value.url)[1]))
    assert state_of(page) == {"hand": format_hand(hand)}
    click(
        page,
        ("#hand .card >> nth=0", "#hand [aria-pressed=true]", ""),
        ("#undo", "#hand:not(:has([aria-pressed=true]))", ""),
        ("#undo", *EMPTY),
        ("[data-control=deal]", LAID_OUT, ""),
        ("#new-hand summary", "#themes [data-theme=none]", ""),
        ("#themes [data-theme=none]", *EMPTY),
    )


def test_entry__back_goes_back_and_an_address_can_be_sent(page):
    lay_out(page)
    click(
        page,
        ("#setting > summary", "text=younger", ""),
        ("text=younger >> nth=0", "#set-as", "Younger"),
    )
    page.select_option("#took", "3")
    page.wait_for_url("**took=3*")
    sent = page.url
    page.go_back()
    page.wait_for_function("() => document.getElementById('took').value === '5'")
    page.goto(sent)
    page.wait_for_selector("#answer:not([hidden])")
    assert page.is_checked("input[name=seat][value=younger]")
    assert page.input_value("#took") == "3"


def test_entry__an_address_may_be_in_any_form_and_one_that_cannot_be_is_mended(page, server):
    open_page(page, server, hand="AKJ AQJ8 98 J87", discard="K..98.87")
    page.wait_for_selector("#hand [aria-pressed=true]")
    assert cards_of(page, "#hand", "[aria-pressed=true]") == DISCARD.split()
    open_page(page, server, hand=HAND, seat="younger", took="9")
    wait_for_text(page, "#settings-error", "took: 9")
    page.click("#setting > summary")
    page.check("input[name=seat][value=elder]")
    page.wait_for_selector(LAID_OUT)
    assert page.inner_text("#settings-error") == ""
