"""The score: what a point is worth in the last deal of a partie, and what playing to it brings.

With both totals before the last deal, the settlement of every deal that was measured is reckoned as
it would be, and with ten points more; a tenth of the difference is what a point is worth there. In
every deal that is an amount, so that its mean has an ordinary error. A level partie counts nothing
here, where two more deals would follow: they favour nobody.

Cavendish's advice on the score is held against that. Who expects to make less than a hundred, by
his shows of 28 as elder and 14 as younger, should change the lead, which gives both a point; who is
safe, the opponent being short, should not; if both are safe it is indifferent. Who cannot reach a
hundred should score as little as possible. Who is ahead and sure to divide the cards never risks
them, who is behind does: that is reckoned exactly, twelve points being lost or won. Who has the
best of the partie is told by adding the shows; in parties that were played with other cards this is
compared with what follows from the scores that were measured.

Parties between two who play to the score say whether to deal first, and so to be elder in the last
deal; who does not heed the score is elder three times in either case, and gains nothing by it.
Mirrored pairs of parties against the same player who plays each deal for itself say what playing to
the score brings. Level in the middle of a partie, the scores measured say what it is worth to be
elder in the next deal, and so in the last if an odd number is left.

The maxims on the score (`maxims.score`) are judged by what following makes more than what
they are compared with, in settlement: a discard for what is needed in fresh deals, at totals of
parties that were played; others exactly, or by the rows named above.

References
----------
Cavendish: The Laws of Piquet, with a Treatise on the Game: Odds at piquet; Playing to the score;
Conduct of the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd

from analyses.maxims.maxim import list_readings, load_maxims
from analyses.maxims.score import (
    BY_SHOWS,
    DEAL_FIRST,
    IN_A_RACE,
    OF_PARTIES,
    RISK_CARDS,
    RUBICON_LINE,
    SCORE_MAXIMS,
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
    settle_risk,
    try_discards_for_score,
)
from analyses.maxims.score_rows import (
    list_judged,
    list_not_judged,
    list_reached,
    make_row,
    read_worths,
    say_maxims,
    tell_headlines,
)
from analyses.maxims.verdict import MATTERS, count_verdicts
from analyses.results.analysis import derive, fill_texts, read_estimates
from analyses.results.picks import POINTS, Pick, Row
from analyses.statistics.rows import iterate_rows
from analyses.studies.parties.score_chart import (
    CURVE,
    GRID,
    LOST,
    OPPONENT,
    OTHER_GRID,
    POINT,
    SAFE,
    WISH,
    draw_curve,
    read_points,
    say_peak,
)
from analyses.study import BETWEEN, OF_ALL_DEALS, Answer, Asked, Reported, Study, require_whole
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
from piquet_sim.estimates.intervals import Z_95
from piquet_sim.game.rules import BOUSSAC_1896, RUBICON
from piquet_sim.game.settlement import settle_all
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.game.threads import play_ranges
from piquet_sim.matches.equity import LOSS, WIN, ChanceTable
from piquet_sim.matches.matches import simulate_matches
from piquet_sim.matches.score_law import ScoreLaw, measure_scores
from piquet_sim.sentences import WIDER, Sentence, choose, compose, is_within, percent, say

TITLE = "Where in a partie is a point worth more than a point?"

_STEP = 10
"""Points whose worth is averaged: deal scores are not evenly spread."""
BOTH, RISK = "worth of a point to both", "least chance at which to risk the cards"
PLAY_ON, DIVIDED = "least chance of dividing at which to play on", "the cards are divided"
FORECAST, FIRST, PLAYED_TO = (
    "the favourite wins, before the deal", "who deals first wins oftener than loses",
    "settlement gained a pair of parties by playing to the score",
)  # fmt: skip
_BY_SHOWS, _BY_SCORES, _MORE = "by the shows", "by the scores measured", "by these less by shows"
_ALL_DEALS = "deals 2 to 6"
_SETTLED, _SETTLEMENT = "what who deals first is paid", "first_dealer_settlement_mean"
_RISKED = 12
"""Points between losing and dividing the cards, and between dividing and winning them."""
_LEADS = (-15, -5, 5, 15)
_DEALS_A_HAND = 2_000
"""Number of deals asked for per hand that is discarded to the score."""
_FEWEST_HANDS = 20
_LOOKED_THROUGH_SHARE = 5
"""One deal of so many is looked through for a pique to be forgone."""
_A_DEAL = 25
"""Points of each player's total for each deal before the one in which a seat is wished for."""
_DEALS_A_PARTIE = 50
"""Number of deals asked for per party played, and per mirrored pair of parties."""
_CHUNK = 64


def analyse(asked: Asked) -> Answer:
    """Answer the question from the scores of n deals, and from n / 50 parties, at least two.

    The strategies of the simulation are the two players; what is said holds for the one named
    elder, in either seat, under Rubicon. Parties to the score are played if that one can play so.

    Raises
    ------
    InputError
        If n is not a valid number of deals, or a player plays to the score already.

    Examples
    --------
    >>> print(STUDY.answer(Simulation("club", "club"), 2_000).title)
    Where in a partie is a point worth more than a point?
    """
    simulation, n, threads, course = asked.simulation, asked.n, asked.threads, asked.course
    laws = measure_scores(
        simulation.elder, simulation.younger, max(n, 2), seed=simulation.seed,
        play=simulation.play, threads=threads, progress=course.begin(0.25, n),
    )  # fmt: skip
    course.begin(0.05)
    parties = max(n // _DEALS_A_PARTIE, 2)
    scores = _play_parties(simulation, parties, threads)
    rows = [*_list_points(laws), *_list_changes(laws), *_list_risks(), *_list_wishes(laws)]
    rows += _list_forecasts(scores, laws)
    course.begin(0.1)
    rows += _list_played(simulation, parties, threads)
    course.begin(0.6)
    rows += _list_maxims(simulation, n, scores, laws, pd.DataFrame(rows), threads)
    table = pd.DataFrame(rows)
    return Answer(
        table,
        say_peak(table),
        {"intervals": "normal; shares: Wilson; parties and pairs of them as units",
         "verdicts": "right together at a level of 95% (Bonferroni)",
         "matches": parties, "readings": list_readings(SCORE_MAXIMS)},
    )  # fmt: skip


# ---- What points are worth ----------------------------------------------------------------------
def find_worth(
    laws: tuple[ScoreLaw, ScoreLaw], seat: str, totals: tuple[int, int], more: tuple[int, int]
) -> Estimate:
    """What more points before the last deal add to the expected settlement.

    Parameters
    ----------
    laws : tuple of ScoreLaw
        With the player as elder, and as younger.
    seat : str
        Of the player in the last deal.
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
    step = max(more)
    change = settle_all(own + more[0], theirs + more[1]) - settle_all(own, theirs)
    if more[0] == more[1] and min(totals) >= RUBICON_LINE:
        return know_exactly(0)
    most = 2 * (RUBICON.game_scores + sum(totals) + sum(more) + 2 * len(law.counts))
    found = estimate_mean(
        int((counts * change).sum()), int((counts * change * change).sum()), law.deals, law.deals,
        (-most, most),
    )  # fmt: skip
    return scale_estimate(found, 1 / step)


def _list_points(laws: tuple[ScoreLaw, ScoreLaw]) -> list[dict[str, Any]]:
    rows = []
    for seat in SEATS:
        places = [(own, theirs) for own in GRID for theirs in OTHER_GRID]
        places += [(own, OPPONENT) for own in CURVE]  # so `LOST`, `SAFE` and who shows to a hundred
        for own, theirs in places:
            worth = find_worth(laws, seat, (own, theirs), (_STEP, 0))
            rows.append(make_row(POINT, worth, seat=seat, own=own, theirs=theirs))
    return rows


def _list_changes(laws: tuple[ScoreLaw, ScoreLaw]) -> list[dict[str, Any]]:
    # What a point for both is worth: with the own show a hundred, with the opponent's, both safe.
    rows = []
    for seat, other in ((ELDER, YOUNGER), (YOUNGER, ELDER)):
        for own, theirs in (
            (RUBICON_LINE - SHOWS[seat], OPPONENT),
            (SAFE, RUBICON_LINE - SHOWS[other]),
            (SAFE, OPPONENT),
        ):
            worth = find_worth(laws, seat, (own, theirs), (_STEP, _STEP))
            rows.append(make_row(BOTH, worth, seat=seat, own=own, theirs=theirs))
    return rows


def _list_risks() -> list[dict[str, Any]]:
    # From which chance of winning the cards to risk them, who is sure to divide them, both safe.
    rows = []
    for lead in _LEADS:
        lost, sure, won = settle_risk(lead, SAFE, _RISKED)
        chance = know_exactly(Fraction(sure - lost, won - lost))
        rows.append(make_row(RISK, chance, own=SAFE + lead, theirs=SAFE))
    return rows


def _list_wishes(laws: tuple[ScoreLaw, ScoreLaw]) -> list[dict[str, Any]]:
    # What it is worth to be elder, not younger, in the next deal, level, both playing alike.
    if laws[0] is not laws[1]:
        return []
    table = ChanceTable(*laws, RUBICON)
    rows = []
    for deal in range(1, RUBICON.partie_deals + 1):
        total = _A_DEAL * (deal - 1)
        left = RUBICON.partie_deals - deal + 1
        worth = know_exactly(0)  # each is elder as often
        if left % 2:
            worth = scale_estimate(table.find_chances(total, total, deal, 0).settlement_mean, 2)
        rows.append(make_row(WISH, worth, own=total, theirs=total, when=str(deal)))
    return rows


# ---- Who has the best of it ---------------------------------------------------------------------
def _play_parties(simulation: Simulation, parties: int, threads: int) -> np.ndarray:
    # Scores of parties whose cards are others than those that were measured.
    other = replace(simulation, seed=(simulation.seed + 1) % HIGHEST_SEED)
    other.play_matches(0, 1)  # compiled before threads start
    deals = RUBICON.partie_deals

    def work(first: int, units: int) -> np.ndarray:
        return other.play_matches(first, units, with_scores=True)[1][:, 0, :deals]

    played = play_ranges(work, parties, _CHUNK, threads)
    return np.concatenate(list(played)).astype(np.int64)


def _list_forecasts(scores: np.ndarray, laws: tuple[ScoreLaw, ScoreLaw]) -> list[dict[str, Any]]:
    # Two forecasts.
    deals = RUBICON.partie_deals
    leads = (scores[:, :, 0] - scores[:, :, 1]).cumsum(axis=1)
    winner, table = np.sign(leads[:, -1]), ChanceTable(*laws, RUBICON)
    show, right = SHOWS[ELDER] - SHOWS[YOUNGER], {}
    for deal in range(2, deals + 1):
        lead, elder = leads[:, deal - 2], (deal + 1) % 2
        shows = show * (1 - 2 * elder) * ((deals - deal + 1) % 2)
        chances = table.differences[deal, elder][:, lead + table.reach]
        told = {_BY_SHOWS: lead + shows, _BY_SCORES: chances[WIN] - chances[LOSS]}
        for name, favourite in told.items():
            right[name, deal] = (1 + np.sign(favourite) * winner) / 2
    for name in (_BY_SHOWS, _BY_SCORES):
        right[name, _ALL_DEALS] = np.mean([right[name, deal] for deal in range(2, deals + 1)], 0)
    rows = [
        make_row(FORECAST, estimate_values(found, limits=(0, 1)), forecast=name, when=str(deal))
        for (name, deal), found in right.items()
    ]
    more = right[_BY_SCORES, _ALL_DEALS] - right[_BY_SHOWS, _ALL_DEALS]
    told = estimate_values(more, limits=(-1, 1))
    return [*rows, make_row(FORECAST, told, forecast=_MORE, when=_ALL_DEALS)]


# ---- Playing to the score -----------------------------------------------------------------------
def _list_played(simulation: Simulation, parties: int, threads: int) -> list[dict[str, Any]]:
    if simulation.elder.call_to_score is None:
        return []
    heeding = simulation.elder.to_the_score()
    both = replace(simulation, elder=heeding, younger=heeding)
    played = require_whole(simulate_matches(both, parties, threads))
    blind = replace(simulation, elder=heeding, younger=simulation.elder, mirrored=True)
    duel = play_duel(blind, parties, PARTIES, threads)
    if duel.pairs < parties:
        raise KeyboardInterrupt
    return [
        *(
            make_row(name, played.estimates[question])
            for name, question in (
                ("who deals first wins", "first_dealer_wins"),
                ("who deals first loses", "first_elder_wins"),
            )
        ),
        make_row(FIRST, played.dealer_lead),
        make_row(_SETTLED, played.estimates[_SETTLEMENT]),
        make_row(PLAYED_TO, duel.gain),
    ]


# ---- Maxims -------------------------------------------------------------------------------------
def _list_maxims(
    simulation: Simulation,
    n: int,
    scores: np.ndarray,
    laws: tuple[ScoreLaw, ScoreLaw],
    found: pd.DataFrame,
    threads: int,
) -> list[dict[str, Any]]:
    # The rows of all maxims, judged together; what discards for the score reach, and conceding.
    judged, rows = [], []
    hands = max(n // _DEALS_A_HAND, _FEWEST_HANDS)
    for seat in SEATS:
        plans, standings, shares = list_plans(seat), {}, {}
        for plan in plans:
            every = list(list_standings(scores, seat, plan.deals))
            standings[plan.name] = [one for one in every if plan.applies(seat, one)]
            shares[plan.name] = estimate_proportion(len(standings[plan.name]), len(every))
        tried, reached = try_discards_for_score(simulation, seat, plans, standings, hands, threads)
        judged += judge_discards(seat, plans, tried, shares)
        rows += list_reached(seat, reached)
    last = list(list_standings(scores, ELDER, (RUBICON.partie_deals,)))
    judged += judge_changes(laws[0], last)
    looked = max(n // _LOOKED_THROUGH_SHARE, 2)
    judged += filter(None, [judge_pique(simulation, looked, last, threads)])
    conceded, changes, divided = judge_concession(simulation, n, threads)
    judged.append(conceded)
    rows += [make_row(PLAY_ON, changes), make_row(DIVIDED, divided)]
    judged += _judge_by_rows(found)
    by_race = replace(simulation, rules=BOUSSAC_1896)
    race = require_whole(simulate_matches(by_race, len(scores), threads))
    judged.append(ScoreJudged(IN_A_RACE, "", negate(race.dealer_lead), unit=OF_PARTIES))
    judged.sort(key=lambda one: list(load_maxims()).index(one.maxim.id))
    return rows + [row for one in judged for row in list_judged(one)]


def _judge_by_rows(found: pd.DataFrame) -> Iterator[ScoreJudged]:
    # Those that follow from what the study has already.
    more = read_estimates(found, forecast=_MORE)[FORECAST]
    yield ScoreJudged(BY_SHOWS, "", negate(more), unit=OF_PARTIES)
    for lead in _LEADS:
        exact = know_exactly(judge_risk(lead, SAFE, _RISKED))
        yield ScoreJudged(RISK_CARDS, "", exact, kind=f"{SAFE + lead} to {SAFE}")
    settled = read_estimates(found).get(_SETTLED)
    if settled is not None:
        yield ScoreJudged(DEAL_FIRST, "", scale_estimate(settled, 2))


# ---- Sentences ----------------------------------------------------------------------------------
def _tell_points(table: pd.DataFrame) -> Sentence:
    told = []
    for seat in SEATS:
        points, own = read_points(table, seat), RUBICON_LINE - SHOWS[seat]
        level, near, lost = (points[one, OPPONENT] for one in (SAFE, own, LOST))
        told.append(
            compose(
                f"to {seat} {say(level)} at {SAFE} to {OPPONENT}, {say(near)} at {own}",
                choose(
                    Sentence(" (it saves the rubicon)",
                             is_within(f"{seat}'s point near the rubicon", near, above=1)),
                    Sentence(""),
                ),
                f", {say(lost)} at {LOST}",
                choose(
                    Sentence(" (give up: each point only adds to what is paid)",
                             is_within(f"{seat}'s point when lost", lost, below=0)),
                    Sentence(""),
                ),
            )
        )  # fmt: skip
    return compose("Before the last deal a point is worth, in settlement, ", told[0], "; ", told[1],
                   ".")  # fmt: skip


def _tell_play(table: pd.DataFrame, name: str) -> Sentence:
    risks = table[table.quantity == RISK]
    risked = {int(row.own) - SAFE: row.value for row in iterate_rows(risks)}
    cards = (
        f"Sure to divide the cards, risk them from a chance of {100 * risked[5]:.0f}% to win them "
        f"at {SAFE + 5} to {SAFE}, {100 * risked[-5]:.0f}% at {SAFE - 5} and "
        f"{100 * risked[15]:.0f}% at {SAFE + 15} or {SAFE - 15}"
    )
    found = read_estimates(table)
    if PLAYED_TO not in found:
        return Sentence(f"{cards}; {name} does not play to the score.")
    gain, first = found[PLAYED_TO], found[FIRST]
    return compose(
        f"{cards}; ",
        choose(
            Sentence(
                f"playing to the score gains {name} {say(gain)} of settlement a mirrored pair of "
                "parties",
                is_within("what playing to the score brings", gain, above=0),
            ),
            Sentence(
                f"playing to the score changes {name}'s settlement by {say(gain)} a mirrored pair "
                f"of parties: gain or loss is not settled; a difference of {_say_smallest(gain)} "
                "would be"
            ),
        ),
        ", and between two who do, the first dealer's wins minus losses are ",
        f"{percent(first)} of parties",
        choose(
            Sentence(": deal first.", is_within("dealing first", first, above=0)),
            Sentence(": do not deal first.", is_within("dealing first", first, below=0)),
            Sentence(", so whether to deal first is not settled" + _say_share_told(first)),
        ),
    )


def _derive(table: pd.DataFrame) -> dict[str, Any]:
    # Numbers of the sentences that have no row: the shows, and what would have been settled.
    found = read_estimates(table)
    settled = {
        f"settled_from_{name.replace(' ', '_')}": _find_smallest(found[name])
        for name in (PLAYED_TO, FIRST)
        if name in found
    }
    return derive(
        **{f"{seat}_show": SHOWS[seat] for seat in SEATS}, **settled, matters=MATTERS,
        verdicts=count_verdicts(read_worths(table)["verdict"]),
    )  # fmt: skip


def _find_smallest(estimate: Estimate) -> float:
    # About the smallest gain or loss that would have been settled, with as large an error.
    return WIDER * Z_95 * estimate.se


def _say_smallest(estimate: Estimate, scale: float = 1.0) -> str:
    return f"{scale * _find_smallest(estimate):.1f}"


def _say_share_told(share: Estimate) -> str:
    # With few parties not even a player who wins them all would be distinguished.
    if WIDER * Z_95 * share.se >= 1:
        return " by so few parties."
    return f"; a difference of {_say_smallest(share, 100)}% would be."


def _say_table(
    simulation: Simulation, table: pd.DataFrame, notes: Mapping[str, Any]
) -> dict[str, Any]:
    table = fill_texts(table)
    said = _tell_points(table), say_maxims(table), _tell_play(table, simulation.elder.name)
    return {
        "summary": said,
        "not_judged": list_not_judged(table),
        "answers": tell_headlines(table),
        **_derive(table),
    }


def _pick(rows: Sequence[Row]) -> list[Pick]:
    worth = {"quantity": "worth of a point", "theirs": "150"}
    points = [
        Pick(f"a point to {seat}, {own} to 150", POINTS, {**worth, "seat": seat, "own": str(own)})
        for seat, near in (("elder", 72), ("younger", 86))
        for own in (150, near, 40)
    ]
    return [
        *points,
        Pick("a point to both, elder at 72 to 150", POINTS,
              {"quantity": "worth of a point to both", "seat": "elder", "own": "72"}),
        Pick("playing to the score brings", " points a pair of parties",
              {"quantity": "settlement gained a pair of parties by playing to the score"}),
    ]  # fmt: skip


REPORTED = Reported(
    BETWEEN + "The players do not heed the score of the partie, not even in the last deal. "
    "A level partie counts nothing. Discards for the score are finished with the "
    "cards played perfectly.",
    _pick,
    columns=(
        "quantity",
        "seat",
        "own",
        "theirs",
        "when",
        "forecast",
        "needed",
        "advice",
        "verdict",
        "value",
        "se",
        "n",
    ),
)

STUDY = Study(
    TITLE, analyse, draw_curve, fixed=OF_ALL_DEALS, published=2_000_000,
    say=_say_table, reported=REPORTED, seconds=165,
)  # fmt: skip
