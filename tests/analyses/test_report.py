"""The report: one sound page, whose every number stands in the files beside it."""

import csv
import json
import os
import shutil
import signal
import time
from contextlib import suppress
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from report_order import DEALS, ORDER
from report_order import SECTIONS as CHOSEN

import analyses
from analyses import report as reports
from analyses.report import SECTIONS, Order, find_section, make_report, making
from analyses.report.pictures import inline_svg
from analyses.report.sections import Part
from analyses.report.tables import read_table, table_html, table_latex, table_markdown
from analyses.style import HOUSE_STYLE, use_style
from analyses.style_file import read_style, write_style
from piquet_sim import InputError
from piquet_sim.cli import main
from piquet_sim.game.glossary import WORDS, find_word, split_words
from piquet_sim.running import provenance
from piquet_sim.running.verification import verify_result
from piquet_sim.strategies import find_strategy, registry
from piquet_sim.strategies.registry import Strategy, register

VOID = {"meta", "link", "br", "img", "input", "hr"}


class Page(HTMLParser):
    """What a page consists of, and whether its elements are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.resources: list[str] = []
        self.headings: list[int] = []
        self.tags: list[tuple[str, dict]] = []
        self.table_links: list[set[str]] = []
        self.shown = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        about = dict(attrs)
        self.tags.append((tag, about))
        if "id" in about:
            self.ids.append(about["id"])
        if tag == "a":
            self.links.append(about["href"])
            if "table" in self.open:
                self.table_links[-1].add(about["href"])
        elif about.get("src") or (tag == "link"):
            self.resources.append(str(about))
        for key in ("href", "xlink:href"):
            if tag != "a" and key in about and not about[key].startswith(("#", "data:")):
                self.resources.append(about[key])
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.headings.append(int(tag[1]))
        if tag == "table":
            self.table_links.append(set())
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> in {self.open[-3:]}")
            return
        self.open.pop()

    def handle_data(self, data):
        self.shown += data


@pytest.fixture(scope="module")
def made(report):
    return report


@pytest.fixture
def pique(made, tmp_path):
    """A folder with one part of the report, and the order that it fulfils."""
    shutil.copytree(made.page.parent / "pique", tmp_path / "pique")
    return replace(ORDER, sections=("pique",))


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
    assert not [url for url in text.split("url(")[1:] if not url.startswith("#")]
    assert not [link for link in page.links if "//" in link]


def test_page__links_lead_to_files_that_are_there(page, made):
    beside = {link for link in page.links if not link.startswith("#")}
    assert beside
    for link in beside:
        assert (made.page.parent / link).is_file(), link


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


def test_page__every_row_is_shown_or_pointed_to(page, made):
    for part in made.parts:
        with (part.home / "data.csv").open(encoding="utf-8", newline="") as file:
            rows = sum(1 for _ in csv.DictReader(file))
        table = read_table(part.home / "data.csv")
        assert len(table.rows) == rows
        for kind, mark, heads in (("md", "\n| ", 2), ("tex", " \\tabularnewline\n", 0)):
            text = (part.home / f"data.{kind}").read_text(encoding="utf-8")
            assert text.count(mark) == rows + heads
    assert f"{made.parts[0].where}/data.csv" in page.links


def test_page__says_answers_and_where_they_come_from(page, made):
    shown = " ".join(page.shown.split()).replace("−", "-")
    for part in made.parts:
        for sentence in part.meta["summary"]:
            assert " ".join(sentence.split()) in shown
        assert part.again in shown
        assert part.part.assumed in shown
    assert "seed 3" in shown


def test_page__first_words_lead_to_the_glossary(page):
    assert {f"word-{word.key}" for word in WORDS} <= set(page.ids)
    assert "#word-repique" in page.links


def test_page__every_table_leads_to_the_glossary(page):
    assert page.table_links
    for links in page.table_links:
        assert any(link.startswith(("#word-", "#glossary")) for link in links)


def test_page__nothing_is_folded_that_a_printer_would_leave_out(page):
    assert not {"details", "dialog"} & {tag for tag, _ in page.tags}


def test_report__is_made_from_files_where_nothing_has_changed(made, monkeypatch):
    def refuse(*_):
        raise AssertionError("played again")

    before = made.page.read_text(encoding="utf-8")
    monkeypatch.setattr(making, "_write_part", refuse)
    again = make_report(ORDER, made.page.parent)
    assert not any(part.is_new for part in again.parts)
    assert again.page.read_text(encoding="utf-8") == before


def test_report__another_style_is_drawn_and_not_played(made, tmp_path, monkeypatch):
    plain = replace(ORDER, sections=("pique", "partie"))
    for name in plain.sections:
        shutil.copytree(made.page.parent / name, tmp_path / "restyled" / name)
    slide = replace(plain, style=replace(HOUSE_STYLE, width=1.5, heat_map="Greys"))
    fresh = make_report(slide, tmp_path / "fresh")
    first = make_report(plain, tmp_path / "restyled")
    before = first.page.read_text(encoding="utf-8")
    monkeypatch.setattr(Part, "make", lambda *_: pytest.fail("played again"))
    second = make_report(slide, tmp_path / "restyled")
    assert [(part.is_new, part.is_drawn) for part in second.parts] == [(False, True)] * 2
    for one, other in zip(fresh.parts, second.parts, strict=True):
        for path in one.home.iterdir():
            again = other.home / path.name
            if path.suffix == ".json":  # which says how long it took to play
                old, new = (json.loads(each.read_text(encoding="utf-8")) for each in (path, again))
                assert old["report"] == new["report"]
            else:
                assert again.read_bytes() == path.read_bytes(), path
    third = make_report(slide, tmp_path / "restyled")
    assert not any(part.is_drawn for part in third.parts)
    assert third.page.read_text(encoding="utf-8") == fresh.page.read_text(encoding="utf-8")
    assert third.page.read_text(encoding="utf-8") != before


def test_report__a_picture_that_is_lost_is_drawn_and_not_played(pique, tmp_path, monkeypatch):
    picture = tmp_path / "pique" / "chart.svg"
    right = picture.read_bytes()
    picture.unlink()
    monkeypatch.setattr(Part, "make", lambda *_: pytest.fail("played again"))
    make_report(pique, tmp_path)
    assert picture.read_bytes() == right


@pytest.mark.parametrize("spoil", ["table", "engine"])
def test_report__is_played_anew_where_it_cannot_be_drawn(made, tmp_path, monkeypatch, spoil):
    shutil.copytree(made.page.parent / "partie", tmp_path / "partie")
    order = replace(ORDER, sections=("partie",))
    if spoil == "table":
        (tmp_path / "partie" / "both_scores.csv").write_bytes(b"none")
    else:
        monkeypatch.setattr(provenance, "digest_engine", lambda: "another")
    other = replace(order, style=replace(HOUSE_STYLE, width=1.5))
    assert [part.is_new for part in make_report(other, tmp_path).parts] == [True]


@pytest.mark.parametrize("change", [{"seed": 4}, {"n": 2_200}, {"strategies": ("novice",)}])
def test_report__is_made_anew_where_something_has_changed(change):
    one = Order(DEALS, sections=("pique",), seed=3)
    other = Order(**{"n": DEALS, "sections": ("pique",), "seed": 3, **change})
    part = find_section("pique").parts[0]
    assert making._key_of(one, part) != making._key_of(other, part)


def test_report__what_is_stopped_is_not_kept(monkeypatch, tmp_path):
    section = find_section("pique")
    whole, before = type(section.parts[0]).make, signal.getsignal(signal.SIGINT)

    def stop(part, order, progress):
        with suppress(KeyboardInterrupt):  # as runs take it: they end with what they have
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)
        return whole(part, order, progress)

    monkeypatch.setattr(type(section.parts[0]), "make", stop)
    with pytest.raises(KeyboardInterrupt):
        make_report(Order(DEALS, sections=("pique",)), tmp_path)
    assert not (tmp_path / "pique").exists()
    assert signal.getsignal(signal.SIGINT) is before


def test_report__its_folders_can_be_verified(made):
    for part in made.parts:
        assert verify_result(part.home, 2_000, seed=1).agrees


def test_report__a_file_that_was_changed_is_made_anew(pique, tmp_path):
    data = tmp_path / "pique" / "data.csv"
    right = data.read_bytes()
    data.write_bytes(right.replace(b"elder", b"other"))
    assert [part.is_new for part in make_report(pique, tmp_path).parts] == [True]
    assert data.read_bytes() == right


def test_report__a_name_cannot_be_markup(tmp_path, monkeypatch):
    club = find_strategy("club")
    name = "<script>alert('&|$x$_%')</script>"
    monkeypatch.setattr(registry, "_registered", {})  # other tests play all there are
    register(Strategy(name, discard=club.discard, play=club.play, origin="a test"))
    made = make_report(Order(DEALS, (name,), ("pique", "discards")), tmp_path)
    text = made.page.read_text(encoding="utf-8")
    assert "<script" not in text
    found = Page(text)
    assert found.faults == []
    assert name in " ".join(found.shown.split())
    assert not {"script"} & {tag for tag, _ in found.tags}


def test_sections__name_every_study_once():
    from analyses import STUDIES

    names = [part.name for section in SECTIONS for part in section.parts]
    assert sorted(names) == sorted([*STUDIES, "ladder"])


def test_order__one_player_climbs_no_ladder():
    section = find_section("strategies")
    assert [part.name for part in section.chosen(Order(strategies=("club",)))] == [
        "regret",
        "headroom",
    ]
    assert len(section.chosen(Order())) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-n", "3"], "at least 200"),
        (["-n", "many"], "whole number"),
        (["--strategies", "clubb"], "did you mean 'club'"),
        (["--strategies", "club,,novice"], "missing"),
        (["--strategies", "club,club"], "twice"),
        (["--sections", "piques"], "did you mean 'pique'"),
        (["--seed", "x"], "whole number"),
        (["--seed", "-1"], "seed"),
        (["--threads", "0"], "threads"),
        (["--style", "no.toml"], "no such file"),
        (["--style", "style.doc"], "ends in"),
        (["--write-style", "style.doc"], "ends in"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_command__refuses_in_one_line(arguments, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["report", *arguments])
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert said in told.err
    assert not (tmp_path / "report").exists()


def test_command__folder_that_is_a_file_is_refused(tmp_path, capsys):
    (tmp_path / "taken").write_text("")
    with pytest.raises(SystemExit) as ended:
        main(["report", "-n", "2000", "--sections", "pique", "--out", str(tmp_path / "taken")])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_command__json_says_what_was_made(made, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["report", "-n", str(DEALS), "--seed", "3", "--sections", ",".join(CHOSEN),
              "--out", str(made.page.parent), "--json"])  # fmt: skip
    assert ended.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert [part["section"] for part in told["parts"]] == [one.section.key for one in made.parts]
    assert not any(part["computed"] for part in told["parts"])
    assert Path(told["page"]) == made.page


# ---- Styles -------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["toml", "json"])
def test_style__is_written_and_read_again(tmp_path, kind):
    path = tmp_path / f"style.{kind}"
    write_style(path)
    assert read_style(path) == HOUSE_STYLE
    sheet = tmp_path / "own.mplstyle"
    sheet.write_text("axes.prop_cycle: cycler('color', ['r', 'g'])\nfont.size: 9\n")
    write_style(path, read_style(sheet))
    assert read_style(path) == read_style(sheet)


def test_style__changes_charts_and_is_left_again(tmp_path):
    path = tmp_path / "slide.toml"
    path.write_text('width = 2\n[colours]\nelder = "black"\n[matplotlib]\n"font.size" = 12\n')
    style = read_style(path)
    from matplotlib.colors import to_hex

    from analyses.style import COLUMN_WIDTH, ELDER_COLOUR, new_chart

    with use_style(style):
        assert to_hex(ELDER_COLOUR) == "#000000"
        assert new_chart()[0].get_figwidth() == 2 * COLUMN_WIDTH
    assert to_hex(ELDER_COLOUR) == "#004488"
    assert style.settings["axes.titlesize"] == pytest.approx(12)
    assert style.digest() != HOUSE_STYLE.digest()


def test_style__a_style_sheet_of_matplotlib_is_read(tmp_path):
    path = tmp_path / "own.mplstyle"
    path.write_text("# larger\nfont.size: 9  # points\naxes.edgecolor: #336699\n")
    settings = read_style(path).settings
    assert settings["font.size"] == 9
    assert settings["axes.edgecolor"] == "#336699"
    assert read_style(Path(analyses.__file__).with_name("house.mplstyle")) == HOUSE_STYLE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("width = 100", "width"),
        ("width = 'a'", "width"),
        ("colors = 1", "did you mean 'colours'"),
        ("[colours]\nelder = 'blu'", "not a colour"),
        ("[colours]\nelders = 'blue'", "did you mean 'elder'"),
        ("heat_map = 'x'", "heat_map"),
        ("[matplotlib]\n'font.size' = 'huge?'", "font.size"),
        ("[matplotlib]\n'savefig.dpi' = 1e9", "at most 600"),
        ("[matplotlib]\nbackend = 'qtagg'", "backend"),
        ("[matplotlib]\n'text.usetex' = true", "usetex"),
        ("matplotlib = 3", "expected names with values"),
        ("a = = b", "not TOML"),
    ],
)
def test_style__what_cannot_be_is_refused(tmp_path, text, said):
    path = tmp_path / "style.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=said) as refused:
        read_style(path)
    assert "\n" not in str(refused.value)


# ---- Tables and pictures ------------------------------------------------------------------------
def test_tables__are_escaped_in_every_form(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text('quantity,value,se\n"<b>|&_$%\\",0.123456,0.01\n', encoding="utf-8")
    table = read_table(path)
    html = table_html(table, "<i>", "data.csv")
    assert "<b>" not in html
    assert "<i>" not in html
    assert '<data value="0.123456">0.123</data>' in html
    assert r"&lt;b&gt;\|&amp;\_\$%\\" in table_markdown(table, "x")
    assert r"\textless{}b\textgreater{}\textbar{}\&\_\$\%\textbackslash{}" in table_latex(
        table, "x", "x"
    )


def test_tables__of_latex_are_broken_over_pages_and_lines(tmp_path):
    path = tmp_path / "data.csv"
    long = "a text of many words that is longer than a line of a page can be, and goes on and on, "
    rows = [f'[{row}],"{long * 2}{row}",{row / 7}' for row in range(40)]
    path.write_text("\n".join(["quantity,reason,value", *rows]), encoding="utf-8")
    text = table_latex(read_table(path), "What is found", "found")
    assert text.startswith("% needs \\usepackage{longtable}\n")
    assert text.count("\\tabularnewline") == 40
    assert "lp{0." in text  # the text is broken, what is short is not
    assert "\n{}[3] & " in text  # no option of the line before
    short = table_latex(replace(read_table(path), rows=read_table(path).rows[:5]), "Some", "some")
    assert "longtable" not in short
    assert short.count("{") == short.count("}")


def test_tables__what_is_the_same_in_all_rows_is_said_once(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("quantity,n,value\na,7000,1\nb,7000,2\n", encoding="utf-8")
    table = read_table(path)
    assert table.heads == ("quantity", "value")
    assert 'n is <data value="7000">7,000</data> in each' in table_html(table, "c", "data.csv")
    assert "n is 7,000 in each row." in table_markdown(table, "c")
    only = read_table(path, ["value"])
    assert only.heads == ("value",)
    assert "All columns are in" in table_html(only, "c", "data.csv")


def test_inline_svg__has_identifiers_of_its_own():
    text = (
        "<?xml version='1.0'?>\n<!DOCTYPE svg>\n"
        '<svg width="10pt" height="5pt" viewBox="0 0 10 5"><metadata>x</metadata><defs>'
        '<style type="text/css">*{}</style><path id="p"/></defs>'
        '<use href="#p" clip-path="url(#p)"/></svg>'
    )
    svg = inline_svg(text, "one", "<t>", "d")
    assert 'id="one-p"' in svg
    assert 'href="#one-p"' in svg
    assert "url(#one-p)" in svg
    assert "&lt;t&gt;" in svg
    assert "metadata" not in svg
    assert "style" not in svg


# ---- The words of the game ----------------------------------------------------------------------
def test_glossary__forms_lead_to_one_word():
    assert find_word("Cartes-blanches").name == "carte blanche"
    keys = [word.key for word in WORDS]
    assert keys == sorted(keys)
    assert len(keys) == len(set(keys))
    with pytest.raises(InputError, match="did you mean 'rubicon'"):
        find_word("rubicn")


def test_glossary__pieces_make_the_text_again():
    text = "Elder repiques; a Carte blanche is no pointless trio"
    pieces = split_words(text)
    assert "".join(piece for piece, _ in pieces) == text
    assert [word.name for _, word in pieces if word] == [
        "elder", "repique", "carte blanche", "trio",
    ]  # fmt: skip


def test_glossary__command(capsys):
    for arguments, code in ((["glossary", "repique"], 0), (["glossary", "xyzzy"], 2)):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == code
    told = capsys.readouterr()
    assert "sixty" in told.out
    assert told.err.count("\n") == 1


def test_report__face():
    assert {"make_report", "Order", "Made"} <= set(reports.__all__)
