"""Advice: fresh deals judge, parts add up, reasons are paired, verdicts are those of the gaps."""

import sys
from dataclasses import replace
from subprocess import run

import numpy as np
import pytest
from command_line import answer, command, refused
from specimens import HAND, add_up

from piquet_sim import InputError
from piquet_sim.advice.discards import FIRST_DEALS, SHOWN, advise, watch_advice
from piquet_sim.advice.trials import (
    JUDGED_FROM,
    MOST_DEALS,
    Question,
    Trial,
    list_sensible,
    rename_suits,
    try_discards,
)
from piquet_sim.advice.walkthrough import Start, lay_out_deal, walk_deal
from piquet_sim.estimates.differences import compare_values
from piquet_sim.estimates.estimate import estimate_values
from piquet_sim.game.cards import count_cards, parse_hand
from piquet_sim.game.threads import INTERRUPTED, REACHED, TIME
from piquet_sim.kernel.players.rollouts import ROLLOUT_PARTS

QUESTION = Question(parse_hand(HAND))
CLOSE = "AT7.KQ87.AQ.AJ9"
ALIKE = "QJ8.QJ8.AK9.T87"
HANDS = (CLOSE, "KT7.KJ98.Q87.AT", ALIKE)


def values_of(parts):
    return {name: part.value for name, part in parts.items()}


# ---- Deals --------------------------------------------------------------------------------------
def test_advice__with_so_many_deals_is_the_same_on_any_threads():
    one, two = (advise(QUESTION, deals=2_000, threads=threads) for threads in (1, 3))
    assert one == two
    longer = list(watch_advice(QUESTION, deals=4_000))
    assert longer[0] == next(watch_advice(QUESTION, deals=2 * FIRST_DEALS))


@pytest.mark.parametrize("deals", [4, 101, 2 * FIRST_DEALS, 777])
def test_advice__plays_no_more_deals_than_asked(deals):
    advice = advise(QUESTION, deals=deals)
    assert advice.raced <= deals // 2
    assert {one.deals for one in advice.candidates} == {deals // 2}


def test_advice__says_how_it_ended():
    done, late = advise(QUESTION, deals=256), advise(QUESTION, seconds=0.01)
    assert (done.ended, late.ended) == (REACHED, TIME) == (done.as_json()["ended"], "time")
    assert "the time ended it" in late.say_how(10)
    first, *others, last = watch_advice(QUESTION, deals=1_024)
    assert {one.ended for one in (first, *others)} == {INTERRUPTED}
    assert last.ended == REACHED


@pytest.mark.parametrize(("took", "is_made"), [(5, False), (1, True)])
def test_advice__says_whether_elder_was_made_to_take_so_many(took, is_made):
    """The club player, who nearly always takes five and never one."""
    hand = "T7.T97.AQJT.KQT"
    question = Question(parse_hand(hand), "younger", took, strategy="club")
    advice = advise(question, deals=2 * FIRST_DEALS)
    assert advice.made_to_take == is_made
    assert advice.as_json()["made_to_take"] == is_made
    assert Trial(question, list_sensible(question)[:2], threads=2).is_made_to_take == is_made
    options = ("--seat", "younger", "--took", str(took), "--opponent", "club", "--deals", "256")
    _, out, _ = command("advise", hand, *options)
    said = " ".join(out.split())
    told = f"elder was made to take {took}: club would do so with none of the hands"
    assert (told in said) == is_made
    assert ("made to take" in said) == is_made


@pytest.mark.parametrize("lists_hands", [False, True])
@pytest.mark.parametrize(("took", "deals"), [(4, 300), (3, 60)])
def test_trial__deals_younger_what_elder_took(took, deals, lists_hands):
    """Elder is not made to take three, which costs ten points or more, but dealt such a hand.

    The walkthrough deals such hands by a loop of its own and from other cards.
    """
    hand, throw = parse_hand("AKJ.AQJ8.98.J87"), parse_hand("..98.87")
    question = Question(hand, "younger", took, strategy="club")
    trial = Trial(question, np.array([throw]), threads=2, lists_hands=lists_hands)
    trial.play([0], trial.limit_deals(1_000))
    mean = trial.estimate_worth(0)
    margins = []
    for number in range(deals):
        start = Start(hand, throw, "younger", took, strategy="club", number=number)
        deal = lay_out_deal(start)
        assert count_cards(parse_hand(deal["elder"]["discard"])) == took
        margins.append(-walk_deal(deal).margin)
    walked = estimate_values(np.array(margins))
    assert abs(mean.value - walked.value) < 4 * np.hypot(mean.se, walked.se)
    assert trial.deals(0) == 1_000


@pytest.mark.parametrize(("seat", "took"), [("younger", 3), ("younger", 5), ("elder", None)])
def test_trial__with_listed_hands_is_the_same_in_any_batches(seat, took):
    question = Question(parse_hand("AKJ.AQJ8.98.J87"), seat, took, strategy="club")
    discards = list_sensible(question)[:3]
    whole, parted = (Trial(question, discards, 1, 0, True, lists_hands=True) for _ in range(2))
    whole.play([0, 1, 2], 150)
    for deals in (7, 93, 50):
        parted.play([0, 1, 2], deals)
    assert np.array_equal(whole.made, parted.made)
    assert np.array_equal(whole.parts, parted.parts)
    signs = np.repeat((1, -1), len(ROLLOUT_PARTS))
    assert np.array_equal(np.array(whole.parts) @ signs, np.array(whole.made) @ (1, -1))
    sought = Trial(question, discards, 1, 0, True)
    sought.play([0, 1, 2], 150)
    assert np.array_equal(sought.made, whole.made) == (took != 3)


def test_trial__plays_fewer_deals_where_elder_has_to_be_sought():
    question = Question(parse_hand("AKJ.AQJ8.98.J87"), "younger", 3, strategy="club")
    trial = Trial(question, list_sensible(question)[:1], threads=2)
    assert 1_000 < trial.limit_deals(1 << 17) < 5_000
    assert advise(question, deals=1 << 14).candidates[0].deals == 1 << 13  # listed, not sought
    usual = replace(question, took=5)
    assert Trial(usual, list_sensible(usual)[:1], threads=2).limit_deals(1 << 17) == 1 << 17


@pytest.mark.parametrize(
    ("seat", "took", "discard", "said"),
    [
        ("elder", None, "AKJ.AQJ..", "6 cards; elder may exchange 1 to 5"),
        ("elder", None, "T...", "TS is not in the hand"),
        ("younger", 4, "AKJ.AQ..", "5 cards; younger may exchange 1 to 4"),
    ],
)
def test_deals__are_not_played_with_an_illegal_discard(seat, took, discard, said):
    """More cards than are left were read from beyond the stock."""
    with pytest.raises(InputError, match=said):
        try_discards(Question(parse_hand(HAND), seat, took), [parse_hand(discard)], 2)


@pytest.mark.parametrize(
    ("deals", "said"),
    [
        (3, "deals: expected at least 4, got 3"),
        (MOST_DEALS + 1, "at most 262,144"),
        (2.5, "not a whole"),
    ],
)
def test_deals__that_make_no_sense(deals, said):
    with pytest.raises(InputError, match=said):
        advise(QUESTION, deals=deals)


def test_judging__is_by_the_same_fresh_deals_for_all():
    advice = advise(QUESTION, deals=1_000)
    discards = [one.discard for one in advice.candidates]
    made = try_discards(QUESTION, discards, 500, first=JUDGED_FROM).astype(int)
    worths = made[:, :, 0] - made[:, :, 1]
    for place, one in enumerate(advice.candidates):
        assert one.value == pytest.approx(worths[:, place].mean())
        assert one.worth.se == pytest.approx(worths[:, place].std(ddof=1) / np.sqrt(500))
        less = compare_values(worths[:, 0], worths[:, place])
        assert one.gap == pytest.approx(less.value)
        assert one.behind.se == pytest.approx(less.se)
    assert advice.raced < JUDGED_FROM


# ---- Parts --------------------------------------------------------------------------------------
def test_parts__are_those_of_the_deals_with_plain_standard_errors():
    trial = Trial(QUESTION, list_sensible(QUESTION)[:2], 1, with_parts=True)
    trial.play([0, 1], 200)
    for choice in (0, 1):
        values, parts = trial.values_of_parts(choice), trial.estimate_parts(choice)
        own = sum(values[part] for part in ROLLOUT_PARTS)
        against = sum(values[f"{part}_against"] for part in ROLLOUT_PARTS)
        assert (np.stack([own, against], axis=1) == trial.made[choice]).all()
        for name, part in parts.items():
            assert part.value == values[name].mean()
            assert part.se == pytest.approx(values[name].std(ddof=1) / np.sqrt(200), abs=1e-12)


@pytest.mark.parametrize("score", [None, (68, 155)])
@pytest.mark.parametrize("seat", ["elder", "younger"])
@pytest.mark.parametrize("hand", HANDS)
def test_parts__add_up_to_the_value_and_their_differences_to_the_gap(hand, seat, score):
    question = Question(parse_hand(hand), seat, strategy="club", score=score)
    best, *others = advise(question, deals=600).candidates
    assert add_up(values_of(best.parts)) == pytest.approx(best.value)
    for one in others:
        assert add_up(values_of(one.parts)) == pytest.approx(one.value)
        assert best.value - one.value == pytest.approx(one.gap, abs=1e-9)
        assert sum(values_of(one.differences).values()) == pytest.approx(one.gap, abs=1e-9)
        for name, less in one.differences.items():
            sign = -1 if name.endswith("_against") else 1
            apart = sign * (best.parts[name].value - one.parts[name].value)
            assert less.value == pytest.approx(apart, abs=1e-9)


@pytest.mark.parametrize("deals", [20, 1_000])
@pytest.mark.parametrize("hand", HANDS)
def test_verdicts__and_reasons_are_those_of_the_intervals(hand, deals):
    advice = advise(Question(parse_hand(hand), "younger", seed=5), deals=deals)
    lows = [one.behind.low for one in advice.candidates[1:]]
    for place, one in enumerate(advice.candidates[1:], 1):
        verdict = advice.say_verdict(place)
        if max(abs(one.behind.low), abs(one.behind.high)) <= 0.1:
            assert verdict == "as good"
            continue
        assert (verdict == "worse beyond doubt") == one.is_settled
        assert (verdict == "too close to call") == (one.behind.low <= 0)
        for name, less in one.differences.items():
            if name in one.reasons:
                assert not less.low <= 0 <= less.high
        assert sum(one.differences[name].value for name in one.reasons) + one.rest.value == (
            pytest.approx(one.gap, abs=1e-9)
        )
    said = advice.say_verdict(0)
    assert (said == "best beyond doubt") == advice.is_settled
    if advice.is_settled:
        assert not advice.unjudged
        assert min(lows) > 0
    assert (said == "too close to call") == (min(lows) <= 0 or advice.unjudged > 0)
    if deals == 20:
        assert not any(one.is_settled for one in advice.candidates)


def test_verdict__counts_what_was_not_judged():
    advice = advise(Question(parse_hand(HANDS[1]), "younger"), deals=100, shown=2)
    assert len(advice.candidates) == SHOWN
    assert advice.unjudged == advice.tried - SHOWN > 0
    assert advice.say_verdict(0) == "too close to call"
    assert not advice.is_settled


# ---- Suits that are alike -----------------------------------------------------------------------
def test_suits__that_are_alike_make_one_candidate():
    hand = parse_hand(ALIKE)
    question = Question(hand, strategy="club")
    sensible = [int(one) for one in list_sensible(question)]
    classes = {rename_suits(hand, one) for one in sensible}
    assert len(classes) < len(sensible)
    advice = advise(question, deals=200, shown=30)
    assert advice.tried == len(classes)
    listed = [{one.discard, *one.same} for one in advice.candidates]
    assert all(len(one.same) + 1 == len(every) for one, every in zip(
        advice.candidates, listed, strict=True
    ))  # fmt: skip
    assert sum(map(len, listed)) == len(set().union(*listed))
    one, two = parse_hand("8..9.T87"), parse_hand(".8.9.T87")
    assert rename_suits(hand, one) == rename_suits(hand, two) == (one, two)
    assert rename_suits(hand, parse_hand("8.8.9.T8")) == (parse_hand("8.8.9.T8"),)


def test_suits__that_are_alike_make_the_same():
    question = Question(parse_hand(ALIKE), strategy="club")
    pair = [parse_hand("8..9.T87"), parse_hand(".8.9.T87")]
    made = try_discards(question, pair, 5_000).astype(int)
    worths = made[:, :, 0] - made[:, :, 1]
    less = compare_values(worths[:, 0], worths[:, 1])
    assert abs(less.value) < 4 * less.se


# ---- The command --------------------------------------------------------------------------------
def test_command__deals_make_it_reproducible():
    one, two = (answer("advise", HAND, "--deals", 600, "--json", "--threads", n) for n in (1, 2))
    for told in (one, two):
        told["origin"].pop("date")
    assert one == two
    assert "n: 'many' is not a whole number" in refused("advise", HAND, "--deals", "many")


def test_advice__on_a_hand_loads_at_most_twelve_files_of_ours():
    """Beside the engine and the players; what is for calls and cards is loaded when it is asked."""
    listed = "import sys, piquet_sim.advice.discards, piquet_sim.running.provenance as _\n"
    listed += "print(*(name for name, one in sys.modules.items() if not hasattr(one, '__path__')))"
    done = run([sys.executable, "-c", listed], capture_output=True, text=True, check=True)
    loaded = (name.split(".") for name in done.stdout.split() if name.startswith("piquet_sim."))
    engine = {"game", "kernel", "strategies"}
    assert 0 < len([one for one in loaded if one[1] not in engine]) <= 12
