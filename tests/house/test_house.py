"""The house as it is drawn: the contracts and the README's map against the tree."""

import re
import sys
import tomllib
from pathlib import Path

import pytest
from specimens import ROOT

sys.path.insert(0, str(ROOT / ".ci"))
import draw_map

PACKAGE = ROOT / "piquet_sim"
MOST_ROOMS = 12
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
    "contracts"
]


def _list_packages() -> list[Path]:
    return [path.parent for path in sorted(PACKAGE.rglob("__init__.py"))]


def _list_rooms(package: Path) -> list[str]:
    modules = [path.stem for path in package.glob("*.py") if not path.stem.startswith("__")]
    return sorted(modules + [path.parent.name for path in package.glob("*/__init__.py")])


def test_floors__are_all_that_stands_in_the_tree():
    named = {name for floor in draw_map.list_floors() for name in floor}
    assert named == {f"piquet_sim.{room}" for room in _list_rooms(PACKAGE)} | {"analyses"}


def test_map__in_the_readme_is_the_one_that_is_drawn():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert draw_map.draw_map() in readme
    assert draw_map.draw_map().count("\n") == len(draw_map.SHOWN) == 6
    assert draw_map.draw_guide() in (PACKAGE / "__init__.py").read_text("utf-8")
    for name in re.findall(r"\]\((piquet_sim/[^)]+\.py)\)", readme):
        assert (ROOT / name).is_file(), name


@pytest.mark.parametrize("package", _list_packages()[1:], ids=lambda path: path.name)
def test_package__has_at_most_a_dozen_rooms_and_says_what_it_is(package):
    assert 1 < len(_list_rooms(package)) <= MOST_ROOMS
    name = ".".join(package.relative_to(ROOT).parts)
    assert draw_map.say_room(name)


@pytest.mark.parametrize(
    "contract", [one for one in CONTRACTS if one.get("containers")], ids=lambda one: one["name"]
)
def test_contract__inside_a_package_leaves_no_room_out(contract):
    assert contract["exhaustive"] is True
    (container,) = contract["containers"]
    rooms = {room for floor in contract["layers"] for room in floor.split(" | ")}
    assert rooms == set(_list_rooms(ROOT / container.replace(".", "/")))


def test_floors__above_the_kernels_are_never_named_below():
    # What import-linter checks, by a second way that reads the files alone.
    order = [name for floor in draw_map.list_floors() for name in floor]
    for package in _list_packages():
        for path in package.glob("*.py"):
            home = ".".join(path.relative_to(ROOT).parts[:2]).removesuffix(".py")
            if home not in order:
                continue
            for named in re.findall(r"^ *from (piquet_sim\.\w+|analyses)", path.read_text(), re.M):
                assert named not in order or order.index(named) <= order.index(home), path
