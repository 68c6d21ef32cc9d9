"""The explorer's quiz, in a real browser."""

import pytest
from explorer_page import (
    IN_BROWSER,
    find_violations,
    is_in_view,
    numbers_shown,
    numbers_told,
    open_page,
    show_again,
    state_of,
    wait_for_text,
)

pytestmark = IN_BROWSER
SERIES = {"series": "4127", "view": "quiz"}


@pytest.fixture(scope="module")
def hands(server):
    return [one["cards"] for one in server.ask("series", series="4127")["hands"]]


@pytest.fixture(scope="module")
def throws(server, hands):
    """A throw of every hand: some good, some poor, one hand skipped."""
    poor = ["".join(cards[-5:] if place % 2 else cards[1:5]) for place, cards in enumerate(hands)]
    told = server.ask_lines("quiz", series="4127", throws="-".join(poor))
    best = {line["place"]: line["best"]["discard"].replace(" ", "") for line in told[:10]}
    mixed = [best[place] if place % 3 == 0 else poor[place] for place in range(10)]
    return [*mixed[:4], "0", *mixed[5:]]


def open_quiz(page, server, **more):
    """Open a series and wait for its hand or its end."""
    open_page(page, server, **SERIES, **more)
    page.wait_for_selector("#quiz-body:not([hidden])")
    page.wait_for_function("() => document.getElementById('quiz-hand').textContent")


def ask_quiz(server, throws):
    """What the server says of throws: the verdicts by place, and the sum."""
    lines = server.ask_lines("quiz", series="4127", throws="-".join(throws))
    return {line["place"]: line for line in lines if not line["over"]}, lines[-1]


def pick(page, cards):
    for card in cards:
        page.click(f"#quiz-cards [data-card='{card}']")


def wait_for_verdict(page):
    page.wait_for_selector("#quiz-verdict .sign", timeout=60_000)


def wait_for_sum(page):
    page.wait_for_selector("#quiz-end .score", timeout=120_000)


def test_quiz__a_hand_is_thrown_and_judged(page, server, hands):
    open_page(page, server, view="quiz")
    page.fill("#quiz-number", "4127")
    show_again(page)
    page.click("#quiz-form button")
    wait_for_text(page, "#quiz-hand", "Hand 1 of 10")
    assert page.is_disabled("[data-control=throw]")
    shown = page.locator("#quiz-cards .card").evaluate_all(
        "all => all.map(one => one.dataset.card)"
    )
    assert shown == hands[0]
    pick(page, hands[0][:5])
    assert page.inner_text("[data-control=throw]") == "Throw these five"
    page.click(f"#quiz-cards [data-card='{hands[0][5]}']")
    wait_for_text(page, "#quiz-ask", "At most 5 cards")
    page.click("[data-control=throw]")
    wait_for_verdict(page)
    assert page.evaluate("document.activeElement.dataset.control") == "next"
    verdicts, _ = ask_quiz(server, ["".join(hands[0][:5])])
    verdict = verdicts[0]
    said = page.inner_text("#quiz-verdict")
    assert f"loses {verdict['said']}" in said
    assert f", worth {verdict['best']['said']}" in said
    for reason in verdict["reasons"]:
        assert f"{reason['said']}. {reason['fact']}" in said
    ringed = page.locator("#quiz-cards .ring").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    assert len(ringed) == len(verdict["best"]["cards"])
    assert all("best" in name for name in ringed)
    page.click("[data-control=next]")
    wait_for_text(page, "#quiz-hand", "Hand 2 of 10")
    assert page.evaluate("document.activeElement.id") == "quiz-hand"
    page.go_back()
    wait_for_text(page, "#quiz-hand", "Hand 1 of 10")
    page.go_back()
    page.wait_for_selector("#quiz-cards button.card")
    assert "throws" not in state_of(page)


def test_quiz__nothing_is_said_of_a_hand_before_it_is_thrown(page, server, hands):
    open_quiz(page, server)
    page.wait_for_timeout(2500)  # its best throw has been found by now
    assert page.locator("#quiz-cards :is(.ring, .lift, .note)").count() == 0
    assert page.locator("#quiz-body").inner_text().count("±") == 0


def test_quiz__by_keys_alone(page, server, hands):
    open_quiz(page, server)
    page.wait_for_selector("#quiz-cards button.card")
    cards = hands[0][-3:]
    for card in cards:
        page.keyboard.press(card[1].lower())
        page.keyboard.press("1" if card[0] == "T" else card[0].lower())
    page.keyboard.press("Backspace")
    wait_for_text(page, "[data-control=throw]", "these two")
    page.keyboard.press("Enter")
    wait_for_verdict(page)
    assert state_of(page)["throws"] == "".join(cards[:2])
    page.keyboard.press("Enter")
    wait_for_text(page, "#quiz-hand", "Hand 2 of 10")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#quiz-body') !== null")


def test_quiz__the_end_has_what_was_lost_and_what_is_to_be_learnt(page, server, throws):
    verdicts, told = ask_quiz(server, throws)
    open_quiz(page, server, throws="-".join(throws), at="end")
    wait_for_sum(page)
    end = page.inner_text("#quiz-end")
    assert f"{told['lost']} points lost · {told['best']} best of {told['judged']}" in end
    for name, lost in told["rivals"].items():
        assert f"{name} loses {lost}" in end
    assert told["habits"]
    for habit in told["habits"][:5]:
        assert f"You {habit['title']}: {habit['mean']} a hand, in {habit['throws']} hand" in end
    signs = page.locator("#quiz-end .sign").evaluate_all(
        "all => all.map(one => [one.textContent, one.classList[1]])"
    )
    for place, (sign, kind) in enumerate(signs):
        if place == 4:
            assert (sign, kind) == ("–", "skipped")
        else:
            mark = verdicts[place]["mark"]
            assert kind == mark
            assert sign == ("✓" if mark in ("best", "close") else verdicts[place]["short"])
    known = numbers_told([verdicts[place] for place in verdicts]) | numbers_told(told)
    known |= {str(place) for place in range(11)} | {"4127"}
    shown = numbers_shown(page, ["#quiz-end .score", "#quiz-end .habits", "#quiz-past .past"])
    assert len(shown) > 30
    assert [number for number in shown if number.rstrip(",") not in known] == []


def test_quiz__its_link_names_the_hands_and_shows_no_throws(page, server, throws):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_quiz(page, server, throws="-".join(throws), at="end")
    wait_for_sum(page)
    page.click("[data-control=copy-result]")
    wait_for_text(page, "#quiz-copied", "Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    link = copied.split("\n")[-1]
    assert "points lost" in copied
    assert "throws" not in link
    page.goto(link)
    wait_for_text(page, "#quiz-hand", "Hand 1 of 10")
    assert state_of(page) == {"view": "quiz", "series": "4127"}


def test_quiz__slips_are_gone_through_in_the_view_discard(page, server, throws, hands):
    verdicts, _ = ask_quiz(server, throws)
    slips = [place for place in sorted(verdicts)
             if verdicts[place]["mark"] not in ("best", "close")]  # fmt: skip
    open_quiz(page, server, throws="-".join(throws), at="end")
    wait_for_sum(page)
    for place in slips[:2]:
        page.click("[data-control=slips]")
        page.wait_for_selector("#view-discard:not([hidden])")
        state = state_of(page)
        assert state["discard"] == verdicts[place]["discard"]
        assert sorted(state["hand"].replace(".", "")) == sorted(card[0] for card in hands[place])
        page.click("a[data-view=quiz]")
        wait_for_text(page, "#quiz-hand", f"Hand {place + 1} of 10")
        wait_for_sum(page)


def test_quiz__of_a_theme_as_younger(page, server):
    open_page(page, server, view="quiz")
    page.select_option("#quiz-theme", "blanche")
    page.select_option("#quiz-seat", "younger")
    page.fill("#quiz-number", "5")
    page.press("#quiz-number", "Enter")
    wait_for_text(page, "#quiz-ask", "You are younger: 1 to 3 cards.")
    assert state_of(page) == {
        "view": "quiz", "series": "5", "theme": "blanche", "seat": "younger",
    }  # fmt: skip
    shown = page.locator("#quiz-cards .card").evaluate_all(
        "all => all.map(one => one.dataset.card[0])"
    )
    assert not set(shown) & set("KQJ")
    for _ in range(10):
        page.click("[data-control=skip]")
    wait_for_text(page, "#quiz-hand", "All ten")
    page.click("[data-control=another]")
    page.wait_for_selector("#quiz-start:not([hidden])")


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844), (320, 844)])
def test_quiz__the_verdict_is_in_view(page, server, throws, width, height):
    page.set_viewport_size({"width": width, "height": height})
    open_quiz(page, server, throws="-".join(throws[:2]))
    page.wait_for_selector("#quiz-cards button.card")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert is_in_view(page, "#quiz-cards")
    assert is_in_view(page, "[data-control=throw]")
    open_quiz(page, server, throws="-".join(throws[:2]), at="2")
    wait_for_verdict(page)
    for place in ("#quiz-cards", "#quiz-verdict", "[data-control=next]"):
        assert is_in_view(page, place), place
    open_quiz(page, server, throws="-".join(throws), at="end")
    wait_for_sum(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_quiz__axe_finds_nothing(page, server, throws, scheme):
    page.emulate_media(color_scheme=scheme)
    open_page(page, server, view="quiz")
    page.wait_for_selector("#quiz-form")
    assert find_violations(page) == []
    open_quiz(page, server, throws="-".join(throws[:3]))
    page.wait_for_selector("#quiz-past .past")
    page.locator("#quiz-cards button.card").first.click()
    assert find_violations(page) == []
    open_quiz(page, server, throws="-".join(throws), at="2")
    wait_for_verdict(page)
    wait_for_sum(page)
    assert find_violations(page) == []


def test_quiz__a_series_that_cannot_be_says_why(page, server):
    open_page(page, server, view="quiz", series="4127", throws="ZZ")
    wait_for_text(page, "#quiz-error", "throws")
    show_again(page)
    wait_for_text(page, "#quiz-error", "throws")
    page.click("#quiz-form button")
    wait_for_text(page, "#quiz-hand", "Hand 1 of 10")
