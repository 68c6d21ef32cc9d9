"""Draw the README's picture of the page: the example hand, weighed, in `notebooks/page.png`.

    PYTHONPATH=. .venv/bin/python .ci/picture_page.py

Needs Chromium, as the tests of the page do.
"""

import sys
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / room) for room in ("explorer", "reference", "support")]

from explorer_server import run_chromium, run_server  # noqa: E402

HAND = "AKJ.AQJ8.98.J87"
WIDTH, SCALE = 1040, 2
"""Of the page in pixels, and how many points of the picture a pixel has."""
MARGIN = 12


def draw_page(path: Path) -> None:
    """Wait until the page is sure of its answer, and keep the table with the hand."""
    with run_server(browser="true") as server, run_chromium() as browser:
        page = browser.new_page(viewport={"width": WIDTH, "height": 800}, device_scale_factor=SCALE)
        page.goto(server.address + "?" + urlencode({"view": "discard", "hand": HAND}))
        page.locator("#settled", has_text="Settled").wait_for(timeout=60_000)
        felt, *said = (
            page.locator(one).bounding_box() for one in ("#felt", "#yours-line", "#to-play")
        )
        bottom = max(one["y"] + one["height"] for one in said) + MARGIN
        page.screenshot(path=path, clip={**felt, "height": bottom - felt["y"]})


if __name__ == "__main__":
    draw_page(ROOT / "notebooks" / "page.png")
