"""Mistakes in all commands: each gives one line with what is wrong, where, and what is right.

All are run in this process, which takes a hundredth of the time. Files are empty, mixed, or meant
for another command.

Covers `game.files`.
"""

import json
import os
import re
import sys
from threading import Timer

import pytest
from command_line import command, refused
from refusals import refuses
from specimens import ENDING, EXAMPLE, HAND, RESULTS

from piquet_sim.cli.app import GONE, make_command
from piquet_sim.deals.narration import narrate_deal
from piquet_sim.deals.notation import read_deals
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game import files
from piquet_sim.game.files import open_file, read_json
from piquet_sim.kernel.batch.measures import MEASURES

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")
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
]  # fmt: skip


@pytest.mark.parametrize(("line", "meant"), MEANT)
def test_mistake__says_what_was_probably_meant(line, meant, refuse):
    assert f"did you mean '{meant}'?" in refuse(line)


@pytest.mark.parametrize(("line", "said"), TOLD)
def test_mistake__says_what_is_wrong_and_what_would_be_right(line, said, refuse):
    assert said in refuse(line)


COMMANDS = make_command().commands


@pytest.mark.parametrize("name", GONE)
def test_command__that_went_names_what_to_use(name):
    said = f"piquet: {name}: no longer a command; use {GONE[name]}\n"
    assert refused(name, "x.jsonl", "-n", "4") == refused(name, "--help") == said
    if GONE[name].startswith("piquet "):
        taken = {one for param in COMMANDS[GONE[name].split()[1]].params for one in param.opts}
        assert set(re.findall("--[a-z]+", GONE[name])) <= taken
    # What went is not suggested for what is near to it.
    assert f"mean '{name}'" not in refused(f"{name}{name[-1]}")


WRITTEN = """
Elder (Ann): AKJ.AQJ8.98.J87; throws K..98.87
Younger (Ben): T7.T97.AQJT.KQT; throws 7.97..
Talon: 9S 8S KH 9C KD QS AC 7D
"""
NARRATED = narrate_deal(Simulation("club", "club").replay_deal(0)) + "\n"
LINE = json.dumps(EXAMPLE) + "\n"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *(
            (name, "no deal; expected deals in words, each with 'Elder:'")
            for name in ("score", "review", "advise")
        ),
        ("settle", 'nothing in it; expected one score sheet per line, as in {"deals": [['),
        ("solve", 'nothing in it; expected one ending per line, as in {"elder": "A..K."'),
    ],
)
@pytest.mark.parametrize("given", ["", "\n \n"])
def test_empty__is_refused_by_all_commands_with_what_was_expected(name, expected, given, tmp_path):
    path = tmp_path / "empty"
    path.write_text(given, encoding="utf-8")
    assert expected in refused(name, "-", given=given)
    assert f"piquet: {path}: {expected}" in refused(name, path)


@pytest.mark.parametrize("given", [LINE + WRITTEN, LINE + NARRATED])
def test_mixed__words_behind_json(given):
    code, out, err = command("score", "-", given=given)
    assert (code, out.count("\n")) == (2, 1)  # the first deal is answered
    assert "expected one deal per line as a JSON object; deals in words cannot" in err


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("score", WRITTEN + LINE, "line 5: this deal is in JSON, the first one in the notation"),
        ("score", NARRATED + WRITTEN, "line 1: this deal is as piquet deal prints it for people"),
        ("score", WRITTEN + NARRATED, "line 5: this deal is as piquet deal prints it for people"),
        ("solve", WRITTEN, "line 2: not JSON; expected one ending per line, as in {"),
        ("solve", LINE, "this is the record of a deal, which piquet review"),
        ("score", json.dumps(ENDING), "this is an ending, which piquet solve reads"),
        ("advise", json.dumps(ENDING), "this is an ending, which piquet solve reads"),
    ],
)
def test_file__of_another_form_or_command_is_named(name, given, said):
    assert said in refused(name, "-", given=given)


def test_example__that_the_message_gives_is_solved():
    said = refused("solve", "-", given="Elder: AKJ")
    example = said[said.index("{") : said.rindex("}") + 1]
    assert command("solve", "-", given=example).code == 0


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        (
            {"sequence": {"length": 5, "top": "A"}},
            "quint major is not held in AJ98.AKQJ8.K.J9, of which the best is quart major",
        ),
        (
            {"set": {"size": 4, "rank": "J"}},
            "quatorze of knaves is not held in AJ98.AKQJ8.K.J9, of "
            "which the best is trio of knaves",
        ),
        ({"point": {"length": 6, "pips": 49}}, "point of 6 cards making 49 is not held"),
        ({"sequence": {"length": 2, "top": "9"}}, "sequence of 2 to the nine is not held"),
        ({"sequence": "quart"}, 'as in {"length": 4, "top": "A"} for a quart major'),
        ({"set": {"size": 3}}, 'rank is missing; an example is {"size": 3, "rank": "J"}'),
        ({"tierce": 3}, 'called as a sequence, as in {"sequence": {"length": 3, "top": "A"}}'),
        ("all", """expected 'full', 'none' or an object, as in {"set": {"size": 3"""),
    ],
)
def test_calls__are_refused_in_the_words_of_the_game(calls, said):
    given = {**EXAMPLE, "elder": {**EXAMPLE["elder"], "calls": calls}}
    assert said in refused("score", "-", given=json.dumps(given))


@pytest.mark.skipif(sys.platform == "win32", reason="needs devices and pipes in the file system")
def test_endless__files_and_pipes_are_refused(tmp_path, monkeypatch):
    """A device is no file, a large one is too large, and who waits for a writer says so."""
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    with large.open("wb") as file:
        file.truncate(10**12)
    for path, said in {"/dev/zero": "not a file", pipe: "not a file", large: "too large"}.items():
        with refuses(f"{path}: ", said):
            read_deals(str(path))
    monkeypatch.setattr(files, "WRITER_COMES_WITHIN", 0.1)
    with refuses(f"{pipe}: nobody wrote to it within 0.1 seconds"):
        open_file(pipe)
    # A writer who is slow is waited for.
    writer = os.open(pipe, os.O_RDWR)
    Timer(0.5, lambda: (os.write(writer, LINE.encode()), os.close(writer))).start()
    with open_file(pipe) as file:
        assert file.read().decode() == LINE


@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "NaN"])
def test_json__that_is_no_number_is_refused(number):
    with refuses("is no number"):
        read_json(f'{{"score": [{number}, 3]}}')
