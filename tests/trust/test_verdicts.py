"""Whether verdicts of reviews are right as often as they say, and whether that would be noticed."""

from dataclasses import replace
from functools import cache

import pytest

from piquet_sim.estimates.estimate import Estimate
from piquet_sim.review.decisions import Effort
from piquet_sim.review.discards import judge_discard
from piquet_sim.review.plays import judge_cards
from piquet_sim.trust import FINE, OFF, verdicts
from piquet_sim.trust.verdicts import measure_verdicts


@pytest.fixture(autouse=True)
def judged_again_by_fewer(monkeypatch):
    """Verdicts are held against so many deals that their error is a third of the review's."""
    monkeypatch.setattr(verdicts, "_AGAIN", Effort(1 << 15))


@cache
def _judge_discards(record):
    return tuple(judge_discard(record, seat, Effort(4_096), 1).decision for seat in (0, 1))


_judge_cards = cache(judge_cards)


def _doubt_nothing(record):
    """Who calls every discard worse beyond doubt."""
    lost = Estimate(9.0, 0.1, 8.8, 9.2, 1_000, "normal")
    return [replace(one, loss=lost, settled=None) for one in _judge_discards(record)]


def _exaggerate(record):
    """Who says that cards lose four times what they lose."""
    return [
        replace(one, loss=replace(one.loss, value=4 * one.lost, se=4 * one.loss.se))
        for one in _judge_cards(record)
    ]


def test_verdicts__on_discards_are_borne_out():
    (found,) = measure_verdicts(4, 1, judge=_judge_discards)
    assert (found.value, found.expected, found.verdict) == (0, 0.05, FINE)
    assert "0 verdicts" not in found.note


def test_verdicts__of_one_who_doubts_nothing_are_off():
    (found,) = measure_verdicts(4, 1, judge=_doubt_nothing)
    assert (found.value >= 0.25, found.verdict) == (True, OFF)


@pytest.mark.parametrize(("judge", "verdict"), [(_judge_cards, FINE), (_exaggerate, OFF)])
def test_cards__lose_what_is_said_as_the_hands_lay(judge, verdict):
    reviewed = []
    wrong, lost = measure_verdicts(30, 2, reviewed.append, judge)
    assert (lost.verdict, lost.n > 50) == (verdict, True)
    assert wrong.value == 0  # nothing of a card is sampled
    assert reviewed == list(range(1, 31))


@pytest.mark.slow
def test_reviews__are_wrong_on_no_more_deals_than_they_say():
    wrong, lost = measure_verdicts(40, 3)
    assert wrong.verdict == lost.verdict == FINE
    assert int(wrong.note.rpartition("; ")[2].split()[0]) > 20
