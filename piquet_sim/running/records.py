"""Records: the deals of a simulation as rows, in memory or in a file."""

import json
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.simulation import RECORD_DTYPE, Simulation
from piquet_sim.estimates.luck.steadied import list_rows, pays, sum_steadied
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError, load_extra
from piquet_sim.game.files import replace_file
from piquet_sim.game.threads import play_in_order
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.kernel.deal.record import COLUMNS, Column
from piquet_sim.measures.own_measures import NO_MEASURES, OwnMeasures
from piquet_sim.running.blocks import Span, list_blocks
from piquet_sim.running.precision import Target
from piquet_sim.running.provenance import describe_origin, describe_simulation
from piquet_sim.running.result import INTERRUPTED, Result
from piquet_sim.running.run import Progress, count_threads, count_units, heed_termination

if TYPE_CHECKING:
    import pandas as pd
    from pyarrow.parquet import ParquetWriter

RECORD_CHUNK_UNITS = 65536


class RecordsLost(InputError):
    """The file of a run's records could not be written."""

    def __init__(self, message: str, result: Result) -> None:
        super().__init__(message)
        self.result = result
        """The result of the deals played so far."""


def record_deals(simulation: Simulation, n: int) -> "pd.DataFrame":
    """The records of the first n deals as a data frame, one row per deal.

    Hands are masks: `count_rank`, `longest_suit` and `hand_value` take a column of them, and
    `format_hand` writes one.

    Returns
    -------
    pandas.DataFrame
        The columns are, of the deal:

        - ``index``: number of the deal in its simulation
        - ``mirrored``: 1 if the strategies have changed seats
        - ``point_result``, ``sequence_result``, ``set_result``: 0 none, 1 elder, 2 younger, 3 equal
        - ``faced``: 1 if the cards younger left were faced for both

        and of each seat, here of elder (``younger_...`` likewise):

        - ``elder_dealt``, ``elder_discard``, ``elder_hand``: masks of the twelve cards dealt, of
          the cards thrown out, and of the twelve cards played with
        - ``elder_exchanged``: number of cards exchanged
        - ``elder_point_call``: the point called, cards * 256 + pips
        - ``elder_sequence_call``, ``elder_set_call``: the best called, cards * 16 + rank, the
          sequence's by its top card
        - ``elder_carte_blanche``, ``elder_point``, ``elder_sequences``, ``elder_sets``,
          ``elder_play``, ``elder_cards``, ``elder_pique``, ``elder_repique``: points of each kind;
          in play, the last trick's extra point is included, and cards are those or the capot
        - ``elder_score``: their sum
        - ``elder_tricks``: tricks won

        Some have the name of an estimate that is something else: here ``elder_point`` is a number
        of points, there it is the share of deals in which elder's point is good
        (`say_meaning`).

    Raises
    ------
    InputError
        If n is not a valid number of deals.

    Examples
    --------
    >>> table = record_deals(Simulation("club", "club"), 1_000)
    >>> table[["elder_score", "younger_score"]].shape
    (1000, 2)
    """
    import pandas as pd

    units = count_units(simulation, n)
    chunks = [
        simulation.record_units(first, min(RECORD_CHUNK_UNITS, units - first))
        for first in range(0, units, RECORD_CHUNK_UNITS)
    ]
    return pd.DataFrame(np.concatenate(chunks) if chunks else np.empty(0, RECORD_DTYPE))


def run_with_records(
    simulation: Simulation,
    n: int,
    path: Path,
    progress: Progress | None = None,
    measures: OwnMeasures = NO_MEASURES,
    threads: int | None = None,
) -> Result:
    """Count n deals, and measures of one's own, and write the record of each to a Parquet file.

    The file appears when the run ends; memory stays constant. Ctrl-C ends the run with the
    deals recorded so far.

    Raises
    ------
    InputError
        If n is not a valid number of deals.
    RecordsLost
        If the file cannot be written; the exception carries the result so far.
    """
    units, tally, waiting = count_units(simulation, n), Tally(), []
    start = time.perf_counter()

    def stand() -> Result:
        ended = "" if tally.units == units else INTERRUPTED
        target = Target(int(n), measures=measures) if measures else None
        return Result(simulation, tally, int(n), time.perf_counter() - start, ended, target)

    def play(span: Span) -> tuple[Tally, np.ndarray]:
        arrays = new_tally_arrays()
        records = simulation.record_units(*span, arrays)
        own = measures.sum_up_records(records, simulation.deals_per_unit)
        steadied = sum_steadied(simulation, list_rows(records)) if pays(simulation) else ()
        return Tally(arrays, own, steadied), records

    play((0, 0))  # compiled before threads start
    origin = {"simulation": describe_simulation(simulation), **describe_origin(simulation)}
    description = {**simulation.describe(), "n": n, "origin": origin}
    blocks = list_blocks(simulation, 0, units)
    try:
        with heed_termination(), RecordFile.create(path, description) as file:
            try:
                with closing(play_in_order(play, blocks, count_threads(threads))) as parts:
                    for part, records in parts:
                        part.merge(tally)
                        tally, waiting = part, [*waiting, records]  # no interrupt falls between
                        if not part.units % RECORD_CHUNK_UNITS:
                            try:
                                file.write(np.concatenate(waiting))
                            finally:
                                waiting = []
                        if progress is not None:
                            progress(tally.deals)
            except KeyboardInterrupt:
                pass
            if waiting:
                file.write(np.concatenate(waiting))
    except IllegalDecision:
        raise
    except InputError as error:
        raise RecordsLost(str(error), stand()) from None
    return stand()


# ---- On disk ------------------------------------------------------------------------------------
_SUFFIXES = ("", ".parquet", ".pq")


def say_meaning(column: Column) -> str:
    """What a column holds, and what an estimate of the same name means where that differs.

    Examples
    --------
    >>> from piquet_sim.kernel.deal.record import AT
    >>> say_meaning(COLUMNS[AT.elder_point])
    "elder's points for the point; the estimate of this name is how often elder's point is good"
    """
    measure = next((one for one in MEASURES if one.name == column.name and one.is_flag), None)
    if measure is None:
        return column.meaning
    return f"{column.meaning}; the estimate of this name is how often {measure.meaning}"


class RecordFile:
    """A Parquet file of records, written batch by batch under a temporary name.

    Each column carries its unit and meaning (`say_meaning`); the file carries the description of
    its simulation.
    """

    def __init__(self, writer: "ParquetWriter") -> None:
        self._writer = writer

    @classmethod
    @contextmanager
    def create(cls, path: Path, description: dict[str, Any]) -> Iterator["RecordFile"]:
        """Open a file that takes its name when the block ends without error.

        Raises
        ------
        InputError
            If it cannot be written, or the library for such files is not installed.
        """
        pa, pq = (load_extra(name, "records") for name in ("pyarrow", "pyarrow.parquet"))
        schema = pa.schema(
            [
                pa.field(
                    column.name,
                    pa.from_numpy_dtype(np.dtype(column.dtype)),
                    nullable=False,
                    metadata={"unit": column.unit, "meaning": say_meaning(column)},
                )
                for column in COLUMNS
            ],
            metadata={"simulation": json.dumps(description)},
        )
        path = Path(path)
        if path.suffix.lower() not in _SUFFIXES:
            raise InputError(f"records {path}: expected a file name that ends in .parquet")
        with replace_file(path) as temporary:
            with pq.ParquetWriter(temporary, schema) as writer:
                yield cls(writer)

    def write(self, records: np.ndarray) -> None:
        """Append records (structured array of `RECORD_DTYPE`)."""
        import pyarrow as pa

        arrays = [pa.array(records[column.name]) for column in COLUMNS]
        self._writer.write_batch(pa.record_batch(arrays, schema=self._writer.schema))
