"""Rules planted from outside: senseless ones get no verdict that claims knowledge, others theirs.

They come in as anyone's own maxim does. Senseless are hashes of a discard or a card, and of the
hand as well; named suits and colours; places in a list; parities; the number of the deal.
"""

import re
from functools import partial

import numpy as np
import pytest

from analyses.findings import Findings
from analyses.maxims import discard_trial
from analyses.maxims.card_trial import choose_cards, find_moments
from analyses.maxims.discard_trial import choose_discards, find_hands
from analyses.maxims.facts import Choices, count, of_rank, part
from analyses.maxims.maxim import BOTH, CHOICES, DISCARD, PLAY, QUESTION, Maxim, all_hands
from analyses.maxims.trial import Trial
from analyses.maxims.verdict import (
    AS_ANY,
    HALF,
    NOT_SETTLED,
    RIGHT,
    WRONG,
    list_verdicts,
    measure_known,
)
from analyses.studies import maxims, playing
from piquet_sim import Simulation
from piquet_sim.game.cards import ACE, KING, LANE_BITS, SEVEN, SUITS

SIZES = (0.05, 0.5, 0.95)
"""Which share of the discards or cards follows; the rest breaks."""
BLACK = (0, 3)
_PLACES = np.arange(LANE_BITS * SUITS - 1)
_SUITS_OF = _PLACES // LANE_BITS
_SCRAMBLE = np.uint64(0x9E3779B97F4A7C15)
EXPERTS = Simulation("expert", "expert")
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


def number(view):
    return (draw(view.hand, view.played, view.led) * 2.0**62).astype(np.int64)


def find_orders(view):
    """The place of each card among those held."""
    return (view.hand[:, None] >> _PLACES & 1).cumsum(axis=1)


def lead(view, cards):
    return (view.led == 0)[:, None] & cards


SENSELESS = {
    DISCARD: {
        "discards": (lambda one, size: draw(one.thrown, round(100 * size)) < size, SIZES),
        "discards from a hand": (lambda one, size: draw(one.hand.cards, one.thrown) < size, SIZES),
        "cards of a suit": (lambda one, suit: part(one.thrown)[suit] != 0, range(SUITS)),
        "half of a list": (
            lambda one, is_last: (one.thrown.argsort().argsort() < len(one.thrown) // 2) != is_last,
            (False, True),
        ),
        "places of a list": (lambda one, place: np.arange(len(one.thrown)) % 3 == place, range(3)),
        "odd places": (lambda one, odd: one.thrown.argsort().argsort() % 2 == odd, range(2)),
        "odd number of a suit": (
            lambda one, suit: count(part(one.thrown)[suit]) % 2 > 0,
            range(SUITS),
        ),
        "suits of a colour": (
            lambda one, even: sum(count(part(one.thrown)[suit]) for suit in BLACK) % 2 == even,
            range(2),
        ),
        "suit of the deal": (lambda one, seed: part(one.thrown)[seed % SUITS] != 0, [QUESTION]),
        "half by the deal": (lambda one, seed: draw(one.thrown, seed) < 0.5, [QUESTION]),
        "odd places by the deal": (
            lambda one, seed: (one.thrown.argsort().argsort() + seed) % 2 > 0,
            [QUESTION],
        ),
    },
    PLAY: {
        "cards": (lambda view, size: draw(number(view)[:, None], _PLACES) < size, SIZES),
        "leads of a suit": (lambda view, suit: lead(view, suit == _SUITS_OF), range(SUITS)),
        "leads of no suit": (lambda view, suit: lead(view, suit != _SUITS_OF), range(SUITS)),
        "places of a hand": (lambda view, place: find_orders(view) % 3 == place, range(3)),
        "cards by the deal": (
            lambda view, size: (draw(view.luck)[:, None] < size) == (_PLACES % 2 > 0),
            (0.3, 0.7),
        ),
        "odd places": (lambda view, odd: find_orders(view) % 2 == odd, range(2)),
        "suit of the deal": (
            lambda view, more: (view.luck[:, None] + more) % SUITS == _SUITS_OF,
            range(2),
        ),
        "leads of a colour": (
            lambda view, is_black: lead(view, np.isin(_SUITS_OF, BLACK) == is_black),
            (False, True),
        ),
        "half by the deal": (
            lambda view, seed: draw(view.luck[:, None], _PLACES, seed) < 0.5,
            range(2),
        ),
    },
}
"""What is followed by chance or by name alone: by kind, with the values that each rule takes, the
number of the deal where it is given the question."""


def plant(kind, name, sides, seats=BOTH, given=CHOICES):
    return Maxim(
        kind, f"T-{name.upper()}", f"Planted: {name}", seats, sides, applies=all_hands, given=given
    )


def follow_by_chance(kind, follows, value, *given):
    *question, one = given
    chosen = follows(one, question[0].seed if question else value)
    if kind == PLAY:
        chosen = np.where(chosen, np.int64(1) << _PLACES, 0).sum(axis=1) & one.legal
        return chosen, one.legal & ~chosen
    return chosen, ~chosen


def list_senseless(kind, seats=BOTH):
    """Some twenty-five of them in each arena."""
    return [
        plant(
            kind,
            f"{name} {value}",
            partial(follow_by_chance, kind, follows, value),
            seats,
            QUESTION if value == QUESTION else CHOICES,
        )
        for name, (follows, values) in SENSELESS[kind].items()
        for value in values
    ]


def judge(rules, n):
    """The verdict on each rule in each of its seats, in order."""
    made = {DISCARD: maxims, PLAY: playing}[rules[0].kind].STUDY.ask(EXPERTS, n, 2, rules=rules)
    judged = [row["verdict"] for row in list_verdicts(Findings.read_table(made.found.table()))]
    assert judged
    return judged


def knows_all(found):
    """Whether words know more than every lot: what right and half right need but for the play."""
    maxim, cases = found.maxim, found.cases
    if maxim.kind == PLAY:
        *_, obeys, lots = choose_cards(maxim, cases)
    else:
        *_, obeys, lots = choose_discards(maxim, cases, EXPERTS.seed, 2)
    known = measure_known(
        Trial(maxim, found.seat, None, np.zeros((len(obeys), 3)), obeys, lots, cases, None, None)
    )
    return all(one.is_more for one in known)


@pytest.mark.parametrize(
    ("kind", "seats", "names", "n", "cases"),
    [
        # A player who leads the first suit of equals knows nothing by it.
        (PLAY, ["younger"], "leads of a suit 0|leads of no suit 3", 2_000, 2_000),
        # A rule is given the discards in an order that says nothing of what they are worth.
        (DISCARD, ["elder"], "places of a list", 300, 250),
        # Of as many hands and moments as the published studies look at.
        pytest.param(DISCARD, BOTH, "", 3_100, 3_000, marks=pytest.mark.slow),
        pytest.param(PLAY, BOTH, "", 12_500, 10_000, marks=pytest.mark.slow),
    ],
)
def test_senseless_rules__know_nothing(kind, seats, names, n, cases, monkeypatch):
    rules = [one for one in list_senseless(kind, seats) if re.search(names, one.name)]
    find, honest = {DISCARD: find_hands, PLAY: find_moments}[kind], discard_trial.knows_names
    assert len(rules) > 1
    for at in range(0, len(rules), 6):
        for found in find(rules[at : at + 6], EXPERTS, n, cases, 2):
            # Names of suits are exchanged last, and seldom: it takes longest.
            monkeypatch.setattr(discard_trial, "knows_names", lambda *asked: False)
            if knows_all(found):
                monkeypatch.setattr(discard_trial, "knows_names", honest)
                assert not knows_all(found), (found.maxim.id, found.seat)


def test_better_choice__is_not_the_players_own():
    """Who throws at random knows a rule that says what to throw no better than anyone."""
    rule, novices = plant(DISCARD, "keep aces", partial(keep_rank, ACE)), []
    for player in ("random", "expert"):
        dealt = Simulation(player, player)
        pool = find_hands([rule], dealt, 400, 150, 2)[0].cases
        places, ways, obeys, _ = choose_discards(rule, pool, dealt.seed, 2)
        novices.append((pool["hand"][places], obeys, ways[:, 0, 0]))
    (cards, obeys, own), (same, expected, thrown) = novices
    assert ((cards == same).all(), (own != thrown).mean() > 0.9) == (True, True)
    assert obeys == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize(
    ("discards", "cards", "n", "most"),
    [
        (slice(5, 6), slice(4, 5), FEW, 0),
        pytest.param(slice(15), slice(16), 3 * FEW, 1, marks=pytest.mark.slow),
    ],
)
def test_senseless_rules__claim_knowledge_once_at_most_in_all(discards, cards, n, most):
    rules = list_senseless(DISCARD)[discards], list_senseless(PLAY)[cards]
    assert sum(one in (RIGHT, HALF) for some in rules for one in judge(some, n)) <= most


# ---- With sense ---------------------------------------------------------------------------------
def keep_rank(rank, choices: Choices):
    kept = choices.keeps(choices.hand.cards & of_rank(rank))
    return choices.is_full & kept, choices.is_full & ~kept


def throw_guard(choices: Choices):
    """Throw a king's only guard and keep the king."""
    kept, guarded = choices.kept, choices.hand.heads(KING) & (choices.hand.lower(KING) == 1)
    bares, keeps = (
        choices.is_full & (guarded & kept.has(KING) & (kept.lower(KING) == one)).any(axis=0)
        for one in (0, 1)
    )
    return bares, keeps & ~bares


def throw_bare_king(choices: Choices):
    kings = choices.hand.heads(KING) & (choices.hand.lengths == 1)
    thrown = (kings & ~choices.kept.has(KING)).any(axis=0)
    return choices.is_full & thrown, choices.is_full & kings.any(axis=0) & ~thrown


def play_highest(view):
    """Follow suit with the highest card, not with the lowest."""
    legal = view.legal * (view.led != 0) * (count(view.legal) > 1)
    highest = np.int64(1) << np.maximum(np.log2(np.maximum(legal, 1)).astype(int), 0)
    return np.where(legal, highest, 0), np.where(legal, legal & -legal, 0)


WITH_SENSE = {
    "throw all": (DISCARD, lambda one: (one.is_full, ~one.is_full)),
    "keep aces": (DISCARD, partial(keep_rank, ACE)),
    "keep sevens": (DISCARD, partial(keep_rank, SEVEN)),
    "throw the point": (DISCARD, lambda one: (one.is_full & ~one.spares, one.is_full & one.spares)),
    "throw a guard": (DISCARD, throw_guard),
    "throw a bare king": (DISCARD, throw_bare_king),
    "play the highest": (PLAY, play_highest),
}
HOLDING, WRONG_ONES = (RIGHT, AS_ANY), (WRONG, HALF)
NOT_WRONG = (*HOLDING, NOT_SETTLED)
"""Of rules that cost little, although it is open whether they know more than a lot."""
SIGNS = [
    ("throw all", ("elder",), HOLDING),
    ("not throw all", ("elder",), WRONG_ONES),
    ("keep aces", BOTH, HOLDING),
    ("not keep aces", BOTH, WRONG_ONES),
    ("keep sevens", BOTH, WRONG_ONES),
    ("throw the point", ("elder",), WRONG_ONES),
    ("not throw the point", ("elder",), HOLDING),
    ("throw a guard", ("younger",), WRONG_ONES),
    ("not throw a guard", ("younger",), NOT_WRONG),
    ("throw a bare king", BOTH, WRONG_ONES),
    ("not throw a bare king", BOTH, NOT_WRONG),
    ("play the highest", BOTH, WRONG_ONES),
    ("not play the highest", BOTH, HOLDING),
]
"""Rules whose sign is known, with the verdicts that have it."""


@pytest.mark.parametrize(
    ("name", "seats", "right", "n"),
    [
        *((*one, 2 * FEW) for one in SIGNS[:4:3]),
        *(pytest.param(*one, 2 * FEW, marks=pytest.mark.slow) for one in SIGNS[1:3]),
        *(pytest.param(*one, 2 * MANY, marks=pytest.mark.slow) for one in SIGNS[4:]),
    ],
)
def test_rule_with_sense__finds_its_sign(name, seats, right, n):
    kind, sides = WITH_SENSE[name.removeprefix("not ")]
    said = (lambda one: sides(one)[::-1]) if name.startswith("not ") else sides
    assert {*judge([plant(kind, name, said, seats)], n)} <= {*right}
