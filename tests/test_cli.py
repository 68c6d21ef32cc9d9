"""The commands as a user runs them, mistakes included; some in processes of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import reference
from command_line import Ended, command, run_process

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")

GOLDEN = Path(__file__).parent / "golden" / "deals.jsonl"
ESTIMATES = {
    *("elder_score", "younger_score", "difference", "elder_wins", "younger_wins", "drawn"),
    *("elder_cards", "younger_cards", "cards_divided", "elder_capot", "younger_capot"),
    *("elder_pique", "elder_repique", "younger_repique"),
    *("elder_carte_blanche", "younger_carte_blanche", "elder_exchanged", "younger_exchanged"),
    *("elder_point", "younger_point", "equal_point", "elder_set", "younger_set"),
    *("elder_sequence", "younger_sequence", "equal_sequence"),
}


def answer(*arguments, given=""):
    done = command(*arguments, given=given)
    assert done.code == 0, done.err
    assert done.err == ""
    return json.loads(done.out)


def golden_deals():
    return [json.loads(line) for line in GOLDEN.read_text().splitlines()]


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (("simulate", "-n", "4000", "--seed", "5", "--json"), ""),
        (("simulate", "--elder", "clubb"), ""),
        (("score", "-"), "{broken"),
        (("settle", "--deals", "27-13 15-31 44-6 18-29 35-12 25-23"), ""),
        (("rules", "--help"), ""),
        (("simulat",), ""),
    ],
    ids=lambda given: " ".join(given)[:20],
)
def test_process__of_its_own_says_the_same_as_this_one(arguments, given):
    done = run_process(*arguments, input=given, capture_output=True, text=True)
    assert Ended(done.returncode, done.stdout, done.stderr) == command(*arguments, given=given)


def test_simulate__json_has_every_name_and_nothing_else_on_the_output():
    given = answer("simulate", "-n", "4000", "--seed", "5", "--json")
    assert {"n", "seed", "rules", "elder", "younger", "play", "estimates"} <= set(given)
    assert (given["n"], given["seed"], given["rules"]) == (4000, 5, "rubicon")
    assert set(given["estimates"]) >= ESTIMATES
    for name in ESTIMATES:
        estimate = given["estimates"][name]
        assert estimate["low"] <= estimate["value"] <= estimate["high"]
        assert estimate["n"] == 4000
    assert given["estimates"]["elder_carte_blanche"]["exact"] == 125970 / 225792840


def test_simulate__threads_do_not_change_the_answer():
    runs = [
        command("simulate", "-n", "20000", "--threads", str(threads), "--json").out
        for threads in (1, 2, 3)
    ]
    assert runs[0] == runs[1] == runs[2]


def test_simulate__records_hold_one_row_a_deal(tmp_path):
    path = tmp_path / "deals.parquet"
    given = answer("simulate", "-n", "300", "--records", str(path), "--json")
    table = pq.read_table(path)
    assert table.num_rows == 300
    mean = sum(table.column("elder_score").to_pylist()) / 300
    assert mean == pytest.approx(given["estimates"]["elder_score"]["value"])


CTRL_C_AS_SOON_AS_SOMETHING_IS_COUNTED = """
import contextlib, os, signal
from piquet_sim import cli
from piquet_sim.cli import playing

@contextlib.contextmanager
def press_ctrl_c(total, label, quiet):
    yield lambda done: done and os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
playing.show_progress = press_ctrl_c
cli.main(["simulate", "-n", "2e9", "--json"])
"""


def test_simulate__ctrl_c_keeps_what_was_counted():
    run = subprocess.run(
        [sys.executable, "-c", CTRL_C_AS_SOON_AS_SOMETHING_IS_COUNTED],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 130
    assert run.stderr.startswith("piquet: stopped after ")
    assert len(run.stderr.splitlines()) == 1  # too short to be kept without being asked
    counted = json.loads(run.stdout)
    assert f"{counted['n']:,} of 2,000,000,000 deals" in run.stderr
    whole = answer("simulate", "-n", str(counted["n"]), "--json")
    assert whole == counted


def test_simulate__a_strategy_of_ones_own_is_found_by_name(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from piquet_sim.strategies import *\n"
        "club = find_strategy('club')\n"
        "@policy\n"
        "def play(view: PlayView) -> int:\n"
        "    return view.legal & -view.legal\n"
        "register(Strategy('lowest', discard=club.discard, play=play, origin='a test'))\n"
    )
    given = answer("simulate", "-n", "500", "--elder", "lowest", "--load", str(path), "--json")
    assert given["elder"] == "lowest"


def test_simulate__an_illegal_discard_names_strategy_deal_and_view(tmp_path):
    path = tmp_path / "greedy.py"
    path.write_text(
        "from piquet_sim.strategies import *\n"
        "@policy\n"
        "def discard(view: DiscardView) -> int:\n"
        "    return view.hand\n"
        "club = find_strategy('club')\n"
        "register(Strategy('greedy', discard=discard, play=club.play, origin='a test'))\n"
    )
    done = command("simulate", "-n", "500", "--younger", "greedy", "--load", str(path))
    assert done.code == 2
    assert done.out == ""
    for part in ("'greedy' as younger", "deal 0 of seed 1", "discards 12 cards", "DiscardView("):
        assert part in done.err
    assert len(done.err.splitlines()) == 1


def test_score__the_golden_deals():
    deals = golden_deals()
    lines = [json.dumps({k: v for k, v in deal.items() if k != "expect"}) for deal in deals]
    done = command("score", "-", given="\n".join(lines))
    assert done.code == 0, done.err
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert len(answers) == len(deals)
    for deal, given in zip(deals, answers, strict=True):
        expected = deal["expect"]
        assert given["elder"]["total"] == expected["elder"]
        assert given["younger"]["total"] == expected["younger"]


def test_deal__json_is_scored_to_the_same_result_by_referee_and_reference():
    for index in range(5):
        arguments = ("--seed", "3", "--index", str(index))
        told = command("deal", *arguments).out
        deal = answer("deal", *arguments, "--json")
        scored = json.loads(command("score", "-", given=json.dumps(deal)).out)
        assert scored == reference.score_deal(deal)
        assert f"Elder makes {scored['elder']['total']}:" in told
        assert f"Younger makes {scored['younger']['total']}:" in told


def test_deal__is_told_as_the_book_tells_its_example(tmp_path):
    from piquet_sim.narration import tell_deal
    from piquet_sim.referee import judge_deal

    example = golden_deals()[0]
    example.pop("expect")
    told = "\n".join(tell_deal(judge_deal(example)))
    for line in (
        "Elder leads the ace of hearts: ten.",
        "Elder leads the eight of hearts: fourteen.",
        "king of diamonds: fifteen. Younger wins with the ace of diamonds: eighteen.",
        "queen of spades: twenty-three. Elder wins with the ace of spades: sixteen.",
        "Elder, for the last: eighteen.",
        "Elder makes 28:",
        "Younger makes 23:",
    ):
        assert line in told


def test_rules__lists_presets_and_options():
    assert "rubicon" in command("rules").out.split()
    options = answer("rules", "rubicon", "--json")
    assert options["elder_exchange_most"] == 5
    assert answer("rules", "rubicon", "--set", "cards_scores=20", "--json")["cards_scores"] == 20


def test_strategies__each_cites_its_origin():
    listed = answer("strategies", "--json")
    assert [one["name"] for one in listed][:3] == ["random", "novice", "club"]
    assert all(one["origin"] and one["summary"] for one in listed)


def test_version_and_help__answer():
    assert command("--version").out.startswith("piquet 0.")
    for name in ("simulate", "study", "deal", "score", "rules", "strategies", "bench"):
        assert "Usage: piquet " + name in command(name, "--help").out


def test_import__needs_no_numba_pandas_or_matplotlib():
    code = (
        "import sys, piquet_sim, piquet_sim.cli;"
        "print([m for m in ('numba', 'pandas', 'matplotlib', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


BAD_INPUT = [
    (("simulate", "--play", "double-dumy"), "did you mean 'double-dummy'"),
    (("solve", "nowhere.jsonl"), "no such file"),
    (("solve", "-"), "no ending"),
    (("solve", "-", "--explain", "--json"), "give one of them"),
    (("odds", "--named", "4", "--seat", "younger"), "--seat goes with a hand"),
    (("simulate", "--records", "x.parquet", "--threads", "0"), "threads: 0"),
    (("census", "value", "--set", "quatorze_scores=100000"), "quatorze_scores=100000"),
    (("census", "acs"), "did you mean 'aces'"),
    (("census", "aces", "--jointly"), "two attributes"),
    (("good", "pont"), "did you mean 'point'"),
    (("odds",), "a hand of twelve cards is needed"),
    (("odds", "AKJ.AQJ8.98.J87", "--named", "3"), "not both"),
    (("odds", "AKJ.AQJ8.98.J8"), "11 cards; 12 are needed"),
    (("odds", "AKJ.AQJ8.98.J87", "--aim", "quatorce:A"), "did you mean 'quatorze:A'"),
    (("odds", "AKJ.AQJ8.98.J87", "--discard", "TS"), "not in the hand"),
    (("odds", "AKJ.AQJ8.98.J87", "--took", "5"), "elder who takes first"),
    (("odds", "AKJ.AQJ8.98.J87", "--top", "0"), "at least 1"),
    (("odds", "--named", "4", "--draw", "x"), "not a whole number"),
    (("simulate", "-n", "0"), "n: 0; at least 1 deal is needed"),
    (("simulate", "-n", "-5"), "n: -5; at least 1 deal is needed"),
    (("simulate", "-n", "many"), "n: 'many' is not a whole number"),
    (("simulate", "-n", "1.5"), "n: '1.5' is not a whole number"),
    (("simulate", "-n", "nan"), "n: 'nan' is not a whole number"),
    (("simulate", "-n", "inf"), "n: 'inf' is not a whole number"),
    (("simulate", "-n", "3", "--mirrored"), "n: 3 is odd; mirrored deals come in pairs"),
    (("simulate", "--elder", "clubb"), "no strategy 'clubb'; did you mean 'club'?"),
    (("simulate", "--rules", "rubicn"), "rules: no preset 'rubicn'; did you mean 'rubicon'?"),
    (("simulate", "--set", "pack=40"), "rules: pack=40"),
    (("simulate", "--set", "match=race"), "settlement=games, too"),
    (("simulate", "--set", "pakc=36"), "rules: no option 'pakc'; did you mean 'pack'?"),
    (("simulate", "--set", "pack"), "--set pack: write OPTION=VALUE"),
    (("simulate", "--seed", "x"), "seed: 'x' is not a whole number"),
    (("simulate", "--seed", "-1"), "seed: -1; it must be from 0"),
    (("simulate", "--threads", "0"), "threads: 0; at least 1 is needed"),
    (("simulate", "--records", "nowhere/x.parquet"), "cannot write nowhere/x.parquet"),
    (("simulate", "--load", "nowhere.py"), "--load nowhere.py: no such file"),
    (("simulate", "--sed", "1"), "No such option: --sed"),
    (("study", "handz"), "no study 'handz'; did you mean 'hands'?"),
    (("deal", "--index", "-1"), "index: -1; deals are numbered from 0"),
    (("score", "nowhere.jsonl"), "nowhere.jsonl: no such file or directory"),
    (("rules", "cent"), "rules: no preset 'cent'"),
    (("advise", "AKJ.AQJ8.98.J8"), "hand: 11 cards; 12 are needed"),
    (("advise", "AKJ.AQJ8.98.J87", "--seat", "dealer"), "seat: 'dealer'; elder or younger"),
    (("advise", "AKJ.AQJ8.98.J87", "--took", "5"), "took: elder exchanges first"),
    (("advise", "AKJ.AQJ8.98.J87", "--seat", "younger", "--took", "6"), "elder may take 1 to 5"),
    (("advise", "AKJ.AQJ8.98.J87", "--score", "68:155"), "score: '68:155'; write"),
    (("advise", "AKJ.AQJ8.98.J87", "--deal", "6"), "deal: it goes with --score"),
    (("advise", "AKJ.AQJ8.98.J87", "--score", "1-2", "--deal", "7"), "deal: 7; a partie has"),
    (("advise", "AKJ.AQJ8.98.J87", "--seconds", "0"), "seconds: 0; more than 0"),
    (("advise", "AKJ.AQJ8.98.J87", "--seconds", "soon"), "seconds: 'soon' is not a number"),
    (("advise", "AKJ.AQJ8.98.J87", "--strategy", "exprt"), "did you mean 'expert'"),
    (("duel", "club", "expert+scor"), "did you mean 'score'"),
    (("duel", "club", "novice", "-n", "1"), "n: 1; at least 2 is needed"),
    (("ladder", "--strategies", "club"), "strategies: two or more are needed"),
    (("train", "--hands", "10"), "hands: 10; at least 1,000"),
    (("study", "regret", "--strategy", "club", "--elder", "club"), "--strategy names both hands"),
    (("simulat",), "No such command 'simulat'"),
]


@pytest.mark.parametrize(("arguments", "said"), BAD_INPUT, ids=lambda given: str(given)[:40])
def test_bad_input__is_one_line_and_exit_code_2(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = command(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert len(done.err.splitlines()) == 1
    assert said in done.err
    assert list(tmp_path.iterdir()) == []


def test_score__names_the_broken_line():
    good = {k: v for k, v in golden_deals()[0].items() if k != "expect"}
    lines = [json.dumps(good)] * 16 + ["{broken"]
    done = command("score", "-", given="\n".join(lines))
    assert done.code == 2
    assert len(done.out.splitlines()) == 16
    assert done.err.startswith("piquet: line 17: not JSON")
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"dealt": "AKJ.AQJ8.98.J8"}, "elder dealt: 11 cards; 12 are needed"),
        ({"dealt": "AKJ.AQJ8.98.J887"}, "elder dealt: 8♣ twice"),
        ({"dealt": "AKJ.AQJ8.9X.J87"}, "elder dealt: unknown rank 'X' in diamonds"),
        ({"dealt": "AKJ.AQJ8.98"}, "elder dealt: 3 suits parted by dots"),
        ({"discard": "KJ.A.98.J87"}, "elder discard: 8 cards; elder may exchange 1 to 5"),
        ({"calls": "some"}, "elder calls: 'some'"),
    ],
)
def test_score__says_what_is_wrong_with_a_hand(change, said):
    deal = golden_deals()[0]
    deal.pop("expect")
    deal["elder"] |= change
    done = command("score", "-", given=json.dumps(deal))
    assert done.code == 2
    assert f"line 1: {said}" in done.err


def test_study__a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "taken").write_text("")
    done = command("study", "hands", "-n", "1000", "--out", str(tmp_path / "taken"))
    assert done.code == 2
    assert "cannot make the folder" in done.err
    assert len(done.err.splitlines()) == 1


# ---- Exact answers ------------------------------------------------------------------------------
ENDING = (
    '{"elder": "A..K.", "younger": ".K.A.", "leads": "elder", "tricks": {"elder": 6, "younger": 4}}'
)


def test_solve__answers_line_by_line_and_in_words():
    answers = command("solve", "-", given=f"{ENDING}\n\n{ENDING}\n").out.splitlines()
    assert [json.loads(one) for one in answers] == [
        {"value": 10, "plays": {"AS": 10, "KD": -2}}
    ] * 2
    said = command("solve", "-", "--explain", given=ENDING).out
    assert said.startswith("Elder, to lead, wins one of two tricks, and makes ten points more")
    bad = command("solve", "-", given=f"{ENDING}\n{ENDING.replace('K.A', 'K.A7')}\n")
    assert bad.code == 2
    assert len(bad.out.splitlines()) == 1
    assert bad.err == ("piquet: line 2: elder has 2 cards and younger 3; both must have as many\n")


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"elder": ' + "1" * 5000 + "}",
        ENDING.replace('"leads"', '"leads": "elder", "leads"'),
    ],
)
def test_solve__lines_that_cannot_be_read(line):
    done = command("solve", "-", given=line)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith("piquet: line 1: ")


def test_double_dummy__is_said_wherever_it_is_used(tmp_path):
    given = answer("simulate", "-n", "2000", "--play", "double-dummy", "--json")
    assert given["play"] == "double-dummy"
    assert set(given["estimates"]) >= ESTIMATES
    assert "double-dummy" in command("simulate", "-n", "500", "--play", "double-dummy").out
    told = command("deal", "--index", "4", "--play", "double-dummy").out
    assert "cards played double-dummy" in told.splitlines()[0]
    assert "12. " in told
    study = answer(
        "study", "elder-advantage", "-n", "500", "--play", "double-dummy", "--out", str(tmp_path),
        "--json",
    )  # fmt: skip
    assert study["play"] == "double-dummy"


def test_census__json_counts_every_hand():
    given = answer("census", "--json")
    assert given["hands"] == 225_792_840
    names = {
        *("carte_blanche", "longest_suit", "best_sequence", "quatorzes", "trios", "value"),
        *("voids", "aces"),
    }
    assert names <= set(given["counts"])
    for name in names:
        assert sum(given["counts"][name].values()) == 225_792_840
    assert given["counts"]["aces"]["4"] == 3_108_105
    joint = answer("census", "aces", "value", "--jointly", "--json")
    assert sum(sum(row.values()) for row in joint["counts"].values()) == 225_792_840
    assert "1 in 1,792.4" in command("census", "carte_blanche").out


def test_census__writes_table_and_chart(tmp_path):
    done = command("census", "aces", "--out", str(tmp_path))
    assert done.code == 0, done.err
    assert {path.name for path in (tmp_path / "census-aces").iterdir()} == {
        "data.csv", "chart.svg", "chart.png", "meta.json",
    }  # fmt: skip


def test_odds__json_is_exact():
    given = answer("odds", "AKJ.AQJ8.98.J87", "--discard", "K..98.87", "--json")
    assert given["draws"] == 15504
    events = given["events"]
    assert events["quatorze:J"] == {"favourable": 3876, "of": 15504, "probability": 0.25}
    assert events["value_mean"] == {"numerator": 16589, "denominator": 969}
    ranked = answer("odds", "AKJ.AQJ8.98.J87", "--top", "3", "--json")
    assert len(ranked) == 3
    assert "1/4 = 25.0000%, 3 to 1 against" in command("odds", "--named", "1").out
    younger = command("odds", "AKJ.AQJ8.98.J87", "--seat", "younger", "--took", "4").out
    assert "793 discards" in younger
    assert "approximation" in younger


def test_good__json_adds_up():
    given = answer("good", "set", "--json")
    assert given[0]["of"] == 28_443_124_054_800
    assert sum(row["of"] for row in given[1:]) == given[0]["of"]
    assert {"point", "sequence", "set"} == set(answer("good", "--json"))


# ---- Strong players -----------------------------------------------------------------------------
def test_advise__ranks_discards_with_reasons():
    given = answer("advise", "AKJ.AQJ8.98.J87", "--seconds", "0.6", "--json")
    assert {"discard", "value", "se", "gap", "parts"} <= set(given[0])
    assert given[0]["gap"] == 0
    gaps = [one["gap"] for one in given]
    assert gaps == sorted(gaps)
    assert "AS" not in given[0]["discard"]
    for one in given:
        assert 1 <= len(one["discard"].split()) <= 5
        assert one["value"] == pytest.approx(given[0]["value"] - one["gap"])
    parts = given[0]["parts"]
    own = sum(value for name, value in parts.items() if not name.endswith("_against"))
    against = sum(value for name, value in parts.items() if name.endswith("_against"))
    assert own - against == pytest.approx(given[0]["value"])
    assert {"point", "sequences", "sets", "play", "cards", "pique", "repique_against"} <= set(parts)


def test_advise__for_younger_and_to_the_score():
    plain = answer(
        "advise", "T7.T97.AQJT.KQT", "--seat", "younger", "--took", "3", "--seconds", "0.3",
        "--json",
    )  # fmt: skip
    assert all(len(one["discard"].split()) <= 5 for one in plain)
    scored = answer(
        "advise", "T7.T97.AQJT.KQT", "--seat", "younger", "--score", "68-155", "--deal", "6",
        "--seconds", "0.3", "--json",
    )  # fmt: skip
    assert scored[0]["value"] < -150  # far behind in the last deal: a settlement, not points
    told = command("advise", "T7.T97.AQJT.KQT", "--seat", "younger", "--seconds", "0.3").out
    assert "behind the best" in told
    assert "makes: " in told


def test_duel__tells_gain_share_and_rating():
    given = answer("duel", "club", "novice", "-n", "500", "--json")
    assert given["pairs"] == 500
    assert given["gain"]["low"] > 0
    assert given["decided"]["value"] > 0.9
    assert given["rating"]["value"] > 100
    told = command("duel", "club", "novice", "-n", "60", "--parties").out
    assert "points of settlement a pair of parties more than novice" in told


def test_ladder__writes_table_and_chart(tmp_path):
    given = answer(
        "ladder", "-n", "200", "--strategies", "random,club,novice", "--out", str(tmp_path),
        "--json",
    )  # fmt: skip
    assert given["summary"][0] == "From the top: club, novice, random."
    assert (tmp_path / "ladder" / "chart.svg").is_file()
    gains = [row["value"] for row in given["table"] if row["quantity"] == "points a pair"]
    assert len(gains) == 3


def test_train__writes_a_file_to_play_by(tmp_path):
    out = tmp_path / "mine.npz"
    given = answer("train", "--hands", "1000", "--rounds", "3", "--out", str(out), "--json")
    assert given["gain"] < 0
    assert {"seed", "hands", "rounds", "seconds", "machine"} <= set(given)
    own = run_process(
        *("duel", "expert", "club", "-n", "50", "--json"),
        capture_output=True, text=True, env={**os.environ, "PIQUET_LEARNED": str(out)},
    )  # fmt: skip
    assert (
        json.loads(own.stdout)["gain"]
        != answer("duel", "expert", "club", "-n", "50", "--json")["gain"]
    )


# ---- Matches ------------------------------------------------------------------------------------
def test_partie__json_names_what_a_match_comes_to():
    given = answer("partie", "-n", "400", "--first", "club", "--second", "novice", "--json")
    assert (given["n"], given["first"], given["second"]) == (400, "club", "novice")
    wanted = {
        "first_wins", "second_wins", "drawn", "rubicon", "settlement_mean", "deals_mean",
        "first_dealer_wins", "first_dealer_settlement_mean", "deal_1_first", "deal_6_second",
        "lead_holds_3", "level",
    }  # fmt: skip
    assert wanted <= set(given["estimates"])
    shares = [given["estimates"][name]["value"] for name in ("first_wins", "second_wins", "drawn")]
    assert sum(shares) == pytest.approx(1)
    assert given == answer(
        "partie", "-n", "400", "--first", "club", "--second", "novice", "--json", "--threads", "1"
    )


def test_partie__of_every_form_prints_a_table():
    for options in (
        ("--rules", "cotton_1674", "--set", "target=121"),
        ("--set", "partie_deals=4", "--mirrored"),
        ("--rules", "au_cent", "--set", "match=games", "--set", "settlement=games",
         "--set", "games_to_win=3", "--set", "double_below=50"),
        ("--third", "novice", "--parties", "4"),
    ):  # fmt: skip
        done = command("partie", "-n", "60", *options)
        assert done.code == 0, done.err
        assert "60 " in done.out


def test_chouette__json():
    given = answer("partie", "-n", "60", "--third", "random", "--parties", "4", "--json")
    assert given["players"] == {"A": "club", "B": "club", "C": "random"}
    assert given["scores"]["C"]["value"] < 0
    assert sum(given["single"].values()) == pytest.approx(1)


def test_settle__answers_line_by_line():
    sheets = [
        {"deals": [[27, 13], [15, 31], [44, 6], [18, 29], [35, 12], [25, 23]]},
        {"deals": [[44, 20], [30, 41], [26, 12]], "rules": "cotton_1674"},
    ]
    done = command("settle", "-", given="\n".join(json.dumps(sheet) for sheet in sheets))
    assert done.code == 0, done.err
    first, second = (json.loads(line) for line in done.out.splitlines())
    assert first == {"totals": [164, 114], "winner": "A", "rubicon": False, "settlement": 150}
    assert (second["winner"], second["settlement"]) == ("A", 1)
    deals = "27-13 15-31 44-6 18-29 35-12 25-23"
    assert answer("settle", "--deals", deals) == first
    assert answer("settle", "--deals", deals, "--stake", "10")["money"] == 15
    six = answer("settle", "--deals", "25-14 14-25 24-13 13-24 20-12 12-20")
    assert six["unfinished"] == "two more deals"
    lines = command("settle", "--chouette", "150 416 -476", "--stake", "10").out.splitlines()
    assert json.loads(lines[-1])["scores"] == {"A": 180, "B": -90, "C": -90}


def test_chances__json_and_chart(tmp_path):
    chart = tmp_path / "chances.svg"
    given = answer("chances", "68-155", "--deal", "6", "--elder", "a", "-n", "20000", "--json",
                   "--chart", str(chart))  # fmt: skip
    assert given["totals"] == [68, 155]
    assert 0 < given["chances"]["wins"]["value"] < 0.1
    assert given["chances"]["settlement_mean"]["value"] < -200
    assert given["point"]["rate"] > 1
    drawn = chart.read_text()
    assert "What a point is worth" in drawn
    assert "At 68-155" in drawn
    told = command("chances", "0-0", "-n", "20000")
    assert told.code == 0, told.err
    assert "even" in told.out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("settle",), "give a FILE"),
        (("settle", "--deals", "27"), "deal 1: '27'; write"),
        (("settle", "--deals", "27-13", "--stake", "ten"), "stake: 'ten'"),
        (("settle", "--deals", "27-13", "--fraction", "0"), "fraction: 0"),
        (("settle", "--chouette", "150 x"), "partie 2: 'x'"),
        (("settle", "nowhere.jsonl"), "nowhere.jsonl: no such file"),
        (
            ("settle", "--deals", "60-70 50-10", "--rules", "boussac_1896", "--stake", "10"),
            "is settled in games",
        ),
        (("settle", "-", "--rules", "boussac_1896", "--stake", "10"), "is settled in games"),
        (("chances", "68"), "totals: '68'; write A's"),
        (("chances", "0-0", "--first", "expert+score"), "leave +score out"),
        (("simulate", "--set", "name=foo"), "--set name"),
        (("simulate", "--set", "lowest_set=9"), "'T', 'J', 'Q', 'K' or 'A'"),
        (("partie", "--parties", "3"), "name a --third player"),
        (("study", "codes", "--rules", "american"), "rule books of its own"),
        (("chances", "68-155"), "before the first deal"),
        (("chances", "68-155", "--deal", "9"), "deals 1 to 6"),
        (("chances", "68-155", "--deal", "6", "--elder", "c"), "elder: 'c'"),
        (("chances", "0-0", "--rules", "boussac_1896"), "no last deal"),
        (("chances", "0-0", "--chart", "x.txt"), ".svg, .png or .pdf"),
        (("partie", "-n", "3", "--mirrored"), "must be even"),
        (("partie", "--third", "club", "--rules", "cotton_1674"), "played in parties"),
        (("partie", "--third", "club", "--parties", "0"), "parties: 0"),
        (("partie", "--set", "match=race"), "set settlement=games, too"),
        (("simulate", "--set", "games_to_win=3"), "needs match=games"),
    ],
)
def test_match_commands__refuse_in_one_line(arguments, part):
    done = command(*arguments, given='{"deals": [[60, 70], [50, 10]]}')
    assert done.code == 2
    assert done.out == ""
    assert part in done.err
    assert done.err.count("\n") == 1


def test_players__that_learned_nothing_of_the_sixes_say_so():
    done = command("duel", "expert", "novice", "--rules", "cotton_1674", "-n", "50")
    assert done.code == 0
    assert done.err == (
        "piquet: expert has learned nothing of the sixes, and plays as club with them\n"
    )
    assert "rating" not in command("duel", "club", "random", "-n", "4").out
