"""What is asked for without a library that is an extra: one line that says how to get it."""

import subprocess
import sys

import pytest

from piquet_sim.game.errors import EXTRAS

WITHOUT = """
import sys

sys.modules.update(dict.fromkeys({libraries}))
from piquet_sim.cli import main

main({words})
"""


def run_without(libraries, folder, line):
    program = WITHOUT.format(libraries=libraries, words=line.split())
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("library", "line"),
    [
        ("pyarrow", "simulate -n 20 --records rows.parquet"),
        ("scipy", "simulate -n 20 --distribution difference"),
        ("distributed", "simulate -n 20 --cluster local"),
    ],
)
def test_command__says_which_extra_is_missing(library, line, tmp_path):
    (tmp_path / "rows.parquet").write_bytes(b"PAR1")
    done = run_without([library], tmp_path, line)
    called, extra = EXTRAS[library]
    assert (done.returncode, done.stdout) == (2, "")
    (said,) = done.stderr.splitlines()
    assert said.endswith(f"{called} is not installed; pip install 'piquet-sim[{extra}]'")
    assert (tmp_path / "rows.parquet").read_bytes() == b"PAR1"


@pytest.mark.parametrize("name", ["hands", pytest.param("elder-advantage", marks=pytest.mark.slow)])
def test_study__needs_no_extra(name, tmp_path):
    done = run_without(("pyarrow", "scipy"), tmp_path, f"study {name} -n 1000 --out answers")
    assert done.returncode == 0, done.stderr
