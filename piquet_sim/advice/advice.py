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
from dataclasses import replace
from math import inf
from statistics import NormalDist

import numpy as np

from piquet_sim.advice.advised_discards import Advice, Advised
from piquet_sim.advice.outcomes import find_chances_of_best, find_outcomes
from piquet_sim.advice.trials import (
    BATCH,
    JUDGED_FROM,
    MOST_DEALS,
    Question,
    Stopped,
    Trial,
    list_sensible,
    never_stop,
    rename_suits,
)
from piquet_sim.estimates.estimate import (
    Estimate,
    careful_error,
    estimate_values,
    know_exactly,
    negate,
)
from piquet_sim.game.errors import InputError
from piquet_sim.running.run import check_count, count_threads
from piquet_sim.strategies.learned import prepare_learned
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
        rest=estimate_values(rest, limits=trial.limit_difference()),
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
    # race, so that the best found is the same whoever asks.
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
        for found in _judge_anew(trial, rivals, own, wanted, lambda: left(_PLAYED_SHARE)):
            yield Advice(
                question, found, len(race.discards), raced, True, len(left_in[SHOWN:]),
                trial.is_made_to_take,
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
    most = MOST_DEALS if deals is None else check_count(deals, "deals", least=4)
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
        best, found = _judge(trial, rivals, named)
        yield _rank_judged(found, best)
        if trial.stop():
            raise Stopped
    chances = find_chances_of_best(trial).tolist()
    found = [_explain(trial, place, best, found[place], chances[place]) for place in places]
    yield _rank_judged(found, best)


def _judge(
    trial: Trial, rivals: Collection[int], named: Collection[int]
) -> tuple[int, list[Advised]]:
    # All beside the best. It is the first of the race unless another is better beyond doubt: to
    # choose anew between near ones would make the best look better than it is.
    places = range(len(trial.discards))
    limit = _limit_errors(_DOUBT, len(places) - 1)
    found = [_advise_on(trial, place, 0, limit, named) for place in places]
    beyond = _limit_errors(_DOUBT, len(rivals))
    better = [
        place
        for place in places[1:]
        if found[place].discard in rivals and _is_beyond(negate(found[place].behind), beyond)
    ]
    best = min(better, key=lambda place: found[place].gap, default=0)
    if best:
        found = [_advise_on(trial, place, best, limit, named) for place in places]
    return best, found


def _rank_judged(found: list[Advised], best: int) -> tuple[Advised, ...]:
    others = (one for place, one in enumerate(found) if place != best)
    return (found[best], *sorted(others, key=lambda one: one.gap))


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
