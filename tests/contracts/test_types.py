"""Stubs say what the packages really give, and the user's program that is type checked runs."""

import ast
import inspect
import runpy
from importlib import import_module

import pytest
from specimens import ROOT

LAZY = {
    "piquet_sim": set(import_module("piquet_sim").__all__),
    "piquet_sim.strategies": set(import_module("piquet_sim.strategies").__all__),
    "analyses": set(import_module("analyses").HOMES) | {"HOMES", "ask", "find_study"},
}
"""What packages give that import names when they are first used."""


@pytest.mark.parametrize("name", LAZY)
def test_stub__gives_what_the_lazy_package_gives(name):
    package, path = import_module(name), ROOT / name.replace(".", "/") / "__init__.pyi"
    stub = ast.parse(path.read_text("utf-8")).body
    taken = {
        each.asname: one.module
        for one in stub
        if isinstance(one, ast.ImportFrom)
        for each in one.names
        if each.asname == each.name
    }
    made = {one.name: one.args for one in stub if isinstance(one, ast.FunctionDef)}
    said = {one.target.id for one in stub if isinstance(one, ast.AnnAssign)}
    assert {*taken, *made, *said} - {"__version__"} == LAZY[name] - {"__version__"}
    named = taken.keys() - {"review"}  # a room that can be called
    assert {one: getattr(package, one) for one in named} == {
        one: getattr(import_module(taken[one]), one) for one in named
    }
    assert {
        one: [each.arg for each in (*given.args, *given.kwonlyargs)] for one, given in made.items()
    } == {one: [*inspect.signature(getattr(package, one)).parameters] for one in made}


def test_user__runs_what_is_type_checked(capsys, nobody_stays_registered):
    runpy.run_path(str(ROOT / "tests" / "support" / "typed_user.py"))
    assert "±" in capsys.readouterr().out


def test_packages__say_that_they_are_typed():
    assert all((ROOT / package / "py.typed").is_file() for package in ("piquet_sim", "analyses"))
