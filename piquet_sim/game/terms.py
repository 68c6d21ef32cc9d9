"""The names of the seats and of the classes of calls, by which everything else is listed."""

from types import ModuleType
from typing import Any

ELDER, YOUNGER = SEATS = ("elder", "younger")
"""The player who leads first, and the dealer."""

CLASSES = ("point", "sequence", "set")
"""What is declared, in the order of reckoning."""


def number_names(*names: str) -> Any:
    """Integers by name, from 0: in a module, of which a kernel takes up only what it reads."""
    numbered = ModuleType("numbered")
    vars(numbered).update({name: number for number, name in enumerate(names)})
    return numbered
