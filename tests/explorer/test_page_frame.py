"""The frame of the explorer's page: its views, its address, its bar, its words, its connection."""

from pathlib import Path

import pytest
from explorer_page import (
    DISCARD,
    HAND,
    boxes_of,
    check_in_view,
    check_layout,
    go,
    hurry,
    open_page,
    state_of,
    wait_for_text,
)

import piquet_sim.explorer

THROWN = {"hand": HAND, "discard": DISCARD}
VIEWS = {
    "empty": ({}, "#pack [data-card]", "#pack, #best-line, #hand-text"),
    "discard": (THROWN, "#parts tfoot", "#hand, #best-line, #yours-line, #to-play, #ranking"),
    "play": (
        {**THROWN, "view": "play", "number": "7"},
        "#ways .go",
        "#other-hand, #trick-cards, #trick, #turn, #own-hand, #ways, #own-seat",
    ),
    "review": ({"view": "review"}, "#review-line .flow", "#review-title"),
    "ten": ({"view": "ten"}, "#ten .eyebrow", "#ten .eyebrow"),
    "position": (
        {
            **{
                "hand": HAND,
                "discard": DISCARD,
                "draw": "9S 8S KH 9C KD",
                "took": "3",
                **{"point": "good", "sequence": "good", "set": "quatorze of tens"},
            },
            "view": "position",
        },
        "#position-why td",
        "#position h2",
    ),
    "partie": ({"view": "partie"}, "#cloth[data-move]", "#cloth .hand"),
}
"""Of each view its address, what is there when all is, and what stands on the first screen."""
SEEN_ELSEWHERE = ("ten", "partie")
"""Views that are looked over where they are played, too."""
SCREENS = {"wide": (1280, 900, "light"), "phone": (390, 844, "dark")}


@pytest.mark.parametrize(
    ("view", "screen"),
    [
        pytest.param(
            view,
            screen,
            marks=() if number % 2 == place and view not in SEEN_ELSEWHERE else pytest.mark.slow,
        )
        for number, view in enumerate(VIEWS)
        for place, screen in enumerate(SCREENS)
    ],
)
def test_view__fits_the_screen_and_can_be_touched_and_axe_finds_nothing(page, server, view, screen):
    (width, height, scheme), (state, ready, places) = SCREENS[screen], VIEWS[view]
    if view == "review":
        state = {**state, "record": server.ask("choices")["example"]}
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": height})
    open_page(page, server, **state)
    page.wait_for_selector(ready)
    check_in_view(page, *places.split(", "))
    page.set_viewport_size({"width": max(320, width - 70), "height": height})
    page.evaluate(
        "document.querySelectorAll('main details:not(.menu)').forEach(one => { one.open = true; })"
    )
    check_layout(page)
    assert all(
        min(box["width"] + 4, box["height"], height - box["top"]) >= 44
        for box in boxes_of(page, "#hand button, #own-hand button, .views a")
    )


def test_frame__a_view_is_in_the_address_and_back_goes_to_the_one_before(page):
    for view in ("partie", "ten", "review"):
        go(
            page,
            (f"a[data-view={view}]", f"#view-{view}", ""),
            ("", "?view", view, ""),
            ("", f"nav:has([data-view={view}][aria-current])", "", ""),
        )
        assert page.locator(".view:not([hidden]), a[aria-current]").count() == 2
    page.go_back()
    page.wait_for_selector("#view-ten")


def test_frame__an_address_that_cannot_be_says_why(page, server):
    for state, place, said in (
        ({"hand": "AKQJT987.AKQJT.."}, "#hand-error", "13 cards"),
        ({"hand": HAND, "view": "play"}, "#play-error", "choose a throw in Discard"),
        (
            {**THROWN, "view": "play", "number": "7", "play": "TS"},
            "#play-error",
            "whose turn it is",
        ),
        ({"view": "review", "record": "abc"}, "#review-error", "missing or altered"),
    ):
        open_page(page, server, **state)
        wait_for_text(page, place, said)
        assert page.locator("#board").is_hidden()


def test_frame__the_address_is_copied_and_the_words_are_one_tap_away(page, server):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.set_viewport_size({"width": 360, "height": 740})
    open_page(page, server, hand=HAND)
    go(page, ("#copy", "#copied", "Copied"))
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    go(page, ("header >> text=Words", "#word-repique", ""))
    check_layout(page)
    page.keyboard.press("Escape")
    go(page, ("#setting > summary", "text=Who is elder?", ""))
    check_layout(page)
    page.click("text=Who is elder?")
    check_in_view(page, "#word-elder")
    assert state_of(page) == {"hand": HAND}


def test_frame__without_a_connection_says_so_and_goes_on_when_there_is_one(page, server):
    open_page(page, server, hand=HAND)
    page.wait_for_selector("#verdict.is-settled")
    hurry(page)
    told = page.inner_text("#best-line")
    page.context.set_offline(True)
    go(page, ("#hand [data-card='KS']", "#hand-error", "does not answer"))
    assert page.inner_text("#best-line") == told  # all stays
    page.context.set_offline(False)
    wait_for_text(page, "body:has(#hand-error:empty) #why-title", "Why yours loses")
    page.context.set_offline(True)
    go(page, ("#hand-text", "#hand-error", "does not answer", "A K, A"))
    page.focus("#copy")
    assert page.input_value("#hand-text") == "A K, A"
    page.context.set_offline(False)
    wait_for_text(page, "#best-line", "Three of twelve")


def test_frame__all_files_of_the_page_are_small(server):
    """As they are sent, without what only people read in them."""
    sent = [
        len(server.get(f"/{path.name}")[2])
        for path in Path(piquet_sim.explorer.__file__).parent.glob("page/*")
    ]
    assert min(sent) > 0 < sum(sent) <= 200_000
