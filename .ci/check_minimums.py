"""Try the toolkit with the least versions that it declares: ``python3.11 .ci/check_minimums.py``.

A fresh environment gets, of each dependency that users install, just the version that
``pyproject.toml`` names as its lower bound, from a wheel; what they depend on comes as it does.
Then each part is used once: deals, advice, strategies of a user's own, a study, charts, rows on
disk, an article, the page, a cluster, a notebook. It runs with the oldest Python that is supported,
for which the oldest wheels were made. ``make minimums`` does it all.
"""

import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
EXTRAS = ("cluster", "explore", "learn", "notebook")
"""What users install beside the toolkit; its own tests, lint and pages take the pinned versions."""

HAND = "AKJ.AQJ8.98.J87"
OWN = """
from piquet_sim.strategies import PlayView, Strategy, find_strategy
from piquet_sim.strategies import outside_policy, policy, register


@policy
def play_lowest(view: PlayView) -> int:
    return view.legal & -view.legal


@outside_policy
def ask_for_lowest(view: PlayView) -> int:
    return view.legal & -view.legal


club = find_strategy("club")
register(Strategy("lowest", discard=club.discard, play=play_lowest, origin="tried"))
register(Strategy("asked", discard=club.discard, play=ask_for_lowest, origin="tried"))
"""

PAGE = f"""
import subprocess, sys
from urllib.request import urlopen

command = [sys.executable, "-m", "piquet_sim", "explore", "--no-browser", "--port", "0"]
with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as page:
    try:
        address = next(line for line in page.stderr if "http://" in line).split()[-1]
        assert urlopen(address + "api/odds?hand={HAND}").status == 200
    finally:
        page.terminate()
"""

CLUSTER = """
from piquet_sim import simulate

if __name__ == "__main__":
    apart = simulate(n=2000, cluster="local")
    assert apart.estimates == simulate(n=2000).estimates
"""

NOTEBOOK = """
import jupytext, nbclient

book = jupytext.reads("# %%\\nimport piquet_sim\\nprint(piquet_sim.__version__)", fmt="py:percent")
nbclient.NotebookClient(book, kernel_name="python3").execute()
assert book.cells[0].outputs[0].text
"""

COMMANDS = (
    "simulate -n 200",
    "simulate -n 200 --records rows.parquet --distribution difference --chart spread.png",
    "simulate -n 20 --younger lowest --load own.py",
    "simulate -n 20 --younger asked --load own.py",
    'simulate -n 100 --given "elder has 4 aces" --measure "difference >= 60"',
    f"advise {HAND} --seconds 0.1",
    "study pique -n 1000 --out answers",
    "chart pique --of answers/pique --out pique.pdf",
    "article hands -n 1000 --out articles",
    "chances 68-155 --deal 6 -n 1000 --chart chances.svg",
    "verify rows.parquet -n 100",
)
PROGRAMS = {"page": PAGE, "cluster": CLUSTER, "notebook": NOTEBOOK}


def list_minimums() -> list[str]:
    """The dependencies that users install, each at its lower bound."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"]]
    for extra in EXTRAS:
        wanted += project["optional-dependencies"][extra]
    return [one.replace(">=", "==") for one in wanted]


def main() -> None:
    """Install and try; the first thing that fails ends it."""
    with TemporaryDirectory() as folder:
        python = Path(folder, "venv", "bin", "python")
        _run([sys.executable, "-m", "venv", Path(folder, "venv")])
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _run([*install, "--only-binary", ":all:", *list_minimums()])
        _run([*install, "--no-deps", ROOT])
        _run([python, "-m", "pip", "check"])
        Path(folder, "own.py").write_text(OWN, encoding="utf-8")
        alone = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        alone |= {"XDG_CACHE_HOME": folder, "PIQUET_QUIET": "1", "MPLBACKEND": "agg"}
        for line in COMMANDS:
            _run([python, "-m", "piquet_sim", *shlex.split(line)], cwd=folder, env=alone)
        for name, program in PROGRAMS.items():
            path = Path(folder, f"try_{name}.py")
            path.write_text(program, encoding="utf-8")
            _run([python, path], cwd=folder, env=alone)
    print("the declared minimums do")


def _run(words: list[object], **more: object) -> None:
    said = " ".join(map(str, words))
    print(f"- {said[-100:]}", flush=True)
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False, **more)
    if done.returncode:
        sys.exit(f"failed: {said}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")


if __name__ == "__main__":
    main()
