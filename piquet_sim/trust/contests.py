"""The coverage of the intervals of duels, and of the chances of a partie.

As in `coverage`, many short runs are compared with all of them together. A run of a duel is a
number of mirrored pairs; a run of chances is the distribution of the scores in a number of deals,
from which the chances at some scores before the last deal are computed: the delta method has to
carry the error of the distribution to them, however unlikely they are.
"""

from math import inf

import numpy as np

from piquet_sim.compare.duel import DEALS, Duel, add_steadied, count_gains
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.intervals import is_of_share
from piquet_sim.estimates.tally import Tally
from piquet_sim.matches.equity import ChanceTable
from piquet_sim.matches.score_law import ScoreLaw
from piquet_sim.ordered_threads import play_in_order
from piquet_sim.running.run import Progress, check_count, count_threads
from piquet_sim.trust.checks import Check
from piquet_sim.trust.coverage import judge_coverage

_QUANTITIES = ("gain", "decided", "won", "rating")
_SCORES = ((80, 95, 6, 0), (100, 60, 6, 1))
"""A's total, B's, the deal and its elder (0 for A)."""


def measure_duel_coverage(
    simulation: Simulation,
    runs: int,
    pairs: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Check]:
    """The coverage of the intervals of a duel's gain, shares and rating.

    Parameters
    ----------
    simulation : Simulation
        Mirrored.
    runs : int
        At least 2.
    pairs : int
        Of each run; at least 2.
    threads : int, optional
        By default one for each processor. The answer does not depend on it.
    progress : callable, optional
        Called with the deals done, two per pair.

    Raises
    ------
    InputError
        If runs or pairs is invalid.
    """
    check_count(runs, "runs", 2)
    check_count(pairs, "pairs", 2)
    gains, moments, steadied = count_gains(simulation, DEALS, 0, 0)  # compiled before threads start

    def play(run: int) -> tuple[np.ndarray, np.ndarray, tuple[int, int] | None]:
        return count_gains(simulation, DEALS, run * pairs, pairs)

    found = []
    for one in play_in_order(play, range(runs), count_threads(threads)):
        gains += one[0]
        moments += one[1]
        steadied = add_steadied(steadied, one[2])
        found.append([getattr(Duel(simulation, DEALS, *one, 0.0), name) for name in _QUANTITIES])
        if progress is not None:
            progress(len(found) * 2 * pairs)
    truth = Duel(simulation, DEALS, gains, moments, steadied, 0.0)
    return [
        _judge("duel", f"{name} in {pairs:,} pairs", getattr(truth, name), list(seen), pairs)
        for name, seen in zip(_QUANTITIES, zip(*found, strict=True), strict=True)
    ]


def measure_chance_coverage(
    simulation: Simulation,
    runs: int,
    deals: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Check]:
    """The coverage of the intervals of the chances of a partie.

    Parameters
    ----------
    simulation : Simulation
        A simulation of two players who play alike.
    runs : int
        At least 2.
    deals : int
        Of each run.
    threads : int, optional
        By default one for each processor. The answer does not depend on it.
    progress : callable, optional
        Called with the deals done.

    Raises
    ------
    InputError
        If runs or deals is invalid.
    """
    check_count(runs, "runs", 2)
    check_count(deals, "deals", 2)
    simulation.count_units(0, 0, Tally().arrays)  # compiled before threads start

    def play(run: int) -> tuple[np.ndarray, dict[str, Estimate]]:
        tally = Tally()
        simulation.count_units(run * deals, deals, tally.arrays)
        counts = tally.arrays.scores.copy()
        return counts, find_all_chances(counts)

    whole, found = 0, []
    for counts, estimates in play_in_order(play, range(runs), count_threads(threads)):
        whole = whole + counts
        found.append(estimates)
        if progress is not None:
            progress(len(found) * deals)
    return [
        _judge("chances", name, truth, [one[name] for one in found], deals)
        for name, truth in find_all_chances(whole).items()
    ]


def find_all_chances(counts: np.ndarray) -> dict[str, Estimate]:
    """The chances of a partie at several scores, by name, from counted scores of deals."""
    law = ScoreLaw(counts)
    table = ChanceTable(law, law)
    found = {}
    for one, two, deal, elder in _SCORES:
        chances = table.find_chances(one, two, deal, elder)
        said = f"at {one}-{two} before deal {deal}"
        found |= {f"{name} {said}": chance for name, chance in vars(chances).items()}
    return found


def _judge(check: str, name: str, truth: Estimate, seen: list[Estimate], units: int) -> Check:
    # A share is judged by the rarer of its two sides; an end that is not known is no end.
    events = None
    if is_of_share(truth.method) or 0 < truth.value < 1:
        events = units * min(truth.value, 1 - truth.value)
    ends = np.array(
        [
            (-inf if one.low is None else one.low, inf if one.high is None else one.high)
            for one in seen
        ]
    )
    return judge_coverage(check, name, truth, 0, ends, events)
