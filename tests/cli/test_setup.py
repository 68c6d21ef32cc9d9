"""What is made once on a machine, made beforehand."""

import errno
import os
import shlex
from pathlib import Path
from unittest.mock import Mock

import pytest
from command_line import answer, command, refused, run_process

from piquet_sim.cli.commands import about as setup
from piquet_sim.explorer import service
from piquet_sim.kernel import compile as compiling
from piquet_sim.kernel.compile import Folders
from piquet_sim.running import run

pytestmark = pytest.mark.skipif(not compiling.IS_COMPILED, reason="nothing is compiled")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A machine on which nothing has been made, and one small command that is usual."""
    monkeypatch.setattr(compiling, "find_folders", lambda: Folders(tmp_path, None, ""))
    monkeypatch.setattr(compiling, "refusals", [])
    monkeypatch.setattr(setup, "COMMANDS", ("settle --deals 27-13",))
    monkeypatch.setattr(service, "warm_up", lambda: compiling.keep("one", b"code"))
    return tmp_path


def test_setup__runs_the_usual_commands_and_says_what_is_there(folder):
    before, done, found = [*Path.cwd().iterdir()], command("setup"), answer("setup", "--json")
    assert (done.code, done.out[:9]) == (0, "1 files, ")
    assert str(folder) in "".join(done.out.split("\n"))
    assert (found["folder"], found["files"], found["bytes"]) == (str(folder), 1, 36)
    assert [*Path.cwd().iterdir()] == before


def test_setup__no_room_is_an_error(folder, monkeypatch):
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    monkeypatch.setattr(compiling, "replace_file_at", Mock(side_effect=full))
    assert "no space left on device; compiled code is not kept" in refused("setup")


@pytest.mark.parametrize(
    ("line", "place"),
    [("settle --deals 27-13", (service, "warm_up")), ("simulate -n 100", (run, "count_block"))],
)
def test_setup__ends_with_ctrl_c(line, place, folder, monkeypatch):
    monkeypatch.setattr(setup, "COMMANDS", (line,))
    monkeypatch.setattr(*place, Mock(side_effect=KeyboardInterrupt))
    assert (command("setup")[:2], [*folder.iterdir()]) == ((130, ""), [])


def test_setup__elsewhere_than_in_the_usual_folder_is_refused(folder, monkeypatch):
    fault = "/srv belongs to another user or can be written by others"
    monkeypatch.setattr(compiling, "find_folders", lambda: Folders(folder, None, fault))
    assert refused("setup") == f"piquet: setup: {fault}; XDG_CACHE_HOME names another folder\n"
    monkeypatch.setattr(compiling, "IS_COMPILED", False)
    assert "NUMBA_DISABLE_JIT" in refused("setup")


@pytest.mark.slow
def test_setup__usual_commands_find_everything_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    made = []
    for line in (
        "setup",
        *(
            "simulate -n 100 --mirrored --younger master",
            'simulate -n 100 --given "younger.carte_blanche"',
            "advise AKJ.AQJ8.98.J87 -n 50",
            "odds AKJ.AQJ8.98.J87 --discard K..98.87",
            "duel expert club -n 4",
            "study pique -n 1000 --out answers",
            "census aces",
        ),
    ):
        assert run_process(*shlex.split(line), capture_output=True).returncode == 0
        made.append({path.name for path in (tmp_path / "cache").glob("*/compiled-*/*")})
        assert made[-1] == made[0], line
    assert len(made[0]) > 400
