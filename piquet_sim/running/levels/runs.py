"""Runs by two levels: the pilot, the split of the time, and both levels counted in threads."""

import time
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, sqrt
from typing import Any

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError
from piquet_sim.kernel.batch.batch import TallyArrays
from piquet_sim.kernel.batch.measures import MEASURES, OF
from piquet_sim.kernel.questions.draw_luck import PARTS
from piquet_sim.running.checkpoint import LEVELS
from piquet_sim.running.levels.parts import PartsRun, split_range
from piquet_sim.running.levels.sums import (
    FIRST_CHEAP,
    FIRST_OF_PILOT,
    PILOT,
    Levels,
    Sums,
    count_cheap,
    count_dear,
    find_cheap,
    find_costs,
    load_statistics,
)
from piquet_sim.running.precision import Forecast, Target, plan_look
from piquet_sim.running.result import INTERRUPTED
from piquet_sim.running.resuming import heed_termination
from piquet_sim.running.run import Progress, count_threads

FIRST_DEAR = 512
"""Dear units before the first check of a precision."""

_MOST_CHEAP = 4096


@dataclass(frozen=True)
class Plan:
    """What the pilot found."""

    ratio: int
    """Cheap units to a dear one."""
    variance: float
    """Of the estimate, times the dear units."""
    seconds: float
    """Processor time of a dear unit with its cheap ones."""


def find_split(simulation: Simulation, cheap: Simulation, name: str = "difference") -> Plan:
    """How many cheap units go with a dear one, from a pilot.

    Parameters
    ----------
    simulation, cheap : Simulation
    name : str
        The estimate whose error is to be least.
    """
    begun = time.thread_time()
    dear, _ = count_dear(simulation, cheap, FIRST_OF_PILOT, PILOT)
    between = time.thread_time()
    others = count_cheap(cheap, FIRST_OF_PILOT + PILOT, PILOT)
    ended = time.thread_time()
    scale = (PARTS * simulation.deals_per_unit) ** 2
    of_dear, of_cheap = (
        float(PILOT * squares - total * total) / (PILOT * (PILOT - 1)) / scale
        for total, squares, _ in (sums[getattr(OF, name)] for sums in (dear, others))
    )
    cost_of_cheap, cost, _ = find_costs(simulation)
    # An event that no pilot saw is counted as one in it.
    of_dear, of_cheap = (max(one, 1 / PILOT / PILOT) for one in (of_dear, of_cheap))
    ratio = round(sqrt(of_cheap * cost / (of_dear * cost_of_cheap)))
    ratio = min(max(ratio, 1), _MOST_CHEAP)
    seconds = (between - begun + ratio * (ended - between)) / PILOT
    return Plan(ratio, of_dear + of_cheap / ratio, seconds)


class DearPart:
    """The dear level: the deals as they are played, less the cheap ones in the same cards."""

    size, deals_counted = 3 * len(MEASURES), True

    def count_units(
        self, simulation: Simulation, first: int, units: int, tally: TallyArrays
    ) -> tuple[int, ...]:
        """Count a range; see `count_dear`."""
        cheap, total = _find_cheap(simulation), _no_sums()
        for start, chunk in split_range(first, units) or [(first, 0)]:
            sums, found = count_dear(simulation, cheap, start, chunk)
            total += sums
            for mine, theirs in zip(tally, found.arrays, strict=True):
                np.add(mine, theirs, out=mine)
        return tuple(total.ravel().tolist())


class CheapPart:
    """The cheap level, whose units are numbered apart from those of the dear one."""

    size, deals_counted = 3 * len(MEASURES), False

    def count_units(
        self, simulation: Simulation, first: int, units: int, tally: TallyArrays
    ) -> tuple[int, ...]:
        """Count a range; see `count_cheap`."""
        cheap, total = _find_cheap(simulation), _no_sums()
        for start, chunk in split_range(first, units) or [(first, 0)]:
            total += count_cheap(cheap, FIRST_CHEAP + start, chunk, tally)
        return tuple(total.ravel().tolist())


_find_cheap = lru_cache(maxsize=8)(find_cheap)


def _no_sums() -> Sums:
    return np.zeros((len(MEASURES), 3), object)


def run_levels(
    simulation: Simulation,
    n: int | Target,
    threads: int | None = None,
    progress: Progress | None = None,
    forecast: Forecast | None = None,
    **kept: Any,
) -> Levels:
    """Estimate what players make by two levels.

    Parameters
    ----------
    simulation : Simulation
    n : int or Target
        Deals that the players really play, even where they are mirrored, at least `PILOT`; or a
        precision.
    threads : int, optional
        By default one for each processor. The answer does not depend on it.
    progress : callable, optional
        Called with the dear deals done.
    forecast : callable, optional
        Called once, after the pilot, with about how many seconds the run will take, and how many
        with a tenth of its error.
    **kept
        Checkpoints and a cluster: `writer`, `before`, `cluster` and `wait` of `parts.PartsRun`.

    Returns
    -------
    Levels
        Without estimates, and not complete, if Ctrl-C was pressed or a request to end came.

    Raises
    ------
    InputError
        As `find_cheap`, or if there are too few deals, a bound on something else than deals, a
        checkpoint of something else, or SciPy is not installed.
    IllegalDecision
        If a strategy gives an illegal answer.
    """
    cheap, crew = find_cheap(simulation), count_threads(threads)
    target = n if isinstance(n, Target) else Target(int(n))
    a_unit = simulation.deals_per_unit
    if target.deals < PILOT * a_unit or target.deals % a_unit:
        raise InputError(f"levels: expected at least {PILOT * a_unit} deals, got {target.deals}")
    if target.measures or target.seconds is not None:
        raise InputError("levels: measures of your own and a time limit are not possible with it")
    load_statistics()  # refused now, and not at the end
    run = PartsRun(simulation, target, LEVELS, BOTH, crew, progress, **kept)
    most, first = target.deals // a_unit, _find_first(target)

    def stand() -> Levels:
        (dear, others), (of_dear, of_cheap) = run.ledgers, map(_shape_sums, run.sums())
        return Levels(
            simulation, cheap, dear.units, others.units, of_dear, of_cheap,
            Tally(dear.tally.arrays), run.seconds, target, (dear.blocks, others.blocks),
        )  # fmt: skip

    with heed_termination():
        try:
            plan = find_split(simulation, cheap, first)
            if forecast is not None and (wanted := _find_wanted(target, plan, most)) < inf:
                seconds = max(wanted - run.ledgers[0].units, 0) * plan.seconds / crew
                forecast(seconds, 100 * wanted * plan.seconds / crew)
            units = run.planned or (min(FIRST_DEAR, most) if target.precisions else most)
            while True:
                units = units if target.precisions else most
                run.count((units, units * plan.ratio))
                found = stand()
                excess = found.excess()
                if excess <= 1 or units >= most:
                    break
                units = min(plan_look(units, excess), most)
        except KeyboardInterrupt:
            path = run.stop()
            return replace(stand(), ended=INTERRUPTED, goes_on_from=path)
    run.finish(True)
    return found


BOTH = DearPart(), CheapPart()


def _find_first(target: Target) -> str:
    # The estimate whose error decides the split.
    return target.precisions[0].name if target.precisions else "difference"


def _shape_sums(sums: tuple[int, ...]) -> Sums:
    found = _no_sums()
    found[...] = np.array(sums, object).reshape(found.shape)
    return found


def _find_wanted(target: Target, plan: Plan, most: int) -> float:
    # About how many dear units it takes; unknown for a share of a value that is not known yet.
    if not target.precisions:
        return most
    first = target.precisions[0]
    return inf if first.is_relative else min(max(plan.variance / first.bound**2, FIRST_DEAR), most)
