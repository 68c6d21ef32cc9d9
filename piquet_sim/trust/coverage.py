r"""The coverage of the 95% intervals: do they contain the true value in 95 of 100 runs?

Many short runs of one simulation show how often they do, for every estimate, with and without its
error reduced; run i consists of the deals :math:`[im, (i + 1) m)` of one seed.

The true value is the exact one where it is known, otherwise the estimate of all runs together, with
its error reduced where that is possible. Taking the true value from the same deals does not bias
the answer: with R runs the deviation of one from all has the variance :math:`\sigma^2 (1 - 1/R)`
instead of :math:`\sigma^2`, which moves the coverage by :math:`z \varphi(z) / R`, 0.00003 for 4,000
runs; a separate long run of as many deals would move it as far, the other way, and cost as much
again.

A coverage is off if it is more than 1.5% away from 95% or, where the runs are too few (fewer than
3,377), more than four standard errors of the coverage itself. Events in fewer than ten deals of a
run are not judged there, since the coverage of any interval jumps with the few values that the
count can have, nor is an estimate that is undefined in some runs; they are judged in longer runs,
each of ten or forty short ones, where there are a hundred of those.

References
----------
Brown, Cai, DasGupta: Interval estimation for a binomial proportion. Statistical Science 16, 2001
(why coverage jumps).
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import sqrt

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.luck.control_variates import estimate_with_controls
from piquet_sim.estimates.tally import Tally
from piquet_sim.estimates.tally_estimates import count_events, estimate_all
from piquet_sim.ordered_threads import play_ranges
from piquet_sim.running.result import add_exact_values, dealt_expectations
from piquet_sim.running.run import Progress, check_count, count_threads, count_units
from piquet_sim.trust.checks import AS_ONE, FEWEST_EVENTS, FINE, OFF, REDUCED, Check

CONFIDENCE = 0.95
TOLERANCE = 0.015
"""Allowed distance of a coverage from 95%."""

STANDARD_ERRORS = 4
"""Allowed distance from 95% in standard errors of the coverage."""

LONG = (10, 40)
"""Short runs in a long one; each divides the next."""

FEWEST_LONG = 100
"""Minimum number of long runs for a verdict."""

NEVER_VARIES, TOO_RARE = "never varies", "too rare in a run"
NOT_ALWAYS_GIVEN = "not given in every run"

Intervals = Callable[[Tally], dict[str, Estimate]]
"""All estimates of a tally with their intervals, and with their errors reduced."""


def find_intervals(simulation: Simulation) -> Intervals:
    """How a result of the simulation makes its intervals (see `run.Result.estimates`)."""
    rules = simulation.rules
    known = dealt_expectations(rules)

    def make(tally: Tally) -> dict[str, Estimate]:
        estimates = estimate_all(tally, rules)
        if simulation.given is not None:  # what is dealt then has other expectations
            return estimates
        return {
            name: replace(estimate, reduced=estimate_with_controls(tally, name, known, rules))
            for name, estimate in estimates.items()
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
    """The coverage of the 95% intervals of every estimate.

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
        One for every estimate, and one for every estimate with its error reduced; those
        that need longer runs are judged again with long ones. Memory grows by some 2 kB a run.
    tally : Tally
        Of all runs.

    Raises
    ------
    InputError
        If runs or deals is invalid.
    IllegalDecision
        If a strategy gives an illegal answer.
    """
    check_count(runs, "runs", 2)
    units = count_units(simulation, deals)
    make = intervals or find_intervals(simulation)
    simulation.count_units(0, 0, Tally().arrays)  # compiled before threads start

    def play_block(first: int, count: int) -> tuple[Tally, list[list[np.ndarray]]]:
        block, parts = Tally(), [Tally() for _ in LONG]
        ends: list[list[np.ndarray]] = [[] for _ in (1, *LONG)]
        for run in range(first, first + count):
            tally = Tally()
            simulation.count_units(run * units, units, tally.arrays)
            ends[0].append(_find_ends(make(tally)))
            block.merge(tally)
            for place, length in enumerate(LONG):
                parts[place].merge(tally)
                if (run + 1) % length == 0:
                    ends[1 + place].append(_find_ends(make(parts[place])))
                    parts[place] = Tally()
        return block, ends

    pool, ends = Tally(), [[] for _ in (1, *LONG)]
    for block, found in play_ranges(play_block, runs, LONG[-1], count_threads(threads)):
        pool.merge(block)
        if progress is not None:
            progress(pool.deals)
        for mine, theirs in zip(ends, found, strict=True):
            mine.extend(theirs)
    estimates = add_exact_values(simulation, make(pool))
    return list(_judge_all(simulation, estimates, pool, ends, deals)), pool


def _judge_all(
    simulation: Simulation,
    estimates: dict[str, Estimate],
    pool: Tally,
    ends: list[list[np.ndarray]],
    deals: int,
) -> Iterator[Check]:
    way = "mirrored" if simulation.mirrored else "plain"
    if simulation.given is not None:
        way += f", given {simulation.given.reading}"
    # Under a condition the expectations that would reduce an error are not known.
    kinds = ("", REDUCED) if simulation.given is None else ("",)
    for place, (name, estimate) in enumerate(estimates.items()):
        events = count_events(pool, name, simulation.rules)
        for kind, said in enumerate(kinds):
            for length, found in zip((1, *LONG), ends, strict=True):
                if length > 1 and len(found) < FEWEST_LONG:
                    break
                seen = np.array([one[place, kind] for one in found])
                a_run = None if events is None else events * length / len(ends[0])
                as_one = f", {length}{AS_ONE}" if length > 1 else ""
                one = judge_coverage(way + said + as_one, name, estimate, kind, seen, a_run)
                yield replace(one, note=f"{length * deals:,} deals a run; {one.note}")
                if one.verdict not in (TOO_RARE, NOT_ALWAYS_GIVEN):
                    break


def judge_coverage(
    check: str, name: str, truth: Estimate, kind: int, ends: np.ndarray, events: float | None
) -> Check:
    """The coverage of one estimate, judged.

    Parameters
    ----------
    check, name : str
        What was done, and with what.
    truth : Estimate
        Of all runs together, or exact.
    kind : int
        1 where the error was reduced, else 0.
    ends : numpy.ndarray
        float64[run, 2]: lower and upper ends; not a number where a run gave none.
    events : float or None
        Of a run, where the estimate counts events.
    """
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
