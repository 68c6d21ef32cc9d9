"""Decisions judged by the settlement where a deal has a score, and what silence is taken for.

Covers `matches.standing`, `decisions.review.records`, `decisions.review.partie`.
"""

import json
from collections import Counter
from itertools import islice

import numpy as np
import pytest
from command_line import answer, command, refused
from specimens import CALLS, EXAMPLE, EXAMPLE_PLAY

from piquet_sim.deals.json import describe_deal, score_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.judge import Effort
from piquet_sim.decisions.kinds.call import advise_calls
from piquet_sim.decisions.kinds.card import advise_play
from piquet_sim.decisions.meaning import describe_luck
from piquet_sim.decisions.one_hand import read_knowledge
from piquet_sim.decisions.review.deal_review import (
    CALL,
    DISCARD,
    LEAD,
    REPLY,
    add_losses,
    list_calls,
    list_cards,
    review_deal,
    value_calls,
    value_decision,
)
from piquet_sim.decisions.review.partie import review_deals
from piquet_sim.decisions.review.records import read_record
from piquet_sim.decisions.walkthrough import trace_deal
from piquet_sim.explorer.questions import Asked
from piquet_sim.explorer.records import write_code
from piquet_sim.explorer.review import stream_review
from piquet_sim.game.cards import parse_card, parse_cards
from piquet_sim.game.terms import SEATS
from piquet_sim.strategies.score_values import find_prospects, score_worth

DEAL = {"rules": "rubicon", **EXAMPLE, "play": EXAMPLE_PLAY}
AT_SCORE = {**DEAL, "score": [70, 82], "number": 6}
SUNK = {**DEAL, "elder": {**DEAL["elder"], "calls": {**CALLS, "set": None}}}
FEW = 4_096
"""Deals for a discard; 32 are tried for a call."""


def _judge_cards(deal, **named):
    record = read_record(deal, **named)
    return [value_decision(record, one, Effort(0), 1) for one in list_cards(record)]


def test_cards__at_a_score_lose_what_the_settlement_says():
    """Against the settlements of all hands, taken from advice on the same views."""
    judged, plain = _judge_cards(AT_SCORE), _judge_cards(DEAL)
    assert len(judged) > 15
    for one in judged:
        view, score = read_record(DEAL).view(one.number), (82, 70) if one.seat else (70, 82)
        advice = advise_play(view, score=score, deal=6)
        candidates = advice.candidates
        done = next(card for card in candidates if parse_card(one.done) in (card.card, *card.same))
        best = max(candidates, key=lambda card: card.settlement)
        assert (one.lost, one.in_points.value) == pytest.approx(
            (best.settlement - done.settlement, best.difference - done.difference), abs=1e-6
        )
        assert advice.numbers()[f"settlement {candidates.index(done)}"].verdict == one.verdict
    assert (
        _judge_cards(AT_SCORE, aim="difference"),
        [one.best for one in judged] != [one.best for one in plain],
    ) == (plain, True)


def test_calls__at_a_score_lose_what_a_hand_count_of_deals_says():
    record = read_record(AT_SCORE)
    calls = value_calls(record, list(list_calls(record)), Effort(512), 1)
    (knaves,) = [one for one in calls if (one.kind, one.seat, one.place) == (CALL, 0, 2)]
    advice = advise_calls(AT_SCORE, "elder", "set", deals=512)
    full, found = advice.ways[0].calls, []
    for way in (full, (*full[:2], 0)):
        own, theirs = advice.trials.made[advice.trials.choices.index(way)].astype(int).T
        worths = score_worth(find_prospects(), True, 6, 70 + own, 82 + theirs)
        found.append([worths.mean(), (own - theirs).mean()])
    lost = knaves.lost, knaves.in_points.value
    assert (knaves.best, lost) == (
        ("trio of knaves, sunk",),
        pytest.approx(np.subtract(*found[::-1])),
    )
    assert abs(np.subtract(*lost)) > 0.2  # another unit


def test_terms__still_add_up_to_the_points_of_the_deal():
    review = review_deal(AT_SCORE, deals=FEW)
    assert sum(term.exactly for term in review.terms) == review.margin == 5
    known = [term.value for term in review.terms if term.name in SEATS]
    elder, younger = (add_losses(review.list_of(seat), by_points=True).value for seat in (0, 1))
    assert known == pytest.approx([-elder, younger])
    assert {one.kind for one in review.decisions if one.points is not None} == {
        *(DISCARD, CALL, LEAD, REPLY)
    }
    assert {"judged_by": "settlement", "before": [70, 82], "number": 6}.items() <= (
        review.as_json().items()
    )
    thrown = next(one for one in review.list_of(0) if one.kind == DISCARD)
    assert (thrown.lost > 40, 4 < thrown.in_points.value < 10) == (True, True)


def test_parties__are_added_up_by_one_unit():
    one, both = (review_deals([AT_SCORE, other], deals=512) for other in (AT_SCORE, DEAL))
    assert (one.is_partie, both.is_partie) == (True, False)
    assert both.lost("elder").value == pytest.approx(
        sum(add_losses(deal.list_of(0), by_points=True).value for deal in both.deals) / 2
    )


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
    for asked in (("review", "-", "--deals", 64), ("advise", "-", "--seat", "elder", "--trick", 5)):
        said = " ".join(command(*asked, given=given).out.split())
        assert ("The score is not used, and points decide" in said, why in said) == (True, True), (
            said
        )
    (told,) = answer("review", "-", "--deals", 64, "--json", given=given)["deals"]
    assert why in told["score_not_used"]
    assert why in refused("review", "-", "--aim", "settlement", given=given)


@pytest.mark.parametrize(
    ("asked", "score"),
    [
        ("review - --deals 64", "70-82 --deal 6"),
        ("advise - --seat elder --trick 5", "70-82"),  # the last deal, where none is named
        ("advise - --call point --deals 64", "70-82"),
    ],
)
def test_options__judge_as_a_record_with_its_score_and_are_the_same_of_both_commands(asked, score):
    def ask(options, deal):
        return command(*asked.split(), *options.split(), given=json.dumps(deal)).out

    assert (
        "settlement" in ask("", AT_SCORE),
        ask(f"--score {score}", DEAL),
        ask("--aim difference", AT_SCORE),
    ) == (True, ask("", AT_SCORE), ask("", DEAL))


def test_page__judges_by_the_settlement_and_says_so():
    stream = stream_review(Asked({"record": write_code(read_record(AT_SCORE))}), lambda: False)
    told = next(islice(stream, 2, None))  # the discards as few deals judge them
    assert told["title"].endswith(", by the settlement at 70 to 82, deal 6")
    of_elder = told["decisions"]["elder"]
    assert (of_elder["open"]["score"], of_elder["lost"]["value"] > 40) == ("70-82", True)


# ---- Silence -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("deal", "options", "classes"),
    [
        (SUNK, "--seat younger --trick 8", ["set"]),
        (DEAL, "--seat younger --trick 8", []),
        (SUNK, "--seat younger --call set --deals 64", ["set"]),
        # Of younger, whose set comes after the card.
        (SUNK, "--seat elder --trick 1", ["point", "sequence"]),
    ],
)
def test_silence__is_said_to_be_taken_for_absence_where_it_is_read(deal, options, classes):
    """Elder sank the knaves, and younger's advice does not see it."""
    asked, given = ("advise", "-", *options.split()), json.dumps(deal)
    assert (
        answer(*asked, "--json", given=given)["silent_on"],
        "is taken to mean" in command(*asked, given=given).out,
    ) == (classes, classes != [])


def test_silence__is_not_said_of_who_answered_that_a_call_is_not_good():
    """Before elder leads, younger has said only whether it is good."""
    deals = map(Simulation("club", "club", seed=3).replay_deal, range(20))
    views = [read_knowledge(describe_deal(deal), card=1) for deal in deals]
    answers = [view.as_json()["answers"] for view in views]
    assert [view.silent_on for view in views] == [
        tuple(kind for kind in one if one[kind] == "good") for one in answers
    ]
    said = Counter(answer for one in answers for answer in one.values())
    assert said["good"] > 5 < said["not good"]


# ---- Deals that stop -----------------------------------------------------------------------------
def test_stopped_deal__is_scored_and_reviewed_so_far():
    """With what `trace_deal` counts, and every decision as it is judged in the whole deal."""
    whole = review_deal(DEAL, deals=FEW)
    for number in (1, 16):
        stopped = {**DEAL, "play": " ".join(EXAMPLE_PLAY.split()[:number])}
        moment, scored = trace_deal(DEAL, parse_cards(EXAMPLE_PLAY))[number], score_deal(stopped)
        assert {
            part: [scored[seat][part] for seat in SEATS] for part in ("total", "tricks", "cards")
        } == {
            "total": [*moment.counted],
            "tricks": [moment.course.won(seat) for seat in (0, 1)],
            "cards": [0, 0],
        }
        review = review_deal(stopped, deals=FEW)
        assert (review.decisions, review.record.scores, scored["stops_after"]) == (
            tuple(one for one in whole.decisions if one.number <= number),
            moment.counted,
            number,
        )
        assert review.margin == moment.margin == sum(term.exactly for term in review.terms)
        ends = [describe_luck(one)[-1] for one in (review, whole)]
        assert [(one.name, one.estimate.value) for one in ends] == [
            ("the result, if both then play perfectly", review.margin),
            ("the result", whole.margin),
        ]
