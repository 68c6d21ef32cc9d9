"""A partie in a real browser, played by a script that sees only the page."""

import re

import pytest
from command_line import answer
from explorer_page import (
    boxes_of,
    cards_of,
    check_in_view,
    check_layout,
    click,
    focus_of,
    hurry,
    kept_of,
    open_page,
    save,
    state_of,
    type_keys,
    wait_for_text,
)

LEGAL = ":not([aria-disabled])"
BOARD = ("#cloth .backs", "#cloth .hand", "#cloth .won")


def wait_for_move(page, before=""):
    """What is to be decided, once the page waits for another decision than before."""
    ready = "#cloth[aria-busy=false][data-move]:not([data-move*=waiting])"
    page.wait_for_selector(f"{ready}:not([data-move='{before}'])")
    return page.get_attribute("#cloth", "data-move")


def decide(page):
    """One decision by what stands on the page, and what is to be decided then.

    As many cards go as may: a deal in which elder leaves cards takes ten times as long to review.
    """
    at = wait_for_move(page)
    if at.startswith("discard"):
        for _ in range(5):  # one too many is refused
            page.locator("#cloth .hand button[aria-pressed=false]").last.click()
        page.click("#cloth [data-control=throw]")
    elif at.startswith("play"):
        page.locator("#cloth .hand button:not([aria-disabled])").last.click()
    else:
        page.locator("#cloth .turn > .line [data-control^='way ']").first.click()
    return wait_for_move(page, at)


def begin(page, server, **settings):
    """A new partie against a quick player; what is to be decided first."""
    kept = {"version": 1, "partie": "", "settings": {"opponent": "club", **settings}, "errors": []}
    page.evaluate("kept => localStorage.setItem('piquet', JSON.stringify(kept))", kept)
    open_page(page, server, view="partie")
    hurry(page)
    return wait_for_move(page)


def test_partie__a_deal_is_played_and_reviewed_with_the_same_losses(page, server, tmp_path):
    begin(page, server)
    assert page.locator("#cloth .card[data-card]").count() == 12  # no card of the other hand
    while not decide(page).startswith("end"):
        pass
    wait_for_text(page, "#gave", "ounting")
    page.wait_for_selector("#sheet .ledger")
    told = server.ask("table", partie=kept_of(page)["partie"])
    assert "{} to {}".format(*told["score"]) in page.inner_text("#cloth .result")
    # What the page says was given away is what piquet review says of the saved deals.
    (review,) = answer("review", save(page, "#cloth [data-control=save]", tmp_path), "--json")[
        "deals"
    ]
    worse = [
        one["lost"]["value"]
        for one in review["decisions"]
        if one["seat"] == told["seat"] and one["beyond_doubt"]
    ]
    gave = re.sub("Nothing", "0.0", page.inner_text("#gave"))
    assert float(re.search(r"[\d.]+", gave)[0]) == pytest.approx(sum(worse), abs=0.051)
    assert len(kept_of(page)["errors"]) == len(worse)
    check_layout(page)
    click(page, ("#cloth [data-control=review]", "#review-line .flow", ""))
    assert state_of(page)["record"] == told["record"]
    click(
        page,
        ("a[data-view=partie]", "#cloth [data-control=next]", ""),
        ("#cloth [data-control=next]", "#sheet .now", "2"),
    )


def test_partie__stays_on_one_screen_where_nothing_jumps(page, server):
    """From the first card on the table to the fourth trick."""
    page.set_viewport_size({"width": 320, "height": 640})
    page.emulate_media(color_scheme="dark")
    asked, tops = [begin(page, server).split()[0]], set()
    while page.locator("#cloth .won .y, #cloth .won .n").count() < 3:
        check_in_view(page, *BOARD, "#cloth .turn h2", "#cloth .seat ~ .seat")
        tops.add(tuple(boxes_of(page, one)[0]["top"] for one in BOARD))
        asked.append(decide(page).split()[0])
    assert {"discard", "play"} < {*asked}
    assert (len(tops), page.evaluate("scrollY")) == (1, 0)
    check_layout(page)


def test_partie__by_keys_alone_and_an_illegal_card_says_why(page, server):
    at = begin(page, server)
    while not at.startswith("play"):
        first = cards_of(page, "#cloth .hand")[0] if at.startswith("discard") else "way "
        assert focus_of(page).startswith(first)
        if at.startswith("discard"):
            type_keys(page, "Space", "ArrowRight", "Space")
        type_keys(page, "Enter")
        at = wait_for_move(page, at)
    assert page.locator("#cloth .note").count() == 0
    assert focus_of(page) == cards_of(page, "#cloth .hand", LEGAL)[0]
    moves = [at]
    for key in ("Enter", "Enter", "u"):  # two cards are played, and one is taken back
        type_keys(page, key)
        moves.append(wait_for_move(page, moves[-1]))
        assert focus_of(page) in cards_of(page, "#cloth .hand", LEGAL)
    assert moves[3] == moves[1]
    click(page, ("[data-control=cards]", "#cloth .hand .note", ""))  # a hint
    dim = page.locator("#cloth .hand button[aria-disabled]")
    while not (moves[-1].startswith("end") or dim.count()):
        moves.append(decide(page))
    if dim.count():
        dim.first.click(force=True)
        wait_for_text(page, "#say", "Follow ")


def test_partie__is_there_again_and_two_pages_of_a_browser_are_one_player(page, server):
    begin(page, server, rules="american", length="deal")
    wait_for_text(page, "#sheet", "rules of american")
    at, other = decide(page), page.context.new_page()
    page.reload()
    open_page(other, server, view="partie")
    assert wait_for_move(page) == wait_for_move(other) == at
    now = decide(other)
    wait_for_text(page, "#partie-error", "Another page of this browser has played on")
    assert wait_for_move(page, at) == now
