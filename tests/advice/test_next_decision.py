"""What is to be decided next in a deal begun, and that nothing hidden is looked at."""

import json

import pytest
from command_line import answer, command, refused
from specimens import read_golden

from piquet_sim import InputError, read_view
from piquet_sim.advice.knowledge import CALL, CARD, DISCARD, read_knowledge
from piquet_sim.advice.trials import ask_discard
from piquet_sim.game.terms import SEATS

pytestmark = pytest.mark.usefixtures("nobody_stays_registered", "table_of_play")

EXAMPLE = read_golden("deals.jsonl")[0][1]
ELDER, YOUNGER = EXAMPLE["elder"], EXAMPLE["younger"]
HAND = {"dealt": ELDER["dealt"]}
THROWN = HAND | {"discard": ELDER["discard"]}
EXCHANGED = THROWN | {"drawn": "9S 8S KH 9C KD"}
ANSWERS = {"point": "good", "sequence": "good", "set": "not good"}
CALLED = EXCHANGED | {"calls": "full", "answers": ANSWERS}
VIEW = {"seat": "elder", **EXCHANGED, "opponent": {"took": 3}}
SHOWN = "T987.T987.T987."
"""A carte blanche."""


def both(elder, younger, **more):
    return {"talon": EXAMPLE["talon"], "elder": elder, "younger": younger, **more}


def without(seat, *keys):
    return {key: value for key, value in EXAMPLE[seat].items() if key not in keys}


DEALT = both(*(without(seat, "discard", "calls") for seat in ("elder", "younger")))
UNCALLED = both(*(without(seat, "calls") for seat in ("elder", "younger")))


@pytest.mark.parametrize(
    ("deal", "asked", "kind", "seat"),
    [
        ({"elder": HAND}, {}, DISCARD, "elder"),
        ({"younger": {"dealt": YOUNGER["dealt"]}}, {}, DISCARD, "younger"),
        (DEALT, {}, DISCARD, "elder"),
        (DEALT, {"seat": "younger"}, DISCARD, "younger"),
        (DEALT | {"seat": "younger"}, {}, DISCARD, "younger"),
        (DEALT | {"elder": THROWN}, {}, DISCARD, "younger"),
        (UNCALLED, {}, CALL, "elder"),
        (UNCALLED, {"seat": "younger"}, CALL, "younger"),
        (UNCALLED | {"elder": ELDER}, {}, CARD, "elder"),
        (UNCALLED | {"play": "AH TH"}, {}, CARD, "elder"),
        (UNCALLED | {"play": ""}, {}, CALL, "elder"),
        (EXAMPLE | {"play": "AH TH KH"}, {}, CARD, "younger"),
        (EXAMPLE, {"call": "set", "seat": "younger"}, CALL, "younger"),
        ({"elder": EXCHANGED, "younger": {"took": 3}}, {}, CALL, "elder"),
        ({"elder": EXCHANGED, "younger": {"took": 3}}, {"call": "point"}, CALL, "elder"),
        ({"elder": CALLED, "younger": {"took": 3}}, {}, CARD, "elder"),
        ({"elder": CALLED, "younger": {"took": 3}, "play": "AH TH"}, {}, CARD, "elder"),
        (VIEW, {}, CALL, "elder"),
        (VIEW | {"class": "set"}, {}, CALL, "elder"),
        (VIEW | CALLED, {}, CARD, "elder"),
        (VIEW | {"answers": ANSWERS, "play": "AH TH"}, {}, CARD, "elder"),
        ({"seat": "elder", **HAND}, {}, DISCARD, "elder"),
    ],
)
def test_decision__is_the_next_one_or_the_one_asked_about(deal, asked, kind, seat):
    found = read_knowledge(deal, **asked)
    assert (found.kind, SEATS[found.seat]) == (kind, seat)


def test_discard__is_asked_with_what_the_seat_knows():
    deal = DEALT | {"elder": THROWN, "score": [70, 82], "number": 6, "name": "a"}
    assert ask_discard(read_knowledge(deal)).describe() == {
        "hand": YOUNGER["dealt"], "seat": "younger", "took": 5, "strategy": "expert",
        "rules": "rubicon", "score": [82, 70], "deal": 6, "seed": 1,
    }  # fmt: skip
    assert ask_discard(read_knowledge(deal), aim="difference").score is None
    assert ask_discard(read_knowledge(deal), score=(1, 2), deal=3).score == (1, 2)
    shown = {"elder": {"dealt": "AKJ.AQJ.A.AKQJT"}, "younger": {"dealt": SHOWN}}
    for rules, knows in (("rubicon", True), ("boussac_1896", False)):
        question = ask_discard(read_knowledge(shown | {"rules": rules}, "elder"))
        assert question.opponent_blanche == knows
    silent = {"younger": {"dealt": SHOWN, "calls": {"carte_blanche": False}}}
    asked = read_knowledge({**shown, **silent}, "elder")
    assert not ask_discard(asked).opponent_blanche


def test_hand__alone_is_known_as_in_the_whole_deal():
    """What a seat knows does not depend on whether the other hand is written down."""
    alone = {"elder": EXCHANGED, "younger": {"took": 3}, "seat": "elder"}
    known = read_knowledge(alone)
    assert known == read_knowledge(UNCALLED, "elder")
    with_both = alone | {"younger": without("younger", "calls")}
    assert read_knowledge(with_both) == known
    younger = {"took": 3, "calls": {"set": {"size": 4, "rank": "T"}}}
    begun = {"elder": CALLED, "younger": younger, "play": "AH TH"}
    view = read_knowledge(begun)
    assert view.full == read_view(EXAMPLE, card=3).full
    assert view.results == read_view(EXAMPLE, card=3).results


@pytest.mark.parametrize(
    ("deal", "asked", "said"),
    [
        ({"elder": HAND, "seat": "younger"}, {"seat": "elder"}, "by younger, not by elder"),
        (both(EXCHANGED, {"took": 3}), {}, "talon: with elder's hand alone, expected what elder"),
        ({"seat": "dealer", "elder": HAND}, {}, "seat: expected elder or younger"),
    ],
)
def test_decision__is_refused_where_the_deal_contradicts_itself(deal, asked, said):
    with pytest.raises(InputError, match=said):
        read_knowledge(deal, **asked)


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        ({"elder": {"discard": "K..98.87"}}, "dealt is missing"),
        ({"elder": HAND | {"drwan": "KH"}}, "deal: unknown key 'drwan'"),
        ({"younger": {"dealt": YOUNGER["dealt"]}, "elder": {"took": "x"}}, "opponent took: 'x'"),
        ({"younger": {"dealt": YOUNGER["dealt"]}, "elder": {"took": 6}}, "took: 6 cards"),
        ({"elder": {"dealt": "AKJ"}}, "elder dealt: unknown card"),
        ({"elder": THROWN}, "drawn is missing"),
        ({"elder": EXCHANGED}, "opponent: took is missing"),
        (EXAMPLE, "expected --trick, --card or --call"),
    ],
)
def test_command__refuses_in_one_line(deal, said):
    assert said in refused("advise", "-", given=json.dumps(deal))


def test_command__answers_a_hand_and_a_deal_begun_alike():
    few = ("--deals", "128", "--json")
    of_hand = answer("advise", HAND["dealt"], *few)
    assert answer("advise", "-", *few, given=json.dumps(DEALT)) == of_hand
    assert {"question", "origin", "candidates"} <= set(of_hand)
    said = command("advise", "-", "--deals", "64", given=f"{json.dumps(DEALT)}\n" * 2).out
    assert said.count("elder: points, less the opponent's") == 2


def test_command__answers_calls_and_cards_with_one_document():
    few = ("--deals", "16", "--strategy", "club", "--opponent", "club", "--json")
    call = answer("advise", "-", *few, given=json.dumps(UNCALLED))
    card = answer("advise", "-", "--json", given=json.dumps(EXAMPLE | {"play": "AH TH KH"}))
    for name, told in (("call", call), ("card", card)):
        assert {"question", "origin", "candidates", "hands", "ways"} <= set(told)
        assert told["candidates"][0]["gap"] == 0
        assert all({name, "value", "gap"} <= set(one) for one in told["candidates"])
    assert "made" not in call
    asked = ("--call", "point", "--deals", "64")
    assert "made" in answer("advise", "-", *asked, "--json", given=json.dumps(EXAMPLE))
