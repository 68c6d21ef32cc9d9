"""The explorer's server, and its page in a browser: one server for all tests, one page for each."""

import pytest
from explorer_server import CHROMIUM, run_chromium, run_server


def pytest_itemcollected(item):
    """What asks for a page runs where Chromium is found; where it cannot be had it says so."""
    if "page" in item.fixturenames:
        item.add_marker("browser")
        reason = "NO BROWSER: Chromium is not installed"
        item.add_marker(pytest.mark.skipif(CHROMIUM is None, reason=reason))


@pytest.fixture(scope="session")
def server():
    """A running explorer in which nothing goes wrong: its tables take longer than most tests."""
    with run_server() as running:
        yield running
        assert "Traceback" not in "".join(running.said)


@pytest.fixture(scope="module")
def browser():
    """Chromium, for one file of tests: its loop would stand in the way of others."""
    with run_chromium() as running:
        yield running


@pytest.fixture
def page(server, browser):
    """The page without a hand: it complains of nothing and asks nobody but its server.

    Cards do not glide: every click would wait until they lie still.
    """
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 900})
    opened, complaints, asked = context.new_page(), [], []
    opened.set_default_timeout(120_000)  # a busy machine is slower by ten
    opened.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    opened.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
    opened.on("request", lambda request: asked.append(request.url))
    opened.goto(server.address + "?view=discard")
    opened.wait_for_selector("#pack [data-card]")  # the server has answered: all may be clicked
    yield opened
    context.close()
    assert [url for url in asked if not url.startswith(server.address)] == []
    # The browser notes what the page expects, too: a question that is refused, and that there is no
    # connection.
    expected = ("status of 400", "DISCONNECTED")
    complaints = [said for said in complaints if not any(one in said for one in expected)]
    assert not any(said.startswith("error") for said in complaints), complaints
