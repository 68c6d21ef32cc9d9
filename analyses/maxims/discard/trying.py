"""Trying maxims: the best discard that follows one against the best that breaks it.

The hands come from deals in which the named players exchange. Of all discards that follow a maxim,
the best is chosen as `expert` chooses, by what it has learned and computed; the best of those that
break it is chosen in the same way. If the player's own discard follows the maxim, or breaks it, it
is the one tried for its side. Then all are finished in the same deals of the cards not seen, which
played no part in the choice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from analyses.maxims.discard.rule import Rule
from analyses.maxims.facts.hands import Choices, Hands
from analyses.maxims.maxim import list_judged
from analyses.maxims.trial import AGAINST, FOLLOW, Cases, Found, Trial, collect
from analyses.words.verdicts import mean
from piquet_sim.advice.discard_worths import rate_discards
from piquet_sim.advice.trials import JUDGED_FROM, Question, list_learned, try_discards
from piquet_sim.deals.scoring import margin
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.stages import Stage, write_scripts
from piquet_sim.estimates.estimate import Estimate, estimate_proportion
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.seats import other
from piquet_sim.game.terms import SEATS
from piquet_sim.kept_cases import keep_whole
from piquet_sim.ordered_threads import play_in_order
from piquet_sim.strategies.registry import Strategy, find_strategy

DEALS_A_HAND = 16
_MOST_FRESH, _FRESH_A_HAND = 1_000, 5
"""How many fresh deals, at most and for every hand of the maxim, judge that on which it seems most
right, and that on which most wrong."""
_BLOCK = 50_000
_RATED = 10
"""How many discards that follow a maxim, or break it, are reckoned; by what is learned the best."""
_STAGED = 500
_TALON = 8


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
    for place in np.flatnonzero(applies):
        applies[place] = rule.swap(int(pool.cards[place]), int(pool.own[place])) is not None
    return applies


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


class _Ways(NamedTuple):
    follow: np.ndarray
    """The most promising discards that follow the maxim, the best by what is learned first."""
    against: np.ndarray
    is_followed: bool
    """Whether the player's own follows it."""
    is_broken: bool


def _list_ways(rule: Rule, pool: Pool, place: int, seed: int) -> _Ways:
    own = int(pool.own[place])
    if rule.swap is not None:
        follow, against = rule.swap(int(pool.cards[place]), own)
        return _Ways(np.array([follow]), np.array([against]), own == follow, own == against)
    discards, _ = list_learned(ask(pool, place, 0))
    choices = Choices(pool.pick(slice(place, place + 1)).hands, discards)
    if rule.reckons is not None:
        sides = rule.reckons(ask(pool, place, seed), choices)
    else:
        sides = rule.follows(choices), rule.breaks(choices)
    follow, against = (discards[side] for side in sides)
    return _Ways(
        follow[:_RATED], against[:_RATED], bool(np.any(follow == own)), bool(np.any(against == own))
    )


def _choose_best(pool: Pool, ways: Sequence[_Ways]) -> tuple[np.ndarray, np.ndarray]:
    # What follows and what breaks best by what is reckoned, the player's own if it is such a one.
    every = np.repeat(pool.own[:, None], 2 * _RATED, axis=1)
    is_way = np.zeros(every.shape, bool)
    for row, both in enumerate(ways):
        for first, listed in ((0, both.follow), (_RATED, both.against)):
            every[row, first : first + len(listed)] = listed
            is_way[row, first : first + len(listed)] = True
    worths = rate_discards(pool.seat, pool.cards, pool.tooks, every)
    rated = np.where(is_way, worths, -np.inf)
    rows = np.arange(len(every))
    follow = every[rows, rated[:, :_RATED].argmax(axis=1)]
    against = every[rows, _RATED + rated[:, _RATED:].argmax(axis=1)]
    is_followed = np.array([both.is_followed for both in ways], bool)
    is_broken = np.array([both.is_broken for both in ways], bool)
    return np.where(is_followed, pool.own, follow), np.where(is_broken, pool.own, against)


def try_rule(found: Found, seed: int, threads: int) -> Trial | None:
    """Judge a maxim on the hands found for it; None where fewer than two can be judged.

    A hand of which no discard follows the maxim, or none breaks it, is left out.
    """
    rule, pool = found.maxim, found.cases
    listed = list(
        play_in_order(lambda place: _list_ways(rule, pool, place, seed), range(len(pool)), threads)
    )
    places = [at for at, both in enumerate(listed) if len(both.follow) and len(both.against)]
    if len(places) < 2:  # one has no error
        return None
    pool, ways = pool.pick(np.array(places)), [listed[at] for at in places]
    discards = np.column_stack([pool.own, *_choose_best(pool, ways)])
    made = np.array(
        list(
            play_in_order(
                lambda at: judge_hand(ask(pool, at, seed), discards[at], DEALS_A_HAND).mean(axis=0),
                range(len(pool)),
                threads,
            )
        )
    )
    keep_whole(f"{rule.id} as {pool.seat}", hand=pool.cards, follow=discards[:, FOLLOW],
               against=discards[:, AGAINST], made=made)  # fmt: skip
    is_followed = np.array([both.is_followed for both in ways])
    share = estimate_share(found, len(pool))
    return Trial(rule, pool.seat, share, made, is_followed, pool, discards)


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
        question, discards = ask(tried.cases, place, seed), tried.ways[place, FOLLOW:]
        return place, mean(judge_hand(question, discards, deals, JUDGED_FROM) @ (1, -1))

    chosen = int(tried.worth.argmax()), int(tried.worth.argmin())
    return list(play_in_order(judge, chosen, threads))


# ---- Other judges -------------------------------------------------------------------------------
def play_on(tried: Trial, player: str, deals: int, seed: int, threads: int) -> np.ndarray:
    """What following makes more than breaking in the deals as they lay, strategies playing on.

    Parameters
    ----------
    tried : Trial
    player : str
        Who makes all other decisions of both seats, seeing only what is theirs to see.
    deals : int
        How many of each hand; they differ in the order of the stock, and in the players' luck.
    seed : int
    threads : int
        Number of threads.

    Returns
    -------
    float64 array
        A difference of points a hand.
    """
    stage = Stage(Simulation(player, player, RUBICON, seed), has_scripts=True)
    pool, seat = tried.cases, SEATS.index(tried.seat)
    places = np.repeat(np.arange(len(pool)), deals)
    luck = np.random.default_rng(seed)
    order = luck.permuted(np.tile(np.arange(_TALON), (len(places), 1)), axis=1)
    dealt = np.zeros((len(places), len(SEATS) + 1), np.int64)
    dealt[:, seat], dealt[:, 1 - seat] = pool.cards[places], pool.others[places]
    dealt[:, -1] = (order << 4 * np.arange(_TALON)).sum(axis=1)

    def play(first: int) -> np.ndarray:
        span = slice(first, min(first + _STAGED, len(places)))
        made = []
        for discards in tried.ways[:, FOLLOW:].T:
            thrown = {seat: discards[places[span]]}
            if pool.seat != SEATS[0]:  # as many cards are to be left as were
                thrown[0] = pool.theirs[places[span]]
            scripts = write_scripts(span.stop - span.start, thrown, {})
            records = stage.play(first, len(scripts), scripts, dealt[span])
            made.append(margin(records, pool.seat))
        return made[0] - made[1]

    played = np.concatenate(list(play_in_order(play, range(0, len(places), _STAGED), threads)))
    made = played.reshape(-1, deals)
    keep_whole(f"{tried.maxim.id} as {pool.seat}, played on by {player}", made=made)
    return made.mean(axis=1)
