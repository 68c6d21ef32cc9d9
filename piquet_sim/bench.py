"""How fast it is: the figures that the project holds itself to, measured on this machine.

Rates are the best of five runs, after a warm-up that compiles. One-thread figures run on one
thread of this process; the figures of starting are whole commands in processes of their own.
"""

import platform
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from piquet_sim.kernel.batch import new_blocks
from piquet_sim.kernel.dealt import count_dealt
from piquet_sim.rules import RUBICON
from piquet_sim.run import run_simulation
from piquet_sim.simulation import Simulation

RUNS = 5
_DEALT = 2_000_000
_PLAYED = 400_000
_WARM_UP = 2_000

Figure = dict[str, object]


def _best_rate(work: Callable[[int], object], amount: int) -> Figure:
    work(_WARM_UP)
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work(amount)
        seconds.append(time.perf_counter() - start)
    return {"value": amount / min(seconds), "unit": "deals/s"}


def _deal_evaluate(deals: int) -> None:
    count_dealt(RUBICON.laws(), 1, 0, deals, new_blocks()[0], np.zeros((4, 4), np.int64))


def _play(strategy: str, threads: int) -> Callable[[int], object]:
    simulation = Simulation(strategy, strategy)
    return lambda deals: run_simulation(simulation, deals, threads)


def _best_command(*command: str) -> Figure:
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *command], check=True, capture_output=True)
        seconds.append(time.perf_counter() - start)
    return {"value": min(seconds), "unit": "s"}


MEASUREMENTS: dict[str, Callable[[], Figure]] = {
    "deal_evaluate": lambda: _best_rate(_deal_evaluate, _DEALT),
    "deals_random": lambda: _best_rate(_play("random", 1), _PLAYED),
    "deals_club": lambda: _best_rate(_play("club", 1), _PLAYED),
    "deals_club_two_threads": lambda: _best_rate(_play("club", 2), 2 * _PLAYED),
    "import": lambda: _best_command("-c", "import piquet_sim"),
    "help": lambda: _best_command("-m", "piquet_sim", "--help"),
    "first_result_warm": lambda: _best_command(
        "-m", "piquet_sim", "simulate", "-n", "1000", "--json"
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
