"""The explorer's view of a deal that was played, in a real browser."""

import json
import re

from explorer_page import (
    DISCARD,
    HAND,
    RECORD,
    boxes_of,
    check_layout,
    go,
    numbers_shown,
    numbers_told,
    open_page,
    save,
    state_of,
    wait_for_text,
)
from specimens import PLAYED_AGAIN

from piquet_sim.decisions.review.partie import review_deals
from piquet_sim.game.terms import SEATS

OPENED = "#decisions [aria-pressed=true]"
TITLE = "#opened-title"
SLIP = re.compile("slip", re.I)


REVIEWED = "body:has(#review-line .flow) #review-news"


def test_review__a_pasted_deal_is_reviewed_in_the_server_s_numbers(page, server):
    told = server.ask_lines("review", record=RECORD)[-1]
    card = server.ask("card", record=RECORD, decision="10")
    page.set_viewport_size({"width": 320, "height": 640})
    go(
        page,
        ("a[data-view=review]", "#view-review", ""),
        ("#pasted", "#view-review", "", json.dumps(PLAYED_AGAIN, indent=2)),
        ("#paste-form .go", "#review-title:focus", "Elder 28, Younger 23"),
        ("", REVIEWED, SLIP, ""),
    )
    assert state_of(page) == {"view": "review", "record": RECORD}
    go(page, ("#decisions [data-control='10']", "#opened-why :is(li, td)", ""))
    shown = numbers_shown(
        page,
        "#review-title, #review-given, #review-line .amount, #decisions .number, #opened-said, "
        "#opened-why :is(td, li, caption, .holds)",
    )
    assert (len(shown) > 40, set(shown) - numbers_told([told, card])) == (True, set())
    assert {step["said"] for step in told["steps"] if not step["trick"]} <= {
        *page.locator("#review-line .amount").all_text_contents()
    }
    # Of elder an exchange, calls, and a card, of younger a card; and six decisions, five not best.
    places = ("#review-line rect.elder", "#review-line rect.younger", "#decisions tbody tr")
    assert [page.locator(one).count() for one in (*places, "#decisions .better")] == [3, 1, 6, 5]
    # Whose each is, with its error, and who won each trick.
    made = told["decisions"].values()
    assert [
        *(
            [" ".join(text.split()) for text in page.locator(one).all_inner_texts()]
            for one in ("#review-given p", "#decisions .loss", "#review-list summary")
        ),
        page.locator("#review-line .takes").evaluate_all(
            "all => all.map(one => Number(one.getAttribute('x')))"
        ),
    ] == [
        [
            f"{who}{one['all']['said']} ± {one['all']['se_said']}{points}"
            for one, who, points in zip(
                told["given"], ("Elder gave away ", "Younger "), (" points", ""), strict=True
            )
        ],
        [
            f"{lost['plain']} ± {lost['se_said']}".removesuffix(" ± ")
            for lost in sorted(
                (one["lost"] for one in made if one["is_error"]), key=lambda lost: -lost["value"]
            )
        ],
        [
            f"All {len(made)} decisions, as they were made: "
            + ", ".join(f"{seat}’s {sum(one['seat'] == seat for one in made)}" for seat in SEATS)
        ],
        [22 + 48 * SEATS.index(winner) for winner in told["winners"]],
    ]
    # A suit stands in one line with its cards.
    assert boxes_of(page, "#review-line svg")[0]["width"] <= 320
    assert max(box["height"] for box in boxes_of(page, "#decisions .suit")) < 30
    head = save(page, "[data-chart=review-line]")[:24]
    wide = page.evaluate("document.querySelector('#review-line svg').clientWidth")
    assert (head[:4], int.from_bytes(head[16:20], "big")) == (b"\x89PNG", 2 * wide)


def test_review__goes_from_slip_to_slip_and_opens_them_in_the_other_views(page, server):
    assert server.ask_lines("review", record=RECORD)[-1]["slips"][:3] == ["elder", "10", "20"]
    open_page(page, server, view="review", record=RECORD)
    go(
        page,
        ("", REVIEWED, SLIP, ""),
        ("", f"{OPENED}[data-control=elder]", "", ""),
        ("", "#opened-why", "The cards, −3.", ""),
        ("#slip-next", "#opened-why", "176 hands"),
        ("", "?decision", "10", ""),
        ("#slip-back", "#review-news", "Slip 1 of"),
        ("#slip-back", "#review-news", re.compile(r"Slip (\d+) of \1$")),
        ("#slip-next", "#review-news", "Slip 1 of"),
        ("#slip-next", "?decision", "10"),
    )
    # The arrow keys go through the table, and the line leads to its cards.
    page.focus(OPENED)
    go(
        page,
        ("", TITLE, "Trick 10: elder answers", "ArrowDown Enter"),
        ("", "#decisions:has([data-control='20']:focus)", "", ""),
        ("#review-line .step[data-step='elder'] text >> nth=0", TITLE, "Elder’s exchange"),
        ("#review-list summary", "#every-decision", ""),
        ("#every-decision [data-control='all call-1']", "#opened-said", "called in full"),
        ("#decisions [data-control='elder']", TITLE, "Elder’s exchange"),
        ("[data-control=open]", "#view-discard #answer:not([hidden])", ""),
        ("", "?hand", HAND, ""),
        ("", "?discard", DISCARD, ""),
    )
    page.go_back()
    go(
        page,
        ("#decisions [data-control='10']", TITLE, "Trick 5"),
        ("[data-control=open]", "#own-seat", "Younger (you)"),
        ("", "#trick", "Trick 5: answer", ""),
    )
    page.go_back()
    # What is wrong is named at the field, and the rest stays.
    right = json.dumps(PLAYED_AGAIN)
    wrong = f"\n{right}\n" + json.dumps({**PLAYED_AGAIN, "play": "JH TH 8H AD QH 7H"})
    go(
        page,
        ("#paste-another", "#view-review:has(#pasted:focus)", ""),
        ("#pasted", "#view-review", "", wrong),
        ("#paste-form .go", "#review-error", "card 6 (trick 3): 7H is not legal"),
        ("", "#review-title", "Elder 28", ""),
    )
    # Its line is marked; and none of these errors is kept as one's own.
    assert page.evaluate(
        "(({ value, selectionStart }) => [value, selectionStart, localStorage.length])(pasted)"
    ) == [wrong, len(right) + 2, 0]


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
    go(page, ("#review-deals [data-control='deal 1']", "#review-deals tr.open", "6.4"))
    assert [
        row.split("\t")[3:5] for row in page.locator("#review-deals tbody tr").all_inner_texts()
    ] == [["28", "23"]] * 2
    check_layout(page)
    # What a decision lost on average, as the command has it: elder's discard, then younger's.
    assert page.locator("#review-deals tfoot td").all_inner_texts()[:4:3] == [
        f"{one.grade.value:.2f}"
        for one in review_deals([PLAYED_AGAIN], seed=1).list_errors()
        if one.kind == "discard"
    ]


def test_review__a_card_in_mid_deal_is_laid_out_by_hand(page, server):
    """Elder's lead, as the record of the deal has it, too; what is typed before an answer stays."""
    laid = {"hand": HAND, "discard": DISCARD, "draw": "9S 8S KH 9C KD", "took": "3"}
    laid |= {"point": "good", "sequence": "good", "set": "quatorze of tens"}
    page.evaluate(
        """text => document.getElementById("position").addEventListener(
            "submit", ({ target }) => { target.elements.set.value = text; }, { once: true })""",
        laid["set"],
    )
    go(
        page,
        ("a[data-view=review]", "#view-review", ""),
        ("#review-paste [data-view=position]", "#position h2", "mid-deal"),
        *((f"#position [name={name}]", "#position", "", text) for name, text in laid.items()),
        ("#position [name=set]", "#position", "", "quatorze of aces"),
        ("", "#position-error", "no possible hand is left", "Enter"),
        ("#position .go", "body:has(#position-error:empty) #position-why", "hands"),
    )
    told = numbers_told(server.ask("position", **laid))
    shown = numbers_shown(page, "#position-why td, #position-why caption")
    assert (len(shown) > 10, set(shown) - told) == (True, set())
    page.reload()
    wait_for_text(page, "#position-why", "hands")
    assert page.input_value("#position [name=hand]") == HAND
