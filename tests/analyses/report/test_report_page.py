"""The report's page: sound, complete in one file, numbered, and read from top to bottom."""

import csv
import re
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from report_order import SECTIONS as CHOSEN
from report_page import Page

from analyses.report.tables import read_table
from analyses.words.game import IN_100_WORDS
from piquet_sim import __version__
from piquet_sim.game.glossary import WORDS


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


def test_page__first_words_lead_to_the_glossary(page):
    assert {f"word-{word.key}" for word in WORDS} <= set(page.ids)
    assert "#word-repique" in page.links


def test_page__every_table_leads_to_the_glossary(page):
    assert page.table_links
    for links in page.table_links:
        assert any(link.startswith(("#word-", "#glossary")) for link in links)


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


def test_page__sections_are_called_by_names_of_their_own(made):
    text = made.page.read_text(encoding="utf-8")
    names = re.findall(r'<div class="eyebrow">\d+\. ([^<]+)</div>', text)
    assert len(names) == len(set(names)) == len(made.parts)


def test_page__opens_with_elder_then_pique(made):
    assert [part.part.name for part in made.parts] == [
        "elder-advantage", "pique", "carte-blanche", "partie", "published",
    ]  # fmt: skip
    text = made.page.read_text(encoding="utf-8")
    assert re.findall(r'<h2 id="([^"]+)">', text)[1:6] == [part.where for part in made.parts]


def test_page__a_table_of_exact_values_has_no_column_of_intervals(made):
    bodies = re.findall(
        r"<table[^>]*><caption>.*?<thead>(.*?)</thead>\s*<tbody>(.*?)</tbody>",
        made.page.read_text(encoding="utf-8"), re.DOTALL,
    )  # fmt: skip
    for head, body in bodies:
        columns = len(re.findall(r"<t[hd]", head))
        rows = re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)
        cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
        assert {len(row) for row in cells} == {columns}
        for column in zip(*cells, strict=True):
            filled = sum(one not in ("", "exact") for one in column)
            assert filled > len(rows) / 2


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


def test_page__first_page_has_the_game_questions_findings_and_four_charts(page, made):
    text = made.page.read_text(encoding="utf-8")
    first = text[: text.index("<main")]
    assert first.count("<svg") == 4
    assert IN_100_WORDS in " ".join(Page(first).shown.split())
    assert first.index("<svg") < first.index("<nav")
    listed = Page(first[first.index("<nav") : first.index("</nav>") + len("</nav>")])
    for part in made.parts:
        assert part.meta["question"] in listed.shown
        assert say(part.meta["headline"]) in say(listed.shown)
        assert f"#{part.where}" in listed.links


def test_page__says_who_made_it_and_how_to_cite_it(page):
    text = " ".join(page.shown.split())
    today = datetime.now(UTC).date().isoformat()
    assert f"By piquet-sim. {today}. piquet-sim {__version__}." in text
    assert f"To cite: piquet-sim, Piquet, counted, {today}" in text
    assert "MIT licence" in text


def test_page__cites_works_by_name(page):
    text = page.shown
    assert not re.search(r"[Dd]ocument 00\d|\(00\d\)", text)
    assert "Cavendish (Henry Jones)" in text[text.index("Works cited") :]


def test_page__headings_can_be_linked_to(page):
    anchors = [about for tag, about in page.tags if about.get("class") == "anchor"]
    assert anchors
    assert all(about["href"].removeprefix("#") in page.ids for about in anchors)
