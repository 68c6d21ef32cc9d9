"""Write the map of the house into the README.

The order is that of the first import contract in pyproject.toml, the words are the first sentence
of each package's docstring.
"""

import re
import tomllib
from pathlib import Path

from piquet_sim.cli.guides import read_docstring, say_first

ROOT = Path(__file__).parent.parent
_MAP = re.compile(r"(?<=\| room \| holds \|\n\|---\|---\|\n)(\|.*\n)+")


def list_floors() -> list[list[str]]:
    """The packages of each floor, from the ground up, as in the contract of the house."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (house,) = (
        one
        for one in contracts["tool"]["importlinter"]["contracts"]
        if one["name"] == "An arrow points down the house"
    )
    return [floor.split(" | ") for floor in reversed(house["layers"])]


def say_room(name: str) -> str:
    """What a package or module holds."""
    return say_first(read_docstring(name))


def draw_map() -> str:
    """The rows of the map, a package a row, from the ground up."""
    rows = []
    for floor in list_floors():
        for name in floor:
            place = name.replace(".", "/")
            place += "/" if (ROOT / place).is_dir() else ".py"
            rows.append((place, say_room(name)))
    return "".join(f"| `{place}` | {holds} |\n" for place, holds in rows)


def write_map() -> None:
    """Put the map into the README."""
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    readme.write_text(_MAP.sub(lambda _: draw_map(), text, count=1), encoding="utf-8")


if __name__ == "__main__":
    write_map()
