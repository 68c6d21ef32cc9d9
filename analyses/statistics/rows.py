"""The rows of a table, one by one."""

from collections.abc import Iterator
from typing import Any


def iterate_rows(table: Any) -> Iterator[Any]:
    """Each row of a data frame, with its columns as attributes and its place as ``Index``."""
    return table.itertuples()
