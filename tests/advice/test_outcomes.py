"""What a discard's deals come to, beside the same counted one by one; discards asked about."""

import json
from statistics import NormalDist

import numpy as np
import pytest
from command_line import command
from specimens import HAND

from piquet_sim import PRESETS, InputError, compare_values, parse_hand, say_cards
from piquet_sim.advice.discards import advise, find_chances_of_best, find_outcomes
from piquet_sim.advice.trials import JUDGED_FROM, Question, Trial, list_learned, try_discards
from piquet_sim.kernel.players.rollouts import ROLLOUT_PARTS

TREATISE, BEST = parse_hand("K..98.87"), parse_hand(".8.98.87")
BARE = parse_hand("7C")
"""One card alone: no player would throw it, and the learned evaluation does not list it."""
QUESTION = Question(parse_hand(HAND), strategy="club")


def play(question, *discards, deals=600):
    trial = Trial(question, np.array(discards), 1, JUDGED_FROM, with_parts=True)
    trial.play(list(range(len(discards))), deals)
    return trial


def test_outcomes__are_those_of_the_deals_counted_one_by_one():
    trial = play(QUESTION, BEST)
    found = find_outcomes(trial, 0)
    points, happened = [], dict.fromkeys(found.chances, 0)
    for (own, theirs), parts in zip(trial.made[0].tolist(), trial.parts[0].tolist(), strict=True):
        points.append(own - theirs)
        mine = dict(zip(ROLLOUT_PARTS, parts[: len(ROLLOUT_PARTS)], strict=True))
        other = dict(zip(ROLLOUT_PARTS, parts[len(ROLLOUT_PARTS) :], strict=True))
        for made, against, ending in ((mine, other, ""), (other, mine, "_against")):
            happened["cards" + ending] += made["cards"] > against["cards"]
            happened["capot" + ending] += made["cards"] == 40
            happened["pique" + ending] += made["pique"] == 30
            happened["repique" + ending] += made["repique"] == 60
    assert {name: round(one.value * one.n) for name, one in found.chances.items()} == happened
    ordered = sorted(points)
    assert (found.worst_tenth, found.best_tenth) == (ordered[59], ordered[539])
    for place, deals in enumerate(found.deals):
        least = found.least + 10 * place
        assert deals == sum(least <= one < least + 10 for one in points)
    edges = (-40, 0, 40)
    counted = [sum(one < -40 for one in points), sum(-40 <= one < 0 for one in points),
               sum(0 <= one < 40 for one in points), sum(one >= 40 for one in points)]  # fmt: skip
    assert found.count_between(edges) == counted


def test_chance_of_best__of_two_is_that_of_their_difference():
    one, two = list_learned(QUESTION)[0][1:3]
    trial = play(QUESTION, int(one), int(two), deals=60)
    less = compare_values(trial.points(0), trial.points(1))
    chance, other = find_chances_of_best(trial)
    assert chance + other == pytest.approx(1)
    assert 0.001 < chance < 0.999
    assert chance == pytest.approx(NormalDist().cdf(less.value / less.se), abs=4 * 0.004)


def test_named__are_judged_whatever_they_are_worth():
    advice = advise(QUESTION, deals=800, shown=2, named=[TREATISE, BARE])
    named = {one.discard: one for one in advice.candidates if one.is_named}
    assert set(named) == {TREATISE, BARE}
    assert advice.candidates[0].discard == BEST
    made = try_discards(QUESTION, np.array([BEST, BARE]), 400, first=JUDGED_FROM).astype(int)
    best, bare = made[:, 0] @ (1, -1), made[:, 1] @ (1, -1)
    assert named[BARE].gap == pytest.approx((best - bare).mean())
    assert named[BARE].is_settled
    assert named[BARE].chance_best < 0.01


def test_named__change_nothing_for_others():
    alone, beside = (advise(QUESTION, deals=800, named=named) for named in ((), (BARE,)))
    values = {one.discard: one.value for one in beside.candidates}
    assert all(values[one.discard] == one.value for one in alone.candidates)


def test_named__equal_up_to_renaming_suits_is_shown_as_it_was_named():
    question = Question(parse_hand("AK8.AK8.AK7.987"), strategy="club")
    named = parse_hand(".8.7.987")
    advice = advise(question, deals=400, named=[named])
    (found,) = [one for one in advice.candidates if one.is_named]
    assert found.discard == named
    assert [say_cards(one) for one in found.same] == ["8S 7D 9C 8C 7C"]


def test_rules__are_those_of_the_question():
    american = Question(QUESTION.hand, strategy="club", rules=PRESETS["american"])
    parts = play(american, BEST).values_of_parts(0)
    assert set(np.unique(parts["point"])) <= {0, 1}
    assert set(np.unique(play(QUESTION, BEST).values_of_parts(0)["point"])) > {0, 4}
    with pytest.raises(InputError, match="pack of 32"):
        advise(Question(QUESTION.hand, rules=PRESETS["cotton_1674"]), deals=100)


def test_given__a_carte_blanche_of_the_opponent_is_dealt_to_them():
    known = Question(QUESTION.hand, strategy="club", opponent_blanche=True)
    parts = play(known, BEST, deals=100).values_of_parts(0)
    assert set(parts["carte_blanche_against"]) == {10}
    assert known.describe()["opponent_blanche"]
    with pytest.raises(InputError, match="the opponent cannot have one"):
        Question(parse_hand("AT98.T987.T98.7"), opponent_blanche=True)


def test_command__judges_what_is_named():
    done = command(
        "advise", HAND, "-n", "600", "--top", "1", "--discard", "KS 9D 8D 8C 7C", "--json"
    )
    told = json.loads(done.out)
    best, yours = told["candidates"]
    assert (best["discard"], best["named"]) == ("8H 9D 8D 8C 7C", False)
    assert (yours["discard"], yours["named"]) == ("KS 9D 8D 8C 7C", True)
    assert yours["verdict"] == "worse beyond doubt"
    assert set(yours["chances"]) == {
        name + ending for name in ("cards", "capot", "pique", "repique")
        for ending in ("", "_against")
    }  # fmt: skip
    assert sum(yours["histogram"]["deals"]) == yours["deals"]


def test_command__lists_all_by_the_learned_evaluation_and_says_so():
    done = command("advise", HAND, "--learned", "--json")
    told = json.loads(done.out)
    assert told["method"] == "learned evaluation"
    assert len(told["all"]) == 1_585
    gaps = [one["learned_gap"] for one in told["all"]]
    assert gaps == sorted(gaps)
    assert gaps[0] == 0
    assert "no deal was played" in command("advise", HAND, "--learned").out
