"""The explorer's server, and its page in a browser: one server for all tests, one page for each."""

import re

import pytest
from explorer_server import CHROMIUM, run_chromium, run_server


@pytest.fixture(scope="session")
def server():
    """A running explorer in which nothing goes wrong: its tables take longer than most tests."""
    with run_server() as running:
        yield running
        assert "Traceback" not in "".join(running.said)


@pytest.fixture(scope="module")
def browser():
    """Chromium, for one file of tests: its loop would stand in the way of others."""
    if CHROMIUM is None:
        pytest.skip("NO BROWSER: Chromium is not installed")
    with run_chromium() as running:
        yield running


@pytest.fixture
def page(server, browser):
    """The page without a hand: it complains of nothing and asks nobody but its server.

    Cards do not glide: every click would wait until they lie still.
    """
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 900})
    opened, said, asked = context.new_page(), [], []
    opened.set_default_timeout(120_000)  # a busy machine is slower by ten
    opened.on("pageerror", lambda error: said.append(f"error: {error}"))
    opened.on("console", lambda one: said.append(f"{one.type}: {one.text}"))
    opened.on("request", lambda request: asked.append(request.url))
    opened.goto(server.address + "?view=discard")
    opened.wait_for_selector("#pack [data-card]")  # the server has answered: all may be clicked
    yield opened
    context.close()
    # The browser notes what the page expects, too: a question that is refused, and that there is no
    # connection.
    assert (
        {url.startswith(server.address) for url in asked},
        [one for one in said if re.match("error(?!.*(status of 400|DISCONNECTED))", one)],
    ) == ({True}, [])
