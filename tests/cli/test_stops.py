"""Commands that are stopped at any moment: the exit code says so, nothing crashes or complains.

Covers `cli.process_end`.
"""

import re
import signal
import subprocess
import sys
import time
from itertools import product
from random import Random

import pytest

from piquet_sim import __version__

CODES = {signal.SIGINT: {130}, signal.SIGTERM: {130, -15}, signal.SIGHUP: {130, -1}}
"""Exit codes: a run takes a request to end for Ctrl-C, others die of it."""

COUNTING = (
    "simulate -n 1e9 --threads 4 --measure elder_point>=6 --checkpoint run.checkpoint",
    "simulate --precision difference=1e-6 --threads 2 --json",
    "study pique -n 1e9 --threads 4",
    "duel club novice -n 1e9 --threads 4",
    "simulate --matches 1e9 --threads 2",
    "advise AKJ.AQJ8.98.J87 -n 200_000 --threads 4",
)

AS_ANY_PROCESS = """
import os, signal, threading

signal.signal(signal.SIGINT, signal.default_int_handler)
for one in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(one, signal.SIG_DFL)
honest = threading.Thread.start

def start(thread):
    honest(thread)
    os.write(2, b"a thread has begun\\n")

threading.Thread.start = start
from piquet_sim.cli import main
main()
"""
STOPS = [
    *zip(range(6), COUNTING, 2 * [*CODES], strict=True),
    *(pytest.param(number, line, one, marks=pytest.mark.slow)
      for number, line, one in product(range(8), COUNTING, CODES)),
]  # fmt: skip


@pytest.mark.parametrize(("number", "line", "request_to_end"), STOPS)
def test_stop__of_threads_that_count_never_crashes(number, line, request_to_end, tmp_path):
    chance, words = Random(number), [sys.executable, "-c", AS_ANY_PROCESS, *line.split()]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        while "begun" not in process.stderr.readline():
            assert process.poll() is None
        for _ in range(1 + number % 2):  # twice, as impatient people do
            time.sleep(chance.random() / 3)
            process.send_signal(request_to_end)
        said = process.communicate(timeout=120)[1]
    assert process.returncode in CODES[request_to_end]
    assert not re.search("Traceback|Exception ignored", said)
    assert [path for path in tmp_path.iterdir() if path.suffix == ".tmp"] == []


INTERRUPTED_AT_AN_IMPORT = """
import os, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)
module, *sys.argv[1:] = sys.argv[1:]

class Finder:
    def find_spec(self, name, path, target=None):
        if name == module:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
from piquet_sim.cli import main
main()
"""


INTERRUPTED_AT_THE_END = """
import atexit, os, signal
from piquet_sim.cli import main, app as application

signal.signal(signal.SIGINT, signal.default_int_handler)

@application.app.command()
def leave() -> None:
    print("left")
    atexit.register(os.kill, os.getpid(), signal.SIGINT)

main()
"""


A_FINALIZER_IS_INTERRUPTED = """
import os, signal, threading
from piquet_sim.cli import main, app as application

signal.signal(signal.SIGINT, signal.default_int_handler)

class Interrupting:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass

@application.app.command()
def wait() -> None:
    one = Interrupting()
    del one
    threading.Event().wait(120)

main()
"""


A_THREAD_IS_LEFT = """
import atexit, threading
from piquet_sim.cli import main

threading.Thread(target=threading.Event().wait).start()
atexit.register(print, "tidied up")
main()
"""


ORDERED_THREADS_ARE_INTERRUPTED_TWICE = """
import os, signal, sys, threading, time
from piquet_sim.game.threads import play_in_order

heard = []

def hear(*_):
    heard.append(1)
    raise KeyboardInterrupt

def play(part):
    for times in range(2):
        waits = False
        while len(heard) < times or not waits:
            time.sleep(0.01)
            frame = sys._current_frames()[threading.main_thread().ident]
            waits = frame.f_code.co_filename == threading.__file__
        time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGINT)
    while len(heard) < 2:
        time.sleep(0.01)
    time.sleep(0.1)
    os.write(1, b"ended")

signal.signal(signal.SIGINT, hear)
try:
    list(play_in_order(play, range(1), 1))
except KeyboardInterrupt:
    pass
"""


NOTHING_SAID = (130, "", "")
ENDED = {
    **{f"while it imports {module}":
           (INTERRUPTED_AT_AN_IMPORT, f"{module} simulate -n 1000", NOTHING_SAID)
       for module in ("piquet_sim.cli.options", "piquet_sim.deals.simulation", "numba")},
    "while the process ends it says nothing":
        (INTERRUPTED_AT_THE_END, "leave", (130, "left\n", "")),
    # as a shell starts what runs in the background
    "ignored it stays so": (
        INTERRUPTED_AT_THE_END.replace("signal.default_int_handler", "signal.SIG_IGN"),
        "leave", (0, "left\n", ""),
    ),
    "in a finalizer it is not lost":
        (A_FINALIZER_IS_INTERRUPTED, "wait", (130, "", "piquet: stopped\n")),
    "of ordered threads it leaves none":
        (ORDERED_THREADS_ARE_INTERRUPTED_TWICE, "", (0, "ended", "")),
    "a thread that is left is not waited for":
        (A_THREAD_IS_LEFT, "--version", (0, f"piquet {__version__}\ntidied up\n", "")),
}  # fmt: skip


@pytest.mark.parametrize("when", ENDED)
def test_interrupt__ends_a_process(when, tmp_path):
    program, words, told = ENDED[when]
    ended = subprocess.run(
        [sys.executable, "-c", program, *words.split()],
        capture_output=True, text=True, check=False, timeout=300, cwd=tmp_path,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout, ended.stderr) == told


@pytest.mark.parametrize(("request_to_end", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -15)])
def test_stop__while_the_engine_is_compiled(request_to_end, code, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("PIQUET_QUIET")
    command = [sys.executable, "-c", AS_ANY_PROCESS, "simulate", "-n", "1000"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert "compiling the engine" in process.stderr.readline()
        process.send_signal(request_to_end)
        assert process.stderr.read() in ("", "piquet: stopped\n")
    assert process.returncode == code
