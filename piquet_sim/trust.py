r"""Trust, measured: whether the numbers are as good as they say.

Three questions, each answered by counting, with a verdict over all that was counted.

Coverage
    A 95% interval should hold the truth in 95 of 100 runs. Many short runs of one simulation,
    run i being the deals :math:`[im, (i + 1) m)` of one seed, say how often it does, for every
    estimate, with its error reduced and not.

    The truth is the exact value where there is one, else the estimate of all runs together, with
    its error reduced where that can be done. Taking the truth from the same deals does not bias
    the answer: with R runs the deviation of one from all has the variance
    :math:`\sigma^2 (1 - 1/R)` instead of :math:`\sigma^2`, which moves the coverage by
    :math:`z \varphi(z) / R`, 0.00003 for 4,000 runs; a separate long run of as many deals would
    move it as far, the other way, and cost as much again.

    Off is what lies farther than 1.5% from 95%, or than four standard errors of the coverage
    itself where the runs are too few to tell (fewer than 3,377). What happens in fewer than ten
    deals of a run is not judged there, since the coverage of any interval jumps with the few
    values that the count can have, nor is an estimate that only some runs give; they are judged in
    longer runs, each of ten or forty short ones, where there are a hundred of those.
Uniformity
    All deals should be equally likely. Where each card lies, which pairs of cards lie together,
    what both hands hold and who is good are compared with what they are exactly; so are deals of
    neighbouring seeds and numbers with each other, and the players' luck with the cards. Counts
    of one deal depend on each other, which is reckoned with exactly: the chi-square of counts N
    with expectation n p is :math:`(N - n p)^\top (n \Sigma)^+ (N - n p)` with the covariance
    :math:`\Sigma` of one deal, whose rank is the number of degrees of freedom.
Exact values
    Whatever a simulation estimates that is known exactly, in standard errors from it.

The last two end in p-values, which Holm's procedure makes comparable with one level for all of
them together. Seeds are fixed: the verdict of a seed is always the same.

References
----------
Brown, Cai, DasGupta: Interval estimation for a binomial proportion. Statistical Science 16, 2001
(why coverage jumps).
Rao, Mitra: Generalized inverse of matrices and its applications. Wiley, 1971 (chi-squares of
singular covariances).
"""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from math import comb, perm, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from piquet_sim import census
from piquet_sim.cards import HAND_CARDS, iterate_cards, pack_mask
from piquet_sim.errors import InputError
from piquet_sim.estimate import Estimate, count_events, estimate_all, reduce_error
from piquet_sim.kernel import uniformity as kernel
from piquet_sim.kernel.calling import RESULT_NAMES
from piquet_sim.kernel.measures import CONTROLS, MEASURES
from piquet_sim.kernel.philox import BLOCK, WORD_BITS, Words, fill_words
from piquet_sim.kernel.uniformity import DEALT, KINDS, PAIR
from piquet_sim.precedence import CLASSES, compare_class
from piquet_sim.result import add_exact_values, dealt_expectations
from piquet_sim.rules import RUBICON, RuleSet
from piquet_sim.run import Progress, check_count, count_threads, count_units
from piquet_sim.significance import adjust_by_holm, chi_square_tail, normal_tails, poisson_tail
from piquet_sim.simulation import HIGHEST_SEED, Simulation
from piquet_sim.tally import Tally

if TYPE_CHECKING:
    import pandas as pd

_CHUNK_UNITS = 8192
LEVEL = 0.001
"""The chance that right cards are called wrong, over all p-values together."""

CONFIDENCE = 0.95
TOLERANCE = 0.015
"""How far from 95% a coverage may lie."""

STANDARD_ERRORS = 4
"""Nor is a coverage off that lies so many of its standard errors from 95%."""

FEWEST_EVENTS = 10
"""What happens less often in a run is not judged in it."""

LONG = (10, 40)
"""Short runs in a long one; each divides the next."""

FEWEST_LONG = 100
"""With fewer long runs nothing could be told."""

FINE, OFF = "fine", "off"
NEVER_VARIES, TOO_RARE = "never varies", "too rare in a run"
NOT_ALWAYS_GIVEN = "not given in every run"

_MOST_SEEDS = 8
_FAR = 1 << 32
"""The upper half of a seed, and of a deal's number."""

_WORD_DEALS = 1 << 17


@dataclass(frozen=True)
class Check:
    """One number that was looked at, and what it should be."""

    part: str
    """coverage, uniformity or exact."""
    check: str
    """What was done."""
    quantity: str
    """With what."""
    n: int
    """Runs, deals or words that were counted."""
    value: float | None = None
    """A coverage, a mean, a fraction or a count."""
    expected: float | None = None
    """What it should be."""
    statistic: float | None = None
    """A chi-square with its degrees of freedom, else standard errors."""
    degrees: int | None = None
    p: float | None = None
    """How likely chance is to go so far; None for coverages."""
    verdict: str = ""
    note: str = ""


@dataclass(frozen=True)
class Trust:
    """What all checks together say."""

    checks: tuple[Check, ...]
    """With verdicts."""
    p_holm: tuple[float | None, ...]
    """Of each check, comparable with `LEVEL`."""
    description: dict[str, object]
    """What was simulated and dealt."""
    seconds: float

    @property
    def is_trusted(self) -> bool:
        """Whether nothing is off."""
        return all(check.verdict != OFF for check in self.checks)

    def table(self) -> "pd.DataFrame":
        """All checks as a data frame, one a row.

        Returns
        -------
        pandas.DataFrame
            Columns as the fields of `Check`, and p_holm.
        """
        import pandas as pd

        table = pd.DataFrame([vars(check) for check in self.checks])
        table.insert(table.columns.get_loc("p") + 1, "p_holm", self.p_holm)
        for name in ("value", "expected", "statistic", "p", "p_holm"):
            table[name] = table[name].astype(float)
        table["degrees"] = table["degrees"].astype("Int64")
        return table

    def summary(self) -> tuple[str, ...]:
        """The answer in three sentences."""
        judged = [
            check
            for check in self.checks
            if check.part == "coverage" and check.verdict in (FINE, OFF)
        ]
        most = [
            (p, check) for p, check in zip(self.p_holm, self.checks, strict=True) if p is not None
        ]
        off = [check for check in self.checks if check.verdict == OFF]
        short = [check for check in judged if AS_ONE not in check.check]
        long = [check for check in judged if AS_ONE in check.check]
        covers = "No coverage could be judged"
        if short:
            covers = f"95% intervals hold the truth in {_say_range(short)} runs"
        if long:
            covers += f"; what those are too short for, in {_say_range(long)} longer ones"
        least, check = min(most, key=lambda pair: pair[0])
        return (
            f"{covers}.",
            f"Of {len(most)} p-values the smallest after Holm is {least:.3g} "
            f"({check.quantity}, {check.check}); below {LEVEL} it would be off.",
            "Nothing is off."
            if not off
            else f"{len(off)} of {len(self.checks)} checks are off, the first: "
            f"{off[0].check}, {off[0].quantity}.",
        )

    def as_json(self) -> dict[str, object]:
        """As the command line prints it for machines."""
        checks = [
            {**vars(check), "p_holm": p} for check, p in zip(self.checks, self.p_holm, strict=True)
        ]
        return {
            **self.description,
            "trusted": self.is_trusted,
            "summary": self.summary(),
            "checks": checks,
        }


def _say_range(judged: list[Check]) -> str:
    low, high = (pick(judged, key=lambda check: check.value) for pick in (min, max))
    fewest, most = (pick(check.n for check in judged) for pick in (min, max))
    runs = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
    return (
        f"{low.value:.1%} ({low.quantity}, {low.check}) to {high.value:.1%} ({high.quantity}, "
        f"{high.check}; {len(judged)} in all) of {runs}"
    )


def judge_checks(
    checks: list[Check], description: dict[str, object] | None = None, seconds: float = 0.0
) -> Trust:
    """Give every check with a p-value its verdict, all of them together at `LEVEL`."""
    chances = [check.p for check in checks if check.p is not None]
    adjusted = iter(adjust_by_holm(chances))
    p_holm = [None if check.p is None else next(adjusted) for check in checks]
    judged = tuple(
        check if p is None else replace(check, verdict=OFF if p < LEVEL else FINE)
        for check, p in zip(checks, p_holm, strict=True)
    )
    return Trust(judged, tuple(p_holm), description or {}, seconds)


# ---- Coverage -----------------------------------------------------------------------------------
Intervals = Callable[[Tally], dict[str, Estimate]]
"""All estimates of a tally with their intervals, and with their errors reduced."""

AS_ONE = " runs as one"
REDUCED = ", error reduced"
"""Parts of the names of checks: of long runs, and of estimates with their error reduced."""


def find_intervals(simulation: Simulation) -> Intervals:
    """How a result of the simulation makes its intervals (see `run.Result.estimates`)."""
    known = dealt_expectations(simulation.rules)

    def make(tally: Tally) -> dict[str, Estimate]:
        return {
            name: replace(estimate, reduced=reduce_error(tally, name, known))
            for name, estimate in estimate_all(tally).items()
        }

    return make


def _find_ends(estimates: dict[str, Estimate]) -> np.ndarray:
    # Lower and upper ends by estimate and by whether the error is reduced; not a number where
    # there is none.
    none = (np.nan, np.nan)
    return np.array(
        [
            [
                none if one.low is None else (one.low, one.high),
                none if one.reduced is None else (one.reduced.low, one.reduced.high),
            ]
            for one in estimates.values()
        ]
    )


def measure_coverage(
    simulation: Simulation,
    runs: int,
    deals: int,
    threads: int | None = None,
    intervals: Intervals | None = None,
    progress: Progress | None = None,
) -> tuple[list[Check], Tally]:
    """How often the 95% intervals of every estimate hold the truth.

    Parameters
    ----------
    simulation : Simulation
    runs : int
        At least 2.
    deals : int
        Of each run; even where they are mirrored.
    threads : int, optional
        By default one for each processor. The answer does not depend on it.
    intervals : callable, optional
        From a tally to its estimates; by default as a result makes them.
    progress : callable, optional
        Called with the deals done.

    Returns
    -------
    checks : list of Check
        One for every estimate, and one for every estimate with its error reduced; those that a
        run is too short for again with long ones. Memory grows by some 2 kB a run.
    tally : Tally
        Of all runs.

    Raises
    ------
    InputError
        If runs or deals make no sense.
    IllegalDecision
        If a strategy gives an illegal answer.
    """
    check_count(runs, "runs", 2)
    units = count_units(simulation, deals)
    make = intervals or find_intervals(simulation)
    simulation.count_units(0, 0, Tally().arrays)  # compiled before threads start
    done = _Counter(progress)

    def play_block(first: int) -> tuple[Tally, list[list[np.ndarray]]]:
        block, parts = Tally(), [Tally() for _ in LONG]
        ends: list[list[np.ndarray]] = [[] for _ in (1, *LONG)]
        for run in range(first, min(runs, first + LONG[-1])):
            tally = Tally()
            simulation.count_units(run * units, units, tally.arrays)
            ends[0].append(_find_ends(make(tally)))
            block.merge(tally)
            for place, length in enumerate(LONG):
                parts[place].merge(tally)
                if (run + 1) % length == 0:
                    ends[1 + place].append(_find_ends(make(parts[place])))
                    parts[place] = Tally()
            done.add(deals)
        return block, ends

    pool, ends = Tally(), [[] for _ in (1, *LONG)]
    for block, found in _spread(play_block, range(0, runs, LONG[-1]), threads):
        pool.merge(block)
        for mine, theirs in zip(ends, found, strict=True):
            mine.extend(theirs)
    estimates = add_exact_values(simulation, make(pool))
    way = "mirrored" if simulation.mirrored else "plain"
    checks = []
    for place, (name, estimate) in enumerate(estimates.items()):
        events = count_events(pool, name)
        for kind, said in enumerate(("", REDUCED)):
            for length, found in zip((1, *LONG), ends, strict=True):
                if length > 1 and len(found) < FEWEST_LONG:
                    break
                seen = np.array([one[place, kind] for one in found])
                a_run = None if events is None else events * length / runs
                as_one = f", {length}{AS_ONE}" if length > 1 else ""
                one = _judge_coverage(way + said + as_one, name, estimate, kind, seen, a_run)
                checks.append(replace(one, note=f"{length * deals:,} deals a run; {one.note}"))
                if one.verdict not in (TOO_RARE, NOT_ALWAYS_GIVEN):
                    break
    return checks, pool


def _judge_coverage(
    check: str, name: str, truth: Estimate, kind: int, ends: np.ndarray, events: float
) -> Check:
    # The coverage of one estimate: `ends` has one row a run.
    given = ends[~np.isnan(ends[:, 0])]
    n = len(given)
    value = truth.value if truth.reduced is None else truth.reduced.value
    if truth.exact is not None:
        value = float(truth.exact)
    covered = int(((given[:, 0] <= value) & (value <= given[:, 1])).sum())
    note = f"{events:,.1f} events a run" if events else truth.method
    if kind == 0 and events:
        note = f"{truth.method}; {note}"
    if truth.se == 0:
        return Check("coverage", check, name, n, verdict=NEVER_VARIES, note=note)
    if not n:
        return Check("coverage", check, name, 0, verdict=NOT_ALWAYS_GIVEN, note=note)
    coverage = covered / n
    noise = sqrt(CONFIDENCE * (1 - CONFIDENCE) / n)
    off = coverage - CONFIDENCE
    if n < len(ends):
        verdict = NOT_ALWAYS_GIVEN
    elif events is not None and events < FEWEST_EVENTS:
        verdict = TOO_RARE
    else:
        allowed = max(TOLERANCE, STANDARD_ERRORS * noise)
        verdict = OFF if round(abs(off), 9) > allowed else FINE  # 96.5% is not yet off
    return Check(
        "coverage", check, name, n, coverage, CONFIDENCE, off / noise, verdict=verdict, note=note
    )


# ---- Sharing the work ---------------------------------------------------------------------------
class _Counter:
    # Deals done by all threads.

    def __init__(self, progress: Progress | None) -> None:
        self.progress, self.done, self.lock = progress, 0, threading.Lock()

    def add(self, deals: int) -> None:
        with self.lock:
            self.done += deals
            if self.progress is not None:
                self.progress(self.done)


def _spread(
    work: Callable, given: range, threads: int | None, stopped: threading.Event | None = None
) -> Iterator:
    # The answers in order; what was not begun is left when something goes wrong or Ctrl-C is hit.
    pool = ThreadPoolExecutor(count_threads(threads))
    try:
        yield from pool.map(work, given)
    finally:
        if stopped is not None:
            stopped.set()
        pool.shutdown(cancel_futures=True)


# ---- Dealers ------------------------------------------------------------------------------------
Dealer = Callable[[int, int, int, np.ndarray], None]
"""Deals into an array: the cards of the pack, a seed, the number of the first deal, and int64 of
shape (6, deals) with rows as `kernel.uniformity.DEALT`."""

Filler = Callable[[int, int, int, np.ndarray], None]
"""Draws random words, as `kernel.philox.fill_words`."""


def deal_with_engine(pack: int, seed: int, first: int, dealt: np.ndarray) -> None:
    """The dealer of the engine."""
    block = np.zeros((len(Words._fields), BLOCK), np.int64)
    kernel.deal_range(pack, seed, first, block, dealt)


@cache
def _number_cards(pack: int) -> np.ndarray:
    slots = np.zeros(64, np.int64)
    for place, card in enumerate(sorted(iterate_cards(pack_mask(pack)))):
        slots[card.bit_length() - 1] = place
    return slots


_BITS = np.arange(64)


class Room:
    """Room for one thread to deal into.

    Parameters
    ----------
    arrays : tuple of int64 arrays
        Counts, which start at 0.
    """

    def __init__(self, *arrays: np.ndarray) -> None:
        self.arrays = arrays
        self.words = np.zeros((2, 64), np.int64)
        self.dealt = [np.zeros((len(DEALT), _CHUNK_UNITS), np.int64) for _ in range(2)]

    def deal(
        self, dealer: Dealer, pack: int, seed: int, first: int, deals: int, which: int = 0
    ) -> np.ndarray:
        """Deal a range of deals; the array is the same every time."""
        if self.dealt[which].shape[1] != deals:
            self.dealt[which] = np.zeros((len(DEALT), deals), np.int64)
        dealer(pack, seed, first, self.dealt[which])
        return self.dealt[which]

    def count_together(
        self, one: np.ndarray, two: np.ndarray, rows: np.ndarray, columns: np.ndarray, at: int
    ) -> None:
        """Add to counts number `at` how often bits of two masks are set together."""
        slots = np.stack([rows, columns])
        kernel.count_together(one, two, slots, self.words, self.arrays[at])


def _count_chunks(
    deals: int,
    threads: int | None,
    new_room: Callable[[], Room],
    count: Callable[[Room, int, int], None],
    done: _Counter,
) -> tuple[np.ndarray, ...]:
    # The sums of all chunks: the same whatever the number of threads.
    check_count(deals, "dealt")
    workers = count_threads(threads)
    stopped = threading.Event()

    def work(worker: int) -> tuple[np.ndarray, ...]:
        room = new_room()
        for first in range(worker * _CHUNK_UNITS, deals, workers * _CHUNK_UNITS):
            if stopped.is_set():
                break
            chunk = min(_CHUNK_UNITS, deals - first)
            count(room, first, chunk)
            done.add(chunk)
        return room.arrays

    parts = list(_spread(work, range(workers), workers, stopped))
    return tuple(sum(arrays) for arrays in zip(*parts, strict=True))


# ---- Uniformity ---------------------------------------------------------------------------------
class DealtCounts(NamedTuple):
    """What was counted of many deals, all int64.

    Seats are 0 elder and 1 younger; cards stand in the order of their bits, from the lowest spade.
    """

    places: np.ndarray
    """[place of the stock, card]: deals."""
    elder: np.ndarray
    """[card, card]: deals in which elder has both; the diagonal, one."""
    younger: np.ndarray
    split: np.ndarray
    """[card, card]: deals in which elder has the first and younger the second."""
    classes: np.ndarray
    """[seat, kind, value], see `kernel.uniformity.KINDS`."""
    good: np.ndarray
    """[class, result]: who is good before the exchange."""


def count_dealt(
    pack: int,
    seed: int,
    deals: int,
    threads: int | None = None,
    dealer: Dealer = deal_with_engine,
    progress: Progress | None = None,
) -> DealtCounts:
    """Count many deals.

    Parameters
    ----------
    pack : int
        32 or 36 cards.
    seed : int
    deals : int
    threads : int, optional
        The answer does not depend on it.
    dealer : callable
        By default the engine's.
    progress : callable, optional
        Called with the deals done.

    Returns
    -------
    DealtCounts

    Raises
    ------
    InputError
        If deals or threads make no sense.
    """
    laws, slots = RuleSet(pack=pack).laws(), _number_cards(pack)
    cards = (pack, pack)

    def new_room() -> Room:
        return Room(
            np.zeros((pack - 2 * HAND_CARDS, pack), np.int64),
            *(np.zeros(cards, np.int64) for _ in range(3)),
            np.zeros((2, len(KINDS), kernel.CELLS), np.int64),
            np.zeros((len(CLASSES), kernel.RESULTS), np.int64),
        )

    def count(room: Room, first: int, chunk: int) -> None:
        dealt = room.deal(dealer, pack, seed, first, chunk)
        elder, younger = dealt[DEALT.elder], dealt[DEALT.younger]
        kernel.count_places(dealt, slots, room.arrays[0])
        for at, (one, two) in enumerate(
            ((elder, elder), (younger, younger), (elder, younger)), start=1
        ):
            room.count_together(one, two, slots, slots, at)
        kernel.count_classes(laws, dealt, room.arrays[4], room.arrays[5])

    return DealtCounts(*_count_chunks(deals, threads, new_room, count, _Counter(progress)))


class PairLaw(NamedTuple):
    """Which two cards lie together, in one deal."""

    probability: float
    """Of any one pair."""
    first: np.ndarray
    second: np.ndarray
    """The cards of each pair."""
    covariance: np.ndarray
    """float64[pair, pair]."""


def find_pair_law(pack: int, one: int, two: int | None = None) -> PairLaw:
    """The law of the pairs of cards that lie together, drawn without replacement.

    Two indicators of a deal, of cards i and j and of cards k and l, have the covariance
    P(all of them so) - P(i and j so) P(k and l so), in which only counts that the cards have in
    common.

    Parameters
    ----------
    pack : int
        Cards.
    one : int
        Cards of the hand in which both lie, or the first of them.
    two : int, optional
        Cards of the hand in which the second lies; without it both lie in the first.

    Returns
    -------
    PairLaw
        Pairs with i < j, or where there are two hands all with i and j different.
    """
    if two is None:
        first, second = np.triu_indices(pack, 1)
        common = sum(mine[:, None] == theirs for mine in (first, second)
                     for theirs in (first, second))  # fmt: skip
        ways = np.array([perm(one, cards) / perm(pack, cards) for cards in (4, 3, 2)])
        probability = ways[2]
        both = ways[common]
    else:
        first, second = np.nonzero(~np.eye(pack, dtype=bool))
        clash = (first[:, None] == second) | (second[:, None] == first)
        ways = np.array([
            [perm(one, mine) * perm(two, theirs) / perm(pack, mine + theirs) for theirs in (2, 1)]
            for mine in (2, 1)
        ])  # fmt: skip
        probability = ways[1, 1]
        same = [(cards[:, None] == cards).astype(np.int64) for cards in (first, second)]
        both = np.where(clash, 0.0, ways[same[0], same[1]])
    return PairLaw(probability, first, second, both - probability**2)


@cache
def _halve_inverse(pack: int, one: int, two: int | None) -> tuple[PairLaw, np.ndarray]:
    # The law, and a matrix of which the product with its transpose is the pseudo-inverse.
    law = find_pair_law(pack, one, two)
    values, vectors = np.linalg.eigh(law.covariance)
    kept = values > 1e-9 * values[-1]
    return law._replace(covariance=np.empty(0)), vectors[:, kept] / np.sqrt(values[kept])


def _check_pairs(
    pack: int, n: int, counts: np.ndarray, said: str, one: int, two: int | None = None
) -> Check:
    law, half = _halve_inverse(pack, one, two)
    off = counts[law.first, law.second] - n * law.probability
    statistic = float(np.square(off @ half).sum() / n)
    return _by_chi_square("pairs of cards", said, n, statistic, half.shape[1], pack)


def _by_chi_square(
    check: str, quantity: str, n: int, statistic: float, degrees: int, pack: int = 32
) -> Check:
    p = chi_square_tail(statistic, degrees)
    check = f"{check}, {pack} cards" if pack != 32 else check
    return Check("uniformity", check, quantity, n, None, None, statistic, degrees, p)


def _check_places(pack: int, n: int, counts: DealtCounts) -> Check:
    # Each card falls m times in k to a place for m cards; places and cards pair off.
    groups = np.array([HAND_CARDS, HAND_CARDS] + [1] * (pack - 2 * HAND_CARDS))
    seen = np.vstack([np.diag(counts.elder), np.diag(counts.younger), counts.places])
    expected = n * groups[:, None] / pack
    statistic = float((np.square(seen - expected) / expected).sum() * (pack - 1) / pack)
    degrees = (pack - 1) * (len(groups) - 1)
    return _by_chi_square("places of cards", "elder, younger, stock", n, statistic, degrees, pack)


def compare_counts(seen: dict[object, int], ways: dict[object, int]) -> tuple[float, int]:
    """The chi-square of counts against exact numbers of equally likely ways.

    Values of which fewer than ten are expected share a cell, with the rarest of the others if
    even all of them are fewer.

    Returns
    -------
    statistic : float
        Infinite if something was seen that cannot be.
    degrees : int

    Raises
    ------
    ValueError
        If all values share one cell.
    """
    n, of = sum(seen.values()), sum(ways.values())
    if any(number and value not in ways for value, number in seen.items()):
        return float("inf"), len(ways) - 1
    cells, rest = [], np.zeros(2)
    for value in sorted(ways, key=lambda value: ways[value]):
        cell = np.array([seen.get(value, 0), n * ways[value] / of])
        if rest[1] < FEWEST_EVENTS:
            rest = rest + cell
        else:
            cells.append(rest)
            rest = cell
    cells.append(rest)
    if len(cells) < 2:
        raise ValueError("too few to be told apart")
    counted, expected = np.array(cells).T
    return float((np.square(counted - expected) / expected).sum()), len(cells) - 1


def _check_counts(
    part: str, check: str, said: str, seen: dict[object, int], ways: dict[object, int]
) -> list[Check]:
    n = sum(seen.values())
    try:
        statistic, degrees = compare_counts(seen, ways)
    except ValueError:
        return []
    p = chi_square_tail(statistic, degrees)
    return [Check(part, check, said, n, None, None, statistic, degrees, p)]


@cache
def _count_ways(pack: int) -> dict[str, dict[int, int]]:
    # The exact numbers of hands by `KINDS`, as the kernel numbers them.
    rules = RuleSet(pack=pack)

    def pair(one: str, two: str) -> dict[int, int]:
        both = census.count_hands_jointly(one, two, rules)
        return {mine * PAIR + theirs: hands for (mine, theirs), hands in both.items()}

    joint = {
        "suit_and_sequence": lambda: pair("longest_suit", "best_sequence"),
        "sets": lambda: pair("trios", "quatorzes"),
    }
    return {
        name: joint[name]() if name in joint else census.count_hands_by(name, rules)
        for name in KINDS._fields
    }


_SAID = {"suit_and_sequence": "longest suit and best sequence", "sets": "trios and quatorzes"}


def _as_counts(counts: np.ndarray) -> dict[int, int]:
    return {int(value): int(counts[value]) for value in np.flatnonzero(counts)}


def check_dealt(pack: int, counts: DealtCounts) -> list[Check]:
    """Whether cards, pairs of cards and classes of hands are where and what they should be.

    Parameters
    ----------
    pack : int
        32 or 36 cards.
    counts : DealtCounts
        From `count_dealt`.

    Returns
    -------
    list of Check
        Not yet judged. Who is good is known for 32 cards only.
    """
    n = int(counts.good[0].sum())
    stock = pack - 2 * HAND_CARDS
    elder, younger = np.diag(counts.elder), np.diag(counts.younger)
    both = counts.split + counts.split.T
    talon = (
        n - elder[:, None] - elder - younger[:, None] - younger
        + counts.elder + counts.younger + both
    )  # fmt: skip
    checks = [
        _check_places(pack, n, counts),
        _check_pairs(pack, n, counts.elder, "both elder's", HAND_CARDS),
        _check_pairs(pack, n, counts.younger, "both younger's", HAND_CARDS),
        _check_pairs(pack, n, counts.split, "one each", HAND_CARDS, HAND_CARDS),
        _check_pairs(pack, n, talon, "both in the talon", stock),
    ]
    cards = f", {pack} cards" if pack != 32 else ""
    for kind, ways in _count_ways(pack).items():
        said = _SAID.get(kind, kind.replace("_", " "))
        for seat, name in enumerate(("elder", "younger")):
            seen = _as_counts(counts.classes[seat, getattr(KINDS, kind)])
            checks += _check_counts(
                "uniformity", "dealt hands" + cards, f"{name}'s {said}", seen, ways
            )
    if pack == 32:
        for kind, row in zip(CLASSES, counts.good, strict=True):
            ways = compare_class(kind).count()
            seen = dict(zip(RESULT_NAMES, row.tolist(), strict=True))
            checks += _check_counts(
                "uniformity", "good before the exchange", kind, seen,
                {result: number for result, number in ways.items() if number},
            )  # fmt: skip
    return checks


# ---- Deals that should have nothing in common ---------------------------------------------------
def _hands_inverse(pack: int) -> np.ndarray:
    # The pseudo-inverse of the covariance, in one deal, of whether elder has each card and
    # whether younger has: of groups by that of cards.
    p = HAND_CARDS / pack
    groups = np.diag([p, p]) - p * p
    cards = (np.eye(pack) - 1 / pack) * (pack - 1) / pack
    return np.kron(np.linalg.inv(groups), cards)


def check_overlap(
    pack: int,
    seed: int,
    deals: int,
    seed_step: int,
    number_step: int,
    threads: int | None = None,
    dealer: Dealer = deal_with_engine,
    progress: Progress | None = None,
) -> list[Check]:
    """Whether two rows of deals have no more in common than chance gives them.

    Parameters
    ----------
    pack : int
        32 or 36 cards.
    seed, deals : int
        Deals 0 to `deals` - 1 of the seed are compared, one by one, with others.
    seed_step, number_step : int
        Those of seed `seed` + `seed_step`, from number `number_step` on.
    threads, dealer, progress
        As for `count_dealt`.

    Returns
    -------
    list of Check
        How many cards two hands have in common (hypergeometric), how many hands are the same
        (Poisson with the exact mean), and whether which cards are elder's and younger's in one
        deal says anything of the other (all products of indicators, whose covariance is the
        Kronecker product of two covariances of one deal).

    Raises
    ------
    InputError
        If deals or threads make no sense.
    """
    slots = _number_cards(pack)
    names = ("elder", "younger")
    both = [(one, two) for one in range(2) for two in range(2)]

    def new_room() -> Room:
        return Room(
            *(np.zeros((pack, pack), np.int64) for _ in both),
            *(np.zeros(kernel.COMMON_CELLS, np.int64) for _ in both),
        )

    def count(room: Room, first: int, chunk: int) -> None:
        one = room.deal(dealer, pack, seed, first, chunk, 0)
        two = room.deal(dealer, pack, seed + seed_step, first + number_step, chunk, 1)
        for at, (mine, theirs) in enumerate(both):
            room.count_together(one[mine], two[theirs], slots, slots, at)
            kernel.count_common(one[mine], two[theirs], room.arrays[len(both) + at])

    arrays = _count_chunks(deals, threads, new_room, count, _Counter(progress))
    told = " and ".join(
        said
        for said, step in (
            ("the next seed" if seed_step == 1 else f"seed + {seed_step:,}", seed_step),
            ("the next number" if number_step == 1 else f"number + {number_step:,}", number_step),
        )
        if step
    )
    checks = []
    ways = {
        cards: comb(HAND_CARDS, cards) * comb(pack - HAND_CARDS, HAND_CARDS - cards)
        for cards in range(kernel.COMMON_CELLS)
    }
    ways = {cards: number for cards, number in ways.items() if number}
    for at, (mine, theirs) in enumerate(both):
        seen = _as_counts(arrays[len(both) + at])
        said = f"{names[mine]}'s hand and {names[theirs]}'s"
        checks += _check_counts("uniformity", f"cards in common with {told}", said, seen, ways)
        mean, same = deals / census.count_hands(pack), seen.get(HAND_CARDS, 0)
        checks.append(
            Check(
                "uniformity", f"same hands as {told}", said, deals, same, mean,
                p=poisson_tail(same, mean),
            )
        )  # fmt: skip
    together = np.block([[arrays[0], arrays[1]], [arrays[2], arrays[3]]])
    p = HAND_CARDS / pack
    # The sum over deals of (X - p)(Y - p); every card meets two hands of twelve.
    ones = together.sum(axis=1) / (2 * HAND_CARDS)
    others = together.sum(axis=0) / (2 * HAND_CARDS)
    moved = together - p * ones[:, None] - p * others + deals * p * p
    inverse = _hands_inverse(pack)
    statistic = float(np.trace(inverse @ moved @ inverse @ moved.T) / deals)
    degrees = (2 * (pack - 1)) ** 2
    checks.append(
        _by_chi_square(f"correlation with {told}", "cards of both", deals, statistic, degrees)
    )
    return checks


def check_luck(
    pack: int,
    seed: int,
    deals: int,
    threads: int | None = None,
    dealer: Dealer = deal_with_engine,
    progress: Progress | None = None,
) -> list[Check]:
    """Whether the players' luck is uniform, and has nothing to do with the cards.

    Parameters
    ----------
    pack, seed, deals, threads, dealer, progress
        As for `count_dealt`.

    Returns
    -------
    list of Check
        For the 62 bits of each seat's luck: how often each is set; each bit of elder's with each
        of younger's; and each bit with each card of elder's and of younger's.

    Raises
    ------
    InputError
        If deals or threads make no sense.
    """
    slots = _number_cards(pack)
    lucks = (DEALT.elder_luck, DEALT.younger_luck)

    def new_room() -> Room:
        return Room(
            *(np.zeros((WORD_BITS, WORD_BITS), np.int64) for _ in range(3)),
            *(np.zeros((WORD_BITS, pack), np.int64) for _ in range(4)),
            *(np.zeros((pack, pack), np.int64) for _ in range(2)),
        )

    def count(room: Room, first: int, chunk: int) -> None:
        dealt = room.deal(dealer, pack, seed, first, chunk)
        one, two = (dealt[luck] for luck in lucks)
        for at, (mine, theirs) in enumerate(((one, one), (two, two), (one, two))):
            room.count_together(mine, theirs, _BITS, _BITS, at)
        for at, (luck, seat) in enumerate(
            ((luck, seat) for luck in lucks for seat in range(2)), start=3
        ):
            room.count_together(dealt[luck], dealt[seat], _BITS, slots, at)
        for seat in range(2):
            room.count_together(dealt[seat], dealt[seat], slots, slots, 7 + seat)

    arrays = _count_chunks(deals, threads, new_room, count, _Counter(progress))
    bits = [np.diag(arrays[at]) for at in range(2)]
    held = np.concatenate([np.diag(arrays[7 + seat]) for seat in range(2)])
    p, inverse = HAND_CARDS / pack, _hands_inverse(pack)
    checks = []
    for seat, name in enumerate(("elder", "younger")):
        statistic = float(np.square(bits[seat] - deals / 2).sum() * 4 / deals)
        checks.append(_by_chi_square("bits of the luck", f"{name}'s", deals, statistic, WORD_BITS))
        together = np.hstack([arrays[3 + 2 * seat], arrays[4 + 2 * seat]])
        moved = together - p * bits[seat][:, None] - held / 2 + deals * p / 2
        statistic = float(np.trace(moved @ inverse @ moved.T) * 4 / deals)
        checks.append(
            _by_chi_square(
                "luck and cards", f"{name}'s luck", deals, statistic, WORD_BITS * 2 * (pack - 1)
            )
        )
    moved = arrays[2] - bits[0][:, None] / 2 - bits[1] / 2 + deals / 4
    statistic = float(np.square(moved).sum() * 16 / deals)
    checks.append(
        _by_chi_square("luck and luck", "elder's and younger's", deals, statistic, WORD_BITS**2)
    )
    return checks


def check_words(
    seeds: list[int], deals: int = _WORD_DEALS, fill: Filler = fill_words
) -> list[Check]:
    """Whether no random word of 62 bits comes twice more often than chance has it.

    The words are those of the cards, of the players, and of the players of mirrored deals, for
    the same numbers of deals of every seed: some 6 words a deal and seed, in memory at once.

    Parameters
    ----------
    seeds : list of int
        At most eight.
    deals : int
        Of each seed.
    fill : callable
        By default the engine's.

    Raises
    ------
    InputError
        If there are more seeds.
    """
    if not 0 < len(seeds) <= _MOST_SEEDS:
        raise InputError(f"seeds: {len(seeds)}; from 1 to {_MOST_SEEDS} are compared")
    blocks = -(-deals // BLOCK)
    kept = len(Words._fields) + 2
    words = np.zeros((len(seeds), blocks, kept, BLOCK), np.int64)
    turns = np.zeros((len(Words._fields), BLOCK), np.int64)
    for place, seed in enumerate(seeds):
        for block in range(blocks):
            fill(seed, block * BLOCK, 0, turns)
            words[place, block, : len(turns)] = turns
            fill(seed, block * BLOCK, 1, turns)
            words[place, block, len(turns) :] = turns[2:]
    row = words.reshape(-1)
    row.sort()
    again = int(np.count_nonzero(row[1:] == row[:-1]))
    mean = comb(row.size, 2) / 2**WORD_BITS
    return [
        Check(
            "uniformity", "words that come twice", f"all streams of {len(seeds)} seeds", row.size,
            again, mean, p=poisson_tail(again, mean),
        )
    ]  # fmt: skip


# ---- Exact values -------------------------------------------------------------------------------
def check_exact(simulation: Simulation, tally: Tally) -> list[Check]:
    """Everything that a simulation counted and that has an exact value, against it.

    Parameters
    ----------
    simulation : Simulation
        Under rules that count points and sequences as the census does.
    tally : Tally
        What it came to; of mirrored deals each pair counts once.

    Returns
    -------
    list of Check
        Cartes blanches where all are shown; the controls, one by one (with the error found from
        the deals) and all together by Hotelling's statistic; the best point, sequence and sets of
        the dealt hands, value by value and by chi-square.

    Raises
    ------
    InputError
        If the rules count otherwise.
    """
    rules = simulation.rules
    census.check_countable(rules)
    way = "mirrored" if simulation.mirrored else "plain"
    units, twice = tally.units, simulation.deals_per_unit
    checks = []
    for name, estimate in add_exact_values(simulation, estimate_all(tally)).items():
        if estimate.exact is not None:
            seen = tally.total(name) // twice
            checks.append(
                _by_probability(f"{way}, shown", name, units, seen, float(estimate.exact))
            )
    checks += _check_controls(simulation, tally, way)
    ways = (
        census.count_hands_by("longest_suit", rules),
        census.count_hands_by("best_sequence", rules),
        census.count_set_kinds(rules),
    )
    said = ("point of {} cards", "sequence of {} cards", "sets, kind {}")
    dealt = tally.arrays.changes.sum(axis=3) // twice
    for seat, name in enumerate(("elder", "younger")):
        for place, kind in enumerate(CLASSES):
            seen, of = _as_counts(dealt[seat, place]), sum(ways[place].values())
            checks += _check_counts("exact", f"{way}, dealt", f"{name}'s {kind}", seen, ways[place])
            for value, hands in ways[place].items():
                if units * hands / of >= FEWEST_EVENTS:
                    words = f"{name}'s {said[place].format(value)}"
                    counted = seen.get(value, 0)
                    checks.append(
                        _by_probability(f"{way}, dealt", words, units, counted, hands / of)
                    )
    return checks


def _by_probability(check: str, name: str, n: int, seen: int, chance: float) -> Check:
    z = (seen - n * chance) / sqrt(n * chance * (1 - chance))
    return Check("exact", check, name, n, seen / n, chance, z, p=normal_tails(z))


def _check_controls(simulation: Simulation, tally: Tally, way: str) -> list[Check]:
    units, a_unit = tally.units, simulation.deals_per_unit
    known = np.array([float(one) for one in dealt_expectations(simulation.rules)])
    sums = [int(one) for one in tally.arrays.controls]
    crosses = tally.arrays.crosses[:, len(MEASURES) :]
    # From exact integers, so that nothing is lost to cancellation.
    spread = np.array([
        [(units * int(crosses[i, j]) - sums[i] * sums[j]) / (units * (units - 1) * a_unit**2)
         for j in range(len(sums))] for i in range(len(sums))
    ])  # fmt: skip
    means = np.array([one / units / a_unit for one in sums])
    off = means - known
    checks = []
    for place, name in enumerate(CONTROLS):
        z = off[place] / sqrt(spread[place, place] / units)
        checks.append(
            Check(
                "exact", f"{way}, dealt", name, units, means[place], known[place], z,
                p=normal_tails(z),
            )
        )  # fmt: skip
    statistic = float(off @ np.linalg.solve(spread, off) * units)
    p = chi_square_tail(statistic, len(sums))
    said = "all controls together"
    return [
        *checks, Check("exact", f"{way}, dealt", said, units, None, None, statistic, len(sums), p)
    ]  # fmt: skip


# ---- All of it ----------------------------------------------------------------------------------
class Size(NamedTuple):
    """How much is played and dealt."""

    runs: int
    deals: int
    """Of a run."""
    dealt: int
    """For each pack; a tenth for all else."""


SMALL = Size(400, 2_000, 1_000_000)
FULL = Size(4_000, 50_000, 100_000_000)

_PACKS = (32, 36)
_STEPS = ((1, 0), (_FAR, 0), (0, 1), (0, _FAR))
"""From a seed and a number to others, whose deals should have nothing in common."""


def count_all_deals(size: Size) -> int:
    """Deals that `measure_trust` plays or deals, for a bar of progress."""
    return 2 * size.runs * size.deals + len(_PACKS) * size.dealt + 5 * -(-size.dealt // 10)


def measure_trust(
    size: Size = SMALL,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Trust:
    """Measure everything: coverage, uniformity, exact values.

    Parameters
    ----------
    size : Size
        `SMALL` takes seconds, `FULL` minutes.
    seed : int
        The seeds from this on are used, and some 2**32 beyond.
    threads : int, optional
        By default one for each processor. The answer does not depend on it.
    progress : callable, optional
        Called with the deals done, of `count_all_deals`.

    Returns
    -------
    Trust

    Raises
    ------
    InputError
        If size, seed or threads make no sense.
    """
    if seed > HIGHEST_SEED - 2 * _FAR:
        raise InputError(f"seed: {seed}; it must be at most {HIGHEST_SEED - 2 * _FAR}")
    start = time.perf_counter()
    done = 0

    def shifted(deals: int) -> Progress | None:
        nonlocal done
        before, done = done, done + deals
        return None if progress is None else lambda so_far: progress(before + so_far)

    checks: list[Check] = []
    simulations = (
        Simulation("club", "club", RUBICON, seed),
        Simulation("club", "random", RUBICON, seed + 1, mirrored=True),
    )
    exact: list[Check] = []
    for simulation in simulations:
        found, tally = measure_coverage(
            simulation, size.runs, size.deals, threads, None, shifted(size.runs * size.deals)
        )
        checks += found
        exact += check_exact(simulation, tally)
    for place, pack in enumerate(_PACKS):
        counts = count_dealt(
            pack, seed + 2 + place, size.dealt, threads, progress=shifted(size.dealt)
        )
        checks += check_dealt(pack, counts)
    base, fewer = seed + 4, -(-size.dealt // 10)
    for seed_step, number_step in _STEPS:
        checks += check_overlap(
            32, base, fewer, seed_step, number_step, threads, progress=shifted(fewer)
        )
    checks += check_luck(32, base, fewer, threads, progress=shifted(fewer))
    checks += check_words([base, base + 1, base + _FAR])
    described = {
        **size._asdict(),
        "seed": seed,
        "simulations": [str(simulation) for simulation in simulations],
        "level": LEVEL,
    }
    return judge_checks(checks + exact, described, time.perf_counter() - start)
