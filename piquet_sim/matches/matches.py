"""Many matches between two players: who wins, what is paid, and how long it takes.

Every quantity is a ratio of two integers that a match has: how often something happened, or how
much of it there was, over how often it could. For example, the share of leads after three deals
that hold is the number of matches whose leader won over the number that had a leader. Sums over
units (matches, or mirrored pairs) of both numbers, of their squares and of their product are all
that is kept, so that tallies add up exactly and memory does not grow.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any, NamedTuple

import numpy as np

from piquet_sim.deals.simulation import NOTHING_SCORED, Simulation, check_simulation, check_start
from piquet_sim.estimates.estimate import Estimate, estimate_mean, estimate_ratio
from piquet_sim.estimates.grounds import Claim
from piquet_sim.estimates.quantity import PERCENT, Of, Quantity, Sign, Unit
from piquet_sim.estimates.shown import Look, Numbers, Shown
from piquet_sim.estimates.tally import has_same_parts
from piquet_sim.exact.limits import limit_amounts
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.settlement import deal_weight, is_rubicon, settle_all
from piquet_sim.game.threads import INTERRUPTED, REACHED, count_threads, play_ranges
from piquet_sim.game.wording import count_of
from piquet_sim.kernel.batch.matches import OUTCOME
from piquet_sim.running.provenance import describe_origin
from piquet_sim.running.run import RAISE, read_interrupt, read_units

_CHUNK = 256


class MatchQuantity(NamedTuple):
    """One quantity of a match."""

    name: str
    is_flag: bool
    """Whether it is a share: how often something happens out of how often it could."""
    unit: str
    meaning: str
    limits: tuple[float, float] = (0, 1)
    """Its lowest and highest possible value."""


def settle_outcomes(rules: RuleSet, outcomes: np.ndarray) -> np.ndarray:
    """The first player's net settlement of each match, negative where they pay.

    Parameters
    ----------
    rules : RuleSet
    outcomes : ndarray of int64, shape (..., columns)
        See `kernel.batch.matches.OUTCOME`.

    Returns
    -------
    ndarray of int64
        Points, or games where games are settled.
    """
    if rules.match == "partie":
        return settle_all(outcomes[..., OUTCOME.mine], outcomes[..., OUTCOME.theirs], rules)
    mine, theirs = outcomes[..., OUTCOME.my_games], outcomes[..., OUTCOME.their_games]
    return np.where(outcomes[..., OUTCOME.winner] > 0, mine - theirs, 0)


def find_rubiconed(rules: RuleSet, outcomes: np.ndarray) -> np.ndarray:
    """Whether the loser of each match is rubiconed: bool[...], of `outcomes` as above."""
    return is_rubicon(outcomes[..., OUTCOME.mine], outcomes[..., OUTCOME.theirs], rules)


def list_winners(simulation: Simulation, first: int, matches: int) -> np.ndarray:
    """Who won each of some matches: int64, 1 the first player, 2 the second, 0 neither."""
    return simulation.play_matches(first, matches)[0][:, 0, OUTCOME.winner]


_Asked = tuple[MatchQuantity, np.ndarray, np.ndarray | None]
"""A quantity, how much of it a match has, and how much it could have; None for one each."""


def _flag(name: str, happens: np.ndarray, meaning: str, of: np.ndarray | None = None) -> _Asked:
    return MatchQuantity(name, True, "fraction of matches", meaning), happens.astype(np.int64), of


def _mean(
    name: str,
    amount: np.ndarray,
    unit: str,
    meaning: str,
    of: np.ndarray | None = None,
    limits: tuple[float, float] = (0, inf),
) -> _Asked:
    return MatchQuantity(name, False, unit, meaning, limits), amount, of


def _ask(
    rules: RuleSet,
    outcomes: np.ndarray,
    scores: np.ndarray,
    first_leads: bool,
    start: tuple[int, int],
) -> Iterator[_Asked]:
    # Matches of one turn, from the side of the player named first.
    of = type(OUTCOME)(*outcomes.T)
    winner, paid = of.winner, settle_outcomes(rules, outcomes)
    start = start if first_leads else start[::-1]
    unit = "games a match" if rules.settlement == "games" else "points a match"
    least, most = limit_payment(rules, start)
    dealer = 2 if first_leads else 1  # who deals first
    yield _flag("first_wins", winner == 1, "the first player wins")
    yield _flag("second_wins", winner == 2, "the second player wins")
    yield _flag("drawn", winner == 0, "the match is drawn")
    yield _mean(
        "settlement_mean", paid, unit, "net settlement of the first player", limits=(-most, most)
    )
    yield _mean("paid_mean", np.abs(paid), unit, "what the loser pays", limits=(least, most))
    yield _flag("first_dealer_wins", winner == dealer, "the first dealer wins")
    yield _flag("first_elder_wins", winner == 3 - dealer, "the player who is elder first wins")
    yield _mean(
        "first_dealer_settlement_mean",
        -paid if first_leads else paid,
        unit,
        "net settlement of the first dealer",
        limits=(-most, most),
    )
    if rules.settlement == "rubicon":
        low = find_rubiconed(rules, outcomes)
        yield _flag("rubicon", low, "the loser is rubiconed")
        yield _flag("first_rubiconed", (winner == 2) & low, "the first player is rubiconed")
        yield _flag("second_rubiconed", (winner == 1) & low, "the second player is rubiconed")
    if rules.double_below and rules.match == "race":
        yield _flag("double", np.abs(paid) == 2, "the loser has too few points and loses double")
    if rules.win_is_immediate:
        yield _flag("cut_short", of.cut_short == 1, "the last deal is won before its end")
    alone = np.where(
        (of.my_repiques > 0) & (of.their_repiques == 0),
        1,
        np.where((of.my_repiques == 0) & (of.their_repiques > 0), 2, -1),
    )
    yield _flag(
        "repique_wins",
        winner == alone,
        "the only player with a repique wins",
        (alone > 0).astype(np.int64),
    )
    yield _mean("deals_mean", of.deals, "deals a match", "deals played", limits=_limit_deals(rules))
    if rules.match == "games":
        yield _mean(
            "games_mean",
            of.my_games + of.their_games,
            "games a match",
            "games won by both, doubles counting two",
            limits=(1, inf),
        )
    else:
        yield _mean("first_total_mean", of.mine, "points a match", "total of the first player")
        yield _mean("second_total_mean", of.theirs, "points a match", "total of the second player")
    if rules.match == "partie":
        yield _flag(
            "level", of.deals > rules.partie_deals, "the partie is level, so more deals are played"
        )
        yield from _ask_deals(rules, of, scores, first_leads, start)


def _ask_deals(
    rules: RuleSet, of: Any, scores: np.ndarray, first_leads: bool, start: tuple[int, int]
) -> Iterator[_Asked]:
    # Scores deal by deal, and whether a lead holds.
    ahead = np.full(len(of.winner), start[0] - start[1], np.int64)
    for number in range(1, rules.partie_deals + rules.tie_deals + 1):
        is_played = (of.deals >= number).astype(np.int64)
        mine, theirs = (scores[:, number - 1, player] * is_played for player in (0, 1))
        for name, amount in (("first", mine), ("second", theirs)):
            yield _mean(
                f"deal_{number}_{name}",
                amount,
                "points a deal",
                f"score of the {name} player in deal {number}",
                is_played,
                limit_amounts(rules)["elder_score"],
            )
        ahead += deal_weight(number, rules) * (mine - theirs)
        if number < rules.partie_deals:
            leader = np.where(ahead > 0, 1, np.where(ahead < 0, 2, -1))
            elder = 1 if first_leads == number % 2 else 2
            deals = f"{number} deal{'s' if number > 1 else ''}"
            for seat, said, leads in (
                ("", "", leader > 0),
                ("_elder", ", elder in the last", leader == elder),
                ("_younger", ", younger in the last", leader == 3 - elder),
            ):
                yield _flag(
                    f"lead_holds_{number}{seat}",
                    leads & (of.winner == leader),
                    f"the leader after {deals} wins{said}",
                    leads.astype(np.int64),
                )


PAID_CELLS = 1024


@dataclass(frozen=True)
class MatchTally:
    """Counts of many matches: integers that add up in any order."""

    questions: tuple[MatchQuantity, ...]
    moments: np.ndarray
    """int64[question, moment]: sums over units of x, y, their squares and their product."""
    paid: np.ndarray
    """int64[rubicon, points or games]: matches by what the loser paid, those with a rubicon (1)
    apart; the last cell is that and more."""
    units: int
    matches: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MatchTally) and has_same_parts(self, other)

    def __add__(self, other: "MatchTally") -> "MatchTally":
        return MatchTally(
            self.questions,
            self.moments + other.moments,
            self.paid + other.paid,
            self.units + other.units,
            self.matches + other.matches,
        )


def tally_matches(
    simulation: Simulation, first: int, units: int, start: tuple[int, int]
) -> MatchTally:
    """Play a range of units (matches, or pairs if mirrored) and count them.

    Parameters
    ----------
    simulation : Simulation
    first, units : int
    start : tuple of two int

    Raises
    ------
    IllegalDecision
        If a strategy gives an illegal answer.
    """
    outcomes, scores = simulation.play_matches(first, units, with_scores=True, start=start)
    turns = outcomes.shape[1]
    asked = [
        _ask(simulation.rules, outcomes[:, turn], scores[:, turn], turn == 0, start)
        for turn in range(turns)
    ]
    questions, moments = [], []
    for of_turns in zip(*asked, strict=True):
        same, amounts, of = zip(*of_turns, strict=True)
        x = np.sum(amounts, axis=0)
        y = np.full(units, turns) if of[0] is None else np.sum(of, axis=0)
        questions.append(same[0])
        moments.append([x.sum(), y.sum(), (x * x).sum(), (y * y).sum(), (x * y).sum()])
    cells = np.minimum(np.abs(settle_outcomes(simulation.rules, outcomes)), PAID_CELLS - 1)
    low = find_rubiconed(simulation.rules, outcomes)
    paid = [np.bincount(cells[counted], minlength=PAID_CELLS) for counted in (~low, low)]
    return MatchTally(tuple(questions), np.array(moments), np.array(paid), units, units * turns)


def _limit_deals(rules: RuleSet) -> tuple[float, float]:
    if rules.match == "partie":
        return rules.partie_deals, rules.partie_deals + rules.tie_deals
    return 1, inf


def limit_payment(rules: RuleSet, start: tuple[int, int] = NOTHING_SCORED) -> tuple[float, float]:
    """The least and the most that the loser of a match pays; the least is 0 where it can be drawn.

    Parameters
    ----------
    rules : RuleSet
    start : tuple of two int
        Totals with which it begins, which are settled, too.

    Examples
    --------
    >>> from piquet_sim.game.rules import find_rules
    >>> limit_payment(find_rules("cotton_1674"))
    (1, 1)
    """
    if rules.match == "race":
        return 1, 2 if rules.double_below else 1
    if rules.settlement == "games":
        return 0, 2 * rules.games_to_win
    deals = sum(deal_weight(deal, rules) for deal in range(1, int(_limit_deals(rules)[1]) + 1))
    return 0, rules.game_scores + sum(start) + 2 * deals * limit_amounts(rules)["elder_score"][1]


@dataclass(frozen=True, repr=False)
class MatchResult(Shown):
    """The result of simulated matches.

    Examples
    --------
    >>> result = simulate_matches(Simulation("club", "club"), n=100)
    >>> result.matches, "rubicon" in result.estimates
    (100, True)
    """

    simulation: Simulation
    tally: MatchTally
    seconds: float = field(compare=False)
    ended: str = REACHED
    """How it ended: with what was asked for, or "interrupted" by Ctrl-C."""
    start: tuple[int, int] = NOTHING_SCORED
    """Starting totals: of the player who was elder first, then of the player who dealt first."""

    @property
    def matches(self) -> int:
        """Matches counted."""
        return self.tally.matches

    @property
    def is_complete(self) -> bool:
        """False if the run was interrupted."""
        return self.ended == REACHED

    @cached_property
    def estimates(self) -> dict[str, Estimate]:
        """All estimates by name; what could not happen is left out."""
        return {
            question.name: estimate_ratio(moments, question.is_flag, question.limits)
            for question, moments in zip(self.tally.questions, self.tally.moments, strict=True)
            if moments[1]
        }

    @property
    def dealer_lead(self) -> Estimate:
        """How much more often the first dealer wins than loses: the mean of 1, 0 and -1."""
        wins, loses = (
            round(self.estimates[f"first_{who}_wins"].value * self.matches)
            for who in ("dealer", "elder")
        )
        return estimate_mean(wins - loses, wins + loses, self.matches, self.matches, (-1, 1))

    def numbers(self) -> Numbers:
        """All estimates; those of a share of matches first."""
        asked = {one.name: one for one in self.tally.questions}
        own = [self._describe(asked[key], one) for key, one in self.estimates.items()]
        own.sort(key=lambda one: one.unit.name)
        played = count_of(self.matches, "matches")
        return Numbers(
            f"{self.simulation}, {played}"
            + " from {}-{}".format(*self.start) * (self.start != NOTHING_SCORED),
            own,
            [Claim(f"What {played} came to")],
            Look(says="Of matches between the two players"),
        )

    def _describe(self, question: MatchQuantity, estimate: Estimate) -> Quantity:
        unit, _, of = question.unit.partition(" a ")
        if question.is_flag:
            which = "" if estimate.n == self.matches else "in which it could happen"
            return Quantity(question.name, question.meaning, estimate, PERCENT, Of("match", which))
        sign = Sign.AMOUNT if question.limits[0] >= 0 else Sign.LEAD
        return Quantity(
            question.name, question.meaning, estimate, Unit(unit), Of(of or "match"), sign=sign
        )

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        simulation = self.simulation
        return {
            "n": self.matches,
            "ended": self.ended,
            "seed": simulation.seed,
            "rules": simulation.rules.name,
            "first": simulation.elder.name,
            "second": simulation.younger.name,
            "play": simulation.play,
            "mirrored": simulation.mirrored,
            **({} if self.start == NOTHING_SCORED else {"start": list(self.start)}),
            "estimates": {name: one.as_json() for name, one in self.estimates.items()},
            "origin": describe_origin(simulation),
        }


def simulate_matches(
    simulation: Simulation,
    n: int,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    start: tuple[int, int] = NOTHING_SCORED,
    on_interrupt: str = RAISE,
    tally: Callable[[Simulation, int, int, tuple[int, int]], MatchTally] = tally_matches,
) -> MatchResult:
    """Play n matches between the two players of a simulation.

    Parameters
    ----------
    simulation : Simulation
        Its rules say what a match is; its elder is elder in the first deal. Where it is
        mirrored, each match is played a second time with the players exchanged.
    n : int
        Matches; even where they are mirrored.
    threads : int, optional
        By default one for each processor; the answer does not depend on it.
    progress : callable, optional
        Called now and then with the number of matches done.
    start : tuple of two int
        Starting totals, first of the player who is elder in the first deal; of won games, in the
        first game.
    on_interrupt : str
        "return" for the matches played so far, when Ctrl-C is pressed.
    tally : callable
        Plays and counts some of them, as `tally_matches`, or knows them already.

    Returns
    -------
    MatchResult

    Raises
    ------
    InputError
        If a number is invalid, or a match cannot begin with these totals.
    IllegalDecision
        If a strategy gives an illegal answer.
    KeyboardInterrupt
        If Ctrl-C is pressed.

    Examples
    --------
    >>> result = simulate_matches(Simulation("club", "novice"), n=200)
    >>> float(result.table().loc["rubicon", "n"])
    200.0
    >>> race = Simulation("club", "club", "boussac_1896")
    >>> simulate_matches(race, n=200, start=(0, 99)).estimates["first_dealer_wins"].value > 0.5
    True
    """
    check_simulation(simulation)
    is_raised, units = read_interrupt(on_interrupt), read_units(simulation, n, "matches")
    start = check_start(start, simulation.rules)
    total = tally(simulation, 0, 0, start)  # compiled before threads start
    begun = time.perf_counter()

    def play(first: int, count: int) -> MatchTally:
        return tally(simulation, first, count, start)

    try:
        for part in play_ranges(play, units, _CHUNK, count_threads(threads)):
            total += part
            if progress is not None:
                progress(total.matches)
    except KeyboardInterrupt:
        if is_raised or not total.matches:
            raise
    ended = REACHED if total.units == units else INTERRUPTED
    return MatchResult(simulation, total, time.perf_counter() - begun, ended, start)
