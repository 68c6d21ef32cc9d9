"""What a policy is made of: its code, and all that it reads, at any depth, as a digest.

Two policies with one digest play alike. What counts is what is in memory, not the file that it came
from: the instructions of each function without names of places and docstrings, the values of the
names that it reads, and what these hold: modules by the attributes read of them, containers,
classes and objects by their content. The package's own functions are left to the digest of their
files, those of Python and of the numeric libraries go by their names.
"""

import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dis import get_instructions
from inspect import CO_OPTIMIZED, isclass
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import numpy as np

_PACKAGE = "piquet_sim"
_LIBRARIES = sys.stdlib_module_names | {"numpy", "numba", "llvmlite", "scipy", "pandas", _PACKAGE}
_CHANCE = ("random", "secrets", "numpy.random")
_SEEDED = {"Random", "RandomState", "default_rng", "Generator", "PCG64", "Philox", "SeedSequence"}
"""What makes a generator of a number, so that it may draw the same again."""
_BETWEEN = {"PRECALL", "PUSH_NULL", "CACHE"}
"""Instructions that may stand between what is called and the call."""
_HIDES = {"open", "eval", "exec", "compile", "getattr", "globals", "vars", "input", "__import__"}
"""Built-in functions behind which anything may be read."""
_HIDDEN = ("__dict__", "__weakref__", "__doc__", "__module__", "__firstlineno__", "__slotnames__")
"""What a class holds beside what it does."""
_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...), range, slice)


class PolicyCode(NamedTuple):
    """What a policy is made of."""

    digest: str
    """64 hexadecimal digits."""
    homes: tuple[str, ...]
    """Files of the package whose functions it calls."""
    unread: str
    """What of it cannot be digested; empty if nothing."""
    chance: str
    """A name by which it draws what cannot be drawn again; empty if there is none."""


def read_code(function: Callable) -> PolicyCode:
    """What a function is made of.

    Examples
    --------
    >>> def make(values):
    ...     return lambda card: values[card]
    >>> one, same, other = (read_code(make(each)) for each in ({1: 2}, {1: 2}, {1: 3}))
    >>> one == same, one == other
    (True, False)
    """
    reader = _Reader()
    reader.read(function, function.__name__)
    return PolicyCode(
        reader.digest.hexdigest(), tuple(sorted(reader.homes)), reader.unread, reader.chance
    )


class _Reader:
    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self.homes: set[str] = set()
        self.unread = self.chance = ""
        self._seen: dict[int, tuple[int, object]] = {}

    def _note(self, *words: object) -> None:
        for word in words:
            text = word if isinstance(word, bytes) else repr(word).encode()
            self.digest.update(f"{len(text)}:".encode() + text)

    def read(self, value: object, name: str, names: frozenset[str] = frozenset()) -> None:
        """Add a value that is read by a name, by code that names these attributes."""
        if isinstance(value, _PLAIN):
            self._note(type(value).__name__, value)
        elif isinstance(value, ModuleType):
            self._read_module(value, name, names)
        elif id(value) in self._seen:
            self._note("again", self._seen[id(value)][0])
        else:
            self._seen[id(value)] = len(self._seen), value
            self._read_once(value, name)

    def _read_once(self, value: Any, name: str) -> None:
        compiled = getattr(value, "py_func", None)
        if compiled is not None:
            self._note("compiled", sorted(map(repr, value.targetoptions.items())))
            self.read(compiled, name)
        elif isinstance(value, CodeType):
            self._read_instructions(value)
        elif self._is_of_library(value, name):
            self._note("known", *_say_home(value))
        elif hasattr(value, "__code__"):
            self._read_function(value)
        elif isclass(value):
            self._note("class", value.__qualname__)
            self._read_all(value.__bases__, name)
            self._read_items(
                {key: one for key, one in vars(value).items() if key not in _HIDDEN}, name
            )
        else:
            self._read_object(value, name)

    def _is_of_library(self, value: Any, name: str) -> bool:
        # A function or a class, or a method of no object.
        is_of_object = not isinstance(getattr(value, "__self__", None), ModuleType | type | None)
        if is_of_object or not (callable(value) and hasattr(value, "__name__")):
            return False
        module = _say_home(value)[0]
        if module.partition(".")[0] not in _LIBRARIES:
            return False
        if module.startswith(_CHANCE) and value.__name__ not in _SEEDED:
            self.chance = name
        if hasattr(value, "__code__") and module.startswith(_PACKAGE):
            self.homes.add(value.__code__.co_filename)
        return True

    def _read_function(self, function: Any) -> None:
        code = function.__code__
        self._note("function", bool(code.co_flags & CO_OPTIMIZED))
        of = getattr(function, "__self__", None)
        for part in (code, of, function.__defaults__, function.__kwdefaults__):
            self.read(part, function.__name__)
        names = frozenset(name for one in _list_codes(code) for name in one.co_names)
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=False):
            with suppress(ValueError):  # nothing stands there yet
                self._note(name)
                self.read(cell.cell_contents, name, names)
        for name in sorted(_list_named(code, "LOAD_GLOBAL", "LOAD_NAME")):
            if name in function.__globals__:
                self._note(name)
                self.read(function.__globals__[name], name, names)
            elif name in _HIDES:
                self.unread = self.unread or f"{name}()"
        for name in sorted(_list_named(code, "IMPORT_NAME")):
            if name in sys.modules:
                self.read(sys.modules[name], name, names)
            elif name.partition(".")[0] not in _LIBRARIES:
                self.unread = self.unread or f"{name}, which it imports"

    def _read_instructions(self, code: CodeType) -> None:
        held = list(code.co_consts)
        if held and isinstance(held[0], str) and code.co_flags & CO_OPTIMIZED:
            held[0] = None  # what it says of itself
        self._note(code.co_code, code.co_names, code.co_varnames, code.co_freevars)
        self._note(code.co_argcount, code.co_kwonlyargcount, code.co_flags)
        called = [one for one in get_instructions(code) if one.opname not in _BETWEEN]
        for maker, then, last in zip(called, called[1:], [*called[2:], None], strict=False):
            is_none = then.opname == "LOAD_CONST" and then.argval is None
            call = last if is_none else then
            is_call = call is not None and call.opname.startswith("CALL") and call.arg == is_none
            if maker.argval in _SEEDED and is_call:
                self.chance = f"{maker.argval}()"
        for one in held:
            self.read(one, code.co_name)

    def _read_module(self, module: ModuleType, name: str, names: frozenset[str]) -> None:
        self._note("module", module.__name__)
        if module.__name__.startswith(_CHANCE):
            self.chance = self.chance if names & _SEEDED else name
        elif module.__name__.partition(".")[0] in _LIBRARIES:
            if module is np and "random" in names and not names & _SEEDED:
                self.chance = f"{name}.random"
        else:
            known = vars(module)
            for one in sorted(names & known.keys()):
                if known[one] is not module:
                    self._note(one)
                    self.read(known[one], f"{name}.{one}", names)

    def _read_all(self, values: Any, name: str) -> None:
        self._note(type(values).__qualname__, len(values))
        for one in values:
            self.read(one, name)

    def _read_items(self, held: dict, name: str) -> None:
        self._note(type(held).__qualname__, len(held))
        for key, one in held.items():
            self.read(key, name)
            self.read(one, f"{name}[{key!r}]")

    def _read_object(self, value: Any, name: str) -> None:
        if type(value).__module__.startswith(_CHANCE):
            self.chance = name
        if type(value) is dict:
            self._read_items(value, name)
        elif type(value) in (list, tuple):
            self._read_all(value, name)
        elif type(value) in (set, frozenset):
            self._note(type(value).__name__, *sorted(_digest_alone(one) for one in value))
        elif isinstance(value, np.ndarray) and value.dtype != object:
            self._note(str(value.dtype), value.shape, value.tobytes())
        elif isinstance(value, property | staticmethod | classmethod):
            self._read_all(
                [getattr(value, part, None) for part in ("fget", "fset", "__func__")], name
            )
        else:
            try:
                made = value.__reduce_ex__(4)
            except Exception:  # an open file, a lock, what wraps another language
                self.unread = (
                    self.unread or f"{name}, {type(value).__module__}.{type(value).__qualname__}"
                )
            else:
                if isinstance(made, str):
                    self._note(type(value).__qualname__, made)
                else:
                    self.read(type(value), name)
                    for part in made:
                        self.read(list(part) if isinstance(part, Iterator) else part, name)


def _digest_alone(value: object) -> str:
    reader = _Reader()
    reader.read(value, "")
    return reader.digest.hexdigest() + reader.unread


def _say_home(value: Any) -> tuple[str, str]:
    # A function is of the module that it reads, whatever it says of itself.
    of = getattr(value, "__self__", None)
    home = of.__name__ if isinstance(of, ModuleType) else getattr(of, "__module__", None)
    module = (
        value.__globals__.get("__name__")
        if hasattr(value, "__globals__")
        else getattr(value, "__module__", None) or home or type(value).__module__
    )
    return str(module), getattr(value, "__qualname__", value.__name__)


def _list_codes(code: CodeType) -> list[CodeType]:
    inner = (one for one in code.co_consts if isinstance(one, CodeType))
    return [code, *(each for one in inner for each in _list_codes(one))]


def _list_named(code: CodeType, *instructions: str) -> set[str]:
    every = (each for one in _list_codes(code) for each in get_instructions(one))
    return {one.argval for one in every if one.opname in instructions}
