"""Maxims on the score, held against their words in plain arithmetic; planted ones get verdicts."""

from itertools import product

import naive_score_maxims as naive
import numpy as np
import pytest

from analyses.maxims.maxim import Maxim
from analyses.maxims.score import (
    FAR,
    NEAR,
    SCORE_MAXIMS,
    WORTH,
    Plan,
    Results,
    ScoreJudged,
    Standing,
    _forgo,
    find_change,
    find_forgone,
    is_far_behind,
    is_well_ahead,
    judge_changes,
    judge_concession,
    judge_discards,
    judge_risk,
    list_judged,
    list_plans,
    reach_needed,
    settle_risk,
    try_discards_for_score,
)
from analyses.maxims.verdict import NOT_JUDGED, RIGHT, SHARE_OF_CASES, WRONG, decide
from piquet_sim import Simulation
from piquet_sim.estimates.estimate import estimate_proportion, estimate_values
from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.endings import Ending
from piquet_sim.game.settlement import settle_totals
from piquet_sim.game.terms import SEATS
from piquet_sim.matches.score_law import ScoreLaw

CLUBS = Simulation("club", "club")
TOTALS = range(0, 221, 7)


@pytest.mark.parametrize("seat", SEATS)
def test_situations__are_those_of_the_words(seat):
    met = {"CAV-S01": 0, "CAV-S02": 0}
    for own, theirs, deal in product(TOTALS, TOTALS, (5, 6)):
        one = Standing(own, theirs, deal)
        assert is_well_ahead(seat, one) == naive.s01_applies(seat, *one), one
        met["CAV-S01"] += is_well_ahead(seat, one)
        if deal == 6:
            assert is_far_behind(seat, one) == naive.s02_applies(seat, *one), one
            met["CAV-S02"] += is_far_behind(seat, one)
    assert min(met.values()) > 20


@pytest.mark.parametrize("seat", SEATS)
def test_what_is_needed__is_that_of_the_words(seat):
    made = np.array([[0, 20, 40], [60, 100, 30]])
    lost = np.array([[10, 5, 50], [0, 0, 28]])
    for own, theirs in product(TOTALS, TOTALS):
        reached = reach_needed(seat, Results(made, lost, lost == 0), Standing(own, theirs, 6))
        told = [
            [naive.s02_reached(seat, own, theirs, *both) for both in zip(*rows, strict=True)]
            for rows in zip(made.tolist(), lost.tolist(), strict=True)
        ]
        assert reached.tolist() == told


def test_settlement__is_that_of_the_words():
    for own, theirs in product(TOTALS, TOTALS):
        sign = (own > theirs) - (own < theirs)
        assert settle_totals(own, theirs) * sign == naive.settle(own, theirs)
    for lead in (-15, -5, 5, 15):
        assert float(judge_risk(lead, 150, 12)) == naive.s08_sure_less_risk(lead)
    assert settle_risk(-5, 150, 12) == (-117, -105, 107)


# ---- The lead changed ---------------------------------------------------------------------------
SOME_DEALS = [(28, 14), (35, 9), (61, 3), (12, 40), (28, 14), (104, 0)]


def make_law(deals):
    counts = np.zeros((192, 192), np.int64)
    for pair in deals:
        counts[pair] += 1
    return ScoreLaw(counts)


def test_point_to_both__is_judged_where_and_as_the_words_say():
    law = make_law(SOME_DEALS)
    standings = [Standing(own, theirs, 6) for own, theirs in product(range(30, 170, 3), repeat=2)]
    judged = {one.kind: one for one in judge_changes(law, standings)}
    found = {}
    for one in standings:
        situation = naive.s04_situation(one.own, one.theirs)
        if situation:
            kind, is_far = situation
            change = naive.s04_point_to_both(one.own, one.theirs, SOME_DEALS)
            found.setdefault(kind, {}).setdefault((NEAR, FAR)[is_far], []).append(change)
    assert set(judged) == set(found) == {"short oneself", "the opponent short"}
    for kind, sign in (("short oneself", 1), ("the opponent short", -1)):
        every = [change for some in found[kind].values() for change in some]
        assert judged[kind].worth.value == pytest.approx(sign * np.mean(every))
        parts = {name: one.value for name, one in judged[kind].beside.items()}
        assert parts.pop(SHARE_OF_CASES) == len(every) / len(standings)
        means = {f"{WORTH}, {name}": sign * np.mean(some) for name, some in found[kind].items()}
        assert parts == pytest.approx(means)


def test_point_to_both__has_the_error_of_deals_and_of_totals():
    random = np.random.default_rng(1)
    cells = random.integers(0, 60, (40, 2))
    every = np.column_stack([random.integers(70, 86, 4_000), np.full(4_000, 150)])
    truth = find_change(make_law(map(tuple, cells)), every).value
    right, without_deals = [], []
    for _ in range(100):
        law = make_law(map(tuple, cells[random.integers(0, 40, 40)]))
        totals = every[random.integers(0, 4_000, 80)]
        one, sure = find_change(law, totals), find_change(ScoreLaw(law.counts * 10_000), totals)
        right.append((one.value - truth) / one.se)
        without_deals.append((one.value - truth) / sure.se)
        assert one.n == 80
    assert 0.7 < np.std(right) < 1.3  # of 100: four standard errors of a spread of 1
    assert np.std(without_deals) > 1.3


def test_verdict__is_not_given_by_what_is_no_test():
    sure = estimate_values(np.array([5.0, 5.1] * 50))
    untested = [maxim for maxim in SCORE_MAXIMS if maxim.no_test]
    assert [maxim.id for maxim in untested] == ["CAV-S05", "CAV-S07"]
    for maxim in untested:
        assert list_judged(ScoreJudged(maxim, "", sure))[0][2]["verdict"] == NOT_JUDGED


# ---- A pique forgone, and the play conceded -----------------------------------------------------
QUICK = Simulation("club", "club", play="double-dummy")


@pytest.fixture(scope="module")
def lost():
    """Deals in which elder makes a pique and loses the cards."""
    records = QUICK.record_units(0, 30_000)
    return records[(records["elder_pique"] > 0) & (records["younger_cards"] > 0)]


def test_pique__is_forgone_at_the_totals_of_the_words(lost):
    totals = np.array(list(product(TOTALS, range(60, 110))))
    met = 0
    for record in lost[:10]:
        made, pique, other = (
            int(record[name]) for name in ("elder_score", "elder_pique", "younger_score")
        )
        told = [naive.s05_applies(*both, made, pique, other) for both in totals.tolist()]
        assert find_forgone(record, totals).tolist() == told
        met += sum(told)
    assert met > 100


def test_pique__forgone_brings_what_the_settlement_says(lost):
    found = 0
    for record in lost:
        own, theirs = 150, 103 - int(record["younger_score"])
        hands = int(record["elder_hand"]), int(record["younger_hand"])
        if solve_ending(Ending(*hands, 0, 0, 0)).elder_wins < 6:
            continue
        gain = _forgo(record, own, theirs)
        made = naive.settle(own + int(record["elder_score"]), 103)
        # With the cards divided or won younger has less than a hundred, and pays for it.
        assert made + gain > 300 > made
        found += 1
        if found == 5:
            return
    raise AssertionError("too few deals")


def test_concession__saves_what_is_played_beyond_twenty_three():
    judged, changes, divided = judge_concession(CLUBS, 500, 2)
    records = CLUBS.record_units(0, 500)
    played = [
        [int(record[f"{seat}_{part}"]) for seat in SEATS for part in ("play", "cards")]
        for record in records
    ]
    assert judged.worth.value == pytest.approx(np.mean([naive.s07_saved(one) for one in played]))
    cards = [one[1] + one[3] for one in played]
    assert divided.value == np.mean([one == 0 for one in cards])
    # By the break-even: without capots, what is saved is ten times what is lacking of it.
    plain = [naive.s07_saved(one) for one, ten in zip(played, cards, strict=True) if ten <= 10]
    is_divided = np.mean([one == 0 for one in cards if one <= 10])
    assert np.mean(plain) == pytest.approx(10 * (changes.value - is_divided))


# ---- Planted maxims -----------------------------------------------------------------------------
OWN = {"elder": 50, "younger": 80}
"""Totals from which a hundred is not out of reach, against 150."""


def settle_now(results, standing):
    """The last deal's settlement itself, of which more is better."""
    own, theirs = standing.own + results.own, standing.theirs + results.theirs
    return np.vectorize(naive.settle)(own, theirs)


PLANTED = [
    Plan(Maxim(name, name, SEATS), "", (6,), lambda *_: True, aim)
    for name, aim in (
        ("good", settle_now),
        ("bad", lambda results, _: -results.margin),
        ("empty", lambda results, _: results.own >= 0),
    )
]


def plant(seat, hands):
    standings = {plan.name: [Standing(OWN[seat], 150, 6)] for plan in PLANTED}
    return try_discards_for_score(CLUBS, seat, PLANTED, standings, hands, 2)


def judge_planted(seat, hands):
    shares = dict.fromkeys((plan.name for plan in PLANTED), estimate_proportion(1, 2))
    return {one.maxim.id: one for one in judge_discards(seat, PLANTED, hands, shares)}


@pytest.fixture(scope="module", params=SEATS)
def planted(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("analyses.maxims.score.CHOSEN_BY", 256)
        yield request.param, *plant(request.param, 60)


def test_planted_maxims__that_are_bad_and_empty_get_their_verdicts(planted):
    seat, hands, _ = planted
    judged = judge_planted(seat, hands)
    assert decide(judged["bad"].worth) == WRONG
    assert not hands["empty"]
    assert "empty" not in judged


@pytest.mark.slow
def test_planted_maxim__that_is_good_gets_its_verdict():
    good = judge_planted("elder", plant("elder", 200)[0])["good"]
    assert decide(good.worth) == RIGHT


@pytest.mark.parametrize("seat", SEATS)
def test_plans__are_of_the_maxims_and_part_what_is_needed(seat):
    plans = {plan.name: plan for plan in list_plans(seat)}
    assert {plan.maxim.id for plan in plans.values()} == {"CAV-S01", "CAV-S02"}
    for own, theirs in product(TOTALS, TOTALS):
        one = Standing(own, theirs, 6)
        kinds = [plans[f"CAV-S02 to {kind}"].applies(seat, one) for kind in ("pass 100", "win")]
        assert sum(kinds) == naive.s02_applies(seat, *one)
        assert not kinds[0] or own + naive.SHOWS[seat] < 100
