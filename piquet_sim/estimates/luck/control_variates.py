"""Control variates: estimates corrected by quantities whose expectation is known exactly."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import numpy as np

from piquet_sim.estimates.estimate import ControlVariateEstimate
from piquet_sim.estimates.intervals import bound_mean
from piquet_sim.estimates.tally import Tally, find_measure
from piquet_sim.estimates.tally_estimates import count_events
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.kernel.batch.measures import MEASURES, OF, Measure

_UNITS_A_CONTROL = 50
"""With fewer units per control the coefficients are too uncertain to be used."""

_EVENTS_A_CONTROL = 25
"""With fewer events (or non-events) they are not used either."""


def estimate_with_controls(
    tally: Tally, measure: Measure | str, expectations: Sequence[Fraction], rules: RuleSet = RUBICON
) -> ControlVariateEstimate | None:
    r"""An estimate with control variates.

    What hands are dealt is luck of which the mean is known. With m the mean of the measure over
    units, c the means of the controls and :math:`\mu` their exact expectations, the estimate is

    .. math:: m - \beta^\top (c - \mu),

    :math:`\beta` being the coefficients of the regression of the measure on the controls in the
    same units; its variance is that of the residuals. The bias is of the order of one unit's
    weight, far below the error.

    Parameters
    ----------
    tally : Tally
    measure : Measure or str
    expectations : sequence of Fraction
        Of `CONTROLS`, a deal.
    rules : RuleSet

    Returns
    -------
    ControlVariateEstimate or None
        None where there are too few units or events, or nothing varies.

    References
    ----------
    Lavenberg, Welch: A perspective on the use of control variables to increase the efficiency
    of Monte Carlo simulations. Management Science 27, 1981.
    """
    if isinstance(measure, str):
        measure = find_measure(measure)
    n, controls = tally.units, len(expectations)
    total, events = tally.total(measure.name), count_events(tally, measure, rules)
    rarer = n if events is None else events
    if n < _UNITS_A_CONTROL * controls or rarer < _EVENTS_A_CONTROL * controls:
        return None
    arrays, a_unit = tally.arrays, tally.deals / tally.units
    # Central moments from exact integers: n * sum of products - product of sums.
    sums = [int(one) for one in arrays.controls]
    among = np.array(
        [
            [
                n * int(arrays.crosses[i, len(MEASURES) + j]) - sums[i] * sums[j]
                for j in range(controls)
            ]
            for i in range(controls)
        ],
        float,
    )
    place = getattr(OF, measure.name)
    across = np.array(
        [n * int(arrays.crosses[i, place]) - sums[i] * total for i in range(controls)], float
    )
    own = n * tally.total_of_squares(measure.name) - total * total
    try:
        slopes = np.linalg.solve(among, across)
    except np.linalg.LinAlgError:
        return None
    residual = (own - float(across @ slopes)) / (n * (n - 1 - controls))
    if own == 0 or residual <= 0:
        return None
    off = [sums[i] / n - float(expectations[i]) * a_unit for i in range(controls)]
    value = (total / n - float(slopes @ off)) / a_unit
    se = sqrt(residual / n) / a_unit
    plain = own / (n * (n - 1))
    low, high, _ = bound_mean(value, se)
    return ControlVariateEstimate(value, se, low, high, plain / residual)
