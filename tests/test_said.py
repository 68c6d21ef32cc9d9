"""What studies say holds at every number of deals, and their intervals are never a lie.

Each sentence and each title is played for anew at several numbers of deals and seeds. Its grounds
are held against the numbers of its own table by a z-value that is worked out here; what claims
something in words must have grounds.
"""

import re
from itertools import product

import pytest
from honest import find_lies_of_table
from matplotlib.text import Text
from scipy.stats import norm

from analyses import STUDIES, find_study
from analyses.sentences import Sentence
from piquet_sim import Simulation

NUMBERS, SEEDS = (500, 5_000, 50_000), (1, 2, 3)
OF_INTERVALS = (2_000, 20_000)
DEAR = ("codes", "sixes", "partie", "regret", "experts-of-1890", "published")
"""Whose players think: with all seeds only among the slow checks."""

CASES = [
    pytest.param(
        name, n, seed,
        marks=pytest.mark.slow if (n > 5_000 and (name in DEAR or seed > 1)) or
        (name in DEAR and seed > 1) else (),
    )
    for name, n, seed in product(STUDIES, NUMBERS, SEEDS)
]  # fmt: skip

WIDER = norm.isf(0.001) / norm.isf(0.025)
"""A level of 99.8% instead of 95%."""

CLAIMS = re.compile(
    r"\b(most|mostly|more|less|fewer|greatest|least|best|worst|better|worse|higher|lower|greater|"
    r"almost|nearly|agrees?|differs?|beyond|half|always|never|only|hardly|ahead|behind|otherwise|"
    r"clearly|rarely|often|seldom|wins|gains|costs?|pays?)\b",
    re.IGNORECASE,
)
_EVENTS = re.compile(
    r"at (least|most)\b|never seen|less the opponent's|less younger's|less those|"
    r"(makes more|less|better|worse)( than younger)? (in|and|\d)",
    re.IGNORECASE,
)
"""Bounds, and what happens in a deal: these claim nothing about numbers."""


def find_false_grounds(said):
    """Grounds that do not hold by the number and interval that they state."""
    false = []
    for ground in said.grounds:
        ends = [ground.value + WIDER * (end - ground.value) for end in (ground.low, ground.high)]
        if not (ground.above < min(ends) and max(ends) < ground.below):
            false.append(ground)
    return false


@pytest.fixture(scope="module")
def answers():
    known = {}

    def answer(name, n, seed):
        if (name, n, seed) not in known:
            simulation = Simulation("club", "club", seed=seed)
            known[name, n, seed] = find_study(name).analyse(simulation, n)
        return known[name, n, seed]

    return answer


@pytest.mark.parametrize(("name", "n", "seed"), CASES)
def test_study__says_what_its_numbers_bear_out(answers, name, n, seed):
    answer = answers(name, n, seed)
    for said in (*answer.summary, *answer.headlines):
        assert isinstance(said, Sentence), said
        assert not find_false_grounds(said), said
        assert said.grounds or not CLAIMS.search(_EVENTS.sub("", said)), said
    shown = " ".join(text.get_text() for text in answer.figure.findobj(Text)).split()
    for title in answer.headlines:
        assert set(title.split()) <= set(shown), title


@pytest.mark.parametrize(("name", "n", "seed"), CASES)
def test_study__every_row_has_an_honest_interval(answers, name, n, seed):
    lies = find_lies_of_table(answers(name, n, seed).table)
    assert not lies, lies[:5]
