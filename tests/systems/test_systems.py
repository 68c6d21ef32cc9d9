"""What differs from system to system, each case by itself, and what is said without an extra."""

import json
import os
import signal
import subprocess
import sys
from io import BytesIO, TextIOWrapper

import pytest
from command_line import run_process
from hypothesis import given
from hypothesis import strategies as st
from specimens import ROOT

from piquet_sim import parse_hand
from piquet_sim.cli.output import let_stream_spell, spell
from piquet_sim.game import folders
from piquet_sim.game.cards import PACK_32_MASK, SUIT_SYMBOLS, format_hand_symbols, iterate_cards
from piquet_sim.game.errors import EXTRAS
from piquet_sim.game.files import count_processors, list_end_signals
from piquet_sim.game.folders import find_fault


def test_processors_and_signals__are_those_that_the_system_has(monkeypatch):
    assert signal.SIGTERM in list_end_signals()
    for home, name in ((os, "sched_getaffinity"), (signal, "SIGHUP")):
        monkeypatch.delattr(home, name, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    monkeypatch.setattr(signal, "SIGBREAK", 21, raising=False)
    assert (count_processors(), list_end_signals()) == (6, (signal.SIGTERM, 21))


def test_folders__without_owners_are_trusted_in_the_users_own_part(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "geteuid", raising=False)
    home, other = tmp_path / "home", tmp_path / "other"
    for one in (home, other):
        (one / "kept").mkdir(parents=True)
    (home / "way").symlink_to(other)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(folders.tempfile, "gettempdir", lambda: str(home / "temporary"))
    outside = (other, home / "way" / "kept")
    assert [*map(find_fault, (home / "kept", *outside))] == [
        "",
        *[f"{one} is outside your own folders" for one in outside],
    ]


def write_to(encoding, text):
    """What comes of a text on a stream of this encoding, read back."""
    stream = TextIOWrapper(BytesIO(), encoding, newline="")
    let_stream_spell(stream)
    stream.write(text)
    stream.flush()
    return stream.buffer.getvalue().decode(encoding)


@given(st.sets(st.sampled_from([*iterate_cards(PACK_32_MASK)]), min_size=1, max_size=12))
def test_hand__in_letters_is_read_back(cards):
    shown = write_to("cp1252", format_hand_symbols(sum(cards)))
    assert (shown.isascii(), parse_hand(shown)) == (True, sum(cards))


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "cp437", "utf-8"])
def test_stream__takes_every_letter(encoding):
    said = write_to(encoding, "K♠ 3.1 ± 0.2 – ≥ → 漢 \N{PLAYING CARD ACE OF SPADES}")
    assert said.startswith("K♠" if encoding == "utf-8" else "KS")
    assert encoding == "utf-8" or not set(SUIT_SYMBOLS) & set(said)
    let_stream_spell(None)


@pytest.mark.parametrize("encoding", ["cp949", "johab"])
def test_suits__are_letters_where_one_of_their_signs_is_missing(encoding, monkeypatch):
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), encoding=encoding))
    assert "♠".encode(encoding)
    assert spell("♠AKJ ♥AQ ♦98 ♣7, K♠ ± 2") == "S:AKJ H:AQ D:98 C:7, KS ± 2"


def test_command__is_not_stopped_by_settings_that_are_for_others(tmp_path):
    settings = {"MPLBACKEND": "nonsense", "NUMBA_NUM_THREADS": "0", "PYTHONPATH": str(ROOT)}
    done = run_process(
        *("census", "aces", "--json", "--out", "made"),
        env=os.environ | settings,
        cwd=tmp_path,
        capture_output=True,
    )
    assert (
        json.loads(done.stdout)["counts"]["aces"]["4"],
        (tmp_path / "made" / "census-aces" / "chart.png").stat().st_size > 10_000,
    ) == (3_108_105, True)


def test_settings__of_another_process_are_left_alone():
    """Which calls `main` with arguments."""
    program = (
        "import os; before = dict(os.environ); from piquet_sim.cli import app\n"
        "assert os.environ == before"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=300)


def run_without(libraries, folder, *lines):
    """What a process without these libraries makes of several commands, and how each ends."""
    program = (
        "import sys\n"
        f"sys.modules.update(dict.fromkeys({libraries}))\n"
        "from piquet_sim.cli import main\n"
        f"for words in {[line.split() for line in lines]}:\n"
        "    try:\n        main(words)\n"
        "    except SystemExit as ended:\n        print(ended.code, flush=True)\n"
    )
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )


MISSING = {
    "pyarrow": "simulate -n 20 --records rows.parquet",
    "scipy": "simulate -n 20 --distribution difference",
    "distributed": "simulate -n 20 --cluster local",
}


def test_command__says_which_extra_is_missing(tmp_path):
    (tmp_path / "rows.parquet").write_bytes(b"PAR1")
    done = run_without([*MISSING], tmp_path, *MISSING.values())
    assert done.stdout.split() == ["2"] * len(MISSING)
    for said, library in zip(done.stderr.splitlines(), MISSING, strict=True):
        assert said.endswith(
            "{} is not installed; pip install 'piquet-sim[{}]'".format(*EXTRAS[library])
        )
    assert (tmp_path / "rows.parquet").read_bytes() == b"PAR1"


@pytest.mark.parametrize("name", ["hands", pytest.param("elder-advantage", marks=pytest.mark.slow)])
def test_study__needs_no_extra(name, tmp_path):
    done = run_without(("pyarrow", "scipy"), tmp_path, f"study {name} -n 1000 --out answers")
    assert done.stdout.split()[-1] == "0", done.stderr
