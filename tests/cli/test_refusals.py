"""Round trips and refusals: what is read is right, and all else is refused in one line.

Each kind of input has a table of hostile texts, and every command that takes the kind gets them
all. A refusal is one line on the error output, exit code 2, and no file left behind.

Covers `cli.app`, `cli.options`, `cli.commands.comparing`, `cli.commands.playing`, `game.errors`.
"""

import errno
import json
import os
import re
import resource
import signal
import stat
import subprocess
import sys
import zipfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import reference
from attacks import ANY_TEXT, attacks, check_refused, lines_like, mutated, places_of, refusal
from attacks import answers as read_answers
from command_line import command, refused
from hypothesis import given
from hypothesis import strategies as st
from refusals import refuses
from specimens import ENDING, HAND, PACK, legal_deal

from piquet_sim.cli.options import load_strategies, parse_count, parse_seconds, parse_whole
from piquet_sim.cli.options import read_rules as read_options
from piquet_sim.deals.json import score_deal
from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.endings import read_ending
from piquet_sim.game import folders
from piquet_sim.game.cards import (
    format_cards,
    format_hand,
    format_hand_symbols,
    parse_cards,
    parse_hand,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import PACKAGE, check_writable, replace_file
from piquet_sim.game.folders import replace_folder
from piquet_sim.game.rules import PRESETS, RUBICON, find_rules, read_rules
from piquet_sim.game.settlement import parse_deals, settle_sheet
from piquet_sim.running.run import simulate
from piquet_sim.strategies import CallView, DiscardView, PlayView, find_strategy, outside_policy
from piquet_sim.strategies.learned import read_learned

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")

SHIPPED = PACKAGE / "data" / "learned.npz"
DEAL = {**legal_deal(1), "rules": "rubicon"}
LINE = json.dumps(legal_deal(1)).encode()
SHEET = {"deals": [[27, 13], [15, 31]], "totals": [42, 44], "rules": "rubicon"}

# ---- Hostile texts on the command line ----------------------------------------------------------
ANYTHING = (
    *("\0", "\ud800", "\udcff", "½", "\u212a", "1e400", "1e-999999999", "sNaN", "0x10"),
    *("[" * 900, "9" * 4301, "x" * 100_000, "é'\"\\" * 25_000, "a b " * 25_000, "%s{0}", "\x1b[2J"),
    *("x=" + "y" * 100_000, "9223372036854775808", "=", "{}"),
)
"""Right for no kind of input."""
NO_FILES = ("a\0b", "\ud800", "x" * 300 + ".svg", "missing/x.svg", "file/x.svg", ".", "folder.svg")
KINDS = {
    "hand": (
        (*ANYTHING, "AKJ.AQJ8.98.J8", "AKJ.1 0..", "A\u017f", "\u017f: AK", "10", "♣:"),
        ("advise {}", "odds {}"),
    ),
    "cards": (
        (*ANYTHING, "XS", "TS", "KS KS", "K..K.", "1 0", "♠\ufe0f"),
        (f"advise {HAND} --discard {{}}", f"odds {HAND} --discard {{}}"),
    ),
    "condition": (
        (*ANYTHING, "elder has", "elder.aces == 5", "(" * 99, "elder.aces > 'x'", ""),
        ("simulate -n 4 --given {}", "deal --given {}", "duel club novice -n 4 --given {}",
         "census --given {}"),
    ),
    "expression": (
        (*ANYTHING, "elder_score >", "elder_pont", "__import__('os')", "drawn.real", ""),
        ("simulate -n 4 --measure {}", "simulate -n 4 --measure drawn --given-outcome {}"),
    ),
    "rules": (
        (*ANYTHING, "self=1", "name=x", "capot_scores=true", "capot_scores=NaN", "pack=40",
         "capot_scores=" + "9" * 5000, "capot_scores=" + "[" * 5000, "\ud800=1"),
        ("simulate -n 4 --set {}", "settle --deals 27-13 --set {}", "rules rubicon --set {}",
         "simulate -n 4 --rules {}", "rules {}", "deal --rules {}"),
    ),
    "score": (
        (*ANYTHING, "68:155", "9" * 20 + "-1", "-1-5", "1.5-2"),
        ("chances {}", f"advise {HAND} --score {{}}", "settle --deals {}", "settle --chouette {}"),
    ),
    "number": (
        (*ANYTHING, "1,5", "1 0", "1e", "-1", "nan", ""),
        ("simulate -n {}", "simulate --matches {}", "simulate -n 4 --seed {}", "deal --index {}",
         "simulate -n 4 --threads {}"),
    ),
    "amount": (
        ("½", "\0", "-1", "nan", "x" * 100_000, "[" * 900, "1e", "1/0", ""),
        ("simulate --precision difference=1 --max-time {}", f"advise {HAND} --seconds {{}}",
         "settle --chouette 150 --stake {}", "settle --chouette 150 --stake 1 --fraction {}"),
    ),
    "name": (
        (*ANYTHING, "club+", "club+sink-sets=nan", "club+sink-sets=0.1+sink-sets=0.9",
         "club+score"),
        ("simulate -n 4 --elder {}", "duel club {}", "study pique -n 4 --strategy {}",
         "report {}", "chart {}", "study {}", "help {}", "simulate -n 4 --play {}",
         "simulate -n 4 --show {}", "simulate --precision {}", "odds --good {}", "{}",
         f"advise {HAND} --seat {{}}", f"odds {HAND} --aim {{}}", "simulate -n 4 --{}"),
    ),
    "missing file": (
        (*ANYTHING, "/", "/dev/zero", "", "a\0b", "file"),
        ("score {}", "settle {}", "solve {}", "review {}", "advise {} --seat elder",
         "simulate -n 4 --load {}", "chart pique --of {}", "report --of {}"),
    ),
    "written file": (
        NO_FILES,
        ("chances 0-0 -n 4 --chart {}", "simulate -n 4 --checkpoint {}",
         "duel club novice -n 4 --checkpoint {}", "study pique -n 200 --checkpoint {}",
         "simulate -n 4 --records {}"),
    ),
    "written folder": (
        ("a\0b", "\ud800", "x" * 300, "file", "file/x"),
        ("study hands -n 4 --out {}", "census aces --out {}"),
    ),
}  # fmt: skip
"""Hostile texts of each kind of input, and every command that takes the kind, in place of {}."""


@pytest.mark.parametrize(
    ("kind", "line"), [(kind, line) for kind, (_, lines) in KINDS.items() for line in lines]
)
def test_command__refuses_every_hostile_text(kind, line, refuse):
    for text in KINDS[kind][0]:
        refuse(line, text)


@pytest.mark.parametrize(
    "planted",
    [
        int,  # a traceback
        lambda _: RUBICON,  # an answer
        lambda _: (print("two lines", file=sys.stderr), find_rules("none")),
        lambda _: (Path("half").touch(), find_rules("none")),
    ],
)
def test_refusals__a_planted_breach_is_seen(planted, refuse, monkeypatch):
    refuse("simulate -n 4 --rules {}", "none")
    monkeypatch.setattr("piquet_sim.game.rules.find_rules", planted)
    with pytest.raises((AssertionError, ValueError)):
        refuse("simulate -n 4 --rules {}", "none")


# ---- Records of which one part holds something else ---------------------------------------------
HEADINGS = {
    "comment": "a remark",
    "name": "the first",
    "number": 2,
    "players": {"elder": "Ann", "younger": "Ben"},
    "score": [45, 30],
    "totals": None,
}
READERS = {
    "score": ("score -", DEAL | HEADINGS),
    "review": ("review - --deals 64", DEAL),
    "card": ("advise - --seat elder --trick 12", DEAL),
    "call": ("advise - --call point -n 4", DEAL),
    "solve": ("solve -", ENDING),
    "settle": ("settle -", SHEET),
}
WRONG = (
    *(-5, 1.5, float("nan"), 10**4000, [0.5, 1.5], {"x": 1}, "y" * 100_000, "\ud800"),
    json.loads("[" * 300 + "]" * 300),
)
"""Right at no place of a record."""


def replace_part(record, path, part):
    """A record with something else in one place."""
    changed = json.loads(json.dumps(record))
    home = changed
    for key in path[:-1]:
        home = home[key]
    home[path[-1]] = part
    return changed


@pytest.mark.parametrize("name", READERS)
def test_record__every_part_is_what_it_must_be(name, refuse):
    line, record = READERS[name]
    if name != "review":  # which takes a minute
        assert command(*line.split(), given=json.dumps(record)).code == 0
    for number, path in enumerate([path for path in places_of(record) if path]):
        for wrong in WRONG[number % 3 :: 3]:
            refuse(line, given=json.dumps(replace_part(record, path, wrong)))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"score": [-5, 5]}, "score: expected a number from 0 to 9999, got -5"),
        ({"number": 1.5}, "number: expected the number of the deal from 1, got 1.5"),
        ({"players": {"elder": 5}}, "players: elder: expected a name of 1 to 200 characters, got"),
        ({"players": {"dealer": "Ann"}}, "players: unknown key 'dealer'; choose from: elder"),
        ({"condition": "elder.aces == 4"}, "condition: expected an object with the condition as"),
        ({"totals": "28-23", "play": None}, "totals: expected two numbers, elder's first"),
        ({f"k{number}": 0 for number in range(60_000)}, "deal: unknown key"),
    ],
)
def test_record__refusal_says_what_would_be_right(more, said, refuse):
    assert f"line 1: {said}" in refuse("score -", given=json.dumps(DEAL | more))


@pytest.mark.parametrize(
    ("content", "answered", "said"),
    [
        (LINE + b"\n\xff\n" + LINE, 1, "line 2: not UTF-8 text"),
        (b"\xef\xbb\xbf" + LINE + b"\r\n\r\n" + LINE, 2, ""),
        (LINE.decode().encode("utf-16"), 1, ""),
        (LINE.decode().encode("utf-16")[:-1], 0, "line 1: not UTF-16 text"),
        (LINE + b"\n\0\n", 1, "line 2: not JSON"),
        (b"\n{nonsense", 0, "line 2: not JSON"),
        (b"[7]", 0, "line 1: deal: expected a JSON object"),
        (b"7", 0, "line 1, column 1: expected a statement"),
        (b"\n\n" + LINE.replace(b'"dealt": "', b'"dealt": "AS '), 0, "line 3: elder dealt: "),
        (LINE + b"\n" + LINE[:-9], 1, "line 2: not JSON"),
        (b" " * 1_000_001, 0, "line 1: longer than 1,000,000 characters"),
        # Just below the depth that the reader takes, quoting what was read goes deeper than that.
        *(
            (b'{"elder": %s%s}' % (b"[" * depth, b"]" * depth), 0, "line 1: ")
            for depth in range(850, 1010, 10)
        ),
    ],
)
def test_file__of_bytes(content, answered, said, tmp_path):
    path = tmp_path / "deals.jsonl"
    path.write_bytes(content)
    done = command("score", path)
    assert len(done.out.splitlines()) == answered
    assert (done.code, done.err.count("\n")) == ((2, 1) if said else (0, 0))
    assert said in done.err


# ---- What is read is right ----------------------------------------------------------------------
def _write_deals(deals):
    return " ".join(f"{one}-{two}" for one, two in deals)


ROUND_TRIPS = {
    "hand": (["AKJ.AQJ8.98.J87", "♠AK ♥Q ♦T ♣87", "AS TD 7C"], parse_hand, format_hand),
    "symbols": (
        ["AKJ.AQJ8.98.J87", "S: AK H: 10"],
        parse_hand,
        lambda hand: format_hand_symbols(hand).replace("–", "").lower(),
    ),
    "cards": (["AS TD 7C", "10H KS"], parse_cards, lambda cards: format_cards(cards).lower()),
    "deals": (["27-13 15-31", "0-0"], parse_deals, _write_deals),
    "whole": (["1_000", "+5", "0"], lambda text: parse_whole(text, "seed"), str),
    "strategy": (["expert+score", "club+sink-sets=0.25"], find_strategy, lambda one: one.name),
    "rules": (
        ["capot_scores=50", "pack=36", "partie_deals=4", "sequence_scores=[3,4,15,16,17,18]"],
        lambda text: (
            read_rules(text) if isinstance(text, dict) else read_options("rubicon", [text])
        ),
        lambda rules: rules.describe(),
    ),
}
"""Right texts of a kind, what reads them, and what writes them."""


@pytest.mark.parametrize("kind", ROUND_TRIPS)
def test_text__accepted_is_read_back(kind):
    right, read, write = ROUND_TRIPS[kind]

    @attacks(60)
    @given(mutated(st.sampled_from(right)) | ANY_TEXT)
    def check(text):
        found = refusal(lambda: read(text))
        if found is not None:
            assert read(write(found)) == found

    check()


@attacks(100)
@given(
    mutated(st.sampled_from(["1000", "1_000_000", "1,000,000", "1e6", "12.50e2", "1M", "2.5k"]))
    | ANY_TEXT
)
def test_count__is_exact_or_refused(text):
    count = refusal(lambda: parse_count(text))
    if count is not None:
        assert 1 <= count <= 10**12
        plain = text.strip().replace("_", "").replace(",", "")
        times = {"k": 10**3, "K": 10**3, "m": 10**6, "M": 10**6}.get(plain[-1], 1)
        assert count == times * Fraction(plain.rstrip("kKmM"))


@pytest.mark.parametrize(
    ("text", "seconds"), [("1m30s", 90), ("1h2m", 3720), ("1.5m", 90), ("2h", 7200), ("90", 90)]
)
def test_time__is_the_sum_of_its_parts(text, seconds):
    assert parse_seconds(text) == seconds


PARTS = ("carte_blanche", "point", "sequences", "sets", "play", "cards", "pique", "repique")


@attacks(40)
@given(lines_like(st.builds(legal_deal, st.integers(0, 10**6), st.sampled_from(list(PRESETS)))))
def test_deal__accepted_is_scored_by_its_parts(line):
    for _, answer in read_answers(line, score_deal):
        for seat in reference.SEATS:
            assert answer[seat]["total"] == sum(answer[seat][part] for part in PARTS)


@attacks(40)
@given(
    lines_like(
        st.permutations(PACK).map(
            lambda cards: {**ENDING, "elder": " ".join(cards[:2]), "younger": " ".join(cards[2:4])}
        )
    )
)
def test_ending__accepted_is_worth_what_a_card_of_it_is(line):
    for _, solution in read_answers(line, lambda given: solve_ending(read_ending(given))):
        assert solution.value in solution.plays.values()


@attacks(80)
@given(lines_like(st.sampled_from([SHEET, {"totals": [164, 114]}, {"deals": [[1, 2]] * 6}])))
def test_sheet__players_exchanged_exchange_the_answer(line):
    for sheet, settled in read_answers(line, settle_sheet):
        turned = {
            "deals": [pair[::-1] for pair in sheet.get("deals") or ()] or None,
            "totals": (sheet.get("totals") or ())[::-1] or None,
        }
        answer = settle_sheet(sheet | {key: value for key, value in turned.items() if value})
        assert answer["totals"] == settled["totals"][::-1]
        assert answer["winner"] == {"A": "B", "B": "A", None: None}[settled["winner"]]
        assert answer.get("settlement") == settled.get("settlement")


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ({"deals": None}, "deals is missing"),
        ({"totals": None, "rules": "cotton_1674"}, "deals is missing"),
        ({"totals": [105, 103], "rules": "cotton_1674"}, "totals: both have 100"),
        ({"totals": [10**400, 0]}, "from 0 to 10,000"),
    ],
)
def test_sheet__that_does_not_say_who_won(sheet, said):
    with refuses(said):
        settle_sheet(sheet)


def test_sheet__of_a_race_that_nobody_has_won_goes_on():
    assert settle_sheet({"totals": [100, 100], "rules": "boussac_1896"})["unfinished"]


def test_error__keeps_its_beginning_and_its_end():
    message = str(InputError(f"no strategy '{'x' * 10**5}'; there are: club"))
    assert len(message) <= 600
    assert re.fullmatch("no strategy 'x.*x'; there are: club", message)


# ---- Streams and memory -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("PIQUET rules > /dev/full", 2, "piquet: the output: no space left on device\n"),
        ("{ PIQUET settle sheets; echo $? >&2; } | true", 0, "0\n"),  # that nobody reads
        ("PIQUET settle - <&-", 2, "piquet: the input: nothing in it"),
        ("PIQUET settle sheets >&-", 2, "piquet: the output: "),
        ("PIQUET deal >&-", 2, "piquet: the output: "),
        ("PIQUET rules --json >&-", 2, "piquet: the output: "),
        ("PIQUET settle no 2>&-", 2, ""),
        ("PYTHONIOENCODING=ascii PIQUET settle - < odd", 2, "did you mean 'rubicon'"),
        ("PIQUET_LEARNED=mine.npz PIQUET duel expert club -n 2", 2, "learned: mine.npz: "),
    ],
)
def test_process__its_streams_may_be_full_closed_or_of_other_letters(line, code, said, tmp_path):
    (tmp_path / "sheets").write_text('{"totals": [164, 114]}\n' * 3000)
    (tmp_path / "odd").write_text('\ufeff{"totals": [1, 2], "rules": "r\u00fcbicon"}', "utf-8")
    line = line.replace("PIQUET ", f"'{sys.executable}' -m piquet_sim ")
    done = subprocess.run(
        ["sh", "-c", line], check=False, capture_output=True, text=True, timeout=300, cwd=tmp_path
    )
    assert (done.returncode, done.stderr.count("\n")) == (code, bool(said))
    assert said in done.stderr


# What the process itself has used: as the system adds it up, a child has used at least as much as
# the process that began it.
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
        ("settle", b'{"totals": [164, 114]}\n', 10_000, 40_000),
        pytest.param("score", LINE + b"\n", 1000, 40_000, marks=pytest.mark.slow),
    ],
)
def test_memory__does_not_grow_with_the_lines(name, line, few, many):
    kilobytes = [
        int(
            subprocess.run(
                [sys.executable, "-c", PEAK, name],
                input=line * lines,
                check=True,
                capture_output=True,
            ).stderr
        )
        for lines in (few, many)
    ]
    assert kilobytes[1] - kilobytes[0] < 8_000


# ---- Files that are written ---------------------------------------------------------------------
@pytest.mark.parametrize("name", ["/dev/full", "/dev/null"])
def test_writing__a_device_is_not_replaced(name):
    with refuses("is not a file"):
        check_writable(Path(name))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_writing__what_was_there_stays_when_the_disk_fails(number, tmp_path):
    path = tmp_path / "kept"
    path.write_text("as it was")
    with refuses("cannot write"), replace_file(path) as temporary:
        temporary.write_text("half")
        raise OSError(number, os.strerror(number))
    assert path.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [path]


def test_writing__of_a_folder_names_the_file_that_was_asked_for(tmp_path):
    with (
        refuses(f"cannot write {tmp_path / 'a'}/chart.svg: "),
        replace_folder(tmp_path / "a") as new,
    ):
        with replace_file(new / "chart.svg"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert list(tmp_path.iterdir()) == []


def _make_result(home):
    home.mkdir(mode=0o700)
    (home / "notes").mkdir()
    (home / "notes" / "link").symlink_to("nowhere")
    (home / "data.csv").write_text("old")
    (home / "data.csv").chmod(0o600)
    (home.parent / "elsewhere.svg").write_text("old")
    (home / "chart.svg").symlink_to(home.parent / "elsewhere.svg")


def test_writing__to_a_folder_keeps_what_is_there(tmp_path):
    home = tmp_path / "pique"
    _make_result(home)
    folder = home.stat().st_ino
    with replace_folder(home) as new:
        (new / "data.csv").write_text("new")
        (new / "chart.svg").write_text("new")
    assert (home.stat().st_ino, stat.S_IMODE(home.stat().st_mode)) == (folder, 0o700)
    assert stat.S_IMODE((home / "data.csv").stat().st_mode) == 0o600
    assert (home / "data.csv").read_text() == (tmp_path / "elsewhere.svg").read_text() == "new"
    assert (home / "chart.svg").is_symlink()
    assert (home / "notes" / "link").is_symlink()
    assert {one.name for one in home.iterdir()} == {"data.csv", "chart.svg", "notes"}


def test_writing__to_a_folder_is_all_or_nothing(tmp_path):
    home = tmp_path / "pique"
    _make_result(home)
    (home / "meta.json").write_text("old")
    (home / "meta.json").chmod(0o444)
    with refuses("meta.json: it may only be read"), replace_folder(home) as new:
        for name in ("chart.png", "chart.svg", "data.csv", "meta.json"):
            (new / name).write_text("new")
    assert {one.read_text() for one in home.iterdir() if one.is_file()} == {"old"}
    assert not (home / "chart.png").exists()


@pytest.mark.parametrize("line", ["study pique", "study essentials", "duel club novice random"])
@pytest.mark.parametrize("fault", ["link", "file", "only read"])
def test_writing__is_refused_before_a_deal_is_played(line, fault, tmp_path, monkeypatch):
    def play(*_, **__):
        raise AssertionError("a deal was played")

    monkeypatch.setattr("piquet_sim.running.blocks.count_block", play)
    home = tmp_path / ("ladder" if "duel" in line else "pique")
    if fault == "link":
        home.symlink_to(tmp_path / "nowhere")
    elif fault == "file":
        home.write_text("mine")
    else:
        _make_result(home)
        (home / "data.csv").chmod(0o444)
    said = {"link": "cannot create", "file": "cannot create", "only read": "may only be read"}
    assert said[fault] in refused(*line.split(), "-n", "50", "--out", str(tmp_path))


def test_writing__to_a_folder_that_is_read_only(refuse, monkeypatch):
    with monkeypatch.context() as changed:
        changed.setattr(folders, "os", SimpleNamespace(**vars(os) | {"access": lambda *_: False}))
        assert "permission denied" in refuse("census aces --out .")


@pytest.mark.parametrize("line", ["simulate -n 3000 --records x.parquet", "census aces --out ."])
def test_writing__half_a_file_is_never_left(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # Python does not notice that a file of bytecode is cut off, and later tests would load it.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        done = command(*line.split())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    check_refused(done, "too large")
    assert {one.name for one in tmp_path.rglob("*") if one.is_file()} <= {"data.csv"}


# ---- The file of what was learned ---------------------------------------------------------------
class _Planted:
    # Unpickling it would be noticed.
    def __reduce__(self):
        return pytest.fail, ("a pickle was read",)


def _say(text):
    return {"about": np.frombuffer(text, np.uint8)}


ARRAYS = [
    {"own_0": np.array([_Planted()], dtype=object)},
    {"own_0": np.zeros((2, 3), np.float64)},
    {"kept_0": np.zeros((2, 3), np.int16)},
    {"scores_0": np.int32(1)},
    {"scores_0": np.array([[5000, 1, 1]], np.int32)},
    {"scores_0": np.array([[1, 1, -1]], np.int32)},
    {"scores_0": np.zeros((0, 3), np.int32)},
    {"theirs_0": None},
    {"own_0": np.zeros((2, 5), np.int16)},
    {"factors_0": np.zeros((2, 3), np.int16)},
    *map(_say, (b"[1]", b"[" * 10**5, b"{", b'{"version": 9}', b'{"version": 3, "blocks": [{}]}')),
    _say(b'{"version": 3, "blocks": []}'),
    _say(b'{"version": 3, "blocks": [{"rules": "whist"}]}'),
    _say(b'{"version": 3, "blocks": [{"rules": "rubicon"}, {"rules": "rubicon"}]}'),
]


@pytest.mark.parametrize("changed", ARRAYS, ids=range(len(ARRAYS)))
def test_learned__arrays_that_cannot_be(changed, tmp_path):
    with np.load(SHIPPED) as file:
        arrays = {**file, **changed}
    kept = {name: array for name, array in arrays.items() if array is not None}
    np.savez(tmp_path / "wrong.npz", **kept)
    with refuses("learned: "):
        read_learned(tmp_path / "wrong.npz")


@pytest.mark.parametrize("name", ["array.npy", "text", "huge", "bomb", "no", "", "/dev/zero"])
def test_learned__what_is_no_archive_or_claims_to_be_large(name, tmp_path):
    np.save(tmp_path / "array.npy", np.zeros(3))
    (tmp_path / "text").write_text("learned")
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(10**11)
    with zipfile.ZipFile(tmp_path / "bomb", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.npy", bytes(60_000_000))
    with refuses("learned: "):
        read_learned(tmp_path / name)


# ---- Files that are loaded, and players that answer anything ------------------------------------
RAISES_AS_IT_PLAYS = """
from dataclasses import replace
from piquet_sim.strategies import *

@policy
def play(view: PlayView) -> int:
    if view.led:
        raise ValueError("boom")
    return view.legal & -view.legal

register(replace(find_strategy("club"), name="mine", play=play))
"""


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def (", "SyntaxError"),
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("raise BaseException('so\\nand so')", "BaseException: so"),
        ("def f(): f()\nf()", "RecursionError"),
        ("class E(Exception):\n def __str__(self): raise E\nraise E", "E"),
        ("\0", "null bytes"),
        ("from piquet_sim.strategies import *\nregister(Strategy(5, None, None))", "is not text"),
        ("raise MemoryError", "MemoryError"),
        (RAISES_AS_IT_PLAYS, "ValueError: boom (mine.py, line 8)"),
    ],
)
def test_load__what_fails_is_said_in_one_line(code, said, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(code)
    assert said in refused("simulate", "-n", "4", "--load", path, "--elder", "mine")


def test_load__what_it_prints_is_no_answer(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "print('hello')\n"
        "from dataclasses import replace\n"
        "from piquet_sim.strategies import find_strategy, register\n"
        "register(replace(find_strategy('club'), name='mine', summary='as club'))\n"
    )
    code, out, err = command("help", "players", "--json", "--load", path)
    assert (code, err, json.loads(out)[-1]["name"]) == (0, "hello\n", "mine")
    assert "as club" in command("help", "mine", "--load", path).out


def test_load__ctrl_c_is_handed_on(tmp_path):
    (tmp_path / "mine.py").write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        load_strategies(tmp_path / "mine.py")


@pytest.mark.parametrize(
    ("kind", "view"), [("discard", DiscardView), ("call", CallView), ("play", PlayView)]
)
def test_outside_player__an_answer_that_is_none_stops_the_run(kind, view):
    answers = [None, -1, 2**63, 10**30, 1.5, "12", [], 1 << 40, SystemExit(3), GeneratorExit()]

    def give(seen: view) -> int:
        if isinstance(answers[0], BaseException):
            raise answers[0]
        return answers[0]

    player = replace(find_strategy("club"), name="guest", **{kind: outside_policy(give)})
    while answers:
        with refuses():
            simulate(player, "club", n=20, threads=1)
        answers.pop(0)
    answers.append(KeyboardInterrupt())  # in a thread
    with pytest.raises(KeyboardInterrupt):
        simulate(player, "club", n=20, threads=1)
