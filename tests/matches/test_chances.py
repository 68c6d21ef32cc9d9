"""Chances of a partie: the recursion against brute force, against parties, and its errors.

Covers `matches.equity`, `matches.score_law`.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from unittest.mock import Mock

import numpy as np
import pytest
import reference_matches
from command_line import refuses
from hypothesis import given, settings
from hypothesis import strategies as st
from specimens import make_law

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.intervals import wilson_interval
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.rules import AMERICAN, RUBICON
from piquet_sim.game.settlement import deal_weight
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.matches.score_law import ScoreLaw, measure_scores

FORMS = {
    "partie": RUBICON,
    "four": RUBICON.replace(partie_deals=4),
    "no extra deals": RUBICON.replace(tie_deals=0),
    "difference": AMERICAN,
    "lower rubicon": RUBICON.replace(rubicon=60, game_scores=50),
}


FEW = {(40, 10): 3, (20, 20): 2, (12, 30): 2, (94, 0): 1}
MANY = 10**12
"""So many times the same deals: no bias is left."""
LAW, OTHER = make_law(FEW, MANY), make_law({(35, 15): 2, (14, 26): 3, (20, 20): 1}, MANY)
MINE, THEIRS = ChanceTable(LAW, OTHER), ChanceTable(OTHER, LAW)
make_table = cache(lambda form: ChanceTable(LAW, LAW, FORMS[form]))
"""A table works out a deal once, for whatever is asked of it."""


@pytest.mark.parametrize("elder", [0, 1])
@pytest.mark.parametrize(
    ("form", "deal"),
    [
        *((form, 4) for form in FORMS),
        *(("partie", deal) for deal in (1, 7, 8)),
        *(pytest.param(form, 3, marks=pytest.mark.slow) for form in FORMS),
        *(pytest.param(form, 1, marks=pytest.mark.slow) for form in FORMS if form != "partie"),
        ("no extra deals", 6),  # a partie that is drawn below the rubicon
    ],
)
def test_chances__are_those_of_all_ways_to_go_on(form, deal, elder):
    rules = FORMS[form]
    joint = {pair: Fraction(deals, sum(FEW.values())) for pair, deals in FEW.items()}
    options = {option: getattr(rules, option) for option in reference_matches.DEFAULTS}
    left, extra = rules.partie_deals - deal + 1, rules.tie_deals
    if deal > 6:
        left, extra = left + extra, 0
    for totals in {1: [(0, 0)], 7: [(120, 120), (80, 80)], 8: [(130, 90)]}.get(
        deal, [(40, 40), (52, 94), (140, 20), (99, 100), (20, 900), (900, 20)]
    ):
        expected = reference_matches.win_chances(joint, left, "AB"[elder], totals, extra, options)
        found, wins = make_table(form).find_chances(*totals, deal, elder), ("wins", "loses")
        values = [getattr(found, name).value for name in (*wins, *reference_matches.CHANCES[2:])]
        assert values == pytest.approx([*map(float, expected.values())], abs=1e-9), totals


@given(st.integers(0, 200), st.integers(0, 200), st.integers(4, 6), st.integers(0, 1))
@settings(max_examples=10)
def test_chances__exchange_with_the_players(one, two, deal, elder):
    mine = MINE.find_chances(one, two, deal, elder)
    theirs = THEIRS.find_chances(two, one, deal, 1 - elder)
    paid, got = mine.settlement_mean, theirs.settlement_mean
    assert [mine.wins.value, mine.a_rubiconed.value, paid.value, paid.se] == pytest.approx(
        [theirs.loses.value, theirs.b_rubiconed.value, -got.value, got.se], abs=1e-7
    )
    assert mine.wins.value + mine.loses.value + mine.drawn.value == pytest.approx(1)


def test_chances__agree_with_simulated_parties():
    """Measured by other deals than the parties are made of."""
    laws = measure_scores("club", "novice", 100_000, seed=70)
    found = ChanceTable(*laws).find_chances(0, 0, 1, 0)
    played = simulate_matches(Simulation("club", "novice", seed=71), 20_000).estimates
    # An engine whose elder has three points too many.
    shifted = ScoreLaw(np.roll(laws[0].counts, 3, axis=0))
    wrong = ChanceTable(shifted, laws[1]).find_chances(0, 0, 1, 0)
    # Five differences: beyond four standard errors once in three thousand sound runs.
    for chance, name, is_right in (
        (found.wins, "first_wins", True),
        (found.loses, "second_wins", True),
        (found.a_rubiconed, "first_rubiconed", True),
        (found.b_rubiconed, "second_rubiconed", True),
        (found.settlement_mean, "settlement_mean", True),
        (wrong.settlement_mean, "settlement_mean", False),
    ):
        off = abs(chance.value - played[name].value)
        assert (off < 4 * np.hypot(chance.se, played[name].se)) == is_right


@pytest.mark.parametrize("scores", [(-1, 3), (3, -1)])
def test_scores__beyond_the_table_are_refused(scores):
    tally = Tally()
    tally.arrays.scores[scores] = 1
    with refuses("beyond the table of scores"):
        measure_scores("club", "club", 10, run=lambda *_: Mock(tally=tally))


def test_point__near_the_rubicon_is_worth_more_than_a_point():
    table = ChanceTable(*measure_scores("club", "club", 30_000, seed=1))
    near, far, ahead, over = (
        table.find_point_worth(*totals, 6, 0)
        for totals in ((68, 155), (0, 400), (600, 150), (600, 0))
    )
    # A point of one who is rubiconed costs the winner nothing: it is paid with the others.
    assert (near.rate, over.rate, over.theirs.value > 0.8) == (
        pytest.approx(-near.mine.value / near.theirs.value),
        None,
        True,
    )
    # Far from everything a point is a point; a lost rubicon makes each point of one's own a loss,
    # but for the hundred that a repique may yet bring.
    assert -1 < far.mine.value < -0.8 < 2 < near.mine.value
    assert (far.theirs.value, ahead.mine.value, ahead.rate) == pytest.approx((-1, 1, 1), abs=1e-6)


@pytest.mark.parametrize(
    ("form", "totals", "deal"),
    [
        ("partie", (0, 0), 1),
        ("partie", (120, 120), 7),
        pytest.param("four", (0, 0), 1, marks=pytest.mark.slow),
        ("difference", (50, 50), 3),
        ("no extra deals", (99, 99), 5),
    ],
)
def test_chances__between_two_who_play_alike_from_level_are_exactly_even(form, totals, deal):
    table = ChanceTable(*measure_scores("novice", "novice", 2_000), FORMS[form])
    found = table.find_chances(*totals, deal, 0)
    assert [
        (one.value, one.low, one.high, one.method, one.n)
        for one in (found.settlement_mean, found.final_difference_mean)
    ] == [(0, 0, 0, "exact", 2_000)] * 2
    assert found.wins.method != "exact"


def test_chances__of_a_partie_that_is_decided_have_no_error():
    table = ChanceTable(*measure_scores("club", "club", 2_000))
    chances, worth = (ask(100, 2_000, 5, 0) for ask in (table.find_chances, table.find_point_worth))
    # Nor has a rubicon that A has passed.
    ends = chances.settlement_mean, chances.a_rubiconed, chances.drawn, chances.loses
    assert [(one.low, one.high, one.method) for one in (*ends, worth.mine, worth.theirs)] == [
        (value, value, "exact") for value in (-2_000, 0, 0, 1, 1, -1)
    ]
    # Where both deals left may turn the partie round, or one that counts twice, the game's worth is
    # not exact, and what no two of the measured deals bring about may come about nonetheless.
    unseen = 1 - (1 - wilson_interval(0, 2_000)[1]) ** 2
    for found in (
        make_table("four").find_chances(100, 400, 4, 0),
        table.find_chances(200, 570, 5, 0),
    ):
        assert "exact" not in {found.settlement_mean.method, found.wins.method, found.loses.method}
    assert (found.wins.high, 1 - found.loses.low) == pytest.approx((unseen, unseen))


@pytest.mark.parametrize(
    ("laws", "totals", "wins"),
    [
        ((make_law(FEW, 10), make_law({(20, 20): 90})), (40, 80), 1 / 8),
        ((make_law({(20, 20): 90}), make_law(FEW, 10)), (80, 40), 1 / 2),
    ],
)
def test_chances__err_by_the_law_of_the_elder_of_each_deal(laws, totals, wins):
    """Where B's, which counts twice, is always level, A's own makes up for 40 points once in eight;
    where A's is, B's does by half of its deals."""
    found = ChanceTable(*laws, FORMS["four"]).find_chances(*totals, 3, 0).wins
    assert (found.value, found.se, found.n) == pytest.approx(
        (wins, (wins * (1 - wins) / 80) ** 0.5, 80)
    )


def go_on(measured, totals, deal, rules):
    """Who is ahead in the end, A elder in the first of these deals: 1, -1 or 0."""
    ahead = totals[0] - totals[1]
    for number, (elder, younger) in enumerate(measured):
        if number and deal + number == rules.partie_deals + 1 and ahead:
            break
        ahead += deal_weight(deal + number, rules) * (elder - younger) * (-1 if number % 2 else 1)
    return np.sign(ahead)


@pytest.mark.parametrize(
    ("form", "deal", "totals"),
    [
        ("no extra deals", 5, (70, 80)),
        ("no extra deals", 4, (70, 80)),
        ("difference", 5, (60, 60)),
        ("difference", 4, (60, 60)),
        ("partie", 7, (90, 90)),
        ("partie", 6, (60, 90)),
        ("partie", 5, (88, 88)),
    ],
)
def test_chances_of_an_end__do_without_measured_deals_that_meet_themselves(form, deal, totals):
    """Of two deals left it is what follows from two of those measured; of more, up to 1 / n."""
    rules, deals = FORMS[form], [*Counter(FEW).elements()]
    left = rules.partie_deals + rules.tie_deals - deal + 1
    ways = np.array(list(product(range(len(deals)), repeat=left)))
    ends = np.array([go_on([deals[one] for one in way], totals, deal, rules) for way in ways])
    found = ChanceTable(*[make_law(FEW)] * 2, rules).find_chances(*totals, deal, 0)
    chances, more = np.array([ends == 1, ends == -1, ends == 0]), np.zeros(3)
    plain = chances.mean(axis=1)
    for one, two in combinations(range(left), 2):
        more += (chances[:, ways[:, one] == ways[:, two]].mean(axis=1) - plain) / (len(deals) - 1)
    assert abs(more).max() > 0.005
    assert [float(one.value) for one in (found.wins, found.loses, found.drawn)] == pytest.approx(
        plain - more * (plain[2] / more[2] if more[2] > plain[2] else 1)
    )
    if left == 2:
        assert found.drawn.value == pytest.approx((ends[ways[:, 0] != ways[:, 1]] == 0).mean())


@pytest.mark.parametrize(("n", "deal", "has"), [(49, 5, False), (50, 5, True), (49, 6, True)])
def test_chances__of_more_than_one_deal_have_no_interval_from_few_deals(n, deal, has):
    laws = (measure_scores("club", "club", one)[0] for one in (200, n))
    found = ChanceTable(*laws).find_chances(120, 100, deal, 0)
    assert {
        (one.low is not None, "no interval" not in one.method)
        for one in (found.wins, found.loses, found.drawn, found.a_rubiconed)
        if one.method != "exact"
    } == {(has, has)}
    assert found.settlement_mean.low is not None
