"""Blocks of deals: counted anywhere, and added up in their order.

A unit is a deal, or a pair of mirrored deals. A block is a range of units; counting it returns its
tally. Tallies hold integers that add up, so the sum over the first n units is the same
whatever counted them: one thread, eight processes, or a cluster that lost a worker. Blocks are
added in the order of their numbers. The part that is finished is therefore always a *prefix*, the
units from 0 up to some number, which is all that a checkpoint must hold.

Another process is sent the simulation with everything that decides its answers. Strategies go by
name (`strategies.registry.Strategy.is_named`), with a digest of their code and of what they
learned; one that has no name elsewhere goes as its Python functions. A process with another engine,
other code or other learned data refuses to count.
"""

import logging
import pickle
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from importlib import import_module

import numpy as np

from piquet_sim.deals.simulation import Simulation, new_columns
from piquet_sim.estimates.luck import counts_luck, sum_steadied
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError, load_extra
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.running.groups import sum_groups
from piquet_sim.running.measures import NO_MEASURES, OwnMeasures
from piquet_sim.running.provenance import check_digestible, digest_engine, digest_strategy
from piquet_sim.strategies.roster import STRATEGIES

BLOCK = 4_096
"""The most deals of a block: eight milliseconds of ``club``. Strategies that take longer have
smaller ones (`Strategy.block`), so that a run that is stopped ends within a second."""

_PERFECT_BLOCK, _OUTSIDE_BLOCK = 256, 64

Span = tuple[int, int]
"""A range of units: the first, and how many."""


def list_blocks(simulation: Simulation, first: int, end: int) -> Iterator[Span]:
    """The blocks of the units from `first` to `end`, the last of which may be smaller.

    Examples
    --------
    >>> list(list_blocks(Simulation("club", "club"), 100, 10_000))
    [(100, 4096), (4196, 4096), (8292, 1708)]
    """
    players = simulation.elder, simulation.younger
    deals = min(BLOCK, *(one.block for one in players))
    if simulation.play != STRATEGIES:
        deals = min(deals, _PERFECT_BLOCK)
    if any(policy.is_outside for one in players for policy in (one.discard, one.call, one.play)):
        deals = min(deals, _OUTSIDE_BLOCK)
    size = deals // simulation.deals_per_unit
    return ((start, min(size, end - start)) for start in range(first, end, size))


# ---- Counting -----------------------------------------------------------------------------------
def count_block(
    simulation: Simulation, first: int, units: int, measures: OwnMeasures = NO_MEASURES
) -> Tally:
    """Play a range of units and count them, with what is left of each where luck is taken out.

    Raises
    ------
    IllegalDecision
        If a strategy gives an illegal answer.
    """
    return count_span(simulation, measures, 0, (first, units))[0]


def count_span(
    simulation: Simulation, measures: OwnMeasures, recorded: int, span: Span
) -> tuple[Tally, np.ndarray]:
    """The tally of a range of units as `count_block` makes it, and the records of their deals.

    Parameters
    ----------
    simulation : Simulation
    measures : OwnMeasures
    recorded : int
        Records are wanted of the units below this number.
    span : tuple of int

    Returns
    -------
    tally : Tally
    columns : int64 array, shape (len(COLUMNS), deals)
        Empty where no record is wanted.
    """
    first, units = span
    a_unit, is_steadied = simulation.deals_per_unit, counts_luck(simulation)
    wanted = units * a_unit if measures or is_steadied or first < recorded else 0
    tally, columns = Tally(new_tally_arrays()), new_columns(wanted)
    simulation.count_units(first, units, tally.arrays, columns)
    tally.own = sum_groups(measures, columns, a_unit)
    tally.steadied = sum_steadied(simulation, columns) if is_steadied else ()
    return tally, columns[:, : max(0, recorded - first) * a_unit]


# ---- Elsewhere ----------------------------------------------------------------------------------
def pack_simulation(simulation: Simulation) -> bytes:
    """What another process needs to play a simulation (`count_there`).

    Raises
    ------
    InputError
        If a strategy has no name elsewhere, and the library that sends its code is not installed,
        or it reads what has no digest.
    """
    pickler, players = pickle, (simulation.elder, simulation.younger)
    if not all(one.is_named for one in players):
        load_extra("distributed", "a strategy of your own in another process")
        pickler = import_module("cloudpickle")
    check_digestible(players)
    digests = {one.name: digest_strategy(one) for one in players}
    return pickle.dumps((digest_engine(), digests, pickler.dumps(simulation)))


@lru_cache(maxsize=8)
def _unpack_simulation(packed: bytes) -> Simulation:
    # Once for each simulation, and compiled. Its own client has sent it.
    engine, digests, pickled = pickle.loads(packed)
    if engine != digest_engine():
        raise InputError(
            f"a worker has another engine: {digest_engine()} there, {engine} here; install the "
            "same version everywhere"
        )
    simulation = pickle.loads(pickled)
    for one in (simulation.elder, simulation.younger):
        digest = digests.get(one.name)
        if digest is not None and (here := digest_strategy(one)) != digest:
            raise InputError(f"a worker has another {one.name}: {here} there, {digest} here")
    count_block(simulation, 0, 0)
    return simulation


_unpacking = threading.Lock()


def count_there(
    packed: bytes, measures: OwnMeasures, recorded: int, span: Span
) -> tuple[Tally, np.ndarray]:
    """`count_span` in a process to which a simulation was sent (`pack_simulation`).

    Raises
    ------
    InputError
        If the engine here, or the code or data of a strategy, is not what the run began with.
    IllegalDecision
        As `count_block`.
    """
    with _unpacking:
        simulation = _unpack_simulation(packed)
    return count_span(simulation, measures, recorded, span)


# ---- A cluster ----------------------------------------------------------------------------------
LOCAL = "local"
_RETRIES = 20
_CALLING, _PATIENCE = "10s", 60


@contextmanager
def open_cluster(address: str) -> Iterator[Executor]:
    """A Dask cluster as an executor, for the length of a block.

    Parameters
    ----------
    address : str
        Names a Dask scheduler, as in "tcp://10.0.0.1:8786"; or is "local", which starts one process
        for each processor here and ends them with the block.

    Raises
    ------
    InputError
        If the extra is not installed, the address is invalid, no scheduler answers, or it has no
        worker.
    """
    load_extra("distributed", "cluster")
    import dask
    from distributed import Client, LocalCluster

    # What becomes of a scheduler is said in one line of ours.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL + 1)
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": _RETRIES}),
        ExitStack() as stack,
    ):
        if address == LOCAL:
            with _shielded():
                address = stack.enter_context(
                    LocalCluster(
                        threads_per_worker=1,
                        dashboard_address=None,
                        silence_logs="CRITICAL",
                        host="127.0.0.1",
                    )
                )
        try:
            client = stack.enter_context(Client(address, timeout=_CALLING))
        except (OSError, ValueError, TypeError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise InputError(
                f"cluster: {address}: {reason}; expected an address such as "
                "tcp://10.0.0.1:8786, or local"
            ) from None
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise InputError(f"cluster: no worker for {_PATIENCE:.0f} seconds; start one") from None
        yield _Cluster(client)


class _Cluster(Executor):
    """A client's scheduler. Dask's own executor waits for ever for work sent as it dies."""

    def __init__(self, client) -> None:
        self._client = client

    def submit(self, count, part) -> Future:
        asked, answer = self._client.submit(count, part, pure=False, retries=_RETRIES), Future()
        answer.add_done_callback(lambda _: answer.cancelled() and asked.cancel())
        self._client.loop.add_callback(_pass_on, asked, answer)
        return answer


async def _pass_on(asked, answer: Future) -> None:
    try:
        give, given = answer.set_result, await asked
    except BaseException as raised:
        # Of those who count, or of the way to them.
        error = raised if asked.status == "error" else BrokenExecutor(str(raised))
        give, given = answer.set_exception, error
    if answer.set_running_or_notify_cancel():
        give(given)


@contextmanager
def _shielded() -> Iterator[None]:
    # Processes that are started meanwhile do not hear Ctrl-C: it is this one that ends them.
    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if is_main else None
    try:
        yield
    finally:
        if is_main:
            signal.signal(signal.SIGINT, before)
