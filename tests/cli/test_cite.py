"""How to cite the project, a result or a chart."""

import json
import re
import shutil

import pytest
from command_line import answer, command, refused
from specimens import ROOT

from piquet_sim import __version__
from piquet_sim.game.files import digest_file

PIQUE = ROOT / "results" / "pique"
META = json.loads((PIQUE / "meta.json").read_text("utf-8"))


def test_cite__names_the_project():
    done = command("cite")
    assert done.code == 0
    assert f"version {__version__} [computer software]" in " ".join(done.out.split())
    assert re.search(r"^@software\{piquet_sim,$.*^\}$", done.out, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("place", ["", "meta.json", "data.csv"])
def test_cite__of_a_result_names_its_engine_and_its_file(place):
    found = answer("cite", PIQUE / place, "--json")
    assert found["title"] == META["title"]
    assert found["version"] == META["version"]
    assert found["details"] == {
        "deals": "1,000,000",
        "players": "expert v expert",
        "rules": "rubicon",
        "seed": "1",
        "engine": META["engine"],
        "file": "data.csv",
        "sha256": digest_file(PIQUE / "data.csv")[:16],
    }
    said = command("cite", PIQUE / place).out
    assert f"Engine {META['engine']}: " in said
    assert "`" not in said


@pytest.fixture
def charts(tmp_path):
    for kind in ("svg", "png", "pdf"):
        command("chart", "pique", "--of", PIQUE, "--out", tmp_path / f"chart.{kind}")
    return tmp_path


def test_cite__of_a_chart_reads_what_it_carries(charts):
    for kind in ("svg", "png", "pdf"):
        path = charts / f"chart.{kind}"
        found = answer("cite", path, "--json")
        assert found["title"] == META["title"]
        assert found["details"]["engine"] == META["engine"]
        assert found["details"]["deals"] == "1,000,000"
        assert found["details"]["sha256"] == digest_file(path)[:16]


def test_cite__of_what_a_run_printed_and_of_its_rows(tmp_path):
    printed, rows = tmp_path / "run.json", tmp_path / "rows.parquet"
    printed.write_text(command("simulate", "-n", "100", "--json").out, encoding="utf-8")
    command("simulate", "-n", "100", "--records", rows)
    one, other = (answer("cite", path, "--json") for path in (printed, rows))
    differing = {"file", "sha256"}
    assert one["details"].keys() == other["details"].keys()
    assert {
        key for key, text in one["details"].items() if text != other["details"][key]
    } == differing


def test_cite__in_each_form():
    assert command("cite", "--format", "cff").out.startswith("cff-version: 1.2.0\n")
    bibtex = command("cite", PIQUE, "--format", "bibtex").out
    assert bibtex.startswith("@misc{piquet_sim_")
    assert bibtex.count("{") == bibtex.count("}")
    text = command("cite", PIQUE, "--format", "text").out
    assert "@" not in text


def test_cite__escapes_what_latex_would_read(tmp_path):
    shutil.copytree(PIQUE, tmp_path / "pique")
    meta = {**META, "title": "50% of A & B_C?"}
    (tmp_path / "pique" / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    said = command("cite", tmp_path / "pique", "--format", "bibtex").out
    assert r"title = {50\% of A \& B\_C?}" in said


def test_cite__prints_what_changed():
    said = command("cite", "--changes").out
    assert said.startswith("# Changes")
    assert META["engine"] in said


def test_cite__refuses_what_says_nothing(tmp_path):
    (tmp_path / "empty.json").write_text("{}", encoding="utf-8")
    (tmp_path / "list.json").write_text("[1]", encoding="utf-8")
    (tmp_path / "chart.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "chart.png").write_bytes(b"no picture")
    (tmp_path / "chart.pdf").write_bytes(b"%PDF /Title (x) /Subject ([)")
    (tmp_path / "rows.parquet").write_bytes(b"PAR1")
    (tmp_path / "folder").mkdir()
    for one in sorted(tmp_path.iterdir()):
        refused("cite", one)
    assert "did you mean" in refused("cite", tmp_path / "empty.jso")
    assert "no format 'bib'; did you mean 'bibtex'?" in refused("cite", "--format", "bib")
    refused("cite", "--changes", PIQUE)
