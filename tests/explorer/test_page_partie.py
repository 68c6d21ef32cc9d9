"""A partie in a real browser, played by a script that sees only the page."""

import re

import pytest
from explorer_page import (
    boxes_of,
    cards_of,
    check_in_view,
    check_layout,
    focus_of,
    go,
    hurry,
    kept_of,
    open_page,
    save,
    wait_for_text,
)

from piquet_sim.deals.notation import read_deals
from piquet_sim.decisions.review.records import read_record
from piquet_sim.explorer.records import read_code
from piquet_sim.game.wording import number_word

LEGAL = ":not([aria-disabled])"
BOARD = ("#cloth .backs", "#cloth .hand", "#cloth .won")


def wait_for_move(page, before=""):
    """What is to be decided, once the page waits for another decision than before."""
    ready = "#cloth[aria-busy=false][data-move]:not([data-move*=waiting])"
    page.wait_for_selector(f"{ready}:not([data-move='{before}'])")
    return page.get_attribute("#cloth", "data-move")


def decide(page, at):
    """One decision by what stands on the page, and what is to be decided then.

    As many cards go as may: a deal in which elder leaves cards takes ten times as long to review.
    """
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
    page.evaluate(
        "kept => localStorage.setItem('piquet', JSON.stringify(kept))",
        {"version": 1, "partie": "", "settings": {"opponent": "club", **settings}, "errors": []},
    )
    open_page(page, server, view="partie")
    hurry(page)
    return wait_for_move(page)


def test_partie__a_deal_stays_on_one_screen_and_is_reviewed_with_the_same_losses(page, server):
    """Nothing jumps from the first card on the table to the fourth trick."""
    page.set_viewport_size({"width": 320, "height": 640})
    page.emulate_media(color_scheme="dark")
    at, tops = begin(page, server), set()
    assert page.locator("#cloth .card[data-card]").count() == 12  # no card of the other hand
    while page.locator("#cloth .won .y, #cloth .won .n").count() < 3:
        check_in_view(page, *BOARD, "#cloth .turn h2", "#cloth .seat ~ .seat")
        tops.add(tuple(boxes_of(page, one)[0]["top"] for one in BOARD))
        at = decide(page, at)
    assert (len(tops), page.evaluate("scrollY")) == (1, 0)
    check_layout(page)
    told = server.ask("table", partie=kept_of(page)["partie"])
    go(page, ("#cloth [data-control=tricks]", "#so-far", "won"), ("", "#cloth", "", "Escape"))
    assert [
        page.locator(one).all_inner_texts()
        for one in ("#so-far td:last-child", "#sheet .race b", "#cloth .took", ".backs .back")
    ] == [
        ["yours" if is_own else "club’s" for is_own in told["tricks"]],
        [f"{points}" for points in told["points"]],
        [
            f"{number_word(won) if won else 'no'} trick{'s' * (won != 1)}"
            for won in map(told["tricks"].count, (False, True))
        ],
        [""] * (12 - sum(not one["own"] for one in told["plays"])),
    ]
    while not at.startswith("end"):
        at = decide(page, at)
    go(page, ("", "#gave", "ounting", ""), ("", "body:has(#sheet .ledger)", "", ""))
    told = server.ask("table", partie=kept_of(page)["partie"])
    own, theirs = told["score"]
    elder, other = ("you", "younger") if told["seat"] == "elder" else ("club", "elder")
    assert [
        page.inner_text("#cloth .result"),
        *page.locator("#sheet .now > *").all_inner_texts(),
    ] == [
        ("The deal is even,", "You win the deal", "You lose the deal")[
            (own > theirs) - (own < theirs)
        ]
        + f" {own} to {theirs}",
        *("1", elder, f"{own}", f"{theirs}", f"{own}–{theirs}"),
    ]
    (deal,) = read_deals(save(page, "#cloth [data-control=save]").decode())
    saved, shown = read_record(deal), read_code(told["record"])
    assert (saved.dealt, saved.thrown, saved.plays) == (shown.dealt, shown.thrown, shown.plays)
    # What the page says was given away is what the review of the deal says.
    own = [
        one
        for one in server.ask_lines("review", record=told["record"])[-1]["decisions"].values()
        if one["seat"] == told["seat"]
    ]
    worse = [one["lost"]["value"] for one in own if one["is_error"]]
    gave = re.sub("Nothing.*", "0.0 ± 0", page.inner_text("#gave"))
    assert (float(re.search(r"[\d.]+(?=.*± [\d.])", gave)[0]), len(kept_of(page)["errors"])) == (
        pytest.approx(sum(worse), abs=0.051),
        len(worse),
    )
    check_layout(page)
    go(
        page,
        ("#cloth [data-control=review]", "#review-line .flow", ""),
        ("", "?record", told["record"], ""),
        ("a[data-view=partie]", "#cloth [data-control=next]", f"you are {other}"),
        ("#cloth [data-control=next]", "#sheet .now", "2"),
    )


def test_partie__by_keys_alone_and_an_illegal_card_says_why(page, server):
    at = begin(page, server)
    while not at.startswith("play"):
        is_discard = at.startswith("discard")
        assert focus_of(page).startswith(
            cards_of(page, "#cloth .hand")[0] if is_discard else "way "
        )
        for key in ("Space", "ArrowRight", "Space") * is_discard + ("Enter",):
            page.keyboard.press(key)
        at = wait_for_move(page, at)
    moves, noted = [at], page.locator("#cloth .note").count()
    assert (noted, focus_of(page)) == (0, cards_of(page, "#cloth .hand", LEGAL)[0])
    for key in ("Enter", "Enter", "u"):  # two cards are played, and one is taken back
        page.keyboard.press(key)
        moves.append(wait_for_move(page, moves[-1]))
        assert focus_of(page) in cards_of(page, "#cloth .hand", LEGAL)
    page.context.set_offline(True)
    go(page, ("#cloth [data-control=back]", "#partie-error", "does not answer"))
    page.context.set_offline(False)
    page.click("#cloth [data-control=back]")
    assert (moves[3], wait_for_move(page, moves[3])) == (moves[1], at)
    go(page, ("[data-control=cards]", "#cloth .hand .note.good", "best"))  # a hint
    dim = page.locator("#cloth .hand button[aria-disabled]")
    while not (at.startswith("end") or dim.count()):
        at = decide(page, at)
    if dim.count():
        dim.first.click(force=True)
        wait_for_text(page, "#say", "Follow ")


def test_partie__is_there_again_and_two_pages_of_a_browser_are_one_player(page, server):
    at = begin(page, server, rules="american", length="deal")
    wait_for_text(page, "#sheet", "rules of american")
    at, other = decide(page, at), page.context.new_page()
    page.reload()
    open_page(other, server, view="partie")
    assert wait_for_move(page) == wait_for_move(other) == at
    now = decide(other, at)
    wait_for_text(page, "#partie-error", "Another page of this browser has played on")
    assert wait_for_move(page, at) == now
