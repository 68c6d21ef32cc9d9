"""What is refused is refused in one line that says what would be right: commands, then calls.

A row has what is asked and what the line must say. Each kind of input has a table of hostile texts,
and every command that takes the kind gets them all. A refused command ends with exit code 2; for it
nothing is played, and no file is left behind.

Covers `cli.app`, `cli.mistakes`, `cli.options`, `cli.commands.comparing`, `cli.commands.playing`,
`game.errors`.
"""

import inspect
import json
import os
import re
import shlex
import sys
import zipfile
from copy import deepcopy
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial, reduce
from operator import getitem
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from attacks import places_of
from command_line import command, refused
from matplotlib.figure import Figure
from refusals import refuses
from specimens import (
    ENDING,
    EXAMPLE,
    EXAMPLE_PLAY,
    HAND,
    RESULTS,
    TESTS,
    TRICKS,
    change,
    read_golden,
)

import piquet_sim as ps
from analyses import find_study
from analyses.charts.style import save_chart
from analyses.study import Study
from piquet_sim import (
    Simulation,
    ask,
    compare_players,
    compare_simulations,
    compare_values,
    estimate_values,
    judge_estimate,
    parse_hand,
    read_deals,
    simulate,
    simulate_matches,
    verbs,
    write_deals,
)
from piquet_sim.cli.app import GONE, make_command
from piquet_sim.cli.guides import read_guide
from piquet_sim.cli.options import load_strategies
from piquet_sim.compare.duel import play_duel
from piquet_sim.conditions.drawn_hands import rank_discards
from piquet_sim.deals.json import score_deal
from piquet_sim.deals.narration import narrate_deal, say_call
from piquet_sim.deals.notation import write_deal
from piquet_sim.decisions.kinds.contrast import watch_contrast
from piquet_sim.decisions.kinds.discard import advise
from piquet_sim.decisions.kinds.discard_table import MOST_DEALS, try_discards
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.decisions.review.deal_review import review_deal
from piquet_sim.decisions.walkthrough import lay_out_deal, walk_deal
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.estimates.significance import adjust_by_holm
from piquet_sim.exact import census, draw_odds, who_is_good
from piquet_sim.exact.census import carte_blanche_probability, count_hands_by, value_mean
from piquet_sim.exact.ending_solutions import solve_ending, solve_positions
from piquet_sim.exact.endings import Ending, read_ending
from piquet_sim.exact.odds import named_odds
from piquet_sim.explorer.questions import read_query
from piquet_sim.explorer.service import check_hosts
from piquet_sim.game.cards import parse_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.files import PACKAGE, check_writable, read_json
from piquet_sim.game.laws import read_book
from piquet_sim.game.rules import PRESETS, RUBICON, RuleSet, find_rules, read_rules
from piquet_sim.game.settlement import parse_deals, reckon_money, settle_sheet
from piquet_sim.game.wording import say_cards
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.matches.equity import check_state
from piquet_sim.running.measures import read_measures
from piquet_sim.running.precision import read_precision, set_target
from piquet_sim.running.run import run_simulation
from piquet_sim.strategies import CallView, DiscardView, PlayView, find_strategy, outside_policy
from piquet_sim.strategies.learned import read_learned
from piquet_sim.strategies.training import train

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")


@pytest.fixture
def refuse(tmp_path, monkeypatch):
    """Run what is refused, with a text in place of {}: the one line that is said."""
    for name in ("results/pique", "taken/pique", "folder.svg"):
        (tmp_path / name).mkdir(parents=True)
    for name, content in {
        "ending.jsonl": json.dumps(ENDING).encode(),
        "sheets.jsonl": b'{"deals": [[60, 70], [50, 10]]}',
        "file": b"\xff\n",
        **dict.fromkeys(("run.checkpoint", "own.py", "deals.jsonl"), b""),
    }.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Study, "ask", lambda *_: pytest.fail("played"))
    before = sorted(tmp_path.rglob("*"))

    def run(line, text="", **more):
        said = refused(*(word.replace("{}", text) for word in shlex.split(line)), **more)
        assert len(said) < 700, line
        assert sorted(tmp_path.rglob("*")) == before
        return said

    return run


DEAL = read_golden("deals.jsonl")[0][1]
BYTES = json.dumps(EXAMPLE).encode()
LINE = BYTES.decode() + "\n"
IN_WORDS = """
Elder (Ann): AKJ.AQJ8.98.J87; throws K..98.87
Younger (Ben): T7.T97.AQJT.KQT; throws 7.97..
Talon: 9S 8S KH 9C KD QS AC 7D
"""
NARRATED = narrate_deal(Simulation("club", "club").replay_deal(0)) + "\n"

# ---- Commands -----------------------------------------------------------------------------------
MEANT = [
    ("--verson", "--version"),
    (f"advise {HAND} --second 1", "--seconds"),
    (f"advise {HAND} --opponent exprt", "expert"),
    ("census quatorze", "quatorzes"),
    ("chart partie --style drak", "dark"),
    ("chart partied", "partie"),
    ("duel club clubb", "club"),
    ("odds --good points", "point"),
    ("help repiqe", "repique"),
    ("help stratgies", "strategies"),
    ("hepl", "help"),
    ("help clbu", "club"),
    ("help expresions", "expressions"),
    ("help simulat", "simulate"),
    ("duel club novise random", "novice"),
    (f"odds {HAND} --aim hand.quatorces", "quatorzes"),
    (f"odds {HAND} --aim hnd.kings", "hand"),
    ("simulate --matches 2 --third clbu", "club"),
    ("report piques", "pique"),
    ("report --strategy clubb", "club"),
    ("report --style drak", "dark"),
    ("rules rubicn", "rubicon"),
    ("score deal.jsonl", "deals.jsonl"),
    ("simulat", "simulate"),
    ("simulate --N 10", "-n"),
    ("simulate --elder expert+scre", "score"),
    ("simulate --elders club", "--elder"),
    ("simulate --given 'elder.acse == 4'", "aces"),
    ("simulate --given 'eldr.aces == 4'", "elder"),
    ("simulate --load owm.py", "own.py"),
    ("simulate --max_time 3s", "--max-time"),
    ("simulate --mirored", "--mirrored"),
    ("simulate --play doubledummy", "double-dummy"),
    ("simulate --precision differenc=0.1", "difference"),
    ("simulate --set cards_score=20", "cards_scores"),
    ("simulate -N 10", "-n"),
    ("simulation", "simulate"),
    ("solve ending.jsonl --aim settlment", "settlement"),
    ("solve ending.jsonl --rules rubicn", "rubicon"),
    ("version", "piquet --version"),
]
"""What was probably meant."""
TOLD = [
    ("-", "No such command '-'; piquet --help lists all"),
    ("-n 100", "No such option: -n; it belongs after a command, as in piquet simulate -n"),
    ("advise", "advise: expected a hand, a file with hands or deals begun, or --given with"),
    ("advise AKJ.AQJ8.98", "hand: expected 4 suits separated by dots, got 3; an example is AKJ"),
    ("advise AKJ.AQJ8.98.J8", "hand: expected 12 cards, got 11"),
    (f"advise {HAND} --deal 6", "--deal requires --score"),
    (f"advise {HAND} --deal 1000", "--deal requires --score; did you mean -n 1000?"),
    ("simulate -n 4 --records \udcff.parquet", "takes only UTF-8"),
    ("simulate -n 4 --load /dev/zero", "--load /dev/zero: not a file"),
    (f"advise {HAND} --discard AKJ.AQJ8..", "discard: 7 cards; elder may exchange 1 to 5"),
    (f"advise {HAND} --discard TS", "discard: TS is not in the hand"),
    (f"advise {HAND} --discard XS", "discard"),
    (f"advise {HAND} --given 'elder.aces == 4'", "at most an announced carte blanche"),
    (f"advise {HAND} --given 'hand.aces == 4'", "give --hands N in place of a hand"),
    (f"advise {HAND} --given nonsense", "'nonsense' (character 1) is unknown"),
    (f"advise {HAND} --rules amercan", "american"),
    (f"advise {HAND} --rules american --score 1-2", "only for Rubicon Piquet"),
    (f"advise {HAND} --rules cotton_1674", "pack of 32"),
    (f"advise {HAND} --score 1-2 --deal 7", "deal: 7; a partie has"),
    (f"advise {HAND} --score 68:155", "score: '68:155'; write"),
    (f"advise {HAND} --seat eldr", "seat: expected elder or younger, got 'eldr'"),
    (f"advise {HAND} --seat younger --took 6", "elder may take 1 to 5"),
    (f"advise {HAND} --seconds 0", "seconds: '0' is not a time; write 90, 90s"),
    (f"advise {HAND} --seconds soon", "seconds: 'soon' is not a time"),
    (f"advise {HAND} --took 5", "took requires the younger seat"),
    ("advise AKJ.AQJ8.98.J876", "hand: ♣6 is not in the pack of 32"),
    ("advise AKJ.AQJ8.98.J887", "hand: ♣8 twice"),
    ("advise AKJ.AQJ8.98.J8X", "hand: unknown rank 'X' in clubs; ranks are A K Q J T 9 8 7"),
    ("advise AKJAQJ898J87", "a card is rank then suit, as in AS, TD or 7C"),
    ("advise ARV.AQ.98.J87", "for V D R (French) and B D K (German) write J Q K"),
    ("advise AS KS JS AH", "unexpected argument 'KS'; write the hand in quotes"),
    ("census --given 'hand.aces == 5'", "is impossible: hand.aces is from 0 to 4"),
    ("census --given 'younger.aces == 4'", "no place 'younger'; there are: hand"),
    ("census aces --given 'hand.aces == 4'", "--given counts by itself"),
    ("census --given 'hand.acse == 4'", "did you mean 'aces'"),
    ("census --given 'hand.value > 30' --rules cotton_1674", "value is counted as under rubicon"),
    ("census value --set quatorze_scores=100000", "quatorze_scores=100000"),
    ("chances", "chances: A-B is missing (A's total and B's: 68-155)"),
    ("chances 0-0 --chart chart.jpeg",
     "chart.jpeg: expected a file name that ends in .svg, .png or .pdf"),
    ("chances 0-0 --first expert+score", "leave out +score"),
    ("chances 0-0 --rules boussac_1896", "chances requires match='partie'"),
    ("chances 68", "totals: '68'; write two totals"),
    ("chances 68-155", "before the first deal"),
    ("chances 68–155\u200b", "before the first deal"),
    ("chances 68-155 --deal 6 --elder c", "elder: expected a or b, got 'c'"),
    ("chances 68-155 --deal 9", "deals 1 to 6"),
    ("chances 68:155", "totals: '68:155'; write two totals with a hyphen between, as in 68-155"),
    ("chart --out x.png", "--of and --out require NAME"),
    (f"chart holdings --of {RESULTS}/pique", "expected the result that"),
    (f"chart partie --of {RESULTS}/pique", "expected the result that answers 'What"),
    ("chart partie --of nowhere", "nowhere/partie: no such result; --of names its folder"),
    ("chart partie --out partie.gif", "--out partie.gif: expected a file name"),
    ("deal --index -1", "index: expected a number from 0"),
    ("deal 5", "deal: unexpected argument '5'; deal takes only options"),
    ("duel", "duel: NAMES is missing; choose from: random"),
    ("duel club novice -n 1", "n: expected at least 2, got 1"),
    ("explore --no-browser=3", "explore: --no-browser takes no value"),
    ("rules rubicon 'set off'", "rules: unexpected argument 'set off'; rules takes NAME"),
    ("juggle", "No such command 'juggle'; piquet --help lists all"),
    ("duel random club novice --precision 0",
     "precision: expected a positive number, as in 0.1, got 0"),
    ("duel club", "duel: expected two strategies or more, got club alone"),
    ("duel club novice club", "strategies: expected two or more, each once"),
    ("duel club novice random --plain", "--plain cannot be combined with three players or more"),
    ("duel club novice --out a", "--out requires three players or more"),
    ("odds", "expected a hand of twelve cards"),
    (f"odds {HAND} --discard K..98.87 --json --csv", "give only one of --json and --csv"),
    ("setup --markdown", "--markdown"),
    ("duel club novice -n 20 --chart duel.gif", "ends in .svg, .png or .pdf"),
    ("odds AKJ.AQJ8.98.J8", "expected 12 cards, got 11"),
    (f"odds {HAND} --discard AKJ.AQJ8..", "discard: 7 cards; elder may exchange 1 to 5"),
    (f"odds {HAND} --discard TS", "not in the hand"),
    (f"odds {HAND} --good set", "not both"),
    (f"odds {HAND} --took 5", "requires the younger seat"),
    (f"odds {HAND} --top 0", "at least 1"),
    ("simulate --matches 9 --parties 3", "--parties requires --third"),
    ("simulate --third club", "--third requires --matches"),
    ("simulate --matches 9 --show drawn", "--show cannot be combined with --matches"),
    ("simulate --matches 9 --set match=race", "set settlement=games, too"),
    ("simulate --matches 9 --start 100-3 --rules boussac_1896", "from 0 to 99"),
    ("simulate --matches 9 --start 5-99 --third club", "--start cannot be combined with --third"),
    ("simulate --matches 9 --start 70", "start: '70'; write two totals"),
    ("simulate --matches 9 --third club --parties 0", "parties: expected at least 1, got 0"),
    ("simulate --matches 9 --third club --rules cotton_1674", "chouette requires match='partie'"),
    ("simulate --matches 3 --mirrored", "is odd"),
    ("report --author ' '", "author"),
    ("report --colour red", "report: No such option: --colour; piquet report --help says more"),
    ("report --of nowhere", "no result"),
    ("report --of nowhere --seed 2", "leave out --seed"),
    ("report --of nowhere -n 400", "leave out -n"),
    ("report --seed -1", "seed"),
    ("report --seed x", "whole number"),
    ("report pique pique", "twice"),
    ("report --of nowhere --strategy club", "leave out --strategy"),
    ("report --style style.toml", "no style 'style.toml'; there are: dark, double, gray, narrow"),
    ("report --threads 0", "threads"),
    ("report -n 3", "at least 200"),
    ("rules cent", "rules: no preset 'cent'"),
    ("maxim CAX", "no maxim 'CAX'; the nearest of 52 are:"),
    ("maxim CAV-M01 --results nowhere", "results: nowhere has no result of a study of"),
    ("score", "score: FILE is missing (deals, in words or one JSON object per line; - for stdin)"),
    ("score nowhere.jsonl", "nowhere.jsonl: no such file or directory"),
    ("settle", "give exactly one of FILE"),
    ("settle --chouette '150 x'", "partie 2: 'x'"),
    ("settle --deals 27", "deal 1: '27'; write"),
    ("settle --chouette 150 --stake 10 --fraction 0", "fraction: expected at least 1, got 0"),
    ("settle --chouette 150 --stake ten", "stake: 'ten'"),
    ("settle --deals 27-13 --stake 10", "settle: --stake requires --chouette"),
    ("settle nowhere.jsonl", "nowhere.jsonl: no such file"),
    ("settle sheets.jsonl --fraction 25", "settle: --fraction requires --chouette"),
    ("simulate --checkpoint /nowhere/at/all", "cannot write /nowhere/at/all"),
    ("simulate --by elder.point", "by: elder.point only compares with another point, as in"),
    ("simulate --by elder_score --by younger_score", "groups; at most 1,000 are counted"),
    ("simulate --cluster x", "expected an address such as tcp"),
    ("simulate --elder", "simulate: --elder requires a value; choose from: random, novice, club"),
    ("simulate --elder clbu", "no strategy 'clbu'; did you mean 'club'?"),
    ("simulate --given 'elder.carte_blanche and younger.carte_blanche'", "impossible"),
    ("simulate --given-outcome drawn", "--given-outcome requires --measure"),
    ("simulate --load nowhere.py", "--load nowhere.py: no such file"),
    ("simulate --max-deals 1.5", "max-deals: '1.5' is not a whole number"),
    ("simulate --max-time -3", "is not a time"),
    ("simulate --max-time soon", "write 90, 90s, 15m or 2h"),
    ("simulate --max-time 1m30", "write 90, 90s, 15m or 2h"),
    ("advise AKJ AQJ8 98 J87", "write the hand in quotes"),
    ("advise ♠AKJ ♥AQJ8 ♦98 ♣J87", "write the hand in quotes"),
    (f"advise {HAND} --score 68 155", "write two totals with a hyphen between, as in 68-155"),
    (f"advise {HAND} -n 1", "n: expected at least 4, got 1"),
    ("advise .", ".: is a directory"),
    ("chances 68 155", "write two totals with a hyphen between, as in 68-155"),
    ("duel club novice -n 10.000", "n: '10.000' may be two numbers; write 10_000"),
    ("score ''", "'': no such file or directory"),
    ("settle 27-13", "settle: write scores as --deals '27-13'"),
    ("settle --chouette '150 −x'", "partie 2: '-x' is not a whole number of points"),
    ("simulate --given elder.aces == 4", "write the expression in quotes, as in 'elder.aces =="),
    ("simulate --given !elder.aces", "given: at '!elder.aces' (character 1): write 'not'"),
    ("simulate --given 'elder.aces => 3'", "'==' compares, as do >= and <="),
    ("simulate --given 'elder.aces ≥ 5'", "'elder.aces >= 5' (character 1) is impossible"),
    ("simulate --measure", "--measure requires a value"),
    ("simulate --measure 'a: drawn' --precision b=1%", "precision: no estimate 'b'"),
    ("simulate --measure drawn --given-outcome elder_score", "given-outcome: elder_score is"),
    ("simulate --measure drawn --measure drawn", "measure: drawn is given twice"),
    ("simulate --measure elder_pont", "no name 'elder_pont'; did you mean 'elder_point'?"),
    ("simulate --measure 'elder_score >'", "measure: at the end (character 14): as in elder.aces"),
    ("simulate --mirrored=3",
     "simulate: --mirrored takes no value; piquet simulate --help says more"),
    ("simulate --precision difference", "write ESTIMATE=ERROR"),
    ("simulate --records deals.csv -n 10", "expected a file name that ends in .parquet"),
    ("simulate --records nowhere/x.parquet", "cannot write nowhere/x.parquet"),
    ("simulate --records x.parquet --precision difference=1", "leave out --precision"),
    ("simulate --records x.parquet --threads 0", "threads: expected a number from 1 to 1024"),
    *((f"{line} --checkpoint run.checkpoint", "run.checkpoint: not a checkpoint, or its beginning")
      for line in ("simulate", "duel club novice", "study pique", "study essentials")),
    ("simulate --rules rubicn", "rules: no preset 'rubicn'; did you mean 'rubicon'?"),
    ("simulate --sed 1", "No such option: --sed; did you mean '--seed'?"),
    ("simulate --seed -1", "seed: expected a number from 0 to 9223372036854775807, got -1"),
    ("simulate --seed x", "seed: 'x' is not a whole number"),
    ("simulate --set games_to_win=3", "needs match=games"),
    ("simulate --set lowest_set=9", "'T', 'J', 'Q', 'K' or 'A'"),
    ("simulate --set match=race", "settlement=games, too"),
    ("simulate --set name=foo", "--set name"),
    ("simulate --set pack", "--set pack: write OPTION=VALUE"),
    ("simulate --set pack=40", "rules: pack=40"),
    ("simulate --set pakc=36", "rules: no option 'pakc'; did you mean 'pack'?"),
    ("simulate --show", "--show"),
    ("simulate --show ', '", "show: expected names of estimates, as in elder_repique,difference"),
    ("simulate --show drawn --all", "show: --all lists all estimates; leave out --show"),
    ("simulate --show drawn,xyz", f"show: no estimate 'xyz'; the nearest of {len(MEASURES)} are: "),
    ("simulate --show elder_repiqe",
     "show: no estimate 'elder_repiqe'; did you mean 'elder_repique'?"),
    ("simulate --show first_score",
     "show: first_score is estimated only for mirrored deals; add --mirrored"),
    ("simulate --threads 0", "threads: expected a number from 1 to 1024, got 0"),
    ("simulate -n -5", "n: expected at least 1 deal, got -5"),
    ("simulate -n 0", "n: expected at least 1 deal, got 0"),
    ("simulate -n 1kk", "n: '1kk' is not a whole number; write 1000, 1_000_000 or 1M"),
    ("simulate -n 3 --mirrored", "n: 3 is odd; mirrored deals come in pairs"),
    ("simulate 1000", "simulate: unexpected argument '1000'; did you mean -n 1000?"),
    ("solve -", "nothing in it; expected one ending per line"),
    ("score - --explain --json", "give only one of them"),
    ("solve ending.jsonl --aim own --seat talon", "expected elder or younger"),
    ("solve ending.jsonl --aim settlement", "requires a score"),
    ("solve ending.jsonl --aim settlement --score 3-120", "elder has won 6 tricks and counted 3"),
    ("solve ending.jsonl --aim settlement --score 93", "score: '93'"),
    ("solve ending.jsonl --score 93-120", "requires the aim settlement"),
    ("solve ending.jsonl --seat elder", "requires the aim own"),
    ("solve nowhere.jsonl", "no such file"),
    ("study", "study: NAME is missing; choose from: carte-blanche, codes"),
    ("study codes --rules american", "its rules are fixed"),
    ("study hands --given 'elder.aces == 4'",
     "study hands: compares dealt hands with all hands; leave out the condition"),
    ("study pique --published --given 'elder.aces == 4'", "its own number of deals, players and"),
    ("study handz", "no study 'handz'; did you mean 'hands'?"),
    ("study pique --out",
     "study: --out requires a value (folder for the results); piquet study --help"),
    ("study pique --strategy club --elder club", "--strategy cannot be combined with --elder"),
    ("simulate -n 1e9 --distribution elder_repique", "a share of deals has no distribution"),
    ("simulate -n 1e9 --distribution elder_tricks", "only its mean is counted; choose from"),
    ("simulate -n 1e9 --distribution diference", "no distribution 'diference'; did you mean 'diff"),
    ("simulate -n 1e9 --distribution difference --chart x.txt", ".svg, .png or .pdf"),
    ("simulate -n 1e9 --distribution difference --chart nowhere/x.svg", "no such file"),
]  # fmt: skip
"""What is wrong, and what would be right."""
EMPTY = {
    **dict.fromkeys(
        ("score", "review", "advise"), "no deal; expected deals in words, each with 'Elder:'"
    ),
    "settle": 'nothing in it; expected one score sheet per line, as in {"deals": [[',
    "solve": 'nothing in it; expected one ending per line, as in {"elder": "A..K."',
}
GIVEN = [
    *((f"{name} -", said, given) for name, said in EMPTY.items() for given in ("", "\n \n")),
    *((f"{name} deals.jsonl", f"piquet: deals.jsonl: {said}") for name, said in EMPTY.items()),
    # Files of another form, or for another command.
    ("score -", "line 5: this deal is in JSON, the first one in the notation", IN_WORDS + LINE),
    ("score -", "line 1: this deal is as piquet deal prints it for people", NARRATED + IN_WORDS),
    ("score -", "line 5: this deal is as piquet deal prints it for people", IN_WORDS + NARRATED),
    ("solve -", "line 2: not JSON; expected one ending per line, as in {", IN_WORDS),
    ("solve -", "this is the record of a deal, which piquet review", LINE),
    *(
        (f"{name} -", "this is an ending, which piquet solve reads", json.dumps(ENDING))
        for name in ("score", "advise")
    ),
    *(
        ("score -", f"line 1: {said}", json.dumps(DEAL | more))
        for more, said in (
            ({"score": [-5, 5]}, "score: expected a number from 0 to 9999, got -5"),
            ({"number": 1.5}, "number: expected the number of the deal from 1, got 1.5"),
            (
                {"players": {"elder": 5}},
                "players: elder: expected a name of 1 to 200 characters, got",
            ),
            ({"players": {"dealer": "Ann"}}, "players: unknown key 'dealer'; choose from: elder"),
            (
                {"condition": "elder.aces == 4"},
                "condition: expected an object with the condition as",
            ),
            ({"totals": "28-23", "play": None}, "totals: expected two numbers, elder's first"),
            ({f"k{number}": 0 for number in range(60_000)}, "deal: unknown key"),
        )
    ),
    # In the words of the game.
    *(
        ("score -", said, json.dumps({**EXAMPLE, "elder": {**EXAMPLE["elder"], "calls": calls}}))
        for calls, said in (
            (
                {"sequence": {"length": 5, "top": "A"}},
                "quint major is not held in AJ98.AKQJ8.K.J9, of which the best is quart major",
            ),
            (
                {"set": {"size": 4, "rank": "J"}},
                "quatorze of knaves is not held in AJ98.AKQJ8.K.J9, "
                "of which the best is trio of knaves",
            ),
            ({"point": {"length": 6, "pips": 49}}, "point of 6 cards making 49 is not held"),
            ({"sequence": {"length": 2, "top": "9"}}, "sequence of 2 to the nine is not held"),
            ({"sequence": "quart"}, 'as in {"length": 4, "top": "A"} for a quart major'),
            ({"set": {"size": 3}}, 'rank is missing; an example is {"size": 3, "rank": "J"}'),
            ({"tierce": 3}, 'called as a sequence, as in {"sequence": {"length": 3, "top": "A"}}'),
            ("all", """expected 'full', 'none' or an object, as in {"set": {"size": 3"""),
        )
    ),
]
"""The same of what is handed in."""


@pytest.mark.parametrize(
    ("line", "said", "given"),
    [
        *((line, f"did you mean '{meant}'?", "") for line, meant in MEANT),
        *((*row, "")[:3] for row in (*TOLD, *GIVEN)),
    ],
)
def test_command__says_what_is_wrong_and_what_would_be_right(line, said, given, refuse):
    assert said in refuse(line, given=given)


@pytest.mark.parametrize("name", GONE)
def test_command__that_went_names_what_to_use(name):
    said = f"piquet: {name}: no longer a command; use {GONE[name]}\n"
    assert refused(name, "x.jsonl", "-n", "4") == refused(name, "--help") == said
    if GONE[name].startswith("piquet "):
        taken = {
            one
            for param in make_command().commands[GONE[name].split()[1]].params
            for one in param.opts
        }
        assert set(re.findall("--[a-z]+", GONE[name])) <= taken
    # What went is not suggested for what is near to it.
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


def replace_part(record, path, part):
    """A record with something else in one place."""
    changed = deepcopy(record)
    reduce(getitem, path[:-1], changed)[path[-1]] = part
    return changed


@pytest.mark.parametrize(("line", "record"), READERS.values(), ids=READERS)
def test_record__every_part_is_what_it_must_be(line, record, refuse):
    if "review" not in line:  # which takes a minute
        assert command(*line.split(), given=json.dumps(record)).code == 0
    for number, path in enumerate([path for path in places_of(record) if path]):
        for wrong in UNFIT[number % 3 :: 3]:
            refuse(line, given=json.dumps(replace_part(record, path, wrong)))


@pytest.mark.parametrize(
    ("content", "answered", "said"),
    [
        (BYTES + b"\n\xff\n" + BYTES, 1, "line 2: not UTF-8 text"),
        (b"\xef\xbb\xbf" + BYTES + b"\r\n\r\n" + BYTES, 2, ""),
        (LINE.encode("utf-16"), 1, ""),
        (LINE.strip().encode("utf-16")[:-1], 0, "line 1: not UTF-16 text"),
        (BYTES + b"\n\0\n", 1, "line 2: not JSON"),
        (b"\n{nonsense", 0, "line 2: not JSON"),
        (b"[7]", 0, "line 1: deal: expected a JSON object"),
        (b"7", 0, "line 1, column 1: expected a statement"),
        (b"\n\n" + BYTES.replace(b'"dealt": "', b'"dealt": "AS '), 0, "line 3: elder dealt: "),
        (BYTES + b"\n" + BYTES[:-9], 1, "line 2: not JSON"),
        (b" " * 1_000_001, 0, "line 1: longer than 1,000,000 characters"),
        *(
            (LINE.encode() + words.encode(), 1, "expected one deal per line as a JSON object; dea")
            for words in (IN_WORDS, NARRATED)
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
    assert (len(done.out.splitlines()), done.err.count("\n")) == (answered, bool(said))
    assert (done.code, said in done.err) == (2 if said else 0, True)


def test_error__keeps_its_beginning_and_its_end():
    message = str(InputError(f"no strategy '{'x' * 10**5}'; there are: club"))
    assert len(message) <= 600
    assert re.fullmatch("no strategy 'x.*x'; there are: club", message)


# ---- Calls --------------------------------------------------------------------------------------
BOUSSAC_1896, COTTON_1674 = PRESETS["boussac_1896"], PRESETS["cotton_1674"]
GAMES = PRESETS["au_cent"].replace(match="games", settlement="games")
NINE_EACH = RUBICON.replace(sequence_scores=(9,) * 7)
CLUBS = Simulation("club", "novice", mirrored=True)
MASK, DISCARD, BEST = (parse_hand(one) for one in (HAND, "K..98.87", ".8.98.87"))
QUESTION = Question(MASK, strategy="club")
REPLY = {"elder": "..K.", "younger": ".K.A.", "leads": "elder", "table": "AS", "tricks": TRICKS}
WRITTEN = read_guide("notation").partition("```text\n")[2].partition("```")[0]
(RECORD,) = read_deals(WRITTEN)


def referee(spoil):
    """The score of a deal that is spoiled first."""
    deal = deepcopy(DEAL)
    spoil(deal)
    score_deal(deal)


REFUSED = [
    (
        lambda text, options: parse_hand(text, **options),
        "",
        [
            ("AX", {}, ("hand", "unknown card 'AX'", "rank then suit")),
            ("A", {}, ("hand", "unknown card 'A'")),
            ("1S", {}, ("hand", "unknown card '1S'")),
            ("AS AS", {}, ("hand", "♠A twice")),
            ("AA...", {}, ("hand", "♠A twice")),
            ("♠AA", {}, ("hand", "♠A twice")),
            ("6S", {}, ("hand", "♠6 is not in the pack of 32")),
            ("6...", {}, ("♠6 is not in the pack of 32",)),
            ("AK.A", {}, ("expected 4 suits separated by dots", "got 2")),
            ("A.K.Q.J.T", {}, ("expected 4 suits separated by dots", "got 5")),
            ("A.1..", {}, ("unknown rank '1' in hearts",)),
            ("S:AX", {}, ("unknown rank 'X' in spades",)),
            ("♠A ♠A", {}, ("♠A twice",)),
            ("AKJ AQJ8 98", {}, ("unknown card 'AKJ'",)),
            ("AKJ.S.98.J87", {}, ("unknown rank 'S' in hearts",)),
            ("AS KS", {"cards": 12}, ("expected 12 cards, got 2",)),
            (
                "AS",
                {"what": "elder dealt", "cards": 12},
                ("elder dealt: expected 12 cards, got 1",),
            ),
            (7, {}, ("7 is not text",)),
            (None, {}, ("None is not text",)),
            ("AS", {"pack": 40}, ("pack: 40 cards", "32 or 36")),
        ],
    ),
    (
        lambda row: parse_cards(row, "talon"),
        "",
        [("9S XX", "talon: unknown card 'XX'"), ("9S 9S", "talon: ♠9 twice")],
    ),
    (
        lambda options: RUBICON.replace(**options),
        "rules: ",
        OPTIONS := [
            ({"capot_score": 50}, ("no option 'capot_score'", "did you mean 'capot_scores'?")),
            ({"zzz": 1}, ("no option 'zzz'", "; the nearest of ")),
            ({"pack": 40}, ("pack=40", "32", "36")),
            ({"elder_exchange_most": 9}, ("elder_exchange_most=9", "8")),
            ({"elder_exchange_most": "many"}, ("elder_exchange_most='many'",)),
            ({"pique_needs": 0}, ("pique_needs=0",)),
            ({"point_scores": "double"}, ("point_scores='double'",)),
            ({"lowest_set": "9"}, ("lowest_set='9'",)),
            ({"sequence_scores": (3, 4)}, ("sequence_scores=",)),
            (
                {"elder_exchange_most": 8},
                ("elder may take 8 of 8", "leaves younger fewer than the 1"),
            ),
            ({"elder_exchange_least": 5, "elder_exchange_most": 4}, ("at least 5 and at most 4",)),
            (
                {"younger_exchange_least": 3, "younger_exchange_most": 2},
                ("at least 3 and at most 2",),
            ),
        ],
    ),
    (
        lambda options: RUBICON.replace(**options),
        "",
        [
            ({"match": "race"}, "set settlement=games, too"),
            ({"settlement": "games"}, "settlement=games: a partie is settled by points"),
            ({"win_is_immediate": True}, "win_is_immediate=True: a partie"),
            ({"double_below": 50}, "double_below=50: a partie"),
            ({"games_to_win": 3}, "needs match=games"),
            (
                {"match": "race", "settlement": "games", "double_below": 150},
                "fewer than the target",
            ),
            ({"carte_blanche_of_both_cancels": True}, "needs pack=36"),
            ({"sequence_scores": [3, 4, 15, 16, 17, 18, 2]}, "9 cards would score 2"),
            ({"point_least_pips": 77}, "no point has more than 75 pips"),
            ({"tie_deals": 1}, "tie_deals=1"),
            ({"target": 0}, "target=0"),
        ],
    ),
    (
        check_state,
        "",
        [
            (COTTON_1674, 0, 0, 1, "chances requires match='partie'"),
            (RUBICON, -1, 0, 2, "for A, got -1"),
            (RUBICON, 0, 5000, 2, "for B, got 5000"),
            (RUBICON, 0, 0, 9, "deals 1 to 6, and 7 to 8"),
            (RUBICON.replace(tie_deals=0), 0, 0, 7, "deals 1 to 6"),
            (RUBICON, 10, 11, 7, "only played if the totals are level"),
            (RUBICON, 10, 0, 1, "before the first deal"),
        ],
    ),
    (
        settle_sheet,
        "",
        [
            ({}, "deals is missing"),
            ({"deals": 3}, "list of pairs"),
            ({"deals": [[1]]}, "deal 1: expected two whole numbers"),
            ({"deals": [[1, True]]}, "two whole numbers"),
            ({"deals": [[1, 2.5]]}, "two whole numbers"),
            ({"deals": [], "rule": "rubicon"}, "unknown key 'rule'"),
            ({"deals": [], "rules": "rubicn"}, "did you mean 'rubicon'"),
            ({"deals": [], "rules": {"preset": "rubicon", "sets": {}}}, "did you mean 'set'"),
            ({"totals": [1, 2], "rules": GAMES.describe()}, "a match of games requires its deals"),
            ({"deals": None}, "deals is missing"),
            ({"totals": None, "rules": "cotton_1674"}, "deals is missing"),
            ({"totals": [105, 103], "rules": "cotton_1674"}, "totals: both have 100"),
            ({"totals": [10**400, 0]}, "from 0 to 10,000"),
        ],
    ),
    (
        lambda rules, start: Simulation("club", "club", rules).play_matches(0, 4, start=start),
        "",
        [
            (BOUSSAC_1896, (100, 3), "begins with totals from 0 to 99"),
            (GAMES, (0, -1), "start: expected at least 0, got -1"),
            (RUBICON, (0, 1001), "a partie begins with totals from 0 to 1000"),
            (RUBICON, (1,), "two whole numbers"),
            (RUBICON, (1.5, 2), "start: 1.5 is not a whole number"),
            (RUBICON, (True, 2), "start: True is not a whole number"),
            (RUBICON, "12", "two whole numbers"),
        ],
    ),
    (
        judge_estimate,
        "",
        [
            ({"label": "often"}, estimate_proportion(5_640, 10_000), "states no number"),
            (0.5, estimate_values([3]), "requires a standard error"),
            (2, estimate_values([2, 2, 2]), "requires a standard error"),
        ],
    ),
    (
        say_call,
        "",
        [
            ("points", 0, "did you mean 'point'?"),
            ("set", {"size": 5, "rank": "K"}, "no hand holds such a set"),
            ("set", {"size": 3, "rank": "9"}, "no hand holds such a set"),
            ("sequence", {"length": 4, "top": "8"}, "no hand holds such a sequence"),
            ("sequence", {"length": 4}, "top is missing"),
            ("sequence", {"length": 4, "top": "1"}, "'1' is not a rank"),
            ("point", {"length": 5, "pips": 0}, "no hand holds such a point"),
            ("point", "five", "call"),
        ],
    ),
    (
        lambda change: read_ending(ENDING | change),
        "",
        [
            ({"elder": "AK..K."}, "elder has 3 cards and younger 2"),
            ({"younger": ".K.K."}, "KD is in both hands"),
            ({"elder": "AS AS"}, "twice"),
            ({"tricks": {"elder": 6, "younger": 5}}, "6 and 5 won and 2 to come make 13, not 12"),
            ({"tricks": {"elder": 6}}, "younger: None is not a whole number"),
            ({"tricks": {"elder": -1, "younger": 11}}, "elder: expected a number from 0"),
            ({"leads": "dealer"}, "'dealer'"),
            ({"elder": "...", "younger": "..."}, "both hands are empty"),
            ({"rules": "rubicn"}, "did you mean 'rubicon'"),
            ({"who": 1}, "unknown key 'who'"),
            ({"points": 5}, "points: expected a JSON object"),
            ({"points": {"elder": 5, "younger": 9}}, "elder has won 6 tricks and counted 5"),
            ({"tricks": {"elder": 10, "younger": 0}, "leads": "younger"}, "elder leads"),
            ({"tricks": {"elder": 0, "younger": 10}}, "younger has won every trick so far"),
        ],
    ),
    (
        lambda change: read_ending(REPLY | change),
        "",
        [
            ({"elder": "A..K."}, "AS is still in elder's hand"),
            ({"younger": "A.K.."}, "AS is still in younger's hand"),
            ({"elder": ".Q.K."}, "elder has 3 cards and younger 2, the card on the table counted"),
            ({"table": "AX"}, "table: unknown card 'AX'"),
            ({"table": "AS AH"}, "table: unknown card"),
            ({"table": 5}, "table: expected a card, got 5"),
            ({"table": "6S"}, "not in the pack of 32"),
            ({"tricks": {"elder": 6, "younger": 5}}, "and 2 to come make 13"),
            ({"rules": {"preset": "rubicon", "set": {"cards": 3}}}, "rules: "),
        ],
    ),
    (
        lambda asked, change={}: solve_ending(read_ending(REPLY | change), **asked),
        "",
        [
            ({"aim": "points"}, "aim: "),
            ({"aim": "settlement"}, "requires a score"),
            ({"score": (93, 120)}, "score requires the aim settlement"),
            ({"aim": "settlement", "score": (-1, 5)}, "score: expected at least 0, got -1"),
            ({"aim": "settlement", "score": (20_000, 5)}, "must be from 0"),
            ({"aim": "settlement", "score": (5, 120)}, "elder has won 6 tricks and counted 5"),
            ({"aim": "settlement", "seat": "elder", "score": (93, 120)}, "seat requires the aim"),
            ({"seat": "elder"}, "seat requires the aim own"),
            ({"aim": "own", "seat": "dealer"}, "seat: expected elder or younger"),
            (
                {"aim": "settlement", "score": (39, 120)},
                {"points": {"elder": 40, "younger": 20}},
                "elder has counted 40 in this deal",
            ),
            (
                {"aim": "settlement", "score": (100, 20)},
                {"rules": "cotton_1674"},
                "100 has been reached, so the match is over",
            ),
        ],
    ),
    (
        lambda ask, given: ask(*given),
        "",
        [
            (census.joint_table, ("aces", "aces"), "two different attributes"),
            (census.count_hands_by, ("acs",), "did you mean 'aces'"),
            (census.count_hands_by, ("value", NINE_EACH), "sequence_scores"),
            (draw_odds.rank_by, (MASK, "value", "elder", None, NINE_EACH), "sequence_scores"),
            (who_is_good.compare_class, ("pont",), "did you mean 'point'"),
        ],
    ),
    (
        lambda precisions, options: set_target(precisions=precisions, **options),
        "",
        [
            (["difference"], {}, "write ESTIMATE=ERROR"),
            (["diference=1"], {}, "did you mean 'difference'"),
            (["difference=0"], {}, "positive number"),
            (["difference=-1%"], {}, "positive number"),
            (["difference=nan"], {}, "positive number"),
            (["difference=1e400"], {}, "positive number"),
            (["difference=x%"], {}, "positive number"),
            (["difference=1", "difference=2"], {}, "is given twice"),
            ([], {"n": 5, "most": 7}, "not both"),
            (["difference=1"], {"most": 1, "deals_per_unit": 2}, "at least 2"),
            ([], {"seconds": float("nan")}, "positive number of seconds"),
            ([], {"seconds": 1e9}, "max-time"),
            ([], {"seconds": -1.0}, "max-time"),
        ],
    ),
    (
        lambda text: read_precision(
            text, read_measures(["seven: elder_tricks == 7", "elder_wins"], "elder_point > 0")
        ),
        "",
        [
            ("sevn=1%", "did you mean 'seven'?"),
            ("elder_tricks == 8=1%", "no estimate 'elder_tricks == 8'"),
            ("elder_tricks >= 8", "no estimate 'elder_tricks >'"),
        ],
    ),
    (
        read_measures,
        "",
        [
            ([], "drawn", "--given-outcome requires --measure"),
            (["drawn"], "elder_score", "given-outcome: elder_score is a number; compare it"),
            (["drawn"], "elder_point", "write elder_point > 0"),
            (["drawn"], "elder_winss", "no name 'elder_winss'; did you mean"),
            (["drawn", "drawn"], None, "measure: drawn is given twice"),
            (["a: drawn", "a: elder_wins"], None, "measure: a is given twice"),
            (["drawn"] * 101, None, "measure: at most 100 in one run, got 101"),
            ([3], None, "measure: [3] is not text"),
            (["drawn"], 3, "given-outcome: [3] is not text"),
            (["elder_wins: drawn"], None, "'elder_wins' is the name of something else"),
            (["elder: drawn"], None, "'elder' is the name of something else"),
        ],
    ),
    (
        lambda by: simulate("club", "club", n=10, by=by),
        "",
        [
            ("elder.point", "by: elder.point only compares"),
            ("1 + 2", "by: '1 + 2' asks nothing of a deal"),
            ("", "by: at the end"),
            ("elder_score / 2", "by: 'elder_score / 2' need not be whole; divide by //"),
            ("elder_score * younger_score", "groups; at most 1,000 are counted: divide by //"),
            (["elder_score", "younger_score"], "groups; at most 1,000"),
            (["drawn", "drawn"], "by: drawn is given twice"),
            (["drawn", "elder_wins", "faced"], "by: at most 2 expressions, got 3"),
            ("hand.aces", "by: 'hand' (character 1) is not asked here: no place 'hand'"),
            ("elder.sequence", "by: elder.sequence only compares"),
            ("unseen.aces", "no place 'unseen'"),
            ("elder_hand", "is neither a number nor true or false"),
            ("elder.sixes", "is not asked with 32 cards: there are no sixes"),
            ("elder.longst_suit", "did you mean 'longest_suit'?"),
            ("elder_point", "write elder_point > 0, or elder_point_mean"),
            (
                "repiques by longest suit",
                "by: 'repiques by longest suit' is written elder.longest_suit",
            ),
            (3, "by: 3 is not text"),
        ],
    ),
    (
        lambda asked: simulate("club", "club", **asked),
        "",
        [
            ({"n": None}, "n: None is not a whole number"),
            ({"n": True}, "n: True is not a whole number"),
            ({"n": 10.0}, "n: 10.0 is not a whole number"),
            ({"n": 0}, "n: expected at least 1"),
            ({"n": 10, "mirrored": "no"}, "mirrored: 'no' is neither True nor False"),
            ({"n": 10, "seed": "1"}, "seed: '1' is not a whole number"),
            ({"n": 10, "seed": -1}, "seed: expected a number from 0"),
            ({"n": 10, "measures": 3}, "measure: 3 is not text"),
            ({"n": 10, "given": 3}, "given: "),
            ({"precision": 0.5}, "precision: 0.5 is not text"),
            ({"max_time": "4"}, "max-time: "),
            ({"max_time": float("nan")}, "max-time: "),
            ({"n": 10, "max_deals": 20}, "not both"),
        ],
    ),
    (
        find_strategy,
        "",
        [
            ("club+score", "'club' does not play to the score"),
            ("expert+scores", "did you mean 'score'"),
            ("club+sink-set", "did you mean 'sink-sets'"),
            ("club+sink-sets=2", "sink-sets 2.0; from 0 to 1"),
            ("club+sink-sets=often", "'often' is not a probability"),
            ("clup+sink-sets", "did you mean 'club'"),
            ("zzzzzz", "there are: club, expert"),
        ],
    ),
    (
        lambda asked, discard: try_discards(
            Question(**{"hand": MASK} | asked), [parse_hand(discard)], 2
        ),
        "",
        [
            ({}, "AKJ.AQJ..", "6 cards; elder may exchange 1 to 5"),
            ({}, "T...", "TS is not in the hand"),
            ({"seat": "younger", "took": 4}, "AKJ.AQ..", "5 cards; younger may exchange 1 to 4"),
            (
                {"hand": parse_hand("AT98.T987.T98.7"), "opponent_blanche": True},
                "7C",
                "the opponent cannot have one",
            ),
        ],
    ),
    (
        lambda plays: walk_deal(EXAMPLE, parse_cards(plays)),
        "",
        [
            ("KS", "trick 1: KS is not in the hand of elder, whose turn it is"),
            ("AH QC", "trick 1: QC is a revoke: younger holds TH"),
            (f"{EXAMPLE_PLAY} 7C", "7C comes after the last trick"),
        ],
    ),
    (
        lambda change: lay_out_deal(
            Question(change.pop("hand", MASK), took=change.pop("took", None)),
            **{"discard": DISCARD} | change,
        ),
        "",
        [
            ({"discard": 0}, "0 cards; elder may exchange 1 to 5"),
            ({"discard": parse_hand("TS")}, "TS is not in the hand"),
            ({"hand": MASK | parse_hand("TS")}, "expected 12 cards, got 13"),
            ({"drawn": parse_cards("AS")}, "AS was dealt to the hand"),
            ({"drawn": parse_cards("TS 9S 8S 7S TC 9C")}, "6 cards, but only 5 are discarded"),
            ({"took": 3}, "requires the younger seat"),
            ({"number": -1}, "number: expected a number from 0 to 9223372036854775807, got -1"),
        ],
    ),
    (
        lambda more: write_deal(RECORD | more),
        "",
        [
            ({"comment": 3}, "comment: expected text of at most 20,000 characters, got 3"),
            ({"comment": "x" * 20_001}, "comment: expected text of at most"),
            ({"comment": "a\x1b[2J"}, "comment: a comment cannot contain '\\x1b'"),
            ({"name": "a # b"}, "name: a name cannot contain '#'"),
            ({"name": "a\x00b"}, "name: a name cannot contain '\\x00'"),
            ({"name": "x" * 201}, "name: expected a name"),
            (
                {"players": {"elder": "Ann (A.): B"}},
                "players: elder: a name cannot contain a colon",
            ),
            ({"players": {"dealer": "Ann"}}, "players: unknown key 'dealer'"),
            ({"number": True}, "number: expected the number of the deal"),
            ({"score": [1, -1]}, "score: expected a number from 0"),
            ({"totals": [28, 24]}, "totals: 28 to 24 written down, but the deal makes 28 to 23"),
            ({"talon": None}, "talon is missing"),
            ({"talon": "? ? ? ? ? QS AC 7D"}, "talon: "),
            (
                {"elder": {"held": "AJ98.AKQJ8.K.J9", "discard": "K..98.87"}},
                "elder: unknown key 'held",
            ),
            ({"elder": {"discard": "K..98.87"}}, "elder: dealt is missing"),
        ],
    ),
    (
        write_deals,
        "",
        [
            ([], "words", "no deal to be written"),
            ([DEAL], "wrods", "form"),
            ([{**DEAL, "name": "a"}] * 2, "words", "a second deal named 'a'"),
        ],
    ),
    (
        find_rules,
        "rules: ",
        [
            ("rubicn", "no preset 'rubicn'; did you mean 'rubicon'?"),
            ("whist", "no preset 'whist'; there are: "),
        ],
    ),
    (lambda options: RuleSet(**options), "rules: ", OPTIONS),
    (
        read_rules,
        "",
        [(bad, "") for bad in (3, None, {"preset": 3}, {"set": 3}, {"presets": "rubicon"})],
    ),
    (
        parse_deals,
        "deal 1: ",
        [(bad, "write A's score") for bad in ["27", "27-13-1", "a-b", "27--13", "²-1"]],
    ),
    (
        lambda error: play_duel(CLUBS, 100, precision=error),
        "",
        [
            (error, "expected a positive number")
            for error in [0.0, -1.0, float("nan"), float("inf")]
        ],
    ),
    (
        lambda *given: solve_positions(*map(np.array, given)),
        "",
        [
            (*given, "positions: ")
            for given in [
                (1, 2),
                (1 << 9, 1 << 10),
                (-2, 4),
                (2, 2),
                (2, 4 + 8),
                (0, 0),
                (2.5, 4),
                ([2, 2], [4, 4, 4]),
            ]
        ],
    ),
    (
        Ending,
        "",
        [
            (*given, "")
            for given in [
                (1, 2, 0, 6, 5),
                (2, 4, 0, 6, 6),
                (0, 0, 0, 6, 6),
                (2, 4, 2, 6, 5),
                (2, 4, 0, 6, 5, None, 0),
            ]
        ],
    ),
    (named_odds, "", [(*given, "") for given in [(21, 1, 5), (4, 5, 5), (4, 1, 21), (-1, 0, 5)]]),
    (
        lambda unit, pairs: play_duel(CLUBS, pairs, unit),
        "",
        [("hands", 10, "deals or parties"), ("deals", 1, "n: expected at least 2, got 1")],
    ),
    (
        find_strategy,
        "",
        [
            (
                "club@mine.npz",
                "strategy 'club@mine.npz': club learns from no file; expert and master",
            ),
            ("expert@", "strategy 'expert@': expected a file after @, as in expert@mine.npz"),
            ("master@/none.npz", "learned: /none.npz: No such file or directory"),
        ],
    ),
    (
        lambda budget: train(**budget),
        "",
        [
            ({"hands": 10}, "hands: expected at least 1000, got 10"),
            ({"rounds": 2}, "rounds: expected at least 3, got 2"),
        ],
    ),
    (
        referee,
        "",
        [
            (lambda deal: deal.update(plays="AS"), ("deal", "unknown key 'plays'", "play")),
            (lambda deal: deal.pop("elder"), ("elder is missing",)),
            (lambda deal: deal.update(elder="AS"), ("elder", "expected a JSON object")),
            (lambda deal: deal["elder"].pop("dealt"), ("elder: dealt is missing",)),
            (lambda deal: deal.update(rules="rubicn"), ("did you mean 'rubicon'",)),
            (lambda deal: deal.update(rules=3), ("rules: 3",)),
            (lambda deal: deal["elder"].update(discard="T..."), ("TS was not dealt to elder",)),
            (lambda deal: deal["elder"].update(discard="..."), ("0 cards", "1 to 5")),
            (lambda deal: deal["elder"].update(calls="all"), ("elder calls", "'all'")),
            (
                lambda deal: deal["younger"].update(calls={"trio": {}}),
                ("a trio is called as a set",),
            ),
            (
                lambda deal: deal["younger"].update(calls={"point": {"length": 5}}),
                ("younger calls point", "pips is missing"),
            ),
            (
                lambda deal: deal["younger"].update(calls={"set": {"size": 3, "rank": "1"}}),
                ("younger calls set", "'1' is not a rank"),
            ),
            (
                lambda deal: deal["younger"].update(calls={"point": {"length": True, "pips": 1}}),
                ("True is not a whole number",),
            ),
            (
                lambda deal: deal["younger"].update(calls={"point": {"length": 5, "pips": 300}}),
                ("300 pips",),
            ),
            (
                lambda deal: deal["younger"].update(calls={"sequence": {"length": 99, "top": "A"}}),
                ("length 99",),
            ),
            (
                lambda deal: deal["younger"].update(calls={"carte_blanche": 1}),
                ("carte_blanche", "expected true or false, got 1"),
            ),
            (lambda deal: deal.update(talon=None), ("talon is missing",)),
            (lambda deal: deal.update(play=["AS"]), ("play: expected text",)),
            (lambda deal: deal.update(play="AH TD"), ("trick 1: TD is a revoke",)),
            (
                lambda deal: deal.update(play=deal["play"].replace("KH 7D", "7D KH")),
                ("trick 2: 7D is not in the hand of elder",),
            ),
            (
                lambda deal: deal.update(
                    play=deal["play"].replace("AH TH", "AH TD").replace("QH TD", "QH TH")
                ),
                ("trick 1: TD is a revoke", "younger holds TH"),
            ),
        ],
    ),
    (
        lambda pairs: read_deals(change(WRITTEN, *pairs)),
        "line ",
        [
            ([("KH 7D", "KH TH")], "line 11, column 22: play: card 4 (TH) has been played before"),
            (
                [("7. AC 9C", "7. AC 8S"), ("9. QC 8S", "9. QC 9C")],
                "line 11, column 67: play: card 14 "
                "(trick 7): 8S is not legal; elder, whose turn it is, may play JC 9C",
            ),
            ([("♣J87; t", "♣J877; t")], "line 6, column 14: elder dealt: ♣7 twice"),
            ([("♥AQJ8", "♥AQJ")], "line 6, column 14: elder dealt: expected 12 cards, got 11"),
            ([("♥AQJ8", "♥AQJX")], "line 6, column 14: elder dealt: unknown rank"),
            ([("♠T7", "♠J7")], "line 2, column 1: deal: JS dealt to both"),
            ([("♠T7", "♠T6")], "line 8, column 16: younger dealt: ♠6 is not in the pack of 32"),
            ([("♠K ♦98", "♠Q ♦98")], "line 6, column 35: elder discard: QS was not dealt to elder"),
            (
                [("♠7 ♥97", "♠7 ♥T97")],
                "line 8, column 37: younger discard: 4 cards; younger may exchange",
            ),
            (
                [("; throws ♠7 ♥97", "")],
                "line 8, column 37: younger discard: expected 'throws ♠K ♦98' or",
            ),
            ([("throws ♠K", "discards ♠K")], "line 6, column 35: elder discard: expected 'throws"),
            (
                [("; throws ♠7 ♥97", "; draws ♠7")],
                "younger discard: expected 'throws ♠K ♦98' or 'throws",
            ),
            (
                [("making 49", "making 48")],
                "line 6, column 54: elder calls point: point of 5 cards making 48 is not held in "
                "AJ98.AKQJ8.K.J9, of which the best is point of 5 cards making 49",
            ),
            (
                [("of 5 cards making 49", "of five")],
                "line 6, column 54: elder calls 'point of five': expected a call, as in 'point of",
            ),
            (
                [("trio of knaves", "three knaves")],
                "line 7, column 16: elder calls 'three knaves': expected"
                " a call, as in 'trio of knaves, good', 'no point' or 'carte blanche'",
            ),
            (
                [("♥97; point", "♥97; carte blanche; point")],
                "line 8, column 52: expected 'point of 5 cards making', got 'carte'",
            ),
            (
                [("49, good", "49, equal")],
                "line 6, column 82: expected 'good; quart major, good; trio', got 'equal;'",
            ),
            (
                [("knaves, not good", "knaves")],
                "line 7, column 24: expected 'knaves, not good Younger (Ben):', got 'knaves'",
            ),
            ([("; trio of knaves, not good", "")], "line 7, column 10: expected 'good; no set"),
            ([("KH 9C", "KH 8C")], "line 10, column 1: talon: 8C was dealt to a player"),
            ([(" AC 7D", "")], "line 10, column 1: talon: expected 8 cards, got 6"),
            (
                [("Talon: 9S 8S KH 9C KD QS AC 7D\n", "")],
                "expected a statement 'Talon:' in this deal",
            ),
            (
                [("28 to 23", "29 to 23")],
                "line 13, column 1: totals: 29 to 23 written down, but the deal",
            ),
            (
                [(" 12. JS TS", "")],
                "line 13, column 1: totals: given, but only 22 of 24 cards were played",
            ),
            ([("10. TC", "11. TC")], "line 11, column 88: expected '10. TC 9S 11. QS', got '11.'"),
            (
                [("7. AC 9C", "7. AC,9C")],
                "line 11, column 64: expected 'AC 9C 8. KC JC', got 'AC,9C'",
            ),
            (
                [("Younger (", "Youngre (")],
                "line 8, column 1: Youngre: is no statement; did you mean 'Younger:'?",
            ),
            (
                [("Rules: rubicon\n", "")],
                "line 2, column 1: expected a statement 'Rules:' in this deal",
            ),
            ([("rubicon", "rubicn")], "line 3, column 1: rules: no preset 'rubicn'; did you mean"),
            (
                [("rubicon", "Rubicon")],
                "line 3, column 8: expected 'rubicon Number: 3 Score: 45', got",
            ),
            ([("rubicon", "rubicon (pique=3)")], "line 3, column 1: rules: no option 'pique'"),
            (
                [("Deal: the example", "Deal:")],
                "line 2, column 1: name: expected a name of 1 to 200",
            ),
            (
                [("Number: 3", "Number: 03")],
                "line 4, column 9: expected '3 Score: 45 to 30', got '03'",
            ),
            (
                [("45 to 30", "45-30")],
                "line 5, column 1: score: expected two numbers, elder's first",
            ),
            ([("(Ann)", "()")], "line 6, column 1: players: elder: expected a name"),
            ([("(Ann)", "(Ann")], "line 6, column 1: expected a statement 'Elder:' in this deal"),
            (
                [("# Cav", "Notation: PQN 2\n# Cav")],
                "line 1: notation: expected PQN 1, the version that is read here, got 'PQN 2'",
            ),
        ],
    ),
    (
        read_deals,
        "",
        [
            ("", "no deal; expected deals in words"),
            ("# nothing\n", "no deal"),
            (" \n\t\n", "no deal"),
            ("hello:", "line 1, column 1: hello: is no statement; there are: Deal, Rules, Number"),
            ("Elder:", "line 1, column 1: elder discard: expected 'throws"),
            (f"{WRITTEN}\n{WRITTEN}", "line 16, column 1: a second deal named 'the example'"),
            (WRITTEN + WRITTEN, "line 15, column 1: expected an empty line, got 'Deal:'"),
            ("Elder: \0\n", "line 1, column 1"),
            ("9" * 100_000 + ":", "line 1, column 1: 999"),
            (
                "Rules: " + "(" * 5000,
                "line 1, column 1: expected a statement 'Elder:' in this deal",
            ),
            (
                "Rules: rubicon (capot_scores=" + "(" * 9000 + ")\nElder: AS; throws AS",
                "line 1, col",
            ),
            (
                "Rules: rubicon (capot_scores=" + "9" * 9000 + ")\nElder: AS; throws AS",
                "line 1, col",
            ),
            (
                "Deal 0 of seed 1, x: " + "a is elder, b: " * 9000,
                "line 1: this deal is as piquet deal",
            ),
            (
                WRITTEN + json.dumps(RECORD),
                "line 14: this deal is in JSON, the first one in the notat",
            ),
            ("\n " * 200_000 + "x:", "line 200001, column 2: x: is no statement"),
            (
                " " * 1_000_000 + "\n" + "#" * 1_000_000 + "\nx",
                "line 3, column 1: expected a state",
            ),
            ("# x\n" * 2_000_000, "more than 5,000,000 characters"),
            ("nowhere.txt", "nowhere.txt: no such file"),
            (str(TESTS), f"{TESTS}: not a file"),
        ],
    ),
    (
        lambda path: check_writable(Path(path)),
        "",
        [("/dev/full", "is not a file"), ("/dev/null", "is not a file")],
    ),
    (
        lambda number: read_json(f'{{"score": [{number}, 3]}}'),
        "",
        [(number, "is no number") for number in ("Infinity", "-Infinity", "NaN")],
    ),
    (
        lambda name: check_hosts([name]),
        "",
        [
            (name, "host: expected a name alone")
            for name in ("*", "box:80", "http://box", "box/", "", ".", "é")
        ],
    ),
    (
        read_query,
        "",
        [
            ([("hand", HAND)] * 2, "is given twice"),
            ([("hand", "A" * 201)], "201 characters; at most 200"),
        ],
    ),
    (
        lambda call: call(),
        "",
        [
            (lambda: simulate(n=0), "n: expected at least 1, got 0"),
            (lambda: simulate(n=1.5), "n: 1.5 is not a whole number"),
            (lambda: simulate(n=True), "n: True is not a whole number"),
            (lambda: simulate(n=7, mirrored=True), "n: 7 is odd"),
            (lambda: simulate(n=10, threads=0), "threads: expected a number from 1 to 1024, got 0"),
            (
                lambda: simulate(seed=-1),
                "seed: expected a number from 0 to 9223372036854775807, got -1",
            ),
            (lambda: simulate(seed=2**63), "got 9223372036854775808"),
            (lambda: simulate(seed=1.0), "seed: 1.0 is not a whole number"),
            (lambda: simulate(seed=True), "seed: True is not a whole number"),
            (lambda: simulate("clubb"), "did you mean 'club'"),
            (lambda: simulate(rules="rubicn"), "did you mean 'rubicon'"),
            (lambda: estimate_values([]), "got shape (0,)"),
            (lambda: estimate_values([[1, 2]]), "got shape (1, 2)"),
            (lambda: estimate_values([1.0, float("nan")]), "finite"),
            (lambda: estimate_values(["28"]), "finite numbers"),
            (lambda: estimate_values([1, 2, 3], unit=2), "3 cannot be split into units of 2"),
            (lambda: compare_values([1, 2], [1, 2, 3]), "must be paired"),
            (
                lambda: compare_values(pd.Series([1, 2]), pd.Series([1, 2], [1, 2])),
                "different rows",
            ),
            (
                lambda: compare_values(pd.Series([1, 2]), pd.Series([1, 2], [0, 0])),
                "different rows",
            ),
            (
                lambda: compare_values(pd.Series([1, 2]), pd.Series([1, 2], ["a", 0])),
                "different rows",
            ),
            (
                lambda: compare_simulations(Simulation(seed=1), Simulation(seed=2), 10),
                "seed: 1 and 2",
            ),
            (
                lambda: compare_simulations(Simulation(), Simulation(rules="cotton_1674"), 10),
                "pack: 32 and 36",
            ),
            (
                lambda: compare_simulations(Simulation(given="elder.has('AS')"), Simulation(), 10),
                "given: elder.has('AS') and nothing",
            ),
            (lambda: compare_players("club", "novice", 0), "n: expected at least 1, got 0"),
            (lambda: compare_players("club", "novise", 10), "did you mean 'novice'"),
            (lambda: compare_players("club", "novice", 10, seat="dealer"), "got 'dealer'"),
            (lambda: advise(QUESTION, deals=3), "n: expected at least 4, got 3"),
            (lambda: advise(QUESTION, deals=MOST_DEALS + 1), "at most 262,144"),
            (lambda: advise(QUESTION, deals=2.5), "not a whole"),
            (lambda: advise(Question(QUESTION.hand, rules=PRESETS["cotton_1674"])), "pack of 32"),
            (lambda: [*watch_contrast(QUESTION, BEST, BEST)], "two different discards"),
            (lambda: [*watch_contrast(QUESTION, BEST, parse_hand("TS"))], "TS is not in the hand"),
            (lambda: [*watch_contrast(QUESTION, 0, BEST)], "0 cards; elder may exchange 1 to 5"),
            (lambda: find_study("discard"), "did you mean 'discards'"),
            (lambda: read_book(60_000), "no rule book number 60000"),
            (lambda: find_study(None), "name: None is not text"),
            (lambda: find_study("all"), "no study 'all'; did you mean 'calling'?"),
            (lambda: verbs.advise(HAND.split(".")), "hand: expected a text, as in 'AKJ.AQJ8"),
            (lambda: verbs.advise(pd.DataFrame({"hands": [HAND]})), "hand or elder_dealt, got ha"),
            (lambda: verbs.advise(pd.DataFrame({"hand": []})), "hands: expected at least 2, got 0"),
            (lambda: verbs.advise(HAND, seconds="1s"), "seconds: expected a positive number, as"),
            (lambda: verbs.advise(HAND, seconds=True), "seconds: expected a positive number, as"),
            (lambda: verbs.advise(HAND, n="64"), "n: '64' is not a whole number"),
            (lambda: verbs.odds(HAND, ["KS", "9D"]), "discard: expected a text, as in"),
            (lambda: verbs.odds(HAND, seat="dealer", took="3"), "took: '3' is not a whole number"),
            (lambda: verbs.odds(HAND, seat="dealer", took=True), "took: True is not a whole"),
            (lambda: verbs.review([]), "record: expected a deal that was played, got none"),
            (lambda: verbs.review(RECORD, n="64"), "n: '64' is not a whole number"),
            (lambda: verbs.review(RECORD, seconds="2"), "seconds: expected a positive number"),
            (lambda: verbs.duel("club", "novice", 9, precision="1"), "precision: expected a posit"),
            (lambda: verbs.solve("x.json"), "ending: not JSON: "),
            (lambda: simulate_matches("club", 4), "expected a simulation, as Simulation('club'"),
            (lambda: compare_simulations("club", "novice", 4), "expected a simulation, as Simula"),
            (lambda: judge_estimate(3, 4), "estimate: expected an estimate, got 4"),
            (lambda: write_deals(None), "deals: expected deals, as in [deal(0), deal(1)], got"),
            (lambda: ask("elder.aces == 4", verbs.record(n=4)), "ask: expected a frame, as in"),
            (lambda: ask(verbs.record(n=4), 3), "ask: 3 is not text"),
            *(
                (call, "'no' is neither True nor False")
                for call in (
                    lambda: ps.duel("club", "novice", 4, parties="no"),
                    lambda: ps.duel("club", "novice", 4, plain="no"),
                    lambda: play_duel(CLUBS, 4, plain="no"),
                    lambda: ps.record("club", mirrored="no"),
                    lambda: review_deal({}, values_calls="no"),
                    lambda: Simulation("club", mirrored="no"),
                    lambda: Question(MASK, opponent_blanche="no"),
                )
            ),
            *(
                (call, "expected True or False")
                for call in (
                    lambda: ps.RuleSet(win_is_immediate="no"),
                    lambda: ps.RuleSet(last_trick_with_capot=0),
                    lambda: ps.RUBICON.replace(elder_sees_what_he_leaves=None),
                )
            ),
            *(
                (call, "expected a whole number")
                for call in (
                    lambda: ps.RuleSet(trio_scores="3"),
                    lambda: ps.RuleSet(rubicon=100.0),
                    lambda: ps.RuleSet(capot_scores=True),
                    lambda: ps.RuleSet(target=pd.NA),
                    lambda: ps.RuleSet(sequence_scores=[3, 4, 15, 16, 17, 18, "19"]),
                )
            ),
            *(
                (call, "from 0 to 10")
                for call in (
                    lambda: estimate_proportion(11, 10),
                    lambda: estimate_proportion(-1, 10),
                )
            ),
            *(
                (call, "whole number")
                for call in (
                    lambda: estimate_proportion(2.5, 10),
                    lambda: estimate_proportion(float("nan"), 3),
                    lambda: Question(MASK, deal="no"),
                    lambda: Ending("A...", None, 0, 5, 6),
                    lambda: Ending("A...", ".A..", 0, None, 6),
                )
            ),
            (lambda: estimate_proportion(0, 0), "at least 1"),
            *(
                (call, "values: ")
                for call in (
                    lambda: ps.estimate_values(np.ma.array([1, 2, 300], mask=[0, 0, 1])),
                    lambda: ps.estimate_values([1e308, 1e308]),
                    lambda: ps.estimate_values([]),
                    lambda: ps.compare_values([1, float("nan")], [1, 2]),
                    lambda: ps.compare_values(["a"], ["b"]),
                    lambda: ps.compare_values([[1, 2]], [[1, 2]]),
                )
            ),
            *(
                (call, "ends in .svg, .png or .pdf")
                for call in (
                    lambda: save_chart(Figure(), Path("h.jpg")),
                    lambda: save_chart(Figure(), Path("h")),
                    lambda: save_chart(Figure(), Path("h.png.txt")),
                )
            ),
            *(
                (call, "on_interrupt: expected raise or return, got ")
                for call in (
                    lambda: run_simulation(CLUBS, 4, on_interrupt="ignore"),
                    lambda: ps.simulate_matches(CLUBS, 4, on_interrupt=None),
                    lambda: play_duel(CLUBS, 4, on_interrupt=True),
                )
            ),
        ],
    ),
]
"""What is asked, how the refusal begins, and what it is asked with, each with what is said."""


@pytest.fixture(scope="module")
def nothing_is_written(tmp_path_factory):
    """Calls are made where a file would be seen."""
    folder = tmp_path_factory.mktemp("calls")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        yield
    assert not list(folder.iterdir())


@pytest.mark.usefixtures("nothing_is_written")
@pytest.mark.parametrize(
    ("ask", "start", "row"), [(ask, start, row) for ask, start, rows in REFUSED for row in rows]
)
def test_call__is_refused_in_one_line(ask, start, row):
    *given, said = row
    with refuses(*([said] if isinstance(said, str) else said), start=start) as refused:
        ask(*given)
    assert len(str(refused.value)) < 700


def test_call__what_the_refused_ones_are_made_of_is_answered():
    assert solve_ending(read_ending(REPLY)).value == 9
    assert simulate(n=np.int32(10), seed=np.int64(2**63 - 1)).deals == 10
    assert parse_deals("27-13, 15–31  44-6") == [[27, 13], [15, 31], [44, 6]]


# ---- What is of another type --------------------------------------------------------------------
CALLS = {
    ps.parse_hand: (HAND,), ps.format_hand: (MASK,), say_cards: (MASK,), parse_deals: ("27-13",),
    ps.count_hands: (), count_hands_by: ("aces",), carte_blanche_probability: (),
    value_mean: (), named_odds: (2, 1, 5), ps.estimate_values: ([1.0, 2.0, 4.0],),
    estimate_proportion: (3, 10), adjust_by_holm: ([0.1, 0.2],), ps.find_claim: ("CB-HAND",),
    ps.Question: (MASK,), ps.Simulation: ("club", "club"), ps.RuleSet: (), reckon_money: (100, 1),
    ps.settle: ("27-13 15-31",), ps.deal: (3,), ps.odds: (HAND,),
    draw_odds.find_odds: (MASK, DISCARD), rank_discards: (MASK,), read_ending: (ENDING,),
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


def list_escapes(function, right):
    """Parameters in whose place something of another type is neither read nor refused."""
    signature = inspect.signature(function)
    named = [name for name, one in signature.parameters.items() if "VAR" not in one.kind.name]
    return {
        name
        for name in named
        if any(escapes(function, signature.bind(*right), name, wrong) for wrong in TYPES)
    }


@pytest.mark.parametrize("function", CALLS, ids=lambda one: one.__name__)
def test_wrong_type__is_refused_in_one_line_or_read(function):
    function(*CALLS[function])
    assert list_escapes(function, CALLS[function]) == set()


@pytest.mark.parametrize("wrong", [1.5, b"club", np.arange(3), pd.Series([1]), pd.NA])
@pytest.mark.parametrize(
    ("ask", "right", "names"),
    [
        (
            partial(simulate, "club", "club"),
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


def test_wrong_type__that_escapes_is_found():
    assert list_escapes(lambda text, number=1: text, ("a",)) == set()
    assert list_escapes(lambda text, number=1: text[:number], ("a",)) == {"text", "number"}


# ---- The file of what was learned ---------------------------------------------------------------


class Planted:
    """What would be noticed when it is unpickled."""

    def __reduce__(self):
        return pytest.fail, ("a pickle was read",)


ARRAYS = [
    {"own_0": np.array([Planted()], dtype=object)},
    {"own_0": np.zeros((2, 3), np.float64)},
    {"kept_0": np.zeros((2, 3), np.int16)},
    {"scores_0": np.int32(1)},
    {"scores_0": np.array([[5000, 1, 1]], np.int32)},
    {"scores_0": np.array([[1, 1, -1]], np.int32)},
    {"scores_0": np.zeros((0, 3), np.int32)},
    {"theirs_0": None},
    {"own_0": np.zeros((2, 5), np.int16)},
    {"factors_0": np.zeros((2, 3), np.int16)},
    *(
        {"about": np.frombuffer(text, np.uint8)}
        for text in (
            *(b"[1]", b"[" * 10**5, b"{", b'{"version": 9}', b'{"version": 3, "blocks": [{}]}'),
            b'{"version": 3, "blocks": []}',
            b'{"version": 3, "blocks": [{"rules": "whist"}]}',
            b'{"version": 3, "blocks": [{"rules": "rubicon"}, {"rules": "rubicon"}]}',
        )
    ),
]


@pytest.mark.parametrize("changed", ARRAYS, ids=range(len(ARRAYS)))
def test_learned__arrays_that_cannot_be(changed, tmp_path):
    with np.load(PACKAGE / "data" / "learned.npz") as file:
        arrays = {**file, **changed}
    kept = {name: array for name, array in arrays.items() if array is not None}
    np.savez(tmp_path / "wrong.npz", **kept)
    with refuses("learned: "):
        read_learned(tmp_path / "wrong.npz")


@pytest.mark.parametrize("name", ["array.npy", "text", "huge", "bomb", "no", "", "/dev/zero"])
def test_learned__what_is_no_archive_or_claims_to_be_large(name, tmp_path):
    np.save(tmp_path / "array.npy", np.zeros(3))
    for file, size in (("text", 7), ("huge", 10**11)):
        (tmp_path / file).write_text("learned")
        os.truncate(tmp_path / file, size)
    with zipfile.ZipFile(tmp_path / "bomb", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.npy", bytes(60_000_000))
    with refuses("learned: "):
        read_learned(tmp_path / name)


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
    asked = ("simulate", "-n", "4", "--load", tmp_path / "mine.py", "--elder", "mine")
    assert said in refused(*asked)


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
    path.write_text("raise KeyboardInterrupt")  # which is handed on
    with pytest.raises(KeyboardInterrupt):
        load_strategies(path)


@pytest.mark.parametrize(
    ("kind", "view"), [("discard", DiscardView), ("call", CallView), ("play", PlayView)]
)
def test_outside_player__an_answer_that_is_none_stops_the_run(kind, view):
    answers = []

    def give(seen: view) -> int:
        if isinstance(answers[0], BaseException):
            raise answers[0]
        return answers[0]

    player = replace(find_strategy("club"), name="guest", **{kind: outside_policy(give)})
    for answer in (None, -1, 2**63, 10**30, 1.5, "12", [], 1 << 40, SystemExit(3), GeneratorExit()):
        answers[:] = [answer]
        with refuses():
            simulate(player, "club", n=20, threads=1)
    answers[:] = [KeyboardInterrupt()]  # in a thread
    with pytest.raises(KeyboardInterrupt):
        simulate(player, "club", n=20, threads=1)
