"""Trees of questions that a person can learn: how they are grown, and what obeying them loses.

Each hand has a loss for each plan. A tree asks of a hand whether a fact is so much or more, and
names a plan at each leaf. It grows from one leaf: of all leaves and questions the one is taken that
lowers the sum of losses most, until there are leaves enough. A question that sends too few hands
one way is not asked, so that a leaf holds over other hands, too.

References
----------
Breiman, Friedman, Olshen, Stone: Classification and Regression Trees, 1984.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Leaf:
    """The end of the questions."""

    plan: int


@dataclass(frozen=True)
class Question:
    """Whether a fact reaches a value."""

    fact: int
    least: int
    yes: "Question | Leaf"
    no: "Question | Leaf"


def grow_tree(
    facts: np.ndarray, losses: np.ndarray, leaves: int, depth: int, least_share: float = 0.02
) -> Question | Leaf:
    """The tree that loses little over some hands.

    Parameters
    ----------
    facts : ndarray of int, shape (hands, facts)
    losses : ndarray of float, shape (hands, plans)
    leaves : int
        How many there may be.
    depth : int
        How many questions may lead to a leaf.
    least_share : float
        Share of all hands that a leaf must have at least.

    Examples
    --------
    >>> facts = np.array([[1], [2], [3], [4]])
    >>> losses = np.array([[0, 1], [0, 1], [1, 0], [1, 0]])
    >>> grow_tree(facts, losses, leaves=2, depth=1)
    Question(fact=0, least=3, yes=Leaf(plan=1), no=Leaf(plan=0))
    """
    asked = [
        (fact, least)
        for fact in range(facts.shape[1])
        for least in range(facts[:, fact].min() + 1, facts[:, fact].max() + 1)
    ]
    answers = np.array([facts[:, fact] >= least for fact, least in asked], np.float32)
    losses = np.ascontiguousarray(losses, np.float32)
    fewest = least_share * len(losses)

    def weigh(chosen: np.ndarray, level: int) -> tuple[np.ndarray, int, float, int]:
        # Of the hands at a leaf: the best plan, what the best question lowers, and which it is.
        own, gain, question = losses[chosen], 0.0, -1
        sums = own.sum(axis=0, dtype=np.float64)
        if level < depth and asked:
            some = answers[:, chosen]
            if_so, hands = (some @ own).astype(np.float64), some.sum(axis=1)
            split = if_so.min(axis=1) + (sums - if_so).min(axis=1)
            split[(hands < fewest) | (len(chosen) - hands < fewest)] = np.inf
            question = int(split.argmin())
            gain = float(sums.min() - split[question])
        return chosen, int(sums.argmin()), gain, question

    # By the answers that lead there.
    ends, splits = {(): weigh(np.arange(len(losses)), 0)}, {}
    while len(ends) < leaves:
        path = max(ends, key=lambda one: ends[one][2])
        if ends[path][2] <= 0:
            break
        chosen, _, _, splits[path] = ends.pop(path)
        is_so = answers[splits[path], chosen] > 0
        for answer in (True, False):
            ends[*path, answer] = weigh(chosen[is_so == answer], len(path) + 1)

    def tell(path: tuple[bool, ...]) -> Question | Leaf:
        if path in ends:
            return Leaf(ends[path][1])
        return Question(*asked[splits[path]], tell((*path, True)), tell((*path, False)))

    return tell(())


def choose_plans(tree: Question | Leaf, facts: np.ndarray) -> np.ndarray:
    """The plan that a tree names for each hand.

    Examples
    --------
    >>> choose_plans(Question(0, 3, Leaf(1), Leaf(0)), np.array([[2], [3]])).tolist()
    [0, 1]
    """
    if isinstance(tree, Leaf):
        return np.full(len(facts), tree.plan)
    is_so = facts[:, tree.fact] >= tree.least
    return np.where(is_so, choose_plans(tree.yes, facts), choose_plans(tree.no, facts))
