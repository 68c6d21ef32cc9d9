"""Exceptions to maxims: the class of cases in which the other way is best.

A shallow tree of questions is grown on one half of the cases; the class that it finds is judged on
the other half.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.statistics.question_trees import Leaf, Question, grow_tree
from analyses.words.verdicts import mean, widen
from piquet_sim.estimates.estimate import Estimate

_LEAVES, _DEPTH, _LEAST_SHARE = 4, 2, 0.08
_FEWEST = 50
"""Cases in a class, of the half that judges."""
NOT = "not: "
"""What the words of a class begin with, where all other cases are meant."""


@dataclass(frozen=True)
class Fact:
    """Something that can be asked about a case: whether a quantity reaches a value."""

    say: str
    count: Callable[[Any], np.ndarray]
    """Of all cases at once."""

    def phrase(self, least: int, is_so: bool) -> str:
        """In words: "three aces or more"."""
        if is_so:
            return f"{least} or more {self.say}"
        return f"{least - 1} or fewer {self.say}" if least > 1 else f"no {self.say}"


@dataclass(frozen=True)
class CaseClass:
    """A class of cases in which a maxim seems to do the opposite of what it does in all others."""

    words: str
    worth: Estimate
    """What following makes more than breaking in it, on the half of the cases that judges."""
    rest: Estimate
    """The same of all other cases."""
    parts: bool
    """Whether one of the two is above zero and the other below, beyond doubt."""


def find_exception(worths: np.ndarray, cases: Any, facts: Sequence[Fact]) -> CaseClass | None:
    """The class of cases in which the other way is best, as one half of the cases has it.

    None if the tree finds no such class, or too few cases are left to judge.

    Parameters
    ----------
    worths : ndarray
        What following makes more than breaking, by case.
    cases : Any
        What the facts are asked about.
    facts : sequence of Fact
    """
    half = len(worths) // 2
    if half < _FEWEST:
        return None
    counted = np.column_stack([fact.count(cases) for fact in facts])
    fitted = worths[:half] * (1 if worths[:half].sum() > 0 else -1)
    losses = np.column_stack([np.zeros(half), fitted])
    tree = grow_tree(counted[:half], losses, _LEAVES, _DEPTH, _LEAST_SHARE)
    best, found = 0.0, None
    for words, path in _list_classes(tree, facts):
        chosen = _fits(path, counted)
        lost = fitted[chosen[:half]].sum()
        if lost < best:
            best, found = lost, (words, chosen[half:])
    if found is None or min(found[1].sum(), (~found[1]).sum()) < _FEWEST:
        return None
    words, chosen = found
    worth, rest = (mean(worths[half:][some]) for some in (chosen, ~chosen))
    ends = widen(worth), widen(rest)
    parts = any(one[1] < 0 < two[0] for one, two in (ends, ends[::-1]))
    return CaseClass(words, worth, rest, parts)


_Path = tuple[tuple[int, int, bool], ...]


def _list_classes(
    tree: Question | Leaf, facts: Sequence[Fact], path: _Path = ()
) -> list[tuple[str, _Path]]:
    # The leaves at which the other way is named, in words and as questions.
    if isinstance(tree, Leaf):
        words = " and ".join(facts[fact].phrase(least, so) for fact, least, so in path)
        return [(words, path)] if tree.plan and path else []
    asked = tree.fact, tree.least
    yes, no = ((*path, (*asked, so)) for so in (True, False))
    return _list_classes(tree.yes, facts, yes) + _list_classes(tree.no, facts, no)


def _fits(path: _Path, counted: np.ndarray) -> np.ndarray:
    fits = np.ones(len(counted), bool)
    for fact, least, so in path:
        fits &= (counted[:, fact] >= least) == so
    return fits
