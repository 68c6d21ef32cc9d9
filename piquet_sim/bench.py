"""How fast it is: the figures that the project has set itself, measured on this machine.

Rates are the best of five runs, after a warm-up that compiles. One-thread figures run on one
thread of this process; the figures of starting are whole commands in processes of their own, with
the processor's time beside the time on the clock, and those of compiling start with an empty cache.
"""

import math
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.exact.census import count_all
from piquet_sim.exact.draw_odds import rank_discards
from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.endings import Ending
from piquet_sim.exact.play_table_cache import build_play_table, find_play_table
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.errors import InputError, suggest
from piquet_sim.game.files import PACKAGE, read_json_file
from piquet_sim.game.rules import PRESETS, RUBICON
from piquet_sim.kernel.batch.batch import new_blocks
from piquet_sim.kernel.counting.dealt import count_dealt
from piquet_sim.kernel.counting.solved import sum_leads, sum_live, sum_values
from piquet_sim.kernel.perfect.live_pique import new_memory
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.matches.score_law import measure_scores
from piquet_sim.running.checkpoint import Checkpoint, write_checkpoint
from piquet_sim.running.precision import Target
from piquet_sim.running.run import run_simulation

RUNS = 5
_DEALT = 2_000_000
_PLAYED = 400_000
_SOLVED = 200_000
_SEARCHED = 20
_WARM_UP = 2_000
_RARE = "elder has carte blanche"
_HAND = "AKJ.AQJ8.98.J87"

Figure = dict[str, Any]


def _best_rate(
    work: Callable[[int], Any], amount: int, warm_up: int = _WARM_UP, unit: str = "deals/s"
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
) -> Callable[[int], Any]:
    simulation = Simulation(strategy, strategy, rules, play=play, given=given)
    return lambda deals: run_simulation(simulation, deals, threads)


def _best_time(work: Callable[[], Any], per: int = 1, unit: str = "s") -> Figure:
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


def _search_own() -> Figure:
    # Own points of whole hands, which no table has: for each the values of all leads.
    elder, younger = (hands[:_SEARCHED].tolist() for hands in _hands())
    endings = [Ending(*pair, 0, 0, 0) for pair in zip(elder, younger, strict=True)]
    figure = _best_time(lambda: [solve_ending(one, "own") for one in endings])
    return {**figure, "value": figure["value"] / _SEARCHED}


def _odds_all_discards() -> Figure:
    hand = parse_hand(_HAND)
    return _best_time(lambda: rank_discards(hand))


def _checkpoint_write() -> Figure:
    simulation = Simulation("club", "club")
    target = Target(_PLAYED)
    tally = run_simulation(simulation, _PLAYED).tally
    with TemporaryDirectory() as home:
        path = Path(home) / "run.checkpoint"
        return _best_time(
            lambda: write_checkpoint(path, Checkpoint(simulation, target, tally, _PLAYED, 0.0))
        )


def _play_parties(parties: int) -> None:
    simulate_matches(Simulation("club", "club"), parties, 1)


def _chances_table() -> Figure:
    laws = measure_scores("club", "club", _PLAYED)

    def lay_out() -> tuple[object, object]:
        table = ChanceTable(*laws)
        return table.differences, table.rubicons

    return _best_time(lay_out)


def measure_children() -> float | None:
    """Seconds of processor time of all child processes so far; None where it is not measured."""
    try:
        import resource
    except ImportError:
        return None
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _time_command(*command: str, **more: Any) -> Figure:
    # Seconds on the clock, and of the processor where the system measures them.
    before, start = measure_children(), time.perf_counter()
    subprocess.run([sys.executable, *command], check=True, capture_output=True, **more)
    figure: Figure = {"value": time.perf_counter() - start, "unit": "s"}
    after = measure_children()
    return figure if before is None or after is None else {**figure, "processor": after - before}


def _best_command(*command: str) -> Figure:
    timed = [_time_command(*command) for _ in range(RUNS)]
    return {key: min(one[key] for one in timed) for key in timed[0]}


def time_first_command(*command: str) -> Figure:
    """Time a command once, in a folder where nothing has been compiled."""
    with TemporaryDirectory() as home:
        paths = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
        alone = os.environ | {"XDG_CACHE_HOME": home, "PYTHONPATH": paths}
        figure = _time_command("-m", "piquet_sim", *command, cwd=home, env=alone)
        return {
            **figure,
            "functions": len([*Path(home).glob(f"piquet-sim/compiled-*/*-{'?' * 32}")]),
        }


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
    "search_own": _search_own,
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
    "page_odds": _page_odds,
    "page_first_advice": _page_first_advice,
}
"""What is measured, by the name under which it is reported."""


COMPILATIONS: dict[str, Callable[[], Figure]] = {
    "first_simulate_cold": lambda: time_first_command("simulate", "-n", "1000"),
    "first_advise_cold": lambda: time_first_command("advise", _HAND, "--seconds", "0.05"),
    "first_study_cold": lambda: time_first_command(
        "study", "elder-advantage", "-n", "1000", "--out", "mine"
    ),
    "first_duel_cold": lambda: time_first_command("duel", "expert", "master", "-n", "10"),
}
"""First commands on a machine, each with an empty cache of its own: measured once, not five times.
They also have the number of functions compiled, under ``functions``."""


def describe_machine() -> str:
    """The machine and the versions that matter."""
    import numba

    return (
        f"{platform.machine()} {platform.processor() or platform.system()}, "
        f"Python {platform.python_version()}, numba {numba.__version__}"
    )


def choose_figures(names: Collection[str]) -> list[str]:
    """The names of figures, as they are written in the two lists.

    Raises
    ------
    InputError
        If there is no such figure.
    """
    known = [*MEASUREMENTS, *COMPILATIONS]
    for name in names:
        if name not in known:
            raise InputError(f"bench: {suggest(name, known, 'figure')}")
    return list(dict.fromkeys(names))


def measure_figures(
    names: Collection[str] = tuple(MEASUREMENTS), report: Callable[[str], None] | None = None
) -> dict[str, Figure]:
    """Figures by name: value and unit, and seconds of the processor where it is a command.

    Parameters
    ----------
    names : collection of str
        Of `MEASUREMENTS` and `COMPILATIONS`.
    report : callable, optional
        Called with the name of each figure before it is measured.
    """
    ways = MEASUREMENTS | COMPILATIONS
    figures = {}
    for name in names:
        if report is not None:
            report(name)
        figures[name] = ways[name]()
    return figures


TOLERANCE = 0.10
"""A figure counts as slower if it takes longer than before by more than this part."""

REFERENCE = "deal_evaluate"
"""The figure by which machines are compared: what others take relative to it."""


class Change(NamedTuple):
    """A figure before and now.

    Attributes
    ----------
    ratio : float
        The time for the same work, now divided by before: of the processor, where both know it.
    """

    name: str
    before: float
    now: float
    unit: str
    ratio: float

    @property
    def is_slower(self) -> bool:
        """Whether it takes longer by more than the tolerance."""
        return self.ratio > 1 + TOLERANCE

    def as_json(self) -> dict[str, Any]:
        """The change as plain data."""
        return {**self._asdict(), "is_slower": self.is_slower}


class Measured(NamedTuple):
    """Figures with the machine and the version that they were measured on."""

    machine: str
    version: str
    figures: dict[str, Figure]


def read_figures(path: Path) -> Measured:
    """What `piquet bench --json` printed.

    Raises
    ------
    InputError
        If the file cannot be read or holds something else.
    """
    found = read_json_file(path)
    try:
        if not isinstance(found.get("machine"), str) or "figures" not in found:
            raise InputError("expected what piquet bench --json prints, with machine and figures")
        figures = found["figures"]
        if not isinstance(figures, dict):
            raise InputError("figures: expected a JSON object, as in {...}")
        for name, figure in figures.items():
            _check_figure(name, figure)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    return Measured(found["machine"], str(found.get("version", "")), figures)


def _check_figure(name: str, figure: object) -> None:
    if not isinstance(figure, dict) or not isinstance(figure.get("unit"), str):
        raise InputError(f"figures: {name}: expected a value and a unit")
    for key in ("value", "processor") if "processor" in figure else ("value",):
        value = figure.get(key)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not 0 < value < math.inf:
            raise InputError(f"figures: {name}: {key}: expected a positive number, got {value!r}")


def compare_figures(before: Measured, now: Measured) -> tuple[list[Change], list[str]]:
    """What has become slower, and what stands in the way of comparing.

    On another machine, or with other versions, all times are relative to that of `REFERENCE`.

    Returns
    -------
    list of Change
        Of the figures that both have in the same unit.
    list of str
        Notes.
    """
    changes = []
    for name, figure in now.figures.items():
        earlier = before.figures.get(name)
        if earlier is not None and earlier["unit"] == figure["unit"]:
            values = earlier["value"], figure["value"]
            ratio = _ratio(earlier, figure)
            changes.append(Change(name, *values, str(figure["unit"]), ratio))
    notes = []
    if before.version != now.version:
        notes.append(f"before was version {before.version or 'unknown'}, now is {now.version}")
    if before.machine != now.machine:
        notes.append(f"before was another machine: {before.machine}")
        known = [one.ratio for one in changes if one.name == REFERENCE]
        if known:
            changes = [one._replace(ratio=one.ratio / known[0]) for one in changes]
            notes.append(f"all times are relative to that of {REFERENCE}")
        else:
            notes.append(f"without {REFERENCE} in both, the ratios compare the machines, too")
    return changes, notes


def _ratio(before: Figure, now: Figure) -> float:
    key = "processor" if "processor" in before and "processor" in now else "value"
    is_rate = str(now["unit"]).endswith("/s")
    return before[key] / now[key] if is_rate else now[key] / before[key]
