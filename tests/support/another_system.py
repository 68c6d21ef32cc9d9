"""Python as it would be on Windows, as far as taking things away can make it so.

`run_elsewhere` runs a program in a process of its own that has no module, function or signal that
Windows lacks, in which no file can be renamed or replaced while it is open, where the first attempt
to replace a file meets a reader, and where text is read and written as ASCII unless its encoding
is named; the console has the letters of cp1252.
"""

import os
import subprocess
import sys
from pathlib import Path

PRELUDE = """
import builtins, os, signal, sys, tempfile, time
import _signal

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
"""

COMMANDS = """
from piquet_sim.cli import main

def run(*words):
    try:
        main(list(words))
    except SystemExit as ended:
        return ended.code
"""


def run_elsewhere(program, folder, *arguments, **settings):
    """What a program does on such a system: what `subprocess.run` returns."""
    surroundings = {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "cp1252",
        "MPLBACKEND": "agg",
        # Where what is compiled is kept must be a part of the user's own folder there.
        "HOME": os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~"),
        "PYTHONPATH": os.pathsep.join(
            filter(None, (str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")))
        ),
    }
    return subprocess.run(
        [sys.executable, "-c", PRELUDE + COMMANDS + program, *map(str, arguments)],
        cwd=folder,
        env=os.environ | surroundings | settings,
        capture_output=True,
        encoding="cp1252",
        check=False,
        timeout=600,
    )
