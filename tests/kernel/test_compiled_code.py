"""Compiled code on disk: damaged files, planted files, no room, a folder that is only read."""

import errno
import hashlib
import os
import pickle
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from piquet_sim.game.files import PACKAGE
from piquet_sim.kernel.base import _jit, compiled_cache

pytestmark = pytest.mark.skipif(not _jit.IS_COMPILED, reason="nothing is compiled")


def add(one, two):
    return one + two


def multiply(one, two):
    return one * two


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled_cache, "_FOLDER", tmp_path)
    monkeypatch.setattr(compiled_cache.CodeCache, "is_given_up", False)
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

    monkeypatch.setattr(compiled_cache.CodeFile, "_open_for_write", refuse)
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
    assert compiled_cache.make_cache_folder() is None
    said = capsys.readouterr().err
    assert said.startswith(f"piquet: the cache {tmp_path}")
    assert said.endswith(": no space left on device; compiled code is not kept\n")


def test_folder__that_another_process_makes_meanwhile_is_shared(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(compiled_cache, "cache_home", lambda: tmp_path)
    made = compiled_cache.make_cache_folder()
    not_yet = [made]

    def look(path):
        return not_yet.pop() != path if path in not_yet else os.path.isdir(path)

    monkeypatch.setattr(Path, "is_dir", look)
    assert compiled_cache.make_cache_folder() == made
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


# ---- What another user could have laid down -----------------------------------------------------
class Planted:
    """Code that runs where it is unpickled."""

    def __init__(self, marker):
        self.marker = marker

    def __reduce__(self):
        return os.mkdir, (str(self.marker),)


def plant(path, marker):
    """Put code in the place of what was kept, with the right checksum."""
    content = pickle.dumps(Planted(marker))
    path.write_bytes(hashlib.sha256(content).digest() + content)


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
def test_planted__what_others_can_write_is_not_run_but_removed(folder, tmp_path, capsys, ending):
    run()
    (path,) = files(folder, ending)
    plant(path, tmp_path / "ran")
    path.chmod(0o646)
    assert run() == (12, False)
    assert not (tmp_path / "ran").exists()
    said = f"piquet: {path} can be written by others; it is removed and compiled again\n"
    assert capsys.readouterr().err == said
    assert run() == (12, True)
    plant(path, tmp_path / "ran")  # which would be run, were it this user's
    with suppress(TypeError):
        run()
    assert (tmp_path / "ran").exists()


def test_kept__files_are_such_as_are_read_again_whatever_the_umask(folder):
    before = os.umask(0)
    try:
        run()
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in files(folder, "")} == {0o644}
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o755}
    assert run() == (12, True)


# ---- A folder that is only read -----------------------------------------------------------------
@pytest.fixture
def shared(tmp_path, monkeypatch):
    """A folder in which one function was compiled beforehand; this user's own is empty."""
    shared, own = tmp_path / "shared", tmp_path / "own"
    monkeypatch.setattr(compiled_cache.CodeCache, "is_given_up", False)
    for one in (shared, own):
        one.mkdir()
    monkeypatch.setattr(compiled_cache, "_FOLDER", shared)
    assert run() == (12, False)
    monkeypatch.setattr(compiled_cache, "_FOLDER", own)
    monkeypatch.setattr(compiled_cache, "_SHARED", shared)
    return shared


def test_shared__is_read_and_what_is_new_is_kept_in_ones_own(shared, tmp_path, capsys):
    there = {path: path.stat().st_mtime_ns for path in shared.rglob("*")}
    assert run() == (12, True)
    assert files(tmp_path / "own", "") == []
    for is_there in (False, True):
        assert run(multiply) == (35, is_there)
    assert len(files(tmp_path / "own", ".nbc")) == 1
    assert {path: path.stat().st_mtime_ns for path in shared.rglob("*")} == there
    assert capsys.readouterr().err == ""
    assert compiled_cache.compiled_folders() == [tmp_path / "own", shared]


def test_shared__damaged_is_said_and_made_in_ones_own(shared, capsys, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(errno.EROFS, os.strerror(errno.EROFS))

    (path,) = files(shared, ".nbc")
    path.write_bytes(b"")
    with monkeypatch.context() as only_read:
        only_read.setattr(Path, "unlink", refuse)
        assert run() == (12, False)
    said = f"piquet: the compiled code in {path} is damaged; it is compiled again\n"
    assert capsys.readouterr().err == said
    assert run() == (12, True)
    assert capsys.readouterr().err == ""


def test_shared__is_read_where_nothing_can_be_kept(shared, capsys, monkeypatch):
    monkeypatch.setattr(compiled_cache, "_FOLDER", None)
    homes = compiled_cache.Homes(Path("/dev/null/x"), shared.parent, "nothing is kept")
    monkeypatch.setattr(compiled_cache, "find_homes", lambda: homes)
    assert run() == (12, True)
    assert capsys.readouterr().err == ""
    assert run(multiply) == (35, False)
    assert run(multiply) == (35, False)
    assert capsys.readouterr().err == "piquet: nothing is kept\n"
