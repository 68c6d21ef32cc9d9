"""How fast the toolkit is: figures measured on this machine.

    python .ci/bench.py                        all but the first command on a new machine
    python .ci/bench.py deals_club help        figures by name
    python .ci/bench.py --against FILE         and the ratios to what --json printed before

Rates and times are the best of five runs, after a warm-up that compiles, on one thread unless the
name says otherwise; from ``import`` on they are whole processes.
``first_simulate_cold`` compiles in a folder that is empty, once. A ratio is the time for the same
work, now to before. Slowness fails nothing.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import numba  # noqa: E402
import numpy as np  # noqa: E402

from piquet_sim import RUBICON, Simulation, parse_hand  # noqa: E402
from piquet_sim.conditions.drawn_hands import rank_discards  # noqa: E402
from piquet_sim.exact.census import count_all  # noqa: E402
from piquet_sim.exact.ending_solutions import solve_positions  # noqa: E402
from piquet_sim.exact.play_table_cache import build_play_table  # noqa: E402
from piquet_sim.kernel.deal.calls import CLASS_COUNT  # noqa: E402
from piquet_sim.kernel.deal.calls import compare as find_good  # noqa: E402
from piquet_sim.kernel.deal.dealing import deal_block  # noqa: E402
from piquet_sim.kernel.deal.holdings import call_strength, evaluate_hand  # noqa: E402
from piquet_sim.kernel.random import BLOCK, fill_words  # noqa: E402
from piquet_sim.running.run import run_simulation  # noqa: E402

RUNS = 5
PLAYED, SOLVED = 400_000, 200_000
"""How much is played by quick players, and solved."""
HAND = "AKJ.AQJ8.98.J87"
COMMAND = ("-m", "piquet_sim")
COLD = "first_simulate_cold"

Figure = dict[str, Any]


def find_least(work: Callable[[], Any]) -> float:
    """Seconds of the quickest of five runs."""
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def find_time(work: Callable[[], Any], per: int = 1, unit: str = "s") -> Figure:
    """The time of something done so many times at once."""
    work()
    return {"value": find_least(work) / per * {"s": 1, "ns": 1e9}[unit], "unit": unit}


def find_rate(work: Callable[[int], Any], deals: int, warm_up: int = 2_000) -> Figure:
    """How many deals a second."""
    work(warm_up)
    return {"value": deals / find_least(lambda: work(deals)), "unit": "deals/s"}


def play(
    strategy: str, threads: int = 1, part: int = 1, how: str = "strategies", warm_up: int = 2_000
) -> Figure:
    """How many deals a second a strategy plays against itself; a part of the usual number."""
    simulation = Simulation(strategy, strategy, play=how)
    return find_rate(
        lambda deals: run_simulation(simulation, deals, threads), PLAYED // part, warm_up
    )


@numba.njit(nogil=True)
def deal_and_evaluate(laws: tuple, deals: int, good: np.ndarray) -> None:
    """Deal, evaluate both hands, and count who is good in point, sequence and set."""
    words, cards = np.zeros((4, BLOCK), np.int64), np.zeros((3, BLOCK), np.int64)
    for first in range(0, deals, BLOCK):
        fill_words(1, first, 0, words)
        deal_block(32, 1, first, words, cards)
        for place in range(BLOCK):
            one, two = evaluate_hand(laws, cards[0, place]), evaluate_hand(laws, cards[1, place])
            for kind in range(CLASS_COUNT):
                elder, younger = (
                    call_strength(laws, kind, one[kind]),
                    call_strength(laws, kind, two[kind]),
                )
                good[kind, find_good(elder, younger)] += 1


@cache
def find_hands() -> tuple[np.ndarray, np.ndarray]:
    """Hands after the exchange of ``club`` against itself."""
    records = Simulation("club", "club").record_units(0, SOLVED)
    return records["elder_hand"].copy(), records["younger_hand"].copy()


def run_python(*command: str, **more: Any) -> None:
    """A whole process."""
    subprocess.run([sys.executable, *command], check=True, capture_output=True, **more)


def simulate_cold() -> Figure:
    """The first simulation where nothing has been compiled."""
    with TemporaryDirectory() as home:
        alone = os.environ | {"XDG_CACHE_HOME": home, "PYTHONPATH": str(ROOT)}
        start = time.perf_counter()
        run_python(*COMMAND, "simulate", "-n", "1000", cwd=home, env=alone)
        return {"value": time.perf_counter() - start, "unit": "s"}


def run_command(*words: str) -> Figure:
    """The time of a whole command."""
    return find_time(lambda: run_python(*COMMAND, *words))


FIGURES: dict[str, Callable[[], Figure]] = {
    "deal_evaluate": lambda: find_rate(
        lambda deals: deal_and_evaluate(RUBICON.laws(), deals, np.zeros((3, 4), np.int64)),
        PLAYED * 10,
    ),
    "deals_random": lambda: play("random"),
    "deals_club": lambda: play("club"),
    "deals_club_two_threads": lambda: play("club", threads=2),
    "deals_club_exact": lambda: play("club", how="double-dummy"),
    "deals_expert": lambda: play("expert", part=8),
    "deals_master": lambda: play("master", part=1_000, warm_up=4),
    "play_table_build": lambda: find_time(build_play_table),
    "play_value": lambda: find_time(lambda: solve_positions(*find_hands()), SOLVED, "ns"),
    "census": lambda: find_time(count_all),
    "odds_all_discards": lambda: find_time(lambda: rank_discards(parse_hand(HAND))),
    "import": lambda: find_time(lambda: run_python("-c", "import piquet_sim")),
    "help": lambda: run_command("--help"),
    "first_result_warm": lambda: run_command("simulate", "-n", "1000", "--json"),
    "advise": lambda: run_command("advise", HAND, "--json"),
    "review": lambda: run_command("review", str(ROOT / "notebooks/cavendish.txt"), "--json"),
    COLD: simulate_cold,
}


def compare(figure: Figure, before: Figure | None) -> str:
    """The ratio of the times for the same work; empty if there was no such figure."""
    if before is None or before["unit"] != figure["unit"]:
        return ""
    ratio = figure["value"] / before["value"]
    return f"{1 / ratio if figure['unit'].endswith('/s') else ratio:.2f}"


def main(words: list[str] | None = None) -> None:
    """Measure, and print a table or one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="FIGURE", help="by default all but the cold")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--against", type=Path, metavar="FILE", help="also print ratios")
    asked = parser.parse_args(words)
    names = asked.names or [name for name in FIGURES if name != COLD]
    unknown = [name for name in names if name not in FIGURES]
    if unknown:
        parser.error(f"no figure {unknown[0]!r}; there are {', '.join(FIGURES)}")
    before = json.loads(asked.against.read_text("utf-8")) if asked.against else {"figures": {}}
    machine = (
        f"{platform.machine()} {platform.system()}, Python {platform.python_version()}, "
        f"numba {numba.__version__}"
    )
    figures = {name: FIGURES[name]() for name in names}
    if asked.json:
        print(json.dumps({"machine": machine, "figures": figures}, indent=1))
        return
    print(machine + (f"; before: {before['machine']}" if asked.against else ""))
    for name, figure in figures.items():
        ratio = compare(figure, before["figures"].get(name))
        print(f"{name:24}{figure['value']:>14,.5g} {figure['unit']:8}{ratio:>6}".rstrip())


if __name__ == "__main__":
    main()
