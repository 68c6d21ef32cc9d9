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
when the chance that this verdict is wrong is below one in two thousand: of any among ten that are
judged below one in two hundred, and with the race one in a hundred.
"""

import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import inf
from typing import Any

import numpy as np

from piquet_sim.decisions.judge import (
    DOUBT,
    NO_DOUBT,
    Doubt,
    Effort,
    Loss,
    exceeds_errors,
    find_doubt,
    find_leader,
    find_loss,
    limit_errors,
)
from piquet_sim.decisions.kinds.contrast import MOST_COMPARED, Contrast
from piquet_sim.decisions.kinds.discard_table import (
    BATCH,
    JUDGED_FROM,
    MOST_DEALS,
    DiscardTable,
    Stopped,
)
from piquet_sim.decisions.kinds.question import (
    Question,
    ask_discard,
    list_learned,
    list_sensible,
    rename_suits,
)
from piquet_sim.decisions.meaning import describe_discards
from piquet_sim.decisions.seen import Seen
from piquet_sim.decisions.stake import Stake
from piquet_sim.estimates.differences import TOO_CLOSE
from piquet_sim.estimates.estimate import Estimate, estimate_values, know_exactly, negate
from piquet_sim.estimates.shown import Shown
from piquet_sim.game.errors import InputError, read_positive, read_whole
from piquet_sim.game.threads import INTERRUPTED, REACHED, TIME, count_threads
from piquet_sim.game.wording import say_cards
from piquet_sim.matches.standing import POINTS as DIFFERENCE
from piquet_sim.strategies.learned import prepare_learned
from piquet_sim.strategies.registry import find_strategy
from piquet_sim.strategies.score_values import find_prospects

FIRST_DEALS = 128
"""Deals played before the first look."""
_FIRST_OF_RARE = 32
"""The same at least where it takes long to find elder a hand (`DiscardTable.lessen`)."""
LEAST_JUDGED = 4_096
"""Minimum number of judging deals, however soon the race ends, if there is time."""
SHOWN = 10
"""Number of candidates that are judged."""
STEP = 10
"""Points: the width of a class of the histogram."""

_CHANCE_REASON = 0.05
"""Maximum chance that any part is wrongly called a reason."""
MODEL_ERROR = 0.7
"""Standard error in points, because deals are played on with all cards seen (measured in 50 hands
against cards played by `expert`)."""
_SETTLING_SEED = 1
"""Seed of the deals that decide where the first leave a verdict open, whatever theirs is."""
_TIMES_SETTLING = 4
"""To decide, the deals that judged, times this are played."""
_USUAL_SECONDS = 3.0
_RACE_SHARE, _PLAYED_SHARE = 0.45, 0.9
"""Shares of the time for the race and for all deals; the rest is for computing the reasons."""


# ---- What advice says ----------------------------------------------------------------------------
@dataclass(frozen=True)
class Advised:
    """One discard, and what it makes; parts and chances are those of the deals that judge."""

    discard: int
    same: tuple[int, ...]
    """Discards that are equal up to renaming suits."""
    worth: Estimate
    """The player's points less the opponent's, or the expected settlement of the partie."""
    behind: Estimate
    """How much more the best discard makes, deal by deal in common deals."""
    is_settled: bool
    """Whether it is worse than the best beyond doubt."""
    is_named: bool
    """Whether it was asked about by name, so that it is judged whatever it is worth."""
    beside: Contrast = field(repr=False, compare=False)
    """The best beside it, in the table of both."""

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

    @property
    def place(self) -> int:
        """In the table."""
        return self.beside.two

    @cached_property
    def parts(self) -> dict[str, Estimate]:
        """Points per deal of each part, for and against the player.

        Those for less those against add up to the value. In a partie, also the effect of the
        totals.
        """
        return self.beside.table.estimate_parts(self.place)

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """The parts where that is beyond its error, the greatest first."""
        made = self.beside.parts
        limit = limit_errors(_CHANCE_REASON / 2, len(made))
        beyond = (
            name
            for name, part in made.items()
            if exceeds_errors(part, limit) or exceeds_errors(negate(part), limit)
        )
        return tuple(sorted(beyond, key=lambda name: -abs(made[name].value)))

    @property
    def rest(self) -> Estimate | None:
        """All other parts of the gap together, own carte blanche among them; None for the best."""
        rest = [less for name, less in self.beside.less.items() if name not in self.reasons]
        limits = self.beside.table.stake.limit_change()
        return estimate_values(sum(rest), limits=limits) if rest else None

    @property
    def chances(self) -> dict[str, Estimate]:
        """How often its deals end in what, as `DiscardTable.estimate_chances` has it."""
        return self.beside.table.estimate_chances(self.place)

    @property
    def ends(self) -> np.ndarray:
        """How its deals end: the player's points less the opponent's, by deal."""
        return self.beside.table.worths(self.place, DIFFERENCE)

    def find_tenths(self) -> tuple[int, int]:
        """The points of the best of the worst tenth of deals, and of the worst of the best."""
        return tuple(map(int, np.quantile(self.ends, (0.1, 0.9), method="inverted_cdf")))

    @property
    def chance_best(self) -> float:
        """The chance that it is the best of those judged (`DiscardTable.chances_of_best`)."""
        return float(self.beside.table.chances_of_best[self.place])

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`."""
        behind, rest = self.behind.as_json(), self.rest
        worst, best = self.find_tenths()
        classes = self.ends // STEP
        least = int(classes.min())
        return {
            "discard": say_cards(self.discard),
            "same": [say_cards(one) for one in self.same],
            **self.worth.as_json(),
            "gap": behind.pop("value"),
            **{f"gap_{name}": gap for name, gap in behind.items()},
            "settled": self.is_settled,
            "deals": self.deals,
            "parts": {name: part.value for name, part in self.parts.items()},
            "parts_se": {name: part.se for name, part in self.parts.items()},
            "differences": {name: less.as_json() for name, less in self.beside.parts.items()},
            "reasons": list(self.reasons),
            "rest": None if rest is None else rest.as_json(),
            "named": self.is_named,
            "chance_best": self.chance_best,
            "chances": {name: chance.as_json() for name, chance in self.chances.items()},
            "worst_tenth": worst,
            "best_tenth": best,
            "histogram": {
                "from": STEP * least,
                "step": STEP,
                "deals": np.bincount(classes - least).tolist(),
            },
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
    unjudged: int = 0
    """Number of candidates that the race did not drop and that are not judged."""
    ended: str = INTERRUPTED
    """How it ended (`game.threads.REACHED`): with the deals asked for, or as many as the race
    called for; for want of time; or before it was complete."""
    trials: DiscardTable | None = field(default=None, repr=False, compare=False)
    """The fresh deals that judge; None while the race is running."""
    doubt: Doubt = field(default=NO_DOUBT, repr=False, compare=False)
    """What the differences may be off by, besides the luck of these deals."""

    numbers = describe_discards

    def find_loss(self, throw: int) -> Loss:
        """What one of the candidates loses against the best, by the deals that judged both."""
        best, ranked = self.candidates[0], enumerate(self.candidates)
        place, made = next((at, one) for at, one in ranked if throw in (one.discard, *one.same))
        loss = find_loss(
            best.beside.table, made.place, [best.place], lambda _: best.same, MODEL_ERROR
        )
        return replace(loss, verdict=self.say_verdict(place), choices=self.tried)

    @property
    def is_settled(self) -> bool:
        """Whether the best is the best beyond doubt."""
        is_over = self.trials is not None and not self.unjudged
        return is_over and all(one.is_settled for one in self.candidates[1:])

    def list_shown(self, most: int) -> list[tuple[int, Advised]]:
        """The given number of candidates, and those asked about by name, each with its place."""
        ranked = enumerate(self.candidates)
        return [(place, one) for place, one in ranked if place < most or one.is_named]

    def say_verdict(self, place: int) -> str:
        """The verdict on a candidate, by its place."""
        one, others = self.candidates[place], self.candidates[1:]
        if self.trials is None:
            return "ahead" if place == 0 else "left behind" if one.is_settled else "in the race"
        if place:
            return self.doubt.judge(one.behind)
        return TOO_CLOSE if self.unjudged else self.doubt.judge_best([two.behind for two in others])

    def say_how(self, most: int) -> str:
        """How many discards were tried, and by how many deals the shown ones were judged."""
        listed, best = self.list_shown(most), self.candidates[0]
        open_still = f", {self.unjudged:,} others may be as good" if self.unjudged else ""
        return (
            f"{self.tried:,} candidates tried, {len(listed):,} shown{open_still}; "
            f"{self.raced:,} deals chose the best, {best.deals:,} further deals judged all shown"
            f"{'; the time ended it' if self.ended == TIME else ''}"
        )

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it with `--json`: advice that fresh deals have judged."""
        from piquet_sim.running.provenance import describe_making

        opponent = find_strategy(self.question.strategy)
        return {
            "question": self.question.describe(),
            # What is tried at all is chosen by the learned evaluation, expert's.
            "origin": describe_making((opponent, find_strategy("expert"))),
            "settled": self.is_settled,
            "tried": self.tried,
            "raced": self.raced,
            "made_to_take": self.trials.is_made_to_take,
            "ended": self.ended,
            "candidates": [
                {**one.as_json(), "verdict": self.say_verdict(place)}
                for place, one in enumerate(self.candidates)
            ],
        }


# ---- The race, and the judgement -----------------------------------------------------------------
def _rank(
    table: DiscardTable,
    best: int,
    is_worse: Callable[[Estimate], bool],
    named: Collection[int],
    dropped: Collection[int] = (),
    before: Collection[Advised] = (),
) -> tuple[Advised, ...]:
    # All beside the best: that first, and those at last that were dropped before. Of these nothing
    # has changed as long as the best is the same.
    advised = [one for one in before if one.place in dropped and one.beside.one == best]
    known = {one.place for one in advised}
    for place, discard in enumerate(table.choices):
        if place in known:
            continue
        behind = know_exactly(0.0) if place == best else table.compare(best, place)
        same = tuple(one for one in rename_suits(table.question.hand, discard) if one != discard)
        judged = table.worth(place), behind, place in dropped or is_worse(behind), discard in named
        advised.append(Advised(discard, same, *judged, Contrast(table, best, place)))
    advised.sort(key=lambda one: (one.place != best, one.place in dropped, one.gap, one.place))
    return tuple(advised)


def _play_on(
    trial: DiscardTable, choices: list[int], most: int, left: Callable[[], float]
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
    stop: Callable[[], bool] | None = None,
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
    stop : callable, optional
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
    for discard in named:
        question.check_throw(discard)
    usual = _USUAL_SECONDS if deals is None else inf
    seconds = usual if seconds is None else read_positive("seconds", seconds)
    most = MOST_DEALS if deals is None else read_whole("n", deals, least=4)
    if most > MOST_DEALS:
        raise InputError(f"n: expected at most {MOST_DEALS:,} deals, got {most:,}")
    threads = count_threads(threads)
    prepare_learned()
    if question.score is not None:
        find_prospects()

    def left(share: float) -> float:
        return share * seconds - (time.perf_counter() - begun)

    listed = list_sensible(question)
    if len(listed) < fewest:
        listed = list_learned(question)[0][:fewest]
    # Of discards that are equal up to renaming suits one is tried. What is named has no part in the
    # race, so that the best discard is the same whoever asks.
    asked = {rename_suits(question.hand, one)[0]: one for one in named}
    sensible = dict.fromkeys(rename_suits(question.hand, int(one))[0] for one in listed)
    race = DiscardTable(question, [*sensible], threads, stop=stop, lists_hands=True)
    half = race.limit_deals(most // 2)
    race.prepare()
    begun = time.perf_counter()
    with suppress(Stopped):
        for raced in _race(race, half, asked, lambda: left(_RACE_SHARE)):
            yield raced
        ranks = [one.discard for one in raced.candidates]
        left_in = [one.discard for one in raced.candidates if not one.is_settled]
        kept = left_in[:SHOWN]
        discards = [
            asked.get(one, one) for one in dict.fromkeys([*ranks[: max(shown, 2)], *kept, *asked])
        ]
        table = DiscardTable(question, discards, threads, JUDGED_FROM, True, stop, lists_hands=True)
        # Who may take the place of the best does not depend on how many are shown.
        rivals = {asked.get(one, one) for one in (*kept, *asked)}
        places = range(len(discards))
        may_lead = [place for place in places if discards[place] in rivals]
        wanted = half if deals is not None else min(max(raced.raced, least), half)
        for _ in _play_on(table, [*places], wanted, lambda: left(_PLAYED_SHARE)):
            best = find_leader(table, may_lead)
            doubt = find_doubt(table, best, MODEL_ERROR)
            advice = replace(
                raced,
                candidates=_rank(table, best, doubt.is_beyond, asked.values()),
                unjudged=len(left_in[SHOWN:]),
                trials=table,
                doubt=doubt,
            )
            yield advice
        is_short = table.deals(0) < wanted or (len(left_in) > 1 and raced.raced < half)
        yield replace(advice, ended=TIME if is_short else REACHED)


def _race(
    race: DiscardTable, most: int, named: Collection[int], left: Callable[[], float]
) -> Iterator[Advice]:
    # The last has settled all that are dropped.
    tried = len(race.choices)
    is_worse = partial(
        exceeds_errors,
        limit=limit_errors(DOUBT, (MOST_DEALS // FIRST_DEALS).bit_length() * (tried - 1)),
    )
    racing, ranked = list(range(tried)), ()
    for _ in _play_on(race, racing, most, left):
        best, dropped = max(racing, key=race.mean), set(range(tried)) - set(racing)
        ranked = _rank(race, best, is_worse, named, dropped, ranked)
        yield Advice(race.question, ranked, tried, ranked[0].deals)
        racing[:] = sorted(one.place for one in ranked if not one.is_settled)
        if len(racing) == 1:
            break


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
    rounds = watch_advice(question, seconds, threads, deals=deals, shown=shown, named=named)
    return deque(rounds, maxlen=1).pop()


DEALS = 1 << 16
"""For a discard, half to find the best and half to judge: the loss is known to a quarter of a
point."""
QUICK_DEALS = 1 << 14
"""The same where many are judged or somebody waits: the loss is known to half a point."""


def judge_discard(
    question: Question,
    throw: int,
    deals: int | None = DEALS,
    seconds: float | None = None,
    threads: int | None = None,
) -> Loss:
    """What a discard loses against the best of its hand.

    Parameters
    ----------
    question : Question
    throw : int
        As a mask.
    deals : int
        Half choose the best throw and half judge it; at least 4.
    seconds : float, optional
        When to stop; with it the number of deals depends on the machine.
    threads : int, optional
        By default one for each processor.

    Returns
    -------
    Loss
        Points, or the expected settlement where the question has a score; the standard error is
        over deals.

    Raises
    ------
    InputError
        As `advise`.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> question = Question(parse_hand("AKJ.AQJ8.98.J87"))
    >>> loss = judge_discard(question, parse_hand("K..98.87"), 256)
    >>> named = advise(question, deals=256, named=[parse_hand("K..98.87")])
    >>> [one.behind for one in named.candidates if one.is_named] == [loss.estimate]
    True
    """
    return advise(question, seconds, threads, deals, shown=2, named=[throw]).find_loss(throw)


# ---- As any kind of decision ---------------------------------------------------------------------
def judge(seen: Seen, stake: Stake, made: int, effort: Effort, seed: int) -> Loss:
    """What a discard loses; more deals judge where it is open whether that is beyond doubt."""
    question = ask_discard(seen, stake, seed=seed)
    loss = judge_discard(question, made, effort.deals, effort.seconds, effort.threads)
    if effort.seconds is not None or not loss.doubt.is_open(loss.estimate):
        return loss
    table = DiscardTable(
        replace(question, seed=_SETTLING_SEED),
        (loss.best[0], made),
        count_threads(effort.threads),
        JUDGED_FROM,
        lists_hands=True,
    )
    table.play([0, 1], table.limit_deals(min(_TIMES_SETTLING * effort.deals // 2, MOST_COMPARED)))
    return replace(
        find_loss(table, 1, [0], model=MODEL_ERROR), best=loss.best, choices=loss.choices
    )
