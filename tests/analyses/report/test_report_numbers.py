"""Every number that a report says stands in the files that it cites."""

import json
import re
import shutil
from dataclasses import replace
from hashlib import sha256

import pytest
from report_numbers import (
    PartTexts,
    TableNumbers,
    find_misquoted,
    find_numbers,
    find_unfounded,
    read_attachments,
    read_evidence,
)
from report_order import ORDER

from analyses.report import SECTIONS, make_report


@pytest.fixture(scope="module", params=["few", pytest.param("all", marks=pytest.mark.slow)])
def made(request, made, tmp_path_factory):
    if request.param == "few":
        return made
    order = replace(ORDER, sections=tuple(one.key for one in SECTIONS))
    return make_report(order, tmp_path_factory.mktemp("report"))


@pytest.fixture
def page(made, tmp_path):
    """A copy of the report, to be altered."""
    shutil.copytree(made.page.parent, tmp_path / "copy")
    return tmp_path / "copy" / made.page.name


def alter(page, pattern):
    """Change the last digit of the first group of a pattern where it is first found."""
    text = page.read_text(encoding="utf-8")
    found = re.search(pattern, text, re.DOTALL)
    assert found, pattern
    place = found.end(1) - 1
    digit = str((int(text[place]) + 3) % 10)
    page.write_text(text[:place] + digit + text[place + 1 :], encoding="utf-8")


def test_sentences_and_captions__every_number_stands_in_the_files_of_their_part(made):
    parts = PartTexts(made.page.read_text(encoding="utf-8")).parts
    answers = [texts for cited, texts in parts if cited.startswith("#") and cited != "#glossary"]
    own = [texts for cited, texts in parts if cited.endswith("meta.json")]
    sections = {part.section.key for part in made.parts}
    assert set(ORDER.sections) <= sections
    assert len(own) == len(answers) == sum(map(len, answers)) == len(made.parts)
    assert all(own)
    assert find_unfounded(made.page) == []


def test_tables__every_number_stands_in_the_file_that_they_cite(made):
    page = TableNumbers(made.page.read_text(encoding="utf-8"))
    assert [link for link, _ in page.tables] == [f"{part.where}/data.csv" for part in made.parts]
    assert sum(len(numbers) for _, numbers in page.tables) > 15 * len(made.parts)
    assert find_misquoted(made.page) == []


def test_tables__have_the_rows_that_matter(made):
    text = made.page.read_text(encoding="utf-8")
    bodies = re.findall(r"<table[^>]*><caption>.*?<tbody>(.*?)</tbody>", text, re.DOTALL)
    assert len(bodies) == len(made.parts)
    for part, body in zip(made.parts, bodies, strict=True):
        assert 5 <= body.count("<tr>") <= 8, part.where


def test_attachments__are_the_files_with_all_rows(made):
    attached = read_attachments(made.page.read_text(encoding="utf-8"))
    for part in made.parts:
        first = part.meta["report"]["charts"][0]["file"]
        for name, digest in part.meta["files"].items():
            # Left out for the size of the page: Markdown, LaTeX of long tables, and pixels of all
            # charts but the first, and of the first where there are too many.
            rows = (part.home / name).with_suffix(".csv")
            is_long = name.endswith(".tex") and len(rows.read_text("utf-8").splitlines()) > 101
            is_picture = name.endswith(".png") and (
                name != f"{first}.png" or (part.home / name).stat().st_size >= 100_000
            )
            if name.endswith(".md") or is_long or is_picture:
                assert f"{part.where}/{name}" not in attached
                continue
            content = attached[f"{part.where}/{name}"]
            assert sha256(content).hexdigest() == digest, name
        assert json.loads(attached[f"{part.where}/meta.json"]) == part.meta


@pytest.mark.parametrize(
    "pattern",
    [
        r'class="further">\s*<p>Where [^±]*?(\d\d\.\d+)\u00a0±',  # a value of an exact answer
        r'class="further">\s*<p>Where .*?±\u00a0(\d\.\d+)',  # its error
        r"<nav.*?repique in (\d\d)% of deals",  # at the head of the page
        r"<p>Where expert[^±]*?makes (\d\d\.\d) points a deal",  # in plain words
        r'class="further">\s*<p>A given.*?once in (1,792\.4)',
        r"50 or more: elder in (\d\d\.\d)%",  # a share
        r"\(323 in (578,956)\)",  # a count
        r'<title id="[^"]*">50 points ahead win (\d\d\.\d)%',  # what a chart shows
        r"n = (4,000) deals",  # the line of provenance
    ],
)
def test_sentences__a_number_that_was_altered_is_noticed(page, pattern):
    alter(page, pattern)
    assert len(find_unfounded(page)) == 1


def test_sentences__most_altered_numbers_are_noticed(made):
    # A number in whole percents may by chance be that of another row; one with an error hardly.
    noticed = with_errors = 0
    for cited, texts in PartTexts(made.page.read_text(encoding="utf-8")).parts:
        evidence = read_evidence(made.page, cited)
        for number in find_numbers(evidence.strip(" ".join(texts))):
            if number.error is None:
                continue
            with_errors += 1
            noticed += not evidence.holds(number.moved())
    assert with_errors > 5 * len(made.parts)
    assert noticed > 0.9 * with_errors


@pytest.mark.parametrize(
    "pattern",
    [
        r'<data value="[^"]+">(\d\d\.\d\d)</data>',  # what is shown
        r'<data value="(\d\d\.\d{6,})">',  # what it stands for
    ],
)
def test_tables__a_number_that_was_altered_is_noticed(page, pattern):
    alter(page, pattern)
    assert len(find_misquoted(page)) == 1


def test_files__a_cell_that_was_altered_is_noticed(page):
    path = page.parent / "pique" / "data.csv"
    before = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(\d\.\d{6,})", "0.4242424242", before, count=1), encoding="utf-8")
    assert find_misquoted(page)
    assert find_unfounded(page)
