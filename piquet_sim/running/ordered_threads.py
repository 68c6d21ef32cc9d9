"""Threads that play parts of something, whose answers are taken in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice


def play_in_order(
    play: Callable[[int], object], parts: Iterable[int], threads: int
) -> Iterator[object]:
    """The answers of a function to many parts, in their order.

    No more parts wait than keep all threads busy, so that memory does not grow with their number.
    Whoever stops listening leaves no thread at work.

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
