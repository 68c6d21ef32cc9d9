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


@pytest.fixture
def page(server, browser):
    """The page, which complains of nothing and asks nobody but its server."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
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
    opened.goto(server.address + "?view=discard")
    opened.wait_for_selector("#pack [data-card]")  # the server has answered: all may be clicked
    yield opened
    context.close()
    assert outside == []
    # The browser notes answers that the page expects, too: a question that is refused, and that all
    # places are taken for a moment, after which the page asks again.
    expected = ("status of 422", "status of 503")
    assert [said for said in complaints if not any(one in said for one in expected)] == []
