"""The page for newcomers, the citation file and the list of changes hold what they say."""

import json
import re
import shlex

import pytest
import yaml
from command_line import command
from specimens import ROOT

from piquet_sim import __version__

HOME = ROOT / ".github"
PAGE = (HOME / "CONTRIBUTING.md").read_text("utf-8")
CHANGES = (ROOT / "CHANGELOG.md").read_text("utf-8")
MOST_LINES = 75
FILES = dict(re.findall(r"Save this as `(\S+\.py)`.*?```python\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = re.findall(r"^    (piquet .*?)(?:  +#.*)?$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("line", COMMANDS)
def test_page__command_runs(line, tmp_path, monkeypatch, nobody_stays_registered):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = command(*shlex.split(line.replace("20_000", "4_000"))[1:])
    assert done.code == 0, done.err


def test_page__is_one_and_names_what_is_there():
    assert PAGE.count("\n") <= MOST_LINES
    assert len(COMMANDS) == 3
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(re.findall(r"make ([a-z-]+)", PAGE)) <= set(targets)
    places = re.findall(r"`((?:piquet_sim|analyses|tests)/[^`]*)`", PAGE)
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_citation_file__names_this_version():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert (cited["cff-version"], cited["version"]) == ("1.2.0", __version__)
    assert cited["authors"] == [{"name": "The piquet-sim developers"}]
    assert {"message", "title", "license"} <= set(cited)


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("results/*/meta.json")), ids=lambda path: path.parent.name
)
def test_changes__name_the_engine_of_each_published_result(path):
    engine = json.loads(path.read_text("utf-8")).get("engine")
    assert engine is None or f"`{engine}`" in CHANGES
