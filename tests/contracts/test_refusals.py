"""What is refused is refused in one line that says what would be right: commands, then calls.

A row has what is asked and what the line must say. Each kind of input has a table of hostile texts,
and every command that takes the kind gets them all. A refused command ends with exit code 2; for it
nothing is played, and no file is left behind.

Covers `cli.app`, `cli.mistakes`, `cli.options`, `cli.commands.comparing`, `cli.commands.playing`,
`game.errors`.
"""

import json
import re
import shlex
from copy import deepcopy
from functools import partial, reduce
from operator import attrgetter, getitem, itemgetter
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from attacks import places_of
from command_line import command, refused, refuses
from matplotlib.figure import Figure
from specimens import ENDING, EXAMPLE, HAND, RESULTS, TESTS, change
from specimens import PLAYED as DEAL

import piquet_sim as ps
from analyses import find_study
from analyses.charts.style import save_chart
from analyses.study import Study
from piquet_sim import (
    Simulation,
    ask,
    compare_simulations,
    compare_values,
    estimate_values,
    judge_estimate,
    parse_hand,
    read_deals,
    verbs,
)
from piquet_sim.cli.app import INSTEAD, make_command
from piquet_sim.cli.guides import read_guide
from piquet_sim.cli.options import load_strategies
from piquet_sim.compare.duel import play_duel
from piquet_sim.deals.json import score_deal
from piquet_sim.deals.narration import narrate_deal, say_call
from piquet_sim.deals.notation import write_deal
from piquet_sim.decisions.kinds.contrast import watch_contrast
from piquet_sim.decisions.kinds.discard import advise
from piquet_sim.decisions.kinds.discard_table import MOST_DEALS, try_discards
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.decisions.review.deal_review import review_deal
from piquet_sim.decisions.walkthrough import lay_out_deal, trace_deal
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.exact import draw_odds
from piquet_sim.exact.census import count_hands_by
from piquet_sim.exact.endings import Ending, read_ending
from piquet_sim.exact.who_is_good import compare_class
from piquet_sim.explorer.questions import read_query
from piquet_sim.explorer.service import check_hosts
from piquet_sim.game.cards import parse_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import check_writable, read_json
from piquet_sim.game.laws import read_book
from piquet_sim.game.rules import PRESETS, RUBICON, find_rules
from piquet_sim.game.settlement import parse_deals, settle_sheet
from piquet_sim.matches.equity import check_state
from piquet_sim.matches.standing import Standing, find_standing
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import read_precision, set_target
from piquet_sim.running.run import run_simulation
from piquet_sim.strategies.training import train


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with something of each kind, in which all is asked."""
    here = tmp_path_factory.mktemp("refused")
    for name in ("results/pique", "taken/pique", "folder.svg"):
        (here / name).mkdir(parents=True)
    for name, content in {
        "ending.jsonl": json.dumps(ENDING).encode(),
        "sheets.jsonl": b'{"deals": [[60, 70], [50, 10]]}',
        "file": b"\xff\n",
        **dict.fromkeys(("run.checkpoint", "own.py", "deals.jsonl"), b""),
    }.items():
        (here / name).write_bytes(content)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        yield here


@pytest.fixture
def unwritten(folder):
    """Nothing is written."""
    before = sorted(folder.rglob("*"))
    yield
    assert sorted(folder.rglob("*")) == before


@pytest.fixture
def refuse(unwritten, monkeypatch):
    """Run what is refused, with a text in place of {}: the one line that is said."""
    monkeypatch.setattr(Study, "ask", lambda *_: pytest.fail("played"))

    def run(line, text="", **more):
        said = refused(*(word.replace("{}", text) for word in shlex.split(line)), **more)
        assert len(said) < 700, line
        return said

    return run


ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("refusals.jsonl").read_text("utf-8").splitlines()
]
"""What is refused: a command (RESULTS: where published ones are) with what it reads, or a call with
what it takes; and what is said."""
BYTES = json.dumps(EXAMPLE).encode()
LINE = BYTES.decode() + "\n"


def alter(record, changes):
    """A record with something else in some places, such as ``elder.calls``."""
    record = deepcopy(record)
    for path, part in changes.items():
        *way, last = path.split(".") if isinstance(path, str) else path
        reduce(getitem, way, record)[last] = part
    return record


# ---- Commands -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "row", [row for row in ROWS if "command" in row], ids=itemgetter("command")
)
def test_command__says_what_is_wrong_and_what_would_be_right(row, refuse):
    given = row.get("given", alter(DEAL, row["change"]) if "change" in row else "")
    given = given if isinstance(given, str) else json.dumps(given)
    assert row["said"] in refuse(row["command"].replace("RESULTS", str(RESULTS)), given=given)


@pytest.mark.parametrize("name", INSTEAD)
def test_command__that_is_none_names_what_to_use(name):
    assert (
        refused(name, "x.jsonl", "-n", "4")
        == refused(name, "--help")
        == f"piquet: no command {name!r}; use {INSTEAD[name]}\n"
    )
    if INSTEAD[name].startswith("piquet "):
        assert set(re.findall("--[a-z]+", INSTEAD[name])) <= {
            one
            for param in make_command().commands[INSTEAD[name].split()[1]].params
            for one in param.opts
        }
    # It is not suggested for what is near to it.
    assert f"mean '{name}'" not in refused(f"{name}{name[-1]}")


def test_example__that_the_message_gives_is_solved():
    example = re.search(r"{.*}", refused("solve", "-", given="Elder: AKJ"))[0]
    assert command("solve", "-", given=example).code == 0


ANYTHING = (
    *("\0", "\ud800", "\udcff", "½", "\u212a", "1e400", "1e-999999999", "sNaN", "0x10"),
    *("[" * 900, "9" * 4301, "x" * 100_000, "é'\"\\" * 25_000, "a b " * 25_000, "%s{0}", "\x1b[2J"),
    *("x=" + "y" * 100_000, "9223372036854775808", "=", "{}"),
)
"""Right for no kind of input."""
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
        ("simulate --precision difference=1 --max-time {}", f"advise {HAND} --seconds {{}}"),
    ),
    "name": (
        (*ANYTHING, "club+", "club+sink-sets=nan", "club+sink-sets=0.1+sink-sets=0.9",
         "club+score"),
        ("simulate -n 4 --elder {}", "duel club {}", "study pique -n 4 --strategy {}",
         "report {}", "chart {}", "study {}", "help {}", "simulate -n 4 --play {}",
         "simulate --precision {}", "odds --good {}", "{}",
         f"advise {HAND} --seat {{}}", f"odds {HAND} --aim {{}}", "simulate -n 4 --{}"),
    ),
    "missing file": (
        (*ANYTHING, "/", "/dev/zero", "", "a\0b", "file"),
        ("score {}", "settle {}", "solve {}", "review {}", "advise {} --seat elder",
         "simulate -n 4 --load {}", "chart pique --of {}", "report --of {}"),
    ),
    "written file": (
        ("a\0b", "\ud800", "x" * 300 + ".svg", "missing/x.svg", "file/x.svg", ".", "folder.svg"),
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
    ("line", "texts"),
    [
        case
        for texts, lines in KINDS.values()
        for place, line in enumerate(lines)
        for case in (
            (line, texts[place % 4 :: 4]),
            pytest.param(line, texts, marks=pytest.mark.slow),
        )
    ],
)
def test_command__refuses_every_hostile_text(line, texts, refuse):
    """In the usual suite each command gets every fourth."""
    for text in texts:
        refuse(line, text)


# ---- Records of which one part holds something else ---------------------------------------------
READERS = {
    "score": (
        "score -",
        DEAL
        | {
            "comment": "a remark",
            "name": "the first",
            "number": 2,
            "players": {"elder": "Ann", "younger": "Ben"},
            "score": [45, 30],
            "totals": None,
        },
    ),
    "review": ("review - --deals 64", DEAL),
    "card": ("advise - --seat elder --trick 12", DEAL),
    "call": ("advise - --call point -n 4", DEAL),
    "solve": ("solve -", ENDING),
    "settle": ("settle -", {"deals": [[27, 13], [15, 31]], "totals": [42, 44], "rules": "rubicon"}),
}
UNFIT = (
    *(-5, 1.5, float("nan"), 10**4000, [0.5, 1.5], {"x": 1}, "y" * 100_000, "\ud800"),
    json.loads("[" * 300 + "]" * 300),
)
"""Right at no place of a record."""


@pytest.mark.parametrize(("line", "record"), READERS.values(), ids=READERS)
def test_record__every_part_is_what_it_must_be(line, record, refuse):
    if "review" not in line:  # which takes a minute
        assert command(*line.split(), given=json.dumps(record)).code == 0
    for number, path in enumerate([path for path in places_of(record) if path]):
        for wrong in UNFIT[number % 3 :: 3]:
            refuse(line, given=json.dumps(alter(record, {path: wrong})))


@pytest.mark.parametrize(
    ("content", "answered", "said"),
    [
        (BYTES + b"\n\xff\n" + BYTES, 1, "line 2: not UTF-8 text"),
        (b"\xef\xbb\xbf" + BYTES + b"\r\n\r\n" + BYTES, 2, ""),
        (LINE.encode("utf-16"), 1, ""),
        (LINE.strip().encode("utf-16")[:-1], 0, "line 1: not UTF-16 text"),
        (BYTES + b"\n\0\n", 1, "line 2: not a JSON object; expected one deal per line"),
        (b"\n{nonsense", 0, "line 2: not JSON"),
        (b"[7]", 0, "line 1: not a JSON object; expected one deal per line"),
        (b"7", 0, "line 1, column 1: expected a statement"),
        (b"\n\n" + BYTES.replace(b'"dealt": "', b'"dealt": "AS '), 0, "line 3: elder dealt: "),
        (BYTES + b"\n" + BYTES[:-9], 1, "line 2: not JSON"),
        (b" " * 1_000_001, 0, "line 1: longer than 1,000,000 characters"),
        (
            json.dumps(EXAMPLE | dict.fromkeys(map(str, range(60_000)), 0)).encode(),
            0,
            "line 1: deal: no key '0'; there are: ",
        ),
        *(
            (LINE.encode() + words.encode(), 1, "expected one deal per line as a JSON object; dea")
            for words in (
                "Elder: AKJ.AQJ8.98.J87; throws K..98.87\n",
                narrate_deal(Simulation("club", "club").replay_deal(0)),
            )
        ),
        # Just below the depth that the reader takes, quoting what was read goes deeper than that.
        *(
            (b'{"elder": %s%s}' % (b"[" * depth, b"]" * depth), 0, "line 1: ")
            for depth in range(850, 1010, 10)
        ),
    ],
)
def test_file__of_bytes(content, answered, said, tmp_path):
    (tmp_path / "deals.jsonl").write_bytes(content)
    done = command("score", tmp_path / "deals.jsonl")
    assert (len(done.out.splitlines()), done.err.count("\n"), done.code, said in done.err) == (
        answered,
        bool(said),
        2 if said else 0,
        True,
    )


def test_error__keeps_its_beginning_and_its_end():
    message = str(InputError(f"no strategy '{'x' * 10**5}'; there are: club"))
    assert len(message) <= 600
    assert re.fullmatch("no strategy 'x.*x'; there are: club", message)


# ---- Calls --------------------------------------------------------------------------------------
CLUBS = Simulation("club", "novice", mirrored=True)
MASK, DISCARD, BEST = (parse_hand(one) for one in (HAND, "K..98.87", ".8.98.87"))
QUESTION = Question(MASK, strategy="club")
NINE_EACH = RUBICON.replace(sequence_scores=(9,) * 7)
WRITTEN = read_guide("notation").partition("```text\n")[2].partition("```")[0]
(RECORD,) = read_deals(WRITTEN)


def ask_layout(hand=HAND, discard="K..98.87", drawn=None, took=None, **more):
    drawn = () if drawn is None else parse_cards(drawn)
    return lay_out_deal(
        Question(parse_hand(hand), took=took), discard=parse_hand(discard), drawn=drawn, **more
    )


def ask_discard(hand, discard, **more):
    return try_discards(Question(parse_hand(hand), **more), [parse_hand(discard)], 2)


CALLED = {
    **{
        one.__name__: one
        for one in (
            *(Ending, check_hosts, compare_class, count_hands_by, estimate_proportion, find_rules),
            *(find_study, parse_cards, parse_deals, read_book, read_ending, read_json),
            *(read_measures, read_query, review_deal, say_call, set_target),
            *(settle_sheet, train),
        )
    },
    "check_state": lambda rules, *state: check_state(find_rules(rules), *state),
    "lay_out_deal": ask_layout,
    "play_duel": partial(play_duel, CLUBS),
    "play_matches": lambda rules, start: Simulation("club", "club", find_rules(rules)).play_matches(
        0, 4, start=start
    ),
    "read_changed": lambda *pairs: read_deals(change(WRITTEN, *pairs)),
    "read_precision": lambda text: read_precision(
        text, read_measures(["seven: elder_tricks == 7", "elder_wins"], "elder_point > 0")
    ),
    "score_deal": lambda **changes: score_deal(alter(DEAL, changes)),
    "try_discards": ask_discard,
    "trace_deal": lambda plays: trace_deal(EXAMPLE, parse_cards(plays)),
    "write_deal": lambda **changes: write_deal(alter(RECORD, changes)),
}
"""What rows call that is not among the names of `piquet_sim`."""
OBJECTS = [
    (lambda: estimate_values([1.0, float("nan")]), "finite"),
    (lambda: compare_values(pd.Series([1, 2]), pd.Series([1, 2], [1, 2])), "different rows"),
    (lambda: compare_values(pd.Series([1, 2]), pd.Series([1, 2], [0, 0])), "different rows"),
    (lambda: compare_values(pd.Series([1, 2]), pd.Series([1, 2], ["a", 0])), "different rows"),
    (lambda: compare_simulations(Simulation(seed=1), Simulation(seed=2), 10), "seed: 1 and 2"),
    (
        lambda: compare_simulations(Simulation(), Simulation(rules="cotton_1674"), 10),
        "pack: 32 and 36",
    ),
    (
        lambda: compare_simulations(Simulation(given="elder.has('AS')"), Simulation(), 10),
        "given: elder.has('AS') and nothing",
    ),
    (lambda: advise(QUESTION, deals=3), "n: expected at least 4, got 3"),
    (lambda: advise(QUESTION, deals=MOST_DEALS + 1), "at most 262,144"),
    (lambda: advise(QUESTION, deals=2.5), "not a whole"),
    (lambda: advise(Question(QUESTION.hand, rules=PRESETS["cotton_1674"])), "pack of 32"),
    (lambda: [*watch_contrast(QUESTION, BEST, BEST)], "two different discards"),
    (lambda: [*watch_contrast(QUESTION, BEST, parse_hand("TS"))], "TS is not in the hand"),
    (lambda: [*watch_contrast(QUESTION, 0, BEST)], "0 cards; elder may exchange 1 to 5"),
    (lambda: verbs.advise(HAND.split(".")), "hand: expected a text, as in 'AKJ.AQJ8"),
    (lambda: verbs.advise(pd.DataFrame({"hands": [HAND]})), "hand or elder_dealt, got ha"),
    (lambda: verbs.advise(pd.DataFrame({"hand": []})), "hands: expected at least 2, got 0"),
    (lambda: verbs.review(RECORD, n="64"), "n: '64' is not a whole number"),
    (lambda: verbs.review(RECORD, seconds="2"), "seconds: expected a positive number"),
    (lambda: ask("elder.aces == 4", verbs.record(n=4)), "ask: expected a frame, as in"),
    (lambda: ask(verbs.record(n=4), 3), "ask: 3 is not text"),
    (lambda: find_standing({}, PRESETS["parlett"], None, Standing((70, 82))), "only for Rubicon"),
    (lambda: find_standing({}, standing=Standing((70, 3_000))), "totals must be from 0 to 2000"),
    (lambda: play_duel(CLUBS, 4, plain="no"), "'no' is neither True nor False"),
    (lambda: Question(MASK, opponent_blanche="no"), "'no' is neither True nor False"),
    (lambda: ps.RuleSet(target=pd.NA), "expected a whole number"),
    (lambda: estimate_proportion(float("nan"), 3), "whole number"),
    (lambda: Question(MASK, deal="no"), "whole number"),
    (lambda: ps.estimate_values(np.ma.array([1, 2, 300], mask=[0, 0, 1])), "values: "),
    (lambda: ps.compare_values([1, float("nan")], [1, 2]), "values: "),
    (lambda: save_chart(Figure(), Path("h.jpg")), "ends in .svg, .png or .pdf"),
    (lambda: save_chart(Figure(), Path("h")), "ends in .svg, .png or .pdf"),
    (lambda: save_chart(Figure(), Path("h.png.txt")), "ends in .svg, .png or .pdf"),
    (
        lambda: run_simulation(CLUBS, 4, on_interrupt="ignore"),
        "on_interrupt: expected raise or return, got ",
    ),
    (
        lambda: ps.simulate_matches(CLUBS, 4, on_interrupt=None),
        "on_interrupt: expected raise or return, got ",
    ),
    (
        lambda: play_duel(CLUBS, 4, on_interrupt=True),
        "on_interrupt: expected raise or return, got ",
    ),
    (
        lambda: judge_estimate({"label": "often"}, estimate_proportion(5_640, 10_000)),
        "states no number",
    ),
    (lambda: judge_estimate(0.5, estimate_values([3])), "requires a standard error"),
    (lambda: judge_estimate(2, estimate_values([2, 2, 2])), "requires a standard error"),
    (lambda: count_hands_by("value", NINE_EACH), "sequence_scores"),
    (lambda: draw_odds.rank_by_value(MASK, rules=NINE_EACH), "sequence_scores"),
    (lambda: write_deal(RECORD | {"comment": "x" * 20_001}), "comment: expected text of at most"),
    (lambda: check_writable(Path("/dev/full")), "is not a file"),
    (lambda: check_writable(Path("/dev/null")), "is not a file"),
    (
        lambda: read_deals(f"{WRITTEN}\n{WRITTEN}"),
        "line 16, column 1: a second deal named 'the example'",
    ),
    (
        lambda: read_deals(WRITTEN + WRITTEN),
        "line 15, column 1: expected an empty line, got 'Deal:'",
    ),
    (lambda: read_deals("9" * 100000 + ":"), "line 1, column 1: 999"),
    (
        lambda: read_deals("Rules: " + "(" * 5000),
        "line 1, column 1: expected a statement 'Elder:' in this deal",
    ),
    (
        lambda: read_deals(
            "Rules: rubicon (capot_scores=" + "(" * 9000 + ")\nElder: AS; throws AS"
        ),
        "line 1, col",
    ),
    (
        lambda: read_deals(
            "Rules: rubicon (capot_scores=" + "9" * 9000 + ")\nElder: AS; throws AS"
        ),
        "line 1, col",
    ),
    (
        lambda: read_deals("Deal 0 of seed 1, x: " + "a is elder, b: " * 9000),
        "line 1: this deal is as piquet deal",
    ),
    (
        lambda: read_deals(WRITTEN + json.dumps(RECORD)),
        "line 14: this deal is in JSON, the first one in the notat",
    ),
    (lambda: read_deals("\n " * 200000 + "x:"), "line 200001, column 2: x: is not a statement"),
    (
        lambda: read_deals(" " * 1000000 + "\n" + "#" * 1000000 + "\nx"),
        "line 3, column 1: expected a state",
    ),
    (lambda: read_deals("# x\n" * 2000000), "more than 5,000,000 characters"),
    (lambda: read_deals(str(TESTS)), f"{TESTS}: not a file"),
    (lambda: read_deals(r"C:\deals.txt"), r"C:\deals.txt: no such file"),
    (lambda: read_deals("deals [1].txt"), "deals [1].txt: no such file"),
]
"""Calls with what no row can hold: objects, and texts that are too long."""


@pytest.mark.parametrize(
    ("ask", "row"),
    [
        *(
            (partial(ask, *row.get("with", ()), **row.get("options", {})), row)
            for row in ROWS
            if "call" in row
            for ask in (CALLED.get(name) or attrgetter(name)(ps) for name in row["call"].split())
        ),
        *((ask, {"said": said}) for ask, said in OBJECTS),
    ],
)
@pytest.mark.usefixtures("unwritten")
def test_call__is_refused_in_one_line_and_nothing_is_written(ask, row):
    said = [row["said"]] if isinstance(row["said"], str) else row["said"]
    with refuses(*said, start=row.get("start", "")) as refused:
        ask()
    assert len(str(refused.value)) < 700


# ---- Files that are loaded, and players that answer anything ------------------------------------


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
        (
            """
from dataclasses import replace
from piquet_sim.strategies import *

@policy
def play(view: PlayView) -> int:
    if view.led:
        raise ValueError("boom")
    return view.legal & -view.legal

register(replace(find_strategy("club"), name="mine", play=play))
""",
            "ValueError: boom (mine.py, line 8)",
        ),
    ],
)
def test_load__what_fails_is_said_in_one_line(code, said, tmp_path):
    (tmp_path / "mine.py").write_text(code)
    assert said in refused("simulate", "-n", "4", "--load", tmp_path / "mine.py", "--elder", "mine")


def test_load__what_it_prints_is_no_answer(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "print('hello')\n"
        "from dataclasses import replace\n"
        "from piquet_sim.strategies import find_strategy, register\n"
        "register(replace(find_strategy('club'), name='mine', summary='as club'))\n"
    )
    code, out, err = command("simulate", "-n", "4", "--elder", "mine", "--json", "--load", path)
    assert (code, err, json.loads(out)["elder"]) == (0, "hello\n", "mine")
    path.write_text("raise KeyboardInterrupt")  # which is handed on
    with pytest.raises(KeyboardInterrupt):
        load_strategies(path)
