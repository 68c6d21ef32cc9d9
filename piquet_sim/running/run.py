"""Running simulations: blocks on threads or elsewhere, progress, interruption, continuation."""

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import STRATEGIES
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import count_processors, list_end_signals
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.threads import take_in_order
from piquet_sim.measures.own_measures import read_measures
from piquet_sim.running.blocks import (
    KeptRecords,
    Span,
    count_block,
    count_there,
    list_blocks,
    open_cluster,
    pack_simulation,
)
from piquet_sim.running.checkpoint import Checkpoint, CheckpointWriter, resume_arguments
from piquet_sim.running.precision import Forecast, Foreteller, Target, set_target
from piquet_sim.running.result import INTERRUPTED, MOST, REACHED, TIME, Result
from piquet_sim.strategies.registry import Strategy

_USUAL_DEALS = 100_000
_MOST_THREADS = 1024
_AHEAD = 256
"""Blocks in the hands of an executor elsewhere, with however many processors."""

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


@contextmanager
def heed_termination() -> Iterator[None]:
    """Treat a request to end like Ctrl-C within a block, where signals can be received.

    A terminal that is closed is one (SIGHUP, or SIGBREAK on Windows), unless it is to be ignored
    (nohup).
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        for one in before:  # a terminal that is closed may ask twice; what was counted is kept
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {
        one: handler
        for one in list_end_signals()
        if (handler := signal.getsignal(one)) != signal.SIG_IGN
    }
    for one in before:
        signal.signal(one, interrupt)
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


@dataclass
class _Run:
    # A run on its way: what is counted, always the first units, and up to where to count before the
    # next look at whether that is enough.

    simulation: Simulation
    target: Target
    tally: Tally
    end: int
    progress: Progress | None
    writer: CheckpointWriter | None
    spent: float
    """Seconds of the run that is continued."""
    foreteller: Foreteller | None
    start: float = field(default_factory=time.perf_counter)

    def count(self, play: Callable[[Span], Tally], crew: Executor, ahead: int) -> str:
        # How the run ended.
        try:
            while (end := self._find_end()) is not None:
                self.end = end
                blocks = list_blocks(self.simulation, self.tally.units, end)
                with closing(take_in_order(play, blocks, crew, ahead)) as tallies:
                    for tally in tallies:
                        tally.merge(self.tally)
                        self.tally = tally  # at once: an interrupt spoils nothing
                        if self._look_up():
                            return TIME if self._find_end() is not None else ""
        except KeyboardInterrupt:
            return INTERRUPTED
        except Exception:  # of a strategy, or of those who count elsewhere
            self.finish(INTERRUPTED)
            raise
        return ""

    def _find_end(self) -> int | None:
        # The end of the units to be counted next; None if enough are counted.
        simulation, tally = self.simulation, self.tally
        if tally.units < self.end:
            return self.end
        if self.foreteller is not None:
            self.foreteller.look(tally, simulation.rules)
        return self.target.plan(tally, simulation.deals_per_unit, simulation.rules)

    def _look_up(self) -> bool:
        # After a block: whether time is up.
        if self.progress is not None:
            self.progress(self.tally.deals)
        if self.writer is not None:
            self.writer.keep(self._stand)
        limit = self.target.seconds
        return limit is not None and time.perf_counter() - self.start > limit

    def _stand(self) -> Checkpoint:
        seconds = self.spent + time.perf_counter() - self.start
        return Checkpoint(self.simulation, self.target, self.tally, self.end, seconds)

    def finish(self, ended: str) -> Result:
        target, stand = self.target, self._stand()
        if not ended:
            is_reached = target.is_reached(self.tally, self.simulation.rules)
            ended = REACHED if is_reached else MOST
        result = Result(self.simulation, self.tally, target.deals, stand.seconds, ended, target)
        if self.writer is not None and self.writer.finish(self._stand, result.is_complete):
            return replace(result, goes_on_from=self.writer.path)
        return result


def run_simulation(
    simulation: Simulation,
    n: int | Target,
    threads: int | None = None,
    progress: Progress | None = None,
    *,
    writer: CheckpointWriter | None = None,
    before: Checkpoint | None = None,
    executor: Executor | None = None,
    forecast: Forecast | None = None,
    kept: KeptRecords | None = None,
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
        Called after each block with the deals done.
    writer : CheckpointWriter, optional
        Writes checkpoints.
    before : Checkpoint, optional
        What was counted before; the run continues from it.
    executor : concurrent.futures.Executor, optional
        Counts instead of threads, with the same answer: processes, or a cluster (`open_cluster`).
    forecast : callable, optional
        Of a precision: called once, after the first check, with about how many seconds the run
        takes, and how many with a tenth of the error.
    kept : KeptRecords, optional
        Is filled with records of the deals that are played on threads here.

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
        If a strategy gives an illegal answer: of the earliest deal in which that happens.

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
    tally, end, spent, threads = Tally(), 0, 0.0, count_threads(threads)
    if before is not None:
        before.check_target(target)
        tally, spent = before.tally, before.seconds
        # Looks planned for another target do not count.
        end = before.end if target == before.target else tally.units
    teller = None if forecast is None else Foreteller(target, forecast)
    count_block(simulation, 0, 0, target.measures)  # compiled before threads start
    run = _Run(simulation, target, tally, end, progress, writer, spent, teller)
    if executor is None:
        crew, ahead = ThreadPoolExecutor(threads), 2 * threads
    else:
        crew, ahead = nullcontext(executor), _AHEAD
    if executor is None or isinstance(executor, ThreadPoolExecutor):

        def play(span: Span) -> Tally:
            return count_block(simulation, *span, target.measures, kept)
    else:
        play = partial(count_there, pack_simulation(simulation), target.measures)
    with heed_termination():
        with crew as opened:
            ended = run.count(play, opened, ahead)
        result = run.finish(ended)
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
    executor: Executor | None = None,
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
        The address of a Dask scheduler, or "local": see `open_cluster`.
    executor : concurrent.futures.Executor, optional
        Plays the deals instead of threads, such as a ``ProcessPoolExecutor``.
    threads : int, optional
        By default one for each processor; the answer does not depend on it.
    progress : callable, optional
        Called after each block of deals with the deals done.

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
    opened = nullcontext(executor) if cluster is None else open_cluster(cluster)
    with opened as crew:
        kept = resume_arguments(checkpoint, simulation)
        return run_simulation(simulation, target, threads, progress, executor=crew, **kept)
