"""The names of the seats and of the classes of calls, by which everything else is listed."""

from types import ModuleType
from typing import Any

ELDER, YOUNGER = SEATS = ("elder", "younger")
"""The player who leads first, and the dealer."""

CLASSES = ("point", "sequence", "set")
"""What is declared, in the order of reckoning."""


def number_names(*names: str) -> Any:
    """Integers from 0 by name, in a module: a kernel compiles in only those that it reads."""
    numbered = ModuleType("numbered")
    vars(numbered).update({name: number for number, name in enumerate(names)})
    return numbered
