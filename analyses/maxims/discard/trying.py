"""Trying maxims: the best discard that follows one against the best that breaks it.

The hands come from deals in which the named players exchange. Of all discards that follow a maxim,
the best is chosen as `expert` chooses, by what it has learned and computed; the best of those that
break it is chosen in the same way. If the player's own discard follows the maxim, or breaks it, it
is the one tried for its side. Beside it two random rules are tried in the same way, for every deal
anew: of one as many discards follow, and as many break, drawn from all that do one or the other;
the other is the maxim's own, said of other cards of the hand.

Then the deals are finished as they lay by `expert`, who sees only what is theirs to see, in several
orders of the stock; nothing of this played a part in the choice. Perfect play of the cards, seeing
all, is a second judge, in deals of the cards not seen.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from analyses.maxims.discard.ranking import Rankings
from analyses.maxims.discard.rule import Rule
from analyses.maxims.facts.hands import Choices, Hands
from analyses.maxims.maxim import list_judged
from analyses.maxims.trial import (
    FOLLOW,
    LOTS,
    OWN,
    WAYS,
    Cases,
    Found,
    Trial,
    collect,
    find_repeats,
)
from analyses.words.verdicts import mean
from piquet_sim.advice.trials import JUDGED_FROM, Question, list_learned, try_discards
from piquet_sim.deals.branches import OWN as OWN_CHOICE
from piquet_sim.deals.branches import SCRIPT, number_deals, play_scripts, write_scripts
from piquet_sim.deals.deal import margin
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.game.cards import iterate_cards
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.seats import other
from piquet_sim.game.terms import SEATS
from piquet_sim.game.threads import play_in_order
from piquet_sim.strategies.registry import Strategy, find_strategy

JUDGE = "expert"
"""Who plays on."""
ORDERS = 8
"""In so many orders of the stock a hand is played on."""
PERFECT_DEALS = 4
"""And perfectly in so many deals of the cards not seen."""
_MOST_FRESH, _FRESH_A_HAND = 1_000, 5
"""How many fresh deals, at most and for every hand of the maxim, judge that on which it seems most
right, and that on which most wrong."""
_BLOCK = 50_000
_RANKED = 250
"""Of how many hands."""
_STAGED = 500
_TALON = 8
_HALF = 6
_IN_HALF = (1 << _HALF) - 1
_HALVES = np.arange(1 << _HALF) >> np.arange(_HALF)[:, None] & 1
"""int64[card, cards]: whether a card is among some of six."""


@dataclass(frozen=True)
class Pool(Cases):
    """Hands of a seat, as dealt, with what their player throws."""

    seat: str
    cards: np.ndarray
    others: np.ndarray
    """What the other seat was dealt."""
    tooks: np.ndarray
    """How many cards elder took; -1 where the seat is elder."""
    full: np.ndarray
    own: np.ndarray
    theirs: np.ndarray
    """What the other seat throws."""

    @cached_property
    def hands(self) -> Hands:
        """Their facts."""
        return Hands(self.cards, self.full)


def _only_exchange(strategy: Strategy) -> Strategy:
    # Exchanges as the strategy does; what else it does changes no hand.
    return replace(strategy, play=find_strategy("random").play)


def deal_pools(simulation: Simulation, n: int, threads: int) -> Iterator[dict[str, Pool]]:
    """The hands of n deals by seat, in blocks."""
    players = {seat: _only_exchange(getattr(simulation, seat)) for seat in SEATS}
    exchanging = replace(simulation, **players)

    def deal(first: int) -> dict[str, Pool]:
        records = exchanging.record_units(first, min(_BLOCK, n - first))
        return {seat: _read_pool(records, seat, first) for seat in SEATS}

    yield from play_in_order(deal, range(0, n, _BLOCK), threads)


def _read_pool(records: np.ndarray, seat: str, first: int) -> Pool:
    their_seat = other(seat)
    cards, others, own, theirs, took = (
        records[name].astype(np.int64)
        for name in (
            f"{seat}_dealt", f"{their_seat}_dealt", f"{seat}_discard", f"{their_seat}_discard",
            "elder_exchanged",
        )
    )  # fmt: skip
    if seat == SEATS[0]:
        full, took = np.full_like(took, exchange_limits(seat)[-1]), np.full_like(took, -1)
    else:
        most = [exchange_limits(seat, one)[-1] for one in exchange_limits(SEATS[0])]
        full = np.array(most)[took - 1]
    return Pool(first + np.arange(len(cards)), seat, cards, others, took, full, own, theirs)


def find_hands(
    rules: Sequence[Rule], simulation: Simulation, n: int, wanted: int, threads: int
) -> list[Found]:
    """For each maxim and seat the first hands to which it applies, of n deals."""
    judged = list_judged(rules)
    blocks = (
        (
            len(pools[SEATS[0]]),
            [(pools[seat], np.flatnonzero(_applies(rule, pools[seat]))) for rule, seat in judged],
        )
        for pools in deal_pools(simulation, n, threads)
    )
    return collect(judged, blocks, wanted)


def _applies(rule: Rule, pool: Pool) -> np.ndarray:
    applies = rule.applies(pool.hands)
    if rule.swap is None:
        return applies
    # One card is to be exchanged for another in the player's own discard.
    follow, against = rule.swap(pool.cards, pool.own)
    return applies & (follow != against)


def estimate_share(found: Found, judged: int) -> Estimate:
    """The share of hands to which a maxim applies, from how many of those examined it did.

    Where drawn deals must say so it is that of the hands looked at, up to the last one found.
    """
    if found.maxim.reckons is None:
        return found.share
    numbers = found.cases.numbers
    dealt = found.dealt if len(numbers) == found.fitting else int(numbers[-1]) + 1
    return estimate_proportion(judged, dealt)


def ask(pool: Pool, place: int, seed: int) -> Question:
    """The question that a hand puts to the judge."""
    took = int(pool.tooks[place])
    number = int(pool.numbers[place])
    hand = int(pool.cards[place])
    return Question(hand, pool.seat, None if took < 0 else took, "expert", seed=seed + number)


class _Sides(NamedTuple):
    discards: np.ndarray
    """All that the laws allow, or those of a swap."""
    follow: np.ndarray
    """Which of these follow the maxim."""
    against: np.ndarray


def _find_sides(rule: Rule, pool: Pool, place: int, seed: int) -> _Sides:
    if rule.swap is not None:
        both = rule.swap(*(one[place : place + 1] for one in (pool.cards, pool.own)))
        return _Sides(np.concatenate(both), np.array([True, False]), np.array([False, True]))
    discards, _ = list_learned(ask(pool, place, 0))
    choices = Choices(pool.pick(slice(place, place + 1)).hands, discards)
    if rule.reckons is not None:
        return _Sides(discards, *rule.reckons(ask(pool, place, seed), choices))
    return _Sides(discards, rule.follows(choices), rule.breaks(choices))


def _rank(pool: Pool, sides: Sequence[_Sides], rankings: Rankings) -> Iterator[_Sides]:
    # The discards of each hand in the order of what they are reckoned at, the best first: that
    # order is the same for a maxim and for a rule drawn by lot.
    listed = [one.discards for one in sides]
    for order, one in zip(rankings.rank(pool.seat, pool.cards, pool.tooks, listed), sides,
                          strict=True):  # fmt: skip
        yield _Sides(*(column[order] for column in one))


def _choose(own: int, sides: _Sides) -> tuple[int, int]:
    # The best discard of each side; the player's own stands for its side.
    return tuple(
        own if (side & (sides.discards == own)).any() else int(sides.discards[side.argmax()])
        for side in sides[1:]
    )


def _choose_by_lot(
    own: int, hand: int, sides: _Sides, deals: int, luck: np.random.Generator
) -> np.ndarray:
    # The same, int64[deal, (side, side) of each of LOTS], drawn for each deal anew. What follows
    # and what breaks are places in the order of what the discards are reckoned at.
    is_followed = sides.follow
    follow, against = (np.flatnonzero(side) for side in sides[1:])
    either = np.concatenate([follow, against])
    drawn = luck.permuted(np.tile(either, (deals, 1)), axis=1)
    # Each card of the hand is taken for another: as many are thrown, of a rule of the same form.
    # A discard is known by which of the hand's cards it has, in two halves.
    cards = np.array(list(iterate_cards(hand)))
    numbers = np.arange(len(cards))
    codes = (sides.discards[:, None] & cards != 0) @ (1 << numbers)
    ranks = np.zeros(1 << len(cards), np.int64)
    ranks[codes] = np.arange(len(codes))
    order = luck.permuted(np.tile(numbers, (deals, 1)), axis=1)
    low, high = ((1 << order[:, half]) @ _HALVES for half in (slice(_HALF), slice(_HALF, None)))
    renamed = ranks[low[:, codes[either] & _IN_HALF] | high[:, codes[either] >> _HALF]]
    if is_followed[renamed[:, : len(follow)]].all():
        renamed = drawn  # the maxim asks for a number, whatever the cards are
    at = int((sides.discards == own).argmax())
    chosen = []
    for places in (drawn, renamed):
        for side in (places[:, : len(follow)], places[:, len(follow) :]):
            best = sides.discards[side.min(axis=1)]
            chosen.append(np.where((side == at).any(axis=1), sides.discards[at], best))
    return np.column_stack(chosen)


def choose_ways(
    rule: Rule, pool: Pool, seed: int, threads: int, rankings: Rankings | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What is tried in each hand of which some discard follows a maxim, and some other breaks it.

    Parameters
    ----------
    rule : Rule
    pool : Pool
    seed : int
    threads : int
        Number of threads.
    rankings : Rankings, optional
        What is known from other maxims of the order of discards.

    Returns
    -------
    places : ndarray of int64
        Which hands these are.
    ways : ndarray of int64, shape (hands, ORDERS, ways)
        The discards that are tried, by order of the stock: `trial.OWN` and so on.
    is_followed : ndarray of bool
        Whether the player's own discard follows the maxim.
    """
    rankings = rankings or Rankings()
    shape = (ORDERS, WAYS if rule.swap is not None else WAYS + 2 * len(LOTS))

    def choose(first: int) -> list[tuple[int, np.ndarray, bool]]:
        some = range(first, min(first + _RANKED, len(pool)))
        sides = [_find_sides(rule, pool, place, seed) for place in some]
        kept = [
            (place, one)
            for place, one in zip(some, sides, strict=True)
            if one.follow.any() and one.against.any()
        ]
        if not kept:
            return []
        ranked = [one for _, one in kept]
        if rule.swap is None:  # else one alone follows, and one breaks
            ranked = _rank(pool.pick(np.array([place for place, _ in kept])), ranked, rankings)
        chosen = []
        for (place, _), one in zip(kept, ranked, strict=True):
            own, ways = int(pool.own[place]), np.empty(shape, np.int64)
            ways[:, OWN], ways[:, FOLLOW:WAYS] = own, _choose(own, one)
            if rule.swap is None:
                luck = np.random.default_rng((seed, int(pool.numbers[place])))
                hand = int(pool.cards[place])
                ways[:, WAYS:] = _choose_by_lot(own, hand, one, ORDERS, luck)
            chosen.append((place, ways, bool((one.follow & (one.discards == own)).any())))
        return chosen

    parts = play_in_order(choose, range(0, len(pool), _RANKED), threads)
    chosen = [one for part in parts for one in part]
    if rule.swap is None:
        rankings.release(pool.cards, pool.tooks)
    if not chosen:
        return np.zeros(0, np.int64), np.zeros((0, *shape), np.int64), np.zeros(0, bool)
    places, ways, is_followed = zip(*chosen, strict=True)
    return np.array(places), np.array(ways), np.array(is_followed)


def expect_rankings(found: Iterable[Found]) -> Rankings:
    """Rankings for maxims that are tried one after the other on the hands found for them."""
    return Rankings(
        hand
        for one in found
        if one.maxim.swap is None
        for hand in zip(one.cases.cards.tolist(), one.cases.tooks.tolist(), strict=True)
    )


def try_rule(
    found: Found, seed: int, threads: int, rankings: Rankings | None = None
) -> Trial | None:
    """Judge a maxim on the hands found for it; None where fewer than two can be judged.

    A hand of which no discard follows the maxim, or none breaks it, is left out. What is known from
    other maxims of the order of discards can be given.
    """
    rule, pool = found.maxim, found.cases
    places, ways, is_followed = choose_ways(rule, pool, seed, threads, rankings)
    if len(places) < 2:  # one has no error
        return None
    pool = pool.pick(places)
    made = play_on(pool, ways, JUDGE, seed, threads)
    share = estimate_share(found, len(pool))
    return Trial(rule, pool.seat, share, made.mean(axis=1), is_followed, pool, ways)


def judge_perfectly(tried: Trial, seed: int, threads: int) -> np.ndarray:
    """What following makes more than breaking, by hand, where both see all the cards."""

    def judge(place: int) -> float:
        question, both = ask(tried.cases, place, seed), tried.ways[place, 0, FOLLOW:WAYS]
        return float((judge_hand(question, both, PERFECT_DEALS) @ (1, -1)).mean())

    return np.array(list(play_in_order(judge, range(len(tried.cases)), threads)))


def judge_hand(question: Question, discards: np.ndarray, deals: int, first: int = 0) -> np.ndarray:
    """What discards make in common deals.

    Returns
    -------
    int64 array, shape (deals, discards)
        Points less the opponent's.
    """
    distinct, places = np.unique(discards, return_inverse=True)
    scores = try_discards(question, distinct, deals, threads=1, first=first).astype(np.int64)
    return (scores @ (1, -1))[:, places]


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

    chosen = int(tried.worth.argmax()), int(tried.worth.argmin())
    return list(play_in_order(judge, chosen, threads))


# ---- Deals played on ----------------------------------------------------------------------------
def play_on(pool: Pool, ways: np.ndarray, player: str, seed: int, threads: int) -> np.ndarray:
    """What discards make in the deals as they lay, a strategy playing on.

    Parameters
    ----------
    pool : Pool
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
    simulation = Simulation(player, player, RUBICON, seed)
    hands, orders, number = ways.shape
    seat, tried = SEATS.index(pool.seat), ways.reshape(-1, number)
    places = np.repeat(np.arange(hands), orders)
    luck = np.random.default_rng(seed)
    order = luck.permuted(np.tile(np.arange(_TALON), (len(places), 1)), axis=1)
    dealt = np.zeros((len(places), len(SEATS) + 1), np.int64)
    dealt[:, seat], dealt[:, 1 - seat] = pool.cards[places], pool.others[places]
    dealt[:, -1] = (order << 4 * np.arange(_TALON)).sum(axis=1)
    dealt = number_deals(dealt)

    def play(first: int) -> np.ndarray:
        span = slice(first, min(first + _STAGED, len(places)))
        repeats = find_repeats(tried[span])
        made = np.zeros(repeats.shape, np.int64)
        # Elder's exchange is as it was; younger's is known from the first way that takes as many.
        theirs = pool.theirs[places[span]] if seat else np.full(len(made), OWN_CHOICE, np.int64)
        numbers = np.bitwise_count(tried[span])
        for way, discards in enumerate(tried[span].T):
            needed = repeats[:, way] == way
            scripts = write_scripts(len(discards), {seat: discards, 1 - seat: theirs}, {})
            if not seat:
                scripts[numbers[:, way] != numbers[:, 0], SCRIPT.discards + 1] = OWN_CHOICE
            played = play_scripts(simulation, dealt[span][needed], scripts[needed])
            made[needed, way] = margin(played, pool.seat)
            if not seat and way == 0:
                theirs = played[f"{SEATS[1]}_discard"].astype(np.int64)
        return np.take_along_axis(made, repeats, axis=1)

    made = np.concatenate(list(play_in_order(play, range(0, len(places), _STAGED), threads)))
    return made.reshape(ways.shape)
