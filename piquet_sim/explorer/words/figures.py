"""Numbers in the words of the page: short, with their errors, and the same everywhere on it."""

from piquet_sim.estimates.estimate import Estimate
from piquet_sim.estimates.intervals import Z_95

MINUS = "−"


def _digits(se: float | None) -> int:
    return 1 if not se or se >= 0.05 else 2


def say_number(value: float, se: float | None = None) -> str:
    """A number to the tenth, or to the hundredth where its error is that small.

    Examples
    --------
    >>> say_number(-6.487, 0.18), say_number(-0.04, 0.2), say_number(0.123, 0.03)
    ('−6.5', '0.0', '0.12')
    """
    said = f"{abs(value):.{_digits(se)}f}"
    return (MINUS if value < 0 and float(said) else "") + said


def say_signed(value: float, se: float | None = None) -> str:
    """The same with its sign, also where it is more than nothing.

    Examples
    --------
    >>> say_signed(1.23), say_signed(-1.23), say_signed(0.0)
    ('+1.2', '−1.2', '0.0')
    """
    said = say_number(value, se)
    return "+" + said if value > 0 and float(said) else said


def say_error(se: float | None) -> str:
    """Half of the 95% interval: 0 of what does not vary, a dash where it was not measured."""
    return "–" if se is None else "0" if not se else f"{Z_95 * se:.{_digits(se)}f}"


def say_estimate(estimate: Estimate) -> str:
    """An estimate with half of its 95% interval.

    Examples
    --------
    >>> from piquet_sim.estimates.estimate import estimate_values
    >>> say_estimate(estimate_values([28, 31, 19, 44, 25, 30]))
    '29.5 ± 6.7'
    """
    return f"{say_number(estimate.value, estimate.se)} ± {say_error(estimate.se)}"


def say_points(points: float) -> str:
    """Whole points with their sign."""
    whole = round(points)
    return "0" if not whole else f"{'+' if whole > 0 else MINUS}{abs(whole)}"
