"""Advice on a hand: what every sensible discard makes on average, and why.

The discards that the learned evaluation thinks best are tried in common deals of the cards not
seen: the opponent discards by a strategy, both call everything, and the cards are played perfectly
by both, seeing all (`kernel.players.rollouts`). The laws rank no suit: discards that differ only by
a renaming of suits in which the hand holds the same ranks are one candidate.

A race chooses. All candidates get a few hundred deals; then those that may still be best get as
many again, until one is left or half of the deals or of the time is used. A candidate is dropped
when its gap to the best, over their common deals, is beyond a number of standard errors that keeps
the chance of dropping the best in the whole race below one in two hundred (Bonferroni).

Fresh deals judge, because the winner of a race was probably lucky in it. The winner and the
runners-up get the same deals: a gap is the mean of the differences deal by deal, and so is every
part of it. The winner stays first, so that its value has no bias, even if a runner-up makes a
little more there; only a discard that is better beyond doubt takes its place. A gap is beyond doubt
when the chance of any wrong verdict among those judged is below one in two hundred: with the race,
one in a hundred.
"""

import time
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf
from statistics import NormalDist
from typing import Any

import numpy as np

from piquet_sim.decisions.kinds.discard_table import (
    AGAINST,
    BATCH,
    JUDGED_FROM,
    MOST_DEALS,
    PARTIE,
    Question,
    Stopped,
    Trial,
    list_sensible,
    never_stop,
    rename_suits,
)
from piquet_sim.estimates.differences import AS_GOOD, TOO_CLOSE, compare_values, judge_gap
from piquet_sim.estimates.estimate import (
    Estimate,
    careful_error,
    estimate_proportion,
    estimate_values,
    know_exactly,
    negate,
)
from piquet_sim.estimates.grounds import Claim, Exceeds
from piquet_sim.estimates.quantity import POINTS, SETTLEMENT, Quantity, Sign
from piquet_sim.estimates.shown import Look, Numbers, Shown
from piquet_sim.exact.limits import limit_change
from piquet_sim.game.cards import format_cards, format_hand_symbols, iterate_cards
from piquet_sim.game.errors import InputError, read_whole
from piquet_sim.game.threads import INTERRUPTED, REACHED, TIME, count_threads
from piquet_sim.strategies.learned import prepare_learned
from piquet_sim.strategies.registry import find_strategy
from piquet_sim.strategies.score_values import find_prospects

FIRST_DEALS = 128
"""Deals played before the first look."""
_FIRST_OF_RARE = 32
"""The same at least where it takes long to find elder a hand (`Trial.lessen`)."""
LEAST_JUDGED = 4_096
"""Minimum number of judging deals, however soon the race ends, if there is time."""
SHOWN = 10
"""Number of candidates that are judged."""

_DOUBT = 0.005
"""Maximum chance of a wrong verdict in the race, and again among those judged."""
_FEWEST = 100
"""With fewer deals nothing is beyond doubt: the standard errors are too uncertain."""
_CHANCE_REASON = 0.05
"""Maximum chance that any part is wrongly called a reason."""
_USUAL_SECONDS = 3.0
_RACE_SHARE, _PLAYED_SHARE = 0.45, 0.9
"""Shares of the time for the race and for all deals; the rest is for computing the reasons."""
STEP = 10
"""Points: the width of a class of the histogram."""
CHANCES = ("cards", "capot", "pique", "repique")

_DRAWS = 20_000
_SEED = 7
_CONTRAST_FIRST = 2_048
MOST_COMPARED = 1 << 17
"""Maximum number of deals in which two discards are compared."""


# ---- What advice says ----------------------------------------------------------------------------
@dataclass(frozen=True)
class Outcomes:
    """How the deals that judged a discard end, by the player's points less the opponent's.

    Examples
    --------
    >>> from piquet_sim.decisions.kinds.discard import advise
    >>> from piquet_sim.game.cards import parse_hand
    >>> best, *_ = advise(Question(parse_hand("AKJ.AQJ8.98.J87")), deals=512).candidates
    >>> best.outcomes.worst_tenth < best.worth.value < best.outcomes.best_tenth
    True
    """

    chances: dict[str, Estimate]
    """Chances of winning the cards, and of capot, pique and repique; with `_against` the
    opponent's."""
    worst_tenth: int
    """The points of the best of the worst tenth of deals."""
    best_tenth: int
    """The points of the worst of the best tenth of deals."""
    least: int
    """The lowest points of the first class of the histogram, a multiple of ten."""
    deals: tuple[int, ...]
    """How many deals ended in each class of ten points, from `least` on."""

    def count_between(self, edges: Sequence[int]) -> list[int]:
        """Deals below the first of some multiples of ten, between two each, from the last on."""
        lower = self.least + STEP * np.arange(len(self.deals))
        places = np.searchsorted(np.asarray(edges), lower, side="right")
        return np.bincount(places, self.deals, len(edges) + 1).astype(int).tolist()

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        return {
            "chances": {name: chance.as_json() for name, chance in self.chances.items()},
            "worst_tenth": self.worst_tenth,
            "best_tenth": self.best_tenth,
            "histogram": {"from": self.least, "step": STEP, "deals": list(self.deals)},
        }


@dataclass(frozen=True)
class Advised:
    """One discard, and what it makes."""

    discard: int
    same: tuple[int, ...]
    """Discards that are equal up to renaming suits."""
    worth: Estimate
    """The player's points less the opponent's, or the expected settlement of the partie."""
    behind: Estimate
    """How much more the best discard makes, deal by deal in common deals."""
    is_settled: bool
    """Whether it is worse than the best beyond doubt."""
    parts: dict[str, Estimate] = field(default_factory=dict)
    """Points per deal of each part, for and against the player; those for less those against add up
    to the value. In a partie, also the effect of the totals. Empty before the end."""
    differences: dict[str, Estimate] = field(default_factory=dict)
    """How much better the best discard does in each part, deal by deal; they add up to the gap."""
    reasons: tuple[str, ...] = ()
    """The parts where that is beyond its error, the greatest first."""
    rest: Estimate | None = None
    """All other parts of the gap together."""
    is_named: bool = False
    """Whether it was asked about by name, so that it is judged whatever it is worth."""
    outcomes: Outcomes | None = None
    """How its deals end. None before the end."""
    chance_best: float | None = None
    """The chance that it is the best of those judged (`find_chances_of_best`). None before the
    end."""

    def list_reasons(self) -> list[tuple[str, str]]:
        """Why the best makes more: the parts beyond their error, and the rest; they add up.

        Returns
        -------
        list of (str, str)
            How much, with its sign and error, and of what. Empty where no part is beyond its error.
        """
        reasons = []
        for name in self.reasons:
            gain, whose = self.differences[name], name_part(name)
            if name.endswith(AGAINST):
                part = name_part(name.removesuffix(AGAINST))
                whose = f"{'less' if gain.value > 0 else 'more'} for the opponent's {part}"
            reasons.append((say_gain(gain), whose))
        if reasons and self.rest is not None:
            reasons.append((say_gain(self.rest), "all else together"))
        return reasons

    @property
    def value(self) -> float:
        """What it makes on average."""
        return self.worth.value

    @property
    def gap(self) -> float:
        """The value of the best less this one."""
        return self.behind.value

    @property
    def deals(self) -> int:
        """Deals by which its value is known."""
        return self.worth.n

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        behind = self.behind.as_json()
        return {
            "discard": format_cards(iterate_cards(self.discard)),
            "same": [format_cards(iterate_cards(one)) for one in self.same],
            **self.worth.as_json(),
            "gap": behind.pop("value"),
            **{f"gap_{name}": gap for name, gap in behind.items()},
            "settled": self.is_settled,
            "deals": self.deals,
            "parts": {name: part.value for name, part in self.parts.items()},
            "parts_se": {name: part.se for name, part in self.parts.items()},
            "differences": {name: less.as_json() for name, less in self.differences.items()},
            "reasons": list(self.reasons),
            "rest": None if self.rest is None else self.rest.as_json(),
            "named": self.is_named,
            "chance_best": self.chance_best,
            **({} if self.outcomes is None else self.outcomes.as_json()),
        }


@dataclass(frozen=True, repr=False)
class Advice(Shown):
    """The values of the discards of a hand, as far as they are known.

    Examples
    --------
    >>> from piquet_sim.decisions.kinds.discard import advise
    >>> from piquet_sim.game.cards import parse_hand
    >>> advice = advise(Question(parse_hand("AKJ.AQJ8.98.J87")), deals=2_000)
    >>> [advice.say_verdict(place) for place in (0, 1)]
    ['best beyond doubt', 'worse beyond doubt']
    """

    question: Question
    candidates: tuple[Advised, ...]
    """The best first: the first of the race, unless fresh deals say otherwise beyond doubt."""
    tried: int
    """Candidates that were in the race."""
    raced: int
    """Deals that chose the best."""
    is_judged: bool
    """Whether the values come from fresh deals; if not, the race is still running."""
    unjudged: int = 0
    """Number of candidates that the race did not drop and that are not judged."""
    made_to_take: bool = False
    """Whether elder was made to take as many cards as younger knows of: in none of the hands tried
    would their strategy have taken so many."""
    ended: str = INTERRUPTED
    """How it ended (`game.threads.REACHED`): with the deals asked for, or as many as the race
    called for; for want of time; or before it was complete."""

    def numbers(self) -> Numbers:
        """What each discard makes, the best first, with the verdict on it."""
        unit = POINTS if self.question.score is None else SETTLEMENT
        keys = [f"d{place}" for place in range(len(self.candidates))]
        own = [
            Quantity(key, format_hand_symbols(one.discard), one.worth, unit, sign=Sign.LEAD,
                     against="the opponent", verdict=self.say_verdict(place))
            for place, (key, one) in enumerate(zip(keys, self.candidates, strict=True))
        ]  # fmt: skip
        gaps = {
            ("d0", key): replace(one, key=f"d0-{key}", estimate=behind.behind, sign=Sign.CHANGE)
            for key, one, behind in zip(keys[1:], own[1:], self.candidates[1:], strict=True)
        }
        best, count = {"best": own[0].name}, len(own)
        claims = [Claim("{best} makes {d0}; that it is best is not shown", (), best)]
        if self.is_settled and count > 1:
            said = "{best} is the best discard, {d0 - d1:size} ahead of the next"
            claims.insert(0, Claim(said, [Exceeds("d0", "d*")], best))
        asked = self.question
        about = (
            f"{format_hand_symbols(asked.hand)}, {asked.seat}; {asked.describe()['rules']}, "
            f"opponent {asked.strategy}"
        )
        return Numbers(
            about, own,
            claims,
            Look(says=f"{self.question.seat.capitalize()}'s points less the opponent's, by discard",
                 axis=f"{unit.name} of the lead a deal",
                 note="Discards are compared deal by deal: their order is surer than the lines."),
            paired=gaps,
        )  # fmt: skip

    @property
    def is_settled(self) -> bool:
        """Whether the best is the best beyond doubt."""
        return (
            self.is_judged
            and not self.unjudged
            and all(one.is_settled for one in self.candidates[1:])
        )

    def list_shown(self, most: int) -> list[tuple[int, Advised]]:
        """The given number of candidates, and those asked about by name, each with its place."""
        ranked = enumerate(self.candidates)
        return [(place, one) for place, one in ranked if place < most or one.is_named]

    def say_verdict(self, place: int) -> str:
        """The verdict on a candidate, by its place."""
        one, others = self.candidates[place], self.candidates[1:]
        if not self.is_judged:
            if place == 0:
                return "ahead"
            return "left behind" if one.is_settled else "in the race"
        gaps = [other.behind for other in ([one] if place else others)]
        # A discard that makes more than the best, but not beyond doubt, does not differ from it.
        words = [judge_gap(gap) or TOO_CLOSE * (gap.value <= 0) for gap in gaps]
        words += [TOO_CLOSE] * (not place and self.unjudged > 0)
        for word in (TOO_CLOSE, AS_GOOD):
            if word in words:
                return word
        which = "worse" if place else "best"
        is_sure = one.is_settled if place else self.is_settled
        return f"{which} beyond doubt" if is_sure else f"probably {which}"

    def say_how(self, most: int) -> str:
        """How many discards were tried, and by how many deals the shown ones were judged."""
        listed, best = self.list_shown(most), self.candidates[0]
        open_still = f", {self.unjudged:,} others may be as good" if self.unjudged else ""
        return (
            f"{self.tried:,} candidates tried, {len(listed):,} shown{open_still}; "
            f"{self.raced:,} deals chose the best, {best.deals:,} further deals judged all shown"
            f"{'; the time ended it' if self.ended == TIME else ''}"
        )

    def say_assumed(self) -> str:
        """The rules, and how both are supposed to play."""
        question = self.question.describe()
        known = "has announced a carte blanche, " if self.question.opponent_blanche else ""
        return (
            f"{question['rules']}: the opponent {known}exchanges as {question['strategy']}; both "
            "call everything and play perfectly, seeing all cards"
        )

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        from piquet_sim.running.provenance import describe_making

        opponent = find_strategy(self.question.strategy)
        return {
            "question": self.question.describe(),
            # What is tried at all is chosen by the learned evaluation, expert's.
            "origin": describe_making((opponent, find_strategy("expert"))),
            "settled": self.is_settled,
            "tried": self.tried,
            "raced": self.raced,
            "made_to_take": self.made_to_take,
            "ended": self.ended,
            "candidates": [
                {**one.as_json(), "verdict": self.say_verdict(place)}
                for place, one in enumerate(self.candidates)
            ],
        }


def name_part(name: str) -> str:
    """A part of a discard's value in words.

    Examples
    --------
    >>> name_part("carte_blanche_against")
    'opponent: carte blanche'
    """
    if name == PARTIE:
        return "by the totals of the partie"
    part = name.removesuffix(AGAINST).replace("_", " ")
    return f"opponent: {part}" if name.endswith(AGAINST) else part


def say_gain(gain: Estimate) -> str:
    """A difference with its sign and its error."""
    return ("+" if gain.value > 0 else "") + str(gain)


# ---- The race, and the judgement -----------------------------------------------------------------
def _limit_errors(chance: float, verdicts: int) -> float:
    # Standard errors beyond which a number of verdicts are jointly wrong with this chance.
    return NormalDist().inv_cdf(1 - chance / max(verdicts, 1))


def _is_beyond(less: Estimate, limit: float) -> bool:
    return (
        less.n >= _FEWEST
        and less.low is not None
        and less.low > 0
        and less.value > limit * careful_error(less)
    )


def _advise_on(
    trial: Trial, choice: int, best: int, limit: float, named: Collection[int]
) -> Advised:
    # One candidate beside the best.
    discard = int(trial.discards[choice])
    same = tuple(one for one in rename_suits(trial.question.hand, discard) if one != discard)
    worth = trial.estimate_worth(choice)
    behind = know_exactly(0.0) if choice == best else trial.compare_worths(best, choice)
    is_beyond = _is_beyond(behind, limit)
    return Advised(discard, same, worth, behind, is_beyond, is_named=discard in named)


def _explain(trial: Trial, choice: int, best: int, advised: Advised, chance_best: float) -> Advised:
    # The same with its parts and outcomes and, beside the best, the reasons.
    advised = replace(
        advised,
        parts=trial.estimate_parts(choice),
        outcomes=find_outcomes(trial, choice),
        chance_best=chance_best,
    )
    if choice == best:
        return advised
    less = trial.subtract_parts(best, choice)
    differences = trial.estimate_differences(less)
    either_way = _limit_errors(_CHANCE_REASON / 2, len(differences))
    reasons = sorted(
        (
            name
            for name, part in differences.items()
            if _is_beyond(part, either_way) or _is_beyond(negate(part), either_way)
        ),
        key=lambda name: -abs(differences[name].value),
    )
    # There always is one: one's own carte blanche was shown before.
    rest = sum(values for name, values in less.items() if name not in reasons)
    return replace(
        advised,
        differences=differences,
        reasons=tuple(reasons),
        rest=estimate_values(rest, limits=limit_change(trial.question.rules, trial.question.score)),
    )


def _look_at_race(
    race: Trial, racing: list[int], limit: float, named: Collection[int]
) -> list[Advised]:
    # All that are in the race or were, the best first; the best is still in it.
    best = max(racing, key=lambda choice: race.worths(choice).mean())
    choices = range(len(race.discards))
    advised = [_advise_on(race, choice, best, limit, named) for choice in choices]
    behind = {int(race.discards[choice]) for choice in range(len(advised)) if choice not in racing}
    return sorted(
        (replace(one, is_settled=True) if one.discard in behind else one for one in advised),
        key=lambda one: (one.discard != race.discards[best], one.discard in behind, one.gap),
    )


def _play_on(
    trial: Trial, choices: list[int], most: int, left: Callable[[], float]
) -> Iterator[None]:
    # Deals for each of the choices, which may get fewer meanwhile, until there are `most` or no
    # time is left: as many again each time, near the end only as many as there is time for.
    batch = min(trial.lessen(FIRST_DEALS, _FIRST_OF_RARE), most)
    while batch:
        started = time.perf_counter()
        trial.play(choices, batch)
        took = time.perf_counter() - started
        yield
        so_far, seconds = trial.deals(choices[0]), left()
        if seconds <= 0:
            return
        in_time = batch / max(took, 1e-9) * seconds
        batch = min(so_far, most - so_far)
        if in_time < batch:
            batch = int(in_time) // BATCH * BATCH


def watch_advice(
    question: Question,
    seconds: float | None = None,
    threads: int | None = None,
    stop: Callable[[], bool] = never_stop,
    deals: int | None = None,
    least: int = LEAST_JUDGED,
    shown: int = SHOWN,
    named: Sequence[int] = (),
    fewest: int = 1,
) -> Iterator[Advice]:
    """Advice that improves step by step: first the race, then the judgement by fresh deals.

    Parameters
    ----------
    question : Question
    seconds : float, optional
        When to stop, with about half the time for the race; by default 3, or no limit with `deals`.
    threads : int, optional
        By default one for each processor; the deals do not depend on it.
    stop : callable
        Called between batches; True stops it.
    deals : int, optional
        Maximum deals for each discard, at least 4: half of them for the race, and half to judge
        by. Without a limit of time the advice is then the same on every machine.
    least : int
        Without `deals`, the minimum number of judging deals if there is time, for callers that also
        want the values of worse discards; otherwise as many as the race had.
    shown : int
        Candidates that are judged, at least two; those still in the race always are, up to ten, so
        that the best does not depend on it.
    named : sequence of int
        Discards that are asked about: they are judged whatever they are worth.
    fewest : int
        Candidates that are tried at least, however far behind the learned evaluation sees them.

    Yields
    ------
    Advice
        Once a round; the last, unless it was stopped, is judged and has the parts and reasons.

    Raises
    ------
    InputError
        If a number is invalid, or a discard that is named cannot be made.
    """
    seconds, most = _check_asked(question, named, seconds, deals)
    threads = count_threads(threads)
    prepare_learned()
    if question.score is not None:
        find_prospects()

    def left(share: float) -> float:
        return share * seconds - (time.perf_counter() - begun)

    listed = list_sensible(question)
    if len(listed) < fewest:
        listed = list_sensible(question, fewest, within=None)
    # Of discards that are equal up to renaming suits one is tried. What is named has no part in the
    # race, so that the best discard is the same whoever asks.
    asked = {rename_suits(question.hand, one)[0]: one for one in named}
    sensible = dict.fromkeys(rename_suits(question.hand, int(one))[0] for one in listed)
    discards = np.array([*sensible], np.int64)
    race = Trial(question, discards, threads, stop=stop, lists_hands=True)
    half = race.limit_deals(most // 2)
    begun = time.perf_counter()
    with suppress(Stopped):
        ranks, left_in, raced = yield from _race(race, half, asked, lambda: left(_RACE_SHARE))
        kept = left_in[:SHOWN]
        judged = dict.fromkeys([*ranks[: max(shown, 2)], *kept, *asked])
        discards = np.array([asked.get(one, one) for one in judged], np.int64)
        trial = Trial(question, discards, threads, JUDGED_FROM, True, stop, lists_hands=True)
        # Who may take the place of the best does not depend on how many are shown.
        rivals = {asked.get(one, one) for one in (*kept, *asked)}
        wanted = half if deals is not None else min(max(raced, least), half)
        own = set(asked.values())
        for ranked in _judge_anew(trial, rivals, own, wanted, lambda: left(_PLAYED_SHARE)):
            is_short = trial.deals(0) < wanted or (len(left_in) > 1 and raced < half)
            is_last = ranked[0].chance_best is not None
            ended = (TIME if is_short else REACHED) if is_last else INTERRUPTED
            yield Advice(
                question, ranked, len(race.discards), raced, True, len(left_in[SHOWN:]),
                trial.is_made_to_take, ended,
            )  # fmt: skip


def _check_asked(
    question: Question, named: Sequence[int], seconds: float | None, deals: int | None
) -> tuple[float, int]:
    for discard in named:
        question.check_throw(discard)
    if seconds is None:
        seconds = inf if deals is not None else _USUAL_SECONDS
    if not seconds > 0:
        raise InputError(f"seconds: expected more than 0, got {seconds:g}")
    most = MOST_DEALS if deals is None else read_whole("deals", deals, least=4)
    if most > MOST_DEALS:
        raise InputError(f"deals: expected at most {MOST_DEALS:,}, got {most}")
    return seconds, most


def _race(
    race: Trial, most: int, named: Collection[int], left: Callable[[], float]
) -> Generator[Advice, None, tuple[list[int], list[int], int]]:
    # Comes to all discards, the best first, to those not dropped, and to the deals of the best.
    tried = len(race.discards)
    looks = (MOST_DEALS // FIRST_DEALS).bit_length()
    limit = _limit_errors(_DOUBT, looks * (tried - 1))
    racing = list(range(tried))
    for _ in _play_on(race, racing, most, left):
        ranked = _look_at_race(race, racing, limit, named)
        raced = ranked[0].deals
        yield Advice(race.question, tuple(ranked), tried, raced, False)
        if race.stop():
            raise Stopped
        behind = {one.discard for one in ranked if one.is_settled}
        racing[:] = [one for one in racing if int(race.discards[one]) not in behind]
        if len(racing) == 1:
            break
    ranks = [one.discard for one in ranked]
    still_in = set(race.discards[racing].tolist())
    return ranks, [one for one in ranks if one in still_in], raced


def _judge_anew(
    trial: Trial,
    rivals: Collection[int],
    named: Collection[int],
    most: int,
    left: Callable[[], float],
) -> Iterator[tuple[Advised, ...]]:
    # The best first; at the end with the parts and reasons.
    places = list(range(len(trial.discards)))
    for _ in _play_on(trial, places, most, left):
        best, judged = _judge(trial, rivals, named)
        yield _rank_judged(judged, best)
        if trial.stop():
            raise Stopped
    chances = find_chances_of_best(trial).tolist()
    judged = [_explain(trial, place, best, judged[place], chances[place]) for place in places]
    yield _rank_judged(judged, best)


def _judge(
    trial: Trial, rivals: Collection[int], named: Collection[int]
) -> tuple[int, list[Advised]]:
    # All beside the best. It is the first of the race unless another is better beyond doubt: to
    # choose anew between near ones would make the best look better than it is.
    places = range(len(trial.discards))
    limit = _limit_errors(_DOUBT, len(places) - 1)
    judged = [_advise_on(trial, place, 0, limit, named) for place in places]
    beyond = _limit_errors(_DOUBT, len(rivals))
    better = [
        place
        for place in places[1:]
        if judged[place].discard in rivals and _is_beyond(negate(judged[place].behind), beyond)
    ]
    best = min(better, key=lambda place: judged[place].gap, default=0)
    if best:
        judged = [_advise_on(trial, place, best, limit, named) for place in places]
    return best, judged


def _rank_judged(judged: list[Advised], best: int) -> tuple[Advised, ...]:
    others = (one for place, one in enumerate(judged) if place != best)
    return (judged[best], *sorted(others, key=lambda one: one.gap))


def advise(
    question: Question,
    seconds: float | None = None,
    threads: int | None = None,
    deals: int | None = None,
    shown: int = SHOWN,
    named: Sequence[int] = (),
) -> Advice:
    """The mean points of every sensible discard of a hand, best first.

    Parameters are those of `watch_advice`.

    Raises
    ------
    InputError
        As `watch_advice`.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> best, *others = advise(Question(parse_hand("AKJ.AQJ8.98.J87")), deals=512).candidates
    >>> best.gap, best.parts["sets"].se > 0
    (0.0, True)
    """
    *_, advised = watch_advice(question, seconds, threads, deals=deals, shown=shown, named=named)
    return advised


# ---- How the deals of a discard end --------------------------------------------------------------
def find_outcomes(trial: Trial, choice: int) -> Outcomes:
    """How the deals of one discard of a trial that keeps parts ended."""
    points = trial.points(choice)
    least = int(points.min()) // STEP * STEP
    deals = np.bincount((points - least) // STEP)
    worst, best = np.quantile(points, (0.1, 0.9), method="inverted_cdf")
    return Outcomes(
        _find_chances(trial, choice), int(worst), int(best), least, tuple(deals.tolist())
    )


def _find_chances(trial: Trial, choice: int) -> dict[str, Estimate]:
    parts = trial.values_of_parts(choice)
    capot = trial.question.rules.capot_scores
    chances = {}
    for mine, theirs in (("", AGAINST), (AGAINST, "")):
        cards, other = parts["cards" + mine], parts["cards" + theirs]
        happened = {
            "cards": cards > other,
            "capot": (cards == capot) & (cards > other),
            "pique": parts["pique" + mine] > 0,
            "repique": parts["repique" + mine] > 0,
        }
        for name in CHANCES:
            chances[name + mine] = estimate_proportion(int(happened[name].sum()), len(cards))
    return chances


def find_chances_of_best(trial: Trial) -> np.ndarray:
    """The chance that each discard of a trial is the best of them, given the deals.

    As all have been tried in the same deals, the errors of their means are jointly normal, with the
    covariance of these deals; before the deals any values are as likely as any others.

    Parameters
    ----------
    trial : Trial
        With at least two deals, and equally many for each discard.

    Returns
    -------
    ndarray of float64
        One for each discard; they add up to 1. They are estimated by 20,000 draws, always the same:
        an error of .004 at most.
    """
    worths = np.stack([trial.worths(choice) for choice in range(len(trial.discards))]).astype(float)
    if len(worths) == 1:
        return np.ones(1)
    errors = np.cov(worths) / worths.shape[1]
    draws = np.random.default_rng(_SEED).multivariate_normal(worths.mean(axis=1), errors, _DRAWS)
    return np.bincount(draws.argmax(axis=1), minlength=len(worths)) / _DRAWS


# ---- Two discards side by side -------------------------------------------------------------------
@dataclass(frozen=True)
class Contrast:
    """Two discards compared in common deals."""

    discards: tuple[int, int]
    deals: int
    values: tuple[float, float]
    """The value of each: the player's points less the opponent's, or the expected settlement."""
    gap: Estimate
    """The first less the second, in the unit of `values`."""
    points: Estimate
    """The difference in points, also in a partie: the sum of `parts`."""
    parts: dict[str, Estimate]
    """Parts of the difference of points: the player's and, with `_against`, the opponent's; the
    opponent's have the opposite sign, so that more is better."""
    together: dict[str, Estimate]
    """The same with the player's and the opponent's part in one, by the name of the player's."""
    better: float
    """Share of the deals in which the first makes more than the second, in the unit of `values`."""
    equal: float
    """Share of the deals in which both make the same."""
    ends: np.ndarray = field(repr=False, compare=False)
    """The player's points less the opponent's in every deal: int64, shape (deals, 2)."""
    bonuses: dict[str, np.ndarray] = field(repr=False, compare=False)
    """Whether a pique or repique was made, by the name of the part: bool, shape (deals, 2)."""

    @property
    def is_clear(self) -> bool:
        """Whether one is better than the other (`judge_gap`)."""
        return not judge_gap(self.gap)


def watch_contrast(
    question: Question,
    one: int,
    two: int,
    deals: int = MOST_COMPARED,
    threads: int | None = None,
    stop: Callable[[], bool] = never_stop,
) -> Iterator[Contrast]:
    """Two discards in ever more common deals.

    Parameters
    ----------
    question : Question
    one, two : int
        Discards, as masks.
    deals : int
        Maximum number of deals, at least 2.
    threads : int, optional
        By default one for each processor; the deals do not depend on it.
    stop : callable
        Called now and then; True stops it.

    Yields
    ------
    Contrast
        After 2,048 deals, and after each doubling.

    Raises
    ------
    InputError
        If a discard is not in the hand or has an illegal number of cards, or both are the same.
    """
    for discard in (one, two):
        question.check_throw(discard)
    if one == two:
        raise InputError("compare: expected two different discards, got the same one twice")
    if not 2 <= deals <= MOST_COMPARED:
        raise InputError(f"deals: expected 2 to {MOST_COMPARED:,}, got {deals}")
    prepare_learned()
    discards = np.array([one, two], np.int64)
    crew = count_threads(threads)
    trial = Trial(question, discards, crew, JUDGED_FROM, True, stop, lists_hands=True)
    deals, wanted = trial.limit_deals(deals), _CONTRAST_FIRST
    while True:
        try:
            trial.play([0, 1], min(wanted, deals) - trial.deals(0))
        except Stopped:
            return
        yield _contrast(trial)
        if trial.deals(0) >= deals:
            return
        wanted *= 2


_BONUSES = tuple(name + ending for name in ("pique", "repique") for ending in ("", AGAINST))


def _contrast(trial: Trial) -> Contrast:
    differences = trial.subtract_parts(0, 1)
    differences.pop(PARTIE, None)  # the parts are those of the points
    worths = [trial.worths(choice) for choice in (0, 1)]
    one, two = (trial.points(choice) for choice in (0, 1))
    parts = [trial.values_of_parts(choice) for choice in (0, 1)]
    return Contrast(
        (int(trial.discards[0]), int(trial.discards[1])),
        trial.deals(0),
        (trial.estimate_worth(0).value, trial.estimate_worth(1).value),
        trial.compare_worths(0, 1),
        compare_values(one, two, limits=limit_change(trial.question.rules)),
        trial.estimate_differences(differences),
        {
            name: estimate_values(values + differences[name + AGAINST])
            for name, values in differences.items()
            if not name.endswith(AGAINST)
        },
        float((worths[0] > worths[1]).mean()),
        float((worths[0] == worths[1]).mean()),
        np.stack((one, two), axis=1),
        {name: np.stack([one[name] > 0 for one in parts], axis=1) for name in _BONUSES},
    )
