"""Rules planted from outside: senseless ones get no verdict that claims knowledge, others theirs.

They come in as anyone's own maxim does. Senseless are hashes of a discard or a card, and of the
hand as well; named suits; places in a list; the number of the deal.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from analyses.findings import Findings
from analyses.maxims.card_trial import choose_cards, find_moments
from analyses.maxims.discard_trial import (
    choose_discards,
    find_hands,
    find_kinds,
    knows_names,
    list_options,
)
from analyses.maxims.facts import Choices, count, of_rank, part
from analyses.maxims.maxim import BOTH, CHOICES, DISCARD, PLAY, QUESTION, Maxim, all_hands
from analyses.maxims.trial import Trial
from analyses.maxims.verdict import (
    AS_ANY,
    BY_KIND,
    BY_NAMES,
    BY_OPTIONS,
    HALF,
    NOT_SETTLED,
    RIGHT,
    WRONG,
    Known,
    list_verdicts,
    measure_known,
)
from analyses.studies import maxims, playing
from piquet_sim import Simulation
from piquet_sim.game.cards import ACE, KING, LANE_BITS, SEVEN, SUITS

SIZES = (0.05, 0.5, 0.95)
"""Which share of the discards or cards follows; the rest breaks."""
CLAIMS = (RIGHT, HALF)
"""Verdicts that say that the words know something."""
_PLACES = np.arange(LANE_BITS * SUITS - 1)
_BITS = np.int64(1) << _PLACES
_SCRAMBLE = np.uint64(0x9E3779B97F4A7C15)
EXPERTS = Simulation("expert", "expert")
_AT_ONCE = 6
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


def split_discards(choices: Choices, follows):
    """What a rule follows, and all else against it; bool by discard."""
    return follows, ~follows


def split_cards(view, follows):
    """Cards that follow, of a table by moment and place; the others break."""
    chosen = np.where(follows, _BITS, 0).sum(axis=1) & view.legal
    return chosen, view.legal & ~chosen


SPLIT = {DISCARD: split_discards, PLAY: split_cards}
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
    },
    PLAY: {
        "cards": (lambda view, size: draw(number(view)[:, None], _PLACES) < size, SIZES),
        "leads of a suit": (
            lambda view, suit: (view.led == 0)[:, None] & (suit == _PLACES // LANE_BITS),
            range(SUITS),
        ),
        "leads of no suit": (
            lambda view, suit: (view.led == 0)[:, None] & (suit != _PLACES // LANE_BITS),
            range(SUITS),
        ),
        "places of a hand": (lambda view, place: _find_orders(view) % 3 == place, range(3)),
        "cards by the deal": (
            lambda view, size: (draw(view.luck)[:, None] < size) == (_PLACES % 2 > 0),
            (0.3, 0.7),
        ),
    },
}
"""What is followed by chance or by name alone: by kind, with the values that each rule takes."""


def _find_orders(view):
    # The place of each card among those held.
    return (view.hand[:, None] >> _PLACES & 1).cumsum(axis=1)


def number(view):
    return (draw(view.hand, view.played, view.led) * 2.0**62).astype(np.int64)


def plant(kind, name, sides, seats=BOTH, given=CHOICES):
    named = f"T-{name.upper()}", f"Planted: {name}"
    return Maxim(kind, *named, seats, sides, applies=all_hands, given=given)


def list_senseless(kind: str, of=SENSELESS) -> list[Maxim]:
    """Some fifteen of them in each arena."""
    return [
        plant(kind, f"{name} {value}", partial(follow_by_chance, kind, follows, value))
        for name, (follows, values) in of[kind].items()
        for value in values
    ]


def follow_by_chance(kind, follows, value, given):
    return SPLIT[kind](given, follows(given, value))


def judge(rules, n: int) -> list[str]:
    """The verdict on each rule in each of its seats, in order."""
    made = {DISCARD: maxims, PLAY: playing}[rules[0].kind].STUDY.ask(EXPERTS, n, 2, rules=rules)
    judged = [row["verdict"] for row in list_verdicts(Findings.read_table(made.found.table()))]
    assert judged
    return judged


def count_claims(rules, n: int) -> int:
    return sum(verdict in CLAIMS for verdict in judge(rules, n))


def measure_knowing(rules, n: int, cases: int) -> Iterator[tuple[Maxim, str, list[Known]]]:
    """What the words of rules of one kind know beside every lot, by rule and seat.

    All look at the same deals, a few at a time of cards, of which each keeps its own moments. Names
    of suits are exchanged in discards only of rules that know more than both other lots.
    """
    if rules[0].kind == DISCARD:
        for seat in BOTH:
            yield from _measure_discards(
                [one for one in rules if seat in one.seats], seat, n, cases
            )
        return
    for at in range(0, len(rules), _AT_ONCE):
        for found in find_moments(rules[at : at + _AT_ONCE], EXPERTS, n, cases, 2):
            *_, obeys, lots = choose_cards(found.maxim, found.cases)
            yield found.maxim, found.seat, _compare(found.maxim, found.seat, obeys, lots)


def _measure_discards(rules, seat, n, cases):
    [found] = find_hands([plant(DISCARD, "all", None, [seat])], EXPERTS, n, cases, 1)
    pool, told = found.cases, np.full((3, len(rules), len(found.cases)), np.nan)
    for place, hand in enumerate(pool.cards.tolist()):
        kinds = None
        for at, rule in enumerate(rules):
            if options := list_options(rule, pool, place, EXPERTS.seed):
                kinds = find_kinds(hand, options.ways) if kinds is None else kinds
                lots = options.share_following(), options.share_of_kind(kinds)
                told[:, at, place] = options.obeys(), *lots
    for at, rule in enumerate(rules):
        obeys, *lots = told[:, at]
        known = _compare(rule, seat, obeys, dict(zip((BY_OPTIONS, BY_KIND), lots, strict=True)))
        if knows_all(known) and knows_names(rule, pool, EXPERTS.seed):
            *_, obeys, lots = choose_discards(rule, pool, EXPERTS.seed, 1)
            known = _compare(rule, seat, obeys, lots)
        yield rule, seat, known


def _compare(rule, seat, obeys, lots):
    return measure_known(Trial(rule, seat, None, np.zeros((len(obeys), 3)), obeys, lots))


def knows_all(known: list[Known]) -> bool:
    """What right and half right need, besides what is not counted but played."""
    assert known
    return all(one.is_more for one in known)


def list_knowing(rules, n: int, cases: int) -> list[tuple[str, str]]:
    """Rules whose words know more than every lot, by seat."""
    return [
        (rule.id, seat)
        for rule, seat, known in measure_knowing(rules, n, cases)
        if knows_all(known)
    ]


def test_names_of_suits__are_no_knowledge_of_leads():
    """A player who leads the first suit of equals knows nothing by it."""
    named = ("leads of a suit", 0), ("leads of no suit", SUITS - 1)
    rules = [
        plant(PLAY, f"{name} {suit}", partial(follow_by_chance, PLAY, follows, suit), ["younger"])
        for name, suit in named
        for follows, _ in [SENSELESS[PLAY][name]]
    ]
    assert list_knowing(rules, 2_000, 2_000) == []


def test_places_in_a_list__are_no_knowledge_of_discards():
    """A rule is given the discards in an order that tells nothing of what they are worth."""
    follows, places = SENSELESS[DISCARD]["places of a list"]
    rules = [
        plant(DISCARD, f"place {one}", partial(follow_by_chance, DISCARD, follows, one), ["elder"])
        for one in places
    ]
    assert list_knowing(rules, 300, 250) == []


def test_better_choice__is_not_the_players_own():
    """Who throws at random knows a rule that says what to throw no better than anyone."""
    rule, novices = plant(DISCARD, "keep aces", partial(keep_rank, ACE)), []
    for player in ("random", "expert"):
        dealt = Simulation(player, player)
        pool = find_hands([rule], dealt, 400, 150, 2)[0].cases
        places, ways, obeys, _ = choose_discards(rule, pool, dealt.seed, 2)
        novices.append((pool.cards[places], obeys, ways[:, 0, 0]))
    (cards, obeys, own), (same, expected, thrown) = novices
    assert (cards == same).all()
    assert (own != thrown).mean() > 0.9
    assert obeys == pytest.approx(expected, nan_ok=True)


def follow_hash(kind, seed, given):
    if kind == DISCARD:
        return split_discards(given, draw(given.thrown, given.hand.cards * (seed % 2), seed) < 0.5)
    return split_cards(given, draw(number(given)[:, None] * (seed % 2), _PLACES, seed) < 0.5)


PRIMES = 10_007, 100_003
OF_THE_DEAL = {
    "suit of the deal": lambda question, one: part(one.thrown)[question.seed % SUITS] != 0,
    "half by the deal": lambda question, one: draw(one.thrown, question.seed) < 0.5,
    "odd places by the deal": lambda question, one: (
        (one.thrown.argsort().argsort() + question.seed) % 2 > 0
    ),
}
BLACK = (0, 3)
OTHERS = {
    DISCARD: {
        "remainder": (lambda one, prime: one.thrown % prime < prime // 3, PRIMES),
        "remainder in a hand": (
            lambda one, prime: one.thrown * one.hand.cards % prime % 2 > 0,
            PRIMES,
        ),
        "odd places": (lambda one, odd: one.thrown.argsort().argsort() % 2 == odd, range(2)),
        "odd number of a suit": (
            lambda one, suit: count(part(one.thrown)[suit]) % 2 > 0,
            range(SUITS),
        ),
        "suits of a colour": (
            lambda one, even: sum(count(part(one.thrown)[suit]) for suit in BLACK) % 2 == even,
            range(2),
        ),
    },
    PLAY: {
        "remainder": (
            lambda view, prime: view.hand[:, None] * (_PLACES + 7) % prime < prime // 3,
            PRIMES,
        ),
        "odd places": (lambda view, odd: _find_orders(view) % 2 == odd, range(2)),
        "suit of the deal": (
            lambda view, more: (view.luck[:, None] + more) % SUITS == _PLACES // LANE_BITS,
            range(2),
        ),
        "leads of a colour": (
            lambda view, is_black: (
                (view.led == 0)[:, None] & (np.isin(_PLACES // LANE_BITS, BLACK) == is_black)
            ),
            (False, True),
        ),
        "half by the deal": (
            lambda view, seed: draw(view.luck[:, None], _PLACES, seed) < 0.5,
            range(2),
        ),
    },
}
"""Planted by another hand: remainders, parities, colours, and the number of the deal."""


def follow_of_the_deal(follows, question, given):
    return split_discards(given, follows(question, given))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "n", "cases"), [(DISCARD, 3_100, 3_000), (PLAY, 12_500, 10_000)])
def test_senseless_rules__of_twenty_none_knows_anything(kind, n, cases):
    """Of as many hands and moments as the published studies look at."""
    rules = list_senseless(kind)
    rules += [
        plant(kind, f"hash {seed}", partial(follow_hash, kind, seed))
        for seed in range(20 - len(rules))
    ]
    assert list_knowing(rules, n, cases) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", [DISCARD, PLAY])
def test_senseless_rules__of_another_making_know_nothing(kind):
    rules = list_senseless(kind, OTHERS) + [
        plant(kind, name, partial(follow_of_the_deal, follows), given=QUESTION)
        for name, follows in OF_THE_DEAL.items()
        if kind == DISCARD
    ]
    assert list_knowing(rules, 3_100, 3_000) == []


def test_discards_that_many_rules_look_at__are_those_of_a_trial():
    for rule, seat, known in measure_knowing(list_senseless(DISCARD)[3:10:2], 30, 30):
        [found] = find_hands([replace(rule, seats=[seat])], EXPERTS, 30, 30, 1)
        *_, obeys, lots = choose_discards(rule, found.cases, EXPERTS.seed, 1)
        assert known == [one for one in _compare(rule, seat, obeys, lots) if one.lot != BY_NAMES]


def test_senseless_rule__claims_no_knowledge():
    assert count_claims(list_senseless(DISCARD)[4:6], FEW) == 0
    assert count_claims(list_senseless(PLAY)[4:5], FEW) == 0


@pytest.mark.slow
def test_senseless_rules__claim_knowledge_once_at_most_in_all():
    assert sum(count_claims(list_senseless(kind), 3 * FEW) for kind in (DISCARD, PLAY)) <= 1


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


def turn(sides, given):
    return sides(given)[::-1]


def find_rule(name, seats):
    kind, sides = WITH_SENSE[name.removeprefix("not ")]
    return plant(kind, name, partial(turn, sides) if name.startswith("not ") else sides, seats)


@pytest.mark.parametrize(
    ("name", "seats", "right", "n"),
    [
        *((*one, 2 * FEW) for one in SIGNS[:4]),
        *(pytest.param(*one, 2 * MANY, marks=pytest.mark.slow) for one in SIGNS[4:]),
    ],
)
def test_rule_with_sense__finds_its_sign(name, seats, right, n):
    assert set(judge([find_rule(name, seats)], n)) <= set(right)
