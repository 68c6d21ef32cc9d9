"""The commands as a user runs them, mistakes included; some in processes of their own."""

import json
import subprocess
import sys

import pyarrow.parquet as pq
import pytest
import reference
from command_line import Ended, answer, command, refused, run_process
from specimens import read_golden

from piquet_sim.deals.json import describe_deal, judge_deal
from piquet_sim.deals.narration import tell_deal
from piquet_sim.deals.simulation import Simulation

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")

GOLDEN = read_golden("deals.jsonl")
ESTIMATES = {
    *("elder_score", "younger_score", "difference", "elder_wins", "younger_wins", "drawn"),
    *("elder_cards", "younger_cards", "cards_divided", "elder_capot", "younger_capot"),
    *("elder_pique", "elder_repique", "younger_repique"),
    *("elder_carte_blanche", "younger_carte_blanche", "elder_exchanged", "younger_exchanged"),
    *("elder_point", "younger_point", "equal_point", "elder_set", "younger_set"),
    *("elder_sequence", "younger_sequence", "equal_sequence"),
}


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
from piquet_sim.cli.commands import playing

@contextlib.contextmanager
def press_ctrl_c(total, label):
    yield lambda done: done and os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
playing.show_progress = press_ctrl_c
cli.main(["simulate", "-n", "2e9", "--json"])
"""


def test_simulate__ctrl_c_keeps_what_was_counted(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", CTRL_C_AS_SOON_AS_SOMETHING_IS_COUNTED],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=tmp_path,  # a run of more than ten seconds keeps a checkpoint there
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
    told = refused("simulate", "-n", "500", "--younger", "greedy", "--load", str(path))
    for part in ("'greedy' as younger", "deal 0 of seed 1", "discards 12 cards", "DiscardView("):
        assert part in told


def test_score__the_golden_deals():
    done = command("score", "-", given="\n".join(json.dumps(deal) for _, deal in GOLDEN))
    assert done.code == 0, done.err
    for (expected, _), line in zip(GOLDEN, done.out.splitlines(), strict=True):
        given = json.loads(line)
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


def test_deal__is_told_as_the_book_tells_its_example():
    told = "\n".join(tell_deal(judge_deal(GOLDEN[0][1])))
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
    listed = answer("help", "players", "--json")
    assert [one["name"] for one in listed][:3] == ["random", "novice", "club"]
    assert all(one["origin"] and one["summary"] for one in listed)


def test_version_and_help__answer():
    assert command("--version").out.startswith("piquet 0.")
    for name in ("simulate", "study", "deal", "score", "rules", "help"):
        assert "Usage: piquet " + name in command(name, "--help").out


def test_score__names_the_broken_line():
    lines = [json.dumps(GOLDEN[0][1])] * 16 + ["{broken"]
    done = command("score", "-", given="\n".join(lines))
    assert done.code == 2
    assert len(done.out.splitlines()) == 16
    assert done.err.startswith("piquet: line 17: not JSON")
    assert len(done.err.splitlines()) == 1


def test_score__explained_is_told_in_words_as_the_deal_is():
    played = Simulation("club", "novice", seed=3).replay_deal(1)
    line = json.dumps(describe_deal(played)) + "\n"
    told = command("score", "-", "--explain", given=line + line)
    assert told.code == 0
    words = " ".join(tell_deal(judge_deal(describe_deal(played)))).split()
    assert words[:3] == ["Elder", "is", "dealt"]
    assert told.out.split() == words + words
    refused("score", "-", "--explain", "--json", given=line)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"dealt": "AKJ.AQJ8.98.J8"}, "elder dealt: expected 12 cards, got 11"),
        ({"dealt": "AKJ.AQJ8.98.J887"}, "elder dealt: ♣8 twice"),
        ({"dealt": "AKJ.AQJ8.9X.J87"}, "elder dealt: unknown rank 'X' in diamonds"),
        ({"dealt": "AKJ.AQJ8.98"}, "elder dealt: expected 4 suits separated by dots"),
        ({"discard": "KJ.A.98.J87"}, "elder discard: 8 cards; elder may exchange 1 to 5"),
        ({"calls": "some"}, "elder calls: expected 'full', 'none' or an object, as in "),
    ],
)
def test_score__says_what_is_wrong_with_a_hand(change, said):
    deal = {**GOLDEN[0][1], "elder": GOLDEN[0][1]["elder"] | change}
    assert f"line 1: {said}" in refused("score", "-", given=json.dumps(deal))


def test_study__a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "taken").write_text("")
    told = refused("study", "hands", "-n", "1000", "--out", str(tmp_path / "taken"))
    assert "cannot create the folder" in told


def test_double_dummy__is_said_wherever_it_is_used(tmp_path):
    given = answer("simulate", "-n", "2000", "--play", "double-dummy", "--json")
    assert given["play"] == "double-dummy"
    assert set(given["estimates"]) >= ESTIMATES
    assert "double-dummy" in command("simulate", "-n", "500", "--play", "double-dummy").out
    told = command("deal", "--index", "4", "--play", "double-dummy").out
    assert "cards played double-dummy" in " ".join(told.split()[:20])
    assert "12. " in told
    study = answer(
        "study", "elder-advantage", "-n", "500", "--play", "double-dummy", "--out", str(tmp_path),
        "--json",
    )  # fmt: skip
    assert study["play"] == "double-dummy"
