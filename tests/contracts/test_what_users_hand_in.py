"""What users hand in from Python is read as it is meant, or refused in one line, of any type."""

import copy
import inspect
import pickle
import stat
import subprocess
import sys
import unicodedata
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from command_line import command
from matplotlib.figure import Figure
from refusals import refuses
from specimens import HAND

import piquet_sim
import piquet_sim as ps
from analyses.charts.style import save_chart
from piquet_sim import InputError, Simulation, parse_hand
from piquet_sim.cli.options import parse_pair
from piquet_sim.compare.duel import play_duel
from piquet_sim.conditions.dealing import allot
from piquet_sim.conditions.drawn_hands import count_hands_meeting, rank_discards
from piquet_sim.deals.notation import read_deals
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.decisions.review.deal_review import review_deal
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.estimates.significance import adjust_by_holm
from piquet_sim.exact.asking_hands import hand_value, longest_suit
from piquet_sim.exact.census import carte_blanche_probability, count_hands_by, value_mean
from piquet_sim.exact.draw_odds import find_odds
from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.endings import Ending, read_ending
from piquet_sim.game.cards import parse_cards
from piquet_sim.game.files import read_json_file, write_text
from piquet_sim.game.rules import find_rules
from piquet_sim.game.settlement import parse_deals, read_score, reckon_money
from piquet_sim.game.wording import say_cards
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.score_law import measure_scores
from piquet_sim.running.records import record_deals
from piquet_sim.running.run import run_simulation

FORMS = (HAND, "♠AKJ ♥AQJ8 ♦98 ♣J87", ps.parse_hand(HAND), np.int64(ps.parse_hand(HAND)))
RULES = ("american", ps.PRESETS["american"])
CLUBS = Simulation("club", "club", mirrored=True)
DEAL = """Rules: rubicon
Elder (Ann): ♠AKJ ♥AQJ8 ♦98 ♣J87; throws ♠K ♦98 ♣87; no point; quart major, good; no set
Younger (Ben): ♠T7 ♥T97 ♦AQJT ♣KQT; throws ♠7 ♥97; no point; no sequence; quatorze of tens, good
Talon: 9S 8S KH 9C KD QS AC 7D
Play: 1. AH TH 2. KH
"""


@pytest.mark.parametrize("hand", FORMS, ids=repr)
def test_hand__is_text_or_mask_wherever_it_is_asked_for(hand):
    discard = "♠K ♦98 ♣87" if isinstance(hand, str) else ps.parse_hand("K..98.87")
    assert find_odds(hand, discard).draws == 15_504
    assert rank_discards(hand)[0].draws > 0
    assert ps.format_hand(hand) == HAND


@pytest.mark.parametrize("rules", RULES, ids=["name", "book"])
def test_rules__are_a_name_or_a_book_wherever_they_are_asked_for(rules):
    law, _ = measure_scores("club", "club", n=20)
    assert ps.Simulation("club", "club", rules).rules.name == "american"
    assert ChanceTable(law, law, rules).rules.name == "american"
    for ask in (
        value_mean,
        lambda one: count_hands_meeting("hand.aces == 4", one).hands,
        lambda one: allot("elder.aces == 4", one).probability,
    ):
        assert ask(rules) == ask("american")


@pytest.mark.parametrize(
    ("asked", "deals"),
    [
        ({"n": 600, "max_time": 60}, 600),
        ({"n": 2_000, "precision": "difference=0.0001"}, 2_000),
        ({"n": 100_000, "precision": "difference=50"}, 1_024),
        ({"max_deals": 300, "precision": "difference=0.0001"}, 300),
        ({"max_deals": 300}, 300),
    ],
    ids=str,
)
def test_run__ends_at_the_first_limit_that_is_reached(asked, deals):
    assert ps.simulate("club", "club", **asked).deals == deals


@pytest.mark.parametrize(
    "make", [lambda: None, lambda: np.random.default_rng(1), lambda: np.random.SeedSequence(1)]
)
def test_seed__that_is_drawn_is_named_and_makes_the_same_again(make):
    result = ps.simulate("club", "club", n=50, seed=make())
    assert result.tally == ps.simulate("club", "club", n=50, seed=result.simulation.seed).tally


WRONG = {
    "'no' is neither True nor False": [
        lambda: ps.duel("club", "novice", 4, parties="no"),
        lambda: ps.duel("club", "novice", 4, plain="no"),
        lambda: play_duel(CLUBS, 4, plain="no"),
        lambda: ps.record("club", mirrored="no"),
        lambda: review_deal({}, values_calls="no"),
        lambda: Simulation("club", mirrored="no"),
        lambda: Question(MASK, opponent_blanche="no"),
    ],
    "expected True or False": [
        lambda: ps.RuleSet(win_is_immediate="no"),
        lambda: ps.RuleSet(last_trick_with_capot=0),
        lambda: ps.RUBICON.replace(elder_sees_what_he_leaves=None),
    ],
    "expected a whole number": [
        lambda: ps.RuleSet(trio_scores="3"),
        lambda: ps.RuleSet(rubicon=100.0),
        lambda: ps.RuleSet(capot_scores=True),
        lambda: ps.RuleSet(target=pd.NA),
        lambda: ps.RuleSet(sequence_scores=[3, 4, 15, 16, 17, 18, "19"]),
    ],
    "from 0 to 10": [lambda: estimate_proportion(11, 10), lambda: estimate_proportion(-1, 10)],
    "whole number": [
        lambda: estimate_proportion(2.5, 10),
        lambda: estimate_proportion(float("nan"), 3),
        lambda: Question(MASK, deal="no"),
        lambda: Ending("A...", None, 0, 5, 6),
        lambda: Ending("A...", ".A..", 0, None, 6),
    ],
    "at least 1": [lambda: estimate_proportion(0, 0)],
    "values: ": [
        lambda: ps.estimate_values(np.ma.array([1, 2, 300], mask=[0, 0, 1])),
        lambda: ps.estimate_values([1e308, 1e308]),
        lambda: ps.estimate_values([]),
        lambda: ps.compare_values([1, float("nan")], [1, 2]),
        lambda: ps.compare_values(["a"], ["b"]),
        lambda: ps.compare_values([[1, 2]], [[1, 2]]),
    ],
    "ends in .svg, .png or .pdf": [
        lambda: save_chart(Figure(), Path("h.jpg")),
        lambda: save_chart(Figure(), Path("h")),
        lambda: save_chart(Figure(), Path("h.png.txt")),
    ],
    "on_interrupt: expected raise or return, got ": [
        lambda: run_simulation(CLUBS, 4, on_interrupt="ignore"),
        lambda: ps.simulate_matches(CLUBS, 4, on_interrupt=None),
        lambda: play_duel(CLUBS, 4, on_interrupt=True),
    ],
}


@pytest.mark.parametrize(("said", "ask"), [(said, ask) for said in WRONG for ask in WRONG[said]])
def test_call__that_makes_no_sense_is_refused(said, ask, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with refuses(said):
        ask()
    assert not list(tmp_path.iterdir())


def test_column_of_hands__is_asked_as_a_frame():
    hands = record_deals(CLUBS, 4)["elder_hand"]
    for ask in (lambda one: ps.count_rank(one, ps.ACE), longest_suit, hand_value):
        with refuses("expected one hand", "ask(frame, 'elder.after.aces')"):
            ask(hands)


def test_estimate__is_a_number_that_keeps_its_error():
    estimate = ps.estimate_values([28, 31, 19, 44, 25, 30])
    assert float(estimate) == estimate.value
    assert (f"{estimate:.2f}", f"{estimate}") == ("29.50", "29.5 (20.8 to 38.2)")


SIGNS = {
    "\N{EN DASH}": "-",
    "\N{MINUS SIGN}": "-",
    "\N{NON-BREAKING HYPHEN}": "-",
    "\N{NO-BREAK SPACE}": " ",
    "\N{NARROW NO-BREAK SPACE}": " ",
    "\N{ZERO WIDTH SPACE}": "",
    "\N{ZERO WIDTH NO-BREAK SPACE}": "",
    "\N{LEFT-TO-RIGHT MARK}": "",
}
"""Signs that editors and pages put where others are meant."""
READ = {
    "hand": (ps.parse_hand, "♠AKJ ♥AQJ8 ♦98 ♣J87", "AKJT.-.AQJ8.98JK7", "AS KS 10H"),
    "cards": (parse_cards, "9S 8S, KH"),
    "deals": (parse_deals, "27-13 15-31", "27 - 13"),
    "score": (read_score, "93-120", " 7-8 "),
    "option": (lambda text: parse_pair(text, "score"), "68-155", "68 - 155"),
    "rules": (lambda text: find_rules(text).name, "au cent", " boussac-1896 "),
    "deal": (read_deals, DEAL),
}


@pytest.mark.parametrize("sign", SIGNS, ids=unicodedata.name)
@pytest.mark.parametrize("reader", READ)
def test_signs__that_look_like_others_or_like_nothing_are_read_as_these(reader, sign):
    read, *texts = READ[reader]
    for text in texts:
        usual = SIGNS[sign]
        changed = text.replace(usual, sign) if usual else f"{sign}{text[:2]}{sign}{text[2:]}{sign}"
        if reader == "deal":
            changed = text.replace("Elder (", f"Elder{sign or ' '}(" if usual else f"Elder{sign} (")
            changed = text if usual == "-" else changed
        assert read(changed) == read(text)


RESULTS = {
    "own": lambda: ps.simulate(make_own(1), "club", n=40),
    "own simulation": lambda: Simulation(make_own(2), make_own(3)),
    "strategy": lambda: ps.find_strategy("expert+score"),
    "simulation": lambda: Simulation("club", "novice", given="elder.aces == 3"),
    "result": lambda: ps.simulate("club", "club", n=40),
    "duel": lambda: play_duel(CLUBS, 20),
    "longer duel": lambda: play_duel(CLUBS, 30),
    "matches": lambda: ps.simulate_matches(CLUBS, 4),
    "estimate": lambda: estimate_proportion(1, 3),
}


@pytest.fixture(scope="module")
def made():
    return {name: make() for name, make in RESULTS.items()}


@pytest.mark.parametrize("name", RESULTS)
def test_result__pickled_or_copied_is_equal(name, made):
    one = made[name]
    for other in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert other == one
    assert one not in [made[other] for other in RESULTS if other != name]
    if not name.startswith("own"):  # two functions are two players
        assert one == RESULTS[name]()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8"])
def test_file__as_some_shells_write_it_is_read(tmp_path, encoding):
    path = tmp_path / "handed in"
    path.write_bytes(DEAL.encode(encoding))
    assert ps.read_deals(path) == ps.read_deals(DEAL)
    sheet = '{"deals": [[27, 13]]}\n'.encode(encoding)
    path.write_bytes(sheet)
    assert read_json_file(path) == {"deals": [[27, 13]]}
    for done in (command("settle", path), command("settle", "-", given=sheet)):
        assert done.out.startswith("A 27, B 13: ")


def test_file__that_is_written_keeps_its_mode_and_its_link(tmp_path):
    path, link = tmp_path / "one.txt", tmp_path / "link.txt"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_text(link, "new")
    assert link.is_symlink()
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o640)
    path.chmod(0o444)
    with refuses("may only be read"):
        write_text(link, "newer")
    assert path.read_text() == "new"


def make_own(number):
    """A player whose policies were made within a function."""

    @ps.policy
    def play(view: ps.PlayView) -> int:
        return view.legal & -view.legal if number else 0

    return ps.Strategy("own", ps.find_strategy("club").discard, play)


SCRIPT = """
import multiprocessing as mp, sys
import piquet_sim as ps
from piquet_sim.running.run import run_simulation

@ps.policy
def play(view: ps.PlayView) -> int:
    return view.legal & -view.legal

@ps.outside_policy
def discard(view: ps.DiscardView) -> int:
    return ps.find_strategy("club").discard(view)

def make(factor):
    @ps.policy
    def call(view: ps.CallView) -> int:
        return view.best * factor
    return call

def play_seed(simulation):
    return run_simulation(simulation, 40, 1)

def play_own(seed):
    return ps.simulate(ps.Strategy("own", mine.discard, play, make(0)), "club", n=40, seed=seed)

mine = ps.Strategy("mine", discard, play, make(1))
if __name__ == "__main__":
    asked = [ps.Simulation(mine, "club", seed=seed) for seed in (1, 2)]
    with mp.get_context(sys.argv[1]).Pool(1) as pool:
        for work, given in ((play_seed, asked), (play_own, (3,))):
            assert [one.tally for one in pool.map(work, given)] == [
                work(one).tally for one in given]
    print("equal")
"""


@pytest.mark.parametrize("start", ["spawn", "fork"])
def test_own_players__of_a_script_go_to_processes_and_come_back(start, tmp_path):
    script = tmp_path / "mine.py"
    script.write_text(SCRIPT)
    asked = [sys.executable, "-W", "ignore::DeprecationWarning", script, start]
    done = subprocess.run(asked, check=False, capture_output=True, text=True, timeout=240)
    assert done.stdout == "equal\n", done.stderr


def stop(done):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("ask", "units"),
    [
        (lambda **how: ps.simulate("club", "club", n=40_000, threads=1, **how), "n"),
        (lambda **how: play_duel(CLUBS, 2_000, threads=1, **how), "pairs"),
        (lambda **how: ps.simulate_matches(CLUBS, 20_000, threads=1, **how), "n"),
    ],
    ids=["simulate", "duel", "matches"],
)
def test_long_call__says_why_it_ended_and_lets_ctrl_c_through(ask, units):
    whole = ask()
    with pytest.raises(KeyboardInterrupt):
        ask(progress=stop)
    part = ask(progress=stop, on_interrupt="return")
    assert (whole.as_json()["ended"], part.as_json()["ended"]) == ("reached", "interrupted")
    assert 0 < part.as_json()[units] < whole.as_json()[units]


ENDING = {
    "elder": "A..K.",
    "younger": ".K.A.",
    "leads": "elder",
    "tricks": {"elder": 6, "younger": 4},
}
MASK, DISCARD = parse_hand(HAND), parse_hand("K..98.87")
CALLS = {
    "parse_hand": (HAND,), "format_hand": (MASK,), "say_cards": (MASK,), "parse_deals": ("27-13",),
    "count_hands": (), "count_hands_by": ("aces",), "carte_blanche_probability": (),
    "value_mean": (), "named_odds": (2, 1, 5), "estimate_values": ([1.0, 2.0, 4.0],),
    "estimate_proportion": (3, 10), "adjust_by_holm": ([0.1, 0.2],), "find_claim": ("CB-HAND",),
    "Question": (MASK,), "Simulation": ("club", "club"), "RuleSet": (), "reckon_money": (100, 1),
    "settle": ("27-13 15-31",), "deal": (3,), "odds": (HAND,), "find_odds": (MASK, DISCARD),
    "rank_discards": (MASK,), "read_ending": (ENDING,), "solve_ending": (ENDING,),
    "solve": (ENDING,), "census": ("aces",),
}  # fmt: skip
"""Public functions, each with arguments that it takes."""
ROOMS = {
    one.__name__: one
    for one in (
        adjust_by_holm,
        carte_blanche_probability,
        count_hands_by,
        estimate_proportion,
        find_odds,
        parse_deals,
        rank_discards,
        read_ending,
        reckon_money,
        say_cards,
        solve_ending,
        value_mean,
    )
}
"""Those that `piquet_sim` itself does not name."""
WRONG = (
    None, True, -1, 2**70, 1.5, float("nan"), "", "é", "\ud800", "1" * 5_000, b"club", [], [1, 2],
    {}, {"a": 1}, (), object(), np.int64(3), np.float64("nan"), np.array([1, 2]), np.array(3),
    pd.Series([1]), pd.NA, Path("nowhere"), Fraction(1, 2), Decimal("NaN"), range(3), int,
    np.datetime64("nat"),
)  # fmt: skip


def list_escapes(function, right):
    """Parameters in whose place something wrong ends otherwise than in an answer or one line."""
    signature, escaped = inspect.signature(function), set()
    for name, parameter in signature.parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        for wrong in WRONG:
            given = signature.bind(*right)
            given.arguments[name] = wrong
            try:
                function(*given.args, **given.kwargs)
            except InputError as error:
                if "\n" in str(error).replace(str(wrong), ""):
                    escaped.add(name)
            except Exception:
                escaped.add(name)
    return escaped


@pytest.mark.parametrize("name", CALLS)
def test_wrong_type__is_refused_in_one_line_or_read(name):
    function = ROOMS.get(name) or getattr(piquet_sim, name)
    function(*CALLS[name])
    assert list_escapes(function, CALLS[name]) == set()


@pytest.mark.parametrize("wrong", [1.5, b"club", np.arange(3), pd.Series([1]), pd.NA])
def test_wrong_type__is_refused_by_long_calls(wrong):
    for name in ("checkpoint", "cluster", "on_interrupt", "mirrored", "seed", "n"):
        with pytest.raises(InputError):
            piquet_sim.simulate("club", "club", **{"n": 50, name: wrong})
    for name in ("score", "deal", "elder", "n"):
        with pytest.raises(InputError):
            piquet_sim.chances(**{"score": "50-40", "deal": 3, "n": 200, name: wrong})


def test_wrong_type__that_escapes_is_found():
    assert list_escapes(lambda text, number=1: text, ("a",)) == set()
    assert list_escapes(lambda text, number=1: text[:number], ("a",)) == {"text", "number"}
