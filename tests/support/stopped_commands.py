"""Commands that are stopped while their threads count: forked from a process that is prepared.

Run as a program it reads stops from standard input, one JSON list of them, and prints how each
ended. A child runs the command line as a process of its own, to the very end of the interpreter.
"""

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import redirect_stdout, suppress
from dataclasses import asdict, dataclass
from io import StringIO
from random import Random
from typing import NamedTuple

HUNG = 1000
"""The code of a command that had to be killed."""

_DEADLINE = 120.0


@dataclass
class Stop:
    """A command and the signals that it gets, each some seconds after its first thread began."""

    command: list[str]
    signals: list[int]
    delays: list[float]


class Stopped(NamedTuple):
    """How a stopped command ended: its exit code as a shell has it, and what it said."""

    stop: Stop
    code: int
    said: str
    left: list[str]
    """The files in its folder."""


def spread_stops(commands: list[str], signals: list[int], count: int, seed: int) -> list[Stop]:
    """Stops of each command by each signal, at moments that are spread over a third of a second."""
    chance = Random(seed)
    asked = [(command, one) for command in commands for one in signals]
    stops = []
    for number in range(count):
        command, one = asked[number % len(asked)]
        # Every third is asked twice, as impatient people do.
        times = 2 if number // len(asked) % 3 == 2 else 1
        delays = [chance.random() / 3 for _ in range(times)]
        stops.append(Stop(command.split(), [one] * times, delays))
    return stops


def stop_all(stops: list[Stop]) -> list[Stopped]:
    """Run all commands and stop them, in one process that has loaded the engine before."""
    ended = subprocess.run(
        [sys.executable, __file__],
        input=json.dumps([asdict(one) for one in stops]),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found = [json.loads(line) for line in ended.stdout.splitlines()]
    return [Stopped(one, *rest) for one, rest in zip(stops, found, strict=True)]


def _prepare(commands: set[tuple[str, ...]]) -> None:
    # All that the commands compile and import is there before the first fork.
    from piquet_sim.cli import main

    for command in sorted(commands):
        with tempfile.TemporaryDirectory() as folder, redirect_stdout(StringIO()):
            os.chdir(folder)
            with suppress(SystemExit):
                main([*map(_shorten, command)])
            os.chdir("/")


def _shorten(word: str) -> str:
    short = {"1e9": "2000", "200_000": "2000", "difference=1e-6": "difference=2"}
    return short.get(word, word)


def _run_command(command: list[str], begun: int) -> None:
    from piquet_sim.cli import main

    honest = threading.Thread.start

    def start(thread: threading.Thread) -> None:
        honest(thread)
        os.write(begun, b"x")

    threading.Thread.start = start
    sys.argv = ["piquet", *command]
    main()


def _stop(child: int, stop: Stop, begun: int) -> int:
    until = time.monotonic() + _DEADLINE
    select.select([begun], [], [], _DEADLINE)
    for one, delay in zip(stop.signals, stop.delays, strict=True):
        time.sleep(delay)
        os.kill(child, one)  # it is not reaped before, so that the number stays its own
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            code = os.waitstatus_to_exitcode(status)
            return 128 - code if code < 0 else code
        if time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return HUNG
        time.sleep(0.005)


def _fork_and_stop(stop: Stop, folder: str) -> tuple[int, str] | None:
    begun, begins = os.pipe()
    said = os.path.join(folder, "said")
    home = os.path.join(folder, "home")
    os.mkdir(home)
    child = os.fork()
    if not child:
        os.close(begun)
        output = os.open(said, os.O_CREAT | os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(output, stream)
        os.chdir(home)
        _run_command(stop.command, begins)
        return None  # the child goes on to the end of the program
    os.close(begins)
    try:
        code = _stop(child, stop, begun)
    finally:
        os.close(begun)
    with open(said, encoding="utf-8") as file:
        return code, file.read()


def _main() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for one in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, signal.SIG_DFL)
    stops = [Stop(**one) for one in json.load(sys.stdin)]
    _prepare({tuple(one.command) for one in stops})
    for stop in stops:
        folder = tempfile.mkdtemp()
        ended = _fork_and_stop(stop, folder)
        if ended is None:
            return
        left = sorted(os.listdir(os.path.join(folder, "home")))
        print(json.dumps([*ended, left]), flush=True)


if __name__ == "__main__":
    _main()
