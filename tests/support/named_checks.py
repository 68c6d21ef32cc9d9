"""Checks of trust by their names."""

WRONG_P = 1e-9
"""A wrong engine must not fail by a hair."""


def named(checks, check, quantity=None):
    found = [
        one for one in checks
        if one.check == check and (quantity is None or one.quantity == quantity)
    ]  # fmt: skip
    assert found, (check, quantity)
    return found


def least_p(checks, check, quantity=None):
    return min(one.p for one in named(checks, check, quantity))
