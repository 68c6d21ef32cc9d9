"""What is made once on a machine, made beforehand.

Covers `cli.entry_points`.
"""

import errno
import json
import multiprocessing
import os
import queue
import shlex
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from command_line import command, refused

from piquet_sim.cli import entry_points
from piquet_sim.kernel import compile as compiling
from piquet_sim.kernel.compile import Folders

pytestmark = pytest.mark.skipif(not compiling.IS_COMPILED, reason="nothing is compiled")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A machine on which nothing has been made, and one small entry point."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = compiling.find_folders.__wrapped__()
    monkeypatch.setattr(compiling, "find_folders", lambda: found)
    monkeypatch.setattr(compiling, "refusals", [])
    monkeypatch.setattr(entry_points, "compile_all", partial(entry_points.compile_all, [-1]))
    return found.own


@pytest.fixture
def workers(monkeypatch):
    """Processes that do their work in this one, when they are started."""
    made, usual = [], signal.getsignal(signal.SIGINT)

    def make(target, args, daemon):
        made.append(Mock(exitcode=0, pid=len(made), start=Mock(side_effect=partial(target, *args))))
        return made[-1]

    names = {"Value": multiprocessing.Value, "SimpleQueue": queue.SimpleQueue, "Process": make}
    monkeypatch.setenv("PIQUET_QUIET", "1")
    monkeypatch.setattr(multiprocessing, "get_context", lambda _: SimpleNamespace(**names))
    monkeypatch.setattr(entry_points, "count_processors", lambda: 3)
    yield made
    signal.signal(signal.SIGINT, usual)


def test_setup__compiles_in_another_process_and_says_what_is_there(folder, monkeypatch):
    monkeypatch.setattr(entry_points, "count_processors", lambda: 1)
    before, done = [*Path.cwd().iterdir()], command("setup")
    sizes = {one.name.split("-")[0]: one.stat().st_size for one in folder.iterdir()}
    assert (done.code, done.out.split(" ")[0], "suit_of" in sizes) == (0, str(len(sizes)), True)
    assert (
        str(folder) in "".join(done.out.split("\n")),
        {"folder": str(folder), "files": len(sizes), "bytes": sum(sizes.values())}.items()
        <= json.loads(command("setup", "--json").out).items(),
        [*Path.cwd().iterdir()],
    ) == (True, True, before)


def test_setup__no_entry_point_is_compiled_by_two(folder, workers, monkeypatch):
    compiled = []
    points = [(Mock(**{"compile.side_effect": compiled.append}), one) for one in range(5)]
    monkeypatch.setattr(entry_points, "list_entry_points", lambda: points)
    entry_points.compile_all.func(range(1, 6))
    assert (len(compiled), len(workers)) == (5, 3)


def test_setup__no_room_is_an_error(folder, workers, monkeypatch):
    monkeypatch.setattr(
        compiling,
        "replace_file_at",
        Mock(side_effect=OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))),
    )
    anew = compiling.kernel(entry_points.tricks.suit_of.py_func)
    monkeypatch.setattr(entry_points, "list_entry_points", lambda: [(anew, 0)])
    assert "no space left on device; compiled code is not kept" in refused("setup")


def test_setup__a_process_that_was_ended_is_an_error(folder, workers, monkeypatch):
    monkeypatch.setattr(entry_points, "_work", lambda *_: setattr(workers[0], "exitcode", -9))
    assert "setup: a process was ended (-9); run it again" in refused("setup")


def test_setup__ends_with_ctrl_c(folder, workers, monkeypatch):
    monkeypatch.setattr(entry_points, "_work", Mock(side_effect=KeyboardInterrupt))
    assert (
        command("setup")[:2],
        [*folder.iterdir()],
        [one.kill.call_count for one in workers],
    ) == ((130, ""), [], [1, 1, 1])


def test_setup__elsewhere_than_in_the_usual_folder_is_refused(folder, monkeypatch):
    fault = "/srv belongs to another user or can be written by others"
    monkeypatch.setattr(compiling, "find_folders", lambda: Folders(folder, None, fault))
    assert refused("setup") == f"piquet: setup: {fault}; XDG_CACHE_HOME names another folder\n"
    monkeypatch.setattr(compiling, "IS_COMPILED", False)
    assert "NUMBA_DISABLE_JIT" in refused("setup")


FILES = {
    "ENDING": '{"elder": "A9.K..", "younger": "8.A7..", "leads": "elder", '
    '"tricks": {"elder": 5, "younger": 4}}',
    "VIEW": '{"seat": "younger", "dealt": "T7.T97.AQJT.KQT", "discard": "7.97..", '
    '"drawn": "QS AC 7D", "play": "AH TH KH", '
    '"opponent": {"took": 5, "calls": {"set": {"size": 3, "rank": "J"}}}}',
    "CALL": '{"seat": "elder", "dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87", '
    '"drawn": "9S 8S KH 9C KD", "opponent": {"took": 3}}',
    "DEAL": '{"elder": {"dealt": "AT87.KQJ.KT98.A", "discard": "T87.QJ.."}, '
    '"younger": {"dealt": "9.AT98.AQJ7.KQ7", "discard": "9..7.7"}, '
    '"talon": "QS KS JS 7H JC 9C 8C TC", "play": "AS 8C KD AD AH 7H KC AC KS 8H QS 9H '
    'JS TH KH 9C TD JD QC JC QD 8D TC 9D"}',
}
COMMANDS = (
    "simulate -n 2",
    "simulate -n 2 --elder novice --younger random --play double-dummy",
    "simulate -n 2 --rules cotton-1674",
    'simulate -n 2 --elder primer --rules american --play double-dummy --given "elder.aces == 4"',
    'simulate -n 2 --given "elder.aces == 4"',
    "advise AKJ.AQJ8.98.J87 --seconds 0.05",
    "advise CALL -n 2",
    "advise VIEW",
    "duel expert master -n 2",
    "duel expert+score club -n 2",
    "deal",
    "deal --index 2",
    "review DEAL --seconds 0.05",
    "odds AKJ.AQJ8.98.J87",
    "solve ENDING",
    "solve ENDING --aim own",
    "census",
    "odds --good all",
    "simulate --matches 2",
    "chances 68-155 --deal 6 -n 1000",
    "study elder-advantage -n 1000 --out answers",
    "study codes -n 1000 --out answers",
    "study holdings -n 1000 --out answers",
    "study published -n 1000 --out answers",
    "study lose -n 1000 --out answers",
    "study experts-of-1890 -n 1000 --out answers",
    "study partie -n 1000 --out answers",
    "study throwing -n 1000 --out answers",
    "study playing -n 20 --out answers",
    "study calling -n 100 --out answers",
    "study maxims -n 100 --out answers",
    "advise T7.T97.AQJT.KQT --seat younger --took 3 --seconds 0.05",
    "simulate -n 100 --mirrored --younger master",
    'simulate -n 100 --given "younger.carte_blanche"',
    "advise AKJ.AQJ8.98.J87 -n 50",
    "odds AKJ.AQJ8.98.J87 --discard K..98.87",
    "duel expert club -n 4",
    "study pique -n 1000 --out answers",
    "census aces",
)
"""Small runs that need all the code that the usual commands need."""


@pytest.mark.slow
def test_setup__usual_commands_find_everything_compiled(here, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(here / "cache"))
    for name, text in FILES.items():
        Path(name).write_text(text + "\n")
    page = [sys.executable, "-c", "from piquet_sim.explorer.service import warm_up; warm_up()"]
    made = []
    for line in ("setup", *COMMANDS, page):
        words = line if line is page else [sys.executable, "-m", "piquet_sim", *shlex.split(line)]
        assert subprocess.run(words, capture_output=True, check=False).returncode == 0, line
        # Beside code, the deals that a first review of a rule book plays are kept there.
        made.append(
            {
                path.name
                for path in (here / "cache").glob("*/compiled-*/*")
                if not path.name.startswith("margins-")
            }
        )
        assert made[-1] == made[0], line
    assert len(made[0]) > 400
