"""When a duel has enough pairs: all of them, a verdict, or a precision."""

import time
from math import inf
from typing import TYPE_CHECKING

from piquet_sim.estimates.estimate import careful_error
from piquet_sim.estimates.intervals import FIRST_CLEAR
from piquet_sim.game.errors import InputError
from piquet_sim.running.precision import FIRST_LOOK, Forecast, plan_look

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
        self._forecast = forecast
        self._next = FIRST_LOOK
        self._before: tuple[int, float] | None = None

    def is_enough(self, duel: "Duel") -> bool:
        """Whether the duel may end."""
        self._foretell(duel)
        if self._until_clear:
            return duel.pairs >= FIRST_CLEAR and duel.verdict is not None
        if self._precision is None or duel.pairs < self._next:
            return False
        excess = careful_error(duel.gain) / self._precision
        self._next = plan_look(duel.pairs, excess)
        return excess <= 1

    def _foretell(self, duel: "Duel") -> None:
        # By the pace from the first range to the next: what is prepared at the beginning is none.
        if self._forecast is None:
            return
        now = time.perf_counter()
        if self._before is None:
            self._before = duel.pairs, now
            return
        pace = (now - self._before[1]) / (duel.pairs - self._before[0])
        wanted = self._pairs
        if self._precision is not None:
            wanted = duel.pairs * (careful_error(duel.gain) / self._precision) ** 2
        if wanted < inf:
            self._forecast(min(wanted, self._pairs) * pace, 100 * wanted * pace)
        self._forecast = None
