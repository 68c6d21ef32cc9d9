"""Records of deals on disk."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from piquet_sim.game.errors import InputError, load_extra
from piquet_sim.game.files import replace_file
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.kernel.deal.record import COLUMNS, Column

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetWriter


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
    def create(cls, path: Path, description: dict[str, object]) -> Iterator["RecordFile"]:
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
