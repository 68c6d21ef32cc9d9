"""Rules planted from outside: drawn by lot, known to be good, known to be bad; verdicts are right.

They come in as anyone's own maxim does. The verdicts hold in each of the seeds 1 to 10.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache

import numpy as np
import pytest

import analyses
from analyses.maxims.findings import Finding, read_findings
from analyses.maxims.judge import KNOWN, WORTH
from analyses.maxims.maxim import BOTH, CALL, ELDER, YOUNGER, Maxim, find_own
from analyses.maxims.trial import LOTS
from analyses.studies.books import calling, maxims, own_maxims, playing
from analyses.words.verdicts import BAD, GOOD, HINT, NOT_SETTLED, NOTHING, decide
from piquet_sim import Simulation
from piquet_sim.advice.play.card_ratings import rate_cards
from piquet_sim.advice.trials import Question, list_learned
from piquet_sim.game.cards import HAND_CARDS, LANE_BITS, LANE_MASK, SUITS
from piquet_sim.strategies import call_everything, find_strategy

SEEDS = range(1, 11)
DEALS = 30_000
"""300 hands or moments a rule: one in a hundred deals."""
MANY = 100_000
"""By which a rule is settled that breaks with nothing but the best card; and 250 deals for calls.
"""
SIZES = (0.05, 0.1, 0.5, 0.9, 0.95)
"""Which share of the discards or cards follows; the rest breaks."""
SENSELESS = (NOTHING, NOT_SETTLED)

_BITS = np.int64(1) << np.arange(LANE_BITS * SUITS - 1)
_LOW = sum(0b11111 << LANE_BITS * suit for suit in range(SUITS))
_ONE_SUIT = LANE_MASK << LANE_BITS
_SCRAMBLE = np.uint64(0x9E3779B97F4A7C15)


# ---- Chance, worth and shares --------------------------------------------------------------------
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


def take_first(order, among, share):
    """A share of each row, the lowest by an order: at least one, and never all."""
    number = among.sum(axis=1)
    wanted = np.clip(np.round(share * number), 1, np.maximum(number - 1, 1))
    places = np.argsort(np.argsort(np.where(among, order, np.inf), axis=1), axis=1)
    return (places < wanted[:, None]) & among


def draw_discards(choices):
    return draw(choices.hand.cards, choices.thrown)


@lru_cache(2_000)
def sort_learned(hand):
    discards, behind = list_learned(Question(hand))
    order = np.argsort(discards)
    return discards[order], behind[order]


def find_behind(choices):
    """How far elder's discards are behind the best, as learned."""
    discards, behind = sort_learned(int(choices.hand.cards[0]))
    return behind[np.searchsorted(discards, choices.thrown)]


def draw_cards(view):
    moments = (draw(view.hand, view.played, view.led) * 2.0**62).astype(np.int64)
    return draw(moments[:, None], np.arange(len(_BITS)))


@lru_cache(100)
def rate_rows(rows, columns):
    return rate_cards(np.frombuffer(rows, np.int64).reshape(-1, columns))[:, : len(_BITS)]


def find_worse(view):
    """How bad each card is; rules that are judged together ask about the same moments."""
    rows = np.column_stack([np.broadcast_to(one, view.legal.shape) for one in view])
    return -rate_rows(rows.astype(np.int64).tobytes(), len(view))


def spread(cards):
    return (cards[:, None] & _BITS) != 0


def gather_cards(chosen):
    return (chosen * _BITS).sum(axis=1)


# ---- Planting ------------------------------------------------------------------------------------
def plant_discards(name, sides, seats=BOTH, **options):
    analyses.discard_maxim(name, f"Planted: {name}", seats, **options)(sides)
    return find_own(name)


def plant_cards(name, sides, seats=BOTH):
    analyses.play_maxim(name, f"Planted: {name}", seats)(sides)
    return find_own(name)


def split_discards(share, among=lambda choices: choices.number > 0, lots=draw_discards):
    """By lot, among some discards; the others neither follow nor break."""

    def sides(choices):
        follows, some = lots(choices) < share, among(choices)
        return follows & some, ~follows & some

    return sides


def order_discards(sign, share):
    """The best follow, or with the other sign the worst."""

    def sides(choices):
        order = sign * find_behind(choices)[None, :]
        follows = take_first(order, np.ones_like(order, bool), share)[0]
        return follows, ~follows

    return sides


def split_cards(share, among=lambda view: view.legal, lots=draw_cards):
    def sides(view):
        follows, some = gather_cards(lots(view) < share), among(view)
        return follows & some, ~follows & some

    return sides


def order_cards(sign, share):
    def sides(view):
        follows = gather_cards(take_first(sign * find_worse(view), spread(view.legal), share))
        return follows, view.legal & ~follows

    return sides


def draw_kinds(view):
    """The same for a card whatever is held."""
    return np.broadcast_to(draw(np.arange(len(_BITS))), (*view.legal.shape, len(_BITS)))


def spare_cards(number, is_turned=False):
    """Throw none of some cards that are drawn for the hand; or turned, throw one of them."""

    def sides(choices):
        cards = choices.hand.cards
        order = draw(cards[:, None], np.arange(len(_BITS)))
        drawn = gather_cards(take_first(order, spread(cards), number / HAND_CARDS))
        kept = choices.keeps(drawn)
        return (~kept, kept) if is_turned else (kept, ~kept)

    return sides


def take_lowest(choices, sign=1):
    """One discard by lot."""
    lots = sign * draw_discards(choices)
    return lots == lots.min()


@cache
def list_rules(group: str) -> tuple:
    """Rules of a kind, planted once."""
    return tuple(_PLANTED[group]())


_PLANTED: dict[str, Callable[[], list]] = {
    "discards by lot": lambda: [
        plant_discards(f"T-MS{size}", split_discards(size)) for size in SIZES
    ],
    "discards of odd shapes": lambda: [
        plant_discards("T-MO1", split_discards(0.5, lambda one: one.keeps(~_LOW))),
        plant_discards("T-MO2", split_discards(0.5, lambda one: one.keeps(~_ONE_SUIT))),
        plant_discards("T-MO3", split_discards(0.9, lots=lambda one: draw(one.thrown)), ELDER),
        plant_discards("T-MO4", split_discards(0.1, lots=lambda one: draw(one.thrown)), YOUNGER),
        plant_discards("T-MO5", lambda one: (take_lowest(one), ~take_lowest(one)), ELDER),
        plant_discards("T-MO6", lambda one: (~take_lowest(one), take_lowest(one)), YOUNGER),
        plant_discards("T-MO7", lambda one: (take_lowest(one), take_lowest(one, -1)), ELDER),
        plant_discards(
            "T-MO8", lambda one: (draw_discards(one) < 0.19, draw_discards(one) > 0.99), YOUNGER
        ),
        plant_discards(
            "T-MO9", split_discards(0.9), ELDER, applies=lambda hands: draw(hands.cards) < 0.02
        ),
    ],
    "discards of few candidates": lambda: [
        plant_discards(f"T-MF{size}", split_discards(size, lambda one: one.keeps(~_LOW)), YOUNGER)
        for size in (0.1, 0.9)
    ],
    "discards of drawn cards": lambda: [
        plant_discards("T-ML1", spare_cards(6), ELDER),
        plant_discards("T-ML2", spare_cards(6, is_turned=True), ELDER),
        plant_discards("T-ML3", spare_cards(1, is_turned=True), YOUNGER),
    ],
    "good discards": lambda: [
        plant_discards(f"T-MG{size}", order_discards(1, size), ELDER) for size in SIZES
    ],
    "bad discards": lambda: [
        plant_discards(f"T-MB{size}", order_discards(-1, size), ELDER) for size in SIZES
    ],
    "cards by lot": lambda: [plant_cards(f"T-PS{size}", split_cards(size)) for size in SIZES],
    "cards of odd shapes": lambda: [
        plant_cards("T-PO1", split_cards(0.5, lambda view: view.legal & _LOW)),
        plant_cards("T-PO2", split_cards(0.5, lambda view: view.legal & _ONE_SUIT)),
        plant_cards("T-PO3", split_cards(0.5, lots=draw_kinds)),
        plant_cards("T-PO4", split_cards(0.9, lambda view: view.legal * (view.led == 0))),
        plant_cards("T-PO5", split_cards(0.1, lambda view: view.legal * (view.led > 0))),
        plant_cards(
            "T-PO6", split_cards(0.9, lambda view: view.legal * (draw(view.hand, view.led) < 0.02))
        ),
    ],
    # Of twelve cards none has five in a hundred: one card follows, half of them, all but one.
    "good cards": lambda: [
        plant_cards(f"T-PG{size}", order_cards(1, size), ELDER) for size in (0.05, 0.5, 0.95)
    ],
    "bad cards": lambda: [
        plant_cards(f"T-PB{size}", order_cards(-1, size), ELDER) for size in (0.05, 0.5, 0.95)
    ],
    "good calls": lambda: [
        Maxim(CALL, "T-CG1", "Call the sequence", ELDER, lambda seen: (seen.best, seen.sink(1))),
        Maxim(CALL, "T-CG2", "Call everything", BOTH, lambda seen: (seen.best, 0 * seen.best)),
    ],
    "bad calls": lambda: [
        Maxim(CALL, "T-CB1", "Sink the sequence", ELDER, lambda seen: (seen.sink(1), seen.best)),
        Maxim(CALL, "T-CB2", "Call nothing", BOTH, lambda seen: (0 * seen.best, seen.best)),
    ],
    "calls by lot": lambda: [Maxim(CALL, "T-CS1", "Call as the lot falls", BOTH, toss_calls)],
}  # fmt: skip


def toss_calls(seen):
    is_called = (draw(seen.hand, seen.thrown) < 0.5)[:, None]
    every, sunk = seen.best, seen.sink(1)
    return np.where(is_called, every, sunk), np.where(is_called, sunk, every)


_STUDIES = {"discards": maxims.STUDY, "cards": playing.STUDY, "calls": calling.STUDY}


def judge(group: str, seed: int, n: int) -> list[tuple[str, Finding]]:
    """The findings on each rule of a group, in each of its seats."""
    player = find_strategy("expert")
    if "calls" in group.split():  # these rules say what is best for who calls all else
        player = replace(player, name="expert, all called", call=call_everything)
    rules, simulation = list_rules(group), Simulation(player, player, seed=seed)
    study = next(_STUDIES[word] for word in group.split() if word in _STUDIES)
    with pytest.MonkeyPatch.context() as patched:
        # What that of calls says besides, of sinking and of answers, is played for with few deals.
        patched.setattr(calling, "DEALS_ASKED", n)
        patched.setattr(calling, "COUNTED_AT_MOST", 2)
        table = study.answer(simulation, n, 1, rules=rules).table
    found = [
        (one.id, each) for one in rules for each in read_findings(table[table.maxim == one.id])
    ]
    assert {name for name, _ in found} == {one.id for one in rules}
    return found


def list_wrong(group, seeds, n, right):
    """Verdicts that are not among the right ones, with what they rest on."""
    return [
        (seed, name, one.name, one.verdict, one.known.value, one.worth.value)
        for seed in seeds
        for name, one in judge(group, seed, n)
        if one.verdict not in right
    ]


# ---- Verdicts ------------------------------------------------------------------------------------
BY_LOT = (
    "discards by lot",
    "cards by lot",
    "discards of odd shapes",
    "cards of odd shapes",
    "calls by lot",
)
FEW, DRAWN = "discards of few candidates", "discards of drawn cards"
KNOWN_RULES = [
    ("good discards", 10_000, 10_000, (GOOD, HINT)),
    ("bad discards", 10_000, 10_000, (BAD,)),
    ("good cards", DEALS, MANY, (GOOD, HINT)),
    ("bad cards", 2 * DEALS, MANY, (BAD,)),
    ("good calls", DEALS, MANY, (GOOD,)),
    ("bad calls", DEALS, MANY, (BAD,)),
]
LONG_TO_JUDGE = ("bad discards", "bad cards", "good calls")
"""Rules that take as long as their opposites and are found out the same way."""


@pytest.mark.parametrize("group", [*BY_LOT[:2], BY_LOT[-1]])
def test_rule_by_lot__gets_no_verdict_for_or_against(group):
    assert not list_wrong(group, (1,), 10_000, SENSELESS)


@pytest.mark.parametrize(
    ("group", "n", "right"),
    [
        pytest.param(
            *(one[0], *one[1::2]), marks=pytest.mark.slow if one[0] in LONG_TO_JUDGE else ()
        )
        for one in KNOWN_RULES
    ],
)
def test_good_or_bad_rule__gets_its_verdict(group, n, right):
    assert not list_wrong(group, (1,), n, right)


@pytest.mark.slow
@pytest.mark.parametrize("group", BY_LOT[2:])
def test_rule_by_lot__gets_no_verdict_in_ten_seeds(group):
    assert not list_wrong(group, SEEDS, DEALS, SENSELESS)


@pytest.mark.slow
@pytest.mark.parametrize(("group", "n", "right"), [(one[0], *one[2:]) for one in KNOWN_RULES])
def test_good_or_bad_rule__gets_its_verdict_in_ten_seeds(group, n, right):
    assert not list_wrong(group, SEEDS, n, right)


@pytest.mark.slow
def test_rule_of_drawn_cards__gets_no_verdict():
    assert not list_wrong(DRAWN, (1, 2, 3), DEALS, SENSELESS)


@pytest.mark.slow
def test_rule_by_lot_among_few_discards__gets_no_verdict_in_many_deals():
    assert not list_wrong(FEW, (1,), 4 * DEALS, SENSELESS)


# ---- What is held against a lot ------------------------------------------------------------------
def count_errors(known):
    """How many standard errors a mean over seeds is from zero.

    Rules judged with one seed share their hands, so that only seeds are independent.
    """
    return known.mean() / (known.std(ddof=1) / np.sqrt(len(known)))


@pytest.mark.slow
@pytest.mark.parametrize(("group", "name"), [(BY_LOT[0], "T-MS"), (BY_LOT[1], "T-PS")])
def test_rules_by_lot__know_nothing_together_though_their_sizes_make_points(group, name):
    judged = [judge(group, seed, DEALS) for seed in SEEDS]
    assert {one.verdict for found in judged for _, one in found} <= set(SENSELESS)
    for lot in LOTS[: 1 + (group == BY_LOT[0])]:
        known = [
            np.mean([
                one.worth.value - one.numbers[f"{WORTH}{lot}"].value for rule, one in found
                if lot == LOTS[0] or rule == f"{name}0.5"
            ])
            for found in judged
        ]  # fmt: skip
        assert abs(count_errors(np.array(known))) < 3
    for size, sign in ((0.9, 1), (0.1, -1)):
        worths = [one.worth.value for found in judged for rule, one in found
                  if rule == f"{name}{size}"]  # fmt: skip
        assert sign * np.mean(worths) > 2


@pytest.mark.parametrize(
    ("size", "wrong"),
    [pytest.param(0.9, (GOOD, HINT), marks=pytest.mark.slow), (0.1, (BAD,))],
    ids=["the share that pays", "the share that costs"],
)
def test_wrong_engine__without_the_lot_gives_a_rule_by_lot_a_verdict(size, wrong):
    rule = plant_discards(f"T-MW{size}", split_discards(size), ELDER)
    judged, made = own_maxims.judge_own(rule, Simulation("expert", "expert", seed=1), DEALS, 1)
    found = judged.findings[0]
    assert found.verdict in SENSELESS
    assert {KNOWN, WORTH} <= set(made.table.quantity)
    assert decide([found.worth], found.worth, found.gain) in wrong
