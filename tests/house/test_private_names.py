"""Tests ask the package by the names that it gives to everybody, and by no private ones."""

import ast
import re
from collections import Counter
from functools import cache

import pytest
from specimens import ROOT

ROOMS = ("piquet_sim", "analyses")
TESTS = sorted((ROOT / "tests").rglob("*.py"))
_PRIVATE = re.compile("_[A-Za-z]\\w*[A-Za-z0-9]")
"""Neither such as ``__file__`` nor such as ``_repr_html_``."""

LEFT = {
    "test_calling.py": 5, "test_lead_choices.py": 4, "test_leads.py": 5, "test_score.py": 1,
    "test_score_maxims.py": 1,
}  # fmt: skip
"""How many private names a file still asks for, at most."""

MOST_PATCHED = 35
"""How often tests replace a private name by another, at most: a constant, a folder, a fault."""


@cache
def _list_private() -> set[str]:
    # All private names that the package defines: functions, classes, fields and constants.
    found = set()
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                match node:
                    case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                        found.add(name)
                    case ast.Name(id=name, ctx=ast.Store()):
                        found.add(name)
                    case ast.Attribute(attr=name, ctx=ast.Store()):
                        found.add(name)
    return {name for name in found if _PRIVATE.fullmatch(name)}


def _list_asked(tree: ast.AST, is_twin: bool = False) -> list[str]:
    # What is private of what is imported, from the tests themselves, too, or looked up.
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module)):
                is_of_package = module.split(".")[0] in ROOMS
                if is_twin and not is_of_package:
                    continue
                names = [*module.split(".") * is_of_package, *(one.name for one in node.names)]
                found += [name for name in names if _PRIVATE.fullmatch(name)]
            case ast.Attribute(value=ast.Name(id="self")):
                pass
            case ast.Attribute(attr=name) if name in _list_private():
                found.append(name)
    return found


def _list_patched(tree: ast.AST) -> list[str]:
    # The names that `monkeypatch.setattr` replaces.
    calls = [
        node.args
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".setattr")
    ]
    texts = [one.value for call in calls for one in call[:2] if isinstance(one, ast.Constant)]
    names = [name for text in texts if isinstance(text, str) for name in text.split(".")]
    return [name for name in names if _PRIVATE.fullmatch(name)]


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_test__asks_for_no_private_name(path):
    is_twin = path.parent.name == "reference"  # some are written in several files
    asked = _list_asked(ast.parse(path.read_text("utf-8")), is_twin)
    assert len(asked) <= LEFT.get(path.name, 0), asked


def test_tests__replace_few_private_names():
    patched = Counter()
    for path in TESTS:
        patched.update(_list_patched(ast.parse(path.read_text("utf-8"))))
    assert patched.total() <= MOST_PATCHED, patched.most_common()


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("from piquet_sim.bench import _time_command, RUNS", ["_time_command"]),
        ("from piquet_sim.kernel.compile import kernel", []),
        ("from piquet_sim import __version__", []),
        ("from naive_odds import _longest_sequence", ["_longest_sequence"]),
        ("analysis._repr_html_(), view._replace(luck=0)", []),
        ("bench._time_command('x')", ["_time_command"]),
        ("self._time_command()", []),
    ],
)
def test_asked__is_what_is_private_and_of_the_package(text, asked):
    assert _list_asked(ast.parse(text)) == asked


@pytest.mark.parametrize(
    ("text", "patched"),
    [
        ("patch.setattr(bench, '_time_command', None)", ["_time_command"]),
        ("patch.setattr('piquet_sim.bench._time_command', None)", ["_time_command"]),
        ("patch.setattr(bench, 'RUNS', '_time_command')", []),
    ],
)
def test_patched__is_what_is_private(text, patched):
    assert _list_patched(ast.parse(text)) == patched
