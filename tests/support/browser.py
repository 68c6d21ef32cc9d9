"""Chromium, as tests of pages start it."""

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
    "--disable-component-update", "--disable-sync", "--no-sandbox",
]  # fmt: skip
"""Chromium's own sandbox works neither for a container's root nor wherever user spaces are off."""


@contextmanager
def run_chromium():
    """A browser, closed afterwards."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=_OPTIONS)
        try:
            yield running
        finally:
            running.close()
