"""How fast it is: the figures that the project holds itself to, measured on this machine.

Rates are the best of five runs, after a warm-up that compiles. One-thread figures run on one
thread of this process; the figures of starting are whole commands in processes of their own.
"""

import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http.client import HTTPConnection
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.exact.census import count_all
from piquet_sim.exact.draw_odds import rank_discards
from piquet_sim.exact.play_table_cache import build_play_table, find_play_table
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.rules import PRESETS, RUBICON
from piquet_sim.kernel.batch.batch import new_blocks
from piquet_sim.kernel.counting.dealt import count_dealt
from piquet_sim.kernel.counting.solved import sum_leads, sum_live, sum_values
from piquet_sim.kernel.perfect.live_pique import new_memory
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.matches.score_law import measure_scores
from piquet_sim.running.checkpoint import Checkpoint, write_checkpoint
from piquet_sim.running.ledger import Ledger
from piquet_sim.running.precision import Target
from piquet_sim.running.run import run_simulation

RUNS = 5
_DEALT = 2_000_000
_PLAYED = 400_000
_SOLVED = 200_000
_WARM_UP = 2_000
_RARE = "elder has carte blanche"
_HAND = "AKJ.AQJ8.98.J87"

Figure = dict[str, object]


def _best_rate(
    work: Callable[[int], object], amount: int, warm_up: int = _WARM_UP, unit: str = "deals/s"
) -> Figure:
    work(warm_up)
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work(amount)
        seconds.append(time.perf_counter() - start)
    return {"value": amount / min(seconds), "unit": unit}


def _deal_evaluate(deals: int) -> None:
    count_dealt(RUBICON.laws(), 1, 0, deals, new_blocks()[0], np.zeros((4, 4), np.int64))


def _play(
    strategy: str,
    threads: int,
    play: str = "strategies",
    rules: str = RUBICON.name,
    given: str | None = None,
) -> Callable[[int], object]:
    simulation = Simulation(strategy, strategy, rules, play=play, given=given)
    return lambda deals: run_simulation(simulation, deals, threads)


def _best_time(work: Callable[[], object], per: int = 1, unit: str = "s") -> Figure:
    work()
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return {"value": min(seconds) / per * {"s": 1, "ns": 1e9}[unit], "unit": unit}


@cache
def _hands() -> tuple[np.ndarray, np.ndarray]:
    # Hands after the exchange of `club` against `club`.
    records = Simulation("club", "club").record_units(0, _SOLVED)
    return records["elder_hand"].copy(), records["younger_hand"].copy()


def _play_value() -> Figure:
    table, hands = find_play_table(), _hands()
    return _best_time(lambda: sum_values(table, *hands), _SOLVED, "ns")


def _play_leads() -> Figure:
    table, hands, values = find_play_table(), _hands(), np.zeros(64, np.int64)
    return _best_time(lambda: sum_leads(table, *hands, values), _SOLVED, "ns")


def _live_pique() -> Figure:
    table, memory = find_play_table(), new_memory()
    elder, younger = (hands[: _SOLVED // 10] for hands in _hands())
    return _best_time(lambda: sum_live(table, elder, younger, memory), len(elder), "ns")


def _odds_all_discards() -> Figure:
    hand = parse_hand(_HAND)
    return _best_time(lambda: rank_discards(hand))


def _checkpoint_write() -> Figure:
    simulation = Simulation("club", "club")
    target = Target(_PLAYED)
    ledger = Ledger(run_simulation(simulation, _PLAYED).tally, [(0, _PLAYED)])
    ledger.blocks.stretch(_PLAYED)
    with TemporaryDirectory() as home:
        path = Path(home) / "run.checkpoint"
        return _best_time(
            lambda: write_checkpoint(path, Checkpoint(simulation, target, ledger.copy(), 0.0))
        )


def _play_parties(parties: int) -> None:
    simulate_matches(Simulation("club", "club"), parties, 1)


def _chances_table() -> Figure:
    laws = measure_scores("club", "club", _PLAYED)

    def lay_out() -> tuple[object, object]:
        table = ChanceTable(*laws)
        return table.differences, table.rubicons

    return _best_time(lay_out)


def _best_command(*command: str) -> Figure:
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *command], check=True, capture_output=True)
        seconds.append(time.perf_counter() - start)
    return {"value": min(seconds), "unit": "s"}


@contextmanager
def _open_page() -> Iterator[HTTPConnection]:
    # A connection to an explorer that has laid out what it needs.
    command = [sys.executable, "-m", "piquet_sim", "explore", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        lines = (line for line in process.stderr if "http://" in line)
        address = urlsplit(next(lines).split()[-1])
        yield HTTPConnection(address.hostname, address.port, timeout=60)
    finally:
        process.terminate()
        process.communicate()


def _page_odds() -> Figure:
    with _open_page() as page:

        def ask() -> None:
            for question in ("hand", "odds"):
                page.request("GET", f"/api/{question}?hand={_HAND}")
                page.getresponse().read()

        return _best_time(ask)


def _page_first_advice() -> Figure:
    with _open_page() as page:

        def ask() -> None:
            page.request("GET", f"/api/advice?hand={_HAND}")
            page.getresponse().readline()
            page.close()

        return _best_time(ask)


def _has_explorer() -> bool:
    return all(find_spec(name) for name in ("starlette", "uvicorn"))


MEASUREMENTS: dict[str, Callable[[], Figure]] = {
    "deal_evaluate": lambda: _best_rate(_deal_evaluate, _DEALT),
    "deals_random": lambda: _best_rate(_play("random", 1), _PLAYED),
    "deals_club": lambda: _best_rate(_play("club", 1), _PLAYED),
    "deals_club_two_threads": lambda: _best_rate(_play("club", 2), 2 * _PLAYED),
    "deals_club_exact": lambda: _best_rate(_play("club", 1, "double-dummy"), _PLAYED),
    "deals_expert": lambda: _best_rate(_play("expert", 1), _PLAYED // 8),
    "deals_expert_exact": lambda: _best_rate(_play("expert", 1, "double-dummy"), _PLAYED // 2),
    "deals_master": lambda: _best_rate(_play("master", 1), _PLAYED // 1000, warm_up=4),
    **{
        f"deals_{preset}": lambda preset=preset: _best_rate(_play("club", 1, rules=preset), _PLAYED)
        for preset in PRESETS
        if preset != RUBICON.name
    },
    "deals_given": lambda: _best_rate(_play("club", 1, given=_RARE), _PLAYED),
    "checkpoint_write": _checkpoint_write,
    "parties_club": lambda: _best_rate(_play_parties, _PLAYED // 4, unit="parties/s"),
    "chances_table": _chances_table,
    "play_table_build": lambda: _best_time(build_play_table),
    "play_value": _play_value,
    "play_leads": _play_leads,
    "live_pique": _live_pique,
    "census": lambda: _best_time(count_all),
    "odds_all_discards": _odds_all_discards,
    "import": lambda: _best_command("-c", "import piquet_sim"),
    "help": lambda: _best_command("-m", "piquet_sim", "--help"),
    "first_result_warm": lambda: _best_command(
        "-m", "piquet_sim", "simulate", "-n", "1000", "--json"
    ),
    "first_advice": lambda: _best_command(
        "-m", "piquet_sim", "advise", _HAND, "--seconds", "0.05", "--json"
    ),
    **(
        {"page_odds": _page_odds, "page_first_advice": _page_first_advice}
        if _has_explorer()
        else {}
    ),
}
"""What is measured, by the name under which it is reported."""


def describe_machine() -> str:
    """The machine and the versions that matter."""
    import numba

    return (
        f"{platform.machine()} {platform.processor() or platform.system()}, "
        f"Python {platform.python_version()}, numba {numba.__version__}"
    )


def measure_all(report: Callable[[str], None] | None = None) -> dict[str, Figure]:
    """All figures by name: value and unit.

    Parameters
    ----------
    report : callable, optional
        Called with the name of each figure before it is measured.
    """
    figures = {}
    for name, measure in MEASUREMENTS.items():
        if report is not None:
            report(name)
        figures[name] = measure()
    return figures
