"""The explorer's page in a real browser, as people use it: mouse, keyboard, telephone.

Its tests run where Chromium is found; `.ci/run` installs it. Where it cannot be had they are
skipped, and say so.
"""

import json
import re
import time
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from browser import CHROMIUM
from specimens import HAND

IN_BROWSER = [
    pytest.mark.skipif(CHROMIUM is None, reason="NO BROWSER: Chromium is not installed"),
    pytest.mark.browser,
]
"""What every module of such tests has as its `pytestmark`."""
_LOOK = 20
"""Milliseconds after which the page is looked at again."""


def wait_for_text(page, place, text):
    """Wait until a place of the page holds a text."""
    page.locator(place, has_text=text).first.wait_for()


def wait_until(page, question):
    """Wait until the page answers a question with yes; its policy forbids to ask from inside."""
    ends = time.monotonic() + 120
    while time.monotonic() < ends:
        if page.evaluate(question):
            return
        page.wait_for_timeout(_LOOK)
    raise AssertionError(f"not within 120 s: {question}")


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


def open_page(page, server, **state):
    """Open the page with a state in its address."""
    page.goto(server.address + ("?" + urlencode(state) if state else ""))
    page.wait_for_selector("[data-view][aria-current]")  # the script has begun


def leave_unplayed(page):
    """Give the page no advice, to the end of a test: nothing is played for it."""
    page.route("**/api/advice*", lambda route: None)


def show_again(page):
    """Have the page show once more what its address says, as it does when the hand is read late."""
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")


def state_of(page):
    """The state in the page's address."""
    return dict(parse_qsl(urlsplit(page.url).query))


def note_answers(page):
    """From now on what the page is told, by the name of the question: the last line of each."""
    page.evaluate(
        """() => {
            const ask = window.fetch;
            window.told = {};
            window.fetch = async (address, ...more) => {
                const answer = await ask(address, ...more);
                const name = new URL(address, location).pathname.split("/").pop();
                answer.clone().text().then(text => { window.told[name] = text; }, () => {});
                return answer;
            };
        }"""
    )
    return lambda name: json.loads(page.evaluate(f"window.told.{name}").splitlines()[-1])


def numbers_in(text):
    """Numbers as they are written."""
    return re.findall(r"\d(?:[\d,]*\d)?(?:\.\d+)?", text)


def numbers_shown(page, places):
    """Numbers of some places of the page, those of cards left out."""
    read = """place => {
        const copy = place.cloneNode(true);
        copy.querySelectorAll(".cards, .card, kbd, code").forEach(one => one.remove());
        const texts = [];
        const walk = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) texts.push(walk.currentNode.data);
        return texts.join(" ");
    }"""
    return [
        number
        for place in places
        for one in page.locator(place).all()
        for number in numbers_in(one.evaluate(read))
    ]


def numbers_told(answer):
    """All numbers of a server's answer: those in its texts, and whole ones with their commas."""
    if isinstance(answer, dict):
        answer = list(answer.values())
    if isinstance(answer, list):
        return set().union(*map(numbers_told, answer))
    if isinstance(answer, int):
        return {str(answer), f"{answer:,}"}
    return set(numbers_in(answer)) if isinstance(answer, str) else set()


def find_violations(page):
    """What axe complains of on the page as it is."""
    from axe_playwright_python.base import AXE_FILE_PATH

    if not page.evaluate("typeof axe === 'object'"):
        # In the browser's own way: the page forbids scripts that are written into it.
        page.context.new_cdp_session(page).send(
            "Runtime.evaluate", {"expression": AXE_FILE_PATH.read_text(encoding="utf-8")}
        )
    told = page.evaluate("axe.run({ resultTypes: ['violations'] })")  # of others nothing is read
    return [(one["id"], one["nodes"][0]["html"]) for one in told["violations"]]


def is_in_view(page, place):
    """Whether the first of a place comes to lie on the screen as a whole, without scrolling."""
    found = page.locator(place).first
    found.wait_for()
    ends = time.monotonic() + 2
    while time.monotonic() < ends:
        if found.evaluate(_LIES_IN_VIEW):
            return True
        page.wait_for_timeout(_LOOK)
    return False


_LIES_IN_VIEW = """place => {
            const box = place.getBoundingClientRect();
            const dock = document.querySelector(".views");
            const isDocked = getComputedStyle(dock).position === "fixed";
            const foot = isDocked ? dock.getBoundingClientRect().top : innerHeight;
            return box.top >= 0 && box.height > 0 && box.bottom <= foot
                && box.left >= 0 && box.right <= innerWidth;
        }"""


CARDS = ["AS", "KS", "JS", "AH", "QH", "JH", "8H", "9D", "8D", "JC", "8C", "7C"]
"""Those of `HAND`."""
DISCARD = "KS 9D 8D 8C 7C"
"""A throw of `HAND` that the exact count likes and the deals do not."""


def lay_out(page, hand=HAND):
    """Type a hand."""
    page.fill("#hand-text", hand)
    page.wait_for_selector("#answer:not([hidden])")


def wait_until_settled(page):
    """Wait for the verdict."""
    page.wait_for_selector("#verdict.is-settled")


def wait_until_valued(page):
    """Wait until one throw has been laid beside another, too."""
    wait_until_settled(page)
    page.wait_for_selector("#parts tfoot")


def show_why(page):
    """Lay out a hand and a throw that loses, and wait until the page says why."""
    lay_out(page)
    throw_cards(page, DISCARD)
    wait_until_valued(page)
    wait_for_text(page, "#why-title", "Why yours loses")


def open_folds(page, *names):
    """Open parts of the page that are folded."""
    for name in names:
        page.locator(f"#{name}").evaluate("fold => { fold.open = true; }")


def throw_cards(page, cards):
    """Press cards of the hand."""
    for card in cards.split():
        page.click(f"#hand [data-card='{card}']")
        page.wait_for_selector(f"#hand [data-card='{card}'][aria-pressed=true]")


def boxes_of(page, place):
    """Where on the screen each of a place lies, and how large it is."""
    return page.locator(place).evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )


def cards_of(page, group, state=""):
    """The cards of a group, in their order."""
    return page.locator(f"{group} [data-card]{state}").evaluate_all(
        "cards => cards.map(card => card.dataset.card)"
    )
