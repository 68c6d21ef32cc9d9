"""Files: written under a temporary name and renamed, so that no half of a file is ever seen."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from piquet_sim.errors import InputError
from piquet_sim.kernel.record import COLUMNS

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetWriter


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """A temporary path beside `path` that takes its name when the block ends well.

    Raises
    ------
    InputError
        If the folder does not exist or cannot be written, or the disk is full.
    """
    path = Path(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent or ".")
    except OSError as error:
        raise InputError(f"cannot write {path}: {_reason(error)}") from None
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {_reason(error)}") from None
    finally:
        temporary.unlink(missing_ok=True)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def make_folder(path: Path) -> Path:
    """A folder that exists and can be written.

    Raises
    ------
    InputError
        If it cannot be made or written.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {path}: {_reason(error)}") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise InputError(f"cannot write to the folder {path}: permission denied")
    return path


def write_text(path: Path, text: str) -> None:
    """Write a text file as a whole or not at all.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    with replace_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


class RecordFile:
    """A Parquet file of records, written batch by batch under a temporary name.

    Each column carries its unit and meaning, the file the description of its simulation.
    """

    def __init__(self, writer: "ParquetWriter") -> None:
        self._writer = writer

    @classmethod
    @contextmanager
    def create(cls, path: Path, description: dict[str, object]) -> Iterator["RecordFile"]:
        """Open a file that takes its name when the block ends well.

        Raises
        ------
        InputError
            If it cannot be written.
        """
        import json

        import pyarrow as pa
        import pyarrow.parquet as pq

        schema = pa.schema(
            [
                pa.field(
                    column.name,
                    pa.from_numpy_dtype(np.dtype(column.dtype)),
                    nullable=False,
                    metadata={"unit": column.unit, "meaning": column.meaning},
                )
                for column in COLUMNS
            ],
            metadata={"simulation": json.dumps(description)},
        )
        with replace_file(Path(path)) as temporary:
            with pq.ParquetWriter(temporary, schema) as writer:
                yield cls(writer)

    def write(self, records: np.ndarray) -> None:
        """Append records (structured array of `RECORD_DTYPE`)."""
        import pyarrow as pa

        arrays = [pa.array(records[column.name]) for column in COLUMNS]
        self._writer.write_batch(pa.record_batch(arrays, schema=self._writer.schema))
