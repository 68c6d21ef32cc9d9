"""Whether to call: the deals that agree with what a seat knows, and what each way makes.

What a seat knows stands in test_seen.py, refusals in test_every_advice.py.

Covers `decisions.kinds.call`, `decisions.kinds.call_deals`, `decisions.scripts`,
`kernel.questions.possible_hands`.
"""

from collections import Counter
from copy import copy
from dataclasses import replace
from itertools import combinations, count
from unittest.mock import Mock, patch

import numpy as np
import pytest
from naive_worlds import best_calls, named
from reference_hands import all_sets, best_point, ranked, suits_of, unbroken
from specimens import EXAMPLE, PACK, as_mask

from piquet_sim.deals import branches
from piquet_sim.deals.branches import lay_out, new_scripts, place_call, play_scripts
from piquet_sim.deals.deal import margin
from piquet_sim.deals.json import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions import scripts as room
from piquet_sim.decisions.judge import Effort
from piquet_sim.decisions.kinds.call import CallTable, advise_calls
from piquet_sim.decisions.kinds.call_deals import Drawing, count_fitting, list_ways
from piquet_sim.decisions.one_hand import read_knowledge
from piquet_sim.decisions.review.deal_review import list_calls, value_calls
from piquet_sim.decisions.review.records import read_record
from piquet_sim.decisions.scripts import ScriptTable
from piquet_sim.decisions.stake import Stake
from piquet_sim.estimates.estimate import negate
from piquet_sim.estimates.significance import adjust_by_holm, normal_tails
from piquet_sim.game.cards import COURTS_MASK, count_cards, pack_mask
from piquet_sim.game.rules import RUBICON, find_rules
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.dealing import draw_cards
from piquet_sim.kernel.deal.views import LEVEL, THEIRS, DiscardView
from piquet_sim.strategies import find_strategy


# ---- The deals -----------------------------------------------------------------------------------
def test_deals__are_all_that_agree_and_equally_likely():
    # Elder has seen all but fifteen cards, so that every deal can be written out.
    question, club = read_knowledge(EXAMPLE, "elder", "point"), find_strategy("club")
    unseen = sorted(set(PACK) - named(question.dealt | question.drawn))
    possible = {
        (hand, club.discard(DiscardView(1, hand, 1, 3, 5, 0, 0, 0, 0, 0, 0)))
        for hand in map(as_mask, combinations(unseen, 12))
        if hand & COURTS_MASK
    }
    possible = {one for one in possible if count_cards(one[1]) == 3}
    most, free = 40 * len(possible), len(possible) - 1
    dealt, thrown = Drawing(question, "club", "club", 7, most).draw(most)
    drawn = Counter(zip(dealt[:, 1].tolist(), thrown.tolist(), strict=True))
    assert (set(drawn), {*dealt[:, 0].tolist()}) == (possible, {question.dealt})
    # Chi-squared: its mean is its degrees of freedom, its variance twice that.
    spread = sum((times - 40) ** 2 / 40 for times in drawn.values())
    assert abs(spread - free) < 5 * (2 * free) ** 0.5


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("rules", "given"),
    [
        ("rubicon", None),
        ("american", None),
        ("cotton_1674", None),
        ("parlett", "elder.courts == 0"),
    ],
)
def test_deals__agree_with_what_the_seat_knows(seat, kind, rules, given):
    book = find_rules(rules)
    # Who throws at random leaves cards, of which younger then draws the first.
    elder = "club" if seat or given else "random"
    played = Simulation(elder, "club", rules=book, seed=2, given=given).replay_deal(6)
    question = read_knowledge(describe_deal(played), SEATS[seat], kind)
    dealt, thrown = Drawing(question, "club", "club", 5, 30).draw(30)
    took = [played.record[f"{one}_exchanged"] for one in SEATS]
    # There younger draws first where elder has announced a carte blanche.
    places = ((took[1], took[0]), (0, took[1])) if given else ((0, took[0]), took)
    for (*hands, order, _), discard in zip(dealt.tolist(), thrown.tolist(), strict=True):
        own, theirs = hands[seat], hands[1 - seat]
        stock = pack_mask(book.pack) & ~(own | theirs)
        drawn = [int(draw_cards(stock, order, *place)) for place in places]
        full = theirs & ~discard | drawn[1 - seat]
        assert (
            *(own, drawn[seat], count_cards(discard)),
            *(discard & ~theirs, question.hidden.holds & ~full),
        ) == (question.dealt, question.drawn, question.hidden.took, 0, 0)
        assert question.fits(full)
        seen = question.left | question.hidden.holds if seat == 0 else 0
        assert int(draw_cards(stock, order, sum(places[0]), count_cards(seen))) == seen


def _list_shown(hand):
    # What is shown of a class that is good or equal: the suit, all sequences, or all sets.
    point = next(set(suit) for suit in suits_of(hand) if best_point(suit) == best_point(hand))
    runs = [run for suit in suits_of(hand) for run in unbroken(suit) if len(run) >= 3]
    return point, set().union(*runs), ranked(hand, [rank for _, rank in all_sets(hand)])


def _can_be(hand, heard):
    return all(
        call in (its, its >> 8 << 8 if place == 0 else its)
        for place, (call, its) in enumerate(zip(heard, best_calls(hand).values(), strict=False))
    )


@pytest.mark.parametrize(
    ("first", "wanted"), [(0, 20), pytest.param(1_000, 200, marks=pytest.mark.slow)]
)
def test_younger__counts_the_hands_that_can_be_by_what_elder_has_shown(first, wanted):
    counted, clubs = 0, Simulation("club", "club", seed=4)
    for number in count(first):
        played = clubs.replay_deal(number)
        elder = named(played.record["elder_hand"])
        for place in (1, 2):
            question = read_knowledge(describe_deal(played), "younger", CLASSES[place])
            told = [at for at in range(place) if question.hidden.results[at] in (THEIRS, LEVEL)]
            shown = frozenset().union(*(_list_shown(elder)[at] for at in told))
            assert named(question.hidden.holds) == shown
            if shown:
                others = sorted(set(PACK) - named(question.dealt | question.drawn) - shown)
                hands = map(shown.union, combinations(others, 12 - len(shown)))
                can_be = sum(_can_be(hand, question.hidden.heard) for hand in hands)
                assert count_fitting(question)[1] == can_be > 0
                counted += 1
        if counted >= wanted:
            break


# ---- What each way makes -------------------------------------------------------------------------
def test_ways__are_everything_less_and_nothing():
    question = read_knowledge(EXAMPLE, "elder", "point")
    full, *others = ways = list_ways(question)
    assert (full, (0, 0, 0) in others, len(set(ways))) == (
        (*best_calls(named(question.full)).values(),),
        True,
        len(ways),
    )
    for way in others:
        less = [one < best for one, best in zip(way, full, strict=True) if one != best]
        assert less == [True] or not any(way)
    assert {way[1] for way in ways} == {0, 4 * 16 + 8, 3 * 16 + 8, 3 * 16 + 7}  # to ace or king


def test_ways__what_is_good_for_certain_is_lost_when_sunk():
    # Elder holds the only quatorze that there can be, and seven hearts.
    sure = {
        "elder": {"dealt": "AT7.AKQJT98.A.A", "discard": "7..."},
        "younger": {"dealt": "KQJ9.7.KQJT.987", "discard": "..KQJ."},
        "talon": "8S 9D 8D 7D KC QC JC TC",
    }
    advice = advise_calls(sure, "elder", deals=200, strategy="club", opponent="club")
    full = advice.ways[0]
    assert (
        advice.best is full,
        {name: full.shares[name].value for name in ("set", "repique", "repique_against")},
    ) == (True, {"set": 1, "repique": 1, "repique_against": 0})
    without = next(way for way in advice.ways if way.calls == (*full.calls[:2], 0))
    # Fourteen for the quatorze of aces, and with it a pique or repique.
    assert (
        without.loses.value >= 14,
        without.verdict,
        replace(without, loses=negate(without.loses)).verdict,
    ) == (True, "worse beyond doubt", "better beyond doubt")


def test_advice__values_are_those_of_common_deals():
    full, *others = advise_calls(EXAMPLE, deals=20, strategy="club", opponent="club").ways
    losses = sorted(way.loses.value for way in others)
    assert losses == pytest.approx([full.value.value - way.value.value for way in others], abs=1e-9)
    assert {way.loses.n for way in others} == {full.value.n} == {20}
    tails = [normal_tails(one.loses.value / one.loses.se) if one.loses.se else 1 for one in others]
    assert [way.chance for way in others] == adjust_by_holm(tails)


def test_advice__what_is_never_good_is_worth_nothing_to_one_who_does_not_listen():
    # Both must come to the same, deal by deal.
    full, *others = advise_calls(EXAMPLE, deals=200, strategy="novice", opponent="novice").ways
    assert (
        full.shares["set"].value,
        {way.loses.value for way in others if way.calls[:2] == full.calls[:2]},
    ) == (0, {0})


def test_advice__a_point_may_have_been_called_of_some_cards_of_a_suit():
    # The point is called as four of five hearts.
    elder = EXAMPLE["elder"] | {"calls": {"point": {"length": 4, "pips": 41}}}
    assert read_knowledge(EXAMPLE | {"elder": elder}, "elder", "sequence").calls == (4 * 256 + 41,)


@pytest.mark.parametrize(
    ("by", "is_best"), [(1, True), (-1, False), (0, True), (2, True), (-2, False)]
)
def test_best__is_everything_unless_another_way_is_better_beyond_doubt(by, is_best):
    advice = advise_calls(EXAMPLE, deals=128, strategy="club", opponent="club")
    # The same table, in which the last way makes so much more than everything in each deal, and
    # the others one less than that.
    table = copy(advice.trials)
    more = table.made[0] + np.array([[by, 0], [by + 1, 0]]).repeat(len(table.made[0]) // 2, axis=0)
    table.made = [table.made[0], *(more - [1, 0] for _ in table.made[2:]), more]
    changed = replace(advice, trials=table)
    assert (changed.best.calls, changed.as_json()["candidates"][0]["gap"]) == (
        table.choices[-1 if is_best else 0],
        0,
    )


def test_loss__is_the_same_where_hopeless_ways_are_given_up(monkeypatch):
    rivals = ("expert", "novice"), ("novice", "expert"), ("club", "random")
    records = [read_record(Simulation(*two, seed=7).replay_deal(1)) for two in rivals]
    asked = [(record, list(list_calls(record)), Effort(512), 3) for record in records]
    judged, played = [], []
    for first in (128, 512):
        monkeypatch.setattr("piquet_sim.decisions.kinds.call.FIRST_DEALS", first)
        with patch.object(CallTable, "play", autospec=True, side_effect=CallTable.play) as play:
            judged.append([list(value_calls(*one)) for one in asked])
        played.append(sum(len(one.args[1]) * one.args[2] for one in play.mock_calls))
    assert (judged[0], played[0] < 0.7 * played[1]) == (judged[1], True)


# ---- Ways tried by scripts -----------------------------------------------------------------------
AT_RANDOM = Simulation("random", "random", seed=7)


def test_ways__have_cards_and_luck_in_common(monkeypatch):
    dealt, told = lay_out(AT_RANDOM, np.arange(40)), np.repeat(new_scripts(40)[:, None], 3, 1)
    told[::2, 1, place_call(1, 0)] = 0  # in the other deals it is the first way again
    told[:, 2, place_call(1, 1)] = 0
    tried = np.column_stack([np.zeros(40), np.arange(40) % 2 == 0, np.full(40, 2)]).astype(int)
    played = Mock(wraps=branches.play_scripts)
    write = Mock(side_effect=lambda span, way, first: told[span, way])
    monkeypatch.setattr(room, "play_scripts", played)
    table = ScriptTable(
        "abc",
        Stake(RUBICON, 1),
        AT_RANDOM,
        dealt,
        write,
        tried,
        staged=40,
        keep=lambda records: records["younger_point"],
    )
    made, first = table.play_all(), play_scripts(AT_RANDOM, dealt, told[:, 0])
    # The other ways are played together; what is tried twice in a deal is played once.
    assert [len(one.args[1]) for one in played.mock_calls] == [40, 20 + 40]
    for way, usual in enumerate(one.args[2] for one in write.mock_calls):
        alone = play_scripts(AT_RANDOM, dealt, told[:, way])
        assert (made[:, way] == margin(alone, "younger")).all()
        assert (table.kept[way] == alone["younger_point"]).all()
        assert usual is None if way == 0 else (usual == first).all()
