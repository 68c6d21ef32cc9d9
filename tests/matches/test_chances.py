"""Chances of a partie: the recursion against brute force, against parties, and its errors."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
import reference_matches
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refuses

from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.rules import AMERICAN, COTTON_1674, RUBICON
from piquet_sim.matches.equity import ChanceTable, check_state
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.matches.score_law import ScoreLaw, measure_scores

FORMS = {
    "partie": RUBICON,
    "four": RUBICON.replace(partie_deals=4),
    "no extra deals": RUBICON.replace(tie_deals=0),
    "difference": AMERICAN,
    "lower rubicon": RUBICON.replace(rubicon=60, game_scores=50),
}


def make_law(pairs):
    counts = np.zeros((192, 192), np.int64)
    for (elder, younger), deals in pairs.items():
        counts[elder, younger] = deals
    return ScoreLaw(counts)


FEW = {(40, 10): 3, (20, 20): 2, (12, 30): 2, (94, 0): 1}
OTHER = {(35, 15): 2, (14, 26): 3, (20, 20): 1}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("deal", [1, 3, 4])
@pytest.mark.parametrize("elder", [0, 1])
def test_chances__are_those_of_all_ways_to_go_on(form, deal, elder):
    rules = FORMS[form]
    law = make_law(FEW)
    table = ChanceTable(law, law, rules)
    joint = {pair: Fraction(deals, law.deals) for pair, deals in FEW.items()}
    options = {option: getattr(rules, option) for option in reference_matches.DEFAULTS}
    totals = [(0, 0)] if deal == 1 else [(40, 40), (52, 94), (140, 20), (99, 100)]
    for one, two in totals:
        expected = reference_matches.win_chances(
            joint, rules.partie_deals - deal + 1, "AB"[elder], (one, two), rules.tie_deals, options
        )
        found = table.find_chances(one, two, deal, elder)
        pairs = {
            "a_wins": found.wins, "b_wins": found.loses, "drawn": found.drawn,
            "a_rubiconed": found.a_rubiconed, "b_rubiconed": found.b_rubiconed,
            "settlement_mean": found.settlement_mean,
        }  # fmt: skip
        for name, estimate in pairs.items():
            assert estimate.value == pytest.approx(float(expected[name]), abs=1e-9), name


def test_chances__in_the_deals_after_a_level_partie():
    law = make_law(FEW)
    table = ChanceTable(law, law)
    joint = {pair: Fraction(deals, law.deals) for pair, deals in FEW.items()}
    for deal, totals in ((7, (120, 120)), (8, (130, 90)), (7, (80, 80))):
        expected = reference_matches.win_chances(joint, 9 - deal, "A", totals, 0, {})
        found = table.find_chances(*totals, deal, 0)
        for one, name in ((found.wins, "a_wins"), (found.settlement_mean, "settlement_mean")):
            assert one.value == pytest.approx(float(expected[name]), abs=1e-9)


@given(st.integers(0, 200), st.integers(0, 200), st.integers(2, 6), st.integers(0, 1))
@settings(max_examples=10, deadline=None)
def test_chances__exchange_with_the_players(one, two, deal, elder):
    table, turned = _find_table_and_turned()
    mine = table.find_chances(one, two, deal, elder)
    theirs = turned.find_chances(two, one, deal, 1 - elder)
    assert mine.wins.value == pytest.approx(theirs.loses.value, abs=1e-9)
    assert mine.a_rubiconed.value == pytest.approx(theirs.b_rubiconed.value, abs=1e-9)
    assert mine.settlement_mean.value == pytest.approx(-theirs.settlement_mean.value, abs=1e-7)
    assert mine.settlement_mean.se == pytest.approx(theirs.settlement_mean.se, abs=1e-7)
    assert mine.wins.value + mine.loses.value + mine.drawn.value == pytest.approx(1)


@cache
def _find_table_and_turned():
    one, other = make_law(FEW), make_law(OTHER)
    return ChanceTable(one, other), ChanceTable(other, one)


def test_chances__agree_with_simulated_parties():
    """Measured by other deals than the parties are made of."""
    laws = measure_scores("club", "novice", 100_000, seed=70)
    found = ChanceTable(*laws).find_chances(0, 0, 1, 0)
    played = simulate_matches(Simulation("club", "novice", seed=71), 20_000).estimates
    pairs = (
        (found.wins, played["first_wins"]),
        (found.loses, played["second_wins"]),
        (found.a_rubiconed, played["first_rubiconed"]),
        (found.b_rubiconed, played["second_rubiconed"]),
        (found.settlement_mean, played["settlement_mean"]),
    )
    for chance, estimate in pairs:
        # Five differences: beyond four standard errors once in three thousand sound runs.
        assert abs(chance.value - estimate.value) < 4 * np.hypot(chance.se, estimate.se)
    # The threshold bites: an engine whose elder has three points too many is noticed.
    shifted = ScoreLaw(np.roll(laws[0].counts, 3, axis=0))
    wrong = ChanceTable(shifted, laws[1]).find_chances(0, 0, 1, 0).settlement_mean
    right = played["settlement_mean"]
    assert abs(wrong.value - right.value) > 4 * np.hypot(wrong.se, right.se)


def test_point__near_the_rubicon_is_worth_more_than_a_point():
    laws = measure_scores("club", "club", 30_000, seed=1)
    assert laws[0] is laws[1]
    table = ChanceTable(*laws)
    worth = table.find_point_worth(68, 155, 6, 0)
    assert worth.mine.value > 2
    assert worth.rate == pytest.approx(-worth.mine.value / worth.theirs.value)
    # Far from everything a point is a point; a lost rubicon makes each point of one's own a loss.
    far = table.find_point_worth(0, 400, 6, 0)
    assert -1 < far.mine.value < -0.8  # but for the hundred that a repique may yet bring
    assert far.theirs.value == pytest.approx(-1, abs=1e-6)
    ahead = table.find_point_worth(600, 150, 6, 0)
    assert ahead.mine.value == pytest.approx(1, abs=1e-6)
    assert ahead.rate == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize(
    ("rules", "one", "two", "deal", "part"),
    [
        (COTTON_1674, 0, 0, 1, "chances requires match='partie'"),
        (RUBICON, -1, 0, 2, "for A, got -1"),
        (RUBICON, 0, 5000, 2, "for B, got 5000"),
        (RUBICON, 0, 0, 9, "deals 1 to 6, and 7 to 8"),
        (RUBICON.replace(tie_deals=0), 0, 0, 7, "deals 1 to 6"),
        (RUBICON, 10, 11, 7, "only played if the totals are level"),
        (RUBICON, 10, 0, 1, "before the first deal"),
    ],
)
def test_state__that_cannot_be_is_refused(rules, one, two, deal, part):
    with refuses(part):
        check_state(rules, one, two, deal)
