"""The house as it is drawn: the import contracts and the rooms in the README against the tree."""

import re
import tomllib

from specimens import ROOT

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
    "contracts"
]
README = (ROOT / "README.md").read_text("utf-8")
LAYERS = CONTRACTS[0]["layers"]
ROOMS = {f"piquet_sim.{path.parent.name}" for path in ROOT.glob("piquet_sim/*/__init__.py")}


def test_contracts__are_few_and_name_every_room():
    assert len(CONTRACTS) <= 4
    assert ROOMS | {"analyses"} <= set(re.findall(r"[\w.]+", " ".join(LAYERS)))


def test_readme__its_rooms_are_there_from_the_ground_up():
    rooms = re.findall(r"^    ((?:piquet_sim|analyses|results|tests)/\S*) ", README, re.MULTILINE)
    drawn = [room.rstrip("/,").replace("/", ".") for room in rooms]
    assert [room for room in rooms if not (ROOT / room.rstrip(",")).is_dir()] == []
    floors = {
        room: floor for floor, layer in enumerate(LAYERS) for room in re.findall(r"[\w.]+", layer)
    }
    ours = [floors[room] for room in drawn if room.startswith("piquet_sim.")]
    assert ours == sorted(ours, reverse=True)
    assert 6 < len(ours) < len(drawn)
