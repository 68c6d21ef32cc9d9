"""Running simulations: blocks on threads or elsewhere, progress, interruption, continuation."""

import json
import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ThreadPoolExecutor
from contextlib import closing, nullcontext
from functools import partial
from math import inf
from pathlib import Path
from types import EllipsisType
from typing import Any

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError, read_choice, read_text, read_whole
from piquet_sim.game.files import heed_termination
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.threads import (
    INTERRUPTED,
    MOST,
    REACHED,
    TIME,
    Crew,
    count_threads,
    take_in_order,
)
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.kernel.deal.record import AT
from piquet_sim.running.blocks import (
    count_block,
    count_span,
    count_there,
    list_blocks,
    open_cluster,
    pack_simulation,
)
from piquet_sim.running.checkpoint import Checkpoint, HowFar
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import Target, set_target
from piquet_sim.running.provenance import describe_simulation
from piquet_sim.running.result import Result
from piquet_sim.strategies.registry import Strategy
from piquet_sim.strategies.roster import STRATEGIES

_ONLY = "run"
"""The name of the run in a checkpoint that holds one."""
RECORD_CHUNK_UNITS = 65536
"""Units whose records are handed over at a time."""
_AHEAD, _WRITTEN_AHEAD = 256, 16
"""Blocks that an executor elsewhere is given at a time, however many processors it has; and how
many more threads are given while records are written."""


class RunLost(InputError):
    """The processes that count deals, or the file of their records, are lost."""

    def __init__(self, message: str, result: Result) -> None:
        super().__init__(message)
        self.result = result
        """The result of the deals played so far."""


RAISE, RETURN = "raise", "return"
"""What happens on Ctrl-C: `KeyboardInterrupt` is raised, or what was done is returned."""
Progress = Callable[[int], None]
"""Called from time to time with the number of deals done so far."""


def read_units(simulation: Simulation, n: int, what: str = "deals") -> int:
    """How many units make n deals, or n matches.

    Raises
    ------
    InputError
        If n is not a positive number, or odd where deals come in pairs.
    """
    n = read_whole("n", n, least=1)
    if n % simulation.deals_per_unit:
        raise InputError(f"n: {n} is odd; mirrored {what} come in pairs")
    return n // simulation.deals_per_unit


def read_interrupt(on_interrupt: object) -> bool:
    """Whether Ctrl-C raises `KeyboardInterrupt`; else what was done is wanted.

    Raises
    ------
    InputError
        If it is neither RAISE nor RETURN.
    """
    return read_choice("on_interrupt", on_interrupt, (RAISE, RETURN)) == RAISE


class KeptRecords:
    """Columns of the records of the first units of a simulation, for a run to fill.

    Parameters
    ----------
    units : int
        How many units are kept.
    names : iterable of str
        The columns.

    Examples
    --------
    >>> clubs = Simulation("club", "club")
    >>> kept = KeptRecords(100, ["elder_score"])
    >>> result = run_simulation(clubs, 500, kept=kept)
    >>> (kept.columns["elder_score"] == clubs.record_units(0, 100)["elder_score"]).all()
    np.True_
    """

    def __init__(self, units: int, names: Iterable[str] = ()) -> None:
        self.units = units
        self.columns: dict[str, np.ndarray] = {name: np.zeros(0, np.int64) for name in names}

    def write(self, blocks: Sequence[np.ndarray]) -> None:
        """Keep further records, of several blocks: int64[column, deal]."""
        for name, column in self.columns.items():
            more = [block[getattr(AT, name)] for block in blocks]
            self.columns[name] = np.concatenate([column, *more])


class Run:
    """A run on its way: what is counted is always the first units.

    Parameters
    ----------
    simulation : Simulation
    n, progress, checkpoint, name, kept, begun
        As in `run_simulation`.

    Attributes
    ----------
    tally : Tally
        What is counted so far.

    Raises
    ------
    InputError
        If the target is not a possible number of deals, or the checkpoint holds more.
    """

    def __init__(
        self,
        simulation: Simulation,
        n: int | Target,
        progress: Progress | None = None,
        checkpoint: Checkpoint | None = None,
        name: str = _ONLY,
        kept: KeptRecords | None = None,
        begun: Tally | None = None,
    ) -> None:
        target = n if isinstance(n, Target) else Target(read_whole("n", n, least=1))
        read_units(simulation, target.deals)
        self.simulation, self.target = simulation, target
        self.tally, self._end, self._spent = begun or Tally(), 0, 0.0
        self._progress, self._checkpoint, self._name = progress, checkpoint, name
        self.kept = kept or KeptRecords(0)
        before = None if checkpoint is None else checkpoint.find(name)
        if before is not None:
            self._go_on(*before)
        self._recorded: list[np.ndarray] = []
        self._start = time.perf_counter()

    def count(
        self,
        threads: int | None = None,
        executor: Executor | None = None,
        on_interrupt: str = RETURN,
    ) -> Result:
        """Count what is asked for, on threads or by an executor.

        Parameters
        ----------
        threads, executor, on_interrupt
            As in `run_simulation`.

        Raises
        ------
        IllegalDecision
            If a strategy gives an illegal answer: of the earliest deal in which that happens.
        RunLost
            If the processes of the executor are gone.
        """
        threads, is_raised = count_threads(threads), read_interrupt(on_interrupt)
        simulation, measures = self.simulation, self.target.measures
        recorded = self.kept.units
        count_block(simulation, 0, 0, measures)  # compiled before threads start
        if executor is None:
            # Threads have enough to play while records are written.
            opened, ahead = Crew(threads), 2 * threads + bool(recorded) * _WRITTEN_AHEAD
        else:
            opened, ahead = nullcontext(executor), _AHEAD
        if executor is None or isinstance(executor, ThreadPoolExecutor):
            play = partial(count_span, simulation, measures, recorded)
        else:
            play = partial(count_there, pack_simulation(simulation), measures, recorded)
        with heed_termination():
            try:
                with opened as crew:
                    ended = self._count_blocks(play, crew, ahead)
            except KeyboardInterrupt:
                ended = INTERRUPTED
            except (BrokenExecutor, CancelledError):
                said = "the processes that count no longer answer"
                raise RunLost(said, self.finish(INTERRUPTED)) from None
            except Exception:  # of a strategy, of those who count elsewhere, or of a keeper
                self.finish(INTERRUPTED)
                raise
            self._hand_over(is_last=True)
            result = self.finish(ended)
        if ended == INTERRUPTED and is_raised:
            raise KeyboardInterrupt
        return result

    def _count_blocks(self, play: Callable, crew: Executor, ahead: int) -> str:
        # How the run ended.
        target = self.target
        while (end := self._find_end()) is not None:
            self._end = end
            blocks = list_blocks(self.simulation, self.tally.units, end)
            with closing(take_in_order(play, blocks, crew, ahead)) as answers:
                for tally, columns in answers:
                    tally.merge(self.tally)
                    more = [columns] if columns.size else []
                    # No interrupt falls between.
                    self.tally, self._recorded = tally, self._recorded + more
                    self._hand_over()
                    if self._progress is not None:
                        self._progress(self.tally.deals)
                    if self._checkpoint is not None:
                        self._checkpoint.keep(self._name, self._stand)
                    if time.perf_counter() - self._start > (target.seconds or inf):
                        if self._find_end() is not None:
                            return TIME
                        break
        if target.precisions and not target.is_reached(self.simulation, self.tally):
            return MOST
        return REACHED

    def _find_end(self) -> int | None:
        # The end of the units to be counted next; None if enough are counted.
        if self.tally.units < self._end:
            return self._end
        return self.target.plan(self.simulation, self.tally)

    def _hand_over(self, is_last: bool = False) -> None:
        # The records that wait.
        if self._recorded and (is_last or self.tally.units % RECORD_CHUNK_UNITS == 0):
            recorded, self._recorded = self._recorded, []
            self.kept.write(recorded)

    def _stand(self) -> HowFar:
        tally = self.tally
        self._hand_over(is_last=True)
        columns = self.kept.columns
        about = {
            "target": json.dumps(self.target.describe()),
            "end": self._end,
            "own": list(tally.own.items()),
            "steadied": tally.steadied,
            "seconds": self._take_time(),
            "records": {name: one.size for name, one in columns.items()},
        }
        return about, np.concatenate([one.ravel() for one in (*tally.arrays, *columns.values())])

    def _go_on(self, about: dict[str, Any], cells: np.ndarray) -> None:
        arrays, columns = new_tally_arrays(), self.kept.columns
        try:
            sizes = [array.size for array in arrays] + [about["records"][name] for name in columns]
            parts = np.split(cells, np.cumsum(sizes)[:-1])
            for array, part in zip(arrays, parts[: len(arrays)], strict=True):
                array[...] = part.reshape(array.shape)
            columns.update(zip(columns, parts[len(arrays) :], strict=True))
            own = {tuple(key): tuple(sums) for key, sums in about["own"]}
            if own and not self.target.measures.fits(own):
                raise ValueError("sums of other measures")
            self.tally = Tally(arrays, own, tuple(about["steadied"]))
            is_same = about["target"] == json.dumps(self.target.describe())
            # Looks planned for another target do not count.
            self._end = about["end"] if is_same else self.tally.units
            self._spent = about["seconds"]
        except (KeyError, TypeError, ValueError):
            raise InputError(f"checkpoint {self._checkpoint.path}: damaged") from None
        if self.tally.deals > self.target.deals:
            raise InputError(
                f"checkpoint {self._checkpoint.path}: already holds {self.tally.deals:,} deals, "
                f"more than the {self.target.deals:,} asked for"
            )

    def _take_time(self) -> float:
        return self._spent + time.perf_counter() - self._start

    def finish(self, ended: str) -> Result:
        """The result of what is counted; the checkpoint is written."""
        if self._checkpoint is not None:
            self._checkpoint.keep(self._name, self._stand, now=True)
        return Result(
            self.simulation, self.tally, self.target, self._take_time(), ended, self.kept.columns
        )


def keep_simulation(
    path: str | Path | None,
    simulation: Simulation,
    about: dict[str, Any],
    tell: Callable[[str], None] = warnings.warn,
    command: str = "simulate",
) -> Checkpoint | None:
    """The checkpoint of what plays one simulation; None where no file is named.

    Parameters
    ----------
    path : path, optional
    simulation : Simulation
    about : dict
        What else decides the answer, but for the number of deals.
    tell : callable
        As for `Checkpoint`.
    command : str

    Raises
    ------
    InputError
        As `Checkpoint`.
    """
    if path is None:
        return None
    return Checkpoint(
        path,
        {"command": command, **describe_simulation(simulation), **about},
        (simulation.elder, simulation.younger),
        tell,
    )


def run_simulation(
    simulation: Simulation,
    n: int | Target,
    threads: int | None = None,
    progress: Progress | None = None,
    *,
    checkpoint: Checkpoint | None = None,
    name: str = _ONLY,
    executor: Executor | str | None = None,
    kept: KeptRecords | None = None,
    begun: Tally | None = None,
    on_interrupt: str = RAISE,
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
    checkpoint : Checkpoint, optional
        Keeps what is counted, from which the run continues.
    name : str
        By which the checkpoint knows this run among others.
    executor : concurrent.futures.Executor or str, optional
        Counts instead of threads, with the same answer: processes, or a cluster by its address
        (`open_cluster`).
    kept : KeptRecords, optional
        Is handed the records of the first deals, in their order.
    begun : Tally, optional
        Of the first units, which are not played again.
    on_interrupt : str
        "return" for the deals counted so far, always the first ones, if Ctrl-C is pressed or a
        request to end comes. The checkpoint is written in any case.

    Returns
    -------
    Result
        Counts fewer deals, always the first ones, if the time limit was reached.

    Raises
    ------
    InputError
        If n or threads is invalid.
    KeyboardInterrupt
        If the run is stopped.
    IllegalDecision
        If a strategy gives an illegal answer: of the earliest deal in which that happens.

    Examples
    --------
    >>> result = run_simulation(Simulation("club", "novice"), 1_000)
    >>> result.deals, result.is_complete
    (1000, True)
    """
    run = Run(simulation, n, progress, checkpoint, name, kept, begun)
    threads = count_threads(threads)  # a cluster is opened for nothing that is refused
    is_cluster = isinstance(executor, str)
    with open_cluster(executor) if is_cluster else nullcontext(executor) as crew:
        return run.count(threads, crew, on_interrupt)


def simulate(
    elder: str | Strategy = "club",
    younger: str | Strategy = "club",
    n: int | EllipsisType = ...,
    *,
    rules: str | RuleSet = RUBICON,
    seed: int = 1,
    mirrored: bool = False,
    play: str = STRATEGIES,
    given: str | None = None,
    measures: str | Sequence[str] = (),
    given_outcome: str | None = None,
    by: str | Sequence[str] = (),
    precision: str | Sequence[str] = (),
    max_time: float | None = None,
    checkpoint: str | Path | None = None,
    cluster: str | None = None,
    executor: Executor | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    on_interrupt: str = RAISE,
) -> Result:
    """Play n deals between two strategies and count what happens.

    ``simulate("club", "novice", n=1_000_000)`` is all that is needed; the rest changes one thing
    each. The answer has ``estimates`` by name, ``table()`` and ``plot()``.

    Parameters
    ----------
    elder, younger : str or Strategy
        A name, or a strategy object.
    n : int, optional
        Deals; 100,000 unless a precision or a time is asked for. With these, the most: the first
        limit that is reached ends the run.
    rules : str or RuleSet
    seed : int
        The same seed gives the same deals.
    mirrored : bool
        Play every deal a second time with the strategies exchanged.
    play : str
        Who plays the cards: "strategies", or "double-dummy" for perfect play of both sides.
    given : str, optional
        Play only deals that meet this condition, as in "elder.carte_blanche" (see
        `conditions.expression`).
    measures : str or sequence of str
        Measures of one's own, as in "elder_point >= 6 and elder_wins" or "long: elder_point >= 6"
        (see `measures`); `Result.measures` has their estimates.
    given_outcome : str, optional
        Take these measures among the deals in which this is true, as in "elder_point > 0".
    by : str or sequence of str
        One expression or two, as in "elder.longest_suit" or "difference // 20": `Result.groups` has
        every estimate among the deals of each value.
    precision : str or sequence of str
        Standard errors to be reached, as in "difference=0.05" or "elder_repique=2%".
    max_time : float, optional
        Seconds after which the run ends with what it has.
    checkpoint : path, optional
        A file that keeps what was counted, from which the same call continues if it was stopped;
        removed when the run is complete.
    cluster : str, optional
        The address of a Dask scheduler, or "local": see `open_cluster`.
    executor : concurrent.futures.Executor, optional
        Plays the deals instead of threads, such as a ``ProcessPoolExecutor``.
    threads : int, optional
        By default one for each processor; the answer does not depend on it.
    progress : callable, optional
        Called after each block of deals with the deals done.
    on_interrupt : str
        "return" for the deals counted so far, if Ctrl-C is pressed.

    Returns
    -------
    Result

    Raises
    ------
    InputError
        If a name, a number or a combination is invalid.
    KeyboardInterrupt
        If Ctrl-C is pressed; a checkpoint is written before.
    IllegalDecision
        If a strategy gives an illegal answer.

    Examples
    --------
    >>> result = simulate("club", "novice", n=1000)
    >>> result.estimates["elder_score"].n
    1000
    """
    simulation = Simulation(elder, younger, rules, seed, mirrored, play, given)
    target = set_target(
        None if n is ... else read_whole("n", n, least=1),
        precision,
        max_time,
        read_measures(measures, given_outcome, simulation.rules, by),
    )
    kept = keep_simulation(checkpoint, simulation, target.measures.describe())
    result = run_simulation(
        simulation,
        target,
        threads,
        progress,
        checkpoint=kept,
        executor=executor if cluster is None else read_text("cluster", cluster),
        on_interrupt=on_interrupt,
    )
    if kept is not None and result.is_answered:
        kept.remove()
    return result
