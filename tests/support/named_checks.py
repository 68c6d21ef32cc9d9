"""Checks of trust by their names, and judged together."""

from piquet_sim.trust.checks import judge_checks

WRONG_P = 1e-9
"""A wrong engine must not fail by a hair."""


def named(checks, check, quantity=None):
    found = [
        one for one in checks
        if one.check == check and (quantity is None or one.quantity == quantity)
    ]  # fmt: skip
    assert found, (check, quantity)
    return found


def assert_trusted(checks):
    """Nothing is off."""
    said = judge_checks(checks)
    assert said.is_trusted, said.summary()


def least_p(checks, check, quantity=None):
    return min(one.p for one in named(checks, check, quantity))
