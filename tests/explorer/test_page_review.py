"""The explorer's view of a deal that was played, in a real browser."""

import json
import re

import pytest
from explorer_page import (
    DISCARD,
    HAND,
    IN_BROWSER,
    find_violations,
    numbers_shown,
    numbers_told,
    open_page,
    state_of,
    wait_for_text,
)

from piquet_sim.explorer.records import EXAMPLE
from piquet_sim.review.partie import review_deals

pytestmark = IN_BROWSER
PLACES = [
    "#review-title", "#review-given", "#review-line .amount", "#decisions .number", "#opened-said",
    "#opened-why :is(td, li, caption, .holds)",
]  # fmt: skip
"""Where amounts stand."""


@pytest.fixture
def page(empty_page):
    """A page that every test here opens itself."""
    return empty_page


@pytest.fixture(scope="module")
def record(server):
    """The example as the address has it."""
    return server.ask("choices")["example"]


def wait_until_reviewed(page):
    page.locator("#review-news", has_text=re.compile("slip", re.I)).wait_for()
    page.wait_for_selector("#review-line .flow")


def open_review(page, server, record, **more):
    """Open a deal and wait for its review."""
    open_page(page, server, view="review", record=record, **more)
    wait_until_reviewed(page)


def wait_for_reasons(page):
    page.wait_for_selector("#opened-why :is(li, td)")


def paste(page, text):
    page.fill("#pasted", text)
    page.click("#paste-form .go")


def test_review__a_pasted_deal_is_reviewed_in_the_server_s_numbers(page, server, record):
    told = server.ask_lines("review", record=record)[-1]
    known = numbers_told(told) | numbers_told(server.ask("card", record=record, decision="10"))
    known |= {str(abs(margin)) for margin in told["margins"]}
    open_page(page, server, view="discard")
    page.click("a[data-view=review]")
    assert page.is_hidden("#review-body")
    paste(page, json.dumps(EXAMPLE, indent=2))
    wait_for_text(page, "#review-title", "Elder 28, Younger 23")
    assert state_of(page) == {"view": "review", "record": record}
    assert page.evaluate("document.activeElement.id") == "review-title"
    wait_until_reviewed(page)
    assert page.locator("#decisions tbody tr").count() == 6
    page.click("#decisions [data-control='10']")
    wait_for_reasons(page)
    shown = numbers_shown(page, PLACES)
    assert len(shown) > 40
    assert [number for number in shown if number not in known] == []
    drawn = page.locator("#review-line .amount").all_text_contents()
    assert all(step["said"] in drawn for step in told["steps"] if not step["trick"])
    assert page.locator("#review-line rect.own").count() == 3  # exchange, calls, and a card


def test_review__what_is_wrong_is_named_at_the_field_and_the_rest_stays(page, server, record):
    open_review(page, server, record)
    page.click("#paste-another")
    assert page.evaluate("document.activeElement.id") == "pasted"
    wrong = json.dumps({**EXAMPLE, "play": "JH TH 8H AD QH 7H"})
    paste(page, wrong)
    wait_for_text(page, "#review-error", "card 6 (trick 3): 7H is not legal")
    assert page.get_attribute("#pasted", "aria-invalid") == "true"
    assert page.input_value("#pasted") == wrong
    assert "Elder 28" in page.inner_text("#review-title")
    assert find_violations(page) == []
    page.click("#paste-close")
    assert page.is_hidden("#review-paste")
    open_page(page, server, view="review", record=record[:-9])
    wait_for_text(page, "#review-error", "missing or altered")
    page.click("#review-example")
    wait_for_text(page, "#review-title", "Elder 28")
    assert state_of(page)["record"] == record


def test_review__goes_from_slip_to_slip_and_opens_them_in_the_other_views(page, server, record):
    slips = server.ask_lines("review", record=record)[-1]["slips"]
    open_review(page, server, record)
    opened = "#decisions [aria-pressed=true]"
    assert page.get_attribute(opened, "data-control") == slips[0] == "elder"
    wait_for_reasons(page)
    wait_for_text(page, "#opened-why", "The cards, −3.")
    page.click("#slip-next")
    wait_for_text(page, "#opened-title", "Trick 5: younger answers")
    assert state_of(page)["decision"] == slips[1] == "10"
    wait_for_text(page, "#opened-why", "176 hands")
    assert page.locator("#opened-why tr.open").count() == 1
    page.keyboard.press("n")
    wait_for_text(page, "#opened-title", "Trick 10: elder answers")
    page.click("#slip-back")
    # The arrow keys go through the table, and the line leads to its cards.
    page.focus(opened)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait_for_text(page, "#opened-title", "Trick 10: elder answers")
    assert page.evaluate("document.activeElement.dataset.control") == slips[2] == "20"
    page.locator("#review-line .step[data-step='elder'] rect").first.click()
    wait_for_text(page, "#opened-title", "Elder’s exchange")
    page.click("#review-list summary")
    page.click("#every-decision [data-control='all call-1']")
    wait_for_text(page, "#opened-said", "called in full")
    page.click("#decisions [data-control='elder']")
    page.click("[data-control=open]")  # in the other views
    page.wait_for_selector("#view-discard:not([hidden]) #answer:not([hidden])")
    state = state_of(page)
    assert (state["hand"], state["discard"]) == (HAND, DISCARD)
    page.go_back()
    page.click("#decisions [data-control='10']")
    wait_for_text(page, "#opened-title", "Trick 5")
    page.click("[data-control=open]")
    wait_for_text(page, "#trick", "Trick 5: answer")
    assert "Younger (you)" in page.inner_text("#own-seat")


def test_review__comes_from_a_deal_that_is_over(page, server):
    deal = {"hand": HAND, "discard": DISCARD, "number": "7"}
    best = server.ask("deal", **deal)["best"]
    open_page(page, server, **deal, view="play", play=" ".join(best[:-1]))
    page.wait_for_selector("[data-control=best]:enabled")
    assert page.locator("[data-control=review]").count() == 0
    page.click("[data-control=best]")
    page.click("[data-control=review]")
    wait_until_reviewed(page)
    assert "Elder gave away " in page.inner_text("#review-given")
    page.go_back()
    wait_for_text(page, "#trick", "The deal is over")


@pytest.mark.parametrize(
    ("width", "scheme"), [(320, "light"), pytest.param(1280, "dark", marks=pytest.mark.slow)]
)
def test_review__fits_the_screen_and_axe_finds_nothing(page, server, record, width, scheme):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    open_page(page, server, view="review")
    assert find_violations(page) == []
    open_review(page, server, record)
    page.click("#review-list summary")
    for decision in ("elder", "10"):
        page.click(f"#decisions [data-control='{decision}']")
        wait_for_reasons(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert find_violations(page) == []


def test_review__a_partie_that_is_dropped_is_a_table_of_deals(page, server):
    deals = "\n".join(json.dumps(EXAMPLE) for _ in range(2))
    open_page(page, server, view="review")
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text", text);
            document.getElementById("view-review").dispatchEvent(
                new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        deals,
    )
    wait_for_text(page, "#review-deals", "28")
    assert page.locator("#review-deals tbody tr").count() == 2
    page.click("#review-deals [data-control='deal 1']")
    wait_for_text(page, "#review-news", "Slip")
    wait_for_text(page, "#review-deals tr.open", "6.4")
    assert find_violations(page) == []
    # What a decision lost on average, as the command has it: elder's discard, then younger's.
    grades = [one.grade for one in review_deals([EXAMPLE], seed=1).list_errors()
              if one.kind == "discard"]  # fmt: skip
    cells = page.locator("#review-deals tfoot td").all_inner_texts()
    assert [cells[0], cells[3]] == [f"{one.value:.2f}" for one in grades]
    assert len(cells) == 6
