"""Statistics that several studies share.

`least_squares` fits what each thing in a hand is worth.

Scores of a simulation are estimated with luck taken out, where that is done (`estimate_score`).
"""

from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.luck import take_luck_out
from piquet_sim.estimates.tally import find_measure
from piquet_sim.running.result import Result

SET_KIND = "3 * ({0}.quatorzes > 0) + ({0}.quatorzes == 0) * min({0}.trios, 2)"
"""Of the cards in a place: 0 without a trio, 1 with one, 2 with more, 3 with a quatorze."""


def estimate_score(result: Result, measure: str) -> Estimate:
    """An estimate of a simulation; of a score or margin with luck taken out, where that is done.

    Shares stay as they were counted, so that they add up to one.

    Examples
    --------
    >>> from piquet_sim import simulate
    >>> result = simulate("expert", "expert", n=500)
    >>> [estimate_score(result, name).method[:18] for name in ("elder_wins", "difference")]
    ['Wilson', 'normal, the luck o']
    """
    plain = result.estimates[measure]
    return plain if find_measure(measure).is_flag else take_luck_out(plain)
