"""The explorer's view of a deal that was played, in a real browser."""

import json
import re
from pathlib import Path

from explorer_page import (
    DISCARD,
    HAND,
    boxes_of,
    check_layout,
    click,
    focus_of,
    numbers_shown,
    numbers_told,
    open_page,
    state_of,
    type_keys,
    wait_for_text,
)
from specimens import PLAYED_AGAIN

from piquet_sim.decisions.review.partie import review_deals
from piquet_sim.decisions.review.records import read_record
from piquet_sim.explorer.records import write_code

AMOUNTS = (
    "#review-title, #review-given, #review-line .amount, #decisions .number, #opened-said, "
    "#opened-why :is(td, li, caption, .holds)"
)
RECORD = write_code(read_record(PLAYED_AGAIN))
"""The example, played again, as the address has it."""
OPENED = "#decisions [aria-pressed=true]"
TITLE = "#opened-title"


def open_review(page, server):
    """Open the review of the example, and wait for its end."""
    open_page(page, server, view="review", record=RECORD)
    wait_until_reviewed(page)


def wait_until_reviewed(page):
    page.locator("#review-news", has_text=re.compile("slip", re.I)).wait_for()
    page.wait_for_selector("#review-line .flow")


def paste(page, text, place, said):
    """Paste a text, and wait for what is said."""
    page.fill("#pasted", text)
    click(page, ("#paste-form .go", place, said))


def test_review__a_pasted_deal_is_reviewed_in_the_server_s_numbers(page, server):
    told = server.ask_lines("review", record=RECORD)[-1]
    card = server.ask("card", record=RECORD, decision="10")
    page.set_viewport_size({"width": 320, "height": 640})
    page.click("a[data-view=review]")
    paste(page, json.dumps(PLAYED_AGAIN, indent=2), "#review-title", "Elder 28, Younger 23")
    assert state_of(page) == {"view": "review", "record": RECORD}
    assert focus_of(page) == "review-title"
    wait_until_reviewed(page)
    click(page, ("#decisions [data-control='10']", "#opened-why :is(li, td)", ""))
    shown = numbers_shown(page, AMOUNTS)
    assert len(shown) > 40
    assert set(shown) <= numbers_told([told, card])
    drawn = page.locator("#review-line .amount").all_text_contents()
    assert all(step["said"] in drawn for step in told["steps"] if not step["trick"])
    # Of elder an exchange, calls, and a card, of younger a card; and six decisions, five not best.
    places = ("#review-line rect.elder", "#review-line rect.younger", "#decisions tbody tr")
    assert [page.locator(one).count() for one in (*places, "#decisions .better")] == [3, 1, 6, 5]
    assert boxes_of(page, "#review-line svg")[0]["width"] <= 320
    # A suit stands in one line with its cards.
    assert max(box["height"] for box in boxes_of(page, "#decisions .suit")) < 30
    with page.expect_download() as saved:
        page.click("[data-chart=review-line]")
    head, width = Path(saved.value.path()).read_bytes()[:24], "clientWidth"
    wide = page.evaluate(f"document.querySelector('#review-line svg').{width}")
    assert (head[:4], int.from_bytes(head[16:20], "big")) == (b"\x89PNG", 2 * wide)


def test_review__what_is_wrong_is_named_at_the_field_and_the_rest_stays(page, server):
    open_review(page, server)
    page.click("#paste-another")
    assert focus_of(page) == "pasted"
    wrong = json.dumps({**PLAYED_AGAIN, "play": "JH TH 8H AD QH 7H"})
    paste(page, wrong, "#review-error", "card 6 (trick 3): 7H is not legal")
    assert page.input_value("#pasted") == wrong
    assert "Elder 28" in page.inner_text("#review-title")


def test_review__goes_from_slip_to_slip_and_opens_them_in_the_other_views(page, server):
    slips = server.ask_lines("review", record=RECORD)[-1]["slips"]
    open_review(page, server)
    assert page.get_attribute(OPENED, "data-control") == slips[0] == "elder"
    wait_for_text(page, "#opened-why", "The cards, −3.")
    click(page, ("#slip-next", "#opened-why", "176 hands"))
    assert state_of(page)["decision"] == slips[1] == "10"
    # The arrow keys go through the table, and the line leads to its cards.
    page.focus(OPENED)
    type_keys(page, "ArrowDown", "Enter")
    wait_for_text(page, TITLE, "Trick 10: elder answers")
    assert focus_of(page) == slips[2] == "20"
    click(
        page,
        ("#review-line .step[data-step='elder'] text >> nth=0", TITLE, "Elder’s exchange"),
        ("#review-list summary", "#every-decision", ""),
        ("#every-decision [data-control='all call-1']", "#opened-said", "called in full"),
        ("#decisions [data-control='elder']", TITLE, "Elder’s exchange"),
        ("[data-control=open]", "#view-discard #answer:not([hidden])", ""),
    )
    assert {"hand": HAND, "discard": DISCARD}.items() <= state_of(page).items()
    page.go_back()
    click(
        page,
        ("#decisions [data-control='10']", TITLE, "Trick 5"),
        ("[data-control=open]", "#own-seat", "Younger (you)"),
    )
    wait_for_text(page, "#trick", "Trick 5: answer")


def test_review__a_partie_that_is_dropped_is_a_table_of_deals(page):
    page.click("a[data-view=review]")
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text", text);
            document.getElementById("view-review").dispatchEvent(
                new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        "\n".join([json.dumps(PLAYED_AGAIN)] * 2),
    )
    click(page, ("#review-deals [data-control='deal 1']", "#review-deals tr.open", "6.4"))
    assert page.locator("#review-deals tbody tr").count() == 2
    check_layout(page)
    # What a decision lost on average, as the command has it: elder's discard, then younger's.
    errors = review_deals([PLAYED_AGAIN], seed=1).list_errors()
    grades = [one.grade for one in errors if one.kind == "discard"]
    cells = page.locator("#review-deals tfoot td").all_inner_texts()
    assert [cells[0], cells[3]] == [f"{one.value:.2f}" for one in grades]


def test_review__a_card_in_mid_deal_is_laid_out_by_hand(page, server):
    """Elder's lead, as the record of the deal has it, too."""
    page.click("a[data-view=review]")
    click(page, ("#review-paste [data-view=position]", "#position h2", "mid-deal"))
    laid = {"hand": HAND, "discard": DISCARD, "draw": "9S 8S KH 9C KD", "took": "3"}
    laid |= {"point": "good", "sequence": "good", "set": "quatorze of aces"}
    for name, text in laid.items():
        page.fill(f"#position [name={name}]", text)
    type_keys(page, "Enter")
    wait_for_text(page, "#position-error", "no possible hand is left")
    page.fill("#position [name=set]", "quatorze of tens")
    click(page, ("#position .go", "#position-why", "hands"))
    told = server.ask("position", **laid | {"set": "quatorze of tens"})
    shown = numbers_shown(page, "#position-why td, #position-why caption")
    assert (page.inner_text("#position-error"), len(shown) > 10) == ("", True)
    assert set(shown) <= numbers_told(told)
    page.reload()
    wait_for_text(page, "#position-why", "hands")
    assert page.input_value("#position [name=hand]") == HAND
