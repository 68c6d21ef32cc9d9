"""Runs that continue: from a checkpoint, or within something longer that is started again."""

import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import list_end_signals, replace_file
from piquet_sim.running.checkpoint import (
    SHORT,
    Checkpoint,
    CheckpointWriter,
    find_differences,
    name_checkpoint,
    read_checkpoint,
)
from piquet_sim.running.ledger import Ledger
from piquet_sim.running.precision import Target
from piquet_sim.running.provenance import describe_simulation

if TYPE_CHECKING:
    from piquet_sim.running.result import Result


def open_ledger(checkpoint: Checkpoint, target: Target) -> Ledger:
    """The ledger of a checkpoint, prepared to continue.

    Raises
    ------
    InputError
        If it holds more deals than the target asks for, or sums of other measures.
    """
    ledger, per_unit = checkpoint.ledger, checkpoint.simulation.deals_per_unit
    if ledger.tally.deals > target.deals:
        raise InputError(
            f"checkpoint: it already holds {ledger.tally.deals:,} deals, more than the "
            f"{target.deals:,} asked for"
        )
    if target.measures != checkpoint.target.measures:
        raise InputError(
            f"checkpoint: it counts other measures: {checkpoint.target.measures} there, "
            f"{target.measures} here"
        )
    if target != checkpoint.target:
        # Looks planned for another target do not count; gaps are filled all the same.
        ledger.end = max([0, *(min(last, target.deals // per_unit) for _, last in ledger.done)])
    return ledger


def resume_arguments(
    checkpoint: str | Path | None,
    simulation: Simulation,
    tell: Callable[[str], None] = warnings.warn,
    is_asked_for: bool = True,
    kind: str = "",
) -> dict[str, object]:
    """Arguments of `run_simulation` for a run with a checkpoint: what was counted, and the writer.

    Parameters
    ----------
    checkpoint : path, optional
    simulation : Simulation
    tell : callable
        Called with one line where the run continues, or a checkpoint cannot be written.
    is_asked_for : bool
        See `CheckpointWriter`.
    kind : str
        See `Checkpoint.kind`.

    Raises
    ------
    InputError
        If the file is the checkpoint of something else, or of other code.
    """
    if checkpoint is None:
        return {}
    path = Path(checkpoint)
    writer = CheckpointWriter(path, tell, is_asked_for, is_long=path.exists())
    if not path.exists():
        if is_asked_for:  # refused now rather than when there is something to lose
            with replace_file(path):
                pass
            path.unlink()
        return {"writer": writer}
    before = read_checkpoint(path)
    different = find_differences(
        describe_simulation(before.simulation), describe_simulation(simulation)
    )
    if different:
        raise InputError(
            f"checkpoint {path}: belongs to another simulation: {'; '.join(different)}"
        )
    if before.kind != kind:
        there, here = (one or "plain deals" for one in (before.kind, kind))
        raise InputError(f"checkpoint {path}: belongs to a run of {there}, not of {here}")
    tell(f"continuing after {before.deals:,} deals from {path}")
    return {"writer": writer, "before": before}


class KeptRuns:
    """The runs of something longer: each keeps a checkpoint until the whole is done."""

    def __init__(self, folder: Path, tell: Callable[[str], None], is_long: bool = False) -> None:
        self.folder = folder
        self.tell = tell
        self.is_long = is_long
        """Whether all of it is expected to take long enough for checkpoints from the start."""
        self.paths: list[Path] = []
        self.is_interrupted = False
        """Whether a run was stopped before its end."""

    def resume_arguments(
        self, simulation: Simulation, target: Target, kind: str = ""
    ) -> dict[str, object]:
        """Arguments of `run_simulation` for one of them; after an interruption there is none."""
        if self.is_interrupted:
            raise KeyboardInterrupt
        path = name_checkpoint(self.folder, simulation, target, kind)
        self.paths.append(path)
        found = resume_arguments(path, simulation, self.tell, False, kind)
        writer = CheckpointWriter(
            path, self.tell, is_asked_for=False, stays=True, is_long=self.is_long or path.exists()
        )
        return {**found, "writer": writer}


_kept_runs: ContextVar[KeptRuns | None] = ContextVar("kept_runs", default=None)


def resume_within(simulation: Simulation, target: Target, kind: str = "") -> dict[str, object]:
    """Arguments of `run_simulation` for a run within something longer, else none."""
    whole = _kept_runs.get()
    return {} if whole is None else whole.resume_arguments(simulation, target, kind)


_shared: ContextVar[dict[tuple[Simulation, Target], "Result"] | None] = ContextVar(
    "shared", default=None
)


@contextmanager
def share_results() -> Iterator[None]:
    """Play each simulation of a block once; later requests for the same deals get its result.

    Examples
    --------
    >>> from piquet_sim.running.run import run_simulation
    >>> with share_results():
    ...     one, other = (run_simulation(Simulation("club", "club"), 10) for _ in range(2))
    >>> one is other
    True
    """
    token = _shared.set({})
    try:
        yield
    finally:
        _shared.reset(token)


def find_shared(simulation: Simulation, target: Target) -> "Result | None":
    """The result of a simulation that was played within the block before, if there is one."""
    return (_shared.get() or {}).get((simulation, target))


def note_shared(result: "Result") -> None:
    """Keep a complete result in case it is asked for again within the block."""
    shared = _shared.get()
    if shared is not None and result.is_complete:
        shared[result.simulation, result.target] = result


def note_interruption() -> None:
    """Record, where runs are part of something longer, that one of them was stopped.

    Raises
    ------
    KeyboardInterrupt
        If it is part of something longer, which ends here: what was stopped may have no deals.
    """
    whole = _kept_runs.get()
    if whole is not None:
        whole.is_interrupted = True
        raise KeyboardInterrupt


@contextmanager
def keep_runs(
    folder: Path, tell: Callable[[str], None], seconds: float = 0.0
) -> Iterator[KeptRuns]:
    """Every run of more than ten seconds within a block keeps a checkpoint and continues from it.

    So does every shorter one, or one that is stopped sooner, where the whole is expected to take
    as long.

    The checkpoints are removed when the block ends and no run in it was interrupted. After an
    interruption the block ends.

    Parameters
    ----------
    folder : Path
        Holds them in a folder `checkpoints`.
    tell : callable
        Called with one line for each file that could not be written or run that continues.
    seconds : float
        About how long the whole will take, where that is known.

    Yields
    ------
    KeptRuns
    """
    kept = KeptRuns(Path(folder), tell, seconds >= SHORT)
    token = _kept_runs.set(kept)
    try:
        yield kept
    except KeyboardInterrupt:
        if not kept.is_interrupted:
            raise
    finally:
        _kept_runs.reset(token)
    if kept.is_interrupted:
        if any(path.exists() for path in kept.paths):
            tell("stopped; run the same command again to continue")
        else:
            reason = (
                "no checkpoint could be written"
                if kept.is_long
                else ("runs this short are not checkpointed")
            )
            tell(f"stopped; {reason}")
        return
    for path in kept.paths:
        with suppress(OSError):  # they do no harm if they stay
            path.unlink(missing_ok=True)
    with suppress(OSError):
        (kept.folder / "checkpoints").rmdir()


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
