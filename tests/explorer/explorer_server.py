"""The explorer as a process of its own, for tests that ask it over the loopback; Chromium, too."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from urllib.parse import urlencode

from explorer_page import POOR

START_SECONDS = 300  # on a machine that has compiled nothing yet


class Server:
    """A running explorer."""

    def __init__(self, process, found, said, reader):
        self.process, self.port, self.token = process, int(found[1]), found[2]
        self.address, self.said, self.reader = found[0], said, reader

    def connect(self):
        return HTTPConnection("127.0.0.1", self.port, timeout=START_SECONDS)

    def get(self, path, headers=None, method="GET", token=None, **query):
        """Status, headers and body of one question below the token."""
        address = f"/{self.token if token is None else token}{path}"
        asked = f"{address}?{urlencode(query)}" if query else address
        with closing(self.connect()) as connection:
            connection.request(method, asked, None, headers or {})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()

    def ask_lines(self, name, status=200, **query):
        """All lines of a streamed answer."""
        found, _, body = self.get(f"/api/{name}", **query)
        assert found == status, body
        return [json.loads(line) for line in body.splitlines() if line.strip()]

    def ask(self, name, status=200, **query):
        """What the page would be told."""
        (told,) = self.ask_lines(name, status, **query)
        return told


def begin_advice(stack, server):
    """An answer that takes long."""
    connection = stack.enter_context(closing(server.connect()))
    connection.request("GET", f"/{server.token}/api/advice?hand={POOR}&seconds=30")
    return connection.getresponse()


@contextmanager
def run_server(*options, browser):
    """An explorer on a free port, ended afterwards; `browser` is the program that opens it."""
    with subprocess.Popen(
        [sys.executable, "-m", "piquet_sim", "explore", "--browser", "--port", "0", *options],
        env={**os.environ, "BROWSER": str(browser)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        watchdog, said, found = threading.Timer(START_SECONDS, process.kill), [], None
        watchdog.start()
        try:
            while not found:
                said.append(process.stderr.readline())
                assert said[-1], f"the explorer did not start: {said}"
                found = re.search(r"http://127\.0\.0\.1:(\d+)/([\w-]+)/", said[-1])
            reader = threading.Thread(target=said.extend, args=(process.stderr,), daemon=True)
            reader.start()
            watchdog.cancel()
            yield Server(process, found, said, reader)
        finally:
            watchdog.cancel()
            process.kill()


_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first begins and draws quickest."""
CHROMIUM = next(filter(None, map(shutil.which, _BROWSERS)), None)
_OPTIONS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-sandbox",
]
"""Chromium's own sandbox works neither for a container's root nor wherever user spaces are off."""


@contextmanager
def run_chromium():
    """A browser, closed afterwards."""
    from playwright.sync_api import sync_playwright

    with (
        sync_playwright() as playwright,
        closing(playwright.chromium.launch(executable_path=CHROMIUM, args=_OPTIONS)) as running,
    ):
        yield running
