"""What is used of numba that it does not promise: listed, there, and capped."""

import ast
import tomllib
from importlib import import_module

import numba
import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from piquet_sim.numba_parts import PARTS, TRIED
from specimens import ROOT

from piquet_sim.kernel.compile import IS_COMPILED

PUBLIC = ("numba", "numba.extending", "numba.types", "llvmlite")
NAMES = [name for part in PARTS for name in part.names]


def find_part(name):
    """The object of a name, imported as far as there are modules."""
    if name.startswith("dispatcher."):
        found, rest = numba.njit(lambda: 0), name.split(".")[1:]
    else:
        words = name.split(".")
        count = next(
            many for many in range(len(words), 0, -1) if _is_module(".".join(words[:many]))
        )
        found, rest = import_module(".".join(words[:count])), words[count:]
    for word in rest:
        found = getattr(found, word)
    return found


def _is_module(name):
    try:
        import_module(name)
    except ImportError:
        return False
    return True


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("name", NAMES)
def test_part__is_in_the_version_that_is_installed(name):
    find_part(name)


def test_parts__say_what_would_replace_them():
    for part in PARTS:
        assert part.purpose
        assert part.instead
        for module in part.used_in.split(", "):
            assert _is_module(module)


def find_imports():
    """Names that the package imports from numba beside what is public, by where."""
    for path in sorted((ROOT / "piquet_sim").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = getattr(node, "module", None) or ""
            if module.partition(".")[0] == "numba" and module not in PUBLIC:
                for one in node.names:
                    yield path.name, f"{module}.{one.name}"


def test_parts__are_all_that_is_imported():
    missing = {
        (where, name)
        for where, name in find_imports()
        if not any(one == name or one.startswith(f"{name}.") for one in NAMES)
    }
    assert missing - {("_inner.py", "numba.core.compiler.CompileResult")} == set()


def test_bounds__are_the_versions_that_were_tried():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (declared,) = (one for one in map(Requirement, project["dependencies"]) if one.name == "numba")
    oldest, newest = map(Version, TRIED)
    after = f"{newest.major}.{newest.minor + 1}"
    assert declared.specifier == Requirement(f"numba>={oldest},<{after}").specifier
    assert Version(numba.__version__) in declared.specifier
