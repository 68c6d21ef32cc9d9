"""What users hand in from Python is read as it is meant, or refused in one line, of any type."""

import copy
import inspect
import pickle
import subprocess
import sys
import unicodedata
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from attacks import ANY_TEXT, answers, attacks, lines_like, mutated, refusal
from command_line import command, refuses
from hypothesis import given
from hypothesis import strategies as st
from other_processes import interrupt_at
from specimens import ENDING, HAND, PACK, legal_deal

import piquet_sim as ps
from piquet_sim import Simulation
from piquet_sim.cli.options import parse_count, parse_pair, parse_seconds, parse_whole
from piquet_sim.cli.options import read_rules as read_options
from piquet_sim.compare.duel import play_duel
from piquet_sim.conditions.dealing import allot
from piquet_sim.conditions.drawn_hands import count_hands_meeting, rank_discards
from piquet_sim.deals.json import score_deal
from piquet_sim.deals.notation import read_deals
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.estimates.significance import adjust_by_holm
from piquet_sim.exact.asking_hands import hand_value, longest_suit
from piquet_sim.exact.census import carte_blanche_probability, count_hands_by, value_mean
from piquet_sim.exact.draw_odds import find_odds
from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.endings import read_ending
from piquet_sim.exact.odds import named_odds
from piquet_sim.game.cards import (
    format_cards,
    format_hand,
    format_hand_symbols,
    parse_cards,
    parse_hand,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import read_json_file
from piquet_sim.game.rules import PRESETS, find_rules
from piquet_sim.game.settlement import parse_deals, read_score, reckon_money, settle_sheet
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import say_cards
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.score_law import measure_scores
from piquet_sim.running.records import record_deals
from piquet_sim.strategies import find_strategy

CLUBS = Simulation("club", "club", mirrored=True)
DEAL = """Rules: rubicon
Elder (Ann): ♠AKJ ♥AQJ8 ♦98 ♣J87; throws ♠K ♦98 ♣87; no point; quart major, good; no set
Younger (Ben): ♠T7 ♥T97 ♦AQJT ♣KQT; throws ♠7 ♥97; no point; no sequence; quatorze of tens, good
Talon: 9S 8S KH 9C KD QS AC 7D
Play: 1. AH TH 2. KH
"""


@pytest.mark.parametrize("form", [str, ps.parse_hand, lambda text: np.int64(ps.parse_hand(text))])
def test_hand__is_text_or_mask_wherever_it_is_asked_for(form):
    for text, thrown in ((HAND, "K..98.87"), ("♠AKJ ♥AQJ8 ♦98 ♣J87", "♠K ♦98 ♣87")):
        hand = form(text)
        assert (
            find_odds(hand, form(thrown)).draws,
            rank_discards(hand)[0].draws > 0,
            ps.format_hand(hand),
        ) == (15_504, True, HAND)


@pytest.mark.parametrize("rules", ["american", ps.PRESETS["american"]], ids=["name", "book"])
def test_rules__are_a_name_or_a_book_wherever_they_are_asked_for(rules):
    law, _ = measure_scores("club", "club", n=20)
    assert (
        ps.Simulation("club", "club", rules).rules.name,
        ChanceTable(law, law, rules).rules.name,
        read_options("rubicon", ["elder_sees_what_he_leaves=no"]).elder_sees_what_he_leaves,
    ) == ("american", "american", False)
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
        ({"n": np.int32(10), "seed": np.int64(2**63 - 1)}, 10),
        ({"n": 2_000, "precision": "difference=0.0001"}, 2_000),
        ({"n": 2_000, "precision": "difference=0.0001", "mirrored": True}, 2_000),
        ({"n": 100_000, "precision": "difference=50"}, 1_024),
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


@pytest.mark.parametrize("ask", [lambda one: ps.count_rank(one, ps.ACE), longest_suit, hand_value])
def test_column_of_hands__is_asked_as_a_frame(ask):
    hands = record_deals(CLUBS, 4)["elder_hand"]
    with refuses("expected one hand", "ask(frame, 'elder.after.aces')"):
        ask(hands)


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
    "deals": (parse_deals, "27-13 15-31", "27 - 13", "27-13, 15-31  44-6"),
    "score": (read_score, "93-120", " 7-8 "),
    "option": (lambda text: parse_pair(text, "score"), "68-155", "68 - 155"),
    "rules": (lambda text: find_rules(text).name, "au cent", " boussac-1896 "),
    "deal": (read_deals, DEAL),
}


@pytest.mark.parametrize("sign", SIGNS, ids=unicodedata.name)
@pytest.mark.parametrize("reader", READ)
def test_signs__that_look_like_others_or_like_nothing_are_read_as_these(reader, sign):
    (read, *texts), usual = READ[reader], SIGNS[sign]
    for text in texts:
        if usual:
            changed = text.replace(usual, sign)
        elif reader == "deal":
            changed = text.replace("Elder (", f"Elder{sign} (")
        else:
            changed = f"{sign}{text[:2]}{sign}{text[2:]}{sign}"
        assert read(changed) == read(text)


@cache
def make_own(number):
    """A player whose policies were made within a function."""

    @ps.policy
    def play(view: ps.PlayView) -> int:
        return view.legal & -view.legal if number else 0

    return ps.Strategy("own", ps.find_strategy("club").discard, play)


RESULTS = {
    "own": lambda: ps.simulate(make_own(1), "club", n=40),
    "own simulation": lambda: Simulation("club", make_own(1)),
    "strategy": lambda: ps.find_strategy("expert+score"),
    "simulation": lambda: Simulation("club", "novice", given="elder.aces == 3"),
    "result": lambda: ps.simulate("club", "club", n=40),
    "duel": lambda: play_duel(CLUBS, 20),
    "longer duel": lambda: play_duel(CLUBS, 30),
    "matches": lambda: ps.simulate_matches(CLUBS, 4),
    "estimate": lambda: estimate_proportion(1, 3),
}


def test_result__pickled_or_copied_is_equal():
    made = {name: make() for name, make in RESULTS.items()}
    # Of one whose play is made in a function, the club's discard alone is found by its name.
    assert (made["own simulation"].younger.is_named, made["strategy"].is_named) == (False, True)
    for name, one in made.items():
        assert (
            [pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)],
            one not in [made[other] for other in RESULTS if other != name],
        ) == ([one] * 3, True)
        # Two functions are two players.
        assert name.startswith("own") or one == RESULTS[name]()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8"])
def test_file__as_some_shells_write_it_is_read(tmp_path, encoding):
    path, sheet = tmp_path / "handed in", '{"deals": [[27, 13]]}\n'
    path.write_bytes(DEAL.encode(encoding))
    assert ps.read_deals(path) == ps.read_deals(DEAL)
    path.write_bytes(sheet.encode(encoding))
    assert read_json_file(path) == {"deals": [[27, 13]]}
    assert {
        command("settle", name, given=sent).out[:12]
        for name, sent in ((path, b""), ("-", sheet.encode(encoding)))
    } == {"A 27, B 13: "}


SCRIPT = """
import multiprocessing as mp, sys
import piquet_sim as ps
from piquet_sim.running.run import run_simulation

@ps.outside_policy
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


@pytest.mark.parametrize("start", ["spawn", pytest.param("fork", marks=pytest.mark.slow)])
def test_own_players__of_a_script_go_to_processes_and_come_back(start, tmp_path):
    (tmp_path / "mine.py").write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", tmp_path / "mine.py", start],
        check=False,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.stdout == "equal\n", done.stderr


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
        ask(progress=interrupt_at(1))
    part = ask(progress=interrupt_at(1), on_interrupt="return")
    assert (
        whole.as_json()["ended"],
        part.as_json()["ended"],
        0 < part.as_json()[units] < whole.as_json()[units],
    ) == ("reached", "interrupted", True)


# ---- What is of another type --------------------------------------------------------------------
MASK = parse_hand(HAND)
CALLS = {
    ps.parse_hand: (HAND,), ps.format_hand: (MASK,), say_cards: (MASK,), parse_deals: ("27-13",),
    ps.count_hands: (), count_hands_by: ("aces",), carte_blanche_probability: (),
    value_mean: (), named_odds: (2, 1, 5), ps.estimate_values: ([1.0, 2.0, 4.0],),
    estimate_proportion: (3, 10), adjust_by_holm: ([0.1, 0.2],), ps.find_claim: ("CB-HAND",),
    ps.Question: (MASK,), ps.Simulation: ("club", "club"), ps.RuleSet: (), reckon_money: (100, 1),
    ps.settle: ("27-13 15-31",), ps.deal: (3,), ps.odds: (HAND,),
    find_odds: (MASK, parse_hand("K..98.87")), rank_discards: (MASK,), read_ending: (ENDING,),
    solve_ending: (ENDING,), ps.solve: (ENDING,), ps.census: ("aces",),
}  # fmt: skip
"""Public functions, each with arguments that it takes."""
TYPES = (
    None, True, -1, 2**70, 1.5, float("nan"), "", "é", "\ud800", "1" * 5_000, b"club", [], [1, 2],
    {}, {"a": 1}, (), object(), np.int64(3), np.float64("nan"), np.array([1, 2]), np.array(3),
    pd.Series([1]), pd.NA, Path("nowhere"), Fraction(1, 2), Decimal("NaN"), range(3), int,
    np.datetime64("nat"),
)  # fmt: skip


def escapes(function, given, name, wrong):
    """Whether a call with something wrong in it ends otherwise than in an answer or a line."""
    given.arguments[name] = wrong
    try:
        function(*given.args, **given.kwargs)
    except InputError as error:
        return "\n" in str(error).replace(str(wrong), "")
    except Exception:
        return True
    return False


@pytest.mark.parametrize("function", CALLS, ids=lambda one: one.__name__)
def test_wrong_type__is_refused_in_one_line_or_read(function):
    """In the place of every parameter."""
    function(*CALLS[function])
    signature = inspect.signature(function)
    assert [
        (name, wrong)
        for name, one in signature.parameters.items()
        for wrong in TYPES
        if "VAR" not in one.kind.name
        and escapes(function, signature.bind(*CALLS[function]), name, wrong)
    ] == []


@pytest.mark.parametrize("wrong", [1.5, b"club", np.arange(3), pd.Series([1]), pd.NA])
@pytest.mark.parametrize(
    ("ask", "right", "names"),
    [
        (
            partial(ps.simulate, "club", "club"),
            {"n": 50},
            ("checkpoint", "cluster", "on_interrupt", "mirrored", "seed", "n"),
        ),
        (ps.chances, {"score": "50-40", "deal": 3, "n": 200}, ("score", "deal", "elder", "n")),
    ],
    ids=["simulate", "chances"],
)
def test_wrong_type__is_refused_by_long_calls(ask, right, names, wrong):
    for name in names:
        with pytest.raises(InputError):
            ask(**right | {name: wrong})


# ---- What is accepted is right ------------------------------------------------------------------
ROUND_TRIPS = {
    "hand": (["AKJ.AQJ8.98.J87", "♠AK ♥Q ♦T ♣87", "AS TD 7C"], parse_hand, format_hand),
    "symbols": (
        ["AKJ.AQJ8.98.J87", "S: AK H: 10"],
        parse_hand,
        lambda hand: format_hand_symbols(hand).replace("–", "").lower(),
    ),
    "cards": (["AS TD 7C", "10H KS"], parse_cards, lambda cards: format_cards(cards).lower()),
    "deals": (
        ["27-13 15-31", "0-0"],
        parse_deals,
        lambda deals: " ".join(f"{one}-{two}" for one, two in deals),
    ),
    "whole": (["1_000", "+5", "0"], lambda text: parse_whole(text, "seed"), str),
    "strategy": (["expert+score", "club+sink-sets=0.25"], find_strategy, lambda one: one.name),
    "rules": (
        ["capot_scores=50", "pack=36", "partie_deals=4", "sequence_scores=[3,4,15,16,17,18]"],
        lambda text: (
            find_rules(text) if isinstance(text, dict) else read_options("rubicon", [text])
        ),
        lambda rules: rules.describe(),
    ),
}
"""Right texts of a kind, what reads them, and what writes them."""


@pytest.mark.parametrize(("right", "read", "write"), ROUND_TRIPS.values(), ids=ROUND_TRIPS)
@attacks(60)
@given(st.data())
def test_text__accepted_is_read_back(right, read, write, data):
    text = data.draw(mutated(st.sampled_from(right)) | ANY_TEXT)
    found = refusal(lambda: read(text))
    assert found is None or read(write(found)) == found


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


@attacks(40)
@given(lines_like(st.builds(legal_deal, st.integers(0, 10**6), st.sampled_from(list(PRESETS)))))
def test_deal__accepted_is_scored_by_its_parts(line):
    for _, answer in answers(line, score_deal):
        assert [answer[seat]["total"] for seat in SEATS] == [
            sum(
                answer[seat][part]
                for part in (
                    "carte_blanche",
                    "point",
                    "sequences",
                    "sets",
                    "play",
                    "cards",
                    "pique",
                    "repique",
                )
            )
            for seat in SEATS
        ]


@attacks(40)
@given(
    lines_like(
        st.permutations(PACK).map(
            lambda cards: {**ENDING, "elder": " ".join(cards[:2]), "younger": " ".join(cards[2:4])}
        )
    )
)
def test_ending__accepted_is_worth_what_a_card_of_it_is(line):
    assert all(
        solution.value in solution.plays.values()
        for _, solution in answers(line, lambda given: solve_ending(read_ending(given)))
    )


@attacks(80)
@given(
    lines_like(
        st.sampled_from(
            [
                {"deals": [[27, 13], [15, 31]], "totals": [42, 44], "rules": "rubicon"},
                {"totals": [164, 114]},
                {"deals": [[1, 2]] * 6},
            ]
        )
    )
)
def test_sheet__players_exchanged_exchange_the_answer(line):
    for sheet, settled in answers(line, settle_sheet):
        deals, totals = sheet.get("deals"), sheet.get("totals")
        turned = {
            **({"deals": [pair[::-1] for pair in deals]} if deals else {}),
            **({"totals": totals[::-1]} if totals else {}),
        }
        answer = settle_sheet(sheet | turned)
        assert (answer["totals"], answer["winner"], answer.get("settlement")) == (
            settled["totals"][::-1],
            {"A": "B", "B": "A", None: None}[settled["winner"]],
            settled.get("settlement"),
        )
