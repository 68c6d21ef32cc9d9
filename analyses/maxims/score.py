"""Maxims on the score: what following each one makes more than its alternative.

The discard for the score is tried in fresh deals. For each hand the most promising discards are
tried in common deals. These choose the discard that is best on average and the one that most often
reaches the aim. Then both are finished in fresh deals, which played no part in the choice, and each
result is settled as the partie then stands.

Whether a pique in the last deal is better forgone is solved exactly with both hands seen; conceding
is computed from deals that were played. Whatever follows from the scores of the deals alone is
taken from the study's own rows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from analyses.maxims.discard_trial import Pool, ask, deal_pools
from analyses.maxims.maxim import BOTH, ELDER, SCORE, Maxim, register_maxim
from analyses.maxims.verdict import FEWEST, NOT_JUDGED, SHARE_OF_CASES, decide
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY
from piquet_sim.decisions.kinds.discard_table import JUDGED_FROM, DiscardTable
from piquet_sim.decisions.kinds.learned import list_learned
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
from piquet_sim.game.cards import TRICKS
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.seats import other
from piquet_sim.game.settlement import PARTIE_DEALS, settle_all, settle_totals
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_in_order, play_ranges
from piquet_sim.matches.score_law import ScoreLaw
from piquet_sim.strategies.registry import find_strategy
from piquet_sim.strategies.score_values import find_prospects, score_worth

SHOWS: dict[str, int] = dict(zip(SEATS, (28, 14), strict=True))
"""What Cavendish expects each seat to make in a deal."""
RUBICON_LINE = 100
CONCEDED = 23
"""What the opponent counts if the play is conceded: thirteen, and ten for the cards."""
_IN_HAND = ("point", "sequences", "sets")
_TEN = 10
_SIX = 6
_FIXED = TRICKS + 1
"""Points that both make together in play, whoever wins: a lead each, and the last trick."""
_PLAYED_AT_ONCE = 5_000
_SOLVED = 200
"""Deals that are solved for a pique to be forgone, at most."""
_PLAYED = 20_000
"""Deals that are played for what is conceded, at most."""
SETTLEMENT, OF_PARTIES = "settlement", "share"
WORTH, GAIN, FOLLOWED = "following less breaking", "gain of always following", "is followed"
BOLD, USUAL = "discarding for it", "discarding for the mean"
CHANCE_BOLD, CHANCE_USUAL = (f"what is needed is reached, {way}" for way in (BOLD, USUAL))
MORE_REACHED = "what is needed is reached oftener"
"""The quantities given of maxims, and of discards for the points needed."""


_add = partial(register_maxim, SCORE)
SCORE_MAXIMS = (
    _add(
        "CAV-S01", "With a safe lead, discard for six tricks", BOTH,
        reading="Own total and shows to come above the opponent’s; of twenty discards, the most "
        "promising, that with most deals of six tricks against that with the best mean.",
    ),
    _add(
        "CAV-S02", "In need at the end, discard for it", BOTH,
        reading="To pass 100 where the own show does not reach it, else to win, by one whom the "
        "shows leave behind; discards as in CAV-S01.",
    ),
    _add(
        "CAV-S03", "Add the shows to judge the partie", (),
        reading="The share of forecasts before deals 2 to 6 that come true, against the scores "
        "measured.",
    ),
    _add(
        "CAV-S04", "Short, change the lead; safe, do not", ELDER,
        reading="One point more to both, at totals of parties that were played, where the own show "
        "does not reach 100, or the opponent’s alone does not. As younger the same, "
        "elder’s two situations exchanged.",
    ),
    _add(
        "CAV-S05", "Forgo a pique to rubicon the other", ELDER,
        reading="Both hands seen: perfect play for points makes a pique and loses the cards, six "
        "tricks could be won, and perfect play for the settlement brings more.",
        no_test="the best line with both hands seen less one line, where it brings more: never "
        "less than nothing",
    ),
    _add(
        "CAV-S07", "If lost and short, concede", (),
        reading="In all deals: the opponent counts 23 and the own play nothing, against playing on "
        "as always; a pique in play is left out.",
        no_test="the mean of all deals, not of those in which the partie is lost and a hundred is "
        "out of reach",
    ),
    _add(
        "CAV-S08", "In the lead, divide for certain; else risk", (),
        reading="At an even chance to win or lose the cards, both safe.",
    ),
    _add(
        "CAV-S11", "Winning the cut, deal first", (),
        reading="Players who play to the score; twice what the first dealer’s settlement is.",
    ),
    _add(
        "HOY-S03", "In a race, avoid the first deal", (),
        reading="The race to 100 of 1896, by the share of games won less that of games lost.",
    ),
)  # fmt: skip
"""In the order of the file."""
(
    SAFE, IN_NEED, BY_SHOWS, CHANGE_LEAD, FORGO, CONCEDE, RISK_CARDS, DEAL_FIRST, IN_A_RACE,
) = SCORE_MAXIMS  # fmt: skip


# ---- The discard: what is aimed at --------------------------------------------------------------
class Standing(NamedTuple):
    """Totals before a deal."""

    own: int
    theirs: int
    deal: int


class Results(NamedTuple):
    """What discards came to: int64[deal, discard]."""

    own: np.ndarray
    theirs: np.ndarray
    is_divided: np.ndarray
    """bool: whether six tricks or more were won."""

    @property
    def margin(self) -> np.ndarray:
        """Own points less the opponent's."""
        return self.own - self.theirs


Aim = Callable[[Results, Standing], np.ndarray]
"""Whether what is aimed at was reached: bool[deal, discard]."""


def _sum_shows(seat: str, deal: int) -> tuple[int, int]:
    # Of the seat and of the opponent, from this deal on.
    own, theirs = SHOWS[seat], SHOWS[other(seat)]
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
    is_behind = standing.own + own < standing.theirs + theirs
    return is_behind and find_needed(seat, standing)[1] > own


def reach_needed(seat: str, results: Results, standing: Standing) -> np.ndarray:
    """Whether what is needed was reached: a hundred, or the partie."""
    own = standing.own + results.own
    if find_needed(seat, standing)[0] == "pass":
        return own >= RUBICON_LINE
    return own > standing.theirs + results.theirs


@dataclass(frozen=True)
class Plan:
    """A discard for the score: when a maxim asks for it, and what it aims at."""

    maxim: Maxim
    kind: str
    """The situation, where a maxim has more than one."""
    deals: tuple[int, ...]
    """In which deals of a partie it is asked for."""
    applies: Callable[[str, Standing], bool]
    """To the totals of a seat."""
    aim: Aim

    @property
    def name(self) -> str:
        """By maxim and, after a blank, the situation."""
        return f"{self.maxim.id} {self.kind}".rstrip()


def list_plans(seat: str) -> tuple[Plan, ...]:
    """The discards for the score."""
    aim = partial(reach_needed, seat)
    return (
        Plan(SAFE, "", (5, 6), is_well_ahead, lambda results, _: results.is_divided),
        Plan(IN_NEED, "to pass 100", (PARTIE_DEALS,), partial(_needs, "pass"), aim),
        Plan(IN_NEED, "to win", (PARTIE_DEALS,), partial(_needs, "win"), aim),
    )


def _needs(what: str, seat: str, standing: Standing) -> bool:
    return is_far_behind(seat, standing) and find_needed(seat, standing)[0] == what


# ---- The discard: tried -------------------------------------------------------------------------
TRIED, CHOSEN_BY, JUDGED_BY = 20, 2_048, 256
"""How many discards of a hand are tried, by what is learned the best; the deals that choose, and
the fresh ones that judge."""
NEEDED = (20, 30, 40, 50, 60, 80, 100)
"""Points that may be needed, for the chart."""


TriedHand = tuple[float, float, bool, float, float]
"""A hand on which a plan discards otherwise than best on average, judged by fresh deals: what it
makes more in settlement, what it makes more than the player's own discard, whether it is that; and
how often the aim is reached by it, and by the discard best on average."""


def _finish(
    pool: Pool, place: int, discards: np.ndarray, deals: int, first: int, seed: int
) -> Results:
    trial = DiscardTable(ask(pool, place, seed), discards, 1, first, with_parts=True)
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

    def work(place: int) -> tuple[dict[str, TriedHand], np.ndarray]:
        listed, _ = list_learned(ask(pool, place, seed))
        discards = np.unique(np.append(listed[:TRIED], pool.own[place]))
        results = _finish(pool, place, discards, CHOSEN_BY, 0, seed)
        usual = int(results.margin.mean(axis=0).argmax())
        at = {name: one[place % len(one)] for name, one in standings.items() if one}
        bold = {name: choose(results, aims[name](results, one)) for name, one in at.items()}
        makes = [choose(results, results.own >= one) for one in NEEDED]
        own = int(np.flatnonzero(discards == pool.own[place])[0])
        every = sorted({usual, own, *bold.values(), *makes})
        fresh = _finish(pool, place, discards[every], JUDGED_BY, JUDGED_FROM, seed)
        found = {}
        for name, one in at.items():
            if bold[name] != usual:
                settled = score_worth(expected, seat == SEATS[0], one.deal, one.own + fresh.own,
                                      one.theirs + fresh.theirs).mean(axis=0)  # fmt: skip
                ways = follow, against, mine = [every.index(i) for i in (bold[name], usual, own)]
                chances = aims[name](fresh, one).mean(axis=0)[ways[:2]]
                worths = settled[follow] - settled[[against, mine]]
                found[name] = (*worths.tolist(), follow == mine, *chances.tolist())
        reached = np.array([
            [(fresh.own[:, every.index(way)] >= points).mean() for way in (best, usual)]
            for points, best in zip(NEEDED, makes, strict=True)
        ])  # fmt: skip
        return found, reached

    parts = list(play_in_order(work, range(len(pool.cards)), threads))
    tried = {name: [one[name] for one, _ in parts if name in one] for name in aims}
    return tried, np.array([reached for _, reached in parts])


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


# ---- Judged -------------------------------------------------------------------------------------
@dataclass(frozen=True)
class ScoreJudged:
    """What is known of a maxim on the score in one seat or situation."""

    maxim: Maxim
    seat: str
    worth: Estimate
    """What following makes more than what it is compared with."""
    beside: Mapping[str, Estimate] = field(default_factory=dict)
    """What else is known, by quantity."""
    kind: str = ""
    """The situation, where a maxim has more than one."""
    unit: str = SETTLEMENT


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
        worth, gain, followed, *chances = map(np.array, zip(*hands, strict=True))
        bold, usual = (estimate_values(one, limits=(0, 1)) for one in chances)
        beside = {
            GAIN: estimate_values(gain), SHARE_OF_CASES: shares[plan.name],
            FOLLOWED: estimate_values(followed), CHANCE_BOLD: bold, CHANCE_USUAL: usual,
        }  # fmt: skip
        yield ScoreJudged(plan.maxim, seat, estimate_values(worth), beside, plan.kind)


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
            beside = {SHARE_OF_CASES: estimate_proportion(int(fits.sum()), len(totals))}
            for name, some in ((NEAR, fits & ~far), (FAR, fits & far)):
                if some.sum() >= FEWEST:
                    beside[f"{WORTH}, {name}"] = find_change(law, totals[some], sign)
            worth = find_change(law, totals[fits], sign)
            yield ScoreJudged(CHANGE_LEAD, SEATS[0], worth, beside, kind)


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

    records = np.concatenate(list(play_ranges(look, n, _PLAYED_AT_ONCE, threads)))
    shares, made = [], []
    for number, record in enumerate(records):
        bare = Ending(int(record["elder_hand"]), int(record["younger_hand"]), 0, 0, 0)
        if (solve_ending(bare).elder_wins or 0) >= _SIX:
            fits = find_forgone(record, totals)
            shares.append(float(fits.mean()) if len(fits) else 0.0)
            if fits.any() and len(made) < _SOLVED:
                made.append((record, *totals[fits][number % int(fits.sum())].tolist()))
    gains = np.array(list(play_in_order(lambda one: _forgo(*one), made, threads)), float)
    share = np.array(shares + [0.0] * (n - len(shares)))
    gains = gains[gains > 0]  # else no line divides and keeps the other short
    if len(gains) < 2:
        return None
    beside = {SHARE_OF_CASES: estimate_values(share, limits=(0, 1))}
    return ScoreJudged(FORGO, SEATS[0], estimate_values(gains), beside)


def find_forgone(record: np.void, totals: np.ndarray) -> np.ndarray:
    """At which totals elder wins with or without the pique, and the ten carries younger to 100."""
    own, theirs = totals.T
    after = theirs + int(record["younger_score"])
    wins = own + int(record["elder_score"]) - int(record["elder_pique"]) > after
    return wins & (after >= RUBICON_LINE) & (after - _TEN < RUBICON_LINE)


def _forgo(record: np.void, own: int, theirs: int) -> int:
    # What perfect play for the settlement brings more than the pique.
    hand = sum(int(record[f"{SEATS[0]}_{part}"]) for part in _IN_HAND)
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
    records = np.concatenate(
        list(play_ranges(simulation.record_units, deals, _PLAYED_AT_ONCE, threads))
    )
    both = sum(
        records[f"{seat}_{part}"].astype(np.int64) for seat in SEATS for part in ("play", "cards")
    )
    cards = sum(records[f"{seat}_cards"].astype(np.int64) for seat in SEATS)
    changes = (both - cards - _FIXED)[cards <= _TEN] / _TEN
    worth = estimate_values(both - CONCEDED, limits=(_FIXED - CONCEDED, 80 - CONCEDED))
    return (
        ScoreJudged(CONCEDE, "", worth),
        estimate_values(changes, limits=(0, TRICKS / _TEN)),
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


# ---- The table ----------------------------------------------------------------------------------
Row = tuple[str, Estimate, dict[str, Any]]
"""A quantity, its estimate, and the cells beside it."""


def list_judged(judged: ScoreJudged) -> list[Row]:
    """The rows of a maxim, with its verdict."""
    maxim, is_share = judged.maxim, judged.unit == OF_PARTIES
    # What matters is as many points, or as many parties in a hundred.
    verdict = decide(scale_estimate(judged.worth, 100 if is_share else 1))
    named = {
        "seat": judged.seat, "maxim": maxim.id, "advice": maxim.name,
        "headline": maxim.is_headline, "verdict": NOT_JUDGED if maxim.no_test else verdict,
        "when": judged.kind, "unit": judged.unit,
    }  # fmt: skip
    return [(name, one, named) for name, one in {WORTH: judged.worth, **judged.beside}.items()]


def list_reached(seat: str, reached: np.ndarray) -> Iterator[Row]:
    """How often the points needed are made: by the discard chosen for that, and by the usual
    one.
    """
    for needed, (bold, usual) in zip(NEEDED, reached.transpose(1, 2, 0), strict=True):
        for name, values, least in (
            (CHANCE_BOLD, bold, 0), (CHANCE_USUAL, usual, 0), (MORE_REACHED, bold - usual, -1)
        ):  # fmt: skip
            told = estimate_values(values, limits=(least, 1))
            yield name, told, {"seat": seat, "needed": needed}
