"""What is said while the engine is compiled: once, in time, and nothing where it is compiled."""

import os
import subprocess
import sys

import pytest
from command_line import open_terminal

from piquet_sim import preparation
from piquet_sim.cli import screen
from piquet_sim.kernel.base import _jit, compiled_cache
from piquet_sim.preparation import COMPILING, Compilation, Expected, OneLine

pytestmark = pytest.mark.skipif(not _jit.IS_COMPILED, reason="nothing is compiled")

SPEAKS = {name: value for name, value in os.environ.items() if name != "PIQUET_QUIET"}

COMPILES_ONE = """
import sys
from piquet_sim.kernel.base import compiled_cache

keep = compiled_cache.CodeCache.save_overload

def keep_and_say(*one):
    print("kept", file=sys.stderr)
    keep(*one)

compiled_cache.CodeCache.save_overload = keep_and_say
from piquet_sim.kernel.base import bits
bits.highest_bit(8)
"""


class Listener:
    """Records the calls that it receives."""

    def __init__(self):
        self.told = []

    def begin(self, expected):
        self.told.append(expected)

    def advance(self, functions):
        self.told.append(functions)

    def end(self):
        self.told.append("end")


@pytest.fixture
def compilation(tmp_path, monkeypatch):
    """A machine on which nothing has been compiled, and on which everything is said."""
    monkeypatch.delenv("PIQUET_QUIET")
    monkeypatch.setattr(preparation, "_watcher", OneLine())
    monkeypatch.setattr(preparation, "_asked", "python")
    monkeypatch.setattr(preparation.atexit, "register", lambda _: None)
    counted = Compilation(tmp_path / "compilations.txt", True)
    monkeypatch.setattr(compiled_cache, "COMPILATION", counted)
    monkeypatch.setattr(compiled_cache, "_FOLDER", tmp_path)
    return counted


def add(one, two):
    return one + two


def compile_two():
    """Compile a function and one that it calls."""
    inside = _jit.kernel(add)

    def call_twice(one, two):
        return inside(one, two) + inside(two, one)

    assert _jit.kernel(call_twice)(7, 5) == 24


def test_watcher__is_told_of_each_function_and_of_nothing_that_is_on_disk(compilation):
    listener = Listener()
    preparation.watch(listener, "simulate")
    compile_two()
    usual = preparation.USUAL["simulate"]
    assert listener.told == [usual, 1, 2, "end"]
    for _ in range(2):
        assert _jit.kernel(add)(7, 5) == 12
    assert listener.told[4:] == [usual, 3, "end"]
    assert compilation.functions == 3


def test_expected__is_what_the_same_question_took_before(compilation, tmp_path, monkeypatch):
    compile_two()
    assert compilation.seconds > 0
    compilation.keep()
    again = Compilation(tmp_path / "compilations.txt", True)
    assert again.expect() == Expected(2, round(compilation.seconds, 1))
    assert Compilation(tmp_path / "compilations.txt", False).expect() is None
    again.functions = 50
    again.keep()
    again.functions = 20  # most was on disk
    again.keep()
    assert again.expect() == Expected(50, 0.0)
    (tmp_path / "compilations.txt").write_bytes(b"\xff damaged")
    assert again.expect() == preparation.USUAL["python"]
    monkeypatch.setattr(preparation, "_asked", "good")  # of which nothing is known
    assert again.expect() is None


def test_python_and_pipe__are_told_in_one_line_before_anything_is_compiled(tmp_path):
    for said in ([f"piquet: {COMPILING}: about 30 s", "kept"], []):
        done = subprocess.run(
            [sys.executable, "-c", COMPILES_ONE],
            capture_output=True, text=True, check=True,
            env=SPEAKS | {"XDG_CACHE_HOME": str(tmp_path)},
        )  # fmt: skip
        assert done.stderr.splitlines() == said


def test_pipe__one_line_from_the_command_line_and_none_if_it_shall_be_quiet(
    compilation, capsys, monkeypatch
):
    bar = screen.CompilationBar()
    for _ in range(2):
        bar.begin(Expected(90, 19.6))
        bar.advance(1)
        bar.end()
    assert capsys.readouterr().err == f"piquet: {COMPILING}: about 20 s\n"
    monkeypatch.setenv("PIQUET_QUIET", "1")
    screen.CompilationBar().begin(None)
    assert capsys.readouterr().err == ""


def test_terminal__the_bar_of_deals_makes_room_for_that_of_compilation(compilation, monkeypatch):
    terminal = open_terminal(monkeypatch)
    preparation.watch(screen.CompilationBar(), "simulate")
    with screen.show_progress(1000, "deals") as progress:
        (deals,) = screen.work_bars
        assert deals.live.is_started
        compilation.begin_function()
        assert not deals.live.is_started
        (bar,) = screen.compilation_bars
        assert bar.live.is_started
        progress(0)  # from another thread
        assert not deals.live.is_started
        compilation.end_function()
        assert not bar.live.is_started
        assert bar.tasks[0].completed == 1
        progress(500)
        assert deals.live.is_started
    assert not deals.live.is_started
    assert COMPILING in terminal.getvalue()
    assert "functions: " in terminal.getvalue()
