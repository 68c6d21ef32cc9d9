"""One decision has one loss: every place that tells it says the same digits."""

import pytest

from piquet_sim.advice.calls import advise_calls
from piquet_sim.advice.cards import advise_play
from piquet_sim.advice.discards import advise
from piquet_sim.advice.losses import QUICK_DEALS, judge_call, judge_card, judge_discard, judge_throw
from piquet_sim.advice.trials import Question
from piquet_sim.deals.json import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import negate
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.review.decisions import CALL, DISCARD, LEAD, REPLY
from piquet_sim.review.discards import ask
from piquet_sim.review.records import read_record
from piquet_sim.review.review import review_deal

SEED = 4
DEALS = 1 << 11
CALL_DEALS = DEALS // 128


@pytest.fixture(scope="module", params=[pytest.param(11, marks=pytest.mark.slow), 12])
def reviewed(request):
    deal = describe_deal(Simulation("random", "club", seed=request.param).replay_deal(0))
    record = read_record(deal)
    return record, review_deal(record, seed=SEED, deals=DEALS)


def choose(reviewed, *kinds):
    _, review = reviewed
    return [one for one in review.decisions if one.kind in kinds and one.loss is not None]


def test_discard__loses_the_same_in_review_advice_and_judgement(reviewed):
    record, _ = reviewed
    for one in choose(reviewed, DISCARD):
        question, throw = ask(record, one.seat, seed=SEED), record.thrown[one.seat]
        loss = judge_discard(question, throw, DEALS)
        assert one.loss == loss.estimate
        poor = record.dealt[one.seat] & -record.dealt[one.seat]  # a single card
        for shown, more in ((1, ()), (4, (poor,))):  # what else is shown or named changes nothing
            advice = advise(question, deals=DEALS, shown=shown, named=[throw, *more])
            made = next(two for two in advice.candidates if throw in (two.discard, *two.same))
            assert made.behind == loss.estimate


def test_discard__loses_in_the_quiz_what_advice_says_and_its_parts_add_up_to():
    dealt = Simulation("club", "club", seed=8).record_units(0, 4)
    worse = 0
    for hand, throw in zip(dealt["elder_dealt"], dealt["elder_discard"], strict=True):
        question = Question(int(hand))
        judged = judge_throw(question, int(throw))
        assert judged.loss == judge_discard(question, int(throw), QUICK_DEALS).estimate
        if judged.contrast is None:
            continue
        worse += 1
        assert judged.contrast.deals == judged.loss.n
        assert negate(judged.contrast.gap).value == pytest.approx(judged.loss.value, abs=1e-9)
        assert judged.contrast.gap.se == pytest.approx(judged.loss.se)
        assert sum(one.value for one in judged.contrast.together.values()) == pytest.approx(
            -judged.loss.value
        )
    assert worse


def test_call__loses_the_same_in_review_and_advice(reviewed):
    record, _ = reviewed
    for one in choose(reviewed, CALL):
        advice = advise_calls(record, SEATS[one.seat], CLASSES[one.place], CALL_DEALS, seed=SEED)
        assert judge_call(advice.table, advice.question.made).estimate == one.loss


def test_card__loses_the_same_in_review_and_advice(reviewed):
    record, _ = reviewed
    for one in choose(reviewed, LEAD, REPLY)[:6]:
        advice = advise_play(record.view(one.number), seed=SEED)
        card = record.plays[one.number - 1]
        assert judge_card(advice, card).estimate == one.loss
        best = advice.candidates[0].difference
        made = next(two for two in advice.candidates if card in (two.card, *two.same))
        assert best - made.difference == pytest.approx(one.loss.value, abs=1e-9)
