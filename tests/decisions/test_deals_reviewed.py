"""Played deals reviewed: losses, errors, what is hidden, luck and skill, players.

Covers `decisions.review.deal_review`, `decisions.review.records`, `kernel.questions.draw_luck`.
"""

import json
import random
from contextlib import nullcontext
from itertools import combinations, product

import numpy as np
import pytest
from command_line import answer
from specimens import PLAYED as EXAMPLE
from specimens import ROOT, TESTS, legal_deal

from piquet_sim import Simulation, read_deals
from piquet_sim.deals.json import describe_deal, score_deal
from piquet_sim.decisions.judge import Effort
from piquet_sim.decisions.review import records
from piquet_sim.decisions.review.deal_review import (
    BOTH,
    CALL,
    DISCARD,
    KNOWN,
    LEAD,
    SEEN,
    add_losses,
    list_calls,
    list_cards,
    name_cards,
    review_deal,
    value_calls,
    value_decision,
)
from piquet_sim.decisions.review.partie import review_deals
from piquet_sim.decisions.review.records import read_record
from piquet_sim.estimates.estimate import know_exactly
from piquet_sim.game.cards import format_cards, format_hand, iterate_cards
from piquet_sim.game.rules import PRESETS
from piquet_sim.game.terms import SEATS

NAMED = {**EXAMPLE, "players": {"elder": "Anna", "younger": "Ben"}}
FEW = 256
LEAST_VALUED = 64 * 128
"""With so many deals for a discard, 64 are tried for a call."""
SOLVABLE = [name for name in PRESETS if name not in ("cotton_1674", "american")]


def lines(*deals):
    return "\n".join(map(json.dumps, deals))


def played(first, second, seed, index=0):
    return describe_deal(Simulation(first, second, seed=seed).replay_deal(index))


def test_example__elder_loses_six_by_what_they_threw_as_the_readme_says():
    example = review_deal(EXAMPLE)
    discard, call, *_ = example.list_worst()
    assert (discard.seat, discard.kind, discard.best, name_cards(discard.better)) == (
        *(0, DISCARD, ("8H 9D 8D 8C 7C",)),
        "8H 9D 8D 8C 7C",
    )
    assert 6 < discard.loss.value < 7
    assert (discard.loss.se < 0.15, [one for one in example.decisions if one.is_error]) == (
        True,
        [discard],
    )
    said = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert f"the discard loses {discard.loss} points, and calling the knaves {call.loss}." in said


def test_review__is_the_same_on_any_number_of_threads():
    one, three = (review_deal(EXAMPLE, deals=LEAST_VALUED, threads=threads) for threads in (1, 3))
    assert one.as_json() == three.as_json()
    short = review_deal(EXAMPLE, seconds=1e-6)  # which limits the work
    assert short.list_worst()[0].loss.n < one.list_worst()[0].loss.n
    assert {one.verdict for one in short.decisions if one.kind == CALL} == {
        "not valued: too little time"
    }


def test_before__deals_of_a_rule_book_are_played_once_on_a_machine(monkeypatch):
    kept = {}
    monkeypatch.setattr(records, "keep", kept.__setitem__)
    monkeypatch.setattr(records, "read_kept", kept.get)
    find, books = records.value_before.__wrapped__, [PRESETS[name] for name in SOLVABLE[:2]]
    played = [find(rules) for rules in books]
    monkeypatch.delattr(Simulation, "record_units")
    assert [find(rules) for rules in books] == played
    assert len(kept) == len({*map(repr, played)}) == 2


def test_progress__rises_to_the_whole():
    shares = []
    found = review_deal(EXAMPLE, deals=64, progress=shares.append)
    assert (len(shares), sorted(shares)) == (len(found.decisions) + 1, shares)
    assert 0 < shares[0] <= shares[-2] < shares[-1] == 1


def test_command__shows_the_progress_of_all_deals_together(monkeypatch):
    shown = []
    monkeypatch.setattr(
        "piquet_sim.cli.commands.advising.show_progress", lambda *_: nullcontext(shown.append)
    )
    answer("review", "-", "-n", 64, "--json", given=lines(EXAMPLE, EXAMPLE))
    assert (sorted(shown), shown[len(shown) // 2 - 1 :: len(shown) // 2]) == (shown, [1, 2])


@pytest.mark.parametrize(
    ("rules", "seed"),
    [
        pytest.param(*one, marks=[pytest.mark.slow] * (one != ("rubicon", 1)))
        for one in product(SOLVABLE, range(5))
    ],
)
def test_terms__add_up_to_the_result_exactly(rules, seed):
    deal = legal_deal(seed, rules)
    review, scored = review_deal(deal, deals=FEW), score_deal(deal)
    assert (
        sum(term.exactly for term in review.terms)
        == review.margin
        == scored["elder"]["total"] - scored["younger"]["total"]
    )
    assert {term.by for term in review.terms} == {SEEN, KNOWN, BOTH}
    assert [term.value for term in review.terms if term.by == KNOWN] == pytest.approx(
        [-review.lost(0).value, review.lost(1).value]
    )
    assert json.dumps(review.as_json(), allow_nan=False)


# ---- What is hidden ------------------------------------------------------------------------------
def exchange_otherwise(deal, seat, number):
    """The same deal, but for what a seat was dealt of the hand that it came to hold."""
    record = read_record(deal)
    taken, hand = record.drawn[seat].bit_count(), record.hands[seat]
    drawn = random.Random(number).choice(list(combinations(iterate_cards(hand), taken)))
    first = seat * record.drawn[0].bit_count()
    talon = [*record.talon[:first], *drawn, *record.talon[first + taken :]]
    own = deal[SEATS[seat]] | {"dealt": format_hand(hand & ~sum(drawn) | record.thrown[seat])}
    return deal | {SEATS[seat]: own, "talon": format_cards(talon)}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", [pytest.param(10, marks=pytest.mark.slow), 11])
def test_hidden__cards_change_nothing_that_is_said_of_a_seat(seat, seed):
    # Elder who takes fewer than five sees cards that younger draws.
    deals = (played("club", "novice", seed, index) for index in range(9))
    deal = next(one for one in deals if read_record(one).thrown[0].bit_count() == 5)
    said = review_deal(deal, deals=FEW).list_of(1 - seat)
    others = [exchange_otherwise(deal, seat, number) for number in range(2)]
    assert (
        deal not in others,
        [review_deal(one, deals=FEW).list_of(1 - seat) for one in others],
    ) == (True, [said] * 2)


# ---- Decisions -----------------------------------------------------------------------------------
def test_calls__that_are_valued_are_a_part_of_skill_and_not_of_luck(monkeypatch):
    calls = {"point": {"length": 5, "pips": 48}, "sequence": {"length": 3, "top": "A"}}
    deal = EXAMPLE | {"younger": EXAMPLE["younger"] | {"calls": calls}}
    review = review_deal(deal, deals=LEAST_VALUED)
    monkeypatch.setattr("piquet_sim.decisions.kinds.call.LEAST_DEALS", LEAST_VALUED)
    plain = review_deal(deal, deals=LEAST_VALUED)
    (less,), (told,) = (
        [one for one in each.decisions if one.not_counted] for each in (review, plain)
    )
    assert (less.seat, less.done, less.not_counted, less.choices, less.best, less.loss.n) == (
        *(1, "quatorze of tens, sunk", 20, 4),
        *(("quatorze of tens, called in full",), LEAST_VALUED // 64),
    )
    # Three knaves are good against none: 3 for elder, not 14 and 3 queens for younger.
    # The quatorze and, in nearly every deal, elder's trio.
    assert 14 <= less.lost <= 20
    assert (told.loss, told.verdict, told.changed) == (None, "not valued: too few deals", 20)
    terms, others = ({one.name: one.exactly for one in each.terms} for each in (review, plain))
    assert (terms["calls"], others["calls"]) == (0, 20)
    assert sum(terms.values()) == sum(others.values()) == review.margin
    # What younger lost there by all that they knew came about, as the cards lay.
    skill, fared, elder = (terms[name] - others[name] for name in ("younger", "fared", "elder"))
    assert (float(skill), float(skill + fared + elder)) == (
        pytest.approx(review.lost(1).value - plain.lost(1).value),
        pytest.approx(20),
    )


def test_decisions__are_all_calls_as_they_were_made_and_the_cards_with_a_choice():
    calls = {"point": {"length": 4, "pips": 38}, "sequence": {"length": 3, "top": "A"}}
    record = read_record(EXAMPLE | {"younger": EXAMPLE["younger"] | {"calls": calls}})
    assert [one.done for one in list_calls(record) if one.seat == 1] == [
        "point of 5 cards making 48, called as point of 4 cards making 38",
        "tierce major, called in full",
        "quatorze of tens, sunk",
    ]
    legal = {number: record.view(number).course.legal.bit_count() for number in range(1, 25)}
    # Nowhere do all of them touch, so that one would be as good as another.
    assert {one.number: one.choices for one in list_cards(record)} == {
        number: cards for number, cards in legal.items() if cards > 1
    }


def test_calls__of_which_nothing_can_be_said_are_not_valued():
    # Elder throws a single card, which `expert` does in no such deal: younger has none to try in.
    elder = {"dealt": "AKJ.AQJ8.98.J87", "discard": "A..."}
    record = read_record({**EXAMPLE, "elder": elder, "play": "AH"})
    calls = list(value_calls(record, list(list_calls(record)), Effort(64), 1))
    of_younger = [one for one in calls if one.seat == 1]
    assert 0 < len(of_younger) < len(calls)
    why = "not valued: if elder exchanges as expert does, none of"
    assert all(one.verdict.startswith(why) and one.loss is None for one in of_younger)
    assert add_losses(of_younger) == know_exactly(0.0)


def test_calls__name_a_carte_blanche_that_was_kept():
    deal = {
        "elder": {
            "dealt": "T987.T987.T987.",
            "discard": "T987.7..",
            "calls": {"carte_blanche": False},
        },
        "younger": {"dealt": "AKQJ.AKQJ.AKQJ.", "discard": "J..."},
        "talon": "AC KC QC JC TC 9C 8C 7C",
        "play": "AC",
    }
    (found,) = [one for one in review_deal(deal, deals=64).decisions if one.kind == "carte blanche"]
    assert (found.seat, found.done, found.not_counted) == (0, "not announced", 10)


# ---- Several deals -------------------------------------------------------------------------------
def test_partie__adds_up_by_name():
    deals = [
        {**played("club", "novice", 4), "players": {"elder": "C", "younger": "N"}},
        {**played("novice", "club", 5), "players": {"elder": "N", "younger": "C"}},
    ]
    found = review_deals(deals, deals=FEW)
    assert found.players == ("C", "N")
    for seat, name in enumerate(found.players):
        sides = list(zip(found.deals, (seat, 1 - seat), strict=True))
        mean = np.mean([deal.lost(side).value for deal, side in sides])
        rows = [row for row in found.list_errors() if row.player == name]
        valued = [row for row in rows if row.lost is not None]
        assert (found.lost(name).value, sum(row.lost.value for row in valued)) == pytest.approx(
            (mean, mean)
        )
        for row in valued:  # what a decision lost, over those of both deals
            times = 2 / (row.decisions - row.not_valued)
            assert (row.grade.value, row.grade.se) == pytest.approx(
                (row.lost.value * times, row.lost.se * times)
            )
        decisions = [one for deal, side in sides for one in deal.list_of(side)]
        assert (sum(row.decisions for row in rows), sum(row.errors for row in valued)) == (
            len(decisions),
            sum(one.is_error for one in decisions),
        )


# ---- The command ---------------------------------------------------------------------------------
def test_command__prints_one_document():
    asked = "review", "-", "--deals", FEW, "--json"
    assert answer(*asked, given=lines(NAMED, EXAMPLE)) == json.loads(
        json.dumps(review_deals([NAMED, EXAMPLE], deals=FEW).as_json())
    )
    changed = ("--rules", "rubicon", "--set", "cards_scores=20")  # for a record without any
    plain = {key: value for key, value in EXAMPLE.items() if key != "rules"}
    scored = score_deal({**plain, "rules": {"preset": "rubicon", "set": {"cards_scores": 20}}})
    (one,) = answer(*asked, *changed, given=lines(plain))["deals"]
    assert one["score"] == {seat: scored[seat]["total"] for seat in SEATS}


# ---- What Cavendish says of the cards ------------------------------------------------------------
BOOK = {deal["name"]: deal for deal in read_deals(TESTS / "golden" / "cavendish.txt")}
INSTEAD = "AH 7H AS 9S KS TS AD 7D KD QD QH KH AC 7S KC JS QC 8H TC 9H 9C TH QS JH"


@pytest.mark.parametrize(
    ("name", "seat", "number", "instead", "made", "best", "verdict"),
    [
        # Who holds the king of hearts alone sinks the six-card point: elder is right.
        ("sinking V", "elder", 15, {}, "QC", {"QC"}, "best beyond doubt"),
        # Younger wins the cards by leading two winning hearts before the queen of clubs.
        ("playing VI", "younger", 13, {}, "QC", {"AH", "KH"}, "too close to call"),
        # For the rubicon elder leads a heart, though spades would make a pique.
        ("playing XVII", "elder", 3, {}, "QH", {"QH"}, "too close to call"),
        (
            "playing XVII",
            "elder",
            5,
            {"play": INSTEAD, "totals": None},
            "KS",
            {"QH"},
            "probably worse",
        ),
        # Where the review differs: elder has called kings and cannot spare the guard, but by the
        # hands that elder may hold the ace of diamonds is worth ten points more; and to play in
        # and out for thirteen points wins nothing if the deal stands alone.
        ("playing IV", "younger", 19, {}, "JH", {"AD"}, "worse beyond doubt"),
        ("playing XVI", "elder", 11, {}, "7S", {"AC"}, "probably worse"),
    ],
)
def test_cavendish__what_the_review_finds_of_the_cards(
    name, seat, number, instead, made, best, verdict
):
    record = read_record(BOOK[name] | instead)
    (card,) = [one for one in list_cards(record) if one.number == number]
    assert (card.kind, SEATS[card.seat]) == (LEAD, seat)
    found = value_decision(record, card, Effort(0), 1)
    assert (found.done, set(found.best[: len(best)]), found.verdict, found.lost > 0) == (
        made,
        best,
        verdict,
        made not in best,
    )


@pytest.mark.parametrize("deals", [1_024, pytest.param(1 << 16, marks=pytest.mark.slow)])
def test_cavendish__the_point_that_is_sunk_is_best(deals):
    """Called short it makes as much, called in full less."""
    record = read_record(BOOK["sinking V"])
    (sunk,) = [one for one in list_calls(record) if (one.seat, one.place) == (1, 0)]
    point = value_decision(record, sunk, Effort(deals), 1)
    assert point.done == "point of 6 cards making 55, sunk" in point.best
    assert (point.lost, point.verdict) == (0, "best beyond doubt")
    assert "point of 6 cards making 55, called in full" not in point.best
