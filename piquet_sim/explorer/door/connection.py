"""A connection that closes if no complete request arrives for a while.

The server accepts a limited number of connections (`service`). A connection that sends nothing, or
a byte now and then, would hold a place forever and keep the page out. A client that asks, closes
its side and waits is answered (a half-closed connection).
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 5.0
"""Seconds within which the head of a request must arrive."""


class Connection(H11Protocol):
    """The server's connection, with a time limit on waiting."""

    _end: asyncio.TimerHandle | None = None
    _is_last = False

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Start the time limit."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Keep waiting only while the head is incomplete; more bytes do not extend the limit."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._wait()
        else:
            self._wait_no_more()

    def eof_received(self) -> bool:
        """Whether the connection stays open because a request is still to be answered."""
        self._is_last = self.cycle is not None and not self.cycle.response_complete
        return self._is_last

    def on_response_complete(self) -> None:
        """Close the connection where nothing more can arrive."""
        super().on_response_complete()
        if self._is_last and self.cycle.response_complete:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the time limit."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._end is None:
            self._end = self.loop.call_later(PATIENCE, self.transport.close)

    def _wait_no_more(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None
