"""Rules planted from outside: senseless ones get no verdict that claims knowledge, others theirs.

They come in as anyone's own maxim does. Senseless are hashes of a discard, of a card, of a suit or
a rank, of the hand as well; named suits and ranks; odd and even; the first and the last in a list.
"""

from functools import cache

import numpy as np
import pytest

from analyses.findings import Findings
from analyses.maxims.facts import Choices, of_rank, part
from analyses.maxims.maxim import BOTH, CALL, DISCARD, PLAY, Maxim, all_hands
from analyses.maxims.verdict import AS_ANY, HALF, RIGHT, WRONG, list_verdicts
from analyses.studies import calling, maxims, playing
from piquet_sim import Simulation
from piquet_sim.game.cards import ACE, LANE_BITS, NINE, QUEEN, SEVEN, SUITS, TEN

SIZES = (0.05, 0.1, 0.5, 0.9, 0.95)
"""Which share of the discards or cards follows; the rest breaks."""
CLAIMS = (RIGHT, HALF)
"""Verdicts that say that the words know something."""
_PLACES = np.arange(LANE_BITS * SUITS - 1)
_BITS = np.int64(1) << _PLACES
_SCRAMBLE = np.uint64(0x9E3779B97F4A7C15)
FEW, MANY = 10_000, 60_000
"""100 and 600 hands or moments a rule: one in a hundred deals."""


# ---- Senseless ----------------------------------------------------------------------------------
def draw(*parts):
    """Numbers between 0 and 1 that look drawn, always the same for the same integers."""
    drawn = np.uint64(1)
    with np.errstate(over="ignore"):
        for each in parts:
            drawn = drawn * _SCRAMBLE + np.asarray(each, np.int64).astype(np.uint64)
            for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
                drawn = (drawn ^ drawn >> np.uint64(shift)) * np.uint64(factor)
            drawn = drawn ^ drawn >> np.uint64(31)
    return drawn / 2.0**64


def split(follows):
    """What a rule follows, and all else against it; bool by discard."""
    return follows, ~follows


def of_discard_and_hand(choices: Choices, size: float):
    return split(draw(choices.hand.cards, choices.thrown) < size)


def of_suit(choices: Choices, suit: int):
    """Throw a card of a named suit at least."""
    return split(part(choices.thrown)[suit] != 0)


def of_number(choices: Choices, odd: int):
    """Throw so many cards that the sum of their places is odd, or even."""
    places = ((choices.thrown[:, None] & _BITS != 0) * _PLACES).sum(axis=1)
    return split(places % 2 == odd)


def cards_of(view, follows):
    """Cards that follow, of a table by moment and place; the others break."""
    chosen = np.where(follows, _BITS, 0).sum(axis=1) & view.legal
    return chosen, view.legal & ~chosen


def of_card(view, size: float):
    moments = (draw(view.hand, view.played, view.led) * 2.0**62).astype(np.int64)
    return cards_of(view, draw(moments[:, None], _PLACES) < size)


def of_led_suit(view, suit: int):
    """Lead a named suit."""
    return cards_of(view, (view.led == 0)[:, None] & (suit == _PLACES // LANE_BITS))


def toss_calls(seen, size: float):
    is_called = (draw(seen.hand, seen.thrown) < size)[:, None]
    every, sunk = seen.best, seen.sink(1)
    return np.where(is_called, every, sunk), np.where(is_called, sunk, every)


def plant(kind, sides, *values):
    """Rules of one form, planted once for each value."""
    for number, value in enumerate(values):
        name = f"T-{sides.__name__.upper()}-{number}"
        yield Maxim(kind, name, f"{sides.__doc__ or sides.__name__} {value}", BOTH,
                    lambda given, value=value: sides(given, value), applies=all_hands)  # fmt: skip


@cache
def list_senseless(kind: str) -> tuple[Maxim, ...]:
    """Some of them in each of the three arenas."""
    if kind == DISCARD:
        return (
            *plant(kind, of_discard_and_hand, *SIZES), *plant(kind, of_suit, *range(SUITS)),
            *plant(kind, of_number, 0, 1),
        )  # fmt: skip
    if kind == PLAY:
        return (*plant(kind, of_card, *SIZES), *plant(kind, of_led_suit, *range(SUITS)))
    return tuple(plant(kind, toss_calls, *SIZES))


def judge(rules, n: int, seed: int = 1) -> list[tuple[str, str, str]]:
    """The verdict on each rule in each of its seats."""
    study = {DISCARD: maxims, PLAY: playing, CALL: calling}[rules[0].kind].STUDY
    with pytest.MonkeyPatch.context() as patched:
        # What the study of calls says besides is played for with few deals.
        patched.setattr(calling, "DEALS_ASKED", n)
        patched.setattr(calling, "COUNTED_AT_MOST", 2)
        made = study.ask(Simulation("expert", "expert", seed=seed), n, 2, rules=rules)
    found = Findings.read_table(made.table)
    names = {rule.id for rule in rules}  # carte blanche is judged with calls whatever is asked
    judged = [
        (row["maxim"], row["seat"], row["verdict"])
        for row in list_verdicts(found)
        if row["maxim"] in names
    ]
    assert judged
    return judged


def count_claims(rules, n: int) -> int:
    return sum(verdict in CLAIMS for _, _, verdict in judge(rules, n))


def test_senseless_rule__claims_no_knowledge():
    assert count_claims(list_senseless(DISCARD)[3:7], FEW // 2) == 0
    assert count_claims(list_senseless(PLAY)[5:7], FEW // 2) == 0


@pytest.mark.slow
def test_senseless_rules__claim_knowledge_once_at_most_in_all():
    assert sum(count_claims(list_senseless(kind), MANY) for kind in (DISCARD, PLAY, CALL)) <= 1


# ---- With sense ---------------------------------------------------------------------------------
def keep_rank(choices: Choices, rank: int):
    kept = choices.keeps(choices.hand.cards & of_rank(rank))
    return choices.is_full & kept, choices.is_full & ~kept


def throw_rank(choices: Choices, rank: int):
    return keep_rank(choices, rank)[::-1]


def take_all(choices: Choices, is_so: bool):
    return choices.is_full == is_so, choices.is_full != is_so


def throw_point(choices: Choices, is_so: bool):
    sides = choices.is_full & ~choices.spares, choices.is_full & choices.spares
    return sides if is_so else sides[::-1]


def call_all(seen, is_so: bool):
    sides = seen.best, 0 * seen.best
    return sides if is_so else sides[::-1]


def call_sequence(seen, is_so: bool):
    sides = seen.best, seen.sink(1)
    return sides if is_so else sides[::-1]


def only(seats, rules):
    return [Maxim(one.kind, one.id, one.name, seats, one.sides, applies=one.applies)
            for one in rules]  # fmt: skip


HOLDING, WRONG_ONES = (RIGHT, AS_ANY), (WRONG, HALF)
SENSIBLE = [
    (only(("elder",), plant(DISCARD, take_all, True)), HOLDING),
    (only(("elder",), plant(DISCARD, take_all, False)), WRONG_ONES),
    (list(plant(DISCARD, keep_rank, ACE)), HOLDING),
    (list(plant(DISCARD, throw_rank, ACE)), WRONG_ONES),
    (list(plant(DISCARD, keep_rank, SEVEN)), WRONG_ONES),
    (only(("elder",), plant(DISCARD, throw_point, True)), WRONG_ONES),
    (only(("elder",), plant(DISCARD, throw_point, False)), HOLDING),
    (only(("younger",), plant(CALL, call_all, True)), HOLDING),
    (list(plant(CALL, call_all, False)), WRONG_ONES),
    (only(("elder",), plant(CALL, call_sequence, True)), HOLDING),
    (only(("elder",), plant(CALL, call_sequence, False)), WRONG_ONES),
]
"""Rules whose sign is known, with the verdicts that have it."""


@pytest.mark.parametrize(("rules", "right"), SENSIBLE[:4])
def test_rule_with_sense__finds_its_sign(rules, right):
    assert {verdict for _, _, verdict in judge(rules, 2 * FEW)} <= set(right)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "right"), SENSIBLE[4:])
def test_rule_with_sense__finds_its_sign_in_more_deals(rules, right):
    assert {verdict for _, _, verdict in judge(rules, 2 * MANY)} <= set(right)


@pytest.mark.slow
@pytest.mark.parametrize("rank", [TEN, QUEEN, NINE])
def test_rule_and_its_opposite__have_no_sign_in_common(rank):
    for keep, throw in zip(
        judge(list(plant(DISCARD, keep_rank, rank)), MANY),
        judge(list(plant(DISCARD, throw_rank, rank)), MANY),
        strict=True,
    ):
        assert not {keep[2], throw[2]} <= set(HOLDING)
