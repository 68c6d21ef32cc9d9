"""Stubs say what the packages really give, and the user's program that is type checked runs."""

import ast
import inspect
import runpy
from importlib import import_module

import numba
import pytest
from specimens import ROOT

PACKAGES = ("piquet_sim", "analyses")
STUBS = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.pyi"))
LAZY = {
    "piquet_sim": set(import_module("piquet_sim").__all__) | {"analyses"},
    "piquet_sim.strategies": set(import_module("piquet_sim.strategies").__all__),
    "analyses": set(import_module("analyses").HOMES)
    | {"HOMES", "STUDIES", "ask", "find_study", "sort_by_length"},
}
"""What packages give that import names when they are first used."""


def name_module(stub):
    parts = stub.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def read_stub(stub):
    return ast.parse(stub.read_text("utf-8"))


def list_names(tree):
    """The public names that a module gives, and where those come from that it re-exports."""
    names = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            names |= {one.asname: node.module for one in node.names if one.asname == one.name}
        elif isinstance(node, ast.Import):
            names |= {one.asname: one.name for one in node.names if one.asname == one.name}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names[node.name] = None
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = None
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                names |= {one.id: None for one in ast.walk(target) if isinstance(one, ast.Name)}
    return {name: home for name, home in names.items() if not name.startswith("_")}


def list_fields(node):
    """What a class gives: its fields, properties and methods."""
    found = set()
    for one in node.body:
        if isinstance(one, ast.AnnAssign):
            found.add(one.target.id)
        elif isinstance(one, ast.Assign):
            found |= {target.id for target in one.targets}
        elif isinstance(one, ast.FunctionDef):
            found.add(one.name)
    return {name for name in found if not name.startswith("_")}


def list_parameters(function):
    """Each parameter: its name, how it is given, whether it may be left out."""
    arguments = function.args
    placed = [*arguments.posonlyargs, *arguments.args]
    first = len(placed) - len(arguments.defaults)
    found = [(one.arg, "placed", place >= first) for place, one in enumerate(placed)]
    found += [
        (one.arg, "named", default is not None)
        for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    return found, arguments.kwarg is not None


@pytest.mark.parametrize("name", LAZY)
def test_stub__gives_what_the_lazy_package_gives(name):
    package = import_module(name)
    names = list_names(read_stub(ROOT / name.replace(".", "/") / "__init__.pyi"))
    assert set(names) - {"__version__"} == LAZY[name] - {"__version__"}
    for one, home in names.items():
        given = getattr(package, one)
        if home is not None and one != "analyses":
            assert given is getattr(import_module(home), one), one
        elif inspect.isfunction(given) or isinstance(given, numba.core.dispatcher.Dispatcher):
            assert callable(given)


@pytest.mark.parametrize("stub", STUBS, ids=name_module)
def test_stub__says_of_classes_and_functions_what_the_module_does(stub):
    source = read_stub(stub.with_suffix(".py"))
    said, real = read_stub(stub), {}
    for node in source.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            real[node.name] = node
    if stub.stem != "__init__":
        assert {one for one in list_names(source) if one[0] != "_"} == set(list_names(said)), stub
    compared = 0
    for node in said.body:
        if isinstance(node, ast.ClassDef) and node.name in real:
            assert list_fields(node) == list_fields(real[node.name]), node.name
            methods = {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)}
            for one in real[node.name].body:
                if isinstance(one, ast.FunctionDef) and one.name in methods:
                    assert list_parameters(methods[one.name]) == list_parameters(one), one.name
            compared += 1
        elif isinstance(node, ast.FunctionDef):
            if node.name not in real:
                given = inspect.signature(
                    getattr(import_module(name_module(stub)), node.name).py_func
                )
                assert list(given.parameters) == [one.arg for one in node.args.args], node.name
            elif not node.decorator_list:
                stated, truth = list_parameters(node), list_parameters(real[node.name])
                # One that takes any names may say which it can take.
                assert stated == truth or (truth[1] and stated[0][: len(truth[0])] == truth[0])
            compared += 1
    assert compared or name_module(stub) in LAZY


def test_user__runs_what_is_type_checked(capsys, nobody_stays_registered):
    runpy.run_path(str(ROOT / "tests" / "support" / "typed_user.py"))
    assert "±" in capsys.readouterr().out


def test_packages__say_that_they_are_typed():
    assert all((ROOT / package / "py.typed").is_file() for package in PACKAGES)
