"""Tables and charts of a report: all rows for print, those that matter for the page."""

import csv
from dataclasses import replace

import pytest
from specimens import RESULTS

from analyses.report.pictures import DARK, draw_inline, recolour
from analyses.report.rows import read_key_rows
from analyses.report.sections import SECTIONS
from analyses.report.tables import read_table, table_latex, table_markdown
from analyses.results.analysis import read_data, write_data

STUDIES = sorted(path.name for path in RESULTS.iterdir() if path.name != "census")


def test_tables__are_escaped_in_every_form(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text('quantity,value,se\n"<b>|&_$%\\",0.123456,0.01\n', encoding="utf-8")
    table = read_table(path)
    assert [cell.shown for cell in table.rows[0]][1:] == ["0.123", "0.010"]
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
    assert "n is 7,000 in each row." in table_markdown(table, "c")
    only = read_table(path, ["value"])
    assert only.heads == ("value",)
    assert only.left_out == 2


def test_picture__has_identifiers_of_its_own():
    text = (
        "<?xml version='1.0'?>\n<!DOCTYPE svg>\n"
        '<svg width="10pt" height="5pt" viewBox="0 0 10 5"><metadata>x</metadata><defs>'
        '<style type="text/css">*{}</style><path id="p"/></defs>'
        '<use href="#p" clip-path="url(#p)"/></svg>'
    )
    svg = draw_inline(text, "one", "<t>", "d").svg
    assert 'id="one-p"' in svg
    assert 'href="#one-p"' in svg
    assert "url(#one-p)" in svg
    assert "&lt;t&gt;" in svg
    assert "metadata" not in svg
    assert "style" not in svg


def test_picture__is_dark_where_its_colours_are_those_of_the_style():
    svg = (RESULTS / "elder-advantage" / "chart.svg").read_text(encoding="utf-8")
    drawn = draw_inline(svg, "one", "t", "d")
    assert drawn.is_recoloured
    assert "var(--chart-elder,#004488)" in drawn.svg
    assert {"elder", "younger", "ink", "paper"} <= set(DARK) | {"ink"}
    assert recolour('<path style="fill: #123456"/>') is None


# ---- The rows that matter -----------------------------------------------------------------------
PARTS = {part.name: part for section in SECTIONS for part in section.parts}


def read_result_rows(study):
    return read_key_rows(PARTS[study].reported, RESULTS / study / "data.csv")


@pytest.mark.parametrize("study", STUDIES)
def test_rows__that_matter_are_five_to_eight_of_the_file(study):
    table = read_result_rows(study)
    assert 5 <= len(table.rows) <= 8
    with (RESULTS / study / "data.csv").open(encoding="utf-8", newline="") as file:
        assert table.total == sum(1 for _ in csv.DictReader(file))
    labels = [row.label for row in table.rows]
    assert len(set(labels)) == len(labels)
    assert all(len(row.cells) == len(table.heads) for row in table.rows)


@pytest.mark.parametrize("study", STUDIES)
def test_data__of_a_result_is_written_as_it_was_read(study, tmp_path):
    path = RESULTS / study / "data.csv"
    write_data(read_data(path), tmp_path / "data.csv")
    assert (tmp_path / "data.csv").read_bytes() == path.read_bytes()


def test_rows__have_units_and_percent_as_prose_has_them():
    table = read_result_rows("pique")
    first = table.rows[0]
    assert first.cells == ("elder makes a pique", "9.546 ± 0.029%", "9.489 to 9.604%")
    assert (first.value.raw, first.value.is_percent) == ("0.095462", True)
    assert table.size == "1,000,000"
    lead = read_result_rows("elder-advantage").rows[2]
    assert lead.cells == ("elder's lead", "14.801 ± 0.019 points", "14.765 to 14.838")
    exact = read_result_rows("hands").rows[1]
    assert exact.cells == ("longest suit: 5 cards", "33.20%", "exact")
