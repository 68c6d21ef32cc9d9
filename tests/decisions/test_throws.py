"""One decision has one loss, whoever tells it.

Covers `decisions.judge`.
"""

from dataclasses import replace
from unittest.mock import Mock

import pytest
from specimens import HAND, estimate

from piquet_sim.deals.json import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.judge import Effort
from piquet_sim.decisions.kinds import call, discard
from piquet_sim.decisions.kinds.call import advise_calls
from piquet_sim.decisions.kinds.card import advise_play, judge_card
from piquet_sim.decisions.kinds.contrast import Contrast, watch_contrast
from piquet_sim.decisions.kinds.discard import QUICK_DEALS, advise, judge_discard
from piquet_sim.decisions.kinds.discard_table import DiscardTable
from piquet_sim.decisions.kinds.question import Question, ask_discard, find_throw
from piquet_sim.decisions.review.deal_review import CALL, DISCARD, LEAD, REPLY, review_deal
from piquet_sim.decisions.seen import see
from piquet_sim.explorer.quiz import judge_throw
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.terms import CLASSES, SEATS

SEED = 4
DEALS = 1 << 11


# ---- The same digits everywhere ------------------------------------------------------------------
@pytest.fixture(scope="module")
def reviewed():
    deal = describe_deal(Simulation("random", "club", seed=12).replay_deal(0))
    return review_deal(deal, seed=SEED, deals=DEALS)


def choose(reviewed, *kinds):
    return [one for one in reviewed.decisions if one.kind in kinds and one.loss is not None]


def test_discard__loses_the_same_in_review_advice_and_judgement(reviewed):
    record = reviewed.record
    for one in choose(reviewed, DISCARD):
        seen, throw = see(record, one.seat, DISCARD), record.thrown[one.seat]
        question = ask_discard(seen, record.stake(one.seat), seed=SEED)
        assert one.loss == judge_discard(question, throw, DEALS).estimate
        poor = record.dealt[one.seat] & -record.dealt[one.seat]  # a single card
        for shown, more in ((1, ()), (4, (poor,))):  # what else is shown or named changes nothing
            advice = advise(question, deals=DEALS, shown=shown, named=[throw, *more])
            made = next(two for two in advice.candidates if throw in (two.discard, *two.same))
            assert made.behind == one.loss


def test_call__loses_the_same_in_review_and_advice(reviewed):
    for one in choose(reviewed, CALL):
        asked = reviewed.record, SEATS[one.seat], CLASSES[one.place], DEALS // 64
        advice = advise_calls(*asked, seed=SEED)
        question, effort = advice.question, Effort(DEALS // 64)
        loss = call.judge(question, advice.trials.stake, question.made, effort, SEED)
        assert (loss.estimate, loss.verdict) == (one.loss, one.verdict)


def test_card__loses_the_same_in_review_and_advice(reviewed):
    cards, record = choose(reviewed, LEAD, REPLY)[:6], reviewed.record
    assert [(one.loss, one.hands) for one in cards] == [
        (judge_card(advice, record.plays[at - 1]).estimate, len(advice.hands))
        for at in (one.number for one in cards)
        for advice in [advise_play(record.view(at), seed=SEED)]
    ]


def test_throw__loses_what_advice_says_and_its_parts_add_up_to():
    dealt = Simulation("club", "club", seed=8).record_units(0, 4)
    pairs = zip(dealt["elder_dealt"].tolist(), dealt["elder_discard"].tolist(), strict=True)
    judged = [(Question(hand), throw, judge_throw(Question(hand), throw)) for hand, throw in pairs]
    assert [one for one in judged if one[-1].is_slip]
    for question, throw, found in [one for one in judged if one[-1].is_slip]:
        loss, table = found.estimate, advise(question, deals=QUICK_DEALS, named=[throw]).trials
        contrast = Contrast(table, *map(table.choices.index, (throw, found.best[0])))
        parts = sum(one.value for one in contrast.together.values())
        assert (-contrast.gap.value, -parts, contrast.gap.se, table.deals(0)) == pytest.approx(
            (loss.value, loss.value, loss.se, loss.n), abs=1e-9
        )


def test_throw__the_same_in_other_suits_is_as_good_as_the_best():
    question = Question(parse_hand("AK8.AK8.AK7.987"))
    best = judge_throw(question, find_throw("expert", question)).best
    assert {
        (*sorted(one.best), one.estimate.value)
        for one in (judge_throw(question, same) for same in best)
    } == {(*sorted(best), 0)}
    assert len(best) > 1


def test_throw__at_a_score_is_judged_by_the_deals_that_are_kept(monkeypatch):
    question = Question(parse_hand(HAND), score=(68, 155))
    throw, begun = parse_hand("K..98.87"), Mock(wraps=DiscardTable)
    monkeypatch.setattr(discard, "DiscardTable", begun)
    loss = judge_discard(question, throw, 512)
    assert begun.call_count == 2  # of the race, and of the judgement
    *_, contrast = watch_contrast(question, loss.best[0], throw, loss.estimate.n)
    assert (loss.points, loss.estimate) == (contrast.points, contrast.gap)


def test_losses__are_slips_where_they_are_neither_as_good_nor_too_close():
    question = Question(parse_hand(HAND))
    throws = parse_hand("K..98.87"), find_throw("expert", question)
    judged = [judge_throw(question, throw) for throw in throws]
    near = replace(judged[0], estimate=estimate(0.05, 0.4))
    assert [one.is_slip for one in (*judged, near)] == [True, False, False]
