"""Whether to call: what a seat knows, the deals that agree with it, what each way makes."""

import json
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from command_line import answer, command, refused
from naive_worlds import RANK_NUMBERS, best_calls, named
from specimens import EXAMPLE, PACK, as_mask

from piquet_sim import InputError, Simulation, advise_calls
from piquet_sim.advice.calls import draw_deals, list_ways
from piquet_sim.advice.knowledge import read_knowledge
from piquet_sim.deals.json import describe_deal, judge_deal
from piquet_sim.game.cards import (
    count_cards,
    format_cards,
    format_hand,
    iterate_cards,
    pack_mask,
    parse_cards,
    parse_hand,
)
from piquet_sim.game.rules import find_rules
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.dealing import draw_cards
from piquet_sim.kernel.deal.views import DiscardView
from piquet_sim.strategies import find_strategy

# ---- What a seat knows ---------------------------------------------------------------------------


def every_question(deals, player="club", seed=11):
    simulation = Simulation(player, player, seed=seed)
    for index in range(deals):
        played = simulation.replay_deal(index)
        for seat in SEATS:
            for kind in CLASSES:
                yield played, seat, kind, read_knowledge(describe_deal(played), seat, kind)


def test_questions__are_read_as_written_and_the_true_hand_always_fits():
    for played, seat, _, question in every_question(60):
        other = SEATS[1 - SEATS.index(seat)]
        assert question.fits(played.record[f"{other}_hand"])
        assert read_knowledge(json.loads(json.dumps(question.as_json()))) == question


def fits_naively(played, seat, kind, theirs):
    """Whether a hand, as cards in a set, agrees with what a seat has heard, class by class."""
    place, record = CLASSES.index(kind), played.record
    calls = best_calls(theirs)
    other = SEATS[1 - SEATS.index(seat)]
    if seat == "elder":
        for one in CLASSES[:place]:
            mine, true = record[f"elder_{one}_call"], record[f"younger_{one}_call"]
            if mine and (mine > calls[one]) - (mine < calls[one]) != (mine > true) - (mine < true):
                return False
        return True
    for one in CLASSES[: place + 1]:
        said, true, own = calls[one], record[f"{other}_{one}_call"], record[f"{seat}_{one}_call"]
        is_answered = kind != "point" and own < true  # then the pips have been said, too
        if one == "point" and own // 256 != true // 256 and not is_answered:
            said, true = said // 256, true // 256
        if said != true:
            return False
    return True


def test_questions__fit_the_hands_that_a_naive_reader_finds():
    told = Counter()
    for played, seat, kind, question in every_question(12):
        pool = sorted(set(PACK) - named(question.dealt | question.drawn | question.left))
        draw = np.random.default_rng(5)
        for _ in range(40):
            hand = frozenset(draw.choice(pool, 12, replace=False))
            found = question.fits(as_mask(hand))
            assert found == fits_naively(played, seat, kind, hand)
            told[found] += 1
    assert min(told.values()) > 200


def test_questions__know_nothing_that_is_hidden():
    # Younger's cards are dealt anew among what elder cannot see, and the other way round.
    shuffle, alike = np.random.default_rng(4), 0
    for played, seat, kind, question in every_question(15):
        deal = describe_deal(played)
        other = SEATS[1 - SEATS.index(seat)]
        seen = named(question.dealt | question.drawn | question.left | question.holds)
        hidden = sorted(set(PACK) - seen)
        for _ in range(20):
            mixed = dict(zip(hidden, shuffle.permutation(hidden), strict=True))
            swap = {as_mask([one]): as_mask([two]) for one, two in mixed.items()}
            again = _swap(deal, other, swap)
            try:
                same = read_knowledge(again, seat, kind)
            except InputError:
                continue
            if (same.heard, same.results, same.opponent_dealt) == said_of(question):
                alike += 1
                assert same == question
    assert alike > 50


def test_questions__a_point_may_have_been_called_of_some_cards_of_a_suit():
    four = {"point": {"length": 4, "pips": 41}}  # of five hearts
    deal = {**EXAMPLE, "elder": {**EXAMPLE["elder"], "calls": four}}
    question = read_knowledge(deal, "elder", "sequence")
    assert question.calls == (4 * 256 + 41,)
    with pytest.raises(InputError, match="6 cards making 60 is not held"):
        read_knowledge({**question.as_json(), "calls": {"point": {"length": 6, "pips": 60}}})


def said_of(question):
    return question.heard, question.results, question.opponent_dealt


def _swap(deal, other, swap):
    def turn(text):
        return format_cards(swap.get(card, card) for card in parse_cards(text, "cards"))

    def turn_hand(text):
        return format_hand(sum(swap.get(one, one) for one in iterate_cards(parse_hand(text, ""))))

    seats = {
        seat: deal[seat] if seat != other
        else {key: turn_hand(deal[seat][key]) for key in ("dealt", "discard")}
        for seat in SEATS
    }  # fmt: skip
    return {**deal, **seats, "talon": turn(deal["talon"]), "play": None}


def _hand(deal, seat):
    return judge_deal(deal).value(f"{seat}_hand")


# ---- The deals -----------------------------------------------------------------------------------


def ask_younger(dealt, took):
    view = DiscardView(1, dealt, 1, 8 - took, took, 0, 0, 0, 0, 0, 0)
    return find_strategy("club").discard(view)


def test_deals__are_all_that_agree_and_equally_likely():
    # Elder has seen all but fifteen cards, so that every deal can be written out.
    question = read_knowledge({**EXAMPLE, "rules": "rubicon"}, "elder", "point")
    unseen = [one for one in PACK if as_mask([one]) & ~(question.dealt | question.drawn)]
    possible = []
    for chosen in combinations(unseen, 12):
        dealt = as_mask(chosen)
        if named(dealt) & {rank + suit for rank in "KQJ" for suit in "SHDC"}:
            thrown = ask_younger(dealt, 5)
            if count_cards(thrown) == 3:
                possible.append((dealt, thrown))
    deals = 40 * len(possible)
    dealt, thrown = draw_deals(question, find_strategy("club"), deals, 7)
    assert (dealt[:, 0] == question.dealt).all()
    drawn = Counter(zip(dealt[:, 1].tolist(), thrown.tolist(), strict=True))
    assert set(drawn) == set(possible)
    # Chi-squared: its mean is its degrees of freedom, its variance twice that.
    free = len(possible) - 1
    spread = sum((drawn[one] - 40) ** 2 / 40 for one in possible)
    assert abs(spread - free) < 5 * (2 * free) ** 0.5


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("rules", ["rubicon", "american", "cotton_1674"])
def test_deals__agree_with_what_the_seat_knows(seat, kind, rules):
    book = find_rules(rules)
    played = Simulation("club", "club", rules=book, seed=2).replay_deal(6)
    question = read_knowledge(describe_deal(played), seat, kind)
    other = SEATS[1 - SEATS.index(seat)]
    dealt, thrown = draw_deals(question, find_strategy("club"), 30, 5)
    took = [played.record[f"{one}_exchanged"] for one in SEATS]
    for (elder, younger, order), discard in zip(dealt.tolist(), thrown.tolist(), strict=True):
        hands = {"elder": elder, "younger": younger}
        stock = pack_mask(book.pack) & ~(elder | younger)
        assert hands[seat] == question.dealt
        places = {"elder": (0, took[0]), "younger": (took[0], took[1])}
        assert int(draw_cards(stock, order, *places[seat])) == question.drawn
        assert discard & ~hands[other] == 0
        assert count_cards(discard) == question.opponent_took
        theirs = hands[other] & ~discard | int(draw_cards(stock, order, *places[other]))
        assert question.fits(theirs)


# ---- What each way makes -------------------------------------------------------------------------


def test_ways__are_everything_less_and_nothing():
    question = read_knowledge(EXAMPLE, "elder", "point")
    best = best_calls(named(question.full))
    ways = list_ways(question)
    assert ways[0] == tuple(best[kind] for kind in CLASSES)
    assert (0, 0, 0) in ways
    assert len(set(ways)) == len(ways)
    for way in ways[1:]:
        changed = [place for place in range(3) if way[place] != ways[0][place]]
        assert len(changed) == 1 or not any(way)
        assert all(way[place] < ways[0][place] for place in changed)
    quart = 4 * 16 + RANK_NUMBERS["A"]
    assert ways[0][1] == quart
    assert {way[1] for way in ways} == {
        quart, 3 * 16 + RANK_NUMBERS["A"], 3 * 16 + RANK_NUMBERS["K"], 0,
    }  # fmt: skip


def test_ways__what_is_good_for_certain_is_lost_when_sunk():
    # Elder holds the only quatorze that there can be, and seven hearts.
    sure = {
        "elder": {"dealt": "AT7.AKQJT98.A.A", "discard": "7..."},
        "younger": {"dealt": "KQJ9.7.KQJT.987", "discard": "..KQJ."},
        "talon": "8S 9D 8D 7D KC QC JC TC",
    }
    advice = advise_calls(sure, "elder", deals=200, strategy="club", opponent="club")
    by_calls = {way.calls: way for way in advice.ways}
    full = advice.ways[0]
    assert advice.best is full
    without = by_calls[(full.calls[0], full.calls[1], 0)]
    # Fourteen for the quatorze of aces, and with it a pique or repique.
    assert without.loses.value >= 14
    assert without.is_doubtless
    assert full.good[2].value == 1


def test_advice__is_the_same_for_any_threads_and_from_any_words_of_it():
    one = advise_calls(EXAMPLE, deals=130, strategy="club", opponent="club", threads=1)
    two = advise_calls(EXAMPLE, deals=130, strategy="club", opponent="club", threads=2)
    view = one.question.as_json()
    three = advise_calls(view, deals=130, strategy="club", opponent="club")
    assert one.as_json() == two.as_json() == three.as_json()


def test_advice__values_are_those_of_common_deals():
    advice = advise_calls(EXAMPLE, deals=300, strategy="club", opponent="club")
    full = advice.ways[0].value
    for way in advice.ways[1:]:
        assert full.value - way.value.value == pytest.approx(way.loses.value, abs=1e-9)
        assert way.loses.n == way.value.n == 300
    assert [way.loses.value for way in advice.ways[1:]] == sorted(
        way.loses.value for way in advice.ways[1:]
    )


def test_advice__what_is_never_good_is_worth_nothing_to_one_who_does_not_listen():
    # Both must come to the same, deal by deal.
    advice = advise_calls(EXAMPLE, deals=200, strategy="novice", opponent="novice")
    assert advice.ways[0].good[2].value == 0
    for way in advice.ways[1:]:
        if way.calls[:2] == advice.ways[0].calls[:2]:
            assert way.loses.value == 0


def test_command__says_what_its_numbers_bear_out(tmp_path):
    path, n = tmp_path / "deals.jsonl", 100
    path.write_text(json.dumps(EXAMPLE) + "\n", encoding="utf-8")
    more = ("--call", "point", "-n", n, "--strategy", "club", "--opponent", "club")
    told = answer("advise", path, *more, "--json")
    said = command("advise", path, *more)
    assert said.code == 0
    best = told["candidates"][0]
    is_better = best["loses"] is not None
    assert not is_better or (best["loses"]["value"] < 0 and best["adjusted_p"] < 0.01)
    assert best["gap"] == 0
    assert all(one["call"].keys() == {"point", "sequence", "set"} for one in told["candidates"])
    assert ("should call everything" in said.out) == (not is_better)
    assert f"{n} deals" in said.out
    assert told["question"]["deals"] == n


VIEW = {
    "seat": "elder", "dealt": "AKJ.AQJ8.98.J87", "discard": "K..98.87", "drawn": "9S 8S KH 9C KD",
    "opponent": {"took": 3},
}  # fmt: skip
YOUNGER = {
    "seat": "younger", "dealt": "T7.T97.AQJT.KQT", "discard": "7.97..", "drawn": "QS AC 7D",
    "opponent": {"took": 5, "calls": {"point": {"length": 5}}},
}  # fmt: skip


@pytest.mark.parametrize(
    ("view", "options", "said"),
    [
        ({**VIEW, "seat": "dealer"}, (), "seat"),
        ({**VIEW, "class": "tierce"}, (), "class"),
        ({**VIEW, "drawn": "9S 8S KH 9C"}, (), "drawn: 4 cards for 5 discarded"),
        ({**VIEW, "drawn": "9S 8S KH 9C AS"}, (), "AS"),
        ({**VIEW, "discard": "Q...."}, (), "discard"),
        ({**VIEW, "opponent": {}}, (), "took is missing"),
        ({**VIEW, "opponent": {"took": 5}}, (), "younger may exchange 1 to 3"),
        ({**VIEW, "left": "7S"}, (), "left"),
        ({**VIEW, "class": "point", "calls": {"point": {"length": 5, "pips": 49}}}, (),
         "is not known"),
        ({**VIEW, "class": "sequence", "calls": {"point": {"length": 5, "pips": 49}}}, (),
         "answers: point is missing"),
        ({**VIEW, "class": "sequence", "calls": {"point": {"length": 6, "pips": 60}}}, (),
         "not held"),
        ({**YOUNGER, "opponent": {"took": 5, "calls": {"set": {"size": 3, "rank": "J"}}}}, (),
         "is not known"),
        ({**YOUNGER, "opponent": {"took": 5, "calls": {"point": {"length": 12}}}}, (), "agree"),
        (VIEW, ("--seat", "younger"), "is asked about by elder, not by younger"),
        (VIEW, ("-n", "1"), "n: expected"),
        (VIEW, ("--top", "3"), "--top has no effect on a call in a deal"),
        (VIEW, ("--call", "foo"), "class: no class 'foo'"),
        (VIEW, ("--seat", "foo"), "seat: expected elder or younger"),
        (VIEW, ("--call", "point", "--opponent", "cub"), "cub"),
        (VIEW, ("--opponent", "club+sink-point=0.5"), "sinks at random"),
    ],
)  # fmt: skip
def test_bad_input__gets_one_line(tmp_path, view, options, said):
    path = tmp_path / "view.jsonl"
    path.write_text(json.dumps(view) + "\n", encoding="utf-8")
    told = refused("advise", path, "-n", "10", *options)
    assert said in told
    if not options:
        assert "line 1" in told


def test_bad_input__a_set_that_is_not_held_cannot_be_called():
    nothing = {
        "elder": {"dealt": "987.987.987.987", "discard": "9..."},
        "younger": {"dealt": "AKQJ.AKQJ.AKQJ.", "discard": "J..."},
        "talon": "AC KC QC JC TS TH TD TC",
    }
    with pytest.raises(InputError, match="holds no set"):
        advise_calls(nothing, "elder", "set", deals=10)
