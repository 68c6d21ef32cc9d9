"""The explorer's page in a real browser, as people use it: mouse, keyboard, telephone.

`.ci/run` installs Chromium.
"""

import json
import re
from urllib.parse import parse_qsl, urlencode, urlsplit

from specimens import HAND, PLAYED_AGAIN

from piquet_sim.decisions.review.records import read_record
from piquet_sim.explorer.records import write_code

DISCARD = "KS 9D 8D 8C 7C"
"""A throw of `HAND` that the exact count likes and the deals do not."""
POOR = "T97.T97.T97.T87"
"""Thirty sensible throws, none best beyond doubt: all deals are played."""
RECORD = write_code(read_record(PLAYED_AGAIN))
"""The example, played again, as the address has it."""


# ---- What people do, and wait for ----------------------------------------------------------------
def open_page(page, server, **state):
    """Open the page with a state in its address."""
    page.goto(server.address + ("?" + urlencode(state) if state else ""))
    page.wait_for_selector("[data-view][aria-current]")  # the script has begun


def hurry(page):
    """Have the page, until it is loaded anew, wait a fiftieth of what it else would.

    That is until the other has played a card, and until a server that was gone is asked again.
    """
    page.evaluate(
        """() => {
            const wait = window.setTimeout;
            window.setTimeout = (run, time = 0, ...more) => wait(run, time / 50, ...more);
        }"""
    )


def wait_for_text(page, place, text):
    """Wait until a place of the page holds a text; "?key" is a part of the state in its address."""
    if place[0] == "?":
        page.wait_for_function(
            "([key, text]) => new URLSearchParams(location.search).get(key) === text",
            arg=[place[1:], text],
        )
    else:
        page.locator(place, has_text=text).first.wait_for()


def go(page, *steps):
    """One thing after another is clicked, filled with the text that stands last in the step, or,
    where nothing is named, keys are pressed, wherever the focus is.

    Each time a text comes to stand in a place of the page.
    """
    for target, place, text, *typed in steps:
        if target:
            (page.fill if typed else page.click)(target, *typed)
        else:
            for key in typed[0].split():
                page.keyboard.press(key)
        wait_for_text(page, place, text)


def save(page, pressed):
    """The content of the file that a click saves."""
    with page.expect_download() as saved:
        page.click(pressed)
    return saved.value.path().read_bytes()


def lay_out(page, hand=HAND, then="#answer:not([hidden])"):
    """Type a hand, and wait for its advice, or for what else comes then."""
    go(page, ("#hand-text", then, "", hand))


# ---- What the page shows -------------------------------------------------------------------------
def state_of(page):
    """The state in the page's address."""
    return dict(parse_qsl(urlsplit(page.url).query))


def kept_of(page):
    """What the browser keeps."""
    return json.loads(page.evaluate("localStorage.getItem('piquet')"))


def focus_of(page):
    """What names the thing that has the focus."""
    return page.evaluate(
        "(({ dataset, id }) => dataset.card || dataset.control || id)(document.activeElement)"
    )


def cards_of(page, group, state=""):
    """The cards of a group, in their order."""
    return page.locator(f"{group} [data-card]{state}").evaluate_all(
        "cards => cards.map(card => card.dataset.card)"
    )


def boxes_of(page, place):
    """Where on the screen each of a place lies, and how large it is."""
    return page.locator(place).evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )


NUMBER = r"\d(?:[\d,]*\d)?(?:\.\d+)?"
"""As one is written."""


def numbers_shown(page, place):
    """Numbers in a place of the page, those of cards left out."""
    texts = page.locator(place).evaluate_all(
        """places => places.map(place => {
            const copy = place.cloneNode(true);
            copy.querySelectorAll(".cards, .card, kbd, code").forEach(one => one.remove());
            const texts = [];
            const walk = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
            while (walk.nextNode()) texts.push(walk.currentNode.data);
            return texts.join(" ");
        })"""
    )
    return re.findall(NUMBER, " ".join(texts))


def numbers_told(answer):
    """All numbers of a server's answer: those in its texts, and whole ones, with commas, too."""
    values = json.loads(
        json.dumps(answer),
        parse_float=lambda _: None,
        object_pairs_hook=lambda pairs: [value for _, value in pairs],
    )
    told = set(re.findall(NUMBER, json.dumps(values, ensure_ascii=False)))
    return told | {f"{int(one):,}" for one in told if one.isdigit()}


def check_layout(page):
    """The page is no wider than the screen, and axe complains of nothing on it."""
    from axe_playwright_python.base import AXE_FILE_PATH

    if not page.evaluate("typeof axe === 'object'"):
        # In the browser's own way: the page forbids scripts that are written into it.
        page.context.new_cdp_session(page).send(
            "Runtime.evaluate", {"expression": AXE_FILE_PATH.read_text(encoding="utf-8")}
        )
    is_narrow, wrong = page.evaluate(
        """async () => [
            document.documentElement.scrollWidth <= innerWidth,
            (await axe.run({ resultTypes: ["violations"] })).violations.map(  // no others are read
                one => [one.id, one.nodes[0].html]),
        ]"""
    )
    assert (is_narrow, wrong) == (True, [])


def check_in_view(page, *places):
    """The first of each place comes to lie on the screen as a whole, without scrolling."""
    page.wait_for_function(
        """places => places.every(place => {
            const box = document.querySelector(place)?.getBoundingClientRect();
            const dock = document.querySelector(".views");
            const isDocked = getComputedStyle(dock).position === "fixed";
            const foot = isDocked ? dock.getBoundingClientRect().top : innerHeight;
            return box && box.top >= 0 && box.height > 0 && box.bottom <= foot
                && box.left >= 0 && box.right <= innerWidth;
        })""",
        arg=places,
        timeout=10_000,
    )
