"""`piquet article`: a question as an article that can be edited, with the numbers of its result."""

import csv
import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
from command_line import command
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from report_page import Page
from specimens import RESULTS

from analyses.report import articles
from analyses.report.articles import writing
from analyses.report.sections import SECTIONS, Order
from analyses.report.tables import escape_markdown, quote_markdown
from piquet_sim import InputError

NAMES = [part.name for section in SECTIONS for part in section.parts]


@pytest.fixture(scope="module", params=["few", pytest.param("all", marks=pytest.mark.slow)])
def written(request, tmp_path_factory):
    """Articles on some questions or on all, from the published results."""
    order = Order(results=RESULTS)
    names = NAMES if request.param == "all" else NAMES[:: len(NAMES) // 6]
    return articles.write_articles(order, names, tmp_path_factory.mktemp("all") / "articles")


def read_rows(text):
    """The cells of the first table of a text in Markdown, without its heads."""
    lines = [line for line in text.splitlines() if line.startswith("| ") or line.startswith("|  |")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def test_article__has_question_answer_chart_table_method_and_references(written):
    assert len(written) >= 4
    assert [NAMES.index(one.study) for one in written] == sorted(
        NAMES.index(one.study) for one in written
    )
    for one in written:
        text = (one.folder / "article.md").read_text(encoding="utf-8")
        assert text.startswith(f"# {one.title}\n")
        assert "![" in text
        assert "\n## How this was measured\n" in text
        assert "\n## References\n" in text
        assert "Again by `piquet " in text
        assert not re.search(r"[Dd]ocument 00\d|\(00\d\)", text)
        shown = Page((one.folder / "article.html").read_text(encoding="utf-8"))
        assert shown.faults == []
        assert one.title in shown.shown
        assert (
            one.answer.replace("-", "−").replace("\u00a0", " ").split()[:6]
            == (
                shown.shown[shown.shown.index(one.answer[:12]) :].replace("\u00a0", " ").split()[:6]
            )
        )


def test_article__of_throwing_explains_the_words_of_its_tree(tmp_path):
    order = Order(results=RESULTS)
    (one,) = articles.write_articles(order, ["throwing"], tmp_path / "articles")
    drawn = (one.folder / "charts" / "chart.svg").read_text(encoding="utf-8")
    for name in ("article.md", "article.html"):
        text = (one.folder / name).read_text(encoding="utf-8")
        words = text[text.index("Figure 1") : text.index("Table 1")]
        for word in ("tops", "honours", "strongest", "count"):
            assert word in drawn
            assert word in words.lower()


def test_article__links_lead_to_its_own_files(written):
    for one in written:
        text = (one.folder / "article.md").read_text(encoding="utf-8")
        html = (one.folder / "article.html").read_text(encoding="utf-8")
        links = [*re.findall(r"\]\(([^)]+)\)", text), *re.findall(r'(?:src|href)="([^"#]+)"', html)]
        assert {"data.csv", "charts/chart.svg"} <= set(links)
        assert all((one.folder / link).is_file() for link in links)
        assert (one.folder / "charts" / "chart.png").is_file()


def test_article__numbers_are_those_of_its_table(written):
    compared = 0
    for one in written:
        with (one.folder / "data.csv").open(encoding="utf-8", newline="") as file:
            cells = {
                float(cell)
                for row in csv.DictReader(file)
                for cell in row.values()
                if is_number(cell)
            }
        text = (one.folder / "article.md").read_text(encoding="utf-8")
        for _, *shown in read_rows(text):
            for cell in shown:
                if " against" in cell or " of " in cell or " on" in cell or "younger" in cell:
                    continue  # as an author wrote it
                scale = 100 if cell.endswith("%") else 1
                for number in re.findall(r"−?\d[\d,]*(?:\.\d+)?", cell):
                    digits = len(number.partition(".")[2])
                    value = float(number.replace(",", "").replace("−", "-"))
                    near = 0.501 * 10.0**-digits
                    assert any(abs(scale * raw - value) <= near for raw in cells), (one.study, cell)
                    compared += 1
    assert compared > 150


def is_number(cell):
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_command__plays_where_no_result_is_named(tmp_path):
    done = command("article", "pique", "-n", "400", "--seed", "3", "--author", "A. *B.*",
                   "--style", "gray", "--out", tmp_path / "mine", "--json")  # fmt: skip
    assert done.code == 0, done.err
    told = json.loads(done.out)
    assert [one["study"] for one in told] == ["pique"]
    assert sorted(told[0]["files"]) == [
        "article.html", "article.md", "charts/chart.png", "charts/chart.svg", "data.csv",
    ]  # fmt: skip
    text = (tmp_path / "mine" / "pique" / "article.md").read_text(encoding="utf-8")
    assert "n = 400 deals, seed 3" in text
    assert r"A. \*B.\*" in text
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["pique"]


def test_articles__all_or_none(tmp_path, monkeypatch):
    for name in ("pique", "hands"):
        shutil.copytree(RESULTS / name, tmp_path / "results" / name)
    (tmp_path / "results" / "hands" / "data.csv").write_text("none\n")
    with pytest.raises(InputError):
        articles.write_articles(
            Order(results=tmp_path / "results"), ["pique", "hands"], tmp_path / "out"
        )
    assert not (tmp_path / "out").exists()


def test_articles__what_is_stopped_leaves_nothing(tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(writing, "write_draft", stop)
    with pytest.raises(KeyboardInterrupt):
        articles.write_articles(Order(results=RESULTS), ["pique"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


# ---- Text from elsewhere ------------------------------------------------------------------------
MARKED = st.text(alphabet="<>&`*_[]()!#+-=~|\\$\"'.:/ \n1aé", min_size=1, max_size=30)


class _Shown(HTMLParser):
    # The words, elements and attributes of a page.
    def __init__(self, html):
        super().__init__()
        self.words, self.elements, self.attributes = "", [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        self.attributes += [name for name, _ in attrs]

    def handle_data(self, data):
        self.words += data


@given(MARKED.filter(str.strip))
def test_markdown__shows_any_text_as_it_is(text):
    plain = " ".join(text.split())
    for written, elements in (
        (escape_markdown(text), ["p"]),
        (quote_markdown(plain), ["p", "code"]),
        (f"- {escape_markdown(text)}", ["ul", "li"]),
    ):
        shown = _Shown(MarkdownIt("commonmark").enable("strikethrough").render(written))
        assert shown.elements == elements
        assert shown.words.strip() == plain


HOSTILE = "`<script>alert(1)</script>` \"'$\\foo$ ](javascript:x) <img src=x onerror=alert(1)>"


def test_articles_and_pages__show_names_from_files_as_text(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(RESULTS / "pique", "results/pique")
    path = Path("results/pique/meta.json")
    meta = json.loads(path.read_text(encoding="utf-8"))
    meta["description"] |= dict.fromkeys(("elder", "younger", "rules"), HOSTILE)
    meta |= {
        name: HOSTILE for name, one in meta.items() if isinstance(one, str) and name != "title"
    }
    meta |= {"summary": [f"{HOSTILE} {one}" for one in meta["summary"]], "answers": [HOSTILE]}
    path.write_text(json.dumps(meta), encoding="utf-8")
    for words in (("article", "pique"), ("report",)):
        done = command(*words, "--of", "results", "--author", HOSTILE, "--out", words[0])
        assert (done.code, done.err) == (0, "")
    written = [*Path("article").rglob("*.*"), *Path("report").rglob("*.*")]
    pages = {
        one: MarkdownIt("commonmark").render(text) if one.suffix == ".md" else text
        for one in written
        if one.suffix in (".md", ".html", ".svg") and (text := one.read_text(encoding="utf-8"))
    }
    assert {one.name for one in pages} >= {"article.md", "article.html", "index.html", "data.md"}
    for one, text in pages.items():
        shown = _Shown(text)
        assert "script" not in shown.elements, one
        assert not any(name.startswith("on") for name in shown.attributes), one
        if one.name.startswith(("article", "index")):
            assert "<script>alert(1)</script>" in shown.words, one
