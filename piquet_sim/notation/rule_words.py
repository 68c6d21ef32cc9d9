"""A rule book in words: a preset, and in brackets what is changed."""

import ast
import re
from typing import Any

from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RuleSet, read_rules

_LONGEST = 1000
_CHANGED_RULES = re.compile(r"([^\s(]+)\s*((?:\(.*\)\s*)?)")


def say_rules(rules: "str | dict[str, Any]") -> str:
    """A rule book as `read_rules_text` reads it.

    Examples
    --------
    >>> say_rules({"preset": "parlett", "set": {"pique_needs": 29}})
    'parlett (pique_needs=29)'
    """
    if isinstance(rules, str):
        return rules
    changed = ", ".join(f"{option}={value}" for option, value in rules["set"].items())
    return f"{rules['preset']} ({changed})" if changed else rules["preset"]


def read_rules_text(text: str) -> RuleSet:
    """A rule book by its name: a preset, and in brackets what is changed.

    Raises
    ------
    InputError
        If there is no such preset, option or value.

    Examples
    --------
    >>> read_rules_text("parlett (pique_needs=29)").pique_needs
    29
    """
    if len(text) > _LONGEST:
        raise InputError(f"rules: {len(text):,} characters; at most {_LONGEST:,} are allowed")
    found = _CHANGED_RULES.fullmatch(text.strip())
    if found is None:
        raise InputError(
            f"rules: expected a preset, as in rubicon or parlett (pique_needs=29), got {text!r}"
        )
    options = {}
    for changed in re.findall(r"\((.*?)\)(?=\s*\(|\s*$)", found[2]):
        for one in re.split(r",\s*(?=\w+\s*=)", changed) if changed.strip() else ():
            option, sign, value = one.partition("=")
            if not sign:
                raise InputError(f"rules: expected option=value, got {one!r}")
            options[option.strip()] = _read_value(value.strip())
    return read_rules({"preset": found[1], "set": options})


def _read_value(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
