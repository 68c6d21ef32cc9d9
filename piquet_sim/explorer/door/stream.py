"""Streamed answers, one JSON object per line, for as long as a client listens.

The deals are played in a separate thread. When the page is closed or asks something else, its
connection ends, and the playing stops within one batch of deals. A client that has left and one
that only closed its side look alike until something is sent, so while no line is ready a blank is
sent, which JSON ignores.
"""

import asyncio
import json
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from starlette.types import Receive, Scope, Send

from piquet_sim.game.errors import InputError

MOST_STREAMS = 4
"""Maximum number of questions played at once; others wait for a moment, then are refused."""
PATIENCE = 2.0
_BEAT = 0.25
"""Seconds after which a blank is sent."""

Lines = Callable[[Callable[[], bool]], Iterator[dict[str, Any]]]
"""Given a function that says whether to stop, the answers one by one."""


class Desk:
    """Runs streamed questions.

    Parameters
    ----------
    most : int
        Maximum number at the same time.
    """

    def __init__(self, most: int = MOST_STREAMS) -> None:
        self.places = asyncio.Semaphore(most)
        self.crew = ThreadPoolExecutor(most, "explorer")
        self.closing = asyncio.Event()
        self.playing = 0
        """Questions that are being played now."""

    def leave(self, played: asyncio.Future) -> None:
        """Free a place when a question has ended."""
        self.playing -= 1
        self.places.release()
        if not played.cancelled() and (error := played.exception()):
            traceback.print_exception(error)

    def close(self) -> None:
        """Accept no more questions, and stop those being played."""
        self.closing.set()
        self.crew.shutdown(wait=False, cancel_futures=True)


class LineStream:
    """A response whose lines are computed while it is sent (ASGI).

    The framework's own streaming response notices a closed connection only when it sends the next
    line, which may be seconds away; here the connection is watched.

    Parameters
    ----------
    desk : Desk
    make_lines : callable
    """

    def __init__(self, desk: Desk, make_lines: Lines) -> None:
        self.desk = desk
        self.make_lines = make_lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send lines until there are no more or the client is gone."""
        try:
            await asyncio.wait_for(self.desk.places.acquire(), PATIENCE)
        except TimeoutError:
            await self._send_busy(send)
            return
        stop = threading.Event()
        queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        self.desk.playing += 1
        playing = loop.run_in_executor(
            self.desk.crew, self._play, stop, lambda line: _hand_over(loop, queue, line)
        )
        playing.add_done_callback(self.desk.leave)
        watching = asyncio.ensure_future(_wait_for_end(receive, self.desk.closing))
        try:
            await _start(send, 200)
            await self._send_lines(send, queue, watching)
        finally:
            stop.set()
            watching.cancel()

    async def _send_lines(self, send: Send, queue: asyncio.Queue, watching: asyncio.Future) -> None:
        while True:
            waiting = asyncio.ensure_future(queue.get())
            done, _ = await asyncio.wait(
                {waiting, watching}, timeout=_BEAT, return_when=asyncio.FIRST_COMPLETED
            )
            if not done:
                waiting.cancel()
                await send({"type": "http.response.body", "body": b" ", "more_body": True})
                continue
            line = waiting.result() if waiting.done() else None
            waiting.cancel()
            if line is None:
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                return
            body = json.dumps(line, allow_nan=False).encode() + b"\n"
            await send({"type": "http.response.body", "body": body, "more_body": True})

    def _play(self, stop: threading.Event, hand_over: Callable) -> None:
        try:
            for line in self.make_lines(stop.is_set):
                hand_over(line)
                if stop.is_set():
                    return
        except InputError as error:
            hand_over({"error": str(error)})
        except Exception:
            hand_over({"error": "this failed; the terminal shows the error"})
            raise
        finally:
            hand_over(None)

    async def _send_busy(self, send: Send) -> None:
        await _start(send, 503)
        body = json.dumps(
            {"error": "too many hands are being played at once; close a page"}
        ).encode()
        await send({"type": "http.response.body", "body": body, "more_body": False})


async def _start(send: Send, status: int) -> None:
    headers = [(b"content-type", b"application/x-ndjson; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})


async def _wait_for_end(receive: Receive, closing: asyncio.Event) -> None:
    # Until the client is gone, or the server stops.
    closed = asyncio.ensure_future(closing.wait())
    left = asyncio.ensure_future(_wait_until_left(receive))
    try:
        await asyncio.wait({closed, left}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        closed.cancel()
        left.cancel()


async def _wait_until_left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _hand_over(loop: asyncio.AbstractEventLoop, queue: asyncio.Queue, line: object) -> None:
    with suppress(RuntimeError):  # the server may have ended
        loop.call_soon_threadsafe(queue.put_nowait, line)
