"""What points are worth in a partie, who is its favourite, and what playing to the score brings.

A discard for the points needed is tried in fresh deals: of the most promising discards, common
deals choose the best on average and the one that most often makes these points; both are finished
in deals that played no part in the choice.
"""

from dataclasses import replace
from functools import partial

import numpy as np

from analyses.maxims.discard_trial import ask, deal_pools
from analyses.runs import Runs
from piquet_sim.compare.duel import PARTIES, play_duel
from piquet_sim.deals.simulation import HIGHEST_SEED, Simulation
from piquet_sim.decisions.kinds.discard_table import JUDGED_FROM, try_discards
from piquet_sim.decisions.kinds.question import list_learned
from piquet_sim.estimates.estimate import (
    Estimate,
    estimate_mean,
    estimate_proportion,
    estimate_values,
    know_exactly,
    scale_estimate,
)
from piquet_sim.game.cards import TRICKS
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.settlement import RUBICON_LINE, settle_all
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.game.threads import play_in_order, play_ranges
from piquet_sim.matches.equity import LOSS, WIN, ChanceTable
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.matches.score_law import ScoreLaw
from piquet_sim.strategies.registry import find_strategy

BY_THE_SHOWS, BY_SCORES, BETTER = (
    "by the shows",
    "by the scores measured",
    "by these less by shows",
)
ALL_DEALS = "deals 2 to 6"
FIRST, SETTLED, PLAYED_TO = (
    "who deals first wins oftener than loses",
    "what who deals first is paid",
    "settlement gained a pair of parties by playing to the score",
)
FORECAST = "the favourite wins, before the deal"
SAFE = 150
"""A total from which a hundred is no question."""
RISKED, LEADS = 12, (-15, -5, 5, 15)
"""Points between losing and dividing the cards, and between dividing and winning them; and how far
who may risk them is ahead."""
SHOWS = {ELDER: 28, YOUNGER: 14}
"""What Cavendish expects each seat to make in a deal."""
_TEN = 10
_FIXED = TRICKS + 1
"""Points that both make together in play, whoever wins: a lead each, and the last trick."""
_PLAYED, _PLAYED_AT_ONCE = 20_000, 5_000
"""Deals that are played for what is conceded, at most."""
TRIED, CHOSEN_BY, JUDGED_BY = 20, 2_048, 256
"""How many discards of a hand are tried, by what is learned the best; the deals that choose, and
the fresh ones that judge."""
NEEDED = (20, 30, 40, 50, 60, 80, 100)
"""Points that may be needed."""
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
    own, theirs = (
        total + gained
        for total, gained in zip(totals, scores if seat == ELDER else scores[::-1], strict=True)
    )
    change = settle_all(own + more[0], theirs + more[1]) - settle_all(own, theirs)
    if more[0] == more[1] and min(totals) >= RUBICON_LINE:
        return know_exactly(0)
    most = 2 * (RUBICON.game_scores + sum(totals) + sum(more) + 2 * len(law.counts))
    estimate = estimate_mean(
        int((counts * change).sum()),
        int((counts * change * change).sum()),
        law.deals,
        law.deals,
        (-most, most),
    )
    return scale_estimate(estimate, 1 / max(more))


def find_wishes(laws: tuple[ScoreLaw, ScoreLaw]) -> dict[tuple[int, int], Estimate]:
    """What it is worth to be elder, not younger, in the next deal, level, by deal and total.

    Empty for two who play differently.
    """
    if laws[0] is not laws[1]:
        return {}
    table = ChanceTable(*laws, RUBICON)
    return {
        (deal, total): (
            scale_estimate(table.find_chances(total, total, deal, 0).settlement_mean, 2)
            if (RUBICON.partie_deals - deal) % 2 == 0
            else know_exactly(0)  # each is elder as often
        )
        for deal in range(1, RUBICON.partie_deals + 1)
        for total in [_A_DEAL * (deal - 1)]
    }


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
        chances = table.differences(deal, elder)[:, lead + table.reach]
        for name, favourite in (
            (BY_THE_SHOWS, lead + shows),
            (BY_SCORES, chances[WIN] - chances[LOSS]),
        ):
            # Who is level is so on every machine, however it has added up chances.
            right[name, str(deal)] = (1 + np.sign(np.round(favourite, 9)) * winner) / 2
    for name in (BY_THE_SHOWS, BY_SCORES):
        right[name, ALL_DEALS] = np.mean(
            [right[name, str(deal)] for deal in range(2, deals + 1)], 0
        )
    rated = {key: estimate_values(shares, limits=(0, 1)) for key, shares in right.items()}
    better = right[BY_SCORES, ALL_DEALS] - right[BY_THE_SHOWS, ALL_DEALS]
    return {**rated, (BETTER, ALL_DEALS): estimate_values(better, limits=(-1, 1))}


def play_to_the_score(
    simulation: Simulation, parties: int, threads: int, runs: Runs
) -> dict[str, Estimate]:
    """What comes of parties to the score; empty for a player who cannot play so."""
    if simulation.elder.call_to_score is None:
        return {}
    heeding = simulation.elder.to_the_score()
    played = simulate_matches(
        replace(simulation, elder=heeding, younger=heeding),
        parties,
        threads,
        tally=runs.tally_matches,
    )
    blind = replace(simulation, elder=heeding, younger=simulation.elder, mirrored=True)
    return {
        "who deals first wins": played.estimates["first_dealer_wins"],
        "who deals first loses": played.estimates["first_elder_wins"],
        FIRST: played.dealer_lead,
        SETTLED: played.estimates["first_dealer_settlement_mean"],
        PLAYED_TO: play_duel(blind, parties, PARTIES, threads).gain,
    }


# ---- Advice -------------------------------------------------------------------------------------
def discard_for_points(simulation: Simulation, hands: int, threads: int) -> dict[str, np.ndarray]:
    """How often the points that may be needed are made, by two discards of hands as they are dealt.

    Parameters
    ----------
    simulation : Simulation
        Whose players' own discards are tried, too.
    hands : int
    threads : int
        Number of threads.

    Returns
    -------
    dict of float64 array, shape (hands, points needed, 2)
        By seat: by the discard that makes them oftenest, and by the best on average.
    """
    find_strategy("expert").prepare()
    pools = next(deal_pools(simulation, hands, threads))
    return {
        seat: np.array(
            list(
                play_in_order(
                    partial(_try_hand, pools[seat], simulation.seed),
                    range(len(pools[seat])),
                    threads,
                )
            )
        )
        for seat in SEATS
    }


def _try_hand(pool: np.ndarray, seed: int, place: int) -> np.ndarray:
    question = ask(pool, place, seed)
    listed, _ = list_learned(question)
    discards = np.unique(np.append(listed[:TRIED], pool["own"][place]))
    made = try_discards(question, discards, CHOSEN_BY, threads=1).astype(np.int64)
    own, theirs = np.moveaxis(made, -1, 0)
    means = (own - theirs).mean(axis=0)
    usual, makes = int(means.argmax()), [choose(means, own >= points) for points in NEEDED]
    every = sorted({usual, *makes})
    fresh = try_discards(question, discards[every], JUDGED_BY, 1, JUDGED_FROM)[:, :, 0]
    return np.array(
        [
            [(fresh[:, every.index(way)] >= points).mean() for way in (best, usual)]
            for points, best in zip(NEEDED, makes, strict=True)
        ]
    )


def choose(means: np.ndarray, reached: np.ndarray) -> int:
    """The discard that most often reaches an aim; of equals the best on average.

    Parameters
    ----------
    means : float64 array
        By discard.
    reached : bool array, shape (deals, discards)

    Examples
    --------
    >>> choose(np.array([3.0, 5.0, 4.0]), np.array([[True, False, True], [False, False, False]]))
    2
    """
    chances = reached.mean(axis=0)
    return int(np.where(chances == chances.max(), means, -np.inf).argmax())


def weigh_concession(simulation: Simulation, n: int, threads: int) -> tuple[Estimate, Estimate]:
    """When one who cannot reach a hundred does better to play on than to concede.

    Returns
    -------
    changes : Estimate
        A tenth of the tricks won by the second player: the chance of dividing the cards at which
        playing on, without a capot, loses no more than conceding.
    divided : Estimate
        How often the cards are divided.
    """
    deals = max(min(n, _PLAYED), 2)
    records = np.concatenate(
        list(play_ranges(simulation.record_units, deals, _PLAYED_AT_ONCE, threads))
    )
    cards, play = (
        sum(records[f"{seat}_{part}"].astype(np.int64) for seat in SEATS)
        for part in ("cards", "play")
    )
    return (
        estimate_values((play - _FIXED)[cards <= _TEN] / _TEN, limits=(0, TRICKS / _TEN)),
        estimate_proportion(int((cards == 0).sum()), deals),
    )


def settle_risk(lead: int, safe: int, risked: int) -> tuple[int, int, int]:
    """What is settled if the cards are lost, divided and won, by the lead if they are divided.

    Examples
    --------
    >>> settle_risk(5, 150, 12)
    (-107, 105, 117)
    """
    made = (0, risked), (0, 0), (risked, 0)
    return tuple(int(settle_all(safe + lead + own, safe + theirs)) for own, theirs in made)
