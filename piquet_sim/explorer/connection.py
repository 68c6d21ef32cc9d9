"""A connection that ends if no whole question comes over it for a while.

The server takes so many connections and no more (`service`). What is opened and then says nothing,
or a letter now and then, would keep a place for ever and the page out. One who asks, says that
nothing more will come, and waits, is answered (a half-closed connection).
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 5.0
"""Seconds in which the head of a question must come."""


class Connection(H11Protocol):
    """The server's connection, with an end to waiting."""

    _end: asyncio.TimerHandle | None = None
    _is_last = False

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to wait."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait on only where the head is not whole; a letter more gives no more time."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._wait()
        else:
            self._wait_no_more()

    def eof_received(self) -> bool:
        """Whether the connection stays open, since what was asked is still to be answered."""
        self._is_last = self.cycle is not None and not self.cycle.response_complete
        return self._is_last

    def on_response_complete(self) -> None:
        """End the connection where nothing more can come."""
        super().on_response_complete()
        if self._is_last and self.cycle.response_complete:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the waiting."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._end is None:
            self._end = self.loop.call_later(PATIENCE, self.transport.close)

    def _wait_no_more(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None
