"""`piquet chart`: any chart anew from a result, in any style."""

import json
import re
import shutil
from html import unescape

import pytest
from command_line import command
from PIL import Image
from specimens import RESULTS

from analyses.contents import list_charts


def test_chart__without_a_name_lists_all():
    said = command("chart").out
    charts = list_charts()
    assert all(one.charts[name] in " ".join(said.split()) for name, one in charts.items())
    listed = json.loads(command("chart", "--json").out)
    assert [one["chart"] for one in listed] == list(charts)


@pytest.mark.parametrize(("style", "wide"), [("gray", 1003), ("slide", 3000)])
def test_chart__is_drawn_at_the_size_of_its_style(tmp_path, monkeypatch, style, wide):
    shutil.copytree(RESULTS / "pique", tmp_path / "results" / "pique")
    monkeypatch.chdir(tmp_path)
    done = command("chart", "pique", "--style", style)
    assert (done.code, done.out.strip()) == (0, f"pique-{style}.png")
    with Image.open(f"pique-{style}.png") as picture:
        assert picture.width == pytest.approx(wide, abs=1)
        colours = picture.convert("RGB").getcolors(1 << 20)
    assert all(len(set(colour)) == 1 for _, colour in colours) == (style == "gray")


def test_chart__is_written_where_it_is_wanted(tmp_path):
    out = tmp_path / "mine.svg"
    done = command("chart", "sixes-parts", "--of", RESULTS / "sixes", "--out", out, "--json")
    assert json.loads(done.out) == {"chart": "sixes-parts", "file": str(out)}
    assert out.stat().st_size


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_chart__carries_what_was_played(tmp_path, kind):
    path = tmp_path / f"chart.{kind}"
    assert command("chart", "pique", "--of", RESULTS / "pique", "--out", path).code == 0
    meta = json.loads((RESULTS / "pique" / "meta.json").read_text(encoding="utf-8"))
    if kind == "png":
        with Image.open(path) as picture:
            told = picture.info["Description"]
    elif kind == "svg":
        told = unescape(re.search(r"<dc:description>(.*?)<", path.read_text("utf-8"))[1])
    else:  # the words of a PDF are those of its information, brackets escaped
        told = re.search(rb"/Subject \((.*?[^\\])\)\n", path.read_bytes(), re.DOTALL)[1].decode()
        told = re.sub(r"\\(.)", r"\1", told)
    told = json.loads(told)
    assert told["engine"] == meta["engine"]
    assert {name: told[name] for name in meta["description"]} == meta["description"]


def test_chart__finds_its_result_in_a_folder_of_several(tmp_path):
    one, two = (tmp_path / f"{name}.svg" for name in "ab")
    assert command("chart", "pique", "--of", RESULTS, "--out", one).code == 0
    assert command("chart", "pique", "--of", RESULTS / "pique", "--out", two).code == 0
    assert one.read_bytes() == two.read_bytes()
