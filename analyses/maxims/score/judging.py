"""Maxims on the score, judged: what following each makes more than what it is compared with.

The discard for the score is tried in fresh deals (`maxims.score.trying`); the last deal's pique
that is better forgone is solved exactly with both hands seen; conceding is reckoned from deals that
were played. What follows from the scores of the deals alone, is taken from the study's own rows.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from analyses.maxims.score.names import RUBICON_LINE, SHOWS
from analyses.maxims.score.trying import Plan, Results, Standing, Tried
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
from piquet_sim.exact.endings import Ending, solve_ending
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.settlement import PARTIE_DEALS, settle_all, settle_totals
from piquet_sim.game.terms import ELDER, SEATS
from piquet_sim.kept_cases import keep_each, keep_rows
from piquet_sim.matches.score_law import ScoreLaw
from piquet_sim.ordered_threads import play_in_order, play_ranges

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
FEWEST = 30
"""Hands of which a mean is told, at least."""


@dataclass(frozen=True)
class Judged:
    """A maxim on the score, judged in one seat or situation."""

    maxim: str
    seat: str
    kind: str
    """The situation, where a maxim has more than one."""
    worth: Estimate
    """What following makes more than what it is compared with."""
    unit: str = SETTLEMENT
    gain: Estimate | None = None
    """What always following makes more than the player's own choice."""
    share: Estimate | None = None
    """How often the situation comes up."""
    followed: Estimate | None = None
    chances: tuple[Estimate, Estimate] | None = None
    """How often the aim is reached: following, and against it."""
    parts: dict[str, Estimate] = field(default_factory=dict)
    """What following makes more in classes that were named beforehand."""


def scale_estimate(estimate: Estimate, times: float) -> Estimate:
    """The same number so many times.

    Examples
    --------
    >>> scale_estimate(estimate_values([1, 2, 3]), -2).value
    -4.0
    """
    scaled = negate(estimate) if times < 0 else estimate
    ends = {name: getattr(scaled, name) for name in ("value", "se", "low", "high", "exact")}
    numbers = {name: None if one is None else one * abs(times) for name, one in ends.items()}
    return replace(scaled, **numbers, reduced=None)


NAMES = {
    "CAV-S01": "With a safe lead, discard for six tricks",
    "CAV-S02": "In need at the end, discard for it",
    "CAV-S03": "Add the shows to judge the partie",
    "CAV-S04": "Short, change the lead; safe, do not",
    "CAV-S05": "Forgo a pique to rubicon the other",
    "CAV-S07": "If lost and short, concede",
    "CAV-S08": "In the lead, divide for certain; else risk",
    "CAV-S11": "Winning the cut, deal first",
    "HOY-S03": "In a race, avoid the first deal",
}
"""By maxim, what it prescribes in a few words; in the order of the file."""
READINGS = {
    "CAV-S01": "Own total and shows to come above the opponent’s; of twenty discards, the most "
    "promising, that with most deals of six tricks against that with the best mean.",
    "CAV-S02": "To pass 100 where the own show does not reach it, else to win, by one whom the "
    "shows leave behind; discards as in CAV-S01.",
    "CAV-S03": "The share of forecasts before deals 2 to 6 that come true, against the scores "
    "measured.",
    "CAV-S04": "One point more to both, at totals of parties that were played, where the own show "
    "does not reach 100, or the opponent’s alone does not. As younger the same, "
    "elder’s two situations exchanged.",
    "CAV-S05": "Both hands seen: perfect play for points makes a pique and loses the cards, six "
    "tricks could be won, and perfect play for the settlement brings more.",
    "CAV-S07": "In all deals: the opponent counts 23 and the own play nothing, against playing on "
    "as always; a pique in play is left out.",
    "CAV-S08": "At an even chance to win or lose the cards, both safe.",
    "CAV-S11": "Players who play to the score; twice what the first dealer’s settlement is.",
    "HOY-S03": "The race to 100 of 1896, by the share of games won less that of games lost.",
}


NO_TESTS = {
    "CAV-S05": "the best line with both hands seen less one line, where it brings more: never "
    "less than nothing",
    "CAV-S07": "the mean of all deals, not of those in which the partie is lost and a hundred is "
    "out of reach",
}
"""Maxims of which something is reckoned that is no test of them, and why."""


# ---- The discard --------------------------------------------------------------------------------
def _sum_shows(seat: str, deal: int) -> tuple[int, int]:
    # Of the seat and of the opponent, from this deal on.
    own, theirs = SHOWS[seat], SHOWS[SEATS[1 - SEATS.index(seat)]]
    left = PARTIE_DEALS - deal + 1
    more = left // 2 * (own + theirs)
    return (more + own, more + theirs) if left % 2 else (more, more)


def is_well_ahead(seat: str, standing: Standing) -> bool:
    """Whether the shows leave a player ahead, and the opponent short of a hundred.

    Examples
    --------
    >>> is_well_ahead("elder", Standing(120, 80, 6)), is_well_ahead("elder", Standing(120, 90, 6))
    (True, False)
    """
    own, theirs = _sum_shows(seat, standing.deal)
    ahead = standing.own + own > standing.theirs + theirs and standing.own > standing.theirs
    return ahead and standing.theirs + theirs < RUBICON_LINE


def find_needed(seat: str, standing: Standing) -> tuple[str, int]:
    """What a player in the last deal needs: to pass a hundred or to win, and how many points.

    To win, if the opponent makes their show.

    Examples
    --------
    >>> find_needed("elder", Standing(60, 150, 6)), find_needed("elder", Standing(110, 150, 6))
    (('pass', 40), ('win', 55))
    """
    own, theirs = _sum_shows(seat, standing.deal)
    if standing.own + own < RUBICON_LINE:
        return "pass", RUBICON_LINE - standing.own
    return "win", standing.theirs + theirs - standing.own + 1


def is_far_behind(seat: str, standing: Standing) -> bool:
    """Whether more points are needed in the last deal than the show, by one who is not ahead.

    Examples
    --------
    >>> is_far_behind("elder", Standing(60, 150, 6)), is_far_behind("elder", Standing(90, 80, 6))
    (True, False)
    """
    own, theirs = _sum_shows(seat, standing.deal)
    behind = standing.own + own < standing.theirs + theirs
    return behind and find_needed(seat, standing)[1] > own


def reach_needed(seat: str, results: Results, standing: Standing) -> np.ndarray:
    """Whether what is needed was reached: a hundred, or the partie."""
    own = standing.own + results.own
    if find_needed(seat, standing)[0] == "pass":
        return own >= RUBICON_LINE
    return own > standing.theirs + results.theirs


def list_plans(seat: str) -> dict[str, Plan]:
    """The discards for the score, by maxim and, after a blank, what is needed."""

    def aim(results: Results, standing: Standing) -> np.ndarray:
        return reach_needed(seat, results, standing)

    def needs(kind: str) -> Plan:
        return Plan(
            lambda seat, one: is_far_behind(seat, one) and find_needed(seat, one)[0] == kind, aim
        )

    return {
        "CAV-S01": Plan(is_well_ahead, lambda results, _: results.is_divided),
        "CAV-S02 to pass 100": needs("pass"),
        "CAV-S02 to win": needs("win"),
    }


DEALS_OF = {"CAV-S01": (5, 6), "CAV-S02": (6,)}
"""In which deals of a partie a discard for the score is asked for."""


def judge_discards(tried: Tried, shares: dict[str, Estimate]) -> Iterator[Judged]:
    """The maxims on the discard for the score, where they say another than the best on average."""
    for name, hands in tried.hands.items():
        if len(hands) < FEWEST:
            continue
        maxim, _, kind = name.partition(" ")
        worth, gain = (
            estimate_values(np.array([getattr(one, name) for one in hands]))
            for name in ("worth", "gain")
        )
        chances = tuple(
            estimate_values(np.array([one.chances[way] for one in hands]), limits=(0, 1))
            for way in (0, 1)
        )
        followed = estimate_values(np.array([one.is_followed for one in hands]))
        yield Judged(maxim, tried.seat, kind, worth, gain=gain, share=shares[name],
                     followed=followed, chances=chances)  # fmt: skip


# ---- The lead changed ---------------------------------------------------------------------------
SHORT, OTHER_SHORT = "short oneself", "the opponent short"
NEAR, FAR = "two shows off at most", "farther off"
_NEAR_SHOWS = 2


def judge_changes(law: ScoreLaw, standings: list[Standing]) -> Iterator[Judged]:
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
            yield Judged("CAV-S04", ELDER, kind, worth, share=share, parts=parts)


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
    simulation: Simulation, n: int, standings: list[Standing], crew: int
) -> Judged | None:
    """What it is worth to forgo a pique in the last deal, exactly in each deal; CAV-S05.

    Parameters
    ----------
    simulation : Simulation
    n : int
        How many deals are looked through.
    standings : list of Standing
        Elder's before the last deal.
    crew : int
        Number of threads.
    """
    quick = replace(simulation, play=DOUBLE_DUMMY)
    totals = np.array([(one.own, one.theirs) for one in standings]).reshape(-1, 2)

    def look(first: int, deals: int) -> np.ndarray:
        records = quick.record_units(first, deals)
        blanche = sum(records[f"{seat}_carte_blanche"].astype(int) for seat in SEATS)
        lost = (records["elder_pique"] > 0) & (records["younger_cards"] > 0) & (blanche == 0)
        return records[lost]

    records = np.concatenate(list(play_ranges(look, n, _BLOCK, crew)))
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
    forgone = play_in_order(lambda one: _forgo(*one), made, crew)
    gains = np.array(list(keep_each("piques forgone", forgone)), float)
    share = np.zeros(n)
    share[: len(shares)] = shares
    gains = gains[gains > 0]  # else no line divides and keeps the other short
    if len(gains) < 2:
        return None
    return Judged("CAV-S05", ELDER, "", estimate_values(gains),
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
    simulation: Simulation, n: int, crew: int
) -> tuple[Judged, Estimate, Estimate]:
    """What conceding saves who cannot reach a hundred; CAV-S07.

    Returns
    -------
    Judged
    changes : Estimate
        A tenth of the tricks won by the second player: the chance of dividing the cards at which
        playing on, without a capot, loses no more than conceding.
    divided : Estimate
        How often the cards are divided.
    """
    deals = max(min(n, _PLAYED), 2)
    played = keep_rows("deals", play_ranges(simulation.record_units, deals, _BLOCK, crew))
    records = np.concatenate(list(played))
    both = sum(
        records[f"{seat}_{part}"].astype(np.int64) for seat in SEATS for part in ("play", "cards")
    )
    cards = sum(records[f"{seat}_cards"].astype(np.int64) for seat in SEATS)
    plain = cards <= _TEN
    changes = (both - cards - _FIXED)[plain] / _TEN
    worth = estimate_values(both - CONCEDED, limits=(_FIXED - CONCEDED, 80 - CONCEDED))
    return (
        Judged("CAV-S07", "", "", worth),
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
