"""Compiled code on disk: damaged files, no room, no home folder."""

import errno
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from piquet_sim.engine_sources import PACKAGE
from piquet_sim.kernel.base import _jit, compiled_cache

pytestmark = pytest.mark.skipif(not _jit.IS_COMPILED, reason="nothing is compiled")


def add(one, two):
    return one + two


def multiply(one, two):
    return one * two


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled_cache, "_FOLDER", tmp_path)
    monkeypatch.setattr(compiled_cache._Cache, "_is_given_up", False)
    return tmp_path


def run(function=add):
    """The answer, and whether it came from the disk."""
    compiled = _jit.kernel(function)
    return compiled(7, 5), bool(compiled.stats.cache_hits)


def files(folder, ending):
    return [path for path in folder.rglob(f"*{ending}") if path.is_file()]


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[:-1],
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole[:20],
        lambda whole: bytes(len(whole)),
        lambda whole: whole[:-900] + bytes(900),
    ],
    ids=["empty", "last", "half", "head", "zeros", "end"],
)
def test_damaged__is_said_removed_and_compiled_again(folder, capsys, ending, damage):
    assert run() == (12, False)
    assert run() == (12, True)
    (path,) = files(folder, ending)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert run() == (12, False)
    said = capsys.readouterr().err
    assert (
        said
        == f"piquet: the compiled code in {path} is damaged; it is removed and compiled again\n"
    )
    assert run() == (12, True)
    assert capsys.readouterr().err == ""


def test_damaged__of_random_bytes_changed(folder, capsys):
    run()
    chance = np.random.default_rng(1)
    for path in files(folder, ".nbi") + files(folder, ".nbc"):
        whole = path.read_bytes()
        for place in chance.integers(len(whole), size=10):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
            assert run()[0] == 12
            assert "is damaged" in capsys.readouterr().err


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES])
def test_no_room__is_said_once_and_everything_goes_on(folder, capsys, monkeypatch, number):
    def refuse(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(compiled_cache._CacheFile, "_open_for_write", refuse)
    assert run() == (12, False)
    assert run(multiply) == (35, False)
    reason = os.strerror(number).lower()
    said = f"piquet: the cache {folder}: {reason}; compiled code is not kept\n"
    assert capsys.readouterr().err == said
    assert files(folder, "") == []


def test_folder__that_cannot_be_made_is_said(tmp_path, capsys, monkeypatch):
    def refuse(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(compiled_cache, "cache_home", lambda: tmp_path)
    monkeypatch.setattr(Path, "mkdir", refuse)
    assert compiled_cache._cache_folder() is None
    said = capsys.readouterr().err
    assert said.startswith(f"piquet: the cache {tmp_path}")
    assert said.endswith(": no space left on device; compiled code is not kept\n")


def test_folder__that_another_process_makes_meanwhile_is_shared(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(compiled_cache, "cache_home", lambda: tmp_path)
    made = compiled_cache._cache_folder()
    not_yet = [made]

    def look(path):
        return not_yet.pop() != path if path in not_yet else os.path.isdir(path)

    monkeypatch.setattr(Path, "is_dir", look)
    assert compiled_cache._cache_folder() == made
    assert capsys.readouterr().err == ""


# ---- Where the sources lie ----------------------------------------------------------------------
def test_elsewhere__the_same_sources_find_their_code_compiled(tmp_path):
    """Another checkout, or the installed package, compiles nothing anew."""
    program = (
        "from piquet_sim.kernel.base import bits; print(bits.highest_bit(0b1000), "
        "sum(bits.highest_bit.stats.cache_hits.values()), bits.__file__)"
    )
    for folder, hits in (("one", 0), ("two", 1)):
        copied = tmp_path / folder / "piquet_sim"
        shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
        told = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True, text=True, check=True, cwd=tmp_path / folder,
            env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(copied.parent)},
        ).stdout  # fmt: skip
        assert told.split() == ["3", str(hits), str(copied / "kernel" / "base" / "bits.py")]


# ---- What other kernels swallow -----------------------------------------------------------------
def test_inner__kernels_are_kept_without_machine_code_and_are_the_same_when_called(folder):
    inside = _jit.kernel(add)

    def call_twice(one, two):
        return inside(one, two) + inside(two, one)

    outside = _jit.kernel(call_twice)
    assert outside(7, 5) == 24
    kept = {path.name.partition("-")[0].partition(".")[2] for path in files(folder, ".nbc")}
    assert kept == {"add", call_twice.__qualname__.replace("<locals>", "locals")}
    assert not inside.overloads  # nothing that could be called from here
    assert inside(7, 5) == 12


# ---- No home folder -----------------------------------------------------------------------------
def find_home():
    return compiled_cache.cache_home.__wrapped__()


@pytest.fixture
def homeless(tmp_path, monkeypatch):
    """A user of whom nobody knows the home, as in a container."""

    def refuse():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", refuse)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_no_home__a_temporary_folder_is_taken_and_said(homeless, capsys):
    home = find_home()
    assert home == homeless / f"piquet-sim-{os.getuid()}"
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith(f"piquet: no home folder is known; compiled code is kept in {home} (")
    assert find_home() == home  # the next command finds what this one compiled


def test_no_home__a_folder_that_another_could_write_is_not_taken(homeless, capsys):
    """Compiled code is run: nobody else may lay it down where it is looked for."""
    usual = homeless / f"piquet-sim-{os.getuid()}"
    for make in (
        lambda: usual.mkdir() or usual.chmod(0o777),
        lambda: usual.symlink_to(tempfile.mkdtemp(), target_is_directory=True),
    ):
        make()
        home = find_home()
        assert home != usual
        assert stat.S_IMODE(home.stat().st_mode) == 0o700
        usual.unlink() if usual.is_symlink() else usual.rmdir()


def test_no_home__that_can_be_made(homeless, capsys, monkeypatch):
    (homeless / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(homeless / "file" / "x"))
    assert find_home() == homeless / f"piquet-sim-{os.getuid()}"
    said = capsys.readouterr().err
    assert said.startswith(
        f"piquet: cannot make {homeless / 'file' / 'x' / 'piquet-sim'}: not a di"
    )


def test_no_home__and_no_temporary_folder(homeless, capsys, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", "/dev/null/none")
    home = find_home()
    assert not home.exists()
    assert capsys.readouterr().err.count("\n") == 1
    monkeypatch.setattr(compiled_cache, "cache_home", lambda: home)
    assert compiled_cache._cache_folder() is None
    assert capsys.readouterr().err == ""
