"""How an interrupted command ends, whatever it is doing.

Ctrl-C raises `KeyboardInterrupt` only while a command runs, where something may have been counted
that is worth printing. Before and after it ends the process at once, without a word. The
interpreter is never taken down while a thread is in compiled code: the process would crash.
"""

# Only what is built into the interpreter is imported here, since Ctrl-C is not heeded before. The
# module of signals itself loads a good deal of the standard library.
import _signal as signal
import atexit
import os
import sys
import time
from _thread import get_ident, interrupt_main, start_new_thread

EXIT_INTERRUPTED = 130


def _end_at_once(*_: object) -> None:
    os._exit(EXIT_INTERRUPTED)


def begin_process() -> None:
    """From now on Ctrl-C ends the process at once, without a word, unless it is to be ignored."""
    _set_interrupt(signal.default_int_handler, _end_at_once)
    sys.unraisablehook = _report_unraisable
    # The last function to be called at the end: after it an interrupt would come too late.
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
    start_new_thread(_repeat_interrupt, (get_ident(),))
    _is_reporting = False


def _repeat_interrupt(main_thread: int) -> None:
    while _is_reporting:  # what is raised in there is dropped, too
        time.sleep(0.001)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread, signal.SIGINT)  # ends what the system waits for, too
    else:
        interrupt_main(signal.SIGINT)


def let_interrupt_raise() -> None:
    """From now on Ctrl-C raises `KeyboardInterrupt`, until `end_process`."""
    _set_interrupt(_end_at_once, signal.default_int_handler)


def end_process(code: object) -> None:
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
    from contextlib import suppress
    from threading import active_count

    if active_count() > 1 and isinstance(code, int | None):
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # nobody reads it any more
                stream.flush()
        os._exit(code or 0)
    sys.exit(code)
