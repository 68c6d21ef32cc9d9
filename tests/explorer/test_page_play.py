"""The explorer's view of a deal, in a real browser."""

import re

import pytest
from explorer_page import (
    DISCARD,
    HAND,
    IN_BROWSER,
    boxes_of,
    find_violations,
    is_in_view,
    numbers_shown,
    numbers_told,
    open_page,
    state_of,
    wait_for_text,
)

pytestmark = IN_BROWSER
DEAL = {"hand": HAND, "discard": DISCARD, "number": "7"}
PLACES = ["#other-seat p", "#own-seat p", "#turn", "#course td", "#calls"]
"""Where numbers stand; those of tricks and of the axis are no amounts."""


@pytest.fixture
def page(empty_page):
    """A page that every test here opens itself."""
    return empty_page


def open_deal(page, server, **more):
    """Open a deal that has been drawn."""
    open_page(page, server, **DEAL, view="play", **more)
    page.wait_for_selector("#board:not([hidden]) #ways .go")


def play_poorly(server, cards, **more):
    """So many cards of the deal, of which every third is the worst that is legal."""
    played = []
    while len(played) < cards:
        told = server.ask("deal", **DEAL, **more, play=" ".join(played))
        costs = {move["card"]: move["cost"] for move in told["moves"]}
        played.append((max if len(played) % 3 == 2 else min)(costs, key=costs.get))
    return " ".join(played)


def wait_for_step(page, step):
    """Wait until so many cards of the deal are seen."""
    left = 24 - step
    page.wait_for_function(
        "left => document.querySelectorAll('#own-hand .card, #other-hand .card').length === left",
        arg=left,
    )


def signed(number):
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def test_play__a_deal_is_drawn_and_played_to_the_end(page, server):
    open_page(page, server, hand=HAND, discard=DISCARD, draw="TS JD", view="play")
    wait_for_text(page, "#trick", "Trick 1: lead")
    assert state_of(page)["draw"] == "TS JD"
    assert page.evaluate("document.activeElement.dataset.control") == "best"
    page.keyboard.press("Enter")
    wait_for_text(page, "#trick", "Trick 1: younger to answer")
    page.click("[data-control=finish]")
    wait_for_text(page, "#trick", "The deal is over")
    score = re.search(r"Elder scores (\d+), younger (\d+)", page.inner_text("#turn"))
    page.click("#story summary")
    story = page.inner_text("#story pre")
    assert f"Elder makes {score[1]}:" in story
    assert f"Younger makes {score[2]}:" in story
    page.reload()
    wait_for_text(page, "#trick", "The deal is over")


@pytest.mark.parametrize("seat", ["elder", "younger"])
def test_play__every_number_is_the_server_s(page, server, seat):
    more = {"seat": seat} if seat == "younger" else {}
    question = {**DEAL, **more, "discard": "KS 9D 8D"}
    told = server.ask("deal", **question)
    cards = told["best"][:3]
    worst = max(server.ask("deal", **question, play=" ".join(cards))["moves"],
                key=lambda move: move["cost"])  # fmt: skip
    play = " ".join([*cards, worst["card"]])
    told = server.ask("deal", **question, play=play)
    open_page(page, server, **question, play=play, view="play")
    wait_for_text(page, "#trick", "Trick 3")
    known = numbers_told(told) | {str(abs(one)) for one in told["margins"]}
    shown = [number.rstrip(",") for number in numbers_shown(page, PLACES)]
    assert len(shown) > 10
    assert [number for number in shown if number not in known] == []
    own, other = (told["ends"][one] for one in (seat, "younger" if seat == "elder" else "elder"))
    assert f"you end {signed(own - other)}, {own} to {other}." in page.inner_text("#turn")
    hand = "#own-hand" if told["turn"] == seat else "#other-hand"
    buttons = page.locator(f"{hand} button.card")
    assert buttons.count() == len(told["moves"])
    for move in told["moves"]:
        card = page.locator(f"{hand} [data-card='{move['card']}']")
        said = f"costs {move['cost']}" if move["cost"] else "best"
        assert card.get_attribute("aria-label").endswith(f"ends {signed(move['ends'])}, {said}")
        assert card.locator(".ends").inner_text() == signed(move["ends"])
        assert card.locator(".note").inner_text() == (
            f"−{move['cost']}" if move["cost"] else "best"
        )


def test_play__the_table_says_what_was_given_away_and_leads_back_and_forth(page, server):
    play = play_poorly(server, 10)
    told = server.ask("deal", **DEAL, play=play)
    open_deal(page, server, play=play)
    wait_for_step(page, 10)
    rows, gave = page.locator("#course tbody tr"), [card["gave"] for card in told["played"]]
    for place in range(5):
        cells = rows.nth(place).locator("td.number").all_inner_texts()
        given = [str(one) for one in gave[2 * place : 2 * place + 2] if one]
        assert re.findall(r"\d+$", cells[0]) == given[-1:]
        assert cells[1] == signed(told["margins"][2 * place + 2])
        seat = ("elder", "younger").index(told["course"][place]["winner"])
        assert "wins" in rows.nth(place).locator("td").nth(seat).get_attribute("class")
    page.click("[data-control=back]")
    wait_for_step(page, 9)
    assert state_of(page)["play"] == play  # what was played is kept
    page.keyboard.press("Home")
    wait_for_step(page, 0)
    page.click("[data-control='finish']")
    wait_for_step(page, 10)
    page.click("[data-control='trick 2']")
    wait_for_step(page, 4)
    page.evaluate("document.activeElement.blur()")
    for key, step in (("ArrowRight", 5), ("ArrowRight", 6), ("ArrowLeft", 5)):
        page.keyboard.press(key)
        wait_for_step(page, step)
    # Another card than was played begins another line.
    page.locator("#own-hand button.card, #other-hand button.card").first.click()
    wait_for_step(page, 6)
    page.keyboard.press("End")
    page.keyboard.press("End")
    wait_for_text(page, "#trick", "The deal is over")
    page.go_back()
    page.wait_for_function("() => !document.getElementById('trick').textContent.includes('over')")


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_play__what_happens_next_is_in_view_and_can_be_touched(page, server, width, height):
    page.set_viewport_size({"width": width, "height": height})
    for cards in (12, 0):
        open_deal(page, server, play=play_poorly(server, cards))
        wait_for_step(page, cards)
        for place in ("#other-hand", "#trick-cards", "#trick", "#turn", "#own-hand", "#ways",
                      "#own-seat"):  # fmt: skip
            assert is_in_view(page, place), (cards, place)
    if width == 1280:
        assert is_in_view(page, "#course")
        assert find_violations(page) == []
    page.set_viewport_size({"width": 320, "height": height})
    assert min(box["width"] for box in boxes_of(page, "#own-hand button.card")) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
