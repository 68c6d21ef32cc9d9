"""The answers of a study's long tasks, kept in the checkpoint that keeps its runs.

They are pickled, each alone, and read back by a reader that makes arrays, numbers, texts and the
package's own data classes, and refuses all else.
"""

import pickle
from collections.abc import Callable
from dataclasses import is_dataclass
from io import BytesIO
from itertools import pairwise
from typing import Any

import numpy as np

from piquet_sim.game.errors import InputError
from piquet_sim.running.checkpoint import Checkpoint, HowFar

_MOST_BYTES = 1 << 26
"""If the answers of a task take more, none is kept, and the task is done again."""
_OWN = ("piquet_sim", "analyses")
_OTHERS = {
    ("fractions", "Fraction"),
    ("numpy", "dtype"),
    ("numpy", "ndarray"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy._core.multiarray", "scalar"),
    ("numpy._core.numeric", "_frombuffer"),
}


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _OTHERS:
            return super().find_class(module, name)
        made = super().find_class(module, name) if module.partition(".")[0] in _OWN else None
        if isinstance(made, type) and (is_dataclass(made) or issubclass(made, tuple)):
            return made
        raise pickle.UnpicklingError(name)


class KeptAnswers:
    """The answers of the tasks of one question, which are done in the same order each time.

    Parameters
    ----------
    checkpoint : Checkpoint
    name : str
        Of the question, among those that the checkpoint keeps.
    """

    def __init__(self, checkpoint: Checkpoint, name: str) -> None:
        self._checkpoint, self._name, self._works = checkpoint, name, 0

    def begin(self) -> tuple[list[Any], Callable[[Any], None]]:
        """The first answers of the next task, as far as they are kept, and what keeps another.

        Raises
        ------
        InputError
            If they are damaged.
        """
        self._works += 1
        return self._open(f"{self._name}, {self._works}")

    def find(self) -> Any:
        """The answer to the whole question, if it is kept; else None."""
        known, _ = self._open(self._name)
        return known[0] if known else None

    def finish(self, answer: Any) -> None:
        """Keep the answer to the whole question in place of those of its tasks."""
        for work in range(1, self._works + 1):
            self._checkpoint.forget(f"{self._name}, {work}")
        _, keep = self._open(self._name)
        keep(answer)

    def _open(self, name: str) -> tuple[list[Any], Callable[[Any], None]]:
        checkpoint = self._checkpoint
        about, cells = checkpoint.find(name) or ({"answers": []}, np.zeros(0, "<i8"))
        try:
            content = cells.tobytes()
            packed = [content[at:end] for at, end in pairwise(np.cumsum([0, *about["answers"]]))]
            known = [_Reader(BytesIO(one)).load() for one in packed]
        except Exception:  # of whatever a damaged pickle leads to
            raise InputError(f"checkpoint {checkpoint.path}: damaged") from None
        size = sum(map(len, packed))

        def stand() -> HowFar:
            content = b"".join(packed)
            cells = np.frombuffer(content + bytes(-len(content) % 8), "<i8")
            return {"answers": [len(one) for one in packed]}, cells

        def keep(answer: Any) -> None:
            nonlocal size
            if size <= _MOST_BYTES:
                packed.append(pickle.dumps(answer, pickle.HIGHEST_PROTOCOL))
                size += len(packed[-1])
                if size > _MOST_BYTES:
                    packed.clear()
                checkpoint.keep(name, stand)

        return known, keep
