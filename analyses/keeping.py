"""Storage of the data behind a chart, so that it can be drawn again without playing again.

A file holds numbers, texts and arrays under the names of the plain classes that they belong to; a
strategy is kept by its name. Reading it makes only objects of those classes and runs no
code, also with a file from elsewhere.
"""

import json
import zipfile
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np

from piquet_sim.game.errors import InputError
from piquet_sim.game.files import replace_file, say_reason
from piquet_sim.game.rules import RuleSet
from piquet_sim.strategies import Strategy, find_strategy

_PACKAGES = ("analyses.", "piquet_sim.")
_TOLD = "told"
_PLAIN = (bool, int, float, str)


def keep(path: Path, value: object) -> None:
    """Write a value to a file.

    Parameters
    ----------
    path : Path
        Ends in .npz.
    value : object
        Numbers, texts, arrays, fractions, lists, tuples, dicts, data classes and named tuples of
        this package, strategies that have a name, and partial calls of functions that draw.

    Raises
    ------
    InputError
        If it cannot be written.
    TypeError
        If it contains anything else.
    """
    arrays: list[np.ndarray] = []
    told = json.dumps(_encode(value, arrays))
    named = {f"array_{place}": one for place, one in enumerate(arrays)}
    with replace_file(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, **{_TOLD: np.array(told)}, **named)


def recall(path: Path) -> object:
    """Read the value stored in a file.

    Raises
    ------
    InputError
        If it cannot be read, or was not written by `keep`.
    """
    try:
        # Opened here, for numpy leaves a file open that is none of its own.
        with Path(path).open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = [file[f"array_{place}"] for place in range(len(file.files) - 1)]
            return _decode(json.loads(str(file[_TOLD])), arrays)
    except OSError as error:
        raise InputError(f"cannot read {path}: {say_reason(error)}") from None
    except (
        ValueError, TypeError, KeyError, IndexError, AttributeError, ImportError, RecursionError,
        EOFError, zipfile.BadZipFile,
    ):  # fmt: skip
        raise InputError(f"cannot read {path}: not the data of a chart") from None


def _encode(value: object, arrays: list[np.ndarray]) -> object:
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, _PLAIN):
        return value
    if isinstance(value, np.ndarray):
        arrays.append(value)
        return {"array": len(arrays) - 1}
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, Path):
        return {"path": str(value)}
    if isinstance(value, Strategy):
        if find_strategy(value.name) != value:
            raise TypeError(f"{value.name}: another strategy has this name")
        return {"strategy": value.name}
    if isinstance(value, RuleSet):
        return {"rules": value.model_dump(mode="json")}
    if isinstance(value, partial):
        inner = [value.func, value.args, value.keywords]
        return {"call": [_encode(one, arrays) for one in inner]}
    if isinstance(value, dict):
        return {"dict": [[_encode(one, arrays) for one in item] for item in value.items()]}
    if isinstance(value, list):
        return {"list": [_encode(one, arrays) for one in value]}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return _encode_fields(value, value._fields, arrays)
    if isinstance(value, tuple):
        return {"tuple": [_encode(one, arrays) for one in value]}
    if is_dataclass(value) and not isinstance(value, type):
        return _encode_fields(value, [field.name for field in fields(value)], arrays)
    if callable(value) and _draws(getattr(value, "__qualname__", "")):
        return {"function": f"{value.__module__}:{value.__qualname__}"}
    raise TypeError(f"{type(value).__name__}: cannot be kept")


def _encode_fields(value: object, names: list[str], arrays: list[np.ndarray]) -> dict:
    kind = type(value)
    told = {name: _encode(getattr(value, name), arrays) for name in names}
    return {"object": f"{kind.__module__}:{kind.__qualname__}", "fields": told}


def _decode(told: object, arrays: list[np.ndarray]) -> object:
    if not isinstance(told, dict):
        return told
    if "object" in told:
        values = {name: _decode(one, arrays) for name, one in told["fields"].items()}
        return _make(_find(told["object"]), values)
    ((kind, inner),) = told.items()
    match kind:
        case "array":
            return arrays[inner]
        case "fraction":
            return Fraction(inner)
        case "path":
            return Path(inner)
        case "strategy":
            return find_strategy(inner)
        case "rules":
            return RuleSet(**inner)
        case "call":
            function, args, named = (_decode(one, arrays) for one in inner)
            return partial(function, *args, **named)
        case "dict":
            return {_decode(key, arrays): _decode(one, arrays) for key, one in inner}
        case "list":
            return [_decode(one, arrays) for one in inner]
        case "tuple":
            return tuple(_decode(one, arrays) for one in inner)
        case "function":
            return _find_drawing(inner)
    raise ValueError(kind)


def _find(name: str) -> object:
    module, _, inner = name.partition(":")
    if not f"{module}.".startswith(_PACKAGES) or "." in inner:
        raise ValueError(name)
    return getattr(import_module(module), inner)


def _make(kind: type, values: dict[str, object]) -> object:
    # Without its constructor, which would count, look up or change what was kept.
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return kind(**values)
    if not (isinstance(kind, type) and is_dataclass(kind)):
        raise ValueError(kind)
    if set(values) != {field.name for field in fields(kind)}:
        raise ValueError(kind)
    made = object.__new__(kind)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made


def _draws(name: str) -> bool:
    return name.startswith(("draw_", "_draw"))


def _find_drawing(name: str) -> Callable[..., object]:
    if not name.startswith(_PACKAGES[0]) or not _draws(name.partition(":")[2]):
        raise ValueError(name)
    return _find(name)
