"""Answers kept for a while, so that a hand asked for again is answered at once."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any

from piquet_sim.explorer.questions import Asked

MOST_KEPT = 32
"""Answers; that of a hand has some ten lines."""

Line = dict[str, Any]
Stream = Callable[[Asked, Callable[[], bool]], Iterator[Line]]


class KeptAnswers:
    """Lines of the questions that were answered last, by what was asked.

    Only answers that came to their end are kept. The deals of a question are always the same, so
    that to play them again would make the same lines.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._lines: OrderedDict[tuple[object, ...], list[Line]] = OrderedDict()
        self._lock = Lock()

    def answer(self, make: Stream, asked: Asked, stop: Callable[[], bool]) -> Iterator[Line]:
        """The lines of an answer, as they are made or as they were made before.

        Parameters
        ----------
        make : callable
            Makes the lines of what is asked, until it is stopped.
        asked : Asked
        stop : callable
            Whether nobody listens any more; once it is true it stays so.
        """
        key = (make, *sorted(asked.state.items()))
        with self._lock:
            known = self._lines.get(key)
            if known is not None:
                self._lines.move_to_end(key)
        if known is not None:
            yield from known
            return
        lines: list[Line] = []
        for line in make(asked, stop):
            lines.append(line)
            yield line
        if stop():
            return
        with self._lock:
            self._lines[key] = lines
            while len(self._lines) > self._most:
                self._lines.popitem(last=False)

    def forget(self) -> None:
        """Keep nothing of what was asked; an answer that is being made is kept once it ends."""
        with self._lock:
            self._lines.clear()
