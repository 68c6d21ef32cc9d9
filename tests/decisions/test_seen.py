"""What a seat knows when it is to decide: which decision is next, what was heard, nothing hidden.

What is known of a card is compared with the engine's views in test_card_advice.py, what is shown of
a call counted in test_call_advice.py; neither changes with the cards that are hidden.

Covers `decisions.one_hand`, `decisions.kinds.question`, `decisions.stake`.
"""

import json
import random
from collections import Counter

import numpy as np
import pytest
from command_line import refuses
from naive_worlds import best_calls, named
from noted_play import BY_PIPS, find_equal_by_pips
from specimens import PACK, as_mask
from specimens import PLAYED as EXAMPLE

from piquet_sim import Simulation
from piquet_sim.deals.json import describe_deal, score_deal
from piquet_sim.decisions.kinds.question import ask_discard
from piquet_sim.decisions.one_hand import read_knowledge
from piquet_sim.decisions.seen import CALL, CARD, DISCARD
from piquet_sim.game.terms import CLASSES, SEATS

ELDER, YOUNGER = EXAMPLE["elder"], EXAMPLE["younger"]
HAND = {"dealt": ELDER["dealt"]}
THROWN = HAND | {"discard": ELDER["discard"]}
EXCHANGED = THROWN | {"drawn": "9S 8S KH 9C KD"}
ANSWERS = {"point": "good", "sequence": "good", "set": "not good"}
CALLED = EXCHANGED | {"calls": "full", "answers": ANSWERS}
VIEW = {"seat": "elder", **EXCHANGED, "opponent": {"took": 3}}
SHOWN = "T987.T987.T987."
"""A carte blanche."""


DEALT = {"talon": EXAMPLE["talon"], "elder": HAND, "younger": {"dealt": YOUNGER["dealt"]}}
YOUNGER_THROWN = {"dealt": YOUNGER["dealt"], "discard": YOUNGER["discard"]}
UNCALLED = DEALT | {"elder": THROWN, "younger": YOUNGER_THROWN}


# ---- The decision --------------------------------------------------------------------------------
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
    known = read_knowledge(DEALT | {"elder": THROWN, "score": [70, 82], "number": 6, "name": "a"})
    assert ask_discard(known, known.find_stake()).describe() == {
        "hand": YOUNGER["dealt"],
        "seat": "younger",
        "took": 5,
        "strategy": "expert",
        "rules": "rubicon",
        "score": [82, 70],
        "deal": 6,
        "seed": 1,
    }
    assert known.find_stake("difference").score is None
    assert ask_discard(known, known.find_stake(None, (1, 2), 3)).score == (1, 2)


@pytest.mark.parametrize(
    ("more", "is_known"),
    [
        ({}, True),
        ({"rules": "boussac_1896"}, False),
        ({"younger": {"dealt": SHOWN, "calls": {"carte_blanche": False}}}, False),
    ],
)
def test_discard__is_asked_with_a_carte_blanche_only_where_it_was_shown_before(more, is_known):
    deal = {"elder": {"dealt": "AKJ.AQJ.A.AKQJT"}, "younger": {"dealt": SHOWN}}
    seen = read_knowledge(deal | more, "elder")
    assert ask_discard(seen, seen.find_stake()).opponent_blanche == is_known


def test_hand__alone_is_known_as_in_the_whole_deal():
    """What a seat knows does not depend on whether the other hand is written down."""
    assert [
        read_knowledge({"elder": EXCHANGED, "younger": younger, "seat": "elder"})
        for younger in ({"took": 3}, YOUNGER_THROWN)
    ] == [read_knowledge(UNCALLED, "elder")] * 2
    younger = {"took": 3, "calls": {"set": {"size": 4, "rank": "T"}}}
    view = read_knowledge({"elder": CALLED, "younger": younger, "play": "AH TH"})
    whole = read_knowledge(EXAMPLE, card=3)
    assert (view.full, view.hidden.results) == (whole.full, whole.hidden.results)


@pytest.mark.parametrize("read", [score_deal, read_knowledge])
def test_deal__of_which_a_hand_is_hidden_is_not_scored_or_cut_again(read):
    hidden = read_knowledge(EXAMPLE, card=3).deal
    assert (hidden.dealt[1], [card > 0 for card in hidden.talon]) == (0, [True] * 5 + [False] * 3)
    with refuses("a hand is hidden"):
        read(hidden)


# ---- What was heard ------------------------------------------------------------------------------
def ask_all(deals, **given):
    """Every call and some cards of some deals."""
    asked = [{"seat": seat, "call": kind} for seat in SEATS for kind in CLASSES]
    asked += [{"card": card} for card in (2, 12, 15, 18)]
    for played in map(Simulation("club", "club", seed=11, **given).replay_deal, range(deals)):
        deal = describe_deal(played)
        for one in asked:
            yield played, read_knowledge(deal, **one)


def test_questions__are_read_as_written_and_the_true_hand_always_fits():
    for played, known in [*ask_all(60), *ask_all(2, given="younger.carte_blanche")]:
        assert known.fits(played.record[f"{SEATS[1 - known.seat]}_hand"])
        assert read_knowledge(json.loads(json.dumps(known.as_json()))) == known


def test_sequences__equal_by_pips_alone_are_heard_as_called():
    """Elder hears younger's when younger shows it, after the first lead; until then: equal."""
    simulation = Simulation("club", "club", BY_PIPS, seed=11)
    for number in find_equal_by_pips(simulation, 500):
        played = simulation.replay_deal(number)
        elder, younger = (played.record[f"{seat}_sequence_call"] for seat in SEATS)
        asked = (
            *({"seat": seat, "call": "set"} for seat in SEATS),
            *({"card": n} for n in (1, 2, 3)),
        )
        known = [read_knowledge(describe_deal(played), **one) for one in asked]
        heard = [*[elder] * 4, (younger, elder)[known[4].seat]]
        assert [one.hidden.heard[1] for one in known] == heard
        assert [read_knowledge(one.as_json()) for one in known[:2]] == known[:2]


def fits_naively(played, known, theirs):
    """Whether a hand, as cards in a set, agrees with what a seat has heard, class by class."""

    def fits(kind, said):
        own, true = (
            played.record[f"{SEATS[seat]}_{kind}_call"] for seat in (known.seat, 1 - known.seat)
        )
        if known.seat == 0:
            return own == 0 or np.sign(own - said) == np.sign(own - true)
        if kind == "point" and own // 256 != true // 256 and not (known.place and own < true):
            return said // 256 == true // 256  # no pips have been said
        return said == true

    return all(fits(*call) for call in list(best_calls(theirs).items())[: known.place + known.seat])


def test_questions__fit_the_hands_that_a_naive_reader_finds():
    told, chance = Counter(), random.Random(5)
    for played, known in ask_all(12):
        pool = sorted(set(PACK) - named(known.dealt | known.drawn | known.left))
        for _ in range(40 * (known.kind == CALL)):
            hand = frozenset(chance.sample(pool, 12))
            assert known.fits(as_mask(hand)) == fits_naively(played, known, hand)
            told[known.fits(as_mask(hand))] += 1
    assert min(told.values()) > 200
