"""Runs of several parts: two levels of deals, or the classes of a rare event.

Each part has a ledger of its own, and counts its units, numbered from 0, in a way of its own. The
parts are counted one after the other by threads or a cluster, as plain deals are. What they sum up
are whole numbers, so that the answer is the same for any number of threads, on a cluster, and for a
run that was stopped and continued.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.errors import InputError
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.running.checkpoint import Checkpoint, CheckpointWriter
from piquet_sim.running.ledger import Blocks, Counting, Ledger, count_tally
from piquet_sim.running.precision import Target
from piquet_sim.running.resuming import note_interruption, resume_within
from piquet_sim.running.run import Progress, ThreadCrew

if TYPE_CHECKING:
    from piquet_sim.running.cluster import Cluster, ClusterCrew

TOGETHER = 4096
"""Units whose rows are kept at a time."""


class Part(Counting, Protocol):
    """How the units of a part are counted."""

    size: int
    """Whole numbers that are summed up beside the tally: threes of a sum, one of squares, and how
    many units have what is counted."""

    deals_counted: bool
    """Whether its deals are among those that were asked for."""


def split_range(first: int, units: int) -> list[tuple[int, int]]:
    """Ranges of units that are played together: the first of each, and how many.

    Examples
    --------
    >>> split_range(10, 5_000)
    [(10, 4096), (4106, 904)]
    """
    last = first + units
    return [(start, min(TOGETHER, last - start)) for start in range(first, last, TOGETHER)]


class PartsRun:
    """A run of several parts on its way.

    Parameters
    ----------
    simulation : Simulation
    target : Target
    kind : str
        See `Checkpoint.kind`.
    parts : sequence of Part
    threads : int
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

    Raises
    ------
    InputError
        If the checkpoint is of another kind or was asked for something else, or its numbers are
        impossible.
    """

    def __init__(
        self,
        simulation: Simulation,
        target: Target,
        kind: str,
        parts: Sequence[Part],
        threads: int,
        progress: Progress | None = None,
        *,
        writer: CheckpointWriter | None = None,
        before: Checkpoint | None = None,
        cluster: "Cluster | None" = None,
        wait: float = 0.1,
    ) -> None:
        if writer is None and (kept := resume_within(simulation, target, kind)):
            writer, before = kept["writer"], kept.get("before")
        self.simulation, self.target, self.kind, self.parts = simulation, target, kind, parts
        self.threads, self.progress, self.writer = threads, progress, writer
        self.cluster, self.wait = cluster, wait
        new = [Ledger(blocks=Blocks(with_sums=True)) for _ in parts]
        self.ledgers = new if before is None else self._reopen(before)
        self.spent = 0.0 if before is None else before.seconds
        self.begun = time.perf_counter()
        for one in parts:  # compiled before threads start
            count_tally(simulation, 0, 0, new_tally_arrays(), one)

    @property
    def planned(self) -> int:
        """Units of the deals asked for up to which the run before was to count; 0 of a new one."""
        return sum(ledger.end for ledger in self._asked())

    @property
    def seconds(self) -> float:
        """Seconds that it has taken, with those of the run that is continued."""
        return self.spent + time.perf_counter() - self.begun

    def sums(self) -> list[tuple[int, ...]]:
        """What each part summed up."""
        return [
            ledger.tally.own or (0,) * part.size
            for ledger, part in zip(self.ledgers, self.parts, strict=True)
        ]

    def count(self, ends: Sequence[int]) -> None:
        """Count every part up to an end.

        Raises
        ------
        IllegalDecision
            If a strategy gives an illegal answer.
        KeyboardInterrupt
            If the run was stopped; what was counted by then is kept.
        """
        for ledger, end in zip(self.ledgers, ends, strict=True):
            ledger.extend(end)
        for part, ledger in zip(self.parts, self.ledgers, strict=True):
            if not ledger.is_done:
                self._count_part(part, ledger)

    def finish(self, is_complete: bool) -> bool:
        """Write the last checkpoint, or remove one that is no longer needed.

        Returns
        -------
        bool
            Whether there is one to continue from.
        """
        is_kept = self.writer is not None and self.writer.finish(self._stand, is_complete)
        if not is_complete:
            note_interruption()
        return is_kept

    def stop(self) -> Path | None:
        """End a run that was stopped: the checkpoint from which it can be continued, if any."""
        is_kept = self.finish(False)
        return self.writer.path if self.writer is not None and is_kept else None

    def _count_part(self, part: Part, ledger: Ledger) -> None:
        crew = self._find_crew(part, ledger)
        try:
            crew.start()
            while crew.is_busy(self.wait):
                self._tell()
                if self.writer is not None:
                    self.writer.keep(self._stand)
            self._tell()
        except KeyboardInterrupt:
            crew.stop()
            raise
        finally:
            crew.close()
        if crew.faults:
            # Ranges are taken in order and finished, so the earliest fault is among them.
            raise min(crew.faults, key=lambda fault: getattr(fault, "index", 0))

    def _find_crew(self, part: Part, ledger: Ledger) -> "ThreadCrew | ClusterCrew":
        if self.cluster is not None:
            return self.cluster.crew(self.simulation, ledger, part)
        return ThreadCrew(self.simulation, part, ledger, self.threads)

    def _asked(self) -> list[Ledger]:
        both = zip(self.ledgers, self.parts, strict=True)
        return [ledger for ledger, part in both if part.deals_counted]

    def _tell(self) -> None:
        if self.progress is not None:
            done = sum(ledger.units for ledger in self._asked())
            self.progress(done * self.simulation.deals_per_unit)

    def _stand(self) -> Checkpoint:
        first, *others = (ledger.copy() for ledger in self.ledgers)
        return Checkpoint(
            self.simulation, self.target, first, self.seconds, self.kind, tuple(others)
        )

    def _reopen(self, before: Checkpoint) -> list[Ledger]:
        # The ledgers of a checkpoint. A number of deals may be raised, since it changes nothing
        # but where the run ends; where a precision is asked for, it says when to look.
        ledgers = [before.ledger, *before.others]
        if before.kind != self.kind or len(ledgers) != len(self.parts):
            raise InputError(f"checkpoint: belongs to a run of {before.kind or 'plain deals'}")
        same = replace(before.target, deals=self.target.deals)
        if self.target != same or (self.target.precisions and self.target != before.target):
            raise InputError("checkpoint: it was asked for another precision")
        done = before.deals
        if done > self.target.deals:
            raise InputError(
                f"checkpoint: it already holds {done:,} deals, more than the "
                f"{self.target.deals:,} asked for"
            )
        for ledger, part in zip(ledgers, self.parts, strict=True):
            _check_sums(ledger, part)
        return ledgers


def _check_sums(ledger: Ledger, part: Part) -> None:
    own, units = ledger.tally.own, ledger.units
    is_possible = len(own) == (part.size if units else 0) and all(
        total * total <= squares * units and 0 <= events <= units
        for total, squares, events in zip(own[::3], own[1::3], own[2::3], strict=True)
    )
    if not is_possible:
        raise InputError("checkpoint: damaged (its sums are impossible)")
