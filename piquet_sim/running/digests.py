"""Digests of code: of what it does, not of how it is described or where it is.

The engine is the code that decides a deal. Its digest is made from the syntax trees of its files,
without docstrings, comments, imports or the files' names: when a docstring is edited or a file
moves, results and checkpoints stay valid, and when a constant changes, they do not. The trees are
spelled out node by node, empty fields left out, so that later versions of Python, whose trees have
more fields, give the same digest.
"""

import ast
import hashlib
import re
import textwrap
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from piquet_sim.game.errors import InputError
from piquet_sim.game.files import digest_file, write_text
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
