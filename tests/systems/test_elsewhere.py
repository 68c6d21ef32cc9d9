"""The package on a system like Windows: without modules and signals, with locked files and cp1252.

The process of each test lacks what Windows lacks (see `another_system`), and its folder has the
name of one there.
"""

import re

import pytest
from another_system import run_elsewhere
from command_line import command
from specimens import HAND, ROOT

from piquet_sim import parse_hand


@pytest.fixture
def folder(tmp_path):
    """A folder that is named as on Windows, backslashes included."""
    folder = tmp_path / r"C:\Users\Ann's files"
    folder.mkdir()
    return folder


def run_there(program, folder, *arguments, **settings):
    done = run_elsewhere(program, folder, *arguments, **settings)
    assert done.returncode == 0, done.stderr
    assert not re.search("Traceback|Warning|Exception ignored", done.stderr), done.stderr
    return done


def test_study__writes_the_same_files(folder, tmp_path):
    words = ("study", "hands", "-n", "1000", "--out")
    # The second run replaces files that are there.
    run_there(2 * f"assert run(*{words}, 'answers') == 0\n", folder)
    assert command(*words, tmp_path / "here").code == 0
    there = {one.name: one.read_bytes() for one in folder.rglob("*") if one.is_file()}
    assert set(there) == {"data.csv", "meta.json", "chart.svg", "chart.png"}
    assert there["data.csv"] == (tmp_path / "here" / "hands" / "data.csv").read_bytes()


COMMANDS = (
    ("simulate", "-n", "200", "--records", r".\rows.parquet"),
    ("chart", "pique", "--of", str(ROOT / "results" / "pique"), "--out", r"mine\chart.pdf"),
    ("score", r"C:\nowhere.jsonl"),
    ("advise", HAND, "--seconds", "0.1"),
    ("help", "notation"),
    ("help", "words"),
)


def test_commands__with_paths_as_they_are_there(folder):
    done = run_there(f"for words in {COMMANDS}: print('ended', run(*words))", folder)
    codes = re.findall(r"^ended (\d)$", done.stdout, re.M)
    assert codes == ["2" if one[0] == "score" else "0" for one in COMMANDS]
    assert done.stderr.count(r"C:\nowhere.jsonl: no such file or directory") == 1
    assert {one.name for one in folder.iterdir()} == {r".\rows.parquet", r"mine\chart.pdf"}


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
        assert int(done.stdout.split()[-1]) >= 1
        assert done.stderr == ""
    assert [one.name for one in home.iterdir()] == [".cache"]


def test_console__without_suits_shows_letters_that_can_be_read_back(folder):
    done = run_there("run('deal')", folder)
    (dealt,) = re.findall(r"^Elder is dealt (.*)$", done.stdout, re.M)
    assert parse_hand(dealt) == parse_hand("AQJ987.KT.T.KQ9")
    assert not re.search(r"\\u|\?", done.stdout)
    odds = f"run('odds', '{HAND}', '--discard', 'K..98.87')"
    plain = run_there(odds, folder, PYTHONIOENCODING="ascii").stdout
    assert (plain.isascii(), "\\" in plain) == (True, False)


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
