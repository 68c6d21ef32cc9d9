"""Write the map of the house into the guide on it, and its six main rooms into the README.

The order is that of the first import contract in pyproject.toml, the words are the first sentence
of each package's docstring.
"""

import re
import tomllib
from pathlib import Path

from piquet_sim.cli.guides import read_docstring, say_first

ROOT = Path(__file__).parent.parent
SHOWN = (
    "piquet_sim/game/", "piquet_sim/kernel/", "piquet_sim/deals/", "piquet_sim/running/",
    "analyses/", "piquet_sim/cli/",
)  # fmt: skip
"""The rooms that the README names."""
_GUIDE = re.compile(r"(?<=^    # from the ground up\n)(    .*\n)+", re.MULTILINE)
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


def list_rooms() -> list[tuple[str, str]]:
    """All rooms from the ground up: where they are, and what they hold."""
    rows = []
    for floor in list_floors():
        for name in floor:
            place = name.replace(".", "/")
            place += "/" if (ROOT / place).is_dir() else ".py"
            rows.append((place, say_room(name)))
    return rows


def draw_map() -> str:
    """The rows of the README's map."""
    return "".join(f"| `{place}` | {holds} |\n" for place, holds in list_rooms() if place in SHOWN)


def draw_guide() -> str:
    """The lines of the guide's map, two a room."""
    return "".join(f"    {place}\n        {holds}\n" for place, holds in list_rooms())


def write_map() -> None:
    """Put the maps into the README and the guide."""
    for path, found, drawn in (
        (ROOT / "README.md", _MAP, draw_map()),
        (ROOT / "piquet_sim" / "__init__.py", _GUIDE, draw_guide()),
    ):
        text = path.read_text(encoding="utf-8")
        path.write_text(found.sub(lambda _, drawn=drawn: drawn, text, count=1), encoding="utf-8")


if __name__ == "__main__":
    write_map()
