"""Streams and files of commands: what is written is whole, and what was there stays when it fails.

Covers `game.files`, `analyses.stored`.
"""

import errno
import json
import os
import stat
import subprocess
import sys
from contextlib import nullcontext
from threading import Timer
from unittest.mock import DEFAULT, Mock

import pytest
from command_line import refused, refuses
from specimens import EXAMPLE, legal_deal

from analyses.stored import replace_folder
from piquet_sim.deals.notation import read_deals
from piquet_sim.game import files
from piquet_sim.game.files import open_file, replace_file, write_text


# ---- Streams and memory -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("PIQUET rules > /dev/full", 2, "piquet: the output: no space left on device\n"),
        ("{ PIQUET settle sheets; echo $? >&2; } | true", 0, "0\n"),  # that nobody reads
        ("PIQUET settle - <&-", 2, "piquet: the input: nothing in it"),
        ("PIQUET settle sheets >&-", 2, "piquet: the output: "),
        *(
            pytest.param(f"PIQUET {line} >&-", 2, "piquet: the output: ", marks=pytest.mark.slow)
            for line in ("deal", "rules --json")
        ),
        ("PIQUET settle no 2>&-", 2, ""),
        ("PYTHONIOENCODING=ascii PIQUET settle - < odd", 2, "did you mean 'rubicon'"),
        # Half a file is never left, nor half a file of bytecode, which later tests would load.
        (
            "ulimit -f 4; PYTHONDONTWRITEBYTECODE=1 PIQUET simulate -n 3000 --records x.parquet",
            2,
            "too large",
        ),
        pytest.param(
            "ulimit -f 4; PYTHONDONTWRITEBYTECODE=1 PIQUET census aces --out .",
            2,
            "too large",
            marks=pytest.mark.slow,
        ),
        ("PIQUET_LEARNED=mine.npz PIQUET duel expert club -n 2", 2, "learned: mine.npz: "),
    ],
)
def test_process__its_streams_may_be_full_closed_or_of_other_letters(line, code, said, tmp_path):
    (tmp_path / "sheets").write_text('{"totals": [164, 114]}\n' * 3000)
    (tmp_path / "odd").write_text('\ufeff{"totals": [1, 2], "rules": "r\u00fcbicon"}', "utf-8")
    done = subprocess.run(
        ["sh", "-c", line.replace("PIQUET ", f"'{sys.executable}' -m piquet_sim ")],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr.count("\n")) == (code, bool(said))
    assert said in done.stderr
    assert {one.name for one in tmp_path.rglob("*.*")} <= {"data.csv"}


PEAK = """
import re, sys
from pathlib import Path
from piquet_sim.cli import main
try:
    main([sys.argv[1], "-"])
finally:
    said = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())
    print(said[1], file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("name", "line", "few", "many"),
    [
        ("settle", b'{"totals": [164, 114]}\n', 5_000, 25_000),
        pytest.param(
            "score",
            json.dumps(legal_deal(1)).encode() + b"\n",
            1000,
            20_000,
            marks=pytest.mark.slow,
        ),
    ],
)
def test_memory__does_not_grow_with_the_lines(name, line, few, many):
    words = [sys.executable, "-c", PEAK, name]
    least, most = (
        int(subprocess.run(words, input=line * lines, check=True, capture_output=True).stderr)
        for lines in (few, many)
    )
    assert most - least < 8_000


LINE = json.dumps(EXAMPLE) + "\n"


def test_endless__files_and_pipes_are_refused(tmp_path, monkeypatch):
    """A device is no file, a large one is too large, and who waits for a writer says so."""
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    large.touch()
    os.truncate(large, 10**12)
    monkeypatch.setattr(files, "WRITER_COMES_WITHIN", 0.1)
    for read, path, said in (
        (read_deals, "/dev/zero", "not a file"),
        (read_deals, str(pipe), "not a file"),
        (read_deals, str(large), "too large"),
        (open_file, pipe, "nobody wrote to it within 0.1 seconds"),
    ):
        with refuses(f"{path}: ", said):
            read(path)
    # A writer who is slow is waited for.
    writer = os.open(pipe, os.O_RDWR)
    Timer(0.2, lambda: (os.write(writer, LINE.encode()), os.close(writer))).start()
    with open_file(pipe) as file:
        assert file.read().decode() == LINE


# ---- Files that are written ---------------------------------------------------------------------
def test_file__that_is_written_keeps_its_mode_and_its_link(tmp_path):
    path, link = tmp_path / "one.txt", tmp_path / "link.txt"
    path.touch()
    path.chmod(0o640)
    link.symlink_to(path)
    write_text(link, "new")
    assert (link.is_symlink(), path.read_text(), stat.S_IMODE(path.stat().st_mode)) == (
        True,
        "new",
        0o640,
    )
    path.chmod(0o444)
    with refuses("it is read-only"):
        write_text(link, "newer")
    assert path.read_text() == "new"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_writing__what_was_there_stays_when_the_disk_fails(number, tmp_path):
    """And the file that was asked for is named, also in a folder that is made beside its place."""
    path, folder, failure = tmp_path / "kept", tmp_path / "a", OSError(number, os.strerror(number))
    path.write_text("as it was")
    with refuses(f"cannot write {path}: "), replace_file(path) as temporary:
        temporary.write_text("half")
        raise failure
    with refuses(f"cannot write {folder / 'chart.svg'}: "), replace_folder(folder) as new:
        with replace_file(new / "chart.svg"):
            raise failure
    assert (path.read_text(), [*tmp_path.iterdir()]) == ("as it was", [path])


@pytest.mark.parametrize(
    ("times", "winerror", "most", "said"),
    [
        (3, 5, 4, ""),  # until a reader has closed the file
        (3, 32, 4, ""),
        (1000, 32, 19, "data.csv: it is open in another program"),
        (1000, None, 1, "permission denied"),
    ],
)
def test_replacing__waits_or_gives_up_in_one_line_and_leaves_what_was_there(
    tmp_path, monkeypatch, times, winerror, most, said
):
    path, error = tmp_path / "data.csv", PermissionError(13, "Permission denied")
    error.winerror = winerror
    path.write_text("before", encoding="utf-8")
    tried = Mock(wraps=os.replace, side_effect=[*[error] * times, DEFAULT])
    monkeypatch.setattr(os, "replace", tried)
    monkeypatch.setattr(files.time, "sleep", lambda seconds: None)
    with refuses(said) if said else nullcontext():
        write_text(path, "after")
    assert (tried.call_count <= most, path.read_text(encoding="utf-8"), [*tmp_path.iterdir()]) == (
        True,
        "before" if said else "after",
        [path],
    )


def make_result(home, mode=0o600):
    """The folder of a result with a file of its own mode, a link, and something besides."""
    (home / "notes").mkdir(parents=True)
    (home / "notes" / "link").symlink_to("nowhere")
    (home / "chart.svg").symlink_to(home.parent / "elsewhere.svg")
    for name in ("data.csv", "chart.svg"):
        (home / name).write_text("old")
    home.chmod(0o700)
    (home / "data.csv").chmod(mode)


def test_writing__to_a_folder_keeps_what_is_there(tmp_path):
    home = tmp_path / "pique"
    make_result(home)
    folder = home.stat().st_ino
    with replace_folder(home) as new:
        for name in ("data.csv", "chart.svg"):
            (new / name).write_text("new")
    assert (
        home.stat().st_ino,
        [stat.S_IMODE(one.stat().st_mode) for one in (home, home / "data.csv")],
    ) == (folder, [0o700, 0o600])
    assert (home / "data.csv").read_text() == (tmp_path / "elsewhere.svg").read_text() == "new"
    assert (
        [one.is_symlink() for one in (home / "chart.svg", home / "notes" / "link")],
        {one.name for one in home.iterdir()},
    ) == ([True, True], {"data.csv", "chart.svg", "notes"})


@pytest.mark.parametrize("line", ["study pique", "study essentials", "duel club novice random"])
@pytest.mark.parametrize(
    ("fail", "said"),
    [
        (lambda home: home.symlink_to("nowhere"), "cannot create"),
        (lambda home: home.write_text("mine"), "cannot create"),
        (lambda home: make_result(home, 0o444), "it is read-only"),
    ],
)
def test_writing__is_refused_before_a_deal_is_played(line, fail, said, tmp_path, monkeypatch):
    monkeypatch.setattr("piquet_sim.running.blocks.count_block", lambda *_: pytest.fail("played"))
    fail(tmp_path / ("ladder" if "duel" in line else "pique"))
    assert said in refused(*line.split(), "-n", "50", "--out", tmp_path)


def test_writing__to_a_folder_that_is_read_only(tmp_path, monkeypatch):
    denied = Mock(side_effect=PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
    monkeypatch.setattr("tempfile.mkdtemp", denied)
    assert "permission denied" in refused("census", "aces", "--out", tmp_path)
    assert not list(tmp_path.iterdir())
