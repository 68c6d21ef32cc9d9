"""Published figures: every claim is judged, and the judging can say wrong."""

from fractions import Fraction

import pytest

from analyses.published import analyse
from piquet_sim import Simulation
from piquet_sim.claims import (
    AGREES,
    COMPUTATIONS,
    DIFFERS,
    NOT_JUDGED,
    RIGHT,
    ROUNDED,
    UNKNOWN,
    WRONG,
    claimed_probability,
    judge_exact_claims,
    judge_figure,
    load_claims,
)
from piquet_sim.settlement import settle_totals


def test_claims__each_is_computed_or_says_why_not():
    claims = load_claims()
    assert len({claim.id for claim in claims}) == len(claims) >= 78
    exact = {claim.id for claim in claims if claim.kind == "exact"}
    assert exact - set(NOT_JUDGED) == set(COMPUTATIONS)
    assert set(NOT_JUDGED) <= {claim.id for claim in claims}


@pytest.mark.parametrize(
    ("figure", "exact", "verdict"),
    [
        ({"odds_against": [3, 1]}, Fraction(1, 4), RIGHT),
        ({"odds_on": [3, 1]}, Fraction(1, 4), WRONG),
        ({"odds_against": [5, 4]}, Fraction(17, 38), ROUNDED),
        ({"odds_against": [6, 4]}, Fraction(17, 38), WRONG),
        ({"odds_against": [24.5, 1]}, Fraction(394, 10_000), ROUNDED),
        ({"odds_against": [25, 1]}, Fraction(374, 10_000), WRONG),
        ({"one_in": 896}, Fraction(323, 289_478), ROUNDED),
        ({"one_in": 897}, Fraction(323, 289_478), WRONG),
        ({"number": 118}, 118, RIGHT),
        ({"number": 119}, 118, WRONG),
        ({"number": 2.84e13, "digits": 3}, 28_443_124_054_800, ROUNDED),
        ({"number": 2.85e13, "digits": 3}, 28_443_124_054_800, WRONG),
        ({"fraction": [57, 380]}, Fraction(3, 20), RIGHT),
    ],
)
def test_verdict__by_figure(figure, exact, verdict):
    assert judge_figure(figure, exact) == verdict


def test_claims__with_known_verdicts():
    verdicts = {(one.claim.id, one.label): one.verdict for one in judge_exact_claims()}
    assert verdicts["CAV-DRAW-E1", ""] == RIGHT
    assert verdicts["CAV-DRAW-E1of2", "Hoyle"] == RIGHT
    assert verdicts["CAV-DRAW-E1of2", "Cavendish"] == ROUNDED
    # At least three of four: 31 favourable draws in 969, that is 30.26 to 1.
    assert verdicts["CAV-DRAW-E3of4", "Cavendish"] == WRONG
    assert verdicts["CAV-SET-1", ""] == RIGHT
    assert verdicts["HOYLE-170", ""] == RIGHT
    assert verdicts["CB-36", ""] == "no figure"
    assert verdicts["COUNT-DISC", ""] == RIGHT
    assert claimed_probability({"odds_on": [3, 1]}) == Fraction(3, 4)


def test_settlement__of_the_printed_card():
    totals = [(164, 114), (224, 92), (75, 301), (103, 144), (130, 104)]
    assert [settle_totals(*pair) for pair in totals] == [150, 416, 476, 141, 126]
    assert settle_totals(99, 99) == 0


def test_study__judges_what_depends_on_play():
    analysis = analyse(Simulation(seed=3), 20_000)
    table = analysis.table
    played = table[(table.kind == "strategy") & (table.verdict != "not judged")]
    assert set(played.verdict) <= {AGREES, DIFFERS, UNKNOWN}
    assert {"CAV-SHOW-E", "CAV-RUBICON", "CAV-PARTIE", "CAV-CARDS"} <= set(played.id)
    row = played[(played.id == "CAV-REP-E")].iloc[0]
    assert row.low < row.value < row.high
    # Its verdict follows from its own columns.
    error = (row.se**2 + row.claimed_value * (1 - row.claimed_value) / 10_000) ** 0.5
    expected = AGREES if abs(row.value - row.claimed_value) <= 1.96 * error else DIFFERS
    assert row.verdict == expected
    assert set(table[table.verdict == "not judged"].id) == set(NOT_JUDGED)
    assert (table[table.verdict == "not judged"].computation != "").all()
    few = analyse(Simulation("club", "novice", seed=3), 60).table.set_index("id")
    assert few.loc["CAV-PARTIE"].verdict == "not judged"
    assert "one strategy in both seats" in few.loc["CAV-PARTIE"].computation
    assert UNKNOWN in set(few.verdict)
    assert few.loc["CAV-CARDSVAL"].verdict == "not judged"
    assert len(analysis.summary) == 3
    assert "wrong" in analysis.summary[0]
