r"""What each estimator gains: how many times as long the plain one takes to the same error.

The same number is estimated plainly and with luck taken out, by two levels, or by classes of deals
for a rare event, in blocks of deals, and both are timed on one processor. The gain is the ratio of
variance times processor time. Its standard error is the jackknife's over the blocks. Both estimates
are unbiased, so that they must agree; the verdict is that they do, and does not depend on the
times.

References
----------
Glynn, Whitt: The asymptotic efficiency of simulation estimators. Operations Research 40, 1992
(variance times computing time).
Efron, Stein: The jackknife estimate of variance. Annals of Statistics 9, 1981.
"""

import time
from collections.abc import Callable
from math import sqrt

import numpy as np

from piquet_sim.compare.duel import DEALS, Duel, count_gains
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.tally import Tally
from piquet_sim.estimates.tally_estimates import estimate_measure
from piquet_sim.game.rules import RUBICON
from piquet_sim.kernel.batch.batch import new_tally_arrays
from piquet_sim.running.ledger import count_tally
from piquet_sim.running.levels.classes import CLASSES, divide, find_classes
from piquet_sim.running.levels.rare import Rare, count_class
from piquet_sim.running.levels.runs import find_split
from piquet_sim.running.levels.sums import FIRST_CHEAP, Levels, count_cheap, count_dear, find_cheap
from piquet_sim.running.precision import Target
from piquet_sim.running.result import reduce_error
from piquet_sim.running.run import Progress, check_count
from piquet_sim.trust.checks import FINE, GAINS, OFF, Check

BLOCKS = 10
LEAST = 3_000
"""Deals of each estimator, in all blocks."""

_WARM = 256
STANDARD_ERRORS = 4
"""By which both estimates may differ."""

_MARGIN = "difference"

Part = tuple[float, float]
"""Of a block: an estimate and its standard error."""

Estimator = Callable[[int, int], Part]
"""From the first unit and their number to what they give."""

Pair = tuple[str, str, Estimator, Estimator]
"""What is done, what is estimated, plainly and otherwise."""


def list_estimators(seed: int) -> list[Pair]:
    """The estimators whose gains are measured: what each is, of what, the plain one, and itself."""
    experts = Simulation("expert", "expert", RUBICON, seed)
    masters = Simulation("master", "master", RUBICON, seed)
    pairs = [
        ("luck taken out", f"elder's margin, {one.elder.name}", *_of_margin(one))
        for one in (experts, masters)
    ]
    pairs += [
        ("two levels", f"elder's margin, {one.elder.name}", _of_margin(one)[0], _of_levels(one))
        for one in (experts, masters)
    ]
    for names in (("expert", "club"), ("expert", "master")):
        duel = Simulation(*names, RUBICON, seed, mirrored=True)
        pairs.append(("luck taken out", f"duel, {' v '.join(names)}", *_of_duel(duel)))
    pairs += [
        ("rare events", f"{event}, {one.elder.name}", *_of_rare(one, event))
        for one in (experts, masters)
        for event in CLASSES
    ]
    return pairs


def _of_rare(simulation: Simulation, event: str) -> tuple[Estimator, Estimator]:
    classes = find_classes(event, simulation.rules)

    def plain(first: int, units: int) -> Part:
        arrays = new_tally_arrays()
        simulation.count_units(first, units, arrays)
        share = Tally(arrays).total(event) / units
        return share, sqrt(share * (1 - share) / (units - 1))

    def by_classes(first: int, units: int) -> Part:
        counts = divide(units, tuple(one.share for one in classes))
        sums = tuple(
            count_class(simulation, event, place, first // units * n, n)
            for place, n in enumerate(counts)
        )
        found = Rare(simulation, event, classes, tuple(counts), sums, 0.0, Target(units))
        return found.value, found.se

    return plain, by_classes


def _of_margin(simulation: Simulation) -> tuple[Estimator, Estimator]:
    def plain(first: int, units: int) -> Part:
        arrays = new_tally_arrays()
        simulation.count_units(first, units, arrays)
        found = estimate_measure(Tally(arrays), _MARGIN, simulation.rules)
        return found.value, found.se or 0.0

    def steadied(first: int, units: int) -> Part:
        tally = count_tally(simulation, first, units, new_tally_arrays())
        found = reduce_error(simulation, tally, _MARGIN)
        return (0.0, 0.0) if found is None else (found.value, found.se)

    return plain, steadied


def _of_duel(simulation: Simulation) -> tuple[Estimator, Estimator]:
    def count(first: int, units: int, is_plain: bool) -> Part:
        gain = Duel(
            simulation, DEALS, *count_gains(simulation, DEALS, first, units, is_plain), 0.0
        ).gain
        return gain.value, gain.se or 0.0

    return (
        lambda first, units: count(first, units, True),
        lambda first, units: count(first, units, False),
    )


def _of_levels(simulation: Simulation) -> Estimator:
    cheap = find_cheap(simulation)
    count_dear(simulation, cheap, 0, 0)
    ratio = find_split(simulation, cheap).ratio

    def by_levels(first: int, units: int) -> Part:
        dear, tally = count_dear(simulation, cheap, first, units)
        others = count_cheap(cheap, FIRST_CHEAP + first * ratio, units * ratio)
        found = Levels(
            simulation, cheap, units, units * ratio, dear, others, tally, 0.0, Target(units)
        ).estimates[_MARGIN]
        return found.value, found.se or 0.0

    return by_levels


def measure_gains(
    deals: int, seed: int, progress: Progress | None = None, estimators: list[Pair] | None = None
) -> list[Check]:
    """What each estimator gains at equal processor time, and whether it agrees with the plain one.

    Parameters
    ----------
    deals : int
        Units of each estimator, at least `LEAST`.
    seed : int
    progress : callable, optional
        Called with the units done, of as many for each estimator.
    estimators : list of Pair, optional
        By default `list_estimators`.

    Raises
    ------
    InputError
        If there are too few deals.
    """
    check_count(deals, "gains", LEAST)
    checks = []
    for what, name, plain, other in estimators or list_estimators(seed):
        block = deals // BLOCKS
        for one in (plain, other):
            one(0, _WARM)  # compiled before it is timed
        rows = []
        for place in range(BLOCKS):
            rows.append([_time(one, place * block, block) for one in (plain, other)])
            if progress is not None:
                progress(len(checks) * deals + (place + 1) * block)
        checks.append(_judge(what, name, block * BLOCKS, np.array(rows)))
    return checks


def _time(estimator: Estimator, first: int, units: int) -> tuple[float, float, float]:
    begun = time.thread_time()
    value, se = estimator(first, units)
    return value, se, time.thread_time() - begun


def _judge(what: str, name: str, n: int, rows: np.ndarray) -> Check:
    # rows[block, plain or other, value or se or seconds]
    values, errors, seconds = rows.transpose(2, 0, 1)
    costs = errors**2, seconds

    def find_gain(kept: np.ndarray) -> float:
        (plain, other), (long, short) = (one[kept].sum(axis=0) for one in costs)
        return plain * long / (other * short)

    every = np.ones(len(rows), bool)
    gain = find_gain(every)
    left_out = []
    for place in range(len(rows)):
        every[place] = False
        left_out.append(find_gain(every))
        every[place] = True
    jackknife = np.array(left_out)
    error = sqrt((len(rows) - 1) * float(((jackknife - jackknife.mean()) ** 2).mean()))
    apart = float(values[:, 0].mean() - values[:, 1].mean())
    off = apart / (sqrt(float((errors**2).sum())) / len(rows))
    return Check(
        GAINS, what, name, n, gain, None, off,
        verdict=OFF if abs(off) > STANDARD_ERRORS else FINE,
        note=f"± {error:.2g}, at equal processor time; {abs(apart):.2g} from the plain one",
    )  # fmt: skip
