"""Records of the first deals of a run, kept while it counts them, so that none is played twice."""

import threading
from collections.abc import Sequence

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.kernel.deal.record import AT, COLUMNS
from piquet_sim.ordered_threads import play_in_order
from piquet_sim.running.ledger import Span, join_spans
from piquet_sim.running.records import RECORD_CHUNK_UNITS


class KeptRecords:
    """Columns of the records of the first units of a simulation, for `run_simulation` to fill.

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
    >>> result = run_simulation(clubs, 500, keeper=kept)
    >>> (kept.complete(1)["elder_score"] == clubs.record_units(0, 100)["elder_score"]).all()
    np.True_
    """

    def __init__(self, simulation: Simulation, units: int, names: Sequence[str]) -> None:
        self.simulation: Simulation = simulation
        self.units: int = units
        deals = units * simulation.deals_per_unit
        self.columns: dict[str, np.ndarray] = {name: np.zeros(deals, np.int64) for name in names}
        self.done: list[Span] = []
        """The units that are kept."""
        self._lock: threading.Lock = threading.Lock()

    def wants(self, first: int) -> bool:
        """Whether it keeps any rows from a unit on."""
        return first < self.units

    def keep(self, first: int, rows: np.ndarray) -> None:
        """Keep what belongs to the first units: int64 rows of all columns, from unit `first` on."""
        if not self.wants(first):
            return
        a_unit = self.simulation.deals_per_unit
        last = min(first + len(rows) // a_unit, self.units)
        kept = rows[: (last - first) * a_unit]
        for name, column in self.columns.items():
            column[first * a_unit : last * a_unit] = kept[:, getattr(AT, name)]
        with self._lock:
            self.done = join_spans([*self.done, (first, last)])

    def complete(self, threads: int, units: int | None = None) -> dict[str, np.ndarray]:
        """The columns of all units, int64; what no run has handed over is played.

        Parameters
        ----------
        threads : int
        units : int, optional
            Of so many at most, the first ones: where a run was stopped, of those it counted.
        """
        if units is not None:
            self.units = min(units, self.units)
        spans = [
            (first, min(first + RECORD_CHUNK_UNITS, end))
            for begin, end in self._find_missing()
            for first in range(begin, end, RECORD_CHUNK_UNITS)
        ]

        def play(span: Span) -> None:
            first, last = span
            records = self.simulation.record_units(first, last - first)
            rows = np.zeros((len(records), len(COLUMNS)), np.int64)
            for name in self.columns:
                rows[:, getattr(AT, name)] = records[name]
            self.keep(first, rows)

        for _ in play_in_order(play, spans, threads):
            pass
        deals = self.units * self.simulation.deals_per_unit
        return {name: column[:deals] for name, column in self.columns.items()}

    def _find_missing(self) -> list[Span]:
        done = [span for span in self.done if self.wants(span[0])]
        ends = [0, *(last for _, last in done)]
        begins = [*(first for first, _ in done), self.units]
        return [(end, begin) for end, begin in zip(ends, begins, strict=True) if end < begin]
