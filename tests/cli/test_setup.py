"""What is made once on a machine, made beforehand."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import command, refused

from piquet_sim.cli.commands import setup
from piquet_sim.kernel.base import _jit, compiled_cache

pytestmark = pytest.mark.skipif(not _jit.IS_COMPILED, reason="nothing is compiled")


@pytest.fixture
def folder(tmp_path, monkeypatch, table_of_play):
    """A machine on which nothing has been made, and one small command that is usual."""
    monkeypatch.setattr(compiled_cache, "_FOLDER", tmp_path)
    monkeypatch.setattr(compiled_cache.CodeCache, "is_given_up", False)
    monkeypatch.setattr(setup, "USUAL_COMMANDS", ("good point", "solve ENDING"))
    return tmp_path


def test_setup__runs_the_usual_commands_once_and_says_what_is_there(folder, monkeypatch):
    done = command("setup")
    assert (done.code, done.err) == (0, "")
    assert "play table" in done.out
    assert str(compiled_cache.cache_home()) in "".join(done.out.split("\n"))
    monkeypatch.setattr(setup, "_run_silently", None)  # nothing is run again
    found = json.loads(command("setup", "--json").out)
    assert found["compiled"] >= 0
    assert found["functions"] == len([*folder.rglob("*.nbc")])
    assert found["bytes"] > 30_000_000
    monkeypatch.setattr(setup, "USUAL_COMMANDS", ("good set",))
    with pytest.raises(TypeError):  # but other commands need more
        command("setup")


def test_setup__leaves_nothing_in_the_folder_one_is_in(folder, monkeypatch):
    here, seen = Path.cwd(), []
    monkeypatch.setattr(setup, "_run_silently", lambda *_: seen.append(Path.cwd()))
    assert command("setup").code == 0
    assert len(seen) == 2
    assert here not in seen
    assert Path.cwd() == here


def test_setup__its_commands_are_such_as_the_command_line_takes(monkeypatch):
    from piquet_sim.cli.commands.playing import app
    from piquet_sim.cli.commands.setup import USUAL_COMMANDS

    names = {one.name or one.callback.__name__ for one in app.registered_commands}
    assert {line.split()[0] for line in USUAL_COMMANDS} <= names


def test_setup__no_room_is_said_once_and_is_an_error(folder, monkeypatch):
    monkeypatch.setattr(setup, "_run_silently", lambda *_: _give_up())

    def _give_up():
        compiled_cache.CodeCache.is_given_up = True

    done = command("setup")
    assert (done.code, done.out) == (2, "")
    assert not (folder / "setup").exists()


def test_setup__a_folder_that_cannot_be_written_is_one_line(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "cache"))
    told = refused("setup")
    assert told.startswith("piquet: setup: cannot create the folder ")
    assert told.endswith("; XDG_CACHE_HOME names another folder\n")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", _refuse)
    assert "no home folder is known" in refused("setup")


def _refuse():
    raise RuntimeError("Could not determine home directory.")


def test_setup__where_nothing_is_compiled_is_one_line(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert "NUMBA_DISABLE_JIT" in refused("setup")


# ---- Folders of others --------------------------------------------------------------------------
def test_setup__a_folder_that_others_can_write_is_one_line(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "piquet-sim").mkdir()
    (tmp_path / "piquet-sim").chmod(0o777)
    assert refused("setup") == (
        f"piquet: setup: {tmp_path / 'piquet-sim'} can be written by others; "
        "XDG_CACHE_HOME names another folder\n"
    )


def test_setup__what_is_only_read_is_all_there_or_refused(folder, tmp_path, monkeypatch):
    assert command("setup").code == 0
    (folder / "one.nbc").touch()
    shared = compiled_cache.cache_home()
    homes = compiled_cache.Homes(tmp_path / "own", shared, "cannot be written")
    monkeypatch.setattr(compiled_cache, "find_homes", lambda: homes)
    monkeypatch.setattr(compiled_cache, "_SHARED", folder)
    monkeypatch.setattr(compiled_cache, "_FOLDER", tmp_path / "own")
    monkeypatch.setattr(setup, "_run_silently", None)  # nothing is run again
    found = json.loads(command("setup", "--json").out)
    assert found["functions"] == len([*folder.rglob("*.nbc")]) >= 1
    (folder / "setup").write_text("other commands")
    assert refused("setup") == (
        f"piquet: setup: {shared} cannot be written, and not all is there; "
        "XDG_CACHE_HOME names another folder\n"
    )


# ---- What is used afterwards ---------------------------------------------------------------------
USUAL = (
    "simulate -n 100 --mirrored --younger master",
    'simulate -n 100 --given "younger has carte blanche"',
    "advise AKJ.AQJ8.98.J87 -n 50",
    "odds AKJ.AQJ8.98.J87 --discard K..98.87",
    "duel expert club -n 4",
    "study pique -n 1000 --out answers",
    "census aces",
)


@pytest.mark.slow
def test_setup__usual_commands_find_everything_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)

    def run(line):
        words = [sys.executable, "-m", "piquet_sim", *shlex.split(line)]
        subprocess.run(words, capture_output=True, check=True)
        return {path.name for path in (tmp_path / "cache").rglob("*.nbc")}

    made = run("setup")
    assert len(made) > 400
    assert [path.name for path in tmp_path.iterdir()] == ["cache"]
    for line in USUAL:
        assert run(line) == made, line
