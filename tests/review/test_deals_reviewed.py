"""Played deals reviewed: losses, errors, what is hidden, luck and skill, players."""

import json
import random
from itertools import combinations

import numpy as np
import pytest
from command_line import answer, command, refused
from specimens import CALLS, EXAMPLE_PLAY, ROOT, legal_deal
from specimens import EXAMPLE as DEAL

from piquet_sim import Question, Simulation, advise, review_deal, review_deals
from piquet_sim.deals.deal import follow_play
from piquet_sim.deals.json import describe_deal, read_deal, score_deal
from piquet_sim.estimates.estimate import know_exactly
from piquet_sim.game.cards import format_cards, format_hand, iterate_cards, parse_hand
from piquet_sim.game.rules import PRESETS
from piquet_sim.game.terms import SEATS
from piquet_sim.review.calls import judge_calls
from piquet_sim.review.decisions import CALL, DISCARD, Effort
from piquet_sim.review.luck import BOTH, KNOWN, SEEN, add_losses
from piquet_sim.review.records import read_record

EXAMPLE = {
    "rules": "rubicon", **DEAL, "play": EXAMPLE_PLAY, "elder": {**DEAL["elder"], "calls": CALLS},
    "younger": {**DEAL["younger"], "calls": "full"},
}  # fmt: skip
NAMED = {**EXAMPLE, "players": {"elder": "Anna", "younger": "Ben"}}
FEW = 256
LEAST_VALUED = 64 * 128
"""With so many deals for a discard, 64 are tried for a call."""
SOLVABLE = [name for name in PRESETS if name not in ("cotton_1674", "american")]


def played(first, second, seed, index=0):
    return describe_deal(Simulation(first, second, seed=seed).replay_deal(index))


@pytest.fixture(scope="module")
def example():
    return review_deal(NAMED)


def test_example__elder_loses_six_by_what_they_threw(example):
    assert example.record.scores == (28, 23)
    worst = example.list_worst()[0]
    assert (worst.seat, worst.kind, worst.best) == (0, DISCARD, ("8H 9D 8D 8C 7C",))
    assert 6 < worst.loss.value < 7
    assert worst.loss.se < 0.15
    assert [one.kind for one in example.decisions if one.is_error] == [DISCARD]


def test_example__stands_in_the_readme_as_it_is_reviewed(example):
    said = " ".join((ROOT / "README.md").read_text("utf-8").split())
    discard, call = example.list_worst()[:2]
    assert f"the discard loses {discard.loss} points, and calling the knaves {call.loss}." in said


def test_review__is_the_same_on_any_number_of_threads():
    one, three = (review_deal(EXAMPLE, deals=LEAST_VALUED, threads=threads) for threads in (1, 3))
    assert one.as_json() == three.as_json()
    short = review_deal(EXAMPLE, seconds=1e-6)  # which limits the work
    assert short.list_worst()[0].loss.n < one.list_worst()[0].loss.n
    verdicts = {one.verdict for one in short.decisions if one.kind == CALL}
    assert verdicts == {"not valued: too little time"}


@pytest.mark.parametrize(
    ("rules", "seeds"),
    [("rubicon", 1), *(pytest.param(name, 5, marks=pytest.mark.slow) for name in SOLVABLE)],
)  # fmt: skip
def test_terms__add_up_to_the_result_exactly(rules, seeds):
    for seed in range(seeds):
        deal = legal_deal(seed, rules)
        review = review_deal(deal, deals=FEW)
        scored = score_deal(deal)
        assert review.margin == scored["elder"]["total"] - scored["younger"]["total"]
        assert sum(term.exactly for term in review.terms) == review.margin
        assert {term.by for term in review.terms} == {SEEN, KNOWN, BOTH}
        known = [term.value for term in review.terms if term.by == KNOWN]
        assert known == pytest.approx([-review.lost(0).value, review.lost(1).value])
        json.dumps(review.as_json(), allow_nan=False)


# ---- What is hidden ------------------------------------------------------------------------------


def said_of(review, seat):
    return [one.as_json() for one in review.list_of(seat)]


def exchange_otherwise(deal, seat, number):
    """The same deal, but for what a seat was dealt of the hand that it came to hold."""
    record = read_record(deal)
    taken, hand, cut = record.drawn[seat], record.hands[seat], record.thrown[seat]
    ways = list(combinations(iterate_cards(hand), taken.bit_count()))
    drawn = sum(random.Random(number).choice(ways))
    talon = list(record.talon)
    first = 0 if seat == 0 else record.drawn[0].bit_count()
    talon[first : first + taken.bit_count()] = iterate_cards(drawn)
    other = {**deal[SEATS[seat]], "dealt": format_hand(hand & ~drawn | cut)}
    return {**deal, SEATS[seat]: other, "talon": format_cards(talon)}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(2))
def test_hidden__cards_change_nothing_that_is_said_of_a_seat(seat, seed):
    # Elder who takes fewer than five sees cards that younger draws.
    deals = (played("club", "novice", seed + 10, index) for index in range(9))
    deal = next(one for one in deals if read_record(one).thrown[0].bit_count() == 5)
    said = said_of(review_deal(deal, deals=FEW), 1 - seat)
    for number in range(2):
        other = exchange_otherwise(deal, seat, number)
        if read_record(other).announced != read_record(deal).announced:
            continue
        assert other != deal
        assert said_of(review_deal(other, deals=FEW), 1 - seat) == said


def finish(deal, plays=()):
    """A deal played to its end, with the lowest legal cards after some first ones."""
    plays = list(plays)
    course = follow_play(read_deal(deal).begin_play(), plays)
    while not course.is_over:
        plays.append(course.legal & -course.legal)
        course = course.play(plays[-1])
    return {**deal, "play": format_cards(plays)}


# ---- Decisions -----------------------------------------------------------------------------------


def test_discards__that_differ_by_the_names_of_suits_are_as_good():
    hand = parse_hand("AKQ8.T98.T98.87")  # hearts and diamonds hold the same ranks
    (best, *_) = advise(Question(hand), deals=FEW).candidates
    deal = {"younger": {"dealt": "JT97.AKQ.AKQ.AK", "discard": "7..."},
            "talon": "JH 7H JD 7D QC JC TC 9C"}  # fmt: skip
    said = []
    for thrown in (best.discard, *best.same):
        played = finish({**deal, "elder": {"dealt": format_hand(hand),
                                           "discard": format_hand(thrown)}})  # fmt: skip
        (first, *_) = review_deal(played, deals=FEW).decisions
        assert first.done in first.best
        said.append((first.verdict, first.loss))
    assert len(said) > 1
    assert set(said) == {("best", know_exactly(0.0))}


def test_calls__that_are_valued_are_a_part_of_skill_and_not_of_luck():
    calls = {"point": {"length": 5, "pips": 48}, "sequence": {"length": 3, "top": "A"}}
    deal = {**EXAMPLE, "younger": {**EXAMPLE["younger"], "calls": calls}}
    review = review_deal(deal, deals=LEAST_VALUED)
    plain = review_deal(deal, deals=LEAST_VALUED, values_calls=False)
    (less,) = [one for one in review.decisions if one.not_counted]
    assert (less.seat, less.done, less.choices) == (1, "quatorze of tens, sunk", 4)
    assert less.best == ("quatorze of tens, called in full",)
    # Three knaves are good against none: 3 for elder, not 14 and 3 queens for younger.
    # The quatorze and, in nearly every deal, elder's trio.
    assert 14 <= less.lost <= 20
    assert less.loss.n == 32  # none of those that chose
    (told,) = [one for one in plain.decisions if one.not_counted]
    assert (told.loss, told.verdict, told.changed) == (None, "not valued", 20)
    terms, others = ({one.name: one.exactly for one in each.terms} for each in (review, plain))
    assert (terms["calls"], others["calls"]) == (0, 20)
    assert sum(terms.values()) == sum(others.values()) == review.margin
    # What younger lost there by all that they knew came about, as the cards lay.
    skill, fared = (terms[name] - others[name] for name in ("younger", "fared"))
    assert float(skill) == pytest.approx(review.lost(1).value - plain.lost(1).value)
    assert float(skill + fared + terms["elder"] - others["elder"]) == pytest.approx(20)


def test_calls__of_which_nothing_can_be_said_are_not_valued():
    # Elder throws a single card, which `expert` does in no such deal: younger has none to try in.
    deal = finish({**EXAMPLE, "elder": {"dealt": "AKJ.AQJ8.98.J87", "discard": "A..."}})
    calls = judge_calls(read_record(deal), Effort(64))
    for one in calls:
        if one.seat == 1:
            assert one.verdict.startswith("not valued: if elder exchanges as expert does, none of")
            assert one.as_json()["lost"] is None
    assert {one.seat for one in calls} == {0, 1}
    assert add_losses([one for one in calls if one.seat == 1]) == know_exactly(0.0)


def test_calls__name_a_carte_blanche_that_was_kept():
    for seed in range(400):
        deal = legal_deal(seed)
        blank = [seat for seat in (0, 1) if not set(deal[SEATS[seat]]["dealt"]) & set("KQJ")]
        kept = [seat for seat in blank if not read_record(deal).announced[seat]]
        if kept:
            break
    review = review_deal(deal, deals=FEW)
    (found,) = [one for one in review.decisions if one.kind == "carte blanche"]
    assert (found.seat, found.done, found.not_counted) == (kept[0], "not announced", 10)


# ---- Several deals -------------------------------------------------------------------------------


def test_partie__adds_up_by_name():
    deals = [
        {**played("club", "novice", 4), "players": {"elder": "C", "younger": "N"}},
        {**played("novice", "club", 5), "players": {"elder": "N", "younger": "C"}},
    ]
    found = review_deals(deals, deals=FEW)
    assert found.players == ("C", "N")
    for name in found.players:
        mine = [deal.lost(deal.players.index(name)).value for deal in found.deals]
        assert found.lost(name).value == pytest.approx(np.mean(mine))
        rows = [row for row in found.list_errors() if row.player == name]
        valued = [row for row in rows if row.lost is not None]
        assert sum(row.lost.value for row in valued) == pytest.approx(np.mean(mine))
        for row in valued:  # what a decision lost, over those of all deals
            counted = row.decisions - row.not_valued
            assert row.grade.value * counted == pytest.approx(row.lost.value * len(mine))
            assert row.grade.se * row.lost.value == pytest.approx(row.lost.se * row.grade.value)
            assert row.as_json()["grade"]["value"] == row.grade.value
        assert sum(row.decisions for row in rows) == sum(
            len(deal.list_of(deal.players.index(name))) for deal in found.deals
        )
        assert sum(row.errors for row in valued) == sum(
            one.is_error for deal in found.deals for one in deal.list_of(deal.players.index(name))
        )


# ---- The command ---------------------------------------------------------------------------------


def write(folder, *deals):
    path = folder / "played.jsonl"
    path.write_text("\n".join(map(json.dumps, deals)))
    return path


def test_command__prints_one_document(tmp_path):
    said = answer("review", write(tmp_path, NAMED, EXAMPLE), "--deals", FEW, "--json")
    assert said == json.loads(json.dumps(review_deals([NAMED, EXAMPLE], deals=FEW).as_json()))
    assert set(said) == {"deals", "players", "errors"}
    assert [one["is_named"] for one in said["players"].values()] == [True, True, False, False]
    plain = {key: value for key, value in EXAMPLE.items() if key != "rules"}
    changed = ("--rules", "rubicon", "--set", "cards_scores=20")  # for a record without any
    (one,) = answer("review", write(tmp_path, plain), *changed, "--deals", FEW, "--json")["deals"]
    scored = score_deal({**plain, "rules": {"preset": "rubicon", "set": {"cards_scores": 20}}})
    assert one["score"] == {seat: scored[seat]["total"] for seat in SEATS}


def test_command__draws_the_margins_of_a_deal(tmp_path):
    chart = tmp_path / "margin.svg"
    assert command("review", write(tmp_path, EXAMPLE), "--deals", FEW, "--chart", chart).code == 0
    assert chart.read_text().startswith("<?xml")


BAD = {
    "play: card 17 (trick 9): AS is not legal; younger, whose turn it is, may play": {
        "play": EXAMPLE["play"].replace("QC 8S", "AS 8S").replace("QS AS", "QS QC")
    },
    "play is missing; a review needs": {"play": None},
    "play: card 2 (trick 1): TD is not legal": {"play": "AH TD"},
    "younger calls set": {
        "younger": {**EXAMPLE["younger"], "calls": {"set": {"size": 4, "rank": "K"}}}
    },
    "players: unknown key": {"players": {"dealer": "Ben"}},
    "the name of the other seat": {"players": {"elder": "younger", "younger": "Ben"}},
    "play: double-dummy does not support": {"rules": "american"},
    "talon": {"talon": EXAMPLE["talon"][3:]},
}


@pytest.mark.parametrize("said", BAD)
def test_command__refuses_a_record_in_one_line(said, tmp_path):
    bad = {key: value for key, value in {**EXAMPLE, **BAD[said]}.items() if value is not None}
    chart = tmp_path / "chart.svg"
    told = refused("review", write(tmp_path, EXAMPLE, bad), "--chart", chart)
    assert told.startswith("piquet: line 2: ")
    assert said in told
    assert not chart.exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--rules", "rubicon"], "has its own"),
        (["--set", "cards_scores=20"], "has its own"),
        (["--seconds", "0"], "seconds"),
        (["--deals", "2"], "deals"),
        (["--seed", "-1"], "seed"),
        (["--chart", "chart.txt"], "expected a file name"),
        (["--chart", "chart.svg"], "chart: expected one deal, got 2"),
    ],
)
def test_command__refuses_options(options, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert said in refused("review", write(tmp_path, EXAMPLE, EXAMPLE), *options)
