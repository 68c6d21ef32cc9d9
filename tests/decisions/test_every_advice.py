"""Advice on a throw, a call and a card: reproducible, and as if only the view were known.

What each makes of it is compared with naive twins in a file of its own; what is refused stands in
the rows of refusals.
"""

import json
from dataclasses import replace

import pytest
from attacks import answers, attacks, lines_like, refusal
from command_line import answer, command
from hypothesis import given
from hypothesis import strategies as st
from refusals import refuses
from specimens import CALLS, EXAMPLE_PLAY
from specimens import EXAMPLE as DEAL

from piquet_sim.cli.guides import read_guide
from piquet_sim.decisions.kinds.card import advise_play
from piquet_sim.decisions.one_hand import read_view
from piquet_sim.game.cards import iterate_cards

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")

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
        ("card", "", BEGUN, read_view(BEGUN).as_json()),
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
        | st.sampled_from([1, 9, 14]).map(lambda card: read_view(EXAMPLE, card=card).as_json())
    )
)
def test_view__that_is_accepted_is_read_back_and_answered_or_refused(line):
    for _, view in answers(line, read_view):
        assert read_view(view.as_json()) == view
        refusal(lambda view=view: advise_play(view).as_json())


# ---- What is refused -----------------------------------------------------------------------------
def test_view__in_which_nobody_could_hold_what_is_left_is_refused():
    view = read_view(CARD)
    left = (*view.deal.talon, *[*iterate_cards(view.unseen)][:12])
    with refuses("no possible hand is left"):
        advise_play(replace(view, deal=replace(view.deal, talon=left)))
