"""The command line as tests run it: in this process, or in one of its own where that is tested.

And what is refused: the functions of the package say so in one line, as the command does.
"""

import json
import subprocess
import sys
from collections import namedtuple
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BufferedReader, BytesIO, TextIOWrapper

import pytest

from piquet_sim.cli import main
from piquet_sim.game.errors import InputError

Ended = namedtuple("Ended", "code out err")
"""How a command ended and what it said."""


def command(*arguments, given="", encoding="utf-8"):
    """Run a command in this process, on streams like those of a process."""
    typed = given if isinstance(given, bytes) else given.encode(errors="surrogatepass")
    said = TextIOWrapper(BytesIO(), encoding=encoding, write_through=True)
    complained = TextIOWrapper(BytesIO(), "utf-8", "backslashreplace", write_through=True)
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said), redirect_stderr(complained):
        patch.setattr(sys, "stdin", TextIOWrapper(BufferedReader(BytesIO(typed)), "utf-8"))
        with pytest.raises(SystemExit) as ended:
            main([*map(str, arguments)])
    return Ended(ended.value.code, *(one.buffer.getvalue().decode() for one in (said, complained)))


def answer(*arguments, given=""):
    """What a command prints for machines, and nothing else."""
    done = command(*arguments, given=given)
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def refused(*arguments, given=""):
    """What a command says that is refused: one line, nothing besides, and exit code 2."""
    done = command(*arguments, given=given)
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1), done
    assert done.err.startswith("piquet: ")
    return done.err


def run_process(*arguments, **more):
    """Run a command in a process of its own: what `subprocess.run` returns."""
    return subprocess.run(
        [sys.executable, "-m", "piquet_sim", *arguments], check=False, timeout=300, **more
    )


@contextmanager
def refuses(*parts, start=""):
    """What is done within is refused in one line, which begins so and has all these parts."""
    with pytest.raises(InputError) as refused:
        yield refused
    said = str(refused.value)
    assert len(said.splitlines()) == 1
    assert said.startswith(start), said
    assert [part for part in parts if str(part) not in said] == [], said
