"""The house as it is drawn: the import contracts and the map in the guide against the tree."""

import re
import tomllib

import pytest
from specimens import ROOT

import piquet_sim

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
    "contracts"
]
LAYERS = CONTRACTS[0]["layers"]
ROOMS = {f"piquet_sim.{path.parent.name}" for path in ROOT.glob("piquet_sim/*/__init__.py")}


def test_contracts__are_few_and_name_every_room():
    assert len(CONTRACTS) <= 4
    assert ROOMS | {"analyses"} <= set(re.findall(r"[\w.]+", " ".join(LAYERS)))


def test_map__names_every_room_from_the_ground_up():
    drawn = re.findall(r"^    ([\w/]+)/$", piquet_sim.__doc__, re.MULTILINE)
    drawn = [place.replace("/", ".") for place in drawn]
    assert set(drawn) == ROOMS | {"analyses"}
    floors = {
        room: floor for floor, layer in enumerate(LAYERS) for room in re.findall(r"[\w.]+", layer)
    }
    assert [floors[room] for room in drawn] == sorted(
        (floors[room] for room in drawn), reverse=True
    )


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_room__says_what_it_is(room):
    text = (ROOT / room.replace(".", "/") / "__init__.py").read_text("utf-8")
    assert text.lstrip("r").startswith('"""')
