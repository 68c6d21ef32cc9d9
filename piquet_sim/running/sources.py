"""All code and data that a module depends on, found from its imports.

What a module imports, at its head or within a function, is followed through the project, and so is
a name that a package hands out when it is asked for it. Files of data count where a module names
them. From this comes the digest of a study: it says which rooms differ where a result was made by
other code.
"""

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from piquet_sim.engine_sources import PACKAGE
from piquet_sim.game.files import digest_file
from piquet_sim.running.digests import digest_tree

_PROJECT = ("piquet_sim", "analyses")
_DATA = PACKAGE / "data"
_SHORT = 8


def digest_rooms(module: str) -> dict[str, str]:
    """Digests of all that a module depends on, by room: 8 hexadecimal digits each.

    Parameters
    ----------
    module : str
        Its full name.

    Returns
    -------
    dict
        By the first two parts of the modules' names; ``data`` for files of data.

    Examples
    --------
    >>> sorted(digest_rooms("piquet_sim.game.cards"))
    ['piquet_sim.game']
    """
    rooms: dict[str, list[str]] = {}
    for name in find_modules(module):
        rooms.setdefault(".".join(name.split(".")[:2]), []).append(_read(name).digest)
    data = sorted(digest_file(path) for path in find_data(module))
    if data:
        rooms["data"] = data
    return {
        room: hashlib.sha256("".join(sorted(own)).encode()).hexdigest()[:_SHORT]
        for room, own in sorted(rooms.items())
    }


def find_modules(module: str) -> set[str]:
    """The module itself and all modules of the project that it depends on."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _read(name).imports
    return found


def find_data(module: str) -> set[Path]:
    """The files of data that a module, or one that it depends on, names."""
    return {path for name in find_modules(module) for path in _read(name).data}


class _Source:
    # One module: the digest of what it does, what it imports, which files it names.
    def __init__(self, name: str) -> None:
        path = Path(find_spec(name).origin)
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        self.digest = digest_tree(tree)
        self.imports = sorted({one for node in ast.walk(tree) for one in _list_imports(node)})
        named = {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        self.data = [
            place
            for word in named
            if "." in word and "/" not in word and len(word) < 100 and not word.endswith(".py")
            for home in (path.parent, _DATA)
            if (place := home / word).is_file()
        ]


_read = cache(_Source)


def _list_imports(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names if one.name.partition(".")[0] in _PROJECT)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        if (node.module or "").partition(".")[0] not in _PROJECT:
            return
        home = import_module(node.module)
        for one in node.names:
            yield _find_home(home, one.name)


def _find_home(home: ModuleType, name: str) -> str:
    # Where a name that is imported from a module or package stands.
    lazy = getattr(home, "_HOME", {})
    if name in lazy:
        return f"{home.__name__.partition('.')[0]}.{lazy[name]}"
    if hasattr(home, "__path__") and find_spec(f"{home.__name__}.{name}") is not None:
        return f"{home.__name__}.{name}"
    return home.__name__
