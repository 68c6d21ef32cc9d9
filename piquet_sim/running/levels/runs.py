"""Runs by two levels: the pilot, the split of the time, and both levels counted in threads."""

import time
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.tally import Tally
from piquet_sim.game.errors import InputError
from piquet_sim.kernel.batch.measures import MEASURES, OF
from piquet_sim.kernel.questions.draw_luck import PARTS
from piquet_sim.ordered_threads import play_in_order
from piquet_sim.running.ledger import Ledger
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
from piquet_sim.running.run import Progress, count_threads

FIRST_DEAR = 512
"""Dear units before the first check of a precision."""

_MOST_CHEAP = 4096
_DEAR_CHUNK, _CHEAP_CHUNK = 32, 4096


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


class _Counted:
    # What is counted of both levels so far.

    def __init__(self, simulation: Simulation, cheap: Simulation, threads: int) -> None:
        self.simulation, self.cheap, self.threads = simulation, cheap, threads
        self.dear = np.zeros((len(MEASURES), 3), object)
        self.others = self.dear.copy()
        self.units = self.cheap_units = 0
        self.ledger = Ledger()

    def count(self, units: int, cheap_units: int, progress: Progress | None) -> None:
        """Count up to so many units of each level."""

        def play(span: tuple[int, int]) -> tuple[Sums, Tally]:
            return count_dear(self.simulation, self.cheap, *span)

        spans = _split_range(self.units, units, _DEAR_CHUNK)
        for (first, count), (sums, tally) in zip(
            spans, play_in_order(play, spans, self.threads), strict=True
        ):
            self.dear += sums
            self.ledger.blocks.stretch(first + count)
            self.ledger.blocks.add(first, tally)
            self.ledger.tally.merge(tally)
            if progress is not None:
                progress((first + count) * self.simulation.deals_per_unit)

        def play_cheap(span: tuple[int, int]) -> Sums:
            return count_cheap(self.cheap, FIRST_CHEAP + span[0], span[1])

        spans = _split_range(self.cheap_units, cheap_units, _CHEAP_CHUNK)
        for sums in play_in_order(play_cheap, spans, self.threads):
            self.others += sums
        self.units, self.cheap_units = units, cheap_units

    def stand(self, seconds: float, target: Target) -> Levels:
        ledger = self.ledger
        return Levels(
            self.simulation, self.cheap, self.units, self.cheap_units, self.dear, self.others,
            ledger.tally, seconds, target, ledger.blocks,
        )  # fmt: skip


def _split_range(first: int, last: int, size: int) -> list[tuple[int, int]]:
    # Ranges that end where multiples of the size do.
    spans = []
    while first < last:
        end = min((first // size + 1) * size, last)
        spans.append((first, end - first))
        first = end
    return spans


def run_levels(
    simulation: Simulation,
    n: int | Target,
    threads: int | None = None,
    progress: Progress | None = None,
    forecast: Forecast | None = None,
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

    Returns
    -------
    Levels

    Raises
    ------
    InputError
        As `find_cheap`, or if there are too few deals, a bound on something else than deals, or
        SciPy is not installed.
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
    count_dear(simulation, cheap, 0, 0)  # compiled before threads start
    count_cheap(cheap, 0, 0)
    begun = time.perf_counter()
    first = target.precisions[0].name if target.precisions else "difference"
    plan = find_split(simulation, cheap, first)
    most = target.deals // a_unit
    if forecast is not None and (wanted := _find_wanted(target, plan, most)) < inf:
        seconds = wanted * plan.seconds / crew
        forecast(seconds, 100 * seconds)
    counted = _Counted(simulation, cheap, crew)
    units = min(FIRST_DEAR, most) if target.precisions else most
    while True:
        counted.count(units, units * plan.ratio, progress)
        found = counted.stand(time.perf_counter() - begun, target)
        excess = found.excess()
        if excess <= 1 or units >= most:
            return found
        units = min(plan_look(units, excess), most)


def _find_wanted(target: Target, plan: Plan, most: int) -> float:
    # About how many dear units it takes; unknown for a share of a value that is not known yet.
    if not target.precisions:
        return most
    first = target.precisions[0]
    return inf if first.is_relative else min(max(plan.variance / first.bound**2, FIRST_DEAR), most)
