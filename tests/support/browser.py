"""Chromium, as tests of pages start it."""

import os
import shutil
from contextlib import contextmanager

CHROMIUM = next(
    (
        path
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (path := shutil.which(name))
    ),
    None,
)
_OPTIONS = [
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@contextmanager
def run_chromium():
    """A browser, closed afterwards."""
    from playwright.sync_api import sync_playwright

    # Chromium's own sandbox does not work for the root user of a container.
    options = [*_OPTIONS, "--no-sandbox"] if os.geteuid() == 0 else _OPTIONS
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        try:
            yield running
        finally:
            running.close()
