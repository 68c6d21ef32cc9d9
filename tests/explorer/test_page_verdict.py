"""The verdict on the explorer's page: where it stands, what it says, that nothing jumps."""

import pytest
from explorer_page import (
    DISCARD,
    HAND,
    IN_BROWSER,
    boxes_of,
    cards_of,
    find_violations,
    is_in_view,
    lay_out,
    note_answers,
    numbers_shown,
    numbers_told,
    open_folds,
    show_why,
    state_of,
    throw_cards,
    wait_for_text,
    wait_until_settled,
    wait_until_valued,
)

from piquet_sim.exact.draw_odds import rank_discards
from piquet_sim.game.cards import parse_hand

pytestmark = IN_BROWSER
POOR = "T97.T97.T97.T87"
SIZES = [(1280, 900), (390, 844)]
DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""The page's clock once what was changed so far has been drawn."""


def throws_of(page, place):
    """The cards of every throw of a list, in its order."""
    return page.locator(f"{place} .pick").evaluate_all(
        "all => all.map(one => one.dataset.control.replace('throw ', ''))"
    )


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_verdict__is_in_view_and_nothing_jumps_when_advice_comes_in(page, server, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(
        """() => {
            window.jumps = [];
            const note = entries => entries.forEach(entry => {
                for (const source of entry.sources) {
                    window.jumps.push([entry.startTime, source.node?.id || "?"]);
                }
            });
            const observer = new PerformanceObserver(list => note(list.getEntries()));
            observer.observe({ type: "layout-shift", buffered: true });
            window.noteJumps = () => note(observer.takeRecords());
            window.tops = [];
            const line = id => document.getElementById(id);
            new MutationObserver(() => {
                if (!line("answer").hidden) {
                    window.tops.push(Math.round(line("yours-line").getBoundingClientRect().top));
                }
            }).observe(line("verdict"), { subtree: true, childList: true, characterData: true });
        }"""
    )
    lay_out(page, POOR)
    laid_out = page.evaluate(DRAWN)
    places = "#hand, #best-line, #yours-line, #to-play, #ranking, #why, #ends"
    measure = f"""() => [...document.querySelectorAll("{places}")].map(
        one => Math.round(one.getBoundingClientRect().top))"""
    before = page.evaluate(measure)
    wait_until_valued(page)
    page.evaluate(DRAWN)  # jumps are reported once all is drawn
    page.evaluate("noteJumps()")
    assert [place for time, place in page.evaluate("window.jumps") if time > laid_out] == []
    assert page.evaluate(measure) == before
    assert len(set(page.evaluate("window.tops"))) == 1  # from the count to the verdict
    throw_cards(page, "TS TH")
    wait_for_text(page, "#yours-line", "loses")
    assert page.evaluate(measure) == before
    assert page.evaluate("scrollY") == 0
    for place in places.split(", ")[:5] + ["#why", "#ends", "#folds"] * (width == 1280):
        assert is_in_view(page, place), place


def test_verdict__one_of_the_list_the_best_or_too_many_and_on_to_the_play(page):
    lay_out(page)
    wait_until_settled(page)
    # The best is lifted and ringed.
    assert cards_of(page, "#hand", ".lift.ring") == ["8H", "9D", "8D", "8C", "7C"]
    label = page.get_attribute("#hand [data-card='8H']", "aria-label")
    assert label == "eight of hearts, the best throw it"
    third = throws_of(page, "#ranked")[2]
    page.locator("#ranked .pick").nth(2).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#ranked tr.mine")
    assert state_of(page)["discard"] == third
    assert page.evaluate("document.activeElement.dataset.control") == f"throw {third}"
    page.locator("#ranked .pick").first.click()
    wait_for_text(page, "#yours-line", "is the best")
    page.click("#to-play")
    page.wait_for_selector("#view-play")
    assert state_of(page)["discard"] == "8H 9D 8D 8C 7C"
    page.go_back()
    page.click("#hand [data-card='JC']")
    wait_for_text(page, "#yours-line", "6 are too many; you may exchange 1 to 5")
    assert page.locator("#ranked tr.mine").count() == 0
    assert "three knaves" in page.locator("#holds").text_content()
    lay_out(page, "AT987.AT987.T9.")
    wait_for_text(page, "#blanche", "a carte blanche, which counts ten")


def test_verdict__every_number_is_the_server_s(page, server):
    told = note_answers(page)
    show_why(page)
    open_folds(page, "all", "both", "ends-rows", "how")
    page.wait_for_selector("#all-table table")
    page.wait_for_selector("#both-table table")
    both = {"hand": HAND, "discard": DISCARD, "versus": throws_of(page, "#ranked")[0]}
    advice, contrast = told("advice"), told("contrast")
    again = server.ask_lines("contrast", **both, deals=contrast["deals"], seconds="30")[-1]
    assert contrast == {**again, "elapsed": contrast["elapsed"]}
    odds, ends = server.ask("odds", **both), contrast["ends"]
    ranked = [{key: one[key] for key in ("said", "loses", "loses_se", "count")}
              for one in advice["discards"]]  # fmt: skip
    own = {key: contrast[key] for key in ("less", "se_said", "mostly", "better", "equal")}
    of_place = {
        "#best-line": [ranked[0]],
        "#yours-line": [own, 100],
        "#ranked tbody": [ranked, own, contrast["discards"][0], list(range(1, 9))],
        "#all": [odds],
        "#both": [odds, server.ask("hand", hand=HAND)["holds"]],
        "#ends-table": [ends],
        "#how": [advice],
        "#why": [own, contrast["points_said"], contrast["parts"], contrast["reasons"]],
        "#ends-foot": [ends, 100],
        "#ends-chart .yours-text": [ends["means_said"][0]],
        "#ends-chart .best-text": [ends["means_said"][1]],
    }
    total = 0
    for place, answers in of_place.items():
        shown = numbers_shown(page, [place])
        assert set(shown) <= numbers_told(answers), place
        total += len(shown)
    assert total > 250
    assert throws_of(page, "#ranked")[:7] == [one["discard"] for one in advice["discards"][:7]]
    rows = page.locator("#ends-table tbody tr").all_inner_texts()
    for row, one in zip(rows[:-1], ends["bins"], strict=True):
        assert row.split("\t") == [one["said"], *(f"{share}%" for share in one["percents"][::-1])]
    bars = page.locator("#ranked tbody tr").evaluate_all(
        """rows => rows.map(row => [
            parseFloat(row.querySelector(".loss").textContent.replace("−", "")),
            parseFloat(row.querySelector(".fall").getAttribute("width"))])"""
    )
    scale = bars[-1][1] / bars[-1][0]
    assert all(abs(width - loss * scale) < 0.08 * scale + 1e-9 for loss, width in bars)


def test_verdict__all_throws_by_count_or_aim_are_folded_below(page):
    lay_out(page)
    wait_until_settled(page)
    assert "1,585 throws" in page.inner_text("#all-title")
    page.click("#all-title")
    page.select_option("#aim", "quatorze:J")
    page.wait_for_selector("#all-table th:has-text('chance')")
    best, *_ = rank_discards(parse_hand(HAND), "quatorze:J")
    row = page.locator("#all-table tbody tr").first.inner_text()
    assert f"{100 * float(best.rate('quatorze:J')):.2f}%" in row
    page.click("#more-rows")
    page.wait_for_selector("#all-table tbody tr:nth-child(1585)")
    page.locator("#all-table .pick").nth(700).click()
    page.wait_for_selector("#ranked tr.mine .loss:has-text('−')")


NEWS = """() => {
    window.news = [];
    new MutationObserver((all) => all.forEach(({ target }) => {
        const place = target.nodeType === 1 ? target : target.parentElement;
        const live = place?.closest("[role=status], [role=alert]");
        if (live?.textContent) window.news.push([live.id, live.textContent]);
    })).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_verdict__is_read_out_once(page):
    page.evaluate(NEWS)
    lay_out(page, POOR)
    wait_until_valued(page)
    told = page.evaluate("window.news")
    assert len(told) == 1
    assert told[0][0] == "news"
    assert told[0][1].startswith("Throw ")
    throw_cards(page, "7S")
    wait_for_text(page, "#yours-line", "loses")
    told = [text for _, text in page.evaluate("window.news")]
    assert len(told) == len(set(told))
    assert "yours" in told[-1]
    assert len(told) <= 3  # it is being valued, it loses so much
    # What will say something must be known to be there before it does.
    assert page.locator("#hand-error").evaluate("one => getComputedStyle(one).display") == "block"


def test_verdict__the_focus_is_never_lost(page):
    lay_out(page)
    page.focus("#hand [data-card='KS']")
    page.keyboard.press("Space")
    wait_until_valued(page)
    wait_for_text(page, "#why-title", "Why yours")
    assert page.evaluate("document.activeElement.dataset.card") == "KS"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.card") == "JS"
    page.click("#undo")
    page.wait_for_selector("#hand [data-card='KS'][aria-pressed=false]")
    page.click("#new-hand summary")
    page.click("#themes [data-theme=aces]")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_verdict__fits_the_screen_and_axe_finds_nothing(page):
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 320, "height": 844})
    assert find_violations(page) == []
    page.click("#new-hand summary")
    assert find_violations(page) == []
    page.keyboard.press("Escape")
    show_why(page)
    open_folds(page, "all", "both", "ends-rows", "how", "setting")
    page.wait_for_selector("#all-table table")
    page.wait_for_selector("#both-table table")
    assert find_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    boxes = boxes_of(page, "#hand button")
    assert all(box["width"] >= 40 and box["height"] >= 44 for box in boxes)
