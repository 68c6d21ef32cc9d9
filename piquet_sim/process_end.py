"""How a process ends that is interrupted or asked to end, whatever it is doing at that moment.

Ctrl-C raises `KeyboardInterrupt` only while a command runs, where something may have been counted
that is worth printing. Before and after it ends the process at once, without a word. The
interpreter is never taken down while a thread is in compiled code: the process would crash.
"""

import atexit
import os
import signal
import sys
import threading
import time
from _thread import start_new_thread
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

EXIT_INTERRUPTED = 130

_REQUESTS = (signal.SIGTERM, signal.SIGHUP)


def _end_at_once(*_: object) -> NoReturn:
    os._exit(EXIT_INTERRUPTED)


def begin_process() -> None:
    """From now on Ctrl-C ends the process at once, without a word, unless it is to be ignored."""
    _set_interrupt(signal.default_int_handler, _end_at_once)
    sys.unraisablehook = _report_unraisable
    # Functions are called in reverse order: after all others an interrupt would come too late.
    atexit.register(_set_interrupt, _end_at_once, signal.SIG_IGN)


def _set_interrupt(before: object, after: object) -> None:
    if signal.getsignal(signal.SIGINT) is before:
        signal.signal(signal.SIGINT, after)


_is_reporting = False


def _report_unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
    # An interrupt in a finalizer or a callback is dropped by Python, so it is repeated.
    global _is_reporting
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
        return
    _is_reporting = True
    start_new_thread(_repeat_interrupt, ())
    _is_reporting = False


def _repeat_interrupt() -> None:
    while _is_reporting:  # what is raised in there is dropped, too
        time.sleep(0.001)
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C raise `KeyboardInterrupt` within a block, after `begin_process`."""
    _set_interrupt(_end_at_once, signal.default_int_handler)
    try:
        yield
    finally:
        if sys.unraisablehook is _report_unraisable:
            _set_interrupt(signal.default_int_handler, _end_at_once)


def is_in_import(error: BaseException) -> bool:
    """Whether something was being imported when an exception was raised."""
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        step = step.tb_next
    return False


def end_process(code: object) -> NoReturn:
    """End the process, at once if threads are still at work.

    Parameters
    ----------
    code : int or None
        The exit code, as `SystemExit` has it.

    Raises
    ------
    SystemExit
        Where no other thread is left.
    """
    _set_interrupt(signal.default_int_handler, _end_at_once)
    if threading.active_count() > 1 and isinstance(code, int | None):
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code or 0)
    sys.exit(code)


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
