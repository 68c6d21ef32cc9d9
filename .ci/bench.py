"""How fast the toolkit is: figures measured on this machine.

    python .ci/bench.py                        all but the first command on a new machine
    python .ci/bench.py deals_club help        figures by name
    python .ci/bench.py --against FILE         and the ratios to what --json printed before

Each figure is the best of five runs, after a warm-up that compiles, by the clock and by the time of
all processors, on one thread unless it says otherwise; from ``import`` on they are whole processes.
``first_simulate_cold`` compiles in a folder that is empty, once. A ratio is the time for the same
work, now to before, by the clock and by processors: the second holds on a busy machine, too.
Slowness fails nothing.
"""

import argparse
import json
import os
import platform
import resource
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
from piquet_sim.exact.play_table_cache import find_play_table  # noqa: E402
from piquet_sim.kernel.deal.calls import CLASS_COUNT, TO_ELDER, TO_YOUNGER  # noqa: E402
from piquet_sim.kernel.deal.calls import compare as find_good  # noqa: E402
from piquet_sim.kernel.deal.dealing import deal_block  # noqa: E402
from piquet_sim.kernel.deal.holdings import call_strength, evaluate_hand  # noqa: E402
from piquet_sim.kernel.perfect.lookup import find_keys  # noqa: E402
from piquet_sim.kernel.play_table import PlayTable, build_play_table, read_position  # noqa: E402
from piquet_sim.kernel.random import BLOCK, CARDS_STREAM, random_words  # noqa: E402
from piquet_sim.running.records import run_with_records  # noqa: E402
from piquet_sim.running.run import run_simulation  # noqa: E402

RUNS = 5
PLAYED, SOLVED = 400_000, 200_000
"""How much is played by quick players, and solved."""
HAND = "AKJ.AQJ8.98.J87"
COMMAND = ("-m", "piquet_sim")
COLD = "first_simulate_cold"
CLOCKS = ("value", "processor")
"""A figure by the clock, and by the time of processors."""

Figure = dict[str, Any]


def read_clocks() -> np.ndarray:
    """Seconds by the clock, and of all processors for this process and those it has started."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    processor = sum(one.ru_utime + one.ru_stime for one in used)
    return np.array([time.perf_counter(), processor])


def find_least(work: Callable[[], Any], runs: int = RUNS) -> np.ndarray:
    """The least seconds of several runs, by the clock and of processors."""
    seconds = []
    for _ in range(runs):
        start = read_clocks()
        work()
        seconds.append(read_clocks() - start)
    return np.min(seconds, axis=0)


def find_time(work: Callable[[], Any], per: int = 1, unit: str = "s") -> Figure:
    """The time of something done so many times at once."""
    work()
    value, processor = (find_least(work) / per * {"s": 1, "ns": 1e9}[unit]).tolist()
    return {"value": value, "processor": processor, "unit": unit}


def find_rate(work: Callable[[int], Any], deals: int, warm_up: int = 2_000) -> Figure:
    """How many deals a second."""
    work(warm_up)
    value, processor = (deals / find_least(lambda: work(deals))).tolist()
    return {"value": value, "processor": processor, "unit": "deals/s"}


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
    calls = np.zeros((2, CLASS_COUNT, BLOCK), np.int64)
    for first in range(0, deals, BLOCK):
        for place in range(BLOCK):
            words[0, place], words[1, place] = random_words(1, first + place, CARDS_STREAM, 0)
        deal_block(32, 1, first, words, cards)
        for seat in range(2):
            for place in range(BLOCK):
                held = evaluate_hand(laws, cards[seat, place])
                for kind in range(CLASS_COUNT):
                    calls[seat, kind, place] = call_strength(laws, kind, held[kind])
        for kind in range(CLASS_COUNT):
            elder = younger = 0
            for place in range(BLOCK):
                found = find_good(calls[0, kind, place], calls[1, kind, place])
                elder += found == TO_ELDER
                younger += found == TO_YOUNGER
            good[kind, 0] += elder
            good[kind, 1] += younger


def write_records(deals: int) -> None:
    """Count deals, and write the record of each."""
    with TemporaryDirectory() as folder:
        run_with_records(Simulation("club", "club"), deals, Path(folder, "deals.parquet"))


@cache
def list_positions() -> tuple[np.ndarray, ...]:
    """Hands after the exchange of ``club`` against itself, elder to lead, and room for values."""
    records = Simulation("club", "club").record_units(0, SOLVED)
    hands = [records[f"{seat}_hand"].copy() for seat in ("elder", "younger")]
    return (*hands, np.zeros(SOLVED, np.int64))


@numba.njit(nogil=True)
def value_positions(
    table: PlayTable, elder: np.ndarray, younger: np.ndarray, values: np.ndarray
) -> None:
    """The value of each position by the table, elder to lead."""
    for place in range(len(values)):
        values[place] = read_position(table, 12, *find_keys(elder[place], younger[place]))


def run_python(*command: str, **more: Any) -> None:
    """A whole process."""
    subprocess.run([sys.executable, *command], check=True, capture_output=True, **more)


def simulate_cold() -> Figure:
    """The first simulation where nothing has been compiled."""
    with TemporaryDirectory() as home:
        alone = os.environ | {"XDG_CACHE_HOME": home, "PYTHONPATH": str(ROOT)}
        first = ("simulate", "-n", "1000")
        seconds = find_least(lambda: run_python(*COMMAND, *first, cwd=home, env=alone), runs=1)
    value, processor = seconds.tolist()
    return {"value": value, "processor": processor, "unit": "s"}


def run_command(*words: str) -> Figure:
    """The time of a whole command."""
    return find_time(lambda: run_python(*COMMAND, *words))


FIGURES: dict[str, tuple[str, Callable[[], Figure]]] = {
    "deal_evaluate": (
        "deal, evaluate both hands, and see who is good",
        lambda: find_rate(
            lambda deals: deal_and_evaluate(RUBICON.laws(), deals, np.zeros((3, 2), np.int64)),
            PLAYED * 10,
        ),
    ),
    "deals_random": ("whole deals between two of random", lambda: play("random")),
    "deals_club": ("between two of club", lambda: play("club")),
    "deals_club_two_threads": ("between two of club, two threads", lambda: play("club", threads=2)),
    "deals_club_exact": (
        "between two of club, cards double-dummy",
        lambda: play("club", how="double-dummy"),
    ),
    "deals_expert": ("between two of expert", lambda: play("expert", part=8)),
    "deals_master": ("between two of master", lambda: play("master", part=1_000, warm_up=4)),
    "records": (
        "between two of club, all threads, each to a file",
        lambda: find_rate(write_records, 10**6),
    ),
    "play_table_build": ("the table of perfect play", lambda: find_time(build_play_table)),
    "play_value": (
        "the value of a position by that table",
        lambda: find_time(
            lambda: value_positions(find_play_table(), *list_positions()), SOLVED, "ns"
        ),
    ),
    "census": ("all hands of twelve cards", lambda: find_time(count_all)),
    "odds_all_discards": (
        "all discards of a hand, exactly",
        lambda: find_time(lambda: rank_discards(parse_hand(HAND))),
    ),
    "import": (
        "import piquet_sim",
        lambda: find_time(lambda: run_python("-c", "import piquet_sim")),
    ),
    "help": ("piquet --help", lambda: run_command("--help")),
    "first_result_warm": (
        "piquet simulate -n 1000",
        lambda: run_command("simulate", "-n", "1000", "--json"),
    ),
    "advise": ("piquet advise HAND", lambda: run_command("advise", HAND, "--json")),
    "review": (
        "piquet review of a deal of Cavendish's",
        lambda: run_command("review", str(ROOT / "notebooks/cavendish.txt"), "--json"),
    ),
    COLD: ("piquet simulate where nothing has been compiled", simulate_cold),
}
"""What each figure measures, and how."""


def compare(figure: Figure, before: Figure, clock: str) -> str:
    """The ratio of the times for the same work by one clock; empty if there was no such figure."""
    if clock not in before or before["unit"] != figure["unit"]:
        return ""
    ratio = figure[clock] / before[clock]
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
    figures = {name: FIGURES[name][1]() for name in names}
    if asked.json:
        print(json.dumps({"machine": machine, "figures": figures}, indent=1))
        return
    print(machine + (f"; before: {before['machine']}" if asked.against else ""))
    print(f"{'':24}{'clock':>12}{'processor':>12}")
    for name, figure in figures.items():
        both = "".join(f"{figure[clock]:>12,.5g}" for clock in CLOCKS)
        was = before["figures"].get(name, {"unit": ""})
        ratios = "".join(f"{compare(figure, was, clock):>6}" for clock in CLOCKS)
        shown = f"{name:24}{both} {figure['unit']:8}{ratios if asked.against else ''}"
        print(f"{shown}  {FIGURES[name][0]}")


if __name__ == "__main__":
    main()
