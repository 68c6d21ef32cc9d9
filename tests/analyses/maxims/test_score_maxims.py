"""Maxims on the score, held against their words in plain arithmetic; planted ones get verdicts.

Covers `analyses.maxims.score`.
"""

from functools import partial
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
from piquet_sim.game.terms import SEATS
from piquet_sim.matches.score_law import ScoreLaw

CLUBS = Simulation("club", "club")
TOTALS = range(0, 221, 7)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    ("applies", "twin"), [(is_well_ahead, naive.s01_applies), (is_far_behind, naive.s02_applies)]
)
def test_situations__are_those_of_the_words(seat, applies, twin):
    standings = [Standing(*one, 6) for one in product(TOTALS, TOTALS)]
    if twin is naive.s01_applies:
        standings += [one._replace(deal=5) for one in standings]
    found = [applies(seat, one) for one in standings]
    assert found == [twin(seat, *one) for one in standings]
    assert sum(found) > 20


MADE, LOST = np.array([[0, 20, 40], [60, 100, 30]]), np.array([[10, 5, 50], [0, 0, 28]])


@pytest.mark.parametrize("seat", SEATS)
def test_what_is_needed__is_that_of_the_words(seat):
    reached = np.vectorize(partial(naive.s02_reached, seat))
    for own, theirs in product(TOTALS, TOTALS):
        found = reach_needed(seat, Results(MADE, LOST, LOST == 0), Standing(own, theirs, 6))
        assert (found == reached(own, theirs, MADE, LOST)).all()


@pytest.mark.parametrize("lead", [-15, -5, 5, 15])
def test_risk__is_judged_by_the_settlement(lead):
    assert float(judge_risk(lead, 150, 12)) == naive.s08_sure_less_risk(lead)
    assert settle_risk(-5, 150, 12) == (-117, -105, 107)


# ---- The lead changed ---------------------------------------------------------------------------
SOME_DEALS = [(28, 14), (35, 9), (61, 3), (12, 40), (28, 14), (104, 0)]


def make_law(deals):
    counts = np.zeros((192, 192), np.int64)
    np.add.at(counts, tuple(np.transpose(deals)), 1)
    return ScoreLaw(counts)


@pytest.mark.parametrize(("kind", "sign"), [("short oneself", 1), ("the opponent short", -1)])
def test_point_to_both__is_judged_where_and_as_the_words_say(kind, sign):
    standings = [Standing(own, theirs, 6) for own, theirs in product(range(30, 170, 3), repeat=2)]
    judged = {one.kind: one for one in judge_changes(make_law(SOME_DEALS), standings)}
    found = {NEAR: [], FAR: []}
    for one in standings:
        situation, is_far = naive.s04_situation(one.own, one.theirs) or ("", False)
        if situation == kind:
            change = naive.s04_point_to_both(one.own, one.theirs, SOME_DEALS)
            found[FAR if is_far else NEAR].append(sign * change)
    every = [change for some in found.values() for change in some]
    assert judged[kind].worth.value == pytest.approx(np.mean(every))
    parts = {name: one.value for name, one in judged[kind].beside.items()}
    means = {f"{WORTH}, {name}": np.mean(some) for name, some in found.items() if some}
    assert parts == pytest.approx({SHARE_OF_CASES: len(every) / len(standings), **means})


def test_point_to_both__has_the_error_of_deals_and_of_totals():
    random = np.random.default_rng(1)
    cells = random.integers(0, 60, (40, 2))
    every = np.column_stack([random.integers(70, 86, 4_000), np.full(4_000, 150)])
    truth = find_change(make_law(cells), every).value
    errors = []
    for _ in range(100):
        law = make_law(cells[random.integers(0, 40, 40)])
        totals = every[random.integers(0, 4_000, 80)]
        both = (find_change(one, totals) for one in (law, ScoreLaw(law.counts * 10_000)))
        errors.append([(one.value - truth) / one.se for one in both])
    right, without_deals = np.std(errors, axis=0)
    assert 0.7 < right < 1.3  # of 100: four standard errors of a spread of 1
    assert without_deals > 1.3


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
    return records[(records["elder_pique"] > 0) & (records["younger_cards"] > 0)][:40]


def test_pique__is_forgone_at_the_totals_of_the_words(lost):
    totals, met = np.array(list(product(TOTALS, range(60, 110)))), 0
    for record in lost[:10]:
        deal = [int(record[name]) for name in ("elder_score", "elder_pique", "younger_score")]
        told = [naive.s05_applies(*both, *deal) for both in totals.tolist()]
        assert find_forgone(record, totals).tolist() == told
        met += sum(told)
    assert met > 100


def test_pique__forgone_brings_what_the_settlement_says(lost):
    """With the cards divided or won younger has less than a hundred, and pays for it."""
    found = 0
    for record in lost:
        hands = int(record["elder_hand"]), int(record["younger_hand"])
        if solve_ending(Ending(*hands, 0, 0, 0)).elder_wins >= 6:
            gain = _forgo(record, 150, 103 - int(record["younger_score"]))
            made = naive.settle(150 + int(record["elder_score"]), 103)
            assert made + gain > 300 > made
            found += 1
    assert found >= 5


def test_concession__saves_what_is_played_beyond_twenty_three():
    judged, changes, divided = judge_concession(CLUBS, 500, 2)
    records = CLUBS.record_units(0, 500)
    play, cards = (
        records[f"elder_{part}"].astype(int) + records[f"younger_{part}"]
        for part in ("play", "cards")
    )
    saved = np.array([naive.s07_saved(points) for points in zip(play, cards, strict=True)])
    assert judged.worth.value == pytest.approx(saved.mean())
    assert divided.value == (cards == 0).mean()
    # By the break-even: without capots, what is saved is ten times what is lacking of it.
    plain = cards <= 10
    lacking = changes.value - (cards == 0)[plain].mean()
    assert saved[plain].mean() == pytest.approx(10 * lacking)


# ---- Planted maxims -----------------------------------------------------------------------------
OWN = {"elder": 50, "younger": 80}
"""Totals from which a hundred is not out of reach, against 150."""


def settle_now(results, standing):
    """The last deal's settlement itself, of which more is better."""
    settled = np.vectorize(naive.settle)
    return settled(standing.own + results.own, standing.theirs + results.theirs)


PLANTED = [
    Plan(Maxim(name, name, SEATS), "", (6,), lambda *_: True, aim)
    for name, aim in (
        ("good", settle_now),
        ("bad", lambda results, _: -results.margin),
        ("empty", lambda results, _: results.own >= 0),
    )
]


def plant(seat, hands):
    """What is judged of the planted ones, and their hands."""
    standings = {plan.name: [Standing(OWN[seat], 150, 6)] for plan in PLANTED}
    tried, _ = try_discards_for_score(CLUBS, seat, PLANTED, standings, hands, 2)
    shares = dict.fromkeys(standings, estimate_proportion(1, 2))
    return {one.maxim.id: one for one in judge_discards(seat, PLANTED, tried, shares)}


@pytest.mark.parametrize("seat", SEATS)
def test_planted_maxims__that_are_bad_and_empty_get_their_verdicts(seat, monkeypatch):
    monkeypatch.setattr("analyses.maxims.score.CHOSEN_BY", 256)
    judged = plant(seat, 60)
    assert decide(judged["bad"].worth) == WRONG
    assert "empty" not in judged


@pytest.mark.slow
def test_planted_maxim__that_is_good_gets_its_verdict():
    assert decide(plant("elder", 200)["good"].worth) == RIGHT


@pytest.mark.parametrize("seat", SEATS)
def test_plans__are_of_the_maxims_and_part_what_is_needed(seat):
    plans = {plan.name: plan for plan in list_plans(seat)}
    assert {plan.maxim.id for plan in plans.values()} == {"CAV-S01", "CAV-S02"}
    for own, theirs in product(TOTALS, TOTALS):
        one = Standing(own, theirs, 6)
        kinds = [plans[f"CAV-S02 to {kind}"].applies(seat, one) for kind in ("pass 100", "win")]
        assert sum(kinds) == naive.s02_applies(seat, *one)
        assert not kinds[0] or own + naive.SHOWS[seat] < 100
