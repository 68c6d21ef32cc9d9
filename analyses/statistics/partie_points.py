"""What points are worth in a partie, who is its favourite, and what playing to the score brings.

Advice on the score is judged by discards in fresh deals, exactly, and by what was measured.
"""

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
    RUBICON_LINE,
    SHOWS,
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
from analyses.study import Asked
from piquet_sim.compare.duel import PARTIES, play_duel
from piquet_sim.deals.simulation import HIGHEST_SEED, Simulation
from piquet_sim.estimates.estimate import (
    Estimate,
    estimate_mean,
    estimate_proportion,
    estimate_values,
    know_exactly,
    negate,
)
from piquet_sim.game.rules import BOUSSAC_1896, RUBICON
from piquet_sim.game.settlement import settle_all
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.game.threads import play_ranges
from piquet_sim.matches.equity import LOSS, WIN, ChanceTable
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.matches.score_law import ScoreLaw

BY_THE_SHOWS, BY_SCORES, BETTER = (
    "by the shows", "by the scores measured", "by these less by shows",
)  # fmt: skip
ALL_DEALS = "deals 2 to 6"
FIRST, SETTLED, PLAYED_TO = (
    "who deals first wins oftener than loses", "what who deals first is paid",
    "settlement gained a pair of parties by playing to the score",
)  # fmt: skip
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
_CHUNK = 64
_A_DEAL = 25
"""Points of each player's total for each deal before the one in which a seat is wished for."""


def find_worth(
    laws: tuple[ScoreLaw, ScoreLaw], seat: str, totals: tuple[int, int], more: tuple[int, int]
) -> Estimate:
    """What more points before the last deal add to the expected settlement.

    Parameters
    ----------
    laws : tuple of ScoreLaw
        With the player as elder, and as younger.
    seat : str
        The player's seat in the last deal.
    totals : tuple of int
        The player's and the opponent's.
    more : tuple of int
        Points more for both.

    Returns
    -------
    Estimate
        Points of settlement, for each of the points more of who gets most.

    Examples
    --------
    >>> law = ScoreLaw(np.array([[0, 0], [0, 100]]))
    >>> find_worth((law, law), "elder", (150, 130), (10, 0)).value
    1.0
    """
    law = laws[SEATS.index(seat)]
    scores = np.nonzero(law.counts)
    counts = law.counts[scores]
    own, theirs = (total + gained for total, gained in
                   zip(totals, scores if seat == ELDER else scores[::-1], strict=True))  # fmt: skip
    change = settle_all(own + more[0], theirs + more[1]) - settle_all(own, theirs)
    if more[0] == more[1] and min(totals) >= RUBICON_LINE:
        return know_exactly(0)
    most = 2 * (RUBICON.game_scores + sum(totals) + sum(more) + 2 * len(law.counts))
    estimate = estimate_mean(
        int((counts * change).sum()), int((counts * change * change).sum()), law.deals, law.deals,
        (-most, most),
    )  # fmt: skip
    return scale_estimate(estimate, 1 / max(more))


def find_wishes(laws: tuple[ScoreLaw, ScoreLaw]) -> dict[tuple[int, int], Estimate]:
    """What it is worth to be elder, not younger, in the next deal, level, by deal and total.

    Empty for two who play differently.
    """
    if laws[0] is not laws[1]:
        return {}
    table, wishes = ChanceTable(*laws, RUBICON), {}
    for deal in range(1, RUBICON.partie_deals + 1):
        total = _A_DEAL * (deal - 1)
        wishes[deal, total] = know_exactly(0)  # each is elder as often
        if (RUBICON.partie_deals - deal + 1) % 2:
            chances = table.find_chances(total, total, deal, 0)
            wishes[deal, total] = scale_estimate(chances.settlement_mean, 2)
    return wishes


def play_parties(simulation: Simulation, parties: int, threads: int) -> np.ndarray:
    """The scores of parties with other cards: int64[partie, deal, player]."""
    other = replace(simulation, seed=(simulation.seed + 1) % HIGHEST_SEED)
    other.play_matches(0, 1)  # compiled before threads start
    deals = RUBICON.partie_deals

    def work(first: int, units: int) -> np.ndarray:
        return other.play_matches(first, units, with_scores=True)[1][:, 0, :deals]

    return np.concatenate(list(play_ranges(work, parties, _CHUNK, threads))).astype(np.int64)


def rate_forecasts(
    scores: np.ndarray, laws: tuple[ScoreLaw, ScoreLaw]
) -> dict[tuple[str, str], Estimate]:
    """How often the favourite wins, by two forecasts, before each deal but the first and of all.

    Parameters
    ----------
    scores : ndarray
        Come from parties with other cards than those measured.
    laws : tuple of ScoreLaw
    """
    deals = RUBICON.partie_deals
    leads = (scores[:, :, 0] - scores[:, :, 1]).cumsum(axis=1)
    winner, table = np.sign(leads[:, -1]), ChanceTable(*laws, RUBICON)
    show, right = SHOWS[ELDER] - SHOWS[YOUNGER], {}
    for deal in range(2, deals + 1):
        lead, elder = leads[:, deal - 2], (deal + 1) % 2
        shows = show * (1 - 2 * elder) * ((deals - deal + 1) % 2)
        chances = table.differences[deal, elder][:, lead + table.reach]
        favourites = {BY_THE_SHOWS: lead + shows, BY_SCORES: chances[WIN] - chances[LOSS]}
        for name, favourite in favourites.items():
            # Who is level is so on every machine, however it has added up chances.
            right[name, str(deal)] = (1 + np.sign(np.round(favourite, 9)) * winner) / 2
    for name in (BY_THE_SHOWS, BY_SCORES):
        own = [right[name, str(deal)] for deal in range(2, deals + 1)]
        right[name, ALL_DEALS] = np.mean(own, 0)
    rated = {key: estimate_values(shares, limits=(0, 1)) for key, shares in right.items()}
    better = right[BY_SCORES, ALL_DEALS] - right[BY_THE_SHOWS, ALL_DEALS]
    return {**rated, (BETTER, ALL_DEALS): estimate_values(better, limits=(-1, 1))}


def play_to_the_score(simulation: Simulation, parties: int, threads: int) -> dict[str, Estimate]:
    """What comes of parties to the score; empty for a player who cannot play so."""
    if simulation.elder.call_to_score is None:
        return {}
    heeding = simulation.elder.to_the_score()
    both = replace(simulation, elder=heeding, younger=heeding)
    played = simulate_matches(both, parties, threads)
    blind = replace(simulation, elder=heeding, younger=simulation.elder, mirrored=True)
    duel = play_duel(blind, parties, PARTIES, threads)
    return {
        "who deals first wins": played.estimates["first_dealer_wins"],
        "who deals first loses": played.estimates["first_elder_wins"],
        FIRST: played.dealer_lead,
        SETTLED: played.estimates["first_dealer_settlement_mean"],
        PLAYED_TO: duel.gain,
    }


# ---- Advice -------------------------------------------------------------------------------------
def judge_advice(
    asked: Asked, scores: np.ndarray, laws: tuple[ScoreLaw, ScoreLaw], found: Findings
) -> tuple[list[ScoreJudged], dict[str, np.ndarray], tuple[Estimate, Estimate]]:
    """Judge all maxims on the score.

    Parameters
    ----------
    asked : Asked
    scores : ndarray
        Of parties that were played.
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
    race = simulate_matches(replace(simulation, rules=BOUSSAC_1896), len(scores), threads)
    judged.append(ScoreJudged(IN_A_RACE, "", negate(race.dealer_lead), unit=OF_PARTIES))
    catalogue = list(load_maxims())
    judged.sort(key=lambda one: catalogue.index(one.maxim.id))
    return judged, reached, tuple(conceding)


def _judge_by_rows(found: Findings) -> Iterator[ScoreJudged]:
    # Those that follow from what the study has already.
    better = found.find(quantity=FORECAST, forecast=BETTER)
    yield ScoreJudged(BY_SHOWS, "", negate(better), unit=OF_PARTIES)
    for lead in LEADS:
        exact = know_exactly(judge_risk(lead, SAFE, RISKED))
        yield ScoreJudged(RISK_CARDS, "", exact, kind=f"{SAFE + lead} to {SAFE}")
    if (settled := found.get(quantity=SETTLED)) is not None:
        yield ScoreJudged(DEAL_FIRST, "", scale_estimate(settled, 2))
