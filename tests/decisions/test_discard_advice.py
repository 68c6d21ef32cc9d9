"""Which cards to throw: a race chooses, fresh deals judge, parts add up, verdicts are the gaps'.

What is refused and that it can be reproduced stands in test_every_advice.py too.

Covers `decisions.kinds.discard`, `decisions.kinds.contrast`, `decisions.kinds.question`,
`kernel.players.rollouts`, `kernel.questions.imagined_exchanges`.
"""

from dataclasses import replace
from itertools import count
from statistics import NormalDist

import numpy as np
import pytest
from specimens import HAND, add_up

from piquet_sim import PRESETS, compare_values, parse_hand
from piquet_sim.decisions.kinds.contrast import Contrast, watch_contrast
from piquet_sim.decisions.kinds.discard import FIRST_DEALS, SHOWN, Advised, advise, watch_advice
from piquet_sim.decisions.kinds.discard_table import JUDGED_FROM, DiscardTable, try_discards
from piquet_sim.decisions.kinds.question import Question, list_learned, list_sensible, rename_suits
from piquet_sim.game.threads import INTERRUPTED, REACHED, TIME
from piquet_sim.game.wording import say_cards
from piquet_sim.kernel.players.rollouts import ROLLOUT_PARTS

QUESTION = Question(parse_hand(HAND), strategy="club")
TREATISE, BEST, FOUR = (parse_hand(one) for one in ("K..98.87", ".8.98.87", "..98.87"))
BARE = parse_hand("7C")
"""One card alone: no player would throw it, and the learned evaluation does not list it."""
ALIKE = "QJ8.QJ8.AK9.T87"
HANDS = ("AT7.KQ87.AQ.AJ9", "KT7.KJ98.Q87.AT", ALIKE)


def values_of(parts):
    return {name: part.value for name, part in parts.items()}


def play(question, *discards, deals=600):
    trial = DiscardTable(question, np.array(discards), 1, JUDGED_FROM, with_parts=True)
    trial.play(list(range(len(discards))), deals)
    return trial


def try_worths(question, discards, deals):
    """What discards make in the deals that judge, one column each."""
    return try_discards(question, discards, deals, first=JUDGED_FROM).astype(int) @ (1, -1)


# ---- Deals ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("deals", [4, 101, 2 * FIRST_DEALS, 777])
def test_advice__plays_no_more_deals_than_asked(deals):
    advice = advise(QUESTION, deals=deals)
    assert advice.raced <= deals // 2
    assert {one.deals for one in advice.candidates} == {deals // 2}


def test_advice__says_how_it_ended():
    late = advise(QUESTION, seconds=0.01)
    assert late.ended == TIME == late.as_json()["ended"]
    assert "the time ended it" in late.say_how(10)
    *others, last = watch_advice(QUESTION, deals=1_024)
    assert [others[0].say_verdict(place) for place in range(len(others[0].candidates))] == [
        "ahead",
        *(("in the race", "left behind")[one.is_settled] for one in others[0].candidates[1:]),
    ]
    assert ({one.ended for one in others}, last.ended, others[0]) == (
        {INTERRUPTED},
        REACHED,
        next(watch_advice(QUESTION, deals=2 * FIRST_DEALS)),
    )


def test_judging__is_by_the_same_fresh_deals_for_all():
    advice = advise(QUESTION, deals=1_000)
    worths = try_worths(QUESTION, [one.discard for one in advice.candidates], 500)
    assert advice.raced < JUDGED_FROM
    for one, made in zip(advice.candidates, worths.T, strict=True):
        less, error = compare_values(worths[:, 0], made), made.std(ddof=1) / np.sqrt(500)
        assert (one.value, one.worth.se, one.gap, one.behind.se) == pytest.approx(
            (made.mean(), error, less.value, less.se)
        )


@pytest.mark.parametrize(("took", "is_made"), [(5, False), (1, True)])
def test_advice__says_whether_elder_was_made_to_take_so_many(took, is_made):
    """The club player, who nearly always takes five and never one; its words are in a screen."""
    question = Question(parse_hand("T7.T97.AQJT.KQT"), "younger", took, strategy="club")
    table = DiscardTable(question, list_sensible(question)[:2], threads=2)
    told = advise(question, deals=2 * FIRST_DEALS).as_json()
    assert told["made_to_take"] == table.is_made_to_take == is_made


# ---- Parts and verdicts --------------------------------------------------------------------------
@pytest.mark.parametrize("score", [None, (68, 155)])
@pytest.mark.parametrize("seat", ["elder", "younger"])
@pytest.mark.parametrize("hand", HANDS)
def test_parts__add_up_to_the_value_and_their_differences_to_the_gap(hand, seat, score):
    best, *others = advise(
        Question(parse_hand(hand), seat, strategy="club", score=score), deals=600
    ).candidates
    for one in (best, *others):
        assert add_up(values_of(one.parts)) == pytest.approx(one.value)
        less = {name: best.parts[name].value - one.parts[name].value for name in one.beside.parts}
        signed = {name: add_up({name: less[name]}) for name in less}
        assert values_of(one.beside.parts) == pytest.approx(signed, abs=1e-9)
        assert (best.value - one.value, sum(values_of(one.beside.parts).values())) == (
            pytest.approx((one.gap, one.gap), abs=1e-9)
        )


@pytest.mark.parametrize("deals", [20, 1_000])
@pytest.mark.parametrize("hand", HANDS)
def test_verdicts__and_reasons_are_those_of_the_intervals(hand, deals):
    advice = advise(Question(parse_hand(hand), "younger", seed=5), deals=deals)
    others = advice.candidates[1:]
    for place, one in enumerate(others, 1):
        # So few deals show nothing to be as good, unless both end alike by what is thrown.
        is_near = max(abs(one.behind.low), abs(one.behind.high)) <= 0.1
        expected = {
            "as good": False,
            "worse beyond doubt": one.is_settled,
            "too close to call": one.behind.low <= 0 or is_near,
        }
        assert {word: advice.say_verdict(place) == word for word in expected} == expected
        reasons = [one.beside.parts[name] for name in one.reasons]
        assert not any(less.low <= 0 <= less.high for less in reasons)
        explained = sum(less.value for less in reasons) + one.rest.value
        assert explained == pytest.approx(one.gap, abs=1e-9)
        beyond = NormalDist().inv_cdf(1 - 0.0005) * np.hypot(one.behind.se, 0.7)
        assert not one.is_settled or (deals > 20 and one.gap > beyond)
    is_close = min(one.behind.low for one in others) <= 0 or advice.unjudged > 0
    expected = {"best beyond doubt": advice.is_settled, "too close to call": is_close}
    assert {word: advice.say_verdict(0) == word for word in expected} == expected


def test_verdict__counts_what_was_not_judged():
    advice = advise(Question(parse_hand(HANDS[1]), "younger"), deals=100, shown=2)
    assert (len(advice.candidates), advice.tried - advice.unjudged) == (SHOWN, SHOWN)
    clear = replace(
        advice, candidates=tuple(replace(one, is_settled=True) for one in advice.candidates)
    )
    assert (
        advice.unjudged > 0,
        advice.say_verdict(0),
        [one.is_settled for one in (advice, clear, replace(clear, unjudged=0))],
    ) == (True, "too close to call", [False, False, True])


# ---- Suits that are alike ------------------------------------------------------------------------
def test_suits__that_are_alike_make_one_candidate():
    question = Question(parse_hand(ALIKE), strategy="club")
    sensible = {rename_suits(question.hand, one) for one in list_sensible(question).tolist()}
    advice = advise(question, deals=200, shown=30)
    listed = [each for one in advice.candidates for each in (one.discard, *one.same)]
    assert len(set(listed)) == len(listed) > advice.tried == len(sensible)
    one, two, alone = (parse_hand(cards) for cards in ("8..9.T87", ".8.9.T87", "8.8.9.T8"))
    assert [rename_suits(question.hand, each) for each in (one, two, alone)] == [
        *[(one, two)] * 2,
        (alone,),
    ]
    less = compare_values(*try_worths(question, [one, two], 5_000).T)
    assert abs(less.value) < 4 * less.se


# ---- How deals end -------------------------------------------------------------------------------
def test_outcomes__are_those_of_the_deals_counted_one_by_one():
    trial = play(QUESTION, BEST)
    counted = dict(
        zip(ROLLOUT_PARTS, trial.kept[0].T.reshape(2, -1, 600).swapaxes(0, 1), strict=True)
    )
    happened = {
        "cards": counted["cards"] > counted["cards"][::-1],
        "capot": counted["cards"] == 40,
        "pique": counted["pique"] == 30,
        "repique": counted["repique"] == 60,
    }
    assert {name: (one.value, one.n) for name, one in trial.estimate_chances(0).items()} == {
        name + whose: (deals.mean(), 600)
        for name, both in happened.items()
        for whose, deals in zip(("", "_against"), both, strict=True)
    }
    points, worth = sorted((trial.made[0].astype(int) @ (1, -1)).tolist()), trial.worth(0)
    told = Advised(BEST, (), worth, worth, False, False, Contrast(trial, 0, 0)).as_json()
    assert (told["worst_tenth"], told["best_tenth"]) == (points[59], points[539])
    drawn = told["histogram"]
    edges = drawn["from"] + drawn["step"] * np.arange(len(drawn["deals"]) + 1)
    assert drawn["deals"] == np.histogram(points, edges - 0.5)[0].tolist()


def test_chance_of_best__of_two_is_that_of_their_difference():
    trial = play(QUESTION, BEST, FOUR, deals=60)
    less = compare_values(trial.worths(0, "difference"), trial.worths(1, "difference"))
    chance, other = trial.chances_of_best
    assert chance + other == pytest.approx(1)
    assert 0.001 < chance < 0.999
    assert chance == pytest.approx(NormalDist().cdf(less.value / less.se), abs=4 * 0.004)


# ---- What is named, known and ruled --------------------------------------------------------------
def test_named__are_judged_whatever_they_are_worth_and_change_nothing_for_others():
    alone = advise(QUESTION, deals=800, shown=2)
    advice = advise(QUESTION, deals=800, shown=2, named=[TREATISE, BARE])
    judged = {one.discard: one for one in advice.candidates}
    assert (
        {one for one in judged if judged[one].is_named},
        {one.discard: judged[one.discard].value for one in alone.candidates},
    ) == ({TREATISE, BARE}, {one.discard: one.value for one in alone.candidates})
    best, bare = try_worths(QUESTION, [BEST, BARE], 400).T
    assert (
        judged[BARE].gap,
        next(iter(judged)),
        judged[BARE].is_settled,
        judged[BARE].chance_best < 0.01,
    ) == (pytest.approx((best - bare).mean()), BEST, True, True)


def test_named__equal_up_to_renaming_suits_is_shown_as_it_was_named():
    question = Question(parse_hand("AK8.AK8.AK7.987"), strategy="club")
    advice = advise(question, deals=400, named=[parse_hand(".8.7.987")])
    (found,) = [one for one in advice.candidates if one.is_named]
    assert [*map(say_cards, (found.discard, *found.same))] == ["8H 7D 9C 8C 7C", "8S 7D 9C 8C 7C"]


@pytest.mark.parametrize(
    ("question", "part", "values"),
    [
        (QUESTION, "point", {0, 4, 5, 6, 7, 8}),
        (Question(QUESTION.hand, strategy="club", rules=PRESETS["american"]), "point", {0, 1}),
        (
            Question(QUESTION.hand, strategy="club", opponent_blanche=True),
            "carte_blanche_against",
            {10},
        ),
    ],
)
def test_deals__are_by_the_rules_and_what_is_known(question, part, values):
    assert set(play(question, BEST, deals=300).values_of_parts(0)[part].tolist()) == values


# ---- Two side by side ----------------------------------------------------------------------------
@pytest.mark.parametrize("score", [None, (68, 155)])
def test_contrast__is_of_the_same_deals_and_its_parts_add_up_to_the_gap_in_points(score):
    question = Question(QUESTION.hand, strategy="club", score=score, deal=6)
    *_, told = watch_contrast(question, TREATISE, FOUR, 3_000, threads=1)
    less = compare_values(*try_worths(question, [TREATISE, FOUR], 3_000).T)
    assert told.table.deals(0) == 3_000
    sums = [sum(values_of(parts).values()) for parts in (told.parts, told.together)]
    assert (told.points.value, told.points.se, *sums) == pytest.approx(
        (less.value, less.se, told.gap.value, told.points.value)
    )
    assert (told.gap == told.points) == (score is None)  # a settlement is no sum of points
    *_, turned = watch_contrast(question, FOUR, TREATISE, 3_000)
    turned = values_of(turned.parts | {"gap": turned.gap})
    assert turned == {name: -part.value for name, part in (told.parts | {"gap": told.gap}).items()}


def test_contrast__ends_when_asked_in_mid_batch():
    asked = count()
    told = watch_contrast(QUESTION, BEST, FOUR, threads=1, stop=lambda: next(asked) >= 40)
    # The first batch that refuses ends the second round; one more may have begun by then.
    assert (len(list(told)), 41 <= next(asked) <= 43) == (1, True)


def test_advice__ends_when_asked_between_looks():
    seen = []
    for one in watch_advice(QUESTION, threads=1, stop=lambda: bool(seen)):
        seen.append(one)
    assert len(seen) == 1


def test_learned_evaluation__lists_all_discards():
    discards, behind = list_learned(Question(parse_hand(HAND)))
    assert (len(discards), behind[0], behind.tolist()) == (1_585, 0, sorted(behind))
