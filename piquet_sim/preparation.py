"""What is prepared once per machine, at first use.

The engine is compiled function by function, and the table of perfect play is built. A line on
standard error says so the first time; when the command line runs on a terminal, a bar shows how far
compilation has come. `piquet setup` does all of it beforehand. If the environment variable
``PIQUET_QUIET`` is set to anything, nothing is printed.
"""

import atexit
import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import NamedTuple, Protocol

COMPILING = "compiling the engine, once on this machine"
LAYING_OUT = "laying out the play table, once on this machine"

SECONDS_IN_SILENCE = 1.0
"""After so many a line says what takes long."""

_NEW_OBJECTS = 200_000
"""While the engine is compiled, Python looks for cycles to free after so many new objects. Numba
makes hundreds of thousands that live on: by Python's usual 700, a sixth of the time was spent on
searching them."""


class Expected(NamedTuple):
    """What a compilation is expected to come to, from earlier ones."""

    functions: int
    seconds: float


USUAL = {
    "python": Expected(100, 30.0),
    "simulate": Expected(100, 30.0),
    "study": Expected(110, 35.0),
    "advise": Expected(130, 35.0),
    "duel": Expected(220, 75.0),
    "setup": Expected(570, 150.0),
}
"""What comes first on a machine, by what was asked, before this machine has done it once."""


class Watcher(Protocol):
    """Receives the progress of compilation."""

    def begin(self, expected: Expected | None) -> None:
        """A function is about to be compiled, and maybe others for its sake."""

    def advance(self, functions: int) -> None:
        """So many functions have been compiled by this process."""

    def end(self) -> None:
        """Nothing is being compiled any more, for now."""


class OneLine:
    """Says once that the engine is compiled, and how long that may take."""

    def __init__(self) -> None:
        self._is_said = False

    def begin(self, expected: Expected | None) -> None:
        """Print the line unless it was printed."""
        if not self._is_said and not is_quiet():
            self._is_said = True
            announce(COMPILING + (f": about {max(expected.seconds, 1):.0f} s" if expected else ""))

    def advance(self, functions: int) -> None:
        """Nothing: a line is enough."""

    def end(self) -> None:
        """Nothing: a line is enough."""


_watcher: Watcher = OneLine()
_asked = "python"


def watch(watcher: Watcher, asked: str) -> None:
    """Let somebody else be told; what was asked tells apart how long compilation takes."""
    global _watcher, _asked
    _watcher, _asked = watcher, asked


def is_quiet() -> bool:
    """Whether nothing shall be said."""
    return bool(os.environ.get("PIQUET_QUIET"))


def announce(text: str) -> None:
    """Print a line to standard error that begins with the program's name."""
    print(f"piquet: {text}", file=sys.stderr, flush=True)


@contextmanager
def tell_if_long(
    text: str, report: Callable[[str], None] = announce, quiet: bool = False
) -> Iterator[None]:
    """A line if what is done meanwhile takes more than a second, unless it shall be quiet."""
    if quiet:
        yield
        return
    waiting = Timer(SECONDS_IN_SILENCE, report, [text])
    waiting.daemon = True
    waiting.start()
    try:
        yield
    finally:
        waiting.cancel()


class Compilation:
    """The functions that this process compiles, and what earlier processes needed for theirs.

    Parameters
    ----------
    record : Path, optional
        The file of earlier compilations; without it nothing is expected or kept.
    is_first : bool
        Whether nothing of these sources had been compiled before.
    """

    def __init__(self, record: Path | None, is_first: bool) -> None:
        self.functions = 0
        self.seconds = 0.0
        self._record = record
        self._is_first = is_first
        self._open = 0
        self._began = 0.0
        self._usual = gc.get_threshold()

    def begin_function(self) -> None:
        """A function is about to be compiled: those that it calls come before it is done."""
        if not self._open:
            self._began = time.monotonic()
            self._usual = gc.get_threshold()
            if self._usual[0]:  # 0 is never
                gc.set_threshold(_NEW_OBJECTS)
            if not self.functions:
                atexit.register(self.keep)
            _watcher.begin(self.expect())
        self._open += 1

    def end_function(self) -> None:
        """The function that was begun last is compiled."""
        self._open -= 1
        self.functions += 1
        _watcher.advance(self.functions)
        if not self._open:
            self.seconds += time.monotonic() - self._began
            gc.set_threshold(*self._usual)
            _watcher.end()

    def _name(self) -> str:
        return _asked if self._is_first else f"{_asked}, in part"

    def _read(self) -> dict[str, Expected]:
        kept = {}
        with suppress(OSError, ValueError):
            for line in (self._record or Path(os.devnull)).read_text("utf-8").splitlines():
                functions, seconds, name = line.split(maxsplit=2)
                kept[name] = Expected(int(functions), float(seconds))
        return kept

    def expect(self) -> Expected | None:
        """What is expected from earlier compilations, if anything is known."""
        usual = USUAL.get(_asked) if self._is_first else None
        return self._read().get(self._name(), usual)

    def keep(self) -> None:
        """Write down what this process compiled, unless far less than is compiled for this."""
        kept, name = self._read(), self._name()
        if self._record is None or 2 * self.functions < kept.get(name, Expected(0, 0)).functions:
            return
        kept[name] = Expected(self.functions, self.seconds)
        lines = [f"{one.functions} {one.seconds:.1f} {key}\n" for key, one in kept.items()]
        with suppress(OSError):
            temporary = self._record.with_suffix(f".{os.getpid()}")
            temporary.write_text("".join(lines), encoding="utf-8")
            temporary.replace(self._record)
