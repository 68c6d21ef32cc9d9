"""How many deals have each value of some expressions, from their records."""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from piquet_sim.conditions.expression import Deals, read_expression
from piquet_sim.conditions.names import BY
from piquet_sim.deals.simulation import RECORD_DTYPE, Simulation
from piquet_sim.running.run import count_units

SET_KIND = "3 * ({0}.quatorzes > 0) + ({0}.quatorzes == 0) * min({0}.trios, 2)"
"""Of the cards in a place: 0 without a trio, 1 with one, 2 with more, 3 with a quatorze."""


class ValueCounts:
    """The values of some expressions, counted while deals are played.

    Parameters
    ----------
    simulation : Simulation
    n : int
        Deals.
    texts : mapping of str to str
        Expressions by what they are called.

    Raises
    ------
    InputError
        If an expression cannot be read, or n is odd where deals come in pairs.
    """

    def __init__(self, simulation: Simulation, n: int, texts: Mapping[str, str]) -> None:
        self.units = count_units(simulation, n)
        self._pack, rules = simulation.rules.pack, simulation.rules
        self._read = {name: read_expression(text, rules, BY) for name, text in texts.items()}
        self.counts: dict[str, Counter[int]] = {name: Counter() for name in texts}
        """Deals by the name of the expression and its value."""

    def write(self, columns: np.ndarray) -> None:
        """Count further deals: int64[column, deal]."""
        deals = Deals(lambda name: columns[RECORD_DTYPE.names.index(name)], self._pack)
        for name, one in self._read.items():
            values = np.broadcast_to(one.compute(deals), columns.shape[1])
            found = np.unique(values, return_counts=True)
            self.counts[name].update(dict(zip(*(part.tolist() for part in found), strict=True)))
