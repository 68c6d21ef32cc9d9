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
from dataclasses import dataclass, field
from math import inf, sqrt
from statistics import NormalDist

import numpy as np

from piquet_sim.cards import HAND_CARDS, count_cards, format_cards, iterate_cards
from piquet_sim.chances import HIGHEST_TOTAL
from piquet_sim.errors import InputError
from piquet_sim.kernel.asking import DISCARD_FAULT
from piquet_sim.kernel.exchange import ENTRIES, MOST_DISCARDS, UNIT
from piquet_sim.kernel.listing import list_discards
from piquet_sim.kernel.pique import new_memory
from piquet_sim.kernel.record import AT, COLUMNS
from piquet_sim.kernel.rollouts import FAULT
from piquet_sim.kernel.views import DiscardView
from piquet_sim.learned import find_learned, prepare_learned
from piquet_sim.odds import exchange_limits
from piquet_sim.prospects import find_prospects, score_worth
from piquet_sim.rules import RUBICON
from piquet_sim.run import check_count, count_threads
from piquet_sim.settlement import PARTIE_DEALS
from piquet_sim.simulation import HIGHEST_SEED, IllegalDecision, explain_answer, format_view
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
_GROUP = 64
_USUAL_SECONDS = 3.0

PARTS = (
    "carte_blanche", "point", "sequences", "sets", "play", "cards", "pique", "repique",
)  # fmt: skip
"""Parts of a score; each is told for oneself and, with `_against`, for the opponent."""

_SIZES = {
    "carte_blanche": RUBICON.carte_blanche_scores,
    "pique": RUBICON.pique_scores,
    "repique": RUBICON.repique_scores,
}


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
    parts_se: dict[str, float] = field(default_factory=dict)
    """Their standard errors."""

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
            "parts_se": self.parts_se,
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
    with_errors : bool
        Whether the parts of the score are told with their errors, which takes longer.
    stop : callable
        Is asked between batches of deals; True ends the playing with `Stopped`.
    """

    def __init__(
        self,
        question: Question,
        discards: np.ndarray,
        threads: int,
        with_errors: bool = True,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.question = question
        self.with_errors = with_errors
        self.stop = stop
        self.discards = discards
        self.threads = threads
        self.laws = RUBICON.laws()
        self.seat = SEATS.index(question.seat)
        self.took = question.elder_took()
        from piquet_sim.kernel.advising import roll_against  # compiled when it is loaded

        self.roll = roll_against
        self.table = find_play_table()
        self.opponent = find_strategy(question.strategy)
        self.opponent.prepare()
        self.answer = self.opponent.discard.compiled
        self.made = [np.zeros((0, 2), np.int16) for _ in discards]
        self.parts = np.zeros((len(discards), len(COLUMNS)), np.int64)
        # Squares of the sums over groups, times deals of a large group for each deal in them.
        self.squares = np.zeros((len(discards), len(COLUMNS)), np.int64)
        self.groups = np.zeros(len(discards), np.int64)

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

        def work(start: int) -> tuple[np.ndarray, np.ndarray, list[int]]:
            if self.stop():
                raise Stopped
            count = min(BATCH, first + deals - start)
            scores = np.zeros((count, len(choices), 2), np.int16)
            sizes = self._size_groups(start, count)
            parts = np.zeros((len(sizes), len(choices), len(COLUMNS)), np.int64)
            memory, begun = new_memory(), 0
            for place, size in enumerate(sizes):
                done = self.roll(
                    self.laws, self.seat, self.question.hand, self.took, 0, chosen, self.answer,
                    _ATTEMPTS, self.table, memory, self.question.seed, start + begun,
                    scores[begun : begun + size], parts[place],
                )  # fmt: skip
                if done == FAULT:
                    raise self._illegal_discard(memory, start + begun)
                begun += size
            return scores, parts, sizes

        with ThreadPoolExecutor(self.threads) as crew:
            starts = range(first, first + deals, BATCH)
            for scores, parts, sizes in crew.map(work, starts):
                for place, choice in enumerate(choices):
                    self.made[choice] = np.concatenate([self.made[choice], scores[:, place]])
                self.count_groups(choices, parts, np.array(sizes))

    def _illegal_discard(self, memory: np.ndarray, number: int) -> IllegalDecision:
        fields = memory[1:].reshape(-1)[: len(DiscardView._fields)]
        view = DiscardView(*(int(value) for value in fields))
        said = explain_answer(self.opponent, DISCARD_FAULT, int(memory[0, 0]), view)
        return IllegalDecision(
            f"strategy {self.opponent.name!r} as {SEATS[view.seat]}, in continuations of the hand "
            f"from number {number} of seed {self.question.seed} on: {said}; the view was "
            f"{format_view(view)}",
            number,
        )

    def count_groups(self, choices: list[int], parts: np.ndarray, sizes: np.ndarray) -> None:
        """Add what groups of deals came to.

        Parameters
        ----------
        choices : list of int
        parts : ndarray of int64, shape (groups, choices, columns)
            Sums over the deals of a group of the columns of their records.
        sizes : ndarray of int64
            Deals in each group.
        """
        self.parts[choices] += parts.sum(axis=0)
        if self.with_errors:
            self.squares[choices] += sum_squares(parts, sizes)
        self.groups[choices] += len(sizes)

    def _size_groups(self, start: int, count: int) -> list[int]:
        # The kernel adds up the parts of all deals of one call, and a call costs as much as some
        # deals: the first deals go one by one, the others in groups.
        if not self.with_errors:
            return [count]
        large = 0 if start < FIRST_DEALS else count // _GROUP
        return [_GROUP] * large + [1] * (count - large * _GROUP)

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

    def tell_parts(self, choice: int) -> tuple[dict[str, float], dict[str, float]]:
        """Points of each part, a deal, and their standard errors."""
        deals, groups = self.deals(choice), int(self.groups[choice])
        means, errors = {}, {}
        for name, column in self.part_columns().items():
            total = int(self.parts[choice, column])
            size = _SIZES.get(name.removesuffix("_against"))
            if size:  # seldom, and then always as much
                variance = (size * deals - total) * total / (deals * (deals - 1))
            else:
                variance = find_variance(int(self.squares[choice, column]), total, deals, groups)
            means[name] = total / deals
            errors[name] = sqrt(variance / deals)
        return means, errors

    def part_columns(self) -> dict[str, int]:
        """Columns of the records by part, own and with `_against` the opponent's."""
        return {
            part + ending: getattr(AT, f"{SEATS[seat]}_{part}")
            for ending, seat in (("", self.seat), ("_against", 1 - self.seat))
            for part in PARTS
        }


def sum_squares(sums: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Squares of sums over groups of deals, for `find_variance`; int64, exact."""
    weights = (_GROUP // sizes).reshape(-1, *[1] * (sums.ndim - 1))
    return (weights * sums * sums).sum(axis=0)


def find_variance(squares: int, total: int, deals: int, groups: int) -> float:
    """The variance of what one deal comes to, from sums over groups of deals.

    Of groups of m deals the sum less m means, squared and divided by m, is on average the variance
    of a deal, whatever m is.

    Parameters
    ----------
    squares : int
        From `sum_squares`.
    total, deals, groups : int
        The sum over all deals, how many they are, and in how many groups.
    """
    spread = squares * deals - _GROUP * total * total  # exact, in integers
    return spread / (_GROUP * deals * (groups - 1))


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
    tried = np.asarray(discards, np.int64)
    trial = Trial(question, tried, count_threads(threads), with_errors=False)
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
                *trial.tell_parts(choice),
            )
        )
    return sorted(advised, key=lambda one: (one.gap, one.discard != trial.discards[best]))


def watch_advice(
    question: Question,
    seconds: float | None = None,
    threads: int | None = None,
    stop: Callable[[], bool] = lambda: False,
    deals: int | None = None,
    least: int = FIRST_DEALS,
) -> Iterator[list[Advised]]:
    """Advice that gets better: the discards best first, again after every batch of deals.

    Parameters
    ----------
    question : Question
    seconds : float, optional
        When to stop if the best is not settled before; by default 3, or never where `deals` says
        when.
    threads : int, optional
        By default one for each processor; the deals do not depend on it.
    stop : callable
        Is asked between batches; True ends it.
    deals : int, optional
        The most deals for each discard, at least 2. Without a limit of time the advice is then
        the same on every machine.
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
    if seconds is None:
        seconds = inf if deals is not None else _USUAL_SECONDS
    if not seconds > 0:
        raise InputError(f"seconds: {seconds:g}; more than 0")
    most = MOST_DEALS if deals is None else check_count(deals, "deals", least=2)
    if most > MOST_DEALS:
        raise InputError(f"deals: {most}; at most {MOST_DEALS:,}")
    prepare_learned()
    discards = list_sensible(question)
    trial = Trial(question, discards, count_threads(threads), stop=stop)
    begun = time.perf_counter()
    looks = (MOST_DEALS // FIRST_DEALS).bit_length()
    trying = list(range(len(discards)))
    batch = min(FIRST_DEALS, most)
    while True:
        started = time.perf_counter()
        try:
            trial.play(trying, batch)
        except Stopped:
            return
        took = time.perf_counter() - started
        advised = _judge(trial, looks)
        yield advised
        if stop():
            return
        is_enough = trial.deals(trying[0]) >= least
        out = {one.discard for one in advised if one.is_settled and is_enough}
        trying = [choice for choice in trying if int(trial.discards[choice]) not in out]
        so_far = trial.deals(trying[0])
        left = seconds - (time.perf_counter() - begun)
        if len(trying) == 1 or so_far >= most or left <= 0:
            return
        # As many deals again; near the end only as many as there is time for.
        in_time = batch / max(took, 1e-9) * left
        batch = min(so_far, most - so_far)
        if in_time < batch:
            batch = int(in_time) // BATCH * BATCH
            if batch < BATCH:
                return


def advise(
    question: Question,
    seconds: float | None = None,
    threads: int | None = None,
    deals: int | None = None,
) -> list[Advised]:
    """What every sensible discard of a hand makes on average, best first.

    Parameters are those of `watch_advice`.

    Raises
    ------
    InputError
        As `Question.check`.

    Examples
    --------
    >>> from piquet_sim.cards import parse_hand
    >>> best, *others = advise(Question(parse_hand("AKJ.AQJ8.98.J87")), deals=512)
    >>> best.gap, best.parts_se["sets"] > 0
    (0.0, True)
    """
    *_, advised = watch_advice(question, seconds, threads, deals=deals)
    return advised


def is_sure(advised: list[Advised]) -> bool:
    """Whether the best discard is the best beyond doubt."""
    return all(one.is_settled for one in advised[1:])
