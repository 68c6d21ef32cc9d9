"""Published figures: every claim is judged, and the judging can say wrong.

Covers `analyses.claims`, `analyses.studies.published`, `compare.claim_computations`,
`compare.published_claims`.
"""

import re
from fractions import Fraction
from math import floor, log10

import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st

from analyses.claims import say_with_error
from analyses.studies.published import STUDY
from piquet_sim import Simulation, judge_estimate
from piquet_sim.compare.claim_computations import NOT_JUDGED, compute_claims, judge_exact_claims
from piquet_sim.compare.published_claims import (
    AGREES,
    DIFFERS,
    RIGHT,
    ROUNDED,
    UNKNOWN,
    WRONG,
    find_claim,
    judge_figure,
    load_claims,
)
from piquet_sim.deals.json import judge_deal, score_deal
from piquet_sim.deals.narration import say_call, tell_deal
from piquet_sim.estimates.estimate import estimate_median, estimate_proportion, estimate_values
from piquet_sim.game.rules import AU_CENT, COTTON_1674, RUBICON

DEALS = 10_000


@pytest.fixture(scope="module")
def judged_claims():
    """Those of exact figures."""
    return judge_exact_claims()


@pytest.fixture(scope="module")
def rows():
    """The table of the study, by claim."""
    return STUDY.ask(Simulation(seed=3), DEALS).found.table().set_index("id")


def test_claims__each_is_computed_or_says_why_not():
    kinds = {claim.id: claim.kind for claim in load_claims()}
    exact = {name for name, kind in kinds.items() if kind == "exact"}
    assert len(kinds) == len(load_claims()) >= 78
    assert (exact - set(NOT_JUDGED), set(NOT_JUDGED)) == (
        set(compute_claims()),
        {"PARL-18-41", "HOYLE-KAQ"},
    )
    assert all(NOT_JUDGED.values())


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
        ({"one_in": 3}, Fraction(2, 5), ROUNDED),
        ({"number": 118}, 118, RIGHT),
        ({"number": 119}, 118, WRONG),
        ({"number": 2.84e13, "digits": 3}, 28_443_124_054_800, ROUNDED),
        ({"number": 2.85e13, "digits": 3}, 28_443_124_054_800, WRONG),
        ({"fraction": [57, 380]}, Fraction(3, 20), RIGHT),
        ({"suits": ["78TT", "789A"]}, ("789A", "78TT"), RIGHT),
        ({"suits": ["78TT"]}, ("789A", "78TT"), WRONG),
        ({"suits": ["78TT", "789A", "7TTT"]}, ("789A", "78TT"), WRONG),
    ],
)
def test_verdict__by_figure(figure, exact, verdict):
    assert judge_figure(figure, exact) == verdict


@pytest.mark.parametrize(
    ("name", "label", "verdict"),
    [
        ("CAV-DRAW-E1", "", RIGHT),
        ("CAV-DRAW-E1of2", "Hoyle", RIGHT),
        ("CAV-DRAW-E1of2", "Cavendish", ROUNDED),
        # At least three of four: 31 favourable draws in 969, that is 30.26 to 1.
        ("CAV-DRAW-E3of4", "Cavendish", WRONG),
        ("CAV-SET-1", "", RIGHT),
        ("HOYLE-170", "without a carte blanche", RIGHT),
        # Point, quint and tierce come before aces: after 135 draws younger may be first.
        ("HOYLE-823", "", WRONG),
        ("CB-36", "", "no figure"),
        ("COUNT-DISC", "", RIGHT),
        ("CAV-EX12", None, RIGHT),
    ],
)
def test_claims__with_known_verdicts(judged_claims, name, label, verdict):
    assert {
        one.verdict for one in judged_claims if one.claim.id == name and label in (None, one.label)
    } == {verdict}


# ---- Exact claims, each by a way of its own ------------------------------------------------------
def test_moliere__the_deal_as_the_reference_scores_it(judged_claims):
    deal = find_claim("CAV-MOLIERE").deal
    found, options = score_deal(deal), deal["rules"]["set"]
    expected, tenths = (
        reference.score_deal(deal, options | other) for other in ({}, {"point_scores": "tenths"})
    )
    elder = found["elder"]
    assert (elder, found["younger"]) == (expected["elder"], expected["younger"])
    assert (elder["pique"], elder["cards"], elder["total"]) == (30, 40, 100)
    assert found["younger"]["total"] == tenths["elder"]["pique"] == 0
    assert deal["play"].endswith(" 6H AC")
    assert "by tenths (Cotton 1674) it is 6, and there is no pique" in next(
        one.computation for one in judged_claims if one.claim.id == "CAV-MOLIERE"
    )


def test_highest_deal__says_under_which_condition(judged_claims):
    judged = next(one for one in judged_claims if one.claim.id == "HOYLE-170")
    blanche = reference.score_deal(find_claim("MOST-CB").deal)["elder"]["total"]
    assert (judged.exact, judged.verdict) == (170, RIGHT)
    assert judged.computation.endswith(f"one with a carte blanche {blanche}")


# ---- Claims about play --------------------------------------------------------------------------


def test_study__judges_what_depends_on_play(rows):
    is_judged = rows.verdict != "not judged"
    played, others = rows[(rows.kind == "strategy") & is_judged], rows[~is_judged]
    assert set(played.verdict) <= {AGREES, DIFFERS, UNKNOWN}
    assert {"CAV-SHOW-E", "CAV-RUBICON", "CAV-PARTIE", "CAV-CARDS"} <= set(played.index)
    row = played.loc["CAV-REP-E"]
    assert row.low < row.value < row.high
    # Its verdict follows from its own columns.
    agrees = abs(row.value - row.claimed_value) <= 1.96 * (
        (row.se**2 + row.claimed_value * (1 - row.claimed_value) / 10_000) ** 0.5
    )
    assert row.verdict == (AGREES if agrees else DIFFERS)
    assert (set(others.index), "" in set(others.computation)) == (set(NOT_JUDGED), False)


def test_study__of_two_players_judges_no_claim_about_one():
    found = STUDY.ask(Simulation("club", "novice", seed=3), 60).found.table().set_index("id")
    names = ["CAV-PARTIE", "HOYLE-5-4", "HOYLE-14-13", "CAV-DEAL7"]
    assert set(found.loc[[*names, "CAV-CARDSVAL"]].verdict) == {"not judged"}
    assert all("one strategy in both seats" in said for said in found.loc[names].computation)
    assert UNKNOWN in set(found.verdict)  # few deals leave open what they do not tell


def test_median__of_no_counts_is_refused():
    """How often its interval holds the truth is measured in `tests/statistical`."""
    with pytest.raises(ValueError, match="no deals"):
        estimate_median([0, 0])


@pytest.mark.parametrize(
    ("name", "player", "rules", "deals", "start", "compare"),
    [
        (
            "HOYLE-5-4",
            "club",
            AU_CENT.replace(
                play_scores="high leads", match="race", settlement="games", win_is_immediate=True
            ),
            20,
            (0, 0),
            lambda one, two: one > two,
        ),
        ("CAV-DEAL7", "club", COTTON_1674, 20, (0, 7), lambda one, two: two > one),
        ("CAV-FIRSTDEAL", "expert+score", RUBICON, 50, (0, 0), lambda one, two: np.sign(two - one)),
    ],
)
def test_matches__are_the_ones_that_the_claims_are_about(
    rows, name, player, rules, deals, start, compare
):
    outcomes, _ = Simulation(player, player, rules, seed=3).play_matches(
        0, DEALS // deals, start=start
    )
    assert rows.loc[name].value == pytest.approx(compare(*outcomes[:, 0, :2].T).mean())


# ---- Figures judged by the error, and calls in words ---------------------------------------------
FOUND, FEW = estimate_proportion(5_640, 10_000), estimate_proportion(1, 60)


def test_figure__the_authors_own_sample_counts_too():
    alone, together = (judge_estimate(0.575, FOUND, counted) for counted in (None, 1_000))
    assert (alone.verdict, together.verdict) == (DIFFERS, AGREES)
    assert abs(together.z) < abs(alone.z) == pytest.approx((0.575 - 0.564) / FOUND.se)
    assert alone.p < 0.05 < together.p


NEVER = estimate_values([2] * 1000, limits=(0, 5))
"""Of a thousand deals that all came to two, at most five: three is not what they come to."""
RARE, OFTEN = (estimate_proportion(seen, 1_000_000) for seen in (45, 10_000))
"""Of half a case that is expected in as many hands as the author saw, none is seen more often than
not; of a hundred never."""


@pytest.mark.parametrize(
    ("figure", "found", "counted", "verdict"),
    [
        (0.56, FOUND, None, AGREES),
        (Fraction(9, 16), FOUND, None, AGREES),
        ({"fraction": [9, 16]}, FOUND, None, AGREES),
        ({"odds_on": [9, 7]}, FOUND, None, AGREES),
        (0.6, FOUND, None, DIFFERS),
        ({"one_in": 2}, FOUND, None, DIFFERS),
        ({"between_probabilities": [0.55, 0.57]}, FOUND, None, AGREES),
        ({"between_probabilities": [0.4, 0.5]}, FOUND, None, DIFFERS),
        ({"at_least_probability": 0.5}, FOUND, None, AGREES),
        ({"at_least_probability": 0.6}, FOUND, None, DIFFERS),
        ({"number": 0.56}, FOUND, None, AGREES),
        ({"more_than": 0.5}, FOUND, None, AGREES),
        ({"more_than": 0.6}, FOUND, None, DIFFERS),
        (0.02, FEW, None, UNKNOWN),
        ({"one_in": 50}, FEW, 10_000, UNKNOWN),
        (0.3, FEW, None, DIFFERS),
        ({"more_than": 0.05}, FEW, None, UNKNOWN),
        (2, NEVER, None, AGREES),
        (2.001, NEVER, None, AGREES),
        (3, NEVER, None, DIFFERS),
        (0.0, RARE, 10_000, AGREES),
        (0.0, OFTEN, 10_000, DIFFERS),
        (0.0, RARE, None, DIFFERS),  # where it is said that there are none
    ],
)
def test_figure__is_judged_by_the_error(figure, found, counted, verdict):
    judged = judge_estimate(figure, found, counted)
    assert (judged.verdict, judged.found) == (verdict, found)
    # What is said of 5,640 in 10,000 is judged by a normal error.
    assert found != FOUND or (0 <= judged.p <= 1, abs(judged.z) > 1.9) == (True, verdict == DIFFERS)


# ---- Calls in words -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "call", "pack", "said"),
    [
        ("point", {"length": 5, "pips": 49}, 32, "point of 5 cards making 49"),
        ("point", {"length": 1, "pips": 11}, 32, "point of 1 card making 11"),
        ("sequence", {"length": 4, "top": "J"}, 32, "quart to the knave"),
        ("sequence", {"length": 4, "top": "A"}, 32, "quart major"),
        ("sequence", {"length": 3, "top": "9"}, 32, "tierce minor"),
        ("sequence", {"length": 3, "top": "8"}, 36, "tierce minor"),
        ("set", {"size": 3, "rank": "K"}, 32, "trio of kings"),
        ("set", {"size": 4, "rank": "10"}, 32, "quatorze of tens"),
        ("set", None, 32, "no set"),
        ("point", 0, 32, "no point"),
        ("set", 3 << 4 | 7, 32, "trio of kings"),
    ],
)
def test_call__in_words(kind, call, pack, said):
    assert say_call(kind, call, pack=pack) == said


@pytest.mark.parametrize(
    ("name", "fallen", "then", "said"),
    [
        (
            "MOST-CB",
            *(24, ""),
            {
                "  and shows a carte blanche: ten",
                "Elder makes a repique: instead of sixty-one counts one hundred and twenty-one.",
                "Elder leads the knave of spades: one hundred and twenty-two.",
                "Elder, for the last: one hundred and thirty-four.",
                "Elder makes 174: carte blanche 10 + point 5 + sequences 18 + sets 28 + play 13 + "
                "capot 40 + repique 60",
            },
        ),
        (
            "CAV-MOLIERE",
            *(24, ""),
            {
                "Elder leads the eight of spades: twenty-nine.",
                "Elder, for the last: sixty.",
                "Elder has made a pique.",
                "Elder makes 100: point 7 + sequences 16 + play 7 + capot 40 + pique 30",
            },
        ),
        (
            "CAV-DEMO",
            *(20, "TS AS JS QS"),
            {
                "Elder leads the knave of spades: seventeen.",
                "Younger wins with the queen of spades: twenty-five.",  # with that for the last
                "Younger makes 25: sets 17 + play 8",
            },
        ),
        (
            "CAV-DEMO",
            *(21, ""),
            {
                "The play stops after 21 of 24 cards, with the queen of spades.",
                "Elder has 15 so far: point 5 + sequences 4 + play 6",
                "Younger has 23 so far: sets 17 + play 6",
            },
        ),
        (
            "CAV-DEMO",
            *(24, ""),
            {
                "  throws out ♠K ♦98 ♣87, takes in ♠98 ♥K ♦K ♣9",
                "Trios and quatorzes: elder calls three knaves. Not good: younger has four tens "
                "and three queens, seventeen.",
                "Younger wins with the ace of diamonds: eighteen.",
                "Elder, for the last: eighteen.",
                "Tricks: elder 7, younger 5.",
                "Elder makes 28: point 5 + sequences 4 + play 9 + cards 10",
            },
        ),
    ],
)
def test_deal__in_words_counts_from_card_to_card(name, fallen, then, said):
    """What is for the last, and what is so far, is said nowhere else."""
    deal = find_claim(name).deal
    play = " ".join([*deal["play"].split()[:fallen], then])
    assert said == {
        one
        for line in tell_deal(judge_deal(deal | {"play": play}))
        for one in re.split(r"(?<=\.) (?=Elder|Younger)", line)
        if one in said or re.search("for the last|so far|stops after", one)
    }


@pytest.mark.parametrize("share", [0.3, 0.01, 0.001])
def test_share__that_an_author_counted_is_judged_as_often_wrong_as_it_should_be(share):
    found = estimate_proportion(round(share * 4_000_000), 4_000_000)
    drawn = np.random.default_rng(8).binomial(10_000, share, 4_000)
    wrong = sum(judge_estimate(seen / 10_000, found, 10_000).p < 0.05 for seen in drawn)
    assert abs(wrong - 200) < 5 * (200 * 0.95) ** 0.5


@given(st.floats(-1000, 1000), st.floats(1e-6, 100))
def test_cell__keeps_two_digits_of_the_error(value, se):
    shown_value, shown_se = map(float, say_with_error(value, se).split(" ± "))
    half = 0.5 * 10.0 ** min(0, floor(log10(se)) - 1)
    assert max(abs(shown_value - value), abs(shown_se - se)) <= half * 1.001
    assert half <= 0.05 * se * 1.001 or half == 0.5
