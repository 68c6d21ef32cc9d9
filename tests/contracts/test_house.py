"""The house as it is drawn: import contracts, the README's rooms, and where a module is tested.

Stubs say what the packages really give, and the user's program that is type checked runs.
"""

import ast
import inspect
import re
import runpy
import tomllib
from importlib import import_module

import pytest
from specimens import ROOT

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
    "contracts"
]
LAYERS = CONTRACTS[0]["layers"]


def test_contracts__are_few_and_name_every_room():
    rooms = {f"piquet_sim.{path.parent.name}" for path in ROOT.glob("piquet_sim/*/__init__.py")}
    assert len(CONTRACTS) <= 4
    assert rooms | {"analyses"} <= set(re.findall(r"[\w.]+", " ".join(LAYERS)))


def test_readme__its_rooms_are_there_from_the_ground_up():
    readme, home = (ROOT / "README.md").read_text("utf-8"), r"piquet_sim|analyses|results|tests"
    rooms = re.findall(rf"^    ((?:{home})/\S*) ", readme, re.MULTILINE)
    drawn = [room.rstrip("/,").replace("/", ".") for room in rooms]
    assert [room for room in rooms if not (ROOT / room.rstrip(",")).is_dir()] == []
    floors = {
        room: floor for floor, layer in enumerate(LAYERS) for room in re.findall(r"[\w.]+", layer)
    }
    ours = [floors[room] for room in drawn if room.startswith("piquet_sim.")]
    assert (ours, 6 < len(ours) < len(drawn)) == (sorted(ours, reverse=True), True)


def test_planted_faults__have_their_place_once():
    for name, fault in runpy.run_path(str(ROOT / ".ci" / "mutations.py"))["MUTATIONS"].items():
        text = (ROOT / fault.path).read_text("utf-8")
        assert (text.count(fault.right), fault.right != fault.wrong) == (1, True), name


def find_untested(modules, tests):
    """Modules that no file of tests mirrors by name or names in its docstring.

    Parameters
    ----------
    modules : iterable of str
        Their names, without the package that holds all rooms.
    tests : dict
        Docstrings of the files of tests, by name without ``test_``.
    """
    named = {name for said in tests.values() for name in re.findall(r"`([\w.]+)`", said)}
    mirrored = {name for stem in tests for name in (stem, stem.removesuffix("s"))}
    return [
        module
        for module in modules
        if module not in named and module.rpartition(".")[2] not in mirrored
    ]


def test_every_module__is_named_where_it_is_tested():
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removeprefix("piquet_sim.")
        for path in [*ROOT.glob("piquet_sim/**/*.py"), *ROOT.glob("analyses/**/*.py")]
        if not path.name.startswith("__")
    }
    tests = {
        path.stem.removeprefix("test_"): ast.get_docstring(ast.parse(path.read_text("utf-8")))
        for path in ROOT.glob("tests/**/test_*.py")
    }
    assert (
        find_untested(sorted(modules), tests),
        find_untested(["kernel.deal.reckoning"], tests),
    ) == ([], ["kernel.deal.reckoning"])


# ---- Stubs and types ----------------------------------------------------------------------------
LAZY = {
    "piquet_sim": set(import_module("piquet_sim").__all__),
    "piquet_sim.strategies": set(import_module("piquet_sim.strategies").__all__),
    "analyses": set(import_module("analyses").HOMES) | {"HOMES", "ask", "find_study"},
}
"""What packages give that import names when they are first used."""


@pytest.mark.parametrize("name", LAZY)
def test_stub__gives_what_the_lazy_package_gives(name):
    """And each package says that it is typed."""
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
    assert LAZY[name] - {"__version__"} == {
        *taken,
        *made,
        *(one.target.id for one in stub if isinstance(one, ast.AnnAssign)),
    } - {"__version__"}
    assert (ROOT / name.split(".")[0] / "py.typed").is_file()
    named = taken.keys() - {"review"}  # a room that can be called
    assert {one: getattr(package, one) for one in named} == {
        one: getattr(import_module(taken[one]), one) for one in named
    }
    assert {
        one: [each.arg for each in (*given.args, *given.kwonlyargs)] for one, given in made.items()
    } == {one: [*inspect.signature(getattr(package, one)).parameters] for one in made}


def test_user__runs_what_is_type_checked(capsys):
    runpy.run_path(str(ROOT / "tests" / "support" / "typed_user.py"))
    assert "±" in capsys.readouterr().out
