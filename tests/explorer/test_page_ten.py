"""Ten hands in a real browser: today's, and one's own errors."""

from datetime import date

from explorer_page import (
    cards_of,
    check_layout,
    click,
    focus_of,
    kept_of,
    open_page,
    save,
    state_of,
    type_keys,
    wait_for_text,
)
from specimens import PLAYED_AGAIN

from piquet_sim.decisions.review.records import read_record
from piquet_sim.explorer.records import write_code

NEXT, THROW = "#ten [data-control=after]", "#ten [data-control=throw]"


def test_ten__hands_are_thrown_from_and_summed_up_and_slips_are_kept(page, server):
    day = f"{date.today():%Y%m%d}"
    click(
        page,
        ("a[data-view=ten]", "#view-ten", ""),
        ("[data-control=today]", "#ten .eyebrow", "Hand 1 of 10"),
    )
    assert "series" not in state_of(page)
    for number in range(2, 11):
        assert focus_of(page) in cards_of(page, "#ten")
        type_keys(page, "x")
        page.wait_for_selector(NEXT)
        assert focus_of(page) == "after"
        type_keys(page, "Enter")
        wait_for_text(page, "#ten .eyebrow", f"Hand {number} of 10")
    click(
        page,
        ("[data-control='hand 2']", "#ten .eyebrow", "Hand 3 of 10"),
        (NEXT, "#ten .eyebrow", "Hand 10 of 10"),
    )
    assert page.locator("#ten .ring").count() == 0  # the best is not shown before
    hand = server.ask("series", series=day)["hands"][9]["cards"]
    poor = max(hand, key=lambda card: "6789TJQKA".index(card[0]))
    page.click(f"#ten [data-card='{poor}']")
    click(page, (THROW, "#ten .verdict", "points"))
    (error,) = kept_of(page)["errors"]
    assert (error["kind"], error["source"]) == ("exchange", f"ten hands of {day}")
    click(page, ("#ten [data-control=why]", "#view-discard:not([hidden]) #ranked tr.mine", ""))
    assert state_of(page)["discard"] == error["done"]
    throws = "-".join(["0"] * 9 + [error["done"].replace(" ", "")])
    verdict = server.ask_lines("quiz", series=day, throws=throws)[-1]
    page.go_back()
    click(
        page,
        (NEXT, "#ten .sub", f"expert loses {verdict['rivals']['expert']}"),
        ("[data-control='hand 9']", "#ten .eyebrow", "Hand 10 of 10"),
        (NEXT, "#ten .ask", verdict["lost"]),
        ("a[data-view=partie]", "#view-partie", ""),
        ("a[data-view=ten]", "#ten .ask", verdict["lost"]),
    )
    check_layout(page)


def test_ten__errors_are_asked_again_saved_opened_and_forgotten(page, server, tmp_path):
    open_page(
        page, server, view="review", record=write_code(read_record(PLAYED_AGAIN)), seat="elder"
    )
    wait_for_text(page, "#review-news", "Slip")
    click(
        page,
        ("a[data-view=ten]", "#view-ten", ""),
        ("[data-control=own]", "#ten .eyebrow", "Error 1 of 2"),
        *((f"#ten [data-card='{card}']", "#ten", "") for card in ("8H", "9D", "8D", "8C", "7C")),
        (THROW, "#ten .verdict", "Best."),
        (NEXT, "#ten .ask", "What would you play?"),
        ("#ten [data-control=unknown]", "#ten .verdict", "Better:"),
        (NEXT, "#ten .sub", "1 best of 2"),
    )
    assert "2.0 points lost" in page.inner_text("#ten .ask")
    before, path = kept_of(page)["errors"], save(page, "#mistakes [data-control=save]", tmp_path)
    click(page, ("#mistakes [data-control=forget]", "#mistakes", "None yet."))
    assert page.evaluate("localStorage.length") == 0
    page.set_input_files("#kept-file", path)
    wait_for_text(page, "#mistakes summary", "two errors")
    assert kept_of(page)["errors"] == before
    click(
        page,
        ("#mistakes summary", "#mistakes [data-control='out 0']", ""),
        ("#mistakes [data-control='out 0']", "#mistakes summary", "one error"),
    )


def test_ten__what_cannot_be_read_is_named_and_set_aside(page, server, tmp_path):
    page.evaluate("localStorage.setItem('piquet', '{\"version\": 7}')")
    open_page(page, server, view="ten")
    wait_for_text(page, "#aside", "cannot be read")
    held = page.evaluate("Object.entries(localStorage)")
    assert [text for name, text in held if "unreadable" in name] == ['{"version": 7}']
    (tmp_path / "wrong.json").write_text("[1]")
    page.set_input_files("#kept-file", tmp_path / "wrong.json")
    wait_for_text(page, "#ten-error", "wrong.json is no file that this page saved")
