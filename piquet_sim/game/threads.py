"""Run parts of long work on threads or processes, take their answers in order, and stop them."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import Any, TypeVar

from piquet_sim.game.errors import read_whole
from piquet_sim.game.files import count_processors

REACHED, MOST, TIME, INTERRUPTED = "reached", "most deals", "time", "interrupted"
"""How a run ended: with what was asked for; at the maximum number of deals without the precision
asked for; at the time limit; or by Ctrl-C or a request to end."""

_PATIENCE = 5
"""Seconds to wait for the parts in hand once the caller has stopped."""

_Part = TypeVar("_Part")
_Answer = TypeVar("_Answer")


def count_threads(threads: int | None) -> int:
    """The threads to use: those asked for, or one for each processor at hand.

    Raises
    ------
    InputError
        If fewer than 1 are asked for, or more than the limit.
    """
    return count_processors() if threads is None else read_whole("threads", threads, 1, 1024)


Work = tuple[list[Any], Callable[[Any], None] | None]
"""The first answers of a long task, as far as they are known, and what keeps another."""

_begin: ContextVar[Callable[[], Work]] = ContextVar("begin", default=lambda: ([], None))
"""Begins the next task; by default no answer of it is known or kept."""


@contextmanager
def keeping_answers(begin: Callable[[], Work]) -> Iterator[None]:
    """Keep all answers of `play_in_order` in a block, so that none is worked out twice.

    Its tasks must come in the same order each time, and do nothing but answer.

    Parameters
    ----------
    begin : callable
        Begins the next task.
    """
    before = _begin.set(begin)
    try:
        yield
    finally:
        _begin.reset(before)


class Crew(ThreadPoolExecutor):
    """Threads for `take_in_order`, which waits for them; closing them does not wait again."""

    def __exit__(self, *_: object) -> None:
        self.shutdown(wait=False)


def play_in_order(
    play: Callable[[_Part], _Answer], parts: Iterable[_Part], threads: int
) -> Iterator[_Answer]:
    """The answers of a function for many parts, in the order of the parts.

    Only as many parts wait as keep all threads busy, so memory does not grow with their number.
    When the caller stops iterating, no thread is left at work, unless what it was given does not
    end within five seconds: a player that hangs is left behind.

    Parameters
    ----------
    play : callable
        Must be safe in several threads.
    parts : iterable
        What the function is called with, one at a time.
    threads : int

    Yields
    ------
    object
        What the function gives for each part.
    """
    left, (known, keep) = iter(parts), _begin.get()()
    for answer, _ in zip(known, left, strict=False):
        yield answer
    with Crew(threads) as crew:
        for answer in take_in_order(play, left, crew, 2 * threads):
            if keep is not None:
                keep(answer)
            yield answer


def take_in_order(
    play: Callable[[_Part], _Answer], parts: Iterable[_Part], crew: Executor, ahead: int
) -> Iterator[_Answer]:
    """The answers of `play_in_order` from an executor that the caller opens and closes.

    Parameters
    ----------
    play : callable
    parts : iterable
    crew : concurrent.futures.Executor
    ahead : int
        How many parts are in its hands at a time.

    Yields
    ------
    object
        What the function gives for each part.
    """
    left = iter(parts)
    waiting: deque[Future[_Answer]] = deque()
    try:
        waiting.extend(crew.submit(play, part) for part in islice(left, ahead))
        while waiting:
            # A signal that comes just before Python waits wakes nobody, so it never waits for long.
            while wait([waiting[0]], timeout=_PATIENCE).not_done:
                pass
            answer = waiting[0].result()
            waiting.popleft()
            waiting.extend(crew.submit(play, part) for part in islice(left, 1))
            yield answer
    finally:
        # Waited for before they are joined: in Python 3.11 and 3.12 a join that a signal interrupts
        # takes a thread for ended that is still at work.
        wait([part for part in waiting if not part.cancel()], timeout=_PATIENCE)


def play_ranges(
    play: Callable[[int, int], _Answer], n: int, size: int, threads: int
) -> Iterator[_Answer]:
    """The answers of a function for ranges that together are the numbers from 0 to n - 1.

    Parameters
    ----------
    play : callable
        Called with the first number of a range and how many it has; must be safe in several
        threads.
    n, size : int
        Numbers in all, and in a range; the last range has what is left.
    threads : int

    Yields
    ------
    object
        What the function gives for each range, in order.

    Examples
    --------
    >>> list(play_ranges(lambda first, count: (first, count), 10, 4, threads=2))
    [(0, 4), (4, 4), (8, 2)]
    """
    return play_in_order(
        lambda first: play(first, min(size, n - first)), range(0, n, size), threads
    )
