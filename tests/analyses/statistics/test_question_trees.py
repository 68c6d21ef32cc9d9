"""Trees of questions: a planted tree is found, and a leaf's loss holds on other hands."""

import numpy as np
import pytest

from analyses.statistics.question_trees import Leaf, Question, choose_plans, grow_tree

PLANTED = Question(2, 3, Question(0, 1, Leaf(4), Leaf(1)), Leaf(0))
FACTS, PLANS = 6, 7
EXTRA = 0.4
"""What a plan other than the planted one loses more, on average."""


def plant(hands, seed, noise=2.0):
    """Facts, and losses of plans of which the planted one loses half a point."""
    luck = np.random.default_rng(seed)
    facts = luck.integers(0, 5, (hands, FACTS))
    losses = 0.5 + EXTRA + luck.normal(0, noise, (hands, PLANS))
    losses[np.arange(hands), choose_plans(PLANTED, facts)] -= EXTRA
    return facts, losses


def test_tree__that_was_planted_is_found():
    facts, losses = plant(20_000, 1)
    assert grow_tree(facts, losses, leaves=3, depth=2) == PLANTED


def test_tree__asks_nothing_where_nothing_is_to_be_gained():
    facts, _ = plant(2_000, 2)
    losses = np.tile([1.0, 0.0, 2.0], (2_000, 1))
    assert grow_tree(facts, losses, leaves=8, depth=4) == Leaf(1)
    assert grow_tree(np.zeros((5, 2), int), losses[:5], leaves=8, depth=4) == Leaf(1)


def list_depths(tree, depth=0):
    """Of each leaf."""
    sides = () if isinstance(tree, Leaf) else (tree.yes, tree.no)
    return [one for side in sides for one in list_depths(side, depth + 1)] or [depth]


@pytest.mark.parametrize(("leaves", "depth"), [(2, 4), (8, 1), (8, 4)])
def test_tree__keeps_to_its_size(leaves, depth):
    depths = list_depths(grow_tree(*plant(3_000, 3), leaves, depth, least_share=0.1))
    assert len(depths) <= leaves
    assert max(depths) <= depth
