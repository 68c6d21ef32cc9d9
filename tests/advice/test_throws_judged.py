"""Throws judged, and the habits among slips."""

import pytest

from piquet_sim.advice.losses import HABITS, add_losses, find_habits, find_throw, judge_throw
from piquet_sim.advice.trials import Question
from piquet_sim.game.cards import parse_hand

KINDS = {
    "throw guards": ("K8.AKQ.987.AJT9", "8..987.9", "..987.T9"),
    "throw aces and kings": ("AKJ.AQJ8.98.J87", "A..98.87", "K..98.87"),
    "break your longest suit": ("AKJ.AQJ8.98.J87", ".8.98.87", "..98.J87"),
    "break up trios and quatorzes": ("AKJ.AQJ8.98.J87", "J..98.87", "K..98.87"),
    "break sequences": ("AKQ.KQJ8.98.J87", "Q..98.87", "..98.J87"),
    "leave cards that could be changed": ("AKJ.AQJ8.98.J87", "..98.87", "K..98.87"),
    "throw more cards than is best": ("AKJ.AQJ8.98.J87", "K..98.87", "..98.87"),
    "hold on to all of your longest suit": ("AKJ.AQJ8.98.J87", "K..98.87", ".8.98.87"),
    "hold on to trios": ("AKJ.AQJ8.98.J87", "K..98.87", "..98.J87"),
    "hold on to unguarded kings and queens": ("K.AQJ8.A987.J87", "..987.87", "K..987.8"),
}


def test_habits__each_is_seen_where_it_is():
    assert set(KINDS) == {habit.title for habit in HABITS}
    for habit in HABITS:
        hand, throw, best = map(parse_hand, KINDS[habit.title])
        assert habit.is_in(hand, throw, best), habit.title
        assert not habit.is_in(hand, best, best), habit.title


def test_habits__are_added_over_the_slips():
    question = Question(parse_hand("AKJ.AQJ8.98.J87"))
    poor = judge_throw(question, parse_hand("K..98.87"))
    good = judge_throw(question, find_throw("expert", question))
    assert poor.is_slip
    assert not good.is_slip
    found = {habit.title: lost for habit, lost in find_habits([poor, good, poor])}
    assert found["throw aces and kings"].throws == 2
    assert found["throw aces and kings"].lost == pytest.approx(2 * poor.lost)
    assert add_losses([poor, good]).lost == poor.lost


def test_throw__the_same_in_other_suits_is_as_good_as_the_best():
    question = Question(parse_hand("AK8.AK8.AK7.987"))
    best = judge_throw(question, find_throw("expert", question)).found.best
    assert len(best) > 1
    for same in best:
        judged = judge_throw(question, same)
        assert judged.is_best
        assert judged.lost == 0
