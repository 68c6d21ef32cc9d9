"""The explorer's view of a deal, in a real browser."""

import re

import pytest
from explorer_page import (
    DISCARD,
    HAND,
    click,
    focus_of,
    numbers_shown,
    numbers_told,
    open_page,
    state_of,
    type_keys,
    wait_for_text,
)

DEAL = {"hand": HAND, "discard": DISCARD, "number": "7"}
NUMBERS = "#other-seat p, #own-seat p, #turn, #course td, #calls"
"""Where numbers stand; those of tricks and of the axis are no amounts."""
OVER = ("#trick", "The deal is over")


def play_poorly(server, cards, **asked):
    """So many cards of a deal, of which every fourth is the worst that is legal; what is told."""
    played = []
    while True:
        told = server.ask("deal", **asked, play=" ".join(played))
        if len(played) == cards:
            return told, {**asked, "play": " ".join(played), "view": "play"}
        costs = {move["card"]: move["cost"] for move in told["moves"]}
        played.append((max if len(played) % 4 == 3 else min)(costs, key=costs.get))


def wait_for_step(page, step):
    """Wait until so many cards of the deal are seen."""
    page.wait_for_function(
        "left => document.querySelectorAll('#own-hand .card, #other-hand .card').length === left",
        arg=24 - step,
    )


def signed(number):
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def test_play__a_deal_is_drawn_and_played_to_the_end(page, server):
    open_page(page, server, hand=HAND, discard=DISCARD, draw="TS JD", view="play")
    wait_for_text(page, "#trick", "Trick 1: lead")
    assert (state_of(page)["draw"], focus_of(page)) == ("TS JD", "best")
    page.keyboard.press("Enter")
    wait_for_text(page, "#trick", "Trick 1: younger to answer")
    click(page, ("[data-control=finish]", *OVER), ("#story summary", "#story pre", "Elder makes"))
    told = r"Elder scores (\d+), younger (\d+). You end (\S+)\."
    elder, younger, ahead = re.search(told, page.inner_text("#turn")).groups()
    assert ahead == signed(int(elder) - int(younger))
    story = page.inner_text("#story pre")
    assert re.findall(r"(?:Elder|Younger) makes (\d+):", story) == [elder, younger]


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_play__every_number_is_the_server_s(page, server, seat):
    told, asked = play_poorly(server, 4, **{**DEAL, "discard": "KS 9D 8D"}, seat=seat)
    open_page(page, server, **asked)
    wait_for_text(page, "#trick", "Trick 3")
    shown = [number.rstrip(",") for number in numbers_shown(page, NUMBERS)]
    assert len(shown) >= 10
    assert set(shown) <= numbers_told(told)
    own, other = (told["ends"][one] for one in (seat, "younger" if seat == "elder" else "elder"))
    assert f"you end {signed(own - other)}, {own} to {other}." in page.inner_text("#turn")
    hand = "#own-hand" if told["turn"] == seat else "#other-hand"
    assert page.locator(f"{hand} button.card").count() == len(told["moves"])
    for move in told["moves"]:
        card = page.locator(f"{hand} [data-card='{move['card']}']")
        ends, cost = signed(move["ends"]), move["cost"]
        said = f"ends {ends}, costs {cost}" if cost else f"ends {ends}, best"
        assert card.get_attribute("aria-label").endswith(said)
        assert card.locator(".ends").inner_text() == ends
        assert card.locator(".note").inner_text() == (f"−{cost}" if cost else "best")


def test_play__the_table_says_what_was_given_away_and_leads_back_and_forth(page, server):
    told, asked = play_poorly(server, 10, **DEAL)
    open_page(page, server, **asked)
    wait_for_step(page, 10)
    rows, gave = page.locator("#course tbody tr"), [card["gave"] for card in told["played"]]
    for place in range(5):
        first, margin = rows.nth(place).locator("td.number").all_inner_texts()
        given = [str(one) for one in gave[2 * place : 2 * place + 2] if one]
        assert re.findall(r"\d+$", first) == given[-1:]
        assert margin == signed(told["margins"][2 * place + 2])
        seat = ("elder", "younger").index(told["course"][place]["winner"])
        assert "wins" in rows.nth(place).locator("td").nth(seat).get_attribute("class")
    for key, step in (("ArrowLeft", 9), ("Home", 0), ("ArrowRight", 1), ("End", 10)):
        type_keys(page, key)
        wait_for_step(page, step)
    assert state_of(page)["play"] == asked["play"]  # what was played is kept
    page.click("[data-control='trick 2']")
    wait_for_step(page, 4)
    # Another card than was played begins another line.
    page.locator("#own-hand button.card, #other-hand button.card").first.click()
    wait_for_step(page, 5)
    type_keys(page, "End", "End")
    wait_for_text(page, *OVER)
    assert state_of(page)["play"].split()[:4] == asked["play"].split()[:4]
