"""The page for newcomers, the citation file and the list of changes hold what they say.

Lower bounds of dependencies are tried, and versions are pinned.
"""

import json
import re
import runpy
import shlex
import tomllib
from importlib import import_module

import pytest
import yaml
from command_line import command
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from specimens import ROOT

from piquet_sim import __version__
from piquet_sim.cli.app import make_command

PAGE = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
FILES = dict(re.findall(r"Save this as `(\S+\.py)`.*?```python\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = re.findall(r"^    (piquet .*?)(?:  +#.*)?$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("line", COMMANDS)
def test_page__command_runs(line, here):
    for name, text in FILES.items():
        (here / name).write_text(text, encoding="utf-8")
    done = command(*shlex.split(line.replace("20_000", "4_000"))[1:])
    assert done.code == 0, done.err


def test_page__is_one_and_names_what_is_there():
    assert (
        PAGE.count("\n") <= 75,
        len(COMMANDS),
        set(re.findall(r"make ([a-z-]+)", PAGE))
        <= set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)),
    ) == (True, 3, True)
    assert [
        place
        for place in re.findall(r"`((?:piquet_sim|analyses|tests)/[^`]*)`", PAGE)
        if not (ROOT / place).exists()
    ] == []


def test_citation_file__names_this_version():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert (
        cited["cff-version"],
        cited["version"],
        cited["authors"],
        {"message", "title", "license"} <= set(cited),
    ) == ("1.2.0", __version__, [{"name": "The piquet-sim developers"}], True)


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("results/*/meta.json")), ids=lambda path: path.parent.name
)
def test_changes__name_the_engine_of_each_published_result(path):
    engine = json.loads(path.read_text("utf-8")).get("engine")
    assert engine is None or f"`{engine}`" in (ROOT / "CHANGELOG.md").read_text("utf-8")


CHECKS = ROOT / ".ci"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DECLARED = [
    Requirement(one)
    for group in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for one in group
    if not one.startswith("piquet-sim")
]
PINNED = {
    canonicalize_name(name): Version(version)
    for line in (ROOT / ".constraints.txt").read_text("utf-8").split()
    for name, version in [line.split("==")]
}


def find_bound(declared):
    (least,) = (one for one in declared.specifier if one.operator == ">=")
    assert {one.operator for one in declared.specifier} <= {">=", "<"}
    return Version(least.version)


@pytest.mark.parametrize("declared", DECLARED, ids=str)
def test_bound__is_not_above_the_version_that_is_pinned(declared):
    assert PINNED[canonicalize_name(declared.name)] in declared.specifier


def test_bounds__of_one_package_are_the_same_everywhere():
    bounds = {(one.name, find_bound(one)) for one in DECLARED}
    assert len(dict(bounds)) == len(bounds)
    # Up to 0.66 numba cannot pickle what a strategy from outside closes over.
    assert dict(bounds)["numba"] > Version("0.66.0")


def test_minimums__are_tried_of_all_that_users_install():
    tried = runpy.run_path(str(CHECKS / "check_minimums.py"))["list_minimums"]()
    extras = PROJECT["optional-dependencies"]
    groups = [extras[one] for one in extras.keys() - {"test", "lint", "docs"}]
    wanted = [Requirement(one) for one in sum(groups, PROJECT["dependencies"])]
    assert sorted(tried) == sorted(f"{one.name}=={find_bound(one)}" for one in wanted)


def test_workflow__takes_actions_by_their_digest():
    assert {
        bool(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", one))
        for one in re.findall(
            r"uses: (\S+)", (ROOT / ".github/workflows/checks.yml").read_text("utf-8")
        )
    } == {True}


def test_site__has_a_page_for_each_guide_study_and_notebook_and_what_they_show(tmp_path):
    runpy.run_path(str(CHECKS / "make_site.py"))["write_pages"](tmp_path)
    for room, named in (
        ("studies", {path.parent.name for path in ROOT.glob("results/*/data.csv")}),
        ("notebooks", {path.stem for path in ROOT.glob("notebooks/*.ipynb")}),
    ):
        listed = (tmp_path / room / "index.md").read_text("utf-8").split("```")[-2]
        there = {path.stem for path in (tmp_path / room).iterdir() if path.suffix != ".png"}
        assert set(listed.split()[3:]) == named & there, room
    pique = (tmp_path / "studies" / "pique.md").read_text("utf-8")
    meta = json.loads((ROOT / "results" / "pique" / "meta.json").read_text("utf-8"))
    said = (meta["question"], meta["headline"], *meta["sentences"], "| repique |")
    assert [one for one in said if one not in pique] == []
    shown = [
        page.parent / one
        for page in tmp_path.rglob("*.md")
        for one in re.findall(r"!\[.*?\]\((.*?)\)", page.read_text("utf-8"))
    ]
    assert (len(shown) > 30, [one for one in shown if not one.is_file()]) == (True, [])


def test_commands__are_all_tried(monkeypatch):
    monkeypatch.syspath_prepend(CHECKS)
    assert {shlex.split(line)[0] for line in import_module("smoke").COMMANDS} | {
        "explore",
        "setup",
    } == set(make_command().commands)
