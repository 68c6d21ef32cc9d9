"""Regret of calls and cards: what do a strategy's decisions lose to the best found?

Of random deals every decision with a choice is judged. Each choice (of touching cards one; of calls
the best and none) is first tried in two dozen deals that the player may imagine (`advice.moments`),
with the same players going on. Where another is ahead of the decision taken by more than its
standard error, both are played in sixty-four other deals, which say what is lost; else nothing is.
So luck does not choose, and the result is a lower bound of what one other decision at a time could
gain against these players. What a player does not infer from the opponent's exchange is lost, too,
since the deals are those in which this opponent exchanges so; and so is what a call tells an
opponent who takes silence for an empty hand in that class (``expert``, but for some trios). One
decision at a time is changed: who changed all of them would not gain the sum.

Beside it stands what the same other decisions make in the deals as they lay: an estimate that rests
on nothing imagined and errs more.

Decisions for which fewer than eight deals can be imagined count as losing nothing: many of players
whose exchange hardly ever comes out as it did, such as random ones. Deals with a carte blanche are
not judged.

References
----------
Ginsberg: GIB: Imperfect information in a computationally challenging game. Journal of Artificial
Intelligence Research 14, 2001 (hands sampled as the bidding and the play allow).
"""

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np

from analyses.results.analysis import estimate_row
from analyses.studies.players.seen_hands import IN_PLAY, gain_by_seeing
from piquet_sim.advice.moments import CLASSES, Moment, list_moments, try_as_dealt, try_choices
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import STRATEGIES
from piquet_sim.estimates.estimate import Estimate, estimate_values
from piquet_sim.estimates.intervals import EXACT, bound_mean
from piquet_sim.estimates.limits import limit_change
from piquet_sim.game.cards import TRICKS, format_card, format_cards, format_hand, iterate_cards
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.seats import other
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_in_order
from piquet_sim.running.run import Progress

ALL_CARDS, ALL_CALLS = "all cards", "all calls"
BOTH = "both seats"
_LEADS, _ANSWERS, _THROWN = "leads", "answers in the suit", "cards thrown off"
OF_CARDS, OF_CALLS = "regret of cards", "regret of calls"
_SEEN = "gain by seeing the other hand"

_CHOOSING, _JUDGING = 24, 64
"""In how many imagined deals the best is found, and in how many it is judged."""
_AS_DEALT = 8
_LEAST = 8
_DEALS_ASKED_A_DEAL = 5000
_LEAST_DEALS = 4
_SEEN_A_DEAL = 10
_SEEDS_A_DEAL = 100
_WORST = 5
_LIMITS = limit_change(RUBICON)
"""The most that one decision can lose in a deal."""
_MOST_DECISIONS = 2 * (TRICKS - 1 + len(CLASSES))


@dataclass(frozen=True)
class JudgedDecision:
    """A decision that loses something, or may."""

    moment: Moment
    regret: float
    regret_se: float
    better: int
    deals: int
    as_dealt: float
    """The same in the deal as it lay."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """What it is counted among."""
        moment = self.moment
        if not moment.is_card:
            return ALL_CALLS, f"calls of the {CLASSES[moment.call_view.kind - 1]}"
        trick = f"trick {moment.trick}"
        if not moment.view.led:
            return ALL_CARDS, _LEADS, trick
        return ALL_CARDS, _ANSWERS if self._follows else _THROWN, trick

    @property
    def _follows(self) -> bool:
        led = self.moment.view.led
        return any(format_card(card)[1] == format_card(led)[1] for card in self.moment.choices)


@dataclass(frozen=True)
class Played:
    """The calls and cards of some deals, judged."""

    deals: list[list[JudgedDecision]]
    """Of each deal the decisions to which something better was found."""
    decisions: int
    left_out: int
    """Decisions for which no deal can be imagined."""
    seen: dict[str, np.ndarray]
    """What the player of each seat gains in a deal by seeing the other hand in the play."""

    def estimate(self, kind: str = ALL_CARDS, seat: str = BOTH, as_dealt: bool = False) -> Estimate:
        """What the decisions of a kind lose in a deal."""
        lost = [
            sum(
                one.as_dealt if as_dealt else one.regret
                for one in judged
                if kind in one.kinds and seat in (BOTH, one.moment.seat)
            )
            for judged in self.deals
        ]
        most = _LIMITS[1] * _MOST_DECISIONS
        return estimate_values(np.array(lost, float), limits=(-most if any(lost) else 0, most))


def judge_play(
    simulation: Simulation, n: int, threads: int, progress: Progress | None = None
) -> Played:
    """Judge the calls and cards of random deals under Rubicon, the players playing them.

    Parameters
    ----------
    simulation : Simulation
    n : int
        One deal is judged for every 5,000 asked for, at least four.
    threads : int
    progress : callable, optional
        Called with the deals asked for whose calls and cards are judged.
    """
    own = replace(simulation, rules=RUBICON, play=STRATEGIES, given=None, mirrored=False)
    deals = max(n // _DEALS_ASKED_A_DEAL, _LEAST_DEALS)
    seen = {seat: gain_in_seat(own, seat, _SEEN_A_DEAL * deals) for seat in SEATS}

    def work(part: tuple[int, list[Moment]]) -> list[JudgedDecision | bool | None]:
        index, moments = part
        return [
            judge_decision(one, (simulation.seed + index) * _SEEDS_A_DEAL + 2 * place)
            for place, one in enumerate(moments)
        ]

    answers = []
    for answer in play_in_order(work, enumerate(list_moments(own, 0, deals)), threads):
        answers.append(answer)
        if progress is not None:
            progress(len(answers) * n // deals)
    return Played(
        [[one for one in answer if isinstance(one, JudgedDecision)] for answer in answers],
        sum(map(len, answers)),
        sum(one is False for answer in answers for one in answer),
        seen,
    )


def gain_in_seat(simulation: Simulation, seat: str, deals: int) -> np.ndarray:
    """What the player of one seat gains in each deal who is shown the other hand in the play."""
    players = (getattr(simulation, one) for one in (seat, other(seat)))
    pairs = replace(simulation, **dict(zip(SEATS, players, strict=True)), mirrored=True)
    return gain_by_seeing(pairs, [IN_PLAY])(0, deals)[IN_PLAY][SEATS.index(seat) :: 2]


def judge_decision(moment: Moment, seed: int) -> JudgedDecision | bool | None:
    """Judge one decision in deals that the player may imagine.

    Returns
    -------
    JudgedDecision or bool or None
        None where nothing better is found, False where nothing can be said.
    """
    made = try_choices(moment, _CHOOSING, seed)
    if len(made) < _LEAST:
        return False
    better = moment.choices[_find_best(made - made[:, :1])]
    if better == moment.choice:
        return None
    made = try_choices(moment, _JUDGING, seed + 1, (moment.choice, better))
    if len(made) < _LEAST:
        return False
    lay = try_as_dealt(moment, _AS_DEALT, seed, (moment.choice, better))
    lost = made[:, 1] - made[:, 0]
    error = float(lost.std(ddof=1) / sqrt(len(lost)))
    as_dealt = float((lay[:, 1] - lay[:, 0]).mean())
    return JudgedDecision(moment, float(lost.mean()), error, better, len(lost), as_dealt)


def _find_best(less: np.ndarray) -> int:
    # The choice that makes most, if it is ahead by more than its error; else the one taken.
    ahead = less.mean(axis=0)
    ahead[ahead <= less.std(axis=0, ddof=1) / sqrt(len(less))] = 0
    return int(ahead.argmax())


def list_rows(played: Played) -> list[dict[str, Any]]:
    """The rows of the table."""
    tricks = [f"trick {number}" for number in range(1, TRICKS)]
    kinds = {
        OF_CARDS: (ALL_CARDS, _LEADS, _ANSWERS, _THROWN, *tricks),
        OF_CALLS: (ALL_CALLS, *(f"calls of the {kind}" for kind in CLASSES)),
    }
    rows = []
    for quantity, own in kinds.items():
        for kind in own:
            for seat in (BOTH,) if kind in tricks else (BOTH, *SEATS):
                found = played.estimate(kind, seat)
                rows.append(estimate_row(quantity, found, seat=seat, kind=kind))
        for seat in (BOTH, *SEATS):
            lay = played.estimate(own[0], seat, as_dealt=True)
            rows.append(estimate_row(f"{quantity}, as dealt", lay, seat=seat, kind=own[0]))
    for seat, gains in played.seen.items():
        gain = estimate_values(gains, limits=_LIMITS)
        rows.append(estimate_row(_SEEN, gain, seat=seat, kind=ALL_CARDS))
    judged = [one for deal in played.deals for one in deal if one.moment.is_card]
    return rows + [_tell(one) for one in sorted(judged, key=lambda one: -one.regret)[:_WORST]]


def _tell(one: JudgedDecision) -> dict[str, Any]:
    moment = one.moment
    view = moment.view
    answers = f"to {format_card(view.led)}" if view.led else "to lead"
    fallen = format_cards(moment.fallen[: 2 * (moment.trick - 1)]) or "nothing"
    return {
        "seat": moment.seat,
        "kind": "one of the worst cards",
        "quantity": OF_CARDS,
        **bound_one(one.regret, one.regret_se),
        "n": one.deals,
        "hand": format_hand(view.hand),
        "discard": format_cards(iterate_cards(view.discard)),
        "elder_took": moment.deal.record["elder_exchanged"],
        "position": f"deal {moment.deal.index}, {answers} after {fallen}",
        "played": format_card(moment.choice),
        "better": format_card(one.better),
    }


def bound_one(value: float, se: float) -> dict[str, Any]:
    """What one decision loses, from its deals, as a row has it; nothing if it is the best found."""
    if se == 0:
        return {"value": value, "se": 0.0, "low": value, "high": value, "method": EXACT}
    low, high, method = bound_mean(value, se)
    return {"value": value, "se": se, "low": low, "high": high, "method": method}
