"""Advice on a throw, a call and a card: reproducible, as if only the view were known, or refused.

What each makes of it is compared with naive twins in a file of its own.
"""

import json
from dataclasses import replace

import pytest
from attacks import answers, attacks, lines_like, refusal
from command_line import answer, command, refused
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
ELDER = {"seat": "elder", **DEAL["elder"], "drawn": "9S 8S KH 9C KD", "opponent": {"took": 3}}
YOUNGER = {
    "seat": "younger",
    **DEAL["younger"],
    "drawn": "QS AC 7D",
    "opponent": {"took": 5, "calls": CALLS},
}
CARD = {**YOUNGER, "play": "AH TH KH"}
BY_CLUB = "--deals 16 --opponent club"


def _opponent(view, **changes):
    return {**view, "opponent": {**view["opponent"], **changes}}


# ---- What is answered ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "options", "record", "view"),
    [
        ("discard", "--deals 128", DEALT, HAND),
        ("call", BY_CLUB, DEAL, ELDER),
        (
            "call",
            f"{BY_CLUB} --call point --seat younger",
            DEAL,
            _opponent(YOUNGER, calls={"point": CALLS["point"]}),
        ),
        ("card", "", BEGUN, read_view(BEGUN).as_json()),
    ],
)
def test_advice__on_a_record_is_that_on_what_the_seat_knows_and_on_any_threads(
    kind, options, record, view
):
    more = options.split()
    one = answer("advise", "-", "--json", *more, "--threads", 1, given=json.dumps(record))
    two = answer("advise", "-", "--json", *more, "--threads", 3, given=json.dumps(view))
    first, *_ = one["candidates"]
    assert first["gap"] == 0
    assert {kind, "value", "gap"} <= first.keys()
    for told in (one, two):
        told["origin"].pop("date")
        told.pop("question")  # of a record a view says more
    assert one == two


def test_command__answers_each_line_by_itself():
    both = command("advise", "-", "--deals", 64, given=f"{json.dumps(DEALT)}\n" * 2).out
    assert both.count("Elder's points less the opponent's, by discard") == 2


def test_guide__shows_a_view_that_is_answered():
    written = read_guide("advice").partition('{"seat"')[2].partition("```")[0]
    assert answer("advise", "-", "--json", given='{"seat"' + " ".join(written.split()))["hands"] > 1


SEEN = [read_view(EXAMPLE, card=number).as_json() for number in (1, 9, 14)]


@attacks(100)
@given(lines_like(st.sampled_from([CARD, EXAMPLE, BEGUN, *SEEN])))
def test_view__that_is_accepted_is_read_back_and_answered_or_refused(line):
    for _, view in answers(line, read_view):
        assert read_view(view.as_json()) == view
        refusal(lambda view=view: advise_play(view).as_json())


# ---- What is refused -----------------------------------------------------------------------------
OF_ELDER = {**HAND, "seat": "younger"}
YOUNGER_HAND = {"younger": {"dealt": DEAL["younger"]["dealt"]}}
THROWN = {"elder": DEAL["elder"]}
EXCHANGED = {"elder": {**DEAL["elder"], "drawn": ELDER["drawn"]}}
NO_SET = {
    "elder": {"dealt": "987.987.987.987", "discard": "9..."},
    "younger": {"dealt": "AKQJ.AKQJ.AKQJ.", "discard": "J..."},
    "talon": "AC KC QC JC TS TH TD TC",
}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        # records
        ({**DEAL, "play": "AH TH KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC 9S"},
         "card 17 (trick 9): 9S is not legal; younger, whose turn it is, may play"),
        ({**DEAL, "play": "AH TD"}, "card 2 (trick 1): TD is not legal; younger, whose turn it is"),
        ({**EXAMPLE, "talon": "9S 8S KH 9C KD QS AC"}, "talon: expected 8 cards, got 7"),
        ({**EXAMPLE, "talon": "9S 8S KH 9C KD QS AC KS"}, "talon: KS was dealt to a player"),
        ({**EXAMPLE, "elder": {**DEAL["elder"], "calls": {"set": {"size": 4, "rank": "J"}}}},
         "elder calls set: quatorze of knaves is not held"),
        (EXAMPLE, "expected --trick or --call"),
        ([1], "expected a JSON object"),
        # hands
        ({"elder": {"discard": "K..98.87"}}, "dealt is missing"),
        ({"elder": {**HAND["elder"], "drwan": "KH"}}, "elder: unknown key 'drwan'"),
        ({**YOUNGER_HAND, "elder": {"took": "x"}}, "elder took: 'x'"),
        ({**YOUNGER_HAND, "elder": {"took": 6}}, "took: 6 cards"),
        ({"elder": {"dealt": "AKJ"}}, "elder dealt: unknown card"),
        (THROWN, "drawn is missing"),
        (EXCHANGED, "younger: took is missing"),
        ({"talon": DEAL["talon"], **EXCHANGED, "younger": {"took": 3}},
         "talon: with elder's hand alone, expected what elder"),
        ({"seat": "dealer", **HAND}, "seat: expected elder or younger, got 'dealer'"),
        # views before a call
        ({**ELDER, "class": "tierce"}, "class"),
        ({**ELDER, "drawn": "9S 8S KH 9C"}, "drawn: 4 cards for 5 discarded"),
        ({**ELDER, "drawn": "9S 8S KH 9C AS"}, "AS"),
        ({**ELDER, "discard": "Q...."}, "discard"),
        ({**ELDER, "opponent": {}}, "took is missing"),
        ({**ELDER, "opponent": {"took": 5}}, "younger may exchange 1 to 3"),
        ({**ELDER, "left": "7S"}, "left"),
        ({**ELDER, "class": "point", "calls": {"point": CALLS["point"]}}, "is not known"),
        ({**ELDER, "class": "sequence", "calls": {"point": CALLS["point"]}},
         "answers: point is missing"),
        ({**ELDER, "class": "sequence", "calls": {"point": {"length": 6, "pips": 60}}},
         "point of 6 cards making 60 is not held"),
        (_opponent(YOUNGER, calls={"set": CALLS["set"]}), "is not known"),
        (_opponent(YOUNGER, calls={"point": {"length": 12}}), "agree"),
        # views before a card
        ({**CARD, "calls": {"set": {"size": 3, "rank": "A"}}},
         "younger calls set: trio of aces is not held"),
        ({**CARD, "drawn": "QS AC"}, "drawn: 2 cards for 3 discarded"),
        ({**CARD, "drawn": "QS AC 7S"}, "drawn: younger has seen the 7S elsewhere"),
        ({**CARD, "left": "9S"}, "talon: elder took 5, younger took 3 and 1 were left: 9 cards"),
        (_opponent(CARD, took=6), "elder discard: 6 cards; elder may exchange 1 to 5"),
        (_opponent(CARD, calls={"set": {"size": 4, "rank": "Q"}}),
         "the set of elder cannot be made"),
        (_opponent(CARD, calls={"point": {"length": 5}}),
         "pips is missing; both have as many cards"),
        (_opponent(CARD, holds="AS KS QS"), "elder holds: younger has seen the QS elsewhere"),
        ({**CARD, "play": "AH TH KH 7D"}, "after 4 cards it is elder's turn, not younger's"),
        ({**CARD, "play": "AH JD KH"}, "card 2 (trick 1): JD is not legal; younger"),
        ({**CARD, "play": "AH TH TC"}, "card 3 (trick 2): TC cannot be elder's"),
        ({**CARD, "answers": {"point": "good"}}, "answers: only elder gets answers"),
        ({**CARD, "rules": "american"}, "double-dummy"),
    ],
)  # fmt: skip
def test_bad_input__gets_one_line(given, said):
    told = refused("advise", "-", given=json.dumps(given))
    assert told.startswith("piquet: line 1: ")
    assert said in told


@pytest.mark.parametrize(
    ("given", "options", "said"),
    [
        (EXAMPLE, "--seat north", "seat: expected elder or younger"),
        (EXAMPLE, "--trick 3", "trick requires a seat"),
        (EXAMPLE, "--trick 13 --seat elder", "trick: expected 1 to 12, got 13"),
        (EXAMPLE, "--deal 3", "--deal requires --score"),
        (EXAMPLE, "--seat elder --trick 1 --score x", "score: 'x'"),
        (EXAMPLE, "--seat elder --trick 1 --score 10-20 --deal 7", "a partie has deals 1 to 6"),
        (EXAMPLE, "--seat elder --trick 1 --aim settlement", "settlement requires a score"),
        (EXAMPLE, "--seat elder --trick 1 --aim difrence", "did you mean 'difference'"),
        (NO_SET, "--call set --seat elder", "elder holds no set that could be called"),
        (ELDER, "--seat younger", "is asked about by elder, not by younger"),
        (ELDER, "-n 1", "n: expected 2 to 1,000,000 deals, got 1"),
        (ELDER, "--took 3", "--took has no effect on a call in a deal"),
        (ELDER, "--call foo", "class: no class 'foo'"),
        (ELDER, "--call point --opponent cub", "did you mean 'club'"),
        (ELDER, "--opponent club+sink-point=0.5", "sinks at random"),
        (OF_ELDER, "--seat elder", "by younger, not by elder"),
        (HAND, "--deals many", "n: 'many' is not a whole number"),
    ],
)
def test_bad_options__get_one_line(given, options, said):
    assert said in refused("advise", "-", *options.split(), given=json.dumps(given))


def test_view__in_which_nobody_could_hold_what_is_left_is_refused():
    view = read_view(CARD)
    with refuses("no possible hand is left"):
        left = (*view.deal.talon, *[*iterate_cards(view.unseen)][:12])
        advise_play(replace(view, deal=replace(view.deal, talon=left)))
