"""Records: the deals of a simulation as rows, in memory or in a file."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from piquet_sim.conditions.expression import Deals, read_expression
from piquet_sim.conditions.names import MEASURE
from piquet_sim.deals.illegal_decisions import IllegalDecision
from piquet_sim.deals.simulation import HIGHEST_SEED, Simulation, new_columns
from piquet_sim.game.cards import HAND_CARDS, pack_mask
from piquet_sim.game.errors import InputError, load_extra, quote, read_text
from piquet_sim.game.files import replace_file
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.threads import INTERRUPTED
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.kernel.deal.record import AT, COLUMNS, Column
from piquet_sim.running.precision import Target
from piquet_sim.running.provenance import describe_origin, describe_simulation
from piquet_sim.running.result import Result
from piquet_sim.running.run import KeptRecords, Progress, Run, RunLost, read_units

if TYPE_CHECKING:
    import pandas as pd
    from pyarrow.parquet import ParquetWriter


_AT_ONCE = 2_048
"""Units whose records fit into a processor's cache until they are converted to small types."""


def ask(frame: "pd.DataFrame", text: str, rules: RuleSet = RUBICON) -> "pd.Series":
    """The value of an expression in each of the deals recorded.

    Parameters
    ----------
    frame : DataFrame
        As `record_deals` gives it.
    text : str
        "elder.after.aces - elder.aces", or "elder_score > 30".
    rules : RuleSet
        The rules that were played.

    Returns
    -------
    Series
        int64, or bool for what is true or false; with the index of the frame.

    Raises
    ------
    InputError
        If the expression cannot be read, or the frame lacks a column that it needs, or has one
        that is no record of deals: masks that went through floats have lost cards.

    Examples
    --------
    >>> from piquet_sim import Simulation
    >>> from piquet_sim.running.records import record_deals
    >>> ask(record_deals(Simulation("club", "club"), 5), "elder.after.aces - elder.aces").tolist()
    [1, 1, 1, 0, 1]
    """
    import pandas as pd

    def column(name: str) -> np.ndarray:
        if name not in frame:
            raise InputError(f"ask: the frame has no column {name}, which {text!r} needs")
        return _read_column(frame, name, rules)

    if not hasattr(frame, "columns"):
        raise InputError(f"ask: expected a frame, as in record(n=1_000), got {quote(frame)}")
    read = read_expression(read_text("ask", text), rules, MEASURE)
    values = np.broadcast_to(read.compute(Deals(column, rules.pack)), len(frame))
    return pd.Series(values.astype(bool if read.is_yes else np.int64), frame.index, name=read.text)


def _read_column(frame: "pd.DataFrame", name: str, rules: RuleSet) -> np.ndarray:
    given, unit = frame[name].to_numpy(), COLUMNS[getattr(AT, name)].unit
    try:
        with np.errstate(invalid="ignore"):
            read = given.astype(np.int64)
        is_read = bool((read == given).all()) and not (unit == "mask" and given.dtype.kind == "f")
    except (TypeError, ValueError, OverflowError):
        is_read = False
    if not is_read:
        raise InputError(f"ask: column {name} is {given.dtype}; expected whole numbers, as int64")
    if unit == "mask":
        seat, _, which = name.partition("_")
        cards = np.bitwise_count(read)
        wanted = {
            "dealt": HAND_CARDS,
            "hand": HAND_CARDS,
            "lead": 1,
            "discard": frame.get(f"{seat}_exchanged", cards),
        }.get(which, cards)
        wrong = (cards != np.asarray(wanted)) | (read & ~pack_mask(rules.pack) != 0)
        if wrong.any():
            raise InputError(
                f"ask: column {name}, row {wrong.argmax()}: {read[wrong.argmax()]:#x} is not what "
                f"it records, {COLUMNS[getattr(AT, name)].meaning}; masks that went through floats "
                "lose cards"
            )
    return read


def record_deals(simulation: Simulation, n: int) -> "pd.DataFrame":
    """The records of the first n deals as a data frame, one row per deal.

    Hands are masks: `ask` asks what they hold, as in ``ask(frame, "elder.after.aces")``, and
    `format_hand` writes one.

    Returns
    -------
    pandas.DataFrame
        The columns are, of the deal:

        - ``index``: number of the deal in its simulation
        - ``mirrored``: 1 if the strategies have changed seats
        - ``point_result``, ``sequence_result``, ``set_result``: 0 none, 1 elder, 2 younger, 3 equal
        - ``faced``: 1 if the cards younger left were faced for both
        - ``first_lead``: the card that elder led first, as a mask
        - ``lead_of_point``: 1 if that card is of the suit of elder's point

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

    units, a_unit = read_units(simulation, n), simulation.deals_per_unit
    try:
        kept = {column.name: np.empty(units * a_unit, column.dtype) for column in COLUMNS}
    except (MemoryError, ValueError):
        raise InputError(
            f"n: {n:,} records do not fit into memory; run_with_records writes a file"
        ) from None
    for first in range(0, units, _AT_ONCE):
        some = min(_AT_ONCE, units - first)
        columns = new_columns(some * a_unit)
        simulation.play_units(first, some, None, columns)
        for values, column in zip(kept.values(), columns, strict=True):
            values[first * a_unit : (first + some) * a_unit] = column
    return pd.DataFrame(kept, copy=False)


def run_with_records(
    simulation: Simulation,
    n: int | Target,
    path: Path,
    progress: Progress | None = None,
    threads: int | None = None,
) -> Result:
    """Count deals, and write the record of each to a Parquet file.

    The file appears when the run ends; memory stays constant. Ctrl-C ends the run with the
    deals recorded so far.

    Raises
    ------
    InputError
        If n is not a valid number of deals.
    RunLost
        If the file cannot be written; the exception carries the result so far.
    """
    run = Run(simulation, n, progress)
    description = {
        **simulation.describe(),
        "n": run.target.deals,
        "origin": {"simulation": describe_simulation(simulation), **describe_origin(simulation)},
    }
    try:
        with RecordFile.create(path, description) as run.kept:
            return run.count(threads)
    except IllegalDecision:
        raise
    except InputError as error:
        raise RunLost(str(error), run.finish(INTERRUPTED)) from None


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


class RecordFile(KeptRecords):
    """A Parquet file of records, written batch by batch under a temporary name.

    Each column carries its unit and meaning (`say_meaning`); the file carries the description of
    its simulation.
    """

    def __init__(self, writer: "ParquetWriter") -> None:
        super().__init__(HIGHEST_SEED)
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
            # Whole numbers whose bytes lie apart take half the room that a dictionary of them
            # takes, and half the time.
            with pq.ParquetWriter(
                temporary,
                schema,
                compression="zstd",
                use_dictionary=False,
                use_byte_stream_split=True,
            ) as writer:
                yield cls(writer)

    def write(self, blocks: Sequence[np.ndarray]) -> None:
        """Append records, of several blocks: int64[column, deal]."""
        import pyarrow as pa

        schema, deals = self._writer.schema, sum(block.shape[1] for block in blocks)
        arrays = []
        for column, kind, *parts in zip(COLUMNS, schema.types, *blocks, strict=True):
            values = np.concatenate(parts, dtype=column.dtype, casting="unsafe")
            # Arrays by their memory: of one of NumPy's, pyarrow would ask pandas what it is.
            arrays.append(pa.Array.from_buffers(kind, deals, [None, pa.py_buffer(values)]))
        self._writer.write_batch(pa.record_batch(arrays, schema=schema))
