"""The README's first screen: one sentence on Piquet, the page, elder's chart, the set-up."""

import re

import pytest
from browser import CHROMIUM, run_chromium
from pdoc.render_helpers import to_html
from specimens import ROOT

README = (ROOT / "README.md").read_text("utf-8")
COLUMN = 830
"""Pixels of the column in which the README is shown."""
MOST_BYTES = 150_000
STYLE = f"""body {{ margin: 0; width: {COLUMN}px; font: 16px/1.5 Helvetica, Arial, sans-serif }}
h1, h2 {{ line-height: 1.25; margin: 24px 0 16px; padding-bottom: .3em }}
h1 {{ font-size: 2em; margin-top: 0 }} h2 {{ font-size: 1.5em }} p, pre {{ margin: 0 0 16px }}
pre {{ padding: 16px; font-size: 85%; line-height: 1.45; overflow: auto }}
code {{ font-size: 85% }} pre code {{ font-size: 100% }} img {{ max-width: 100% }}"""


def test_readme__begins_with_what_piquet_is_then_shows_the_page_and_elder():
    first = README.partition("## ")[0]
    assert re.match(r"# piquet-sim\n\nPiquet is [^.]+\. piquet-sim ", first)
    shown = re.findall(r'!\[[^]]+\]\(([^)]+)\)|<img src="([^"]+)" width="(\d+)"', first)
    assert shown == [
        ("notebooks/page.png", "", ""),
        ("", "results/elder-advantage/chart.png", "400"),
    ]
    for path, other, _ in shown:
        assert 0 < (ROOT / (path or other)).stat().st_size <= MOST_BYTES
    assert all(re.findall(r'alt="([^"]+)"', first))


@pytest.mark.skipif(CHROMIUM is None, reason="NO BROWSER: Chromium is not installed")
@pytest.mark.browser
def test_readme__set_up_is_within_the_first_screen(tmp_path):
    shown = to_html(README).replace('src="', f'src="{ROOT.as_uri()}/')
    path = tmp_path / "readme.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{shown}", "utf-8")
    with run_chromium() as browser:
        page = browser.new_page(viewport={"width": COLUMN, "height": 1000})
        page.goto(path.as_uri())
        picture = page.locator("img").first.bounding_box()
        assert picture["height"] > 150
        heading = page.get_by_role("heading", name="Set-up").bounding_box()
        command = page.locator("pre", has_text="make study").first.bounding_box()
        assert picture["y"] < heading["y"] < command["y"] < 1000
