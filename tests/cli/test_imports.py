"""What each command loads: nothing that it does not use, since that is most of its time."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

DEAR = {
    "numba", "numpy", "pandas", "pyarrow", "matplotlib", "distributed", "pydantic", "rich",
    "piquet_sim.conditions.dealing",
}  # fmt: skip
ENGINE = {"numba", "numpy"}
WITH_RULES = {"pydantic"}
"""Rule books are models of pydantic."""
SHEET = "27-13 15-31 44-6 12-30 9-40 22-18"
GOLDEN = Path(__file__).parent.parent / "golden"

USED = {
    "": set(),
    "--version": set(),
    "--help": set(),
    "simulate --help": set(),
    "help": set(),
    "help players": set(),
    "rules": WITH_RULES,
    f"settle --deals '{SHEET}'": WITH_RULES,
    "odds AKJ.AQJ8.98.J87": ENGINE | WITH_RULES,
    f"score {GOLDEN / 'deals.jsonl'}": ENGINE | WITH_RULES,
    "simulate -n 10": ENGINE | WITH_RULES,
    # refused
    "simulate -n x": set(),
    "simulate --elder cub": set(),
    "simulate --rules rubicn": WITH_RULES,
    "deal 7": set(),
    "advise x": WITH_RULES,
    "solve nowhere.jsonl": WITH_RULES,
    "review nowhere.jsonl": set(),
    "odds AKJ": WITH_RULES,
}
"""What of these a command may load."""

ASKED = f"""
import sys
from piquet_sim.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print("loaded", *sorted({DEAR!r} & set(sys.modules)), file=sys.stderr)
"""


@pytest.mark.parametrize("arguments", USED)
def test_command__loads_nothing_that_it_does_not_use(arguments, tmp_path):
    ended = subprocess.run(
        [sys.executable, "-c", ASKED, *shlex.split(arguments)],
        capture_output=True, text=True, cwd=tmp_path, check=True,
    )  # fmt: skip
    assert "loaded" in ended.stderr
    assert set(ended.stderr.partition("loaded")[2].split()) <= USED[arguments]
