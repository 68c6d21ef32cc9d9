"""Decisions judged by the settlement where a deal has a score, and what silence is taken for."""

import json
from dataclasses import replace

import numpy as np
import pytest
from command_line import answer, command, refused
from scipy.stats import norm
from specimens import CALLS, EXAMPLE, EXAMPLE_PLAY

from piquet_sim import InputError, advise_play, review_deal, review_deals
from piquet_sim.advice.calls import advise_calls
from piquet_sim.advice.walkthrough import trace_deal
from piquet_sim.deals.deal import margin
from piquet_sim.deals.json import score_deal
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.explorer.questions import Asked
from piquet_sim.explorer.records import read_code, read_pasted, write_code
from piquet_sim.explorer.review import stream_review
from piquet_sim.game.cards import parse_card, parse_cards
from piquet_sim.game.terms import SEATS
from piquet_sim.matches.standing import Standing
from piquet_sim.review.calls import judge_calls
from piquet_sim.review.decisions import (
    CALL,
    DISCARD,
    DOUBT,
    LEAD,
    MODEL_ERRORS,
    MOST_DECISIONS,
    REPLY,
    Decision,
    Effort,
)
from piquet_sim.review.plays import judge_cards
from piquet_sim.review.records import read_record
from piquet_sim.review.valuation import value_point
from piquet_sim.strategies.score_values import find_prospects, score_worth

DEAL = {"rules": "rubicon", **EXAMPLE, "play": EXAMPLE_PLAY}
AT_SCORE = {**DEAL, "score": [70, 82], "number": 6}
SUNK = {**DEAL, "elder": {**DEAL["elder"], "calls": {**CALLS, "set": None}}}
FEW = 4_096
"""Deals for a discard; 32 are tried for a call."""

pytestmark = pytest.mark.usefixtures("table_of_play")


def test_cards__at_a_score_lose_what_the_settlement_says():
    """Against the settlements of all hands, taken from advice on the same views."""
    judged = judge_cards(read_record(AT_SCORE))
    assert len(judged) > 15
    for one in judged:
        at = {"score": (82, 70) if one.seat else (70, 82), "deal": 6}
        advice = advise_play(read_record(DEAL).view(one.number), aim="settlement", **at)
        by_name = {card.card: card for card in advice.candidates}
        most = max(card.settlement for card in by_name.values())
        made = parse_card(one.done)
        done = next(card for card in advice.candidates if made in (card.card, *card.same))
        assert one.lost == pytest.approx(most - done.settlement, abs=1e-6)
        best = max(by_name.values(), key=lambda card: card.settlement)
        points = best.difference - done.difference
        assert one.in_points.value == pytest.approx(points, abs=1e-6)
    by_points = judge_cards(read_record(AT_SCORE, aim="difference"))
    assert by_points == judge_cards(read_record(DEAL))
    assert [one.best for one in judged] != [one.best for one in by_points]


def test_calls__at_a_score_lose_what_a_hand_count_of_deals_says():
    (knaves,) = [
        one for one in judge_calls(read_record(AT_SCORE), Effort(64))
        if one.kind == CALL and one.seat == 0 and one.place == 2
    ]  # fmt: skip
    advice = advise_calls(AT_SCORE, "elder", "set", deals=64)
    table = advice.table
    assert (table.score, table.deal) == ((70, 82), 6)
    full, sunk = advice.ways[0].calls, (*advice.ways[0].calls[:2], 0)
    worths = []
    for way in (full, sunk):
        played = table.play(way, 32, 64)
        scores = (played[f"{seat}_score"].astype(np.int64) for seat in ("elder", "younger"))
        own, theirs = (total + points for total, points in zip((70, 82), scores, strict=True))
        worths.append(score_worth(find_prospects(), True, 6, own, theirs))
    assert knaves.best == ("trio of knaves, sunk",)
    assert knaves.lost == pytest.approx(float((worths[1] - worths[0]).mean()))
    ends = [margin(table.play(way, 32, 64)) for way in (full, sunk)]
    assert knaves.in_points.value == pytest.approx(float((ends[1] - ends[0]).mean()))
    assert knaves.in_points.value != pytest.approx(knaves.lost, abs=0.2)  # another unit


def test_discards__at_a_score_are_those_that_advice_compares():
    review = review_deal(AT_SCORE, deals=FEW, values_calls=False)
    thrown = next(one for one in review.decisions if one.kind == DISCARD and one.seat == 0)
    assert thrown.lost > 40
    assert 4 < thrown.in_points.value < 10
    assert thrown.worth == value_point(Standing((70, 82), 6)) > 1 == value_point(None)
    assert thrown.is_error


def test_verdict__at_a_score_allows_for_more_where_a_point_is_worth_more():
    """A loss of 3 is beyond doubt in points, and not where each is worth two."""
    plain = Decision(
        0, DISCARD, 0, "AS", ("KS",), Estimate(3.0, 0.01, 2.98, 3.02, 9_000, "normal"), 2
    )
    assert (plain.is_error, replace(plain, worth=2.0).is_error) == (True, False)
    on_the_line = 3.0 / (norm.isf(DOUBT / MOST_DECISIONS) * MODEL_ERRORS[DISCARD])
    assert (plain.is_open, replace(plain, worth=on_the_line).is_open) == (False, True)


def test_terms__still_add_up_to_the_points_of_the_deal():
    review = review_deal(AT_SCORE, deals=FEW)
    assert sum(term.exactly for term in review.terms) == review.margin == 5
    known = [term.value for term in review.terms if term.name in ("elder", "younger")]
    assert known == pytest.approx([-review.lost(0, True).value, review.lost(1, True).value])
    assert review.lost(0).value != pytest.approx(review.lost(0, True).value)
    kinds = {one.kind for one in review.decisions if one.points is not None}
    assert kinds == {DISCARD, CALL, LEAD, REPLY}
    told = review.as_json()
    assert (told["judged_by"], told["before"], told["number"]) == ("settlement", [70, 82], 6)
    json.dumps(told, allow_nan=False)


def test_parties__are_added_up_by_one_unit():
    one = review_deals([AT_SCORE, AT_SCORE], deals=512)
    both = review_deals([AT_SCORE, DEAL], deals=512)
    assert (one.is_partie, both.is_partie) == (True, False)
    lost = [deal.lost(0, True).value for deal in both.deals]
    assert both.lost("elder").value == pytest.approx(sum(lost) / 2)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"score": [70, 82]}, "the record does not say which deal of the partie it is"),
        ({"score": [70, 82], "number": 7}, "a partie has deals 1 to 6"),
        ({"score": [70, 5000], "number": 6}, "totals must be from 0 to 2000"),
        ({"score": [70, 82], "number": 6, "rules": "parlett"}, "only for Rubicon Piquet"),
    ],
)
def test_score__that_cannot_be_used_is_said_to_be_unused(more, why):
    given = json.dumps({**DEAL, **more})
    done = command("review", "-", "--deals", "64", given=given)
    assert done.code == 0, done.err
    said = " ".join(done.out.split())
    assert "by points (the score is not used)" in said
    assert why in said
    told = answer("review", "-", "--deals", "64", "--json", given=given)["deals"][0]
    assert why in told["score_not_used"]
    assert why in refused("review", "-", "--aim", "settlement", given=given)
    said = " ".join(command("advise", "-", "--card", "9", given=given).out.split())
    assert "by points (the score is not used)" in said
    assert why in said


@pytest.mark.parametrize("asked", ["", "--card 9", "--call point"])
def test_options__are_those_of_advise(asked):
    name, more = ("advise" if asked else "review"), asked.split()
    given, few = json.dumps(DEAL), () if "--card" in more else ("--deals", "64")
    at = ("--score", "70-82", "--deal", "6", "--aim", "settlement")
    said = command(name, "-", *few, *more, *at, given=given)
    assert said.code == 0, said.err
    assert "settlement" in said.out
    assert "settlement" in command(name, "-", *few, *more, given=json.dumps(AT_SCORE)).out
    plain = command(name, "-", *few, *more, "--aim", "difference", given=json.dumps(AT_SCORE))
    assert plain.out == command(name, "-", *few, *more, given=given).out
    for options, told in [
        (("--deal", "6"), "--deal requires --score"),
        (("--score", "7"), "write two totals"),
        (("--score", "7-8", "--deal", "9"), "deals 1 to 6"),
        (("--aim", "setlement"), "did you mean 'settlement'"),
        (("--aim", "settlement"), "settlement requires a score"),
    ]:
        assert told in refused(name, "-", *more, *options, given=given)


def test_page__judges_by_the_settlement_and_says_so():
    code = write_code(read_record(AT_SCORE))
    assert read_code(code).judge == read_record(AT_SCORE).judge
    *_, told = stream_review(Asked({"record": code}), lambda: False)
    assert told["title"].endswith(", by the settlement at 70 to 82, deal 6")
    assert told["decisions"]["elder"]["open"]["score"] == "70-82"
    assert told["decisions"]["elder"]["lost"]["value"] > 40


# ---- Silence -------------------------------------------------------------------------------------


def test_silence__is_said_to_be_taken_for_absence_where_it_is_read():
    """Elder sank the knaves, and younger's advice does not see it."""
    view = ("--seat", "younger", "--trick", "8")
    told = answer("advise", "-", *view, "--json", given=json.dumps(SUNK))
    assert told["silent_on"] == ["set"]
    heard = command("advise", "-", *view, given=json.dumps(DEAL)).out
    assert "is taken to mean" not in heard
    first = answer("advise", "-", "--card", "1", "--json", given=json.dumps(SUNK))
    assert first["silent_on"] == ["point", "sequence"]  # of younger, whose set comes after the card


# ---- Deals that stop -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole():
    return review_deal(DEAL, deals=FEW, values_calls=False)


@pytest.mark.parametrize("number", [1, 16])
def test_stopped_deal__is_scored_and_reviewed_so_far(whole, number):
    """With what `trace_deal` counts, and every decision as it is judged in the whole deal."""
    stopped = {**DEAL, "play": " ".join(EXAMPLE_PLAY.split()[:number])}
    moment = trace_deal(DEAL, parse_cards(EXAMPLE_PLAY))[number]
    scored = score_deal(stopped)
    assert scored["stops_after"] == number
    assert tuple(scored[seat]["total"] for seat in SEATS) == moment.counted
    assert tuple(scored[seat]["tricks"] for seat in SEATS) == tuple(map(moment.course.won, (0, 1)))
    assert [scored[seat]["cards"] for seat in SEATS] == [0, 0]
    review = review_deal(stopped, deals=FEW, values_calls=False)
    assert review.decisions == tuple(one for one in whole.decisions if one.number <= number)
    assert review.record.scores == moment.counted
    assert review.margin == moment.margin == sum(term.exactly for term in review.terms)
    assert "stops_after" not in score_deal(DEAL)


def test_stopped_deal__has_no_chart(tmp_path):
    stopped = json.dumps({**DEAL, "play": " ".join(EXAMPLE_PLAY.split()[:15])})
    chart = tmp_path / "margin.svg"
    assert "played to the end" in refused(
        "review", "-", "--deals", "64", "--chart", chart, given=stopped
    )
    with pytest.raises(InputError, match="expected 24 cards, got 15"):
        read_pasted(stopped)
