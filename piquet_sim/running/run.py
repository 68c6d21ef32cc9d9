"""Running simulations: threads, progress, interruption, continuation.

Threads take ranges of deal numbers from a ledger one after the other and hand in their tallies.
Since these hold integers, the sum is the same for any number of threads. A run that is interrupted
finishes the ranges in hand, so it has always counted the first deals without a gap.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import STRATEGIES
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import count_processors
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.kernel.batch.batch import TallyArrays, new_tally_arrays
from piquet_sim.measures.own_measures import read_measures
from piquet_sim.running.checkpoint import Checkpoint, CheckpointWriter
from piquet_sim.running.ledger import FIRST_CHUNK, Counting, Keeper, Ledger, count_tally, next_chunk
from piquet_sim.running.precision import Forecast, Foreteller, Target, set_target
from piquet_sim.running.result import INTERRUPTED, MOST, REACHED, TIME, Result
from piquet_sim.running.resuming import (
    find_shared,
    heed_termination,
    note_interruption,
    note_shared,
    open_ledger,
    resume_arguments,
    resume_within,
)
from piquet_sim.strategies.registry import Strategy

if TYPE_CHECKING:
    from piquet_sim.running.cluster import Cluster, ClusterCrew

_USUAL_DEALS = 100_000
_MOST_THREADS = 1024
_STOP_SECONDS = 0.002

Progress = Callable[[int], None]
"""Called now and then with the number of deals done so far."""


def check_count(n: object, name: str = "n", least: int = 1) -> int:
    """Check a number of deals.

    Raises
    ------
    InputError
        If it is not a whole number, or less than `least`.
    """
    if isinstance(n, bool) or not isinstance(n, int | np.integer):
        raise InputError(f"{name}: {n!r} is not a whole number")
    if n < least:
        raise InputError(f"{name}: expected at least {least}, got {n}")
    return int(n)


def count_threads(threads: int | None) -> int:
    """The threads to use: those asked for, or one for each processor at hand.

    Raises
    ------
    InputError
        If fewer than 1 are asked for, or more than the limit.
    """
    if threads is None:
        return count_processors()
    if check_count(threads, "threads") > _MOST_THREADS:
        raise InputError(f"threads: expected at most {_MOST_THREADS:,}, got {threads}")
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


class ThreadCrew:
    """Threads that take ranges from a ledger until there are none or they are told to stop.

    Parameters
    ----------
    simulation : Simulation
    measures : Counting
        What is summed up, too.
    ledger : Ledger
    threads : int
    keeper : Keeper, optional
    """

    # They are never joined: in Python 3.11 and 3.12 a join that a signal interrupts takes a thread
    # for ended that is still counting.

    def __init__(
        self,
        simulation: Simulation,
        measures: Counting,
        ledger: Ledger,
        threads: int,
        keeper: Keeper | None = None,
    ) -> None:
        self.simulation = simulation
        self.measures = measures
        self.ledger = ledger
        self.threads = threads
        self.keeper: Keeper | None = keeper
        self.faults: list[Exception] = []
        self._is_stopped = False
        self._working = 0
        self._ended: SimpleQueue[None] = SimpleQueue()
        self._counting: set[int] = set()

    def start(self) -> None:
        """Set the threads to work."""
        self._working = self.threads
        for _ in range(self.threads):
            threading.Thread(target=self._work).start()

    def is_busy(self, seconds: float) -> bool:
        """Wait a moment, and say whether any thread is still counting."""
        with suppress(Empty):
            while self._working:
                self._ended.get(timeout=seconds)
                self._working -= 1
        return self._working > 0

    def stop(self) -> None:
        """Finish the ranges in hand, so that the counted units are the first ones without a gap."""
        self._is_stopped = True
        while self._counting:
            time.sleep(_STOP_SECONDS)

    def close(self) -> None:
        """Take no more ranges."""
        self._is_stopped = True

    def _work(self) -> None:
        arrays = new_tally_arrays()
        units = FIRST_CHUNK
        try:
            while (units := self._count_range(units, arrays)) is not None:
                pass
        except BaseException as error:  # handed on to the thread that waits
            self._is_stopped = True
            self.faults.append(error)
        finally:
            self._ended.put(None)

    def _count_range(self, units: int, arrays: TallyArrays) -> int | None:
        # How many units to take next; None if there are no more, or the run is stopped.
        self._counting.add(threading.get_ident())  # before looking, so that `stop` misses no range
        try:
            if self._is_stopped or (span := self.ledger.take(units)) is None:
                return None
            for array in arrays:
                array[...] = 0
            start = time.perf_counter()
            first, count = span[0], span[1] - span[0]
            tally = count_tally(self.simulation, first, count, arrays, self.measures, self.keeper)
            self.ledger.give(span, tally)
            return next_chunk(span[1] - span[0], time.perf_counter() - start, units)
        finally:
            self._counting.discard(threading.get_ident())


@dataclass
class _Run:
    # A run on its way: when to look whether enough is counted, and what is kept of it.

    simulation: Simulation
    target: Target
    ledger: Ledger
    crew: "ThreadCrew | ClusterCrew"
    progress: Progress | None
    writer: CheckpointWriter | None
    wait: float
    spent: float
    """Seconds of the run that is continued."""
    foreteller: Foreteller | None
    start: float = field(default_factory=time.perf_counter)

    def count(self) -> Result:
        ledger, crew, ended = self.ledger, self.crew, ""
        with heed_termination():
            try:
                if ledger.end:  # what the run before left out
                    ended = self._count_to_end()
                while not ended and not crew.faults and (end := self._find_next_look()) is not None:
                    ledger.extend(end)
                    ended = self._count_to_end()
                self._tell()
            except KeyboardInterrupt:
                crew.stop()
                ended = INTERRUPTED
            finally:
                crew.close()
            if crew.faults:
                # Ranges are taken in order and finished, so the earliest fault is among them.
                raise min(crew.faults, key=lambda fault: getattr(fault, "index", 0))
            return self._finish(ended)

    def _tell(self) -> None:
        if self.progress is not None:
            self.progress(self.ledger.units * self.simulation.deals_per_unit)

    def _find_next_look(self) -> int | None:
        simulation, tally = self.simulation, self.ledger.tally
        if self.foreteller is not None:
            self.foreteller.look(tally, simulation.rules)
        return self.target.plan(tally, simulation.deals_per_unit, simulation.rules)

    def _count_to_end(self) -> str:
        limit = self.target.seconds
        self.crew.start()
        while self.crew.is_busy(self.wait):
            self._tell()
            if self.writer is not None:
                self.writer.keep(self._stand)
            if limit is not None and time.perf_counter() - self.start > limit:
                self.crew.stop()  # for good: what is planned after this look is not counted
                return "" if self.ledger.is_done and self._find_next_look() is None else TIME
        return ""

    def _seconds(self) -> float:
        return self.spent + time.perf_counter() - self.start

    def _stand(self) -> Checkpoint:
        return Checkpoint(self.simulation, self.target, self.ledger.copy(), self._seconds())

    def _finish(self, ended: str) -> Result:
        target, ledger, writer = self.target, self.ledger, self.writer
        is_reached = target.is_reached(ledger.tally, self.simulation.rules)
        ended = ended or (REACHED if is_reached else MOST)
        blocks = ledger.blocks if len(ledger.done) == 1 else None
        result = Result(
            self.simulation, ledger.tally, target.deals, self._seconds(), ended, target, blocks
        )
        if writer is None:
            return result
        is_kept = writer.finish(self._stand, result.is_complete)
        if ended == INTERRUPTED:
            note_interruption()
        return replace(result, goes_on_from=writer.path if is_kept else None)


def run_simulation(
    simulation: Simulation,
    n: int | Target,
    threads: int | None = None,
    progress: Progress | None = None,
    *,
    writer: CheckpointWriter | None = None,
    before: Checkpoint | None = None,
    cluster: "Cluster | None" = None,
    wait: float = 0.1,
    forecast: Forecast | None = None,
    keeper: Keeper | None = None,
) -> Result:
    """Count deals of a simulation.

    Parameters
    ----------
    simulation : Simulation
    n : int or Target
        Deals, even where they are mirrored; or when enough is counted.
    threads : int, optional
        By default one for each processor. The answer does not depend on it.
    progress : callable, optional
        Called several times a second with the deals done.
    writer : CheckpointWriter, optional
        Writes checkpoints.
    before : Checkpoint, optional
        What was counted before; the run continues from it.
    cluster : Cluster, optional
        Counts instead of threads, with the same answer.
    wait : float
        Seconds between two looks at how far the run is.
    forecast : callable, optional
        Of a precision: called once, after the first check, with about how many seconds the run
        takes, and how many with a tenth of the error.
    keeper : Keeper, optional
        Is handed rows of the deals that are played here; a run that is continued has others, and
        one that is shared, or counted by a cluster, has none (`records`).

    Returns
    -------
    Result
        Of fewer deals, always the first ones, if Ctrl-C was pressed, a request to end came, or
        the time limit was reached.

    Raises
    ------
    InputError
        If n or threads is invalid.
    IllegalDecision
        If a strategy gives an illegal answer.

    Examples
    --------
    >>> result = run_simulation(Simulation("club", "novice"), 1_000)
    >>> result.deals, result.is_complete
    (1000, True)
    """
    if isinstance(n, Target):
        target = n
    else:
        target = Target(count_units(simulation, n) * simulation.deals_per_unit)
    count_units(simulation, target.deals)
    is_own = writer is None and before is None and cluster is None
    if is_own and (shared := find_shared(simulation, target)):
        if progress is not None:
            progress(shared.deals)
        return shared
    if writer is None and (kept := resume_within(simulation, target)):
        writer, before = kept["writer"], kept.get("before")
    ledger = Ledger() if before is None else open_ledger(before, target)
    count_tally(simulation, 0, 0, new_tally_arrays())  # compiled before threads start
    crew = (
        cluster.crew(simulation, ledger, target.measures)
        if cluster
        else ThreadCrew(simulation, target.measures, ledger, count_threads(threads), keeper)
    )
    spent = 0.0 if before is None else before.seconds
    teller = None if forecast is None else Foreteller(target, forecast)
    result = _Run(simulation, target, ledger, crew, progress, writer, wait, spent, teller).count()
    note_shared(result)
    return result


def simulate(
    elder: str | Strategy = "club",
    younger: str | Strategy = "club",
    n: int = _USUAL_DEALS,
    *,
    rules: str | RuleSet = RUBICON,
    seed: int = 1,
    mirrored: bool = False,
    play: str = STRATEGIES,
    given: str | None = None,
    measures: str | Sequence[str] = (),
    given_outcome: str | None = None,
    precision: str | Sequence[str] = (),
    max_deals: int | None = None,
    max_time: float | None = None,
    checkpoint: str | Path | None = None,
    cluster: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play n deals between two strategies and count what happens.

    Parameters
    ----------
    elder, younger : str or Strategy
        A name, or a strategy object.
    n : int
        Deals.
    rules : str or RuleSet
    seed : int
        The same seed gives the same deals.
    mirrored : bool
        Play every deal a second time with the strategies exchanged.
    play : str
        Who plays the cards: "strategies", or "double-dummy" for perfect play of both sides.
    given : str, optional
        Play only deals that meet this condition, as in "elder has carte blanche" (see
        `conditions.parser`).
    measures : str or sequence of str
        Measures of one's own, as in "elder_point >= 6 and elder_wins" or "long: elder_point >= 6"
        (see `measures`); `Result.measures` has their estimates.
    given_outcome : str, optional
        Take these measures among the deals in which this is true, as in "elder_point".
    precision : str or sequence of str
        Standard errors to be reached, as in "difference=0.05" or "elder_repique=2%", instead of n.
    max_deals, max_time : int, float, optional
        Maximum number of deals (with a precision), and seconds after which the run ends with what
        it has.
    checkpoint : path, optional
        A file that is kept up to date, from which a stopped run continues.
    cluster : str, optional
        The address of a Dask scheduler, or "local": see `cluster`.
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
        If a name, a number or a combination is invalid.
    IllegalDecision
        If a strategy gives an illegal answer.

    Examples
    --------
    >>> result = simulate("club", "novice", n=1000)
    >>> result.estimates["elder_score"].n
    1000
    """
    simulation = Simulation(elder, younger, rules, seed, mirrored, play, given)
    asked = (precision,) if isinstance(precision, str) else tuple(precision)
    target = set_target(
        None if asked or (max_time is not None and n == _USUAL_DEALS) else n,
        asked, max_deals, max_time, simulation.deals_per_unit,
        read_measures(measures, given_outcome, simulation.rules),
    )  # fmt: skip
    with open_cluster(cluster) as crew:
        kept = resume_arguments(checkpoint, simulation)
        return run_simulation(simulation, target, threads, progress, cluster=crew, **kept)


@contextmanager
def open_cluster(address: str | None) -> "Iterator[Cluster | None]":
    """A cluster for the length of a block, or nothing if none is asked for."""
    if address is None:
        yield None
        return
    from piquet_sim.running.cluster import connect

    with connect(address, count_threads(None)) as cluster:
        yield cluster
