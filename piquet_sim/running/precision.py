r"""When a run has counted enough: a number of deals, a precision, or a time.

A precision is a bound on the standard error of an estimate, in its own unit or as a share of the
value. The run checks its standard errors at certain numbers of deals, each fixed at the check
before, and ends at the first check where every bound holds. Between two checks it plays as many
deals as the last errors call for, but at most four times as many as it had.

Stopping that depends on the data biases an interval where the stopping time carries information
on the mean. Here it carries information on the variance, and on a mean only through it: for
symmetric measures the two are uncorrelated, and for counts of rare events, whose variance equals
their mean, the bias of the estimate is about p / k after k events, a k-th part of the value where
the standard error is one :math:`\sqrt k`-th: 1/50 of a standard error at 2%, and it vanishes as
the bound gets smaller (Anscombe; Chow and Robbins). The danger is a variance that few deals
estimate by chance as (nearly) zero. So the first check comes after a thousand units; the error is
taken from the interval where that is wider, and intervals never have zero width (`intervals`); and
a relative bound requires that the event has occurred. The tests measure that intervals of runs
stopped in this way have their nominal coverage.

References
----------
Anscombe: Large-sample theory of sequential estimation. Proceedings of the Cambridge Philosophical
Society 48, 1952.
Chow, Robbins: On the asymptotic theory of fixed-width sequential confidence intervals for the
mean. Annals of Mathematical Statistics 36, 1965.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, inf
from typing import Any

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import careful_error
from piquet_sim.estimates.luck import find_steadied_error
from piquet_sim.estimates.tally import Tally, estimate_measure
from piquet_sim.game.errors import InputError, read_positive, read_texts, refuse_twice, suggest
from piquet_sim.kernel.batch.measures import MEASURES
from piquet_sim.running.measures import NO_MEASURES, OwnMeasures

FIRST_LOOK = 1024
"""Units before the first check."""

USUAL_DEALS = 100_000
"""Deals of a run where nothing else is asked for."""

MOST_DEALS = 1_000_000_000
"""Maximum number of deals of a run with a precision and no other bound."""

_MOST_GROWTH, _LEAST_GROWTH, _SLACK = 4.0, 1.05, 1.01
_STEP = 64
_MOST_SECONDS = 1e9
_ESTIMATES = [measure.name for measure in MEASURES]


@dataclass(frozen=True)
class Precision:
    """A bound on the standard error of one estimate."""

    name: str
    bound: float
    """The error allowed, in the unit of the estimate or as a share of its value."""
    is_relative: bool = False
    text: str = field(default="", compare=False)
    """The bound as it was written, so that it is read again exactly."""

    def excess(
        self, simulation: Simulation, tally: Tally, measures: OwnMeasures = NO_MEASURES
    ) -> float:
        """The standard error divided by its bound: at most 1 where the bound holds.

        Where luck is taken out (`estimates.luck`), the error is the one without it.
        """
        if self.name in _ESTIMATES:
            estimate = estimate_measure(tally, self.name, simulation.rules)
            steadied = find_steadied_error(simulation, tally, self.name)
        else:
            estimate, steadied = measures.estimate(tally, self.name), None
            if estimate is None:  # what it is taken among has not come up
                return inf
        allowed = self.bound * (abs(estimate.value) if self.is_relative else 1.0)
        error = min(careful_error(estimate), inf if steadied is None else steadied)
        return error / allowed if allowed else inf

    def __str__(self) -> str:
        bound = f"{self.bound * 100!r}%" if self.is_relative else repr(self.bound)
        return f"{self.name}={self.text or bound}"


def set_target(
    n: int | None = None,
    precisions: str | Sequence[str] = (),
    seconds: float | None = None,
    measures: OwnMeasures = NO_MEASURES,
) -> "Target":
    """The target of a run, as a call or a command line asks for it.

    Parameters
    ----------
    n : int, optional
        Deals, `USUAL_DEALS` where nothing else ends the run; with a precision, the maximum.
    precisions : str or sequence of str
        See `read_precision`.
    seconds : float, optional
        The maximum time.
    measures : OwnMeasures
        What is estimated beside the estimates that every run has.

    Raises
    ------
    InputError
        If something is not a number, or a precision is given twice.
    """
    if seconds is not None:
        seconds = read_positive("max-time", seconds, _MOST_SECONDS, "number of seconds")
    read = tuple(read_precision(one, measures) for one in read_texts("precision", precisions))
    refuse_twice("precision", [one.name for one in read])
    if n is None:
        n = MOST_DEALS if read or seconds is not None else USUAL_DEALS
    return Target(n, read, seconds, measures)


def read_precision(text: str, measures: OwnMeasures = NO_MEASURES) -> Precision:
    """A precision from its text: ``difference=0.05``, ``elder_repique=2%``.

    Parameters
    ----------
    text : str
    measures : OwnMeasures
        Measures of one's own, which may be meant too: by their label, or as they are written. The
        name of an estimate means that estimate.

    Raises
    ------
    InputError
        If there is no such estimate, or the bound is not a positive number.

    Examples
    --------
    >>> read_precision("elder_repique=2%")
    Precision(name='elder_repique', bound=0.02, is_relative=True, text='2%')
    """
    name, sign, bound = (part.strip() for part in str(text).rpartition("="))
    if not sign:
        raise InputError(f"precision: {text!r}; write ESTIMATE=ERROR, as in difference=0.05")
    if name not in _ESTIMATES:
        own = measures.find(name)
        if own is None:
            known = [*_ESTIMATES, *(one.name for one in measures.measures)]
            raise InputError("precision: " + suggest(name, known, "estimate"))
        name = own.name
    is_relative = bound.endswith("%")
    try:
        number = read_positive(name, float(bound.removesuffix("%")) / (100 if is_relative else 1))
    except ValueError:
        raise InputError(
            f"precision: expected a positive number, as in {name}=0.05, or a share of the value, "
            f"as in 2%; got {name}={bound}"
        ) from None
    return Precision(name, number, is_relative, bound)


def plan_look(units: int, excess: float) -> int:
    """The unit up to which to count before the next check.

    Parameters
    ----------
    units : int
        Counted so far.
    excess : float
        The standard error divided by its bound.

    Examples
    --------
    >>> plan_look(1_024, 1.5), plan_look(1_024, 30)
    (2368, 4096)
    """
    growth = min(max(excess * excess * _SLACK, _LEAST_GROWTH), _MOST_GROWTH)
    return ceil(units * growth / _STEP) * _STEP


@dataclass(frozen=True)
class Target:
    """When a run has counted enough.

    Parameters
    ----------
    deals : int
        Deals to count; with precisions, the maximum.
    precisions : tuple of Precision
        All must be reached.
    seconds : float, optional
        After this time the run ends with what it has.
    measures : OwnMeasures
        What is estimated beside the estimates that every run has.
    """

    deals: int
    precisions: tuple[Precision, ...] = ()
    seconds: float | None = None
    measures: OwnMeasures = NO_MEASURES

    def plan(self, simulation: Simulation, tally: Tally) -> int | None:
        """The unit up to which to count next.

        Parameters
        ----------
        simulation : Simulation
        tally : Tally
            Counts all units so far.

        Returns
        -------
        int or None
            None if enough is counted.
        """
        units, most = tally.units, self.deals // simulation.deals_per_unit
        if units >= most or (self.precisions and self.is_reached(simulation, tally)):
            return None
        if not self.precisions:
            return most
        if units < FIRST_LOOK:
            return min(FIRST_LOOK, most)
        return min(plan_look(units, self.excess(simulation, tally)), most)

    def excess(self, simulation: Simulation, tally: Tally) -> float:
        """The greatest standard error divided by its bound, of all precisions; 0 of none."""
        errors = (one.excess(simulation, tally, self.measures) for one in self.precisions)
        return max(errors, default=0.0)

    def is_reached(self, simulation: Simulation, tally: Tally) -> bool:
        """Whether all precisions are reached (with too few units they never are)."""
        return tally.units >= FIRST_LOOK and self.excess(simulation, tally) <= 1

    def describe(self) -> dict[str, Any]:
        """As data, for files."""
        return {
            "deals": self.deals,
            "precisions": [str(one) for one in self.precisions],
            "seconds": self.seconds,
            **self.measures.describe(),
        }
