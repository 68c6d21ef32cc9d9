"""When a duel has enough pairs: all of them, a verdict, or a precision."""

from math import inf
from typing import TYPE_CHECKING

from piquet_sim.estimates.estimate import careful_error
from piquet_sim.estimates.intervals import FIRST_CLEAR
from piquet_sim.game.errors import InputError
from piquet_sim.running.precision import FIRST_LOOK, Forecast, Foreteller, plan_look

if TYPE_CHECKING:
    from piquet_sim.compare.duel import Duel


class Stopping:
    """When a duel has enough pairs: all of them, a verdict, or a precision.

    Looks come in a fixed order whatever the threads: for a verdict after every range of pairs; for
    a precision as `running.precision` plans them.

    Parameters
    ----------
    pairs : int
        The most.
    until_clear : bool
    precision : float or None
        Standard error of the gain.
    forecast : callable or None

    Raises
    ------
    InputError
        If both are asked for, or the precision is not positive.
    """

    def __init__(
        self, pairs: int, until_clear: bool, precision: float | None, forecast: Forecast | None
    ) -> None:
        if until_clear and precision is not None:
            raise InputError("duel: until it is clear or to a precision, not both")
        if precision is not None and not 0 < precision < inf:
            raise InputError(f"precision: expected a positive number, got {precision:g}")
        self._pairs, self._until_clear, self._precision = pairs, until_clear, precision
        self._foreteller = Foreteller(forecast)
        self._next = FIRST_LOOK

    def is_enough(self, duel: "Duel") -> bool:
        """Whether the duel may end."""
        excess = 1.0
        wanted = float(self._pairs)
        if self._precision is not None:
            excess = careful_error(duel.gain) / self._precision
            wanted = duel.pairs * excess**2
        self._foreteller.look(duel.pairs, wanted, self._pairs)
        if self._until_clear:
            return duel.pairs >= FIRST_CLEAR and duel.verdict is not None
        if self._precision is None or duel.pairs < self._next:
            return False
        self._next = plan_look(duel.pairs, excess)
        return excess <= 1
