"""Bookkeeping of a run: which units are counted, which remain, and the tally so far.

Each counter (a thread, a worker elsewhere, a resumed run) takes a range of unit numbers and returns
its tally. Since tallies are integers that add up, it does not matter who counted
what in which order, only that every unit is counted exactly once; the ledger sees to that.

Beside the sums a ledger keeps a *fingerprint* of every block of units, so that a few blocks can
be counted again later and compared. A fingerprint is the sum of all cells of a tally, each times
a fixed odd number, modulo 2**64: it adds up as tallies do. Where a part of a run is counted in a
way of its own (`levels.parts`), what it sums up counts among the cells.
"""

import threading
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.luck.steadied import list_rows, pays, sum_steadied
from piquet_sim.estimates.tally import Tally
from piquet_sim.kernel.batch.batch import TallyArrays, new_tally_arrays
from piquet_sim.kernel.deal.record import COLUMNS
from piquet_sim.measures.own_measures import NO_MEASURES, OwnMeasures

Span = tuple[int, int]
"""A range of units: the first, and one past the last."""

MOST_BLOCKS = 64
LEAST_BLOCK = 1024
_SMALL_BLOCK, _MOST_SMALL = 8192, 16
"""Units in the smallest block: ranges end where blocks do, and each costs half a millisecond."""

CHUNK_UNITS = 1 << 18
"""The most units that are counted at a time."""

FIRST_CHUNK = 8
_CHUNK_GROWTH = 8
_CHUNK_SECONDS = 0.25


_MOST_SUMS = 1024
"""Of those that a part of a run sums up."""


def _odd_numbers() -> np.ndarray:
    # The SplitMix64 sequence, made odd: one fixed number for each cell of a tally.
    cells = sum(array.size for array in new_tally_arrays()) + _MOST_SUMS
    word = np.arange(1, cells + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (word ^ (word >> np.uint64(31))) | np.uint64(1)


_NUMBERS = _odd_numbers()
_MODULUS = 1 << 64


def take_fingerprint(tally: Tally, with_sums: bool = False) -> int:
    """The fingerprint of a tally, with what is summed up beside or without: from 0 to 2**64 - 1."""
    start, total = 0, 0
    for array in tally.arrays:
        cells = array.reshape(-1).view(np.uint64)
        total += int(cells @ _NUMBERS[start : start + cells.size])
        start += cells.size
    if with_sums:
        total += sum(
            one * int(number) for one, number in zip(tally.own, _NUMBERS[start:], strict=False)
        )
    return total % _MODULUS


@dataclass
class Blocks:
    """Fingerprints of blocks of units, all of one size but the last.

    The size follows from the number of units that are counted, not from how many were asked for.
    """

    units: int = LEAST_BLOCK
    """Units of a block: 1024 times a power of two."""
    fingerprints: list[int] = field(default_factory=list)
    with_sums: bool = False
    """Whether they hold what is summed up beside the tallies."""

    def stretch(self, end: int) -> None:
        """Make room for units up to `end`: blocks are joined while there are too many."""
        while -(-end // self.units) > (_MOST_SMALL if self.units < _SMALL_BLOCK else MOST_BLOCKS):
            old = [*self.fingerprints, 0]
            self.fingerprints = [
                (old[place] + old[place + 1]) % _MODULUS for place in range(0, len(old) - 1, 2)
            ]
            self.units *= 2
        missing = -(-end // self.units) - len(self.fingerprints)
        self.fingerprints += [0] * max(missing, 0)

    def add(self, first: int, tally: Tally) -> None:
        """Add the tally of units that begin at `first` and lie in one block."""
        block = first // self.units
        print_of_part = take_fingerprint(tally, self.with_sums)
        self.fingerprints[block] = (self.fingerprints[block] + print_of_part) % _MODULUS

    def describe(self, end: int) -> dict[str, Any]:
        """As data, for the result of a run that ends at `end`."""
        count = -(-end // self.units)
        return {
            "units": self.units,
            "fingerprints": [f"{one:016x}" for one in self.fingerprints[:count]],
            **({"with_sums": True} if self.with_sums else {}),
        }

    def span(self, block: int, end: int) -> Span:
        """The units of a block of a run that ends at `end`."""
        return block * self.units, min((block + 1) * self.units, end)


def join_spans(spans: list[Span]) -> list[Span]:
    """Ranges in order, those that touch made one."""
    joined: list[Span] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], last)
        else:
            joined.append((first, last))
    return joined


class Ledger:
    """What a run has counted, and the ranges still to count.

    Parameters
    ----------
    tally : Tally
        Of what is done already.
    done : list of Span
        The ranges of those units: in order, without touching.
    blocks : Blocks
        Their fingerprints.
    """

    def __init__(
        self,
        tally: Tally | None = None,
        done: list[Span] | None = None,
        blocks: Blocks | None = None,
    ) -> None:
        self.tally: Tally = tally or Tally()
        self.done: list[Span] = list(done or [])
        self.blocks: Blocks = blocks or Blocks()
        self.end: int = 0
        self.lock: threading.Lock = threading.Lock()
        self._taken: list[Span] = []

    @property
    def units(self) -> int:
        """Units counted."""
        return sum(last - first for first, last in self.done)

    @property
    def is_done(self) -> bool:
        """Whether all units up to the end are counted."""
        return self.end == 0 or (len(self.done) == 1 and self.done[0] == (0, self.end))

    def extend(self, end: int) -> None:
        """Have all units below `end` counted; never fewer than before."""
        with self.lock:
            self.end = max(end, self.end, self.done[-1][1] if self.done else 0)

    def take(self, units: int) -> Span | None:
        """Take the lowest units not yet counted or taken: up to a maximum, within one block.

        Returns
        -------
        Span or None
            None if there are none left.
        """
        with self.lock:
            first = 0
            for begin, end in join_spans(self.done + self._taken):
                if begin > first:
                    break
                first = end
            else:
                begin = self.end
            begin = begin if begin > first else self.end
            if first >= self.end:
                return None
            of_block = (first // self.blocks.units + 1) * self.blocks.units
            span = first, min(first + max(units, 1), begin, of_block, self.end)
            self._taken.append(span)
            return span

    def give(self, span: Span, tally: Tally) -> None:
        """Add the tally of units that were taken."""
        with self.lock:
            self._taken.remove(span)
            self.tally.merge(tally)
            self.blocks.stretch(span[1])
            self.blocks.add(span[0], tally)
            self.done = join_spans([*self.done, span])

    def put_back(self, span: Span) -> None:
        """Hand back units that were taken and not counted."""
        with self.lock:
            self._taken.remove(span)

    def copy(self) -> "Ledger":
        """What is done so far."""
        with self.lock:
            other = Ledger(
                self.tally + Tally(),
                self.done,
                replace(self.blocks, fingerprints=list(self.blocks.fingerprints)),
            )
            other.end = self.end
            return other


def next_chunk(units: int, seconds: float, before: int) -> int:
    """How many units to take next, so that they take about a quarter of a second."""
    fitting = units * _CHUNK_SECONDS / max(seconds, 1e-6)
    return max(1, min(int(fitting), before * _CHUNK_GROWTH, CHUNK_UNITS))


# ---- Counting a range ----------------------------------------------------------------------------
class Counting(Protocol):
    """What is made of a range of units beside its tally; pickled, it is sent to other machines."""

    def count_units(
        self, simulation: Simulation, first: int, units: int, tally: TallyArrays
    ) -> tuple[int, ...]:
        """Play a range of units, add them to a tally, and sum up what else is counted."""
        ...


_TOGETHER = 4096
"""Units whose records are kept at a time."""


class Keeper(Protocol):
    """What keeps rows of deals as they are counted."""

    def wants(self, first: int) -> bool:
        """Whether it keeps any rows from a unit on."""
        ...

    def keep(self, first: int, rows: np.ndarray) -> None:
        """Keep what it wants of units from `first` on: int64 rows of all columns."""
        ...


def count_tally(
    simulation: Simulation,
    first: int,
    units: int,
    arrays: TallyArrays,
    measures: Counting = NO_MEASURES,
    keeper: Keeper | None = None,
) -> Tally:
    """Play a range of units and count them.

    Where luck is taken out (`steadied.pays`), what is left of every unit is summed, too; other ways
    of counting than `OwnMeasures` (`levels.parts`) see to that themselves.

    Parameters
    ----------
    simulation : Simulation
    first, units : int
    arrays : TallyArrays
        Zeros, which the tally takes.
    measures : Counting
    keeper : Keeper, optional
        Is handed the rows of the deals; not where there is another way of counting.

    Raises
    ------
    IllegalDecision
        If a strategy gives an illegal answer.
    """
    keeper = keeper if keeper is not None and keeper.wants(first) else None
    is_steadied = pays(simulation)
    if not isinstance(measures, OwnMeasures) or not (is_steadied or keeper):
        return Tally(arrays, measures.count_units(simulation, first, units, arrays))
    a_unit = simulation.deals_per_unit
    room = np.zeros((min(units, _TOGETHER) * a_unit, len(COLUMNS)), np.int64)
    whole = Tally(arrays)
    for start in range(first, first + units, _TOGETHER):
        chunk = min(_TOGETHER, first + units - start)
        rows = room[: chunk * a_unit]
        simulation.count_units(start, chunk, arrays, rows)
        own = measures.sum_up_rows(rows, a_unit)
        whole.add_sums(own, sum_steadied(simulation, rows) if is_steadied else ())
        if keeper is not None:
            keeper.keep(start, rows)
    return whole


def steady_records(simulation: Simulation, records: np.ndarray) -> tuple[int, ...]:
    """The sums with luck taken out over recorded units; none where it is left in.

    Parameters
    ----------
    simulation : Simulation
    records : structured array
        As `Simulation.record_units` makes them.
    """
    if not pays(simulation):
        return ()
    return sum_steadied(simulation, list_rows(records))
