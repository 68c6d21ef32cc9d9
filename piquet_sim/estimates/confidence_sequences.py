r"""Intervals that hold at all times at once, so that one may look after every case and stop.

An interval of 95% is right at one number of cases, fixed beforehand. Looked at again and again
until it leaves out 0, it does so by chance, sooner or later. A confidence sequence is wider: the
chance that any of its intervals, however many cases there are, leaves out the truth is at most 5%.
For the mean of n values of the standard deviation :math:`\sigma` it is the mean and

.. math:: \sigma \sqrt{\frac{2 (n \rho^2 + 1)}{n^2 \rho^2}
    \log \frac{\sqrt{n \rho^2 + 1}}{\alpha}},

which is narrowest near `BEST_AT` cases by the choice of :math:`\rho`. It is asymptotic: the
deviation is estimated and the values need not be normal, so the first look comes after `FIRST_LOOK`
cases; the tests measure what its error is with real pairs of deals.

References
----------
Robbins: Statistical methods related to the law of the iterated logarithm. Annals of Mathematical
Statistics 41, 1970.
Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas: Time-uniform central limit theory and asymptotic
confidence sequences. Annals of Statistics 52, 2024 (theorem 2.2; the choice of rho).
"""

from math import log, sqrt

from piquet_sim.estimates.intervals import Interval

ALPHA = 0.05
"""The chance that a sequence ever leaves out the truth."""

FIRST_LOOK = 256
"""Cases before the first look."""

BEST_AT = 2_000
"""Cases at which the interval is as narrow as such a sequence can be."""

ALWAYS = "confidence sequence: 95% at all times"

_RHO_SQUARED = (-2 * log(ALPHA) + log(-2 * log(ALPHA)) + 1) / BEST_AT


def bound_always(value: float, se: float, n: int) -> Interval:
    """The interval of a confidence sequence after n cases.

    Parameters
    ----------
    value : float
        Their mean.
    se : float
        Its standard error: the deviation of a case over the root of n.
    n : int
        Independent cases.

    Raises
    ------
    ValueError
        If there are fewer than `FIRST_LOOK`, or the standard error is not positive.

    Examples
    --------
    >>> low, high, _ = bound_always(0.0, 1.0, 2_000)
    >>> round(low, 2), round(high, 2)
    (-3.04, 3.04)
    """
    if n < FIRST_LOOK:
        raise ValueError(f"a confidence sequence after {n} cases; the first look is later")
    if not se > 0:
        raise ValueError(f"a confidence sequence with a standard error of {se}")
    grown = n * _RHO_SQUARED + 1
    half = se * sqrt(2 * grown / (n * _RHO_SQUARED) * log(sqrt(grown) / ALPHA))
    return Interval(value - half, value + half, ALWAYS)
