"""`piquet article`: a question as an article that can be edited, with the numbers of its result."""

import csv
import json
import re
import shutil
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import command
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from report_page import Page
from specimens import RESULTS

from analyses.contents import CHARTS
from analyses.maxims.findings import find_judgement
from analyses.maxims.published import load_maxims
from analyses.report import articles
from analyses.report.articles import writing
from analyses.report.articles.choosing import choose_hand
from analyses.report.articles.studies import find_surprise
from analyses.report.sections import SECTIONS, Order
from analyses.report.tables import escape_markdown, quote_markdown
from analyses.report.wording import set_text
from analyses.results.stored import read_published
from analyses.words.game import IN_100_WORDS, PLAYERS
from analyses.words.verdicts import HINT, MEANINGS
from piquet_sim import InputError
from piquet_sim.cli.guides import read_guide
from piquet_sim.compare.claim_file import find_claim, load_claims
from piquet_sim.compare.published_claims import DIFFERS
from piquet_sim.compare.published_claims import MEANINGS as MEANINGS_OF_FIGURES
from piquet_sim.game.cards import format_card, iterate_cards
from piquet_sim.game.glossary import find_word
from piquet_sim.strategies.roster import ROSTER

NAMES = [part.name for section in SECTIONS for part in section.parts]


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
        assert text.startswith(f"# {one.headline}\n")
        assert f"\n*{one.title}*\n" in text
        assert "\n> **Piquet in 100 words**\n" in text
        assert "![" in text
        for heading in ("One hand", "What this does not say", "What the words mean"):
            assert f"\n## {heading}\n" in text
        for folded in ("Exactly", "How this was measured"):
            assert f"\n<summary>{folded}</summary>\n" in text
        assert "\n## References\n" in text
        assert "Again by `piquet " in text
        assert not re.search(r"[Dd]ocument 00\d|\(00\d\)", text)
        shown = Page((one.folder / "article.html").read_text(encoding="utf-8"))
        assert shown.faults == []
        assert one.title in shown.shown
        assert one.headline in shown.shown
        begins = one.answer.replace("-", "−").replace("\u00a0", " ").split()[:6]
        assert " ".join(begins) in " ".join(shown.shown.replace("\u00a0", " ").split())


def test_article__of_a_study_shows_a_hand_and_what_happens_in_it(written):
    for one in written:
        hand = choose_hand(one.study, *read_published(one.study))
        text, page = read_article(one.folder)
        drawn = (one.folder / "charts" / "hand.svg").read_text(encoding="utf-8")
        assert drawn.count('id="') >= hand.hand.bit_count()
        for card in iterate_cards(hand.hand):
            assert f'id="{format_card(card)}"' in drawn
        assert "](charts/hand.svg)" in text
        for said in (hand.chosen, *hand.story, hand.again):
            told = " ".join(said.split())
            assert told in " ".join(text.replace("−", "-").split())
            assert told in page.replace("−", "-")


def test_article__says_its_surprise_where_there_is_one(written, tmp_path):
    for one in written:
        said = find_surprise(one.study, *read_published(one.study))
        text, page = read_article(one.folder)
        assert f"\n## A surprise\n\n{set_text(said)}\n" in text
        assert " ".join(set_text(said).split()) in page
    table, captions = read_published("pique")
    assert find_surprise("pique", table.assign(low=-9.0, high=9.0), captions) is None
    shutil.copytree(RESULTS / "pique", tmp_path / "results" / "pique")
    path = tmp_path / "results" / "pique" / "data.csv"
    rows = [row.split(",") for row in path.read_text(encoding="utf-8").splitlines()]
    place = [rows[0].index(name) for name in ("low", "high")]
    for row in rows[1:]:
        row[place[0]], row[place[1]] = "-9", "9"
    path.write_text("\n".join(map(",".join, rows)) + "\n", encoding="utf-8")
    (none,) = articles.write_articles(
        Order(results=tmp_path / "results"), ["pique"], tmp_path / "articles"
    )
    text, page = read_article(none.folder)
    assert "A surprise" not in text + page
    assert "One hand" in text


def test_article__headline_is_not_in_the_picture_again(written):
    for one in written:
        drawn = ElementTree.parse(one.folder / "charts" / "chart.svg")
        texts = [" ".join("".join(text.itertext()).split()) for text in drawn.iter(_SVG + "text")]
        shown = " ".join(texts).replace("\u00a0", " ")
        assert shown
        assert one.headline not in shown
        first = find_chart_headline(one.study)
        assert first not in shown, one.study


_SVG = "{http://www.w3.org/2000/svg}"


def find_chart_headline(study):
    figure = CHARTS[study].draw(*read_published(study))
    return " ".join(figure.headline.replace("\u00a0", " ").split())


def test_article__alt_text_begins_with_the_finding(written):
    for one in written:
        html = (one.folder / "article.html").read_text(encoding="utf-8")
        text = (one.folder / "article.md").read_text(encoding="utf-8")
        alt, cards = (unescape(said) for said in re.findall(r'<img [^>]*alt="([^"]*)"', html))
        assert alt.startswith(f"{one.headline}. ")
        assert f"![{escape_markdown(one.headline)}. " in text
        assert re.match("(Elder|Younger)’s hand: [♠♥♦♣]", cards)


def test_article__explains_the_words_that_it_uses_and_its_players(written):
    for one in written:
        text, _ = read_article(one.folder)
        start, end = text.index("## What the words mean"), text.index("<summary>Exactly")
        terms = dict(re.findall(r"^- \*\*(.+?)\*\*: (.+)$", text[start:end], re.MULTILINE))
        assert "elder" in terms
        for name, meaning in terms.items():
            known = PLAYERS[name] if name in PLAYERS else find_word(name).meaning
            assert meaning == set_text(known)
        plain = text[: text.index("> **Piquet in 100 words**")]
        for name in ("expert", "novice"):
            assert (name in terms) == bool(re.search(rf"(?i)\b{name}\b", without_alt(plain)))


def without_alt(text):
    return re.sub(r"!\[.*?\]\(", "", text, flags=re.DOTALL)


def test_article__of_throwing_explains_the_words_of_its_tree(tmp_path):
    order = Order(results=RESULTS)
    (one,) = articles.write_articles(order, ["throwing"], tmp_path / "articles")
    drawn = (one.folder / "charts" / "chart.svg").read_text(encoding="utf-8")
    for name in ("article.md", "article.html"):
        text = (one.folder / name).read_text(encoding="utf-8")
        words = text[text.index("What the words mean") : text.index("Table 1")]
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
    assert compared > 20 * len(written)


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
        "article.html", "article.md", "charts/chart.png", "charts/chart.svg", "charts/hand.png",
        "charts/hand.svg", "data.csv",
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


# ---- One maxim, one claim, one hand -------------------------------------------------------------
HAND = "AKJ.AQJ8.98.J87"


def read_article(home):
    """The text of an article in Markdown, and what its page shows; both have the same words."""
    text = (home / "article.md").read_text(encoding="utf-8")
    page = Page((home / "article.html").read_text(encoding="utf-8"))
    assert page.faults == []
    return text, " ".join(page.shown.split())


def write(names, out, **more):
    return articles.write_articles(Order(results=RESULTS), names, out / "articles", **more)


def test_article__of_a_maxim_quotes_it_and_says_what_its_verdict_means(tmp_path):
    (one,) = write(["cav-m08"], tmp_path)
    assert (one.kind, one.name, one.study) == ("maxim", "CAV-M08", "maxims")
    assert one.title == "Is it right to throw from few suits?"
    judgement = find_judgement("CAV-M08", RESULTS)
    text, page = read_article(one.folder)
    for said in (judgement.maxim.maxim, judgement.maxim.situation, MEANINGS[HINT]):
        assert said in page
        assert said in text
    assert "![“Throw from few suits” loses" in text
    rows = read_rows(text)
    assert [row[0] for row in rows] == ["elder", "younger"]
    for row, found in zip(rows, judgement.findings, strict=True):
        shown = " ".join(row).replace("−", "-").replace("\u00a0", " ")
        for number in (found.worth, found.known, found.gain):
            assert str(number) in shown
        assert row[-1] == f"{found.worth.n:,}"
    with (one.folder / "data.csv").open(encoding="utf-8", newline="") as file:
        assert {row["maxim"] for row in csv.DictReader(file)} == {"CAV-M08"}


def test_article__of_a_claim_says_what_was_claimed_and_what_was_found(tmp_path):
    played, counted = write(["CAV-PIQUE", "CAV-DRAW-E1"], tmp_path)
    text, page = read_article(played.folder)
    assert played.title == "Is this figure right: elder scores pique or repique?"
    assert played.answer.startswith("Claimed 36 to 5 against (12.2%), found 13.095 ± 0.034%")
    assert find_claim("CAV-PIQUE").claimed in page
    assert MEANINGS_OF_FIGURES[DIFFERS] in page
    assert "](charts/chart-published-play.svg)" in text
    assert (played.folder / "charts" / "chart-published-play.png").is_file()
    assert "| 1,000,000 | these players differ |" in text
    text, page = read_article(counted.folder)
    assert "![" not in text  # no chart shows it by name
    assert "| exact | exact | right |" in text
    assert "at least 1 of 1 named cards, drawing 5 of 20" in page


def test_article__of_a_hand_has_the_numbers_of_advise(tmp_path):
    done = command("article", "--hand", HAND, "-n", "600", "--out", tmp_path / "mine", "--json")
    assert done.code == 0, done.err
    (told,) = json.loads(done.out)
    assert (told["kind"], told["name"]) == ("hand", "elder-AKJ-AQJ8-98-J87")
    assert told["title"] == "What should elder throw from ♠AKJ ♥AQJ8 ♦98 ♣J87?"
    text, page = read_article(Path(told["folder"]))
    again = re.search(r"Again by `piquet ([^`]+)`", text)[1].split()
    advised = json.loads(command(*again, "--json").out)["candidates"]
    rows = read_rows(text)
    assert [row[0] for row in rows] == [one["discard"] for one in advised][: len(rows)]
    for row, one in zip(rows, advised, strict=False):
        assert row[-1] == one["verdict"]
        assert row[-2] == f"{one['n']:,}"
        assert float(re.split(r"\s", row[1])[0].replace("−", "-")) == pytest.approx(
            one["value"], abs=0.6
        )
    assert "both call everything and play perfectly" in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("CAV-M99",), "no maxim or claim 'CAV-M99'; did you mean"),
        (("CAV-C04", "--of", RESULTS), "CAV-C04 cannot be written: the maxim is not judged"),
        (("HOYLE-KAQ", "--of", RESULTS), "the case is not stated completely"),
        (("CAV-M08", "cav-m08", "--of", RESULTS), "given twice"),
        (("--hand", "AKJ.AQJ8.98.J8"), "expected 12 cards, got 11"),
        (("--hand", HAND, "--seat", "dealer"), "seat"),
        (("--hand", HAND, "--took", "3"), "took requires the younger seat"),
        (("--seat", "elder"), "--seat requires --hand"),
        (("--hand", HAND, "--of", RESULTS), "leave out --hand"),
    ],
)
def test_command__refuses_what_is_no_question_in_one_line(tmp_path, words, said):
    done = command("article", *words, "--out", tmp_path / "out")
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_command__plays_the_study_of_a_maxim(tmp_path):
    done = command("article", "CAV-C06", "-n", "2000", "--out", tmp_path / "mine", "--json")
    assert done.code == 0, done.err
    (told,) = json.loads(done.out)
    assert told["study"] == "calling"
    assert [one.name for one in (tmp_path / "mine").iterdir()] == ["CAV-C06"]


@pytest.mark.slow
def test_articles__of_all_maxims_and_claims(tmp_path):
    left_out = {"CAV-C04", "HOYLE-KAQ", "PARL-18-41"}
    names = [*load_maxims(), *(one.id for one in load_claims())]
    written = write([name for name in names if name not in left_out], tmp_path)
    for one in written:
        text, _ = read_article(one.folder)
        assert one.title.endswith("?")
        assert text.count("\n## ") == 2


def test_meanings__are_those_of_the_guide():
    guide = " ".join(read_guide("studies").split())
    for verdict, meaning in MEANINGS.items():
        assert f"{verdict} {meaning}" in guide


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
        name: HOSTILE for name, one in meta.items() if isinstance(one, str) and name != "question"
    }
    meta |= {"sentences": [f"{HOSTILE} {one}" for one in meta["sentences"]], "answers": [HOSTILE]}
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


def test_players__are_all_described():
    assert set(PLAYERS) == set(ROSTER)


def test_piquet__is_told_in_100_words():
    assert 90 <= len(IN_100_WORDS.split()) <= 110
