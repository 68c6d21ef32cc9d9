"""What a seat knows when it is to decide: which decision is next, what was heard, nothing hidden.

How it is refused, and that it is read as it is written, stands in test_every_advice.py.

Covers `decisions.one_hand`, `decisions.kinds.question`, `decisions.stake`.
"""

import json
import random
from collections import Counter

import numpy as np
import pytest
import reference
from naive_worlds import best_calls, named
from refusals import refuses
from specimens import PACK, as_mask, read_golden

from piquet_sim import Simulation
from piquet_sim.deals.json import describe_deal, score_deal
from piquet_sim.decisions.kinds.card import advise_play
from piquet_sim.decisions.kinds.question import ask_discard
from piquet_sim.decisions.one_hand import read_knowledge, read_view
from piquet_sim.decisions.seen import CALL, CARD, DISCARD
from piquet_sim.game.cards import format_cards, format_hand, iterate_cards
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.views import LEVEL
from piquet_sim.kernel.opponent.hands import find_hands

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


def without(seat, *keys):
    return {key: value for key, value in EXAMPLE[seat].items() if key not in keys}


DEALT = {"talon": EXAMPLE["talon"], **{seat: without(seat, "discard", "calls") for seat in SEATS}}
UNCALLED = DEALT | {seat: without(seat, "calls") for seat in SEATS}


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
    told = ask_discard(seen, seen.find_stake()).describe()
    assert told.get("opponent_blanche", False) == is_known


def test_hand__alone_is_known_as_in_the_whole_deal():
    """What a seat knows does not depend on whether the other hand is written down."""
    known = read_knowledge(UNCALLED, "elder")
    for younger in ({"took": 3}, without("younger", "calls")):
        assert read_knowledge({"elder": EXCHANGED, "younger": younger, "seat": "elder"}) == known
    younger = {"took": 3, "calls": {"set": {"size": 4, "rank": "T"}}}
    view = read_knowledge({"elder": CALLED, "younger": younger, "play": "AH TH"})
    whole = read_view(EXAMPLE, card=3)
    assert (view.full, view.hidden.results) == (whole.full, whole.hidden.results)


def test_deal__of_which_a_hand_is_hidden_is_not_scored_or_cut_again():
    hidden = read_view(EXAMPLE, card=3).deal
    assert (hidden.dealt[1], [card > 0 for card in hidden.talon]) == (0, [True] * 5 + [False] * 3)
    for read in (score_deal, read_view):
        with refuses("a hand is hidden"):
            read(hidden)


# ---- What was heard ------------------------------------------------------------------------------
def ask_all(deals):
    """Every call and some cards of some deals."""
    simulation = Simulation("club", "club", seed=11)
    for index in range(deals):
        played = simulation.replay_deal(index)
        deal = describe_deal(played)
        for seat in SEATS:
            for kind in CLASSES:
                yield played, read_knowledge(deal, seat, kind)
        for card in (2, 12, 15, 18):
            yield played, read_knowledge(deal, card=card)


def test_questions__are_read_as_written_and_the_true_hand_always_fits():
    for played, known in ask_all(60):
        assert known.fits(played.record[f"{SEATS[1 - known.seat]}_hand"])
        assert read_knowledge(json.loads(json.dumps(known.as_json()))) == known


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
        if known.kind == CALL:
            pool = sorted(set(PACK) - named(known.dealt | known.drawn | known.left))
            for _ in range(40):
                hand = frozenset(chance.sample(pool, 12))
                found = known.fits(as_mask(hand))
                assert found == fits_naively(played, known, hand)
                told[found] += 1
    assert min(told.values()) > 200


# ---- What is hidden ------------------------------------------------------------------------------
def list_full(known):
    """All hands of twelve that the opponent can have had after the exchange."""
    if known.kind == CALL:
        return find_hands(known.laws, known.opponent).tolist()
    return [
        hand | known.course.played(1 - known.seat) for hand in advise_play(known).hands.tolist()
    ]


def deal_anew(deal, known, full, chance):
    """The deal with other cards wherever a seat has not seen them, the opponent holding these."""
    rest = sorted(set(PACK) - named(known.dealt | known.drawn) - full)
    chance.shuffle(rest)
    theirs = chance.sample(sorted(full), known.hidden.took)
    thrown, left = rest[: len(theirs)], rest[len(theirs) :]
    mine = format_cards(iterate_cards(known.drawn)).split()
    talon = theirs + mine if known.seat else mine + theirs
    own, other = SEATS[known.seat], SEATS[1 - known.seat]
    hand = {"dealt": full - set(theirs) | set(thrown), "discard": thrown}
    return {
        "rules": deal["rules"],
        own: deal[own],
        other: {key: format_hand(as_mask(cards)) for key, cards in hand.items()},
        "talon": " ".join(talon + left),
        "play": format_cards(known.plays),
    }


def test_knowledge__does_not_change_with_the_cards_that_are_hidden():
    """Only hands that the seat cannot tell from the true one are dealt in its place."""
    chance, compared, apart = random.Random(1), Counter(), 0
    for played, known in ask_all(15):
        # Elder who leaves cards sees some of younger's; of an equal class all is shown.
        if (
            played.record["elder_exchanged"] < 5
            or LEVEL in known.hidden.results
            or known.opponent_dealt
        ):
            continue
        call = CLASSES[known.place] if known.kind == CALL else None
        hands = list_full(known)
        for full in map(named, chance.sample(hands, min(len(hands), 3))):
            if known.seat and not all(known.hidden.heard) and best_calls(full)["set"]:
                continue  # a set that elder may have sunk, and would call in the new deal
            deal = deal_anew(describe_deal(played), known, full, chance)
            dealt = reference.parse_hand(deal[SEATS[1 - known.seat]]["dealt"])
            if not reference.has_carte_blanche(dealt):
                again = read_knowledge(deal, SEATS[known.seat], call)
                assert again.hidden.holds & ~as_mask(full) == 0
                # Of equal sequences it may show another.
                is_apart = again.hidden.holds != known.hidden.holds
                assert is_apart or again == known
                apart += is_apart
                compared[known.seat, known.kind] += not is_apart
    assert sum(times >= 20 for times in compared.values()) == 4
    assert apart < 0.05 * compared.total()
