"""The sheet of a partie: how it stands, and who is likely to win from there."""

import re

import pytest

from piquet_sim.explorer.partie.sheet import find_prospects, tell_sheet
from piquet_sim.explorer.partie.table import Partie
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.score_law import measure_scores

STATES = [
    ((0, 0), 1, True), ((80, 57), 4, False), ((20, 140), 5, True), ((96, 90), 6, True),
    ((96, 90), 6, False), ((10, 60), 2, True),
]  # fmt: skip
"""Totals, the number of the next deal, and whether the player is elder in it."""


class Ended(Partie):
    """A partie of which only the scores matter."""

    def __init__(self, scores, is_over=False):
        super().__init__(1, "expert", 0)
        self.scores, self.ended = scores, is_over

    def list_scores(self):
        return self.scores

    @property
    def is_over(self):
        return self.ended


@pytest.fixture(scope="module")
def measured():
    """Chances by deals that are played here, not in training."""
    return ChanceTable(*measure_scores("expert", "expert", 10_000, seed=5))


@pytest.mark.parametrize(("totals", "number", "is_elder"), STATES)
def test_prospects__are_those_of_two_experts(measured, totals, number, is_elder):
    wins = measured.find_chances(*totals, number, 0 if is_elder else 1).wins
    # Five standard errors, half a partie of rounding, and half for other learned players.
    assert abs(find_prospects(totals, number, is_elder) - 100 * wins.value) < 1 + 500 * wins.se


@pytest.mark.parametrize(("totals", "number", "is_elder"), STATES)
def test_prospects__of_both_players_make_all_parties_but_the_drawn(totals, number, is_elder):
    both = find_prospects(totals, number, is_elder)
    both += find_prospects(totals[::-1], number, not is_elder)
    assert 97 <= both <= 101


def test_prospects__to_be_elder_at_the_end_matters():
    assert find_prospects((96, 90), 6, True) > 20 + find_prospects((96, 90), 6, False)


def test_sheet__says_how_the_partie_stands_and_stood_before_the_deal():
    scores = [(28, 9), (24, 25), (28, 23)]
    told = tell_sheet(Ended(scores))
    now, before = map(int, re.findall(r"win (\d+) parties of 100 from here, (\d+) before",
                                      told["stands"])[0])  # fmt: skip
    assert told["totals"] == (80, 57)
    assert told["elders"][:4] == [True, False, True, False]
    assert (now, before) == (find_prospects((80, 57), 4, False), find_prospects((52, 34), 3, True))
    assert "before" not in tell_sheet(Ended([]))["stands"]


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([(40, 12)] * 6, "You win the partie: 412 points, a rubicon."),
        ([(20, 30)] * 6, "expert wins the partie: 160 points."),
        ([(12, 40)] * 6, "expert wins the partie: 412 points, a rubicon."),
        ([(20, 20)] * 6, "The partie is drawn."),
    ],
)
def test_sheet__of_a_partie_that_is_over_says_who_won(scores, said):
    assert tell_sheet(Ended(scores, is_over=True))["stands"] == said
