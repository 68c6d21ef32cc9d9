"""Rules planted from outside: senseless ones get no verdict that claims knowledge, others theirs.

They come in as anyone's own maxim does. Senseless are hashes of a discard, of a card, of a suit or
a rank, of the hand as well; named suits and ranks; odd and even; the first and the last in a list.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from analyses.findings import Findings
from analyses.maxims.facts import Choices, count, of_rank, part
from analyses.maxims.maxim import BOTH, CALL, DISCARD, PLAY, Maxim, all_hands
from analyses.maxims.verdict import AS_ANY, HALF, NOT_SETTLED, RIGHT, WRONG, list_verdicts
from analyses.studies import calling, maxims, playing
from piquet_sim import Simulation
from piquet_sim.game.cards import ACE, KING, LANE_BITS, NINE, QUEEN, SEVEN, SUITS, TEN

SIZES = (0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95)
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


def of_discard(choices: Choices, size: float):
    return split(draw(choices.thrown, round(100 * size)) < size)


def of_discard_and_hand(choices: Choices, size: float):
    return split(draw(choices.hand.cards, choices.thrown) < size)


def of_suit(choices: Choices, suit: int):
    """Throw a card of a named suit at least."""
    return split(part(choices.thrown)[suit] != 0)


def of_list(choices: Choices, from_end: bool):
    """The first half of a list in the order of masks, or the last."""
    order = np.argsort(np.argsort(choices.thrown))
    return split((order < len(order) // 2) != from_end)


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


def call_by_toss(seen, size: float):
    """Call the sequence where a toss says so, and sink it where not."""
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
    """Some forty of them in the three arenas."""
    rules = {
        DISCARD: ((of_discard, SIZES), (of_discard_and_hand, SIZES), (of_suit, range(SUITS)),
                  (of_list, (False, True))),
        PLAY: ((of_card, SIZES), (of_led_suit, range(SUITS))),
        CALL: ((call_by_toss, SIZES),),
    }  # fmt: skip
    return tuple(one for sides, values in rules[kind] for one in plant(kind, sides, *values))


def judge(rules, n: int) -> list[str]:
    """The verdict on each rule in each of its seats, in order."""
    study = {DISCARD: maxims, PLAY: playing, CALL: calling}[rules[0].kind].STUDY
    with pytest.MonkeyPatch.context() as patched:
        # What the study of calls says besides is played for with few deals.
        patched.setattr(calling, "DEALS_ASKED", n)
        patched.setattr(calling, "COUNTED_AT_MOST", 2)
        made = study.ask(Simulation("expert", "expert"), n, 2, rules=rules)
    names = {rule.id for rule in rules}  # carte blanche is judged with calls whatever is asked
    rows = list_verdicts(Findings.read_table(made.table))
    judged = [row["verdict"] for row in rows if row["maxim"] in names]
    assert judged
    return judged


def count_claims(rules, n: int) -> int:
    return sum(verdict in CLAIMS for verdict in judge(rules, n))


def test_senseless_rule__claims_no_knowledge():
    assert count_claims(list_senseless(DISCARD)[10:14], FEW) == 0
    assert count_claims(list_senseless(PLAY)[8:10], FEW) == 0


@pytest.mark.slow
def test_senseless_rules__claim_knowledge_once_at_most_in_all():
    assert sum(count_claims(list_senseless(kind), MANY) for kind in (DISCARD, PLAY, CALL)) <= 1


# ---- With sense ---------------------------------------------------------------------------------


def one_way(is_so, *sides):
    """Both sides as they stand, or exchanged: a rule, and its opposite."""
    return sides if is_so else sides[::-1]


def keep_rank(choices: Choices, rank: int):
    kept = choices.keeps(choices.hand.cards & of_rank(rank))
    return choices.is_full & kept, choices.is_full & ~kept


def throw_rank(choices: Choices, rank: int):
    return keep_rank(choices, rank)[::-1]


def take_all(choices: Choices, is_so: bool):
    return one_way(is_so, choices.is_full, ~choices.is_full)


def throw_point(choices: Choices, is_so: bool):
    return one_way(is_so, choices.is_full & ~choices.spares, choices.is_full & choices.spares)


def throw_guard(choices: Choices, is_so: bool):
    """Throw a king's only guard and keep the king."""
    kept, guarded = choices.kept, choices.hand.heads(KING) & (choices.hand.lower(KING) == 1)
    bares, keeps = (
        choices.is_full & (guarded & kept.has(KING) & (kept.lower(KING) == one)).any(axis=0)
        for one in (0, 1)
    )
    return one_way(is_so, bares, keeps & ~bares)


def throw_bare_king(choices: Choices, is_so: bool):
    kings = choices.hand.heads(KING) & (choices.hand.lengths == 1)
    thrown = (kings & ~choices.kept.has(KING)).any(axis=0)
    return one_way(is_so, choices.is_full & thrown, choices.is_full & kings.any(axis=0) & ~thrown)


def play_highest(view, is_so: bool):
    """Follow suit with the highest card, not with the lowest."""
    legal = view.legal * (view.led != 0) * (count(view.legal) > 1)
    highest = np.int64(1) << np.maximum(np.log2(np.maximum(legal, 1)).astype(int), 0)
    return one_way(is_so, np.where(legal, highest, 0), np.where(legal, legal & -legal, 0))


def call_all(seen, is_so: bool):
    return one_way(is_so, seen.best, 0 * seen.best)


def call_sequence(seen, is_so: bool):
    return one_way(is_so, seen.best, seen.sink(1))


def only(seat, rules):
    return [replace(one, seats=(seat,)) for one in rules]


HOLDING, WRONG_ONES = (RIGHT, AS_ANY), (WRONG, HALF)
NOT_WRONG = (*HOLDING, NOT_SETTLED)
"""Of rules that cost little, although it is open whether they know more than a lot."""
SENSIBLE = [
    (only("elder", plant(DISCARD, take_all, True)), HOLDING),
    (only("elder", plant(DISCARD, take_all, False)), WRONG_ONES),
    (list(plant(DISCARD, keep_rank, ACE)), HOLDING),
    (list(plant(DISCARD, throw_rank, ACE)), WRONG_ONES),
    (list(plant(DISCARD, keep_rank, SEVEN)), WRONG_ONES),
    (only("elder", plant(DISCARD, throw_point, True)), WRONG_ONES),
    (only("elder", plant(DISCARD, throw_point, False)), HOLDING),
    (only("younger", plant(CALL, call_all, True)), HOLDING),
    (list(plant(CALL, call_all, False)), WRONG_ONES),
    (only("elder", plant(CALL, call_sequence, True)), HOLDING),
    (only("elder", plant(CALL, call_sequence, False)), WRONG_ONES),
    (only("younger", plant(DISCARD, throw_guard, True)), WRONG_ONES),
    (only("younger", plant(DISCARD, throw_guard, False)), NOT_WRONG),
    (list(plant(DISCARD, throw_bare_king, True)), WRONG_ONES),
    (list(plant(DISCARD, throw_bare_king, False)), NOT_WRONG),
    (list(plant(PLAY, play_highest, True)), WRONG_ONES),
    (list(plant(PLAY, play_highest, False)), HOLDING),
]
"""Rules whose sign is known, with the verdicts that have it."""


@pytest.mark.parametrize(("rules", "right"), SENSIBLE[:4])
def test_rule_with_sense__finds_its_sign(rules, right):
    assert set(judge(rules, 2 * FEW)) <= set(right)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "right"), SENSIBLE[4:])
def test_rule_with_sense__finds_its_sign_in_more_deals(rules, right):
    assert set(judge(rules, 2 * MANY)) <= set(right)


@pytest.mark.slow
@pytest.mark.parametrize("rank", [TEN, QUEEN, NINE])
def test_rule_and_its_opposite__have_no_sign_in_common(rank):
    kept, thrown = (
        judge(list(plant(DISCARD, rule, rank)), MANY) for rule in (keep_rank, throw_rank)
    )
    assert not [both for both in zip(kept, thrown, strict=True) if set(both) <= set(HOLDING)]
