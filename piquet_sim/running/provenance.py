"""The origin of a number: everything needed to reproduce it.

Digests say whether two runs were made by the same code: that of the engine covers all kernels and
strategies of the package, that of a strategy its own code and what it learned. They are made from
syntax trees, without docstrings, comments, imports or the files' names: when a docstring is edited
or a file moves, results and checkpoints stay valid, and when a constant changes, they do not. Empty
lists are left out, so that later versions of Python, whose trees have more of them, give the same
digest.
"""

import ast
import hashlib
import platform
import textwrap
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from piquet_sim import __version__
from piquet_sim.game.errors import refuse
from piquet_sim.game.files import digest_file
from piquet_sim.game.rules import RULES_VERSION
from piquet_sim.kernel.compile import keep, list_engine_files, read_kept
from piquet_sim.strategies.registry import Strategy

if TYPE_CHECKING:
    from piquet_sim.deals.simulation import Simulation

PACKAGES = ("numba", "numpy", "llvmlite", "pandas", "pyarrow", "matplotlib")
"""Packages whose versions are part of every result."""

_OWN = "piquet_sim"


# ---- Digests -------------------------------------------------------------------------------------
@cache
def digest_engine() -> str:
    """A digest of the code that decides what happens in a deal: 16 hexadecimal digits.

    The answer is kept beside the compiled code, whose folder is another as soon as a byte of the
    engine's files is.
    """
    name = f"engine-{digest_file(Path(__file__))[:16]}"
    kept = read_kept(name)
    if kept is not None:
        return kept.tobytes().decode("ascii")
    digest = digest_files(list_engine_files())
    keep(name, digest.encode("ascii"))
    return digest


def digest_files(paths: Iterable[Path]) -> str:
    """The digest of several Python files, in any order: 16 hexadecimal digits.

    Files that do the same count once, so that one with nothing but a docstring can be added.

    Raises
    ------
    OSError
        A file cannot be read.
    SyntaxError
        A file is not Python.
    """
    digests = {digest_code(path.read_text(encoding="utf-8")) for path in paths}
    return hashlib.sha256("".join(sorted(digests)).encode()).hexdigest()[:16]


@cache
def digest_code(source: str) -> str:
    r"""The digest of a piece of Python, indented or not: 64 hexadecimal digits.

    Raises
    ------
    SyntaxError
        It is not Python.

    Examples
    --------
    >>> digest_code("import os\nx = 1  # one") == digest_code("'A number.'\nx = 1")
    True
    >>> digest_code("x = 1") == digest_code("x = 2")
    False
    """
    tree = ast.parse(textwrap.dedent(source))
    for node in ast.walk(tree):
        for name, value in list(ast.iter_fields(node)):
            if isinstance(value, list):
                delattr(node, name)
                if kept := [one for one in value if not _is_prose(one)]:
                    setattr(node, name, kept)
    return hashlib.sha256(ast.dump(tree).encode("utf-8", "surrogatepass")).hexdigest()


def _is_prose(node: object) -> bool:
    # Imports say where things lie, strings that nothing takes say what they mean.
    return isinstance(node, ast.Import | ast.ImportFrom) or (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def digest_strategy(strategy: Strategy) -> str:
    """A digest of a strategy's code and data: 16 hexadecimal digits.

    For the package's own strategies, the engine's digest covers the code.

    Examples
    --------
    >>> from piquet_sim.strategies import find_strategy
    >>> len(digest_strategy(find_strategy("club")))
    16
    """
    digest = hashlib.sha256(strategy.name.encode())
    digest.update(repr((strategy.heeds_score, strategy.sinks)).encode())
    for decision in (strategy.discard, strategy.call, strategy.play):
        function, is_own = decision.function, decision.module.partition(".")[0] == _OWN
        digest.update((function.__qualname__ if is_own else decision.code.digest).encode())
        # Two functions of the package may bear one name; what is around them tells them apart.
        for home in (function.__code__.co_filename,) if is_own else decision.code.homes:
            digest.update(digest_files([Path(home)]).encode())
        if decision.digest_data is not None:
            digest.update(decision.digest_data().encode())
    digest.update(digest_engine().encode())
    return digest.hexdigest()[:16]


def check_digestible(strategies: Iterable[Strategy]) -> None:
    """Refuse strategies that could not be recognised elsewhere or later.

    Raises
    ------
    InputError
        If a policy reads something that has no digest, such as a file or an object of another
        language.
    """
    refuse(
        {
            f"strategy {strategy.name!r}: policy {decision.name!r} reads {decision.code.unread}, "
            "so it cannot be recognised elsewhere or later; make the policy in a function that "
            "takes numbers, text, tuples, dicts or NumPy arrays": decision.code.unread
            for strategy in strategies
            for decision in (strategy.discard, strategy.call, strategy.play)
            if not decision.module.startswith(f"{_OWN}.")
        }
    )


# ---- Descriptions --------------------------------------------------------------------------------
def list_packages() -> dict[str, str]:
    """The versions of Python and of the packages that compute."""
    return {
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES if find_spec(name)},
    }


def describe_code(strategies: Iterable[Strategy]) -> dict[str, Any]:
    """The code that made something: versions and digests."""
    return {
        "version": __version__,
        "rules_version": RULES_VERSION,
        "engine": digest_engine(),
        "strategies": {one.name: digest_strategy(one) for one in strategies},
    }


def describe_simulation(simulation: "Simulation") -> dict[str, Any]:
    """A simulation as data, its rule book spelled out: what names a result and its deals.

    Examples
    --------
    >>> from piquet_sim.deals.simulation import Simulation
    >>> sorted(describe_simulation(Simulation("club", "novice")))[:3]
    ['elder', 'mirrored', 'play']
    """
    return {**simulation.describe(), "rules": simulation.rules.describe()}


def describe_making(strategies: Iterable[Strategy]) -> dict[str, Any]:
    """How something was made: code, packages and date."""
    return {
        **describe_code(strategies),
        "packages": list_packages(),
        "date": datetime.now(UTC).date().isoformat(),
    }


def describe_origin(simulation: "Simulation") -> dict[str, Any]:
    """The origin of a simulation's result: see `describe_making`."""
    return describe_making((simulation.elder, simulation.younger))
