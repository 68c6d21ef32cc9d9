"""What the numbers of a study were made of: simulations, and fingerprints of other cases.

A study plays simulations, whose deals carry fingerprints of their own (`ledger`), and it judges
cases: hands, leads, parties, pairs of deals. These come in streams, each in a fixed order, so that
a study of fewer deals judges the first cases of a longer one. While a study is at work, `keep_rows`
and `keep_sums` take the fingerprint of each stream after 1, 4, 16, ... cases, and a result stores
them. Running the same study with fewer deals makes the first cases again, so that they can be
compared.

Numbers with a fraction count to nine digits, since processors differ in the last ones.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, TypeVar

import numpy as np

_Part = TypeVar("_Part")

_STEP = 4
"""Each fingerprint is taken after this many times as many cases as the one before."""
_DIGITS = 9


@dataclass
class Stream:
    """Cases of one kind, in their order."""

    cases: int = 0
    marks: dict[int, str] = field(default_factory=dict)
    """Fingerprints of the first cases, by how many they are."""
    _next: int = 1
    _columns: dict[str, Any] = field(default_factory=dict)  # hashlib names no class of its own

    def add_rows(self, columns: dict[str, np.ndarray], rows: int) -> None:
        """Add cases, each a row of columns."""
        done = 0
        while done < rows:
            taken = min(rows - done, self._next - self.cases)
            for name, column in columns.items():
                digest = self._columns.setdefault(name, hashlib.sha256())
                digest.update(np.ascontiguousarray(column[done : done + taken]).tobytes())
            done += taken
            self.cases += taken
            if self.cases == self._next:
                self._mark()
                self._next *= _STEP

    def add_sum(self, total: bytes, cases: int) -> None:
        """Add cases of which only what they add up to so far is known."""
        self.cases = cases
        self._columns = {"": hashlib.sha256(total)}
        if not cases & (cases - 1):
            self._mark()

    def close(self) -> None:
        """Take the fingerprint of all cases."""
        if self.cases:
            self._mark()

    def _mark(self) -> None:
        whole = hashlib.sha256()
        for name in sorted(self._columns):
            whole.update(name.encode() + b"\0" + self._columns[name].digest())
        self.marks[self.cases] = whole.hexdigest()[:16]

    def describe(self) -> dict[str, Any]:
        """As data, for a result."""
        return {
            "cases": self.cases,
            "fingerprints": {str(at): one for at, one in self.marks.items()},
        }


@dataclass
class Cases:
    """All that a study judged."""

    streams: dict[str, Stream] = field(default_factory=dict)
    runs: list[Any] = field(default_factory=list)

    def open(self, name: str) -> Stream:
        """A stream of that name, or a further one where the name is taken."""
        place, own = 1, name
        while own in self.streams:
            place += 1
            own = f"{name}, {place}"
        return self.streams.setdefault(own, Stream())

    def describe(self) -> dict[str, Any]:
        """As data, for a result: by stream its number of cases and its fingerprints."""
        for one in self.streams.values():
            one.close()
        return {name: one.describe() for name, one in self.streams.items() if one.cases}


_kept: ContextVar[Cases | None] = ContextVar("kept", default=None)


@contextmanager
def keep_cases() -> Iterator[Cases]:
    """Keep the fingerprints of all cases that are judged within a block, and its simulations.

    Examples
    --------
    >>> with keep_cases() as cases:
    ...     hands = list(keep_rows("hands", [np.array([3, 1]), np.array([4])]))
    >>> cases.describe()["hands"]["cases"]
    3
    """
    token = _kept.set(cases := Cases())
    try:
        yield cases
    finally:
        _kept.reset(token)


def note_run(result: object) -> None:
    """Keep a simulation that was counted, where somebody keeps them."""
    kept = _kept.get()
    if kept is not None:
        kept.runs.append(result)


def keep_rows(name: str, parts: Iterable[_Part]) -> Iterator[_Part]:
    """Hand on parts that hold a row for each case, and keep their fingerprints.

    Parameters
    ----------
    name : str
        What the cases are.
    parts : iterable
        Arrays of rows; or mappings, dataclasses and tuples of them, of one length in each part.

    Yields
    ------
    object
        The parts.
    """
    kept = _kept.get()
    stream = None if kept is None else kept.open(name)
    for part in parts:
        if stream is not None:
            columns = dict(_list_columns(part, ""))
            rows = {len(one) for one in columns.values()}
            if len(rows) > 1:
                raise ValueError(f"{name}: columns of {sorted(rows)} rows")
            stream.add_rows(columns, *rows)
        yield part


def keep_whole(name: str, **columns: np.ndarray) -> None:
    """Keep the fingerprints of cases that are all there: a row of some columns each."""
    for _ in keep_rows(name, [columns]):
        pass


def keep_each(name: str, cases: Iterable[_Part]) -> Iterator[_Part]:
    """Hand on cases one by one, and keep their fingerprints.

    Parameters
    ----------
    name : str
        What the cases are.
    cases : iterable
        Each a number, a text, None, an array, or a collection or dataclass of these.

    Yields
    ------
    object
        The cases.

    Examples
    --------
    >>> with keep_cases() as cases:
    ...     hands = list(keep_each("hands", [(3, "elder"), (1, None)]))
    >>> sorted(cases.describe()["hands"]["fingerprints"])
    ['1', '2']
    """
    kept = _kept.get()
    stream = None if kept is None else kept.open(name)
    for case in cases:
        if stream is not None:
            digest = hashlib.sha256()
            _feed(digest, case)
            stream.add_rows({"": np.frombuffer(digest.digest(), np.uint8).reshape(1, -1)}, 1)
        yield case


def keep_sums(name: str, parts: Iterable[_Part], read: Callable[[_Part], tuple]) -> Iterator[_Part]:
    """Hand on parts of sums, and keep fingerprints of what they add up to.

    Parameters
    ----------
    name : str
        What the cases are.
    parts : iterable
    read : callable
        Of a part, how many cases it has, and its integer arrays, which add up.

    Yields
    ------
    object
        The parts.
    """
    kept = _kept.get()
    stream = None if kept is None else kept.open(name)
    total: list[np.ndarray] = []
    for part in parts:
        if stream is not None:
            count, *arrays = read(part)
            total = [np.array(one) for one in arrays] if not total else [
                one + other for one, other in zip(total, arrays, strict=True)
            ]  # fmt: skip
            stream.add_sum(b"".join(one.tobytes() for one in total), stream.cases + count)
        yield part


def _list_columns(part: object, name: str) -> Iterator[tuple[str, np.ndarray]]:
    # The arrays in a part, by where they stand in it.
    if isinstance(part, np.ndarray):
        if part.dtype.names is not None:
            for column in part.dtype.names:
                yield f"{name}.{column}", part[column]
        else:
            yield name, _plain(part)
        return
    if isinstance(part, Mapping):
        named = ((str(key), one) for key, one in part.items())
    elif is_dataclass(part):
        named = ((one.name, getattr(part, one.name)) for one in fields(part))
    elif isinstance(part, tuple | list):
        named = ((str(place), one) for place, one in enumerate(part))
    else:
        return
    for key, one in named:
        yield from _list_columns(one, f"{name}.{key}")


def _plain(array: np.ndarray) -> np.ndarray:
    # Whole numbers of any width alike; of others nine digits.
    if array.dtype.kind == "f":
        return np.array([f"{one:.{_DIGITS}g}" for one in array.ravel().tolist()], "S24").reshape(
            array.shape
        )
    if array.dtype.kind in "iub":
        return array.astype(np.int64)
    return array


def _feed(digest: Any, case: object) -> None:
    if isinstance(case, np.ndarray):
        digest.update(str(case.shape).encode())
        for name, column in _list_columns(case, ""):
            digest.update(name.encode() + np.ascontiguousarray(column).tobytes())
    elif isinstance(case, Mapping):
        for key, one in case.items():
            _feed(digest, key)
            _feed(digest, one)
    elif is_dataclass(case) and not isinstance(case, type):
        for one in fields(case):
            _feed(digest, getattr(case, one.name))
    elif isinstance(case, tuple | list):
        digest.update(f"[{len(case)}".encode())
        for one in case:
            _feed(digest, one)
    elif isinstance(case, bool | np.bool_):
        digest.update(f"{int(case)};".encode())
    elif isinstance(case, float | np.floating):
        digest.update(f"{float(case):.{_DIGITS}g};".encode())
    elif isinstance(case, int | np.integer):
        digest.update(f"{int(case)};".encode())
    elif case is None or isinstance(case, str):
        digest.update(f"{case!r};".encode())
    else:
        raise TypeError(f"a case holds {type(case).__name__}, which has no fingerprint")
