"""Learning to discard by self-play: fit an evaluation to results, play by it, and repeat.

    python -m piquet_sim.strategies.training mine.npz

makes the file again that `expert` and `master` play by: a block for each rule book of `RECIPE`,
from nothing, in about an hour and a quarter on two processors. ``piquet duel expert@mine.npz
expert`` lets the two files meet; the package has it as ``piquet_sim/data/learned.npz``.

Each round deals fresh hands and tries sixteen discards of each against the present exchange of the
other seat (`kernel.learning.training`). It fits the worths to what the discards made, shrunk
towards those of the last round, and plays the new exchange against the last over mirrored deals.
The first rounds are small, since they start from nothing. Once the gain is zero within its error, a
few more rounds follow and their worths are averaged: no round is chosen for its result. Finally the
training learns how to combine the worths with what a short list's draws come to, how likely hands
are to be held after the exchange, and how deals end.

Training works for any rule book. What discards make is measured by perfect play under Rubicon's
laws, scored by the laws of the rule book (`kernel.players.continuation`); short lists are computed
only with 32 cards, so that with the sixes no factors are learned.

Everything depends on the seed alone; sums are taken in a fixed order, so that the file is the same,
bit for bit, for any number of threads.

References
----------
Tesauro: Temporal difference learning and TD-Gammon. Communications of the ACM 38, 1995 (learning
an evaluation from play against oneself).
Hestenes, Stiefel: Methods of conjugate gradients for solving linear systems. Journal of Research
of the National Bureau of Standards 49, 1952.
Böhning: Multinomial logistic regression algorithm. Annals of the Institute of Statistical
Mathematics 44, 1992 (the bound by which the likelihood of hands is raised).
"""

import os
import platform
import sys
import time
from collections.abc import Callable
from math import sqrt
from pathlib import Path

import numba
import numpy as np

from piquet_sim.exact.kernel_laws import find_laws
from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.errors import read_whole
from piquet_sim.game.files import check_writable
from piquet_sim.game.rules import PRESETS, RUBICON, RuleSet
from piquet_sim.game.threads import play_in_order
from piquet_sim.kernel.batch.batch import HIGHEST_SCORE
from piquet_sim.kernel.deal.dealing import PACK_32
from piquet_sim.kernel.deal.views import ELDER_SEAT, YOUNGER_SEAT
from piquet_sim.kernel.learning import training as kernel
from piquet_sim.kernel.learning.short_list_training import sum_short_lists
from piquet_sim.kernel.learning.training import (
    KEPT_WEIGHTS,
    RANK_WEIGHTS,
    SHAPE_WEIGHTS,
    SUIT_WEIGHTS,
    TAKEN_WEIGHTS,
    TOP_WEIGHTS,
    TRIED,
    WEIGHTS,
    Trials,
)
from piquet_sim.kernel.perfect.live_pique import new_memory
from piquet_sim.kernel.players.discard_values import (
    KEPT_OF_SUIT_ENTRY,
    SHAPE_AT,
    SHAPE_OF,
    SUIT_ENTRIES,
    UNIT,
)
from piquet_sim.kernel.players.short_lists import AMOUNTS, DRAWS, FACTORS
from piquet_sim.kernel.random import CHOICES_FROM, FACTORS_FROM, MATCHES_FROM, SCORES_FROM
from piquet_sim.strategies.learned import (
    Learned,
    find_family,
    find_learned,
    round_entries,
    write_learned,
)

RECIPE = (
    (RUBICON, 1_000_000),
    (PRESETS["american"], 150_000),
    (PRESETS["cotton_1674"], 200_000),
    (RUBICON.replace(pack=36, elder_exchange_most=8), 50_000),
)
"""A rule book of each family of laws, and the hands tried in each seat in a whole round."""

_SEATS = (ELDER_SEAT, YOUNGER_SEAT)
_FIRST_ROUNDS = (32, 8)
"""The first rounds have the hands of a whole round divided by these."""
_LEAST_HANDS = 1000
_AVERAGED = 4
_MATCH_PAIRS_A_HAND = 0.1
_MOST_MATCH_PAIRS = 100_000
_MATCH_SEED = 2
_STEPS = 25
_CHOICE_ROUNDS, _CHOICE_STEPS = 12, 6
_OBSERVED_A_HAND = 0.2

# How far a worth may be expected to lie from the last round's, in points (or nats, where it is
# learned how likely hands are): the ridge is the variance of a trial divided by the square.
_SPREAD = np.zeros(WEIGHTS)
for _first, _spread in (
    (SUIT_WEIGHTS, 1.0),
    (KEPT_WEIGHTS, 5.0),
    (RANK_WEIGHTS, 3.0),
    (TAKEN_WEIGHTS, 3.0),
    (TOP_WEIGHTS, 1.0),
    (SHAPE_WEIGHTS, 1.0),
):
    _SPREAD[_first:] = _spread
_FIRST_SPREADS = (3.0, 1.5)
"""The first rounds start from nothing and may go further."""


def _new_trials(hands: int) -> Trials:
    return Trials(
        np.zeros(hands, np.int64),
        np.zeros(hands, np.int8),
        np.zeros((hands, TRIED), np.int64),
        np.zeros((hands, TRIED, 2), np.int16),
    )


def _entries_of(weights: np.ndarray) -> np.ndarray:
    # Worths by entry, shapes once each, from one column of weights.
    return np.concatenate(
        [
            weights[:SUIT_ENTRIES] + weights[KEPT_WEIGHTS:RANK_WEIGHTS][KEPT_OF_SUIT_ENTRY],
            weights[RANK_WEIGHTS:],
        ]
    )


def _lay_out(both: list[np.ndarray]) -> np.ndarray:
    # What kernels read of both seats: the differences of own score and the opponent's.
    own, theirs = (_round_entries(both, side) for side in (0, 1))
    rows = own.astype(np.int32) - theirs
    return np.hstack([rows[:, :SHAPE_AT], rows[:, SHAPE_AT:][:, SHAPE_OF]]).astype(np.int16).ravel()


def _round_entries(both: list[np.ndarray], side: int) -> np.ndarray:
    return np.array([round_entries(_entries_of(weights[:, side])) for weights in both])


def _solve(
    trials: Trials,
    ridge: np.ndarray,
    right: np.ndarray,
    times: np.ndarray,
    steps: int,
    scale: float,
) -> np.ndarray:
    # Conjugate gradients for (scale * normal matrix + ridge) x = right, by columns.
    inverse = 1.0 / (scale * times + ridge)[:, None]
    solution = np.zeros_like(right)
    left = right.copy()
    better = inverse * left
    direction = better.copy()
    size = (left * better).sum(axis=0)
    unexplained, counted = np.zeros_like(right), np.zeros_like(times)
    unscored = trials._replace(scores=np.zeros_like(trials.scores))
    for _ in range(steps):
        kernel.sum_residuals(unscored, direction, unexplained, counted)
        product = ridge[:, None] * direction - scale * unexplained
        along = (direction * product).sum(axis=0)
        step = np.divide(size, along, out=np.zeros_like(size), where=along > 0)
        solution += step * direction
        left -= step * product
        better = inverse * left
        new_size = (left * better).sum(axis=0)
        direction = (
            better + np.divide(new_size, size, out=np.zeros_like(size), where=size > 0) * direction
        )
        size = new_size
    return solution


def _fit(trials: Trials, weights: np.ndarray, spread: float) -> np.ndarray:
    right, times = np.zeros((WEIGHTS, 2)), np.zeros(WEIGHTS)
    squares = kernel.sum_residuals(trials, weights, right, times)
    variance = squares / (len(trials.hands) * (TRIED - 1)) / 2
    return weights + _solve(trials, variance / (_SPREAD * spread) ** 2, right, times, _STEPS, 1.0)


def _fit_choices(trials: Trials) -> np.ndarray:
    # The most likely weights, drawn to nothing, by steps under a bound of the curvature.
    weights = np.zeros((WEIGHTS, 2))
    right, times = np.zeros((WEIGHTS, 2)), np.zeros(WEIGHTS)
    ridge = 1.0 / _SPREAD**2
    for _ in range(_CHOICE_ROUNDS):
        kernel.sum_choices(trials, weights, right, times)
        right -= ridge[:, None] * weights
        weights = weights + _solve(trials, ridge, right, times, _CHOICE_STEPS, 0.5)
    return weights  # a constant does not matter; with it the true hands weigh about one


class _Trainer:
    def __init__(self, seed: int, threads: int | None, rules: RuleSet) -> None:
        self.seed, self.laws = seed, find_laws(rules)
        self.threads = threads or min(len(_SEATS), os.cpu_count() or 1)
        self.solution = find_play_table()

    def by_seat(self, work: Callable[[int], np.ndarray]) -> list[np.ndarray]:
        return list(play_in_order(work, _SEATS, self.threads))

    def try_and_fit(
        self, both: list[np.ndarray], first: int, hands: int, spread: float
    ) -> list[np.ndarray]:
        entries = _lay_out(both)

        def work(seat: int) -> np.ndarray:
            trials = _new_trials(hands)
            kernel.try_discards(
                self.laws,
                seat,
                entries,
                entries,
                self.seed,
                first,
                self.solution,
                new_memory(),
                trials,
            )
            return _fit(trials, both[seat], spread)

        return self.by_seat(work)

    def learn_factors(self, entries: np.ndarray, hands: int) -> np.ndarray:
        if self.laws.pack != PACK_32:
            return np.zeros((len(_SEATS), FACTORS), np.int16)

        def work(seat: int) -> np.ndarray:
            squares, products = np.zeros((FACTORS, FACTORS)), np.zeros(FACTORS)
            sum_short_lists(
                self.laws,
                seat,
                entries,
                entries,
                self.seed,
                FACTORS_FROM,
                hands,
                self.solution,
                new_memory(),
                squares,
                products,
            )
            factors = np.linalg.lstsq(squares, products, rcond=None)[0]
            # Factors of a hundredth of learned worth and of one draw become hundredths of all.
            return round_entries(factors * [UNIT, *AMOUNTS * [len(DRAWS)]])

        return np.array(self.by_seat(work))

    def learn_hands(self, entries: np.ndarray, hands: int) -> list[np.ndarray]:
        def work(seat: int) -> np.ndarray:
            trials = _new_trials(hands)
            kernel.observe_hands(self.laws, seat, entries, self.seed, CHOICES_FROM, trials)
            return _fit_choices(trials)[:, 0]

        return self.by_seat(work)

    def play_exchanges(
        self, one: np.ndarray, two: np.ndarray, first: int, deals: int, turns: int
    ) -> np.ndarray:
        """Scores of deals between two exchanges: int16[deal, turn, seat]."""
        half = deals // len(_SEATS)

        def work(part: int) -> np.ndarray:
            scores = np.zeros((half, turns, len(_SEATS)), np.int16)
            kernel.play_exchanges(
                self.laws,
                one,
                two,
                self.seed,
                first + part * half,
                self.solution,
                new_memory(),
                scores,
            )
            return scores

        return np.concatenate(self.by_seat(work))

    def count_scores(self, entries: np.ndarray, deals: int) -> np.ndarray:
        scores = self.play_exchanges(entries, entries, SCORES_FROM, deals, 1)
        cells, counts = np.unique(
            np.minimum(scores.reshape(-1, 2), HIGHEST_SCORE), axis=0, return_counts=True
        )
        return np.column_stack([cells, counts]).astype(np.int32)


def _play_match(
    trainer: _Trainer, one: np.ndarray, two: np.ndarray, first: int, pairs: int
) -> tuple[float, float]:
    # What the first exchange gains over the second in mirrored pairs of deals, with its error.
    scores = trainer.play_exchanges(one, two, MATCHES_FROM + first, pairs, len(_SEATS))
    made = np.diff(scores.astype(np.int64), axis=2)[:, :, 0]
    gains = made[:, 1] - made[:, 0]
    mean = gains.sum() / pairs
    return mean, sqrt(max((gains**2).sum() / pairs - mean * mean, 0.0) / (pairs - 1))


def _learn_in_rounds(
    trainer: _Trainer,
    hands: int,
    rounds: int,
    played: list[dict[str, float]],
    report: Callable[[str], None],
) -> list[list[np.ndarray]]:
    # The worths of the rounds that are to be averaged. Each round is added to those played: hands
    # tried in each seat, what a mirrored pair of deals gained over the last round's exchange in
    # points, with its standard error, and seconds.
    both = [np.zeros((WEIGHTS, 2)) for _ in _SEATS]
    settled: list[list[np.ndarray]] = []
    pairs = int(min(max(hands * _MATCH_PAIRS_A_HAND, _LEAST_HANDS), _MOST_MATCH_PAIRS)) // 2 * 2
    for number in range(rounds):
        start = time.perf_counter()
        small = number < len(_FIRST_ROUNDS)
        tried = max(hands // _FIRST_ROUNDS[number], _LEAST_HANDS) if small else hands
        spread = _FIRST_SPREADS[number] if small else 1.0
        last = both
        both = trainer.try_and_fit(last, sum(one["hands"] for one in played), tried, spread)
        gain, gain_se = _play_match(trainer, _lay_out(both), _lay_out(last), number * pairs, pairs)
        seconds = time.perf_counter() - start
        played.append({"hands": tried, "gain": gain, "gain_se": gain_se, "seconds": seconds})
        report(
            f"round {number + 1}: {tried:,} hands a seat, {gain:+.3f} ± {gain_se:.3f} points a "
            f"pair more than the last, {seconds:.0f} s"
        )
        if settled or (not small and gain < 2 * gain_se):
            settled.append(both)
        if len(settled) == _AVERAGED:
            break
    return settled or [both]


def train(
    seed: int = 1,
    hands: int = 1_000_000,
    rounds: int = 8,
    threads: int | None = None,
    report: Callable[[str], None] = lambda line: None,
    rules: RuleSet = RUBICON,
) -> Learned:
    """Learn to discard by self-play under a rule book, starting from nothing.

    Parameters
    ----------
    seed : int
        Fixes the deals.
    hands : int
        Hands tried in each seat in a whole round, at least 1,000; a million are a minute on two
        processors and 400 MB.
    rounds : int
        Maximum number of rounds, at least 3, the two small ones at the start included.
    threads : int, optional
        Up to two are useful. The result does not depend on them.
    report : callable, optional
        Called with one line on the result of each round.
    rules : RuleSet
        The rule book to learn for.

    Returns
    -------
    Learned
        With the rounds in its manifest: gains are in points a mirrored pair of deals over the last
        round, calls full and play perfect, with their standard errors.

    Raises
    ------
    InputError
        If there are too few hands or rounds.
    """
    read_whole("hands", hands, least=_LEAST_HANDS)
    read_whole("rounds", rounds, least=1 + len(_FIRST_ROUNDS))
    begun = time.perf_counter()
    trainer = _Trainer(seed, threads, rules)
    played: list[dict[str, float]] = []
    kept = _learn_in_rounds(trainer, hands, rounds, played, report)
    both = [sum(weights[seat] for weights in kept) / len(kept) for seat in _SEATS]
    entries = _lay_out(both)
    report("what a short list is reckoned by ...")
    factors = trainer.learn_factors(entries, hands)
    report("how likely hands are to be held ...")
    choices = trainer.learn_hands(entries, max(int(hands * _OBSERVED_A_HAND), _LEAST_HANDS))
    report("how deals end ...")
    return Learned(
        own=_round_entries(both, 0),
        theirs=_round_entries(both, 1),
        kept=np.array([round_entries(_entries_of(weights)) for weights in choices]),
        factors=factors,
        scores=trainer.count_scores(entries, hands),
        manifest={
            "rules": rules.describe(),
            "seed": seed,
            "hands": hands,
            "rounds": played,
            "averaged": len(kept),
            "seconds": time.perf_counter() - begun,
            "machine": f"{platform.machine()} {platform.processor() or platform.system()}",
            "python": platform.python_version(),
            "numpy": np.__version__,
            "numba": numba.__version__,
        },
    )


def learn_all(path: Path, rounds: int = 8) -> None:
    """Learn each block of `RECIPE`, compare it with the file in use, and write them all.

    Parameters
    ----------
    path : Path
        The file to write.
    rounds : int
        As for `train`.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    check_writable(path)
    blocks = []
    for rules, hands in RECIPE:
        block = train(hands=hands, rounds=rounds, report=print, rules=rules)
        used, trainer = find_learned(family=find_family(rules)), _Trainer(_MATCH_SEED, None, rules)
        gain, gain_se = _play_match(
            trainer, block.lay_out(), used.lay_out(), 0, _MOST_MATCH_PAIRS // 2
        )
        print(f"{gain:+.3f} ± {gain_se:.3f} points a pair more than the file in use")
        blocks.append(block)
    write_learned(path, blocks)


if __name__ == "__main__":
    learn_all(Path(*sys.argv[1:] or ["learned.npz"]))
