"""What goes from many hands: which hands are asked about, and how often a card goes."""

import numpy as np
import pandas as pd
import pytest
from command_line import answer, command, refused
from refusals import refuses

from piquet_sim import Simulation, advise
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.decisions.many_hands import draw_hands
from piquet_sim.game.cards import format_hand

pytestmark = pytest.mark.usefixtures("table_of_play")

ACES = "hand.aces == 4"


@pytest.fixture(scope="module")
def told():
    return answer("advise", "--given", ACES, "--hands", 6, "-n", 64, "--json")


def test_hands__meet_the_condition_and_each_is_asked_for_by_itself(told):
    questions = draw_hands(ACES, 6)
    assert [format_hand(one.hand) for one in questions] == [one["hand"] for one in told["hands"]]
    for one, question in zip(told["hands"], questions, strict=True):
        assert one["hand"].count("A") == 4
        best, *_ = advise(question, n=64).candidates
        assert (one["discard"], one["value"]) == (format_hand(best.discard), best.value)


def test_shares__are_those_of_a_count(told):
    found = {one["key"]: one for one in told["numbers"]}
    suits = [
        suit
        for one in told["hands"]
        for suit in zip(one["hand"].split("."), one["discard"].split("."), strict=True)
    ]
    for name, lengths in (("7", range(1, 9)), ("73", [3])):
        gone = ["7" in thrown for hand, thrown in suits if "7" in hand and len(hand) in lengths]
        assert not gone or found[name]["value"] == pytest.approx(np.mean(gone))
    assert found["A"]["value"] == 0
    shares = [one for one in told["numbers"] if one["of"].endswith(("held", "of 3"))]
    assert all(0 <= one["low"] <= one["value"] <= one["high"] <= 1 for one in shares)
    assert all(one["low"] < one["high"] for one in shares)
    worths, worth = [one["value"] for one in told["hands"]], found["worth"]
    expected = np.mean(worths), np.std(worths, ddof=1) / 6**0.5
    assert (worth["value"], worth["se"]) == pytest.approx(expected)


def test_frame__of_a_record_is_asked_with_what_younger_knows():
    played = Simulation("club", "club").record_units(0, 3)
    names = ("younger_dealt", "elder_exchanged")
    frame = pd.DataFrame({name: played[name].astype(int) for name in names})
    advised = advise(frame, "younger", n=64)
    assert [asked for asked, *_ in advised.hands] == [
        Question(int(deal["younger_dealt"]), "younger", int(deal["elder_exchanged"]))
        for deal in played
    ]
    assert len(advised.table()) > 10
    with refuses("hand: expected a column hand or elder_dealt, got younger_dealt"):
        advise(frame)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--hands", 3), "--hands goes with --given and without a hand"),
        (("--hands", 3, "--given", "younger.aces == 4"), "no place 'younger'; there are: hand"),
        (("--hands", 3, "--given", "hand.points == 4"), "'hand.points' (character 1) is unknown"),
        (("--hands", 1, "--given", ACES), "hands: expected at least 2, got 1"),
        (("--hands", 3, "--given", ACES, "--all"), "--all has no effect on many hands"),
        ((), "expected a hand, a file with hands or deals begun, or --given with --hands"),
    ],
)
def test_command__refuses_in_one_line(options, said):
    assert said in refused("advise", *options)


def test_command__tells_what_goes():
    said = command("advise", "--given", ACES, "--hands", 3, "-n", 32).out
    assert [one for one in ("The best discard makes", ACES) if one not in said] == []


LISTED = "\n♠AKJ ♥AQJ8 ♦98 ♣J87\nT7.T97.AQJT.KQT\n"


def test_hands__of_a_file_are_asked_for_line_by_line(tmp_path):
    path = tmp_path / "hands"
    path.write_text(LISTED, "utf-8")
    told = answer("advise", path, "-n", 64, "--json")
    assert told == answer("advise", "-", "-n", 64, "--json", given=LISTED)
    alone = [advise(line, n=64).candidates[0] for line in LISTED.split("\n")[1:3]]
    assert [(one["discard"], one["value"]) for one in told["hands"]] == [
        (format_hand(one.discard), one.value) for one in alone
    ]
    assert "♠AKJ ♥AQJ8 ♦98 ♣J87: " in command("advise", "-", "-n", 64, given=LISTED).out
    only = answer("advise", "-", "-n", 64, "--json", given="AKJ.AQJ8.98.J87\n")["candidates"]
    assert only == answer("advise", "AKJ.AQJ8.98.J87", "-n", 64, "--json")["candidates"]


@pytest.mark.parametrize(
    ("given", "options", "said"),
    [
        (LISTED + "AKJ.AQJ8.98.J8\n", (), "line 4: hand: expected 12 cards, got 11"),
        (LISTED + '{"seat": "elder"}\n', (), "line 4: hand: "),
        (LISTED, ("--all",), "--all has no effect on many hands"),
        (LISTED, ("--trick", 3), "--trick has no effect on many hands"),
        ("AKJ.AQJ8.98.J87", ("--trick", 3), "--trick has no effect on a hand"),
    ],
)
def test_file_of_hands__is_refused_with_its_line(given, options, said):
    assert said in refused("advise", "-", *options, given=given)
