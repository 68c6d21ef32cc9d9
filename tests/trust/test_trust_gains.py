"""Gains of estimators: measured with an error, and an estimator that is off is found out."""

import numpy as np
from command_line import command
from refusals import refuses

from piquet_sim.trust import GAINS, OFF
from piquet_sim.trust.checks import FINE
from piquet_sim.trust.gains import LEAST, measure_gains

DRAWN = np.random.default_rng(8).normal(3, 10, LEAST)
WORK = np.arange(200_000)


def plain(first, units):
    values = DRAWN[first : first + units]
    WORK.sum()
    return values.mean(), values.std(ddof=1) / units**0.5


def halved(first, units):
    """Half the deviation for the same work: four times the gain."""
    values = 3 + (DRAWN[first : first + units] - 3) / 2
    WORK.sum()
    return values.mean(), values.std(ddof=1) / units**0.5


def shifted(first, units):
    value, error = halved(first, units)
    return value + 1.5, error


def test_gains__are_measured_with_an_error_and_agree():
    told = []
    (check,) = measure_gains(LEAST, 1, told.append, [("halved", "a mean", plain, halved)])
    assert (check.part, check.verdict, check.n) == (GAINS, FINE, LEAST)
    assert 1 < check.value < 16  # four, but for what else the machine does
    assert check.note.startswith("± ")
    assert told[-1] == LEAST


def test_gains__of_an_estimator_that_is_off_by_a_constant_are_refused():
    (check,) = measure_gains(LEAST, 1, None, [("shifted", "a mean", plain, shifted)])
    assert check.verdict == OFF
    assert abs(check.statistic) > 4


def test_gains__of_too_few_deals_are_refused():
    with refuses(f"expected at least {LEAST}"):
        measure_gains(LEAST - 1, 1)


def test_command__refuses_too_few():
    done = command("trust", "--gains", "10", "--runs", "2", "--deals", "20", "--dealt", "10")
    assert done.code == 2
    assert "gains: expected at least" in done.err
