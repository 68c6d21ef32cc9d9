"""Discards for the score tried: the safest for six tricks, the boldest for the points needed.

For each hand the most promising discards are tried in common deals. These choose the discard that
is best on average and the one that most often reaches the aim. Then both are finished in fresh
deals, which played no part in the choice, and each result is settled as the partie then stands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from analyses.maxims.discard.trying import Pool, ask, deal_pools
from analyses.maxims.score.rules import Aim, Plan, Results, Standing
from piquet_sim.advice.trials import JUDGED_FROM, Trial, list_learned
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.terms import ELDER, SEATS
from piquet_sim.game.threads import play_in_order
from piquet_sim.strategies.registry import find_strategy
from piquet_sim.strategies.score_values import find_prospects, score_worth

TRIED, CHOSEN_BY, JUDGED_BY = 20, 2_048, 256
"""How many discards of a hand are tried, by what is learned the best; the deals that choose, and
the fresh ones that judge."""
NEEDED = (20, 30, 40, 50, 60, 80, 100)
"""Points that may be needed, for the chart."""


@dataclass(frozen=True)
class TriedHand:
    """A hand on which two plans discard differently, judged by fresh deals.

    It is no row of a `Trial`: what is kept of each hand is what it is worth in settlement.
    """

    worth: float
    """What following makes more than the discard best on average, in settlement."""
    gain: float
    """The same compared with the player's own discard."""
    is_followed: bool
    chances: tuple[float, float]
    """How often the aim is reached: following, and by the discard best on average."""


def make_aims(needed: int) -> Aim:
    """The aim to make so many points."""
    return lambda results, _: results.own >= needed


def _finish(
    pool: Pool, place: int, discards: np.ndarray, deals: int, first: int, seed: int
) -> Results:
    trial = Trial(ask(pool, place, seed), discards, 1, first, with_parts=True)
    trial.play(list(range(len(discards))), deals)
    own, theirs = np.stack(trial.made).astype(np.int64).transpose(2, 1, 0)
    lost = [trial.values_of_parts(choice)["cards_against"] for choice in range(len(discards))]
    return Results(own, theirs, np.stack(lost, axis=1) == 0)


def choose(results: Results, reached: np.ndarray) -> int:
    """The discard that most often reaches an aim; of equals the best on average."""
    means, chances = results.margin.mean(axis=0), reached.mean(axis=0)
    return int(np.where(chances == chances.max(), means, -np.inf).argmax())


def try_discards_for_score(
    simulation: Simulation,
    seat: str,
    plans: Sequence[Plan],
    standings: dict[str, list[Standing]],
    hands: int,
    threads: int,
) -> tuple[dict[str, list[TriedHand]], np.ndarray]:
    """Try discards for the score on hands as they are dealt.

    Parameters
    ----------
    simulation : Simulation
        Whose players' own discards are compared.
    seat : str
    plans : sequence of Plan
    standings : dict of list of Standing
        By plan the totals at which it applies; each hand is discarded at one of them.
    hands : int
    threads : int
        Number of threads.

    Returns
    -------
    dict of list of TriedHand
        By plan those on which it discards differently.
    float64 array, shape (hands, points needed, 2)
        How often these points are made: by the boldest discard, and by the best on average.
    """
    find_strategy("expert").prepare()
    pool = next(deal_pools(simulation, hands, threads))[seat]
    seed, expected = simulation.seed, find_prospects()
    aims = {plan.name: plan.aim for plan in plans}

    def work(place: int) -> tuple[dict[str, TriedHand | None], np.ndarray]:
        listed, _ = list_learned(ask(pool, place, seed))
        discards = np.unique(np.append(listed[:TRIED], pool.own[place]))
        results = _finish(pool, place, discards, CHOSEN_BY, 0, seed)
        usual = int(results.margin.mean(axis=0).argmax())
        at = {
            maxim: standings[maxim][place % len(standings[maxim])]
            for maxim in aims
            if standings[maxim]
        }
        bold = {maxim: choose(results, aims[maxim](results, one)) for maxim, one in at.items()}
        makes = [choose(results, make_aims(one)(results, _NOWHERE)) for one in NEEDED]
        own = int(np.flatnonzero(discards == pool.own[place])[0])
        every = sorted({usual, own, *bold.values(), *makes})
        fresh = _finish(pool, place, discards[every], JUDGED_BY, JUDGED_FROM, seed)
        found = {}
        for maxim, one in at.items():
            if bold[maxim] == usual:
                found[maxim] = None
                continue
            settled = score_worth(expected, seat == ELDER, one.deal, one.own + fresh.own,
                                  one.theirs + fresh.theirs).mean(axis=0)  # fmt: skip
            chances = aims[maxim](fresh, one).mean(axis=0)
            follow, against, mine = (every.index(way) for way in (bold[maxim], usual, own))
            found[maxim] = TriedHand(
                float(settled[follow] - settled[against]), float(settled[follow] - settled[mine]),
                follow == mine, (float(chances[follow]), float(chances[against])),
            )  # fmt: skip
        reached = np.array([
            [(fresh.own[:, every.index(way)] >= points).mean() for way in (best, usual)]
            for points, best in zip(NEEDED, makes, strict=True)
        ])  # fmt: skip
        return found, reached

    parts = list(play_in_order(work, range(len(pool.cards)), threads))
    tried = {
        maxim: [one[maxim] for one, _ in parts if one.get(maxim) is not None] for maxim in aims
    }
    return tried, np.array([reached for _, reached in parts])


_NOWHERE = Standing(0, 0, 0)


def list_standings(scores: np.ndarray, seat: str, deals: tuple[int, ...]) -> Iterator[Standing]:
    """The totals of a seat before some deals of parties.

    Parameters
    ----------
    scores : int64 array, shape (parties, deals, 2)
        The first player is elder in the first deal.
    seat : str
    deals : tuple of int
        Numbers of deals, from 1.
    """
    totals = scores.cumsum(axis=1)
    for partie in totals.tolist():  # one by one, so that more parties only add standings
        for deal in deals:
            first = (deal % 2 == 1) == (seat == SEATS[0])
            own, theirs = partie[deal - 2] if first else partie[deal - 2][::-1]
            yield Standing(own, theirs, deal)
