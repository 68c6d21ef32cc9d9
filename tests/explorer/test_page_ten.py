"""Ten hands in a real browser: a series, and one's own errors."""

import json
from datetime import date

import pytest
from explorer_page import IN_BROWSER, find_violations, open_page, state_of, wait_for_text

pytestmark = IN_BROWSER


@pytest.fixture
def page(empty_page):
    """A page that every test here opens itself."""
    return empty_page


def kept_of(page):
    """What the browser keeps."""
    return json.loads(page.evaluate("localStorage.getItem('piquet')"))


def test_ten__todays_hands_are_those_of_the_date(page, server):
    open_page(page, server, view="ten")
    page.click("[data-control=today]")
    wait_for_text(page, "#ten .eyebrow", "Hand 1 of 10")
    assert state_of(page)["series"] == f"{date.today():%Y%m%d}"
    assert page.locator("#ten .ring").count() == 0
    assert find_violations(page) == []


def test_ten__hands_are_thrown_from_and_summed_up_and_slips_are_kept(page, server):
    open_page(page, server, view="ten", series="4127")
    for number in range(1, 10):
        wait_for_text(page, "#ten .eyebrow", f"Hand {number} of 10")
        page.click("#ten [data-control=unknown]")  # skipped
        page.click("#ten [data-control=after]")
    wait_for_text(page, "#ten .eyebrow", "Hand 10 of 10")
    assert page.locator("#ten .ring").count() == 0
    page.locator("#ten .mini button").first.click()
    page.click("#ten [data-control=throw]")
    wait_for_text(page, "#ten .verdict", "points")
    (error,) = kept_of(page)["errors"]
    assert (error["kind"], error["source"]) == ("exchange", "ten hands, series 4127 · Any hand")
    page.click("#ten [data-control=why]")  # and back again
    page.wait_for_selector("#view-discard:not([hidden]) #ranked tr.mine")
    assert state_of(page)["discard"] == error["done"]
    page.go_back()
    page.click("#ten [data-control=after]")
    wait_for_text(page, "#ten .sub", "expert loses")
    throws = "-".join(["0"] * 9 + [error["done"].replace(" ", "")])
    verdict = server.ask_lines("quiz", series="4127", throws=throws)[-1]
    assert verdict["lost"] in page.inner_text("#ten .ask")
    wait_for_text(page, "#ten .sub", f"expert loses {verdict['rivals']['expert']}")
    assert find_violations(page) == []


def test_ten__errors_are_asked_again_saved_opened_and_forgotten(page, server, tmp_path):
    code = server.ask("choices")["example"]
    page.set_viewport_size({"width": 360, "height": 740})
    open_page(page, server, view="review", record=code, seat="elder")
    wait_for_text(page, "#review-news", "Slip")
    open_page(page, server, view="ten")
    page.click("[data-control=own]")
    wait_for_text(page, "#ten .eyebrow", "Error 1 of 2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("#ten .ring").count() == 0
    for card in ("8H", "9D", "8D", "8C", "7C"):
        page.click(f"#ten [data-card='{card}']")
    page.click("#ten [data-control=throw]")
    wait_for_text(page, "#ten .verdict", "Best.")
    assert find_violations(page) == []
    page.click("#ten [data-control=after]")
    wait_for_text(page, "#ten .ask", "What would you play?")
    assert page.locator("#ten .tricks li").count() == 9  # as they fell, not by suits
    page.click("#ten [data-control=unknown]")
    wait_for_text(page, "#ten .verdict", "Better:")
    page.click("#ten [data-control=after]")
    wait_for_text(page, "#ten .ask", "2.0 points lost")
    wait_for_text(page, "#ten .sub", "1 best of 2")
    with page.expect_download() as saved:
        page.click("#mistakes [data-control=save]")
    path = tmp_path / "piquet.json"
    saved.value.save_as(path)
    before = kept_of(page)
    assert len(before["errors"]) == 2
    page.click("#mistakes [data-control=forget]")
    wait_for_text(page, "#mistakes", "None yet.")
    assert page.evaluate("localStorage.length") == 0
    page.set_input_files("#kept-file", path)
    wait_for_text(page, "#mistakes summary", "two errors")
    assert kept_of(page)["errors"] == before["errors"]
    page.evaluate("localStorage.setItem('piquet', '{\"version\": 7}')")
    open_page(page, server, view="ten")
    wait_for_text(page, "#aside", "cannot be read")  # what is set aside is there still
    held = page.evaluate("Object.entries(localStorage)")
    assert [text for name, text in held if "unreadable" in name] == ['{"version": 7}']
    page.set_input_files("#kept-file", path)
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[1]")
    page.set_input_files("#kept-file", wrong)
    wait_for_text(page, "#ten-error", "wrong.json is no file that this page saved")
    page.click("#mistakes summary")
    page.click("#mistakes [data-control='out 0']")
    wait_for_text(page, "#mistakes summary", "one error")
