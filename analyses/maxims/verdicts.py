"""Verdicts on maxims about the discard, with the class of hands that is an exception.

For the exceptions a shallow tree of questions is grown on one half of the hands; the class that it
finds is judged on the other half.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from analyses.maxims.cards import QUATORZE, RUNS, TRIO, Hands, count, of_rank
from analyses.maxims.trying import Pool, Tried, mean
from analyses.question_trees import Leaf, Question, grow_tree
from analyses.verdicts import decide, widen
from piquet_sim.estimates.estimate import Estimate
from piquet_sim.game.cards import ACE, KING, KNAVE, QUEEN, TEN

_LEAVES, _DEPTH, _LEAST_SHARE = 4, 2, 0.08
_RIGHT_SHARE = 0.25
"""A maxim that is right in a smaller share of the hands, and wrong in all, is wrong."""
_FEWEST = 50
"""Hands in a class, of the half that judges."""


@dataclass(frozen=True)
class Fact:
    """Something that can be asked about a hand: whether it is so much or more."""

    say: str
    count: Callable[[Hands], np.ndarray]

    def phrase(self, least: int, is_so: bool) -> str:
        """In words: "three aces or more"."""
        if is_so:
            return f"{least} or more {self.say}"
        return f"{least - 1} or fewer {self.say}" if least > 1 else f"no {self.say}"


def _sets(hands: Hands) -> np.ndarray:
    return sum((hands.number_of(rank) >= TRIO).astype(int) for rank in range(TEN, ACE + 1))


FACTS = (
    Fact("cards in the longest suit", lambda hands: hands.length),
    Fact("aces", lambda hands: hands.number_of(ACE)),
    Fact("kings", lambda hands: hands.number_of(KING)),
    Fact("aces and kings", lambda hands: count(hands.cards & of_rank(ACE, KING))),
    Fact("honours", lambda hands: count(hands.cards & of_rank(ACE, KING, QUEEN, KNAVE))),
    Fact("aces and kings in the longest suit",
         lambda hands: count(hands.longest & of_rank(ACE, KING))),
    Fact("cards in sequence in the longest suit", lambda hands: count(
        np.where(hands.is_longest, RUNS[hands.lanes], 0)).sum(axis=0)),
    Fact("trios or quatorzes", _sets),
    Fact("quatorzes", lambda hands: (hands.set_of(QUATORZE) != 0).astype(int)),
    Fact("suits without a card", lambda hands: (hands.lengths == 0).sum(axis=0)),
    Fact("kings without the ace", lambda hands: hands.lone_kings.sum(axis=0)),
)  # fmt: skip
"""What exceptions may hang on."""


@dataclass(frozen=True)
class HandClass:
    """A class of hands in which a maxim seems to do the opposite of what it does in all others."""

    words: str
    worth: Estimate
    """What following makes more than breaking in it, on the half of the hands that judges."""
    rest: Estimate
    """The same of all other hands."""
    parts: bool
    """Whether one of the two is above zero and the other below, beyond doubt."""
    right_share: float
    """The share of all hands in that of the two in which following makes more."""


def find_class(tried: Tried, tests: int) -> HandClass | None:
    """The class of hands in which the other way is best, as one half of the hands has it.

    None if the tree finds no such class, or too few hands are left to judge.
    """
    half = len(tried.worth) // 2
    if half < _FEWEST:
        return None
    facts = np.column_stack([fact.count(tried.pool.hands) for fact in FACTS])
    fitted = tried.worth[:half] * (1 if tried.worth[:half].sum() > 0 else -1)
    losses = np.column_stack([np.zeros(half), fitted])
    tree = grow_tree(facts[:half], losses, _LEAVES, _DEPTH, _LEAST_SHARE)
    best, found = 0.0, None
    for words, path in _list_classes(tree):
        chosen = _fits(path, facts)
        lost = fitted[chosen[:half]].sum()
        if lost < best:
            best, found = lost, (words, chosen[half:])
    if found is None or min(found[1].sum(), (~found[1]).sum()) < _FEWEST:
        return None
    words, chosen = found
    worth, rest = (mean(tried.worth[half:][some]) for some in (chosen, ~chosen))
    ends = widen(worth, tests), widen(rest, tests)
    parts = any(one[1] < 0 < two[0] for one, two in (ends, ends[::-1]))
    share = float(chosen.mean())
    return HandClass(words, worth, rest, parts, share if worth.value > 0 else 1 - share)


_Path = tuple[tuple[int, int, bool], ...]


def _list_classes(tree: Question | Leaf, path: _Path = ()) -> list[tuple[str, _Path]]:
    # The leaves at which the other way is named, in words and as questions.
    if isinstance(tree, Leaf):
        words = " and ".join(FACTS[fact].phrase(least, so) for fact, least, so in path)
        return [(words, path)] if tree.plan and path else []
    asked = tree.fact, tree.least
    yes, no = ((*path, (*asked, so)) for so in (True, False))
    return _list_classes(tree.yes, yes) + _list_classes(tree.no, no)


def _fits(path: _Path, facts: np.ndarray) -> np.ndarray:
    fits = np.ones(len(facts), bool)
    for fact, least, so in path:
        fits &= (facts[:, fact] >= least) == so
    return fits


def judge(tried: Tried, found: HandClass | None, tests: int) -> str:
    """The verdict on a maxim, one of so many that are judged together."""
    is_part = found is not None and found.parts and found.right_share >= _RIGHT_SHARE
    gain = None if tried.is_followed.all() else mean(tried.gain)
    return decide(mean(tried.worth), gain, tests, is_part)


def group_hands(pool: Pool) -> list[tuple[str, np.ndarray]]:
    """Classes of hands by which a maxim is told in parts: what they are called, and which."""
    length, aces = pool.hands.length, pool.hands.number_of(ACE)
    return [
        ("longest suit of 4 or fewer", length <= 4),
        ("longest suit of 5", length == 5),
        ("longest suit of 6 or more", length >= 6),
        ("no ace or one", aces <= 1),
        ("two aces", aces == 2),
        ("three aces or four", aces >= TRIO),
    ]
