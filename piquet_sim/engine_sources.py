"""Where the engine is: the files whose code decides what happens in a deal.

This module is not part of the engine's digest itself, so that a file may move.
"""

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(find_spec("piquet_sim").origin).resolve().parent
"""The folder of the package."""

_ENGINE = (
    "game/cards.py",
    "game/laws.py",
    "game/rules.py",
    "game/terms.py",
    "game/settlement.py",
    "kernel",
    *(f"strategies/{room}.py" for room in ("__init__", "policies", "registry")),
    *(f"strategies/{room}.py" for room in ("learned", "score_values")),
    *(f"strategies/{name}.py" for name in ("random", "novice", "club", "expert", "master")),
    *(f"conditions/{room}.py" for room in ("attributes", "model", "enumeration", "programs")),
    "conditions/conditional_deals.py",
    *(f"advice/{room}.py" for room in ("near_repiques", "seen_exchange")),
    "deals/staged_deals.py",
)
"""Everything that compiled code is made of or takes a constant from, what a score is worth to
players who heed it, what numbers the deals that fulfil a condition, and how decisions are judged.
How a condition is read is no part of it: results carry the reading."""

_QUESTIONS = PACKAGE / "kernel" / "questions"
_ENVIRONMENTS = PACKAGE / "environments"
_NO_PART = ("compiled_cache.py",)
"""Modules among the kernels that decide nothing."""


def list_engine_files() -> list[Path]:
    """The files of the package that decide what happens in a deal."""
    found = (path for part in _ENGINE for path in _list_files(PACKAGE / part))
    return sorted(path for path in found if path.name not in _NO_PART and path.parent != _QUESTIONS)


def list_compiled_files() -> list[Path]:
    """The engine's files, and those whose compiled code decides no deal: it answers questions, or
    leaves the decisions to a learner.
    """
    more = (*_list_files(_QUESTIONS), *_list_files(_ENVIRONMENTS))
    return sorted({*list_engine_files(), *more})


def _list_files(part: Path) -> Iterable[Path]:
    return part.rglob("*.py") if part.is_dir() else (part,)
