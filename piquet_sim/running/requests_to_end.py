"""A request to end, heeded like Ctrl-C while something is counted."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_REQUESTS = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def heed_termination() -> Iterator[None]:
    """Treat a request to end like Ctrl-C within a block, where signals can be received.

    A terminal that is closed is one (SIGHUP), unless it is to be ignored (nohup).
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        for one in before:  # a terminal that is closed may ask twice; what was counted is kept
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {
        one: handler for one in _REQUESTS if (handler := signal.getsignal(one)) != signal.SIG_IGN
    }
    for one in before:
        signal.signal(one, interrupt)
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
