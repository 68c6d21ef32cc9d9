"""Advice on a hand: what every sensible discard makes on average, and why.

The discards that the learned evaluation thinks best are tried in common deals of the cards not
seen: the opponent discards by a strategy, both call everything, and the cards are played
perfectly by both, seeing all (`kernel.rollouts`). All get some hundred deals; then those that may
still be best get as many again, until one is best beyond doubt or the time is over.

A discard is left behind when its gap to the best, over the deals they have in common, is so many
standard errors that the chance of a wrong verdict in the whole run, all discards and all looks
taken together, is below one in a hundred (Bonferroni). The value of a discard is that of the best
less the gap.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np

from piquet_sim.cards import HAND_CARDS, count_cards, format_cards, iterate_cards
from piquet_sim.chances import HIGHEST_TOTAL
from piquet_sim.errors import InputError
from piquet_sim.kernel.exchange import ENTRIES, MOST_DISCARDS, UNIT
from piquet_sim.kernel.listing import list_discards
from piquet_sim.kernel.pique import new_memory
from piquet_sim.kernel.record import AT, COLUMNS
from piquet_sim.learned import find_learned, prepare_learned
from piquet_sim.odds import exchange_limits
from piquet_sim.prospects import find_prospects, score_worth
from piquet_sim.rules import RUBICON
from piquet_sim.run import count_threads
from piquet_sim.settlement import PARTIE_DEALS
from piquet_sim.simulation import HIGHEST_SEED
from piquet_sim.solutions import find_play_table
from piquet_sim.strategies.registry import Strategy, find_strategy

ELDER, YOUNGER = SEATS = ("elder", "younger")

FIRST_DEALS = 256
MOST_DEALS = 1 << 18
"""Deals for one discard; then what is not settled is as good as equal."""

_WITHIN = 6.0
"""Points behind the best, by the learned evaluation, within which a discard is sensible."""
_MOST_TRIED = 30
_DOUBT = 0.01
_ATTEMPTS = 200
BATCH = 256
"""Deals that a thread plays at once."""

PARTS = (
    "carte_blanche", "point", "sequences", "sets", "play", "cards", "pique", "repique",
)  # fmt: skip
"""Parts of a score; each is told for oneself and, with `_against`, for the opponent."""


@dataclass(frozen=True)
class Advised:
    """One discard, and what it makes."""

    discard: int
    value: float
    """Points, own less the opponent's, or the expected settlement of the partie."""
    se: float
    gap: float
    """The best value less this one."""
    gap_se: float
    """Its standard error, over the deals in common with the best."""
    is_settled: bool
    """Whether it is worse than the best beyond doubt."""
    deals: int
    parts: dict[str, float]
    """Points of each part, a deal, for oneself and against."""

    def as_json(self) -> dict[str, object]:
        """As the command line prints it for machines."""
        return {
            "discard": format_cards(iterate_cards(self.discard)),
            "value": self.value,
            "se": self.se,
            "gap": self.gap,
            "gap_se": self.gap_se,
            "settled": self.is_settled,
            "deals": self.deals,
            "parts": self.parts,
        }


@dataclass(frozen=True)
class Question:
    """A hand to be advised on.

    Examples
    --------
    >>> from piquet_sim.cards import parse_hand
    >>> Question(parse_hand("AKJ.AQJ8.98.J87"), "younger", took=4).elder_took()
    4
    """

    hand: int
    seat: str = ELDER
    took: int | None = None
    """What elder exchanged, where the hand is younger's; 5 if it is not said."""
    strategy: "str | Strategy" = "expert"
    """By whose exchange the opponent is played."""
    score: tuple[int, int] | None = None
    """Own and the opponent's totals of the partie before this deal."""
    deal: int = PARTIE_DEALS
    """Number of this deal in the partie, 1 to 6, where the score is given."""
    seed: int = 1

    def elder_took(self) -> int:
        """What elder exchanged, as kernels have it: -1 where the hand is his own."""
        if self.seat == ELDER:
            return -1
        return RUBICON.elder_exchange_most if self.took is None else self.took

    def check(self) -> None:
        """Refuse what cannot be.

        Raises
        ------
        InputError
            If the seat, the hand, a number or a combination makes no sense.
        """
        if self.seat not in SEATS:
            raise InputError(f"seat: {self.seat!r}; elder or younger")
        if count_cards(self.hand) != HAND_CARDS:
            raise InputError(f"hand: {count_cards(self.hand)} cards; {HAND_CARDS} are dealt")
        if self.seat == ELDER and self.took is not None:
            raise InputError("took: elder exchanges first; it is for younger only")
        exchange_limits(self.seat, self.took, RUBICON)
        if not 0 <= self.seed <= HIGHEST_SEED:
            raise InputError(f"seed: {self.seed}; it must be from 0 to {HIGHEST_SEED}")
        if self.score is not None:
            if not all(0 <= total <= HIGHEST_TOTAL for total in self.score):
                raise InputError(
                    f"score: {self.score[0]}-{self.score[1]}; totals are from 0 to {HIGHEST_TOTAL}"
                )
            if not 1 <= self.deal <= PARTIE_DEALS:
                raise InputError(f"deal: {self.deal}; a partie has deals 1 to {PARTIE_DEALS}")


class Stopped(Exception):
    """Whoever asked has gone; nothing more is to be played."""


class Trial:
    """Discards of one question and what they made so far, in common deals.

    Parameters
    ----------
    question : Question
    discards : ndarray of int64
    threads : int
    stop : callable
        Is asked between batches of deals; True ends the playing with `Stopped`.
    """

    def __init__(
        self,
        question: Question,
        discards: np.ndarray,
        threads: int,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.question = question
        self.stop = stop
        self.discards = discards
        self.threads = threads
        self.laws = RUBICON.laws()
        self.seat = SEATS.index(question.seat)
        self.took = question.elder_took()
        from piquet_sim.kernel.advising import roll_against  # compiled when it is loaded

        self.roll = roll_against
        self.table = find_play_table()
        strategy = find_strategy(question.strategy)
        strategy.prepare()
        self.answer = strategy.discard.compiled
        self.made = [np.zeros((0, 2), np.int16) for _ in discards]
        self.batches: list[list[np.ndarray]] = [[] for _ in discards]
        """For each discard what every batch of deals came to, by columns of the records."""

    def deals(self, choice: int) -> int:
        """Deals in which a discard has been tried."""
        return len(self.made[choice])

    def play(self, choices: list[int], deals: int) -> None:
        """So many more deals for each of some discards, which had equally many before.

        Raises
        ------
        Stopped
            If it is to end.
        """
        first = self.deals(choices[0])
        chosen = np.ascontiguousarray(self.discards[choices])

        def work(start: int) -> tuple[np.ndarray, np.ndarray]:
            if self.stop():
                raise Stopped
            count = min(BATCH, first + deals - start)
            scores = np.zeros((count, len(choices), 2), np.int16)
            parts = np.zeros((len(choices), len(COLUMNS)), np.int64)
            self.roll(
                self.laws, self.seat, self.question.hand, self.took, 0, chosen, self.answer,
                _ATTEMPTS, self.table, new_memory(), self.question.seed, start, scores, parts,
            )  # fmt: skip
            return scores, parts

        with ThreadPoolExecutor(self.threads) as crew:
            for scores, parts in crew.map(work, range(first, first + deals, BATCH)):
                for place, choice in enumerate(choices):
                    self.made[choice] = np.concatenate([self.made[choice], scores[:, place]])
                    self.batches[choice].append(parts[place])

    def worths(self, choice: int) -> np.ndarray:
        """What each deal was worth: the difference of points, or the settlement to expect."""
        own, theirs = self.made[choice].astype(np.int64).T
        question = self.question
        if question.score is None:
            return (own - theirs).astype(float)
        return score_worth(
            find_prospects(),
            question.seat == ELDER,
            question.deal,
            question.score[0] + own,
            question.score[1] + theirs,
        )

    def tell_parts(self, choice: int) -> dict[str, float]:
        """The mean of each part of the score, own and the opponent's, in points a deal."""
        deals = max(self.deals(choice), 1)
        totals = sum(self.batches[choice])
        return {name: int(totals[column]) / deals for name, column in self.part_columns().items()}

    def part_columns(self) -> dict[str, int]:
        """Columns of the records by part, own and with `_against` the opponent's."""
        return {
            part + ending: getattr(AT, f"{SEATS[seat]}_{part}")
            for ending, seat in (("", self.seat), ("_against", 1 - self.seat))
            for part in PARTS
        }


def list_sensible(
    question: Question, most: int = _MOST_TRIED, within: float | None = _WITHIN
) -> np.ndarray:
    """The discards that the learned evaluation thinks best.

    Parameters
    ----------
    question : Question
    most : int
        No more than these.
    within : float, optional
        Points behind the best, beyond which none is listed; None for no such limit.

    Returns
    -------
    ndarray of int64
        Discards, best first.

    Examples
    --------
    >>> from piquet_sim.cards import format_hand, parse_hand
    >>> len(list_sensible(Question(parse_hand("AKJ.AQJ8.98.J87")))) <= 30
    True
    """
    limits = exchange_limits(question.seat, question.took, RUBICON)
    values, discards = np.zeros(MOST_DISCARDS, np.int64), np.zeros(MOST_DISCARDS, np.int64)
    seat = SEATS.index(question.seat)
    entries = find_learned().lay_out()
    found = list_discards(
        entries,
        seat * ENTRIES,
        question.hand,
        limits[0],
        limits[-1],
        question.elder_took(),
        values,
        discards,
    )
    order = np.argsort(-values[:found], kind="stable")[:most]
    if within is not None:
        order = order[values[order] >= values[order[0]] - within * UNIT]
    return discards[order]


def try_discards(
    question: Question, discards: np.ndarray, deals: int, threads: int | None = None
) -> np.ndarray:
    """What discards make in common deals, whether sensible or not.

    Parameters
    ----------
    question : Question
    discards : ndarray of int64
    deals : int
    threads : int, optional
        By default one for each processor; the deals do not depend on it.

    Returns
    -------
    ndarray of int16, shape (deals, discards, 2)
        Own score and the opponent's.

    Raises
    ------
    InputError
        As `Question.check`.

    Examples
    --------
    >>> from piquet_sim.cards import parse_hand
    >>> discards = np.array([parse_hand("K..98.87"), parse_hand(".8.98.87")])
    >>> try_discards(Question(parse_hand("AKJ.AQJ8.98.J87")), discards, 100).shape
    (100, 2, 2)
    """
    question.check()
    prepare_learned()
    trial = Trial(question, np.asarray(discards, np.int64), count_threads(threads))
    trial.play(list(range(len(discards))), deals)
    return np.stack(trial.made, axis=1)


def _judge(trial: Trial, looks: int) -> list[Advised]:
    # All discards, best first; the best is that of the highest mean among those tried longest.
    counts = [trial.deals(choice) for choice in range(len(trial.discards))]
    worths = [trial.worths(choice) for choice in range(len(trial.discards))]
    longest = max(counts)
    best = max(
        (choice for choice in range(len(counts)) if counts[choice] == longest),
        key=lambda choice: worths[choice].mean(),
    )
    limit = NormalDist().inv_cdf(1 - _DOUBT / (looks * max(len(counts) - 1, 1)))
    top = worths[best].mean()
    advised = []
    for choice, worth in enumerate(worths):
        less = worths[best][: len(worth)] - worth
        gap = float(less.mean())
        gap_se = float(less.std(ddof=1) / sqrt(len(less))) if choice != best else 0.0
        advised.append(
            Advised(
                int(trial.discards[choice]),
                float(top - gap),
                float(worth.std(ddof=1) / sqrt(len(worth))),
                gap,
                gap_se,
                choice != best and gap > limit * gap_se,
                len(worth),
                trial.tell_parts(choice),
            )
        )
    return sorted(advised, key=lambda one: (one.gap, one.discard != trial.discards[best]))


def watch_advice(
    question: Question,
    seconds: float = 3.0,
    threads: int | None = None,
    stop: Callable[[], bool] = lambda: False,
    least: int = FIRST_DEALS,
) -> Iterator[list[Advised]]:
    """Advice that gets better: the discards best first, again after every batch of deals.

    Parameters
    ----------
    question : Question
    seconds : float
        When to stop if the best is not settled before.
    threads : int, optional
        By default one for each processor; the deals do not depend on it.
    stop : callable
        Is asked between batches; True ends it.
    least : int
        Deals for every discard before it may be left behind, for those who want the values of
        the worse ones, too.

    Yields
    ------
    list of Advised
        Best first.

    Raises
    ------
    InputError
        As `Question.check`.
    """
    question.check()
    if not seconds > 0:
        raise InputError(f"seconds: {seconds:g}; more than 0")
    prepare_learned()
    discards = list_sensible(question)
    trial = Trial(question, discards, count_threads(threads), stop)
    begun = time.perf_counter()
    looks = (MOST_DEALS // FIRST_DEALS).bit_length()
    trying = list(range(len(discards)))
    deals = FIRST_DEALS
    batch = 0.0
    while True:
        started = time.perf_counter()
        try:
            trial.play(trying, deals)
        except Stopped:
            return
        batch = time.perf_counter() - started
        advised = _judge(trial, looks)
        yield advised
        if stop():
            return
        is_enough = trial.deals(trying[0]) >= least
        out = {one.discard for one in advised if one.is_settled and is_enough}
        trying = [choice for choice in trying if int(trial.discards[choice]) not in out]
        so_far = trial.deals(trying[0])
        left = seconds - (time.perf_counter() - begun)
        if len(trying) == 1 or so_far >= MOST_DEALS or left <= 0:
            return
        # As many deals again; near the end only as many as there is time for.
        rate = deals / max(batch, 1e-9)
        deals = int(min(so_far, rate * left)) // BATCH * BATCH
        if deals < BATCH:
            return


def advise(question: Question, seconds: float = 3.0, threads: int | None = None) -> list[Advised]:
    """What every sensible discard of a hand makes on average, best first.

    Parameters are those of `watch_advice`.

    Raises
    ------
    InputError
        As `Question.check`.

    Examples
    --------
    >>> from piquet_sim.cards import parse_hand
    >>> best, *others = advise(Question(parse_hand("AKJ.AQJ8.98.J87")), seconds=0.1)
    >>> best.gap
    0.0
    """
    *_, advised = watch_advice(question, seconds, threads)
    return advised


def is_sure(advised: list[Advised]) -> bool:
    """Whether the best discard is the best beyond doubt."""
    return all(one.is_settled for one in advised[1:])
