"""Trust, measured: whether the numbers are as accurate as they claim to be.

    piquet trust            # seconds
    piquet trust --full     # minutes

Four questions are answered by counting, and one verdict is given on everything that was counted.

Coverage: do 95% intervals contain the true value in 95 of 100 runs? `coverage` measures it, also
for deals with a condition, and `contests` for duels and the chances of a partie.

Uniformity: are all deals equally likely (`uniformity`), and are they independent (`overlap`)? Other
ways of dealing are counted in the same way (`dealers`).

Exact values: does a simulation agree with what is known exactly (`exactness`)?

Verdicts, with ``--full`` or ``--reviews N``: how often is a review's "worse beyond doubt" wrong
(`verdicts`)? And when a review says that the opponent holds a card with a probability of 30%, do
they hold it three times in ten (`holdings`)?

Gains, with ``--gains N``: how many times as long does a plain estimate take to reach the same
error? It is compared with estimates with luck removed, by two levels, or of a rare event by classes
of deals (`gains`). Variance and processor time of both are measured in the same run, and both must
agree.

Uniformity and exact values lead to p-values, which Holm's procedure adjusts so that one level holds
for all of them together (`checks`). Seeds are fixed: a seed always gives the same verdict.

What was measured
-----------------
In 4,000 runs of 50,000 deals (``--full``, seed 1; ``club`` against ``club``, and mirrored against
``random``) the 95% intervals of every estimate that such runs give, plain and with the luck
removed, contained the true value in 94.0% to 95.9% of the runs. That was measured before the
intervals of rare events were revised; since then the default size, 400 runs of 2,000 deals, has
found nothing wrong. In 100,000,000 deals with either pack, single cards, pairs of cards and what
both hands hold were distributed as they should be. So were the cards of neighbouring seeds and the
players' random numbers. Of 183 p-values the smallest is 0.0044.

For deals with a condition, duels and chances of a partie, the intervals contained the true value in
94.2% to 95.8% of the runs. The interval of an event that fails once in a thousand deals is too wide
(98.8% in 400 runs). Events that occur in fewer than ten deals of a run are not judged; the interval
of an amount that never occurred reaches up to the largest possible amount times Wilson's limit.

The stated probabilities of an opponent's cards come true. In 150 deals of ``expert``, each examined
at four moments of the play, the opponent held 5% of the cards given a probability of 0 to 10%. From
one tenth to the next, it was then 14, 28, 34, 41, 51, 61, 74, 89 and 98% (standard errors 1 to 3,
of the last 0.4). The model is a little too sure in the middle and not sure enough at the end.
Raising the weights to a power of 1.2 to 1.5, or mixing them with equal ones, does not make the
hands actually held more likely.

What estimators gain
--------------------
    piquet trust --gains 4_000

This measures how many times as long the plain estimate takes, in processor time, to reach the same
error (4,000 deals or pairs of each, seed 1). For elder's margin between experts it is 3.0 times as
long as with luck removed and 3.9 times as long as by two levels; between masters 3.6 and 20 times.
For the gain of a mirrored pair with the luck of the draw removed, it is 1.3 times as long for
``expert`` and ``club``, 1.5 times for ``expert`` and ``master``. The errors of these figures are
about 0.1, but 2 for the 20 and 0.2 for the last. In longer runs (48,000 deals of ``expert``, 16,000
where ``master`` plays, seed 7,003) they are 3.1 and 3.8, 3.7 and 19.8, 1.35 and 1.5. Both estimates
must agree within four standard errors. The times differ from run to run; the verdict does not.

How the engine is checked
-------------------------
The table of play is checked against a search of all legal cards that shares none of its ideas, the
census against all hands one by one, and the odds against all draws listed one by one. The scoring
is checked against a second implementation, written from the source documents by an author who had
not seen the first (``tests/reference/reference.py``), on thousands of deals.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from piquet_sim.deals.simulation import HIGHEST_SEED, Simulation
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError, load_extra
from piquet_sim.game.rules import RUBICON
from piquet_sim.running.run import Progress
from piquet_sim.trust.checks import (
    AS_ONE,
    FINE,
    GAINS,
    HOLDINGS,
    LEVEL,
    OFF,
    REDUCED,
    VERDICTS,
    Check,
    Trust,
    judge_checks,
)
from piquet_sim.trust.contests import measure_chance_coverage, measure_duel_coverage
from piquet_sim.trust.coverage import CONFIDENCE, NEVER_VARIES, TOLERANCE, measure_coverage
from piquet_sim.trust.dealers import Dealing
from piquet_sim.trust.exactness import check_exact
from piquet_sim.trust.gains import measure_gains
from piquet_sim.trust.holdings import measure_holdings
from piquet_sim.trust.overlap import check_luck, check_overlap, check_words
from piquet_sim.trust.uniformity import check_dealt, count_dealt
from piquet_sim.trust.verdicts import measure_verdicts

__all__ = [
    "AS_ONE",
    "CONFIDENCE",
    "FINE",
    "FULL",
    "GAINS",
    "HOLDINGS",
    "NEVER_VARIES",
    "OFF",
    "REDUCED",
    "SMALL",
    "TOLERANCE",
    "VERDICTS",
    "Check",
    "Size",
    "Trust",
    "count_all_deals",
    "measure_trust",
]

_FAR = 1 << 32
"""The upper half of a seed, and of a deal's number."""


class Size(NamedTuple):
    """How much is played and dealt."""

    runs: int
    deals: int
    """Of a run; of those with a condition and of duels a tenth."""
    dealt: int
    """For each pack; a tenth for all else."""
    tables: int
    """Runs whose scores are made a table of chances: each takes as long as 100,000 deals."""
    reviews: int = 0
    """Deals that are reviewed: each takes as long as three million."""
    gains: int = 0
    """Deals of each estimator whose gain is measured."""


SMALL = Size(400, 2_000, 1_000_000, 30)
FULL = Size(4_000, 50_000, 100_000_000, 4_000, 100)

_AS_REVIEWED = 3_000_000
_AS_TIMED, _ESTIMATORS = 1_000, 10

_GIVEN = "younger longest_suit >= 7"
"""Deals of which younger exchanges three cards in all but one of a thousand: the interval of what
hardly varies has to hold the truth, too."""

_PACKS = (32, 36)
_STEPS = ((1, 0), (_FAR, 0), (0, 1), (0, _FAR))
"""From a seed and a number to others, whose deals should have nothing in common."""


def count_all_deals(size: Size) -> int:
    """Deals that `measure_trust` plays or deals, for a progress bar."""
    runs = 2 * size.runs * size.deals + 3 * size.runs * _fewer(size) + size.tables * size.deals
    dealt = len(_PACKS) * size.dealt + 5 * -(-size.dealt // 10)
    others = size.reviews * _AS_REVIEWED + _ESTIMATORS * size.gains * _AS_TIMED
    return runs + dealt + others


def _fewer(size: Size) -> int:
    return max(2, size.deals // 10)


def _check_dealing(size: Size, seed: int, dealing: Callable[[int], Dealing]) -> list[Check]:
    checks: list[Check] = []
    for place, pack in enumerate(_PACKS):
        counts = count_dealt(pack, seed + 2 + place, size.dealt, dealing(size.dealt))
        checks += check_dealt(pack, counts)
    base, fewer = seed + 4, -(-size.dealt // 10)
    for seed_step, number_step in _STEPS:
        checks += check_overlap(32, base, fewer, seed_step, number_step, dealing(fewer))
    checks += check_luck(32, base, fewer, dealing(fewer))
    checks += check_words([base, base + 1, base + _FAR])
    return checks


def measure_trust(
    size: Size = SMALL, seed: int = 1, threads: int | None = None, progress: Progress | None = None
) -> Trust:
    """Measure everything: coverage, uniformity, exact values and, at full size, verdicts.

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
        If size, seed or threads make no sense, or a library that this needs is not installed.
    """
    if seed > HIGHEST_SEED - 2 * _FAR:
        raise InputError(f"seed: expected at most {HIGHEST_SEED - 2 * _FAR}, got {seed}")
    load_extra("scipy.special", "trust")
    start = time.perf_counter()
    done = 0

    def shifted(deals: int) -> Progress | None:
        nonlocal done
        before, done = done, done + deals
        return None if progress is None else lambda so_far: progress(before + so_far)

    def dealing(deals: int) -> Dealing:
        return Dealing(threads=threads, progress=shifted(deals))

    checks: list[Check] = []
    exact: list[Check] = []
    simulations = (
        Simulation("club", "club", RUBICON, seed),
        Simulation("club", "random", RUBICON, seed + 1, mirrored=True),
    )

    def cover(simulation: Simulation, deals: int) -> Tally:
        found, tally = measure_coverage(
            simulation, size.runs, deals, threads, None, shifted(size.runs * deals)
        )
        checks.extend(found)
        return tally

    for simulation in simulations:
        exact += check_exact(simulation, cover(simulation, size.deals))
    given = Simulation("club", "club", RUBICON, seed, given=_GIVEN)
    duel = Simulation("club", "novice", RUBICON, seed, mirrored=True)
    fewer = _fewer(size)
    cover(given, fewer)
    checks += measure_duel_coverage(duel, size.runs, fewer, threads, shifted(2 * size.runs * fewer))
    checks += measure_chance_coverage(
        simulations[0], size.tables, size.deals, threads, shifted(size.tables * size.deals)
    )
    checks += _check_dealing(size, seed, dealing)
    if size.reviews:
        told = shifted(size.reviews * _AS_REVIEWED)
        reviewed = None if told is None else lambda so_far: told(so_far * _AS_REVIEWED)
        checks += measure_verdicts(size.reviews, seed, reviewed)
        checks += measure_holdings(size.reviews, seed)
    if size.gains:
        timed = shifted(_ESTIMATORS * size.gains * _AS_TIMED)
        checks += measure_gains(
            size.gains, seed, timed and (lambda so_far: timed(so_far * _AS_TIMED))
        )
    described = {
        **{name: count for name, count in size._asdict().items() if name != "gains" or count},
        "seed": seed,
        "simulations": [str(simulation) for simulation in (*simulations, given, duel)],
        "level": LEVEL,
    }
    return judge_checks(checks + exact, described, time.perf_counter() - start)
