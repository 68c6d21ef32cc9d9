r"""The share of a rare event, from deals dealt by classes with known shares (`classes`).

With :math:`W_k` the exact probability of a class, the estimate is the weighted mean

.. math:: \sum_k W_k \bar y_k

of what units of each class have of the event, the luck of the draw taken out
(`estimates.luck.steadied`), and its variance :math:`\sum_k W_k^2 s_k^2 / n_k`. Deals of different
classes have different numbers, so that they are independent. The interval is Wilson's, for as many
deals as would plainly have this error. It is left out where the events, weighed, tell less than 25
of one weight would: a few of the classes that are dealt seldom may then be missing by chance.

References
----------
Kish: Survey sampling. Wiley, 1965 (the effective number).
Cochran: Sampling techniques, chapter 5. Wiley, 1977.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import STRATEGIES
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.intervals import bound_share
from piquet_sim.estimates.luck.steadied import STEADIED, add_up, find_luck, is_known, measure_units
from piquet_sim.game.errors import InputError
from piquet_sim.kernel.batch.batch import TallyArrays, new_tally_arrays
from piquet_sim.kernel.batch.measures import OF
from piquet_sim.kernel.deal.record import COLUMNS
from piquet_sim.kernel.questions.draw_luck import PARTS
from piquet_sim.running.checkpoint import RARE
from piquet_sim.running.levels.classes import Class, divide, find_classes
from piquet_sim.running.levels.parts import PartsRun, split_range
from piquet_sim.running.precision import Forecast, Target, plan_look
from piquet_sim.running.provenance import describe_origin, describe_simulation
from piquet_sim.running.result import INTERRUPTED
from piquet_sim.running.resuming import heed_termination
from piquet_sim.running.run import Progress, count_threads

METHOD = "Wilson, deals dealt by classes, the luck of the draw taken out"
LEAST_UNITS = 2_000
_FEWEST_EVENTS = 25.0
_FIRST_LOOK = 2048
_APART = 1 << 43
"""Between the numbers of the first units of two classes; plain deals are numbered from 0."""

Sums = tuple[int, int, int]
"""Over units, in parts of an event: the sum, that of squares, and how many units had the event."""


def count_class(
    simulation: Simulation,
    event: str,
    place: int,
    first: int,
    units: int,
    arrays: TallyArrays | None = None,
) -> Sums:
    """What some units of a class have of the event.

    Parameters
    ----------
    simulation : Simulation
        Without a condition.
    event : str
    place : int
        Which of `find_classes`.
    first, units : int
        Of the class.
    arrays : TallyArrays, optional
        A tally to which they are added.
    """
    dealt = replace(simulation, given=find_classes(event, simulation.rules)[place].given)
    rows = np.zeros((units * simulation.deals_per_unit, len(COLUMNS)), np.int64)
    dealt.count_units(
        (place + 1) * _APART + first, units, new_tally_arrays() if arrays is None else arrays, rows
    )
    made = measure_units(dealt, rows)[getattr(OF, event)]
    luck = find_luck(dealt, rows, with_dealt=False)[STEADIED.index(event)]
    return (*add_up(made - luck), int((made != 0).sum()))


@dataclass(frozen=True)
class ClassPart:
    """The deals of one class."""

    event: str
    place: int
    """Which of `find_classes`."""
    size = 3
    deals_counted = True

    def count_units(
        self, simulation: Simulation, first: int, units: int, tally: TallyArrays
    ) -> Sums:
        """Count a range; see `count_class`."""
        sums = 0, 0, 0
        for start, chunk in split_range(first, units) or [(first, 0)]:
            found = count_class(simulation, self.event, self.place, start, chunk, tally)
            sums = tuple(one + other for one, other in zip(sums, found, strict=True))
        return sums


@dataclass(frozen=True)
class Rare:
    """The share of a rare event.

    Examples
    --------
    >>> found = run_rare(Simulation("expert", "expert"), "younger_capot", 5_000)
    >>> found.estimates["younger_capot"].method
    'Wilson, deals dealt by classes, the luck of the draw taken out'
    """

    simulation: Simulation
    event: str
    classes: tuple[Class, ...]
    units: tuple[int, ...]
    """Of each class."""
    sums: tuple[Sums, ...]
    """Of each class."""
    seconds: float
    target: Target
    ended: str = ""
    """`result.INTERRUPTED` where it was stopped; then nothing is estimated."""
    goes_on_from: Path | None = None
    """The checkpoint from which it can continue, if there is one."""

    @property
    def deals(self) -> int:
        """Deals played."""
        return sum(self.units) * self.simulation.deals_per_unit

    @property
    def value(self) -> float:
        """The weighted mean."""
        means = (
            float(one.weight) * total / n
            for one, n, (total, _, _) in zip(self.classes, self.units, self.sums, strict=True)
        )
        return sum(means) / (PARTS * self.simulation.deals_per_unit)

    @property
    def se(self) -> float:
        """Its standard error."""
        variance = sum(
            float(one.weight) ** 2 * (n * squares - total * total) / (n * n * (n - 1))
            for one, n, (total, squares, _) in zip(self.classes, self.units, self.sums, strict=True)
        )
        return sqrt(variance) / (PARTS * self.simulation.deals_per_unit)

    @property
    def events(self) -> float:
        """How many events of one weight tell as much as those that were seen (Kish)."""
        weighed = [
            (float(one.weight) / n, events)
            for one, n, (_, _, events) in zip(self.classes, self.units, self.sums, strict=True)
        ]
        squares = sum(weight * weight * events for weight, events in weighed)
        return sum(weight * events for weight, events in weighed) ** 2 / squares if squares else 0.0

    @cached_property
    def estimates(self) -> dict[str, Estimate]:
        """The estimate by the name of the event; none where the event was seen too seldom."""
        if self.ended:
            return {}
        value, se = self.value, self.se
        if self.events < _FEWEST_EVENTS or not 0 < value < 1:
            return {}
        low, high, _ = bound_share(value, se, sum(self.units))
        return {self.event: Estimate(value, se, low, high, self.deals, METHOD)}

    @property
    def gain(self) -> float | None:
        """From how many times as many plain deals the error would be; None without an estimate."""
        if not self.estimates or not self.se:
            return None
        return self.value * (1 - self.value) / (self.deals * self.se**2)

    def excess(self) -> float:
        """The standard error divided by its bound; infinite where there is no estimate."""
        bounds = [one for one in self.target.precisions if self.estimates]
        if not bounds:
            return inf if self.target.precisions else 0.0
        return max(
            self.se / (one.bound * (self.value if one.is_relative else 1.0)) for one in bounds
        )

    def as_json(self) -> dict[str, Any]:
        """What ``piquet simulate --rare --json`` prints."""
        classes = [
            {
                "given": one.given.reading,
                "numerator": one.weight.numerator,
                "denominator": one.weight.denominator,
                "deals": n * self.simulation.deals_per_unit,
                "units_with_event": events,
            }
            for one, n, (_, _, events) in zip(self.classes, self.units, self.sums, strict=True)
        ]
        gain = self.gain
        estimates = {
            name: {**one.as_json(), "gain": gain and round(gain, 3)}
            for name, one in self.estimates.items()
        }
        origin = {
            **describe_origin(self.simulation), "simulation": describe_simulation(self.simulation)
        }  # fmt: skip
        if self.target.precisions:
            origin["precision"] = [str(one) for one in self.target.precisions]
        return {
            "n": self.deals, **self.simulation.describe(),
            "rare": {"event": self.event, "classes": classes},
            "estimates": estimates, "origin": origin,
        }  # fmt: skip


def check_rare(simulation: Simulation, event: str, target: Target) -> None:
    """Raise an error where deals cannot be drawn class by class.

    Raises
    ------
    InputError
        If there are no classes for the event, the deals have a condition already, the luck of the
        draw is not known, or there are too few deals.
    """
    find_classes(event, simulation.rules)
    if simulation.given is not None:
        raise InputError("rare: deals are dealt by conditions; leave out --given")
    if simulation.play != STRATEGIES or not is_known(simulation):
        raise InputError(
            "rare: needs a pack of 32, a talon of 8 cards, and strategies that play the cards"
        )
    a_unit = simulation.deals_per_unit
    if target.deals < LEAST_UNITS * a_unit or target.deals % a_unit:
        raise InputError(
            f"rare: expected at least {LEAST_UNITS * a_unit} deals, got {target.deals}"
        )
    if target.measures or target.seconds is not None:
        raise InputError("rare: measures of your own and a time limit are not possible with it")
    for one in target.precisions:
        if one.name != event:
            raise InputError(f"rare: only {event} is estimated, so not {one}")


def run_rare(
    simulation: Simulation,
    event: str,
    n: int | Target,
    threads: int | None = None,
    progress: Progress | None = None,
    forecast: Forecast | None = None,
    **kept: Any,
) -> Rare:
    """Estimate the share of a rare event.

    Parameters
    ----------
    simulation : Simulation
        Without a condition.
    event : str
        One of `classes.CLASSES`.
    n : int or Target
        Deals, at least `LEAST_UNITS` (twice as many where mirrored), or a precision.
    threads : int, optional
        By default one for each processor. The answer does not depend on it.
    progress : callable, optional
        Called with the deals done.
    forecast : callable, optional
        Called once, after the first check of a precision, with about how many seconds the run will
        take, and how many with a tenth of its error.
    **kept
        Checkpoints and a cluster: `writer`, `before`, `cluster` and `wait` of `parts.PartsRun`.

    Returns
    -------
    Rare
        Without an estimate, and not complete, if Ctrl-C was pressed or a request to end came.

    Raises
    ------
    InputError
        As `check_rare`, or of a checkpoint of something else.
    IllegalDecision
        If a strategy gives an illegal answer.
    """
    target = n if isinstance(n, Target) else Target(int(n))
    check_rare(simulation, event, target)
    classes, crew = find_classes(event, simulation.rules), count_threads(threads)
    parts = [ClassPart(event, place) for place in range(len(classes))]
    run = PartsRun(simulation, target, RARE + event, parts, crew, progress, **kept)
    shares, most = tuple(one.share for one in classes), target.deals // simulation.deals_per_unit

    def stand() -> Rare:
        units = tuple(ledger.units for ledger in run.ledgers)
        return Rare(simulation, event, classes, units, tuple(run.sums()), run.seconds, target)

    with heed_termination():
        try:
            units = run.planned or min(_FIRST_LOOK, most)
            while True:
                units = units if target.precisions else most
                run.count(divide(units, shares))
                found = stand()
                excess = found.excess()
                if excess <= 1 or units >= most:
                    break
                if forecast is not None and excess < inf:
                    wanted, pace = units * excess * excess, found.seconds / units
                    forecast(min(wanted, most) * pace, 100 * wanted * pace)
                    forecast = None
                units = min(plan_look(units, excess), most)
        except KeyboardInterrupt:
            path = run.stop()
            return replace(stand(), ended=INTERRUPTED, goes_on_from=path)
    run.finish(True)
    return found
