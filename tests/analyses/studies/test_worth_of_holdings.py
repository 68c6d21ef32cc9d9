"""What holdings are worth, all else being equal: columns, least squares and the study's sums."""

from math import isclose, sqrt

import numpy as np
import pytest

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
from piquet_sim.estimates.estimate import estimate_values
from piquet_sim.game.cards import RANK_LETTERS, card_mask

PLACES = list(range(len(COLUMNS)))
RANKS = RANK_LETTERS[1:]
NAMES = dict(
    zip(RANKS, ("seven", "eight", "nine", "ten", "knave", "queen", "king", "ace"), strict=True)
)


def deal_hands(number, seed):
    """Hands of twelve of the 32 cards, any as likely as any other."""
    cards = np.array([card_mask(rank, suit) for suit in range(4) for rank in range(1, 9)])
    order = np.random.default_rng(seed).random((number, 32)).argsort(axis=1)[:, :12]
    return cards[order].sum(axis=1)


def count_slowly(hand):
    """The columns of a hand from its suits as texts."""
    suits = [
        "".join(RANK_LETTERS[rank] for rank in range(9) if hand & card_mask(rank, suit))
        for suit in range(4)
    ]
    held = dict.fromkeys(COLUMNS, 0)
    held[CONSTANT] = 1
    points = longest = max(map(len, suits))
    for suit in suits:
        for rank in suit:
            if rank != "7":
                held[NAMES[rank]] += 1
        runs = [run for run in _split(suit) if len(run) >= 3]
        points += sum(len(run) + 10 * (len(run) >= 5) for run in runs)
        for run in runs:
            held[{3: "tierce", 4: "quart", 5: "quint"}.get(len(run), "sixieme or longer")] += 1
            held["sequence from the ace"] += run[-1] == "A"
        held["king with its ace"] += "K" in suit and "A" in suit
        held["bare king"] += suit == "K"
        above = set(suit) & set("AK")
        held["queen under a higher card"] += "Q" in suit and bool(above)
        held["queen’s two guards"] += "Q" in suit and not above and len(suit) > 2
        held["void"] += not suit
        held["lone card"] += len(suit) == 1
        held["ace and king of a suit of five or more"] += {"A", "K"} <= set(suit) and len(suit) > 4
    if longest > 4:
        held[{5: "suit of five", 6: "suit of six"}.get(longest, "suit of seven or more")] = 1
    sets = 0
    for rank in "AKQJT":
        number = sum(rank in suit for suit in suits)
        if number > 2:
            held[f"{'trio' if number == 3 else 'quatorze'} of {NAMES[rank]}s"] = 1
            points, sets = points + (3 if number == 3 else 14), sets + 1
    held["thirty if all is good"] = points >= 30
    held["set with a suit of six or more"] = sets > 0 and longest > 5
    return list(held.values())


def _split(suit):
    # Runs of touching cards, from the lowest.
    runs = []
    for rank in suit:
        if runs and RANK_LETTERS.index(rank) == RANK_LETTERS.index(runs[-1][-1]) + 1:
            runs[-1] += rank
        else:
            runs.append(rank)
    return runs


def test_columns__are_those_of_a_slow_count():
    hands = deal_hands(3_000, seed=1)
    found = measure_columns(hands)
    assert found.tolist() == [count_slowly(int(hand)) for hand in hands]
    assert (found != 0).any(axis=0).all()


def test_worths__are_sums_of_columns_that_exist():
    assert {part for parts in WORTHS.values() for part in parts} == set(COLUMNS) - {CONSTANT}
    assert WORTHS["fourth ace"] == {"ace": 1, "quatorze of aces": 1, "trio of aces": -1}


# ---- Least squares ------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def planted():
    """Hands, their columns, the worths planted, and how far margins spread in each hand."""
    columns = measure_columns(deal_hands(2_500, seed=2)).astype(np.int64)
    weights = np.random.default_rng(3).normal(0, 8, len(COLUMNS)).round(2)
    chosen = fit_columns(multiply(np.column_stack([columns, columns[:, 0]])), PLACES).chosen
    weights[np.setdiff1d(PLACES, chosen)] = 0  # what has no weight would go to other columns
    return columns, weights, 6 + 20 * columns[:, COLUMNS.index("lone card")]


def make_fit(columns, margins):
    """The fit, what is left of each margin, and the covariance of the weights."""
    rows = np.column_stack([columns, margins])
    fit = fit_columns(multiply(rows), PLACES)
    left = np.rint(STEPS * (margins - rows @ fit.weights)).astype(np.int64)
    return fit, left / STEPS, find_covariance([fit], multiply(left[:, None] * columns), len(rows))


def test_fit__is_that_of_a_slow_twin(planted):
    columns, weights, spread = planted
    margins = np.rint(
        columns @ weights + spread * np.random.default_rng(4).normal(size=len(columns))
    ).astype(np.int64)
    fit, _, covariance = make_fit(columns, margins)
    own = columns[:, fit.chosen].astype(float)
    twin, *_ = np.linalg.lstsq(own, margins, rcond=None)
    assert np.allclose(fit.weights[fit.chosen], twin, atol=1e-6)
    bread = np.linalg.inv(own.T @ own)
    meat = sum(
        one**2 * np.outer(row, row) for one, row in zip(margins - own @ twin, own, strict=True)
    )
    robust = bread @ meat @ bread * len(own) / (len(own) - own.shape[1])
    found = covariance[np.ix_(fit.chosen, fit.chosen)]
    errors = np.sqrt(np.diag(robust))
    assert np.abs(found - robust).max() < 1e-3 * errors.max() ** 2
    assert np.allclose(np.sqrt(np.diag(found)), errors, rtol=1e-3)
    assert fit.condition < 500


def test_fit__leaves_out_what_others_tell_and_what_is_rare():
    rng = np.random.default_rng(6)
    flag, rare = rng.random((2, 1_000)) < np.array([[0.3], [0.01]])
    rows = np.column_stack([np.ones(1_000, int), flag, 1 - flag, rare, 5 + 3 * flag])
    fit = fit_columns(multiply(rows), [0, 1, 2, 3])
    assert fit.chosen.tolist() == [0, 1]
    assert fit.weights.round(9).tolist() == [5, 3, 0, 0, 0]
    assert fit_columns(multiply(rows[:20]), [0, 1, 2, 3]).chosen.size == 0


def test_weights__mean_the_same_where_something_is_too_rare():
    # A weight that few hands have is planted: were they not left out, it would go to others.
    columns = measure_columns(deal_hands(1_500, seed=10)).astype(np.int64)
    seven, king = (COLUMNS.index(name) for name in ("suit of seven or more", "king"))
    rare = find_rare(columns)
    assert seven in rare
    assert king not in rare
    margins = 100 * columns[:, seven] + 7 * columns[:, king]
    kept = (columns[:, rare] == 0).all(axis=1)
    fit, *_ = make_fit(columns[kept], margins[kept])
    assert abs(fit.weights[king] - 7) < 1e-6
    assert set(PLACES) - set(fit.chosen) == set(rare)


# ---- The study ----------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def table():
    return STUDY.ask(Simulation("club", "club", seed=3), 10_000, threads=2).table


def pick(table, **cells):
    for name, cell in cells.items():
        table = table[table[name] == cell]
    return table.iloc[0]


def test_study__is_a_regression_on_the_deals_recorded(table):
    deals = Simulation("club", "club", seed=3).record_units(0, 10_000)
    margins = deals["younger_score"].astype(np.int64) - deals["elder_score"]
    fit, _, covariance = make_fit(measure_columns(deals["younger_hand"]), margins)
    row = pick(table, seat="younger", when="after the exchange", quantity="king’s guard")
    place = COLUMNS.index("bare king")
    assert isclose(row.value, -fit.weights[place], rel_tol=1e-9)
    assert isclose(row.se, sqrt(covariance[place, place]), rel_tol=1e-6)


def test_whole_hands__have_the_error_of_a_part_against_all(table):
    deals = Simulation("club", "club", seed=3).record_units(0, 10_000)
    margins = deals["elder_score"].astype(float) - deals["younger_score"]
    aces = np.bitwise_count(deals["elder_dealt"] & sum(card_mask(8, suit) for suit in range(4)))
    chosen = aces == 0
    share = chosen.mean()
    # What each deal adds to the difference of the two means.
    own = chosen * (margins - margins[chosen].mean()) / share - (margins - margins.mean())
    row = pick(table, seat="elder", quantity="worth of no ace")
    assert isclose(row.value, margins[chosen].mean() - margins.mean(), rel_tol=1e-9)
    assert isclose(row.se, estimate_values(own).se, rel_tol=0.01)
    assert not isclose(row.se, estimate_values(margins[chosen]).se, rel_tol=0.01)


def test_luck_of_the_draw__is_taken_out_of_hands_as_dealt(monkeypatch):
    right, experts = hand_columns.find_luck_of_elder, Simulation("expert", "expert", seed=4)

    def measure(find_luck):
        monkeypatch.setattr(hand_columns, "find_luck_of_elder", find_luck)
        return STUDY.ask(experts, 4_000).table

    found, plain, wrong = map(measure, (
        right,
        lambda simulation, deals: np.zeros(len(deals), np.int64),
        lambda simulation, deals: right(simulation, deals) + 5 * hand_columns.PARTS,
    ))  # fmt: skip
    before = (plain.when == "before the exchange") & plain.kind.isin([ALONE, WHOLE])
    assert found[~before].equals(plain[~before])
    assert (found.estimator == np.where(before, "luck out", "plain")).all()
    off = (found.value - plain.value)[before].abs() / np.hypot(found.se, plain.se)[before]
    assert before.sum() > 50
    assert off.max() < 4
    saved = (plain.se / found.se)[before] ** 2
    assert saved.min() > 1.3
    assert saved.median() > 2
    margins = [pick(one, quantity="margin over all deals") for one in (found, plain, wrong)]
    error = 4 * np.hypot(margins[0].se, margins[1].se)
    assert abs(margins[2].value - margins[1].value) > error


def test_study__of_a_handful_of_deals_says_so():
    answer = STUDY.ask(Simulation("club", "club"), 10)
    assert "too few deals" in answer.headline
    assert answer.figure.axes
