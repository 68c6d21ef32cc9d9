"""Advice on a throw, a call and a card: reproducible, and as if only the view were known.

What each makes of it is compared with naive twins in a file of its own; what is refused stands in
the rows of refusals. Of many hands it is held which are asked about, and how often a card goes.

Covers `decisions.many_hands`.
"""

import json
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
from attacks import answers, attacks, lines_like, refusal
from command_line import answer, command, refuses
from hypothesis import given
from hypothesis import strategies as st
from specimens import CALLS, EXAMPLE_PLAY
from specimens import EXAMPLE as DEAL

from piquet_sim import Simulation, advise
from piquet_sim.cli.guides import read_guide
from piquet_sim.decisions.kinds.card import advise_play
from piquet_sim.decisions.kinds.question import Question
from piquet_sim.decisions.many_hands import draw_hands
from piquet_sim.decisions.one_hand import read_knowledge
from piquet_sim.game.cards import format_hand, iterate_cards

EXAMPLE = {**DEAL, "play": EXAMPLE_PLAY}
BEGUN = {**DEAL, "play": "AH TH KH"}
HAND = {"elder": {"dealt": DEAL["elder"]["dealt"]}}
DEALT = {"talon": DEAL["talon"], **HAND, "younger": {"dealt": DEAL["younger"]["dealt"]}}
YOUNGER = {
    "seat": "younger",
    **DEAL["younger"],
    "drawn": "QS AC 7D",
    "opponent": {"took": 5, "calls": CALLS},
}
CARD = {**YOUNGER, "play": "AH TH KH"}
BY_CLUB = "--deals 16 --opponent club"


# ---- What is answered ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "options", "record", "view"),
    [
        ("discard", "--deals 128", DEALT, HAND),
        (
            "call",
            BY_CLUB,
            DEAL,
            {"seat": "elder", **DEAL["elder"], "drawn": "9S 8S KH 9C KD", "opponent": {"took": 3}},
        ),
        (
            "call",
            f"{BY_CLUB} --call point --seat younger",
            DEAL,
            YOUNGER | {"opponent": {"took": 5, "calls": {"point": CALLS["point"]}}},
        ),
        ("card", "", BEGUN, read_knowledge(BEGUN).as_json()),
    ],
)
def test_advice__on_a_record_is_that_on_what_the_seat_knows_and_on_any_threads(
    kind, options, record, view
):
    asked = "advise", "-", "--json", *options.split(), "--threads"
    one, two = (
        answer(*asked, threads, given=json.dumps(given))
        for threads, given in ((1, record), (3, view))
    )
    assert ({kind, "value"} <= one["candidates"][0].keys(), one["candidates"][0]["gap"]) == (
        True,
        0,
    )
    for told in (one, two):  # of a record a view says more
        told |= {"origin": told["origin"] | {"date": ""}, "question": {}}
    assert one == two


def test_command__answers_each_line_by_itself():
    both = command("advise", "-", "--deals", 64, given=f"{json.dumps(DEALT)}\n" * 2).out
    assert both.count("Elder's points less the opponent's, by discard") == 2


def test_guide__shows_a_view_that_is_answered():
    written = read_guide("advice").partition('{"seat"')[2].partition("```")[0]
    assert answer("advise", "-", "--json", given='{"seat"' + " ".join(written.split()))["hands"] > 1


@attacks(100)
@given(
    lines_like(
        st.sampled_from([CARD, EXAMPLE, BEGUN])
        | st.sampled_from([1, 9, 14]).map(lambda card: read_knowledge(EXAMPLE, card=card).as_json())
    )
)
def test_view__that_is_accepted_is_read_back_and_answered_or_refused(line):
    for _, view in answers(line, partial(read_knowledge, kind="card")):
        assert read_knowledge(view.as_json(), kind="card") == view
        refusal(lambda view=view: advise_play(view).as_json())


# ---- What is refused -----------------------------------------------------------------------------
def test_view__in_which_nobody_could_hold_what_is_left_is_refused():
    view = read_knowledge(CARD)
    left = (*view.deal.talon, *[*iterate_cards(view.unseen)][:12])
    with refuses("no possible hand is left"):
        advise_play(replace(view, deal=replace(view.deal, talon=left)))


# ---- What goes from many hands ------------------------------------------------------------------

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
    assert all(
        0 <= one["low"] <= one["value"] <= one["high"] <= 1 and one["low"] < one["high"]
        for one in told["numbers"]
        if one["of"].endswith(("held", "of 3"))
    )
    worths = [one["value"] for one in told["hands"]]
    assert (found["A"]["value"], found["worth"]["value"], found["worth"]["se"]) == pytest.approx(
        (0, np.mean(worths), np.std(worths, ddof=1) / 6**0.5)
    )


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
