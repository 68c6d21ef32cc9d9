"""The explorer's page in a real browser, as people use it: mouse, keyboard, telephone.

They run where Chromium is found; `.ci/run` installs it. Where it cannot be had they are skipped,
and say so.
"""

import os
import re
import shutil
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from explorer_server import run_server

from piquet_sim.exact.draw_odds import EVENTS, find_odds, rank_discards
from piquet_sim.game.cards import format_hand_symbols, parse_hand

HAND = "AKJ.AQJ8.98.J87"
CHROMIUM = next(
    (
        path
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (path := shutil.which(name))
    ),
    None,
)
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="NO BROWSER: Chromium is not installed"),
    pytest.mark.browser,
]
OPTIONS = [
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="module")
def server():
    with run_server() as running:
        yield running


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    # Chromium's own sandbox does not work for the root user of a container.
    options = [*OPTIONS, "--no-sandbox"] if os.geteuid() == 0 else OPTIONS
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield running
        running.close()


@pytest.fixture
def page(server, browser):
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    opened = context.new_page()
    complaints = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on(
        "console", lambda said: complaints.append(said.text) if said.type == "error" else None
    )
    outside = []
    opened.on(
        "request",
        lambda asked: (
            outside.append(asked.url) if not asked.url.startswith(server.address) else None
        ),
    )
    opened.complaints = complaints
    opened.goto(server.address)
    opened.wait_for_selector("#grid button")
    yield opened
    context.close()
    assert outside == []
    # A refused question is an answer, which the browser notes, too.
    assert [said for said in complaints if "status of 422" not in said] == []


def wait_for_text(page, place, text):
    page.locator(place, has_text=text).wait_for(timeout=30_000)


def lay_out(page, hand=HAND):
    page.fill("#hand-text", hand)
    page.press("#hand-text", "Enter")
    page.wait_for_selector("#odds-table table")


def advised(page):
    page.wait_for_selector("#advice-status[data-over=true]", timeout=60_000)
    return page.locator("#advice-table tbody tr")


def pressed(page, group):
    return page.locator(f"{group} button[aria-pressed=true]").evaluate_all(
        "cards => cards.map(card => card.dataset.card)"
    )


def test_page__a_hand_is_laid_out_by_clicking(page):
    cards = ["AS", "KS", "JS", "AH", "QH", "JH", "8H", "9D", "8D", "JC", "8C", "7C"]
    for number, card in enumerate(cards):
        wait_for_text(page, "#count", f"{number} of twelve" if number else "0 of twelve")
        page.click(f"#grid [data-card='{card}']")
    page.wait_for_selector("#odds-table table")
    assert pressed(page, "#grid") == cards
    assert "hand=AKJ.AQJ8.98.J87" in page.url
    assert page.input_value("#hand-text") == HAND


def test_page__odds_are_exact_and_on_the_screen_and_timed(page):
    lay_out(page)
    page.click("#clear")
    page.wait_for_selector("#discards-body", state="hidden")
    page.fill("#hand-text", "AKJ.AQJ8.98.J8")
    page.press("#hand-text", "Enter")
    page.wait_for_selector("#grid [data-card='8C'][aria-pressed=true]")
    # From the twelfth card to the odds, as the browser's own clock has it.
    took = page.evaluate(
        """() => new Promise((done) => {
            const begun = performance.now();
            const body = document.getElementById("discards-body");
            const look = () => {
                if (!body.hidden && document.querySelector("#odds-table table")) {
                    done(performance.now() - begun);
                } else requestAnimationFrame(look);
            };
            document.querySelector("#grid [data-card='7C']").click();
            look();
        })"""
    )
    print(f"odds on the screen after {took:.0f} ms")  # `piquet bench` times the answer itself
    assert took > 0
    ranked = rank_discards(parse_hand(HAND))[:10]
    rows = page.locator("#odds-table tbody tr")
    for place, odds in enumerate(ranked):
        text = rows.nth(place).inner_text()
        assert format_hand_symbols(odds.discard) in text
        assert f"{float(odds.value_mean):.2f}" in text


def test_page__every_number_of_the_chosen_discard_is_that_of_the_count(page):
    lay_out(page)
    for card in ["KS", "9D", "8D", "8C", "7C"]:
        page.click(f"#throw [data-card='{card}']")
        page.wait_for_selector(f"#throw [data-card='{card}'][aria-pressed=true]")
    wait_for_text(page, "#chosen-table", "♠K ♦98 ♣87")
    exact = find_odds(parse_hand(HAND), parse_hand("KS 9D 8D 8C 7C"))
    told = page.locator("#chosen-table tbody tr").all_inner_texts()
    held = [event for event in EVENTS if exact.events[event]]
    assert len(told) == len(held)
    for event, line in zip(held, told, strict=True):
        favourable = exact.events[event]
        assert f"{favourable:,} of {exact.draws:,}" in line
        assert f"{100 * favourable / exact.draws:.2f}%" in line


def test_page__advice_streams_to_its_end(page, server):
    lay_out(page)
    rows = advised(page)
    last = server.ask_lines("advice", hand=HAND)[-1]
    assert rows.count() == min(10, len(last["discards"]))
    for place, one in enumerate(last["discards"][:10]):
        text = rows.nth(place).inner_text()
        assert one["said"] in text
        assert one["symbols"] in text
    assert last["discards"][0]["said"] in page.inner_text("#advice-status")


PLACES = [
    "#odds-table", "#odds-foot", "#advice-status", "#advice-table", "#advice-foot",
    "#chosen-table", "#contrast-status", "#contrast-table", "#contrast-odds", "#contrast-foot",
    "#calls", "#turn",
]  # fmt: skip


def numbers_in(text):
    """Numbers as they are written, those of cards left out."""
    return re.findall(r"\d[\d,]*(?:\.\d+)?", re.sub(r"[♠♥♦♣]\s?[AKQJT987]+", " ", text))


def numbers_told(answer):
    """All numbers of a server's answer: those in its texts, and whole ones with their commas."""
    if isinstance(answer, dict):
        answer = list(answer.values())
    if isinstance(answer, list):
        return set().union(*map(numbers_told, answer))
    if isinstance(answer, int):
        return {str(answer), f"{answer:,}"}
    return set(numbers_in(answer)) if isinstance(answer, str) else set()


def test_page__two_discards_side_by_side_and_every_number_is_the_server_s(page, server):
    lay_out(page)
    advised(page)
    page.locator("#advice-table button[data-control^=choose]").first.click()
    page.wait_for_selector("#chosen-table table")
    page.locator("#advice-table button[data-control^=compare]").first.click()
    page.wait_for_selector("#contrast-status[data-over=true]", timeout=60_000)
    page.click("#draw-random")
    page.wait_for_selector("#hands .hand")
    page.click("[data-control=best]")
    wait_for_text(page, "#turn", "to answer")
    state = dict(parse_qsl(urlsplit(page.url).query))
    both = {key: state[key] for key in ("hand", "discard", "versus")}
    contrast = server.ask_lines("contrast", **both)[-1]
    deal = server.ask("deal", **{key: state[key] for key in state if key != "versus"})
    answers = [
        server.ask("odds", **both), server.ask_lines("advice", hand=HAND)[-1], contrast, deal,
    ]  # fmt: skip
    known = numbers_told(answers)
    shown = [number for place in PLACES for number in numbers_in(page.inner_text(place))]
    assert len(shown) > 150
    assert [number for number in shown if number not in known] == []
    # One that is a little off would be noticed, nearly always.
    exact = [number for number in shown if "." in number]
    off = [number[:-1] + str((int(number[-1]) + 5) % 10) for number in exact]
    assert sum(number in known for number in off) < 0.15 * len(off)
    for part in contrast["parts"]:
        assert part["said"] in page.inner_text("#contrast-table")
    costs = [int(text[1:]) for text in page.locator("#hands .note.cost").all_inner_texts()]
    assert sorted(costs) == sorted(move["cost"] for move in deal["moves"] if move["cost"])
    page.click("#contrast-end")
    page.wait_for_selector("#contrast", state="hidden")
    assert "versus" not in page.url


def test_page__a_wrong_hand_is_said_beside_it(page):
    page.fill("#hand-text", "AS AS")
    page.press("#hand-text", "Enter")
    wait_for_text(page, "#hand-error", "A♠ twice")
    assert page.get_attribute("#hand-text", "aria-invalid") == "true"
    assert page.is_hidden("#discards-body")
    page.fill("#hand-text", "AKJ.AQJ8.98")
    page.press("#hand-text", "Enter")
    wait_for_text(page, "#hand-error", "expected 4 suits")
    lay_out(page)
    assert page.inner_text("#hand-error") == ""


def test_page__the_back_button_goes_back_and_an_address_can_be_sent(page, server):
    lay_out(page)
    page.check("input[name=seat][value=younger]")
    wait_for_text(page, "#thrown", "1 to 3")
    page.select_option("#took", "3")
    wait_for_text(page, "#thrown", "1 to 5")
    sent = page.url
    assert "seat=younger" in sent
    page.go_back()
    wait_for_text(page, "#thrown", "1 to 3")
    page.go_back()
    page.wait_for_selector("input[name=seat][value=elder]:checked")
    page.go_back()
    page.wait_for_selector("#discards-body", state="hidden")
    assert page.input_value("#hand-text") == ""
    page.go_forward()
    page.wait_for_selector("#odds-table table")
    page.goto(sent)
    page.wait_for_selector("#odds-table table")
    assert page.is_checked("input[name=seat][value=younger]")
    assert page.input_value("#took") == "3"


def test_page__a_deal_is_drawn_and_played_to_the_end(page):
    lay_out(page)
    for card in ["KS", "9D", "8D", "8C", "7C"]:
        page.click(f"#throw [data-card='{card}']")
    page.wait_for_selector("#draw-grid button")
    page.click("#draw-grid [data-card='TS']")
    page.click("#draw-grid [data-card='JD']")
    wait_for_text(page, "#draw-named", "3 at random")
    page.click("#draw-named")
    page.wait_for_selector("#hands .hand")
    assert page.locator("#hands .hand").first.inner_text().count("♠") >= 1
    assert "draw=TS+JD" in page.url
    # A card that costs something, taken back again.
    dear = page.locator("#hands .card:has(.cost)").first
    if dear.count():
        dear.click()
        wait_for_text(page, "#turn", "to answer")
        page.click("[data-control=back]")
        wait_for_text(page, "#turn", "to lead")
    page.click("[data-control=best]")
    wait_for_text(page, "#turn", "younger's turn, to answer")
    assert page.evaluate("document.activeElement.dataset.control") == "best"
    page.click("[data-control=finish]")
    wait_for_text(page, "#trick", "The deal is over")
    score = re.search(r"Elder makes (\d+), younger (\d+)", page.inner_text("#turn"))
    page.click("#course summary")
    story = page.inner_text("#course pre")
    assert f"Elder makes {score[1]}:" in story
    assert f"Younger makes {score[2]}:" in story
    page.reload()
    wait_for_text(page, "#trick", "The deal is over")


def test_page__by_keyboard_alone(page):
    page.focus("#grid button")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.card") == "KH"
    page.keyboard.press("Space")
    wait_for_text(page, "#count", "1 of twelve")
    assert page.evaluate("document.activeElement.dataset.card") == "KH"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "random"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#odds-table table")
    page.focus("#throw button")
    page.keyboard.press("Enter")
    wait_for_text(page, "#thrown", "You throw out 1.")
    assert page.evaluate("document.activeElement.closest('#throw') !== null")


def test_page__says_when_the_rules_are_not_counted(page):
    lay_out(page)
    page.click("#more summary")
    page.select_option("#rules", "american")
    wait_for_text(page, "#advice-error", "got american")
    wait_for_text(page, "#odds-error", "not supported")


@pytest.mark.parametrize("width", [320, 390, 768])
def test_page__fits_a_narrow_screen(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    lay_out(page)
    advised(page)
    page.locator("#advice-table button[data-control^=choose]").first.click()
    # The long table waits, folded, on a small screen.
    page.wait_for_selector("#chosen")
    if not page.locator("#chosen-table").is_visible():
        page.click("#chosen summary")
    page.wait_for_selector("#chosen-table table")
    page.click("#draw-random")
    page.wait_for_selector("#hands .hand")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.locator("#grid button").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().width < 24).length"
    )
    assert small == 0
    tops = page.locator("#grid button").evaluate_all("all => all.map(one => one.offsetTop)")
    assert len(set(tops)) == 4  # every suit in one row


@pytest.mark.parametrize("width", [320, 1280])
def test_page__the_rule_books_do_not_widen_it(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.click("#more summary")
    page.select_option("#rules", "cotton_1674")
    page.wait_for_selector("#grid [data-card='6S']")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    tops = page.locator("#grid button").evaluate_all("all => all.map(one => one.offsetTop)")
    assert len(set(tops)) == 4


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page__axe_finds_nothing(page, scheme):
    from axe_playwright_python.base import AXE_FILE_PATH

    page.emulate_media(color_scheme=scheme)
    found = []

    def look(moment):
        told = page.evaluate("axe.run()")
        found.extend((moment, one["id"], one["nodes"][0]["html"]) for one in told["violations"])

    # In the browser's own way: the page forbids scripts that are written into it.
    page.context.new_cdp_session(page).send(
        "Runtime.evaluate", {"expression": AXE_FILE_PATH.read_text(encoding="utf-8")}
    )
    if scheme == "light":
        look("empty")
    lay_out(page)
    advised(page)
    page.locator("#advice-table button[data-control^=choose]").first.click()
    page.wait_for_selector("#chosen-table table")
    page.locator("#advice-table button[data-control^=compare]").first.click()
    page.wait_for_selector("#contrast-status[data-over=true]", timeout=60_000)
    page.click("#draw-random")
    page.wait_for_selector("#hands .hand")
    page.click("[data-control=best]")
    wait_for_text(page, "#turn", "to answer")
    look("all")
    assert found == []


def test_page__without_its_server_says_so(browser):
    with run_server() as running:
        context = browser.new_context()
        page = context.new_page()
        page.goto(running.address)
        page.wait_for_selector("#grid button")
        running.process.kill()
        running.process.wait()
        page.click("#example")
        page.wait_for_selector("#hand-error:not(:empty)")
        assert "piquet explore" in page.inner_text("#hand-error")
        context.close()


def test_page__a_score_is_entered_one_total_after_the_other(page):
    lay_out(page)
    page.click("#more summary")
    page.fill("input[name=own]", "68")
    page.keyboard.press("Tab")
    assert page.input_value("input[name=own]") == "68"
    assert page.inner_text("#settings-error") == ""
    page.keyboard.press("Tab")
    wait_for_text(page, "#settings-error", "Both totals are needed")
    page.fill("input[name=theirs]", "155")
    page.select_option("select[name=deal]", "3")
    wait_for_text(page, "#advice-table", "settlement of the partie to expect at 68-155, deal 3")
    assert "score=68-155" in page.url
    assert page.inner_text("#settings-error") == ""
    page.fill("input[name=own]", "-5")
    page.keyboard.press("Tab")
    wait_for_text(page, "#settings-error", "whole numbers from 0 to 10,000")
    assert "score=68-155" in page.url


def test_page__cards_clicked_faster_than_they_are_read(page):
    cards = ["AS", "KS", "JS", "AH", "QH", "JH", "8H", "9D", "8D", "JC", "8C", "7C"]
    page.evaluate(
        """cards => cards.forEach(card => document.querySelector(`#grid [data-card="${card}"]`)
            .click())""",
        cards,
    )
    wait_for_text(page, "#count", "the hand is whole")
    assert pressed(page, "#grid") == cards


def test_page__advice_that_was_left_goes_on_when_one_comes_back(page):
    lay_out(page, "A97.A97.A97.A87")  # for seconds no discard is the best beyond doubt
    wait_for_text(page, "#advice-status", "Playing")
    page.click("#clear")
    page.wait_for_selector("#discards-body", state="hidden")
    page.go_back()
    assert advised(page).count() == 10


def test_page__an_address_that_cannot_be_is_mended_on_the_page(page, server):
    page.goto(server.address + "?hand=AKQJT987.AKQJT..")
    wait_for_text(page, "#hand-error", "13 cards")
    assert page.input_value("#hand-text") == "AKQJT987.AKQJT.."
    page.click("#grid [data-card='7S']")
    wait_for_text(page, "#count", "the hand is whole")
    page.goto(server.address + f"?hand={HAND}&seat=younger&took=9")
    wait_for_text(page, "#settings-error", "took: 9")
    assert page.inner_text("#hand-error") == ""
    page.check("input[name=seat][value=elder]")
    page.wait_for_selector("#odds-table table")
    assert page.inner_text("#settings-error") == ""


def test_page__a_discard_in_the_address_in_any_form(page, server):
    page.goto(server.address + f"?hand={HAND}&discard=K..98.87")
    wait_for_text(page, "#thrown", "You throw out 5.")
    assert pressed(page, "#throw") == ["KS", "9D", "8D", "8C", "7C"]
    page.goto(server.address + f"?hand={HAND}&discard=ks,9d&draw=10s&number=1&play=as")
    wait_for_text(page, "#turn", "to answer to the ace of spades")
    assert pressed(page, "#throw") == ["KS", "9D"]


def test_page__asks_again_what_was_too_much_at_once(page):
    refusals = [503, 429]

    def refuse(route):
        if refusals:
            route.fulfill(status=refusals.pop(), content_type="application/json", body="{}")
        else:
            route.continue_()

    page.route("**/api/advice*", refuse)
    lay_out(page)
    assert advised(page).count()
    assert not refusals
    page.complaints[:] = [said for said in page.complaints if "status of" not in said]


def test_page__a_server_that_was_started_again_is_asked_again(page):
    page.route("**/api/hand*", lambda route: route.abort())
    page.click("#example")
    wait_for_text(page, "#hand-error", "start it again")
    page.unroute("**/api/hand*")
    page.select_option("#strategy", "club", force=True)
    page.wait_for_selector("#odds-table table")
    page.complaints[:] = [said for said in page.complaints if "ERR_FAILED" not in said]


def test_page__in_a_partie_points_and_settlement_are_told_apart(page, server):
    query = {"hand": HAND, "discard": "KS 9D 8D 8C 7C", "versus": "9D 8D 8C 7C"}
    last = server.ask_lines("contrast", **query, score="68-95", deal="6")[-1]
    page.goto(server.address + "?" + urlencode({**query, "score": "68-95", "deal": "6"}))
    page.wait_for_selector("#contrast-status[data-over=true]", timeout=60_000)
    rows = page.locator("#contrast-table tr.sum").all_inner_texts()
    assert [text.split("\t")[0] for text in rows] == ["all together", "settlement to expect"]
    assert last["points_said"] in rows[0]
    assert last["said"] in rows[1]
    assert last["points"] == pytest.approx(sum(part["value"] for part in last["parts"]), abs=0.1)


NEWS = """() => {
    window.news = [];
    new MutationObserver((all) => all.forEach(({ target }) => {
        const place = target.nodeType === 1 ? target : target.parentElement;
        const live = place?.closest("[role=status], [role=alert]");
        if (live?.textContent) window.news.push([live.id, live.textContent]);
    })).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_page__reads_nothing_out_again_and_again(page):
    page.evaluate(NEWS)
    lay_out(page, "T97.T97.T97.T87")
    advised(page)
    page.click("#throw [data-card='7S']")
    page.click("#throw [data-card='7H']")
    wait_for_text(page, "#thrown", "You throw out 2.")
    page.click("#draw-random")
    page.wait_for_selector("#hands .hand")
    page.click("[data-control=best]")
    wait_for_text(page, "#turn", "to answer")
    page.click("[data-control=best]")
    wait_for_text(page, "#turn", "to lead")
    told = page.evaluate("window.news")
    assert ["count", "Twelve cards: the hand is whole."] in told
    once = [one for one in told if one[0] != "advice-status" or not one[1].startswith("Playing")]
    assert len(once) == len({tuple(one) for one in once})
    assert told.count(["advice-status", "Playing…"]) == 1
    # What will say something must be known to be there before it does.
    assert page.locator("#advice-error").evaluate("one => getComputedStyle(one).display") == "block"


def test_page__the_focus_is_never_lost(page):
    def focused():
        return page.evaluate("document.activeElement.dataset.control || document.activeElement.id")

    lay_out(page)
    advised(page)
    for act in ("choose", "compare"):
        button = page.locator(f"#advice-table button[data-control^={act}]").nth(1)
        name = button.get_attribute("data-control")
        button.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#advice-table [data-control='{name}'][aria-disabled=true]")
        assert focused() == name
    page.focus("#contrast-end")
    page.keyboard.press("Enter")
    page.wait_for_selector("#contrast", state="hidden")
    assert focused() == name
    page.focus("#draw-random")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hands .hand")
    assert focused() == "best"
    page.focus("[data-control=undraw]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#draw-grid button")
    assert focused() == "draw-random"


def test_page__to_the_words_and_back_to_the_same_hand(page):
    lay_out(page)
    page.click("text=younger >> nth=0")  # the word is the choice, not the way to the glossary
    page.wait_for_selector("input[name=seat][value=younger]:checked")
    wait_for_text(page, "#thrown", "1 to 3")
    left = page.url
    page.click("text=Who is elder?")
    page.wait_for_selector("dt#elder")
    page.click("text=Back to the table")
    page.wait_for_selector("#odds-table table")
    assert page.url == left
    assert page.is_checked("input[name=seat][value=younger]")


def test_page__says_a_carte_blanche(page):
    lay_out(page, "AT987.AT987.T9.")
    wait_for_text(page, "#holds", "a carte blanche, which counts ten")
    lay_out(page)
    wait_for_text(page, "#holds", "three knaves")
    assert "blanche" not in page.inner_text("#holds")
