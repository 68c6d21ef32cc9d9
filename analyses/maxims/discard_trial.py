"""Trials of maxims on the discard: deal hands, choose discards, and play the deals on.

Hands come from deals in which the named players exchange. The best discard of a side is the one
that `expert` would choose, by what it has learned and computed. `expert` plays on, in several
orders of the stock, and for each of them a random rule is drawn anew. Perfect play of the cards,
seeing all, is a second judge, in deals of the cards not seen. In other such deals the four
discards that are reckoned best are tried, whatever a maxim says of them: the best there is the
better choice. Of equals no suit comes first: their order is drawn.

How often a maxim applies is counted over all hands that differ in more than suits’ names: of the
225,792,840 hands of twelve cards some ten million. Each of these counts as many times as there are
ways to name its suits.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain, groupby
from math import comb
from operator import itemgetter
from typing import Any

import numpy as np

from analyses.maxims.facts import NAMINGS, Cards, Choices, Dealt, Hands, count, rename_suits
from analyses.maxims.maxim import CHOICES, OWN_DISCARD, QUESTION, Maxim, list_judged
from analyses.maxims.trial import (
    CHANGES,
    FOLLOW,
    LOT,
    OWN,
    WAYS,
    Block,
    Found,
    Options,
    Trial,
    collect,
)
from analyses.maxims.verdict import BY_KIND, BY_NAMES, BY_OPTIONS, mean
from piquet_sim.deals.branches import OWN as OWN_CHOICE
from piquet_sim.deals.branches import number_deals, write_scripts
from piquet_sim.deals.simulation import Simulation
from piquet_sim.decisions.kinds.discard_table import JUDGED_FROM, try_discards
from piquet_sim.decisions.kinds.question import Question, list_learned, rate_discards
from piquet_sim.decisions.scripts import ScriptTable
from piquet_sim.decisions.stake import Stake
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.game.cards import HAND_CARDS, LANE_BITS, LANE_MASK, iterate_cards
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.seats import other
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_in_order, play_ranges
from piquet_sim.strategies.registry import find_strategy

JUDGE = "expert"
"""Who plays on."""
ORDERS = 8
"""In so many orders of the stock a hand is played on."""
PERFECT_DEALS = 4
"""And perfectly in so many deals of the cards not seen."""
_CANDIDATES, FRESH_DEALS, _FRESH_FROM = 4, 64, 3 * JUDGED_FROM
"""So many discards, those reckoned best, are tried in so many deals, from this number on: the best
of them is the better choice."""
_MOST_FRESH, _FRESH_A_HAND = 1_000, 5
"""How many fresh deals, at most and for every hand of the maxim, judge that on which it seems most
right, and that on which most wrong."""
_DEALT = 50_000
"""Of how many deals a thread sees to at once."""
_RATED = 100
"""How many discards of a hand are reckoned at a time."""
_FEW = 8
"""How many hands a thread is given at once."""
_TALON = 8
_LOOKED = 100
"""In so many hands it is seen whether the names of suits matter to a rule."""
_ALL_HANDS = comb(32, HAND_CARDS)
_BLOCK = 50_000
"""So many hands fit into the processor's cache with their facts."""


POOL = np.dtype(
    [(name, np.int64) for name in ("number", "hand", "other", "took", "full", "own", "theirs")]
)
"""Hands of a seat, one for each deal, with its number: as dealt, and what the other seat was dealt;
how many cards elder took, -1 where the seat is elder; how many make a full discard; what the player
throws, and what the other seat does."""


def deal_pools(simulation: Simulation, n: int, threads: int) -> Iterator[dict[str, np.ndarray]]:
    """The hands of n deals by seat, in blocks."""
    # What players do after the exchange changes no hand.
    play = find_strategy("random").play
    exchanging = replace(
        simulation, **{seat: replace(getattr(simulation, seat), play=play) for seat in SEATS}
    )

    def deal(first: int) -> dict[str, np.ndarray]:
        records = exchanging.record_units(first, min(_DEALT, n - first))
        return {seat: _read_pool(records, seat, first) for seat in SEATS}

    yield from play_in_order(deal, range(0, n, _DEALT), threads)


def _read_pool(records: np.ndarray, seat: str, first: int) -> np.ndarray:
    pool = np.zeros(len(records), POOL)
    pool["number"] = first + np.arange(len(records))
    for name, whose, column in (
        ("hand", seat, "dealt"),
        ("other", other(seat), "dealt"),
        ("own", seat, "discard"),
        ("theirs", other(seat), "discard"),
    ):
        pool[name] = records[f"{whose}_{column}"]
    took = records["elder_exchanged"].astype(np.int64)
    pool["full"] = np.array(_list_full(seat))[took - 1 if seat == SEATS[1] else 0 * took]
    pool["took"] = took if seat == SEATS[1] else -1
    return pool


def find_facts(pool: np.ndarray) -> Hands:
    """The facts of the hands of a `POOL`."""
    return Hands(pool["hand"], pool["full"])


def find_hands(
    maxims: Sequence[Maxim], simulation: Simulation, n: int, wanted: int, threads: int
) -> list[Found]:
    """For each maxim and seat the first hands to which it applies, of n deals."""
    judged = list_judged(maxims)

    def look(pools: dict[str, np.ndarray]) -> Block:
        facts = {seat: find_facts(pool) for seat, pool in pools.items()}
        return len(pools[SEATS[0]]), [
            (pools[seat], np.flatnonzero(_applies(maxim, pools[seat], facts[seat])))
            for maxim, seat in judged
        ]

    return collect(judged, map(look, deal_pools(simulation, n, threads)), wanted)


def _applies(maxim: Maxim, pool: np.ndarray, facts: Hands) -> np.ndarray:
    applies = maxim.fits(facts)
    if maxim.given == OWN_DISCARD:
        applies = applies & np.not_equal(*maxim.sides(pool["hand"], pool["own"]))
    return applies


def ask(pool: np.ndarray, place: int, seed: int) -> Question:
    """The question that a hand puts to the judge."""
    number, hand, _, took, *_ = pool[place].tolist()
    seat, known = (SEATS[0], None) if took < 0 else (SEATS[1], took)
    return Question(hand, seat, known, "expert", seed=seed + number)


# ---- What is thrown -----------------------------------------------------------------------------
def list_options(
    maxim: Maxim, pool: np.ndarray, place: int, seed: int, naming: tuple[int, ...] = NAMINGS[0]
) -> Options | None:
    """The discards of a hand, with the maxim said of the hand under other names of suits.

    None where no discard follows it, or none breaks it.
    """
    question = ask(pool, place, seed)
    if maxim.given == OWN_DISCARD:
        both = maxim.sides(*(pool[name][place : place + 1] for name in ("hand", "own")))
        ways, is_first = np.concatenate(both), np.array([True, False])
        return Options(ways, is_first, ~is_first, find_better(question, ways))
    hands, called = find_facts(pool[place : place + 1]), list_discards(question)
    if naming != NAMINGS[0]:
        hands = Hands(rename_suits(hands.cards, naming), hands.full)
        if not maxim.fits(hands)[0]:
            return None
        called = rename_suits(called, naming)
    # In the order of the masks, which tells a rule nothing of what they are worth.
    by_mask = np.argsort(called)
    told, sides = [question] if maxim.given == QUESTION else [], np.zeros((2, len(called)), bool)
    sides[:, by_mask] = maxim.sides(*told, Choices(hands, called[by_mask]))
    if not sides.any(axis=1).all():
        return None
    order, better = order_discards(question)
    of_all = np.pad(better, (0, len(order) - len(better)))
    return Options(list_discards(question)[order], sides[0, order], sides[1, order], of_all)


def find_kinds(hand: int, discards: np.ndarray) -> np.ndarray:
    """The shape of each discard, as a number: cards of suits, suits emptied, ranks taken."""
    thrown, left = Cards(discards), Cards(np.array([hand])).lengths
    emptied = ((thrown.lengths == left) & (left > 0)).sum(axis=0)
    ranks = count(np.bitwise_or.reduce(thrown.lanes))
    # How many suits lose so many cards stands in three bits for each number.
    return (1 << 8 + 3 * thrown.lengths).sum(axis=0) + (emptied << 4) + ranks


def knows_names(maxim: Maxim, pool: np.ndarray, seed: int) -> bool:
    """Whether names of suits matter to a rule: if exchanging them changes it in enough hands."""
    if maxim.given != CHOICES:
        return False
    both = (
        [list_options(maxim, pool, place, seed, one) for one in (NAMINGS[0], NAMINGS[9])]
        for place in range(min(len(pool), _LOOKED))
    )
    changes = [
        two is None or (one.follow != two.follow).any() or (one.against != two.against).any()
        for one, two in both
        if one is not None
    ]
    return bool(changes) and bool(np.mean(changes) >= CHANGES)


def find_better(question: Question, discards: np.ndarray) -> np.ndarray:
    """Which of some discards is the best in fresh deals, which judge nothing else.

    Returns
    -------
    float64 array
        By discard; equals share it.
    """
    made = judge_hand(question, discards, FRESH_DEALS, _FRESH_FROM).sum(axis=0)
    better = made == made.max()
    return better / better.sum()


@cache
def _list_subsets(least: int, most: int) -> np.ndarray:
    # Which of twelve cards are thrown where so many may be, the lowest card first.
    numbers = np.arange(1 << HAND_CARDS)
    sizes = np.bitwise_count(numbers)
    return numbers[(least <= sizes) & (sizes <= most), None] >> np.arange(HAND_CARDS) & 1


@lru_cache(1 << 5)
def list_discards(question: Question) -> np.ndarray:
    """All discards of a hand, in the order of their masks."""
    limits, cards = question.limits, sorted(iterate_cards(question.hand))
    return _list_subsets(limits[0], limits[-1]) @ np.array(cards)


@lru_cache(1 << 16)
def order_discards(question: Question) -> tuple[np.ndarray, np.ndarray]:
    """All discards of a hand, those reckoned best first, and which of these is the better choice.

    Returns
    -------
    int16 array
        Places in `list_discards`; the order of equals is drawn.
    float64 array
        Of the first few discards, as `find_better` has it; for the others it is 0.
    """
    # Frequent maxims apply to the same hands, and this takes as long as to play some tens of deals.
    discards, _ = list_learned(question)
    seen = np.array([question.hand]), np.array([question.elder_took()])
    worths = [
        rate_discards(question.seat, *seen, discards[None, at : at + _RATED])
        for at in range(0, len(discards), _RATED)
    ]
    luck = np.random.default_rng(question.seed).random(len(discards))
    ways = discards[np.lexsort((luck, -np.hstack(worths)[0]))]
    places = np.searchsorted(list_discards(question), ways).astype(np.int16)
    return places, find_better(question, ways[:_CANDIDATES])


def choose_discards(
    maxim: Maxim, pool: np.ndarray, seed: int, threads: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray]] | None:
    """What is tried in each hand, and how far the better choice obeys, beside lots.

    Returns
    -------
    places : ndarray of int64
        Which hands some discard follows the maxim in, and some other breaks it.
    ways : ndarray of int64, shape (hands, orders of the stock, ways)
    obeys : ndarray of float64
    lots : dict
        As of `Trial`.
    None where there are fewer than two such hands.
    """
    has_lots = maxim.given != OWN_DISCARD  # else one alone follows, and one breaks
    has_names = knows_names(maxim, pool, seed)
    names = (BY_OPTIONS, *[BY_NAMES] * has_names, *[BY_KIND] * has_lots)

    def choose(place: int) -> tuple[int, np.ndarray, float, list[float]] | None:
        options = list_options(maxim, pool, place, seed)
        if options is None:
            return None
        own, ways = int(pool["own"][place]), np.empty((ORDERS, WAYS + has_lots), np.int64)
        ways[:, OWN], ways[:, FOLLOW:WAYS] = own, options.choose(own)
        lots = [options.share_following()]
        if has_names:
            others = (list_options(maxim, pool, place, seed, one) for one in NAMINGS)
            found = np.array([one.obeys() for one in others if one is not None])
            said = found[np.isfinite(found)]
            lots.append(said.mean() if len(said) else np.nan)
        if has_lots:
            luck = np.random.default_rng((seed, int(pool["number"][place])))
            ways[:, LOT] = options.draw(own, luck, ORDERS)
            lots.append(options.share_of_kind(find_kinds(pool["hand"][place], options.ways)))
        return place, ways, options.obeys(), lots

    chosen = list(filter(None, _work_through(choose, len(pool), threads)))
    if len(chosen) < 2:  # one has no error
        return None
    places, ways, obeys, lots = map(np.array, zip(*chosen, strict=True))
    return places, ways, obeys, dict(zip(names, lots.T, strict=True))


def _work_through(work: Callable[[int], Any], hands: int, threads: int) -> Iterator[Any]:
    # What is worked out of each hand, a few of which a thread is given at once.
    return chain.from_iterable(
        play_ranges(
            lambda first, count: list(map(work, range(first, first + count))), hands, _FEW, threads
        )
    )


# ---- Tried --------------------------------------------------------------------------------------
def try_discard_maxim(found: Found, seed: int, threads: int) -> Trial | None:
    """Judge a maxim on its hands; None where fewer than two can be judged.

    A hand of which no discard follows the maxim, or none breaks it, is left out.
    """
    maxim, pool = found.maxim, found.cases
    chosen = choose_discards(maxim, pool, seed, threads)
    if chosen is None:
        return None
    places, ways, obeys, lots = chosen
    pool = pool[places]
    made = play_discards(pool, ways, JUDGE, seed, threads)

    def judge(place: int) -> float:
        question, sides = ask(pool, place, seed), ways[place, 0, FOLLOW:WAYS]
        return float((judge_hand(question, sides, PERFECT_DEALS) @ (1, -1)).mean())

    seen = np.array(list(_work_through(judge, len(pool), threads)))
    return Trial(
        maxim,
        found.seat,
        estimate_share(found, len(pool)),
        made.mean(axis=1),
        obeys,
        lots,
        pool,
        ways,
        seen,
    )


def estimate_share(found: Found, judged: int) -> Estimate:
    """The share of hands to which a maxim applies, from how many of those examined it did.

    Where drawn deals must say so it is that of the hands looked at, up to the last that fits.
    """
    if found.maxim.is_of_hand or found.maxim.given == OWN_DISCARD:
        return found.share
    numbers = found.cases["number"]
    return estimate_proportion(
        judged, found.dealt if len(numbers) == found.fitting else int(numbers[-1]) + 1
    )


def judge_hand(question: Question, discards: np.ndarray, deals: int, first: int = 0) -> np.ndarray:
    """What discards make in common deals, played perfectly by both, who see all.

    Returns
    -------
    int64 array, shape (deals, discards)
        Points less the opponent's.
    """
    return try_discards(question, discards, deals, 1, first).astype(np.int64) @ (1, -1)


def judge_extremes(tried: Trial, seed: int, threads: int) -> list[tuple[int, Estimate]]:
    """The hands on which following a maxim wins most, and loses most, judged by fresh deals.

    They were chosen by other deals, so the result of the fresh ones is reported whatever it is.

    Returns
    -------
    list of tuple
        The place of each, and what following makes more than breaking; deals as units.
    """
    deals = min(_MOST_FRESH, _FRESH_A_HAND * len(tried.cases))

    def judge(place: int) -> tuple[int, Estimate]:
        question, discards = ask(tried.cases, place, seed), tried.ways[place, 0, FOLLOW:WAYS]
        return place, mean(judge_hand(question, discards, deals, JUDGED_FROM) @ (1, -1))

    return list(
        play_in_order(judge, (int(tried.worth.argmax()), int(tried.worth.argmin())), threads)
    )


def play_discards(
    pool: np.ndarray, ways: np.ndarray, player: str, seed: int, threads: int
) -> np.ndarray:
    """What discards make in the deals as they lay, a strategy playing on.

    Parameters
    ----------
    pool : ndarray of POOL
    ways : ndarray of int64, shape (hands, orders, ways)
        The discards: the deals of a hand differ in the order of the stock, and in the players'
        luck, which is the same with every discard.
    player : str
        Who makes all other decisions of both seats, seeing only what is theirs to see.
    seed : int
    threads : int
        Number of threads.

    Returns
    -------
    ndarray of int64, shape (hands, orders, ways)
        Points less the opponent's.
    """
    hands, orders, number = ways.shape
    seat, tried = int(pool["took"][0] >= 0), ways.reshape(-1, number)
    places = np.repeat(np.arange(hands), orders)
    order = np.random.default_rng(seed).permuted(
        np.tile(np.arange(_TALON), (len(places), 1)), axis=1
    )
    dealt = np.zeros((len(places), len(SEATS) + 1), np.int64)
    dealt[:, seat], dealt[:, 1 - seat] = pool["hand"][places], pool["other"][places]
    dealt[:, -1] = (order << 4 * np.arange(_TALON)).sum(axis=1)
    numbers = np.bitwise_count(tried)

    def write(span: slice, way: int, usual: np.ndarray | None) -> np.ndarray:
        # Elder's exchange is as it was; younger's is known from the first way that takes as many.
        if seat:
            theirs = pool["theirs"][places[span]]
        elif usual is None:
            theirs = OWN_CHOICE
        else:
            theirs = np.where(
                numbers[span, way] == numbers[span, 0], usual[f"{SEATS[1]}_discard"], OWN_CHOICE
            )
        return write_scripts(len(tried[span]), {seat: tried[span, way], 1 - seat: theirs}, {})

    simulation, stake = Simulation(player, player, RUBICON, seed), Stake(RUBICON, seat)
    return (
        ScriptTable(range(number), stake, simulation, number_deals(dealt), write, tried, threads)
        .play_all()
        .reshape(ways.shape)
    )


# ---- How often it applies -----------------------------------------------------------------------
def list_classes() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """All hands up to the names of suits, in blocks, with how many hands each represents.

    Yields
    ------
    int64 array
        Hands.
    int64 array
        How many.
    """
    lanes = np.arange(0, LANE_MASK + 1, 2, dtype=np.int64)  # without the six
    sizes = np.bitwise_count(lanes).astype(np.int64)
    first, second = np.triu_indices(len(lanes))
    together = sizes[first] + sizes[second]
    by_size = {size: np.flatnonzero(together == size) for size in range(HAND_CARDS + 1)}
    for one in range(len(lanes)):
        kept = [
            np.column_stack(
                [np.full((len(others), 2), (one, second[pair])), first[others], second[others]]
            )
            for pair in np.flatnonzero((first == one) & (together <= HAND_CARDS))
            for some in [by_size[HAND_CARDS - int(together[pair])]]
            for others in [some[np.searchsorted(first[some], second[pair]) :]]
        ]
        for at in range(0, sum(map(len, kept)), _BLOCK):
            yield _weigh(lanes[np.concatenate(kept)[at : at + _BLOCK]])


def _weigh(suits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    # The suits are in order: equal ones lie beside each other.
    runs = product = np.ones(len(suits), np.int64)
    for is_same in (suits[:, 1:] == suits[:, :-1]).T:
        runs = np.where(is_same, runs + 1, 1)
        product = product * runs
    return (suits << LANE_BITS * np.arange(suits.shape[1])).sum(axis=1), len(NAMINGS) // product


def count_hands(maxims: Sequence[Maxim], threads: int) -> list[Fraction | None]:
    """The share of all hands to which each maxim applies in each of its seats.

    None where the hand alone does not say: where the player's own discard matters, how many cards
    elder has taken, or what happens in drawn deals.
    """
    judged = list_judged(maxims)
    # Each maxim once for each full discard, first those that do not heed it: 0.
    ways = [
        () if not maxim.is_of_hand else _list_full(seat) if maxim.heeds_full else (0,)
        for maxim, seat in judged
    ]
    each = ((maxim, one) for (maxim, _), full in zip(judged, ways, strict=True) for one in full)
    kinds = sorted(dict.fromkeys(each), key=itemgetter(1))

    def count(block: tuple[np.ndarray, np.ndarray]) -> list[int]:
        hands, found = Dealt(block[0]), []
        for full, same in groupby(kinds, itemgetter(1)):
            hands = hands.with_full(full) if full else hands
            found += [int(block[1][maxim.fits(hands)].sum()) for maxim, _ in same]
        return found

    totals = np.sum([*play_in_order(count, list_classes(), threads)], axis=0)
    counted = dict(zip(kinds, totals.tolist(), strict=True))
    return [
        Fraction(counted[maxim, full[0]], _ALL_HANDS)
        if len({counted[maxim, one] for one in full}) == 1
        else None
        for (maxim, _), full in zip(judged, ways, strict=True)
    ]


def _list_full(seat: str) -> tuple[int, ...]:
    # How many cards may make a full discard.
    tooks = (None,) if seat == SEATS[0] else exchange_limits(SEATS[0])
    return tuple(exchange_limits(seat, took)[-1] for took in tooks)
