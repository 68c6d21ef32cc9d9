"""What holdings are worth, all else being equal: columns, least squares and the study's sums.

Covers `analyses.statistics.hand_columns`, `analyses.statistics.least_squares`,
`analyses.studies.holdings`.
"""

from collections import Counter
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from naive_hand import NaiveHand
from reference_hands import SUITS
from specimens import as_text

from analyses.statistics import hand_columns
from analyses.statistics.hand_columns import COLUMNS, CONSTANT, WORTHS, measure_columns
from analyses.statistics.least_squares import (
    STEPS,
    find_covariance,
    find_rare,
    fit_columns,
    multiply,
)
from analyses.studies.holdings import ALONE, STUDY, WHOLE
from piquet_sim import Simulation
from piquet_sim.deals.deal import margin
from piquet_sim.estimates.estimate import estimate_values
from piquet_sim.game.cards import ACE, rank_mask

NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "knave", "T": "ten", "9": "nine", "8": "eight"}
CLUBS = Simulation("club", "club", seed=3)


def count_slowly(hand):
    """The columns of a hand from its suits as texts."""
    found = NaiveHand(as_text(hand))
    suits, longest = list(map(found.of_suit, SUITS)), found.longest_suit
    ranks = Counter("".join(suits))
    held = {
        CONSTANT: 1,
        **{name: ranks[rank] for rank, name in NAMES.items()},
        **{f"trio of {NAMES[rank]}s": ranks[rank] == 3 for rank in "AKQJT"},
        **{f"quatorze of {NAMES[rank]}s": ranks[rank] == 4 for rank in "AKQJT"},
        "king with its ace": sum(suit.startswith("AK") for suit in suits),
        "bare king": suits.count("K"),
        "queen under a higher card": sum("Q" in suit and suit[0] in "AK" for suit in suits),
        "queen’s two guards": sum(suit.startswith("Q") and len(suit) > 2 for suit in suits),
        "void": suits.count(""),
        "lone card": sum(len(suit) == 1 for suit in suits),
        "ace and king of a suit of five or more": sum(
            suit.startswith("AK") and len(suit) > 4 for suit in suits
        ),
        "tierce": found.tierces,
        "quart": found.quarts,
        "quint": found.quints,
        "sixieme or longer": found.runs_from(6),
        "sequence from the ace": sum(found.runs(size, to="A") for size in range(3, 9)),
        "suit of five": longest == 5,
        "suit of six": longest == 6,
        "suit of seven or more": longest > 6,
        "thirty if all is good": found.value >= 30,
        "set with a suit of six or more": found.trios + found.quatorzes > 0 and longest > 5,
    }
    return [held[name] for name in COLUMNS]


def test_columns__are_those_of_a_slow_count():
    hands = replace(CLUBS, seed=1).record_units(0, 1_000)["elder_dealt"].astype(np.int64)
    found = measure_columns(hands)
    assert found.tolist() == [count_slowly(int(hand)) for hand in hands]
    assert (found != 0).any(axis=0).all()
    assert ({part for parts in WORTHS.values() for part in parts}, WORTHS["fourth ace"]) == (
        set(COLUMNS) - {CONSTANT},
        {"ace": 1, "quatorze of aces": 1, "trio of aces": -1},
    )


# ---- Least squares ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played():
    """The deals of the study."""
    return CLUBS.record_units(0, 10_000)


def make_fit(columns, margins):
    """The fit, and the covariance of its weights."""
    rows = np.column_stack([columns.astype(np.int64), margins])
    fit = fit_columns(multiply(rows))
    left = np.rint(STEPS * (margins - rows @ fit.weights)).astype(np.int64)
    return fit, find_covariance([fit], multiply(left[:, None] * rows[:, :-1]), len(rows))


def test_fit__is_that_of_a_slow_twin(played):
    columns, margins = measure_columns(played["elder_dealt"]), margin(played)
    fit, covariance = make_fit(columns, margins)
    own = columns[:, fit.chosen].astype(float)
    twin, *_ = np.linalg.lstsq(own, margins, rcond=None)
    bread, left = np.linalg.inv(own.T @ own), (margins - own @ twin)[:, None] * own
    robust = bread @ left.T @ left @ bread * len(own) / (len(own) - own.shape[1])
    found, errors = covariance[np.ix_(fit.chosen, fit.chosen)], np.diag(robust)
    assert np.allclose(fit.weights[fit.chosen], twin, atol=1e-6)
    assert np.abs(found - robust).max() < 1e-3 * errors.max()
    assert np.allclose(np.diag(found), errors, rtol=2e-3)
    assert np.linalg.cond(np.corrcoef(own[:, 1:].T)) < 500


def test_fit__leaves_out_what_others_tell_and_what_is_rare():
    flag, rare = np.random.default_rng(6).random((2, 1_000)) < np.array([[0.3], [0.01]])
    rows = np.column_stack([np.ones(1_000, int), flag, 1 - flag, rare, 5 + 3 * flag])
    fit = fit_columns(multiply(rows))
    assert (fit.chosen.tolist(), fit.weights.round(9).tolist()) == ([0, 1], [5, 3, 0, 0, 0])
    assert fit_columns(multiply(rows[:20])).chosen.size == 0


def test_weights__mean_the_same_where_something_is_too_rare():
    # A weight that few hands have is planted: were they not left out, it would go to others.
    columns = measure_columns(replace(CLUBS, seed=10).record_units(0, 1_500)["elder_dealt"])
    seven, king = (COLUMNS.index(name) for name in ("suit of seven or more", "king"))
    rare, margins = find_rare(columns), columns[:, [seven, king]] @ np.array([100, 7])
    kept = (columns[:, rare] == 0).all(axis=1)
    fit, _ = make_fit(columns[kept], margins[kept])
    assert (seven in rare, fit.weights[king]) == (True, pytest.approx(7, abs=1e-6))
    assert set(range(len(COLUMNS))) - set(fit.chosen) == set(rare)


# ---- The study ----------------------------------------------------------------------------------
def test_study__is_a_regression_on_the_deals_recorded(played):
    found = STUDY.ask(CLUBS, 10_000, threads=2).found
    fit, covariance = make_fit(measure_columns(played["younger_hand"]), margin(played, "younger"))
    row = found.find(seat="younger", when="after the exchange", quantity="king’s guard")
    place = COLUMNS.index("bare king")
    assert (row.value, row.se) == pytest.approx(
        (-fit.weights[place], sqrt(covariance[place, place])), rel=1e-8
    )
    # Whole hands have the error of a part against all.
    margins, aces = margin(played).astype(float), int(rank_mask(ACE))
    chosen = np.bitwise_count(played["elder_dealt"] & aces) == 0
    # What each deal adds to the difference of the two means.
    own = chosen * (margins - margins[chosen].mean()) / chosen.mean() - (margins - margins.mean())
    row = found.find(seat="elder", quantity="worth of no ace")
    assert row.value == pytest.approx(margins[chosen].mean() - margins.mean(), rel=1e-9)
    assert [
        row.se == pytest.approx(estimate_values(one).se, rel=0.01) for one in (own, margins[chosen])
    ] == [True, False]


def test_luck_of_the_draw__is_taken_out_of_hands_as_dealt(monkeypatch):
    def ask():
        return STUDY.ask(Simulation("expert", "expert", seed=4), 4_000).found.table()

    found, right = ask(), hand_columns.find_luck_of_records
    monkeypatch.setattr(hand_columns, "find_luck_of_records", lambda *asked: 0 * right(*asked))
    plain = ask()
    before = (plain.when == "before the exchange") & plain.kind.isin([ALONE, WHOLE])
    assert found[~before].equals(plain[~before])
    assert (found.estimator == np.where(before, "luck out", "plain")).all()
    off, error = found.value - plain.value, np.hypot(found.se, plain.se)
    saved = (plain.se / found.se)[before] ** 2
    assert (before.sum() > 50, saved.min() > 1.3, saved.median() > 2) == (True, True, True)
    assert ((off.abs() < 4 * error) | ~before).all()
    # Were it off by five points, it would be seen.
    assert 4 * error[plain.quantity == "margin over all deals"].iloc[0] < 5
