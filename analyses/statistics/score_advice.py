"""Advice on the score, judged: by discards in fresh deals, exactly, and by what was measured."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from analyses.findings import Findings
from analyses.maxims.maxim import load_maxims
from analyses.maxims.score import (
    BY_SHOWS,
    DEAL_FIRST,
    IN_A_RACE,
    OF_PARTIES,
    RISK_CARDS,
    ScoreJudged,
    judge_changes,
    judge_concession,
    judge_discards,
    judge_pique,
    judge_risk,
    list_plans,
    list_standings,
    scale_estimate,
    try_discards_for_score,
)
from analyses.statistics.partie_points import BETTER, SETTLED
from analyses.study import Asked
from piquet_sim.estimates.estimate import Estimate, estimate_proportion, know_exactly, negate
from piquet_sim.game.rules import BOUSSAC_1896, RUBICON
from piquet_sim.game.terms import ELDER, SEATS
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.matches.score_law import ScoreLaw

FORECAST = "the favourite wins, before the deal"
SAFE = 150
"""A total from which a hundred is no question."""
RISKED, LEADS = 12, (-15, -5, 5, 15)
"""Points between losing and dividing the cards, and between dividing and winning them; and how far
who may risk them is ahead."""
_DEALS_A_HAND, _FEWEST_HANDS = 2_000, 20
"""Deals asked for per hand that is discarded to the score."""
_LOOKED_THROUGH_SHARE = 5
"""One deal of so many is looked through for a pique to be forgone."""


def judge_advice(
    asked: Asked, scores: np.ndarray, laws: tuple[ScoreLaw, ScoreLaw], found: Findings
) -> tuple[list[ScoreJudged], dict[str, np.ndarray], tuple[Estimate, Estimate]]:
    """Judge all maxims on the score.

    Parameters
    ----------
    asked : Asked
    scores : ndarray
        Come from parties that were played.
    laws : tuple of ScoreLaw
    found : Findings
        What forecasts and playing to the score came to.

    Returns
    -------
    tuple
        The maxims judged, in the order of the catalogue; what discards for the points needed reach,
        by seat; from which chance of dividing to play on, and how often the cards are divided.
    """
    simulation, n, threads = asked.simulation, asked.n, asked.threads
    judged, reached = [], {}
    for seat in SEATS:
        plans, standings, shares = list_plans(seat), {}, {}
        for plan in plans:
            every = list(list_standings(scores, seat, plan.deals))
            standings[plan.name] = [one for one in every if plan.applies(seat, one)]
            shares[plan.name] = estimate_proportion(len(standings[plan.name]), len(every))
        hands = max(n // _DEALS_A_HAND, _FEWEST_HANDS)
        tried, reached[seat] = try_discards_for_score(
            simulation, seat, plans, standings, hands, threads
        )
        judged += judge_discards(seat, plans, tried, shares)
    last = list(list_standings(scores, ELDER, (RUBICON.partie_deals,)))
    judged += judge_changes(laws[0], last)
    looked = max(n // _LOOKED_THROUGH_SHARE, 2)
    judged += filter(None, [judge_pique(simulation, looked, last, threads)])
    conceded, *conceding = judge_concession(simulation, n, threads)
    judged += [conceded, *_judge_by_rows(found)]
    by_race = replace(simulation, rules=BOUSSAC_1896)
    race = simulate_matches(by_race, len(scores), threads)
    judged.append(ScoreJudged(IN_A_RACE, "", negate(race.dealer_lead), unit=OF_PARTIES))
    catalogue = list(load_maxims())
    judged.sort(key=lambda one: catalogue.index(one.maxim.id))
    return judged, reached, tuple(conceding)


def _judge_by_rows(findings: Findings) -> Iterator[ScoreJudged]:
    # Those that follow from what the study has already.
    better = findings.find(quantity=FORECAST, forecast=BETTER)
    yield ScoreJudged(BY_SHOWS, "", negate(better), unit=OF_PARTIES)
    for lead in LEADS:
        exact = know_exactly(judge_risk(lead, SAFE, RISKED))
        yield ScoreJudged(RISK_CARDS, "", exact, kind=f"{SAFE + lead} to {SAFE}")
    if (settled := findings.get(quantity=SETTLED)) is not None:
        yield ScoreJudged(DEAL_FIRST, "", scale_estimate(settled, 2))
