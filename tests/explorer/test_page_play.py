"""The explorer's view of a deal, in a real browser."""

import re

import pytest
from explorer_page import DISCARD, HAND, go, numbers_shown, numbers_told, open_page, state_of

OVER = ("#trick", "The deal is over")


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
    go(
        page,
        ("", "body:has([data-control=best]:focus) #trick", "Trick 1: lead", ""),
        ("", "#trick", "Trick 1: younger to answer", "Enter"),
        ("[data-control=finish]", *OVER),
        ("#story summary", "#story pre", "Elder makes"),
    )
    elder, younger, ahead = re.search(
        r"Elder scores (\d+), younger (\d+). You end (\S+)\.", page.inner_text("#turn")
    ).groups()
    assert (
        ahead,
        re.findall(r"(?:Elder|Younger) makes (\d+):", page.inner_text("#story pre")),
        state_of(page)["draw"],
    ) == (signed(int(elder) - int(younger)), [elder, younger], "TS JD")


@pytest.mark.parametrize("seat", [pytest.param("elder", marks=pytest.mark.slow), "younger"])
def test_play__every_number_is_the_server_s_and_the_table_leads_back_and_forth(page, server, seat):
    """Of ten cards every fourth is the worst that is legal."""
    asked = {"hand": HAND, "discard": "KS 9D 8D", "number": "7", "seat": seat, "play": ""}
    for number in range(10):
        costs = {one["card"]: one["cost"] for one in server.ask("deal", **asked)["moves"]}
        card = (max if number % 4 == 3 else min)(costs, key=costs.get)
        asked["play"] = f"{asked['play']} {card}".strip()
    told = server.ask("deal", **asked)
    open_page(page, server, **asked, view="play")
    wait_for_step(page, 10)
    # Those of tricks and of the axis are no amounts.
    shown = numbers_shown(page, "#other-seat p, #own-seat p, #turn, #course td, #calls")
    assert (len(shown) >= 10, ({number.rstrip(",") for number in shown} - numbers_told(told))) == (
        True,
        set(),
    )
    own, other = (told["ends"][one] for one in (seat, "younger" if seat == "elder" else "elder"))
    assert f"you end {signed(own - other)}, {own} to {other}." in page.inner_text("#turn")
    hand = "#own-hand" if told["turn"] == seat else "#other-hand"
    assert page.locator(f"{hand} button.card").count() == len(told["moves"])
    for move in told["moves"]:
        card = page.locator(f"{hand} [data-card='{move['card']}']")
        ends, cost = signed(move["ends"]), move["cost"]
        said = f"ends {ends}, costs {cost}" if cost else f"ends {ends}, best"
        assert card.get_attribute("aria-label").endswith(said)
        assert [card.locator(one).inner_text() for one in (".ends", ".note")] == [
            ends,
            f"−{cost}" if cost else "best",
        ]
    rows, gave = page.locator("#course tbody tr"), [card["gave"] for card in told["played"]]
    for place in range(5):
        first, margin = rows.nth(place).locator("td.number").all_inner_texts()
        assert (re.findall(r"\d+$", first), margin) == (
            [str(one) for one in gave[2 * place : 2 * place + 2] if one][-1:],
            signed(told["margins"][2 * place + 2]),
        )
        assert "wins" in rows.nth(place).locator("td").nth(
            ("elder", "younger").index(told["course"][place]["winner"])
        ).get_attribute("class")
    for key, step in (("ArrowLeft", 9), ("Home", 0), ("ArrowRight", 1), ("End", 10)):
        page.keyboard.press(key)
        wait_for_step(page, step)
    assert state_of(page)["play"] == asked["play"]  # what was played is kept
    page.click("[data-control='trick 2']")
    wait_for_step(page, 4)
    # Another card than was played begins another line.
    page.locator("#own-hand button.card, #other-hand button.card").first.click()
    wait_for_step(page, 5)
    go(page, ("", *OVER, "End End"))
    assert state_of(page)["play"].split()[:4] == asked["play"].split()[:4]
