"""Claims of books about Piquet: each counted, or held against what players make.

A claim about how people play is judged by deals of the simulation or, where it is about another
game, by a run of its own. Where an author gives a frequency in ten thousand hands, the author's
sampling error is allowed for.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import floor, log10
from typing import Any

import numpy as np

from analyses.findings import Findings
from analyses.runs import MOST_RECORDS, Asked
from piquet_sim.compare.claim_computations import NOT_JUDGED, weigh_stopping
from piquet_sim.compare.published_claims import (
    Claim,
    Judged,
    claimed_probability,
    judge_estimate,
    load_claims,
    say_exact,
    say_figure,
)
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.differences import subtract_estimates
from piquet_sim.estimates.estimate import (
    Estimate,
    estimate_median,
    estimate_proportion,
    estimate_values,
    know_exactly,
)
from piquet_sim.game.laws import PARTIE_DEALS
from piquet_sim.game.rules import AU_CENT, COTTON_1674, RUBICON, RuleSet
from piquet_sim.game.settlement import RUBICON_LINE, is_rubicon, settle_totals
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_ranges
from piquet_sim.matches.matches import list_winners, simulate_matches
from piquet_sim.running.result import Result

UNJUDGED = "not judged"
_DEALS_A_MATCH, _DEALS_A_HEEDED_PARTIE, _CHUNK = 20, 50, 256
_HEEDING = "expert+score"
"""The strategy for claims where the score matters."""
_HIGH_LEADS = {"play_scores": "high leads"}
"""Cards below the ten do not count in play, as in all books before Cavendish's."""
_HUNDRED = AU_CENT.replace(
    name="au_cent, a race to 100, high cards",
    match="race",
    settlement="games",
    win_is_immediate=True,
    **_HIGH_LEADS,
)
"""Hoyle's game: won as soon as somebody has counted the hundredth point."""
_LEAST = 30
"""Minimum number of observations for judging a mean."""


class NotJudged(Exception):
    """Why there is nothing to be said of a claim."""


_AUTHORS_HANDS = 10_000
RECORDED = (
    "point_result",
    "elder_tricks",
    *(f"{seat}_{part}" for seat in SEATS for part in ("score", "point", "play", "cards")),
)


def add_exact(findings: Findings, judged: Judged) -> None:
    """Add the row of a claim that is counted."""
    # Of suits that make a point the value is how many there are.
    number = len(judged.exact) if isinstance(judged.exact, tuple) else judged.exact
    is_odds = any("odds" in key for figure in judged.claim.figures for key in figure)
    _add(
        findings,
        judged.claim,
        know_exactly(number),
        judged.label,
        judged.claimed,
        "exact",
        say_exact(judged.exact, is_odds),
        verdict=judged.verdict,
        computation=judged.computation,
    )


def add_unjudged(findings: Findings, claim: Claim, reason: str) -> None:
    """Add the row of a claim on which there is no verdict, with the reason."""
    _add(
        findings,
        claim,
        None,
        "",
        claim.claimed,
        claim.kind,
        "",
        method=UNJUDGED,
        verdict=UNJUDGED,
        computation=reason,
    )


def _add(
    findings: Findings,
    claim: Claim,
    estimate: Estimate | None,
    figure: str,
    claimed: str,
    kind: str,
    said: str,
    **after: Any,
) -> None:
    findings.add(
        estimate,
        after,
        id=claim.id,
        source=claim.source,
        quantity=claim.quantity,
        figure=figure,
        claimed=claimed,
        kind=kind,
        found=said,
    )


# ---- Claims about play --------------------------------------------------------------------------
def judge_played(findings: Findings, result: Result, asked: Asked, share: float) -> None:
    """Add the rows of all claims about how people play.

    Parameters
    ----------
    findings : Findings
    result : Result
        Deals of the players that are asked about, with `RECORDED` of the first ones.
    asked : Asked
        Plays other games.
    share : float
        Of the time that the study takes.
    """
    # Others may look at more records.
    first = {name: column[:MOST_RECORDS] for name, column in result.records.items()}
    played = _Played(replace(result, records=first), asked)
    claims = [
        claim for claim in load_claims() if claim.kind == "strategy" and claim.id not in NOT_JUDGED
    ]
    for claim in asked.course.follow(share, len(claims), claims):
        # Those of other runs are not shares that an author counted in recorded hands.
        words = _OTHER_RUNS.get(claim.id)
        hands = None if words else _AUTHORS_HANDS
        try:
            measured = _measure(claim, played)
        except NotJudged as error:
            add_unjudged(findings, claim, str(error))
            continue
        for label, claimed, figure, value, estimate in measured:
            judgement = judge_estimate(figure, estimate, hands)
            _add(
                findings,
                claim,
                estimate,
                label,
                claimed,
                "strategy",
                say_with_error(estimate.value, estimate.se),
                verdict=judgement.verdict,
                p=judgement.p,
                computation="; ".join(filter(None, ("simulated", estimate.method, words))),
                claimed_value=value,
            )


def _measure(claim: Claim, played: "_Played") -> list[tuple[str, str, Any, float | None, Estimate]]:
    # Of each figure what it is about, the claim in words, the figure, its value, and our estimate.
    result = played.result
    if claim.counts:  # a table of scores by tens; the last class has no end
        scores = result.tally.score_counts("elder" if claim.id.endswith("-E") else "younger")
        hands, last = sum(claim.counts), len(claim.counts) - 1
        return [
            (
                f"{10 * place} or more" if place == last else f"{10 * place} to {10 * place + 9}",
                f"{count:,} of {hands:,}",
                count / hands,
                count / hands,
                estimate_proportion(
                    int(scores[10 * place : None if place == last else 10 * place + 10].sum()),
                    result.deals,
                ),
            )
            for place, count in enumerate(claim.counts)
        ]
    if (
        claim.id in ("CAV-RUBICON", "CAV-PARTIE", "CAV-DEAL7", "HOYLE-5-4", "HOYLE-14-13")
        and result.simulation.elder != result.simulation.younger
    ):
        raise NotJudged("needs one strategy in both seats, for the players change them")
    return [
        (
            label,
            say_figure(figure) or claim.claimed,
            figure,
            None if probability is None else float(probability),
            estimate,
        )
        for figure, (label, estimate) in zip(
            claim.figures, _ESTIMATES[claim.id](played), strict=True
        )
        for probability in [claimed_probability(figure)]
    ]


def say_with_error(value: float, se: float | None) -> str:
    """A value with its standard error, as a cell of the table has it.

    Examples
    --------
    >>> say_with_error(31.49823, 0.0214), say_with_error(-0.0003, 2.3), say_with_error(0.0, 0.0)
    ('31.498 ± 0.021', '0.0 ± 2.3', '0')
    """
    if not se:
        return f"{value:g}"
    places = max(0, 1 - floor(log10(se)))
    return f"{value:z.{places}f} ± {se:.{places}f}"


@dataclass(frozen=True)
class _Played:
    # What was played, once for all claims: a result with its first deals one by one, and what other
    # games several claims are about.
    result: Result
    asked: Asked

    @cached_property
    def old(self) -> Result:
        # All deals where cards below the ten do not count in play.
        simulation = _change(
            self.result, AU_CENT.replace(name="au_cent, high cards", **_HIGH_LEADS)
        )
        return self.asked.runs.play(
            simulation, self.result.deals, self.asked.threads, None, RECORDED
        )

    @cached_property
    def races(self) -> tuple[Simulation, np.ndarray]:
        # Races to 100, and who won each.
        race = _change(self.result, _HUNDRED)
        list_winners(race, 0, 0)  # compiled before threads start
        play, races = partial(list_winners, race), count_matches(self.result)
        return race, np.concatenate([*play_ranges(play, races, _CHUNK, self.asked.threads)])


def _share(played: _Played, *measures: str) -> Estimate:
    return estimate_proportion(sum(map(played.result.tally.total, measures)), played.result.deals)


def _score_at_least(played: _Played, seat: str, least: int) -> Estimate:
    made = played.result.tally.score_counts(seat)
    return estimate_proportion(int(made[least:].sum()), played.result.deals)


def _mean(values: np.ndarray) -> Estimate:
    if len(values) < _LEAST:
        raise NotJudged("too few deals")
    return estimate_values(values)


def _find_swing(
    records: Mapping[str, np.ndarray], measure: str, sides: tuple[int, int], *parts: str
) -> Estimate:
    # What elder makes of parts of the score less what younger makes, in the deals on one side of a
    # measure less in those on the other.
    made = sum(records[f"{SEATS[0]}_{part}"] - records[f"{SEATS[1]}_{part}"] for part in parts)
    return subtract_estimates(*(_mean(made[records[measure] == side]) for side in sides))


def _play_parties(played: _Played) -> tuple[np.ndarray, np.ndarray]:
    # Totals of both players over parties of six deals, each elder in turn.
    records = played.result.records
    parties = len(records["elder_score"]) // PARTIE_DEALS
    shape = (parties, PARTIE_DEALS)
    elder, younger = (
        records[f"{seat}_score"][: parties * PARTIE_DEALS].reshape(shape)
        for seat in ("elder", "younger")
    )
    if parties < _LEAST:
        raise NotJudged("too few deals")
    one = elder[:, ::2].sum(axis=1) + younger[:, 1::2].sum(axis=1)
    return one, younger[:, ::2].sum(axis=1) + elder[:, 1::2].sum(axis=1)


def _rubicons(played: _Played) -> list[tuple[str, Estimate]]:
    one, two = _play_parties(played)
    lost = int(np.count_nonzero(is_rubicon(one, two)))
    named = (one < RUBICON_LINE) & (one < two)
    return [
        ("in a partie", estimate_proportion(lost, len(one))),
        ("a named player", estimate_proportion(int(named.sum()), len(named))),
    ]


# ---- Claims about other games, each with a run of its own -----------------------------------
def count_matches(result: Result, deals: int = _DEALS_A_MATCH) -> int:
    """How many matches of another game are played beside a result: one for so many deals."""
    return max(result.deals // deals, _LEAST)


def _change(result: Result, rules: RuleSet) -> Simulation:
    return replace(result.simulation, rules=rules, mirrored=False)


def _dealers_lead(played: _Played) -> list[tuple[str, Estimate]]:
    heeding = replace(_change(played.result, RUBICON), elder=_HEEDING, younger=_HEEDING)
    # Who heeds the score takes so much longer than all the others together.
    parties = simulate_matches(
        heeding,
        count_matches(played.result, _DEALS_A_HEEDED_PARTIE),
        played.asked.threads,
        tally=played.asked.runs.tally_matches,
    )
    return [("wins less losses", parties.dealer_lead)]


_ESTIMATES = {
    "CAV-SHOW-E": lambda played: [("", _score_at_least(played, "elder", 28))],
    "CAV-SHOW-Y": lambda played: [("", _score_at_least(played, "younger", 14))],
    "CAV-CARDS": lambda played: [
        ("elder", _share(played, "elder_cards", "elder_capot")),
        ("younger", _share(played, "younger_cards", "younger_capot")),
        ("divided", _share(played, "cards_divided")),
    ],
    "CAV-REP-E": lambda played: [("", _share(played, "elder_repique"))],
    "CAV-REP-Y": lambda played: [("", _share(played, "younger_repique"))],
    "CAV-PIQUE": lambda played: [("", _share(played, "elder_pique", "elder_repique"))],
    "CAV-POINTVAL": lambda played: [
        (
            "the point itself, all else left out",
            _find_swing(played.result.records, "point_result", (1, 2), "point"),
        )
    ],
    # By one trick: the books reckon play and cards with seven tricks against those with five.
    "CAV-CARDSVAL": lambda played: [
        (
            f"{author}: play and cards alone, seven tricks against five",
            _find_swing(records, "elder_tricks", (7, 5), "play", "cards"),
        )
        for author, records in (
            ("Cavendish", played.result.records),
            ("Hoyle, cards below the ten not counted in play", played.old.records),
        )
    ],
    "CAV-RUBICON": _rubicons,
    "CAV-PARTIE": lambda played: [
        (
            "",
            _mean(
                np.array(
                    [
                        settle_totals(int(a), int(b))
                        for a, b in zip(*_play_parties(played), strict=True)
                    ]
                )
            ),
        )
    ],
    "PARL-YW": lambda played: [("", _share(played, "younger_wins"))],
    "BRIT-5": lambda played: [
        (
            "",
            estimate_proportion(
                int(played.result.tally.arrays.exchanged[0, 5]), played.result.deals
            ),
        )
    ],
    "CAV-SHOW-OLD": lambda played: [
        (seat, estimate_median(played.old.tally.score_counts(seat))) for seat in SEATS
    ],
    "CAV-FIRSTDEAL": _dealers_lead,
    "CAV-DEAL7": lambda played: [
        (
            "the dealer, seven ahead, wins",
            simulate_matches(
                _change(played.result, COTTON_1674),
                count_matches(played.result),
                played.asked.threads,
                start=(0, 7),
            ).estimates["first_dealer_wins"],
        )
    ],
    "HOYLE-5-4": lambda played: [
        ("", estimate_proportion(int((played.races[1] == 1).sum()), len(played.races[1])))
    ],
    "HOYLE-14-13": lambda played: [("winning now", weigh_stopping(*played.races))],
}
"""By claim, what estimates each of its figures, and what that is about."""

_OTHER_RUNS = {
    "CAV-SHOW-OLD": "deals in which cards below the ten do not count in play",
    "CAV-FIRSTDEAL": f"parties of six, {_HEEDING} in both seats",
    "CAV-DEAL7": "races to 100 after Cotton 1674, the first dealer seven ahead",
    "HOYLE-5-4": "races to 100 in which cards below the ten do not count in play",
    "HOYLE-14-13": "his chance of the party if he wins, as a share of it and his chance if he "
    "stops; B ahead by one game of two",
}
"""Of what an estimate is the result, where it is not of the deals asked for."""
