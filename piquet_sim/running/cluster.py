"""Counting on many machines: a Dask cluster in place of threads.

Every task is a range of unit numbers and returns one tally; a task whose worker is lost is computed
again elsewhere, and counted once. The answer therefore equals that of one thread, bit for bit. The
package's strategies are sent by name, and registered ones as their Python functions, which the
workers compile; workers need the same version of this package.
"""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError, load_extra
from piquet_sim.game.rules import read_rules
from piquet_sim.kernel.batch.batch import TallyArrays, new_tally_arrays
from piquet_sim.measures.own_measures import NO_MEASURES
from piquet_sim.running.digests import digest_engine
from piquet_sim.running.ledger import Counting, Ledger, Span, count_tally, next_chunk
from piquet_sim.strategies.policies import Policy, outside_policy
from piquet_sim.strategies.policies import policy as make_policy
from piquet_sim.strategies.registry import Strategy

if TYPE_CHECKING:
    from distributed import Client

LOCAL = "local"
_FIRST_TASK = 64
_TASKS_A_THREAD = 2
_PATIENCE = 60.0
_CALLING = "10s"
_RETRIES = 20


def _pack_policy(policy: Policy) -> tuple:
    # Where a shipped policy is found, or what one's own is made of.
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


def _pack_strategy(strategy: Strategy) -> dict[str, Any]:
    return {
        name: _pack_policy(value) if isinstance(value, Policy) else value
        for name, value in vars(strategy).items()
    }


def _unpack_strategy(packed: dict[str, Any]) -> Strategy:
    policies = {
        name: _unpack_policy(packed[name])
        for name in ("discard", "call", "play", "call_to_score")
        if packed[name] is not None
    }
    return Strategy(**{**packed, **policies})


def _pack(simulation: Simulation) -> bytes:
    import cloudpickle

    return cloudpickle.dumps(
        (
            digest_engine(),
            _pack_strategy(simulation.elder),
            _pack_strategy(simulation.younger),
            simulation.rules.describe(),
            simulation.seed,
            simulation.mirrored,
            simulation.play,
            None if simulation.given is None else simulation.given.text,
        )
    )


@lru_cache(maxsize=8)
def _unpack(packed: bytes) -> Simulation:
    # On a worker, once for each simulation. What comes here was sent by the cluster's own client.
    import cloudpickle

    engine, elder, younger, rules, seed, mirrored, play, given = cloudpickle.loads(packed)
    if engine != digest_engine():
        raise InputError(
            f"cluster: the worker's engine ({digest_engine()}) differs from the client's ({engine})"
        )
    return Simulation(
        _unpack_strategy(elder),
        _unpack_strategy(younger),
        read_rules(rules),
        seed,
        mirrored,
        play,
        given,
    )


_compiling = threading.Lock()


def count_range(
    packed: bytes, first: int, units: int, measures: Counting
) -> tuple[TallyArrays, tuple[int, ...], tuple[int, ...], float]:
    """Count a range of units on a worker.

    Returns
    -------
    arrays : TallyArrays
    own : tuple of int
        Sums of what is counted beside the tally.
    steadied : tuple of int
        Sums with luck taken out.
    seconds : float
        Seconds it took, without compilation.
    """
    with _compiling:
        simulation = _unpack(packed)
        count_tally(simulation, 0, 0, new_tally_arrays(), measures)
    arrays = new_tally_arrays()
    start = time.perf_counter()
    tally = count_tally(simulation, first, units, arrays, measures)
    return arrays, tally.own, tally.steadied, time.perf_counter() - start


class ClusterCrew:
    """Workers of a cluster that take ranges from a ledger.

    Parameters
    ----------
    client : distributed.Client
    simulation : Simulation
    ledger : Ledger
    measures : Counting
        What is summed up, too.
    """

    def __init__(
        self, client: "Client", simulation: Simulation, ledger: Ledger, measures: Counting
    ) -> None:
        self.faults: list[Exception] = []
        self._client = client
        self._ledger = ledger
        self._packed = _pack(simulation)
        self._measures = measures
        self._units = _FIRST_TASK
        self._waiting: dict[Any, Span] = {}
        self._idle_since = time.monotonic()
        self._is_stopped = False

    def start(self) -> None:
        """Hand out the first tasks."""
        self._idle_since = time.monotonic()
        self._hand_out()

    def is_busy(self, seconds: float) -> bool:
        """Wait a moment, and say whether any worker is still counting."""
        self._gather(seconds)
        self._hand_out()
        is_open = not (self._is_stopped or self.faults or self._ledger.is_done)
        return is_open or bool(self._waiting)

    def stop(self) -> None:
        """Finish the tasks in hand, so that the counted units are the first ones without a gap."""
        self._is_stopped = True
        until = time.monotonic() + _PATIENCE
        while self._waiting and self._client.nthreads() and time.monotonic() < until:
            self._gather(0.1)
        self.close()

    def close(self) -> None:
        """Cancel the tasks that are not counted yet."""
        for future, span in self._waiting.items():
            future.cancel()
            self._ledger.put_back(span)
        self._waiting.clear()

    def _hand_out(self) -> None:
        if self._is_stopped or self.faults:
            return
        threads = sum(self._client.nthreads().values())
        if not threads:
            if time.monotonic() - self._idle_since > _PATIENCE:
                self.faults.append(
                    InputError(f"cluster: no worker for {_PATIENCE:.0f} seconds; start one")
                )
            return
        self._idle_since = time.monotonic()
        while len(self._waiting) < _TASKS_A_THREAD * threads:
            span = self._ledger.take(self._units)
            if span is None:
                return
            future = self._client.submit(
                count_range, self._packed, span[0], span[1] - span[0], self._measures,
                pure=False, retries=_RETRIES,
            )  # fmt: skip
            self._waiting[future] = span

    def _gather(self, seconds: float) -> None:
        from distributed import wait

        if not self._waiting:
            time.sleep(seconds)
            return
        try:
            done, _ = wait(list(self._waiting), timeout=seconds, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return
        for future in done:
            span = self._waiting.pop(future)
            try:
                arrays, own, steadied, spent = future.result()
            except Exception as error:
                self._ledger.put_back(span)
                self.faults.append(error)
                continue
            self._ledger.give(span, Tally(TallyArrays(*arrays), own, steadied))
            self._units = next_chunk(span[1] - span[0], spent / 4, self._units)
            future.release()


class Cluster:
    """A connection to a Dask cluster."""

    def __init__(self, client: "Client") -> None:
        self._client = client

    def crew(
        self, simulation: Simulation, ledger: Ledger, measures: Counting = NO_MEASURES
    ) -> ClusterCrew:
        """Those who count a simulation."""
        return ClusterCrew(self._client, simulation, ledger, measures)


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


@contextmanager
def connect(address: str, workers: int | None = None) -> Iterator[Cluster]:
    """A cluster for the length of a block.

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
        If the extra is not installed, the address is invalid, or no scheduler answers.
    """
    load_extra("distributed", "cluster")
    import dask
    from distributed import Client, LocalCluster

    settings = {"distributed.scheduler.allowed-failures": _RETRIES}
    with dask.config.set(settings):
        if address == LOCAL:
            with _shielded():
                made = LocalCluster(
                    n_workers=workers, threads_per_worker=1, dashboard_address=None,
                    silence_logs="CRITICAL", host="127.0.0.1",
                )  # fmt: skip
            with made, Client(made) as client:
                yield Cluster(client)
            return
        try:
            client = Client(address, timeout=_CALLING)
        except (OSError, ValueError, TypeError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise InputError(
                f"cluster: {address}: {reason}; expected an address such as "
                "tcp://10.0.0.1:8786, or local"
            ) from None
        with client:
            yield Cluster(client)
