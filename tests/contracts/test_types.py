"""Stubs say what the packages really give, and the user's program that is type checked runs."""

import ast
import inspect
import runpy
from importlib import import_module

import pytest
from specimens import ROOT

PACKAGES = ("piquet_sim", "analyses")
LAZY = {
    "piquet_sim": set(import_module("piquet_sim").__all__),
    "piquet_sim.strategies": set(import_module("piquet_sim.strategies").__all__),
    "analyses": set(import_module("analyses").HOMES) | {"HOMES", "ask", "find_study"},
}
"""What packages give that import names when they are first used."""


def name_module(stub):
    return ".".join(stub.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def read_stub(stub):
    return ast.parse(stub.read_text("utf-8"))


def list_names(node):
    """The public names that a module or a class gives, and where those come from that it takes."""
    names = {}
    for one in node.body:
        if isinstance(one, ast.ImportFrom | ast.Import):
            home = getattr(one, "module", None)
            names |= {
                each.asname: home or each.name for each in one.names if each.asname == each.name
            }
        elif isinstance(one, ast.FunctionDef | ast.ClassDef):
            names[one.name] = None
        elif isinstance(one, ast.AnnAssign | ast.Assign):
            targets = getattr(one, "targets", None) or [one.target]
            found = [each for target in targets for each in ast.walk(target)]
            names |= {each.id: None for each in found if isinstance(each, ast.Name)}
    return {name: home for name, home in names.items() if not name.startswith("_")}


def list_definitions(node):
    """Functions and classes that stand in a module or a class, by name."""
    return {one.name: one for one in node.body if isinstance(one, ast.FunctionDef | ast.ClassDef)}


def list_parameters(function):
    """Each parameter: its name, how it is given, whether it may be left out."""
    given = function.args
    placed = [one.arg for one in (*given.posonlyargs, *given.args)]
    named = [one.arg for one in given.kwonlyargs]
    return placed, len(given.defaults), named, [one is None for one in given.kw_defaults]


@pytest.mark.parametrize("name", LAZY)
def test_stub__gives_what_the_lazy_package_gives(name):
    package = import_module(name)
    names = list_names(read_stub(ROOT / name.replace(".", "/") / "__init__.pyi"))
    assert set(names) - {"__version__"} == LAZY[name] - {"__version__"}
    for one, home in names.items():
        given = getattr(package, one)
        if home is not None and one != "review":  # a room that can be called
            assert given is getattr(import_module(home), one), one


@pytest.mark.parametrize(
    "stub",
    sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.pyi")),
    ids=name_module,
)
def test_stub__says_of_classes_and_functions_what_the_module_does(stub):
    source, said = read_stub(stub.with_suffix(".py")), read_stub(stub)
    real = list_definitions(source)
    if stub.stem != "__init__":
        assert set(list_names(source)) == set(list_names(said)), stub
    for name, node in list_definitions(said).items():
        is_class = isinstance(node, ast.ClassDef)
        if name in real and is_class:
            assert set(list_names(node)) == set(list_names(real[name])), name
            methods = list_definitions(real[name])
            for method, stated in list_definitions(node).items():
                if method in methods:
                    assert list_parameters(stated) == list_parameters(methods[method]), method
        elif name in real:
            if not (node.decorator_list or real[name].args.kwarg):  # which takes any names
                assert list_parameters(node) == list_parameters(real[name]), name
        elif not is_class:  # made by a call: a compiled function
            given = inspect.signature(getattr(import_module(name_module(stub)), name).py_func)
            assert list(given.parameters) == [one.arg for one in node.args.args], name


def test_user__runs_what_is_type_checked(capsys, nobody_stays_registered):
    runpy.run_path(str(ROOT / "tests" / "support" / "typed_user.py"))
    assert "±" in capsys.readouterr().out


def test_packages__say_that_they_are_typed():
    assert all((ROOT / package / "py.typed").is_file() for package in PACKAGES)
