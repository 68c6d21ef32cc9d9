"""Attacks on the command line and its streams: one line and exit code 2, or an answer."""

import os
import subprocess
import sys

import pytest
from attacks import HOSTILE, LINE, SHEETS, attacks, check_refused, lines_like, mutated
from command_line import command, run_process
from hypothesis import given
from hypothesis import strategies as st

from piquet_sim.game.errors import InputError

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")


# ---- The command line ---------------------------------------------------------------------------


COMMANDS = st.sampled_from(
    [
        ("settle", "--deals", "27-13 15-31", "--stake", "10", "--fraction", "25"),
        ("settle", "--chouette", "150 416 -476", "--stake", "2.50"),
        ("odds", "--named", "4", "--at-least", "2", "--draw", "5", "--unseen", "20"),
        ("odds", "AKJ.AQJ8.98.J87", "--discard", "K..98.87", "--seat", "younger", "--took", "5"),
        ("rules", "rubicon", "--set", "capot_scores=50"),
        ("score", "-"),
        ("solve", "-", "--explain"),
        ("settle", "-", "--rules", "boussac_1896"),
        ("deal", "--seed", "1", "--index", "2", "--rules", "american", "--json"),
    ]
)


@st.composite
def command_lines(draw):
    words = list(draw(COMMANDS))
    place = draw(st.integers(1, len(words) - 1))
    match draw(st.integers(0, 3)):
        case 0:
            del words[place]
        case 1:
            words[place] = draw(st.sampled_from(HOSTILE))
        case 2:
            words.insert(place, draw(st.sampled_from(words)))
        case _:
            words[place] = draw(mutated(st.just(words[place])))
    return words


@attacks(80)
@given(command_lines(), lines_like(SHEETS))
def test_command_lines__answer_or_refuse_in_one_line(words, line):
    code, _, complained = command(*words, given=line)
    assert code in (0, 2)
    assert len(complained.splitlines()) == (1 if code else 0)


HUGE = {
    "one word": "x" * 100_000, "words": "a b " * 25_000, "digits": "9" * 100_000,
    "brackets": "[" * 100_000, "quotes": "é'\"\\" * 25_000, "a value": "x=" + "y" * 100_000,
}  # fmt: skip
QUOTING = [
    ("simulate", "-n", "4", "--elder", "club", "--rules", "rubicon", "--set", "capot_scores=50",
     "--seed", "1", "--play", "strategies", "--given", "elder has 4 aces", "--measure",
     "drawn", "--precision", "difference=1", "--max-time", "1s", "--show", "difference"),
    ("study", "pique", "-n", "4", "--strategy", "club", "--load", "mine.py", "--published"),
    ("simulate", "--resume", "none.checkpoint", "--threads", "1"),
    ("report", "--sections", "pique", "--style", "print", "--of", "none"),
    ("chart", "pique", "--of", "none", "--out", "x.svg"),
    ("advise", "AKJ.AQJ8.98.J87", "--seat", "nobody", "--score", "1-2", "--deal", "3"),
    ("duel", "club", "nobody"),
    ("chances", "0-0", "--deal", "9"),
    ("odds", "AKJ.AQJ8.98.J87", "--discard", "AC", "--seat", "younger"),
    ("settle", "--deals", "27-13 15-31", "--stake", "x"),
    ("score", "none"),
    ("verify", "none"),
    ("help", "none"),
    ("nothing", "more"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "huge"),
    [
        # Half of them every time, as the white squares of a chessboard.
        pytest.param(
            words,
            huge,
            marks=pytest.mark.slow if (row + column) % 2 else (),
            id=f"{words[0]}-{huge}",
        )
        for row, words in enumerate(QUOTING)
        for column, huge in enumerate(HUGE)
    ],
)
def test_command_lines__whatever_is_quoted_is_shortened(words, huge, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for place, word in enumerate(words):
        mark = "--" if word.startswith("--") else ""
        done = command(*words[:place], mark + HUGE[huge], *words[place + 1 :])
        check_refused(done)
        assert len(done.err) < 700, (word, done.err)
    check_refused(command(*words, HUGE[huge]))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("no strategy 'clbu'; did you mean 'club'?",) * 2,
        (f"no strategy '{'x' * 10**5}'; there are: club", "no strategy 'xxx…xxx'; there are: club"),
        (f"given: {'a b ' * 10**5}: write 'has'", "given: a b a b …a b a b : write 'has'"),
    ],
)
def test_errors__keep_their_beginning_and_their_end(said, told):
    message = str(InputError(said))
    assert len(message) <= 600
    beginning, _, end = told.partition("…")
    assert message.startswith(beginning)
    assert message.endswith(end)


WHOLE_PARTIE = "27-13 15-31 44-6 18-29 35-12 25-23"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("settle", "--deals", "9" * 5000 + "-1"), "deal 1"),
        (("settle", "--chouette", "9" * 4300), "partie 1"),
        (("settle", "--chouette", ""), "no partie"),
        (("settle", "--deals", WHOLE_PARTIE, "--stake", "1e400"), "is not an amount"),
        (("settle", "--deals", WHOLE_PARTIE, "--stake", "1e999999999"), "is not an amount"),
        (("settle", "--deals", WHOLE_PARTIE, "--stake", "1/0"), "is not an amount"),
        (("settle", "--deals", WHOLE_PARTIE, "--fraction", "9" * 5000), "fraction"),
        (("settle", "--deals", WHOLE_PARTIE, "--set", "self=1"), "no option 'self'"),
        (("score", "a\0b"), "null"),
        (("score", "\ud800"), "surrogates"),
        (("score", "x" * 5000), "too long"),
        (("score", "/"), "is a directory"),
        (("simulate", "-n", "4", "--load", "x" * 5000), "no such file"),
        (("simulate", "-n", "4", "--load", "/"), "no such file"),
        (("simulate", "-n", "4", "--load", "a\0b"), "null byte"),
        (("simulate", "-n", "4", "--threads", "1000000"), "at most 1,024"),
        (("simulate", "-n", "4", "--threads", "9" * 40), "at most 1,024"),
        (("simulate", "-n", "1e23"), "at most"),
        (("simulate", "--matches", "1e18"), "at most"),
        (("deal", "--index", "9223372036854775808"), "numbered from 0 to 9223372036854775807"),
        (("advise", "AKJ.AQJ8.98.J87", "--score", "9" * 20 + "-1"), "from 0 to 2000"),
        (("advise", "AKJ.AQJ8.98.J87", "--seed", "9223372036854775808"), "seed"),
        (("advise", "AKJ.AQJ8.98.J87", "--seconds", "nan"), "more than 0"),
        (("train", "--hands", "1e12"), "at most"),
        (("train", "--hands", "1000", "--seed", "-1"), "seed"),
        (("chances", "0-0", "-n", "4", "--chart", "nowhere/x.svg"), "cannot write"),
        (("study", "hands", "-n", "4", "--out", "a\0b"), "null byte"),
    ],
)
def test_command_lines__that_once_failed_otherwise(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check_refused(command(*arguments), said)
    assert list(tmp_path.iterdir()) == []


def test_advise__without_end_ends_when_all_is_settled(monkeypatch):
    from piquet_sim.advice import advice

    monkeypatch.setattr(advice, "MOST_DEALS", 512)
    code, said, _ = command("advise", "AKJ.AQJ8.98.J87", "--seconds", "inf", "--threads", "1")
    assert code == 0
    assert "Points by part" in said


# ---- Streams that are closed, full or of other letters ------------------------------------------
def test_output__to_a_full_disk_is_one_line():
    with open("/dev/full", "wb") as full:
        done = run_process("rules", stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "piquet: the output: no space left on device\n"


@pytest.mark.parametrize("sheets", [1, 3000])
def test_output__that_nobody_reads_is_no_fault(sheets, tmp_path):
    path = tmp_path / "sheets.jsonl"
    path.write_text('{"totals": [164, 114]}\n' * sheets)
    reader, writer = os.pipe()
    os.close(reader)
    done = run_process("settle", str(path), stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_streams__that_are_closed(tmp_path):
    sheet = tmp_path / "sheet.jsonl"
    sheet.write_text('{"totals": [164, 114]}\n')
    for closed, code, file, said in (
        (0, 2, "-", b"piquet: the input: nothing in it"),
        (1, 0, sheet, b""),
        (2, 2, "nowhere", b""),
    ):
        shell = ["sh", "-c", f'exec "$@" {closed}>&-', "sh"]
        done = subprocess.run(
            [*shell, sys.executable, "-m", "piquet_sim", "settle", str(file)],
            check=False, capture_output=True, timeout=300,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (code, b"")
        assert done.stderr.startswith(said)
        assert done.stderr.count(b"\n") == bool(said)


def test_streams__of_other_letters_are_read_and_spelt_out():
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    sheet = '\ufeff{"totals": [164, 114], "rules": "r\u00fcbicon"}'.encode()
    done = run_process("settle", "-", input=sheet, env=plain, capture_output=True)
    assert done.returncode == 2
    assert b"did you mean 'rubicon'" in done.stderr
    done = run_process("rules", "cotton_1674", env=plain, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


# ---- Memory -------------------------------------------------------------------------------------
PEAK = """
import resource, sys
from piquet_sim.cli import main
try:
    main([sys.argv[1], "-"])
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


def peak_memory(name, line, lines):
    """Kilobytes at most in use while a command reads so many lines."""
    child = subprocess.Popen(
        [sys.executable, "-c", PEAK, name],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    block = line * 1000
    for _ in range(lines // 1000):
        child.stdin.write(block)
    child.stdin.close()
    said = child.stderr.read()
    child.stderr.close()
    assert child.wait(timeout=3600) == 0
    return int(said)


def test_memory__of_score_sheets_does_not_grow():
    line = b'{"totals": [164, 114]}\n'
    assert peak_memory("settle", line, 40_000) - peak_memory("settle", line, 10_000) < 4_000


@pytest.mark.slow
def test_memory__of_many_deals_does_not_grow():
    # Of each deal not even a number is kept, which would take 32 bytes with its place in a list.
    deals = 300_000
    more = peak_memory("score", LINE + b"\n", deals) - peak_memory("score", LINE + b"\n", 1000)
    assert more < 8_000 < 32 * deals / 1024
