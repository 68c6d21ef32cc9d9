"""What goes from many hands: which hands are asked about, and how often a card goes."""

import numpy as np
import pandas as pd
import pytest
from command_line import answer, command
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
    for one, question in zip(told["hands"], draw_hands(ACES, 6), strict=True):
        best, *_ = advise(question, n=64).candidates
        found = format_hand(question.hand), format_hand(best.discard), best.value
        assert ((one["hand"], one["discard"], one["value"]), one["hand"].count("A")) == (found, 4)


def test_shares__are_those_of_a_count(told):
    found = {one["key"]: one for one in told["numbers"]}
    for name, lengths in (("7", range(1, 9)), ("73", [3])):
        gone = [
            "7" in thrown
            for one in told["hands"]
            for hand, thrown in zip(one["hand"].split("."), one["discard"].split("."), strict=True)
            if "7" in hand and len(hand) in lengths
        ]
        assert not gone or found[name]["value"] == pytest.approx(np.mean(gone))
    shares = [one for one in told["numbers"] if one["of"].endswith(("held", "of 3"))]
    is_within = [0 <= one["low"] <= one["value"] <= one["high"] <= 1 for one in shares]
    assert all([*is_within, *(one["low"] < one["high"] for one in shares)])
    worths = [one["value"] for one in told["hands"]]
    worth = found["A"]["value"], found["worth"]["value"], found["worth"]["se"]
    assert worth == pytest.approx((0, np.mean(worths), np.std(worths, ddof=1) / 6**0.5))


def test_frame__of_a_record_is_asked_with_what_younger_knows():
    played = Simulation("club", "club").record_units(0, 3)
    frame = pd.DataFrame(
        {name: played[name].astype(int) for name in ("younger_dealt", "elder_exchanged")}
    )
    advised = advise(frame, "younger", n=64)
    assert [asked for asked, *_ in advised.hands] == [
        Question(int(deal["younger_dealt"]), "younger", int(deal["elder_exchanged"]))
        for deal in played
    ]
    assert len(advised.table()) > 10
    with refuses("hand: expected a column hand or elder_dealt, got younger_dealt"):
        advise(frame)


def test_command__tells_what_goes():
    said = command("advise", "--given", ACES, "--hands", 3, "-n", 32).out
    assert ("The best discard makes" in said, ACES in said) == (True, True)


LISTED = "\n♠AKJ ♥AQJ8 ♦98 ♣J87\nT7.T97.AQJT.KQT\n"


def test_hands__of_a_file_are_asked_for_line_by_line(tmp_path):
    (tmp_path / "hands").write_text(LISTED, "utf-8")
    told = answer("advise", tmp_path / "hands", "-n", 64, "--json")
    assert (told, [(one["discard"], one["value"]) for one in told["hands"]]) == (
        answer("advise", "-", "-n", 64, "--json", given=LISTED),
        [
            (format_hand(one.discard), one.value)
            for one in [advise(line, n=64).candidates[0] for line in LISTED.split("\n")[1:3]]
        ],
    )
    assert "♠AKJ ♥AQJ8 ♦98 ♣J87: " in command("advise", "-", "-n", 64, given=LISTED).out
    only = answer("advise", "-", "-n", 64, "--json", given="AKJ.AQJ8.98.J87\n")["candidates"]
    assert only == answer("advise", "AKJ.AQJ8.98.J87", "-n", 64, "--json")["candidates"]
