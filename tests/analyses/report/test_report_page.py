"""The report's page: sound, complete in one file, numbered, and read from top to bottom."""

import csv
import re
from itertools import pairwise

import pytest
from report_order import SECTIONS as CHOSEN
from report_page import Page

from analyses.report.tables import read_table


@pytest.fixture(scope="module")
def page(made):
    return Page(made.page.read_text(encoding="utf-8"))


def test_page__is_balanced_with_ids_of_their_own(page):
    assert page.faults == []
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    inner = [link[1:] for link in page.links if link.startswith("#")]
    assert set(inner) <= set(page.ids)


def test_page__reaches_for_nothing_outside(page, made):
    assert page.resources == []
    text = made.page.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "@import" not in text
    assert not [url for url in text.split("url(")[1:] if not url.startswith(("#", "%23"))]
    assert not [link for link in page.links if "//" in link and not link.startswith("data:")]


def test_page__links_lead_into_the_page_itself(page, made):
    beside = [link for link in page.links if not link.startswith("#")]
    assert beside
    assert all(link.startswith("data:") for link in beside)
    assert {"pique-data.csv", "pique-data.tex", "pique-chart.png"} <= set(page.saved)
    assert len(page.saved) == len(set(page.saved))


def test_page__headings_are_in_order(page):
    assert page.headings[0] == 1
    assert page.headings.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(page.headings))


def test_page__tables_and_charts_can_be_read_aloud(page):
    tags = [tag for tag, _ in page.tags]
    assert tags.count("table") == tags.count("caption")
    assert all(about.get("scope") in ("col", "row") for tag, about in page.tags if tag == "th")
    charts = [about for tag, about in page.tags if tag == "svg"]
    assert len(charts) >= len(CHOSEN)
    for chart in charts:
        assert chart["role"] == "img"
        assert set(chart["aria-labelledby"].split()) <= set(page.ids)
    assert dict(page.tags)["html"]["lang"] == "en"


def test_page__shows_the_charts_of_the_field(page, made):
    drawn = {chart["file"] for part in made.parts for chart in part.meta["report"]["charts"]}
    assert {"chart-settling", "chart-chances"} <= drawn
    for part in made.parts:
        for chart in part.meta["report"]["charts"]:
            assert chart["title"] in page.shown
            assert {f"{chart['file']}.svg", f"{chart['file']}.png"} <= set(part.meta["files"])


def test_page__every_row_is_in_a_file_that_is_in_the_page(page, made):
    for part in made.parts:
        with (part.home / "data.csv").open(encoding="utf-8", newline="") as file:
            rows = sum(1 for _ in csv.DictReader(file))
        table = read_table(part.home / "data.csv")
        assert len(table.rows) == rows
        for kind, mark, heads in (("md", "\n| ", 2), ("tex", " \\tabularnewline\n", 0)):
            text = (part.home / f"data.{kind}").read_text(encoding="utf-8")
            assert text.count(mark) == rows + heads
        assert f"of {rows} rows" in " ".join(page.shown.split())
        assert f"{part.where}/data.csv" in page.files


def test_page__says_answers_and_where_they_come_from(page, made):
    shown = " ".join(page.shown.split()).replace("−", "-")
    for part in made.parts:
        for sentence in part.meta["sentences"]:
            assert " ".join(sentence.split()) in shown
        assert part.again in shown
        assert part.part.reported.assumed in shown
    assert "seed 3" in shown


def say(words):
    """A text as a page shows it."""
    return " ".join(words.split()).replace("-", "−")


def test_page__plain_words_are_in_view_and_exact_ones_folded(page, made):
    summaries = [" ".join(text.split()) for text in page.summaries]
    assert summaries.count("Exactly") == len(made.parts)
    allowed = r"Exactly|More charts \(\d+\)|All words, with their meanings"
    assert all(re.fullmatch(allowed, one) for one in summaries)
    in_view = say(page.in_view)
    for part in made.parts:
        plain = [part.meta[key] for key in ("headline", "standfirst", "not_meant")]
        for sentence in [*plain, *part.meta["brief"]]:
            assert say(sentence) in in_view
        assert say(part.meta["sentences"][part.part.reported.lead]) not in in_view


def test_page__charts_and_tables_are_numbered_in_order(page, made):
    text = " ".join(page.shown.split())
    charts = [chart for part in made.parts for chart in part.meta["report"]["charts"]]
    figures = [int(one) for one in re.findall(r"Figure (\d+)\.", text)]
    assert figures == list(range(1, len(charts) + 1))
    assert [int(one) for one in re.findall(r"Table (\d+)\.", text)] == list(
        range(1, len(made.parts) + 1)
    )
    for number, chart in enumerate(charts, start=1):
        assert f"Figure {number}. {chart['about']}" in text
