"""Maxims on the score, judged: how much more following each one makes than its alternative.

The discard for the score is tried in fresh deals (`maxims.score.trying`); whether a pique in the
last deal is better forgone is solved exactly with both hands seen; conceding is computed from deals
that were played. Whatever follows from the scores of the deals alone is taken from the study's own
rows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from analyses.maxims.judge import Judged
from analyses.maxims.score.rules import (
    CHANGE_LEAD,
    CONCEDE,
    FORGO,
    RUBICON_LINE,
    SHOWS,
    Plan,
    Standing,
)
from analyses.maxims.score.trying import TriedHand
from analyses.words.verdicts import FEWEST
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import (
    Estimate,
    estimate_mean,
    estimate_proportion,
    estimate_values,
    negate,
)
from piquet_sim.exact.ending_solutions import solve_ending
from piquet_sim.exact.endings import Ending
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.settlement import settle_all, settle_totals
from piquet_sim.game.terms import ELDER, SEATS
from piquet_sim.game.threads import play_in_order, play_ranges
from piquet_sim.matches.score_law import ScoreLaw

CONCEDED = 23
"""What the opponent counts if the play is conceded: thirteen, and ten for the cards."""
_IN_HAND = ("point", "sequences", "sets")
_TEN = 10
_SIX = 6
_TRICKS = 12
_FIXED = _TRICKS + 1
"""Points that both make together in play, whoever wins: a lead each, and the last trick."""
_BLOCK = 5_000
_SOLVED = 200
"""Deals that are solved for a pique to be forgone, at most."""
_PLAYED = 20_000
"""Deals that are played for what is conceded, at most."""
SETTLEMENT, OF_PARTIES = "settlement", "share"


@dataclass(frozen=True)
class ScoreJudged(Judged):
    """What is known of a maxim on the score in one seat or situation."""

    kind: str = ""
    """The situation, where a maxim has more than one."""
    unit: str = SETTLEMENT
    chances: tuple[Estimate, Estimate] | None = None
    """How often the aim is reached: following, and against it."""


def scale_estimate(estimate: Estimate, times: float) -> Estimate:
    """An estimate multiplied by a number.

    Examples
    --------
    >>> scale_estimate(estimate_values([1, 2, 3]), -2).value
    -4.0
    """
    scaled = negate(estimate) if times < 0 else estimate
    ends = {name: getattr(scaled, name) for name in ("value", "se", "low", "high", "exact")}
    numbers = {name: None if one is None else one * abs(times) for name, one in ends.items()}
    return replace(scaled, **numbers, reduced=None)


# ---- The discard --------------------------------------------------------------------------------
def judge_discards(
    seat: str,
    plans: Sequence[Plan],
    tried: Mapping[str, Sequence[TriedHand]],
    shares: Mapping[str, Estimate],
) -> Iterator[ScoreJudged]:
    """The maxims on the discard for the score, where they say another than the best on average."""
    for plan in plans:
        hands = tried[plan.name]
        if len(hands) < FEWEST:
            continue
        worth, gain, followed = (
            estimate_values(np.array([getattr(one, name) for one in hands]))
            for name in ("worth", "gain", "is_followed")
        )
        chances = tuple(
            estimate_values(np.array([one.chances[way] for one in hands]), limits=(0, 1))
            for way in (0, 1)
        )
        yield ScoreJudged(plan.maxim, seat, worth, gain=gain, share=shares[plan.name],
                          followed=followed, kind=plan.kind, chances=chances)  # fmt: skip


# ---- The lead changed ---------------------------------------------------------------------------
SHORT, OTHER_SHORT = "short oneself", "the opponent short"
NEAR, FAR = "two shows off at most", "farther off"
_NEAR_SHOWS = 2


def judge_changes(law: ScoreLaw, standings: list[Standing]) -> Iterator[ScoreJudged]:
    """What a point more to both brings elder who is short, and its lack who alone is not; CAV-S04.

    Parameters
    ----------
    law : ScoreLaw
        With the player as elder.
    standings : list of Standing
        Elder's before the last deal.
    """
    totals = np.array([(one.own, one.theirs) for one in standings]).reshape(-1, 2)
    shows = np.array([SHOWS[seat] for seat in SEATS])
    lacking = RUBICON_LINE - totals
    own, theirs = (lacking > shows).T
    is_far = lacking > _NEAR_SHOWS * shows
    for kind, fits, far, sign in (
        (SHORT, own, is_far[:, 0], 1), (OTHER_SHORT, theirs & ~own, is_far[:, 1], -1)
    ):  # fmt: skip
        if fits.sum() > 1:
            parts = {
                name: find_change(law, totals[some], sign)
                for name, some in ((NEAR, fits & ~far), (FAR, fits & far))
                if some.sum() >= FEWEST
            }
            worth = find_change(law, totals[fits], sign)
            share = estimate_proportion(int(fits.sum()), len(totals))
            yield ScoreJudged(CHANGE_LEAD, ELDER, worth, share=share, parts=parts, kind=kind)


def find_change(law: ScoreLaw, totals: np.ndarray, sign: int = 1) -> Estimate:
    """What a point more to both adds to elder's settlement in the last deal, or takes off.

    Its error is that of the deals and of the totals, both drawn by chance; n counts the totals.

    Parameters
    ----------
    law : ScoreLaw
    totals : int64 array, shape (totals, (own, the opponent's))
    sign : int
        -1 for what its lack adds.

    Examples
    --------
    >>> law = ScoreLaw(np.array([[0, 0], [0, 100]]))
    >>> find_change(law, np.array([[40, 150], [98, 150]])).value
    98.0
    """
    scores = np.nonzero(law.counts)
    counts = law.counts[scores]
    distinct, times = np.unique(totals, axis=0, return_counts=True)
    by_total, by_deal = np.empty(len(distinct)), np.zeros(len(counts))
    for place, (own, theirs) in enumerate(distinct.tolist()):
        after = own + scores[0], theirs + scores[1]
        change = settle_all(after[0] + 1, after[1] + 1) - settle_all(*after)
        by_total[place] = sign * (counts @ change) / law.deals
        by_deal += sign * times[place] / len(totals) * change
    most = float(2 * (RUBICON.game_scores + totals.sum(axis=1).max() + 2 * len(law.counts) + 2))
    of_totals = estimate_values(np.repeat(by_total, times), limits=(-most, most))
    off = by_deal - counts @ by_deal / law.deals
    of_deals = estimate_mean(0, float(counts @ off**2), law.deals, law.deals, (-most, most))
    return replace(subtract_estimates(of_totals, of_deals), n=len(totals))


# ---- A pique forgone ----------------------------------------------------------------------------
def _settle(own: int, theirs: int) -> int:
    return settle_totals(own, theirs) * ((own > theirs) - (own < theirs))


def judge_pique(
    simulation: Simulation, n: int, standings: list[Standing], threads: int
) -> ScoreJudged | None:
    """What it is worth to forgo a pique in the last deal, exactly in each deal; CAV-S05.

    Parameters
    ----------
    simulation : Simulation
    n : int
        How many deals are searched.
    standings : list of Standing
        Elder's before the last deal.
    threads : int
        Number of threads.
    """
    quick = replace(simulation, play=DOUBLE_DUMMY)
    totals = np.array([(one.own, one.theirs) for one in standings]).reshape(-1, 2)

    def look(first: int, deals: int) -> np.ndarray:
        records = quick.record_units(first, deals)
        blanche = sum(records[f"{seat}_carte_blanche"].astype(int) for seat in SEATS)
        lost = (records["elder_pique"] > 0) & (records["younger_cards"] > 0) & (blanche == 0)
        return records[lost]

    records = np.concatenate(list(play_ranges(look, n, _BLOCK, threads)))
    shares, made = [], []
    for number, record in enumerate(records):
        bare = Ending(int(record["elder_hand"]), int(record["younger_hand"]), 0, 0, 0)
        tricks = solve_ending(bare).elder_wins
        if tricks is None or tricks < _SIX:
            continue
        fits = find_forgone(record, totals)
        shares.append(float(fits.mean()) if len(fits) else 0.0)
        if fits.any() and len(made) < _SOLVED:
            own, theirs = totals[fits][number % int(fits.sum())].tolist()
            made.append((record, own, theirs))
    if not made:
        return None
    forgone = play_in_order(lambda one: _forgo(*one), made, threads)
    gains = np.array(list(forgone), float)
    share = np.zeros(n)
    share[: len(shares)] = shares
    gains = gains[gains > 0]  # else no line divides and keeps the other short
    if len(gains) < 2:
        return None
    return ScoreJudged(FORGO, ELDER, estimate_values(gains),
                       share=estimate_values(share, limits=(0, 1)))  # fmt: skip


def find_forgone(record: np.void, totals: np.ndarray) -> np.ndarray:
    """At which totals elder wins with or without the pique, and the ten carries younger to 100."""
    own, theirs = totals.T
    pique = int(record["elder_pique"])
    after = theirs + int(record["younger_score"])
    wins = own + int(record["elder_score"]) - pique > after
    return wins & (after >= RUBICON_LINE) & (after - _TEN < RUBICON_LINE)


def _forgo(record: np.void, own: int, theirs: int) -> int:
    # What perfect play for the settlement brings more than the pique.
    hand = sum(int(record[f"{ELDER}_{part}"]) for part in _IN_HAND)
    ending = Ending(int(record["elder_hand"]), int(record["younger_hand"]), 0, 0, 0, hand, 0)
    best = solve_ending(ending, "settlement", (own + hand, theirs)).value
    return best - _settle(own + int(record["elder_score"]), theirs + int(record["younger_score"]))


# ---- Conceding ----------------------------------------------------------------------------------
def judge_concession(
    simulation: Simulation, n: int, threads: int
) -> tuple[ScoreJudged, Estimate, Estimate]:
    """What conceding saves who cannot reach a hundred; CAV-S07.

    Returns
    -------
    ScoreJudged
    changes : Estimate
        A tenth of the tricks won by the second player: the chance of dividing the cards at which
        playing on, without a capot, loses no more than conceding.
    divided : Estimate
        How often the cards are divided.
    """
    deals = max(min(n, _PLAYED), 2)
    records = np.concatenate(list(play_ranges(simulation.record_units, deals, _BLOCK, threads)))
    both = sum(
        records[f"{seat}_{part}"].astype(np.int64) for seat in SEATS for part in ("play", "cards")
    )
    cards = sum(records[f"{seat}_cards"].astype(np.int64) for seat in SEATS)
    plain = cards <= _TEN
    changes = (both - cards - _FIXED)[plain] / _TEN
    worth = estimate_values(both - CONCEDED, limits=(_FIXED - CONCEDED, 80 - CONCEDED))
    return (
        ScoreJudged(CONCEDE, "", worth),
        estimate_values(changes, limits=(0, _TRICKS / _TEN)),
        estimate_proportion(int((cards == 0).sum()), deals),
    )


# ---- Cards risked -------------------------------------------------------------------------------
def settle_risk(lead: int, safe: int, risked: int) -> tuple[int, int, int]:
    """What is settled if the cards are lost, divided and won, by the lead if they are divided.

    Examples
    --------
    >>> settle_risk(5, 150, 12)
    (-107, 105, 117)
    """
    return tuple(_settle(safe + lead + own, safe + theirs)
                 for own, theirs in ((0, risked), (0, 0), (risked, 0)))  # fmt: skip


def judge_risk(lead: int, safe: int, risked: int) -> Fraction:
    """What the sure line makes more than an even chance, for one ahead; less, for one behind."""
    lost, sure, won = settle_risk(lead, safe, risked)
    more = sure - Fraction(lost + won, 2)
    return more if lead > 0 else -more
