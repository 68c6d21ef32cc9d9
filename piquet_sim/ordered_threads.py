"""Threads that work on parts of a task; their answers are taken in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice


def play_in_order(
    play: Callable[[int], object], parts: Iterable[int], threads: int
) -> Iterator[object]:
    """The answers of a function for many parts, in the order of the parts.

    Only as many parts wait as keep all threads busy, so memory does not grow with their number.
    When the caller stops iterating, no thread is left at work.

    Parameters
    ----------
    play : callable
        Must be safe in several threads.
    parts : iterable of int
    threads : int

    Yields
    ------
    object
    """
    left = iter(parts)
    with ThreadPoolExecutor(threads) as crew:
        waiting = deque(crew.submit(play, part) for part in islice(left, 2 * threads))
        try:
            while waiting:
                answer = waiting.popleft().result()
                waiting.extend(crew.submit(play, part) for part in islice(left, 1))
                yield answer
        finally:
            for part in waiting:
                part.cancel()
