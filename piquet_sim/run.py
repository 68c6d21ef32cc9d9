"""Running simulations: threads, progress, interruption.

Threads take chunks of deal numbers one after the other, each into a tally of its own; the
tallies are added up at the end. Since they hold integers, the sum is the same for any number of
threads. A run that is interrupted finishes the chunks in hand, so that what it counted is
always the first so many deals.
"""

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from piquet_sim.cards import HAND_CARDS, SUITS
from piquet_sim.census import carte_blanche_probability, value_mean
from piquet_sim.errors import InputError
from piquet_sim.estimate import Estimate, estimate_all, reduce_error
from piquet_sim.kernel.batch import new_tally_arrays
from piquet_sim.rules import RUBICON, RuleSet
from piquet_sim.simulation import RECORD_DTYPE, STRATEGIES, Simulation
from piquet_sim.store import RecordFile
from piquet_sim.strategies.registry import Strategy, call_everything
from piquet_sim.tally import Tally

if TYPE_CHECKING:
    import pandas as pd

CHUNK_UNITS = 8192
RECORD_CHUNK_UNITS = 65536
_MOST_THREADS = 1024

Progress = Callable[[int], None]
"""Called now and then with the number of deals done so far."""


@dataclass(frozen=True)
class Result:
    """What a simulation came to."""

    simulation: Simulation
    tally: Tally
    asked: int
    """Deals asked for; more than were counted if the run was interrupted."""
    seconds: float
    """How long it took."""

    @property
    def deals(self) -> int:
        """Deals counted."""
        return self.tally.deals

    @property
    def is_complete(self) -> bool:
        """False if the run was interrupted."""
        return self.deals == self.asked

    @property
    def estimates(self) -> dict[str, Estimate]:
        """All estimates by name, with exact values where they are known."""
        plain = add_exact_values(self.simulation, estimate_all(self.tally))
        known = dealt_expectations(self.simulation.rules)
        return {
            name: replace(estimate, reduced=reduce_error(self.tally, name, known))
            for name, estimate in plain.items()
        }

    def table(self) -> "pd.DataFrame":
        """The estimates as a data frame: one row a name; value, se, low, high, n, exact."""
        import pandas as pd

        rows = {}
        for name, estimate in self.estimates.items():
            row = estimate.as_json()
            reduced = row.pop("reduced", {})
            rows[name] = {**row, **{f"reduced_{key}": one for key, one in reduced.items()}}
        table = pd.DataFrame.from_dict(rows, orient="index")
        table.index.name = "estimate"
        return table

    def as_json(self) -> dict[str, object]:
        """What ``piquet simulate --json`` prints."""
        estimates = {name: estimate.as_json() for name, estimate in self.estimates.items()}
        return {"n": self.deals, **self.simulation.describe(), "estimates": estimates}


def dealt_expectations(rules: RuleSet) -> tuple[Fraction, ...]:
    """The exact expectations of `CONTROLS`, what is dealt: value if all is good, aces, kings."""
    of_a_rank = Fraction(SUITS * HAND_CARDS, rules.pack)
    return (value_mean(rules), of_a_rank, of_a_rank) * 2


def add_exact_values(simulation: Simulation, estimates: dict[str, Estimate]) -> dict[str, Estimate]:
    """The estimates with the exact value put beside each that has one.

    A dealt carte blanche has an exact probability; it is what is estimated where the seat shows
    every carte blanche that it is dealt.
    """
    exact = carte_blanche_probability(simulation.rules.pack)
    shows = {
        "elder_carte_blanche": simulation.elder.call is call_everything,
        "younger_carte_blanche": simulation.younger.call is call_everything,
    }
    if simulation.mirrored:
        shows = dict.fromkeys(shows, all(shows.values()))
    return {
        name: replace(estimate, exact=exact) if shows.get(name) else estimate
        for name, estimate in estimates.items()
    }


def check_count(n: object, name: str = "n", least: int = 1) -> int:
    """A number of deals that makes sense.

    Raises
    ------
    InputError
        If it is not a whole number, or less than `least`.
    """
    if isinstance(n, bool) or not isinstance(n, int | np.integer):
        raise InputError(f"{name}: {n!r} is not a whole number")
    if n < least:
        raise InputError(f"{name}: {n}; at least {least} is needed")
    return int(n)


def count_threads(threads: int | None) -> int:
    """The threads to use: those asked for, or one for each processor at hand.

    Raises
    ------
    InputError
        If less than 1 are asked for, or more than a system starts.
    """
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if check_count(threads, "threads") > _MOST_THREADS:
        raise InputError(f"threads: {threads}; at most {_MOST_THREADS:,}")
    return int(threads)


def count_units(simulation: Simulation, n: int) -> int:
    """How many units make n deals.

    Raises
    ------
    InputError
        If n is not a positive number, or odd where deals come in pairs.
    """
    n = check_count(n)
    if n % simulation.deals_per_unit:
        raise InputError(f"n: {n} is odd; mirrored deals come in pairs")
    return n // simulation.deals_per_unit


class _Workers:
    # Threads that take chunks in order until there are none or they are told to stop.

    def __init__(self, simulation: Simulation, units: int, chunk: int) -> None:
        self.simulation = simulation
        self.units = units
        self.chunk = chunk
        self.next_unit = 0
        self.done = 0
        self.tally = Tally()
        self.faults: list[Exception] = []
        self.lock = threading.Lock()
        self.stopped = threading.Event()

    def take_chunk(self) -> tuple[int, int] | None:
        with self.lock:
            first = self.next_unit
            if self.stopped.is_set() or first >= self.units:
                return None
            self.next_unit = min(self.units, first + self.chunk)
            return first, self.next_unit - first

    def work(self) -> None:
        arrays = new_tally_arrays()
        try:
            while (taken := self.take_chunk()) is not None:
                self.simulation.count_units(*taken, arrays)
                with self.lock:
                    self.done += taken[1]
        except BaseException as error:  # handed on to the thread that waits
            self.stopped.set()
            with self.lock:
                self.faults.append(error)
        finally:
            with self.lock:
                self.tally.merge(Tally(arrays))


def run_simulation(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Count n deals of a simulation.

    Parameters
    ----------
    simulation : Simulation
    n : int
        Deals; even where they are mirrored.
    threads : int, optional
        By default one for each processor. The answer does not depend on it.
    progress : callable, optional
        Called several times a second with the deals done.

    Returns
    -------
    Result
        Of fewer deals if Ctrl-C was pressed: the first so many.

    Raises
    ------
    InputError
        If n or threads make no sense.
    IllegalDecision
        If a strategy gives an illegal answer.
    """
    units = count_units(simulation, n)
    workers = _Workers(simulation, units, CHUNK_UNITS)
    simulation.count_units(0, 0, new_tally_arrays())  # compiled before threads start
    start = time.perf_counter()
    crew = [
        threading.Thread(target=workers.work, daemon=True) for _ in range(count_threads(threads))
    ]
    for thread in crew:
        thread.start()
    try:
        for thread in crew:
            while thread.is_alive():
                thread.join(0.1)
                if progress is not None:
                    progress(workers.done * simulation.deals_per_unit)
    except KeyboardInterrupt:
        workers.stopped.set()
        for thread in crew:
            thread.join()
    if workers.faults:
        # Chunks are taken in order and finished, so the earliest fault is always among them.
        raise min(workers.faults, key=lambda fault: getattr(fault, "index", 0))
    return Result(simulation, workers.tally, int(n), time.perf_counter() - start)


def simulate(
    elder: str | Strategy = "club",
    younger: str | Strategy = "club",
    n: int = 100_000,
    *,
    rules: str | RuleSet = RUBICON,
    seed: int = 1,
    mirrored: bool = False,
    play: str = STRATEGIES,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play n deals between two strategies and count what happens.

    Parameters
    ----------
    elder, younger : str or Strategy
        By name, or a strategy of one's own.
    n : int
        Deals.
    rules : str or RuleSet
    seed : int
        The same seed gives the same deals.
    mirrored : bool
        Play every deal a second time with the strategies exchanged.
    play : str
        Who plays the cards: "strategies", or "double-dummy" for perfect play of both sides.
    threads : int, optional
        By default one for each processor; the answer does not depend on it.
    progress : callable, optional
        Called several times a second with the deals done.

    Returns
    -------
    Result

    Raises
    ------
    InputError
        If a name, a number or a combination makes no sense.
    IllegalDecision
        If a strategy gives an illegal answer.

    Examples
    --------
    >>> result = simulate("club", "novice", n=1000)
    >>> result.estimates["elder_score"].n
    1000
    """
    simulation = Simulation(elder, younger, rules, seed, mirrored, play)
    return run_simulation(simulation, n, threads, progress)


def record_deals(simulation: Simulation, n: int) -> "pd.DataFrame":
    """The records of the first n deals as a data frame, one row a deal.

    Raises
    ------
    InputError
        If n makes no sense.
    """
    import pandas as pd

    units = count_units(simulation, n)
    chunks = [
        simulation.record_units(first, min(RECORD_CHUNK_UNITS, units - first))
        for first in range(0, units, RECORD_CHUNK_UNITS)
    ]
    return pd.DataFrame(np.concatenate(chunks) if chunks else np.empty(0, RECORD_DTYPE))


def select_records(
    simulation: Simulation,
    n: int,
    keep: Callable[[np.ndarray], np.ndarray],
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[Result, np.ndarray]:
    """Count n deals, and keep the records of those that fit.

    Parameters
    ----------
    keep : callable
        From records (structured array of `RECORD_DTYPE`) to a boolean array.

    Returns
    -------
    result : Result
        Of all n deals.
    records : structured array of `RECORD_DTYPE`
        The deals that fit, in the order of their numbers.

    Raises
    ------
    InputError
        If n or threads make no sense.
    """
    units = count_units(simulation, n)
    start = time.perf_counter()
    tally = Tally()
    kept = [np.empty(0, RECORD_DTYPE)]

    def play(first: int) -> tuple[Tally, np.ndarray]:
        arrays = new_tally_arrays()
        records = simulation.record_units(first, min(CHUNK_UNITS, units - first), arrays)
        return Tally(arrays), records[keep(records)]

    with ThreadPoolExecutor(count_threads(threads)) as pool:
        for part, records in pool.map(play, range(0, units, CHUNK_UNITS)):
            tally.merge(part)
            kept.append(records)
            if progress is not None:
                progress(tally.deals)
    return Result(simulation, tally, int(n), time.perf_counter() - start), np.concatenate(kept)


def run_with_records(
    simulation: Simulation, n: int, path: Path, progress: Progress | None = None
) -> Result:
    """Count n deals and write the record of each to a Parquet file.

    The file appears when the run ends; memory stays constant. Ctrl-C ends the run with the
    deals recorded so far.

    Raises
    ------
    InputError
        If n makes no sense or the file cannot be written.
    """
    units = count_units(simulation, n)
    tally = Tally()
    start = time.perf_counter()
    description = {**simulation.describe(), "n": n}
    with RecordFile.create(path, description) as file:
        try:
            for first in range(0, units, RECORD_CHUNK_UNITS):
                chunk = min(RECORD_CHUNK_UNITS, units - first)
                arrays = new_tally_arrays()
                file.write(simulation.record_units(first, chunk, arrays))
                tally.merge(Tally(arrays))
                if progress is not None:
                    progress(tally.deals)
        except KeyboardInterrupt:
            pass
    return Result(simulation, tally, int(n), time.perf_counter() - start)
