"""Compiled code on disk: which folders and files are trusted, damage, no room, changed sources.

Covers `game.folders` and `kernel.numba_private`.
"""

import errno
import hashlib
import os
import pickle
import shutil
import stat
import subprocess
import sys
import tempfile
from runpy import run_path
from unittest.mock import Mock

import numba
import numpy as np
import pytest

from piquet_sim.exact import play_table_cache
from piquet_sim.game.files import PACKAGE
from piquet_sim.game.folders import find_fault, make_private_folder
from piquet_sim.kernel import compile as compiling
from piquet_sim.kernel.compile import Folders
from piquet_sim.kernel.numba_private import TRIED_WITH

pytestmark = pytest.mark.skipif(not compiling.IS_COMPILED, reason="nothing is compiled")

find_folders = compiling.find_folders.__wrapped__


@pytest.fixture
def give_away(monkeypatch):
    """Let a file or folder belong to somebody else.

    Who may not give anything away becomes somebody else: then all that was theirs is another's.
    """
    if os.geteuid() == 0:
        return lambda path: os.chown(path, 65534, 65534, follow_symlinks=False)
    return lambda path: monkeypatch.setattr(os, "geteuid", lambda: 65533)


@pytest.fixture
def said(monkeypatch):
    """The lines that are printed."""
    lines = []
    monkeypatch.setattr(compiling, "say_once", lines.append)
    monkeypatch.setattr(play_table_cache, "say_once", lines.append)
    return lines


@pytest.fixture
def folder(tmp_path, monkeypatch, said):
    """A folder in which nothing has been kept."""
    monkeypatch.setattr(compiling, "find_folders", lambda: Folders(tmp_path, None, ""))
    return tmp_path


def add(one, two):
    return one + two


def run(function=add):
    """The answer, and whether it came from the disk."""
    compiled = compiling.kernel(function)
    return compiled(7, 5), bool(compiled.stats.cache_hits)


# ---- Files --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[:20],
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole[:-1],
        lambda whole: bytes(len(whole)),
        lambda whole: whole[:-900] + bytes(900),
        lambda whole: hashlib.sha256(b"no code").digest() + b"no code",
    ],
    ids=["empty", "head", "half", "last", "zeros", "end", "no code"],
)
def test_file__that_is_damaged_is_compiled_again(folder, said, damage):
    run()
    (path,) = folder.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_bytes(damage(path.read_bytes()))
    assert ([run(), run()], said) == ([(12, False), (12, True)], [compiling.COMPILING] * 2)


class Planted(str):
    """Code that makes a folder of this name where it is unpickled."""

    def __reduce__(self):
        return os.mkdir, (str(self),)


@pytest.mark.parametrize(
    "change",
    [
        lambda path, give: path.chmod(0o660),
        lambda path, give: path.chmod(0o606),
        lambda path, give: give(path),
        lambda path, give: path.symlink_to(path.rename(path.with_name("aside"))),
        lambda path, give: path.unlink() or os.mkfifo(path),
    ],
    ids=["group", "others", "owner", "link", "pipe"],
)
def test_file__that_another_could_have_written_is_not_run(folder, give_away, change):
    run()
    (path,) = folder.iterdir()
    marker = folder / "ran"
    content = pickle.dumps(Planted(marker))
    path.write_bytes(hashlib.sha256(content).digest() + content)
    run()
    marker.rmdir()  # it is run where it is trusted
    path.write_bytes(hashlib.sha256(content).digest() + content)
    change(path, give_away)
    assert run() == (12, False)
    assert not marker.exists()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_disk__without_room_keeps_nothing_and_says_so(folder, said, monkeypatch, number):
    monkeypatch.setattr(
        compiling, "replace_file_at", Mock(side_effect=OSError(number, os.strerror(number)))
    )
    assert run() == (12, False)
    fault = f"{folder}: {os.strerror(number).lower()}; compiled code is not kept"
    assert (said, compiling.refusals.pop(), [*folder.iterdir()]) == (
        [compiling.COMPILING, fault],
        fault,
        [],
    )


def test_private__parts_of_numba_are_those_of_the_version_they_were_tried_with(folder):
    """With another version measure each again, and see whether what is private is still there."""
    assert numba.__version__.startswith(f"{TRIED_WITH}.")
    inside = compiling.kernel(add)
    assert compiling.kernel(lambda: inside(0, 1) + inside(1, 0) + inside(np.int64(7), 5))() == 14
    # Kept apart; 0 and 1 are no types of their own.
    assert (len([*folder.glob("add-*")]), len([*folder.iterdir()])) == (1, 2)
    assert not inside.overloads  # nothing that could be called from here
    # A function of others counts from the end.
    assert (inside(7, 5), compiling.kernel(lambda values: values[-1])(np.arange(3))) == (12, 2)


# ---- Folders ------------------------------------------------------------------------------------
def test_folder__of_this_user_alone_is_trusted(tmp_path):
    make_private_folder(tmp_path / "one" / "two")
    os.umask(os.umask(0))
    assert (
        stat.S_IMODE((tmp_path / "one").stat().st_mode),
        find_fault(tmp_path / "one" / "two"),
    ) == (0o700, "")
    (tmp_path / "one").chmod(0o1777)  # as /tmp
    (tmp_path / "way").symlink_to(tmp_path)
    assert find_fault(tmp_path / "way" / "one" / "two") == ""


@pytest.mark.parametrize(
    ("how", "fault"),
    [
        (lambda home, give: home.chmod(0o770), "home belongs to another user or can be written"),
        (lambda home, give: home.chmod(0o1707), "home belongs to another user or can be written"),
        (lambda home, give: home.parent.chmod(0o777), "above belongs to another user or can be"),
        (lambda home, give: give(home), "home belongs to another user or can be written"),
        (lambda home, give: give(home.parent), " belongs to another user or can be written"),
        (lambda home, give: home.symlink_to(home.rename(home.with_name("x"))), "is not a folder"),
        (lambda home, give: home.rmdir() or home.touch(), "home is not a folder"),
    ],
    ids=["group", "others", "above", "owner", "owner above", "link", "file"],
)
def test_folder__that_others_could_change_is_not_trusted(tmp_path, give_away, how, fault):
    home = tmp_path / "above" / "home"
    make_private_folder(home)
    how(home, give_away)
    assert fault in find_fault(home)


@pytest.fixture
def usual(tmp_path, monkeypatch, said):
    """The usual folder, not made yet; a home and a folder for temporary files."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path / "cache" / "piquet-sim" / compiling.name_folder()


def test_folders__the_usual_one_is_taken_in_silence_and_few_are_left(usual, said):
    older = [usual.with_name(f"compiled-{number}") for number in range(6)]
    for number, one in enumerate(older):
        one.mkdir(parents=True)
        os.utime(one, (number, number))
    assert (find_folders(), said, {*usual.parent.iterdir()}) == (
        Folders(usual, None, ""),
        [],
        {*older[3:], usual},
    )


def test_folders__where_the_usual_one_cannot_be_used_another_is_and_that_is_said(
    usual, tmp_path, said, monkeypatch
):
    make_private_folder(usual)
    usual.parent.chmod(0o777)
    fault = f"{usual.parent} belongs to another user or can be written by others"
    places = (tmp_path / "me" / ".cache" / "piquet-sim", tmp_path / f"piquet-sim-{os.geteuid()}")
    for own in (place / usual.name for place in places):
        assert (find_folders(), said.pop()) == (
            Folders(own, None, fault),
            f"{fault}; compiled code is kept in {own}",
        )
        monkeypatch.setenv("HOME", "/dev/null")
    places[1].chmod(0o777)
    assert (find_folders(), said) == (
        Folders(None, None, fault),
        [f"{fault}; compiled code is not kept"],
    )


def test_folders__what_can_only_be_read_is_read(usual, tmp_path, said, monkeypatch):
    """The administrator's folder, or one mounted read-only."""
    monkeypatch.setattr(compiling, "find_folders", find_folders)
    assert run() == (12, False)
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, *mode: path != usual and may(path, *mode))
    own = tmp_path / "me" / ".cache" / "piquet-sim" / usual.name
    assert (find_folders(), run(), [*own.iterdir()]) == (
        Folders(own, usual, f"{usual} cannot be written"),
        (12, True),
        [],
    )

    def multiply(one, two):
        return one * two

    assert ([run(multiply), run(multiply)], len([*own.iterdir()]), said) == (
        [(35, False), (35, True)],
        1,
        [compiling.COMPILING] * 2,
    )


def test_table__is_kept_and_built_again_where_it_is_damaged(folder, said, table_of_play):
    find = play_table_cache.load_play_table.__wrapped__
    shutil.copyfile(find_folders().own / "positions", folder / "positions")
    for times in (0, 1, 1):
        assert all(map(np.array_equal, find(), table_of_play))
        assert said.count(play_table_cache.BUILDING) == times
        if times == 0:
            with (folder / "positions").open("r+b") as file:
                file.write(b"damaged")


# ---- Whole processes ----------------------------------------------------------------------------
ASKED = "from piquet_sim.kernel import bits; print(bits.highest_bit(8))"


def start(program, cache, folder=None):
    return subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "XDG_CACHE_HOME": str(cache), "PIQUET_QUIET": ""},
    )


def test_process__says_that_it_compiles_and_two_at_once_do_not_meet(tmp_path):
    both = [one.communicate() for one in [start(ASKED, tmp_path) for _ in range(2)]]
    assert (
        [out for out, _ in both],
        {line for _, line in both} - {""},  # who comes late has nothing to compile
        start(ASKED, tmp_path).communicate(),
    ) == (["3\n"] * 2, {f"piquet: {compiling.COMPILING}\n"}, ("3\n", ""))


def test_sources__their_code_is_found_wherever_they_lie_until_a_byte_changes(tmp_path):
    """Also one in another module, of which numba itself takes no notice."""
    program = (
        "from piquet_sim.kernel.using import use; print(use(), sum(use.stats.cache_hits.values()))"
    )
    for home, value, answer in (("one", 1, "1 0"), ("two", 1, "1 1"), ("two", 2, "2 0")):
        copied = tmp_path / home / "piquet_sim"
        shutil.copytree(
            PACKAGE,
            copied,
            ignore=shutil.ignore_patterns("__pycache__", "data"),
            dirs_exist_ok=True,
        )
        # Two lengths: Python's own bytecode tells sources written in one second by their length.
        (copied / "kernel" / "used.py").write_text(f"VALUE = {value}{' ' * value}\n")
        (copied / "kernel" / "using.py").write_text(
            "from piquet_sim.kernel.compile import kernel\n"
            "from piquet_sim.kernel.used import VALUE\n"
            "@kernel\ndef use():\n    return VALUE\n"
        )
        out, _ = start(program, tmp_path, folder=copied.parent).communicate()
        assert out.strip() == answer


def test_sources__of_others_count_for_their_own_functions(tmp_path, folder):
    path = tmp_path / "theirs.py"
    for value in (1, 2):
        path.write_text(f"VALUE = {value}\ndef use(one, two):\n    return VALUE\n")
        compiling.name_source.cache_clear()
        use = run_path(str(path))["use"]
        assert [run(use), run(use)] == [(value, False), (value, True)]
