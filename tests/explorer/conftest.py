"""The explorer's server and a browser with its page, one of each for all tests."""

import pytest
from browser import run_chromium
from explorer_server import run_server


@pytest.fixture(scope="session")
def common_server():
    """A running explorer: to prepare its tables takes longer than most tests of it."""
    with run_server() as running:
        yield running


@pytest.fixture(scope="module")
def server(common_server):
    """A running explorer in which nothing goes wrong."""
    yield common_server
    assert "Traceback" not in "".join(common_server.said)


@pytest.fixture(scope="module")
def browser():
    """Chromium, for one file of tests: its loop would stand in the way of others."""
    with run_chromium() as running:
        yield running


@pytest.fixture(scope="module")
def tab(browser):
    """A page of the browser for one file of tests: to open one takes longer than to load one."""
    context = browser.new_context()
    opened = context.new_page()
    opened.set_default_timeout(120_000)  # a busy machine is slower by ten
    opened.complaints, opened.asked = [], []
    opened.on("pageerror", lambda error: opened.complaints.append(str(error)))
    opened.on(
        "console",
        lambda said: opened.complaints.append(said.text) if said.type == "error" else None,
    )
    opened.on("request", lambda asked: opened.asked.append(asked.url))
    yield opened
    context.close()


def make_new(tab):
    """Leave nothing of an earlier test, nor of what the browser keeps.

    Cards do not glide: every click would wait until they lie still.
    """
    tab.unroute_all(behavior="ignoreErrors")
    tab.context.clear_permissions()
    tab.context.clear_cookies()
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.emulate_media(
        media="null", color_scheme="null", reduced_motion="reduce", forced_colors="null"
    )
    tab.mouse.move(0, 0)
    if tab.url.startswith("http"):
        tab.evaluate("localStorage.clear()")
    tab.complaints.clear()
    tab.asked.clear()


@pytest.fixture
def empty_page(server, tab):
    """A page yet to be opened, which complains of nothing and asks nobody but its server."""
    make_new(tab)
    # What is still played for the page before ends when another is opened.
    tab.once("framenavigated", lambda frame: tab.complaints.clear())
    yield tab
    assert [url for url in tab.asked if not url.startswith(server.address)] == []
    # The browser notes answers that the page expects, too: a question that is refused, and that all
    # places are taken for a moment, after which the page asks again.
    expected = ("status of 422", "status of 503")
    assert [said for said in tab.complaints if not any(one in said for one in expected)] == []


@pytest.fixture
def page(server, empty_page):
    """The page with the view in which a hand is laid out."""
    empty_page.goto(server.address + "?view=discard")
    empty_page.wait_for_selector("#pack [data-card]")  # the server has answered: all may be clicked
    return empty_page
