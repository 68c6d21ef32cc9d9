"""Which folders compiled code is read from and written to, and which belong to others."""

import errno
import grp
import os
import pwd
import shutil
import stat
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from piquet_sim.cache_folders import (
    Untrusted,
    judge_folder,
    judge_tree,
    make_trusted_folder,
    open_trusted,
)
from piquet_sim.exact import play_table_cache
from piquet_sim.kernel.base import _jit, compiled_cache

IS_ROOT = os.geteuid() == 0
NOBODY = 65534 if os.geteuid() != 65534 else 65533


@pytest.fixture
def give_away(monkeypatch):
    """Let a file or folder belong to somebody else.

    Who may not give anything away becomes somebody else: then all that was theirs is another's.
    """

    def give(path):
        if IS_ROOT:
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        else:
            monkeypatch.setattr(os, "geteuid", lambda: NOBODY)

    return give


@contextmanager
def as_one_who_cannot_write(folder):
    """The administrator's folder for somebody else; where we are not the administrator, our own."""
    if not IS_ROOT:
        folder.chmod(0o555)
        yield
        folder.chmod(0o755)
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder():
    """A folder that everybody can reach: those of pytest are closed."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


# ---- One folder ---------------------------------------------------------------------------------
def may(path):
    access = judge_folder(path)
    assert bool(access.reason) == (not access.may_write)
    return access.may_read, access.may_write


def test_judge__ones_own_folder_may_be_read_and_written(tmp_path):
    assert may(tmp_path) == (True, True)
    with pytest.raises(FileNotFoundError):
        judge_folder(tmp_path / "none")
    (tmp_path / "file").touch()
    assert may(tmp_path / "file") == (False, False)


@pytest.mark.parametrize("mode", [0o775, 0o757, 0o777, 0o1777])
def test_judge__what_others_can_write_may_not_be_read(tmp_path, monkeypatch, mode):
    monkeypatch.setattr(grp, "getgrgid", lambda _: SimpleNamespace(gr_name="all", gr_mem=[]))
    tmp_path.chmod(mode)
    assert judge_folder(tmp_path) == (False, False, f"{tmp_path} can be written by others")


@pytest.mark.parametrize(
    ("members", "user", "is_trusted"),
    [([], 1000, True), (["one"], 1000, True), (["two"], 1000, False), ([], 0, False)],
)
def test_judge__a_group_of_this_user_alone_is_nobody_else(
    tmp_path, monkeypatch, members, user, is_trusted
):
    """Systems with such groups set the umask to 002."""
    group = SimpleNamespace(gr_name="one", gr_mem=members)
    monkeypatch.setattr(grp, "getgrgid", lambda _: group)
    monkeypatch.setattr(pwd, "getpwuid", lambda _: SimpleNamespace(pw_name="one", pw_uid=user))
    tmp_path.chmod(0o770)
    assert may(tmp_path) == (is_trusted, is_trusted)
    tmp_path.chmod(0o777)
    assert may(tmp_path) == (False, False)


def test_judge__a_folder_above_that_others_can_write_but_for_the_sticky_bit(tmp_path):
    home = tmp_path / "above" / "home"
    home.mkdir(parents=True)
    home.parent.chmod(0o1777)
    assert may(home) == (True, True)
    home.parent.chmod(0o777)
    assert judge_folder(home) == (False, False, f"{home.parent} can be written by others")


def test_judge__links_lead_to_what_is_judged(tmp_path):
    home, wild = tmp_path / "home", tmp_path / "wild"
    home.mkdir()
    (wild / "inner").mkdir(parents=True)
    wild.chmod(0o777)
    (tmp_path / "near").symlink_to("wild/../home")
    assert may(tmp_path / "near") == (False, False)  # others may have made "wild/.." lead elsewhere
    (tmp_path / "good").symlink_to(home)
    (tmp_path / "again").symlink_to("../" + tmp_path.name + "/good")
    assert may(tmp_path / "again") == (True, True)
    (wild / "back").symlink_to(home)
    assert may(wild / "back") == (False, False)
    (tmp_path / "away").symlink_to(wild / "inner")
    assert may(tmp_path / "away") == (False, False)
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError, match="symbolic links") as ended:
        judge_folder(tmp_path / "loop")
    assert ended.value.errno == errno.ELOOP


def test_judge__names_from_where_one_is(tmp_path, monkeypatch):
    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path)
    assert may(Path("home")) == (True, True)
    tmp_path.chmod(0o777)
    assert may(Path("home")) == (False, False)


@pytest.mark.parametrize("whose", ["home", "above", "link"])
def test_judge__what_belongs_to_another_user_may_not_be_read(tmp_path, give_away, whose):
    (tmp_path / "above" / "home").mkdir(parents=True)
    (tmp_path / "above" / "link").symlink_to("home")
    give_away(tmp_path / "above" / ("" if whose == "above" else whose))
    access = judge_folder(tmp_path / "above" / "link")
    assert access[:2] == (False, False)
    assert access.reason.endswith(" belongs to another user")


def test_judge__the_administrators_folder_may_be_read(open_folder):
    (open_folder / "within").mkdir()
    with as_one_who_cannot_write(open_folder):
        assert may(open_folder) == (True, False)
        assert judge_tree(open_folder)[:2] == (True, False)


def test_judge__a_tree_is_as_good_as_its_worst_folder(tmp_path, give_away):
    assert judge_tree(tmp_path / "none")[:2] == (True, True)
    inner = tmp_path / "one" / "two"
    inner.mkdir(parents=True)
    assert judge_tree(tmp_path)[:2] == (True, True)
    inner.chmod(0o777)
    assert judge_tree(tmp_path) == (False, False, f"{inner} can be written by others")
    inner.rmdir()
    inner.symlink_to(tempfile.gettempdir())
    assert judge_tree(tmp_path)[:2] == (False, False)
    inner.unlink()
    give_away(tmp_path / "one")
    assert judge_tree(tmp_path)[:2] == (False, False)


# ---- One file -----------------------------------------------------------------------------------
def test_read__a_file_that_nobody_else_can_have_written(tmp_path, give_away):
    path = tmp_path / "file"
    path.write_bytes(b"one")
    with open_trusted(path) as file:
        assert file.read() == b"one"
    (tmp_path / "link").symlink_to(path)
    os.mkfifo(tmp_path / "pipe")
    path.chmod(0o646)
    for one, reason in (
        (path, "can be written by others"),
        (tmp_path / "link", "is a link"),
        (tmp_path / "pipe", "is not a file"),
    ):
        with pytest.raises(Untrusted, match=reason):
            open_trusted(one)
    path.chmod(0o644)
    give_away(path)
    with pytest.raises(Untrusted, match="belongs to another user"):
        open_trusted(path)
    with pytest.raises(FileNotFoundError):
        open_trusted(tmp_path / "none")


def test_made__folders_are_trusted_whatever_the_umask(tmp_path):
    before = os.umask(0)
    try:
        make_trusted_folder(tmp_path / "one" / "two")
    finally:
        os.umask(before)
    assert may(tmp_path / "one" / "two") == (True, True)


# ---- Which folders are used ---------------------------------------------------------------------
@pytest.fixture
def usual(tmp_path, monkeypatch):
    """The usual folder of a machine on which code was compiled, and a home without any."""
    usual = tmp_path / "cache" / "piquet-sim"
    (usual / compiled_cache.name_folder() / "kernel.base").mkdir(parents=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(usual.parent))
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    return usual


def find_homes():
    return compiled_cache.find_homes.__wrapped__()


def test_homes__the_usual_folder_is_taken_in_silence(usual, capsys):
    assert find_homes()[:2] == (usual, None)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("level", ["cache", "piquet-sim", "compiled", "kernel.base"])
def test_homes__where_others_can_write_ones_own_is_taken_and_said(usual, tmp_path, capsys, level):
    (path,) = (one for one in (usual.parent, *usual.parent.rglob("*")) if one.name[:8] == level[:8])
    path.chmod(0o777)
    own = tmp_path / "me" / ".cache" / "piquet-sim"
    assert find_homes()[:2] == (own, None)
    assert may(own) == (True, True)
    assert capsys.readouterr().err == (
        f"piquet: {path} can be written by others; compiled code is kept in {own} "
        "(XDG_CACHE_HOME names another folder)\n"
    )


def test_homes__of_another_user_is_not_taken(usual, capsys, give_away):
    give_away(usual)
    with tempfile.TemporaryDirectory() as temporary, pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", temporary)
        assert usual not in find_homes()[:2]
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert " belongs to another user; compiled code is kept in " in said


def test_homes__the_administrators_is_read_in_silence(open_folder, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(open_folder))
    usual, temporary = open_folder / "piquet-sim", open_folder / "temporary"
    (usual / compiled_cache.name_folder()).mkdir(parents=True)
    temporary.mkdir()
    temporary.chmod(0o1777)
    monkeypatch.setenv("HOME", str(usual / "none"))  # which cannot be made
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with as_one_who_cannot_write(usual):
        own, shared, _ = find_homes()
    assert shared == usual
    assert own.parent == temporary
    assert capsys.readouterr().err == ""
    (usual / compiled_cache.name_folder()).rmdir()  # it holds nothing of these sources
    with as_one_who_cannot_write(usual):
        assert find_homes()[:2] == (own, None)
    assert capsys.readouterr().err.startswith(f"piquet: {usual} cannot be written; compiled code ")


def test_table__is_read_where_it_is_trusted(tmp_path, monkeypatch, table_of_play):
    own, shared, said = tmp_path / "own", tmp_path / "shared", []
    own.mkdir()
    shared.mkdir()
    monkeypatch.setattr(play_table_cache, "cache_home", lambda: own)
    monkeypatch.setattr(play_table_cache, "shared_home", lambda: shared)

    def find():
        monkeypatch.setattr(play_table_cache, "_found", None)
        assert play_table_cache.find_play_table(said.append).values.flags.writeable
        return play_table_cache.find_table_files()

    (kept,) = find()
    assert kept.parent == own
    kept.rename(shared / kept.name)
    assert find() == [shared / kept.name]  # none is made
    (shared / kept.name).chmod(0o646)
    assert find() == [kept, shared / kept.name]
    assert said == [
        f"the play table: {shared / kept.name} can be written by others; building it again"
    ]


PLANTED = """
import hashlib, os, pickle, sys
from piquet_sim.kernel.base import bits

class Planted:
    def __reduce__(self):
        return os.mkdir, (sys.argv[1],)

assert bits.highest_bit(8) == 3
content = pickle.dumps(Planted())
from piquet_sim.kernel.base.compiled_cache import compiled_folder
for path in compiled_folder().rglob("*.nb?"):
    path.write_bytes(hashlib.sha256(content).digest() + content)
"""


@pytest.mark.skipif(not _jit.IS_COMPILED, reason="nothing is compiled")
def test_planted__code_in_a_folder_of_others_is_not_run(tmp_path):
    """What another user laid down where XDG_CACHE_HOME points to, as a whole process meets it."""
    shared, marker = tmp_path / "cache", tmp_path / "ran"
    surroundings = os.environ | {"XDG_CACHE_HOME": str(shared), "HOME": str(tmp_path / "me")}

    def run(program):
        return subprocess.run(
            [sys.executable, "-c", program, str(marker)],
            capture_output=True, text=True, env=surroundings, check=False,
        )  # fmt: skip

    assert run(PLANTED).returncode == 0
    for path in (shared, *shared.rglob("*")):
        os.chown(path, NOBODY, NOBODY) if IS_ROOT else path.chmod(path.stat().st_mode | 0o022)
    asked = "from piquet_sim.kernel.base import bits; print(bits.highest_bit(8))"
    done = run(asked)
    assert not marker.exists()
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (0, "3\n", 1)
    assert str(tmp_path / "me") in done.stderr


def find_home():
    return compiled_cache.find_homes.__wrapped__().own


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
    assert compiled_cache.make_cache_folder() is None
    assert capsys.readouterr().err == ""
