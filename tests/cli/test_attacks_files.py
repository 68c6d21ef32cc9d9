"""Attacks on files that are read and written: one line and exit code 2, or what is right."""

import errno
import io
import os
import resource
import signal
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from attacks import LINE, MANY, SLOW_IS_RIGHT, attacks, check_refused, refusal
from command_line import command
from hypothesis import given, settings
from hypothesis import strategies as st

from piquet_sim.game.errors import InputError
from piquet_sim.game.files import PACKAGE, check_writable, replace_file
from piquet_sim.strategies.learned import read_learned

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")

SHIPPED = PACKAGE / "data" / "learned.npz"

# ---- Lines of files -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "answered", "said"),
    [
        (LINE + b"\n\xff\n" + LINE, 1, "line 2: not UTF-8 text"),
        (b"\xef\xbb\xbf" + LINE + b"\r\n\r\n" + LINE, 2, ""),
        (LINE.decode().encode("utf-16"), 0, "line 1: not UTF-8 text"),
        (LINE + b"\n\0\n", 1, "line 2: not JSON"),
        (LINE + b"\n" + LINE[:-9], 1, "line 2: not JSON"),
        (b" " * 1_000_001, 0, "line 1: longer than 1,000,000 characters"),
        (b"", 0, "no deal; expected deals in words"),
    ],
)
def test_files__of_bytes(content, answered, said, tmp_path):
    path = tmp_path / "deals.jsonl"
    path.write_bytes(content)
    done = command("score", str(path))
    assert len(done[1].splitlines()) == answered
    if said:
        check_refused(done, said)
    else:
        assert (done[0], done[2]) == (0, "")


@attacks(30)
@given(st.binary(max_size=60) | st.binary(max_size=20).map(lambda some: LINE + b"\n" + some))
def test_files__of_any_bytes(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.write_bytes(content)
    for name in ("score", "settle", "solve"):
        code, _, complained = command(name, str(path))
        assert len(complained.splitlines()) == (1 if code else 0)


# ---- The file of what was learned ---------------------------------------------------------------
@pytest.fixture(scope="module")
def archives():
    """What was learned, as it is shipped and not compressed, in bytes."""
    plain = io.BytesIO()
    with np.load(SHIPPED) as file:
        np.savez(plain, **file)
    return SHIPPED.read_bytes(), plain.getvalue()


def write_archive(path, **changed):
    with np.load(SHIPPED) as file:
        arrays = {**file, **changed}
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})


@settings(max_examples=MANY or 20, suppress_health_check=SLOW_IS_RIGHT)
@given(st.data())
def test_learned__a_damaged_file_is_refused_or_says_the_same(archives, tmp_path_factory, data):
    content = bytearray(data.draw(st.sampled_from(archives)))
    # Where something begins, there is most to be broken.
    starts = [place for place in range(len(content)) if content[place : place + 2] == b"PK"]
    near = st.builds(
        lambda start, after: start + after, st.sampled_from(starts), st.integers(0, 160)
    )
    for place in data.draw(
        st.lists(near | st.integers(0, len(content) - 1), min_size=1, max_size=4)
    ):
        content[place % len(content)] ^= 1 << data.draw(st.integers(0, 7))
    if data.draw(st.integers(0, 9)) == 0:
        del content[data.draw(st.integers(0, len(content))) :]
    path = tmp_path_factory.getbasetemp() / "damaged.npz"
    path.write_bytes(content)
    found = refusal(lambda: read_learned(path))
    if found is not None:
        for one, whole in zip(found, read_learned(SHIPPED), strict=True):
            for name in ("own", "theirs", "kept", "scores"):
                assert np.array_equal(getattr(one, name), getattr(whole, name))


class _Planted:
    # Unpickling it would be noticed.
    def __reduce__(self):
        return pytest.fail, ("a pickle was read",)


ABOUT = {
    "list": b"[1]",
    "deep": b"[" * 10**5,
    "no json": b"{",
    "number": b"1",
    "late": b'{"version": 9}',
    "no blocks": b'{"version": 3}',
    "no rules": b'{"version": 3, "blocks": [{}]}',
    "unknown rules": b'{"version": 3, "blocks": [{"rules": "whist"}]}',
    "blocks twice": b'{"version": 3, "blocks": [{"rules": "rubicon"}, {"rules": "rubicon"}]}',
}
WRONG_ARRAYS = {
    "a pickle": {"own_0": np.array([_Planted()], dtype=object)},
    "another type": {"own_0": np.zeros((2, 3), np.float64)},
    "another shape": {"kept_0": np.zeros((2, 3), np.int16)},
    "no dimension": {"scores_0": np.int32(1)},
    "scores beyond the table": {"scores_0": np.array([[5000, 1, 1]], np.int32)},
    "scores below nothing": {"scores_0": np.array([[-1, 1, 1]], np.int32)},
    "deals below nothing": {"scores_0": np.array([[1, 1, -1]], np.int32)},
    "no deals": {"scores_0": np.zeros((0, 3), np.int32)},
    "left out": {"theirs_0": None},
    **{name: {"about": np.frombuffer(text, np.uint8)} for name, text in ABOUT.items()},
}


@pytest.mark.parametrize("changed", WRONG_ARRAYS.values(), ids=WRONG_ARRAYS)
def test_learned__arrays_that_cannot_be(changed, tmp_path):
    write_archive(tmp_path / "wrong.npz", **changed)
    with pytest.raises(InputError, match="learned: "):
        read_learned(tmp_path / "wrong.npz")


def test_learned__a_small_file_that_claims_to_be_large(tmp_path):
    head = (
        b"\x93NUMPY\x01\x00v\x00" + b"{'descr': '<i2', 'fortran_order': False, 'shape': (2, %d), }"
    )
    for claimed in (5 * 10**7, 10**12, 10**30):
        with zipfile.ZipFile(tmp_path / "bomb.npz", "w") as archive:
            for name in ("about", "own_0", "theirs_0", "kept_0", "scores_0"):
                archive.writestr(f"{name}.npy", (head % claimed).ljust(127) + b"\n")
        assert refusal(lambda: read_learned(tmp_path / "bomb.npz")) is None
    with zipfile.ZipFile(tmp_path / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("about.npy", "w") as member:
            for _ in range(60):
                member.write(bytes(1_000_000))
    with pytest.raises(InputError, match="too large"):
        read_learned(tmp_path / "bomb.npz")


def test_learned__what_is_no_archive(tmp_path):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")  # reading it would wait for ever
    np.save(tmp_path / "array.npy", np.zeros(3))
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("learned")
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(10**11)
    for name in ("folder", "pipe", "array.npy", "empty", "text", "huge", "missing", "x" * 300):
        assert refusal(lambda name=name: read_learned(tmp_path / name)) is None
    assert refusal(lambda: read_learned(Path("/dev/zero"))) is None


# ---- Files that are written ---------------------------------------------------------------------
@pytest.mark.parametrize(
    "name", ["a\0b", "\ud800", "x" * 300, "missing/x", "file/x", ".", "", "pipe"]
)
def test_writing__to_what_is_no_file(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    os.mkfifo("pipe")
    assert refusal(lambda: check_writable(Path(name))) is None
    with pytest.raises(InputError, match="cannot write"), replace_file(Path(name)):
        pytest.fail("there is no such file to write")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", "pipe"]


def test_writing__a_device_is_not_replaced():
    for name in ("/dev/full", "/dev/null"):
        with pytest.raises(InputError, match="is not a file"):
            check_writable(Path(name))
        assert Path(name).is_char_device()


def test_writing__an_odd_name_is_as_good_as_any(tmp_path):
    for name in ("a\nb", "\udcff", " ", "♠", "-n"):
        check_writable(tmp_path / name)
        assert list(tmp_path.iterdir()) == []
        with replace_file(tmp_path / name) as temporary:
            temporary.write_text("whole")
        assert (tmp_path / name).read_text() == "whole"
        (tmp_path / name).unlink()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS])
def test_writing__what_was_there_stays_when_the_disk_is_full(number, tmp_path):
    path = tmp_path / "kept"
    path.write_text("as it was")

    def write_half():
        with replace_file(path) as temporary:
            temporary.write_text("half")
            raise OSError(number, os.strerror(number))

    with pytest.raises(InputError, match="cannot write"):
        write_half()
    assert path.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [path]


def test_writing__when_the_folder_is_removed_meanwhile(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()

    def write():
        with replace_file(folder / "x") as temporary:
            temporary.unlink()
            folder.rmdir()
            folder.touch()  # and something else takes its name

    with pytest.raises(InputError, match="cannot write"):
        write()


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "-n", "4", "--records", "folder"),
        ("chances", "0-0", "-n", "4", "--chart", "folder.svg"),
        ("train", "--hands", "1000", "--rounds", "3", "--out", "folder"),
        ("train", "--hands", "1000", "--rounds", "3", "--out", "/dev/full"),
        ("simulate", "-n", "4", "--records", "/dev/full"),
        ("simulate", "-n", "4", "--records", "file/x"),
        ("study", "hands", "-n", "4", "--out", "file"),
        ("study", "hands", "-n", "4", "--out", "file/x"),
        ("census", "aces", "--out", "file"),
    ],
)
def test_writing__commands_say_so_before_they_begin(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("folder", "folder.svg"):
        (tmp_path / name).mkdir()
    (tmp_path / "file").touch()
    done = command(*arguments)
    check_refused(done, "cannot ")
    assert done[1] == ""
    assert sorted(one.name for one in tmp_path.rglob("*")) == ["file", "folder", "folder.svg"]


@pytest.mark.parametrize(
    "arguments",
    [("simulate", "-n", "3000", "--records", "x.parquet"), ("census", "aces", "--out", ".")],
)
def test_writing__half_a_file_is_never_left(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # Python does not notice that a file of bytecode is cut off, and later tests would load it.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        done = command(*arguments)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    check_refused(done, "too large")
    assert {one.name for one in tmp_path.rglob("*") if one.is_file()} <= {"data.csv"}
