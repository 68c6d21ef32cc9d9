"""A range of a simulation counted: its tally, measures of one's own, and what luck left of it."""

import numpy as np

from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.steadied import list_rows, pays, sum_steadied
from piquet_sim.estimates.tally import Tally
from piquet_sim.kernel.batch.batch import TallyArrays
from piquet_sim.kernel.deal.record import COLUMNS
from piquet_sim.measures.own_measures import NO_MEASURES, OwnMeasures

_TOGETHER = 4096
"""Units whose records are kept at a time."""


def count_tally(
    simulation: Simulation,
    first: int,
    units: int,
    arrays: TallyArrays,
    measures: OwnMeasures = NO_MEASURES,
) -> Tally:
    """Play a range of units and count them.

    Where luck is taken out (`estimates.steadied.pays`), what is left of every unit is summed, too.

    Parameters
    ----------
    simulation : Simulation
    first, units : int
    arrays : TallyArrays
        Zeros, which the tally takes.
    measures : OwnMeasures

    Raises
    ------
    IllegalDecision
        If a strategy gives an illegal answer.
    """
    if not pays(simulation):
        return Tally(arrays, measures.count_units(simulation, first, units, arrays))
    a_unit = simulation.deals_per_unit
    room = np.zeros((min(units, _TOGETHER) * a_unit, len(COLUMNS)), np.int64)
    whole = Tally(arrays)
    for start in range(first, first + units, _TOGETHER):
        chunk = min(_TOGETHER, first + units - start)
        rows = room[: chunk * a_unit]
        simulation.count_units(start, chunk, arrays, rows)
        own = measures.sum_up_rows(rows, a_unit)
        whole.add_sums(own, sum_steadied(simulation, rows))
    return whole


def steady_records(simulation: Simulation, records: np.ndarray) -> tuple[int, ...]:
    """The sums with luck taken out over recorded units; none where it is left in.

    Parameters
    ----------
    simulation : Simulation
    records : structured array
        As `Simulation.record_units` makes them.
    """
    if not pays(simulation):
        return ()
    return sum_steadied(simulation, list_rows(records))
