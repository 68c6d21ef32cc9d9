"""The verdict on the explorer's page: where it stands, what it says, that nothing jumps."""

import json

import pytest
from explorer_page import (
    CARDS,
    DISCARD,
    HAND,
    IN_BROWSER,
    boxes_of,
    cards_of,
    find_violations,
    is_in_view,
    lay_out,
    note_answers,
    numbers_in,
    numbers_shown,
    numbers_told,
    open_folds,
    open_page,
    open_why,
    show_why,
    state_of,
    throw_cards,
    wait_for_text,
    wait_until,
    wait_until_settled,
    wait_until_valued,
)

from piquet_sim.exact.draw_odds import EVENTS, find_odds, rank_discards
from piquet_sim.game.cards import format_card, iterate_cards, parse_hand

pytestmark = IN_BROWSER
POOR = "T97.T97.T97.T87"
SIZES = [(1280, 900), (390, 844)]
DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""The page's clock once what was changed so far has been drawn."""


def deals_played(page):
    """Deals by which the page's numbers are known."""
    return numbers_in(page.inner_text("#settled small"))[0].replace(",", "")


def throws_of(page, place):
    """The cards of every throw of a list, in its order."""
    return page.locator(f"{place} .pick").evaluate_all(
        "all => all.map(one => one.dataset.control.replace('throw ', ''))"
    )


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_verdict__is_in_view_from_the_twelfth_card_on(page, width, height, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": height})
    for card in CARDS:
        page.click(f"#pack [data-card='{card}']")
    page.wait_for_selector("#answer:not([hidden])")
    for place in ("#hand", "#best-line", "#yours-line", "#to-play"):
        assert is_in_view(page, place), place
    throw_cards(page, DISCARD)
    wait_until_valued(page)
    wait_for_text(page, "#yours-line", "loses")
    assert page.evaluate("scrollY") == 0
    for place in ("#hand", "#best-line", "#yours-line", "#to-play", "#ranking", "#ranked tr.mine"):
        assert is_in_view(page, place), place
    if width == 1280:
        for place in ("#why", "#ends", "#folds"):
            assert is_in_view(page, place), place


def test_verdict__the_best_is_lifted_and_ringed_and_one_s_own_is_tagged(empty_page, server):
    open_page(empty_page, server, hand=HAND, discard=DISCARD)
    wait_until_settled(empty_page)
    best = server.ask_lines("advice", hand=HAND)[-1]["discards"][0]["cards"]
    assert cards_of(empty_page, "#hand", ".lift.ring") == best
    assert cards_of(empty_page, "#hand", ":has(.note)") == DISCARD.split()
    label = empty_page.get_attribute("#hand [data-card='8H']", "aria-label")
    assert label == "eight of hearts, the best throw it"
    wait_for_text(empty_page, "#settled", "✓ Settled")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_verdict__nothing_jumps_when_advice_comes_in(page, server, width, height):
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


def test_verdict__every_throw_is_valued(page, server):
    lay_out(page)
    wait_until_settled(page)
    deals = deals_played(page)
    for throw in ("AS KS", "9D 8D 8C 7C"):
        page.evaluate("scrollTo(0, 0)")
        for card in cards_of(page, "#hand", "[aria-pressed=true]"):
            page.click(f"#hand [data-card='{card}']")
            page.wait_for_selector(f"#hand [data-card='{card}'][aria-pressed=false]")
        throw_cards(page, throw)
        told = server.ask_lines(
            "contrast", hand=HAND, discard=throw, versus="8H 9D 8D 8C 7C", deals=deals, seconds=20
        )[-1]  # as the page asks, so that it is played once
        wait_for_text(page, "#yours-line", f"loses {told['less']} ± {told['se_said']}")
        wait_for_text(page, "#yours-line", f"better in {told['better']} deals of 100")
        row = page.inner_text("#ranked tr.mine")
        assert told["said"] in row
        assert "yours" in row
        wait_for_text(page, "#why-title", f"Why yours loses {told['less']}")


def test_verdict__too_many_or_the_best(page):
    lay_out(page)
    wait_until_settled(page)
    throw_cards(page, "8H 9D 8D 8C 7C")
    wait_for_text(page, "#yours-line", "is the best")
    page.click("#hand [data-card='JC']")
    wait_for_text(page, "#yours-line", "6 are too many; you may exchange 1 to 5")
    assert page.locator("#ranked tr.mine").count() == 0


def test_verdict__the_list_is_the_server_s_and_a_row_becomes_one_s_own(page):
    told = note_answers(page)
    lay_out(page)
    wait_until_settled(page)
    last = told("advice")
    assert throws_of(page, "#ranked") == [one["discard"] for one in last["discards"][:7]]
    for place, one in enumerate(last["discards"][:7]):
        row = page.locator("#ranked tbody tr").nth(place).inner_text()
        for said in (one["said"], one["loses"], one["loses_se"], one["count"]):
            assert said in row
    assert "best, beyond doubt" in page.inner_text("#ranked tr.best")
    page.locator("#ranked .pick").nth(2).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#ranked tr.mine")
    assert state_of(page)["discard"] == last["discards"][2]["discard"]
    name = page.evaluate("document.activeElement.dataset.control")
    assert name == f"throw {last['discards'][2]['discard']}"


def test_verdict__every_number_is_the_server_s(page, server):
    told = note_answers(page)
    show_why(page)
    open_folds(page, "all", "both", "ends-rows", "how")
    page.wait_for_selector("#all-table table")
    page.wait_for_selector("#both-table table")
    best = throws_of(page, "#ranked")[0]
    both = {"hand": HAND, "discard": DISCARD, "versus": best}
    advice, contrast = told("advice"), told("contrast")
    assert contrast == {
        **server.ask_lines("contrast", **both, deals=contrast["deals"], seconds="30")[-1],
        "elapsed": contrast["elapsed"],
    }
    odds = server.ask("odds", **both)
    ranked = [{key: one[key] for key in ("said", "loses", "loses_se", "count")}
              for one in advice["discards"]]  # fmt: skip
    own = {key: contrast[key] for key in ("less", "se_said", "mostly", "better", "equal")}
    ends = contrast["ends"]
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
    near, total = 0, 0
    for place, answers in of_place.items():
        known = numbers_told(answers)
        shown = numbers_shown(page, [place])
        assert [number for number in shown if number not in known] == [], place
        total += len(shown)
        # One that is a little off would be noticed, nearly always.
        if place != "#ends-table":  # where small ones stand close together: compared below
            off = [one[:-1] + str((int(one[-1]) + 5) % 10) for one in shown if "." in one]
            near += sum(one in known for one in off)
    assert total > 250
    assert near < 0.1 * total
    for part in contrast["parts"]:
        assert part["said"] in page.inner_text("#parts")
    for reason in contrast["reasons"]:
        assert reason["fact"] in page.inner_text("#reasons")


def test_verdict__bars_are_as_long_as_what_they_mean(empty_page, server):
    open_why(empty_page, server)
    rows = empty_page.locator("#ranked tbody tr").evaluate_all(
        """rows => rows.map(row => [
            parseFloat(row.querySelector(".loss").textContent.replace("−", "")),
            parseFloat(row.querySelector(".fall").getAttribute("width"))])"""
    )
    scale = rows[-1][1] / rows[-1][0]
    assert all(abs(width - loss * scale) < 0.08 * scale + 1e-9 for loss, width in rows)
    parts = empty_page.locator("#parts tbody tr").evaluate_all(
        """rows => rows.map(row => [
            parseFloat(row.querySelector(".number").textContent.replace("−", "-")),
            parseFloat(row.querySelector("rect").getAttribute("width"))])"""
    )
    scale = parts[0][1] / abs(parts[0][0])
    assert all(abs(width - abs(part) * scale) < 0.08 * scale for part, width in parts)


def test_verdict__the_exact_count_comes_first_and_stays_a_column(page):
    page.route("**/api/advice*", lambda route: None)  # no answer comes
    lay_out(page)
    wait_for_text(page, "#best-line", "Count says")
    ranked = rank_discards(parse_hand(HAND))
    named = page.locator("#best-line .unseen").text_content()
    assert named.count(" of ") == ranked[0].discard.bit_count()
    page.unroute("**/api/advice*")
    page.reload()
    wait_until_settled(page)
    by_count = {
        " ".join(format_card(card) for card in iterate_cards(one.discard)): one for one in ranked
    }
    for place, throw in enumerate(throws_of(page, "#ranked")):
        count = page.locator("#ranked .count").nth(place + 1).inner_text()
        assert count == f"{float(by_count[throw].value_mean):.1f}"


def test_verdict__all_throws_by_count_or_aim_are_folded_below(page):
    lay_out(page)
    wait_until_settled(page)
    assert "1,585 throws" in page.inner_text("#all-title")
    page.click("#all-title")
    for aim in ("value", "quatorze:J"):
        page.select_option("#aim", aim)
        ranked = rank_discards(parse_hand(HAND), aim)[:20]
        page.wait_for_selector(f"#all-table tbody tr:nth-child({len(ranked)})")
        if aim != "value":
            page.wait_for_selector("#all-table th:has-text('chance')")
        for row, odds in zip(
            page.locator("#all-table tbody tr").all_inner_texts(), ranked, strict=True
        ):
            assert f"{float(odds.value_mean):.2f}" in row
            if aim != "value":
                assert f"{100 * float(odds.rate(aim)):.2f}%" in row
    page.click("#more-rows")
    page.wait_for_selector("#all-table tbody tr:nth-child(1585)")
    page.locator("#all-table .pick").nth(700).click()
    page.wait_for_selector("#ranked tr.mine .loss:has-text('−')", timeout=60_000)


def test_verdict__every_number_of_both_throws_is_that_of_the_count(empty_page, server):
    open_page(empty_page, server, hand=HAND, discard=DISCARD)
    wait_until_settled(empty_page)
    empty_page.click("#both summary")
    empty_page.wait_for_selector("#both-table td:nth-of-type(2)")
    exact = [find_odds(parse_hand(HAND), parse_hand(one)) for one in (DISCARD, "8H 9D 8D 8C 7C")]
    held = [event for event in EVENTS if any(odds.events[event] for odds in exact)]
    rows = empty_page.locator("#both-table tbody tr")
    told = rows.evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => [cell.textContent, cell.title]))"
    )
    assert [cell[0] for cell in told[0][1:]] == [f"{float(odds.value_mean):.2f}" for odds in exact]
    assert len(told) == len(held) + 1
    for event, (_, *cells) in zip(held, told[1:], strict=True):
        for odds, (percent, title) in zip(exact, cells, strict=True):
            assert f"{100 * odds.events[event] / odds.draws:.2f}%" == percent
            assert f"{odds.events[event]:,} of {odds.draws:,}" in title


def test_verdict__how_the_deal_may_end_is_in_a_table_too(empty_page, server):
    open_why(empty_page, server)
    told = server.ask_lines(
        "contrast",
        hand=HAND,
        discard=DISCARD,
        versus="8H 9D 8D 8C 7C",
        deals=deals_played(empty_page),
        seconds=20,
    )[-1]["ends"]
    open_folds(empty_page, "ends-rows")
    rows = empty_page.locator("#ends-table tbody tr").all_inner_texts()
    assert len(rows) == len(told["bins"]) + 1
    for row, one in zip(rows, told["bins"], strict=False):
        assert row.split("\t") == [one["said"], *(f"{share}%" for share in one["percents"][::-1])]
    bars = empty_page.locator("#ends-chart .best-bar").evaluate_all(
        "all => all.map(one => parseFloat(one.getAttribute('height')))"
    )
    shares = [one["shares"][1] for one in told["bins"]]
    scale = max(bars) / max(shares)
    assert bars == pytest.approx([share * scale for share in shares], abs=0.01)
    assert empty_page.locator("#ends-chart text", has_text="your repique").count() == 1


def test_verdict__in_a_partie_points_and_settlement_are_told_apart(empty_page, server):
    score = {"score": "68-95", "deal": "6"}
    open_page(empty_page, server, hand=HAND, discard=DISCARD, **score)
    wait_until_valued(empty_page)
    wait_for_text(empty_page, "#why-title", "yours")
    last = server.ask_lines(
        "contrast", hand=HAND, discard=DISCARD, versus=throws_of(empty_page, "#ranked")[0],
        deals=deals_played(empty_page), **score,
    )[-1]  # fmt: skip
    rows = empty_page.locator("#parts tfoot tr").all_inner_texts()
    assert [text.split("\t")[0] for text in rows] == ["all together", "settlement"]
    assert last["points_said"] in rows[0]
    assert last["said"] in rows[1]
    assert last["points"] == pytest.approx(sum(part["value"] for part in last["parts"]), abs=0.2)
    assert "settlement" in empty_page.inner_text("#unit")


def test_verdict__of_two_as_good_neither_is_a_slip(empty_page, server):
    """What the empty_page makes of an answer that is too close to call."""
    line = server.ask_lines("advice", hand=HAND)[-1]
    for one in line["discards"][:2]:
        one["verdict"] = "too close to call"
    line |= {"sure": False}
    empty_page.route("**/api/advice*", lambda route: route.fulfill(body=json.dumps(line) + "\n"))
    open_page(empty_page, server, hand=HAND, discard=line["discards"][1]["discard"])
    wait_until_settled(empty_page)
    wait_for_text(empty_page, "#settled", "Too close to call")
    assert empty_page.locator("#best-line .cards").count() == 2
    best, near = (set(one["cards"]) for one in line["discards"][:2])
    assert set(cards_of(empty_page, "#hand", ".lift")) == best & near
    assert set(cards_of(empty_page, "#hand", ".half")) == best ^ near
    wait_for_text(empty_page, "#yours-line", "is as good")


def test_verdict__a_slow_player_is_announced_and_can_be_left(page):
    def keep_waiting(route):
        if "master" not in route.request.url:
            route.continue_()

    page.route("**/api/advice*", keep_waiting)
    lay_out(page)
    page.click("#setting > summary")
    page.select_option("#strategy", "master")
    wait_for_text(page, "#yours-line", "master answers in about 20 s")
    wait_for_text(page, "#best-line", "Count says")
    page.keyboard.press("Escape")
    page.click("[data-control=expert]")
    wait_until_settled(page)
    assert "strategy" not in state_of(page)


@pytest.mark.slow
def test_verdict__asks_again_what_was_too_much_at_once(page):
    refusals = [503, 429]

    def refuse(route):
        if refusals:
            route.fulfill(status=refusals.pop(), content_type="application/json", body="{}")
        else:
            route.continue_()

    page.route("**/api/advice*", refuse)
    lay_out(page)
    wait_until_settled(page)
    assert not refusals
    page.complaints[:] = [said for said in page.complaints if "status of" not in said]


def test_verdict__advice_that_was_left_goes_on_when_one_comes_back(page):
    lay_out(page, "AKQ.AQJ8.98.J87")
    page.click("a[data-view=errors]")
    page.wait_for_selector("#view-errors")
    page.go_back()
    wait_until_valued(page)
    assert len(throws_of(page, "#ranked")) == 7
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.click("a[data-view=errors]")
    page.wait_for_selector("#view-errors")
    page.go_back()
    page.wait_for_selector("#view-discard")
    assert page.locator("#verdict.is-settled").count() == 1
    assert [url for url in asked if "advice" in url or "contrast" in url] == []


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


def test_verdict__goes_on_to_the_play_with_one_s_own_throw_or_the_best(page):
    lay_out(page)
    wait_until_settled(page)
    page.click("#to-play")
    page.wait_for_selector("#view-play")
    assert state_of(page)["discard"] == "8H 9D 8D 8C 7C"
    page.go_back()
    wait_until_settled(page)
    throw_cards(page, "KS")
    page.click("#to-play")
    page.wait_for_selector("#view-play")
    assert state_of(page)["discard"] == "KS"


def test_verdict__says_a_carte_blanche(page):
    lay_out(page, "AT987.AT987.T9.")
    wait_for_text(page, "#blanche", "a carte blanche, which counts ten")
    lay_out(page)
    wait_until(page, "document.getElementById('blanche').textContent === ''")
    assert "three knaves" in page.locator("#holds").text_content()


def test_verdict__odds_come_first_then_what_the_deals_say_and_it_is_timed(page):
    page.fill("#hand-text", "AKJ AQJ8 98 J8")
    page.wait_for_selector("#hand [data-card='8C']")
    # From the twelfth card on, as the browser's own clock has it.
    took = page.evaluate(
        """() => new Promise((done) => {
            const begun = performance.now(), seen = {};
            const look = () => {
                const said = document.getElementById("best-line").textContent;
                const now = performance.now() - begun;
                if (/^(Count|So far|Throw)/.test(said)) seen.odds ??= now;
                if (/^(So far|Throw)/.test(said)) seen.verdict ??= now;
                if (document.querySelector("#verdict.is-settled")) done({ ...seen, settled: now });
                else requestAnimationFrame(look);
            };
            document.querySelector("#pack [data-card='7C']").click();
            look();
        })"""
    )
    print(" ".join(f"{name} after {time:.0f} ms" for name, time in took.items()))
    assert 0 < took["odds"] <= took["verdict"] <= took["settled"]


@pytest.mark.parametrize(
    "width", [320, *(pytest.param(one, marks=pytest.mark.slow) for one in (390, 768)), 1280]
)
def test_verdict__fits_the_screen(empty_page, server, width):
    empty_page.set_viewport_size({"width": width, "height": 800})
    open_why(empty_page, server)
    open_folds(empty_page, "all", "both", "ends-rows", "how")
    empty_page.wait_for_selector("#both-table table")
    assert empty_page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = boxes_of(empty_page, "#hand button")
    assert all(box["width"] >= 40 and box["height"] >= 44 for box in boxes)


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (390, "dark"),
        pytest.param(1280, "light", marks=pytest.mark.slow),
        pytest.param(390, "light", marks=pytest.mark.slow),
        pytest.param(1280, "dark", marks=pytest.mark.slow),
    ],
)
def test_verdict__axe_finds_nothing(page, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 844})
    assert find_violations(page) == []
    page.click("#new-hand summary")
    assert find_violations(page) == []
    page.keyboard.press("Escape")
    show_why(page)
    open_folds(page, "all", "both", "ends-rows", "how", "setting")
    page.wait_for_selector("#all-table table")
    page.wait_for_selector("#both-table table")
    assert find_violations(page) == []
