"""The explorer's server, and its page in a browser: one of each for all tests."""

import re
import signal
import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from explorer_server import CHROMIUM, begin_advice, run_chromium, run_server


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A running explorer in which nothing goes wrong: its tables take longer than most tests.

    It has a further name, and opens a browser that only notes with which words it was started. In
    the end it is interrupted in mid-stream.
    """
    browser = tmp_path_factory.mktemp("opened") / "browser"
    browser.write_text('#!/bin/sh\necho "$@" > "$0.words"\n')
    browser.chmod(0o700)
    words = browser.with_name("browser.words")
    with run_server("--host", "Box.Example", browser=browser) as running, ExitStack() as stack:
        while not (words.is_file() and words.read_text().strip()):
            time.sleep(0.05)
        running.opened = Path(words.read_text().strip().removeprefix("file://"))
        yield running
        begin_advice(stack, running).readline()
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait() == 130
        running.reader.join()
        assert re.findall("Traceback|ERROR", "".join(running.said)) == []
        assert not running.opened.parent.exists()


@pytest.fixture(scope="package")
def tab(server):
    """A page, what its browser says of it and whom it asks: its loop would hinder other folders.

    Cards do not glide: every click would wait until they lie still.
    """
    if CHROMIUM is None:
        pytest.skip("NO BROWSER: Chromium is not installed")
    said, asked = [], []
    with (
        run_chromium() as browser,
        closing(browser.new_context(reduced_motion="reduce")) as context,
    ):
        opened = context.new_page()
        opened.set_default_timeout(120_000)  # a busy machine is slower by ten
        opened.on("pageerror", lambda error: said.append(f"error: {error}"))
        opened.on("console", lambda one: said.append(f"{one.type}: {one.text}"))
        opened.on("request", lambda request: asked.append(request.url))
        yield opened, said, asked


@pytest.fixture
def page(server, tab):
    """The page without a hand: it complains of nothing and asks nobody but its server.

    It is loaded anew for each test, which costs half of what a new one does, and keeps nothing.
    """
    opened, said, asked = tab
    said.clear()
    asked.clear()
    opened.set_viewport_size({"width": 1280, "height": 900})
    opened.emulate_media(color_scheme="light")
    opened.goto(server.address + "?view=discard")
    opened.wait_for_selector("#pack [data-card]")  # the server has answered: all may be clicked
    yield opened
    opened.unroute_all()
    opened.context.set_offline(False)
    opened.context.clear_permissions()
    opened.evaluate("localStorage.clear()")
    for one in opened.context.pages[1:]:
        one.close()
    # The browser notes what the page expects, too: a question that is refused, and that there is no
    # connection.
    assert (
        {url.startswith(server.address) for url in asked},
        [one for one in said if re.match("error(?!.*(status of 400|DISCONNECTED))", one)],
    ) == ({True}, [])
