"""Digests of code: of what it does, not of how it is described or where it is.

The engine is the code that decides a deal. Its digest is made from the syntax trees of its files,
without docstrings, comments, imports or the files' names: when a docstring is edited or a file
moves, results and checkpoints stay valid, and when a constant changes, they do not. The trees are
spelled out node by node, empty fields left out, so that later versions of Python, whose trees have
more fields, give the same digest.

A study depends on more: on all code and data that its imports lead to. Whatever a module imports,
at its head or within a function, is followed through the project, and so is a name that a package
imports lazily. A data file counts if a module names it.
"""

import ast
import hashlib
import re
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from piquet_sim.game.errors import InputError
from piquet_sim.game.files import PACKAGE, digest_file, write_text
from piquet_sim.kernel.compile import find_folders, list_engine_files

_IMPORTS = (ast.Import, ast.ImportFrom)
_DIGEST = re.compile("[0-9a-f]{16}")


@cache
def digest_engine() -> str:
    """A digest of the code that decides what happens in a deal: 16 hexadecimal digits.

    The answer is kept beside the compiled code, whose folder is another as soon as a byte of the
    engine's files is.
    """
    folder = find_folders().own
    if folder is None:
        return digest_files(list_engine_files())
    kept = folder / f"engine-{digest_file(Path(__file__))[:16]}"
    with suppress(OSError, UnicodeDecodeError):
        known = kept.read_text(encoding="ascii")
        if _DIGEST.fullmatch(known):
            return known
    digest = digest_files(list_engine_files())
    with suppress(InputError):  # where nothing can be kept, it is made anew each time
        write_text(kept, digest)
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
    found = {digest_code(path.read_text(encoding="utf-8")) for path in paths}
    return hashlib.sha256("".join(sorted(found)).encode()).hexdigest()[:16]


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
    return digest_tree(ast.parse(textwrap.dedent(source)))


def digest_tree(tree: ast.AST) -> str:
    """The digest of parsed Python, as `digest_code` makes it of its text."""
    words: list[str] = []
    _spell(tree, words)
    text = "".join(f"{word}\0" for word in words)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _spell(node: object, words: list[str]) -> None:
    # A tree word by word, each node and list closed, so that no two trees are spelled alike.
    if isinstance(node, ast.AST):
        words.append(type(node).__name__)
        for name in node._fields:
            value = getattr(node, name, None)
            if value is not None and value != []:
                words.append(name)
                _spell(value, words)
        words.append(")")
    elif isinstance(node, list):
        for one in node:
            if not _is_prose(one):
                _spell(one, words)
        words.append("]")
    else:
        words.append(repr(node))


def _is_prose(node: object) -> bool:
    # Imports say where things lie, strings that nothing takes say what they mean.
    if isinstance(node, _IMPORTS):
        return True
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


# ---- All that a module depends on ---------------------------------------------------------------
_PROJECT = ("piquet_sim", "analyses")
_INSTALLED, _STUDIES = "piquet_sim.analyses", "analyses"
"""The studies' name where the package is installed, and in the project."""
_QUOTED = re.compile(r"""(?<=["'])piquet_sim\.analyses(?=\.[a-z])""")
"""The beginning of a module's name in quotes, where the package is installed."""
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
        By the first two parts of the modules' names, the module itself by its whole name; ``data``
        for files of data.

    Examples
    --------
    >>> sorted(digest_rooms("piquet_sim.game.cards"))
    ['piquet_sim.game', 'piquet_sim.game.cards']
    """
    rooms: dict[str, list[str]] = {}
    for name in find_modules(module):
        room = name if name == _name_in_project(module) else ".".join(name.split(".")[:2])
        rooms.setdefault(room, []).append(_read(name).digest)
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
    waiting = [_name_in_project(module)]
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
        path = Path(_find_file(name))
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(_QUOTED.sub(_STUDIES, text))
        self.digest = digest_tree(tree)
        nodes = list(ast.walk(tree))
        self.imports = sorted({one for node in nodes for one in _list_imports(node)})
        named = {
            node.value
            for node in nodes
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


def _name_in_project(name: str) -> str:
    # Results say what they were made of by the names of the project, wherever that was.
    return _STUDIES + name.removeprefix(_INSTALLED) if name.startswith(_INSTALLED) else name


def _find_file(name: str) -> str:
    if name.partition(".")[0] == _STUDIES and find_spec(_INSTALLED) is not None:
        name = _INSTALLED + name.removeprefix(_STUDIES)
    return find_spec(name).origin


def _list_imports(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        named = (one.name for one in node.names if one.name.partition(".")[0] in _PROJECT)
        yield from map(_name_in_project, named)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        if (node.module or "").partition(".")[0] not in _PROJECT:
            return
        home = import_module(node.module)
        for one in node.names:
            yield _name_in_project(_find_home(home, one.name))


def _find_home(home: ModuleType, name: str) -> str:
    # Where a name that is imported from a module or package stands.
    lazy = getattr(home, "_HOME", {})
    if name in lazy:
        return f"{home.__name__.partition('.')[0]}.{lazy[name]}"
    if hasattr(home, "__path__") and find_spec(f"{home.__name__}.{name}") is not None:
        return f"{home.__name__}.{name}"
    return home.__name__
