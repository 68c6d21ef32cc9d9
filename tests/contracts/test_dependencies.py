"""What is declared of dependencies: lower bounds that are tried, and versions that are pinned."""

import runpy
import shlex
import tomllib
from importlib import import_module

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from specimens import ROOT

from piquet_sim.cli.commands.playing import app

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
    pinned = PINNED[canonicalize_name(declared.name)]
    assert find_bound(declared) <= pinned
    assert pinned in declared.specifier


def test_bounds__of_one_package_are_the_same_everywhere():
    bounds = {}
    for one in DECLARED:
        assert bounds.setdefault(one.name, find_bound(one)) == find_bound(one), one.name
    # Up to 0.66 numba cannot pickle what a strategy from outside closes over.
    assert bounds["numba"] > Version("0.66.0")


def test_minimums__are_tried_of_all_that_users_install():
    tried = runpy.run_path(str(CHECKS / "check_minimums.py"))["list_minimums"]()
    wanted = [*PROJECT["dependencies"]]
    for extra in PROJECT["optional-dependencies"].keys() - {"test", "lint", "docs"}:
        wanted += PROJECT["optional-dependencies"][extra]
    bounds = [f"{one.name}=={find_bound(one)}" for one in map(Requirement, wanted)]
    assert sorted(tried) == sorted(bounds)


def test_commands__are_all_tried(monkeypatch):
    monkeypatch.syspath_prepend(CHECKS)
    tried = {shlex.split(line)[0] for line in import_module("smoke").COMMANDS}
    known = {one.name or one.callback.__name__ for one in app.registered_commands}
    assert tried | {"explore", "setup"} == known
