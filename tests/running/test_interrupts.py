"""Processes that are asked to end at any moment: they end at once, say so, and never crash.

Covers `cli.process_end`.
"""

import random
import re
import signal
import subprocess
import sys
import time
from itertools import product

import pytest

from piquet_sim import __version__

CODES = {signal.SIGINT: {130}, signal.SIGTERM: {130, -15}, signal.SIGHUP: {130, -1}}
"""Exit codes: a command takes a request to end for Ctrl-C; before and after it, a process dies."""

COUNTING = (
    "simulate -n 1e9 --threads 4 --measure elder_point>=6 --checkpoint run.checkpoint",
    "simulate --precision difference=1e-6 --threads 2 --json",
    "study pique -n 1e9 --threads 4",
    "duel club novice -n 1e9 --threads 4 --checkpoint run.checkpoint",
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


def stop_process(program, line, cue, requests, folder):
    """How a process ends that is asked to once it has said the cue, and what it says then."""
    with subprocess.Popen(
        [sys.executable, "-c", program, *line.split()],
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    ) as process:
        assert any(cue in line for line in iter(process.stderr.readline, ""))
        for seconds, request in requests:
            time.sleep(seconds)
            process.send_signal(request)
        said = process.communicate(timeout=120)[1]
    return process.returncode, said


@pytest.mark.parametrize(
    ("number", "line", "request_to_end"),
    [
        *((number, COUNTING[number], one) for number, one in zip((0, 3, 5), CODES, strict=True)),
        *(
            pytest.param(number, line, one, marks=pytest.mark.slow)
            for number, line, one in product(range(1, 3), COUNTING, CODES)
        ),
    ],
)
def test_stop__of_threads_that_count_never_crashes(number, line, request_to_end, tmp_path):
    """Asked once or twice, as impatient people do."""
    chance = random.Random(number)
    requests = [(chance.random() / 3, request_to_end) for _ in range(1 + number % 2)]
    code, said = stop_process(AS_ANY_PROCESS, line, "begun", requests, tmp_path)
    assert (
        code in CODES[request_to_end],
        re.findall("Traceback|Exception ignored", said),
        [*tmp_path.glob("*.tmp")],
    ) == (True, [], []), code


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

@application.command()
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

@application.command()
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


ENDED = {
    **{f"while it imports {module}":
           (INTERRUPTED_AT_AN_IMPORT, f"{module} simulate -n 1000", (130, "", said))
       for module, said in (("piquet_sim.cli.options", ""),
                            ("piquet_sim.deals.simulation", "piquet: stopped\n"),
                            ("numba", "piquet: stopped\n"))},
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


@pytest.mark.parametrize(("program", "words", "told"), ENDED.values(), ids=ENDED)
def test_interrupt__ends_a_process(program, words, told, tmp_path):
    ended = subprocess.run(
        [sys.executable, "-c", program, *words.split()],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=tmp_path,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == told


HANGING = """
import os, time
from piquet_sim.game import threads
from piquet_sim.strategies import *

threads._PATIENCE = 0.5

@outside_policy
def wait(view: PlayView) -> int:
    if view.tricks + view.opponent_tricks == 3:
        os.write(2, b"hangs\\n")
        time.sleep(10**6)
    return view.legal & -view.legal

@outside_policy
def turn(view: PlayView) -> int:
    os.write(2, b"hangs\\n")
    while True:
        pass

club = find_strategy("club")
for one in (wait, turn):
    register(Strategy(one.name, club.discard, one))
"""


@pytest.mark.parametrize(
    ("line", "request_to_end"),
    [("simulate --elder wait -n 1000", signal.SIGINT), ("duel turn club -n 100", signal.SIGTERM)],
)
def test_stop__of_a_player_that_hangs_takes_one_request(line, request_to_end, tmp_path):
    (tmp_path / "hanging.py").write_text(HANGING)
    code, said = stop_process(
        re.sub(r"os[.]write.*", "pass", AS_ANY_PROCESS),
        f"{line} --load hanging.py",
        "hangs\n",
        [(0, request_to_end)],
        tmp_path,
    )
    assert (code, said.replace("hangs\n", "")[:15]) == (130, "piquet: stopped")


@pytest.mark.parametrize(
    "request_to_end", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_stop__while_the_engine_is_compiled(request_to_end, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("PIQUET_QUIET")
    code, said = stop_process(
        AS_ANY_PROCESS, "simulate -n 1000", "compiling the engine", [(0, request_to_end)], tmp_path
    )
    assert (code, said in ("", "piquet: stopped\n")) == (130, True)
