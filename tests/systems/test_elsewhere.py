"""The package on a system like Windows: without modules and signals, with locked files and cp1252.

Each program runs in a process of its own that has no module, function or signal that Windows lacks,
in which no file can be renamed or replaced while it is open, where the first attempt to replace a
file meets a reader, and where text is read and written as ASCII unless its encoding is named; the
console has the letters of cp1252, and the folder is named as one there.
"""

import os
import re
import subprocess
import sys

import pytest
from command_line import command
from specimens import HAND, ROOT

from piquet_sim import parse_hand

PRELUDE = """
import builtins, os, signal, sys, tempfile, time
import _signal
import platformdirs  # where it is not on Windows, it asks for users' numbers

for name in ("fcntl", "resource", "pwd", "grp", "termios", "pty", "tty", "syslog", "_posixshmem"):
    sys.modules[name] = None
for name in (
    "getuid", "geteuid", "getgid", "getegid", "getgroups", "chown", "fchmod", "fork", "forkpty",
    "getpgid", "killpg", "setsid", "sched_getaffinity", "mkfifo", "statvfs", "sync",
    "O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_DIRECTORY", "register_at_fork",
):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGHUP", "SIGUSR1", "SIGQUIT", "SIGALRM", "SIGKILL", "pthread_kill", "alarm"):
    for home in (signal, _signal):
        if hasattr(home, name):
            delattr(home, name)
os.supports_effective_ids.clear()

replace_here, met = os.replace, set()

def is_open(path):
    path = os.path.realpath(path)
    for one in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{one}") == path:
                return True
        except OSError:
            pass
    return False

def replace(source, target, **more):
    if is_open(source) or is_open(target) or (os.path.exists(target) and target not in met):
        met.add(target)
        error = PermissionError(13, "Permission denied", str(source))
        error.winerror = 32
        raise error
    replace_here(source, target, **more)

os.replace = os.rename = replace

from piquet_sim.cli import main

def run(*words):
    try:
        main(list(words))
    except SystemExit as ended:
        return ended.code
"""


@pytest.fixture
def folder(tmp_path):
    """A folder that is named as on Windows, backslashes included."""
    folder = tmp_path / r"C:\Users\Ann's files"
    folder.mkdir()
    return folder


def run_there(program, folder, **settings):
    """What a program does on such a system, which complains of nothing."""
    surroundings = {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "cp1252",
        "MPLBACKEND": "agg",
        # Where what is compiled is kept must be a part of the user's own folder there.
        "HOME": os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~"),
        "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", "")))),
    }
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + program],
        cwd=folder,
        env=os.environ | surroundings | settings,
        capture_output=True,
        encoding="cp1252",
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert not re.search("Traceback|Warning|Exception ignored", done.stderr), done.stderr
    return done


STUDY = ("study", "hands", "-n", "1000", "--out")
COMMANDS = (
    (*STUDY, "answers"),
    (*STUDY, "answers"),  # which replaces files that are there
    ("simulate", "-n", "200", "--records", r".\rows.parquet"),
    ("chart", "pique", "--of", str(ROOT / "results" / "pique"), "--out", r"mine\chart.pdf"),
    ("score", r"C:\nowhere.jsonl"),
    ("advise", HAND, "--seconds", "0.1"),
    ("help", "notation"),
    ("help", "words"),
    ("deal",),
)


def test_commands__write_the_same_files_to_paths_as_they_are_there(folder, tmp_path):
    done = run_there(f"for words in {COMMANDS}: print('ended', run(*words))", folder)
    assert (
        re.findall(r"^ended (\d)$", done.stdout, re.M),
        done.stderr.count(r"C:\nowhere.jsonl: no such file or directory"),
        command(*STUDY, tmp_path / "here").code,
    ) == (["2" if one[0] == "score" else "0" for one in COMMANDS], 1, 0)
    # The console has no suits: it shows letters that can be read back.
    shown = done.stdout.split("ended ")[-2]
    (dealt,) = re.findall(r"^Elder is dealt (.*)$", shown, re.M)
    assert (parse_hand(dealt), re.search(r"\\u|\?", shown)) == (parse_hand("AQJ987.KT.T.KQ9"), None)
    there = {one.name: one.read_bytes() for one in folder.rglob("*") if one.is_file()}
    assert ({*there}, there["data.csv"]) == (
        {"data.csv", "meta.json", "chart.svg", "chart.png"}
        | {r".\rows.parquet", r"mine\chart.pdf"},
        (tmp_path / "here" / "hands" / "data.csv").read_bytes(),
    )


COMPILING = """
from piquet_sim.kernel.bits import highest_bit
from piquet_sim.kernel.compile import find_folders

print(highest_bit(8))
print(len([*find_folders().own.iterdir()]))
"""


def test_cache__is_the_systems_own_and_keeps_what_is_compiled(folder):
    home = folder / "home"
    home.mkdir()
    for _ in range(2):
        done = run_there(COMPILING, folder, HOME=str(home), XDG_CACHE_HOME="")
        assert (int(done.stdout.split()[-1]) >= 1, done.stderr) == (True, "")
    assert [one.name for one in home.iterdir()] == [".cache"]


PAGE = """
import sys, threading, time
from urllib.request import urlopen
from piquet_sim.explorer import service

def ask(text):
    print(text, file=sys.stderr)
    if "http://" in text:
        threading.Thread(target=fetch, args=(text.split()[-1],)).start()

def fetch(address):
    for _ in range(200):
        try:
            with urlopen(address + "api/odds?hand=AKJ.AQJ8.98.J87") as answer:
                print(answer.status, flush=True)
            break
        except OSError:
            time.sleep(0.05)
    os._exit(0)

with service.open_port(0) as listener:
    service.serve(listener, {}, False, (), ask)
"""


def test_page__is_served(folder):
    assert run_there(PAGE, folder).stdout == "200\n"
