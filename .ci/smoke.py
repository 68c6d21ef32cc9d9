"""Use each command and each part of an installed piquet-sim once, with few deals.

`try_all` takes the interpreter of an environment in which the package is installed, and a folder
that may be filled; the first thing that fails ends it. Nothing is taken from the project but this
file.
"""

import os
import shlex
import subprocess
import sys
from pathlib import Path

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
MAXIM = """
import analyses
from piquet_sim import ACE


@analyses.discard_maxim("MY-M01", "Throw no ace")
def spare_aces(choices):
    aces = choices.hand.cards & analyses.of_rank(ACE)
    return choices.keeps(aces), choices.throws(aces) > 0
"""
CALL = (
    '{"seat": "elder", "dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87", '
    '"drawn": "9S 8S KH 9C KD", "opponent": {"took": 3}}'
)
VIEW = (
    '{"seat": "younger", "dealt": "T7.T97.AQJT.KQT", "discard": "7.97..", "drawn": "QS AC 7D", '
    '"opponent": {"took": 5, "calls": {"set": {"size": 3, "rank": "J"}}}, "play": "AH TH KH"}'
)
ENDING = (
    '{"elder": "A..K.", "younger": ".K.A.", "leads": "elder", "tricks": {"elder": 6, "younger": 4}}'
)
DEAL = """
{"rules": "rubicon",
 "elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87",
  "calls": {"point": {"length": 5, "pips": 49}, "sequence": {"length": 4, "top": "A"},
   "set": {"size": 3, "rank": "J"}}},
 "younger": {"dealt": "T7.T97.AQJT.KQT", "discard": "7.97..", "calls": "full"},
 "talon": "9S 8S KH 9C KD QS AC 7D",
 "play": "AH TH KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC QC 8S TC 9S QS AS JS TS"}
"""
FILES = {
    "own.py": OWN,
    "maxim.py": MAXIM,
    "call.jsonl": CALL,
    "view.jsonl": VIEW,
    "ending.jsonl": ENDING,
    "deal.jsonl": " ".join(DEAL.split()),
}

COMMANDS = (
    "simulate -n 200",
    "simulate -n 200 --records rows.parquet --distribution difference --chart spread.png",
    "simulate -n 20 --younger lowest --load own.py",
    "simulate -n 20 --younger asked --load own.py",
    'simulate -n 100 --given "elder.aces == 4" --measure "elder_score - younger_score >= 60"',
    "simulate -n 200 --checkpoint run.checkpoint",
    "duel club novice -n 20 --checkpoint run.checkpoint",
    "simulate --matches 20",
    f"advise {HAND} --seconds 0.1",
    "advise call.jsonl -n 2",
    "advise view.jsonl",
    "review deal.jsonl --seconds 0.05",
    "study pique -n 1000 --out answers",
    "study hands -n 1000 --out answers",
    "chart pique --of answers/pique --out pique.pdf",
    "report pique -n 200 --out page.html",
    "duel club novice -n 20",
    "duel random novice club -n 4",
    "chances 68-155 --deal 6 -n 1000 --chart chances.svg",
    f"odds {HAND} --discard K..98.87",
    "census",
    "solve ending.jsonl",
    "deal",
    "score deal.jsonl",
    'settle --deals "27-13 15-31 44-6 12-30 9-40 22-18"',
    "rules rubicon",
    "maxim",
    "maxim --load maxim.py -n 20_000 --out judged",
    "help notation",
)
"""Every command but two: the page is opened below, and setup is what all of these make together."""

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
PROGRAMS = {"page": PAGE, "cluster": CLUSTER, "notebook": NOTEBOOK}


def find_python(environment: Path) -> Path:
    """The interpreter of a virtual environment."""
    windows = environment / "Scripts" / "python.exe"
    return windows if os.name == "nt" else environment / "bin" / "python"


def try_all(python: Path, folder: Path, programs: tuple[str, ...] = tuple(PROGRAMS)) -> None:
    """Run every command, and programs by name, with an interpreter, in a folder.

    Raises
    ------
    SystemExit
        If one fails, with what it printed.
    """
    for name, text in FILES.items():
        Path(folder, name).write_text(text, encoding="utf-8")
    alone = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    alone |= {"XDG_CACHE_HOME": str(folder), "PIQUET_QUIET": "1", "MPLBACKEND": "agg"}
    for line in COMMANDS:
        run_command([python, "-m", "piquet_sim", *shlex.split(line)], cwd=folder, env=alone)
    for name in programs:
        path = Path(folder, f"try_{name}.py")
        path.write_text(PROGRAMS[name], encoding="utf-8")
        run_command([python, path], cwd=folder, env=alone)


def run_command(words: list[object], **more: object) -> None:
    """Run a command; if it fails, say so and exit."""
    said = " ".join(map(str, words))
    print(f"- {said[-100:]}", flush=True)
    done = subprocess.run(
        [*map(str, words)],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        **more,
    )
    if done.returncode:
        sys.exit(f"failed: {said}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
