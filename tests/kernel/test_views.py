"""The border of information: what a seat sees, and that it does not hang on cards hidden from it.

Deals are played in a process without numba, see `recorded_views`; cards are held against records.

Covers `kernel.deal.deal_state`, `deals.exchange_view`.
"""

import json

import pytest
from recorded_views import LEAKS
from specimens import run_uncompiled

from piquet_sim.deals.json import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import iterate_cards, pack_mask, parse_card
from piquet_sim.game.rules import PRESETS
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.deal.deal_state import STEP_BITS
from piquet_sim.kernel.random import PLAYERS_STREAM, random_words
from piquet_sim.strategies import CallView, DiscardView, PlayView, Strategy, outside_policy

CASES = {"lenient": 100, "strict": 60}


def play_cases(cases, rules="rubicon"):
    asked = (f"{way}={number}" for way, number in cases.items())
    return json.loads(run_uncompiled("recorded_views.py", rules, *asked))


@pytest.fixture(scope="module")
def told():
    """What comes of the cases under Rubicon, in each way."""
    return play_cases(CASES)


def test_views__do_not_depend_on_hidden_cards(told):
    lenient, kinds = told["lenient"], told["lenient"]["kinds"]
    # "If not good, the younger calls his sequence ... after the elder has finished calling and has
    # led a card" (000): strictly, before elder leads nobody tells who has a class that elder did
    # not call.
    differences = lenient["differences"], told["strict"]["differences"]
    assert (*differences, lenient["luck_repeated"], lenient["first_leads"]) == (
        *([], [], 0),
        [[0, 0], [10, 10]],  # of younger's points a carte blanche alone has counted
    )
    # Most views were reached with equal events, and every question was among them.
    assert lenient["compared"] > 0.6 * lenient["asked"] > 12 * CASES["lenient"]
    every = ("DiscardView", "PlayView", *(f"CallView{kind}" for kind in range(5)))
    assert {kind: number >= 20 for kind, number in kinds.items()} == dict.fromkeys(every, True)


@pytest.mark.parametrize("rules", ["cotton_1674", pytest.param("american", marks=pytest.mark.slow)])
def test_views__of_other_codes_do_not_depend_on_hidden_cards(rules):
    told = play_cases({"lenient": 30}, rules)["lenient"]
    assert (
        told["differences"],
        told["compared"] > 0.5 * told["asked"],
        set(told["kinds"]) >= {"DiscardView", "PlayView", "CallView1", "CallView2", "CallView3"},
    ) == ([], True, True)


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS)
def test_views__that_leak_are_caught(leak):
    assert play_cases({leak: 60})[leak]["differences"]


def test_luck__of_a_deal_is_made_of_number_and_seat_alone():
    """The steps of a deal fit into the bits that `take_seat` clears; seats and deals differ."""
    assert 1 << STEP_BITS >= 8 + 12
    lucks = [
        word >> STEP_BITS
        for number in range(2000)
        for turn in (0, 1)
        for word in random_words(1, number, PLAYERS_STREAM + turn, 0)
    ]
    assert len(set(lucks)) == len(lucks)


# ---- The cards that the laws let a seat see ------------------------------------------------------


def watch(views):
    """A player whose decisions are drawn by lot: elder often leaves cards, calls are sunk."""

    @outside_policy
    def discard(view: DiscardView) -> int:
        views.append(view)
        number = view.least + view.luck % (view.most - view.least + 1)
        return sum(list(iterate_cards(view.hand))[:number])

    @outside_policy
    def call(view: CallView) -> int:
        views.append(view)
        return int(view.luck % 2) if view.kind == 4 else view.best * (view.luck % 4 > 0)

    @outside_policy
    def play(view: PlayView) -> int:
        views.append(view)
        return view.legal & -view.legal

    return Strategy("watcher", discard, play, call)


def find_breaches(view, played):
    """Fields of a view in which the laws would have other cards, or another number of them."""
    record, book = played.record, played.simulation.rules
    seat, other = SEATS[view.seat], SEATS[1 - view.seat]
    talon = [parse_card(card) for card in describe_deal(played)["talon"].split()]
    first, last = record["elder_exchanged"], record["elder_exchanged"] + record["younger_exchanged"]
    looked_at = sum(talon[first : book.elder_exchange_most]) * book.elder_sees_what_he_leaves
    right = {part: record[f"{seat}_{part}"] for part in ("hand", "dealt", "discard")}
    right |= {"took": record[f"{seat}_exchanged"], "opponent_took": record[f"{other}_exchanged"]}
    right["left_seen"] = looked_at & ~record["younger_hand"] if seat == "elder" else 0
    if isinstance(view, DiscardView) or (isinstance(view, CallView) and view.kind == 0):
        known = record["elder_exchanged"] if view.seat else -1
        right |= {"hand": right["dealt"], "discard": 0, "left_seen": 0, "took": 0}
        right["opponent_took"] = known if isinstance(view, DiscardView) else 0
    elif isinstance(view, PlayView):
        right["hand"] &= ~view.played
        if record["faced"] and (view.led or view.played):  # once elder has led
            right["left_seen"] |= sum(talon[last:])
    wrong = {name: getattr(view, name, cards) != cards for name, cards in right.items()}
    wrong["opponent_dealt"] = view.opponent_dealt not in (0, record[f"{other}_dealt"])
    wrong["opponent_holds"] = getattr(view, "opponent_holds", 0) & ~record[f"{other}_hand"]
    if isinstance(view, PlayView):
        left = record[f"{other}_hand"] & ~view.opponent_played
        gone = view.dealt | view.hand | view.left_seen | view.played | view.opponent_played
        wrong["opponent_may_hold"] = left & ~view.opponent_may_hold or view.opponent_may_hold & gone
    return [name for name, is_wrong in wrong.items() if is_wrong]


@pytest.fixture(scope="module", params=PRESETS)
def seen(request):
    """Views of some deals, each with its deal."""
    views, found = [], []
    simulation = Simulation(watch(views), watch(views), request.param, seed=5)
    for index in range(25):
        views.clear()
        played = simulation.replay_deal(index)
        found += [(view, played) for view in views]
    return found


def test_view__shows_the_cards_that_the_laws_let_its_seat_see(seen):
    assert (
        any(getattr(view, "left_seen", 0) for view, _ in seen)
        == seen[0][1].simulation.rules.elder_sees_what_he_leaves
    )
    assert [view for view, played in seen if find_breaches(view, played)] == []


JUDGED = {
    *("hand", "dealt", "discard", "took", "left_seen"),
    *("opponent_took", "opponent_dealt", "opponent_holds", "opponent_may_hold"),
}


def test_breach__of_any_field_by_any_card_is_found(seen):
    """In one view of each kind a card more or less, but where fewer or more are still true."""
    kinds = {(type(one), one.seat, getattr(one, "kind", 0)): (one, deal) for one, deal in seen}
    for view, played in kinds.values():
        theirs = played.record[f"{SEATS[1 - view.seat]}_hand"]
        wrongs = {"opponent_holds": ~theirs}
        if isinstance(view, PlayView):
            wrongs["opponent_may_hold"] = theirs & ~view.opponent_played | view.dealt
        for name in JUDGED & {*view._fields}:
            for card in iterate_cards(pack_mask(played.simulation.rules.pack)):
                if card & wrongs.get(name, card):
                    changed = view._replace(**{name: getattr(view, name) ^ card})
                    assert name in find_breaches(changed, played), (name, card)
