"""Blocks of deals: counted anywhere, and added up in their order.

A unit is a deal, or a pair of mirrored deals. A block is a range of units; counting it returns its
tally. Tallies hold integers that add up, so the sum over the first n units is the same
whatever counted them: one thread, eight processes, or a cluster that lost a worker. Blocks are
added in the order of their numbers. The part that is finished is therefore always a *prefix*, the
units from 0 up to some number, which is all that a checkpoint must hold.

Another process is sent the simulation with everything that decides its answers. Strategies of the
package go by name, with a digest of their code and of what they learned; those of one's own go as
their Python functions. A process with another engine, or with other learned data, refuses to count.
"""

import pickle
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import STRATEGIES
from piquet_sim.estimates.luck.steadied import pays, sum_steadied
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError, load_extra
from piquet_sim.game.rules import read_rules
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.kernel.deal.record import AT, COLUMNS
from piquet_sim.measures.own_measures import NO_MEASURES, OwnMeasures
from piquet_sim.running.digests import digest_engine
from piquet_sim.running.provenance import digest_strategy
from piquet_sim.strategies.policies import Policy, outside_policy
from piquet_sim.strategies.policies import policy as make_policy
from piquet_sim.strategies.registry import Strategy, find_strategy

BLOCK = 16_384
"""The most deals of a block: 30 ms of ``club``. Beginning one takes a millisecond, so smaller ones
would cost quick players a tenth of their speed. Strategies that take longer have smaller ones
(`Strategy.block`), so that a run that is stopped ends within a second."""

_PERFECT_BLOCK, _OUTSIDE_BLOCK = 256, 64

Span = tuple[int, int]
"""A range of units: the first, and how many."""


def list_blocks(simulation: Simulation, first: int, end: int) -> Iterator[Span]:
    """The blocks of the units from `first` to `end`, the last of which may be smaller.

    Examples
    --------
    >>> list(list_blocks(Simulation("club", "club"), 100, 40_000))
    [(100, 16384), (16484, 16384), (32868, 7132)]
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
class KeptRecords:
    """Columns of the records of the first units of a simulation, for a run on threads to fill.

    Parameters
    ----------
    simulation : Simulation
    units : int
        How many units are kept.
    names : sequence of str
        The columns.

    Examples
    --------
    >>> from piquet_sim.running.run import run_simulation
    >>> clubs = Simulation("club", "club")
    >>> kept = KeptRecords(clubs, 100, ["elder_score"])
    >>> result = run_simulation(clubs, 500, kept=kept)
    >>> (kept.columns["elder_score"] == clubs.record_units(0, 100)["elder_score"]).all()
    np.True_
    """

    def __init__(self, simulation: Simulation, units: int, names: Sequence[str]) -> None:
        self.deals: int = units * simulation.deals_per_unit
        self.columns: dict[str, np.ndarray] = {
            name: np.zeros(self.deals, np.int64) for name in names
        }

    def keep(self, first: int, rows: np.ndarray) -> None:
        """Keep what belongs to the first units: int64 rows of all columns, from deal `first` on."""
        for name, column in self.columns.items():
            part = column[first : first + len(rows)]
            part[...] = rows[: len(part), getattr(AT, name)]


def count_block(
    simulation: Simulation,
    first: int,
    units: int,
    measures: OwnMeasures = NO_MEASURES,
    kept: KeptRecords | None = None,
) -> Tally:
    """Play a range of units and count them, with what is left of each where luck is taken out.

    Parameters
    ----------
    simulation : Simulation
    first, units : int
    measures : OwnMeasures
    kept : KeptRecords, optional
        Is handed the rows of the deals.

    Raises
    ------
    IllegalDecision
        If a strategy gives an illegal answer.
    """
    a_unit, is_steadied = simulation.deals_per_unit, pays(simulation)
    is_kept = kept is not None and first * a_unit < kept.deals
    has_rows = bool(measures) or is_steadied or is_kept
    rows = np.zeros((units * a_unit if has_rows else 0, len(COLUMNS)), np.int64)
    tally = Tally(new_tally_arrays())
    simulation.count_units(first, units, tally.arrays, rows)
    if is_kept:
        kept.keep(first * a_unit, rows)
    tally.own = measures.sum_up_rows(rows, a_unit)
    tally.steadied = sum_steadied(simulation, rows) if is_steadied else ()
    return tally


# ---- Elsewhere ----------------------------------------------------------------------------------
def _pack_policy(policy: Policy) -> tuple:
    # Where a policy of the package stands; or what one's own is made of.
    module = policy.function.__module__
    if module.startswith("piquet_sim."):
        for name, value in vars(import_module(module)).items():
            if value is policy:
                return module, name
    return policy.function, policy.is_outside, policy.prepare


def _unpack_policy(packed: tuple) -> Policy:
    if len(packed) == 2:
        return getattr(import_module(packed[0]), packed[1])
    function, is_outside, prepare = packed
    return outside_policy(function) if is_outside else make_policy(function, prepare=prepare)


def _pack_strategy(strategy: Strategy) -> tuple[str, str] | dict[str, Any]:
    # The name of one of the package's, and a digest of all by which it decides; another in parts.
    policies = {name: value for name, value in vars(strategy).items() if isinstance(value, Policy)}
    own = (one.function.__module__.startswith("piquet_sim.") for one in policies.values())
    if all(own) and "@" not in strategy.name:
        with suppress(InputError):  # nothing has that name
            if find_strategy(strategy.name) == strategy:
                return strategy.name, digest_strategy(strategy)
    return vars(strategy) | {name: _pack_policy(one) for name, one in policies.items()}


def _unpack_strategy(packed: tuple[str, str] | dict[str, Any]) -> Strategy:
    if isinstance(packed, tuple):
        name, digest = packed
        strategy = find_strategy(name)
        if (here := digest_strategy(strategy)) != digest:
            raise InputError(f"a worker has another {name}: {here} there, {digest} here")
        return strategy
    policies = {
        name: _unpack_policy(packed[name])
        for name in ("discard", "call", "play", "call_to_score")
        if packed[name] is not None
    }
    return Strategy(**{**packed, **policies})


def pack_simulation(simulation: Simulation) -> bytes:
    """What another process needs to play a simulation (`count_there`).

    Raises
    ------
    InputError
        If a strategy is one's own, and the library that sends its code is not installed.
    """
    pickler, players = pickle, [*map(_pack_strategy, (simulation.elder, simulation.younger))]
    if any(isinstance(one, dict) for one in players):
        load_extra("distributed", "a strategy of your own in another process")
        pickler = import_module("cloudpickle")
    rules, given = simulation.rules.describe(), simulation.given
    asked = simulation.seed, simulation.mirrored, simulation.play, given and given.text
    return pickler.dumps((digest_engine(), players, rules, asked))


@lru_cache(maxsize=8)
def _unpack_simulation(packed: bytes) -> Simulation:
    # Once for each simulation, and compiled. Its own client has sent it.
    engine, players, rules, asked = pickle.loads(packed)
    if engine != digest_engine():
        raise InputError(
            f"a worker has another engine: {digest_engine()} there, {engine} here; install the "
            "same version everywhere"
        )
    strategies = map(_unpack_strategy, players)
    simulation = Simulation(*strategies, read_rules(rules), *asked)
    count_block(simulation, 0, 0)
    return simulation


_unpacking = threading.Lock()


def count_there(packed: bytes, measures: OwnMeasures, span: Span) -> Tally:
    """`count_block` in a process to which a simulation was sent (`pack_simulation`).

    Raises
    ------
    InputError
        If the engine here, or what a strategy learned, is not what the run began with.
    IllegalDecision
        As `count_block`.
    """
    with _unpacking:
        simulation = _unpack_simulation(packed)
    return count_block(simulation, *span, measures)


# ---- A cluster ----------------------------------------------------------------------------------
LOCAL = "local"
_RETRIES = 20
_CALLING, _PATIENCE = "10s", 60


@contextmanager
def open_cluster(address: str, workers: int | None = None) -> Iterator[Executor]:
    """A Dask cluster as an executor, for the length of a block.

    Parameters
    ----------
    address : str
        Of a Dask scheduler, as in "tcp://10.0.0.1:8786"; or "local", which starts one process for
        each processor here and ends them with the block.
    workers : int, optional
        How many processes "local" starts; by default one for each processor.

    Raises
    ------
    InputError
        If the extra is not installed, the address is invalid, no scheduler answers, or it has no
        worker.
    """
    load_extra("distributed", "cluster")
    import dask
    from distributed import Client, LocalCluster

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": _RETRIES}),
        ExitStack() as stack,
    ):
        if address == LOCAL:
            with _shielded():
                address = stack.enter_context(
                    LocalCluster(
                        n_workers=workers, threads_per_worker=1, dashboard_address=None,
                        silence_logs="CRITICAL", host="127.0.0.1",
                    )
                )  # fmt: skip
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
        yield client.get_executor(pure=False, retries=_RETRIES)


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
