"""The card to throw by: its words are read as a person reads them, and say what the tree says."""

import re

import numpy as np
import pytest
from specimens import RESULTS

from analyses.charts.tree import list_rules, say_if
from analyses.stored import read_result
from analyses.studies.throwing import read_tree
from piquet_sim.game.cards import ACE, LANE_BITS, SEVEN
from piquet_sim.game.terms import SEATS
from piquet_sim.game.wording import number_word
from piquet_sim.strategies.primer import (
    FACTS,
    KEPT_BY,
    TREES,
    find_leaves,
    follow_plans,
    list_leaves,
)

NUMBERS = {number_word(number): number for number in range(1, 13)}
LENGTHS = {"tierce": 3, "quart": 4, "quint": 5}
SUMS = {
    "suit and best set": "room beside suit and set", "suit and aces": "room beside suit and aces",
    "suit and tops": "room beside suit and tops",
    "suit, best set and aces": "room beside suit, set and aces",
}  # fmt: skip


def reads(words, fact, seat):
    """Whether a condition holds, by what its words say."""
    if found := re.fullmatch(r"(.+) are (?:more than (\w+) cards|(\w+) cards or fewer)", words):
        taken = KEPT_BY[seat] - fact[SUMS[found[1]]]
        return taken > NUMBERS[found[2]] if found[2] else taken <= NUMBERS[found[3]]
    if words in ("the suit has its ace", "the suit lacks its ace"):
        return (fact["tops of the longest suit"] > 0) == ("has" in words)
    if found := re.fullmatch(r"the suit holds (?:a (\w+) or longer|no (\w+))", words):
        run = fact["sequence in the longest suit"]
        return run >= LENGTHS[found[1]] if found[1] else run < LENGTHS[found[2]]
    form = r"(you hold|the suit has) (fewer than )?(\w+) (\w+)( or more)?"
    where, fewer, number, what, _ = re.fullmatch(form, words).groups()
    name = what if where == "you hold" else f"{what} of the longest suit"
    return (fact[name] < NUMBERS[number]) == bool(fewer)


def read_plan(words):
    """Things, whether tens are left out, and how many stay whole."""
    whole = 2 if words.endswith(", both whole") else 1 if words.endswith(", whole") else 0
    named = words.removesuffix(", both whole").removesuffix(", whole").split(", then ")
    things = [re.sub(r"^(the|a) ", "", one) for one in named]
    return [one.removesuffix(" above tens") for one in things], " above tens" in words, whole


def follow(sides, fact, seat):
    """The plan that a reader of the card comes to."""
    is_yes = reads(say_if(sides[0].question, True), fact, seat)
    side = next(one for one in sides if one.is_yes == is_yes)
    for rule in side.exceptions:
        if all(reads(one, fact, seat) for one in rule.conditions):
            return read_plan(rule.keep)
    things, no_tens, whole = read_plan(side.usual.keep)
    for note in side.notes:
        said, _, where = note.rstrip(".").partition(" if ")
        if where.startswith("fewer than "):
            whole = {"Both stay whole, even": 2, "The first stays whole, even": 1}[said]
        elif reads(where, fact, seat):
            no_tens = no_tens or said == "Leave tens out of the sets"
            whole = 2 if said == "Both stay whole" else whole
    return things, no_tens, whole


@pytest.mark.parametrize("seat", SEATS)
def test_card__says_to_each_hand_what_the_tree_says(seat):
    found = read_result(RESULTS / "throwing")
    sides, rng = list_rules(read_tree(found, seat), seat), np.random.default_rng(7)
    pack = [1 << LANE_BITS * suit + rank for suit in range(4) for rank in range(SEVEN, ACE + 1)]
    hands = np.array([sum(rng.choice(pack, 12, replace=False).tolist()) for _ in range(1_000)])
    leaves = list_leaves(TREES[seat])
    _, facts = follow_plans(seat, hands, np.full(len(hands), 12 - KEPT_BY[seat]), leaves)
    reached = find_leaves(TREES[seat], facts)
    for fact, leaf in zip(facts.tolist(), reached.tolist(), strict=True):
        plan = leaves[leaf]
        things = [one.removesuffix(" above tens") for one in plan.things]
        no_tens = any(one.endswith(" above tens") for one in plan.things)
        read = follow(sides, dict(zip(FACTS, fact, strict=True)), seat)
        assert read == (things, no_tens, plan.always)
    assert len(set(reached.tolist())) == len(leaves)


def test_card__has_all_hands_on_it():
    found = read_result(RESULTS / "throwing")
    for seat in SEATS:
        shares = [
            rule.share
            for side in list_rules(read_tree(found, seat), seat)
            for rule in (side.usual, *side.exceptions)
        ]
        assert sum(shares) == pytest.approx(1)
